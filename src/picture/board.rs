//! Strips and grids.

use super::marks;
use super::scene::{Ink, Point, Scene};

/// A rectangle of cells.
#[derive(Debug, Clone)]
pub struct Board {
    /// How many cells a row has.
    pub columns: usize,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
    /// Whether each row stands half a cell to the right of the one above, as in Hex.
    pub slanted: bool,
}

/// A cell.
#[derive(Debug, Clone)]
pub struct Cell {
    /// What it shows in characters.
    pub glyph: String,
    /// The place of its symbol in the alphabet: the empty cell, Left's piece, Right's, others.
    pub symbol: usize,
    /// The symbol.
    pub letter: char,
    /// Whether the ruleset says how it looks: then its glyph is drawn, and no stone.
    pub own: bool,
}

/// The side of a cell.
const SIDE: f64 = 40.0;

/// The board row by row.
pub(super) fn text(board: &Board) -> String {
    let rows = board.cells.chunks(board.columns).enumerate().map(|(n, row)| {
        let glyphs: Vec<&str> = row.iter().map(|cell| cell.glyph.as_str()).collect();
        let indent = if board.slanted { n } else { 0 };
        format!("{}{}", " ".repeat(indent), glyphs.join(" "))
    });
    rows.collect::<Vec<_>>().join("\n")
}

pub(super) fn scene(board: &Board) -> Scene {
    let rows = board.cells.len().div_ceil(board.columns);
    let (width, height) = (board.columns as f64 * SIDE, rows as f64 * SIDE);
    let shift = |row: usize| if board.slanted { row as f64 * SIDE / 2.0 } else { 0.0 };
    let mut scene = Scene::new(width + shift(rows - 1), height);
    let corner = |n: usize| {
        let (row, column) = (n / board.columns, n % board.columns);
        Point::new(column as f64 * SIDE + shift(row), row as f64 * SIDE)
    };
    if board.slanted {
        for row in 0..rows {
            scene.rectangle(corner(row * board.columns), width, SIDE, Ink::Wood);
        }
    } else {
        scene.rectangle(Point::new(0.0, 0.0), width, height, Ink::Wood);
    }
    for (n, cell) in board.cells.iter().enumerate().filter(|(_, cell)| cell.is_covered()) {
        debug_assert!(cell.symbol > 0);
        scene.rectangle(corner(n), SIDE, SIDE, Ink::Covered);
    }
    lines(board, rows, shift, &mut scene);
    for (n, cell) in board.cells.iter().enumerate() {
        cell.draw(&mut scene, corner(n).moved(SIDE / 2.0, SIDE / 2.0));
    }
    scene
}

/// The lines between cells.
fn lines(board: &Board, rows: usize, shift: impl Fn(usize) -> f64, scene: &mut Scene) {
    let (width, height) = (board.columns as f64 * SIDE, rows as f64 * SIDE);
    for row in 0..=rows {
        let y = row as f64 * SIDE;
        // Between two rows the line is as long as both.
        let (from, to) = (shift(row.saturating_sub(1)), width + shift(row.min(rows - 1)));
        scene.line(Point::new(from, y), Point::new(to, y), Ink::Faint, 1.2);
    }
    for column in 0..=board.columns {
        let x = column as f64 * SIDE;
        if !board.slanted {
            scene.line(Point::new(x, 0.0), Point::new(x, height), Ink::Faint, 1.2);
            continue;
        }
        for row in 0..rows {
            let (x, y) = (x + shift(row), row as f64 * SIDE);
            scene.line(Point::new(x, y), Point::new(x, y + SIDE), Ink::Faint, 1.2);
        }
    }
}

impl Cell {
    fn is_covered(&self) -> bool {
        !self.own && self.symbol > 0 && self.letter == '#'
    }

    fn draw(&self, scene: &mut Scene, centre: Point) {
        if self.own {
            // The empty cell of a picture is not to catch the eye.
            let ink = if self.symbol == 0 { Ink::Covered } else { Ink::Black };
            scene.words(centre, SIDE * 0.6, ink, &self.glyph);
        } else if self.symbol > 0 && !self.is_covered() {
            marks::piece(scene, centre, SIDE * 0.36, self.letter, marks::owner(self.symbol));
        }
    }
}
