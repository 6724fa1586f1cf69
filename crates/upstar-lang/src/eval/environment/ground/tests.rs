//! Wordings of a ruleset have the same rules on boards of a size.

use std::collections::BTreeSet;
use std::sync::Arc;

use upstar_core::Player;
use upstar_core::board::rewrite::{Boards, Rule, Turns, Written};
use upstar_core::board::{Alphabet, Shape};

use crate::session::Session;
use crate::value::Value;

/// What a session knows of the boards of a ruleset with the size of a position of it.
fn boards(session: &mut Session, position: &str) -> Option<Arc<Boards>> {
    let reply = session.eval("test", position);
    let value = reply.answers.last().map(|answer| answer.value.clone());
    let Some(Value::Position(position)) = value else { panic!("{position:?}: {reply:?}") };
    let [Value::Board(cells)] = position.arguments() else { panic!("{position:?}") };
    session.machine().env.ground_boards(&position.ruleset, &cells.board)
}

/// The rules of a wording, on boards with the size of this position.
fn rules(text: &str, position: &str) -> Option<[Vec<Rule>; 2]> {
    let mut session = Session::default();
    let reply = session.eval("test", text);
    assert!(!reply.failed(), "{text}: {:?}", reply.diagnostics);
    let boards = boards(&mut session, position)?;
    Some([Player::Left, Player::Right].map(|player| boards.rules(player).to_vec()))
}

/// Asserts that wordings of the ruleset G have the same rules as the first one, whose rules are rewrite rules with
/// conditions.
fn assert_alike(sizes: &[&str], wordings: &[&str]) {
    for size in sizes {
        let position = format!("G({size})");
        let first = rules(wordings[0], &position);
        assert!(first.is_some(), "{size}: {}", wordings[0]);
        for wording in &wordings[1..] {
            assert_eq!(rules(wording, &position), first, "{size}: {wording}");
        }
    }
}

