//! Invariance of games about points: of moves, gains, the player to move and the score.
//!
//! Proof: as for other rulesets, with scores in place of the last move. Players may be exchanged when
//! both have the same moves and only gains count, which are the mover's: then exchanged players
//! exchange the points.

use std::sync::Arc;

use upstar_core::board::Symbol;
use upstar_core::board::rewrite::Symmetries;

use super::reader::{Sort, SortReader, Subject};
use crate::resolve::tree::{Alternative, Expr, ExprKind, Ruleset as Tree};
use crate::value::{Domain, Ruleset, Value};

/// Changes of a position of a ruleset about points that keep its points.
#[derive(Debug, Clone)]
pub struct PointsInvariance {
    /// Index of a board or graph among the parameters, and its changes.
    pub whole: Option<(usize, Change)>,
    /// Index of the player to move among the parameters: an exchange of the players exchanges the points.
    pub player: Option<usize>,
    /// Whether players may be exchanged where they move in turn.
    pub turns: bool,
}

/// Changes of a board or graph.
#[derive(Debug, Clone)]
pub enum Change {
    /// Turned and mirrored.
    Board(Arc<Symmetries>),
    /// Renumbered.
    Graph {
        /// Whether vertex 0 keeps its number.
        rooted: bool,
    },
}

/// The invariance of a ruleset about points with parameters of these domains.
pub fn points_invariance(ruleset: &Ruleset, params: &[Domain]) -> PointsInvariance {
    let tree = &*ruleset.tree;
    let is_whole = |param: &Domain| matches!(param, Domain::Board(..) | Domain::Graph(_));
    let one = params.iter().filter(|param| is_whole(param)).count() == 1;
    let whole = params.iter().position(is_whole).filter(|_| one);
    let subject = match whole.map(|place| &params[place]) {
        Some(Domain::Graph(kind)) => Subject::Graphs { directed: kind.directed },
        _ => Subject::Boards,
    };
    let turns = tree.turn.is_none() && is_even(tree);
    let player = player(tree);
    for (whole, player) in [(whole, player), (whole, None), (None, player)] {
        let rules = (tree, ruleset.family().unwrap_or(&[]));
        let Some(rooted) = read(rules, Varied { whole, player }, subject) else {
            continue;
        };
        let whole = whole.and_then(|place| Some((place, change(&params[place], rooted)?)));
        return PointsInvariance { whole, player, turns };
    }
    PointsInvariance { whole: None, player: None, turns }
}

/// Changes of a board or graph under invariant rules.
fn change(param: &Domain, rooted: bool) -> Option<Change> {
    match param {
        Domain::Board(alphabet, shape) => {
            let same = (0..alphabet.len()).map(|symbol| symbol as Symbol).collect();
            Some(Change::Board(Arc::new(Symmetries::with(*shape, &[(same, false)]))))
        }
        Domain::Graph(_) => Some(Change::Graph { rooted }),
        _ => None,
    }
}

/// Indices of the parameters that change: of a board or graph, and of the player to move.
#[derive(Debug, Clone, Copy)]
struct Varied {
    whole: Option<usize>,
    player: Option<usize>,
}

/// Reads all expressions on which points depend, if one parameter of the position is a board or graph, or
/// the player to move. Returns whether vertex 0 is mentioned.
///
/// Other parameters contain no places: their values are never used as places, and no place is stored in
/// them. A player is only passed on or replaced by the opponent.
fn read((tree, family): (&Tree, &[Value]), varied: Varied, subject: Subject) -> Option<bool> {
    let mut slots = vec![None; tree.slots];
    let first = tree.family.len();
    for (slot, value) in slots.iter_mut().zip(family) {
        *slot = Some(sort(value));
    }
    let sorts: Vec<Sort> = (0..tree.params.len()).map(|place| varied.sort(place)).collect();
    for (slot, sort) in slots[first..].iter_mut().zip(&sorts) {
        *slot = Some(*sort);
    }
    let mut reader = SortReader::new(slots, subject);
    for way in tree.clauses.iter().flat_map(|clause| &clause.alternatives) {
        let Alternative::Options { parts, gain, generators, .. } = way else { return None };
        let [to] = &parts[..] else { return None };
        reader.generators(generators)?;
        option(&mut reader, to, &sorts)?;
        gain.as_ref().map_or(Some(()), |gain| reader.plain(gain))?;
    }
    let turn = if varied.player.is_some() { Sort::Player } else { Sort::Plain };
    tree.score.as_ref().map_or(Some(()), |score| reader.plain(score))?;
    tree.turn.as_ref().map_or(Some(()), |said| reader.is(said, turn))?;
    Some(reader.rooted)
}

/// Index of the parameter that is the player to move, if both players have the same moves and there is no
/// score, so that the players may be exchanged.
fn player(tree: &Tree) -> Option<usize> {
    let turn = tree.turn.as_ref().filter(|_| is_even(tree))?;
    match turn.kind {
        ExprKind::Slot(slot, _) => slot.checked_sub(tree.family.len()),
        _ => None,
    }
}

/// Whether the players have the same moves and what counts are gains, which are the mover's.
fn is_even(tree: &Tree) -> bool {
    tree.score.is_none() && tree.moves_are_alike()
}

impl Varied {
    fn sort(self, place: usize) -> Sort {
        match Some(place) {
            place if place == self.whole => Sort::Whole,
            place if place == self.player => Sort::Player,
            _ => Sort::Plain,
        }
    }
}

/// An option has what each parameter has.
fn option(reader: &mut SortReader, to: &Expr, sorts: &[Sort]) -> Option<()> {
    if let [sort] = sorts {
        return reader.is(to, *sort);
    }
    let ExprKind::Tuple(items) = &to.kind else { return None };
    (items.len() == sorts.len()).then_some(())?;
    items.iter().zip(sorts).try_for_each(|(item, sort)| reader.is(item, *sort))
}

/// Sort of a parameter of the family, which is the same in all positions.
fn sort(value: &Value) -> Sort {
    let plain = |item: &Value| matches!(item, Value::Number(_) | Value::Text(_) | Value::Bool(_));
    match value {
        Value::List(list) if list.items().iter().all(plain) => Sort::Plains,
        _ => Sort::Plain,
    }
}
