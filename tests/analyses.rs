//! What analyses prove of random rules, against the same rules written so that nothing can be proved:
//! a function of the program that gives back what it takes stands around each option and condition.
//! Rules of heaps are held against naive programs in `crates/upstar-lang/src/analysis/heaps/tests.rs`, goals in
//! `tests/play/goals.rs`.

use std::path::Path;

use crate::length::cases;
use upstar::session::Validate;

use crate::support::{Dice, expect_none, said, session};

/// A function of the program, into which no analysis looks.
const OPAQUE: &str = "fn same(x) { values({1: x})[1] }";

/// A ruleset, with the same rules opaque, and what to ask about a position.
pub(crate) struct Rules {
    clear: String,
    opaque: String,
    questions: Vec<String>,
}

/// The rulesets `Clear` and `Opaque` with these clauses; `{` and `}` stand around what is made opaque.
pub(crate) fn rules(params: &str, clauses: &str, questions: Vec<String>) -> Rules {
    let written = |name: &str, open: &str| {
        let clauses = clauses.replace("<<", open).replace(">>", ")");
        format!("game {name}({params}) {{ {clauses} }}")
    };
    Rules { clear: written("Clear", "("), opaque: written("Opaque", "same("), questions }
}

/// A condition on the cell p of the board b.
fn of_cell(dice: &mut Dice) -> String {
    let signs = *dice.one_of(&["x", "o", ".", "xo", "x.", "o."]);
    let k = dice.roll(4);
    match dice.roll(9) {
        0 => format!("all([b[q] in \"{signs}\" for q in b.neighbours(p)])"),
        1 => format!("any([b[q] in \"{signs}\" for q in b.neighbours(p)])"),
        2 => format!("length(b.neighbours(p)) > {k}"),
        3 => format!("length([q for q in b.cells if b[q] in \"{signs}\"]) >= {k}"),
        4 => format!("sum([length(b.neighbours(q)) for q in b.neighbours(p)]) > {k} + 3"),
        5 => "any([q != p and b[q] == b[p] for q in b.cells])".to_owned(),
        // These look at places.
        6 => format!("p[1] != {k}"),
        7 => "p != b.cells[1]".to_owned(),
        _ => "p not in [(1, 1), (2, 1)]".to_owned(),
    }
}

fn of_boards(dice: &mut Dice) -> Rules {
    let mut clauses = String::new();
    for player in ["left", "right"] {
        for place in 0..=dice.roll(2) {
            let stone = *dice.one_of(&["x", "o"]);
            let condition = of_cell(dice);
            let start = if place == 0 { player } else { ";" };
            let free = format!("b[p] == \".\" and <<{condition}>>");
            clauses += &match dice.roll(4) {
                0 => {
                    let other = *dice.one_of(&["x", "o"]);
                    format!(
                        "{start} <<b.with({{p: \"{stone}\", q: \"{other}\"}})>> for p in b.cells \
                         if {free} for q in b.neighbours(p)\n"
                    )
                }
                _ => format!("{start} <<b.with({{p: \"{stone}\"}})>> for p in b.cells if {free}\n"),
            };
        }
    }
    let boards = ["..|..", "x.|..", ".o|..", "...|..x", "x..|...", "..|..|o.", "...|.o."];
    let questions = boards.map(|board| format!("canonical(R(\"{board}\"))"));
    rules("b: grid of \".xo\"", &clauses, questions.to_vec())
}

/// A condition on a cell, on the board b or on c after the move at p; `open` cells have names already.
fn of_placed(dice: &mut Dice, cell: &str, boards: &[&str], deep: usize) -> String {
    let board = *dice.one_of(boards);
    let signs = *dice.one_of(&["x", "o", ".", "xo", "x.", "#o"]);
    if deep == 0 || dice.roll(4) == 0 {
        return match dice.roll(7) {
            0 => format!("{board}[{cell}] == \"{}\"", &signs[..1]),
            1 => format!("{board}[p] in \"{signs}\""),
            2 => format!("{cell} != p"),
            3 => format!("has_liberties({board})"),
            4 => format!("breathes({board}, {cell})"),
            _ => format!("{board}[{cell}] not in \"{signs}\""),
        };
    }
    let inner = format!("q{deep}");
    let cells = cells_near(dice, cell, board, boards, deep - 1);
    let truth = of_placed(dice, &inner, boards, deep - 1);
    let more = of_placed(dice, cell, boards, deep - 1);
    match dice.roll(9) {
        0 => format!("any([{truth} for {inner} in {cells}])"),
        1 => format!("all([{truth} for {inner} in {cells} if {board}[{inner}] in \"{signs}\"])"),
        2 => format!("length({cells}) > 0"),
        3 => format!("0 == length([{inner} for {inner} in {cells} if {truth}])"),
        4 => format!("(({more}) or {board}[{cell}] == \"x\")"),
        5 => format!("not ({more})"),
        6 => format!("(if {more} then {board}[{cell}] != \"o\" else {cell} == p)"),
        7 => format!("{cell} in [{inner} for {inner} in {board}.cells if {truth}]"),
        _ => format!("length({cells}) < 1 and ({more})"),
    }
}

