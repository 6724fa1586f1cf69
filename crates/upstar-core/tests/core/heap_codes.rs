//! Codes of games of taking and breaking: what they say, and that it is what is played.

use upstar_core::Budget;
use upstar_core::heap::{Code, Condition, Digit, Fault, HeapSolver, Heaps, Rule, Takes};

fn code(text: &str) -> Code {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn solver(text: &str) -> HeapSolver {
    HeapSolver::new(code(text), Budget::unlimited())
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
        let error = text.parse::<Code>().unwrap_err();
        assert_eq!((error.at, error.fault), (at, fault), "{text}");
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
        rule(Takes::Exactly(1), Heaps::AtLeast(2), Condition::Unequal),
        rule(Takes::Every { first: 3, step: 3 }, Heaps::Exactly(0), Condition::AllEqual),
    ];
    assert_eq!(Code::from_rules(&rules), Ok(code("0.{2+}!21203[021203]")));
    assert_eq!(Code::from_rules(&[]), Ok(code("0.0")));
    let pass = rule(Takes::Exactly(0), Heaps::Exactly(1), Condition::Any);
    assert_eq!(Code::from_rules(&[pass]), Err(Fault::NullMove));
    let far = rule(Takes::Exactly(u64::MAX), Heaps::Exactly(1), Condition::Any);
    assert_eq!(Code::from_rules(&[far]), Err(Fault::TooManyDigits));
    let many = rule(Takes::Exactly(1), Heaps::Exactly(99), Condition::Any);
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
