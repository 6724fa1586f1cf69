//! Boards, rows of coins and heaps, in characters and as shapes.

use super::scene::{Ink, LETTERS, Point, Scene, owner, text_width};

/// A rectangle of cells.
#[derive(Debug, Clone)]
pub struct DrawnBoard {
    /// Number of cells of a row.
    pub columns: usize,
    /// The cells, row by row.
    pub cells: Vec<DrawnCell>,
    /// Whether each row stands half a cell to the right of the one above, as in Hex.
    pub slanted: bool,
    /// A cell of each symbol that the board may have, the empty one first.
    pub symbols: Vec<DrawnCell>,
}

impl DrawnBoard {
    /// Turns lines that stand between dots above each other: where a ruleset draws dots as `•` and lines as `─`.
    pub fn join_dots(&mut self) {
        let is_dot = |cell: Option<&DrawnCell>| cell.is_some_and(|cell| cell.glyph == DOT);
        for place in self.columns..self.cells.len() {
            let (above, below) = (place - self.columns, place + self.columns);
            let stands = is_dot(self.cells.get(above)) && is_dot(self.cells.get(below));
            if stands && self.cells[place].glyph == LINE {
                UPRIGHT.clone_into(&mut self.cells[place].glyph);
            }
        }
    }
}

/// Glyphs that are drawn as shapes that join.
const DOT: &str = "•";
const LINE: &str = "─";
const UPRIGHT: &str = "│";

/// A cell.
#[derive(Debug, Clone)]
pub struct DrawnCell {
    /// Character of the cell.
    pub glyph: String,
    /// Index of its symbol in the alphabet: the empty cell, Left's piece, Right's piece, others.
    pub symbol: usize,
    /// The symbol.
    pub letter: char,
    /// Whether the ruleset gives it a glyph, which is drawn in place of a stone.
    pub own: bool,
}

/// The side of a cell.
const SIDE: f64 = 40.0;

/// The board row by row, without blanks between cells where the rows are wider than so many columns otherwise.
pub(super) fn board_text(board: &DrawnBoard, ascii: bool, columns: usize) -> String {
    let rows = board.cells.len().div_ceil(board.columns);
    let slant = if board.slanted { rows.saturating_sub(1) } else { 0 };
    let blank = if 2 * board.columns + slant > columns.saturating_add(1) { "" } else { " " };
    let rows = board.cells.chunks(board.columns).enumerate().map(|(n, row)| {
        let glyphs: Vec<String> = row.iter().map(|cell| cell.sign(ascii)).collect();
        let indent = if board.slanted { n } else { 0 };
        format!("{}{}", " ".repeat(indent), glyphs.join(blank))
    });
    rows.collect::<Vec<_>>().join("\n")
}

pub(super) fn board_scene(board: &DrawnBoard) -> Scene {
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
    grid_lines(board, rows, shift, &mut scene);
    for (n, cell) in board.cells.iter().enumerate() {
        cell.draw(&mut scene, corner(n).moved(SIDE / 2.0, SIDE / 2.0));
    }
    scene
}

/// Draws the lines between cells.
fn grid_lines(board: &DrawnBoard, rows: usize, shift: impl Fn(usize) -> f64, scene: &mut Scene) {
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

impl DrawnCell {
    /// The glyph, in ASCII the symbol where the glyph is not.
    fn sign(&self, ascii: bool) -> String {
        if ascii && !self.glyph.is_ascii() { self.letter.to_string() } else { self.glyph.clone() }
    }

    fn is_covered(&self) -> bool {
        !self.own && self.symbol > 0 && self.letter == '#'
    }

    fn draw(&self, scene: &mut Scene, centre: Point) {
        let across = |x: f64, y: f64| [centre.moved(-x, -y), centre.moved(x, y)];
        let join = |scene: &mut Scene, [from, to]: [Point; 2]| scene.line(from, to, Ink::Line, 4.0);
        if self.own && self.glyph == LINE {
            join(scene, across(SIDE / 2.0, 0.0));
        } else if self.own && self.glyph == UPRIGHT {
            join(scene, across(0.0, SIDE / 2.0));
        } else if self.own && self.glyph == DOT {
            scene.disc(centre, SIDE * 0.14, Ink::Line, Ink::Line);
        } else if self.own {
            // The empty cell is drawn faintly.
            let ink = if self.symbol == 0 { Ink::Covered } else { Ink::Black };
            scene.words(centre, SIDE * 0.6, ink, &self.glyph);
        } else if self.symbol > 0 && !self.is_covered() {
            piece(scene, centre, SIDE * 0.36, self.letter, owner(self.symbol));
        }
    }
}

/// A stone for `x` (black) and `o` (white); a disc with the letter for any other symbol.
fn piece(scene: &mut Scene, centre: Point, radius: f64, letter: char, owner: Ink) {
    match letter {
        'x' => scene.disc(centre, radius, Ink::Black, Ink::Black),
        'o' => scene.disc(centre, radius, Ink::White, Ink::Black),
        _ => {
            scene.disc(centre, radius, owner, owner);
            scene.words(centre, radius * 1.15, Ink::White, &letter.to_string());
        }
    }
}

fn coin(heads: bool, ascii: bool) -> &'static str {
    match (heads, ascii) {
        (true, false) => "Ⓗ",
        (false, false) => "Ⓣ",
        (true, true) => "H",
        (false, true) => "T",
    }
}

/// The coins, and below each its place, counted from 0.
pub(super) fn coins_with_places(coins: &[bool], ascii: bool) -> String {
    let signs = coins.iter().map(|heads| coin(*heads, ascii).to_owned()).collect();
    let places = (0..coins.len()).map(|n| n.to_string()).collect();
    aligned_rows(vec![signs, places])
}

