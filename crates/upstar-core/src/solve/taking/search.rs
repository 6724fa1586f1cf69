//! Depth-first search for the winner, which stops and goes on.
//!
//! Knows: the order of moves, the table, and what is left out of a position. Must not know: how areas are packed.
//!
//! A position is seen by its mover: own moves, those of the opponent, and the integer that was split off. It is looked up
//! first, which costs a tenth of the bound; then the bound decides if possible; then its moves are tried. The first one
//! decides 96 % of the positions of Domineering that are won. Moves are ordered as by Bullock, by a count of the moves
//! that both players can have and those that are safe, and where few are left by a quicker guess. Equal ones are ordered
//! by the same guess for the position in which all moves are left, so that positions recur. Thereby 8x8 meets 2.7 million
//! positions instead of 6.8 million, and 7x7 14,000 instead of 29,000, as many as Bullock's program. Guesses for the position
//! itself do not help there, nor do margins of the bound, or the number of moves that matter in the follower. To look all
//! followers up in the table first saves a few positions in a hundred, and takes more time.
//!
//! *What is left out.* Let a and b be own moves that take each other, and neither meet a move of the opponent. Let b take
//! all own moves that a takes, and be taken by all that take a. Then b is left out: whenever b can be made, so can a, and a
//! leaves more. A move that meets no other one is a summand 1 of its player, and is added to an integer.
//!
//! A step of the budget is one position that is decided or looked up.

use super::Takings;
use super::bound::{FORWARD, MOVE, WAYS};
use super::conflicts::{Conflicts, Set, Side};
use super::symmetry::Symmetry;
use crate::solve::bounded::Bounded;
use crate::{Budget, Exhausted, Player};

/// Most own moves on the way to a position whose symmetric positions are met once, as a share of those at the root.
const SYMMETRIC_SHARE: u32 = 3;

/// Number of moves from which on followers are rated by a rough count of the moves that are left.
const MANY: u32 = 36;
/// What a move that becomes safe counts in a guess.
const GUARDED: i32 = 3;

/// A position, as its mover sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Position<W> {
    pub(super) own: W,
    pub(super) other: W,
    /// Moves that the mover has beside these; those of the opponent are negative.
    pub(super) integer: i16,
    /// The side of the mover.
    pub(super) mover: u8,
}

/// What the bound says of a position.
pub(super) enum Decided<W> {
    /// Whether the mover wins.
    Known(bool),
    /// The moves that can win.
    Open(W),
}

/// A position whose moves are tried.
#[derive(Debug)]
struct Frame<W> {
    /// The position as it is in the table.
    key: Position<W>,
    /// Its followers that are not yet tried are the last ones of all, from here on; the best is the last.
    start: usize,
    /// The effort before it.
    before: u64,
}

/// A search under way.
#[derive(Debug)]
struct Search<W> {
    conflicts: Conflicts<W>,
    symmetries: Vec<Symmetry>,
    /// A guess for each move of Left and of Right where all are left: the less the better.
    places: [Vec<i32>; 2],
    /// Number of moves from which on symmetric positions are met once.
    fewest_symmetric: u32,
    table: Bounded<Position<W>, bool>,
    path: Vec<Frame<W>>,
    followers: Vec<Position<W>>,
    /// Whether the mover of the position that was left last wins, if that is known.
    found: Option<bool>,
    /// Positions looked at.
    visits: u64,
}

impl<W: Set> Search<W> {
    fn new(takings: &Takings) -> Option<Search<W>> {
        let conflicts = Conflicts::<W>::new(takings)?;
        let moves: usize = takings.counts().iter().sum();
        let symmetries = Symmetry::all(&conflicts);
        let places = [0, 1].map(|mover: usize| {
            let (own, other) = (conflicts.all(mover), conflicts.all(1 - mover));
            let all = Position { own, other, integer: 0, mover: mover as u8 };
            own.members().map(|at| conflicts.quick(&all, at)).collect()
        });
        Some(Search {
            conflicts,
            symmetries,
            places,
            fewest_symmetric: moves as u32 / SYMMETRIC_SHARE,
            table: Bounded::default(),
            path: Vec::new(),
            followers: Vec::new(),
            found: None,
            visits: 0,
        })
    }

    /// Begins with the player who moves first.
    fn begin(&mut self, first: Player) {
        let mover = first as usize;
        let (own, other) = (self.conflicts.all(mover), self.conflicts.all(1 - mover));
        let root = Position { own, other, integer: 0, mover: mover as u8 };
        self.path.clear();
        self.followers.clear();
        self.found = self.enter(root);
    }

