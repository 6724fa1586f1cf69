//! Tests of normal forms: different words for the same rules have the same one.

use super::*;
use crate::analysis::tests::{Declared, declared_with};
use crate::syntax::ast::shape;

/// The normal form of the moves of a ruleset, with slots numbered in the order in which they are met.
fn moves(position: &str, functions: &str, clauses: &str) -> String {
    let Declared { ruleset, rules, globals } = declared_with(position, functions, clauses);
    let params = &rules.compiled(&ruleset).params;
    let normal = normal(&ruleset, params, &|place| globals[place].clone());
    let mut text = shape(&normal.clauses.iter().map(|c| &c.alternatives).collect::<Vec<_>>());
    // Only the order of slots matters.
    let mut known: Vec<String> = Vec::new();
    let mut renumbered = String::new();
    while let Some(start) = text.find("Slot(") {
        let rest = text.split_off(start + "Slot(".len());
        renumbered.push_str(&text);
        let end = rest.find([')', ',']).unwrap();
        let slot = rest[..end].to_owned();
        let place = known.iter().position(|other| *other == slot).unwrap_or_else(|| {
            known.push(slot);
            known.len() - 1
        });
        renumbered.push_str(&place.to_string());
        // Names do not matter.
        let after = &rest[end..];
        text = match after.strip_prefix(", \"") {
            Some(name) => name[name.find('"').unwrap() + 1..].to_owned(),
            None => after.to_owned(),
        };
    }
    renumbered + &text
}

/// Asserts that all these clauses are the same moves as the first.
fn all_alike(position: &str, functions: &str, clauses: &[&str]) {
    let expected = moves(position, functions, clauses[0]);
    for other in &clauses[1..] {
        assert_eq!(moves(position, functions, other), expected, "{} and {other}", clauses[0]);
    }
}

const BOARD: &str = "b: grid of \".xo\"";

