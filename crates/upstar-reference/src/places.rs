//! Functions of boards and graphs.
//!
//! The book: reference/names.md, "Boards", "Goals" and "Graphs"; reference/graphs.md.

use std::collections::BTreeSet;
use std::rc::Rc;

use upstar_syntax::ast::{Rewrite, Text, Turns};
use upstar_syntax::source::{SourceMap, Span};

use crate::board::{Board, Place};
use crate::expression::Machine;
use crate::graph::{Edge, Graph};
use crate::rewrite::Rule;
use crate::value::{Value, small};
use crate::{Fault, Wrong};

/// The directions that words say.
fn turns_of(words: &str) -> Result<Turns, Fault> {
    use Turns::{AnyDirection, Diagonally, Hexagonally, None, Orthogonally};
    let all = [None, Orthogonally, Diagonally, AnyDirection, Hexagonally];
    let turns = all.into_iter().find(|turns| turns.words() == words);
    turns.ok_or_else(|| Fault::wrong(Wrong::Range, "these are no directions"))
}

/// The words before the last one, if that is this one, and whether it is.
fn without_word(words: &str, last: &str) -> (String, bool) {
    match words.strip_suffix(last) {
        Some(words) => (words.trim_end().to_owned(), true),
        None => (words.to_owned(), false),
    }
}

/// The other ends of the edges of a vertex, in whichever direction they lead.
fn ends_beside(graph: &Graph, name: u64) -> Vec<u64> {
    let other = |(from, to, _): &Edge| match (*from == name, *to == name) {
        (true, _) => Some(*to),
        (_, true) => Some(*from),
        _ => None,
    };
    graph.edges.iter().filter_map(other).collect()
}

/// Functions of boards that also take a position with one.
const ASKED_OF_POSITIONS: [&str; 3] = ["full", "rewritten", "shows"];

impl Machine {
    /// Functions of boards.
    pub fn about_boards(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        let board = match args.first() {
            Some(value @ Value::Sum(_)) if ASKED_OF_POSITIONS.contains(&name) => {
                self.call_builtin("board", vec![value.clone()])?
            }
            value => value.cloned().unwrap_or(Value::Nothing),
        };
        let Value::Board(board) = &board else { return Ok(None) };
        let places = |places: Vec<Place>| {
            Value::list(places.into_iter().map(|p| self.place_value(board, p)).collect())
        };
        let cell = |value: &Value| -> Result<Place, Fault> {
            let place = self.place(board, value)?;
            let outside = || Fault::wrong(Wrong::Range, "there is no such cell");
            board.at(place).map(|_| board.around(place)).ok_or_else(outside)
        };
        let symbol = |value: &Value| self.symbol_of(&board.form, value);
        Ok(Some(match (name, &args[1..]) {
            ("cells", []) => places(board.cells()),
            ("rows", []) => Value::integer(board.rows()),
            ("columns", []) => Value::integer(board.columns()),
            ("neighbours", [p]) => places(board.neighbours(cell(p)?)),
            ("group", [p]) => places(board.group(cell(p)?)),
            ("liberties", [p]) => places(board.liberties(cell(p)?)),
            ("line", [shown, k]) => {
                let (shown, k) = (symbol(shown)?, small(&self.integer(k)?)?);
                if k < 1 {
                    return Err(Fault::wrong(Wrong::Range, "a line has one cell at least"));
                }
                Value::Truth(board.line(shown, k))
            }
            ("connects" | "hex_connects", [shown, from, to]) => {
                let (from, to) = (from.as_text()?, to.as_text()?);
                Value::Truth(board.connects(
                    symbol(shown)?,
                    (&from, &to),
                    name == "hex_connects",
                )?)
            }
            ("with", [changes]) => {
                let mut next: Board = (**board).clone();
                for (p, shown) in self.changes(changes)? {
                    next.put(cell(&p)?, symbol(&shown)?);
                }
                Value::Board(Rc::new(next))
            }
            (name, args) => return self.about_patterns(name, board, args),
        }))
    }

