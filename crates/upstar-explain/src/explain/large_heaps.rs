//! Explanation of the outcome of sums with a heap that is too large to be a game, or has too many moves to
//! be listed.
//!
//! Such sums are won by nim-sums where all summands are impartial. Beside other games only the
//! moves to finitely many nimbers are examined, as in [`crate::value::remote`].

use upstar_core::{Player, Store};

use super::draft::Page;
use super::relations::{SIDES, is_zero, relation, relevant};
use super::sum::MOST_MOVES;
use super::{nimbers, words};
use crate::syntax::ast::CompareOp;
use crate::value::explanation::{Claim, Sentence, Step};
use crate::value::host::Host;
use crate::value::remote::Winning;
use crate::value::{Attempt, NoAnswer, Sum, Summand, Summands, Term, TermKind, Value, remote};

/// Returns the page on who wins a sum; `None` where no heap is large.
pub(super) fn outcome_page(host: &mut dyn Host, asked: &Summands) -> Attempt<Option<Page>> {
    let whole = asked.formal_sum(host)?;
    let Some(mut steps) = reasons(host, &whole)? else { return Ok(None) };
    let (outcome, _) = host.outcome(&whole)?;
    let title = Sentence::new("the outcome of ").sum(asked.clone()).say(" is ");
    let title = title.value(Value::Outcome(outcome));
    if nimbers::of(host, &whole)?.is_none() {
        for player in [Player::Left, Player::Right] {
            steps.push(moving_first(host, asked, player)?);
        }
    }
    Ok(Some((title, steps)))
}

/// Returns the page on the winning moves of a player in a sum; `None` where no heap is large.
pub(super) fn winning_moves_page(
    host: &mut dyn Host,
    asked: &Summands,
    player: Player,
) -> Attempt<Option<Page>> {
    let whole = asked.formal_sum(host)?;
    let Some(mut steps) = reasons(host, &whole)? else { return Ok(None) };
    let title = Sentence::new(format!("the winning moves of {} in ", words::name(player)));
    let title = title.sum(asked.clone());
    if nimbers::of(host, &whole)?.is_none() {
        steps.extend(winning_moves(host, asked, player)?);
    }
    Ok(Some((title, steps)))
}

/// Returns the nim-sum of an impartial sum; of others, which heaps are large. `None` where none is.
fn reasons(host: &mut dyn Host, whole: &Value) -> Attempt<Option<Vec<Step>>> {
    match nimbers::of(host, whole)? {
        Some(nimber) => Ok(Some(nimbers::steps(host, whole, &nimber)?)),
        None => Ok(heaps(host, whole)?.map(|step| vec![step])),
    }
}

/// Explanation of a comparison.
pub(super) fn comparison(
    host: &mut dyn Host,
    (a, op, b): (&Summands, CompareOp, &Summands),
    why: NoAnswer,
) -> Attempt<Vec<Step>> {
    let mut terms = a.terms().to_vec();
    if !is_zero(b) {
        let negative = |term: &Summand| Summand { negated: !term.negated, game: term.game.clone() };
        terms.extend(b.terms().iter().map(negative));
    }
    let difference = Summands::new(terms).flattened(host)?;
    let whole = difference.formal_sum(host)?;
    let mut steps = Vec::new();
    if !is_zero(b) {
        steps.push(Step::says(Sentence::new("the difference is ").sum(difference.clone())));
    }
    steps.extend(reasons(host, &whole)?.ok_or(why)?);
    let is_impartial = nimbers::of(host, &whole)?.is_some();
    for (winner, sign, opposite) in SIDES {
        if !relevant(op, winner) {
            continue;
        }
        let first = winner.opponent();
        let holds = host.winner(&whole, first)?.0 == Some(winner);
        let line = relation(a, if holds { sign } else { opposite }, b).say(": ");
        steps.push(match holds {
            true => wins_second(&difference, winner, line),
            false if is_impartial => {
                Step::says(line.say(format!("{} wins moving first", words::name(first))))
            }
            false => wins_first(host, &difference, first, line)?,
        });
    }
    Ok(steps)
}

