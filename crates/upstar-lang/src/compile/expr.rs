//! Expressions: the instructions of each kind.

use super::{Compiler, MORE_STACK, RED_ZONE, function};
use crate::builtins;
use crate::resolve::tree::{Expr, ExprKind, Generator, Slot};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, GameLiteral, UnaryOp, Ups};
use crate::value::Value;
use crate::value::code::{Gathered, Op, Operand, Register};
use crate::value::scalar::Scalar;

/// Most expressions that one search looks at.
const LOOKED_THROUGH: usize = 32;

impl Compiler {
    /// Operand of an expression: its slot, a constant, or a temporary that the caller frees.
    pub(super) fn operand(&mut self, expr: &Expr) -> Operand {
        match &expr.kind {
            ExprKind::Slot(slot, name) => {
                let slot = *slot as Register;
                if !self.known[slot as usize] {
                    self.code.names.push(name.clone());
                    let name = self.code.names.len() as u32 - 1;
                    self.emit(Op::Bound { slot, name }, expr.span);
                    self.learn(slot);
                }
                Operand::register(slot)
            }
            ExprKind::Number(number) => self.value(Value::Number(number.clone())),
            ExprKind::Text(text) => self.value(Value::Text(text.clone())),
            ExprKind::Bool(b) => self.constant(Scalar::Bool(*b)),
            ExprKind::Builtin(place) => self.value(builtins::value(*place)),
            _ => {
                let to = self.take(1);
                self.expr(expr, to);
                Operand::register(to)
            }
        }
    }

    /// The same where there must be a value.
    pub(super) fn needed(&mut self, expr: &Expr) -> Operand {
        let value = self.operand(expr);
        if may_be_nothing(expr) {
            self.emit(Op::Needed(value), expr.span);
        }
        value
    }

    /// Operand of an expression that is evaluated before `next`. A name that a block in `next` may bind is
    /// copied.
    pub(super) fn operand_before(&mut self, expr: &Expr, next: &[&Expr]) -> Operand {
        let value = self.operand(expr);
        if matches!(expr.kind, ExprKind::Slot(..)) && next.iter().any(|e| may_bind_or_read(e, &[]))
        {
            let to = self.take(1);
            self.emit(Op::Copy { to, from: value }, expr.span);
            return Operand::register(to);
        }
        value
    }

