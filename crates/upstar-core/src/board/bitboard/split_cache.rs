//! Direct-mapped cache of splits: the parts of boards that were split before.
//!
//! Knows: boards as words, their parts as words. Must not know: rules, or how boards are split.
//!
//! The same board is reached from several others, and with many patterns splitting it costs more than
//! everything else. Boards that share a slot replace each other.

use std::hash::Hasher;

use crate::solve::{Part, Sum};
use rustc_hash::FxHasher;

/// Slots at first.
const FEWEST: usize = 1 << 8;
/// Boards with more parts are not kept.
const MOST_PARTS: usize = 2;

/// Sums of parts by board.
#[derive(Debug)]
pub(super) struct SplitCache {
    /// How many words a board takes.
    width: usize,
    /// Slots at most; a power of two.
    most: usize,
    /// How many slots there are.
    slots: usize,
    /// For each slot the board, the number of parts plus one, and the parts.
    words: Vec<u64>,
    /// How often a slot was written since there are so many.
    written: usize,
}

impl SplitCache {
    /// No sums of boards that take `width` words each; never more than `most`.
    pub(super) fn new(width: usize, most: usize) -> Self {
        SplitCache { width, most, slots: 0, words: Vec::new(), written: 0 }
    }

    /// Words in a slot for boards that take `width` words.
    pub(super) fn stride(width: usize) -> usize {
        width + 1 + MOST_PARTS
    }

    /// Where the slot of a board begins.
    #[inline]
    fn place(&self, board: &[u64]) -> usize {
        let mut hasher = FxHasher::default();
        board.iter().for_each(|&word| hasher.write_u64(word));
        (hasher.finish() as usize & (self.slots - 1)) * Self::stride(self.width)
    }

    /// The parts of a board, when they are known.
    #[inline]
    pub(super) fn find(&self, board: &[u64]) -> Option<Sum<u32>> {
        if self.slots == 0 {
            return None;
        }
        let at = self.place(board);
        let (key, rest) = self.words[at..at + Self::stride(self.width)].split_at(self.width);
        let count = (rest[0] as usize).checked_sub(1)?;
        let same = key.iter().zip(board).all(|(x, y)| x == y);
        same.then(|| rest[1..=count].iter().map(|&word| unpacked(word)).collect())
    }

    /// Remembers the parts of a board, if they are few.
    pub(super) fn keep(&mut self, board: &[u64], sum: &[Part<u32>]) {
        if sum.len() > MOST_PARTS || self.most == 0 {
            return;
        }
        self.written += 1;
        if self.written > self.slots && self.slots < self.most {
            self.grow();
        }
        let mut words = [0; MOST_PARTS + 1];
        words[0] = sum.len() as u64 + 1;
        for (word, part) in words[1..].iter_mut().zip(sum) {
            let Some(packed) = packed(part) else { return };
            *word = packed;
        }
        let at = self.place(board);
        let (width, stride) = (self.width, Self::stride(self.width));
        self.words[at..at + width].copy_from_slice(board);
        self.words[at + width..at + stride].copy_from_slice(&words);
    }

    /// Makes four times as many slots, and moves what is there.
    fn grow(&mut self) {
        let stride = Self::stride(self.width);
        self.slots = (4 * self.slots).clamp(FEWEST.min(self.most), self.most);
        let old = std::mem::replace(&mut self.words, vec![0; self.slots * stride]);
        for slot in old.chunks(stride).filter(|slot| slot[self.width] != 0) {
            let at = self.place(&slot[..self.width]);
            self.words[at..at + stride].copy_from_slice(slot);
        }
        self.written = 0;
    }
}

/// A part as a word; nothing for values.
#[inline]
fn packed(part: &Part<u32>) -> Option<u64> {
    match *part {
        Part::Position(id) => Some(u64::from(id) << 1),
        Part::Negative(id) => Some(u64::from(id) << 1 | 1),
        Part::Value(_) => None,
    }
}

#[inline]
fn unpacked(word: u64) -> Part<u32> {
    let id = (word >> 1) as u32;
    if word & 1 == 0 { Part::Position(id) } else { Part::Negative(id) }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::*;

    /// Whatever is found is what was kept last, and enough is found to be of use.
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
            if let Some(sum) = sums.find(&board) {
                assert_eq!(kept.get(&board), Some(&sum));
                found += 1;
            }
            let part = |word: u64| match word & 1 {
                0 => Part::Position(u32::MAX - word as u32),
                _ => Part::Negative(word as u32),
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
    fn without_slots_nothing_is_kept() {
        let mut sums = SplitCache::new(1, 0);
        sums.keep(&[7], &[]);
        assert_eq!(sums.find(&[7]), None);
    }
}
