//! Published quotients.
//!
//! The papers cited in the tests were not accessible in full, so no figure rests on them: each quotient is
//! recomputed from the definition. [`assert_is_the_quotient`] proves a table by the transition algebra of
//! Plambeck and Siegel 2008, which shares no code with the solver or with its own proof, and
//! [`distinguished_classes`] counts classes of sums of small heaps by playing them out.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::tests::{Rules, is_p, sums};
use super::{Period, Quotient, QuotientSolver, TakeAndBreak};
use crate::heap::Code;
use crate::{Budget, Error};

/// Proves that `quotient` is the misère quotient of heaps with these options.
///
/// A sum has a value and the set of values of its options, which follow from those of its parts.
/// All pairs that occur are listed, and in each the value is in the P-portion exactly when there
/// are options and none of theirs is: so outcomes are right, by induction on the length of play.
/// Any two elements are distinguished by adding some element, and every element is the value of a sum.
fn assert_is_the_quotient(quotient: &Quotient, rules: &Rules) {
    let (elements, times) = (0..quotient.order(), |x, y| quotient.times(x, y));
    for x in elements.clone() {
        for y in elements.clone() {
            assert_eq!(times(x, y), times(y, x));
            for &heap in quotient.heaps() {
                assert_eq!(times(times(x, y), heap), times(x, times(y, heap)));
            }
            let apart = elements.clone().any(|z| {
                quotient.is_p(times(x, z)).unwrap() != quotient.is_p(times(y, z)).unwrap()
            });
            assert_eq!(apart, x != y, "{x} and {y}");
        }
    }
    let value = |heaps: &Vec<usize>| {
        heaps
            .iter()
            .filter(|&&heap| heap > 0)
            .fold(0, |x, &heap| times(x, quotient.heaps()[heap - 1]))
    };
    type Pair = (usize, BTreeSet<usize>);
    let heap = |(n, options): (usize, &Vec<Vec<usize>>)| -> Pair {
        (quotient.heaps()[n], options.iter().map(value).collect())
    };
    let heaps: HashSet<Pair> = rules.iter().enumerate().map(heap).collect();
    let mut pairs: Vec<Pair> = vec![(0, BTreeSet::new())];
    let mut seen: HashSet<Pair> = pairs.iter().cloned().collect();
    while let Some((x, options)) = pairs.pop() {
        let wins = options.iter().any(|&option| quotient.is_p(option).unwrap());
        assert_eq!(
            quotient.is_p(x).unwrap(),
            !options.is_empty() && !wins,
            "{x} with options {options:?}"
        );
        for (y, others) in &heaps {
            let first = options.iter().map(|&option| times(option, *y));
            let sum = (times(x, *y), first.chain(others.iter().map(|&o| times(x, o))).collect());
            if seen.insert(sum.clone()) {
                pairs.push(sum);
            }
        }
    }
    let values: HashSet<usize> = seen.iter().map(|(x, _)| *x).collect();
    assert_eq!(values.len(), quotient.order());
}

/// Number of classes of sums of at most `most` heaps distinguished by adding such sums and playing on: at
/// most the order of the quotient, and equal if `most` is large enough.
fn distinguished_classes(rules: &Rules, most: usize) -> usize {
    let (all, mut known) = (sums(rules.len(), most), HashMap::new());
    let row = |sum: &Vec<usize>| -> Vec<bool> {
        let with = |other: &Vec<usize>| {
            let mut heaps = [sum.as_slice(), other].concat();
            heaps.sort_unstable();
            is_p(rules, &heaps, &mut known)
        };
        all.iter().map(with).collect()
    };
    all.iter().map(row).collect::<HashSet<_>>().len()
}

/// The options of heaps 1, 2, ... by an octal code.
fn rules(code: &str, heaps: usize) -> Rules {
    (1..=heaps).map(|n| octal(&digits(code), n)).collect()
}

/// The options of a heap of `n` by an octal code.
fn octal(digits: &[u8], n: usize) -> Vec<Vec<usize>> {
    let mut options = Vec::new();
    for (taken, digit) in digits.iter().enumerate().take(n + 1) {
        let left = n - taken;
        if digit & 1 != 0 && left == 0 {
            options.push(vec![]);
        }
        if digit & 2 != 0 && left > 0 {
            options.push(vec![left]);
        }
        if digit & 4 != 0 {
            options.extend((1..=left / 2).map(|a| vec![a, left - a]));
        }
    }
    options
}