/// A list of cells.
fn cells_near(dice: &mut Dice, cell: &str, board: &str, boards: &[&str], deep: usize) -> String {
    let at = *dice.one_of(&[cell, "p"]);
    match dice.roll(if deep == 0 { 5 } else { 7 }) {
        0 => format!("{board}.cells"),
        1 => format!("{board}.group({at})"),
        2 => format!("{board}.liberties({at})"),
        3 => format!("[{at}]"),
        4 => format!("{board}.neighbours({at})"),
        5 => format!("([{cell}] + {})", cells_near(dice, cell, board, boards, deep - 1)),
        _ => {
            let cells = cells_near(dice, cell, board, boards, deep - 1);
            let truth = of_placed(dice, "r", boards, deep - 1);
            format!("[r for r in {cells} if {truth}]")
        }
    }
}

fn of_placements(dice: &mut Dice) -> Rules {
    let mut clauses = String::new();
    for player in ["left", "right"] {
        for place in 0..=dice.roll(2) {
            let start = if place == 0 { player } else { ";" };
            let stone = *dice.one_of(&["x", "o", "#"]);
            let (before, after) =
                (of_placed(dice, "p", &["b"], 2), of_placed(dice, "p", &["b", "c"], 3));
            clauses += &format!(
                "{start} <<c>> for p in b.cells if b[p] == \".\" if <<{before}>> \
                 for c in [b.with({{p: \"{stone}\"}})] if <<{after}>>\n"
            );
        }
    }
    let boards =
        ["..|..", "x.|..", ".o|..", "...|.#x", "x..|...", "..|..|o.", ".xo..", "...|...|#o."];
    let questions = boards.iter().flat_map(|board| {
        ["canonical(R(\"#\"))", "outcome(R(\"#\") - R(\"x.|..\"))"]
            .map(|question| question.replacen('#', board, 1))
    });
    rules("b: grid of \".xo#\"", &clauses, questions.collect())
}

/// A condition on the vertex p of the graph g.
fn of_vertex(dice: &mut Dice) -> String {
    let k = dice.roll(4);
    match dice.roll(7) {
        0 => format!("g.degree(p) != {k}"),
        1 => "any([g[q] == \"x\" for q in g.neighbours(p)])".to_owned(),
        2 => format!("length(g.components) <= {k}"),
        3 => format!("sum([g.degree(q) for q in g.neighbours(p)]) > {k}"),
        4 => "g[p] == \".\"".to_owned(),
        // These look at numbers.
        5 => format!("p != {k}"),
        _ => "p > g.vertices[1]".to_owned(),
    }
}

fn of_graphs(dice: &mut Dice) -> Rules {
    let mut clauses = String::new();
    for player in ["left", "right"] {
        let condition = of_vertex(dice);
        let option = *dice.one_of(&[
            "g.remove(p)",
            "g.remove([p] + g.neighbours(p))",
            "g.remove([q for q in g.neighbours(p) if g[q] == \"x\"] + [p])",
            // These need not take anything away.
            "g.remove(g.neighbours(p))",
            "g.remove([q for q in g.neighbours(p) if g[q] == \"x\"])",
            "g.with({p: \"x\"}).remove(list(p..p))",
        ]);
        clauses += &format!("{player} <<{option}>> for p in g.vertices if <<{condition}>>\n");
    }
    if dice.roll(2) == 0 {
        clauses += "parts h for h in g.components\n";
    }
    let graphs = ["1-2", "1-2, 2-3", "1-2=x, 2-3, 3-1", "5-4, 4-1, 1-2=x", "3-1, 2, 4=x"];
    let positions = graphs.map(|graph| graph.replace("2=x", "2"));
    let positions = positions.iter().map(|graph| format!("{graph}, 7=x"));
    let questions = positions.flat_map(|graph| {
        ["outcome(R(\"G\"))", "outcome(R(\"G\") + R(\"G\"))", "outcome(R(\"G\") - R(\"G\") + *)"]
            .map(|question| question.replace('G', "#").replace("#", &graph))
    });
    rules("g: graph on \".x\"", &clauses, questions.collect())
}

