//! Answers whether play ends or not: which search answers which question.
//!
//! Knows: the questions of [`Searches`], which of them fail when play can return, and which answer then.
//! Must not know: how answers are found.
//!
//! A question is asked first as if play ended, because these searches look at fewest positions, unless it is known
//! that it does not. When a position repeats, the graph of all that follows answers.

use super::{Component, Failure, Lines, Method, Playable, Searches, graph};
use crate::impartial::LoopyNimber;
use crate::loopy::{GameValue, Winners};
use crate::{Outcome, Player};

/// Steps of the search for an infinite line of play.
const PROBE_STEPS: u64 = 1 << 14;

/// The winners of a sum, as far as they are known.
#[derive(Debug, Clone, Copy)]
enum Found {
    /// The winner for the player to start that was asked for.
    One(Player),
    /// The winners for both, because the graph was listed.
    Both(Winners),
}

impl Found {
    /// The winner when `first` starts, the player that was asked for; `None` for a draw.
    fn when_starts(self, first: Player) -> Option<Player> {
        match self {
            Found::One(winner) => Some(winner),
            Found::Both(winners) => winners.when_starts(first),
        }
    }
}

impl<R: Playable> Searches<'_, R> {
    /// The winner of a sum when `first` starts, and how it was found; `None` when play can go on for ever and neither
    /// player can force the end. `seen` counts the positions of graphs, also when there is no answer.
    ///
    /// # Errors
    /// When the rules fail, the budget is exhausted, or play can return and there are too many positions.
    pub fn sum_winner(
        &self,
        sum: &[Component<R::Position>],
        first: Player,
        seen: &mut u64,
    ) -> Result<(Option<Player>, Method), R::Error> {
        let (found, method) = self.found(sum, first, seen)?;
        Ok((found.when_starts(first), method))
    }

    /// The outcome of a sum, and how it was found.
    ///
    /// # Errors
    /// As for [`sum_winner`](Searches::sum_winner).
    pub fn sum_outcome(
        &self,
        sum: &[Component<R::Position>],
        seen: &mut u64,
    ) -> Result<(Outcome, Method), R::Error> {
        let (left, method) = self.found(sum, Player::Left, seen)?;
        if let Found::Both(winners) = left {
            return Ok((winners.outcome(), method));
        }
        let (right, other) = self.found(sum, Player::Right, seen)?;
        let outcome = match right {
            Found::Both(winners) => winners.outcome(),
            Found::One(_) => {
                Outcome::of(left.when_starts(Player::Left), right.when_starts(Player::Right))
            }
        };
        Ok((outcome, method.and(other)))
    }

    fn found(
        &self,
        sum: &[Component<R::Position>],
        first: Player,
        seen: &mut u64,
    ) -> Result<(Found, Method), R::Error> {
        if let Some(winners) = self.known_winners(sum) {
            return Ok((Found::Both(winners), Method::Graph));
        }
        if !self.sum_repeats_surely(sum)? {
            match self.wins(sum, first) {
                Err(error) if error.is_repetition() => {}
                found => {
                    let (wins, method) = found?;
                    let winner = if wins { first } else { first.opponent() };
                    return Ok((Found::One(winner), method));
                }
            }
        }
        if let Some(nimber) = self.loopy_sum_nimber(sum, seen)? {
            let [left_starts, right_starts] = nimber.outcome().winners();
            return Ok((Found::Both(Winners { left_starts, right_starts }), Method::Value));
        }
        Ok((Found::Both(self.winners(sum, seen)?), Method::Graph))
    }

    /// Whether a component of a sum is found to repeat. The search cancels a component and its negative only if play
    /// in it ends, so in sums of several components each is walked a little way.
    fn sum_repeats_surely(&self, sum: &[Component<R::Position>]) -> Result<bool, R::Error> {
        let several = sum.iter().filter_map(Component::position).count() > 1;
        for position in sum.iter().filter_map(Component::position) {
            let repeats = match () {
                () if self.rules.worth(position).is_some() => true,
                () if !several => self.repeats_surely(position),
                () => match self.lines(position, PROBE_STEPS) {
                    Err(error) if error.is_repetition() => true,
                    lines => lines? == Lines::Return,
                },
            };
            if repeats {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The value of a sum, whether play ends or not.
    ///
    /// # Errors
    /// As for [`sum_winner`](Searches::sum_winner); also when a group of positions that lead to each other is too
    /// large for its value.
    pub fn sum_worth(
        &self,
        sum: &[Component<R::Position>],
        seen: &mut u64,
    ) -> Result<GameValue, R::Error> {
        match self.sum_value(sum) {
            Err(error) if error.is_repetition() => self.loopy_sum_worth(sum, seen),
            value => value.map(GameValue::Short),
        }
    }

    /// The value of a sum in which play is known to return.
    ///
    /// # Errors
    /// As for [`sum_worth`](Searches::sum_worth).
    pub fn loopy_sum_worth(
        &self,
        sum: &[Component<R::Position>],
        seen: &mut u64,
    ) -> Result<GameValue, R::Error> {
        Ok(graph::sum_worth(self, sum, seen)??)
    }

    /// The nimber of a sum, whether play ends or not; `None` when a component is not impartial.
    ///
    /// # Errors
    /// As for [`sum_winner`](Searches::sum_winner).
    pub fn sum_nimber(
        &self,
        sum: &[Component<R::Position>],
        seen: &mut u64,
    ) -> Result<Option<LoopyNimber>, R::Error> {
        let mut total = 0;
        for part in sum {
            let nimber = match part {
                Component::Value(game) => {
                    self.store.check(&[*game])?;
                    Ok(self.store.as_nimber(*game))
                }
                Component::Position(position) | Component::Negative(position) => {
                    self.nimber(position)
                }
            };
            match nimber {
                Err(error) if error.is_repetition() => return self.loopy_sum_nimber(sum, seen),
                nimber => match nimber? {
                    Some(nimber) => total ^= nimber,
                    None => return Ok(None),
                },
            }
        }
        Ok(Some(LoopyNimber::Finite(total)))
    }

    /// The nimber of a sum in which play is known to return; `None` when a component is not impartial.
    ///
    /// # Errors
    /// As for [`sum_winner`](Searches::sum_winner).
    pub fn loopy_sum_nimber(
        &self,
        sum: &[Component<R::Position>],
        seen: &mut u64,
    ) -> Result<Option<LoopyNimber>, R::Error> {
        let mut total = LoopyNimber::Finite(0);
        for part in sum {
            let nimber = match part {
                Component::Value(game) => self.store.as_nimber(*game).map(LoopyNimber::Finite),
                Component::Position(position) | Component::Negative(position) => {
                    match self.rules.is_impartial(position) {
                        true => self.loopy_nimber(position, seen)?,
                        false => None,
                    }
                }
            };
            let Some(nimber) = nimber else { return Ok(None) };
            total = total.plus(&nimber);
        }
        Ok(Some(total))
    }

    /// Whether the player who begins wins a sum in misère play: by the genus if it is impartial, otherwise by a search.
    ///
    /// # Errors
    /// Also when a sum repeats.
    pub fn sum_wins_misere(
        &self,
        sum: &[Component<R::Position>],
        first: Player,
    ) -> Result<bool, R::Error> {
        match self.genus(sum)? {
            Some(genus) => Ok(genus.misere() != 0),
            None => self.wins_misere(sum, first),
        }
    }

    /// The outcome of a sum as if play ended, and how it was found: an error when a position repeats.
    #[cfg(test)]
    pub(super) fn ended_sum_outcome(
        &self,
        sum: &[Component<R::Position>],
    ) -> Result<(Outcome, Method), R::Error> {
        let (left, method) = self.wins(sum, Player::Left)?;
        let (right, other) = self.wins(sum, Player::Right)?;
        Ok((Outcome::of_winners(left, right), method.and(other)))
    }
}
