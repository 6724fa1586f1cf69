//! Questions about values, decided by alpha-beta search with an empty window.
//!
//! Knows: which moves have to be looked at to decide a question.
//! Must not know: positions other than by number.
//!
//! Every bound rests on others that were found before, down to the ends of play. So an answer stands
//! also where some lines of play would return to where they were: nobody needs to enter them.

use super::better;
use super::table::{Step, Table};
use crate::solve::{Ruleset, Solver};
use crate::{Error, LONGEST_PLAY, Player, Rational};

/// "Is it more than `than`?", or "is it at least `than`?".
#[derive(Debug, Clone)]
struct Question {
    than: Rational,
    or_equal: bool,
}

/// A position at work.
struct Frame {
    number: u32,
    question: Question,
    next: usize,
    /// The best that the mover can hope for by the moves that were looked at.
    best: Option<Rational>,
}

impl Question {
    fn holds(&self, value: &Rational) -> bool {
        if self.or_equal { *value >= self.than } else { *value > self.than }
    }

    /// What is asked of where a move leads.
    fn after(&self, gain: &Rational, exchanged: bool) -> Question {
        match exchanged {
            false => Question { than: &self.than - gain, or_equal: self.or_equal },
            // gain - value > than says that not value >= gain - than.
            true => Question { than: gain - &self.than, or_equal: !self.or_equal },
        }
    }
}

/// Whether the value of a position is more than a number, or perhaps the number itself.
pub(crate) fn exceeds<R: Ruleset>(
    table: &mut Table<R::Position>,
    solver: &Solver<'_, R>,
    position: &R::Position,
    than: &Rational,
    or_equal: bool,
) -> Result<bool, R::Error> {
    let number = table.number(position.clone())?;
    decide(table, solver, number, Question { than: than.clone(), or_equal })
}

/// The value of a position.
///
/// Asks first whether it is positive, then goes up or down by steps that double, and between two
/// bounds by halves.
pub(crate) fn value<R: Ruleset>(
    table: &mut Table<R::Position>,
    solver: &Solver<'_, R>,
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
                Question { than: &(&lower + &upper) * &half, or_equal: false }
            }
            (Some(lower), None) => Question { than: &lower + &step, or_equal: false },
            (None, Some(upper)) => Question { than: &upper - &step, or_equal: true },
            (Some(than), Some(_)) => Question { than, or_equal: false },
            (None, None) => Question { than: Rational::ZERO, or_equal: false },
        };
        halve = !halve;
        step = if step.is_zero() { Rational::ONE } else { &step + &step };
        decide(table, solver, number, question)?;
    }
}

/// Decides a question about a position, and improves its bounds.
fn decide<R: Ruleset>(
    table: &mut Table<R::Position>,
    solver: &Solver<'_, R>,
    number: u32,
    question: Question,
) -> Result<bool, R::Error> {
    let mut search = Search { table, solver, path: Vec::new() };
    let answer = search.run(number, question);
    for frame in search.path {
        table.node(frame.number).open = false;
    }
    answer
}

/// Why there is a last frame where one is taken.
const AT_WORK: &str = "a position is at work";

struct Search<'s, R: Ruleset> {
    table: &'s mut Table<R::Position>,
    solver: &'s Solver<'s, R>,
    path: Vec<Frame>,
}

