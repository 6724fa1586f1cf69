//! Certificates that are right, and the same with a line changed.

#![expect(clippy::disallowed_methods, reason = "tests read files")]

use std::path::Path;

use upstar_reference::{Fault, Session};
use upstar_verify::{Limits, Progress, Refused, Verified, verify};

/// Changes of each certificate.
const CHANGES: u64 = 1000;

fn check(certificate: &str) -> Result<Verified, Refused> {
    verify(
        &mut certificate.as_bytes(),
        Limits { steps: 2_000_000, ..Limits::default() },
        &mut |_| true,
    )
}

fn read(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates");
    std::fs::read_to_string(folder.join(name).with_extension("txt")).expect("it is there")
}

/// Whether the reference gives the answer that was accepted.
fn is_true(verified: &Verified) -> bool {
    let mut session = Session::with_steps(20_000_000);
    if session.input(&verified.rules.join("\n")).is_err() {
        return false;
    }
    // The reference has no periods, but nimbers, and no quotients of rulesets, but of positions.
    let arguments = verified.question.strip_suffix(')').and_then(|asked| asked.split_once('('));
    let (question, claim) = match arguments {
        Some(("period", ruleset)) => (of_period(ruleset, &verified.claim), "true"),
        Some(("misere_quotient", args)) => (of_quotient(args, &verified.claim), "true"),
        _ => (verified.question.clone(), verified.claim.as_str()),
    };
    // The reference has no thermographs, but their walls.
    let (question, claim) = match verified.claim.strip_prefix("thermograph") {
        Some(walls) => {
            let asked = question.replacen("thermograph(", "", 1);
            let asked = asked.strip_suffix(')').unwrap_or_default().to_owned();
            (format!("(left_wall({asked}), right_wall({asked}))"), walls)
        }
        None => (question, claim),
    };
    // The reference has no values of play that returns, but who loses the difference moving second.
    if let (true, Some(asked)) =
        (claim.starts_with("(g0:"), question.strip_prefix("canonical(").map(str::to_owned))
    {
        let asked = asked.strip_suffix(')').unwrap_or_default();
        let outcome = session.input(&format!("outcome({asked} - {claim})"));
        return outcome.is_ok_and(|answers| {
            let text = answers.last().map(ToString::to_string).unwrap_or_default();
            ["P", "D", "P_hat", "P_check"].contains(&text.as_str())
        });
    }
    match session.input(&question) {
        Ok(answers) => {
            answers.last().is_some_and(|answer| session.agrees(answer, claim) == Ok(true))
        }
        Err(Fault::TooLarge) => panic!("{} is too large for a test", verified.question),
        Err(_) => false,
    }
}

/// Whether a map has the least period and preperiod of the first nimbers.
fn of_period(ruleset: &str, claim: &str) -> String {
    let first = format!("{claim}[\"preperiod\"]");
    let period = format!("{claim}[\"period\"]");
    format!(
        "all([nimber({ruleset}(n + {period})) == nimber({ruleset}(n)) for n in {first}..{first} + 20])"
    )
}

/// Asks the reference for the order of a quotient, the size of P, and the heaps in P.
fn of_quotient(args: &str, claim: &str) -> String {
    let (ruleset, last) = args.rsplit_once(", ").unwrap_or_default();
    let quotient = format!("misere_quotient([{ruleset}(n) for n in 1..{last}])");
    let order = format!("{quotient}[\"order\"] == {claim}[\"order\"]");
    let in_p = format!("length({quotient}[\"p_portion\"]) == length({claim}[\"p_portion\"])");
    let heaps = format!(
        "all([(outcome(misere({ruleset}(n))) == P) == ({claim}[\"heaps\"][n] in {claim}[\"p_portion\"]) for n in 1..{last}])"
    );
    format!("{order} and {in_p} and {heaps} and length({claim}[\"heaps\"]) == {last}")
}

/// Numbers that look random, the same ones each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % end.max(1) as u64).expect("it is small")
    }
}

