//! Stored data of a game.
//!
//! Knows: the packed and the listed form of a canonical game, and its invariants.
//! Must not know: how canonical forms are found.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::{Acquire, Release};
use std::sync::atomic::{AtomicU32, AtomicU64};

use crate::Dyadic;
use crate::shared::unused_tag;

/// The value of a short game: a canonical form, by its number in a [`Store`](crate::Store) and the tag of the store. It is
/// small, copied like a number, and equal to another one of its store exactly if the games are equal.
///
/// ```
/// use upstar_core::{Game, Outcome};
///
/// let up: Game = "{0|*}".parse()?;
/// assert_eq!("{0,*|0} + *".parse::<Game>()?, up);
/// assert_eq!((up + up + Game::STAR).to_string(), "⇑*");
/// assert!(up > 0 && up < 1);
/// assert_eq!(up.partial_cmp(&Game::STAR), None);
///
/// let hot = Game::new([3], [1])?;
/// assert_eq!(hot.outcome()?, Outcome::L);
/// assert_eq!([hot.mean()?, hot.temperature()?], [2, 1]);
/// assert_eq!(hot + hot - 1, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Games that are parsed, or made of numbers, are in [`Store::global`](crate::Store::global), for the lifetime of the
/// process. A program that wants to free memory, or to limit one computation and not another, makes stores of its own.
/// A game remembers its store, and its methods and operators ask that one; a second game of another store is copied to
/// it. Functions that are given a store answer with [`Error::ForeignGame`](crate::Error::ForeignGame) to a game of another
/// one: [`Store::copy`](crate::Store::copy) brings it over. The games 0, `*` and 1 belong to every store. Games of different
/// stores are never equal by `==`, although `partial_cmp` and [`Game::compare`] know that they are: copy one of them first.
///
/// There is no `Ord`: games are partially ordered. Where any total order will do, there is [`Game::by_id`].
///
/// # Panics
/// Methods return a [`Result`]. Operators, comparisons, and conversions of numbers cannot, and panic
/// where these would be an [`Error`](crate::Error): when the store is full, gone, or its budget exhausted, when games are
/// nested too deep, or the multiple of up or the number of options is too large (`*4000000000`, added
/// to a switch). With games typed by users call [`checked_add`](Game::checked_add) and the like.
#[derive(Copy, Clone, Eq, PartialEq)]
pub struct Game {
    id: Id,
    store: StoreTag,
}

/// A game among those of one store.
pub(super) type Id = NonZeroU32;

/// The number of a store: no two of a process have the same tag.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct StoreTag(u32);

impl StoreTag {
    /// The tag of the games that all stores have. A store has it when all other tags are in use, and then it has no
    /// further games.
    pub(super) const NONE: StoreTag = StoreTag(0);

    /// A tag that no other store has, as long as there are any.
    pub(super) fn unused() -> StoreTag {
        unused_tag().map_or(StoreTag::NONE, |tag| StoreTag(tag.get()))
    }
}

impl Hash for Game {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.word());
    }
}

impl Game {
    /// The game `0`, in every store.
    pub const ZERO: Game = Game::fixed(1);
    /// The game `*`, in every store.
    pub const STAR: Game = Game::fixed(2);
    /// The game `1`, in every store.
    pub const ONE: Game = Game::fixed(3);
    /// Number of games that every store has.
    pub(super) const FIXED: usize = 3;

    const fn fixed(id: u32) -> Game {
        match NonZeroU32::new(id) {
            Some(id) => Game { id, store: StoreTag::NONE },
            None => panic!("the first id is 1"),
        }
    }

    /// An arbitrary total order of the games of a store, which is not that of their values and depends on the
    /// history of the store: for sorted lists and for search in them.
    ///
    /// ```
    /// # use upstar_core::{Game, Store};
    /// # let store = Store::default();
    /// let mut games = [Game::ONE, store.integer(2)?, Game::ZERO, Game::ONE];
    /// games.sort_by(Game::by_id);
    /// assert_eq!(games[1..3], [Game::ONE; 2]);
    /// # Ok::<(), upstar_core::Error>(())
    /// ```
    pub fn by_id(&self, other: &Game) -> Ordering {
        self.word().cmp(&other.word())
    }

    /// Sorts games by id.
    pub(crate) fn sort(games: &mut [Game]) {
        games.sort_unstable_by_key(|game| game.word());
    }

    /// The game at an index of the store with this tag.
    pub(super) fn at(index: usize, store: StoreTag) -> Game {
        let id = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        Game::of_id(id.expect("a store holds fewer than 2^32 games"), store)
    }

