//! Ranges of loops that conditions bound: `for k in 1..max(a, b) if k <= a` is `for k in 1..a`.
//!
//! Knows: that the integers of a position are never below 0. Must not know: expressions of the language.
//!
//! A condition is taken into the range only where the new end is a sum of slots: so the range depends on less than before, and
//! no round computes more. The condition follows the loop directly, and the rules can always compare sums of integers: so no
//! error is lost.
//!
//! A range of integers from 0 on in which squares are compared with a sum of slots ends at its root. The condition stays: it
//! decides where the sum is negative, and for the last integer.

use super::arithmetic::{Binary, Unary};
use super::constants::chosen;
use super::program::{HeapCondition, HeapGenerator, Int, Linear, Source};
use crate::analysis::Test;

/// Takes a condition into the range of the loop that is the last step; returns false where it does not. `is_natural` tells
/// slots that are 0 or more in all positions.
pub(super) fn bounded(
    steps: &mut [HeapGenerator],
    condition: &HeapCondition,
    is_natural: &dyn Fn(usize) -> bool,
) -> bool {
    if let Some(HeapGenerator::For(slot, source)) = steps.last_mut()
        && let Source::List(items) = &*source
        && let Some(chosen) = chosen(*slot, items, condition)
    {
        *source = chosen;
        return true;
    }
    let Some(HeapGenerator::For(slot, Source::Range(first, last))) = steps.last_mut() else {
        return false;
    };
    if let Some(root) = root_of(*slot, condition)
        && first.constant().is_some_and(|first| first >= 0)
    {
        *last = Int::Binary(Binary::Min, Box::new((last.clone(), root)));
        return false;
    }
    let Some(bound) = bound_of(*slot, condition) else { return false };
    let (end, narrower) = match bound {
        Bound::Last(bound) => {
            let narrower = lesser(last, &bound, is_natural);
            (last, narrower)
        }
        Bound::First(bound) => {
            let narrower = greater(first, &bound, is_natural);
            (first, narrower)
        }
    };
    let is_found = narrower.is_some();
    if let Some(narrower) = narrower {
        *end = Int::Linear(narrower);
    }
    is_found
}

/// The root of a sum of slots with which the square of a slot is compared, `k * k <= n`; 0 where the sum is negative.
fn root_of(slot: usize, condition: &HeapCondition) -> Option<Int> {
    let HeapCondition::Compare(left, rest) = condition else { return None };
    let [(test, right)] = &rest[..] else { return None };
    let (square, test, sum) = match (left, right) {
        (square, Int::Linear(sum)) => (square, *test, sum),
        (Int::Linear(sum), square) => (square, test.turned(), sum),
        _ => return None,
    };
    let is_slot = |int: &Int| matches!(int, Int::Linear(it) if *it == Linear::slot(slot));
    let is_square = match square {
        Int::Binary(Binary::Mul, sides) => is_slot(&sides.0) && is_slot(&sides.1),
        Int::Binary(Binary::Pow, sides) => is_slot(&sides.0) && sides.1.constant() == Some(2),
        _ => false,
    };
    let is_below = matches!(test, Test::Less | Test::LessOrEqual) && sum.slope(slot) == 0;
    (is_square && is_below).then_some(())?;
    let zero = Int::Linear(Linear::constant(0));
    let natural = Int::Binary(Binary::Max, Box::new((Int::Linear(sum.clone()), zero)));
    Some(Int::Unary(Unary::Isqrt, Box::new(natural)))
}

/// The greatest or the least value of a slot for which a condition holds.
enum Bound {
    First(Linear),
    Last(Linear),
}

