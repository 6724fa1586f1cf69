//! Lists, sets, maps, text.

use std::sync::Arc;

use num_bigint::BigInt;
use upstar_core::board::Symbol;
use upstar_core::{Game, Store};

use super::typed::{binary, param, param_of, ternary, unary};
use super::{Attribute, Builtin, Intrinsic, ROW, fast, sort};
use crate::syntax::ast::BinaryOp;
use crate::value::host::Host;
use crate::value::{
    Map, Notation, Result, Value, changes, elements, equality, expect, ops, order, show,
};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "length",
        params: &[param("xs")],
        gives: "an integer",
        summary: "How many elements a collection has, or symbols a text.",
        examples: &[("length([1, 2, 3])", "3"), ("length(1..10**20)", "100000000000000000000")],
        run: &unary(|host, xs: Value| length(host, &xs)),
        intrinsic: Some(Intrinsic::Length),
        fast: Some(fast::LENGTH),
        ..ROW
    },
    Builtin {
        name: "list",
        params: &[param("xs")],
        summary: "The elements of a collection as a list, or the symbols of a board.",
        examples: &[
            ("list(1..4)", "[1, 2, 3, 4]"),
            ("list(\"TF\")", "[\"T\", \"F\"]"),
            ("list(board(Clobber(\"xo|o.\")))", "[\"x\", \"o\", \"o\", \".\"]"),
        ],
        see_also: &["set", "text"],
        run: &unary(|host, xs: Value| match xs {
            // Row by row, in the order of `cells`.
            Value::Board(cells) => {
                host.store().budget().reserve(cells.board.symbols().len() as u64)?;
                let shown = |symbol: &Symbol| cells.shown(*symbol);
                Value::list(cells.board.symbols().iter().map(shown).collect())
            }
            other => Value::list(items(host, other)?),
        }),
        intrinsic: Some(Intrinsic::List),
        ..ROW
    },
    Builtin {
        name: "set",
        params: &[param("xs")],
        summary: "The elements of a collection, each once.",
        examples: &[("set([3, 1, 3])", "{3, 1}"), ("set([<0|*>, ^])", "{↑}")],
        see_also: &["list", "union"],
        run: &unary(|host, xs: Vec<Value>| ops::set(&host.store(), xs)),
        intrinsic: Some(Intrinsic::Set),
        ..ROW
    },
    Builtin {
        name: "union",
        params: &[param("A"), param("B")],
        summary: "The elements of either collection, as a set; of two maps, the map with the entries of both.",
        details: "Of keys that are in both maps the second gives the value.",
        examples: &[
            ("union({1, 2}, {2, 3})", "{1, 2, 3}"),
            ("union({1: \"a\", 2: \"b\"}, {2: \"c\"})", "{1: \"a\", 2: \"c\"}"),
        ],
        see_also: &["intersection", "difference", "set", "with"],
        run: &binary(|host, a: Value, b: Value| {
            if let (Value::Map(a), Value::Map(b)) = (&a, &b) {
                return changes::joined(&host.store(), a, b);
            }
            let mut all = items(host, a)?;
            all.extend(items(host, b)?);
            ops::set(&host.store(), all)
        }),
        intrinsic: Some(Intrinsic::Union),
        ..ROW
    },
    Builtin {
        name: "intersection",
        params: &[param("A"), param("B")],
        summary: "The elements of A that are in B, as a set.",
        examples: &[
            ("intersection({1, 2, 3}, {3, 4, 1})", "{1, 3}"),
            ("intersection([2, 2, 5], 1..4)", "{2}"),
        ],
        see_also: &["union", "difference", "set"],
        run: &binary(|host, a: Value, b: Value| chosen(host, a, &b, true)),
        intrinsic: Some(Intrinsic::Intersection),
        ..ROW
    },
    Builtin {
        name: "without",
        params: &[param("xs"), param_of("i", "a place, or a list of places")],
        summary: "A list or text without the element at a place, a map without a key, or a set without an element.",
        details: "A list of places stands for each of them. -1 is the last place. `difference` takes several elements from \
                  a set.",
        examples: &[
            ("[10, 20, 30].without(2)", "[10, 30]"),
            ("without(\"abcd\", 2..3)", "\"ad\""),
            ("{1: \"a\", 2: \"b\"}.without(1)", "{2: \"b\"}"),
            ("without({3, 5}, 5)", "{3}"),
        ],
        see_also: &["difference", "with", "insert", "filter", "remove"],
        run: &binary(|host, xs: Value, i: Value| changes::without(&host.store(), &xs, &i)),
        intrinsic: Some(Intrinsic::Without),
        ..ROW
    },
    Builtin {
        name: "insert",
        params: &[param("xs"), param_of("i", "a place"), param("x")],
        summary: "A list or text with x as its element number i, before the one that was there.",
        details: "The last place is -1, or one more than there were elements.",
        examples: &[
            ("[10, 30].insert(2, 20)", "[10, 20, 30]"),
            ("[10].insert(-1, 20)", "[10, 20]"),
            ("insert(\"ac\", 2, \"b\")", "\"abc\""),
        ],
        see_also: &["with", "without"],
        run: &ternary(|host, xs: Value, i: Value, x: Value| {
            let place = expect::integer(&host.store(), &i)?;
            changes::inserted(&host.store(), &xs, place, &x)
        }),
        intrinsic: Some(Intrinsic::Insert),
        ..ROW
    },
    Builtin {
        name: "sum",
        params: &[param("xs")],
        summary: "The sum of the elements of a collection; 0 when there are none.",
        examples: &[("sum(1..100)", "5050"), ("sum([*, *2, ^])", "↑*3")],
        run: &unary(sum),
        intrinsic: Some(Intrinsic::Sum),
        fast: Some(fast::SUM),
        ..ROW
    },
    Builtin {
        name: "map",
        params: &[param("xs"), param("f")],
        summary: "What a function makes of each element, as a list.",
        examples: &[("[1, 2].map(x -> x * x)", "[1, 4]")],
        see_also: &["filter"],
        run: &binary(|host, xs: Vec<Value>, f: Value| {
            let made: Result<_> = xs.into_iter().map(|x| host.call(&f, vec![x])).collect();
            Value::list(made?)
        }),
        intrinsic: Some(Intrinsic::Map),
        ..ROW
    },
    Builtin {
        name: "filter",
        params: &[param("xs"), param("f")],
        summary: "The elements for which a function gives true, as a list.",
        examples: &[("filter(1..6, n -> n % 2 == 0)", "[2, 4, 6]")],
        see_also: &["map"],
        run: &binary(|host, xs: Vec<Value>, f: Value| {
            let mut kept = Vec::new();
            for x in xs {
                if expect::truth(&host.call(&f, vec![x.clone()])?)? {
                    kept.push(x);
                }
            }
            Value::list(kept)
        }),
        intrinsic: Some(Intrinsic::Filter),
        ..ROW
    },
    Builtin {
        name: "reverse",
        params: &[param("xs")],
        summary: "The elements of a collection in the opposite order, as a list.",
        examples: &[("reverse([1, 2, 3])", "[3, 2, 1]")],
        run: &unary(|_, mut xs: Vec<Value>| {
            xs.reverse();
            Value::list(xs)
        }),
        intrinsic: Some(Intrinsic::Reverse),
        ..ROW
    },
    Builtin {
        name: "sort",
        params: &[param("xs"), param_of("key", "a function")],
        summary: "The elements of a collection in ascending order, as a list; by a key if one is given.",
        details: "Numbers, texts and games compare by `<=`, false comes before true, tuples and \
                  lists compare by the first difference. Equal elements keep their order. \
                  Confused games need a key, such as their mean.",
        examples: &[
            ("sort([3, 1/2, 2])", "[1/2, 2, 3]"),
            ("sort({^, v, 0})", "[↓, 0, ↑]"),
            ("sort([±1, 3, *2], G -> -mean(G))", "[3, ±1, *2]"),
        ],
        see_also: &["reverse"],
        run: &binary(sort::sorted),
        intrinsic: Some(Intrinsic::Sort),
        ..ROW
    },
    Builtin {
        name: "keys",
        params: &[param("m")],
        summary: "The keys of a map, as a list.",
        examples: &[("keys({1: \"a\", 2: \"b\"})", "[1, 2]")],
        see_also: &["values"],
        run: &unary(|_, m: Arc<Map>| Value::list(m.entries().keys().cloned().collect())),
        intrinsic: Some(Intrinsic::Keys),
        ..ROW
    },
    Builtin {
        name: "values",
        params: &[param("m")],
        summary: "The values of a map, as a list.",
        examples: &[("values({1: \"a\", 2: \"b\"})", "[\"a\", \"b\"]")],
        see_also: &["keys"],
        run: &unary(|_, m: Arc<Map>| Value::list(m.entries().values().cloned().collect())),
        intrinsic: Some(Intrinsic::Values),
        ..ROW
    },
    Builtin {
        name: "all",
        params: &[param("xs")],
        gives: "a truth value",
        summary: "Whether every element of a collection of truth values is true.",
        examples: &[("all([n < 4 for n in 1..3])", "true"), ("all([])", "true")],
        see_also: &["any"],
        run: &unary(|_, xs: Vec<bool>| Ok(Value::Bool(xs.into_iter().all(|truth| truth)))),
        intrinsic: Some(Intrinsic::All),
        fast: Some(fast::ALL),
        ..ROW
    },
    Builtin {
        name: "any",
        params: &[param("xs")],
        gives: "a truth value",
        summary: "Whether some element of a collection of truth values is true.",
        examples: &[("any([n > 4 for n in 1..3])", "false")],
        see_also: &["all"],
        run: &unary(|_, xs: Vec<bool>| Ok(Value::Bool(xs.into_iter().any(|truth| truth)))),
        intrinsic: Some(Intrinsic::Any),
        fast: Some(fast::ANY),
        ..ROW
    },
    Builtin {
        name: "text",
        params: &[param("x")],
        gives: "a text",
        summary: "A value as it prints; a board as the text that it is typed as.",
        examples: &[("text(<0|*>)", "\"↑\""), ("text(board(Clobber(\"xo|o.\")))", "\"xo|o.\"")],
        see_also: &["latex"],
        run: &unary(|host, x: Value| match x {
            Value::Text(_) => Ok(x),
            Value::Board(cells) => Ok(Value::text(cells.text())),
            other => Ok(Value::text(show::value(&host.store(), &other)?)),
        }),
        intrinsic: Some(Intrinsic::Text),
        ..ROW
    },
    Builtin {
        name: "show",
        params: &[param_of("label", "a text"), param("x")],
        summary: "The value x, shown after the label when alone in a statement.",

        examples: &[("show(\"mean\", mean(<2|1/2>))", "mean: 5/4"), ("show(\"n\", 2) + 1", "3")],
        see_also: &["text", "table"],
        attributes: &[Attribute::LabelsAnswer],
        run: &binary(|_, _: Arc<str>, x: Value| Ok(x)),
        ..ROW
    },
    Builtin {
        name: "latex",
        params: &[param("x")],
        gives: "a text",
        summary: "A value as source for LaTeX, to be put in mathematics.",
        details: "Alone in a statement it shows the source; within other values it is a text. A \
                  table is a `tabular`; a thermograph, `plot(G)`, `tree(G)` or `draw(P)` a \
                  `tikzpicture`, which needs the package `tikz`; an explanation a list. These may \
                  stand in text as well.",
        examples: &[
            ("latex(<2|0>)", r"\left\{2\mid 0\right\}"),
            ("latex(1/2 + tiny(2))", r"\frac{1}{2} + {+}_{2}"),
        ],
        see_also: &["text", "save", "table"],
        attributes: &[Attribute::GivesSource],
        run: &unary(|host, x: Value| {
            let (store, latex) = (host.store(), Notation::LATEX);
            Ok(Value::text(match &x {
                Value::Explanation(why) => show::explained(&store, why, latex)?,
                other => show::in_notation(&store, other, latex)?,
            }))
        }),
        ..ROW
    },
];

