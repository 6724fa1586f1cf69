//! Loopy values: their sides, and comparisons of stoppers and of sides.
//!
//! Sources: Siegel, *Combinatorial Game Theory*, VI.2 and VI.3; *Winning Ways*, chapter 11.

use upstar_core::loopy::{GameValue, Loopy, LoopySide};
use upstar_core::{Comparison, Player};

use super::draft::{Outline, Page, cut};
use super::loopy_options::{as_typed, reductions};
use super::relations::relation;
use super::{moving_first, typed, words};
use crate::syntax::ast::CompareOp;
use crate::value::explanation::{Sentence, Step};
use crate::value::host::Host;
use crate::value::moves::options;
use crate::value::{Attempt, NoAnswer, Summands, Value, loopy, order};

/// Most moves that are answered one by one.
const MOST_MOVES: usize = 12;
/// The criterion for comparing stoppers.
const RULE: &str = "whoever moves second survives a difference when every move has an \
                               answer after which this is so again";

/// The page on a loopy game, or on a bracket with a cycle.
pub(super) fn page(host: &mut dyn Host, value: &Value) -> Attempt<Page> {
    let worth = loopy::worth(host, value)?;
    let store = host.store();
    let shown = Value::of_worth(&store, worth.clone());
    let (asked, mut steps) = match value {
        Value::LoopyBracket(bracket) => (as_typed(value), reductions(host, bracket)?),
        other => (other.clone(), Vec::new()),
    };
    let title = Sentence::relation(asked, CompareOp::Equal, shown.clone());
    match &worth {
        GameValue::Short(_) => steps.push(says("it equals a game that winners")),
        GameValue::Loopy(Loopy::Stopper(stopper)) => {
            steps.push(says(
                "it is a stopper: it has no infinite alternating sequence of play, and it has a canonical form",
            ));
            let count = stopper.form().len();
            let positions = if count == 1 { "position" } else { "positions" };
            let mut line = Sentence::new(format!("that has {count} {positions}"));
            for player in [Player::Left, Player::Right] {
                let options = options(host, &shown, player)?;
                let name = words::name(player);
                line = match options.is_empty() {
                    true => line.say(format!("; {name} has no move")),
                    false => line.say(format!("; {name} moves to ")).values(options.into_iter()),
                };
            }
            steps.push(Step::says(line));
        }
        GameValue::Loopy(sided) => {
            let sides = [
                ("if Left wins play that goes on forever, it is worth ", sided.onside()),
                ("if Right wins it, it is worth ", sided.offside()),
            ];
            for (words, side) in sides {
                let side = Value::of_side(&store, side);
                steps.push(Step::says(Sentence::new(words).value(side)));
            }
        }
    }
    steps.push(who_wins(host, value)?);
    Ok((title, steps))
}

fn says(words: &str) -> Step {
    Step::says(Sentence::new(words))
}

fn who_wins(host: &mut dyn Host, value: &Value) -> Attempt<Step> {
    let winners = loopy::winners(host, value)?;
    let mut line = Sentence::default();
    for (words, player) in [("", Player::Left), ("; ", Player::Right)] {
        let end = match winners.when_starts(player) {
            None => "draws",
            Some(winner) if winner == player => "wins",
            Some(_) => "loses",
        };
        line = line.say(format!("{words}{} moving first {end}", words::name(player)));
    }
    Ok(Step::says(line))
}

/// Page on a comparison with a loopy game.
pub(super) fn comparison(
    host: &mut dyn Host,
    (a, op, b): (&Summands, CompareOp, &Summands),
) -> Attempt<Page> {
    let (left, right) = (a.value(host)?, b.value(host)?);
    let holds = order::compare(host, op, &left, &right)?;
    let title = relation(a, op, b);
    let title = title.say(if holds { " holds" } else { " does not hold" });
    let pair = pair_of(host, [a, b])?;
    let mut steps: Vec<Step> = Vec::new();
    let store = host.store();
    for (side, worth) in pair.typed.iter().zip(&pair.worth) {
        let mut lines = typed::restated(host, side, false)?;
        let mut lines = cut(host, &mut lines, 1)?;
        let is_named = match side.single() {
            None => true,
            Some(value) => matches!(value, Value::Position(_) | Value::Sum(_)),
        };
        if is_named {
            let line = Sentence::default().sum(side.clone()).say(" ").sign(CompareOp::Equal);
            lines.push(Step::says(line.say(" ").value(Value::of_worth(&store, worth.clone()))));
        }
        for line in lines {
            if !steps.contains(&line) {
                steps.push(line);
            }
        }
    }
    steps.push(says(pair.rule()));
    for player in [Player::Left, Player::Right] {
        let claim = pair.claim(host, player)?;
        steps.push(Step::Says { line: claim.line, under: claim.under });
    }
    if op == CompareOp::Is && !holds && pair.relation == Comparison::Equal {
        steps.push(says("the right side is not typed in canonical form"));
    }
    Ok((title, steps))
}

