//! How the nimbers of heaps repeat: looking for a period, and proving it.
//!
//! A period of the last part of a sequence is a place where the sequence, read backwards, agrees
//! with itself. All of them are found together in linear time by the Z-function (Gusfield,
//! Algorithms on Strings, Trees, and Sequences, section 1.3).

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::arithmetic;
use super::code::Code;
use super::digit::Digit;
use super::theorem::Theorem;
use super::unbounded;
use crate::{Budget, Exhausted};

/// Number of heaps between two looks at the budget.
const POLL_EVERY: usize = 1 << 16;

/// How nimbers repeat: from heap `preperiod` on, `period` counters more add `saltus`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regularity {
    /// The least period.
    pub period: u64,
    /// The first heap from which it holds: one more than the last exceptional heap.
    pub preperiod: u64,
    /// What each period adds to the nimbers; 0 for most games.
    pub saltus: u64,
    /// Why it goes on like this forever.
    pub theorem: Theorem,
    /// The largest heap that the proof looks at.
    pub checked: u64,
}

impl Regularity {
    /// The last heap that does not follow the period, if there is one.
    pub fn last_exception(&self) -> Option<u64> {
        self.preperiod.checked_sub(1)
    }

    /// A heap below `preperiod + period` and a multiple of the saltus that together give the
    /// nimber of this heap.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::heap::Solver;
    /// let mut kayles = Solver::new("0.77".parse()?, Budget::unlimited());
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
    pub fn reduce_any(&self, heap: &BigUint) -> (u64, BigUint) {
        if let Some(heap) = heap.to_u64() {
            let (heap, times) = self.reduce(heap);
            return (heap, BigUint::from(times));
        }
        // It is beyond the preperiod, which is a `u64`.
        let beyond = heap - self.preperiod;
        let rest = (&beyond % self.period).to_u64().expect("a remainder of a u64 is one");
        (self.preperiod + rest, beyond / self.period)
    }
}

