//! Functions of goals on boards and graphs, and winners of games decided by a goal.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use upstar_core::Player;
use upstar_core::solve::goal::Verdict;

use super::boards::cells;
use super::graphs::{graph, named};
use super::typed::{FromValue, Slot, binary, param, param_of, quaternary, ternary, unary};
use super::{Attribute, Builtin, Intrinsic, Param, ROW};
use crate::diagnostic::Code;
use crate::value::goals::{best_move, best_moves, line, moves_to};
use crate::value::graph::{Labels, label_of, typed_label};
use crate::value::host::Host;
use crate::value::{Cells, Fault, Graph, Map, Position, Result, Value};
use upstar_core::board::{Adjacency, Side};

/// Largest table of positions.
const MOST_POSITIONS: usize = 100_000;

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "connects",
        params: &[param("b"), SYMBOL, END, END],
        gives: "a truth value",
        summary: "Whether cells that show a symbol lead from one side of a board to another.",
        details: "Along rows and columns. The sides are `\"top\"`, `\"bottom\"`, `\"left\"` and \
                  `\"right\"`. In goals leave out the board: `left wins if connects(\"x\", \
                  \"top\", \"bottom\")`. In a graph, whether a path of vertices that show the symbol \
                  leads from one vertex to another, along edges in either direction.",
        examples: &[
            ("connects(board(Clobber(\".x|xx|x.\")), \"x\", \"top\", \"bottom\")", "true"),
            ("connects(board(Clobber(\".x|x.|x.\")), \"x\", \"top\", \"bottom\")", "false"),
            ("connects(graph(\"1-2, 2-3, 1=x, 2=x, 3=x\"), \"x\", 1, 3)", "true"),
        ],
        see_also: &["hex_connects", "line", "BridgIt"],
        run: &quaternary(|host, of: Value, symbol: Value, a: End, b: End| match [a, b] {
            [End::Side(a), End::Side(b)] => {
                let cells = cells(&of)?;
                connects(host, &cells, &symbol, [a, b], Adjacency::Orthogonal)
            }
            [End::Vertex(a), End::Vertex(b)] => {
                let graph = graph(&of)?;
                host.store().budget().reserve(graph.size() as u64)?;
                let (a, b) = (named(&graph, a)?, named(&graph, b)?);
                let shown = shown_in(&graph, &symbol)?;
                Ok(Value::Bool(graph.connects(shown, a, b)))
            }
            _ => {
                let message = "a chain leads from side to side, or from vertex to vertex";
                Err(Fault::new(Code::WrongType, message))
            }
        }),
        attributes: &[Attribute::AsksBoard],
        intrinsic: Some(Intrinsic::Connects),
        ..ROW
    },
    Builtin {
        name: "hex_connects",
        params: &[param("b"), SYMBOL, param("side"), param("side")],
        gives: "a truth value",
        summary: "Whether cells that show a symbol lead from one side of a board of Hex to another.",
        details: "A cell is also beside the cells above to the right, and below to the left.",
        examples: &[
            ("hex_connects(board(Clobber(\".x|x.|x.\")), \"x\", \"top\", \"bottom\")", "true"),
            ("hex_connects(board(Clobber(\"x.|.x|.x\")), \"x\", \"top\", \"bottom\")", "false"),
        ],
        see_also: &["connects", "Hex"],
        run: &quaternary(|host, cells: Arc<Cells>, symbol: Value, a: Side, b: Side| {
            connects(host, &cells, &symbol, [a, b], Adjacency::Hex)
        }),
        attributes: &[Attribute::AsksBoard],
        intrinsic: Some(Intrinsic::HexConnects),
        ..ROW
    },
    Builtin {
        name: "line",
        params: &[param("b"), SYMBOL, param_of("k", "the length of a line")],
        gives: "a truth value",
        summary: "Whether k cells in a straight line show a symbol.",
        details: "Along a row, column or diagonal. In goals leave out the board: `left wins if \
                  line(\"x\", 3)`.",
        examples: &[
            ("line(board(Clobber(\"x..|.x.|..x\")), \"x\", 3)", "true"),
            ("line(board(Clobber(\"xx.|x..\")), \"x\", 3)", "false"),
        ],
        see_also: &["connects", "InARow"],
        run: &ternary(|host, cells: Arc<Cells>, symbol: Value, length: u64| {
            let symbol = cells.symbol_of(&symbol)?;
            if length == 0 {
                let message = "a line has one cell at least, and this is 0";
                return Err(Fault::new(Code::OutOfRange, message));
            }
            host.store().budget().reserve(cells.board.symbols().len() as u64)?;
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            Ok(Value::Bool(cells.board.has_line(symbol, length)))
        }),
        attributes: &[Attribute::AsksBoard],
        intrinsic: Some(Intrinsic::Line),
        ..ROW
    },
    Builtin {
        name: "full",
        params: &[param("b")],
        gives: "a truth value",
        summary: "Whether no cell of a board is empty, or no vertex of a graph.",
        details: "The empty cell is the first symbol of the alphabet. In goals write the word alone: `draw if full`.",
        examples: &[
            ("full(board(Clobber(\"xo|ox\")))", "true"),
            ("full(board(Clobber(\"x.\")))", "false"),
        ],
        see_also: &["shows", "dominates"],
        run: &unary(|_, of: Value| {
            if super::boards::is_board(&of) {
                return Ok(Value::Bool(!cells(&of)?.board.symbols().contains(&0)));
            }
            let graph = graph(&of)?;
            let Labels::Of(alphabet) = &graph.kind().vertices else {
                let message = "no vertex of this graph is empty: its vertices have no alphabet";
                return Err(Fault::new(Code::WrongType, message).help(
                    "say what vertices show, the empty one first: `game Name(g: graph on \".xo\")`",
                ));
            };
            let empty = alphabet.characters().first().copied();
            Ok(Value::Bool(graph.vertices().iter().all(|vertex| graph.label(vertex.name) != empty)))
        }),
        attributes: &[Attribute::AsksBoard],
        intrinsic: Some(Intrinsic::Full),
        ..ROW
    },
    Builtin {
        name: "dominates",
        params: &[param("g"), SYMBOL],
        gives: "a truth value",
        summary: "Whether each vertex of a graph shows a symbol, or has a neighbour that does.",
        details: "On a board, whether each cell does. In goals leave out the graph: `left wins if dominates(\"d\")`.",
        examples: &[
            ("dominates(graph(\"1-2, 2-3, 2=d\"), \"d\")", "true"),
            ("dominates(graph(\"1-2, 2-3, 1=d\"), \"d\")", "false"),
            ("dominates(board(Clobber(\".x.\")), \"x\")", "true"),
        ],
        see_also: &["full", "neighbours"],
        run: &binary(|host, of: Value, symbol: Value| {
            if super::boards::is_board(&of) {
                let cells = cells(&of)?;
                let symbol = cells.symbol_of(&symbol)?;
                host.store().budget().reserve(cells.board.symbols().len() as u64)?;
                return Ok(Value::Bool(cells.board.dominates(symbol)));
            }
            let graph = graph(&of)?;
            let shown = shown_in(&graph, &symbol)?;
            host.store().budget().reserve(graph.size() as u64)?;
            Ok(Value::Bool(graph.dominates(shown)))
        }),
        attributes: &[Attribute::AsksBoard],
        intrinsic: Some(Intrinsic::Dominates),
        ..ROW
    },
];

