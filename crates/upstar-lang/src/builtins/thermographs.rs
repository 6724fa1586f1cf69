//! Thermographs and their walls.

use std::sync::Arc;

use upstar_core::loopy::thermo::{LoopyCorner, LoopyThermograph};
use upstar_core::{
    Corner, Game, Player, Rational, Thermograph, WallError, subzero_thermograph, thermograph,
};

use super::typed::{binary, param, param_of, unary};
use super::{Attribute, Builtin, Param, ROW};
use crate::diagnostic::Code;
use crate::picture::{Figure, Walls};
use crate::value::explanation::Question;
use crate::value::host::Host;
use crate::value::loopy::NeedsEnd;
use crate::value::worth::{self, Solved};
use crate::value::{Fault, Result, Value, expect, loopy};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "thermograph",
        params: &[param("G or left wall"), param("right wall or komaster")],
        summary: "The thermograph of a game, with a komaster or none; or that with these walls.",
        details: "A wall is a list of corners `(temperature, stop)` from temperature 0, or for \
                  both walls -1, to the foot of the mast. A left wall is constant or falls by 1 for each degree, a right wall is constant or rises by 1; walls of kos may lean \
                  by any whole number. The mast of a number is its only corner. Thermographs are \
                  equal when both walls are. Stoppers and kos have thermographs. When the mean of \
                  a ko depends on who has more ko threats, name that player, the komaster.",
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
            ("thermograph(a: <1||a|0>)", "thermograph([(0, 1), (1/3, 2/3)], [(0, 0), (1/3, 2/3)])"),
        ],
        see_also: &[
            "subzero_thermograph",
            "left_wall",
            "right_wall",
            "mean",
            "temperature",
            "cool",
        ],
        source: "Winning Ways, ch. 6; Siegel, Combinatorial Game Theory, II.5",
        attributes: &[Attribute::TakesForms],
        run: &binary(|host, of: Value, more: Option<Value>| match more {
            None => of_game(host, &of, None),
            Some(Value::Player(komaster)) => of_game(host, &of, Some(komaster)),
            Some(right) => of_walls(host, &of, &right),
        }),
        question: Some(Question::Thermograph),
        ..ROW
    },
    Builtin {
        name: "subzero_thermograph",
        params: &[param("G")],
        gives: "a thermograph",
        summary: "The thermograph of a game from temperature -1 on.",
        details: "Below 0 a move gains, so players move in numbers too, but not in integers: the \
                  walls of 1/2 meet at -1/2. Below 0 it is that of the canonical form, and only \
                  an integer x moves the walls of G + x by x.",
        examples: &[
            (
                "subzero_thermograph(1/2)",
                "thermograph([(-1, 1), (-1/2, 1/2)], [(-1, 0), (-1/2, 1/2)])",
            ),
            (
                "subzero_thermograph(3/4)",
                "thermograph([(-1, 1), (-1/2, 1), (-1/4, 3/4)], [(-1, 0), (-1/4, 3/4)])",
            ),
            ("subzero_thermograph(*)", "thermograph([(-1, 1), (0, 0)], [(-1, -1), (0, 0)])"),
            (
                "left_wall(subzero_thermograph(<5||3|2>), -1/2) == left_stop(cool(<5||3|2>, -1/2))",
                "true",
            ),
        ],
        see_also: &["thermograph", "left_wall", "right_wall", "cool"],
        source: "Siegel, Combinatorial Game Theory, II.5",
        run: &unary(|host, g: Game| Ok(Value::Thermograph(subzero_thermograph(&host.store(), g)?))),
        question: Some(Question::SubzeroThermograph),
        needs_end: Some(NeedsEnd::HEAT),
        ..ROW
    },
    Builtin {
        name: "left_wall",
        params: &[param("G"), param("t")],
        summary: "The left wall of a thermograph: its corners, or its value at temperature t.",
        details: "Of a game or a thermograph. At t it is the left stop of G cooled by t; for \
                  games that end, t may go down to -1.",
        examples: &[
            ("left_wall(<5||3|2>)", "[(0, 5), (5/4, 15/4)]"),
            ("left_wall(<5||3|2>, 1)", "4"),
            ("left_wall(<5||3|2>, 100)", "15/4"),
            ("left_wall(±1, 1/3)", "2/3"),
            ("[left_wall(3/4, n / 4) for n in -4..4]", "[1, 1, 1, 3/4, 3/4, 3/4, 3/4, 3/4, 3/4]"),
        ],
        see_also: &["right_wall", "thermograph", "left_stop", "cool"],
        source: "Winning Ways, ch. 6",
        attributes: &[Attribute::TakesForms],
        run: &binary(|host, g: Value, t: Option<Rational>| wall(host, &g, t, Player::Left)),
        ..ROW
    },
    Builtin {
        name: "right_wall",
        params: &[param("G"), param("t")],
        summary: "The right wall of a thermograph: its corners, or its value at temperature t.",
        details: "Of a game or a thermograph; t as for `left_wall`.",
        examples: &[
            ("right_wall(<5||3|2>)", "[(0, 3), (1/2, 3), (5/4, 15/4)]"),
            ("right_wall(<5||3|2>, 1)", "7/2"),
            ("right_wall(<5||3|2>, 1) == right_stop(cool(<5||3|2>, 1))", "true"),
            ("right_wall(1/2, -3/4) == right_stop(cool(1/2, -3/4))", "true"),
        ],
        see_also: &["left_wall", "thermograph", "right_stop", "cool"],
        source: "Winning Ways, ch. 6",
        attributes: &[Attribute::TakesForms],
        run: &binary(|host, g: Value, t: Option<Rational>| wall(host, &g, t, Player::Right)),
        ..ROW
    },
];

