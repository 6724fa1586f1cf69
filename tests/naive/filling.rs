//! Random rulesets in which cells are filled, against backward induction, which knows neither parts nor bounds.

use super::{Asked, Dice};

/// What a move can gain; `p` is the cell, `c` the symbol.
const GAINS: &[&str] = &[
    "0",
    "1/3",
    "if c == \"x\" then 1 else -1/2",
    "length([q for q in b.neighbours(p) if b[q] == \"#\" and length(b.liberties(q)) == 1])",
    "-2 * length([q for q in b.neighbours(p) if b[q] == \"#\" and length(b.liberties(q)) == 1])",
    "if all([b[q] != \".\" for q in b.neighbours(p)]) then 2 else 0",
    "length([q for q in b.neighbours(p) if b[q] == c])",
    "length(b.liberties(p))",
];

/// What the score can be.
const SCORES: &[&str] = &[
    "0",
    "length([p for p in b.cells for q in b.neighbours(p) if b[p] != b[q]]) / 2",
    "length([p for p in b.cells if b[p] == \"x\"]) - 3 * length([p for p in b.cells if any([b[q] == \"#\" for q in b.neighbours(p)]) and b[p] == \"o\"])",
    "if all([b[p] == \"x\" for p in b.cells]) then 5 else 1/2",
    "abs(length([p for p in b.cells if b[p] == \"x\"]) - 2)",
];

/// Who moves next, where the rules say it.
const TURNS: &[&str] = &[
    "if gained != 0 then who else opponent(who)",
    "if c == \"x\" or gained > 0 then who else opponent(who)",
    "if any([b[q] == \"x\" for q in b.neighbours(p)]) then opponent(who) else who",
    "opponent(who)",
];

fn board(dice: &mut Dice, open: usize) -> String {
    let size = *dice.one_of(&[(1, 4), (1, 5), (2, 2), (2, 3), (3, 3)]);
    let mut left = open;
    let mut cell = || {
        let sign = *dice.one_of(&['.', '.', '.', '#', '#', 'x', 'o']);
        let sign = if sign == '.' && left == 0 { '#' } else { sign };
        left -= usize::from(sign == '.');
        sign
    };
    let rows = (0..size.0).map(|_| (0..size.1).map(|_| cell()).collect::<String>());
    rows.collect::<Vec<_>>().join("|")
}

#[test]
fn values_of_random_rulesets_that_fill_cells_are_those_of_backward_induction() {
    let (mut asked, mut dice) = (Asked::new(), Dice(11));
    for round in 0..60 {
        let symbols = *dice.one_of(&["[\"x\"]", "[\"x\", \"o\"]", "[\"o\", \"x\", \"#\"]"]);
        let (gain, score) = (*dice.one_of(GAINS), *dice.one_of(SCORES));
        let turn = dice.roll(2) == 0;
        let who = *dice.one_of(TURNS);
        let ways =
            format!("for p in b.cells if b[p] == \".\" for c in {symbols} for gained in [{gain}]");
        let rules = match turn {
            true => format!(
                "game Fill{round}(b: grid of \".xo#\", who = Left) {{ move (b.with({{p: c}}), {who}) gain gained {ways}\n turn who\n score {score} }}"
            ),
            false => format!(
                "game Fill{round}(b: grid of \".xo#\") {{ move b.with({{p: c}}) gain gained {ways}\n score {score} }}"
            ),
        };
        asked.print(&format!("{rules}\n0"));
        for _ in 0..4 {
            let board = board(&mut dice, 5);
            let position = format!("Fill{round}(\"{board}\")");
            let first = if turn { String::new() } else { ", Max".to_owned() };
            let table = format!("backward_induction({position}{first})");
            let found = asked.print(&format!("value({position}{first})"));
            let row = match turn {
                true => format!("Fill{round}(\"{board}\", Left)"),
                false => position,
            };
            let expected = asked.print(&format!("{table}[({row}, Left)]"));
            assert_eq!(found, expected, "{rules}\n{table}");
        }
    }
}
