//! Summands that cancel: games worth 0, pairs of a game and its negative, nimbers whose nim-sum is 0, and
//! switches that add up to a number.

use num_bigint::BigUint;
use upstar_core::{Dyadic, Game, Rational, Store, thermograph};

use super::evaluated::{EvaluatedSum, EvaluatedSummand};
use super::heat::is_switch;
use crate::explain::nimbers;
use crate::syntax::ast::CompareOp;
use crate::value::explanation::{Claim, Sentence, Step};
use crate::value::host::Host;
use crate::value::{Attempt, Summand, Summands, Value};

/// Two summands that add up to 0, by their places.
pub(super) struct CancellingPair {
    pub(super) first: usize,
    pub(super) second: usize,
    /// Whether each move in one can be copied in the other.
    is_mirrored: bool,
}

/// A sum without the summands that cancel.
pub(in crate::explain) struct Cancelled {
    /// The remaining sum.
    pub(super) rest: EvaluatedSum,
    /// Reasons why the other summands cancel.
    pub(in crate::explain) steps: Vec<Step>,
}

impl Cancelled {
    /// Whether nothing is left.
    pub(in crate::explain) fn is_all(&self) -> bool {
        self.rest.parts().is_empty()
    }
}

/// Whether all summands cancel.
pub(super) fn is_all(host: &mut dyn Host, sum: &EvaluatedSum) -> Attempt<bool> {
    let paired = 2 * pairs(host, sum)?.len();
    Ok(paired == sum.parts().iter().filter(|part| part.worth != Game::ZERO).count())
}

/// Pairs of summands that add up to 0; negatives by symmetry first.
pub(super) fn pairs(host: &mut dyn Host, sum: &EvaluatedSum) -> Attempt<Vec<CancellingPair>> {
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
                    pairs.push(CancellingPair { first, second, is_mirrored });
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
) -> Attempt<bool> {
    host.store().budget().step()?;
    Ok(host.store().neg(parts[a].worth)? == parts[b].worth)
}

