//! Games made of two games.

use upstar_core::{Error, Game, Store, short};

use super::structure::made;
use super::{Builtin, Run};
use crate::value::host::Host;
use crate::value::{Result, Value, ops};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "ordinal_sum",
        signature: "ordinal_sum(G, H)",
        summary: "`G : H`: play in both, but a move in G ends H.",
        details: "It depends on the form of G: the canonical one, unless `form(G)` is given. For \
                  ordinals it is Cantor's sum.",
        examples: &[
            ("ordinal_sum(*, 1)", "↑*"),
            ("1 : -1", "1/2"),
            ("0 : 1", "1"),
            ("form(<-1|1>) : 1", "1/2"),
            ("1 : omega", "ω"),
        ],
        see_also: &["conjunctive", "selective", "ordinal_product"],
        source: "Winning Ways, ch. 7",
        run: Run::Function(|host, args| ordinal(host, &args[0], &args[1])),
    },
    Builtin {
        name: "conjunctive",
        signature: "conjunctive(G, H)",
        summary: "Play in both at once; when one has ended, so has the compound.",
        details: "It depends on the forms; the canonical forms are used.",
        examples: &[("conjunctive(*2, *3)", "*2"), ("conjunctive(*, 0)", "0")],
        see_also: &["selective", "ordinal_sum"],
        source: "On Numbers and Games, ch. 14",
        run: Run::Function(|host, args| compound(host, args, short::conjunctive)),
    },
    Builtin {
        name: "selective",
        signature: "selective(G, H)",
        summary: "Play in one or in both at once.",
        details: "It depends on the forms; the canonical forms are used.",
        examples: &[("outcome(selective(*, *2))", "N"), ("selective(*, *)", "*2")],
        see_also: &["conjunctive", "ordinal_sum"],
        source: "On Numbers and Games, ch. 14",
        run: Run::Function(|host, args| compound(host, args, short::selective)),
    },
    Builtin {
        name: "continued_conjunctive",
        signature: "continued_conjunctive(G, H)",
        summary: "Play in both at once, and in one alone when the other has ended.",
        details: "It depends on the forms; the canonical forms are used.",
        examples: &[("continued_conjunctive(*, *2)", "*2")],
        see_also: &["conjunctive"],
        source: "On Numbers and Games, ch. 14",
        run: Run::Function(|host, args| compound(host, args, short::continued_conjunctive)),
    },
    Builtin {
        name: "shortened_selective",
        signature: "shortened_selective(G, H)",
        summary: "Play in one or in both at once; when one has ended, so has the compound.",
        details: "It depends on the forms; the canonical forms are used.",
        examples: &[("shortened_selective(*, 0)", "0")],
        see_also: &["selective"],
        source: "On Numbers and Games, ch. 14",
        run: Run::Function(|host, args| compound(host, args, short::shortened_selective)),
    },
    Builtin {
        name: "conway_product",
        signature: "conway_product(G, H)",
        summary: "Conway's product; for numbers the usual one.",
        details: "It depends on the forms unless both are numbers; the canonical forms are used.",
        examples: &[("conway_product(3/2, 5)", "15/2"), ("conway_product(2, *2)", "0")],
        see_also: &["norton"],
        source: "On Numbers and Games, ch. 1",
        run: Run::Function(|host, args| compound(host, args, short::conway_product)),
    },
];

fn ordinal(host: &mut dyn Host, base: &Value, h: &Value) -> Result<Value> {
    ops::binary(host, crate::syntax::ast::BinaryOp::Ordinal, base, h)
}

/// A game made of the two arguments.
fn compound(
    host: &mut dyn Host,
    args: &[Value],
    make: fn(&Store, Game, Game) -> std::result::Result<Game, Error>,
) -> Result<Value> {
    made(host, args, |store, games| make(store, games[0], games[1]))
}
