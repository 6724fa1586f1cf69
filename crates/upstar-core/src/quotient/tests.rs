//! Quotients agree with play, and are minimal.

use std::collections::HashMap;

use proptest::prelude::*;

use super::learn::ObservationTable;
use super::play::OutcomeSearch;
use super::proof::{Closure, ProofCheck};
use super::{Quotient, QuotientSolver, Word};
use crate::Budget;

/// The options of each heap, from heap 1 on.
pub(super) type Rules = Vec<Vec<Vec<usize>>>;

/// Whether a sum of heaps is a misère P-position, by definition.
pub(super) fn is_p(rules: &Rules, heaps: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
    if let Some(&p) = known.get(heaps) {
        return p;
    }
    let (mut moves, mut wins) = (false, false);
    for (at, &heap) in heaps.iter().enumerate() {
        for option in &rules[heap - 1] {
            let mut next = heaps.to_vec();
            next.remove(at);
            next.extend(option.iter().filter(|&&h| h > 0));
            next.sort_unstable();
            moves = true;
            wins |= is_p(rules, &next, known);
        }
    }
    let p = moves && !wins;
    known.insert(heaps.to_vec(), p);
    p
}

/// All sums of at most `most` heaps.
pub(super) fn sums(heaps: usize, most: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    let mut first = 0;
    for _ in 0..most {
        let last = all.len();
        for at in first..last {
            let least = all[at].last().copied().unwrap_or(1);
            for heap in least..=heaps {
                let mut sum: Vec<usize> = all[at].clone();
                sum.push(heap);
                all.push(sum);
            }
        }
        first = last;
    }
    all
}

fn value(quotient: &Quotient, heaps: &[usize]) -> usize {
    heaps.iter().fold(0, |x, &heap| quotient.times(x, quotient.heaps()[heap - 1]))
}

/// Rules for four heaps whose options are at most two heaps.
fn rules() -> impl Strategy<Value = Rules> {
    let heap = |n: usize| {
        let option = proptest::collection::vec(0..n, 0..=2);
        proptest::collection::vec(option, 0..=3)
    };
    (heap(1), heap(2), heap(3), heap(4)).prop_map(|(a, b, c, d)| vec![a, b, c, d])
}

fn solved(rules: &Rules) -> Option<Quotient> {
    let budget = Budget::unlimited();
    budget.limit_steps(300_000);
    let mut solver = QuotientSolver::new(budget).ok()?;
    rules.iter().try_for_each(|options| solver.push(options.clone())).ok()?;
    solver.quotient().ok()
}

/// In the quotient of Nim with heaps 1 and 2, heap 3 is the product of both, and nothing else.
#[test]
fn a_wrong_value_is_refuted() {
    let budget = Budget::unlimited();
    let mut play = OutcomeSearch::new(budget.clone());
    let (one, a, b) = (Word::default(), Word::letter(0), Word::letter(1));
    play.add(vec![one.clone()]);
    play.add(vec![one.clone(), a.clone()]);
    let monoid = ObservationTable::new().learn(&mut play, &budget).unwrap();
    assert_eq!(monoid.order(), 6);
    let element = |word: &Word| monoid.element(word);
    for heap_3 in 0..monoid.order() {
        let mut closure = Closure::new(&monoid);
        let heaps = [
            (element(&a), vec![0]),
            (element(&b), vec![0, element(&a)]),
            (heap_3, vec![0, element(&a), element(&b)]),
        ];
        let holds = heaps.iter().enumerate().all(|(heap, (value, options))| {
            let verdict = closure.add(&monoid, heap, *value, options, &budget).unwrap();
            verdict == ProofCheck::Holds
        });
        assert_eq!(holds, heap_3 == element(&a.times(&b)));
    }
}

proptest! {
    #[test]
    fn outcomes_are_those_of_play(rules in rules()) {
        let quotient = solved(&rules);
        prop_assume!(quotient.is_some());
        let quotient = quotient.unwrap();
        let mut known = HashMap::new();
        for sum in sums(rules.len(), 6) {
            let p = is_p(&rules, &sum, &mut known);
            prop_assert_eq!(p, quotient.is_p(value(&quotient, &sum)).unwrap(), "{:?}", sum);
        }
    }

    #[test]
    fn different_elements_are_distinguished_by_play(rules in rules()) {
        let quotient = solved(&rules);
        prop_assume!(quotient.is_some());
        let quotient = quotient.unwrap();
        prop_assume!(quotient.order() <= 24);
        let mut known = HashMap::new();
        let heaps = |x: usize| -> Vec<usize> {
            quotient.word(x).unwrap().letters().map(|letter| quotient.generators()[letter]).collect()
        };
        for x in 0..quotient.order() {
            prop_assert_eq!(value(&quotient, &heaps(x)), x);
            for y in 0..x {
                let apart = (0..quotient.order()).any(|z| {
                    let [x, y] = [x, y].map(|x| {
                        let mut sum = [heaps(x), heaps(z)].concat();
                        sum.sort_unstable();
                        is_p(&rules, &sum, &mut known)
                    });
                    x != y
                });
                prop_assert!(apart);
            }
        }
    }

    #[test]
    fn products_are_those_of_a_commutative_monoid(rules in rules()) {
        let quotient = solved(&rules);
        prop_assume!(quotient.is_some());
        let quotient = quotient.unwrap();
        prop_assume!(quotient.order() <= 40);
        // Plambeck and Siegel 2008: the order is even, but for the quotient without moves.
        prop_assert!(quotient.order() == 1 || quotient.order().is_multiple_of(2));
        let elements = || 0..quotient.order();
        for (x, y) in elements().flat_map(|x| elements().map(move |y| (x, y))) {
            prop_assert_eq!(quotient.times(x, y), quotient.times(y, x));
            for z in elements() {
                let [left, right] = [quotient.times(x, y), quotient.times(y, z)];
                prop_assert_eq!(quotient.times(left, z), quotient.times(x, right));
            }
        }
        let kernel = quotient.kernel();
        for (&k, x) in kernel.iter().flat_map(|k| elements().map(move |x| (k, x))) {
            prop_assert!(kernel.contains(&quotient.times(k, x)));
        }
        for (left, right) in quotient.relations() {
            let [left, right] = [left, right].map(|word| {
                let letters = word.letters().map(|l| quotient.generators()[l]);
                value(&quotient, &letters.collect::<Vec<_>>())
            });
            prop_assert_eq!(left, right);
        }
    }
}
