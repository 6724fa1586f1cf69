//! Positions of a match in characters.
//!
//! Must not know: terminals.

use super::names;
use crate::value::host::Host;
use crate::value::{Notation, Result, Value, show};

/// Blank columns between two pictures.
const GAP: usize = 4;

/// Returns a position in characters, at most `width` columns wide if possible, with coordinates and the
/// letters of summands.
pub fn board(
    host: &mut dyn Host,
    position: &Value,
    notation: Notation,
    width: usize,
) -> Result<String> {
    let parts = names::summands(position)?;
    let store = host.store();
    let ascii = notation.is_ascii();
    let plain = Notation::UNICODE.with(notation.brackets);
    let notation = if notation.is_latex() { plain } else { notation };
    let column = |n: usize| names::cell_name(1, 0, n);
    let mut blocks = Vec::with_capacity(parts.len());
    for (n, part) in parts.iter().enumerate() {
        let mut wrong = None;
        let mut words = |value: &Value| {
            show::in_notation(&store, value, notation).unwrap_or_else(|fault| {
                wrong.get_or_insert(fault);
                String::new()
            })
        };
        let drawn = match show::figure(names::unsigned(part).as_ref().unwrap_or(part), &mut words) {
            Some(figure) => figure.text_with_places(ascii, &column),
            None => words(part),
        };
        if let Some(fault) = wrong {
            return Err(fault);
        }
        blocks.push(match names::letter(&parts, n) {
            Some(letter) if names::is_negative(part) => {
                format!("{letter} (sides exchanged)\n{drawn}")
            }
            Some(letter) => format!("{letter}\n{drawn}"),
            None => drawn,
        });
    }
    if blocks.is_empty() {
        return Ok("0".to_owned());
    }
    Ok(if names::are_heaps(&parts) { blocks.join("\n") } else { arranged(&blocks, width) })
}

/// Joins blocks of text side by side, as many as fit, with their first lines in one line.
fn arranged(blocks: &[String], width: usize) -> String {
    let wide = |block: &String| block.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let mut rows: Vec<Vec<&String>> = Vec::new();
    let mut used = 0;
    for block in blocks {
        match rows.last_mut() {
            Some(row) if used + GAP + wide(block) <= width => {
                used += GAP + wide(block);
                row.push(block);
            }
            _ => {
                used = wide(block);
                rows.push(vec![block]);
            }
        }
    }
    let rows: Vec<String> = rows.iter().map(|row| beside(row, &wide)).collect();
    rows.join("\n")
}

fn beside(row: &[&String], wide: &impl Fn(&String) -> usize) -> String {
    let height = row.iter().map(|block| block.lines().count()).max().unwrap_or(0);
    let line = |n: usize| {
        let mut line = String::new();
        for block in row {
            let text = block.lines().nth(n).unwrap_or_default();
            line.push_str(text);
            line.push_str(&" ".repeat(wide(block) - text.chars().count() + GAP));
        }
        line.trim_end().to_owned()
    };
    (0..height).map(line).collect::<Vec<_>>().join("\n")
}
