//! Backward induction: the values of all positions that follow one.
//!
//! Knows: every position, from the ends of play upwards.
//! Must not know: bounds; nothing is cut off.

use rustc_hash::FxHashMap;

use super::Turn;
use crate::solve::cycle::find_cycle;
use crate::solve::{Playable, Searches};
use crate::{Error, Player, Rational};

/// Row of the table that backward induction fills in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row<P> {
    /// The position.
    pub position: P,
    /// Length of the longest line of play from there.
    pub height: u32,
    /// Player to move; `None` at the end of play.
    pub mover: Option<Player>,
    /// Value for Left.
    pub value: Rational,
    /// Place of the first best move among those that the rules give.
    pub best: Option<usize>,
}

/// Values of a position and of all that follow it, in the order in which they are filled in:
/// first the ends of play, then the positions with one move left at most, and so on; the last row is
/// the position itself.
///
/// # Errors
/// When the rules fail, positions repeat, there are more than `limit` of them, or the budget is
/// exhausted. Cost: every position is looked at once.
pub(crate) fn induction<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
    limit: usize,
) -> Result<Vec<Row<R::Position>>, R::Error> {
    let (rules, budget) = (searches.rules(), searches.store().budget());
    let mut turns: FxHashMap<R::Position, Turn<R::Position>> = FxHashMap::default();
    let mut order = Vec::new();
    let followers = |position: &R::Position| {
        if turns.len() >= limit {
            return Err(Error::TableTooLarge { limit }.into());
        }
        let turn = rules.turn(position)?;
        let mut next = Vec::new();
        if let Turn::Of(_, moves) = &turn {
            // The first move is looked at first.
            for step in moves.iter().rev() {
                budget.step().map_err(Error::from)?;
                next.push(step.to.clone());
            }
        }
        budget.step().map_err(Error::from)?;
        turns.insert(position.clone(), turn);
        Ok::<_, R::Error>(next)
    };
    if let Some(cycle) = find_cycle(position, followers, |done| order.push(done.clone()))? {
        return Err(rules.repeats(cycle));
    }
    let mut rows: Vec<Row<R::Position>> = Vec::with_capacity(order.len());
    let mut places: FxHashMap<R::Position, usize> = FxHashMap::default();
    for position in order {
        let row = row(position.clone(), &turns[&position], &places, &rows);
        places.insert(position, rows.len());
        rows.push(row);
    }
    rows.sort_by_key(|row| row.height);
    Ok(rows)
}

/// Row of a position all of whose options have one.
fn row<P: Clone + Eq + std::hash::Hash>(
    position: P,
    turn: &Turn<P>,
    places: &FxHashMap<P, usize>,
    rows: &[Row<P>],
) -> Row<P> {
    let (mover, moves) = match turn {
        Turn::Of(mover, moves) => (*mover, moves),
        Turn::Over(score) => {
            let (value, height) = (score.clone(), 0);
            return Row { position, height, mover: None, value, best: None };
        }
    };
    let mut best: Option<(usize, Rational)> = None;
    let mut height = 0;
    for (place, step) in moves.iter().enumerate() {
        let after = &rows[places[&step.to]];
        height = height.max(after.height + 1);
        let value = match step.exchanged {
            false => &step.gain + &after.value,
            true => &step.gain - &after.value,
        };
        let is_better = best.as_ref().is_none_or(|(_, best)| match mover {
            Player::Left => value > *best,
            Player::Right => value < *best,
        });
        if is_better {
            best = Some((place, value));
        }
    }
    let (best, value) = match best {
        Some((place, value)) => (Some(place), value),
        None => (None, Rational::ZERO),
    };
    Row { position, height, mover: Some(mover), value, best }
}
