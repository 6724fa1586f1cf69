//! Every name that a program mentions.
//!
//! Knows: where names can stand in the tree.
//! Must not know: which of them are bound where.

use std::sync::Arc;

use indexmap::IndexSet;

use super::ast::{
    Alternative, Block, Body, Claim, ElseBranch, Expr, ExprKind, FunctionDecl, Generator, Name,
    Param, Pattern, RemarkKind, RulesetDecl, Statement, StatementKind,
};

/// Every name mentioned anywhere in `statements`, in the order of the text.
pub fn names(statements: &[Statement]) -> IndexSet<Arc<str>> {
    let mut names = Names(IndexSet::new());
    names.statements(statements);
    names.0
}

/// The names seen so far.
struct Names(IndexSet<Arc<str>>);

impl Names {
    fn name(&mut self, name: &Name) {
        self.0.insert(name.text.clone());
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn block(&mut self, block: &Block) {
        self.statements(&block.statements);
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Bind { target, value } => {
                self.pattern(target);
                self.expr(value);
            }
            StatementKind::Function(function) => self.function(function),
            StatementKind::Ruleset(ruleset) => self.ruleset(ruleset),
            StatementKind::Check(Claim::Holds(claim) | Claim::Blank(claim)) => self.expr(claim),
            StatementKind::Exercise { body, .. } => self.block(body),
            StatementKind::For { pattern, source, body } => {
                self.pattern(pattern);
                self.expr(source);
                self.block(body);
            }
            StatementKind::While { condition, body } => {
                self.expr(condition);
                self.block(body);
            }
            StatementKind::Return(value) => value.iter().for_each(|value| self.expr(value)),
            StatementKind::Expr(expr) => self.expr(expr),
            StatementKind::Ask(question) => {
                self.expr(&question.answer);
                question.marks.iter().for_each(|mark| self.exprs(&mark.values));
            }
            StatementKind::Use(_)
            | StatementKind::Hint(_)
            | StatementKind::Sheet { .. }
            | StatementKind::Generate(_)
            | StatementKind::Break
            | StatementKind::Continue => {}
        }
    }

    fn function(&mut self, function: &FunctionDecl) {
        self.name(&function.name);
        self.params(&function.params);
        match &function.body {
            Body::Expr(body) => self.expr(body),
            Body::Block(body) => self.block(body),
        }
    }

    fn params(&mut self, params: &[Param]) {
        for param in params {
            self.name(&param.name);
            param.default.iter().for_each(|default| self.expr(default));
        }
    }

    fn ruleset(&mut self, ruleset: &RulesetDecl) {
        self.name(&ruleset.name);
        self.params(&ruleset.family);
        self.params(&ruleset.position);
        for clause in &ruleset.clauses {
            clause.alternatives.iter().for_each(|alternative| self.alternative(alternative));
        }
        for remark in &ruleset.remarks {
            match &remark.kind {
                RemarkKind::Parts(parts) => self.alternative(parts),
                RemarkKind::Start(values) => self.exprs(values),
                RemarkKind::Goal(_, value) | RemarkKind::Score(value) => self.expr(value),
                RemarkKind::DrawAs(_) | RemarkKind::Misere => {}
            }
        }
    }

    fn alternative(&mut self, alternative: &Alternative) {
        match alternative {
            Alternative::Rewrite { gain, .. } => gain.iter().for_each(|gain| self.expr(gain)),
            Alternative::Options { parts, gain, generators, .. } => {
                self.exprs(parts);
                gain.iter().for_each(|gain| self.expr(gain));
                self.generators(generators);
            }
        }
    }

    fn generators(&mut self, generators: &[Generator]) {
        for generator in generators {
            match generator {
                Generator::For { pattern, source } => {
                    self.pattern(pattern);
                    self.expr(source);
                }
                Generator::If(condition) => self.expr(condition),
            }
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Name(name) => self.name(name),
            Pattern::Tuple(inner, _) => inner.iter().for_each(|pattern| self.pattern(pattern)),
        }
    }

    fn exprs(&mut self, exprs: &[Expr]) {
        exprs.iter().for_each(|expr| self.expr(expr));
    }

    fn expr(&mut self, expr: &Expr) {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.expr_kind(&expr.kind));
    }

    fn expr_kind(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Name(name) => {
                self.0.insert(name.clone());
            }
            ExprKind::Nimber(inner) | ExprKind::Unary(_, inner) => self.expr(inner),
            ExprKind::Form { left, right } => {
                self.exprs(left);
                self.exprs(right);
            }
            ExprKind::Switch(exprs)
            | ExprKind::Impartial(exprs)
            | ExprKind::List(exprs)
            | ExprKind::Tuple(exprs)
            | ExprKind::Set(exprs) => self.exprs(exprs),
            ExprKind::Range(left, right) | ExprKind::Binary { left, right, .. } => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Integer(_)
            | ExprKind::Game(_)
            | ExprKind::Genus(..)
            | ExprKind::Loopy(..)
            | ExprKind::Pass
            | ExprKind::Text(_)
            | ExprKind::Bool(_) => {}
            _ => self.compound(kind),
        }
    }

    fn compound(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Labelled { label, body } => {
                self.name(label);
                self.expr(body);
            }
            ExprKind::Where { body, definitions } => {
                self.expr(body);
                definitions.iter().for_each(|(label, form)| {
                    self.name(label);
                    self.expr(form);
                });
            }
            ExprKind::Map(entries) => entries.iter().for_each(|(key, value)| {
                self.expr(key);
                self.expr(value);
            }),
            ExprKind::Comprehension { element, generators, .. } => {
                self.expr(element);
                self.generators(generators);
            }
            ExprKind::Compare { first, rest } => {
                self.expr(first);
                rest.iter().for_each(|(_, _, operand)| self.expr(operand));
            }
            ExprKind::Call { .. } | ExprKind::Method { .. } | ExprKind::Index { .. } => {
                self.postfix(kind);
            }
            ExprKind::Lambda { params, body } => {
                params.iter().for_each(|param| self.name(param));
                self.expr(body);
            }
            ExprKind::If { condition, then, otherwise } => {
                self.expr(condition);
                self.expr(then);
                self.expr(otherwise);
            }
            ExprKind::IfBlock { condition, then, otherwise } => {
                self.expr(condition);
                self.block(then);
                self.otherwise(otherwise.as_deref());
            }
            _ => {}
        }
    }

    fn postfix(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Call { callee, args } => {
                self.expr(callee);
                self.exprs(args);
            }
            ExprKind::Method { receiver, name, args } => {
                self.expr(receiver);
                self.name(name);
                self.exprs(args);
            }
            ExprKind::Index { base, indices } => {
                self.expr(base);
                self.exprs(indices);
            }
            _ => {}
        }
    }

    fn otherwise(&mut self, branch: Option<&ElseBranch>) {
        match branch {
            Some(ElseBranch::Block(block)) => self.block(block),
            Some(ElseBranch::If(chained)) => self.expr(chained),
            None => {}
        }
    }
}
