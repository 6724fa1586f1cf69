//! Regions: the moves of a rule as linear forms of the heaps left, for all integers within linear bounds.
//!
//! Knows: how loops, conditions, `max` and `min` are split into cases without them.
//! Must not know: which games have such moves.
//!
//! Every step is an equivalence: the regions together have the moves of the rule.

use std::cmp::Reverse;

use super::arithmetic::Binary;
use super::program::{HeapCondition, HeapGenerator, Int, Linear, MoveRule, Source};
use crate::analysis::Test;

/// Most regions.
const MOST_CELLS: usize = 1 << 12;

/// Longest loop of constant length that is unrolled.
const MOST_ROUNDS: i64 = 1 << 10;

/// Number of rounds in which bounds narrow each other.
const NARROWINGS: usize = 4;

/// Heaps left, for all values of the slots within the bounds.
#[derive(Debug, Clone)]
pub(super) struct Region {
    /// None of these is negative.
    pub(super) bounds: Vec<Linear>,
    /// The heaps that are left.
    pub(super) parts: Vec<Linear>,
    /// Slots that others determine, here.
    known: Vec<(usize, Linear)>,
}

/// An integer as a sum of slots, in each case.
type Cases = Vec<(Region, Linear)>;

/// Moves of a rule as regions, where `heap` is the slot of the heap, which has at least `from` counters;
/// `None` if they have no such form or too many regions.
pub(super) fn regions(way: &MoveRule, heap: usize, from: i64) -> Option<Vec<Region>> {
    let mut loops: Vec<usize> = vec![heap];
    loops.extend(way.steps.iter().filter_map(HeapGenerator::slot));
    loops.sort_unstable();
    if loops.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    let whole = Region { bounds: Vec::new(), parts: Vec::new(), known: Vec::new() };
    let mut regions = whole.restricted(Linear::slot(heap).plus(&Linear::constant(from), -1)?)?;
    for step in &way.steps {
        regions = split_each(regions, |region| match step {
            HeapGenerator::If(condition) => assume(region, condition, true),
            HeapGenerator::For(slot, source) => run_through(region, *slot, source),
        })?;
        regions = split_each(regions, Region::unrolled)?;
    }
    for part in &way.parts {
        regions = split_each(regions, |region| {
            let left = |(mut region, part): (Region, Linear)| {
                region.parts.push(part);
                region
            };
            Some(values(region, part)?.into_iter().map(left).collect())
        })?;
    }
    split_each(regions, Region::unrolled)
}

/// Replaces each region by those that `work` splits it into.
fn split_each(
    regions: Vec<Region>,
    work: impl Fn(Region) -> Option<Vec<Region>>,
) -> Option<Vec<Region>> {
    let mut all = Vec::new();
    for region in regions {
        all.extend(work(region)?);
        if all.len() > MOST_CELLS {
            return None;
        }
    }
    Some(all)
}

/// The rounds of a loop.
fn run_through(region: Region, slot: usize, source: &Source) -> Option<Vec<Region>> {
    match source {
        Source::List(items) => {
            let round = |item: &i64| region.clone().with_value(slot, &Linear::constant(*item));
            let rounds = items.iter().map(round).collect::<Option<Vec<_>>>()?;
            Some(rounds.into_iter().flatten().collect())
        }
        Source::Listed(_) => None,
        Source::Items(items) => {
            let mut rounds = Vec::new();
            for item in items {
                for (region, value) in values(region.clone(), item)? {
                    rounds.extend(region.with_value(slot, &value)?);
                }
            }
            Some(rounds)
        }
        Source::Range(first, last) => {
            let here = || Int::Linear(Linear::slot(slot));
            let above = chain(region, &here(), &[(Test::GreaterOrEqual, first.clone())], true)?;
            let rest = [(Test::LessOrEqual, last.clone())];
            split_each(above, |region| chain(region, &here(), &rest, true))
        }
    }
}

