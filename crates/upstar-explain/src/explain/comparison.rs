//! Explanation of a comparison: the winner of the difference.

use upstar_core::solve::Method;
use upstar_core::{Comparison, Player};

use super::draft::{Draft, Outline, Reasons, drafts};
use super::relations::{SIDES, is_zero, relation, relevant};
use super::sum::{EvaluatedSum, MoveChoice};
use super::{canonical, large_heaps, loopy_values, moving_first, nimbers, sum, typed, words};
use crate::diagnostic::Code;
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::value::explanation::{Sentence, Step};
use crate::value::host::Host;
use crate::value::order::is_gamelike;
use crate::value::{
    Attempt, Class, Fault, NoAnswer, Summand, Summands, Value, explanation, ops, order, show, worth,
};

/// Whether a loopy game is compared, and not with a surreal number.
fn is_loopy(left: &Value, right: &Value) -> bool {
    let is_surreal = |side: &Value| matches!(side, Value::Surreal(_));
    Class::of_both(left, right) == Some(Class::Loopy) && !is_surreal(left) && !is_surreal(right)
}

pub(super) fn page(
    host: &mut dyn Host,
    (a, op, b): (&Summands, CompareOp, &Summands),
) -> Attempt<Outline> {
    let (left, right) = (a.value(host)?, b.value(host)?);
    if !is_gamelike(&left) || !is_gamelike(&right) || matches!(op, CompareOp::In | CompareOp::NotIn)
    {
        return Err(Fault::new(Code::WrongType, "only comparisons of games are explained").into());
    }
    if is_loopy(&left, &right) {
        return loopy_values::comparison(host, (a, op, b)).map(Outline::from);
    }
    let holds = order::compare(host, op, &left, &right)?;
    let title = relation(a, op, b).say(if holds { " holds" } else { " does not hold" });
    if let Some(page) = typed::numbers_compared(host, (a, b), &title)? {
        return Ok(page.into());
    }
    if op == CompareOp::Is && !holds && worth::game(host, &left)? == worth::game(host, &right)? {
        let under = canonical::page(host, &right)?.cut(host, 1)?;
        return Ok((title, vec![Step::Says { line: Sentence::new(NOT_CANONICAL), under }]).into());
    }
    match of_short(host, (a, op, b)) {
        Ok(Some(steps)) => Ok(Outline::new(title, steps)),
        Ok(None) => repeating(host, (a, op, b), title),
        Err(why @ NoAnswer::TooLarge(_)) => {
            Ok((title, large_heaps::comparison(host, (a, op, b), why)?).into())
        }
        Err(why) => Err(why),
    }
}

/// Returns why a comparison of short games holds, or does not; `None` where play can repeat.
fn of_short(
    host: &mut dyn Host,
    (a, op, b): (&Summands, CompareOp, &Summands),
) -> Attempt<Option<Vec<Draft>>> {
    let Some(sums) = evaluated(host, a, b)? else { return Ok(None) };
    let mut steps = match (a.single(), b.single()) {
        (Some(_), Some(_)) => values(host, &sums)?,
        _ => {
            let difference = difference(host, &sums)?;
            drafts(sum::structure(host, &difference)?)
        }
    };
    let claims = claims(host, (a, op, b), &sums, MoveChoice::AfterCancelling)?;
    steps.extend(claims.into_iter().map(|claim| claim.step));
    Ok(Some(steps))
}

/// Values of the positions compared; of impartial ones with reasons.
fn values(host: &mut dyn Host, sums: &[EvaluatedSum; 2]) -> Attempt<Vec<Draft>> {
    let mut steps = Vec::new();
    for part in sums.iter().flat_map(EvaluatedSum::parts) {
        let position @ Value::Position(_) = &part.summand.game else { continue };
        let worth = Value::of_game(&host.store(), part.worth);
        let line = Sentence::relation(position.clone(), CompareOp::Equal, worth.clone());
        let under = match nimbers::of(host, position)? {
            Some(nimber) => {
                let position = position.clone();
                Reasons::second(move |host| nimbers::steps(host, &position, &nimber).map(drafts))
            }
            None => Reasons::none(),
        };
        let claim = explanation::Claim::Equals(position.clone().into(), worth.into());
        steps.push(Draft::claims(claim, line, under).once());
    }
    Ok(steps)
}