/// A certificate with one line changed: left out, written twice, moved, with a field of another line, or with another
/// sign.
fn changed(certificate: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = certificate.lines().map(str::to_owned).collect();
    let (place, other) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(6) {
        0 => {
            lines.remove(place);
        }
        1 => lines.insert(other, lines[place].clone()),
        2 => {
            let line = lines.remove(place);
            lines.insert(other.min(lines.len()), line);
        }
        3 => {
            let fields: Vec<String> = lines[other].split('\t').map(str::to_owned).collect();
            let mut line: Vec<String> = lines[place].split('\t').map(str::to_owned).collect();
            let field = random.below(line.len());
            line[field] = fields[random.below(fields.len())].clone();
            lines[place] = line.join("\t");
        }
        _ => {
            let mut signs: Vec<char> = lines[place].chars().collect();
            let all: Vec<char> = certificate.chars().filter(|sign| *sign != '\n').collect();
            let at = random.below(signs.len());
            if let Some(sign) = signs.get_mut(at) {
                *sign = all[random.below(all.len())];
            }
            lines[place] = signs.into_iter().collect();
        }
    }
    lines.join("\n") + "\n"
}

fn changes_are_refused_or_right(name: &str) {
    let certificate = read(name);
    let right = check(&certificate).unwrap_or_else(|refused| panic!("{name}: {refused}"));
    assert!(is_true(&right), "{name}");
    let mut random = Random(name.bytes().map(u64::from).sum());
    for _ in 0..CHANGES {
        let changed = changed(&certificate, &mut random);
        let Ok(verified) = check(&changed) else { continue };
        let is_same = (&verified.rules, &verified.question, &verified.claim)
            == (&right.rules, &right.question, &right.claim);
        assert!(is_same || is_true(&verified), "{name} was accepted:\n{changed}");
    }
}

#[test]
fn changed_strategies_are_refused_or_right() {
    for name in ["comparison", "misere", "winning_moves", "wires", "last", "mark", "mark_moves"] {
        changes_are_refused_or_right(name);
    }
}

#[test]
fn changed_strategies_of_play_that_returns_are_refused_or_right() {
    for name in ["backsliding", "circle", "fox", "regrow", "stopper", "survival"] {
        changes_are_refused_or_right(name);
    }
}

#[test]
fn changed_nimbers_are_refused_or_right() {
    for name in ["kayles", "split", "period", "steps"] {
        changes_are_refused_or_right(name);
    }
}

#[test]
fn changed_quotients_are_refused_or_right() {
    changes_are_refused_or_right("quotient");
}

#[test]
fn changed_forms_and_points_are_refused_or_right() {
    for name in ["mean", "konane", "thermograph", "sausages", "grab"] {
        changes_are_refused_or_right(name);
    }
}

#[test]
fn certificates_of_all_kinds_are_accepted() {
    for name in ["domineering", "cram", "toads", "hex", "tictactoe", "dots"] {
        let verified = check(&read(name)).unwrap_or_else(|refused| panic!("{name}: {refused}"));
        assert!(verified.facts > 0 && verified.steps > 0, "{name}");
    }
}

/// A certificate with these rules, question, claim and facts.
fn certificate(rules: &str, question: &str, claim: &str, facts: &[&str]) -> String {
    let facts: Vec<String> = facts.iter().map(|fact| fact.replace("; ", "\t") + "\n").collect();
    let head = format!("rules\t{rules}\nquestion\t{question}\nclaim\t{claim}\n");
    format!("{}\n{head}{}end\t{}\n", upstar_verify::FIRST_LINE, facts.concat(), facts.len())
}

#[test]
fn a_win_does_not_rest_on_itself() {
    let rules = "game G(n) { left 1 - n; right 1 - n }";
    let facts = ["win; Left; G(0); G(1)"];
    let refused = check(&certificate(rules, "outcome(G(0))", "L", &facts));
    assert!(refused.is_err_and(|refused| refused.message.contains("no fact says")));
    // Play without end is a draw, and facts that a player holds may rest on themselves.
    let facts = [
        "hold; Left; G(0); G(1)",
        "hold; Left; G(1); G(0)",
        "hold; Right; G(0); G(1)",
        "hold; Right; G(1); G(0)",
    ];
    let unkept = check(&certificate(rules, "outcome(G(0))", "D", &facts[..2]));
    assert!(unkept.is_err());
    assert!(check(&certificate(rules, "outcome(G(0))", "D", &facts)).is_ok());
}

