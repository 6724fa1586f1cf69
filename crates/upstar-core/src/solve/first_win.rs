//! Search for the winner of a position alone, which takes the first move that wins.
//!
//! Knows: that a player wins who has a move to where the other loses. Must not know: values, or how rules list moves.
//!
//! A walk for values lists every position that follows. To name the winner, one winning move in each position of the winner
//! is enough, and rules in expressions spend most of their time on listing moves. So this walk asks for few moves at first
//! ([`Playable::list_some`]), takes them in the order of the rules, and leaves a position at the first move that wins.
//! It lists no position that a walk for values does not list.
//!
//! Impartial positions have the same winner whoever moves, and a sum of them is lost by the player to move when the
//! nim-sum is 0 (*Winning Ways*, chapter 4). Otherwise the walk ends at a sum: `search/` plays it.

use super::nimbers::nim_sum_within;
use super::path::Path;
use super::walk::{MOST_HELD, Stop, step};
use super::{Component, OptionList, Playable, Searches};
use crate::{Error, Player};

/// Position, and who moves there: Left, where the position is impartial.
type MoverAt<P> = (P, Player);

/// Node of the path: some of the moves of a position, in the order of the rules.
struct Tried<P> {
    /// They begin at this one, and the next ones at `next`.
    start: usize,
    next: Option<usize>,
    /// The sums after these moves; `None` before they are listed, and when they were dropped to save memory.
    options: Option<OptionList<P>>,
    /// How many of them do not win.
    done: usize,
}

/// Walk under way.
struct FirstWin<'a, R: Playable> {
    replies: &'a Replies<'a, R>,
    path: Path<MoverAt<R::Position>, Tried<R::Position>>,
    /// Components of the options on the path.
    held: usize,
}

/// Finds the winners of the sums after moves, for a walk.
struct Replies<'a, R: Playable> {
    searches: &'a Searches<'a, R>,
    /// Whether all positions must be impartial.
    impartial: bool,
    /// Effort of this thread at which the walk ends.
    until: u64,
}

/// The winner of the sum after a move, or the way to find it.
enum Reply<P> {
    /// The player to move there wins, or loses.
    Known(bool),
    /// This must be found before.
    Needs(MoverAt<P>),
}

/// Whether the player who moves first wins a position, unless the effort of this thread passes `until` before. What
/// is found stays in the memo. Cost: each position is listed once, or in parts.
///
/// # Errors
/// [`Stop::Mixed`] when a sum has to be played, [`Stop::Enough`] at the end of the effort; and when the rules fail, a
/// position repeats, or the budget of the store is exhausted.
pub(super) fn wins_within<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
    first: Player,
    until: u64,
) -> Result<bool, Stop<R::Error>> {
    let replies = Replies { searches, impartial: searches.rules.is_impartial(position), until };
    let root = replies.turn(position, first)?;
    if let Some(wins) = known(searches, &root.0, root.1) {
        return Ok(wins);
    }
    FirstWin { replies: &replies, path: Path::new(), held: 0 }.run(root)
}

/// Whether the player who moves first wins a position alone, if that was found.
pub(super) fn known<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
    first: Player,
) -> Option<bool> {
    let facts = searches.memo.nimbers.facts(position);
    if facts.excludes(0) {
        return Some(true);
    }
    if facts.nimber().is_some() {
        return Some(false);
    }
    searches.memo.winner(position, first)
}

