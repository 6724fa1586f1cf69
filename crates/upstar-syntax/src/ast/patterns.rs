//! Patterns: steps of rewrite rules, their directions, and what goals look for.

use super::{BinaryOp, Expr, ExprKind, Text};

/// Step of a rewrite rule: `"T." -> ".T" orthogonally`. Its sides are texts, or expressions for texts:
/// `"X" + "." * k -> "." * k + "X"`.
#[derive(Debug, Clone)]
pub struct Rewrite<T = Text> {
    /// Pattern before the move.
    pub pattern: T,
    /// Pattern after the move.
    pub replacement: T,
    /// Directions in which the pattern applies.
    pub turns: Turns,
    /// Whether it may be made again and again: `repeatedly`.
    pub repeats: bool,
    /// Whether cells of the pattern may lie outside of the board: `over the border`.
    pub over_the_border: bool,
}

impl<T> Rewrite<T> {
    /// The same step with what `side` makes of both sides.
    ///
    /// # Errors
    /// Those of `side`.
    pub fn with_sides<U, E>(
        &self,
        mut side: impl FnMut(&T) -> Result<U, E>,
    ) -> Result<Rewrite<U>, E> {
        let Rewrite { turns, repeats, over_the_border, .. } = *self;
        let (pattern, replacement) = (side(&self.pattern)?, side(&self.replacement)?);
        Ok(Rewrite { pattern, replacement, turns, repeats, over_the_border })
    }

    /// The words after the sides: `any direction repeatedly`.
    pub fn words(&self) -> String {
        let over_the_border = if self.over_the_border { "over the border" } else { "" };
        let repeatedly = if self.repeats { "repeatedly" } else { "" };
        let words = [self.turns.words(), over_the_border, repeatedly];
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// Directions in which a one-line pattern applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turns {
    /// Only as written.
    None,
    /// `orthogonally`: the four directions along rows and columns.
    Orthogonally,
    /// `diagonally`: the four diagonal directions.
    Diagonally,
    /// `any direction`: all eight.
    AnyDirection,
    /// `hexagonally`: the six directions on a board of hexagons.
    Hexagonally,
}

impl Turns {
    /// The words for them; none for a pattern as it is written.
    pub fn words(self) -> &'static str {
        match self {
            Turns::None => "",
            Turns::Orthogonally => "orthogonally",
            Turns::Diagonally => "diagonally",
            Turns::AnyDirection => "any direction",
            Turns::Hexagonally => "hexagonally",
        }
    }
}

impl Expr {
    /// What `or` joins at the top, in order: `a`, `b` and `c` of `a or b or c`.
    pub fn alternatives(&self) -> Vec<&Expr> {
        let (mut found, mut open) = (Vec::new(), vec![self]);
        while let Some(expr) = open.pop() {
            match &expr.kind {
                ExprKind::Binary { op: BinaryOp::Or, left, right, .. } => {
                    open.extend([&**right, &**left]);
                }
                _ => found.push(expr),
            }
        }
        found
    }

    /// Whether it can only be a text, as its form shows: `"a"`, `"a" * k + b`, `"a" diagonally`.
    pub fn is_written_text(&self) -> bool {
        let mut open = vec![self];
        while let Some(expr) = open.pop() {
            match &expr.kind {
                ExprKind::Text(_) | ExprKind::Turned { .. } => return true,
                ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Mul, left, right, .. } => {
                    open.extend([&**right, &**left]);
                }
                _ => {}
            }
        }
        false
    }
}

/// The word of a goal for play that comes back to a position, where no name is bound so.
pub const REPEATED: &str = "repeated";