/// An integer expression, by cases.
fn values(region: Region, int: &Int) -> Option<Cases> {
    match int {
        Int::Linear(linear) => {
            let value = region.substituted(linear)?;
            Some(vec![(region, value)])
        }
        Int::Binary(Binary::Add, pair) => combined(region, pair, |a, b| a.plus(b, 1)),
        Int::Binary(Binary::Mul, pair) => {
            combined(region, pair, |a, b| match (&a.terms[..], &b.terms[..]) {
                ([], _) => Linear::constant(0).plus(b, a.constant),
                (_, []) => Linear::constant(0).plus(a, b.constant),
                _ => None,
            })
        }
        Int::Binary(Binary::Max, pair) => extreme(region, pair, 1),
        Int::Binary(Binary::Min, pair) => extreme(region, pair, -1),
        Int::Binary(operation, pair) => combined(region, pair, |a, b| {
            let plain = a.terms.is_empty() && b.terms.is_empty();
            plain.then(|| operation.value(a.constant, b.constant))?.map(Linear::constant)
        }),
        Int::Unary(operation, operand) => {
            let value = |(region, a): (Region, Linear)| {
                let plain = a.terms.is_empty();
                let value = plain.then(|| operation.value(a.constant))??;
                Some((region, Linear::constant(value)))
            };
            values(region, operand)?.into_iter().map(value).collect()
        }
        Int::If(parts) => {
            let (condition, then, otherwise) = &**parts;
            let taken = each_case(assume(region.clone(), condition, true)?, then)?;
            let not_taken = each_case(assume(region, condition, false)?, otherwise)?;
            Some(taken.into_iter().chain(not_taken).collect())
        }
        Int::Element { .. } | Int::InOrder(..) | Int::Fold(..) | Int::Call(_) => None,
    }
}

/// An integer expression in each of some regions.
fn each_case(regions: Vec<Region>, int: &Int) -> Option<Cases> {
    let mut cases = Vec::new();
    for region in regions {
        cases.extend(values(region, int)?);
    }
    (cases.len() <= MOST_CELLS).then_some(cases)
}

/// Two integers made one.
fn combined(
    region: Region,
    pair: &(Int, Int),
    combine: impl Fn(&Linear, &Linear) -> Option<Linear>,
) -> Option<Cases> {
    let both = pairs(region, &pair.0, &pair.1)?;
    both.into_iter().map(|(region, a, b)| Some((region, combine(&a, &b)?))).collect()
}

/// The larger one of two integers, or with `sign` -1 the smaller one.
fn extreme(region: Region, pair: &(Int, Int), sign: i64) -> Option<Cases> {
    let mut cases = Vec::new();
    for (region, a, b) in pairs(region, &pair.0, &pair.1)? {
        let more = Linear::constant(0).plus(&a.plus(&b, -1)?, sign)?;
        let less = Linear::constant(-1).plus(&more, -1)?;
        for (bound, value) in [(more, a), (less, b)] {
            for region in region.clone().restricted(bound)? {
                let value = region.substituted(&value)?;
                cases.push((region, value));
            }
        }
    }
    Some(cases)
}

fn pairs(region: Region, a: &Int, b: &Int) -> Option<Vec<(Region, Linear, Linear)>> {
    let mut all = Vec::new();
    for (region, a) in values(region, a)? {
        for (region, b) in values(region, b)? {
            let a = region.substituted(&a)?;
            all.push((region, a, b));
        }
    }
    Some(all)
}