fn bound_of(slot: usize, condition: &HeapCondition) -> Option<Bound> {
    let HeapCondition::Compare(Int::Linear(left), rest) = condition else { return None };
    let [(test, Int::Linear(right))] = &rest[..] else { return None };
    let apart = left.plus(right, -1)?;
    let slope = apart.slope(slot);
    (slope.abs() == 1).then_some(())?;
    // slope * slot + rest `test` 0
    let rest = apart.plus(&Linear::slot(slot), -slope)?;
    let bound = Linear::constant(0).plus(&rest, -slope)?;
    let one = Linear::constant(1);
    match if slope == 1 { *test } else { test.turned() } {
        Test::LessOrEqual => Some(Bound::Last(bound)),
        Test::Less => Some(Bound::Last(bound.plus(&one, -1)?)),
        Test::GreaterOrEqual => Some(Bound::First(bound)),
        Test::Greater => Some(Bound::First(bound.plus(&one, 1)?)),
        Test::Equal | Test::NotEqual => None,
    }
}

/// The lesser one of an end and a bound, if it is a sum of slots in all positions.
fn lesser(end: &Int, bound: &Linear, is_natural: &dyn Fn(usize) -> bool) -> Option<Linear> {
    if !end.may_fail() && is_at_least(end, bound, is_natural) {
        return Some(bound.clone());
    }
    let Int::Linear(end) = end else { return None };
    sum_is_at_least(bound, end, is_natural).then(|| end.clone())
}

/// The greater one, in the same way.
fn greater(end: &Int, bound: &Linear, is_natural: &dyn Fn(usize) -> bool) -> Option<Linear> {
    let Int::Linear(end) = end else { return None };
    if sum_is_at_least(end, bound, is_natural) {
        return Some(end.clone());
    }
    sum_is_at_least(bound, end, is_natural).then(|| bound.clone())
}

/// Whether an integer is a bound or more in all positions.
fn is_at_least(int: &Int, bound: &Linear, is_natural: &dyn Fn(usize) -> bool) -> bool {
    match int {
        Int::Linear(sum) => sum_is_at_least(sum, bound, is_natural),
        Int::Binary(Binary::Max, sides) => {
            is_at_least(&sides.0, bound, is_natural) || is_at_least(&sides.1, bound, is_natural)
        }
        Int::Binary(Binary::Min, sides) => {
            is_at_least(&sides.0, bound, is_natural) && is_at_least(&sides.1, bound, is_natural)
        }
        _ => false,
    }
}

