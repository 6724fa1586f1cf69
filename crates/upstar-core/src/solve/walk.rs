//! Depth-first evaluation of all positions that follow a position.
//!
//! Knows: when all options of a position are evaluated. Must not know: whether games or nimbers are
//! being computed (that is the [`Evaluation`]).
//!
//! The options of a position are sums of components in normal form. The walk looks each component up in the memo
//! and adds the values. Nothing recurses on the machine stack, so a heap of a million counters is no deeper than a
//! heap of one. A position met again on the way down is an error that shows the cycle.
//!
//! Values cost what the options cost of the positions whose values are needed. Of an option of Domineering 62% is listing
//! it (normal forms, flood fill, cutting) and 22% the canonical form. A list of all moves on the way in place of one for each
//! position saves 5 to 8%; a cache of games moved by a number, or a flood fill that ends early, nothing.

use super::path::Path;
use super::{Component, OptionList, Playable, Searches};
use crate::budget::effort;
use crate::{Error, Game, Player, Store};

/// Most components of options on the path; beyond, options are listed again when needed. It bounds
/// memory for long paths of wide positions, such as one large heap.
pub(super) const MOST_HELD: usize = 1 << 20;
/// Length of a path from which on all options of a position are looked for on it, before one is
/// followed: where each player's moves undo the other's, those of one player may never return.
const LONG: usize = 1 << 10;

/// Why a walk ends early.
pub(super) enum Stop<E> {
    /// Something went wrong.
    Error(E),
    /// Something is not impartial, and only impartial positions can be evaluated.
    Mixed,
    /// The steps of this question are used up.
    Enough,
}

impl<E: From<Error>> From<Error> for Stop<E> {
    fn from(error: Error) -> Self {
        Stop::Error(error.into())
    }
}

/// The moves of a position, in the order in which a walk looks at them.
pub(super) struct WalkMoves<P> {
    /// What they lead to: Left's first.
    options: OptionList<P>,
    /// Number of Left's.
    lefts: usize,
    /// The one to begin with.
    first: usize,
    /// Whether the walk goes on to the one before, and not to the one after.
    backwards: bool,
}

impl<P> WalkMoves<P> {
    /// The moves to these options, of which the first `lefts` are Left's.
    pub(super) fn new(options: OptionList<P>, lefts: usize) -> Self {
        WalkMoves { options, lefts, first: 0, backwards: false }
    }

    /// The same moves in an order for one of several threads: every other thread goes the other way, and each pair
    /// begins at another place.
    pub(super) fn of_thread(self, thread: usize) -> Self {
        let count = self.len().max(1);
        let first = thread / 2 * (count / 3 + 1) % count;
        WalkMoves { first, backwards: thread % 2 == 1, ..self }
    }

    fn len(&self) -> usize {
        self.options.len()
    }

    /// Move `i` in the order, and who makes it.
    fn get(&self, i: usize) -> Option<(Player, &[Component<P>])> {
        if i >= self.len() {
            return None;
        }
        let i = (self.first + i) % self.len();
        let i = if self.backwards { self.len() - 1 - i } else { i };
        let player = if i < self.lefts { Player::Left } else { Player::Right };
        Some((player, self.options.get(i)))
    }

    /// Number of components of the moves, with each move counted as one more.
    fn size(&self) -> usize {
        self.options.size()
    }
}

/// Quantity that a walk computes of each position, from those of its options.
pub(super) trait Evaluation<R: Playable> {
    /// Value of the quantity.
    type Answer: Copy;
    /// Summary of the options seen so far.
    type Seen: Default;

    /// The solver that asks.
    fn searches(&self) -> &Searches<'_, R>;

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
    fn moves(&self, position: &R::Position) -> Result<WalkMoves<R::Position>, Stop<R::Error>> {
        let mut options = OptionList::default();
        self.searches().list(position, Player::Left, &mut options).map_err(Stop::Error)?;
        let lefts = options.len();
        Ok(WalkMoves::new(options, lefts))
    }

    /// The players whose options are asked for when a position is walked over; none when its answer is
    /// known.
    fn askers(&self, position: &R::Position) -> &'static [Player] {
        let known = self.searches().memo.nimbers.get(position).is_some();
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

/// Node of a walk: what was seen of the options of a position on the path.
struct WalkNode<P, S> {
    /// Moves of the position; `None` before they are listed, and when they were dropped to save memory.
    moves: Option<WalkMoves<P>>,
    /// Number of moves seen.
    done: usize,
    /// Summary of these moves.
    seen: S,
}

/// What to do next with the position on top of the path.
enum WalkStep<P, A> {
    /// Evaluate it: all moves have been seen.
    Finish,
    /// Take the answer that another thread has found.
    Known(A),
    /// Evaluate this position first.
    Enter(P),
}

/// The next step of a walk through positions of these rules.
type WalkStepOf<R, E> = WalkStep<<R as Playable>::Position, <E as Evaluation<R>>::Answer>;

/// Whether a sum can be evaluated.
enum Ready<A, P> {
    /// It has been.
    Answer(A),
    /// This position must be evaluated before.
    Needs(P),
}

/// What is known of a sum, or why the walk ends.
type SumAnswer<R, E> = Result<
    Ready<<E as Evaluation<R>>::Answer, <R as Playable>::Position>,
    Stop<<R as Playable>::Error>,
>;

/// Why a walk has a node on top.
const UNDER_WAY: &str = "a position is being evaluated";

/// Depth-first evaluation under way.
struct Walk<'a, R: Playable, E: Evaluation<R>> {
    evaluation: &'a E,
    path: Path<R::Position, WalkNode<R::Position, E::Seen>>,
    /// Length of the longest line of play that is followed.
    longest: usize,
    /// Components in the moves on the path.
    held: usize,
}

