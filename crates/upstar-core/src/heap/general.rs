//! Nimbers of any code, by sets of the nimbers of all splits.
//!
//! A table holds, for each number `j` of heaps and each total `m`, the set of nimbers of splits of `m` into
//! `j` heaps. Once the nimber of a heap is known, it is added as a possible part to all totals. The order of
//! the additions determines whether parts may be equal. A heap costs `N * J` words for totals up to `N`, so
//! this is for codes without a faster algorithm.

use super::code::Code;
use super::digit::{Digit, Splits};
use crate::{Budget, Exhausted};

/// The known nimbers, and tables for the next.
#[derive(Debug)]
pub(super) struct General {
    code: Code,
    /// Number of rows for numbers of heaps; the last row is for it and all larger ones if unlimited.
    heaps: usize,
    unlimited: bool,
    kinds: [bool; 3],
    values: Vec<u32>,
    /// Tables for all splits, for different heaps, and for heaps not all equal.
    tables: [SplitTable; 3],
    /// Options by the repeating digits: a set for each digit and each remainder.
    reached: Vec<Vec<u64>>,
    /// Totals below this have a complete row.
    capacity: usize,
    /// Totals below this have a row.
    total_limit: usize,
    /// Words in a set: a power of two.
    width: usize,
}

/// Initial number of totals.
const FIRST_CAPACITY: usize = 64;

const ANY: usize = 0;
const DIFFERENT: usize = 1;
const NOT_ALL_EQUAL: usize = 2;

impl General {
    pub(super) fn new(code: &Code) -> General {
        let digits = || code.digits().iter().chain(code.repeating());
        let unlimited = digits().any(|d| d.is_unlimited());
        let alike = digits().filter(|d| d.is_unlimited()).map(|d| d.uniform_from()).max();
        let most = digits().filter_map(|d| d.most_heaps()).max();
        let heaps = alike.max(most.map(|m| m + u32::from(unlimited))).unwrap_or(1).max(1);
        let uses = |kind: fn(Splits) -> bool| {
            digits().any(|d| (2..=heaps).any(|j| kind(d.splits(j)) && !d.splits(j).any()))
        };
        let different = |s: Splits| s.different() && !s.not_all_equal();
        let kinds = [true, uses(different), uses(Splits::not_all_equal)];
        General {
            code: code.clone(),
            heaps: heaps as usize,
            unlimited,
            kinds,
            values: vec![0],
            tables: Default::default(),
            reached: Vec::new(),
            capacity: 0,
            total_limit: 0,
            width: 1,
        }
    }

    pub(super) fn values(&self) -> &[u32] {
        &self.values
    }

    /// Computes the nimber of the next heap.
    pub(super) fn advance(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        let n = self.values.len();
        if n >= self.capacity {
            self.rebuild((2 * n).next_power_of_two().max(FIRST_CAPACITY), self.width, budget)?;
        }
        let nimber = mex(&self.options(n));
        self.values.push(nimber);
        if nimber as usize >= 64 * self.width {
            self.rebuild(self.capacity, self.width * 2, budget)
        } else {
            self.add_part(n);
            Ok(())
        }
    }

    /// The set of the nimbers of all options of a heap.
    fn options(&mut self, n: usize) -> Vec<u64> {
        let mut options = vec![0; self.width];
        let listed = self.code.digits().len();
        for k in 0..listed.min(n + 1) {
            self.splits_of(self.code.digits()[k], n - k, &mut options);
        }
        let step = self.code.repeating().len();
        for i in 0..step {
            if let Some(left) = n.checked_sub(listed + i) {
                let mut reached = std::mem::take(&mut self.reached[i * step + left % step]);
                self.splits_of(self.code.repeating()[i], left, &mut reached);
                add_all(&mut options, &reached);
                self.reached[i * step + left % step] = reached;
            }
        }
        options
    }

    /// Adds the nimbers of all splits of the total that the digit allows.
    fn splits_of(&self, digit: Digit, total: usize, into: &mut [u64]) {
        if total == 0 {
            into[0] |= u64::from(!digit.splits(0).none());
            return;
        }
        for j in 1..=self.heaps {
            let splits = digit.splits(j as u32);
            if splits.any() {
                add_all(into, self.tables[ANY].row(total, j));
            } else if splits.not_all_equal() {
                add_all(into, self.tables[NOT_ALL_EQUAL].row(total, j));
            } else if splits.different() {
                add_all(into, self.tables[DIFFERENT].row(total, j));
            }
            if splits.equal() && !splits.any() {
                self.equal_heaps(total, j, into);
            }
        }
    }

    /// Adds the nimbers of splits into `j` equal heaps, or `j` or more for the last row if unlimited.
    fn equal_heaps(&self, total: usize, j: usize, into: &mut [u64]) {
        let most = if self.unlimited && j == self.heaps { total } else { j };
        for heaps in (j..=most).filter(|heaps| total.is_multiple_of(*heaps)) {
            let nimber = if heaps % 2 == 1 { self.values[total / heaps] } else { 0 };
            into[nimber as usize / 64] |= 1 << (nimber % 64);
        }
    }

