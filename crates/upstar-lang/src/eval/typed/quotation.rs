//! Arguments of `explain` and `certify` as typed: comparisons with two sides, questions with arguments, sums with
//! summands.
//!
//! Knows: the signs and multiples of sums. Must not know: how anything is explained.
//!
//! `explain(...)` is quoted: `resolve` makes a node of the tree for it, a comparison, the call of a builtin, or a
//! game. The summands of its sums are evaluated here one by one.

use num_traits::{Signed, ToPrimitive};
use upstar_core::solve::kept;

use super::Activation;
use crate::builtins::{self, Attribute};
use crate::certify;
use crate::explain::{is_explained, is_explained_where_too_large, unexplained};
use crate::source::Span;
use crate::syntax::ast::BinaryOp;
use crate::value::code::{self, Block, Explain, Summing, TypedSum};
use crate::value::explanation::Asked;
use crate::value::host::Host;
use crate::value::{At, NoAnswer, Result, Summand, Summands, Value, ops, order};

/// Most copies of a game shown as separate summands; larger multiples are added up.
pub(super) const MOST_COPIES: usize = 24;

impl Activation<'_, '_> {
    /// Evaluates `explain(asked, depth)`.
    pub(in crate::eval) fn explain(&mut self, explain: &Explain, span: Span) -> Result<Value> {
        if builtins::row(explain.builtin).has(Attribute::Certifies) {
            return self.certified(explain).at(span);
        }
        let explained = self.asked(explain).and_then(|asked| {
            let depth = explain.depth.map(|depth| self.block(depth)).transpose()?;
            builtins::explained(self.machine, asked, depth.as_ref())
        });
        explained.at(span).map_err(|fault| match fault.is_outside(span) {
            true => fault.called(span, builtins::row(explain.builtin).name),
            false => fault,
        })
    }

    /// Makes the certificate of a question, or finds it where answers are kept.
    fn certified(&mut self, explain: &Explain) -> Result<Value> {
        let (builtin, asked) = match &explain.asked {
            code::QuotedCode::Comparison(a, op, b) => {
                let a = self.quoted_sum(a)?.formal_sum(self.machine)?;
                let b = self.quoted_sum(b)?.formal_sum(self.machine)?;
                (None, certify::Asked::Comparison(a, *op, b))
            }
            code::QuotedCode::Question(builtin, args) => {
                let mut values = Vec::with_capacity(args.len());
                for arg in args {
                    values.push(self.quoted_sum(arg)?.formal_sum(self.machine)?);
                }
                (Some(*builtin), certify::Asked::Call(builtins::row(*builtin).name, values))
            }
            code::QuotedCode::Value(_) | code::QuotedCode::Game(_) => {
                return Err(builtins::no_question());
            }
        };
        let mut answer = |host: &mut dyn Host| match (&asked, builtin) {
            (certify::Asked::Call(_, args), Some(builtin)) => {
                builtins::call(host, builtin, args.clone()).at(explain.span)
            }
            _ => Err(builtins::no_question()),
        };
        // A question that cannot be written has no certificate: the fault is that of `certify`.
        let archive = self.machine.env.world.archive().cloned();
        let kept_by = archive
            .and_then(|archive| Some((archive, certify::first_lines(self.machine, &asked).ok()?)));
        if let Some((archive, begin)) = &kept_by
            && let Some(known) = kept::certificate(&**archive, begin)
        {
            self.machine.env.budget.reserve(known.len() as u64)?;
            return Ok(Value::text(known));
        }
        let made = certify::certify(self.machine, &asked, &mut answer)?;
        if let Some((archive, begin)) = &kept_by {
            kept::keep_certificate(&**archive, begin, &made);
        }
        Ok(Value::text(made))
    }

    fn asked(&mut self, explain: &Explain) -> Result<Asked> {
        match &explain.asked {
            code::QuotedCode::Value(block) => Ok(Asked::Value(self.block(*block)?.into())),
            code::QuotedCode::Game(game) => Ok(Asked::Value(self.quoted_sum(game)?)),
            code::QuotedCode::Comparison(a, op, b) => {
                let a = self.quoted_sum(a)?;
                Ok(Asked::Comparison(a, *op, self.quoted_sum(b)?))
            }
            code::QuotedCode::Question(builtin, args) => {
                let mut quoted = Vec::with_capacity(args.len());
                for arg in args {
                    let sum = self.quoted_sum(arg)?;
                    let is_added = sum.has_long_number();
                    quoted.push(if is_added {
                        sum.value(self.machine).at(arg.span)?.into()
                    } else {
                        sum
                    });
                }
                question(self.machine, *builtin, quoted).at(explain.span)
            }
        }
    }
}

