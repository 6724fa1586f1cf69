//! The values of a loop's variable that pass conditions on nothing else, such as the primes among `p in 2..n`.
//!
//! Knows: for which values the conditions were evaluated. Must not know: moves.
//!
//! A loop from each of n positions would evaluate such a condition n times for each value. It is evaluated when a loop
//! reaches the value for the first time, in the order of the loop, so a value at which it fails is reached as before. After
//! that it is a bit, and values that do not pass are skipped 64 at a time.

use std::ops::Range;
use std::sync::Arc;

use parking_lot::Mutex;

use super::columns::Lanes;
use super::program::{Halt, HeapCondition, HeapGenerator, Source};

/// Values that lie further from the first one have no bit.
const MOST_VALUES: i64 = 1 << 24;

/// A condition that depends on one slot.
#[derive(Debug, Clone)]
pub(super) struct Sieve {
    slot: usize,
    /// Number of slots of the program.
    slots: usize,
    /// It alone.
    condition: [HeapGenerator; 1],
    known: Arc<Mutex<KnownTruths>>,
}

/// For consecutive values whether they pass.
#[derive(Debug, Clone, Default)]
struct KnownTruths {
    first: i64,
    count: i64,
    bits: Vec<u64>,
}

impl KnownTruths {
    /// Notes for the next value that it passes, and for those before that they do not.
    fn pass(&mut self, value: i64) {
        let place = (value - self.first) as usize;
        self.bits.resize(self.bits.len().max(place / 64 + 1), 0);
        self.bits[place / 64] |= 1 << (place % 64);
    }

    /// Adds the values in a range that pass.
    fn add(&self, values: Range<i64>, passing: &mut Vec<i64>) {
        let (start, end) = (values.start - self.first, values.end - self.first);
        let words = self.bits.iter().enumerate().skip((start / 64) as usize);
        for (place, word) in words {
            let from = 64 * place as i64;
            let mut left = word & u64::MAX << (start - from).clamp(0, 63);
            while left != 0 {
                let at = from + i64::from(left.trailing_zeros());
                if at >= end {
                    return;
                }
                passing.push(self.first + at);
                left &= left - 1;
            }
        }
    }
}

impl Sieve {
    fn new((slot, slots): (usize, usize), condition: HeapCondition) -> Self {
        let condition = [HeapGenerator::If(condition)];
        Sieve { slot, slots, condition, known: Arc::default() }
    }

    /// The slot.
    pub(super) fn slot(&self) -> usize {
        self.slot
    }

    /// The condition.
    pub(super) fn condition(&self) -> &HeapCondition {
        let [HeapGenerator::If(condition)] = &self.condition else {
            unreachable!("a sieve has a condition")
        };
        condition
    }

    /// Whether the value in the slot passes.
    pub(super) fn holds(&self, slots: &[i64]) -> Result<bool, Halt> {
        let value = slots[self.slot];
        let end = value.checked_add(1).ok_or(Halt::Unfit)?;
        Ok(!self.passing(value..end)?.is_empty())
    }

    /// The values in a range that pass.
    pub(super) fn passing(&self, values: Range<i64>) -> Result<Vec<i64>, Halt> {
        let known = &mut *self.known.lock();
        if known.count == 0 {
            known.first = values.start;
        }
        let end = known.first.saturating_add(known.count);
        if values.start < known.first
            || values.start > end
            || values.end.saturating_sub(known.first) > MOST_VALUES
        {
            return self.evaluated(values);
        }
        if values.end > end {
            for value in self.evaluated(end..values.end)? {
                known.pass(value);
            }
            known.count = values.end - known.first;
        }
        let mut passing = Vec::new();
        known.add(values, &mut passing);
        Ok(passing)
    }

    fn evaluated(&self, values: Range<i64>) -> Result<Vec<i64>, Halt> {
        let mut slots = vec![0; self.slots];
        Ok(Lanes::new((&mut slots, self.slot), values, &self.condition)?.left())
    }
}