/// Returns a sum without the summands that cancel, and the reasons.
pub(in crate::explain) fn cancelled(host: &mut dyn Host, sum: &EvaluatedSum) -> Attempt<Cancelled> {
    let parts = sum.parts();
    let pairs = pairs(host, sum)?;
    let mut is_left: Vec<bool> = parts.iter().map(|part| part.worth != Game::ZERO).collect();
    let (mut steps, mut earlier) = (Vec::new(), Vec::new());
    for pair in &pairs {
        (is_left[pair.first], is_left[pair.second]) = (false, false);
        let [a, b] = [&parts[pair.first], &parts[pair.second]];
        let said_of = (a.summand.clone(), b.summand.clone());
        let is_again = earlier.contains(&said_of);
        steps.push(if is_again { equality_step(a, b) } else { said(host, a, b, pair.is_mirrored) });
        earlier.push(said_of);
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

/// Removes nimbers whose nim-sum is 0, and replaces switches that add up to a number by it.
fn without_settled(store: &Store, rest: EvaluatedSum, mut steps: Vec<Step>) -> Attempt<Cancelled> {
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

/// Returns the short step for two summands that cancel as an equal pair did before.
fn equality_step(a: &EvaluatedSummand, b: &EvaluatedSummand) -> Step {
    let [a, b] = [a, b].map(|part| part.summand.clone());
    let [first, second] = [a.clone(), b.clone()].map(|one| Summands::new(vec![one]));
    let line = Sentence::new("so do another ").sum(first).say(" and ").sum(second);
    Step::Claims { claim: Claim::IsZero(Summands::new(vec![a, b])), line, under: Vec::new() }
}

/// Returns the step on why two summands cancel.
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

/// Groups of summands, by index: each move in a group has an answer in it, so its sum is a number.
#[derive(Default)]
pub(super) struct Cancellation {
    groups: Vec<Vec<usize>>,
}

impl Cancellation {
    /// The groups that cancel in a sum: games worth 0, pairs, nimbers whose nim-sum is 0, switches
    /// that add up to a number.
    pub(super) fn of(host: &mut dyn Host, sum: &EvaluatedSum) -> Attempt<Cancellation> {
        let parts = sum.parts();
        let zeros = (0..parts.len()).filter(|place| parts[*place].worth == Game::ZERO);
        let mut groups: Vec<Vec<usize>> = zeros.map(|place| vec![place]).collect();
        let pairs = pairs(host, sum)?;
        groups
            .extend(pairs.iter().map(|CancellingPair { first, second, .. }| vec![*first, *second]));
        let store = host.store();
        let open = |groups: &[Vec<usize>]| -> Vec<usize> {
            (0..parts.len()).filter(|place| !groups.iter().flatten().any(|p| p == place)).collect()
        };
        let nimbers = nimber_places(&store, parts, &open(&groups));
        if nim_sum(&store, parts, &nimbers) == 0 && !nimbers.is_empty() {
            groups.push(nimbers);
        }
        for [a, b] in switches(&store, parts, &open(&groups))? {
            groups.push(vec![a, b]);
        }
        Ok(Cancellation { groups })
    }

    /// The group that a place belongs to.
    pub(super) fn group(&self, place: usize) -> Option<&[usize]> {
        self.groups.iter().find(|group| group.contains(&place)).map(Vec::as_slice)
    }

    /// The only other summand of the group of a place.
    pub(super) fn partner(&self, place: usize) -> Option<usize> {
        match self.group(place)? {
            [a, b] => Some(if *a == place { *b } else { *a }),
            _ => None,
        }
    }
}

/// The summands among these places that are worth nimbers other than 0.
fn nimber_places(store: &Store, parts: &[EvaluatedSummand], open: &[usize]) -> Vec<usize> {
    let is_nimber = |place: &usize| {
        let worth = parts[*place].worth;
        worth != Game::ZERO && store.as_nimber(worth).is_some()
    };
    open.iter().copied().filter(is_nimber).collect()
}

/// The nim-sum of summands that are worth nimbers.
fn nim_sum(store: &Store, parts: &[EvaluatedSummand], places: &[usize]) -> u32 {
    let nimber = |place: &usize| store.as_nimber(parts[*place].worth).expect("worth a nimber");
    places.iter().map(nimber).fold(0, |sum, nimber| sum ^ nimber)
}

/// Returns the step that some summands have this nim-sum, with their nimbers in binary.
fn nim_sum_step(store: &Store, parts: &[EvaluatedSummand], places: &[usize]) -> Step {
    let of = |place: &usize| parts[*place].summand.clone();
    let group = Summands::new(places.iter().map(of).collect());
    let total = nim_sum(store, parts, places);
    let rows = places.iter().map(|place| {
        let alone = Sentence::default().sum(Summands::new(vec![of(place)]));
        (alone, BigUint::from(nim_sum(store, parts, &[*place])))
    });
    let table = nimbers::in_binary(&rows.collect::<Vec<_>>(), &BigUint::from(total));
    let line = Sentence::default().sum(group.clone()).say(format!(" has nim-sum {total}"));
    let (claim, line) = match total {
        0 => {
            let line = line.say(": whoever moves second in it wins it, so it changes nothing");
            (Claim::IsZero(group), line)
        }
        _ => {
            let star = places.iter().map(|place| parts[*place].worth).collect::<Vec<_>>();
            let star = store.total(&star).expect("nimbers add up");
            let star = Value::of_game(store, star);
            let line = line.say(": it is worth ").value(star.clone());
            (Claim::Equals(group, star.into()), line)
        }
    };
    Step::Claims { claim, line, under: vec![table] }
}

/// Pairs of switches {x|y} with the same temperature among these places, which add up to a number.
fn switches(store: &Store, parts: &[EvaluatedSummand], open: &[usize]) -> Attempt<Vec<[usize; 2]>> {
    let mut alone: Vec<(usize, Dyadic)> = Vec::new();
    let mut found = Vec::new();
    for &place in open {
        if !is_switch(store, parts[place].worth)? {
            continue;
        }
        let heat = thermograph(store, parts[place].worth)?.temperature.clone();
        match alone.iter().position(|(_, other)| *other == heat) {
            Some(at) => found.push([alone.remove(at).0, place]),
            None => alone.push((place, heat)),
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Returns the step that two switches with the same temperature add up to a number, and this number.
fn switches_step(
    store: &Store,
    [a, b]: [&EvaluatedSummand; 2],
) -> Attempt<(Step, EvaluatedSummand)> {
    let worth = store.add(a.worth, b.worth)?;
    let heat = store.number(&thermograph(store, a.worth)?.temperature)?;
    let switch = Value::of_game(store, store.game(&[heat], &[store.neg(heat)?])?);
    let total = Value::of_game(store, worth);
    let line = Sentence::default().sum(Summands::new(vec![a.summand.clone()])).say(" and ");
    let line = line.sum(Summands::new(vec![b.summand.clone()])).say(" add up to ");
    let mut line = line.value(total.clone()).say(": they are ");
    for (n, part) in [a, b].into_iter().enumerate() {
        let mean = Rational::from(&thermograph(store, part.worth)?.mean);
        line = if n == 0 { line } else { line.say(" and ") };
        let moved = Summand { negated: false, game: switch.clone() };
        let mean_first = Summand { negated: false, game: Value::Number(mean.clone()) };
        line = line.sum(Summands::new(match mean.is_zero() {
            true => vec![moved],
            false => vec![mean_first, moved],
        }));
    }
    let twice = vec![Summand { negated: false, game: switch }; 2];
    let line = line.say(", and ").sum(Summands::new(twice)).say(" ");
    let line = line.sign(CompareOp::Equal).say(" 0");
    let both = Summands::new(vec![a.summand.clone(), b.summand.clone()]);
    let claim = Claim::Equals(both, total.clone().into());
    let number = Summand { negated: false, game: total };
    Ok((
        Step::Claims { claim, line, under: Vec::new() },
        EvaluatedSummand { summand: number, worth },
    ))
}
