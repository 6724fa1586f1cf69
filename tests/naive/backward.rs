//! Retrograde analysis of play that may go on forever, from its terminal positions.
//!
//! Knows: moves, sums, who wins. Must not know: rulesets, or any theory of sums.

use std::collections::HashMap;

/// Where a player can move from a position, as text; `true` stands for Left.
pub(super) type Moves<'a> = &'a dyn Fn(&str, bool) -> Vec<String>;

/// Whether Left wins when Left begins, and when Right does; nothing for a draw.
pub(super) type Winners = [Option<bool>; 2];

/// Positions by number, with the moves of Left and of Right.
#[derive(Debug, Clone)]
pub(super) struct Graph(Vec<[Vec<usize>; 2]>);

impl Graph {
    /// All that follows some positions, which come first in their order; nothing when there are
    /// more than `most`. The positions come with it.
    pub(super) fn listed(
        starts: &[String],
        moves: Moves<'_>,
        most: usize,
    ) -> Option<(Graph, Vec<String>)> {
        let mut positions: Vec<String> = Vec::new();
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut number = |position: String, positions: &mut Vec<String>| {
            *numbers.entry(position.clone()).or_insert_with(|| {
                positions.push(position);
                positions.len() - 1
            })
        };
        for start in starts {
            number(start.clone(), &mut positions);
        }
        let mut options = Vec::new();
        while options.len() < positions.len() {
            if positions.len() > most {
                return None;
            }
            let position = positions[options.len()].clone();
            options.push([true, false].map(|left| {
                let next = moves(&position, left).into_iter();
                next.map(|next| number(next, &mut positions)).collect()
            }));
        }
        Some((Graph(options), positions))
    }

    /// Nim heaps of 0 to n, by size.
    pub(super) fn nim(n: usize) -> Graph {
        Graph((0..=n).map(|size| [(0..size).collect(), (0..size).collect()]).collect())
    }

    /// The integers from 0 to n, as games.
    pub(super) fn integers(n: usize) -> Graph {
        Graph((0..=n).map(|size| [(0..size).rev().take(1).collect(), Vec::new()]).collect())
    }

    /// The same positions with the players exchanged.
    pub(super) fn negative(&self) -> Graph {
        Graph(self.0.iter().map(|[left, right]| [right.clone(), left.clone()]).collect())
    }

    /// How many positions there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The moves of a player from a position.
    pub(super) fn moves(&self, position: usize, left: bool) -> &[usize] {
        &self.0[position][usize::from(!left)]
    }

    /// Every position beside every other one: the sum of `a` and `b` is `a * other.len() + b`.
    pub(super) fn plus(&self, other: &Graph) -> Graph {
        let count = other.len();
        let mut sums = Vec::with_capacity(self.len() * count);
        for (a, first) in self.0.iter().enumerate() {
            for (b, second) in other.0.iter().enumerate() {
                sums.push([0, 1].map(|side| {
                    let own = first[side].iter().map(|a| a * count + b);
                    own.chain(second[side].iter().map(|b| a * count + b)).collect()
                }));
            }
        }
        Graph(sums)
    }

    /// Who wins from each position: a player who can move to where the opponent, to move, loses
    /// wins; whoever can move only to where the opponent wins loses; all else is drawn.
    pub(super) fn winners(&self) -> Vec<Winners> {
        let mut before: Vec<[Vec<usize>; 2]> = vec![[Vec::new(), Vec::new()]; self.len()];
        let mut open: Vec<[usize; 2]> = Vec::with_capacity(self.len());
        let mut winners: Vec<Winners> = vec![[None; 2]; self.len()];
        let mut decided = Vec::new();
        for (at, sides) in self.0.iter().enumerate() {
            for (side, options) in sides.iter().enumerate() {
                options.iter().for_each(|&next| before[next][side].push(at));
                if options.is_empty() {
                    winners[at][side] = Some(side == 1);
                    decided.push((at, side));
                }
            }
            open.push([sides[0].len(), sides[1].len()]);
        }
        while let Some((at, to_move)) = decided.pop() {
            let winner = winners[at][to_move];
            let mover = 1 - to_move;
            for &from in &before[at][mover] {
                if winners[from][mover].is_some() {
                    continue;
                }
                open[from][mover] -= 1;
                if winner == Some(mover == 0) || open[from][mover] == 0 {
                    winners[from][mover] = winner;
                    decided.push((from, mover));
                }
            }
        }
        winners
    }
}

/// The name of an outcome.
pub(super) fn name(winners: Winners) -> &'static str {
    match winners {
        [Some(true), Some(true)] => "L",
        [Some(false), Some(false)] => "R",
        [Some(true), Some(false)] => "N",
        [Some(false), Some(true)] => "P",
        [None, None] => "D",
        [Some(true), None] => "N̂",
        [None, Some(false)] => "Ň",
        [None, Some(true)] => "P̂",
        [Some(false), None] => "P̌",
    }
}

/// The outcome of a position.
pub(super) fn outcome(start: &str, moves: Moves<'_>) -> &'static str {
    let listed = Graph::listed(&[start.to_owned()], moves, usize::MAX);
    let (graph, _) = listed.expect("there is room for all positions");
    name(graph.winners()[0])
}
