//! Interning tables: each board in normal form gets a number.
//!
//! Knows: sizes and planes as words, shared by all threads. Must not know: rules.

use std::hash::Hasher;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};

use crate::Error;
use crate::shared::{Rows, Shards};
use rustc_hash::FxHasher;

use super::layout::LEVEL_BITS;

/// The boards interned so far. The first word of a board is its size.
#[derive(Debug)]
pub(super) struct BoardTable {
    boards: BoardWords,
    numbers: Shards<u32>,
    count: AtomicU32,
}

/// The words of boards by number.
#[derive(Debug)]
enum BoardWords {
    /// All boards take the same number of words; the summary is in the first.
    Alike(Rows),
    /// Each board takes as many words as it needs; the summary is the last.
    Each(boxcar::Vec<Box<[AtomicU64]>>),
}

/// Limit of the number of boards: a number and its level fit into 32 bits.
const MOST_BOARDS: u32 = u32::MAX >> LEVEL_BITS;
/// First bit of the summary in a word that it shares with the size.
const SUMMARY_BIT: u32 = 24;

impl BoardTable {
    /// An empty table for boards of `width` words each, or of any length.
    pub(super) fn new(width: Option<usize>) -> Self {
        let boards = match width {
            Some(width) => BoardWords::Alike(Rows::new(width)),
            None => BoardWords::Each(boxcar::Vec::new()),
        };
        BoardTable { boards, numbers: Shards::default(), count: AtomicU32::new(0) }
    }

    #[inline]
    fn words(&self, number: u32) -> &[AtomicU64] {
        match &self.boards {
            BoardWords::Alike(rows) => rows.at(number),
            BoardWords::Each(boards) => &boards[number as usize],
        }
    }

    /// The size of a board and its other words.
    #[inline]
    pub(super) fn get(&self, number: u32) -> (u64, impl Iterator<Item = u64>) {
        let words = self.words(number);
        let first = words[0].load(Relaxed);
        let (size, planes) = match self.boards {
            BoardWords::Alike(_) => (first & ((1 << SUMMARY_BIT) - 1), &words[1..]),
            BoardWords::Each(_) => (first, &words[1..words.len() - 1]),
        };
        (size, planes.iter().map(|word| word.load(Relaxed)))
    }

    /// The packed summary of a board: 40 bits, initially 0.
    #[inline]
    pub(super) fn summary(&self, number: u32) -> u64 {
        let words = self.words(number);
        match self.boards {
            BoardWords::Alike(_) => words[0].load(Relaxed) >> SUMMARY_BIT,
            BoardWords::Each(_) => words[words.len() - 1].load(Relaxed),
        }
    }

    /// Sets the packed summary of a board, once.
    pub(super) fn set_summary(&self, number: u32, summary: u64) {
        let words = self.words(number);
        match self.boards {
            BoardWords::Alike(_) => words[0].fetch_or(summary << SUMMARY_BIT, Relaxed),
            BoardWords::Each(_) => words[words.len() - 1].fetch_or(summary, Relaxed),
        };
    }

    /// The number of a board, which is inserted if it is new.
    ///
    /// # Errors
    /// When there are too many boards.
    #[inline]
    pub(super) fn number(&self, board: &[u64]) -> Result<u32, Error> {
        let hash = hash(board.iter().copied());
        let found = self
            .numbers
            .with(hash, |table| table.find(hash, |&number| self.equals(number, board)).copied());
        if let Some(number) = found {
            return Ok(number);
        }
        self.numbers.with(hash, |table| {
            // Another thread may have inserted it.
            if let Some(number) = table.find(hash, |&number| self.equals(number, board)) {
                return Ok(*number);
            }
            let number = self.insert(board)?;
            table.insert_unique(hash, number, |&number| {
                let (size, planes) = self.get(number);
                self::hash(std::iter::once(size).chain(planes))
            });
            Ok(number)
        })
    }

    /// Inserts a new board.
    fn insert(&self, board: &[u64]) -> Result<u32, Error> {
        let number = self.count.fetch_add(1, Relaxed);
        if number >= MOST_BOARDS {
            self.count.store(MOST_BOARDS, Relaxed);
            return Err(Error::StoreFull);
        }
        match &self.boards {
            BoardWords::Alike(rows) => {
                for (word, new) in rows.at(number).iter().zip(board) {
                    word.store(*new, Relaxed);
                }
                Ok(number)
            }
            // `count` bounds the length.
            BoardWords::Each(boards) => {
                let words = board.iter().chain([&0]).map(|word| AtomicU64::new(*word));
                Ok(boards.push(words.collect()) as u32)
            }
        }
    }

    /// Whether the board with this number equals `board`. Boards have few words: a loop is faster than
    /// comparing bytes.
    #[inline]
    fn equals(&self, number: u32, board: &[u64]) -> bool {
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
