//! From the tree of an expression to a closure.

use std::sync::Arc;

use super::call::Call;
use super::collect::{changes, map};
use super::generate::{Source, Step, Target};
use super::{Code, Placed, Slim, Slots, words};
use crate::builtins;
use crate::eval::Machine;
use crate::eval::expr::{no_value, power_before, unset};
use crate::resolve::tree::{self, Expr, ExprKind, Generator};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, CompareOp, UnaryOp};
use crate::value::{At, MAX_ITEMS, Result, Value, host, ops, order};

/// Expressions that are deeper are walked: closures have no stack of their own.
const DEEPEST: usize = 64;

/// Compiles expressions; `None` for those that are left to the walk over the tree.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Compiler {
    depth: usize,
}

impl Placed {
    /// The value, where there must be one.
    pub(super) fn needed(&self, machine: &mut Machine<'_>, slots: &mut Slots) -> Result<Slim> {
        match (self.code)(machine, slots)? {
            nothing if nothing.is_nothing() => Err(no_value(self.span)),
            value => Ok(value),
        }
    }
}

/// Whether a condition holds.
pub(super) fn truth(
    condition: &Placed,
    machine: &mut Machine<'_>,
    slots: &mut Slots,
) -> Result<bool> {
    match (condition.code)(machine, slots)? {
        Slim::Bool(truth) => Ok(truth),
        other => host::truth(&other.value()?).at(condition.span),
    }
}

impl Compiler {
    pub(super) fn placed(self, expr: &Expr) -> Option<Placed> {
        Some(Placed { code: self.expr(expr)?, span: expr.span })
    }

    pub(super) fn all(self, exprs: &[Expr]) -> Option<Vec<Placed>> {
        exprs.iter().map(|expr| self.placed(expr)).collect()
    }

    pub(super) fn generators(self, generators: &[Generator]) -> Option<Vec<Step>> {
        let step = |(i, generator): (usize, &Generator)| match generator {
            Generator::If(condition) => Some(Step::If(self.placed(condition)?)),
            Generator::For { target, source } => Some(Step::For {
                target: places(target)?,
                source: self.source(source)?,
                span: source.span,
                listed: !generators[i + 1..].iter().any(|next| matches!(next, Generator::If(_))),
            }),
        };
        generators.iter().enumerate().map(step).collect()
    }

    fn source(self, source: &Expr) -> Option<Source> {
        Some(match &source.kind {
            ExprKind::Range(first, last) => Source::Range(self.expr(first)?, self.expr(last)?),
            ExprKind::List(items) if items.len() == 1 => Source::Single(self.placed(&items[0])?),
            _ => Source::Any(self.expr(source)?),
        })
    }

    pub(super) fn expr(self, expr: &Expr) -> Option<Code> {
        if self.depth >= DEEPEST {
            return None;
        }
        let deeper = Compiler { depth: self.depth + 1 };
        let span = expr.span;
        match &expr.kind {
            ExprKind::Number(number) => constant(Value::Number(number.clone())),
            ExprKind::Text(text) => constant(Value::Text(text.clone())),
            ExprKind::Bool(b) => constant(Value::Bool(*b)),
            ExprKind::Builtin(place) => constant(builtins::value(*place)),
            ExprKind::Slot(slot, name) => {
                let (slot, name) = (*slot, name.clone());
                Some(Box::new(move |_, slots| match &slots[slot] {
                    nothing if nothing.is_nothing() => Err(unset(&name)).at(span),
                    value => Ok(value.clone()),
                }))
            }
            ExprKind::Global(place) => {
                let place = *place;
                Some(Box::new(move |machine, _| Ok(Slim::of(machine.global(place).at(span)?))))
            }
            ExprKind::Unary(op, operand) => deeper.unary(*op, operand, span),
            ExprKind::Binary { op, op_span, left, right } => {
                deeper.binary(*op, *op_span, left, right)
            }
            ExprKind::Compare { first, rest } => deeper.compare(first, rest),
            ExprKind::Call { callee, args } => deeper.call(callee, args, span),
            ExprKind::Index { base, indices } => deeper.index(base, indices, span),
            ExprKind::If { condition, then, otherwise } => {
                let condition = deeper.placed(condition)?;
                let (then, otherwise) = (deeper.expr(then)?, deeper.expr(otherwise)?);
                Some(Box::new(move |machine, slots| match truth(&condition, machine, slots)? {
                    true => then(machine, slots),
                    false => otherwise(machine, slots),
                }))
            }
            _ => deeper.collection(expr),
        }
    }

