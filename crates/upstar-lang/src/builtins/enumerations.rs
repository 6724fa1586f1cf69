//! Enumerations: boards, trees, graphs, permutations, subsets, partitions, products.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use upstar_core::board::Alphabet;
use upstar_core::enumerate::{
    Graphs, MOST_VERTICES_OF_GRAPHS, MOST_VERTICES_OF_TREES, Partitions, Trees, most_partitioned,
};

use super::typed::{Rest, binary, param, param_of, ternary, unary};
use super::{Builtin, Intrinsic, ROW, boards, collections};
use crate::diagnostic::Code;
use crate::resolve::tree::PositionKind;
use crate::value::enumeration::{BoardsOfSize, Family, on_board};
use crate::value::host::Host;
use crate::value::{Cells, Enumeration, Fault, Position, Result, Ruleset, Value, expect};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "boards",
        params: &[
            param("R"),
            param_of("rows", "a number of rows, or a range"),
            param_of("columns", "a number of columns, or a range"),
        ],
        gives: "an enumeration",
        summary: "All positions of a ruleset on boards of a size.",
        details: "Every cell shows every symbol. A range of sizes, such as `boards(R, 1..3, \
                  1..4)`, begins with the fewest cells. A strip has one size. Boards are not \
                  stored: `for` takes one after the other, and `length` counts them at once.",
        examples: &[
            ("length(boards(Domineering, 3, 4))", "4096"),
            ("boards(Clobber, 2, 2)[-1]", "Clobber(\"oo|oo\")"),
            (
                "[G for G in boards(Clobber, 1, 1..2) if G == *]",
                "[Clobber(\"xo\"), Clobber(\"ox\")]",
            ),
        ],
        see_also: &["up_to_symmetry", "positions", "tally", "find", "sample"],
        run: &ternary(|host, ruleset: Arc<Ruleset>, rows: Value, columns: Option<Value>| {
            let sizes = sizes(host, &ruleset, &rows, columns.as_ref())?;
            let models = sizes.into_iter().map(|size| model(host, &ruleset, size));
            let family = Family::Boards(models.collect::<Result<_>>()?);
            let args = [Some(Value::Ruleset(ruleset)), Some(rows), columns];
            made("boards", args.into_iter().flatten().collect(), family)
        }),
        ..ROW
    },
    Builtin {
        name: "up_to_symmetry",
        params: &[param("xs")],
        summary: "Of boards that turns and mirrors make of each other, the first one.",
        details: "Only those that keep the rules of each player count. `boards` stay an \
                  enumeration, counted by Burnside's lemma; other collections become a list.",
        examples: &[
            ("length(up_to_symmetry(boards(Domineering, 3, 4)))", "1120"),
            ("up_to_symmetry([Clobber(\"xo\"), Clobber(\"ox\")])", "[Clobber(\"xo\")]"),
        ],
        see_also: &["boards", "orbit"],
        source: "Burnside, Theory of Groups of Finite Order, 1897",
        run: &unary(up_to_symmetry),
        ..ROW
    },
    Builtin {
        name: "orbit",
        params: &[param("P")],
        gives: "a list of positions",
        summary: "The positions that turns and mirrors which keep the rules make of one on a board.",
        details: "Each once, P first.",
        examples: &[("orbit(Clobber(\"xo.\"))", "[Clobber(\"xo.\"), Clobber(\".ox\")]")],
        see_also: &["up_to_symmetry"],
        run: &unary(|host, position: Arc<Position>| {
            let symmetries = host.symmetries(&position)?;
            let cells = boards::cells(&Value::Position(position.clone()))?;
            let orbit = symmetries.orbit(&cells.board).into_iter();
            let orbit = orbit.map(|board| on_board(&position, &cells, board));
            Value::list(orbit.collect::<Result<_>>()?)
        }),
        ..ROW
    },
    Builtin {
        name: "graphs",
        params: &[param_of("n", "the number of vertices")],
        gives: "an enumeration",
        summary: "All graphs with n vertices, one of each shape: without loops and double edges.",
        details: "Vertices are numbered from 1. There are at most 11.",
        examples: &[
            ("length(graphs(6))", "156"),
            ("length([g for g in graphs(6) if is_connected(g)])", "112"),
            ("graphs(3)[3]", "graph(\"1-3, 2-3\")"),
        ],
        see_also: &["trees", "is_connected", "boards"],
        source: "Read, Every one a winner, 1978; OEIS A000088",
        run: &unary(|_, n: u64| {
            let vertices = at_most(n, 0, MOST_VERTICES_OF_GRAPHS, "a graph that is listed")?;
            let family = Family::Graphs { graphs: Graphs::new(vertices)?, vertices };
            made("graphs", vec![integer(n)], family)
        }),
        ..ROW
    },
    Builtin {
        name: "trees",
        params: &[param_of("n", "the number of vertices")],
        gives: "an enumeration",
        summary: "All trees with n vertices, one of each shape.",
        details: "Vertices are numbered from 1. There are at most 60.",
        examples: &[("length(trees(11))", "235"), ("trees(3)[1]", "graph(\"1-2, 1-3\")")],
        see_also: &["rooted_trees", "graphs"],
        source: "Otter, The number of trees, 1948; OEIS A000055",
        run: &unary(|host, n: u64| trees(host, "trees", n, false)),
        ..ROW
    },
    Builtin {
        name: "rooted_trees",
        params: &[param_of("n", "the number of vertices")],
        gives: "an enumeration",
        summary: "All trees with n vertices of which one is the root, one of each shape.",
        details: "The root is vertex 0, the ground of Hackenbush. There are at most 60 vertices.",
        examples: &[
            ("length(rooted_trees(11))", "1842"),
            ("[green_value(t) for t in rooted_trees(4)]", "[3, 1, 3, 1]"),
        ],
        see_also: &["trees", "green_value"],
        source: "Nijenhuis and Wilf, Combinatorial Algorithms, ch. 29; OEIS A000081",
        run: &unary(|host, n: u64| trees(host, "rooted_trees", n, true)),
        ..ROW
    },
    Builtin {
        name: "permutations",
        params: &[param("xs")],
        gives: "an enumeration",
        summary: "The elements of a collection in every order, as lists.",
        examples: &[
            (
                "list(permutations(1..3))",
                "[[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]]",
            ),
            ("length(permutations(1..25))", "15511210043330985984000000"),
        ],
        see_also: &["subsets", "product"],
        run: &unary(|_, xs: ListedCollection| {
            let items = small(xs.items)?;
            made("permutations", vec![xs.typed], Family::Permutations(items))
        }),
        ..ROW
    },
    Builtin {
        name: "subsets",
        params: &[param("xs"), param_of("k", "the size of a subset")],
        gives: "an enumeration",
        summary: "The subsets of a collection as lists; with k, those with k elements.",
        examples: &[
            ("list(subsets([1, 2, 3]))", "[[], [1], [2], [1, 2], [3], [1, 3], [2, 3], [1, 2, 3]]"),
            ("list(subsets(1..3, 2))", "[[1, 2], [1, 3], [2, 3]]"),
        ],
        see_also: &["permutations", "product", "partitions"],
        intrinsic: Some(Intrinsic::Subsets),
        run: &binary(|_, xs: ListedCollection, k: Option<u64>| {
            let size = k.map(|k| usize::try_from(k).unwrap_or(usize::MAX));
            let is_small = size.is_some_and(|size| size <= SMALL_SUBSET);
            let items = if is_small { xs.items } else { small(xs.items)? };
            let args = [Some(xs.typed), k.map(integer)];
            made("subsets", args.into_iter().flatten().collect(), Family::Subsets(items, size))
        }),
        ..ROW
    },
    Builtin {
        name: "product",
        params: &[param("xs"), param("...")],
        gives: "an enumeration",
        summary: "The tuples with an element of each collection; later ones vary faster.",
        examples: &[
            ("list(product(1..2, [^, v]))", "[(1, ↑), (1, ↓), (2, ↑), (2, ↓)]"),
            ("length(product(1..1000, 1..1000))", "1000000"),
        ],
        see_also: &["subsets", "permutations"],
        run: &binary(|_, first: ListedCollection, more: Rest<ListedCollection>| {
            let (args, lists) =
                [first].into_iter().chain(more.0).map(|xs| (xs.typed, xs.items)).unzip();
            made("product", args, Family::Product(lists))
        }),
        intrinsic: Some(Intrinsic::Product),
        ..ROW
    },
    Builtin {
        name: "partitions",
        params: &[param_of("n", "the number"), param_of("k", "the number of parts")],
        gives: "an enumeration",
        summary: "The ways to write n as a sum of positive integers; with k, of k of them.",
        details: "Lists, largest part first. n is at most 1000, or 100000 for up to 10 parts.",
        examples: &[
            ("list(partitions(4))", "[[4], [3, 1], [2, 2], [2, 1, 1], [1, 1, 1, 1]]"),
            ("list(partitions(6, 3))", "[[2, 2, 2], [3, 2, 1], [4, 1, 1]]"),
            ("length(partitions(100))", "190569292"),
        ],
        see_also: &["subsets", "product"],
        source: "OEIS A000041",
        intrinsic: Some(Intrinsic::Partitions),
        run: &binary(|host, n: u64, k: Option<u64>| {
            let parts = k.map(|k| usize::try_from(k).unwrap_or(usize::MAX));
            let most = most_partitioned(parts);
            let whole = usize::try_from(n).ok().filter(|n| *n <= most).ok_or_else(|| {
                let message = format!("{n} has too many partitions; at most {most} is taken apart");
                Fault::new(Code::TooLarge, message)
            })?;
            let partitions = Partitions::new(whole, parts, host.store().budget())?;
            let args = [Some(integer(n)), k.map(integer)];
            let args = args.into_iter().flatten().collect();
            made("partitions", args, Family::Partitions(partitions))
        }),
        ..ROW
    },
];

