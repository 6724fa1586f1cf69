//! Green Hackenbush by its two principles.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use upstar_core::impartial::{Fused, fuse};

use super::graphs::{graph, kept};
use super::typed::{FromValue, Slot, param, unary};
use super::{Builtin, ROW};
use crate::diagnostic::Code;
use crate::value::explanation::Question;
use crate::value::graph::{Edge, GROUND, Graph};
use crate::value::host::Host;
use crate::value::{Fault, Result, Value};

/// The colour of edges that both players may cut.
const GREEN: char = 'g';

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "green_value",
        params: &[param("g")],
        gives: "an integer",
        summary: "The nimber of Green Hackenbush on a graph of any size.",
        details: "The ground is vertex 0; edges are labelled `g`, or not at all. By the fusion \
                  and colon principles, in time linear in the edges.",
        examples: &[
            ("green_value(stalk(\"gggg\"))", "4"),
            ("green_value(graph(\"0-1, 1-2, 2-3, 1-3\"))", "2"),
            ("green_value(Hackenbush(\"0-1:g, 1-2:g, 0-2:g\"))", "1"),
        ],
        see_also: &["fusion", "green_steps", "Hackenbush"],
        source: "Winning Ways, ch. 7",
        run: &unary(|_, picture: Picture| Ok(Value::integer(i64::from(picture.fused.nimber())))),
        question: Some(Question::GreenValue),
        ..ROW
    },
    Builtin {
        name: "fusion",
        params: &[param("g")],
        gives: "a graph",
        summary: "The tree that a green picture becomes when all its circuits are fused.",
        details: "Vertices on a common cycle become one, and their edges loops, which cancel in \
                  pairs; the last is drawn as an edge. So an odd circuit leaves one edge, an even \
                  one nothing.",
        examples: &[
            ("fusion(graph(\"0-1, 1-2, 0-2\"))", "graph(\"0-3\")"),
            ("fusion(graph(\"0-1, 1-2, 2-3, 0-3\"))", "graph(\"0\")"),
            ("fusion(graph(\"0-1, 1-2, 2-3, 1-3, 3-4\"))", "graph(\"0-1, 1-4, 1-5\")"),
        ],
        see_also: &["green_value", "green_steps"],
        source: "Winning Ways, ch. 7",
        run: &unary(|host, picture: Picture| {
            let tree = picture.tree()?;
            kept(host, tree)
        }),
        ..ROW
    },
    Builtin {
        name: "green_steps",
        params: &[param("g")],
        summary: "How the value of a green picture is found: principles, pictures before and after.",
        details: "Triples: circuits are fused, then loops become edges; then, from the top down, \
                  the branches above a vertex become one stalk, as long as their nim-sum.",
        examples: &[(
            "green_steps(graph(\"0-1, 1-2, 1-3, 3-4\"))",
            "[(\"colon\", graph(\"0-1, 1-2, 1-3, 3-4\"), graph(\"0-1, 1-2, 2-3, 3-4\"))]",
        )],
        see_also: &["green_value", "fusion"],
        source: "Winning Ways, ch. 7",
        run: &unary(|host, picture: Picture| picture.steps(host)),
        ..ROW
    },
];

/// `green_steps(g)`
pub(super) fn steps(host: &mut dyn Host, value: &Value) -> Result<Value> {
    Picture::new(host, value)?.steps(host)
}

impl FromValue for Picture {
    const EXPECTED: &'static str = "a graph, or a position on one";

    fn from_value(host: &mut dyn Host, value: Value, _: Slot) -> Result<Self> {
        Picture::new(host, &value)
    }
}

/// Green picture, with its parts after fusion.
struct Picture {
    graph: Arc<Graph>,
    fused: Fused,
    label: Option<char>,
}

impl Picture {
    fn new(host: &mut dyn Host, value: &Value) -> Result<Self> {
        let graph = graph(value)?;
        let budget = host.store().budget().clone();
        if graph.kind().directed {
            return Err(Fault::new(Code::WrongType, "edges of a green picture have no direction"));
        }
        if let Some(edge) = graph.edges().iter().find(|edge| !is_green(edge)) {
            let label = edge.label.expect("an edge without a label is green");
            return Err(Fault::new(
                Code::NotImpartial,
                format!("the edge {}-{} is labelled {label}", edge.from, edge.to),
            )
            .note("fusion and colon are about pictures in which both players may cut every edge")
            .help("`g` or no label at all means green"));
        }
        if !graph.has(GROUND) && graph.size() > 0 {
            return Err(graph.no_vertex(u64::from(GROUND)));
        }
        budget.reserve(100 * graph.size() as u64)?;
        let edges: Vec<(u32, u32)> = graph
            .edges()
            .iter()
            .map(|edge| (graph.place(edge.from) as u32, graph.place(edge.to) as u32))
            .collect();
        let label = graph.edges().first().and_then(|edge| edge.label);
        let fused = match graph.vertices().is_empty() {
            true => fuse(1, &[], 0, &budget),
            false => fuse(graph.vertices().len(), &edges, 0, &budget),
        };
        Ok(Picture { fused: fused?, graph, label })
    }

    fn name(&self, place: u32) -> u32 {
        self.graph.vertices().get(place as usize).map_or(GROUND, |vertex| vertex.name)
    }

    fn edge(&self, from: u32, to: u32) -> Edge {
        Edge { from, to, label: self.label }
    }

