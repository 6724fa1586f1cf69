//! Who wins at every vertex, for each player to start.
//!
//! Source: retrograde analysis; Siegel, *Combinatorial Game Theory*, VI.1.

use super::Graph;
use crate::{Budget, Error, Outcome, Player};

/// Who wins, for each player to start; nobody in a draw.
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

/// What is known of a vertex and a player to move there.
#[derive(Clone, Copy)]
struct State {
    winner: Option<Player>,
    /// How many options are not known to lose.
    open: u32,
}

/// Who wins at every vertex. From the vertices that are decided the walk goes back along the
/// moves; what it never meets is drawn.
///
/// # Errors
/// When the budget is exhausted. Cost: O(vertices + edges).
pub fn ends(graph: &Graph, budget: &Budget) -> Result<Vec<Ends>, Error> {
    let back = Reversed::new(graph);
    let mut states = Vec::with_capacity(2 * graph.len());
    for vertex in 0..graph.len() as u32 {
        budget.step()?;
        for player in [Player::Left, Player::Right] {
            let open = graph.options(vertex, player).len() as u32;
            states.push(State { winner: None, open });
        }
    }
    let mut queue: Vec<u32> = Vec::new();
    seed(graph, &mut states, &mut queue);
    while let Some(place) = queue.pop() {
        budget.step()?;
        // The player to move here is the opponent of who moved here.
        let mover = player_at(place ^ 1);
        let winner = states[place as usize].winner;
        for &before in back.before(place ^ 1) {
            let at = 2 * before + ((place & 1) ^ 1);
            let state = &mut states[at as usize];
            if state.winner.is_some() {
                continue;
            }
            state.open -= 1;
            if winner == Some(mover) || state.open == 0 {
                state.winner = winner;
                queue.push(at);
            }
        }
    }
    let of = |pair: &[State]| Ends { left_starts: pair[0].winner, right_starts: pair[1].winner };
    Ok(states.chunks_exact(2).map(of).collect())
}

/// A place is a vertex and the player to move there: `2 * vertex`, and one more for Right.
fn player_at(place: u32) -> Player {
    if place & 1 == 0 { Player::Left } else { Player::Right }
}

/// Decides the leaves, and the places where the player to move cannot.
fn seed(graph: &Graph, states: &mut [State], queue: &mut Vec<u32>) {
    for (place, state) in states.iter_mut().enumerate() {
        if state.open == 0 {
            state.winner = Some(player_at(place as u32).opponent());
        }
    }
    for (vertex, leaf) in graph.leaves() {
        let place = 2 * *vertex as usize;
        states[place].winner = leaf.ends.left_starts;
        states[place + 1].winner = leaf.ends.right_starts;
    }
    queue.extend((0..states.len() as u32).filter(|at| states[*at as usize].winner.is_some()));
}

/// Where each player's moves come from.
struct Reversed {
    starts: Vec<u32>,
    before: Vec<u32>,
}

impl Reversed {
    fn new(graph: &Graph) -> Self {
        let mut starts = vec![0; 2 * graph.len() + 1];
        let sides = [Player::Left, Player::Right];
        for vertex in 0..graph.len() as u32 {
            for (side, player) in sides.into_iter().enumerate() {
                for &to in graph.options(vertex, player) {
                    starts[2 * to as usize + side + 1] += 1;
                }
            }
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut before = vec![0; graph.edges()];
        for vertex in 0..graph.len() as u32 {
            for (side, player) in sides.into_iter().enumerate() {
                for &to in graph.options(vertex, player) {
                    let slot = &mut next[2 * to as usize + side];
                    before[*slot as usize] = vertex;
                    *slot += 1;
                }
            }
        }
        Reversed { starts, before }
    }

    /// From where a player moves to a vertex: `2 * vertex`, and one more for Right.
    fn before(&self, move_to: u32) -> &[u32] {
        let at = move_to as usize;
        &self.before[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}
