//! Games decided by a goal: how play has ended, and who wins.
//!
//! Knows: small boards are bits, all other positions are looked at by the rules as they stand.
//! Must not know: how a result is searched.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use upstar_core::board::rewrite::{GoalBoards, Stones};
use upstar_core::solve::goal::Verdict;
use upstar_core::solve::{Component, Memo, Method, Ruleset as _, Solver, Sum};
use upstar_core::{Outcome, Player};

use super::Machine;
use super::nodes::{Node, Positions};
use crate::diagnostic::Code;
use crate::syntax::ast::Ending;
use crate::value::{At, Fault, Position, Result, Ruleset, Value, host};

/// Boards of one size, and what is known of them.
pub(super) struct Arena {
    whole: GoalBoards,
    known: Arc<Memo<Stones>>,
}

/// The boards of a ruleset, by rows and columns; nothing for those that are not bits.
#[derive(Default)]
pub(super) struct Goals {
    arenas: FxHashMap<(usize, usize), Option<Arc<Arena>>>,
}

impl Goals {
    /// How many positions something is known of.
    pub(super) fn len(&self) -> usize {
        self.arenas.values().flatten().map(|arena| arena.known.len()).sum()
    }
}

impl Machine<'_> {
    /// How play has ended in a position when `mover` would be to move.
    pub(super) fn end_of(
        &mut self,
        position: &Arc<Position>,
        mover: Player,
    ) -> Result<Option<Verdict>> {
        match self.arena(position) {
            Some((arena, stones)) => Ok(arena.whole.verdict(&stones, mover)?),
            None => self.declared_end(position, mover),
        }
    }

    /// Who wins a position when `mover` begins.
    pub(super) fn winner_of(&mut self, position: &Arc<Position>, mover: Player) -> Result<Verdict> {
        if let Some((arena, stones)) = self.arena(position) {
            let solver = Solver::with_memo(&arena.whole, self.world.store(), arena.known.clone());
            return Ok(solver.winner(&stones, mover)?);
        }
        let node = self.world.positions.node(position);
        Ok(self.solved(|solver| solver.winner(&node, mover))?)
    }

    pub(super) fn goal_outcome(&mut self, position: &Arc<Position>) -> Result<(Outcome, Method)> {
        let left = self.winner_of(position, Player::Left)?;
        let right = self.winner_of(position, Player::Right)?;
        Ok((Outcome::of(left.winner(), right.winner()), Method::Search))
    }

    /// What the clauses say: first of the player who has just moved, then of the other, then of
    /// a draw.
    pub(super) fn declared_end(
        &mut self,
        position: &Arc<Position>,
        mover: Player,
    ) -> Result<Option<Verdict>> {
        let (left, right) = ((Ending::Left, Verdict::Left), (Ending::Right, Verdict::Right));
        let order = match mover {
            Player::Left => [right, left, (Ending::Draw, Verdict::Draw)],
            Player::Right => [left, right, (Ending::Draw, Verdict::Draw)],
        };
        let ruleset = &position.ruleset;
        for (ending, verdict) in order {
            let mut goals = ruleset.tree.goals.iter().zip(&ruleset.rules.goals);
            let Some((_, condition)) = goals.find(|(goal, _)| goal.ending == ending) else {
                continue;
            };
            if host::truth(&self.evaluate_in(*condition, position)?).at(condition.span)? {
                return Ok(Some(verdict));
            }
        }
        Ok(None)
    }

    /// The boards of this size as bits, and this one among them.
    fn arena(&mut self, position: &Arc<Position>) -> Option<(Arc<Arena>, Stones)> {
        let [Value::Board(cells)] = position.arguments() else { return None };
        let (ruleset, size) = (&position.ruleset, (cells.board.rows(), cells.board.columns()));
        let mut goals = self.world.rules.facts(ruleset).goals.lock();
        let arena = match goals.arenas.get(&size) {
            Some(known) => known.clone(),
            None => {
                let whole = self.world.rules.whole(ruleset, size);
                let arena = whole.map(|whole| Arc::new(Arena { whole, known: Arc::default() }));
                goals.arenas.insert(size, arena.clone());
                arena
            }
        }?;
        let stones = arena.whole.stones(&cells.board);
        Some((arena, stones))
    }
}

/// A move as a summand, in a game decided by a goal.
pub(super) fn successor_sum(
    positions: &Positions,
    ruleset: &Arc<Ruleset>,
    option: &Value,
) -> Result<Sum<Node>> {
    match option {
        Value::Position(to) if to.ruleset == *ruleset => {
            Ok(vec![Component::Position(positions.node(to))])
        }
        other => Err(not_one_position(ruleset, other)),
    }
}

/// A move that leads to several positions, or to a game.
fn not_one_position(ruleset: &Ruleset, option: &Value) -> Fault {
    let name = &ruleset.tree.name.text;
    let message = format!(
        "{name} is decided by a goal, and a move leads to {}, not to one position of {name}",
        option.kind()
    );
    Fault::new(Code::WrongPosition, message)
}
