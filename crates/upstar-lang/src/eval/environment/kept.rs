//! What is kept of positions between runs: the number of a ruleset in an archive, and keys of positions.
//!
//! Knows: when what is kept of a ruleset can be used, and positions as bytes. Must not know: where answers are kept.

use std::sync::Arc;

use num_bigint::BigInt;
use upstar_core::Rational;
use upstar_core::board::{Alphabet, BLOCKED, Board, Shape};
use upstar_core::bytes::{read_count, take, take_some, write_count};
use upstar_core::solve::kept::{Archive, RULESET};

use super::Environment;
use super::meaning::{DEEPEST, RulesetMeaning, meaning};
use crate::eval::World;
use crate::resolve::tree::{Global, PositionKind};
use crate::value::graph::{Edge, Graph, GraphKind, Vertex};
use crate::value::{Cells, Domain, Position, Ruleset, Value, show};

/// What follows the number of a ruleset in keys of positions: those with arguments, and boards of rewrite rules.
const ARGUMENTS: u8 = b'p';
const BOARD: u8 = b'b';

impl Environment<'_> {
    /// Number of a ruleset in the archive; `None` when its answers cannot be kept.
    pub(in crate::eval) fn number_in_archive(&self, ruleset: &Ruleset) -> Option<[u8; RULESET]> {
        let archive = self.world.archive.as_ref().filter(|_| !self.is_plain(ruleset))?;
        let find = || self.registered(&**archive, ruleset);
        *self.facts(ruleset).number.get_or_init(find)
    }

    /// Registers a ruleset in an archive by its meaning.
    fn registered(&self, archive: &dyn Archive, ruleset: &Ruleset) -> Option<[u8; RULESET]> {
        let RulesetMeaning { text, mentions } = meaning(&self.globals, ruleset)?;
        let program = self.program(ruleset, &self.globals.of_program(mentions)).unwrap_or_default();
        archive.ruleset(&ruleset.tree.name.text, &text, &program)
    }

    /// A program whose value is this ruleset, as far as it can be written; that it is can be seen from its meaning.
    fn program(&self, ruleset: &Ruleset, mentions: &[(Global, Value)]) -> Option<String> {
        let own = Value::Ruleset(Arc::new(ruleset.clone()));
        let mut lines = self.definitions(std::slice::from_ref(&own), mentions).ok()?;
        lines.push(show::value(self.world.store(), &own).ok()?);
        Some(lines.join("\n"))
    }

    /// Appends the key of a position; false when it has none.
    pub(in crate::eval) fn position_key(&self, position: &Position, key: &mut Vec<u8>) -> bool {
        let Some(number) = self.number_in_archive(&position.ruleset) else { return false };
        key.extend(number);
        key.push(ARGUMENTS);
        let kind = &position.ruleset.tree.position;
        position.arguments().iter().all(|argument| write_value(argument, kind, DEEPEST, key))
    }
}

/// Appends a value so that different values are different bytes; false when it cannot. Alphabets of boards and
/// kinds of graphs are those of the ruleset.
fn write_value(value: &Value, kind: &PositionKind, levels: usize, to: &mut Vec<u8>) -> bool {
    match (value, kind) {
        (Value::Number(x), _) => write_text(b'n', &x.to_string(), to),
        (Value::Bool(x), _) => to.extend([b'b', u8::from(*x)]),
        (Value::Text(x), _) => write_text(b't', x, to),
        (Value::Board(cells), PositionKind::Board(..) | PositionKind::Coins) => {
            to.push(b'c');
            for side in [cells.board.rows(), cells.board.columns()] {
                write_count(side as u64, to);
            }
            to.extend_from_slice(cells.board.symbols());
        }
        (Value::Graph(graph), PositionKind::Graph) => write_graph(graph, to),
        (Value::List(list) | Value::Tuple(list), _) if levels > 0 => {
            to.push(if matches!(value, Value::List(_)) { b'l' } else { b'(' });
            write_count(list.items().len() as u64, to);
            return list.items().iter().all(|item| write_value(item, kind, levels - 1, to));
        }
        _ => return false,
    }
    true
}

fn write_text(tag: u8, text: &str, to: &mut Vec<u8>) {
    to.push(tag);
    write_count(text.len() as u64, to);
    to.extend_from_slice(text.as_bytes());
}

fn write_graph(graph: &Graph, to: &mut Vec<u8>) {
    let label = |label: Option<char>| label.map_or(0, |label| u64::from(label) + 1);
    to.push(b'g');
    write_count(graph.vertices().len() as u64, to);
    for vertex in graph.vertices() {
        write_count(vertex.name.into(), to);
        write_count(label(vertex.label), to);
    }
    write_count(graph.edges().len() as u64, to);
    for edge in graph.edges() {
        write_count(edge.from.into(), to);
        write_count(edge.to.into(), to);
        write_count(label(edge.label), to);
    }
}

