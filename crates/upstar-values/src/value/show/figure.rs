//! Figures of values, boards as characters, and pictures as text.

use std::fmt::Write as _;

use super::{Result, Writer, thermograph};
use crate::picture::{self, DrawnCell, Figure};
use crate::resolve::tree::{PositionKind, Ruleset as Tree};
use crate::value::graph::{GROUND, Graph, Labels};
use crate::value::{Cells, Picture, Position, Sum, TermKind, Value, View};

/// Figure of a value with a shape: a position or a sum of them, a board, a graph, a thermograph. `words`
/// writes summands without a shape.
pub fn figure(value: &Value, words: &mut dyn FnMut(&Value) -> String) -> Option<Figure> {
    match value {
        Value::Board(cells) => Some(Figure::Board(board(cells, None))),
        Value::Graph(shown) => Some(Figure::Graph(graph(shown, &[]))),
        Value::Thermograph(_) | Value::LoopyThermograph(_) => thermograph::figure(value),
        Value::Position(position) => Some(of_position(position, words)),
        Value::Sum(sum) => Some(of_sum(sum, words)),
        Value::Picture(picture) => Some(picture.figure().clone()),
        _ => None,
    }
}

/// Figure of a value that shows more than its text does: a board of several rows, heaps, coins, a graph, or a sum
/// with one of these. `words` writes what has no shape.
pub(super) fn shaped(
    value: &Value,
    words: &mut dyn FnMut(&Value) -> Option<String>,
) -> Option<Figure> {
    match value {
        Value::Position(_) | Value::Sum(_) | Value::Graph(_) | Value::Board(_) => {}
        _ => return None,
    }
    let mut is_written = true;
    let found = figure(value, &mut |part| {
        let text = words(part);
        is_written &= text.is_some();
        text.unwrap_or_default()
    })?;
    let is_row = |figure: &Figure| match figure {
        Figure::Board(board) => {
            board.cells.len() == board.columns && board.cells.iter().all(|cell| !cell.own)
        }
        Figure::Words(_) => true,
        _ => false,
    };
    let says_more = match &found {
        Figure::Row(row) => !row.iter().all(is_row),
        Figure::Board(board) => !is_row(&found) && board.cells.len() <= MOST_ROWS * board.columns,
        other => !is_row(other),
    };
    (is_written && says_more).then_some(found)
}

impl Writer<'_> {
    /// A graph by its edges.
    pub(super) fn graph(&mut self, graph: &Graph) -> Result<()> {
        self.word(if graph.kind().directed { "digraph" } else { "graph" });
        self.out.push('(');
        self.text(&graph.to_string())?;
        self.out.push(')');
        Ok(())
    }
}

fn of_sum(sum: &Sum, words: &mut dyn FnMut(&Value) -> String) -> Figure {
    let mut row = Vec::new();
    for term in sum.terms() {
        match (row.is_empty(), term.negated) {
            (true, false) => {}
            (_, negated) => row.push(Figure::Words(if negated { "−" } else { "+" }.to_owned())),
        }
        row.push(match &term.kind {
            TermKind::Position(position) => of_position(position, words),
            TermKind::Game(game) => Figure::Words(words(&Value::Game(*game))),
            TermKind::Loopy(loopy) => Figure::Words(words(&Value::Loopy(loopy.clone()))),
        });
    }
    Figure::Row(row)
}

fn of_position(position: &Position, words: &mut dyn FnMut(&Value) -> String) -> Figure {
    let tree = &position.ruleset.tree;
    let family = position.ruleset.family().unwrap_or_default();
    let tokens: Vec<u32> = position.arguments().iter().filter_map(vertex).collect();
    let mut row = Vec::new();
    let shaped = |value: &&Value| matches!(value, Value::Board(_) | Value::Graph(_));
    let mut names: Vec<u32> = Vec::new();
    for value in family.iter().filter(shaped).chain(position.arguments()) {
        if vertex(value).is_some_and(|token| names.contains(&token)) {
            // The token on the graph says it.
            continue;
        }
        if let Value::Graph(shown) = value {
            names.extend(shown.vertices().iter().map(|vertex| vertex.name));
        }
        row.push(match value {
            Value::Board(cells) if matches!(tree.position, PositionKind::Coins) => coins(cells),
            Value::Board(cells) => Figure::Board(board(cells, Some(tree))),
            Value::Graph(shown) => Figure::Graph(graph(shown, &tokens)),
            _ => match (count(value), matches!(tree.position, PositionKind::Heap)) {
                (Some(size), true) => Figure::Heap(size),
                _ => Figure::Words(words(value)),
            },
        });
    }
    if !row.iter().any(|figure| !matches!(figure, Figure::Words(_))) {
        let whole = Value::Position(std::sync::Arc::new(position.clone()));
        return Figure::Words(words(&whole));
    }
    if row.len() == 1 { row.remove(0) } else { Figure::Row(row) }
}

