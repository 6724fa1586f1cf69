//! Stored data of a game.
//!
//! Knows: the packed and the listed form of a canonical game, and its invariants.
//! Must not know: how canonical forms are found.

use std::num::NonZeroU32;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Acquire, Ordering::Release};

use crate::Dyadic;

/// A value: the id of a canonical form in a [`Store`](crate::Store).
///
/// Ids of the same store are equal exactly if the games are equal in value.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Ord, PartialOrd, Debug)]
pub struct Game(NonZeroU32);

impl Game {
    /// The game `0`, in every store.
    pub const ZERO: Game = Game(NonZeroU32::MIN);
    /// The game `*`, in every store.
    pub const STAR: Game = Game(NonZeroU32::MIN.saturating_add(1));
    /// The game `1`, in every store.
    pub const ONE: Game = Game(NonZeroU32::MIN.saturating_add(2));

    /// The game at an index of the store.
    pub(crate) fn at(index: usize) -> Game {
        let id = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        Game(id.expect("a store holds fewer than 2^32 games"))
    }

    /// Its index in the store.
    pub(crate) fn index(self) -> usize {
        self.0.get() as usize - 1
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
pub(super) struct Options {
    pub(super) all: Box<[Game]>,
    pub(super) lefts: u32,
}

/// A game as stored: `number + rest`, with its most used properties.
#[derive(Debug)]
pub(super) struct Node {
    /// Also the left stop.
    pub(super) number: Dyadic,
    pub(super) right_stop: Dyadic,
    pub(super) rest: Rest,
    /// Listed on first use; immediately for a base.
    pub(super) options: OnceLock<Options>,
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
    pub(super) fn get(&self) -> Option<Game> {
        NonZeroU32::new(self.0.load(Acquire)).map(Game)
    }

    pub(super) fn set(&self, g: Game) {
        self.0.store(g.0.get(), Release);
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

impl Node {
    /// Whether the game is a number.
    pub(super) fn is_number(&self) -> bool {
        matches!(self.rest, Rest::UpStar { ups: 0, star: 0 })
    }
}