#[test]
fn a_promise_that_is_not_kept_is_no_fact() {
    let rules = "game G(n) { left n + 1; right n + 1 if n < 3 }";
    let certificate = certificate(rules, "outcome(G(0))", "D", &["hold; Right; G(0); G(1)"]);
    let refused = check(&certificate).expect_err("Right loses");
    assert!(refused.message.contains("no fact says how to hold"), "{refused}");
}

#[test]
fn parts_are_only_those_of_local_rules() {
    for rules in [
        "game G(s: strip of \".x\") { move \"x\" -> \".\" if count(after, \"x\") > 1 }",
        "game G(s: strip of \".x\") { move \"^x\" -> \".\" }",
        "game G(s: strip of \".x\") { move \"[^x]x\" -> \"?.\" }",
        "game G(s: strip of \".x\") { move \"x.\" -> \".x\" }",
        "game G(s: strip of \".x\") { move \"x\" -> \".\"; play misere }",
    ] {
        let refused = check(&certificate(rules, "outcome(G(\"x\"))", "N", &["local; G"]));
        assert!(refused.is_err(), "{rules}");
    }
}

#[test]
fn quotients_rest_on_what_makes_a_monoid_that_of_heaps() {
    let nim = "game Nim(n: heap) { move n - k for k in 1..n }";
    let asked = "misere_quotient(Nim, 2)";
    let check = |quotient: &str, elements: &[&str]| {
        let elements = elements.iter().enumerate();
        let elements = elements.map(|(n, word)| format!("element; Nim({n}); {word}"));
        let facts: Vec<String> = std::iter::once(quotient.to_owned()).chain(elements).collect();
        let facts: Vec<&str> = facts.iter().map(String::as_str).collect();
        check(&certificate(nim, asked, "{:}", &facts)).expect_err(quotient).message
    };
    let right = "quotient; <a, b | a^2 = 1, b^3 = b>; a; b^2";
    for (quotient, elements, expected) in [
        (right, &["1", "a", "b"][..], "the facts prove {\"order\": 6"),
        (right, &["1", "a"], "no fact says an element of Nim(2)"),
        (right, &["1", "a", "b", "ab"], "more generators or positions"),
        (right, &["1", "b", "a"], "a sum that is not in P has no move to P"),
        (right, &["1", "a", "a"], "from P to P"),
        (right, &["1", "a", "ab"], "the next generator"),
        (right, &["a"], "has the element 1"),
        (right, &["1", "a^3"], "no normal form"),
        ("quotient; <a, b | a^2 = 1>; a; b^2", &[], "more than 2048 elements"),
        ("quotient; <a, b | a^2 = 1, b^3 = b>; b^2; a", &[], "in order, without 1"),
        ("quotient; <a, b | a^2 = 1, b^3 = b>; 1; a", &[], "in order, without 1"),
        ("quotient; <a, b | a^2 = 1, b^3 = b>; a", &[], "alike"),
        ("quotient; <a, b | b^3 = b, a^2 = 1>; a; b^2", &[], "not in order"),
        ("quotient; <a, b | a^2 = 1, a^3 = a, b^3 = b>; a; b^2", &[], "not reduced"),
        ("quotient; <a, b | a^2 = b, b^3 = 1>; a; b^2", &[], "not reduced"),
        ("quotient; <a, b | a^2 = 1, b^2 = a, b^2 = 1>; a", &[], "not in order"),
        ("quotient; <a, b | a^3 = a^2, ab = 1, b^2 = b>; a", &[], "say more than they replace"),
        ("quotient; <a, b | aa = 1, b^3 = b>; a; b^2", &[], "no word"),
        ("quotient; <b, a | a^2 = 1, b^3 = b>; a; b^2", &[], "no presentation"),
        ("quotient; <1>", &["1"], "an element of Nim(1)"),
        ("quotient; <1>", &["1", "1"], "no move to P"),
    ] {
        let message = check(quotient, elements);
        assert!(message.contains(expected), "{quotient} {elements:?}: {message}");
    }
}

