//! Arithmetic periods with any saltus, of games whose moves leave up to three heaps.
//!
//! Let `g(n + p) = g(n) + s` for all known heaps from `n0` on, with `p` even (otherwise `p` and `s` are doubled). For
//! a heap `n` of the last `p` known ones let
//!
//! 1. no option have the nimber `g(n)`: that of one heap has another nimber; and of two or three heaps the sum `S` of
//!    the nimbers is below `g(n)`, or `S - g(n)` is odd;
//! 2. each number below `g(n)` be the nimber of an option of one heap, or of `x, t, t` with heaps `x` and `t > 0` (or of
//!    `t, t`, with nimber 0); and each number up to `w` that of an option of the second kind, where `w` is at least
//!    `s - 1`, and `s` more than all nimbers below `n0`.
//!
//! Then `g(n + p) = g(n) + s`, and so on forever, by induction. In the options of `n + p` one part is `n0 + p` at
//! least: without `p` counters it is a part of an option of `n`, whose sum of nimbers is `s` less. A nim-sum is at
//! most the sum, and has its parity. So 1 holds for `n + p`. (Sums of all types, small parts and remainders of the
//! others, are looked at.) For 2, let `v < g(n) + s`. If `v <= w`, it is the nimber of an option `x, t, t` of `n`, and
//! `x, t + p/2, t + p/2` is one of `n + p`. Otherwise `v - s` is the nimber of an option of `n`: of one heap, and then
//! of that heap with `p` more; or of `x, t, t`, where `x >= n0` because `v - s` is above all nimbers below `n0`, and
//! then `x + p, t, t` has the nimber `v`.
//!
//! Such periods are those of Howse and Nowakowski, Periodicity and arithmetic-periodicity in hexadecimal games,
//! Theoret. Comput. Sci. 313 (2004): 0.3F has period 6 and saltus 3. The proof above needs no reference.

use super::arithmetic::MAX_TYPES;
use super::code::Code;
use super::period::{Nimbers, Observed, Regularity};
use super::theorem::Theorem;

/// A conjectured regularity.
struct SumsClaim<'c> {
    nimbers: Nimbers<'c>,
    code: &'c Code,
    /// First heap from which it holds.
    from: u64,
    period: u64,
    saltus: u64,
}

/// The observed regularity, if it is proved.
pub(super) fn proved(
    nimbers: Nimbers<'_>,
    code: &Code,
    observed: Observed,
    taken: u64,
) -> Option<Regularity> {
    let Observed { period, preperiod, saltus } = observed;
    let (from, known) = (preperiod.max(1), nimbers.len() as u64);
    let times = 1 + period % 2;
    let claim = SumsClaim { nimbers, code, from, period: times * period, saltus: times * saltus };
    let kinds = (from + claim.period) as usize;
    let enough = known > 3 * (from + claim.period) + 2 * claim.period + taken;
    let factors = [kinds, kinds, claim.period as usize, taken as usize + 1];
    if saltus == 0 || !enough || factors.into_iter().fold(1, usize::saturating_mul) > MAX_TYPES {
        return None;
    }
    let holds = (known - claim.period..known).all(|heap| claim.holds(heap));
    let theorem = Theorem::Sums { taken };
    holds.then_some(Regularity { period, preperiod, saltus, theorem, checked: known - 1 })
}

impl SumsClaim<'_> {
    fn nimber(&self, heap: u64) -> u64 {
        self.nimbers.get(heap as usize)
    }

    /// Whether both conditions hold for a heap.
    fn holds(&self, heap: u64) -> bool {
        self.misses(heap) && self.reaches(heap)
    }

    /// For each number of counters that can be taken, the heap that is left, and whether it may be left as
    /// one heap, two or three.
    fn moves(&self, heap: u64) -> impl Iterator<Item = (u64, [bool; 3])> + '_ {
        self.code.digits().iter().enumerate().map(move |(taken, digit)| {
            (heap - taken as u64, [1, 2, 3].map(|parts| !digit.splits(parts).none()))
        })
    }

    /// Whether no option has the nimber of the heap, because of sums.
    fn misses(&self, heap: u64) -> bool {
        let nimber = self.nimber(heap);
        let apart = |sum: u64| sum < nimber || (sum - nimber) % 2 == 1;
        // All parts but one may be reduced to less than this.
        let least = self.from + self.period;
        let one = |rest: u64| rest == heap || self.nimber(rest) != nimber;
        let two = |rest: u64| (1..least).all(|a| apart(self.nimber(a) + self.nimber(rest - a)));
        let three = |rest: u64| {
            (1..least).all(|a| {
                let sum = |b: u64| self.nimber(a) + self.nimber(b) + self.nimber(rest - a - b);
                (a..least).all(|b| apart(sum(b)))
            })
        };
        self.moves(heap).all(|(rest, [leaves_1, leaves_2, leaves_3])| {
            (!leaves_1 || one(rest)) && (!leaves_2 || two(rest)) && (!leaves_3 || three(rest))
        })
    }

    /// Whether all smaller numbers are nimbers of options.
    fn reaches(&self, heap: u64) -> bool {
        let small = (0..self.from).map(|n| self.nimber(n)).max().unwrap_or(0) + self.saltus;
        let nimber = self.nimber(heap);
        let mut reached = vec![false; nimber.max(small + 1) as usize];
        let mut reach = |value: u64| {
            if let Some(place) = reached.get_mut(value as usize) {
                *place = true;
            }
        };
        for (rest, [_, leaves_2, leaves_3]) in self.moves(heap) {
            if leaves_2 && rest.is_multiple_of(2) {
                reach(0);
            }
            let others =
                (1..rest.saturating_sub(1)).filter(|x| leaves_3 && (rest - x).is_multiple_of(2));
            others.for_each(|x| reach(self.nimber(x)));
        }
        if !reached[..=small as usize].iter().all(|reached| *reached) {
            return false;
        }
        for (rest, [leaves_1, ..]) in self.moves(heap) {
            if leaves_1
                && rest < heap
                && let Some(place) = reached.get_mut(self.nimber(rest) as usize)
            {
                *place = true;
            }
        }
        reached[..nimber as usize].iter().all(|reached| *reached)
    }
}
