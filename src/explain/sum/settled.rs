//! Summands of a sum that together are worth a number: each move in one is answered in the others.

use num_bigint::BigUint;
use upstar_core::{Dyadic, Game, Rational, Store, thermograph};

use super::cancel::{Pair, pairs};
use super::heat::is_switch;
use super::{EvaluatedSum, EvaluatedSummand};
use crate::explain::nimbers;
use crate::syntax::ast::CompareOp;
use crate::value::explanation::{Claim, Sentence, Step};
use crate::value::host::Host;
use crate::value::{Result, Summand, Summands, Value};

/// Groups of summands, by their places.
#[derive(Default)]
pub(super) struct Settled {
    groups: Vec<Vec<usize>>,
}

impl Settled {
    /// The groups that cancel in a sum: games worth 0, pairs, nimbers whose nim-sum is 0, switches
    /// that add up to a number.
    pub(super) fn of(host: &mut dyn Host, sum: &EvaluatedSum) -> Result<Settled> {
        let parts = sum.parts();
        let zeros = (0..parts.len()).filter(|place| parts[*place].worth == Game::ZERO);
        let mut groups: Vec<Vec<usize>> = zeros.map(|place| vec![place]).collect();
        let pairs = pairs(host, sum)?;
        groups.extend(pairs.iter().map(|Pair { first, second, .. }| vec![*first, *second]));
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
        Ok(Settled { groups })
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
pub(super) fn nimber_places(
    store: &Store,
    parts: &[EvaluatedSummand],
    open: &[usize],
) -> Vec<usize> {
    let is_nimber = |place: &usize| {
        let worth = parts[*place].worth;
        worth != Game::ZERO && store.as_nimber(worth).is_some()
    };
    open.iter().copied().filter(is_nimber).collect()
}

/// The nim-sum of summands that are worth nimbers.
pub(super) fn nim_sum(store: &Store, parts: &[EvaluatedSummand], places: &[usize]) -> u32 {
    let nimber = |place: &usize| store.as_nimber(parts[*place].worth).expect("worth a nimber");
    places.iter().map(nimber).fold(0, |sum, nimber| sum ^ nimber)
}

/// That some summands have this nim-sum, with their nimbers in binary.
pub(super) fn nim_sum_step(store: &Store, parts: &[EvaluatedSummand], places: &[usize]) -> Step {
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
pub(super) fn switches(
    store: &Store,
    parts: &[EvaluatedSummand],
    open: &[usize],
) -> Result<Vec<[usize; 2]>> {
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

/// That two switches with the same temperature add up to a number, and this number as a summand.
pub(super) fn switches_step(
    store: &Store,
    [a, b]: [&EvaluatedSummand; 2],
) -> Result<(Step, EvaluatedSummand)> {
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
