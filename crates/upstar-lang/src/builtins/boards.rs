//! Strips and grids.

use std::sync::Arc;

use super::typed::{FromValue, Slot, binary, param, param_of, unary};
use super::{Builtin, Intrinsic, ROW, fast};
use crate::diagnostic::Code;
use crate::value::graph::{label_number, label_of};
use crate::value::host::Host;
use crate::value::{Cells, Fault, Graph, Map, Result, Value, changes, elements};
use upstar_core::board::Board;

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "board",
        params: &[param("P")],
        summary: "The board of a position.",
        examples: &[("rows(board(Domineering(2, 3)))", "2")],
        see_also: &["cells", "with"],
        run: &unary(|_, board: Arc<Cells>| Ok(Value::Board(board))),
        intrinsic: Some(Intrinsic::Board),
        ..ROW
    },
    Builtin {
        name: "cells",
        params: &[param("b")],
        summary: "The places of a board: numbers on a strip, pairs (row, column) on a grid.",
        details: "Rows and columns are counted from 1.",
        examples: &[("cells(board(ToadsAndFrogs(\"T.F\")))", "[1, 2, 3]")],
        see_also: &["rows", "columns"],
        run: &unary(|_, board: Arc<Cells>| Value::list(board.places()?)),
        intrinsic: Some(Intrinsic::Cells),
        fast: Some(fast::CELLS),
        ..ROW
    },
    Builtin {
        name: "rows",
        params: &[param("b")],
        gives: "an integer",
        summary: "How many rows a board has.",
        examples: &[("rows(Domineering(2, 3))", "2")],
        see_also: &["columns"],
        run: &unary(|_, cells: Arc<Cells>| Ok(size(cells.board.rows()))),
        intrinsic: Some(Intrinsic::Rows),
        ..ROW
    },
    Builtin {
        name: "columns",
        params: &[param("b")],
        gives: "an integer",
        summary: "How many columns a board has.",
        examples: &[("columns(Domineering(2, 3))", "3")],
        see_also: &["rows"],
        run: &unary(|_, cells: Arc<Cells>| Ok(size(cells.board.columns()))),
        intrinsic: Some(Intrinsic::Columns),
        ..ROW
    },
    Builtin {
        name: "group",
        params: &[param("b"), param("p")],
        summary: "The places connected with p along rows and columns through cells with the same symbol.",
        examples: &[
            ("group(Clobber(\"xo|xx\"), (1, 1))", "[(1, 1), (2, 1), (2, 2)]"),
            ("board(ToadsAndFrogs(\"TT.T\")).group(2)", "[1, 2]"),
        ],
        see_also: &["liberties", "neighbours"],
        run: &binary(|host, b: Arc<Cells>, p: Value| near(host, &b, &p, Board::group)),
        intrinsic: Some(Intrinsic::Group),
        fast: Some(fast::GROUP),
        ..ROW
    },
    Builtin {
        name: "liberties",
        params: &[param("b"), param("p")],
        summary: "The empty cells beside the group of the cell p.",
        details: "The empty cell is the first symbol of the alphabet.",
        examples: &[
            ("liberties(NoGo(\"xx.|o..\"), (1, 1))", "[(1, 3), (2, 2)]"),
            ("liberties(NoGo(\"xo.\"), (1, 1))", "[]"),
        ],
        see_also: &["group", "neighbours"],
        run: &binary(|host, b: Arc<Cells>, p: Value| near(host, &b, &p, Board::liberties)),
        intrinsic: Some(Intrinsic::Liberties),
        fast: Some(fast::LIBERTIES),
        ..ROW
    },
    Builtin {
        name: "with",
        params: &[
            param("b"),
            param_of("changes", "a map from places to symbols, such as {3: \"x\"}"),
        ],
        summary: "A board, list, text or map with other elements at some places: a map from places to elements.",
        details: "Or a graph with other labels of vertices. A key may be a list of places. A map may get new keys.",
        examples: &[
            ("ToadsAndFrogs(\"T.F\").with({2: \"T\"})", "ToadsAndFrogs(\"TTF\")"),
            ("Clobber(\"xo|ox\").with({(1, 2): \".\"})", "Clobber(\"x.|ox\")"),
            ("path(3).with({2: \"x\"})", "graph(\"1-2, 2-3, 2=x\")"),
            ("board(Konane(1, 4)).with({[(1, 1), (1, 3)]: \"x\"})", "\"x.x.\""),
            ("[10, 20, 30].with({2: 0, -1: 5})", "[10, 0, 5]"),
            ("{1: \"a\"}.with({2: \"b\"})", "{1: \"a\", 2: \"b\"}"),
        ],
        see_also: &["cells", "without", "insert", "union"],
        run: &binary(|host, value: Value, changes: Arc<Map>| {
            if let Value::List(_)
            | Value::Tuple(_)
            | Value::Text(_)
            | Value::Map(_)
            | Value::Range(_) = value
            {
                return changes::changed(&host.store(), &value, &changes);
            }
            let changes = places(host, &changes)?;
            let board = match super::graphs::graph(&value) {
                Ok(graph) => {
                    let graph = relabelled(host, &graph, &changes)?;
                    super::graphs::kept(host, graph)?
                }
                Err(_) => {
                    let pairs = changes.iter().map(|(place, symbol)| (place, symbol));
                    Value::Board(Arc::new(cells(&value)?.with(&host.store(), pairs)?))
                }
            };
            match &value {
                Value::Position(position) => {
                    host.call(&Value::Ruleset(position.ruleset.clone()), vec![board])
                }
                _ => Ok(board),
            }
        }),
        intrinsic: Some(Intrinsic::With),
        fast: Some(fast::CHANGE),
        ..ROW
    },
];

