//! Naive minimax without memo.

use crate::solve::Playable;
use crate::solve::points::Turn;
use crate::{Player, Rational};

/// The value of a position. Cost: all lines of play.
///
/// # Errors
/// When the rules fail.
pub fn minimax<R: Playable>(rules: &R, position: &R::Position) -> Result<Rational, R::Error> {
    let (mover, moves) = match rules.turn(position)? {
        Turn::Over(score) => return Ok(score),
        Turn::Of(mover, moves) => (mover, moves),
    };
    let mut values = Vec::new();
    for step in moves {
        let rest = minimax(rules, &step.to)?;
        values.push(if step.exchanged { &step.gain - &rest } else { &step.gain + &rest });
    }
    let best = match mover {
        Player::Left => values.into_iter().max(),
        Player::Right => values.into_iter().min(),
    };
    Ok(best.unwrap_or(Rational::ZERO))
}
