//! Whether the rules of a game about points are blind: moves, what they bring, whose turn it is and
//! the score.
//!
//! Knows: which expressions must be blind for positions to have the same points.
//! Must not know: how positions are brought into normal form.

use super::reader::{Kind, Library, Of, Reader};
use crate::resolve::tree::{Alternative, Expr, ExprKind, Ruleset};

/// Reads everything that points depend on, where the parameter `whole` of the position is a board
/// or graph and no other is; tells whether vertex 0 was mentioned.
///
/// The other parameters hold values that tell nothing of places: such a value is never used as a
/// place, and no place is ever put there.
pub(super) fn read(tree: &Ruleset, whole: usize, of: Of, library: Library<'_>) -> Option<bool> {
    let mut slots = vec![None; tree.slots];
    let first = tree.family.len();
    slots[..first + tree.params.len()].fill(Some(Kind::Plain));
    slots[first + whole] = Some(Kind::Whole);
    let mut reader = Reader { slots, of, library, depth: 0, rooted: false };
    for way in tree.clauses.iter().flat_map(|clause| &clause.alternatives) {
        let Alternative::Options { parts, gain, generators, .. } = way else { return None };
        let [to] = &parts[..] else { return None };
        reader.generators(generators)?;
        option(&mut reader, to, whole, tree.params.len())?;
        gain.as_ref().map_or(Some(()), |gain| reader.plain(gain))?;
    }
    for said in tree.score.iter().chain(&tree.turn) {
        reader.plain(said)?;
    }
    Some(reader.rooted)
}

/// An option is a board or graph, beside values that tell nothing of places.
fn option(reader: &mut Reader<'_>, to: &Expr, whole: usize, count: usize) -> Option<()> {
    if count == 1 {
        return reader.is(to, Kind::Whole);
    }
    let ExprKind::Tuple(items) = &to.kind else { return None };
    (items.len() == count).then_some(())?;
    for (place, item) in items.iter().enumerate() {
        reader.is(item, if place == whole { Kind::Whole } else { Kind::Plain })?;
    }
    Some(())
}
