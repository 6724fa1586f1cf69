//! Boards in normal form, numbered.
//!
//! Knows: sizes and planes as words, each board once. Must not know: rules.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// The boards met so far.
#[derive(Debug)]
pub(super) struct Table {
    /// How many words a board takes.
    width: usize,
    /// The boards, one after the other.
    words: Vec<u64>,
    numbers: HashTable<u32>,
}

impl Table {
    /// An empty table of boards that take `width` words each.
    pub(super) fn new(width: usize) -> Self {
        Table { width, words: Vec::new(), numbers: HashTable::new() }
    }

    /// How many boards there are.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The words of a board.
    #[inline]
    pub(super) fn get(&self, number: u32) -> &[u64] {
        let start = number as usize * self.width;
        &self.words[start..start + self.width]
    }

    /// The number of a board, if it is there.
    #[inline]
    pub(super) fn find(&self, board: &[u64]) -> Option<u32> {
        let found = |&number: &u32| same(self.get(number), board);
        self.numbers.find(hash(board), found).copied()
    }

    /// Adds a board that is not there.
    pub(super) fn add(&mut self, board: &[u64]) -> u32 {
        debug_assert_eq!(board.len(), self.width);
        let Table { width, words, numbers } = self;
        words.extend_from_slice(board);
        let number = numbers.len() as u32;
        let at = |&number: &u32| {
            let start = number as usize * *width;
            hash(&words[start..start + *width])
        };
        numbers.insert_unique(hash(board), number, at);
        number
    }
}

/// Boards have few words: a loop is faster than comparing bytes.
#[inline]
fn same(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(x, y)| x == y)
}

#[inline]
fn hash(board: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    board.iter().for_each(|&word| hasher.write_u64(word));
    hasher.finish()
}
