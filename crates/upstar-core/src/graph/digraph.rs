//! Directed graphs in compressed sparse row form.

/// A directed graph on the vertices 0, 1, 2, ...; the successors of a vertex are the targets of its edges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Digraph {
    /// Start of the successors of each vertex, and the total number of edges.
    starts: Vec<u32>,
    successors: Vec<u32>,
}

impl Digraph {
    /// The graph with these successors of 0, of 1, ...; each is below the number of lists.
    ///
    /// ```
    /// # use upstar_core::graph::Digraph;
    /// let graph = Digraph::new(&[vec![], vec![0, 1]]);
    /// assert_eq!((graph.len(), graph.successors(1)), (2, &[0, 1][..]));
    /// ```
    pub fn new(lists: &[Vec<u32>]) -> Self {
        let mut graph = Digraph::empty();
        for list in lists {
            graph.push(list.iter().copied());
        }
        graph
    }

    /// The graph without vertices.
    pub(crate) fn empty() -> Self {
        Digraph { starts: vec![0], successors: Vec::new() }
    }

    /// Adds a vertex with its successors, which may be vertices added later.
    pub(crate) fn push(&mut self, successors: impl IntoIterator<Item = u32>) {
        self.successors.extend(successors);
        let end = u32::try_from(self.successors.len()).expect("a graph has less than 2^32 edges");
        self.starts.push(end);
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of edges.
    pub(crate) fn count_edges(&self) -> usize {
        self.successors.len()
    }

    /// Whether the graph has no vertex.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All vertices.
    pub fn vertices(&self) -> std::ops::Range<u32> {
        0..self.len() as u32
    }

    /// The targets of the edges from a vertex.
    ///
    /// # Panics
    /// When the graph has no such vertex.
    #[inline]
    pub fn successors(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        &self.successors[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// The graph on `count` vertices with these edges, which are iterated twice in the same order. Cost:
    /// O(vertices + edges).
    pub(crate) fn of_edges<E>(count: usize, edges: impl Fn() -> E) -> Digraph
    where
        E: Iterator<Item = (u32, u32)>,
    {
        let mut starts = vec![0; count + 1];
        for (from, _) in edges() {
            starts[from as usize + 1] += 1;
        }
        for vertex in 0..count {
            starts[vertex + 1] += starts[vertex];
        }
        let mut next = starts.clone();
        let mut successors = vec![0; starts[count] as usize];
        for (from, to) in edges() {
            successors[next[from as usize] as usize] = to;
            next[from as usize] += 1;
        }
        Digraph { starts, successors }
    }

    /// All edges.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (u32, u32)> {
        self.vertices().flat_map(|from| self.successors(from).iter().map(move |&to| (from, to)))
    }

    /// The reversed graph. Cost: O(vertices + edges).
    ///
    /// ```
    /// # use upstar_core::graph::Digraph;
    /// let graph = Digraph::new(&[vec![], vec![0], vec![0, 1]]);
    /// assert_eq!(graph.reversed(), Digraph::new(&[vec![1, 2], vec![2], vec![]]));
    /// ```
    ///
    /// # Panics
    /// When an edge leads to a number that is no vertex.
    pub fn reversed(&self) -> Digraph {
        Digraph::of_edges(self.len(), || self.edges().map(|(from, to)| (to, from)))
    }

    /// The subgraph of the edges for which `keep` holds.
    pub fn filtered(&self, keep: impl Fn(u32, u32) -> bool) -> Digraph {
        let mut graph = Digraph::empty();
        for from in self.vertices() {
            graph.push(self.successors(from).iter().copied().filter(|&to| keep(from, to)));
        }
        graph
    }
}
