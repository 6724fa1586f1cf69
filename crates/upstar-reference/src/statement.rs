//! What statements mean: they bind names, check claims, and go through blocks.
//!
//! The book: reference/functions.md and reference/files.md.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use upstar_syntax::ast::{
    Block, Claim, ElseBranch, Expr, ExprKind, FunctionDecl, RulesetDecl, Statement, StatementKind,
};

use crate::expression::Machine;
use crate::value::{Function, Home, Ruleset, Scope, Value};
use crate::{Fault, Wrong};

/// How a statement or block ends.
pub enum Flow {
    /// With this value; the next statement follows.
    Value(Value),
    /// The function returns it.
    Return(Value),
    /// The loop ends.
    Break,
    /// The next round of the loop begins.
    Continue,
}

impl Machine {
    /// The value of the last statement of a block that is the body of a function.
    pub fn block_value(&self, block: &Block, scope: &Scope) -> Result<Value, Fault> {
        match self.block(&block.statements, scope)? {
            Flow::Value(value) | Flow::Return(value) => Ok(value),
            Flow::Break | Flow::Continue => {
                Err(Fault::wrong(Wrong::Syntax, "`break` outside of a loop"))
            }
        }
    }

    /// The value of an `if` with blocks that stands in an expression.
    pub fn if_value(&self, expr: &Expr, scope: &Scope) -> Result<Value, Fault> {
        match self.if_block(expr, scope)? {
            Flow::Value(value) => Ok(value),
            _ => Err(Fault::undefined("a way out of an expression")),
        }
    }

    /// Runs statements in order.
    pub fn block(&self, statements: &[Statement], scope: &Scope) -> Result<Flow, Fault> {
        let mut last = Value::Nothing;
        for statement in statements {
            match self.statement(statement, scope)? {
                Flow::Value(value) => last = value,
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Value(last))
    }

    /// Runs a statement.
    pub fn statement(&self, statement: &Statement, scope: &Scope) -> Result<Flow, Fault> {
        self.steps.step()?;
        let done = Ok(Flow::Value(Value::Nothing));
        match &statement.kind {
            StatementKind::Bind { target, value } => {
                let mut found = Vec::new();
                self.matched(target, self.eval(value, scope)?, &mut found)?;
                found.into_iter().for_each(|(name, value)| self.bind(name, value, scope));
                done
            }
            StatementKind::Function(decl) => {
                self.bind(Arc::clone(&decl.name.text), self.function(decl, scope), scope);
                done
            }
            StatementKind::Ruleset(decl) => {
                let ruleset = self.declared(decl, scope)?;
                self.bind(Arc::clone(&decl.name.text), ruleset, scope);
                done
            }
            StatementKind::Check(Claim::Holds(claim)) => match self.eval(claim, scope)?.truth()? {
                true => Ok(Flow::Value(Value::Truth(true))),
                false => Err(Fault::wrong(Wrong::Check, "the check does not hold")),
            },
            StatementKind::Check(Claim::Blank(expr)) => Ok(Flow::Value(self.eval(expr, scope)?)),
            StatementKind::For { pattern, source, body } => {
                let source = self.eval(source, scope)?;
                for element in self.elements(&source)? {
                    match self.block(&body.statements, &self.bound(pattern, element, scope)?)? {
                        Flow::Break => break,
                        Flow::Return(value) => return Ok(Flow::Return(value)),
                        Flow::Value(_) | Flow::Continue => {}
                    }
                }
                done
            }
            StatementKind::While { condition, body } => {
                while self.eval(condition, scope)?.truth()? {
                    match self.block(&body.statements, scope)? {
                        Flow::Break => break,
                        Flow::Return(value) => return Ok(Flow::Return(value)),
                        Flow::Value(_) | Flow::Continue => {}
                    }
                }
                done
            }
            StatementKind::Return(None) => Ok(Flow::Return(Value::Nothing)),
            StatementKind::Return(Some(value)) => Ok(Flow::Return(self.eval(value, scope)?)),
            StatementKind::Break => Ok(Flow::Break),
            StatementKind::Continue => Ok(Flow::Continue),
            StatementKind::Expr(expr) => match &expr.kind {
                ExprKind::IfBlock { .. } => self.if_block(expr, scope),
                _ => Ok(Flow::Value(self.eval(expr, scope)?)),
            },
            StatementKind::Use(_) => Err(Fault::undefined("`use`")),
            _ => Err(Fault::undefined("exercises and sheets")),
        }
    }

    fn if_block(&self, expr: &Expr, scope: &Scope) -> Result<Flow, Fault> {
        let ExprKind::IfBlock { condition, then, otherwise } = &expr.kind else {
            return Ok(Flow::Value(self.eval(expr, scope)?));
        };
        if self.eval(condition, scope)?.truth()? {
            return self.block(&then.statements, scope);
        }
        match otherwise.as_deref() {
            Some(ElseBranch::Block(block)) => self.block(&block.statements, scope),
            Some(ElseBranch::If(expr)) => self.if_block(expr, scope),
            None => Ok(Flow::Value(Value::Nothing)),
        }
    }

    /// Binds a name: the innermost variable of this name, and a global name when there is none.
    fn bind(&self, name: Arc<str>, value: Value, scope: &Scope) {
        let Err(value) = scope.bind(&name, value) else { return };
        // Rules may read this name: what has been found about positions is forgotten.
        self.options.borrow_mut().clear();
        let names = match scope.home {
            Home::Program => &self.names,
            Home::Library => &self.library,
        };
        names.borrow_mut().insert(name, value);
    }

    fn function(&self, decl: &FunctionDecl, scope: &Scope) -> Value {
        Value::Function(Rc::new(Function {
            number: self.fresh(),
            name: Some(Arc::clone(&decl.name.text)),
            params: decl.params.clone(),
            body: decl.body.clone(),
            scope: scope.kept(),
        }))
    }

    /// A ruleset, when its patterns can be read.
    fn declared(&self, decl: &Arc<RulesetDecl>, scope: &Scope) -> Result<Value, Fault> {
        self.verify(decl)?;
        let family = if decl.family.is_empty() { Some(Rc::new(Vec::new())) } else { None };
        let (number, decl, home) = (self.fresh(), Arc::clone(decl), scope.home);
        Ok(Value::Ruleset(Rc::new(Ruleset { number, decl, home, family, impartial: false })))
    }

    /// The names bound by the program, to go back to.
    pub fn snapshot(&self) -> BTreeMap<Arc<str>, Value> {
        self.names.borrow().clone()
    }

    /// Goes back to the names of a snapshot.
    pub fn restore(&self, names: BTreeMap<Arc<str>, Value>) {
        self.options.borrow_mut().clear();
        self.names.replace(names);
    }
}
