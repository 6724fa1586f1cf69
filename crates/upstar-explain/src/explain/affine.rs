//! Positions with complimenting and entailing moves: what each move wins beside.
//!
//! Source: *Winning Ways*, chapter 12.

use upstar_core::Player;
use upstar_core::impartial::{AffineNimber, Replies};
use upstar_core::solve::Method;

use super::draft::Page;
use super::words;
use crate::syntax::ast::Mover;
use crate::value::affine::{self, AffineMove};
use crate::value::explanation::{Sentence, Step};
use crate::value::host::Host;
use crate::value::{Attempt, TermKind, Value};

/// Most moves that are listed.
const MOST_MOVES: usize = 12;
/// Most numbers of a set that are listed.
const MOST_NUMBERS: usize = 8;

/// The nimber of a position or sum with complimenting or entailing moves.
pub(super) fn page(host: &mut dyn Host, value: &Value, is_outcome: bool) -> Attempt<Page> {
    if is_outcome && matches!(host.outcome(value)?, (_, Method::Search)) {
        return partizan_page(host, value);
    }
    let found = affine::of(host, value)?;
    let of = |found| match found {
        AffineNimber::Nimber(n) => format!("has nimber {n}"),
        AffineNimber::Loony => "is loony".to_owned(),
    };
    let title = match is_outcome {
        false => Sentence::default().value(value.clone()).say(format!(" {}", of(found))),
        true => Sentence::new("the outcome of ").value(value.clone()).say(if found.is_won() {
            " is N"
        } else {
            " is P"
        }),
    };
    let mut steps = match value {
        Value::Sum(sum) => {
            let mut rows = vec![vec![Sentence::new("summand"), Sentence::new("nimber")]];
            for term in sum.terms() {
                let summand = match &term.kind {
                    TermKind::Position(position) => Value::Position(position.clone()),
                    TermKind::Game(game) => Value::Game(*game),
                    TermKind::Loopy(_) => continue,
                };
                let nimber = match affine::of(host, &summand)? {
                    AffineNimber::Nimber(n) => n.to_string(),
                    AffineNimber::Loony => "loony".to_owned(),
                };
                rows.push(vec![Sentence::default().value(summand), Sentence::new(nimber)]);
            }
            let line =
                "nimbers are added up by their nim-sum, and a sum with a loony summand is loony";
            vec![Step::Says { line: Sentence::new(line), under: vec![Step::Table(rows)] }]
        }
        _ => of_position(host, value)?,
    };
    if is_outcome {
        let line = match found {
            AffineNimber::Nimber(0) => "its nimber is 0: whoever moves second wins",
            AffineNimber::Nimber(_) => "its nimber is not 0: whoever moves first wins",
            AffineNimber::Loony => "it is loony: whoever moves first wins",
        };
        steps.push(Step::says(Sentence::new(line)));
    }
    Ok((title, steps))
}

/// Who wins where the players move differently, and by which moves.
fn partizan_page(host: &mut dyn Host, value: &Value) -> Attempt<Page> {
    let (outcome, _) = host.outcome(value)?;
    let title = Sentence::new("the outcome of ").value(value.clone()).say(" is ");
    let mut steps = Vec::new();
    for player in [Player::Left, Player::Right] {
        let winning = host.affine_winning(value, player)?;
        let name = words::name(player);
        let line = match winning.len() {
            0 => Sentence::new(format!("{name} moving first loses: no move wins")),
            1 => Sentence::new(format!("{name} moving first wins, by the move to ")),
            _ => Sentence::new(format!("{name} moving first wins, by the moves to ")),
        };
        steps.push(Step::says(line.values(winning.into_iter())));
    }
    Ok((title.value(Value::Outcome(outcome)), steps))
}

fn of_position(host: &mut dyn Host, value: &Value) -> Attempt<Vec<Step>> {
    let Value::Position(position) = value else { return Ok(Vec::new()) };
    let moves = host.affine_moves(position, Player::Left)?;
    let mut rows = vec![vec![
        Sentence::new("move to"),
        Sentence::new(""),
        Sentence::new("wins beside *n for n ="),
    ]];
    for step in moves.iter().take(MOST_MOVES) {
        let mut wins = Replies::none();
        let kind = match step.kind {
            Mover::Entailing => {
                wins.entailing(&host.affine_replies(&step.to)?);
                "must be answered there"
            }
            Mover::Complimenting => {
                wins.complimenting(affine::of(host, &step.to)?);
                "the same player moves again"
            }
            _ => {
                wins.ordinary([affine::of(host, &step.to)?]);
                ""
            }
        };
        rows.push(vec![shown(step), Sentence::new(kind), Sentence::new(listed(&wins))]);
    }
    if let Some(more) = moves.len().checked_sub(MOST_MOVES).filter(|more| *more > 0) {
        rows.push(vec![Sentence::new(format!("and {more} more"))]);
    }
    let all = host.affine_replies(value)?;
    let last = match all.value() {
        AffineNimber::Nimber(0) => "no move wins beside *0".to_owned(),
        AffineNimber::Nimber(n) => {
            format!("no move wins beside *{n}, and some move wins beside *n for each smaller n")
        }
        AffineNimber::Loony => "some move wins beside each heap: the position is loony".to_owned(),
    };
    let line = Sentence::new("what each move wins beside a heap of Nim");
    Ok(vec![Step::Says { line, under: vec![Step::Table(rows)] }, Step::says(Sentence::new(last))])
}

fn shown(step: &AffineMove) -> Sentence {
    Sentence::default().value(step.to.clone())
}

/// A set of numbers in words.
fn listed(wins: &Replies) -> String {
    let (is_finite, numbers) = wins.numbers();
    let mut text: Vec<String> =
        numbers.iter().take(MOST_NUMBERS).map(ToString::to_string).collect();
    if numbers.len() > MOST_NUMBERS {
        text.push("...".to_owned());
    }
    match (is_finite, numbers.is_empty()) {
        (true, true) => "none".to_owned(),
        (true, false) => text.join(", "),
        (false, true) => "all".to_owned(),
        (false, false) => format!("all but {}", text.join(", ")),
    }
}
