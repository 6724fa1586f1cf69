//! Enumerations and questions about many positions, held against naive ones.

use std::path::Path;

use proptest::prelude::*;
use upstar::session::Session;

use crate::length::properties;
use crate::support::{said, session};

fn fresh() -> Session {
    session(Path::new("."))
}

/// Fails unless a claim of the language is true.
fn holds(claim: &str) {
    assert_eq!(said(&mut fresh(), claim), "true", "{claim}");
}

/// Boards of rulesets with every kind of symmetry: rules of both players turned, mirrored only, expressions, strips.
const BOARDS: &[&str] = &[
    "boards(Domineering, 2, 3)",
    "boards(Domineering, 3, 3)",
    "boards(Clobber, 2, 2..3)",
    "boards(Cram, 3, 3)",
    "boards(Amazons, 2, 2)",
    "boards(NoGo, 2, 2)",
    "boards(Snort, 2, 2)",
    "boards(Fission, 1, 4)",
    "boards(ToadsAndFrogs, 1..5)",
    "boards(Treblecross, 6)",
    "boards(TopplingDominoes, 4)",
];

#[test]
fn orbits_are_counted_as_they_are_listed() {
    for boards in BOARDS {
        let kept = format!("up_to_symmetry({boards})");
        holds(&format!("length({kept}) == length([P for P in {kept}])"));
        holds(&format!("length({boards}) == length([P for P in {boards}])"));
        holds(&format!("sum([length(orbit(P)) for P in {kept}]) == length({boards})"));
        // The list that is made board by board has the same boards.
        let texts = |of: &str| format!("[text(P) for P in {of}]");
        let listed = texts(&format!("up_to_symmetry(list({boards}))"));
        holds(&format!("{} == {listed}", texts(&kept)));
    }
}

#[test]
fn symmetric_boards_have_one_value() {
    for boards in BOARDS {
        holds(&format!("all([canonical(Q) == canonical(P) for P in {boards} for Q in orbit(P)])"));
        let weighted =
            format!("[canonical(P) for P in up_to_symmetry({boards}) for Q in orbit(P)]");
        holds(&format!("tally({weighted}) == tally([canonical(P) for P in {boards}])"));
    }
}

#[test]
fn elements_are_found_by_their_index() {
    for all in [
        "permutations([3, 1, 2, 4])",
        "subsets(1..5)",
        "subsets(1..6, 3)",
        "product(1..3, \"ab\", [↑, ↓])",
        "partitions(9)",
        "partitions(9, 4)",
        "trees(8)",
        "rooted_trees(6)",
        "graphs(5)",
        "up_to_symmetry(boards(Clobber, 2, 2))",
        "boards(Clobber, 1..2, 1..2)",
    ] {
        let mut session = fresh();
        said(&mut session, &format!("E := {all}"));
        said(&mut session, "X := list(E)");
        for claim in [
            "length(E) == length(X)",
            "all([text(E[n]) == text(X[n]) for n in 1..length(X)])",
            "length({text(x) for x in E}) == length(X)",
            "text([x for x in E]) == text(X)",
            "text(map(E, x -> x)) == text(X)",
            "text(sample(E, length(X))) != text(X)",
            "length({text(x) for x in sample(E, 4, 7)}) == 4",
            "all([x in E for x in sample(E, 4, 1)])",
            "E == X and X == E",
        ] {
            assert_eq!(said(&mut session, claim), "true", "{all}: {claim}");
        }
        assert_eq!(said(&mut session, "E"), all);
    }
}

#[test]
fn positions_are_closed_under_moves_and_reached_by_them() {
    for start in [
        "Clobber(\"xox|oxo\")",
        "Domineering(3, 3)",
        "Nim(3) + Kayles(3)",
        "Hackenbush(\"0-1:b, 1-2:r, 0-2:g\")",
        "NodeKayles(cycle(6))",
        "ToadsAndFrogs(\"TT.FF\")",
        "<2|*>",
    ] {
        let mut session = fresh();
        said(&mut session, &format!("X := [text(P) for P in positions({start})]"));
        let program = format!(
            "Y := [text({start})]\nold := [{start}]\nwhile length(old) > 0 {{\n\
             next := [Q for P in old for player in [Left, Right] for Q in moves(P, player)]\n\
             old := []\nfor Q in next {{ if text(Q) not in Y {{ Y := Y + [text(Q)]; old := old + [Q] }} }}\n}}"
        );
        let said_of = said(&mut session, &program);
        assert_eq!(said_of, "", "{start}");
        assert_eq!(said(&mut session, "set(X) == set(Y) and length(X) == length(Y)"), "true");
    }
}

