//! Layouts of graphs: places of the vertices, in units of an edge.
//!
//! Components of graphs without a ground have a stress layout, with vertices as far from each other as paths
//! between them are long, as nearly as the plane allows: Kamada and Kawai, An algorithm for drawing general
//! undirected graphs, 1989, by the iteration of Gansner, Koren and North, Graph drawing by stress
//! majorization, 2004. Rooted graphs have a layered layout by breadth-first search. Both are deterministic,
//! so a graph always looks the same.

use std::f64::consts::TAU;

use super::graph::DrawnGraph;
use super::scene::Point;

/// Most vertices of a component with a stress layout; larger ones are laid on a ring.
const MOST_STRESSED: usize = 150;
const ROUNDS: usize = 400;
/// The distance between components.
const GAP: f64 = 0.9;
/// Least distance of vertices.
const NEAREST: f64 = 0.9;

/// Returns the places of the vertices by stress majorization, from 0, 0.
pub(super) fn stress_layout(graph: &DrawnGraph) -> Vec<Point> {
    let neighbours = neighbours(graph);
    let mut places = vec![Point::new(0.0, 0.0); graph.nodes.len()];
    let mut done = vec![false; graph.nodes.len()];
    let mut left = 0.0;
    for first in 0..graph.nodes.len() {
        if done[first] {
            continue;
        }
        let component = in_depth(&neighbours, first);
        let laid = component_places(&neighbours, &component);
        let least = |along: fn(&Point) -> f64| laid.iter().map(along).fold(f64::MAX, f64::min);
        let (x, y) = (least(|p| p.x), least(|p| p.y));
        let mut right = left;
        for (&node, place) in component.iter().zip(&laid) {
            done[node] = true;
            places[node] = place.moved(left - x, -y);
            right = f64::max(right, places[node].x);
        }
        left = right + GAP;
    }
    places
}

fn neighbours(graph: &DrawnGraph) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); graph.nodes.len()];
    for edge in &graph.edges {
        neighbours[edge.from].push(edge.to);
        neighbours[edge.to].push(edge.from);
    }
    neighbours
}

/// Returns the vertices that can be reached from one by breadth-first search, with their distances.
fn reached(neighbours: &[Vec<usize>], first: usize) -> Vec<(usize, f64)> {
    let mut seen = vec![false; neighbours.len()];
    seen[first] = true;
    let (mut found, mut next) = (vec![(first, 0.0)], 0);
    while let Some(&(node, far)) = found.get(next) {
        next += 1;
        for &other in &neighbours[node] {
            if !std::mem::replace(&mut seen[other], true) {
                found.push((other, far + 1.0));
            }
        }
    }
    found
}

/// Returns the vertices that can be reached from one by depth-first search: laid out in this order on
/// a ring, their edges cross little.
fn in_depth(neighbours: &[Vec<usize>], first: usize) -> Vec<usize> {
    let mut seen = vec![false; neighbours.len()];
    let (mut found, mut open) = (Vec::new(), vec![first]);
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            found.push(node);
            open.extend(neighbours[node].iter().rev());
        }
    }
    found
}

fn component_places(neighbours: &[Vec<usize>], component: &[usize]) -> Vec<Point> {
    let count = component.len();
    if count > MOST_STRESSED {
        return ring(count);
    }
    let mut order = vec![usize::MAX; neighbours.len()];
    component.iter().enumerate().for_each(|(n, node)| order[*node] = n);
    let far: Vec<Vec<f64>> = component
        .iter()
        .map(|&node| {
            let mut row = vec![0.0; count];
            reached(neighbours, node).iter().for_each(|&(other, far)| row[order[other]] = far);
            row
        })
        .collect();
    let mut places = start(&far);
    for _ in 0..ROUNDS {
        (0..count).for_each(|n| places[n] = settled(&far, &places, n));
    }
    level(&mut places);
    places
}

/// Turns and mirrors a layout: long ones lie flat, and begin with the first vertex.
fn level(places: &mut [Point]) {
    let count = places.len() as f64;
    let mean = |along: fn(&Point) -> f64| places.iter().map(along).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.x), mean(|p| p.y));
    places.iter_mut().for_each(|place| *place = place.moved(-x, -y));
    let sum = |term: fn(&Point) -> f64| places.iter().map(term).sum::<f64>();
    let (across, both) = (sum(|p| p.x * p.x - p.y * p.y), sum(|p| 2.0 * p.x * p.y));
    if across.hypot(both) > 0.05 * sum(|p| p.x * p.x + p.y * p.y) {
        let (sin, cos) = (both.atan2(across) / 2.0).sin_cos();
        for place in places.iter_mut() {
            *place = Point::new(place.x * cos + place.y * sin, place.y * cos - place.x * sin);
        }
    }
    // Dense graphs are drawn larger.
    let pairs =
        places.iter().enumerate().flat_map(|(n, a)| places[..n].iter().map(|b| a.distance(*b)));
    let larger = (NEAREST / pairs.fold(f64::MAX, f64::min).max(0.1)).clamp(1.0, 2.0);
    places.iter_mut().for_each(|place| *place = Point::new(place.x * larger, place.y * larger));
    if let [first, .., last] = *places {
        let (flip, turn) = (first.x > last.x + 1e-6, first.y > last.y + 1e-6);
        for place in places.iter_mut() {
            place.x *= if flip { -1.0 } else { 1.0 };
            place.y *= if turn { -1.0 } else { 1.0 };
        }
    }
}

