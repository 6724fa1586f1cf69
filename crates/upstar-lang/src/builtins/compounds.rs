//! Compounds of two games.

use upstar_core::Game;
use upstar_core::impartial::Compound as Together;
use upstar_core::short::{self, Compound};

use super::forms::{self, Components};
use super::typed::{binary, param};
use super::{Attribute, Builtin, ROW};
use crate::diagnostic::Code;
use crate::syntax::ast::BinaryOp;
use crate::value::host::Host;
use crate::value::{Fault, Result, Value, ops};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "ordinal_sum",
        params: &[param("G"), param("H")],
        gives: "a game",
        summary: "`G : H`: play in both, but a move in G ends H.",
        details: "It depends on the form of G: the canonical one, or `form(G)`, or a position. Of \
                  H only the value counts. For ordinals it is Cantor's sum.",
        examples: &[
            ("ordinal_sum(*, 1)", "↑*"),
            ("1 : -1", "1/2"),
            ("0 : 1", "1"),
            ("form(<-1|1>) : 1", "1/2"),
            ("1 : omega", "ω"),
        ],
        see_also: &["subordinate", "ordinal_product", "conjunctive"],
        source: "Winning Ways, ch. 7",
        attributes: &[Attribute::TakesForms],
        run: &binary(|host, g: Value, h: Value| ops::binary(host, BinaryOp::Ordinal, &g, &h)),
        ..ROW
    },
    Builtin {
        name: "subordinate",
        params: &[param("G"), param("H")],
        gives: "a game",
        summary: "The game X for which `H : X` equals G: what H carries to become G.",
        details: "There is at most one. It uses the canonical form of H.",
        examples: &[
            ("subordinate(1/2, 1)", "-1"),
            ("subordinate(↑*, *)", "1"),
            ("subordinate(*7, *4)", "*3"),
        ],
        see_also: &["ordinal_sum", "ordinal_product"],
        source: "Winning Ways, ch. 7",
        run: &binary(|host, g: Game, h: Game| {
            let store = host.store();
            match short::subordinate(&store, g, h)? {
                Some(x) => Ok(Value::of_game(&store, x)),
                None => Err(Fault::new(Code::OutOfRange, "no game on the second makes it equal to the first")
                    .note("it would have an option equal to an option of the first for each option of its own")),
            }
        }),
        ..ROW
    },
    Builtin {
        name: "disjunctive",
        params: &[param("G"), param("H")],
        gives: "a game",
        summary: "Play in one of them, the same as `G + H`.",
        examples: &[("disjunctive(*, *2)", "*3")],
        see_also: &["diminished_disjunctive", "conjunctive", "selective"],
        source: "On Numbers and Games, ch. 14",
        run: &binary(|host, g: Value, h: Value| ops::binary(host, BinaryOp::Add, &g, &h)),
        compound: Some(Together::Disjunctive),
        ..ROW
    },
    Builtin {
        name: "diminished_disjunctive",
        params: &[param("G"), param("H")],
        gives: "a game",
        summary: "Play in one of them; when neither player can move in one, play is over.",
        details: FORMS,
        examples: &[("diminished_disjunctive(*2, *2)", "*"), ("diminished_disjunctive(*, 0)", "0")],
        see_also: &["disjunctive", "shortened_selective"],
        source: "On Numbers and Games, ch. 14",
        attributes: &[Attribute::TakesForms],
        run: &binary(|host, g: Value, h: Value| {
            compound(host, &g, &h, Compound::DiminishedDisjunctive)
        }),
        compound: Some(Together::Diminished),
        ..ROW
    },
    Builtin {
        name: "conjunctive",
        params: &[param("G"), param("H")],
        gives: "a game",
        summary: "Play in both at once; when one has ended, so has the compound.",
        details: FORMS,
        examples: &[
            ("conjunctive(*2, *3)", "*2"),
            ("conjunctive(*, 0)", "0"),
            ("conjunctive(Nim(3), Kayles(2))", "*2"),
        ],
        see_also: &["selective", "ordinal_sum"],
        source: "On Numbers and Games, ch. 14",
        attributes: &[Attribute::TakesForms],
        run: &binary(|host, g: Value, h: Value| compound(host, &g, &h, Compound::Conjunctive)),
        compound: Some(Together::Conjunctive),
        ..ROW
    },
    Builtin {
        name: "selective",
        params: &[param("G"), param("H")],
        gives: "a game",
        summary: "Play in one or in both at once.",
        details: FORMS,
        examples: &[
            ("outcome(selective(*, *2))", "N"),
            ("selective(*, *)", "*2"),
            ("outcome(selective(Nim(1, 1), Nim(2, 2)))", "P"),
            ("selective(form(<*|*>), *)", "*3"),
        ],
        see_also: &["conjunctive", "ordinal_sum"],
        source: "On Numbers and Games, ch. 14",
        attributes: &[Attribute::TakesForms],
        run: &binary(|host, g: Value, h: Value| compound(host, &g, &h, Compound::Selective)),
        compound: Some(Together::Selective),
        ..ROW
    },
    Builtin {
        name: "continued_conjunctive",
        params: &[param("G"), param("H")],
        gives: "a game",
        summary: "Play in both at once, and in one alone when the other has ended: when neither \
                  player can move there.",
        details: FORMS,
        examples: &[("continued_conjunctive(*, *2)", "*2"), ("continued_conjunctive(*, 1)", "1")],
        see_also: &["conjunctive"],
        source: "On Numbers and Games, ch. 14",
        attributes: &[Attribute::TakesForms],
        run: &binary(|host, g: Value, h: Value| {
            compound(host, &g, &h, Compound::ContinuedConjunctive)
        }),
        compound: Some(Together::ContinuedConjunctive),
        ..ROW
    },
    Builtin {
        name: "shortened_selective",
        params: &[param("G"), param("H")],
        gives: "a game",
        summary: "Play in one or in both at once; when neither player can move in one, play is over.",
        details: FORMS,
        examples: &[("shortened_selective(*, 0)", "0"), ("shortened_selective(<1|0>, 1)", "<1|0>")],
        see_also: &["selective"],
        source: "On Numbers and Games, ch. 14",
        attributes: &[Attribute::TakesForms],
        run: &binary(|host, g: Value, h: Value| {
            compound(host, &g, &h, Compound::ShortenedSelective)
        }),
        compound: Some(Together::ShortenedSelective),
        ..ROW
    },
    Builtin {
        name: "sequential",
        params: &[param("G"), param("H")],
        gives: "a game",
        summary: "Play in G until neither player can move there, and then in H.",
        details: FORMS,
        examples: &[
            ("sequential(*, *)", "0"),
            ("sequential(*2, *2)", "*"),
            ("outcome(sequential(Nim(2, 2), *)) == outcome(misere(Nim(2, 2)))", "true"),
        ],
        see_also: &["ordinal_sum", "continued_conjunctive"],
        source: "Stromquist and Ullman, Sequential compounds of combinatorial games, Theoretical Computer \
                 Science 119, 1993",
        attributes: &[Attribute::TakesForms],
        run: &binary(|host, g: Value, h: Value| compound(host, &g, &h, Compound::Sequential)),
        ..ROW
    },
    Builtin {
        name: "conway_product",
        params: &[param("G"), param("H")],
        gives: "a game",
        summary: "Conway's product; for numbers the usual one.",
        details: "It depends on forms unless both are numbers.",
        examples: &[("conway_product(3/2, 5)", "15/2"), ("conway_product(2, *2)", "0")],
        see_also: &["norton"],
        source: "On Numbers and Games, ch. 1",
        attributes: &[Attribute::TakesForms],
        run: &binary(|host, g: Value, h: Value| compound(host, &g, &h, Compound::ConwayProduct)),
        ..ROW
    },
];

/// Sentence of the help on compounds that depend on the form.
const FORMS: &str = "Forms count: canonical, as typed for `form(G)`, or a position's own moves.";

/// Compound of the two arguments.
fn compound(host: &mut dyn Host, g: &Value, h: &Value, how: Compound) -> Result<Value> {
    let mut components = Components::new(host);
    let pair = (components.component(g)?, components.component(h)?);
    let store = components.store();
    let game = match (how, forms::canonical(&pair)) {
        (Compound::ConwayProduct, Some((g, h))) => short::conway_product(&store, g, h)?,
        _ => forms::compound(&mut components, how, pair)?,
    };
    Ok(Value::of_game(&store, game))
}
