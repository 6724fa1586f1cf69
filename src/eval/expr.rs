//! Expressions: one function for each kind, and a match that finds it.

use std::sync::Arc;

use super::statement::Flow;
use super::{Frame, MORE_STACK, Machine, RED_ZONE, literal};
use crate::diagnostic::Code;
use crate::resolve::tree::{Expr, ExprKind, Function, Generator};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Collection, UnaryOp};
use crate::value::misere;
use crate::value::{At, Fault, Function as Closure, Map, Result, Value, host, number, ops};

impl Machine<'_> {
    /// The value of an expression.
    pub(super) fn expr(&mut self, expr: &Expr, frame: &mut Frame) -> Result<Value> {
        match &expr.kind {
            ExprKind::Number(number) => Ok(Value::Number(number.clone())),
            ExprKind::Text(text) => Ok(Value::Text(text.clone())),
            ExprKind::Bool(b) => Ok(Value::Bool(*b)),
            ExprKind::Slot(slot, name) => slot_value(frame, *slot, name).at(expr.span),
            ExprKind::Global(place) => self.global(*place).at(expr.span),
            ExprKind::Builtin(place) => Ok(crate::builtins::value(*place)),
            _ => stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.compound(expr, frame)),
        }
    }

    fn compound(&mut self, expr: &Expr, frame: &mut Frame) -> Result<Value> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Game(literal) => self.literal(literal).at(span),
            ExprKind::Nimber(n) => {
                let n = self.expr(n, frame)?;
                ops::nimber(self.world.store(), &n).at(span)
            }
            ExprKind::Form { left, right } => self.form(left, right, frame).at(span),
            ExprKind::Switch(left) => self.switch(left, frame).at(span),
            ExprKind::Impartial(options) => self.impartial_form(options, frame).at(span),
            ExprKind::Genus(normal, superscript) => misere::genus(*normal, superscript).at(span),
            ExprKind::Loopy(name, star) => self.named_loopy(*name, star).at(span),
            ExprKind::Loop { brackets, root } => self.looped(brackets, *root, frame).at(span),
            ExprKind::Where { brackets, labels, body } => {
                self.label(brackets, labels, frame).at(span)?;
                self.expr(body, frame)
            }
            ExprKind::List(items) => self.list(items, frame).at(span),
            ExprKind::Tuple(items) => Value::tuple(self.exprs(items, frame)?).at(span),
            ExprKind::Set(items) => self.set(items, frame).at(span),
            ExprKind::Map(entries) => self.map(entries, frame).at(span),
            ExprKind::Comprehension { collection, element, generators } => {
                self.comprehension(*collection, element, generators, frame).at(span)
            }
            ExprKind::Range(first, last) => {
                let (first, last) = (self.expr(first, frame)?, self.expr(last, frame)?);
                ops::range(self.world.store(), &first, &last).at(span)
            }
            ExprKind::Unary(op, operand) => self.unary(*op, operand, frame).at(span),
            ExprKind::Binary { op, op_span, left, right } => {
                self.binary(*op, *op_span, left, right, frame)
            }
            ExprKind::Compare { first, rest } => self.comparison(first, rest, frame),
            ExprKind::Call { callee: base, .. } | ExprKind::Index { base, .. }
                if literal::is_arrow(base) =>
            {
                Err(literal::after_arrow()).at(span)
            }
            ExprKind::Call { callee, args } => self.call_expr(callee, args, span, frame),
            ExprKind::Explain(asked) => self.explain_expr(asked, span, frame),
            ExprKind::Index { base, indices } => self.index(base, indices, frame).at(span),
            ExprKind::Lambda(function) => lambda(function, frame).at(span),
            ExprKind::If { condition, then, otherwise } => {
                let branch = if self.truth(condition, frame)? { then } else { otherwise };
                self.expr(branch, frame)
            }
            ExprKind::IfBlock { condition, then, otherwise } => {
                let branch = if self.truth(condition, frame)? { then } else { otherwise };
                match self.block(branch, frame)? {
                    Flow::Next(value) => Ok(value),
                    _ => Err(leaving()).at(span),
                }
            }
            ExprKind::Number(_)
            | ExprKind::Text(_)
            | ExprKind::Bool(_)
            | ExprKind::Slot(..)
            | ExprKind::Global(_)
            | ExprKind::Builtin(_) => self.expr(expr, frame),
        }
    }

    fn set(&mut self, items: &[Expr], frame: &mut Frame) -> Result<Value> {
        let items = self.exprs(items, frame)?;
        ops::set(self.world.store(), &items)
    }

    pub(super) fn exprs(&mut self, exprs: &[Expr], frame: &mut Frame) -> Result<Vec<Value>> {
        exprs.iter().map(|expr| self.needed(expr, frame)).collect()
    }

    /// The value of an expression where there must be one.
    pub(super) fn needed(&mut self, expr: &Expr, frame: &mut Frame) -> Result<Value> {
        needed(self.expr(expr, frame)?, expr.span)
    }

    /// The value of a global.
    pub(super) fn global(&self, place: usize) -> Result<Value> {
        match self.globals.get(place) {
            Value::Nothing => Err(unset(self.globals.name(place))),
            value => Ok(value.clone()),
        }
    }

    fn list(&mut self, items: &[Expr], frame: &mut Frame) -> Result<Value> {
        Value::list(self.exprs(items, frame)?)
    }

    fn map(&mut self, entries: &[(Expr, Expr)], frame: &mut Frame) -> Result<Value> {
        let mut pairs = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let key = self.expr(key, frame)?;
            let key = ops::without_forms(self.world.store(), &key)?;
            pairs.push((key, self.expr(value, frame)?));
        }
        Ok(Value::Map(Arc::new(Map::new(pairs)?)))
    }

    fn comprehension(
        &mut self,
        collection: Collection,
        element: &Expr,
        generators: &[Generator],
        frame: &mut Frame,
    ) -> Result<Value> {
        let items = self.collect(element, generators, frame)?;
        self.collected(collection, items)
    }

    /// What a comprehension makes of its values.
    pub(super) fn collected(&mut self, collection: Collection, items: Vec<Value>) -> Result<Value> {
        match collection {
            Collection::List => Value::list(items),
            Collection::Set => ops::set(self.world.store(), &items),
            Collection::Map => self.map_of_pairs(items),
        }
    }

    /// The map whose entries are these pairs; of equal keys the last counts.
    fn map_of_pairs(&mut self, pairs: Vec<Value>) -> Result<Value> {
        let mut entries = Vec::with_capacity(pairs.len());
        for pair in pairs {
            if let Value::Tuple(pair) = &pair
                && let [key, value] = pair.items()
            {
                let key = ops::without_forms(self.world.store(), key)?;
                entries.push((key, value.clone()));
            }
        }
        Ok(Value::Map(Arc::new(Map::new(entries)?)))
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr, frame: &mut Frame) -> Result<Value> {
        match op {
            UnaryOp::Not => Ok(Value::Bool(!self.truth(operand, frame)?)),
            UnaryOp::Neg => {
                let value = self.expr(operand, frame)?;
                ops::neg(self, &value)
            }
        }
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        op_span: Span,
        left: &Expr,
        right: &Expr,
        frame: &mut Frame,
    ) -> Result<Value> {
        match op {
            BinaryOp::And => Ok(Value::Bool(self.truth(left, frame)? && self.truth(right, frame)?)),
            BinaryOp::Or => Ok(Value::Bool(self.truth(left, frame)? || self.truth(right, frame)?)),
            _ => {
                if let Some((base, exponent)) = power_before(op, left) {
                    let (base, exponent) = (self.expr(base, frame)?, self.expr(exponent, frame)?);
                    let divisor = self.expr(right, frame)?;
                    self.budget.step().at(op_span)?;
                    let spans = (left.span, right.span);
                    return self.power_remainder(&base, &exponent, &divisor, spans);
                }
                let (a, b) = (self.expr(left, frame)?, self.expr(right, frame)?);
                self.budget.step().at(op_span)?;
                ops::binary(self, op, &a, &b).at(left.span.to(right.span))
            }
        }
    }

    /// `base ** exponent % divisor`, where the power stands at the first of two places. Of integers
    /// the power is not computed.
    pub(super) fn power_remainder(
        &mut self,
        base: &Value,
        exponent: &Value,
        divisor: &Value,
        (left, right): (Span, Span),
    ) -> Result<Value> {
        let whole = left.to(right);
        let found = number::power_remainder(self.world.store(), base, exponent, divisor);
        if let Some(rest) = found.at(whole)? {
            return Ok(rest);
        }
        let power = ops::binary(self, BinaryOp::Pow, base, exponent).at(left)?;
        ops::binary(self, BinaryOp::Rem, &power, divisor).at(whole)
    }

    fn index(&mut self, base: &Expr, indices: &[Expr], frame: &mut Frame) -> Result<Value> {
        let base = self.expr(base, frame)?;
        let indices = self.exprs(indices, frame)?;
        self.element(&base, &indices)
    }

    /// `base[indices]`
    pub(super) fn element(&self, base: &Value, indices: &[Value]) -> Result<Value> {
        let store = self.world.store();
        match (base, indices) {
            (Value::List(list) | Value::Tuple(list), [n]) => {
                let items = list.items();
                Ok(items[literal::index(host::integer(store, n)?, items.len())?].clone())
            }
            (Value::Map(map), [key]) => {
                let key = ops::without_forms(store, key)?;
                map.entries().get(&key).cloned().ok_or_else(|| {
                    Fault::new(Code::OutOfRange, "the map has no value for this key")
                })
            }
            (Value::Range(range), [n]) => {
                let n = host::integer(store, n)?;
                let len = usize::try_from(range.len()).unwrap_or(usize::MAX);
                let place = literal::index(n, len)?;
                Ok(Value::integer(upstar_core::Rational::from(&range.first + place)))
            }
            (Value::Text(text), [n]) => {
                let symbols: Vec<char> = text.chars().collect();
                let place = literal::index(host::integer(store, n)?, symbols.len())?;
                Ok(Value::text(symbols[place].to_string()))
            }
            (Value::Board(cells), _) => cells.at(store, indices),
            (Value::Graph(graph), [vertex]) => graph.at(store, vertex),
            (other, _) => Err(other.wrong("a list, tuple, map, range, text, board or graph")),
        }
    }
}

