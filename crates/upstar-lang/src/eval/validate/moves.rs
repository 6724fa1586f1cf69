//! Moves on numbered boards, compared with those by the rules.
//!
//! Knows: components of positions. Must not know: how boards are numbered or split.
//!
//! A move in a sum of parts is a move in one part. So the sums that the rules lead to, each split, are those that come
//! from the parts with one replaced by an option of it. Both are compared as sets of sums in normal form.

use std::collections::BTreeSet;
use std::sync::Arc;

use upstar_core::Player;
use upstar_core::board::rewrite::Id;
use upstar_core::solve::{Component, Playable as _, Sum};

use super::graph::SortedSum;
use crate::eval::Machine;
use crate::eval::environment::Environment;
use crate::eval::positions::stated::stated;
use crate::eval::solve::nodes::SolverNode;
use crate::value::{Position, Result, TermKind, Value};

/// Largest number of cells of boards whose moves are compared.
const MOST_CELLS: usize = 144;

/// A sum of numbered boards in an order of its own.
type Numbers = Vec<(bool, Id)>;

/// The numbers of moves by fast methods and by the rules, if the moves on a board differ.
pub(super) fn board_moves_differ(
    machine: &mut Machine<'_>,
    state: &SortedSum,
) -> Result<Option<[String; 2]>> {
    let [term] = &state[..] else { return Ok(None) };
    let TermKind::Position(position) = &term.kind else { return Ok(None) };
    match position.arguments() {
        [Value::Board(cells)] if cells.board.symbols().len() <= MOST_CELLS => {}
        _ => return Ok(None),
    }
    if stated(machine, position)?.is_some() {
        return Ok(None);
    }
    let parts = machine.env.split(position, false)?;
    let Some(table) = table_of(&parts) else {
        return dead_board_differs(machine, position, &parts);
    };
    let ends = machine.env.world.board_tables[table].planes.provably_ends();
    for player in [Player::Left, Player::Right] {
        let mut fast = BTreeSet::new();
        for (place, part) in parts.iter().enumerate() {
            let others = parts[..place].iter().chain(&parts[place + 1..]);
            let others: Vec<Component<SolverNode>> = others.cloned().collect();
            for option in moves_of_part(machine, part, player)? {
                machine.env.budget.step()?;
                let sum = [others.clone(), option].concat();
                let Some(sum) = machine.env.numbers(table, &sum) else { return Ok(None) };
                fast.insert(sum);
            }
        }
        let mut plain = BTreeSet::new();
        for option in machine.options_of(position, player)? {
            let Value::Position(option) = option else { return Ok(None) };
            if !ends && may_stay(machine, &option)? {
                return Ok(None);
            }
            let sum = machine.env.split(&option, false)?;
            let Some(sum) = machine.env.numbers(table, &sum) else { return Ok(None) };
            plain.insert(sum);
        }
        if fast != plain {
            return Ok(Some([fast, plain].map(|moves| counted(moves.len()))));
        }
    }
    Ok(None)
}

/// Whether some move leaves a position as it is. A board with such moves is not cut, and as a part of a sum its parts are: these
/// are two sums for one position.
fn may_stay(machine: &mut Machine<'_>, position: &Arc<Position>) -> Result<bool> {
    for player in [Player::Left, Player::Right] {
        let stays = |option: &Value| matches!(option, Value::Position(after) if after == position);
        if machine.options_of(position, player)?.iter().any(stays) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a board without parts has moves.
fn dead_board_differs(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
    parts: &[Component<SolverNode>],
) -> Result<Option<[String; 2]>> {
    if !parts.is_empty() {
        return Ok(None);
    }
    let mut moves = machine.options_of(position, Player::Left)?.len();
    moves += machine.options_of(position, Player::Right)?.len();
    Ok((moves > 0).then(|| [0, moves].map(counted)))
}

fn moves_of_part(
    machine: &mut Machine<'_>,
    part: &Component<SolverNode>,
    player: Player,
) -> Result<Vec<Sum<SolverNode>>> {
    let (node, negated) = match part {
        Component::Position(node) => (node, false),
        Component::Negative(node) => (node, true),
        Component::Value(_) => return Ok(Vec::new()),
    };
    let mover = if negated { player.opponent() } else { player };
    let options = machine.solved(|searches| searches.rules().options(node, mover))?;
    let signed = |part| match part {
        Component::Position(node) if negated => Component::Negative(node),
        Component::Negative(node) if negated => Component::Position(node),
        other => other,
    };
    Ok(options.into_iter().map(|sum| sum.into_iter().map(signed).collect()).collect())
}

impl Environment<'_> {
    /// A sum of boards of a table by their numbers; `None` for others. Boards that are their own negatives have no
    /// sign.
    fn numbers(&self, table: usize, sum: &[Component<SolverNode>]) -> Option<Numbers> {
        let planes = &self.world.board_tables[table].planes;
        let number = |part: &Component<SolverNode>| match part {
            Component::Position(SolverNode::Board(of, id)) if *of == table => Some((false, *id)),
            Component::Negative(SolverNode::Board(of, id)) if *of == table => {
                Some((!planes.is_own_negative(id), *id))
            }
            _ => None,
        };
        let mut numbers: Numbers = sum.iter().map(number).collect::<Option<_>>()?;
        numbers.sort_unstable();
        Some(numbers)
    }
}

fn counted(moves: usize) -> String {
    format!("{moves} different moves")
}

/// The table of the boards that a sum consists of.
fn table_of(sum: &[Component<SolverNode>]) -> Option<usize> {
    match sum.first()? {
        Component::Position(SolverNode::Board(table, _))
        | Component::Negative(SolverNode::Board(table, _)) => Some(*table),
        _ => None,
    }
}
