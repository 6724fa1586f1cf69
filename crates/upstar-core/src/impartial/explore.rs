//! Graphs of reachable positions.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::graph::Digraph;
use crate::{Budget, Error};

/// Bytes for a vertex or edge of a graph and its analysis.
const BYTES: u64 = 32;

/// The graph of all positions reachable from `roots`, and the position at each vertex; the first vertices are
/// `roots`, each once.
///
/// ```
/// # use upstar_core::{Budget, Error};
/// # use upstar_core::impartial::explore;
/// // One heap of which one or two counters are taken.
/// let moves = |heap: &u32| Ok::<_, Error>((1..=2).filter_map(|k| heap.checked_sub(k)).collect());
/// let (graph, heaps) = explore([4], &Budget::unlimited(), moves)?;
/// assert_eq!(heaps, [4, 3, 2, 1, 0]);
/// assert_eq!(graph.successors(0), [1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Errors of `moves`; when the budget is exhausted, as it always is for infinitely many positions. Cost: one
/// call of `moves` for each position.
pub fn explore<P: Clone + Eq + Hash, E: From<Error>>(
    roots: impl IntoIterator<Item = P>,
    budget: &Budget,
    mut moves: impl FnMut(&P) -> Result<Vec<P>, E>,
) -> Result<(Digraph, Vec<P>), E> {
    let mut positions = Vec::new();
    let mut places: FxHashMap<P, u32> = FxHashMap::default();
    let mut place = |position: P, positions: &mut Vec<P>| {
        *places.entry(position).or_insert_with_key(|position| {
            positions.push(position.clone());
            positions.len() as u32 - 1
        })
    };
    for root in roots {
        place(root, &mut positions);
    }
    let mut graph = Digraph::empty();
    let mut successors = Vec::new();
    while let Some(position) = positions.get(graph.len()).cloned() {
        let options = moves(&position)?;
        budget.reserve(BYTES * options.len() as u64).map_err(Error::from)?;
        successors.clear();
        for option in options {
            budget.step().map_err(Error::from)?;
            successors.push(place(option, &mut positions));
        }
        successors.sort_unstable();
        successors.dedup();
        graph.push(successors.iter().copied())?;
    }
    Ok((graph, positions))
}
