//! Nimbers of positions of several integers, by keys of 62 bits.
//!
//! Knows: each integer has the same number of bits of a key, but the player to move has one. Short keys are places of a
//! table, long ones are hashed. Must not know: moves.

use rustc_hash::FxHashMap;
use upstar_core::{Budget, Error};

/// Keys of at most this many bits are places of a table from the beginning.
const SMALL_BITS: u32 = 10;
/// Keys of at most this many bits are places of a table once one in [`SPARSE`] has a nimber.
const DENSE_BITS: u32 = 22;
const SPARSE: u32 = 16;
/// Bits of a key.
const MOST_BITS: u32 = 62;
/// Bytes of an entry of the hash table.
const ENTRY: usize = 18;

const UNKNOWN: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;

/// What is known of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PositionEntry {
    Unknown,
    /// It is on the path of the search.
    Open,
    Nimber(u32),
}

/// Nimbers of positions of the same number of integers. None is forgotten: a nimber needs those of all options, so the table
/// is what the search computes, and it takes 4 bytes for each position where it is dense.
#[derive(Debug)]
pub(super) struct Positions {
    integers: u32,
    /// Bits of each integer.
    bits: u32,
    /// Whether the last integer says who is to move, and so has one bit.
    has_mover: bool,
    table: NimberStorage,
}

#[derive(Debug)]
enum NimberStorage {
    Dense(Vec<u32>),
    Hashed(FxHashMap<u64, u32>),
}

/// Bits of integers up to `largest`.
fn bits(largest: i64) -> u32 {
    (i64::BITS - largest.leading_zeros()).max(1)
}

impl Positions {
    pub(super) fn new(integers: usize, has_mover: bool) -> Self {
        let (integers, table) = (integers as u32, NimberStorage::Dense(Vec::new()));
        Positions { integers, bits: 0, has_mover, table }
    }

    /// Bits of a key in which each integer has this number of bits.
    fn in_all(&self, bits: u32) -> u32 {
        match self.has_mover {
            true => bits.saturating_mul(self.integers - 1).saturating_add(1),
            false => bits.saturating_mul(self.integers),
        }
    }

    /// The largest integer that has room.
    pub(super) fn most(&self) -> i64 {
        (1 << self.bits) - 1
    }

    /// Whether a table with room for integers up to `largest` has few places.
    pub(super) fn is_small(&self, largest: i64) -> bool {
        self.in_all(bits(largest)) <= DENSE_BITS
    }

    /// Makes room for integers up to `largest`; returns whether keys are long enough for them.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub(super) fn make_room(&mut self, largest: i64, budget: &Budget) -> Result<bool, Error> {
        let bits = bits(largest);
        if bits <= self.bits {
            return Ok(true);
        }
        let in_all = self.in_all(bits);
        if in_all > MOST_BITS {
            return Ok(false);
        }
        let mut wider =
            Positions { bits, ..Positions::new(self.integers as usize, self.has_mover) };
        let moved = |key: u64| wider.key(&self.integers(key).collect::<Vec<_>>());
        let entries: Vec<(u64, u32)> = match &self.table {
            NimberStorage::Dense(nimbers) => {
                let known = nimbers.iter().enumerate().filter(|(_, nimber)| **nimber < OPEN);
                known.map(|(key, nimber)| (moved(key as u64), *nimber)).collect()
            }
            NimberStorage::Hashed(nimbers) => {
                nimbers.iter().map(|(key, nimber)| (moved(*key), *nimber)).collect()
            }
        };
        wider.table = if in_all <= SMALL_BITS {
            NimberStorage::Dense(vec![UNKNOWN; 1 << in_all])
        } else {
            budget.reserve((entries.len() * ENTRY) as u64)?;
            NimberStorage::Hashed(FxHashMap::default())
        };
        entries.into_iter().for_each(|(key, nimber)| wider.set(key, nimber));
        *self = wider;
        Ok(true)
    }

    /// The part of a key that says what an integer is.
    #[inline]
    pub(super) fn digit(&self, place: usize, integer: i64) -> u64 {
        (integer as u64) << (place as u32 * self.bits)
    }

    pub(super) fn key(&self, integers: &[i64]) -> u64 {
        let digits =
            integers.iter().enumerate().map(|(place, integer)| self.digit(place, *integer));
        digits.sum()
    }

    /// The integers of a position.
    pub(super) fn integers(&self, key: u64) -> impl Iterator<Item = i64> + use<> {
        let (bits, most) = (self.bits, self.most());
        (0..self.integers).map(move |place| (key >> (place * bits)) as i64 & most)
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> PositionEntry {
        let entry = match &self.table {
            NimberStorage::Dense(nimbers) => nimbers[key as usize],
            _ => self.sparse(key),
        };
        match entry {
            UNKNOWN => PositionEntry::Unknown,
            OPEN => PositionEntry::Open,
            nimber => PositionEntry::Nimber(nimber),
        }
    }

    /// The entry in a table that has no place for each key.
    #[inline(never)]
    fn sparse(&self, key: u64) -> u32 {
        match &self.table {
            NimberStorage::Dense(nimbers) => nimbers[key as usize],
            NimberStorage::Hashed(nimbers) => nimbers.get(&key).copied().unwrap_or(UNKNOWN),
        }
    }

    /// Marks a position as being on the path.
    ///
    /// # Errors
    /// When there is not enough memory, or the budget is exhausted.
    pub(super) fn open(&mut self, key: u64, budget: &Budget) -> Result<(), Error> {
        budget.step()?;
        let (len, capacity) = match &self.table {
            NimberStorage::Dense(_) => (0, 1),
            NimberStorage::Hashed(nimbers) => (nimbers.len(), nimbers.capacity()),
        };
        if len == capacity && !self.densify(len, budget)? {
            budget.reserve((2 * len * ENTRY) as u64)?;
        }
        self.set(key, OPEN);
        Ok(())
    }

    /// Makes a hash table that is full a table with a place for each key, if that is not much larger; returns whether it did.
    fn densify(&mut self, len: usize, budget: &Budget) -> Result<bool, Error> {
        let NimberStorage::Hashed(nimbers) = &self.table else { return Ok(false) };
        let in_all = self.in_all(self.bits);
        if in_all > DENSE_BITS || len < 1 << in_all >> SPARSE.ilog2() {
            return Ok(false);
        }
        budget.reserve(4 << in_all)?;
        let mut dense = vec![UNKNOWN; 1 << in_all];
        nimbers.iter().for_each(|(key, nimber)| dense[*key as usize] = *nimber);
        self.table = NimberStorage::Dense(dense);
        Ok(true)
    }

    /// Forgets that a position was on the path.
    pub(super) fn forget(&mut self, key: u64) {
        match &mut self.table {
            NimberStorage::Dense(nimbers) => nimbers[key as usize] = UNKNOWN,
            NimberStorage::Hashed(nimbers) => drop(nimbers.remove(&key)),
        }
    }

    #[inline]
    pub(super) fn set(&mut self, key: u64, entry: u32) {
        match &mut self.table {
            NimberStorage::Dense(nimbers) => nimbers[key as usize] = entry,
            NimberStorage::Hashed(nimbers) => drop(nimbers.insert(key, entry)),
        }
    }
}
