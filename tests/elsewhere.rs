//! Lines as people type them who come from LaTeX, textbooks, CGSuite or Python: the line that is offered means the same.

use upstar::session::Session;

use crate::support::{expect_none, fresh, read, said};

/// What is typed, and what it means.
fn rows(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let rows = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|row| row.rsplit_once(" => ").expect("a row has a meaning"))
}

/// The line that the error of an input offers.
fn offered(session: &mut Session, typed: &str) -> Option<String> {
    let reply = session.eval("typed", typed);
    let [fix] = &*reply.diagnostics.first()?.fixes else { return None };
    let mut line = typed.to_owned();
    line.replace_range(fix.span.bytes(), &fix.text);
    Some(line)
}

/// What a line answers, or binds.
fn answer(line: &str) -> String {
    let mut session = fresh();
    let name = line.split_once(" := ").map(|(name, _)| name);
    let first = said(&mut session, line);
    name.map_or(first, |name| said(&mut session, name))
}

#[test]
fn the_line_that_is_offered_means_what_was_typed() {
    let (mut wrong, text) = (Vec::new(), read("tests/elsewhere.txt"));
    assert!(rows(&text).count() >= 300);
    for (typed, meant) in rows(&text) {
        let mut session = fresh();
        let expected = answer(meant);
        // What is accepted needs no offer.
        let line = offered(&mut session, typed).unwrap_or_else(|| typed.to_owned());
        let found = answer(&line);
        if found != expected || found.contains("Error") {
            wrong.push(format!("{typed}: offers {line}, which is {found} and not {expected}"));
        }
    }
    expect_none(&wrong);
}

/// A translation ends: nothing is put into parentheses again and again.
#[test]
fn a_line_that_is_offered_is_no_longer_than_its_meaning_needs() {
    for (typed, line) in
        [("+_2", "tiny(2)"), ("tiny 2", "tiny(2)"), ("star 2", "*2"), ("twice ^", "2 * (^)")]
    {
        assert_eq!(offered(&mut fresh(), typed).as_deref(), Some(line), "{typed}");
    }
    let text = read("tests/elsewhere.txt");
    for (typed, _) in rows(&text) {
        let line = offered(&mut fresh(), typed).unwrap_or_default();
        assert!(!line.contains("((((") && line.len() < 2 * typed.len() + 40, "{typed}: {line}");
    }
}

#[test]
fn a_line_with_unknown_names_is_not_offered() {
    for typed in ["who wins foo", "temperature of foo", "is foo positive"] {
        assert_eq!(offered(&mut fresh(), typed), None, "{typed}");
    }
}

/// A line that only looks different fails for the same reason.
#[test]
fn a_line_that_fails_too_is_not_offered() {
    let mut session = fresh();
    said(&mut session, "xs := [1, 2]");
    for typed in
        ["y := xs[3];", "NE := [1/0 for x in xs];", "1/0 + length(set(xs))", "set(xs) + {3}"]
    {
        assert_eq!(offered(&mut session, typed), None, "{typed}");
    }
    let said = said(&mut session, "set(xs) + {3}");
    assert!(said.ends_with("for sets there is `union(A, B)`"), "{said}");
}

/// Words that are no question are searched for, and those of a function lead to its page.
#[test]
fn a_line_of_words_alone_is_looked_up() {
    for (typed, line) in [
        ("number avoidance", ":find number avoidance"),
        ("play against computer", ":find play against computer"),
        ("ambient temperature", ":find ambient temperature"),
        ("ordinal sum", "?ordinal_sum"),
        ("atomic weight", "?atomic_weight"),
        ("best move", "?best_moves"),
    ] {
        assert_eq!(offered(&mut fresh(), typed).as_deref(), Some(line), "{typed}");
    }
    let said = said(&mut fresh(), "mean value of G");
    assert!(said.ends_with("bind `G := ...` first, then write `mean(G)`"), "{said}");
}

/// Several meanings are said, and none is offered.
#[test]
fn a_line_with_two_meanings_is_not_offered() {
    for typed in ["* <> 0", "* ~ 0", "{{0|1}^L | {0|1}^R}"] {
        assert_eq!(offered(&mut fresh(), typed), None, "{typed}");
    }
    assert_eq!(offered(&mut fresh(), "Kayles(n)"), None);
}

#[test]
fn names_of_the_session_are_known() {
    let mut session = fresh();
    said(&mut session, "G := {3|1}");
    assert_eq!(offered(&mut session, "who wins G?").as_deref(), Some("outcome(G)"));
    assert_eq!(offered(&mut session, "temperature of G").as_deref(), Some("temperature(G)"));
}
