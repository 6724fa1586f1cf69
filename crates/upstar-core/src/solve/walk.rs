//! The walk over all positions that a position can lead to.
//!
//! Knows: the explicit stack, cycles, when a position is ready.
//! Must not know: whether games or nimbers are being computed (that is the [`Goal`]).

use rustc_hash::FxHashSet;

use super::{Part, Ruleset, Solver, Sum};
use crate::{Error, Game, Player, Store};

/// Components of options kept on the stack; beyond, they are asked for again when needed.
/// It bounds memory for deep stacks of wide positions, such as one large heap.
const MOST_HELD: usize = 1 << 20;
/// From so many moves on, all that can follow is compared with the line that led there: where each
/// player's moves undo the other's, following one player's alone would never return.
const LONG: usize = 1 << 10;

/// Why a walk ends early.
pub(super) enum Stop<E> {
    /// Something went wrong.
    Error(E),
    /// A nimber was wanted of something that is not impartial.
    Mixed,
    /// More steps than the asker wants to spend.
    Enough,
}

impl<E: From<Error>> From<Error> for Stop<E> {
    fn from(error: Error) -> Self {
        Stop::Error(error.into())
    }
}

/// Where a player can move.
pub(super) type Moves<P> = Vec<(Player, Sum<P>)>;

/// What is computed of each position.
pub(super) trait Goal<R: Ruleset> {
    /// The answer for a position.
    type Answer: Copy;
    /// What is remembered of the options seen so far.
    type Seen: Default;

    /// Who asks.
    fn solver(&self) -> &Solver<'_, R>;

    /// The answer for an option without components.
    fn zero(&self) -> Self::Answer;

    /// The answer for a sum of two.
    fn add(&self, a: Self::Answer, b: Self::Answer) -> Result<Self::Answer, Stop<R::Error>>;

    /// The answer with the players exchanged.
    fn negative(&self, answer: Self::Answer) -> Result<Self::Answer, Stop<R::Error>>;

    /// The answer for a value.
    fn of_game(&self, game: Game) -> Result<Self::Answer, Stop<R::Error>>;

    /// The answer for a position when it is known, or needs no walk.
    fn known(&self, position: &R::Position) -> Result<Option<Self::Answer>, Stop<R::Error>>;

    /// The moves that count: Left's, where both players have the same.
    fn moves(&self, position: &R::Position) -> Result<Moves<R::Position>, Stop<R::Error>> {
        let options = self.solver().options(position, Player::Left).map_err(Stop::Error)?;
        Ok(options.into_iter().map(|sum| (Player::Left, sum)).collect())
    }

    /// The players whose options are asked for when a position is walked over; none when its answer is
    /// known.
    fn askers(&self, position: &R::Position) -> &'static [Player] {
        let known = self.solver().memo.nimbers.get(position).is_some();
        if known { &[] } else { &[Player::Left] }
    }

    /// Takes note of one of `total` moves.
    fn see(&self, seen: &mut Self::Seen, player: Player, answer: Self::Answer, total: usize);

    /// The answer for a position whose moves have all been seen; remembers it.
    fn finish(
        &self,
        position: R::Position,
        seen: Self::Seen,
    ) -> Result<Self::Answer, Stop<R::Error>>;

    /// Takes note that a position has no answer of this kind.
    fn give_up(&self, position: R::Position);

    /// One step of work.
    fn step(&self) -> Result<(), Stop<R::Error>>;

    /// Whether other threads look for answers too.
    fn is_shared(&self) -> bool {
        false
    }
}

/// A position that is being evaluated.
struct Frame<P, S> {
    position: P,
    /// Its moves; nothing when they have been dropped to save memory.
    moves: Option<Moves<P>>,
    /// How many of them have been seen.
    done: usize,
    seen: S,
}

/// What to do next with the topmost position.
enum Next<P, A> {
    /// All moves have been seen.
    Finish,
    /// Another thread has found the answer.
    Known(A),
    /// This position must be evaluated first.
    Enter(P),
}

/// What to do next in a walk.
type NextOf<R, G> = Next<<R as Ruleset>::Position, <G as Goal<R>>::Answer>;

/// Whether a sum can be evaluated.
enum Ready<A, P> {
    /// It has been.
    Answer(A),
    /// This position must be evaluated before.
    Needs(P),
}

/// What is known of a sum, or why the walk ends.
type SumAnswer<R, G> =
    Result<Ready<<G as Goal<R>>::Answer, <R as Ruleset>::Position>, Stop<<R as Ruleset>::Error>>;

struct Walk<'a, R: Ruleset, G: Goal<R>> {
    goal: &'a G,
    stack: Vec<Frame<R::Position, G::Seen>>,
    on_path: FxHashSet<R::Position>,
    /// The longest line of play that is followed.
    longest: usize,
    /// Components in the moves on the stack.
    held: usize,
}

/// The answer for a position. Cost: each position is expanded once, or twice in deep walks.
pub(super) fn walk<R: Ruleset, G: Goal<R>>(
    goal: &G,
    root: &R::Position,
) -> Result<G::Answer, Stop<R::Error>> {
    if let Some(answer) = goal.known(root)? {
        return Ok(answer);
    }
    let on_path = FxHashSet::default();
    let longest = goal.solver().rules.most_moves(root);
    let mut walk = Walk { goal, stack: Vec::new(), on_path, longest, held: 0 };
    let result = walk.run(root.clone());
    if matches!(result, Err(Stop::Mixed)) {
        for frame in walk.stack {
            walk.goal.give_up(frame.position);
        }
    }
    result
}

