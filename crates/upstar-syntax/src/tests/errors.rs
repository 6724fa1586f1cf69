//! Texts that do not parse, or are not complete.

use proptest::prelude::*;

use super::*;
use crate::ast::{AnswerKind, StatementKind};
use crate::diagnostic::Unlimited;
use crate::source::SourceMap;
use crate::{Broken, parse_file, parse_what_parses};

/// Checks code, place and words of the error of `text`; `«»` in it mark the place.
fn fault(marked: &str, code: &str, words: &str) {
    let text = marked.replace(['«', '»'], "");
    let start = marked.find('«').unwrap();
    let end = marked.find('»').unwrap() - '«'.len_utf8();
    let error = match parse(&text) {
        Ok(_) => panic!("{text} parses"),
        Err(error) => error,
    };
    assert_eq!(error.code.number(), code, "{text}: {error:#?}");
    assert_eq!(error.span().unwrap().bytes(), start..end, "{text}: {error:#?}");
    let said = format!("{error:?}").replace("\\\"", "\"");
    assert!(said.contains(words), "{text}: {error:#?}");
    assert!(!said.contains("kw_") && !said.contains("\\0"), "{text}: {error:#?}");
}

#[test]
fn common_slips_come_with_their_fix() {
    let faults = [
        ("x«^2»", "a power is written `**`: `x**2`"),
        ("(x «^» 2)", "a power is written `**`"),
        ("^*«^*»^*", "a sum is written `^* + ^*`"),
        ("2*3«^2»", "a sum is written `2*3 + ^2`"),
        ("^<n>«»", "a power of up is written `up_power(n)`"),
        ("1 + v<10**6>«»", "a power of up is written `-up_power(10**6)`"),
        ("a «=» b", "`:=` binds a name, `==` compares"),
        ("f(x) «=» 3", "`:=` binds"),
        ("x ==«=» y", "`==` compares"),
        ("a «=»> b", "`>=` compares"),
        ("a «&»& b", "write `and`"),
        ("<on «&» 0|1>", "write `<(on & 0)|1>`"),
        ("<0, over «&» 0||1|0>", "write `<(on & 0)|1>`"),
        ("a «!» = b", "write `a != b`"),
        ("«!»a", "write `not`"),
        ("a <«>» b", "`!=` means unequal"),
        ("3* «4»", "`3 * 4`"),
        ("2«n»", "`2 * n`"),
        ("2*«∞»(0)", "a product has blanks on both sides of the star: `2 * ∞`"),
        ("let «x» = 3", "write `x := value`"),
        ("def «f»(x)", "functions begin with `fn`"),
        ("«#» hello", "comments begin with `//`"),
        ("«'»abc'", "double quotes"),
        ("a.b «:=» 3", "left of `:=`"),
        ("f(«?»)", "check A == ?"),
        ("a «|» b", "`<a|b>`"),
        ("(a«;» b)", "separate with `,`"),
        ("a\n«+» b", "parentheses around the whole"),
    ];
    for (text, words) in faults {
        fault(text, "G0101", words);
    }
}