const DOMINEERING: &[&str] = &[
    "game G(b: grid of \".#\") { left \".|.\" -> \"#|#\" if true; right \"..\" -> \"##\" if true }",
    "game G(b: grid of \".#\") {
       left b.with({[(r, c), (r + 1, c)]: \"#\"}) for (r, c) in b.cells
            if r < b.rows and b[r, c] == \".\" and b[r + 1, c] == \".\"
       right b.with({[(r, c), (r, c + 1)]: \"#\"}) for (r, c) in b.cells
            if c < b.columns and b[r, c] == \".\" and b[r, c + 1] == \".\" }",
    "game G(b: grid of \".#\") {
       left b.with({p: \"#\", q: \"#\"}) for p in b.cells if b[p] == \".\" for q in b.neighbours(p)
            if b[q] == \".\" if q[1] == p[1] + 1
       right b.with({p: \"#\", q: \"#\"}) for p in b.cells if b[p] == \".\" for q in b.neighbours(p)
            if b[q] == \".\" if q[2] == p[2] + 1 }",
    "fn dominoes(b, down, across) {
       [(p, q) for p in b.cells for q in [(p[1] + down, p[2] + across)] if q in b.cells] }
     is_free(b, place) := all([b[p] == \".\" for p in place])
     game G(b: grid of \".#\") {
       left b.with({p: \"#\", q: \"#\"}) for (p, q) in dominoes(b, 1, 0) if is_free(b, [p, q])
       right b.with({p: \"#\", q: \"#\"}) for (p, q) in dominoes(b, 0, 1) if is_free(b, [p, q]) }",
    "fn laid(b, step) {
       found := []
       for p in b.cells {
         q := (p[1] + step[1], p[2] + step[2])
         if q not in b.cells { continue }
         if {b[p], b[q]} == {\".\"} { found := found + [b.with({p: \"#\"}).with({q: \"#\"})] }
       }
       return found }
     game G(b: grid of \".#\") { left c for c in laid(b, (1, 0)); right c for c in laid(b, (0, 1)) }",
];

#[test]
fn dominoes_are_dominoes_in_all_wordings() {
    assert_alike(&["4, 4", "3, 5", "2, 2", "1, 4", "1, 1"], DOMINEERING);
}

#[test]
fn rules_are_those_that_would_be_written() {
    let alphabet = Alphabet::parse(".#").unwrap();
    let cell = |row, column| upstar_core::board::rewrite::RuleCell {
        row,
        column,
        needs: 1,
        may_be_outside: false,
        writes: Some(1),
    };
    let rule = |cells: &[_]| vec![Rule::of_cells(cells, &alphabet, Shape::Grid).unwrap()];
    let expected = [rule(&[cell(0, 0), cell(1, 0)]), rule(&[cell(0, 0), cell(0, 1)])];
    assert_eq!(rules(DOMINEERING[1], "G(3, 4)"), Some(expected));
}

#[test]
fn stones_take_stones_in_all_wordings() {
    assert_alike(&["3, 3", "2, 4", "1, 3"], &[
        "game G(b: grid of \".xo\") {
           left \"xo\" -> \".x\" orthogonally if true; right \"ox\" -> \".o\" orthogonally if true }",
        "game G(b: grid of \".xo\") {
           left b.with({q: \"x\", p: \".\"}) for q in b.cells for p in b.neighbours(q) if b[q] == \"o\" and b[p] == \"x\"
           right b.with({q: \"o\", p: \".\"}) for q in b.cells for p in b.neighbours(q) if b[q] == \"x\" and b[p] == \"o\" }",
        "fn captures(b, mine, theirs) {
           found := []
           for p in b.cells { if b[p] == mine { for q in b.neighbours(p) {
             if b[q] == theirs { found := found + [b.with({p: \".\", q: mine})] } } } }
           found }
         game G(b: grid of \".xo\") { left c for c in captures(b, \"x\", \"o\"); right c for c in captures(b, \"o\", \"x\") }",
        "steps := [(0, 1), (0, -1), (1, 0), (-1, 0)]
         game G(b: grid of \".xo\") {
           left b.with({(r, c): \".\"}).with({(r + dr, c + dc): \"x\"}) for (r, c) in b.cells for (dr, dc) in steps
                if b[r, c] == \"x\" and (r + dr, c + dc) in b.cells if b[r + dr, c + dc] == \"o\"
           right b.with({(r, c): \".\"}).with({(r + dr, c + dc): \"o\"}) for (r, c) in b.cells for (dr, dc) in steps
                if b[r, c] == \"o\" and (r + dr, c + dc) in b.cells if b[r + dr, c + dc] == \"x\" }",
    ]);
}

#[test]
fn neighbours_are_conditions_in_all_wordings() {
    assert_alike(&["3, 4", "3, 3", "4, 4"], &[
        "game G(b: grid of \".xo#\") {
           left \" [^x] |[^x].[^x]| [^x] \" -> \" ? |?x?| ? \" if true
           right \" [^o] |[^o].[^o]| [^o] \" -> \" ? |?o?| ? \" if true }",
        "game G(b: grid of \".xo#\") {
           left b.with({p: \"x\"}) for p in b.cells if b[p] == \".\" and all([b[q] != \"x\" for q in b.neighbours(p)])
           right b.with({p: \"o\"}) for p in b.cells if b[p] == \".\" and all([b[q] != \"o\" for q in b.neighbours(p)]) }",
        "fn allowed(b, colour) {
           [p for p in b.cells if b[p] == \".\" and sum([1 for q in b.neighbours(p) if b[q] == colour]) == 0] }
         game G(b: grid of \".xo#\") {
           left b.with({p: \"x\"}) for p in allowed(b, \"x\"); right b.with({p: \"o\"}) for p in allowed(b, \"o\") }",
        "fn same_beside(b, r, c, colour) {
           any([b[i, j] == colour for (i, j) in b.cells if abs(i - r) + abs(j - c) == 1]) }
         game G(b: grid of \".xo#\") {
           left b.with({(r, c): \"x\"}) for (r, c) in b.cells if b[r, c] == \".\" and not same_beside(b, r, c, \"x\")
           right b.with({(r, c): \"o\"}) for (r, c) in b.cells if b[r, c] == \".\" and not same_beside(b, r, c, \"o\") }",
        "game G(b: grid of \".xo#\") {
           left \".\" -> \"x\" if all([b[q] != \"x\" for p in b.cells if after[p] != b[p] for q in b.neighbours(p)])
           right \".\" -> \"o\" if all([b[q] != \"o\" for p in b.cells if after[p] != b[p] for q in b.neighbours(p)]) }",
        "game G(b: grid of \".xo#\") {
           left b.with({p: \"x\"}) for p in b.cells if b[p] == \".\" if \"x\" not in {b[q] for q in b.neighbours(p)}
           right b.with({p: \"o\"}) for p in b.cells if b[p] == \".\" if length(filter(b.neighbours(p), q -> b[q] == \"o\")) < 1 }",
    ]);
}

#[test]
fn some_neighbour_is_one_rule_for_each() {
    assert_alike(&["3, 3", "2, 5", "1, 4"], &[
        "game G(b: grid of \".x\") { move \".x\" -> \"xx\" orthogonally if true }",
        "game G(b: grid of \".x\") {
           move b.with({p: \"x\"}) for p in b.cells if b[p] == \".\" and any([b[q] == \"x\" for q in b.neighbours(p)]) }",
        "game G(b: grid of \".x\") {
           move b.with({p: \"x\"}) for p in b.cells if b[p] == \".\" if length([q for q in b.neighbours(p) if b[q] == \"x\"]) > 0 }",
    ]);
}

#[test]
fn strips_have_rules_too() {
    assert_alike(&["5", "2"], &[
        "game G(b: strip of \".TF\") {
           left \"T.\" -> \".T\" if true; \"TF.\" -> \".FT\" if true; right \".F\" -> \"F.\"; \".TF\" -> \"FT.\" }",
        "game G(b: strip of \".TF\") {
           left b.with({i: \".\", j: \"T\"}) for i in b.cells if b[i] == \"T\" for k in 1..2 for j in [i + k]
                if i + k <= b.columns and b[i + k] == \".\" and all([b[j] == \"F\" for j in i+1..i+k-1])
           right b.with({i: \".\", j: \"F\"}) for i in b.cells for j in b.cells
                if b[i] == \"F\" and b[j] == \".\" and (j == i - 1 or j == i - 2 and b[i - 1] == \"T\") }",
    ]);
}

#[test]
fn what_is_about_places_is_about_the_border() {
    let rule = |clause: &str, size: &str| {
        let text = format!(
            "game G(b: grid of \".x\") {{ move b.with({{p: \"x\"}}) for p in b.cells if b[p] == \".\" and {clause} }}"
        );
        rules(&text, &format!("G({size})")).map(|[left, _]| left)
    };
    let alphabet = Alphabet::parse(".x").unwrap();
    let pattern = |from: &str, to: &str| {
        let written = Written::once(from, to, Turns::None);
        Rule::compile(&[written], &alphabet, Shape::Grid).unwrap()
    };
    let laid = |rule: &Rule, size| rule.laid(size).unwrap().collect::<Vec<_>>();
    let stencils = |rules: &[Rule]| rules.iter().map(|rule| laid(rule, (3, 4))).collect::<Vec<_>>();
    let last_row = rule("p[1] == b.rows", "3, 4").unwrap();
    assert_eq!(stencils(&last_row), stencils(&[pattern(".|$", "x|$")]));
    let other_rows = rule("p[1] < b.rows", "3, 4").unwrap();
    assert_eq!(other_rows.len(), 1);
    assert_eq!(laid(&other_rows[0], (3, 4)).len(), 8);
    // All but the cell in the middle.
    let others = rule("p != (2, 2)", "3, 3").unwrap();
    let laid = others.iter().flat_map(|rule| laid(rule, (3, 3))).flatten();
    let written = laid.filter(|(.., writes)| writes.is_some()).map(|(cell, ..)| cell);
    assert_eq!(written.collect::<BTreeSet<_>>(), BTreeSet::from([0, 1, 2, 3, 5, 6, 7, 8]));
}

#[test]
fn what_may_fail_has_none() {
    for clause in [
        "b.with({(r + 1, c): \"x\"}) for (r, c) in b.cells if b[r, c] == \".\"",
        "b.with({p: \"y\"}) for p in b.cells if b[p] == \".\"",
        "b.with({p: \"x\"}) for p in b.cells if b[p] == \".\" and b[p[1], p[2] + 1] == \".\"",
        "b.with({p: \"x\"}) for p in b.cells if b[p]",
        "b.with({p: \"x\"}) for p in b.cells if b[p] == \".\" and p[3] == 1",
        "b for p in b.cells",
        "0 for p in b.cells if b[p] == \".\"",
        "f(b, p) for p in b.cells if b[p] == \".\"",
    ] {
        let text = format!(
            "fn f(b, p) {{ if b[p] == \"x\" {{ b }} }}\ngame G(b: grid of \".x\") {{ move {clause} }}"
        );
        assert_eq!(rules(&text, "G(3, 3)"), None, "{clause}");
    }
}

#[test]
fn sums_over_the_board_are_compared_by_what_differs() {
    assert_alike(&["4, 4", "3, 5"], &[
        "game G(b: grid of \".GF\") { left \"?.|G?\" -> \"?G|.?\" if true; \".?|?G\" -> \"G?|?.\"; right \"F.\" -> \".F\" diagonally }",
        "rows_of(b, sign) := sum([r for (r, c) in b.cells if b[r, c] == sign])
         game G(b: grid of \".GF\") {
           left \"G.\" -> \".G\" diagonally if rows_of(after, \"G\") < rows_of(b, \"G\"); right \"F.\" -> \".F\" diagonally }",
        "is_step(p, q) := abs(p[1] - q[1]) == 1 and abs(p[2] - q[2]) == 1
         game G(b: grid of \".GF\") {
           left b.with({p: \".\", q: \"G\"}) for p in b.cells for q in b.cells
                if b[p] == \"G\" and b[q] == \".\" and is_step(p, q) and q[1] < p[1]
           right b.with({p: \".\", q: \"F\"}) for p in b.cells for q in b.cells
                if b[p] == \"F\" and b[q] == \".\" and is_step(p, q) }",
    ]);
}

#[test]
fn steps_do_not_depend_on_the_wording() {
    let steps = |text: &str| {
        let mut session = Session::default();
        session.validate(crate::session::Validate::Off);
        let reply = session.eval("test", &format!("{text}\ncanonical(G(4, 4))"));
        assert!(!reply.failed(), "{text}");
        session.budget().steps()
    };
    let as_patterns = DOMINEERING[0].replace(" if true", "");
    let fewest = steps(&as_patterns);
    for wording in DOMINEERING {
        let here = steps(wording);
        assert!(here <= fewest + fewest / 10, "{here} steps, not {fewest}: {wording}");
    }
}

/// Random choices (Knuth's linear congruential generator).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn one_of<'a>(&mut self, these: &[&'a str]) -> &'a str {
        these[self.roll(these.len())]
    }

    /// A condition on the cells p and q of the board b, and on c after the move.
    fn condition(&mut self, deep: usize) -> String {
        if deep > 0 && self.roll(2) == 0 {
            let (a, b) = (self.condition(deep - 1), self.condition(deep - 1));
            return match self.roll(5) {
                0 => format!("({a} and {b})"),
                1 => format!("({a} or {b})"),
                2 => format!("not {a}"),
                3 => format!("(if {a} then {b} else q != p)"),
                _ => format!("[{a}, {b}] != [true, false]"),
            };
        }
        let sign = self.one_of(&["x", "o", "."]);
        let beside = self.one_of(&[
            "b.neighbours(p)",
            "near(b, p)",
            "b.neighbours(q)",
            "{p, q}",
            "reverse(near(b, q))",
        ]);
        let op = self.one_of(&["==", "<", ">", "!=", "<="]);
        match self.roll(11) {
            0 => format!("b[p] == \"{sign}\""),
            1 => format!("b[q] in \"{sign}#\""),
            2 => format!("any([b[r] == \"{sign}\" for r in {beside}])"),
            3 => format!("all([b[r] != \"{sign}\" for r in {beside} if r != q])"),
            4 => format!("sum([1 for r in {beside} if b[r] == \"{sign}\"]) {op} 1"),
            5 => format!("count(b, p, \"{sign}\") {op} count(b, q, \"{sign}\")"),
            6 => format!("\"{sign}\" not in [b[r] for r in {beside}]"),
            7 => format!("c[q] {op} b[p]"),
            8 => format!("p[1] {op} q[1]"),
            9 => format!("p[2] {op} b.columns - 1"),
            _ => format!("length([r for r in {beside} if c[r] != b[r]]) {op} 1"),
        }
    }

    fn ruleset(&mut self) -> String {
        let mut clauses = String::new();
        for player in ["left", "right"] {
            let (stone, other) = (self.one_of(&["x", "o", "."]), self.one_of(&["x", "o", "."]));
            let board = match self.roll(3) {
                0 => format!("b.with({{p: \"{stone}\", q: \"{other}\"}})"),
                1 => format!("b.with({{q: \"{other}\"}}).with({{[p]: b[q]}})"),
                _ => format!("b.with({{p: \"{stone}\"}})"),
            };
            let (before, after) = (self.condition(2), self.condition(2).replace("c[", "d["));
            let before = before.replace("c[", "b[");
            clauses += &match self.roll(4) {
                0 => format!(
                    "{player} \".x\" -> \"o?\" orthogonally if {}\n",
                    self.condition(1)
                        .replace("c[", "after[")
                        .replace('p', "b.cells[1]")
                        .replace('q', "b.cells[-1]")
                ),
                1 => format!("{player} d for d in listed(b, \"{stone}\")\n"),
                _ => format!(
                    "{player} d for p in b.cells if b[p] == \".\" for q in near(b, p) if {before} for d in [{board}] if {after}\n"
                ),
            };
        }
        format!(
            "fn near(b, p) {{ [q for q in b.cells if abs(q[1] - p[1]) + abs(q[2] - p[2]) == 1] }}
             fn count(b, p, sign) {{
               n := 0
               for q in b.cells {{
                 if q == p {{ continue }}
                 if b[q] == sign and max(abs(q[1] - p[1]), abs(q[2] - p[2])) == 1 {{ n := n + 1 }}
                 if n == 2 {{ break }}
               }}
               return n
             }}
             fn listed(b, stone) {{
               found := []
               for p in b.cells {{
                 if b[p] == \".\" {{
                   for q in b.neighbours(p) {{
                     if b[q] == stone {{ found := [b.with({{p: \"x\"}})] + found }} else {{ if q < p == false {{ found := found }} }}
                   }}
                 }}
               }}
               found
             }}
             game G(b: grid of \".xo\") {{ {clauses} }}"
        )
        .replace("q < p == false", "q[1] < p[1]")
    }
}

#[test]
fn moves_are_those_of_the_evaluator() {
    let mut dice = Dice(7);
    let mut compared = 0;
    for _ in 0..120 {
        let text = dice.ruleset();
        let size = dice.one_of(&["3, 3", "2, 3", "1, 4", "3, 4", "2, 2"]);
        let Some([left, right]) = rules(&text, &format!("G({size})")) else { continue };
        let (rows, columns) = size.split_once(", ").unwrap();
        let (rows, columns): (usize, usize) = (rows.parse().unwrap(), columns.parse().unwrap());
        let alphabet = Alphabet::parse(".xo").unwrap();
        let mut session = Session::default();
        session.eval("test", &text);
        for _ in 0..8 {
            let row = |dice: &mut Dice| {
                (0..columns).map(|_| dice.one_of(&["x", "o", "."])).collect::<String>()
            };
            let board = (0..rows).map(|_| row(&mut dice)).collect::<Vec<_>>().join("|");
            let parsed = upstar_core::board::Board::parse(&board, Shape::Grid, &alphabet).unwrap();
            for (player, rules) in [("Left", &left), ("Right", &right)] {
                let made = rules.iter().flat_map(|rule| rule.results(&parsed).unwrap());
                let made: BTreeSet<String> =
                    made.map(|board| board.display(&alphabet).to_string()).collect();
                let reply = session
                    .eval("test", &format!("[board(P) for P in moves(G(\"{board}\"), {player})]"));
                assert!(!reply.failed(), "{text}: {board}: {:?}", reply.diagnostics);
                let Some(Value::List(options)) =
                    reply.answers.last().map(|answer| answer.value.clone())
                else {
                    panic!()
                };
                let options = options.items().iter().map(|option| match option {
                    Value::Board(cells) => cells.text(),
                    other => panic!("{other:?}"),
                });
                assert_eq!(made, options.collect(), "{player} {board}: {text}");
                compared += 1;
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn values_are_those_of_the_evaluator() {
    let mut dice = Dice(11);
    let mut compared = 0;
    for _ in 0..60 {
        let text = dice.ruleset();
        // No analysis knows what this does.
        let opaque = text
            .replace("game G", "fn same(x) { values({1: x})[1] }\ngame G")
            .replace(" d for d in listed", " same(d) for d in listed")
            .replace(" d for p in", " same(d) for p in")
            .replace("orthogonally if ", "orthogonally if same(true) and ");
        let size = dice.one_of(&["2, 2", "2, 3", "1, 4", "3, 2"]);
        if rules(&text, &format!("G({size})")).is_none() {
            continue;
        }
        let (rows, columns) = size.split_once(", ").unwrap();
        let (rows, columns): (usize, usize) = (rows.parse().unwrap(), columns.parse().unwrap());
        let declared = |text: &str| {
            let mut session = Session::default();
            session.validate(crate::session::Validate::Off);
            let reply = session.eval("test", text);
            assert!(reply.diagnostics.is_empty(), "{text}: {:?}", reply.diagnostics);
            session
        };
        let mut sessions = [declared(&text), declared(&opaque)];
        for _ in 0..4 {
            let row = |dice: &mut Dice| {
                (0..columns).map(|_| dice.one_of(&["x", "o", "."])).collect::<String>()
            };
            let board = (0..rows).map(|_| row(&mut dice)).collect::<Vec<_>>().join("|");
            for question in ["outcome(#)", "canonical(#)", "outcome(# + #)"] {
                let question = question.replace('#', &format!("G(\"{board}\")"));
                let mut asked = |which: usize| {
                    let session: &mut Session = &mut sessions[which];
                    let reply = session.eval("test", &question);
                    let value = reply.answers.last().map(|answer| answer.value.clone());
                    value.map(|value| session.show(&value))
                };
                if let (Some(fast), Some(slow)) = (asked(0), asked(1)) {
                    assert_eq!(fast, slow, "{question} {board}: {text}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 100, "{compared}");
}