    /// A graph with these edges, and the ground.
    fn picture(&self, edges: Vec<Edge>) -> Result<Graph> {
        let ground = vec![GROUND.into()];
        Graph::new(self.graph.kind().clone(), ground, edges)
            .map_err(|error| error.fault(self.graph.kind()))
    }

    /// The part that is connected to the ground.
    fn grounded(&self) -> Result<Graph> {
        let mut near: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for edge in self.graph.edges() {
            near.entry(edge.from).or_default().push(edge.to);
            near.entry(edge.to).or_default().push(edge.from);
        }
        let (mut open, mut edges) = (vec![GROUND], self.graph.edges().to_vec());
        let mut seen = FxHashSet::from_iter([GROUND]);
        while let Some(vertex) = open.pop() {
            let next = near.get(&vertex).into_iter().flatten();
            open.extend(next.filter(|vertex| seen.insert(**vertex)));
        }
        edges.retain(|edge| seen.contains(&edge.from));
        self.picture(edges)
    }

    /// Edges in no circuit.
    fn bridges(&self) -> Vec<Edge> {
        let below =
            |&v: &u32| Some(self.edge(self.name(self.fused.below[v as usize]?), self.name(v)));
        self.fused.vertices.iter().filter_map(below).collect()
    }

    /// Picture after fusion, with all loops.
    fn with_loops(&self) -> Result<Graph> {
        let mut edges = self.bridges();
        for &vertex in &self.fused.vertices {
            let (name, count) = (self.name(vertex), self.fused.loops[vertex as usize]);
            edges.extend((0..count).map(|_| self.edge(name, name)));
        }
        self.picture(edges)
    }

    /// Picture after fusion, with an edge for an odd number of loops.
    fn tree(&self) -> Result<Graph> {
        let mut next = self.graph.vertices().last().map_or(GROUND, |vertex| vertex.name);
        let mut edges = self.bridges();
        for &vertex in &self.fused.vertices {
            if self.fused.loops[vertex as usize] % 2 == 1 {
                next = next.checked_add(1).ok_or_else(no_number)?;
                edges.push(self.edge(self.name(vertex), next));
            }
        }
        self.picture(edges)
    }

    fn steps(&self, host: &mut dyn Host) -> Result<Value> {
        let mut steps = Vec::new();
        let mut now = (*self.graph).clone();
        let mut step =
            |host: &mut dyn Host, principle, now: &mut Graph, after: Graph| -> Result<()> {
                if *now != after {
                    let before = kept(host, std::mem::replace(now, after.clone()))?;
                    let step = vec![Value::text(principle), before, kept(host, after)?];
                    steps.push(Value::tuple(step)?);
                }
                Ok(())
            };
        step(host, "ground", &mut now, self.grounded()?)?;
        step(host, "fusion", &mut now, self.with_loops()?)?;
        let tree = self.tree()?;
        step(host, "loops", &mut now, tree.clone())?;
        let mut tree = GroundTree::new(&tree);
        for vertex in std::mem::take(&mut tree.upwards).into_iter().rev() {
            host.store().budget().step()?;
            if tree.straighten(vertex) {
                let edges = tree.edges().map(|(from, to)| self.edge(from, to)).collect();
                step(host, "colon", &mut now, self.picture(edges)?)?;
            }
        }
        Value::list(steps)
    }
}

/// Tree on the ground.
struct GroundTree {
    /// Vertices directly above each vertex.
    above: FxHashMap<u32, Vec<u32>>,
    /// All vertices, each after the one below it.
    upwards: Vec<u32>,
}

impl GroundTree {
    fn new(graph: &Graph) -> Self {
        let mut beside: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for edge in graph.edges() {
            beside.entry(edge.from).or_default().push(edge.to);
            beside.entry(edge.to).or_default().push(edge.from);
        }
        let (mut tree, mut next) =
            (GroundTree { above: FxHashMap::default(), upwards: vec![GROUND] }, 0);
        while let Some(&vertex) = tree.upwards.get(next) {
            let mut above = beside.remove(&vertex).unwrap_or_default();
            above.retain(|other| beside.contains_key(other));
            tree.upwards.extend(&above);
            tree.above.insert(vertex, above);
            next += 1;
        }
        tree
    }

    /// Replaces several stalks above a vertex by their nim-sum, made of their own vertices. Returns whether
    /// there were several.
    fn straighten(&mut self, vertex: u32) -> bool {
        let branches = self.above[&vertex].clone();
        if branches.len() < 2 {
            return false;
        }
        let (mut vertices, mut nimber) = (Vec::new(), 0);
        for branch in branches {
            let (mut at, before) = (Some(branch), vertices.len());
            while let Some(vertex) = at {
                vertices.push(vertex);
                at = self.above.remove(&vertex).and_then(|above| above.first().copied());
            }
            nimber ^= vertices.len() - before;
        }
        vertices.sort_unstable();
        let mut below = vertex;
        for &vertex in &vertices[..nimber] {
            self.above.insert(below, vec![vertex]);
            below = vertex;
        }
        self.above.insert(below, Vec::new());
        true
    }

    fn edges(&self) -> impl Iterator<Item = (u32, u32)> {
        self.above.iter().flat_map(|(&below, above)| above.iter().map(move |&to| (below, to)))
    }
}

fn is_green(edge: &Edge) -> bool {
    edge.label.is_none_or(|label| label == GREEN)
}

fn no_number() -> Fault {
    Fault::new(Code::TooLarge, "there is no larger number left for a vertex")
}
