//! Integer programs: the moves from a heap.
//!
//! Knows: slots of machine integers. Must not know: nimbers, or where programs come from.

use std::sync::Arc;

use super::arithmetic::{Binary, Unary};
use super::columns::{LANES, Lanes};
use super::compile::LONGEST_LIST;
use super::inner::{Fold, Loops};
use super::routines::{Listed, RoutineCall};
use super::sieve::{Sieve, with_sieves};
use crate::analysis::Test;

/// A sum of slots with factors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Linear {
    pub(super) constant: i64,
    /// Slots and their factors, none 0.
    pub(super) terms: Vec<(usize, i64)>,
}

/// An integer expression.
#[derive(Debug, Clone)]
pub(super) enum Int {
    Linear(Linear),
    Unary(Unary, Box<Int>),
    Binary(Binary, Box<(Int, Int)>),
    /// Element of a list of `length` slots from `first` on; the index counts from 1.
    Element {
        first: usize,
        length: i64,
        index: Box<Int>,
    },
    If(Box<(HeapCondition, Int, Int)>),
    /// The integer at a place, from 0, of some integers in ascending order.
    InOrder(Arc<[Int]>, usize),
    /// What a comprehension is folded to.
    Fold(Fold, Box<(Loops, Int)>),
    /// The value of a routine.
    Call(Box<RoutineCall>),
}

/// A condition.
#[derive(Debug, Clone)]
pub(super) enum HeapCondition {
    Compare(Int, Vec<(Test, Int)>),
    In(Int, Source),
    And(Box<(HeapCondition, HeapCondition)>),
    Or(Box<(HeapCondition, HeapCondition)>),
    Not(Box<HeapCondition>),
    /// Whether loops have a round.
    Exists(Loops),
    /// A condition whose truth is remembered.
    Sieve(Box<Sieve>),
}

/// Source of the values of a variable.
#[derive(Debug, Clone)]
pub(super) enum Source {
    /// A range with both ends included.
    Range(Int, Int),
    List(Vec<i64>),
    /// The values of some expressions.
    Items(Vec<Int>),
    /// A list of a length that depends on the position.
    Listed(Box<Listed>),
}

/// Longer ranges are not unrolled.
const MOST_CONSTANTS: i64 = 64;

impl Source {
    /// All values.
    pub(super) fn all(&self, slots: &[i64]) -> Result<Vec<i64>, Halt> {
        match self {
            Source::Range(first, last) => {
                let range = range(first, last, slots)?;
                Ok(range.map_or(Vec::new(), |(first, length)| (first..first + length).collect()))
            }
            Source::List(items) => Ok(items.clone()),
            Source::Items(items) => values(items, slots),
            Source::Listed(list) => list.value(slots, &[]),
        }
    }

    /// The values, if they are the same in all positions and not too many.
    pub(super) fn constants(&self) -> Option<Vec<i64>> {
        match self {
            Source::List(items) => Some(items.clone()),
            Source::Items(_) | Source::Listed(_) => None,
            Source::Range(first, last) => {
                let (first, last) = (first.constant()?, last.constant()?);
                (last.checked_sub(first)? < MOST_CONSTANTS).then(|| (first..=last).collect())
            }
        }
    }
}

/// A generator.
#[derive(Debug, Clone)]
pub(super) enum HeapGenerator {
    For(usize, Source),
    If(HeapCondition),
}

impl HeapGenerator {
    /// The slot that a loop gives values.
    pub(super) fn slot(&self) -> Option<usize> {
        match self {
            HeapGenerator::For(slot, _) => Some(*slot),
            HeapGenerator::If(_) => None,
        }
    }
}

/// Alternative of a rule: for each binding of the generators, a move to these heaps.
#[derive(Debug, Clone)]
pub(super) struct MoveRule {
    pub(super) steps: Vec<HeapGenerator>,
    pub(super) parts: Vec<Int>,
}

/// Moves of one loop: heaps that change by constant steps from one move to the next.
#[derive(Debug, Clone, Copy)]
pub(super) struct HeapRun {
    pub(super) first: i64,
    /// Difference from move to move.
    pub(super) step: i64,
}

/// Reason why a program stops.
#[derive(Debug)]
pub(super) enum Halt {
    /// The evaluator must find out.
    Unfit,
    /// A limit is passed.
    Core(upstar_core::Error),
}

