//! Writes the parser of the grammar: a function in Rust for each rule, which looks at the next byte before it tries.
//!
//! `grammar/game.pest` is read as `pest_derive` reads it, and what comes out accepts the same texts with the same nodes.
//! It differs in speed alone: an alternative that cannot begin with the next byte is not entered, a rule is a plain
//! function, and nothing is kept for error messages. Those are pest's, which reads a text that fails once more.
//!
//! Source: A. Birman and J. Ullman, *Parsing algorithms with backtrack*, Information and Control 23, 1973, for what the
//! operators mean; first sets are those of LL(1) parsers.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "scripts of builds read and write, and tell cargo"
)]

mod code;
mod first;

use std::path::PathBuf;
use std::{env, fs};

/// The grammar, beside the package or in it.
const GRAMMAR: &str = "grammar/game.pest";

/// The entry rules.
const ENTRIES: [&str; 3] = ["first", "next", "tokens"];

fn main() {
    println!("cargo::rerun-if-changed={GRAMMAR}");
    println!("cargo::rerun-if-changed=generate");
    let text = fs::read_to_string(GRAMMAR).expect("the grammar is in the package");
    let (_, rules) = pest_meta::parse_and_optimize(&text).expect("the grammar is one of pest");
    let grammar = first::Grammar::new(rules);
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("rules.rs"), code::written(&grammar, &ENTRIES))
        .expect("cargo made the folder");
}