impl<R: Ruleset, G: Goal<R>> Walk<'_, R, G> {
    fn run(&mut self, root: R::Position) -> Result<G::Answer, Stop<R::Error>> {
        self.enter(root)?;
        loop {
            match self.advance()? {
                Next::Enter(position) => self.enter(position)?,
                next => {
                    let frame = self.leave();
                    let answer = match next {
                        Next::Known(answer) => answer,
                        _ => self.goal.finish(frame.position, frame.seen)?,
                    };
                    if self.stack.is_empty() {
                        return Ok(answer);
                    }
                }
            }
        }
    }

    /// Puts a position on the stack.
    fn enter(&mut self, position: R::Position) -> Result<(), Stop<R::Error>> {
        if !self.on_path.insert(position.clone()) {
            let start = self.stack.iter().position(|frame| frame.position == position);
            let cycle =
                self.stack.drain(start.expect("it is on the path")..).map(|frame| frame.position);
            return Err(Stop::Error(self.goal.solver().rules.repeats(cycle.collect())));
        }
        if self.stack.len() > self.longest {
            return Err(Error::PlayTooLong { limit: self.longest }.into());
        }
        if self.held > MOST_HELD
            && let Some(moves) = self.stack.last_mut().and_then(|frame| frame.moves.take())
        {
            self.held -= components(&moves);
        }
        self.stack.push(Frame { position, moves: None, done: 0, seen: G::Seen::default() });
        Ok(())
    }

    /// Looks at the moves of the topmost position until one needs an evaluation.
    fn advance(&mut self) -> Result<NextOf<R, G>, Stop<R::Error>> {
        let frame = self.stack.last_mut().expect("a position is being evaluated");
        if self.goal.is_shared()
            && let Some(answer) = self.goal.known(&frame.position)?
        {
            return Ok(Next::Known(answer));
        }
        if frame.moves.is_none() {
            self.goal.step()?;
            let moves = self.goal.moves(&frame.position)?;
            if self.goal.solver().looks_ahead() {
                expect(self.goal, &moves);
            }
            self.held += components(&moves);
            frame.moves = Some(moves);
            if self.stack.len() >= LONG
                && let Some(place) = self.return_to()
            {
                return Ok(Next::Enter(place));
            }
        }
        let frame = self.stack.last_mut().expect("a position is being evaluated");
        let moves = frame.moves.as_deref().expect("its moves are listed");
        while let Some((player, sum)) = moves.get(frame.done) {
            self.goal.step()?;
            match sum_answer(self.goal, sum)? {
                Ready::Answer(answer) => {
                    self.goal.see(&mut frame.seen, *player, answer, moves.len())
                }
                Ready::Needs(position) => return Ok(Next::Enter(position)),
            }
            frame.done += 1;
        }
        Ok(Next::Finish)
    }

    /// A position of the line to which a move of the topmost one returns.
    fn return_to(&self) -> Option<R::Position> {
        let moves = self.stack.last()?.moves.as_deref()?;
        let positions = moves.iter().flat_map(|(_, sum)| sum).filter_map(|part| match part {
            Part::Position(position) | Part::Negative(position) => Some(position),
            Part::Value(_) => None,
        });
        positions.into_iter().find(|&position| self.on_path.contains(position)).cloned()
    }

    /// Takes the topmost position off the stack.
    fn leave(&mut self) -> Frame<R::Position, G::Seen> {
        let frame = self.stack.pop().expect("a position is being evaluated");
        self.held -= frame.moves.as_ref().map_or(0, |moves| components(moves));
        self.on_path.remove(&frame.position);
        frame
    }
}

/// Says which options will be asked for on the way through these moves.
fn expect<R: Ruleset, G: Goal<R>>(goal: &G, moves: &[(Player, Sum<R::Position>)]) {
    let mut expected = Vec::new();
    for part in moves.iter().flat_map(|(_, sum)| sum) {
        if let Part::Position(position) | Part::Negative(position) = part {
            let askers = goal.askers(position).iter();
            expected.extend(askers.map(|&player| (position.clone(), player)));
        }
    }
    goal.solver().expect(expected);
}

/// One step of work, while the effort of this thread is at most `until`.
pub(super) fn step<E: From<Error>>(store: &Store, until: u64) -> Result<(), Stop<E>> {
    store.budget().step().map_err(Error::from)?;
    let enough = until != u64::MAX && store.budget().effort() > until;
    if enough { Err(Stop::Enough) } else { Ok(()) }
}

/// Components, with each move counted as one more.
fn components<P>(moves: &[(Player, Sum<P>)]) -> usize {
    moves.iter().map(|(_, sum)| sum.len() + 1).sum()
}

/// The answer for a sum, or the first of its positions that must be evaluated before.
fn sum_answer<R: Ruleset, G: Goal<R>>(goal: &G, sum: &[Part<R::Position>]) -> SumAnswer<R, G> {
    let mut total: Option<G::Answer> = None;
    for part in sum {
        let answer = match part {
            Part::Value(game) => goal.of_game(*game)?,
            Part::Position(position) | Part::Negative(position) => {
                match (goal.known(position)?, part) {
                    (Some(answer), Part::Negative(_)) => goal.negative(answer)?,
                    (Some(answer), _) => answer,
                    (None, _) => return Ok(Ready::Needs(position.clone())),
                }
            }
        };
        total = Some(match total {
            Some(sum) => goal.add(sum, answer)?,
            None => answer,
        });
    }
    Ok(Ready::Answer(total.unwrap_or_else(|| goal.zero())))
}
