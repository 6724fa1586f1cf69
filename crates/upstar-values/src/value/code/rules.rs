//! The code of a ruleset: one list of instructions with an entry for each of its expressions.

use std::sync::Arc;

use super::{Block, Code, Target};
use crate::resolve::tree::Slot;
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
    /// Moves by rewrite rules, in the order of the text.
    pub rewrites: Vec<RewriteCode>,
    /// The parts that a position is the sum of.
    pub parts: Option<MoveCode>,
    /// Arguments of the opening position, from `start`.
    pub start: Option<Vec<Block>>,
    /// Defaults of the parameters of the family.
    pub family: Vec<Option<Block>>,
    /// Defaults of the parameters of the position.
    pub params: Vec<Option<Block>>,
    /// Conditions of the goals, in the order of the text.
    pub goals: Vec<Block>,
    /// Points of Max at the end.
    pub score: Option<Block>,
    /// How many options the opponent may forbid.
    pub blocking: Option<Block>,
    /// Conditions on the positions that are made by a call, in the order of the text.
    pub checks: Vec<Block>,
    /// The player to move.
    pub turn: Option<Block>,
}

/// Expressions beside a rewrite rule.
#[derive(Debug)]
pub struct RewriteCode {
    /// Player of the clause.
    pub mover: Mover,
    /// What the mover gains.
    pub gain: Option<Block>,
    /// Slot of the board after the move, and whether the move is allowed.
    pub condition: Option<(Slot, Block)>,
}

impl MoveCode {
    /// Number of a gain in [`Op::Emit`](super::Op::Emit), in place of the index of a part.
    pub const GAIN: u32 = u32::MAX;
}

/// Alternative of a clause, or the parts of a position: code that emits its parts one by one.
#[derive(Debug)]
pub struct MoveCode {
    /// Player of the clause; `None` for the parts of a position.
    pub mover: Option<Mover>,
    /// Index of its first instruction.
    pub entry: Target,
    /// Places of its parts.
    pub parts: Vec<Span>,
    /// Index of the code that emits the gain before the parts, if the alternative has a gain.
    pub with_gain: Option<Target>,
    /// Place of the alternative.
    pub span: Span,
}
