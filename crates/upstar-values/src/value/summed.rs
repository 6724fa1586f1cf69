//! Sums as typed: how their summands are added, kept or taken apart.
//!
//! Knows: signs, copies, and how the summands are added. Must not know: who wins.

use std::cmp::Ordering;
use std::sync::Arc;

use upstar_core::loopy::named::name;
use upstar_core::loopy::{GameValue, Loopy, negative, sum};
use upstar_core::{Rational, uptimal_expansion};

use super::host::Host;
use super::{
    Form, Result, Sum, Summand, Summands, Term, TermKind, Value, loopy, ops, order, show, worth,
};
use crate::syntax::ast::BinaryOp;

impl Summands {
    /// Value of the sum, added up by `+` and `-` as outside of explanations.
    ///
    /// # Errors
    /// When the summands cannot be added.
    pub fn value(&self, host: &mut dyn Host) -> Result<Value> {
        let Some((first, rest)) = self.terms.split_first() else { return Ok(Value::integer(0)) };
        let mut total =
            if first.negated { ops::neg(host, &first.game)? } else { first.game.clone() };
        for Summand { negated, game } in rest {
            let op = if *negated { BinaryOp::Sub } else { BinaryOp::Add };
            total = ops::binary(host, op, &total, game)?;
        }
        Ok(total)
    }

    /// The sum as a value that keeps its summands; brackets count by their values.
    ///
    /// # Errors
    /// When a summand is no game.
    pub fn formal_sum(&self, host: &mut dyn Host) -> Result<Value> {
        if let Some(single) = self.single() {
            return Ok(single.clone());
        }
        let store = host.store();
        let mut terms: Vec<Term> = Vec::new();
        for Summand { negated, game } in &self.terms {
            terms.extend(ops::terms(&store, game, *negated)?);
        }
        Ok(Value::Sum(Arc::new(Sum::new(terms)?)))
    }

    /// Replaces sums of positions by their summands, and gives numbers their signs. Anything but a sum of
    /// short games and positions becomes a single summand, its value.
    ///
    /// # Errors
    /// When the summands cannot be added.
    pub fn flattened(self, host: &mut dyn Host) -> Result<Summands> {
        if let Some(single) = self.single()
            && !matches!(single, Value::Sum(_))
        {
            return Ok(self);
        }
        if self.terms.iter().any(|term| loopy::is_loopy(&term.game)) {
            return self.with_loopy(host);
        }
        let mut terms = Vec::with_capacity(self.terms.len());
        let is_kept = self.has_long_number();
        for term in &self.terms {
            match &term.game {
                Value::Number(number) if is_kept || number.to_dyadic().is_some() => {
                    let number = if term.negated { -number } else { number.clone() };
                    terms.push(Summand { negated: false, game: Value::Number(number) });
                }
                Value::Game(_) | Value::Form(_) | Value::Typed(_) | Value::Position(_) => {
                    terms.push(term.clone());
                }
                Value::Sum(sum) => terms.extend(sum.terms().iter().map(|inner| Summand {
                    negated: inner.negated != term.negated,
                    game: Value::of_kind(host, &inner.kind),
                })),
                _ => return Ok(self.value(host)?.into()),
            }
        }
        match &terms[..] {
            [] => Ok(Value::integer(0).into()),
            [
                Summand { negated: true, game: Value::Game(_) | Value::Form(_) | Value::Typed(_) },
            ] => Ok(self.value(host)?.into()),
            _ => Ok(Summands { terms }),
        }
    }