/// Splits a region by a condition: the parts in which it equals `truth`.
fn assume(region: Region, condition: &HeapCondition, truth: bool) -> Option<Vec<Region>> {
    match condition {
        HeapCondition::Compare(first, rest) => chain(region, first, rest, truth),
        HeapCondition::In(item, Source::Range(first, last)) => {
            let rest = [(Test::LessOrEqual, item.clone()), (Test::LessOrEqual, last.clone())];
            chain(region, first, &rest, truth)
        }
        HeapCondition::In(item, Source::List(items)) => member(region, item, items, truth),
        HeapCondition::In(item, Source::Items(items)) => {
            let same = |other: &Int| {
                HeapCondition::Compare(item.clone(), vec![(Test::Equal, other.clone())])
            };
            let any = items.iter().map(same).reduce(HeapCondition::or);
            assume(region, &any.unwrap_or(HeapCondition::of(false)), truth)
        }
        HeapCondition::Exists(_)
        | HeapCondition::Sieve(_)
        | HeapCondition::In(_, Source::Listed(_)) => None,
        HeapCondition::Not(condition) => assume(region, condition, !truth),
        HeapCondition::And(pair) => both(region, pair, truth, true),
        HeapCondition::Or(pair) => both(region, pair, truth, false),
    }
}

/// `a and b` (`and` true), `a or b`.
fn both(
    region: Region,
    (a, b): &(HeapCondition, HeapCondition),
    truth: bool,
    and: bool,
) -> Option<Vec<Region>> {
    if truth == and {
        return split_each(assume(region, a, truth)?, |region| assume(region, b, truth));
    }
    let mut regions = assume(region.clone(), a, truth)?;
    regions.extend(split_each(assume(region, a, !truth)?, |region| assume(region, b, truth))?);
    Some(regions)
}

/// `item in items`
fn member(region: Region, item: &Int, items: &[i64], truth: bool) -> Option<Vec<Region>> {
    let mut items = items.to_vec();
    items.sort_unstable();
    items.dedup();
    let mut found = Vec::new();
    let mut rest = vec![region];
    for other in items {
        let other = [(Test::Equal, Int::Linear(Linear::constant(other)))];
        if truth {
            found.extend(split_each(rest.clone(), |region| chain(region, item, &other, true))?);
        }
        rest = split_each(rest, |region| chain(region, item, &other, false))?;
    }
    Some(if truth { found } else { rest })
}

/// `a < b <= c`: it fails where the first comparison does, or where that holds and the next fails.
fn chain(region: Region, first: &Int, rest: &[(Test, Int)], truth: bool) -> Option<Vec<Region>> {
    let Some(((test, right), more)) = rest.split_first() else {
        return Some(if truth { vec![region] } else { Vec::new() });
    };
    if let ([], Some((left, test, right))) = (more, without_quotient(first, *test, right)) {
        return chain(region, &left, &[(test, right)], truth);
    }
    let mut regions = Vec::new();
    for (region, a, b) in pairs(region, first, right)? {
        let here =
            split_each(compared(region.clone(), *test, &a, &b)?, |c| chain(c, right, more, truth))?;
        regions.extend(here);
        if !truth {
            regions.extend(compared(region, test.opposite(), &a, &b)?);
        }
    }
    Some(regions)
}

/// A comparison with a quotient by a positive constant, without it: `a <= div(b, c)` is `c * a <= b`. `None` for others.
fn without_quotient(left: &Int, test: Test, right: &Int) -> Option<(Int, Test, Int)> {
    if let Int::Binary(Binary::Div, _) = left {
        let (right, test, left) = without_quotient_on_right(right, test.turned(), left)?;
        return Some((left, test.turned(), right));
    }
    without_quotient_on_right(left, test, right)
}

fn without_quotient_on_right(left: &Int, test: Test, right: &Int) -> Option<(Int, Test, Int)> {
    let Int::Binary(Binary::Div, pair) = right else { return None };
    let (Int::Linear(dividend), Some(divisor), Int::Linear(left)) =
        (&pair.0, pair.1.constant().filter(|divisor| *divisor > 0), left)
    else {
        return None;
    };
    let times = |left: &Linear| Linear::constant(0).plus(left, divisor);
    let next = || times(&left.plus(&Linear::constant(1), 1)?);
    let (left, test) = match test {
        Test::LessOrEqual | Test::Greater => (times(left)?, test),
        // Integers are less if the next one is at most as large.
        Test::Less => (next()?, Test::LessOrEqual),
        Test::GreaterOrEqual => (next()?, Test::Greater),
        Test::Equal | Test::NotEqual => return None,
    };
    Some((Int::Linear(left), test, Int::Linear(dividend.clone())))
}

