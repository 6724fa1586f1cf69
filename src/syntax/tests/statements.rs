//! Statements, blocks and documentation.

use super::super::ast::{Body, Claim, ElseBranch, Pattern};
use super::*;

#[test]
fn statements_end_with_the_line_or_a_semicolon() {
    let silent = |text: &str| -> Vec<bool> {
        tree(text).statements.iter().map(|statement| statement.silent).collect()
    };
    assert_eq!(silent("a; b"), [false, false]);
    assert_eq!(silent("a; b;"), [false, true]);
    assert_eq!(silent("a;\nb"), [true, false]);
    assert_eq!(silent("a; // c\nb;  /* d */"), [true, true]);
    assert_eq!(silent("a\n\n\nb\n"), [false, false]);
    assert_eq!(silent(";;a;;b"), [false, false]);
    assert_eq!(silent(""), Vec::<bool>::new());
    assert_eq!(silent(" \n // nothing\n"), Vec::<bool>::new());
}

#[test]
fn bindings_and_patterns() {
    assert!(matches!(
        statement("x := 1").kind,
        StatementKind::Bind { target: Pattern::Name(_), .. }
    ));
    let StatementKind::Bind { target: Pattern::Tuple(inner, _), .. } =
        statement("(a, (b, c)) := e").kind
    else {
        panic!()
    };
    assert!(matches!(inner[1], Pattern::Tuple(..)));
}

#[test]
fn functions_have_two_spellings() {
    let function = |text: &str| match statement(text).kind {
        StatementKind::Function(function) => function,
        other => panic!("{other:?}"),
    };
    let short = function("f(x, y = 2) := x + y");
    assert!(matches!(short.body, Body::Expr(_)));
    assert!(short.params[1].default.is_some());
    let long = function("fn f(x) {\n a := x\n a\n}");
    assert!(matches!(&long.body, Body::Block(block) if block.statements.len() == 2));
    assert!(function("fn f() {}").params.is_empty());
    assert!(parse("f(n: heap) := n").is_err());
}

#[test]
fn checks_claim_or_leave_a_blank() {
    let claim = |text: &str| match statement(text).kind {
        StatementKind::Check(claim) => claim,
        other => panic!("{other:?}"),
    };
    assert!(matches!(claim("check a == b"), Claim::Holds(_)));
    assert!(matches!(claim("check a is b"), Claim::Holds(_)));
    assert!(
        matches!(claim("check a == ?"), Claim::Blank(of) if matches!(of.kind, ExprKind::Name(_)))
    );
    assert!(matches!(claim("check a + 1 is ?"), Claim::Blank(_)));
    assert!(
        matches!(claim("check a == b == ?"), Claim::Blank(of) if matches!(of.kind, ExprKind::Compare { .. }))
    );
}

#[test]
fn loops_exercises_and_the_rest() {
    assert!(matches!(statement("use \"a.game\"").kind, StatementKind::Use(_)));
    assert!(matches!(
        statement("exercise \"1.2\" {\n check 1 == 1\n}").kind,
        StatementKind::Exercise { .. }
    ));
    assert!(matches!(
        statement("exercise \"1.2\" (1 point) { hint \"look\" }").kind,
        StatementKind::Exercise { points: Some(1), body, .. }
            if matches!(body.statements[0].kind, StatementKind::Hint(_))
    ));
    assert!(matches!(statement("hint := 3").kind, StatementKind::Bind { .. }));
    assert!(matches!(statement("hint(3)").kind, StatementKind::Expr(_)));
    assert!(matches!(
        statement("for (a, b) in xs { f(a) }").kind,
        StatementKind::For { pattern: Pattern::Tuple(..), .. }
    ));
    assert!(matches!(
        statement("while x in {1, 2} { break; continue }").kind,
        StatementKind::While { .. }
    ));
    assert!(matches!(statement("return").kind, StatementKind::Return(None)));
    assert!(matches!(statement("return x").kind, StatementKind::Return(Some(_))));
}

#[test]
fn blocks_of_if_chain() {
    let ExprKind::IfBlock { otherwise, .. } = kind("if a { 1 } else if b { 2 }\nelse { 3 }") else {
        panic!()
    };
    let Some(ElseBranch::If(second)) = otherwise.map(|branch| *branch) else { panic!() };
    let ExprKind::IfBlock { otherwise, .. } = second.kind else { panic!() };
    assert!(matches!(otherwise.as_deref(), Some(ElseBranch::Block(_))));
    assert!(matches!(kind("if {1} == {1} { 2 }"), ExprKind::IfBlock { .. }));
    assert!(matches!(kind("if <1|> == 2 { 2 }"), ExprKind::IfBlock { .. }));
}

#[test]
fn documentation_belongs_to_the_next_statement() {
    let program = tree("/// One.\n///  Two.\n///\nx := 1\ny := 2 /// no\n\n/// far\n\nz := 3");
    let docs: Vec<Option<&str>> =
        program.statements.iter().map(|statement| statement.doc.as_deref()).collect();
    assert_eq!(docs, [Some("One.\n Two.\n"), None, None]);
    let program = tree("fn f() {\n  /// inner\n  x := 1\n}");
    let StatementKind::Function(function) = &program.statements[0].kind else { panic!() };
    let Body::Block(block) = &function.body else { panic!() };
    assert_eq!(block.statements[0].doc.as_deref(), Some("inner"));
    assert_eq!(tree("//= 1\n//! G0101\nx").statements[0].doc, None);
}

#[test]
fn a_file_may_begin_with_the_line_that_runs_it() {
    assert_eq!(tree("#!/usr/bin/env upstar\nx").statements.len(), 1);
    let text = "#! no";
    assert!(parse_input(SourceMap::default().add("test", text), text, &Unlimited).is_err());
}

#[test]
fn comments_stand_anywhere() {
    assert_same("a /* b */ + // c\n d", "a + d");
    assert_same("f(a, // b\n c)", "f(a, c)");
    assert_same("/* a */ x /* b\n c */", "x");
    assert_same("x\r\ny\r\n", "x\ny");
}

#[test]
fn names_are_everything_mentioned() {
    let text = "/// doc\nf(x, y = z) := x.g(a)\ngame G(S)(n: heap) { move n - s for s in S if p }\n\
                for i in is_ { {k: w} }; l: <l|b[c]>; (q) -> r; if t { u } else { w_ }";
    let found: Vec<String> =
        names(&tree(text).statements).iter().map(ToString::to_string).collect();
    let all = "f x y z g a G S n s p i is_ k w l b c q r t u w_";
    let mut sorted: Vec<&str> = all.split(' ').collect();
    let mut found_sorted: Vec<&str> = found.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    found_sorted.sort_unstable();
    assert_eq!(found_sorted, sorted);
}
