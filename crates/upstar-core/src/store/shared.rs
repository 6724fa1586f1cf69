//! Tables that several threads read and write.
//!
//! Knows: hash tables in shards, each behind a lock of its own. Must not know: games.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use spin::Yield;
use spin::mutex::SpinMutex;

/// How many parts a table has: enough that threads seldom meet.
const SHARDS: usize = 64;

/// A lock on a cache line of its own, so that threads at different shards do not disturb each
/// other.
#[derive(Debug)]
#[repr(align(64))]
struct Shard<T>(SpinMutex<HashTable<T>, Yield>);

/// A hash table whose entries are distributed over shards.
#[derive(Debug)]
pub(crate) struct Shards<T>(Box<[Shard<T>]>);

impl<T> Default for Shards<T> {
    fn default() -> Self {
        Shards((0..SHARDS).map(|_| Shard(SpinMutex::new(HashTable::new()))).collect())
    }
}

impl<T> Shards<T> {
    /// What `f` makes of the part of the table that holds all entries with this hash.
    #[inline]
    pub(crate) fn with<A>(&self, hash: u64, f: impl FnOnce(&mut HashTable<T>) -> A) -> A {
        // The lowest bits choose the place within a table, and the highest seven its tag.
        let shard = (hash >> 48) as usize % SHARDS;
        f(&mut self.0[shard].0.lock())
    }

    /// For how many entries there is room.
    pub(crate) fn capacity(&self) -> usize {
        self.0.iter().map(|shard| shard.0.lock().capacity()).sum()
    }

    /// Forgets all entries and gives back their memory.
    pub(crate) fn clear(&self) {
        for shard in &self.0 {
            *shard.0.lock() = HashTable::new();
        }
    }
}

/// What has been found about some keys. What is found twice is the same both times.
#[derive(Debug)]
pub(crate) struct Memo<K, V>(Shards<(K, V)>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Memo(Shards::default())
    }
}

impl<K: Eq + Hash, V: Clone> Memo<K, V> {
    /// What is known of a key.
    pub(crate) fn get(&self, key: &K) -> Option<V> {
        let hash = hash_of(key);
        self.0.with(hash, |table| {
            table.find(hash, |entry| entry.0 == *key).map(|entry| entry.1.clone())
        })
    }

    /// Remembers what was found; another thread may have been faster.
    pub(crate) fn insert(&self, key: K, value: V) {
        let hash = hash_of(&key);
        self.0.with(hash, |table| {
            if table.find(hash, |entry| entry.0 == key).is_none() {
                table.insert_unique(hash, (key, value), |entry| hash_of(&entry.0));
            }
        });
    }

    /// For how many entries there is room.
    pub(crate) fn capacity(&self) -> usize {
        self.0.capacity()
    }

    /// About how many bytes the table takes, what its entries point to left out.
    pub(crate) fn bytes(&self) -> usize {
        self.0.capacity() * (size_of::<(K, V)>() + 1)
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        self.0.clear();
    }
}

/// The hash by which tables are ordered.
pub(crate) fn hash_of(what: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}