/// Thermograph of a short or loopy game.
pub(super) enum Heat {
    Short(Arc<Thermograph>),
    Loopy(Arc<LoopyThermograph>),
}

/// Parameter for the player who has more ko threats.
pub(super) const KOMASTER: Param = param_of("komaster", "the komaster, `Left` or `Right`");

/// Thermograph of a value, with a komaster or none; a thermograph is its own.
pub(super) fn heat(host: &mut dyn Host, value: &Value, komaster: Option<Player>) -> Result<Heat> {
    let found = match value {
        Value::Thermograph(graph) => return Ok(Heat::Short(graph.clone())),
        Value::LoopyThermograph(graph) => return Ok(Heat::Loopy(graph.clone())),
        value => match worth::solved(host, value)? {
            Solved::Short(game) => return Ok(Heat::Short(thermograph(&host.store(), game)?)),
            Solved::Loopy(..) => loopy::thermograph(host, value, komaster)?,
        },
    };
    match found {
        Value::Thermograph(graph) => Ok(Heat::Short(graph)),
        Value::LoopyThermograph(graph) => Ok(Heat::Loopy(graph)),
        other => Err(other.wrong("a thermograph")),
    }
}

impl Heat {
    pub(super) fn mean(&self) -> Rational {
        match self {
            Heat::Short(graph) => Rational::from(&graph.mean),
            Heat::Loopy(graph) => graph.mean.clone(),
        }
    }

    pub(super) fn temperature(&self) -> Rational {
        match self {
            Heat::Short(graph) => Rational::from(&graph.temperature),
            Heat::Loopy(graph) => graph.temperature.clone(),
        }
    }

    pub(super) fn figure(&self) -> Figure {
        Figure::Thermograph(Arc::new(match self {
            Heat::Short(graph) => Walls::of(graph),
            Heat::Loopy(graph) => Walls::of_loopy(graph),
        }))
    }

    fn corners(&self, wall: Player) -> Vec<LoopyCorner> {
        let number = |(t, x): &Corner| (Rational::from(t), Rational::from(x));
        match self {
            Heat::Short(graph) => graph.corners(wall).iter().map(number).collect(),
            Heat::Loopy(graph) => graph.corners(wall),
        }
    }

    /// Value of a wall; those of thermographs are finite.
    fn at(&self, wall: Player, t: &Rational) -> Rational {
        match self {
            Heat::Short(graph) => graph.wall(wall).at_rational(t),
            Heat::Loopy(graph) => graph.wall(wall).at(t).finite().cloned().unwrap_or_default(),
        }
    }
}

fn of_game(host: &mut dyn Host, value: &Value, komaster: Option<Player>) -> Result<Value> {
    match value {
        Value::Thermograph(_) | Value::LoopyThermograph(_) => Err(value.wrong("a game")),
        Value::List(_) => Err(value
            .wrong("a game")
            .help("to make a thermograph of its walls, give both: `thermograph(left, right)`")),
        _ => Ok(match heat(host, value, komaster)? {
            Heat::Short(graph) => Value::Thermograph(graph),
            Heat::Loopy(graph) => Value::LoopyThermograph(graph),
        }),
    }
}

