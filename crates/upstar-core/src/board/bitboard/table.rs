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

/// The boards met so far. The first word of a board is its size.
#[derive(Debug)]
pub(super) struct Table {
    boards: Boards,
    numbers: Shards<u32>,
    count: AtomicU32,
}

/// The words of boards by number.
#[derive(Debug)]
enum Boards {
    /// All boards take the same number of words; the note is in the first.
    Alike(Rows),
    /// Each board takes as many words as it needs; the note is the last.
    Each(boxcar::Vec<Box<[AtomicU64]>>),
}

/// The most boards: a number and the bits of its level fit into a word of 32 bits.
const MOST_BOARDS: u32 = u32::MAX >> LEVEL_BITS;
/// Where the note begins in a word that it shares with the size.
const NOTE: u32 = 24;

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
        let first = words[0].load(Relaxed);
        let (size, planes) = match self.boards {
            Boards::Alike(_) => (first & ((1 << NOTE) - 1), &words[1..]),
            Boards::Each(_) => (first, &words[1..words.len() - 1]),
        };
        (size, planes.iter().map(|word| word.load(Relaxed)))
    }

    /// What was noted of a board: 40 bits, at first 0.
    #[inline]
    pub(super) fn note(&self, number: u32) -> u64 {
        let words = self.words(number);
        match self.boards {
            Boards::Alike(_) => words[0].load(Relaxed) >> NOTE,
            Boards::Each(_) => words[words.len() - 1].load(Relaxed),
        }
    }

    /// Notes something of a board of which nothing else was noted.
    pub(super) fn write_note(&self, number: u32, note: u64) {
        let words = self.words(number);
        match self.boards {
            Boards::Alike(_) => words[0].fetch_or(note << NOTE, Relaxed),
            Boards::Each(_) => words[words.len() - 1].fetch_or(note, Relaxed),
        };
    }

    /// The number of a board, a new one if it is not there.
    ///
    /// # Errors
    /// When there are too many boards.
    #[inline]
    pub(super) fn number(&self, board: &[u64]) -> Result<u32, Error> {
        let hash = hash(board.iter().copied());
        let found = self
            .numbers
            .with(hash, |table| table.find(hash, |&number| self.is_at(number, board)).copied());
        if let Some(number) = found {
            return Ok(number);
        }
        self.numbers.with(hash, |table| {
            // Another thread may have been faster.
            if let Some(number) = table.find(hash, |&number| self.is_at(number, board)) {
                return Ok(*number);
            }
            let number = self.put(board)?;
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
                let words = board.iter().chain([&0]).map(|word| AtomicU64::new(*word));
                Ok(boards.push(words.collect()) as u32)
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
