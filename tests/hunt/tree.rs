//! Trees of programs that are changed: parsed, walked, printed again.
//!
//! Knows: the shapes of trees. Must not know: what a change is for.

use std::sync::Arc;

use upstar::diagnostic::Unlimited;
use upstar::source::SourceMap;
use upstar::syntax::ast::{
    Alternative, Block, Body, Claim, Collection, ElseBranch, Expr, ExprKind, Generator, RemarkKind,
    RulesetDecl, Statement, StatementKind,
};
use upstar::syntax::{parse_input, print};

/// The statements of a text, or nothing when it does not parse.
pub(crate) fn statements(text: &str) -> Option<Vec<Statement>> {
    let source = SourceMap::default().add("tree", text);
    Some(parse_input(source, text, &Unlimited).ok()?.statements)
}

/// The only statement of a text.
pub(crate) fn statement(text: &str) -> Option<Statement> {
    let mut all = statements(text)?;
    (all.len() == 1).then(|| all.remove(0))
}

/// An expression, if the text is one.
pub(crate) fn expr(text: &str) -> Option<Expr> {
    match statement(text)?.kind {
        StatementKind::Expr(expr) => Some(expr),
        _ => None,
    }
}

/// A statement as text, if it reads back.
pub(crate) fn printed(statement: &Statement) -> Option<String> {
    let mut plain = statement.clone();
    plain.doc = None;
    let text = print::statement(&plain);
    self::statement(&text).map(|_| text)
}

/// An expression as text.
pub(crate) fn text(expr: &Expr) -> String {
    print::expr(expr)
}

/// The ruleset that a statement declares.
pub(crate) fn ruleset(statement: &mut Statement) -> Option<&mut RulesetDecl> {
    match &mut statement.kind {
        StatementKind::Ruleset(ruleset) => Some(Arc::make_mut(ruleset)),
        _ => None,
    }
}

/// All alternatives of the clauses of a ruleset.
pub(crate) fn alternatives(ruleset: &mut RulesetDecl) -> Vec<&mut Alternative> {
    ruleset.clauses.iter_mut().flat_map(|clause| &mut clause.alternatives).collect()
}

/// Visits the expressions of a statement, each before its parts.
pub(crate) fn each_expr(statement: &mut Statement, visit: &mut dyn FnMut(&mut Expr)) {
    match &mut statement.kind {
        StatementKind::Bind { value, .. } => walk(value, visit),
        StatementKind::Expr(expr) | StatementKind::Return(Some(expr)) => walk(expr, visit),
        StatementKind::Check(Claim::Holds(expr) | Claim::Blank(expr)) => walk(expr, visit),
        StatementKind::Function(function) => {
            let function = Arc::make_mut(function);
            function
                .params
                .iter_mut()
                .filter_map(|param| param.default.as_mut())
                .for_each(|expr| walk(expr, visit));
            match &mut function.body {
                Body::Expr(expr) => walk(expr, visit),
                Body::Block(block) => in_block(block, visit),
            }
        }
        StatementKind::Ruleset(ruleset) => in_ruleset(Arc::make_mut(ruleset), visit),
        StatementKind::For { source, body, .. } => {
            walk(source, visit);
            in_block(body, visit);
        }
        StatementKind::While { condition, body } => {
            walk(condition, visit);
            in_block(body, visit);
        }
        _ => {}
    }
}

fn in_block(block: &mut Block, visit: &mut dyn FnMut(&mut Expr)) {
    block.statements.iter_mut().for_each(|statement| each_expr(statement, visit));
}

fn in_ruleset(ruleset: &mut RulesetDecl, visit: &mut dyn FnMut(&mut Expr)) {
    alternatives(ruleset).into_iter().for_each(|alternative| in_alternative(alternative, visit));
    for remark in &mut ruleset.remarks {
        match &mut remark.kind {
            RemarkKind::Parts(alternative) => in_alternative(alternative, visit),
            RemarkKind::Start(exprs) => exprs.iter_mut().for_each(|expr| walk(expr, visit)),
            RemarkKind::Goal(_, expr)
            | RemarkKind::Score(expr)
            | RemarkKind::Blocking(expr)
            | RemarkKind::Check(expr, _) => walk(expr, visit),
            // Nothing else has expressions that rules need.
            _ => {}
        }
    }
}