/// Evaluates two games; keeps the sums as typed.
pub(super) fn pair_of(host: &mut dyn Host, typed: [&Summands; 2]) -> Attempt<LoopyComparison> {
    let [a, b] = [typed[0].value(host)?, typed[1].value(host)?];
    let worth = [loopy::worth(host, &a)?, loopy::worth(host, &b)?];
    let store = host.store();
    let relation = upstar_core::loopy::compare(&store, &worth[0], &worth[1])?;
    Ok(LoopyComparison { typed: typed.map(Summands::clone), worth, relation })
}

fn at_least(relation: Comparison, player: Player) -> bool {
    match player {
        Player::Left => matches!(relation, Comparison::Greater | Comparison::Equal),
        Player::Right => matches!(relation, Comparison::Less | Comparison::Equal),
    }
}

/// Returns the moves of the player who begins in a - b, with answers; or a move that has none.
fn answers(
    host: &mut dyn Host,
    (a, b): (&Value, &Value),
    second: Player,
    survives: bool,
) -> Attempt<Vec<Step>> {
    let first = second.opponent();
    let Some(moves) = after(host, (a, b), first)? else { return Ok(Vec::new()) };
    let mut rows = vec![vec![
        Sentence::new(format!("{} moves to", words::name(first))),
        Sentence::new(format!("{} answers", words::name(second))),
    ]];
    for (x, y) in moves.iter().take(MOST_MOVES) {
        let mut answer = None;
        let Some(replies) = after(host, (x, y), second)? else { return Ok(Vec::new()) };
        for (u, v) in replies {
            if at_least(order::relation(host, &u, &v)?, second) {
                answer = Some((u, v));
                break;
            }
        }
        match (answer, survives) {
            (Some((u, v)), true) => rows.push(vec![pair(x, y), pair(&u, &v)]),
            (None, false) => {
                let line = Sentence::new(format!("{} moves to ", words::name(first)));
                return Ok(vec![Step::says(line.join(pair(x, y)).say(", and no answer holds"))]);
            }
            _ => {}
        }
    }
    Ok(if rows.len() > 1 { vec![Step::Table(rows)] } else { Vec::new() })
}

fn pair(a: &Value, b: &Value) -> Sentence {
    Sentence::new("(").value(a.clone()).say(") - (").value(b.clone()).say(")")
}

/// Returns the options of a player in a - b; `None` when one game has no canonical options.
fn after(
    host: &mut dyn Host,
    (a, b): (&Value, &Value),
    player: Player,
) -> Attempt<Option<Vec<(Value, Value)>>> {
    let mut known = |game, mover| match options(host, game, mover) {
        Err(NoAnswer::NoOptions(_)) => Ok(None),
        found => found.map(Some),
    };
    let Some(of_a) = known(a, player)? else { return Ok(None) };
    let Some(of_b) = known(b, player.opponent())? else { return Ok(None) };
    let in_a = of_a.into_iter().map(|x| (x, b.clone()));
    Ok(Some(in_a.chain(of_b.into_iter().map(|y| (a.clone(), y))).collect()))
}

const SIDES_RULE: &str = "one game is at least another when its onside, where Left wins play that goes on \
                    forever, is at least the other's, and so is its offside, where Right wins it";

/// Two games as typed, with their values.
pub(super) struct LoopyComparison {
    typed: [Summands; 2],
    worth: [GameValue; 2],
    pub(super) relation: Comparison,
}

/// A claim about the difference of two games.
pub(super) struct DifferenceClaim {
    pub(super) holds: bool,
    pub(super) line: Sentence,
    under: Vec<Step>,
}

