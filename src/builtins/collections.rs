//! Lists, sets, maps, text.

use num_bigint::BigInt;
use upstar_core::{Game, Store};

use super::{Builtin, Intrinsic, ROW, Run, fast};
use crate::syntax::ast::BinaryOp;
use crate::value::host::{self, Host};
use crate::value::{Notation, Result, Value, elements, ops, order, show};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "length",
        signature: "length(xs)",
        summary: "How many elements a collection has, or symbols a text.",
        examples: &[("length([1, 2, 3])", "3"), ("length(1..10**20)", "100000000000000000000")],
        run: Run::Function(|host, args| length(host, &args[0])),
        intrinsic: Some(Intrinsic::Length),
        fast: Some(fast::LENGTH),
        ..ROW
    },
    Builtin {
        name: "list",
        signature: "list(xs)",
        summary: "The elements of a collection as a list.",
        examples: &[("list(1..4)", "[1, 2, 3, 4]"), ("list(\"TF\")", "[\"T\", \"F\"]")],
        see_also: &["set"],
        run: Run::Function(|host, args| Value::list(items(host, &args[0])?)),
        intrinsic: Some(Intrinsic::List),
        ..ROW
    },
    Builtin {
        name: "set",
        signature: "set(xs)",
        summary: "The elements of a collection, each once.",
        examples: &[("set([3, 1, 3])", "{3, 1}"), ("set([<0|*>, ^])", "{↑}")],
        see_also: &["list", "union"],
        run: Run::Function(|host, args| {
            let items = items(host, &args[0])?;
            ops::set(&host.store(), &items)
        }),
        intrinsic: Some(Intrinsic::Set),
        ..ROW
    },
    Builtin {
        name: "union",
        signature: "union(A, B)",
        summary: "The elements of either collection, as a set.",
        examples: &[("union({1, 2}, {2, 3})", "{1, 2, 3}")],
        see_also: &["set"],
        run: Run::Function(|host, args| {
            let mut all = items(host, &args[0])?;
            all.extend(items(host, &args[1])?);
            ops::set(&host.store(), &all)
        }),
        ..ROW
    },
    Builtin {
        name: "sum",
        signature: "sum(xs)",
        summary: "The sum of the elements of a collection; 0 when there are none.",
        examples: &[("sum(1..100)", "5050"), ("sum([*, *2, ^])", "↑*3")],
        run: Run::Function(|host, args| sum(host, &args[0])),
        intrinsic: Some(Intrinsic::Sum),
        ..ROW
    },
    Builtin {
        name: "map",
        signature: "map(xs, f)",
        summary: "What a function makes of each element, as a list.",
        examples: &[("[1, 2].map(x -> x * x)", "[1, 4]")],
        see_also: &["filter"],
        run: Run::Function(|host, args| {
            let items = items(host, &args[0])?;
            let made: Result<_> =
                items.into_iter().map(|item| host.call(&args[1], vec![item])).collect();
            Value::list(made?)
        }),
        ..ROW
    },
    Builtin {
        name: "filter",
        signature: "filter(xs, f)",
        summary: "The elements for which a function gives true, as a list.",
        examples: &[("filter(1..6, n -> n % 2 == 0)", "[2, 4, 6]")],
        see_also: &["map"],
        run: Run::Function(|host, args| {
            let mut kept = Vec::new();
            for item in items(host, &args[0])? {
                if host::truth(&host.call(&args[1], vec![item.clone()])?)? {
                    kept.push(item);
                }
            }
            Value::list(kept)
        }),
        ..ROW
    },
    Builtin {
        name: "reverse",
        signature: "reverse(xs)",
        summary: "The elements of a collection in the opposite order, as a list.",
        examples: &[("reverse([1, 2, 3])", "[3, 2, 1]")],
        run: Run::Function(|host, args| {
            let mut items = items(host, &args[0])?;
            items.reverse();
            Value::list(items)
        }),
        ..ROW
    },
    Builtin {
        name: "keys",
        signature: "keys(m)",
        summary: "The keys of a map, as a list.",
        examples: &[("keys({1: \"a\", 2: \"b\"})", "[1, 2]")],
        see_also: &["values"],
        run: Run::Function(|_, args| match &args[0] {
            Value::Map(map) => Value::list(map.entries().keys().cloned().collect()),
            other => Err(other.wrong("a map")),
        }),
        ..ROW
    },
    Builtin {
        name: "values",
        signature: "values(m)",
        summary: "The values of a map, as a list.",
        examples: &[("values({1: \"a\", 2: \"b\"})", "[\"a\", \"b\"]")],
        see_also: &["keys"],
        run: Run::Function(|_, args| match &args[0] {
            Value::Map(map) => Value::list(map.entries().values().cloned().collect()),
            other => Err(other.wrong("a map")),
        }),
        ..ROW
    },
    Builtin {
        name: "all",
        signature: "all(xs)",
        summary: "Whether every element of a collection of truth values is true.",
        examples: &[("all([n < 4 for n in 1..3])", "true"), ("all([])", "true")],
        see_also: &["any"],
        run: Run::Function(|host, args| {
            let truths: Result<Vec<bool>> =
                items(host, &args[0])?.iter().map(host::truth).collect();
            Ok(Value::Bool(truths?.into_iter().all(|truth| truth)))
        }),
        intrinsic: Some(Intrinsic::All),
        fast: Some(fast::ALL),
        ..ROW
    },
    Builtin {
        name: "any",
        signature: "any(xs)",
        summary: "Whether some element of a collection of truth values is true.",
        examples: &[("any([n > 4 for n in 1..3])", "false")],
        see_also: &["all"],
        run: Run::Function(|host, args| {
            let truths: Result<Vec<bool>> =
                items(host, &args[0])?.iter().map(host::truth).collect();
            Ok(Value::Bool(truths?.into_iter().any(|truth| truth)))
        }),
        intrinsic: Some(Intrinsic::Any),
        fast: Some(fast::ANY),
        ..ROW
    },
    Builtin {
        name: "text",
        signature: "text(x)",
        summary: "A value as it prints.",
        examples: &[("text(<0|*>)", "\"↑\"")],
        see_also: &["latex"],
        run: Run::Function(|host, args| match &args[0] {
            Value::Text(text) => Ok(Value::Text(text.clone())),
            other => Ok(Value::text(show::value(&host.store(), other)?)),
        }),
        ..ROW
    },
    Builtin {
        name: "latex",
        signature: "latex(x)",
        summary: "A value as source for LaTeX, to be put in mathematics.",
        details: "Alone in a statement it shows the source as it is pasted into a paper; within \
                  other values it is a text. Pictures may stand in text as well: a table is a \
                  `tabular`, a thermograph, `plot(G)`, `tree(G)` or `draw(P)` a `tikzpicture`, \
                  which needs the package `tikz`. An explanation is a list.",
        examples: &[
            ("latex(<2|0>)", r"\left\{2\mid 0\right\}"),
            ("latex(1/2 + tiny(2))", r"\frac{1}{2} + {+}_{2}"),
        ],
        see_also: &["text", "save", "table"],
        run: Run::Source(|host, args| {
            let (store, latex) = (host.store(), Notation::Latex);
            Ok(Value::text(match &args[0] {
                Value::Explanation(why) => show::explained(&store, why, latex)?,
                other => show::in_notation(&store, other, latex)?,
            }))
        }),
        ..ROW
    },
];

/// The sum of a collection. Positions are put side by side in one go, games added in the order
/// that is best.
fn sum(host: &mut dyn Host, collection: &Value) -> Result<Value> {
    let items = items(host, collection)?;
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

/// The games that some values are, when all are short games, and one at least is not a number.
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
        Value::Text(text) => text.chars().count(),
        Value::List(list) | Value::Tuple(list) => list.items().len(),
        Value::Set(set) => set.items().len(),
        Value::Map(map) => map.entries().len(),
        other => items(host, other)?.len(),
    };
    Ok(Value::integer(BigInt::from(len)))
}

/// The elements of a collection.
pub(super) fn items(host: &mut dyn Host, value: &Value) -> Result<Vec<Value>> {
    match value {
        Value::Range(range) => range.listable()?,
        game if order::is_gamelike(game) => return Err(game.wrong("a collection")),
        _ => {}
    }
    let store = host.store();
    elements(value)?.map(|item| Ok(store.budget().step().map(|()| item)?)).collect()
}