#[test]
fn conditions_have_one_form() {
    let placed = |condition: &str| {
        format!("left b.with({{p: \"x\"}}) for p in b.cells {condition}; right \".\" -> \"o\"")
    };
    let wordings = [
        "if b[p] == \".\" if not any([b[q] == \"x\" for q in b.neighbours(p)])",
        "if b[p] == \".\" and all([b[q] != \"x\" for q in b.neighbours(p)])",
        "if \".\" == b[p] and \"x\" not in [b[q] for q in b.neighbours(p)]",
        "if not (b[p] != \".\") if [q for q in b.neighbours(p) if b[q] == \"x\"] == []",
        "if b[p] == \".\" and length([q for q in b.neighbours(p) if b[q] == \"x\"]) < 1",
        "if b[p] in [\".\"] if sum([1 for q in b.neighbours(p) if b[q] == \"x\"]) == 0",
        "if b[p] == \".\" if sum([if b[q] == \"x\" then 1 else 0 for q in b.neighbours(p)]) <= 0",
        "if true if b[p] == \".\" and true if not (length([1 for q in b.neighbours(p) if b[q] == \"x\"]) > 0)",
        "if b[p] == \".\" and free(b, p)",
        "if b[p] == \".\" and count(b, p, \"x\") == 0",
        "if b[p] == \".\" and safe(b, p)",
        "if b[p] == \".\" and not found(b, p)",
    ];
    let functions = "
        free(b, p) := all([b[q] != \"x\" for q in b.neighbours(p)])
        fn count(b, p, symbol) {
          n := 0
          for q in b.neighbours(p) { if b[q] == symbol { n := n + 1 } }
          n
        }
        fn safe(b, p, symbol = \"x\") {
          for q in b.neighbours(p) { if b[q] == symbol { return false } }
          true
        }
        fn found(b, p) {
          seen := false
          for q in b.neighbours(p) {
            if b[q] != \"x\" { continue }
            seen := true
            break
          }
          seen
        }";
    let wordings: Vec<String> = wordings.into_iter().map(placed).collect();
    all_alike(BOARD, functions, &wordings.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn functions_and_loops_are_written_out() {
    let functions = "
        rest(n, k) := n - k
        fn splits(m) { [(a, m - a) for a in 0..m] }
        fn all_moves(n) {
          found := []
          for k in 1..2 {
            m := n - k
            for a in 0..m { found := found + [(a, m - a)] }
          }
          found
        }
        fn named(n) { if n < 0 { return [] }; [1, 2] }";
    all_alike(
        "n: heap",
        functions,
        &[
            "move a, n - k - a for k in 1..2 for a in 0..n-k",
            "move a, rest(n, k) - a for k in 1..2 for a in 0..rest(n, k)",
            "move a, m - a for k in 1..2 for m in [n - k] for a in 0..m",
            "move a, b for k in 1..2 for (a, b) in splits(n - k)",
            "move pair[1], pair[2] for pair in all_moves(n)",
            "move a, b for (a, b) in [(a, n - k - a) for k in 1..2 for a in 0..n-k]",
        ],
    );
    all_alike(
        "n: heap",
        "least(a, b) := if a < b then a else b
         fn lesser(a, b) { if a <= b { return a }; return b }",
        &[
            "move min(n - 1, k) for k in 1..n",
            "move least(n - 1, k) for k in 1..n",
            "move min([n - 1, k]) for k in 1..n",
            "move lesser(n - 1, k) for k in 1..n",
        ],
    );
}

#[test]
fn what_may_fail_is_evaluated_as_often_as_before() {
    // The value of `1 / k` is not asked where `k` is 0.
    let guarded =
        moves("n: heap", "", "move n - k for k in 0..n for x in [1 / k] if k > 0 and x > 0");
    assert!(guarded.contains("List([Expr { kind: Binary"), "{guarded}");
    let used = moves("n: heap", "f(x, m) := if m > 0 then x else 0", "move f(1 / n, n)");
    assert!(used.contains("List([Expr { kind: Binary"), "{used}");
}

#[test]
fn options_may_name_their_ruleset() {
    all_alike(
        "n: heap",
        "",
        &[
            "move a, n - a - 1 for a in 0..n-1",
            "move [a, n - a - 1] for a in 0..n-1",
            "move G(a) + G(n - a - 1) for a in 0..n-1",
            "move G(a, n - a - 1) for a in 0..n-1",
            "move sum([G(a), G(n - a - 1)]) for a in 0..n-1",
            "move sum([G(m) for m in [a, n - a - 1]]) for a in 0..n-1",
        ],
    );
    all_alike(
        "n: heap",
        "",
        &[
            "move n - 1 if n > 2; 0, n if not (n > 2)",
            "move if n > 2 then G(n - 1) else G(0) + G(n)",
        ],
    );
    all_alike("a, b", "", &["move (b, a - 1) if a > 0", "move G(b, a - 1) if a > 0"]);
    all_alike("s", "", &["move [x for x in s if x > 1]", "move G([x for x in s if x > 1])"]);
}

#[test]
fn calls_of_other_rulesets_stay() {
    let another = "game Other(n: heap) { move n - 1 if n > 0 }";
    assert!(moves("n: heap", another, "move Other(n - 1)").contains("Call"));
    assert!(moves("n: heap", "", "move -G(n - 1)").contains("Call"));
    // The call in a function is checked.
    let made = "game G(n: heap) { move 0 if n > 1 }\nfn made(n) { G(n) }";
    assert!(!moves("n: heap", made, "move made(n - 1)").contains("Call"));
    let checked = "move made(n - 1) check n < 9, \"small heaps\"";
    assert!(moves("n: heap", made, checked).contains("Call"));
    assert!(!moves("n: heap", "", "move G(n - 1) check n < 9, \"small heaps\"").contains("Call"));
}

#[test]
fn subsets_of_a_size_are_loops() {
    all_alike(
        "n: heap",
        "",
        &[
            "move y, z for y in 0..n-1 for z in y+1..n-1",
            "move ys[1], ys[2] for ys in subsets(0..n-1, 2)",
            "move y, z for ys in subsets(0..n-1, 2) for y in [ys[1]] for z in [ys[2]]",
            "move sum([G(y) for y in ys]) for ys in subsets(0..n-1, 2)",
        ],
    );
    assert!(moves("n: heap", "", "move sum(ys) for ys in subsets(0..n-1, n)").contains("Call"));
    assert!(moves("n: heap", "", "move sum(ys) for ys in subsets(0..n-1, 11)").contains("Call"));
}

#[test]
fn products_are_loops() {
    all_alike(
        "a, b",
        "",
        &[
            "move (a - x, b - y) for x in 1..a for y in 0..2",
            "move (a - x, b - y) for (x, y) in product(1..a, 0..2)",
            "move (a - t[1], b - t[2]) for t in product(1..a, 0..2)",
        ],
    );
    // The second range might fail where the first is empty.
    assert!(
        moves("a, b", "", "move (a - x, b - y) for (x, y) in product(0..2, 1..b)").contains("Call")
    );
}

#[test]
fn equations_give_variables_of_loops() {
    all_alike(
        "n: heap",
        "",
        &[
            "move a, n - a for a in 1..n if n - a >= 1 if n >= n - a",
            "move a, b for a in 1..n for b in 1..n if a + b == n",
            "move a, b for a in 1..n for b in 1..n if n == b + a",
            "move a, b for a in 1..n for b in 1..n if n - a == b",
            "move a, b for a in 1..n for b in 1..n if a == n - b",
        ],
    );
    all_alike(
        "n: heap",
        "",
        &[
            "move a, n - a for a in 1..n if n - a >= 0 if 9 >= n - a if n - a > 2",
            "move a, b for a in 1..n for b in 0..9 if b > 2 if a + b == n",
            "move a, b for a in 1..n for b in 0..9 if b > 2 and b == n - a",
        ],
    );
    // The condition might fail in a round that is left out, and twice a number is not each number.
    for others in ["if div(n, b - 1) > 0 if a + b == n", "if a + b + b == n", "if a * b == n"] {
        let text = moves("n: heap", "", &format!("move a, b for a in 1..n for b in 1..n {others}"));
        assert_eq!(text.matches("Range").count(), 2, "{others}");
    }
}

#[test]
fn tuples_are_looked_through() {
    let functions = "
        ray(a, b, d) := [(a - k * d[1], b - k * d[2]) for k in 1..a]
        ended(p) := (p[1], p[2])
        fn gathered(a, b) {
          all := []
          for k in 1..a { all := all + [(a - k, b)] }
          all
        }";
    all_alike(
        "a, b",
        functions,
        &[
            "move (x, b) for k in 1..a for x in [a - k]",
            "move q for q in [(a - k, b) for k in 1..a]",
            "move q for k in 1..a for q in [(a - k, b)]",
            "move (q[1], q[2]) for q in [(a - k, b) for k in 1..a]",
            "move q for q in gathered(a, b)",
            "move ended(q) for q in gathered(a, b)",
        ],
    );
    all_alike(
        "a, b",
        functions,
        &[
            "move (x, y) for k in 1..a for x in [a - k * 1] for y in [b - k * 2]",
            "move q for q in ray(a, b, (1, 2))",
        ],
    );
}

#[test]
fn loops_one_after_another_are_sums_of_lists() {
    let functions = "
        fn gathered(a, b) {
          all := []
          for k in 1..a { all := all + [(k, b)] }
          for k in 1..b { all := all + [(a, k)] }
          all
        }";
    all_alike(
        "a, b",
        functions,
        &["move (k, b) for k in 1..a; (a, k) for k in 1..b", "move q for q in gathered(a, b)"],
    );
}

#[test]
fn a_loop_that_reads_what_it_changes_stays() {
    let functions = "fn total(n) { s := 0; for k in 1..n { if s < 3 { s := s + k } }; s }
        fn down(n) { if n == 0 then 0 else down(n - 1) }";
    for clause in ["move total(n)", "move down(n)"] {
        assert!(moves("n: heap", functions, clause).contains("Global"), "{clause}");
    }
}

#[test]
fn rules_that_would_be_too_deep_stay() {
    let functions = format!("f(x) := x{}", " + 1".repeat(90));
    let nested = |calls: usize| format!("move {}n{}", "f(".repeat(calls), ")".repeat(calls));
    assert!(!moves("n: heap", &functions, &nested(3)).contains("Global"));
    assert!(moves("n: heap", &functions, &nested(13)).contains("Global"));
}

/// Functions that grow a group, and others that grow something else.
const GROWN: &str = "
        fn of_last(b, p) {
          group := [p]
          edge := [p]
          while edge != [] {
            edge := [q for s in edge for q in b.neighbours(s) if b[q] == b[p] and q not in group]
            group := group + edge
          }
          group
        }
        fn of_new(b, p) {
          seen := [p]
          new := [p]
          while length(new) > 0 {
            new := [q for q in [r for s in new for r in b.neighbours(s)] if not (q in seen) if b[p] == b[q]]
            seen := new + seen
          }
          return seen
        }
        fn of_size(b, p) {
          all := {p}
          size := 0
          while length(all) > size {
            size := length(all)
            all := union(all, {q for s in all for q in b.neighbours(s) if b[q] == b[s]})
          }
          all
        }
        fn of_change(b, p) {
          before := []
          cells := [p]
          while cells != before {
            before := cells
            cells := cells + [q for s in cells for q in neighbours(b, s) if q not in cells and b[q] == b[s]]
          }
          cells
        }
        fn by_calls(b, cells) {
          more := union(cells, {q for s in cells for q in b.neighbours(s) if b[q] == b[s]})
          if length(more) == length(cells) then cells else by_calls(b, more)
        }
        fn by_calls_of(b, p, cells) {
          more := cells + [q for s in cells for q in b.neighbours(s) if b[q] == b[p] and q not in cells]
          if more == cells { return cells }
          by_calls_of(b, p, more)
        }
        fn of_stack(b, p) {
          group := [p]
          stack := [p]
          while length(stack) > 0 {
            top := stack[-1]
            stack := stack.without(-1)
            new := [q for q in b.neighbours(top) if q not in group and b[q] == b[top]]
            group := group + new
            stack := stack + new
          }
          group
        }
        fn of_rest(b, p) {
          colour := b[p]
          seen := [p]
          open := [p]
          while open != [] {
            q := open[1]
            open := open[2..length(open)]
            for r in b.neighbours(q) {
              if r not in seen {
                if b[r] == colour {
                  seen := seen + [r]
                  open := open + [r]
                }
              }
            }
          }
          seen
        }
";
/// A group that grows from a queue.
const QUEUE: &str = "
        fn of_queue(b, p) {
          seen := {p}
          waiting := [p]
          while waiting != [] {
            q := waiting[1]
            waiting := waiting.without(1)
            for r in b.neighbours(q) {
              if b[r] == b[p] and r not in seen {
                waiting := waiting + [r]
                seen := union(seen, {r})
              }
            }
          }
          seen
        }";
const NOT_GROWN: &str = "
        // These are no groups.
        fn for_ever(b, p) {
          all := {p}
          edge := {p}
          while edge != [] {
            edge := {q for s in edge for q in b.neighbours(s) if b[q] == b[p] and q not in all}
            all := union(all, edge)
          }
          all
        }
        fn of_both(b, p) {
          all := [p]
          size := 0
          while length(all) > size {
            size := length(all)
            all := all + {q for s in all for q in b.neighbours(s) if b[q] == b[s] and q not in all}
          }
          all
        }
        fn without_end(b, p) {
          all := [p]
          size := 0
          while length(all) > size {
            size := length(all)
            all := all + [q for s in all for q in b.neighbours(s) if b[q] == b[s]]
          }
          all
        }
        fn of_others(b, p) {
          all := {p}
          size := 0
          while length(all) > size {
            size := length(all)
            all := union(all, {q for s in all for q in b.neighbours(s) if b[q] != b[s]})
          }
          all
        }
        fn of_two_rounds(b, p) {
          all := {p}
          size := 0
          while size < 2 {
            size := size + 1
            all := union(all, {q for s in all for q in b.neighbours(s) if b[q] == b[s]})
          }
          all
        }";

#[test]
fn groups_that_grow_are_groups() {
    let queue = |name: &str, line: &str, other: &str| {
        assert!(QUEUE.contains(line), "{line}");
        QUEUE.replace("of_queue", name).replace(line, other)
    };
    let queues = [
        queue("of_set_and_list", "seen := union(seen, {r})", "seen := seen + [r]"),
        queue("of_first_and_last", "waiting.without(1)", "waiting.without(-1)"),
        queue("of_again_and_again", " and r not in seen", ""),
    ];
    let functions = &format!("{GROWN}{QUEUE}{NOT_GROWN}{}", queues.concat());
    let placed = |condition: &str| {
        format!("left b.with({{p: \"x\"}}) for p in b.cells if {condition}; right \".\" -> \"o\"")
    };
    let touches = |cells: &str| {
        placed(&format!("any([b[q] == \".\" for s in {cells} for q in b.neighbours(s)])"))
    };
    let grown = [
        "b.group(p)",
        "of_last(b, p)",
        "of_new(b, p)",
        "of_size(b, p)",
        "of_change(b, p)",
        "by_calls(b, {p})",
        "by_calls_of(b, p, [p])",
        "of_queue(b, p)",
        "of_stack(b, p)",
        "of_rest(b, p)",
    ];
    let all: Vec<String> = grown.iter().map(|cells| touches(cells)).collect();
    all_alike(BOARD, functions, &all.iter().map(String::as_str).collect::<Vec<_>>());
    let expected = moves(BOARD, functions, &all[0]);
    let others = [
        "for_ever",
        "of_both",
        "without_end",
        "of_others",
        "of_two_rounds",
        "of_set_and_list",
        "of_first_and_last",
        "of_again_and_again",
    ];
    for cells in others.map(|function| format!("{function}(b, p)")) {
        assert_ne!(moves(BOARD, functions, &touches(&cells)), expected, "{cells}");
    }
    // Where they are counted, or come in order, they stay what they are.
    for asks in ["length(X) > 2", "X[1] == p", "sum([1 for q in X]) == 2"] {
        let of = |cells: &str| moves(BOARD, functions, &placed(&asks.replace('X', cells)));
        assert_ne!(of("of_last(b, p)"), of("b.group(p)"), "{asks}");
    }
}

#[test]
fn loops_through_a_few_elements_are_their_rounds() {
    let functions = "
        fn filled(b, cells) {
          for q in cells { b := b.with({q: \"x\"}) }
          b
        }
        fn in_turn(b, p, q) {
          c := b.with({p: \"x\"})
          c.with({q: \"x\"})
        }
        fn doubled(n, times) {
          for k in 1..times { n := n + n }
          n
        }";
    let pairs = |made: &str| format!("move {made} for p in b.cells for q in b.neighbours(p)");
    let wordings = [pairs("in_turn(b, p, q)"), pairs("filled(b, [p, q])")];
    all_alike(BOARD, functions, &wordings.each_ref().map(String::as_str));
    let heaps = ["move n - (n + n + (n + n)) if n > 0", "move n - doubled(n, 2) if n > 0"];
    all_alike("n: heap", functions, &heaps);
}
