//! Complimenting and entailing moves: the theory against play by the rules.

use std::collections::HashMap;

use proptest::prelude::*;
use upstar_core::impartial::{AffineNimber, Replies};

use crate::length::properties;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ordinary,
    Complimenting,
    Entailing,
}

/// Moves of each position to sums of positions with smaller numbers.
type Rules = Vec<Vec<(Kind, Vec<usize>)>>;

/// A sum of positions and a heap of Nim, and the components in which the player to move must move.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    free: Vec<usize>,
    heap: usize,
    entailed: Option<Vec<usize>>,
}

/// Whether the player to move wins, by trying all moves.
fn wins(rules: &Rules, state: &State, known: &mut HashMap<State, bool>) -> bool {
    if let Some(known) = known.get(state) {
        return *known;
    }
    let mut next: Vec<(Kind, State)> = Vec::new();
    let places = state.entailed.as_ref().unwrap_or(&state.free);
    for (place, position) in places.iter().enumerate() {
        let mut others = places.clone();
        others.remove(place);
        for (kind, to) in &rules[*position] {
            let mut free = others.clone();
            if state.entailed.is_some() {
                free.extend(&state.free);
            }
            let entailed = (*kind == Kind::Entailing).then(|| to.clone());
            if entailed.is_none() {
                free.extend(to);
            }
            free.sort_unstable();
            next.push((*kind, State { free, heap: state.heap, entailed }));
        }
    }
    if state.entailed.is_none() {
        for heap in 0..state.heap {
            next.push((Kind::Ordinary, State { heap, ..state.clone() }));
        }
    }
    let found =
        next.iter().any(|(kind, to)| wins(rules, to, known) == (*kind == Kind::Complimenting));
    known.insert(state.clone(), found);
    found
}

fn total(values: impl Iterator<Item = AffineNimber>) -> AffineNimber {
    values.fold(AffineNimber::Nimber(0), AffineNimber::plus)
}

/// The sets of all positions, by the theory.
fn sets(rules: &Rules) -> Vec<Replies> {
    let mut all: Vec<Replies> = Vec::new();
    for moves in rules {
        let mut set = Replies::none();
        for (kind, to) in moves {
            let value = total(to.iter().map(|part| all[*part].value()));
            match kind {
                Kind::Ordinary => set.ordinary([value]),
                Kind::Complimenting => set.complimenting(value),
                Kind::Entailing => {
                    let mut sum = Replies::none();
                    for (place, part) in to.iter().enumerate() {
                        let others = to.iter().enumerate().filter(|(other, _)| *other != place);
                        let rest = total(others.map(|(_, other)| all[*other].value()));
                        sum.in_component(&all[*part], rest);
                    }
                    set.entailing(&sum);
                }
            }
        }
        all.push(set);
    }
    all
}

fn random_rules() -> impl Strategy<Value = Rules> {
    let kind = prop_oneof![
        3 => Just(Kind::Ordinary),
        1 => Just(Kind::Complimenting),
        2 => Just(Kind::Entailing),
    ];
    let one = (kind, prop::collection::vec(any::<prop::sample::Index>(), 0..3));
    prop::collection::vec(prop::collection::vec(one, 0..4), 1..7).prop_map(|all| {
        let below = |place: usize, to: Vec<prop::sample::Index>| match place {
            0 => Vec::new(),
            _ => to.iter().map(|index| index.index(place)).collect(),
        };
        let moves = all.into_iter().enumerate().map(|(place, moves)| {
            moves.into_iter().map(|(kind, to)| (kind, below(place, to))).collect()
        });
        moves.collect()
    })
}

proptest! {
    #![proptest_config(properties(300))]

    /// Outcomes of sums, also where the player must move in one component.
    #[test]
    fn sums_are_won_as_their_values_say(rules in random_rules()) {
        let sets = sets(&rules);
        let mut known = HashMap::new();
        for a in 0..rules.len() {
            for heap in 0..6 {
                let value = sets[a].value().plus(AffineNimber::Nimber(heap as u32));
                let alone = State { free: vec![a], heap, entailed: None };
                prop_assert_eq!(wins(&rules, &alone, &mut known), value.is_won());
                let must = State { free: Vec::new(), heap, entailed: Some(vec![a]) };
                prop_assert_eq!(wins(&rules, &must, &mut known), sets[a].contains(heap as u32));
                for b in 0..=a {
                    let both = value.plus(sets[b].value());
                    let sum = State { free: vec![b, a], heap, entailed: None };
                    prop_assert_eq!(wins(&rules, &sum, &mut known), both.is_won());
                    let rest = sets[b].value().plus(AffineNimber::Nimber(heap as u32));
                    let must = State { free: vec![b], heap, entailed: Some(vec![a]) };
                    prop_assert_eq!(wins(&rules, &must, &mut known), sets[a].wins_beside(rest));
                }
            }
        }
    }

    /// Positions without complimenting and entailing moves have the nimber of the mex rule.
    #[test]
    fn ordinary_moves_follow_the_mex_rule(rules in random_rules()) {
        let ordinary: Rules = rules
            .into_iter()
            .map(|moves| moves.into_iter().map(|(_, to)| (Kind::Ordinary, to)).collect())
            .collect();
        let mut nimbers: Vec<u32> = Vec::new();
        for moves in &ordinary {
            let options: Vec<u32> =
                moves.iter().map(|(_, to)| to.iter().fold(0, |sum, part| sum ^ nimbers[*part])).collect();
            nimbers.push((0..).find(|n| !options.contains(n)).unwrap());
        }
        let found: Vec<AffineNimber> = sets(&ordinary).iter().map(Replies::value).collect();
        let expected: Vec<AffineNimber> = nimbers.into_iter().map(AffineNimber::Nimber).collect();
        prop_assert_eq!(found, expected);
    }
}