/// The digits of a code such as `0.77`, d_0 first.
fn digits(code: &str) -> Vec<u8> {
    assert!(code.parse::<Code>().is_ok());
    code.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect()
}

fn solver(code: &str, heaps: usize) -> QuotientSolver {
    let mut solver = QuotientSolver::new(Budget::unlimited()).unwrap();
    for n in 1..=heaps {
        solver.push(octal(&digits(code), n)).unwrap();
    }
    solver
}

fn quotient(code: &str, heaps: usize) -> Quotient {
    let quotient = solver(code, heaps).quotient().unwrap();
    assert_is_the_quotient(&quotient, &rules(code, heaps));
    quotient
}

fn period(code: &str, heaps: usize) -> Option<Period> {
    let moves = TakeAndBreak { most_taken: digits(code).len() - 1, most_heaps: 2, from: 0 };
    quotient(code, heaps).period(moves)
}

/// Words as papers print them, without hats on exponents.
fn texts(quotient: &Quotient, elements: impl IntoIterator<Item = usize>) -> String {
    let text = |x: usize| {
        let exponents = quotient.word(x).unwrap().exponents();
        let letters = ('a'..='z').zip(exponents).filter(|(_, e)| **e > 0);
        let power = |(l, e): (char, &u32)| if *e == 1 { l.to_string() } else { format!("{l}{e}") };
        let text: String = letters.map(power).collect();
        if text.is_empty() { "1".to_owned() } else { text }
    };
    elements.into_iter().map(text).collect::<Vec<_>>().join(" ")
}

fn heaps(quotient: &Quotient) -> String {
    texts(quotient, quotient.heaps().iter().copied())
}

fn p_portion(quotient: &Quotient) -> String {
    texts(quotient, quotient.p_portion())
}

/// Codes with numbers of heaps, and the size of sums that distinguishes all classes.
const DISTINGUISHED: &[(&str, usize, usize)] = &[
    ("0.75", 8, 3),
    ("0.123", 9, 4),
    ("0.77", 8, 3),
    ("0.137", 10, 3),
    ("0.3", 5, 2),
    ("0.7", 5, 2),
];

#[test]
fn quotients_of_small_heaps_are_distinguished_by_play() {
    for (code, heaps, most) in DISTINGUISHED {
        let order = distinguished_classes(&rules(code, *heaps), *most);
        assert_eq!(order, quotient(code, *heaps).order(), "{code}");
    }
}

/// Plambeck and Siegel 2008: the quotient of Nim with heaps of less than 2^n counters is T_n, of
/// order 2^n + 2 from n = 2 on.
#[test]
fn nim_has_the_tame_quotients() {
    let mut nim = QuotientSolver::new(Budget::unlimited()).unwrap();
    assert_eq!(nim.quotient().unwrap().order(), 1);
    for n in 1..=16 {
        nim.push((0..n).map(|k| vec![k]).collect()).unwrap();
        assert!(nim.quotient().unwrap().is_tame());
    }
    let rules: Rules = (1..=16).map(|n| (0..n).map(|k| vec![k]).collect()).collect();
    assert_is_the_quotient(&nim.quotient().unwrap(), &rules);
    assert_eq!(nim.orders(), [2, 6, 6, 10, 10, 10, 10, 18, 18, 18, 18, 18, 18, 18, 18, 34]);
}

/// The smallest wild quotient, R_8: Plambeck and Siegel 2008; that there is no other of order 8
/// is in Siegel, "The structure and classification of misère quotients" (2007).
#[test]
fn the_quotient_of_0_75_has_order_8() {
    let q = quotient("0.75", 21);
    assert_eq!((q.order(), q.is_tame()), (8, false));
    let relations: Vec<_> =
        q.relations().iter().map(|(u, v)| (u.exponents(), v.exponents())).collect();
    let expected: [(&[u32], &[u32]); 4] =
        [(&[2], &[]), (&[0, 3], &[0, 1]), (&[0, 1, 1], &[1, 1]), (&[0, 0, 2], &[0, 2])];
    assert_eq!(relations, expected);
    assert_eq!(p_portion(&q), "a b2");
    assert_eq!(texts(&q, q.idempotents()), "1 b2");
    assert_eq!(texts(&q, q.kernel()), "b ab b2 ab2");
    assert_eq!(period("0.75", 21), Some(Period { preperiod: 7, length: 2 }));
    assert_eq!(period("0.75", 20), None);
}