fn count(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => number.to_i64().and_then(|n| u64::try_from(n).ok()),
        _ => None,
    }
}

/// The vertex that a parameter beside a graph can be.
fn vertex(value: &Value) -> Option<u32> {
    count(value).and_then(|n| u32::try_from(n).ok())
}

fn coins(cells: &Cells) -> Figure {
    Figure::Coins(cells.board.symbols().iter().map(|symbol| *symbol > 0).collect())
}

/// Board, with the pictures of symbols from `draw_as` of its ruleset.
pub(super) fn board(cells: &Cells, tree: Option<&Tree>) -> picture::DrawnBoard {
    let cell = |symbol: u8| {
        let letter = cells.alphabet.character(symbol);
        let pictures = tree.and_then(|tree| tree.pictures.as_ref()).into_iter().flatten();
        let mut own = pictures.filter(|(of, _)| of.value.chars().eq([letter]));
        let own = own.next().map(|(_, picture)| picture.value.to_string());
        DrawnCell {
            own: own.is_some(),
            glyph: own.unwrap_or_else(|| letter.to_string()),
            symbol: symbol as usize,
            letter,
        }
    };
    let all = cells.board.symbols().iter().map(|symbol| cell(*symbol));
    let slanted = tree.is_some_and(|tree| tree.slanted);
    let symbols = 0..cells.alphabet.characters().len() as u8;
    let mut board = picture::DrawnBoard {
        columns: cells.board.columns(),
        cells: all.collect(),
        slanted,
        symbols: symbols.map(cell).collect(),
    };
    board.join_dots();
    board
}

fn graph(graph: &Graph, tokens: &[u32]) -> picture::DrawnGraph {
    let names: Vec<u32> = graph.vertices().iter().map(|vertex| vertex.name).collect();
    let symbol = |sign: char| match &graph.kind().vertices {
        Labels::Of(alphabet) => alphabet.symbol(sign).map_or(3, usize::from),
        Labels::Nothing | Labels::Any => 3,
    };
    let node = |&name: &u32| picture::DrawnVertex {
        name,
        label: graph.label(name).map(|sign| (sign, symbol(sign))),
        token: tokens.contains(&name),
    };
    let edge = |edge: &crate::value::graph::Edge| picture::DrawnEdge {
        from: graph.place(edge.from),
        to: graph.place(edge.to),
        label: edge.label,
    };
    picture::DrawnGraph {
        nodes: names.iter().map(node).collect(),
        edges: graph.edges().iter().map(edge).collect(),
        directed: graph.kind().directed,
        ground: names.binary_search(&GROUND).ok().filter(|_| !graph.kind().directed),
    }
}

/// Draws a position row by row, if it is a board of several rows, or its ruleset has `draw_as`.
pub(super) fn draw(position: &Position, ascii: bool) -> Option<String> {
    let [Value::Board(cells)] = position.arguments() else { return None };
    let pictured = position.ruleset.tree.pictures.is_some();
    let rows = cells.board.rows();
    if !((2..=MOST_ROWS).contains(&rows) || rows == 1 && pictured) {
        return None;
    }
    Some(Figure::Board(board(cells, Some(&position.ruleset.tree))).text(ascii))
}

/// Boards with more rows are not drawn.
const MOST_ROWS: usize = 40;

impl Writer<'_> {
    /// A picture by what it is of.
    pub(super) fn picture(&mut self, picture: &Picture) -> Result<()> {
        if picture.view == View::Table {
            return self.table(picture);
        }
        if self.latex() {
            self.out.push_str(&picture.figure().to_tikz());
            return Ok(());
        }
        self.word(picture.view.name());
        self.out.push('(');
        match picture.of() {
            // A thermograph of a bracket with cycles is that of the bracket as typed.
            Value::LoopyBracket(bracket) if picture.view == View::Plot => self.bracket(bracket)?,
            of @ Value::Typed(_) => self.exactly(of)?,
            of @ Value::LoopyBracket(bracket) if bracket.is_as_typed() => self.exactly(of)?,
            of => self.value(of)?,
        }
        if let View::Tree(Some(depth)) = picture.view {
            let _ = write!(self.out, ", {depth}");
        }
        self.out.push(')');
        Ok(())
    }
}