/// Replaces conditions that follow a range by sieves, where they depend on its variable alone and keep no truth for long.
/// `slots` counts the slots of the program.
pub(super) fn with_sieves(steps: Vec<HeapGenerator>, slots: usize) -> Vec<HeapGenerator> {
    let mut sieved: Vec<HeapGenerator> = Vec::with_capacity(steps.len());
    for step in steps {
        match (step, sieved.last_mut()) {
            (HeapGenerator::If(condition), Some(HeapGenerator::For(slot, Source::Range(..))))
                if is_alone(&condition, *slot) =>
            {
                let sieve = Sieve::new((*slot, slots), condition);
                sieved.push(HeapGenerator::If(HeapCondition::Sieve(Box::new(sieve))));
            }
            (
                HeapGenerator::If(condition),
                Some(HeapGenerator::If(HeapCondition::Sieve(sieve))),
            ) if is_alone(&condition, sieve.slot) => {
                **sieve = Sieve::new((sieve.slot, slots), sieve.condition().clone().and(condition));
            }
            (step, _) => sieved.push(step),
        }
    }
    sieved
}

/// Whether a condition depends on this slot and on nothing else.
fn is_alone(condition: &HeapCondition, slot: usize) -> bool {
    let mut slots = Vec::new();
    condition.add_slots(&mut slots);
    !slots.is_empty() && slots.iter().all(|other| *other == slot) && !condition.has_pieces(slot)
}

#[cfg(test)]
mod tests {
    use super::super::arithmetic::Binary;
    use super::super::program::{Int, Linear};
    use super::*;
    use crate::analysis::Test;

    /// `x % 7 == 3`, with `12 / x` before, which fails at 0.
    fn sieve() -> Sieve {
        let slot = || Int::Linear(Linear::slot(0));
        let number = |n| Int::Linear(Linear::constant(n));
        let of = |op, a, b| Int::Binary(op, Box::new((a, b)));
        let is =
            |int, test, n| HeapGenerator::If(HeapCondition::Compare(int, vec![(test, number(n))]));
        let quotient = is(of(Binary::Div, number(12), slot()), Test::GreaterOrEqual, -20);
        let rest = is(of(Binary::Rem, slot(), number(7)), Test::Equal, 3);
        let range = HeapGenerator::For(0, Source::Range(number(0), number(9)));
        match with_sieves(vec![range, quotient, rest], 1).pop() {
            Some(HeapGenerator::If(HeapCondition::Sieve(sieve))) => *sieve,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn ranges_in_any_order_have_the_values_that_pass() {
        let sieve = sieve();
        let ranges = [1..2, 1..9, 3..200, 150..151, 10..11, 64..129, 190..500, 900..1000, -5..-1];
        for range in ranges.into_iter().chain((1..300).map(|n| 1..n)) {
            let expected: Vec<i64> = range.clone().filter(|n: &i64| n.rem_euclid(7) == 3).collect();
            assert_eq!(sieve.passing(range.clone()).unwrap(), expected, "{range:?}");
        }
    }

    #[test]
    fn values_without_a_truth_are_reached_as_before() {
        let sieve = sieve();
        assert!(sieve.passing(-3..2).is_err());
        assert_eq!(sieve.passing(1..20).unwrap(), [3, 10, 17]);
        assert!(sieve.passing(0..1).is_err());
        assert!(sieve.holds(&[10]).unwrap() && !sieve.holds(&[11]).unwrap());
    }

    #[test]
    fn conditions_on_other_slots_are_no_sieves() {
        let less = |slot| {
            let one = vec![(Test::Less, Int::Linear(Linear::slot(slot)))];
            let rest = Box::new((Int::Linear(Linear::slot(0)), Int::Linear(Linear::constant(7))));
            HeapGenerator::If(HeapCondition::Compare(Int::Binary(Binary::Rem, rest), one))
        };
        let range = |last| {
            let (zero, last) = (Int::Linear(Linear::constant(0)), Int::Linear(Linear::slot(last)));
            HeapGenerator::For(0, Source::Range(zero, last))
        };
        let is_sieve = |steps| {
            let steps = with_sieves(steps, 2);
            let is_sieve =
                |step: &HeapGenerator| matches!(step, HeapGenerator::If(HeapCondition::Sieve(_)));
            steps.iter().any(is_sieve)
        };
        assert!(is_sieve(vec![range(1), less(0)]));
        assert!(!is_sieve(vec![range(1), less(1)]));
        assert!(!is_sieve(vec![less(0)]));
    }
}
