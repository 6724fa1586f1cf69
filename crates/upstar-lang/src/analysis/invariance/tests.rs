//! Tests of which rulesets are invariant, and of the symmetries of their boards.

use super::*;
use crate::analysis::tests::declared;
use upstar_core::board::{Alphabet, Board, Shape};

fn of(position: &str, clauses: &str) -> Option<Invariance> {
    let (ruleset, rules) = declared(position, clauses)?;
    invariance(&ruleset, &rules.compiled(&ruleset).params)
}

/// Whether vertex 0 of an invariant ruleset about graphs keeps its number.
fn rooted(position: &str, clauses: &str) -> Option<bool> {
    of(position, clauses).map(|found| matches!(found, Invariance::Graphs { rooted: true }))
}

/// The least board among those symmetric to this one, and whether it is the negative.
fn least(position: &str, clauses: &str, board: &str) -> Option<(String, bool)> {
    let Some(Invariance::Boards(symmetries)) = of(position, clauses) else { return None };
    let alphabet = Alphabet::parse(".xo#").unwrap();
    let board = Board::parse(board, Shape::Grid, &alphabet).unwrap();
    let (least, negated) = symmetries.canonical(&board);
    Some((least.display(&alphabet).to_string(), negated))
}

#[test]
fn rules_in_terms_of_graphs_are_invariant() {
    let (free, grounded) = (Some(false), Some(true));
    for (clauses, expected) in [
        ("move g.remove([p] + g.neighbours(p)) for p in g.vertices", free),
        ("move g.remove(list(e.ends)) for e in g.edges if g.degree(1 - 1) > 0", None),
        (
            "move g.cut(e) for e in g.edges if e.label in \"bg\"; parts h for h in g.components(0)",
            grounded,
        ),
        ("move g.remove(p) for p in g.vertices if p != 0 and g[p] != \"x\"", grounded),
        ("move g.remove(p) for p in g.vertices if 0 not in g.neighbours(p)", grounded),
        ("move g.with({p: \"x\"}) for p in g.vertices if k <= g.degree(p) < 3", free),
        ("move g.with({[q for q in g.neighbours(p)]: \"x\"}) for p in g.vertices", free),
        ("move h for e in g.edges for h in [g.remove(e)] if length(h.components) == 1", free),
        (
            "move g.remove(p) for p in g.vertices if sum([g.degree(q) for q in g.vertices]) > 3",
            free,
        ),
    ] {
        assert_eq!(rooted("g: graph of \"bg\" on \".x\"", clauses), expected, "{clauses}");
    }
}

#[test]
fn rules_that_look_at_numbers_are_not_invariant() {
    for clauses in [
        "move g.remove(p) for p in g.vertices if p > 1",
        "move g.remove(p) for p in g.vertices if p == 3",
        "move g.remove(p) for p in g.vertices if p % 2 == 0",
        "move g.remove(p) for p in g.vertices if p == k",
        "move g.remove(p) for p in g.vertices if p in [1, 2]",
        "move g.remove(g.vertices[1])",
        "move g.remove(max(g.vertices))",
        "move g.remove(e.from) for e in g.edges",
        "move g.remove(a) for (a, b) in g.edges",
        "move g.remove(p) for p in g.vertices if [g[q] for q in g.vertices] == [\"x\"]",
        "move g.remove(p) for p in g.vertices if f(p)",
        "move g.remove(p) for p in g.vertices if text(g) < \"1\"",
        "move g.remove(p) for p in g.vertices if sum([g[q] for q in g.vertices]) == \"x.\"",
        "move *(sum(g.vertices))",
        "move g.remove(2)",
    ] {
        assert_eq!(rooted("g: graph on \".x\"", clauses), None, "{clauses}");
    }
    assert_eq!(rooted("g: graph, p", "move (g.remove(p), q) for q in g.neighbours(p)"), None);
    assert!(of("g: digraph", "move g.remove(e.from) for e in g.edges").is_some());
}

const GRID: &str = "b: grid of \".xo#\"";