/// What a chain leads from, or to.
const END: Param = param_of("side", "a side of the board as a text, or a vertex");

/// A side of a board, or the name of a vertex.
enum End {
    Side(Side),
    Vertex(u64),
}

impl FromValue for End {
    const EXPECTED: &'static str = "a side of the board as a text, or a vertex";

    fn from_value(host: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        match value {
            Value::Text(_) => Side::from_value(host, value, slot).map(End::Side),
            Value::Number(_) => u64::from_value(host, value, slot).map(End::Vertex),
            _ => Err(slot.wrong::<Self>(&value)),
        }
    }
}

/// The label that a symbol is in a graph.
fn shown_in(graph: &Graph, symbol: &Value) -> Result<char> {
    let label = label_of(symbol).ok_or_else(|| symbol.wrong("a symbol, as a text"))?;
    match &graph.kind().vertices {
        Labels::Of(alphabet) if alphabet.symbol(label).is_none() => {
            Err(Fault::new(Code::ForeignSymbol, format!("no vertex shows {}", typed_label(label)))
                .help(format!("the symbols are \"{alphabet}\", the empty one first")))
        }
        _ => Ok(label),
    }
}

/// The symbol that a goal looks for.
const SYMBOL: Param = param_of("symbol", "a symbol, as a text");

fn connects(
    host: &mut dyn Host,
    cells: &Cells,
    symbol: &Value,
    sides: [Side; 2],
    adjacency: Adjacency,
) -> Result<Value> {
    let symbol = cells.symbol_of(symbol)?;
    host.store().budget().reserve(cells.board.symbols().len() as u64)?;
    Ok(Value::Bool(cells.board.connects(symbol, sides, adjacency)))
}

/// A side of a board, by its name.
impl FromValue for Side {
    const EXPECTED: &'static str = "a side of the board, as a text";

    fn from_value(_: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        let Value::Text(text) = &value else { return Err(slot.wrong::<Self>(&value)) };
        Side::of(text).ok_or_else(|| {
            Fault::new(Code::OutOfRange, format!("\"{text}\" is no side of a board"))
                .help("the sides are \"top\", \"bottom\", \"left\" and \"right\"")
        })
    }
}

/// Moves after which the player who made them wins.
pub(super) fn winning_moves(
    host: &mut dyn Host,
    position: &Arc<Position>,
    player: Player,
) -> Result<Value> {
    positions(moves_to(host, position, player, Verdict::of(Some(player)))?)
}

/// Best moves: those that win, else those that draw, else all.
pub(super) fn best(host: &mut dyn Host, position: &Arc<Position>, player: Player) -> Result<Value> {
    positions(best_moves(host, position, player)?.1)
}

fn positions(found: Vec<Arc<Position>>) -> Result<Value> {
    Value::list(found.into_iter().map(Value::Position).collect())
}

/// Line of best moves.
pub(super) fn principal_line(
    host: &mut dyn Host,
    position: &Arc<Position>,
    first: Player,
) -> Result<Value> {
    positions(line(host, position, first)?)
}

/// Strategy of the player who begins: a move in each position that can follow if it is used.
pub(super) fn strategy(
    host: &mut dyn Host,
    position: &Arc<Position>,
    player: Player,
) -> Result<Value> {
    let (mut entries, mut next) = (Vec::new(), vec![position.clone()]);
    let mut seen = FxHashSet::from_iter([position.clone()]);
    while let Some(at) = next.pop() {
        let Some(to) = best_move(host, &at, player)? else { continue };
        if entries.len() == MOST_POSITIONS {
            return Err(upstar_core::Error::TooManyPositions { limit: MOST_POSITIONS }.into());
        }
        for answer in host.options(&to, player.opponent())? {
            if let Value::Position(answer) = answer
                && seen.insert(answer.clone())
            {
                next.push(answer);
            }
        }
        entries.push((Value::Position(at), Value::Position(to)));
    }
    Ok(Value::Map(Arc::new(Map::new(entries)?)))
}