/// Reads a number as it is shown: `3`, `-1/2`.
fn number(text: &str) -> Option<Rational> {
    let integer = |text: &str| text.parse::<BigInt>().ok().map(Rational::from);
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    integer(numerator)?.checked_div(&integer(denominator)?)
}

/// Boards and graphs of a ruleset, to read positions.
pub(in crate::eval) struct Kinds {
    board: Option<(Arc<Alphabet>, Shape)>,
    graph: Option<Arc<GraphKind>>,
}

impl World {
    /// The position with this key, of a ruleset whose number has been seen in it.
    pub(in crate::eval) fn position_of_key(
        &self,
        ruleset: &Arc<Ruleset>,
        key: &[u8],
    ) -> Option<Arc<Position>> {
        let (tag, mut rest) = key.get(RULESET..)?.split_first()?;
        let compiled = self.rules.compiled(ruleset);
        let coins = || ruleset.is_of_coins().then(|| (self.coins.clone(), Shape::Strip));
        let graph = compiled.params.iter().find_map(|domain| match domain {
            Domain::Graph(kind) => Some(kind.clone()),
            _ => None,
        });
        let kinds = Kinds { board: compiled.board.clone().or_else(coins), graph };
        let mut arguments = Vec::new();
        match *tag {
            BOARD => arguments.push(kinds.read_board(&mut rest)?),
            ARGUMENTS => {
                while !rest.is_empty() {
                    arguments.push(kinds.read_value(&mut rest, DEEPEST)?);
                }
            }
            _ => return None,
        }
        let is_whole = rest.is_empty() && arguments.len() == ruleset.tree.params.len();
        let position = || Position::new(ruleset.clone(), arguments).ok().map(Arc::new);
        is_whole.then(position).flatten()
    }
}

impl Kinds {
    /// Reads a value that [`write_value`] wrote.
    fn read_value(&self, from: &mut &[u8], levels: usize) -> Option<Value> {
        let text = |from: &mut &[u8]| Some(std::str::from_utf8(take_some(from)?).ok()?.to_owned());
        match take(from)? {
            [b'n'] => number(&text(from)?).map(Value::Number),
            [b'b'] => Some(Value::Bool(take(from)? == [1])),
            [b't'] => Some(Value::text(text(from)?)),
            [b'c'] => self.read_board(from),
            [b'g'] => self.read_graph(from),
            [tag @ (b'l' | b'(')] => {
                let levels = levels.checked_sub(1)?;
                let mut items = Vec::new();
                for _ in 0..read_count(from)? {
                    items.push(self.read_value(from, levels)?);
                }
                if tag == b'l' { Value::list(items).ok() } else { Value::tuple(items).ok() }
            }
            _ => None,
        }
    }

    fn read_board(&self, from: &mut &[u8]) -> Option<Value> {
        let (alphabet, shape) = self.board.clone()?;
        let mut side = || usize::try_from(read_count(from)?).ok();
        let (rows, columns) = (side()?, side()?);
        let (symbols, rest) = from.split_at_checked(rows.checked_mul(columns)?)?;
        *from = rest;
        let is_shown = |symbol: &u8| *symbol == BLOCKED || usize::from(*symbol) < alphabet.len();
        let mut board = Board::empty(rows, columns).ok()?.shaped(shape);
        let is_board = symbols.iter().all(is_shown) && board.symbols().len() == symbols.len();
        board = is_board.then_some(board)?;
        for (cell, &symbol) in symbols.iter().enumerate() {
            board.set(cell, symbol).then_some(())?;
        }
        Some(Value::Board(Arc::new(Cells { board, alphabet, shape })))
    }

    fn read_graph(&self, from: &mut &[u8]) -> Option<Value> {
        let name = |from: &mut &[u8]| u32::try_from(read_count(from)?).ok();
        let label = |from: &mut &[u8]| match name(from)? {
            0 => Some(None),
            label => char::from_u32(label - 1).map(Some),
        };
        let (mut vertices, mut edges) = (Vec::new(), Vec::new());
        for _ in 0..read_count(from)? {
            vertices.push(Vertex { name: name(from)?, label: label(from)? });
        }
        for _ in 0..read_count(from)? {
            edges.push(Edge { from: name(from)?, to: name(from)?, label: label(from)? });
        }
        Graph::new(self.graph.clone()?, vertices, edges)
            .ok()
            .map(|graph| Value::Graph(Arc::new(graph)))
    }
}
