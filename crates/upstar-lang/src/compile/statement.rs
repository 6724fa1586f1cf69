//! Statements.

use super::expr::may_be_nothing;
use super::{Compiler, function};
use crate::builtins::{self, Attribute};
use crate::resolve::tree::{Expr, ExprKind, Statement, StatementKind, Target};
use crate::source::Span;
use crate::value::Value;
use crate::value::code::{Op, Operand, Register};
use crate::value::scalar::Scalar;

/// Construct around a statement.
pub(super) enum Enclosing {
    /// A loop: jumps that leave it, and jumps to its next round.
    Loop {
        /// Jumps of `break`.
        leaving: Vec<usize>,
        /// Jumps of `continue`.
        going_on: Vec<usize>,
    },
    /// A value, which no statement leaves.
    Value(Span),
    /// An exercise: the register that keeps the title of the one around it.
    Exercise(Register),
}

impl Compiler {
    /// A statement at the top level, whose value is reported.
    pub(super) fn top_level(&mut self, statement: &Statement) {
        let free = self.free;
        self.emit(Op::Begin, statement.span);
        if let StatementKind::Expr(expr) = &statement.kind {
            let (label, expr) = match labelled(expr) {
                Some((label, expr)) => {
                    let to = self.take(1);
                    self.expression(label, Some(to), None);
                    (Some(Operand::register(to)), expr)
                }
                None => (None, expr),
            };
            let value = match expr.kind {
                ExprKind::IfBlock { .. } => {
                    let to = self.take(1);
                    self.expression(expr, Some(to), None);
                    Operand::register(to)
                }
                _ => self.operand(expr),
            };
            let is_source = gives_source(expr);
            let answer = Op::Answer { value, label, silent: statement.silent, is_source };
            self.emit(answer, statement.span);
        } else {
            self.statement(statement);
        }
        self.free = free;
    }

    /// The body of a function: the last expression is the result.
    pub(super) fn body(&mut self, body: &[Statement], span: Span) {
        if let Some((Statement { kind: StatementKind::Expr(last), span: place, .. }, before)) =
            body.split_last()
            && !matches!(last.kind, ExprKind::IfBlock { .. })
        {
            self.statements(before, (None, None), span);
            self.emit(Op::Step, *place);
            let value = self.operand(last);
            self.emit(Op::Return(value), last.span);
            return;
        }
        let to = self.take(1);
        self.statements(body, (Some(to), None), span);
        self.emit(Op::Return(Operand::register(to)), span);
    }

    /// Compiles statements in order; the value of the last goes to `to`. In a part of a move, the register
    /// `is_game` gets whether that is written as a game. `block` is the place of the block.
    pub(super) fn statements(
        &mut self,
        statements: &[Statement],
        (to, is_game): (Option<Register>, Option<Register>),
        block: Span,
    ) {
        let (last, before) = match statements.split_last() {
            Some((Statement { kind: StatementKind::Expr(last), span, .. }, before)) => {
                (Some((last, *span)), before)
            }
            _ => (None, statements),
        };
        for statement in before {
            self.emit(Op::Step, statement.span);
            self.statement(statement);
        }
        match (last, to) {
            (Some((last, span)), _) => {
                self.emit(Op::Step, span);
                self.expression(last, to, is_game);
            }
            (None, Some(to)) => {
                let from = self.constant(Scalar::NOTHING);
                self.emit(Op::Copy { to, from }, block);
            }
            (None, None) => {}
        }
    }

    /// An expression as a statement: a block inside it may leave the loop or function.
    fn expression(&mut self, expr: &Expr, to: Option<Register>, is_game: Option<Register>) {
        match (&expr.kind, to) {
            (ExprKind::IfBlock { condition, then, otherwise }, _) => {
                self.branches(condition, |compiler, truth| {
                    let block = if truth { then } else { otherwise };
                    compiler.statements(block, (to, is_game), expr.span);
                });
            }
            (_, Some(to)) => {
                self.is_game = is_game;
                self.expr(expr, to);
            }
            (_, None) => {
                let free = self.free;
                self.operand(expr);
                self.free = free;
            }
        }
    }

    /// A statement after its step, whose value is not wanted.
    fn statement(&mut self, statement: &Statement) {
        let (free, span) = (self.free, statement.span);
        match &statement.kind {
            StatementKind::Bind { target, value } => self.assign(target, value, span),
            StatementKind::Function { global, function: tree } => {
                self.code.functions.push((tree.clone(), function(tree)));
                let function = self.code.functions.len() as u32 - 1;
                self.emit(Op::Define { place: *global as u32, function }, span);
            }
            StatementKind::Ruleset { global, ruleset: tree } => {
                self.code.rulesets.push((tree.clone(), super::rules(tree)));
                let ruleset = self.code.rulesets.len() as u32 - 1;
                self.emit(Op::Declare { place: *global as u32, ruleset }, tree.span);
            }
            // Files are brought in before a program is resolved.
            StatementKind::Use => {}
            StatementKind::Check(claim) => self.check(claim, span),
            StatementKind::Exercise { title, body } => {
                let keep = self.take(1);
                let title = self.constant(Scalar::Value(Value::Text(title.value.clone())));
                self.emit(Op::OpenExercise { keep, title }, span);
                self.enclosing.push(Enclosing::Exercise(keep));
                self.statements(body, (None, None), span);
                self.enclosing.pop();
                self.emit(Op::CloseExercise { keep }, span);
            }
            StatementKind::For { target, source, body } => {
                self.for_loop(target, source, body, span);
            }
            StatementKind::While { condition, body } => self.while_loop(condition, body, span),
            StatementKind::Return(value) => self.return_from(value.as_ref(), span),
            StatementKind::Break => self.leave_round(span, true),
            StatementKind::Continue => self.leave_round(span, false),
            StatementKind::Expr(expr) => self.expression(expr, None, None),
        }
        self.free = free;
    }

