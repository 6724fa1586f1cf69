//! Periods of the nimbers of heaps: search and proof.
//!
//! A period of the end of a sequence is a shift under which the reversed sequence agrees with itself. All
//! such shifts are found in linear time by the Z-function (Gusfield, Algorithms on Strings, Trees, and
//! Sequences, section 1.3). Before, shifts are tried under which the last few nimbers agree: there are seldom many.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::arithmetic;
use super::code::Code;
use super::digit::Digit;
use super::theorem::Theorem;
use super::unbounded;
use crate::{Budget, Exhausted};

/// Number of heaps between two checks of the budget.
const POLL_EVERY: usize = 1 << 16;

/// Number of nimbers that are compared first.
const WINDOW: usize = 16;

/// A regularity of nimbers: from heap `preperiod` on, `period` counters more add `saltus`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regularity {
    /// The least period.
    pub period: u64,
    /// The first heap from which it holds: one above the last exceptional heap.
    pub preperiod: u64,
    /// Increase of the nimbers per period; 0 for most games.
    pub saltus: u64,
    /// The theorem that proves it.
    pub theorem: Theorem,
    /// The largest heap that the proof uses.
    pub checked: u64,
}

impl Regularity {
    /// The last exceptional heap, if there is one.
    pub fn last_exception(&self) -> Option<u64> {
        self.preperiod.checked_sub(1)
    }

    /// A heap below `preperiod + period` with the same nimber, up to a multiple of the saltus, and that
    /// multiple.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::heap::HeapSolver;
    /// let mut kayles = HeapSolver::new("0.77".parse()?, Budget::unlimited());
    /// let period = kayles.period(1000)?.expect("Kayles has a period").clone();
    /// let (heap, times) = period.reduce(1_000_000);
    /// assert_eq!((heap, period.saltus * times), (76, 0));
    /// assert_eq!(kayles.nimber(1_000_000)?, kayles.nimber(heap)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reduce(&self, heap: u64) -> (u64, u64) {
        let Some(beyond) = heap.checked_sub(self.preperiod) else { return (heap, 0) };
        (self.preperiod + beyond % self.period, beyond / self.period)
    }

    /// [`reduce`](Regularity::reduce) for a heap of any size.
    #[doc(hidden)]
    pub fn reduce_any(&self, heap: &BigUint) -> (u64, BigUint) {
        if let Some(heap) = heap.to_u64() {
            let (heap, times) = self.reduce(heap);
            return (heap, BigUint::from(times));
        }
        // The heap is beyond the preperiod, which is a `u64`.
        let beyond = heap - self.preperiod;
        let rest = (&beyond % self.period).to_u64().expect("a remainder of a u64 is one");
        (self.preperiod + rest, beyond / self.period)
    }
}

