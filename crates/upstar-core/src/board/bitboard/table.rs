//! Interning tables: each board in normal form gets a number.
//!
//! Knows: sizes and planes as words, shared by all threads. Must not know: rules.

use std::hash::Hasher;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};
use std::sync::atomic::{AtomicU32, AtomicU64};

use parking_lot::RwLock;
use rustc_hash::FxHasher;

use crate::Error;
use crate::shared::Rows;
use crate::shared::folded;

use super::layout::LEVEL_BITS;

/// The boards interned so far. The first word of a board is its size.
#[derive(Debug)]
pub(super) struct BoardTable {
    boards: BoardWords,
    /// Open addressing with linear probing: for each board its number plus one in the low half, and a hash in the
    /// high half, whose low bits choose the first slot. Threads insert while they hold the lock for reading.
    slots: RwLock<Box<[AtomicU64]>>,
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
/// Initial number of slots, a power of two.
const FEWEST_SLOTS: usize = 1 << 8;
/// First bit of the summary in a word that it shares with the size.
const SUMMARY_BIT: u32 = 24;

impl BoardTable {
    /// An empty table for boards of `width` words each, or of any length.
    pub(super) fn new(width: Option<usize>) -> Self {
        let boards = match width {
            Some(width) => BoardWords::Alike(Rows::new(width)),
            None => BoardWords::Each(boxcar::Vec::new()),
        };
        let slots = RwLock::new(bytemuck::zeroed_slice_box(FEWEST_SLOTS));
        BoardTable { boards, slots, count: AtomicU32::new(0) }
    }

    /// Number of boards.
    pub(super) fn len(&self) -> usize {
        self.count.load(Relaxed).min(MOST_BOARDS) as usize
    }

    /// Whether a board has this number.
    #[inline]
    pub(super) fn has(&self, number: u32) -> bool {
        match &self.boards {
            BoardWords::Alike(_) => number < self.count.load(Relaxed).min(MOST_BOARDS),
            BoardWords::Each(boards) => boards.get(number as usize).is_some(),
        }
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
    pub(super) fn number(&self, board: &[u64]) -> Result<u32, Error> {
        let hash = hash(board);
        // The number of a board that is inserted, once it has one.
        let mut new = None;
        loop {
            let slots = self.slots.read();
            let mut at = hash as usize & (slots.len() - 1);
            loop {
                let slot = slots[at].load(Acquire);
                if slot == 0 {
                    // A quarter of the slots stays free.
                    if self.count.load(Relaxed) as usize >= slots.len() / 4 * 3 {
                        break;
                    }
                    let number = match new {
                        Some(number) => number,
                        None => self.insert(board)?,
                    };
                    new = Some(number);
                    let entry = u64::from(hash) << 32 | u64::from(number + 1);
                    match slots[at].compare_exchange(0, entry, AcqRel, Acquire) {
                        Ok(_) => return Ok(number),
                        // Another thread was faster, perhaps with the same board.
                        Err(_) => continue,
                    }
                }
                let number = slot as u32 - 1;
                if (slot >> 32) as u32 == hash && self.equals(number, board) {
                    return Ok(number);
                }
                at = (at + 1) & (slots.len() - 1);
            }
            let full = slots.len();
            drop(slots);
            self.grow(full);
        }
    }

    /// Appends the numbers of boards of `width` words each, which are inserted if they are new. The slots and then the
    /// boards found there are read for all of them before any is compared, so that the cache misses overlap.
    ///
    /// # Errors
    /// When there are too many boards.
    pub(super) fn numbers(
        &self,
        boards: &[u64],
        width: usize,
        numbers: &mut Vec<u32>,
    ) -> Result<(), Error> {
        let first = numbers.len();
        let slots = self.slots.read();
        numbers.extend(boards.chunks_exact(width).map(|board| {
            let hash = hash(board);
            let slot = slots[hash as usize & (slots.len() - 1)].load(Acquire);
            // A number that is not there stands for "not found".
            if (slot >> 32) as u32 == hash { (slot as u32).wrapping_sub(1) } else { u32::MAX }
        }));
        drop(slots);
        for (board, number) in boards.chunks_exact(width).zip(&mut numbers[first..]) {
            let found = *number < MOST_BOARDS && self.equals(*number, board);
            *number = if found { *number } else { u32::MAX };
        }
        for (board, number) in boards.chunks_exact(width).zip(&mut numbers[first..]) {
            if *number == u32::MAX {
                *number = self.number(board)?;
            }
        }
        Ok(())
    }

    /// Doubles the number of slots, unless another thread has.
    #[cold]
    fn grow(&self, full: usize) {
        let mut slots = self.slots.write();
        if slots.len() != full {
            return;
        }
        let mut more: Box<[AtomicU64]> = bytemuck::zeroed_slice_box(2 * full);
        for slot in &mut slots[..] {
            let entry = *slot.get_mut();
            if entry != 0 {
                let mut at = (entry >> 32) as usize & (more.len() - 1);
                while *more[at].get_mut() != 0 {
                    at = (at + 1) & (more.len() - 1);
                }
                *more[at].get_mut() = entry;
            }
        }
        *slots = more;
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
fn hash(board: &[u64]) -> u32 {
    let mut hasher = FxHasher::default();
    board.iter().for_each(|&word| hasher.write_u64(word));
    folded(hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards of two words, of which many are equal.
    fn boards(count: u64, seed: u64) -> Vec<u64> {
        let mixed = |i: u64| (i ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        (0..count).flat_map(|i| [mixed(i) % 7, mixed(i) % 5000]).collect()
    }

    #[test]
    fn equal_boards_have_equal_numbers() {
        for width in [Some(2), None] {
            let table = BoardTable::new(width);
            std::thread::scope(|scope| {
                for seed in 0..4 {
                    let table = &table;
                    scope.spawn(move || {
                        let (boards, mut numbers) = (boards(20_000, seed), Vec::new());
                        for some in boards.chunks(2 * 37) {
                            table.numbers(some, 2, &mut numbers).unwrap();
                        }
                        for (board, number) in boards.chunks(2).zip(numbers) {
                            assert_eq!(table.number(board).unwrap(), number);
                            let (size, words) = table.get(number);
                            let words: Vec<u64> = words.collect();
                            assert_eq!((size, &words[..]), (board[0], &board[1..]));
                        }
                    });
                }
            });
        }
    }
}
