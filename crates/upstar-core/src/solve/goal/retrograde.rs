//! Retrograde analysis of all positions: for games in which play can return to a position.
//!
//! Knows: which positions follow which; a position that neither player can force to a win is a draw,
//! because play need not end there. Must not know: which question led to the search.

use rustc_hash::FxHashMap;

use super::moves;
use super::table::GoalTable;
use crate::graph::{Digraph, RetrogradeAnalysis};
use crate::solve::minimax::Bounds;
use crate::solve::{Playable, Searches};
use crate::{Budget, Error, Player};

/// Most positions that are listed; one with either player to move counts twice.
const MOST_STATES: usize = 1 << 22;

/// Positions that can be reached, with the moves between them. All are needed at once: a position is a draw
/// when none of the others decides it.
struct PositionGraph<P> {
    states: Vec<(P, Player)>,
    numbers: FxHashMap<(P, Player), u32>,
    /// Moves between them, as pairs of where they lead and where they begin.
    back: Vec<(u32, u32)>,
    /// Number of moves from each that do not lose at once.
    open: Vec<u32>,
    /// Whether a move from each wins at once.
    wins: Vec<bool>,
}

/// Value of a position in normal form for the player to move. The values of all that can be reached stay in the
/// table.
pub(super) fn value<R: Playable>(
    searches: &Searches<'_, R>,
    table: &mut GoalTable<R::Position>,
    root: (R::Position, Player),
) -> Result<i8, R::Error> {
    let budget = searches.store().budget();
    let mut graph = PositionGraph {
        states: Vec::new(),
        numbers: FxHashMap::default(),
        back: Vec::new(),
        open: Vec::new(),
        wins: Vec::new(),
    };
    graph.number(root);
    while let Some(state) = graph.states.get(graph.open.len()).cloned() {
        budget.step().map_err(Error::from)?;
        if graph.states.len() > MOST_STATES {
            return Err(Error::Endless { seen: graph.open.len() as u64 }.into());
        }
        graph.expand(searches, &state)?;
    }
    let values = graph.values(budget)?;
    let value = values[0];
    for (state, value) in graph.states.into_iter().zip(values) {
        table.keep(state, Bounds::exactly(value), 1, budget);
    }
    Ok(value)
}

impl<P: Clone + Eq + std::hash::Hash> PositionGraph<P> {
    fn number(&mut self, state: (P, Player)) -> u32 {
        let next = self.states.len() as u32;
        *self.numbers.entry(state).or_insert_with_key(|state| {
            self.states.push(state.clone());
            next
        })
    }

    /// Lists the moves from the next position, in which play has not ended.
    fn expand<R: Playable<Position = P>>(
        &mut self,
        searches: &Searches<'_, R>,
        (position, mover): &(P, Player),
    ) -> Result<(), R::Error> {
        let from = self.open.len() as u32;
        let moves = moves(searches, position, *mover)?;
        let (mut open, mut wins) = (0, false);
        for to in &moves {
            let Some(verdict) = searches.rules().verdict(to, mover.opponent())? else {
                let state = searches.rules().normal(to, mover.opponent());
                let to = self.number(state);
                self.back.push((to, from));
                open += 1;
                continue;
            };
            wins |= verdict.of_player(*mover) == 1;
            // A move to a draw stays open, so that its position is never lost.
            open += u32::from(verdict.of_player(*mover) == 0);
        }
        // A player who cannot move makes it a draw.
        self.open.push(if moves.is_empty() { 1 } else { open });
        self.wins.push(wins);
        Ok(())
    }

    /// Values of the positions, each for the player to move.
    fn values(&self, budget: &Budget) -> Result<Vec<i8>, Error> {
        let before = Digraph::of_edges(self.states.len(), || self.back.iter().copied(), budget)?;
        let mut play = RetrogradeAnalysis::new(&before, self.open.clone());
        for (at, wins) in (0..).zip(&self.wins) {
            if *wins {
                play.decide(at, true);
            }
        }
        play.decide_ends(budget)?;
        play.spread(budget, |_, _| ())?;
        let value = |at| play.wins(at).map_or(0, |wins| if wins { 1 } else { -1 });
        Ok((0..self.states.len() as u32).map(value).collect())
    }
}
