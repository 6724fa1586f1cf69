//! Transposition table and history heuristic of games decided by a goal.

use std::hash::Hash;

use crate::solve::bounded::Bounded;
use crate::solve::minimax::Bounds;
use crate::{Budget, Player};

/// Bounds of a win, which is 1, a draw, or a loss, which is -1.
const ANY: Bounds<i8> = Bounds { least: Some(-1), most: Some(1) };

/// Transposition table of a game decided by a goal, and the history heuristic: how often a move cut off
/// elsewhere (Schaeffer, The history heuristic, ICCA Journal 6, 1983).
#[derive(Debug)]
pub(crate) struct GoalTable<P> {
    /// Bounds of positions in normal form.
    bounds: Bounded<(P, Player), Bounds<i8>>,
    /// Credit for cutoffs by label of a move, for Left and Right.
    history: Vec<[u32; 2]>,
}

impl<P> Default for GoalTable<P> {
    fn default() -> Self {
        GoalTable { bounds: Bounded::default(), history: Vec::new() }
    }
}

/// Largest label that has a history of its own.
const MOST_LABELS: u32 = 1 << 16;

impl<P> GoalTable<P> {
    /// Number of positions in the table.
    pub(crate) fn len(&self) -> usize {
        self.bounds.len()
    }

    /// Bounds of a position in normal form.
    pub(super) fn bounds(&self, key: &(P, Player)) -> Bounds<i8>
    where
        P: Eq + Hash,
    {
        self.bounds.get(key).copied().unwrap_or(ANY)
    }

    /// Remembers all that is known of a position, which took so many steps to find.
    pub(super) fn remember(
        &mut self,
        key: (P, Player),
        known: Bounds<i8>,
        steps: u64,
        budget: &Budget,
    ) where
        P: Eq + Hash,
    {
        self.bounds.insert(key, known, steps, budget);
    }

    /// Credit that a move of a player has.
    pub(super) fn history(&self, label: u32, mover: Player) -> u32 {
        self.history.get(label as usize).map_or(0, |credit| credit[mover as usize])
    }

    /// Credits the move that cut off; a cutoff among many moves counts more.
    pub(super) fn credit_cutoff(&mut self, label: u32, mover: Player, moves: usize) {
        let label = label.min(MOST_LABELS) as usize;
        if label >= self.history.len() {
            self.history.resize(label + 1, [0; 2]);
        }
        let credit = &mut self.history[label][mover as usize];
        *credit = credit.saturating_add(1 + (moves * moves) as u32);
    }
}
