//! Invariance: whether the rules of a ruleset depend on the numbers of vertices or places of cells.
//!
//! Knows: which expressions treat all vertices or cells alike, and how positions may be changed then
//! without a change of value.
//! Must not know: how expressions are evaluated.
//!
//! Rules are invariant when they use vertices, edges and cells as nothing but that: these are listed,
//! compared for equality, and asked for labels and neighbours. Everything else, such as `p + 1`,
//! `p < q`, `edges[1]` or a call that the normal form of the rules keeps, is taken to depend on the number or
//! place.
//!
//! Proof: a renumbering of a graph, a turn or a mirror of a board is a bijection of vertices or cells
//! that keeps neighbours and labels. By induction on expressions, an expression that passes has the
//! same value before and after if that value is plain, and otherwise the image of the value. So the
//! options of the image are the images of the options, and both positions are the same game.

mod calls;
mod points;
mod reader;
mod symbols;

use std::sync::Arc;

use upstar_core::board::rewrite::Symmetries;

use crate::resolve::tree::{self, Alternative, PositionKind};
use crate::value::{Domain, Ruleset};

pub use points::{Change, PointsInvariance, points_invariance};
use reader::{Sort, SortReader, Subject};

/// Changes of a position of a ruleset that keep its value.
#[derive(Debug, Clone)]
pub enum Invariance {
    /// Vertices may be renumbered.
    Graphs {
        /// Whether vertex 0, the ground, keeps its number.
        rooted: bool,
    },
    /// Boards may be turned and mirrored, and symbols exchanged together with the players.
    Boards(Arc<Symmetries>),
}

/// The invariance of a ruleset with parameters of these domains; `None` if none is proved.
pub fn invariance(ruleset: &Ruleset, params: &[Domain]) -> Option<Invariance> {
    let tree = &ruleset.tree;
    match (&tree.position, params) {
        (PositionKind::Graph, [Domain::Graph(kind)]) => {
            let (reader, _) = read(tree, Subject::Graphs { directed: kind.directed })?;
            Some(Invariance::Graphs { rooted: reader.rooted })
        }
        (PositionKind::Board(..), [Domain::Board(alphabet, shape)]) if tree.parts.is_none() => {
            let (_, only_boards) = read(tree, Subject::Boards)?;
            let mut exchanges = symbols::exchanges(tree, alphabet);
            // A game among the options has no negative in the words of the rules.
            exchanges.truncate(if only_boards && !alphabet.is_of_numbers() {
                usize::MAX
            } else {
                1
            });
            Some(Invariance::Boards(Arc::new(Symmetries::with(*shape, &exchanges))))
        }
        _ => None,
    }
}

/// Reads all alternatives; the second result is whether all options are boards or graphs.
fn read(tree: &tree::Ruleset, subject: Subject) -> Option<(SortReader, bool)> {
    let mut slots = vec![None; tree.slots];
    slots[..tree.family.len()].fill(Some(Sort::Plain));
    slots[tree.family.len()] = Some(Sort::Whole);
    let mut reader = SortReader::new(slots, subject);
    let mut only_wholes = true;
    let ways = tree.clauses.iter().flat_map(|clause| &clause.alternatives).chain(&tree.parts);
    for way in ways {
        let Alternative::Options { parts, generators, .. } = way else { return None };
        reader.generators(generators)?;
        for part in parts {
            match reader.sort(part)? {
                Sort::Whole => {}
                Sort::Plain => only_wholes = false,
                _ => return None,
            }
        }
    }
    Some((reader, only_wholes))
}

#[cfg(test)]
mod tests;