/// A condition on an element p of the collection xs of pairs and on the number n.
fn of_pair(dice: &mut Dice, deep: usize) -> String {
    let k = dice.roll(4);
    match dice.roll(if deep == 0 { 7 } else { 10 }) {
        0 => format!("p[1] != {k}"),
        1 => format!("length(xs) > {k}"),
        2 => "p[1] + p[2] == n".to_owned(),
        3 => format!("({k}, p[1]) in xs"),
        4 => format!("(p[2], {k}) not in xs"),
        5 => format!("any([q != p and q[1] == p[{}] for q in xs])", 1 + k % 2),
        6 => format!("sum([q[2] for q in xs]) >= {k} + n"),
        7 => format!("not ({})", of_pair(dice, deep - 1)),
        8 => format!("({} or {})", of_pair(dice, deep - 1), of_pair(dice, deep - 1)),
        _ => format!("({} and {})", of_pair(dice, deep - 1), of_pair(dice, deep - 1)),
    }
}

/// Rules about a set or a list of pairs and a number, some with a goal.
fn of_collections(dice: &mut Dice) -> Rules {
    let (open, close, both) = *dice.one_of(&[("{", "}", "union(xs, {P})"), ("[", "]", "xs")]);
    let rest = |condition: &str| format!("{open}q for q in xs if {condition}{close}");
    let mut clauses = String::new();
    for player in *dice.one_of(&[&["move"][..], &["left", "right"], &["left", "right", "move"]]) {
        let k = dice.roll(3);
        let collection = match dice.roll(7) {
            0 => rest("q != p"),
            1 => rest("q != p and q[1] != p[2]"),
            2 => rest("q[1] > p[1] or q[2] > p[2]"),
            3 => rest(&format!("q != p and (q[2] != {k} or (p[2], p[1]) in xs)")),
            4 => rest(&format!("length(xs) > {k} + 1 and q != p")),
            5 => both.replace("P", &format!("(p[2], {k})")),
            _ => format!("if n > 0 then {} else {}", rest("q != p"), rest("q[1] != p[1]")),
        };
        let number = *dice.one_of(&["n", "max(n - 1, 0)", "p[1]", "(n + p[2]) % 3", "1 - n % 2"]);
        let condition = of_pair(dice, 2);
        clauses +=
            &format!("{player} <<({collection}, {number})>> for p in xs if <<{condition}>>\n");
    }
    if dice.roll(4) == 0 {
        clauses += &format!("left wins if <<length(xs) <= {}>>\n", dice.roll(3));
        clauses += "right wins if <<n == 0>>\n";
    }
    let pairs = [
        "(1, 2), (2, 1), (0, 0)",
        "(0, 1), (1, 0), (2, 2), (1, 1)",
        "(3, 1)",
        "(1, 3), (0, 2), (2, 0)",
    ];
    let questions = pairs.iter().flat_map(|pairs| {
        [
            "outcome(R(#, 2))",
            "winning_moves(R(#, 1), Left)",
            "canonical(R(#, 0))",
            "nimber(R(#, 1))",
            "outcome(misere(R(#, 1)))",
        ]
        .map(|question| question.replace('#', &format!("{open}{pairs}{close}")))
    });
    rules("xs, n", &clauses, questions.collect())
}

/// A subject of rules about points: its parameter, the loop over its parts, moves, numbers and positions.
struct Subject {
    param: &'static str,
    parts: &'static str,
    moves: &'static [&'static str],
    /// Numbers of a position, and of a position and a part p of it.
    counts: &'static [&'static str],
    gains: &'static [&'static str],
    conditions: &'static [&'static str],
    positions: &'static [&'static str],
}