#[test]
fn quotients_are_those_of_heaps_for_both_players() {
    let facts = ["quotient; <1>", "element; G(0); 1"];
    let claim = "{\"order\": 1, \"presentation\": \"<1>\", \"p_portion\": [], \"heaps\": []}";
    for (rules, expected) in [
        ("game G(n: heap) { left n - 1 if n > 0; right n - 1 if n > 0 }", ""),
        ("game G(n) { move n - 1 if n > 0 }", "rulesets of heaps"),
        ("game G(n: heap) { left n + 1; right n - 1 if n > 0 }", "different moves"),
        ("game G(n: heap) { move n + 1 }", "no fact says an element of G(1)"),
        ("game G(n: heap) { move n - 1 if n > 0; left wins if n == 9 }", "ends"),
        ("game G(n: heap) { move n - 1 gain 1 if n > 0 }", "no such question"),
    ] {
        let checked = check(&certificate(rules, "misere_quotient(G, 0)", claim, &facts));
        let message = checked.map_or_else(|refused| refused.message, |_| String::new());
        assert!(message.contains(expected), "{rules}: {message}");
        assert_eq!(message.is_empty(), expected.is_empty(), "{rules}: {message}");
    }
}

/// A map that claims a period.
fn period(period: u64, preperiod: u64) -> String {
    format!("{{\"period\": {period}, \"preperiod\": {preperiod}, \"saltus\": 0}}")
}

#[test]
fn periods_rest_on_what_the_rules_show() {
    let facts: Vec<String> = (0..20).map(|n| format!("nimber; G({n}); 0")).collect();
    let facts: Vec<&str> = facts.iter().map(String::as_str).collect();
    // All nimbers of small heaps are 0, but larger ones may have other moves.
    for rules in [
        "f(n) := n > 1000; game G(n: heap) { move n - 1 if f(n) }",
        "game G(n: heap) { move 0 for k in [n] if k > 1000 }",
        "game G(n: heap) { move a, n - a for a in 1..n-1 if 3 * a == n + 1000 }",
        "game G(n: heap) { move 0 for a in 1..n - 1000 }",
        "game G(n: heap) { move rest for a in 1..n - 1000 for rest in take_and_break(\"0.2\", n) }",
        "game G(n: heap) { move n - 1 for a in 1..n - 1000 for a in [0] }",
        "game G(n: heap) { move rest for take_and_break in [(c, m) -> if m > 1000 then [m - 1] else []] for rest in take_and_break(\"0.2\", n) }",
        "game G(n: heap) { move n - 1 for div in [(x, y) -> x - 1000] for a in 1..div(n, 2) }",
        "game G(n: heap) { move 0 if n * n == n + 999000 }",
        "game G(n: heap) { move max(n - 1000, 0) if n > 1000 }",
    ] {
        let refused = check(&certificate(rules, "period(G)", &period(1, 0), &facts));
        let message = refused.expect_err(rules).message;
        assert!(message.contains("moves of a code"), "{rules}: {message}");
    }
    for (rules, expected) in [
        ("game G(n: heap) { left n - 1 if n > 1000; right n - 1 if n > 1000 }", "different moves"),
        ("game G(n: heap) { move n - 1 if n > 1000; check n >= 0 }", "more than what moves"),
        ("game G(n: heap) { move n - 1 if n == 1000 }", "the nimber of G(20)"),
        ("game G(n: heap) { move n - 1 if n > 1000 }", "the nimber of G(20)"),
    ] {
        let refused = check(&certificate(rules, "period(G)", &period(1, 0), &facts));
        let message = refused.expect_err(rules).message;
        assert!(message.contains(expected), "{rules}: {message}");
    }
    let rules = "game G(n: heap) { move 0 if 3 < n < 2 }";
    assert!(check(&certificate(rules, "period(G)", &period(1, 0), &facts)).is_ok());
    for (claim, expected) in [
        (period(2, 0), "repeat after 1"),
        (period(1, 1), "from a smaller heap"),
        (period(u64::MAX, 0), "no period that facts can prove"),
        (period(0, 0), "no period that facts can prove"),
    ] {
        let refused = check(&certificate(rules, "period(G)", &claim, &facts));
        let message = refused.expect_err(&claim).message;
        assert!(message.contains(expected), "{claim}: {message}");
    }
}