/// Nimbers in as few bytes as their solver needs.
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

    /// The least period that these nimbers prove, if they prove one.
    pub(super) fn regularity(
        self,
        code: &Code,
        budget: &Budget,
    ) -> Result<Option<Regularity>, Exhausted> {
        let Some(theorem) = Theorem::of(code) else { return Ok(None) };
        match theorem {
            Theorem::Repeats { .. } => return self.repeats(code, theorem, budget),
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
        // A split into two equal heaps alone asks for an even number of counters.
        let even = code.digits().iter().map(|d| d.splits(2)).any(|s| s.equal() && !s.any());
        let agreement = match self {
            Nimbers::Narrow(values) => agreement(known, |i| values[known - 1 - i], budget)?,
            Nimbers::Wide(values) => agreement(known, |i| values[known - 1 - i], budget)?,
        };
        let step = if even { 2 } else { 1 };
        let begins = |p: usize| known - p - agreement[p] as usize;
        let proved = |p: &usize| theorem.needed(begins(*p) as u64, *p as u64) <= known as u64;
        let Some(period) = (step..agreement.len()).step_by(step).find(proved) else {
            return Ok(None);
        };
        let preperiod = begins(period) as u64;
        let checked = theorem.needed(preperiod, period as u64) - 1;
        // An even period may be twice the least one.
        let half = period / 2;
        let halves = even && period == 2 * half && begins(half) as u64 <= preperiod;
        let period = if halves { half } else { period } as u64;
        Ok(Some(Regularity { period, preperiod, saltus: 0, theorem, checked }))
    }

    /// The least period that the second half of the nimbers follows, with its saltus.
    pub(super) fn seen(self, budget: &Budget) -> Result<Option<Seen>, Exhausted> {
        let known = self.len();
        let agreement = self.agreement_of_differences(budget)?;
        let period = (1..agreement.len()).find(|p| 2 * agreement[*p] as usize >= known);
        Ok(period.and_then(|period| {
            let saltus = self.get(known - 1).checked_sub(self.get(known - 1 - period))?;
            let preperiod = (known - period - agreement[period] as usize - 1) as u64;
            Some(Seen { period: period as u64, preperiod, saltus })
        }))
    }

    fn agreement_of_differences(self, budget: &Budget) -> Result<Vec<u32>, Exhausted> {
        let last = self.len() - 1;
        let difference = |i: usize| self.get(last - i).wrapping_sub(self.get(last - 1 - i));
        agreement(last, difference, budget)
    }

    /// Looks for two heaps whose further nimbers follow from the same state.
    fn repeats(
        self,
        code: &Code,
        theorem: Theorem,
        budget: &Budget,
    ) -> Result<Option<Regularity>, Exhausted> {
        let known = self.len();
        let (window, step) = (code.digits().len(), code.repeating().len());
        let agreement = self.agreement_of_differences(budget)?;
        // A period that fits for less than it lasts is hardly one. The first state is one in which
        // the last heaps are not heap 0.
        let fits = |p: &usize| agreement[*p] as usize >= *p && known - p > window + step;
        let candidates = (step..agreement.len()).step_by(step).filter(fits);
        let largest = (0..known).map(|heap| self.get(heap)).max().unwrap_or(0);
        budget.reserve(2 * (largest + 1).saturating_mul(step as u64))?;
        let end = self.state(code, known);
        for period in candidates.take(4) {
            budget.step()?;
            if self.state(code, known - period).leads_to(&end) {
                return Ok(self.repeating(period, agreement[period] as usize, theorem));
            }
        }
        Ok(None)
    }

    /// The regularity with the least period, when the states at the end and a period before agree.
    fn repeating(self, period: usize, agreement: usize, theorem: Theorem) -> Option<Regularity> {
        let known = self.len();
        let mut preperiod = known - period - agreement - 1;
        let saltus = self.get(known - 1).checked_sub(self.get(known - 1 - period))?;
        let least = self.least(period, preperiod, saltus)?;
        let saltus = saltus / (period / least) as u64;
        while preperiod > 0 && self.get(preperiod - 1 + least) == self.get(preperiod - 1) + saltus {
            preperiod -= 1;
        }
        let (period, preperiod) = (least as u64, preperiod as u64);
        Some(Regularity { period, preperiod, saltus, theorem, checked: known as u64 - 1 })
    }

    /// The least divisor of a period that is a period too, for all heaps that it is known for.
    fn least(self, period: usize, from: usize, saltus: u64) -> Option<usize> {
        (1..=period).filter(|p| period.is_multiple_of(*p)).find(|p| {
            let parts = (period / p) as u64;
            let heaps = from..self.len() - p;
            saltus.is_multiple_of(parts)
                && heaps.clone().all(|n| self.get(n + p) == self.get(n) + saltus / parts)
        })
    }

    /// All that the nimbers of this heap and larger ones depend on, for a code whose moves leave
    /// at most one heap: the last nimbers, and for each remainder the set of those before. Numbers
    /// are counted from the least that one of these sets lacks; what is below does not matter,
    /// as each move to one of these heaps can be to all of a set. When there is no such move, the
    /// sets are empty.
    fn state(self, code: &Code, heap: usize) -> State {
        let (window, step) = (code.digits().len(), code.repeating().len());
        let settled = heap.saturating_sub(window + step);
        let mut sets = vec![Vec::new(); step];
        // To take all is to leave a heap of 0, when all digits say so.
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
        State { base, last, sets, zero_is_a_heap }
    }
}

/// A regularity that is not proved.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    pub(super) period: u64,
    pub(super) preperiod: u64,
    pub(super) saltus: u64,
}

/// What the next nimbers of a subtraction game depend on.
#[derive(Debug)]
struct State {
    /// The least nimber that does not follow from the sets alone.
    base: u64,
    /// The last nimbers, counted from one below the base.
    last: Vec<u64>,
    /// The nimbers before, for each remainder, counted from the base.
    sets: Vec<Vec<bool>>,
    /// Whether heap 0 is in the sets. If not, some may take all, and 0 is excluded for them.
    zero_is_a_heap: bool,
}

impl State {
    /// Whether what follows a later state is what follows this one, with the difference of the
    /// bases added. To take all must add nothing then: its 0 is below both bases, or the same.
    fn leads_to(&self, later: &State) -> bool {
        let zero = self.zero_is_a_heap || self.base > 0 || self.base == later.base;
        zero && self.last == later.last && self.sets == later.sets
    }
}

/// For each shift up to half the length, how long the sequence agrees with itself shifted.
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