fn integer(n: u64) -> Value {
    Value::integer(BigInt::from(n))
}

fn made(name: &'static str, args: Vec<Value>, family: Family) -> Result<Value> {
    Ok(Value::Enumeration(Arc::new(Enumeration::new(name, args, family)?)))
}

/// A collection as typed, with its elements.
struct ListedCollection {
    typed: Value,
    items: Vec<Value>,
}

impl super::typed::FromValue for ListedCollection {
    const EXPECTED: &'static str = "a collection";

    fn from_value(host: &mut dyn Host, typed: Value, _: super::typed::Slot) -> Result<Self> {
        Ok(ListedCollection { items: collections::items(host, typed.clone())?, typed })
    }
}

/// Subsets of at most this size are taken of any number of elements.
pub const SMALL_SUBSET: usize = 10;

/// Most elements of which all orders, all subsets, or larger ones are taken.
const MOST_CHOSEN: usize = 1000;

fn small(items: Vec<Value>) -> Result<Vec<Value>> {
    if items.len() <= MOST_CHOSEN {
        return Ok(items);
    }
    let message = format!("these are {} elements; at most {MOST_CHOSEN} are taken", items.len());
    Err(Fault::new(Code::TooLarge, message))
}

/// Number of vertices within bounds.
fn at_most(n: u64, least: usize, most: usize, what: &str) -> Result<usize> {
    let vertices = usize::try_from(n).ok().filter(|n| (least..=most).contains(n));
    vertices.ok_or_else(|| {
        let message = format!("{what} has from {least} to {most} vertices, not {n}");
        Fault::new(Code::OutOfRange, message)
    })
}

