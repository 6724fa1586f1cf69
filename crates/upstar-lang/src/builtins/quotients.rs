//! Misère quotients of rulesets of heaps.

use std::sync::Arc;

use num_traits::ToPrimitive;
use upstar_core::heap::Theorem;
use upstar_core::quotient::{Quotient, QuotientSolver, TakeAndBreak, Word};
use upstar_core::{Error, Player};

use super::heaps::{HeapRules, LAST};
use super::typed::{binary, param};
use super::{Builtin, ROW};
use crate::diagnostic::Code;
use crate::value::affine;
use crate::value::host::Host;
use crate::value::{
    Fault, MAX_ITEMS, Map, Position, Result, Ruleset, Term, TermKind, Value, too_many,
};

pub(super) const ROWS: &[Builtin] = &[Builtin {
    name: "misere_quotient",
    params: &[param("R"), LAST],
    summary: "The misère quotient of the heaps 1 to n of an impartial ruleset, proved.",
    details: "A map: its `\"order\"`; a `\"presentation\"` by generators and relations; the heaps \
              whose values are the `\"generators\"`; the `\"p_portion\"`, the elements from which \
              the player to move loses; `\"heaps\"`, of which item k is the value of heap k; the \
              `\"idempotents\"`; the `\"kernel\"`, the least ideal; and whether it is `\"tame\"`, \
              a quotient of Nim.\n\nIf the values of larger heaps provably repeat, from heap \
              `\"preperiod\"` on with `\"period\"`, the quotient is that of all heaps. \
              `\"theorem\"` says why, or what is missing.\n\nThe search for the quotient, which \
              may be infinite, stops at 2048 elements.",
    examples: &[
        (
            "misere_quotient(octal(\"0.75\"), 8)[\"presentation\"]",
            "\"<a, b, c | a^2 = 1, b^3 = b, bc = ab, c^2 = b^2>\"",
        ),
        (
            "misere_quotient(octal(\"0.75\"), 8)[\"heaps\"]",
            "[\"a\", \"b\", \"a\", \"b\", \"c\", \"b\", \"c\", \"b\"]",
        ),
        ("misere_quotient(Nim, 3)[\"order\"]", "6"),
        ("misere_quotient(Nim, 3)[\"tame\"]", "true"),
    ],
    see_also: &["sequence", "period", "octal"],
    source: "Plambeck 2005; Plambeck and Siegel, Misère quotients for impartial games, 2008",
    run: &binary(misere_quotient),
    ..ROW
}];

fn misere_quotient(host: &mut dyn Host, HeapRules(ruleset): HeapRules, last: u64) -> Result<Value> {
    if last >= u64::from(MAX_ITEMS) {
        return Err(too_many(&(last + 1)));
    }
    let name = ruleset.tree.name.text.clone();
    if ruleset.is_of_coins() {
        let message = format!("{name} is a ruleset of coins, not of heaps");
        return Err(Fault::new(Code::WrongType, message)
            .note("in misère play a row of coins is not the sum of its heads"));
    }
    let mut solver = QuotientSolver::new(host.store().budget().clone())?;
    for heap in 0..=last {
        host.store().budget().step()?;
        let options = options(host, &ruleset, heap)?;
        if heap > 0 {
            solver.push(options).map_err(|error| unfinished(error, &solver, &name))?;
        }
    }
    let quotient = solver.quotient()?;
    let theorem = bounded(host, &ruleset)?;
    described(host, &quotient, theorem)
}

/// Fault of a quotient that was not found, with the range of the search.
fn unfinished(error: Error, solver: &QuotientSolver, name: &str) -> Fault {
    let done = solver.orders().len();
    let order = solver.orders().last().copied().unwrap_or(1);
    let fault = match error {
        Error::QuotientTooLarge { limit } => {
            let next = done + 1;
            let message = format!(
                "the misère quotient of {name} has more than {limit} elements for the heaps to {next}"
            );
            Fault::new(Code::TooLarge, message).note("it may be infinite")
        }
        other => other.into(),
    };
    fault.note(format!("for the heaps to {done}, the misère quotient of {name} has order {order}"))
}

/// Options of a heap, as lists of smaller heaps.
fn options(host: &mut dyn Host, ruleset: &Arc<Ruleset>, heap: u64) -> Result<Vec<Vec<usize>>> {
    let size = Value::integer(num_bigint::BigInt::from(heap));
    let value = host.call(&Value::Ruleset(ruleset.clone()), vec![size])?;
    let Value::Position(position) = &value else { return Err(value.wrong("a single heap")) };
    affine::refuse(&value)?;
    if !host.is_impartial(position) {
        let message = format!("{} is not impartial", ruleset.tree.name.text);
        return Err(Fault::new(Code::WrongType, message)
            .help("misère quotients are made of games in which both players have the same moves"));
    }
    let options = host.options(position, Player::Left)?;
    let heaps = |option| {
        heaps(ruleset, option).filter(|heaps| heaps.iter().all(|h| (*h as u64) < heap)).ok_or_else(
            || {
                let message = format!(
                    "an option of a heap of {heap} of {} is not made of smaller heaps of it",
                    ruleset.tree.name.text
                );
                Fault::new(Code::WrongType, message)
            },
        )
    };
    options.iter().map(heaps).collect()
}

