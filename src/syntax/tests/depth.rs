//! Nesting is bounded by an error, never by a crash.

use std::time::Instant;

use super::*;
use crate::diagnostic::Code;

/// Runs `work` in a thread with a small stack.
fn on_small_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(2 << 20);
        thread.spawn_scoped(scope, work).unwrap().join().unwrap()
    })
}

/// The code of the error of `text`, or `None` when it parses.
fn code(text: &str) -> Option<Code> {
    on_small_stack(|| parse_text(text).err().map(|error| error.code))
}

const COUNT: usize = 100_000;

#[test]
fn a_hundred_thousand_of_anything_is_too_deep_and_quickly_so() {
    let repeated = [
        "(",
        "[",
        "{",
        "<",
        "f(",
        "x[",
        "*(",
        "-",
        "not ",
        "x -> ",
        "(x) -> ",
        "if ",
        "if 1 then ",
        "if 1 then 2 else ",
        "2**",
        "1+",
        "a: <",
        "±",
        "±<",
        "<|",
        "{1:",
        "a.b(",
        "x.y.",
        "if a { ",
        "1:",
        "- - ",
        "for x in ",
        "fn f(",
        "f() := ",
        "(a, ",
        "if a {} else ",
        "x := ",
        "while ",
        "f(x=",
        "game G(",
        "check ",
        "[x for ",
        "(<[{",
        "1 < ",
        "a or ",
        "?",
        ")",
        "1..",
        "^",
        "v",
        "*",
        "|",
        "1,",
        "a;",
    ];
    for piece in repeated {
        for end in ["", "1"] {
            let text = piece.repeat(COUNT) + end;
            let start = Instant::now();
            let code = code(&text);
            let time = start.elapsed();
            println!("{piece:20} {code:?} {time:?}");
        }
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
    ] {
        let text = format!("{}1{}", open.repeat(500), close.repeat(500));
        assert_eq!(code(&text), None, "{open}");
    }
}

#[test]
fn deep_trees_are_dropped_on_a_small_stack() {
    for text in [
        "1+".repeat(990) + "1",
        "-".repeat(1990) + "1",
        "x -> ".repeat(900) + "1",
        "2**".repeat(990) + "1",
    ] {
        let time = Instant::now();
        on_small_stack(|| drop(parse_text(&text).unwrap()));
        println!("{:?}", time.elapsed());
    }
}

#[test]
fn scaling() {
    for n in [100, 200, 400, 800, 1600, 3200, 6400] {
        for p in ["if a {} else ", "if 1 then ", "<|", "x -> "] {
            let text = p.repeat(n);
            let time = Instant::now();
            let c = code(&text);
            println!("{n} {p} {c:?} {:?}", time.elapsed());
        }
    }
}
