//! Groups and liberties on a board of which only the size is known.
//!
//! Knows: which cells are beside each other. Must not know: expressions.
//!
//! A cell belongs to the group of another if a row of neighbours with the same symbol leads to it. For each symbol that
//! the other cell may show, the guards of all cells grow along neighbours until none changes. That ends, as a guard is
//! only ever joined with another one by `or`.
//!
//! On large boards these guards have too many nodes. So it can be left open whether a path leads from one cell to another:
//! a further cell, after those of the board, stands for this. Guards that are equal for all states of such cells are equal on
//! all boards.

use std::rc::Rc;

use upstar_core::board::{Adjacency, Symbol};

use super::evaluate::Evaluator;
use super::guards::Guard;
use super::items::{Cases, Item, KEPT, Kind, certain};
use crate::builtins::Intrinsic;

/// What an empty cell shows.
const EMPTY: Symbol = 0;

impl Evaluator<'_> {
    /// What a function makes of a board.
    pub(super) fn on_board(
        &mut self,
        of: Intrinsic,
        cells: &Rc<[Symbol]>,
        args: &[Item],
        path: Guard,
    ) -> Option<Cases> {
        let integer = |n: usize| Some(certain(Item::Integer(n as i64)));
        match (of, args) {
            (Intrinsic::Rows, []) => integer(self.frame.as_ref()?.board.rows()),
            (Intrinsic::Columns, []) => integer(self.frame.as_ref()?.board.columns()),
            (Intrinsic::Board, []) => Some(certain(Item::Board(cells.clone()))),
            (Intrinsic::Cells, []) => {
                let frame = self.frame.as_ref()?;
                Some(certain(Item::list((0..cells.len()).map(|cell| frame.place(cell)))))
            }
            (Intrinsic::List, []) => {
                let mut elements = Vec::new();
                for (cell, symbol) in cells.iter().enumerate() {
                    elements.extend(self.shown(*symbol, cell, path)?);
                }
                Some(certain(Item::Collection(Kind::List, elements.into())))
            }
            (Intrinsic::Neighbours, [place]) => {
                let frame = self.frame.as_ref()?;
                let cell = frame.cell(std::slice::from_ref(place))?;
                let beside = frame.board.neighbours(cell).map(|cell| frame.place(cell));
                Some(certain(Item::list(beside)))
            }
            (Intrinsic::Group | Intrinsic::Liberties, [place]) if self.reads_groups => {
                self.group(cells, place, (of == Intrinsic::Liberties, path))
            }
            (Intrinsic::Line | Intrinsic::Connects | Intrinsic::HexConnects, args)
                if self.reads_groups =>
            {
                let holds = self.asked_of_board(of, cells, args)?;
                let holds = self.guards.and(holds, path)?;
                self.as_truth(holds, path)
            }
            (Intrinsic::Shows, args) => {
                let holds = self.shows_pattern(cells, args)?;
                let holds = self.guards.and(holds, path)?;
                self.as_truth(holds, path)
            }
            (Intrinsic::Rewritten, args) => self.rewritten_boards(cells, args),
            (Intrinsic::Full, []) => self.is_full(cells, path),
            (Intrinsic::Dominates, [symbol]) => {
                let symbol = self.frame.as_ref()?.symbol(symbol)?;
                let mut holds = path;
                for cell in (0..cells.len()).rev() {
                    let mut near = self.cell_shows(cells, cell, symbol);
                    for beside in self.beside_cell(cell, Adjacency::Orthogonal)? {
                        let shows = self.cell_shows(cells, beside, symbol);
                        near = self.guards.or(near, shows)?;
                    }
                    holds = self.guards.and(holds, near)?;
                }
                self.as_truth(holds, path)
            }
            _ => None,
        }
    }

    /// Whether no cell is empty.
    fn is_full(&mut self, cells: &[Symbol], path: Guard) -> Option<Cases> {
        let mut holds = path;
        for cell in (0..cells.len()).rev() {
            let empty = self.cell_shows(cells, cell, EMPTY);
            holds = self.guards.without(holds, empty)?;
        }
        self.as_truth(holds, path)
    }

    /// The group of a cell, or its liberties, in the order of the cells.
    pub(super) fn group(
        &mut self,
        cells: &[Symbol],
        place: &Item,
        (liberties, path): (bool, Guard),
    ) -> Option<Cases> {
        let at = self.frame.as_ref()?.cell(std::slice::from_ref(place))?;
        let mut there = vec![Guard::NEVER; cells.len()];
        for symbol in 0..self.frame.as_ref()?.alphabet.len() {
            let symbol = Symbol::try_from(symbol).ok()?;
            let shown = self.cell_shows(cells, at, symbol);
            let start = self.guards.and(shown, path)?;
            if start.is_never() || (liberties && symbol == EMPTY) {
                continue;
            }
            let by = Adjacency::Orthogonal;
            let reached = self.reached(cells, &[(at, start)], (symbol, by))?;
            for (cell, guard) in reached.into_iter().enumerate() {
                if !liberties {
                    there[cell] = self.guards.or(there[cell], guard)?;
                    continue;
                }
                if guard.is_never() {
                    continue;
                }
                for beside in self.beside_cell(cell, by)? {
                    let empty = self.cell_shows(cells, beside, EMPTY);
                    let free = self.guards.and(guard, empty)?;
                    there[beside] = self.guards.or(there[beside], free)?;
                }
            }
        }
        let frame = self.frame.as_ref()?;
        let is_possible = |(_, guard): &(usize, Guard)| !guard.is_never();
        let element = |(cell, guard): (usize, Guard)| {
            (if guard == path { Guard::ALWAYS } else { guard }, frame.place(cell))
        };
        let elements = there.into_iter().enumerate().filter(is_possible).map(element).collect();
        Some(certain(Item::Collection(Kind::List, elements)))
    }

    /// Under which guard cells that show a symbol lead to each cell from some that show it under these guards.
    pub(super) fn reached(
        &mut self,
        cells: &[Symbol],
        starts: &[(usize, Guard)],
        (symbol, by): (Symbol, Adjacency),
    ) -> Option<Vec<Guard>> {
        if self.leaves_paths_open {
            return self.perhaps_reached(cells, starts, (symbol, by));
        }
        let mut reached = vec![Guard::NEVER; cells.len()];
        let mut open = Vec::new();
        for &(cell, start) in starts {
            reached[cell] = start;
            open.push(cell);
        }
        while let Some(cell) = open.pop() {
            for beside in self.beside_cell(cell, by)? {
                self.guards.spend(1)?;
                let shows = self.cell_shows(cells, beside, symbol);
                let joined = self.guards.and(reached[cell], shows)?;
                let either = self.guards.or(reached[beside], joined)?;
                if either != reached[beside] {
                    reached[beside] = either;
                    open.push(beside);
                }
            }
        }
        Some(reached)
    }

    /// The same where it is left open which cells of the position are connected by paths.
    fn perhaps_reached(
        &mut self,
        cells: &[Symbol],
        starts: &[(usize, Guard)],
        (symbol, by): (Symbol, Adjacency),
    ) -> Option<Vec<Guard>> {
        let (count, symbols) = (cells.len(), self.guards.symbols().count_ones() as usize);
        let is_position = cells.iter().all(|&cell| cell == KEPT) && symbols > 1;
        is_position.then_some(())?;
        let kind = symbol as usize + if by == Adjacency::Hex { symbols } else { 0 };
        let mut reached = vec![Guard::NEVER; count];
        for &(start, guard) in starts {
            for (cell, reached) in reached.iter_mut().enumerate() {
                let pair = start.min(cell) * count + start.max(cell);
                let path = match start == cell {
                    true => Guard::ALWAYS,
                    false => self.guards.shows(count + kind * count * count + pair, 1),
                };
                let joined = self.guards.and(guard, path)?;
                *reached = self.guards.or(*reached, joined)?;
            }
        }
        Some(reached)
    }

    fn beside_cell(&self, cell: usize, by: Adjacency) -> Option<Vec<usize>> {
        let board = &self.frame.as_ref()?.board;
        let place = (cell / board.columns(), cell % board.columns());
        Some(by.steps().iter().filter_map(|step| board.stepped(place, *step, 1)).collect())
    }

    /// Where a cell of a board shows a symbol: one that a move wrote, or that of the position.
    pub(super) fn cell_shows(&mut self, cells: &[Symbol], cell: usize, symbol: Symbol) -> Guard {
        self.cell_shows_any(cells, cell, 1 << symbol)
    }

    /// The same for a set of symbols, as bits.
    pub(super) fn cell_shows_any(&mut self, cells: &[Symbol], cell: usize, symbols: u64) -> Guard {
        let is_one =
            |shown: Symbol| 1u64.checked_shl(shown.into()).is_some_and(|bit| symbols & bit != 0);
        match cells[cell] {
            KEPT => self.guards.shows(cell, symbols),
            shown if is_one(shown) => Guard::ALWAYS,
            _ => Guard::NEVER,
        }
    }
}
