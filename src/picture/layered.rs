//! Where the vertices of a rooted graph go: each as high as it is far from the ground.

use super::graph::Graph;
use super::scene::Point;

/// The places of the vertices in units of an edge. The ground is at the bottom.
///
/// The paths by which a search in breadth reaches the vertices are a tree; its leaves stand side by
/// side, and every other vertex above the ground in the middle of what it carries.
pub(super) fn places(graph: &Graph, ground: usize) -> Vec<Point> {
    let mut tree = Tree::of(graph, ground);
    for root in 0..graph.nodes.len() {
        // What does not hang on the ground floats above it.
        if tree.level[root].is_none() {
            tree.level[root] = Some(1);
            tree.carried[ground].push(root);
            tree.grow(root);
        }
    }
    let mut across = vec![0.0; graph.nodes.len()];
    let mut next = 0.0;
    for &node in tree.upwards(ground).iter().rev() {
        let carried = &tree.carried[node];
        across[node] = match (carried.first(), carried.last()) {
            (Some(&first), Some(&last)) => (across[first] + across[last]) / 2.0,
            _ => {
                next += 1.0;
                next - 1.0
            }
        };
    }
    // Leaves were met from right to left.
    let furthest = (next - 1.0f64).max(0.0);
    let highest = tree.level.iter().flatten().max().copied().unwrap_or(0).max(1) as f64;
    let level = |n: usize| tree.level[n].expect("all vertices stand on a level");
    let place = |n: usize| Point::new(furthest - across[n], highest - level(n) as f64);
    (0..graph.nodes.len()).map(place).collect()
}

/// Where the arch of an edge from the ground to the ground stands: right of all else.
pub(super) fn arch(graph: &Graph, place: usize) -> f64 {
    let ground = graph.ground.unwrap_or(0);
    let laid = places(graph, ground);
    let others = laid.iter().enumerate().filter(|(n, _)| *n != ground).map(|(_, p)| p.x + 1.0);
    others.fold(0.0, f64::max) + place as f64
}

struct Tree {
    neighbours: Vec<Vec<usize>>,
    level: Vec<Option<usize>>,
    carried: Vec<Vec<usize>>,
}

impl Tree {
    fn of(graph: &Graph, ground: usize) -> Tree {
        let count = graph.nodes.len();
        let mut neighbours = vec![Vec::new(); count];
        for edge in &graph.edges {
            neighbours[edge.from].push(edge.to);
            neighbours[edge.to].push(edge.from);
        }
        let mut tree =
            Tree { neighbours, level: vec![None; count], carried: vec![Vec::new(); count] };
        tree.level[ground] = Some(0);
        tree.grow(ground);
        tree
    }

    /// Reaches all that can be reached from a vertex, in breadth.
    fn grow(&mut self, root: usize) {
        let (mut reached, mut next) = (vec![root], 0);
        while let Some(&node) = reached.get(next) {
            next += 1;
            for &other in &self.neighbours[node] {
                if self.level[other].is_none() {
                    self.level[other] = self.level[node].map(|level| level + 1);
                    self.carried[node].push(other);
                    reached.push(other);
                }
            }
        }
    }

    /// All vertices, each before those that it carries, and those of one branch together.
    fn upwards(&self, ground: usize) -> Vec<usize> {
        let (mut order, mut open) = (Vec::new(), vec![ground]);
        while let Some(node) = open.pop() {
            order.push(node);
            open.extend(self.carried[node].iter().rev());
        }
        order
    }
}
