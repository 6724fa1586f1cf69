//! Questions to the searches, for all rulesets at once.
//!
//! Knows: which search answers which question. Must not know: types of positions. So what a program with a ruleset of its own
//! compiles is the ruleset alone, and not the searches.

use std::sync::Arc;

use super::growth::growing_cycle;
use super::numbered::{AnyRules, Numbered};
use crate::board::rewrite::Parts;
use crate::impartial::LoopyNimber;
use crate::loopy::GameValue;
use crate::misere::Genus;
use crate::solve::goal::Verdict;
use crate::solve::{Component, Memo, Playable as _, Searches, Sum};
use crate::{Error, Exhausted, Game, Outcome, Player, Rational, Store};

/// Steps of a search in misère play before it is checked that play ends.
const SHORT_MISERE: u64 = 1 << 12;

/// A sum as the searches see it.
pub(super) enum Place {
    /// Boards of bits.
    Boards(Parts),
    /// Numbered positions.
    Numbers(Sum<u32>),
}

impl From<u32> for Place {
    fn from(number: u32) -> Self {
        Place::Numbers(vec![Component::Position(number)])
    }
}

/// The store of the answers, and those that are remembered.
pub(super) struct Kernel {
    pub(super) store: Store,
    memo: Arc<Memo<u32>>,
}

/// Asks the searches about a sum.
macro_rules! ask {
    ($kernel:ident, $rules:ident, $place:ident, |$searches:ident, $sum:ident| $ask:expr) => {
        match $place {
            Place::Boards(parts) => {
                let ($searches, $sum) = (&parts.planes.searches(&$kernel.store), &parts.sum[..]);
                Ok($ask?)
            }
            Place::Numbers(sum) => {
                let rules = AnyRules::by_last_move($rules);
                let ($searches, $sum) = (&$kernel.searches(&rules), &sum[..]);
                $ask
            }
        }
    };
}

impl Kernel {
    pub(super) fn new(store: &Store) -> Self {
        Kernel { store: store.clone(), memo: Arc::new(Memo::numbered(|number| Some(*number))) }
    }

    fn searches<'a>(&'a self, rules: &'a AnyRules<'a>) -> Searches<'a, AnyRules<'a>> {
        Searches::with_memo(rules, &self.store, self.memo.clone())
    }

    pub(super) fn value(&self, rules: &dyn Numbered, place: &Place) -> Result<GameValue, Error> {
        ask!(self, rules, place, |searches, sum| searches.sum_worth(sum, &mut 0))
    }

    pub(super) fn game(&self, rules: &dyn Numbered, place: &Place) -> Result<Game, Error> {
        ask!(self, rules, place, |searches, sum| searches.sum_value(sum))
    }

    pub(super) fn outcome(&self, rules: &dyn Numbered, place: &Place) -> Result<Outcome, Error> {
        let (outcome, _) =
            ask!(self, rules, place, |searches, sum| searches.sum_outcome(sum, &mut 0))?;
        Ok(outcome)
    }

    pub(super) fn winner(
        &self,
        rules: &dyn Numbered,
        place: &Place,
        first: Player,
    ) -> Result<Option<Player>, Error> {
        let (winner, _) =
            ask!(self, rules, place, |searches, sum| searches.sum_winner(sum, first, &mut 0))?;
        Ok(winner)
    }

    pub(super) fn nimber(&self, rules: &dyn Numbered, place: &Place) -> Result<LoopyNimber, Error> {
        let ask = || ask!(self, rules, place, |searches, sum| searches.sum_nimber(sum, &mut 0));
        let mut nimber = ask()?;
        if nimber.is_none() && self.is_impartial_by_moves(rules, place)? {
            nimber = ask()?;
        }
        if let Some(nimber) = nimber {
            return Ok(nimber);
        }
        let game = self.value(rules, place)?.short();
        let nimber = game.and_then(|game| self.store.as_nimber(game));
        nimber.map(LoopyNimber::Finite).ok_or(Error::NotImpartial)
    }

    /// Whether comparing the moves shows that both players have the same.
    fn is_impartial_by_moves(&self, rules: &dyn Numbered, place: &Place) -> Result<bool, Error> {
        let Place::Numbers(sum) = place else { return Ok(false) };
        if rules.hints().is_impartial {
            return Ok(true);
        }
        let numbers = sum.iter().filter_map(Component::position).copied();
        rules.sameness().compare(rules, self.store.budget(), numbers)
    }

    pub(super) fn options(
        &self,
        rules: &dyn Numbered,
        number: u32,
        player: Player,
    ) -> Result<Vec<Sum<u32>>, Error> {
        AnyRules::by_last_move(rules).options(&number, player)
    }

    pub(super) fn genus(
        &self,
        rules: &dyn Numbered,
        place: &Place,
    ) -> Result<Option<Genus>, Error> {
        self.is_impartial_by_moves(rules, place)?;
        ask!(self, rules, place, |searches, sum| searches.genus(sum))
    }

    pub(super) fn misere_winner(
        &self,
        rules: &dyn Numbered,
        place: &Place,
        first: Player,
    ) -> Result<Player, Error> {
        let budget = self.store.budget();
        let ask = || -> Result<bool, Error> {
            ask!(self, rules, place, |searches, sum| searches.sum_wins_misere(sum, first))
        };
        let wins = match budget.within(SHORT_MISERE, ask) {
            Err(Error::Exhausted(Exhausted::Steps { .. })) => {
                budget.step()?;
                if let Place::Numbers(sum) = place
                    && let numbers = sum.iter().filter_map(Component::position).copied()
                    && let Some(positions) = growing_cycle(rules, budget, numbers)?
                {
                    return Err(Error::Repeats { positions });
                }
                ask()?
            }
            wins => wins?,
        };
        Ok(if wins { first } else { first.opponent() })
    }

    pub(super) fn result(
        &self,
        rules: &AnyRules<'_>,
        number: u32,
        mover: Player,
    ) -> Result<Verdict, Error> {
        self.searches(rules).winner(&number, mover)
    }

    pub(super) fn best_moves(
        &self,
        rules: &AnyRules<'_>,
        number: u32,
    ) -> Result<(Rational, Vec<usize>), Error> {
        self.searches(rules).best_moves(&number)
    }

    pub(super) fn score(&self, rules: &AnyRules<'_>, number: u32) -> Result<Rational, Error> {
        self.searches(rules).score(&number)
    }
}
