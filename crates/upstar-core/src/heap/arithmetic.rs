//! Arithmetic periods of games whose moves leave up to three heaps: hexadecimal games.
//!
//! Let `s` be a power of two such that `g(n + p) = g(n) + s` for all known heaps from `n0` on, `g(n) < s`
//! below `n0` and `g(n) < 2s` below `n0 + p`. The low part of a nimber is its remainder modulo `s`, the high
//! part the quotient. Low parts repeat with `p`; high parts grow by one per period. Smaller heaps have high
//! part 0. So the options of a heap `n` are of finitely many types: the counters taken, and for each part
//! either a small heap or a remainder modulo `p`. The type fixes the low part of the nim-sum, and the sum `S`
//! of the high parts, which grows by one when `n` grows by `p`. The high parts themselves are arbitrary with
//! this sum and with least values 0 or 1. Which nim-sums `x` can they have? Always `x <= S`, with the parity
//! of `S`, and
//!
//! - one heap whose high part grows: `x = S`;
//! - two: 0 as `t, t`; `S` as `S, 0` when one least value is 0;
//! - three: each `1 <= x <= S - 2` as `x, t, t`; 0 as `0, t, t` when one least value is 0; `S` as
//!   `S, 0, 0` when two are.
//!
//! Other nim-sums depend on binary digits of `S`: they are called undetermined. The mex of a heap is the
//! least number that no low part with the mex of its high parts gives. If nothing undetermined affects it for
//! the last `p` known heaps, the mex of each is `s` more one period later, because `x - S` alone decides, and
//! so by induction forever.
//!
//! Arithmetic periods of hexadecimal games are those of Austin (Impartial and partisan games, 1976), Winning
//! Ways, chapter 4, and Howse and Nowakowski, Theoret. Comput. Sci. 313 (2004). The criterion here is proved
//! above and needs no reference.

use super::code::Code;
use super::period::{Nimbers, Observed, Regularity};
use super::sums;
use super::theorem::Theorem;
use crate::{Budget, Exhausted};

/// Most types of two parts enumerated.
pub(super) const MAX_TYPES: usize = 1 << 22;

/// HighMex high-part sum that may bound the mex: from here on every type occurs.
const LARGE: i64 = 6;

/// Class of a part: a small heap, or all large heaps with one remainder.
#[derive(Debug, Clone, Copy)]
struct PartClass {
    /// The least heap of the class.
    size: i64,
    low: usize,
    /// The high part of the least heap; `None` if high parts do not grow.
    least: Option<i64>,
}

/// The nim-sums of high parts, for one low part.
#[derive(Debug, Clone, Default)]
struct Highs {
    /// For even and odd sums: all nim-sums from 1 up to this occur.
    reach: [i64; 2],
    /// For even and odd sums: whether nim-sum 0 occurs for an even sum.
    zero: [bool; 2],
    /// Nim-sums that occur for all digits.
    determined: Vec<i64>,
    /// For even and odd sums: nim-sums up to this may occur.
    undetermined: [i64; 2],
}

/// Mex of the high parts: exact, or a lower bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HighMex {
    Exact(i64),
    AtLeast(i64),
}

impl Highs {
    fn new() -> Highs {
        Highs { reach: [i64::MIN; 2], undetermined: [i64::MIN; 2], ..Highs::default() }
    }

    /// Adds a type with these least high parts and this sum.
    fn add(&mut self, least: &[i64], sum: i64) {
        let parity = sum.rem_euclid(2) as usize;
        let ones = least.iter().filter(|l| **l > 0).count();
        let zeros = least.len() - ones;
        self.zero[parity] |= least.len() == 2 || least.len() == 3 && zeros > 0;
        let top = if ones <= 1 { sum } else { sum - 2 };
        match least.len() {
            3 => self.reach[parity] = self.reach[parity].max(top),
            2 => self.undetermined[parity] = self.undetermined[parity].max(sum),
            _ => {}
        }
        if least.len() == 1 || least.len() == 2 && zeros > 0 {
            self.determined.push(sum);
        }
        if least.len() == 3 && top < sum {
            self.undetermined[parity] = self.undetermined[parity].max(sum);
        }
    }

    /// The mex of the nim-sums.
    fn least_missing(&mut self) -> HighMex {
        if !(self.zero[0] && self.zero[1] && self.reach.iter().all(|reach| *reach >= LARGE)) {
            return HighMex::AtLeast(0);
        }
        self.determined.sort_unstable();
        self.determined.dedup();
        let mut x = self.reach[0].min(self.reach[1]) + 1;
        loop {
            let parity = (x % 2) as usize;
            let reached = x <= self.reach[parity] || self.determined.binary_search(&x).is_ok();
            if !reached {
                let undetermined = x <= self.undetermined[parity];
                return if undetermined { HighMex::AtLeast(x) } else { HighMex::Exact(x) };
            }
            x += 1;
        }
    }
}

/// A conjectured regularity: the saltus is a power of two and exceeds all small nimbers.
struct SaltusClaim<'c> {
    code: &'c Code,
    period: i64,
    saltus: i64,
    parts: Vec<PartClass>,
    /// Number of small heaps, the first of the parts.
    small: usize,
}

