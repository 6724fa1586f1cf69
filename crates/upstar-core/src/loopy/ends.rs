//! Who wins at every vertex, for each player to start.

use super::Graph;
use crate::graph::{Backward, Digraph};
use crate::{Budget, Error, Outcome, Player};

const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

/// Who wins, for each player to start; neither player in a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Ends {
    /// Who wins when Left starts.
    pub left_starts: Option<Player>,
    /// Who wins when Right starts.
    pub right_starts: Option<Player>,
}

impl Ends {
    /// The outcome class, one of nine.
    pub fn outcome(self) -> Outcome {
        Outcome::of(self.left_starts, self.right_starts)
    }

    /// Who wins when this player starts.
    pub fn when_starts(self, player: Player) -> Option<Player> {
        match player {
            Player::Left => self.left_starts,
            Player::Right => self.right_starts,
        }
    }
}

/// Who wins at every vertex; what is never decided is drawn.
///
/// ```
/// # use upstar_core::{Budget, Outcome, Store};
/// # use upstar_core::loopy::{Graph, ends};
/// # let store = Store::new(Budget::unlimited());
/// // Both players can only wait: a draw.
/// let graph = Graph::new(vec![[vec![0], vec![0]]]);
/// assert_eq!(ends(&graph, store.budget())?[0].outcome(), Outcome::D);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted. Cost: O(vertices + edges).
pub fn ends(graph: &Graph, budget: &Budget) -> Result<Vec<Ends>, Error> {
    let count = graph.len() as u32;
    // A place is a vertex and the player to move there: `2 * vertex`, and one more for Right.
    let options = |place: u32| graph.options(place / 2, PLAYERS[place as usize % 2]);
    let moves = || {
        (0..2 * count)
            .flat_map(|from| options(from).iter().map(move |to| (from, 2 * to + 1 - from % 2)))
    };
    let before = Digraph::of_edges(2 * graph.len(), || moves().map(|(from, to)| (to, from)));
    let mut open: Vec<u32> = (0..2 * count).map(|place| options(place).len() as u32).collect();
    let leaves = || {
        graph.leaves().iter().flat_map(|(vertex, leaf)| {
            let ends = [leaf.ends.left_starts, leaf.ends.right_starts];
            PLAYERS.into_iter().zip(ends).zip(2 * vertex..)
        })
    };
    for ((_, winner), place) in leaves() {
        // As if there were a move to a draw.
        open[place as usize] = u32::from(winner.is_none());
    }
    let mut play = Backward::new(&before, open);
    for ((player, winner), place) in leaves() {
        if let Some(winner) = winner {
            play.decide(place, winner == player);
        }
    }
    play.decide_ends(budget)?;
    play.spread(budget, |_, _| ())?;
    let winner = |player: Player, place: u32| {
        play.wins(place).map(|wins| if wins { player } else { player.opponent() })
    };
    let ends = |vertex: u32| Ends {
        left_starts: winner(Player::Left, 2 * vertex),
        right_starts: winner(Player::Right, 2 * vertex + 1),
    };
    Ok((0..count).map(ends).collect())
}
