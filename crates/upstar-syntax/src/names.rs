//! Names in a piece of program: those that it mentions, and those that it binds.
//!
//! Knows: where names can stand in the tree. Must not know: which binding a name means.

use std::sync::Arc;

use indexmap::IndexSet;

use super::ast::{Expr, ExprKind, Name, Statement, StatementKind};
use super::visit::{Visitor, walk_expr};

/// Returns every name mentioned anywhere in `statements`, in the order of the text.
pub fn names(statements: &[Statement]) -> IndexSet<Arc<str>> {
    let mut names = NamesSeen::default();
    statements.iter().for_each(|statement| names.statement(statement));
    names.0
}

/// The names seen so far.
#[derive(Default)]
struct NamesSeen(IndexSet<Arc<str>>);

impl<'t> Visitor<'t> for NamesSeen {
    fn name(&mut self, name: &'t Name) {
        self.0.insert(name.text.clone());
    }

    fn enter(&mut self, expr: &'t Expr) {
        match &expr.kind {
            ExprKind::Name(name) => {
                self.0.insert(name.clone());
            }
            _ => walk_expr(self, expr),
        }
    }
}

/// Returns every name that is bound anywhere in `statements`: by `:=`, declarations, parameters and loops.
pub fn bound(statements: &[Statement]) -> IndexSet<Arc<str>> {
    let mut bound = Bound::default();
    statements.iter().for_each(|statement| bound.statement(statement));
    bound.0
}

/// The names bound so far, in any frame.
#[derive(Default)]
struct Bound(IndexSet<Arc<str>>);

impl<'t> Visitor<'t> for Bound {
    fn name(&mut self, name: &'t Name) {
        self.0.insert(name.text.clone());
    }
}

/// Returns the names that statements bind in the frame they run in: by `:=` and by declarations, in nested blocks too.
/// The body of a declared function and the variables of loops have scopes of their own.
pub fn assigned(statements: &[Statement]) -> IndexSet<Arc<str>> {
    let mut assigned = Assigned::default();
    statements.iter().for_each(|statement| assigned.statement(statement));
    assigned.0
}

/// The names bound so far.
#[derive(Default)]
struct Assigned(IndexSet<Arc<str>>);

impl<'t> Visitor<'t> for Assigned {
    fn name(&mut self, name: &'t Name) {
        self.0.insert(name.text.clone());
    }

    fn statement(&mut self, statement: &'t Statement) {
        match &statement.kind {
            StatementKind::Bind { target, .. } => self.pattern(target),
            StatementKind::Function(function) => self.name(&function.name),
            StatementKind::Ruleset(ruleset) => self.name(&ruleset.name),
            StatementKind::Exercise { body, .. }
            | StatementKind::For { body, .. }
            | StatementKind::While { body, .. } => self.block(body),
            StatementKind::Expr(expr) => self.expr(expr),
            _ => {}
        }
    }

    /// Looks into the blocks of an `if`; no other expression has statements.
    fn enter(&mut self, expr: &'t Expr) {
        if let ExprKind::IfBlock { then, otherwise, .. } = &expr.kind {
            self.block(then);
            otherwise.iter().for_each(|branch| self.else_branch(branch));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_file;
    use crate::source::SourceMap;

    fn of(text: &str, find: fn(&[Statement]) -> IndexSet<Arc<str>>) -> Vec<String> {
        let source = SourceMap::default().add("test", text);
        let program = parse_file(source, text, &crate::diagnostic::Unlimited).unwrap();
        find(&program.statements).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn all_names_are_found_in_the_order_of_the_text() {
        let text = "f(a, b = c) := [d + e for (g, h) in i if j]\nk := l.m(n)[o] == (p -> q)";
        let all = ["f", "a", "b", "c", "d", "e", "g", "h", "i", "j"];
        let more = ["k", "l", "m", "n", "o", "p", "q"];
        assert_eq!(of(text, names), [&all[..], &more].concat());
    }

    #[test]
    fn names_are_bound_by_parameters_and_loops_too() {
        let text = "f(a, b = c) := [d + e for (g, h) in i if j]\nk := (p -> q)";
        assert_eq!(of(text, bound), ["f", "a", "b", "g", "h", "k", "p"]);
    }

    #[test]
    fn names_are_bound_by_assignments_and_declarations_in_blocks_too() {
        let text = "if a { b := 1 } else if c { (d, e) := f } else { g := 2 }\n\
                    for h in i { while j { k := h } }\nfn l(m) { n := m }";
        assert_eq!(of(text, assigned), ["b", "d", "e", "g", "k", "l"]);
    }
}