    /// Builds tables of this size with all known heaps. If interrupted, the tables are empty and the next
    /// heap starts again.
    fn rebuild(&mut self, capacity: usize, width: usize, budget: &Budget) -> Result<(), Exhausted> {
        (self.capacity, self.width) = (0, width);
        let used = self.kinds.iter().filter(|used| **used).count();
        let step = self.code.repeating().len();
        let tables = capacity * self.heaps * used;
        budget.reserve(8 * (width * tables + (width + 3) * step * step) as u64)?;
        for (table, used) in self.tables.iter_mut().zip(self.kinds) {
            *table = SplitTable::new(if used { capacity } else { 0 }, self.heaps, width);
        }
        self.reached = vec![vec![0; width]; step * step];
        self.total_limit = capacity;
        for part in 1..self.values.len() {
            budget.step()?;
            self.options(part);
            self.add_part(part);
        }
        self.capacity = capacity;
        Ok(())
    }

    /// Adds a heap with known nimber as a part to all larger totals.
    fn add_part(&mut self, part: usize) {
        let nimber = self.values[part] as usize;
        let end = if self.unlimited { self.heaps } else { usize::MAX };
        let [any, different, mixed] = &mut self.tables;
        if self.kinds[NOT_ALL_EQUAL] {
            for (total, j) in totals(part, self.total_limit, self.heaps) {
                for from in sources(j, end) {
                    any.add_to(mixed, (total - part, from), (total, j), nimber);
                    mixed.add_within((total - part, from), (total, j), nimber);
                }
            }
        }
        any.insert(part, nimber);
        for (total, j) in totals(part, self.total_limit, self.heaps) {
            sources(j, end)
                .for_each(|from| any.add_within((total - part, from), (total, j), nimber));
        }
        if self.kinds[DIFFERENT] {
            for (total, j) in totals(part, self.total_limit, self.heaps).rev() {
                for from in sources(j, end) {
                    different.add_within((total - part, from), (total, j), nimber);
                }
            }
            different.insert(part, nimber);
        }
    }
}

/// Totals above a part, and numbers of heaps, in the order in which parts may repeat. In reverse order no
/// part is used twice.
fn totals(
    part: usize,
    capacity: usize,
    heaps: usize,
) -> impl DoubleEndedIterator<Item = (usize, usize)> {
    (part + 1..capacity).flat_map(move |total| (1..=heaps).map(move |j| (total, j)))
}

/// The numbers of heaps from which adding one heap leads to `j`.
fn sources(j: usize, end: usize) -> impl Iterator<Item = usize> {
    [j - 1, j].into_iter().filter(move |from| *from > 0 && (*from < j || j == end))
}

/// The mex of a set.
fn mex(set: &[u64]) -> u32 {
    let full = set.iter().take_while(|word| **word == u64::MAX).count();
    64 * full as u32 + set.get(full).map_or(0, |word| word.trailing_ones())
}

fn add_all(into: &mut [u64], from: &[u64]) {
    into.iter_mut().zip(from).for_each(|(a, b)| *a |= b);
}

/// A set of nimbers for each total and each number of heaps.
#[derive(Debug, Default)]
struct SplitTable {
    words: Vec<u64>,
    heaps: usize,
    width: usize,
}

impl SplitTable {
    fn new(capacity: usize, heaps: usize, width: usize) -> SplitTable {
        SplitTable { words: vec![0; capacity * heaps * width], heaps, width }
    }

    fn start(&self, (total, j): (usize, usize)) -> usize {
        (total * self.heaps + j - 1) * self.width
    }

    fn row(&self, total: usize, j: usize) -> &[u64] {
        &self.words[self.start((total, j))..][..self.width]
    }

    fn insert(&mut self, part: usize, nimber: usize) {
        let start = self.start((part, 1));
        self.words[start + nimber / 64] |= 1 << (nimber % 64);
    }

    /// Adds the nim-sums of a set with a nimber to another set of this table.
    fn add_within(&mut self, from: (usize, usize), to: (usize, usize), nimber: usize) {
        let (from, to) = (self.start(from), self.start(to));
        for i in 0..self.width {
            let word = self.words[from + i];
            if word != 0 {
                self.words[to + (i ^ (nimber / 64))] |= nim_shifted(word, nimber);
            }
        }
    }

    /// Adds the nim-sums of a set with a nimber to a set of another table.
    fn add_to(
        &self,
        other: &mut SplitTable,
        from: (usize, usize),
        to: (usize, usize),
        nimber: usize,
    ) {
        let (from, to) = (self.start(from), self.start(to));
        for i in 0..self.width {
            let word = self.words[from + i];
            if word != 0 {
                other.words[to + (i ^ (nimber / 64))] |= nim_shifted(word, nimber);
            }
        }
    }
}

/// Permutes the bits of a word by nim-adding the last six bits of the nimber to their indices.
fn nim_shifted(word: u64, nimber: usize) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    let swap = |word: u64, bit: usize| {
        let shift = 1 << bit;
        (word & LOW[bit]) << shift | (word >> shift) & LOW[bit]
    };
    (0..6).filter(|bit| nimber >> bit & 1 == 1).fold(word, swap)
}
