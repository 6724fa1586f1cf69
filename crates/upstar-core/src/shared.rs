//! Tables that several threads read and write.
//!
//! Knows: hash tables in shards, each behind a lock of its own; rows of words. Must not know: games.

use std::hash::{Hash, Hasher};
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use spin::Yield;
use spin::mutex::SpinMutex;

/// How many parts a table has: enough that threads seldom meet.
const SHARDS: usize = 64;

/// Something on a cache line of its own, so that threads at different ones do not disturb each
/// other.
#[derive(Debug, Default)]
#[repr(align(64))]
pub struct OwnLine<T>(pub T);

/// How many counters there are where each thread counts by itself. The first thread has its own; the
/// others share them when there are more.
pub const COUNTERS: usize = 16;

static THREADS: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static COUNTER: usize = match THREADS.fetch_add(1, Relaxed) {
        0 => 0,
        number => 1 + number % (COUNTERS - 1),
    };
}

/// The number of the counter of this thread. Neither memory nor a destructor is needed for it.
#[inline]
pub fn counter() -> usize {
    COUNTER.with(|counter| *counter)
}

/// A part of a table.
type Shard<T> = OwnLine<SpinMutex<HashTable<T>, Yield>>;

/// A hash table whose entries are distributed over shards.
#[derive(Debug)]
pub struct Shards<T>(Box<[Shard<T>]>);

impl<T> Default for Shards<T> {
    fn default() -> Self {
        Shards((0..SHARDS).map(|_| OwnLine(SpinMutex::new(HashTable::new()))).collect())
    }
}

impl<T> Shards<T> {
    /// What `f` makes of the part of the table that holds all entries with this hash. Other threads
    /// wait meanwhile, so it takes little time and asks for no other part.
    #[inline]
    pub fn with<A>(&self, hash: u64, f: impl FnOnce(&mut HashTable<T>) -> A) -> A {
        // The lowest bits choose the place within a table, and the highest seven its tag.
        let shard = (hash >> 48) as usize % SHARDS;
        f(&mut self.0[shard].0.lock())
    }

    /// For how many entries there is room.
    pub(crate) fn capacity(&self) -> usize {
        self.0.iter().map(|shard| shard.0.lock().capacity()).sum()
    }

    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|shard| shard.0.lock().len()).sum()
    }

    /// Forgets all entries and gives back their memory.
    pub(crate) fn clear(&self) {
        for shard in &self.0 {
            *shard.0.lock() = HashTable::new();
        }
    }
}

/// What has been found about some keys.
#[derive(Debug)]
pub(crate) struct Found<K, V> {
    entries: Shards<(K, V)>,
    /// Whether there may be entries.
    used: AtomicBool,
}

impl<K, V> Default for Found<K, V> {
    fn default() -> Self {
        Found { entries: Shards::default(), used: AtomicBool::new(false) }
    }
}

impl<K, V> Found<K, V> {
    /// About how many bytes the table takes, what its entries point to left out.
    pub(crate) fn bytes(&self) -> usize {
        self.capacity() * (size_of::<(K, V)>() + 1)
    }

    /// For how many entries there is room.
    pub(crate) fn capacity(&self) -> usize {
        self.entries.capacity()
    }

    /// How many keys there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        self.entries.clear();
        self.used.store(false, Relaxed);
    }
}

