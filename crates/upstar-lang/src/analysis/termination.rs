//! Termination: whether every move of a ruleset of graphs makes the graph smaller.
//!
//! Proof: the number of vertices and edges together is a natural number. If each move leads to the
//! graph of the position without at least one vertex or edge, and parts are components of that graph,
//! then it falls with each move, and no line of play is infinite.

use crate::analysis::intrinsic_call;
use crate::builtins::Intrinsic;
use crate::resolve::tree::{Alternative, Expr, ExprKind, Generator, Ruleset, Slot, Target};
use crate::syntax::ast::BinaryOp;

/// Size of a graph, in vertices and edges, relative to that of the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Size {
    Same,
    Less,
}

/// Whether each option of a position is a proper subgraph of its graph, and stated parts are subgraphs.
/// `false` if that is not proved.
pub fn shrinks(tree: &Ruleset) -> bool {
    let [_] = tree.params[..] else { return false };
    let graph = tree.family.len();
    let all = |way: &Alternative, fits: &dyn Fn(&Expr, &[Generator]) -> bool| match way {
        Alternative::Options { parts, generators, .. } => {
            parts.iter().all(|part| fits(part, generators))
        }
        Alternative::Rewrite { .. } => false,
    };
    let smaller = |part: &Expr, _: &[Generator]| size(part, graph) == Some(Size::Less);
    let piece = |part: &Expr, generators: &[Generator]| is_subgraph(part, generators, graph);
    tree.clauses.iter().flat_map(|clause| &clause.alternatives).all(|way| all(way, &smaller))
        && tree.parts.iter().all(|way| all(way, &piece))
}

/// Size of a graph; `None` if it is not obtained from that of the position by deletions.
fn size(expr: &Expr, graph: Slot) -> Option<Size> {
    match &expr.kind {
        ExprKind::Slot(slot, _) => (*slot == graph).then_some(Size::Same),
        _ => {
            let (function, args) = intrinsic_call(expr)?;
            let [whole, what] = args else { return None };
            let before = size(whole, graph)?;
            match function {
                // Without an edge; one that is not there is an error.
                Intrinsic::Cut | Intrinsic::Contract => Some(Size::Less),
                Intrinsic::Remove if is_nonempty(what) => Some(Size::Less),
                Intrinsic::Remove | Intrinsic::With => Some(before),
                _ => None,
            }
        }
    }
}

/// Whether an expression is certainly a vertex, an edge, or a non-empty list of them.
fn is_nonempty(what: &Expr) -> bool {
    match &what.kind {
        ExprKind::Tuple(items) | ExprKind::List(items) | ExprKind::Set(items) => !items.is_empty(),
        ExprKind::Binary { op: BinaryOp::Add, left, right, .. } => {
            let is_list = |expr: &Expr| matches!(expr.kind, ExprKind::List(_));
            [left, right].into_iter().any(|side| is_list(side) && is_nonempty(side))
        }
        _ => matches!(
            intrinsic_call(what),
            Some((Intrinsic::List, [ends]))
                if matches!(intrinsic_call(ends), Some((Intrinsic::Ends, _)))
        ),
    }
}

/// Whether a part is one of the components of the graph.
fn is_subgraph(part: &Expr, generators: &[Generator], graph: Slot) -> bool {
    let (ExprKind::Slot(slot, _), [Generator::For { target: Target::Slot(bound), source }]) =
        (&part.kind, generators)
    else {
        return false;
    };
    let of_graph = |whole: &Expr| size(whole, graph).is_some();
    slot == bound
        && matches!(
            intrinsic_call(source),
            Some((Intrinsic::Components, [whole, ..])) if of_graph(whole)
        )
}
