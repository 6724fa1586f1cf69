//! What is suggested for a wrong input: slips, names of other programs and of textbooks, signs of other languages.

use upstar::value::Notation;

use crate::support::{expect_none, files, fresh, read, refused, said};

/// Names of other programs and of textbooks, with what is meant here.
const MISNOMERS: &[(&str, &str)] = &[
    // Reported.
    ("temp", "temperature"),
    ("mean_value", "mean"),
    ("Toads", "ToadsAndFrogs"),
    // Methods of other programs.
    ("CanonicalForm", "canonical"),
    ("AtomicWeight", "atomic_weight"),
    ("Temperature", "temperature"),
    ("LeftStop", "left_stop"),
    ("RightStop", "right_stop"),
    ("Thermograph", "thermograph"),
    ("OutcomeClass", "outcome"),
    ("NimValue", "nimber"),
    ("GrundyValue", "nimber"),
    ("ReducedCanonicalForm", "reduced"),
    ("LeftOptions", "left_options"),
    ("Options", "moves"),
    ("SensibleOptions", "sensible_options"),
    ("IsInfinitesimal", "is_infinitesimal"),
    ("IsAllSmall", "is_all_small"),
    ("NortonProduct", "norton"),
    ("ConwayProduct", "conway_product"),
    ("OrdinalSum", "ordinal_sum"),
    ("StopCount", "stop_count"),
    ("Followers", "followers"),
    ("IsStopper", "is_stopper"),
    ("MisereQuotient", "misere_quotient"),
    ("NimSum", "nim_sum"),
    // Terms of textbooks.
    ("grundy_number", "nimber"),
    ("sprague_grundy", "nimber"),
    ("winner", "outcome"),
    ("who_wins", "outcome"),
    ("simplest_form", "canonical"),
    ("mast_value", "mean"),
    ("mast", "mean"),
    ("thermo", "thermograph"),
    ("heating", "heat"),
    ("cooling", "cool"),
    ("dicot", "is_all_small"),
    ("atomic", "atomic_weight"),
    ("minimum_excluded", "mex"),
    ("periodicity", "period"),
    ("subpositions", "followers"),
    ("up", "^"),
    ("star", "*"),
    ("negate", "-G"),
    ("fuzzy", "G || 0"),
    // Words of other languages.
    ("len", "length"),
    ("height", "rows"),
    ("width", "columns"),
    ("sqrt2", ""),
    ("xor", "nim_sum"),
    ("intdiv", "div"),
    ("lb", "ilog"),
    ("odious", "is_odious"),
    ("range", "a..b"),
    ("first", "find"),
    ("random", "sample"),
    ("print_latex", "latex"),
    ("tex", "latex"),
    ("quit", ":quit"),
    ("doc", ":help"),
    // Beginnings and parts of names.
    ("Frogs", "ToadsAndFrogs"),
    ("Dots", "DotsAndBoxes"),
    ("domineering", "Domineering"),
    ("Hack", "Hackenbush"),
    ("kayles", "Kayles"),
    ("tic_tac_toe", "TicTacToe"),
    ("Toppling", "TopplingDominoes"),
    ("dominoes", "Domineering"),
    ("Fibonacci", "FibonacciNim"),
    ("birth", "birthday"),
    ("winning", "winning_moves"),
    ("canonicl", "canonical"),
    ("n", ""),
    ("zebra", ""),
];

#[test]
fn likely_misnomers_get_the_right_suggestion() {
    let mut session = fresh();
    let mut wrong = Vec::new();
    for (name, meant) in MISNOMERS {
        let got = said(&mut session, name);
        let expected = match *meant {
            "" => format!("bind it first: `{name} := ...`"),
            meant => format!("did you mean `{meant}`?"),
        };
        if !got.ends_with(&expected) {
            wrong.push(format!("{name}: {got}, expected {expected}"));
        }
    }
    expect_none(&wrong);
}

#[test]
fn what_is_called_is_to_be_defined_as_it_is_called() {
    let mut session = fresh();
    for (text, help) in [
        ("outcome(_)", "no answer comes before; a function is written `x -> outcome(x)`"),
        ("__", "no answer has this number"),
        ("zebra(5)", "define it first: `zebra(x) := ...`"),
        ("5.zebra(6)", "define it first: `zebra(x, y) := ...`"),
        ("zebra()", "define it first: `zebra() := ...`"),
        ("Zebra(1, 2, 3)", "declare it first: `game Zebra(x, y, ...) { ... }`"),
    ] {
        let got = said(&mut session, text);
        assert!(got.ends_with(help), "{text}: {got}");
    }
}

