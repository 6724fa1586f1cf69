//! Graphs.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::typed::{FromValue, Slot, binary, param, param_of, ternary, unary};
use super::{Builtin, Intrinsic, ROW, fast, loopy};
use crate::diagnostic::Code;
use crate::value::explanation::Question;
use crate::value::graph::{
    Edge, GROUND, Graph, GraphError, GraphKind, MAX_PARTS, Vertex, is_label, label_of, label_value,
};
use crate::value::host::Host;
use crate::value::{Fault, Result, Value, elements, expect};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "graph",
        params: &[param("x")],
        gives: "a graph",
        summary: "The graph of a position, or the graph that a text or a list of edges describes.",
        details: "In a text an edge is `0-1`, with a label `0-1:b`; a vertex alone `4`, with a \
                  label `4=x`. In a list or set these are `(0, 1)`, `(0, 1, \"b\")`, `4` and `(4, \
                  \"x\")`.",
        examples: &[
            ("graph(\"2-1, 3\")", "graph(\"1-2, 3\")"),
            ("graph(Hackenbush(\"0-1:b\"))", "graph(\"0-1:b\")"),
            ("graph([(1, n) for n in 2..4])", "graph(\"1-2, 1-3, 1-4\")"),
            ("graph([(0, 1, \"b\"), 4])", "graph(\"0-1:b, 4\")"),
        ],
        see_also: &["digraph", "edges", "vertices"],
        run: &unary(|host, x: Value| read(host, &x, false)),
        ..ROW
    },
    Builtin {
        name: "digraph",
        params: &[param("x")],
        gives: "a graph",
        summary: "The graph with directed edges that a text or a list of edges describes.",
        details: "In a text an edge is `1>2`, with a label `1>2:b`; in a list `(1, 2)` or `(1, 2, \
                  \"b\")`.",
        examples: &[
            ("edges(digraph(\"1>2, 2>3\"))", "[(1, 2), (2, 3)]"),
            ("digraph([(2, 1), (1, 3)])", "digraph(\"1>3, 2>1\")"),
        ],
        see_also: &["graph"],
        run: &unary(|host, x: Value| read(host, &x, true)),
        ..ROW
    },
    Builtin {
        name: "vertices",
        params: &[param("g")],
        gives: "a list of integers",
        summary: "The vertices of a graph: numbers.",
        details: "The label of a vertex is `g[p]`.",
        examples: &[("vertices(graph(\"1-2, 7\"))", "[1, 2, 7]")],
        see_also: &["edges", "neighbours"],
        run: &unary(|_, g: Arc<Graph>| names(g.vertices().iter().map(|vertex| vertex.name))),
        intrinsic: Some(Intrinsic::Vertices),
        fast: Some(fast::VERTICES),
        ..ROW
    },
    Builtin {
        name: "edges",
        params: &[param("g")],
        summary: "The edges of a graph: pairs of vertices, or triples with a label.",
        details: "Parallel edges are all listed.",
        examples: &[
            ("edges(path(3))", "[(1, 2), (2, 3)]"),
            ("edges(stalk(\"br\"))", "[(0, 1, \"b\"), (1, 2, \"r\")]"),
        ],
        see_also: &["vertices", "label", "ends"],
        run: &unary(|host, graph: Arc<Graph>| {
            host.store().budget().reserve(graph.edges().len() as u64)?;
            Value::list(graph.edges().iter().map(edge_value).collect::<Result<_>>()?)
        }),
        intrinsic: Some(Intrinsic::Edges),
        ..ROW
    },
    Builtin {
        name: "label",
        params: &[param("e")],
        summary: "The label of an edge; an empty text when it has none.",
        examples: &[("[e.label for e in stalk(\"br\").edges]", "[\"b\", \"r\"]")],
        see_also: &["edges"],
        run: &unary(|_, e: Edge| Ok(e.label.map_or_else(|| Value::text(""), label_value))),
        intrinsic: Some(Intrinsic::Label),
        ..ROW
    },
    Builtin {
        name: "ends",
        params: &[param("e")],
        summary: "The two ends of an edge.",
        examples: &[("[e.ends for e in stalk(\"br\").edges]", "[(0, 1), (1, 2)]")],
        see_also: &["from", "to"],
        run: &unary(|_, e: Edge| edge_value(&Edge { label: None, ..e })),
        intrinsic: Some(Intrinsic::Ends),
        ..ROW
    },
    Builtin {
        name: "from",
        params: &[param("e")],
        summary: "Where a directed edge begins.",
        details: "For an edge without a direction, the end with the smaller number.",
        examples: &[("[e.from for e in digraph(\"3>1\").edges]", "[3]")],
        see_also: &["to", "ends"],
        run: &unary(|_, e: Edge| Ok(number(e.from))),
        intrinsic: Some(Intrinsic::From),
        ..ROW
    },
    Builtin {
        name: "to",
        params: &[param("e")],
        summary: "Where a directed edge ends.",
        details: "For an edge without a direction, the end with the larger number.",
        examples: &[("[e.to for e in digraph(\"3>1\").edges]", "[1]")],
        see_also: &["from", "ends"],
        run: &unary(|_, e: Edge| Ok(number(e.to))),
        intrinsic: Some(Intrinsic::To),
        ..ROW
    },
    Builtin {
        name: "neighbours",
        params: &[param("g"), param("p"), param_of("labels", "a text of labels")],
        summary: "The vertices to which edges lead from p; the cells beside a cell.",
        details: "Directed edges count if they begin at p; with labels, only edges that carry one \
                  of them. Cells are beside each other along rows and columns.",
        examples: &[
            ("path(3).neighbours(2)", "[1, 3]"),
            ("digraph(\"1>2, 2>3\").neighbours(2)", "[3]"),
            ("stalk(\"br\").neighbours(1, \"bg\")", "[0]"),
            ("NoGo(2, 3).neighbours((1, 1))", "[(1, 2), (2, 1)]"),
        ],
        see_also: &["degree", "edges", "group"],
        run: &ternary(|host, of: Value, p: Value, labels: Option<Arc<str>>| {
            if super::boards::is_board(&of) {
                let cells = super::boards::cells(&of)?;
                return super::boards::near(host, &cells, &p, |board, at| {
                    board.neighbours(at).collect()
                });
            }
            let graph = graph(&of)?;
            let p = vertex(host, &graph, &p)?;
            match labels {
                None => names(graph.neighbours(p, |_| true)),
                Some(labels) => {
                    names(graph.neighbours(p, |edge| {
                        edge.label.is_some_and(|label| labels.contains(label))
                    }))
                }
            }
        }),
        intrinsic: Some(Intrinsic::Neighbours),
        fast: Some(fast::NEIGHBOURS),
        ..ROW
    },
    Builtin {
        name: "degree",
        params: &[param("g"), param("p")],
        gives: "a game",
        summary: "How many edges lead away from the vertex p of a graph; of a game, its degree of \
                  loopiness.",
        details: "A loop without a direction counts twice. The degree of a stopper G is the \
                  onside of G - G: 0 exactly for games that end, `on` for the loopiest.",
        examples: &[
            ("clique(5).degree(1)", "4"),
            ("degree(over)", "over"),
            ("degree(on)", "on"),
            ("degree(^)", "0"),
        ],
        see_also: &["neighbours", "upsum"],
        source: "Winning Ways, ch. 11; Siegel, Combinatorial Game Theory, VI.3",
        run: &binary(|host, of: Value, p: Option<Value>| {
            let Some(p) = p else { return loopy::degree(host, &of) };
            let graph = graph(&of)?;
            let degree = graph.degree(vertex(host, &graph, &p)?);
            Ok(Value::integer(degree as i64))
        }),
        question: Some(Question::Degree),
        intrinsic: Some(Intrinsic::Degree),
        ..ROW
    },
    Builtin {
        name: "remove",
        params: &[param("g"), param("x")],
        summary: "A graph without a vertex and its edges, without an edge, or without a list or set of these.",

        examples: &[
            ("path(4).remove(2)", "graph(\"3-4, 1\")"),
            ("path(4).remove((2, 3))", "graph(\"1-2, 3-4\")"),
            ("path(4).remove([1, 4])", "graph(\"2-3\")"),
        ],
        see_also: &["cut", "with"],
        run: &binary(|host, graph: Arc<Graph>, x: Value| {
            let rest = removed(host, &graph, &x)?;
            kept(host, rest)
        }),
        intrinsic: Some(Intrinsic::Remove),
        ..ROW
    },
    Builtin {
        name: "cut",
        params: &[param("g"), param("e")],
        summary: "A graph without an edge, and without all that is then cut off from the ground.",
        details: "The ground is vertex 0.",
        examples: &[("stalk(\"bbr\").cut((1, 2, \"b\"))", "graph(\"0-1:b\")")],
        see_also: &["remove", "components", "Hackenbush"],
        source: "Winning Ways, ch. 1",
        run: &binary(|host, graph: Arc<Graph>, e: Edge| {
            let rest = graph.without_edge(ordered(&graph, e)).ok_or_else(|| no_edge(&e))?;
            let rest = rest.component_of(GROUND).ok_or_else(|| {
                let fault = graph.no_vertex(u64::from(GROUND));
                fault.note("`g.remove(e)` removes an edge and nothing else")
            })?;
            kept(host, rest)
        }),
        intrinsic: Some(Intrinsic::Cut),
        ..ROW
    },
    Builtin {
        name: "contract",
        params: &[param("g"), param("e")],
        summary: "A graph without an edge, its two ends made one vertex.",
        details: "The smaller vertex stays, with its label. Other edges between the two become \
                  loops.",
        examples: &[
            ("cycle(4).contract((2, 3))", "graph(\"1-2, 1-4, 2-4\")"),
            ("graph(\"1-2, 1-2, 2-3\").contract((1, 2))", "graph(\"1-1, 1-3\")"),
        ],
        see_also: &["remove", "cut", "ShannonSwitching"],
        run: &binary(|host, graph: Arc<Graph>, e: Edge| {
            let rest = graph.contracted(ordered(&graph, e)).ok_or_else(|| no_edge(&e))?;
            kept(host, rest)
        }),
        intrinsic: Some(Intrinsic::Contract),
        ..ROW
    },
    Builtin {
        name: "connected",
        params: &[param("g"), param_of("p", VERTEX), param_of("q", VERTEX)],
        gives: "a truth value",
        summary: "Whether a path leads from a vertex of a graph to another, whatever the direction of edges.",
        examples: &[
            ("connected(path(3), 1, 3)", "true"),
            ("graph(\"1-2, 3-4\").connected(1, 3)", "false"),
        ],
        see_also: &["components", "ShannonSwitching"],
        run: &ternary(|host, graph: Arc<Graph>, p: u64, q: u64| {
            host.store().budget().reserve(graph.size() as u64)?;
            let (from, to) = (named(&graph, p)?, named(&graph, q)?);
            Ok(Value::Bool(graph.joins(from, to)))
        }),
        intrinsic: Some(Intrinsic::Connected),
        ..ROW
    },
    Builtin {
        name: "components",
        params: &[param("g"), param_of("p", VERTEX)],
        summary: "The connected components of a graph; with p, its parts that meet only in p.",
        details: "Only what is connected with p.",
        examples: &[
            ("graph(\"1-2, 3\").components", "[graph(\"1-2\"), graph(\"3\")]"),
            ("path(4).components(2)", "[graph(\"1-2\"), graph(\"2-3, 3-4\")]"),
        ],
        see_also: &["remove", "cut"],
        run: &binary(|host, graph: Arc<Graph>, p: Option<u64>| {
            host.store().budget().reserve(graph.size() as u64)?;
            let parts = match p {
                Some(p) => graph.branches_at(named(&graph, p)?),
                None => graph.components(),
            };
            Value::list(parts.into_iter().map(|part| Value::Graph(Arc::new(part))).collect())
        }),
        intrinsic: Some(Intrinsic::Components),
        ..ROW
    },
    Builtin {
        name: "is_connected",
        params: &[param("g")],
        gives: "a truth value",
        summary: "Whether a graph is connected: it has one component.",
        examples: &[
            ("is_connected(path(3))", "true"),
            ("is_connected(graph(\"1-2, 3\"))", "false"),
        ],
        see_also: &["components", "graphs"],
        run: &unary(|host, graph: Arc<Graph>| {
            host.store().budget().reserve(graph.size() as u64)?;
            Ok(Value::Bool(graph.components().len() == 1))
        }),
        ..ROW
    },
];

