//! Rows of coins.

use upstar_core::Rational;

use super::{Builtin, ROW, Run};
use crate::diagnostic::Code;
use crate::value::host::{self, Host};
use crate::value::{Fault, Result, Value};

pub(super) const ROWS: &[Builtin] = &[Builtin {
    name: "turns",
    signature: "turns(R, x)",
    summary: "The sets of places whose coins may be turned when the rightmost is at x.",
    details: "Places are counted from 0. With it other games are made of games with coins: see \
              Tartan.",
    examples: &[
        ("turns(TurningTurtles, 2)", "[[2], [0, 2], [1, 2]]"),
        ("turns(Ruler, 1)", "[[0, 1], [1]]"),
    ],
    see_also: &["TurningTurtles", "Tartan"],
    source: "Winning Ways, ch. 14",
    run: Run::Function(turns),
    ..ROW
}];

fn turns(host: &mut dyn Host, args: &[Value]) -> Result<Value> {
    let Value::Ruleset(ruleset) = &args[0] else { return Err(args[0].wrong("a ruleset of coins")) };
    if !ruleset.is_of_coins() || ruleset.family().is_none() {
        let name = &ruleset.tree.name.text;
        let fault = Fault::new(Code::WrongType, "expected a ruleset of coins");
        return Err(match ruleset.family() {
            None => fault.help(format!("{name} waits for its parameters: `{name}(k)`")),
            Some(_) => fault.note(format!("the positions of {name} are not rows of coins")),
        });
    }
    let place = host::count(&host.store(), &args[1], "a place")?;
    let place = i64::try_from(place).unwrap_or(i64::MAX);
    let sets = host.turns(ruleset, place)?;
    let set = |set: Vec<i64>| {
        Value::list(set.into_iter().map(Rational::from).map(Value::Number).collect())
    };
    Value::list(sets.into_iter().map(set).collect::<Result<_>>()?)
}