#[test]
fn every_synonym_leads_to_something() {
    let session = fresh();
    let mut wrong = Vec::new();
    for (word, ours) in upstar::resolve::SYNONYMS {
        let is_name = ours.chars().all(|c| c.is_alphanumeric() || c == '_');
        let is_known =
            session.page(ours).is_some() || ours.chars().all(|c| c.is_ascii_digit() || c == 'v');
        if is_name && !is_known {
            wrong.push(format!("{word}: `{ours}` has no page"));
        }
    }
    expect_none(&wrong);
}

/// What is typed as a goal of a board, the code of its error, and what the error offers.
const GOALS: &[(&str, &str, &str)] = &[
    ("left wins if \"xxx\" in a row", "G0101", "`left wins if \"xxx\" any direction`"),
    ("left wins if 3 in a row", "G0101", "`line(\"x\", 3)`"),
    ("left wins if \"xxx\" horizontally", "G0101", "`left wins if \"xxx\"`"),
    ("left wins if \"xxx\" vertically", "G0101", "\"x|x|x\""),
    ("left wins if \"xxx\" anywhere", "G0101", "any direction"),
    ("left wins if no legal moves", "G0101", "no moves"),
    ("draw if is_full", "G0201", "draw if full"),
    ("draw if repetition", "G0201", "draw if repeated"),
    ("left wins if repeated", "G0204", "draw if repeated"),
];

#[test]
fn slips_in_goals_are_told_what_helps() {
    for (goal, code, help) in GOALS {
        let rules = format!("game Z(b: grid of \".x\") {{ move \".\" -> \"x\"; {goal} }}");
        refused(&[(&*rules, *code, *help)]);
    }
}

#[test]
fn slips_are_told_what_helps() {
    refused(&[
        ("value(DotsAndBoxes(1, 1))", "G0301", "`DotsAndBoxes(1, 1)()`"),
        ("outcome(TicTacToe)", "G0301", "`TicTacToe()`"),
        ("outcome(PawnWalk([1, 2]))", "G0301", "a position of it is written `PawnWalk("),
        (
            "game Z(n: heap) { move n - 1; left wins if n == 0 }; outcome(Z(3, 4))",
            "G0411",
            "ask about a single heap",
        ),
        ("game Z(n) { move n - 1; left wins if \"xx\" }", "G0204", "shows(b,"),
        (
            "game Z(b: grid of \".x\") { move \".\" -> \"x\" for p in b.cells }",
            "G0204",
            "does not use",
        ),
        ("game Z(a) { move a - 1; left wins }", "G0201", "`left wins if n == 0`"),
        ("game Z(a) { move a - 1; left win if a > 3 }", "G0201", "`left wins if n == 0`"),
        ("game Z(n) { move n - 1 if n > 0 gain 2 }", "G0101", "before `for` and `if`"),
        ("game Z(n) { move n - 1 gain 2; left wins if n == 0 }", "G0204", "decided by a goal"),
        ("line(board(Clobber(\"xo\")), \"x\", 0)", "G0306", "one cell at least"),
        (
            "game Z(b: grid of \".x\") { move \".\" -> \"x\"; left wins if line(\"x\", 0) }\n\
             outcome(Z(\"..\"))",
            "G0306",
            "one cell at least",
        ),
    ]);
}