/// The same for a sum of slots: what is left after subtraction has natural slots only, none of them with a factor below 0.
fn sum_is_at_least(sum: &Linear, bound: &Linear, is_natural: &dyn Fn(usize) -> bool) -> bool {
    sum.plus(bound, -1).is_some_and(|rest| {
        rest.constant >= 0 && rest.terms.iter().all(|(slot, times)| *times > 0 && is_natural(*slot))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Slots: two natural ones, one of any integer, and that of the loop.
    const LOOP: usize = 3;

    fn linear(constant: i64, terms: &[(usize, i64)]) -> Linear {
        Linear { constant, terms: terms.to_vec() }
    }

    fn value(int: &Int, slots: &[i64]) -> i64 {
        match int {
            Int::Linear(sum) => sum.value(slots).unwrap(),
            Int::Binary(operation, sides) => {
                operation.value(value(&sides.0, slots), value(&sides.1, slots)).unwrap()
            }
            _ => unreachable!("the test has no other"),
        }
    }

    fn rounds(first: &Int, last: &Int, slots: &[i64]) -> Vec<i64> {
        (value(first, slots)..=value(last, slots)).collect()
    }

    #[test]
    fn a_range_ends_at_the_root_with_which_squares_are_compared() {
        let slot = || Int::Linear(Linear::slot(LOOP));
        let pair = |operation, a, b| Int::Binary(operation, Box::new((a, b)));
        let squares = [
            pair(Binary::Mul, slot(), slot()),
            pair(Binary::Pow, slot(), Int::Linear(linear(2, &[]))),
        ];
        let sum = Int::Linear(linear(-3, &[(0, 5)]));
        for (square, test) in squares.iter().flat_map(|square| {
            [Test::Less, Test::LessOrEqual, Test::Greater, Test::Equal].map(|test| (square, test))
        }) {
            let straight = HeapCondition::Compare(square.clone(), vec![(test, sum.clone())]);
            let turned = HeapCondition::Compare(sum.clone(), vec![(test.turned(), square.clone())]);
            for (condition, first) in [(&straight, 0), (&straight, 1), (&turned, 2), (&turned, -1)]
            {
                let ends = [first, 9].map(|n| Int::Linear(linear(n, &[])));
                let [start, end] = ends.clone();
                let mut steps = [HeapGenerator::For(LOOP, Source::Range(start, end))];
                assert!(!bounded(&mut steps, condition, &|_| true));
                let [HeapGenerator::For(LOOP, Source::Range(start, end))] = &steps else {
                    unreachable!("it is still a loop")
                };
                let is_below = matches!(test, Test::Less | Test::LessOrEqual) && first >= 0;
                assert_eq!(end.constant().is_none(), is_below);
                for n in 0..20 {
                    let holds = |k: &i64| condition.holds(&[n, 0, 0, *k]).unwrap();
                    let slots = [n, 0, 0, 0];
                    let range = |first: &Int, last: &Int| {
                        first.value(&slots).unwrap()..=last.value(&slots).unwrap()
                    };
                    let rounds: Vec<i64> = range(start, end).filter(holds).collect();
                    let all: Vec<i64> = range(&ends[0], &ends[1]).filter(holds).collect();
                    assert_eq!(rounds, all, "{test:?} {n}");
                }
            }
        }
    }

    /// All ends with all conditions: a condition that is taken into the range leaves the same rounds.
    #[test]
    fn a_bounded_range_has_the_rounds_in_which_the_condition_holds() {
        let sums = || {
            let of_slots = |constant| {
                let terms: [&[(usize, i64)]; 6] =
                    [&[], &[(0, 1)], &[(1, 1)], &[(0, 1), (1, 1)], &[(2, 1)], &[(0, -1)]];
                terms.map(|terms| linear(constant, terms))
            };
            [-1, 0, 1].into_iter().flat_map(of_slots)
        };
        let pair =
            |operation, a, b| Int::Binary(operation, Box::new((Int::Linear(a), Int::Linear(b))));
        let (a, b) = (linear(0, &[(0, 1)]), linear(0, &[(1, 1)]));
        let larger =
            [Binary::Max, Binary::Min].map(|operation| pair(operation, a.clone(), b.clone()));
        let ends: Vec<Int> = sums().map(Int::Linear).chain(larger).collect();
        let tests = [
            Test::Equal,
            Test::NotEqual,
            Test::Less,
            Test::LessOrEqual,
            Test::Greater,
            Test::GreaterOrEqual,
        ];
        let mut taken = 0;
        for (first, last) in
            ends.iter().flat_map(|first| ends.iter().map(move |last| (first, last)))
        {
            for (test, bound, slope) in tests.into_iter().flat_map(|test| {
                sums().flat_map(move |bound| [1, -1].map(|slope| (test, bound.clone(), slope)))
            }) {
                let side = Int::Linear(linear(0, &[(LOOP, slope)]));
                let condition =
                    HeapCondition::Compare(side, vec![(test, Int::Linear(bound.clone()))]);
                let range = Source::Range(first.clone(), last.clone());
                let mut steps = [HeapGenerator::For(LOOP, range)];
                if !bounded(&mut steps, &condition, &|slot| slot < 2) {
                    continue;
                }
                taken += 1;
                let [HeapGenerator::For(LOOP, Source::Range(start, end))] = &steps else {
                    unreachable!("it is still a loop")
                };
                for place in 0..36 {
                    let slots = [place % 3, place / 3 % 3, place / 9 - 2, 0];
                    let limit = bound.value(&slots).unwrap();
                    let mut expected = rounds(first, last, &slots);
                    expected.retain(|round| test.holds(slope * round, limit));
                    assert_eq!(
                        rounds(start, end, &slots),
                        expected,
                        "{test:?} {bound:?} {first:?} {last:?}"
                    );
                }
            }
        }
        assert!(taken > 5_000, "{taken}");
    }
}