#[test]
fn slips_in_rules_sheets_and_maps_come_with_their_fix() {
    for (text, words) in [
        ("game G(n: heap) { «moves» n-1 if n > 0 }", "did you mean `move`?"),
        ("game G(n: heap) {\n  move n-1\n  «rigth» n-2\n}", "did you mean `right`?"),
        (
            "game G(b: strip of \".x\") {\n  move \".\" -> \"x\"\n  «mover» wins if \"xx\"\n}",
            "write `left wins if",
        ),
        ("game G(b: grid of \".x\") { move \"x.\" -> \".x\" any «directions» }", "any direction`"),
        (
            "game G(b: grid of \".xo\") { move \".\" -> \"x\" «|» \"o\" }",
            "a rule has one replacement",
        ),
        (
            "game G(b: grid of \".xo\") { move \".\" -> \"x\"«,» \".\" -> \"o\" }",
            "with `;` between",
        ),
        ("sheet \"S\" (show verdicts, show «reasons»)", "(show verdicts, reasons)`"),
        ("exercise \"A\"«»\n{\n  check 1 == 1\n}", "put the `{` of a block"),
        ("fn f(x)«»\n{\n  x\n}", "put the `{` of a block"),
        ("game G(b: strip of \".SO\") { left wins «\"SOS\"» }", "write `left wins if \"SOS\"`"),
        ("game G(a, b) { move (a, b); block «1» }", "write `blocking 1`"),
        ("game G(s) { move (s.with({1: 0})) if s[1] > 0 «gain» s[1] }", "right after the position"),
        ("xs[1] «:=» 3", "`xs := xs.with({i: x})`"),
        ("{1: 0, «i + 1: y»}", "`(i + 1): y`"),
        ("{1: 0, «\"a:\" + x: 1»}", "`(\"a:\" + x): 1`"),
        ("{1: 0, «xs[1:3]»}", "a set is written without keys"),
        ("sheet \"S\" (show «3»)", "expected"),
        ("[x, y] «:=» 3", "names in parentheses"),
        ("«{p: 0, q: 1 for q in 1..3}»", "`union({p: 0}"),
    ] {
        fault(text, "G0101", words);
    }
}

#[test]
fn slips_of_calls_arithmetic_and_exercises_come_with_their_fix() {
    for (text, words) in [
        ("outcome «G»", "a call is written `outcome(G)`, and a name of two words `outcome_G`"),
        ("help «Kayles»", "write `?Kayles`"),
        ("Kayles «5»", "a call is written `Kayles(5)`"),
        ("thermograph «{»3|1}", "a call is written `thermograph(...)`"),
        ("Domineering(3«x3»)", "sizes are written `3, 3`"),
        ("[n for n «=» 0..5]", "write `for n in 0..5`"),
        ("for n «=» 0..5 { n }", "write `for n in 0..5`"),
        ("fn f(x) «=» x * x", "write `fn f(x) { ... }`, or `f(x) := ...`"),
        ("fn f(x)«:» x * x", "write `fn f(x) { ... }`, or `f(x) := ...`"),
        ("«+»/-1", "a switch is written `±1`"),
        ("x«²»", "a power is written `**`: `x**2`"),
        ("check 1 ==«»", "`check A == ?`"),
        ("check 1 ==«»\ncheck 2 == 2", "`check A == ?`"),
        ("x := 3 *«»", "as in `a * b`"),
        ("7 «mod» 2", "the remainder is written `a % b`"),
        ("f(x) «div» (1 + 1)", "the integer quotient is written `div(a, b)`"),
        ("[7 «÷» 2]", "a quotient is written `a / b`"),
        ("1 «plus» 2", "`a + b`"),
        ("3 «⊕» 5", "`nim_sum(a, b)`"),
        ("10«!»", "there is no factorial"),
        ("n«!» + 1", "there is no factorial"),
        ("Nim («3»)", "write `Nim(...)`"),
        ("x := 1\nNim («3», 5)", "write `Nim(...)`"),
        ("f (x)«»", "write `f(...)`"),
        ("f (x) «+» 1", "write `f(...)`"),
        ("nimber(Nim «(»3, 5))", "write `Nim(...)`"),
        ("± «1» + 1", "a switch is written `±1`, and that of a sum `±(a + b)`"),
        ("[0, ± «x»]", "a switch is written `±x`"),
        ("0 <|0>«»", "`a + <|b>`"),
        ("[0 <|0>«]»", "`[a, <|b>]`"),
        ("«>» 1 + 1", "leave out the prompt"),
        ("«>»>> 1 + 1", "leave out the prompt"),
        ("exercise \"One\" «points» 3 {\n}", "write `exercise \"One\" (3 points) { ... }`"),
        ("exercise \"One\" «3» points {\n}", "write `exercise \"One\" (3 points) { ... }`"),
        ("exercise \"One\"«,» 3 {\n}", "write `exercise \"One\" (3 points) { ... }`"),
        ("exercise \"One\" (3«)» {\n}", "write `exercise \"One\" (3 points) { ... }`"),
        ("exercise \"One\" («points»: 3) {\n}", "write `exercise \"One\" (3 points) { ... }`"),
        ("check «?» == 3", "write what is asked about on the left: `check A == ?`"),
    ] {
        fault(text, "G0101", words);
    }
}

