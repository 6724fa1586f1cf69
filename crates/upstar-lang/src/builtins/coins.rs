//! Rows of coins.

use std::sync::Arc;

use upstar_core::Rational;

use super::typed::{FromValue, Slot, binary, param, param_of};
use super::{Builtin, ROW};
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::{Fault, Result, Ruleset, Value};

pub(super) const ROWS: &[Builtin] = &[Builtin {
    name: "turns",
    params: &[param("R"), param_of("x", "a place")],
    summary: "The sets of places whose coins may be turned when the rightmost is at x.",
    details: "Places count from 0.",
    examples: &[
        ("turns(TurningTurtles, 2)", "[[2], [0, 2], [1, 2]]"),
        ("turns(Ruler, 1)", "[[0, 1], [1]]"),
    ],
    see_also: &["TurningTurtles", "Tartan"],
    source: "Winning Ways, ch. 14",
    run: &binary(|host, rules: CoinRules, place: u64| {
        let place = i64::try_from(place).unwrap_or(i64::MAX);
        let set = |set: Vec<i64>| {
            Value::list(set.into_iter().map(Rational::from).map(Value::Number).collect())
        };
        Value::list(host.turns(&rules.0, place)?.into_iter().map(set).collect::<Result<_>>()?)
    }),
    ..ROW
}];

/// A ruleset whose positions are rows of coins.
struct CoinRules(Arc<Ruleset>);

impl FromValue for CoinRules {
    const EXPECTED: &'static str = "a ruleset of coins";

    fn from_value(_: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        let Value::Ruleset(ruleset) = value else { return Err(slot.wrong::<Self>(&value)) };
        if ruleset.is_of_coins() && ruleset.family().is_some() {
            return Ok(CoinRules(ruleset));
        }
        let name = &ruleset.tree.name.text;
        let fault = Fault::new(Code::WrongType, format!("expected {}", Self::EXPECTED));
        Err(match ruleset.family() {
            None => fault.help(format!("{name} waits for its parameters: `{name}(k)`")),
            Some(_) => fault.note(format!("the positions of {name} are not rows of coins")),
        })
    }
}