    /// Goes on for so many steps at most. Whether the player who begins wins; `None` if that is not found yet.
    fn go_on(&mut self, budget: &Budget, steps: u64) -> Result<Option<bool>, Exhausted> {
        let until = self.visits.saturating_add(steps);
        while let Some(frame) = self.path.last() {
            // What is lost for the opponent is won here.
            let wins = self.found == Some(false);
            if !wins && self.followers.len() > frame.start {
                if self.visits >= until {
                    return Ok(None);
                }
                budget.step()?;
                let next = self.followers.pop().expect("there is one");
                self.found = self.enter(next);
                continue;
            }
            self.followers.truncate(frame.start);
            self.table.insert(frame.key, wins, self.visits - frame.before, budget);
            self.path.pop();
            self.found = Some(wins);
        }
        Ok(self.found)
    }

    /// Whether the mover of a position wins, if that is known; otherwise its moves are tried next.
    fn enter(&mut self, mut position: Position<W>) -> Option<bool> {
        self.visits += 1;
        self.conflicts.simplify(&mut position);
        let key = self.normal(position);
        if let Some(wins) = self.table.get(&key) {
            return Some(*wins);
        }
        let matter = match self.conflicts.decided(&position) {
            Decided::Known(wins) => return Some(wins),
            Decided::Open(matter) => matter,
        };
        let start = self.followers.len();
        self.list(&position, matter);
        self.path.push(Frame { key, start, before: self.visits });
        None
    }
}

impl<W: Set> Search<W> {
    /// The form in which a position is in the table.
    fn normal(&self, position: Position<W>) -> Position<W> {
        let count = position.own.count() + position.other.count();
        if count < self.fewest_symmetric {
            return position;
        }
        let image = |symmetry: &Symmetry| {
            let mover = position.mover as usize;
            Position {
                own: symmetry.image(mover, position.own),
                other: symmetry.image(1 - mover, position.other),
                mover: symmetry.side(mover) as u8,
                ..position
            }
        };
        self.symmetries.iter().map(image).fold(position, Position::min)
    }

    /// Appends the followers of a position by moves that matter, the best last.
    fn list(&mut self, position: &Position<W>, matter: W) {
        let conflicts = &self.conflicts;
        let moves = conflicts.undominated(position, matter).members();
        let is_large = position.own.count() + position.other.count() > MANY;
        let rating = |at| match is_large {
            true => conflicts.rough(&conflicts.after(position, Some(at))),
            false => conflicts.quick(position, at),
        };
        let places = &self.places[position.mover as usize];
        let mut rated: Vec<_> = moves.map(|at| (rating(at), places[at], at)).collect();
        rated.sort_unstable();
        // Only in numbers a move in the integer can be the only one that wins. Where moves were left out, the bound has shown
        // that it loses.
        if position.integer > 0 && matter == !W::default() {
            self.followers.push(conflicts.after(position, None));
        }
        let after = |(_, _, at)| conflicts.after(position, Some(at));
        self.followers.extend(rated.into_iter().rev().map(after));
    }
}

impl<W: Set> Conflicts<W> {
    fn sides(&self, position: &Position<W>) -> (&Side<W>, &Side<W>) {
        let mover = position.mover as usize;
        (&self.sides[mover], &self.sides[1 - mover])
    }

    /// Whether the mover wins, as far as the bound says.
    pub(super) fn decided(&self, position: &Position<W>) -> Decided<W> {
        let Position { own, other, integer, mover } = *position;
        let (mover, more) = (mover as usize, i32::from(integer) * MOVE);
        if own.is_empty() && other.is_empty() {
            return Decided::Known(integer > 0);
        }
        if self.begins_above(mover, (own, other), -more) {
            return Decided::Known(true);
        }
        let limit = more - MOVE;
        let Some(spoilers) = self.spoilers(1 - mover, (other, own), limit, &WAYS) else {
            // Nothing is proved, so a move in the integer may win too.
            return Decided::Open(!W::default());
        };
        let (mut matter, mut tried) = (spoilers & own, W::default());
        while let Some(at) = (matter & !tried).members().next() {
            tried |= W::one(at);
            let left = other & !self.sides[mover].moves[at].spoils;
            if let Some(spoilers) = self.spoilers(1 - mover, (left, own), limit, &FORWARD) {
                matter &= spoilers;
            }
        }
        if matter.is_empty() { Decided::Known(false) } else { Decided::Open(matter) }
    }

    /// The moves of a position that matter and that no other move makes useless.
    fn undominated(&self, position: &Position<W>, matter: W) -> W {
        let (side, _) = self.sides(position);
        let (own, other) = (position.own, position.other);
        let mut left = own;
        for at in own.members() {
            if !left.has(at) {
                continue;
            }
            let best = &side.moves[at];
            let (takes, spoils) = (best.takes & own, best.spoils & other);
            for each in (best.takers & left & !W::one(at)).members() {
                let worse = &side.moves[each];
                if takes.is_within(worse.takes) && (worse.spoils & other).is_within(spoils) {
                    left &= !W::one(each);
                }
            }
        }
        left & matter
    }

