//! Transposition table that stays within the memory limit.
//!
//! Knows: what the entries cost to find. Must not know: what they mean; a search finds again what was replaced.

use std::hash::Hash;

use crate::Budget;
use crate::shared::hash_of;

/// Number of places that a key may have: those of its bucket.
const PLACES: usize = 8;
/// Number of buckets of a new table.
const FEWEST: usize = 1 << 7;

/// Transposition table that grows as long as half of the memory stays free, and then replaces the entries that cost
/// least to find. Cost of each operation: constant.
#[derive(Debug)]
pub(super) struct Bounded<K, V> {
    /// Buckets of [`PLACES`] places each; their number is a power of two, or 0.
    places: Vec<Option<Entry<K, V>>>,
    entries: usize,
}

#[derive(Debug)]
struct Entry<K, V> {
    key: K,
    value: V,
    /// Logarithm of the work to find the value.
    cost: u8,
}

impl<K, V> Default for Bounded<K, V> {
    fn default() -> Self {
        Bounded { places: Vec::new(), entries: 0 }
    }
}

impl<K, V> Bounded<K, V> {
    /// Number of entries.
    pub(super) fn len(&self) -> usize {
        self.entries
    }
}

impl<K: Eq + Hash, V> Bounded<K, V> {
    /// The value of a key, unless it was replaced.
    pub(super) fn get(&self, key: &K) -> Option<&V> {
        let bucket = &self.places[self.bucket(key)?..][..PLACES];
        bucket.iter().flatten().find(|entry| entry.key == *key).map(|entry| &entry.value)
    }

    /// Remembers a value that took so many steps to find.
    pub(super) fn insert(&mut self, key: K, value: V, steps: u64, budget: &Budget) {
        if 3 * self.places.len() <= 4 * self.entries {
            self.grow(budget);
        }
        let cost = (u64::BITS - steps.leading_zeros()) as u8;
        self.put(Entry { key, value, cost });
    }

    /// First place of the bucket of a key; `None` while there are no buckets.
    fn bucket(&self, key: &K) -> Option<usize> {
        let last = (self.places.len() / PLACES).checked_sub(1)?;
        // The upper half of a product depends on all bits of the hash.
        let mixed = hash_of(key).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        Some((mixed as usize & last) * PLACES)
    }

    fn put(&mut self, entry: Entry<K, V>) {
        let Some(first) = self.bucket(&entry.key) else { return };
        let bucket = &mut self.places[first..][..PLACES];
        let same = |place: &Option<Entry<K, V>>| {
            place.as_ref().is_some_and(|there| there.key == entry.key)
        };
        let empty_or_cheapest =
            || (0..PLACES).min_by_key(|&at| bucket[at].as_ref().map_or(0, |entry| 1 + entry.cost));
        let at = bucket.iter().position(same).or_else(empty_or_cheapest);
        let place = &mut bucket[at.expect("a bucket has places")];
        self.entries += usize::from(place.is_none());
        *place = Some(entry);
    }

    /// Doubles the number of buckets if there is memory.
    fn grow(&mut self, budget: &Budget) {
        let places = (2 * self.places.len()).max(FEWEST * PLACES);
        let bytes = (places * size_of::<Option<Entry<K, V>>>()) as u64;
        // The old table is kept meanwhile, and other tables need memory too.
        if places > FEWEST * PLACES && budget.used_bytes() + bytes > budget.max_bytes() / 2 {
            return;
        }
        let empty = std::iter::repeat_with(|| None).take(places).collect();
        let before = std::mem::replace(&mut self.places, empty);
        self.entries = 0;
        before.into_iter().flatten().for_each(|entry| self.put(entry));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_kept_while_there_is_memory() {
        let (mut table, budget) = (Bounded::default(), Budget::unlimited());
        for n in 0..10_000_u64 {
            table.insert(n, n + 1, 1, &budget);
            table.insert(n, n + 2, 1, &budget);
        }
        assert!((0..10_000).all(|n| table.get(&n).is_none_or(|found| *found == n + 2)));
        let kept = (0..10_000).filter(|n| table.get(n).is_some()).count();
        assert!(kept == table.len() && kept > 9_500, "{kept}");
    }

    #[test]
    fn without_memory_what_cost_least_is_replaced() {
        let budget = Budget::with_meter(|| 1000);
        budget.limit_bytes(1000);
        let mut table = Bounded::default();
        for n in 0..100_000_u64 {
            table.insert(n, n, if n % 1000 == 0 { 1 << 40 } else { 1 }, &budget);
        }
        assert_eq!(table.len(), FEWEST * PLACES);
        let costly = (0..100_000).step_by(1000).filter(|n| table.get(n) == Some(n)).count();
        assert!(costly > 95, "{costly}");
    }
}
