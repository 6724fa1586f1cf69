//! Machine words that hold one bit for each cell of a board.
//!
//! Knows: how a word is cut into pieces of 64 bits. Must not know: boards.

use std::hash::Hash;

use num_traits::PrimInt;

/// A word of bits; bit `i` stands for cell `i`.
pub(super) trait Word: PrimInt + Hash {
    /// How many cells fit.
    const CELLS: usize;
    /// How many pieces of 64 bits it has.
    const PIECES: usize;

    /// The word with the pieces `pieces`, lowest first.
    fn from_pieces(pieces: &[u64]) -> Self;

    /// Piece `i`, counted from the lowest.
    fn piece(self, i: usize) -> u64;

    /// The lowest eight bits.
    #[inline]
    fn byte(self) -> usize {
        self.piece(0) as usize & 0xff
    }

    /// The word in which only bit `i` is set.
    #[inline]
    fn bit(i: usize) -> Self {
        Self::one() << i
    }

    /// The word in which the lowest `n` bits are set.
    #[inline]
    fn lowest(n: usize) -> Self {
        if n == Self::CELLS { Self::max_value() } else { Self::bit(n) - Self::one() }
    }

    /// The places of the bits that are set, in order.
    #[inline]
    fn places(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || {
            if rest.is_zero() {
                return None;
            }
            let place = rest.trailing_zeros() as usize;
            rest = rest & (rest - Self::one());
            Some(place)
        })
    }
}

impl Word for u64 {
    const CELLS: usize = 64;
    const PIECES: usize = 1;

    #[inline]
    fn from_pieces(pieces: &[u64]) -> Self {
        pieces[0]
    }

    #[inline]
    fn piece(self, _: usize) -> u64 {
        self
    }
}

impl Word for u128 {
    const CELLS: usize = 128;
    const PIECES: usize = 2;

    #[inline]
    fn from_pieces(pieces: &[u64]) -> Self {
        u128::from(pieces[0]) | u128::from(pieces[1]) << 64
    }

    #[inline]
    fn piece(self, i: usize) -> u64 {
        (self >> (64 * i)) as u64
    }
}
