//! Quotients that were published.

use super::{Period, Quotient, Solver, TakeAndBreak};
use crate::Budget;

/// The options of heap n by an octal code: `digits[t]` says what may be left when t are taken.
fn octal(digits: &[u8], n: usize) -> Vec<Vec<usize>> {
    let mut options = Vec::new();
    for (taken, digit) in digits.iter().enumerate().filter(|(taken, _)| *taken <= n) {
        let left = n - taken;
        if digit & 1 != 0 && left == 0 {
            options.push(vec![]);
        }
        if digit & 2 != 0 && left > 0 && taken > 0 {
            options.push(vec![left]);
        }
        if digit & 4 != 0 {
            options.extend((1..=left / 2).map(|a| vec![a, left - a]));
        }
    }
    options
}

fn quotient(digits: &[u8], heaps: usize) -> Quotient {
    let mut solver = Solver::new(Budget::unlimited()).unwrap();
    for n in 1..=heaps {
        solver.push(octal(digits, n)).unwrap();
    }
    solver.quotient().unwrap()
}

/// A word in letters, as papers print it.
fn text(quotient: &Quotient, element: usize) -> String {
    let exponents = quotient.word(element).exponents();
    let letters = (b'a'..).map(char::from).zip(exponents).filter(|(_, e)| **e > 0);
    let text: String = letters
        .map(|(l, e)| if *e == 1 { l.to_string() } else { format!("{l}{e}") })
        .collect();
    if text.is_empty() { "1".to_owned() } else { text }
}

fn texts(quotient: &Quotient, elements: &[usize]) -> String {
    elements.iter().map(|&x| text(quotient, x)).collect::<Vec<_>>().join(" ")
}

fn show(name: &str, digits: &[u8], heaps: usize) {
    let start = std::time::Instant::now();
    let mut solver = Solver::new(Budget::unlimited()).unwrap();
    for n in 1..=heaps {
        if let Err(e) = solver.push(octal(digits, n)) {
            println!("{name}: {e} at {n}: {:?}", solver.orders());
            return;
        }
    }
    println!("{name} orders {:?}", solver.orders());
    let q = solver.quotient().unwrap();
    println!("{:?}", q.period(TakeAndBreak { most_taken: digits.len() - 1, most_heaps: 2 }));
    println!("gens {:?} tame {}", q.generators(), q.is_tame());
    let word = |w: &super::Word| format!("{:?}", w.exponents());
    for (u, v) in q.relations() {
        print!("{}={} ", word(u), word(v));
    }
    println!();
    println!("P: {}", texts(&q, &q.p_portion().collect::<Vec<_>>()));
    println!("H: {}", texts(&q, q.heaps()));
    println!("{:?}", start.elapsed());
}

#[test]
fn try_some() {
    show("0.3", &[0, 3], 5);
    show("nim", &[0, 3, 3,3,3], 5);
    show("0.75", &[0, 7, 5], 20);
    show("0.123", &[0, 1, 2, 3], 40);
    show("0.77", &[0, 7, 7], 168);
}
