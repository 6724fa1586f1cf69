//! Ways to move on boards and graphs whose cells, vertices or edges show numbers.
//!
//! Must not know: what any of it means.

use super::grammar::Table;

#[rustfmt::skip]
pub(crate) const TABLES: &[Table] = &[
    ("numbers on cells", &[
        (3, "b.with({p: k}) for p in b.cells for k in ‹bit›..b[p]-1"),
        (3, "b.with({p: b[p] - 1}) for p in b.cells if b[p] > 0"),
        (2, "b.with({p: b[p] - ‹k1›}) for p in b.cells if b[p] >= ‹k1›"),
        (2, "b.with({p: b[p] - 1, q: min(b[q] + 1, 3)}) for p in b.cells for q in b.neighbours(p) if b[p] > ‹bit›"),
        (2, "b.with({p: b[p] - 1, q: b[q] - 1}) for p in b.cells for q in b.neighbours(p) if b[p] > 0 and b[q] > 0"),
        (2, "b.with({p: 0}) for p in b.cells if b[p] > ‹bit› and all([b[q] ‹cmp› ‹k› for q in b.neighbours(p)])"),
        (1, "b.with({p: 0}) for p in b.cells if b[p] > 0 if sum([b[q] for q in b.neighbours(p)]) ‹cmp› ‹k1›"),
        (1, "b.with({p: k}) for p in b.cells for k in ‹range› if k < b[p] if k ‹cmp› ‹k1›"),
        (1, "b.with({p: k}) for p in b.cells let k := div(b[p], 2) if k < b[p]"),
        (1, "b.with({p: nim_sum(b[p], ‹k1›)}) for p in b.cells if nim_sum(b[p], ‹k1›) < b[p]"),
        (1, "b.with({p: b[p] - 1, b.cells[-1]: ‹s›}) for p in b.cells if b[p] > 0 and p != b.cells[-1]"),
        (1, "b.with({[q for q in b.neighbours(p) if b[q] > 0]: ‹s›}) for p in b.cells if b[p] ‹cmp› ‹k1›"),
        (1, "b.with({p: b[p] + 1, q: b[q] - 2}) for p in b.cells for q in b.neighbours(p) if b[q] > ‹k1›"),
        (1, "[x for x in list(b) if x != k] + [k] for k in list(b) if length(b.cells) == ‹k1›"),
        (1, "b.with({p: b[p] - 1, b.cells[1]: 0}) for p in b.cells if b[p] > 0"),
        (1, "b.with({b.group(p): b[p] - 1}) for p in b.cells if b[p] > 0"),
        (1, "b.with({p: b[p] - b[q]}) for p in b.cells for q in b.neighbours(p) if 0 < b[q] <= b[p]"),
    ]),
    ("numbers in patterns", &[
        (4, "‹rewrite›"),
        (2, "\"[‹span›]‹s›\" -> \"‹s›‹s›\"‹turned›"),
        (2, "\"[‹span›]\" -> \"‹s›\""),
        (1, "\"‹s›?\" -> \"‹s›?\"‹turned›"),
        (1, "\"[^‹span›]‹s›\" -> \"?‹s›\" orthogonally"),
        (1, "\"[‹span›‹s›]‹s›\" -> \"?‹s›\""),
        (1, "text(k) -> text(k - 1) for k in 1..‹k1› if after != b"),
        (1, "\"‹s›\" + text(k) -> text(k) + \"‹s›\"‹turned› for k in ‹range›"),
        (1, "\"‹s›[‹span›]~‹s›\" -> \"‹s›?~‹s›\""),
        (2, "b.with({p: b[p] - 1}) for p in b.cells if b[p] > ‹k›"),
        (1, "b.with({p: ‹s›}) for p in b.cells if b[p] in ‹range› and b[p] != ‹s›"),
    ]),
    ("numbers on vertices", &[
        (3, "g.with({p: k}) for p in g.vertices for k in ‹bit›..g[p]-1"),
        (3, "g.with({p: g[p] - ‹k1›}) for p in g.vertices if g[p] >= ‹k1›"),
        (2, "g.with({p: g[p] - 1, q: g[q] - 1}) for p in g.vertices for q in g.neighbours(p) if min(g[p], g[q]) > ‹bit›"),
        (2, "g.with({p: g[p] - 1, q: g[q] + 1}) for p in g.vertices for q in g.neighbours(p) if g[p] > ‹bit› and g[q] < ‹k1›"),
        (1, "g.with({p: g[p] - g.degree(p)}) for p in g.vertices if g[p] >= g.degree(p) if g.degree(p) > 0"),
        (1, "g.with({p: m}) for p in g.vertices if g.neighbours(p) != [] let m := min([g[q] for q in g.neighbours(p)]) if m < g[p]"),
        (1, "g.with({p: nim_sum(g[p], ‹k1›)}) for p in g.vertices if nim_sum(g[p], ‹k1›) < g[p]"),
        (1, "g.with({p: div(g[p], 2)}) for p in g.vertices if g[p] > 0"),
        (1, "g.with({g.vertices: ‹s›}) for p in g.vertices if g[p] > ‹k›"),
        (2, "g.remove(p) for p in g.vertices if g[p] ‹cmp› ‹k›"),
        (1, "g.remove(p) for p in g.vertices if sum([g[q] for q in g.neighbours(p)]) ‹cmp› g[p]"),
        (1, "g.remove(e) for e in g.edges if sum([g[v] for v in list(e.ends)]) ‹cmp› ‹k1›"),
        (1, "g.remove([p, q]) for p in g.vertices for q in g.neighbours(p) if g[p] ‹cmp› g[q]"),
    ]),
    ("numbers on edges", &[
        (3, "g.with({e: k}) for e in g.edges for k in ‹bit›..e.label-1"),
        (3, "g.with({e: e.label - 1}) for e in g.edges if e.label > ‹k1›"),
        (2, "g.remove(e) for e in g.edges if e.label ‹cmp› ‹k1›"),
        (2, "(if e.label > ‹k1› then g.with({e: e.label - 1}) else g.remove(e)) for e in g.edges"),
        (1, "g.cut(e) for e in g.edges if e.label % 2 == ‹bit›"),
        (1, "g.remove(list(e.ends)) for e in g.edges if e.label ‹cmp› ‹k›"),
        (1, "g.remove(p) for p in g.vertices if sum([e.label for e in g.edges if p in list(e.ends)]) ‹cmp› ‹k1›"),
        (1, "g.with({e: e.label - f.label}) for e in g.edges for f in g.edges if f.label < e.label"),
        (1, "g.remove(e) for e in g.edges if e.label == max([f.label for f in g.edges])"),
    ]),
    ("numbers under a token", &[
        (3, "(g.with({p: k}), q) for k in ‹bit›..g[p]-1 for q in g.neighbours(p)"),
        (2, "(g.with({p: g[p] - 1}), p) if g[p] > ‹k1›"),
        (1, "(g.remove(p), q) for q in g.neighbours(p) if q != p and g[q] ‹cmp› ‹k›"),
        (1, "(g.with({q: g[q] - 1}), q) for q in g.neighbours(p) if g[q] > ‹bit›"),
    ]),
];
