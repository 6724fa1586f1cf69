//! Laws of functions on integers, nimbers and misère games, asked in the language with random arguments.

use std::path::Path;

use proptest::prelude::*;
use upstar::session::Session;

use crate::length::properties;
use crate::support::{said, session};

/// The value of an input, as a text.
fn value(input: &str) -> String {
    said(&mut session(Path::new(".")), input)
}

/// The value of an input that is a number.
fn number(input: &str) -> u128 {
    let text = value(input);
    text.parse().unwrap_or_else(|_| panic!("{input}: {text}"))
}

proptest! {
    #![proptest_config(properties(40))]

    #[test]
    fn quotient_and_remainder_make_the_number(m in any::<i64>(), n in any::<i32>()) {
        prop_assume!(n != 0);
        let (m, n) = (i128::from(m), i128::from(n));
        prop_assert_eq!(value(&format!("({n}) * div({m}, {n}) + ({m}) % ({n})")), m.to_string());
        let floor = m.div_euclid(n) - i128::from(n < 0 && m.rem_euclid(n) != 0);
        prop_assert_eq!(value(&format!("div({m}, {n})")), floor.to_string());
    }

    #[test]
    fn roots_and_logarithms_lie_between_powers(n in 1u128.., base in 2u32..19) {
        let root = number(&format!("isqrt({n})"));
        let above = (root + 1).checked_mul(root + 1);
        prop_assert!(root * root <= n && above.is_none_or(|square| square > n));
        let k = u32::try_from(number(&format!("ilog({n}, {base})"))).unwrap();
        let base = u128::from(base);
        prop_assert!(base.pow(k) <= n && base.checked_pow(k + 1).is_none_or(|power| power > n));
        prop_assert_eq!(number(&format!("ilog({n})")), u128::from(n.ilog2()));
        // Powers are where an error by one would show.
        prop_assert_eq!(number(&format!("ilog({base}**60, {base})")), 60);
        prop_assert_eq!(number(&format!("ilog({base}**60 - 1, {base})")), 59);
        prop_assert_eq!(number(&format!("isqrt({base}**60 - 1) + 1")), base.pow(10).pow(3));
    }

    #[test]
    fn a_number_is_evil_or_odious_by_its_ones(n in any::<u64>()) {
        prop_assert_eq!(value(&format!("is_evil({n})")), n.count_ones().is_multiple_of(2).to_string());
        prop_assert_eq!(value(&format!("is_odious({n})")), (n.count_ones() % 2 == 1).to_string());
        // By a theorem of Winning Ways, ch. 4: the nim-sum of two odious or two evil numbers is evil.
        let same = format!("is_evil(nim_sum({n}, 77)) == (is_odious({n}) == is_odious(77))");
        prop_assert_eq!(value(&same), "true");
    }

    #[test]
    fn a_fraction_is_its_numerator_by_its_denominator(m in any::<i32>(), n in 1u32..) {
        let text = format!("numerator({m}/{n}) / denominator({m}/{n}) == {m}/{n}");
        prop_assert_eq!(value(&text), "true");
        prop_assert_eq!(value(&format!("gcd(numerator({m}/{n}), denominator({m}/{n}))")), "1");
        prop_assert_eq!(value(&format!("sign({m}/{n}) * abs({m}/{n}) == {m}/{n}")), "true");
    }

    #[test]
    fn nimbers_are_divided_as_they_are_multiplied(m in any::<u64>(), n in 1u64.., k in 0u32..9) {
        prop_assert_eq!(value(&format!("nim_product(nim_quotient({m}, {n}), {n})")), m.to_string());
        prop_assert_eq!(value(&format!("nim_product({n}, nim_inverse({n}))")), "1");
        let root = value(&format!("nim_square_root({m})"));
        prop_assert_eq!(value(&format!("nim_product({root}, {root})")), m.to_string());
        let (mut power, n) = ("1".to_owned(), n.to_string());
        for _ in 0..k {
            power = value(&format!("nim_product({power}, {n})"));
        }
        prop_assert_eq!(value(&format!("nim_power({n}, {k})")), power);
    }
}

