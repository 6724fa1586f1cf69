//! Vertices of a graph in groups that can lead to each other.
//!
//! Knows: Tarjan's walk. Must not know: what the vertices are.

use crate::{Budget, Error};

const NEW: u32 = u32::MAX;

/// The vertices in groups: those of a group can lead to each other, and whatever else follows is
/// in an earlier one. `follower` gives the followers of a vertex one by one. Cost: O(vertices +
/// edges).
///
/// Source: Tarjan, Depth-first search and linear graph algorithms, 1972.
pub(super) fn groups(
    count: usize,
    follower: impl Fn(u32, usize) -> Option<u32>,
    budget: &Budget,
) -> Result<Vec<Vec<u32>>, Error> {
    let mut walk = Walk {
        low: vec![NEW; count],
        open: vec![false; count],
        path: Vec::new(),
        stack: Vec::new(),
        met: 0,
        groups: Vec::new(),
    };
    for root in 0..count as u32 {
        if walk.low[root as usize] == NEW {
            walk.enter(root);
        }
        while let Some(&mut (vertex, _, ref mut done)) = walk.path.last_mut() {
            budget.step()?;
            *done += 1;
            match follower(vertex, *done - 1) {
                Some(next) => walk.look(vertex, next),
                None => walk.leave(),
            }
        }
    }
    Ok(walk.groups)
}

struct Walk {
    /// The number of the earliest open vertex known to follow each, in the order they were met.
    low: Vec<u32>,
    /// Whether a vertex was met and has no group yet.
    open: Vec<bool>,
    /// Vertices under way: their number in the order they were met, how many followers are done.
    path: Vec<(u32, u32, usize)>,
    stack: Vec<u32>,
    met: u32,
    groups: Vec<Vec<u32>>,
}

impl Walk {
    fn enter(&mut self, vertex: u32) {
        (self.low[vertex as usize], self.open[vertex as usize]) = (self.met, true);
        self.path.push((vertex, self.met, 0));
        self.stack.push(vertex);
        self.met += 1;
    }

    fn look(&mut self, vertex: u32, next: u32) {
        match (self.low[next as usize], self.open[next as usize]) {
            (NEW, _) => self.enter(next),
            (low, true) => self.lower(vertex, low),
            _ => {}
        }
    }

    fn lower(&mut self, vertex: u32, low: u32) {
        let own = &mut self.low[vertex as usize];
        *own = (*own).min(low);
    }

    /// Goes back from a vertex whose followers are done.
    fn leave(&mut self) {
        let Some((vertex, index, _)) = self.path.pop() else { return };
        let low = self.low[vertex as usize];
        if let Some(&(before, ..)) = self.path.last() {
            self.lower(before, low);
        }
        if low == index {
            let start = self.stack.iter().rposition(|&other| other == vertex).unwrap_or(0);
            let group = self.stack.split_off(start);
            group.iter().for_each(|&vertex| self.open[vertex as usize] = false);
            self.groups.push(group);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_come_after_what_follows_them() {
        let edges: &[&[u32]] = &[&[1], &[2, 4], &[0, 3], &[3], &[5], &[]];
        let follower = |vertex: u32, at: usize| edges[vertex as usize].get(at).copied();
        let mut found = groups(edges.len(), follower, &Budget::unlimited()).unwrap();
        found.iter_mut().for_each(|group| group.sort_unstable());
        assert_eq!(found, [vec![3], vec![5], vec![4], vec![0, 1, 2]]);
    }
}
