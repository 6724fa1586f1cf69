//! Backward induction: the values of all positions that follow one.
//!
//! Knows: every position, from the ends of play upwards.
//! Must not know: bounds; nothing is cut off.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Turn;
use crate::solve::{Ruleset, Solver};
use crate::{Error, Player, Rational};

/// What backward induction finds out about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row<P> {
    /// The position.
    pub position: P,
    /// How many moves are left at most.
    pub height: u32,
    /// Whose turn it is; nobody's at the end.
    pub mover: Option<Player>,
    /// The value.
    pub value: Rational,
    /// The place of the first best move among those that the rules give.
    pub best: Option<usize>,
}

struct Open<P> {
    position: P,
    turn: Rc<Turn<P>>,
    next: usize,
}

/// The values of a position and of all that follow it, in the order in which they are filled in:
/// first the ends of play, then the positions with one move left at most, and so on; the last row is
/// the position itself.
///
/// # Errors
/// When the rules fail, positions repeat, there are more than `limit` of them, or the budget is
/// exhausted. Cost: every position is looked at once.
pub(crate) fn induction<R: Ruleset>(
    solver: &Solver<'_, R>,
    position: &R::Position,
    limit: usize,
) -> Result<Vec<Row<R::Position>>, R::Error> {
    let mut rows: Vec<Row<R::Position>> = Vec::new();
    // Where the row of a position is; nowhere yet while it is at work.
    let mut places: FxHashMap<R::Position, Option<usize>> = FxHashMap::default();
    let mut path = vec![opened(solver, position)?];
    places.insert(position.clone(), None);
    while let Some(top) = path.last_mut() {
        solver.store().budget().step().map_err(Error::from)?;
        let next = match &*top.turn {
            Turn::Of(_, moves) => moves.get(top.next).map(|step| step.to.clone()),
            Turn::Over(_) => None,
        };
        top.next += 1;
        let Some(next) = next else {
            let done = path.pop().expect("it is on top");
            places.insert(done.position.clone(), Some(rows.len()));
            rows.push(row(done, &places, &rows));
            continue;
        };
        match places.get(&next) {
            Some(Some(_)) => {}
            Some(None) => {
                let from = path.iter().position(|open| open.position == next);
                let from = from.expect("what is at work is on the path");
                let circle = path.drain(from..).map(|open| open.position).collect();
                return Err(solver.rules().repeats(circle));
            }
            None => {
                if places.len() >= limit {
                    return Err(Error::TableTooLarge { limit }.into());
                }
                places.insert(next.clone(), None);
                path.push(opened(solver, &next)?);
            }
        }
    }
    rows.sort_by_key(|row| row.height);
    Ok(rows)
}

fn opened<R: Ruleset>(
    solver: &Solver<'_, R>,
    position: &R::Position,
) -> Result<Open<R::Position>, R::Error> {
    let turn = Rc::new(solver.rules().turn(position)?);
    Ok(Open { position: position.clone(), turn, next: 0 })
}

/// The row of a position all of whose options have one.
fn row<P: Clone + Eq + std::hash::Hash>(
    open: Open<P>,
    places: &FxHashMap<P, Option<usize>>,
    rows: &[Row<P>],
) -> Row<P> {
    let (mover, moves) = match &*open.turn {
        Turn::Of(mover, moves) => (*mover, moves),
        Turn::Over(score) => {
            let (value, height) = (score.clone(), 0);
            return Row { position: open.position, height, mover: None, value, best: None };
        }
    };
    let mut best: Option<(usize, Rational)> = None;
    let mut height = 0;
    for (place, step) in moves.iter().enumerate() {
        let after = &rows[places[&step.to].expect("the options of a position come first")];
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
    Row { position: open.position, height, mover: Some(mover), value, best }
}
