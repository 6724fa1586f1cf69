//! Boards in normal form, numbered.
//!
//! Knows: sizes and planes as words, each board once, for all threads. Must not know: rules.

use std::hash::Hasher;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use crate::Error;
use crate::shared::{Rows, Shards};
use rustc_hash::FxHasher;

use super::layout::LEVEL_BITS;

/// The boards met so far. The first word of a board is its size, with room for a note.
#[derive(Debug)]
pub(super) struct Table {
    boards: Rows,
    numbers: Shards<u32>,
    count: AtomicU32,
}

/// The most boards: a number and the bits of its level fit into a word of 32 bits.
const MOST_BOARDS: u32 = u32::MAX >> LEVEL_BITS;
/// Where the note begins.
const NOTE: u32 = 32;

impl Table {
    /// An empty table of boards that take `width` words each.
    pub(super) fn new(width: usize) -> Self {
        Table { boards: Rows::new(width), numbers: Shards::default(), count: AtomicU32::new(0) }
    }

    /// The size of a board and its other words.
    #[inline]
    pub(super) fn get(&self, number: u32) -> (u32, impl Iterator<Item = u64>) {
        let words = self.boards.at(number);
        (words[0].load(Relaxed) as u32, words[1..].iter().map(|word| word.load(Relaxed)))
    }

    /// What was noted of a board.
    #[inline]
    pub(super) fn note(&self, number: u32) -> u32 {
        (self.boards.at(number)[0].load(Relaxed) >> NOTE) as u32
    }

    /// The number of a board; a new one with a note, if it is not there.
    ///
    /// # Errors
    /// When there are too many boards, or there is nothing to note.
    #[inline]
    pub(super) fn number(
        &self,
        board: &[u64],
        note: impl FnOnce() -> Result<u32, Error>,
    ) -> Result<u32, Error> {
        let hash = hash(board.iter().copied());
        let found = self
            .numbers
            .with(hash, |table| table.find(hash, |&number| self.is_at(number, board)).copied());
        if let Some(number) = found {
            return Ok(number);
        }
        let note = u64::from(note()?) << NOTE;
        self.numbers.with(hash, |table| {
            // Another thread may have been faster.
            if let Some(number) = table.find(hash, |&number| self.is_at(number, board)) {
                return Ok(*number);
            }
            let number = self.count.fetch_add(1, Relaxed);
            if number >= MOST_BOARDS {
                self.count.store(MOST_BOARDS, Relaxed);
                return Err(Error::StoreFull);
            }
            let words = self.boards.at(number);
            for (word, new) in words.iter().zip(board) {
                word.store(*new, Relaxed);
            }
            words[0].store(board[0] | note, Relaxed);
            table.insert_unique(hash, number, |&number| {
                let (size, planes) = self.get(number);
                self::hash(std::iter::once(u64::from(size)).chain(planes))
            });
            Ok(number)
        })
    }

    /// Whether the board with this number is that one. They have few words: a loop is faster than
    /// comparing bytes.
    #[inline]
    fn is_at(&self, number: u32, board: &[u64]) -> bool {
        let (size, planes) = self.get(number);
        u64::from(size) == board[0] && planes.zip(&board[1..]).all(|(word, other)| word == *other)
    }
}

#[inline]
fn hash(board: impl Iterator<Item = u64>) -> u64 {
    let mut hasher = FxHasher::default();
    board.for_each(|word| hasher.write_u64(word));
    hasher.finish()
}