/// Name of a vertex in messages.
const VERTEX: &str = "a vertex";

/// Converts a graph, or the graph of a position.
impl FromValue for Arc<Graph> {
    const EXPECTED: &'static str = "a graph, or a position on one";

    fn from_value(_: &mut dyn Host, value: Value, _: Slot) -> Result<Self> {
        graph(&value)
    }
}

/// Converts a pair or triple to an edge.
impl FromValue for Edge {
    const EXPECTED: &'static str = "an edge, such as (1, 2) or (0, 1, \"b\")";

    fn from_value(host: &mut dyn Host, value: Value, _: Slot) -> Result<Self> {
        edge(host, &value)
    }
}

/// Graph of a value: itself, or that of a position.
pub(super) fn graph(value: &Value) -> Result<Arc<Graph>> {
    let own = match value {
        Value::Graph(graph) => Some(graph),
        Value::Position(position) => position.arguments().iter().find_map(|argument| {
            if let Value::Graph(graph) = argument { Some(graph) } else { None }
        }),
        _ => None,
    };
    own.cloned().ok_or_else(|| value.wrong(<Arc<Graph>>::EXPECTED))
}

/// Graph as a value; charges the budget for its memory.
pub(super) fn kept(host: &mut dyn Host, graph: Graph) -> Result<Value> {
    host.store().budget().reserve((graph.size() * size_of::<Edge>()) as u64)?;
    Ok(Value::Graph(Arc::new(graph)))
}

