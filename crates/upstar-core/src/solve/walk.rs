//! Depth-first fold over the positions that follow a position.
//!
//! Knows: when all that matters of the moves of a position is known. Must not know: whether games, nimbers
//! or winners are being found (that is the [`Fold`]).
//!
//! The options of a position are sums of components in normal form. An [`Evaluation`] looks each component up in the memo
//! and adds the values. Nothing recurses on the machine stack, so a heap of a million counters is no deeper than a
//! heap of one. A position met again on the way down is an error that shows the cycle.
//!
//! Values cost what the options cost of the positions whose values are needed. Of an option of Domineering 62% is listing
//! it (normal forms, flood fill, cutting) and 22% the canonical form. A list of all moves on the way in place of one for each
//! position saves 5 to 8%; a cache of games moved by a number, or a flood fill that ends early, nothing.

use std::hash::Hash;

use super::path::Path;
use super::{Component, OptionList, Playable, Searches};
use crate::budget::effort;
use crate::{Error, Game, Player, Store};

/// Most components of options on the path; beyond, options are listed again when needed. It bounds
/// memory for long paths of wide positions, such as one large heap.
const MOST_HELD: usize = 1 << 20;
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

    /// The positions that they lead to.
    fn positions(&self) -> impl Iterator<Item = &P> {
        self.options.parts.iter().filter_map(Component::position)
    }

    /// Number of components of the moves, with each move counted as one more.
    fn size(&self) -> usize {
        self.options.size()
    }
}

/// What a walk finds of each position, from where the moves of the position lead.
pub(super) trait Fold<R: Playable> {
    /// A position with all that its answer depends on.
    type Key: WalkKey<R::Position>;
    /// The answer for a position, or for a sum.
    type Answer: Copy;
    /// Summary of the moves seen so far.
    type Seen: Default;

    /// The solver that asks.
    fn searches(&self) -> &Searches<'_, R>;

    /// The answer when it is known, or needs no walk.
    fn known(&self, key: &Self::Key) -> Result<Option<Self::Answer>, Stop<R::Error>>;

    /// Moves that count, and where the next ones begin unless these are all; the first begin at 0.
    fn moves(&self, key: &Self::Key, start: usize) -> Listed<R>;

    /// The answer for the sum that a move of this player leads to, or what must be known before.
    fn reply(&self, player: Player, sum: &[Component<R::Position>]) -> Reply<R, Self>;

    /// Takes note of one of `total` moves; whether the others do not matter.
    fn see(
        &self,
        seen: &mut Self::Seen,
        player: Player,
        answer: Self::Answer,
        total: usize,
    ) -> bool;

    /// The answer for a position all of whose moves have been seen that matter; remembers it.
    fn finish(&self, key: Self::Key, seen: Self::Seen) -> Result<Self::Answer, Stop<R::Error>>;

    /// Takes note that a position has no answer of this kind.
    fn give_up(&self, _key: Self::Key) {}

    /// The effort of this thread at which the walk ends.
    fn until(&self) -> u64 {
        u64::MAX
    }

    /// Whether other threads look for answers too.
    fn is_shared(&self) -> bool {
        false
    }
}

/// A position, alone or with the player to move.
pub(super) trait WalkKey<P>: Clone + Eq + Hash {
    /// The position.
    fn position(&self) -> &P;

    /// The key of a position that moves lead to, if a walk is to find out early that it is on a long path already.
    fn of(position: &P) -> Option<Self>;

    /// The positions of keys that lead to each other, the last back to the first.
    fn cycle(keys: Vec<Self>) -> Vec<P>;
}

impl<P: Clone + Eq + Hash> WalkKey<P> for P {
    fn position(&self) -> &P {
        self
    }

    fn of(position: &P) -> Option<P> {
        Some(position.clone())
    }

    fn cycle(keys: Vec<P>) -> Vec<P> {
        keys
    }
}

/// The walk with whoever moves finds a cycle when it comes to the position again, so that nothing is looked for earlier.
impl<P: Clone + Eq + Hash> WalkKey<P> for (P, Player) {
    fn position(&self) -> &P {
        &self.0
    }

    fn of(_: &P) -> Option<Self> {
        None
    }

    /// An odd number of moves leads back with the other player to move, and so twice around.
    fn cycle(keys: Vec<Self>) -> Vec<P> {
        let mut cycle: Vec<P> = keys.into_iter().map(|(position, _)| position).collect();
        let half = cycle.len() / 2;
        if cycle[..half] == cycle[half..] {
            cycle.truncate(half);
        }
        cycle
    }
}

/// Moves of a position, and where the next ones begin.
pub(super) type Listed<R> =
    Result<(WalkMoves<<R as Playable>::Position>, Option<usize>), Stop<<R as Playable>::Error>>;

