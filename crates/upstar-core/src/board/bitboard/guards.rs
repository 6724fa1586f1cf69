//! Guards of moves on boards of one size, as operations on words.
//!
//! Knows: the sides of cells as shifts. Must not know: which boards there are.

use std::sync::Arc;

use super::word::Word;
use crate::board::guard::{CellSet, Moment};

/// The cells of boards of one size.
#[derive(Debug, Clone)]
struct Area<W> {
    rows: usize,
    columns: usize,
    all: W,
    /// The cells that have one to their left.
    not_first: W,
    /// The cells that have one to their right.
    not_last: W,
}

/// Where a move may be made.
#[derive(Debug)]
pub(super) struct Guard<W> {
    area: Area<W>,
    /// What is the same for all cells where the move is made.
    once: CellSet,
    /// What is asked for each such cell.
    each: Option<CellSet>,
}

/// A board and the one after a move at a cell.
struct Situation<'a, W> {
    area: &'a Area<W>,
    before: &'a [W],
    after: &'a [W],
    moved: W,
}

impl<W: Word> Guard<W> {
    /// On boards of so many rows and columns.
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
        let column =
            |at: usize| (0..rows).fold(W::ZERO, |cells, row| cells | &W::bit(row * columns + at));
        let all = W::lowest(rows * columns);
        let area = Area {
            not_first: all.clone().without(&column(0)),
            not_last: all.clone().without(&column(columns - 1)),
            rows,
            columns,
            all,
        };
        Guard { area, once, each }
    }

    /// The cells among `places` where the move is allowed; `apply` makes it.
    pub(super) fn allowed(
        &self,
        mut places: W,
        board: &[W],
        after: &mut [W],
        apply: impl Fn(usize, &mut [W]),
    ) -> W {
        let area = &self.area;
        if places.is_zero() {
            return places;
        }
        let still = Situation { area, before: board, after: board, moved: W::ZERO };
        places = places & &still.cells(&self.once);
        let Some(each) = &self.each else { return places };
        let mut allowed = W::ZERO;
        for place in places.places() {
            apply(place, after);
            let moved = W::bit(place);
            let situation = Situation { area, before: board, after: &*after, moved };
            let may = situation.cells(each) & &situation.moved;
            allowed |= &may;
        }
        allowed
    }
}

impl<W: Word> Situation<'_, W> {
    fn cells(&self, set: &CellSet) -> W {
        let all = &self.area.all;
        match set {
            CellSet::All => all.clone(),
            CellSet::Moved => self.moved.clone(),
            CellSet::Showing(planes, moment) => self.showing(*planes, *moment),
            CellSet::Beside(set) => self.area.beside(&self.cells(set)),
            CellSet::Groups(planes, touching, moment) => {
                let touching = self.cells(touching);
                let board = self.board(*moment);
                let mut groups = W::ZERO;
                for plane in planes.places() {
                    groups |= &self.area.flood(&touching, &board[plane]);
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

impl<W: Word> Area<W> {
    /// The cells beside these, along rows and columns.
    fn beside(&self, cells: &W) -> W {
        let mut beside = (cells.clone() & &self.not_first) >> 1;
        beside |= &((cells.clone() & &self.not_last) << 1);
        if self.rows > 1 {
            beside |= &(cells.clone() >> self.columns);
            beside |= &((cells.clone() << self.columns) & &self.all);
        }
        beside
    }

    /// The cells within a set that hang together with some of these in it.
    fn flood(&self, from: &W, within: &W) -> W {
        let mut found = from.clone() & within;
        loop {
            let more = (self.beside(&found) | &found) & within;
            if more == found {
                return found;
            }
            found = more;
        }
    }
}
