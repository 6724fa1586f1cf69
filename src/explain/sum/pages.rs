//! Pages about sums: their outcome, value, temperature and winning moves.

use upstar_core::derive::{self, Sides};
use upstar_core::{Dyadic, Game, Outcome, Player, Rational, Store, thermograph};

use super::play::first_loses;
use super::{Cancelled, Part, Table, cancelled};
use crate::explain::{Page, canonical, heat, nimbers, play};
use crate::syntax::ast::CompareOp;
use crate::value::explanation::{Claim, Sentence, Step};
use crate::value::host::Host;
use crate::value::{Result, Summands, Value};

/// The canonical form of a sum is derived from so many options at most.
const MOST_OPTIONS: usize = 12;
/// Winning moves that are listed.
const MOST_MOVES: usize = 12;

/// Who wins a sum, and how.
pub(in crate::explain) fn outcome_page(
    host: &mut dyn Host,
    table: &Table,
    depth: u32,
) -> Result<Page> {
    let store = host.store();
    let wins = |first: Player| -> Result<Option<Player>> {
        let other = first.opponent();
        Ok(Some(if table.wins_second(&store, other)? { other } else { first }))
    };
    let outcome = Outcome::of(wins(Player::Left)?, wins(Player::Right)?);
    let title = Sentence::new("the outcome of ").sum(table.typed()).say(" is ");
    let title = title.value(Value::Outcome(outcome));
    let mut steps = structure(host, table)?;
    for player in [Player::Left, Player::Right] {
        steps.push(first_loses(host, table, player, depth)?);
    }
    Ok((title, steps))
}

/// What is seen in a sum at once: what cancels, nim-sums, numbers, temperatures.
pub(in crate::explain) fn structure(host: &mut dyn Host, table: &Table) -> Result<Vec<Step>> {
    let cancelled = cancelled(host, table)?;
    let is_all = cancelled.is_all();
    let Cancelled { rest, mut steps } = cancelled;
    if is_all {
        if !steps.is_empty() && table.parts().len() > 1 {
            steps.push(Step::says(Sentence::new(
                "nothing else is left, so whoever moves second wins",
            )));
        }
        return Ok(steps);
    }
    if !steps.is_empty() {
        let left = Sentence::new("what is left is ").sum(rest.summands());
        steps.push(Step::says(left));
    }
    if rest.parts().len() > 1 {
        let kept = rest.typed().kept(host)?;
        match nimbers::of(host, &kept)? {
            Some(nimber) => steps.extend(nimbers::steps(host, &kept, &nimber)?),
            None => steps.extend(mixture(host, &rest)?),
        }
    }
    Ok(steps)
}

/// Numbers beside other games, and which of these is hottest.
fn mixture(host: &mut dyn Host, rest: &Table) -> Result<Vec<Step>> {
    let store = host.store();
    let (numbers, others) = split(&store, rest);
    let mut steps = Vec::new();
    if let Some(first) = numbers.parts.first() {
        let total = Value::of_game(&store, numbers.total(&store)?);
        let line = Sentence::default().sum(numbers.summands());
        if numbers.parts.len() > 1 {
            let line = Sentence::new("the numbers add up: ").join(line).say(" ");
            let line = line.sign(CompareOp::Equal).say(" ").value(total);
            steps.push(Step::says(line));
        }
        let is_plain = matches!(first.summand.game, Value::Number(_));
        if !others.parts.is_empty() && !store.is_number(others.total(&store)?) {
            let line = match (numbers.parts.len(), is_plain) {
                (1, true) => Sentence::default().sum(numbers.summands()).say(" is a number"),
                (1, false) => Sentence::default().sum(numbers.summands()).say(" is worth a number"),
                _ => Sentence::new("these are numbers"),
            };
            let line = line.say(
                ", and the rest is not: by number avoidance, whoever can win moving first can do so \
                 by a move in the rest",
            );
            steps.push(Step::says(line));
        }
    }
    steps.extend(heat_of(host, &others)?);
    Ok(steps)
}

