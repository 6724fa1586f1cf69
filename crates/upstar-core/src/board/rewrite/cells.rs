//! Boards as cells: moves in the order of their rules, and normal forms of boards.
//!
//! Must not know: planes. Planes merge indistinguishable symbols and drop cells that cannot take part in a
//! move. A program that lists moves or looks at cells needs the board as it was typed.

use std::borrow::Cow;
use std::sync::Arc;

use num_bigint::BigUint;

use super::ring::{bare, ringed};
use super::stencil::{Cell, Stencil};
use super::symmetry::{SquareSymmetry, Symmetries, Symmetry};
use super::{Laid, Rule, TooManyWays};
use crate::board::{Board, Shape, Symbol};

impl Rule {
    /// Iterates over the boards after each placement of the rule: as written first, then turned, each row by
    /// row.
    ///
    /// # Errors
    /// When the rule has too many placements on boards of this size, or repeats a step in too many ways on this
    /// board.
    pub fn results<'b>(&self, board: &'b Board) -> Result<Results<'b>, TooManyWays> {
        if self.repeats() {
            return Ok(Results::Found(self.chains(board)?.into_iter()));
        }
        if self.shape.is_closed() {
            return Ok(Results::Found(self.closed_results(board)?.into_iter()));
        }
        let ringed = ringed(std::slice::from_ref(self), board);
        let ring = ringed.is_some().then(|| (self.shape, self.reach()));
        let board = ringed.map_or(Cow::Borrowed(board), Cow::Owned);
        let stencils = self.stencils(board.rows(), board.columns())?;
        Ok(Results::Places(Places { board, ring, stencils, stencil: 0, from: 0 }))
    }

    /// The same on a board that comes back to its beginning.
    fn closed_results(&self, board: &Board) -> Result<Vec<Board>, TooManyWays> {
        let made = |cells: Laid| {
            let shown = |&(at, needs, _): &(usize, u64, _)| needs >> board.symbols()[at] & 1 != 0;
            cells.iter().all(shown).then(|| {
                let mut after = board.clone();
                for (at, _, writes) in cells {
                    writes.map(|symbol| after.set(at, symbol));
                }
                after
            })
        };
        Ok(self.laid((board.rows(), board.columns()))?.filter_map(made).collect())
    }
}

/// Iterator over the results of a rule.
#[derive(Debug)]
pub enum Results<'b> {
    /// Those of a rule that has been searched.
    Found(std::vec::IntoIter<Board>),
    /// Those at the places where stencils match.
    Places(Places<'b>),
}

impl Iterator for Results<'_> {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        match self {
            Results::Found(boards) => boards.next(),
            Results::Places(places) => places.next(),
        }
    }
}

/// Iterator over the results of stencils.
#[derive(Debug)]
pub struct Places<'b> {
    board: Cow<'b, Board>,
    /// Border ring to strip from results.
    ring: Option<(Shape, usize)>,
    stencils: Arc<[Stencil]>,
    /// The next stencil and corner to try.
    stencil: usize,
    from: usize,
}

impl Iterator for Places<'_> {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        loop {
            let stencil = self.stencils.get(self.stencil)?;
            let Some(at) = place_from(stencil, &self.board, self.from) else {
                (self.stencil, self.from) = (self.stencil + 1, 0);
                continue;
            };
            self.from = at + 1;
            let result = applied(stencil, &self.board, at);
            return Some(match self.ring {
                Some((shape, width)) => bare(&result, shape, width),
                None => result,
            });
        }
    }
}

/// The cells of a stencil at a corner, with their indices on a board of this width.
#[inline]
fn at(stencil: &Stencil, corner: usize, width: usize) -> impl Iterator<Item = (usize, &Cell)> {
    let index = move |cell: &Cell| corner + cell.row as usize * width + cell.column as usize;
    stencil.cells.iter().map(move |cell| (index(cell), cell))
}

/// The first corner from `from` on where the stencil matches.
fn place_from(stencil: &Stencil, board: &Board, from: usize) -> Option<usize> {
    let (symbols, width) = (board.symbols(), board.columns());
    let down = (board.rows() + 1).saturating_sub(stencil.rows as usize);
    let right = (width + 1).saturating_sub(stencil.columns as usize);
    let mut first = from % width;
    for row in from / width..down {
        let mut places = (first..right).map(|column| row * width + column);
        let fits = |&corner: &usize| {
            at(stencil, corner, width).all(|(i, cell)| cell.needs >> symbols[i] & 1 != 0)
        };
        if let Some(corner) = places.find(fits) {
            return Some(corner);
        }
        first = 0;
    }
    None
}

/// The board after the move at this corner.
fn applied(stencil: &Stencil, board: &Board, corner: usize) -> Board {
    let mut result = board.clone();
    let width = board.columns();
    let symbols = result.symbols_mut();
    for (index, cell) in at(stencil, corner, width) {
        if let Some(symbol) = cell.writes {
            symbols[index] = symbol;
        }
    }
    result
}

impl Symmetries {
    /// Normal form: the least symmetric board, and whether its value is the negative of this board's.
    ///
    /// A turn along a way around keeps which cells are beside each other, in which direction, and how far apart; so it
    /// keeps all that [`Symmetries::with`] is allowed for.
    pub fn canonical(&self, board: &Board) -> (Board, bool) {
        let (mut sides, mut negated) = ((board.rows(), board.columns()), false);
        let mut least = board.symbols().to_vec();
        for slid in self.slid(board) {
            let board = &board.slid(slid);
            for symmetry in self.iter() {
                let turned = symmetry.sides(board);
                // Most images differ from the least one in one of the first cells.
                let order = turned.cmp(&sides);
                let order = order.then_with(|| symmetry.image(board).cmp(least.iter().copied()));
                if order.then(symmetry.negates.cmp(&negated)).is_lt() {
                    (sides, negated) = (turned, symmetry.negates);
                    least.clear();
                    least.extend(symmetry.image(board));
                }
            }
        }
        (board.image(sides, least.into()), negated)
    }

