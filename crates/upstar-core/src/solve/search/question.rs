//! A question and the rounds in which it is answered.
//!
//! Knows: how effort is shared between values and search, and when to forget.
//! Must not know: how either works.

use super::Search;
use super::state::State;
use super::table::Table;
use crate::solve::{Part, Ruleset};
use crate::{Error, Game, Player};

/// Steps of the first round, and how many times more each round has.
const FIRST_ROUND: u64 = 20_000;
const GROWTH: u64 = 4;
/// Looking for values takes one step for so many of the search, at the root and below; where
/// little can follow it is the other way round.
const VALUE_SHARE: u64 = 8;
impl<R: Ruleset> Search<'_, R> {
    /// Whether the player to move first wins: values and search in turn.
    pub(super) fn question(
        &mut self,
        sum: &[Part<R::Position>],
        first: Player,
    ) -> Result<bool, R::Error> {
        let mut steps = FIRST_ROUND;
        loop {
            if self.settings.values {
                self.value_parts(sum, steps)?;
            }
            self.credit = steps / VALUE_SHARE;
            let state = self.root(sum, first)?;
            if let Some(answer) = self.decided(&state)? {
                return Ok(answer);
            }
            if let Some(answer) =
                self.prove(&state, self.solver.store.budget().effort().saturating_add(steps))?
            {
                return Ok(answer);
            }
            if self.is_full() {
                self.forget();
            }
            steps = steps.saturating_mul(GROWTH);
        }
    }

    /// Looks for the value of each position of the sum: longest where little can follow.
    fn value_parts(&mut self, sum: &[Part<R::Position>], effort: u64) -> Result<(), R::Error> {
        for part in sum {
            let (Part::Position(position) | Part::Negative(position)) = part else { continue };
            let steps = if self.solver.rules.has_few_followers(position) {
                effort.saturating_mul(VALUE_SHARE)
            } else if self.solver.rules.is_impartial(position) {
                effort / 2
            } else {
                effort / VALUE_SHARE
            };
            self.credit = steps;
            self.try_value(position, steps)?;
        }
        Ok(())
    }

    /// The sum as a search sees it: Left is the one to move.
    fn root(&mut self, sum: &[Part<R::Position>], first: Player) -> Result<State, R::Error> {
        let mut game = Game::ZERO;
        let mut terms = Vec::with_capacity(sum.len());
        for part in sum {
            self.step()?;
            let term = match part {
                Part::Value(value) => {
                    let (packed, term) = self.split(*value)?;
                    game = self.solver.store.add(game, packed)?;
                    term
                }
                Part::Position(position) => Some(self.position(position)?),
                Part::Negative(position) => Some(self.position(position)?.negative()),
            };
            terms.extend(term);
        }
        if first == Player::Right {
            game = self.solver.store.neg(game)?;
            terms.iter_mut().for_each(|term| *term = term.negative());
        }
        self.sum(game, terms.into_iter())
    }

    pub(super) fn step(&self) -> Result<(), Error> {
        Ok(self.solver.store.budget().step()?)
    }

    /// Whether the table has taken enough memory.
    pub(super) fn is_full(&self) -> bool {
        let size = self.table.len().max(self.atoms.len());
        if size >= self.settings.most {
            return true;
        }
        let budget = self.solver.store.budget();
        size >= self.settings.fewest
            && size.is_multiple_of(1 << 8)
            && budget.reserve(budget.max_bytes() / 4).is_err()
    }

    /// Keeps little of a long search for the questions that come later.
    pub(super) fn tidy(&mut self) {
        if self.table.len() > self.settings.most / 16 {
            self.table.keep_solved();
        }
    }

    /// Makes room; next time there may be more, so that no question is asked forever.
    fn forget(&mut self) {
        self.table.keep_solved();
        if self.table.len().max(self.atoms.len()) > self.settings.most / 2 {
            self.atoms.clear();
            self.table = Table::default();
        }
        self.settings.most = self.settings.most.saturating_mul(2);
        self.settings.fewest = self.settings.fewest.saturating_mul(2);
    }
}