impl<R: Playable> FirstWin<'_, R> {
    fn run(&mut self, root: MoverAt<R::Position>) -> Result<bool, Stop<R::Error>> {
        let longest = self.replies.searches.rules.most_moves(&root.0);
        self.enter(root)?;
        loop {
            let wins = match self.advance()? {
                Reply::Needs(turn) => {
                    self.enter(turn)?;
                    if self.path.len() > longest + 1 {
                        return Err(Error::PlayTooLong { limit: longest }.into());
                    }
                    continue;
                }
                Reply::Known(wins) => wins,
            };
            let ((position, player), tried) = self.path.pop().expect(UNDER_WAY);
            self.held -= tried.options.as_ref().map_or(0, OptionList::size);
            self.replies.note(position, player, wins);
            if self.path.is_empty() {
                return Ok(wins);
            }
        }
    }

    /// Puts a position on the path.
    fn enter(&mut self, turn: MoverAt<R::Position>) -> Result<(), Stop<R::Error>> {
        if self.held > MOST_HELD
            && let Some((_, below)) = self.path.top()
            && let Some(options) = below.options.take()
        {
            self.held -= options.size();
        }
        let tried = Tried { start: 0, next: None, options: None, done: 0 };
        let Err(cycle) = self.path.push(turn, tried) else { return Ok(()) };
        let mut cycle: Vec<_> = cycle.into_iter().map(|(position, _)| position).collect();
        // An odd number of moves leads back with the other player to move, and so twice around.
        let half = cycle.len() / 2;
        if cycle[..half] == cycle[half..] {
            cycle.truncate(half);
        }
        Err(Stop::Error(self.replies.searches.rules.repeats(cycle)))
    }

    /// Looks at the moves of the position on top: whether its player wins, or what must be found before.
    fn advance(&mut self) -> Result<Reply<R::Position>, Stop<R::Error>> {
        let &Replies { searches, until, .. } = self.replies;
        let ((position, player), tried) = self.path.top().expect(UNDER_WAY);
        loop {
            let Some(options) = &tried.options else {
                step(searches.store, until)?;
                let mut options = OptionList::default();
                let listed = searches.rules.list_some(position, *player, tried.start, &mut options);
                tried.next = listed.map_err(Stop::Error)?;
                self.held += options.size();
                tried.options = Some(options);
                continue;
            };
            while tried.done < options.len() {
                step(searches.store, until)?;
                match self.replies.reply(options.get(tried.done), player.opponent())? {
                    Reply::Known(false) => return Ok(Reply::Known(true)),
                    Reply::Known(true) => tried.done += 1,
                    needs @ Reply::Needs(_) => return Ok(needs),
                }
            }
            let Some(next) = tried.next else { return Ok(Reply::Known(false)) };
            self.held -= options.size();
            *tried = Tried { start: next, next: None, options: None, done: 0 };
        }
    }
}

impl<R: Playable> Replies<'_, R> {
    /// Whether `mover`, who is to move in a sum, wins it.
    fn reply(
        &self,
        sum: &[Component<R::Position>],
        mover: Player,
    ) -> Result<Reply<R::Position>, Stop<R::Error>> {
        let searches = self.searches;
        let turn = match sum {
            [] => return Ok(Reply::Known(false)),
            [Component::Value(game)] if !self.impartial => {
                searches.store.check(&[*game])?;
                let winners = searches.store.outcome(*game)?.winners();
                return Ok(Reply::Known(winners[mover as usize] == Some(mover)));
            }
            [Component::Position(position)] => self.turn(position, mover)?,
            [Component::Negative(position)] => self.turn(position, mover.opponent())?,
            _ if self.impartial => {
                return Ok(Reply::Known(nim_sum_within(searches, sum, self.until)? != 0));
            }
            _ => return Err(Stop::Mixed),
        };
        Ok(match known(searches, &turn.0, turn.1) {
            Some(wins) => Reply::Known(wins),
            None => Reply::Needs(turn),
        })
    }

    /// A position with `mover` to move.
    fn turn(
        &self,
        position: &R::Position,
        mover: Player,
    ) -> Result<MoverAt<R::Position>, Stop<R::Error>> {
        match (self.impartial, self.searches.rules.is_impartial(position)) {
            (true, true) => Ok((position.clone(), Player::Left)),
            (true, false) => Err(Stop::Mixed),
            (false, _) => Ok((position.clone(), mover)),
        }
    }

    /// Remembers who wins a position.
    fn note(&self, position: R::Position, player: Player, wins: bool) {
        let memo = &self.searches.memo;
        match (self.impartial, wins) {
            (true, true) => _ = memo.nimbers.exclude(position, 1),
            (true, false) => memo.nimbers.insert(position, 0),
            (false, _) => memo.note_winner(position, player, wins),
        }
    }
}

/// Why a walk has a node on top.
const UNDER_WAY: &str = "a position is being searched";