/// What is known of a sum, or what must be known before.
pub(super) enum Ready<A, K> {
    /// Its answer.
    Answer(A),
    /// The answer for this key.
    Needs(K),
}

/// What is known of a sum, or why the walk ends.
pub(super) type Reply<R, F> =
    Result<Ready<<F as Fold<R>>::Answer, <F as Fold<R>>::Key>, Stop<<R as Playable>::Error>>;

/// Quantity of positions that adds up: that of a sum is the sum of those of its components.
pub(super) trait Additive<R: Playable>: Fold<R, Key = R::Position> {
    /// The answer for an option without components.
    fn zero(&self) -> Self::Answer;

    /// The answer for a sum of two.
    fn add(&self, a: Self::Answer, b: Self::Answer) -> Result<Self::Answer, Stop<R::Error>>;

    /// The answer with the players exchanged.
    fn negative(&self, answer: Self::Answer) -> Result<Self::Answer, Stop<R::Error>>;

    /// The answer for a value.
    fn of_game(&self, game: Game) -> Result<Self::Answer, Stop<R::Error>>;

    /// The answer for a sum, or the first of its positions that must be evaluated before.
    fn sum(&self, sum: &[Component<R::Position>]) -> Reply<R, Self> {
        let mut total: Option<Self::Answer> = None;
        for part in sum {
            let answer = match part {
                Component::Value(game) => self.of_game(*game)?,
                Component::Position(position) | Component::Negative(position) => {
                    match (self.known(position)?, part) {
                        (Some(answer), Component::Negative(_)) => self.negative(answer)?,
                        (Some(answer), _) => answer,
                        (None, _) => return Ok(Ready::Needs(position.clone())),
                    }
                }
            };
            total = Some(match total {
                Some(sum) => self.add(sum, answer)?,
                None => answer,
            });
        }
        Ok(Ready::Answer(total.unwrap_or_else(|| self.zero())))
    }
}

/// All moves of Left, for a fold over impartial positions.
pub(super) fn moves_of_both<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
) -> Listed<R> {
    let mut options = OptionList::default();
    searches.list(position, Player::Left, &mut options).map_err(Stop::Error)?;
    let lefts = options.len();
    let moves = WalkMoves::new(options, lefts);
    expect(searches, &moves, |position| match searches.memo.nimbers.get(position) {
        Some(_) => &[],
        None => &[Player::Left],
    });
    Ok((moves, None))
}

/// Says which options will be asked for on the way through these moves: those of the players who are named for a position.
pub(super) fn expect<R: Playable>(
    searches: &Searches<'_, R>,
    moves: &WalkMoves<R::Position>,
    askers: impl Fn(&R::Position) -> &'static [Player],
) {
    if searches.looks_ahead() {
        let mut expected = Vec::new();
        for position in moves.positions() {
            expected.extend(askers(position).iter().map(|player| (position.clone(), *player)));
        }
        searches.expect(expected);
    }
}

/// Node of a walk: what was seen of the moves of a position on the path.
struct WalkNode<P, S> {
    /// Moves of the position; `None` before they are listed, and when they were dropped to save memory.
    moves: Option<WalkMoves<P>>,
    /// Where they begin, and where the next ones do.
    start: usize,
    next: Option<usize>,
    /// Number of them that were seen.
    done: usize,
    /// Summary of all moves that were seen.
    seen: S,
}

/// What to do next with the position on top of the path.
enum WalkStep<K, A> {
    /// Put its answer together: all moves have been seen that matter.
    Finish,
    /// Take the answer that another thread has found.
    Known(A),
    /// Find this first.
    Enter(K),
}

/// The next step of a walk through positions of these rules.
type WalkStepOf<R, F> = WalkStep<<F as Fold<R>>::Key, <F as Fold<R>>::Answer>;

/// Why a walk has a node on top.
const UNDER_WAY: &str = "a position is being evaluated";

/// Depth-first fold under way.
struct Walk<'a, R: Playable, F: Fold<R>> {
    fold: &'a F,
    path: Path<F::Key, WalkNode<R::Position, F::Seen>>,
    /// Length of the longest line of play that is followed.
    longest: usize,
    /// Components in the moves on the path.
    held: usize,
    /// So many positions at the beginning of the path have dropped their moves.
    dropped: usize,
}

/// Finds what a fold asks of a position, after all that follows it and matters. Cost: each position is expanded once, or twice in
/// deep walks.
pub(super) fn walk<R: Playable, F: Fold<R>>(
    fold: &F,
    root: &F::Key,
) -> Result<F::Answer, Stop<R::Error>> {
    if let Some(answer) = fold.known(root)? {
        return Ok(answer);
    }
    let longest = fold.searches().rules.most_moves(root.position());
    let mut walk = Walk { fold, path: Path::new(), longest, held: 0, dropped: 0 };
    let result = walk.run(root.clone());
    if matches!(result, Err(Stop::Mixed)) {
        walk.path.into_keys().for_each(|key| fold.give_up(key));
    }
    result
}

