//! Heaps whose moves have a code: the period of their nimbers, and its proof.
//!
//! Source: Guy and Smith 1956; *Winning Ways*, chapter 4.

use std::sync::Arc;

use num_bigint::BigUint;
use upstar_core::heap::{Regularity, Theorem};

use super::draft::Page;
use crate::value::explanation::{Sentence, Step};
use crate::value::heaps::described;
use crate::value::host::Host;
use crate::value::{Attempt, Ruleset, Value, expect};

/// Largest heap whose options are listed, if there is a code.
const MOST_LISTED: u64 = 1000;

/// Nimbers and regularity of the heaps of a ruleset, as far as they are known.
#[derive(Default)]
struct KnownPeriod {
    code: Option<String>,
    theorem: Option<(Theorem, u64)>,
    found: Option<Regularity>,
    looked: u64,
    exceptions: Vec<u64>,
}

/// Returns the page on the period of a ruleset, or on why none was found among heaps up to `last`.
pub(super) fn page(host: &mut dyn Host, ruleset: &Value, last: Option<&Value>) -> Attempt<Page> {
    let last = match last {
        Some(last) => Some(expect::count(&host.store(), last, "the last heap")?),
        None => None,
    };
    let Value::Ruleset(of) = ruleset else {
        return Err(ruleset.wrong("a ruleset of heaps").into());
    };
    let known = known(host, of, last)?;
    let title = Sentence::default().value(ruleset.clone());
    let mut steps = Vec::new();
    if let Some(code) = &known.code {
        steps.push(says(format!("its moves are those of the code {code}")));
    }
    let Some(found) = &known.found else {
        if known.theorem.is_some() {
            steps.push(says(format!("what would prove a period: {}", described(known.theorem))));
            steps.push(says(format!(
                "the heaps up to {} prove none; `period(R, n)` looks further",
                known.looked
            )));
        } else {
            steps.push(says(
                "no theorem that Upstar knows would prove one for such moves".to_owned(),
            ));
        }
        return Ok((title.say(" has no period that is proved"), steps));
    };
    let (period, from, saltus) = (found.period, found.preperiod, found.saltus);
    let offset = known.theorem.map_or(0, |(_, from)| from);
    let line = described(Some((found.theorem, offset)));
    steps.push(Step::Says {
        line: Sentence::new(line),
        under: bound(found, offset).into_iter().map(says).collect(),
    });
    let plus = if saltus == 0 { String::new() } else { format!(" plus {saltus}") };
    let checked = found.checked;
    steps.push(says(format!(
        "from heap {from} on, heap n + {period} has the nimber of heap n{plus}: checked up to heap \
         {checked}"
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

/// Returns the bound up to which the theorem requires nimbers to be compared.
fn bound(found: &Regularity, offset: u64) -> Option<String> {
    let (period, from) = (found.period, found.preperiod.max(offset).max(1));
    let (heaps, taken, once_more) = match found.theorem {
        Theorem::Bounded { heaps, taken } => (u64::from(heaps), taken, 0),
        Theorem::Unequal { heaps, taken } => (u64::from(heaps), taken, period),
        Theorem::Repeats { .. }
        | Theorem::Arithmetic { .. }
        | Theorem::Sums { .. }
        | Theorem::AnyNumber { .. } => return None,
    };
    let needed = heaps.checked_mul(from.checked_add(period)?)?.checked_add(once_more)?;
    let needed = needed.checked_add(taken)?;
    let times = if heaps == 1 { String::new() } else { heaps.to_string() };
    let counted = if found.preperiod == 0 { ", where n is at least 1," } else { "" };
    let (formula, sum) = match once_more {
        0 => ("", String::new()),
        _ => (" + p", format!(" + {period}")),
    };
    Some(format!(
        "so a period p from heap n on{counted} need only be seen below heap {times}(n + p){formula} + {taken}: \
         here {times}({from} + {period}){sum} + {taken} = {needed}"
    ))
}

/// Returns the code by which the nimber of a heap is found, and whether its options can be listed, too.
pub(super) fn of_heap(host: &mut dyn Host, position: &Value) -> Attempt<Option<(Sentence, bool)>> {
    let Value::Position(position) = position else { return Ok(None) };
    let [Value::Number(size)] = position.arguments() else { return Ok(None) };
    let size = size.to_integer().and_then(|size| size.to_biguint());
    let Some(size) = size.filter(|_| position.ruleset.is_of_heaps()) else { return Ok(None) };
    let listed = size <= MOST_LISTED.into();
    let mut line = None;
    host.heaps(&position.ruleset, &mut |heaps| {
        let Some(code) = heaps.code().map(ToString::to_string) else { return Ok(Value::Nothing) };
        let found = if listed { None } else { heaps.period(None)?.0 };
        line = Some(match found.filter(|found| size >= BigUint::from(found.preperiod) + found.period) {
            Some(found) => {
                let ((like, times), from) = (found.reduce_any(&size), found.preperiod);
                let every = match found.period {
                    1 => "counter".to_owned(),
                    period => format!("{period} counters"),
                };
                let (go_on, more) = match found.saltus {
                    0 => ("repeat".to_owned(), "as much as".to_owned()),
                    saltus => {
                        let more = times * saltus;
                        (format!("grow by {saltus}"), format!("{more} more than"))
                    }
                };
                format!(
                    "by the code {code}, whose nimbers {go_on} with every {every} from heap {from} \
                     on, this is worth {more} heap {like}"
                )
            }
            None => format!("the nimber is found by the code {code}"),
        });
        Ok(Value::Nothing)
    })?;
    Ok(line.map(|line| (Sentence::new(line), listed)))
}

fn known(host: &mut dyn Host, ruleset: &Arc<Ruleset>, last: Option<u64>) -> Attempt<KnownPeriod> {
    let mut known = KnownPeriod::default();
    host.heaps(ruleset, &mut |heaps| {
        let (found, looked) = heaps.period(last)?;
        known = KnownPeriod {
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
