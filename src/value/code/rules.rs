//! The code of a ruleset: one list of instructions with an entry for each of its expressions.

use std::sync::Arc;

use super::{Block, Code, Target};
use crate::source::Span;
use crate::syntax::ast::Mover;

/// Expressions of a ruleset, compiled. The parameters of the family and of the position have the
/// first slots of a frame.
#[derive(Debug, Default)]
pub struct Rules {
    /// Their code.
    pub code: Arc<Code>,
    /// Moves by expressions, in the order of the text.
    pub moves: Vec<MoveCode>,
    /// What moves by rewrite rules bring the mover, in the order of the text.
    pub rewrites: Vec<(Mover, Option<Block>)>,
    /// The parts that a position is the sum of.
    pub parts: Option<MoveCode>,
    /// What the usual opening position is made of.
    pub start: Option<Vec<Block>>,
    /// What the parameters of the family are when not given.
    pub family: Vec<Option<Block>>,
    /// What the parameters of the position are when not given.
    pub params: Vec<Option<Block>>,
    /// What decides the game, in the order of the text.
    pub goals: Vec<Block>,
    /// What Max gets at the end.
    pub score: Option<Block>,
    /// Whose turn it is.
    pub turn: Option<Block>,
}

impl MoveCode {
    /// The number by which a gain is passed on, in the place of that of a part.
    pub const GAIN: u32 = u32::MAX;
}

/// A way to move, or the parts of a position: code that passes on its parts one by one.
#[derive(Debug)]
pub struct MoveCode {
    /// Who may move so; neither player by the parts of a position.
    pub mover: Option<Mover>,
    /// Where its code begins.
    pub entry: Target,
    /// Where each of its parts stands.
    pub parts: Vec<Span>,
    /// Where code begins that first passes on what the move brings the mover, where the way says so.
    pub with_gain: Option<Target>,
    /// Where it stands.
    pub span: Span,
}
