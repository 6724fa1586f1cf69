//! Boards with more cells than fit in words of fixed length.

use super::tests::Both;
use crate::board::rewrite::random_tests::Random;
use crate::board::rewrite::value_tests::{Pair, nth};
use crate::board::rewrite::{Rule, Rules, Turns};
use crate::board::{Alphabet, Board, Shape};
use crate::impartial::LoopyNimber;
use crate::length::cases;
use crate::solve::Playable as _;
use crate::{Game, Player, Solver};

/// A symbol that no rule writes and only `?` matches.
const WALL: u8 = 3;
/// Greatest distance between a cell matched by `?` and another cell of a rule.
const REACH: usize = 2;

/// A board of walls.
fn walls(rows: usize, columns: usize) -> Board {
    let mut board = Board::empty(rows, columns).unwrap();
    board.symbols_mut().fill(WALL);
    board
}

/// Copies a board into another with its first cell at this place, counted from 0.
fn put(into: &mut Board, what: &Board, (row, column): (usize, usize)) {
    for (i, j, symbol) in what.cells() {
        let cell = into.index(row + i, column + j).unwrap();
        into.symbols_mut()[cell] = symbol;
    }
}

/// A large board with a few distant islands of live cells has the value of the sum of the small boards with
/// one island each, as naive play finds them.
fn islands(sizes: &[(usize, usize)], island: (usize, usize), seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..cases(40) {
        let rules = |random: &mut Random| (0..2).filter_map(|_| random.rule()).collect::<Vec<_>>();
        let (left, right) = (rules(&mut random), rules(&mut random));
        let mut pair = Pair::new(&left, &right);
        let (rows, columns) = sizes[random.below(sizes.len() as u64) as usize];
        let margin = if rows == 1 { 0 } else { REACH };
        let (height, width) = (island.0 + 2 * margin, island.1 + 2 * REACH);
        let mut board = walls(rows, columns);
        let mut value = Game::ZERO;
        for _ in 0..4 {
            let code = random.below(3u64.pow((island.0 * island.1) as u32)) as usize;
            let mut small = walls(height, width);
            put(&mut small, &nth(island.0, island.1, 3, code), (margin, REACH));
            let row = random.below((rows / height) as u64) as usize * height;
            let column = random.below((columns / width) as u64) as usize * width;
            let taken = board.get(row + margin + 1, column + REACH + 1) != Some(WALL);
            if !taken {
                put(&mut board, &small, (row, column));
                let one = pair.value(&small);
                value = pair.sum(value, one);
            }
        }
        assert_eq!(pair.on_planes(&board), value, "{left:?} {right:?} {board:?}");
    }
}

#[test]
fn live_cells_on_long_strips_are_worth_their_sum() {
    islands(&[(1, 600), (1, 1023), (1, 2000)], (1, 5), 20);
}

#[test]
fn live_cells_on_wide_grids_are_worth_their_sum() {
    islands(&[(25, 25), (30, 40), (1000, 6)], (2, 2), 21);
}

/// Random rules split large boards as the cell-by-cell definition does.
#[test]
fn large_boards_have_the_parts_of_the_definition() {
    let mut random = Random::new(22);
    let sizes = [(1, 600), (1, 1000), (25, 25), (40, 16), (520, 1), (130, 5)];
    let mut parts = 0;
    for round in 0..cases(60) {
        let rules = [(); 2].map(|()| (0..2).filter_map(|_| random.rule()).collect::<Vec<Rule>>());
        let Ok(mut both) = Both::of(rules, 4, 1000) else { continue };
        let (rows, columns) = sizes[round as usize % sizes.len()];
        let mut board = walls(rows, columns);
        let live = 1 + random.below(9);
        for symbol in board.symbols_mut() {
            if random.below(10) < live {
                *symbol = random.below(3) as u8;
            }
        }
        parts += both.agree_on_parts(&board);
    }
    assert!(parts > 500, "{parts}");
}

