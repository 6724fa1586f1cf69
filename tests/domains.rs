//! Domains of rulesets: what is no position is refused where it is typed, by `check` clauses.

use std::collections::BTreeSet;
use std::path::Path;

use crate::arguments::lists_moves;
use crate::arguments::{Counts, wrong_help};
use crate::support::{expect_none, files, read, said, session};

/// Calls of rulesets of the library, with arguments inside of their domains and outside.
const LIBRARY: &[(&str, &str, &str)] = &[
    ("AcrosticTwins", "(0, 3)", "(-1, 3) (1/2, 0) (1, ^) (1, \"x\")"),
    ("AllBut", "([1, 2])(5)", "([0])(5) ([1/2])(5) (\"\")(5) ({1: 2})(5)"),
    ("CakeProduct(n -> [], n -> [])", "(1, 2)", "(0, 2) (1, 1/2)"),
    ("CakeProduct", "(n -> [], n -> [])(1, 2)", "(3, 4)(1, 2) (n -> [], 4)(1, 2)"),
    ("Chomp", "([3, 3, 1]) ([]) ([2, 0])", "([1, 2]) ([-1]) ([1/2]) ([3, 1, 2]) ([^])"),
    ("Connect", "(4)(4, 4)", "(0)(4, 4) (3/2)(4, 4)"),
    ("ConstrainedWythoff(n -> n)", "(3, 4)", "(-3, 4) (1, 1/2)"),
    ("ConstrainedWythoff", "(n -> n)(3, 4)", "(3)(1, 2) ((a, b) -> a)(1, 2)"),
    ("Cutcake", "(1, 2)", "(0, 2) (-1, 3) (1, 3/2)"),
    (
        "DotsAndBoxes",
        "(1, 1)() (1, 1)(\"+.+|.o.|+.+\", Right)",
        "(0, 1)() (1, 1)(\"+.+.+|.o.o.|+.+.+\", Right) (1, 1)(\"+.+|.o.|+.+\", 3) (1, 2)(\"+.+|.o.|+.+|.o.|+.+\") (1, 1)(\"+o+|...|+.+\")",
    ),
    ("Eatcake", "(0, 3)", "(-1, 3) (1/2, 1)"),
    ("EdgeGeography", "(\"1>2\", 1)", "(\"1>2\", 3)"),
    ("EndNim", "([]) ([2, 1])", "([0, 3]) ([-1]) ([1/2])"),
    ("Euclid", "(0, 3)", "(-1, 2) (1/2, 2)"),
    ("Fence", "(3, 2)()", "(0, 2)() (1/2, 2)() (3, 5)() (3, 1/2)() (3, 2, \"z\")()"),
    ("FibonacciNim", "(5, 4)", "(-5, 4) (5, 1/2)"),
    ("GenMem((m, k) -> true)", "(5, 4)", "(-5, 4) (5, 1/2)"),
    ("GenMem", "((m, k) -> true)(5, 4)", "(3)(3, 3) (m -> true)(3, 3)"),
    ("GenWythoff", "(2)(3, 4)", "(-1)(3, 4) (1/2)(3, 4) (2)(-3, 4)"),
    ("InARow", "(3)(3, 3)", "(0)(3, 3) (^)(3, 3)"),
    ("Leapfrog", "(1)(\"T.F\")", "(-1)(\"T.F\") (1/2)(\"T.F\")"),
    ("MaundyCake", "(2, 3)", "(0, 3) (2, -3) (1/2, 1)"),
    ("Mem", "(5, 1)", "(-5, 1) (5, 1/2)"),
    ("MooresNim", "(2)([1, 2, 0])", "(0)([1]) (2)([-1]) (2)([1/2])"),
    ("OwnedWalk(\"1=L, 2=R, 1>2\", {2: 1})", "(1)", "(3)"),
    ("PartizanEuclid", "(3, 7) (0, 4)", "(7, 3) (-1, 3) (1/2, 1)"),
    ("PartizanSplittles", "([1], [2])(5)", "([0], [2])(5) ([1], [-2])(5)"),
    ("PartizanSubtraction", "([1], [2])(5) ({1, 3}, 2..4)(5)", "([0], [2])(5) ([1], [1/2])(5)"),
    ("PartizanTakeAndBreak", "(\"0.3\", \"0.03\")(5)", "(\"0.3\", 3)(5) (\"0.3\", \"x\")(5)"),
    ("PartizanTokenGame(\"1>2:b\")", "(1)", "(5)"),
    ("PawnWalk([3, 1, 4])", "(1, 1)", "(2, 1) (-1, 0) (1/2, 0)"),
    (
        "PayoffWalk",
        "(\"1>2\", {2: 1})(1)",
        "(\"1>2\", {2: 1})(7) (\"1>2\", {3: 1})(1) (\"1>2\", 3)(1)",
    ),
    ("HeapGame", "(n -> [])(3)", "(3)(4) ((m, n) -> [])(4) (Nim)(4)"),
    (
        "Tartan",
        "(Twins, Ruler)(\"TH\")",
        "(3, 4)(\"H\") (Twins, Nim)(\"H\") (Twins, Tartan)(\"H\")",
    ),
    ("GenCol", "(\".o\", \".x\")(\"1-2\")", "(3, 4)(\"1-2\") (\"q\", \"\")(\"1-2\")"),
    ("GenHackenbush", "(\"br\")(\"0-1:b\")", "(3)(\"0-1:b\") (\"x\")(\"0-1:b\")"),
    ("Dicotic", "(Nim(3)) (3) (Nim(2) + *)", "(\"x\") (Nim) ([1]) (1/3) (misere(Nim(2)))"),
    ("Twisted", "(Nim(3)) (on)", "(\"x\") ([1])"),
    ("Sausages", "(4)([3, 2])", "(0)() (4)([0]) (4)([1/2])"),
    ("Scale", "([1, 2])([2], 1)", "([1, ^])() ([1])([^], 0) ([1])([1], -1) ([omega])()"),
    ("ShannonSwitching", "(\"1-2\", 1, 2)", "(\"1-2\", 1, 5)"),
    ("Spawning", "(3)(4)", "(0)(4) (1/2)(4)"),
    ("Splittles", "([1])(4)", "([0])(4)"),
    ("StaircaseNim", "([2, 0, 3])", "([-1]) ([1/2])"),
    ("StringsAndCoins", "(\"0-1\")", "(\"0-1\", 5)"),
    ("Subtraction", "([1, 3])(4) (1..3)(4)", "([0])(4) ([-1])(4) ([1/2])(4) ([\"x\"])(4)"),
    (
        "SylverCoinage",
        "([3, 5]) ({3, 5})",
        "([0, 5]) ([1, 3]) ([-3, 5]) ([4, 6]) ([]) ({4, 6}) ({3: 5, 5: 3}) (\"\")",
    ),
    ("TakeAway", "(3/2)(5, 3)", "(-1)(5, 3) (2)(-5, 3) (2)(5, -1) (2)(1/2, 1)"),
    ("TokenGame(\"1>2\")", "(1)", "(3)"),
    ("TurnAndEatcake", "(0, 3)", "(-1, 3)"),
    ("TurnedCakeProduct(n -> [], n -> [])", "(1, 2)", "(0, 2)"),
    ("TurningCorners", "(0, 3)", "(-1, 3) (1/2, 0)"),
    ("UndirectedEdgeGeography", "(\"1-2\", 1)", "(\"1-2\", 3)"),
    ("UndirectedVertexGeography", "(\"1-2\", 1)", "(\"1-2\", 3)"),
    ("VertexGeography", "(\"1>2\", 1)", "(\"1>2\", 3)"),
    ("Wythoff", "(0, 2) (5, 3)", "(-1, 2) (1/2, 1) (1, ^) (\"x\", 1)"),
    // Heaps, boards and graphs have domains by their kind.
    ("Nim", "(0) (3, 5)", "(-1) (1/2) (^) (3, -5)"),
    ("Clobber", "(\"xo\")", "(\"xq\") (\"xo|x\")"),
    ("Hackenbush", "(\"0-1:b\")", "(\"0-1:q\") (3)"),
];

