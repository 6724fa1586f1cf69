//! Boards that come back to their beginning: what a step does there is what it does after some cut.

use std::collections::BTreeSet;

use super::{Rule, Turns, Written};
use crate::board::{Alphabet, Board, Shape, Symbol};

/// Steps without `[^x]` and borders, which see where a board is cut.
const STEPS: &[(&str, &str)] = &[
    ("x.", ".x"),
    ("xo.", "..x"),
    ("x.~.", "..~x"),
    ("x(o.)~o.", ".(..)~.x"),
    ("[xo].~o", "?x~."),
    ("x ?o", "o ?."),
    ("...", "xxx"),
    ("?.?", "o?x"),
];

/// The same with several rows.
const TALL: &[(&str, &str)] = &[("x|.", ".|x"), ("x.|.o", "..|xx"), ("x |?o", "o |?.")];

/// All boards of a size over `.xo`.
fn boards(rows: usize, columns: usize) -> Vec<Board> {
    let cells = rows * columns;
    let symbol = |code: usize, cell: usize| (code / 3_usize.pow(cell as u32) % 3) as Symbol;
    (0..3_usize.pow(cells as u32))
        .map(|code| Board::new(rows, columns, (0..cells).map(|cell| symbol(code, cell)).collect()))
        .collect()
}

/// The board that begins with a row and a column of this one.
fn cut(board: &Board, (down, right): (usize, usize)) -> Board {
    let (rows, columns) = (board.rows(), board.columns());
    let from = |row: usize, column: usize| {
        board.symbols()[(row + down) % rows * columns + (column + right) % columns]
    };
    let cells = (0..rows * columns).map(|cell| from(cell / columns, cell % columns)).collect();
    Board::new(rows, columns, cells)
}

fn rule(step: (&str, &str), turns: Turns, shape: Shape) -> Option<Rule> {
    let (pattern, replacement) = step;
    let written = [Written::once(pattern, replacement, turns)];
    Rule::compile(&written, &Alphabet::parse(".xo").unwrap(), shape).ok()
}

#[test]
fn a_step_on_a_closed_board_is_a_step_after_a_cut() {
    let sizes = [
        (Shape::Ring, Shape::Strip, vec![(1, 1), (1, 2), (1, 4), (1, 5)]),
        (Shape::Cylinder, Shape::Grid, vec![(2, 1), (2, 2), (2, 3)]),
        (Shape::Torus, Shape::Grid, vec![(1, 3), (2, 2), (3, 2)]),
    ];
    let turned = [Turns::None, Turns::Orthogonally, Turns::AnyDirection, Turns::Hexagonally];
    let mut steps: Vec<_> =
        STEPS.iter().flat_map(|step| turned.map(|turns| (*step, turns))).collect();
    steps.extend(TALL.iter().map(|step| (*step, Turns::None)));
    for (closed, open, sizes) in sizes {
        for &(step, turns) in &steps {
            let (Some(round), Some(flat)) = (rule(step, turns, closed), rule(step, turns, open))
            else {
                continue;
            };
            for board in sizes.iter().flat_map(|(rows, columns)| boards(*rows, *columns)) {
                let (rows, columns) = (board.rows(), board.columns());
                let [down, right] = closed.wraps();
                let cuts = |cells: usize, around: bool| if around { cells } else { 1 };
                let mut expected = BTreeSet::new();
                for row in 0..cuts(rows, down) {
                    for column in 0..cuts(columns, right) {
                        let back = ((rows - row) % rows, (columns - column) % columns);
                        let flat_board = cut(&board, (row, column));
                        let made = flat.results(&flat_board).unwrap();
                        expected.extend(made.map(|after| cut(&after, back).shaped(closed)));
                    }
                }
                let closed_board = board.clone().shaped(closed);
                let found: BTreeSet<Board> = round.results(&closed_board).unwrap().collect();
                assert_eq!(found, expected, "{step:?} {turns:?} {closed:?} {board}");
            }
        }
    }
}

#[test]
fn over_the_border_is_a_step_on_a_larger_board() {
    let alphabet = Alphabet::parse(".x").unwrap();
    for (pattern, replacement) in [("..", "xx"), (".?.", "x?x"), ("..|..", "xx|xx"), (".|?", "x|?")]
    {
        let turns = Turns::None;
        let over = [Written { pattern, replacement, turns, repeats: false, over_the_border: true }];
        let rule = Rule::compile(&over, &alphabet, Shape::Grid).unwrap();
        for text in [".", "..", "x.|..", "...|.x.|...", "....|x..."] {
            let board = Board::parse(text, Shape::Grid, &alphabet).unwrap();
            let rows: Vec<Vec<char>> =
                pattern.split('|').map(|row| row.chars().collect()).collect();
            let after: Vec<Vec<char>> =
                replacement.split('|').map(|row| row.chars().collect()).collect();
            let mut expected = BTreeSet::new();
            for down in -2..=board.rows() as i64 {
                for right in -2..=board.columns() as i64 {
                    let (mut next, mut fits, mut writes) = (board.clone(), true, false);
                    for (row, cells) in (1..).zip(&rows) {
                        for (column, sign) in (1..).zip(cells) {
                            let place = (down + row, right + column);
                            let Some(at) = board.at(place.0, place.1) else { continue };
                            fits &= *sign == '?' || board.symbols()[at] == 0;
                            if after[row as usize - 1][column as usize - 1] == 'x' {
                                writes |= next.set(at, 1);
                            }
                        }
                    }
                    if fits && writes {
                        expected.insert(next);
                    }
                }
            }
            let found: BTreeSet<Board> = rule.results(&board).unwrap().collect();
            assert_eq!(found, expected, "{pattern} {text}");
        }
    }
}

#[test]
fn a_board_without_a_border_refuses_it() {
    for (step, turns, shape, is_known) in [
        (("^x", "."), Turns::None, Shape::Ring, false),
        (("x$", "."), Turns::Orthogonally, Shape::Torus, false),
        (("x$", "."), Turns::None, Shape::Cylinder, false),
        (("x$", "."), Turns::Orthogonally, Shape::Cylinder, true),
        (("^|x", "."), Turns::None, Shape::Cylinder, true),
        (("^|x", "."), Turns::None, Shape::Torus, false),
        (("x.", ".x"), Turns::Hexagonally, Shape::Ring, false),
    ] {
        assert_eq!(rule(step, turns, shape).is_some(), is_known, "{step:?} {turns:?} {shape:?}");
    }
}
