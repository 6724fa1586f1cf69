//! What a card says of values that are not games: how large they are, and what they consist of.

use num_bigint::BigInt;

use super::entries::ruleset_signature;
use crate::builtins;
use crate::resolve::tree::PositionKind;
use crate::value::graph::{GROUND, Graph, Labels};
use crate::value::show::counted;
use crate::value::{Cells, Ruleset, Value, elements};
use upstar_core::board::Shape;

/// Rows of a card: what it is, and what can be said of it.
type Rows = Vec<(&'static str, String)>;

/// What can be said of a value that is no game, besides how it prints.
pub(super) fn rows(value: &Value) -> Rows {
    match value {
        Value::List(items) | Value::Tuple(items) => collection(value, items.items().len()),
        Value::Set(set) => collection(value, set.items().len()),
        Value::Map(map) => vec![("size", counted(map.entries().len(), "entry", "entries"))],
        Value::Range(range) => vec![("size", words(&range.len(), "number", "numbers"))],
        Value::Text(text) => vec![("size", counted(text.chars().count(), "symbol", "symbols"))],
        Value::Board(cells) => board(cells),
        Value::Graph(shown) => graph(shown),
        Value::Function(function) => {
            let name = function.tree.name.as_deref().unwrap_or("f");
            vec![("call", crate::eval::signature(name, &function.tree.params))]
        }
        Value::Builtin(place, _) => {
            let row = builtins::row(*place);
            vec![("call", row.signature.to_owned()), ("gives", row.summary.to_owned())]
        }
        Value::Ruleset(rules) => ruleset(rules),
        Value::Thermograph(graph) => {
            vec![("mean", graph.mean.to_string()), ("temperature", graph.temperature.to_string())]
        }
        Value::Picture(picture) => {
            let parts = picture.figure().parts();
            vec![("size", counted(parts, "part", "parts"))]
        }
        _ => Vec::new(),
    }
}

/// The size, and the kind of the elements when it is one.
fn collection(value: &Value, size: usize) -> Rows {
    let mut rows = vec![("size", counted(size, "element", "elements"))];
    let mut kinds = elements(value).into_iter().flatten().map(|item| item.kind());
    if let Some(first) = kinds.next()
        && kinds.all(|kind| kind == first)
    {
        rows.push(("each", first.to_owned()));
    }
    rows
}

fn board(cells: &Cells) -> Rows {
    let (rows, columns) = (cells.board.rows(), cells.board.columns());
    let size = match cells.shape {
        Shape::Strip => counted(columns, "cell", "cells"),
        Shape::Grid => {
            format!("{} of {}", counted(rows, "row", "rows"), counted(columns, "cell", "cells"))
        }
    };
    // The symbols in order of the alphabet, each with how often it stands there.
    let mut counts = std::collections::BTreeMap::new();
    for symbol in cells.board.symbols() {
        *counts.entry(*symbol).or_insert(0_usize) += 1;
    }
    let each = counts
        .into_iter()
        .map(|(symbol, count)| format!("{count} × {}", cells.alphabet.character(symbol)));
    vec![("size", size), ("cells", each.collect::<Vec<_>>().join(", "))]
}

fn graph(graph: &Graph) -> Rows {
    let directed = if graph.kind().directed { "directed " } else { "" };
    let vertices = graph.vertices();
    let mut rows = vec![
        ("vertices", counted(vertices.len(), "vertex", "vertices")),
        (
            "edges",
            counted(graph.edges().len(), &format!("{directed}edge"), &format!("{directed}edges")),
        ),
    ];
    if vertices.iter().any(|vertex| vertex.name == GROUND) {
        rows.push(("ground", "vertex 0".to_owned()));
    }
    if let Labels::Of(_) | Labels::Any = graph.kind().vertices {
        let labelled = vertices.iter().filter(|vertex| graph.label(vertex.name).is_some()).count();
        if labelled > 0 {
            rows.push(("labelled", counted(labelled, "vertex", "vertices")));
        }
    }
    rows
}

fn ruleset(ruleset: &Ruleset) -> Rows {
    let tree = &ruleset.tree;
    let mut rows = vec![("call", ruleset_signature(&tree.name.text, ruleset))];
    let of = match &tree.position {
        PositionKind::Heap => "heaps",
        PositionKind::Strip(_) => "strips of cells",
        PositionKind::Grid(_) => "grids of cells",
        PositionKind::Graph => "graphs",
        PositionKind::Coins => "rows of coins",
        PositionKind::Tuple => "tuples of values",
    };
    rows.push(("positions", of.to_owned()));
    if ruleset.base().is_some() {
        rows.push(("moves", "each player has those of both".to_owned()));
    }
    if tree.misere {
        rows.push(("play", "misère: who cannot move wins".to_owned()));
    }
    if let Some(doc) = tree.doc.as_deref().and_then(|doc| doc.lines().next()) {
        rows.push(("about", doc.to_owned()));
    }
    rows
}

fn words(number: &BigInt, one: &str, many: &str) -> String {
    format!("{number} {}", if *number == BigInt::from(1) { one } else { many })
}
