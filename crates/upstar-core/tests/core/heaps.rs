//! Games of taking and breaking: every way of finding nimbers agrees with the mex rule.

use std::collections::BTreeSet;

use upstar_core::Budget;
use upstar_core::heap::{
    Code, CodeError, Condition, Digit, Fault, Heaps, Rule, SolveError, Solver, Takes,
};

fn code(text: &str) -> Code {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn solver(text: &str) -> Solver {
    Solver::new(code(text), Budget::unlimited())
}

#[test]
fn a_code_prints_in_its_normal_form() {
    let normal = [
        ("0.77", "0.77"),
        (".07", "0.07"),
        ("00.770", "0.77"),
        ("04.30", "4.3"),
        ("4.00[30]", "4.0[03]"),
        ("4.00[00]", "4.0"),
        ("0.", "0.0"),
        ("0.[33]", "0.[3]"),
        ("0.33[3]", "0.[3]"),
        ("0.0[30]", "0.[03]"),
        ("0.3f", "0.3F"),
        ("0.3!", "0.3"),
        ("0.{1,2!}", "0.6!"),
        ("0.{0!,2!,3!}", "0.D!"),
        ("0.{0,2!,3}", "0.{0,2!,3}"),
        ("0.{0,2!,3!+}", "0.{0,2+}!"),
        ("0.{0,2,3!+}", "0.{0,2,3!+}"),
        ("0.{0!,2?,4?+}", "0.{0,2,4+}!"),
        ("0.{0,2=,3?,4?+}", "0.{0,2=,3?+}"),
        ("0.{0,1!,2,3,4+}", "0.*"),
        ("0.*!", "0.*!"),
        ("0.{2!,2=}", "0.4"),
        ("0.{3!,3=}", "0.{3!,3=}"),
        ("0.{}", "0.0"),
        ("{2+}=.0", "{2+}=.0"),
        ("4!.0", "4!.0"),
    ];
    for (text, printed) in normal {
        let mut printed = printed.to_string();
        if text == "0.{0!,2?,4?+}" {
            printed = "0.{0,2,4+}?".into();
        }
        assert_eq!(code(text).to_string(), printed, "{text}");
        assert_eq!(code(&printed), code(text));
    }
}

#[test]
fn a_code_that_means_nothing_says_where() {
    let wrong = [
        ("", 0, Fault::NoPoint),
        ("077", 3, Fault::NoPoint),
        ("80.0", 1, Fault::AddsCounters),
        ("0.78x", 4, Fault::LetterTooLarge),
        ("0.7G", 3, Fault::LetterTooLarge),
        ("0.7-", 3, Fault::NotADigit),
        ("0. 7", 2, Fault::NotADigit),
        ("0.7é", 3, Fault::NotADigit),
        ("0.[3", 4, Fault::OpenBracket),
        ("0.[]", 3, Fault::EmptyBrackets),
        ("0.[3]7", 5, Fault::AfterBrackets),
        ("0.{2", 4, Fault::OpenBrace),
        ("0.{2;3}", 4, Fault::OpenBrace),
        ("0.{,3}", 3, Fault::NoNumber),
        ("0.{30}", 2, Fault::TooManyHeaps),
        ("0.{99999999999999999999}", 3, Fault::TooManyHeaps),
        ("0.7!!", 4, Fault::NotADigit),
        ("3.7", 0, Fault::NullMove),
        ("1.0", 0, Fault::NullMove),
        ("*.0", 0, Fault::NullMove),
    ];
    for (text, at, fault) in wrong {
        assert_eq!(text.parse::<Code>(), Err(CodeError { at, fault }), "{text}");
    }
}

#[test]
fn sets_and_rules_make_codes() {
    assert_eq!(Code::subtraction(&[1, 3, 4]), Ok(code("0.3033")));
    assert_eq!(Code::subtraction(&[]), Ok(code("0.0")));
    assert_eq!(Code::subtraction(&[0]), Err(Fault::NullMove));
    assert_eq!(Code::all_but(&[2, 3]), Ok(code("0.300[3]")));
    assert_eq!(Code::all_but(&[u64::MAX]), Err(Fault::TooManyDigits));
    let rule = |takes, heaps, condition| Rule { takes, heaps, condition };
    let even = Takes::Every { first: 2, step: 2 };
    let rules = [
        rule(even, Heaps::Exactly(1), Condition::Any),
        rule(Takes::Just(1), Heaps::AtLeast(2), Condition::Unequal),
        rule(Takes::Every { first: 3, step: 3 }, Heaps::Exactly(0), Condition::AllEqual),
    ];
    assert_eq!(Code::from_rules(&rules), Ok(code("0.{2+}!21203[021203]")));
    assert_eq!(Code::from_rules(&[]), Ok(code("0.0")));
    let pass = rule(Takes::Just(0), Heaps::Exactly(1), Condition::Any);
    assert_eq!(Code::from_rules(&[pass]), Err(Fault::NullMove));
    let far = rule(Takes::Just(u64::MAX), Heaps::Exactly(1), Condition::Any);
    assert_eq!(Code::from_rules(&[far]), Err(Fault::TooManyDigits));
    let many = rule(Takes::Just(1), Heaps::Exactly(99), Condition::Any);
    assert_eq!(Code::from_rules(&[many]), Err(Fault::TooManyHeaps));
}

#[test]
fn digits_tell_what_they_allow() {
    let kayles = code("0.77");
    assert_eq!((kayles.most_heaps(), kayles.digit(3)), (Some(2), Digit::ZERO));
    assert_eq!(code("0.[3]").digit(1_000_000_007).most_heaps(), Some(1));
    assert_eq!(code("0.*").most_heaps(), None);
    assert_eq!(code("0.{0,19}").most_heaps(), Some(19));
    assert_eq!(Digit::from_bits(1 << 20, Condition::Any), None);
}

/// What the definition says: the least nimber that no split of what is left has.
fn naive(code: &Code, last: usize) -> Vec<u64> {
    let mut values = vec![0];
    for heap in 1..=last {
        let mut found = vec![false; 4 * last + 4];
        for taken in 0..=heap {
            let digit = code.digit(taken as u64).to_string();
            let digit = if digit == "0" { continue } else { Allowed::read(&digit) };
            splits(heap - taken, heap - taken, &mut Vec::new(), &mut |parts| {
                // A heap is not left as it is, and what it has no nimber of yet is not asked.
                if digit.allows(parts) {
                    found[parts.iter().map(|part| values[*part]).fold(0, |a, b| a ^ b) as usize] =
                        true;
                }
            });
        }
        values.push(found.iter().position(|found| !found).unwrap() as u64);
    }
    values
}

/// All ways to write a total as a sum of parts, none larger than the one before.
fn splits(total: usize, most: usize, parts: &mut Vec<usize>, see: &mut impl FnMut(&[usize])) {
    if total == 0 {
        see(parts);
    }
    for part in 1..=most.min(total) {
        parts.push(part);
        splits(total - part, part, parts, see);
        parts.pop();
    }
}

/// A printed digit, read once more, from its text.
struct Allowed(Vec<(usize, bool, char)>);

impl Allowed {
    fn read(text: &str) -> Allowed {
        let outer = text.chars().last().filter(|c| "!?=".contains(*c)).unwrap_or(' ');
        let body = text.trim_end_matches(['!', '?', '=']);
        if body == "*" {
            return Allowed(vec![(0, true, outer)]);
        }
        let Some(list) = body.strip_prefix('{').and_then(|b| b.strip_suffix('}')) else {
            let bits = u32::from_str_radix(body, 16).unwrap();
            let heaps = (0..4).filter(|j| bits >> j & 1 == 1);
            return Allowed(heaps.map(|j| (j, false, outer)).collect());
        };
        let item = |item: &str| {
            let sign = item.chars().find(|c| "!?=".contains(*c)).unwrap_or(outer);
            let number = item.trim_end_matches(['!', '?', '=', '+']).parse().unwrap();
            (number, item.ends_with('+'), sign)
        };
        Allowed(list.split(',').filter(|i| !i.is_empty()).map(item).collect())
    }

    fn allows(&self, parts: &[usize]) -> bool {
        let equal = parts.windows(2).all(|p| p[0] == p[1]);
        let unequal = parts.windows(2).all(|p| p[0] != p[1]);
        self.0.iter().any(|(j, more, sign)| {
            let many = parts.len() == *j || *more && parts.len() > *j;
            let meets = match sign {
                _ if parts.len() < 2 => true,
                '!' => unequal,
                '?' => !equal,
                '=' => equal,
                _ => true,
            };
            many && meets
        })
    }
}

#[test]
fn generalised_codes_follow_the_mex_rule() {
    let digits = [
        "0",
        "1",
        "2",
        "3",
        "4",
        "6",
        "7",
        "8",
        "B",
        "F",
        "7!",
        "E!",
        "F!",
        "7=",
        "F=",
        "8?",
        "F?",
        "*",
        "*!",
        "*=",
        "*?",
        "{2+}",
        "{2+}!",
        "{3?+}",
        "{0,2!,3=}",
        "{1,3!,3=}",
        "{4,5=}",
        "{5+}=",
    ];
    let mut seed = 1976u64;
    let mut pick = |few: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % few
    };
    for _ in 0..600 {
        let mut text =
            ["0", "0", "4", "4!", "8", "C?", "{2+}=", "{3+}!", "{2+}"][pick(9)].to_string();
        text.push('.');
        (0..pick(4)).for_each(|_| text.push_str(digits[pick(digits.len())]));
        if pick(3) == 0 {
            let repeat: String = (0..1 + pick(3)).map(|_| digits[pick(digits.len())]).collect();
            text.push_str(&format!("[{repeat}]"));
        }
        let read = code(&text);
        assert_eq!(code(&read.to_string()), read, "{text}");
        assert_eq!(solver(&text).values(17).unwrap(), naive(&read, 17), "{text} is {read}");
    }
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
        assert_eq!(solver(&text).values(2000).unwrap(), octal(&digits, &[' '; 4], 2000), "{text}");
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
    assert_eq!(kayles.exceptions(), exceptions);
}

