//! Rulesets with tables and codes are recognised here; their nimbers are in
//! `tests/suite/positions/{heap_tables,octal}.game`.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use upstar_core::heap::{Code, Condition as Compare, Digit};

use super::arithmetic::Binary;
use super::program::{
    Halt, HeapCondition, HeapGenerator, HeapRun, Int, Linear, MoveRule, Rows, Source,
};
use super::recognise;
use crate::analysis::Test;

#[test]
fn sums_of_slots_are_collected() {
    let (n, k) = (Linear::slot(0), Linear::slot(1));
    let rest = n.plus(&k, -1).unwrap().plus(&Linear::constant(3), 2).unwrap();
    assert_eq!(rest, Linear { constant: 6, terms: vec![(0, 1), (1, -1)] });
    assert_eq!(rest.plus(&k, 1).unwrap().terms, [(0, 1)]);
    assert_eq!(rest.plus(&Linear::constant(i64::MAX), 1), None);
}

/// Slots: the heap, the number taken, the heaps left.
const HEAP: usize = 0;
const TAKEN: usize = 1;
const LEFT: usize = 2;
const SLOTS: usize = 5;

/// Non-empty heaps after a move, in order of size.
type Left = Vec<i64>;

/// Moves of a program, and whether one makes a heap negative.
#[derive(Default)]
struct Moves(BTreeSet<Left>, bool);

impl Rows for Moves {
    fn row(&mut self, parts: &[HeapRun], length: i64) -> Result<(), Halt> {
        for i in 0..length {
            let mut heaps: Left = parts.iter().map(|part| part.first + i * part.step).collect();
            self.1 |= heaps.iter().any(|heap| *heap < 0);
            heaps.retain(|heap| *heap != 0);
            heaps.sort_unstable();
            self.0.insert(heaps);
        }
        Ok(())
    }

    fn step(&mut self) -> Result<(), Halt> {
        Ok(())
    }
}

fn moves_of_program(ways: &[MoveRule], heap: i64) -> Option<BTreeSet<Left>> {
    let mut moves = Moves::default();
    let mut slots = vec![0; SLOTS];
    slots[HEAP] = heap;
    ways.iter().for_each(|way| way.run(&mut slots, &mut moves).unwrap());
    (!moves.1).then_some(moves.0)
}

/// The moves of a code, from its digits.
fn moves_of_code(code: &Code, heap: i64) -> BTreeSet<Left> {
    fn partitions(rest: i64, least: i64, left: &mut Left, all: &mut Vec<Left>) {
        if rest == 0 {
            all.push(left.clone());
        }
        for part in least..=rest {
            left.push(part);
            partitions(rest - part, part, left, all);
            left.pop();
        }
    }
    let mut moves = BTreeSet::new();
    for taken in 0..=heap {
        let mut all = Vec::new();
        partitions(heap - taken, 1, &mut Vec::new(), &mut all);
        moves.extend(all.into_iter().filter(|left| allows(code.digit(taken as u64), left)));
    }
    moves
}

fn allows(digit: Digit, left: &[i64]) -> bool {
    let equal = left.windows(2).filter(|pair| pair[0] == pair[1]).count();
    let condition = match (left.len(), equal) {
        (0 | 1, _) => Compare::Any,
        (_, 0) => Compare::Unequal,
        (heaps, equal) if equal + 1 == heaps => Compare::AllEqual,
        _ => Compare::NotAllEqual,
    };
    digit | Digit::exactly(left.len() as u32, condition).unwrap() == digit
}

fn linear(constant: i64, terms: &[(usize, i64)]) -> Linear {
    let sum = terms.iter().try_fold(Linear::constant(constant), |sum, (slot, times)| {
        sum.plus(&Linear::slot(*slot), *times)
    });
    sum.unwrap()
}

fn int(constant: i64, terms: &[(usize, i64)]) -> Int {
    Int::Linear(linear(constant, terms))
}

