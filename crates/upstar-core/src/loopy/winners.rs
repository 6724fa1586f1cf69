//! Outcomes of all vertices, by the starting player.

use super::Graph;
use crate::graph::{Digraph, RetrogradeAnalysis};
use crate::{Budget, Error, Outcome, Player};

const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

/// The winner for each starting player; `None` for a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Winners {
    /// The winner if Left starts.
    pub left_starts: Option<Player>,
    /// The winner if Right starts.
    pub right_starts: Option<Player>,
}

impl Winners {
    /// The outcome class, one of nine.
    pub fn outcome(self) -> Outcome {
        Outcome::of(self.left_starts, self.right_starts)
    }

    /// The winner if this player starts.
    pub fn when_starts(self, player: Player) -> Option<Player> {
        match player {
            Player::Left => self.left_starts,
            Player::Right => self.right_starts,
        }
    }
}

/// The winners at every vertex, by retrograde analysis; undecided vertices are drawn.
///
/// ```
/// # use upstar_core::{Budget, Outcome, Store};
/// # use upstar_core::loopy::{Graph, winners};
/// # let store = Store::new(Budget::unlimited());
/// // Both players can only wait: a draw.
/// let graph = Graph::new(vec![[vec![0], vec![0]]])?;
/// assert_eq!(winners(&graph, store.budget())?[0].outcome(), Outcome::D);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted. Cost: O(vertices + edges).
pub fn winners(graph: &Graph, budget: &Budget) -> Result<Vec<Winners>, Error> {
    let leaves: Vec<(u32, Winners)> =
        graph.leaves().iter().map(|(vertex, leaf)| (*vertex, leaf.winners)).collect();
    let options = |vertex, player| graph.options(vertex, player);
    retrograde_winners(graph.len(), options, &leaves, budget)
}

/// The winners at `count` vertices with these options, of which those with known winners are leaves without
/// options. Cost: O(vertices + edges).
///
/// # Errors
/// [`Error::StoreFull`] for 2^31 vertices or more, and when the budget is exhausted.
pub(crate) fn retrograde_winners<'g>(
    count: usize,
    options: impl Fn(u32, Player) -> &'g [u32],
    leaves: &[(u32, Winners)],
    budget: &Budget,
) -> Result<Vec<Winners>, Error> {
    let states = u32::try_from(2 * count).map_err(|_| Error::StoreFull)?;
    // A state is a vertex and the player to move: `2 * vertex`, plus one for Right.
    let options = |state: u32| options(state / 2, PLAYERS[state as usize % 2]);
    let moves = || {
        (0..states)
            .flat_map(|from| options(from).iter().map(move |to| (from, 2 * to + 1 - from % 2)))
    };
    let before = Digraph::of_edges(2 * count, || moves().map(|(from, to)| (to, from)), budget)?;
    budget.reserve(u64::from(states) * size_of::<u32>() as u64)?;
    let mut open: Vec<u32> = (0..states).map(|state| options(state).len() as u32).collect();
    let leaves = || {
        leaves.iter().flat_map(|(vertex, winners)| {
            let winners = [winners.left_starts, winners.right_starts];
            PLAYERS.into_iter().zip(winners).zip(2 * vertex..)
        })
    };
    for ((_, winner), state) in leaves() {
        // A move to a draw keeps the state open.
        open[state as usize] = u32::from(winner.is_none());
    }
    let mut play = RetrogradeAnalysis::new(&before, open);
    for ((player, winner), state) in leaves() {
        if let Some(winner) = winner {
            play.decide(state, winner == player);
        }
    }
    play.decide_ends(budget)?;
    play.spread(budget, |_, _| ())?;
    let winner = |player: Player, state: u32| {
        play.wins(state).map(|wins| if wins { player } else { player.opponent() })
    };
    let winners = |vertex: u32| Winners {
        left_starts: winner(Player::Left, 2 * vertex),
        right_starts: winner(Player::Right, 2 * vertex + 1),
    };
    Ok((0..count as u32).map(winners).collect())
}
