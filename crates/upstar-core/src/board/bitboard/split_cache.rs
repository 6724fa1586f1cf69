//! Direct-mapped cache of the parts of boards.
//!
//! Knows: boards as words, their parts as words. Must not know: rules, or how boards are split.
//!
//! The same board is reached from several others, and with many patterns splitting dominates the cost. Boards
//! that share a slot replace each other.

use std::hash::Hasher;

use rustc_hash::FxHasher;
use spin::Yield;
use spin::mutex::SpinMutex;

use crate::shared::CachePadded;
use crate::solve::{Component, Sum};

/// Initial number of slots.
const FEWEST: usize = 1 << 8;
/// Boards with more parts are not kept.
const MOST_PARTS: usize = 2;
/// Number of shards, each behind a lock of its own: a power of two, enough that threads seldom contend.
const SHARDS: usize = 64;

/// Sums of parts by board, for all threads.
#[derive(Debug)]
pub(super) struct SplitCache(Box<[CachePadded<SpinMutex<Shard, Yield>>]>);

/// The splits of some boards.
#[derive(Debug)]
struct Shard {
    /// Words per board.
    width: usize,
    /// Limit of the number of slots; a power of two.
    most: usize,
    /// Number of slots.
    slots: usize,
    /// For each slot the board, the number of parts plus one, and the parts.
    words: Vec<u64>,
    /// Number of writes since the last resize.
    written: usize,
}

impl SplitCache {
    /// An empty cache for boards of `width` words, with at most `most` slots, a power of two.
    pub(super) fn new(width: usize, most: usize) -> Self {
        let most = most / SHARDS;
        let shard = || Shard { width, most, slots: 0, words: Vec::new(), written: 0 };
        SplitCache((0..SHARDS).map(|_| CachePadded(SpinMutex::new(shard()))).collect())
    }

    /// Words per slot for boards of `width` words.
    pub(super) fn stride(width: usize) -> usize {
        width + 1 + MOST_PARTS
    }

    fn shard(&self, hash: u64) -> &SpinMutex<Shard, Yield> {
        &self.0[(hash >> 48) as usize % SHARDS].0
    }

    /// The parts of a board, if they are cached.
    #[inline]
    pub(super) fn find(&self, board: &[u64]) -> Option<Sum<u32>> {
        let hash = hash(board);
        self.shard(hash).lock().find(hash, board)
    }

    /// Caches the parts of a board, if they are few.
    #[inline]
    pub(super) fn keep(&self, board: &[u64], sum: &[Component<u32>]) {
        let hash = hash(board);
        self.shard(hash).lock().keep(hash, board, sum);
    }
}

#[inline]
fn hash(board: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    board.iter().for_each(|&word| hasher.write_u64(word));
    hasher.finish()
}

impl Shard {
    /// Index of the first word of the slot for this hash.
    #[inline]
    fn place(&self, hash: u64) -> usize {
        (hash as usize & (self.slots - 1)) * SplitCache::stride(self.width)
    }

    #[inline]
    fn find(&self, hash: u64, board: &[u64]) -> Option<Sum<u32>> {
        if self.slots == 0 {
            return None;
        }
        let at = self.place(hash);
        let (key, rest) = self.words[at..at + SplitCache::stride(self.width)].split_at(self.width);
        let count = (rest[0] as usize).checked_sub(1)?;
        let same = key.iter().zip(board).all(|(x, y)| x == y);
        same.then(|| rest[1..=count].iter().map(|&word| unpacked(word)).collect())
    }

    fn keep(&mut self, hash: u64, board: &[u64], sum: &[Component<u32>]) {
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
        let at = self.place(hash);
        let (width, stride) = (self.width, SplitCache::stride(self.width));
        self.words[at..at + width].copy_from_slice(board);
        self.words[at + width..at + stride].copy_from_slice(&words);
    }

    /// Quadruples the slots and reinserts their boards.
    fn grow(&mut self) {
        let stride = SplitCache::stride(self.width);
        self.slots = (4 * self.slots).clamp(FEWEST.min(self.most), self.most);
        let old = std::mem::replace(&mut self.words, vec![0; self.slots * stride]);
        for slot in old.chunks(stride).filter(|slot| slot[self.width] != 0) {
            let at = self.place(hash(&slot[..self.width]));
            self.words[at..at + stride].copy_from_slice(slot);
        }
        self.written = 0;
    }
}

/// A part as a word; `None` for values.
#[inline]
fn packed(part: &Component<u32>) -> Option<u64> {
    match *part {
        Component::Position(id) => Some(u64::from(id) << 1),
        Component::Negative(id) => Some(u64::from(id) << 1 | 1),
        Component::Value(_) => None,
    }
}

#[inline]
fn unpacked(word: u64) -> Component<u32> {
    let id = (word >> 1) as u32;
    if word & 1 == 0 { Component::Position(id) } else { Component::Negative(id) }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::*;

    /// A hit returns what was kept last, and hits are frequent enough.
    #[test]
    fn what_is_found_is_what_was_kept() {
        let sums = SplitCache::new(2, 1 << 10);
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
                0 => Component::Position(u32::MAX - word as u32),
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
    fn threads_find_what_others_kept() {
        let sums = SplitCache::new(2, 1 << 10);
        let sum = |board: &[u64; 2]| vec![Component::Position((board[0] * 100 + board[1]) as u32)];
        let boards = || (0..20_000).map(|n: u64| [n * n % 31, n % 29]);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for board in boards() {
                        match sums.find(&board) {
                            Some(found) => assert_eq!(found, sum(&board)),
                            None => sums.keep(&board, &sum(&board)),
                        }
                    }
                });
            }
        });
        assert!(boards().filter(|board| sums.find(board).is_some()).count() > 10_000);
    }

    #[test]
    fn without_slots_nothing_is_kept() {
        let sums = SplitCache::new(1, 0);
        sums.keep(&[7], &[]);
        assert_eq!(sums.find(&[7]), None);
    }
}