/// The summands that are worth a number, and the others.
fn split(store: &Store, table: &Table) -> (Table, Table) {
    let (numbers, others) =
        table.parts.iter().cloned().partition(|part: &Part| store.is_number(part.worth));
    (Table { parts: numbers }, Table { parts: others })
}

/// The summands with mean and temperature, where they differ in heat.
fn heat_of(host: &mut dyn Host, others: &Table) -> Result<Option<Step>> {
    let store = host.store();
    let mut rows =
        vec![["summand", "mean", "temperature"].into_iter().map(Sentence::new).collect::<Vec<_>>()];
    let mut hottest: Option<(Dyadic, &Part)> = None;
    for part in &others.parts {
        let graph = thermograph(&store, part.worth)?;
        let cell = |x: &Dyadic| Sentence::default().value(Value::Number(Rational::from(x)));
        let alone = Sentence::default().sum(Summands::new(vec![part.summand.clone()]));
        rows.push(vec![alone, cell(&graph.mean), cell(&graph.temperature)]);
        if hottest.as_ref().is_none_or(|(most, _)| graph.temperature > *most) {
            hottest = Some((graph.temperature.clone(), part));
        }
    }
    let Some((most, part)) = hottest.filter(|(most, _)| *most > Dyadic::ZERO) else {
        return Ok(None);
    };
    if others.parts.len() < 2 {
        return Ok(None);
    }
    let line = Sentence::new("the hottest summand is ")
        .sum(Summands::new(vec![part.summand.clone()]))
        .say(", with temperature ")
        .value(Value::Number(Rational::from(&most)));
    let mut under = vec![Step::Table(rows)];
    under.extend(switches(&store, others)?.map(Step::says));
    Ok(Some(Step::Says { line, under }))
}

/// What play in switches comes to when each move is made in the hottest one.
fn switches(store: &Store, others: &Table) -> Result<Option<Sentence>> {
    let mut heats = Vec::new();
    let mut mean = Dyadic::ZERO;
    for part in &others.parts {
        let number = |games: Vec<Game>| match &games[..] {
            [one] => store.as_number(*one),
            _ => None,
        };
        let sides =
            (number(store.left_options(part.worth)?), number(store.right_options(part.worth)?));
        let (Some(left), Some(right)) = sides else { return Ok(None) };
        if left < right {
            return Ok(None);
        }
        let graph = thermograph(store, part.worth)?;
        mean = &mean + &graph.mean;
        heats.push(graph.temperature.clone());
    }
    heats.sort_by(|a, b| b.cmp(a));
    let mut gain = Dyadic::ZERO;
    for (n, heat) in heats.iter().enumerate() {
        gain = if n % 2 == 0 { &gain + heat } else { &gain - heat };
    }
    let shown = |x: Dyadic| Value::Number(Rational::from(&x));
    let line =
        Sentence::new("these are switches, best played in the order of their temperatures: ")
            .say("when Left begins that comes to ")
            .value(shown(&mean + &gain))
            .say(", when Right begins to ")
            .value(shown(&mean - &gain));
    Ok(Some(line))
}

/// What a sum is worth.
pub(in crate::explain) fn value_page(
    host: &mut dyn Host,
    table: &Table,
    depth: u32,
) -> Result<Page> {
    let store = host.store();
    let total = Value::of_game(&store, table.total(&store)?);
    let title = Sentence::default().sum(table.typed()).say(" ").sign(CompareOp::Equal).say(" ");
    let title = title.value(total.clone());
    let rows = table.parts.iter().map(|part| {
        let alone = Summands::new(vec![part.summand.clone()]);
        let is = Sentence::default().sign(CompareOp::Equal).say(" ");
        vec![Sentence::default().sum(alone), is.value(Value::of_game(&store, part.worth))]
    });
    let line = Sentence::new("the value of a sum is the sum of the values");
    let mut steps = vec![Step::Says { line, under: vec![Step::Table(rows.collect())] }];
    let Cancelled { rest, steps: gone } = cancelled(host, table)?;
    steps.extend(gone);
    steps.extend(derived(host, &rest, depth)?);
    steps.push(Step::says(Sentence::new("these add up to ").value(total)));
    Ok((title, steps))
}

