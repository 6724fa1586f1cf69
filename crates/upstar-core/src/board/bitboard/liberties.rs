//! Rules of liberties: each move puts a stone on a free cell, and every group must keep a free cell beside it.
//!
//! Knows: which guards say so, where such moves are allowed, and which parts of a board are independent.
//! Must not know: how rules are written, or values of parts.
//!
//! Groups of different stones never merge, and none of them is a liberty of another one. So two adjacent
//! stones of different kinds might as well be far apart: without the edges between them, a board falls into
//! components, no move in one of which changes a group or a liberty in another. A group without liberties
//! never gets any, and forbids all moves; it is a component without free cells. Everything else is
//! a sum of its components. In a component with one free cell there is no move, because the stone put there
//! would have no liberty. In a row, equal stones next to each other have the liberties of one of them.
//!
//! A guard may look at the groups of the new stone and of its neighbours only, if no group had lost its
//! liberties before: the other groups are what they were.

use super::adjacency::Neighbours;
use super::word::{Word, union};
use crate::board::guard::{CellSet, Moment};
use crate::board::rewrite::stencil::Stencil;

/// The planes of stones and of free cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Liberties {
    stones: u64,
    free: u64,
    /// Whether a symbol that has no plane counts as a stone without liberties.
    pub(super) bans_blocked: bool,
}

/// The groups that a condition is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Range {
    All,
    Changed,
    BesideChanged,
}

impl Liberties {
    /// The planes of rules all of which are about liberties of the same stones.
    pub(super) fn of_rules<'a>(
        mut stencils: impl Iterator<Item = &'a Stencil>,
        planes: usize,
    ) -> Option<Self> {
        let first = Liberties::of_rule(stencils.next()?, planes)?;
        stencils.all(|other| Liberties::of_rule(other, planes) == Some(first)).then_some(first)
    }

    fn of_rule(stencil: &Stencil, planes: usize) -> Option<Self> {
        let ([cell], Some(guard)) = (&stencil.cells[..], &stencil.guard) else { return None };
        let found = Liberties::of_guard(guard, planes)?;
        let puts_a_stone = cell.writes.is_some_and(|plane| found.stones >> plane & 1 != 0);
        (puts_a_stone && cell.needs & !found.free == 0).then_some(found)
    }

    /// The planes of a guard which holds just when all groups of stones have liberties after a move.
    pub(super) fn of_guard(guard: &CellSet, planes: usize) -> Option<Self> {
        let mut empty = Vec::new();
        must_be_empty(guard, true, &mut empty)?;
        let without = empty.into_iter().map(|(set, range)| {
            let (liberties, moment) = without_liberties(set, u64::lowest(planes))?;
            Some((liberties, range, moment))
        });
        let without: Vec<_> = without.collect::<Option<_>>()?;
        let found = without.first()?.0;
        let all_agree = without.iter().all(|(liberties, ..)| *liberties == found);
        let asks = |range, moment| without.contains(&(found, range, moment));
        let asks_near = asks(Range::All, Moment::Before)
            && asks(Range::Changed, Moment::After)
            && asks(Range::BesideChanged, Moment::After);
        let asks_enough = asks(Range::All, Moment::After) || asks_near;
        (all_agree && found.stones & found.free == 0 && asks_enough).then_some(found)
    }

    /// The free cells of a board.
    fn free_cells<W: Word>(self, board: &[W]) -> W {
        union(self.free.places().map(|plane| board[plane].clone()))
    }

    /// The cells where a stone may be put.
    pub(super) fn allowed<W: Word>(
        self,
        stone: usize,
        neighbours: &Neighbours<W>,
        board: &[W],
    ) -> W {
        let free = self.free_cells(board);
        // The new stone needs a free cell beside it, or a group of its own with two liberties.
        let mut supported = neighbours.beside(&free);
        let mut last = W::ZERO;
        for plane in self.stones.places() {
            let mut rest = board[plane].clone();
            while let Some(first) = rest.first() {
                let group = neighbours.flood(&W::bit(first), &board[plane]);
                rest = rest.without(&group);
                let liberties = neighbours.beside(&group) & &free;
                match (liberties.count_ones(), plane == stone) {
                    (0, _) => return W::ZERO,
                    (1, false) => last |= &liberties,
                    (2.., true) => supported |= &liberties,
                    _ => {}
                }
            }
        }
        (supported & &free).without(&last)
    }

    /// The components in which there may be moves; none where a group has no liberties.
    pub(super) fn components<W: Word>(
        self,
        neighbours: &Neighbours<W>,
        board: &[W],
        found: &mut Vec<W>,
    ) {
        found.clear();
        let free = self.free_cells(board);
        let mut rest = self.stones.places().fold(free.clone(), |all, plane| all | &board[plane]);
        while let Some(first) = rest.first() {
            let component = self.component(W::bit(first), &free, neighbours, board);
            rest = rest.without(&component);
            match (component.clone() & &free).count_ones() {
                0 => return found.clear(),
                1 => {}
                _ => found.push(component),
            }
        }
    }

    /// The cells connected to these, but not by edges between stones of different kinds.
    fn component<W: Word>(self, seed: W, free: &W, neighbours: &Neighbours<W>, board: &[W]) -> W {
        let mut cells = seed;
        loop {
            let before = cells.clone();
            let open = neighbours.beside(&(cells.clone() & free));
            cells |= &(open.clone() & free);
            for plane in self.stones.places() {
                let stones = &board[plane];
                let joined = neighbours.beside(&(cells.clone() & stones));
                cells |= &((joined.clone() | &open) & stones);
                cells |= &(joined & free);
            }
            if cells == before {
                return cells;
            }
        }
    }

    /// Removes all but one of equal stones next to each other from a board of one row or one column; returns its
    /// length.
    pub(super) fn shorten<W: Word>(self, board: &mut [W], mut length: usize) -> usize {
        for plane in self.stones.places() {
            loop {
                let pairs = board[plane].clone().and_higher(&board[plane], 1);
                let Some(cell) = pairs.first() else { break };
                for cells in board.iter_mut() {
                    let lower = cells.bits(0, cell);
                    *cells = ((cells.clone() >> (cell + 1)) << cell) | &lower;
                }
                length -= 1;
            }
        }
        length
    }
}

