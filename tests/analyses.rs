//! What analyses prove of random rules, against the same rules written so that nothing can be proved:
//! a function of the program that gives back what it takes stands around each option and condition.
//! Rules of heaps are held against naive programs in `src/analysis/heaps/tests.rs`, goals in
//! `tests/play/goals.rs`.

use std::path::Path;

use crate::length::cases;
use crate::support::{Dice, expect_none, said, session};

/// Functions of the program, into which no analysis looks.
const OPAQUE: &str = "fn same(x) { return x }";

/// A ruleset, with the same rules opaque, and what to ask about a position.
struct Rules {
    clear: String,
    opaque: String,
    questions: Vec<String>,
}

/// The rulesets `Clear` and `Opaque` with these clauses; `{` and `}` stand around what is made opaque.
fn rules(params: &str, clauses: &str, questions: Vec<String>) -> Rules {
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

/// What a ruleset answers, in a session of its own.
fn answers(declaration: &str, name: &str, questions: &[String]) -> Vec<String> {
    let mut session = session(Path::new("."));
    for text in [OPAQUE, declaration] {
        assert_eq!(said(&mut session, text), "", "{declaration}");
    }
    let asked =
        |question: &String| said(&mut session, &question.replace("R(", &format!("{name}(")));
    questions.iter().map(asked).map(|said| said.replace(name, "R")).collect()
}

fn compare(make: impl Fn(&mut Dice) -> Rules, rulesets: u64) {
    let (mut dice, mut wrong, mut games) = (Dice(7), Vec::new(), 0);
    for _ in 0..cases(rulesets) {
        let Rules { clear, opaque, questions } = make(&mut dice);
        let proved = answers(&clear, "Clear", &questions);
        let unproved = answers(&opaque, "Opaque", &questions);
        games += proved.iter().filter(|answer| !answer.starts_with('G')).count();
        for ((question, proved), unproved) in questions.iter().zip(&proved).zip(&unproved) {
            if proved != unproved {
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
