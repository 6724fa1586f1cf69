//! Graphs of positions with options of both players.

use super::{GameValue, Winners};
use crate::{Error, Player};

/// A vertex with known value, without options in the graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaf {
    /// Value of the vertex.
    pub worth: GameValue,
    /// Winners at the vertex.
    pub winners: Winners,
}

/// A finite graph of positions: for every vertex the options of Left and of Right.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Graph {
    /// Start of the options of each vertex, Left's and then Right's, and the total number.
    starts: Vec<u32>,
    options: Vec<u32>,
    /// Sorted by vertex.
    leaves: Vec<(u32, Leaf)>,
}

impl Graph {
    /// The graph with these options of 0, of 1, ...; numbers are below the number of vertices.
    ///
    /// ```
    /// # use upstar_core::{Budget, Store};
    /// # use upstar_core::loopy::{Graph, named::Name, value};
    /// # let store = Store::new(Budget::unlimited());
    /// // over = {0|over} and 0.
    /// let graph = Graph::new(vec![[vec![1], vec![0]], [vec![], vec![]]])?;
    /// assert_eq!((graph.len(), graph.edges()), (2, 2));
    /// assert_eq!(value(&store, &graph, 0)?, Name::Over.worth());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When an option is no vertex.
    pub fn new(options: Vec<[Vec<u32>; 2]>) -> Result<Graph, Error> {
        Error::check_indices(options.iter().flatten().flatten(), options.len())?;
        Ok(Graph::with_leaves(options, Vec::new()))
    }

    /// The graph with leaves of known value, in increasing order.
    pub(super) fn with_leaves(lists: Vec<[Vec<u32>; 2]>, leaves: Vec<(u32, Leaf)>) -> Graph {
        let mut graph = Graph { starts: vec![0], options: Vec::new(), leaves };
        for sides in lists {
            for mut side in sides {
                side.sort_unstable();
                side.dedup();
                graph.options.append(&mut side);
                graph.starts.push(graph.options.len() as u32);
            }
        }
        graph
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1) / 2
    }

    /// Whether the graph has no vertex.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of moves.
    pub fn edges(&self) -> usize {
        self.options.len()
    }

    /// The options of a player, in increasing order; empty for a leaf and for a number that is no vertex.
    #[inline]
    pub fn options(&self, vertex: u32, player: Player) -> &[u32] {
        let at = 2 * vertex as usize + usize::from(player == Player::Right);
        match self.starts.get(at..).and_then(<[u32]>::first_chunk) {
            Some(&[start, end]) => &self.options[start as usize..end as usize],
            None => &[],
        }
    }

    /// The leaves, in increasing order.
    pub fn leaves(&self) -> &[(u32, Leaf)] {
        &self.leaves
    }

    /// The leaf at a vertex, if it is one.
    pub fn leaf(&self, vertex: u32) -> Option<&Leaf> {
        let at = self.leaves.binary_search_by_key(&vertex, |leaf| leaf.0).ok()?;
        Some(&self.leaves[at].1)
    }
}