/// Appends the sets of which a condition says that they have no cells in a range.
fn must_be_empty<'a>(
    condition: &'a CellSet,
    holds: bool,
    found: &mut Vec<(&'a CellSet, Range)>,
) -> Option<()> {
    match (condition, holds) {
        (CellSet::All, true) => {}
        (CellSet::Not(inner), _) => must_be_empty(inner, !holds, found)?,
        (CellSet::And(both), true) | (CellSet::Or(both), false) => {
            both.iter().try_for_each(|each| must_be_empty(each, holds, found))?;
        }
        (CellSet::AllUnless(set), true) => found.push((set, Range::All)),
        (CellSet::Beside(set), false) => found.push((set, Range::BesideChanged)),
        (set, false) => found.push((set, Range::Changed)),
        (_, true) => return None,
    }
    Some(())
}

/// The stones of a set that consists of those whose groups have no liberties, and the moment it is about.
fn without_liberties(set: &CellSet, planes: u64) -> Option<(Liberties, Moment)> {
    let CellSet::And(both) = set else { return None };
    let ([shown, CellSet::Not(with)] | [CellSet::Not(with), shown]) = &**both else { return None };
    let (stones, moment, bans_blocked) = match shown {
        CellSet::Showing(stones, moment) => (*stones, *moment, false),
        CellSet::Not(others) => match **others {
            CellSet::Showing(others, moment) => (planes & !others, moment, true),
            _ => return None,
        },
        _ => return None,
    };
    let CellSet::Groups(grouped, touching, of_groups) = &**with else { return None };
    let CellSet::Beside(beside) = &**touching else { return None };
    let CellSet::Showing(free, of_free) = **beside else { return None };
    let is_so = stones & !grouped == 0 && moment == *of_groups && moment == of_free;
    is_so.then_some((Liberties { stones, free, bans_blocked }, moment))
}
