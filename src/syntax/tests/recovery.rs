//! What is left of texts that do not parse.

use proptest::prelude::*;

use super::super::ast::StatementKind;
use super::super::{parse_file, parse_what_parses, same};
use crate::diagnostic::Unlimited;
use crate::source::SourceMap;

const SHEET: &str = "\
exercise \"one\" (2 points) {
  G := <0,*|*>
  check G is <0|*>
  check f(G, [1, 2]) == {1: 2}
}

/// Doubles.
f(x) := x + x

exercise \"two\" {
  hint \"a (hint\"
  check [n for n in 1..3] == [1, 2, 3]
}
game Take(n: heap) {
  move n - k for k in 1..2 if k <= n
}
exercise \"three\" { check 1 == 1 }
";

fn titles(text: &str) -> (Vec<String>, usize) {
    let id = SourceMap::default().add("test", text);
    let (program, broken) = parse_what_parses(id, text, &Unlimited);
    let title = |kind: &StatementKind| match kind {
        StatementKind::Exercise { title, .. } => Some(title.value.to_string()),
        _ => None,
    };
    let titles = program.statements.iter().filter_map(|one| title(&one.kind)).collect();
    (titles, broken.iter().filter(|one| one.diagnostic.is_some()).count())
}

#[test]
fn one_error_is_told_once() {
    for (typed, instead) in [
        ("G := <0,*|*>", "G := <0,*|*"),
        ("check G is <0|*>", "check G is"),
        ("check G is <0|*>", "check G is )"),
        ("f(G, [1, 2])", "f(G, [1, 2)"),
        ("f(x) := x + x", "f(x) := x + + x"),
        ("f(x) := x + x", "f(x :="),
        ("f(x) := x + x", "f(x) :="),
        ("f(x) := x + x", "check 1 +"),
        ("\"a (hint\"", "\"a (hint"),
        ("move n - k", "mov n - k"),
    ] {
        let text = SHEET.replacen(typed, instead, 1);
        let (titles, errors) = titles(&text);
        assert_eq!((titles.len(), errors), (3, 1), "{text}");
    }
}

#[test]
fn an_exercise_that_is_never_closed_keeps_its_title() {
    let text = SHEET.replacen("}\n\n///", "\n\n///", 1).replacen("{1: 2}", "3", 1);
    assert_eq!(titles(&text), (["one", "two", "three"].map(str::to_owned).to_vec(), 1));
}

#[test]
fn an_exercise_whose_points_are_broken_keeps_its_claims() {
    for head in ["points 2 {", "2 points {", "(2) {", "(points: 2) {", ", 2 {", "(2 points {"] {
        let text = SHEET.replacen("(2 points) {", head, 1);
        let id = SourceMap::default().add("test", &*text);
        let (program, broken) = parse_what_parses(id, &text, &Unlimited);
        assert_eq!(broken.len(), 1, "{text}");
        let StatementKind::Exercise { title, body, .. } = &program.statements[0].kind else {
            panic!("{text}")
        };
        assert_eq!((&*title.value, body.statements.len()), ("one", 3), "{text}");
    }
}

#[test]
fn adjacent_lines_that_do_not_close_their_brackets_are_errors_of_their_own() {
    for line in ["check (1 + 2 == 3", "check [1, 2 == 3", "check f(1 == 3", "check [(1, 2) == 3"] {
        for lines in 1..=4 {
            let broken_lines = format!("  {line}\n").repeat(lines);
            let text = format!("exercise \"one\" {{\n  check 1 == 1\n{broken_lines}}}\n");
            let id = SourceMap::default().add("test", &*text);
            let (program, broken) = parse_what_parses(id, &text, &Unlimited);
            let kept: Vec<usize> = program
                .statements
                .iter()
                .map(|statement| match &statement.kind {
                    StatementKind::Exercise { body, .. } => body.statements.len(),
                    other => panic!("{other:?}"),
                })
                .collect();
            assert_eq!(kept, [1], "{text}");
            let errors = broken.iter().filter(|one| one.diagnostic.is_some());
            assert_eq!(errors.count(), lines, "{text}");
        }
    }
}

proptest! {
    #[test]
    fn a_change_of_one_character_leaves_the_other_exercises(
        at in 0..SHEET.len(),
        sign in prop::option::of(prop::sample::select("(){}[]<>|\"*/ \n,a1?".chars().collect::<Vec<_>>())),
    ) {
        let mut text = SHEET.to_owned();
        text.replace_range(at..=at, &sign.map(String::from).unwrap_or_default());
        let id = SourceMap::default().add("test", &*text);
        let (program, broken) = parse_what_parses(id, &text, &Unlimited);
        match parse_file(id, &text, &Unlimited) {
            Ok(whole) => prop_assert!(same(&whole, &program) && broken.is_empty()),
            Err(first) => prop_assert_eq!(broken.first().and_then(|one| one.diagnostic.clone()), Some(first)),
        }
        // Comments and unclosed braces may swallow what follows, but not all is lost.
        prop_assert!(program.statements.len() >= 2, "{}", text);
    }
}