    /// Writes the value of an expression into a register.
    pub(super) fn expr(&mut self, expr: &Expr, to: Register) {
        let free = self.free;
        stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.kind(expr, to));
        self.free = free;
    }

    fn kind(&mut self, expr: &Expr, to: Register) {
        let is_game = self.is_game.take();
        if let Some(flag) = is_game
            && expr.is_notation()
        {
            let yes = self.constant(Scalar::Bool(true));
            self.emit(Op::Copy { to: flag, from: yes }, expr.span);
        }
        match &expr.kind {
            ExprKind::If { condition, then, otherwise } => {
                self.branches(condition, |compiler, truth| {
                    compiler.is_game = is_game;
                    compiler.expr(if truth { then } else { otherwise }, to);
                });
            }
            ExprKind::IfBlock { condition, then, otherwise } => {
                self.enclosing.push(super::Enclosing::Value(expr.span));
                self.branches(condition, |compiler, truth| {
                    let block = if truth { then } else { otherwise };
                    compiler.statements(block, (Some(to), is_game), expr.span);
                });
                self.enclosing.pop();
            }
            ExprKind::Unary(UnaryOp::Neg, operand) => {
                self.is_game = is_game;
                let from = self.written(operand);
                self.emit(Op::Negate { to, from }, expr.span);
            }
            ExprKind::Binary { op, op_span, left, right }
                if !matches!(op, BinaryOp::And | BinaryOp::Or) =>
            {
                self.is_game = is_game;
                self.binary((*op, *op_span), left, right, to);
            }
            _ => self.other(expr, to),
        }
        self.is_game = None;
    }

    /// Compiles an expression that is no sum, so that it does not matter whether it is written as a game.
    fn other(&mut self, expr: &Expr, to: Register) {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Slot(..)
            | ExprKind::Number(_)
            | ExprKind::Text(_)
            | ExprKind::Bool(_)
            | ExprKind::Builtin(_) => {
                let from = self.operand(expr);
                self.emit(Op::Copy { to, from }, span);
            }
            ExprKind::Global(place) => {
                self.emit(Op::Global { to, place: *place as u32 }, span);
            }
            ExprKind::Nimber(n) => {
                let from = self.operand(n);
                self.emit(Op::Nimber { to, from }, span);
            }
            ExprKind::List(items) => self.gather(Gathered::List, items, to, span),
            ExprKind::Tuple(items) => self.gather(Gathered::Tuple, items, to, span),
            ExprKind::Set(items) => self.gather(Gathered::Set, items, to, span),
            ExprKind::Map(entries) => self.map(entries, to, span),
            ExprKind::Let { slot, value, body } => {
                self.expr(value, *slot as Register);
                self.learn(*slot as Register);
                self.expr(body, to);
            }
            ExprKind::Comprehension { collection, element, generators } => {
                self.comprehension(*collection, element, generators, (to, span));
            }
            ExprKind::Range(first, last) => {
                let (first, last) = (self.operand_before(first, &[last]), self.operand(last));
                self.emit(Op::Range { to, first, last }, span);
            }
            ExprKind::Compare { first, rest } if rest.len() == 1 => {
                let (op, _, second) = &rest[0];
                if let Some(truth) = self.member((*op, first, second), first.span.to(second.span)) {
                    self.emit(Op::Copy { to, from: Operand::register(truth) }, span);
                    return;
                }
                let (left, right) = (self.operand_before(first, &[second]), self.operand(second));
                let whole = first.span.to(second.span);
                self.emit(Op::Compare { op: *op, to, left, right }, whole);
            }
            ExprKind::Unary(..) | ExprKind::Binary { .. } | ExprKind::Compare { .. } => {
                self.truth_value(expr, to);
            }
            ExprKind::Call { callee: base, .. } | ExprKind::Index { base, .. }
                if is_arrow(base) =>
            {
                self.emit(Op::AfterArrow, span);
            }
            ExprKind::Call { callee, args } => self.call(callee, args, to, span),
            ExprKind::Index { base, indices } => self.index(base, indices, to, span),
            ExprKind::Lambda(tree) => {
                self.code.functions.push((tree.clone(), function(tree)));
                let function = self.code.functions.len() as u32 - 1;
                self.emit(Op::Lambda { to, function }, span);
            }
            _ => self.extended(expr, to),
        }
    }

    /// A part of a sum, for which the register counts that says whether it is written as a game: a
    /// slot or constant is not.
    fn written(&mut self, expr: &Expr) -> Operand {
        let is_game = self.is_game;
        let value = self.operand(expr);
        self.is_game = is_game;
        value
    }

    fn binary(&mut self, (op, op_span): (BinaryOp, Span), left: &Expr, right: &Expr, to: Register) {
        if let Some((base, exponent)) = power_before(op, left) {
            let (first, is_game) = (self.take(3), self.is_game);
            for (place, operand) in [base, exponent, right].into_iter().enumerate() {
                self.is_game = is_game;
                self.expr(operand, first + place as Register);
            }
            self.code.places.extend([left.span, right.span]);
            let places = self.code.places.len() as u32 - 2;
            self.emit_step(
                Op::PowerRemainder { to, first, places },
                left.span.to(right.span),
                op_span,
            );
            return;
        }
        let is_game = self.is_game;
        let left_value = self.operand_before(left, &[right]);
        self.is_game = is_game;
        let right_value = self.operand(right);
        let op = Op::Binary { op, to, left: left_value, right: right_value };
        self.emit_step(op, left.span.to(right.span), op_span);
    }

    /// An instruction that counts a step at a place of its own.
    fn emit_step(&mut self, op: Op, span: Span, step: Span) {
        let at = self.emit(op, span);
        self.code.steps.push((at as u32, step));
    }

    fn index(&mut self, base: &Expr, indices: &[Expr], to: Register, span: Span) {
        if let [index] = indices {
            let (base, index) = (self.operand_before(base, &[index]), self.needed(index));
            self.emit(Op::Index { to, base, index }, span);
            return;
        }
        let first = self.take(1 + indices.len());
        self.expr(base, first);
        self.arguments(indices, first + 1);
        let count = 1 + indices.len() as u32;
        self.emit(Op::IndexMany { to, first, count }, span);
    }

    /// Writes values into consecutive registers.
    pub(super) fn arguments(&mut self, exprs: &[Expr], first: Register) {
        for (place, expr) in exprs.iter().enumerate() {
            let to = first + place as Register;
            self.expr(expr, to);
            if may_be_nothing(expr) {
                self.emit(Op::Needed(Operand::register(to)), expr.span);
            }
        }
    }

    fn gather(&mut self, kind: Gathered, items: &[Expr], to: Register, span: Span) {
        let first = self.take(items.len());
        self.arguments(items, first);
        self.emit(Op::Gather { kind, to, first, count: items.len() as u32 }, span);
    }

    fn map(&mut self, entries: &[(Expr, Expr)], to: Register, span: Span) {
        let first = self.entries(entries);
        let count = 2 * entries.len() as u32;
        self.emit(Op::Gather { kind: Gathered::Map, to, first, count }, span);
    }

    /// Writes keys and values into consecutive registers.
    pub(super) fn entries(&mut self, entries: &[(Expr, Expr)]) -> Register {
        let first = self.take(2 * entries.len());
        for (place, (key, value)) in entries.iter().enumerate() {
            let to = first + 2 * place as Register;
            self.expr(key, to);
            self.expr(value, to + 1);
        }
        first
    }
}

