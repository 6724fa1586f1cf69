//! What is said about texts that do not parse.

use super::*;

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
        ("1 + v<10**6>«»", "a power of up is written `up_power(n)`"),
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
        ("game G(n: heap) { «moves» n-1 if n > 0 }", "did you mean `move`?"),
        ("game G(n: heap) {\n  move n-1\n  «rigth» n-2\n}", "did you mean `right`?"),
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
fn slips_of_calls_arithmetic_and_exercises_come_with_their_fix() {
    for (text, words) in [
        ("outcome «G»", "a call is written `outcome(G)`, and a name of two words `outcome_G`"),
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
        ("f(x) «div» (1 + 1)", "the integer quotient `floor(a / b)`"),
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
        ("game G(n) { move n - 1 «points» 3 }", "the clauses are `move`, `left`, `right`"),
        ("game G(n) { left \"a\" -> «b» }", "the replacement in quotes"),
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
