//! Memo of comparisons, eight bytes each.
//!
//! Knows: packing two ids and a result in a word. Must not know: what they mean.

use hashbrown::HashTable;

use super::Game;
use crate::shared::Shards;

/// For pairs of games, whether the first is at most the second.
#[derive(Debug, Default)]
pub(super) struct ComparisonMemo(Shards<u64>);

impl ComparisonMemo {
    /// The result for a pair, if known.
    #[inline]
    pub(super) fn get(&self, a: Game, b: Game) -> Option<bool> {
        let key = key(a, b)?;
        let hash = hash(key);
        let found = |table: &mut HashTable<u64>| table.find(hash, same(key)).copied();
        self.0.with(hash, found).map(|entry| entry & 1 == 1)
    }

    /// Stores the result for a pair, which another thread may have done already.
    pub(super) fn insert(&self, a: Game, b: Game, answer: bool) {
        let Some(key) = key(a, b) else { return };
        let hash = hash(key);
        self.0.with(hash, |table| {
            if table.find(hash, same(key)).is_none() {
                table.insert_unique(hash, key | u64::from(answer), |entry| self::hash(entry & !1));
            }
        });
    }

    /// Size in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.0.capacity() * (size_of::<u64>() + 1)
    }

    /// Removes all results.
    pub(super) fn clear(&self) {
        self.0.clear();
    }
}

/// Both ids with room for the result; `None` for the few ids beyond 31 bits.
fn key(a: Game, b: Game) -> Option<u64> {
    let (a, b) = (u64::from(a.id().get()), u64::from(b.id().get()));
    ((a | b) >> 31 == 0).then_some(a << 32 | b << 1)
}

/// Whether an entry is for the pair of this key.
fn same(key: u64) -> impl Fn(&u64) -> bool {
    move |entry| entry >> 1 == key >> 1
}

/// Mixes all bits into the high and the low ones.
fn hash(key: u64) -> u64 {
    let wide = u128::from(key) * 0x9e37_79b9_7f4a_7c15u128;
    (wide >> 64) as u64 ^ wide as u64
}
