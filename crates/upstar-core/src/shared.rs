//! Tables that several threads read and write.
//!
//! Knows: hash tables in shards, each behind a lock of its own; numbers for things; rows of words. Must not know: games.
//!
//! The store of games and the memo of positions are such tables. Each lock is held for nanoseconds. Options and
//! negatives of games are set once. So there is no queue, and no work has to be divided. Ids of games depend on
//! chance; nothing that is shown may depend on them.

use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use spin::Yield;
use spin::mutex::SpinMutex;

/// Number of shards: enough that threads seldom contend for one.
const SHARDS: usize = 64;

/// A value on a cache line of its own, to prevent false sharing.
#[derive(Debug, Default)]
#[repr(align(64))]
pub struct CachePadded<T>(pub T);

/// Number of per-thread counters. The first thread has its own; the others share the rest when there are more
/// threads.
pub const COUNTERS: usize = 16;

static THREADS: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static COUNTER: usize = match THREADS.fetch_add(1, Relaxed) {
        0 => 0,
        number => 1 + number % (COUNTERS - 1),
    };
}

/// Index of the counter of this thread. Needs neither memory nor a destructor.
#[inline]
pub fn counter() -> usize {
    COUNTER.with(|counter| *counter)
}

/// A part of a table behind its own lock.
type Shard<T> = CachePadded<SpinMutex<HashTable<T>, Yield>>;

/// A hash table whose entries are distributed over shards.
#[derive(Debug)]
pub struct Shards<T>(Box<[Shard<T>]>);

impl<T> Default for Shards<T> {
    fn default() -> Self {
        Shards((0..SHARDS).map(|_| CachePadded(SpinMutex::new(HashTable::new()))).collect())
    }
}

impl<T> Shards<T> {
    /// Calls `f` with the shard of all entries with this hash. Other threads wait meanwhile, so `f` must be
    /// fast and must not access another shard.
    #[inline]
    pub fn with<A>(&self, hash: u64, f: impl FnOnce(&mut HashTable<T>) -> A) -> A {
        // The lowest bits choose the slot within a shard, and the highest seven its tag.
        let shard = (hash >> 48) as usize % SHARDS;
        f(&mut self.0[shard].0.lock())
    }

    /// Number of entries that fit without growing.
    pub(crate) fn capacity(&self) -> usize {
        self.0.iter().map(|shard| shard.0.lock().capacity()).sum()
    }

    /// Number of entries.
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|shard| shard.0.lock().len()).sum()
    }

    /// Removes all entries and frees their memory.
    pub(crate) fn clear(&self) {
        for shard in &self.0 {
            *shard.0.lock() = HashTable::new();
        }
    }
}

/// A concurrent hash map; threads that insert the same key insert the same value.
#[derive(Debug)]
pub(crate) struct ConcurrentMap<K, V> {
    entries: Shards<(K, V)>,
    /// Whether there may be entries.
    used: AtomicBool,
}

impl<K, V> Default for ConcurrentMap<K, V> {
    fn default() -> Self {
        ConcurrentMap { entries: Shards::default(), used: AtomicBool::new(false) }
    }
}

impl<K, V> ConcurrentMap<K, V> {
    /// Approximate size in bytes, without what the entries point to.
    pub(crate) fn bytes(&self) -> usize {
        self.capacity() * (size_of::<(K, V)>() + 1)
    }

    /// Number of entries that fit without growing.
    pub(crate) fn capacity(&self) -> usize {
        self.entries.capacity()
    }

    /// Whether nothing was inserted since the table was made or cleared.
    #[inline]
    pub(crate) fn is_unused(&self) -> bool {
        !self.used.load(Relaxed)
    }

    /// Number of keys.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Removes all entries.
    pub(crate) fn clear(&self) {
        self.entries.clear();
        self.used.store(false, Relaxed);
    }
}

