//! Ways to move on boards whose cells show numbers.
//!
//! Must not know: what any of it means.

use super::grammar::Table;

#[rustfmt::skip]
pub(crate) const TABLES: &[Table] = &[
    ("numbers on cells", &[
        (3, "b.with({p: k}) for p in b.cells for k in 0..b[p]-1"),
        (3, "b.with({p: b[p] - 1}) for p in b.cells if b[p] > 0"),
        (2, "b.with({p: b[p] - ‹k1›}) for p in b.cells if b[p] >= ‹k1›"),
        (2, "b.with({p: b[p] - 1, q: min(b[q] + 1, 3)}) for p in b.cells for q in b.neighbours(p) if b[p] > ‹bit›"),
        (2, "b.with({p: b[p] - 1, q: b[q] - 1}) for p in b.cells for q in b.neighbours(p) if b[p] > 0 and b[q] > 0"),
        (2, "b.with({p: 0}) for p in b.cells if b[p] > ‹bit› and all([b[q] ‹cmp› ‹k› for q in b.neighbours(p)])"),
        (1, "b.with({p: 0}) for p in b.cells if b[p] > 0 if sum([b[q] for q in b.neighbours(p)]) ‹cmp› ‹k1›"),
        (1, "b.with({p: k}) for p in b.cells for k in 0..3 if k < b[p] if k ‹cmp› ‹k1›"),
        (1, "b.with({p: b[p] - 1, b.cells[1]: 0}) for p in b.cells if b[p] > 0"),
        (1, "b.with({b.group(p): b[p] - 1}) for p in b.cells if b[p] > 0"),
        (1, "b.with({p: b[p] - b[q]}) for p in b.cells for q in b.neighbours(p) if 0 < b[q] <= b[p]"),
    ]),
    ("numbers in patterns", &[
        (2, "\"[1..3]0\" -> \"00\""),
        (2, "\"[2..3]\" -> \"1\""),
        (2, "\"1\" -> \"0\""),
        (1, "\"3?\" -> \"2?\""),
        (1, "\"[^0..1]1\" -> \"?0\" orthogonally"),
        (1, "b.with({p: b[p] - 1}) for p in b.cells if b[p] > 0"),
    ]),
];
