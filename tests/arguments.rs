//! Wrong arguments of rulesets: what is suggested in their place is a position with moves to list.

use upstar::diagnostic::Code;
use upstar::session::{EntryKind, Session};
use upstar::value::Value;

use crate::support::{expect_none, fresh, said};

/// How often each kind of help was given.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    write: usize,
    called: usize,
    boards: usize,
    parameters: usize,
    /// Calls that are right, and helps of other kinds.
    others: usize,
}

/// What is wrong with the help for a call of a ruleset, if something is.
pub(crate) fn wrong_help(session: &mut Session, call: &str, counts: &mut Counts) -> Option<String> {
    let reply = session.eval("asked", call);
    let Some(found) = reply.diagnostics.first() else {
        counts.others += 1;
        return None;
    };
    let about_arguments =
        [Code::WrongCount, Code::WrongType, Code::WrongPosition, Code::BadGraph, Code::OutOfRange];
    let Some(help) = found.helps.first() else {
        if !about_arguments.contains(&found.code) {
            counts.others += 1;
            return None;
        }
        return Some(format!("{call}: no help: {}", found.message));
    };
    let kinds = ["write `", "it is called as in `"].map(|kind| help.strip_prefix(kind));
    let board = help.strip_prefix("give it as a text, ").and_then(|help| help.split(", or").next());
    let board = board.and_then(|call| call.strip_prefix('`'));
    let suggested = match (kinds, board) {
        (_, Some(call)) => {
            counts.boards += 1;
            call
        }
        ([Some(call), _], _) => {
            counts.write += 1;
            call
        }
        ([_, Some(call)], _) => {
            counts.called += 1;
            call
        }
        _ if help.starts_with("its parameters are `") => {
            counts.parameters += 1;
            return None;
        }
        _ => {
            counts.others += 1;
            return None;
        }
    };
    let Some(suggested) = suggested.strip_suffix('`') else {
        return Some(format!("{call}: `{help}` goes on after the call"));
    };
    // What begins with `write` may choose a ruleset of a family only.
    let reply = session.eval("asked", suggested);
    let value = reply.answers.first().map(|answer| &answer.value);
    if matches!(value, Some(Value::Ruleset(_))) && kinds[0].is_some() {
        return None;
    }
    let moves =
        ["Left", "Right"].map(|player| said(session, &format!("moves({suggested}, {player})")));
    let failed = moves.into_iter().find(|moves| !lists_moves(moves))?;
    Some(format!("{call}: `{suggested}` fails: {failed}"))
}

/// Whether moves were asked for and listed, or it is the other player's turn.
pub(crate) fn lists_moves(said: &str) -> bool {
    said.starts_with('[') || said.contains("'s turn; the ruleset says whose turn it is")
}

/// Arguments that few rulesets take.
const ARGUMENTS: &[&str] = &[
    "(true)",
    "(1, 2, 3, 4, true)",
    "(1/3)",
    "(on)",
    "([3, 4])",
    "((3, 5))",
    "(1, 2)",
    "(3, 2)",
    "([])",
    "(\"\\\"\")",
    "(\"ab\", 2)",
    "([[1], [2]])",
    "(-1)",
    "(^, *)",
];

#[test]
fn wrong_arguments_of_every_ruleset_get_a_call_that_works() {
    let (mut wrong, mut counts) = (Vec::new(), Counts::default());
    let mut session = fresh();
    let entries = session.entries().into_iter();
    let rulesets = entries.filter(|entry| entry.kind == EntryKind::Ruleset);
    let rulesets: Vec<String> = rulesets.map(|entry| entry.name).collect();
    assert!(rulesets.len() > 60);
    for name in rulesets {
        for arguments in ARGUMENTS {
            let call = format!("{name}{arguments}");
            wrong.extend(wrong_help(&mut session, &call, &mut counts));
        }
    }
    expect_none(&wrong);
    assert!(
        counts.write > 20 && counts.called > 300 && counts.boards > 50 && counts.parameters == 0,
        "{counts:?}"
    );
}

