//! Sparse space: the division of heaps in rare and common ones.
//!
//! A set of binary digits divides nimbers by the parity of those digits, and the sizes of heaps may
//! be divided by their own parity besides. Both are additive: two heaps of one kind have a nim-sum of the
//! first kind, two of different kinds one of the second. When one kind of heap is rare, nim-sums of
//! the second kind are found by looking at the rare heaps alone.
//!
//! Sources: Winning Ways, chapter 4, "sparse space" and "common coset"; Gangolli and Plambeck, A
//! note on periodicity in some octal games, Int. J. Game Theory 18 (1989). The parity of heaps
//! and the transform are those of Flammenkamp's tables.

/// A division is used when at most one heap in so many is rare.
const WORTH: i64 = 4;

/// By which a nimber of a heap is rare or common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Rarity {
    /// The binary digits of the nimber that count.
    mask: u16,
    /// 1 when the parity of the heap counts too, otherwise 0.
    parity: usize,
}

impl Rarity {
    /// Whether splits of this total with this nimber have one rare heap and one common one.
    pub(super) fn is_mixed(self, nimber: u16, size: usize) -> bool {
        ((nimber & self.mask).count_ones() as usize + (size & self.parity)) % 2 == 1
    }
}

/// The rare heaps, and what the next division is chosen by.
#[derive(Debug)]
pub(super) struct Sparse {
    kind: Rarity,
    /// The rare heaps, with their nimbers.
    rare: Vec<(u32, u16)>,
    /// How often heaps of even and of odd size have each nimber.
    counts: [Vec<u32>; 2],
    /// How many counters moves take that split, when their parity is the same for all.
    taken: Option<usize>,
}

impl Sparse {
    /// No division yet. Heaps can be divided by their own parity besides when the numbers of
    /// counters taken by moves that split are all even or all odd; one of them is given then.
    pub(super) fn new(taken: Option<usize>) -> Sparse {
        Sparse { kind: Rarity::default(), rare: Vec::new(), counts: Default::default(), taken }
    }

    /// Whether a heap is common: of the kind of mixed splits of what its moves leave.
    fn is_common(&self, nimber: u16, heap: usize) -> bool {
        self.kind.is_mixed(nimber, heap + self.taken.unwrap_or(0))
    }

    pub(super) fn kind(&self) -> Rarity {
        self.kind
    }

    /// Whether this heap is among the rare ones.
    pub(super) fn is_rare(&self, nimber: u16, heap: usize) -> bool {
        self.divides() && !self.is_common(nimber, heap)
    }

    /// Whether there is a division.
    pub(super) fn divides(&self) -> bool {
        self.kind != Rarity::default()
    }

    /// The rare heaps, the smallest first; none when there is no division.
    pub(super) fn rare(&self) -> &[(u32, u16)] {
        &self.rare
    }

    /// Counts a heap, and lists it when it is rare.
    pub(super) fn note(&mut self, heap: usize, nimber: u16) {
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

    /// Looks for the division with the fewest rare heaps; says whether it is a new one.
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
        let better = !self.divides() || 5 * rare < 4 * self.rare.len() as i64;
        let kind = Rarity { mask: mask as u16, parity };
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

/// For each mask, how many more nimbers have an even number of its digits than an odd number: the
/// Walsh-Hadamard transform of the counts.
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