#[test]
fn heaps_that_are_never_smaller_than_0_are_split_beside_the_border() {
    // Without facts, the first nimber is missing where the rules are read.
    for (rules, expected) in [
        ("max(k - 2, 0), max(n - k - 1, 0) for k in 1..n", "G(0)"),
        ("max(k - 5000, 0), n - k - 1 for k in 1..n - 1", "moves of a code"),
        ("max(k - 2, 0), n - k - 1 for k in 1..n", "moves of a code"),
        ("max(k - 2, 1), max(n - k - 1, 0) for k in 1..n", "moves of a code"),
    ] {
        let rules = format!("game G(n: heap) {{ move {rules} }}");
        let refused = check(&certificate(&rules, "period(G)", &period(1, 0), &[]));
        let message = refused.expect_err(&rules).message;
        assert!(message.contains(expected), "{rules}: {message}");
    }
}

#[test]
fn positions_of_the_question_keep_their_numbers() {
    // Had they lost them, G("xxo") would have the moves of the first position that is met after it.
    let rules = "game G(b: grid of \".xo\") { left b.with({b.group(p): \".\"}) for p in b.cells if b[p] == \"x\"; right \"..\" -> \"xx\" }";
    let facts = ["hold; Left; G(\"xxo\"); G(\"..o\")", "hold; Right; G(\"..o\"); G(\"xxo\")"];
    assert!(check(&certificate(rules, "outcome(G(\"xxo\"))", "P_hat", &facts)).is_ok());
    let constants = format!("{rules}; a := G(\"xxo\"); c := G(\"..o\")");
    let facts = ["hold; Left; a; c", "hold; Right; c; a"];
    assert!(check(&certificate(&constants, "outcome(a)", "P_hat", &facts)).is_ok());
}

#[test]
fn games_are_not_added_up_in_misere_play() {
    let rules = "game Nim(n: heap) { move n - k for k in 1..n }";
    let facts = ["win; Left; * + *; *", "win; Right; * + *; *"];
    assert!(check(&certificate(rules, "outcome(misere(* + *))", "N", &facts)).is_ok());
    assert!(check(&certificate(rules, "outcome(misere(* + *))", "P", &[])).is_err());
    for (to, is_right) in [("* + Nim(0)", true), ("* + Nim(1)", false), ("*", false)] {
        let facts = ["Left", "Right"].map(|player| format!("win; {player}; * + Nim(2); {to}"));
        let facts = facts.each_ref().map(String::as_str);
        let checked = check(&certificate(rules, "outcome(misere(* + Nim(2)))", "N", &facts));
        assert_eq!(checked.is_ok(), is_right, "{to}");
    }
}

#[test]
fn thermographs_are_claimed_by_their_walls() {
    let (rules, facts) = ("game Nim(n: heap) { move n - k for k in 1..n }", ["form; {2|-1}"]);
    let claim = "thermograph([(0, 2), (3/2, 1/2)], [(0, -1), (3/2, 1/2)])";
    assert!(check(&certificate(rules, "thermograph({2|-1})", claim, &facts)).is_ok());
    for claim in ["[(0, 2), (3/2, 1/2)]", "thermograph([(0, 2)], [(0, -1)])", "thermograph([], [])"]
    {
        assert!(check(&certificate(rules, "thermograph({2|-1})", claim, &facts)).is_err());
    }
}

