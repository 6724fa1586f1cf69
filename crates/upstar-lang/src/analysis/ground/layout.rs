//! How positions of a ruleset are written as cells: one for each element, vertex, edge, square or value that can differ.
//!
//! Knows: values, and the items that stand for them. Must not know: rules.
//!
//! A layout is made of a position. A collection has a cell for each element, which is there or not; a list keeps the order
//! of its elements. Where a list keeps its length, each element is a cell, or cells if it is a list; a map keeps its keys, or
//! has a cell for each key, which is there with one of its values or is not. A graph has a cell for each vertex, which is
//! absent or has a label, and one for each edge if moves remove edges whose ends stay. A board has a cell for each square. Any
//! other value is one cell, whose states are the values that it can have. Elements, keys and values that moves bring are
//! added (`Missing`).

use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

use upstar_core::Budget;
use upstar_core::board::{Alphabet, BLOCKED, Board, Shape, Symbol};

use super::counted::{sum_of, up_to};
use super::graphs::{GraphItem, VertexItem, labels_of};
use super::guards::{Guard, Guards};
use super::items::{Cases, Entry, Item, KEPT, Kind, certain};
use crate::value::graph::{Edge, Graph, GraphKind, Vertex};
use crate::value::{Cells, Map, Set, Value};

/// Most states of a cell: a set of them is the bits of a number.
const MOST_STATES: usize = 64;

/// A graph with more labels has cells for those that it shows, until a move writes another one.
const FEW_LABELS: usize = 4;

/// Most cells.
const MOST_CELLS: usize = 400;

/// State of the cell of an element or edge that is not there, and of one that is; that of an absent vertex.
pub(super) const ABSENT: Symbol = 0;
pub(super) const PRESENT: Symbol = 1;

/// How the positions of a ruleset are written as cells.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub(super) parameters: Vec<Parameter>,
}

/// How a layout begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    /// Whether squares of a board show what they show until a move writes something else.
    pub(super) narrow: bool,
    pub(super) rows: Rows,
    /// Whether texts keep their lengths, and each symbol is a cell.
    pub(super) texts: bool,
    /// The greatest number that a cell of a board of numbers can show, where less than all.
    pub(super) most: Option<i64>,
}

/// Which lists keep their lengths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rows {
    /// None.
    No,
    /// Those that are parameters.
    Flat,
    /// All, and maps among elements keep their keys.
    Deep,
}

/// What a row is.
#[derive(Debug, Clone)]
pub(super) enum RowKind {
    /// A list that keeps its length.
    List,
    /// A text that keeps its length.
    Text,
    /// A map that keeps these keys.
    Map(Vec<Value>),
}

/// How an argument is written.
#[derive(Debug, Clone)]
pub(super) enum Parameter {
    Board {
        sample: Arc<Cells>,
        /// The symbols that each square can show, as bits.
        symbols: Vec<u64>,
        /// The greatest sum of numbers for which this is so, if there is one.
        most: Option<i64>,
    },
    Graph {
        sample: Arc<Graph>,
        /// The labels that vertices can have.
        alphabet: Arc<[char]>,
        edges_are_cells: bool,
    },
    /// A list or a set: all elements that it can have. The order of a set does not matter, nor that of a list which is asked for
    /// its members alone (`members.rs`).
    Elements { kind: Kind, is_ordered: bool, elements: Vec<Value> },
    /// A list, text or map whose elements change: how each of them is written.
    Row { kind: RowKind, parts: Vec<Parameter> },
    /// A map whose keys come and go: all keys that it can have, and the values that each can have.
    Entries { keys: Vec<Value>, values: Vec<Vec<Value>> },
    /// Any other value: all that it can be.
    One { values: Vec<Value> },
}

/// What a layout must have so that moves can be written.
#[derive(Debug)]
pub(super) enum Missing {
    /// These elements of a parameter, in this order if it is a list.
    Elements(usize, Vec<Value>),
    /// That the keys of a map come and go, and these keys.
    Keys(usize, Vec<Value>),
    /// Values of parameters and of cells of rows and maps.
    Values(Vec<(usize, usize, Value)>),
    /// Cells for the edges of a parameter.
    Edges(usize),
    /// Labels of vertices of a parameter.
    Labels(usize, Vec<char>),
    /// Symbols that squares of the board show after moves.
    Symbols(Vec<(usize, Symbol)>),
}