const SUBJECTS: &[Subject] = &[
    Subject {
        param: "xs",
        parts: "for p in xs",
        moves: &["{q for q in xs if q != p}", "{q for q in xs if q[1] > p[1]}"],
        counts: &["length(xs)", "sum([q[1] for q in xs])", "length([q for q in xs if q[2] > n])"],
        gains: &["p[1]", "p[1] - p[2]", "length([q for q in xs if q[1] == p[2]])"],
        conditions: &["p[1] != n", "length(xs) > 2", "(p[2], p[1]) in xs or p[1] > 1"],
        positions: &["{(1, 2), (2, 1), (0, 3)}", "{(0, 1), (1, 0), (2, 2), (1, 1), (3, 2)}", "{}"],
    },
    Subject {
        param: "xs",
        parts: "for p in xs",
        moves: &[
            "[q for q in xs if q != p]",
            "[q for q in xs if q < p]",
            "[q for q in xs if q % 3 != p % 3]",
        ],
        counts: &["length(xs)", "sum(xs)", "length([q for q in xs if q > n])"],
        gains: &["p", "p - n", "length([q for q in xs if q < p])", "sum([q for q in xs if q > p])"],
        conditions: &["p != n", "length(xs) > 2", "2 * p in xs or p > 2"],
        positions: &["[1, 2, 4, 5]", "[3, 1, 2]", "[6, 1, 5, 2, 3]", "[]"],
    },
    Subject {
        param: "xs",
        parts: "for p in 1..length(xs) if xs[p] == 0",
        moves: &[
            "[if j == p then 1 else xs[j] for j in 1..length(xs)]",
            "[if abs(j - p) < 2 then 2 else xs[j] for j in 1..length(xs)]",
        ],
        counts: &["sum(xs)", "length([x for x in xs if x == 1])", "xs[-1]"],
        gains: &["p", "length([j for j in 1..length(xs) if xs[j] > 0 and j < p])"],
        conditions: &["p != n", "xs[-1] != 2", "any([x == 1 for x in xs]) or p > 2"],
        positions: &["[0, 0, 0]", "[0, 1, 0, 2]"],
    },
    Subject {
        param: "b: grid of \".xo\"",
        parts: "for p in b.cells if b[p] == \".\"",
        moves: &[
            "b.with({p: \"x\"})",
            "b.with({p: \"o\"})",
            "b.with({[p] + b.neighbours(p): \"x\"})",
        ],
        counts: &[
            "length([q for q in b.cells if b[q] == \"x\"])",
            "sum([length([r for r in b.neighbours(q) if b[r] != b[q]]) for q in b.cells])",
            "length([q for q in b.cells if length(b.liberties(q)) > n])",
        ],
        gains: &[
            "length([q for q in b.neighbours(p) if b[q] == \"x\"])",
            "length(b.group(p))",
            "p[1] - p[2]",
            "length([q for q in b.neighbours(p) if b.liberties(q) == [p]])",
        ],
        conditions: &[
            "p[1] != n",
            "any([b[q] != \"o\" for q in b.neighbours(p)])",
            "all([b[q] != \"x\" for q in b.neighbours(p)])",
        ],
        positions: &["\"..|..\"", "\"x.o|...\"", "\"....\"", "\"xo\""],
    },
    Subject {
        param: "g: graph on \".x\"",
        parts: "for p in g.vertices",
        moves: &[
            "g.remove(p)",
            "g.remove([p] + g.neighbours(p))",
            "g.remove([q for q in g.vertices if q <= p])",
        ],
        counts: &[
            "length(g.vertices)",
            "length(g.edges)",
            "sum([g.degree(q) for q in g.vertices if q > n])",
        ],
        gains: &["p", "g.degree(p)", "length([q for q in g.neighbours(p) if g[q] == \"x\"])"],
        conditions: &["g.degree(p) != n", "g[p] == \".\"", "length(g.edges) > 1 or p > 1"],
        positions: &["\"1-2, 2-3\"", "\"1-2, 2-3, 3-1, 4\"", "\"5-4, 4-1, 1-2, 3=x\"", "\"\""],
    },
];

