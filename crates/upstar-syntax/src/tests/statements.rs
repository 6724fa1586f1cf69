//! Statements and rulesets become trees.

use super::super::ast::BoardKind;
use super::*;
use crate::ast::{
    Alternative, Body, Claim, ElseBranch, Mover, ParamKind, Pattern, Remark, RemarkKind,
    RulesetDecl, Turns,
};

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

fn ruleset(text: &str) -> RulesetDecl {
    match statement(text).kind {
        StatementKind::Ruleset(ruleset) => (*ruleset).clone(),
        other => panic!("{text} is {other:?}"),
    }
}

/// The number of alternatives of each clause.
fn counts(text: &str) -> Vec<(Mover, usize)> {
    let clauses = ruleset(text).clauses;
    clauses.iter().map(|clause| (clause.mover, clause.alternatives.len())).collect()
}

#[test]
fn heaps_and_families() {
    let nim = ruleset("game Nim(n: heap) { move n - k for k in 1..n }");
    assert!(nim.family.is_empty());
    assert!(matches!(nim.position[0].kind, Some(ParamKind::Heap)));
    let family = ruleset("game Subtraction(S)(n: heap) { move n - s for s in S if s <= n }");
    assert_eq!((family.family.len(), family.position.len()), (1, 1));
    assert!(parse("game F(n: heap)(m: heap) { }").is_err());
    let kayles = ruleset("game Kayles(n: heap) { move a, n-k-a for k in 1..2 for a in 0..n-k }");
    let Alternative::Options { parts, generators, .. } = &kayles.clauses[0].alternatives[0] else {
        panic!()
    };
    assert_eq!((parts.len(), generators.len()), (2, 2));
}

#[test]
fn boards_and_rewrites() {
    let text = "game Clobber(b: grid of \".xo\") {\n  left  \"xo\" -> \".x\" orthogonally\n  \
                right \"ox\" -> \".o\" any direction; \"a\" -> \"b\" diagonally; \"c\" -> \"d\"\n}";
    let clobber = ruleset(text);
    assert!(
        matches!(&clobber.position[0].kind, Some(ParamKind::Board(BoardKind::Grid, of)) if &*of.value == ".xo")
    );
    let turns: Vec<Turns> = clobber
        .clauses
        .iter()
        .flat_map(|clause| &clause.alternatives)
        .map(|alternative| match alternative {
            Alternative::Rewrite { steps, .. } => steps[0].turns,
            _ => panic!(),
        })
        .collect();
    use Turns::*;
    assert_eq!(turns, [Orthogonally, AnyDirection, Diagonally, None]);
    let toads = ruleset("game T(s: strip of \".TF\") { }");
    assert!(matches!(&toads.position[0].kind, Some(ParamKind::Board(BoardKind::Strip, _))));
}

#[test]
fn texts_of_rewrite_rules_are_computed() {
    let text = r#"game J(p)(s: strip of ".xo") {
  move "x" + "." * k -> "." * k + "x" orthogonally for k in 1..3 let m := k if after[m] == "x"
  left p -> p gain 2 ; "x" -> row(2) repeatedly then "ox" -> "xo"
  right "." -> "o" for q in s.cells
}"#;
    let ruleset = ruleset(text);
    let ways: Vec<(usize, bool, usize, bool)> = ruleset
        .clauses
        .iter()
        .flat_map(|clause| &clause.alternatives)
        .map(|alternative| match alternative {
            Alternative::Computed { steps, gain, generators, condition, .. } => {
                (steps.len(), gain.is_some(), generators.len(), condition.is_some())
            }
            _ => panic!("{alternative:?}"),
        })
        .collect();
    assert_eq!(
        ways,
        [(1, false, 2, true), (1, true, 0, false), (2, false, 0, false), (1, false, 1, false)]
    );
}

#[test]
fn goals_look_for_patterns() {
    let text = r#"game J(b: grid of ".xo") {
  move "." -> "x"
  left wins if "x" * 3 any  direction or not "oxo" and n == 0 or no  moves
  draw if full or "o" + p diagonally
}"#;
    let ruleset = ruleset(text);
    let goals: Vec<String> = ruleset
        .remarks
        .iter()
        .map(|remark| match &remark.kind {
            RemarkKind::Goal(_, condition) => print::expr(condition),
            _ => panic!("{remark:?}"),
        })
        .collect();
    assert_eq!(
        goals,
        [
            "\"x\" * 3 any direction or not \"oxo\" and n == 0 or no moves",
            "full or \"o\" + p diagonally"
        ]
    );
}

#[test]
fn a_step_may_repeat_and_a_rule_has_a_condition() {
    let text = "game J(b: grid of \".xo\") {\n  move \"xo.\" -> \"..x\" any direction repeatedly\n     \
                then \"x\" -> \"o\" gain 2\n    if after != b; \"x\" -> \".\" repeatedly\n}";
    let jumps = ruleset(text);
    let read: Vec<(Vec<bool>, bool, bool)> = jumps.clauses[0]
        .alternatives
        .iter()
        .map(|alternative| match alternative {
            Alternative::Rewrite { steps, gain, condition } => {
                let repeats = steps.iter().map(|step| step.repeats).collect();
                (repeats, gain.is_some(), condition.is_some())
            }
            _ => panic!(),
        })
        .collect();
    assert_eq!(read, [(vec![true, false], true, true), (vec![true], false, false)]);
}