/// Plambeck 2005: the quotient of 0.123 has order 20, its pretending function period 5.
#[test]
fn the_quotient_of_0_123_has_order_20() {
    let q = quotient("0.123", 22);
    assert_eq!((q.order(), q.is_tame()), (20, false));
    assert_eq!(p_portion(&q), "a b2 c ad be");
    assert_eq!(heaps(&q), "a 1 b b a c 1 d e a c 1 d e a c 1 d e a c 1");
    assert_eq!(period("0.123", 22), Some(Period { preperiod: 4, length: 5 }));
    assert_eq!(period("0.123", 21), None);
}

/// Plambeck and Siegel 2008: Kayles has order 40, seven generators, this P-portion, and period 12
/// after heap 70 as in normal play. (The sums of Kayles were first solved by Sibert and Conway.)
#[test]
fn the_quotient_of_kayles_has_order_40() {
    let solver = solver("0.77", 167);
    let q = solver.quotient().unwrap();
    assert_is_the_quotient(&q, &rules("0.77", 167));
    assert_eq!((q.order(), q.is_tame()), (40, false));
    assert_eq!(q.generators(), [1, 2, 5, 9, 12, 25, 27]);
    assert_eq!(p_portion(&q), "a b2 ac ac2 d ad2 e ade adf");
    assert!(heaps(&q).starts_with("a b ab a c ab b ab2 d b bc e"));
    let moves = TakeAndBreak { most_taken: 2, most_heaps: 2, from: 0 };
    assert_eq!(q.period(moves), Some(Period { preperiod: 70, length: 12 }));
    assert_eq!(solver.orders()[..12], [2, 6, 6, 6, 12, 12, 12, 12, 18, 18, 18, 24]);
}

/// Dawson's Chess: Plambeck and Siegel 2008, where the quotient is found to heap 33.
#[test]
fn dawsons_chess_grows_at_heap_24() {
    let solver = solver("0.137", 24);
    assert_eq!(solver.orders()[22..], [24, 144]);
    assert_is_the_quotient(&solver.quotient().unwrap(), &rules("0.137", 24));
}

/// A period proved with few heaps holds with more.
#[test]
fn periods_go_on() {
    for (code, few, many) in [("0.75", 21, 120), ("0.123", 22, 120)] {
        let (short, long) = (quotient(code, few), quotient(code, many));
        assert_eq!(short.relations(), long.relations());
        let Period { preperiod, length } = period(code, few).unwrap();
        assert_eq!(short.heaps(), &long.heaps()[..few]);
        for n in preperiod..many - length {
            assert_eq!(long.heaps()[n], long.heaps()[n + length], "heap {}", n + 1);
        }
    }
}

/// The first quotients of 0.3 and 0.7 are T_1, where only the number of heaps matters.
#[test]
fn games_of_taking_one_are_tame() {
    for code in ["0.3", "0.7"] {
        let q = quotient(code, 10);
        assert_eq!((q.order(), q.is_tame(), p_portion(&q).as_str()), (2, true, "a"));
    }
}

/// Heaps without moves are 0.
#[test]
fn heaps_without_moves_are_worth_nothing() {
    let q = quotient("0.003", 4);
    assert_eq!(heaps(&q), "1 1 a a");
    let mut none = QuotientSolver::new(Budget::unlimited()).unwrap();
    none.push(vec![]).unwrap();
    let q = none.quotient().unwrap();
    assert_eq!((q.order(), q.is_tame(), q.heaps()), (1, true, &[0][..]));
}

/// Heap 5 of 0.31011 has a large quotient or none that is finite.
#[test]
fn a_search_without_end_is_stopped() {
    let budget = Budget::unlimited();
    let mut solver = QuotientSolver::new(budget.clone()).unwrap();
    let heap = |n| octal(&digits("0.31011"), n);
    (1..=4).for_each(|n| solver.push(heap(n)).unwrap());
    budget.limit_steps(100_000);
    assert!(matches!(solver.push(heap(5)), Err(Error::Exhausted(_))));
    assert_eq!(solver.orders().len(), 4);
}
