//! Brackets of collections, ranges with a step, sorting and graphs of lists against programs that do nothing clever.

use std::path::Path;

use proptest::prelude::*;

use crate::length::properties;
use crate::support::{said, session};

/// The value of an input, as a text.
fn value(input: &str) -> String {
    said(&mut session(Path::new(".")), input)
}

/// Options as they are typed, among them loopy and hot games and positions.
const OPTIONS: &[&str] = &[
    "0",
    "*",
    "-1",
    "1/2",
    "^",
    "v*2",
    "±1",
    "<2|*>",
    "over",
    "on",
    "Nim(3)",
    "Domineering(2, 3)",
];

fn options() -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(prop::sample::select(OPTIONS), 0..4)
}

/// The integers from `first` on by steps, one after the other.
fn walk(first: i64, last: i64, step: i64) -> Vec<i64> {
    let (mut walked, mut n) = (Vec::new(), first);
    while if step > 0 { n <= last } else { n >= last } {
        walked.push(n);
        n += step;
    }
    walked
}

proptest! {
    #![proptest_config(properties(40))]

    #[test]
    fn a_list_of_options_is_the_options(left in options(), right in options(), more in options()) {
        let (a, b, c) = (left.join(", "), right.join(", "), more.join(", "));
        let both: Vec<&str> = left.iter().chain(&more).copied().collect();
        let typed = format!("<{}|{b}>", both.join(", "));
        let rest = if more.is_empty() { String::new() } else { format!(", {c}") };
        for listed in [
            format!("<[{a}]{rest}|[{b}]>"),
            format!("<[{a}], [{c}]|G for G in [{b}]>"),
            format!("{{G for G in [{a}] + [{c}] | [{b}]}}"),
        ] {
            prop_assert_eq!(value(&format!("{listed} == {typed}")), "true", "{}", listed);
            // As they are typed they are the same form too.
            prop_assert_eq!(value(&format!("form({listed})")), value(&format!("form({typed})")));
        }
        prop_assert_eq!(value(&format!("<[{a}], pass|[{b}]>")), value(&format!("<G, pass|{b}>").replace("G, ", &left.iter().map(|one| format!("{one}, ")).collect::<String>())));
    }

    #[test]
    fn a_range_walks_by_its_step(first in -30i64..30, last in -30i64..30, step in -7i64..8, n in 1usize..5) {
        prop_assume!(step != 0);
        let walked = walk(first, last, step);
        let range = format!("(({first})..({last}) by ({step}))");
        let list = format!("{walked:?}");
        prop_assert_eq!(value(&format!("list({range})")), list.clone());
        prop_assert_eq!(value(&format!("[n for n in {range}]")), list.clone());
        prop_assert_eq!(value(&format!("{range} == {list}")), "true");
        prop_assert_eq!(value(&format!("length({range})")), walked.len().to_string());
        let sparse: Vec<i64> = walked.iter().copied().step_by(n).collect();
        prop_assert_eq!(value(&format!("list({range} by {n})")), format!("{sparse:?}"));
        let inside: Vec<i64> = (-31..31).filter(|n| walked.contains(n)).collect();
        prop_assert_eq!(value(&format!("[n for n in -31..30 if n in {range}]")), format!("{inside:?}"));
        // What is printed is the same range.
        prop_assert_eq!(value(&format!("({}) == {range}", value(&range))), "true");
        if let Some(last) = walked.last() {
            prop_assert_eq!(value(&format!("{range}[-1]")), last.to_string());
        }
    }

    #[test]
    fn sorting_orders_and_keeps_what_is_equal(numbers in prop::collection::vec((-9i64..9, 1i64..4), 0..20)) {
        let typed = |pairs: &[(i64, i64)]| {
            let pairs: Vec<String> = pairs.iter().map(|(a, b)| format!("({a}, {b})")).collect();
            format!("[{}]", pairs.join(", "))
        };
        let mut sorted = numbers.clone();
        sorted.sort();
        prop_assert_eq!(value(&format!("sort({})", typed(&numbers))), typed(&sorted));
        let mut by_second = numbers.clone();
        by_second.sort_by_key(|(_, b)| std::cmp::Reverse(*b));
        prop_assert_eq!(value(&format!("sort({}, p -> -p[2])", typed(&numbers))), typed(&by_second));
    }

    #[test]
    fn copies_of_a_text_are_joined(text in "[a-c]{0,4}", n in 0usize..5) {
        let joined = format!("{:?}", text.repeat(n));
        prop_assert_eq!(value(&format!("\"{text}\" * {n}")), joined.clone());
        prop_assert_eq!(value(&format!("{n} * \"{text}\"")), joined);
        let list = format!("list(\"{text}\")");
        prop_assert_eq!(value(&format!("{n} * {list} == list({n} * \"{text}\")")), "true");
    }

    #[test]
    fn a_graph_of_a_list_is_that_of_the_text(edges in prop::collection::vec((0u32..6, 0u32..6), 0..8), alone in 6u32..9) {
        for (function, sign) in [("graph", '-'), ("digraph", '>')] {
            let text: Vec<String> = edges.iter().map(|(a, b)| format!("{a}{sign}{b}")).collect();
            let list: Vec<String> = edges.iter().map(|(a, b)| format!("({a}, {b})")).collect();
            let input = format!(
                "{function}([{alone}, {}]) == {function}(\"{alone}, {}\")",
                list.join(", "),
                text.join(", "),
            );
            prop_assert_eq!(value(&input.replace(", ])", "])").replace(", \")", "\")")), "true", "{}", input);
            let again = format!("{function}(edges(g) + [{alone}]) == g");
            prop_assert_eq!(value(&format!("g := {function}(\"{alone}, {}\"); {again}", text.join(", ")).replace(", \")", "\")")), "true");
        }
    }
}

/// The chain found by sorting holds also where the order is partial.
#[test]
fn games_are_sorted_where_they_have_an_order() {
    let refused = value("sort([2, ^, -1*, *, v, 1])");
    assert!(refused.starts_with("G0301: ↑ and * are confused, and have no order"), "{refused}");
    assert_eq!(value("sort([2, ^, -1*, v, 1])"), "[-1*, ↓, ↑, 1, 2]");
    assert_eq!(value("sort([over, 1/1000, off, on, ^])"), "[off, ↑, over, 1/1000, on]");
    assert_eq!(value("sort([omega, 1/3, omega - 1])"), "[1/3, ω - 1, ω]");
    assert_eq!(value("sort([true, false, true])"), "[false, true, true]");
    assert_eq!(value("sort(\"frog\")"), "[\"f\", \"g\", \"o\", \"r\"]");
    assert!(value("sort([1, \"a\"])").starts_with("G0301: a number and a text have no order"));
}
