//! Splitting and normalising boards under random rules preserves values.

use super::value_tests::{Pair, nth, symmetric};
use super::*;
use crate::board::{Alphabet, Shape};

/// Pseudorandom numbers (Knuth's MMIX generator).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    /// A rule over `.xo` that never writes an earlier symbol in this order, so no position repeats.
    pub(in crate::board) fn rule(&mut self) -> Option<Rule> {
        let (rows, columns) = [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2)][self.below(5) as usize];
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for _ in 0..rows {
            let cells = (0..columns).map(|_| self.below(7)).map(|kind| match kind {
                0 => (".", "x"),
                1 => (".", "o"),
                2 => ("[.x]", "o"),
                3 => ("x", "o"),
                4 => ("[xo]", "?"),
                5 => ("?", "?"),
                _ => (".", "."),
            });
            let (f, t): (Vec<_>, Vec<_>) = cells.unzip();
            from.push(f.concat());
            to.push(t.concat());
        }
        let alphabet = Alphabet::parse(".xo").unwrap();
        let turns = if rows == 1 { Turns::Orthogonally } else { Turns::None };
        Rule::single(&from.join("|"), &to.join("|"), turns, &alphabet, Shape::Grid).ok()
    }
}

impl Random {
    /// A rule over these symbols that writes only later symbols, so no position repeats.
    fn rule_over(&mut self, symbols: &str) -> Option<Rule> {
        let all: Vec<char> = symbols.chars().collect();
        let sizes = [(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (3, 1)];
        let (rows, columns) = sizes[self.below(7) as usize];
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for _ in 0..rows {
            let cells = (0..columns).map(|_| {
                let a = self.below(all.len() as u64) as usize;
                let b = self.below(all.len() as u64) as usize;
                let later = a.max(b) + 1 + self.below(2) as usize;
                let class = format!("[{}{}]", all[a], all[b]);
                match (self.below(6), all.get(later)) {
                    (0, _) => ("?".to_owned(), "?".to_owned()),
                    (1, Some(c)) => (class, c.to_string()),
                    (2 | 3, Some(c)) => (all[a].to_string(), c.to_string()),
                    (4, _) => (class, "?".to_owned()),
                    _ => (all[a].to_string(), "?".to_owned()),
                }
            });
            let (f, t): (Vec<_>, Vec<_>) = cells.unzip();
            from.push(f.concat());
            to.push(t.concat());
        }
        let turns = [Turns::None, Turns::Orthogonally, Turns::Diagonally, Turns::AnyDirection];
        let turns = if rows == 1 { turns[self.below(4) as usize] } else { Turns::None };
        let alphabet = Alphabet::parse(symbols).unwrap();
        Rule::single(&from.join("|"), &to.join("|"), turns, &alphabet, Shape::Grid).ok()
    }
}

impl Random {
    /// Two or three steps over `abcd`, with runs, that write only later symbols, including one in the first
    /// cell, so no position repeats.
    fn steps(&mut self) -> Option<Rule> {
        let turns = [Turns::None, Turns::Orthogonally, Turns::Diagonally, Turns::AnyDirection];
        let mut texts: Vec<(String, String, Turns, bool)> = Vec::new();
        for step in 0..2 + self.below(2) {
            let first = match (step, self.below(3)) {
                (0, 0) => ("[ab]", "c"),
                (0, _) => ("a", "b"),
                (_, 0) => ("b", "c"),
                (_, 1) => ("[bc]", "c"),
                _ => ("b", "?"),
            };
            let (mut from, mut to) = (first.0.to_owned(), first.1.to_owned());
            for _ in 0..self.below(3) {
                let cell = [("a", "b"), ("[ab]", "b"), ("[bc]", "c"), ("a", "a"), ("?", "?")];
                let cell = cell[self.below(5) as usize];
                let run = if self.below(3) == 0 { "~" } else { "" };
                from.extend([cell.0, run]);
                to.extend([cell.1, run]);
            }
            let turns = turns[self.below(4) as usize];
            texts.push((from, to, turns, self.below(4) == 0));
        }
        let alphabet = Alphabet::parse("abcd").unwrap();
        let written = texts.iter().map(|(pattern, replacement, turns, repeats)| Written {
            repeats: *repeats,
            ..Written::once(pattern, replacement, *turns)
        });
        let written: Vec<Written<'_>> = written.collect();
        let rule = Rule::compile(&written, &alphabet, Shape::Grid).ok()?;
        rule.stencils(12, 12).is_ok_and(|ways| ways.len() < 300).then_some(rule)
    }
}

#[test]
fn any_steps_keep_their_values() {
    let mut random = Random(10);
    let mut chained = [0; 2];
    for _ in 0..150 {
        let left: Vec<Rule> = (0..2).filter_map(|_| random.steps()).collect();
        let right: Vec<Rule> = (0..2).filter_map(|_| random.steps()).collect();
        for rule in left.iter().chain(&right) {
            chained[usize::from(template::are_chained(&rule.steps))] += 1;
        }
        let mut pair = Pair::new(&left, &right);
        for (rows, columns) in [(1, 5), (2, 3), (2, 2), (5, 1)] {
            let code = random.below(3u64.pow((rows * columns) as u32)) as usize;
            pair.value(&nth(rows, columns, 3, code));
        }
    }
    assert!(chained.iter().all(|&rules| rules > 25), "{chained:?}");
}

#[test]
fn any_rules_over_any_alphabet_keep_their_values() {
    let mut random = Random(9);
    for round in 0..400 {
        let alphabet = ["ab", "abc", "abcd", "abcde"][round % 4];
        let left: Vec<Rule> = (0..3).filter_map(|_| random.rule_over(alphabet)).collect();
        let right: Vec<Rule> = (0..3).filter_map(|_| random.rule_over(alphabet)).collect();
        let right = if random.below(4) == 0 { left.clone() } else { right };
        let mut pair = Pair::new(&left, &right);
        let symbols = alphabet.len();
        for (rows, columns) in [(1, 5), (5, 1), (2, 2), (1, 4)] {
            let code = random.below(symbols.pow((rows * columns) as u32) as u64) as usize;
            pair.value(&nth(rows, columns, symbols, code));
        }
    }
}

#[test]
fn any_rules_keep_their_values() {
    let mut random = Random(7);
    for _ in 0..300 {
        let left: Vec<Rule> = (0..2).filter_map(|_| random.rule()).collect();
        let right: Vec<Rule> = (0..2).filter_map(|_| random.rule()).collect();
        let mut pair = Pair::new(&left, &right);
        for _ in 0..3 {
            pair.value(&nth(2, 3, 3, random.below(729) as usize));
            pair.value(&nth(1, 6, 3, random.below(729) as usize));
        }
    }
}

#[test]
fn any_rules_keep_their_values_under_their_symmetries() {
    let mut random = Random(8);
    for _ in 0..60 {
        let left: Vec<Rule> = (0..2).filter_map(|_| random.rule()).collect();
        let right = if random.below(2) == 0 { left.clone() } else { Vec::from_iter(random.rule()) };
        symmetric(&mut Pair::new(&left, &right), ".xo", (2, 2));
    }
}
