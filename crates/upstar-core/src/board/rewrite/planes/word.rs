//! Words that hold one bit for each cell of a board: 64, 128 or 512 of them.
//!
//! Knows: how a word is cut into pieces of 64 bits. Must not know: boards.

use std::array::from_fn;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// A word of bits; bit `i` stands for cell `i`. Shifts are by less than [`CELLS`](Word::CELLS).
pub(in crate::board::rewrite) trait Word:
    Copy
    + Debug
    + Ord
    + Hash
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// How many pieces of 64 bits it has.
    const PIECES: usize;
    /// How many cells fit.
    const CELLS: usize = 64 * Self::PIECES;
    /// Whether it is worth while to stop early, and to take long ways in few steps.
    const LONG: bool = Self::PIECES > 2;
    /// The word in which no bit is set.
    const ZERO: Self;

    /// The word with the pieces `pieces`, lowest first.
    fn from_pieces(pieces: &[u64]) -> Self;

    /// Piece `i`, counted from the lowest.
    fn piece(self, i: usize) -> u64;

    /// The word in which only bit `i` is set.
    fn bit(i: usize) -> Self;

    /// How many bits are set.
    fn count_ones(self) -> u32;

    /// The place of the lowest bit that is set, if one is.
    fn first(self) -> Option<usize>;

    /// The place of the highest bit that is set, if one is.
    fn last(self) -> Option<usize>;

    /// The word with its lowest bit that is set cleared.
    fn without_first(self) -> Self;

    /// The word with its bits in the opposite order.
    fn reverse_bits(self) -> Self;

    /// Whether no bit is set.
    #[inline]
    fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    /// The lowest eight bits.
    #[inline]
    fn byte(self) -> usize {
        self.piece(0) as usize & 0xff
    }

    /// The word in which the lowest `n` bits are set.
    #[inline]
    fn lowest(n: usize) -> Self {
        if n == 0 { Self::ZERO } else { !Self::ZERO >> (Self::CELLS - n) }
    }

    /// The places of the bits that are set, in order.
    #[inline]
    fn places(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let first = rest.first()?;
            rest = rest.without_first();
            Some(first)
        })
    }
}

/// The methods that are the same for integers of the machine.
macro_rules! integer {
    () => {
        const ZERO: Self = 0;

        #[inline]
        fn bit(i: usize) -> Self {
            1 << i
        }

        #[inline]
        fn count_ones(self) -> u32 {
            self.count_ones()
        }

        #[inline]
        fn first(self) -> Option<usize> {
            (self != 0).then(|| self.trailing_zeros() as usize)
        }

        #[inline]
        fn last(self) -> Option<usize> {
            (self != 0).then(|| self.ilog2() as usize)
        }

        #[inline]
        fn without_first(self) -> Self {
            self & self.wrapping_sub(1)
        }

        #[inline]
        fn reverse_bits(self) -> Self {
            self.reverse_bits()
        }
    };
}

impl Word for u64 {
    integer!();

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
    integer!();

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

/// A word of several pieces, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Wide<const N: usize>([u64; N]);

/// The widest word.
pub(super) type Widest = Wide<8>;

impl<const N: usize> Word for Wide<N> {
    const PIECES: usize = N;
    const ZERO: Self = Wide([0; N]);

    #[inline]
    fn from_pieces(pieces: &[u64]) -> Self {
        Wide(from_fn(|i| pieces[i]))
    }

    #[inline]
    fn piece(self, i: usize) -> u64 {
        self.0[i]
    }

    #[inline]
    fn bit(i: usize) -> Self {
        Wide(from_fn(|piece| if piece == i / 64 { 1 << (i % 64) } else { 0 }))
    }

    #[inline]
    fn count_ones(self) -> u32 {
        self.0.iter().map(|piece| piece.count_ones()).sum()
    }

    #[inline]
    fn first(self) -> Option<usize> {
        let piece = self.0.iter().position(|piece| *piece != 0)?;
        Some(64 * piece + self.0[piece].trailing_zeros() as usize)
    }

    #[inline]
    fn last(self) -> Option<usize> {
        let piece = self.0.iter().rposition(|piece| *piece != 0)?;
        Some(64 * piece + self.0[piece].ilog2() as usize)
    }

    #[inline]
    fn without_first(mut self) -> Self {
        if let Some(piece) = self.0.iter_mut().find(|piece| **piece != 0) {
            *piece &= *piece - 1;
        }
        self
    }

    #[inline]
    fn reverse_bits(self) -> Self {
        Wide(from_fn(|i| self.0[N - 1 - i].reverse_bits()))
    }
}

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Wide(from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Wide(from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Wide(self.0.map(|piece| !piece))
    }
}

impl<const N: usize> Shl<usize> for Wide<N> {
    type Output = Self;

    #[inline]
    fn shl(self, by: usize) -> Self {
        let (pieces, bits) = (by / 64, by % 64);
        let from = |i: usize, less: usize| i.checked_sub(less).map_or(0, |i| self.0[i]);
        // What a shift by 64 - `bits` would carry, also for `bits` = 0.
        Wide(from_fn(|i| from(i, pieces) << bits | from(i, pieces + 1) >> 1 >> (63 - bits)))
    }
}

impl<const N: usize> Shr<usize> for Wide<N> {
    type Output = Self;

    #[inline]
    fn shr(self, by: usize) -> Self {
        let (pieces, bits) = (by / 64, by % 64);
        let from = |i: usize| self.0.get(i).copied().unwrap_or(0);
        Wide(from_fn(|i| from(i + pieces) >> bits | from(i + pieces + 1) << 1 << (63 - bits)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both kinds of word with 128 cells do the same.
    #[test]
    fn pieces_are_one_word() {
        let mut state = 5u128;
        for round in 0..2_000 {
            state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(7);
            let sparse = if round % 3 == 0 { state & (state >> 64) & (state >> 31) } else { state };
            let (one, other) = (sparse, state.rotate_left(43));
            let wide = |word: u128| Wide::<2>([word as u64, (word >> 64) as u64]);
            let n = (state >> 90) as usize % 128;
            assert_eq!(wide(one) & wide(other), wide(one & other));
            assert_eq!(wide(one) | wide(other), wide(one | other));
            assert_eq!((!wide(one), wide(one) << n), (wide(!one), wide(one << n)));
            assert_eq!((wide(one) >> n, Wide::bit(n)), (wide(one >> n), wide(1 << n)));
            assert_eq!(Wide::<2>::lowest(n), wide(u128::lowest(n)));
            assert_eq!(wide(one).reverse_bits(), wide(one.reverse_bits()));
            assert_eq!(wide(one).without_first(), wide(one.without_first()));
            assert_eq!(Word::count_ones(wide(one)), one.count_ones());
            assert_eq!((wide(one).first(), wide(one).last()), (one.first(), one.last()));
            assert!(wide(one).places().eq(one.places()));
        }
        assert_eq!(Wide::<2>::lowest(128), !Wide::ZERO);
        assert!(Wide::<2>::ZERO.is_zero() && Wide::<2>::ZERO.first().is_none());
    }
}
