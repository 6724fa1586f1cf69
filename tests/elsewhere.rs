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
    let name = line.split_once(" := ").filter(|_| !line.contains("; ")).map(|(name, _)| name);
    let name = name.map(|head| head.split('(').next().unwrap_or(head));
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

/// Rules in several lines, as people write them who know other languages.
#[test]
fn rules_in_several_lines_mean_what_was_typed() {
    for (typed, meant) in [
        ("move n - 1 if n > 0\n  and n < 5", "move n - 1 if n > 0 and n < 5"),
        ("move n - 1 if n > 4\n  or n == 1", "move n - 1 if n > 4 or n == 1"),
        ("if n > 1 {\n  move n - 1\n  move n - 2\n}", "move n - 1 if n > 1; move n - 2 if n > 1"),
        ("for k in 1..n {\n  return n - k\n}", "move n - k for k in 1..n"),
    ] {
        let rules = |clauses: &str| {
            format!("game G(n: heap) {{\n{clauses}\n}}\n[nimber(G(k)) for k in 1..7]")
        };
        let line = offered(&mut fresh(), &rules(typed)).unwrap_or_default();
        assert_eq!(answer(&line), answer(&rules(meant)), "{typed}: {line}");
    }
    let line = offered(&mut fresh(), "game G(n: heap) { move n//2 if n > 0 }\nG(3)");
    assert!(line.is_some_and(|line| line.contains("move div(n, 2) if n > 0 }")));
    let line = offered(&mut fresh(), "fn double(n) -> 2 * n");
    assert_eq!(line.as_deref(), Some("double(n) := 2 * n"));
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

/// What is left without a sign of mathematics would mean something else.
#[test]
fn no_sign_of_mathematics_is_left_out() {
    let (mut wrong, mut session) = (Vec::new(), fresh());
    let ranges = [0x2190..0x2300, 0x27c0..0x27f0, 0x2980..0x2a00, 0x2a00..0x2b00, 0x3001..0x3012];
    let signs = ranges.into_iter().flatten().chain(0xff01..0xff5f).filter_map(char::from_u32);
    for sign in signs.chain("§@`\\¤¦¶†‡‰".chars()) {
        for typed in [format!("3 {sign} 2"), format!("{sign}3"), format!("[4, 5{sign}2]")] {
            let left = typed.replace([sign, ' '], "");
            let line = offered(&mut session, &typed).unwrap_or_default().replace(' ', "");
            if line == left {
                wrong.push(format!("{typed}: offers {line}"));
            }
        }
    }
    expect_none(&wrong);
}

/// Signs without a meaning here are said, with what to write; nothing is taken with Enter.
#[test]
fn signs_that_stand_for_none_are_said() {
    for (typed, help) in [
        ("√8", "`isqrt(n)` is the root of a square"),
        ("(1 ⊗ {0|1})", "the nim-product is written `nim_product(a, b)`"),
        ("{1|0}²", "a product is written `2 * G`"),
        ("[1 ∉ [2]]", "write `not (x in xs)`"),
        ("4 § 5", "no sign here is like it"),
        ("↑₂", "small digits below belong to tiny and miny"),
        ("☆ + 1", "`far_star(G)`"),
        ("1 ≫ ↑", "compare with multiples"),
    ] {
        let mut session = fresh();
        assert_eq!(offered(&mut session, typed), None, "{typed}");
        let said = said(&mut session, typed);
        assert!(said.contains(help), "{typed}: {said}");
    }
    let said = said(&mut fresh(), "{0|*} ≡ ↑");
    assert!(said.contains("`≡` may ask whether forms are the same"), "{said}");
}

/// Decoration is left out: it shows nothing.
#[test]
fn decoration_is_left_out() {
    for (typed, line) in
        [("3\u{a0}+\u{a0}4", "3 + 4"), ("3\u{200b} + 4", "3 + 4"), ("$3$ + 4", "3 + 4")]
    {
        let offered = offered(&mut fresh(), typed).unwrap_or_else(|| typed.to_owned());
        assert_eq!(answer(&offered), answer(line), "{typed}: {offered}");
    }
    for typed in ["3$4", "a$b"] {
        let line = offered(&mut fresh(), typed).unwrap_or_default();
        assert!(!["34", "ab"].contains(&&*line), "{typed}: {line}");
    }
}

/// Lines that are read, and say something else than they seem to.
#[test]
fn lines_that_seem_to_say_something_else_are_warned_of() {
    for (typed, help) in [
        ("[5, 6, 7, 8][1:3]", "write `[2..3]`"),
        ("[5, 6, 7][2..-1]", "`xs[2..length(xs)]`"),
        ("2*3*4", "`2 * 3 * 4`"),
        ("2*3+4*5", "`2 * 3 + 4 * 5`"),
        ("*2 *3", "`*2 + *3`"),
        ("2^-1", "`2**-1`"),
        ("3/4.birthday", "`(3/4).`"),
        ("-3.birthday", "`(-3).`"),
        ("game G(n: heap) { move n-1, n-2 if n > 1 }", "`n-1 if n > 1; n-2 if n > 1`"),
        ("game G(n: heap) { left n-1, n-2; right 0 if n > 0 }", "`n-1 if n >= 1; n-2 if n >= 2`"),
        ("game G(a, b) { move a - 1, b if a > 0 }", "`(a - 1, b) if a > 0`"),
    ] {
        let reply = fresh().eval("typed", typed);
        let helps: Vec<&String> = reply.warnings.iter().flat_map(|one| &one.helps).collect();
        assert!(helps.iter().any(|one| one.contains(help)), "{typed}: {helps:?}");
    }
    for typed in ["2*3", "game G(n: heap) { move a, n - k - a for k in 1..2 for a in 0..n - k }"] {
        assert!(fresh().eval("typed", typed).warnings.is_empty(), "{typed}");
    }
}

/// Lines that change what has no change, and blocks of several statements.
#[test]
fn a_change_is_offered_as_a_binding() {
    for (before, typed, name, answer) in [
        ("w := [1, 2]", "w[1] := 0", "w", "[0, 2]"),
        ("w := [1, 2]", "w[2] += 1", "w", "[1, 3]"),
        ("x := 1", "x += 2", "x", "3"),
        ("s := 0", "for n from 1 to 5 do s := s + n end", "s", "15"),
        ("s := 0", "while s < 20 do s := s + 1 end", "s", "20"),
        ("s := 0", "for i in range(3): s += i", "s", "3"),
        ("xs := [5, 6, 7]", "ys := xs[2:]", "ys", "[7]"),
        ("xs := [5, 6, 7]", "ys := xs[2..]", "ys", "[6, 7]"),
        ("a := 3", "ys := [i for i in range(1, a+1)]", "ys", "[1, 2, 3]"),
    ] {
        let mut session = fresh();
        said(&mut session, before);
        let line = offered(&mut session, typed).unwrap_or_default();
        said(&mut session, &line);
        assert_eq!(said(&mut session, name), answer, "{typed}: {line}");
    }
}

#[test]
fn a_question_that_is_not_understood_is_searched_for() {
    for (typed, line) in [
        ("how do I draw a thermograph?", ":find draw thermograph"),
        ("which games have an atomic weight?", ":find games have atomic weight"),
    ] {
        assert_eq!(offered(&mut fresh(), typed).as_deref(), Some(line), "{typed}");
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

/// A call with arguments that the function or the ruleset does not take is not offered: what it takes is said.
#[test]
fn no_call_is_offered_with_arguments_that_are_not_taken() {
    for (typed, help) in [
        ("FibonacciNim 5", "it is called as in `FibonacciNim("),
        ("overheated(^, 1)", "overheat(G, s, t)"),
        ("first([1, 2, 3])", "find does not take 1 argument"),
        ("up(2)", "a power of up is `up_power(2)`"),
        ("down(3)", "two copies of it are `2 * v`"),
        ("±(2, 1)", "a switch between two numbers"),
        ("Nim2(1, 2)", "declare it first"),
        ("game G(n: heap, p) { move n - 1 }", "`game G(p)(n: heap)`"),
        ("misere_quotient(octal(\"0.77\"))", "`misere_quotient(TakeAndBreak(\"0.77\"), 12)`"),
    ] {
        let mut session = fresh();
        assert_eq!(offered(&mut session, typed), None, "{typed}");
        let reply = session.eval("typed", typed);
        let helps = reply.diagnostics[0].helps.join("; ");
        assert!(helps.contains(help), "{typed}: {helps}");
    }
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
