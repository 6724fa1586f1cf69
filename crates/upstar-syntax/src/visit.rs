//! The walk over syntax trees: each node's children, in the order of the text.
//!
//! Knows: which nodes a node consists of. Must not know: what a walk is for.

use super::ast::{
    Alternative, Block, Body, Claim, ElseBranch, Expr, ExprKind, FunctionDecl, Generator, Name,
    Param, Pattern, RemarkKind, RulesetDecl, Statement, StatementKind,
};

/// A walk over a syntax tree. Each method visits a node, and by default visits its children; a walk overrides
/// the methods for the nodes that it is about.
pub trait Visitor<'t> {
    /// Visits a statement.
    fn statement(&mut self, statement: &'t Statement) {
        walk_statement(self, statement);
    }

    /// Visits a block.
    fn block(&mut self, block: &'t Block) {
        block.statements.iter().for_each(|statement| self.statement(statement));
    }

    /// Visits the declaration of a function.
    fn function(&mut self, function: &'t FunctionDecl) {
        self.name(&function.name);
        self.params(&function.params);
        self.body(&function.body);
    }

    /// Visits the body of a function.
    fn body(&mut self, body: &'t Body) {
        match body {
            Body::Expr(body) => self.expr(body),
            Body::Block(body) => self.block(body),
        }
    }

    /// Visits a list of parameters.
    fn params(&mut self, params: &'t [Param]) {
        for param in params {
            self.name(&param.name);
            param.default.iter().for_each(|default| self.expr(default));
        }
    }

    /// Visits the declaration of a ruleset.
    fn ruleset(&mut self, ruleset: &'t RulesetDecl) {
        self.name(&ruleset.name);
        self.params(&ruleset.family);
        self.params(&ruleset.position);
        walk_rules(self, ruleset);
    }

    /// Visits one way to move, or the parts of a position.
    fn alternative(&mut self, alternative: &'t Alternative) {
        match alternative {
            Alternative::Rewrite { gain, condition, .. } => {
                gain.iter().chain(condition).for_each(|expr| self.expr(expr));
            }
            Alternative::Computed { steps, gain, generators, condition, .. } => {
                for step in steps {
                    self.expr(&step.pattern);
                    self.expr(&step.replacement);
                }
                gain.iter().for_each(|gain| self.expr(gain));
                generators.iter().for_each(|generator| self.generator(generator));
                condition.iter().for_each(|condition| self.expr(condition));
            }
            Alternative::Options { parts, gain, generators, .. } => {
                self.exprs(parts);
                gain.iter().for_each(|gain| self.expr(gain));
                generators.iter().for_each(|generator| self.generator(generator));
            }
        }
    }

    /// Visits a `for`, an `if` or a `let` of a comprehension.
    fn generator(&mut self, generator: &'t Generator) {
        match generator {
            Generator::For { pattern, source } | Generator::Let { pattern, value: source } => {
                self.pattern(pattern);
                self.expr(source);
            }
            Generator::If(condition) => self.expr(condition),
        }
    }

    /// Visits a pattern.
    fn pattern(&mut self, pattern: &'t Pattern) {
        match pattern {
            Pattern::Name(name) => self.name(name),
            Pattern::Tuple(inner, _) => inner.iter().for_each(|pattern| self.pattern(pattern)),
        }
    }

    /// Visits expressions.
    fn exprs(&mut self, exprs: &'t [Expr]) {
        exprs.iter().for_each(|expr| self.expr(expr));
    }

    /// Visits an expression, on a larger stack where the tree is deep. A walk overrides [`Visitor::enter`].
    fn expr(&mut self, expr: &'t Expr) {
        stacker::maybe_grow(128 << 10, 4 << 20, || self.enter(expr));
    }

    /// Visits an expression that [`Visitor::expr`] has made room for.
    fn enter(&mut self, expr: &'t Expr) {
        walk_expr(self, expr);
    }

    /// Visits what follows `else`.
    fn else_branch(&mut self, branch: &'t ElseBranch) {
        match branch {
            ElseBranch::Block(block) => self.block(block),
            ElseBranch::If(chained) => self.expr(chained),
        }
    }

    /// Visits a name that is no expression: of a declaration, a parameter, a pattern, a label, a method.
    /// Names of questions are not visited: programs cannot mention them.
    fn name(&mut self, _name: &'t Name) {}
}