    fn unary(self, op: UnaryOp, operand: &Expr, span: Span) -> Option<Code> {
        let operand = self.placed(operand)?;
        Some(match op {
            UnaryOp::Not => Box::new(move |machine, slots| {
                Ok(Slim::Bool(!truth(&operand, machine, slots).at(span)?))
            }),
            UnaryOp::Neg => Box::new(move |machine, slots| {
                let value = (operand.code)(machine, slots).at(span)?;
                match value {
                    Slim::Int(n) if n != i64::MIN => Ok(Slim::Int(-n)),
                    other => Ok(Slim::of(ops::neg(machine, &other.value()?).at(span)?)),
                }
            }),
        })
    }

    fn binary(self, op: BinaryOp, op_span: Span, left: &Expr, right: &Expr) -> Option<Code> {
        if let Some((base, exponent)) = power_before(op, left) {
            return self.power_remainder((base, exponent), (left.span, op_span), right);
        }
        let (left, right) = (self.placed(left)?, self.placed(right)?);
        Some(match op {
            BinaryOp::And => Box::new(move |machine, slots| {
                Ok(Slim::Bool(truth(&left, machine, slots)? && truth(&right, machine, slots)?))
            }),
            BinaryOp::Or => Box::new(move |machine, slots| {
                Ok(Slim::Bool(truth(&left, machine, slots)? || truth(&right, machine, slots)?))
            }),
            _ => {
                let span = left.span.to(right.span);
                Box::new(move |machine, slots| {
                    let (a, b) = ((left.code)(machine, slots)?, (right.code)(machine, slots)?);
                    machine.budget.step().at(op_span)?;
                    if let (Slim::Int(a), Slim::Int(b)) = (&a, &b)
                        && let Some(n) = arithmetic(op, *a, *b)
                    {
                        return Ok(Slim::Int(n));
                    }
                    if let (BinaryOp::Add, Slim::List(a), Slim::List(b)) = (op, &a, &b)
                        && a.len() + b.len() <= MAX_ITEMS as usize
                    {
                        return Ok(Slim::List(
                            a.iter().chain(&**b).cloned().collect::<Vec<_>>().into(),
                        ));
                    }
                    let (a, b) = (a.value()?, b.value()?);
                    Ok(Slim::of(ops::binary(machine, op, &a, &b).at(span)?))
                })
            }
        })
    }

    fn power_remainder(
        self,
        (base, exponent): (&Expr, &Expr),
        (left, op_span): (Span, Span),
        right: &Expr,
    ) -> Option<Code> {
        let (base, exponent) = (self.expr(base)?, self.expr(exponent)?);
        let divisor = self.placed(right)?;
        Some(Box::new(move |machine, slots| {
            let (base, exponent) = (base(machine, slots)?, exponent(machine, slots)?);
            let over = (divisor.code)(machine, slots)?;
            machine.budget.step().at(op_span)?;
            let (base, exponent, over) = (base.value()?, exponent.value()?, over.value()?);
            let spans = (left, divisor.span);
            Ok(Slim::of(machine.power_remainder(&base, &exponent, &over, spans)?))
        }))
    }

    fn compare(self, first: &Expr, rest: &[(CompareOp, Span, Expr)]) -> Option<Code> {
        let first = self.placed(first)?;
        let rest = rest.iter().map(|(op, _, expr)| Some((*op, self.placed(expr)?)));
        let rest = rest.collect::<Option<Vec<_>>>()?;
        Some(Box::new(move |machine, slots| {
            let mut left = (first.code)(machine, slots)?;
            let mut from = first.span;
            for (op, expr) in &rest {
                let right = (expr.code)(machine, slots)?;
                let holds = match compared(*op, &left, &right) {
                    Some(holds) => holds,
                    None => {
                        let (a, b) = (left.value()?, right.clone().value()?);
                        order::compare(machine, *op, &a, &b).at(from.to(expr.span))?
                    }
                };
                if !holds {
                    return Ok(Slim::Bool(false));
                }
                (left, from) = (right, expr.span);
            }
            Ok(Slim::Bool(true))
        }))
    }

    fn index(self, base: &Expr, indices: &[Expr], span: Span) -> Option<Code> {
        if let (ExprKind::Slot(slot, name), [index]) = (&base.kind, indices) {
            return self.index_slot((*slot, name.clone(), base.span), self.placed(index)?, span);
        }
        let (base, indices) = (self.expr(base)?, self.all(indices)?);
        Some(Box::new(move |machine, slots| {
            let base = base(machine, slots).at(span)?;
            let indices = indices.iter().map(|index| index.needed(machine, slots));
            let indices = indices.collect::<Result<Vec<_>>>()?;
            match words::element(&base, &indices) {
                Some(element) => Ok(element),
                None => machine.slim_element(base, indices, span),
            }
        }))
    }