#[test]
fn a_question_whose_head_is_not_whole_says_what_is_missing() {
    for name in ["neg", "half", "x", "nim_1", "order_of", "moving"] {
        let text = format!("exercise \"E\" {{ ask «{name}» \"What?\" := 1 }}");
        fault(&text, "G0101", &format!("the kind of answer is missing before the name `{name}`"));
        let text = format!("exercise \"E\" {{ ask «{name}» (2 points) \"What?\" := 1 }}");
        fault(&text, "G0101", &format!("write `ask value {name} \"...\"`"));
        let text = format!("exercise \"E\" {{ ask «{name}» a \"What?\" := 1 }}");
        fault(&text, "G0101", &format!("`{name}` is no kind of answer"));
    }
    for kind in AnswerKind::ALL.map(AnswerKind::word) {
        let text = format!("exercise \"E\" {{ ask {kind} «\"What?\"» := 1 }}");
        fault(&text, "G0101", &format!("write `ask {kind} NAME \"What?\" := ...`"));
        assert!(parse(&format!("exercise \"E\" {{ ask {kind} a \"What?\" := 1 }}")).is_ok());
    }
    fault("ask «\"What?\"» := 1", "G0101", "a question has a kind and a name before its text");
}

#[test]
fn what_was_expected_is_said_in_words() {
    for (text, words) in [
        ("a «b»", "expected an operator or the end of the statement"),
        ("x «order»", "expected an operator or the end of the statement"),
        ("1 +«»", "expected an expression"),
        ("1 + «then»", "`then` is a reserved word"),
        ("f(a «b»)", "expected an operator, `)` or `,`"),
        ("[1 «2»]", "`]`"),
        ("<1 «2»|3>", "`>`"),
        ("if a«»", "`then`"),
        ("if a then b«»", "`else`"),
        ("for x «y» { }", "expected `in`"),
        ("fn f(x)«»", "a block in braces"),
        ("x.«»", "expected a name"),
        ("use «3»", "the name of a file in quotes"),
        ("exercise «{»", "a title in quotes"),
        ("exercise \"a\" («x» points) { }", "a number of points"),
        ("exercise \"a\" (3 «x») { }", "`points`"),
        ("exercise \"a\" { hint «3» }", "a hint in quotes"),
        ("«)»", "closes nothing"),
        ("1 <|«>» 2", "expected an expression"),
        ("game G(n: «stack» of \"x\") { }", "`strip of"),
        ("game G(n) { «pass» misere }", "`pass` begins no clause"),
        ("game G(n) { «fn» f(x) { x } }", "names are bound before it"),
        ("game G(n) {\n «f»(x) := x\n move n - 1\n}", "write the definition above `game`"),
        ("1 + 1\n«:»how 3", "belong to the prompt"),
        ("game G(n) { move n - 1 «points» 3 }", "the clauses are `move`, `left`, `right`"),
        ("game G(n) { left \"a\" -> «}»", "an expression"),
        ("1..2«..»3", "two ends"),
        ("{a: 1, «2»}", "`key: value`"),
        ("{1 «<» 2 | 3}", "the options of a form are sums"),
        ("if a { 1 } else «if b then 2 else 3»", "in one way"),
        ("[x «if» c]", "`]`"),
        ("a «where {}»", "`where` defines at least one label"),
        ("a where «3»", "definitions in braces"),
        ("a where { a «<»0|1> }", "a colon after the label"),
        ("a where { a: «3» }", "a label names a form"),
        ("{0 | a «where { a: <0|a> }»}", "the options of a form are sums"),
        ("«\0»", "NUL"),
    ] {
        fault(text, "G0101", words);
    }
}

