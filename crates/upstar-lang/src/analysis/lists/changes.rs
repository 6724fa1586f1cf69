//! Lists changed at a place, and slices, as comprehensions.
//!
//! A place outside of a list is an error that a comprehension may not see. So only places are read that run through the indices
//! of the list.

use super::compile::{Code, Compiler};
use super::program::{Int, List};
use crate::builtins::{self, Intrinsic};
use crate::resolve::tree::{Expr, ExprKind, Generator, Slot, Target};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Collection, CompareOp};

fn at(span: Span, kind: ExprKind) -> Expr {
    Expr { kind, span }
}

fn variable(slot: Slot, span: Span) -> Expr {
    at(span, ExprKind::Slot(slot, "".into()))
}

fn number(n: i64, span: Span) -> Expr {
    at(span, ExprKind::Number(n.into()))
}

fn binary(op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
    at(span, ExprKind::Binary { op, op_span: span, left: Box::new(left), right: Box::new(right) })
}

impl Compiler {
    /// A list with another element at a place, without one, or with one more.
    pub(super) fn changed(
        &mut self,
        function: Intrinsic,
        (list, change, new): (&Expr, &Expr, Option<&Expr>),
    ) -> Option<Code> {
        let span = list.span;
        let (place, new) = match (&change.kind, new) {
            (ExprKind::Map(entries), None) => match &entries[..] {
                [(place, new)] => (place, Some(new)),
                _ => return None,
            },
            (_, new) => (change, new),
        };
        let Code::List(List::Slot(known)) = self.code(list)? else { return None };
        match self.code(place)? {
            Code::Int(Int::Slot(place)) if self.runs_through(place, known) => {}
            _ => return None,
        }
        let length = {
            let callee = at(span, ExprKind::Builtin(builtins::place_of(Intrinsic::Length)));
            let args = vec![list.clone()].into();
            at(span, ExprKind::Call { callee: Box::new(callee), args })
        };
        let written = match (function, new) {
            (Intrinsic::Without, None) => {
                self.loop_over(list, (number(1, span), length), |item, j| {
                    let rest = vec![(CompareOp::NotEqual, span, place.clone())];
                    let other = ExprKind::Compare { first: Box::new(j), rest };
                    (item, Some(at(span, other)))
                })
            }
            (Intrinsic::With, Some(new)) => {
                self.loop_over(list, (number(1, span), length), |item, j| {
                    let rest = vec![(CompareOp::Equal, span, place.clone())];
                    let here = at(span, ExprKind::Compare { first: Box::new(j), rest });
                    let (condition, then) = (Box::new(here), Box::new(new.clone()));
                    (at(span, ExprKind::If { condition, then, otherwise: Box::new(item) }), None)
                })
            }
            (Intrinsic::Insert, Some(new)) => {
                let before = binary(BinaryOp::Sub, place.clone(), number(1, span), span);
                let first = self.loop_over(list, (number(1, span), before), |item, _| (item, None));
                let last = self.loop_over(list, (place.clone(), length), |item, _| (item, None));
                let new = at(span, ExprKind::List(vec![new.clone()]));
                binary(BinaryOp::Add, binary(BinaryOp::Add, first, new, span), last, span)
            }
            _ => return None,
        };
        self.code(&written)
    }

    /// `xs[a..b]`: `[xs[j] for j in a..b]`.
    pub(super) fn slice(&mut self, list: &Expr, range: &Expr) -> Option<Code> {
        let ExprKind::Range(first, last) = &range.kind else { return None };
        matches!(self.code(list)?, Code::List(_)).then_some(())?;
        let (first, last) = ((**first).clone(), (**last).clone());
        let written = self.loop_over(list, (first, last), |item, _| (item, None));
        self.code(&written)
    }

    /// `[element for j in first..last if condition]`, where both are made of `list[j]` and j.
    fn loop_over(
        &mut self,
        list: &Expr,
        (first, last): (Expr, Expr),
        made: impl FnOnce(Expr, Expr) -> (Expr, Option<Expr>),
    ) -> Expr {
        let span = list.span;
        let j = self.variables.len();
        self.variables.push(None);
        let indices = vec![variable(j, span)];
        let item = at(span, ExprKind::Index { base: Box::new(list.clone()), indices });
        let (element, condition) = made(item, variable(j, span));
        let source = at(span, ExprKind::Range(Box::new(first), Box::new(last)));
        let mut generators = vec![Generator::For { target: Target::Slot(j), source }];
        generators.extend(condition.map(Generator::If));
        let (collection, element) = (Collection::List, Box::new(element));
        at(span, ExprKind::Comprehension { collection, element, generators })
    }
}
