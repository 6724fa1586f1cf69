//! Nimbers of positions whose integers do not increase, such as those of Chomp, by rank.
//!
//! Knows: the rank of a position, which is a sum of what each integer adds. Must not know: moves.
//!
//! With `n` integers, the one at place `i` counts as the element `v + n - 1 - i` of a set of `n` numbers, whose rank is
//! the sum of the binomials of the elements over `n - i` (the combinatorial number system; Knuth, The Art of Computer
//! Programming 4A, sec. 7.2.1.3). The rank does not depend on the largest integer there is room for.

use upstar_core::{Budget, Error};

/// Larger tables are not made.
const MOST: u32 = 1 << 24;
/// Larger integers have no room.
const LARGEST: usize = 127;
/// In place of what an integer adds that does not fit: sums with it are no ranks.
pub(super) const NO_RANK: u32 = 1 << 27;
const UNKNOWN: u16 = 0;
const OPEN: u16 = 1;
/// Entry of nimber 0; that of a nimber is so much more.
const FIRST: u16 = 2;

/// What is known of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ranked {
    Unknown,
    /// It is on the path of the search.
    Open,
    Nimber(u16),
    /// It has no rank.
    Nowhere,
}

/// Nimbers by rank, 2 bytes for each position. None is forgotten, because a nimber needs those of all options.
#[derive(Debug)]
pub(super) struct RankedNimbers {
    /// What an integer adds to the rank, by place and integer.
    addends: Vec<Vec<u32>>,
    nimbers: Vec<u16>,
}

/// Binomial coefficient; `None` above [`MOST`].
fn binomial(n: usize, k: usize) -> Option<u32> {
    let Some(others) = n.checked_sub(k) else { return Some(0) };
    let product = (0..k.min(others)).try_fold(1u64, |product, i| {
        let next = product * (n - i) as u64 / (i + 1) as u64;
        (next <= u64::from(MOST)).then_some(next)
    })?;
    u32::try_from(product).ok()
}

impl RankedNimbers {
    /// A table without room.
    pub(super) fn new(integers: usize) -> Self {
        RankedNimbers { addends: vec![Vec::new(); integers], nimbers: Vec::new() }
    }

    /// Number of integers from 0 on that have room.
    pub(super) fn room(&self) -> usize {
        self.addends.first().map_or(0, Vec::len)
    }

    /// Makes room for integers up to `largest`; returns whether a table can be so large.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub(super) fn make_room(&mut self, largest: usize, budget: &Budget) -> Result<bool, Error> {
        if largest < self.room() {
            return Ok(true);
        }
        let integers = self.addends.len();
        let size = binomial(largest.min(LARGEST) + integers, integers);
        let Some(size) = size.filter(|_| largest <= LARGEST) else { return Ok(false) };
        budget.reserve(2 * u64::from(size))?;
        let mut nimbers = vec![UNKNOWN; size as usize];
        nimbers[..self.nimbers.len()].copy_from_slice(&self.nimbers);
        self.nimbers = nimbers;
        for (place, addends) in self.addends.iter_mut().enumerate() {
            let addend = |here| binomial(here + integers - 1 - place, integers - place);
            // Each is the rank of a position.
            addends.extend((addends.len()..=largest).map(|here| addend(here).unwrap_or(NO_RANK)));
        }
        Ok(true)
    }

    /// What an integer at a place adds to the rank; [`NO_RANK`] if it has no room.
    pub(super) fn addend(&self, place: usize, integer: i64) -> u32 {
        let addend = usize::try_from(integer).ok().and_then(|here| self.addends[place].get(here));
        addend.copied().unwrap_or(NO_RANK)
    }

    /// Calls `each` with the place and value of each integer of a position.
    pub(super) fn integers(&self, mut rank: u32, mut each: impl FnMut(usize, i64)) {
        let mut here = self.room().saturating_sub(1);
        for (place, addends) in self.addends.iter().enumerate() {
            while addends[here] > rank {
                here -= 1;
            }
            rank -= addends[here];
            each(place, here as i64);
        }
    }

    #[inline]
    pub(super) fn get(&self, rank: u32) -> Ranked {
        match self.nimbers.get(rank as usize) {
            None => Ranked::Nowhere,
            Some(&UNKNOWN) => Ranked::Unknown,
            Some(&OPEN) => Ranked::Open,
            Some(entry) => Ranked::Nimber(entry - FIRST),
        }
    }

    /// Marks a position as being on the path.
    pub(super) fn open(&mut self, rank: u32) {
        self.nimbers[rank as usize] = OPEN;
    }

    /// Forgets that a position was on the path.
    pub(super) fn forget(&mut self, rank: u32) {
        self.nimbers[rank as usize] = UNKNOWN;
    }

    /// Sets a nimber; `None` if it is too large.
    pub(super) fn set(&mut self, rank: u32, nimber: u32) -> Option<()> {
        let entry = u16::try_from(nimber).ok()?.checked_add(FIRST)?;
        self.nimbers[rank as usize] = entry;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_have_ranks_and_ranks_positions() {
        let budget = Budget::unlimited();
        for (integers, largest) in [(1, 5), (2, 7), (4, 3), (5, 6)] {
            let mut table = RankedNimbers::new(integers);
            assert!(table.make_room(1, &budget).unwrap() && table.room() == 2);
            table.open(0);
            assert!(table.make_room(largest, &budget).unwrap());
            assert_eq!((table.get(0), table.get(1)), (Ranked::Open, Ranked::Unknown));
            let mut seen = vec![false; table.nimbers.len()];
            for key in 0..8u64.pow(integers as u32) {
                let digit = |place: usize| (key >> (3 * place) & 7) as i64;
                let falls = (1..integers).all(|place| digit(place) <= digit(place - 1));
                let rank: u32 = (0..integers).map(|place| table.addend(place, digit(place))).sum();
                if digit(0) > largest as i64 {
                    assert_eq!(table.get(rank), Ranked::Nowhere, "{key:o}");
                } else if falls {
                    assert!(!std::mem::replace(&mut seen[rank as usize], true), "{key:o}");
                    table.integers(rank, |place, integer| assert_eq!(integer, digit(place)));
                }
            }
            assert!(seen.iter().all(|seen| *seen));
        }
    }

    #[test]
    fn what_is_set_is_found_again() {
        let mut table = RankedNimbers::new(3);
        assert_eq!(table.make_room(1000, &Budget::unlimited()), Ok(false));
        assert_eq!(table.make_room(6, &Budget::unlimited()), Ok(true));
        table.set(5, 65_000).unwrap();
        table.open(6);
        table.forget(6);
        assert_eq!((table.get(5), table.get(6)), (Ranked::Nimber(65_000), Ranked::Unknown));
        assert_eq!(table.set(6, 65_534), None);
    }
}