/// Sum of a collection. Positions are joined to one sum; games are added in the cheapest order.
fn sum(host: &mut dyn Host, items: Vec<Value>) -> Result<Value> {
    if let Some(games) = short_games(&host.store(), &items)? {
        let store = host.store();
        return Ok(Value::of_game(&store, store.total(&games)?));
    }
    if items.iter().any(|item| matches!(item, Value::Position(_) | Value::Sum(_))) {
        return ops::sum_of(&host.store(), &items);
    }
    let mut items = items.into_iter();
    let mut total = items.next().unwrap_or(Value::integer(0));
    for item in items {
        host.store().budget().step()?;
        total = ops::binary(host, BinaryOp::Add, &total, &item)?;
    }
    Ok(total)
}

/// The short games that all values are; `None` unless all are short and at least one is not a number.
fn short_games(store: &Store, items: &[Value]) -> Result<Option<Vec<Game>>> {
    if items.iter().all(|item| matches!(item, Value::Number(_))) {
        return Ok(None);
    }
    let mut games = Vec::with_capacity(items.len());
    for item in items {
        games.push(match item {
            Value::Game(game) => *game,
            Value::Form(form) | Value::Typed(form) => form.canonical(),
            Value::Number(x) => match x.to_dyadic() {
                Some(x) => store.number(&x)?,
                None => return Ok(None),
            },
            _ => return Ok(None),
        });
    }
    Ok(Some(games))
}

