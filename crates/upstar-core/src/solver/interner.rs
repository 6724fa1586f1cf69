//! Numbers for things, the same for all threads.

use std::hash::Hash;

use crate::shared::{Shards, hash_of};

/// Things by number: each has one, and keeps it.
#[derive(Debug)]
pub(crate) struct Interner<T> {
    things: boxcar::Vec<T>,
    /// Numbers with the hash of what they stand for.
    numbers: Shards<(u64, u32)>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner { things: boxcar::Vec::new(), numbers: Shards::default() }
    }
}

impl<T: Eq + Hash> Interner<T> {
    /// The number of a thing.
    pub(crate) fn number(&self, thing: T) -> u32 {
        let hash = hash_of(&thing);
        self.numbers.with(hash, |numbers| {
            let same = |&(other, number): &(u64, u32)| {
                other == hash && self.things[number as usize] == thing
            };
            if let Some(&(_, number)) = numbers.find(hash, same) {
                return number;
            }
            let number = self.things.push(thing);
            let number = u32::try_from(number).expect("memory ends before there are so many");
            numbers.insert_unique(hash, (hash, number), |&(hash, _)| hash);
            number
        })
    }

    /// The thing with a number that was given.
    pub(crate) fn get(&self, number: u32) -> &T {
        &self.things[number as usize]
    }
}
