//! The search: can the player to move win; can that player avoid losing?
//!
//! Depth-first on an explicit stack. A question has a wanted value; the opponent's question in an
//! option is whether more than the rest can be reached. What was learnt beside the answer is kept
//! as bounds, so that where no draw can happen one question is enough.

use super::table::{Bounds, Entry, Known};
use super::{Hint, moves};
use crate::solve::{Ruleset, Solver};
use crate::{Error, LONGEST_PLAY, Player};

/// Runs questions.
pub(super) struct Search<'a, R: Ruleset> {
    solver: &'a Solver<'a, R>,
    known: &'a mut Known<R::Position>,
    stack: Vec<Frame<R::Position>>,
}

/// A move.
struct Choice<P> {
    position: P,
    /// The position in normal form.
    key: (P, Player),
    hint: Hint,
}

/// A position on the line of play that is being searched.
struct Frame<P> {
    key: (P, Player),
    mover: Player,
    wanted: i8,
    /// Those that have to be searched, the next one last.
    choices: Vec<Choice<P>>,
    /// The label of the move that is being searched.
    label: u32,
    /// How many moves there were.
    size: usize,
    /// What is known from the moves so far.
    bounds: Bounds,
}

/// What became of a position when it was reached.
enum Reached {
    /// It is known well enough.
    Known(Bounds),
    /// It is searched.
    Entered,
    /// It is on the line of play that led here.
    Again,
}

impl<'a, R: Ruleset> Search<'a, R> {
    pub(super) fn new(solver: &'a Solver<'a, R>, known: &'a mut Known<R::Position>) -> Self {
        Search { solver, known, stack: Vec::new() }
    }

    /// The value of a position that is no end, for the player to move; nothing when play can
    /// return to a position.
    pub(super) fn value(
        &mut self,
        position: &R::Position,
        mover: Player,
    ) -> Result<Option<i8>, R::Error> {
        for wanted in [1, 0] {
            let answer = self.ask(position, mover, wanted);
            // What was open is not, whatever happened.
            for frame in std::mem::take(&mut self.stack) {
                if let Some(entry) = self.known.entries.get_mut(&frame.key) {
                    entry.open = false;
                }
            }
            match answer? {
                None => return Ok(None),
                Some(bounds) if bounds.least == bounds.most => return Ok(Some(bounds.least)),
                Some(bounds) if bounds.least == 1 => return Ok(Some(1)),
                Some(_) => {}
            }
        }
        // Not a win, and the second answer was no without more: a loss.
        let key = self.solver.rules().normal(position, mover);
        Ok(Some(self.known_bounds(&key).least))
    }

    fn known_bounds(&self, key: &(R::Position, Player)) -> Bounds {
        self.known.entries.get(key).map_or(Bounds::UNKNOWN, |entry| entry.bounds)
    }

    /// Bounds of a position that tell whether its value is at least `wanted`.
    fn ask(
        &mut self,
        position: &R::Position,
        mover: Player,
        wanted: i8,
    ) -> Result<Option<Bounds>, R::Error> {
        let key = self.solver.rules().normal(position, mover);
        let mut below = match self.reach(position, key, mover, wanted)? {
            Reached::Known(bounds) => return Ok(Some(bounds)),
            Reached::Entered => None,
            Reached::Again => return Ok(None),
        };
        loop {
            let Some(frame) = self.stack.last_mut() else {
                return Ok(below);
            };
            if let Some(bounds) = below.take() {
                frame.take(Bounds::reversed(bounds));
                if frame.bounds.least >= frame.wanted {
                    self.known.praise(frame.label, frame.mover, frame.size);
                    below = Some(self.leave());
                    continue;
                }
            }
            let Some(choice) = frame.choices.pop() else {
                below = Some(self.leave());
                continue;
            };
            frame.label = choice.hint.label;
            let (mover, wanted) = (frame.mover.opponent(), 1 - frame.wanted);
            match self.reach(&choice.position, choice.key, mover, wanted)? {
                Reached::Known(bounds) => below = Some(bounds),
                Reached::Entered => {}
                Reached::Again => return Ok(None),
            }
        }
    }