    /// The position after a move, or after one in the integer.
    pub(super) fn after(&self, position: &Position<W>, at: Option<usize>) -> Position<W> {
        let Position { own, other, integer, mover } = *position;
        let (mut own, mut other, mut left) = (own, other, integer - 1);
        if let Some(at) = at {
            let each = &self.sides[mover as usize].moves[at];
            (own, other, left) = (own & !each.takes, other & !each.spoils, integer);
        }
        Position { own: other, other: own, integer: -left, mover: 1 - mover }
    }

    /// How the mover stands, by rough counts.
    fn rough(&self, position: &Position<W>) -> i32 {
        let (side, opponent) = self.sides(position);
        let (own, other) = (position.own, position.other);
        side.rough(own, other) - opponent.rough(other, own) + 2 * i32::from(position.integer)
    }

    /// A guess at how the opponent stands after a move: the less the better, for one that takes few own moves, spoils many of
    /// the opponent, and makes others safe.
    fn quick(&self, position: &Position<W>, at: usize) -> i32 {
        let (side, _) = self.sides(position);
        let Position { own, other, .. } = *position;
        let each = &side.moves[at];
        let left = other & !each.spoils;
        let is_guarded = |one: &usize| {
            let hitters = side.moves[*one].hitters;
            hitters.meets(other) && !hitters.meets(left)
        };
        let guarded = (each.guards & own).members().filter(is_guarded).count() as i32;
        let (takes, spoils) = ((each.takes & own).count(), (each.spoils & other).count());
        takes as i32 - 2 * spoils as i32 - GUARDED * guarded
    }

    /// Leaves out what makes no difference.
    fn simplify(&self, position: &mut Position<W>) {
        let (side, opponent) = self.sides(position);
        let (mut own, mut other) = (position.own, position.other);
        position.integer += side.simplified(&mut own, other);
        position.integer -= opponent.simplified(&mut other, own);
        (position.own, position.other) = (own, other);
    }
}

impl<W: Set> Side<W> {
    /// Leaves out own moves that make no difference. Returns how many of them were summands 1.
    fn simplified(&self, own: &mut W, other: W) -> i16 {
        let harmless =
            self.safe(*own, other).members().filter(|&at| !self.moves[at].spoils.meets(other));
        let harmless = harmless.fold(W::default(), |all, at| all | W::one(at));
        let mut alone = 0;
        loop {
            let before = *own;
            for at in harmless.members() {
                if !own.has(at) {
                    continue;
                }
                let best = &self.moves[at];
                let clashes = best.clashes & *own;
                if clashes == W::one(at) {
                    *own &= !clashes;
                    alone += 1;
                    continue;
                }
                let (takes, takers) = (best.takes & *own, best.takers & *own);
                for each in (best.excludes & harmless & *own & !W::one(at)).members() {
                    let worse = &self.moves[each];
                    if takes.is_within(worse.takes) && takers.is_within(worse.takers) {
                        *own &= !W::one(each);
                    }
                }
            }
            if *own == before {
                return alone;
            }
        }
    }
}

/// A search for sets of any width.
#[derive(Debug)]
pub(in crate::solve) struct AnySearch(AnyWidth);

#[derive(Debug)]
enum AnyWidth {
    Narrow(Search<u64>),
    Wide(Search<u128>),
}

impl AnySearch {
    /// A search for the winner of a position; `None` if it has too many moves.
    pub(in crate::solve) fn new(takings: &Takings) -> Option<AnySearch> {
        let narrow = Search::new(takings).map(AnyWidth::Narrow);
        let wide = || Search::new(takings).map(AnyWidth::Wide);
        narrow.or_else(wide).map(AnySearch)
    }

    /// Begins with the player who moves first. The table stays.
    pub(in crate::solve) fn begin(&mut self, first: Player) {
        match &mut self.0 {
            AnyWidth::Narrow(search) => search.begin(first),
            AnyWidth::Wide(search) => search.begin(first),
        }
    }

    /// Goes on for so many steps at most. Whether the player who begins wins; `None` if that is not found yet.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(in crate::solve) fn go_on(
        &mut self,
        budget: &Budget,
        steps: u64,
    ) -> Result<Option<bool>, Exhausted> {
        match &mut self.0 {
            AnyWidth::Narrow(search) => search.go_on(budget, steps),
            AnyWidth::Wide(search) => search.go_on(budget, steps),
        }
    }

    /// Positions in the table.
    pub(in crate::solve) fn len(&self) -> usize {
        match &self.0 {
            AnyWidth::Narrow(search) => search.table.len(),
            AnyWidth::Wide(search) => search.table.len(),
        }
    }
}
