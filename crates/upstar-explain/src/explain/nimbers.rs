//! Nimbers: the mex rule over the options, nim-sums in binary, Smith's rule for positions to which play can
//! return, and green Hackenbush.
//!
//! Sources: Sprague 1935; Grundy 1939; *Winning Ways*, chapters 3, 7 and 12; Smith, Graphs and composite games,
//! 1966.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use upstar_core::impartial::LoopyNimber;
use upstar_core::{Outcome, Player};

use super::draft::Page;
use super::period;
use super::words::beyond;
use crate::syntax::ast::CompareOp;
use crate::value::explanation::{Claim, Sentence, Step};
use crate::value::host::Host;
use crate::value::moves::moves;
use crate::value::nimbers::{impartial, of_term, options_of};
use crate::value::show::counted;
use crate::value::{Attempt, NoAnswer, Sum, Summands, TermKind, Value, elements, infinity, moves};

/// Most rows of a table of options.
const MOST_ROWS: usize = 16;

/// Returns the nimber of a position that is impartial by its rules, or of a sum of such positions.
pub(super) fn of(host: &mut dyn Host, value: &Value) -> Attempt<Option<BigUint>> {
    match value {
        Value::Position(_) | Value::Sum(_) => impartial(host, value),
        _ => Ok(None),
    }
}

pub(super) fn page(host: &mut dyn Host, value: &Value, nimber: &BigUint) -> Attempt<Page> {
    let title = match nimber.to_u32() {
        Some(star) => {
            let star = Value::of_game(&host.store(), host.store().nimber(star)?);
            Sentence::relation(value.clone(), CompareOp::Equal, star)
        }
        None => Sentence::default().value(value.clone()).say(format!(" = *{nimber}")),
    };
    Ok((title, steps(host, value, nimber)?))
}

/// Returns the steps that lead to the nimber of a value that is impartial by its rules, and to the winner.
pub(super) fn steps(host: &mut dyn Host, value: &Value, nimber: &BigUint) -> Attempt<Vec<Step>> {
    let mut steps = match value {
        Value::Sum(sum) => nim_sum(host, sum, nimber)?,
        _ => mex(host, value, nimber)?,
    };
    steps.push(Step::says(verdict(nimber)));
    Ok(steps)
}

/// Returns who wins, by the nimber.
pub(super) fn verdict(nimber: &BigUint) -> Sentence {
    Sentence::new(match nimber.is_zero() {
        true => "the nimber is 0, so the previous player, who moves second, wins",
        false => "the nimber is not 0, so the next player wins",
    })
}

/// Table of the options by their nimbers, and the least number that is missing.
fn mex(host: &mut dyn Host, position: &Value, nimber: &BigUint) -> Attempt<Vec<Step>> {
    let code = period::of_heap(host, position)?;
    if let Some((line, false)) = code {
        return Ok(vec![Step::says(line)]);
    }
    let mut by_nimber: BTreeMap<BigUint, Vec<Value>> = BTreeMap::new();
    for option in moves(host, position, Player::Left)? {
        host.store().budget().step()?;
        let of_option = of_option(host, &option)?
            .expect("the options of a position that is impartial by its rules have nimbers");
        by_nimber.entry(of_option).or_default().push(option);
    }
    if by_nimber.is_empty() {
        return Ok(vec![Step::says(Sentence::new("there is no move: the nimber is 0"))]);
    }
    let options = listed(&by_nimber, |nimber| Sentence::new(nimber.to_string()));
    let line = Sentence::new(format!("the least number that no option has is {nimber}"));
    let by_code = code.map(|(line, _)| Step::says(line));
    Ok(by_code.into_iter().chain([options, Step::says(line)]).collect())
}

/// Returns the table of options by their nimbers.
pub(super) fn listed<N>(
    by_nimber: &BTreeMap<N, Vec<Value>>,
    shown: impl Fn(&N) -> Sentence,
) -> Step {
    let mut rows = vec![vec![Sentence::new("nimber"), Sentence::new("options")]];
    for (nimber, options) in by_nimber.iter().take(MOST_ROWS) {
        rows.push(vec![shown(nimber), Sentence::default().values(options.iter().cloned())]);
    }
    if by_nimber.len() > MOST_ROWS {
        let more = counted(by_nimber.len() - MOST_ROWS, "more nimber", "more nimbers");
        rows.push(vec![Sentence::new("..."), Sentence::new(format!("and {more}"))]);
    }
    let line = Sentence::new("the options and their nimbers");
    Step::Says { line, under: vec![Step::Table(rows)] }
}