    /// Functions of boards that goals and rules use.
    fn about_patterns(
        &self,
        name: &str,
        board: &Rc<Board>,
        args: &[Value],
    ) -> Result<Option<Value>, Fault> {
        let symbol = |value: &Value| self.symbol_of(&board.form, value);
        Ok(Some(match (name, args) {
            ("full", []) => {
                let empty = board.form.alphabet.chars().next();
                Value::Truth(board.cells().into_iter().all(|cell| board.at(cell) != empty))
            }
            ("dominates", [shown]) => {
                let shown = Some(symbol(shown)?);
                let shows = |cell: &Place| board.at(*cell) == shown;
                let is_near =
                    |cell: Place| shows(&cell) || board.neighbours(cell).iter().any(shows);
                Value::Truth(board.cells().into_iter().all(is_near))
            }
            ("shows", [pattern, directions @ ..]) => {
                let words = match directions {
                    [] => "".into(),
                    [words] => words.as_text()?,
                    _ => return Ok(None),
                };
                let turns = turns_of(&words)?;
                Value::Truth(Rule::fits_somewhere(&pattern.as_text()?, turns, board, &self.steps)?)
            }
            ("rewritten", texts) if texts.len() > 1 => {
                let text = |value: &Value| -> Result<Text, Fault> {
                    let span = Span::new(SourceMap::default().add("", ""), 0..0);
                    Ok(Text { value: value.as_text()?.to_string().into(), span })
                };
                let mut steps = Vec::new();
                for part in texts.chunks(3) {
                    let [pattern, replacement, words @ ..] = part else { return Ok(None) };
                    let words = words.first().map_or(Ok("".into()), Value::as_text)?;
                    let (words, repeats) = without_word(&words, "repeatedly");
                    let (words, over_the_border) = without_word(&words, "over the border");
                    let turns = turns_of(&words)?;
                    let (pattern, replacement) = (text(pattern)?, text(replacement)?);
                    steps.push(Rewrite { pattern, replacement, turns, repeats, over_the_border });
                }
                let boards = Rule::read(&steps, &board.form)?.boards(board, &self.steps)?;
                self.set(boards.into_iter().map(|board| Value::Board(Rc::new(board))).collect())?
            }
            _ => return Ok(None),
        }))
    }

    /// The changes of a map: a key may be a list of places.
    pub fn changes(&self, changes: &Value) -> Result<Vec<(Value, Value)>, Fault> {
        let Value::Map(map) = changes else { return Err(changes.not("a map")) };
        let mut all = Vec::new();
        for (key, value) in map.iter() {
            match key {
                Value::List(_) | Value::Set(_) | Value::Range(..) => {
                    all.extend(self.elements(key)?.into_iter().map(|key| (key, value.clone())));
                }
                key => all.push((key.clone(), value.clone())),
            }
        }
        Ok(all)
    }

    /// The label that a value is: a sign, or a number.
    fn label(&self, value: &Value) -> Result<char, Fault> {
        match value {
            Value::Text(_) => value.sign(),
            number => Graph::number(small(&self.integer(number)?)?)
                .ok_or_else(|| Fault::wrong(Wrong::Rules, "this number is no label")),
        }
    }

    fn edge(&self, value: &Value) -> Result<Edge, Fault> {
        match value {
            Value::Tuple(parts) if parts.len() == 2 => {
                Ok((self.natural(&parts[0])?, self.natural(&parts[1])?, None))
            }
            Value::Tuple(parts) if parts.len() == 3 => {
                let label = self.label(&parts[2])?;
                Ok((self.natural(&parts[0])?, self.natural(&parts[1])?, Some(label)))
            }
            other => Err(other.not("an edge")),
        }
    }

    fn made_graph(&self, directed: bool, from: &Value) -> Result<Graph, Fault> {
        if let Value::Text(_) | Value::Graph(_) = from {
            let text = match from {
                Value::Graph(graph) => graph.to_string(),
                text => text.as_text()?.to_string(),
            };
            return Graph::read(Some(directed), None, &text);
        }
        let mut graph = Graph::new(directed, None);
        for piece in self.elements(from)? {
            match &piece {
                Value::Tuple(parts) if parts.len() == 2 && matches!(parts[1], Value::Text(_)) => {
                    let (vertex, label) = (self.natural(&parts[0])?, parts[1].sign()?);
                    Graph::verify_label(label)?;
                    if graph.label(vertex).is_some_and(|other| other != label) {
                        return Err(Fault::wrong(Wrong::Rules, "a vertex with two labels"));
                    }
                    graph.colour(vertex, label);
                }
                Value::Tuple(_) => graph.add(self.edge(&piece)?),
                vertex => _ = graph.vertices.entry(self.natural(vertex)?).or_insert(None),
            }
        }
        Ok(graph)
    }