/// Heaps of a position or a sum of them.
fn heaps(ruleset: &Arc<Ruleset>, option: &Value) -> Option<Vec<usize>> {
    let heap = |position: &Arc<Position>| counters(ruleset, position)?.to_usize();
    let of_term = |term: &Term| match &term.kind {
        TermKind::Position(position) if !term.negated => heap(position),
        _ => None,
    };
    match option {
        Value::Position(position) => Some(vec![heap(position)?]),
        Value::Sum(sum) => sum.terms().iter().map(of_term).collect(),
        _ => None,
    }
}

/// Size of a heap of the ruleset.
fn counters(ruleset: &Arc<Ruleset>, position: &Arc<Position>) -> Option<u64> {
    match position.arguments() {
        [Value::Number(size)] if position.ruleset == *ruleset => u64::try_from(size.to_i64()?).ok(),
        _ => None,
    }
}

/// Bounds on the moves, if the theorem on periods applies to them.
fn bounded(host: &mut dyn Host, ruleset: &Arc<Ruleset>) -> Result<Option<TakeAndBreak>> {
    let mut found = None;
    host.heaps(ruleset, &mut |known| {
        if let Some((Theorem::Bounded { heaps, taken }, from)) = known.theorem() {
            let small = |n: u64| usize::try_from(n).ok();
            found = small(taken).zip(small(from)).map(|(most_taken, from)| TakeAndBreak {
                most_taken,
                most_heaps: heaps as usize,
                from,
            });
        }
        Ok(Value::Nothing)
    })?;
    Ok(found)
}

fn described(
    host: &mut dyn Host,
    quotient: &Quotient,
    moves: Option<TakeAndBreak>,
) -> Result<Value> {
    host.store().budget().step()?;
    let element = |x: usize| Value::text(quotient.word(x).map(text).unwrap_or_default());
    let list = |elements: Vec<usize>| Value::list(elements.into_iter().map(element).collect());
    let whole = |n: usize| Value::integer(num_bigint::BigInt::from(n));
    let generators = quotient.generators().iter().map(|&heap| whole(heap)).collect();
    let mut entries = vec![
        ("order", whole(quotient.order())),
        ("presentation", Value::text(presentation(quotient))),
        ("generators", Value::list(generators)?),
        ("p_portion", list(quotient.p_portion().collect())?),
        ("heaps", list(quotient.heaps().to_vec())?),
        ("idempotents", list(quotient.idempotents().collect())?),
        ("kernel", list(quotient.kernel())?),
        ("tame", Value::Bool(quotient.is_tame())),
    ];
    let period = moves.and_then(|moves| quotient.period(moves));
    if let Some(period) = period {
        entries.push(("period", whole(period.length)));
        entries.push(("preperiod", whole(period.preperiod + 1)));
    }
    let theorem = match (period, moves) {
        (Some(_), Some(moves)) => reason(moves),
        (_, Some(_)) => "no period is proved by so few heaps".to_owned(),
        (_, None) => "none on periods is known for such moves".to_owned(),
    };
    entries.push(("theorem", Value::text(theorem)));
    let entries = entries.into_iter().map(|(key, value)| (Value::text(key), value));
    Ok(Value::Map(Arc::new(Map::new(entries)?)))
}

/// Reason why the period is proved.
fn reason(TakeAndBreak { most_taken, most_heaps, from }: TakeAndBreak) -> String {
    let from = if from > 0 { format!("from heap {from} on, ") } else { String::new() };
    let heaps = if most_heaps == 1 { "heap" } else { "heaps" };
    format!(
        "Plambeck and Siegel: {from}a move leaves at most {most_heaps} {heaps} and takes at most \
         {most_taken}"
    )
}

/// Presentation by generators and relations, as text.
fn presentation(quotient: &Quotient) -> String {
    let letters: Vec<String> = (0..quotient.generators().len()).map(letter).collect();
    let equal = |(left, right): &(Word, Word)| format!("{} = {}", text(left), text(right));
    let relations: Vec<String> = quotient.relations().iter().map(equal).collect();
    match letters.is_empty() {
        true => "<1>".to_owned(),
        false => format!("<{} | {}>", letters.join(", "), relations.join(", ")),
    }
}

/// Word of generators as text, such as `ab^2`.
fn text(word: &Word) -> String {
    if word.is_one() {
        return "1".to_owned();
    }
    let power = |(place, exponent): (usize, &u32)| match exponent {
        0 => String::new(),
        1 => letter(place),
        _ => format!("{}^{exponent}", letter(place)),
    };
    word.exponents().iter().enumerate().map(power).collect()
}

/// Name of a generator: a, b, ..., z, A, ..., Z, (53), ...
fn letter(place: usize) -> String {
    match (b'a'..=b'z').chain(b'A'..=b'Z').nth(place) {
        Some(letter) => char::from(letter).to_string(),
        None => format!("({})", place + 1),
    }
}
