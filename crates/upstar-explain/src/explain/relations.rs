//! Comparisons and the play that decides them: what each says about the difference.
//!
//! Must not know: how a comparison is explained.

use upstar_core::Player;

use crate::syntax::ast::CompareOp;
use crate::value::explanation::Sentence;
use crate::value::{Summands, Value};

/// `a op b`
pub(super) fn relation(a: &Summands, op: CompareOp, b: &Summands) -> Sentence {
    Sentence::default().sum(a.clone()).say(" ").sign(op).say(" ").sum(b.clone())
}

/// Reports whether a sum is 0 as typed: then the difference is the other side itself.
pub(super) fn is_zero(sum: &Summands) -> bool {
    matches!(sum.single(), Some(Value::Number(number)) if number.is_zero())
}

/// For each player the comparison that holds if the player wins the difference moving second, and the one
/// that holds otherwise.
pub(super) const SIDES: [(Player, CompareOp, CompareOp); 2] = [
    (Player::Left, CompareOp::GreaterOrEqual, CompareOp::LessOrConfused),
    (Player::Right, CompareOp::LessOrEqual, CompareOp::GreaterOrConfused),
];

/// Whether a comparison says anything about what happens when the opponent of `winner` begins.
pub(super) fn relevant(op: CompareOp, winner: Player) -> bool {
    match op {
        CompareOp::GreaterOrEqual | CompareOp::LessOrConfused => winner == Player::Left,
        CompareOp::LessOrEqual | CompareOp::GreaterOrConfused => winner == Player::Right,
        _ => true,
    }
}
