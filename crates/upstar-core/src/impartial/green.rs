//! Green Hackenbush by the fusion and the colon principle.
//!
//! Source: *Winning Ways*, chapter 7.

use crate::{Budget, Exhausted};

/// No vertex, or not seen yet.
const NONE: u32 = u32::MAX;

/// A green picture after fusion: every part that hangs together by two ways is one vertex, and
/// its edges are loops there. What remains is a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fused {
    /// The vertices that stand for themselves, the ground first, each after the one it hangs on.
    pub vertices: Vec<u32>,
    /// The vertex that each vertex was fused with; nothing for those that do not hang on the
    /// ground.
    pub fused_with: Vec<Option<u32>>,
    /// For each vertex that stands for itself, the one that it hangs on by one edge.
    pub below: Vec<Option<u32>>,
    /// How many loops there are at each vertex.
    pub loops: Vec<u32>,
    /// By the colon principle, the nimber of what stands on each vertex.
    pub nimbers: Vec<u32>,
}

impl Fused {
    /// The nimber of the picture.
    pub fn nimber(&self) -> u32 {
        self.nimbers[self.vertices[0] as usize]
    }
}

/// Fuses the picture with vertices below `vertices` and these edges that stands on `ground`.
///
/// By the fusion principle the vertices on a circuit may be made one without changing the value; a
/// loop is worth one edge, and two edges cancel. By the colon principle a branch above a vertex
/// may be replaced by a stalk of the same value, so each vertex is worth the nim-sum of its
/// branches, and an edge below adds 1.
///
/// ```
/// # use upstar_core::Budget;
/// # use upstar_core::impartial::fuse;
/// // A triangle on the ground: a loop of three edges, and so a nimber 1.
/// let triangle = fuse(3, &[(0, 1), (1, 2), (2, 0)], 0, &Budget::unlimited())?;
/// assert_eq!(triangle.nimber(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted. Cost: O(vertices + edges).
pub fn fuse(
    vertices: usize,
    edges: &[(u32, u32)],
    ground: u32,
    budget: &Budget,
) -> Result<Fused, Exhausted> {
    let walk = Walk::new(vertices, edges, ground, budget)?;
    let mut fused = Fused {
        vertices: Vec::new(),
        fused_with: vec![None; vertices],
        below: vec![None; vertices],
        loops: vec![0; vertices],
        nimbers: vec![0; vertices],
    };
    for &vertex in &walk.order {
        let (place, parent) = (vertex as usize, walk.parent[vertex as usize]);
        let below = if parent == NONE { None } else { fused.fused_with[parent as usize] };
        // An edge is no part of a circuit when nothing above it reaches below it.
        let alone = parent == NONE || walk.low[place] == walk.number[place];
        fused.fused_with[place] = if alone { Some(vertex) } else { below };
        if alone {
            fused.vertices.push(vertex);
            fused.below[place] = below;
        }
    }
    for &(a, b) in edges {
        if let (Some(a), Some(b)) = (fused.fused_with[a as usize], fused.fused_with[b as usize])
            && a == b
        {
            fused.loops[a as usize] += 1;
        }
    }
    for &vertex in fused.vertices.iter().rev() {
        fused.nimbers[vertex as usize] ^= fused.loops[vertex as usize] % 2;
        if let Some(below) = fused.below[vertex as usize] {
            fused.nimbers[below as usize] ^= fused.nimbers[vertex as usize] + 1;
        }
    }
    Ok(fused)
}

/// A walk through the picture, depth first (Tarjan 1974).
struct Walk {
    /// The vertices in the order in which they were met.
    order: Vec<u32>,
    /// The place of each vertex in that order.
    number: Vec<u32>,
    /// The first vertex that an edge reaches from this one or above, not counting the edge by
    /// which it was met.
    low: Vec<u32>,
    /// Where each vertex was met from.
    parent: Vec<u32>,
}

impl Walk {
    fn new(
        vertices: usize,
        edges: &[(u32, u32)],
        ground: u32,
        budget: &Budget,
    ) -> Result<Self, Exhausted> {
        let mut at: Vec<Vec<(u32, u32)>> = vec![Vec::new(); vertices];
        for (edge, &(a, b)) in (0..).zip(edges) {
            at[a as usize].push((b, edge));
            at[b as usize].push((a, edge));
        }
        let unseen = || vec![NONE; vertices];
        let mut walk = Walk { order: vec![], number: unseen(), low: unseen(), parent: unseen() };
        walk.meet(ground, NONE);
        let mut stack = vec![(ground, NONE, 0)];
        while let Some((vertex, by, next)) = stack.last_mut() {
            budget.step()?;
            let here = *vertex as usize;
            let Some(&(to, edge)) = at[here].get(*next) else {
                let low = walk.low[here];
                stack.pop();
                if let Some((below, ..)) = stack.last() {
                    walk.lower(*below, low);
                }
                continue;
            };
            *next += 1;
            if edge == *by {
                continue;
            }
            if walk.number[to as usize] == NONE {
                walk.meet(to, here as u32);
                stack.push((to, edge, 0));
            } else {
                walk.lower(here as u32, walk.number[to as usize]);
            }
        }
        Ok(walk)
    }

    fn meet(&mut self, vertex: u32, parent: u32) {
        let number = self.order.len() as u32;
        self.order.push(vertex);
        self.number[vertex as usize] = number;
        self.low[vertex as usize] = number;
        self.parent[vertex as usize] = parent;
    }

    fn lower(&mut self, vertex: u32, low: u32) {
        let mine = &mut self.low[vertex as usize];
        *mine = low.min(*mine);
    }
}
