//! Games about points.

use std::sync::Arc;

use upstar_core::Player;

use super::typed::{FromValue, Slot, binary, param, param_of, unary};
use super::{Builtin, Intrinsic, Param, ROW, fast};
use crate::diagnostic::Code;
use crate::value::explanation::Question;
use crate::value::goals;
use crate::value::host::Host;
use crate::value::points::{Row, Turn, without_points};
use crate::value::{Fault, Map, Position, Result, Value};

/// Largest table of positions.
const MOST_POSITIONS: usize = 100_000;

/// Longest line of play.
const LONGEST: usize = 100_000;

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "value",
        params: &[param("P"), FIRST],
        gives: "a game",
        summary: "What Max gets from a position on, in a game about points.",
        details: "Max is Left, Min is Right. The player begins; leave it out where the rules have \
                  a `turn`. The value counts the points still to come. It is found by alpha-beta \
                  search.",
        examples: &[
            ("value(PawnWalk([3, 1, 4, 1, 5, 9, 2, 6])(), Max)", "5"),
            ("value(DotsAndBoxes(2, 2)())", "2"),
            ("value(Scale(1..4)(), Max)", "2"),
        ],
        see_also: &["best_moves", "principal_line", "strategy", "backward_induction"],
        source: "Zermelo, Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels, 1913",
        run: &binary(|host, PointsPosition(p): PointsPosition, first: Option<Player>| {
            Ok(Value::Number(host.points_value(&p, first)?))
        }),
        question: Some(Question::Value),
        ..ROW
    },
    Builtin {
        name: "principal_line",
        params: &[param("P"), FIRST],
        gives: "a list of positions",
        summary: "A line of best moves to the end of a game about points or decided by a goal.",
        details: "Both players choose the first of their best moves. The player begins; leave it \
                  out where the rules have a `turn`. Where a goal decides, Left begins by \
                  default.",
        examples: &[(
            "principal_line(PawnWalk([1, 3, 2])(), Max)",
            "[PawnWalk([1, 3, 2])(0, 1), PawnWalk([1, 3, 2])(0, 2)]",
        )],
        see_also: &["value", "best_moves"],
        run: &binary(|host, p: Value, first: Option<Player>| match goals::position(&p) {
            Some(position) => {
                super::goals::principal_line(host, position, first.unwrap_or(Player::Left))
            }
            None => principal_line(host, position(&p)?, first),
        }),
        ..ROW
    },
    Builtin {
        name: "backward_induction",
        params: &[param("P"), FIRST],
        summary: "The values of all positions that can follow, in the order in which they are found.",
        details: "A map from a position and the player whose turn it is to the value: ends of \
                  play first, then the positions at most one move before, then two, up to the \
                  position itself.",
        examples: &[(
            "values(backward_induction(PawnWalk([3, 1, 4, 1])(), Max))",
            "[3, 1, 4, 1, 3, 4, 4, 3, 4, 4]",
        )],
        see_also: &["strategy", "value"],
        run: &binary(|host, PointsPosition(p): PointsPosition, first: Option<Player>| {
            backward_induction(host, &p, first)
        }),
        ..ROW
    },
    Builtin {
        name: "opponent",
        params: &[param("player")],
        gives: "a player, `Left` or `Right`",
        summary: "The other player.",
        examples: &[("opponent(Left)", "Right")],
        see_also: &["Left", "Right", "Max", "Min"],
        run: &unary(|_, player: Player| Ok(Value::Player(player.opponent()))),
        intrinsic: Some(Intrinsic::Opponent),
        fast: Some(fast::OPPONENT),
        ..ROW
    },
];

/// The player who begins.
const FIRST: Param = param_of("player", "a player, `Max` or `Min`");

/// Position of a game about points.
struct PointsPosition(Arc<Position>);

impl FromValue for PointsPosition {
    const EXPECTED: &'static str = "a position";

    fn from_value(_: &mut dyn Host, value: Value, _: Slot) -> Result<Self> {
        position(&value).cloned().map(PointsPosition)
    }
}

/// Position of a game about points; fails for other values.
fn position(value: &Value) -> Result<&Arc<Position>> {
    match value {
        Value::Position(position) => Ok(position),
        Value::Game(_) | Value::Number(_) | Value::Form(_) => {
            Err(Fault::new(Code::NoPoints, "points are counted in positions of games about points")
                .help("the value of a game is `canonical(G)`"))
        }
        Value::Sum(sum) => Err(match sum.terms().iter().find_map(of_other_rules) {
            Some(fault) => fault,
            None => value.wrong("a position").note("there are no sums of games about points"),
        }),
        other => Err(other.wrong("a position")),
    }
}

fn of_other_rules(term: &crate::value::Term) -> Option<Fault> {
    match &term.kind {
        crate::value::TermKind::Position(position) if !position.ruleset.is_about_points() => {
            Some(without_points(&position.ruleset))
        }
        _ => None,
    }
}

/// Moves that reach the value.
pub(super) fn best_moves(
    host: &mut dyn Host,
    position: &Arc<Position>,
    first: Option<Player>,
) -> Result<Value> {
    let (_, places) = host.points_best(position, first)?;
    let moves = match host.points_turn(position, first)? {
        Turn::Over(_) => Vec::new(),
        Turn::Of(_, moves) => moves,
    };
    let best = places.iter().filter_map(|&place| moves.get(place));
    let mut found: Vec<Value> = Vec::new();
    for step in best {
        let to = Value::Position(step.to.clone());
        if !found.contains(&to) {
            found.push(to);
        }
    }
    Value::list(found)
}

fn principal_line(
    host: &mut dyn Host,
    position: &Arc<Position>,
    mut first: Option<Player>,
) -> Result<Value> {
    let mut position = position.clone();
    let mut line = Vec::new();
    loop {
        host.store().budget().step()?;
        let (_, places) = host.points_best(&position, first)?;
        let Turn::Of(_, moves) = host.points_turn(&position, first)? else {
            return Value::list(line);
        };
        let Some(step) = places.first().and_then(|&place| moves.get(place)) else {
            return Value::list(line);
        };
        if line.len() == LONGEST {
            return Err(upstar_core::Error::PlayTooLong { limit: LONGEST }.into());
        }
        position = step.to.clone();
        first = match position.ruleset.tree.turn {
            Some(_) => None,
            None => first.map(Player::opponent),
        };
        line.push(Value::Position(position.clone()));
    }
}

fn key(row: &Row) -> Result<Value> {
    Value::tuple(vec![Value::Position(row.position.clone()), Value::Player(row.mover)])
}

/// Best move and value of each position that can follow.
pub(super) fn strategy(
    host: &mut dyn Host,
    position: &Arc<Position>,
    first: Option<Player>,
) -> Result<Value> {
    let mut entries = Vec::new();
    for row in host.points_induction(position, first, MOST_POSITIONS)? {
        if let Some(best) = &row.best {
            let best = Value::Position(best.clone());
            let value = Value::Number(row.value.clone());
            entries.push((key(&row)?, Value::tuple(vec![best, value])?));
        }
    }
    Ok(Value::Map(Arc::new(Map::new(entries)?)))
}

fn backward_induction(
    host: &mut dyn Host,
    position: &Arc<Position>,
    first: Option<Player>,
) -> Result<Value> {
    let mut entries = Vec::new();
    for row in host.points_induction(position, first, MOST_POSITIONS)? {
        entries.push((key(&row)?, Value::Number(row.value.clone())));
    }
    Ok(Value::Map(Arc::new(Map::new(entries)?)))
}
