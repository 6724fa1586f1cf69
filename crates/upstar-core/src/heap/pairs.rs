//! Nimbers of finite codes whose moves leave at most two heaps: octal games and the like.
//!
//! For each total that can be split, a row is the set of nim-sums of two unequal heaps. Rows are filled in
//! part: first by the rare heaps, then pair by pair until the mex of all options is certain. It is certain if
//! it is of the class that only rare heaps can give, or if all pairs of all rows are enumerated. Consecutive
//! heaps share rows, so a row is filled once.
//!
//! Cost of a heap: its rare heaps and some more pairs; without a partition into rare and common heaps, half
//! its size.

use super::code::Code;
use super::digit::Splits;
use super::sparse::Sparse;

/// Number of nimbers that fit in sixteen bits.
const NIMBERS: usize = 1 << 16;

/// Limit of the number of splitting moves. Moves share rows if their distances are at most this.
const SHARED: usize = 64;

/// Number of pairs enumerated before the mex is checked again; grows by a quarter each time.
const FIRST_PAIRS: usize = 64;

/// First heap at which a partition into rare and common is sought.
const FIRST_CHOICE: usize = 128;

/// The known nimbers, and data for the next.
#[derive(Debug)]
pub(super) struct SparseSpace {
    values: Vec<u16>,
    moves: TakenCounts,
    sparse: Sparse,
    rows: Vec<NimSumRow>,
    /// Union of several rows.
    found: Box<[u8; NIMBERS]>,
    /// A power of two that exceeds all nimbers.
    width: usize,
    /// The next heap at which a partition is sought.
    choose: usize,
}

/// Numbers of counters that can be taken, by what is left.
#[derive(Debug)]
struct TakenCounts {
    all: Vec<usize>,
    one: Vec<usize>,
    equal: Vec<usize>,
    unequal: Vec<usize>,
    /// Number of rows shared by all moves; if 0, each move has its own.
    span: usize,
}

/// The nim-sums found so far of splits of a total into two unequal heaps.
#[derive(Debug)]
struct NimSumRow {
    total: usize,
    /// Number of pairs enumerated.
    pairs: usize,
    found: Box<[u8; NIMBERS]>,
}

impl TakenCounts {
    fn of(code: &Code) -> TakenCounts {
        let with = |heaps: u32, allows: fn(Splits) -> bool| {
            let digits = code.digits().iter().enumerate();
            let taken = digits.filter(|(_, digit)| allows(digit.splits(heaps)));
            taken.map(|(k, _)| k).collect::<Vec<_>>()
        };
        let unequal = with(2, Splits::different);
        let span = unequal.last().zip(unequal.first()).map_or(1, |(last, first)| last - first + 1);
        TakenCounts {
            all: with(0, |splits| !splits.none()),
            one: with(1, |splits| !splits.none()),
            equal: with(2, Splits::equal),
            unequal,
            span: if span <= SHARED { span } else { 0 },
        }
    }

    /// Index of the row for the total that a move leaves.
    fn row(&self, index: usize, total: usize) -> usize {
        if self.span == 0 { index } else { total % self.span }
    }

    /// The totals that moves split, with the indices of their rows; the largest first.
    fn totals(&self, heap: usize) -> impl Iterator<Item = (usize, usize)> {
        let taken = self.unequal.iter().take_while(move |k| **k <= heap).enumerate();
        taken.map(move |(index, k)| (self.row(index, heap - k), heap - k))
    }

    /// Whether a move takes all, or leaves two equal heaps.
    fn has_zero_option(&self, heap: usize) -> bool {
        let equal = |k: &usize| *k < heap && (heap - k).is_multiple_of(2);
        self.all.binary_search(&heap).is_ok() || self.equal.iter().any(equal)
    }
}

impl NimSumRow {
    fn new() -> NimSumRow {
        NimSumRow { total: usize::MAX, pairs: 0, found: no_nimbers() }
    }