/// Evaluates both sides by their summands; `None` where play can repeat.
fn evaluated(
    host: &mut dyn Host,
    a: &Summands,
    b: &Summands,
) -> Attempt<Option<[EvaluatedSum; 2]>> {
    let (Some(a), Some(b)) = (EvaluatedSum::new(host, a)?, EvaluatedSum::new(host, b)?) else {
        return Ok(None);
    };
    Ok(Some([a, b]))
}

/// Returns the difference of two sums, which is played to compare them.
fn difference(host: &mut dyn Host, [a, b]: &[EvaluatedSum; 2]) -> Attempt<EvaluatedSum> {
    EvaluatedSum::difference(host, a, b)
}

/// Comparison of positions in which play can return: by values, or by the winner of the difference.
fn repeating(
    host: &mut dyn Host,
    (a, op, b): (&Summands, CompareOp, &Summands),
    title: Sentence,
) -> Attempt<Outline> {
    match loopy_values::comparison(host, (a, op, b)) {
        Err(why) if !why.is_exhaustion() => {}
        page => return page.map(Outline::from),
    }
    let (a, b) = (a.value(host)?, b.value(host)?);
    let difference = ops::binary(host, BinaryOp::Sub, &a, &b)?;
    let mut steps = Vec::new();
    for winner in [Player::Left, Player::Right].into_iter().filter(|one| relevant(op, *one)) {
        let line = Sentence::new("in the difference ").value(difference.clone());
        let under = vec![moving_first::first(host, &difference, winner.opponent())?];
        steps.push(Draft::new(line, Reasons::Shown(under)));
    }
    Ok(Outline::new(title, steps))
}

const NOT_CANONICAL: &str =
    "the values are equal, but the right side is not typed in canonical form";

/// A claim about the difference of two games.
struct ComparisonClaim {
    /// The player who wins it moving second, if `holds`.
    winner: Player,
    pub(super) holds: bool,
    step: Draft,
}

/// Returns the claims that decide a comparison: whether `a` is at least `b`, and at most.
fn claims(
    host: &mut dyn Host,
    (a, op, b): (&Summands, CompareOp, &Summands),
    sums: &[EvaluatedSum; 2],
    sought: MoveChoice,
) -> Attempt<Vec<ComparisonClaim>> {
    let difference = difference(host, sums)?;
    let store = host.store();
    let mut claims = Vec::new();
    for (winner, sign, opposite) in SIDES {
        if !relevant(op, winner) {
            continue;
        }
        let holds = difference.wins_second(&store, winner)?;
        let line = relation(a, if holds { sign } else { opposite }, b);
        let who = if holds { winner } else { winner.opponent() };
        let line = line.say(format!(": {} wins", words::name(who)));
        let line = match is_zero(b) {
            true => line,
            false => line.say(" ").sum(difference.summands()),
        };
        let step = if holds {
            sum::second_wins(host, (line, &difference), winner)?
        } else {
            sum::first_wins(host, (line, &difference), (who, sought))?
        };
        claims.push(ComparisonClaim { winner, holds, step });
    }
    Ok(claims)
}

