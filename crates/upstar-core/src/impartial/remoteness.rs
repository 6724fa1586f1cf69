//! Length of play: remoteness if the winner is in a hurry, suspense if the loser is.
//!
//! Source: ONAG, chapter 14; *Winning Ways*, chapters 9 and 12.

use super::Convention;
use crate::graph::{Digraph, RetrogradeAnalysis};
use crate::{Budget, Exhausted};

/// The remoteness of every vertex: the number of moves when the winner wins as fast as possible and the loser
/// loses as slowly as possible. `None` for a draw.
///
/// A terminal position has remoteness 0. Elsewhere the player to move picks the least remoteness with which
/// the opponent loses, otherwise the greatest, and adds 1.
///
/// ```
/// # use upstar_core::Budget;
/// # use upstar_core::graph::Digraph;
/// # use upstar_core::impartial::{Convention, remoteness};
/// let graph = Digraph::new(&[vec![], vec![0], vec![0, 1], vec![2, 1]])?;
/// let remoteness = remoteness(&graph, Convention::Normal, &Budget::unlimited())?;
/// assert_eq!(remoteness, [Some(0), Some(1), Some(1), Some(2)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted. Cost: O(vertices + edges).
pub fn remoteness(
    graph: &Digraph,
    convention: Convention,
    budget: &Budget,
) -> Result<Vec<Option<u32>>, Exhausted> {
    let before = graph.reversed_within(budget)?;
    let open = graph.vertices().map(|vertex| graph.successors(vertex).len() as u32);
    let mut play = RetrogradeAnalysis::new(&before, open.collect());
    let mut found: Vec<Option<u32>> = vec![None; graph.len()];
    for end in graph.vertices().filter(|&vertex| graph.successors(vertex).is_empty()) {
        play.decide(end, convention.wins_after(0));
        found[end as usize] = Some(0);
    }
    // Decided in the order of remoteness: a win by its fastest move, a loss by its slowest.
    play.spread(budget, |vertex, after| {
        found[vertex as usize] = found[after as usize].map(|moves| moves + 1);
    })?;
    Ok(found)
}

/// The suspense of every vertex: the number of moves when the winner wins as slowly as possible and the loser
/// loses as fast as possible. `None` if play may be infinite.
///
/// ```
/// # use upstar_core::Budget;
/// # use upstar_core::graph::Digraph;
/// # use upstar_core::impartial::{Convention, suspense};
/// // From 3 the winner can go to 0 at once, or let play last by going to 2.
/// let graph = Digraph::new(&[vec![], vec![0], vec![1], vec![0, 2]])?;
/// let suspense = suspense(&graph, Convention::Normal, &Budget::unlimited())?;
/// assert_eq!(suspense[3], Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted. Cost: O(vertices + edges).
pub fn suspense(
    graph: &Digraph,
    convention: Convention,
    budget: &Budget,
) -> Result<Vec<Option<u32>>, Exhausted> {
    let mut found: Vec<Option<u32>> = vec![None; graph.len()];
    from_ends(graph, budget, |vertex| {
        let all = graph.successors(vertex).iter().filter_map(|&to| found[to as usize]);
        let lost = all.clone().filter(|&moves| !convention.wins_after(moves)).max();
        found[vertex as usize] = Some(lost.or(all.min()).map_or(0, |moves| moves + 1));
    })?;
    Ok(found)
}

/// Visits every vertex from which play must end, in reverse topological order.
pub(super) fn from_ends(
    graph: &Digraph,
    budget: &Budget,
    mut visit: impl FnMut(u32),
) -> Result<(), Exhausted> {
    let back = graph.reversed_within(budget)?;
    let mut open: Vec<usize> = graph.vertices().map(|v| graph.successors(v).len()).collect();
    let mut queue: Vec<u32> = graph.vertices().filter(|&v| open[v as usize] == 0).collect();
    let mut next = 0;
    while let Some(&vertex) = queue.get(next) {
        next += 1;
        visit(vertex);
        for &before in back.successors(vertex) {
            budget.step()?;
            open[before as usize] -= 1;
            if open[before as usize] == 0 {
                queue.push(before);
            }
        }
    }
    Ok(())
}
