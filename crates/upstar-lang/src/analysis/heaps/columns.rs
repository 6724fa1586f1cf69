//! Expressions for many values of a loop's slot at once: the innermost loops of programs.
//!
//! Knows: how expressions are evaluated column by column. Must not know: moves.
//!
//! A column has the value of an expression for each lane, a value of the slot. Conditions are evaluated for the lanes that
//! are left by those before them, so nothing is evaluated that a loop would not reach.

use std::ops::Range;

use super::arithmetic::{Binary, Unary};
use super::program::{Halt, HeapCondition, HeapGenerator, Int, Linear, Source};
use crate::analysis::Test;

/// Lanes of one column.
pub(super) const LANES: usize = 256;

/// A loop with its slots, in which the slot of the loop may be changed, and the lanes that are left, in order.
pub(super) struct Lanes<'a> {
    slots: &'a mut [i64],
    slot: usize,
    lanes: Vec<i64>,
}

/// The values of an expression: one for each lane, or the same for all.
enum Column {
    Each(Vec<i64>),
    Same(i64),
}

impl<'a> Lanes<'a> {
    /// The values of a slot that pass the conditions among the steps.
    pub(super) fn new(
        (slots, slot): (&'a mut [i64], usize),
        values: Range<i64>,
        conditions: &[HeapGenerator],
    ) -> Result<Self, Halt> {
        let (lanes, conditions) = match conditions {
            [HeapGenerator::If(HeapCondition::Sieve(sieve)), rest @ ..] if sieve.slot() == slot => {
                (sieve.passing(values)?, rest)
            }
            _ => (values.collect(), conditions),
        };
        let mut lanes = Lanes { slots, slot, lanes };
        for step in conditions {
            if let HeapGenerator::If(condition) = step {
                lanes.keep(condition)?;
            }
        }
        Ok(lanes)
    }

    /// Whether no lane is left.
    pub(super) fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// The values that are left.
    pub(super) fn left(self) -> Vec<i64> {
        self.lanes
    }

    /// The values of an expression.
    pub(super) fn values(&mut self, int: &Int) -> Result<Vec<i64>, Halt> {
        Ok(match self.column(int)? {
            Column::Each(values) => values,
            Column::Same(value) => vec![value; self.lanes.len()],
        })
    }

    /// Keeps the lanes in which a condition holds.
    fn keep(&mut self, condition: &HeapCondition) -> Result<(), Halt> {
        if let HeapCondition::And(pair) = condition {
            self.keep(&pair.0)?;
            return self.keep(&pair.1);
        }
        if self.lanes.is_empty() {
            return Ok(());
        }
        let holds = self.truths(condition)?;
        let mut holds = holds.iter();
        self.lanes.retain(|_| holds.next() == Some(&true));
        Ok(())
    }

    /// In which lanes a condition holds.
    fn truths(&mut self, condition: &HeapCondition) -> Result<Vec<bool>, Halt> {
        match condition {
            _ if !condition.depends_on(self.slot) => {
                Ok(vec![condition.holds(self.slots)?; self.lanes.len()])
            }
            HeapCondition::Compare(first, rest) if rest.len() == 1 => {
                let (test, right) = &rest[0];
                let (left, right) = (self.column(first)?, self.column(right)?);
                Ok(self.compared(&left, *test, &right))
            }
            HeapCondition::In(item, Source::List(items)) => {
                let item = self.values(item)?;
                Ok(item.iter().map(|item| items.contains(item)).collect())
            }
            HeapCondition::In(item, Source::Range(first, last)) => {
                let (item, first) = (self.column(item)?, self.column(first)?);
                let last = self.column(last)?;
                let mut within = self.compared(&item, Test::GreaterOrEqual, &first);
                let below = self.compared(&item, Test::LessOrEqual, &last);
                within.iter_mut().zip(below).for_each(|(within, below)| *within &= below);
                Ok(within)
            }
            HeapCondition::Not(inner) => {
                let mut truths = self.truths(inner)?;
                truths.iter_mut().for_each(|holds| *holds = !*holds);
                Ok(truths)
            }
            HeapCondition::And(pair) => self.both(pair, true),
            HeapCondition::Or(pair) => self.both(pair, false),
            HeapCondition::Compare(..)
            | HeapCondition::In(..)
            | HeapCondition::Exists(_)
            | HeapCondition::Sieve(_) => self.one_by_one(|slots| condition.holds(slots)),
        }
    }

    /// Two conditions, of which the second matters where the first is `goes_on`.
    fn both(
        &mut self,
        pair: &(HeapCondition, HeapCondition),
        goes_on: bool,
    ) -> Result<Vec<bool>, Halt> {
        let mut truths = self.truths(&pair.0)?;
        let all = self.lanes.clone();
        let mut first = truths.iter();
        self.lanes.retain(|_| first.next() == Some(&goes_on));
        let second = if self.lanes.is_empty() { Vec::new() } else { self.truths(&pair.1)? };
        self.lanes = all;
        let open = truths.iter_mut().filter(|holds| **holds == goes_on);
        open.zip(second).for_each(|(holds, second)| *holds = second);
        Ok(truths)
    }

    fn compared(&self, left: &Column, test: Test, right: &Column) -> Vec<bool> {
        match test {
            Test::Equal => self.paired(left, right, |a, b| a == b),
            Test::NotEqual => self.paired(left, right, |a, b| a != b),
            Test::Less => self.paired(left, right, |a, b| a < b),
            Test::LessOrEqual => self.paired(left, right, |a, b| a <= b),
            Test::Greater => self.paired(left, right, |a, b| a > b),
            Test::GreaterOrEqual => self.paired(left, right, |a, b| a >= b),
        }
    }

    /// What `combine` makes of two values in each lane.
    fn paired<T, C: FromIterator<T>>(
        &self,
        left: &Column,
        right: &Column,
        combine: impl Fn(i64, i64) -> T,
    ) -> C {
        match (left, right) {
            (Column::Each(a), Column::Each(b)) => {
                a.iter().zip(b).map(|(a, b)| combine(*a, *b)).collect()
            }
            (Column::Each(a), Column::Same(b)) => a.iter().map(|a| combine(*a, *b)).collect(),
            (Column::Same(a), Column::Each(b)) => b.iter().map(|b| combine(*a, *b)).collect(),
            (Column::Same(a), Column::Same(b)) => {
                self.lanes.iter().map(|_| combine(*a, *b)).collect()
            }
        }
    }

    /// Number of lanes left.
    pub(super) fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Evaluates something for each lane alone.
    pub(super) fn one_by_one<T>(
        &mut self,
        mut evaluate: impl FnMut(&[i64]) -> Result<T, Halt>,
    ) -> Result<Vec<T>, Halt> {
        let mut values = Vec::with_capacity(self.lanes.len());
        for lane in &self.lanes {
            self.slots[self.slot] = *lane;
            values.push(evaluate(self.slots)?);
        }
        Ok(values)
    }

    fn column(&mut self, int: &Int) -> Result<Column, Halt> {
        if !int.depends_on(self.slot) {
            return Ok(Column::Same(int.value(self.slots)?));
        }
        let values = match int {
            Int::Linear(linear) => self.linear(linear).ok_or(Halt::Unfit)?,
            Int::Unary(operation, operand) => {
                let operand = self.column(operand)?;
                self.single(*operation, &operand).ok_or(Halt::Unfit)?
            }
            Int::Binary(operation, pair) => {
                let (a, b) = (self.column(&pair.0)?, self.column(&pair.1)?);
                self.combined(*operation, &a, &b).ok_or(Halt::Unfit)?
            }
            Int::Element { .. } | Int::If(_) | Int::InOrder(..) | Int::Fold(..) | Int::Call(_) => {
                self.one_by_one(|slots| int.value(slots))?
            }
        };
        Ok(Column::Each(values))
    }

    /// A sum of slots. Where its values at both ends fit, so do the others.
    fn linear(&mut self, linear: &Linear) -> Option<Vec<i64>> {
        let (first, last) = (*self.lanes.first()?, *self.lanes.last()?);
        self.slots[self.slot] = first;
        let (start, slope) = (linear.value(self.slots)?, linear.slope(self.slot));
        start.checked_add(last.checked_sub(first)?.checked_mul(slope)?)?;
        Some(self.lanes.iter().map(|lane| start + (lane - first) * slope).collect())
    }

    fn single(&self, operation: Unary, operand: &Column) -> Option<Vec<i64>> {
        let nothing = &Column::Same(0);
        match operation {
            Unary::Abs => self.paired(operand, nothing, |n, _| Unary::Abs.value(n)),
            Unary::Isqrt => self.paired(operand, nothing, |n, _| Unary::Isqrt.value(n)),
            Unary::Sign => self.paired(operand, nothing, |n, _| Unary::Sign.value(n)),
            Unary::Ones => self.paired(operand, nothing, |n, _| Unary::Ones.value(n)),
            Unary::Part(..) => self.paired(operand, nothing, |n, _| operation.value(n)),
        }
    }

    /// Each operation has a loop of its own, in which it is known.
    fn combined(&self, operation: Binary, a: &Column, b: &Column) -> Option<Vec<i64>> {
        use Binary as B;
        match operation {
            B::Add => self.paired(a, b, |a, b| B::Add.value(a, b)),
            B::Mul => self.paired(a, b, |a, b| B::Mul.value(a, b)),
            B::Max => self.paired(a, b, |a, b| B::Max.value(a, b)),
            B::Min => self.paired(a, b, |a, b| B::Min.value(a, b)),
            B::Div => self.paired(a, b, |a, b| B::Div.value(a, b)),
            B::Rem => self.paired(a, b, |a, b| B::Rem.value(a, b)),
            B::Exact => self.paired(a, b, |a, b| B::Exact.value(a, b)),
            B::Gcd => self.paired(a, b, |a, b| B::Gcd.value(a, b)),
            B::NimSum => self.paired(a, b, |a, b| B::NimSum.value(a, b)),
            B::Pow => self.paired(a, b, |a, b| B::Pow.value(a, b)),
            B::Ilog => self.paired(a, b, |a, b| B::Ilog.value(a, b)),
            B::Pack(_) => self.paired(a, b, |a, b| operation.value(a, b)),
        }
    }
}