#[test]
fn what_is_too_large_is_refused_or_ends_with_the_limits() {
    for input in
        ["list(boards(Clobber, 9, 9))", "[x for x in permutations(1..30)]", "graphs(10).list"]
    {
        assert!(said(&mut fresh(), input).starts_with("G0505"), "{input}");
    }
    for input in [
        "find(boards(Clobber, 9, 9), P -> false)",
        "find(graphs(11), g -> false)",
        "tally(permutations(1..30))",
        "[x for x in up_to_symmetry(boards(Clobber, 1, 14)) if false]",
        "positions(Nim(1000, 1000, 1000))",
        "[1] in subsets(1..300, 150)",
        "partitions(1000)",
    ] {
        let mut session = fresh();
        session.budget().limit_steps(20_000);
        let said = said(&mut session, input);
        assert!(said.starts_with("G0502") || said.starts_with("G0501"), "{input}: {said}");
    }
}

/// A naive tally, from the list of keys.
fn counts(items: &[i64]) -> Vec<(i64, usize)> {
    let mut keys: Vec<i64> = Vec::new();
    items.iter().for_each(|item| {
        if !keys.contains(item) {
            keys.push(*item)
        }
    });
    let count = |key: &i64| items.iter().filter(|item| *item == key).count();
    let mut counts: Vec<_> = keys.iter().map(|key| (*key, count(key))).collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

proptest! {
    #![proptest_config(properties(30))]

    #[test]
    fn lists_are_tallied_and_grouped(items in prop::collection::vec(-5i64..5, 0..30)) {
        let mut session = fresh();
        let counts: Vec<_> = counts(&items).iter().map(|(key, n)| format!("{key}: {n}")).collect();
        let expected = if counts.is_empty() { "{:}".to_owned() } else { format!("{{{}}}", counts.join(", ")) };
        prop_assert_eq!(said(&mut session, &format!("tally({items:?})")), expected);
        let groups = format!("groups({items:?}, x -> x * x)");
        for claim in [
            format!("all([all([x * x == key for x in {groups}[key]]) for key in {groups}])"),
            format!("sum([length({groups}[key]) for key in {groups}]) == length({items:?})"),
            format!("{groups} == {{k: [x for x in {items:?} if x * x == k] for k in [x * x for x in {items:?}]}}"),
        ] {
            prop_assert_eq!(said(&mut session, &claim), "true", "{}", claim);
        }
    }

    #[test]
    fn the_first_the_least_and_the_greatest_are_those_of_a_list(items in prop::collection::vec(-9i64..9, 1..20)) {
        let mut session = fresh();
        let least = items.iter().min_by_key(|n| (*n - 2).abs()).unwrap();
        let said_of = said(&mut session, &format!("argmin({items:?}, n -> abs(n - 2))"));
        prop_assert_eq!(said_of, least.to_string());
        let greatest = items.iter().rev().max_by_key(|n| (*n - 2).abs()).unwrap();
        let said_of = said(&mut session, &format!("argmax({items:?}, n -> abs(n - 2))"));
        prop_assert_eq!(said_of, greatest.to_string());
        if let Some(first) = items.iter().find(|n| **n > 2) {
            prop_assert_eq!(said(&mut session, &format!("find({items:?}, n -> n > 2)")), first.to_string());
        }
    }
}

/// Each element is drawn about as often as any other.
#[test]
fn samples_are_uniform() {
    let mut session = fresh();
    let drawn = "tally([text(sample(trees(6), 1, seed)[1]) for seed in 1..1200])";
    assert_eq!(said(&mut session, &format!("length({drawn})")), "6");
    assert_eq!(
        said(&mut session, &format!("min(values({drawn})) > 150 and max(values({drawn})) < 250")),
        "true"
    );
    let drawn = "tally([n for seed in 1..1000 for n in sample(1..10, 3, seed)])";
    assert_eq!(
        said(&mut session, &format!("min(values({drawn})) > 240 and max(values({drawn})) < 360")),
        "true"
    );
}