impl<R: Ruleset> Search<'_, R> {
    fn run(&mut self, number: u32, question: Question) -> Result<bool, R::Error> {
        let mut answer = self.enter(number, question)?;
        loop {
            match (answer, self.path.is_empty()) {
                (Some(answer), true) => return Ok(answer),
                (Some(_), false) => answer = self.resume()?,
                (None, _) => answer = self.try_next()?,
            }
        }
    }

    /// The answer by what is known, or else the position is put to work.
    fn enter(&mut self, number: u32, question: Question) -> Result<Option<bool>, R::Error> {
        if let Some(answer) = self.known(number, &question) {
            return Ok(Some(answer));
        }
        if self.table.node(number).open {
            return Err(self.circle(number));
        }
        if self.path.len() >= LONGEST_PLAY {
            return Err(Error::PlayTooLong { limit: LONGEST_PLAY }.into());
        }
        self.table.look(self.solver, number)?;
        if let Some(answer) = self.known(number, &question) {
            return Ok(Some(answer));
        }
        let node = self.table.node(number);
        node.open = true;
        if node.lower.is_none() && node.upper.is_none() {
            self.table.known_first(number);
        }
        self.path.push(Frame { number, question, next: 0, best: None });
        Ok(self.cut_at_once())
    }

    fn top(&self) -> &Frame {
        self.path.last().expect(AT_WORK)
    }

    fn known(&mut self, number: u32, question: &Question) -> Option<bool> {
        let node = self.table.node(number);
        if node.lower.as_ref().is_some_and(|lower| question.holds(lower)) {
            return Some(true);
        }
        node.upper.as_ref().is_some_and(|upper| !question.holds(upper)).then_some(false)
    }

    /// Who moves in a position on the path, and the move at a place, if there are so many.
    fn mover_and_step(&self, number: u32, place: usize) -> (Player, Option<Step>) {
        let moves = self.table.nodes[number as usize].moves.as_ref();
        let moves = moves.expect("what has no moves is known, and not on the path");
        (moves.mover, moves.steps.get(place).copied())
    }

    /// Whether a move is known to decide the question as the mover wants.
    fn cut_at_once(&mut self) -> Option<bool> {
        let (number, mut place) = (self.top().number, 0);
        while let (mover, Some(step)) = self.mover_and_step(number, place) {
            let frame = self.top();
            if let Some(bound) = self.bound(mover, step)
                && frame.question.holds(&bound) == (mover == Player::Left)
            {
                return Some(self.cut(mover, place, bound));
            }
            place += 1;
        }
        None
    }

    /// What a move brings its mover at least.
    fn bound(&self, mover: Player, step: Step) -> Option<Rational> {
        let (lower, upper) = self.table.bounds(step);
        if mover == Player::Left { lower } else { upper }
    }

    /// The mover has a move that is good enough: it will be tried first the next time.
    fn cut(&mut self, mover: Player, place: usize, bound: Rational) -> bool {
        let frame = self.path.pop().expect(AT_WORK);
        let node = self.table.node(frame.number);
        node.open = false;
        let moves = node.moves.as_mut().expect("one of its moves is good enough");
        moves.steps[..=place].rotate_right(1);
        node.tighten(mover, bound);
        mover == Player::Left
    }

    /// The last move tried was looked into: takes its bounds.
    fn resume(&mut self) -> Result<Option<bool>, R::Error> {
        let frame = self.top();
        let place = frame.next - 1;
        let (mover, step) = self.mover_and_step(frame.number, place);
        let step = step.expect("a move was tried");
        if let Some(bound) = self.bound(mover, step)
            && frame.question.holds(&bound) == (mover == Player::Left)
        {
            return Ok(Some(self.cut(mover, place, bound)));
        }
        let (lower, upper) = self.table.bounds(step);
        let hope = if mover == Player::Left { upper } else { lower };
        if let Some(hope) = hope {
            let frame = self.path.last_mut().expect(AT_WORK);
            frame.best = Some(match frame.best.take() {
                Some(best) => better(mover, best, hope),
                None => hope,
            });
        }
        self.try_next()
    }

    /// Looks into the next move; without one the question is decided against the mover.
    fn try_next(&mut self) -> Result<Option<bool>, R::Error> {
        self.solver.store().budget().step().map_err(Error::from)?;
        let frame = self.path.last_mut().expect(AT_WORK);
        let place = frame.next;
        frame.next += 1;
        let (number, question) = (frame.number, frame.question.clone());
        match self.mover_and_step(number, place) {
            (_, Some(step)) => {
                let question = question.after(self.table.gain(step), step.exchanged);
                self.enter(step.to, question)
            }
            (mover, None) => {
                let best = self.path.pop().expect(AT_WORK).best;
                let node = self.table.node(number);
                node.open = false;
                if let Some(best) = best {
                    node.tighten(mover.opponent(), best);
                }
                Ok(Some(mover == Player::Right))
            }
        }
    }

    /// The error for a position that is at work already.
    fn circle(&mut self, number: u32) -> R::Error {
        let from = self.path.iter().position(|frame| frame.number == number);
        let from = from.expect("what is at work is on the path");
        let circle = self.path[from..].iter().map(|frame| self.table.position(frame.number));
        let circle = circle.cloned().collect();
        self.solver.rules().repeats(circle)
    }
}
