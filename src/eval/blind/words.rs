//! The functions of the language that are blind to numbers of vertices and places of cells.
//!
//! Knows: their names, what they take and give.
//! Must not know: any other expressions.

use super::reader::{Kind, Of, Reader};
use crate::builtins;
use crate::eval::{MORE_STACK, RED_ZONE};
use crate::resolve::tree::{Expr, ExprKind};

impl Reader<'_> {
    /// A function of the language, by its name.
    pub(super) fn word(&mut self, name: &str, args: &[Expr]) -> Option<Kind> {
        match (name, args) {
            ("length", [items]) => self.kind(items)?.is_collection().then_some(Kind::Plain),
            ("list" | "set", [items]) => {
                let kind = self.kind(items)?;
                kind.is_collection().then_some(kind)
            }
            ("opponent", [one]) => {
                let kind = self.kind(one)?;
                matches!(kind, Kind::Player | Kind::Plain).then_some(kind)
            }
            ("abs", [one]) => self.plain(one).map(|()| Kind::Plain),
            ("max" | "min", [one, other]) => {
                self.plain(one)?;
                self.plain(other).map(|()| Kind::Plain)
            }
            ("sum", [items]) => match self.kind(items)? {
                Kind::Nothing => Some(Kind::Plain),
                Kind::Plains => in_any_order(items).then_some(Kind::Plain),
                _ => None,
            },
            ("all" | "any", [truths]) => {
                let kind = self.kind(truths)?;
                matches!(kind, Kind::Plains | Kind::Nothing).then_some(Kind::Plain)
            }
            _ => match self.of {
                Of::Graphs { directed } => self.of_graphs(directed, name, args),
                Of::Boards => self.of_boards(name, args),
            },
        }
    }

    fn of_boards(&mut self, name: &str, args: &[Expr]) -> Option<Kind> {
        match (name, args) {
            ("cells", [board]) => self.of_whole(board, Kind::Points),
            ("neighbours" | "group" | "liberties", [board, at]) => self.at(board, at, Kind::Points),
            ("with", [board, changes]) => self.changed(board, changes),
            _ => None,
        }
    }

    /// What is written on several points must not depend on their order: of lists that are equal
    /// only one stays in a map, which no longer matters when there are two at most.
    fn changed(&mut self, whole: &Expr, changes: &Expr) -> Option<Kind> {
        let ExprKind::Map(entries) = &changes.kind else { return None };
        self.is(whole, Kind::Whole)?;
        let list = |point: &Expr| matches!(point.kind, ExprKind::Comprehension { .. });
        if entries.len() > 2 && entries.iter().any(|(point, _)| list(point)) {
            return None;
        }
        for (point, label) in entries {
            self.is(point, if list(point) { Kind::Points } else { Kind::Point })?;
            self.plain(label)?;
        }
        Some(Kind::Whole)
    }

    fn of_graphs(&mut self, directed: bool, name: &str, args: &[Expr]) -> Option<Kind> {
        match (name, args) {
            ("vertices", [graph]) => self.of_whole(graph, Kind::Points),
            ("edges", [graph]) => self.of_whole(graph, Kind::Edges),
            ("components", [graph]) => self.of_whole(graph, Kind::Wholes),
            ("components", [graph, at]) => self.at(graph, at, Kind::Wholes),
            ("neighbours", [graph, at]) => self.at(graph, at, Kind::Points),
            ("degree", [graph, at]) => self.at(graph, at, Kind::Plain),
            ("cut", [graph, edge]) => {
                self.rooted = true;
                self.is(graph, Kind::Whole)?;
                self.is(edge, Kind::Edge)?;
                Some(Kind::Whole)
            }
            ("remove", [graph, what]) => {
                self.is(graph, Kind::Whole)?;
                if let ExprKind::Number(_) = what.kind {
                    self.is(what, Kind::Point)?;
                    return Some(Kind::Whole);
                }
                let what = self.kind(what)?;
                let parts = [Kind::Point, Kind::Edge, Kind::Points, Kind::Edges, Kind::Nothing];
                parts.contains(&what).then_some(Kind::Whole)
            }
            ("with", [graph, changes]) => self.changed(graph, changes),
            ("label", [edge]) => self.of_edge(edge, Kind::Plain),
            ("ends", [edge]) => self.of_edge(edge, Kind::Points),
            // Without a direction these are the end with the smaller number, and the other.
            ("from" | "to", [edge]) if directed => self.of_edge(edge, Kind::Point),
            _ => None,
        }
    }

    fn of_whole(&mut self, whole: &Expr, kind: Kind) -> Option<Kind> {
        self.is(whole, Kind::Whole)?;
        Some(kind)
    }

    fn at(&mut self, graph: &Expr, vertex: &Expr, kind: Kind) -> Option<Kind> {
        self.is(graph, Kind::Whole)?;
        self.is(vertex, Kind::Point)?;
        Some(kind)
    }

    fn of_edge(&mut self, edge: &Expr, kind: Kind) -> Option<Kind> {
        self.is(edge, Kind::Edge)?;
        Some(kind)
    }
}

/// Whether the sum of a collection is the same in any order, as that of numbers is; texts are
/// joined. A list that is written out has its order whatever the places are.
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
        ExprKind::Call { callee, args } => match callee.kind {
            ExprKind::Builtin(place) => match builtins::row(place).name {
                "length" | "degree" => true,
                "abs" | "max" | "min" => args.iter().all(is_number),
                _ => false,
            },
            _ => false,
        },
        _ => false,
    })
}