    /// Replaces values whose names are sums, so that what is printed reads back as it is: a sum of powers of up by
    /// the bracket of its canonical form, and a number plus a loopy game, which stands alone, by these two.
    ///
    /// # Errors
    /// When a limit is passed.
    pub fn named_apart(self, host: &mut dyn Host) -> Result<Summands> {
        let store = host.store();
        if let Some(Value::Loopy(loopy)) = self.single()
            && let Loopy::Stopper(stopper) = &**loopy
            && let Some(named) = name(&store, stopper)?
            && named.number != 0
        {
            let number = Rational::from(&named.number);
            let less = GameValue::Short(store.number(&-named.number)?);
            let rest = sum(&store, &GameValue::Loopy(Loopy::clone(loopy)), &less)?;
            let first = Summand {
                negated: number.sign() == Ordering::Less,
                game: Value::Number(number.abs()),
            };
            let is_minus =
                show::value(&store, &Value::of_worth(&store, rest.clone()))?.starts_with('-');
            let rest = if is_minus { negative(&store, &rest)? } else { rest };
            let second = Summand { negated: is_minus, game: Value::of_worth(&store, rest) };
            return Ok(Summands { terms: vec![first, second] });
        }
        let mut terms = self.terms;
        for term in &mut terms {
            if let Value::Game(game) = term.game
                && uptimal_expansion(&store, game)?.is_some()
                && show::value(&store, &term.game)?.contains(' ')
            {
                term.game = Value::Form(Arc::new(Form::canonical_bracket(&store, game)?));
            }
        }
        Ok(Summands { terms })
    }

    /// Keeps the summands of a sum with loopy games. Anything else becomes a single summand, its value.
    fn with_loopy(self, host: &mut dyn Host) -> Result<Summands> {
        let is_game = |value: &Value| {
            matches!(
                value,
                Value::Loopy(_)
                    | Value::LoopyBracket(_)
                    | Value::Game(_)
                    | Value::Form(_)
                    | Value::Typed(_)
                    | Value::Number(_)
            )
        };
        let is_kept = self.terms.len() > 1 && self.terms.iter().all(|term| is_game(&term.game));
        if is_kept { Ok(self) } else { Ok(self.value(host)?.into()) }
    }
}

impl Value {
    /// A summand as a value.
    pub fn of_kind(host: &dyn Host, kind: &TermKind) -> Value {
        match kind {
            TermKind::Position(position) => Value::Position(position.clone()),
            TermKind::Game(game) => Value::of_game(&host.store(), *game),
            TermKind::Loopy(loopy) => Value::Loopy(loopy.clone()),
        }
    }
}

impl Summand {
    /// Whether the other summand is this one with the players exchanged, move for move.
    ///
    /// # Errors
    /// When a limit is passed.
    pub fn is_mirrored_by(&self, other: &Summand, host: &mut dyn Host) -> Result<bool> {
        let same_sign = self.negated == other.negated;
        match (&self.game, &other.game) {
            (Value::Position(a), Value::Position(b)) => {
                Ok(a == b && (!same_sign || host.is_impartial(a)))
            }
            (Value::Form(a) | Value::Typed(a), Value::Form(b) | Value::Typed(b)) => {
                let is_negative = a.canonical() == host.store().neg(b.canonical())?;
                Ok(if same_sign { is_negative && forms_mirror(host, a, b)? } else { a == b })
            }
            (a, b) if is_value(host, a)? && is_value(host, b)? => {
                let (a, b) = (worth::game(host, a)?, worth::game(host, b)?);
                Ok(a == if same_sign { host.store().neg(b)? } else { b })
            }
            _ => Ok(false),
        }
    }
}

/// Whether a game is its own canonical form: a value, or a bracket in canonical form.
fn is_value(host: &mut dyn Host, game: &Value) -> Result<bool> {
    match game {
        Value::Number(_) | Value::Game(_) => Ok(true),
        Value::Form(_) | Value::Typed(_) => order::as_canonical(&host.store(), game),
        _ => Ok(false),
    }
}

/// Whether the options of one bracket are the negatives of those of the other, in any order.
fn forms_mirror(host: &mut dyn Host, a: &Form, b: &Form) -> Result<bool> {
    for (own, others) in [(a.left(), b.right()), (a.right(), b.left())] {
        if own.len() != others.len() {
            return Ok(false);
        }
        let mut left_over: Vec<&Value> = others.iter().collect();
        for option in own {
            host.store().budget().step()?;
            let option = Summand { negated: false, game: option.clone() };
            let mut found = None;
            for (place, other) in left_over.iter().enumerate() {
                let other = Summand { negated: false, game: (*other).clone() };
                if option.is_mirrored_by(&other, host)? {
                    found = Some(place);
                    break;
                }
            }
            match found {
                Some(place) => left_over.swap_remove(place),
                None => return Ok(false),
            };
        }
    }
    Ok(true)
}