    /// Its index in the store.
    pub(super) fn index(self) -> usize {
        self.id.get() as usize - 1
    }

    /// Its id, for tables of one store: half as large as the game.
    #[inline]
    pub(super) fn id(self) -> Id {
        self.id
    }

    /// The game with this id, in the store with this tag.
    #[inline]
    pub(super) fn of_id(id: Id, store: StoreTag) -> Game {
        let is_fixed = id.get() as usize <= Game::FIXED;
        Game { id, store: if is_fixed { StoreTag::NONE } else { store } }
    }

    /// Whether the game is 0, `*` or 1.
    #[inline]
    pub(crate) fn is_in_every_store(self) -> bool {
        self.store == StoreTag::NONE
    }

    /// The tag of its store.
    pub(super) fn tag(self) -> StoreTag {
        self.store
    }

    /// Whether a store with this tag has the game.
    #[inline]
    pub(super) fn is_in(self, store: StoreTag) -> bool {
        self.store == store || self.store == StoreTag::NONE
    }

    /// The game as a word that is not 0.
    #[inline]
    pub(crate) fn word(self) -> u64 {
        u64::from(self.store.0) << 32 | u64::from(self.id.get())
    }

    /// The game of a [`word`](Game::word); `None` for 0.
    #[inline]
    pub(crate) fn of_word(word: u64) -> Option<Game> {
        let id = NonZeroU32::new(word as u32)?;
        Some(Game { id, store: StoreTag((word >> 32) as u32) })
    }
}

/// Bounds of an infinitesimal, up to a number, among the multiples of up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct UpBounds {
    /// The largest `k` such that the game is at least `k` ups.
    pub(super) low: i32,
    /// The smallest `k` such that the game is at most `k` ups.
    pub(super) high: i32,
}

/// A game without its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Rest {
    /// Ups and a nimber.
    UpStar { ups: i64, star: u32 },
    /// A listed game whose left stop is zero; the game itself when its number is zero.
    Base(Game),
}

/// Canonical options, the left ones first.
#[derive(Debug)]
pub(super) struct StoredOptions {
    pub(super) all: Box<[Game]>,
    pub(super) lefts: u32,
}

/// A game as stored: `number + rest`, with its most used properties.
#[derive(Debug)]
pub(super) struct StoredGame {
    /// Also the left stop.
    pub(super) number: Dyadic,
    pub(super) right_stop: Dyadic,
    pub(super) rest: Rest,
    /// Listed on first use; immediately for a base.
    pub(super) options: OnceLock<StoredOptions>,
    pub(super) negative: Negative,
    /// Bounds in multiples of up, once known; see `ups.rs`.
    pub(super) ups: Ups,
    /// Greatest number of moves until a number is reached; `u32::MAX` is "that or more".
    pub(super) depth: u32,
    /// Upper bound of the nimbers in followers that are numbers plus nimbers.
    pub(super) max_star: u32,
}

/// The negative of a game, once known.
#[derive(Debug, Default)]
pub(super) struct Negative(AtomicU32);

impl Negative {
    /// In the store with this tag.
    pub(super) fn get(&self, store: StoreTag) -> Option<Game> {
        Id::new(self.0.load(Acquire)).map(|id| Game::of_id(id, store))
    }

    pub(super) fn set(&self, g: Game) {
        self.0.store(g.id.get(), Release);
    }
}

/// The bounds of an infinitesimal among the multiples of up, once known.
#[derive(Debug)]
pub(super) struct Ups(AtomicU64);

impl Ups {
    /// Unknown bounds: no lower bound exceeds its upper one.
    const UNKNOWN: u64 = pack(UpBounds { low: i32::MAX, high: i32::MIN });

    pub(super) fn get(&self) -> Option<UpBounds> {
        let packed = self.0.load(Acquire);
        let bounds = UpBounds { low: (packed >> 32) as i32, high: packed as i32 };
        (packed != Ups::UNKNOWN).then_some(bounds)
    }

    pub(super) fn set(&self, bounds: UpBounds) {
        self.0.store(pack(bounds), Release);
    }
}

impl Default for Ups {
    fn default() -> Self {
        Ups(AtomicU64::new(Ups::UNKNOWN))
    }
}

const fn pack(bounds: UpBounds) -> u64 {
    (bounds.low as u32 as u64) << 32 | bounds.high as u32 as u64
}

impl StoredGame {
    /// Whether the game is a number.
    pub(super) fn is_number(&self) -> bool {
        matches!(self.rest, Rest::UpStar { ups: 0, star: 0 })
    }
}
