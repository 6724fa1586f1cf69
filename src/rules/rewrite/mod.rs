//! Rewrite rules: a pattern of cells and what replaces it, compiled to matchers.
//!
//! Knows: boards and their alphabet; which turns a rule asks for.
//! Must not know: clauses of a ruleset, players, or values.

mod pattern;
mod split;
mod stencil;
mod symmetry;

use rustc_hash::FxHashSet;

use crate::syntax::ast::Turns;
use crate::value::board::{Alphabet, Board, Shape};

pub use pattern::{RuleError, Side};
pub use split::Splitter;
pub use symmetry::Symmetries;

use stencil::Stencil;

/// One alternative `"pattern" -> "replacement" turns`, ready to be applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    stencils: Box<[Stencil]>,
}

impl Rule {
    /// Compiles a rule for boards of this shape over this alphabet.
    ///
    /// # Errors
    /// When a side cannot be read, the sides do not fit together, the rule changes nothing, or
    /// its turns need another kind of pattern or board.
    pub fn compile(
        pattern: &str,
        replacement: &str,
        turns: Turns,
        alphabet: &Alphabet,
        shape: Shape,
    ) -> Result<Self, RuleError> {
        let written = pattern::compile(pattern, replacement, alphabet)?;
        pattern::check_shape(&written, turns, shape)?;
        let mut stencils: Vec<Stencil> = Vec::new();
        for &direction in directions(turns, shape) {
            let turned = written.along(direction);
            if !stencils.contains(&turned) {
                stencils.push(turned);
            }
        }
        Ok(Rule { stencils: stencils.into() })
    }

    /// Appends the result of every place where the rule fits: as written first, then turned,
    /// each row by row.
    pub fn apply(&self, board: &Board, results: &mut Vec<Board>) {
        results.extend(self.results(board));
    }

    /// The results of [`Rule::apply`] one by one.
    pub fn results<'b>(&'b self, board: &'b Board) -> impl Iterator<Item = Board> + 'b {
        let places = move |stencil: &'b Stencil| {
            stencil.places(board).map(move |at| stencil.applied(board, at))
        };
        self.stencils.iter().flat_map(places)
    }

    /// Whether the rule fits anywhere.
    pub fn fits(&self, board: &Board) -> bool {
        self.stencils.iter().any(|stencil| stencil.places(board).next().is_some())
    }
}

/// The boards that these rules lead to, each once, in the order of the rules.
pub fn options(rules: &[Rule], board: &Board) -> Vec<Board> {
    let mut results = Vec::new();
    rules.iter().for_each(|rule| rule.apply(board, &mut results));
    if results.len() > 1 {
        let mut seen = FxHashSet::default();
        let fresh: Vec<bool> = results.iter().map(|result| seen.insert(result)).collect();
        let mut fresh = fresh.into_iter();
        results.retain(|_| fresh.next().unwrap_or(true));
    }
    results
}

/// Row and column steps in which a one-line pattern is laid; the first is as written.
fn directions(turns: Turns, shape: Shape) -> &'static [(i32, i32)] {
    match (turns, shape) {
        (Turns::None, _) | (Turns::Diagonally, Shape::Strip) => &[(0, 1)],
        (_, Shape::Strip) => &[(0, 1), (0, -1)],
        (Turns::Orthogonally, _) => &[(0, 1), (1, 0), (0, -1), (-1, 0)],
        (Turns::Diagonally, _) => &[(1, 1), (1, -1), (-1, -1), (-1, 1)],
        (Turns::AnyDirection, _) => {
            &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
        }
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod value_tests;