/// A number of a position, or of a part of it as well.
fn of_points(dice: &mut Dice, counts: &[&str], deep: usize) -> String {
    let k = dice.roll(4);
    if deep == 0 {
        return match dice.roll(4) {
            0 => "n".to_owned(),
            1 => format!("({k} - 2)"),
            _ => (*dice.one_of(counts)).to_owned(),
        };
    }
    let (a, b) = (of_points(dice, counts, deep - 1), of_points(dice, counts, deep - 1));
    match dice.roll(9) {
        0 => format!("({a} + {b})"),
        1 => format!("({a} - {b})"),
        2 => format!("({k} * {a})"),
        3 => format!("-{a}"),
        4 => format!("(if {a} > {k} then {b} else {a})"),
        5 => format!("max({a}, {b})"),
        6 => format!("{a} % 3"),
        7 => format!("2 * {a} / 2"),
        _ => a,
    }
}

/// What a number of points may be divided by.
const FRACTIONS: &[&str] = &["", "", " / 2", " / 3"];

/// What a move gains, if it says so.
fn gained(dice: &mut Dice, of: &[&str]) -> String {
    if dice.roll(3) == 0 {
        return String::new();
    }
    let gain = of_points(dice, of, dice.0 as usize % 2);
    format!("gain <<({gain}){}>>", dice.one_of(FRACTIONS))
}

/// The points so far after a move.
fn counted(dice: &mut Dice, of: &[&str]) -> String {
    let sign = *dice.one_of(&["+", "-"]);
    format!(", so {sign} ({})", of_points(dice, of, dice.0 as usize % 2))
}

/// Rules about points for sets, lists, boards and graphs with a number, some with a player whose turn it is.
fn of_cells_in_points(dice: &mut Dice) -> Rules {
    let subject = dice.one_of(SUBJECTS);
    let both: Vec<&str> = subject.gains.iter().chain(subject.counts).copied().collect();
    let turn = dice.roll(3);
    // The points so far may be a parameter, and a number may be a fraction.
    let has_tally = dice.roll(3) == 0;
    let mut clauses = String::new();
    for player in *dice.one_of(&[&["move"][..], &["move", "move"], &["left", "right", "move"]]) {
        let option = *dice.one_of(subject.moves);
        let number = *dice.one_of(&["n", "1 - n", "max(n - 1, 0)", "(n + 1) % 3"]);
        let condition = *dice.one_of(subject.conditions);
        let who = match dice.roll(2) {
            _ if turn != 0 => String::new(),
            0 => ", opponent(who)".to_owned(),
            _ => format!(", if {} > 1 then who else opponent(who)", of_points(dice, &both, 0)),
        };
        let gain = gained(dice, &both);
        let so_far = if has_tally { counted(dice, &both) } else { String::new() };
        let joint = if subject.parts.contains(" if ") { "and" } else { "if" };
        let condition =
            if dice.roll(2) == 0 { format!("{joint} <<{condition}>>") } else { String::new() };
        clauses += &format!(
            "{player} <<({option}, {number}{who}{so_far})>> {gain} {} {condition}\n",
            subject.parts
        );
    }
    if has_tally || dice.roll(3) > 0 || !clauses.contains("gain") {
        let score = of_points(dice, subject.counts, 1);
        clauses += &match has_tally {
            true => format!("score <<{}>>\n", dice.one_of(&["so", &format!("so + ({score})")])),
            false => format!("score <<({score}){}>>\n", dice.one_of(FRACTIONS)),
        };
    }
    let params = match turn {
        0 => {
            clauses += "turn who\n";
            format!("{}, n, who", subject.param)
        }
        1 => {
            clauses += "turn if <<n % 2 == 0>> then Max else Min\n";
            format!("{}, n", subject.param)
        }
        _ => format!("{}, n", subject.param),
    };
    let params = if has_tally { format!("{params}, so") } else { params };
    let so_far = if has_tally { ", 2" } else { "" };
    let questions = subject.positions.iter().flat_map(|position| {
        let (rest, first) = match turn {
            0 => ([", Left", ", Right"], ["", ""]),
            1 => (["", ""], ["", ""]),
            _ => (["", ""], [", Max", ", Min"]),
        };
        [0, 1].into_iter().flat_map(move |n| {
            let at = format!("R({position}, {n}{}{so_far})", rest[n]);
            ["value", "best_moves"].map(|ask| format!("{ask}({at}{})", first[n]))
        })
    });
    rules(&params, &clauses, questions.collect())
}