#[test]
fn wrong_inputs_of_students_are_answered_with_what_to_type() {
    let top = "game Top(rows) { move rows[1] - 1 if false }; ";
    let mut wrong = Vec::new();
    for (input, help) in [
        ("canonical(Hackenbush(\"1-2:b\"))", "add an edge from the ground: `\"0-1:b, ...\"`"),
        ("P := Hackenbush(\"1-2:b\")", "add an edge from the ground: `\"0-1:b, ...\"`"),
        ("ChildishHackenbush(\"1-2:r\")", "add an edge from the ground: `\"0-1:b, ...\"`"),
        ("Wythoff([3, 5])", "write `Wythoff(3, 5)`"),
        ("Wythoff((3, 5))", "write `Wythoff(3, 5)`"),
        (&format!("{top}Top(3, 2)"), "write `Top([3, 2])`"),
        ("Wythoff(3)", "it is called as in `Wythoff("),
        ("Subtraction(1, 2)", "write `Subtraction([1, 2])`"),
        ("n := 5; [k for k in 1..n/2]", "round it: `floor(5/2)` or `ceil(5/2)`"),
        ("game T { move n-1 }", "write `game T(n: heap) { ... }`"),
        (
            "game T(b: strip of \".x\") { move \"x.\" -> \".x\" for n in 1..2 }",
            "`move b.with({p: \"x\"})",
        ),
        ("Domineering(\"..\", 3)", "`Domineering(\"...|...\")`"),
        ("x := 1\ny := 2\nnope", "`x` and `y` are not bound"),
        ("1 ⧏ nope", "bind it first"),
        ("canonical {0|*}", "`canonical({0|*})`"),
        ("canonical form({0|*})", "`canonical(form({0|*}))`"),
        ("Nim(3 4 5)", "write `3, 4`"),
        ("Domineering(2 x 2)", "`Domineering(2, 2)`"),
        ("1,5", "one and a half `3/2`"),
        ("{0|1}, {1|2}", "a list is written `[a, b]`"),
        ("for i in 1..5: i", "`[i for i in 1..5]`"),
        ("if 1 < 2: 3", "`if 1 < 2 { 3 }`"),
        ("x++", "`x := x + 1`"),
        ("x -= 1", "`x := x - 1`"),
        ("f := lambda x: x*x", "`f := x -> x*x`"),
        ("game G(n heap) { move n - 1 if n > 0 }", "write `n: heap`"),
        ("game G(n: pile) { move n - 1 if n > 0 }", "`n: heap`"),
        ("print(3)", "write `3`"),
        (".5", "write `1/2`"),
        ("Hackenbush(\"bbr\")", "write `Hackenbush(stalk(\"bbr\"))`"),
        ("Chomp(4, 3)", "write `Chomp([4, 3])`"),
        ("Chomp(3, 4)", "it is called as in `Chomp([2, 1])`"),
        ("Nim(\"3,4,5\")", "it is called as in `Nim("),
        ("let G := {0|1}", "write `G := {0|1}`"),
        ("f(x) = x*x", "`f(x) := x*x`"),
        ("x^2", "a power is written `**`"),
        ("2x", "`2 * x`"),
        ("0.5", "write 1/2"),
        ("true && false", "write `and`"),
        ("'abc'", "double quotes"),
        ("mex(0, 1, 3)", "write `mex([0, 1, 3])`"),
        ("range(5)", "write `0..4`"),
        ("moves(Nim(3), \"Left\")", "without quotes: `moves(P, Left)`"),
        ("moves(Nim(3), left)", "did you mean `Left`?"),
    ] {
        let got = said(&mut fresh(), input);
        if !got.starts_with("G0") || !got.contains(help) {
            wrong.push(format!("`{input}`: {got}, expected {help}"));
        }
    }
    expect_none(&wrong);
}

#[test]
fn signs_of_other_languages_and_questions_too_large_are_answered_with_what_to_type() {
    let mut wrong = Vec::new();
    for (input, help) in [
        ("1 == 2 && true", "write `and`"),
        ("!(1 == 2)", "write `not`"),
        ("1 == 2 || true", "for a choice write `or`"),
        ("true || 1 == 2", "for a choice write `or`"),
        ("if 1 == 2 || 2 == 2 then 3 else 4", "for a choice write `or`"),
        ("check 1 == 2 || 2 == 2", "for a choice write `or`"),
        ("1 == 1 || * || ^", "for several comparisons write `and`"),
        ("(1 == 2) || (2 == 2)", "for a choice write `or`"),
        ("true || false", "for a choice write `or`"),
        ("(1 == 2) || on", "for a choice write `or`"),
        ("moves(Hackenbush(\"3-3:b\"), Left)", "add an edge from the ground: `\"0-1:b, ...\"`"),
        ("outcome(Hackenbush(\"3-3:b\"))", "add an edge from the ground: `\"0-1:b, ...\"`"),
        ("fusion(graph(\"3-3\"))", "add an edge from the ground: `\"0-1, ...\"`"),
        ("nimber(octal(\"4.[13]\")(10**30))", "ask about heaps up to"),
        ("outcome(Nim(10**12) + over)", "beside games without loops"),
    ] {
        let got = said(&mut fresh(), input);
        if !got.starts_with("G0") || !got.contains(help) {
            wrong.push(format!("`{input}`: {got}, expected {help}"));
        }
    }
    expect_none(&wrong);
    // A chain of one sign, and comparisons joined by words, mean what they say.
    for input in ["* || 0", "(* || 0) and 1 == 1", "1 == 2 or * || 0", "<1|-1> || 0 || *"] {
        let got = said(&mut fresh(), input);
        assert!(["true", "false"].contains(&&*got), "{input}: {got}");
    }
}

