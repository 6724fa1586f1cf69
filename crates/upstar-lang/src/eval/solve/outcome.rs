//! Winners of sums: by a table, or as the core finds them.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use upstar_core::short::far_star;
use upstar_core::solve::{self, Component, Method};
use upstar_core::{Outcome, Player};

use super::engine::Table;
use super::nodes::{SolverNode, on_sum, summands};
use super::values::values_of;
use crate::eval::Machine;
use crate::value::{Attempt, Position, Result, Value, nimbers};

/// Winner when `first` moves first; `None` if neither player can force the end.
pub(in crate::eval) fn search_winner(
    machine: &mut Machine<'_>,
    value: &Value,
    first: Player,
) -> Attempt<(Option<Player>, Method)> {
    if let Some(position) = looked_up(machine, value)
        && let (ruleset, arguments) = (&position.ruleset, position.arguments())
        && let Some(wins) = machine.env.wins_in_table(ruleset, arguments, first)?
    {
        return Ok((Some(if wins { first } else { first.opponent() }), Method::Search));
    }
    let sum = joined_heaps(machine, value)?;
    on_sum!(machine, &sum, |searches, sum, seen| searches.sum_winner(sum, first, seen))
}

pub(in crate::eval) fn search_outcome(
    machine: &mut Machine<'_>,
    value: &Value,
) -> Attempt<(Outcome, Method)> {
    if let Some(position) = looked_up(machine, value)
        && let (ruleset, arguments) = (&position.ruleset, position.arguments())
        && let Some(outcome) = machine.env.outcome_in_table(ruleset, arguments)?
    {
        return Ok((outcome, Method::Search));
    }
    let sum = joined_heaps(machine, value)?;
    on_sum!(machine, &sum, |searches, sum, seen| searches.sum_outcome(sum, seen))
}

/// The position that a value is, if its winner may be looked up in a table of integers. Those of partizan rules are not, where
/// they are written as cells: there they fall apart.
fn looked_up<'v>(machine: &Machine<'_>, value: &'v Value) -> Option<&'v Position> {
    let Value::Position(position) = value else { return None };
    let ruleset = &position.ruleset;
    let has_table = machine.env.table_of(ruleset) == Some(Table::Integers);
    let falls_apart =
        || !ruleset.moves_are_alike() && machine.env.cells_when_paid(position).is_some();
    (has_table && !falls_apart()).then_some(position)
}

/// Splits the components of a value: those of unknown nimber, and the nimbers of the others (positions
/// whose ruleset has a table, and games).
fn partition(
    machine: &mut Machine<'_>,
    value: &Value,
) -> Result<(solve::Sum<SolverNode>, Vec<BigUint>)> {
    let (mut rest, mut nimbers) = (solve::Sum::new(), Vec::new());
    for part in summands(machine, value)? {
        let nimber = match &part {
            Component::Position(SolverNode::Position(number))
            | Component::Negative(SolverNode::Position(number)) => {
                machine.env.nimber_of_small_table(machine.env.numbered(*number))?
            }
            Component::Value(game) => machine.env.world.store().as_nimber(*game).map(BigUint::from),
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
pub(in crate::eval) fn known_heaps(
    machine: &mut Machine<'_>,
    value: &Value,
) -> Result<solve::Sum<SolverNode>> {
    let (mut sum, nimbers) = partition(machine, value)?;
    for nimber in nimbers {
        sum.push(Component::Value(machine.env.world.store().nimber(nimbers::stored(&nimber)?)?));
    }
    Ok(sum)
}

/// Sum with the same winner in which all known nimbers are added up, to a nimber of any size.
fn joined_heaps(machine: &mut Machine<'_>, value: &Value) -> Attempt<solve::Sum<SolverNode>> {
    let (mut rest, nimbers) = partition(machine, value)?;
    let total = nimbers.into_iter().fold(BigUint::ZERO, |total, nimber| total ^ nimber);
    if let Some(total) = total.to_u32() {
        if total > 0 {
            rest.push(Component::Value(machine.env.world.store().nimber(total)?));
        }
        return Ok(rest);
    }
    with_far_star(machine, rest)
}

/// Sum with the same winner as `rest` and a nimber too large to be a game. Any nimber that equals no position
/// of `rest` can stand for it (*Winning Ways*, chapter 8, remote stars).
fn with_far_star(
    machine: &mut Machine<'_>,
    rest: solve::Sum<SolverNode>,
) -> Attempt<solve::Sum<SolverNode>> {
    let values = values_of(machine, rest)?;
    let store = machine.env.world.store();
    let game = store.total(&values)?;
    let star = store.nimber(far_star(store, game)?)?;
    Ok([game, star].into_iter().map(Component::Value).collect())
}