    /// Ends the last position of the line of play.
    fn leave(&mut self) -> Bounds {
        let frame = self.stack.pop().expect("a position is searched");
        // Moves that were not looked at may be better.
        let most = if frame.bounds.least >= frame.wanted { 1 } else { frame.bounds.most };
        self.keep(frame.key, Bounds { least: frame.bounds.least, most })
    }

    /// Remembers what is known of a position.
    fn keep(&mut self, key: (R::Position, Player), found: Bounds) -> Bounds {
        let entry = self.known.entries.entry(key).or_insert(Entry::NEW);
        entry.open = false;
        entry.bounds.least = entry.bounds.least.max(found.least);
        entry.bounds.most = entry.bounds.most.min(found.most);
        entry.bounds
    }

    /// A position that is no end is reached.
    fn reach(
        &mut self,
        position: &R::Position,
        key: (R::Position, Player),
        mover: Player,
        wanted: i8,
    ) -> Result<Reached, R::Error> {
        if let Some(entry) = self.known.entries.get(&key) {
            if entry.open {
                return Ok(Reached::Again);
            }
            if entry.bounds.answers(wanted).is_some() {
                return Ok(Reached::Known(entry.bounds));
            }
        }
        self.solver.store().budget().step().map_err(Error::from)?;
        let moves = moves(self.solver, position, mover)?;
        if moves.is_empty() {
            return Ok(Reached::Known(self.keep(key, Bounds::exactly(0))));
        }
        if self.stack.len() >= LONGEST_PLAY {
            return Err(Error::PlayTooLong { limit: LONGEST_PLAY }.into());
        }
        let size = moves.len();
        let bounds = Bounds { least: -1, most: -1 };
        let mut frame = Frame { key, mover, wanted, choices: Vec::new(), label: 0, size, bounds };
        if let Some(label) = self.look(position, moves, &mut frame)? {
            self.known.praise(label, mover, size);
            let found = Bounds { least: frame.bounds.least, most: 1 };
            return Ok(Reached::Known(self.keep(frame.key, found)));
        }
        self.known.entries.entry(frame.key.clone()).or_insert(Entry::NEW).open = true;
        self.stack.push(frame);
        Ok(Reached::Entered)
    }

    /// Looks at all moves before any is searched: ends, and what is known. Those that have to be
    /// searched are put into the frame; the label of a move that answers the question ends it.
    fn look(
        &mut self,
        from: &R::Position,
        moves: Vec<R::Position>,
        frame: &mut Frame<R::Position>,
    ) -> Result<Option<u32>, R::Error> {
        let (mover, wanted) = (frame.mover, frame.wanted);
        let rules = self.solver.rules();
        let mut open = Vec::with_capacity(moves.len());
        for position in moves {
            let Some(verdict) = rules.verdict(&position, mover.opponent())? else {
                open.push(position);
                continue;
            };
            frame.take(Bounds::exactly(verdict.of_player(mover)));
            if frame.bounds.least >= wanted {
                return Ok(Some(rules.hint(from, &position, mover).label));
            }
        }
        for position in open {
            let key = rules.normal(&position, mover.opponent());
            let known = self.known_bounds(&key).reversed();
            let hint = rules.hint(from, &position, mover);
            match known.answers(wanted) {
                None => frame.choices.push(Choice { position, key, hint }),
                Some(answer) => {
                    frame.take(known);
                    if answer {
                        return Ok(Some(hint.label));
                    }
                }
            }
        }
        let merit =
            |choice: &Choice<_>| (choice.hint.promise, self.known.merit(choice.hint.label, mover));
        // The best is the last; equals stay in the order of the rules.
        frame.choices.reverse();
        frame.choices.sort_by_key(merit);
        Ok(None)
    }
}

impl<P> Frame<P> {
    /// A move leads to this, for the player who made it.
    fn take(&mut self, bounds: Bounds) {
        self.bounds.least = self.bounds.least.max(bounds.least);
        self.bounds.most = self.bounds.most.max(bounds.most);
    }
}

impl Entry {
    const NEW: Entry = Entry { bounds: Bounds::UNKNOWN, open: false };
}