/// Returns the step that names the summands with too many moves to be listed; `None` where none has.
fn heaps(host: &mut dyn Host, whole: &Value) -> Attempt<Option<Step>> {
    // A single position has no other summands.
    let Value::Sum(sum) = whole else { return Ok(None) };
    let mut large: Vec<Value> = Vec::new();
    for term in sum.terms() {
        let TermKind::Position(position) = &term.kind else { continue };
        let heap = Value::Position(position.clone());
        if large.contains(&heap) {
            continue;
        }
        if remote::few_options(host, term, Player::Left)?.is_none() {
            large.push(heap);
        }
    }
    if large.is_empty() {
        return Ok(None);
    }
    let has = if large.len() == 1 { " has" } else { " have" };
    let line = Sentence::default().values(large.into_iter());
    Ok(Some(Step::says(line.say(format!("{has} too many moves to be looked at one by one")))))
}

/// Step on the moves of `player`, who begins.
fn moving_first(host: &mut dyn Host, asked: &Summands, player: Player) -> Attempt<Step> {
    let whole = asked.formal_sum(host)?;
    if host.wins(&whole, player)?.0 {
        return wins_first(host, asked, player, Sentence::default());
    }
    Ok(wins_second(asked, player.opponent(), Sentence::default()))
}

/// Step that states that `player` wins moving second.
fn wins_second(asked: &Summands, player: Player, line: Sentence) -> Step {
    let line = line.say(format!("{} wins moving second", words::name(player)));
    let claim = Claim::WinsSecond { player, sum: asked.clone() };
    Step::Claims { claim, line, under: Vec::new() }
}

/// Step that states that `player` wins moving first, with a winning move if one is found.
fn wins_first(
    host: &mut dyn Host,
    asked: &Summands,
    player: Player,
    line: Sentence,
) -> Attempt<Step> {
    let line = line.say(format!("{} wins moving first", words::name(player)));
    let whole = asked.formal_sum(host)?;
    let listed = found(host, asked, player)?.listed;
    // By number avoidance, a move in a number gains nothing.
    let store = host.store();
    let best = listed.iter().find(|to| keeps_numbers(&store, &whole, to));
    Ok(match best.or(listed.first()).cloned() {
        Some(to) => {
            let to = Summands::from(to).flattened(host)?;
            let claim = Claim::WinsFirst { player, sum: asked.clone(), to: to.clone() };
            Step::Claims { claim, line: line.say(", to ").sum(to), under: Vec::new() }
        }
        None => Step::says(line.say("; by which move is not found out")),
    })
}

/// Reports whether the numbers of a sum are among the summands that a move leaves.
fn keeps_numbers(store: &Store, sum: &Value, to: &Value) -> bool {
    let (Value::Sum(sum), Value::Sum(to)) = (sum, to) else { return false };
    let count = |sum: &Sum, term: &Term| sum.terms().iter().filter(|other| *other == term).count();
    let is_number =
        |term: &&Term| matches!(term.kind, TermKind::Game(game) if store.is_number(game));
    sum.terms().iter().filter(is_number).all(|term| count(sum, term) <= count(to, term))
}

fn found(host: &mut dyn Host, asked: &Summands, player: Player) -> Attempt<Winning> {
    let Value::Sum(sum) = asked.formal_sum(host)? else {
        return Ok(Winning { listed: Vec::new(), beyond: None, unknown: None });
    };
    Ok(remote::winning_moves(host, &sum, player)?)
}

/// Returns the winning moves of a player, and a step on moves that are not listed.
fn winning_moves(host: &mut dyn Host, asked: &Summands, player: Player) -> Attempt<Vec<Step>> {
    let whole = asked.formal_sum(host)?;
    if !host.wins(&whole, player)?.0 {
        return Ok(vec![wins_second(asked, player.opponent(), Sentence::default())]);
    }
    let Winning { listed, beyond, unknown } = found(host, asked, player)?;
    let mut steps = Vec::new();
    for to in listed.iter().take(MOST_MOVES) {
        let to = Summands::from(to.clone()).flattened(host)?;
        let claim = Claim::WinsFirst { player, sum: asked.clone(), to: to.clone() };
        let line = Sentence::new("to ").sum(to);
        steps.push(Step::Claims { claim, line, under: Vec::new() });
    }
    steps.extend(words::more(listed.len(), MOST_MOVES));
    if let Some((heap, remote)) = beyond {
        let line = Sentence::new("every move in ").value(heap);
        let line = line.say(format!(" to an option of nimber {remote} or more wins"));
        steps.push(Step::says(line));
    }
    if let Some(heap) = unknown {
        let line = Sentence::new("which moves in ").value(heap).say(" win is not found out");
        steps.push(Step::says(line));
    }
    Ok(steps)
}
