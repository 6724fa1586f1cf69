//! Transposition table that stays within the memory limit.
//!
//! Knows: what the entries cost to find. Must not know: what they mean; a search finds again what was replaced.
//!
//! All tables that may replace entries are of this kind. They do so when half of the memory allowed is in use.

use std::borrow::Borrow;
use std::hash::Hash;

use crate::Budget;
use crate::shared::hash_of;

/// Number of places that a key may have: those of its bucket.
const PLACES: usize = 8;
/// Number of buckets of a new table: few in tests, where entries of small games should be replaced too.
const FEWEST: usize = if cfg!(test) { 1 << 2 } else { 1 << 7 };
/// The meter of memory is read at each such number of insertions.
const METER_EVERY: u32 = 64;

/// Transposition table that grows as long as half of the memory stays free, and then replaces the entries that cost
/// least to find, although places may be empty where entries need more memory than their places. An entry is there
/// at least until the next one is inserted. Cost of each operation: constant.
#[derive(Debug)]
pub(crate) struct Bounded<K, V> {
    /// Buckets of [`PLACES`] places each; their number is a power of two, or 0.
    places: Vec<Option<CachedEntry<K, V>>>,
    /// For each place a part of the hash of its key, so that most other keys are not looked at.
    checks: Vec<u32>,
    entries: usize,
    /// Number of insertions, modulo [`METER_EVERY`].
    insertions: u32,
    /// Whether half of the memory was in use when the meter was read last.
    is_scarce: bool,
}

#[derive(Debug)]
struct CachedEntry<K, V> {
    key: K,
    value: V,
    /// Logarithm of the work to find the value.
    cost: u8,
}