impl Parameter {
    fn of(value: &Value, way: Way) -> Option<Parameter> {
        let Way { narrow, rows, texts, most } = way;
        Some(match value {
            Value::Board(cells) => {
                if cells.board.symbols().contains(&BLOCKED) {
                    return None;
                }
                let all = u64::MAX >> MOST_STATES.checked_sub(cells.alphabet.len())?;
                let all = most.map_or(all, |most| up_to(most, &cells.alphabet));
                let shown = |symbol: &Symbol| if narrow { 1 << symbol } else { all };
                let symbols = cells.board.symbols().iter().map(shown).collect();
                Parameter::Board { sample: cells.clone(), symbols, most }
            }
            Value::Graph(graph) => {
                let item = GraphItem::of(graph)?;
                let alphabet = match item.alphabet.len() {
                    ..=FEW_LABELS => item.alphabet,
                    _ => shown_labels(graph, &item.alphabet),
                };
                Parameter::Graph { sample: graph.clone(), alphabet, edges_are_cells: false }
            }
            Value::List(list) if rows != Rows::No => {
                let parts = list.items().iter().map(|item| Parameter::of_element(item, way));
                Parameter::Row { kind: RowKind::List, parts: parts.collect::<Option<_>>()? }
            }
            Value::Map(map) => {
                let parts = map.entries().values().map(|item| Parameter::of_element(item, way));
                let kind = RowKind::Map(map.entries().keys().cloned().collect());
                Parameter::Row { kind, parts: parts.collect::<Option<_>>()? }
            }
            Value::Text(text) if texts => {
                let parts = symbols(text).map(|symbol| Parameter::One { values: vec![symbol] });
                Parameter::Row { kind: RowKind::Text, parts: parts.collect() }
            }
            Value::List(list) => {
                let (kind, elements) = (Kind::List, list.items().to_vec());
                Parameter::Elements { kind, is_ordered: true, elements }
            }
            Value::Set(set) => Parameter::Elements {
                kind: Kind::Set,
                is_ordered: false,
                elements: set.items().iter().cloned().collect(),
            },
            value => Parameter::One { values: vec![value.clone()] },
        })
    }

    /// How an element of a list or map is written.
    fn of_element(value: &Value, way: Way) -> Option<Parameter> {
        match value {
            Value::List(_) | Value::Map(_) if way.rows == Rows::Deep => Parameter::of(value, way),
            value => Some(Parameter::One { values: vec![value.clone()] }),
        }
    }

    /// The number of its cells.
    pub(super) fn cells(&self) -> usize {
        self.states().len()
    }

    /// The values that one of its cells can have.
    fn values_at(&mut self, mut cell: usize) -> Option<&mut Vec<Value>> {
        match self {
            Parameter::One { values } => Some(values),
            Parameter::Entries { values, .. } => values.get_mut(cell),
            Parameter::Row { parts, .. } => {
                for part in parts {
                    let count = part.cells();
                    if cell < count {
                        return part.values_at(cell);
                    }
                    cell -= count;
                }
                None
            }
            _ => None,
        }
    }

    /// Lets the keys of a map come and go, also these.
    fn come_and_go(&mut self, new: Vec<Value>) -> Option<()> {
        if let Parameter::Row { kind: RowKind::Map(keys), parts } = self {
            let values = parts.iter().map(|part| match part {
                Parameter::One { values } => Some(values.clone()),
                _ => None,
            });
            let values = values.collect::<Option<_>>()?;
            *self = Parameter::Entries { keys: std::mem::take(keys), values };
        }
        let Parameter::Entries { keys, values } = self else { return None };
        for key in new {
            if !keys.contains(&key) {
                keys.push(key);
                values.push(Vec::new());
            }
        }
        Some(())
    }

