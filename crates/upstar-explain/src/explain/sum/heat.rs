//! Numbers, switches and other hot games in a sum: number avoidance, the hottest summand, stops.

use std::sync::Arc;

use upstar_core::{Dyadic, Game, Rational, Store, Thermograph, thermograph};

use super::evaluated::{EvaluatedSum, EvaluatedSummand};
use crate::explain::draft::{Draft, Outline, Reasons};
use crate::syntax::ast::CompareOp;
use crate::value::explanation::{Claim, Sentence, Step};
use crate::value::host::Host;
use crate::value::{Attempt, Summand, Summands, Value};

/// A summand with its thermograph.
struct Heated<'s> {
    part: &'s EvaluatedSummand,
    graph: Arc<Thermograph>,
}

impl EvaluatedSum {
    /// Splits the summands into those worth a number and the others.
    pub(super) fn numbers_apart(&self, store: &Store) -> (EvaluatedSum, EvaluatedSum) {
        let is_number = |part: &EvaluatedSummand| store.is_number(part.worth);
        let (numbers, others) = self.parts.iter().cloned().partition(is_number);
        (EvaluatedSum { parts: numbers }, EvaluatedSum { parts: others })
    }

    fn heated(&self, store: &Store) -> Attempt<Vec<Heated<'_>>> {
        let mut all = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            all.push(Heated { part, graph: thermograph(store, part.worth)? });
        }
        Ok(all)
    }
}