    /// Functions that make graphs and take edges apart.
    pub fn about_edges(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        Ok(Some(match (name, args) {
            ("graph" | "digraph", [from]) if !matches!(from, Value::Sum(_)) => {
                Value::Graph(Rc::new(self.made_graph(name == "digraph", from)?))
            }
            ("label", [edge]) => {
                let label = self.edge(edge)?.2.ok_or_else(|| edge.not("an edge with a label"))?;
                Graph::shown(label)
            }
            ("ends", [edge]) => {
                let (from, to, _) = self.edge(edge)?;
                Value::tuple(vec![Value::integer(from), Value::integer(to)])
            }
            ("from", [edge]) => Value::integer(self.edge(edge)?.0),
            ("to", [edge]) => Value::integer(self.edge(edge)?.1),
            _ => return Ok(None),
        }))
    }

    /// Graphs of certain shapes.
    pub fn families_of_graphs(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        let known = ["stalk", "path", "cycle", "clique", "grid_graph"].contains(&name);
        if !known {
            return Ok(None);
        }
        let (mut edges, mut vertices): (Vec<Edge>, Vec<u64>) = (Vec::new(), vec![0]);
        if let ("stalk", [Value::Text(labels)]) = (name, args) {
            labels.chars().try_for_each(Graph::verify_label)?;
            let edge = |(p, label): (usize, char)| (p as u64, p as u64 + 1, Some(label));
            edges.extend(labels.chars().enumerate().map(edge));
        } else {
            let sizes: Vec<u64> = args.iter().map(|n| self.natural(n)).collect::<Result<_, _>>()?;
            self.steps.take(sizes.iter().fold(1, |all, n| n.saturating_mul(all)))?;
            let edge = |p: u64, q: u64| (p, q, None);
            match (name, sizes.as_slice()) {
                ("stalk", [n]) => edges.extend((0..*n).map(|p| edge(p, p + 1))),
                ("path", [n]) => edges.extend((1..*n).map(|p| edge(p, p + 1))),
                ("cycle", [n]) => edges.extend((1..=*n).map(|p| edge(p, p % n + 1))),
                ("clique", [n]) => {
                    edges.extend((1..=*n).flat_map(|p| (p + 1..=*n).map(move |q| edge(p, q))));
                }
                ("grid_graph", [m, n]) => {
                    for p in 1..=m * n {
                        edges.extend((p % n > 0).then(|| edge(p, p + 1)));
                        edges.extend((p + n <= m * n).then(|| edge(p, p + n)));
                    }
                }
                _ => return Ok(None),
            }
            if name != "stalk" {
                vertices = (1..=sizes.iter().product()).collect();
            }
        }
        let mut graph = Graph::new(false, None);
        vertices.into_iter().for_each(|vertex| _ = graph.vertices.insert(vertex, None));
        edges.into_iter().for_each(|edge| graph.add(edge));
        Ok(Some(Value::Graph(Rc::new(graph))))
    }

    fn vertex(&self, graph: &Graph, value: &Value) -> Result<u64, Fault> {
        let vertex = self.natural(value)?;
        let unknown = || Fault::wrong(Wrong::Range, format!("there is no vertex {vertex}"));
        graph.vertices.get(&vertex).map(|_| vertex).ok_or_else(unknown)
    }

    /// Without a vertex and its edges, without an edge, or without all of a list.
    fn without(&self, graph: &Graph, what: &Value) -> Result<Graph, Fault> {
        let mut rest = graph.clone();
        let all = match what {
            Value::List(_) | Value::Set(_) => self.elements(what)?,
            one => vec![one.clone()],
        };
        for x in all {
            match &x {
                Value::Tuple(_) if !rest.without_edge(self.edge(&x)?) => {
                    return Err(Fault::wrong(Wrong::Range, "there is no such edge"));
                }
                Value::Tuple(_) => {}
                p => rest.without_vertex(self.vertex(graph, p)?),
            }
        }
        Ok(rest)
    }

