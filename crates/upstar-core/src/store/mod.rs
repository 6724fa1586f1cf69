//! The store of short games: every value once, in canonical form.
//!
//! Knows: interning, order, sums, canonical forms, and the invariants kept with each game.
//! Must not know: how games are named, typed or played.
//!
//! A game is stored as a number plus a rest. The rest is a multiple of up plus a nimber,
//! kept packed, or a listed game whose left stop is zero, so games that differ by a number
//! share their options, their sums and their comparisons.

mod canonical;
mod form;
mod intern;
mod memo;
mod node;
mod order;
mod questions;
mod sum;
mod total;
mod ups;
mod upstar;

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use hashbrown::HashTable;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::named::Expansion;
use crate::{Budget, Error, Player, Thermograph};
use memo::Orders;
pub use node::Game;
use node::{Node, Options, Rest};

/// How deep a chain of games may be followed before [`Error::TooDeep`].
const MAX_DEPTH: u32 = 1_000_000;
/// The stack is grown when less than this is left, by `STACK_STEP`.
const RED_ZONE: usize = 96 * 1024;
const STACK_STEP: usize = 4 * 1024 * 1024;

/// What a remembered list of options and a thermograph take, about.
const LIST_BYTES: usize = 64;
const GRAPH_BYTES: usize = 512;

/// The options of each player at each game, in the order of books.
type Ordered = FxHashMap<(Game, Player), Arc<[Game]>>;

/// Canonical forms of short games, each stored once.
///
/// All methods take `&self`. A game of one store means nothing to another.
#[derive(Debug)]
pub struct Store {
    budget: Budget,
    nodes: boxcar::Vec<Node>,
    upstars: RefCell<HashTable<Game>>,
    shifts: RefCell<HashTable<Game>>,
    bases: RefCell<HashTable<Game>>,
    sums: RefCell<FxHashMap<(Game, Game), Game>>,
    orders: RefCell<Orders>,
    birthdays: RefCell<FxHashMap<Game, BigUint>>,
    /// Options in the order of books.
    pub(crate) ordered: RefCell<Ordered>,
    /// Infinitesimals as sums of powers of up.
    pub(crate) uptimals: RefCell<FxHashMap<Game, Expansion>>,
    pub(crate) thermographs: RefCell<FxHashMap<Game, Arc<Thermograph>>>,
    /// Bytes outside the nodes and the tables.
    outside: Cell<usize>,
    depth: Cell<u32>,
}

impl Store {
    /// An empty store whose work is limited by `budget`.
    pub fn new(budget: Budget) -> Store {
        let store = Store {
            budget,
            nodes: boxcar::Vec::new(),
            upstars: RefCell::default(),
            shifts: RefCell::default(),
            bases: RefCell::default(),
            sums: RefCell::default(),
            orders: RefCell::default(),
            birthdays: RefCell::default(),
            ordered: RefCell::default(),
            uptimals: RefCell::default(),
            thermographs: RefCell::default(),
            outside: Cell::new(0),
            depth: Cell::new(0),
        };
        store.plant();
        store
    }

    /// The limits on what this store does.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// How many games are stored.
    pub fn len(&self) -> usize {
        self.nodes.count()
    }

    /// Never: `0`, `*` and `1` are always there.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// About how many bytes the store takes, with everything remembered.
    pub fn bytes(&self) -> usize {
        let tables = [&self.upstars, &self.shifts, &self.bases];
        let interned: usize = tables.iter().map(|table| table.borrow().capacity() * 5).sum();
        let sums = self.sums.borrow().capacity() * (size_of::<(Game, Game, Game)>() + 1);
        let orders = self.orders.borrow().bytes();
        let lists = self.ordered.borrow().capacity() * LIST_BYTES;
        let uptimals = self.uptimals.borrow().capacity() * size_of::<(Game, Expansion)>();
        let graphs = self.thermographs.borrow().capacity() * GRAPH_BYTES;
        let memos = sums + orders + lists + uptimals + graphs;
        self.len() * (size_of::<Node>() + 1) + interned + memos + self.outside.get()
    }

    /// Forgets remembered sums and comparisons, but no game.
    pub fn forget_memos(&self) {
        *self.sums.borrow_mut() = FxHashMap::default();
        *self.orders.borrow_mut() = Orders::default();
        *self.uptimals.borrow_mut() = FxHashMap::default();
        *self.thermographs.borrow_mut() = FxHashMap::default();
        *self.ordered.borrow_mut() = FxHashMap::default();
        *self.birthdays.borrow_mut() = FxHashMap::default();
    }

    fn node(&self, g: Game) -> &Node {
        &self.nodes[g.index()]
    }

    /// Goes one level deeper, growing the stack when little is left.
    pub(crate) fn deeper<T>(&self, f: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        let depth = self.depth.get();
        if depth >= MAX_DEPTH {
            return Err(Error::TooDeep { limit: MAX_DEPTH });
        }
        self.depth.set(depth + 1);
        let answer = stacker::maybe_grow(RED_ZONE, STACK_STEP, f);
        self.depth.set(depth);
        answer
    }
}
