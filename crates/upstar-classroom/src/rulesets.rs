//! Rulesets as answers: comparison with those of the key on chosen and random positions.

use std::sync::Arc;

use super::assessment::Assessment;
use super::comparing::{MarkingSession, items};
use super::generate::Dice;
use super::key::Question;
use crate::diagnostic::Diagnostic;
use crate::resolve::tree::PositionKind;
use crate::value::host::Host;
use crate::value::{Fault, Result, Ruleset, Value, elements, equality, show};

/// Number of random positions compared.
const RANDOM: usize = 12;
/// The largest random heap.
const LARGEST_HEAP: u64 = 24;

/// Compares a ruleset with that of the key.
pub(super) fn assess(
    marking: &mut MarkingSession,
    question: &Question,
    answer: &Value,
) -> std::result::Result<Assessment, Diagnostic> {
    let (Value::Ruleset(own), Value::Ruleset(answered)) =
        (marking.expected.clone(), answer.clone())
    else {
        return Ok(Assessment::of(false).saying("a ruleset is asked for".to_owned()));
    };
    let mut tried: Vec<Vec<Value>> = Vec::new();
    for given in &marking.given {
        let positions = match (given, elements(given)) {
            (Value::Tuple(_), _) | (_, Err(_)) => vec![given.clone()],
            (_, Ok(all)) => all.collect(),
        };
        tried.extend(positions.iter().map(arguments));
    }
    tried.extend(random(&own, &question.name));
    marking.session.compute(move |host| {
        let mut compared = 0;
        for args in &tried {
            let Some(wanted) = of_key(host, &own, args)? else { continue };
            compared += 1;
            if let Some(remark) = difference(host, &wanted, &answered, args)? {
                return Ok(Assessment::of(false).saying(remark));
            }
        }
        if compared == 0 {
            let remark = "the key gives no positions to compare rulesets on".to_owned();
            return Ok(Assessment::of(false).saying(remark));
        }
        Ok(Assessment::of(true))
    })
}

/// The arguments of a position: the items of a tuple, or one.
fn arguments(value: &Value) -> Vec<Value> {
    match value {
        Value::Tuple(_) => items(value),
        other => vec![other.clone()],
    }
}

/// Random positions of a kind that has an obvious measure.
fn random(ruleset: &Arc<Ruleset>, name: &str) -> Vec<Vec<Value>> {
    let mut dice = Dice::new(&[name, "positions"]);
    let mut row = |alphabet: &str, length: u64| {
        let symbols: Vec<char> = alphabet.chars().collect();
        (0..length).map(|_| symbols[dice.below(symbols.len() as u64) as usize]).collect::<String>()
    };
    let text = |text: String| vec![Value::Text(Arc::from(text))];
    match &ruleset.tree.position {
        PositionKind::Heap => {
            let mut dice = Dice::new(&[name, "heaps"]);
            let heap = |_| {
                let size = i64::try_from(dice.below(LARGEST_HEAP)).expect("it is small");
                vec![Value::integer(size)]
            };
            (0..RANDOM).map(heap).collect()
        }
        PositionKind::Board(kind, alphabet) if kind.is_row() => {
            (0..RANDOM).map(|at| text(row(&alphabet.value, 1 + at as u64 % 6))).collect()
        }
        PositionKind::Board(_, alphabet) => {
            let board = |at: usize| {
                let rows: Vec<String> = (0..1 + at % 3).map(|_| row(&alphabet.value, 2)).collect();
                text(rows.join("|"))
            };
            (0..RANDOM).map(board).collect()
        }
        _ => Vec::new(),
    }
}

/// Position of the key's ruleset; `None` if it has no such position, or that has no value.
fn of_key(host: &mut dyn Host, own: &Arc<Ruleset>, args: &[Value]) -> Result<Option<Value>> {
    let position = host.call(&Value::Ruleset(own.clone()), args.to_vec());
    // That it can be compared with anything means that its rules do not fail.
    let position = position.and_then(|position| {
        equality::equal(host, &position, &Value::integer(0)).map(|_| position)
    });
    match position {
        Ok(position) => Ok(Some(position)),
        Err(fault) if fault.is_exhaustion() => Err(fault),
        Err(_) => Ok(None),
    }
}

/// Difference of a ruleset from that of the key at a position, in words; `None` if they agree.
fn difference(
    host: &mut dyn Host,
    wanted: &Value,
    answered: &Arc<Ruleset>,
    args: &[Value],
) -> Result<Option<String>> {
    let mut place = Vec::new();
    for arg in args {
        place.push(show::value(&host.store(), arg)?);
    }
    let place = place.join(", ");
    let fault = |fault: Fault| match fault.is_exhaustion() {
        true => Err(fault),
        false => {
            Ok(Some(format!("at ({place}) the rules fail: {}", fault.into_diagnostic().message)))
        }
    };
    let found = match host.call(&Value::Ruleset(answered.clone()), args.to_vec()) {
        Ok(found) => found,
        Err(error) => return fault(error),
    };
    match equality::equal(host, wanted, &found) {
        Ok(true) => Ok(None),
        Ok(false) => {
            Ok(Some(format!("at ({place}) the rules have another value than those asked for")))
        }
        Err(error) => fault(error),
    }
}