#[test]
fn a_move_that_is_a_list_of_boards_leads_to_a_loop() {
    for (kind, board) in
        [("grid of 0..3", "12|21"), ("strip of 0..3", "12"), ("ring of \".x\"", "...")]
    {
        let mut session = fresh();
        said(&mut session, &format!("game Listed(b: {kind}) {{ move [b, b] }}"));
        let found = said(&mut session, &format!("moves(Listed({board:?}))"));
        assert!(found.starts_with("G0301") && found.contains("`move q for q in LIST`"), "{found}");
    }
}

#[test]
fn a_word_for_misere_play_leads_to_its_clause() {
    let mut session = fresh();
    said(&mut session, "game Lost(n: heap) { move n - 1 if n > 0; misere }");
    let found = said(&mut session, "nimber(Lost(2))");
    assert!(found.contains("`play misere`"), "{found}");
}

/// Families, parameters, a clause with `a` for the first parameter, and a note with variables.
const HEADS: &[(&str, &str)] = &[
    ("(a)", "move a - 1 if a > 0"),
    ("(a)", "move [x for x in a if x != a[1]] if length(a) > 0"),
    ("(a)", "move a[1] - 1 if false"),
    ("(a)", "move m for m in 0..a-1"),
    ("(a, b)", "move (a - 1, b) if a > 0; (a, b - 1) if b > 0"),
    ("(a, b)", "move ([m for m in a if m < b], b - 1) if b > 0"),
    ("(a, b = 2)", "move (a - b, b) if a >= b"),
    ("(k)(a)", "move a - k if a >= k"),
    ("(k)(a)", "move a - j for j in k if j <= a"),
    ("(k)(a: heap)", "move a - j for j in k if j <= a"),
    ("(k)(a: heap)", "move a - k if k <= a"),
    ("(k, j)(a: heap)", "move a - k - j if k + j <= a"),
    ("(a: heap)", "move a - 1 if a > 0"),
    ("(a: strip of \".xé\")", "move \"x\" -> \".\""),
    ("(a: strip of \"b.\")", "move \".\" -> \"b\""),
    ("(a: grid of \".x#\")", "move \"x.\" -> \".x\""),
    ("(a: graph of \"bg\")", "move a.remove(e) for e in a.edges"),
    ("(a: graph on \".x\")", "move a.remove(w) for w in a.vertices"),
    ("(a: digraph, b)", "move (a, w) for w in a.neighbours(b)"),
    ("(a: coins)", "turn {x}"),
];

#[test]
fn wrong_arguments_of_rulesets_of_a_program_get_a_call_that_works() {
    let (mut wrong, mut counts) = (Vec::new(), Counts::default());
    let docs = [
        "",
        "/// ```game\n/// Foo(b)\n/// [Foo(n) for n in 0..3]\n/// ```\n",
        "/// ```game\n/// Foo(1, 2, 3, 4)  //= 0\n/// Foo([1, 2]) + Foo(\")\\\"(\")\n/// ```\n",
    ];
    for doc in docs {
        for (head, clauses) in HEADS {
            let mut session = fresh();
            let text = format!("{doc}game Foo{head} {{ {clauses} }}");
            let declared = session.eval("asked", &text);
            assert!(declared.diagnostics.is_empty(), "{text}: {:?}", declared.diagnostics);
            for arguments in ARGUMENTS {
                let found = wrong_help(&mut session, &format!("Foo{arguments}"), &mut counts);
                wrong.extend(found.map(|found| format!("{text}\n{found}")));
            }
        }
    }
    expect_none(&wrong);
    assert!(counts.write > 30 && counts.called > 200 && counts.boards > 30, "{counts:?}");
}