/// Returns the nimber of an option, which may be a nimber itself.
fn of_option(host: &mut dyn Host, option: &Value) -> Attempt<Option<BigUint>> {
    if let Some(nimber) = impartial(host, option)? {
        return Ok(Some(nimber));
    }
    let game = crate::value::worth::game(host, option)?;
    Ok(host.store().as_nimber(game).map(BigUint::from))
}

/// Table of the summands in binary, with their nim-sum, and the moves that make it 0.
fn nim_sum(host: &mut dyn Host, sum: &Sum, total: &BigUint) -> Attempt<Vec<Step>> {
    let mut summands = Vec::new();
    for term in sum.terms() {
        let alone = Value::Sum(Arc::new(Sum::new(vec![term.clone()])?));
        let of_term = of_term(host, term)?.expect("a sum with a nimber has nimbers as summands");
        summands.push((alone, of_term));
    }
    let rows = summands
        .iter()
        .map(|(value, nimber)| (Sentence::default().value(value.clone()), nimber.clone()));
    let line = Sentence::new("the nimber of a sum is the nim-sum: binary addition without carry");
    let table = in_binary(&rows.collect::<Vec<_>>(), total);
    let mut steps = vec![Step::Says { line, under: vec![table] }];
    if total.is_zero() {
        let line = "each digit occurs an even number of times: every move makes the nim-sum \
                    other than 0, and there is an answer that makes it 0 again";
        steps.push(Step::says(Sentence::new(line)));
    } else {
        steps.push(winning(host, sum, &summands, total)?);
    }
    Ok(steps)
}

/// Nimbers in binary, and their nim-sum.
pub(super) fn in_binary(summands: &[(Sentence, BigUint)], total: &BigUint) -> Step {
    let bits = summands.iter().map(|(_, nimber)| nimber.bits());
    let width = bits.fold(total.bits().max(1), u64::max) as usize;
    let row = |what: Sentence, nimber: &BigUint| {
        vec![
            what,
            Sentence::new(format!("{nimber:>5}")),
            Sentence::new(format!("{nimber:0width$b}")),
        ]
    };
    let mut rows =
        vec![vec![Sentence::new("summand"), Sentence::new("nimber"), Sentence::new("in binary")]];
    for (summand, nimber) in summands {
        rows.push(row(summand.clone(), nimber));
    }
    rows.push(row(Sentence::new("nim-sum"), total));
    Step::Table(rows)
}

/// Returns the summands that can be made smaller so that the nim-sum becomes 0.
fn winning(
    host: &mut dyn Host,
    sum: &Sum,
    summands: &[(Value, BigUint)],
    total: &BigUint,
) -> Attempt<Step> {
    let mut under = Vec::new();
    for (place, (term, (value, nimber))) in sum.terms().iter().zip(summands).enumerate() {
        let wanted = nimber ^ total;
        // Moves that make a summand larger are reversible.
        if wanted > *nimber {
            continue;
        }
        if let Some(option) = options_of(host, term, &wanted)?.into_iter().next() {
            let line = Sentence::default().value(value.clone());
            let line = match &term.kind {
                TermKind::Position(_) => {
                    line.say(format!(" of nimber {nimber} to {wanted}, as in "))
                }
                TermKind::Game(_) | TermKind::Loopy(_) => line.say(" to "),
            };
            let line = line.value(option.clone());
            let claim = Claim::WinsFirst {
                player: Player::Left,
                sum: Summands::from(Value::Sum(Arc::new(sum.clone()))).flattened(host)?,
                to: Summands::from(moves::replaced(host, sum, place, &option)?).flattened(host)?,
            };
            under.push(Step::Claims { claim, line, under: Vec::new() });
        }
    }
    let digit = BigUint::from(1u32) << (total.bits() - 1);
    let line = Sentence::new(format!(
        "a move wins when it makes the nim-sum 0: the first digit of the nim-sum stands for \
         {digit}, so some summand has this digit and can be made smaller"
    ));
    Ok(Step::Says { line, under })
}

