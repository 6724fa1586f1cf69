//! Families of graphs.

use std::sync::Arc;

use super::typed::{binary, param_of, unary};
use super::{Builtin, ROW};
use crate::diagnostic::Code;
use crate::value::graph::{Edge, GROUND, Graph, GraphKind, MAX_PARTS, is_label};
use crate::value::host::Host;
use crate::value::{Fault, Result, Value, expect};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "stalk",
        params: &[param_of("labels", "the labels, as a text, or a number of edges")],
        gives: "a graph",
        summary: "A path from the ground, vertex 0, with these labels or this many edges.",
        examples: &[
            ("stalk(\"bbr\")", "graph(\"0-1:b, 1-2:b, 2-3:r\")"),
            ("stalk(2)", "graph(\"0-1, 1-2\")"),
        ],
        see_also: &["path", "Hackenbush"],
        source: "Winning Ways, ch. 1",
        run: &unary(stalk),
        ..ROW
    },
    Builtin {
        name: "path",
        params: &[param_of("n", "the number of vertices")],
        gives: "a graph",
        summary: "The path with n vertices.",
        examples: &[("path(3)", "graph(\"1-2, 2-3\")")],
        see_also: &["cycle", "stalk"],
        run: &unary(|host, n: u64| {
            let n = capped(n);
            plain(host, n, (1..n).map(|v| (v, v + 1)))
        }),
        ..ROW
    },
    Builtin {
        name: "cycle",
        params: &[param_of("n", "the number of vertices")],
        gives: "a graph",
        summary: "The cycle with n vertices; with one, a loop.",
        examples: &[("cycle(3)", "graph(\"1-2, 1-3, 2-3\")")],
        see_also: &["path", "clique"],
        run: &unary(|host, n: u64| {
            let n = capped(n);
            plain(host, n, (1..=n).map(|v| (v, v % n + 1)))
        }),
        ..ROW
    },
    Builtin {
        name: "clique",
        params: &[param_of("n", "the number of vertices")],
        gives: "a graph",
        summary: "The complete graph with n vertices.",
        examples: &[("length(edges(clique(5)))", "10")],
        see_also: &["cycle", "grid_graph"],
        run: &unary(|host, n: u64| {
            let n = capped(n);
            plain(host, n, (1..=n).flat_map(|v| (v + 1..=n).map(move |w| (v, w))))
        }),
        ..ROW
    },
    Builtin {
        name: "grid_graph",
        params: &[param_of("m", "the number of vertices"), param_of("n", "the number of vertices")],
        gives: "a graph",
        summary: "The graph of an m by n board: cells are vertices, neighbours are joined.",
        details: "Vertices are numbered row by row, from 1.",
        examples: &[("grid_graph(2, 2)", "graph(\"1-2, 1-3, 2-4, 3-4\")")],
        see_also: &["path", "clique"],
        run: &binary(|host, m: u64, n: u64| {
            let (m, n) = (capped(m), capped(n));
            let cells = m.saturating_mul(n);
            let right = (1..=cells).filter(move |v| v % n != 0).map(|v| (v, v + 1));
            let down = (1..=cells.saturating_sub(n)).map(move |v| (v, v + n));
            plain(host, cells, right.chain(down))
        }),
        ..ROW
    },
];

fn stalk(host: &mut dyn Host, labels: Value) -> Result<Value> {
    let labels = match labels {
        Value::Text(labels) => labels,
        number => {
            let n = expect::count(&host.store(), &number, "a number of edges")?;
            host.store().budget().reserve(MAX_PARTS as u64)?;
            let edge = |n| Edge { from: n, to: n + 1, label: None };
            return made((GROUND..capped(n)).take(MAX_PARTS + 1).map(edge).collect(), [GROUND]);
        }
    };
    host.store().budget().reserve(labels.len() as u64)?;
    if !labels.chars().all(is_label) {
        return Err(Fault::new(
            Code::BadGraph,
            "a label is one sign that can be seen, and no comma",
        ));
    }
    let edge = |(n, label)| Edge { from: n, to: n + 1, label: Some(label) };
    let edges = (GROUND..).zip(labels.chars()).map(edge).collect();
    made(edges, [GROUND])
}

/// Number of vertices, bounded: all numbers beyond the largest graph are treated alike.
fn capped(n: u64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Graph with vertices 1 to `n` and these edges, if there are not too many.
fn plain(host: &mut dyn Host, n: u32, edges: impl Iterator<Item = (u32, u32)>) -> Result<Value> {
    host.store().budget().reserve(MAX_PARTS as u64)?;
    let edge = |(from, to)| Edge { from, to, label: None };
    made(edges.take(MAX_PARTS + 1).map(edge).collect(), (1..=n).take(MAX_PARTS + 1))
}

fn made(edges: Vec<Edge>, vertices: impl IntoIterator<Item = u32>) -> Result<Value> {
    let kind = Arc::new(GraphKind::any(false));
    let vertices = vertices.into_iter().map(Into::into).collect();
    let graph = Graph::new(kind.clone(), vertices, edges).map_err(|error| error.fault(&kind))?;
    Ok(Value::Graph(Arc::new(graph)))
}
