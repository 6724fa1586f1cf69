//! Games in misère play as text.

use std::fmt::Write as _;
use std::sync::Arc;

use super::Writer;
use crate::value::{Form, Misere, Result, Sum, Term, TermKind, Value, ops};

impl Writer<'_> {
    /// Writes a sum in misère play: `misere(Nim(3, 5)) + misere(*2)`. Positions of one ruleset share a `misere(...)`, and
    /// have none if their ruleset states `play misere`. Values get one each, because a sum of two in it would be added in
    /// normal play.
    pub(super) fn misere(&mut self, misere: &Misere) -> Result<()> {
        if misere.terms().is_empty() {
            self.word("misere");
            self.out.push_str("(0)");
        }
        let together = |a: &Value, b: &Value| {
            states_misere(a).is_some() && states_misere(a) == states_misere(b)
        };
        for (n, run) in misere.terms().chunk_by(together).enumerate() {
            if n > 0 {
                self.out.push_str(" + ");
            }
            let inside = self.joined_terms(run)?;
            match run.first().and_then(states_misere) {
                Some(true) => self.value(&inside)?,
                _ => {
                    self.word("misere");
                    self.out.push('(');
                    let text = self.deeper(3, |writer| {
                        let mut inner = writer.part();
                        inner.value(&inside)?;
                        Ok(inner.out)
                    })?;
                    let wrapped = match &inside {
                        Value::Typed(form) if !form.is_starred() => Some("form"),
                        // A sum by itself would be kept as typed.
                        Value::Game(_) | Value::Form(_) if text.contains(' ') => Some("canonical"),
                        _ => None,
                    };
                    match wrapped {
                        Some(function) => {
                            self.word(function);
                            let _ = write!(self.out, "({text}))");
                        }
                        None => {
                            let _ = write!(self.out, "{text})");
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The only value of a list, or the sum of its positions.
    fn joined_terms(&self, run: &[Value]) -> Result<Value> {
        if let [one] = run {
            return Ok(one.clone());
        }
        let mut terms: Vec<Term> = Vec::with_capacity(run.len());
        for value in run {
            terms.extend(ops::terms(self.printer.store(), value, false)?);
        }
        Ok(Value::Sum(Arc::new(Sum::new(terms)?)))
    }

    /// Writes an impartial form: `*[0,*2]`.
    pub(super) fn starred(&mut self, form: &Form) -> Result<()> {
        let text = self.deeper(2, |writer| {
            let mut inner = writer.part();
            for (n, option) in form.left().iter().enumerate() {
                if n > 0 {
                    inner.out.push(',');
                }
                match option {
                    Value::Form(form) | Value::Typed(form) => inner.form(form)?,
                    other => inner.value(other)?,
                }
                inner.printer.check_length(&inner.out)?;
            }
            Ok(inner.out)
        })?;
        self.out.push_str(&self.printer.starred(&text));
        Ok(())
    }
}

/// Whether the ruleset of a position states misère play; `None` for other values.
fn states_misere(value: &Value) -> Option<bool> {
    let part = match value {
        Value::Position(position) => return Some(position.ruleset.tree.misere),
        Value::Sum(sum) => &sum.terms().first()?.kind,
        _ => return None,
    };
    match part {
        TermKind::Position(position) => Some(position.ruleset.tree.misere),
        TermKind::Game(_) | TermKind::Loopy(_) => None,
    }
}