#[test]
fn unclosed_brackets_are_pointed_at() {
    for text in [
        "f«(»x",
        "(((«(»",
        "«(»1 + 2]",
        "f(«[»1)",
        "«<»0|1",
        "<0, «<»1|2",
        "«{»1, 2",
        "fn f(x) «{»",
        "f«(»x\ny := 3\n",
        "«[»1, 2\nfn f() { }",
        "G := «<»0|1\nH := 2",
        "«/*» abc",
        "fn f(x) «{»\n  x\n\nfn g(x) { x }\n",
    ] {
        fault(text, "G0102", "never closed");
    }
}

#[test]
fn reserved_words_are_no_names() {
    for text in [
        "«v» := 3",
        "«v1» := 3",
        "«vv» := 3",
        "fn f(«v») { }",
        "f(«vv») := 1",
        "«v» -> v",
        "for «in» in x { }",
        "game «then»(n) { }",
        "x.«if»",
        "[x for «v» in y]",
        "«on» := 1",
        "fn «check»() {}",
        "(a, «over») := x",
        "f(x, «v2») := x",
    ] {
        fault(text, "G0106", "reserved");
    }
    fault("«v» := 3", "G0106", "as `↓`");
}

#[test]
fn unclosed_texts_reach_to_the_end_of_the_line() {
    fault("«\"abc»", "G0105", "closing quote");
    fault("f(«\"abc)»\ny", "G0105", "closing quote");
    fault("«\"abc\\\"»", "G0105", "closing quote");
}

#[test]
fn places_are_bytes() {
    fault("↑ + ↑«*n»", "G0104", "`↑ + *(n)`");
    fault("étoile «étoile»", "G0101", "an operator");
}

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
fn an_unfinished_statement_costs_itself_only() {
    let definitions = |from: usize| -> String {
        (from..from + 100).map(|n| format!("// about {n}\nf{n}(x, y) := x + {n} * y\n")).collect()
    };
    let (above, below) = (definitions(0), definitions(100));
    let typed = "total(n) := nimber(Nim(n, 2)) + [k for k in 1..n] ";
    for end in (1..=typed.len()).step_by(2) {
        let text = [&*above, "/* why */ ", &typed[..end], "\n", &below].concat();
        let id = SourceMap::default().add("test", &*text);
        let (program, broken) = parse_what_parses(id, &text, &Unlimited);
        let lost = broken.len();
        assert!(
            lost <= 1 && program.statements.len() + lost >= 200,
            "{}: {broken:?}",
            &typed[..end]
        );
    }
}

#[test]
fn what_is_typed_before_the_brace_of_an_exercise_costs_itself_only() {
    for typed in ["x :", "x := 1 +", "check 1 ==", "1 2"] {
        let text = SHEET.replacen("}\ngame Take", &format!("{typed}}}\ngame Take"), 1);
        assert_ne!(text, SHEET);
        assert_eq!(
            titles(&text),
            (["one", "two", "three"].map(str::to_owned).to_vec(), 1),
            "{text}"
        );
    }
}

