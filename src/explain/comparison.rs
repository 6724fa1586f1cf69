//! Why one game is at least another, or is not: who wins the difference.

use upstar_core::derive::{Part, Sides};
use upstar_core::{Game, Player};

use super::{Page, canonical, play};
use crate::diagnostic::Code;
use crate::syntax::ast::CompareOp;
use crate::value::explanation::{Sentence, Step};
use crate::value::host::{self, Host};
use crate::value::order::is_gamelike;
use crate::value::{Fault, Result, Value, loopy, order};

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
    let claims = claims(host, (a, op, b), depth)?;
    Ok((title, claims.into_iter().map(|claim| claim.step).collect()))
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

/// Why a comparison of games does not hold, in one sentence; positions are left to be played.
///
/// # Errors
/// When a limit is passed.
pub fn objection(
    host: &mut dyn Host,
    (a, op, b): (&Value, CompareOp, &Value),
) -> Result<Option<Sentence>> {
    let short = |value: &Value| {
        is_gamelike(value)
            && !matches!(value, Value::Position(_) | Value::Sum(_) | Value::Surreal(_))
    };
    if !short(a) || !short(b) {
        return Ok(None);
    }
    if let (Value::Number(_), Value::Number(_)) = (a, b) {
        return Ok(None);
    }
    let (Ok(g), Ok(h)) = (host::game(host, a), host::game(host, b)) else { return Ok(None) };
    if op == CompareOp::Is && g == h {
        return Ok(Some(Sentence::new(NOT_CANONICAL)));
    }
    // What holds is no objection to `==`, `>=` or `<`, and what fails is none to `||`.
    let objects = |claim: &Claim| match op {
        CompareOp::Confused
        | CompareOp::NotEqual
        | CompareOp::LessOrConfused
        | CompareOp::GreaterOrConfused => claim.holds,
        CompareOp::Less => claim.holds == (claim.winner == Player::Left),
        CompareOp::Greater => claim.holds == (claim.winner == Player::Right),
        _ => !claim.holds,
    };
    let found = claims(host, (a, op, b), 0)?.into_iter().find(objects);
    Ok(found.and_then(|claim| match claim.step {
        Step::Says { line, .. } => Some(line),
        _ => None,
    }))
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