    /// Functions of graphs.
    pub fn about_graphs(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        let Some(Value::Graph(graph)) = args.first() else { return Ok(None) };
        let numbers = |xs: Vec<u64>| Value::list(xs.into_iter().map(Value::integer).collect());
        let value = |graph: Graph| Value::Graph(Rc::new(graph));
        let vertex = |value: &Value| self.vertex(graph, value);
        Ok(Some(match (name, &args[1..]) {
            ("vertices", []) => numbers(graph.vertices.keys().copied().collect()),
            ("edges", []) => {
                let edge = |(from, to, label): &Edge| {
                    let mut parts = vec![Value::integer(*from), Value::integer(*to)];
                    parts.extend(label.map(Graph::shown));
                    Value::tuple(parts)
                };
                Value::list(graph.edges.iter().map(edge).collect())
            }
            ("neighbours", [p]) => numbers(graph.neighbours(vertex(p)?, None)),
            ("neighbours", [p, labels]) => {
                numbers(graph.neighbours(vertex(p)?, Some(&labels.as_text()?)))
            }
            ("degree", [p]) => Value::integer(graph.degree(vertex(p)?)),
            ("remove", [what]) => value(self.without(graph, what)?),
            ("cut", [_]) if !graph.vertices.contains_key(&0) => {
                return Err(Fault::wrong(Wrong::Range, "there is no ground, vertex 0"));
            }
            ("cut", [edge]) => value(graph.cut(self.edge(edge)?)),
            ("contract", [edge]) => value(graph.contract(self.edge(edge)?)),
            ("connected", [p, q]) => {
                Value::Truth(graph.reached(vertex(p)?, None).contains(&vertex(q)?))
            }
            ("is_connected", []) => Value::Truth(graph.components().len() <= 1),
            ("components", []) => Value::list(graph.components().into_iter().map(value).collect()),
            ("components", [p]) => {
                let parts = graph.components_at(vertex(p)?);
                Value::list(parts.into_iter().map(value).collect())
            }
            ("with", [changes]) => {
                let mut next: Graph = (**graph).clone();
                for (p, label) in self.changes(changes)? {
                    let label = self.label(&label)?;
                    Graph::verify_label(label)?;
                    match &p {
                        Value::Tuple(_) => {
                            let edge = next.named(self.edge(&p)?);
                            if !next.edges.contains(&edge) || !next.without_edge(edge) {
                                return Err(Fault::wrong(Wrong::Range, "there is no such edge"));
                            }
                            next.add((edge.0, edge.1, Some(label)));
                        }
                        p => next.colour(vertex(p)?, label),
                    }
                }
                value(next)
            }
            (name, args) => return self.about_goals(name, graph, args),
        }))
    }

    /// Functions of graphs that goals use.
    fn about_goals(
        &self,
        name: &str,
        graph: &Rc<Graph>,
        args: &[Value],
    ) -> Result<Option<Value>, Fault> {
        let vertex = |value: &Value| self.vertex(graph, value);
        Ok(Some(match (name, args) {
            ("connects", [shown, p, q]) => {
                let (shown, p, q) = (self.label(shown)?, vertex(p)?, vertex(q)?);
                let shows = |name: &u64| graph.label(*name) == Some(shown);
                let mut reached: BTreeSet<u64> = [p].into_iter().filter(shows).collect();
                let mut open: Vec<u64> = reached.iter().copied().collect();
                while let Some(name) = open.pop() {
                    for other in ends_beside(graph, name).into_iter().filter(shows) {
                        if reached.insert(other) {
                            open.push(other);
                        }
                    }
                }
                Value::Truth(reached.contains(&q))
            }
            ("full", []) => {
                let Some(empty) = graph.usual else {
                    return Err(Fault::wrong(Wrong::Value, "vertices without an alphabet"));
                };
                Value::Truth(graph.vertices.keys().all(|name| graph.label(*name) != Some(empty)))
            }
            ("dominates", [shown]) => {
                let shown = self.label(shown)?;
                let shows = |name: &u64| graph.label(*name) == Some(shown);
                let is_near =
                    |name: &u64| shows(name) || ends_beside(graph, *name).iter().any(shows);
                Value::Truth(graph.vertices.keys().all(is_near))
            }
            _ => return Ok(None),
        }))
    }
}
