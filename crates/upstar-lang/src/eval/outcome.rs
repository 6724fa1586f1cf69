//! Found of sums: by values or search, as the core decides, or by the graph of positions.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use upstar_core::loopy::Winners;
use upstar_core::short::far_star;
use upstar_core::solve::{self, Component, Method};
use upstar_core::{Outcome, Player};

use super::Machine;
use super::nodes::SolverNode;
use crate::value::{Attempt, NoAnswer, Result, Value, nimbers};
use upstar_core::board::rewrite::Id;

/// Result of a search for the winner of a sum.
#[derive(Clone, Copy)]
enum Found {
    /// Winner when the given player moves first.
    One(Player),
    /// Found for both starting players.
    Both(Winners),
}

impl Found {
    /// Winner when `first` moves first, the player that was searched for.
    fn when_starts(self, first: Player) -> Option<Player> {
        match self {
            Found::One(winner) => Some(winner),
            Found::Both(winners) => winners.when_starts(first),
        }
    }
}

impl Machine<'_> {
    /// Winner when `first` moves first; `None` if neither player can force the end.
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
        if let Found::Both(winners) = left {
            return Ok((winners.outcome(), method));
        }
        let (right, other) = self.find_winner(&sum, Player::Right)?;
        let outcome = match right {
            Found::Both(winners) => winners.outcome(),
            _ => Outcome::of(left.when_starts(Player::Left), right.when_starts(Player::Right)),
        };
        Ok((outcome, method.and(other)))
    }

    /// Winner when `first` moves first; for both starting players if the graph was listed.
    fn find_winner(
        &mut self,
        sum: &solve::Sum<SolverNode>,
        first: Player,
    ) -> Attempt<(Found, Method)> {
        if let Some(winners) = self.known_winners(sum)? {
            return Ok((Found::Both(winners), Method::Graph));
        }
        if !self.repeats_surely(sum)? {
            match self.wins_by_end(sum, first) {
                Err(NoAnswer::Repeats(_)) => {}
                found => {
                    let (wins, method) = found?;
                    let winner = if wins { first } else { first.opponent() };
                    return Ok((Found::One(winner), method));
                }
            }
        }
        let (winners, method) = self.winners(sum)?;
        Ok((Found::Both(winners), method))
    }

    /// Whether the player who begins wins, in a sum in which play ends.
    fn wins_by_end(
        &mut self,
        sum: &solve::Sum<SolverNode>,
        first: Player,
    ) -> Attempt<(bool, Method)> {
        if let Some((table, boards)) = all_boards(sum) {
            return self.on_boards(table, |solver| solver.wins(&boards, first));
        }
        self.solved(|solver| solver.wins(sum, first))
    }

    /// Splits the components of a value: those of unknown nimber, and the nimbers of the others (positions
    /// whose ruleset has a table, and games).
    fn partition(&mut self, value: &Value) -> Result<(solve::Sum<SolverNode>, Vec<BigUint>)> {
        let (mut rest, mut nimbers) = (solve::Sum::new(), Vec::new());
        for part in self.summands(value)? {
            let nimber = match &part {
                Component::Position(SolverNode::Position(number))
                | Component::Negative(SolverNode::Position(number)) => {
                    self.table_nimber(self.numbered(*number))?
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

    /// Components of a value, where heaps whose nimber is known are replaced by it.
    pub(super) fn known_heaps(&mut self, value: &Value) -> Result<solve::Sum<SolverNode>> {
        let (mut sum, nimbers) = self.partition(value)?;
        for nimber in nimbers {
            sum.push(Component::Value(self.world.store().nimber(nimbers::stored(&nimber)?)?));
        }
        Ok(sum)
    }

    /// Sum with the same winner in which all known nimbers are added up, to a nimber of any size.
    fn joined_heaps(&mut self, value: &Value) -> Attempt<solve::Sum<SolverNode>> {
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

    /// Sum with the same winner as `rest` and a nimber too large to be a game. Any nimber that equals no position
    /// of `rest` can stand for it (*Winning Ways*, chapter 8, remote stars).
    fn with_far_star(&mut self, rest: solve::Sum<SolverNode>) -> Attempt<solve::Sum<SolverNode>> {
        let values = self.values_of(rest)?;
        let store = self.world.store();
        let game = store.total(&values)?;
        let star = store.nimber(far_star(store, game)?)?;
        Ok([game, star].into_iter().map(Component::Value).collect())
    }
}

/// Boards of a sum and their table, if its components are boards of one table or games.
pub(super) fn all_boards(sum: &[Component<SolverNode>]) -> Option<(usize, solve::Sum<Id>)> {
    let table = sum.iter().find_map(|part| match part {
        Component::Position(SolverNode::Board(table, _))
        | Component::Negative(SolverNode::Board(table, _)) => Some(*table),
        _ => None,
    })?;
    let board = |part: &Component<SolverNode>| match part {
        Component::Position(SolverNode::Board(at, id)) if *at == table => {
            Some(Component::Position(*id))
        }
        Component::Negative(SolverNode::Board(at, id)) if *at == table => {
            Some(Component::Negative(*id))
        }
        Component::Value(game) => Some(Component::Value(*game)),
        _ => None,
    };
    Some((table, sum.iter().map(board).collect::<Option<_>>()?))
}