fn trees(host: &mut dyn Host, name: &'static str, n: u64, is_rooted: bool) -> Result<Value> {
    let vertices = at_most(n, 1, MOST_VERTICES_OF_TREES, "a tree that is listed")?;
    let (store, make) = (host.store(), if is_rooted { Trees::rooted } else { Trees::free });
    let trees = make(vertices, store.budget())?;
    made(name, vec![integer(n)], Family::Trees { trees, is_rooted })
}

/// Rows and columns of boards, those with the fewest cells first.
fn sizes(
    host: &mut dyn Host,
    ruleset: &Ruleset,
    rows: &Value,
    columns: Option<&Value>,
) -> Result<Vec<(usize, usize)>> {
    let PositionKind::Board(kind, _) = ruleset.tree.position else {
        return Err(Fault::new(
            Code::WrongType,
            format!("the positions of {} are not on boards", ruleset.tree.name.text),
        ));
    };
    if ruleset.tree.checks_positions() {
        let name = &ruleset.tree.name.text;
        let message = format!("not every board is a position of {name}: it has a `check`");
        return Err(Fault::new(Code::WrongType, message).help(
            "take the boards of a ruleset without one, and call this one with some of them",
        ));
    }
    let mut lengths = |value: &Value| -> Result<Vec<usize>> {
        let all = match value {
            Value::Range(_) | Value::List(_) => collections::items(host, value.clone())?,
            other => vec![other.clone()],
        };
        let length = |value: &Value| expect::count(&host.store(), value, "the side of a board");
        let all = all.iter().map(length).collect::<Result<Vec<_>>>()?;
        Ok(all.into_iter().map(|n| n.to_usize().unwrap_or(usize::MAX)).collect())
    };
    let name = &ruleset.tree.name;
    let (rows, columns) = match (kind.is_row(), columns) {
        (true, None) => (vec![1], lengths(rows)?),
        (false, Some(columns)) => (lengths(rows)?, lengths(columns)?),
        (true, Some(_)) => {
            let help = format!("for instance `boards({}, 5)`", name.text);
            return Err(Fault::new(Code::WrongCount, "a strip has one size, its length").help(help));
        }
        (false, None) => {
            let help = format!("for instance `boards({}, 2, 3)`", name.text);
            return Err(Fault::new(Code::WrongCount, "a grid has rows and columns").help(help));
        }
    };
    let mut sizes = Vec::new();
    for &row in &rows {
        for &column in &columns {
            if row.saturating_mul(column) > MOST_CELLS || sizes.len() == MOST_SIZES {
                let message = match sizes.len() {
                    MOST_SIZES => format!("boards of more than {MOST_SIZES} sizes are too many"),
                    _ => format!("boards of {row} x {column} have more than {MOST_CELLS} cells"),
                };
                return Err(Fault::new(Code::TooLarge, message));
            }
            sizes.push((row, column));
        }
    }
    sizes.sort_by_key(|&(rows, columns)| (rows * columns, rows));
    Ok(sizes)
}

