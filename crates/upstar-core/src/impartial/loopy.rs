//! Loopy nimbers: values of impartial games with infinite play.
//!
//! Source: Smith, Graphs and composite games, Journal of Combinatorial Theory 1, 1966; Fraenkel
//! and Perl, Constructions in combinatorial games with cycles, 1975; *Winning Ways*, chapter 12.

use crate::graph::Digraph;
use crate::{Budget, Exhausted, Outcome};

/// The value of an impartial position in sums.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LoopyNimber {
    /// The value of a Nim heap of this size.
    Finite(u32),
    /// Play may be infinite unless a player moves to one of these nimbers, in increasing order.
    Infinite(Box<[u32]>),
}

impl LoopyNimber {
    /// The infinite value with moves to these nimbers.
    pub fn infinite(mut nimbers: Vec<u32>) -> Self {
        nimbers.sort_unstable();
        nimbers.dedup();
        LoopyNimber::Infinite(nimbers.into())
    }

    /// The value of a sum: that of two infinite values is a draw in every sum.
    ///
    /// ```
    /// # use upstar_core::Outcome;
    /// # use upstar_core::impartial::LoopyNimber;
    /// let drawn = LoopyNimber::infinite(vec![0, 2]);
    /// assert_eq!(drawn.plus(&LoopyNimber::Finite(2)), drawn);
    /// assert_eq!(drawn.plus(&drawn).outcome(), Outcome::D);
    /// ```
    #[must_use]
    pub fn plus(&self, other: &LoopyNimber) -> LoopyNimber {
        match (self, other) {
            (LoopyNimber::Finite(a), LoopyNimber::Finite(b)) => LoopyNimber::Finite(a ^ b),
            (LoopyNimber::Finite(a), LoopyNimber::Infinite(set))
            | (LoopyNimber::Infinite(set), LoopyNimber::Finite(a)) => {
                LoopyNimber::infinite(set.iter().map(|b| a ^ b).collect())
            }
            (LoopyNimber::Infinite(_), LoopyNimber::Infinite(_)) => {
                LoopyNimber::Infinite(Box::new([]))
            }
        }
    }

    /// The outcome class.
    pub fn outcome(&self) -> Outcome {
        match self {
            LoopyNimber::Finite(0) => Outcome::P,
            LoopyNimber::Finite(_) => Outcome::N,
            LoopyNimber::Infinite(set) if set.first() == Some(&0) => Outcome::N,
            LoopyNimber::Infinite(_) => Outcome::D,
        }
    }
}

/// Status of a vertex during the computation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum VertexLabel {
    Open,
    Finite(u32),
    Infinite,
}

/// The value of every vertex.
///
/// The vertices of value 0, 1, 2, ... are labelled in this order. A vertex without smaller value gets `n` if
/// every move to a vertex that is not smaller can be answered by a move to `n`; and once no more such
/// vertices are found, those without a move to `n` and without value `n` are infinite.
///
/// ```
/// # use upstar_core::{Budget, Outcome};
/// # use upstar_core::graph::Digraph;
/// # use upstar_core::impartial::{LoopyNimber, loopy_nimbers};
/// // From 2 one can go to 1 or stay; from 1 to the end, 0.
/// let graph = Digraph::new(&[vec![], vec![0], vec![1, 2]])?;
/// let values = loopy_nimbers(&graph, &Budget::unlimited())?;
/// assert_eq!(values[1], LoopyNimber::Finite(1));
/// assert_eq!(values[2].outcome(), Outcome::D);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted. Cost: O(vertices + edges) for each value that occurs; a vertex takes part in
/// at most as many rounds as it has successors.
pub fn loopy_nimbers(graph: &Digraph, budget: &Budget) -> Result<Vec<LoopyNimber>, Exhausted> {
    let back = graph.reversed_within(budget)?;
    let mut labels = vec![VertexLabel::Open; graph.len()];
    // Number of successors without a finite value.
    let mut open: Vec<u32> = graph.vertices().map(|v| graph.successors(v).len() as u32).collect();
    let mut left: Vec<u32> = graph.vertices().collect();
    let mut round = Round { unanswered: open.clone(), reaches: vec![false; graph.len()] };
    for nimber in 0.. {
        if left.is_empty() {
            break;
        }
        let (found, touched) = round.run(nimber, &left, &back, &mut labels, budget)?;
        left.retain(|&vertex| {
            let label = &mut labels[vertex as usize];
            if *label == VertexLabel::Open && !round.reaches[vertex as usize] {
                *label = VertexLabel::Infinite;
            }
            *label == VertexLabel::Open
        });
        for vertex in found {
            back.successors(vertex).iter().for_each(|&before| open[before as usize] -= 1);
        }
        for vertex in touched {
            round.reaches[vertex as usize] = false;
            for &before in back.successors(vertex) {
                round.unanswered[before as usize] = open[before as usize];
            }
        }
        left.iter().for_each(|&v| round.unanswered[v as usize] = open[v as usize]);
    }
    Ok(values(graph, &labels))
}

/// The search for the vertices of one value.
struct Round {
    /// Number of successors without a smaller value and without a known move to the value.
    unanswered: Vec<u32>,
    /// Whether a vertex has a move to the value.
    reaches: Vec<bool>,
}

impl Round {
    /// Labels the vertices of this value; returns them, and the vertices with a move to them.
    fn run(
        &mut self,
        nimber: u32,
        left: &[u32],
        back: &Digraph,
        labels: &mut [VertexLabel],
        budget: &Budget,
    ) -> Result<(Vec<u32>, Vec<u32>), Exhausted> {
        let (mut found, mut touched) = (Vec::new(), Vec::new());
        let mut queue: Vec<u32> =
            left.iter().copied().filter(|&v| self.unanswered[v as usize] == 0).collect();
        while let Some(vertex) = queue.pop() {
            budget.step()?;
            let place = vertex as usize;
            if labels[place] != VertexLabel::Open || self.reaches[place] {
                continue;
            }
            labels[place] = VertexLabel::Finite(nimber);
            found.push(vertex);
            for &before in back.successors(vertex) {
                budget.step()?;
                let at = before as usize;
                if self.reaches[at] || matches!(labels[at], VertexLabel::Finite(_)) {
                    continue;
                }
                self.reaches[at] = true;
                touched.push(before);
                for &answered in back.successors(before) {
                    budget.step()?;
                    self.unanswered[answered as usize] -= 1;
                    if self.unanswered[answered as usize] == 0 {
                        queue.push(answered);
                    }
                }
            }
        }
        Ok((found, touched))
    }
}

/// The values from the labels: an infinite one has the finite values of its successors.
fn values(graph: &Digraph, labels: &[VertexLabel]) -> Vec<LoopyNimber> {
    let finite = |&to: &u32| match labels[to as usize] {
        VertexLabel::Finite(nimber) => Some(nimber),
        _ => None,
    };
    let value = |vertex: u32| match finite(&vertex) {
        Some(nimber) => LoopyNimber::Finite(nimber),
        None => LoopyNimber::infinite(graph.successors(vertex).iter().filter_map(finite).collect()),
    };
    graph.vertices().map(value).collect()
}
