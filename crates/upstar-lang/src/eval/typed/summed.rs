//! Sums that are kept as typed: options of brackets, and arguments of functions about misère play.
//!
//! Knows: which sums are kept, and as what. Must not know: how games are played.

use std::sync::Arc;

use upstar_core::Game;

use super::Activation;
use crate::diagnostic::Code as ErrorCode;
use crate::resolve::tree::Within;
use crate::syntax::ast::BinaryOp;
use crate::value::code::TypedSum;
use crate::value::host::Host;
use crate::value::misere::MOST_COPIES;
use crate::value::{
    At, Fault, Result, Sum, Summand, Summands, Term, TermKind, Value, misere, ops, order, worth,
};

impl Activation<'_, '_> {
    /// Value of a sum as typed. Sums of numbers, and sums with anything but short games and positions, are
    /// added up as elsewhere. Any other sum stays a sum, or becomes one in misère play if it has forms as
    /// typed among its summands.
    pub(in crate::eval) fn summed(&mut self, typed: &TypedSum, within: Within) -> Result<Value> {
        let (sum, added_up) = self.typed_summands(typed, MOST_COPIES)?;
        kept_sum(self.machine, &sum, added_up, within).at(typed.span)
    }
}

fn kept_sum(host: &mut dyn Host, sum: &Summands, added_up: bool, within: Within) -> Result<Value> {
    let is_number = |term: &Summand| matches!(term.game, Value::Number(_));
    if !sum.terms().iter().all(is_short) || sum.terms().iter().all(is_number) {
        return sum.value(host);
    }
    let mut has_forms = false;
    for term in sum.terms() {
        has_forms |= match &term.game {
            Value::Typed(_) => true,
            // Elsewhere a bracket counts as its value, in a bracket as typed.
            Value::Form(_) if within != Within::Misere => true,
            _ => false,
        } && !order::as_canonical(&host.store(), &term.game)?;
    }
    if within == Within::Bracket && (added_up || has_forms) {
        let value = sum.value(host)?;
        return marked(host, value);
    }
    if added_up {
        let message = format!("more than {MOST_COPIES} copies of a game are too many here");
        return Err(Fault::new(ErrorCode::TooLarge, message));
    }
    let is_zero = |term: &Summand| matches!(&term.game, Value::Number(n) if n.is_zero());
    let terms: Vec<Summand> = sum.terms().iter().filter(|term| !is_zero(term)).cloned().collect();
    if has_forms {
        return in_misere_play(host, &terms, within);
    }
    match terms.len() {
        0 | 1 => sum.value(host),
        _ => Summands::new(terms).formal_sum(host),
    }
}

/// The sum in misère play.
fn in_misere_play(host: &mut dyn Host, terms: &[Summand], within: Within) -> Result<Value> {
    let mut total = misere::of(host, &Value::integer(0))?;
    for Summand { negated, game } in terms {
        let game = match game {
            Value::Form(form) if within == Within::Impartial => Value::Typed(form.clone()),
            other => other.clone(),
        };
        let op = if *negated { BinaryOp::Sub } else { BinaryOp::Add };
        let game = misere::of(host, &game)?;
        total = ops::binary(host, op, &total, &game)?;
    }
    Ok(total)
}

/// Value of a sum that has been added up, as a sum without positions, by which a bracket knows it.
fn marked(host: &mut dyn Host, value: Value) -> Result<Value> {
    if !matches!(value, Value::Number(_) | Value::Game(_)) {
        return Ok(value);
    }
    let games = [worth::game(host, &value)?, Game::ZERO];
    let terms = games.map(|game| Term { negated: false, kind: TermKind::Game(game) });
    Ok(Value::Sum(Arc::new(Sum::new(terms.to_vec())?)))
}

/// Whether a summand can be kept: short games and positions.
fn is_short(term: &Summand) -> bool {
    match &term.game {
        Value::Number(number) => number.to_dyadic().is_some(),
        Value::Sum(sum) => !sum.is_loopy(),
        other => {
            matches!(other, Value::Game(_) | Value::Form(_) | Value::Typed(_) | Value::Position(_))
        }
    }
}

/// Sum without positions: what `Activation::summed` makes of values.
pub(super) fn is_of_values(value: &Value) -> bool {
    match value {
        Value::Sum(sum) => sum.terms().iter().all(|term| matches!(term.kind, TermKind::Game(_))),
        _ => false,
    }
}
