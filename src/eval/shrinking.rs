//! Whether every move of a ruleset of graphs takes something away from the graph, so that play ends.
//!
//! Knows: the words that make graphs smaller. Must not know: how expressions are evaluated.

use crate::builtins;
use crate::resolve::tree::{Alternative, Expr, ExprKind, Generator, Ruleset, Slot, Target};
use crate::syntax::ast::BinaryOp;

/// How the vertices and edges of a graph, counted together, compare with those of the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Size {
    Same,
    Less,
}

/// Whether each option of a position is its graph without some vertex or edge, and the ruleset
/// states no parts but pieces of the graph. `false` when that is not seen.
pub(super) fn shrinks(tree: &Ruleset) -> bool {
    let [_] = tree.params[..] else { return false };
    let graph = tree.family.len();
    let all = |way: &Alternative, fits: &dyn Fn(&Expr, &[Generator]) -> bool| match way {
        Alternative::Options { parts, generators, .. } => {
            parts.iter().all(|part| fits(part, generators))
        }
        Alternative::Rewrite { .. } => false,
    };
    let smaller = |part: &Expr, _: &[Generator]| size(part, graph) == Some(Size::Less);
    let piece = |part: &Expr, generators: &[Generator]| is_piece(part, generators, graph);
    tree.clauses.iter().flat_map(|clause| &clause.alternatives).all(|way| all(way, &smaller))
        && tree.parts.iter().all(|way| all(way, &piece))
}

/// The size of a graph; nothing when it is not made from that of the position by leaving out.
fn size(expr: &Expr, graph: Slot) -> Option<Size> {
    match &expr.kind {
        ExprKind::Slot(slot, _) => (*slot == graph).then_some(Size::Same),
        _ => {
            let (name, args) = word(expr)?;
            let [whole, what] = args else { return None };
            let before = size(whole, graph)?;
            match name {
                // Without an edge; one that is not there is an error.
                "cut" | "contract" => Some(Size::Less),
                "remove" if is_something(what) => Some(Size::Less),
                "remove" | "with" => Some(before),
                _ => None,
            }
        }
    }
}

/// Whether this is surely a vertex or an edge, or a list that has some.
fn is_something(what: &Expr) -> bool {
    match &what.kind {
        ExprKind::Tuple(items) | ExprKind::List(items) | ExprKind::Set(items) => !items.is_empty(),
        ExprKind::Binary { op: BinaryOp::Add, left, right, .. } => {
            let is_list = |expr: &Expr| matches!(expr.kind, ExprKind::List(_));
            [left, right].into_iter().any(|side| is_list(side) && is_something(side))
        }
        _ => {
            matches!(word(what), Some(("list", [ends])) if matches!(word(ends), Some(("ends", _))))
        }
    }
}

/// Whether a part is one of the components of the graph.
fn is_piece(part: &Expr, generators: &[Generator], graph: Slot) -> bool {
    let (ExprKind::Slot(slot, _), [Generator::For { target: Target::Slot(bound), source }]) =
        (&part.kind, generators)
    else {
        return false;
    };
    let of_graph = |whole: &Expr| size(whole, graph).is_some();
    slot == bound && matches!(word(source), Some(("components", [whole, ..])) if of_graph(whole))
}

/// A call of a function of the language.
fn word(expr: &Expr) -> Option<(&'static str, &[Expr])> {
    let ExprKind::Call { callee, args } = &expr.kind else { return None };
    let ExprKind::Builtin(place) = callee.kind else { return None };
    Some((builtins::row(place).name, args))
}