/// A question without an answer has the same fault as without `explain`.
fn question(host: &mut dyn Host, builtin: u16, args: Vec<Summands>) -> Result<Asked> {
    let mut values = Vec::with_capacity(args.len());
    for arg in &args {
        values.push(arg.value(host)?);
    }
    let row = builtins::row(builtin);
    match (builtins::call(host, builtin, values), row.question) {
        (Err(fault), Some(question)) => match NoAnswer::from(fault) {
            NoAnswer::TooLarge(_) if is_explained_where_too_large(question) => {
                Ok(Asked::Question(question, args))
            }
            why => Err(why.into()),
        },
        (Err(fault), None) => Err(fault),
        (Ok(_), Some(question)) => Ok(Asked::Question(question, args)),
        (Ok(answer), None) if !is_explained(&answer) => Err(unexplained(row.name)),
        (Ok(answer), None) => {
            let sum = Summands::from(answer).flattened(host)?;
            Ok(Asked::Value(sum.named_apart(host)?))
        }
    }
}

impl Activation<'_, '_> {
    /// Summands of a sum, each of which is one game.
    fn quoted_sum(&mut self, typed: &TypedSum) -> Result<Summands> {
        let (sum, _) = self.typed_summands(typed, MOST_COPIES)?;
        sum.flattened(self.machine).and_then(|sum| sum.named_apart(self.machine)).at(typed.span)
    }

    /// Summands of a sum as typed, and whether a multiple of a game has been added up because it has
    /// more than `most` summands.
    pub(super) fn typed_summands(
        &mut self,
        typed: &TypedSum,
        most: usize,
    ) -> Result<(Summands, bool)> {
        let (mut sums, mut added_up) = (Vec::<Summands>::new(), false);
        for step in &typed.steps {
            let next = match *step {
                Summing::Value(block) => self.block(block)?.into(),
                Summing::Switch(block) => self.typed_switch(block)?,
                Summing::Negate => {
                    let operand = pop_summands(&mut sums);
                    Summands::new(operand.terms().iter().map(|term| signed(term, true)).collect())
                }
                Summing::Join { is_minus } => {
                    let more = pop_summands(&mut sums);
                    let mut terms = pop_summands(&mut sums).terms().to_vec();
                    terms.extend(more.terms().iter().map(|term| signed(term, is_minus)));
                    Summands::new(terms)
                }
                Summing::Product(span) => {
                    let right = pop_summands(&mut sums);
                    let sides = [pop_summands(&mut sums), right];
                    match copies(&sides, most) {
                        Some(copies) => copies,
                        None => {
                            added_up |= !sides.iter().all(is_number);
                            let [a, b] =
                                [sides[0].value(self.machine), sides[1].value(self.machine)];
                            ops::binary(self.machine, BinaryOp::Mul, &a?, &b?).at(span)?.into()
                        }
                    }
                }
            };
            sums.push(next);
        }
        Ok((pop_summands(&mut sums), added_up))
    }

    /// `±<a, b>` as typed, with its sign.
    fn typed_switch(&mut self, block: Block) -> Result<Summands> {
        let switch = self.block(block)?;
        let store = self.machine.env.world.store();
        Ok(match &switch {
            Value::Form(form) if order::as_canonical(store, &switch).at(block.span)? => {
                Value::of_game(store, form.canonical())
            }
            _ => switch,
        }
        .into())
    }
}

fn pop_summands(sums: &mut Vec<Summands>) -> Summands {
    sums.pop().expect("operands stand before their operator")
}

fn signed(term: &Summand, is_minus: bool) -> Summand {
    Summand { negated: term.negated != is_minus, game: term.game.clone() }
}

fn is_number(sum: &Summands) -> bool {
    sum.terms().iter().all(|term| matches!(term.game, Value::Number(_)))
}

/// `3 * G` as three summands, if the factor is a small integer.
fn copies(sides: &[Summands; 2], most: usize) -> Option<Summands> {
    let count = |sum: &Summands| match sum.terms() {
        [Summand { negated, game: Value::Number(n) }] => {
            let n = n.to_integer()?;
            Some((*negated != n.is_negative(), n.abs().to_usize()?))
        }
        _ => None,
    };
    let [left, right] = sides;
    let ((is_minus, times), sum) = match (count(left), count(right)) {
        (Some(factor), _) if !is_number(right) => (factor, right),
        (_, Some(factor)) if !is_number(left) => (factor, left),
        _ => return None,
    };
    let is_few = times.checked_mul(sum.terms().len()).is_some_and(|all| all <= most);
    let is_few = is_few && times > 0;
    let one: Vec<Summand> = sum.terms().iter().map(|term| signed(term, is_minus)).collect();
    let all = std::iter::repeat_n(one, times).flatten();
    is_few.then(|| Summands::new(all.collect()))
}
