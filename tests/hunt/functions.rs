//! Functions that rules of the hunt call: their parameters, and what their bodies are drawn from.
//!
//! Knows: the words of their bodies. Must not know: which rules call them.

use super::grammar::{Table, Words};

/// The functions that a program declares before the ruleset, each with its parameters: of a board and a cell, and of two
/// integers, from which they compute an integer, a truth, a list of tuples, a list of lists, and a tuple.
#[rustfmt::skip]
const FUNCTIONS: &[(&str, Table)] = &[
    ("b, p", ("painted", &[
        (2, "for q in [p, b.cells[1]] { b := b.with({q: \"‹s›\"}) }\nb"),
        (1, "for t in [\"‹s›\", \"‹s›\"] { if b[p] == t { b := b.with({p: \"‹s›\"}) } }\nb"),
        (1, "for k in 1..2 { b := b.with({b.cells[1]: b[p]}) }\nb"),
    ])),
    ("b, p", ("grown", &[
        (3, "all := [p]\nedge := [p]\nwhile edge != [] {\nedge := [q for r in edge for q in b.neighbours(r) if b[q] ‹same› b[‹near›] and q not in all]\nall := all + edge\n}\nall"),
        (2, "all := {p}\nsize := 0\nwhile length(all) > size {\nsize := length(all)\nall := union(all, {q for r in all for q in b.neighbours(r) if b[q] ‹same› b[‹near›]})\n}\nall"),
        (2, "all := [p]\nold := []\nwhile all != old {\nold := all\nall := all + [q for r in all for q in b.neighbours(r) if q not in all if b[q] == b[‹near›]]\n}\nall"),
        (1, "all := {p}\nfor k in 1..‹k1› { all := union(all, {q for r in all for q in b.neighbours(r) if b[q] == b[r]}) }\nall"),
        (1, "all := {p}\nsize := 0\nwhile size < ‹k1› {\nsize := size + 1\nall := union(all, {q for r in all for q in b.neighbours(r) if b[q] == b[p]})\n}\nall"),
    ])),
    ("m, k", ("counted", &[
        (2, "while k > 0 {\n(m, k) := (k, m % k)\n}\nm"),
        (2, "s := ‹bit›\nfor i in 1..k {\nif m % i == 0 { s := s + i }\n}\ns"),
        (2, "if k <= 0 { return m }\nif m > k { return counted(m - k, k - 1) }\nk"),
        (1, "for i in 1..m {\nif i * i > k { break }\nif i == ‹k1› { continue }\nm := m - 1\n}\nm"),
        (1, "s := 0\nwhile m > 0 {\n(s, m) := (s + m % 3, div(m, 3))\n}\ns - k"),
        (1, "if m > ‹k1› { s := m - k }\ns"),
        (1, "if m ‹cmp› ‹k› { return div(m, k) }\nfor i in [‹k›, ‹k1›] { m := abs(m - i) }\nm"),
    ])),
    ("m, k", ("asked", &[
        (2, "for i in 2..m {\nif m % i == k { return false }\n}\ntrue"),
        (2, "if m < ‹k1› { m == k } else { asked(m - ‹k1›, k) }"),
        (1, "while m > k { m := m - ‹k1› }\nm == k"),
        (1, "s := 1\nwhile s < m { s := s * 2 }\ns == m or m ‹cmp› ‹k1›"),
        (1, "if m ‹cmp› 2 { return all([m % i != k for i in 1..m]) }\nm < 5 and asked(m - 1, k + 1)"),
    ])),
    ("m, k", ("paired", &[
        (2, "out := []\nwhile m > 0 {\nm := m - ‹k1›\nout := out + [(m, k + 1)]\n}\nout"),
        (2, "if m < 1 or k < 0 { return [] }\n[(m - 1, k)] + paired(m - 1, k - 1)"),
        (1, "for i in 1..m {\nif i == ‹k1› { return [(i - 1, k)] }\n}\n[]"),
        (1, "out := [(0, k)]\nfor i in 1..m { if i ‹cmp› k { out := [(i - 1, k)] + out } }\nif m > 0 then out else []"),
        (1, "if m > ‹k1› { out := [] }\nout := out + [(m - 1, k)]\nout"),
    ])),
    ("m, k", ("halved", &[
        (2, "out := []\na := ‹bit›\nwhile a < m - a {\nout := out + [[a, m - a]]\na := a + ‹k1›\n}\nout"),
        (1, "if k < 1 or m < k then [] else [[m - k, k - 1]] + halved(m, k - 1)"),
        (1, "out := []\nfor i in 1..m { if m % i == ‹bit› { out := out + [[m - i, i - 1], [i - 1, k]] } }\nout"),
    ])),
    ("t, i, c", ("pasted", &[
        (2, "out := \"\"\nfor k in 1..length(t) { out := out + (if k == i then c else t[k]) }\nout"),
        (1, "out := \"\"\nk := 1\nwhile k <= length(t) {\nif k == i { out := out + c } else { out := out + t[k] }\nk := k + 1\n}\nout"),
    ])),
    ("t, i, j", ("excerpt", &[
        (2, "out := \"\"\nfor k in i..j { if k <= length(t) { out := out + t[k] } }\nout"),
        (1, "if i > j or i > length(t) then \"\" else t[i] + excerpt(t, i + 1, j)"),
    ])),
    ("m, k", ("moved", &[
        (2, "while m > k { m := m - ‹k1› }\n(m, k)"),
        (1, "for i in 1..k { if m > 0 { m := m - 1 } }\n(k, m)"),
        (1, "if m ‹cmp› k { return (m, 0) }\n(m, moved(m, k - 1)[1])"),
    ])),
];

/// The tables of the bodies.
pub(crate) fn tables() -> impl Iterator<Item = &'static Table> {
    FUNCTIONS.iter().map(|(_, table)| table)
}

/// The functions that a text calls, each with a name of its own, and the text that calls them so.
pub(crate) fn functions(
    words: &mut Words<'_>,
    name: &str,
    mut body: String,
) -> (Vec<String>, String) {
    let mut declared = Vec::new();
    for &(params, (function, _)) in FUNCTIONS {
        let call = format!("{function}(");
        if body.contains(&call) {
            let own = format!("{function}_{}", name.to_lowercase());
            body = body.replace(&call, &format!("{own}("));
            let code = words.any(function, 1).replace(&call, &format!("{own}("));
            declared.push(format!("fn {own}({params}) {{\n{code}\n}}"));
        }
    }
    (declared, body)
}
