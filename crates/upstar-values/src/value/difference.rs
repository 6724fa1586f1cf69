//! Order of games by the winner of their difference.

use upstar_core::{Comparison, Player};

use super::host::Host;
use super::{Result, Value, infinity, loopy, ops};
use crate::syntax::ast::{BinaryOp, CompareOp};

/// Compares two games by the winner of their difference (Winning Ways, chapter 2), without computing a
/// value.
pub(super) fn by_playing(
    host: &mut dyn Host,
    op: CompareOp,
    left: &Value,
    right: &Value,
) -> Result<bool> {
    let difference = ops::binary(host, BinaryOp::Sub, left, right)?;
    let mut all = true;
    for &(first, wins) in winners(op) {
        match host.winner(&difference, first)?.0 {
            Some(winner) => all = all && (winner == first) == wins,
            // Play is infinite: whoever draws need not have the better game.
            None => return by_worth(host, op, left, right),
        }
    }
    Ok(all)
}

/// Compares games with possibly infinite play, by their values.
fn by_worth(host: &mut dyn Host, op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
    if matches!(op, CompareOp::Equal)
        && let Some(equal) = infinity::both(host, left, right)?
    {
        return Ok(equal);
    }
    Ok(fits(op, loopy::relation(host, left, right)?))
}

/// Winners of the difference that a comparison states: players who move first, and whether they win.
fn winners(op: CompareOp) -> &'static [(Player, bool)] {
    use Player::{Left, Right};
    match op {
        CompareOp::Less => &[(Left, false), (Right, true)],
        CompareOp::LessOrEqual => &[(Left, false)],
        CompareOp::Greater => &[(Right, false), (Left, true)],
        CompareOp::GreaterOrEqual => &[(Right, false)],
        CompareOp::Confused => &[(Left, true), (Right, true)],
        CompareOp::LessOrConfused => &[(Right, true)],
        CompareOp::GreaterOrConfused => &[(Left, true)],
        _ => &[(Left, false), (Right, false)],
    }
}

/// Whether this comparison is the one that the operator states.
pub fn fits(op: CompareOp, relation: Comparison) -> bool {
    use Comparison::{Confused, Equal, Greater, Less};
    match op {
        CompareOp::Less => relation == Less,
        CompareOp::LessOrEqual => matches!(relation, Less | Equal),
        CompareOp::Greater => relation == Greater,
        CompareOp::GreaterOrEqual => matches!(relation, Greater | Equal),
        CompareOp::Confused => relation == Confused,
        CompareOp::LessOrConfused => matches!(relation, Less | Confused),
        CompareOp::GreaterOrConfused => matches!(relation, Greater | Confused),
        CompareOp::Equal => relation == Equal,
        CompareOp::NotEqual => relation != Equal,
        _ => false,
    }
}
