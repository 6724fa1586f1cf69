//! Sparse space: the partition of heaps into rare and common ones.
//!
//! A set of binary digits partitions nimbers by the parity of those digits, optionally combined with the parity
//! of the size of the heap. Both are additive: two heaps of one class have a nim-sum of the first class, two of
//! different classes one of the second. If one class of heaps is rare, nim-sums of the second class are found by
//! enumerating the rare heaps only.
//!
//! Sources: Winning Ways, chapter 4, "sparse space" and "common coset"; Gangolli and Plambeck, A
//! note on periodicity in some octal games, Int. J. Game Theory 18 (1989). The parity of heaps
//! and the transform are those of Flammenkamp's tables.

/// A partition is used if at most one heap in `WORTH` is rare.
const WORTH: i64 = 4;

/// The partition into rare and common heaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Coset {
    /// The binary digits of the nimber that are used.
    mask: u16,
    /// 1 if the parity of the heap is used too, otherwise 0.
    parity: usize,
}

impl Coset {
    /// Whether splits of this total with this nimber consist of a rare heap and a common one.
    pub(super) fn is_mixed(self, nimber: u16, size: usize) -> bool {
        ((nimber & self.mask).count_ones() as usize + (size & self.parity)) % 2 == 1
    }
}

/// The rare heaps, and statistics for the choice of the partition.
#[derive(Debug)]
pub(super) struct Sparse {
    kind: Coset,
    /// The rare heaps, with their nimbers.
    rare: Vec<(u32, u16)>,
    /// Counts of the nimbers of heaps of even and of odd size.
    counts: [Vec<u32>; 2],
    /// Number of counters that splitting moves take, if their parity is the same for all.
    taken: Option<usize>,
}

impl Sparse {
    /// No partition yet. The parity of heaps can be used if the numbers of counters taken by splitting moves
    /// are all even or all odd; `taken` is one of them then.
    pub(super) fn new(taken: Option<usize>) -> Sparse {
        Sparse { kind: Coset::default(), rare: Vec::new(), counts: Default::default(), taken }
    }

    /// Whether a heap is common: of the class of mixed splits of what its moves leave.
    fn is_common(&self, nimber: u16, heap: usize) -> bool {
        self.kind.is_mixed(nimber, heap + self.taken.unwrap_or(0))
    }

    pub(super) fn kind(&self) -> Coset {
        self.kind
    }

    /// Whether this heap is rare.
    pub(super) fn is_rare(&self, nimber: u16, heap: usize) -> bool {
        self.is_active() && !self.is_common(nimber, heap)
    }

    /// Whether there is a partition.
    pub(super) fn is_active(&self) -> bool {
        self.kind != Coset::default()
    }

    /// The rare heaps, the smallest first; empty without a partition.
    pub(super) fn rare(&self) -> &[(u32, u16)] {
        &self.rare
    }

    /// Counts a heap, and lists it if it is rare.
    pub(super) fn record(&mut self, heap: usize, nimber: u16) {
        for counts in &mut self.counts {
            if counts.len() <= nimber as usize {
                counts.resize((nimber as usize + 1).next_power_of_two(), 0);
            }
        }
        self.counts[(heap + self.taken.unwrap_or(0)) % 2][nimber as usize] += 1;
        if self.is_rare(nimber, heap) {
            self.rare.push((heap as u32, nimber));
        }
    }

    /// Searches for the partition with the fewest rare heaps; returns whether it changed.
    pub(super) fn choose(&mut self, values: &[u16]) -> bool {
        let [even, odd] = &self.counts;
        let (even, odd) = (excess(even), excess(odd));
        let plain = even.iter().zip(&odd).map(|(e, o)| e + o).enumerate();
        let by_parity = even.iter().zip(&odd).map(|(e, o)| e - o).enumerate();
        let plain = plain.map(|(mask, excess)| (excess, mask, 0));
        let by_parity = by_parity.map(|(mask, excess)| (excess, mask, 1));
        let best = plain.chain(by_parity.filter(|_| self.taken.is_some())).min();
        let Some((excess, mask, parity)) = best else { return false };
        let heaps = values.len() as i64;
        let rare = (heaps + excess) / 2;
        let worth = rare * WORTH <= heaps;
        let better = !self.is_active() || 5 * rare < 4 * self.rare.len() as i64;
        let kind = Coset { mask: mask as u16, parity };
        if !(worth && better) || kind == self.kind {
            return false;
        }
        self.kind = kind;
        let heaps = values.iter().enumerate().skip(1);
        let rare = heaps.filter(|(heap, nimber)| !self.is_common(**nimber, *heap));
        self.rare = rare.map(|(heap, nimber)| (heap as u32, *nimber)).collect();
        true
    }
}

/// For each mask, the number of nimbers with an even number of its digits minus the number with an odd one:
/// the Walsh-Hadamard transform of the counts.
fn excess(counts: &[u32]) -> Vec<i64> {
    let mut sums: Vec<i64> = counts.iter().map(|count| i64::from(*count)).collect();
    let mut half = 1;
    while half < sums.len() {
        for block in sums.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
    sums
}