    /// The number of states of each of its cells.
    fn states(&self) -> Vec<usize> {
        match self {
            Parameter::Board { symbols, .. } => symbols
                .iter()
                .map(|symbols| MOST_STATES - symbols.leading_zeros() as usize)
                .collect(),
            Parameter::Graph { sample, alphabet, edges_are_cells } => {
                let mut states = vec![1 + alphabet.len().max(1); sample.vertices().len()];
                states.extend(sample.edges().iter().filter(|_| *edges_are_cells).map(|_| 2));
                states
            }
            Parameter::Elements { elements, .. } => vec![2; elements.len()],
            Parameter::Row { parts, .. } => parts.iter().flat_map(Parameter::states).collect(),
            Parameter::Entries { values, .. } => {
                values.iter().map(|values| values.len() + 1).collect()
            }
            Parameter::One { values } => vec![values.len()],
        }
    }

    /// The item that stands for it, with its cells from `first` on.
    fn item(&self, first: usize, guards: &mut Guards) -> Option<Cases> {
        Some(match self {
            Parameter::Board { sample, .. } => {
                certain(Item::Board(vec![KEPT; sample.board.symbols().len()].into()))
            }
            Parameter::Graph { sample, alphabet, edges_are_cells } => {
                let mut item = GraphItem::of(sample)?;
                for (cell, vertex) in item.vertices.iter_mut().enumerate() {
                    *vertex = vertex_item(vertex.name, (first + cell, alphabet), guards)?;
                }
                let first_edge = first + item.vertices.len();
                for place in 0..item.edges.len() {
                    let (_, edge) = item.edges[place];
                    let both = guards.ends(&item, &edge)?;
                    let cell = match edges_are_cells {
                        true => guards.shows(first_edge + place, 1 << PRESENT),
                        false => Guard::ALWAYS,
                    };
                    item.edges[place].0 = guards.and(both, cell)?;
                }
                certain(Item::Graph(Rc::new(item)))
            }
            Parameter::Elements { kind, elements, .. } => {
                let there = elements.iter().enumerate().map(|(place, value)| {
                    Some((guards.shows(first + place, 1 << PRESENT), Item::of(value)?))
                });
                certain(Item::Collection(*kind, there.collect::<Option<_>>()?))
            }
            Parameter::Row { kind, parts } => {
                let items = { parts.iter().zip(firsts_of(parts, first)) }
                    .map(|(part, first)| part.item(first, guards))
                    .collect::<Option<Vec<Cases>>>()?;
                let elements = |items: Vec<Cases>| items.into_iter().flatten().collect();
                certain(match kind {
                    RowKind::List => Item::Collection(Kind::List, elements(items)),
                    RowKind::Text => Item::Collection(Kind::Text, elements(items)),
                    RowKind::Map(keys) => {
                        let keys = keys.iter().map(Item::of);
                        let entries = keys.zip(items).map(|(key, value)| {
                            Some(Entry { key: key?, there: Guard::ALWAYS, value })
                        });
                        Item::Map(entries.collect::<Option<_>>()?)
                    }
                })
            }
            Parameter::Entries { keys, values } => {
                let entries = keys.iter().zip(values).enumerate();
                let entries =
                    entries.map(|(place, entry)| entry_item(first + place, entry, guards));
                certain(Item::Map(entries.collect::<Option<_>>()?))
            }
            Parameter::One { values } => {
                let case =
                    |(state, value)| Some((guards.shows(first, 1u64 << state), Item::of(value)?));
                values.iter().enumerate().map(case).collect::<Option<_>>()?
            }
        })
    }

