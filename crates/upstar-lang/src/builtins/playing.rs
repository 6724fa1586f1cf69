//! Matches with the machine, records of matches, and strategies.

use std::sync::Arc;

use upstar_core::Player;

use super::typed::{FromValue, Slot, binary, param, ternary};
use super::{Attribute, Builtin, ROW, goals, moves, points};
use crate::play;
use crate::value::host::{Host, Wanted};
use crate::value::{self, Map, Result, Value, elements};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "play",
        params: &[param("P"), param("you"), param("first")],
        summary: "Play from a position against the machine, at the prompt.",
        details: "You are Left and begin, unless you type `play(P, Right)` or `play(P, Right, \
                  Left)`. Type moves in the coordinates of the board, or `help`. The machine says \
                  whether it plays perfectly. `upstar play 'P'` does the same.",
        examples: &[("play(Domineering(3, 3))", ""), ("play(Nim(3, 5), Right, Left)", "")],
        see_also: &["replay", "strategy", "winning_moves"],
        attributes: &[Attribute::TakesForms],
        run: &ternary(|host, p: Value, person: Option<Player>, first: Option<Player>| {
            let begins = first.or(person).unwrap_or(Player::Left);
            let start = play::Match::new(host, p, begins)?.start().clone();
            host.play(Wanted { start, person, first });
            Ok(Value::Nothing)
        }),
        ..ROW
    },
    Builtin {
        name: "replay",
        params: &[param("P"), param("first"), param("moves")],
        summary: "The position that a list of moves leads to, when `first` begins.",
        details: "Moves are texts: their names in a match, enough of the name, or the position \
                  they lead to. The error names the first move that the rules do not allow.",
        examples: &[
            (
                "replay(Domineering(3, 3), Left, [\"a1 a2\", \"b2 c2\"])",
                "Domineering(\"#..|###|...\")",
            ),
            ("replay(Nim(3, 5), Left, [\"5>3\", \"take 1\", \"3-1\"])", "Nim(2, 2)"),
            (
                "replay(Nim(3, 5), Left, [\"5>6\"])",
                "error: move 1, \"5>6\", is not allowed: `5>6` is no move of Left",
            ),
        ],
        see_also: &["play", "moves"],
        attributes: &[Attribute::TakesForms],
        run: &ternary(|host, p: Value, first: Player, moves: TypedMoves| {
            let game = play::replay(host, p, first, &moves.0)?;
            Ok(game.position().clone())
        }),
        ..ROW
    },
    Builtin {
        name: "strategy",
        params: &[param("P"), param("player")],
        summary: "What a player does wherever play can lead: a map from positions to moves.",
        details: "The player wins as soon as possible, or holds a draw; the map is empty if \
                  neither can be forced. At most 50,000 positions are looked at. Where a goal \
                  decides, the player begins.\n\nIn a game about points the map is for both \
                  players: from a position and the player whose turn it is to the first best move \
                  and the value, in the order of `backward_induction`. The player begins; leave \
                  it out where the rules have a `turn`.",
        examples: &[
            ("strategy(Nim(2), Left)", "{Nim(2): Nim(0)}"),
            (
                "strategy(ToadsAndFrogs(\"T.F\"), Right)",
                "{ToadsAndFrogs(\"T.F\"): ToadsAndFrogs(\"TF.\"), \
                 ToadsAndFrogs(\".FT\"): ToadsAndFrogs(\"F.T\")}",
            ),
            ("strategy(Domineering(1, 2), Left)", "{:}"),
            ("strategy(Sausages(3)(), Max)[(Sausages(3)(), Max)]", "(Sausages(3)([2]), -1)"),
        ],
        see_also: &["winning_moves", "best_moves", "backward_induction", "play"],
        source: "Siegel, Combinatorial Game Theory, I.2; Zermelo, Über eine Anwendung der \
                 Mengenlehre auf die Theorie des Schachspiels, 1913",
        run: &binary(strategy),
        ..ROW
    },
];

/// Moves as typed in a match.
struct TypedMoves(Vec<String>);

impl FromValue for TypedMoves {
    const EXPECTED: &'static str = "a list of moves";

    fn from_value(_: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        if let Value::Text(text) = &value {
            let list = format!("write a list, as in `[{:?}]`", &**text);
            return Err(slot.wrong::<Self>(&value).help(list));
        }
        let moves = elements(&value)?.map(|text| match text {
            Value::Text(text) => Ok(text.to_string()),
            other => Err(other.wrong("the text of a move")),
        });
        moves.collect::<Result<_>>().map(TypedMoves)
    }
}

fn strategy(host: &mut dyn Host, p: Value, player: Option<Player>) -> Result<Value> {
    if let Value::Position(position) = &p
        && position.ruleset.is_about_points()
    {
        return points::strategy(host, position, player);
    }
    if let Some(position) = value::goals::position(&p) {
        return goals::strategy(host, position, player.unwrap_or(Player::Left));
    }
    let player = moves::mover(host, "strategy", &p, player)?;
    let entries = play::strategy(host, &p, player)?;
    Ok(Value::Map(Arc::new(Map::new(entries)?)))
}