fn number(n: u32) -> Value {
    Value::integer(i64::from(n))
}

fn names(names: impl IntoIterator<Item = u32>) -> Result<Value> {
    Value::list(names.into_iter().map(number).collect())
}

fn read(host: &mut dyn Host, value: &Value, directed: bool) -> Result<Value> {
    let kind = Arc::new(GraphKind::any(directed));
    let graph = match value {
        Value::Text(text) => {
            Graph::parse(text, &kind).map_err(|error| error.fault_in(text, &kind))?
        }
        Value::List(_) | Value::Set(_) | Value::Range(_) => listed(host, value, &kind)?,
        _ => return Ok(Value::Graph(graph(value)?)),
    };
    Ok(Value::Graph(Arc::new(graph)))
}

/// Graph whose edges and vertices are elements of a collection.
fn listed(host: &mut dyn Host, parts: &Value, kind: &Arc<GraphKind>) -> Result<Graph> {
    let (mut vertices, mut edges) = (Vec::new(), Vec::new());
    let mut labels = FxHashMap::default();
    for part in elements(parts)? {
        host.store().budget().step()?;
        host.store().budget().reserve(size_of::<Edge>() as u64)?;
        match &part {
            Value::Tuple(items) => match items.items() {
                [vertex, Value::Text(label)] => {
                    let (name, label) = (end(host, vertex)?, one_label(label)?);
                    if *labels.entry(name).or_insert(label) != label {
                        return Err(GraphError::SecondLabel { name, offset: 0 }.fault(kind));
                    }
                    vertices.push(Vertex { name, label: Some(label) });
                }
                [_, _, Value::Text(label)] => {
                    one_label(label)?;
                    edges.push(edge(host, &part)?);
                }
                _ => edges.push(edge(host, &part)?),
            },
            _ => vertices.push(Vertex::from(end(host, &part)?)),
        }
        if vertices.len().max(edges.len()) > MAX_PARTS {
            return Err(GraphError::TooLarge.fault(kind));
        }
    }
    Graph::new(kind.clone(), vertices, edges).map_err(|error| error.fault(kind))
}