    /// Starts a row with the pairs that contain a rare heap.
    fn begin(&mut self, total: usize, width: usize, values: &[u16], sparse: &Sparse) {
        (self.total, self.pairs) = (total, 0);
        self.found[..width].fill(0);
        let rare = sparse.rare();
        let beyond = rare.iter().rev().take_while(|(heap, _)| *heap as usize >= total).count();
        let rare = &rare[..rare.len() - beyond];
        // Two heaps of half the total are equal.
        let half = total / 2;
        let splits = half > 0 && 2 * half == total && sparse.is_rare(values[half], half);
        let (small, large) = if splits {
            let at = rare.partition_point(|(heap, _)| (*heap as usize) < half);
            (&rare[..at], &rare[at + 1..])
        } else {
            (rare, &rare[..0])
        };
        for part in [small, large] {
            for (heap, nimber) in part {
                self.found[(nimber ^ values[total - *heap as usize]) as usize] = 1;
            }
        }
    }

    /// Number of unordered pairs of unequal heaps.
    fn all_pairs(&self) -> usize {
        self.total.saturating_sub(1) / 2
    }

    fn is_full(&self) -> bool {
        self.pairs >= self.all_pairs()
    }

    /// Enumerates `count` more pairs, those with the smallest heaps first.
    fn fill(&mut self, count: usize, values: &[u16]) {
        let end = self.all_pairs().min(self.pairs.saturating_add(count));
        let small = &values[self.pairs + 1..=end];
        let large = &values[self.total - end..self.total - self.pairs];
        // Eight at a time, which the compiler unrolls.
        let (small, small_rest) = small.as_chunks::<8>();
        let (large_rest, large) = large.as_rchunks::<8>();
        for (a, b) in small.iter().zip(large.iter().rev()) {
            for i in 0..8 {
                self.found[(a[i] ^ b[7 - i]) as usize] = 1;
            }
        }
        for (a, b) in small_rest.iter().zip(large_rest.iter().rev()) {
            self.found[(a ^ b) as usize] = 1;
        }
        self.pairs = end;
    }
}

/// An empty set, allocated on the heap: it is too large for the stack.
fn no_nimbers() -> Box<[u8; NIMBERS]> {
    let found = vec![0; NIMBERS].into_boxed_slice().try_into();
    found.expect("it has this length")
}

impl SparseSpace {
    /// Whether the algorithm applies to the code. Many rows would take too much memory.
    pub(super) fn applies_to(code: &Code) -> bool {
        let splits = code.digits().iter().filter(|digit| digit.splits(2).different());
        code.repeating().is_empty() && code.most_heaps() == Some(2) && splits.count() <= SHARED
    }

    pub(super) fn new(code: &Code) -> SparseSpace {
        let moves = TakenCounts::of(code);
        let rows = if moves.span == 0 { moves.unequal.len() } else { moves.span };
        let same_parity = moves.unequal.windows(2).all(|k| (k[1] - k[0]).is_multiple_of(2));
        let taken = moves.unequal.first().copied().filter(|_| same_parity);
        SparseSpace {
            values: vec![0],
            moves,
            sparse: Sparse::new(taken),
            rows: (0..rows).map(|_| NimSumRow::new()).collect(),
            found: no_nimbers(),
            width: 64,
            choose: FIRST_CHOICE,
        }
    }

    pub(super) fn values(&self) -> &[u16] {
        &self.values
    }

    /// Computes the nimber of the next heap; `None` if it is too large to be stored.
    pub(super) fn advance(&mut self) -> Option<()> {
        let heap = self.values.len();
        self.begin_rows(heap);
        let mex = self.mex(heap)?;
        self.values.push(mex);
        self.sparse.record(heap, mex);
        if usize::from(mex) >= self.width / 2 {
            self.width = (4 * usize::from(mex)).next_power_of_two().min(NIMBERS);
            self.restart();
        }
        if heap == self.choose {
            self.choose += heap / 4;
            if self.sparse.choose(&self.values) {
                self.restart();
            }
        }
        Some(())
    }

    /// Resets all rows, after a change of the width or the partition.
    fn restart(&mut self) {
        self.rows.iter_mut().for_each(|row| row.total = usize::MAX);
    }

