//! Directed graphs in compressed sparse row form.

use crate::{Budget, Error, Exhausted};

/// A loop over edges or vertices asks so often whether to stop.
const POLL_EVERY: usize = 1 << 10;

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
    /// # use upstar_core::Error;
    /// # use upstar_core::graph::Digraph;
    /// let graph = Digraph::new(&[vec![], vec![0, 1]])?;
    /// assert_eq!((graph.len(), graph.successors(1)), (2, &[0, 1][..]));
    /// assert_eq!(Digraph::new(&[vec![5]]), Err(Error::NoSuchIndex { index: 5, count: 1 }));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When an edge leads to a number that is no vertex, and when there are 2^32 edges or more.
    pub fn new(lists: &[Vec<u32>]) -> Result<Self, Error> {
        let mut graph = Digraph::empty();
        for list in lists {
            Error::check_indices(list, lists.len())?;
            graph.push(list.iter().copied())?;
        }
        Ok(graph)
    }

    /// The graph without vertices.
    pub(crate) fn empty() -> Self {
        Digraph { starts: vec![0], successors: Vec::new() }
    }

    /// Adds a vertex with its successors, which may be vertices added later.
    ///
    /// # Errors
    /// [`Error::StoreFull`] for 2^32 edges or more; then the graph is of no use.
    pub(crate) fn push(&mut self, successors: impl IntoIterator<Item = u32>) -> Result<(), Error> {
        let successors = successors.into_iter();
        let end = |count: usize| u32::try_from(count).map_err(|_| Error::StoreFull);
        end(self.successors.len().saturating_add(successors.size_hint().0))?;
        self.successors.extend(successors);
        self.starts.push(end(self.successors.len())?);
        Ok(())
    }

    /// Adds a vertex as [`push`](Digraph::push) does, as far as there is memory, and asks now and then whether to stop.
    ///
    /// # Errors
    /// As for [`push`](Digraph::push), and when the budget is exhausted.
    pub(crate) fn push_within(
        &mut self,
        successors: impl ExactSizeIterator<Item = u32>,
        budget: &Budget,
    ) -> Result<(), Error> {
        let (room, count) = (self.successors.capacity(), self.successors.len() + successors.len());
        if count > room {
            let room = count.max(2 * room);
            budget.reserve((room * size_of::<u32>()) as u64)?;
            self.successors.reserve_exact(room - self.successors.len());
        }
        if self.starts.len().is_multiple_of(POLL_EVERY) {
            budget.step()?;
        }
        self.push(successors)
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether the graph has no vertex.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All vertices.
    pub fn vertices(&self) -> std::ops::Range<u32> {
        0..self.len() as u32
    }

    /// The targets of the edges from a vertex; none from a number that is no vertex.
    #[inline]
    pub fn successors(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        match self.starts.get(vertex..).and_then(<[u32]>::first_chunk) {
            Some(&[start, end]) => &self.successors[start as usize..end as usize],
            None => &[],
        }
    }

    /// The graph on `count` vertices with these edges, which are iterated twice in the same order. Cost:
    /// O(vertices + edges).
    ///
    /// # Errors
    /// [`Error::StoreFull`] for 2^32 edges or more, and when the budget is exhausted.
    pub(crate) fn of_edges<E>(
        count: usize,
        edges: impl Fn() -> E,
        budget: &Budget,
    ) -> Result<Digraph, Error>
    where
        E: Iterator<Item = (u32, u32)>,
    {
        let word = size_of::<u32>();
        budget.reserve((2 * (count + 1) * word) as u64)?;
        let poll =
            |at: usize| if (at + 1).is_multiple_of(POLL_EVERY) { budget.step() } else { Ok(()) };
        let mut starts = vec![0u32; count + 1];
        let mut all = 0u32;
        for (from, _) in edges() {
            poll(all as usize)?;
            all = all.checked_add(1).ok_or(Error::StoreFull)?;
            starts[from as usize + 1] += 1;
        }
        for vertex in 0..count {
            starts[vertex + 1] += starts[vertex];
        }
        budget.reserve(((count + 1 + all as usize) * word) as u64)?;
        let mut next = starts.clone();
        let mut successors = vec![0; all as usize];
        for (at, (from, to)) in edges().enumerate() {
            poll(at)?;
            successors[next[from as usize] as usize] = to;
            next[from as usize] += 1;
        }
        Ok(Digraph { starts, successors })
    }

    /// All edges.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (u32, u32)> {
        self.vertices().flat_map(|from| self.successors(from).iter().map(move |&to| (from, to)))
    }

    /// The reversed graph. Cost: O(vertices + edges).
    ///
    /// ```
    /// # use upstar_core::graph::Digraph;
    /// let graph = Digraph::new(&[vec![], vec![0], vec![0, 1]])?;
    /// assert_eq!(graph.reversed(), Digraph::new(&[vec![1, 2], vec![2], vec![]])?);
    /// # Ok::<(), upstar_core::Error>(())
    /// ```
    pub fn reversed(&self) -> Digraph {
        self.reversed_within(&Budget::unlimited()).expect("there is no limit")
    }

    /// The reversed graph, within a budget.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub(crate) fn reversed_within(&self, budget: &Budget) -> Result<Digraph, Exhausted> {
        let edges = || self.edges().map(|(from, to)| (to, from));
        Digraph::of_edges(self.len(), edges, budget).map_err(|error| match error {
            Error::Exhausted(stop) => stop,
            _ => unreachable!("the graph has as many edges"),
        })
    }

    /// The subgraph of the edges for which `keep` holds.
    #[doc(hidden)]
    pub fn filtered(&self, keep: impl Fn(u32, u32) -> bool) -> Digraph {
        let mut graph = Digraph::empty();
        for from in self.vertices() {
            let kept = self.successors(from).iter().copied().filter(|&to| keep(from, to));
            graph.push(kept).expect("the graph has no more edges");
        }
        graph
    }
}

#[cfg(test)]
mod tests {
    use super::Digraph;
    use crate::{Budget, Error, Exhausted};

    #[test]
    fn too_many_edges_are_an_error() {
        let mut graph = Digraph::empty();
        graph.push(0..2).unwrap();
        assert_eq!(graph.push(0..u32::MAX - 1), Err(Error::StoreFull));
    }

    #[test]
    fn graphs_are_built_within_the_limits() {
        const BYTES: u64 = 40_000;
        let budget = Budget::with_meter(|| 0);
        let mut graph = Digraph::empty();
        for _ in 0..100 {
            graph.push_within(0..100, &budget).unwrap();
        }
        budget.limit_bytes(BYTES);
        let memory = Exhausted::Memory { limit: BYTES };
        assert_eq!(graph.reversed_within(&budget), Err(memory));
        let full = graph.push_within(0..10_000, &budget);
        assert_eq!(full, Err(memory.into()));
        budget.limit_bytes(u64::MAX);
        budget.interrupt();
        assert_eq!(graph.reversed_within(&budget), Err(Exhausted::Interrupted));
        let stopped = (0..10_000).try_for_each(|_| graph.push_within(0..1, &budget));
        assert_eq!(stopped, Err(Exhausted::Interrupted.into()));
    }
}