/// Receiver of rows of moves.
pub(super) trait Rows {
    /// Receives a row of `length` moves.
    fn row(&mut self, parts: &[HeapRun], length: i64) -> Result<(), Halt>;

    /// Receives moves by columns: the heaps of all moves for each part. There is a move.
    fn columns(&mut self, parts: &[Vec<i64>]) -> Result<(), Halt> {
        let alone = |heap: &i64| HeapRun { first: *heap, step: 0 };
        if let [heaps] = parts {
            return heaps.iter().try_for_each(|heap| self.row(&[alone(heap)], 1));
        }
        let moves = parts.first().map_or(1, Vec::len);
        (0..moves).try_for_each(|i| {
            let row: Vec<_> = parts.iter().map(|heaps| alone(&heaps[i])).collect();
            self.row(&row, 1)
        })
    }

    /// Counts a step at the beginning of a loop; fails to stop the program.
    fn step(&mut self) -> Result<(), Halt>;
}

/// Longer ranges are left to the evaluator.
pub(super) const LONGEST: i64 = crate::value::MAX_ITEMS as i64;

impl Linear {
    pub(super) fn constant(constant: i64) -> Self {
        Linear { constant, terms: Vec::new() }
    }

    pub(super) fn slot(slot: usize) -> Self {
        Linear { constant: 0, terms: vec![(slot, 1)] }
    }

    /// This sum plus `factor` times another; `None` on overflow.
    pub(super) fn plus(&self, other: &Linear, factor: i64) -> Option<Linear> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for &(slot, times) in &other.terms {
            let times = times.checked_mul(factor)?;
            match sum.terms.iter_mut().find(|(s, _)| *s == slot) {
                Some((_, old)) => *old = old.checked_add(times)?,
                None => sum.terms.push((slot, times)),
            }
        }
        sum.terms.retain(|(_, times)| *times != 0);
        Some(sum)
    }

    /// The sum with a sum of other slots in place of a slot; `None` on overflow.
    pub(super) fn put(&self, slot: usize, value: &Linear) -> Option<Linear> {
        let times = self.slope(slot);
        if times == 0 {
            return Some(self.clone());
        }
        self.plus(&Linear::slot(slot), times.checked_neg()?)?.plus(value, times)
    }

    pub(super) fn value(&self, slots: &[i64]) -> Option<i64> {
        self.terms.iter().try_fold(self.constant, |sum, &(slot, times)| {
            sum.checked_add(slots[slot].checked_mul(times)?)
        })
    }

    /// Increase of the value when a slot grows by 1.
    pub(super) fn slope(&self, slot: usize) -> i64 {
        self.terms.iter().find(|(s, _)| *s == slot).map_or(0, |(_, times)| *times)
    }
}

impl Int {
    /// Its value, if it is the same in all positions as far as it shows.
    pub(super) fn constant(&self) -> Option<i64> {
        match self {
            Int::Linear(linear) if linear.terms.is_empty() => Some(linear.constant),
            _ => None,
        }
    }

    pub(super) fn value(&self, slots: &[i64]) -> Result<i64, Halt> {
        let value = match self {
            Int::Linear(linear) => linear.value(slots),
            Int::Unary(operation, operand) => operation.value(operand.value(slots)?),
            Int::Binary(operation, pair) => {
                operation.value(pair.0.value(slots)?, pair.1.value(slots)?)
            }
            Int::Element { first, length, index } => {
                let index = index.value(slots)?;
                (1..=*length).contains(&index).then(|| slots[first + index as usize - 1])
            }
            Int::If(parts) => {
                let (condition, then, otherwise) = &**parts;
                return if condition.holds(slots)? { then } else { otherwise }.value(slots);
            }
            Int::InOrder(items, place) => {
                let mut sorted = [0; LONGEST_LIST];
                let sorted = &mut sorted[..items.len()];
                for (value, item) in sorted.iter_mut().zip(&**items) {
                    *value = item.value(slots)?;
                }
                Some(*sorted.select_nth_unstable(*place).1)
            }
            Int::Fold(fold, inner) => fold.value(&inner.0, &inner.1, slots)?,
            Int::Call(call) => return call.value(slots),
        };
        value.ok_or(Halt::Unfit)
    }

