//! Integer programs: the moves from a heap.
//!
//! Knows: slots of machine integers. Must not know: nimbers, or where programs come from.

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
    Add(Box<(Int, Int)>),
    Mul(Box<(Int, Int)>),
    /// The remainder, of an integer that is not negative by a positive one.
    Rem(Box<(Int, Int)>),
    Max(Box<(Int, Int)>),
    Min(Box<(Int, Int)>),
    /// Element of a list of `length` slots from `first` on; the index counts from 1.
    Element {
        first: usize,
        length: i64,
        index: Box<Int>,
    },
    If(Box<(HeapCondition, Int, Int)>),
}

/// A condition.
#[derive(Debug, Clone)]
pub(super) enum HeapCondition {
    Compare(Int, Vec<(Test, Int)>),
    In(Int, Source),
    And(Box<(HeapCondition, HeapCondition)>),
    Or(Box<(HeapCondition, HeapCondition)>),
    Not(Box<HeapCondition>),
}

/// Source of the values of a variable.
#[derive(Debug, Clone)]
pub(super) enum Source {
    /// A range with both ends included.
    Range(Int, Int),
    List(Vec<i64>),
}

/// Longer ranges are not unrolled.
const MOST_CONSTANTS: i64 = 64;

impl Source {
    /// The values, if they are the same in all positions and not too many.
    pub(super) fn constants(&self) -> Option<Vec<i64>> {
        match self {
            Source::List(items) => Some(items.clone()),
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
    /// The slot of a loop and the values it takes, if these are the same in all positions.
    pub(super) fn constants(&self) -> Option<(usize, Vec<i64>)> {
        let HeapGenerator::For(slot, source) = self else { return None };
        Some((*slot, source.constants()?))
    }

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

    /// Counts a step at the beginning of a loop; fails to stop the program.
    fn step(&mut self) -> Result<(), Halt>;
}

/// Longer ranges are left to the evaluator.
const LONGEST: i64 = crate::value::MAX_ITEMS as i64;

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

    /// Whether it may have no value in the language. A program also stops at integers that are too large, and at remainders of
    /// negative ones, which have values there.
    pub(super) fn may_fail(&self) -> bool {
        match self {
            Int::Linear(_) => false,
            Int::Rem(pair) => {
                pair.0.may_fail() || pair.1.constant().is_none_or(|divisor| divisor == 0)
            }
            Int::Add(pair) | Int::Mul(pair) | Int::Max(pair) | Int::Min(pair) => {
                pair.0.may_fail() || pair.1.may_fail()
            }
            Int::Element { .. } => true,
            Int::If(parts) => {
                let (condition, then, otherwise) = &**parts;
                condition.may_fail() || then.may_fail() || otherwise.may_fail()
            }
        }
    }

    pub(super) fn value(&self, slots: &[i64]) -> Result<i64, Halt> {
        let both = |pair: &(Int, Int)| Ok((pair.0.value(slots)?, pair.1.value(slots)?));
        let value = match self {
            Int::Linear(linear) => linear.value(slots),
            Int::Add(pair) => both(pair).map(|(a, b)| a.checked_add(b))?,
            Int::Mul(pair) => both(pair).map(|(a, b)| a.checked_mul(b))?,
            Int::Rem(pair) => both(pair).map(|(a, b)| (a >= 0 && b > 0).then(|| a % b))?,
            Int::Max(pair) => both(pair).map(|(a, b)| Some(a.max(b)))?,
            Int::Min(pair) => both(pair).map(|(a, b)| Some(a.min(b)))?,
            Int::Element { first, length, index } => {
                let index = index.value(slots)?;
                (1..=*length).contains(&index).then(|| slots[first + index as usize - 1])
            }
            Int::If(parts) => {
                let (condition, then, otherwise) = &**parts;
                return if condition.holds(slots)? { then } else { otherwise }.value(slots);
            }
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

impl Int {
    /// Number of the outermost of these loops, by their slots, that it depends on.
    pub(super) fn depth(&self, loops: &[usize]) -> usize {
        let mut slots = Vec::new();
        self.add_slots(&mut slots);
        outermost(&slots, loops)
    }

    /// Adds the slots on which it depends.
    pub(super) fn add_slots(&self, slots: &mut Vec<usize>) {
        match self {
            Int::Linear(linear) => slots.extend(linear.terms.iter().map(|(slot, _)| *slot)),
            Int::Add(pair) | Int::Mul(pair) | Int::Rem(pair) | Int::Max(pair) | Int::Min(pair) => {
                pair.0.add_slots(slots);
                pair.1.add_slots(slots);
            }
            Int::Element { first, length, index } => {
                slots.extend(*first..*first + *length as usize);
                index.add_slots(slots);
            }
            Int::If(parts) => {
                let (condition, then, otherwise) = &**parts;
                condition.add_slots(slots);
                then.add_slots(slots);
                otherwise.add_slots(slots);
            }
        }
    }
}

/// Number of the outermost loops up to the last of those with these slots.
fn outermost(slots: &[usize], loops: &[usize]) -> usize {
    loops.iter().rposition(|slot| slots.contains(slot)).map_or(0, |last| last + 1)
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

    /// Whether it may have no value, other than by integers that are too large.
    pub(super) fn may_fail(&self) -> bool {
        match self {
            HeapCondition::Compare(first, rest) => {
                first.may_fail() || rest.iter().any(|(_, int)| int.may_fail())
            }
            HeapCondition::In(item, source) => {
                item.may_fail()
                    || match source {
                        Source::Range(first, last) => first.may_fail() || last.may_fail(),
                        Source::List(_) => false,
                    }
            }
            HeapCondition::And(pair) | HeapCondition::Or(pair) => {
                pair.0.may_fail() || pair.1.may_fail()
            }
            HeapCondition::Not(inner) => inner.may_fail(),
        }
    }

    /// Whether it holds, if it compares two constants.
    pub(super) fn constant(&self) -> Option<bool> {
        match self {
            HeapCondition::Compare(left, rest) => match &rest[..] {
                [(test, right)] => Some(test.holds(left.constant()?, right.constant()?)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Number of the outermost of these loops that it depends on.
    pub(super) fn depth(&self, loops: &[usize]) -> usize {
        let mut slots = Vec::new();
        self.add_slots(&mut slots);
        outermost(&slots, loops)
    }

    /// Adds the slots on which it depends.
    fn add_slots(&self, slots: &mut Vec<usize>) {
        match self {
            HeapCondition::Compare(first, rest) => {
                first.add_slots(slots);
                rest.iter().for_each(|(_, int)| int.add_slots(slots));
            }
            HeapCondition::In(item, source) => {
                item.add_slots(slots);
                if let Source::Range(first, last) = source {
                    first.add_slots(slots);
                    last.add_slots(slots);
                }
            }
            HeapCondition::And(pair) | HeapCondition::Or(pair) => {
                pair.0.add_slots(slots);
                pair.1.add_slots(slots);
            }
            HeapCondition::Not(inner) => inner.add_slots(slots),
        }
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
                    Source::Range(first, last) => {
                        let (first, last) = (first.value(slots)?, last.value(slots)?);
                        Ok((first..=last).contains(&item))
                    }
                }
            }
            HeapCondition::And(pair) => Ok(pair.0.holds(slots)? && pair.1.holds(slots)?),
            HeapCondition::Or(pair) => Ok(pair.0.holds(slots)? || pair.1.holds(slots)?),
            HeapCondition::Not(condition) => Ok(!condition.holds(slots)?),
        }
    }
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
                rows.step()?;
                for item in items {
                    slots[*slot] = *item;
                    self.steps(rest, slots, rows)?;
                }
                Ok(())
            }
            Some((HeapGenerator::For(slot, Source::Range(first, last)), rest)) => {
                let Some((first, length)) = range(first, last, slots)? else { return Ok(()) };
                rows.step()?;
                slots[*slot] = first;
                if rest.is_empty() && self.parts.iter().all(|part| part.slope(*slot).is_some()) {
                    return self.row(Some(*slot), slots, length, rows);
                }
                for value in first..first + length {
                    slots[*slot] = value;
                    self.steps(rest, slots, rows)?;
                }
                Ok(())
            }
        }
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
