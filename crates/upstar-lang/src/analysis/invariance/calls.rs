//! Sorts of calls of intrinsic functions.

use super::reader::{Sort, SortReader, Subject};
use crate::analysis::{MORE_STACK, RED_ZONE, intrinsic_call};
use crate::builtins::Intrinsic;
use crate::resolve::tree::{Expr, ExprKind};

impl SortReader {
    /// The sort of a call.
    pub(super) fn intrinsic(&mut self, function: Intrinsic, args: &[Expr]) -> Option<Sort> {
        match (function, args) {
            (Intrinsic::Length, [items]) => {
                self.sort(items)?.is_collection().then_some(Sort::Plain)
            }
            (Intrinsic::List | Intrinsic::Set, [items]) => {
                let sort = self.sort(items)?;
                sort.is_collection().then_some(sort)
            }
            (Intrinsic::Opponent, [one]) => {
                let sort = self.sort(one)?;
                matches!(sort, Sort::Player | Sort::Plain).then_some(sort)
            }
            (Intrinsic::Abs | Intrinsic::Floor, [one]) => self.plain(one).map(|()| Sort::Plain),
            (Intrinsic::Max | Intrinsic::Min, [one, other]) => {
                self.plain(one)?;
                self.plain(other).map(|()| Sort::Plain)
            }
            (Intrinsic::Sum, [items]) => match self.sort(items)? {
                Sort::Nothing => Some(Sort::Plain),
                Sort::Plains => in_any_order(items).then_some(Sort::Plain),
                _ => None,
            },
            (Intrinsic::All | Intrinsic::Any, [truths]) => {
                let sort = self.sort(truths)?;
                matches!(sort, Sort::Plains | Sort::Nothing).then_some(Sort::Plain)
            }
            _ => match self.subject {
                Subject::Graphs { directed } => self.of_graphs(directed, function, args),
                Subject::Boards => self.of_boards(function, args),
            },
        }
    }

    fn of_boards(&mut self, function: Intrinsic, args: &[Expr]) -> Option<Sort> {
        match (function, args) {
            (Intrinsic::Cells, [board]) => self.of_whole(board, Sort::Points),
            (Intrinsic::Neighbours | Intrinsic::Group | Intrinsic::Liberties, [board, at]) => {
                self.at(board, at, Sort::Points)
            }
            (Intrinsic::With, [board, changes]) => self.changed(board, changes),
            _ => None,
        }
    }

    /// Symbols written on several points must not depend on their order: a map keeps one of several equal
    /// lists, which does not matter for two at most.
    fn changed(&mut self, whole: &Expr, changes: &Expr) -> Option<Sort> {
        let ExprKind::Map(entries) = &changes.kind else { return None };
        self.is(whole, Sort::Whole)?;
        let list = |point: &Expr| matches!(point.kind, ExprKind::Comprehension { .. });
        if entries.len() > 2 && entries.iter().any(|(point, _)| list(point)) {
            return None;
        }
        for (point, label) in entries {
            self.is(point, if list(point) { Sort::Points } else { Sort::Point })?;
            self.plain(label)?;
        }
        Some(Sort::Whole)
    }

    fn of_graphs(&mut self, directed: bool, function: Intrinsic, args: &[Expr]) -> Option<Sort> {
        match (function, args) {
            (Intrinsic::Vertices, [graph]) => self.of_whole(graph, Sort::Points),
            (Intrinsic::Edges, [graph]) => self.of_whole(graph, Sort::Edges),
            (Intrinsic::Components, [graph]) => self.of_whole(graph, Sort::Wholes),
            (Intrinsic::Components, [graph, at]) => self.at(graph, at, Sort::Wholes),
            (Intrinsic::Neighbours, [graph, at]) => self.at(graph, at, Sort::Points),
            (Intrinsic::Degree, [graph, at]) => self.at(graph, at, Sort::Plain),
            (Intrinsic::Cut, [graph, edge]) => {
                self.rooted = true;
                self.is(graph, Sort::Whole)?;
                self.is(edge, Sort::Edge)?;
                Some(Sort::Whole)
            }
            (Intrinsic::Remove, [graph, what]) => {
                self.is(graph, Sort::Whole)?;
                if let ExprKind::Number(_) = what.kind {
                    self.is(what, Sort::Point)?;
                    return Some(Sort::Whole);
                }
                let what = self.sort(what)?;
                let parts = [Sort::Point, Sort::Edge, Sort::Points, Sort::Edges, Sort::Nothing];
                parts.contains(&what).then_some(Sort::Whole)
            }
            (Intrinsic::With, [graph, changes]) => self.changed(graph, changes),
            (Intrinsic::Label, [edge]) => self.of_edge(edge, Sort::Plain),
            (Intrinsic::Ends, [edge]) => self.of_edge(edge, Sort::Points),
            // Without a direction these are the end with the smaller number, and the other.
            (Intrinsic::From | Intrinsic::To, [edge]) if directed => {
                self.of_edge(edge, Sort::Point)
            }
            _ => None,
        }
    }

    fn of_whole(&mut self, whole: &Expr, sort: Sort) -> Option<Sort> {
        self.is(whole, Sort::Whole)?;
        Some(sort)
    }

    fn at(&mut self, graph: &Expr, vertex: &Expr, sort: Sort) -> Option<Sort> {
        self.is(graph, Sort::Whole)?;
        self.is(vertex, Sort::Point)?;
        Some(sort)
    }

    fn of_edge(&mut self, edge: &Expr, sort: Sort) -> Option<Sort> {
        self.is(edge, Sort::Edge)?;
        Some(sort)
    }
}

/// Whether the sum of a collection does not depend on its order: that of numbers does not, that of texts
/// does. A list that is written out has the same order for all places.
fn in_any_order(items: &Expr) -> bool {
    match &items.kind {
        ExprKind::List(_) | ExprKind::Range(..) => true,
        ExprKind::Comprehension { element, .. } => is_number(element),
        _ => false,
    }
}

/// Whether an expression is seen to be a number.
fn is_number(expr: &Expr) -> bool {
    stacker::maybe_grow(RED_ZONE, MORE_STACK, || match &expr.kind {
        ExprKind::Number(_) => true,
        ExprKind::If { then, otherwise, .. } => is_number(then) && is_number(otherwise),
        ExprKind::Unary(_, inner) => is_number(inner),
        ExprKind::Binary { left, right, .. } => is_number(left) && is_number(right),
        ExprKind::Call { .. } => match intrinsic_call(expr) {
            Some((Intrinsic::Length | Intrinsic::Degree, _)) => true,
            Some((Intrinsic::Abs | Intrinsic::Max | Intrinsic::Min, args)) => {
                args.iter().all(is_number)
            }
            _ => false,
        },
        _ => false,
    })
}
