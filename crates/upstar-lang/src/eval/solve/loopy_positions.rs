//! Positions with possibly infinite play: winners, values, nimbers of impartial ones.
//!
//! The core lists the graph of positions (`Solver::ends` and its kin); this file splits positions into
//! components, and reports limits.

use std::sync::Arc;

use upstar_core::Game;
use upstar_core::impartial::LoopyNimber;
use upstar_core::loopy::{self, GameValue, Winners};
use upstar_core::solve::{self, Component, Lines, Method, Ruleset as _};

use super::engine::BoardRules;
use super::nodes::{SolverNode, on_boards, parts_of};
use super::outcome::all_boards;
use crate::analysis::termination::shrinks;
use crate::eval::Machine;
use crate::eval::environment::Environment;
use crate::value::host::Host;
use crate::value::{Attempt, Fault, NoAnswer, Position, Result, Value, nimbers};

/// Steps of the search for an infinite line of play.
const PROBE_STEPS: u64 = 1 << 14;

/// Nimber of an impartial position with finite or infinite play.
pub(in crate::eval) fn nimber_even_if_loopy(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
) -> Attempt<Option<LoopyNimber>> {
    if !Host::is_impartial(machine, position) {
        return Ok(None);
    }
    let repeats = match machine.position_nimber(position) {
        Err(NoAnswer::Repeats(fault)) => fault,
        other => {
            let nimber = other?.map(|nimber| nimbers::stored(&nimber)).transpose()?;
            return Ok(nimber.map(LoopyNimber::Finite));
        }
    };
    let parts = parts_of(machine, position, false)?;
    loopy_sum(machine, &parts)?.ok_or(NoAnswer::Repeats(repeats)).map(Some)
}

/// Nimber of a sum; `None` if a component is not impartial.
fn loopy_sum(
    machine: &mut Machine<'_>,
    sum: &[Component<SolverNode>],
) -> Attempt<Option<LoopyNimber>> {
    let mut total = LoopyNimber::Finite(0);
    for part in sum {
        let nimber = match part {
            Component::Value(game) => {
                machine.env.world.store().as_nimber(*game).map(LoopyNimber::Finite)
            }
            Component::Position(node) | Component::Negative(node) => node_nimber(machine, node)?,
        };
        let Some(nimber) = nimber else { return Ok(None) };
        total = total.plus(&nimber);
    }
    Ok(Some(total))
}

fn node_nimber(machine: &mut Machine<'_>, node: &SolverNode) -> Attempt<Option<LoopyNimber>> {
    let mut seen = 0;
    let found = match node {
        SolverNode::Board(table, id) => {
            on_boards(machine, *table, |solver| match solver.rules().is_impartial(id) {
                true => solver.loopy_nimber(id, &mut seen),
                false => Ok(None),
            })
        }
        _ => machine.solved(|solver| match solver.rules().is_impartial(node) {
            true => solver.loopy_nimber(node, &mut seen),
            false => Ok(None),
        }),
    };
    found.map_err(|why| why.map(|fault| counted(fault, seen)))
}

/// Winners of a loopy sum: by nimbers if it is impartial, else by the graph of positions.
pub(super) fn winners_of(
    machine: &mut Machine<'_>,
    sum: &solve::Sum<SolverNode>,
) -> Attempt<(Winners, Method)> {
    if let Some(nimber) = loopy_sum(machine, sum)? {
        let [left_starts, right_starts] = nimber.outcome().winners();
        return Ok((Winners { left_starts, right_starts }, Method::Value));
    }
    let mut seen = 0;
    let found = match all_boards(sum) {
        Some((table, boards)) => {
            on_boards(machine, table, |solver| solver.winners(&boards, &mut seen))
        }
        None => machine.solved(|solver| solver.winners(sum, &mut seen)),
    };
    let winners = found.map_err(|why| why.map(|fault| counted(fault, seen)))?;
    Ok((winners, Method::Graph))
}

/// Value of a position with finite or infinite play.
pub(in crate::eval) fn worth(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
) -> Attempt<GameValue> {
    match machine.position_value(position) {
        Err(NoAnswer::Repeats(_)) => {}
        other => return other.map(GameValue::Short),
    }
    let store = machine.env.world.store();
    let mut total = GameValue::Short(Game::ZERO);
    for part in parts_of(machine, position, false)? {
        let worth = match &part {
            Component::Value(game) => GameValue::Short(*game),
            Component::Position(node) => node_worth(machine, node)?,
            Component::Negative(node) => loopy::negative(store, &node_worth(machine, node)?)?,
        };
        total = match total {
            GameValue::Short(Game::ZERO) => worth,
            total => loopy::sum(store, &total, &worth)?,
        };
    }
    Ok(total)
}

