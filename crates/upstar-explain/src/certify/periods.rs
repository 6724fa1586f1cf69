//! Periods of nimbers: the nimbers of as many heaps as a theorem needs.
//!
//! Must not know: why so many are enough.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::strategy::Facts;
use super::{Proved, nimbers, not_certified, text};
use crate::value::host::Host;
use crate::value::{Attempt, Ruleset, Value};

/// The numbers of an answer that are claimed, in this order.
const CLAIMED: [&str; 3] = ["period", "preperiod", "saltus"];

/// Proves the period that the answer names, by the nimbers of all heaps that the answer says were looked at.
pub(super) fn prove(
    host: &mut dyn Host,
    ruleset: &Arc<Ruleset>,
    answer: &Value,
) -> Attempt<Proved> {
    let item = |name: &str| match answer {
        Value::Map(items) => items.entries().get(&Value::text(name)).cloned(),
        _ => None,
    };
    let claimed: Option<Vec<Value>> = CLAIMED.iter().map(|name| item(name)).collect();
    let (Some(claimed), Some(Value::Number(checked))) = (claimed, item("checked")) else {
        return Ok(not_certified("no period is proved")?);
    };
    if claimed[2] != Value::integer(BigInt::ZERO) {
        return Ok(not_certified("periods with a saltus cannot be certified yet")?);
    }
    let (mut facts, ruleset) = (Facts::default(), Value::Ruleset(ruleset.clone()));
    let checked = checked.to_integer().and_then(|n| n.to_u64()).unwrap_or(0);
    for n in 0..=checked {
        let heap = host.call(&ruleset, vec![Value::integer(BigInt::from(n))])?;
        nimbers::prove(host, &mut facts, &heap)?;
    }
    let mut written = Vec::new();
    for (name, value) in CLAIMED.iter().zip(&claimed) {
        written.push(format!("\"{name}\": {}", text::value(host, value)?));
    }
    Ok((format!("{{{}}}", written.join(", ")), facts))
}