/// The arithmetic period of a hexadecimal game, if the known nimbers prove one.
pub(super) fn regularity(
    nimbers: Nimbers<'_>,
    code: &Code,
    budget: &Budget,
) -> Result<Option<Regularity>, Exhausted> {
    let Some(Theorem::Bounded { heaps: 3, taken }) = Theorem::of(code) else { return Ok(None) };
    let Some(observed) = nimbers.observed(budget)? else { return Ok(None) };
    let power = observed.saltus.is_power_of_two();
    let by_types = if power { proved(nimbers, code, observed, taken) } else { None };
    Ok(by_types.or_else(|| sums::proved(nimbers, code, observed, taken)))
}

/// The observed regularity, if it is proved.
fn proved(nimbers: Nimbers<'_>, code: &Code, observed: Observed, taken: u64) -> Option<Regularity> {
    let n0 = observed.preperiod.max(1);
    let largest = (0..n0 + observed.period).map(|n| nimbers.get(n as usize)).max()?;
    let mut times = 1;
    while times * observed.saltus <= largest {
        times *= 2;
    }
    let (period, saltus) = (times * observed.period, times * observed.saltus);
    let known = nimbers.len() as u64;
    let kinds = (n0 + period) as usize;
    let enough = known > 4 * n0 + 18 * period + taken;
    let factors = [kinds, kinds, period as usize, taken as usize + 1];
    if !enough || factors.into_iter().fold(1, usize::saturating_mul) > MAX_TYPES {
        return None;
    }
    let claim = SaltusClaim::new(nimbers, code, n0, period, saltus);
    let holds =
        (known - period..known).all(|heap| claim.holds(heap as i64, nimbers.get(heap as usize)));
    let Observed { period, preperiod, saltus } = observed;
    let theorem = Theorem::Arithmetic { taken };
    holds.then_some(Regularity { period, preperiod, saltus, theorem, checked: known - 1 })
}

impl SaltusClaim<'_> {
    fn new<'c>(
        nimbers: Nimbers<'_>,
        code: &'c Code,
        n0: u64,
        period: u64,
        saltus: u64,
    ) -> SaltusClaim<'c> {
        let part = |heap: u64| {
            let nimber = nimbers.get(heap as usize);
            let least = (heap >= n0).then_some((nimber / saltus) as i64);
            PartClass { size: heap as i64, low: (nimber % saltus) as usize, least }
        };
        let parts = (1..n0 + period).map(part).collect();
        let (period, saltus, small) = (period as i64, saltus as i64, n0 as usize - 1);
        SaltusClaim { code, period, saltus, parts, small }
    }

    /// Whether the types of its options give the heap this nimber, unaffected by undetermined nim-sums.
    fn holds(&self, heap: i64, nimber: u64) -> bool {
        let mut highs = vec![Highs::new(); self.saltus as usize];
        for (taken, digit) in self.code.digits().iter().enumerate() {
            let left = heap - taken as i64;
            for parts in (1..=3).filter(|j| !digit.splits(*j).none()) {
                self.add_types(left, parts, &mut highs);
            }
        }
        let least: Vec<HighMex> = highs.iter_mut().map(Highs::least_missing).collect();
        let number = |(low, x): (usize, i64)| x * self.saltus + low as i64;
        let determined = least.iter().enumerate().filter_map(|(low, least)| match least {
            HighMex::Exact(x) => Some(number((low, *x))),
            HighMex::AtLeast(_) => None,
        });
        let Some(mex) = determined.min() else { return false };
        let certain = |(low, least): (usize, &HighMex)| match least {
            HighMex::Exact(_) => true,
            HighMex::AtLeast(x) => number((low, *x)) > mex,
        };
        mex as u64 == nimber && least.iter().enumerate().all(certain)
    }

    /// Adds all types with this number of parts and total: the last part grows, and its remainder follows
    /// from the others.
    fn add_types(&self, total: i64, parts: u32, highs: &mut [Highs]) {
        let kinds = self.parts.len();
        match parts {
            1 => self.add_type(total, &[], highs),
            2 => (0..kinds).for_each(|a| self.add_type(total, &[self.parts[a]], highs)),
            _ => {
                for a in 0..kinds {
                    (a..kinds)
                        .for_each(|b| self.add_type(total, &[self.parts[a], self.parts[b]], highs));
                }
            }
        }
    }

    fn add_type(&self, total: i64, others: &[PartClass], highs: &mut [Highs]) {
        let rest = total - others.iter().map(|part| part.size).sum::<i64>();
        let first = self.small as i64 + 1;
        let last = self.parts[self.small + (rest - first).rem_euclid(self.period) as usize];
        let periods = (rest - last.size).div_euclid(self.period);
        if periods < 0 {
            return;
        }
        let mut least = [0; 3];
        let mut growing = 0;
        let mut low = last.low;
        for part in others.iter().chain([&last]) {
            if let Some(high) = part.least {
                least[growing] = high;
                growing += 1;
            }
        }
        others.iter().for_each(|part| low ^= part.low);
        let least = &least[..growing];
        highs[low].add(least, periods + least.iter().sum::<i64>());
    }
}
