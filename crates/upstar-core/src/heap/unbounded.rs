//! Arithmetic periods of games in which any number of counters may be taken, and some moves split a
//! heap in two, as in Lasker's Nim.
//!
//! Every smaller heap is an option, so no two heaps have the same nimber, and the nimber `g(n)` is near `n`.
//! Let `q` be a power of two with `g(n + q) = g(n) + q` for all known heaps from `n0` on, and `Q` a larger
//! power of two that exceeds all nimbers below `n0`. By induction this holds for all heaps if:
//!
//! 1. No split has the nimber of its heap. For parts `a, b >= n0` write nimbers as `q*x + low` and
//!    `q*y + low`: there, `x` and `y` are arbitrarily large, and the heap has the high part
//!    `x + y + c`, where `c` and its low part depend only on the remainders of `a` and `b` modulo
//!    `q`. Since `x ^ y = x + y - 2*(x & y)`, and `x & y` can be any number, both high parts are
//!    equal for some `x` and `y` exactly if `c` is even and not positive. For `a < n0`, `g(a) < Q`,
//!    so adding `Q` to `b` adds `Q` to the nimber of the split as well as to that of the heap.
//! 2. All smaller nimbers are options. For the last `Q` known heaps `n`, let `m < g(n)` be the
//!    nimbers that no smaller heap has: all are larger than `Q` and those below `n0 + Q`, and each
//!    is the nimber of a split one part of which has a nimber below `Q`. Then the same holds for
//!    `n + Q` with `m + Q`.
//!
//! Lasker's Nim: Lasker, Brettspiele der Völker (1931); Winning Ways, chapter 4. The criterion is proved
//! above and needs no reference.

use std::collections::BTreeSet;

use super::code::Code;
use super::period::{Nimbers, Observed, Regularity};
use super::theorem::Theorem;
use crate::{Budget, Exhausted};

/// Most pairs of parts enumerated.
const MAX_PAIRS: usize = 1 << 22;

/// The arithmetic period of a game in which any number may be taken, if the known nimbers prove one. Cost:
/// quadratic in the period and the preperiod.
pub(super) fn regularity(
    nimbers: Nimbers<'_>,
    code: &Code,
    theorem: Theorem,
    budget: &Budget,
) -> Result<Option<Regularity>, Exhausted> {
    let Some(Observed { period, preperiod, saltus }) = nimbers.observed(budget)? else {
        return Ok(None);
    };
    let claim = PeriodClaim::new(nimbers, code, preperiod.max(1) as usize, period as usize);
    let proved = saltus == period
        && period.is_power_of_two()
        && claim.is_small_enough()
        && claim.splits_differ()
        && claim.smaller_nimbers_are_options();
    let checked = nimbers.len() as u64 - 1;
    Ok(proved.then_some(Regularity { period, preperiod, saltus, theorem, checked }))
}

/// `g(n + period) = g(n) + period` from heap `first` on.
struct PeriodClaim<'n> {
    nimbers: Nimbers<'n>,
    first: usize,
    period: usize,
    /// `Q`: splits with a part of smaller nimber shift with it.
    shift: usize,
    /// Numbers of counters that splitting moves take.
    taken: Vec<usize>,
}

impl PeriodClaim<'_> {
    fn new<'n>(nimbers: Nimbers<'n>, code: &Code, first: usize, period: usize) -> PeriodClaim<'n> {
        let splits =
            |(taken, digit): (usize, &super::Digit)| (!digit.splits(2).none()).then_some(taken);
        let taken = code.digits().iter().enumerate().filter_map(splits).collect();
        let small = (0..first).map(|heap| nimbers.get(heap) as usize + 1);
        let shift = small.fold(period, usize::max).next_power_of_two();
        PeriodClaim { nimbers, first, period, shift, taken }
    }

    fn nimber(&self, heap: usize) -> usize {
        self.nimbers.get(heap) as usize
    }

    /// Whether enough heaps are known, and the check is not too long.
    fn is_small_enough(&self) -> bool {
        let parts = self.first + self.shift;
        let taken = self.taken.last().copied().unwrap_or(0);
        self.nimbers.len() > 2 * (parts + self.shift) + taken
            && parts.saturating_mul(parts).saturating_mul(self.taken.len()) <= MAX_PAIRS
    }

    /// Whether no split has the nimber of its heap.
    fn splits_differ(&self) -> bool {
        self.taken.iter().all(|taken| {
            let block = self.first..self.first + self.period;
            let large = |a: usize| block.clone().all(|b| self.large_parts_differ(a, b, *taken));
            let differs = |a, b| self.nimber(a) ^ self.nimber(b) != self.nimber(a + b + taken);
            let small = |a| (self.first..self.first + self.shift).all(|b| differs(a, b));
            block.clone().all(large) && (1..self.first).all(small)
        })
    }

    /// Whether no split into heaps from `first` on with the remainders of `a` and `b` has the nimber of its
    /// heap.
    fn large_parts_differ(&self, a: usize, b: usize, taken: usize) -> bool {
        let beyond = a + b + taken - self.first;
        let whole = self.first + beyond % self.period;
        let [x, y, z] = [a, b, whole].map(|heap| self.nimber(heap));
        let high = |nimber: usize| (nimber / self.period) as i64;
        let more = high(z) + (beyond / self.period) as i64 - high(x) - high(y);
        (x ^ y ^ z) % self.period != 0 || more > 0 || more % 2 != 0
    }

    /// Whether all nimbers below those of the last known heaps are nimbers of options, and remain so.
    fn smaller_nimbers_are_options(&self) -> bool {
        let known = self.nimbers.len();
        let small = (0..self.first + self.shift).map(|heap| self.nimber(heap)).max().unwrap_or(0);
        let mut reached: BTreeSet<usize> =
            (0..known - self.shift).map(|heap| self.nimber(heap)).collect();
        (known - self.shift..known).all(|heap| {
            let nimber = self.nimber(heap);
            let mut missing = (0..nimber).filter(|smaller| !reached.contains(smaller));
            let options = missing.all(|n| n > small + self.shift && self.is_split(heap, n));
            reached.insert(nimber);
            options && nimber > small
        })
    }

    /// Whether a split of this heap with a part of small nimber has this nimber.
    fn is_split(&self, heap: usize, nimber: usize) -> bool {
        let small = (1..self.first + self.shift).filter(|part| self.nimber(*part) < self.shift);
        let mut splits =
            small.flat_map(|a| self.taken.iter().map(move |taken| (a, heap - taken - a)));
        splits.any(|(a, b)| b >= self.first && self.nimber(a) ^ self.nimber(b) == nimber)
    }
}