/// Random rules, most of them near those of a code.
fn way() -> impl Strategy<Value = MoveRule> {
    let taken = (0..5, 0..4i64, 0..3i64);
    let shape = (0..4usize, prop::collection::vec(0..8i64, 3), 0..8i64, 0..8i64);
    (taken, shape, prop::collection::vec((0..9, 0..4i64), 0..3)).prop_map(
        |((kind, first, more), (heaps, lows, top, shift), conditions)| {
            // Most of these are 0 or 1.
            let small = |n: i64| if n < 5 { n % 2 } else { n - 6 };
            let mut steps = Vec::new();
            let last = match kind {
                0 | 1 => int(first + more, &[]),
                2 => int(first, &[]),
                _ => int(-more % 2, &[(HEAP, 1)]),
            };
            steps.push(HeapGenerator::For(TAKEN, Source::Range(int(first, &[]), last)));
            let mut rest = vec![(HEAP, 1), (TAKEN, -1)];
            let mut parts = Vec::new();
            for (n, low) in lows.iter().enumerate().take(heaps.saturating_sub(1)) {
                let slot = LEFT + n;
                let last = int(-small(top), &rest);
                steps.push(HeapGenerator::For(slot, Source::Range(int(small(*low), &[]), last)));
                rest.push((slot, -1));
                parts.push(int(0, &[(slot, 1)]));
            }
            let end = int(if shift == 7 { -1 } else { 0 }, &rest);
            match heaps {
                0 => {
                    let test = if top < 4 { Test::Equal } else { Test::GreaterOrEqual };
                    let (heap, taken) = (int(0, &[(HEAP, 1)]), int(0, &[(TAKEN, 1)]));
                    steps
                        .push(HeapGenerator::If(HeapCondition::Compare(heap, vec![(test, taken)])));
                    parts.push(int(0, &[]));
                }
                _ if shift == 6 => {
                    parts.push(Int::Binary(Binary::Max, Box::new((int(-1, &rest), int(0, &[])))));
                }
                _ => parts.push(end),
            }
            if heaps == 1 {
                let low = (Test::LessOrEqual, int(0, &rest));
                steps.push(HeapGenerator::If(HeapCondition::Compare(
                    int(small(lows[2]), &[]),
                    vec![low],
                )));
            }
            steps.extend(conditions.into_iter().filter_map(|(kind, c)| condition(kind, c, heaps)));
            MoveRule { steps, parts }
        },
    )
}

fn condition(kind: i32, c: i64, heaps: usize) -> Option<HeapGenerator> {
    let compare = |left, test, right| HeapCondition::Compare(left, vec![(test, right)]);
    let (n, k) = (int(0, &[(HEAP, 1)]), int(0, &[(TAKEN, 1)]));
    let half = |test| compare(int(0, &[(LEFT, 2), (TAKEN, 1)]), test, n.clone());
    Some(HeapGenerator::If(match kind {
        0 if heaps == 2 => half(Test::Less),
        1 if heaps == 2 => half(Test::LessOrEqual),
        2 => compare(k, Test::NotEqual, int(c, &[])),
        3 => HeapCondition::Not(Box::new(HeapCondition::In(k, Source::List(vec![c, c + 2])))),
        4 => compare(n, Test::Greater, int(c, &[])),
        5 => HeapCondition::Or(Box::new((
            compare(k.clone(), Test::Less, int(c, &[])),
            compare(k, Test::Greater, int(c + 1, &[])),
        ))),
        6 => HeapCondition::In(k, Source::Range(int(c, &[]), n)),
        _ => return None,
    }))
}

#[test]
fn programs_that_are_recognised_have_the_moves_of_their_code() {
    let mut runner = TestRunner::deterministic();
    let ways = prop::collection::vec(way(), 1..3);
    let (mut recognised, mut codes) = (0, BTreeSet::new());
    for _ in 0..4000 {
        let ways = ways.new_tree(&mut runner).unwrap().current();
        let Some(code) = recognise::code(&ways, HEAP, SLOTS, 0) else { continue };
        recognised += 1;
        codes.insert(code.to_string());
        for heap in 0..=9 {
            let program = moves_of_program(&ways, heap);
            assert_eq!(program, Some(moves_of_code(&code, heap)), "{code} {heap} {ways:#?}");
        }
    }
    assert!(recognised > 400 && codes.len() > 100, "{recognised} {}", codes.len());
}

