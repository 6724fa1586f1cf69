//! Games of taking and breaking: nimbers and periods of octal, hexadecimal and subtraction games.

use std::collections::BTreeSet;

use upstar_core::Budget;
use upstar_core::heap::{Code, HeapSolver, SolveError};

fn code(text: &str) -> Code {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn solver(text: &str) -> HeapSolver {
    HeapSolver::new(code(text), Budget::unlimited())
}

/// The mex rule for codes with at most two heaps, of which none, all or some splits are into equal ones.
fn octal(digits: &[u32], signs: &[char], last: usize) -> Vec<u64> {
    let mut values = vec![0u64];
    let mut found = vec![0; 1 << 12];
    for heap in 1..=last {
        for (taken, digit) in digits.iter().enumerate().filter(|(taken, _)| *taken <= heap) {
            let left = heap - taken;
            if digit & 1 != 0 && left == 0 {
                found[0] = heap;
            }
            if digit & 2 != 0 && left > 0 {
                found[values[left] as usize] = heap;
            }
            if digit & 4 != 0 {
                let small = match signs[taken] {
                    '!' => 1..left.div_ceil(2),
                    '=' => left.div_ceil(2).max(1)..left / 2 + 1,
                    _ => 1..left / 2 + 1,
                };
                for small in small {
                    found[(values[small] ^ values[left - small]) as usize] = heap;
                }
            }
        }
        values.push(found.iter().position(|last| *last != heap).unwrap() as u64);
    }
    values
}

#[test]
fn octal_codes_of_three_digits_follow_the_mex_rule() {
    for number in 0..1024u32 {
        let digits = [number >> 9 << 2, number >> 6 & 7, number >> 3 & 7, number & 7];
        let [d0, d1, d2, d3] = digits;
        let text = format!("{d0}.{d1}{d2}{d3}");
        assert_eq!(solver(&text).values(700).unwrap(), octal(&digits, &[' '; 4], 700), "{text}");
    }
}

#[test]
fn octal_codes_with_conditions_follow_the_mex_rule() {
    let mut proved = 0;
    for number in 0..432usize {
        let digits =
            [(number % 2 * 4) as u32, (number / 2 % 8) as u32, (number / 16 % 3 * 3 + 1) as u32];
        let signs = ["! ", "!=", "=!", " !", "!!", "=="][number / 48 % 6];
        let signs =
            [signs.as_bytes()[1] as char, signs.as_bytes()[0] as char, signs.as_bytes()[1] as char];
        let signed = |i: usize| format!("{}{}", digits[i], signs[i]).replace(' ', "");
        let text = format!("{}.{}{}", signed(0), signed(1), signed(2));
        let mut solver = solver(&text);
        assert_eq!(solver.values(1200).unwrap(), octal(&digits, &signs, 1200), "{text}");
        proved += usize::from(solver.regularity().is_some());
    }
    assert!(proved > 150, "{proved}");
}

/// Checks period and last exception.
fn assert_period(text: &str, period: u64, last_exception: Option<u64>) {
    let mut solver = solver(text);
    let found = solver.period(3_000_000).unwrap().unwrap_or_else(|| panic!("{text} has no period"));
    assert_eq!(
        (found.period, found.last_exception(), found.saltus),
        (period, last_exception, 0),
        "{text}"
    );
}

/// Periods of Winning Ways, chapter 4, tables 6 and 7, and of OEIS.
#[test]
fn periods_are_those_of_winning_ways() {
    assert_period("0.77", 12, Some(70)); // A002186
    assert_period("0.07", 34, Some(52)); // A002187: Dawson's Kayles
    assert_period("0.137", 34, Some(51)); // A002187, one place on: Dawson's Chess
    assert_period("0.115", 14, Some(0)); // A125829, Treblecross' relative
    assert_period("0.117", 48, Some(46)); // A071453
    assert_period("0.1377", 24, Some(140)); // A071434
    assert_period("0.11377", 32, Some(186)); // A071452
    assert_period("0.45", 20, Some(497)); // Kenyon 1967
    assert_period("0.156", 349, Some(3478)); // Kenyon 1967
    assert_period("0.356", 142, Some(7314)); // Austin 1976
    assert_period("0.644", 442, Some(3255)); // Austin 1976
    assert_period("0.165", 1550, Some(5180)); // Austin 1976
    assert_period("0.127", 4, Some(46577)); // A071464: Gangolli and Plambeck 1989
}

/// The two longest periods of Gangolli and Plambeck 1989.
#[test]
fn large_periods_are_found() {
    assert_period("0.16", 149_459, Some(105_350));
    assert_period("0.56", 144, Some(326_639));
}

#[test]
fn a_heap_beyond_all_tables_has_a_nimber_once_a_period_is_proved() {
    let mut kayles = solver("0.77");
    assert_eq!(kayles.nimber(1_000_000_000_000).unwrap(), kayles.nimber(76).unwrap());
    assert_eq!(kayles.nimber(u64::MAX).unwrap(), kayles.nimber(84 + u64::MAX % 12).unwrap());
    assert!(kayles.looked() < 300);
    // Winning Ways, chapter 4: Kayles has fourteen exceptional values besides heap 0.
    let exceptions = [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70];
    assert_eq!(kayles.exceptions().unwrap(), exceptions);
}

/// One may take any numbers but those of a finite set: Sleator and Slusky, Subtraction games with
/// FES sets of size 3 (2012), cite the theorem of Siegel (2005) that these are arithmetic periodic.
#[test]
fn all_but_games_are_arithmetic_periodic() {
    let regular = |set: &[u64]| {
        let mut solver = HeapSolver::new(Code::all_but(set).unwrap(), Budget::unlimited());
        let found = solver.period(20_000).unwrap().cloned().unwrap_or_else(|| panic!("{set:?}"));
        let values = solver.values(found.preperiod + 5 * found.period).unwrap();
        let takes = |k: u64| !set.contains(&k);
        for heap in 1..values.len() {
            let found =
                (0..heap).filter(|left| takes((heap - left) as u64)).map(|left| values[left]);
            let found: Vec<u64> = found.collect();
            let mex = (0..).find(|v| !found.contains(v)).unwrap();
            assert_eq!(values[heap], mex, "all but {set:?}, heap {heap}");
        }
        (found.period, found.preperiod, found.saltus)
    };
    assert_eq!(regular(&[]), (1, 0, 1));
    // To take all but 1: pairs of heaps are alike.
    assert_eq!(regular(&[1]), (2, 0, 1));
    for set in [[1, 2, 3], [2, 5, 9], [3, 4, 11], [1, 7, 8]] {
        // With three exceptions the sequence is purely arithmetic periodic.
        assert_eq!(regular(&set).1, 0, "{set:?}");
    }
    for a in 1..7 {
        (a + 1..9).for_each(|b| assert_eq!(regular(&[a, b]).1, 0, "all but {a}, {b}"));
    }
    // With four it need not be: they say so without an example.
    assert_eq!(regular(&[1, 4, 7, 8]), (12, 11, 4));
    assert_eq!(regular(&[1, 4, 8, 9]), (27, 32, 9));
}

#[test]
fn numbers_that_repeat_prove_periods_too() {
    let found = |text: &str| {
        let mut solver = solver(text);
        let found = solver.period(5000).unwrap().cloned();
        found.map(|found| (found.period, found.preperiod, found.saltus))
    };
    assert_eq!(found("0.[3]"), Some((1, 0, 1)));
    // Odd numbers only.
    assert_eq!(found("0.[30]"), Some((2, 0, 0)));
    // Even numbers only.
    assert_eq!(found("0.[03]"), Some((2, 0, 1)));
    assert_eq!(found("0.3[0]"), Some((2, 0, 0)));
    assert_eq!(found("0.[4]"), None);
    let mut nim = solver("0.[3]");
    assert_eq!(nim.nimber(u64::MAX).unwrap(), u64::MAX);
}

/// The mex rule for a code with digits that repeat, all of them below 4.
fn repeating(listed: &str, repeat: &str, last: usize) -> Vec<u64> {
    let [listed, repeat] = [listed, repeat].map(|text| text.bytes().map(|d| d - b'0'));
    let digits: Vec<u8> = listed.chain(repeat.cycle()).take(last).collect();
    let mut values = vec![0];
    for heap in 1..=last {
        let mut found = vec![false; heap + 1];
        found[0] = digits[heap - 1] & 1 != 0;
        for left in (1..heap).filter(|left| digits[heap - left - 1] & 2 != 0) {
            found[values[left] as usize] = true;
        }
        values.push(found.iter().position(|found| !found).unwrap() as u64);
    }
    values
}

/// When no number that repeats leaves a heap, the state is the last nimbers, and none of them is to
/// be forgotten. When some take all and others do not, 0 does not grow with the other nimbers.
#[test]
fn periods_of_numbers_that_repeat_go_on() {
    let mut proved = 0;
    let mut check = |listed: &str, repeat: &str| {
        let text = format!("0.{listed}[{repeat}]");
        let mut looking = solver(&text);
        proved += usize::from(looking.period(400).unwrap().is_some());
        assert_eq!(looking.values(900).unwrap(), repeating(listed, repeat, 900), "{text}");
    };
    for zeros in [5, 8, 9, 11, 20] {
        for digit in ["2", "3"] {
            check(&format!("{}{digit}", "0".repeat(zeros)), "1");
        }
    }
    for number in 0..16 {
        let (a, b) = (number / 4, number % 4);
        for repeat in ["1", "2", "3", "12", "10", "02", "31", "120"] {
            check(&format!("{a}{b}"), repeat);
            check(&format!("{a}000000{b}"), repeat);
        }
    }
    assert!(proved > 200, "{proved}");
}

/// With an equal split alone the least period may be odd.
#[test]
fn the_least_period_may_be_odd() {
    let mut looking = solver("4=.4=");
    let found = looking.period(1000).unwrap().cloned().unwrap();
    assert_eq!((found.period, found.preperiod), (1, 2));
    assert_eq!(looking.values(5).unwrap(), [0, 0, 1, 1, 1, 1]);
}

/// Codes may have very many digits, and splits may take more than a division in rare and common
/// waits for.
#[test]
fn codes_may_be_long() {
    let many = 200_000;
    let zeros = "0".repeat(many);
    let long = code(&format!("0.{zeros}[3{zeros}]"));
    assert!(long.digits().len() + long.repeating().len() < many + 3);
    let mut long = HeapSolver::new(long, Budget::unlimited());
    assert_eq!(long.nimber(3).unwrap(), 0);
    let mut far = solver(&format!("0.6{}4", "0".repeat(400)));
    let mut digits = vec![0; 403];
    (digits[1], digits[402]) = (6, 4);
    assert_eq!(far.values(1200).unwrap(), octal(&digits, &[' '; 403], 1200));
}

/// Winning Ways, chapter 4: a subtraction game of two numbers repeats after their sum or after
/// twice one of them.
#[test]
fn subtraction_games_are_periodic() {
    for a in 1..12 {
        for b in a + 1..20 {
            let mut solver =
                HeapSolver::new(Code::subtraction(&[a, b]).unwrap(), Budget::unlimited());
            let found = solver.period(1000).unwrap().unwrap();
            assert_eq!(found.preperiod, 0);
            assert!((a + b) % found.period == 0 || (2 * a) % found.period == 0, "{a} {b}");
        }
    }
}

#[test]
fn solving_can_be_stopped() {
    let budget = Budget::unlimited();
    budget.limit_steps(1000);
    let mut solver = HeapSolver::new(code("0.6"), budget.clone());
    assert!(matches!(solver.nimber(1 << 20), Err(SolveError::Exhausted(_))));
    budget.restart();
    assert!(solver.nimber(1500).is_ok());
    let budget = Budget::with_meter(|| 0);
    budget.limit_bytes(1000);
    let mut solver = HeapSolver::new(code("0.8!"), budget);
    assert!(matches!(solver.nimber(1 << 20), Err(SolveError::Exhausted(_))));
}

/// What is proved to be arithmetic periodic goes on like that, as far as one can look.
#[test]
fn hexadecimal_games_grow_as_proved() {
    let mut proved = 0;
    for number in 0..256 {
        let text = format!("0.{:X}{:X}", number >> 4, number & 15);
        let mut looking = solver(&text);
        let Some(found) = looking.period(150).unwrap().cloned() else { continue };
        if code(&text).most_heaps() < Some(3) || found.saltus == 0 {
            continue;
        }
        proved += 1;
        let digits = [0, number >> 4, number & 15];
        assert_eq!(looking.values(220).unwrap(), hexadecimal(&digits, 220), "{text}");
    }
    assert!(proved > 40, "{proved}");
}

/// Howse and Nowakowski 2004: 0.3F has period 6 and saltus 3, which is no power of two.
#[test]
fn a_saltus_need_not_be_a_power_of_two() {
    for (text, period, saltus) in [("0.3F", 6, 3), ("0.3F3", 10, 5)] {
        let mut looking = solver(text);
        let found = looking.period(200).unwrap().cloned().unwrap();
        assert_eq!((found.period, found.preperiod, found.saltus), (period, 0, saltus), "{text}");
        let digits: Vec<u32> = text.chars().filter_map(|digit| digit.to_digit(16)).collect();
        assert_eq!(looking.values(220).unwrap(), hexadecimal(&digits, 220), "{text}");
    }
}

/// The mex rule for codes with at most three heaps.
fn hexadecimal(digits: &[u32], last: usize) -> Vec<u64> {
    let mut values = vec![0u64];
    let mut sets = [vec![BTreeSet::new()], vec![BTreeSet::new()]];
    for heap in 1..=last {
        let two = (1..heap).map(|part| values[part] ^ values[heap - part]);
        let pairs = |part: usize| sets[0][heap - part].iter().map(move |v| (part, *v));
        let three = (1..heap).flat_map(pairs).map(|(part, v)| values[part] ^ v);
        let [two, three]: [BTreeSet<u64>; 2] = [two.collect(), three.collect()];
        sets[0].push(two);
        sets[1].push(three);
        let mut found = BTreeSet::new();
        for (taken, digit) in digits.iter().enumerate().filter(|(taken, _)| *taken <= heap) {
            let left = heap - taken;
            found.extend((digit & 1 != 0 && left == 0).then_some(0));
            found.extend((digit & 2 != 0 && left > 0).then(|| values[left]));
            let sets = sets.iter().enumerate().filter(|(i, _)| digit >> (2 + i) & 1 != 0);
            sets.for_each(|(_, set)| found.extend(&set[left]));
        }
        values.push((0..).find(|v| !found.contains(v)).unwrap());
    }
    values
}

/// Games in which any number may be taken and some splits are moves too, against the mex rule.
#[test]
fn arithmetic_periods_of_games_with_any_number_taken_follow_the_mex_rule() {
    const LAST: usize = 1500;
    let mut proved = Vec::new();
    for number in 1..16u32 {
        let splits = |taken: u32| number >> taken & 1 == 1;
        let digit = |taken: u32| 4 * u32::from(splits(taken)) + if taken > 0 { 3 } else { 0 };
        let digits: Vec<u32> = (0..4).map(digit).chain(std::iter::repeat_n(3, LAST)).collect();
        let text = format!("{}.{}{}{}[3]", digits[0], digits[1], digits[2], digits[3]);
        let mut solver = solver(&text);
        let found = solver.period(600).unwrap().cloned();
        if let Some(found) = &found {
            assert_eq!(found.period, found.saltus, "{text}");
            proved.push((code(&text).to_string(), found.period, found.preperiod));
        }
        let expected = octal(&digits, &[' '; LAST + 4], LAST);
        assert_eq!(solver.values(LAST as u64).unwrap(), expected, "{text}");
    }
    assert!(proved.contains(&("4.[3]".to_owned(), 4, 1)), "{proved:?}");
    assert!(proved.len() > 3, "{proved:?}");
}