    /// Starts the rows of the totals that moves leave.
    fn begin_rows(&mut self, heap: usize) {
        for (row, total) in self.moves.totals(heap) {
            let row = &mut self.rows[row];
            if row.total != total {
                row.begin(total, self.width, &self.values, &self.sparse);
            }
        }
    }

    /// The mex of the options of a heap.
    fn mex(&mut self, heap: usize) -> Option<u16> {
        let kind = self.sparse.kind();
        let mut count = if self.sparse.is_active() { FIRST_PAIRS } else { usize::MAX };
        let mut mex = 0;
        loop {
            mex = self.least_missing(heap, mex)?;
            let mut totals = self.moves.totals(heap);
            let certain = totals.all(|(_, total)| kind.is_mixed(mex as u16, total));
            let open = self.moves.totals(heap).find(|(row, _)| !self.rows[*row].is_full());
            match open {
                Some((row, _)) if !certain => self.rows[row].fill(count, &self.values),
                _ => return u16::try_from(mex).ok(),
            }
            count = count.saturating_add(count / 4);
        }
    }

    /// The least nimber, from a given one on, of no known option.
    fn least_missing(&mut self, heap: usize, from: usize) -> Option<usize> {
        let SparseSpace { values, moves, rows, width, found, .. } = self;
        let splits = moves.totals(heap).next().is_some();
        let found = if let ([row], true) = (&mut rows[..], splits) {
            // An unshared row is not needed again.
            &mut row.found[..*width]
        } else {
            let found = &mut found[..*width];
            found.fill(0);
            for (row, _) in moves.totals(heap) {
                found.iter_mut().zip(&rows[row].found[..]).for_each(|(a, b)| *a |= b);
            }
            found
        };
        for k in moves.one.iter().take_while(|k| **k < heap) {
            found[values[heap - k] as usize] = 1;
        }
        found[0] |= u8::from(moves.has_zero_option(heap));
        let full = found[from & !7..].chunks(8).take_while(|chunk| *chunk == [1; 8]).count();
        let start = (from & !7) + 8 * full;
        found[start..].iter().position(|f| *f == 0).map(|at| start + at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nimbers up to a heap, with or without a partition into rare and common heaps.
    fn values(code: &Code, last: usize, divide: bool) -> Vec<u16> {
        let mut pairs = SparseSpace::new(code);
        if !divide {
            pairs.choose = usize::MAX;
        }
        (0..last).for_each(|_| pairs.advance().unwrap());
        assert!(divide || !pairs.sparse.is_active());
        pairs.values
    }

    #[test]
    fn rare_and_common_make_no_difference() {
        for number in 0..512 {
            let (d1, d2, d3) = (number >> 6, number >> 3 & 7, number & 7);
            let code: Code = format!("0.{d1}{d2}{d3}").parse().unwrap();
            if SparseSpace::applies_to(&code) {
                assert_eq!(values(&code, 1000, true), values(&code, 1000, false), "{code}");
            }
        }
    }

    #[test]
    fn moves_may_be_far_apart_and_conditional() {
        for text in ["4!.0", "4.0", "4!.4=", "0.6!", "0.07", &format!("0.7{}7", "0".repeat(80))] {
            let code: Code = text.parse().unwrap();
            assert_eq!(values(&code, 5000, true), values(&code, 5000, false), "{code}");
        }
    }

    #[test]
    fn games_are_divided_as_in_the_tables() {
        // Flammenkamp's tables: 0.6 by the mask 0x1ee, 0.106 by parity too.
        let mut pairs = SparseSpace::new(&"0.6".parse().unwrap());
        (0..30_000).for_each(|_| pairs.advance().unwrap());
        assert!(pairs.sparse.is_active() && pairs.sparse.rare().len() < 1600);
        let mut pairs = SparseSpace::new(&"0.106".parse().unwrap());
        (0..30_000).for_each(|_| pairs.advance().unwrap());
        assert!(pairs.sparse.is_active() && pairs.sparse.rare().len() < 20);
    }
}