#[test]
fn programs_that_are_recognised_for_large_heaps_have_the_moves_of_their_code() {
    const FROM: i64 = 5;
    let mut runner = TestRunner::deterministic();
    let ways = prop::collection::vec(way(), 1..3);
    let mut later = 0;
    for _ in 0..4000 {
        let ways = ways.new_tree(&mut runner).unwrap().current();
        let Some(code) = recognise::code(&ways, HEAP, SLOTS, FROM) else { continue };
        later += usize::from(recognise::code(&ways, HEAP, SLOTS, 0).is_none());
        for heap in FROM..=10 {
            let program = moves_of_program(&ways, heap);
            assert_eq!(program, Some(moves_of_code(&code, heap)), "{code} {heap} {ways:#?}");
        }
    }
    assert!(later > 20, "{later}");
}

#[test]
fn lists_are_sums_where_one_element_alone_is_read() {
    use crate::analysis::normal::normal;
    use crate::analysis::tests::{Declared, declared_with};
    use std::sync::Arc;

    let is_sum = |clause: &str| {
        let Declared { ruleset, rules, globals } = declared_with("s", "", clause);
        let params = &rules.compiled(&ruleset).params;
        let normal = normal(&ruleset, params, &|place| globals[place].clone());
        super::of_elements(&ruleset.reworded(Arc::new(normal))).is_some()
    };
    let one = |own: &str| {
        format!("move [if j == i then {own} else s[j] for j in 1..length(s)] for i in 1..length(s)")
    };
    for own in ["s[i] - 1", "s[j] - 1", "s[i] + s[j]", "0"] {
        assert!(is_sum(&one(own)), "{own}");
    }
    // The place, other elements, and the length are of the whole list.
    for own in ["i", "j", "s[i] - j", "s[j] - i", "s[1]", "length(s)"] {
        assert!(!is_sum(&one(own)), "{own}");
    }
    let rest = "[s[j] for j in 1..length(s) if j != i]";
    let beside = |list: &str| format!("move {rest} + {list} for i in 1..length(s)");
    for list in ["[s[i] - 1]", "[x for x in [1, s[i]] if x > 0]", "(if s[i] > 1 then [1] else [])"]
    {
        assert!(is_sum(&beside(list)), "{list}");
    }
    for list in ["[i]", "s", "[x for x in s]", "[x for x in [1, s[i]] if x > i]"] {
        assert!(!is_sum(&beside(list)), "{list}");
    }
}

#[test]
fn heaps_left_with_a_nimber_are_those_among_all_moves() {
    use num_bigint::BigUint;
    use upstar_core::Budget;
    use upstar_core::heap::HeapSolver;

    let mut checked = 0;
    for code in ["0.[3]", "0.0[3]", "0.30[3]", "0.003[3]", "0.[2]", "0.0[23]", "0.[30]", "0.33"] {
        let code: Code = code.parse().unwrap();
        let mut solver = HeapSolver::new(code.clone(), Budget::unlimited());
        let mut heaps =
            super::solve::Heaps::Code(Box::new(HeapSolver::new(code.clone(), Budget::unlimited())));
        for (heap, nimber) in (0..40u64).flat_map(|heap| (0..12u64).map(move |n| (heap, n))) {
            let large = [heap, nimber].map(BigUint::from);
            let Some(left) = heaps.left_with_nimber(&large[0], &large[1]).unwrap() else {
                continue;
            };
            let expected = (1..=heap).filter(|taken| {
                let left = heap - taken;
                code.digit(*taken).allows(u32::from(left > 0))
                    && solver.nimber(left).unwrap() == nimber
            });
            let expected: Vec<BigUint> = expected.map(|taken| (heap - taken).into()).collect();
            assert_eq!(left, expected, "{code}: {nimber} from {heap}");
            checked += 1;
        }
    }
    assert!(checked > 40 * 12 * 3, "{checked}");
}
