//! Programs drawn from the grammar of rulesets: weighted tables, from the most trivial rules to mixtures.
//!
//! Knows: what a ruleset may consist of. Must not know: what any of it means.

use super::functions::{functions, tables};
use super::kinds::{Form, KINDS, Kind};
use super::positions::positions;
use super::support::Dice;
use super::{cells, collections};

/// Weighted ways to write something; `‹name›` stands for any way to write `name`. What has become deep ends with a way
/// that leads to words only.
pub(crate) type Table = (&'static str, &'static [(u64, &'static str)]);

/// A program: declarations, each an input, and what may be asked about.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    pub(crate) kind: &'static str,
    pub(crate) form: Form,
    pub(crate) declarations: Vec<String>,
    pub(crate) positions: Vec<String>,
}

/// `Own` is the ruleset itself.
#[rustfmt::skip]
const TABLES: &[Table] = &[
    ("nothing", &[(1, "")]),
    ("cmp", &[(2, "=="), (2, "!="), (2, "<"), (2, "<="), (2, ">"), (2, ">=")]),
    // Cells of a board: b is the board, p a cell.
    ("placement", &[
        (1, "Own(b.with({p: \"‹s›\"})) for p in b.cells‹guard›"),
        (9, "b.with({p: \"‹s›\"}) for p in b.cells‹guard›"),
        (2, "b.with({p: \"‹s›\", q: \"‹s›\"}) for p in b.cells if b[p] == \"‹s›\" for q in b.neighbours(p) if b[q] == \"‹s›\""),
        (2, "c for p in b.cells‹guard› for c in [b.with({p: \"‹s›\"})]‹guard after›"),
        (1, "b.with({p: \"‹s›\"}) for p in b.cells if b[p] == \"‹s›\" for q in b.neighbours(p) if b[q] ‹same› \"‹s›\""),
        (1, "b.with({q: \"‹s›\"}) for p in b.cells‹guard› for q in b.neighbours(p) if b[q] == \"‹s›\""),
        (1, "b.with({[p] + b.neighbours(p): \"‹s›\"}) for p in b.cells‹guard›"),
        (1, "b.with({b.group(p): \"‹s›\"}) for p in b.cells if b[p] == \"‹s›\""),
        (1, "b.with({p: t}) for p in b.cells‹guard› for t in \"‹ss›\""),
        (1, "b.with({p: t}) for t in [\"‹s›\", \"‹s›\"] for p in b.cells if b[p] != t"),
        (1, "b.with({p: b[q], q: b[p]}) for p in b.cells for q in b.neighbours(p) if b[p] == \"‹s›\" and b[q] == \"‹s›\""),
        (1, "b.with({p: \"‹s›\"}) for p in [q for q in b.cells if b[q] == \"‹s›\"]"),
        (1, "b.with({p: (if b[p] == \"‹s›\" then \"‹s›\" else \"‹s›\")}) for p in b.cells‹guard›"),
        (1, "painted(b, p) for p in b.cells‹guard›"),
        (1, "b.with({q: \"‹s›\"}) for p in b.cells‹guard› for q in grown(b, p)"),
    ]),
    ("near", &[(1, "p"), (1, "r")]),
    ("filling", &[
        (3, "b.with({p: \"‹full›\"}) for p in b.cells if b[p] == \".\""),
        (3, "b.with({p: \"‹full›\"}) for p in b.cells if b[p] == \".\" and ‹truth›"),
        (1, "b.with({p: \"‹full›\"}), *‹k› for p in b.cells if b[p] == \".\""),
        (1, "*‹k› if ‹truth of board›"),
        (1, "‹k›, b.with({p: \"‹full›\"}) for p in b.cells if b[p] == \".\""),
        (1, "b.with({p: \"‹full›\"}), b.with({[q for q in b.cells if b[q] == \".\"]: \"‹full›\"}) for p in b.cells if b[p] == \".\""),
    ]),
    ("same", &[(1, "=="), (1, "!=")]),
    ("guard", &[
        (4, ""),
        (9, " if b[p] == \"‹s›\""),
        (2, " if b[p] != \"‹s›\""),
        (2, " if b[p] in \"‹ss›\""),
        (2, " if b[p] not in \"‹ss›\""),
        (1, " if b[p] == \"‹s›\" and true"),
        (6, " if b[p] == \".\" and ‹truth›"),
        (2, " if ‹truth›"),
        (1, " if b[p] == \"‹s›\" if ‹truth›"),
    ]),
    ("guard after", &[(1, ""), (4, " if ‹truth after›"), (2, " if c[p] == \"‹s›\""), (1, " if ‹truth›")]),
    ("truth", &[
        (1, "true"),
        (2, "b[p] == \"‹s›\""),
        (3, "all([b[q] != \"‹s›\" for q in b.neighbours(p)])"),
        (3, "any([b[q] == \"‹s›\" for q in b.neighbours(p)])"),
        (2, "\"‹s›\" in [b[q] for q in b.neighbours(p)]"),
        (1, "any(b[q] == \"‹s›\" for q in b.neighbours(p))"),
        (1, "sum(1 for q in b.neighbours(p) if b[q] ‹same› \"‹s›\") ‹cmp› ‹k›"),
        (2, "\"‹s›\" not in [b[q] for q in b.neighbours(p)]"),
        (2, "length([q for q in b.neighbours(p) if b[q] == \"‹s›\"]) ‹cmp› ‹k›"),
        (1, "sum([1 for q in b.neighbours(p) if b[q] == \"‹s›\"]) ‹cmp› ‹k›"),
        (1, "[q for q in b.neighbours(p) if b[q] == \"‹s›\"] ‹same› []"),
        (1, "length(b.neighbours(p)) ‹cmp› ‹k›"),
        (1, "length(b.group(p)) ‹cmp› ‹k›"),
        (1, "length(b.liberties(p)) ‹cmp› ‹k›"),
        (1, "length(grown(b, p)) ‹cmp› ‹k›"),
        (1, "any([b[r] == \"‹s›\" for q in grown(b, p) for r in b.neighbours(q)])"),
        (1, "b.cells[1] in grown(b, p)"),
        (1, "p ‹same› b.cells[1]"),
        (1, "‹truth of board›"),
        (2, "not (‹truth›)"),
        (1, "(‹truth›) and (‹truth›)"),
        (1, "(‹truth›) or (‹truth›)"),
        (1, "(if ‹truth› then ‹truth› else ‹truth›)"),
        (1, "all([any([b[r] == \"‹s›\" for r in b.neighbours(q)]) for q in b.neighbours(p)])"),
    ]),
    ("truth of board", &[
        (1, "b.count(\"‹s›\") ‹cmp› ‹k›"),
        (1, "length([q for q in b.cells if b[q] == \"‹s›\"]) ‹cmp› ‹k›"),
        (1, "any([b[q] == \"‹s›\" for q in b.cells])"),
        (1, "all([b[q] in \"‹ss›\" for q in b.cells])"),
        (1, "length(b.cells) ‹cmp› ‹k1›"),
        (1, "b[b.cells[1]] ‹same› \"‹s›\""),
    ]),
    ("truth after", &[
        (1, "c[p] == \"‹s›\""),
        (2, "all([length(c.liberties(q)) > 0 for q in c.cells if c[q] == \"‹s›\"])"),
        (1, "length(c.group(p)) ‹cmp› ‹k1›"),
        (2, "all([any([c[r] == \".\" for s in grown(c, q) for r in c.neighbours(s)]) for q in c.cells if c[q] != \".\"])"),
        (1, "c.count(\"‹s›\") ‹cmp› ‹k›"),
        (1, "all([c[q] != \"‹s›\" for q in c.neighbours(p)])"),
        (1, "length(c.liberties(p)) ‹cmp› ‹k›"),
        (1, "not (‹truth after›)"),
    ]),
    // Conditions of rewrite rules: b before, after.
    ("only if", &[
        (2, " if true"),
        (2, " if after.count(\"‹s›\") ‹cmp› ‹k›"),
        (1, " if b.count(\"‹s›\") ‹cmp› ‹k›"),
        (1, " if after != b"),
        (1, " if after[after.cells[1]] ‹same› \"‹s›\""),
        (1, " if all([length(after.group(q)) < 3 for q in after.cells if after[q] == \"‹s›\"])"),
        (1, " if ‹truth of board›"),
    ]),
    // Heaps and numbers: n.
    ("heap", &[
        (1, "s[1], s[2] for s in halved(n, ‹k1›)"),
        (1, "n - sum(1..k) for k in ‹bit›..n if k * k ‹cmp› n - ‹k› if sum(‹k›..k) <= n"),
        (1, "n - k**2 for k in 1..n if n >= k**2"),
        (1, "s[2] for s in halved(n, ‹k›) if s[1] ‹cmp› ‹k›"),
        (1, "x, y for (x, y) in paired(n, ‹bit›)"),
        (1, "n - counted(n, ‹k›) if n > 0"),
        (1, "m for m in [counted(n, ‹k1›), counted(‹k1›, n)] if 0 <= m < n"),
        (2, "n - k for k in 1..n if asked(k, ‹k›)"),
        (1, "a, n - a for a in 1..n-1 if asked(n, a) or counted(a, n) ‹cmp› ‹k1›"),
        (2, "Own(n - k) for k in 1..n"),
        (2, "Own(a) + Own(n - ‹k1› - a) for a in 0..n-‹k1›"),
        (1, "sum([Own(m) for m in [a, n - a]]) for a in 1..n-1"),
        (1, "(if n % 2 == ‹bit› then Own(n - 1) else Own(n - 1) + Own(0)) if n > 0"),
        (1, "Own(a, n - 1 - a) for a in 0..n-1"),
        (1, "sum([Own(m) for m in ys]) for k in 1..‹k1› for ys in subsets(0..n-1, k)"),
        (1, "sum([Own(m) for m in ys]) for ys in subsets(1..n-1, 2) if sum(ys) ‹cmp› n"),
        (3, "n - k for k in 1..n"),
        (1, "n - d for d in divisors(n)"),
        (1, "n - max(k for k in ‹bit›..n if k * k <= n) if n > 0"),
        (1, "n - k for k in 1..n if is_prime(k)"),
        (1, "n - totient(n) if n > 0"),
        (1, "n - m for k in 1..n let m := k * ‹k1› if m <= n and is_prime(n - m)"),
        (2, "n - 1 if n > 0"),
        (1, "0 if n > ‹k›"),
        (3, "n - ‹k1› if n >= ‹k1›"),
        (2, "n - k for k in 1..‹k1› if k <= n"),
        (2, "n - t for t in ‹numbers› if t <= n"),
        (2, "a, n - a for a in 1..n-1"),
        (2, "a, n - ‹k1› - a for a in 0..n-‹k1›"),
        (2, "a, n - k - a for k in 1..‹k1› for a in 0..n-k"),
        (1, "a, n - a for a in 1..n-1 if a ‹cmp› n - a"), (2, "a, b for a in ‹k›..n for b in 0..n if a ‹cmp› b and n - ‹k1› == b + a"),
        (3, "n - k for k in 1..n if ‹truth of take›"),
        (2, "m for m in 0..n-1 if ‹truth of rest›"),
        (1, "div(n, 2) if n > 0"),
        (1, "n - k for k in 1..n if n % k == 0"),
        (1, "a, a for a in 0..div(n - ‹k›, 2) if a < n"),
        (1, "a, b, n - a - b for a in 1..n for b in 1..n-a if a + b < n"),
        (1, "max(n - ‹k1›, 0) if n > 0"),
        (1, "min(n - 1, ‹k1›) if n > 0"),
        (1, "*(n) if n ‹cmp› ‹k›"),
        (1, "n - 1, *‹k› if n > 0"),
        (1, "(if n > ‹k› then n - 1 else ‹game›) if n > 0"),
        (1, "*(n - k) for k in 1..n"),
        (1, "‹game› if n == ‹k›"),
        (1, "n if n == ‹k›"),
        (1, "if n > 2 { n - 2 } else { n - 1 } if n > 0"),
    ]),
    ("member", &[
        (1, "Own(n - k) if n >= k and k > 0"),
        (2, "n - k if n >= k and k > 0"),
        (2, "n - j for j in 1..k if j <= n"),
        (1, "a, n - k - a for a in 0..n-k if k > 0"),
        (1, "n - j for j in 1..n if j != k"),
        (1, "n - j for j in 1..n if j % (k + 1) == 0"),
        (2, "‹heap›"),
    ]),
    ("set of takes", &[
        (2, "n - t for t in S if 0 < t and t <= n"),
        (2, "n - t for t in 1..n if t not in S"),
        (1, "n - t for t in 1..n if t in S"),
        (1, "a, n - t - a for t in S if t > 0 for a in 0..n-t"),
        (1, "m for m in 0..n-1 if all([m != t for t in S])"),
    ]),
    ("function", &[
        (2, "k -> [[j] for j in 0..k-1]"),
        (2, "k -> [[a, k - a] for a in 1..div(k, 2)] + [[j] for j in ‹numbers› if j < k]"),
        (1, "k -> if k > ‹k› then [[k - 1], [k - 1, 0]] else []"),
        (1, "k -> take_and_break(\"‹code›\", k)"),
        (1, "k -> [k - j for j in 1..k if j % 2 == ‹bit›]"),
        (1, "(k, least = ‹k1›) -> [(k - j, j - least) for j in least..k]"),
    ]),
    ("uses of the function", &[(1, "rest for rest in f(n)")]),
    ("uses of the code", &[
        (3, "m for m in take_and_break(d, n)"),
        (1, "m for m in take_and_break(d, n) if length(m) ‹cmp› ‹k›"),
        (1, "m + [‹k›] for m in take_and_break(d, n) if m != []"),
        (1, "reverse(m) for m in take_and_break(\"‹code›\", n) if m not in take_and_break(d, n)"),
        (1, "sum(m) for m in take_and_break(d, n)"),
    ]),
    ("number", &[
        (1, "n - counted(n, ‹k1›) if n > 0 if counted(n, ‹k1›) > 0"),
        (2, "m for m in 0..n-1 if asked(m, ‹k›)"),
        (2, "Own(n - k) for k in 1..n"),
        (1, "Own(n - 1) + Own(n - 2) if n > 1"),
        (3, "n - k for k in 1..n"),
        (3, "n - 1 if n > 0"),
        (2, "n - ‹k1› if n >= ‹k1›"),
        (2, "m for m in 0..n-1 if ‹truth of rest›"),
        (2, "n - k for k in 1..n if ‹truth of take›"),
        (1, "n + ‹k1› if n < ‹k1›"),
        (1, "if n > ‹k› then n - 1 else ‹game› if n > 0"),
        (1, "‹game› if n ‹cmp› ‹k›"),
        (1, "n - 1, n - 2 if n > 1"),
        (1, "(n * 2) % 5"),
    ]),
    ("truth of take", &[
        (1, "true"),
        (2, "k ‹same› ‹k›"),
        (2, "k % 2 == ‹bit›"),
        (1, "(n - k) % 2 == ‹bit›"),
        (2, "k in ‹numbers›"),
        (2, "k not in ‹numbers›"),
        (1, "2 * k ‹cmp› n"),
        (1, "gcd(k, n) == 1"),
        (1, "all([k != j for j in ‹numbers›])"),
        (1, "not (‹truth of take›)"),
        (1, "‹truth of take› and ‹truth of take›"),
        (1, "(‹truth of take› or ‹truth of take›)"),
    ]),
    ("truth of rest", &[
        (1, "m ‹cmp› ‹k›"),
        (1, "m in ‹numbers›"),
        (1, "(n - m) % 2 == ‹bit›"),
        (1, "m * 2 ‹cmp› n"),
        (1, "n - m in ‹numbers›"),
    ]),
    ("numbers", &[(2, "[1, ‹k1›]"), (1, "[‹k1›]"), (1, "{1, ‹k1›}"), (1, "1..‹k1›"), (1, "[]"), (1, "[1, 3, 4]"), (1, "1..5 by 2")]),
    ("bit", &[(1, "0"), (1, "1")]),
    ("game", &[(2, "*1"), (1, "*2"), (1, "^"), (1, "*(n)"), (1, "<1|*>"), (1, "<0|0>"), (1, "*(0)"), (1, "<1|-1>"), (1, "1/2"), (1, "-1")]),
    ("pair", &[
        (1, "q for q in paired(a, b) if b < 3"),
        (1, "(q[2], q[1]) for q in paired(b, a) if q[2] ‹cmp› ‹k›"),
        (1, "(x, y) for (x, y) in paired(a, ‹k›) if x ‹cmp› y"),
        (1, "moved(k, b) for k in 0..a-1"), (1, "(x, y) for x in 0..a for y in 0..b if x - y == a - b - ‹k1›"),
        (1, "(min(q), max(q)) for q in halved(a, ‹k1›) if b > 0"),
        (1, "q for q in paired(a, 0) + [(q[1], ‹bit›) for q in paired(b, 1)]"),
        (2, "Own(a - k, b) for k in 1..a"),
        (1, "Own(b, a - 1) + Own(0, b) if a > 0"),
        (3, "(a - k, b) for k in 1..a"),
        (3, "(a, b - k) for k in 1..b"),
        (2, "(a - 1, b) if a > 0"),
        (2, "(a, b - 1) if b > 0"),
        (2, "(a - k, b - k) for k in 1..min(a, b)"),
        (1, "(b, a - 1) if a > 0"),
        (1, "(a - 1, b + 1) if a > 0"),
        (1, "(b % a, a) if a > 0 and b % a != 0"),
        (1, "(a - k, b) for k in 1..a if k ‹cmp› b"),
        (1, "(a - j, b - k) for j in 1..a for k in 1..b if j + k ‹cmp› ‹k1›"),
        (1, "(a, k), (a, b - k) for k in 1..b-1"),
        (1, "(a - k, k) for k in 1..a if k <= b"),
        (1, "(0, b) if a > 0 and b ‹cmp› ‹k›"),
        (1, "(if a > b then (a - 1, b) else (a, b - 1)) if a + b > 0 and b > 0"),
        (1, "*(a) if b == ‹k›"),
        (1, "(b, a) if a ‹cmp› b"),
        (1, "q for q in [(a - k, b) for k in 1..a] + [(a, b - k) for k in 1..b if k ‹cmp› ‹k1›]"),
        (1, "(q[2], q[1]) for q in [(a - k, b) for k in 1..a] if q[1] ‹cmp› ‹k›"),
        (1, "(a - x, b - y) for (x, y) in product(0..1, 0..‹k1›) if x + y > 0 if a >= x and b >= y"),
        (1, "(a - s, b) if b > 0 for s in b..a by b"),
        (1, "(a - k, b) for k in 1..max(a, b) if k <= a if k ‹cmp› ‹k1›"),
        (1, "(a, b - k) for k in 0..a+b if 0 < k if k <= b if a ‹cmp› k"),
        (1, "(x, y) for x in 0..a for y in 0..b if (x, y) != (a, b) if x == a or (x, y) == (y, ‹k›)"),
        (1, "(sort([a - k, b, ‹k›])[1], sort([b, a, ‹k›])[2]) for k in 1..a if k ‹cmp› b"),
    ]),
    ("list", &[
        (1, "q for q in halved(s[1], ‹k1›) if length(s) == 2"),
        (1, "[s[j] for j in 1..i-1] + [a, s[i] - ‹k1› - a] + [s[j] for j in i+1..length(s)] for i in 1..length(s) for a in 0..s[i]-‹k1›"),
        (1, "[s[j] for j in 1..length(s) if i < j] + (if s[i] ‹cmp› ‹k› then [s[i] - 1] else []) + [s[j] for j in 1..length(s) if j < i] for i in 1..length(s) if s[i] > 0"),
        (1, "reverse(q) for q in halved(s[1] + s[2], ‹k›) if length(s) == 2 if q[1] < s[1]"),
        (2, "[s[j] for j in 1..length(s) if j != i] + [s[i] - k] for i in 1..length(s) for k in 1..s[i]"),
        (1, "[s[j] for j in 1..length(s) if j != i] + [x for x in [a, s[i] - ‹k1› - a] if x > 0] for i in 1..length(s) for a in 0..s[i]-‹k1›"),
        (1, "Own(sort([a, s[i] - a] + [s[j] for j in 1..length(s) if j != i])) for i in 1..length(s) for a in 1..s[i]-1"),
        (1, "[s[j] for j in 1..length(s) if i != j] + (if s[i] ‹cmp› ‹k› then [s[i] - 1] else []) for i in 1..length(s) if s[i] > 0"),
        (1, "[if j == i then s[j] - ‹k1› else s[j] for j in 1..length(s)] for i in 1..length(s) if s[i] >= ‹k1›"),
        (2, "Own([x for x in s if x != y]) for y in s"),
        (3, "[s[j] for j in 1..length(s) if j != i] for i in 1..length(s)"),
        (1, "[if j == i then min(j, s[i] - 1) else s[j] for j in 1..length(s)] for i in 1..length(s) if s[i] > 0"),
        (1, "[if i != j then s[j] else s[j] - i for j in 1..length(s)] for i in 1..length(s) if s[i] >= i"),
        (2, "[x for x in s if x != y] for y in s"),
        (2, "[if j == i then k else s[j] for j in 1..length(s)] for i in 1..length(s) for k in 0..s[i]-1"),
        (2, "[x for x in s if x < y] for y in s"),
        (1, "[s[j] for j in 2..length(s)] if length(s) > 0"),
        (1, "[s[j] for j in 2..length(s)] if s != [] and s[1] ‹cmp› ‹k›"),
        (1, "sort([if j == i then k else s[j] for j in 1..length(s)]) for i in 1..length(s) for k in 0..s[i]-1"),
        (1, "[min(x, y - 1) for x in s] for y in s if y > 0"),
        (1, "sort([if j == i then x - ‹k1› else x for j in 1..length(s) for x in [s[j]]]) for i in 1..length(s) if s[i] >= ‹k1›"),
        (1, "[s[1] - 1] + [s[j] for j in 2..length(s)] if length(s) > 0 and s[1] > 0"),
        (1, "[y], [x for x in s if x > y] for y in s if length(s) > 1"),
        (1, "*(y) for y in s"),
        (1, "[x for x in s if x != y] for y in s if all([x <= y for x in s])"),
    ]),
    ("set", &[
        (1, "Own({x for x in s if x != y}) for y in s"),
        (3, "{x for x in s if x != y} for y in s"),
        (2, "{x for x in s if x < y} for y in s"),
        (1, "{x for x in s if x != y} for y in s if y ‹cmp› ‹k›"),
        (1, "{x for x in s if x % y != 0} for y in s if y > 0"),
        (1, "{x for x in s if x not in {y, z}} for y in s for z in s if y < z"),
    ]),
    ("coins", &[
        (1, "[x] + ys for ys in subsets(0..x-1, 2)"),
        (1, "ys + [x] for k in 0..2 for ys in subsets(max(0, x - ‹k1›)..x-1, k)"),
        (1, "[x] + ys for ys in subsets(0..x-1)"),
        (3, "[x]"),
        (2, "[x, y] for y in 0..x-1"),
        (2, "[x] for all"),
        (1, "[x, y, z] for y in 1..x-1 for z in 0..y-1"),
        (1, "y..x for y in 0..x"),
        (1, "[x, y] for y in 0..x-1 if (x - y) ‹cmp› ‹k1›"),
        (1, "[x, x - d] for d in 1..min(x, ‹k1›)"),
        (1, "[x] if x % 2 == ‹bit›"),
        (1, "[0, x] if x > 0"),
    ]),
    ("graph", &[
        (1, "Own(g.remove(p)) for p in g.vertices"),
        (2, "g.remove(p) for p in g.vertices"),
        (2, "g.remove([p] + g.neighbours(p)) for p in g.vertices"),
        (2, "g.remove(e) for e in g.edges"),
        (1, "g.remove(list(e.ends)) for e in g.edges"),
        (2, "g.remove(p) for p in g.vertices if g.degree(p) ‹cmp› ‹k›"),
        (1, "g.cut(e) for e in g.edges"),
        (1, "g.remove(p) for p in g.vertices if all([g.degree(q) ‹cmp› ‹k1› for q in g.neighbours(p)])"),
        (1, "g.remove([p, q]) for p in g.vertices for q in g.vertices if p != q and q not in g.neighbours(p)"),
    ]),
    ("edges", &[
        (2, "g.cut(e) for e in g.edges if e.label in \"‹labels›\""),
        (2, "g.remove(e) for e in g.edges if e.label == \"‹label›\""),
        (1, "g.remove(list(e.ends)) for e in g.edges if e.label in \"‹labels›\""),
        (1, "g.remove(e) for e in g.edges"),
    ]),
    ("label", &[(1, "b"), (1, "r"), (1, "g")]),
    ("labels", &[(1, "bg"), (1, "gr"), (1, "br"), (1, "b"), (1, "r")]),
    ("vertices", &[
        (2, "g.with({p: \"‹mark›\"}) for p in g.vertices if g[p] == \".\""),
        (2, "g.with({p: \"‹mark›\"}) for p in g.vertices if g[p] == \".\" and \"‹mark›\" not in [g[q] for q in g.neighbours(p)]"),
        (1, "g.with({p: \"‹mark›\"}) for p in g.vertices if g[p] == \".\" and any([g[q] == \"‹mark›\" for q in g.neighbours(p)])"),
        (1, "g.remove(p) for p in g.vertices if g[p] == \"‹mark›\""),
        (1, "g.with({p: \".\", q: \"‹mark›\"}) for p in g.vertices if g[p] == \"‹mark›\" for q in g.neighbours(p) if g[q] == \"‹mark›\""),
        (1, "g.with({[q for q in g.neighbours(p) if g[q] == \".\"]: \"‹mark›\"}).remove(p) for p in g.vertices if g[p] != \"‹mark›\""),
    ]),
    ("mark", &[(1, "x"), (1, "o")]),
    ("token", &[
        (2, "(g, q) for q in g.neighbours(p)"),
        (2, "(g.remove(p), q) for q in g.neighbours(p) if q != p"),
        (1, "(g.remove((p, q)), q) for q in g.neighbours(p)"),
    ]),
    ("parts of lists", &[(1, "")]),
    ("parts of graphs", &[(1, "")]),
    ("misere", &[(9, ""), (1, "; play misere")]),
    ("blocking", &[(9, ""), (1, "; blocking ‹k1›"), (1, "; blocking 1")]),
    ("blocking of numbers", &[(9, ""), (1, "; blocking ‹k1›"), (1, "; blocking n % 2"), (1, "; blocking min(n, ‹k1›)")]),
    ("who moves next", &[
        (3, "move, entailing move"), (3, "move, complimenting move"), (1, "entailing move"), (1, "complimenting move"),
        (2, "entailing move, complimenting move"), (2, "move, entailing move, complimenting move"),
        (2, "left, right, entailing left"), (2, "left, right, complimenting right"), (1, "entailing left, right"),
        (1, "complimenting left, right"), (1, "move, complimenting left, entailing right"), (1, "move, entailing left"),
        (1, "entailing left, entailing right"), (1, "complimenting left, complimenting right"), (1, "left, entailing move"),
    ]),
    // Goals.
    ("goals of boards", &[
        (2, "; left wins if ‹goal›"),
        (4, "; left wins if ‹goal›; right wins if ‹goal›"),
        (1, "; right wins if ‹goal›; draw if ‹goal›"),
        (1, "; draw if ‹goal›"),
        (1, "; left wins if ‹goal› or no moves; right wins if ‹goal› or no moves"),
        (1, "; left wins if ‹goal›; draw if full or repeated"), (1, "; right wins if no moves"),
    ]),
    ("goal", &[
        (2, "line(\"‹s›\", ‹k1›)"),
        (2, "connects(\"‹s›\", \"left\", \"right\")"), (1, "connects(\"‹s›\", \"top\", \"bottom\")"),
        (1, "hex_connects(\"‹s›\", \"top\", \"bottom\")"),
        (2, "b.count(\"‹s›\") ‹cmp› ‹k1›"),
        (1, "any([b[p] == \"‹s›\" for p in b.cells])"), (1, "b[b.cells[1]] == \"‹s›\""),
        (4, "‹sought›‹turned›"), (1, "b.shows(‹sought›)"), (1, "full"), (1, "dominates(\"‹s›\")"),
        (1, "not (‹goal›)"), (1, "(‹goal›) and (‹goal›)"), (1, "(‹goal›) or (‹goal›)"),
        (1, "false"), (1, "true"),
    ]),
    ("sought", &[
        (4, "\"‹s›‹s›\""), (2, "\"‹s›‹s›‹s›\""), (2, "\"‹s›\" * ‹k1›"), (1, "\"‹s›[‹ss›]\" + \"?\""),
        (1, "\"‹s›‹s›~‹s›\""), (1, "\"‹s›‹s›|‹s›‹s›\""), (1, "\"‹s›|[‹ss›]\""), (1, "\"^|‹s›\""), (1, "\"‹s›?|$\""), (1, "\"‹s›[^‹s›]\""), (1, "\"^‹s›\""), (1, "\"‹s›$\""),
    ]),
    ("turned", &[(4, ""), (2, " any direction"), (1, " orthogonally"), (1, " diagonally"), (1, " hexagonally")]),
    ("goals of numbers", &[
        (2, "; left wins if n ‹cmp› ‹k1›; right wins if n ‹cmp› ‹k1›"),
        (1, "; left wins if n ‹cmp› ‹k1›"),
        (1, "; draw if n ‹cmp› ‹k1›; right wins if n % 2 == ‹bit›"),
    ]),
    ("goals of numbered boards", &[
        (2, "; left wins if ‹goal about numbers›; right wins if ‹goal about numbers›"),
        (1, "; left wins if ‹goal about numbers›; draw if full"),
        (1, "; draw if ‹goal about numbers›; right wins if no moves"),
    ]),
    ("goal about numbers", &[
        (3, "‹sought›‹turned›"), (2, "\"[‹span›]‹s›\"‹turned›"), (1, "sum([b[p] for p in b.cells]) ‹cmp› ‹k1›"),
        (1, "any([b[p] ‹cmp› ‹k› for p in b.cells])"), (1, "b.count(‹s›) ‹cmp› ‹k1›"), (1, "line(‹s›, ‹k1›)"),
        (1, "text(‹s›) + \"?\""), (1, "full"), (1, "(‹goal about numbers›) and (‹goal about numbers›)"),
    ]),
    ("goals of graphs", &[
        (2, "; left wins if dominates(\"‹mark›\"); right wins if full"),
        (2, "; left wins if connects(\"‹mark›\", 0, ‹k1›); right wins if no moves"),
        (1, "; left wins if no moves; right wins if no moves; draw if full"),
        (1, "; draw if full or repeated; left wins if any([g[p] == \"‹mark›\" for p in g.vertices])"),
        (1, "; left wins if dominates(\"x\"); right wins if dominates(\"o\") or no moves"),
        (1, "; left wins if length(g.vertices) ‹cmp› ‹k1›; right wins if not (dominates(\"‹mark›\"))"),
    ]),
    ("goals of numbered graphs", &[
        (2, "; left wins if sum([g[p] for p in g.vertices]) ‹cmp› ‹k1›; right wins if no moves"),
        (1, "; left wins if dominates(‹s›); draw if full"),
        (1, "; right wins if any([g[p] ‹cmp› ‹k› for p in g.vertices]); left wins if connects(‹s›, 0, 1)"),
    ]),
    ("goals of pairs", &[
        (1, "; left wins if a ‹cmp› b; right wins if b ‹cmp› ‹k›"),
        (1, "; left wins if a + b ‹cmp› ‹k1›; draw if a == b"),
        (1, "; right wins if a == 0"),
    ]),
    // Points.
    ("gaining", &[
        (2, "n - k gain k for k in 1..2 if k <= n"),
        (2, "n - 1 if n > 0"),
        (1, "n - 1 gain ‹k› if n > 0"),
        (1, "n - k gain n % k for k in 1..n"),
        (1, "n - k for k in 1..n if ‹truth of take›"),
        (1, "m gain n - 2 * m for m in 0..n-1"),
        (1, "n - 1 gain (if n % 2 == 0 then 1 else -1/2) if n > 0"),
    ]),
    ("gaining pair", &[
        (2, "(a - 1, b) gain b if a > 0"),
        (2, "(a, b - 1) gain a if b > 0"),
        (1, "(a - k, b) for k in 1..a"),
        (1, "(b, a - 1) gain ‹k› if a > 0"),
        (1, "(a - 1, b - 1) gain a - b if a > 0 and b > 0"),
    ]),
    ("gaining board", &[
        (3, "b.with({p: \"‹full›\"}) for p in b.cells if b[p] == \".\""),
        (2, "b.with({p: \"‹full›\"}) gain length([q for q in b.neighbours(p) if b[q] == \"‹s›\"]) for p in b.cells if b[p] == \".\""),
        (1, "b.with({p: t}) for p in b.cells if b[p] == \".\" for t in [\"‹full›\", \"‹full›\"]"),
        (1, "b.with({p: \"‹full›\"}) gain ‹k› for p in b.cells if b[p] == \".\" and ‹truth›"),
        (1, "\".\" -> \"‹full›\" gain ‹k›"),
        (1, "\"..\" -> \"‹full›‹full›\" gain length(b.cells)"),
    ]),
    ("gaining pile", &[
        (3, "({x for x in s if x != y}, n + y) for y in s"),
        (2, "({x for x in s if x != y}, abs(n - y)) for y in s"),
        (1, "({x for x in s if x < y}, n) gain y for y in s"),
        (1, "(union(s, {n}), n - 1) if n > 0"),
        (1, "(difference(s, {y, ‹k›}), n + y) for y in s"),
        (1, "(intersection(s, 0..y - 1), n) for y in s"),
        (1, "({x for x in s if x != y}, max(n, y)) gain length(s) for y in s if y ‹cmp› n"),
        (1, "(t, sum([x for x in s if x > y]) - n) for y in s for t in [{x for x in s if x != y}]"),
        (1, "({x - 1 for x in s if x > 0}, n) gain ‹k› if length(s) > 0 and max(s) > 0"),
    ]),
    ("gaining row", &[
        (3, "([s[j] for j in 1..length(s) if j != i], n + s[i]) for i in 1..length(s)"),
        (2, "([s[j] for j in 1..i-1] + [s[j] for j in i+1..length(s)], abs(n - s[i])) for i in 1..length(s)"),
        (1, "([x for x in s if x != y], max(n, y)) gain y for y in s"),
        (1, "(sort([x for x in s if x < y]), n - ‹k›) for y in s"),
        (1, "([s[j] for j in 2..length(s)], n) gain s[1] if length(s) > 0"),
        (1, "(if s[1] > n then [x for x in s if x != s[1]] else [], n + 1) if s != []"),
    ]),
    ("gaining turn", &[
        (2, "(n - k, opponent(who)) gain k for k in 1..2 if k <= n"),
        (2, "(n - k, if k == 1 then who else opponent(who)) gain ‹k› for k in 1..n"),
        (1, "(n - 1, who) gain ‹k› if n > 0"),
        (1, "(n - 1, Left) if n > ‹k›"),
    ]),
    ("score", &[(1, "; score n"), (1, "; score ‹k1›"), (1, "; score 1/2 - n"), (1, "")]),
    ("score of pairs", &[(1, "; score a - b"), (1, "; score max(a, b)"), (1, "; score ‹k›")]),
    ("score of boards", &[
        (1, "; score b.count(\"‹s›\")"),
        (1, "; score b.count(\"‹s›\") - b.count(\"‹s›\")"),
        (2, "; score length([p for p in b.cells for q in b.neighbours(p) if b[p] != b[q]]) / 2"),
        (1, "; score sum([length(b.group(p)) for p in b.cells if b[p] == \"‹s›\"])"),
        (1, "; score ‹k›"),
    ]),
    ("score of piles", &[(2, "; score n"), (1, "; score sum(s) - n"), (1, "; score length(s) * n"), (1, "")]),
    ("whose turn", &[(3, "; turn who"), (1, "; turn who; score n")]),
];

/// Tables that lead nowhere.
const WORDS: &[&str] = &[
    "s", "ss", "full", "k", "k1", "cmp", "same", "bit", "numbers", "label", "labels", "mark",
    "code", "alphabet", "near", "range", "span", "turned",
];

/// The names that a template mentions.
fn names(template: &str) -> impl Iterator<Item = &str> {
    template.split('‹').skip(1).filter_map(|rest| rest.split('›').next())
}

/// Words drawn from the tables.
pub(crate) struct Words<'d> {
    pub(crate) dice: &'d mut Dice,
    pub(crate) alphabet: &'static str,
}

impl Words<'_> {
    /// One symbol of the alphabet.
    fn symbol(&mut self) -> char {
        let symbols: Vec<char> = self.alphabet.chars().collect();
        *self.dice.one_of(&symbols)
    }

    /// A way to write what a table is about.
    pub(crate) fn any(&mut self, name: &str, depth: usize) -> String {
        match name {
            "s" => return self.symbol().to_string(),
            "ss" => return [self.symbol(), self.symbol()].iter().collect(),
            "full" => {
                let full: Vec<char> =
                    self.alphabet.chars().filter(|&symbol| symbol != '.').collect();
                return self.dice.one_of(&full).to_string();
            }
            "k" => return self.dice.roll(4).to_string(),
            "k1" => return (1 + self.dice.roll(4)).to_string(),
            "range" => {
                let mut symbols = self.alphabet.chars();
                let (first, last) = (symbols.next().unwrap_or('0'), symbols.next_back());
                return format!("{first}..{}", last.unwrap_or(first));
            }
            "span" if self.alphabet.starts_with(|first: char| first.is_ascii_digit()) => {
                let [one, other] = [self.symbol(), self.symbol()];
                return format!("{}..{}", one.min(other), one.max(other));
            }
            "span" => return self.any("ss", depth),
            "alphabet" => return self.alphabet.to_owned(),
            "code" => return code(self.dice),
            "rewrite" => return super::rewriting::rule(self),
            _ => {}
        }
        let found = TABLES
            .iter()
            .chain(collections::TABLES)
            .chain(cells::TABLES)
            .chain(tables())
            .find(|(table, _)| *table == name);
        let (_, ways) = found.unwrap_or_else(|| panic!("there is no table called {name}"));
        let ends = |way: &(u64, &str)| depth > 0 || names(way.1).all(|name| WORDS.contains(&name));
        let can_end = ways.iter().any(ends);
        let weight = |way: &(u64, &str)| if can_end && !ends(way) { 0 } else { way.0 };
        let way = weighted(self.dice, ways, weight).1;
        self.fill(way, depth.saturating_sub(1))
    }

    /// A text in which `‹name›` is filled in.
    pub(crate) fn fill(&mut self, template: &str, depth: usize) -> String {
        let mut filled = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('‹') {
            let (name, after) = after.split_once('›').expect("each name ends");
            filled.push_str(before);
            filled += &self.any(name, depth);
            rest = after;
        }
        filled + rest
    }
}

