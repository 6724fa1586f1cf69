//! Which names a piece of program gives values to, before its expressions are looked at.

use std::sync::Arc;

use indexmap::IndexSet;

use super::Names;
use crate::syntax::ast::{Block, ElseBranch, Expr, ExprKind, Pattern, Statement, StatementKind};

/// Declares the globals that a top-level statement gives values to, so that functions may
/// mention each other in any order.
pub(super) fn globals(statement: &Statement, names: &mut dyn Names) {
    match &statement.kind {
        StatementKind::Function(function) => {
            names.declare(&function.name.text);
        }
        StatementKind::Ruleset(ruleset) => {
            names.declare(&ruleset.name.text);
        }
        _ => {
            let mut assigned = IndexSet::new();
            in_statement(statement, &mut assigned);
            for name in assigned {
                names.declare(&name);
            }
        }
    }
}

/// The names that `:=` gives values to anywhere in the body of a function.
pub(super) fn locals(body: &Block) -> IndexSet<Arc<str>> {
    let mut assigned = IndexSet::new();
    in_block(body, &mut assigned);
    assigned
}

fn in_block(block: &Block, assigned: &mut IndexSet<Arc<str>>) {
    for statement in &block.statements {
        in_statement(statement, assigned);
    }
}

fn in_statement(statement: &Statement, assigned: &mut IndexSet<Arc<str>>) {
    match &statement.kind {
        StatementKind::Bind { target, .. } => in_pattern(target, assigned),
        StatementKind::Function(function) => {
            assigned.insert(function.name.text.clone());
        }
        StatementKind::Ruleset(ruleset) => {
            assigned.insert(ruleset.name.text.clone());
        }
        StatementKind::Exercise { body, .. }
        | StatementKind::For { body, .. }
        | StatementKind::While { body, .. } => in_block(body, assigned),
        StatementKind::Expr(expr) => in_expr(expr, assigned),
        _ => {}
    }
}

fn in_expr(expr: &Expr, assigned: &mut IndexSet<Arc<str>>) {
    if let ExprKind::IfBlock { then, otherwise, .. } = &expr.kind {
        in_block(then, assigned);
        match otherwise.as_deref() {
            Some(ElseBranch::Block(block)) => in_block(block, assigned),
            Some(ElseBranch::If(chained)) => in_expr(chained, assigned),
            None => {}
        }
    }
}

fn in_pattern(pattern: &Pattern, assigned: &mut IndexSet<Arc<str>>) {
    match pattern {
        Pattern::Name(name) => {
            assigned.insert(name.text.clone());
        }
        Pattern::Tuple(parts, _) => parts.iter().for_each(|part| in_pattern(part, assigned)),
    }
}
