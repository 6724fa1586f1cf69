//! Whether the rules of a game about points are blind: moves, what they bring, whose turn it is and
//! the score.
//!
//! Knows: which expressions must be blind for positions to have the same points, or those of each
//! other with the players exchanged.
//! Must not know: how positions are brought into normal form.

use super::reader::{Kind, Library, Of, Reader};
use crate::resolve::tree::{Alternative, Expr, ExprKind, Ruleset};
use crate::syntax::ast::Mover;
use crate::value::Value;

/// What the rules may be blind to: the parameters of the position that are a board or graph, and the
/// player whose turn it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Blindfold {
    pub(super) whole: Option<usize>,
    pub(super) player: Option<usize>,
}

/// Reads everything that points depend on, where one parameter of the position is a board or graph,
/// or one is the player whose turn it is; tells whether vertex 0 was mentioned.
///
/// The other parameters hold values that tell nothing of places: such a value is never used as a
/// place, and no place is ever put there. A player is only passed on or made the opponent.
pub(super) fn read(
    (tree, family): (&Ruleset, &[Value]),
    to: Blindfold,
    of: Of,
    library: Library<'_>,
) -> Option<bool> {
    let mut slots = vec![None; tree.slots];
    let first = tree.family.len();
    for (slot, value) in slots.iter_mut().zip(family) {
        *slot = Some(kind(value));
    }
    let kinds: Vec<Kind> = (0..tree.params.len()).map(|place| to.kind(place)).collect();
    for (slot, kind) in slots[first..].iter_mut().zip(&kinds) {
        *slot = Some(*kind);
    }
    let mut reader = Reader { slots, of, library, depth: 0, rooted: false };
    for way in tree.clauses.iter().flat_map(|clause| &clause.alternatives) {
        let Alternative::Options { parts, gain, generators, .. } = way else { return None };
        let [to] = &parts[..] else { return None };
        reader.generators(generators)?;
        option(&mut reader, to, &kinds)?;
        gain.as_ref().map_or(Some(()), |gain| reader.plain(gain))?;
    }
    let turn = if to.player.is_some() { Kind::Player } else { Kind::Plain };
    tree.score.as_ref().map_or(Some(()), |score| reader.plain(score))?;
    tree.turn.as_ref().map_or(Some(()), |said| reader.is(said, turn))?;
    Some(reader.rooted)
}

/// The parameter that says whose turn it is, where both players have the same moves and there is
/// no score, so that a player may be exchanged for the other.
pub(super) fn player(tree: &Ruleset) -> Option<usize> {
    let turn = tree.turn.as_ref().filter(|_| is_even(tree))?;
    match turn.kind {
        ExprKind::Slot(slot, _) => slot.checked_sub(tree.family.len()),
        _ => None,
    }
}

/// Whether the players have the same moves and what counts are gains, which are the mover's.
pub(super) fn is_even(tree: &Ruleset) -> bool {
    tree.score.is_none() && tree.clauses.iter().all(|clause| clause.mover == Mover::Either)
}

impl Blindfold {
    fn kind(self, place: usize) -> Kind {
        match Some(place) {
            place if place == self.whole => Kind::Whole,
            place if place == self.player => Kind::Player,
            _ => Kind::Plain,
        }
    }
}

/// An option has what each parameter has.
fn option(reader: &mut Reader<'_>, to: &Expr, kinds: &[Kind]) -> Option<()> {
    if let [kind] = kinds {
        return reader.is(to, *kind);
    }
    let ExprKind::Tuple(items) = &to.kind else { return None };
    (items.len() == kinds.len()).then_some(())?;
    items.iter().zip(kinds).try_for_each(|(item, kind)| reader.is(item, *kind))
}

/// What a parameter of the family is. It does not change from position to position.
fn kind(value: &Value) -> Kind {
    let plain = |item: &Value| matches!(item, Value::Number(_) | Value::Text(_) | Value::Bool(_));
    match value {
        Value::List(list) if list.items().iter().all(plain) => Kind::Plains,
        _ => Kind::Plain,
    }
}