impl<R: Playable, F: Fold<R>> Walk<'_, R, F> {
    fn run(&mut self, root: F::Key) -> Result<F::Answer, Stop<R::Error>> {
        self.enter(root)?;
        loop {
            match self.advance()? {
                WalkStep::Enter(key) => self.enter(key)?,
                next => {
                    let (key, seen) = self.leave();
                    let answer = match next {
                        WalkStep::Known(answer) => answer,
                        _ => self.fold.finish(key, seen)?,
                    };
                    if self.path.is_empty() {
                        return Ok(answer);
                    }
                }
            }
        }
    }

    /// Puts a position on the path.
    fn enter(&mut self, key: F::Key) -> Result<(), Stop<R::Error>> {
        self.make_room();
        let node =
            WalkNode { moves: None, start: 0, next: None, done: 0, seen: F::Seen::default() };
        let entered = self.path.push(key, node);
        entered.map_err(|keys| {
            let cycle = WalkKey::cycle(keys);
            Stop::Error(self.fold.searches().rules.repeats(cycle))
        })?;
        if self.path.len() > self.longest + 1 {
            return Err(Error::PlayTooLong { limit: self.longest }.into());
        }
        Ok(())
    }

    /// Drops moves when there are too many: those of the positions at the beginning of the path, which are needed last.
    /// Those of the position on top stay.
    fn make_room(&mut self) {
        while self.held > MOST_HELD && self.dropped + 1 < self.path.len() {
            let moves = self.path.node(self.dropped).and_then(|node| node.moves.take());
            self.held -= moves.as_ref().map_or(0, WalkMoves::size);
            self.dropped += 1;
        }
    }

    /// Looks at the moves of the position on top until something must be found before.
    fn advance(&mut self) -> Result<WalkStepOf<R, F>, Stop<R::Error>> {
        let fold = self.fold;
        let (key, _) = self.path.top().expect(UNDER_WAY);
        if fold.is_shared()
            && let Some(answer) = fold.known(key)?
        {
            return Ok(WalkStep::Known(answer));
        }
        loop {
            if let Some(again) = self.list()? {
                return Ok(WalkStep::Enter(again));
            }
            let (_, node) = self.path.top().expect(UNDER_WAY);
            let moves = node.moves.as_ref().expect("its moves are listed");
            while let Some((player, sum)) = moves.get(node.done) {
                step(fold.searches().store, fold.until())?;
                match fold.reply(player, sum)? {
                    Ready::Answer(answer) => {
                        if fold.see(&mut node.seen, player, answer, moves.len()) {
                            return Ok(WalkStep::Finish);
                        }
                    }
                    Ready::Needs(key) => return Ok(WalkStep::Enter(key)),
                }
                node.done += 1;
            }
            let Some(next) = node.next else { return Ok(WalkStep::Finish) };
            self.held -= moves.size();
            (node.moves, node.start, node.done) = (None, next, 0);
        }
    }

    /// Lists moves of the position on top, unless they are listed. A position that is on the path already, where the path is
    /// long and one of the moves leads back to it.
    fn list(&mut self) -> Result<Option<F::Key>, Stop<R::Error>> {
        let (fold, length) = (self.fold, self.path.len());
        let (key, node) = self.path.top().expect(UNDER_WAY);
        if node.moves.is_some() {
            return Ok(None);
        }
        step(fold.searches().store, fold.until())?;
        let (moves, next) = fold.moves(key, node.start)?;
        self.held += moves.size();
        if length >= LONG {
            let mut keys = moves.positions().filter_map(F::Key::of);
            if let Some(again) = keys.find(|key| self.path.contains(key)) {
                return Ok(Some(again));
            }
        }
        let (_, node) = self.path.top().expect(UNDER_WAY);
        (node.moves, node.next) = (Some(moves), next);
        Ok(None)
    }

    /// Takes the position on top off the path.
    fn leave(&mut self) -> (F::Key, F::Seen) {
        let (key, node) = self.path.pop().expect(UNDER_WAY);
        // The position below lists its moves again if they were dropped.
        self.dropped = self.dropped.min(self.path.len().saturating_sub(1));
        self.held -= node.moves.as_ref().map_or(0, WalkMoves::size);
        (key, node.seen)
    }
}

/// One step of work, while the effort of this thread is at most `until`.
pub(super) fn step<E: From<Error>>(store: &Store, until: u64) -> Result<(), Stop<E>> {
    store.budget().step().map_err(Error::from)?;
    let enough = until != u64::MAX && effort() > until;
    if enough { Err(Stop::Enough) } else { Ok(()) }
}