    /// Appends the states of the cells of a value; `None` if it is not written in this way.
    fn write(&self, value: &Value, to: &mut Vec<Symbol>) -> Option<()> {
        match (self, value) {
            (Parameter::Board { sample, symbols, most }, Value::Board(cells)) => {
                let is_alike = has_symbols((sample, *most), symbols, cells);
                to.extend(is_alike.then_some(cells.board.symbols())?);
            }
            (Parameter::Graph { sample, alphabet, edges_are_cells }, Value::Graph(graph)) => {
                write_graph((sample, alphabet, *edges_are_cells), graph, to)?;
            }
            (
                Parameter::Elements { kind: Kind::List, is_ordered: false, elements },
                Value::List(list),
            ) => {
                let items = list.items();
                items.iter().all(|item| elements.contains(item)).then_some(())?;
                to.extend(elements.iter().map(|element| Symbol::from(items.contains(element))));
            }
            (Parameter::Elements { kind: Kind::Set, elements, .. }, Value::Set(set)) => {
                let there = |element: &Value| set.items().contains(element);
                let before = to.len();
                to.extend(elements.iter().map(|element| Symbol::from(there(element))));
                let count = to[before..].iter().filter(|state| **state == PRESENT).count();
                (count == set.items().len()).then_some(())?;
            }
            (Parameter::Elements { kind: Kind::List, elements, .. }, Value::List(list)) => {
                let mut items = list.items().iter().peekable();
                for element in elements {
                    let there = items.next_if(|item| *item == element).is_some();
                    to.push(Symbol::from(there));
                }
                items.next().is_none().then_some(())?;
            }
            (Parameter::Row { kind: RowKind::List, parts }, Value::List(list)) => {
                write_all(parts, list.items(), to)?;
            }
            (Parameter::Row { kind: RowKind::Text, parts }, Value::Text(text)) => {
                write_all(parts, &symbols(text).collect::<Vec<_>>(), to)?;
            }
            (Parameter::Row { kind: RowKind::Map(keys), parts }, Value::Map(map)) => {
                (map.entries().len() == parts.len()).then_some(())?;
                for (key, part) in keys.iter().zip(parts) {
                    part.write(map.entries().get(key)?, to)?;
                }
            }
            (Parameter::Entries { keys, values }, Value::Map(map)) => {
                write_entries((keys, values), map, to)?;
            }
            (Parameter::One { values }, value) => {
                to.push(values.iter().position(|known| known == value)? as Symbol);
            }
            _ => return None,
        }
        Some(())
    }

    /// The value that is written in these cells.
    fn read(&self, states: &[Symbol]) -> Option<Value> {
        match self {
            Parameter::Board { sample, .. } => {
                let mut board = sample.board.clone();
                for (cell, state) in states.iter().enumerate() {
                    board.set(cell, *state).then_some(())?;
                }
                let (alphabet, shape) = (sample.alphabet.clone(), sample.shape);
                Some(Value::Board(Arc::new(Cells { board, alphabet, shape })))
            }
            Parameter::Graph { sample, alphabet, edges_are_cells } => {
                read_graph((sample, alphabet, *edges_are_cells), states)
            }
            Parameter::Elements { kind, elements, .. } => {
                let there = elements.iter().zip(states).filter(|(_, state)| **state == PRESENT);
                let items = there.map(|(element, _)| element.clone());
                match kind {
                    Kind::Set => {
                        Some(Value::Set(Arc::new(Set::new(items.collect::<Vec<_>>()).ok()?)))
                    }
                    _ => Value::list(items.collect()).ok(),
                }
            }
            Parameter::Row { kind, parts } => {
                let item = |(part, first): (&Parameter, usize)| {
                    part.read(states.get(first..first + part.cells())?)
                };
                let items = parts.iter().zip(firsts_of(parts, 0)).map(item);
                let items = items.collect::<Option<Vec<Value>>>()?;
                match kind {
                    RowKind::List => Value::list(items).ok(),
                    RowKind::Text => {
                        let symbol = |item: &Value| match item {
                            Value::Text(symbol) => Some(symbol.to_string()),
                            _ => None,
                        };
                        let text = items.iter().map(symbol).collect::<Option<String>>()?;
                        Some(Value::Text(text.into()))
                    }
                    RowKind::Map(keys) => {
                        let map = Map::new(keys.iter().cloned().zip(items)).ok()?;
                        Some(Value::Map(Arc::new(map)))
                    }
                }
            }
            Parameter::Entries { keys, values } => {
                let mut entries = Vec::new();
                for ((key, values), state) in keys.iter().zip(values).zip(states) {
                    if let Some(value) = usize::from(*state).checked_sub(1) {
                        entries.push((key.clone(), values.get(value)?.clone()));
                    }
                }
                Some(Value::Map(Arc::new(Map::new(entries).ok()?)))
            }
            Parameter::One { values } => values.get(usize::from(*states.first()?)).cloned(),
        }
    }
}

/// A key that is there where its cell shows one of these values.
fn entry_item(
    cell: usize,
    (key, values): (&Value, &Vec<Value>),
    guards: &mut Guards,
) -> Option<Entry> {
    let absent = guards.shows(cell, 1 << ABSENT);
    let case = |(place, value)| Some((guards.shows(cell, 2u64 << place), Item::of(value)?));
    let value = values.iter().enumerate().map(case).collect::<Option<_>>()?;
    Some(Entry { key: Item::of(key)?, there: guards.not(absent)?, value })
}