#[test]
fn what_is_not_defined_is_refused_with_a_reason() {
    let mut session = session(Path::new("."));
    let mut refused = |input: &str, words: &[&str]| {
        let answer = said(&mut session, input);
        assert!(words.iter().all(|word| answer.contains(word)), "{input}: {answer}");
    };
    refused("div(1, 0)", &["G0307", "division by zero"]);
    refused("isqrt(-4)", &["cannot be negative"]);
    refused("ilog(0)", &["0 has no logarithm"]);
    refused("ilog(9, 1)", &["at least 2"]);
    refused("sign(^)", &["number"]);
    refused("numerator(omega)", &["ω"]);
    refused("nim_inverse(0)", &["0 has no inverse"]);
    refused("nim_power(0, -1)", &["0 has no inverse"]);
    refused("is_plumtree(dud)", &["stopper"]);
    refused("upsum_variety(over, ^)", &["idempotent"]);
    refused("up_power(over)", &["at least 1"]);
    refused("tiny(-1)", &["at least 0"]);
    refused("misere_day(5)", &["4171780"]);
    refused("link(*3, *2)", &["option of the other"]);
    refused("distinguisher(*2, *2)", &["equal"]);
    refused("distinguisher(1, 0)", &["same moves"]);
    refused("misere_difference(*4, *2)", &["no difference"]);
}

#[test]
fn what_games_do_not_have_is_refused_with_a_reason() {
    let mut session = session(Path::new("."));
    let mut refused = |input: &str, words: &[&str]| {
        let answer = said(&mut session, input);
        assert!(words.iter().all(|word| answer.contains(word)), "{input}: {answer}");
    };
    refused("power(±1, 2)", &["only a game <0|H>"]);
    refused("power(^, 1/2)", &["at least 1"]);
    refused("power(^, 1/3)", &["1/3"]);
    refused("power_sum(^, -1)", &["negative"]);
    refused("power_sum(^, off)", &["negative"]);
    refused("power_sum(^, upon)", &["an exponent is a number"]);
    refused("subordinate(2, *)", &["no game on the second"]);
    refused("strong_left_stop(dud)", &["stopper"]);
    refused("sensible_options(over, Left)", &["G0"]);
    refused("ordinal_product(over, 2)", &["G0"]);
    refused("ugly_product(-1, 2)", &["negative"]);
    refused("is_restive(1)", &["same moves"]);
}

/// Sums and orders of powers, as the theory has them.
#[test]
fn powers_are_smaller_the_larger_the_exponent_and_add_up() {
    let mut session = session(Path::new("."));
    let mut holds = |input: &str| assert_eq!(said(&mut session, input), "true", "{input}");
    for base in ["^", "tiny(2)", "tiny(1/2)", "<0|v*>", "tiny(<2|1>)"] {
        let sums = format!(
            "all([power_sum({base}, n) == sum([power({base}, k) for k in 1..n]) for n in 1..4])"
        );
        holds(&sums);
        holds(&format!("power({base}, 1) == {base}"));
        holds(&format!("power_sum({base}, 0) == 0"));
        let exponents = "[1, 5/4, 3/2, 7/4, 2, 3]";
        holds(&format!(
            "all([power({base}, x) > power({base}, y) for x in {exponents} for y in {exponents} if x < y])"
        ));
        holds(&format!("all([0 < power({base}, on) < power({base}, x) for x in {exponents}])"));
        holds(&format!(
            "all([power_sum({base}, x) < power_sum({base}, y) for x in {exponents} for y in {exponents} if x < y])"
        ));
        holds(&format!(
            "all([power_sum({base}, x) == {base} : subordinate(x, 1) for x in {exponents}])"
        ));
        holds(&format!("power_sum({base}, 2 + over) == {base} : (1 + over)"));
    }
    holds("1 : off == over");
    holds("all([1 : (subordinate(x, 1) + over) == x + over for x in [1/2, 1, 3/2, 2, 11/4]])");
    holds("all([up_power(n) == power(^, n) for n in 1..6])");
    holds("all([up_power_sum(n) == power_sum(^, n) for n in 1..6])");
}

/// By the definition, and so that each option of the canonical form is reached.
#[test]
fn sensible_options_are_as_defined() {
    let mut session = session(Path::new("."));
    let mut holds = |input: &str| assert_eq!(said(&mut session, input), "true", "{input}");
    for position in [
        "Clobber(\"xox|oxo\")",
        "Domineering(\"...|..#\")",
        "Amazons(\"x..|..o\")",
        "form(<0,*,1|2>)",
        "form(<<2|*>,1|^*,<0|-3>>)",
        "ToadsAndFrogs(\"T.TF.F\")",
        "Hackenbush(stalk(\"brgb\")) + Clobber(\"xxo\")",
    ] {
        for (player, options, is_good) in [
            ("Left", "left_options", "canonical(m) >= k"),
            ("Right", "right_options", "canonical(m) <= k"),
        ] {
            let all = format!("{options}(canonical({position}))");
            holds(&format!(
                "sensible_options({position}, {player}) == \
                 [m for m in moves({position}, {player}) if any([{is_good} for k in {all}])]"
            ));
            holds(&format!(
                "all([any([{is_good} for m in sensible_options({position}, {player})]) for k in {all}])"
            ));
        }
    }
}

