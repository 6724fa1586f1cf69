//! Patterns: steps of rewrite rules, their directions, and what goals look for.

use super::{BinaryOp, Expr, ExprKind, Text};

/// `"T." -> ".T" orthogonally`
#[derive(Debug, Clone)]
pub struct Rewrite {
    /// Pattern before the move.
    pub pattern: Text,
    /// Pattern after the move.
    pub replacement: Text,
    /// Directions in which the pattern applies.
    pub turns: Turns,
    /// Whether it may be made again and again: `repeatedly`.
    pub repeats: bool,
    /// Whether cells of the pattern may lie outside of the board: `over the border`.
    pub over_the_border: bool,
}

/// Step of a rewrite rule whose texts are computed: `"X" + "." * k -> "." * k + "X" orthogonally`
#[derive(Debug, Clone)]
pub struct ComputedStep {
    /// Pattern before the move, a text.
    pub pattern: Expr,
    /// Pattern after the move, a text.
    pub replacement: Expr,
    /// The words after it.
    pub turns: Turns,
    /// Whether it may be made again and again: `repeatedly`.
    pub repeats: bool,
    /// Whether cells of the pattern may lie outside of the board: `over the border`.
    pub over_the_border: bool,
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