/// Number of a vertex.
fn end(host: &mut dyn Host, value: &Value) -> Result<u32> {
    let wanted = "a vertex such as 3, or an edge such as (1, 2) or (0, 1, \"b\")";
    let n = expect::count(&host.store(), value, VERTEX).ok().and_then(|n| u32::try_from(n).ok());
    n.ok_or_else(|| value.wrong(wanted))
}

/// The sign that a label consists of.
fn one_label(label: &str) -> Result<char> {
    let mut signs = label.chars();
    match (signs.next(), signs.next()) {
        (Some(sign), None) if is_label(sign) => Ok(sign),
        _ => {
            let message = "a label is one sign that can be seen, and no comma";
            Err(Fault::new(Code::BadGraph, message))
        }
    }
}

fn edge_value(edge: &Edge) -> Result<Value> {
    let mut items = vec![number(edge.from), number(edge.to)];
    items.extend(edge.label.map(label_value));
    Value::tuple(items)
}

/// Edge that a pair or triple describes.
fn edge(host: &mut dyn Host, value: &Value) -> Result<Edge> {
    let wrong = || value.wrong(Edge::EXPECTED);
    let Value::Tuple(items) = value else { return Err(wrong()) };
    let (from, to, label) = match items.items() {
        [from, to] => (from, to, None),
        [from, to, label] => (from, to, Some(label_of(label).ok_or_else(wrong)?)),
        _ => return Err(wrong()),
    };
    let end = |value| -> Result<u32> {
        let n = expect::count(&host.store(), value, VERTEX).map_err(|_| wrong())?;
        u32::try_from(n).map_err(|_| wrong())
    };
    Ok(Edge { from: end(from)?, to: end(to)?, label })
}

