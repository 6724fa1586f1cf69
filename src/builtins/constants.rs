//! Outcomes and players.

use upstar_core::{Outcome, Player};

use super::{Builtin, Run};
use crate::value::Value;

macro_rules! constant {
    ($name:literal, $value:expr, $summary:literal, $example:expr) => {
        Builtin {
            name: $name,
            signature: $name,
            summary: $summary,
            details: "",
            examples: &[$example],
            see_also: &["outcome"],
            source: "Winning Ways, ch. 2",
            run: Run::Constant(|| $value),
        }
    };
}

pub(super) const ROWS: &[Builtin] = &[
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
        "The outcome of games that the next player wins, who begins.",
        ("outcome(*) == N", "true")
    ),
    constant!(
        "P",
        Value::Outcome(Outcome::P),
        "The outcome of games that the previous player wins, who does not begin.",
        ("outcome(* + *) == P", "true")
    ),
    constant!(
        "D",
        Value::Outcome(Outcome::D),
        "The outcome of games that nobody wins, because play goes on for ever.",
        ("outcome(TokenGame(\"1>2, 2>1\")(1)) == D", "true")
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
