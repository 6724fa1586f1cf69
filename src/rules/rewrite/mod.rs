//! Rewrite rules: a pattern of cells and what replaces it, compiled to matchers.
//!
//! Knows: boards and their alphabet; which turns a rule asks for.
//! Must not know: clauses of a ruleset, players, or values.

mod boards;
mod pattern;
mod planes;
mod split;
mod stencil;
mod symmetry;

use crate::syntax::ast::Turns;
use crate::value::board::{Alphabet, Board, Shape};

pub use boards::{Boards, Parts};
pub use pattern::{RuleError, Side};
pub use planes::{Id, Planes, Trouble};

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

    /// The result of every place where the rule fits: as written first, then turned, each row
    /// by row.
    pub fn results<'b>(&'b self, board: &'b Board) -> impl Iterator<Item = Board> + 'b {
        let places = move |stencil: &'b Stencil| {
            stencil.places(board).map(move |at| stencil.applied(board, at))
        };
        self.stencils(board.rows(), board.columns()).iter().flat_map(places)
    }

    /// The rule in each direction, for boards with so many rows and columns. Those among
    /// them that fit a smaller board are all that it has.
    fn stencils(&self, _rows: usize, _columns: usize) -> &[Stencil] {
        &self.stencils
    }
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
