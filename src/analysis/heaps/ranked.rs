//! Nimbers of positions whose integers do not increase, such as those of Chomp, by rank.
//!
//! Knows: the rank of a position among them; other positions are hashed. Must not know: moves.
//!
//! With `n` integers, the one at place `i` counts as the element `v + n - 1 - i` of a set of `n` numbers, whose rank is
//! the sum of the binomials of the elements over `n - i` (the combinatorial number system; Knuth, The Art of Computer
//! Programming 4A, sec. 7.2.1.3).

use rustc_hash::FxHashMap;
use upstar_core::{Budget, Error};

use super::positions::{OPEN, UNKNOWN};

/// Integers of more bits are hashed.
const MOST_BITS: u32 = 6;
/// Binomial of two integers that increase, or are too large: no rank is so large.
const NO_RANK: u32 = 1 << 27;
/// Short entries that mean the same as those of words, and that the nimber is among the others.
const SHORT_UNKNOWN: u16 = u16::MAX;
const SHORT_OPEN: u16 = u16::MAX - 1;
const LARGE: u16 = u16::MAX - 2;

/// Nimbers by rank.
#[derive(Debug)]
pub(super) struct Ranked {
    integers: usize,
    bits: u32,
    /// What an integer adds to the rank, by place, and by itself and the next one as digits of a key.
    addends: Vec<u32>,
    nimbers: Vec<u16>,
    /// Positions without a rank, and nimbers that are too large for an entry.
    others: FxHashMap<u64, u32>,
}

/// Binomial coefficient; `None` from [`NO_RANK`] on.
fn binomial(n: usize, k: usize) -> Option<u32> {
    let Some(others) = n.checked_sub(k) else { return Some(0) };
    let product = (0..k.min(others)).try_fold(1u64, |product, i| {
        let next = product * (n - i) as u64 / (i + 1) as u64;
        (next < u64::from(NO_RANK)).then_some(next)
    })?;
    u32::try_from(product).ok()
}

impl Ranked {
    /// An empty table for integers up to `largest`; `None` when it would have more than `most` places.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub(super) fn new(
        integers: usize,
        bits: u32,
        largest: usize,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Self>, Error> {
        let size = binomial(largest + integers, integers).map(|size| size as usize);
        let Some(size) = size.filter(|size| bits <= MOST_BITS && *size <= most) else {
            return Ok(None);
        };
        budget.reserve(2 * size as u64)?;
        let mut addends = Vec::with_capacity(integers << (2 * bits));
        for place in 0..integers {
            for digits in 0..1usize << (2 * bits) {
                let (here, next) = (digits & ((1 << bits) - 1), digits >> bits);
                let fits = here <= largest && next <= here;
                let addend = binomial(here + integers - 1 - place, integers - place);
                addends.push(addend.filter(|_| fits).unwrap_or(NO_RANK));
            }
        }
        let nimbers = vec![SHORT_UNKNOWN; size];
        Ok(Some(Ranked { integers, bits, addends, nimbers, others: FxHashMap::default() }))
    }

    /// Rank of a position; `None` when its integers increase somewhere, or are too large.
    #[inline]
    fn rank(&self, key: u64) -> Option<usize> {
        let window = 2 * self.bits;
        let (mut rest, mut rank) = (key, 0);
        for addends in self.addends.chunks_exact(1 << window) {
            rank += addends[(rest & ((1 << window) - 1)) as usize];
            rest >>= self.bits;
        }
        (rank < NO_RANK).then_some(rank as usize)
    }

    /// Number of positions that are hashed, and number for which there is room.
    pub(super) fn others(&self) -> (usize, usize) {
        (self.others.len(), self.others.capacity().max(1))
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> u32 {
        let entry = self.rank(key).map_or(LARGE, |rank| self.nimbers[rank]);
        match entry {
            SHORT_UNKNOWN => UNKNOWN,
            SHORT_OPEN => OPEN,
            LARGE => self.others.get(&key).copied().unwrap_or(UNKNOWN),
            nimber => nimber.into(),
        }
    }

    pub(super) fn set(&mut self, key: u64, entry: u32) {
        if let Some(rank) = self.rank(key) {
            let short = match entry {
                UNKNOWN => SHORT_UNKNOWN,
                OPEN => SHORT_OPEN,
                nimber => {
                    u16::try_from(nimber).ok().filter(|short| *short < LARGE).unwrap_or(LARGE)
                }
            };
            let before = std::mem::replace(&mut self.nimbers[rank], short);
            if short != LARGE {
                if before == LARGE {
                    self.others.remove(&key);
                }
                return;
            }
        }
        match entry {
            UNKNOWN => drop(self.others.remove(&key)),
            entry => drop(self.others.insert(key, entry)),
        }
    }

    /// Positions and their nimbers.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        let ranked = (0..self.nimbers.len()).filter(|rank| self.nimbers[*rank] < LARGE);
        let ranked = ranked.map(|rank| (self.key(rank as u32), u32::from(self.nimbers[rank])));
        let others = self.others.iter().map(|(key, nimber)| (*key, *nimber));
        ranked.chain(others.filter(|(_, nimber)| *nimber < OPEN))
    }

    /// The position of a rank.
    fn key(&self, mut rank: u32) -> u64 {
        let mut key = 0;
        for place in 0..self.integers {
            let binomial =
                |here: usize| binomial(here + self.integers - 1 - place, self.integers - place);
            let fits = |here: &usize| binomial(*here).is_some_and(|binomial| binomial <= rank);
            let here = (0..1usize << self.bits).take_while(fits).last().unwrap_or(0);
            rank -= binomial(here).unwrap_or(0);
            key |= (here as u64) << (place as u32 * self.bits);
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_have_ranks_and_ranks_positions() {
        let budget = Budget::unlimited();
        for (integers, largest) in [(1, 5), (2, 7), (4, 3), (5, 6)] {
            let bits = 3;
            let ranked = Ranked::new(integers, bits, largest, 10_000, &budget).unwrap().unwrap();
            let mut seen = vec![false; ranked.nimbers.len()];
            for key in 0..1u64 << (integers as u32 * bits) {
                let digit = |place: usize| (key >> (3 * place) & 7) as usize;
                let falls = (1..integers).all(|place| digit(place) <= digit(place - 1));
                let rank = ranked.rank(key);
                assert_eq!(rank.is_some(), falls && digit(0) <= largest, "{key:o}");
                if let Some(rank) = rank {
                    assert!(!std::mem::replace(&mut seen[rank], true), "{key:o}");
                    assert_eq!(ranked.key(rank as u32), key);
                }
            }
            assert!(seen.iter().all(|seen| *seen));
        }
    }

    #[test]
    fn what_is_set_is_found_again() {
        let budget = Budget::unlimited();
        let mut ranked = Ranked::new(3, 3, 6, 1000, &budget).unwrap().unwrap();
        let nimber = |key: u64| (key * key % 70_000) as u32;
        (0..512).for_each(|key| ranked.set(key, OPEN));
        assert!((0..512).all(|key| ranked.get(key) == OPEN));
        (0..512).for_each(|key| ranked.set(key, nimber(key)));
        assert!((0..512).all(|key| ranked.get(key) == nimber(key)));
        let mut entries: Vec<_> = ranked.entries().collect();
        entries.sort_unstable();
        assert!(entries.into_iter().eq((0..512).map(|key| (key, nimber(key)))));
        (0..512).for_each(|key| ranked.set(key, UNKNOWN));
        assert!(ranked.entries().next().is_none() && ranked.get(5) == UNKNOWN);
    }
}