#[test]
fn symbols_that_run_out_show_that_play_ends() {
    let facts: [&str; 0] = [];
    for (rules, ends) in [
        ("game G(s: strip of \".x\") { left \"x.\" -> \"..\"; right \"xx\" -> \".x\" }", true),
        (
            "game G(s: strip of \".xo\") { left \"x.\" -> \"o.\" then \"o.\" -> \"oo\"; right \".o\" -> \"oo\" }",
            true,
        ),
        ("game G(s: strip of \".x\") { left \"x.\" -> \".x\"; right \".x\" -> \"x.\" }", false),
        ("game G(s: strip of \".xo\") { left \"x.\" -> \"?o\"; right \"xo\" -> \"?.\" }", false),
        (
            "game G(s: strip of \".x\") { left \"x.\" -> \".x\" repeatedly; right \".x\" -> \"x.\" }",
            false,
        ),
    ] {
        // Neither side is a game, and no fact is there, so the first fault says how far the check came.
        let refused = check(&certificate(rules, "G(\"x.x\") >= G(\"xx.\")", "true", &facts));
        let message = refused.expect_err(rules).message;
        assert_eq!(message.contains("play returns"), !ends, "{rules}: {message}");
    }
}

#[test]
fn games_are_compared_when_play_in_one_of_them_ends() {
    let rules = "game Over(n) { left 0 if n == 1; right 1 if n == 1 }; game Under(n) { left 1 if n == 1; right 0 if n == 1 }";
    let facts = ["win; Left; Over(1); Over(0)"];
    assert!(check(&certificate(rules, "Over(1) >= 0", "true", &facts)).is_ok());
    let rules = format!("{rules}; game Dud(n) {{ left n; right n }}");
    let facts = ["win; Left; Over(0) + Over(1); Over(0) + Over(0)"];
    let refused = check(&certificate(&rules, "Over(1) >= Dud(1)", "true", &facts));
    assert!(refused.is_err_and(|refused| refused.message.contains("play returns")));
}

#[test]
fn values_of_play_that_returns_are_stoppers() {
    let right = read("stopper");
    assert!(check(&right).is_ok());
    // The same graph in other words, and other graphs.
    let claims = [("over", true), ("(a: {0|(b: {0|a})})", true), ("under", false), ("0", false)];
    for (claim, is_right) in claims {
        let other = right.replacen("claim\t(g0: {0|g0})", &format!("claim\t{claim}"), 1);
        assert_eq!(check(&other).is_ok(), is_right, "{claim}");
    }
    let other = right.replacen("canonical(Over(1))", "mean(Over(1))", 1);
    assert!(check(&other).is_err());
    let rules = "game Dud(n) { left n; right n }";
    let facts = ["stopper; dud", "hold; Left; Dud(1) + dud; Dud(1) + dud"];
    let refused = check(&certificate(rules, "canonical(Dud(1))", "dud", &facts));
    assert!(refused.is_err_and(|refused| refused.message.contains("by turns")));
}

#[test]
fn two_rulesets_of_one_name_are_told_apart() {
    // A position of the library's Nim is none of these rules, although it has the same text.
    let rules = "game Nim(n: heap) { move 0 if n > 5 }";
    let facts = ["nimber; Nim(1); 0"];
    assert!(check(&certificate(rules, "nimber(Nim(1))", "0", &facts)).is_ok());
    assert!(check(&certificate(rules, "nimber(Subtraction([1])(1))", "0", &facts)).is_err());
}

#[test]
fn a_check_says_how_far_it_is_and_can_be_stopped() {
    let nimbers = |end: u64| -> Vec<String> {
        let to = |n| (0..n).map(|k| format!("\tNim({k})")).collect::<String>();
        (0..end).map(|n| format!("nimber\tNim({n})\t{n}{}", to(n))).collect()
    };
    let facts = nimbers(3);
    let repeated: Vec<&str> = facts.iter().cycle().map(String::as_str).take(2000).collect();
    let text = certificate(
        "game Nim(n: heap) { move n - k for k in 1..n }",
        "nimber(Nim(2))",
        "2",
        &repeated,
    );
    let mut seen: Vec<Progress> = Vec::new();
    let mut report = |progress| {
        seen.push(progress);
        true
    };
    assert!(verify(&mut text.as_bytes(), Limits::default(), &mut report).is_ok());
    assert_eq!(seen.iter().map(|progress| progress.facts).collect::<Vec<_>>(), [1000, 2000]);
    assert!(verify(&mut text.as_bytes(), Limits::default(), &mut |_| false).is_err());
    let small = Limits { bytes: 1000, ..Limits::default() };
    assert!(verify(&mut text.as_bytes(), small, &mut |_| true).is_err());
}