/// Visits the children of a statement.
pub fn walk_statement<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, statement: &'t Statement) {
    match &statement.kind {
        StatementKind::Bind { target, value } => {
            visitor.pattern(target);
            visitor.expr(value);
        }
        StatementKind::Function(function) => visitor.function(function),
        StatementKind::Ruleset(ruleset) => visitor.ruleset(ruleset),
        StatementKind::Check(Claim::Holds(claim) | Claim::Blank(claim)) => visitor.expr(claim),
        StatementKind::Exercise { body, .. } => visitor.block(body),
        StatementKind::For { pattern, source, body } => {
            visitor.pattern(pattern);
            visitor.expr(source);
            visitor.block(body);
        }
        StatementKind::While { condition, body } => {
            visitor.expr(condition);
            visitor.block(body);
        }
        StatementKind::Return(value) => value.iter().for_each(|value| visitor.expr(value)),
        StatementKind::Expr(expr) => visitor.expr(expr),
        StatementKind::Ask(question) => {
            visitor.expr(&question.answer);
            question.marks.iter().for_each(|mark| visitor.exprs(&mark.values));
        }
        StatementKind::Use(_)
        | StatementKind::Hint(_)
        | StatementKind::Sheet { .. }
        | StatementKind::Generate(_)
        | StatementKind::Break
        | StatementKind::Continue => {}
    }
}

/// Visits the clauses and remarks of a ruleset.
pub fn walk_rules<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, ruleset: &'t RulesetDecl) {
    for clause in &ruleset.clauses {
        clause.alternatives.iter().for_each(|alternative| visitor.alternative(alternative));
    }
    for remark in &ruleset.remarks {
        match &remark.kind {
            RemarkKind::Parts(parts) => visitor.alternative(parts),
            RemarkKind::Start(values) => visitor.exprs(values),
            RemarkKind::Goal(_, value)
            | RemarkKind::Score(value)
            | RemarkKind::Blocking(value)
            | RemarkKind::Check(value, _) => visitor.expr(value),
            RemarkKind::DrawAs(_) | RemarkKind::Misere => {}
        }
    }
}

/// Visits the children of an expression.
pub fn walk_expr<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, expr: &'t Expr) {
    match &expr.kind {
        ExprKind::Integer(_)
        | ExprKind::Game(_)
        | ExprKind::Genus(..)
        | ExprKind::Loopy(..)
        | ExprKind::Pass
        | ExprKind::NoMoves
        | ExprKind::Text(_)
        | ExprKind::Bool(_)
        | ExprKind::Name(_) => {}
        ExprKind::Nimber(inner)
        | ExprKind::Unary(_, inner)
        | ExprKind::Turned { pattern: inner, .. } => visitor.expr(inner),
        ExprKind::Form { left, right } => {
            visitor.exprs(left);
            visitor.exprs(right);
        }
        ExprKind::Switch(exprs)
        | ExprKind::Impartial(exprs)
        | ExprKind::List(exprs)
        | ExprKind::Tuple(exprs)
        | ExprKind::Set(exprs) => visitor.exprs(exprs),
        ExprKind::Range(left, right) | ExprKind::Binary { left, right, .. } => {
            visitor.expr(left);
            visitor.expr(right);
        }
        ExprKind::Compare { first, rest } => {
            visitor.expr(first);
            rest.iter().for_each(|(_, _, operand)| visitor.expr(operand));
        }
        _ => walk_compound(visitor, expr),
    }
}

/// Visits the children of a call, a condition, or an expression that binds names.
fn walk_compound<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, expr: &'t Expr) {
    match &expr.kind {
        ExprKind::Labelled { label, body } => {
            visitor.name(label);
            visitor.expr(body);
        }
        ExprKind::Where { body, definitions } => {
            visitor.expr(body);
            definitions.iter().for_each(|(label, form)| {
                visitor.name(label);
                visitor.expr(form);
            });
        }
        ExprKind::Map(entries) => entries.iter().for_each(|(key, value)| {
            visitor.expr(key);
            visitor.expr(value);
        }),
        ExprKind::Comprehension { element, generators, .. } => {
            visitor.expr(element);
            generators.iter().for_each(|generator| visitor.generator(generator));
        }
        ExprKind::Call { callee, args } => {
            visitor.expr(callee);
            visitor.exprs(args);
        }
        ExprKind::Method { receiver, name, args } => {
            visitor.expr(receiver);
            visitor.name(name);
            visitor.exprs(args);
        }
        ExprKind::Index { base, indices } => {
            visitor.expr(base);
            visitor.exprs(indices);
        }
        ExprKind::Lambda { params, body } => {
            params.iter().for_each(|param| visitor.name(param));
            visitor.expr(body);
        }
        ExprKind::If { condition, then, otherwise } => {
            visitor.expr(condition);
            visitor.expr(then);
            visitor.expr(otherwise);
        }
        ExprKind::IfBlock { condition, then, otherwise } => {
            visitor.expr(condition);
            visitor.block(then);
            otherwise.iter().for_each(|branch| visitor.else_branch(branch));
        }
        other => unreachable!("`walk_expr` visits {other:?}"),
    }
}

/// Returns the expressions directly within one, in the order of the text; blocks are left out.
pub fn children(expr: &Expr) -> Vec<&Expr> {
    struct Children<'t>(Vec<&'t Expr>);

    impl<'t> Visitor<'t> for Children<'t> {
        fn expr(&mut self, expr: &'t Expr) {
            self.0.push(expr);
        }

        fn block(&mut self, _block: &'t Block) {}
    }

    let mut children = Children(Vec::new());
    walk_expr(&mut children, expr);
    children.0
}
