//! Tables of explanations with drawn positions in their cells.
//!
//! Knows: which cells are pictures, and how lines of several cells are put side by side.
//! Must not know: how sentences are written.

use unicode_width::UnicodeWidthStr as _;

use super::figure;
use crate::value::Value;
use crate::value::explanation::{Piece, Sentence};

/// Lines of a cell.
pub(super) type Block = Vec<String>;

/// Columns that pictures beside each other fill: with the indent of steps they fit on a screen of 60.
const WIDTH: usize = 50;
/// Blanks between pictures beside each other.
const GAP: usize = 4;
/// Columns that words beside a picture take, where they are only estimated.
const WORDS: usize = 8;

/// Picture of a cell that is a position with a drawing of several rows.
pub(super) fn picture(cell: &Sentence, ascii: bool) -> Option<String> {
    match &cell.pieces[..] {
        [Piece::Value(Value::Position(position))] => figure::draw(position, ascii),
        _ => None,
    }
}

/// Whether a value in a cell is shown as a picture.
pub fn is_drawn(value: &Value) -> bool {
    matches!(value, Value::Position(position) if figure::draw(position, true).is_some())
}

/// The pictures of a table in which each row begins with one: these are shown side by side.
pub(super) fn side_by_side(rows: &[Vec<Sentence>]) -> Option<Vec<String>> {
    let first = |row: &Vec<Sentence>| row.first().and_then(|cell| picture(cell, true));
    let pictures: Option<Vec<String>> = rows.iter().map(first).collect();
    pictures.filter(|pictures| !pictures.is_empty())
}

/// Number of lines of a table, which is an estimate where pictures are shown side by side.
pub(in crate::value) fn lines(rows: &[Vec<Sentence>]) -> usize {
    if let Some(pictures) = side_by_side(rows) {
        let widest = pictures.iter().flat_map(|picture| picture.lines()).map(|line| line.width());
        let highest = pictures.iter().map(|picture| picture.lines().count()).max().unwrap_or(0);
        let across = across(widest.max().unwrap_or(0) + WORDS);
        return pictures.len().div_ceil(across) * (highest + 1) - 1;
    }
    let height = |row: &Vec<Sentence>| {
        let heights = row.iter().filter_map(|cell| picture(cell, true));
        heights.map(|picture| picture.lines().count() + 1).max().unwrap_or(1)
    };
    rows.iter().map(height).sum()
}

/// Number of pictures of a width beside each other.
fn across(width: usize) -> usize {
    ((WIDTH + GAP) / (width + GAP)).max(1)
}

fn width(block: &Block) -> usize {
    block.iter().map(|line| line.width()).max().unwrap_or(0)
}

/// Puts blocks side by side, the last lines of lower ones in the middle.
fn beside<'b>(blocks: impl Iterator<Item = (&'b Block, usize)> + Clone, gap: usize) -> Block {
    let height = blocks.clone().map(|(block, _)| block.len()).max().unwrap_or(0);
    let mut lines = vec![String::new(); height];
    for (block, width) in blocks {
        let above = (height - block.len()) / 2;
        for (place, line) in lines.iter_mut().enumerate() {
            let part = place.checked_sub(above).and_then(|at| block.get(at));
            let part = part.map_or("", String::as_str);
            line.push_str(part);
            line.push_str(&" ".repeat(width - part.width() + gap));
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Rows below each other; a row with a picture has a blank line after it.
pub(super) fn below_each_other(rows: &[Vec<Block>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column| rows.iter().filter_map(|row| row.get(column)).map(width).max();
    let widths: Vec<usize> = (0..columns).map(|column| widest(column).unwrap_or(0)).collect();
    let mut lines = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let block = beside(row.iter().zip(widths.iter().copied()), 2);
        let is_high = block.len() > 1;
        lines.extend(block);
        if is_high && place + 1 < rows.len() {
            lines.push(String::new());
        }
    }
    lines
}

/// Rows that begin with a picture, as many side by side as fit.
pub(super) fn gallery(rows: Vec<Vec<Block>>) -> Vec<String> {
    let items: Vec<Block> =
        rows.iter().map(|row| beside(row.iter().map(|block| (block, width(block))), 1)).collect();
    let widest = items.iter().map(width).max().unwrap_or(0);
    let mut lines = Vec::new();
    for (place, chunk) in items.chunks(across(widest)).enumerate() {
        if place > 0 {
            lines.push(String::new());
        }
        lines.extend(beside(chunk.iter().map(|block| (block, widest)), GAP));
    }
    lines
}
