//! Direct-mapped cache of the parts of boards, for one thread.
//!
//! Knows: boards as words, their parts as a word. Must not know: rules, or how boards are split.
//!
//! The same board is reached from several others, and finding it here takes less than splitting it. Boards that
//! share a slot replace each other, so that the cache stays small.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use crate::solve::Component;

/// Initial number of slots.
const FEWEST: usize = 1 << 8;
/// Limit of the words of a cache: 16 MiB.
const MOST_WORDS: usize = 1 << 21;
/// Boards with more parts are not kept.
const MOST_PARTS: usize = 2;
/// Bits of a packed part, and of its id.
const PART_BITS: u32 = 31;
const ID_BITS: u32 = PART_BITS - 1;

/// Sums of parts by board.
#[derive(Debug)]
pub(super) struct SplitCache {
    /// Words per board.
    width: usize,
    /// Limit of the number of slots; a power of two.
    most: usize,
    /// For each slot the board, and its packed parts, which are never 0.
    words: Vec<u64>,
    /// Number of writes since the last resize.
    written: usize,
}

impl SplitCache {
    /// An empty cache for boards of `width` words, with at most `most` slots, a power of two, and at most
    /// [`MOST_WORDS`].
    pub(super) fn new(width: usize, most: usize) -> Self {
        let affordable = (MOST_WORDS / (width + 1)).max(1);
        let most = most.min(1 << affordable.ilog2());
        SplitCache { width, most, words: Vec::new(), written: 0 }
    }

    /// Words per board.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Words per slot.
    fn stride(&self) -> usize {
        self.width + 1
    }

    fn slots(&self) -> usize {
        self.words.len() / self.stride()
    }

    /// The slot for a board, where there are slots.
    #[inline]
    fn slot(&self, board: &[u64]) -> std::ops::Range<usize> {
        let stride = self.stride();
        let at = (hash(board) as usize & (self.slots() - 1)) * stride;
        at..at + stride
    }

    /// Appends the parts of a board, if they are cached; returns whether they are.
    #[inline]
    pub(super) fn find(&self, board: &[u64], sum: &mut Vec<Component<u32>>) -> bool {
        if self.words.is_empty() {
            return false;
        }
        let (key, parts) = self.words[self.slot(board)].split_at(self.width);
        let mut rest = parts[0];
        if rest == 0 || key.iter().zip(board).any(|(x, y)| x != y) {
            return false;
        }
        while rest > 1 {
            sum.push(unpacked(rest));
            rest >>= PART_BITS;
        }
        true
    }

    /// Caches the parts of a board, if they are few.
    #[inline]
    pub(super) fn keep(&mut self, board: &[u64], sum: &[Component<u32>]) {
        if sum.len() > MOST_PARTS {
            return;
        }
        let mut parts = 1;
        for part in sum.iter().rev() {
            let Some(packed) = packed(part) else { return };
            parts = parts << PART_BITS | packed;
        }
        self.written += 1;
        if self.written > self.slots() && self.slots() < self.most {
            self.grow();
        }
        let slot = self.slot(board);
        let (key, last) = self.words[slot].split_at_mut(self.width);
        key.copy_from_slice(board);
        last[0] = parts;
    }

    /// Quadruples the slots and reinserts their boards.
    #[cold]
    fn grow(&mut self) {
        let stride = self.stride();
        let slots = (4 * self.slots()).max(FEWEST).min(self.most);
        let old = std::mem::replace(&mut self.words, vec![0; slots * stride]);
        for entry in old.chunks(stride).filter(|entry| entry[self.width] != 0) {
            let slot = self.slot(&entry[..self.width]);
            self.words[slot].copy_from_slice(entry);
        }
        self.written = 0;
    }
}

#[inline]
fn hash(board: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    board.iter().for_each(|&word| hasher.write_u64(word));
    hasher.finish()
}

/// A part in [`PART_BITS`] bits; `None` for values and large ids.
#[inline]
fn packed(part: &Component<u32>) -> Option<u64> {
    let (id, negated) = match *part {
        Component::Position(id) => (id, 0),
        Component::Negative(id) => (id, 1),
        Component::Value(_) => return None,
    };
    (id >> ID_BITS == 0).then_some(u64::from(id) << 1 | negated)
}

/// The part in the lowest bits.
#[inline]
fn unpacked(word: u64) -> Component<u32> {
    let id = (word >> 1 & ((1 << ID_BITS) - 1)) as u32;
    if word & 1 == 0 { Component::Position(id) } else { Component::Negative(id) }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::*;
    use crate::solve::Sum;

    /// A hit returns what was kept last, and hits are frequent enough.
    #[test]
    fn what_is_found_is_what_was_kept() {
        let mut sums = SplitCache::new(2, 1 << 10);
        let mut kept: FxHashMap<[u64; 2], Sum<u32>> = FxHashMap::default();
        let (mut state, mut found) = (1976u64, 0);
        let mut below = |bound: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % bound
        };
        for _ in 0..20_000 {
            let board = [below(20), below(40)];
            let mut sum = Sum::new();
            if sums.find(&board, &mut sum) {
                assert_eq!(kept.get(&board), Some(&sum));
                found += 1;
            }
            let part = |word: u64| match word & 1 {
                0 => Component::Position((1 << ID_BITS) - 1 - word as u32),
                _ => Component::Negative(word as u32),
            };
            let sum: Sum<u32> = (0..below(4)).map(|_| part(below(9))).collect();
            if sum.len() <= MOST_PARTS {
                sums.keep(&board, &sum);
                kept.insert(board, sum);
            }
        }
        assert!(found > 5_000, "{found}");
    }

    #[test]
    fn a_cache_of_large_boards_has_few_slots() {
        for width in [1, 3, 97, 481, 1 << 13] {
            let mut sums = SplitCache::new(width, 1 << 18);
            let mut board = vec![0; width];
            for n in 0..5_000 {
                board[0] = n;
                sums.keep(&board, &[]);
                assert!(sums.words.len() <= MOST_WORDS.max(sums.stride()), "{width}");
            }
            assert!(sums.find(&board, &mut Sum::new()), "{width}");
        }
    }

    #[test]
    fn what_does_not_fit_is_not_kept() {
        let mut sums = SplitCache::new(1, 1 << 10);
        sums.keep(&[7], &[Component::Position(1 << ID_BITS)]);
        assert!(!sums.find(&[7], &mut Sum::new()));
    }
}
