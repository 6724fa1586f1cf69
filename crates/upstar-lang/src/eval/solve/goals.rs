//! Games decided by a goal: how play has ended, and who wins.
//!
//! Knows: boards of at most 512 cells are bits; other positions are evaluated by the rules.
//! Must not know: how a result is searched.
//!
//! `analysis/goals.rs` reads the same clauses as conditions on a board. It stays there, because `rules` asks it before
//! anything is evaluated; this file runs the clauses, or asks what was read.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use upstar_core::board::{Board, GoalBoards};
use upstar_core::solve::goal::Verdict;
use upstar_core::solve::{Component, Method, Sum};
use upstar_core::{Outcome, Player};

use super::nodes::SolverNode;
use crate::diagnostic::Code;
use crate::eval::Machine;
use crate::eval::environment::Environment;
use crate::eval::validate::{FastMethod, TurnsWinner};
use crate::syntax::ast::Ending;
use crate::value::{At, Fault, Position, Result, Ruleset, Value, expect};

/// Sizes of boards for which goals are read, if none could be.
const MOST_TRIED: usize = 4;

/// The boards of a ruleset as bits, by rows and columns; `None` for those that are too large.
#[derive(Default)]
pub(in crate::eval) struct Goals {
    boards: FxHashMap<(usize, usize), Option<Arc<GoalBoards>>>,
}

impl Goals {
    /// Number of positions in the memos.
    pub(in crate::eval) fn len(&self) -> usize {
        self.boards.values().flatten().map(|boards| boards.known()).sum()
    }
}

/// How play has ended in a position when `mover` would be to move.
pub(in crate::eval) fn end_of(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
    mover: Player,
) -> Result<Option<Verdict>> {
    match machine.env.goal_boards(position) {
        Some((boards, board)) => Ok(boards.ended(board, mover)),
        None => declared_end(machine, position, mover),
    }
}

/// Who wins a position when `mover` begins.
pub(in crate::eval) fn winner_of(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
    mover: Player,
) -> Result<Verdict> {
    if let Some((boards, board)) = machine.env.goal_boards(position) {
        let verdict = boards.winner(board, mover, machine.env.world.store())?;
        let spoilt = machine.env.world.validation.spoils(FastMethod::Goals);
        return Ok(if spoilt {
            Verdict::of(verdict.winner().map(Player::opponent))
        } else {
            verdict
        });
    }
    let node = machine.env.goal_node(position);
    Ok(machine.solved(|searches| searches.winner(&node, mover))?)
}

pub(in crate::eval) fn goal_outcome(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
) -> Result<(Outcome, Method)> {
    let value = Value::Position(position.clone());
    let left = machine.answered(TurnsWinner(Player::Left), &value)?;
    let right = machine.answered(TurnsWinner(Player::Right), &value)?;
    Ok((Outcome::of(left.winner(), right.winner()), Method::Search))
}

/// What the clauses say: first of the player who has just moved, then of the other, then of
/// a draw.
pub(in crate::eval) fn declared_end(
    machine: &mut Machine<'_>,
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
        if expect::truth(&machine.evaluate_in(*condition, position)?).at(condition.span)? {
            return Ok(Some(verdict));
        }
    }
    let says = |ending: Ending| {
        ruleset.tree.goals.iter().any(|goal| goal.ending == ending && goal.no_moves)
    };
    match order.into_iter().find(|(ending, _)| says(*ending)) {
        Some((_, verdict)) => {
            let can_move = !machine.first_options_of(position, mover, 1)?.is_empty();
            Ok((!can_move).then_some(verdict))
        }
        None => Ok(None),
    }
}

impl Environment<'_> {
    /// A move as a summand, in a game decided by a goal.
    pub(super) fn successor_sum(
        &self,
        ruleset: &Arc<Ruleset>,
        option: &Value,
    ) -> Result<Sum<SolverNode>> {
        match option {
            Value::Position(to) if to.ruleset == *ruleset => {
                Ok(vec![Component::Position(self.goal_node(to))])
            }
            other => Err(not_one_position(ruleset, "is decided by a goal", other)),
        }
    }

    /// The node of a position in a game decided by a goal.
    fn goal_node(&self, position: &Arc<Position>) -> SolverNode {
        let Some((number, bits)) = self.cells_of(position) else { return self.node_of(position) };
        let table = &self.world.cell_tables[number as usize];
        SolverNode::State(number, table.number(table.rules.game.whole(bits)).0)
    }

    /// The boards of this size as bits, and this one.
    pub(super) fn goal_boards<'p>(
        &self,
        position: &'p Position,
    ) -> Option<(Arc<GoalBoards>, &'p Board)> {
        let [Value::Board(cells)] = position.arguments() else { return None };
        if self.is_plain(&position.ruleset) {
            return None;
        }
        let (ruleset, size) = (&position.ruleset, (cells.board.rows(), cells.board.columns()));
        let mut goals = self.facts(ruleset).goals.lock();
        if let Some(known) = goals.boards.get(&size) {
            return Some((known.clone()?, &cells.board));
        }
        // Goals that cannot be read on some boards can hardly be read on others.
        let is_tried = goals.boards.len() < MOST_TRIED
            || goals.boards.values().any(Option::is_some)
            || self.goals(ruleset).is_some();
        let found = if is_tried { self.goal_boards_on(ruleset, &cells.board) } else { None };
        let boards = found.map(Arc::new);
        goals.boards.insert(size, boards.clone());
        Some((boards?, &cells.board))
    }
}

/// A move that leads to several positions, or to a game. `why` is a clause about the ruleset.
pub(super) fn not_one_position(ruleset: &Ruleset, why: &str, option: &Value) -> Fault {
    let name = &ruleset.tree.name.text;
    let message = format!(
        "{name} {why}, and a move leads to {}, not to one position of {name}",
        option.kind()
    );
    Fault::new(Code::WrongPosition, message)
}