    /// `x[i]` for a name x, whose value stays where it is.
    fn index_slot(
        self,
        (slot, name, place): (tree::Slot, Arc<str>, Span),
        index: Placed,
        span: Span,
    ) -> Option<Code> {
        Some(Box::new(move |machine, slots| {
            if slots[slot].is_nothing() {
                return Err(unset(&name)).at(place);
            }
            let index = [index.needed(machine, slots)?];
            match words::element(&slots[slot], &index) {
                Some(element) => Ok(element),
                None => machine.slim_element(slots[slot].clone(), index.into(), span),
            }
        }))
    }

    fn call(self, callee: &Expr, args: &Arc<[Expr]>, span: Span) -> Option<Code> {
        if let ExprKind::Builtin(place) = callee.kind
            && let Value::Builtin(place, name) = builtins::value(place)
        {
            if let ("with", [board, Expr { kind: ExprKind::Map(entries), span: map }]) =
                (name, &args[..])
            {
                return self.with(place, board, entries, *map, span);
            }
            if let ("length", [Expr { kind: ExprKind::Call { callee, args: inner }, span: at }]) =
                (name, &args[..])
                && let ExprKind::Builtin(list) = callee.kind
                && let Some(counted) = words::counted(builtins::row(list).name)
                && inner.len() == 2
            {
                let inner = Call { args: self.all(inner)?, places: inner.clone(), span: *at };
                let inner = (inner, list, counted);
                let call = Call { args: Vec::new(), places: args.clone(), span };
                return Some(Box::new(move |machine, slots| {
                    call.length(place, &inner, machine, slots)
                }));
            }
            let word = words::word(name);
            let call = Call { args: self.all(args)?, places: args.clone(), span };
            return Some(Box::new(move |machine, slots| call.builtin(place, word, machine, slots)));
        }
        let callee = self.expr(callee)?;
        let call = Call { args: self.all(args)?, places: args.clone(), span };
        Some(Box::new(move |machine, slots| {
            let callee = callee(machine, slots)?.value()?;
            call.value(&callee, machine, slots)
        }))
    }

    /// `with(board, {place: symbol})`, without the map where it is simple.
    fn with(
        self,
        place: u16,
        board: &Expr,
        entries: &[(Expr, Expr)],
        map_span: Span,
        span: Span,
    ) -> Option<Code> {
        let (board, entries) = (self.placed(board)?, self.entries(entries)?);
        Some(Box::new(move |machine, slots| {
            let board = board.needed(machine, slots)?;
            let changes = changes(&entries, machine, slots).at(map_span)?;
            if let Some(changed) = words::changed(&board, &changes) {
                return Ok(changed);
            }
            let args = [board.value()?, map(changes, machine).at(map_span)?];
            let result = builtins::call(machine, place, &args).at(span);
            let name = builtins::row(place).name;
            result.map(Slim::of).map_err(|fault| match fault.is_outside(span) {
                true => fault.called(span, name),
                false => fault,
            })
        }))
    }
}

fn constant(value: Value) -> Option<Code> {
    let value = Slim::of(value);
    Some(Box::new(move |_, _| Ok(value.clone())))
}

fn places(target: &tree::Target) -> Option<Target> {
    Some(match target {
        tree::Target::Slot(slot) => Target::Slot(*slot),
        tree::Target::Tuple(targets, span) => {
            Target::Tuple(targets.iter().map(places).collect::<Option<_>>()?, *span)
        }
        tree::Target::Global(_) => return None,
    })
}

/// Integer arithmetic where the result is an integer that fits.
fn arithmetic(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Rem if a >= 0 && b > 0 => Some(a % b),
        BinaryOp::Div if b > 0 && a % b == 0 => Some(a / b),
        _ => None,
    }
}

/// How simple values compare.
fn compared(op: CompareOp, left: &Slim, right: &Slim) -> Option<bool> {
    match (op, left, right) {
        (CompareOp::Equal, ..) => left.same(right),
        (CompareOp::NotEqual, ..) => left.same(right).map(|same| !same),
        (CompareOp::In | CompareOp::NotIn, Slim::Sign(sign), Slim::Value(Value::Text(text))) => {
            Some(text.contains(*sign) == (op == CompareOp::In))
        }
        (CompareOp::In | CompareOp::NotIn, item, Slim::List(items)) => {
            let mut found = false;
            for other in items.iter() {
                found = found || item.same(other)?;
            }
            Some(found == (op == CompareOp::In))
        }
        (_, Slim::Int(a), Slim::Int(b)) => match op {
            CompareOp::Less => Some(a < b),
            CompareOp::LessOrEqual => Some(a <= b),
            CompareOp::Greater => Some(a > b),
            CompareOp::GreaterOrEqual => Some(a >= b),
            _ => None,
        },
        _ => None,
    }
}
