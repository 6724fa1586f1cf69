//! Rules about positions that are tuples, maps, texts and lists of lists.
//!
//! Knows: the words of such rules. Must not know: how positions are drawn.

use super::grammar::Table;

/// The tables of the clauses, by the names of their kinds.
#[rustfmt::skip]
pub(crate) const TABLES: &[Table] = &[
    // A tuple of two numbers: p.
    ("together", &[
        (3, "(p[1] - k, p[2]) for k in 1..p[1]"),
        (2, "p.with({i: x}) for i in 1..2 let a := p[i] for x in 0..a-1 if a ‹cmp› ‹k1›"),
        (1, "q for k in 1..p[1] let q := (p[2], p[1] - k) if q < p"),
        (2, "(p[1], p[2] - k) for k in 1..p[2] if k ‹cmp› ‹k›"),
        (2, "(x - 1, y) for (x, y) in [p] if x > 0"),
        (1, "(p[1] - d[1], p[2] - d[2]) for d in [(1, 0), (0, 1), (1, 1)] if d[1] <= p[1] and d[2] <= p[2]"),
        (1, "(min(p), max(p) - 1) if max(p) > 0"),
        (1, "(if p[1] > p[2] then (p[1] - 1, p[2]) else (p[1], p[2] - 1)) if sum(p) > 0 and p[2] > 0"),
        (1, "q for q in [(p[1] - k, p[2]) for k in 1..p[1]] if q != (‹k›, ‹k›)"),
        (1, "(p[2], p[1] - 1) if p[1] > 0 if p != (1, ‹k›)"),
        (1, "Own((p[1] - k, p[2] - k)) for k in 1..min(p)"),
        (1, "(p[-1] - 1, p[1]) if p[2] > 0"),
        (1, "(x, p[2]) for x in p if x < p[1]"),
        (1, "(k, k) for k in 0..min(p[1], p[2])-1 if k in p or length(p) ‹cmp› ‹k›"),
        (1, "(x, y) for x in 0..p[1] for y in 0..p[2] if (x, y) != p if x + y ‹cmp› ‹k›"),
        (1, "q for q in paired(p[1], p[2]) if q[2] ‹cmp› ‹k1›"),
        (1, "moved(k, p[2]) for k in 0..p[1]-1"),
    ]),
    // A map from a few numbers to numbers: m.
    ("entries", &[
        (3, "{k: (if k == i then x else m[k]) for k in keys(m)} for i in keys(m) for x in 0..m[i]-1"),
        (2, "{k: m[k] - (if k == i then 1 else 0) for k in keys(m)} for i in keys(m) if m[i] > 0 and m[i] ‹cmp› ‹k›"),
        (1, "{k: (if k >= i then min(m[k], x) else m[k]) for k in keys(m)} for i in keys(m) for x in 0..m[i]-1"),
        (1, "{k: (if m[k] == y then 0 else m[k]) for k in keys(m)} for y in values(m) if y > 0"),
        (1, "{1: m[2], 2: m[1] - 1} if length(m) == 2 and m[1] > 0"),
        (3, "m.with({i: x}) for i in keys(m) for x in 0..m[i]-1"),
        (1, "union(m, {i: m[i] - 1}) for i in keys(m) if m[i] > ‹k›"),
        (1, "m.without(i) for i in keys(m)"),
        (1, "{k: m[k] for k in keys(m) if k != i} for i in keys(m)"),
        (1, "{k: (if k == i then 0 else m[k]) for k in m} for i in m if m[i] > 0 if all([m[j] ‹cmp› ‹k› for j in keys(m) if j != i])"),
        (1, "Own({k: (if k == i or m[k] == ‹k› then 0 else m[k]) for k in keys(m)}) for i in keys(m) if m[i] > 0"),
        (1, "{k: (if sum(values(m)) ‹cmp› ‹k1› then 0 else max(m[k] - 1, 0)) for k in keys(m)} if sum(values(m)) > 0"),
        (1, "m.without(i).with({(i + 1): m[i] - 1}) for i in keys(m) if m[i] > 0 and i < 4"),
        (1, "m.without(i).without(j) for i in keys(m) for j in keys(m) if m[i] ‹cmp› m[j]"),
        (1, "union({k: m[k] for k in keys(m) if m[k] > ‹k1›}, {i: 0}) for i in keys(m) if m[i] > 0"),
        (1, "(if m == {1: ‹k›} then m.without(1) else {k: m[k] - 1 for k in m if m[k] > 0}) if m != {:}"),
        (1, "(if i in m then {k: 0 for k in m} else {k: m[k] for k in m}) for i in 1..3 if sum(values(m)) > 0 and i in keys(m)"),
    ]),
    // A text: t.
    ("symbols", &[
        (3, "pasted(t, i, \"x\") for i in 1..length(t) if t[i] == \".\""),
        (3, "t.with({i: \"x\"}) for i in 1..length(t) if t[i] == \".\""),
        (1, "t[1..i - 1] + \".x\" + t[i + 2..length(t)] for i in 1..length(t)-1 if t[i..i + 1] == \"x.\""),
        (1, "t.without(i) for i in 1..length(t) if t[i] == \"o\""),
        (2, "pasted(t, i, \"o\") for i in 1..length(t) if t[i] == \".\" and (i == 1 or t[i - 1] ‹same› \"o\")"),
        (2, "excerpt(t, 1, i - 1) + \".x\" + excerpt(t, i + 2, length(t)) for i in 1..length(t)-1 if excerpt(t, i, i + 1) == \"x.\""),
        (1, "excerpt(t, 1, i - 1) + (if t[i] == \"x\" then \".\" else \"x\") + excerpt(t, i + 1, length(t)) for i in 1..length(t) if t[i] in \"ox\" if any([t[j] == \".\" for j in 1..i])"),
        (1, "excerpt(t, 1, i - 1) for i in 1..length(t) if t[i] == \"x\""),
        (1, "pasted(t, i, t[i - 1]) for i in 2..length(t) if t[i] ‹same› \"x\" if t[i - 1] == \".\""),
        (1, "excerpt(t, 1, i - 1) + excerpt(t, i + 1, length(t)) for i in 1..length(t) if t[i] == \"o\""),
        (1, "pasted(pasted(t, i, \".\"), i + 1, \"x\") for i in 1..length(t)-1 if t[i] + t[i + 1] == \"xo\""),
        (1, "pasted(t, i, \".\") for i in 1..length(t) if t[i] == \"x\" if excerpt(t, 1, 2) ‹same› \"xo\""),
        (1, "(if \"x\" in t then pasted(t, i, \"#\") else pasted(t, i, \"x\")) for i in 1..length(t) if t[i] == \".\""),
        (1, "pasted(t, i, c) for c in \"xo\" for i in 1..length(t) if t[i] == \".\" if all([t[j] != c for j in [i - 1, i + 1] if 1 <= j <= length(t)])"),
    ]),
    // A list of lists: r.
    ("rows", &[
        (3, "[[if (a, b) == (i, j) then 0 else r[a][b] for b in 1..length(r[a])] for a in 1..length(r)] for i in 1..length(r) for j in 1..length(r[i]) if r[i][j] > 0"),
        (2, "[[if a == i and b in [j, j + 1] then 0 else r[a][b] for b in 1..length(r[a])] for a in 1..length(r)] for i in 1..length(r) for j in 1..length(r[i])-1 if r[i][j] ‹same› r[i][j + 1]"),
        (1, "[[if b >= j then 0 else x for (x, b) in [(r[a][b], b) for b in 1..length(r[a])]] for a in 1..length(r)] for i in 1..length(r) for j in 1..length(r[i]) if r[i][j] > 0"),
        (1, "[if a == i then [0 for x in r[a]] else r[a] for a in 1..length(r)] for i in 1..length(r) if sum(r[i]) > 0"),
        (1, "[[max(x - 1, 0) for x in q] for q in r] if any([x > 0 for q in r for x in q])"),
        (1, "[q for q in r if q != r[i]] for i in 1..length(r)"),
        (1, "[r[a] for a in 1..length(r) if a != i] for i in 1..length(r) if length(r[i]) ‹cmp› ‹k›"),
        (2, "r.with({i: r[i].with({j: 0})}) for i in 1..length(r) for j in 1..length(r[i]) if r[i][j] > 0"),
        (1, "r.without(i) for i in 1..length(r) if length(r[i]) ‹cmp› ‹k›"),
        (1, "[if a == i then r[1] else r[a] for a in 1..length(r)] for i in 2..length(r) if sum(r[1]) < sum(r[i])"),
        (1, "Own([if a == i then [if b == 1 then y else r[a][b] for b in 1..length(r[a])] else r[a] for a in 1..length(r)]) for i in 1..length(r) if r[i] != [] for y in 0..r[i][1]-1"),
        (1, "[reverse(q) for q in r if sum(q) ‹cmp› ‹k›] if r != [] and all([sum(q) > 0 for q in r])"),
    ]),
    // More of what makes lists of heaps of another length.
    ("heaps in a list", &[
        (3, "sort([x for x in [s[j] for j in 1..length(s) if j != i] + [a, s[i] - ‹k1› - a] if x > 0]) for i in 1..length(s) for a in 0..s[i]-‹k1›"),
        (2, "[x for x in [if j == i then k else s[j] for j in 1..length(s)] if x > 0] for i in 1..length(s) for k in 0..s[i]-1"),
        (2, "sort([x for x in [s[j] for j in 1..length(s) if j != i] + [s[i] - k] if x > ‹k›]) for i in 1..length(s) for k in 1..s[i]"),
        (1, "[x for x in [s[j] for j in 1..length(s) if j != i] + [a, s[i] - a] if x >= ‹k›] for i in 1..length(s) for a in 1..s[i]-1 if a ‹cmp› s[i] - a"),
        (1, "[x for x in [s[j] for j in 1..i-1] + [s[i] - 1] + [s[j] for j in i+1..length(s)] if ‹k› < x] for i in 1..length(s) if s[i] > 0"),
        (1, "[if j in ys then s[j] - 1 else s[j] for j in 1..length(s)] for k in 1..2 for ys in subsets(1..length(s), k) if all([s[j] > 0 for j in ys])"),
        (3, "s.with({i: x}) for i in 1..length(s) for x in 0..s[i]-1"),
        (2, "s.with({i: a}) for i in 1..length(s) let a := div(s[i], 2) if a < s[i]"),
        (1, "s.with({i: s[i] - k, j: s[j] - k}) for i in 1..length(s) for j in i+1..length(s) for k in 1..min(s[i], s[j])"),
        (2, "s.without(i) + [a for a in [s[i] - ‹k1›] if a > 0] for i in 1..length(s) if s[i] >= ‹k1›"),
        (1, "s[1..i - 1] + s[i + 1..length(s)] for i in 1..length(s) if s[i] > ‹k›"),
        (1, "s.without(i).insert(1, s[i] - 1) for i in 1..length(s) if s[i] > 0"),
        (1, "s.with({1: s[1] - k}) for k in 1..s[1] if length(s) > 0 and nim_sum(s) != ‹k›"),
        (1, "s.with({i: s[i] - d}) for i in 1..length(s) for d in divisors(s[i])"),
        (1, "[x for x in difference(s) if x >= 0] if length(s) > 0"),
        (1, "[s[i]] + s.without(i) for i in 2..length(s) if s < [s[i]] + s.without(i)"),
        (1, "s.insert(‹k1›, s[-1] - 1).without(-1) if length(s) >= ‹k1› if s[-1] > 0"),
        (1, "s[‹k1›..length(s)] if length(s) >= ‹k1› if all(x > ‹k› for x in s)"),
        (1, "[s[j] - d[1] for j in 1..length(s)] for d in product(1..2, 0..1) if all([s[j] >= sum(d) for j in 1..length(s)]) and length(s) > 0"),
    ]),
];
