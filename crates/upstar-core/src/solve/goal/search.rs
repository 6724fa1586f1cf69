//! Games decided by a goal, as the search for minimax values meets them.
//!
//! Knows: which moves win at once, and which to try first. Must not know: how positions are searched.
//!
//! The values are a win, a draw and a loss of the player to move, so that player is Left for the search, and each move
//! exchanges the players.

use super::table::GoalTable;
use super::{Hint, Verdict, moves};
use crate::solve::minimax::{Bounds, Child, Listed, Minimax, Open, Turn};
use crate::solve::{Playable, Searches};
use crate::{Budget, Error, Player};

/// Position in normal form, and who is to move there.
type GoalKey<P> = (P, Player);

/// The rules, with the table of the search.
pub(super) struct GoalGame<'a, R: Playable> {
    pub(super) searches: &'a Searches<'a, R>,
    pub(super) table: &'a mut GoalTable<R::Position>,
}

/// Why there is no value.
pub(super) enum GoalHalt<E> {
    /// Play can return to a position.
    Repeats,
    /// The rules fail, or a limit is passed.
    Error(E),
}

impl<E: From<Error>> From<Error> for GoalHalt<E> {
    fn from(error: Error) -> Self {
        GoalHalt::Error(error.into())
    }
}

/// A move that does not win at once.
pub(super) struct GoalMove<P> {
    to: P,
    /// How play ends there, for the player who moved.
    end: Option<i8>,
    /// Its label, once the move was rated.
    label: Option<u32>,
}

impl<R: Playable> GoalGame<'_, R> {
    fn hint(&self, (from, mover): &GoalKey<R::Position>, to: &R::Position) -> Hint {
        self.searches.rules().hint(from, to, *mover)
    }
}

impl<R: Playable> Minimax for GoalGame<'_, R> {
    type Position = GoalKey<R::Position>;
    type Value = i8;
    type Move = GoalMove<R::Position>;
    type Error = GoalHalt<R::Error>;

    fn budget(&self) -> &Budget {
        self.searches.store().budget()
    }

    fn bounds(&self, position: &Self::Position) -> Bounds<i8> {
        self.table.bounds(position)
    }

    fn remember(&mut self, position: Self::Position, known: Bounds<i8>, steps: u64) {
        self.table.remember(position, known, steps, self.searches.store().budget());
    }

    fn turn(&mut self, position: &Self::Position) -> Result<Turn<i8, Self::Move>, Self::Error> {
        let (from, mover) = position;
        let all = moves(self.searches, from, *mover).map_err(GoalHalt::Error)?;
        if all.is_empty() {
            return Ok(Turn::Over(0));
        }
        let count = all.len();
        let (mut listed, mut open) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for to in all {
            let verdict = self.searches.rules().verdict(&to, mover.opponent());
            let end =
                verdict.map_err(GoalHalt::Error)?.map(|verdict: Verdict| verdict.of_player(*mover));
            if end == Some(1) {
                let label = self.hint(position, &to).label;
                self.table.credit_cutoff(label, *mover, count);
                return Ok(Turn::Over(1));
            }
            let group = if end.is_some() { &mut listed } else { &mut open };
            group.push(Listed { gain: 0, exchanges: true, how: GoalMove { to, end, label: None } });
        }
        listed.append(&mut open);
        Ok(Turn::Of(Player::Left, listed))
    }

    fn make(
        &mut self,
        (_, mover): &Self::Position,
        GoalMove { to, end, .. }: &Self::Move,
    ) -> Result<Child<Self::Position, i8>, Self::Error> {
        Ok(match end {
            Some(end) => Child::Over(-end),
            None => Child::Position(self.searches.rules().normal(to, mover.opponent())),
        })
    }

    fn order(
        &self,
        position: &Self::Position,
        _: Player,
        listed: &mut [Listed<i8, Self::Move>],
        open: &mut [Open<Self::Position, i8>],
    ) {
        open.sort_by_cached_key(|step| {
            let how = &mut listed[step.place as usize].how;
            let Hint { label, promise } = self.hint(position, &how.to);
            how.label = Some(label);
            std::cmp::Reverse((promise, self.table.history(label, position.1)))
        });
    }

    fn credit(&mut self, position: &Self::Position, how: &Self::Move, among: usize) {
        let label = how.label.unwrap_or_else(|| self.hint(position, &how.to).label);
        self.table.credit_cutoff(label, position.1, among);
    }

    fn repeats(&self, _: Vec<Self::Position>) -> Self::Error {
        GoalHalt::Repeats
    }
}