impl<K: Eq + Hash, V: Clone> ConcurrentMap<K, V> {
    /// The value of a key.
    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.read(key, V::clone)
    }

    /// Whether the key has a value.
    pub(crate) fn contains(&self, key: &K) -> bool {
        self.read(key, |_| ()).is_some()
    }

    /// Applies `f` to the value of a key.
    pub(crate) fn read<A>(&self, key: &K, f: impl FnOnce(&V) -> A) -> Option<A> {
        // Many tables stay empty, and hashing a position is slow.
        if !self.used.load(Relaxed) {
            return None;
        }
        let hash = hash_of(key);
        self.entries
            .with(hash, |table| table.find(hash, |entry| entry.0 == *key).map(|entry| f(&entry.1)))
    }

    /// Sets the value of a key, which another thread may have done already.
    pub(crate) fn insert(&self, key: K, value: V) {
        self.update(key, |_| value);
    }

    /// Replaces the value of a key by `f` of it; returns the old value.
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

/// Things by number: each has one, and keeps it.
#[derive(Debug)]
pub struct Interner<T> {
    things: boxcar::Vec<T>,
    /// Numbers, each with a half of the hash of its thing: eight bytes, because most of the time goes into fetching them.
    numbers: Shards<(u32, u32)>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner { things: boxcar::Vec::new(), numbers: Shards::default() }
    }
}

impl<T: Clone + Eq + Hash> Interner<T> {
    /// The number of a thing, the same for all threads.
    pub fn number(&self, thing: &T) -> u32 {
        // A table hashes its entries again when it grows, and has the half only.
        let half = folded(hash_of(thing));
        let spread = |half: u32| u64::from(half).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.numbers.with(spread(half), |numbers| {
            let same = |&(other, number): &(u32, u32)| {
                other == half && self.things[number as usize] == *thing
            };
            if let Some(&(_, number)) = numbers.find(spread(half), same) {
                return number;
            }
            let number = self.things.push(thing.clone());
            let number = u32::try_from(number).expect("memory ends before there are so many");
            numbers.insert_unique(spread(half), (half, number), |&(half, _)| spread(half));
            number
        })
    }

    /// The thing with a number that was given.
    pub fn get(&self, number: u32) -> &T {
        &self.things[number as usize]
    }
}

/// A growing table of rows of `width` atomic words, initially 0.
#[derive(Debug)]
pub struct Rows {
    width: usize,
    /// Each is twice as long as the one before, so that rows are never moved.
    segments: [OnceLock<Box<[AtomicU64]>>; SEGMENTS],
}

/// Base-2 logarithm of the rows of the first segment, and the number of segments.
const FIRST: u32 = 8;
const SEGMENTS: usize = 26;

impl Rows {
    /// A table without rows.
    pub fn new(width: usize) -> Self {
        Rows { width, segments: Default::default() }
    }

    /// The row with this number, if its segment is allocated.
    #[inline]
    pub fn get(&self, number: u32) -> Option<&[AtomicU64]> {
        let (segment, at) = locate(number);
        let start = at * self.width;
        Some(&self.segments[segment].get()?[start..start + self.width])
    }

    /// The row with this number; allocates its segment.
    #[inline]
    pub fn at(&self, number: u32) -> &[AtomicU64] {
        let (segment, at) = locate(number);
        let length = self.width << (FIRST as usize + segment);
        // The operating system zeroes pages on first use.
        let make = || bytemuck::zeroed_slice_box(length);
        let start = at * self.width;
        &self.segments[segment].get_or_init(make)[start..start + self.width]
    }
}

/// The segment of a row, and its index there.
#[inline]
fn locate(number: u32) -> (usize, usize) {
    let shifted = u64::from(number) + (1 << FIRST);
    let bit = shifted.ilog2();
    ((bit - FIRST) as usize, (shifted - (1 << bit)) as usize)
}

/// A number that no other store of the process has; `None` when all are in use.
pub fn unused_tag() -> Option<NonZeroU32> {
    static USED: AtomicU64 = AtomicU64::new(1);
    u32::try_from(USED.fetch_add(1, Relaxed)).ok().and_then(NonZeroU32::new)
}

/// The hash function of all tables here.
pub fn hash_of(what: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}

/// Both halves of a hash in one: where words have 32 bits, the upper half of a hash is 0.
pub(crate) fn folded(hash: u64) -> u32 {
    (hash ^ hash >> 32) as u32
}

/// A number that depends on two as if it were random: sums of such numbers tell collections of pairs apart.
pub fn mixed(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b ^ 0xd1b5_4a32_d192_ed03);
    (product as u64) ^ ((product >> 64) as u64).rotate_left(23)
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
        let found: ConcurrentMap<u32, u32> = ConcurrentMap::default();
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