fn slot_value(frame: &Frame, slot: usize, name: &str) -> Result<Value> {
    match &frame[slot] {
        Value::Nothing => Err(unset(name)),
        value => Ok(value.clone()),
    }
}

/// A value, where there must be one.
pub(super) fn needed(value: Value, span: Span) -> Result<Value> {
    match value {
        Value::Nothing => Err(no_value(span)),
        value => Ok(value),
    }
}

/// The fault of an expression without a value where there must be one.
pub(super) fn no_value(span: Span) -> Fault {
    Fault::new(Code::NoValueYet, "this gives no value")
        .label(span, "here")
        .help("a function gives the value of its last expression")
}

/// The fault of a name without a value.
pub(super) fn unset(name: &str) -> Fault {
    Fault::new(Code::NoValueYet, format!("`{name}` has no value yet"))
        .help("give it one with `:=` before this")
}

pub(super) fn leaving() -> Fault {
    Fault::new(Code::Misplaced, "`return`, `break` and `continue` cannot stand inside a value")
        .help("make the `if` a statement of its own")
}

fn lambda(function: &Arc<Function>, frame: &Frame) -> Result<Value> {
    let taken = function.captures.iter().map(|capture| &frame[capture.outside]);
    let captures = taken.cloned().collect();
    Ok(Value::Function(Arc::new(Closure::new(function.clone(), captures)?)))
}

/// Base and exponent, when the remainder of a power is asked for.
pub(super) fn power_before(op: BinaryOp, left: &Expr) -> Option<(&Expr, &Expr)> {
    match &left.kind {
        ExprKind::Binary { op: BinaryOp::Pow, left, right, .. } if op == BinaryOp::Rem => {
            Some((&**left, &**right))
        }
        _ => None,
    }
}
