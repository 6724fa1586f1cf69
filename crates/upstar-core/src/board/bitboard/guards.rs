//! Guards of moves on boards of one size, as operations on words.
//!
//! Knows: sets of cells as words. Must not know: which boards there are.

use std::sync::Arc;

use super::adjacency::Neighbours;
use super::liberties::Liberties;
use super::word::Word;
use crate::board::Adjacency;
use crate::board::guard::{CellSet, Moment};

/// A guard compiled for boards of one size.
#[derive(Debug)]
pub(super) struct Guard<W> {
    neighbours: Neighbours<W>,
    condition: GuardCondition,
}

/// What a guard asks.
#[derive(Debug)]
enum GuardCondition {
    /// Two conditions: one that does not depend on the cell of the move, and one that is evaluated for each cell of a
    /// move.
    Cells(CellSet, Option<CellSet>),
    /// That all groups have liberties after a move which puts this stone.
    Liberties(Liberties, usize),
}

/// A board and the one after a move at a cell.
struct Situation<'a, W> {
    neighbours: &'a Neighbours<W>,
    before: &'a [W],
    after: &'a [W],
    moved: W,
}

impl<W: Word> Guard<W> {
    /// Compiles a guard for boards of this size.
    pub(super) fn new(guard: &Arc<CellSet>, (rows, columns): (usize, usize)) -> Self {
        let (mut once, mut each) = (CellSet::All, None);
        let mut open = vec![&**guard];
        while let Some(set) = open.pop() {
            match set {
                CellSet::And(both) => open.extend(both.iter()),
                set if set.depends_on_move() => {
                    let set = set.clone();
                    each = Some(match each {
                        None => set,
                        Some(others) => CellSet::and(others, set),
                    });
                }
                set => once = once.and(set.clone()),
            }
        }
        let neighbours = Neighbours::new((rows, columns), Adjacency::Orthogonal);
        Guard { neighbours, condition: GuardCondition::Cells(once, each) }
    }

    /// The guard of moves that put a stone, on boards of this size.
    pub(super) fn of_liberties(
        liberties: Liberties,
        stone: usize,
        (rows, columns): (usize, usize),
    ) -> Self {
        let neighbours = Neighbours::new((rows, columns), Adjacency::Orthogonal);
        Guard { neighbours, condition: GuardCondition::Liberties(liberties, stone) }
    }

    /// The cells among `places` where the move is allowed; `apply` makes it.
    pub(super) fn allowed(
        &self,
        mut places: W,
        board: &[W],
        after: &mut [W],
        apply: impl Fn(usize, &mut [W]),
    ) -> W {
        let neighbours = &self.neighbours;
        if places.is_zero() {
            return places;
        }
        let (once, each) = match &self.condition {
            GuardCondition::Cells(once, each) => (once, each),
            GuardCondition::Liberties(liberties, stone) => {
                return places & &liberties.allowed(*stone, neighbours, board);
            }
        };
        let still = Situation { neighbours, before: board, after: board, moved: W::ZERO };
        places = places & &still.cells(once);
        let Some(each) = each else { return places };
        let mut allowed = W::ZERO;
        for place in places.places() {
            apply(place, after);
            let moved = W::bit(place);
            let situation = Situation { neighbours, before: board, after: &*after, moved };
            let may = situation.cells(each) & &situation.moved;
            allowed |= &may;
        }
        allowed
    }
}

impl<W: Word> Situation<'_, W> {
    fn cells(&self, set: &CellSet) -> W {
        let all = self.neighbours.all();
        match set {
            CellSet::All => all.clone(),
            CellSet::Changed => self.moved.clone(),
            CellSet::Showing(planes, moment) => self.showing(*planes, *moment),
            CellSet::Beside(set) => self.neighbours.beside(&self.cells(set)),
            CellSet::Groups(planes, touching, moment) => {
                let touching = self.cells(touching);
                let board = self.board(*moment);
                let mut groups = W::ZERO;
                for plane in planes.places() {
                    groups |= &self.neighbours.flood(&touching, &board[plane]);
                }
                groups
            }
            CellSet::Not(set) => all.clone().without(&self.cells(set)),
            CellSet::And(both) => self.cells(&both[0]) & &self.cells(&both[1]),
            CellSet::Or(both) => self.cells(&both[0]) | &self.cells(&both[1]),
            CellSet::AllUnless(set) => match self.cells(set).is_zero() {
                true => all.clone(),
                false => W::ZERO,
            },
        }
    }

    fn board(&self, moment: Moment) -> &[W] {
        match moment {
            Moment::Before => self.before,
            Moment::After => self.after,
        }
    }

    fn showing(&self, planes: u64, moment: Moment) -> W {
        let board = self.board(moment);
        planes.places().fold(W::ZERO, |cells, plane| cells | &board[plane])
    }
}