/// The symbols of a text.
fn symbols(text: &str) -> impl Iterator<Item = Value> {
    text.chars().map(|symbol| Value::Text(symbol.to_string().into()))
}

/// The first cell of each of these, when the cells of the first one begin there.
fn firsts_of(parameters: &[Parameter], mut next: usize) -> Vec<usize> {
    let first = |parameter: &Parameter| {
        let first = next;
        next += parameter.cells();
        first
    };
    parameters.iter().map(first).collect()
}

/// The first label, which vertices have that show none, and the others that vertices show.
fn shown_labels(graph: &Graph, alphabet: &[char]) -> Arc<[char]> {
    let is_shown = |label: &char| {
        graph.vertices().iter().any(|vertex| graph.label(vertex.name) == Some(*label))
    };
    let (first, others) = alphabet.split_at(1);
    first.iter().chain(others.iter().filter(|label| is_shown(label))).copied().collect()
}

fn vertex_item(
    name: u32,
    (cell, alphabet): (usize, &[char]),
    guards: &mut Guards,
) -> Option<VertexItem> {
    let absent = guards.shows(cell, 1 << ABSENT);
    let there = guards.not(absent)?;
    let labels = match alphabet {
        [] => vec![(there, None)],
        alphabet => {
            let label = |(place, label): (usize, &char)| {
                (guards.shows(cell, 1 << (place + 1)), Some(*label))
            };
            alphabet.iter().enumerate().map(label).collect()
        }
    };
    Some(VertexItem { name, there, labels })
}

/// Appends the states of the cells of values, one for each of these.
fn write_all(parts: &[Parameter], values: &[Value], to: &mut Vec<Symbol>) -> Option<()> {
    (values.len() == parts.len()).then_some(())?;
    parts.iter().zip(values).try_for_each(|(part, value)| part.write(value, to))
}

/// Appends the states of the keys of a map that come and go.
fn write_entries(
    (keys, values): (&[Value], &[Vec<Value>]),
    map: &Map,
    to: &mut Vec<Symbol>,
) -> Option<()> {
    let mut count = 0;
    for (key, values) in keys.iter().zip(values) {
        to.push(match map.entries().get(key) {
            Some(value) => {
                count += 1;
                values.iter().position(|known| known == value)? as Symbol + 1
            }
            None => ABSENT,
        });
    }
    (count == map.entries().len()).then_some(())
}

fn write_graph(
    (sample, alphabet, edges_are_cells): (&Graph, &[char], bool),
    graph: &Graph,
    to: &mut Vec<Symbol>,
) -> Option<()> {
    if graph.kind().directed != sample.kind().directed {
        return None;
    }
    let mut count = 0;
    for vertex in sample.vertices() {
        count += usize::from(graph.has(vertex.name));
        to.push(match (graph.has(vertex.name), alphabet) {
            (false, _) => ABSENT,
            (true, []) => PRESENT,
            (true, alphabet) => {
                let label = graph.label(vertex.name)?;
                alphabet.iter().position(|known| *known == label)? as Symbol + 1
            }
        });
    }
    let (mut edges, mut live) = (0, 0);
    for edge in sample.edges() {
        let is_there = graph.edges().binary_search(edge).is_ok();
        edges += usize::from(is_there);
        live += usize::from(graph.has(edge.from) && graph.has(edge.to));
        if edges_are_cells {
            to.push(Symbol::from(is_there));
        }
    }
    let all = count == graph.vertices().len() && edges == graph.edges().len();
    (all && (edges_are_cells || edges == live)).then_some(())
}