/// Hash of a key.
fn mixed(key: &(impl Hash + ?Sized)) -> u64 {
    // The upper half of a product depends on all bits of the hash.
    hash_of(key).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<K, V> Default for Bounded<K, V> {
    fn default() -> Self {
        let (places, checks) = (Vec::new(), Vec::new());
        Bounded { places, checks, entries: 0, insertions: 0, is_scarce: false }
    }
}

impl<K, V> Bounded<K, V> {
    /// Number of entries.
    pub(crate) fn len(&self) -> usize {
        self.entries
    }
}

impl<K: Eq + Hash, V> Bounded<K, V> {
    /// The value of a key, unless it was replaced.
    pub(crate) fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let mixed = mixed(key);
        let first = self.bucket(mixed)?;
        let mut there = self.matches(first, mixed).filter_map(|at| self.places[at].as_ref());
        there.find(|entry| entry.key.borrow() == key).map(|entry| &entry.value)
    }

    /// The value of a key to change it, unless it was replaced.
    pub(crate) fn get_mut<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let mixed = mixed(key);
        let first = self.bucket(mixed)?;
        let same = |entry: &CachedEntry<K, V>| entry.key.borrow() == key;
        let at = self.matches(first, mixed).find(|at| self.places[*at].as_ref().is_some_and(same));
        self.places[at?].as_mut().map(|entry| &mut entry.value)
    }

    /// Remembers a value that took so many steps to find.
    pub(crate) fn insert(&mut self, key: K, value: V, steps: u64, budget: &Budget) {
        if 3 * self.places.len() <= 4 * self.entries {
            self.grow(budget);
        }
        // Where entries point at nothing, the memory of an empty place is in use already.
        if self.insertions == 0 && std::mem::needs_drop::<CachedEntry<K, V>>() {
            self.is_scarce = budget.used_bytes() > budget.max_bytes() / 2;
        }
        self.insertions = (self.insertions + 1) % METER_EVERY;
        let cost = (u64::BITS - steps.leading_zeros()) as u8;
        let mixed = mixed(&key);
        self.put(CachedEntry { key, value, cost }, mixed);
    }

    /// First place of the bucket of a key by its hash; `None` while there are no buckets.
    fn bucket(&self, mixed: u64) -> Option<usize> {
        let last = (self.places.len() / PLACES).checked_sub(1)?;
        Some(((mixed >> 32) as usize & last) * PLACES)
    }

    /// Places of a bucket where the key may be.
    fn matches(&self, first: usize, mixed: u64) -> impl Iterator<Item = usize> + '_ {
        let checks = self.checks[first..][..PLACES].iter().zip(first..);
        checks.filter(move |(check, _)| **check == mixed as u32).map(|(_, at)| at)
    }

    fn put(&mut self, entry: CachedEntry<K, V>, mixed: u64) {
        let Some(first) = self.bucket(mixed) else { return };
        let places = &self.places;
        let same = |at: &usize| places[*at].as_ref().is_some_and(|there| there.key == entry.key);
        // A table that is new gets its entries in any case.
        let is_small = self.entries < FEWEST * PLACES / 2;
        let empty = if self.is_scarce && !is_small { u8::MAX } else { 0 };
        let cost = |at: &usize| places[*at].as_ref().map_or(empty, |entry| 1 + entry.cost);
        let empty_or_cheapest = || (first..first + PLACES).min_by_key(cost);
        let known = self.matches(first, mixed).find(same);
        let at = known.or_else(empty_or_cheapest).expect("a bucket has places");
        #[cfg(test)]
        tests::count_replacement(known.is_none() && self.places[at].is_some());
        self.checks[at] = mixed as u32;
        self.entries += usize::from(self.places[at].is_none());
        self.places[at] = Some(entry);
    }

    /// Doubles the number of buckets if there is memory.
    fn grow(&mut self, budget: &Budget) {
        let places = (2 * self.places.len()).max(FEWEST * PLACES);
        let bytes = (places * (size_of::<Option<CachedEntry<K, V>>>() + size_of::<u32>())) as u64;
        // The old table is kept meanwhile, and other tables need memory too.
        if places > FEWEST * PLACES && budget.used_bytes() + bytes > budget.max_bytes() / 2 {
            return;
        }
        self.is_scarce = false;
        let empty = std::iter::repeat_with(|| None).take(places).collect();
        let before = std::mem::replace(&mut self.places, empty);
        self.checks = vec![0; places];
        self.entries = 0;
        for entry in before.into_iter().flatten() {
            let mixed = mixed(&entry.key);
            self.put(entry, mixed);
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::cell::Cell;
    use std::sync::atomic::AtomicU64;
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    thread_local! {
        /// Number of entries that this thread has replaced, in all tables.
        static REPLACED: Cell<u64> = const { Cell::new(0) };
    }

    pub(crate) fn count_replacement(is_one: bool) {
        REPLACED.set(REPLACED.get() + u64::from(is_one));
    }

    /// Number of entries that are replaced while this thread does something.
    pub(crate) fn replaced(work: impl FnOnce()) -> u64 {
        let before = REPLACED.get();
        work();
        REPLACED.get() - before
    }

    /// A budget whose tables never grow, because half of the memory is in use from the beginning.
    pub(crate) fn scarce() -> Budget {
        let budget = Budget::with_meter(|| (1 << 40) + 1);
        budget.limit_bytes(1 << 41);
        budget
    }

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
    fn values_are_changed_in_place() {
        let (mut table, budget) = (Bounded::default(), Budget::unlimited());
        for n in 0..1000_u64 {
            table.insert(n, n, n, &budget);
        }
        let changed = (0..1000).filter_map(|n| table.get_mut(&n).map(|value| *value += 1)).count();
        assert_eq!(changed, table.len());
        assert!((0..1000).all(|n| table.get(&n).is_none_or(|value| *value == n + 1)));
    }

    #[test]
    fn without_memory_what_cost_least_is_replaced() {
        let budget = Budget::with_meter(|| 1000);
        budget.limit_bytes(1000);
        let mut table = Bounded::default();
        for n in 0..100_000_u64 {
            table.insert(n, n, if n % 10_000 == 0 { 1 << 40 } else { 1 }, &budget);
        }
        assert_eq!(table.len(), FEWEST * PLACES);
        let costly = (0..100_000).step_by(10_000).filter(|n| table.get(n) == Some(n)).count();
        assert!(costly > 8, "{costly}");
    }

    /// What other tables free can be used again, and a table that is made meanwhile has more than one entry in each
    /// bucket.
    #[test]
    fn a_table_grows_when_memory_is_free_again() {
        static USED: AtomicU64 = AtomicU64::new(1 << 30);
        let budget = Budget::with_meter(|| USED.load(Relaxed));
        budget.limit_bytes(1 << 30);
        let mut table: Bounded<u64, Vec<u64>> = Bounded::default();
        for n in 0..10_000 {
            table.insert(n, vec![n], 1, &budget);
        }
        let scarce = table.len();
        assert!((FEWEST * PLACES / 2..=FEWEST * PLACES).contains(&scarce), "{scarce}");
        USED.store(0, Relaxed);
        for n in 0..10_000 {
            table.insert(n, vec![n], 1, &budget);
        }
        assert!(table.len() > 9_000, "{}", table.len());
        assert!((9_000..10_000).filter(|n| table.get(n) == Some(&vec![*n])).count() > 900);
    }
}
