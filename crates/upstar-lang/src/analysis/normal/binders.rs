//! Variables: what `for x in S`, `if C` and names for values become.

use std::sync::Arc;

use super::kinds::Kind;
use super::{Normaliser, at, is_atom, itself};
use crate::analysis::intrinsic_call;
use crate::builtins::Intrinsic;
use crate::resolve::tree::{Expr, ExprKind, Generator, Slot, Target};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Collection, CompareOp};

impl Normaliser<'_> {
    /// Makes a variable stand for a value where an expression is normalised. A total value takes its place; another one is
    /// evaluated first.
    pub(super) fn with_value(
        &mut self,
        slot: Slot,
        value: Expr,
        span: Span,
        body: impl FnOnce(&mut Self) -> Option<Expr>,
    ) -> Option<Expr> {
        if self.may_move(&value) {
            self.set(slot, value);
            return body(self);
        }
        let new = self.new_slot(self.kind(&value));
        self.set(slot, at(value.span, itself(new)));
        let body = Box::new(body(self)?);
        Some(at(span, ExprKind::Let { slot: new, value: Box::new(value), body }))
    }

    pub(super) fn set(&mut self, slot: Slot, value: Expr) {
        if self.frame.len() <= slot {
            self.frame.resize(slot + 1, None);
        }
        self.frame[slot] = Some(value);
    }

    /// Whether an expression may be evaluated more or less often, or elsewhere.
    pub(super) fn may_move(&self, expr: &Expr) -> bool {
        is_atom(expr) || matches!(expr.kind, ExprKind::Lambda(_)) || self.is_total(expr)
    }

    /// Generators in normal form. Unless it `repeats`, it does not matter how often the same binding comes.
    pub(super) fn generators(
        &mut self,
        generators: &[Generator],
        repeats: bool,
    ) -> Option<Vec<Generator>> {
        let mut normal = Vec::new();
        for generator in generators {
            match generator {
                Generator::If(condition) => {
                    let condition = self.expr(condition)?;
                    only_if(condition, &mut normal);
                }
                Generator::For { target, source } => {
                    let source = self.expr(source)?;
                    self.each(target, source, repeats, &mut normal)?;
                }
            }
        }
        Some(normal)
    }

    /// `for target in source`, for a source in normal form.
    fn each(
        &mut self,
        target: &Target,
        source: Expr,
        repeats: bool,
        normal: &mut Vec<Generator>,
    ) -> Option<()> {
        let span = source.span;
        match source.kind {
            ExprKind::List(items) | ExprKind::Set(items) if items.len() == 1 => {
                let only = items.into_iter().next()?;
                self.bind(target, only, normal)
            }
            ExprKind::Comprehension { collection, element, generators }
                if collection == Collection::List
                    || collection == Collection::Set && !repeats =>
            {
                normal.extend(generators);
                self.bind(target, *element, normal)
            }
            ExprKind::Text(text) => {
                let symbol = |symbol: char| at(span, ExprKind::Text(Arc::from(symbol.to_string())));
                let symbols = ExprKind::List(text.chars().map(symbol).collect());
                self.loop_over(target, at(span, symbols), normal)
            }
            ExprKind::If { condition, then, otherwise } if is_empty(&otherwise) => {
                only_if(*condition, normal);
                self.each(target, *then, repeats, normal)
            }
            ExprKind::Call { ref args, .. } => {
                let same = match intrinsic_call(&source) {
                    Some((Intrinsic::List, [items])) => match self.kind(items) {
                        Kind::List(_) => true,
                        Kind::Set(_) => !repeats || is_set(items),
                        _ => false,
                    },
                    Some((Intrinsic::Set, [items])) => {
                        !repeats && matches!(self.kind(items), Kind::List(_) | Kind::Set(_))
                    }
                    _ => false,
                };
                let items = if same { args.first().cloned() } else { None };
                match items {
                    Some(items) => self.each(target, items, repeats, normal),
                    None => self.loop_over(target, source, normal),
                }
            }
            _ => self.loop_over(target, source, normal),
        }
    }

    /// Binds the parts of a target to an element in normal form.
    fn bind(&mut self, target: &Target, value: Expr, normal: &mut Vec<Generator>) -> Option<()> {
        match target {
            Target::Slot(slot) if self.may_move(&value) => self.set(*slot, value),
            Target::Slot(slot) => {
                let new = self.new_slot(self.kind(&value));
                self.set(*slot, at(value.span, itself(new)));
                let source = at(value.span, ExprKind::List(vec![value]));
                normal.push(Generator::For { target: Target::Slot(new), source });
            }
            Target::Tuple(targets, _) => match value.kind {
                ExprKind::Tuple(items) if items.len() == targets.len() => {
                    for (target, item) in targets.iter().zip(items) {
                        self.bind(target, item, normal)?;
                    }
                }
                _ => {
                    let source = at(value.span, ExprKind::List(vec![value]));
                    return self.loop_over(target, source, normal);
                }
            },
            Target::Global(_) => return None,
        }
        Some(())
    }

    fn loop_over(
        &mut self,
        target: &Target,
        source: Expr,
        normal: &mut Vec<Generator>,
    ) -> Option<()> {
        let kind = self.kind(&source).element();
        let target = self.new_target(target, kind, source.span)?;
        normal.push(Generator::For { target, source });
        Some(())
    }

    /// A target of new slots.
    fn new_target(&mut self, target: &Target, kind: Kind, at_span: Span) -> Option<Target> {
        match target {
            Target::Slot(slot) => {
                let new = self.new_slot(kind);
                self.set(*slot, at(at_span, itself(new)));
                Some(Target::Slot(new))
            }
            Target::Tuple(parts, span) => {
                let new = |part| self.new_target(part, Kind::Unknown, at_span);
                Some(Target::Tuple(parts.iter().map(new).collect::<Option<_>>()?, *span))
            }
            Target::Global(_) => None,
        }
    }

    /// `[element for ...]`
    pub(super) fn comprehension(
        &mut self,
        collection: Collection,
        element: &Expr,
        generators: &[Generator],
        repeats: bool,
        span: Span,
    ) -> Option<Expr> {
        let generators = self.generators(generators, repeats)?;
        let element = self.boxed(element)?;
        Some(at(span, ExprKind::Comprehension { collection, element, generators }))
    }
}

/// Adds a condition: its parts that are joined by `and` one by one, and none that is always true.
pub(super) fn only_if(condition: Expr, normal: &mut Vec<Generator>) {
    match condition.kind {
        ExprKind::Bool(true) => {}
        ExprKind::Binary { op: BinaryOp::And, left, right, .. } => {
            only_if(*left, normal);
            only_if(*right, normal);
        }
        _ => normal.push(Generator::If(condition)),
    }
}

/// Whether an expression is a collection without elements.
pub(super) fn is_empty(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::List(items) | ExprKind::Set(items) if items.is_empty())
}

/// Whether an expression is a set, each of whose elements comes once.
fn is_set(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Set(_) | ExprKind::Comprehension { collection: Collection::Set, .. }
    )
}

/// The comparison that holds where another one does not, whatever is compared.
pub(super) fn negated(op: CompareOp) -> Option<CompareOp> {
    match op {
        CompareOp::Equal => Some(CompareOp::NotEqual),
        CompareOp::NotEqual => Some(CompareOp::Equal),
        CompareOp::In => Some(CompareOp::NotIn),
        CompareOp::NotIn => Some(CompareOp::In),
        _ => None,
    }
}