fn ring(count: usize) -> Vec<Point> {
    let radius = if count < 2 { 0.0 } else { (count as f64 / TAU).max(0.5) };
    let angle = |n: usize| (n as f64 / count as f64 - 0.25) * TAU;
    (0..count).map(|n| Point::new(radius * angle(n).cos(), radius * angle(n).sin())).collect()
}

/// Returns the initial places: the distances from two vertices that are far apart.
fn start(far: &[Vec<f64>]) -> Vec<Point> {
    let furthest = |score: &dyn Fn(usize) -> f64| {
        let last = (0..far.len()).rev().max_by(|a, b| score(*a).total_cmp(&score(*b)));
        last.expect("a graph that is spread has vertices")
    };
    let a = furthest(&|n| far[0][n]);
    let b = furthest(&|n| far[a][n]);
    if far[a][b] <= 2.0 {
        return ring(far.len());
    }
    let c = furthest(&|n| far[a][n].min(far[b][n]) - (far[a][n] - far[b][n]).abs());
    let d = furthest(&|n| far[c][n] - (far[a][n] - far[b][n]).abs());
    let aside = |n: usize, step: usize| (n * step % 101) as f64 / 2000.0;
    (0..far.len())
        .map(|n| {
            let (x, y) = (far[a][n] - far[b][n], far[c][n] - far[d][n]);
            Point::new(x / 2.0 + aside(n, 37), y / 8.0 + aside(n, 59))
        })
        .collect()
}

/// Returns the place of one vertex that minimises the stress while the others stay (Gansner, Koren
/// and North 2004).
fn settled(far: &[Vec<f64>], places: &[Point], n: usize) -> Point {
    let (mut x, mut y, mut total) = (0.0, 0.0, 0.0);
    for (other, place) in places.iter().enumerate().filter(|(other, _)| *other != n) {
        let wanted = far[n][other];
        let weight = 1.0 / (wanted * wanted);
        let stretch = wanted / places[n].distance(*place).max(1e-6);
        x += weight * (place.x + (places[n].x - place.x) * stretch);
        y += weight * (place.y + (places[n].y - place.y) * stretch);
        total += weight;
    }
    if total == 0.0 { places[n] } else { Point::new(x / total, y / total) }
}

/// Returns the places of the vertices of a rooted graph: each as high as it is far from the ground.
///
/// Layout by the tree of a breadth-first search: leaves are next to each other, and every other vertex
/// above the ground is in the middle of its subtree.
pub(super) fn layered_layout(graph: &DrawnGraph, ground: usize) -> Vec<Point> {
    let mut tree = SpanningTree::of(graph, ground);
    for root in 0..graph.nodes.len() {
        // Components that are not connected to the ground float above it.
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

/// Returns where the arch of an edge from the ground to the ground stands: right of all else.
pub(super) fn arch(graph: &DrawnGraph, place: usize) -> f64 {
    let ground = graph.ground.unwrap_or(0);
    let laid = layered_layout(graph, ground);
    let others = laid.iter().enumerate().filter(|(n, _)| *n != ground).map(|(_, p)| p.x + 1.0);
    others.fold(0.0, f64::max) + place as f64
}

struct SpanningTree {
    neighbours: Vec<Vec<usize>>,
    level: Vec<Option<usize>>,
    carried: Vec<Vec<usize>>,
}

impl SpanningTree {
    fn of(graph: &DrawnGraph, ground: usize) -> SpanningTree {
        let count = graph.nodes.len();
        let mut neighbours = vec![Vec::new(); count];
        for edge in &graph.edges {
            neighbours[edge.from].push(edge.to);
            neighbours[edge.to].push(edge.from);
        }
        let mut tree =
            SpanningTree { neighbours, level: vec![None; count], carried: vec![Vec::new(); count] };
        tree.level[ground] = Some(0);
        tree.grow(ground);
        tree
    }

    /// Adds all that can be reached from a vertex, by breadth-first search.
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

    /// Returns all vertices in preorder.
    fn upwards(&self, ground: usize) -> Vec<usize> {
        let (mut order, mut open) = (Vec::new(), vec![ground]);
        while let Some(node) = open.pop() {
            order.push(node);
            open.extend(self.carried[node].iter().rev());
        }
        order
    }
}