fn node_worth(machine: &mut Machine<'_>, node: &SolverNode) -> Attempt<GameValue> {
    let mut seen = 0;
    let found = match node {
        SolverNode::Board(table, id) => {
            on_boards(machine, *table, |solver| solver.worth(id, &mut seen))
        }
        _ => machine.solved(|solver| solver.worth(node, &mut seen)),
    };
    found.map_err(|why| why.map(|fault| counted(fault, seen)))
}

impl Environment<'_> {
    /// Whether the rules alone prove that play from a position ends, because each move uses something up. A
    /// stated `parts` may lead elsewhere, and is not used.
    pub(super) fn position_ends(&self, position: &Position) -> bool {
        let ruleset = &position.ruleset;
        let stated = ruleset.base().is_none() && ruleset.tree.parts.is_some();
        match position.arguments() {
            _ if self.is_plain(ruleset) => false,
            [Value::Board(cells)] if !stated => match self.board_rules(ruleset, &cells.board) {
                Some(BoardRules::Found(boards) | BoardRules::Placements(boards)) => {
                    boards.provably_ends(&cells.board, &self.budget)
                }
                Some(BoardRules::Written) => {
                    self.world.rules.compiled(ruleset).surely_ends(&cells.board, &self.budget)
                }
                None => false,
            },
            [Value::Graph(_)] => {
                let known = &self.facts(ruleset).shrinks;
                *known.get_or_init(|| shrinks(&self.normal(ruleset).tree))
            }
            _ => false,
        }
    }
}

/// Whether a component of a sum is found to repeat. The search cancels a component and its negative
/// only if play in it ends, so in sums of several components each is probed.
pub(super) fn repeats_surely(
    machine: &mut Machine<'_>,
    sum: &solve::Sum<SolverNode>,
) -> Result<bool> {
    let several = sum.iter().filter(|part| !matches!(part, Component::Value(_))).count() > 1;
    for part in sum {
        let (Component::Position(node) | Component::Negative(node)) = part else { continue };
        let repeats = match probe_repetition(machine, node, several) {
            Err(NoAnswer::Repeats(_)) => true,
            repeats => repeats?,
        };
        if repeats {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a node is known to repeat; if `walked`, a short search is made too.
fn probe_repetition(machine: &mut Machine<'_>, node: &SolverNode, walked: bool) -> Attempt<bool> {
    match node {
        SolverNode::Loopy(_) => Ok(true),
        SolverNode::Board(table, id) => on_boards(machine, *table, |solver| match walked {
            true => Ok(solver.lines(id, PROBE_STEPS)? == Lines::Return),
            false => Ok(solver.repeats_surely(id)),
        }),
        SolverNode::Position(_) | SolverNode::State(..) if walked => {
            machine.solved(|solver| Ok(solver.lines(node, PROBE_STEPS)? == Lines::Return))
        }
        SolverNode::Position(_) | SolverNode::State(..) => {
            machine.solved(|solver| Ok(solver.repeats_surely(node)))
        }
    }
}

/// Winners of a sum as far as they are known, without a search.
pub(super) fn known_winners(
    machine: &mut Machine<'_>,
    sum: &solve::Sum<SolverNode>,
) -> Attempt<Option<Winners>> {
    let Some(Component::Position(node) | Component::Negative(node)) = sum.first() else {
        return Ok(None);
    };
    match (node, all_boards(sum)) {
        (SolverNode::Board(..), Some((table, boards))) => {
            on_boards(machine, table, |solver| Ok(solver.known_winners(&boards)))
        }
        _ => machine.solved(|solver| Ok(solver.known_winners(sum))),
    }
}

/// Adds to the fault of a limit how many positions were visited.
fn counted(fault: Fault, seen: u64) -> Fault {
    match fault.is_exhaustion() && seen > 0 {
        true => fault.note(format!(
            "{seen} positions have been looked at, and there are more: perhaps there is no end of \
             them"
        )),
        false => fault,
    }
}
