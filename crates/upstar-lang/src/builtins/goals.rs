//! Functions of goals on boards and graphs, and winners of games decided by a goal.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use upstar_core::Player;
use upstar_core::solve::goal::Verdict;

use super::typed::{FromValue, Slot, param, param_of, quaternary, ternary};
use super::{Attribute, Builtin, Intrinsic, Param, ROW};
use crate::diagnostic::Code;
use crate::value::goals::{best_move, best_moves, line, moves_to};
use crate::value::host::Host;
use crate::value::{Cells, Fault, Map, Position, Result, Value};
use upstar_core::board::{Adjacency, Side};

/// Largest table of positions.
const MOST_POSITIONS: usize = 100_000;

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "connects",
        params: &[param("b"), SYMBOL, param("side"), param("side")],
        gives: "a truth value",
        summary: "Whether cells that show a symbol lead from one side of a board to another.",
        details: "Along rows and columns. The sides are `\"top\"`, `\"bottom\"`, `\"left\"` and \
                  `\"right\"`. In goals leave out the board: `left wins if connects(\"x\", \
                  \"top\", \"bottom\")`.",
        examples: &[
            ("connects(board(Clobber(\".x|xx|x.\")), \"x\", \"top\", \"bottom\")", "true"),
            ("connects(board(Clobber(\".x|x.|x.\")), \"x\", \"top\", \"bottom\")", "false"),
        ],
        see_also: &["hex_connects", "line", "BridgIt"],
        run: &quaternary(|host, cells: Arc<Cells>, symbol: Value, a: Side, b: Side| {
            connects(host, &cells, &symbol, [a, b], Adjacency::Orthogonal)
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
];

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
