//! Statements and functions.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::resolver::{Resolver, Result};
use super::tree;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax;
use crate::syntax::ast::{
    Block, Body, Claim, ExprKind, FunctionDecl, Generator, Name, Param, Pattern, Statement,
    StatementKind,
};

impl Resolver<'_> {
    pub(super) fn statements(&mut self, statements: &[Statement]) -> Result<Vec<tree::Statement>> {
        statements.iter().map(|statement| self.statement(statement)).collect()
    }

    /// The statements of a block.
    pub(super) fn block(&mut self, block: &Block) -> Result<Vec<tree::Statement>> {
        self.scope.blocks += 1;
        let statements = self.statements(&block.statements);
        self.scope.blocks -= 1;
        statements
    }

    fn statement(&mut self, statement: &Statement) -> Result<tree::Statement> {
        let doc = statement.doc.clone();
        let kind = match &statement.kind {
            StatementKind::Bind { target, value } => self.bind(target, value)?,
            StatementKind::Function(decl) => {
                self.at_top(statement.span, "a function with a name", "bind `x -> ...` instead")?;
                let global = self.names.declare(&decl.name.text);
                tree::StatementKind::Function { global, function: self.function(decl, doc)? }
            }
            StatementKind::Ruleset(decl) => {
                self.at_top(statement.span, "a ruleset", "move it out of the function")?;
                let global = self.names.declare(&decl.name.text);
                tree::StatementKind::Ruleset { global, ruleset: self.ruleset(decl, doc)? }
            }
            StatementKind::Use(_) => {
                self.at_top(statement.span, "`use`", "move it to the top of the file")?;
                if self.scope.blocks > 0 {
                    return Err(misplaced(statement.span, "`use`", "inside of a block")
                        .help("move it to the top of the file")
                        .into());
                }
                tree::StatementKind::Use
            }
            StatementKind::Check(claim) => tree::StatementKind::Check(self.claim(claim)?),
            StatementKind::Exercise { title, points, body } => {
                if points.is_some() && !self.is_outermost() {
                    return Err(misplaced(statement.span, "an exercise with points", "in a block")
                        .help("only an exercise at the top level of a file has points")
                        .into());
                }
                tree::StatementKind::Exercise { title: title.clone(), body: self.exercise(body)? }
            }
            StatementKind::Hint(_)
            | StatementKind::Ask(_)
            | StatementKind::Sheet { .. }
            | StatementKind::Generate(_) => self.of_sheet(statement)?,
            StatementKind::For { pattern, source, body } => self.for_loop(pattern, source, body)?,
            StatementKind::While { condition, body } => tree::StatementKind::While {
                condition: self.expr(condition)?,
                body: self.loop_body(body)?,
            },
            StatementKind::Return(value) => {
                if self.scope.is_top() {
                    return Err(
                        misplaced(statement.span, "`return`", "outside of a function").into()
                    );
                }
                let value = value.as_ref().map(|value| self.expr(value)).transpose()?;
                tree::StatementKind::Return(value)
            }
            StatementKind::Break => self.in_loop(statement.span, tree::StatementKind::Break)?,
            StatementKind::Continue => {
                self.in_loop(statement.span, tree::StatementKind::Continue)?
            }
            StatementKind::Expr(expr) => tree::StatementKind::Expr(self.expr(expr)?),
        };
        Ok(tree::Statement { kind, silent: statement.silent, span: statement.span })
    }

    /// A line of an exercise or of the key of a sheet, outside of an exercise. Keys are read by `classroom`; as programs they
    /// define what they define.
    fn of_sheet(&self, statement: &Statement) -> Result<tree::StatementKind> {
        let (what, place) = match &statement.kind {
            StatementKind::Hint(_) => ("a hint", "outside of an exercise"),
            StatementKind::Ask(_) => ("a question", "outside of an exercise"),
            _ if self.is_outermost() => return Ok(tree::StatementKind::Use),
            _ => ("a line of a sheet", "in a block"),
        };
        let help = match place {
            "in a block" => "move it to the top level of the file",
            _ => "move it into the braces of `exercise \"...\" { ... }`",
        };
        Err(misplaced(statement.span, what, place).help(help).into())
    }

    /// Whether the statement stands in no block and in no function.
    fn is_outermost(&self) -> bool {
        self.scope.is_top() && self.scope.blocks == 0
    }

    /// The statements of an exercise. Its hints, questions and texts are for reports, and do nothing.
    fn exercise(&mut self, body: &Block) -> Result<Vec<tree::Statement>> {
        let hints = self.is_outermost();
        let is_hint = |one: &&Statement| {
            let is_text = matches!(&one.kind, StatementKind::Expr(expr) if matches!(expr.kind, ExprKind::Text(_)));
            hints && (is_text || matches!(one.kind, StatementKind::Hint(_) | StatementKind::Ask(_)))
        };
        self.scope.blocks += 1;
        let statements = body.statements.iter().filter(|one| !is_hint(one));
        let statements = statements.map(|statement| self.statement(statement)).collect();
        self.scope.blocks -= 1;
        statements
    }

    fn bind(
        &mut self,
        target: &Pattern,
        value: &crate::syntax::ast::Expr,
    ) -> Result<tree::StatementKind> {
        let value = self.expr(value)?;
        Ok(tree::StatementKind::Bind { target: self.assign(target)?, value })
    }

    fn claim(&mut self, claim: &Claim) -> Result<tree::Claim> {
        Ok(match claim {
            Claim::Holds(expr) => tree::Claim::Holds(self.expr(expr)?),
            Claim::Blank(expr) => tree::Claim::Blank(self.expr(expr)?),
        })
    }

    fn for_loop(
        &mut self,
        pattern: &Pattern,
        source: &crate::syntax::ast::Expr,
        body: &Block,
    ) -> Result<tree::StatementKind> {
        let source = self.expr(source)?;
        let mark = self.scope.mark();
        let target = self.fresh(pattern)?;
        let body = self.loop_body(body)?;
        self.scope.forget(mark);
        Ok(tree::StatementKind::For { target, source, body })
    }

    fn loop_body(&mut self, body: &Block) -> Result<Vec<tree::Statement>> {
        self.scope.loops += 1;
        let statements = self.block(body);
        self.scope.loops -= 1;
        statements
    }

    fn in_loop(&self, span: Span, kind: tree::StatementKind) -> Result<tree::StatementKind> {
        if self.scope.loops == 0 {
            let word =
                if matches!(kind, tree::StatementKind::Break) { "`break`" } else { "`continue`" };
            return Err(misplaced(span, word, "outside of a loop").into());
        }
        Ok(kind)
    }

    fn at_top(&self, span: Span, what: &str, help: &str) -> Result<()> {
        if self.scope.is_top() {
            return Ok(());
        }
        Err(Box::new(misplaced(span, what, "inside of a function").help(help)))
    }

    /// Target of `:=`: a local in a function, a global at the top level.
    fn assign(&mut self, pattern: &Pattern) -> Result<tree::Target> {
        match pattern {
            Pattern::Name(name) => match self.scope.own(&name.text) {
                Some(slot) => Ok(tree::Target::Slot(slot)),
                None if self.scope.is_top() => {
                    Ok(tree::Target::Global(self.names.declare(&name.text)))
                }
                None => Ok(tree::Target::Slot(self.scope.bind(&name.text))),
            },
            Pattern::Tuple(parts, span) => {
                let parts = parts.iter().map(|part| self.assign(part)).collect::<Result<_>>()?;
                Ok(tree::Target::Tuple(parts, *span))
            }
        }
    }

    /// New slots for the names of a loop.
    fn fresh(&mut self, pattern: &Pattern) -> Result<tree::Target> {
        match pattern {
            Pattern::Name(name) => Ok(tree::Target::Slot(self.scope.bind(&name.text))),
            Pattern::Tuple(parts, span) => {
                let parts = parts.iter().map(|part| self.fresh(part)).collect::<Result<_>>()?;
                Ok(tree::Target::Tuple(parts, *span))
            }
        }
    }

    /// Binds the names of generators for the rest of an expression; the caller removes them.
    pub(super) fn generators(&mut self, generators: &[Generator]) -> Result<Vec<tree::Generator>> {
        generators
            .iter()
            .map(|generator| match generator {
                Generator::For { pattern, source } => {
                    let source = self.expr(source)?;
                    Ok(tree::Generator::For { target: self.fresh(pattern)?, source })
                }
                // A loop through one value.
                Generator::Let { pattern, value } => {
                    let value = self.expr(value)?;
                    let span = value.span;
                    let source = tree::Expr { kind: tree::ExprKind::List(vec![value]), span };
                    Ok(tree::Generator::For { target: self.fresh(pattern)?, source })
                }
                Generator::If(condition) => Ok(tree::Generator::If(self.expr(condition)?)),
            })
            .collect()
    }

    fn function(
        &mut self,
        decl: &Arc<FunctionDecl>,
        doc: Option<Arc<str>>,
    ) -> Result<Arc<tree::Function>> {
        distinct(decl.params.iter().map(|param| &param.name))?;
        let outside = self.scope.enter_fresh();
        let result = self.function_body(decl);
        let frame = std::mem::replace(&mut self.scope, outside);
        let (params, body) = result?;
        let slots = frame.slots();
        let captures = frame.captures();
        let text = decl.name.text.clone();
        let name = Some(text.clone());
        let span = decl.name.span;
        let declared = Some(decl.clone());
        Ok(Arc::new(tree::Function {
            name,
            params,
            captures,
            body,
            slots,
            text,
            declared,
            doc,
            span,
        }))
    }

    fn function_body(
        &mut self,
        decl: &FunctionDecl,
    ) -> Result<(Vec<tree::Param>, Vec<tree::Statement>)> {
        let params = self.params(&decl.params)?;
        let body = match &decl.body {
            Body::Expr(expr) => {
                let kind = tree::StatementKind::Expr(self.expr(expr)?);
                vec![tree::Statement { kind, silent: false, span: expr.span }]
            }
            Body::Block(block) => {
                for name in syntax::assigned(&block.statements) {
                    if self.scope.own(&name).is_none() {
                        self.scope.bind(&name);
                    }
                }
                self.statements(&block.statements)?
            }
        };
        Ok((params, body))
    }

    fn params(&mut self, params: &[Param]) -> Result<Vec<tree::Param>> {
        self.bind_params(params)?;
        self.defaults(params)
    }

    /// Binds each parameter to a slot.
    pub(super) fn bind_params(&mut self, params: &[Param]) -> Result<()> {
        let after_default =
            params.iter().skip_while(|param| param.default.is_none()).find(|p| p.default.is_none());
        if let Some(param) = after_default {
            let what = format!("the parameter `{}` without a default", param.name.text);
            return Err(misplaced(param.name.span, &what, "after one with a default").into());
        }
        for param in params {
            self.scope.bind(&param.name.text);
        }
        Ok(())
    }

    /// Parameters, which have their slots already, with their defaults.
    pub(super) fn defaults(&mut self, params: &[Param]) -> Result<Vec<tree::Param>> {
        params
            .iter()
            .map(|param| {
                let default = param.default.as_ref().map(|e| self.expr(e)).transpose()?;
                Ok(tree::Param { name: param.name.clone(), kind: param.kind.clone(), default })
            })
            .collect()
    }
}

/// Returns an error when a name stands twice in a list.
pub(super) fn distinct<'a>(names: impl Iterator<Item = &'a Name>) -> Result<()> {
    let mut seen: FxHashMap<&str, &Name> = FxHashMap::default();
    for name in names {
        if let Some(first) = seen.insert(&name.text, name) {
            let message = format!("the parameter `{}` is there twice", name.text);
            return Err(Box::new(
                Diagnostic::error(Code::DuplicateName, message)
                    .label(name.span, "again here")
                    .label(first.span, "first here"),
            ));
        }
    }
    Ok(())
}

pub(super) fn misplaced(span: Span, what: &str, place: &str) -> Diagnostic {
    Diagnostic::error(Code::Misplaced, format!("{what} {place}")).label(span, "not possible here")
}
