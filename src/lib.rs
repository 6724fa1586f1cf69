//! Upstar: an interactive language for combinatorial game theory.
//!
//! This package is the program `upstar`: the command line and the prompt. The language is `upstar_lang`, what editors ask
//! `upstar_ide`, sheets for a class `upstar_classroom`; all of them are here under their own names. The language server is
//! `upstar_lsp`.
//! Start with [`session::Session`]: it evaluates texts and returns values.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod cli;
#[cfg(test)]
#[path = "../tests/length.rs"]
#[expect(clippy::disallowed_methods, reason = "tests read the environment")]
mod length;

pub use upstar_classroom as classroom;
pub use upstar_ide as ide;
pub use upstar_lang::{
    builtins, counting, diagnostic, disk, eval, explain, output, outside, picture, play, resolve,
    rules, session, source, syntax, value,
};
