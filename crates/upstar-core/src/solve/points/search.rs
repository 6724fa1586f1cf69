//! Alpha-beta search with an empty window: is the value more than so much?
//!
//! Knows: which moves have to be looked at to decide a question.
//! Must not know: positions other than by number.
//!
//! Every bound rests on others that were found before, down to the ends of play. So an answer stands
//! also where some lines of play would return that were not searched.

use super::better;
use super::table::{ScoreTable, ScoringMove, ScoringMoves};
use crate::solve::path::Path;
use crate::solve::{Playable, Searches};
use crate::{Error, LONGEST_PLAY, Player, Rational};

/// "Is it more than `than`?", or "is it at least `than`?".
#[derive(Debug, Clone)]
struct ScoreQuestion {
    than: Rational,
    or_equal: bool,
}

/// Node of the path: a question about a position.
struct ScoreNode {
    question: ScoreQuestion,
    moves: ScoringMoves,
    /// Number of positions that were entered before.
    before: u64,
    /// Place of the next move.
    next: usize,
    /// Best bound for the mover, from the other side, by the moves that were looked at.
    best: Option<Rational>,
}

impl ScoreQuestion {
    fn holds(&self, value: &Rational) -> bool {
        if self.or_equal { *value >= self.than } else { *value > self.than }
    }

    /// The question about where a move leads.
    fn after(&self, gain: &Rational, exchanged: bool) -> ScoreQuestion {
        match exchanged {
            false => ScoreQuestion { than: &self.than - gain, or_equal: self.or_equal },
            // gain - value > than says that not value >= gain - than.
            true => ScoreQuestion { than: gain - &self.than, or_equal: !self.or_equal },
        }
    }
}

/// Whether the value of a position is more than a number, or perhaps the number itself.
pub(crate) fn exceeds<R: Playable>(
    table: &mut ScoreTable<R::Position>,
    searches: &Searches<'_, R>,
    position: &R::Position,
    than: &Rational,
    or_equal: bool,
) -> Result<bool, R::Error> {
    let number = table.number(position.clone())?;
    decide(table, searches, number, ScoreQuestion { than: than.clone(), or_equal })
}

/// The value of a position.
///
/// Asks first whether it is positive, then goes up or down by steps that double, and between two
/// bounds by halves.
pub(crate) fn value<R: Playable>(
    table: &mut ScoreTable<R::Position>,
    searches: &Searches<'_, R>,
    position: &R::Position,
) -> Result<Rational, R::Error> {
    let number = table.number(position.clone())?;
    let half = Rational::ONE.checked_div(&Rational::from(2)).expect("2 is not 0");
    let (mut step, mut halve) = (Rational::ZERO, false);
    loop {
        let node = table.node(number);
        let question = match (node.lower.clone(), node.upper.clone()) {
            (Some(lower), Some(upper)) if lower == upper => return Ok(lower),
            (Some(lower), Some(upper)) if halve => {
                ScoreQuestion { than: &(&lower + &upper) * &half, or_equal: false }
            }
            (Some(lower), None) => ScoreQuestion { than: &lower + &step, or_equal: false },
            (None, Some(upper)) => ScoreQuestion { than: &upper - &step, or_equal: true },
            (Some(than), Some(_)) => ScoreQuestion { than, or_equal: false },
            (None, None) => ScoreQuestion { than: Rational::ZERO, or_equal: false },
        };
        halve = !halve;
        step = if step.is_zero() { Rational::ONE } else { &step + &step };
        decide(table, searches, number, question)?;
    }
}

/// Decides a question about a position, and improves its bounds.
fn decide<R: Playable>(
    table: &mut ScoreTable<R::Position>,
    searches: &Searches<'_, R>,
    number: u32,
    question: ScoreQuestion,
) -> Result<bool, R::Error> {
    ScoreSearch { table, searches, path: Path::new(), entered: 0 }.run(number, question)
}

/// Why there is a node on top of the path.
const UNDER_WAY: &str = "a position is being searched";

struct ScoreSearch<'s, R: Playable> {
    table: &'s mut ScoreTable<R::Position>,
    searches: &'s Searches<'s, R>,
    path: Path<u32, ScoreNode>,
    /// Number of positions that were put on the path.
    entered: u64,
}