fn length(host: &mut dyn Host, value: &Value) -> Result<Value> {
    let len = match value {
        Value::Range(range) => return Ok(Value::integer(range.len())),
        Value::Enumeration(all) => return Ok(Value::integer(BigInt::from(all.len()))),
        Value::Text(text) => text.chars().count(),
        Value::List(list) | Value::Tuple(list) => list.items().len(),
        Value::Set(set) => set.items().len(),
        Value::Map(map) => map.entries().len(),
        other => items(host, other.clone())?.len(),
    };
    Ok(Value::integer(BigInt::from(len)))
}

/// The elements of a collection that are in another, or that are not, as a set.
pub(super) fn chosen(host: &mut dyn Host, a: Value, b: &Value, is_in: bool) -> Result<Value> {
    let mut kept = Vec::new();
    for x in items(host, a)? {
        if equality::contains(host, b, &x)? == is_in {
            kept.push(x);
        }
    }
    ops::set(&host.store(), kept)
}

/// The elements of a collection.
pub(super) fn items(host: &mut dyn Host, value: Value) -> Result<Vec<Value>> {
    let budget = host.store().budget().clone();
    let items = match value {
        Value::List(list) | Value::Tuple(list) => list.into_items(),
        Value::Set(set) => set.into_items(),
        Value::Enumeration(all) => return all.items(&budget),
        game if order::is_gamelike(&game) => return Err(game.wrong("a collection")),
        other => {
            if let Value::Range(range) = &other {
                range.listable()?;
            }
            let items = elements(&other)?;
            return items.map(|item| Ok(budget.step().map(|()| item)?)).collect();
        }
    };
    items.iter().try_for_each(|_| budget.step())?;
    Ok(items)
}

/// Visits the elements of a collection, one after the other and without a list of them, until `visit` returns
/// `true`.
pub(super) fn each(
    host: &mut dyn Host,
    value: &Value,
    visit: &mut dyn FnMut(&mut dyn Host, Value) -> Result<bool>,
) -> Result<()> {
    let budget = host.store().budget().clone();
    match value {
        Value::Enumeration(all) => {
            let mut code = 0;
            while let Some(item) = all.next(&mut code, &budget)? {
                if visit(host, item)? {
                    return Ok(());
                }
            }
        }
        game if order::is_gamelike(game) => return Err(game.wrong("a collection")),
        _ => {
            for item in elements(value)? {
                budget.step()?;
                if visit(host, item)? {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}