#[test]
fn boards_turn_and_players_change_places_where_rules_look_at_neighbours() {
    // Snort, and Left has a stone at the bottom on the right.
    let snort = "left b.with({p: \"x\"}) for p in b.cells
                 if b[p] == \".\" and all([b[q] in \".x\" for q in b.neighbours(p)])
                 right b.with({q: \"o\"}) for q in b.cells
                 if b[q] == \".\" and all([b[r] in [\"o\", \".\"] for r in b.neighbours(q)])";
    let other = &snort.replace("[\"o\", \".\"]", "\"o.\"");
    assert_eq!(least(GRID, snort, "..|..|.x").unwrap(), ("...|..x".into(), false));
    assert_eq!(least(GRID, other, "..|..|.x").unwrap(), ("...|..x".into(), false));
    assert_eq!(least(GRID, other, "..|..|.o").unwrap(), ("...|..x".into(), true));
    assert_eq!(least(GRID, other, "..|x.|.o").unwrap(), ("..x|.o.".into(), true));
    assert_eq!(least("b: strip of \".xo#\"", other, "o..").unwrap(), ("..x".into(), true));
    // A stone of Right never blocks: the players differ.
    let unfair = &other.replacen("\".x\" for q", "\".xo\" for q", 1);
    assert_eq!(least(GRID, unfair, "o.|..").unwrap(), ("..|.o".into(), false));
    // Both may use both stones: they are exchanged, the players are not.
    let either = "move b.with({p: c}) for p in b.cells if b[p] == \".\" for c in [\"x\"]";
    assert_eq!(least(GRID, either, "o.").unwrap(), (".o".into(), false));
    let either = "move b.with({p: \"x\"}) for p in b.cells if b[p] == \".\"; \
                  b.with({p: \"o\"}) for p in b.cells if b[p] == \".\"";
    assert_eq!(least(GRID, either, "o.").unwrap(), (".x".into(), false));
}

#[test]
fn options_that_are_games_keep_the_players_apart() {
    let rules = "left b.with({p: \"x\"}) for p in b.cells if b[p] == \".\"; 1 if k
                 right b.with({p: \"o\"}) for p in b.cells if b[p] == \".\"; 1 if k";
    assert_eq!(least(GRID, rules, "o.").unwrap(), (".o".into(), false));
    let rules = rules.replace("1 if k", "b");
    assert_eq!(least(GRID, &rules, "o.").unwrap(), (".x".into(), true));
}

#[test]
fn rules_that_look_at_places_of_cells_do_not_let_boards_turn() {
    for rule in [
        "for (r, c) in b.cells if b[r, c] == \".\" for p in [(r, c)]",
        "for p in [(1, 1)]",
        "for p in [b.cells[1]]",
        "for p in b.cells if p < (2, 2)",
        "for p in b.cells if p in [(1, 1)]",
        "for p in b.cells if p == k",
        "for p in b.cells if rows(b) > 1",
        "for p in b.cells if f(b)",
        "for p in b.cells if text(b) != \"\"",
        "for p in b.cells if [b[q] for q in b.cells] == [\".\"]",
        "for p in b.cells if b == b",
    ] {
        let rule = format!("move b.with({{p: \"x\"}}) {rule}");
        assert_eq!(least(GRID, &rule, "x."), None, "{rule}");
    }
    assert_eq!(least("s: strip of \".x\"", "move s.with({1: \"x\"})", "x."), None);
    assert_eq!(
        least("s: strip of \".x\"", "move s.with({p: \"x\"}) for p in s.cells if 1 == p", "x."),
        None
    );
}

#[test]
fn symbols_that_go_elsewhere_are_not_exchanged() {
    for (left, right) in [
        ("b[p] < \"o\"", "b[p] < \"x\""),
        ("b[p] == k", "b[p] == k"),
        ("[b[p]] == k", "[b[p]] == k"),
        ("any([b[p] == s for s in [\"x\"]])", "any([b[p] == s for s in [\"o\"]])"),
        ("b[p] == \"x\"", "b[p] == \"x\""),
        ("b[p] == \"#\"", "b[p] == \".\""),
    ] {
        let rules = format!(
            "left b.with({{p: \"x\"}}) for p in b.cells if {left}
             right b.with({{p: \"o\"}}) for p in b.cells if {right}"
        );
        if let Some(found) = least(GRID, &rules, "o.") {
            assert_eq!(found, (".o".into(), false), "{rules}");
        }
    }
}