#[test]
fn steps_follow_each_other_after_then() {
    let text = "game G(b: grid of \".x\") {\n  move \"x.\" -> \".x\" diagonally then \"x\" -> \"x\"\n    \
                then \"x.\" -> \"..\"; \"x\" -> \".\"\n  left \".\" -> \"x\"\n}";
    let game = ruleset(text);
    let steps = |alternative: &Alternative| match alternative {
        Alternative::Rewrite { steps, .. } => steps.len(),
        _ => panic!(),
    };
    let steps: Vec<usize> =
        game.clauses.iter().flat_map(|clause| &clause.alternatives).map(steps).collect();
    assert_eq!(steps, [3, 1, 1]);
    assert!(parse("game G(b: grid of \".x\") { move \"x\" -> \".\" then }").is_err());
}

#[test]
fn alternatives_and_clauses_are_told_apart() {
    use Mover::*;
    assert_eq!(
        counts("game G(a, b) {\n move (a, b) for k in a\n ; (b, a)\n ; (b, b)\n}"),
        [(Either, 3)]
    );
    assert_eq!(counts("game G(a) { left a right a + 1 }"), [(Left, 1), (Right, 1)]);
    assert_eq!(counts("game G(a) { left a; a; right a }"), [(Left, 2), (Right, 1)]);
    assert_eq!(counts("game G(a) { left a; right (a, b) }"), [(Left, 1), (Right, 1)]);
    assert_eq!(counts("game G(a) { left a; right(a, b) }"), [(Left, 2)]);
    assert_eq!(counts("game G(a) { left a; right - 1 }"), [(Left, 2)]);
    assert_eq!(counts("game G(a) { left a; right -1 }"), [(Left, 1), (Right, 1)]);
    assert_eq!(counts("game G(a) { left a; left.f; right[1]; move }"), [(Left, 4)]);
    assert_eq!(counts("game G(a) { move a; \"x\" -> \"y\"; a }"), [(Either, 3)]);
    assert_eq!(counts("game G(a) { move a\n for k in 1..2\n if k > 1\n }"), [(Either, 1)]);
    assert_eq!(counts("game G(a) { }"), []);
    assert_eq!(counts("game G(a) { move\n a,\n b }"), [(Either, 1)]);
}

/// Remarks of a ruleset in short.
fn remarks(text: &str) -> Vec<String> {
    let short = |remark: &Remark| match &remark.kind {
        RemarkKind::Goal(ending, _) => format!("{ending:?}"),
        RemarkKind::Score(_) => "Score".to_owned(),
        RemarkKind::Blocking(_) => "Blocking".to_owned(),
        RemarkKind::Parts(_) => "Parts".to_owned(),
        RemarkKind::Start(_) => "Start".to_owned(),
        RemarkKind::DrawAs(_) => "DrawAs".to_owned(),
        RemarkKind::Misere => "Misere".to_owned(),
        RemarkKind::Check(_, message) => format!("Check{}", u8::from(message.is_some())),
    };
    ruleset(text).remarks.iter().map(short).collect()
}

#[test]
fn goals_and_scores() {
    let text = "game G(a) { left wins if a > 3; right  wins if a < 0\n draw if a == 0\n score a + 1 \
                draw_as {} }";
    assert_eq!(remarks(text), ["Left", "Right", "Draw", "Score", "DrawAs"]);
    assert_eq!(
        remarks("game G(a) { check a > 0; check a < 9,\n \"below 9\" }"),
        ["Check0", "Check1"]
    );
    assert_eq!(remarks("game G(k)(a) { move a; blocking k; play misere }"), ["Blocking", "Misere"]);
    assert_eq!(remarks("game G(a) { move blocking; blocking + 1 }"), [""; 0]);
    use Mover::*;
    let text = "game G(a) { move a gain 2 * k for k in 1..2; (a)\n gain 1\n left \"x\" -> \"y\" gain 3 turn a }";
    assert_eq!(counts(text), [(Either, 2), (Left, 1), (Turn, 1)]);
    assert_eq!(counts("game G(a) { left a; right wins if a; draw if a; score a }"), [(Left, 1)]);
    // The words stay free as names.
    assert_eq!(counts("game G(wins) { left wins; draw; score(a) ; score.a; wins }"), [(Left, 5)]);
    assert_eq!(counts("game G(wins) { left (wins) gain gain if wins }"), [(Left, 1)]);
    assert_eq!(counts("game G(draw) { move draw + score, gain gain gain if wins }"), [(Either, 1)]);
    for text in ["draw := 1", "score := gain + wins", "f(wins, draw) := wins", "gain(score)"] {
        statement(text);
    }
    for text in ["game G(a) { left wins }  score", "game G(a) { draw }", "game G(a) { score }"] {
        assert!(parse(text).is_err(), "{text}");
    }
}

#[test]
fn the_rulesets_of_the_language_page_parse() {
    for text in [
        "game Domineering(b: grid of \".#\") {\n  left  \".|.\" -> \"#|#\"\n  right \"..\"  -> \"##\"\n}",
        "game ToadsAndFrogs(s: strip of \".TF\") {\n  left  \"T.\" -> \".T\";  \"TF.\" -> \".FT\"\n  right \".F\" -> \"F.\";  \".TF\" -> \"FT.\"\n}",
        "game Wythoff(a, b) {\n  move (a-k, b)   for k in 1..a\n     ; (a, b-k)   for k in 1..b\n     ; (a-k, b-k) for k in 1..min(a, b)\n}",
        "game G(b: grid of \".#\") { left b.with({p: \"#\"}) for p in b.cells if b[p] == \".\" }",
        "/// Take any number.\ngame Nim(n: heap) { move n - k for k in 1..n }",
    ] {
        ruleset(text);
    }
}