/// Summands with mean and temperature.
fn rows(heated: &[Heated<'_>]) -> Step {
    let head = ["summand", "mean", "temperature"];
    let mut rows = vec![head.into_iter().map(Sentence::new).collect::<Vec<_>>()];
    for one in heated {
        let alone = Sentence::default().sum(Summands::new(vec![one.part.summand.clone()]));
        rows.push(vec![alone, shown(&one.graph.mean), shown(&one.graph.temperature)]);
    }
    Step::Table(rows)
}

fn shown(x: &Dyadic) -> Sentence {
    Sentence::default().value(Value::Number(Rational::from(x)))
}

/// Returns the steps on numbers beside other games, and on the hottest of these.
pub(super) fn mixture(host: &mut dyn Host, rest: &EvaluatedSum) -> Attempt<Vec<Step>> {
    let store = host.store();
    let (numbers, others) = rest.numbers_apart(&store);
    let mut steps = Vec::new();
    if numbers.parts.len() > 1 {
        let total = Value::of_game(&store, numbers.value(&store)?);
        let line = Sentence::new("the numbers add up: ").sum(numbers.summands()).say(" ");
        let line = line.sign(CompareOp::Equal).say(" ").value(total.clone());
        let claim = Claim::Equals(numbers.typed(), total.into());
        steps.push(Step::Claims { claim, line, under: Vec::new() });
    }
    if let Some(first) = numbers.parts.first()
        && !others.parts.is_empty()
        && !store.is_number(others.value(&store)?)
    {
        let is_typed = matches!(first.summand.game, Value::Number(_));
        let line = match (numbers.parts.len(), is_typed) {
            (1, true) => Sentence::default().sum(numbers.summands()).say(" is a number"),
            (1, false) => Sentence::default().sum(numbers.summands()).say(" is worth a number"),
            _ => Sentence::new("these are numbers"),
        };
        let line = line.say(
            ", and the rest is not: by number avoidance, whoever can win moving first can do so by \
             a move in the rest",
        );
        let claim = Claim::AvoidsNumbers { numbers: numbers.typed(), rest: others.typed() };
        steps.push(Step::Claims { claim, line, under: Vec::new() });
    }
    steps.extend(hottest(&store, rest, (&numbers, &others))?);
    Ok(steps)
}

/// Returns the step on the hottest of the summands that are not numbers, when one is hot.
fn hottest(
    store: &Store,
    rest: &EvaluatedSum,
    (numbers, others): (&EvaluatedSum, &EvaluatedSum),
) -> Attempt<Option<Step>> {
    let heated = others.heated(store)?;
    let most = heated.iter().map(|one| &one.graph.temperature).max();
    let Some(most) = most.filter(|most| **most > Dyadic::ZERO && heated.len() > 1) else {
        return Ok(None);
    };
    let mut hottest: Vec<Summand> = Vec::new();
    for one in heated.iter().filter(|one| one.graph.temperature == *most) {
        if !hottest.contains(&one.part.summand) {
            hottest.push(one.part.summand.clone());
        }
    }
    let line = match &hottest[..] {
        _ if heated.iter().all(|one| one.graph.temperature == *most) => {
            Sentence::new("these summands are equally hot")
        }
        [one] => Sentence::new("the hottest summand is ").sum(Summands::new(vec![one.clone()])),
        many => {
            let mut line = Sentence::new("the hottest summands are ");
            for (n, one) in many.iter().enumerate() {
                let and = if n + 1 == many.len() { " and " } else { ", " };
                line = if n == 0 { line } else { line.say(and) };
                line = line.sum(Summands::new(vec![one.clone()]));
            }
            line
        }
    };
    let line = line.say(", with temperature ").join(shown(most));
    let claim = Claim::Hottest {
        sum: others.typed(),
        hottest: Summands::new(hottest),
        temperature: Rational::from(most),
    };
    let mut under = vec![rows(&heated)];
    if let Some([left, right]) = stops_of_switches(store, &heated, numbers)? {
        let line = Sentence::new(
            "these are switches: with each move made in the hottest one that is left, the sum \
             comes to ",
        );
        let line = line.join(shown(&left)).say(" when Left begins, and to ");
        let line = line.join(shown(&right)).say(" when Right begins");
        let (left, right) = (Rational::from(&left), Rational::from(&right));
        let claim = Claim::Stops { sum: rest.typed(), left, right };
        under.push(Step::Claims { claim, line, under: Vec::new() });
    }
    Ok(Some(Step::Claims { claim, line, under }))
}

/// The stops of a sum of switches {x|y} with x > y and of numbers: each move is made in the hottest
/// switch.
///
/// Source: *Winning Ways*, chapter 6.
fn stops_of_switches(
    store: &Store,
    heated: &[Heated<'_>],
    numbers: &EvaluatedSum,
) -> Attempt<Option<[Dyadic; 2]>> {
    let total = numbers.value(store)?;
    let mut mean = store.as_number(total).expect("numbers add up to a number");
    let mut heats = Vec::new();
    for one in heated {
        if !is_switch(store, one.part.worth)? {
            return Ok(None);
        }
        mean = &mean + &one.graph.mean;
        heats.push(&one.graph.temperature);
    }
    heats.sort_by(|a, b| b.cmp(a));
    let mut gain = Dyadic::ZERO;
    for (n, heat) in heats.into_iter().enumerate() {
        gain = if n % 2 == 0 { &gain + heat } else { &gain - heat };
    }
    Ok(Some([&mean + &gain, &mean - &gain]))
}

/// Whether a game is {x|y} with numbers x > y.
pub(super) fn is_switch(store: &Store, game: Game) -> Attempt<bool> {
    let number = |options: Vec<Game>| match &options[..] {
        [one] => store.as_number(*one),
        _ => None,
    };
    let left = number(store.left_options(game)?);
    let right = number(store.right_options(game)?);
    Ok(matches!((left, right), (Some(left), Some(right)) if left > right))
}

/// The mean and the temperature of a sum, or its thermograph; `of_total` has the steps on the value of the sum.
pub(in crate::explain) fn heat_page(
    host: &mut dyn Host,
    sum: &EvaluatedSum,
    of_total: impl FnOnce(&mut dyn Host, &Value) -> Attempt<Vec<Draft>>,
) -> Attempt<Outline> {
    let store = host.store();
    let value = sum.value(&store)?;
    let total = Value::of_game(&store, value);
    let of_total = of_total(host, &total)?;
    let graph = thermograph(&store, value)?;
    let title = Sentence::default().sum(sum.typed()).say(" has mean ").join(shown(&graph.mean));
    let title = title.say(" and temperature ").join(shown(&graph.temperature));
    let line = Sentence::new("means add up, and no sum is hotter than its hottest summand");
    let summands = Step::Says { line, under: vec![rows(&sum.heated(&store)?)] };
    let claim = Claim::Equals(sum.typed(), total.clone().into());
    let line = Sentence::new("the sum is worth ").value(total);
    let of_total = Draft::claims(claim, line, Reasons::Shown(of_total));
    Ok(Outline::new(title, vec![summands.into(), of_total]))
}
