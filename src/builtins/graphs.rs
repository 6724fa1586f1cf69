//! Graphs.

use std::sync::Arc;

use super::{Builtin, Intrinsic, ROW, Run, loopy};
use crate::diagnostic::Code;
use crate::value::graph::{Edge, GROUND, Graph, GraphKind};
use crate::value::host::{self, Host};
use crate::value::{Fault, Result, Value, elements};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "graph",
        signature: "graph(x)",
        summary: "The graph of a position, or the graph that a text describes.",
        details: "An edge is typed `0-1`, with a label `0-1:b`; a vertex alone `4`, with a label \
                  `4=x`.",
        examples: &[
            ("graph(\"2-1, 3\")", "graph(\"1-2, 3\")"),
            ("graph(Hackenbush(\"0-1:b\"))", "graph(\"0-1:b\")"),
        ],
        see_also: &["digraph", "edges", "vertices"],
        run: Run::Function(|_, args| read(&args[0], false)),
        ..ROW
    },
    Builtin {
        name: "digraph",
        signature: "digraph(x)",
        summary: "The graph with directed edges that a text describes.",
        details: "An edge is typed `1>2`, with a label `1>2:b`.",
        examples: &[("edges(digraph(\"1>2, 2>3\"))", "[(1, 2), (2, 3)]")],
        see_also: &["graph"],
        run: Run::Function(|_, args| read(&args[0], true)),
        ..ROW
    },
    Builtin {
        name: "vertices",
        signature: "vertices(g)",
        summary: "The vertices of a graph: numbers.",
        details: "The label of a vertex is `g[p]`.",
        examples: &[("vertices(graph(\"1-2, 7\"))", "[1, 2, 7]")],
        see_also: &["edges", "neighbours"],
        run: Run::Function(|_, args| {
            names(graph(&args[0])?.vertices().iter().map(|vertex| vertex.name))
        }),
        intrinsic: Some(Intrinsic::Vertices),
        ..ROW
    },
    Builtin {
        name: "edges",
        signature: "edges(g)",
        summary: "The edges of a graph: pairs of vertices, or triples with a label.",
        details: "Several edges that look alike are listed as often as they are there.",
        examples: &[
            ("edges(path(3))", "[(1, 2), (2, 3)]"),
            ("edges(stalk(\"br\"))", "[(0, 1, \"b\"), (1, 2, \"r\")]"),
        ],
        see_also: &["vertices", "label", "ends"],
        run: Run::Function(|host, args| {
            let graph = graph(&args[0])?;
            host.store().budget().reserve(graph.edges().len() as u64)?;
            Value::list(graph.edges().iter().map(edge_value).collect::<Result<_>>()?)
        }),
        intrinsic: Some(Intrinsic::Edges),
        ..ROW
    },
    Builtin {
        name: "label",
        signature: "label(e)",
        summary: "The label of an edge; an empty text when it has none.",
        examples: &[("[e.label for e in stalk(\"br\").edges]", "[\"b\", \"r\"]")],
        see_also: &["edges"],
        run: Run::Function(|host, args| {
            let label = edge(host, &args[0])?.label;
            Ok(Value::text(label.map_or(String::new(), String::from)))
        }),
        intrinsic: Some(Intrinsic::Label),
        ..ROW
    },
    Builtin {
        name: "ends",
        signature: "ends(e)",
        summary: "The two ends of an edge.",
        examples: &[("[e.ends for e in stalk(\"br\").edges]", "[(0, 1), (1, 2)]")],
        see_also: &["from", "to"],
        run: Run::Function(|host, args| {
            let edge = edge(host, &args[0])?;
            edge_value(&Edge { label: None, ..edge })
        }),
        intrinsic: Some(Intrinsic::Ends),
        ..ROW
    },
    Builtin {
        name: "from",
        signature: "from(e)",
        summary: "Where a directed edge begins.",
        details: "For an edge without a direction, the end with the smaller number.",
        examples: &[("[e.from for e in digraph(\"3>1\").edges]", "[3]")],
        see_also: &["to", "ends"],
        run: Run::Function(|host, args| Ok(number(edge(host, &args[0])?.from))),
        intrinsic: Some(Intrinsic::From),
        ..ROW
    },
    Builtin {
        name: "to",
        signature: "to(e)",
        summary: "Where a directed edge ends.",
        details: "For an edge without a direction, the end with the larger number.",
        examples: &[("[e.to for e in digraph(\"3>1\").edges]", "[1]")],
        see_also: &["from", "ends"],
        run: Run::Function(|host, args| Ok(number(edge(host, &args[0])?.to))),
        intrinsic: Some(Intrinsic::To),
        ..ROW
    },
    Builtin {
        name: "neighbours",
        signature: "neighbours(g, p, [labels])",
        summary: "The vertices to which an edge leads from p; the cells beside a cell of a board.",
        details: "Where edges have a direction, only those that begin at p count; with labels, only \
                  edges that carry one of them. Cells are beside each other along rows and columns.",
        examples: &[
            ("path(3).neighbours(2)", "[1, 3]"),
            ("digraph(\"1>2, 2>3\").neighbours(2)", "[3]"),
            ("stalk(\"br\").neighbours(1, \"bg\")", "[0]"),
            ("NoGo(2, 3).neighbours((1, 1))", "[(1, 2), (2, 1)]"),
        ],
        see_also: &["degree", "edges", "group"],
        run: Run::Function(|host, args| {
            if super::boards::is_board(&args[0]) {
                return super::boards::near(host, args, |board, at| board.neighbours(at).collect());
            }
            let graph = graph(&args[0])?;
            let p = vertex(host, &graph, &args[1])?;
            match args.get(2) {
                None => names(graph.neighbours(p, |_| true)),
                Some(Value::Text(labels)) => {
                    names(graph.neighbours(p, |edge| {
                        edge.label.is_some_and(|label| labels.contains(label))
                    }))
                }
                Some(other) => Err(other.wrong("a text of labels")),
            }
        }),
        intrinsic: Some(Intrinsic::Neighbours),
        ..ROW
    },
    Builtin {
        name: "degree",
        signature: "degree(g, [p])",
        summary: "How many edges lead away from the vertex p of a graph; of a game, its degree of \
                  loopiness.",
        details: "A loop without a direction counts twice. The degree of loopiness of a stopper G \
                  is the onside of G - G: 0 exactly for games that end, and `on` for the loopiest.",
        examples: &[
            ("clique(5).degree(1)", "4"),
            ("degree(over)", "over"),
            ("degree(on)", "on"),
            ("degree(^)", "0"),
        ],
        see_also: &["neighbours", "upsum"],
        source: "Winning Ways, ch. 11; Siegel, Combinatorial Game Theory, VI.3",
        run: Run::Function(|host, args| {
            let [_, place] = args else { return loopy::degree(host, &args[0]) };
            let graph = graph(&args[0])?;
            let degree = graph.degree(vertex(host, &graph, place)?);
            Ok(Value::integer(degree as i64))
        }),
        intrinsic: Some(Intrinsic::Degree),
    },
    Builtin {
        name: "remove",
        signature: "remove(g, x)",
        summary: "A graph without a vertex and the edges at it, without an edge, or without several.",
        details: "Several are given as a list or set.",
        examples: &[
            ("path(4).remove(2)", "graph(\"3-4, 1\")"),
            ("path(4).remove((2, 3))", "graph(\"1-2, 3-4\")"),
            ("path(4).remove([1, 4])", "graph(\"2-3\")"),
        ],
        see_also: &["cut", "with"],
        run: Run::Function(|host, args| {
            let graph = graph(&args[0])?;
            let rest = removed(host, &graph, &args[1])?;
            kept(host, rest)
        }),
        intrinsic: Some(Intrinsic::Remove),
        ..ROW
    },
    Builtin {
        name: "cut",
        signature: "cut(g, e)",
        summary: "A graph without an edge and without all that no longer hangs on the ground.",
        details: "The ground is vertex 0.",
        examples: &[("stalk(\"bbr\").cut((1, 2, \"b\"))", "graph(\"0-1:b\")")],
        see_also: &["remove", "components", "Hackenbush"],
        source: "Winning Ways, ch. 1",
        run: Run::Function(|host, args| {
            let graph = graph(&args[0])?;
            let edge = edge_of(host, &graph, &args[1])?;
            let rest = graph.without_edge(edge).ok_or_else(|| no_edge(&args[1]))?;
            let rest = rest.component_of(GROUND).ok_or_else(|| {
                let fault = graph.no_vertex(u64::from(GROUND));
                fault.note("`g.remove(e)` removes an edge and nothing else")
            })?;
            kept(host, rest)
        }),
        intrinsic: Some(Intrinsic::Cut),
    },
    Builtin {
        name: "contract",
        signature: "contract(g, e)",
        summary: "A graph without an edge, its two ends made one vertex.",
        details: "The vertex with the smaller number stays, with its label. Other edges between the \
                  two become loops.",
        examples: &[
            ("cycle(4).contract((2, 3))", "graph(\"1-2, 1-4, 2-4\")"),
            ("graph(\"1-2, 1-2, 2-3\").contract((1, 2))", "graph(\"1-1, 1-3\")"),
        ],
        see_also: &["remove", "cut", "ShannonSwitching"],
        run: Run::Function(|host, args| {
            let graph = graph(&args[0])?;
            let edge = edge_of(host, &graph, &args[1])?;
            let rest = graph.contracted(edge).ok_or_else(|| no_edge(&args[1]))?;
            kept(host, rest)
        }),
        intrinsic: Some(Intrinsic::Contract),
        ..ROW
    },
    Builtin {
        name: "connected",
        signature: "connected(g, p, q)",
        summary: "Whether a path leads from a vertex of a graph to another, whatever the direction of edges.",
        examples: &[
            ("connected(path(3), 1, 3)", "true"),
            ("graph(\"1-2, 3-4\").connected(1, 3)", "false"),
        ],
        see_also: &["components", "ShannonSwitching"],
        run: Run::Function(|host, args| {
            let graph = graph(&args[0])?;
            host.store().budget().reserve(graph.size() as u64)?;
            let (from, to) = (vertex(host, &graph, &args[1])?, vertex(host, &graph, &args[2])?);
            Ok(Value::Bool(graph.joins(from, to)))
        }),
        ..ROW
    },
    Builtin {
        name: "components",
        signature: "components(g, [p])",
        summary: "The parts of a graph that hang together; with p, the parts that meet only in p.",
        details: "What does not hang together with p is not among them.",
        examples: &[
            ("graph(\"1-2, 3\").components", "[graph(\"1-2\"), graph(\"3\")]"),
            ("path(4).components(2)", "[graph(\"1-2\"), graph(\"2-3, 3-4\")]"),
        ],
        see_also: &["remove", "cut"],
        run: Run::Function(|host, args| {
            let graph = graph(&args[0])?;
            host.store().budget().reserve(graph.size() as u64)?;
            let parts = match args.get(1) {
                Some(at) => graph.pieces(vertex(host, &graph, at)?),
                None => graph.components(),
            };
            Value::list(parts.into_iter().map(|part| Value::Graph(Arc::new(part))).collect())
        }),
        intrinsic: Some(Intrinsic::Components),
        ..ROW
    },
];

