//! Periods of pretending functions, proved.
//!
//! Knows: values of heaps, and bounds on the counters taken and heaps left. Must not know: the moves.

use super::Quotient;

/// Bounds on the moves from large heaps. Whether `k` counters may be taken and the rest split into `j`
/// nonempty heaps, in every way, must not depend on the size of the heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TakeAndBreak {
    /// Greatest number of counters taken.
    pub most_taken: usize,
    /// Greatest number of heaps left.
    pub most_heaps: usize,
    /// The first heap from which all heaps have such moves.
    pub from: usize,
}

/// Φ(n + length) = Φ(n) for all n > preperiod.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Period {
    /// The last exceptional heap, or 0.
    pub preperiod: usize,
    /// Length of the period.
    pub length: usize,
}

impl Quotient {
    /// The least proved period of the values of all heaps. If there is one, this is the quotient of heaps of
    /// all sizes.
    ///
    /// Theorem (Plambeck 2005; Plambeck and Siegel 2008, for octal games). Let all moves take at
    /// most k counters and leave at most b heaps. If Φ(n + p) = Φ(n) for all n ≥ m with n + p ≤ N,
    /// and N + 1 ≥ b(m + p) + k, where m ≥ 1, then for all n ≥ m, and the quotient of the heaps
    /// to N is that of all. Moves of heaps smaller than N + 1 - p may be others. Proof: of the heaps in an option of heap N + 1 one has at least m + p
    /// counters. With p counters less it has the same value, and the option becomes one of heap
    /// N + 1 - p; all options of this heap are found in this way. So both heaps have options with
    /// the same values, and what proves that heap N + 1 - p behaves as its value proves it for
    /// heap N + 1. Go on with N + 1 for N.
    ///
    /// Costs about the square of the number of heaps.
    pub fn period(&self, moves: TakeAndBreak) -> Option<Period> {
        let values = self.heaps();
        let last = values.len();
        let period = |length: usize| {
            let agree = |n: &usize| values[n - 1] == values[n + length - 1];
            let differs = (1..=last - length).rev().find(|n| !agree(n));
            Period { preperiod: differs.unwrap_or(0), length }
        };
        let proved = |period: &Period| {
            let begins = period.preperiod + 1 + period.length;
            let needed = moves.most_heaps.max(1).saturating_mul(begins);
            let needed = needed.saturating_add(moves.most_taken);
            last >= needed.max(moves.from.saturating_add(period.length)).saturating_sub(1)
        };
        (1..last).map(period).find(proved)
    }
}
