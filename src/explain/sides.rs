//! Loopy games that are no stoppers: how they compare, and who wins them, by their sides.
//!
//! Source: Siegel, *Combinatorial Game Theory*, VI.2 and VI.3.

use upstar_core::loopy::{Side, Worth};
use upstar_core::{Comparison, Player};

use super::{Page, comparison, outcome, play, stoppers};
use crate::syntax::ast::CompareOp;
use crate::value::explanation::{Sentence, Step};
use crate::value::host::Host;
use crate::value::{Result, Summands, Value, loopy, order};

const RULE: &str = "one game is at least another when its onside, where Left wins play that goes on \
                    for ever, is at least the other's, and so is its offside, where Right wins it";

/// Two games as they were typed, with what they are worth.
pub(super) struct Pair {
    pub(super) typed: [Summands; 2],
    pub(super) worth: [Worth; 2],
    pub(super) relation: Comparison,
}

/// What is said of the difference of two games.
pub(super) struct Claim {
    pub(super) holds: bool,
    pub(super) line: Sentence,
    pub(super) under: Vec<Step>,
}

impl Pair {
    /// The rule by which they compare.
    pub(super) fn rule(&self) -> &'static str {
        if self.worth.iter().all(Worth::is_stopper) { stoppers::RULE } else { RULE }
    }

    /// Whether the first is at least the second, for Left; at most, for Right.
    pub(super) fn claim(&self, host: &mut dyn Host, player: Player) -> Result<Claim> {
        let holds = stoppers::at_least(self.relation, player);
        let line = relation(self.typed.each_ref(), player, holds);
        if self.worth.iter().all(Worth::is_stopper) {
            let store = host.store();
            let [g, h] = self.worth.clone().map(|worth| Value::of_worth(&store, worth));
            let under = stoppers::answers(host, (&g, &h), player, holds)?;
            return Ok(Claim { holds, line: line.say(survives(player, holds)), under });
        }
        let sign = sign_of(player, true);
        let (mut line, mut under, mut failed) = (line, Vec::new(), 0);
        let on = self.worth.each_ref().map(Worth::onside);
        let off = self.worth.each_ref().map(Worth::offside);
        for (name, sides) in [("onsides", on), ("offsides", off)] {
            let resolved = are_resolved(&sides);
            let side = of_sides(host, sides, player)?;
            if !side.holds {
                failed += 1;
                line = match failed {
                    1 => line.say(": ").sign(sign).say(" fails for the "),
                    _ => line.say(", and for the "),
                };
                line = line.say(name);
                if resolved {
                    let winner = play::name(player.opponent());
                    line = line.say(format!(", where {winner}, moving first, wins the difference"));
                }
            }
            let words = Sentence::new(format!("{name}: ")).join(side.line);
            under.push(Step::Says { line: words, under: side.under });
        }
        let line = match failed {
            0 => line.say(": ").sign(sign).say(" holds for both sides"),
            _ => line,
        };
        Ok(Claim { holds, line, under })
    }
}

/// Whether both sides are stoppers or games that end.
fn are_resolved(sides: &[Side; 2]) -> bool {
    sides.iter().all(|side| !matches!(side, Side::Unresolved(_)))
}

/// How two sides compare. Survival is the criterion where both are stoppers.
fn of_sides(host: &mut dyn Host, sides: [Side; 2], player: Player) -> Result<Claim> {
    let resolved = are_resolved(&sides);
    let store = host.store();
    let [x, y] = sides.map(|side| Value::of_side(&store, side));
    let holds = stoppers::at_least(order::relation(host, &x, &y)?, player);
    let shown = [&x, &y].map(|side| Summands::from(side.clone()));
    let line = relation(shown.each_ref(), player, holds);
    if !resolved {
        return Ok(Claim { holds, line, under: Vec::new() });
    }
    let under = stoppers::answers(host, (&x, &y), player, holds)?;
    Ok(Claim { holds, line: line.say(survives(player, holds)), under })
}

fn relation([a, b]: [&Summands; 2], player: Player, holds: bool) -> Sentence {
    comparison::relation(a, sign_of(player, holds), b)
}

/// The sign that says that the first is as good for the player as the second, or is not.
fn sign_of(player: Player, holds: bool) -> CompareOp {
    match (player, holds) {
        (Player::Left, true) => CompareOp::GreaterOrEqual,
        (Player::Left, false) => CompareOp::LessOrConfused,
        (Player::Right, true) => CompareOp::LessOrEqual,
        (Player::Right, false) => CompareOp::GreaterOrConfused,
    }
}

fn survives(player: Player, holds: bool) -> String {
    let (name, other) = (play::name(player), play::name(player.opponent()));
    if holds {
        format!(": {name}, moving second, survives the difference")
    } else {
        format!(": {name}, moving second, does not survive the difference, {other} wins it")
    }
}

/// The page on the outcome of a loopy game.
pub(super) fn outcome_page(host: &mut dyn Host, value: &Value, depth: u32) -> Result<Page> {
    let worth = loopy::worth(host, value)?;
    let store = host.store();
    let found = loopy::outcome(host, value)?;
    let title = Sentence::new("the outcome of ").value(stoppers::as_typed(value)).say(" is ");
    let title = title.value(Value::Outcome(found));
    let mut steps = Vec::new();
    if worth.is_stopper() {
        let plain = Value::of_worth(&store, worth);
        for player in [Player::Left, Player::Right] {
            steps.push(outcome::first(host, &plain, player, depth)?);
        }
        return Ok((title, steps));
    }
    for (words, side) in [
        ("if Left wins play that goes on for ever, it is worth ", worth.onside()),
        ("if Right wins it, it is worth ", worth.offside()),
    ] {
        let resolved = !matches!(side, Side::Unresolved(_));
        let side = Value::of_side(&store, side);
        let under = if resolved { vec![stoppers::who_wins(host, &side)?] } else { Vec::new() };
        steps.push(Step::Says { line: Sentence::new(words).value(side), under });
    }
    let words = "a player wins who wins even the side that is the worse one for that player; else it is a draw";
    steps.push(Step::says(Sentence::new(words)));
    steps.push(stoppers::who_wins(host, value)?);
    Ok((title, steps))
}

/// The page on the degree of loopiness.
pub(super) fn degree(host: &mut dyn Host, value: &Value) -> Result<Page> {
    let worth = loopy::worth(host, value)?;
    let store = host.store();
    let difference = upstar_core::loopy::difference(&store, &worth, &worth)?;
    let degree = Value::of_side(&store, difference.onside());
    let typed = stoppers::as_typed(value);
    let title = Sentence::new("the degree of ").value(typed).say(" is ").value(degree);
    let line = Sentence::new("the degree is the onside of the game less itself, which is ");
    let line = line.value(Value::of_worth(&store, difference));
    Ok((title, vec![Step::says(line)]))
}
