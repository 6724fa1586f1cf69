//! Values and nimbers of positions: by tables of heaps, or of the parts of a position.

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use upstar_core::solve::{self, Component};
use upstar_core::{Budget, Error, Game, Outcome, Player};

use crate::analysis::heaps::{ClosedRules, Heaps, Tuples};
use crate::eval::Machine;
use crate::eval::environment::Environment;
use crate::eval::positions::stated::heads;
use crate::eval::solve::engine::Table;
use crate::eval::solve::nodes::{SolverNode, on_boards, parts_of};
use crate::eval::solve::points::by_last_move;
use crate::eval::validate::FastMethod;
use crate::value::code::TableQuestion;
use crate::value::scalar::Scalar;
use crate::value::{Attempt, Fault, Position, Result, Ruleset, Value, nimbers};

pub(in crate::eval) fn solve(machine: &mut Machine<'_>, position: &Arc<Position>) -> Attempt<Game> {
    by_last_move(&position.ruleset)?;
    let store = machine.env.world.store();
    if let Some(nimber) = machine.env.table_nimber(&position.ruleset, position.arguments())? {
        return Ok(store.nimber(nimbers::stored(&nimber)?)?);
    }
    // What is written as cells falls apart.
    if !position.ruleset.moves_are_alike()
        && machine.env.cells_when_paid(position).is_none()
        && let Some(game) = machine.env.table_value(&position.ruleset, position.arguments())?
    {
        return Ok(game);
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
                let value = on_boards(machine, table, |searches| searches.value(&id))?;
                if matches!(part, Component::Negative(_)) { store.neg(value)? } else { value }
            }
            _ => machine.solved(|searches| searches.sum_value(&[part]))?,
        });
    }
    Ok(values)
}

/// Question who wins a position of several integers: [`Tuples::wins`] or [`Tuples::wins_misere`].
pub(super) type AskWinner = fn(
    &mut Tuples,
    ClosedRules<'_>,
    &[Value],
    Player,
    &Budget,
) -> std::result::Result<Option<bool>, Error>;

/// Positions of a table that is filled to find the winner of one.
const MOST_IN_SMALL_TABLE: u64 = 1 << 20;

