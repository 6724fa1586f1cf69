//! Which engine answers questions about a position, and what keeps a faster one away.

use std::path::Path;

use upstar::diagnostic::render::Style;

use crate::support::{expect_none, said, session};

/// What `how` says of a position, after a program.
const SAID: &[(&str, &str, &str)] = &[
    ("", "1/2", "it is a value already"),
    ("", "Kayles(2000)", "a table of nimbers, by the code 0.77"),
    (
        "",
        "Hackenbush(\"0-1:b, 1-2:r\")",
        "pieces that hang at one vertex, each by its value: the rules are Hackenbush",
    ),
    (
        "game Ring(r: ring of \".x\") { move \"...\" -> \"xxx\" any direction }",
        "Ring(4)",
        "moves on bits: what is there and what is not is known from the rules",
    ),
    ("", "Wythoff(3, 5)", "a table of nimbers: the moves are integer arithmetic"),
    (
        "",
        "Wythoff(4000, 5000)",
        "a table of nimbers: the moves are integer arithmetic\n\
         the table is large, so in a sum a search finds who wins: the rules, evaluated position by position",
    ),
    (
        "game Heaps(a, b, s) { move Heaps(x, b, s) for x in 0..a-1; Heaps(a, x, s) for x in 0..b-1; \
           (a, b, [if i == j then x else s[j] for j in 1..length(s)]) for i in 1..length(s) for x in 0..s[i]-1 }",
        "Heaps(1000, 2000, [3000, 4000])",
        "a table of nimbers: the moves are integer arithmetic\n\
         falls into 4 parts here",
    ),
    (
        "game Heaps(a, b, c) { move (x, b, c) for x in 0..a-1; (a, x, c) for x in 0..min(b-1, c); (a, b, x) for x in 0..c-1 }",
        "Heaps(10, 20, 30)",
        "a table of nimbers: the moves are integer arithmetic\n\
         falls into 2 parts here",
    ),
    // Lists of piles, of which a move changes one.
    (
        "rest(rows, i) := [rows[j] for j in 1..length(rows) if j != i]
         game Rows(rows) { move Rows(rest(rows, i) + [x for x in [a, rows[i] - k - a] if x > 0]) \
           for i in 1..length(rows) for k in 1..2 for a in 0..rows[i]-k }",
        "Rows([300, 200])",
        "a table of nimbers: the moves are integer arithmetic\n\
         falls into 2 parts here",
    ),
    (
        "game Rows(rows) { move sort([rows[j] for j in 1..length(rows) if j != i] + [rows[i] - length(rows)]) \
           for i in 1..length(rows) if rows[i] > 0 }",
        "Rows([3, 2])",
        "moves on bits: what is there and what is not is known from the rules",
    ),
    // Options that name their ruleset.
    (
        "game Row(k)(n: heap) { move Row(k)(a) + Row(k)(n - a - k) for a in 0..n-k }",
        "Row(2)(5)",
        "a table of nimbers, by the code 0.07",
    ),
    ("", "Spawning(3)(9)", "a table of nimbers: the moves are integer arithmetic"),
    ("", "Mogul(9)", "a table of nimbers of single heads: the turns are integer arithmetic"),
    (
        "",
        "MockTurtles(\"THHT\")",
        "a table of nimbers of single heads: the turns are integer arithmetic",
    ),
    (
        "",
        "Nim(3) + 1/2",
        "Nim(3): a table of nimbers, by the code 0.[3]\n1/2: it is a value already",
    ),
    (
        "",
        "Domineering(\"..#.|..#.\")",
        "bit planes: the moves are rewrite rules\n\
         falls into 2 parts here\n\
         boards that are mirrored left to right, mirrored top to bottom, turned by 180°, turned by 90° \
         or mirrored at a diagonal are met once\n\
         moves only take cells, so who wins is also searched with a bound on those left",
    ),
    ("", "TicTacToe()", "a search for goals on bits"),
    (
        "",
        "Hex(7)",
        "a search for connections on bits: each move claims a cell, and goals are paths",
    ),
    (
        "game G(b: grid of \".xo\") { left \".\" -> \"x\"; right \".\" -> \"o\"; \
         left wins if any([q in b.group(p) for p in b.cells if p[1] == 1 and b[p] == \"x\" \
           for q in b.cells if q[1] == b.rows]); \
         right wins if any([q in b.group(p) for q in b.cells if q[2] == 1 \
           for p in b.cells if p[2] == b.columns and b[p] == \"o\"]) }",
        "G(7, 7)",
        "a search for connections on bits: each move claims a cell, and goals are paths",
    ),
    (
        "game G(b: grid of \".xo\") { left \".\" -> \"x\"; right \".\" -> \"o\"; \
         left wins if any([q in b.group(p) for p in b.cells if p[1] == 1 and b[p] == \"x\" \
           for q in b.cells if q[1] == b.rows - 1]) }",
        "G(7, 7)",
        "the rules, evaluated position by position\n\
         evaluated: this goal is evaluated\n\
         instead: patterns, `connects`, `hex_connects` and `line`, with `and`, `or` and `not`, are read",
    ),
    (
        "",
        "DotsAndBoxes(2, 2)()",
        "moves on bits: what is there and what is not is known from the rules",
    ),
    (
        "game G(b: grid of \".x\") { move b.with({p: \"x\"}) for p in b.cells if b[p] == \".\" }",
        "G(2, 2)",
        "bit planes: on boards of this size the moves are rewrite rules\n\
         falls into 4 parts here\n\
         boards that are mirrored left to right, mirrored top to bottom, turned by 180°, turned by 90° or mirrored at a \
         diagonal are met once",
    ),
    (
        "game G(b: grid of \".x\") { move b.with({p: \"x\"}) for p in b.cells if b[p] == \".\" and \
         length(show(b.cells)) > 1 }",
        "G(2, 2)",
        "the rules, evaluated position by position\n\
         evaluated: `show(b.cells)`: `show` is evaluated",
    ),
    (
        "game G(b: grid of \".x\") { move b.with({p: \"x\"}) for p in b.cells if b[p] == \".\" }",
        "G(12, 12)",
        "the rules, evaluated position by position\n\
         boards that are mirrored left to right, mirrored top to bottom, turned by 180°, turned by 90° or mirrored at a \
         diagonal are met once\n\
         evaluated: moves by expressions are evaluated on boards of more than 128 cells\n\
         instead: rewrite rules, such as `\"..\" -> \"##\"`, are for boards of any size",
    ),
    (
        "fib(n) := if n < 2 then n else fib(n - 1) + fib(n - 2)\n\
         game G(n: heap) { move n - fib(k) for k in 2..n if fib(k) <= n }",
        "G(12)",
        "a table of nimbers: the moves are integer arithmetic",
    ),
    (
        "game G(n: heap) { move p[1], p[2], p[3] for p in partitions(n, 3) }",
        "G(9)",
        "a table of nimbers: the moves are integer arithmetic",
    ),
    (
        "fn divisor(a, b) { while b > 0 { (a, b) := (b, a % b) }; a }
         game G(n) { move n - k for k in 1..n if divisor(n, k) == 1 }",
        "G(9)",
        "a table of nimbers: the moves are integer arithmetic",
    ),
    (
        "rests(n, k) := if k * k > n then [] else [n - k * k] + rests(n, k + 1)
         game G(n: heap) { move m for m in rests(n, 1) }",
        "G(9)",
        "a table of nimbers: the moves are integer arithmetic",
    ),
    (
        "fn squares(n) { all := []; k := 1; while k * k <= n { all := all + [k * k]; k := k + 1 }; all }
         game G(n: heap) { move n - s for s in 1..n if s in squares(n) }",
        "G(9)",
        "a table of nimbers: the moves are integer arithmetic",
    ),
    (
        "halves(n) := if n < 2 then [] else [(n - 2, n)] + halves(n - 2)\n\
         game G(n: heap) { move a for (a, b) in halves(n) }",
        "G(12)",
        "a table of nimbers: the moves are integer arithmetic",
    ),
    (
        "halves(n) := if n < 2 then [] else [(n - k, n) for k in 1..2] + halves(n - 2)\n\
         game G(n: heap) { move a for (a, b) in halves(n) }",
        "G(12)",
        "the rules, evaluated position by position\n\
         evaluated: `halves(n - 2)`: `halves` calls itself, so it is evaluated\n\
         instead: a comprehension, `sum`, `all` or `any` is read",
    ),
    (
        "game G(n, who) { left (n - 1, who) if n > 0; right (n - 1, who) if n > 1 }",
        "G(3, \"x\")",
        "the rules, evaluated position by position\n\
         evaluated: `who`: it is one of several arguments, a text\n\
         instead: integers and lists of integers, all from 0 on, are read",
    ),
    (
        "game G(n, m) { left (n - 1, m) if n > 0; right (n - 1, m) if n > 1 }",
        "G(3, 4)",
        "a table of values, and one of who wins; other questions are answered by the rules, evaluated position by position",
    ),
    (
        "game G(g: graph) { move g.remove(p) for p in g.vertices }",
        "G(path(3))",
        "the rules, evaluated position by position\n\
         graphs that are equal up to the numbers of their vertices are met once\n\
         evaluated: moves on small graphs are evaluated",
    ),
    (
        "game G(g: graph) { move g.remove([p] + g.neighbours(p)) for p in g.vertices }",
        "G(path(20))",
        "moves on bits: what is there and what is not is known from the rules",
    ),
    (
        "game G(p) { move (p[1] - k, p[2]) for k in 1..p[1] }",
        "G((3, 4))",
        "a table of nimbers: the moves are integer arithmetic",
    ),
    (
        "game G(m) { move {k: (if k == i then 0 else m[k]) for k in keys(m)} for i in keys(m) if m[i] > 0 }",
        "G({1: 1, 2: 1, 3: 1})",
        "moves on bits: what is there and what is not is known from the rules\n\
         falls into 3 parts here",
    ),
    (
        "game G(r) { move [[if (a, b) == (i, j) then 0 else r[a][b] for b in 1..2] for a in 1..2] \
         for i in 1..2 for j in 1..2 if r[i][j] == 1 }",
        "G([[1, 1], [1, 1]])",
        "moves on bits: what is there and what is not is known from the rules\n\
         falls into 4 parts here",
    ),
    (
        "fn marked(t, i) { out := \"\"; for k in 1..length(t) { out := out + (if k == i then \"x\" else t[k]) }; out }
         game G(t) { move marked(t, i) for i in 1..length(t) if t[i] == \".\" }",
        "G(\"...\")",
        "moves on bits: what is there and what is not is known from the rules\n\
         falls into 3 parts here",
    ),
    (
        "game G(h) { move sort([x for x in [h[j] for j in 1..length(h) if j != i] + [a, h[i] - a - 1] if x > 0]) \
         for i in 1..length(h) for a in 0..h[i]-1 }",
        "G([5, 6])",
        "a table of nimbers: the moves are integer arithmetic\nfalls into 2 parts here",
    ),
    (
        "",
        "ArcKayles(path(20))",
        "moves on bits: what is there and what is not is known from the rules",
    ),
    (
        "game G(g: graph) { move h for p in g.vertices for h in g.remove(p).components }",
        "G(path(12))",
        "the rules, evaluated position by position\n\
         graphs that are equal up to the numbers of their vertices are met once\n\
         evaluated: `g.remove(p).components`: this call of `components` is evaluated",
    ),
    (
        "game G(b: grid of \".xo\") { left \".\" -> \"x\"; right \".\" -> \"o\"; \
         left wins if length([p for p in b.cells if b[p] == \"x\"]) > 3 }",
        "G(3, 3)",
        "a search for goals on bits",
    ),
    (
        "game G(b: grid of \".xo\") { move \".\" -> \"x\"; \".\" -> \"o\"; \
         left wins if \"xo+x\" any direction and not \"ooo\"; right wins if full or no moves }",
        "G(4, 4)",
        "a search for goals on bits",
    ),
    (
        "game G(b: grid of \".xo\") { left \".\" -> \"x\"; right \".\" -> \"o\"; \
         left wins if any([line(b, s, 4) for s in \"xo\"]) }",
        "G(4, 4)",
        "moves on bits: what is there and what is not is known from the rules",
    ),
    (
        "",
        "Motley(12)",
        "a table of nimbers of single heads: the turns are integer arithmetic",
    ),
    (
        "",
        "Cutcake(3, 4)",
        "a table of values; other questions are answered by the rules, evaluated position by position",
    ),
    (
        "",
        "TopEntails(5)",
        "a table of the nimbers beside which a move wins: the moves are integer arithmetic",
    ),
    (
        "",
        "MooresNim(2)([3, 3, 3])",
        "a table of nimbers: the moves are integer arithmetic",
    ),
    (
        "next := {1: [2, 3], 2: [3], 3: []}\ngame G(p) { move q for q in next[p] }",
        "G(1)",
        "a table of nimbers: the moves are integer arithmetic",
    ),
    (
        "next := {1: [2, 3], 2: [3], 3: [1]}\ngame G(p, seen) { move (q, seen + [q]) for q in next[p] if q not in seen }",
        "G(1, [1, 3, 4, 5, 6, 7, 8, 9, 10, 11])",
        "moves on bits: what is there and what is not is known from the rules",
    ),
    (
        "",
        "misere(Wythoff(3, 4))",
        "in misère play, a table of who wins; other questions are answered by the rules, evaluated position by position",
    ),
];

#[test]
fn the_engine_and_what_is_evaluated_are_said() {
    let mut wrong = Vec::new();
    for (program, position, expected) in SAID {
        let mut session = session(Path::new("tests"));
        said(&mut session, program);
        let got = said(&mut session, &format!("how({position})"));
        if got != *expected {
            wrong.push(format!("how({position}) after `{program}` is\n{got}"));
        }
    }
    expect_none(&wrong);
}

#[test]
fn the_place_of_what_is_evaluated_is_shown() {
    let mut session = session(Path::new("tests"));
    said(&mut session, "game G(n: heap) {\n  move n - k for k in 1..length(text(n)) if k <= n\n}");
    let all = session.how("G(12)").unwrap();
    let drawn = session.drawn_how(&all, Style::default());
    assert!(drawn.starts_with("the rules, evaluated position by position\n"), "{drawn}");
    assert!(drawn.contains("Evaluated: this call of `text` is evaluated"), "{drawn}");
    assert!(drawn.contains("asked:2:33"), "{drawn}");
}

#[test]
fn what_is_asked_how_leaves_no_trace() {
    let mut session = session(Path::new("tests"));
    assert!(session.how("a := Nim(3); a").is_ok());
    assert!(session.how("a").is_err());
    assert!(session.how("\"text\"").is_err());
}