/// Calls at the borders of the domains of the library: the smallest and empty ones, collections of each kind, and large
/// numbers.
const BORDERS: &[(&str, &str)] = &[
    ("AcrosticTwins", "(0, 0) (0, 10**20)"),
    ("AllBut", "([])(0) ({})(3) ({1})(3) (1..2)(3) (3..1)(3) ((1, 2))(3) ([10**20])(10**20)"),
    ("CakeProduct(n -> [], n -> [])", "(1, 1) (10**20, 1)"),
    ("Chomp", "([]) ([0]) ([0, 0]) ([10**9, 1]) ((2, 1)) (1..1)"),
    ("Connect", "(1)(1, 1) (9)(2, 2)"),
    ("ConstrainedWythoff(n -> n)", "(0, 0) (10**20, 0)"),
    ("Cutcake", "(1, 1) (10**20, 1)"),
    ("DotsAndBoxes", "(1, 1)() (1, 2)()"),
    ("Eatcake", "(0, 0) (10**20, 1)"),
    ("EndNim", "([]) ([1]) ([10**20, 1])"),
    ("Euclid", "(0, 0) (10**20, 10**19)"),
    ("Fence", "(1, 0)() (1, 1)() (1, 4)()"),
    ("FibonacciNim", "(0, 0) (10**20, 10**20)"),
    ("GenMem((m, k) -> true)", "(0, 0) (10**20, 0)"),
    ("GenWythoff", "(0)(0, 0) (10**20)(3, 4)"),
    ("GenCol", "(\"\", \"\")(\"1\") ([], [])(\"1-2\")"),
    ("GenHackenbush", "(\"\")(\"0-1:b\") (\"bgr\")(\"0-1:b\")"),
    ("Hex", "(1, 1) (1, 3)"),
    ("InARow", "(1)(1, 1) (9)(3, 3)"),
    ("Leapfrog", "(0)(\"T.F\") (10**20)(\"T\")"),
    ("MaundyCake", "(1, 1) (10**20, 1)"),
    ("Mem", "(0, 0) (10**20, 0)"),
    ("MooresNim", "(1)([]) (1)([0]) (10**20)([10**20]) (2)({1, 2}) (2)(1..3)"),
    ("Nim", "(0) (0, 0) (10**20)"),
    ("OwnedWalk", "(\"1=L\", {1: 5})(1) (\"1=L, 2=R, 3=L, 1>2\", {2: 1})(1) (\"1=L, 1>1\", {})(1)"),
    ("PartizanEuclid", "(0, 0) (1, 1) (10**19, 10**20)"),
    ("PartizanSplittles", "([], [])(0) ({1}, 1..2)(10**20)"),
    ("PartizanSubtraction", "([], [])(0) ({1}, 1..2)(10**20)"),
    ("PawnWalk", "([0])() ([1/2, 10**20])(0, 1) (1..3)(1, 1)"),
    (
        "PayoffWalk",
        "(\"1\", {1: 5})(1) (\"1>2, 3\", {2: 1})(1) (\"1>2, 3\", {2: 1})(2) (\"1>2\", [0, 1/2])(1) (\"1>1\", {})(1)",
    ),
    ("Sausages", "(1)([1]) (1)([]) (4)([10**20])"),
    ("Scale", "([])() ([0])() ([-1, 1/2])() ([10**20])([], 0)"),
    ("Spawning", "(1)(0) (10**20)(3)"),
    ("Splittles", "([])(0) ({1})(3) (1..3)(10**20)"),
    ("StaircaseNim", "([]) ([0]) ([10**20, 0])"),
    ("StringsAndCoins", "(\"0-1\", Right)"),
    ("Subtraction", "([])(0) ({})(3) ({1, 3})(3) (3..1)(3) (1..3)(10**20)"),
    (
        "SylverCoinage",
        "([2, 3]) ([6, 10, 15]) (4..5) ((3, 5)) ([10007, 10009]) ([10**9, 10**9 + 1]) ([10**20, 10**20 + 1])",
    ),
    ("TakeAway", "(0)(0, 0) (1/2)(10**20, 1/2)"),
    ("TurnAndEatcake", "(0, 0) (10**20, 1)"),
    ("TurnedCakeProduct(n -> [], n -> [])", "(1, 1) (10**20, 1)"),
    ("TurningCorners", "(0, 0) (10**20, 1)"),
    ("Wythoff", "(0, 0) (10**20, 10**20)"),
];