/// Nimbers in the width of their algorithm.
#[derive(Debug, Clone, Copy)]
pub(super) enum Nimbers<'v> {
    Narrow(&'v [u16]),
    Wide(&'v [u32]),
}

impl Nimbers<'_> {
    pub(super) fn len(self) -> usize {
        match self {
            Nimbers::Narrow(values) => values.len(),
            Nimbers::Wide(values) => values.len(),
        }
    }

    pub(super) fn get(self, heap: usize) -> u64 {
        match self {
            Nimbers::Narrow(values) => u64::from(values[heap]),
            Nimbers::Wide(values) => u64::from(values[heap]),
        }
    }

    /// The least period proved by these nimbers, if any.
    pub(super) fn regularity(
        self,
        code: &Code,
        budget: &Budget,
    ) -> Result<Option<Regularity>, Exhausted> {
        let Some(theorem) = Theorem::of(code) else { return Ok(None) };
        match theorem {
            Theorem::Repeats { .. } => return self.by_states(code, theorem, budget),
            Theorem::AnyNumber { .. } => return unbounded::regularity(self, code, theorem, budget),
            _ => {}
        }
        match self.periodic(code, theorem, budget)? {
            None => arithmetic::regularity(self, code, budget),
            found => Ok(found),
        }
    }

    fn periodic(
        self,
        code: &Code,
        theorem: Theorem,
        budget: &Budget,
    ) -> Result<Option<Regularity>, Exhausted> {
        let known = self.len();
        // Splits into two equal heaps only require an even number of counters.
        let even = code.digits().iter().map(|d| d.splits(2)).any(|s| s.equal() && !s.any());
        let step = if even { 2 } else { 1 };
        let needed =
            |(p, long): (usize, usize)| theorem.needed((known - p - long) as u64, p as u64);
        let least = theorem.least_agreement(known as u64) as usize;
        let proved = |found| needed(found) <= known as u64;
        let found = match self {
            Nimbers::Narrow(values) => first_shift(values, (step, least), proved, budget)?,
            Nimbers::Wide(values) => first_shift(values, (step, least), proved, budget)?,
        };
        let Some((period, long)) = found else { return Ok(None) };
        let preperiod = (known - period - long) as u64;
        let checked = needed((period, long)) - 1;
        // An even period may be twice the least one.
        let half = period / 2;
        let agrees = |heap: usize| self.get(heap) == self.get(heap + half);
        let halves = even && period == 2 * half && (preperiod as usize..known - half).all(agrees);
        let period = if halves { half } else { period } as u64;
        Ok(Some(Regularity { period, preperiod, saltus: 0, theorem, checked }))
    }

    /// The least period of the second half of the nimbers, with its saltus.
    pub(super) fn observed(self, budget: &Budget) -> Result<Option<Observed>, Exhausted> {
        let known = self.len();
        let agreement = self.agreement_of_differences(budget)?;
        let period = (1..agreement.len()).find(|p| 2 * agreement[*p] as usize >= known);
        Ok(period.and_then(|period| {
            let saltus = self.get(known - 1).checked_sub(self.get(known - 1 - period))?;
            let preperiod = (known - period - agreement[period] as usize - 1) as u64;
            Some(Observed { period: period as u64, preperiod, saltus })
        }))
    }

    fn agreement_of_differences(self, budget: &Budget) -> Result<Vec<u32>, Exhausted> {
        let last = self.len() - 1;
        let difference = |i: usize| self.get(last - i).wrapping_sub(self.get(last - 1 - i));
        agreement(last, difference, budget)
    }

    /// Searches for two heaps with the same state, which determines all further nimbers.
    fn by_states(
        self,
        code: &Code,
        theorem: Theorem,
        budget: &Budget,
    ) -> Result<Option<Regularity>, Exhausted> {
        let known = self.len();
        let (window, step) = (code.digits().len(), code.repeating().len());
        let agreement = self.agreement_of_differences(budget)?;
        // Candidates agree for at least one period. The first state is one whose last heaps do not include
        // heap 0.
        let fits = |p: &usize| agreement[*p] as usize >= *p && known - p > window + step;
        let candidates = (step..agreement.len()).step_by(step).filter(fits);
        let largest = (0..known).map(|heap| self.get(heap)).max().unwrap_or(0);
        budget.reserve(2 * (largest + 1).saturating_mul(step as u64))?;
        let end = self.state(code, known);
        for period in candidates.take(4) {
            budget.step()?;
            if self.state(code, known - period).continues_like(&end) {
                return Ok(self.regularity_of(period, agreement[period] as usize, theorem));
            }
        }
        Ok(None)
    }

    /// The regularity with the least period, given equal states at the end and one period before.
    fn regularity_of(
        self,
        period: usize,
        agreement: usize,
        theorem: Theorem,
    ) -> Option<Regularity> {
        let known = self.len();
        let mut preperiod = known - period - agreement - 1;
        let saltus = self.get(known - 1).checked_sub(self.get(known - 1 - period))?;
        let least_period = self.least_period(period, preperiod, saltus)?;
        let saltus = saltus / (period / least_period) as u64;
        while preperiod > 0
            && self.get(preperiod - 1 + least_period) == self.get(preperiod - 1) + saltus
        {
            preperiod -= 1;
        }
        let (period, preperiod) = (least_period as u64, preperiod as u64);
        Some(Regularity { period, preperiod, saltus, theorem, checked: known as u64 - 1 })
    }

    /// The least divisor of a period that is a period too, for all known heaps from `from` on.
    fn least_period(self, period: usize, from: usize, saltus: u64) -> Option<usize> {
        (1..=period).filter(|p| period.is_multiple_of(*p)).find(|p| {
            let parts = (period / p) as u64;
            let heaps = from..self.len() - p;
            saltus.is_multiple_of(parts)
                && heaps.clone().all(|n| self.get(n + p) == self.get(n) + saltus / parts)
        })
    }

    /// The state that determines the nimbers of this heap and larger ones, for a code whose moves leave at
    /// most one heap: the last nimbers, and for each remainder the set of those before. Nimbers are counted
    /// from the least one missing in some of these sets; smaller ones do not matter, since every move to one
    /// of these heaps may be replaced by moves to the whole set. Without such moves the sets are empty.
    fn state(self, code: &Code, heap: usize) -> PeriodState {
        let (window, step) = (code.digits().len(), code.repeating().len());
        let settled = heap.saturating_sub(window + step);
        let mut sets = vec![Vec::new(); step];
        // Taking all leaves heap 0, if all regularity_of digits agree on that.
        let alike = |d: &Digit| d.splits(0).none() == d.splits(1).none();
        let zero_is_a_heap = code.repeating().iter().all(alike);
        let first = match code.repeating().iter().all(|d| d.splits(1).none()) {
            true => settled,
            false => usize::from(!zero_is_a_heap),
        };
        for n in first..settled {
            let (set, nimber) = (&mut sets[(heap - n) % step], self.get(n) as usize);
            set.resize(set.len().max(nimber + 1), false);
            set[nimber] = true;
        }
        let mex = |set: &Vec<bool>| set.iter().position(|found| !found).unwrap_or(set.len());
        let base = sets.iter().map(mex).min().unwrap_or(0);
        sets.iter_mut().for_each(|set| drop(set.drain(..base)));
        let base = base as u64;
        let last = (settled..heap).map(|n| (self.get(n) + 1).saturating_sub(base)).collect();
        PeriodState { base, last, sets, zero_is_a_heap }
    }
}