fn in_alternative(alternative: &mut Alternative, visit: &mut dyn FnMut(&mut Expr)) {
    match alternative {
        Alternative::Rewrite { gain, condition, .. } => {
            gain.iter_mut().chain(condition).for_each(|expr| walk(expr, visit));
        }
        Alternative::Computed { steps, gain, generators, condition, .. } => {
            for step in steps {
                walk(&mut step.pattern, visit);
                walk(&mut step.replacement, visit);
            }
            gain.iter_mut().chain(condition).for_each(|expr| walk(expr, visit));
            in_generators(generators, visit);
        }
        Alternative::Options { parts, gain, generators, .. } => {
            parts.iter_mut().chain(gain).for_each(|expr| walk(expr, visit));
            in_generators(generators, visit);
        }
    }
}

fn in_generators(generators: &mut [Generator], visit: &mut dyn FnMut(&mut Expr)) {
    for generator in generators {
        match generator {
            Generator::For { source: expr, .. }
            | Generator::Let { value: expr, .. }
            | Generator::If(expr) => walk(expr, visit),
        }
    }
}

/// Visits an expression, and then its parts.
pub(crate) fn walk(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    visit(expr);
    match &mut expr.kind {
        ExprKind::Nimber(one)
        | ExprKind::Unary(_, one)
        | ExprKind::Labelled { body: one, .. }
        | ExprKind::Turned { pattern: one, .. }
        | ExprKind::Lambda { body: one, .. } => walk(one, visit),
        ExprKind::Form { left, right } => {
            left.iter_mut().chain(right).for_each(|expr| walk(expr, visit));
        }
        ExprKind::Switch(all)
        | ExprKind::Impartial(all)
        | ExprKind::List(all)
        | ExprKind::Tuple(all)
        | ExprKind::Set(all) => all.iter_mut().for_each(|expr| walk(expr, visit)),
        ExprKind::Map(entries) => {
            for (key, value) in entries {
                walk(key, visit);
                walk(value, visit);
            }
        }
        ExprKind::Comprehension { collection, element, generators } => {
            match (collection, &mut element.kind) {
                // The entry of a map is no value of its own.
                (Collection::Map, ExprKind::Tuple(entry)) => {
                    entry.iter_mut().for_each(|part| walk(part, visit));
                }
                _ => walk(element, visit),
            }
            in_generators(generators, visit);
        }
        ExprKind::Range(left, right) | ExprKind::Binary { left, right, .. } => {
            walk(left, visit);
            walk(right, visit);
        }
        ExprKind::Compare { first, rest } => {
            walk(first, visit);
            rest.iter_mut().for_each(|(_, _, expr)| walk(expr, visit));
        }
        ExprKind::Call { callee: first, args }
        | ExprKind::Method { receiver: first, args, .. }
        | ExprKind::Index { base: first, indices: args } => {
            walk(first, visit);
            args.iter_mut().for_each(|expr| walk(expr, visit));
        }
        ExprKind::If { condition, then, otherwise } => {
            [condition, then, otherwise].into_iter().for_each(|expr| walk(expr, visit));
        }
        ExprKind::IfBlock { condition, then, otherwise } => {
            walk(condition, visit);
            in_block(then, visit);
            match otherwise.as_deref_mut() {
                Some(ElseBranch::Block(block)) => in_block(block, visit),
                Some(ElseBranch::If(expr)) => walk(expr, visit),
                None => {}
            }
        }
        _ => {}
    }
}

/// Replaces one of the expressions of a statement for which `change` has something, the one at `choice` of them;
/// returns how many there are.
pub(crate) fn replace_one(
    statement: &mut Statement,
    choice: u64,
    change: &mut dyn FnMut(&Expr) -> Option<Expr>,
) -> u64 {
    let mut found = 0;
    let mut is_done = false;
    each_expr(statement, &mut |expr| {
        // What was put in is not looked at again.
        if is_done {
            return;
        }
        if let Some(other) = change(expr) {
            if found == choice {
                *expr = other;
                is_done = true;
            }
            found += 1;
        }
    });
    found
}
