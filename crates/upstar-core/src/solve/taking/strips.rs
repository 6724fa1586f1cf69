//! Shares and packings of moves that meet each other, from tables.
//!
//! Knows: groups of moves of a player that meet no others of the same player. Must not know: the opponent.
//!
//! The moves of a player often fall into small groups that do not meet: those of Domineering are in one column, or in
//! one row. All that the bound asks of the own moves alone is a sum over these groups, and a group has few sets of moves
//! that can be left. So the answers for all of them are found once. Moves of one group have numbers side by side
//! (`conflicts.rs`). If some group is large, what is asked is found each time.

use super::bound::MOST;
use super::conflicts::{Set, Side};

/// Most sets in the tables of a player for each move, so that they are made in a fraction of a millisecond.
const SETS: usize = 64;

/// Shares of the conditions that a player uses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Shares<W> {
    /// All together.
    pub(super) total: i32,
    /// The conditions with the share 1, 1/2, 1/3, 1/4.
    pub(super) of: [W; MOST],
}

/// What is known of a set of moves.
#[derive(Debug, Clone, Copy, Default)]
struct Known<W> {
    shares: Shares<W>,
    /// Number of conditions, so that each move uses one.
    count: i32,
    /// Moves of which none meets another: the first ones, and the last ones.
    packed: [W; 2],
}

/// A group of moves with numbers side by side.
#[derive(Debug, Clone)]
struct Strip<W> {
    start: u32,
    mask: u32,
    known: Vec<Known<W>>,
}

/// The groups of moves of a player; none if one of them is large.
#[derive(Debug, Clone)]
pub(super) struct Strips<W>(Vec<Strip<W>>);

impl<W> Default for Strips<W> {
    fn default() -> Self {
        Strips(Vec::new())
    }
}

impl<W: Set> Strips<W> {
    /// The tables of a side that has none yet.
    pub(super) fn new(side: &Side<W>) -> Strips<W> {
        let mut groups: Vec<(usize, usize)> = Vec::new();
        for (at, each) in side.moves.iter().enumerate() {
            if groups.last().is_none_or(|(_, end)| *end <= at) {
                groups.push((at, at + 1));
            }
            let (_, end) = groups.last_mut().expect("there is one");
            *end = (*end).max(each.clashes.last() + 1);
        }
        let sets = groups.iter().map(|(start, end)| 1_usize.checked_shl((end - start) as u32));
        let sets = sets.map(|sets| sets.unwrap_or(usize::MAX)).fold(0, usize::saturating_add);
        if sets > SETS * side.moves.len() {
            return Strips::default();
        }
        let strip = |&(start, end): &(usize, usize)| {
            let known = (0..1_usize << (end - start)).map(|set| {
                let members = (start..end).filter(|at| set >> (at - start) & 1 != 0);
                let moves = members.fold(W::default(), |moves, at| moves | W::one(at));
                let packed = [false, true].map(|backwards| side.packed(moves, backwards));
                Known { shares: side.shares(moves), count: side.whole_shares(moves).1, packed }
            });
            let mask = (1 << (end - start)) - 1;
            Strip { start: start as u32, mask, known: known.collect() }
        };
        Strips(groups.iter().map(strip).collect())
    }

    /// Adds up what is known of the moves of each group; `None` if there are no tables.
    #[inline]
    fn sum<T>(&self, moves: W, start: T, add: impl Fn(T, &Known<W>) -> T) -> Option<T> {
        let one =
            |sum, strip: &Strip<W>| add(sum, &strip.known[moves.piece(strip.start, strip.mask)]);
        (!self.0.is_empty()).then(|| self.0.iter().fold(start, one))
    }

    /// Shares of the conditions that these moves use.
    #[inline]
    pub(super) fn shares(&self, moves: W) -> Option<Shares<W>> {
        self.sum(moves, Shares::default(), |mut sum, known| {
            sum.total += known.shares.total;
            for (all, of) in sum.of.iter_mut().zip(known.shares.of) {
                *all |= of;
            }
            sum
        })
    }

    /// Number of conditions, so that each move uses one.
    #[inline]
    pub(super) fn count(&self, moves: W) -> Option<i32> {
        self.sum(moves, 0, |sum, known| sum + known.count)
    }

    /// Moves of which none meets another.
    #[inline]
    pub(super) fn packed(&self, moves: W, backwards: bool) -> Option<W> {
        self.sum(moves, W::default(), |all, known| all | known.packed[usize::from(backwards)])
    }
}
