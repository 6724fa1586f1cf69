//! The store of short games: every value once, in canonical form.
//!
//! Knows: interning, order, sums, canonical forms, and the invariants kept with each game.
//! Must not know: how games are named, typed or played.
//!
//! A game is stored as a number plus a rest. The rest is a multiple of up plus a nimber, stored packed, or a
//! listed game whose left stop is zero, so games that differ by a number share their options, their sums and
//! their comparisons.

mod canonical;
mod copy;
mod form;
mod intern;
mod memo;
mod node;
mod order;
mod properties;
mod sum;
mod total;
mod ups;
mod upstar;

use std::cell::Cell;
use std::ops::Deref;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, Weak};

use num_bigint::BigUint;
use parking_lot::RwLock;
use rustc_hash::FxHashMap;

use crate::named::Expansion;
use crate::shared::{ConcurrentMap, Shards};
use crate::{Budget, Error, Player, Thermograph, Uptimal};
use memo::ComparisonMemo;
pub use node::Game;
pub(crate) use node::StoreTag;
use node::{Id, Rest, StoredGame, StoredOptions};

/// Limit of the recursion depth before [`Error::TooDeep`]. The stack of a browser cannot grow: the levels of a fresh
/// engine, which the browser has not optimised yet, take up to 520 bytes of its 984 KB each.
const MAX_DEPTH: u32 = if cfg!(target_family = "wasm") { 1_000 } else { 1_000_000 };
/// The stack is grown by `STACK_STEP` when less than this is left.
const RED_ZONE: usize = 96 * 1024;
const STACK_STEP: usize = 4 * 1024 * 1024;

/// Limit of the number of games of a store. Some ids are spare, because threads that add games at the same
/// time may each find room for the last one.
const MOST_GAMES: usize = u32::MAX as usize - (1 << 16);

/// Approximate bytes of a cached list of options and of a thermograph.
const LIST_BYTES: usize = 64;
const GRAPH_BYTES: usize = 512;