/// A number in a game about points with the list xs and the number n, where i is an index of xs; some fail.
fn of_list(dice: &mut Dice, deep: usize) -> String {
    let k = dice.roll(4);
    if deep == 0 {
        return match dice.roll(6) {
            0 => "n".to_owned(),
            1 | 2 => "xs[i]".to_owned(),
            3 => "length(xs)".to_owned(),
            4 => format!("({k} - 1)"),
            _ => "most[n + 1]".to_owned(),
        };
    }
    let (a, b) = (of_list(dice, deep - 1), of_list(dice, deep - 1));
    match dice.roll(11) {
        0 => format!("({a} + {b})"),
        1 => format!("({a} - {b})"),
        2 => format!("({a} * {b})"),
        3 => format!("abs({a} - {b})"),
        4 => format!("max({a}, -{b})"),
        5 => format!("min({a}, {b})"),
        6 => format!("floor({a} / {})", if k == 0 { &b } else { "-2" }),
        7 => format!("({a} % {})", k + 1),
        8 => format!("sum([x for x in xs if x > {k}] + [{a}])"),
        9 => format!("(if {a} < {b} <= xs[i] or not {k} in xs then {a} else {b})"),
        _ => a,
    }
}

/// A list in such a game, shorter or with a smaller sum than xs unless play may return.
fn smaller_list(dice: &mut Dice) -> String {
    let k = dice.roll(3);
    match dice.roll(8) {
        0 | 1 => "[xs[j] for j in 1..length(xs) if j != i]".to_owned(),
        2 => "[x for x in xs if x != xs[i]]".to_owned(),
        3 => "chain_without(xs, i)".to_owned(),
        4 => "chain_put(chain_put(chain_without(xs, i), xs[i] - 1), 1)".to_owned(),
        5 => format!("[xs[j + {k}] for j in 1..length(xs) - 1]"),
        6 => format!("(if n > {k} then [] else [x - 1 for x in xs if x > 1])"),
        _ => {
            "[xs[j] - (if j == i then 1 else 0) for j in 1..length(xs) if xs[j] in 1..9]".to_owned()
        }
    }
}

/// Rules about points for integers and lists, of which some have moves that fail or return.
fn of_lists(dice: &mut Dice) -> Rules {
    let turn = dice.roll(3) == 0;
    let mut clauses = String::new();
    for place in 0..=dice.roll(3) {
        let mover = if place == 0 { "move" } else { *dice.one_of(&["move", "left", "right"]) };
        let (list, number) = (smaller_list(dice), of_list(dice, 2));
        let who = match dice.roll(2) {
            _ if !turn => String::new(),
            0 => ", opponent(who)".to_owned(),
            _ => {
                format!(", if {} > {} then who else opponent(who)", of_list(dice, 1), dice.roll(3))
            }
        };
        let gain = if dice.roll(2) == 0 {
            format!("gain <<{}>>", of_list(dice, 1))
        } else {
            String::new()
        };
        let condition = format!("{} <= {}", of_list(dice, 1), of_list(dice, 1));
        let loops = *dice.one_of(&[
            "for i in 1..length(xs)",
            "for i in 1..length(xs) for k in [1, 2]",
            "for i in 1..length(xs) for x in xs if xs[i] == x",
        ]);
        let condition =
            if dice.roll(2) == 0 { format!("if <<{condition}>>") } else { String::new() };
        clauses += &format!("{mover} <<({list}, {number}{who})>> {gain} {loops} {condition}\n");
    }
    let first = *dice.one_of(&["xs[1]", "n", "sum(xs)"]);
    let score = of_list(dice, 1).replace("xs[i]", first);
    clauses += &format!("score <<{score}>>\n");
    if turn {
        clauses += "turn who\n";
    }
    let positions =
        ["[1, 2, 3], 0", "[3, 1, 1], 2", "[2, 2], 1", "[], 3", "[4, 1], -1", "[2, 1, 2], 1"];
    let questions = positions.iter().flat_map(|position| {
        let ends = if turn { [", Left))", ", Right))"] } else { ["), Left)", "), Right)"] };
        ["value", "best_moves"].into_iter().flat_map(move |question| {
            ends.map(|end| format!("{question}(R([2, 0, 5])({position}{end}"))
        })
    });
    let params = if turn { "xs, n, who" } else { "xs, n" };
    let mut rules = rules(params, &clauses, questions.collect());
    for declaration in [&mut rules.clear, &mut rules.opaque] {
        *declaration = declaration.replacen('(', "(most)(", 1);
    }
    rules
}