fn compared(region: Region, test: Test, a: &Linear, b: &Linear) -> Option<Vec<Region>> {
    let (up, down) = (a.plus(b, -1)?, b.plus(a, -1)?);
    let strictly = |linear: &Linear| linear.plus(&Linear::constant(1), -1);
    match test {
        Test::Equal => split_each(region.restricted(up)?, |region| {
            let down = region.substituted(&down)?;
            region.restricted(down)
        }),
        Test::NotEqual => {
            let mut regions = region.clone().restricted(strictly(&up)?)?;
            regions.extend(region.restricted(strictly(&down)?)?);
            Some(regions)
        }
        Test::Less => region.restricted(strictly(&down)?),
        Test::LessOrEqual => region.restricted(down),
        Test::Greater => region.restricted(strictly(&up)?),
        Test::GreaterOrEqual => region.restricted(up),
    }
}

impl Region {
    /// The sum with the known values of slots inserted.
    pub(super) fn substituted(&self, linear: &Linear) -> Option<Linear> {
        let known = self.known.iter();
        known.into_iter().try_fold(linear.clone(), |sum, (slot, value)| sum.put(*slot, value))
    }

    /// The part of the region in which `bound` is not negative: one region, or none.
    pub(super) fn restricted(mut self, bound: Linear) -> Option<Vec<Region>> {
        self.bounds.push(bound);
        self.normalised()
    }

    /// The part of the region where a slot is something.
    pub(super) fn with_value(mut self, slot: usize, value: &Linear) -> Option<Vec<Region>> {
        self.insert_value(slot, value)?;
        self.normalised()
    }

    pub(super) fn insert_value(&mut self, slot: usize, value: &Linear) -> Option<()> {
        let known = self.known.iter_mut().map(|(_, value)| value);
        for linear in self.bounds.iter_mut().chain(&mut self.parts).chain(known) {
            *linear = linear.put(slot, value)?;
        }
        self.known.push((slot, value.clone()));
        Some(())
    }

    /// Removes redundant bounds, and inserts the values of slots that they determine; no region if the bounds
    /// contradict each other.
    fn normalised(mut self) -> Option<Vec<Region>> {
        loop {
            if !self.tidy() {
                return Some(Vec::new());
            }
            let Some(ranges) = self.ranges()? else { return Some(Vec::new()) };
            let single = ranges.iter().find(|(_, low, high)| low.is_some() && low == high);
            let determined = match single {
                Some((slot, Some(value), _)) => Some((*slot, Linear::constant(*value))),
                _ => self.equation()?,
            };
            match determined {
                Some((slot, value)) => self.insert_value(slot, &value)?,
                None => return Some(vec![self]),
            }
        }
    }

    /// Divides bounds by common factors, and keeps the strongest of each direction. Returns false if one is
    /// contradictory.
    pub(super) fn tidy(&mut self) -> bool {
        for bound in &mut self.bounds {
            bound.terms.sort_unstable();
            let factor =
                bound.terms.iter().fold(0, |gcd, (_, times)| num_integer::gcd(gcd, *times));
            if factor > 1 {
                bound.constant = bound.constant.div_euclid(factor);
                bound.terms.iter_mut().for_each(|(_, times)| *times /= factor);
            }
        }
        let wrong = |bound: &Linear| bound.terms.is_empty() && bound.constant < 0;
        if self.bounds.iter().any(wrong) {
            return false;
        }
        self.bounds.retain(|bound| !bound.terms.is_empty());
        self.bounds.sort_by(|a, b| (&a.terms, a.constant).cmp(&(&b.terms, b.constant)));
        self.bounds.dedup_by(|later, earlier| later.terms == earlier.terms);
        true
    }