thread_local! {
    /// Recursion depth of this thread.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Canonical forms of short games, each stored once.
///
/// All methods take `&self`, and threads may share a store: a clone is one more handle of the same store. Its games
/// are gone when the last handle is. A game knows its store, and is an error in another one: [`Error::ForeignGame`];
/// where a method cannot fail, it has none of the properties that are asked for.
/// Ids depend on the history of the store, and with several threads on chance: no output may depend on them.
#[derive(Debug, Clone)]
pub struct Store(Arc<StoredGames>);

/// The games of a store and its memos.
#[doc(hidden)]
#[derive(Debug)]
pub struct StoredGames {
    budget: Budget,
    /// The store's identity.
    tag: StoreTag,
    nodes: boxcar::Vec<StoredGame>,
    upstars: Shards<Id>,
    shifts: Shards<Id>,
    bases: Shards<Id>,
    sums: ConcurrentMap<(Id, Id), Id>,
    orders: ComparisonMemo,
    birthdays: ConcurrentMap<Game, BigUint>,
    /// Options of each game and player, in the order of books.
    pub(crate) ordered: ConcurrentMap<(Game, Player), Arc<[Game]>>,
    /// Expansions of infinitesimals in powers of up.
    pub(crate) uptimals: ConcurrentMap<Game, Expansion>,
    /// The games with these expansions.
    pub(crate) uptimal_games: ConcurrentMap<Arc<Uptimal>, Game>,
    pub(crate) thermographs: ConcurrentMap<Game, Arc<Thermograph>>,
    /// Bytes outside the nodes and the tables.
    outside: AtomicUsize,
}

impl Deref for Store {
    type Target = StoredGames;

    #[inline]
    fn deref(&self) -> &StoredGames {
        &self.0
    }
}

impl Drop for StoredGames {
    fn drop(&mut self) {
        STORES.write().remove(&self.tag);
    }
}

impl Game {
    /// The store of the game: [`Store::global`] for 0, `*` and 1, which every store has; `None` when it is gone.
    pub fn store(self) -> Option<Store> {
        if GLOBAL.has(self) {
            return Some(GLOBAL.clone());
        }
        STORES.read().get(&self.tag())?.upgrade().map(Store)
    }
}

/// The stores of the process, so that a game finds its own.
static STORES: LazyLock<RwLock<FxHashMap<StoreTag, Weak<StoredGames>>>> =
    LazyLock::new(RwLock::default);

static GLOBAL: LazyLock<Store> = LazyLock::new(Store::default);

impl Default for Store {
    /// Without limits.
    fn default() -> Self {
        Store::new(Budget::unlimited())
    }
}

impl Store {
    /// An empty store whose work is limited by `budget`.
    ///
    /// ```
    /// # use upstar_core::{Budget, Store};
    /// let budget = Budget::unlimited();
    /// let store = Store::new(budget.clone());
    /// budget.interrupt();
    /// assert!(store.parse("{3|1} + {4|2}").is_err());
    /// budget.restart();
    /// assert_eq!(store.parse("{3|1} + {4|2}")?, store.integer(5)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(budget: Budget) -> Store {
        let games = Arc::new(StoredGames {
            budget,
            tag: StoreTag::unused(),
            nodes: boxcar::Vec::new(),
            upstars: Shards::default(),
            shifts: Shards::default(),
            bases: Shards::default(),
            sums: ConcurrentMap::default(),
            orders: ComparisonMemo::default(),
            birthdays: ConcurrentMap::default(),
            ordered: ConcurrentMap::default(),
            uptimals: ConcurrentMap::default(),
            uptimal_games: ConcurrentMap::default(),
            thermographs: ConcurrentMap::default(),
            outside: AtomicUsize::new(0),
        });
        STORES.write().insert(games.tag, Arc::downgrade(&games));
        let store = Store(games);
        store.insert_fixed();
        store
    }

    /// The store of games that are parsed or made without naming one, for the lifetime of the process. Its budget
    /// has no limits unless the program sets some.
    ///
    /// ```
    /// # use upstar_core::{Game, Store};
    /// assert!(Store::global().has("{3|1}".parse::<Game>()?));
    /// # Ok::<(), upstar_core::ParseError>(())
    /// ```
    pub fn global() -> &'static Store {
        &GLOBAL
    }

    /// The budget of this store.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Number of games.
    pub fn len(&self) -> usize {
        self.nodes.count()
    }

    /// Never true: `0`, `*` and `1` are always stored.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Approximate size in bytes, including memos.
    pub fn bytes(&self) -> usize {
        let tables = [&self.upstars, &self.shifts, &self.bases];
        let interned: usize = tables.iter().map(|table| table.capacity() * 5).sum();
        let memos = self.sums.bytes()
            + self.orders.bytes()
            + self.ordered.capacity() * LIST_BYTES
            + self.uptimals.bytes()
            + self.uptimal_games.bytes()
            + self.thermographs.capacity() * GRAPH_BYTES;
        self.len() * (size_of::<StoredGame>() + 1) + interned + memos + self.outside.load(Relaxed)
    }

    /// Clears all memos, but keeps the games.
    ///
    /// ```
    /// # use upstar_core::{Budget, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// let sum = store.parse("{3|1} + {5|{2|0}}")?;
    /// store.forget_memos();
    /// assert_eq!(store.parse("{3|1} + {5|{2|0}}")?, sum);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forget_memos(&self) {
        self.sums.clear();
        self.orders.clear();
        self.uptimals.clear();
        self.uptimal_games.clear();
        self.thermographs.clear();
        self.ordered.clear();
        self.birthdays.clear();
    }

    /// A number that no other store has.
    pub(crate) fn tag(&self) -> StoreTag {
        self.tag
    }

    /// The games, as long as a handle of the store exists.
    pub(crate) fn downgraded(&self) -> Weak<StoredGames> {
        Arc::downgrade(&self.0)
    }

    /// Whether the game is one of this store; 0, `*` and 1 are in every store.
    ///
    /// ```
    /// # use upstar_core::{Error, Game, Store};
    /// let [one, other] = [(); 2].map(|()| Store::default());
    /// let two = one.integer(2)?;
    /// assert!(one.has(two) && !other.has(two) && other.has(Game::ZERO));
    /// assert_eq!(other.add(two, Game::ONE), Err(Error::ForeignGame));
    /// assert_eq!(other.copy(two)?, other.integer(2)?);
    /// # Ok::<(), Error>(())
    /// ```
    #[inline]
    pub fn has(&self, g: Game) -> bool {
        g.is_in(self.tag)
    }

    /// Checks that games are of this store. All public methods begin with it: what follows may rely on it.
    #[inline]
    pub(crate) fn check(&self, games: &[Game]) -> Result<(), Error> {
        match games.iter().all(|game| self.has(*game)) {
            true => Ok(()),
            false => Err(Error::ForeignGame),
        }
    }

    /// The game with an id of this store.
    #[inline]
    fn of_id(&self, id: Id) -> Game {
        Game::of_id(id, self.tag)
    }

    /// The stored data of a game, if it is one of this store.
    #[inline]
    fn known_node(&self, g: Game) -> Option<&StoredGame> {
        self.has(g).then(|| self.node(g))
    }

    /// The stored data of a game that has been checked.
    fn node(&self, g: Game) -> &StoredGame {
        debug_assert!(self.has(g), "a game of another store has not been refused");
        &self.nodes[g.index()]
    }

    /// Recurses one level, growing the stack when little is left.
    pub(crate) fn deeper<T>(&self, f: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        let depth = DEPTH.get();
        if depth >= MAX_DEPTH {
            return Err(Error::TooDeep { limit: MAX_DEPTH });
        }
        DEPTH.set(depth + 1);
        let answer = stacker::maybe_grow(RED_ZONE, STACK_STEP, f);
        DEPTH.set(depth);
        answer
    }

    /// Recursion depth of this thread.
    fn depth(&self) -> u32 {
        DEPTH.get()
    }
}