/// Parsing from the middle of a text gives the same statements as parsing from its beginning.
#[test]
fn texts_that_are_read_again_from_a_statement_have_the_same_tree() {
    let lines: Vec<&str> = SHEET.lines().collect();
    for broken in [
        "x := (",
        "x := [1,",
        "f(x) :=",
        "if 1 {",
        "else { 2 }",
        "then 3",
        "x := \"a",
        "/* a",
        ")",
        "2 3",
    ] {
        for first in 0..=lines.len() {
            for second in first..=lines.len() {
                let parts = [
                    &lines[..first],
                    &[broken],
                    &lines[first..second],
                    &[broken],
                    &lines[second..],
                ];
                let text = parts.concat().join("\n");
                let id = SourceMap::default().add("test", &*text);
                let (program, left_out) = parse_what_parses(id, &text, &Unlimited);
                let is_headed = |one: &Broken| text[one.taken.clone()].contains("exercise");
                if left_out.iter().any(is_headed) {
                    // The title is kept without the statements below it, which are another text.
                    continue;
                }
                let mut rest = text.clone();
                for one in &left_out {
                    let blanks = rest[one.taken.clone()]
                        .bytes()
                        .map(|b| if b == b'\n' { '\n' } else { ' ' });
                    let blanks: String = blanks.collect();
                    rest.replace_range(one.taken.clone(), &blanks);
                }
                match parse_file(id, &rest, &Unlimited) {
                    // With all places.
                    Ok(whole) => assert_eq!(format!("{whole:?}"), format!("{program:?}"), "{text}"),
                    Err(error) => panic!("{text}\n{error:?}"),
                }
            }
        }
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

#[test]
fn beginnings_are_incomplete() {
    for text in [
        "f(x",
        "f(x,",
        "(",
        "[1, 2",
        "{1",
        "<0|1",
        "<0",
        "1 +",
        "x :=",
        "a and",
        "not",
        "-",
        "x ->",
        "if a",
        "if a then",
        "if a then b",
        "if a then b else",
        "if a { 1 } else",
        "if a {",
        "fn f(x)",
        "fn f(x) {",
        "fn f(x) {\n  x",
        "fn",
        "game Nim(n: heap)",
        "game Nim(n: heap) {",
        "game Nim(n: heap) {\n move n - 1\n",
        "for x in y",
        "for x",
        "while x",
        "check",
        "use",
        "exercise \"a\"",
        "exercise \"a\" (3",
        "exercise \"a\" (3 points)",
        "±",
        "a.",
        "f(x // c",
        "1 + // c\n",
        "/* comment",
        "[x for",
        "{1: ",
        "(a, b) :=",
        "x := [\n 1,\n",
        "a == \n",
        "<3|2||",
        "*(",
        "\"a\" + ",
        "game G(b: grid of",
        "2**",
        "a where",
        "a where {",
        "a where { a: <b|0>,",
        "a where { a: <b|0>,\n  b: <0",
        "a where { a",
        "a where { a:",
        "a: <0|",
    ] {
        assert!(is_incomplete(text), "{text}");
        assert!(is_incomplete(&format!("{text}  \n ")), "{text}");
    }
}

#[test]
fn whole_and_wrong_inputs_are_not_incomplete() {
    for text in [
        "",
        " ",
        "x",
        "f(x)",
        "a;",
        "if a { 1 }",
        "\"abc",
        "f(\"abc",
        "a b",
        "a where { a: <0|a> }",
        "where",
        "a where 3",
        "1 + then",
        "x^2",
        ")",
        "f(x))",
        "(1]",
        "3.5",
        "v := 3",
        "1 + )",
        "a = b",
        "x.if",
        "// c",
        "^*n",
        "<a|b|c>",
        "fn f(x) { } }",
        "\0",
        "game G(n) { pass",
        "then",
    ] {
        assert!(!is_incomplete(text), "{text}");
    }
}

#[test]
fn brackets_that_nest_too_deeply_are_not_incomplete() {
    assert!(!is_incomplete(&"(".repeat(100_000)));
    assert!(!is_incomplete(&"<".repeat(100_000)));
}

#[test]
fn generators_of_a_bracket_leave_its_signs_alone() {
    for (text, words) in [
        ("<x for x in s if x «<» 0|1>", "put a comparison in parentheses: `if (a < b)`"),
        ("<x for x in s if x > «0»|1>", "put a comparison in parentheses: `if (a > b)`"),
        ("<a|x for x in s if x |> «0»>", "put a comparison in parentheses: `if (a |> b)`"),
        ("{x for x in s if x «||» 0 | 1}", "a comparison stands in parentheses: `if (a || b)`"),
        ("<1«..»3|4>", "write `<(1..3)|4>`"),
        ("<«0, x for x in s»|1>", "write the others and a list: `<0, [x for x in xs]|1>`"),
    ] {
        fault(text, "G0101", words);
    }
}
