//! Green Hackenbush by the fusion principle and the colon principle.
//!
//! Source: *Winning Ways*, chapter 7.

use crate::{Budget, Error, Exhausted};

/// Memory for each vertex of a picture.
const BYTES_PER_VERTEX: u64 = 64;

/// No vertex, or not visited yet.
const NONE: u32 = u32::MAX;

/// A green picture after fusion: every 2-edge-connected component is one vertex with its edges as loops. What
/// remains is a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fused {
    /// The representatives of the components, the ground first, each after its parent.
    pub vertices: Vec<u32>,
    /// The representative of each vertex; `None` for those not connected to the ground.
    pub fused_with: Vec<Option<u32>>,
    /// The parent of each representative in the tree.
    pub below: Vec<Option<u32>>,
    /// Number of loops at each vertex.
    pub loops: Vec<u32>,
    /// By the colon principle, the nimber of the picture above each vertex.
    pub nimbers: Vec<u32>,
}

impl Fused {
    /// The nimber of the picture.
    pub fn nimber(&self) -> u32 {
        let ground = self.vertices.first().and_then(|ground| self.nimbers.get(*ground as usize));
        ground.copied().unwrap_or(0)
    }
}

/// Fuses the picture with vertices below `vertices` and these edges, rooted at `ground`.
///
/// By the fusion principle the vertices of a cycle may be identified without changing the value; a loop has
/// the value of one edge, and two edges cancel. By the colon principle a branch above a vertex may be
/// replaced by a stalk of the same value, so the value of each vertex is the nim-sum of its branches, and an
/// edge below adds 1.
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
/// When the ground or an end of an edge is no vertex, there are more than 2^32 - 1 vertices, or the budget is exhausted. Cost: O(vertices + edges).
pub fn fuse(
    vertices: usize,
    edges: &[(u32, u32)],
    ground: u32,
    budget: &Budget,
) -> Result<Fused, Error> {
    if u32::try_from(vertices).is_err() {
        return Err(Error::OutOfRange { least: 0, most: u64::from(u32::MAX) });
    }
    let ends = edges.iter().flat_map(|(a, b)| [a, b]);
    Error::check_indices(ends.chain([&ground]), vertices)?;
    budget.reserve((vertices as u64).saturating_mul(BYTES_PER_VERTEX))?;
    let walk = DepthFirstSearch::new(vertices, edges, ground, budget)?;
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
        // The edge to the parent is a bridge if nothing above it reaches below it.
        let starts_component = parent == NONE || walk.low[place] == walk.number[place];
        fused.fused_with[place] = if starts_component { Some(vertex) } else { below };
        if starts_component {
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

/// Depth-first search of the picture (Tarjan 1974).
struct DepthFirstSearch {
    /// The vertices in the order of visits.
    order: Vec<u32>,
    /// The index of each vertex in that order.
    number: Vec<u32>,
    /// Lowlink: the first vertex that an edge reaches from this one or above, except the tree edge to the
    /// parent.
    low: Vec<u32>,
    /// The parent of each vertex.
    parent: Vec<u32>,
}

impl DepthFirstSearch {
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
        let mut walk =
            DepthFirstSearch { order: vec![], number: unseen(), low: unseen(), parent: unseen() };
        walk.visit(ground, NONE);
        let mut stack = vec![(ground, NONE, 0)];
        while let Some((vertex, by, next)) = stack.last_mut() {
            budget.step()?;
            let here = *vertex as usize;
            let Some(&(to, edge)) = at[here].get(*next) else {
                let low = walk.low[here];
                stack.pop();
                if let Some((below, ..)) = stack.last() {
                    walk.lower_lowlink(*below, low);
                }
                continue;
            };
            *next += 1;
            if edge == *by {
                continue;
            }
            if walk.number[to as usize] == NONE {
                walk.visit(to, here as u32);
                stack.push((to, edge, 0));
            } else {
                walk.lower_lowlink(here as u32, walk.number[to as usize]);
            }
        }
        Ok(walk)
    }

    fn visit(&mut self, vertex: u32, parent: u32) {
        let number = self.order.len() as u32;
        self.order.push(vertex);
        self.number[vertex as usize] = number;
        self.low[vertex as usize] = number;
        self.parent[vertex as usize] = parent;
    }

    fn lower_lowlink(&mut self, vertex: u32, low: u32) {
        let mine = &mut self.low[vertex as usize];
        *mine = low.min(*mine);
    }
}
