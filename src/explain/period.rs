//! Heaps whose moves have a code: how their nimbers repeat, and what proves it.
//!
//! Source: Guy and Smith 1956; *Winning Ways*, chapter 4.

use std::rc::Rc;

use upstar_core::heap::{Regularity, Theorem};

use super::Page;
use crate::value::explanation::{Sentence, Step};
use crate::value::heaps::described;
use crate::value::host::{self, Host};
use crate::value::{Result, Ruleset, Value};

/// The options of larger heaps are not listed when there is a code.
const MOST_LISTED: u64 = 1000;

/// What is known of the heaps of a ruleset.
#[derive(Default)]
struct Known {
    code: Option<String>,
    theorem: Option<(Theorem, u64)>,
    found: Option<Regularity>,
    looked: u64,
    exceptions: Vec<u64>,
}

/// Why a period is one, or why there is none; heaps are looked at up to `last`.
pub(super) fn page(host: &mut dyn Host, ruleset: &Value, last: Option<&Value>) -> Result<Page> {
    let last = match last {
        Some(last) => Some(host::count(&host.store(), last, "the last heap")?),
        None => None,
    };
    let Value::Ruleset(of) = ruleset else { return Err(ruleset.wrong("a ruleset of heaps")) };
    let known = known(host, of, last)?;
    let title = Sentence::default().value(ruleset.clone());
    let mut steps = Vec::new();
    if let Some(code) = &known.code {
        steps.push(says(format!("its moves are those of the code {code}")));
    }
    let Some(found) = &known.found else {
        steps.push(says(format!("what would prove a period: {}", described(known.theorem))));
        steps.push(says(format!("none is seen in the heaps up to {}", known.looked)));
        return Ok((title.say(" has no period that is proved"), steps));
    };
    let (period, from, saltus) = (found.period, found.preperiod, found.saltus);
    let offset = known.theorem.map_or(0, |(_, from)| from);
    let line = described(Some((found.theorem, offset)));
    steps.push(Step::Says {
        line: Sentence::new(line),
        under: bound(found, offset).into_iter().map(says).collect(),
    });
    let adds = match saltus {
        0 => "leave the nimber as it is".to_owned(),
        saltus => format!("add {saltus} to the nimber"),
    };
    let (what, checked) = (counters(period), found.checked);
    steps.push(says(format!(
        "from heap {from} on, {what} more {adds}: checked up to heap {checked}"
    )));
    if !known.exceptions.is_empty() {
        let heaps =
            known.exceptions.iter().map(|heap| Value::integer(num_bigint::BigInt::from(*heap)));
        let line = Sentence::new("before, these heaps do not fit: ");
        steps.push(Step::says(line.values(heaps)));
    }
    let kind = if saltus == 0 { "period" } else { "arithmetic period" };
    let title = title.say(format!(" has {kind} {period} from heap {from} on"));
    Ok((if saltus == 0 { title } else { title.say(format!(", with saltus {saltus}")) }, steps))
}

/// How far a theorem asks one to look.
fn bound(found: &Regularity, offset: u64) -> Option<String> {
    let (period, from) = (found.period, found.preperiod.max(offset).max(1));
    let (heaps, taken, once_more) = match found.theorem {
        Theorem::Bounded { heaps, taken } => (u64::from(heaps), taken, 0),
        Theorem::Unequal { heaps, taken } => (u64::from(heaps), taken, period),
        Theorem::Repeats { .. } | Theorem::Arithmetic { .. } => return None,
    };
    let needed = heaps.checked_mul(from.checked_add(period)?)?.checked_add(once_more)?;
    let needed = needed.checked_add(taken)?;
    let (formula, sum) = match once_more {
        0 => ("", String::new()),
        _ => (" + p", format!(" + {period}")),
    };
    Some(format!(
        "so a period p from heap n on need only be seen below heap {heaps}(n + p){formula} + {taken}: \
         here {heaps}({from} + {period}){sum} + {taken} = {needed}"
    ))
}

/// By which code the nimber of a heap is found, and whether its options can be listed too.
pub(super) fn of_heap(host: &mut dyn Host, position: &Value) -> Result<Option<(Sentence, bool)>> {
    let Value::Position(position) = position else { return Ok(None) };
    let [Value::Number(size)] = position.arguments() else { return Ok(None) };
    let size = size.to_i64().and_then(|size| u64::try_from(size).ok());
    let Some(size) = size.filter(|_| position.ruleset.is_of_heaps()) else { return Ok(None) };
    let listed = size <= MOST_LISTED;
    let mut line = None;
    host.heaps(&position.ruleset, &mut |heaps| {
        let Some(code) = heaps.code().map(ToString::to_string) else { return Ok(Value::Nothing) };
        let found = if listed { None } else { heaps.period(None)?.0 };
        line = Some(match found.filter(|found| size >= found.preperiod + found.period) {
            Some(found) => {
                let ((like, times), period) = (found.reduce(size), counters(found.period));
                let more = match found.saltus {
                    0 => "as much as".to_owned(),
                    saltus => format!("{} more than", u128::from(times) * u128::from(saltus)),
                };
                format!(
                    "by the code {code}, whose nimbers repeat after {period} from heap {} on, \
                     this is worth {more} heap {like}",
                    found.preperiod
                )
            }
            None => format!("the nimber is found by the code {code}"),
        });
        Ok(Value::Nothing)
    })?;
    Ok(line.map(|line| (Sentence::new(line), listed)))
}

fn known(host: &mut dyn Host, ruleset: &Rc<Ruleset>, last: Option<u64>) -> Result<Known> {
    let mut known = Known::default();
    host.heaps(ruleset, &mut |heaps| {
        let (found, looked) = heaps.period(last)?;
        known = Known {
            code: heaps.code().map(ToString::to_string),
            theorem: heaps.theorem(),
            exceptions: if found.is_some() { heaps.exceptions()? } else { Vec::new() },
            found,
            looked,
        };
        Ok(Value::Nothing)
    })?;
    Ok(known)
}

fn says(line: String) -> Step {
    Step::says(Sentence::new(line))
}

fn counters(n: u64) -> String {
    if n == 1 { "1 counter".to_owned() } else { format!("{n} counters") }
}
