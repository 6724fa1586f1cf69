//! Boards after moves, before they are split into parts.
//!
//! Knows: which of them were met before, and which sum each is. Must not know: rules, or how boards are split.
//!
//! The moves from a part lead to the same sums whether they are made on the part, cropped and turned, or on the
//! board that consists of it alone. They are made on the first such board, so that boards which lead to each other
//! keep their size and are met again: there are at most as many of them as moves, and often about as many as parts.

use rustc_hash::FxHashMap;

use super::table::BoardTable;
use super::word::{Widest, Word};

/// Boards that were met, with the numbers of the sums that they are.
#[derive(Debug)]
pub(super) struct BoardsBeforeSplit {
    /// By the level of their words; none for sparse words.
    pub(super) levels: [Level; 3],
    /// Number of sums.
    pub(super) count: u32,
    /// The words of the boards after each move from a position.
    pub(super) words: Vec<u64>,
}

/// Boards of one kind of word.
#[derive(Debug)]
pub(super) struct Level {
    /// Words per board, the size included.
    pub(super) width: usize,
    pub(super) boards: BoardTable,
    /// The number of the sum that each board is.
    pub(super) sums: Vec<u32>,
    /// The first board that consists of a part of the same level alone, by the id of the part.
    pub(super) whole: FxHashMap<u32, u32>,
}

impl BoardsBeforeSplit {
    /// No boards, which have so many planes.
    pub(super) fn new(planes: usize) -> Self {
        let levels = [u64::pieces(0), u128::pieces(0), Widest::pieces(0)].map(|pieces| {
            let width = 1 + planes * pieces;
            Level {
                width,
                boards: BoardTable::new(Some(width)),
                sums: Vec::new(),
                whole: FxHashMap::default(),
            }
        });
        BoardsBeforeSplit { levels, count: 0, words: Vec::new() }
    }
}