impl<K: Eq + Hash, V: Clone> Found<K, V> {
    /// What is known of a key.
    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.read(key, V::clone)
    }

    /// Whether something is known of a key.
    pub(crate) fn contains(&self, key: &K) -> bool {
        self.read(key, |_| ()).is_some()
    }

    /// What `f` makes of what is known of a key.
    pub(crate) fn read<A>(&self, key: &K, f: impl FnOnce(&V) -> A) -> Option<A> {
        // Many tables stay empty, and to hash a position takes long.
        if !self.used.load(Relaxed) {
            return None;
        }
        let hash = hash_of(key);
        self.entries
            .with(hash, |table| table.find(hash, |entry| entry.0 == *key).map(|entry| f(&entry.1)))
    }

    /// Remembers what was found. Another thread may have been faster: what is found twice is the same
    /// both times.
    pub(crate) fn insert(&self, key: K, value: V) {
        self.update(key, |_| value);
    }

    /// Replaces what is known of a key by what `f` makes of it; gives what was known before.
    pub(crate) fn update(&self, key: K, f: impl FnOnce(Option<&V>) -> V) -> Option<V> {
        if !self.used.load(Relaxed) {
            self.used.store(true, Relaxed);
        }
        let hash = hash_of(&key);
        self.entries.with(hash, |table| match table.find_mut(hash, |entry| entry.0 == key) {
            Some(entry) => {
                let next = f(Some(&entry.1));
                Some(std::mem::replace(&mut entry.1, next))
            }
            None => {
                let value = f(None);
                table.insert_unique(hash, (key, value), |entry| hash_of(&entry.0));
                None
            }
        })
    }
}

/// Rows of so many words each, in a table that grows; all words are 0 at first.
#[derive(Debug)]
pub struct Rows {
    width: usize,
    /// Each is twice as long as the one before, so that nothing has to be moved.
    segments: [OnceLock<Box<[AtomicU64]>>; SEGMENTS],
}

/// The rows of the first segment, as a power of two, and how many segments there are.
const FIRST: u32 = 8;
const SEGMENTS: usize = 26;

impl Rows {
    /// A table without rows.
    pub fn new(width: usize) -> Self {
        Rows { width, segments: Default::default() }
    }

    /// The row with this number, if there is room for it yet.
    #[inline]
    pub fn get(&self, number: u32) -> Option<&[AtomicU64]> {
        let (segment, at) = locate(number);
        let start = at * self.width;
        Some(&self.segments[segment].get()?[start..start + self.width])
    }

    /// The row with this number, for which room is made.
    #[inline]
    pub fn at(&self, number: u32) -> &[AtomicU64] {
        let (segment, at) = locate(number);
        let length = self.width << (FIRST as usize + segment);
        // The system clears pages when they are first used.
        let make = || bytemuck::zeroed_slice_box(length);
        let start = at * self.width;
        &self.segments[segment].get_or_init(make)[start..start + self.width]
    }
}

/// The segment that holds a row, and where in it.
#[inline]
fn locate(number: u32) -> (usize, usize) {
    let shifted = u64::from(number) + (1 << FIRST);
    let bit = shifted.ilog2();
    ((bit - FIRST) as usize, (shifted - (1 << bit)) as usize)
}

/// The hash by which tables are ordered.
pub fn hash_of(what: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_where_they_were_put() {
        let rows = Rows::new(3);
        assert!(rows.get(1 << 20).is_none());
        let numbers = || (0..10_000).chain([1 << 20]);
        for number in numbers() {
            for (place, word) in rows.at(number).iter().enumerate() {
                let new = u64::from(number) * 3 + place as u64 + 1;
                assert_eq!(word.swap(new, Relaxed), 0, "{number}");
            }
        }
        for number in numbers() {
            let row = rows.get(number).unwrap();
            let first = u64::from(number) * 3 + 1;
            assert!((first..).zip(row).all(|(new, word)| word.load(Relaxed) == new));
        }
    }

    #[test]
    fn updates_see_what_was_there() {
        let found: Found<u32, u32> = Found::default();
        for key in 0..1000 {
            assert_eq!(found.update(key, |before| before.copied().unwrap_or(key)), None);
            found.update(key, |before| before.map_or(0, |n| n + 1));
        }
        assert!((0..1000).all(|key| found.get(&key) == Some(key + 1)));
        assert_eq!(found.len(), 1000);
        found.clear();
        assert_eq!(found.len(), 0);
    }
}
