//! The semantics of patterns, cell by cell, as the book defines it: a second implementation for tests.
//!
//! Knows: rules as data, boards as rows of symbols. Must not know: texts of patterns, stencils.

use std::collections::BTreeSet;

use crate::board::rewrite::Turns;
use crate::board::{Board, Shape, Symbol};

/// A place in the plane, row before column; the board has its first cell at (0, 0).
type PlanePoint = (i32, i32);

/// A cell of a pattern, or a blank.
#[derive(Debug, Clone)]
pub(super) struct PatternCell {
    /// The matching symbols, as bits; `None` for a blank.
    pub(super) fits: Option<u64>,
    /// Whether it may lie outside the board: `[^x]`.
    pub(super) outside: bool,
    /// The symbol that the replacement names.
    pub(super) names: Option<Symbol>,
}

/// Columns of a pattern: a single one or a run.
#[derive(Debug, Clone)]
pub(super) struct Columns {
    pub(super) run: bool,
    /// How often a run is repeated at least.
    pub(super) least: usize,
    /// Each column from top to bottom.
    pub(super) cells: Vec<Vec<PatternCell>>,
}

/// `"pattern" -> "replacement" turns`
#[derive(Debug, Clone)]
pub(super) struct NaiveStep {
    pub(super) rows: usize,
    pub(super) columns: Vec<Columns>,
    /// Whether `^` or `$` stands there: left, right, above, below.
    pub(super) borders: [bool; 4],
    pub(super) turns: Turns,
    pub(super) repeats: bool,
}

/// A board while a move is made.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Field<'a> {
    board: &'a Board,
    symbols: Vec<Symbol>,
}

impl Field<'_> {
    fn index(&self, (row, column): PlanePoint) -> Option<usize> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        let inside = row < self.board.rows() && column < self.board.columns();
        inside.then(|| row * self.board.columns() + column)
    }
}

/// The results of steps joined by `then`.
pub(super) fn results(steps: &[NaiveStep], board: &Board, shape: Shape) -> BTreeSet<Vec<Symbol>> {
    let field = Field { board, symbols: board.symbols().to_vec() };
    let mut fields = BTreeSet::from([(field, None)]);
    for step in steps {
        let laid = laid(step, board, shape);
        fields = after(&fields, &laid);
        let mut before = 0;
        while step.repeats && fields.len() > before {
            before = fields.len();
            fields.append(&mut after(&fields, &laid));
        }
    }
    fields.into_iter().map(|(field, _)| field.symbols).collect()
}

/// A board while a move is made, and the symbols named by the last step, if there was one.
type UnfinishedMove<'a> = (Field<'a>, Option<Vec<(PlanePoint, Symbol)>>);

/// What one more step makes of these boards.
fn after<'a>(
    fields: &BTreeSet<UnfinishedMove<'a>>,
    laid: &[Vec<(PlanePoint, &PatternCell)>],
) -> BTreeSet<UnfinishedMove<'a>> {
    let mut next = BTreeSet::new();
    for (field, named) in fields {
        for cells in laid {
            let follows = named.as_ref().is_none_or(|named| continues(named, cells));
            if follows && fits(field, cells) {
                let (field, named) = changed(field, cells);
                next.insert((field, Some(named)));
            }
        }
    }
    next
}

/// Whether the first cell of a step that can be on the board lies on the last cell for which the previous
/// step names a matching symbol.
fn continues(named: &[(PlanePoint, Symbol)], cells: &[(PlanePoint, &PatternCell)]) -> bool {
    let mut cells = cells.iter().filter_map(|(place, asked)| Some((*place, asked.fits?)));
    let Some((first, set)) = cells.find(|(_, set)| *set != 0) else { return false };
    let last = named.iter().rev().find(|(_, symbol)| set >> symbol & 1 != 0);
    last.is_some_and(|(place, _)| *place == first)
}

fn fits(field: &Field<'_>, cells: &[(PlanePoint, &PatternCell)]) -> bool {
    cells.iter().all(|(place, asked)| match (asked.fits, field.index(*place)) {
        (None, _) => true,
        (Some(set), Some(index)) => set >> field.symbols[index] & 1 != 0,
        (Some(_), None) => asked.outside,
    })
}