/// Pairs of a place and its new symbol.
fn places(host: &mut dyn Host, map: &Map) -> Result<Vec<(Value, Value)>> {
    let mut changes = Vec::new();
    for (key, symbol) in map.entries() {
        match key {
            Value::List(_) | Value::Set(_) | Value::Range(_) => {
                for place in elements(key)? {
                    host.store().budget().step()?;
                    changes.push((place, symbol.clone()));
                }
            }
            _ => changes.push((key.clone(), symbol.clone())),
        }
    }
    Ok(changes)
}

/// Graph with other labels at some vertices.
fn relabelled(host: &mut dyn Host, graph: &Graph, changes: &[(Value, Value)]) -> Result<Graph> {
    let mut graph = graph.clone();
    for (place, label) in changes {
        host.store().budget().step()?;
        let sign = label_of(label).ok_or_else(|| label.wrong("a label: a sign, or a number"))?;
        let known = match place {
            Value::Tuple(_) => super::graphs::with_edge_label(host, &graph, place, sign)?,
            _ => graph.with_label(super::graphs::vertex(host, &graph, place)?, sign),
        };
        graph = known.ok_or_else(|| {
            let shown = match label {
                Value::Text(text) => format!("\"{text}\""),
                _ => label_number(sign).unwrap_or_default().to_string(),
            };
            Fault::new(Code::ForeignSymbol, format!("{shown} is not a label of this graph"))
        })?;
    }
    Ok(graph)
}

/// Places of the cells that `find` lists for a cell, such as its neighbours.
pub(super) fn near(
    host: &mut dyn Host,
    cells: &Cells,
    at: &Value,
    near: impl FnOnce(&Board, usize) -> Vec<usize>,
) -> Result<Value> {
    host.store().budget().reserve(cells.board.symbols().len() as u64)?;
    Value::list(cells.places_near(&host.store(), at, near)?)
}

/// Whether a value is a board, or a position on one.
pub(super) fn is_board(value: &Value) -> bool {
    match value {
        Value::Position(position) => matches!(position.arguments(), [Value::Board(_)]),
        value => matches!(value, Value::Board(_)),
    }
}

fn size(n: usize) -> Value {
    Value::integer(i64::try_from(n).unwrap_or(i64::MAX))
}

/// Converts a board, or the board of a position.
impl FromValue for Arc<Cells> {
    const EXPECTED: &'static str = "a board, or a position on one";

    fn from_value(_: &mut dyn Host, value: Value, _: Slot) -> Result<Self> {
        cells(&value)
    }
}

/// Board of a value: itself, or that of a position.
pub(super) fn cells(value: &Value) -> Result<Arc<Cells>> {
    match value {
        Value::Board(cells) => Ok(cells.clone()),
        Value::Position(position) => match position.arguments() {
            [Value::Board(cells)] => Ok(cells.clone()),
            _ => Err(value.wrong("a board, or a position on one")),
        },
        other => Err(other.wrong("a board, or a position on one")),
    }
}
