//! Interning: finding or adding a game by its components.
//!
//! Knows: the three tables of the store. Must not know: order and sums.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;

use super::node::{Id, Negative, StoreTag, Ups};
use super::{Game, MOST_GAMES, Rest, Store, StoredGame, StoredOptions, upstar};
use crate::shared::hash_of;
use crate::{Dyadic, Error};

impl Store {
    /// Adds the games with fixed ids to an empty store.
    pub(super) fn insert_fixed(&self) {
        for (number, star) in [(0, 0), (0, 1), (1, 0)] {
            let node = upstar_node(Dyadic::from(number), 0, star);
            let hash = hash_of((&node.number, 0i64, star));
            let game = Game::at(self.nodes.push(node), self.tag);
            self.upstars.with(hash, |table| {
                table.insert_unique(hash, game.id(), |g| self.upstar_hash(self.of_id(*g)));
            });
        }
    }

    /// The game `number + ups * ^ + *star`, already known to be canonical. O(1).
    pub(super) fn upstar(&self, number: Dyadic, ups: i64, star: u32) -> Result<Game, Error> {
        let hash = hash_of((&number, ups, star));
        let found = |g: &Id| {
            let node = self.node(self.of_id(*g));
            node.rest == Rest::UpStar { ups, star } && node.number == number
        };
        self.upstars.with(hash, |table| {
            if let Some(game) = table.find(hash, found) {
                return Ok(self.of_id(*game));
            }
            let game = self.push(upstar_node(number.clone(), ups, star))?;
            table.insert_unique(hash, game.id(), |g| self.upstar_hash(self.of_id(*g)));
            Ok(game)
        })
    }

    fn upstar_hash(&self, g: Game) -> u64 {
        let node = self.node(g);
        match node.rest {
            Rest::UpStar { ups, star } => hash_of((&node.number, ups, star)),
            Rest::Base(_) => unreachable!("the table of packed games holds packed games"),
        }
    }

    /// The game `number + base`. O(1); the options are listed on first use.
    pub(super) fn shift(&self, number: Dyadic, base: Game) -> Result<Game, Error> {
        if number.is_zero() {
            return Ok(base);
        }
        let hash = hash_of((&number, base));
        let found = |g: &Id| {
            let node = self.node(self.of_id(*g));
            node.rest == Rest::Base(base) && node.number == number
        };
        self.shifts.with(hash, |table| {
            if let Some(game) = table.find(hash, found) {
                return Ok(self.of_id(*game));
            }
            let origin = self.node(base);
            let game = self.push(StoredGame {
                right_stop: &origin.right_stop + &number,
                number: number.clone(),
                rest: Rest::Base(base),
                options: OnceLock::new(),
                negative: Negative::default(),
                ups: Ups::default(),
                depth: origin.depth,
                max_star: origin.max_star,
            })?;
            table.insert_unique(hash, game.id(), |g| self.shift_hash(self.of_id(*g)));
            Ok(game)
        })
    }

    fn shift_hash(&self, g: Game) -> u64 {
        let node = self.node(g);
        match node.rest {
            Rest::Base(base) => hash_of((&node.number, base)),
            Rest::UpStar { .. } => unreachable!("the table of shifted games holds listed games"),
        }
    }

    /// The listed game with these canonical options, whose left stop is zero. The options of each side are
    /// sorted by id.
    pub(super) fn base(&self, left: &[Game], right: &[Game]) -> Result<Game, Error> {
        let hash = hash_of((left, right));
        let found = |g: &Id| {
            self.node(self.of_id(*g)).options.get().is_some_and(|options| {
                let (l, r) = options.all.split_at(options.lefts as usize);
                l == left && r == right
            })
        };
        self.bases.with(hash, |table| {
            if let Some(game) = table.find(hash, found) {
                return Ok(self.of_id(*game));
            }
            let game = self.push_base(left, right)?;
            table.insert_unique(hash, game.id(), |g| self.base_hash(self.of_id(*g)));
            Ok(game)
        })
    }

    fn base_hash(&self, g: Game) -> u64 {
        let options = self.node(g).options.get().expect("a base is stored with its options");
        let (left, right) = options.all.split_at(options.lefts as usize);
        hash_of((left, right))
    }

    fn push_base(&self, left: &[Game], right: &[Game]) -> Result<Game, Error> {
        let all: Box<[Game]> = left.iter().chain(right).copied().collect();
        let lefts = u32::try_from(left.len())
            .map_err(|_| Error::TooManyOptions { count: left.len() as u64 })?;
        let right_stop = right.iter().map(|r| &self.node(*r).number).min();
        let (mut depth, mut max_star) = (0, 0);
        for option in &all {
            let node = self.node(*option);
            depth = depth.max(node.depth);
            max_star = max_star.max(node.max_star);
        }
        let right_stop = right_stop.cloned().expect("both can move in a game that is no number");
        self.make_room(size_of_val(&*all) + right_stop.heap_bytes())?;
        let index = self.nodes.push_with(|index| StoredGame {
            number: Dyadic::ZERO,
            right_stop,
            rest: Rest::Base(Game::at(index, self.tag)),
            options: OnceLock::from(StoredOptions { all, lefts }),
            negative: Negative::default(),
            ups: Ups::default(),
            depth: depth.saturating_add(1),
            max_star,
        });
        Ok(Game::at(index, self.tag))
    }

    fn push(&self, node: StoredGame) -> Result<Game, Error> {
        self.make_room(node.number.heap_bytes() + node.right_stop.heap_bytes())?;
        Ok(Game::at(self.nodes.push(node), self.tag))
    }

    /// Reserves room for one more game, which takes `bytes` bytes besides its node.
    fn make_room(&self, bytes: usize) -> Result<(), Error> {
        self.budget.step()?;
        if self.nodes.count() >= MOST_GAMES || self.tag == StoreTag::NONE {
            return Err(Error::StoreFull);
        }
        self.outside.fetch_add(bytes, Relaxed);
        Ok(())
    }
}

fn upstar_node(number: Dyadic, ups: i64, star: u32) -> StoredGame {
    let depth = upstar::infinitesimal_birthday(ups, star);
    StoredGame {
        right_stop: number.clone(),
        number,
        rest: Rest::UpStar { ups, star },
        options: OnceLock::new(),
        negative: Negative::default(),
        ups: Ups::default(),
        depth: u32::try_from(depth).unwrap_or(u32::MAX),
        max_star: star | u32::from(ups != 0),
    }
}