/// Reason why a comparison of games does not hold, in one sentence.
pub fn objection(
    host: &mut dyn Host,
    (typed, op, other): (&Summands, CompareOp, &Summands),
) -> Attempt<Option<Sentence>> {
    let (a, b) = (&typed.value(host)?, &other.value(host)?);
    let short = |value: &Value| is_gamelike(value) && !matches!(value, Value::Surreal(_));
    if !short(a) || !short(b) || matches!(op, CompareOp::In | CompareOp::NotIn) {
        return Ok(None);
    }
    if is_loopy(a, b) {
        return of_loopy(host, (typed, op, other));
    }
    if is_position(a) || is_position(b) {
        return match positions(host, (typed, op, other)) {
            // When a limit is passed, no reason is given.
            Err(why) if !why.is_exhaustion() => Ok(None),
            found => found,
        };
    }
    let is_number = |term: &Summand| matches!(term.game, Value::Number(_));
    if typed.terms().iter().chain(other.terms()).all(is_number) {
        return Ok(None);
    }
    let (Ok(g), Ok(h)) = (worth::game(host, a), worth::game(host, b)) else { return Ok(None) };
    if op == CompareOp::Is && g == h {
        return Ok(Some(Sentence::new(NOT_CANONICAL)));
    }
    let Some(sums) = evaluated(host, typed, other)? else { return Ok(None) };
    let claims = claims(host, (typed, op, other), &sums, MoveChoice::Hottest)?;
    let found = claims.into_iter().find(|claim| objects(op, claim.winner, claim.holds));
    Ok(found.and_then(|claim| claim.step.into_line()))
}

/// Reason why a comparison with a loopy game does not hold.
fn of_loopy(
    host: &mut dyn Host,
    (a, op, b): (&Summands, CompareOp, &Summands),
) -> Attempt<Option<Sentence>> {
    let pair = loopy_values::pair_of(host, [a, b])?;
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

/// Reports whether a claim refutes a comparison: that `winner` wins the difference moving second, or
/// does not. A claim that holds does not refute `==`, `>=` or `<`, and one that fails does not refute `||`.
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

/// Characters of the longest values that are mentioned.
const LONGEST: usize = 60;

/// Reason why a comparison with positions does not hold: their values, and play of the difference.
fn positions(
    host: &mut dyn Host,
    (typed, op, other): (&Summands, CompareOp, &Summands),
) -> Attempt<Option<Sentence>> {
    let (a, b) = (&typed.value(host)?, &other.value(host)?);
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
        let (found, method) = host.winner(&difference, first)?;
        let Some(found) = found else { return Ok(None) };
        let first_wins = found == first;
        if !objects(op, winner, !first_wins) {
            continue;
        }
        if method == Method::Value {
            values = values_in_words(host, a, b)?;
        }
        let who = words::name(if first_wins { first } else { winner });
        let sentence = values.say(format!("{who} wins ")).value(difference.clone());
        if !first_wins {
            return Ok(Some(sentence.say(" moving second")));
        }
        let to = match method {
            Method::Value => best_move(host, &difference, first)?,
            Method::Search | Method::Graph => moving_first::move_of_few(host, &difference, first)?,
        };
        let sentence = sentence.say(" moving first");
        return Ok(Some(match to {
            Some(to) => sentence.say(", to ").value(to),
            None => sentence,
        }));
    }
    Ok(None)
}

/// Winning move in a sum whose value is known.
fn best_move(host: &mut dyn Host, sum: &Value, player: Player) -> Attempt<Option<Value>> {
    let apart = Summands::from(sum.clone()).flattened(host)?;
    match EvaluatedSum::new(host, &apart) {
        Ok(Some(sum)) => sum::best_move(host, &sum, player),
        Err(why) if why.is_exhaustion() => Err(why),
        // Some heap is too large to be a game here.
        _ => moving_first::move_to(host, sum, player, Some(player)),
    }
}

/// Returns `Nim(3) is *3 and Nim(2) is *2: `, or an empty sentence when these are long.
fn values_in_words(host: &mut dyn Host, a: &Value, b: &Value) -> Attempt<Sentence> {
    let mut sentence = Sentence::default();
    for value in [a, b].into_iter().filter(|value| is_position(value)) {
        let (game, store) = (worth::game(host, value)?, host.store());
        let game = Value::of_game(&store, game);
        if show::value(&store, &game)?.chars().count() > LONGEST {
            return Ok(Sentence::default());
        }
        let and = if sentence.pieces.is_empty() { "" } else { " and " };
        sentence = sentence.say(and).value(value.clone()).say(" is ").value(game);
    }
    Ok(sentence.say(": "))
}