impl Environment<'_> {
    /// Nimber of the position with these arguments, whose ruleset has a table: a heap, a row of coins, or several integers.
    pub(in crate::eval) fn table_nimber(
        &self,
        ruleset: &Ruleset,
        arguments: &[Value],
    ) -> Result<Option<BigUint>> {
        match self.table_of(ruleset) {
            Some(Table::Integers) => {
                by_last_move(ruleset)?;
                if let Some(nimber) = self.pile_nimber(ruleset, arguments)? {
                    return Ok(self.perhaps_spoilt(Some(nimber)));
                }
                let nimber = self.with_tuples(ruleset, |tuples, rules| {
                    tuples.nimber(rules, arguments, &self.budget)
                })?;
                Ok(self.perhaps_spoilt(nimber.map(BigUint::from)))
            }
            _ => self.heap_nimber(ruleset, arguments),
        }
    }

    /// Canonical form of the position with these arguments, in a ruleset in which the players move differently, whose
    /// positions are heaps or several integers; `None` if the evaluator must find it.
    pub(in crate::eval) fn table_value(
        &self,
        ruleset: &Ruleset,
        arguments: &[Value],
    ) -> Result<Option<Game>> {
        if !self.has_table_of_values(ruleset) {
            return Ok(None);
        }
        let store = self.world.store();
        let value =
            self.with_tuples(ruleset, |tuples, rules| tuples.value(rules, arguments, store))?;
        let spoils = self.world.validation.spoils(FastMethod::Tables);
        Ok(match value {
            Some(game) if spoils => Some(store.add(game, Game::ONE)?),
            value => value,
        })
    }

    /// Whether a position passes the checks of its ruleset, as far as that is known from integer arithmetic. It is not asked
    /// before the checks of some positions have been evaluated, since reading them takes longer.
    pub(in crate::eval) fn surely_passes(&self, position: &Position) -> bool {
        let ruleset = &position.ruleset;
        !self.is_plain(ruleset)
            && self.with_tuples(ruleset, |tuples, rules| {
                tuples.has_checked_some() && tuples.passes(rules, position.arguments())
            })
    }

    /// Whether there may be a table of values of positions of a ruleset.
    pub(super) fn has_table_of_values(&self, ruleset: &Ruleset) -> bool {
        let table = self.table_of(ruleset);
        matches!(table, Some(Table::Integers | Table::Heaps)) && !ruleset.moves_are_alike()
    }

    /// Whether `first`, who begins, wins the position with these arguments, whose ruleset has a table of that: one of several
    /// integers. `ask` is about normal or misère play.
    pub(super) fn table_wins(
        &self,
        ruleset: &Ruleset,
        arguments: &[Value],
        first: Player,
        ask: AskWinner,
    ) -> Result<Option<bool>> {
        if self.table_of(ruleset) != Some(Table::Integers) {
            return Ok(None);
        }
        let wins = self.with_tuples(ruleset, |tuples, rules| {
            ask(tuples, rules, arguments, first, &self.budget)
        })?;
        Ok(wins.map(|wins| wins != self.world.validation.spoils(FastMethod::Tables)))
    }

    /// Whether `first`, who begins, wins the position with these arguments, in a table of several integers, where the opponent
    /// forbids up to so many options before each move, and perhaps in misère play.
    pub(super) fn blocked_in_table(
        &self,
        ruleset: &Ruleset,
        arguments: &[Value],
        first: Player,
        (most, misere): (u32, bool),
    ) -> Result<Option<bool>> {
        if !self.is_of_integers(ruleset) || self.is_plain(ruleset) {
            return Ok(None);
        }
        let wins = self.with_tuples(ruleset, |tuples, rules| {
            tuples.wins_blocked(rules, arguments, (first, most, misere), &self.budget)
        })?;
        Ok(wins.map(|wins| wins != self.world.validation.spoils(FastMethod::Tables)))
    }

    /// Whether `first`, who begins, wins the position with these arguments, in a table of several integers.
    pub(super) fn wins_in_table(
        &self,
        ruleset: &Ruleset,
        arguments: &[Value],
        first: Player,
    ) -> Result<Option<bool>> {
        if self.table_of(ruleset) == Some(Table::Integers)
            && let Some(nimber) = self.pile_nimber(ruleset, arguments)?
        {
            return Ok(Some(!nimber.is_zero()));
        }
        self.table_wins(ruleset, arguments, first, Tuples::wins)
    }

    /// Outcome of the position with these arguments, in a table of several integers.
    pub(super) fn outcome_in_table(
        &self,
        ruleset: &Ruleset,
        arguments: &[Value],
    ) -> Result<Option<Outcome>> {
        let Some(left) = self.wins_in_table(ruleset, arguments, Player::Left)? else {
            return Ok(None);
        };
        let right = match ruleset.moves_are_alike() {
            true => Some(left),
            false => self.wins_in_table(ruleset, arguments, Player::Right)?,
        };
        let winner =
            |wins: bool, player: Player| Some(if wins { player } else { player.opponent() });
        let outcome = |right| Outcome::of(winner(left, Player::Left), winner(right, Player::Right));
        Ok(right.map(outcome))
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
        let (ruleset, arguments) = (&position.ruleset, position.arguments());
        match is_in_small_table(position) {
            true => self.table_nimber(ruleset, arguments),
            false => self.heap_nimber(ruleset, arguments),
        }
    }

    /// Nimber of a heap or row of coins, if its ruleset has a table.
    fn heap_nimber(&self, ruleset: &Ruleset, arguments: &[Value]) -> Result<Option<BigUint>> {
        by_last_move(ruleset)?;
        let table = self.table_of(ruleset);
        let nimber = |size: &_| {
            let nimber = self.with_heaps(ruleset, |heaps| heaps.nimber(size))?;
            Ok::<_, Fault>(self.perhaps_spoilt(nimber))
        };
        match (table, arguments) {
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

impl Machine<'_> {
    /// The answer of a table to a question about the position that a call makes; `call` has the ruleset, and then the arguments.
    /// `None` where the position must be made: where the ruleset may refuse it, where validation may ask about it, and where
    /// something fails.
    pub(in crate::eval) fn by_table(
        &self,
        asked: TableQuestion,
        call: &[Scalar],
    ) -> Option<Scalar> {
        let (Scalar::Value(Value::Ruleset(ruleset)), arguments) = call.split_first()? else {
            return None;
        };
        let table = self.env.table_of(ruleset)?;
        if !self.makes_any(ruleset, table, arguments) || self.may_be_examined(ruleset) {
            return None;
        }
        if let (TableQuestion::Nimber, Table::Heaps, [Scalar::Int(size)]) =
            (asked, table, arguments)
            && !ruleset.tree.checks_positions()
        {
            let small = |heaps: &mut Heaps| heaps.small_nimber(size.unsigned_abs());
            let nimber = self.env.with_heaps(ruleset, small).ok()??;
            let spoilt = self.env.world.validation.spoils(FastMethod::Tables);
            return Some(Scalar::Int(i64::try_from(nimber).ok()? + i64::from(spoilt)));
        }
        let arguments: Vec<Value> = arguments
            .iter()
            .map(|argument| argument.clone().value())
            .collect::<Result<_>>()
            .ok()?;
        let passes = !ruleset.tree.checks_positions()
            || self.env.with_tuples(ruleset, |tuples, rules| tuples.passes(rules, &arguments));
        if !passes {
            return None;
        }
        if asked == TableQuestion::Value && !ruleset.moves_are_alike() {
            let game = self.env.table_value(ruleset, &arguments).ok()??;
            return Some(Scalar::Value(Value::of_game(self.env.world.store(), game)));
        }
        let nimber = || self.env.table_nimber(ruleset, &arguments).ok()?;
        let outcome = match (asked, table) {
            (TableQuestion::Nimber, _) => return Some(Scalar::Int(nimber()?.to_i64()?)),
            (TableQuestion::Value, _) => {
                let store = self.env.world.store();
                let game = store.nimber(nimbers::stored(&nimber()?).ok()?).ok()?;
                return Some(Scalar::Value(Value::of_game(store, game)));
            }
            (TableQuestion::Outcome, Table::Integers) => {
                self.env.outcome_in_table(ruleset, &arguments).ok()??
            }
            (TableQuestion::Outcome, _) if nimber()?.is_zero() => Outcome::P,
            (TableQuestion::Outcome, _) => Outcome::N,
        };
        Some(Scalar::Value(Value::Outcome(outcome)))
    }

    /// Whether a ruleset makes a position of these integers that passes its checks.
    fn makes_any(&self, ruleset: &Ruleset, table: Table, arguments: &[Scalar]) -> bool {
        let tree = &ruleset.tree;
        let fits = match (table, arguments) {
            (Table::Heaps, [Scalar::Int(size)]) => *size >= 0,
            (Table::Integers, _) => {
                arguments.len() == tree.params.len()
                    && arguments.iter().all(|argument| matches!(argument, Scalar::Int(_)))
                    && tree.params.iter().all(|param| param.kind.is_none())
            }
            _ => false,
        };
        fits && !tree.misere && ruleset.family().is_some() && ruleset.rules.start.is_none()
    }
}

/// Whether the integers of a position make a small table, in which nimbers are found to find a winner.
pub(super) fn is_in_small_table(position: &Position) -> bool {
    let count = |count: u64, value: &Value| match value {
        Value::Number(number) => count.checked_mul(number.to_i64()?.unsigned_abs() + 1),
        _ => None,
    };
    let positions = position.arguments().iter().try_fold(1, |all, value| match value {
        Value::List(items) | Value::Tuple(items) => items.items().iter().try_fold(all, count),
        Value::Board(cells) => cells
            .board
            .symbols()
            .iter()
            .try_fold(all, |count, symbol| count.checked_mul(u64::from(*symbol) + 1)),
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
    if let Some(nimber) = machine.env.table_nimber(&position.ruleset, position.arguments())? {
        return Ok(Some(nimber));
    }
    let store = machine.env.world.store();
    let mut total: u32 = 0;
    for part in parts_of(machine, position, false)? {
        let nimber = match part {
            Component::Position(SolverNode::Board(table, id))
            | Component::Negative(SolverNode::Board(table, id)) => {
                on_boards(machine, table, |searches| searches.nimber(&id))?
            }
            Component::Position(place) | Component::Negative(place) => {
                machine.solved(|searches| searches.nimber(&place))?
            }
            Component::Value(game) => store.as_nimber(game),
        };
        let Some(nimber) = nimber else { return Ok(None) };
        total ^= nimber;
    }
    Ok(Some(BigUint::from(total)))
}
