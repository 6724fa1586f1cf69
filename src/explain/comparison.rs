//! Why one game is at least another, or is not: who wins the difference.

use upstar_core::derive::{Part, Sides};
use upstar_core::position::Way;
use upstar_core::{Comparison, Game, Player};

use super::{Page, canonical, outcome, play};
use crate::diagnostic::Code;
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::value::explanation::{Sentence, Step};
use crate::value::host::{self, Host};
use crate::value::order::is_gamelike;
use crate::value::{Fault, Result, Value, loopy, ops, order, show};

pub(super) fn page(
    host: &mut dyn Host,
    (a, op, b): (&Value, CompareOp, &Value),
    depth: u32,
) -> Result<Page> {
    if !is_gamelike(a) || !is_gamelike(b) || matches!(op, CompareOp::In | CompareOp::NotIn) {
        return Err(Fault::new(Code::WrongType, "only comparisons of games are explained"));
    }
    if loopy::are_concerned(a, b) {
        return super::stoppers::comparison(host, (a, op, b));
    }
    let holds = order::compare(host, op, a, b)?;
    let title = Sentence::relation(a.clone(), op, b.clone());
    let title = title.say(if holds { " holds" } else { " does not hold" });
    if op == CompareOp::Is && !holds && host::game(host, a)? == host::game(host, b)? {
        let under = canonical::page(host, b, 1)?.1;
        return Ok((title, vec![Step::Says { line: Sentence::new(NOT_CANONICAL), under }]));
    }
    let claims = match claims(host, (a, op, b), depth) {
        Err(fault) if fault.code() == Code::Repeats => {
            return repeating(host, (a, op, b), title, depth);
        }
        claims => claims?,
    };
    Ok((title, claims.into_iter().map(|claim| claim.step).collect()))
}

/// Positions to which play can return: by their values, or by who wins the difference.
fn repeating(
    host: &mut dyn Host,
    (a, op, b): (&Value, CompareOp, &Value),
    title: Sentence,
    depth: u32,
) -> Result<Page> {
    match super::stoppers::comparison(host, (a, op, b)) {
        Err(fault) if !fault.is_exhaustion() => {}
        page => return page,
    }
    let difference = ops::binary(host, BinaryOp::Sub, a, b)?;
    let mut steps = Vec::new();
    for winner in [Player::Left, Player::Right].into_iter().filter(|one| relevant(op, *one)) {
        let line = Sentence::new("in the difference ").value(difference.clone());
        let under = vec![outcome::first(host, &difference, winner.opponent(), depth)?];
        steps.push(Step::Says { line, under });
    }
    Ok((title, steps))
}

const NOT_CANONICAL: &str =
    "the values are equal, but the right side is not typed in canonical form";

/// What is said of the difference of two games.
struct Claim {
    /// Who wins it moving second, if `holds`.
    winner: Player,
    holds: bool,
    step: Step,
}

/// What bears on a comparison: whether `a` is at least `b`, and at most.
fn claims(
    host: &mut dyn Host,
    (a, op, b): (&Value, CompareOp, &Value),
    depth: u32,
) -> Result<Vec<Claim>> {
    let parts = difference(host, a, b)?;
    let store = host.store();
    let (g, h) = (host::game(host, a)?, host::game(host, b)?);
    let depth = depth.saturating_sub(1);
    let mut claims = Vec::new();
    for (winner, sign, opposite) in [
        (Player::Left, CompareOp::GreaterOrEqual, CompareOp::LessOrConfused),
        (Player::Right, CompareOp::LessOrEqual, CompareOp::GreaterOrConfused),
    ] {
        if !relevant(op, winner) {
            continue;
        }
        let holds = match winner {
            Player::Left => store.le(h, g)?,
            Player::Right => store.le(g, h)?,
        };
        let line = Sentence::relation(a.clone(), if holds { sign } else { opposite }, b.clone());
        let step = if holds {
            play::second_wins(&store, line, &parts, winner, depth)?
        } else {
            play::first_wins(&store, line, &parts, winner.opponent(), depth)?
        };
        claims.push(Claim { winner, holds, step });
    }
    Ok(claims)
}

/// Why a comparison of games does not hold, in one sentence.
///
/// # Errors
/// When a limit is passed.
pub fn objection(
    host: &mut dyn Host,
    (a, op, b): (&Value, CompareOp, &Value),
) -> Result<Option<Sentence>> {
    let short = |value: &Value| is_gamelike(value) && !matches!(value, Value::Surreal(_));
    if !short(a) || !short(b) || matches!(op, CompareOp::In | CompareOp::NotIn) {
        return Ok(None);
    }
    if loopy::are_concerned(a, b) {
        return of_loopy(host, (a, op, b));
    }
    if is_position(a) || is_position(b) {
        return Ok(positions(host, (a, op, b)).unwrap_or_default());
    }
    if let (Value::Number(_), Value::Number(_)) = (a, b) {
        return Ok(None);
    }
    let (Ok(g), Ok(h)) = (host::game(host, a), host::game(host, b)) else { return Ok(None) };
    if op == CompareOp::Is && g == h {
        return Ok(Some(Sentence::new(NOT_CANONICAL)));
    }
    let claims = claims(host, (a, op, b), 0)?.into_iter();
    let found = claims.into_iter().find(|claim| objects(op, claim.winner, claim.holds));
    Ok(found.and_then(|claim| match claim.step {
        Step::Says { line, .. } => Some(line),
        _ => None,
    }))
}