    /// The boards that turns and mirrors make of a board, if they keep the rules of each player: each once, this
    /// one first.
    pub fn orbit(&self, board: &Board) -> Vec<Board> {
        let mut orbit = vec![board.clone()];
        for slid in self.slid(board) {
            let slid = board.slid(slid);
            for turn in self.turns(board.rows(), board.columns()) {
                let image = slid.image(turn.sides(&slid), turn.image(&slid).collect());
                if !orbit.contains(&image) {
                    orbit.push(image);
                }
            }
        }
        orbit
    }

    /// Whether a board comes first in its [`orbit`](Symmetries::orbit), by the symbols of its cells.
    pub fn is_least_in_orbit(&self, board: &Board) -> bool {
        self.slid(board).all(|slid| {
            let slid = board.slid(slid);
            let mut turns = self.turns(board.rows(), board.columns());
            turns.all(|turn| board.symbols().iter().copied().le(turn.image(&slid)))
        })
    }

    /// Number of orbits of the boards with the size of this one (the lemma of Burnside): the mean of the numbers of
    /// boards that a turn fixes. There is at least the turn that changes nothing.
    pub fn count_orbits(&self, board: &Board, symbols: usize) -> BigUint {
        let (rows, columns) = (board.rows(), board.columns());
        let numbers: Vec<usize> = (0..rows * columns).collect();
        let (mut fixed, mut turns) = (BigUint::ZERO, 0u32);
        for slid in self.slid(board) {
            let slid: Vec<usize> =
                numbers.iter().map(|cell| board.cell_slid(*cell, slid)).collect();
            for turn in self.turns(rows, columns) {
                let to: Vec<usize> = turn.turned(&slid, rows, columns).collect();
                let mut seen = vec![false; to.len()];
                let mut cycles = 0;
                for cell in 0..to.len() {
                    cycles += u32::from(!seen[cell]);
                    let mut at = cell;
                    while !std::mem::replace(&mut seen[at], true) {
                        at = to[at];
                    }
                }
                fixed += BigUint::from(symbols).pow(cycles);
                turns += 1;
            }
        }
        match turns {
            0 => BigUint::from(symbols).pow(numbers.len() as u32),
            _ => fixed / turns,
        }
    }

    /// The turns and mirrors that keep the rules of each player and the size of a board. They are a group.
    fn turns(&self, rows: usize, columns: usize) -> impl Iterator<Item = &Symmetry> {
        self.iter().filter(move |symmetry| {
            let is_identity = symmetry.exchange.iter().zip(0..).all(|(to, from)| *to == from);
            is_identity && !symmetry.negates && (rows == columns || !symmetry.turn.transpose)
        })
    }

    /// Whether exchanging the players gives a symmetric board.
    pub fn is_own_negative(&self, board: &Board) -> bool {
        let sides = (board.rows(), board.columns());
        self.iter().filter(|symmetry| symmetry.negates).any(|symmetry| {
            symmetry.sides(board) == sides
                && symmetry.image(board).eq(board.symbols().iter().copied())
        })
    }
}

impl Board {
    /// The number of the cell that a turn along the ways around brings to this one.
    fn cell_slid(&self, cell: usize, (down, right): (usize, usize)) -> usize {
        let (rows, columns) = (self.rows(), self.columns());
        (cell / columns + down) % rows * columns + (cell % columns + right) % columns
    }

    /// The board turned along the ways around.
    fn slid(&self, by: (usize, usize)) -> Cow<'_, Board> {
        if by == (0, 0) {
            return Cow::Borrowed(self);
        }
        let cells = (0..self.symbols().len()).map(|cell| self.symbols()[self.cell_slid(cell, by)]);
        Cow::Owned(self.showing(cells.collect()))
    }

    /// A board of these sides that comes back as this one does.
    fn image(&self, (rows, columns): (usize, usize), cells: Box<[Symbol]>) -> Board {
        Board { wraps: self.wraps, ..Board::new(rows, columns, cells) }
    }
}

impl Symmetry {
    /// Rows and columns of the image of a board.
    fn sides(&self, board: &Board) -> (usize, usize) {
        let (rows, columns) = (board.rows(), board.columns());
        if self.turn.transpose { (columns, rows) } else { (rows, columns) }
    }

    /// The cells of the image of a board, row by row.
    fn image(&self, board: &Board) -> impl Iterator<Item = Symbol> {
        let exchanged = |old: Symbol| self.exchange.get(old as usize).copied().unwrap_or(old);
        self.turned(board.symbols(), board.rows(), board.columns()).map(exchanged)
    }

    /// The cells of a board with these sides after the turn, row by row.
    fn turned<T: Copy>(&self, old: &[T], rows: usize, columns: usize) -> impl Iterator<Item = T> {
        let SquareSymmetry { transpose, flip_rows, flip_columns } = self.turn;
        let (rows, columns) = if transpose { (columns, rows) } else { (rows, columns) };
        (0..rows).flat_map(move |row| {
            let row = if flip_rows { rows - 1 - row } else { row };
            (0..columns).map(move |column| {
                let column = if flip_columns { columns - 1 - column } else { column };
                old[if transpose { column * rows + row } else { row * columns + column }]
            })
        })
    }
}
