//! Quotients that were published. Figures are as remembered from the papers named, which could not
//! be looked up; what is computed here is proved all the same.

use super::{Period, Quotient, Solver, TakeAndBreak};
use crate::heap::Code;
use crate::{Budget, Error};

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

fn solver(code: &str, heaps: usize) -> Solver {
    let mut solver = Solver::new(Budget::unlimited()).unwrap();
    for n in 1..=heaps {
        solver.push(octal(&digits(code), n)).unwrap();
    }
    solver
}

fn quotient(code: &str, heaps: usize) -> Quotient {
    solver(code, heaps).quotient().unwrap()
}

fn period(code: &str, heaps: usize) -> Option<Period> {
    let moves = TakeAndBreak { most_taken: digits(code).len() - 1, most_heaps: 2, from: 0 };
    quotient(code, heaps).period(moves)
}

/// Words as papers print them, without hats on exponents.
fn texts(quotient: &Quotient, elements: impl IntoIterator<Item = usize>) -> String {
    let text = |x: usize| {
        let exponents = quotient.word(x).exponents();
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

/// Plambeck and Siegel 2008: the quotient of Nim with heaps of less than 2^n counters is T_n, of
/// order 2^n + 2 from n = 2 on.
#[test]
fn nim_has_the_tame_quotients() {
    let mut nim = Solver::new(Budget::unlimited()).unwrap();
    assert_eq!(nim.quotient().unwrap().order(), 1);
    for n in 1..=16 {
        nim.push((0..n).map(|k| vec![k]).collect()).unwrap();
        assert!(nim.quotient().unwrap().is_tame());
    }
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
    assert_eq!(solver("0.137", 24).orders()[22..], [24, 144]);
}

/// What is proved with few heaps holds with more.
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
    let mut none = Solver::new(Budget::unlimited()).unwrap();
    none.push(vec![]).unwrap();
    let q = none.quotient().unwrap();
    assert_eq!((q.order(), q.is_tame(), q.heaps()), (1, true, &[0][..]));
}

/// Heap 5 of 0.31011 has a large quotient or none that is finite.
#[test]
fn a_search_without_end_is_stopped() {
    let budget = Budget::unlimited();
    let mut solver = Solver::new(budget.clone()).unwrap();
    let heap = |n| octal(&digits("0.31011"), n);
    (1..=4).for_each(|n| solver.push(heap(n)).unwrap());
    budget.limit_steps(100_000);
    assert!(matches!(solver.push(heap(5)), Err(Error::Exhausted(_))));
    assert_eq!(solver.orders().len(), 4);
}
