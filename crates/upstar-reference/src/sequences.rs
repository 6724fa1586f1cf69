//! Lists as sequences: how they seem to repeat, and how one looks them up.
//!
//! The book: reference/names.md.

use std::rc::Rc;

use upstar_syntax::ast::BinaryOp;

use crate::Fault;
use crate::expression::Machine;
use crate::value::Value;

/// How a list is said by its beginning.
struct Seen {
    preperiod: usize,
    period: usize,
    saltus: Value,
}

impl Machine {
    /// Questions about lists as sequences.
    ///
    /// # Errors
    /// When elements cannot be compared.
    pub fn about_sequences(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        let xs = match args.first() {
            Some(xs @ (Value::List(_) | Value::Range(..))) => self.elements(xs)?,
            _ => return Ok(None),
        };
        Ok(Some(match (name, &args[1..]) {
            ("period", []) => self.seen_period(&xs)?,
            ("period", [last]) => {
                let last = self.natural(last)? as usize;
                self.seen_period(&xs[..xs.len().min(last.saturating_add(1))])?
            }
            ("oeis_like", []) if xs.iter().all(|x| matches!(x, Value::Number(_))) => {
                let terms: Vec<String> =
                    xs.iter().map(|x| self.text(x)).collect::<Result<_, _>>()?;
                Value::text(terms.join(", "))
            }
            _ => return Ok(None),
        }))
    }

    fn seen_period(&self, xs: &[Value]) -> Result<Value, Fault> {
        let mut best: Option<Seen> = None;
        for period in 1..=xs.len() / 2 {
            for preperiod in 0..xs.len() - period {
                self.steps.step()?;
                let length = preperiod + period;
                let is_shorter = |best: &Seen| length < best.preperiod + best.period;
                if best.as_ref().is_none_or(is_shorter)
                    && let Some(saltus) = self.saltus(&xs[preperiod..], period)?
                {
                    let predicted = xs.len() - length;
                    let adds = !self.equal(&saltus, &Value::integer(0))?;
                    let most = if adds { 2 * period } else { period };
                    if predicted >= most && 3 * predicted > xs.len() {
                        best = Some(Seen { preperiod, period, saltus });
                    }
                }
            }
        }
        let terms = xs.len();
        let mut entries = Vec::new();
        let theorem = match best {
            Some(Seen { preperiod, period, saltus }) => {
                entries.push(("period", Value::integer(period)));
                entries.push(("preperiod", Value::integer(preperiod)));
                entries.push(("saltus", saltus));
                let predicted = terms - preperiod - period;
                format!("none: seen, not proved; {predicted} of the {terms} terms are as predicted")
            }
            None => format!("none: no period is seen in {terms} terms"),
        };
        entries.push(("checked", Value::integer(terms.saturating_sub(1))));
        entries.push(("theorem", Value::text(theorem)));
        let entries = entries.into_iter().map(|(key, value)| (Value::text(key), value));
        Ok(Value::Map(Rc::new(entries.collect())))
    }

    /// What each period adds, if the list is its beginning and so on.
    fn saltus(&self, xs: &[Value], period: usize) -> Result<Option<Value>, Fault> {
        let mut found = None;
        for (first, again) in xs.iter().zip(&xs[period..]) {
            self.steps.step()?;
            let saltus = match (first, again) {
                (Value::Number(_), Value::Number(_)) => {
                    self.operate(BinaryOp::Sub, again, first)?
                }
                _ if self.equal(first, again)? => Value::integer(0),
                _ => return Ok(None),
            };
            match &found {
                Some(known) if !self.equal(known, &saltus)? => return Ok(None),
                _ => found = Some(saltus),
            }
        }
        Ok(found)
    }
}
