//! The first expression of rules in normal form that no reader of integers and lists takes.
//!
//! Knows: what none of the readers of rules without a board of their own (`heaps`, `lists`) looks into. Must
//! not know: why a reader failed. An expression that is not found here may still be one that a reader does not take.

use super::{MORE_STACK, RED_ZONE, intrinsic};
use crate::builtins::Intrinsic;
use crate::resolve::tree::{Alternative, Expr, ExprKind, Generator, Ruleset};

/// The innermost first expression of the moves, the player to move and the score that no such reader takes.
pub fn first(tree: &Ruleset) -> Option<&Expr> {
    let ways = tree.clauses.iter().flat_map(|clause| &clause.alternatives).find_map(in_way);
    ways.or_else(|| tree.turn.iter().chain(&tree.score).find_map(within))
}

fn in_way(way: &Alternative) -> Option<&Expr> {
    match way {
        Alternative::Rewrite { .. } => None,
        Alternative::Options { parts, gain, generators, .. } => {
            in_generators(generators).or_else(|| parts.iter().chain(gain).find_map(within))
        }
    }
}

fn in_generators(generators: &[Generator]) -> Option<&Expr> {
    generators.iter().find_map(|generator| match generator {
        Generator::For { source, .. } => within(source),
        Generator::If(condition) => within(condition),
    })
}

/// The innermost first such expression in an expression.
fn within(expr: &Expr) -> Option<&Expr> {
    stacker::maybe_grow(RED_ZONE, MORE_STACK, || match inside(expr) {
        Inside::Read(found) => found,
        Inside::Opaque(found) => Some(found.unwrap_or(expr)),
    })
}

/// What is found in the parts of an expression.
enum Inside<'e> {
    /// Readers look into expressions of this kind.
    Read(Option<&'e Expr>),
    /// None does; there may be such an expression in it already.
    Opaque(Option<&'e Expr>),
}

fn inside(expr: &Expr) -> Inside<'_> {
    match &expr.kind {
        // Constants in which something is looked up have names.
        ExprKind::Bool(_)
        | ExprKind::Slot(..)
        | ExprKind::Global(_)
        | ExprKind::Builtin(_)
        | ExprKind::Text(_) => Inside::Read(None),
        ExprKind::Number(number) if number.to_i64().is_some() => Inside::Read(None),
        ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
            Inside::Read(items.iter().find_map(within))
        }
        ExprKind::Comprehension { element, generators, .. } => {
            Inside::Read(in_generators(generators).or_else(|| within(element)))
        }
        ExprKind::Range(first, last) => Inside::Read(either(first, last)),
        ExprKind::Unary(_, operand) => Inside::Read(within(operand)),
        ExprKind::Binary { left, right, .. } => Inside::Read(either(left, right)),
        ExprKind::Compare { first, rest } => Inside::Read(
            within(first).or_else(|| rest.iter().find_map(|(_, _, side)| within(side))),
        ),
        ExprKind::Index { base, indices } => {
            Inside::Read(within(base).or_else(|| indices.iter().find_map(within)))
        }
        ExprKind::If { condition, then, otherwise } => {
            Inside::Read(within(condition).or_else(|| either(then, otherwise)))
        }
        ExprKind::Let { value, body, .. } => Inside::Read(either(value, body)),
        ExprKind::Call { callee, args } => call(callee, args),
        _ => Inside::Opaque(None),
    }
}

/// A call: readers take those of intrinsics. Only `with` takes a map.
fn call<'e>(callee: &'e Expr, args: &'e [Expr]) -> Inside<'e> {
    let in_args = |arg: &'e Expr| match &arg.kind {
        ExprKind::Map(entries) => entries.iter().find_map(|(key, value)| either(key, value)),
        _ => within(arg),
    };
    match intrinsic(callee) {
        Some(Intrinsic::With) => Inside::Read(args.iter().find_map(in_args)),
        // Only positions that are written as cells have it read.
        Some(Intrinsic::Sort | Intrinsic::Text) | None => {
            Inside::Opaque(args.iter().find_map(within))
        }
        Some(_) => Inside::Read(args.iter().find_map(within)),
    }
}

fn either<'e>(one: &'e Expr, other: &'e Expr) -> Option<&'e Expr> {
    within(one).or_else(|| within(other))
}
