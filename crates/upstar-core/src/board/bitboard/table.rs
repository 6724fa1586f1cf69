//! Tables of boards in normal form, which give each board a number.
//!
//! Knows: sizes and planes as words, each board once, for all threads. Must not know: rules.

use std::hash::Hasher;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};

use crate::Error;
use crate::shared::{Rows, Shards};
use rustc_hash::FxHasher;

use super::layout::LEVEL_BITS;

/// The boards met so far. The first word of a board is its size, with room for a note.
#[derive(Debug)]
pub(super) struct Table {
    boards: Boards,
    numbers: Shards<u32>,
    count: AtomicU32,
}

/// The words of boards by number.
#[derive(Debug)]
enum Boards {
    /// All boards take the same number of words.
    Alike(Rows),
    /// Each board takes as many words as it needs.
    Each(boxcar::Vec<Box<[AtomicU64]>>),
}

/// The most boards: a number and the bits of its level fit into a word of 32 bits.
const MOST_BOARDS: u32 = u32::MAX >> LEVEL_BITS;
/// Where the note begins; below is the size.
const NOTE: u32 = 48;

impl Table {
    /// An empty table of boards that take `width` words each; without a width, of any boards.
    pub(super) fn new(width: Option<usize>) -> Self {
        let boards = match width {
            Some(width) => Boards::Alike(Rows::new(width)),
            None => Boards::Each(boxcar::Vec::new()),
        };
        Table { boards, numbers: Shards::default(), count: AtomicU32::new(0) }
    }

    #[inline]
    fn words(&self, number: u32) -> &[AtomicU64] {
        match &self.boards {
            Boards::Alike(rows) => rows.at(number),
            Boards::Each(boards) => &boards[number as usize],
        }
    }

    /// The size of a board and its other words.
    #[inline]
    pub(super) fn get(&self, number: u32) -> (u64, impl Iterator<Item = u64>) {
        let words = self.words(number);
        let size = words[0].load(Relaxed) & ((1 << NOTE) - 1);
        (size, words[1..].iter().map(|word| word.load(Relaxed)))
    }

    /// What was noted of a board.
    #[inline]
    pub(super) fn note(&self, number: u32) -> u16 {
        (self.words(number)[0].load(Relaxed) >> NOTE) as u16
    }

    /// The number of a board; a new one with a note, if it is not there.
    ///
    /// # Errors
    /// When there are too many boards, or there is nothing to note.
    #[inline]
    pub(super) fn number(
        &self,
        board: &[u64],
        note: impl FnOnce() -> Result<u16, Error>,
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
            let number = self.put(board)?;
            self.words(number)[0].store(board[0] | note, Relaxed);
            table.insert_unique(hash, number, |&number| {
                let (size, planes) = self.get(number);
                self::hash(std::iter::once(size).chain(planes))
            });
            Ok(number)
        })
    }

    /// The number of a new board.
    fn put(&self, board: &[u64]) -> Result<u32, Error> {
        let number = self.count.fetch_add(1, Relaxed);
        if number >= MOST_BOARDS {
            self.count.store(MOST_BOARDS, Relaxed);
            return Err(Error::StoreFull);
        }
        match &self.boards {
            Boards::Alike(rows) => {
                for (word, new) in rows.at(number).iter().zip(board) {
                    word.store(*new, Relaxed);
                }
                Ok(number)
            }
            // Never more than are counted.
            Boards::Each(boards) => {
                Ok(boards.push(board.iter().map(|word| AtomicU64::new(*word)).collect()) as u32)
            }
        }
    }

    /// Whether the board with this number is that one. They have few words: a loop is faster than
    /// comparing bytes.
    #[inline]
    fn is_at(&self, number: u32, board: &[u64]) -> bool {
        let (size, planes) = self.get(number);
        size == board[0] && planes.zip(&board[1..]).all(|(word, other)| word == *other)
    }
}

#[inline]
fn hash(board: impl Iterator<Item = u64>) -> u64 {
    let mut hasher = FxHasher::default();
    board.for_each(|word| hasher.write_u64(word));
    hasher.finish()
}