#[test]
fn calls_at_the_borders_of_a_domain_are_accepted() {
    let (mut session, mut wrong) = (session(Path::new("tests")), Vec::new());
    for (ruleset, inside) in BORDERS {
        for call in calls_of(inside) {
            let said = said(&mut session, &format!("{ruleset}{call}"));
            let mut symbols = said.chars();
            if symbols.next() == Some('G') && symbols.next().is_some_and(|c| c.is_ascii_digit()) {
                wrong.push(format!("{ruleset}{call}: {said}"));
            }
        }
    }
    expect_none(&wrong);
}

/// Calls in a row of them, which no blank separates inside.
fn calls_of(all: &str) -> Vec<&str> {
    let (mut calls, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in all.char_indices() {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        if c == ' ' && depth == 0 {
            calls.push(&all[start..at]);
            start = at + 1;
        }
    }
    calls.push(&all[start..]);
    calls
}

#[test]
fn arguments_outside_of_a_domain_of_the_library_are_errors() {
    let (mut session, mut wrong) = (session(Path::new("tests")), Vec::new());
    for (ruleset, inside, outside) in LIBRARY {
        for call in calls_of(inside) {
            let said = said(&mut session, &format!("{ruleset}{call}"));
            if said.starts_with('G') && said.contains(": ") && !said.contains('(') {
                wrong.push(format!("{ruleset}{call}: {said}"));
            }
            if said.contains("is no position") || said.contains("is no ruleset") {
                wrong.push(format!("{ruleset}{call}: {said}"));
            }
        }
        for call in calls_of(outside) {
            let said = said(&mut session, &format!("{ruleset}{call}"));
            if !["G0301: ", "G0402: ", "G0403: ", "G0405: ", "G0408: ", "G0410: "]
                .iter()
                .any(|code| said.starts_with(code))
            {
                wrong.push(format!("{ruleset}{call} is no position: {said}"));
            }
        }
    }
    expect_none(&wrong);
}

#[test]
fn a_message_says_what_is_asked_for() {
    let mut session = session(Path::new("tests"));
    let said_of = |session: &mut _, text: &str| said(session, text);
    let wythoff = said_of(&mut session, "Wythoff(-1, 2)");
    let wanted = "G0405: Wythoff(-1, 2) is no position of Wythoff: both heaps are integers from 0 on; \
                  `all([is_integer(n) and n >= 0 for n in [a, b]])` does not hold";
    assert!(wythoff.starts_with(wanted), "{wythoff}");
    let chomp = said_of(&mut session, "outcome(Chomp([1, 2]))");
    assert!(
        chomp.starts_with("G0405: Chomp([1, 2]) is no position of Chomp: the rows are"),
        "{chomp}"
    );
    let subtraction = said_of(&mut session, "Subtraction([0])");
    assert!(
        subtraction.starts_with("G0405: Subtraction([0]) is no ruleset: the numbers"),
        "{subtraction}"
    );
    let text = said_of(&mut session, "Wythoff(\"x\", 1)");
    assert!(text.contains("cannot be asked here: "), "{text}");
    let own = "game Even(n) { move n - 2 if n >= 2; check n % 2 == 0 }; Even(3)";
    let even = said_of(&mut session, own);
    assert!(
        even.starts_with("G0405: Even(3) is no position of Even: `n % 2 == 0` does not hold"),
        "{even}"
    );
}

/// Rulesets whose positions are checked.
const DECLARED: &str = "game Even(n, m = 0) { move (n - 2, m) if n >= 2; (n - 1, m) if n == 2; check n % 2 == 0, \"n is even\" }; \
    game Rows(k)(n: heap) { move n - k if n >= k; check k > 0; check n < 10 }; \
    game Path(b: strip of \".x\") { move \".\" -> \"x\"; check b.columns < 4 }; \
    game Last(n: heap) { move n - 1 if n > 0; play misere; check n < 10 }; \
    game Own(n) { move Own(n - 1) if n > 0; check n % 2 == 0 }; \
    game Walk(g: graph, p) { move (g.remove(p), q) for q in g.neighbours(p); check p in g.vertices }; \
    call(f, x) := f(x)";

/// In whichever way a program makes a position, it is checked; what the rules make of it is not.
#[test]
fn positions_are_checked_in_every_way_in_which_they_are_made() {
    let (mut session, mut wrong) = (session(Path::new("tests")), Vec::new());
    assert_eq!(said(&mut session, DECLARED), "");
    for text in [
        "Even(3)",
        "Even(3, 1)",
        "3.Even",
        "3.Even()",
        "call(Even, 3)",
        "(x -> Even(x))(3)",
        "[Even(n) for n in 2..3]",
        "outcome(Even(3) + Even(2))",
        "-Even(3)",
        "2 * Even(3)",
        "{Even(3)}",
        "misere(Even(3))",
        "<Even(3)|0>",
        "impartial(Even)(3)",
        "all([outcome(Even(n)) == P for n in 0..5])",
        "explain(outcome(Even(3)))",
        "f(n) := Even(n); f(3)",
        "Rows(0)",
        "Rows(0)(3)",
        "R := Rows(-1)",
        "Rows(2)(10)",
        "Rows(2)(3, 10)",
        "R := Rows(2); R(11)",
        "Path(\"....\")",
        "Path(5)",
        "boards(Path, 2)",
        "Last(10)",
        "Last(3, 11)",
        "Own(1)",
        "Walk(\"1-2\", 3)",
    ] {
        let said = said(&mut session, text);
        let is_refused = said.starts_with("G0405: ")
            || text.starts_with("boards") && said.starts_with("G0301: ");
        if !is_refused {
            wrong.push(format!("{text}: {said}"));
        }
    }
    for (text, answer) in [
        ("moves(Even(2))", "[Even(0, 0), Even(1, 0)]"),
        ("outcome(Even(4))", "P"),
        ("moves(Own(2))", "[Own(1)]"),
        ("outcome(Own(4))", "P"),
        ("Rows(2)(3, 5)", "Rows(2)(3, 5)"),
        ("Path(\"...\")", "Path(\"...\")"),
        ("Last(3)", "Last(3)"),
        ("outcome(Walk(\"1-2\", 1))", "N"),
        ("nimber(impartial(Even)(4))", "0"),
    ] {
        let said = said(&mut session, text);
        if said != answer {
            wrong.push(format!("{text}: {said}, not {answer}"));
        }
    }
    expect_none(&wrong);
}

#[test]
fn a_check_is_a_truth_value_and_stands_in_no_ruleset_of_coins() {
    let mut session = session(Path::new("tests"));
    let number = said(&mut session, "game A(n) { move n - 1 if n > 0; check n }; A(3)");
    assert!(number.starts_with("G0301: "), "{number}");
    let coins = said(&mut session, "game C(c: coins) { turn [x]; check true }");
    assert!(coins.starts_with('G'), "{coins}");
}

/// Declarations of a ruleset about boards in several wordings, and whether they are strips.
const BOARDS: &[(&str, bool)] = &[
    ("(b: strip of \".x\") { move \"..\" -> \"xx\" }", true),
    ("(b: strip of \".x\") { move \".\" -> \"x\" }", true),
    ("(b: strip of \".x\") { move b.with({p: \"x\"}) for p in b.cells if b[p] == \".\" }", true),
    ("(b: strip of \".x\") { left \".\" -> \"x\"; right \"x\" -> \".\" }", true),
    ("(b: strip of \".x\") { move \".\" -> \"x\"; * if b.columns == 0 }", true),
    ("(b: strip of \".x\") { move \".\" -> \"x\"; parts *(3) for k in 1..1 }", true),
    ("(b: strip of \".x\") { move \".\" -> \"x\"; play misere }", true),
    ("(b: strip of \".x\") { move \".\" -> \"x\"; left wins if true }", true),
    ("(b: strip of \".x\") { move \".\" -> \"x\" gain 1; score 3 }", true),
    ("(b: strip of \".x\") { move \".\" -> \"x\"; check b.columns < 9 }", true),
    ("(b: strip of \".x\") { move \".\" -> \"x\"; start n -> \".\" * n }", true),
    ("(b: strip of \".x\", n = 2) { move (b, n - 1) if n > 0 }", true),
    ("(b: strip of \".x\")(n: heap) { move n - 1 if n > 0 }", true),
    ("(b: grid of \".x\") { move \"..\" -> \"xx\" }", false),
    ("(b: grid of \".x\") { move b.with({p: \"x\"}) for p in b.cells if b[p] == \".\" }", false),
    ("(b: grid of \".x\") { move \".\" -> \"x\"; parts *(3) for k in 1..1 }", false),
    ("(b: grid of \".x\") { move \".\" -> \"x\"; left wins if true }", false),
    ("(b: grid of \".x\", n = 2) { move (b, n - 1) if n > 0 }", false),
    ("(b: grid of \".x\")(n: heap) { move n - 1 if n > 0 }", false),
];

#[test]
fn a_board_has_a_cell_in_every_wording() {
    let mut wrong = Vec::new();
    for (declaration, is_strip) in BOARDS {
        let mut session = session(Path::new("tests"));
        assert_eq!(said(&mut session, &format!("game S{declaration}")), "", "{declaration}");
        let sizes: &[&str] = if *is_strip { &["0"] } else { &["0", "0, 3", "3, 0", "\"|\""] };
        // Beside other parameters a board is typed as a text.
        let takes_sizes = !declaration.contains("n = 2") && !declaration.contains("(n: heap)");
        let sizes = sizes.iter().filter(|size| takes_sizes || size.starts_with('"'));
        for call in sizes.chain([&"\"\""]) {
            let said = said(&mut session, &format!("S({call})"));
            if !said.starts_with("G0405: ") || !said.contains("at least one cell") {
                wrong.push(format!("game S{declaration}; S({call}): {said}"));
            }
        }
        let whole = if declaration.contains("(n: heap)") { "S(\".\")(1)" } else { "S(\".\")" };
        let said = said(&mut session, whole);
        if said.starts_with('G') {
            wrong.push(format!("game S{declaration}; {whole}: {said}"));
        }
    }
    // Nor does a rule lead to a board without cells.
    for rules in ["\"\"", "text_times(\".\", b.columns - 1)"] {
        let mut session = session(Path::new("tests"));
        let text = format!("game S(b: strip of \".\") {{ move {rules} }}; moves(S(\".\"))");
        let said = said(&mut session, &text);
        if !said.starts_with("G0405: ") {
            wrong.push(format!("{text}: {said}"));
        }
    }
    expect_none(&wrong);
}

/// Values of many kinds, of which every parameter of the library takes a few at most.
const KINDS: &[&str] = &[
    "3",
    "0",
    "-1",
    "1/2",
    "^",
    "on",
    "\"?\"",
    "\"\"",
    "[]",
    "[\"?\"]",
    "[on]",
    "{1: 2}",
    "{1: \"?\"}",
    "1..3",
    "(1, 2)",
    "Nim",
    "Nim(3)",
    "Subtraction",
    "min",
    "x -> x",
    "(x, y, z) -> x",
    "true",
    "Left",
    "omega",
];

/// Arguments of the library that are taken, although its rules fail with them: functions of as many arguments whose values
/// are of another kind, which only their calls can show.
const UNTRIED: &[(&str, &str)] = &[
    ("HeapGame", "(min)"),
    ("HeapGame", "x -> x"),
    ("CakeProduct", "min"),
    ("CakeProduct", "x -> x"),
    ("TurnedCakeProduct", "min"),
    ("TurnedCakeProduct", "x -> x"),
    ("GenMem", "(min)"),
];

/// The rulesets of the library, each with the calls of its examples.
fn documented() -> Vec<(String, Vec<String>)> {
    let (mut all, mut doc) = (Vec::new(), String::new());
    for path in files("stdlib", "game") {
        for line in read(&path).lines() {
            if let Some(text) = line.strip_prefix("/// ") {
                doc = doc + text + "\n";
            } else if let Some(rest) = line.strip_prefix("game ") {
                let name = rest.split('(').next().expect("a declaration has parameters");
                let head = format!("{name}(");
                let calls = doc.match_indices(&head).filter_map(|(at, _)| {
                    let groups = groups(&doc[at + name.len()..]);
                    (!groups.is_empty()).then(|| format!("{name}{}", groups.concat()))
                });
                all.push((name.to_owned(), calls.collect()));
                doc.clear();
            } else {
                doc.clear();
            }
        }
    }
    all
}

/// The groups in parentheses with which a text begins.
fn groups(text: &str) -> Vec<String> {
    let (mut groups, mut depth, mut start, mut in_text) = (Vec::new(), 0, 0, false);
    for (at, c) in text.char_indices() {
        if c == '"' {
            in_text = !in_text;
        }
        if in_text || c == '"' {
            continue;
        }
        if depth == 0 && c != '(' {
            break;
        }
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        if depth == 0 {
            groups.push(text[start..=at].to_owned());
            start = at + 1;
        }
    }
    groups
}

/// The arguments in a group.
fn arguments(group: &str) -> Vec<String> {
    let (mut arguments, mut depth, mut in_text) = (vec![String::new()], 0, false);
    for c in group[1..group.len() - 1].chars() {
        in_text ^= c == '"';
        depth +=
            i32::from(!in_text && "([{".contains(c)) - i32::from(!in_text && ")]}".contains(c));
        match arguments.last_mut() {
            Some(last) if in_text || depth > 0 || c != ',' => last.push(c),
            _ => arguments.push(String::new()),
        }
    }
    arguments.into_iter().map(|argument| argument.trim().to_owned()).collect()
}

/// Calls like a given one with a value of each kind in place of each argument, and that place: a group, and one in it.
fn with_other_kinds(name: &str, call: &str) -> Vec<((usize, usize), String)> {
    let groups = groups(&call[name.len()..]);
    let mut calls = Vec::new();
    for (place, group) in groups.iter().enumerate() {
        for index in 0..arguments(group).len() {
            for kind in KINDS {
                let mut arguments = arguments(group);
                arguments[index] = (*kind).to_owned();
                let mut groups = groups.clone();
                groups[place] = format!("({})", arguments.join(", "));
                calls.push(((place, index), format!("{name}{}", groups.concat())));
            }
        }
    }
    calls
}

/// Whatever kind of value stands in place of an argument of a ruleset of the library, it is refused by an error about it,
/// with a call that works, or is a position whose moves can be listed.
#[test]
fn a_ruleset_of_the_library_refuses_arguments_of_other_kinds() {
    let mut session = session(Path::new("tests"));
    let (mut wrong, mut counts, mut refused) = (Vec::new(), Counts::default(), 0);
    let mut helped = BTreeSet::new();
    let rulesets = documented();
    assert!(rulesets.len() > 100);
    for (name, calls) in rulesets {
        let moves = |session: &mut _, call: &str| {
            let moves = |player| said(session, &format!("moves({call}, {player})"));
            ["Left", "Right"].map(moves).into_iter().find(|moves| !lists_moves(moves))
        };
        // Examples may have variables, so there are others.
        let head = |entry: &str| entry.split('(').next() == Some(&name);
        let others = LIBRARY.iter().filter(|(ruleset, ..)| head(ruleset));
        let others = others.flat_map(|(ruleset, inside, _)| {
            calls_of(inside).into_iter().map(move |call| format!("{ruleset}{call}"))
        });
        let usual = ["(5)", "(3, 2)"].map(|arguments| format!("{name}{arguments}"));
        let mut all = calls.into_iter().chain(others).chain(usual);
        let Some(call) = all.find(|call| moves(&mut session, call).is_none()) else {
            wrong.push(format!("{name}: no example can be played"));
            continue;
        };
        for (place, call) in with_other_kinds(&name, &call) {
            let said = said(&mut session, &call);
            let is_error =
                said.starts_with('G') && said[1..].starts_with(|c: char| c.is_ascii_digit());
            if !is_error {
                let is_untried =
                    UNTRIED.iter().any(|(ruleset, part)| *ruleset == name && call.contains(part));
                let failed = moves(&mut session, &call).filter(|_| !is_untried);
                wrong.extend(failed.map(|failed| format!("{call} is taken: {failed}")));
                continue;
            }
            refused += 1;
            let is_about_arguments =
                ["G0301", "G0302", "G0306", "G0402", "G0403", "G0405", "G0408", "G0410"]
                    .iter()
                    .any(|code| said.starts_with(code));
            if !is_about_arguments {
                wrong.push(format!("{call}: {said}"));
            }
            // What is suggested depends little on the value: one is looked at for each place.
            if helped.insert((name.clone(), place)) {
                wrong.extend(wrong_help(&mut session, &call, &mut counts));
            }
        }
    }
    expect_none(&wrong);
    assert!(refused > 2000, "{refused}");
}
