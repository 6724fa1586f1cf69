//! Shapes of simplest forms, and the varieties of stoppers.

use upstar_core::loopy::{self as core, GameValue, Loopy};
use upstar_core::{Error, Store};

use super::typed::{binary, param, unary};
use super::{Builtin, ROW};
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::loopy::{self, only_stoppers};
use crate::value::{Fault, Result, Value, surreal};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "is_number_tiny",
        params: &[param("G")],
        gives: "a truth value",
        summary: "Whether a game is a number plus tiny-H or miny-H, for a positive H.",
        examples: &[
            ("is_number_tiny(3 + tiny(2))", "true"),
            ("is_number_tiny(miny(1/2))", "true"),
            ("is_number_tiny(tiny(on))", "true"),
            ("is_number_tiny(^)", "false"),
        ],
        see_also: &["tiny", "miny", "is_numberish"],
        source: "Winning Ways, ch. 5",
        run: &unary(|host, g: Value| {
            if surreal::beyond(&g).is_some() {
                return Ok(Value::Bool(false));
            }
            let worth = loopy::worth(host, &g)?;
            Ok(Value::Bool(core::is_number_tiny(&host.store(), &worth)?))
        }),
        ..ROW
    },
    Builtin {
        name: "is_plumtree",
        params: &[param("G")],
        gives: "a truth value",
        summary: "Whether the only cycles in the simplest form of a stopper are passes.",
        details: "Every game that ends is one. Games that equal no stopper are errors.",
        examples: &[
            ("is_plumtree(over)", "true"),
            ("is_plumtree(^)", "true"),
            ("is_plumtree(a: <0|<0|<<a|*>|*>>>)", "false"),
            ("is_plumtree(upon)", "true"),
        ],
        see_also: &["is_stopper", "is_loopy"],
        source: "Winning Ways, ch. 11; Siegel, Combinatorial Game Theory, VI.3",
        run: &unary(|host, g: GameValue| match &g {
            GameValue::Short(_) => Ok(Value::Bool(true)),
            GameValue::Loopy(Loopy::Stopper(stopper)) => {
                Ok(Value::Bool(stopper.is_plumtree(&host.store())?))
            }
            GameValue::Loopy(Loopy::Sided(..)) => Err(only_stoppers(Error::NotAStopper)),
        }),
        ..ROW
    },
    Builtin {
        name: "upsum_variety",
        params: &[param("G"), param("d")],
        gives: "a game",
        summary: "The upsum variety of a stopper for an idempotent d: the upsum of G with the downsum of -G and -d.",
        details: "Without d, for the degree of G. When the downsum variety is the same, it is the \
                  `variety` of G.",
        examples: &[
            ("upsum_variety(over)", "over"),
            ("upsum_variety(^)", "0"),
            ("upsum_variety(upon) == downsum_variety(upon)", "true"),
        ],
        see_also: &["downsum_variety", "variety", "degree", "upsum"],
        source: "Winning Ways, ch. 11; Siegel, Combinatorial Game Theory, VI.3",
        run: &binary(|host, g: GameValue, d: Option<GameValue>| {
            variety(host, &g, d, core::upsum_variety)
        }),
        ..ROW
    },
    Builtin {
        name: "downsum_variety",
        params: &[param("G"), param("d")],
        gives: "a game",
        summary: "The downsum variety of a stopper for an idempotent d: the downsum of G with the upsum of -G and d.",
        details: "Without d, for the degree of G.",
        examples: &[("downsum_variety(over)", "over"), ("downsum_variety(^, over)", "over")],
        see_also: &["upsum_variety", "variety", "degree", "downsum"],
        source: "Winning Ways, ch. 11; Siegel, Combinatorial Game Theory, VI.3",
        run: &binary(|host, g: GameValue, d: Option<GameValue>| {
            variety(host, &g, d, core::downsum_variety)
        }),
        ..ROW
    },
];

type Variety = fn(&Store, &GameValue, &GameValue) -> std::result::Result<GameValue, Error>;

fn variety(
    host: &mut dyn Host,
    g: &GameValue,
    d: Option<GameValue>,
    find: Variety,
) -> Result<Value> {
    let store = host.store();
    if !g.is_stopper() {
        return Err(only_stoppers(Error::NotAStopper));
    }
    let typed = d.is_some();
    let d = d.map_or_else(|| core::degree(&store, g).map_err(only_stoppers), Ok)?;
    let found = find(&store, g, &d).map_err(|error| match error {
        Error::DegreeNotIdempotent if typed => {
            Fault::new(Code::OutOfRange, "the second game is no idempotent stopper").note(
                "an idempotent is a game d with d + d == d, such as 0, `over`, `upon` or `on`",
            )
        }
        other => only_stoppers(other),
    })?;
    Ok(Value::of_worth(&store, found))
}
