//! The strongly connected components of a graph.
//!
//! Source: Tarjan, Depth-first search and linear graph algorithms, 1972.

use crate::{Budget, Exhausted};

const NEW: u32 = u32::MAX;

/// Strongly connected components in reverse topological order. `successor(v, i)` is the `i`th successor of `v`.
/// Cost: O(vertices + edges).
///
/// # Errors
/// When the budget is exhausted.
pub(crate) fn components(
    count: usize,
    successor: impl Fn(u32, usize) -> Option<u32>,
    budget: &Budget,
) -> Result<Vec<Vec<u32>>, Exhausted> {
    components_from(0..count as u32, count, successor, budget)
}

/// Strongly connected components of the vertices reachable from the roots.
///
/// # Errors
/// When the budget is exhausted.
pub(crate) fn components_from(
    roots: impl IntoIterator<Item = u32>,
    count: usize,
    successor: impl Fn(u32, usize) -> Option<u32>,
    budget: &Budget,
) -> Result<Vec<Vec<u32>>, Exhausted> {
    let mut walk = ComponentSearch {
        low: vec![NEW; count],
        open: vec![false; count],
        path: Vec::new(),
        stack: Vec::new(),
        visited: 0,
        components: Vec::new(),
    };
    for root in roots {
        if walk.low[root as usize] == NEW {
            walk.enter(root);
        }
        while let Some(&mut (vertex, _, ref mut done)) = walk.path.last_mut() {
            budget.step()?;
            *done += 1;
            match successor(vertex, *done - 1) {
                Some(next) => walk.visit_edge(vertex, next),
                None => walk.leave(),
            }
        }
    }
    Ok(walk.components)
}

struct ComponentSearch {
    /// Lowlink of each vertex: the least index of an open vertex known to be reachable.
    low: Vec<u32>,
    /// Whether a vertex was visited and has no component yet (is on the stack).
    open: Vec<bool>,
    /// Depth-first path: vertex, index in the order of visits, number of successors done.
    path: Vec<(u32, u32, usize)>,
    stack: Vec<u32>,
    visited: u32,
    components: Vec<Vec<u32>>,
}

impl ComponentSearch {
    fn enter(&mut self, vertex: u32) {
        (self.low[vertex as usize], self.open[vertex as usize]) = (self.visited, true);
        self.path.push((vertex, self.visited, 0));
        self.stack.push(vertex);
        self.visited += 1;
    }

    fn visit_edge(&mut self, vertex: u32, next: u32) {
        match (self.low[next as usize], self.open[next as usize]) {
            (NEW, _) => self.enter(next),
            (low, true) => self.lower_lowlink(vertex, low),
            _ => {}
        }
    }

    fn lower_lowlink(&mut self, vertex: u32, low: u32) {
        let own = &mut self.low[vertex as usize];
        *own = (*own).min(low);
    }

    /// Leaves a vertex whose successors are done.
    fn leave(&mut self) {
        let (vertex, index, _) = self.path.pop().expect("a vertex is under way");
        let low = self.low[vertex as usize];
        if let Some(&(before, ..)) = self.path.last() {
            self.lower_lowlink(before, low);
        }
        if low == index {
            let start = self.stack.iter().rposition(|&other| other == vertex);
            let component = self.stack.split_off(start.expect("a vertex under way is open"));
            component.iter().for_each(|&vertex| self.open[vertex as usize] = false);
            self.components.push(component);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EDGES: &[&[u32]] = &[&[1], &[2, 4], &[0, 3], &[3], &[5], &[]];

    fn successor(vertex: u32, at: usize) -> Option<u32> {
        EDGES[vertex as usize].get(at).copied()
    }

    fn sorted(mut found: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
        found.iter_mut().for_each(|component| component.sort_unstable());
        found
    }

    #[test]
    fn components_come_after_what_follows_them() {
        let found = components(EDGES.len(), successor, &Budget::unlimited()).unwrap();
        assert_eq!(sorted(found), [vec![3], vec![5], vec![4], vec![0, 1, 2]]);
    }

    #[test]
    fn what_cannot_be_reached_is_left_out() {
        let found = components_from([4], EDGES.len(), successor, &Budget::unlimited()).unwrap();
        assert_eq!(sorted(found), [vec![5], vec![4]]);
    }
}
