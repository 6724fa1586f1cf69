//! Sequences: how a list goes on, as far as one sees.

use num_bigint::BigInt;

use super::typed::{binary, param, param_of, unary};
use super::{Builtin, Intrinsic, ROW, collections};
use crate::syntax::ast::BinaryOp;
use crate::value::host::Host;
use crate::value::{Map, Result, Value, expect, ops, show};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "difference",
        params: &[param("xs"), param_of("k", "how often, or a collection")],
        summary: "The elements of a collection that are not in another, as a set; of one list, the differences of consecutive elements.",
        details: "A number says how many times over differences are taken.",
        examples: &[
            ("difference({1, 2, 3}, {2, 4})", "{1, 3}"),
            ("difference([0, 1, 4, 9, 16])", "[1, 3, 5, 7]"),
            ("difference([0, 1, 4, 9, 16], 2)", "[2, 2, 2]"),
            ("difference([0, ^, 3])", "[↑, 3↓]"),
        ],
        see_also: &["union", "intersection", "period", "sequence"],
        source: "Graham, Knuth and Patashnik, Concrete Mathematics, ch. 2",
        run: &binary(difference),
        intrinsic: Some(Intrinsic::Difference),
        ..ROW
    },
    Builtin {
        name: "oeis_like",
        params: &[param("xs")],
        gives: "a text",
        summary: "A sequence as one looks it up: its elements with commas between them, nimbers by their sizes.",
        details: "Lists within the list are read row by row. Encyclopedias of sequences advise to leave out the first \
                  terms, in which conventions differ: `xs[3..20]`.",
        examples: &[
            ("oeis_like(sequence(Kayles, 9))", "0, 1, 2, 3, 1, 4, 3, 2, 1, 4"),
            ("oeis_like([*, *2, 0])", "1, 2, 0"),
        ],
        see_also: &["sequence", "difference", "period"],
        source: "Sloane, The On-Line Encyclopedia of Integer Sequences",
        run: &unary(|host, xs: Vec<Value>| {
            let mut terms = Vec::with_capacity(xs.len());
            xs.iter().try_for_each(|x| written(host, x, &mut terms))?;
            Ok(Value::text(terms.join(", ")))
        }),
        attributes: &[super::Attribute::GivesSource],
        ..ROW
    },
];

fn difference(host: &mut dyn Host, xs: Value, other: Option<Value>) -> Result<Value> {
    let times = match other {
        None => 1,
        Some(times @ Value::Number(_)) => expect::count(&host.store(), &times, "differences")?,
        Some(collection) => return collections::chosen(host, xs, &collection, false),
    };
    let mut xs = collections::items(host, xs)?;
    for _ in 0..times {
        if xs.is_empty() {
            break;
        }
        let mut next = Vec::with_capacity(xs.len());
        for pair in xs.windows(2) {
            host.store().budget().step()?;
            next.push(ops::binary(host, BinaryOp::Sub, &pair[1], &pair[0])?);
        }
        xs = next;
    }
    Value::list(xs)
}

/// Adds the terms of a value.
fn written(host: &mut dyn Host, x: &Value, terms: &mut Vec<String>) -> Result<()> {
    host.store().budget().step()?;
    if let Value::List(items) | Value::Tuple(items) = x {
        return items.items().iter().try_for_each(|item| written(host, item, terms));
    }
    let store = host.store();
    let nimber = match x {
        Value::Game(game) => store.as_nimber(*game),
        _ => None,
    };
    terms.push(match nimber {
        Some(size) => size.to_string(),
        None => show::value(&store, x)?,
    });
    Ok(())
}

/// How a list repeats as far as it goes: as `period` of a ruleset, and what was seen in the place of a theorem.
///
/// Of all ways to say the list by its beginning, a period and what each period adds, the shortest counts. It must predict
/// more than a third of the list, and a period more at least; two, if it adds something.
pub(super) fn seen_period(host: &mut dyn Host, xs: &[Value]) -> Result<Value> {
    let whole = |n: usize| Value::integer(BigInt::from(n));
    let mut entries = Vec::new();
    let found = seen(host, xs)?;
    let theorem = match &found {
        Some((preperiod, period, saltus)) => {
            entries.push((Value::text("period"), whole(*period)));
            entries.push((Value::text("preperiod"), whole(*preperiod)));
            entries.push((Value::text("saltus"), saltus.clone()));
            let predicted = xs.len() - preperiod - period;
            format!(
                "none: seen, not proved; {predicted} of the {} terms are as predicted",
                xs.len()
            )
        }
        None => format!("none: no period is seen in {} terms", xs.len()),
    };
    entries.push((Value::text("checked"), whole(xs.len().saturating_sub(1))));
    entries.push((Value::text("theorem"), Value::text(theorem)));
    Ok(Value::Map(Map::new(entries)?.into()))
}

/// Preperiod, period and saltus of the shortest description of a list.
fn seen(host: &mut dyn Host, xs: &[Value]) -> Result<Option<(usize, usize, Value)>> {
    let budget = host.store().budget().clone();
    let zero = Value::integer(0);
    let mut best: Option<(usize, usize, Value)> = None;
    for period in 1..=xs.len() / 2 {
        let last = xs.len() - 1;
        let saltus = match (&xs[last], &xs[last - period]) {
            (Value::Number(a), Value::Number(b)) => Value::Number(a - b),
            (a, b) if a == b => zero.clone(),
            _ => continue,
        };
        let mut start = last - period;
        budget.step()?;
        while start > 0 && is_repeated(&xs[start - 1], &xs[start - 1 + period], &saltus) {
            budget.step()?;
            start -= 1;
        }
        let predicted = xs.len() - start - period;
        let periods = if saltus == zero { 1 } else { 2 };
        let is_seen = predicted >= periods * period && 3 * predicted > xs.len();
        let length = |(start, period, _): &(usize, usize, Value)| start + period;
        if is_seen && best.as_ref().is_none_or(|best| start + period < length(best)) {
            best = Some((start, period, saltus));
        }
    }
    Ok(best)
}

/// Whether an element comes again, with the saltus added to it.
fn is_repeated(first: &Value, again: &Value, saltus: &Value) -> bool {
    match (first, again, saltus) {
        (Value::Number(a), Value::Number(b), Value::Number(saltus)) => &(a + saltus) == b,
        (a, b, saltus) => a == b && *saltus == Value::integer(0),
    }
}
