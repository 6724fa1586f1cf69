//! Functions that rules of the hunt call: what their bodies are drawn from.

use super::grammar::Table;

/// The tables of functions of the integers `m` and `k` that compute step by step: integers, truths, lists of tuples, lists of
/// lists, and tuples.
pub(crate) const FUNCTIONS: &[Table] = &[
    (
        "counted",
        &[
            (2, "while k > 0 {\n(m, k) := (k, m % k)\n}\nm"),
            (2, "s := ‹bit›\nfor i in 1..k {\nif m % i == 0 { s := s + i }\n}\ns"),
            (2, "if k <= 0 { return m }\nif m > k { return counted(m - k, k - 1) }\nk"),
            (
                1,
                "for i in 1..m {\nif i * i > k { break }\nif i == ‹k1› { continue }\nm := m - 1\n}\nm",
            ),
            (1, "s := 0\nwhile m > 0 {\n(s, m) := (s + m % 3, div(m, 3))\n}\ns - k"),
            (1, "if m > ‹k1› { s := m - k }\ns"),
            (1, "if m ‹cmp› ‹k› { return div(m, k) }\nfor i in [‹k›, ‹k1›] { m := abs(m - i) }\nm"),
        ],
    ),
    (
        "asked",
        &[
            (2, "for i in 2..m {\nif m % i == k { return false }\n}\ntrue"),
            (2, "if m < ‹k1› { m == k } else { asked(m - ‹k1›, k) }"),
            (1, "while m > k { m := m - ‹k1› }\nm == k"),
            (1, "s := 1\nwhile s < m { s := s * 2 }\ns == m or m ‹cmp› ‹k1›"),
            (
                1,
                "if m ‹cmp› 2 { return all([m % i != k for i in 1..m]) }\nm < 5 and asked(m - 1, k + 1)",
            ),
        ],
    ),
    (
        "paired",
        &[
            (2, "out := []\nwhile m > 0 {\nm := m - ‹k1›\nout := out + [(m, k + 1)]\n}\nout"),
            (2, "if m < 1 or k < 0 { return [] }\n[(m - 1, k)] + paired(m - 1, k - 1)"),
            (1, "for i in 1..m {\nif i == ‹k1› { return [(i - 1, k)] }\n}\n[]"),
            (
                1,
                "out := [(0, k)]\nfor i in 1..m { if i ‹cmp› k { out := [(i - 1, k)] + out } }\nif m > 0 then out else []",
            ),
            (1, "if m > ‹k1› { out := [] }\nout := out + [(m - 1, k)]\nout"),
        ],
    ),
    (
        "halved",
        &[
            (
                2,
                "out := []\na := ‹bit›\nwhile a < m - a {\nout := out + [[a, m - a]]\na := a + ‹k1›\n}\nout",
            ),
            (1, "if k < 1 or m < k then [] else [[m - k, k - 1]] + halved(m, k - 1)"),
            (
                1,
                "out := []\nfor i in 1..m { if m % i == ‹bit› { out := out + [[m - i, i - 1], [i - 1, k]] } }\nout",
            ),
        ],
    ),
    (
        "moved",
        &[
            (2, "while m > k { m := m - ‹k1› }\n(m, k)"),
            (1, "for i in 1..k { if m > 0 { m := m - 1 } }\n(k, m)"),
            (1, "if m ‹cmp› k { return (m, 0) }\n(m, moved(m, k - 1)[1])"),
        ],
    ),
];
