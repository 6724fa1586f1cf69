//! Texts are read as far as they fit into memory.

use super::*;
use crate::diagnostic::{Code, TextBudget};
use crate::source::SourceMap;

/// So many bytes are left.
struct Room(u64);

impl TextBudget for Room {
    fn poll(&self) -> Result<(), Diagnostic> {
        Ok(())
    }

    fn room(&self) -> u64 {
        self.0
    }

    fn reserve(&self, bytes: u64) -> Result<(), Diagnostic> {
        let error = || Diagnostic::error(Code::OutOfMemory, "too much");
        (bytes <= self.0).then_some(()).ok_or_else(error)
    }
}

fn parsed(text: &str, room: u64) -> Result<usize, Code> {
    let parsed = parse_file(SourceMap::default().add("test", text), text, &Room(room));
    parsed.map(|program| program.statements.len()).map_err(|error| error.code)
}

/// What one statement is made of, and how it begins and ends.
const STATEMENTS: [(&str, &str, &str); 6] = [
    ("[", "1,", "1]"),
    ("<", "*,", "1|2>"),
    ("f(x) := [", "x,", "x]"),
    ("fn f() { ", "x := 1; ", "x }"),
    ("game A(n: heap) { move n-1", ";n-1", " }"),
    ("\"", "\\n", "\""),
];

#[test]
fn short_statements_need_room_for_one_of_them() {
    for (before, piece, after) in STATEMENTS {
        let text = format!("{before}{}{after}\n", piece.repeat(10)).repeat(1_000);
        assert_eq!(parsed(&text, 1 << 20), Ok(1_000), "{text:.60}");
    }
}

#[test]
fn a_long_statement_needs_room_for_itself() {
    for (before, piece, after) in STATEMENTS {
        let text = format!("{before}{}{after}\n", piece.repeat(10_000));
        assert_eq!(parsed(&text, 1 << 20), Err(Code::OutOfMemory), "{text:.60}");
        assert_eq!(parsed(&text, 100 << 20), Ok(1), "{text:.60}");
        let after_others = "1\n".repeat(10) + &text;
        assert_eq!(parsed(&after_others, 1 << 20), Err(Code::OutOfMemory), "{text:.60}");
    }
}

#[test]
fn an_error_among_many_statements_is_found_with_little_room() {
    let text = "x := [1, 2]\n".repeat(1_000) + "y := 1 +* )\n" + &"x := 1\n".repeat(1_000);
    assert_eq!(parsed(&text, 1 << 20), Err(Code::Syntax));
}