impl LoopyComparison {
    /// The rule by which they compare.
    fn rule(&self) -> &'static str {
        if self.worth.iter().all(GameValue::is_stopper) { RULE } else { SIDES_RULE }
    }

    /// Returns the claim that the first game is at least the second, for Left; at most, for Right.
    pub(super) fn claim(&self, host: &mut dyn Host, player: Player) -> Attempt<DifferenceClaim> {
        let holds = at_least(self.relation, player);
        let line = relation_of_sides(self.typed.each_ref(), player, holds);
        if self.worth.iter().all(GameValue::is_stopper) {
            let store = host.store();
            let [g, h] = self.worth.clone().map(|worth| Value::of_worth(&store, worth));
            let under = answers(host, (&g, &h), player, holds)?;
            return Ok(DifferenceClaim {
                holds,
                line: line.say(survival_text(player, holds)),
                under,
            });
        }
        let sign = sign_of(player, true);
        let (mut line, mut under, mut failed) = (line, Vec::new(), 0);
        let on = self.worth.each_ref().map(GameValue::onside);
        let off = self.worth.each_ref().map(GameValue::offside);
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
                    let winner = words::name(player.opponent());
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
        Ok(DifferenceClaim { holds, line, under })
    }
}

/// Reports whether both sides are stoppers or games that end.
fn are_resolved(sides: &[LoopySide; 2]) -> bool {
    sides.iter().all(|side| !matches!(side, LoopySide::Unresolved(_)))
}

/// Returns how two sides compare: by survival where both are stoppers.
fn of_sides(
    host: &mut dyn Host,
    sides: [LoopySide; 2],
    player: Player,
) -> Attempt<DifferenceClaim> {
    let resolved = are_resolved(&sides);
    let store = host.store();
    let [x, y] = sides.map(|side| Value::of_side(&store, side));
    let holds = at_least(order::relation(host, &x, &y)?, player);
    let shown = [&x, &y].map(|side| Summands::from(side.clone()));
    let line = relation_of_sides(shown.each_ref(), player, holds);
    if !resolved {
        return Ok(DifferenceClaim { holds, line, under: Vec::new() });
    }
    let under = answers(host, (&x, &y), player, holds)?;
    Ok(DifferenceClaim { holds, line: line.say(survival_text(player, holds)), under })
}

fn relation_of_sides([a, b]: [&Summands; 2], player: Player, holds: bool) -> Sentence {
    relation(a, sign_of(player, holds), b)
}

/// Returns the comparison that says that the first is as good for the player as the second, or is not.
fn sign_of(player: Player, holds: bool) -> CompareOp {
    match (player, holds) {
        (Player::Left, true) => CompareOp::GreaterOrEqual,
        (Player::Left, false) => CompareOp::LessOrConfused,
        (Player::Right, true) => CompareOp::LessOrEqual,
        (Player::Right, false) => CompareOp::GreaterOrConfused,
    }
}

fn survival_text(player: Player, holds: bool) -> String {
    let (name, other) = (words::name(player), words::name(player.opponent()));
    if holds {
        format!(": {name}, moving second, survives the difference")
    } else {
        format!(": {name}, moving second, does not survive the difference, {other} wins it")
    }
}

/// The page on the outcome of a loopy game.
pub(super) fn outcome_page(host: &mut dyn Host, value: &Value) -> Attempt<Outline> {
    let worth = loopy::worth(host, value)?;
    let store = host.store();
    let found = loopy::outcome(host, value)?;
    let title = Sentence::new("the outcome of ").value(as_typed(value)).say(" is ");
    let title = title.value(Value::Outcome(found));
    if worth.is_stopper() {
        let plain = Value::of_worth(&store, worth);
        return Ok(Outline::new(title, moving_first::both_first(host, &plain)?));
    }
    let mut steps = Vec::new();
    for (words, side) in [
        ("if Left wins play that goes on forever, it is worth ", worth.onside()),
        ("if Right wins it, it is worth ", worth.offside()),
    ] {
        let resolved = !matches!(side, LoopySide::Unresolved(_));
        let side = Value::of_side(&store, side);
        let under = if resolved { vec![who_wins(host, &side)?] } else { Vec::new() };
        steps.push(Step::Says { line: Sentence::new(words).value(side), under });
    }
    let words = "a player wins who wins even the side that is the worse one for that player; else it is a draw";
    steps.push(Step::says(Sentence::new(words)));
    steps.push(who_wins(host, value)?);
    Ok((title, steps).into())
}

/// The page on the degree of loopiness.
pub(super) fn degree(host: &mut dyn Host, value: &Value) -> Attempt<Page> {
    let worth = loopy::worth(host, value)?;
    let store = host.store();
    let difference = upstar_core::loopy::difference(&store, &worth, &worth)?;
    let degree = Value::of_side(&store, difference.onside());
    let typed = as_typed(value);
    let title = Sentence::new("the degree of ").value(typed).say(" is ").value(degree);
    let line = Sentence::new("the degree is the onside of the game less itself, which is ");
    let line = line.value(Value::of_worth(&store, difference));
    Ok((title, vec![Step::says(line)]))
}