/// Why a comparison with a loopy game does not hold.
fn of_loopy(
    host: &mut dyn Host,
    (a, op, b): (&Value, CompareOp, &Value),
) -> Result<Option<Sentence>> {
    let pair = super::stoppers::pair_of(host, [a, b])?;
    if op == CompareOp::Is && pair.relation == Comparison::Equal {
        return Ok(Some(Sentence::new(NOT_CANONICAL)));
    }
    for player in [Player::Left, Player::Right] {
        let claim = pair.claim(host, player)?;
        if relevant(op, player) && objects(op, player, claim.holds) {
            return Ok(Some(claim.line));
        }
    }
    Ok(None)
}

/// Whether it speaks against a comparison that `winner` wins the difference moving second, or does
/// not. What holds is no objection to `==`, `>=` or `<`, and what fails is none to `||`.
fn objects(op: CompareOp, winner: Player, holds: bool) -> bool {
    match op {
        CompareOp::Confused
        | CompareOp::NotEqual
        | CompareOp::LessOrConfused
        | CompareOp::GreaterOrConfused => holds,
        CompareOp::Less => holds == (winner == Player::Left),
        CompareOp::Greater => holds == (winner == Player::Right),
        _ => !holds,
    }
}

fn is_position(value: &Value) -> bool {
    matches!(value, Value::Position(_) | Value::Sum(_))
}

/// A winning move is not looked for when a search for the winner took more positions.
const MOST_SEARCHED: u64 = 20_000;
/// Longer values are not told.
const LONGEST: usize = 60;

/// Why a comparison with positions does not hold: their values, and how the difference is played.
fn positions(
    host: &mut dyn Host,
    (a, op, b): (&Value, CompareOp, &Value),
) -> Result<Option<Sentence>> {
    let difference = match b {
        Value::Number(zero) if zero.is_zero() => a.clone(),
        _ => ops::binary(host, BinaryOp::Sub, a, b)?,
    };
    let mut values = Sentence::default();
    for winner in [Player::Left, Player::Right] {
        if !relevant(op, winner) {
            continue;
        }
        let first = winner.opponent();
        let (found, way) = host.winner(&difference, first)?;
        let Some(found) = found else { return Ok(None) };
        let first_wins = found == first;
        if !objects(op, winner, !first_wins) {
            continue;
        }
        let near = match way {
            Way::Value => true,
            Way::Search { positions } | Way::Graph { positions } => positions <= MOST_SEARCHED,
        };
        if way == Way::Value {
            values = told(host, a, b)?;
        }
        let who = play::name(if first_wins { first } else { winner });
        let sentence = values.say(format!("{who} wins ")).value(difference.clone());
        if !first_wins {
            return Ok(Some(sentence.say(" moving second")));
        }
        let to = if near { outcome::move_to(host, &difference, first, Some(first))? } else { None };
        let sentence = sentence.say(" moving first");
        return Ok(Some(match to {
            Some(to) => sentence.say(", to ").value(to),
            None => sentence,
        }));
    }
    Ok(None)
}

/// `Nim(3) is *3 and Nim(2) is *2: `, or nothing when these are long.
fn told(host: &mut dyn Host, a: &Value, b: &Value) -> Result<Sentence> {
    let mut sentence = Sentence::default();
    for value in [a, b].into_iter().filter(|value| is_position(value)) {
        let (game, store) = (host::game(host, value)?, host.store());
        let game = Value::of_game(&store, game);
        if show::value(&store, &game)?.chars().count() > LONGEST {
            return Ok(Sentence::default());
        }
        let and = if sentence.pieces.is_empty() { "" } else { " and " };
        sentence = sentence.say(and).value(value.clone()).say(" is ").value(game);
    }
    Ok(sentence.say(": "))
}

/// Whether a comparison says anything about what happens when the opponent of `winner` begins.
fn relevant(op: CompareOp, winner: Player) -> bool {
    match op {
        CompareOp::GreaterOrEqual | CompareOp::LessOrConfused => winner == Player::Left,
        CompareOp::LessOrEqual | CompareOp::GreaterOrConfused => winner == Player::Right,
        _ => true,
    }
}

/// `a - b` by the options as typed.
fn difference(host: &mut dyn Host, a: &Value, b: &Value) -> Result<Vec<Part>> {
    let store = host.store();
    let mut parts = vec![part(host, a)?];
    parts.push(match part(host, b)? {
        Part::Game(game) => Part::Game(store.neg(game)?),
        Part::Form(sides, game) => Part::Form(sides.negative(&store)?, store.neg(game)?),
    });
    if parts.iter().any(|part| *part != Part::Game(Game::ZERO)) {
        parts.retain(|part| *part != Part::Game(Game::ZERO));
    }
    Ok(parts)
}

fn part(host: &mut dyn Host, value: &Value) -> Result<Part> {
    let game = host::game(host, value)?;
    Ok(match value {
        Value::Form(form) | Value::Typed(form) => {
            let left = canonical::games(host, form.left())?;
            Part::Form(Sides { left, right: canonical::games(host, form.right())? }, game)
        }
        _ => Part::Game(game),
    })
}
