//! Questions about loopy games: sides, stoppers, degree.

use upstar_core::loopy::named::Name;
use upstar_core::loopy::{self as core, GameValue, Loopy, LoopySide};
use upstar_core::{Error, Player, Store};

use super::typed::{binary, param, unary};
use super::{Builtin, ROW};
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::loopy::{self, only_stoppers};
use crate::value::{Fault, Result, Value, show};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "onside",
        params: &[param("G")],
        gives: "a game",
        summary: "The onside of a game: its value when Left wins infinite play.",
        details: "A stopper is its own onside. The onside of `S & T` is S. A side that is not a stopper prints as a game with that side.",
        examples: &[
            ("onside(dud)", "on"),
            ("onside(over & 0)", "over"),
            ("onside(<0|pass>)", "over"),
            ("onside(^)", "↑"),
        ],
        see_also: &["offside", "is_stopper_sided"],
        source: "Winning Ways, ch. 11; Siegel, Combinatorial Game Theory, VI.2",
        run: &unary(|host, g: GameValue| side(host, g, true)),
        ..ROW
    },
    Builtin {
        name: "offside",
        params: &[param("G")],
        gives: "a game",
        summary: "The offside of a game: its value when Right wins infinite play.",
        examples: &[("offside(dud)", "off"), ("offside(over & 0)", "0")],
        see_also: &["onside", "is_stopper_sided"],
        source: "Winning Ways, ch. 11; Siegel, Combinatorial Game Theory, VI.2",
        run: &unary(|host, g: GameValue| side(host, g, false)),
        ..ROW
    },
    Builtin {
        name: "is_loopy",
        params: &[param("G")],
        gives: "a truth value",
        summary: "Whether a game equals no game that ends.",
        details: "A bracket with a cycle may equal a game that ends.",
        examples: &[
            ("is_loopy(over)", "true"),
            ("is_loopy(on - on)", "true"),
            ("is_loopy(<a|b> where { a: <b|0>, b: <0|a> })", "false"),
        ],
        see_also: &["is_stopper"],
        source: "Winning Ways, ch. 11",
        run: &unary(|_, g: GameValue| Ok(Value::Bool(matches!(g, GameValue::Loopy(_))))),
        ..ROW
    },
    Builtin {
        name: "is_stopper",
        params: &[param("G")],
        gives: "a truth value",
        summary: "Whether a game equals a stopper, a game with no infinite alternating play.",
        details: "Games that end are stoppers. Equal stoppers have the same canonical form.",
        examples: &[
            ("is_stopper(over)", "true"),
            ("is_stopper(dud)", "false"),
            ("is_stopper(^)", "true"),
        ],
        see_also: &["is_stopper_sided", "onside"],
        source: "Winning Ways, ch. 11; Siegel, Combinatorial Game Theory, VI.2",
        run: &unary(|_, g: GameValue| {
            Ok(Value::Bool(!matches!(g, GameValue::Loopy(Loopy::Sided(..)))))
        }),
        ..ROW
    },
    Builtin {
        name: "is_stopper_sided",
        params: &[param("G")],
        gives: "a truth value",
        summary: "Whether both sides of a game are stoppers.",
        details: "Then they are its value, printed as `S & T`.",
        examples: &[("is_stopper_sided(dud)", "true"), ("is_stopper_sided(upon)", "true")],
        see_also: &["is_stopper", "onside", "offside"],
        source: "Siegel, Combinatorial Game Theory, VI.2 and VI.5",
        run: &unary(|_, g: GameValue| {
            let unresolved = |side: &LoopySide| matches!(side, LoopySide::Unresolved(_));
            Ok(Value::Bool(match g {
                GameValue::Loopy(Loopy::Sided(on, off)) => !unresolved(&on) && !unresolved(&off),
                _ => true,
            }))
        }),
        ..ROW
    },
    Builtin {
        name: "strong_left_stop",
        params: &[param("G")],
        gives: "a game",
        summary: "The Left stop, in which `over` and `under` are disregarded: a number, `on` or `off`.",
        details: "Only stoppers have stops; of another game ask about its sides.",
        examples: &[
            ("[left_stop(<1 + over|0>), strong_left_stop(<1 + over|0>)]", "[1 + over, 1]"),
            ("strong_left_stop(<on|0>)", "on"),
            ("strong_left_stop(onside(dud))", "on"),
        ],
        see_also: &["strong_right_stop", "left_stop", "onside"],
        source: "Siegel, Reduced canonical forms of stoppers, 2006",
        run: &unary(|host, g: Value| strong_stop(host, &g, Player::Left)),
        ..ROW
    },
    Builtin {
        name: "strong_right_stop",
        params: &[param("G")],
        gives: "a game",
        summary: "The Right stop, in which `over` and `under` are disregarded: a number, `on` or `off`.",
        examples: &[("strong_right_stop(over)", "0"), ("strong_right_stop(<3|1>)", "1")],
        see_also: &["strong_left_stop", "right_stop", "onside"],
        source: "Siegel, Reduced canonical forms of stoppers, 2006",
        run: &unary(|host, g: Value| strong_stop(host, &g, Player::Right)),
        ..ROW
    },
    Builtin {
        name: "variety",
        params: &[param("G")],
        gives: "a game",
        summary: "The variety of a stopper: what it has besides its degree.",
        details: "With the degree d of G, it is the upsum of G with the downsum of -G and -d. \
                  There is none where d is not an idempotent, or the downsum variety differs.",
        examples: &[("variety(over)", "over"), ("variety(^)", "0")],
        see_also: &["degree", "upsum"],
        source: "Winning Ways, ch. 11; Siegel, Combinatorial Game Theory, VI.3",
        run: &unary(|host, g: Value| {
            let worth = loopy::worth(host, &g)?;
            let store = host.store();
            needs_stopper(&store, &worth, &g, "variety")?;
            let variety = core::variety(&store, &worth).map_err(only_stoppers)?;
            Ok(Value::of_worth(&store, variety))
        }),
        ..ROW
    },
    Builtin {
        name: "upsum",
        params: &[param("G"), param("H")],
        gives: "a game",
        summary: "The onside of a sum.",
        details: "The sum of two stoppers need not be a stopper; its sides often are.",
        examples: &[("upsum(on, off)", "on"), ("upsum(over, under)", "over")],
        see_also: &["downsum", "onside"],
        source: "Winning Ways, ch. 11; Siegel, Combinatorial Game Theory, VI.3",
        run: &binary(|host, g: GameValue, h: GameValue| combined(host, &g, &h, core::upsum)),
        ..ROW
    },
    Builtin {
        name: "downsum",
        params: &[param("G"), param("H")],
        gives: "a game",
        summary: "The offside of a sum.",
        examples: &[("downsum(on, off)", "off"), ("downsum(over, under)", "under")],
        see_also: &["upsum", "offside"],
        source: "Winning Ways, ch. 11; Siegel, Combinatorial Game Theory, VI.3",
        run: &binary(|host, g: GameValue, h: GameValue| combined(host, &g, &h, core::downsum)),
        ..ROW
    },
];