/// Declarations, calls with wrong arguments, and what is suggested in their place.
const SUGGESTED: &[(&str, &str, &str)] = &[
    ("game B(n) { move n-1 if n>0 }", "B(3, 2)", "it is called as in `B(3)`"),
    ("game G(k)(n) { move n-k if n>=k }", "G(1, 2)", "write `G(1)(2)`"),
    ("game T(rows) { move [rows[1] - 1] if rows[1] > 0 }", "T(3, 2)", "write `T([3, 2])`"),
    ("game S(b: strip of \"a.\") { move \"a\" -> \".\" }", "S(true)", "`S(\"aaa\")`"),
    (
        "/// ```game\n/// Foo(b)\n/// ```\ngame Foo(b: graph) { move b.remove(w) for w in b.vertices }",
        "Foo(1, 2)",
        "it is called as in `Foo(\"0-1, 1-2\")`",
    ),
    (
        "game N(n) { move nothing_at_all(n) }\nnothing_at_all(n) := n[1][2][3][4]",
        "N(1, 2)",
        "its parameters are `N(n)`",
    ),
    // What a `check` refuses is not suggested.
    (
        "game Even(n) { move n - 2 if n > 1; check n % 2 == 0 and n > 10 }",
        "Even(3)",
        "it is called as in `Even(20)`",
    ),
    ("game Few(n: heap) { move n - 1 if n > 0; check n < 5 }", "Few(-1)", "`Few(2)`"),
    ("game Few(n: heap) { move n - 1 if n > 0; check n < 5 }", "Few()", "as in `Few(2)`"),
    ("game Any(n: heap) { move n - 1 if n > 0 }", "Any()", "heap: `Any(5)`, `Any(3, 5, 7)`"),
    ("game F(k)(n: heap) { move n - k if k <= n }", "F(2)()", "heap: `F(2)(5)`, `F(2)(3, 5, 7)`"),
    (
        "game Short(b: strip of \".x\") { move \".\" -> \"x\"; check b.columns < 3 }",
        "Short(Left)",
        "it is called as in `Short(\".x\")`",
    ),
    (
        "game Four(b: grid of \".x\") { move \".\" -> \"x\"; check b.columns == 4 }",
        "Four(Left)",
        "it is called as in `Four(\"....|....|....|....\")`",
    ),
    (
        "game In(k)(b: grid of \".x\") { move \".\" -> \"x\" if k > 0 }",
        "In(2)([1])",
        "expected a board, as a text, found a list; it is called as in `In(3)(\".x|.x\")`",
    ),
    // Sizes that are negative, counts that are none.
    ("", "Kayles(-1)", "it is called as in `Kayles(3)`"),
    ("", "Hex(-1)", "it is called as in `Hex(3)`"),
    ("", "Hex(2, -1)", "it is called as in `Hex(3)`"),
    ("", "ToadsAndFrogs(-3)", "it is called as in `ToadsAndFrogs(\"T.F\")`"),
    ("", "octal(3)(3)", "type it in quotes: `octal(\"0.77\")`"),
    ("", "octal(0.77)(3)", "the code of a game of heaps is a text: `\"0.77\"`"),
    // In a rule it is the bound that is missing.
    ("game T(n: heap) { move T(n - 2) }", "moves(T(1))", "in a rule bound the move"),
    ("game T(n: heap) { move n - 2 }", "moves(T(1))", "in a rule bound the move"),
];

#[test]
fn a_decimal_may_be_a_code_only_where_it_is_an_argument() {
    let mut session = fresh();
    for (text, is_code) in [
        ("octal(0.77)(3)", true),
        ("PartizanTakeAndBreak(\"0.3\", 4.0 )(3)", true),
        ("0.77.octal()", false),
        ("0.3", false),
        ("4.0 + 1", false),
        ("x := 0.3", false),
        ("[0.3, 4.0]", false),
        ("mean(0.3 + 1)", false),
        ("mean(0.5)", false),
        ("mean(0.8)", false),
    ] {
        let got = said(&mut session, text);
        assert!(got.contains("numbers are exact"), "{text}: {got}");
        assert_eq!(got.contains("the code of a game of heaps"), is_code, "{text}: {got}");
    }
}

#[test]
fn only_calls_that_work_are_suggested() {
    let mut wrong = Vec::new();
    for (ruleset, call, help) in SUGGESTED {
        let mut session = fresh();
        session.eval("asked", ruleset);
        let got = said(&mut session, call);
        if !got.contains(help) {
            wrong.push(format!("{ruleset}; {call}: {got}, expected {help}"));
        }
    }
    expect_none(&wrong);
}