/// Source: Winning Ways, ch. 13: two copies of a restive game are tame.
#[test]
fn restive_and_restless_games_are_as_defined() {
    let mut session = session(Path::new("."));
    let mut said = |input: &str| said(&mut session, input);
    said("games := misere_day(4) + [canonical(misere(Kayles(n))) for n in 0..9]");
    said("wild := [g for g in games if is_wild(g) and all([is_tame(h) for h in moves(g)])]");
    assert_eq!(said("all([is_wild(g) for g in games if is_restive(g) or is_restless(g)])"), "true");
    assert_eq!(
        said("all([genus(g + g) == genus(0, [0, 2]) for g in games if is_restive(g)])"),
        "true"
    );
    assert_eq!(
        said(
            "set([g for g in games if is_restless(g)]) == set([g for g in wild if nimber(g) < 2])"
        ),
        "true"
    );
    assert_eq!(said("length([g for g in games if is_restive(g)]) > 0"), "true");
}

/// A multiple of a power of up is made of its coefficients, and compared by them.
#[test]
fn many_powers_of_up_are_compared_at_once() {
    let mut session = session(Path::new("."));
    let mut holds = |input: &str| assert_eq!(said(&mut session, input), "true", "{input}");
    holds("^ > 3000 * ^<2>");
    holds("3000 * ^<2> > 3000 * ^<3>");
    holds("^ - 2000 * ^<2> > 2000 * ^<3>");
    holds("500 * ^<2> + 500 * ^<2> == 1000 * ^<2>");
}

/// The links and distinguishers of Kayles with few pins do what they say.
#[test]
fn links_and_distinguishers_of_kayles_do_what_they_say() {
    let mut session: Session = session(Path::new("."));
    for (m, n) in (0..6).flat_map(|m| (0..m).map(move |n| (m, n))) {
        let pair = format!("Kayles({m}), Kayles({n})");
        let outcomes =
            |t: &str| format!("[outcome(misere(P) + {t}) for P in [Kayles({m}), Kayles({n})]]");
        if said(&mut session, &format!("is_linked({pair})")) == "true" {
            let found = said(&mut session, &outcomes(&format!("link({pair})")));
            assert_eq!(found, "[P, P]", "{pair}");
        }
        if said(&mut session, &format!("misere(Kayles({m})) == misere(Kayles({n}))")) == "false" {
            let found = said(&mut session, &outcomes(&format!("distinguisher({pair})")));
            assert!(found == "[P, N]" || found == "[N, P]", "{pair}: {found}");
        }
    }
}

/// Calls that are open are counted in errors; a call that fails before it is entered, as for a wrong number of arguments, is
/// not open.
#[test]
fn errors_count_the_calls_that_are_open() {
    for (program, count) in [
        ("f(x) := x; f()", None),
        ("f(x) := x; f(1, 2)", None),
        ("(x -> x)()", None),
        ("f(x) := x; g(y) := f(y, 2); g(1)", None),
        ("f(x, y = 2) := x; g := z -> f(); [g(n) for n in 1..3]", None),
        ("f(x) := x; map([1, 2], (x, y) -> f())", None),
        ("fn f(x) { x }; fn g(x) { y := f(); y }; g(1)", None),
        ("f(n) := if n == 0 then f() else f(n - 1); f(0)", None),
        ("f(n) := if n == 0 then f() else f(n - 1); f(1)", None),
        ("f(n) := if n == 0 then f() else f(n - 1); f(2)", Some(2)),
        ("f(n) := if n == 0 then 1 / 0 else f(n - 1); f(1)", None),
        ("f(n) := if n == 0 then 1 / 0 else f(n - 1); f(3)", Some(3)),
        ("f(n) := f(n - 1, 0); f(3)", None),
        // The first call stands somewhere else, and the last one is one too many.
        ("f(n) := f(n + 1); f(0)", Some(9999)),
        ("g(n) := n; f(n) := if n == 0 then g(1, 2) else f(n - 1); f(5)", Some(5)),
    ] {
        let said = value(program);
        let open = said.split("the same call is open ").nth(1);
        let open = open.and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
        assert!(said.starts_with('G'), "{program}: {said}");
        assert_eq!(open, count, "{program}: {said}");
    }
}