fn read_graph(
    (sample, alphabet, edges_are_cells): (&Graph, &[char], bool),
    states: &[Symbol],
) -> Option<Value> {
    let (of_vertices, of_edges) = states.split_at_checked(sample.vertices().len())?;
    let mut vertices = Vec::new();
    for (vertex, state) in sample.vertices().iter().zip(of_vertices) {
        let label = usize::from(*state).checked_sub(2).and_then(|place| alphabet.get(place + 1));
        if *state != ABSENT {
            vertices.push(Vertex { name: vertex.name, label: label.copied() });
        }
    }
    let is_there = |name: u32| vertices.iter().any(|vertex: &Vertex| vertex.name == name);
    let edges = sample.edges().iter().enumerate().filter(|(place, edge)| {
        let there = !edges_are_cells || of_edges.get(*place) == Some(&PRESENT);
        there && is_there(edge.from) && is_there(edge.to)
    });
    let edges: Vec<Edge> = edges.map(|(_, edge)| *edge).collect();
    let kind: Arc<GraphKind> = sample.kind().clone();
    Graph::new(kind, vertices, edges).ok().map(|graph| Value::Graph(Arc::new(graph)))
}

/// Whether a board has the size of a sample, and symbols that the squares can show, with a sum of numbers that is not above one.
fn has_symbols((sample, most): (&Cells, Option<i64>), symbols: &[u64], cells: &Cells) -> bool {
    let size = |board: &Board| (board.rows(), board.columns());
    let sum = || sum_of(&cells.board, &cells.alphabet);
    size(&cells.board) == size(&sample.board)
        && cells.alphabet == sample.alphabet
        && !cells.board.symbols().contains(&BLOCKED)
        && cells.board.symbols().iter().zip(symbols).all(|(s, all)| all >> s & 1 != 0)
        && most.is_none_or(|most| sum().is_some_and(|sum| sum <= most))
}

impl Layout {
    /// The layout of a position with these arguments. Where it is narrow, the rules say more, but it serves
    /// what follows this position only.
    pub(super) fn of(arguments: &[Value], way: Way) -> Option<Layout> {
        let parameter = |value| Parameter::of(value, way);
        let parameters = arguments.iter().map(parameter).collect::<Option<Vec<_>>>()?;
        // The cells of a board are the first.
        let is_board = |parameter: &Parameter| matches!(parameter, Parameter::Board { .. });
        let has_board = parameters.iter().skip(1).any(is_board);
        (!has_board).then_some(Layout { parameters }).filter(Layout::is_possible)
    }

    /// Leaves open in which order the elements of a list are that is a parameter, and how often each is there.
    pub(super) fn forget_order(&mut self, place: usize) {
        if let Some(Parameter::Elements { is_ordered, elements, .. }) =
            self.parameters.get_mut(place)
        {
            *is_ordered = false;
            let mut met = Vec::with_capacity(elements.len());
            for element in elements.drain(..) {
                if !met.contains(&element) {
                    met.push(element);
                }
            }
            *elements = met;
        }
    }

    /// The number of states of each cell.
    pub(super) fn states(&self) -> Vec<usize> {
        self.parameters.iter().flat_map(Parameter::states).collect()
    }

    fn is_possible(&self) -> bool {
        let states = self.states();
        states.len() <= MOST_CELLS && states.iter().all(|states| *states <= MOST_STATES)
    }

    /// The board among the parameters.
    pub(super) fn board(&self) -> Option<(&Alphabet, Shape, &Board)> {
        match self.parameters.first()? {
            Parameter::Board { sample, .. } => {
                Some((&sample.alphabet, sample.shape, &sample.board))
            }
            _ => None,
        }
    }

    /// Guards about these cells.
    pub(super) fn guards(&self, steps: usize, budget: &Budget) -> Guards {
        let domain = |states: usize| u64::MAX >> (MOST_STATES - states);
        let mut domains: Vec<u64> = self.states().into_iter().map(domain).collect();
        if let Some(Parameter::Board { symbols, .. }) = self.parameters.first() {
            domains[..symbols.len()].copy_from_slice(symbols);
        }
        Guards::of_domains(domains, steps, budget)
    }

    /// The parameters as items, each with its first cell.
    pub(super) fn items(&self, guards: &mut Guards) -> Option<Vec<Cases>> {
        let firsts = self.firsts();
        let items = self.parameters.iter().zip(firsts);
        items.map(|(parameter, first)| parameter.item(first, guards)).collect()
    }

    /// The first cell of each parameter.
    pub(super) fn firsts(&self) -> Vec<usize> {
        firsts_of(&self.parameters, 0)
    }

    /// The states of the cells of a position; `None` if it is not written in this way.
    pub(super) fn write(&self, arguments: &[Value]) -> Option<Vec<Symbol>> {
        if arguments.len() != self.parameters.len() {
            return None;
        }
        let mut states = Vec::new();
        for (parameter, argument) in self.parameters.iter().zip(arguments) {
            parameter.write(argument, &mut states)?;
        }
        Some(states)
    }