/// Most sizes of boards in one enumeration.
const MOST_SIZES: usize = 1000;

/// Most cells of boards that are enumerated.
const MOST_CELLS: usize = 1000;

/// The boards of a size, with one of them as a model.
fn model(
    host: &mut dyn Host,
    ruleset: &Arc<Ruleset>,
    (rows, columns): (usize, usize),
) -> Result<BoardsOfSize> {
    let whole = Value::Ruleset(ruleset.clone());
    let PositionKind::Board(_, alphabet) = &ruleset.tree.position else {
        return Err(whole.wrong("a ruleset of boards"));
    };
    if ruleset.family().is_none() {
        let fault = whole.wrong("a ruleset with the parameters of its family");
        return Err(fault.help(ruleset.how_written()));
    }
    let alphabet = Alphabet::parse(&alphabet.value).expect("it is the alphabet of a ruleset");
    let row: String = std::iter::repeat_n(alphabet.character(0), columns).collect();
    let text = std::iter::repeat_n(row, rows).collect::<Vec<_>>().join("|");
    match host.call(&whole, vec![Value::text(text)])? {
        Value::Position(model) => match model.arguments().first() {
            Some(Value::Board(cells)) => Ok(BoardsOfSize::new(model.clone(), cells.clone())),
            _ => Err(whole.wrong("a ruleset of boards")),
        },
        other => Err(other.wrong("a position in normal play")),
    }
}

fn up_to_symmetry(host: &mut dyn Host, xs: Value) -> Result<Value> {
    if let Value::Enumeration(all) = &xs
        && let Family::Boards(sizes) = all.family()
    {
        let mut sizes = sizes.clone();
        for size in &mut sizes {
            *size = size.up_to(host.symmetries(size.model())?);
        }
        return made("up_to_symmetry", vec![xs], Family::Boards(sizes));
    }
    let mut known = rustc_hash::FxHashSet::default();
    let mut kept = Vec::new();
    for item in collections::items(host, xs)? {
        let Value::Position(position) = &item else { return Err(item.wrong("a position")) };
        let cells: Arc<Cells> = boards::cells(&item)?;
        let orbit = host.symmetries(position)?.orbit(&cells.board);
        let least = orbit.into_iter().min().expect("a board is in its orbit");
        if known.insert(on_board(position, &cells, least)?) {
            kept.push(item);
        }
    }
    Value::list(kept)
}
