//! Retrograde analysis of a graph of play.
//!
//! Source: Zermelo, Über eine Anwendung der Mengenlehre auf die Theorie des
//! Schachspiels, 1913; Siegel, *Combinatorial Game Theory*, VI.1.

use super::Digraph;
use crate::{Budget, Exhausted};

/// Backward induction on a graph of play in which the players move in turn: a vertex says who is to
/// move.
///
/// The player to move wins if one move leads to a vertex where the opponent loses, and loses if all moves
/// lead to vertices where the opponent wins. A vertex that is never decided is a draw: play need not end
/// there.
#[derive(Debug)]
pub(crate) struct RetrogradeAnalysis<'g> {
    /// The reversed graph.
    before: &'g Digraph,
    /// Number of moves of each vertex not known to lose.
    open: Vec<u32>,
    /// Whether the player to move wins; `None` if undecided.
    wins: Vec<Option<bool>>,
    /// The decided vertices in the order of decision; the first `propagated` are propagated to their
    /// predecessors.
    decided: Vec<u32>,
    propagated: usize,
}

impl<'g> RetrogradeAnalysis<'g> {
    /// Nothing is decided yet. `before` is the reversed graph; `open` is the number of moves of each vertex,
    /// including moves to vertices that neither player ever wins.
    pub(crate) fn new(before: &'g Digraph, open: Vec<u32>) -> Self {
        let wins = vec![None; open.len()];
        RetrogradeAnalysis { before, open, wins, decided: Vec::new(), propagated: 0 }
    }

    /// A new analysis of the undecided vertices; the decided ones keep their result.
    pub(crate) fn among_the_rest(
        &self,
        before: &'g Digraph,
        open: Vec<u32>,
    ) -> RetrogradeAnalysis<'g> {
        RetrogradeAnalysis { wins: self.wins.clone(), ..RetrogradeAnalysis::new(before, open) }
    }

    /// Whether the player to move at a vertex wins; `None` if undecided.
    pub(crate) fn wins(&self, vertex: u32) -> Option<bool> {
        self.wins[vertex as usize]
    }

    /// Number of moves of a vertex not known to lose.
    pub(crate) fn open(&self, vertex: u32) -> u32 {
        self.open[vertex as usize]
    }

    /// Sets whether the player to move at a vertex wins, unless it is decided.
    pub(crate) fn decide(&mut self, vertex: u32, wins: bool) {
        let known = &mut self.wins[vertex as usize];
        if known.is_none() {
            *known = Some(wins);
            self.decided.push(vertex);
        }
    }

    /// Decides the vertices without moves: the player to move there loses.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub(crate) fn decide_ends(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        for vertex in 0..self.open.len() as u32 {
            budget.step()?;
            if self.open(vertex) == 0 {
                self.decide(vertex, false);
            }
        }
        Ok(())
    }

    /// Decides all consequences of the decided vertices; `because` gets each vertex and the one that decided
    /// it. A win is decided by the move decided first, a loss by the last one. Cost: linear in the number of
    /// moves.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub(crate) fn spread(
        &mut self,
        budget: &Budget,
        mut because: impl FnMut(u32, u32),
    ) -> Result<(), Exhausted> {
        while let Some(&vertex) = self.decided.get(self.propagated) {
            self.propagated += 1;
            budget.step()?;
            let wins = self.wins(vertex) == Some(true);
            for &before in self.before.successors(vertex) {
                let open = &mut self.open[before as usize];
                *open -= u32::from(wins);
                if (!wins || *open == 0) && self.wins[before as usize].is_none() {
                    self.decide(before, !wins);
                    because(before, vertex);
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, iterated to the fixed point.
    fn by_definition(graph: &Digraph) -> Vec<Option<bool>> {
        let mut wins = vec![None; graph.len()];
        loop {
            let next: Vec<Option<bool>> = graph
                .vertices()
                .map(|vertex| {
                    let mut after = graph.successors(vertex).iter().map(|to| wins[*to as usize]);
                    match after.clone().any(|wins| wins == Some(false)) {
                        true => Some(true),
                        false => after.all(|wins| wins == Some(true)).then_some(false),
                    }
                })
                .collect();
            if next == wins {
                return wins;
            }
            wins = next;
        }
    }

    #[test]
    fn random_graphs_are_as_defined() {
        let mut state = 9u64;
        let mut below = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % n
        };
        let mut drawn = 0;
        for _ in 0..2000 {
            let count = 1 + below(12);
            let list = |_| (0..below(4)).map(|_| below(count) as u32).collect();
            let graph = Digraph::new(&(0..count).map(list).collect::<Vec<_>>()).unwrap();
            let before = graph.reversed();
            let open = graph.vertices().map(|vertex| graph.successors(vertex).len() as u32);
            let mut play = RetrogradeAnalysis::new(&before, open.collect());
            play.decide_ends(&Budget::unlimited()).unwrap();
            play.spread(&Budget::unlimited(), |_, _| ()).unwrap();
            let found: Vec<Option<bool>> = graph.vertices().map(|v| play.wins(v)).collect();
            assert_eq!(found, by_definition(&graph));
            drawn += found.iter().filter(|wins| wins.is_none()).count();
        }
        assert!(drawn > 500, "{drawn}");
    }
}