fn of_walls(host: &mut dyn Host, left: &Value, right: &Value) -> Result<Value> {
    let walls = [corners(host, left)?, corners(host, right)?];
    let dyadic = |(t, x): &LoopyCorner| Some((t.to_dyadic()?, x.to_dyadic()?));
    let [short_left, short_right] =
        [0, 1].map(|side| walls[side].iter().map(dyadic).collect::<Option<Vec<Corner>>>());
    let short = short_left.zip(short_right).map(|(left, right)| Thermograph::new(left, right));
    if let Some(Ok(graph)) = short {
        return Ok(Value::Thermograph(Arc::new(graph)));
    }
    let [left, right] = walls;
    let error = match LoopyThermograph::of_corners(left, right) {
        Ok(graph) => return Ok(Value::LoopyThermograph(Arc::new(graph))),
        Err(error) => error,
    };
    Err(match short {
        Some(Err(error)) => {
            let fault = Fault::new(Code::OutOfRange, error.to_string());
            match rule(&error) {
                Some(rule) => fault.help(rule),
                None => fault,
            }
        }
        _ => Fault::new(Code::OutOfRange, error.to_string()),
    })
}

/// Condition that the walls violate.
fn rule(error: &WallError) -> Option<&'static str> {
    match error {
        WallError::Empty { .. } | WallError::Begins { .. } => {
            Some("the first corner of a wall is `(0, stop)` or `(-1, stop)`, its temperature first")
        }
        WallError::Unlike { .. } => {
            Some("let both walls begin at 0, or both at -1 as in `subzero_thermograph(G)`")
        }
        WallError::Falls { .. } => Some("list the corners from low to high temperatures"),
        WallError::Slope { wall: Player::Left, .. } => Some(
            "of a game that ends, a left wall is straight, or falls by 1 when the temperature rises by 1",
        ),
        WallError::Slope { wall: Player::Right, .. } => Some(
            "of a game that ends, a right wall is straight, or rises by 1 when the temperature rises by 1",
        ),
        WallError::NoMast { .. } => Some("let both walls end with the foot of the mast"),
        _ => None,
    }
}

/// A wall as a list of corners.
fn corners(host: &mut dyn Host, value: &Value) -> Result<Vec<LoopyCorner>> {
    let Value::List(list) = value else {
        return Err(value.wrong("a wall, as a list of corners `(temperature, stop)`, or a player"));
    };
    let store = host.store();
    let mut corners = Vec::with_capacity(list.items().len());
    for corner in list.items() {
        store.budget().step()?;
        match corner {
            Value::Tuple(pair) if pair.items().len() == 2 => {
                let [t, x] = [0, 1].map(|n| expect::number(&store, &pair.items()[n]));
                corners.push((t?, x?));
            }
            other => return Err(other.wrong("a corner `(temperature, stop)`")),
        }
    }
    Ok(corners)
}

/// The corners of a wall, or its value at a temperature.
fn wall(host: &mut dyn Host, value: &Value, t: Option<Rational>, player: Player) -> Result<Value> {
    let Some(t) = t else {
        let corners = heat(host, value, None)?.corners(player);
        return listed(host, corners);
    };
    let graph = heat_from(host, value, &t)?;
    let corners = graph.corners(player);
    let lowest = corners.first().map_or(Rational::ZERO, |(lowest, _)| lowest.clone());
    if t < lowest.clone().min(Rational::ZERO) {
        let message = format!("there is no wall at temperature {t}", t = t.in_message());
        let note = format!("the wall begins at temperature {lowest}", lowest = lowest.in_message());
        let fault = Fault::new(Code::OutOfRange, message).note(note);
        return Err(match lowest < Rational::ZERO {
            true => fault,
            false => fault.help("`subzero_thermograph(G)` has walls from -1 on"),
        });
    }
    Ok(Value::Number(graph.at(player, &t)))
}

/// Thermograph of a value that has walls at a temperature, if there is one.
fn heat_from(host: &mut dyn Host, value: &Value, t: &Rational) -> Result<Heat> {
    let is_graph = matches!(value, Value::Thermograph(_) | Value::LoopyThermograph(_));
    if *t < Rational::ZERO
        && !is_graph
        && let Solved::Short(game) = worth::solved(host, value)?
    {
        return Ok(Heat::Short(subzero_thermograph(&host.store(), game)?));
    }
    heat(host, value, None)
}

fn listed(host: &mut dyn Host, corners: Vec<LoopyCorner>) -> Result<Value> {
    let store = host.store();
    let mut items = Vec::with_capacity(corners.len());
    for (t, x) in corners {
        store.budget().step()?;
        items.push(Value::tuple(vec![Value::Number(t), Value::Number(x)])?);
    }
    Value::list(items)
}