/// The cells, with names of columns and numbers of rows.
pub(super) fn board_with_places(board: &DrawnBoard, column: &dyn Fn(usize) -> String) -> String {
    let names: Vec<String> = (0..board.columns).map(column).collect();
    let glyphs = |row: &[DrawnCell]| row.iter().map(|cell| cell.glyph.clone()).collect();
    let rows: Vec<Vec<String>> = board.cells.chunks(board.columns).map(glyphs).collect();
    if let [row] = &rows[..] {
        return aligned_rows(vec![row.clone(), names]);
    }
    let widest = rows.len().to_string().len();
    let head = std::iter::once(String::new()).chain(names).collect();
    let numbered = rows.into_iter().enumerate().map(|(n, row)| {
        let number = format!("{:>widest$}", n + 1);
        std::iter::once(number).chain(row).collect()
    });
    let drawn = aligned_rows(std::iter::once(head).chain(numbered).collect());
    if !board.slanted {
        return drawn;
    }
    // On a slanted board the columns lean to the right.
    let leaning = drawn.lines().enumerate().map(|(n, line)| match line.split_at_checked(widest) {
        Some((number, row)) => format!("{number}{}{row}", " ".repeat(n.saturating_sub(1))),
        None => line.to_owned(),
    });
    leaning.collect::<Vec<_>>().join("\n")
}

/// Joins rows of words to lines. All columns but the first are equally wide.
fn aligned_rows(rows: Vec<Vec<String>>) -> String {
    let width = |word: &String| word.chars().count();
    let first = rows.iter().filter_map(|row| row.first()).map(width).max().unwrap_or(0);
    let others = rows.iter().flat_map(|row| row.iter().skip(1)).map(width).max().unwrap_or(0);
    let line = |row: &Vec<String>| {
        let word = |(n, word): (usize, &String)| {
            let wide = if n == 0 { first } else { others };
            format!("{word}{}", " ".repeat(wide - width(word)))
        };
        let words: Vec<String> = row.iter().enumerate().map(word).collect();
        words.join(" ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The width of a coin with its margin.
const COIN: f64 = 40.0;

/// The coins, in several lines where these would be wider than so many columns.
pub(super) fn coins_text(coins: &[bool], ascii: bool, columns: usize) -> String {
    let across = (columns.saturating_add(1) / 2).max(1);
    let row = |coins: &[bool]| {
        let signs: Vec<&str> = coins.iter().map(|heads| coin(*heads, ascii)).collect();
        signs.join(" ")
    };
    coins.chunks(across).map(row).collect::<Vec<_>>().join("\n")
}

/// The coins, and below each its place, counted from 0.
pub(super) fn coins_scene(coins: &[bool]) -> Scene {
    let mut scene = Scene::new((coins.len() as f64 * COIN).max(COIN), COIN + 18.0);
    for (n, heads) in coins.iter().enumerate() {
        let centre = Point::new((n as f64 + 0.5) * COIN, COIN / 2.0);
        let (fill, letter) = if *heads { (Ink::Gold, "H") } else { (Ink::Silver, "T") };
        scene.disc(centre, COIN * 0.4, fill, Ink::Line);
        scene.words(centre, 16.0, Ink::Black, letter);
        scene.words(centre.moved(0.0, COIN / 2.0 + 10.0), 12.0, Ink::Line, &n.to_string());
    }
    scene
}

/// Largest heap whose counters are all drawn; larger ones have a gap.
const MOST_DRAWN: u64 = 12;
/// Counters above and below the gap.
const ABOVE: u64 = 3;
const BELOW: u64 = 6;
/// The height of a counter, and half of its width.
const HIGH: f64 = 15.0;
const HALF: f64 = 20.0;

/// The counters in a line, and how many they are.
pub(super) fn heap_text(size: u64, ascii: bool) -> String {
    let counter = if ascii { "o" } else { "●" };
    match size {
        0 => "0".to_owned(),
        1..=MOST_DRAWN => format!("{} {size}", counter.repeat(size as usize)),
        _ => format!(
            "{}...{} {size}",
            counter.repeat(BELOW as usize),
            counter.repeat(ABOVE as usize)
        ),
    }
}

/// The counters on top of each other, and below them how many they are.
pub(super) fn heap_scene(size: u64) -> Scene {
    let label = size.to_string();
    let width = (2.0 * HALF).max(text_width(&label, LETTERS));
    let (below, above) = if size <= MOST_DRAWN { (size, 0) } else { (BELOW, ABOVE) };
    let gap = if above > 0 { 2.0 * HIGH } else { 0.0 };
    let stack = (below + above) as f64 * HIGH + gap;
    let mut scene = Scene::new(width, stack + 26.0);
    let floor = stack + 2.0;
    let mut counter = |lower: f64| {
        let corner = Point::new(width / 2.0 - HALF, floor - lower - HIGH + 1.0);
        scene.rectangle(corner, 2.0 * HALF, HIGH - 3.0, Ink::Both);
    };
    (0..below).for_each(|n| counter(n as f64 * HIGH));
    (0..above).for_each(|n| counter(gap + (below + n) as f64 * HIGH));
    for dot in 0..3 {
        if above > 0 {
            let up = below as f64 * HIGH + gap * (0.25 + 0.25 * f64::from(dot));
            scene.disc(Point::new(width / 2.0, floor - up), 1.5, Ink::Both, Ink::Both);
        }
    }
    let ends = [0.0, width].map(|x| Point::new(x, floor));
    scene.line(ends[0], ends[1], Ink::Line, 2.0);
    scene.words(Point::new(width / 2.0, floor + 14.0), LETTERS, Ink::Line, &label);
    scene
}