    fn assign(&mut self, target: &Target, value: &Expr, span: Span) {
        if let Target::Slot(slot) = target {
            let slot = *slot as Register;
            self.expr(value, slot);
            if may_be_nothing(value) || may_be_small_list(value) {
                self.emit(Op::Settle(slot), value.span);
            }
            self.learn(slot);
            return;
        }
        let from = self.needed(value);
        self.bind(target, from, span);
    }

    fn for_loop(&mut self, target: &Target, source: &Expr, body: &[Statement], span: Span) {
        let state = self.iterate(source, false);
        self.conditionally(|compiler| {
            let next = compiler.here();
            let end = compiler.next(target, state, source);
            let (leaving, going_on) = compiler.round(body, span);
            going_on.into_iter().for_each(|jump| compiler.lead(jump, next));
            compiler.emit(Op::Jump(next), span);
            compiler.patch_jumps(leaving.into_iter().chain([end]));
        });
    }

    fn while_loop(&mut self, condition: &Expr, body: &[Statement], span: Span) {
        self.conditionally(|compiler| {
            let next = compiler.here();
            let fails = compiler.jumps(condition, false);
            compiler.emit(Op::Step, condition.span);
            let (leaving, going_on) = compiler.round(body, span);
            going_on.into_iter().for_each(|jump| compiler.lead(jump, next));
            compiler.emit(Op::Jump(next), span);
            compiler.patch_jumps(leaving.into_iter().chain(fails));
        });
    }

    /// The body of a loop: jumps that leave it, and jumps to its next round.
    fn round(&mut self, body: &[Statement], span: Span) -> (Vec<usize>, Vec<usize>) {
        self.enclosing.push(Enclosing::Loop { leaving: Vec::new(), going_on: Vec::new() });
        self.statements(body, (None, None), span);
        match self.enclosing.pop() {
            Some(Enclosing::Loop { leaving, going_on }) => (leaving, going_on),
            _ => unreachable!("what is entered is left in order"),
        }
    }

    fn return_from(&mut self, value: Option<&Expr>, span: Span) {
        let value = match value {
            Some(value) => self.operand(value),
            None => self.constant(Scalar::NOTHING),
        };
        for place in (0..self.enclosing.len()).rev() {
            match self.enclosing[place] {
                Enclosing::Loop { .. } => {}
                Enclosing::Exercise(keep) => {
                    self.emit(Op::CloseExercise { keep }, span);
                }
                Enclosing::Value(value) => {
                    self.emit(Op::Leave, value);
                    return;
                }
            }
        }
        self.emit(Op::Return(value), span);
    }

    /// `break` or `continue`
    fn leave_round(&mut self, span: Span, is_break: bool) {
        for place in (0..self.enclosing.len()).rev() {
            match self.enclosing[place] {
                Enclosing::Exercise(keep) => {
                    self.emit(Op::CloseExercise { keep }, span);
                }
                Enclosing::Value(value) => {
                    self.emit(Op::Leave, value);
                    return;
                }
                Enclosing::Loop { .. } => {
                    let jump = self.jump(span);
                    if let Enclosing::Loop { leaving, going_on } = &mut self.enclosing[place] {
                        if is_break { leaving.push(jump) } else { going_on.push(jump) }
                    }
                    return;
                }
            }
        }
        unreachable!("`break` and `continue` stand in a loop");
    }
}

/// Whether an expression may be a list of small values, see [`Scalar::settle`].
pub(super) fn may_be_small_list(expr: &Expr) -> bool {
    !matches!(
        expr.kind,
        ExprKind::Number(_)
            | ExprKind::Bool(_)
            | ExprKind::Text(_)
            | ExprKind::Slot(..)
            | ExprKind::Global(_)
            | ExprKind::Compare { .. }
            | ExprKind::Unary(..)
            | ExprKind::Range(..)
            | ExprKind::Lambda(_)
    )
}

/// Whether an expression is the call of a builtin that gives source.
fn gives_source(expr: &Expr) -> bool {
    call_with(Attribute::GivesSource, expr).is_some()
}

/// The label and the value of an expression that is the call of a builtin that labels its value.
fn labelled(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match call_with(Attribute::LabelsAnswer, expr)? {
        [label, value] => Some((label, value)),
        _ => None,
    }
}

/// The arguments of an expression that is the call of a builtin with an attribute.
fn call_with(attribute: Attribute, expr: &Expr) -> Option<&[Expr]> {
    let ExprKind::Call { callee, args } = &expr.kind else { return None };
    let ExprKind::Builtin(place) = callee.kind else { return None };
    builtins::row(place).has(attribute).then_some(&args[..])
}
