//! Take-and-break games among rulesets of heaps, by proof.
//!
//! Knows: which heaps a digit of a code allows. Must not know: nimbers, or how codes are typed.
//!
//! A region is a digit when its heaps can be chosen freely: for heaps p1, ..., pm that are left of n,
//! the slots of the loops and n are sums of p1, ..., pm and the number taken, and the bounds say
//! p >= 0 or p >= 1 for each of them and nothing else. This is checked, not sampled, so a ruleset
//! that is recognised has exactly the moves of the code.

use upstar_core::heap::{Code, Condition, Heaps, Rule, Takes};

use super::program::{Linear, MoveRule};
use super::regions::{self, Region};

/// Most heaps of a code.
const MOST_HEAPS: usize = 16;

/// Code of a ruleset with these rules, for heaps of at least `from` counters; `None` if it has none, or
/// none is recognised.
pub(super) fn code(ways: &[MoveRule], heap: usize, slots: usize, from: i64) -> Option<Code> {
    let mut rules = Vec::new();
    for way in ways {
        for region in regions::regions(way, heap, from)? {
            rules.extend(leaving(region, heap, slots, from)?);
        }
    }
    Code::from_rules(&rules).ok()
}

/// The moves of a region.
fn leaving(mut region: Region, heap: usize, slots: usize, from: i64) -> Option<Vec<Rule>> {
    region.parts.retain(|part| *part != Linear::constant(0));
    let heaps = region.parts.len();
    if heaps > MOST_HEAPS {
        return None;
    }
    for n in 0..heaps {
        let part = region.parts[n].clone();
        region.exchange(&part, slots, slots + n)?;
    }
    // The number taken: the heap minus the heaps left.
    let left = (0..heaps).map(|n| Linear::slot(slots + n));
    let size = region.substituted(&Linear::slot(heap))?;
    let mut taken = left.into_iter().try_fold(size, |rest, part| rest.plus(&part, -1))?;
    let further = !taken.terms.is_empty();
    if further {
        region.exchange(&taken, slots, slots + heaps)?;
        taken = Linear::slot(slots + heaps);
    }
    if !region.tidy() {
        return None;
    }
    let halved = heaps == 2 && region.halved(slots)?;
    let size = region.substituted(&Linear::slot(heap))?.plus(&Linear::constant(from), -1)?;
    // One heap that is left of a large one is not negative.
    let large = heaps == 1 && !further && taken.constant <= from;
    let least = region.least(slots, heaps + usize::from(further), &size, large)?;
    let takes = match further {
        true => Takes::Every { first: u64::try_from(least[heaps]).ok()?, step: 1 },
        false => Takes::Exactly(u64::try_from(taken.constant).ok()?),
    };
    let splits = splits(&least[..heaps], halved)?;
    let rule = |(heaps, condition)| Rule { takes, heaps: Heaps::Exactly(heaps), condition };
    Some(splits.into_iter().map(rule).collect())
}

/// Splits into heaps of at least these sizes. If `halved`, the first slot is the smaller of two heaps, and
/// the second the difference of both.
fn splits(least: &[i64], halved: bool) -> Option<Vec<(u32, Condition)>> {
    if least.iter().any(|least| !matches!(least, 0 | 1)) {
        return None;
    }
    let any = |heaps| (heaps, Condition::Any);
    if halved {
        return Some(match least {
            [0, 0] => vec![any(0), any(1), any(2)],
            [0, _] => vec![any(1), (2, Condition::Unequal)],
            [_, 0] => vec![any(2)],
            _ => vec![(2, Condition::Unequal)],
        });
    }
    let fixed = least.iter().filter(|least| **least == 1).count();
    Some((fixed as u32..=least.len() as u32).map(any).collect())
}

impl Region {
    /// Replaces a slot by a new one that stands for a sum of slots.
    fn exchange(&mut self, sum: &Linear, slots: usize, new: usize) -> Option<()> {
        let unit = sum.terms.iter().filter(|(slot, times)| *slot < slots && times.abs() == 1);
        let &(slot, times) = unit.max_by_key(|(slot, _)| *slot)?;
        // sum = times * slot + rest, so the new slot gives slot = (new - rest) * times for times = 1 or -1.
        let rest = sum.plus(&Linear::slot(slot), -times)?;
        let value = Linear::slot(new).plus(&rest, -1)?;
        self.insert_value(slot, &Linear::constant(0).plus(&value, times)?)
    }

    /// Whether the first two new slots are bound by their order. From then on the first is the
    /// smaller one, and the second what the other has more.
    fn halved(&mut self, slots: usize) -> Option<bool> {
        let (a, b) = (slots, slots + 1);
        let order = |bound: &Linear| match bound.terms[..] {
            [(x, 1), (y, -1)] if (x, y) == (a, b) => Some((b, a)),
            [(x, -1), (y, 1)] if (x, y) == (a, b) => Some((a, b)),
            _ => None,
        };
        let Some((smaller, larger)) = self.bounds.iter().find_map(order) else {
            return Some(false);
        };
        let [small, more] = [1, 2].map(|n| Linear::slot(slots + MOST_HEAPS + n));
        self.insert_value(smaller, &small)?;
        self.insert_value(larger, &small.plus(&more, 1)?)?;
        self.insert_value(slots + MOST_HEAPS + 1, &Linear::slot(a))?;
        self.insert_value(slots + MOST_HEAPS + 2, &Linear::slot(b))?;
        self.tidy().then_some(true)
    }

    /// Least value of each new slot, if the bounds state nothing else but that the heap is large enough,
    /// i.e. that `size` is not negative. Without a bound it is 0 for a `large` heap.
    fn least(&self, slots: usize, count: usize, size: &Linear, large: bool) -> Option<Vec<i64>> {
        let mut size = size.clone();
        size.terms.sort_unstable();
        let bounds = || self.bounds.iter().filter(|bound| **bound != size);
        let least = (slots..slots + count).map(|slot| {
            let single = |bound: &&Linear| bound.terms == [(slot, 1)];
            let least = bounds().filter(single).map(|bound| -bound.constant).max();
            if large { least.or(Some(0)) } else { least }
        });
        let least = least.collect::<Option<Vec<i64>>>()?;
        let follows = |bound: &Linear| {
            let mut sum = bound.constant;
            for (slot, times) in &bound.terms {
                if *times < 0 {
                    return None;
                }
                let least = least.get(slot.checked_sub(slots)?)?;
                sum = sum.checked_add(times.checked_mul(*least)?)?;
            }
            (sum >= 0).then_some(())
        };
        let rest = |bound: &Linear| bound.plus(&size, -1);
        bounds().try_for_each(|bound| {
            follows(bound).or_else(|| rest(bound).and_then(|rest| follows(&rest)))
        })?;
        Some(least)
    }
}
