//! Positions of drawn rulesets.
//!
//! Knows: how positions of each kind are typed. Must not know: rules.

use super::kinds::{Form, Place};
use super::support::Dice;

/// Positions, small ones first or last.
pub(crate) fn positions(
    dice: &mut Dice,
    place: Place,
    alphabet: &str,
    form: Form,
) -> impl Iterator<Item = String> {
    let count = 3 + dice.roll(2);
    let mut sizes: Vec<u64> = (0..count).collect();
    match dice.roll(3) {
        0 => sizes.reverse(),
        1 => sizes.sort_by_key(|size| size % 2),
        _ => {}
    }
    let few = matches!(form, Form::Goals | Form::Points | Form::Turns);
    let typed: Vec<String> =
        sizes.into_iter().map(|size| position(dice, place, alphabet, size, few)).collect();
    typed.into_iter()
}

pub(crate) const NUMBERED_STRIP: &str = "b: strip of ‹range›";
pub(crate) const NUMBERED_GRID: &str = "b: grid of ‹range›";
pub(crate) const NUMBERED_RING: &str = "b: ring of ‹range›";
pub(crate) const NUMBERED_CYLINDER: &str = "b: cylinder of ‹range›";
pub(crate) const NUMBERED_TORUS: &str = "b: torus of ‹range›";

pub(crate) const STRIP: &str = "b: strip of \"‹alphabet›\"";
pub(crate) const GRID: &str = "b: grid of \"‹alphabet›\"";
pub(crate) const RING: &str = "b: ring of \"‹alphabet›\"";
pub(crate) const CYLINDER: &str = "b: cylinder of \"‹alphabet›\"";
pub(crate) const TORUS: &str = "b: torus of \"‹alphabet›\"";

/// A position of about some size, from 0 to 3.
pub(crate) fn position(
    dice: &mut Dice,
    place: Place,
    alphabet: &str,
    size: u64,
    few: bool,
) -> String {
    match place {
        Place::Strip | Place::Symbols => {
            let is_strip = matches!(place, Place::Strip);
            let length = (size + dice.roll(3)).max(u64::from(is_strip));
            format!("\"{}\"", row(dice, if is_strip { alphabet } else { ".xo" }, length))
        }
        Place::Grid => {
            let (rows, columns) = *dice.one_of(match (size, few) {
                (0, _) => &[(1, 1), (1, 2), (2, 1)],
                (1, _) => &[(1, 3), (2, 1), (1, 1)],
                (2, _) => &[(2, 2), (1, 4), (3, 1)],
                (_, true) => &[(2, 2), (2, 2), (1, 4)],
                _ => &[(2, 3), (3, 2), (2, 2), (1, 5)],
            });
            let rows: Vec<String> = (0..rows).map(|_| row(dice, alphabet, columns)).collect();
            format!("\"{}\"", rows.join("|"))
        }
        Place::Heap | Place::Number => (size + dice.roll(4)).to_string(),
        Place::Pair => format!("{}, {}", dice.roll(size + 2), dice.roll(size + 2)),
        Place::List => format!("{:?}", (0..size).map(|_| dice.roll(4)).collect::<Vec<_>>()),
        Place::Set => {
            let elements: Vec<String> =
                (0..5_u64).filter(|_| dice.roll(2) == 0).map(|n| n.to_string()).collect();
            format!("{{{}}}", elements.join(", "))
        }
        Place::Coins => format!("\"{}\"", row(dice, "TH", 1 + size)),
        Place::Pile | Place::Row => {
            let elements = (0..size.min(3)).map(|_| dice.roll(5).to_string());
            let elements = elements.collect::<Vec<_>>().join(", ");
            let number = dice.roll(4);
            match place {
                Place::Pile => format!("{{{elements}}}, {number}"),
                _ => format!("[{elements}], {number}"),
            }
        }
        Place::Together => format!("({}, {})", dice.roll(size + 2), dice.roll(size + 2)),
        Place::Entries => {
            let entry = |key| format!("{key}: {}", dice.roll(4));
            let entries: Vec<String> = (1..=size.max(1)).map(entry).collect();
            format!("{{{}}}", entries.join(", "))
        }
        Place::Rows => {
            let columns = 1 + dice.roll(2);
            let row = |_| format!("{:?}", (0..columns).map(|_| dice.roll(3)).collect::<Vec<_>>());
            let rows: Vec<String> = (0..size.min(2)).map(row).collect();
            format!("[{}]", rows.join(", "))
        }
        Place::Digits(most) => {
            let (columns, rows) = (1 + dice.roll(3.min(size + 1)), 1 + dice.roll(most));
            let rows: Vec<String> = (0..rows).map(|_| row(dice, alphabet, columns)).collect();
            format!("\"{}\"", rows.join("|"))
        }
        Place::Turn => format!("{}, {}", size + dice.roll(3), dice.one_of(&["Left", "Right"])),
        Place::Edges(labels) => format!("\"{}\"", graph(dice, "-", labels, "", size)),
        Place::Vertices => format!("\"{}\"", graph(dice, "-", "", ".xo", size)),
        Place::NumberedVertices | Place::NumberedEdges | Place::NumberedToken => {
            numbered_graph(dice, place, alphabet, size.min(2))
        }
        Place::Token => format!("\"1, {}\", 1", graph(dice, ">", "", "", size)),
    }
}

/// A row of cells.
fn row(dice: &mut Dice, alphabet: &str, length: u64) -> String {
    let symbols: Vec<char> = alphabet.chars().collect();
    // Half of the boards are mostly empty.
    let empty = dice.roll(2) == 0;
    (0..length)
        .map(|_| if empty && dice.roll(2) == 0 { symbols[0] } else { *dice.one_of(&symbols) })
        .collect()
}

/// A graph with numbers, as a text, and a vertex where there is a token.
fn numbered_graph(dice: &mut Dice, place: Place, alphabet: &str, size: u64) -> String {
    if let Place::NumberedEdges = place {
        return format!("\"{}\"", graph(dice, "-", alphabet, "", size));
    }
    let text = format!("\"{}{}\"", graph(dice, "-", "", "", size), labels(dice, alphabet, size));
    if matches!(place, Place::NumberedToken) { format!("{text}, 0") } else { text }
}

/// Labels of some vertices, after a graph.
fn labels(dice: &mut Dice, alphabet: &str, size: u64) -> String {
    let symbols: Vec<char> = alphabet.chars().collect();
    let label = |vertex: u64| format!(", {vertex}={}", dice.one_of(&symbols));
    (0..=size).map(label).collect()
}

/// A graph as a text.
fn graph(dice: &mut Dice, sign: &str, edges: &str, vertices: &str, size: u64) -> String {
    let labels: Vec<char> = edges.chars().collect();
    let marks: Vec<char> = vertices.chars().skip(1).collect();
    let mut parts = vec!["0".to_owned()];
    for last in 0..=size {
        // All hangs together, so that pictures stand on the ground.
        let (from, to) = (dice.roll(last + 1), dice.roll(size + 2).min(last + 1));
        let label =
            if labels.is_empty() { String::new() } else { format!(":{}", dice.one_of(&labels)) };
        parts.push(format!("{from}{sign}{to}{label}"));
    }
    if !marks.is_empty() {
        parts[0] = format!("0={}", dice.one_of(&marks));
    }
    parts.join(", ")
}
