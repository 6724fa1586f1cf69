//! Why one game is at least another, or is not: who wins the difference.

use upstar_core::derive::{Part, Sides};
use upstar_core::{Game, Player};

use super::{Page, canonical, play};
use crate::diagnostic::Code;
use crate::syntax::ast::CompareOp;
use crate::value::explanation::{Sentence, Step};
use crate::value::host::{self, Host};
use crate::value::order::is_gamelike;
use crate::value::{Fault, Result, Value, order};

pub(super) fn page(
    host: &mut dyn Host,
    (a, op, b): (&Value, CompareOp, &Value),
    depth: u32,
) -> Result<Page> {
    if !is_gamelike(a) || !is_gamelike(b) || matches!(op, CompareOp::In | CompareOp::NotIn) {
        return Err(Fault::new(Code::WrongType, "only comparisons of games are explained"));
    }
    let holds = order::compare(host, op, a, b)?;
    let title = Sentence::default()
        .value(a.clone())
        .say(" ")
        .sign(op)
        .say(" ")
        .value(b.clone())
        .say(if holds { " holds" } else { " does not hold" });
    let parts = difference(host, a, b)?;
    let store = host.store();
    let (g, h) = (host::game(host, a)?, host::game(host, b)?);
    let mut steps = Vec::new();
    for (winner, sign, opposite) in [
        (Player::Left, CompareOp::GreaterOrEqual, CompareOp::LessOrConfused),
        (Player::Right, CompareOp::LessOrEqual, CompareOp::GreaterOrConfused),
    ] {
        if !relevant(op, winner) {
            continue;
        }
        let is_so = match winner {
            Player::Left => store.le(h, g)?,
            Player::Right => store.le(g, h)?,
        };
        let claim = Sentence::default()
            .value(a.clone())
            .say(" ")
            .sign(if is_so { sign } else { opposite })
            .say(" ")
            .value(b.clone());
        steps.push(if is_so {
            play::second_wins(&store, claim, &parts, winner, depth.saturating_sub(1))?
        } else {
            play::first_wins(&store, claim, &parts, winner.opponent(), depth.saturating_sub(1))?
        });
    }
    if op == CompareOp::Is && !holds && g == h {
        let line = "the values are equal, but the right side is not typed in canonical form";
        let under = canonical::page(host, b, 1)?.1;
        steps = vec![Step::Says { line: Sentence::new(line), under }];
    }
    Ok((title, steps))
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
        let line = "the values are equal, but the right side is not typed in canonical form";
        return Ok(Some(Sentence::new(line)));
    }
    let (_, steps) = page(host, (a, op, b), 0)?;
    let store = host.store();
    let fails = [!store.le(h, g)?, !store.le(g, h)?];
    let winners = [Player::Left, Player::Right];
    let told = winners.iter().zip(fails).filter(|(winner, _)| relevant(op, **winner));
    // What holds is no objection to `==`, `>=` or `<`, and what fails is none to `||`.
    let objects = |fails: bool, winner: Player| match op {
        CompareOp::Confused | CompareOp::NotEqual => !fails,
        CompareOp::LessOrConfused | CompareOp::GreaterOrConfused => !fails,
        CompareOp::Less => fails == (winner == Player::Right),
        CompareOp::Greater => fails == (winner == Player::Left),
        _ => fails,
    };
    let mut found = told.zip(steps).filter(|((winner, fails), _)| objects(*fails, **winner));
    Ok(found.next().and_then(|(_, step)| match step {
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