#[test]
fn arguments_of_a_wrong_kind_are_answered_with_how_a_function_is_called() {
    let mut wrong = Vec::new();
    for (input, help) in [
        ("map(floor, [1/2])", "it is `map(xs, f)`"),
        ("save(tree(*), \"x\")", "it is `save(file, x)`"),
        ("moves(\"T.F\")", "it is `moves(P, [player])`"),
        ("Kayles[5]", "write `Kayles(5)`"),
        // The place is in the function, which says how it is called itself.
        ("map([1, \"a\"], x -> mean(x))", "it is `mean("),
        ("Domineering(\"..\\n..\")", "a board is one line, with `|` between its rows"),
    ] {
        let got = said(&mut fresh(), input);
        if !got.starts_with("G0") || !got.contains(help) || got.matches("it is `").count() > 1 {
            wrong.push(format!("`{input}`: {got}, expected {help}"));
        }
    }
    expect_none(&wrong);
}

#[test]
fn ups_in_place_of_a_power_get_a_warning() {
    let mut session = fresh();
    let reply = session.eval("asked", "[2^3, 10^6 + 1, 2^, 2*3]");
    let helps: Vec<&str> = reply.warnings.iter().map(|warning| &*warning.helps[0]).collect();
    let help = "write the power `2**3`, or the sum `2 + ^3`";
    assert_eq!(helps, [help, "write the power `10**6`, or the sum `10 + ^6`"]);
    // What says the same gets none, and neither does one who reads games in ASCII.
    assert!(session.eval("asked", "[2**3, 2 + ^3, 2↑3]").warnings.is_empty());
    session.set_notation(Notation::ASCII);
    assert!(session.eval("asked", "2^3").warnings.is_empty());
}

#[test]
fn a_comment_in_place_of_a_division_gets_a_warning() {
    let mut session = fresh();
    let reply = session.eval("asked", "x := 7 // 2");
    assert!(reply.diagnostics.is_empty());
    assert!(reply.warnings[0].helps[0].contains("div(a, b)"));
    assert_eq!(said(&mut session, "x"), "7");
    assert!(session.eval("asked", "x := 7 // two heaps").warnings.is_empty());
    // Nothing in the programs of the project looks like a division.
    for folder in ["examples", "stdlib", "tests/suite"] {
        for path in files(folder, "game") {
            let text = read(&path);
            let found = upstar::syntax::swallowed_divisors(&text, &upstar::diagnostic::Unlimited);
            assert!(found.is_empty(), "{}: {}", path.display(), &text[found[0].clone()]);
        }
    }
}

#[test]
fn the_factorial_that_is_suggested_is_one() {
    let mut session = fresh();
    let said_of = said(&mut session, "10!");
    let define = said_of.rsplit("define one: `").next().unwrap().trim_end_matches('`').to_owned();
    assert_eq!(said(&mut session, &format!("{define}; factorial(10)")), "3628800");
}

#[test]
fn a_graph_that_cannot_be_taken_apart_is_pointed_at_where_it_is_typed() {
    let mut session = fresh();
    for text in ["Hackenbush(\"1-2:b\")", "P := ChildishHackenbush(\"3-4:r\")"] {
        let reply = session.eval("asked", text);
        let span = reply.diagnostics[0].span().unwrap();
        assert_eq!(session.sources().get(span.source).text, text);
        assert!(text[span.bytes()].starts_with('"'), "{text}");
    }
    assert_eq!(said(&mut session, "canonical(Hackenbush(\"0-1:b\"))"), "1");
}
