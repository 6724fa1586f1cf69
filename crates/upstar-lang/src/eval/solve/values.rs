//! Values and nimbers of positions: by tables of heaps, or of the parts of a position.

use std::sync::Arc;

use num_bigint::BigUint;
use upstar_core::solve::{self, Component};
use upstar_core::{Budget, Error, Game};

use crate::analysis::heaps::Tuples;
use crate::eval::Machine;
use crate::eval::environment::Environment;
use crate::eval::positions::stated::heads;
use crate::eval::solve::engine::Table;
use crate::eval::solve::nodes::{SolverNode, on_boards, parts_of};
use crate::eval::solve::points::by_last_move;
use crate::eval::validate::FastMethod;
use crate::value::{Attempt, Fault, Position, Result, Ruleset, Value, nimbers};

pub(in crate::eval) fn solve(machine: &mut Machine<'_>, position: &Arc<Position>) -> Attempt<Game> {
    by_last_move(&position.ruleset)?;
    let store = machine.env.world.store();
    if let Some(nimber) = machine.env.table_nimber(position)? {
        return Ok(store.nimber(nimbers::stored(&nimber)?)?);
    }
    let parts = parts_of(machine, position, false)?;
    let values = values_of(machine, parts)?;
    Ok(store.total(&values)?)
}

/// Values of components.
pub(in crate::eval) fn values_of(
    machine: &mut Machine<'_>,
    parts: solve::Sum<SolverNode>,
) -> Attempt<Vec<Game>> {
    let store = machine.env.world.store();
    let mut values = Vec::with_capacity(parts.len());
    for part in parts {
        values.push(match part {
            Component::Position(SolverNode::Board(table, id))
            | Component::Negative(SolverNode::Board(table, id)) => {
                let value = on_boards(machine, table, |solver| solver.value(&id))?;
                if matches!(part, Component::Negative(_)) { store.neg(value)? } else { value }
            }
            _ => machine.solved(|solver| solver.sum_value(&[part]))?,
        });
    }
    Ok(values)
}

/// Question who wins a position of several integers: [`Tuples::wins`] or [`Tuples::wins_misere`].
type AskWinner =
    fn(&mut Tuples, &Ruleset, &[Value], &Budget) -> std::result::Result<Option<bool>, Error>;

/// Positions of a table that is filled to find the winner of one.
const MOST_IN_SMALL_TABLE: u64 = 1 << 20;

impl Environment<'_> {
    /// Nimber of a position whose ruleset has a table: a heap, a row of coins, or several integers.
    pub(in crate::eval) fn table_nimber(&self, position: &Position) -> Result<Option<BigUint>> {
        let ruleset = &position.ruleset;
        match self.table_of(ruleset) {
            Some(Table::Integers) => {
                by_last_move(ruleset)?;
                if let Some(nimber) = self.pile_nimber(position)? {
                    return Ok(self.perhaps_spoilt(Some(nimber)));
                }
                let nimber = self.with_tuples(ruleset, |tuples, rules| {
                    tuples.nimber(rules, position.arguments(), &self.budget)
                })?;
                Ok(self.perhaps_spoilt(nimber.map(BigUint::from)))
            }
            _ => self.heap_nimber(position),
        }
    }

    /// Whether the player who begins wins a position whose ruleset has a table of that: one of several integers. `ask` is
    /// about normal or misère play.
    pub(super) fn table_wins(&self, position: &Position, ask: AskWinner) -> Result<Option<bool>> {
        let ruleset = &position.ruleset;
        if self.table_of(ruleset) != Some(Table::Integers) {
            return Ok(None);
        }
        let wins = self.with_tuples(ruleset, |tuples, rules| {
            ask(tuples, rules, position.arguments(), &self.budget)
        })?;
        Ok(wins.map(|wins| wins != self.world.validation.spoils(FastMethod::Tables)))
    }

    /// Whether nimbers of a position of several integers are looked for in a table, as far as is known.
    pub(in crate::eval) fn reads_integers(&self, ruleset: &Ruleset, arguments: &[Value]) -> bool {
        self.has_piles(ruleset)
            || self.with_tuples(ruleset, |tuples, rules| tuples.reads(rules, arguments))
    }

    fn perhaps_spoilt(&self, nimber: Option<BigUint>) -> Option<BigUint> {
        nimber.map(|nimber| nimber + u8::from(self.world.validation.spoils(FastMethod::Tables)))
    }

    /// Nimber of a position whose ruleset has a table, if the table is small. In a large one a search for the winner meets few
    /// of the positions that a nimber needs.
    pub(in crate::eval) fn nimber_of_small_table(
        &self,
        position: &Position,
    ) -> Result<Option<BigUint>> {
        match is_in_small_table(position) {
            true => self.table_nimber(position),
            false => self.heap_nimber(position),
        }
    }

    /// Nimber of a heap or row of coins, if its ruleset has a table.
    pub(super) fn heap_nimber(&self, position: &Position) -> Result<Option<BigUint>> {
        by_last_move(&position.ruleset)?;
        let ruleset = &position.ruleset;
        let table = self.table_of(ruleset);
        let nimber = |size: &_| {
            let nimber = self.with_heaps(ruleset, |heaps| heaps.nimber(size))?;
            Ok::<_, Fault>(self.perhaps_spoilt(nimber))
        };
        match (table, position.arguments()) {
            (Some(Table::Heaps | Table::Coins), [Value::Number(size)]) => {
                let size = size.to_integer().and_then(|size| size.to_biguint());
                size.map_or(Ok(None), |size| nimber(&size))
            }
            (Some(Table::Coins), [Value::Board(row)]) => {
                let mut total = Some(BigUint::ZERO);
                for place in heads(row) {
                    let of_head = nimber(&BigUint::from(place as u64))?;
                    total = total.zip(of_head).map(|(sum, nimber)| sum ^ nimber);
                    if total.is_none() {
                        break;
                    }
                }
                Ok(total)
            }
            _ => Ok(None),
        }
    }
}

/// Whether the integers of a position make a small table, in which nimbers are found to find a winner.
pub(super) fn is_in_small_table(position: &Position) -> bool {
    let count = |count: u64, value: &Value| match value {
        Value::Number(number) => count.checked_mul(number.to_i64()?.unsigned_abs() + 1),
        _ => None,
    };
    let positions = position.arguments().iter().try_fold(1, |all, value| match value {
        Value::List(items) => items.items().iter().try_fold(all, count),
        value => count(all, value),
    });
    positions.is_some_and(|positions| positions <= MOST_IN_SMALL_TABLE)
}

/// Nimber of a position by its table, or of its parts.
pub(in crate::eval) fn nimber_of(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
) -> Attempt<Option<BigUint>> {
    by_last_move(&position.ruleset)?;
    if let Some(nimber) = machine.env.table_nimber(position)? {
        return Ok(Some(nimber));
    }
    let store = machine.env.world.store();
    let mut total: u32 = 0;
    for part in parts_of(machine, position, false)? {
        let nimber = match part {
            Component::Position(SolverNode::Board(table, id))
            | Component::Negative(SolverNode::Board(table, id)) => {
                on_boards(machine, table, |solver| solver.nimber(&id))?
            }
            Component::Position(place) | Component::Negative(place) => {
                machine.solved(|solver| solver.nimber(&place))?
            }
            Component::Value(game) => store.as_nimber(game),
        };
        let Some(nimber) = nimber else { return Ok(None) };
        total ^= nimber;
    }
    Ok(Some(BigUint::from(total)))
}
