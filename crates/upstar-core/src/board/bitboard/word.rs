//! Words with one bit for each cell of a board: 64, 128 or 512 bits, or any number.
//!
//! Knows: the 64-bit pieces of a word. Must not know: boards.

use std::array::from_fn;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitOrAssign, Shl, Shr};

/// A set of cells: bit `i` represents cell `i`. No shift moves a bit out of the highest cell.
pub(in crate::board) trait Word:
    Clone
    + Send
    + Sync
    + Debug
    + Ord
    + Hash
    + for<'a> BitAnd<&'a Self, Output = Self>
    + for<'a> BitOr<&'a Self, Output = Self>
    + for<'a> BitOrAssign<&'a Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// Whether words are long enough that early exits and shortcuts pay off.
    const LONG: bool;
    /// Whether the cost of operations depends on the bits set, not on all cells.
    const SPARSE: bool = false;
    /// The empty set.
    const ZERO: Self;

    /// Number of 64-bit pieces for `cells` cells.
    fn pieces(cells: usize) -> usize;

    /// The word with these pieces, lowest first.
    fn from_pieces(pieces: &[u64]) -> Self;

    /// Piece `i`, counted from the lowest.
    fn piece(&self, i: usize) -> u64;

    /// The word with only bit `i` set.
    fn bit(i: usize) -> Self;

    /// The word with the lowest `n` bits set.
    fn lowest(n: usize) -> Self;

    /// Number of bits set.
    fn count_ones(&self) -> u32;

    /// Index of the lowest bit set.
    fn first(&self) -> Option<usize>;

    /// Index of the highest bit set.
    fn last(&self) -> Option<usize>;

    /// Clears the lowest bit set, and returns its index.
    fn take_first(&mut self) -> Option<usize>;

    /// The bits not set in another word.
    fn without(self, other: &Self) -> Self;

    /// The first `cells` bits in reverse order.
    fn reversed(&self, cells: usize) -> Self;

    /// The bits whose counterparts `by` places higher are set in another word.
    #[inline]
    fn and_higher(self, other: &Self, by: usize) -> Self {
        self & &(other.clone() >> by)
    }

    /// The `n` bits from bit `from` on, shifted to the lowest.
    #[inline]
    fn bits(&self, from: usize, n: usize) -> Self {
        (self.clone() >> from) & &Self::lowest(n)
    }

    /// Whether no bit is set.
    #[inline]
    fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    /// The indices of the bits set, in order.
    #[inline]
    fn places(&self) -> impl Iterator<Item = usize> + use<Self> {
        let mut rest = self.clone();
        std::iter::from_fn(move || rest.take_first())
    }
}

/// The union of words.
#[inline]
pub(in crate::board) fn union<W: Word>(words: impl Iterator<Item = W>) -> W {
    // Unlike a fold, a loop is inlined.
    let mut all = W::ZERO;
    for word in words {
        all |= &word;
    }
    all
}

/// The methods shared by the machine integers.
macro_rules! integer {
    () => {
        const LONG: bool = false;
        const ZERO: Self = 0;

        #[inline]
        fn pieces(_: usize) -> usize {
            Self::BITS as usize / 64
        }

        #[inline]
        fn bit(i: usize) -> Self {
            1 << i
        }

        #[inline]
        fn lowest(n: usize) -> Self {
            if n == 0 { 0 } else { Self::MAX >> (Self::BITS as usize - n) }
        }

        #[inline]
        fn count_ones(&self) -> u32 {
            Self::count_ones(*self)
        }

        #[inline]
        fn first(&self) -> Option<usize> {
            (*self != 0).then(|| self.trailing_zeros() as usize)
        }

        #[inline]
        fn last(&self) -> Option<usize> {
            (*self != 0).then(|| self.ilog2() as usize)
        }

        #[inline]
        fn take_first(&mut self) -> Option<usize> {
            let first = self.first()?;
            *self &= *self - 1;
            Some(first)
        }

        #[inline]
        fn without(self, other: &Self) -> Self {
            self & !other
        }

        #[inline]
        fn reversed(&self, cells: usize) -> Self {
            self.reverse_bits() >> (Self::BITS as usize - cells)
        }
    };
}

impl Word for u64 {
    integer!();

    #[inline]
    fn from_pieces(pieces: &[u64]) -> Self {
        pieces[0]
    }

    #[inline]
    fn piece(&self, _: usize) -> u64 {
        *self
    }
}

impl Word for u128 {
    integer!();

    #[inline]
    fn from_pieces(pieces: &[u64]) -> Self {
        u128::from(pieces[0]) | u128::from(pieces[1]) << 64
    }

    #[inline]
    fn piece(&self, i: usize) -> u64 {
        (self >> (64 * i)) as u64
    }
}

/// A word of several pieces, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::board) struct Wide<const N: usize>([u64; N]);

/// The widest fixed-length word.
pub(in crate::board) type Widest = Wide<8>;

impl<const N: usize> Word for Wide<N> {
    const LONG: bool = true;
    const ZERO: Self = Wide([0; N]);