/// The canonical form of the summands that are no numbers, from their options.
fn derived(host: &mut dyn Host, rest: &Table, depth: u32) -> Result<Vec<Step>> {
    let store = host.store();
    let (numbers, others) = split(&store, rest);
    if others.parts.len() < 2 {
        return Ok(Vec::new());
    }
    let mut sides = [Vec::new(), Vec::new()];
    for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
        for one in others.moves(host, player)? {
            side.push(one.to.total(&store)?);
        }
    }
    let [left, right] = sides;
    if left.len() + right.len() > MOST_OPTIONS {
        return Ok(Vec::new());
    }
    let value = others.total(&store)?;
    let derivation = derive::canonical_form(&store, &left, &right)?;
    let Sides { left, right } = derivation.start.clone();
    let form = canonical::bracket(&store, &Sides { left, right }, value)?;
    let what = if numbers.parts.is_empty() {
        Sentence::new("a move in the sum is a move in one summand, so the sum is ")
    } else {
        Sentence::new("without the numbers, a move is a move in one summand, so that sum is ")
    };
    let under = canonical::reductions(&store, &derivation, depth.saturating_sub(1))?;
    Ok(vec![Step::Says { line: what.value(form), under: play::fold(under, depth) }])
}

/// The mean and the temperature of a sum.
pub(in crate::explain) fn heat_page(host: &mut dyn Host, table: &Table) -> Result<Page> {
    let store = host.store();
    let total = Value::of_game(&store, table.total(&store)?);
    let (_, of_total) = heat::page(host, &total, None)?;
    let graph = thermograph(&store, table.total(&store)?)?;
    let shown = |x: &Dyadic| Value::Number(Rational::from(x));
    let title = Sentence::default().sum(table.typed()).say(" has mean ").value(shown(&graph.mean));
    let title = title.say(" and temperature ").value(shown(&graph.temperature));
    let mut rows =
        vec![["summand", "mean", "temperature"].into_iter().map(Sentence::new).collect::<Vec<_>>()];
    for part in &table.parts {
        let graph = thermograph(&store, part.worth)?;
        let alone = Sentence::default().sum(Summands::new(vec![part.summand.clone()]));
        let cell = |x: &Dyadic| Sentence::default().value(shown(x));
        rows.push(vec![alone, cell(&graph.mean), cell(&graph.temperature)]);
    }
    let line = "means add up, and no sum is hotter than its hottest summand";
    let summands = Step::Says { line: Sentence::new(line), under: vec![Step::Table(rows)] };
    let line = Sentence::new("the sum is worth ").value(total);
    Ok((title, vec![summands, Step::Says { line, under: of_total }]))
}

/// The moves of a player that win a sum.
pub(in crate::explain) fn winning_moves_page(
    host: &mut dyn Host,
    table: &Table,
    player: Player,
    depth: u32,
) -> Result<Page> {
    let store = host.store();
    let name = play::name(player);
    let title = Sentence::new(format!("the winning moves of {name} in ")).sum(table.typed());
    let mut steps = structure(host, table)?;
    let mut winning = Vec::new();
    for one in table.moves(host, player)? {
        if one.to.wins_second(&store, player)? {
            winning.push(one);
        }
    }
    if winning.is_empty() {
        steps.push(first_loses(host, table, player, depth)?);
        return Ok((title.say(": there are none"), steps));
    }
    for one in winning.iter().take(MOST_MOVES) {
        let line = Sentence::new("to ").sum(one.to.summands()).say(", which is worth ");
        let line = line.value(Value::of_game(&store, one.to.total(&store)?));
        let claim = Claim::WinsFirst { player, sum: table.typed(), to: one.to.typed() };
        steps.push(Step::Claims { claim, line, under: Vec::new() });
    }
    if winning.len() > MOST_MOVES {
        let more = winning.len() - MOST_MOVES;
        steps.push(Step::says(Sentence::new(format!("and {more} more"))));
    }
    let sign = match player {
        Player::Left => CompareOp::GreaterOrEqual,
        Player::Right => CompareOp::LessOrEqual,
    };
    let line = Sentence::new("a move wins when what it leaves is ").sign(sign).say(" 0");
    steps.push(Step::says(line));
    Ok((title, steps))
}
