//! Outcomes and players.

use upstar_core::{Outcome, Player};

use super::typed::Constant;
use super::{Builtin, ROW};
use crate::value::Value;

macro_rules! constant {
    ($name:literal, $value:expr, $summary:literal, $example:expr) => {
        Builtin {
            name: $name,
            summary: $summary,
            examples: &[$example],
            see_also: &["outcome"],
            source: "Winning Ways, ch. 2",
            run: &Constant(|| $value),
            ..ROW
        }
    };
}

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "loony",
        summary: "The value of positions that the player to move wins, whatever else there is.",
        details: "`nimber` gives it for positions with complimenting or entailing moves that have \
                  no nimber.",
        examples: &[("nimber(TopEntails(3)) == loony", "true")],
        see_also: &["nimber"],
        source: "Winning Ways, ch. 12",
        run: &Constant(|| Value::Loony),
        ..ROW
    },
    constant!(
        "L",
        Value::Outcome(Outcome::L),
        "The outcome of games that Left wins, whoever begins.",
        ("outcome(^) == L", "true")
    ),
    constant!(
        "R",
        Value::Outcome(Outcome::R),
        "The outcome of games that Right wins, whoever begins.",
        ("outcome(-1) == R", "true")
    ),
    constant!(
        "N",
        Value::Outcome(Outcome::N),
        "The outcome of games that the next player wins, moving first.",
        ("outcome(*) == N", "true")
    ),
    constant!(
        "P",
        Value::Outcome(Outcome::P),
        "The outcome of games that the previous player wins, moving second.",
        ("outcome(* + *) == P", "true")
    ),
    constant!(
        "D",
        Value::Outcome(Outcome::D),
        "The outcome of games that nobody wins: play goes on forever.",
        ("outcome(TokenGame(\"1>2, 2>1\")(1)) == D", "true")
    ),
    constant!(
        "N_hat",
        Value::Outcome(Outcome::NHat),
        "Left wins moving first, and nobody when Right moves first. May be typed `N̂`.",
        ("outcome(<0|dud>) == N_hat", "true")
    ),
    constant!(
        "N_check",
        Value::Outcome(Outcome::NCheck),
        "Right wins moving first, and nobody when Left moves first. May be typed `Ň`.",
        ("outcome(<dud|0>) == N_check", "true")
    ),
    constant!(
        "P_hat",
        Value::Outcome(Outcome::PHat),
        "Left wins moving second, and nobody when Left moves first. May be typed `P̂`.",
        ("outcome(<dud|>) == P_hat", "true")
    ),
    constant!(
        "P_check",
        Value::Outcome(Outcome::PCheck),
        "Right wins moving second, and nobody when Right moves first. May be typed `P̌`.",
        ("outcome(<|dud>) == P_check", "true")
    ),
    constant!(
        "Left",
        Value::Player(Player::Left),
        "The player who wins positive games.",
        ("moves(<1|2>, Left)", "[1]")
    ),
    constant!(
        "Right",
        Value::Player(Player::Right),
        "The player who wins negative games.",
        ("moves(<1|2>, Right)", "[2]")
    ),
    constant!(
        "Max",
        Value::Player(Player::Left),
        "The player who wants many points: another name of Left.",
        ("Max == Left", "true")
    ),
    constant!(
        "Min",
        Value::Player(Player::Right),
        "The player who wants few points for Max: another name of Right.",
        ("Min == Right", "true")
    ),
];