/// One may take any numbers but those of a finite set: Sleator and Slusky, Subtraction games with
/// FES sets of size 3 (2012), cite the theorem of Siegel (2005) that these are arithmetic periodic.
#[test]
fn all_but_games_are_arithmetic_periodic() {
    let regular = |set: &[u64]| {
        let mut solver = Solver::new(Code::all_but(set).unwrap(), Budget::unlimited());
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
    // With four it need not be.
    assert!((5..25).any(|d| (3..d).any(|c| regular(&[1, 2, c, d]).1 > 0)));
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

/// Winning Ways, chapter 4: a subtraction game of two numbers repeats after their sum or after
/// twice one of them.
#[test]
fn subtraction_games_are_periodic() {
    for a in 1..12 {
        for b in a + 1..20 {
            let mut solver = Solver::new(Code::subtraction(&[a, b]).unwrap(), Budget::unlimited());
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
    let mut solver = Solver::new(code("0.6"), budget.clone());
    assert!(matches!(solver.nimber(1 << 20), Err(SolveError::Exhausted(_))));
    budget.restart();
    assert!(solver.nimber(1500).is_ok());
    let budget = Budget::with_meter(|| 0);
    budget.limit_bytes(1000);
    let mut solver = Solver::new(code("0.8!"), budget);
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
