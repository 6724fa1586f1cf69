//! Summands of a position, and what they are played on.
//!
//! Must not know: moves.

use std::sync::Arc;

use crate::value::{Cells, Graph, Position, Result, Sum, Term, TermKind, Value};

/// The summands of a position, each as a value.
///
/// # Errors
/// When a summand alone is too large.
pub fn summands(value: &Value) -> Result<Vec<Value>> {
    match value {
        Value::Misere(games) => Ok(games.terms().to_vec()),
        Value::Sum(sum) => sum.terms().iter().map(alone).collect(),
        other => Ok(vec![other.clone()]),
    }
}

fn alone(term: &Term) -> Result<Value> {
    match term {
        Term { negated: false, kind: TermKind::Position(position) } => {
            Ok(Value::Position(position.clone()))
        }
        term => Ok(Value::Sum(Arc::new(Sum::new(vec![term.clone()])?))),
    }
}

/// Position that a value is; its negative counts as the position.
pub fn position(value: &Value) -> Option<&Arc<Position>> {
    match value {
        Value::Position(position) => Some(position),
        Value::Sum(sum) => match sum.terms() {
            [Term { kind: TermKind::Position(position), .. }] => Some(position),
            _ => None,
        },
        _ => None,
    }
}

/// The board that a summand is played on.
pub(in crate::play) fn board(value: &Value) -> Option<&Arc<Cells>> {
    let position = position(value)?;
    let board = position.arguments().iter().find_map(a_board);
    board.filter(|_| !position.ruleset.is_of_coins())
}

/// The graph that a summand is played on.
pub(in crate::play) fn graph(value: &Value) -> Option<&Arc<Graph>> {
    position(value)?.arguments().iter().find_map(a_graph)
}

/// Whether the players have changed sides in a summand.
pub(in crate::play) fn is_negative(value: &Value) -> bool {
    matches!(value, Value::Sum(sum) if matches!(sum.terms(), [Term { negated: true, .. }]))
}

/// The position in a summand in which the players have changed sides.
pub(in crate::play) fn unsigned(value: &Value) -> Option<Value> {
    is_negative(value).then(|| position(value).cloned().map(Value::Position)).flatten()
}

/// The board that an argument is.
pub(super) fn a_board(value: &Value) -> Option<&Arc<Cells>> {
    match value {
        Value::Board(cells) => Some(cells),
        _ => None,
    }
}

/// The graph that an argument is.
pub(super) fn a_graph(value: &Value) -> Option<&Arc<Graph>> {
    match value {
        Value::Graph(graph) => Some(graph),
        _ => None,
    }
}
