//! How moves and sentences are put on the screen.

use super::Table;
use crate::play::Move;

/// So many moves are shown when several may be meant.
const MOST_MEANT: usize = 12;

impl Table<'_> {
    /// Asks back when several moves may be meant.
    pub(super) fn several(&self, text: &str, moves: &[Move]) {
        let names: Vec<String> =
            moves.iter().take(MOST_MEANT).map(|one| format!("`{}`", one.name)).collect();
        let more = match moves.len().saturating_sub(MOST_MEANT) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        self.wrapped(&format!("`{text}` may be {}{more}.", either(&names)));
    }

    /// Lists moves with their numbers.
    pub(super) fn list(&self, moves: &[Move]) {
        let entries: Vec<String> =
            moves.iter().enumerate().map(|(n, one)| format!("#{} {}", n + 1, one.name)).collect();
        let widest = entries.iter().map(|entry| entry.chars().count()).max().unwrap_or(0) + 3;
        let columns = (self.context.terminal.width / widest.max(1)).max(1);
        for row in entries.chunks(columns) {
            let cells: Vec<String> = row.iter().map(|entry| format!("{entry:<widest$}")).collect();
            self.context.terminal.line(cells.concat().trim_end());
        }
    }

    /// Says something in lines no longer than the terminal.
    pub(super) fn wrapped(&self, text: &str) {
        let (mut line, width) = (String::new(), self.context.terminal.width.max(20));
        for word in text.split(' ') {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
                self.context.terminal.line(&line);
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        self.context.terminal.line(&line);
    }
}

/// `a`, `a or b`, `a, b or c`
fn either(names: &[String]) -> String {
    match names {
        [all @ .., last] if !all.is_empty() => format!("{} or {last}", all.join(", ")),
        names => names.concat(),
    }
}

/// What begins with a capital letter, unless it begins with something quoted.
pub(super) fn sentence(what: &dyn std::fmt::Display) -> String {
    let text = what.to_string();
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => text,
    }
}
