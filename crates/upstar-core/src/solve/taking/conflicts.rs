//! Which moves take which, as sets of bits.
//!
//! Knows: moves as needed and lost conditions. Must not know: positions, or who wins.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use super::Takings;
use super::strips::Strips;

/// A set of moves or of conditions: one bit each.
pub(super) trait Set:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// Most members.
    const MOST: usize;

    /// The set with one member.
    fn one(member: usize) -> Self;

    /// The least member of a set that is not empty.
    fn first(self) -> usize;

    /// The greatest member of a set that is not empty.
    fn last(self) -> usize;

    /// The set without its least member.
    fn rest(self) -> Self;

    /// The members from `start` on that a mask covers, as a number with `start` as its lowest bit.
    fn piece(self, start: u32, mask: u32) -> usize;

    /// Number of members.
    fn count(self) -> u32;

    /// Whether there is none.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Whether some member is also in another set.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether all members are also in another set.
    #[inline(always)]
    fn is_within(self, other: Self) -> bool {
        (self & !other).is_empty()
    }

    /// Whether it has this member.
    #[inline(always)]
    fn has(self, member: usize) -> bool {
        self.meets(Self::one(member))
    }

    /// The members, from the least one on.
    #[inline(always)]
    fn members(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            if self.is_empty() {
                return None;
            }
            let first = self.first();
            self = self.rest();
            Some(first)
        })
    }
}

macro_rules! set {
    ($word:ty) => {
        impl Set for $word {
            const MOST: usize = <$word>::BITS as usize;

            #[inline(always)]
            fn one(member: usize) -> Self {
                1 << member
            }

            #[inline(always)]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline(always)]
            fn last(self) -> usize {
                Self::MOST - 1 - self.leading_zeros() as usize
            }

            #[inline(always)]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn piece(self, start: u32, mask: u32) -> usize {
                ((self >> start) as u32 & mask) as usize
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
        }
    };
}

set!(u64);
set!(u128);

/// A move of a player, and which other moves it meets. A move takes itself.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Meeting<W> {
    /// The own moves that it takes.
    pub(super) takes: W,
    /// The own moves that it takes or that take it.
    pub(super) clashes: W,
    /// The own moves that take it.
    pub(super) takers: W,
    /// The own moves that it takes and that take it: at most one of a set of such moves is made.
    pub(super) excludes: W,
    /// The moves of the opponent that it takes.
    pub(super) spoils: W,
    /// The moves of the opponent that take it.
    pub(super) hitters: W,
    /// The own moves that it can make safe and does not meet.
    pub(super) guards: W,
    /// The conditions that it needs and takes: those of the same player have different ones.
    pub(super) uses: W,
    /// Their number.
    pub(super) width: u8,
    /// The last of them.
    pub(super) last_use: u8,
    /// The conditions that moves of the opponent use and that are still there before it, but not after it.
    pub(super) denies: W,
}

/// The moves of a player.
#[derive(Debug, Clone, Default)]
pub(super) struct Side<W> {
    pub(super) moves: Vec<Meeting<W>>,
    /// For each condition the moves that use it.
    pub(super) users: Vec<W>,
    /// Whether moves exclude each other only where they use the same condition.
    pub(super) is_by_use: bool,
    /// What is asked of moves that meet each other, from tables.
    pub(super) strips: Strips<W>,
}

/// The moves of both players.
#[derive(Debug, Clone, Default)]
pub(super) struct Conflicts<W> {
    pub(super) sides: [Side<W>; 2],
}

impl<W: Set> Conflicts<W> {
    /// Which moves meet; `None` if there are too many for the sets.
    pub(super) fn new(takings: &Takings) -> Option<Conflicts<W>> {
        let (numbers, count) = takings.renumbered();
        if count > W::MOST || takings.counts().iter().any(|count| *count > W::MOST) {
            return None;
        }
        let set =
            |list: &[u32]| list.iter().fold(W::default(), |set, one| set | W::one(numbers[one]));
        let both = takings.sides.each_ref().map(|side| {
            grouped(side.iter().map(|each| (set(&each.needs), set(&each.loses))).collect())
        });
        let sides = [0, 1].map(|side| Side::new(&both[side], &both[1 - side], count));
        Some(Conflicts { sides })
    }

    /// All moves of a player.
    pub(super) fn all(&self, side: usize) -> W {
        (0..self.sides[side].moves.len()).fold(W::default(), |all, each| all | W::one(each))
    }
}

/// Moves, by what they need and lose, so that those have numbers side by side which meet each other, perhaps by way of
/// further ones.
fn grouped<W: Set>(mut left: Vec<(W, W)>) -> Vec<(W, W)> {
    let mut grouped: Vec<(W, W)> = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let start = grouped.len();
        grouped.push(left.remove(0));
        let mut at = start;
        while at < grouped.len() {
            let (needs, loses) = grouped[at];
            let meets = |each: &(W, W)| each.1.meets(needs) || loses.meets(each.0);
            let (near, others) = left.into_iter().partition::<Vec<_>, _>(meets);
            grouped.extend(near);
            left = others;
            at += 1;
        }
    }
    grouped
}

impl<W: Set> Side<W> {
    /// A side, by what the moves of the player and of the opponent need and lose.
    fn new(own: &[(W, W)], other: &[(W, W)], conditions: usize) -> Side<W> {
        let those = |list: &[(W, W)], is: &dyn Fn(&(W, W)) -> bool| {
            let found = list.iter().enumerate().filter(|(_, each)| is(each));
            found.fold(W::default(), |set, (at, _)| set | W::one(at))
        };
        let mut moves: Vec<Meeting<W>> = Vec::with_capacity(own.len());
        for (at, &(needs, loses)) in own.iter().enumerate() {
            let takes = those(own, &|each| loses.meets(each.0)) | W::one(at);
            let takers = those(own, &|each| each.1.meets(needs)) | W::one(at);
            let denied = loses.members().filter(|&one| {
                let mut users = other.iter().filter(|each| (each.0 & each.1).has(one)).peekable();
                users.peek().is_some() && users.all(|each| each.1.meets(needs))
            });
            moves.push(Meeting {
                takes,
                takers,
                clashes: takes | takers,
                excludes: takes & takers,
                spoils: those(other, &|each| loses.meets(each.0)),
                hitters: those(other, &|each| each.1.meets(needs)),
                guards: W::default(),
                uses: needs & loses,
                width: (needs & loses).count() as u8,
                last_use: (needs & loses).members().last().unwrap_or(0) as u8,
                denies: denied.fold(W::default(), |set, one| set | W::one(one)),
            });
        }
        for at in 0..moves.len() {
            let Meeting { clashes, spoils, .. } = moves[at];
            let guarded = (0..moves.len())
                .filter(|&each| !clashes.has(each) && moves[each].hitters.meets(spoils));
            moves[at].guards = guarded.fold(W::default(), |set, each| set | W::one(each));
        }
        let using = |one: usize| those(own, &|each| (each.0 & each.1).has(one));
        let users: Vec<W> = (0..conditions).map(using).collect();
        let by_use = |each: &Meeting<W>| {
            let shared = each.uses.members().fold(W::default(), |set, one| set | users[one]);
            each.excludes.is_within(shared)
        };
        let is_by_use = moves.iter().all(by_use);
        let mut side = Side { moves, users, is_by_use, strips: Strips::default() };
        side.strips = Strips::new(&side);
        side
    }
}
