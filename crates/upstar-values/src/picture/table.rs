//! Tables: a line below the header, another beside the names of the rows.

use unicode_width::UnicodeWidthStr;

use super::scene::{Align, Ink, LETTERS, Point, Scene, text_width};

/// Rows of cells, each in Unicode and in ASCII. All rows are of one length.
#[derive(Debug, Clone)]
pub struct DrawnTable {
    /// The rows, the header among them.
    pub rows: Vec<Vec<[String; 2]>>,
    /// Whether the first row is a header.
    pub header: bool,
    /// Whether the first column names the rows.
    pub named: bool,
    /// Alignment of each column.
    pub alignments: Vec<Align>,
}

impl DrawnTable {
    /// Number of cells.
    pub(super) fn size(&self) -> usize {
        self.rows.len() * self.alignments.len()
    }

    /// Returns the width of each column, with cells as wide as `measure` says.
    fn widths(&self, measure: impl Fn(&[String; 2]) -> f64) -> Vec<f64> {
        let widest = |column: usize| {
            self.rows.iter().filter_map(|row| row.get(column)).map(&measure).fold(0.0, f64::max)
        };
        (0..self.alignments.len()).map(widest).collect()
    }
}

/// Lines of a frame: upright, across, then the crossings from the top left to the bottom right.
const FRAMES: [[char; 11]; 2] = [
    ['│', '─', '┌', '┬', '┐', '├', '┼', '┤', '└', '┴', '┘'],
    ['|', '-', '+', '+', '+', '+', '+', '+', '+', '+', '+'],
];

/// The table in frames of at most `most` columns of text, one below the other; the names of rows are in each.
pub(super) fn text(table: &DrawnTable, ascii: bool, most: usize) -> String {
    let width = |column: usize| {
        let cells = table.rows.iter().map(|row| row[column][usize::from(ascii)].width());
        cells.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..table.alignments.len()).map(width).collect();
    let names = usize::from(table.named && widths.len() > 1);
    // What is left beside the frame and the names of rows.
    let named: usize = widths[..names].iter().map(|width| width + 3).sum();
    let room = most.saturating_sub(2 + named);
    let mut frames: Vec<Vec<usize>> = vec![(0..names).collect()];
    let mut used = 0;
    for (column, width) in widths.iter().enumerate().skip(names) {
        let needed = width + 2;
        if used > 0 && used + needed > room {
            frames.push((0..names).collect());
            used = 0;
        }
        frames.last_mut().expect("there is one at first").push(column);
        used += needed;
    }
    let frames = frames.iter().map(|columns| framed(table, ascii, columns, &widths));
    frames.collect::<Vec<_>>().join("\n")
}

/// Some columns of a table in a frame.
fn framed(table: &DrawnTable, ascii: bool, columns: &[usize], widths: &[usize]) -> String {
    let [upright, across, corners @ ..] = FRAMES[usize::from(ascii)];
    let is_named = |column: usize| table.named && column == 0 && columns.len() > 1;
    let rule = |[left, middle, right]: [char; 3]| {
        let mut line = String::from(left);
        for &column in columns {
            line.extend(std::iter::repeat_n(across, widths[column] + 2));
            line.extend(is_named(column).then_some(middle));
        }
        line.push(right);
        line
    };
    let [top, below, bottom] = [0, 3, 6].map(|n| [corners[n], corners[n + 1], corners[n + 2]]);
    let mut lines = vec![rule(top)];
    for (n, row) in table.rows.iter().enumerate() {
        let mut line = String::from(upright);
        for &column in columns {
            let cell = &row[column][usize::from(ascii)];
            let free = widths[column] - cell.width();
            let before = match table.alignments[column] {
                Align::Left => 0,
                Align::Middle => free / 2,
                Align::Right => free,
            };
            line.extend(std::iter::repeat_n(' ', before + 1));
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', free - before + 1));
            line.extend(is_named(column).then_some(upright));
        }
        line.push(upright);
        lines.push(line);
        if n == 0 && table.header && table.rows.len() > 1 {
            lines.push(rule(below));
        }
    }
    lines.push(rule(bottom));
    lines.join("\n")
}

/// Height of a row, and padding of a cell on each side.
const ROW: f64 = 24.0;
const BESIDE: f64 = 9.0;

pub(super) fn scene(table: &DrawnTable) -> Scene {
    let widths = table.widths(|cell| text_width(&cell[0], LETTERS).max(8.0) + 2.0 * BESIDE);
    let (width, height) = (widths.iter().sum(), ROW * table.rows.len() as f64);
    let mut scene = Scene::new(width, height);
    for n in 2..table.rows.len() {
        let y = ROW * n as f64;
        scene.line(Point::new(0.0, y), Point::new(width, y), Ink::Faint, 0.4);
    }
    for (n, row) in table.rows.iter().enumerate() {
        let mut left = 0.0;
        for ((cell, room), align) in row.iter().zip(&widths).zip(&table.alignments) {
            let half = text_width(&cell[0], LETTERS) / 2.0;
            let middle = match align {
                Align::Left => left + BESIDE + half,
                Align::Middle => left + room / 2.0,
                Align::Right => left + room - BESIDE - half,
            };
            let centre = Point::new(middle, ROW * (n as f64 + 0.5));
            if !cell[0].is_empty() {
                scene.words_at(*align, centre, LETTERS, Ink::Line, &cell[0]);
            }
            left += room;
        }
    }
    let mut across = |y: f64, thick: f64| {
        scene.line(Point::new(0.0, y), Point::new(width, y), Ink::Line, thick);
    };
    across(0.0, 1.8);
    across(height, 1.8);
    if table.rows.len() > 1 {
        across(ROW, if table.header { 1.2 } else { 0.4 });
    }
    if let (true, Some(first)) = (table.named, widths.first()) {
        scene.line(Point::new(*first, 0.0), Point::new(*first, height), Ink::Line, 1.2);
    }
    scene
}