    /// Increase of the value when a slot grows by 1, if it is constant.
    fn slope(&self, slot: usize) -> Option<i64> {
        match self {
            Int::Linear(linear) => Some(linear.slope(slot)),
            _ => None,
        }
    }
}

impl HeapCondition {
    /// The condition that always holds, or never.
    pub(super) fn of(holds: bool) -> Self {
        let zero = || Int::Linear(Linear::constant(0));
        let test = if holds { Test::Equal } else { Test::NotEqual };
        HeapCondition::Compare(zero(), vec![(test, zero())])
    }

    pub(super) fn and(self, other: Self) -> Self {
        match self.constant() {
            Some(true) => other,
            Some(false) => self,
            None => HeapCondition::And(Box::new((self, other))),
        }
    }

    pub(super) fn or(self, other: Self) -> Self {
        match self.constant() {
            Some(true) => self,
            Some(false) => other,
            None => HeapCondition::Or(Box::new((self, other))),
        }
    }

    /// Whether it holds, if it is about constants alone.
    pub(super) fn constant(&self) -> Option<bool> {
        let is_constant = |int: &Int| int.constant().is_some();
        let is_known = match self {
            HeapCondition::Compare(first, rest) => {
                is_constant(first) && rest.iter().all(|(_, right)| is_constant(right))
            }
            HeapCondition::In(item, Source::Range(first, last)) => {
                [item, first, last].into_iter().all(is_constant)
            }
            HeapCondition::In(item, Source::List(_)) => is_constant(item),
            _ => false,
        };
        if is_known { self.holds(&[]).ok() } else { None }
    }

    pub(super) fn holds(&self, slots: &[i64]) -> Result<bool, Halt> {
        match self {
            HeapCondition::Compare(first, rest) => {
                let mut left = first.value(slots)?;
                for (test, right) in rest {
                    let right = right.value(slots)?;
                    if !test.holds(left, right) {
                        return Ok(false);
                    }
                    left = right;
                }
                Ok(true)
            }
            HeapCondition::In(item, source) => {
                let item = item.value(slots)?;
                match source {
                    Source::List(items) => Ok(items.contains(&item)),
                    Source::Items(items) => items.iter().try_fold(false, |found, other| {
                        let other = other.value(slots)?;
                        Ok(found || other == item)
                    }),
                    Source::Listed(list) => Ok(list.value(slots, &[])?.contains(&item)),
                    Source::Range(first, last) => {
                        let (first, last) = (first.value(slots)?, last.value(slots)?);
                        Ok((first..=last).contains(&item))
                    }
                }
            }
            HeapCondition::And(pair) => Ok(pair.0.holds(slots)? && pair.1.holds(slots)?),
            HeapCondition::Or(pair) => Ok(pair.0.holds(slots)? || pair.1.holds(slots)?),
            HeapCondition::Not(condition) => Ok(!condition.holds(slots)?),
            HeapCondition::Exists(loops) => loops.have_round(slots),
            HeapCondition::Sieve(sieve) => sieve.holds(slots),
        }
    }
}

/// The values of some expressions.
pub(super) fn values(items: &[Int], slots: &[i64]) -> Result<Vec<i64>, Halt> {
    items.iter().map(|item| item.value(slots)).collect()
}

/// The first value of a range, both ends included, and the number of its values; `None` if it is empty.
pub(super) fn range(first: &Int, last: &Int, slots: &[i64]) -> Result<Option<(i64, i64)>, Halt> {
    let (first, last) = (first.value(slots)?, last.value(slots)?);
    if last < first {
        return Ok(None);
    }
    let further = last.checked_sub(first).filter(|n| *n < LONGEST).ok_or(Halt::Unfit)?;
    // Loops go up to the value after the last.
    last.checked_add(1).ok_or(Halt::Unfit)?;
    Ok(Some((first, further + 1)))
}

impl MoveRule {
    /// Prepares the rule for many positions: replaces conditions by sieves. `slots` counts the slots of the program.
    pub(super) fn prepared(self, slots: usize) -> Self {
        MoveRule { steps: with_sieves(self.steps, slots), ..self }
    }

    /// Passes all moves to `rows`, in order.
    pub(super) fn run(&self, slots: &mut [i64], rows: &mut impl Rows) -> Result<(), Halt> {
        self.steps(&self.steps, slots, rows)
    }

