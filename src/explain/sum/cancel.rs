//! Summands that cancel: games worth 0, and pairs of a game and its negative.

use upstar_core::{Game, Store};

use super::settled::{nim_sum, nim_sum_step, nimber_places, switches, switches_step};
use super::{EvaluatedSum, EvaluatedSummand};
use crate::explain::nimbers;
use crate::value::explanation::{Claim, Sentence, Step};
use crate::value::host::Host;
use crate::value::{Result, Summands, Value};

/// Two summands that add up to 0, by their places.
pub(super) struct Pair {
    pub(super) first: usize,
    pub(super) second: usize,
    /// Whether each move in one can be copied in the other.
    is_mirrored: bool,
}

/// What is left of a sum when the summands that cancel are taken away.
pub(in crate::explain) struct Cancelled {
    /// What is left.
    pub(super) rest: EvaluatedSum,
    /// Why the others may go.
    pub(in crate::explain) steps: Vec<Step>,
}

impl Cancelled {
    /// Whether nothing is left.
    pub(in crate::explain) fn is_all(&self) -> bool {
        self.rest.parts().is_empty()
    }
}

/// Whether all summands cancel.
pub(super) fn is_all(host: &mut dyn Host, sum: &EvaluatedSum) -> Result<bool> {
    let paired = 2 * pairs(host, sum)?.len();
    Ok(paired == sum.parts().iter().filter(|part| part.worth != Game::ZERO).count())
}

/// Pairs of summands that add up to 0; those that mirror each other first.
pub(super) fn pairs(host: &mut dyn Host, sum: &EvaluatedSum) -> Result<Vec<Pair>> {
    let parts = sum.parts();
    let mut is_free: Vec<bool> = parts.iter().map(|part| part.worth != Game::ZERO).collect();
    let mut pairs = Vec::new();
    for wanted in [true, false] {
        for first in 0..parts.len() {
            for second in first + 1..parts.len() {
                if !(is_free[first] && is_free[second] && are_opposite(host, parts, first, second)?)
                {
                    continue;
                }
                let (a, b) = (&parts[first].summand, &parts[second].summand);
                let is_mirrored = a.is_mirrored_by(b, host)?;
                if is_mirrored == wanted {
                    (is_free[first], is_free[second]) = (false, false);
                    pairs.push(Pair { first, second, is_mirrored });
                }
            }
        }
    }
    Ok(pairs)
}

fn are_opposite(
    host: &mut dyn Host,
    parts: &[EvaluatedSummand],
    a: usize,
    b: usize,
) -> Result<bool> {
    host.store().budget().step()?;
    Ok(host.store().neg(parts[a].worth)? == parts[b].worth)
}

/// What is left of a sum, and why the rest of it may go.
pub(in crate::explain) fn cancelled(host: &mut dyn Host, sum: &EvaluatedSum) -> Result<Cancelled> {
    let parts = sum.parts();
    let pairs = pairs(host, sum)?;
    let mut is_left: Vec<bool> = parts.iter().map(|part| part.worth != Game::ZERO).collect();
    let (mut steps, mut told) = (Vec::new(), Vec::new());
    for pair in &pairs {
        (is_left[pair.first], is_left[pair.second]) = (false, false);
        let [a, b] = [&parts[pair.first], &parts[pair.second]];
        let said_of = (a.summand.clone(), b.summand.clone());
        let is_again = told.contains(&said_of);
        steps.push(if is_again { again(a, b) } else { said(host, a, b, pair.is_mirrored) });
        told.push(said_of);
    }
    for part in parts.iter().filter(|part| part.worth == Game::ZERO) {
        if let Value::Number(_) = part.summand.game {
            continue;
        }
        let alone = Summands::new(vec![part.summand.clone()]);
        let line = Sentence::default().sum(alone.clone());
        let line =
            line.say(" is worth 0: whoever moves second in it wins it, so it changes nothing");
        steps.push(Step::Claims { claim: Claim::IsZero(alone), line, under: Vec::new() });
    }
    let left: Vec<usize> = (0..parts.len()).filter(|place| is_left[*place]).collect();
    let rest = EvaluatedSum { parts: left.iter().map(|place| parts[*place].clone()).collect() };
    let formal = rest.typed().formal_sum(host)?;
    if rest.parts.is_empty() || nimbers::of(host, &formal)?.is_some() {
        return Ok(Cancelled { rest, steps });
    }
    without_settled(&host.store(), rest, steps)
}

/// What is left without nimbers whose nim-sum is 0, and with numbers in the place of switches that
/// add up to them.
fn without_settled(store: &Store, rest: EvaluatedSum, mut steps: Vec<Step>) -> Result<Cancelled> {
    let mut parts = rest.parts;
    let all: Vec<usize> = (0..parts.len()).collect();
    let nimbers = nimber_places(store, &parts, &all);
    if nimbers.len() > 1 {
        steps.push(nim_sum_step(store, &parts, &nimbers));
        if nim_sum(store, &parts, &nimbers) == 0 {
            let is_left = |place: &usize| !nimbers.contains(place);
            parts = all.into_iter().filter(is_left).map(|place| parts[place].clone()).collect();
        }
    }
    let all: Vec<usize> = (0..parts.len()).collect();
    let pairs = switches(store, &parts, &all)?;
    let mut numbers = Vec::new();
    for [a, b] in &pairs {
        let (step, number) = switches_step(store, [&parts[*a], &parts[*b]])?;
        steps.push(step);
        numbers.push(number);
    }
    let is_left = |place: &usize| !pairs.iter().flatten().any(|paired| paired == place);
    let others = all.into_iter().filter(is_left).map(|place| parts[place].clone());
    let parts = numbers.into_iter().chain(others).collect();
    Ok(Cancelled { rest: EvaluatedSum { parts }, steps })
}

/// Two summands that cancel as two equal ones did before.
fn again(a: &EvaluatedSummand, b: &EvaluatedSummand) -> Step {
    let [a, b] = [a, b].map(|part| part.summand.clone());
    let [first, second] = [a.clone(), b.clone()].map(|one| Summands::new(vec![one]));
    let line = Sentence::new("so do another ").sum(first).say(" and ").sum(second);
    Step::Claims { claim: Claim::IsZero(Summands::new(vec![a, b])), line, under: Vec::new() }
}

/// Why two summands cancel.
fn said(
    host: &mut dyn Host,
    a: &EvaluatedSummand,
    b: &EvaluatedSummand,
    is_mirrored: bool,
) -> Step {
    let alone = |part: &EvaluatedSummand| Summands::new(vec![part.summand.clone()]);
    let line = Sentence::default().sum(alone(a)).say(" and ").sum(alone(b)).say(" cancel: ");
    let store = host.store();
    let worth = |part: &EvaluatedSummand| Value::of_game(&store, part.worth);
    let line = match is_mirrored {
        true => line.say(
            "each is the negative of the other, so a move in one is answered by its mirror image \
             in the other",
        ),
        false => line
            .say("they are worth ")
            .value(worth(a))
            .say(" and ")
            .value(worth(b))
            .say(", which add up to 0"),
    };
    let both = Summands::new(vec![a.summand.clone(), b.summand.clone()]);
    Step::Claims { claim: Claim::IsZero(both), line, under: Vec::new() }
}