/// The graph with another label at an edge; `None` where it cannot have this label.
///
/// # Errors
/// When there is no such edge.
pub(super) fn with_edge_label(
    host: &mut dyn Host,
    graph: &Graph,
    value: &Value,
    label: char,
) -> Result<Option<Graph>> {
    let edge = ordered(graph, edge(host, value)?);
    if graph.edges().binary_search(&edge).is_err() {
        return Err(no_edge(&edge));
    }
    Ok(graph.with_edge_label(edge, label))
}

/// Edge as a graph stores it: with its ends in order if it has no direction.
fn ordered(graph: &Graph, edge: Edge) -> Edge {
    match graph.kind().directed {
        true => edge,
        false => Edge { from: edge.from.min(edge.to), to: edge.from.max(edge.to), ..edge },
    }
}

fn no_edge(edge: &Edge) -> Fault {
    let fault = Fault::new(Code::OutOfRange, "there is no such edge");
    match edge.label {
        None => fault.help("an edge with a label is a triple, `(0, 1, \"b\")`"),
        Some(_) => fault,
    }
}

/// Vertex of a graph with the number `value`.
pub(super) fn vertex(host: &mut dyn Host, graph: &Graph, value: &Value) -> Result<u32> {
    let n = expect::count(&host.store(), value, VERTEX)?;
    named(graph, n)
}

/// Vertex of a graph with this number.
pub(super) fn named(graph: &Graph, n: u64) -> Result<u32> {
    let name = u32::try_from(n).ok().filter(|&name| graph.has(name));
    name.ok_or_else(|| graph.no_vertex(n))
}

fn removed(host: &mut dyn Host, graph: &Graph, what: &Value) -> Result<Graph> {
    match what {
        Value::Tuple(_) => {
            let edge = edge(host, what)?;
            graph.without_edge(ordered(graph, edge)).ok_or_else(|| no_edge(&edge))
        }
        Value::List(_) | Value::Set(_) | Value::Range(_) => {
            let (mut rest, mut gone) = (graph.clone(), Vec::new());
            for item in elements(what)? {
                host.store().budget().step()?;
                match &item {
                    Value::Tuple(_) => rest = removed(host, &rest, &item)?,
                    _ => gone.push(vertex(host, graph, &item)?),
                }
            }
            gone.sort_unstable();
            Ok(rest.without_vertices(&gone))
        }
        _ => Ok(graph.without_vertices(&[vertex(host, graph, what)?])),
    }
}