/// Page on a game without a finite nimber; fails with `why` if it is not impartial.
pub(super) fn loopy_page(host: &mut dyn Host, value: &Value, why: NoAnswer) -> Attempt<Page> {
    let Some(nimber) = infinity::of(host, value)? else { return Err(why) };
    let star = infinity::as_game(&host.store(), nimber.clone())?;
    let title = Sentence::relation(value.clone(), CompareOp::Equal, star);
    let mut steps = match value {
        Value::Sum(_) => vec![loopy_sum()],
        Value::Position(_) => loopy_options(host, value, &nimber)?,
        _ => Vec::new(),
    };
    steps.push(Step::says(Sentence::new(who_wins(&nimber))));
    Ok((title, steps))
}

fn loopy_sum() -> Step {
    Step::says(Sentence::new(
        "nimbers are added without carry; a finite one is added to each in an infinite one, and two \
         infinite ones make ∞()",
    ))
}

/// Step on the options by their nimbers, and on Smith's rule.
fn loopy_options(host: &mut dyn Host, value: &Value, nimber: &LoopyNimber) -> Attempt<Vec<Step>> {
    let mut by_nimber: BTreeMap<LoopyNimber, Vec<Value>> = BTreeMap::new();
    for option in moves(host, value, Player::Left)? {
        host.store().budget().step()?;
        if let Some(of_option) = infinity::of(host, &option)? {
            by_nimber.entry(of_option).or_default().push(option);
        }
    }
    let finite = |n: &u32| by_nimber.contains_key(&LoopyNimber::Finite(*n));
    let least = (0..).find(|n| !finite(n)).expect("the options are finitely many");
    let line = match nimber {
        LoopyNimber::Finite(_) => format!(
            "the least number that no option has is {least}, and each option without a finite \
             nimber has a move to {least} itself"
        ),
        LoopyNimber::Infinite(_) => format!(
            "the least number that no option has is {least}, but from some option without a finite \
             nimber there is no move to {least}: so this has none, and only the finite nimbers of \
             its options are kept"
        ),
    };
    let shown =
        |nimber: &LoopyNimber| Sentence::default().value(Value::of_loopy_nimber(nimber.clone()));
    Ok(vec![listed(&by_nimber, shown), Step::says(Sentence::new(line))])
}

fn who_wins(nimber: &LoopyNimber) -> &'static str {
    match (nimber.outcome(), nimber) {
        (Outcome::N, LoopyNimber::Finite(_)) => "the nimber is not 0, so the next player wins",
        (Outcome::N, _) => "0 is among its nimbers, so the next player wins by moving there",
        (Outcome::P, _) => "the nimber is 0, so the previous player, who moves second, wins",
        _ => "0 is not among its nimbers, so neither player can force the end: play is drawn",
    }
}

/// Most steps that are shown one by one.
const MOST_STEPS: usize = 16;

/// Returns the page on a picture of green Hackenbush, from the principles used and what they make.
pub(super) fn green_page(picture: &Value, found: &Value) -> Attempt<Page> {
    let mut steps = Vec::new();
    let mut last = match picture {
        Value::Position(position) => position.arguments().first().unwrap_or(picture).clone(),
        graph => graph.clone(),
    };
    let all: Vec<Value> = elements(found)?.collect();
    for (n, step) in all.iter().enumerate() {
        let Value::Tuple(step) = step else { continue };
        let [Value::Text(principle), _, after] = step.items() else { continue };
        last = after.clone();
        if n < MOST_STEPS {
            let line = Sentence::new(principle_text(principle)).say(": ").value(after.clone());
            steps.push(Step::says(line));
        }
    }
    steps.extend(beyond(all.len(), MOST_STEPS, "more step", "more steps"));
    let edges = match &last {
        Value::Graph(graph) => graph.edges().len(),
        _ => 0,
    };
    let stalk = match edges {
        0 => "nothing is left above the ground: the nimber is 0".to_owned(),
        1 => "a single edge is left: the nimber is 1".to_owned(),
        n => format!("a stalk of {n} edges is left: the nimber is {n}"),
    };
    steps.push(Step::says(Sentence::new(stalk)));
    let title = Sentence::new("green_value(").value(picture.clone());
    Ok((title.say(format!(") = {edges}")), steps))
}

/// Returns a principle in words.
fn principle_text(principle: &str) -> &'static str {
    match principle {
        "ground" => "what does not hang on the ground falls away",
        "fusion" => "fusion: the vertices of a circuit become one, its edges loops",
        "loops" => "two loops at a vertex cancel, and one is worth an edge",
        _ => "colon: the branches above a vertex become a stalk, as long as their nim-sum",
    }
}