/// Impartial rules for a list of integers, of which most keep the order of integers that do not increase.
fn of_rows(dice: &mut Dice) -> Rules {
    let mut clauses = String::new();
    for place in 0..=dice.roll(2) {
        let k = 1 + dice.roll(2);
        let smaller =
            *dice.one_of(&["min(rows[x], j)", "max(min(rows[x] - 1, j), 0)", "min(j, rows[x])"]);
        let term = match dice.roll(7) {
            0..3 => format!("if x < i then rows[x] else {smaller}"),
            3 => smaller.to_owned(),
            4 => format!("if x == i then j else {}", if k == 1 { "rows[x]" } else { smaller }),
            5 => format!("if x < i or rows[x] < {k} then rows[x] else min(rows[x] - {k}, j)"),
            _ => format!("if x < i then max(rows[x] - {k}, j) else {smaller}"),
        };
        let start = if place == 0 { "move" } else { ";" };
        let last = *dice.one_of(&["rows[i]-1", "rows[i]-1", "rows[i]-2", "rows[length(rows)]-1"]);
        let condition = match dice.roll(4) {
            0 => "if <<i > 1 or j > 0>>".to_owned(),
            1 => format!("if <<(i + j) % {} != 0>>", k + 1),
            2 => format!("if <<rows[{k}] > j>>"),
            _ => String::new(),
        };
        clauses += &format!(
            "{start} <<[{term} for x in 1..length(rows)]>> for i in 1..length(rows) for j in 0..{last} {condition}\n"
        );
    }
    let rows = ["3, 3, 3", "4, 2", "5, 3, 0, 0", "1, 2", "2, 2, 1, 1", "6", "4, 4, 3"];
    rules("rows", &clauses, rows.map(|rows| format!("nimber(R([{rows}]))")).to_vec())
}

/// What a ruleset answers, in a session of its own; positions of `bits` bits and more are written as cells.
fn answers(declaration: &str, name: &str, questions: &[String], bits: u32) -> Vec<String> {
    let mut session = session(Path::new("."));
    session.use_bits_from(bits);
    // Of several faults, validation may meet another one first.
    session.validate(Validate::Off);
    for text in [OPAQUE, declaration] {
        assert_eq!(said(&mut session, text), "", "{declaration}");
    }
    let asked =
        |question: &String| said(&mut session, &question.replace("R(", &format!("{name}(")));
    questions.iter().map(asked).map(|said| said.replace(name, "R")).collect()
}

fn is_error(answer: &str) -> bool {
    answer.starts_with('G')
}

pub(crate) fn compare(make: impl Fn(&mut Dice) -> Rules, rulesets: u64) {
    compare_but(make, rulesets, 10, |_, _| false);
}

/// Compares what is answered where something is proved, and where nothing is; `may_differ` says which pairs may differ.
fn compare_but(
    make: impl Fn(&mut Dice) -> Rules,
    rulesets: u64,
    bits: u32,
    may_differ: impl Fn(&str, &str) -> bool,
) {
    let (mut dice, mut wrong, mut games) = (Dice(7), Vec::new(), 0);
    for _ in 0..cases(rulesets) {
        let Rules { clear, opaque, questions } = make(&mut dice);
        let proved = answers(&clear, "Clear", &questions, bits);
        let unproved = answers(&opaque, "Opaque", &questions, bits);
        games += proved.iter().filter(|answer| !is_error(answer)).count();
        for ((question, proved), unproved) in questions.iter().zip(&proved).zip(&unproved) {
            if proved != unproved && !may_differ(proved, unproved) {
                wrong.push(format!("{clear}\n{question}: {proved}, but {unproved}"));
            }
        }
    }
    expect_none(&wrong);
    assert!(games as u64 > rulesets, "{games} answers");
}

#[test]
fn invariance_of_boards_changes_no_value() {
    compare(of_boards, 60);
}

#[test]
fn placements_change_no_value() {
    compare(of_placements, 60);
}

#[test]
fn invariance_and_termination_of_graphs_change_no_outcome() {
    compare(of_graphs, 60);
}

#[test]
fn compiled_rules_for_lists_change_no_value() {
    // The search leaves out positions that the answer does not need, and does not see where the rules fail at them.
    compare_but(of_lists, 200, 10, |proved, unproved| !is_error(proved) && is_error(unproved));
}