/// Evaluates a position, after all that follows it. Cost: each position is expanded once, or twice in
/// deep walks.
pub(super) fn walk<R: Playable, E: Evaluation<R>>(
    evaluation: &E,
    root: &R::Position,
) -> Result<E::Answer, Stop<R::Error>> {
    if let Some(answer) = evaluation.known(root)? {
        return Ok(answer);
    }
    let longest = evaluation.searches().rules.most_moves(root);
    let mut walk = Walk { evaluation, path: Path::new(), longest, held: 0 };
    let result = walk.run(root.clone());
    if matches!(result, Err(Stop::Mixed)) {
        walk.path.into_keys().for_each(|position| evaluation.give_up(position));
    }
    result
}

impl<R: Playable, E: Evaluation<R>> Walk<'_, R, E> {
    fn run(&mut self, root: R::Position) -> Result<E::Answer, Stop<R::Error>> {
        self.enter(root)?;
        loop {
            match self.advance()? {
                WalkStep::Enter(position) => self.enter(position)?,
                next => {
                    let (position, seen) = self.leave();
                    let answer = match next {
                        WalkStep::Known(answer) => answer,
                        _ => self.evaluation.finish(position, seen)?,
                    };
                    if self.path.is_empty() {
                        return Ok(answer);
                    }
                }
            }
        }
    }

    /// Puts a position on the path.
    fn enter(&mut self, position: R::Position) -> Result<(), Stop<R::Error>> {
        if self.held > MOST_HELD
            && let Some((_, below)) = self.path.top()
            && let Some(moves) = below.moves.take()
        {
            self.held -= moves.size();
        }
        let node = WalkNode { moves: None, done: 0, seen: E::Seen::default() };
        if let Err(cycle) = self.path.push(position, node) {
            return Err(Stop::Error(self.evaluation.searches().rules.repeats(cycle)));
        }
        if self.path.len() > self.longest + 1 {
            return Err(Error::PlayTooLong { limit: self.longest }.into());
        }
        Ok(())
    }

    /// Looks at the moves of the position on top until one needs an evaluation.
    fn advance(&mut self) -> Result<WalkStepOf<R, E>, Stop<R::Error>> {
        let (evaluation, length) = (self.evaluation, self.path.len());
        let (position, node) = self.path.top().expect(UNDER_WAY);
        if evaluation.is_shared()
            && let Some(answer) = evaluation.known(position)?
        {
            return Ok(WalkStep::Known(answer));
        }
        if node.moves.is_none() {
            evaluation.step()?;
            let moves = evaluation.moves(position)?;
            if evaluation.searches().looks_ahead() {
                expect(evaluation, &moves);
            }
            self.held += moves.size();
            if length >= LONG
                && let Some(again) = moves
                    .options
                    .parts
                    .iter()
                    .filter_map(Component::position)
                    .find(|again| self.path.contains(again))
            {
                return Ok(WalkStep::Enter(again.clone()));
            }
            let (_, node) = self.path.top().expect(UNDER_WAY);
            node.moves = Some(moves);
        }
        let (_, node) = self.path.top().expect(UNDER_WAY);
        let moves = node.moves.as_ref().expect("its moves are listed");
        while let Some((player, sum)) = moves.get(node.done) {
            evaluation.step()?;
            match sum_answer(evaluation, sum)? {
                Ready::Answer(answer) => {
                    evaluation.see(&mut node.seen, player, answer, moves.len())
                }
                Ready::Needs(position) => return Ok(WalkStep::Enter(position)),
            }
            node.done += 1;
        }
        Ok(WalkStep::Finish)
    }

    /// Takes the position on top off the path.
    fn leave(&mut self) -> (R::Position, E::Seen) {
        let (position, node) = self.path.pop().expect(UNDER_WAY);
        self.held -= node.moves.as_ref().map_or(0, WalkMoves::size);
        (position, node.seen)
    }
}

/// Says which options will be asked for on the way through these moves.
fn expect<R: Playable, E: Evaluation<R>>(evaluation: &E, moves: &WalkMoves<R::Position>) {
    let mut expected = Vec::new();
    for position in moves.options.parts.iter().filter_map(Component::position) {
        let askers = evaluation.askers(position).iter();
        expected.extend(askers.map(|&player| (position.clone(), player)));
    }
    evaluation.searches().expect(expected);
}

/// One step of work, while the effort of this thread is at most `until`.
pub(super) fn step<E: From<Error>>(store: &Store, until: u64) -> Result<(), Stop<E>> {
    store.budget().step().map_err(Error::from)?;
    let enough = until != u64::MAX && effort() > until;
    if enough { Err(Stop::Enough) } else { Ok(()) }
}

/// The answer for a sum, or the first of its positions that must be evaluated before.
fn sum_answer<R: Playable, E: Evaluation<R>>(
    evaluation: &E,
    sum: &[Component<R::Position>],
) -> SumAnswer<R, E> {
    let mut total: Option<E::Answer> = None;
    for part in sum {
        let answer = match part {
            Component::Value(game) => evaluation.of_game(*game)?,
            Component::Position(position) | Component::Negative(position) => {
                match (evaluation.known(position)?, part) {
                    (Some(answer), Component::Negative(_)) => evaluation.negative(answer)?,
                    (Some(answer), _) => answer,
                    (None, _) => return Ok(Ready::Needs(position.clone())),
                }
            }
        };
        total = Some(match total {
            Some(sum) => evaluation.add(sum, answer)?,
            None => answer,
        });
    }
    Ok(Ready::Answer(total.unwrap_or_else(|| evaluation.zero())))
}
