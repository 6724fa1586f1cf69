//! Random rewrite rules, with everything that patterns have.

use super::grammar::{Words, weighted};

/// A cell of a pattern, as typed on both sides; `s`, `t` are symbols.
#[derive(Debug, Clone, Copy)]
struct Cell {
    weight: u64,
    pattern: &'static str,
    replacement: &'static str,
}

const fn cell(weight: u64, pattern: &'static str, replacement: &'static str) -> Cell {
    Cell { weight, pattern, replacement }
}

/// Cells of rules as simple as can be.
const PLAIN: &[Cell] = &[cell(1, "‹s›", "‹s›")];

/// All others.
const CELLS: &[Cell] = &[
    cell(20, "‹s›", "‹s›"),
    cell(3, "?", "?"),
    cell(1, "?", "‹s›"),
    cell(3, "[‹ss›]", "?"),
    cell(2, "[‹ss›]", "‹s›"),
    cell(1, "[‹span›]", "?"),
    cell(2, "[^‹s›]", "?"),
    cell(1, " ", " "),
    cell(1, "‹s›~", "‹s›~"),
    cell(1, "?~", "?~"),
    cell(1, "‹s›+", "‹s›+"),
    cell(1, "[‹ss›]~", "?~"),
    cell(1, "(‹ss›)~", "(‹ss›)~"),
];

/// Rules whose texts are computed.
const COMPUTED: &[&str] = &[
    "\"‹s›\" * k + \"‹s›\" -> \"‹s›\" * k + \"‹s›\"‹turned› for k in 1..2",
    "\"‹s›\" + \"?\" * k -> \"‹s›\" + \"?\" * k‹turned› for k in 0..2 if after != b",
    "\"‹s›\" + m -> m + \"‹s›\" for k in 1..2 let m := \"‹s›\" * k",
    "\"‹s›‹s›\" -> p‹turned› then p -> \"‹s›‹s›\" for p in [\"‹s›‹s›\", \"‹s›‹s›\"]",
];

/// A rewrite rule. What goes on begins with the symbol that was written last, most often.
pub(crate) fn rule(words: &mut Words<'_>) -> String {
    if words.dice.roll(16) == 0 {
        let computed = COMPUTED[words.dice.roll(COMPUTED.len() as u64) as usize];
        return words.fill(computed, 1);
    }
    let is_plain = words.dice.roll(3) == 0;
    let goes_on = words.dice.roll(3) == 0;
    let (mut text, mut last) = step(words, is_plain, None);
    if goes_on {
        for _ in 0..1 + words.dice.roll(6) / 5 {
            let (next, written) = step(words, is_plain, last);
            text = format!("{text} then {next}");
            last = written;
        }
    }
    if !is_plain && words.dice.roll(8) == 0 {
        text += &words.any("only if", 1);
    }
    text
}

/// One step of a rule, which begins with a symbol, and the symbol that it writes last.
fn step(words: &mut Words<'_>, is_plain: bool, first: Option<char>) -> (String, Option<char>) {
    let is_tall = !is_plain && words.dice.roll(8) == 0;
    let [mut pattern, mut replacement] = [String::new(), String::new()];
    let columns = 1 + words.dice.roll(3);
    let mut last = None;
    for row in 0..1 + u64::from(is_tall) {
        if row > 0 {
            pattern.push('|');
            replacement.push('|');
        }
        for column in 0..columns {
            let table = if is_plain { PLAIN } else { CELLS };
            let chosen = weighted(words.dice, table, |cell| cell.weight);
            match first {
                Some(symbol) if row + column == 0 && words.dice.roll(8) > 0 => {
                    pattern.push(symbol);
                    replacement += &words.fill("‹s›", 1);
                }
                _ => {
                    pattern += &words.fill(chosen.pattern, 1);
                    replacement += &words.fill(chosen.replacement, 1);
                }
            }
            let written = replacement.chars().next_back();
            last = written.filter(|&symbol| words.alphabet.contains(symbol)).or(last);
        }
    }
    if !is_plain && !is_tall && words.dice.roll(12) == 0 {
        pattern =
            if words.dice.roll(2) == 0 { format!("^{pattern}") } else { format!("{pattern}$") };
    }
    let turns = match words.dice.roll(if is_plain || is_tall { 1 } else { 10 }) {
        8 => " hexagonally",
        5 => " any direction",
        6 => " orthogonally",
        7 => " diagonally",
        _ => "",
    };
    let over = if first.is_none() && words.dice.roll(12) == 0 { " over the border" } else { "" };
    let repeatedly = if !is_plain && words.dice.roll(12) == 0 { " repeatedly" } else { "" };
    (format!("\"{pattern}\" -> \"{replacement}\"{turns}{over}{repeatedly}"), last)
}