    #[inline]
    fn pieces(_: usize) -> usize {
        N
    }

    #[inline]
    fn from_pieces(pieces: &[u64]) -> Self {
        Wide(from_fn(|i| pieces[i]))
    }

    #[inline]
    fn piece(&self, i: usize) -> u64 {
        self.0[i]
    }

    #[inline]
    fn bit(i: usize) -> Self {
        Wide(from_fn(|piece| if piece == i / 64 { 1 << (i % 64) } else { 0 }))
    }

    #[inline]
    fn lowest(n: usize) -> Self {
        if n == 0 { Self::ZERO } else { Wide([u64::MAX; N]) >> (64 * N - n) }
    }

    #[inline]
    fn count_ones(&self) -> u32 {
        self.0.iter().map(|piece| piece.count_ones()).sum()
    }

    #[inline]
    fn first(&self) -> Option<usize> {
        let piece = self.0.iter().position(|piece| *piece != 0)?;
        Some(64 * piece + self.0[piece].trailing_zeros() as usize)
    }

    #[inline]
    fn last(&self) -> Option<usize> {
        let piece = self.0.iter().rposition(|piece| *piece != 0)?;
        Some(64 * piece + self.0[piece].ilog2() as usize)
    }

    #[inline]
    fn take_first(&mut self) -> Option<usize> {
        let first = self.first()?;
        self.0[first / 64] &= self.0[first / 64] - 1;
        Some(first)
    }

    #[inline]
    fn without(self, other: &Self) -> Self {
        Wide(from_fn(|i| self.0[i] & !other.0[i]))
    }

    #[inline]
    fn reversed(&self, cells: usize) -> Self {
        Wide(from_fn(|i| self.0[N - 1 - i].reverse_bits())) >> (64 * N - cells)
    }
}

impl<const N: usize> BitAnd<&Self> for Wide<N> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: &Self) -> Self {
        Wide(from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const N: usize> BitOr<&Self> for Wide<N> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: &Self) -> Self {
        Wide(from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const N: usize> BitOrAssign<&Self> for Wide<N> {
    #[inline]
    fn bitor_assign(&mut self, other: &Self) {
        *self = *self | other;
    }
}

impl<const N: usize> Shl<usize> for Wide<N> {
    type Output = Self;

    #[inline]
    fn shl(self, by: usize) -> Self {
        let (pieces, bits) = (by / 64, by % 64);
        let from = |i: usize, less: usize| i.checked_sub(less).map_or(0, |i| self.0[i]);
        // The carry of a shift by 64 - `bits`, also for `bits` = 0.
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
    use super::super::sparse::Sparse;
    use super::*;

    /// Results of a word type on 128 bits, as machine words.
    fn results<W: Word>(one: u128, other: u128, n: usize) -> (Vec<u128>, Vec<Option<usize>>, u32) {
        let word = |bits: u128| W::from_pieces(&[bits as u64, (bits >> 64) as u64]);
        let back = |word: W| u128::from_pieces(&[word.piece(0), word.piece(1)]);
        let (a, b) = (word(one), word(other));
        let mut rest = a.clone();
        let taken = rest.take_first();
        let mut either = b.clone();
        either |= &a;
        // Bits are never moved out of the highest cell.
        let low = word(one & u128::lowest(128 - n));
        let words = vec![
            a.clone() & &b,
            a.clone() | &b,
            either,
            low << n,
            a.clone() >> n,
            W::bit(n),
            W::lowest(n),
            a.clone().without(&b),
            a.clone().and_higher(&b, n),
            a.reversed(128),
            a.bits(n, 128 - n),
            a.bits(n / 2, n),
            a.bits(127 - n, n.min(9)),
            word(one & u128::lowest(n)).reversed(n.max(1)),
            rest,
        ];
        let mut places: Vec<_> = a.places().map(Some).collect();
        places.extend([a.first(), a.last(), taken, W::ZERO.first(), W::ZERO.last()]);
        places.push((a == b).then_some(0));
        (words.into_iter().map(back).collect(), places, a.count_ones())
    }

    #[test]
    fn all_kinds_of_words_do_the_same() {
        let mut state = 5u128;
        for round in 0..2_000 {
            state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(7);
            let sparse = match round % 3 {
                0 => state & (state >> 64) & (state >> 31),
                1 => state & u128::lowest(64),
                _ => state,
            };
            let (one, other) = (sparse, state.rotate_left(43));
            let other = if round % 5 == 0 { other << 64 } else { other };
            let n = (state >> 90) as usize % 128;
            let expected = results::<u128>(one, other, n);
            assert_eq!(results::<Wide<2>>(one, other, n), expected, "{one:x} {other:x} {n}");
            assert_eq!(results::<Sparse>(one, other, n), expected, "{one:x} {other:x} {n}");
        }
        assert_eq!(Wide::<2>::lowest(128), Wide([u64::MAX; 2]));
        assert!(Wide::<2>::ZERO.is_zero() && Sparse::ZERO.is_zero());
    }
}