/// The graph that a value is, or a position has.
pub(super) fn graph(value: &Value) -> Result<Arc<Graph>> {
    let own = match value {
        Value::Graph(graph) => Some(graph),
        Value::Position(position) => position.arguments().iter().find_map(|argument| {
            if let Value::Graph(graph) = argument { Some(graph) } else { None }
        }),
        _ => None,
    };
    own.cloned().ok_or_else(|| value.wrong("a graph, or a position on one"))
}

/// A graph as a value, when there is room for it.
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

fn read(value: &Value, directed: bool) -> Result<Value> {
    let Value::Text(text) = value else { return Ok(Value::Graph(graph(value)?)) };
    let kind = Arc::new(GraphKind::any(directed));
    let graph = Graph::parse(text, &kind).map_err(|error| error.fault_in(text, &kind))?;
    Ok(Value::Graph(Arc::new(graph)))
}

fn edge_value(edge: &Edge) -> Result<Value> {
    let mut items = vec![number(edge.from), number(edge.to)];
    items.extend(edge.label.map(|label| Value::text(label.encode_utf8(&mut [0; 4]))));
    Value::tuple(items)
}

/// The edge that a pair or triple describes.
fn edge(host: &mut dyn Host, value: &Value) -> Result<Edge> {
    let wrong = || value.wrong("an edge, such as (1, 2) or (0, 1, \"b\")");
    let Value::Tuple(items) = value else { return Err(wrong()) };
    let (from, to, label) = match items.items() {
        [from, to] => (from, to, None),
        [from, to, Value::Text(label)] if label.chars().count() == 1 => {
            (from, to, label.chars().next())
        }
        _ => return Err(wrong()),
    };
    let end = |value| -> Result<u32> {
        let n = host::count(&host.store(), value, "a vertex").map_err(|_| wrong())?;
        u32::try_from(n).map_err(|_| wrong())
    };
    Ok(Edge { from: end(from)?, to: end(to)?, label })
}