/// Whether an expression may have no value.
pub(super) fn may_be_nothing(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Call { .. } | ExprKind::Index { .. } | ExprKind::IfBlock { .. } => true,
        ExprKind::Explain(_) => true,
        ExprKind::If { then, otherwise, .. } => may_be_nothing(then) || may_be_nothing(otherwise),
        ExprKind::Where { body, .. } => may_be_nothing(body),
        _ => false,
    }
}

/// Whether an expression may bind a name in the frame, or reads one of these slots.
pub(super) fn may_bind_or_read(expr: &Expr, slots: &[Slot]) -> bool {
    NameSearch { slots, left: LOOKED_THROUGH }.finds(expr)
}

/// A search of [`may_bind_or_read`].
struct NameSearch<'s> {
    slots: &'s [Slot],
    /// How many expressions may still be looked at.
    left: usize,
}

impl NameSearch<'_> {
    fn finds(&mut self, expr: &Expr) -> bool {
        if self.left == 0 {
            return true;
        }
        self.left -= 1;
        match &expr.kind {
            ExprKind::Slot(slot, _) => self.slots.contains(slot),
            ExprKind::Number(_)
            | ExprKind::Game(_)
            | ExprKind::Text(_)
            | ExprKind::Bool(_)
            | ExprKind::Builtin(_)
            | ExprKind::Global(_) => false,
            ExprKind::Lambda(function) => {
                function.captures.iter().any(|capture| self.slots.contains(&capture.outside))
            }
            ExprKind::Unary(_, operand) | ExprKind::Nimber(operand) => self.finds(operand),
            ExprKind::Binary { left, right, .. } => self.finds(left) || self.finds(right),
            ExprKind::Range(first, last) => self.finds(first) || self.finds(last),
            ExprKind::If { condition, then, otherwise } => {
                self.finds(condition) || self.finds(then) || self.finds(otherwise)
            }
            ExprKind::Compare { first, rest } => {
                self.finds(first) || rest.iter().any(|(_, _, expr)| self.finds(expr))
            }
            ExprKind::Index { base, indices } => self.finds(base) || self.any(indices),
            ExprKind::Call { callee, args } => self.finds(callee) || self.any(args),
            ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
                self.any(items)
            }
            ExprKind::Comprehension { element, generators, .. } => {
                // The variables are names of their own.
                let part = |generator: &Generator| match generator {
                    Generator::For { source: expr, .. } | Generator::If(expr) => self.finds(expr),
                };
                generators.iter().any(part) || self.finds(element)
            }
            _ => true,
        }
    }

    fn any(&mut self, exprs: &[Expr]) -> bool {
        exprs.iter().any(|expr| self.finds(expr))
    }
}

/// Base and exponent of a power whose remainder is computed.
fn power_before(op: BinaryOp, left: &Expr) -> Option<(&Expr, &Expr)> {
    match &left.kind {
        ExprKind::Binary { op: BinaryOp::Pow, left, right, .. } if op == BinaryOp::Rem => {
            Some((&**left, &**right))
        }
        _ => None,
    }
}

/// Whether this is a lone arrow, which a number may follow.
fn is_arrow(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Game(GameLiteral { number: None, ups: Some(Ups::Multiple(n)), star: None }) => {
            n.magnitude() == num_bigint::BigInt::from(1).magnitude()
        }
        _ => false,
    }
}
