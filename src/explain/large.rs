//! Sums with a heap so large that it is no game here, or has too many moves to be listed: who wins
//! them, and by which moves.
//!
//! Such sums are won by nim-sums where all summands are impartial. Beside other games only the
//! moves to finitely many nimbers are looked at, as in [`crate::value::remote`].

use upstar_core::Player;

use super::sum::MOST_MOVES;
use super::{Page, comparison, nimbers, play};
use crate::syntax::ast::CompareOp;
use crate::value::explanation::{Claim, Sentence, Step};
use crate::value::host::Host;
use crate::value::moves::term_options;
use crate::value::remote::{self, Winning};
use crate::value::{Fault, Part, Result, Summand, Summands, Value};

/// Who wins a sum; `fault` says what is too large.
pub(super) fn outcome_page(host: &mut dyn Host, asked: &Summands, fault: Fault) -> Result<Page> {
    let whole = asked.formal_sum(host)?;
    let (outcome, _) = host.outcome(&whole)?;
    let title = Sentence::new("the outcome of ").sum(asked.clone()).say(" is ");
    let title = title.value(Value::Outcome(outcome));
    if let Some(nimber) = nimbers::of(host, &whole)? {
        return Ok((title, nimbers::steps(host, &whole, &nimber)?));
    }
    let mut steps = vec![heaps(host, &whole, fault)?];
    for player in [Player::Left, Player::Right] {
        steps.extend(moving_first(host, asked, player, 1)?);
    }
    Ok((title, steps))
}

/// The winning moves of a player in a sum.
pub(super) fn winning_moves_page(
    host: &mut dyn Host,
    asked: &Summands,
    player: Player,
    fault: Fault,
) -> Result<Page> {
    let whole = asked.formal_sum(host)?;
    let title = Sentence::new(format!("the winning moves of {} in ", play::name(player)));
    let title = title.sum(asked.clone());
    if let Some(nimber) = nimbers::of(host, &whole)? {
        return Ok((title, nimbers::steps(host, &whole, &nimber)?));
    }
    let mut steps = vec![heaps(host, &whole, fault)?];
    steps.extend(moving_first(host, asked, player, MOST_MOVES)?);
    Ok((title, steps))
}

/// Why a comparison holds, or does not.
pub(super) fn comparison(
    host: &mut dyn Host,
    (a, op, b): (&Summands, CompareOp, &Summands),
    fault: Fault,
) -> Result<Vec<Step>> {
    let mut terms = a.terms().to_vec();
    if !comparison::is_zero(b) {
        let negative = |term: &Summand| Summand { negated: !term.negated, game: term.game.clone() };
        terms.extend(b.terms().iter().map(negative));
    }
    let difference = Summands::new(terms).flattened(host)?;
    let whole = difference.formal_sum(host)?;
    let mut steps = Vec::new();
    if !comparison::is_zero(b) {
        steps.push(Step::says(Sentence::new("the difference is ").sum(difference.clone())));
    }
    let is_impartial = match nimbers::of(host, &whole)? {
        Some(nimber) => {
            steps.extend(nimbers::steps(host, &whole, &nimber)?);
            true
        }
        None => {
            steps.push(heaps(host, &whole, fault)?);
            false
        }
    };
    for (winner, sign, opposite) in comparison::SIDES {
        if !comparison::relevant(op, winner) {
            continue;
        }
        let first = winner.opponent();
        let holds = host.winner(&whole, first)?.0 == Some(winner);
        let line = comparison::relation(a, if holds { sign } else { opposite }, b).say(": ");
        let line = line.say(match holds {
            true => format!("{} wins moving second", play::name(winner)),
            false => format!("{} wins moving first", play::name(first)),
        });
        let under = match holds || is_impartial {
            true => Vec::new(),
            false => moving_first(host, &difference, first, 1)?,
        };
        steps.push(Step::Says { line, under });
    }
    Ok(steps)
}

/// Which summands have too many moves to be listed.
fn heaps(host: &mut dyn Host, whole: &Value, fault: Fault) -> Result<Step> {
    // A single position has nothing beside it.
    let Value::Sum(sum) = whole else { return Err(fault) };
    let mut large: Vec<Value> = Vec::new();
    for term in sum.terms() {
        let Part::Position(position) = &term.part else { continue };
        let heap = Value::Position(position.clone());
        if !large.contains(&heap) && term_options(host, term, Player::Left).is_err() {
            large.push(heap);
        }
    }
    if large.is_empty() {
        return Err(fault);
    }
    let has = if large.len() == 1 { " has" } else { " have" };
    let line = Sentence::default().values(large.into_iter());
    Ok(Step::says(line.say(format!("{has} too many moves to be listed"))))
}

/// What happens when `player` moves first, with at most so many winning moves.
fn moving_first(
    host: &mut dyn Host,
    asked: &Summands,
    player: Player,
    most: usize,
) -> Result<Vec<Step>> {
    let whole = asked.formal_sum(host)?;
    let (who, other) = (play::name(player), play::name(player.opponent()));
    if !host.wins(&whole, player)?.0 {
        let claim = Claim::WinsSecond { player: player.opponent(), sum: asked.clone() };
        let line = format!("{who} moving first loses: {other} has an answer to every move");
        return Ok(vec![Step::Claims { claim, line: Sentence::new(line), under: Vec::new() }]);
    }
    let found = match &whole {
        Value::Sum(sum) => remote::winning_moves(host, sum, player)?,
        _ => None,
    };
    let Some(Winning { listed, beyond }) = found else {
        let line = format!("{who} moving first wins; which moves win is not found out");
        return Ok(vec![Step::says(Sentence::new(line))]);
    };
    let mut steps = Vec::new();
    for to in listed.iter().take(most) {
        let to = Summands::from(to.clone()).flattened(host)?;
        let line = Sentence::new(format!("{who} moving first wins, by the move to "));
        let claim = Claim::WinsFirst { player, sum: asked.clone(), to: to.clone() };
        steps.push(Step::Claims { claim, line: line.sum(to), under: Vec::new() });
    }
    if most > 1 && listed.len() > most {
        let more = listed.len() - most;
        steps.push(Step::says(Sentence::new(format!("and {more} more"))));
    }
    if let Some((heap, remote)) = beyond.filter(|_| most > 1) {
        let line = Sentence::new("every move in ").value(heap);
        let line = line.say(format!(" to an option of nimber {remote} or more wins"));
        steps.push(Step::says(line));
    }
    Ok(steps)
}
