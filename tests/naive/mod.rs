//! Rulesets of the library against programs that know nothing of it.
//!
//! Knows: the rules as books give them, written again in the plainest way.
//! Must not know: how the rulesets are written or evaluated.

mod backward;
mod blocking;
mod boards;
mod coins;
mod cycles;
mod entailing;
mod filling;
mod forms;
mod graphs;
mod grids;
mod heaps;
mod integers;
mod options;
mod phutball;
mod points;
mod published;
mod repeating;
mod rewriting;
mod strips;
mod tokens;
mod typed_misere;

use std::path::Path;

use upstar::session::Session;

use crate::support::{Dice, session};

/// Evaluates inputs in one session.
struct Asked(Session);

impl Asked {
    fn new() -> Self {
        Asked(session(Path::new("tests")))
    }

    /// What an input prints.
    fn print(&mut self, input: &str) -> String {
        let reply = self.0.eval("naive", input);
        assert!(reply.diagnostics.is_empty(), "{input}: {:?}", reply.diagnostics);
        reply.answers.last().unwrap().text.clone()
    }

    /// What an input prints, or the code of its error.
    fn answer(&mut self, input: &str) -> Result<String, String> {
        let reply = self.0.eval("naive", input);
        match reply.diagnostics.first() {
            Some(diagnostic) => Err(format!("{:?}: {}", diagnostic.code, diagnostic.message)),
            None => Ok(reply.answers.last().map_or(String::new(), |last| last.text.clone())),
        }
    }
}

/// `N`, `P`, `L` or `R` from who wins when Left and when Right begins.
fn outcome(left_wins_first: bool, right_wins_first: bool) -> &'static str {
    match (left_wins_first, right_wins_first) {
        (true, true) => "N",
        (false, false) => "P",
        (true, false) => "L",
        (false, true) => "R",
    }
}