/// One of some things, by their weights.
pub(crate) fn weighted<'t, T>(dice: &mut Dice, ways: &'t [T], weight: impl Fn(&T) -> u64) -> &'t T {
    let mut at = dice.roll(ways.iter().map(&weight).sum());
    ways.iter()
        .find(|way| {
            let found = at < weight(way);
            at = at.saturating_sub(weight(way));
            found
        })
        .expect("the weights add up")
}

/// A code of taking and breaking.
fn code(dice: &mut Dice) -> String {
    let digits = [
        "0.7", "0.77", "0.3", "0.137", "4.0", "0.[3]", "4.[3]", "0.07", "4!.0", "0.1", "0.6",
        "0.{0,2}",
    ];
    (*dice.one_of(&digits)).to_owned()
}

/// The clauses of a ruleset, and whether both players have the same moves.
fn clauses(words: &mut Words<'_>, kind: &Kind, depth: usize) -> (String, bool) {
    let some = |words: &mut Words<'_>| {
        let count = if depth < 2 { 1 } else { 1 + words.dice.roll(3) };
        let ways: Vec<String> = (0..count).map(|_| words.any(kind.clauses, depth)).collect();
        ways.join("; ")
    };
    if kind.name == "coins" {
        return (format!("turn {}", some(words)), true);
    }
    if kind.form == Form::LastMover && words.dice.roll(10) == 0 {
        let heads = words.any("who moves next", 1);
        let clauses: Vec<String> =
            heads.split(", ").map(|head| format!("{head} {}", some(words))).collect();
        return (clauses.join("; "), false);
    }
    let of_turns = kind.name == "gaining turn";
    match words.dice.roll(if of_turns { 4 } else { 10 }) {
        0..4 => (format!("move {}", some(words)), true),
        4 => (format!("left {}; right {}; move {}", some(words), some(words), some(words)), false),
        5 => (format!("left {}; right {}", some(words), words.any(kind.clauses, 0)), false),
        6 => {
            let both = some(words);
            (format!("left {both}; right {both}"), false)
        }
        7 => {
            let left = some(words);
            (format!("left {left}; right {}", exchanged(&left)), false)
        }
        _ => (format!("left {}; right {}", some(words), some(words)), false),
    }
}

