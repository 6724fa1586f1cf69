//! Sparse words of any length: only the pieces with a bit set are stored.
//!
//! Knows: pieces of 64 bits, by index. Must not know: boards.
//!
//! Operations take time linear in the pieces stored in the smaller word, up to a logarithm. So a board of a
//! million cells is split into small parts in nearly linear time.

use std::collections::VecDeque;
use std::ops::{BitAnd, BitOr, BitOrAssign, Shl, Shr};

use super::word::Word;

/// Indices and bits of the nonzero pieces, in order. Pieces are removed mostly at the front.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Sparse(VecDeque<(usize, u64)>);

impl Sparse {
    /// The position of piece `i`, or where to insert it; tries `near` and the next one first.
    fn find(&self, i: usize, near: usize) -> Result<usize, usize> {
        let is_at = |at: usize| self.0.get(at).is_some_and(|(number, _)| *number == i);
        match [near, near + 1].into_iter().find(|at| is_at(*at)) {
            Some(at) => Ok(at),
            None => self.0.binary_search_by_key(&i, |(number, _)| *number),
        }
    }

    /// Appends bits of a piece that does not come before the last one.
    fn push(&mut self, i: usize, bits: u64) {
        match self.0.back_mut() {
            _ if bits == 0 => {}
            Some((last, known)) if *last == i => *known |= bits,
            _ => self.0.push_back((i, bits)),
        }
    }

    fn with_room(pieces: usize) -> Self {
        Sparse(VecDeque::with_capacity(pieces))
    }
}

impl Word for Sparse {
    const LONG: bool = true;
    const SPARSE: bool = true;
    const ZERO: Self = Sparse(VecDeque::new());

    fn pieces(cells: usize) -> usize {
        cells.div_ceil(64)
    }

    fn from_pieces(pieces: &[u64]) -> Self {
        Sparse(pieces.iter().copied().enumerate().filter(|(_, bits)| *bits != 0).collect())
    }

    fn piece(&self, i: usize) -> u64 {
        self.find(i, i).map_or(0, |at| self.0[at].1)
    }

    fn bit(i: usize) -> Self {
        Sparse(VecDeque::from([(i / 64, 1 << (i % 64))]))
    }

    fn lowest(n: usize) -> Self {
        let mut all: VecDeque<_> = (0..n / 64).map(|i| (i, u64::MAX)).collect();
        if !n.is_multiple_of(64) {
            all.push_back((n / 64, u64::lowest(n % 64)));
        }
        Sparse(all)
    }

    fn count_ones(&self) -> u32 {
        self.0.iter().map(|(_, bits)| bits.count_ones()).sum()
    }

    fn first(&self) -> Option<usize> {
        self.0.front().map(|(i, bits)| 64 * i + bits.trailing_zeros() as usize)
    }

    fn last(&self) -> Option<usize> {
        self.0.back().map(|(i, bits)| 64 * i + bits.ilog2() as usize)
    }

    fn take_first(&mut self) -> Option<usize> {
        let (i, bits) = self.0.front_mut()?;
        let first = 64 * *i + bits.trailing_zeros() as usize;
        *bits &= *bits - 1;
        if *bits == 0 {
            self.0.pop_front();
        }
        Some(first)
    }

    fn without(mut self, other: &Self) -> Self {
        let mut near = 0;
        for &(i, bits) in &other.0 {
            match self.find(i, near) {
                Ok(at) if self.0[at].1 & !bits == 0 => {
                    self.0.remove(at);
                    near = at;
                }
                Ok(at) => {
                    self.0[at].1 &= !bits;
                    near = at;
                }
                Err(at) => near = at,
            }
        }
        self
    }

    fn reversed(&self, cells: usize) -> Self {
        let pieces = Self::pieces(cells);
        let turned = self.0.iter().rev().map(|(i, bits)| (pieces - 1 - i, bits.reverse_bits()));
        Sparse(turned.collect()) >> (64 * pieces - cells)
    }

    fn bits(&self, from: usize, n: usize) -> Self {
        let at = |piece: usize| self.0.partition_point(|(i, _)| *i < piece);
        let pieces = at(from / 64)..at((from + n).div_ceil(64));
        let mut bits = Sparse(self.0.range(pieces).copied().collect()) >> from;
        if bits.0.back().is_some_and(|(i, _)| 64 * i >= n) {
            bits.0.pop_back();
        }
        match bits.0.back_mut() {
            Some((i, last)) if 64 * (*i + 1) > n => {
                *last &= u64::lowest(n - 64 * *i);
                if *last == 0 {
                    bits.0.pop_back();
                }
                bits
            }
            _ => bits,
        }
    }

    fn and_higher(mut self, other: &Self, by: usize) -> Self {
        let (pieces, shift) = (by / 64, by % 64);
        let mut near = 0;
        let mut piece = |i: usize| match other.find(i, near) {
            Ok(at) => {
                near = at;
                other.0[at].1
            }
            Err(_) => 0,
        };
        self.0.retain_mut(|(i, bits)| {
            let mut shifted = piece(*i + pieces) >> shift;
            if shift > 0 {
                shifted |= piece(*i + pieces + 1) << (64 - shift);
            }
            *bits &= shifted;
            *bits != 0
        });
        self
    }
}

impl BitAnd<&Self> for Sparse {
    type Output = Self;

    fn bitand(self, other: &Self) -> Self {
        self.and_higher(other, 0)
    }
}

impl BitOrAssign<&Self> for Sparse {
    fn bitor_assign(&mut self, other: &Self) {
        let mut near = 0;
        for &(i, bits) in &other.0 {
            near = match self.find(i, near) {
                Ok(at) => {
                    self.0[at].1 |= bits;
                    at
                }
                Err(at) => {
                    self.0.insert(at, (i, bits));
                    at
                }
            };
        }
    }
}

impl BitOr<&Self> for Sparse {
    type Output = Self;

    fn bitor(mut self, other: &Self) -> Self {
        self |= other;
        self
    }
}

impl Shl<usize> for Sparse {
    type Output = Self;

    fn shl(self, by: usize) -> Self {
        let (pieces, shift) = (by / 64, by % 64);
        let mut shifted = Sparse::with_room(self.0.len() + 1);
        for (i, bits) in self.0 {
            shifted.push(i + pieces, bits << shift);
            // The carry of a shift by 64 - `shift`, also for `shift` = 0.
            shifted.push(i + pieces + 1, bits >> 1 >> (63 - shift));
        }
        shifted
    }
}

impl Shr<usize> for Sparse {
    type Output = Self;

    fn shr(self, by: usize) -> Self {
        let (pieces, shift) = (by / 64, by % 64);
        let mut shifted = Sparse::with_room(self.0.len() + 1);
        for (i, bits) in self.0 {
            let Some(i) = i.checked_sub(pieces) else { continue };
            if i > 0 {
                shifted.push(i - 1, bits << 1 << (63 - shift));
            }
            shifted.push(i, bits >> shift);
        }
        shifted
    }
}
