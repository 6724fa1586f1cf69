//! Statements.

use std::sync::Arc;

use super::{Frame, Machine};
use crate::builtins;
use crate::diagnostic::Code;
use crate::resolve::tree::{Claim, Expr, ExprKind, Function, Statement, StatementKind, Target};
use crate::source::Span;
use crate::syntax::ast::CompareOp;
use crate::value::explanation::Sentence;
use crate::value::host::Wanted;
use crate::value::{At, Fault, Function as Closure, Result, Value, elements, host};

/// Something that happened and is to be told.
#[derive(Debug, Clone)]
pub enum Event {
    /// A top-level expression has this value.
    Answer {
        /// The value.
        value: Value,
        /// Where the expression stands.
        span: Span,
        /// Whether it is not to be shown.
        silent: bool,
        /// Whether it is source for LaTeX, which is shown as it is and not as a quoted text.
        is_source: bool,
    },
    /// A file is to be written.
    File {
        /// Its path.
        path: String,
        /// What it is to contain.
        text: String,
        /// Where the statement stands that asks for it.
        span: Option<Span>,
    },
    /// A match is to be played.
    Play(Wanted),
    /// A check was made.
    Check {
        /// The exercise it belongs to.
        exercise: Option<Arc<str>>,
        /// Where the claim stands.
        span: Span,
        /// How it came out.
        claimed: Claimed,
    },
}

/// How a check came out.
#[derive(Debug, Clone)]
pub enum Claimed {
    /// It holds.
    Holds,
    /// It does not; both sides when it is a comparison, and why, when they are games.
    Fails(Option<(Value, CompareOp, Value)>, Option<Sentence>),
    /// A blank: this is the answer.
    Blank(Value),
    /// It could not be judged.
    Broken(Fault),
}

/// How a statement ends.
pub(super) enum Flow {
    /// With this value; the next statement follows.
    Next(Value),
    /// The function returns this.
    Return(Value),
    /// The loop is left.
    Break,
    /// The next round of the loop follows.
    Continue,
}

/// Whether an expression is a call of `latex`.
fn asks_for_source(expr: &Expr) -> bool {
    let ExprKind::Call { callee, .. } = &expr.kind else { return false };
    matches!(callee.kind, ExprKind::Builtin(place) if builtins::row(place).name == "latex")
}