/// The board afterwards, and the symbols named by the replacement, in reading order.
fn changed<'a>(
    field: &Field<'a>,
    cells: &[(PlanePoint, &PatternCell)],
) -> (Field<'a>, Vec<(PlanePoint, Symbol)>) {
    let mut after = field.clone();
    let mut named = Vec::new();
    for &(place, asked) in cells {
        if let (Some(symbol), Some(index)) = (asked.names, field.index(place)) {
            after.symbols[index] = symbol;
            named.push((place, symbol));
        }
    }
    (after, named)
}

/// All placements of a step: its cells with their places, in reading order.
fn laid<'a>(
    step: &'a NaiveStep,
    board: &Board,
    shape: Shape,
) -> Vec<Vec<(PlanePoint, &'a PatternCell)>> {
    let (rows, columns) = (board.rows() as i32, board.columns() as i32);
    let mut all = Vec::new();
    for lengths in lengths(&step.columns, rows.max(columns) as usize) {
        let laid: Vec<&Vec<PatternCell>> = { step.columns.iter().zip(&lengths) }
            .flat_map(|(columns, times)| std::iter::repeat_n(&columns.cells, *times).flatten())
            .collect();
        let on_board = |asked: &&PatternCell| asked.fits.is_some() && !asked.outside;
        if laid.iter().copied().flatten().filter(on_board).count() == 0 {
            continue;
        }
        let (height, width) = (step.rows as i32, laid.len() as i32);
        for (down, right) in directions(step.turns, shape) {
            for row in -height - width..rows + height + width {
                for column in -width..columns + width {
                    let place = |i: i32, j: i32| (row + i + j * down, column + j * right);
                    if !borders_fit(step, board, (height, width), place) {
                        continue;
                    }
                    let cell = |i: i32, j: i32| (place(i, j), &laid[j as usize][i as usize]);
                    all.push(
                        { 0..height }.flat_map(|i| (0..width).map(move |j| cell(i, j))).collect(),
                    );
                }
            }
        }
    }
    all
}

/// Whether `^` and `$` match, if cell (i, j) of the pattern lies at `place`.
fn borders_fit(
    step: &NaiveStep,
    board: &Board,
    (height, width): (i32, i32),
    place: impl Fn(i32, i32) -> PlanePoint,
) -> bool {
    let (rows, columns) = (board.rows() as i32, board.columns() as i32);
    let [left, right, above, below] = step.borders;
    let vertical = (!above || place(0, 0).0 == 0) && (!below || place(height - 1, 0).0 == rows - 1);
    let horizontal = if step.turns == Turns::None {
        (!left || place(0, 0).1 == 0) && (!right || place(0, width - 1).1 == columns - 1)
    } else {
        let on_board = |(row, column)| (0..rows).contains(&row) && (0..columns).contains(&column);
        (!left || on_board(place(0, 0)) && !on_board(place(0, -1)))
            && (!right || on_board(place(0, width - 1)) && !on_board(place(0, width)))
    };
    vertical && horizontal
}

/// All repetition counts: once, or for runs any number of times, up to `most` cells.
fn lengths(columns: &[Columns], most: usize) -> Vec<Vec<usize>> {
    let Some((first, rest)) = columns.split_first() else { return vec![Vec::new()] };
    let times = if first.run { first.least..=most / first.cells.len() } else { 1..=1 };
    let mut all = Vec::new();
    for times in times {
        let used = if first.run { times * first.cells.len() } else { 0 };
        for mut rest in lengths(rest, most - used) {
            rest.insert(0, times);
            all.push(rest);
        }
    }
    all
}

fn directions(turns: Turns, shape: Shape) -> Vec<(i32, i32)> {
    let all = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
    let wanted = |(down, right): &(i32, i32)| match (turns, shape) {
        (Turns::None, _) => (*down, *right) == (0, 1),
        _ if shape.is_row() => *down == 0 && *right != 0,
        (Turns::Orthogonally, _) => down.abs() + right.abs() == 1,
        (Turns::Diagonally, _) => down.abs() + right.abs() == 2,
        (Turns::AnyDirection, _) => (*down, *right) != (0, 0),
        (Turns::Hexagonally, _) => (*down, *right) != (0, 0) && down != right,
    };
    all.filter(wanted).collect()
}
