//! Complimenting and entailing moves, and the games that have them.
//!
//! Must not know: the values of these games.

use super::{Fault, Result, Ruleset, Term, TermKind, Value};
use crate::diagnostic::Code;
use crate::resolve::tree;
use crate::syntax::ast::Mover;

/// A move of a position with complimenting or entailing moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AffineMove {
    /// Its kind: ordinary, complimenting or entailing.
    pub kind: Mover,
    /// Where it leads.
    pub to: Value,
}

impl Ruleset {
    /// Whether there are complimenting or entailing moves.
    pub fn is_affine(&self) -> bool {
        self.tree.is_affine()
    }
}

impl Ruleset {
    /// Whether there are complimenting or entailing moves, and moves of one player alone.
    pub fn is_partizan_affine(&self) -> bool {
        let is_own = |clause: &tree::Clause| clause.mover.is_for_left().is_some();
        self.is_affine() && self.tree.clauses.iter().any(is_own)
    }
}

impl tree::Ruleset {
    /// Whether there are complimenting or entailing moves.
    pub fn is_affine(&self) -> bool {
        self.clauses.iter().any(|clause| clause.mover.is_affine())
    }
}

/// Whether a value is a position with complimenting or entailing moves, a sum with one, or loony.
pub fn is_affine(value: &Value) -> bool {
    match value {
        Value::Loony => true,
        Value::Position(position) => position.ruleset.is_affine(),
        Value::Sum(sum) => sum.terms().iter().any(is_affine_term),
        _ => false,
    }
}

/// Whether a value is a position of such a ruleset in which the players move differently, or a sum with one.
pub fn is_partizan(value: &Value) -> bool {
    match value {
        Value::Position(position) => position.ruleset.is_partizan_affine(),
        Value::Sum(sum) => sum.terms().iter().any(|term| {
            matches!(&term.kind, TermKind::Position(position) if position.ruleset.is_partizan_affine())
        }),
        _ => false,
    }
}

/// The fault of asking for a nimber where the players move differently.
pub fn no_nimber(ruleset: &Ruleset) -> Fault {
    let name = &ruleset.tree.name.text;
    Fault::new(Code::NotImpartial, format!("{name} is not impartial, so it has no nimber"))
        .help("ask `outcome(P)`, `moves(P, Left)` or `winning_moves(P, Left)`, also of sums")
}

/// Refuses positions with complimenting and entailing moves, and sums with one.
///
/// # Errors
/// For these.
pub fn refuse(value: &Value) -> Result<()> {
    let found = match value {
        Value::Position(position) => position.ruleset.is_affine().then_some(position),
        Value::Sum(sum) => sum.terms().iter().find_map(|term| match &term.kind {
            TermKind::Position(position) if position.ruleset.is_affine() => Some(position),
            _ => None,
        }),
        _ => None,
    };
    found.map_or(Ok(()), |position| Err(no_value(&position.ruleset)))
}

fn is_affine_term(term: &Term) -> bool {
    matches!(&term.kind, TermKind::Position(position) if position.ruleset.is_affine())
}

/// The fault of asking such a position for a value among games.
pub fn no_value(ruleset: &Ruleset) -> Fault {
    let name = &ruleset.tree.name.text;
    let message =
        format!("{name} has complimenting or entailing moves, and no value among other games");
    Fault::new(Code::Entails, message)
        .note("after a complimenting move the same player moves again, and an entailing move must be answered there")
        .help("ask `nimber(P)`, `outcome(P)`, `moves(P)` or `winning_moves(P)`")
}

/// The fault of a summand that is not impartial.
pub fn partizan(term: &Term) -> Fault {
    let what = match &term.kind {
        TermKind::Position(position) => format!("{} is", position.ruleset.tree.name.text),
        _ => "a game is".to_owned(),
    };
    Fault::new(
        Code::NotImpartial,
        format!("{what} not impartial, and stands beside complimenting and entailing moves"),
    )
    .note("the theory of these moves is that of impartial games")
}
