//! Who wins: by value or by search, as the core decides, or by the graph of all that follows.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use upstar_core::loopy::Ends;
use upstar_core::short::far_star;
use upstar_core::solve::{self, Component, Method};
use upstar_core::{Outcome, Player};

use super::Machine;
use super::nodes::Node;
use crate::value::{Attempt, NoAnswer, Result, Value, nimbers};
use upstar_core::board::rewrite::Id;

/// What is found out about a sum.
#[derive(Clone, Copy)]
enum Winners {
    /// Who wins when the player asked about moves first.
    Winner(Player),
    /// Who wins, whoever begins.
    Ends(Ends),
}

impl Winners {
    /// Who wins when a player moves first, the one that was asked about.
    fn when_starts(self, first: Player) -> Option<Player> {
        match self {
            Winners::Winner(winner) => Some(winner),
            Winners::Ends(ends) => ends.when_starts(first),
        }
    }
}

impl Machine<'_> {
    /// Who wins when `first` moves first; nothing when neither player can force the end.
    pub(super) fn search_winner(
        &mut self,
        value: &Value,
        first: Player,
    ) -> Attempt<(Option<Player>, Method)> {
        let sum = self.joined_heaps(value)?;
        let (found, method) = self.find_winner(&sum, first)?;
        Ok((found.when_starts(first), method))
    }

    pub(super) fn search_outcome(&mut self, value: &Value) -> Attempt<(Outcome, Method)> {
        let sum = self.joined_heaps(value)?;
        let (left, method) = self.find_winner(&sum, Player::Left)?;
        if let Winners::Ends(ends) = left {
            return Ok((ends.outcome(), method));
        }
        let (right, other) = self.find_winner(&sum, Player::Right)?;
        let outcome = match right {
            Winners::Ends(ends) => ends.outcome(),
            _ => Outcome::of(left.when_starts(Player::Left), right.when_starts(Player::Right)),
        };
        Ok((outcome, method.and(other)))
    }

    /// Who wins when `first` moves first; for both players to start, when a graph shows it.
    fn find_winner(&mut self, sum: &solve::Sum<Node>, first: Player) -> Attempt<(Winners, Method)> {
        if let Some(ends) = self.known_ends(sum)? {
            return Ok((Winners::Ends(ends), Method::Graph));
        }
        if !self.repeats_surely(sum)? {
            match self.wins_by_end(sum, first) {
                Err(NoAnswer::Repeats(_)) => {}
                found => {
                    let (wins, method) = found?;
                    let winner = if wins { first } else { first.opponent() };
                    return Ok((Winners::Winner(winner), method));
                }
            }
        }
        let (ends, method) = self.ends(sum)?;
        Ok((Winners::Ends(ends), method))
    }

    /// Whether a player wins moving first, where play ends.
    fn wins_by_end(&mut self, sum: &solve::Sum<Node>, first: Player) -> Attempt<(bool, Method)> {
        if let Some((home, boards)) = all_boards(sum) {
            return self.on_boards(home, |solver| solver.wins(&boards, first));
        }
        self.solved(|solver| solver.wins(sum, first))
    }

    /// The parts of a value that have no nimber that is known at once, and the nimbers of the
    /// others: heaps whose ruleset has a table, and games.
    fn partition(&mut self, value: &Value) -> Result<(solve::Sum<Node>, Vec<BigUint>)> {
        let (mut rest, mut nimbers) = (solve::Sum::new(), Vec::new());
        for part in self.summands(value)? {
            let nimber = match &part {
                Component::Position(Node::Position(number))
                | Component::Negative(Node::Position(number)) => {
                    self.heap_nimber(self.numbered(*number))?
                }
                Component::Value(game) => self.world.store().as_nimber(*game).map(BigUint::from),
                _ => None,
            };
            match nimber {
                Some(nimber) => nimbers.push(nimber),
                None => rest.push(part),
            }
        }
        Ok((rest, nimbers))
    }

    /// The parts of a value, those with a nimber that is known at once by their values.
    pub(super) fn known_heaps(&mut self, value: &Value) -> Result<solve::Sum<Node>> {
        let (mut sum, nimbers) = self.partition(value)?;
        for nimber in nimbers {
            sum.push(Component::Value(self.world.store().nimber(nimbers::stored(&nimber)?)?));
        }
        Ok(sum)
    }

    /// A sum of parts that the same player wins: nimbers that are known at once are added up, to a
    /// nimber of any size.
    fn joined_heaps(&mut self, value: &Value) -> Attempt<solve::Sum<Node>> {
        let (mut rest, nimbers) = self.partition(value)?;
        let total = nimbers.into_iter().fold(BigUint::ZERO, |total, nimber| total ^ nimber);
        if let Some(total) = total.to_u32() {
            if total > 0 {
                rest.push(Component::Value(self.world.store().nimber(total)?));
            }
            return Ok(rest);
        }
        self.with_far_star(rest)
    }

    /// A game with a nimber beyond all that are games here, as who wins sees it. No position of
    /// the game equals that nimber, so any nimber that none of them equals does as well
    /// (*Winning Ways*, chapter 8, of remote stars).
    fn with_far_star(&mut self, rest: solve::Sum<Node>) -> Attempt<solve::Sum<Node>> {
        let values = self.values_of(rest)?;
        let store = self.world.store();
        let game = store.total(&values)?;
        let star = store.nimber(far_star(store, game)?)?;
        Ok([game, star].into_iter().map(Component::Value).collect())
    }
}

/// The boards that a sum consists of, games aside, and where they are at home, when that is one
/// place.
pub(super) fn all_boards(sum: &[Component<Node>]) -> Option<(usize, solve::Sum<Id>)> {
    let home = sum.iter().find_map(|part| match part {
        Component::Position(Node::Board(home, _)) | Component::Negative(Node::Board(home, _)) => {
            Some(*home)
        }
        _ => None,
    })?;
    let board = |part: &Component<Node>| match part {
        Component::Position(Node::Board(at, id)) if *at == home => Some(Component::Position(*id)),
        Component::Negative(Node::Board(at, id)) if *at == home => Some(Component::Negative(*id)),
        Component::Value(game) => Some(Component::Value(*game)),
        _ => None,
    };
    Some((home, sum.iter().map(board).collect::<Option<_>>()?))
}
