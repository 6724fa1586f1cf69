//! Integer expressions along a loop, as pieces on which they are linear.
//!
//! Knows: where `min`, `max` and conditions change sides. Must not know: what the integers mean.

use super::arithmetic::Binary;
use super::program::{Halt, HeapCondition, Int, Linear, Source};
use crate::analysis::Test;

/// An expression from the current value of a loop's slot on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LinearPiece {
    pub(super) value: i64,
    /// Difference from one value of the slot to the next.
    pub(super) slope: i64,
    /// Number of further values of the slot for which this is so; negative if it is over.
    pub(super) further: i64,
}

/// Values of the slots, and the slot of a loop with the number of further values it takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Along<'a> {
    pub(super) slots: &'a [i64],
    pub(super) slot: usize,
    pub(super) further: i64,
}

impl LinearPiece {
    /// A piece that is over.
    pub(super) const OVER: LinearPiece = LinearPiece { value: 0, slope: 0, further: -1 };

    /// The value for a further value of the slot; `None` if it is too large.
    pub(super) fn at(&self, further: i64) -> Option<i64> {
        self.slope.checked_mul(further)?.checked_add(self.value)
    }

    /// Goes on to a further value of the slot, at which the piece may be over.
    pub(super) fn advance(&mut self, steps: i64) {
        self.further -= steps;
        match self.at(steps) {
            Some(value) => self.value = value,
            None => self.further = -1,
        }
    }

    /// The piece as far as another condition lasts.
    pub(super) fn within(self, further: i64) -> Self {
        LinearPiece { further: self.further.min(further), ..self }
    }

    fn plus(self, other: LinearPiece, times: i64) -> Option<LinearPiece> {
        Some(LinearPiece {
            value: self.value.checked_add(other.value.checked_mul(times)?)?,
            slope: self.slope.checked_add(other.slope.checked_mul(times)?)?,
            further: self.further.min(other.further),
        })
    }

    /// Number of further values until the sign changes.
    fn keeps_sign(self) -> i64 {
        let towards_zero = match self.value.signum() {
            0 if self.slope == 0 => None,
            0 => return 0,
            sign => Some(self.slope).filter(|slope| slope.signum() == -sign),
        };
        let most = towards_zero.map_or(i64::MAX, |slope| {
            ((self.value.unsigned_abs() - 1) / slope.unsigned_abs()) as i64
        });
        self.further.min(most)
    }
}

impl Along<'_> {
    /// The piece of an expression that begins at the current value of the slot.
    ///
    /// # Errors
    /// [`Halt::Unfit`] if it has no value, or a machine integer is too small.
    pub(super) fn piece(&self, int: &Int) -> Result<LinearPiece, Halt> {
        let both = |pair: &(Int, Int)| Ok((self.piece(&pair.0)?, self.piece(&pair.1)?));
        match int {
            Int::Linear(linear) => self.linear(linear),
            Int::Binary(Binary::Add, pair) => both(pair).map(|(a, b)| a.plus(b, 1))?,
            Int::Binary(Binary::Max, pair) => both(pair).map(|(a, b)| extreme(a, b, 1))?,
            Int::Binary(Binary::Min, pair) => both(pair).map(|(a, b)| extreme(a, b, -1))?,
            Int::Unary(..)
            | Int::Binary(..)
            | Int::Element { .. }
            | Int::InOrder(..)
            | Int::Fold(..)
            | Int::Call(_) => {
                let further = if int.depends_on(self.slot) { 0 } else { self.further };
                Some(LinearPiece { value: int.value(self.slots)?, slope: 0, further })
            }
            Int::If(parts) => {
                let (condition, then, otherwise) = &**parts;
                let (holds, further) = self.truth(condition)?;
                Some(self.piece(if holds { then } else { otherwise })?.within(further))
            }
        }
        .ok_or(Halt::Unfit)
    }

    fn linear(&self, linear: &Linear) -> Option<LinearPiece> {
        let (value, slope) = (linear.value(self.slots)?, linear.slope(self.slot));
        Some(LinearPiece { value, slope, further: self.further })
    }

    /// Whether a condition holds, and for how many further values of the slot that is so.
    pub(super) fn truth(&self, condition: &HeapCondition) -> Result<(bool, i64), Halt> {
        match condition {
            HeapCondition::Compare(first, rest) => {
                let (mut left, mut further) = (self.piece(first)?, self.further);
                for (test, right) in rest {
                    let right = self.piece(right)?;
                    let (holds, more) = compare(left, *test, right)?;
                    further = further.min(more);
                    if !holds {
                        return Ok((false, further));
                    }
                    left = right;
                }
                Ok((true, further))
            }
            HeapCondition::In(item, Source::List(items)) => {
                let item = self.piece(item)?;
                let further = if item.slope == 0 { item.further } else { 0 };
                Ok((items.contains(&item.value), further))
            }
            HeapCondition::In(item, Source::Range(first, last)) => {
                let item = self.piece(item)?;
                let (above, one) = compare(self.piece(first)?, Test::LessOrEqual, item)?;
                let (below, other) = compare(item, Test::LessOrEqual, self.piece(last)?)?;
                Ok((above && below, one.min(other)))
            }
            HeapCondition::In(item, Source::Items(items)) => {
                let item = self.piece(item)?;
                let (mut holds, mut further) = (false, self.further);
                for other in items {
                    let (same, lasts) = compare(item, Test::Equal, self.piece(other)?)?;
                    (holds, further) = (holds || same, further.min(lasts));
                }
                Ok((holds, further))
            }
            HeapCondition::Exists(_)
            | HeapCondition::Sieve(_)
            | HeapCondition::In(_, Source::Listed(_)) => {
                let further = if condition.depends_on(self.slot) { 0 } else { self.further };
                Ok((condition.holds(self.slots)?, further))
            }
            HeapCondition::And(pair) => self.both(pair, true),
            HeapCondition::Or(pair) => self.both(pair, false),
            HeapCondition::Not(inner) => {
                let (holds, further) = self.truth(inner)?;
                Ok((!holds, further))
            }
        }
    }

    /// Two conditions, of which the second matters if the first is `goes_on`.
    fn both(
        &self,
        pair: &(HeapCondition, HeapCondition),
        goes_on: bool,
    ) -> Result<(bool, i64), Halt> {
        let (first, one) = self.truth(&pair.0)?;
        if first != goes_on {
            return Ok((first, one));
        }
        let (second, other) = self.truth(&pair.1)?;
        Ok((second, one.min(other)))
    }
}

/// The larger (`sign` 1) or the smaller (-1) of two, as long as it is the same one.
fn extreme(a: LinearPiece, b: LinearPiece, sign: i64) -> Option<LinearPiece> {
    let difference = a.plus(b, -1)?;
    let a_is_it = match (difference.value.signum() * sign, difference.slope.signum() * sign) {
        (0, slope) => slope >= 0,
        (value, _) => value > 0,
    };
    let further = match difference.value {
        // The one that grows faster, or slower, stays ahead.
        0 => difference.further,
        _ => difference.keeps_sign(),
    };
    Some(if a_is_it { a } else { b }.within(further))
}

fn compare(left: LinearPiece, test: Test, right: LinearPiece) -> Result<(bool, i64), Halt> {
    let difference = left.plus(right, -1).ok_or(Halt::Unfit)?;
    Ok((test.holds(left.value, right.value), difference.keeps_sign()))
}