/// An observed regularity without proof.
#[derive(Debug, Clone, Copy)]
pub(super) struct Observed {
    pub(super) period: u64,
    pub(super) preperiod: u64,
    pub(super) saltus: u64,
}

/// State that determines the next nimbers of a subtraction game.
#[derive(Debug)]
struct PeriodState {
    /// The least nimber missing in some set.
    base: u64,
    /// The last nimbers, relative to one below the base.
    last: Vec<u64>,
    /// The nimbers before, for each remainder, relative to the base.
    sets: Vec<Vec<bool>>,
    /// Whether heap 0 is in the sets. If not, some moves may take all, which excludes 0.
    zero_is_a_heap: bool,
}

impl PeriodState {
    /// Whether a later state has the same continuation, up to the difference of the bases. Then taking all
    /// must add nothing new: its nimber 0 is below both bases, or the bases are equal.
    fn continues_like(&self, later: &PeriodState) -> bool {
        let zero = self.zero_is_a_heap || self.base > 0 || self.base == later.base;
        zero && self.last == later.last && self.sets == later.sets
    }
}

/// The first shift, a multiple of `step` of at most half the length, under which a sequence agrees with itself at the
/// end for as long as is asked, and how long that is: for at least so many values, and `holds` says whether they are
/// enough. Cost: linear.
fn first_shift<T: PartialEq>(
    values: &[T],
    (step, least): (usize, usize),
    holds: impl Fn((usize, usize)) -> bool,
    budget: &Budget,
) -> Result<Option<(usize, usize)>, Exhausted> {
    let known = values.len();
    let shifts = (step..=known / 2).step_by(step);
    let end = values.last_chunk::<WINDOW>().filter(|_| least >= WINDOW);
    let mut compared = 0;
    for shift in shifts.clone() {
        if shift.is_multiple_of(POLL_EVERY) {
            budget.step()?;
        }
        let before = &values[..known - shift];
        if end.is_none() || compared > known {
            break;
        }
        if before.last_chunk() == end {
            let pairs = before.iter().rev().zip(values.iter().rev());
            let long = pairs.take_while(|(one, other)| one == other).count();
            if holds((shift, long)) {
                return Ok(Some((shift, long)));
            }
            compared += long;
        }
    }
    if end.is_some() && compared <= known {
        return Ok(None);
    }
    let agreement = agreement(known, |i| &values[known - 1 - i], budget)?;
    Ok(shifts.map(|shift| (shift, agreement[shift] as usize)).find(|found| holds(*found)))
}

/// Z-function: for each shift up to half the length, the length of agreement of the sequence with itself
/// shifted.
fn agreement<T: PartialEq>(
    length: usize,
    at: impl Fn(usize) -> T,
    budget: &Budget,
) -> Result<Vec<u32>, Exhausted> {
    let mut agreement = vec![0u32; length / 2 + 1];
    let (mut left, mut right) = (0, 0);
    for shift in 1..agreement.len() {
        if shift.is_multiple_of(POLL_EVERY) {
            budget.step()?;
        }
        let known = if shift < right { agreement[shift - left] as usize } else { 0 };
        let mut long = known.min(right.saturating_sub(shift));
        while shift + long < length && at(long) == at(shift + long) {
            long += 1;
        }
        if shift + long > right {
            (left, right) = (shift, shift + long);
        }
        agreement[shift] = long as u32;
    }
    Ok(agreement)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Sequences that repeat from some place on, and such that agree with themselves under many shifts.
    fn sequences() -> impl Strategy<Value = Vec<u16>> {
        let repeating = (prop::collection::vec(0..3u16, 1..300), 0..200usize, 1..200usize);
        let repeating = repeating.prop_map(|(mut values, before, period)| {
            for at in before + period..values.len() {
                values[at] = values[at - period];
            }
            values
        });
        let sparse = prop::collection::vec(prop::bool::weighted(0.02), 1..300);
        let sparse = sparse.prop_map(|values| values.into_iter().map(u16::from).collect());
        prop_oneof![repeating, sparse]
    }

    proptest! {
        /// Whether few shifts are tried or all are found at once.
        #[test]
        fn the_first_shift_is_the_one_that_is_found_by_comparing_all(
            (values, least) in sequences().prop_flat_map(|values| {
                let length = values.len();
                (Just(values), 0..length)
            }),
            step in 1..3usize,
        ) {
            let known = values.len();
            let agreement = |shift: usize| {
                let same = |i: &usize| values[known - 1 - i] == values[known - 1 - shift - i];
                (0..known - shift).take_while(same).count()
            };
            let shifts = (step..=known / 2).step_by(step);
            let expected = shifts
                .map(|shift| (shift, agreement(shift)))
                .find(|(_, long)| *long >= least);
            let holds = |(_, long)| long >= least;
            let found = first_shift(&values, (step, least), holds, &Budget::unlimited());
            prop_assert_eq!(found.unwrap(), expected);
        }
    }
}