impl<R: Playable> ScoreSearch<'_, R> {
    fn run(&mut self, number: u32, question: ScoreQuestion) -> Result<bool, R::Error> {
        let mut answer = self.enter(number, question)?;
        loop {
            match (answer, self.path.is_empty()) {
                (Some(answer), true) => return Ok(answer),
                (Some(_), false) => answer = self.resume()?,
                (None, _) => answer = self.try_next()?,
            }
        }
    }

    /// The answer by what is in the table; `None` when the position is put on the path.
    fn enter(&mut self, number: u32, question: ScoreQuestion) -> Result<Option<bool>, R::Error> {
        if let Some(answer) = self.known(number, &question) {
            return Ok(Some(answer));
        }
        let Some(mut moves) = self.table.take_moves(self.searches, number)? else {
            return Ok(self.known(number, &question));
        };
        let entry = self.table.node(number);
        if entry.lower.is_none() && entry.upper.is_none() {
            self.table.known_first(&mut moves);
        }
        let node = ScoreNode { question, moves, before: self.entered, next: 0, best: None };
        self.entered += 1;
        self.path.push(number, node).map_err(|cycle| self.repeats(&cycle))?;
        if self.path.len() > LONGEST_PLAY {
            return Err(Error::PlayTooLong { limit: LONGEST_PLAY }.into());
        }
        Ok(self.cut_at_once())
    }

    /// Takes the position on top off the path.
    fn leave(&mut self) -> (u32, Player, Option<Rational>) {
        let (number, node) = self.path.pop().expect(UNDER_WAY);
        let ScoreNode { moves, before, best, .. } = node;
        let mover = moves.mover;
        let budget = self.searches.store().budget();
        self.table.keep_moves(number, moves, self.entered - before, budget);
        (number, mover, best)
    }

    /// The node on top of the path.
    fn top(&mut self) -> &mut ScoreNode {
        self.path.top().expect(UNDER_WAY).1
    }

    fn known(&mut self, number: u32, question: &ScoreQuestion) -> Option<bool> {
        let node = self.table.node(number);
        if node.lower.as_ref().is_some_and(|lower| question.holds(lower)) {
            return Some(true);
        }
        node.upper.as_ref().is_some_and(|upper| !question.holds(upper)).then_some(false)
    }

    /// Player to move in the position on top, and the move at a place, if there are so many.
    fn mover_and_step(&mut self, place: usize) -> (Player, Option<ScoringMove>) {
        let moves = &self.top().moves;
        (moves.mover, moves.steps.get(place).copied())
    }

    /// Whether a move is known to decide the question as the mover wants.
    fn cut_at_once(&mut self) -> Option<bool> {
        let mut place = 0;
        while let (mover, Some(step)) = self.mover_and_step(place) {
            if let Some(bound) = self.deciding_bound(mover, step) {
                return Some(self.cut(place, bound));
            }
            place += 1;
        }
        None
    }

    /// Bound of a move from the side of its mover, what it brings at least, if that decides the question on top as the
    /// mover wants.
    fn deciding_bound(&mut self, mover: Player, step: ScoringMove) -> Option<Rational> {
        let (lower, upper) = self.table.bounds(step);
        let bound = if mover == Player::Left { lower } else { upper };
        let question = &self.top().question;
        bound.filter(|bound| question.holds(bound) == (mover == Player::Left))
    }

    /// Answers a question by a move that is good enough, which will be tried first the next time.
    fn cut(&mut self, place: usize, bound: Rational) -> bool {
        self.top().moves.steps[..=place].rotate_right(1);
        let (number, mover, _) = self.leave();
        self.table.node(number).tighten(mover, bound);
        mover == Player::Left
    }

    /// Takes the bounds of the move that was searched.
    fn resume(&mut self) -> Result<Option<bool>, R::Error> {
        let place = self.top().next - 1;
        let (mover, step) = self.mover_and_step(place);
        let step = step.expect("a move was tried");
        if let Some(bound) = self.deciding_bound(mover, step) {
            return Ok(Some(self.cut(place, bound)));
        }
        let (lower, upper) = self.table.bounds(step);
        let hope = if mover == Player::Left { upper } else { lower };
        if let Some(hope) = hope {
            let node = self.top();
            node.best = Some(match node.best.take() {
                Some(best) => better(mover, best, hope),
                None => hope,
            });
        }
        self.try_next()
    }

    /// Searches the next move; without one the question is decided against the mover.
    fn try_next(&mut self) -> Result<Option<bool>, R::Error> {
        self.searches.store().budget().step().map_err(Error::from)?;
        let node = self.top();
        let place = node.next;
        node.next += 1;
        let question = node.question.clone();
        match self.mover_and_step(place) {
            (_, Some(step)) => {
                let question = question.after(self.table.gain(step), step.exchanged);
                self.enter(step.to, question)
            }
            (mover, None) => {
                let (number, _, best) = self.leave();
                if let Some(best) = best {
                    self.table.node(number).tighten(mover.opponent(), best);
                }
                Ok(Some(mover == Player::Right))
            }
        }
    }

    /// The error for positions that lead to each other.
    fn repeats(&self, cycle: &[u32]) -> R::Error {
        let positions = cycle.iter().map(|&number| self.table.position(number).clone());
        self.searches.rules().repeats(positions.collect())
    }
}
