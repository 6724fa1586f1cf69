//! Where the mover of a sum can go, as far as it matters for who wins.
//!
//! Knows: which moves need not be followed. Must not know: how proof numbers change.

use super::SumSearch;
use super::atoms::SignedAtom;
use super::state::LeftSum;
use crate::budget::effort;
use crate::solve::Playable;
use crate::solve::proof_numbers::INFINITE;
use crate::{Error, Game};

/// Replies are counted where a sum has at most so many moves.
const MOST_COUNTED: usize = 1 << 10;

/// More missing moves count as so many.
const MOST_MISSING: i64 = 1 << 10;

/// The moves of a sum.
pub(super) enum SumMoves {
    /// One of them wins.
    Win,
    /// Those that are not decided; all others lose.
    Open(Vec<u32>),
    /// They are too many to list now.
    TooMany,
}

/// The result of a move.
enum Child {
    /// The mover wins by it.
    Wins,
    /// The mover loses by it.
    Loses,
    /// Not decided.
    Open(u32),
}

impl<R: Playable> SumSearch<'_, R> {
    /// The moves of Left in a sum, but for a move in a number.
    pub(super) fn moves(&mut self, state: &LeftSum, until: u64) -> Result<SumMoves, R::Error> {
        let mut count = 0;
        for &term in &state.terms {
            count += self.choices(term)?.len();
        }
        if self.searches.looks_ahead() && self.settings.mobility && count <= MOST_COUNTED {
            self.expect_replies(state)?;
        }
        let mut open = Vec::new();
        let mut last: Option<SignedAtom> = None;
        for (place, &term) in state.terms.iter().enumerate() {
            if last.replace(term) == Some(term) {
                continue;
            }
            for choice in self.choices(term)?.iter() {
                self.step()?;
                if effort() > until {
                    return Ok(SumMoves::TooMany);
                }
                let next = self.after(state, place, choice)?;
                match self.child(&next, count)? {
                    Child::Wins => return Ok(SumMoves::Win),
                    Child::Loses => {}
                    Child::Open(child) => open.push(child),
                }
            }
        }
        if !self.searches.store.is_number(state.game) {
            return self.packed_moves(state, open, until);
        }
        Ok(SumMoves::Open(sorted(open)))
    }

    /// Says which choices will be asked for when the replies to the moves of Left are counted.
    fn expect_replies(&mut self, state: &LeftSum) -> Result<(), R::Error> {
        let mut expected = Vec::new();
        for &term in &state.terms {
            for choice in self.choices(term)?.iter() {
                let turned = |&to: &SignedAtom| if term.is_negative() { to } else { to.negative() };
                for to in choice.terms.iter().map(turned) {
                    expected.extend(self.not_listed(to));
                }
            }
        }
        self.searches.expect(expected);
        Ok(())
    }

    /// The move in a number, which is better than all others only when everything else is a
    /// number too (Winning Ways, chapter 6, "number avoidance").
    pub(super) fn move_in_number(&mut self, state: &LeftSum) -> Result<SumMoves, R::Error> {
        if !self.searches.store.is_number(state.game) {
            return Ok(SumMoves::Open(Vec::new()));
        }
        self.packed_moves(state, Vec::new(), u64::MAX)
    }

    /// Adds the moves in the packed game.
    fn packed_moves(
        &mut self,
        state: &LeftSum,
        mut open: Vec<u32>,
        until: u64,
    ) -> Result<SumMoves, R::Error> {
        let options = match self.searches.store.left_options(state.game) {
            Err(Error::TooManyOptions { .. }) => return Ok(SumMoves::TooMany),
            options => options?,
        };
        for option in options {
            self.step()?;
            if effort() > until {
                return Ok(SumMoves::TooMany);
            }
            let next = self.after_packed(state, option)?;
            match self.child(&next, 0)? {
                Child::Wins => return Ok(SumMoves::Win),
                Child::Loses => {}
                Child::Open(child) => open.push(child),
            }
        }
        Ok(SumMoves::Open(sorted(open)))
    }

    /// What is known of a sum in which the opponent moves next, one of about `many`.
    fn child(&mut self, state: &LeftSum, many: usize) -> Result<Child, R::Error> {
        if let Some(opponent_wins) = self.decided(state)? {
            return Ok(if opponent_wins { Child::Loses } else { Child::Wins });
        }
        let known = self.memory.table.find(state);
        if known.is_none()
            && let Some(opponent_wins) = self.decided_by_bounds(state)?
        {
            return Ok(if opponent_wins { Child::Loses } else { Child::Wins });
        }
        let at = match known {
            Some(at) => at,
            None => self.add(state, many)?,
        };
        Ok(match self.memory.table.node(at).winner() {
            Some(true) => Child::Loses,
            Some(false) => Child::Wins,
            None => Child::Open(at),
        })
    }

    /// The number of a sum, met before or not.
    pub(super) fn open(&mut self, state: &LeftSum, many: usize) -> Result<u32, R::Error> {
        match self.memory.table.find(state) {
            Some(at) => Ok(at),
            None => self.add(state, many),
        }
    }

    /// The number of a sum that was not met before.
    fn add(&mut self, state: &LeftSum, many: usize) -> Result<u32, R::Error> {
        if let Some(wins) = self.recall(state)? {
            let at = self.memory.table.add(state, 1)?;
            self.memory.table.node(at).settle(wins);
            return Ok(at);
        }
        let replies = match self.settings.mobility && many <= MOST_COUNTED {
            true => self.replies(state)?,
            false => 1,
        };
        Ok(self.memory.table.add(state, replies)?)
    }

    /// The effort to prove that Left loses: each move must be answered. Where moves are counted, that is as
    /// many times as Right is short of moves. Elsewhere more moves also lead to more sums below them, so that
    /// the effort grows faster than their number: it is about its power 6/5.
    fn replies(&mut self, state: &LeftSum) -> Result<u32, R::Error> {
        let mut count = 1u32;
        for &term in &state.terms {
            count = count.saturating_add(self.mobility(term)?);
        }
        let effort = match self.counts(state)? {
            Some(counts) => {
                let missing = counts.missing().clamp(1, MOST_MISSING);
                count.saturating_mul(u32::try_from(missing).expect("it is small"))
            }
            None => count.saturating_mul(5 + count.ilog2()).div_ceil(5),
        };
        Ok(effort.min(INFINITE - 1))
    }

    /// A sum with the values that are known by now, and whether that decides it.
    pub(super) fn simpler(&mut self, state: &LeftSum) -> Result<(LeftSum, Option<bool>), R::Error> {
        let game: Game = state.game;
        let simpler = self.sum(game, state.terms.iter().copied())?;
        let wins = if simpler == *state { None } else { self.decided(&simpler)? };
        let wins = match wins {
            Some(wins) => Some(wins),
            // More may be proved than when the sum was met.
            None => self.decided_by_bounds(&simpler)?,
        };
        Ok((simpler, wins))
    }
}

fn sorted(mut open: Vec<u32>) -> Vec<u32> {
    open.sort_unstable();
    open.dedup();
    open.shrink_to_fit();
    open
}