impl Machine<'_> {
    pub(super) fn top_level(&mut self, statement: &Statement, frame: &mut Frame) -> Result<()> {
        self.place = Some(statement.span);
        let flow = self.statement(statement, frame)?;
        if let (StatementKind::Expr(expr), Flow::Next(value)) = (&statement.kind, flow)
            && value != Value::Nothing
        {
            let (span, silent) = (statement.span, statement.silent);
            let is_source = asks_for_source(expr);
            self.events.push(Event::Answer { value, span, silent, is_source });
        }
        Ok(())
    }

    /// Runs statements; the value of the last one is theirs.
    pub(super) fn block(&mut self, statements: &[Statement], frame: &mut Frame) -> Result<Flow> {
        let mut last = Value::Nothing;
        for statement in statements {
            match self.statement(statement, frame)? {
                Flow::Next(value) => last = value,
                leaving => return Ok(leaving),
            }
        }
        Ok(Flow::Next(last))
    }

    fn statement(&mut self, statement: &Statement, frame: &mut Frame) -> Result<Flow> {
        self.budget.step().at(statement.span)?;
        let nothing = Ok(Flow::Next(Value::Nothing));
        match &statement.kind {
            StatementKind::Bind { target, value } => {
                let value = self.needed(value, frame)?;
                self.bind(target, value, frame).at(statement.span)?;
                nothing
            }
            StatementKind::Function { global, function } => {
                self.define(*global, function).at(statement.span)?;
                nothing
            }
            StatementKind::Ruleset { global, ruleset } => {
                let ruleset = self.world.rules.declare(ruleset).at(ruleset.span)?;
                self.globals.own()?.set(*global, Value::Ruleset(ruleset));
                nothing
            }
            // Files are brought in before a program is resolved.
            StatementKind::Use => nothing,
            StatementKind::Check(claim) => {
                self.check(claim, statement.span, frame)?;
                nothing
            }
            StatementKind::Exercise { title, body } => {
                let outer = self.exercise.replace(title.value.clone());
                let flow = self.block(body, frame);
                self.exercise = outer;
                match flow? {
                    Flow::Next(_) => nothing,
                    leaving => Ok(leaving),
                }
            }
            StatementKind::For { target, source, body } => {
                self.for_loop(target, source, body, frame)
            }
            StatementKind::While { condition, body } => self.while_loop(condition, body, frame),
            StatementKind::Return(value) => {
                let value = value.as_ref().map(|value| self.expr(value, frame)).transpose()?;
                Ok(Flow::Return(value.unwrap_or(Value::Nothing)))
            }
            StatementKind::Break => Ok(Flow::Break),
            StatementKind::Continue => Ok(Flow::Continue),
            StatementKind::Expr(expr) => self.expression(expr, frame),
        }
    }

    /// An expression as a statement: a block inside it may leave the loop or function.
    fn expression(&mut self, expr: &Expr, frame: &mut Frame) -> Result<Flow> {
        match &expr.kind {
            ExprKind::IfBlock { condition, then, otherwise } => {
                let branch = if self.truth(condition, frame)? { then } else { otherwise };
                self.block(branch, frame)
            }
            _ => Ok(Flow::Next(self.expr(expr, frame)?)),
        }
    }

    fn define(&mut self, global: usize, function: &Arc<Function>) -> Result<()> {
        let closure = Closure::new(function.clone(), Vec::new())?;
        self.globals.own()?.set(global, Value::Function(Arc::new(closure)));
        Ok(())
    }

    fn for_loop(
        &mut self,
        target: &Target,
        source: &Expr,
        body: &[Statement],
        frame: &mut Frame,
    ) -> Result<Flow> {
        let collection = self.expr(source, frame)?;
        for item in elements(&collection).at(source.span)? {
            self.budget.step().at(source.span)?;
            self.bind(target, item, frame).at(source.span)?;
            match self.block(body, frame)? {
                Flow::Next(_) | Flow::Continue => {}
                Flow::Break => break,
                leaving @ Flow::Return(_) => return Ok(leaving),
            }
        }
        Ok(Flow::Next(Value::Nothing))
    }

    fn while_loop(
        &mut self,
        condition: &Expr,
        body: &[Statement],
        frame: &mut Frame,
    ) -> Result<Flow> {
        while self.truth(condition, frame)? {
            self.budget.step().at(condition.span)?;
            match self.block(body, frame)? {
                Flow::Next(_) | Flow::Continue => {}
                Flow::Break => break,
                leaving @ Flow::Return(_) => return Ok(leaving),
            }
        }
        Ok(Flow::Next(Value::Nothing))
    }

    /// Puts a value, or its parts, into places.
    pub(super) fn bind(&mut self, target: &Target, value: Value, frame: &mut Frame) -> Result<()> {
        match target {
            Target::Slot(slot) => frame[*slot] = value,
            Target::Global(place) => self.globals.own()?.set(*place, value),
            Target::Tuple(targets, span) => {
                let items = match &value {
                    Value::Tuple(items) | Value::List(items)
                        if items.items().len() == targets.len() =>
                    {
                        items.clone()
                    }
                    other => return Err(misfit(other, targets.len())).at(*span),
                };
                for (target, item) in targets.iter().zip(items.items()) {
                    self.bind(target, item.clone(), frame)?;
                }
            }
        }
        Ok(())
    }

    fn check(&mut self, claim: &Claim, span: Span, frame: &mut Frame) -> Result<()> {
        let judged = match claim {
            Claim::Holds(expr) => self.judge(expr, frame),
            Claim::Blank(expr) => self.expr(expr, frame).map(Claimed::Blank),
        };
        let claimed = match judged {
            Ok(claimed) => claimed,
            Err(fault) if fault.is_exhaustion() => return Err(fault),
            Err(fault) => Claimed::Broken(fault),
        };
        self.events.push(Event::Check { exercise: self.exercise.clone(), span, claimed });
        Ok(())
    }

    fn judge(&mut self, expr: &Expr, frame: &mut Frame) -> Result<Claimed> {
        if let ExprKind::Compare { first, rest } = &expr.kind {
            return self.claimed(first, rest, frame);
        }
        let holds = self.truth(expr, frame)?;
        Ok(if holds { Claimed::Holds } else { Claimed::Fails(None, None) })
    }

    pub(super) fn truth(&mut self, condition: &Expr, frame: &mut Frame) -> Result<bool> {
        host::truth(&self.expr(condition, frame)?).at(condition.span)
    }
}

/// The fault of taking a value apart that has other parts than are wanted.
pub(super) fn misfit(value: &Value, wanted: usize) -> Fault {
    let found = match value {
        Value::Tuple(items) | Value::List(items) => {
            format!("{} of {}", value.kind(), items.items().len())
        }
        other => other.kind().to_owned(),
    };
    Fault::new(Code::PatternMismatch, format!("expected {wanted} values, found {found}"))
}