#[test]
fn rewrite_rules_that_never_hold_keep_their_places() {
    let (mut dice, mut wrong) = (Dice(11), Vec::new());
    for _ in 0..cases(40) {
        let rule = |dice: &mut Dice| {
            let (from, to) =
                *dice.one_of(&[(".", "x"), (".", "o"), ("x", "o"), ("x", "."), ("o", "x")]);
            let condition = *dice.one_of(&[
                "",
                "if 1 > 2",
                "if <<length(after.group(1)) > 1>>",
                "if all([length(after.group(q)) < 0 for q in after.cells])",
                "if any([q > 0 for q in after.cells])",
            ]);
            format!("\"{from}\" -> \"{to}\" {condition}")
        };
        let mut clauses = String::new();
        for player in ["left", "right", "left", "right"] {
            clauses += &format!("{player} {}; {}\n", rule(&mut dice), rule(&mut dice));
        }
        let questions = [".", "x.", ".xo"].map(|row| format!("outcome(R(\"{row}\"))"));
        let Rules { clear, opaque, questions } =
            rules("b: strip of \".xo\"", &clauses, questions.to_vec());
        let read = answers(&clear, "Clear", &questions, 0);
        let evaluated = answers(&opaque, "Opaque", &questions, 0);
        if read != evaluated {
            wrong.push(format!("{clear}: {read:?}, but {evaluated:?}"));
        }
    }
    expect_none(&wrong);
}

#[test]
fn positions_as_cells_have_the_values_of_the_rules() {
    // Parts stand for positions in which the rest is cleared, so a cycle may be shown with others.
    let repeats = |answer: &str| answer.starts_with("G0404");
    let differ_in_words = |proved: &str, unproved: &str| repeats(proved) && repeats(unproved);
    compare_but(of_graphs, 60, 0, differ_in_words);
    compare_but(of_collections, 150, 0, differ_in_words);
}

#[test]
fn positions_as_cells_have_the_points_of_the_rules() {
    compare_but(of_cells_in_points, 150, 0, |_, _| false);
}

#[test]
fn ranks_of_rows_change_no_nimber() {
    compare(of_rows, 120);
}

/// Asks questions one after the other in one session and expects these answers.
fn expect_answers(declaration: &str, asked: &[(&str, &str)]) {
    let mut session = session(Path::new("."));
    assert_eq!(said(&mut session, declaration), "", "{declaration}");
    for (question, answer) in asked {
        let found = said(&mut session, question);
        assert_eq!(found.trim(), *answer, "{declaration}\n{question} after {asked:?}");
    }
}

#[test]
fn the_shortest_placements_have_moves() {
    for condition in ["b[p] == \".\"", "b[p] == \".\" and true"] {
        expect_answers(
            &format!(
                "game Z(b: grid of \".x\") {{ move b.with({{p: \"x\"}}) for p in b.cells if {condition} }}"
            ),
            &[
                ("canonical(Z(\".\"))", "*"),
                ("nimber(Z(\"...\"))", "1"),
                ("nimber(Z(\"..|..\"))", "0"),
                ("outcome(misere(Z(\".\")))", "P"),
                ("outcome(misere(Z(\"..\")))", "N"),
                ("length(winning_moves(Z(\"...\"), Left))", "3"),
            ],
        );
    }
    expect_answers(
        "game W(b: grid of \".ox\") { \
         left b.with({p: \"x\"}) for p in b.cells if b[p] == \"o\"\n \
         right b.with({p: \"o\"}) for p in b.cells if b[p] == \"x\" }",
        &[("outcome(W(\".o.x|..x.\"))", "D"), ("outcome(W(\"...\"))", "P")],
    );
}

#[test]
fn smaller_boards_asked_before_change_nothing() {
    expect_answers(
        "game Y(b: strip of \".x\") { move \".\" -> \"x\" then \"xx\" -> \"..\" }",
        &[
            ("canonical(Y(\".\"))", "0"),
            ("canonical(Y(\".x\"))", "*"),
            ("outcome(Y(\".x\"))", "N"),
            ("nimber(Y(\".x\"))", "1"),
            ("length(winning_moves(Y(\".x\"), Left))", "1"),
            ("outcome(misere(Y(\".x\")))", "P"),
        ],
    );
}
