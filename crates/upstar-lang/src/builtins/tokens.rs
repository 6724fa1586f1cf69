//! Impartial games with possibly infinite play, such as tokens on graphs with cycles.

use upstar_core::impartial::LoopyNimber;
use upstar_core::{Outcome, Player};

use super::typed::{Rest, param, unary};
use super::{Builtin, ROW};
use crate::value::host::Host;
use crate::value::infinity::{self, infinity};
use crate::value::{Fault, Result, Value, moves};

pub(super) const ROWS: &[Builtin] = &[Builtin {
    name: "infinity",
    params: &[param("...")],
    gives: "a game",
    summary: "The value of an impartial game that goes on forever unless a player moves to one of \
              these nimbers. May be typed `∞`.",
    details: "Beside `*n` it is drawn unless n is among the nimbers; then the player to move \
              wins. Adding `*n` nim-adds n to each; the sum of two infinite nimbers is `∞()`, \
              drawn whatever is added.",
    examples: &[
        ("nimber(TokenGame(\"1>1, 1>2, 2>3, 1>4\")(1))", "∞(0, 1)"),
        ("infinity(0, 2) + *", "∞(1, 3)"),
        ("∞(0, 2) + ∞(0)", "∞()"),
        ("[outcome(∞(0, 2) + *(n)) for n in 0..3]", "[N, D, N, D]"),
    ],
    see_also: &["nimber", "outcome", "remoteness", "TokenGame"],
    source: "Smith, Graphs and composite games, 1966; Winning Ways, ch. 12",
    run: &unary(|host, nimbers: Rest<Value>| infinity(host, &nimbers.0)),
    ..ROW
}];

/// Nimber of a value in which play can return; `fault` if the value is not impartial.
pub(super) fn nimber_of_repeating(
    host: &mut dyn Host,
    value: &Value,
    fault: Fault,
) -> Result<LoopyNimber> {
    infinity::of(host, value)?.ok_or(fault)
}

/// Winning moves of either player in a value in which play can return.
pub(super) fn winning_moves_of_repeating(
    host: &mut dyn Host,
    value: &Value,
    fault: Fault,
) -> Result<Vec<Value>> {
    let mut winning = Vec::new();
    if nimber_of_repeating(host, value, fault.clone())?.outcome() != Outcome::N {
        return Ok(winning);
    }
    for option in moves::moves(host, value, Player::Left)? {
        let Some(nimber) = infinity::of(host, &option)? else { return Err(fault) };
        if nimber.outcome() == Outcome::P {
            winning.push(option);
        }
    }
    Ok(winning)
}
