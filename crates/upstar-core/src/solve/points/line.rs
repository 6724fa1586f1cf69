//! Optimal moves, and a line of play made of them.

use super::{Move, ScoreTable, Turn, exceeds, value};
use crate::solve::{Playable, Searches};
use crate::{Error, Player, Rational};

/// Length of the longest line of play that is followed.
const LONGEST: usize = 1 << 20;

/// Value of a position and places of all moves that reach it, among those that the rules give; none
/// where play is over.
///
/// # Errors
/// As for [`value`].
pub(crate) fn best_moves<R: Playable>(
    table: &mut ScoreTable<R::Position>,
    searches: &Searches<'_, R>,
    position: &R::Position,
) -> Result<(Rational, Vec<usize>), R::Error> {
    let best = value(table, searches, position)?;
    let mut places = Vec::new();
    if let Turn::Of(mover, moves) = searches.rules().turn(position)? {
        for (place, step) in moves.iter().enumerate() {
            if reaches(table, searches, mover, step, &best)? {
                places.push(place);
            }
        }
    }
    Ok((best, places))
}

/// Whether a move reaches the value.
fn reaches<R: Playable>(
    table: &mut ScoreTable<R::Position>,
    searches: &Searches<'_, R>,
    mover: Player,
    step: &Move<R::Position>,
    best: &Rational,
) -> Result<bool, R::Error> {
    let rest = if step.exchanged { &step.gain - best } else { best - &step.gain };
    match (mover, step.exchanged) {
        (Player::Left, false) | (Player::Right, true) => {
            exceeds(table, searches, &step.to, &rest, true)
        }
        _ => Ok(!exceeds(table, searches, &step.to, &rest, false)?),
    }
}

/// Line of play in which both always choose the first best move, up to the end. The gains are for the
/// player who is Left at the beginning, and `exchanged` says whether that player is Right in `to`.
///
/// # Errors
/// As for [`value`]; when the line is longer than is followed.
pub(crate) fn line<R: Playable>(
    table: &mut ScoreTable<R::Position>,
    searches: &Searches<'_, R>,
    position: &R::Position,
) -> Result<Vec<Move<R::Position>>, R::Error> {
    let (mut at, mut exchanged) = (position.clone(), false);
    let mut line = Vec::new();
    let mut rest = value(table, searches, position)?;
    'play: while let Turn::Of(mover, moves) = searches.rules().turn(&at)? {
        if line.len() == LONGEST {
            return Err(Error::PlayTooLong { limit: LONGEST }.into());
        }
        for step in moves {
            if !reaches(table, searches, mover, &step, &rest)? {
                continue;
            }
            rest = if step.exchanged { &step.gain - &rest } else { &rest - &step.gain };
            let gain = if exchanged { -&step.gain } else { step.gain };
            exchanged ^= step.exchanged;
            at = step.to.clone();
            line.push(Move { gain, to: step.to, exchanged });
            continue 'play;
        }
        break;
    }
    Ok(line)
}