/// The degree of loopiness.
pub(super) fn degree(host: &mut dyn Host, value: &Value) -> Result<Value> {
    let worth = loopy::worth(host, value)?;
    let store = host.store();
    needs_stopper(&store, &worth, value, "degree")?;
    let degree = core::degree(&store, &worth).map_err(only_stoppers)?;
    Ok(Value::of_worth(&store, degree))
}

fn strong_stop(host: &mut dyn Host, value: &Value, starts: Player) -> Result<Value> {
    let worth = loopy::worth(host, value)?;
    let store = host.store();
    needs_stopper(&store, &worth, value, "strong stop")?;
    let stop = core::strong_stop(&store, &worth, starts).map_err(only_stoppers)?;
    Ok(Value::of_worth(&store, stop))
}

/// Fails if a game that is no stopper is asked for `what`, which is defined for stoppers.
fn needs_stopper(store: &Store, worth: &GameValue, asked: &Value, what: &str) -> Result<()> {
    if worth.is_stopper() {
        return Ok(());
    }
    let game = show::value(store, asked)?;
    let message = format!("the {what} is defined for stoppers, and `{game}` is no stopper");
    Err(Fault::new(Code::Loopy, message).note(loopy::WHAT_STOPPERS_ARE))
}

/// Whether both stops of both sides are within over of 0.
pub(super) fn is_infinitesimal(host: &mut dyn Host, loopy: &Loopy) -> Result<bool> {
    let store = host.store();
    let bounds = [Name::Under.worth(), Name::Over.worth()];
    for side in [loopy.onside(), loopy.offside()] {
        let side = loopy::worth(host, &Value::of_side(&store, side))?;
        for player in [Player::Left, Player::Right] {
            let stop = core::stop(&store, &side, player).map_err(only_stoppers)?;
            let inside = core::at_least(&store, &stop, &bounds[0])?
                && core::at_least(&store, &bounds[1], &stop)?;
            if !inside {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// The moves that no other is better than for a player, when values may be loopy.
pub(super) fn best_moves(
    host: &mut dyn Host,
    moves: Vec<Value>,
    player: Player,
) -> Result<Vec<Value>> {
    let store = host.store();
    let mut worths = Vec::with_capacity(moves.len());
    for option in &moves {
        worths.push(loopy::worth(host, option)?);
    }
    let at_least = |a: &GameValue, b: &GameValue| match player {
        Player::Left => core::at_least(&store, a, b),
        Player::Right => core::at_least(&store, b, a),
    };
    let mut best = Vec::new();
    for (option, worth) in moves.into_iter().zip(&worths) {
        let mut beaten = false;
        for other in &worths {
            store.budget().step()?;
            beaten = beaten || at_least(other, worth)? && !at_least(worth, other)?;
        }
        if !beaten {
            best.push(option);
        }
    }
    Ok(best)
}

fn side(host: &mut dyn Host, worth: GameValue, on: bool) -> Result<Value> {
    let store = host.store();
    Ok(match worth {
        GameValue::Short(game) => Value::of_game(&store, game),
        GameValue::Loopy(loopy) => {
            Value::of_side(&store, if on { loopy.onside() } else { loopy.offside() })
        }
    })
}

type Combine = fn(&Store, &GameValue, &GameValue) -> std::result::Result<GameValue, Error>;

fn combined(host: &mut dyn Host, a: &GameValue, b: &GameValue, combine: Combine) -> Result<Value> {
    let store = host.store();
    let sum = combine(&store, a, b).map_err(|error| match error {
        Error::NotAStopper => Fault::new(Code::Loopy, "this side of the sum equals no stopper")
            .help("the sum itself has a value: `G + H`, and can be compared"),
        other => other.into(),
    })?;
    Ok(Value::of_worth(&store, sum))
}
