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
use super::walk::{Fold, Listed, Ready, Reply, Stop, WalkMoves, walk};
use super::{Component, OptionList, Playable, Searches};
use crate::Player;

/// Position, and who moves there: Left, where the position is impartial.
type MoverAt<P> = (P, Player);

/// Walk to the first move that wins, for a position and who moves there.
struct FirstWin<'a, R: Playable> {
    searches: &'a Searches<'a, R>,
    /// Whether all positions must be impartial.
    impartial: bool,
    /// Effort of this thread at which the walk ends.
    until: u64,
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
    let fold = FirstWin { searches, impartial: searches.rules.is_impartial(position), until };
    let root = fold.turn(position, first)?;
    walk(&fold, &root)
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
}

impl<R: Playable> Fold<R> for FirstWin<'_, R> {
    type Key = MoverAt<R::Position>;
    /// Whether the player to move wins.
    type Answer = bool;
    /// Whether a move wins.
    type Seen = bool;

    fn searches(&self) -> &Searches<'_, R> {
        self.searches
    }

    fn known(&self, (position, mover): &Self::Key) -> Result<Option<bool>, Stop<R::Error>> {
        Ok(known(self.searches, position, *mover))
    }

    fn moves(&self, (position, mover): &Self::Key, start: usize) -> Listed<R> {
        let mut options = OptionList::default();
        let next = self.searches.rules.list_some(position, *mover, start, &mut options);
        let next = next.map_err(Stop::Error)?;
        let lefts = if *mover == Player::Left { options.len() } else { 0 };
        Ok((WalkMoves::new(options, lefts), next))
    }

    fn reply(&self, player: Player, sum: &[Component<R::Position>]) -> Reply<R, Self> {
        let (searches, mover) = (self.searches, player.opponent());
        let turn = match sum {
            [] => return Ok(Ready::Answer(false)),
            [Component::Value(game)] if !self.impartial => {
                searches.store.check(&[*game])?;
                let winners = searches.store.outcome(*game)?.winners();
                return Ok(Ready::Answer(winners[mover as usize] == Some(mover)));
            }
            [Component::Position(position)] => self.turn(position, mover)?,
            [Component::Negative(position)] => self.turn(position, mover.opponent())?,
            _ if self.impartial => {
                return Ok(Ready::Answer(nim_sum_within(searches, sum, self.until)? != 0));
            }
            _ => return Err(Stop::Mixed),
        };
        Ok(match known(searches, &turn.0, turn.1) {
            Some(wins) => Ready::Answer(wins),
            None => Ready::Needs(turn),
        })
    }

    fn see(&self, seen: &mut bool, _: Player, opponent_wins: bool, _: usize) -> bool {
        *seen = !opponent_wins;
        *seen
    }

    fn finish(&self, key: Self::Key, wins: bool) -> Result<bool, Stop<R::Error>> {
        let ((position, player), memo) = (key, &self.searches.memo);
        match (self.impartial, wins) {
            (true, true) => _ = memo.nimbers.exclude(position, 1),
            (true, false) => memo.nimbers.insert(position, 0),
            (false, _) => memo.note_winner(position, player, wins),
        }
        Ok(wins)
    }

    fn until(&self) -> u64 {
        self.until
    }
}
