//! Adjacency on boards of one size, for sets of cells as words.
//!
//! Knows: steps to neighbours as shifts. Must not know: which boards there are.

use super::word::Word;
use crate::board::Adjacency;

/// The neighbours of sets of cells.
#[derive(Debug, Clone)]
pub(in crate::board) struct Neighbours<W> {
    columns: usize,
    all: W,
    /// The cells right of another one.
    not_first: W,
    /// The cells left of another one.
    not_last: W,
    single_row: bool,
    hex: bool,
}

impl<W: Word> Neighbours<W> {
    pub(in crate::board) fn new((rows, columns): (usize, usize), adjacency: Adjacency) -> Self {
        let all = W::lowest(rows * columns);
        let column =
            |at: usize| (0..rows).fold(W::ZERO, |cells, row| cells | &W::bit(row * columns + at));
        Neighbours {
            columns,
            not_first: all.clone().without(&column(0)),
            not_last: all.clone().without(&column(columns - 1)),
            all,
            single_row: rows == 1,
            hex: adjacency == Adjacency::Hex,
        }
    }

    /// All cells of the board.
    #[inline]
    pub(in crate::board) fn all(&self) -> &W {
        &self.all
    }

    /// The neighbours of these cells.
    #[inline]
    pub(in crate::board) fn beside(&self, cells: &W) -> W {
        let left = (cells.clone() & &self.not_first) >> 1;
        let right = (cells.clone() & &self.not_last) << 1;
        if self.single_row {
            return left | &right;
        }
        let (mut up, mut down) = (cells.clone(), cells.clone());
        if self.hex {
            up |= &right;
            down |= &left;
        }
        let vertical = ((down << self.columns) & &self.all) | &(up >> self.columns);
        vertical | &left | &right
    }

    /// Flood fill of `from` within `within`.
    #[inline]
    pub(in crate::board) fn flood(&self, from: &W, within: &W) -> W {
        let mut found = from.clone() & within;
        loop {
            let more = (self.beside(&found) | &found) & within;
            if more == found {
                return found;
            }
            found = more;
        }
    }
}
