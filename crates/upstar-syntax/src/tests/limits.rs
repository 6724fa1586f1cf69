//! Limits of depth, time and memory.

#![expect(clippy::disallowed_methods, reason = "these tests take the time")]

use std::time::{Duration, Instant};

use super::*;
use crate::diagnostic::{Code, TextBudget};
use crate::source::SourceMap;

/// Runs `work` in a thread with a small stack.
fn on_small_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(2 << 20);
        thread.spawn_scoped(scope, work).unwrap().join().unwrap()
    })
}

/// The code of the error of `text`, or `None` when it parses.
fn code(text: &str) -> Option<Code> {
    on_small_stack(|| parse(text).err().map(|error| error.code))
}

/// Number of repetitions.
const COUNT: usize = 100_000;

/// Far more than is needed on an idle machine.
const LONG: Duration = Duration::from_secs(8);

fn assert_too_deep(text: &str) {
    let start = Instant::now();
    assert_eq!(code(text), Some(Code::TooDeep), "{}", &text[..20]);
    assert!(start.elapsed() < LONG, "{} took {:?}", &text[..20], start.elapsed());
}

#[test]
fn a_hundred_thousand_opening_brackets_are_too_deep() {
    for bracket in
        ["(", "[", "{", "<", "f(", "x[", "*(", "±<", "<|", "{1: ", "a: <", "(<[{", "fn f("]
    {
        assert_too_deep(&bracket.repeat(COUNT));
    }
    for block in ["if a { ", "game G(n) { ", "while x { "] {
        assert_too_deep(&block.repeat(COUNT));
    }
}

#[test]
fn a_hundred_thousand_prefixes_are_too_deep() {
    let prefixes = ["-", "not ", "x -> ", "(x) -> ", "if 1 then ", "if 1 then 2 else ", "if ", "±"];
    for prefix in prefixes {
        assert_too_deep(&(prefix.repeat(COUNT) + "1"));
    }
}

/// Each level needs the end of the whole chain, which is computed once.
#[test]
fn chains_that_are_parsed_and_not_built_take_linear_time() {
    let start = Instant::now();
    for prefix in ["(x,y)->", "x -> ", "if 1 then 2 else ", "x -> y -> "] {
        assert_too_deep(&(prefix.repeat(5_000) + "1"));
    }
    assert!(start.elapsed() < LONG / 4, "{:?}", start.elapsed());
}

#[test]
fn a_hundred_thousand_generators_are_too_deep() {
    for (before, after) in ["[x|]", "{x|}", "{x: 1|}", "game G(n: heap) { move n - 1|}"]
        .map(|text| text.split_once('|').unwrap())
    {
        for generator in ["for x in 1..2 ", "if true ", "for x in [1] if x > 0 "] {
            let text = |count| format!("{before} for x in 1..2 {}{after}", generator.repeat(count));
            assert_too_deep(&text(COUNT));
            assert_eq!(code(&text(100)), None);
        }
    }
}

#[test]
fn a_hundred_thousand_operands_are_too_deep() {
    for operand in ["2**", "1+", "1 or ", "1 : ", "1..", "1 < "] {
        assert_too_deep(&(operand.repeat(COUNT) + "1"));
    }
    assert_too_deep(&("x".to_owned() + &".y".repeat(COUNT)));
    assert_too_deep(&("x".to_owned() + &"()".repeat(COUNT)));
}

#[test]
fn long_is_not_deep() {
    for (open, piece, close) in [("[", "1,", "]"), ("", "a;", ""), ("", "x := 1\n", "")] {
        assert_eq!(code(&format!("{open}{}{close}", piece.repeat(5000))), None, "{piece}");
    }
}

#[test]
fn five_hundred_brackets_are_fine() {
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("<", "|>"),
        ("f(", ")"),
        ("if a { ", " }"),
        ("<0||", "|1>"),
        ("{1: ", "}"),
        ("*(", ")"),
        ("[x, <|", ">]"),
        ("(if a then ", " else b)"),
    ] {
        let count = if open.contains("[x") { 250 } else { 500 };
        let text = format!("{}1{}", open.repeat(count), close.repeat(count));
        assert_eq!(code(&text), None, "{open}");
    }
}

#[test]
fn deep_trees_are_dropped_and_printed_on_a_small_stack() {
    for text in [
        "1+".repeat(990) + "1",
        "-".repeat(1990) + "1",
        "x -> ".repeat(900) + "1",
        "2**".repeat(990) + "1",
        "<".repeat(490) + &"|>".repeat(490),
        "<0|".repeat(490) + "1" + &">".repeat(490),
        "if a {} else ".repeat(400) + "if b {}",
    ] {
        on_small_stack(|| {
            let program = tree(&text);
            names(&program.statements);
            assert!(same(&program, &tree(&print::program(&program))));
        });
    }
}

/// Budget with this number of bytes left.
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

/// Parts of a statement, with its beginning and end.
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