    fn steps(
        &self,
        steps: &[HeapGenerator],
        slots: &mut [i64],
        rows: &mut impl Rows,
    ) -> Result<(), Halt> {
        match steps.split_first() {
            None => self.row(None, slots, 1, rows),
            Some((HeapGenerator::If(condition), rest)) => match condition.holds(slots)? {
                true => self.steps(rest, slots, rows),
                false => Ok(()),
            },
            Some((HeapGenerator::For(slot, Source::List(items)), rest)) => {
                self.each((*slot, items), rest, slots, rows)
            }
            Some((
                HeapGenerator::For(slot, source @ (Source::Items(_) | Source::Listed(_))),
                rest,
            )) => self.each((*slot, &source.all(slots)?), rest, slots, rows),
            Some((HeapGenerator::For(slot, Source::Range(first, last)), rest)) => {
                let Some((first, length)) = range(first, last, slots)? else { return Ok(()) };
                rows.step()?;
                slots[*slot] = first;
                if rest.is_empty() && self.parts.iter().all(|part| part.slope(*slot).is_some()) {
                    return self.row(Some(*slot), slots, length, rows);
                }
                if rest.iter().all(|step| step.slot().is_none()) {
                    return self.columns((*slot, first, length), rest, slots, rows);
                }
                for value in first..first + length {
                    slots[*slot] = value;
                    rows.step()?;
                    self.steps(rest, slots, rows)?;
                }
                Ok(())
            }
        }
    }

    /// Runs an innermost loop with conditions.
    fn columns(
        &self,
        (slot, first, length): (usize, i64, i64),
        conditions: &[HeapGenerator],
        slots: &mut [i64],
        rows: &mut impl Rows,
    ) -> Result<(), Halt> {
        let end = first + length;
        for start in (first..end).step_by(LANES) {
            rows.step()?;
            let values = start..end.min(start.saturating_add(LANES as i64));
            let mut lanes = Lanes::new((&mut *slots, slot), values, conditions)?;
            if lanes.is_empty() {
                continue;
            }
            match &self.parts[..] {
                [part] => rows.columns(&[lanes.values(part)?])?,
                parts => {
                    let columns = parts.iter().map(|part| lanes.values(part));
                    rows.columns(&columns.collect::<Result<Vec<_>, _>>()?)?;
                }
            }
        }
        Ok(())
    }

    /// Runs the steps after a loop through a list.
    fn each(
        &self,
        (slot, items): (usize, &[i64]),
        rest: &[HeapGenerator],
        slots: &mut [i64],
        rows: &mut impl Rows,
    ) -> Result<(), Halt> {
        if rest.iter().all(|step| step.slot().is_none()) {
            return self.listed((slot, items), rest, slots, rows);
        }
        for item in items {
            rows.step()?;
            slots[slot] = *item;
            self.steps(rest, slots, rows)?;
        }
        Ok(())
    }

    /// Runs an innermost loop through a list.
    fn listed(
        &self,
        (slot, items): (usize, &[i64]),
        conditions: &[HeapGenerator],
        slots: &mut [i64],
        rows: &mut impl Rows,
    ) -> Result<(), Halt> {
        for items in items.chunks(LANES) {
            rows.step()?;
            let mut columns = vec![Vec::new(); self.parts.len()];
            'items: for item in items {
                slots[slot] = *item;
                for step in conditions {
                    if let HeapGenerator::If(condition) = step
                        && !condition.holds(slots)?
                    {
                        continue 'items;
                    }
                }
                for (column, part) in columns.iter_mut().zip(&self.parts) {
                    column.push(part.value(slots)?);
                }
            }
            if columns.first().is_some_and(|column| !column.is_empty()) {
                rows.columns(&columns)?;
            }
        }
        Ok(())
    }

    /// Emits a row of moves while a slot increases from its current value.
    fn row(
        &self,
        slot: Option<usize>,
        slots: &[i64],
        length: i64,
        rows: &mut impl Rows,
    ) -> Result<(), Halt> {
        let part = |part: &Int| {
            let step = slot.and_then(|slot| part.slope(slot)).unwrap_or(0);
            Ok(HeapRun { first: part.value(slots)?, step })
        };
        match &self.parts[..] {
            [a] => rows.row(&[part(a)?], length),
            [a, b] => rows.row(&[part(a)?, part(b)?], length),
            parts => rows.row(&parts.iter().map(part).collect::<Result<Vec<_>, _>>()?, length),
        }
    }
}
