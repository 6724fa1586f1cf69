//! Thermographs and their walls.

use std::sync::Arc;

use upstar_core::{Corner, Dyadic, Player, Rational, Thermograph, WallError, thermograph};

use super::{Builtin, Run};
use crate::diagnostic::Code;
use crate::value::host::{self, Host};
use crate::value::{Fault, Result, Value};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "thermograph",
        signature: "thermograph(G or left wall, [right wall])",
        summary: "The thermograph of a game; or that with these walls.",
        details: "A wall is a list of corners `(temperature, stop)`, from temperature 0 to the \
                  foot of the mast. The left wall gives the left stop of the game cooled by t, \
                  the right wall the right stop. A left wall stands straight or falls by 1 for \
                  each degree, a right wall stands or rises by 1, and where they meet the mast \
                  begins. The mast of a number begins below 0, and is its only corner. \
                  Thermographs are equal when both walls are; at the prompt they are drawn, \
                  values increasing to the left.",
        examples: &[
            ("thermograph(<3|1>)", "thermograph([(0, 3), (1, 2)], [(0, 1), (1, 2)])"),
            (
                "thermograph(<5||3|2>)",
                "thermograph([(0, 5), (5/4, 15/4)], [(0, 3), (1/2, 3), (5/4, 15/4)])",
            ),
            ("thermograph(^)", "thermograph([(0, 0)], [(0, 0)])"),
            ("thermograph(1/2)", "thermograph([(-1/2, 1/2)], [(-1/2, 1/2)])"),
            ("thermograph(<4|2||1>) == thermograph(<4|2||1> + ^)", "true"),
            ("mean(thermograph([(0, 3), (1, 2)], [(0, 2)]))", "2"),
        ],
        see_also: &["left_wall", "right_wall", "mean", "temperature", "cool"],
        source: "Winning Ways, ch. 6; Siegel, Combinatorial Game Theory, II.5",
        run: Run::Function(|host, args| match args {
            [game] => of_game(host, game),
            _ => of_walls(host, &args[0], &args[1]),
        }),
    },
    Builtin {
        name: "left_wall",
        signature: "left_wall(G, [t])",
        summary: "The left wall of a thermograph: its corners, or its value at temperature t.",
        details: "G is a game or a thermograph. The value at t is the left stop of G cooled by t.",
        examples: &[
            ("left_wall(<5||3|2>)", "[(0, 5), (5/4, 15/4)]"),
            ("left_wall(<5||3|2>, 1)", "4"),
            ("left_wall(<5||3|2>, 100)", "15/4"),
            ("left_wall(±1, 1/3)", "2/3"),
        ],
        see_also: &["right_wall", "thermograph", "left_stop", "cool"],
        source: "Winning Ways, ch. 6",
        run: Run::Function(|host, args| wall(host, args, Player::Left)),
    },
    Builtin {
        name: "right_wall",
        signature: "right_wall(G, [t])",
        summary: "The right wall of a thermograph: its corners, or its value at temperature t.",
        details: "G is a game or a thermograph. The value at t is the right stop of G cooled by \
                  t.",
        examples: &[
            ("right_wall(<5||3|2>)", "[(0, 3), (1/2, 3), (5/4, 15/4)]"),
            ("right_wall(<5||3|2>, 1)", "7/2"),
            ("right_wall(<5||3|2>, 1) == right_stop(cool(<5||3|2>, 1))", "true"),
        ],
        see_also: &["left_wall", "thermograph", "right_stop", "cool"],
        source: "Winning Ways, ch. 6",
        run: Run::Function(|host, args| wall(host, args, Player::Right)),
    },
];

/// The thermograph that a value is or has.
pub(super) fn graph(host: &mut dyn Host, value: &Value) -> Result<Arc<Thermograph>> {
    if let Value::Thermograph(graph) = value {
        return Ok(graph.clone());
    }
    let game = host::game(host, value)?;
    Ok(thermograph(&host.store(), game)?)
}

fn of_game(host: &mut dyn Host, value: &Value) -> Result<Value> {
    match value {
        Value::Thermograph(_) => Err(value.wrong("a game")),
        Value::List(_) => Err(value
            .wrong("a game")
            .help("to make a thermograph of its walls, give both: `thermograph(left, right)`")),
        _ => Ok(Value::Thermograph(graph(host, value)?)),
    }
}

fn of_walls(host: &mut dyn Host, left: &Value, right: &Value) -> Result<Value> {
    let (left, right) = (corners(host, left)?, corners(host, right)?);
    let graph = Thermograph::new(left, right).map_err(|error| {
        let fault = Fault::new(Code::OutOfRange, error.to_string());
        match rule(&error) {
            Some(rule) => fault.help(rule),
            None => fault,
        }
    })?;
    Ok(Value::Thermograph(Arc::new(graph)))
}

/// What the walls would have to satisfy.
fn rule(error: &WallError) -> Option<&'static str> {
    match error {
        WallError::Empty { .. } | WallError::Begins { .. } => {
            Some("the first corner of a wall is `(0, stop)`, its temperature first")
        }
        WallError::Falls { .. } => Some("list the corners from low to high temperatures"),
        WallError::Slope { wall: Player::Left, .. } => {
            Some("a left wall stands straight, or falls by 1 when the temperature rises by 1")
        }
        WallError::Slope { wall: Player::Right, .. } => {
            Some("a right wall stands straight, or rises by 1 when the temperature rises by 1")
        }
        WallError::NoMast { .. } => Some("let both walls end with the foot of the mast"),
        WallError::Number { .. } => None,
    }
}

/// A wall as a list of corners.
fn corners(host: &mut dyn Host, value: &Value) -> Result<Vec<Corner>> {
    let Value::List(list) = value else {
        return Err(value.wrong("a wall, as a list of corners `(temperature, stop)`"));
    };
    let store = host.store();
    let mut corners = Vec::with_capacity(list.items().len());
    for corner in list.items() {
        store.budget().step()?;
        match corner {
            Value::Tuple(pair) if pair.items().len() == 2 => {
                corners.push((dyadic(host, &pair.items()[0])?, dyadic(host, &pair.items()[1])?));
            }
            other => return Err(other.wrong("a corner `(temperature, stop)`")),
        }
    }
    Ok(corners)
}

fn dyadic(host: &mut dyn Host, value: &Value) -> Result<Dyadic> {
    let number = host::number(&host.store(), value)?;
    number.to_dyadic().ok_or_else(|| {
        Fault::new(Code::NotAShortGame, format!("no thermograph has a corner at {number}"))
            .note("corners of short games have denominators that are powers of two")
    })
}

/// The corners of a wall, or its value at a temperature.
fn wall(host: &mut dyn Host, args: &[Value], player: Player) -> Result<Value> {
    let graph = graph(host, &args[0])?;
    let Some(t) = args.get(1) else { return listed(host, &graph.corners(player)) };
    let t = host::number(&host.store(), t)?;
    if t < Rational::ZERO {
        let message = format!("there is no wall at temperature {t}");
        return Err(Fault::new(Code::OutOfRange, message).note("walls begin at temperature 0"));
    }
    Ok(Value::Number(graph.wall(player).at_rational(&t)))
}

fn listed(host: &mut dyn Host, corners: &[Corner]) -> Result<Value> {
    let store = host.store();
    let mut items = Vec::with_capacity(corners.len());
    for (t, x) in corners {
        store.budget().step()?;
        let pair = [t, x].map(|number| Value::Number(Rational::from(number)));
        items.push(Value::tuple(pair.to_vec())?);
    }
    Value::list(items)
}
