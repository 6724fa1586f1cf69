//! What `explain` is asked, as typed: comparisons with two sides, questions with arguments, sums
//! with summands.
//!
//! Knows: the signs and multiples of sums. Must not know: how anything is explained.

use num_traits::{Signed, ToPrimitive};

use super::{Frame, MORE_STACK, Machine, RED_ZONE};
use crate::builtins;
use crate::explain::{is_explained, is_explained_without_answer, is_question, unexplained};
use crate::resolve::tree::{Explain, Expr, ExprKind, Quotation, QuotationKind};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, UnaryOp};
use crate::value::explanation::Asked;
use crate::value::{At, Result, Summand, Summands, Value, ops, order};

/// Copies of a game that are shown as so many summands; larger multiples are added up.
const MOST_COPIES: usize = 24;

impl Machine<'_> {
    /// `explain(asked, depth)`
    pub(super) fn explain_expr(
        &mut self,
        explain: &Explain,
        span: Span,
        frame: &mut Frame,
    ) -> Result<Value> {
        let callee = builtins::value(explain.builtin);
        let explained = self.asked(&explain.asked, frame).and_then(|asked| {
            let depth = &explain.depth;
            let depth = depth.as_ref().map(|depth| self.needed(depth, frame)).transpose()?;
            builtins::explained(self, asked, depth.as_ref())
        });
        explained.at(span).map_err(|fault| self.in_call(&callee, span, fault))
    }

    fn asked(&mut self, asked: &Quotation, frame: &mut Frame) -> Result<Asked> {
        match &asked.kind {
            // What ± means as a bracket is explained when it stands alone.
            QuotationKind::Game(game) if matches!(game.kind, ExprKind::Switch(_)) => {
                Ok(Asked::Value(self.needed(game, frame)?.into()))
            }
            QuotationKind::Game(game) => Ok(Asked::Value(self.quoted_sum(game, frame)?)),
            QuotationKind::Comparison(a, op, b) => {
                let (a, b) = (self.quoted_sum(a, frame)?, self.quoted_sum(b, frame)?);
                Ok(Asked::Comparison(a, *op, b))
            }
            QuotationKind::Question(builtin, args) => {
                let mut quoted = Vec::with_capacity(args.len());
                for arg in &**args {
                    let sum = self.quoted_sum(arg, frame)?;
                    let is_added = sum.has_long_number();
                    quoted.push(if is_added { sum.value(self).at(arg.span)?.into() } else { sum });
                }
                self.question(*builtin, quoted).at(asked.span)
            }
        }
    }

    /// What has no answer is reported as it is when it is asked without `explain`.
    fn question(&mut self, builtin: u16, args: Vec<Summands>) -> Result<Asked> {
        let mut values = Vec::with_capacity(args.len());
        for arg in &args {
            values.push(arg.value(self)?);
        }
        let name = builtins::row(builtin).name;
        let answer = match builtins::call(self, builtin, &values) {
            Err(fault) if is_explained_without_answer(name, &fault) => {
                return Ok(Asked::Question(name, args));
            }
            answer => answer?,
        };
        match answer {
            _ if is_question(name) => Ok(Asked::Question(name, args)),
            answer if !is_explained(&answer) => Err(unexplained(name)),
            other => Ok(Asked::Value(Summands::from(other).flattened(self)?)),
        }
    }

    /// The summands of an expression; anything but a sum of games is one by itself.
    fn quoted_sum(&mut self, expr: &Expr, frame: &mut Frame) -> Result<Summands> {
        let typed = self.typed_summands(expr, frame)?;
        typed.flattened(self).at(expr.span)
    }

    /// The summands of an expression as they are written.
    pub(super) fn typed_summands(&mut self, expr: &Expr, frame: &mut Frame) -> Result<Summands> {
        stacker::maybe_grow(RED_ZONE, MORE_STACK, || match &expr.kind {
            ExprKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), left, right, .. } => {
                let mut terms = self.typed_summands(left, frame)?.terms().to_vec();
                let more = self.typed_summands(right, frame)?;
                let is_minus = *op == BinaryOp::Sub;
                terms.extend(more.terms().iter().map(|term| signed(term, is_minus)));
                Ok(Summands::new(terms))
            }
            ExprKind::Unary(UnaryOp::Neg, operand) => {
                let operand = self.typed_summands(operand, frame)?;
                Ok(Summands::new(operand.terms().iter().map(|term| signed(term, true)).collect()))
            }
            ExprKind::Binary { op: BinaryOp::Mul, left, right, .. } => {
                let sides = [self.typed_summands(left, frame)?, self.typed_summands(right, frame)?];
                if let Some(copies) = copies(&sides) {
                    return Ok(copies);
                }
                let [a, b] = [sides[0].value(self), sides[1].value(self)];
                let product = ops::binary(self, BinaryOp::Mul, &a?, &b?).at(expr.span)?;
                Ok(product.into())
            }
            ExprKind::Switch(_) => {
                let switch = self.needed(expr, frame)?;
                let store = self.world.store();
                Ok(match &switch {
                    // It is written with its sign, as it is typed.
                    Value::Form(form) if order::as_canonical(store, &switch).at(expr.span)? => {
                        Value::of_game(store, form.canonical())
                    }
                    _ => switch,
                }
                .into())
            }
            _ => Ok(self.needed(expr, frame)?.into()),
        })
    }
}

fn signed(term: &Summand, is_minus: bool) -> Summand {
    Summand { negated: term.negated != is_minus, game: term.game.clone() }
}

/// `3 * G` as three summands, where the factor is a small integer.
fn copies(sides: &[Summands; 2]) -> Option<Summands> {
    let count = |sum: &Summands| match sum.terms() {
        [Summand { negated, game: Value::Number(n) }] => {
            let n = n.to_integer()?;
            Some((*negated != n.is_negative(), n.abs().to_usize()?))
        }
        _ => None,
    };
    let is_number =
        |sum: &Summands| sum.terms().iter().all(|term| matches!(term.game, Value::Number(_)));
    let [left, right] = sides;
    let ((is_minus, times), sum) = match (count(left), count(right)) {
        (Some(factor), _) if !is_number(right) => (factor, right),
        (_, Some(factor)) if !is_number(left) => (factor, left),
        _ => return None,
    };
    let is_few = times.checked_mul(sum.terms().len()).is_some_and(|all| all <= MOST_COPIES);
    let is_few = is_few && times > 0;
    let one: Vec<Summand> = sum.terms().iter().map(|term| signed(term, is_minus)).collect();
    let all = std::iter::repeat_n(one, times).flatten();
    is_few.then(|| Summands::new(all.collect()))
}