/// The edge that is meant in a graph: ends in order when it has no direction.
fn edge_of(host: &mut dyn Host, graph: &Graph, value: &Value) -> Result<Edge> {
    let edge = edge(host, value)?;
    match graph.kind().directed {
        true => Ok(edge),
        false => Ok(Edge { from: edge.from.min(edge.to), to: edge.from.max(edge.to), ..edge }),
    }
}

fn no_edge(value: &Value) -> Fault {
    let fault = Fault::new(Code::OutOfRange, "there is no such edge");
    match value {
        Value::Tuple(items) if items.items().len() == 2 => {
            fault.help("an edge with a label is a triple, `(0, 1, \"b\")`")
        }
        _ => fault,
    }
}

/// The vertex that is meant in a graph.
pub(super) fn vertex(host: &mut dyn Host, graph: &Graph, value: &Value) -> Result<u32> {
    let n = host::count(&host.store(), value, "a vertex")?;
    let name = u32::try_from(n).ok().filter(|&name| graph.has(name));
    name.ok_or_else(|| graph.no_vertex(n))
}

fn removed(host: &mut dyn Host, graph: &Graph, what: &Value) -> Result<Graph> {
    match what {
        Value::Tuple(_) => {
            let edge = edge_of(host, graph, what)?;
            graph.without_edge(edge).ok_or_else(|| no_edge(what))
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