/// The nimbers of Dawson's Kayles, by the mex rule.
fn dawsons_kayles(most: usize) -> Vec<u32> {
    let mut nimbers: Vec<u32> = vec![0, 0];
    for n in 2..=most {
        let left = |i: usize| nimbers[i] ^ nimbers[n - 2 - i];
        let options: Vec<u32> = (0..=n - 2).map(left).collect();
        nimbers.push((0..).find(|nimber| !options.contains(nimber)).unwrap());
    }
    nimbers
}

#[test]
fn long_rows_have_the_nimbers_of_their_heap_game() {
    let cram = Rules::grid(".#").unwrap().both("..", "##", Turns::Orthogonally).unwrap();
    let cram = Solver::new(cram);
    let nimbers = dawsons_kayles(700);
    for (rows, columns) in [(1, 511), (1, 512), (1, 513), (514, 1), (1, 640), (641, 1), (1, 700)] {
        let board = Board::empty(rows, columns).unwrap();
        let expected = LoopyNimber::Finite(nimbers[rows * columns]);
        assert_eq!(cram.nimber(&board).unwrap(), expected, "{rows}x{columns}");
    }
}

#[test]
fn one_piece_walks_over_a_large_board() {
    let walks = Rules::grid(".xo")
        .unwrap()
        .left("x.", ".x", Turns::None)
        .and_then(|rules| rules.left("x|.", ".|x", Turns::None))
        .and_then(|rules| rules.right(".o", "o.", Turns::None))
        .and_then(|rules| rules.right(".|o", "o|.", Turns::None))
        .unwrap();
    let walks = Solver::new(walks);
    for (rows, columns) in [(25, 25), (30, 20), (1, 600), (600, 1)] {
        let mut board = Board::empty(rows, columns).unwrap();
        let steps = (rows + columns - 2) as i64;
        board.symbols_mut()[0] = 1;
        assert_eq!(walks.game(&board).unwrap(), steps);
        board.symbols_mut()[0] = 0;
        board.symbols_mut()[rows * columns - 1] = 2;
        assert_eq!(walks.game(&board).unwrap(), -steps);
    }
}

/// A part has the same number as its symmetric images.
#[test]
fn large_parts_that_are_symmetric_have_one_number() {
    let alphabet = Alphabet::parse(".xo").unwrap();
    let clobber = |from, to| {
        vec![Rule::single(from, to, Turns::Orthogonally, &alphabet, Shape::Grid).unwrap()]
    };
    let mut both = Both::of([clobber("xo", ".x"), clobber("ox", ".o")], 3, 40).unwrap();
    let mut random = Random::new(23);
    for (rows, columns) in [(23, 23), (20, 31)] {
        let mut board = Board::empty(rows, columns).unwrap();
        for (cell, symbol) in board.symbols_mut().iter_mut().enumerate() {
            // Adjacent stones differ, with a few exceptions.
            *symbol = 1 + ((cell / columns + cell % columns) % 2) as u8;
            if random.below(9) == 0 {
                *symbol = 3 - *symbol;
            }
        }
        let number = both.by_planes(&board);
        assert_eq!(number.len(), 1);
        let (id, negated) = number[0];
        let cell = |row: usize, column: usize| board.symbols()[row * columns + column];
        let turned = |rows: usize, columns: usize, from: &dyn Fn(usize, usize) -> u8| {
            let cells = (0..rows * columns).map(|i| from(i / columns, i % columns));
            Board::new(rows, columns, cells.collect())
        };
        let images = [
            turned(columns, rows, &|row, column| cell(column, row)),
            turned(rows, columns, &|row, column| cell(rows - 1 - row, column)),
            turned(rows, columns, &|row, column| cell(row, columns - 1 - column)),
            turned(columns, rows, &|row, column| cell(column, columns - 1 - row)),
        ];
        for image in images {
            assert_eq!(both.by_planes(&image), [(id, negated)], "{image:?}");
        }
        let exchanged = turned(rows, columns, &|row, column| 3 - cell(row, column));
        assert_eq!(both.by_planes(&exchanged), [(id, !negated)]);
        let moves = |player| both.planes().options(&id, player).unwrap().len();
        assert!(moves(Player::Left) > 500 && moves(Player::Left) == moves(Player::Right));
    }
}