    /// The arguments of the position that is written so.
    pub(super) fn read(&self, states: &[Symbol]) -> Option<Vec<Value>> {
        let read = |(parameter, first): (&Parameter, usize)| {
            parameter.read(states.get(first..first + parameter.cells())?)
        };
        self.parameters.iter().zip(self.firsts()).map(read).collect()
    }

    /// Adds what is missing; `None` where that cannot be.
    pub(super) fn add(&mut self, missing: Missing) -> Option<()> {
        match missing {
            Missing::Elements(place, items) => match self.parameters.get_mut(place)? {
                Parameter::Elements { is_ordered: false, elements, .. } => {
                    for item in items {
                        if !elements.contains(&item) {
                            elements.push(item);
                        }
                    }
                }
                Parameter::Elements { elements, .. } => merge(elements, items)?,
                _ => return None,
            },
            Missing::Keys(place, keys) => self.parameters.get_mut(place)?.come_and_go(keys)?,
            Missing::Values(missing) => {
                for (place, at, value) in missing {
                    let values = self.parameters.get_mut(place)?.values_at(at)?;
                    if !values.contains(&value) {
                        values.push(value);
                    }
                }
            }
            Missing::Symbols(squares) => match self.parameters.first_mut()? {
                Parameter::Board { symbols, .. } => {
                    for (square, symbol) in squares {
                        *symbols.get_mut(square)? |= 1 << symbol;
                    }
                }
                _ => return None,
            },
            Missing::Edges(place) => match self.parameters.get_mut(place)? {
                Parameter::Graph { edges_are_cells, .. } => *edges_are_cells = true,
                _ => return None,
            },
            Missing::Labels(place, labels) => match self.parameters.get_mut(place)? {
                Parameter::Graph { sample, alphabet, .. } => {
                    let mut all = alphabet.to_vec();
                    for label in labels {
                        if !all.contains(&label) {
                            all.push(label);
                        }
                    }
                    // Where most are met, the others are hardly worth another reading.
                    let whole = labels_of(sample)?;
                    *alphabet = if 2 * all.len() > whole.len() { whole } else { all.into() };
                }
                _ => return None,
            },
        }
        self.is_possible().then_some(())
    }
}

/// Adds items to a list so that they are in their order there. A list in ascending order stays so.
fn merge(elements: &mut Vec<Value>, items: Vec<Value>) -> Option<()> {
    let ascends = |values: &[Value]| {
        values.windows(2).all(|pair| order_of(&pair[0], &pair[1]) == Some(Ordering::Less))
    };
    let is_sorted = ascends(elements) && ascends(&items);
    let mut at = 0;
    for item in items {
        match elements.iter().position(|known| *known == item) {
            Some(place) if place >= at => at = place + 1,
            Some(_) => return None,
            None => {
                if is_sorted {
                    let before = |known: &Value| order_of(known, &item) == Some(Ordering::Less);
                    at = elements.partition_point(before);
                }
                elements.insert(at, item);
                at += 1;
            }
        }
    }
    Some(())
}

/// The order of numbers, texts and tuples of these.
fn order_of(left: &Value, right: &Value) -> Option<Ordering> {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => Some(left.cmp(right)),
        (Value::Text(left), Value::Text(right)) => Some(left.cmp(right)),
        (Value::Tuple(left), Value::Tuple(right)) => {
            for (left, right) in left.items().iter().zip(right.items()) {
                match order_of(left, right)? {
                    Ordering::Equal => {}
                    order => return Some(order),
                }
            }
            Some(left.items().len().cmp(&right.items().len()))
        }
        _ => None,
    }
}

impl Guards {
    /// Where both ends of an edge are there.
    pub(super) fn ends(&mut self, graph: &GraphItem, edge: &Edge) -> Option<Guard> {
        let there = |name: u32| {
            let place = graph.vertices.binary_search_by_key(&name, |vertex| vertex.name).ok()?;
            Some(graph.vertices[place].there)
        };
        let (from, to) = (there(edge.from)?, there(edge.to)?);
        self.and(from, to)
    }
}