    /// Slot that two opposite bounds determine, preferably that of a loop and not the heap.
    fn equation(&self) -> Option<Option<(usize, Linear)>> {
        for (n, bound) in self.bounds.iter().enumerate() {
            let opposite = Linear::constant(0).plus(bound, -1)?;
            let meets = |other: &&Linear| {
                let mut terms = opposite.terms.clone();
                terms.sort_unstable();
                other.terms == terms && other.constant == opposite.constant
            };
            if self.bounds[n + 1..].iter().any(|other| meets(&other)) {
                let unit = bound.terms.iter().filter(|(_, times)| times.abs() == 1);
                if let Some(&(slot, times)) = unit.max_by_key(|(slot, _)| *slot) {
                    // times * slot + rest = 0.
                    let rest = bound.plus(&Linear::slot(slot), -times)?;
                    return Some(Some((slot, Linear::constant(0).plus(&rest, -times)?)));
                }
            }
        }
        Some(None)
    }

    /// Least and greatest value of each slot, as far as a few rounds of the bounds show; the inner `None`
    /// if there is no value.
    #[expect(clippy::type_complexity, reason = "slots with their two ends")]
    fn ranges(&self) -> Option<Option<Vec<(usize, Option<i64>, Option<i64>)>>> {
        let mut slots: Vec<usize> = Vec::new();
        slots.extend(self.bounds.iter().flat_map(|bound| &bound.terms).map(|(slot, _)| *slot));
        slots.sort_unstable();
        slots.dedup();
        let mut ranges: Vec<_> = slots.into_iter().map(|slot| (slot, None, None)).collect();
        for _ in 0..NARROWINGS {
            for bound in &self.bounds {
                for (slot, times) in &bound.terms {
                    // times * slot >= -(the most that the rest can be)
                    let rest = bound.plus(&Linear::slot(*slot), times.checked_neg()?)?;
                    let Some(most) = most(&rest, &ranges)? else { continue };
                    let Ok(place) = ranges.binary_search_by_key(slot, |range| range.0) else {
                        continue;
                    };
                    let (_, low, high) = &mut ranges[place];
                    if *times > 0 {
                        let least = most.div_euclid(*times).checked_neg()?;
                        *low = Some(low.map_or(least, |low: i64| low.max(least)));
                    } else {
                        let largest = most.div_euclid(times.checked_neg()?);
                        *high = Some(high.map_or(largest, |high: i64| high.min(largest)));
                    }
                    if let (Some(low), Some(high)) = (low, high)
                        && low > high
                    {
                        return Some(None);
                    }
                }
            }
        }
        Some(Some(ranges))
    }

    /// Regions with constant values for every slot that has finitely many values.
    fn unrolled(self) -> Option<Vec<Region>> {
        let Some(ranges) = self.ranges()? else { return Some(Vec::new()) };
        let finite = ranges.iter().filter_map(|&(slot, low, high)| Some((slot, low?, high?)));
        // Short ones first.
        let Some((slot, low, high)) = finite.max_by_key(|(_, low, high)| Reverse(high - low))
        else {
            return Some(vec![self]);
        };
        if high - low >= MOST_ROUNDS {
            return None;
        }
        let rounds =
            (low..=high).map(|value| self.clone().with_value(slot, &Linear::constant(value)));
        let rounds: Vec<Region> =
            rounds.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
        split_each(rounds, Region::unrolled)
    }
}

/// Greatest value of a sum of slots; the inner `None` if it is unbounded.
#[expect(clippy::option_option, reason = "an overflow, and no limit")]
fn most(sum: &Linear, ranges: &[(usize, Option<i64>, Option<i64>)]) -> Option<Option<i64>> {
    let mut most = sum.constant;
    for (slot, times) in &sum.terms {
        let place = ranges.binary_search_by_key(slot, |range| range.0).ok()?;
        let (_, low, high) = ranges[place];
        let Some(end) = (if *times > 0 { high } else { low }) else { return Some(None) };
        most = most.checked_add(times.checked_mul(end)?)?;
    }
    Some(Some(most))
}
