//! Remembered comparisons, eight bytes each.
//!
//! Knows: packing two ids and an answer in a word. Must not know: what they mean.

use hashbrown::HashTable;

use super::Game;

/// For some pairs of games, whether the first is at most the second.
#[derive(Debug, Default)]
pub(super) struct Orders(HashTable<u64>);

impl Orders {
    /// The answer for a pair, if remembered.
    #[inline]
    pub(super) fn get(&self, a: Game, b: Game) -> Option<bool> {
        let key = key(a, b)?;
        let found = self.0.find(hash(key), |entry| entry >> 1 == key >> 1)?;
        Some(found & 1 == 1)
    }

    /// Remembers the answer for a pair that has none yet.
    pub(super) fn insert(&mut self, a: Game, b: Game, answer: bool) {
        if let Some(key) = key(a, b) {
            let entry = key | u64::from(answer);
            self.0.insert_unique(hash(key), entry, |entry| hash(entry & !1));
        }
    }

    /// How many bytes this takes.
    pub(super) fn bytes(&self) -> usize {
        self.0.capacity() * (size_of::<u64>() + 1)
    }
}

/// Both ids with room for the answer; none for the few ids beyond 31 bits.
fn key(a: Game, b: Game) -> Option<u64> {
    let (a, b) = (a.index() as u64, b.index() as u64);
    ((a | b) >> 31 == 0).then_some(a << 32 | b << 1)
}

/// Mixes all bits into the high and the low ones.
fn hash(key: u64) -> u64 {
    let wide = u128::from(key) * 0x9e37_79b9_7f4a_7c15u128;
    (wide >> 64) as u64 ^ wide as u64
}
