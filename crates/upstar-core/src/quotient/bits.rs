//! Sets of small integers.
//!
//! Knows: bits. Must not know: what the integers represent.

/// A set of integers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    /// The empty set, with room for integers below `length`.
    pub(super) fn empty(length: usize) -> Self {
        Bits(vec![0; length.div_ceil(64)])
    }

    /// The integers below `length` for which `test` holds.
    pub(super) fn of(length: usize, test: impl Fn(usize) -> bool) -> Self {
        let mut bits = Bits::empty(length);
        for i in (0..length).filter(|&i| test(i)) {
            bits.insert(i);
        }
        bits
    }

    /// Makes room for all integers below `length`.
    pub(super) fn widen(&mut self, length: usize) {
        self.0.resize(length.div_ceil(64), 0);
    }

    /// Adds an integer within the room.
    pub(super) fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    pub(super) fn has(&self, i: usize) -> bool {
        self.0.get(i / 64).is_some_and(|word| word >> (i % 64) & 1 == 1)
    }

    /// Adds all of another set of the same room.
    pub(super) fn add(&mut self, other: &Bits) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// Whether it is a subset of another set of the same room.
    pub(super) fn within(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// An element of the intersection.
    pub(super) fn common(&self, other: &Bits) -> Option<usize> {
        let mut words = self.0.iter().zip(&other.0).map(|(a, b)| a & b).enumerate();
        let (at, word) = words.find(|(_, word)| *word != 0)?;
        Some(at * 64 + word.trailing_zeros() as usize)
    }
}
