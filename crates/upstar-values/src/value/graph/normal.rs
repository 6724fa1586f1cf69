//! Graphs up to the numbers of their vertices.
//!
//! Knows: colour refinement with individualisation (McKay, Practical graph isomorphism, 1981).
//! Must not know: which vertices have a meaning: the caller says so.
//!
//! Positions that differ only in the numbers of vertices have one value if the rules do not look at these numbers;
//! the analyses of `upstar-lang` find out. The normal form has the shape of the graph, whatever the bound on its
//! search. So it is sound even where it is not unique.

use upstar_core::shared::mixed;

use super::{Edge, GROUND, Graph, Vertex};

/// Larger graphs keep their numbers.
const MOST_PARTS: usize = 400;

/// Most numberings compared. If there are more, isomorphic graphs may get different normal forms, but each
/// is still isomorphic to its own.
const MOST_WAYS: usize = 12;

impl Graph {
    /// An isomorphic graph with other numbers, in most cases the same one for all isomorphic graphs. If
    /// `rooted`, the ground remains the ground.
    pub fn normal(&self, rooted: bool) -> Graph {
        if self.size() > MOST_PARTS {
            return self.clone();
        }
        let mut search = Search::new(self);
        let mut colours = search.beginning(rooted);
        search.refine(&mut colours);
        search.number(colours);
        let Some((vertices, edges)) = search.best else { return self.clone() };
        // The ground has the first number; others never become it.
        let shift = u32::from(rooted && !self.has(GROUND));
        let vertex =
            |(n, label): (usize, &Option<char>)| Vertex { name: n as u32 + shift, label: *label };
        let edge = |edge: &Edge| Edge { from: edge.from + shift, to: edge.to + shift, ..*edge };
        self.with_parts(
            vertices.iter().enumerate().map(vertex).collect(),
            edges.iter().map(edge).collect(),
        )
    }
}

/// A numbered graph: labels of vertices in order, edges sorted.
type Numbered = (Vec<Option<char>>, Vec<Edge>);

/// Search for the least numbering of the vertices.
struct Search<'g> {
    graph: &'g Graph,
    /// Edges of each vertex: a code for label and direction, and the other end.
    beside: Vec<Vec<(u64, usize)>>,
    best: Option<Numbered>,
    ways: usize,
}

impl<'g> Search<'g> {
    fn new(graph: &'g Graph) -> Self {
        let mut beside = vec![Vec::new(); graph.vertices.len()];
        for edge in &graph.edges {
            let (from, to) = (graph.place(edge.from), graph.place(edge.to));
            let label = edge.label.map_or(0, |label| u64::from(label) + 1) << 1;
            beside[from].push((label, to));
            beside[to].push((label | u64::from(graph.kind.directed), from));
        }
        Search { graph, beside, best: None, ways: 0 }
    }

    /// Initial colours: one for the ground, one for each label.
    fn beginning(&self, rooted: bool) -> Vec<usize> {
        let known = |vertex: &Vertex| (!rooted || vertex.name != GROUND, vertex.label);
        ranks(&self.graph.vertices.iter().map(known).collect::<Vec<_>>())
    }

    /// Refines the colours by those of neighbours, until nothing changes. The colours of neighbours are added up as numbers that
    /// look random: where two different rows have one sum, the search has coarser colours, and tries more numberings.
    fn refine(&self, colours: &mut Vec<usize>) {
        let mut known = Vec::with_capacity(colours.len());
        loop {
            known.clear();
            known.extend(self.beside.iter().zip(colours.iter()).map(|(beside, &colour)| {
                let seen = |&(code, other): &(u64, usize)| mixed(code, colours[other] as u64);
                (colour, beside.iter().map(seen).fold(0, u64::wrapping_add))
            }));
            let finer = ranks(&known);
            if finer == *colours {
                return;
            }
            *colours = finer;
        }
    }

    /// Numbers the vertices by their colours; where several have one colour, tries each of them first.
    fn number(&mut self, colours: Vec<usize>) {
        let Some(shared) = first_shared(&colours) else {
            self.ways += 1;
            let found = self.numbered(&colours);
            if self.best.as_ref().is_none_or(|best| found < *best) {
                self.best = Some(found);
            }
            return;
        };
        let same: Vec<usize> = (0..colours.len()).filter(|&v| colours[v] == shared).collect();
        for (n, &first) in same.iter().enumerate() {
            if n > 0 && self.ways >= MOST_WAYS {
                return;
            }
            let mut colours = colours.clone();
            // The others of its colour come after it; ranks leave room for them.
            same.iter().filter(|&&v| v != first).for_each(|&v| colours[v] += 1);
            self.refine(&mut colours);
            self.number(colours);
        }
    }

    fn numbered(&self, colours: &[usize]) -> Numbered {
        let mut labels = vec![None; colours.len()];
        for (vertex, &number) in self.graph.vertices.iter().zip(colours) {
            labels[number] = vertex.label;
        }
        let name = |old: u32| colours[self.graph.place(old)] as u32;
        let mut edges: Vec<Edge> = self
            .graph
            .edges
            .iter()
            .map(|edge| {
                let (from, to) = (name(edge.from), name(edge.to));
                match self.graph.kind.directed {
                    true => Edge { from, to, ..*edge },
                    false => Edge { from: from.min(to), to: from.max(to), ..*edge },
                }
            })
            .collect();
        edges.sort_unstable();
        (labels, edges)
    }
}

/// Rank of each item: the number of smaller items.
fn ranks<T: Ord>(items: &[T]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_unstable_by(|&a, &b| items[a].cmp(&items[b]));
    let mut ranks = vec![0; items.len()];
    for (n, &place) in order.iter().enumerate() {
        let same = n > 0 && items[order[n - 1]] == items[place];
        ranks[place] = if same { ranks[order[n - 1]] } else { n };
    }
    ranks
}

/// The least colour that several have.
fn first_shared(colours: &[usize]) -> Option<usize> {
    let mut count = vec![0; colours.len()];
    colours.iter().for_each(|&colour| count[colour] += 1);
    count.iter().position(|&count| count > 1)
}
