//! Misère quotients of heaps: the monoid, and the element of each heap.
//!
//! Must not know: why these make it the quotient.

use std::sync::Arc;

use num_bigint::BigInt;

use super::strategy::Facts;
use super::{Proved, not_certified, text};
use crate::value::host::Host;
use crate::value::{Attempt, Ruleset, Value};

/// The parts of an answer that are claimed, in this order.
const CLAIMED: [&str; 4] = ["order", "presentation", "p_portion", "heaps"];

/// Proves the quotient that the answer describes.
pub(super) fn prove(
    host: &mut dyn Host,
    ruleset: &Arc<Ruleset>,
    answer: &Value,
) -> Attempt<Proved> {
    let item = |name: &&str| match answer {
        Value::Map(items) => items.entries().get(&Value::text(*name)).cloned(),
        _ => None,
    };
    let claimed: Option<Vec<Value>> = CLAIMED.iter().map(item).collect();
    let Some([_, Value::Text(presentation), Value::List(in_p), Value::List(elements)]) =
        claimed.as_deref()
    else {
        return Ok(not_certified("this is no quotient of heaps")?);
    };
    let as_text = |value: &Value| match value {
        Value::Text(text) => text.to_string(),
        _ => String::new(),
    };
    let (mut facts, ruleset) = (Facts::default(), Value::Ruleset(ruleset.clone()));
    let in_p: Vec<String> = in_p.items().iter().map(as_text).collect();
    let mut fields = vec!["quotient", &**presentation];
    fields.extend(in_p.iter().map(String::as_str));
    facts.lines.add(&fields)?;
    let elements = elements.items().iter().map(as_text);
    for (counters, element) in std::iter::once("1".to_owned()).chain(elements).enumerate() {
        host.store().budget().step()?;
        let heap = host.call(&ruleset, vec![Value::integer(BigInt::from(counters))])?;
        facts.lines.add(&["element", &text::sum(host, &heap)?, &element])?;
    }
    let mut written = Vec::new();
    for (name, value) in CLAIMED.iter().zip(claimed.iter().flatten()) {
        written.push(format!("\"{name}\": {}", text::value(host, value)?));
    }
    Ok((format!("{{{}}}", written.join(", ")), facts))
}