/// A text with the symbols `x` and `o` exchanged where it quotes them.
fn exchanged(text: &str) -> String {
    let symbol = |symbol: char| match symbol {
        'x' => 'o',
        'o' => 'x',
        other => other,
    };
    let pieces = text.split('"').enumerate();
    let pieces = pieces.map(|(at, piece)| match at % 2 {
        1 => piece.chars().map(symbol).collect(),
        _ => piece.to_owned(),
    });
    pieces.collect::<Vec<String>>().join("\"")
}

/// A program that declares a ruleset called `name`, most often one that `is_right`. Early programs are the most trivial.
pub(crate) fn program(
    dice: &mut Dice,
    number: u64,
    name: &str,
    is_right: impl Fn(&str) -> bool,
) -> Program {
    let kind = weighted(dice, KINDS, |kind| kind.weight);
    let mut drawn = of_kind(kind, dice, number, name);
    for _ in 0..dice.roll(16) {
        if drawn.declarations.iter().all(|text| is_right(text)) {
            break;
        }
        drawn = of_kind(kind, dice, number, name);
    }
    drawn
}

fn of_kind(kind: &Kind, dice: &mut Dice, number: u64, name: &str) -> Program {
    // The first of each ten are as simple as can be.
    let depth = [0, 1, 1, 2, 2, 2, 3, 3, 4, 4][(number % 10) as usize];
    let alphabet = kind.place.alphabet(dice, depth < 2);
    let mut words = Words { dice, alphabet };
    let mut form = kind.form;
    let (mut body, is_impartial) = clauses(&mut words, kind, depth);
    if form == Form::LastMover && is_impartial {
        form = Form::Impartial;
    }
    body += &words.any(kind.remarks, depth);
    if matches!(form, Form::LastMover | Form::Impartial) {
        body += &words.any("misere", depth);
        if !body.contains("parts ") {
            let is_number = kind.params.ends_with("n: heap") || kind.params == "n";
            let blocking = if is_number { "blocking of numbers" } else { "blocking" };
            body += &words.any(blocking, depth);
        }
    }
    let (mut declarations, body) = functions(&mut words, name, body);
    let body = body.replace("Own(", &format!("{name}{}(", own_family(kind)));
    let (params, family) = (words.fill(kind.params, depth), words.fill(kind.family, depth));
    let called = format!("{name}{family}");
    let dice = words.dice;
    let positions =
        positions(dice, kind.place, alphabet, form).map(|position| format!("{called}({position})"));
    declarations.push(format!("game {name}({params}) {{ {} }}", body.trim_start_matches("; ")));
    Program { kind: kind.name, form, declarations, positions: positions.collect() }
}

/// The parameters of its family, as rules write them after the name of their own ruleset.
fn own_family(kind: &Kind) -> String {
    let family = kind.params.split_once(")(").map(|(family, _)| family);
    let name = family.and_then(|family| family.split(':').next());
    name.map(|name| format!("({name})")).unwrap_or_default()
}
