//! Guards on words against guards cell by cell.

use std::sync::Arc;

use super::guards::Guard;
use super::word::{Widest, Word};
use crate::board::rewrite::random_tests::Random;
use crate::board::{Board, CellSet, Moment, Symbol};

const SYMBOLS: u64 = 4;

/// A random set.
fn random(dice: &mut Random, depth: usize) -> CellSet {
    let symbols = dice.below(1 << SYMBOLS);
    let moment = if dice.below(2) == 0 { Moment::Before } else { Moment::After };
    if depth == 0 {
        return match dice.below(6) {
            0 => CellSet::All,
            1 => CellSet::Changed,
            _ => CellSet::Showing(symbols, moment),
        };
    }
    let kind = dice.below(7);
    let set = random(dice, depth - 1);
    match kind {
        0 => set.beside(),
        1 | 2 => CellSet::Groups(symbols, Box::new(set), moment),
        3 => !set,
        4 => set.and(random(dice, depth - 1)),
        5 => set.or(random(dice, depth - 1)),
        _ => set.all_unless(),
    }
}

/// Whether a cell is in a set, for a move at `moved` between two boards.
fn holds(set: &CellSet, boards: [&Board; 2], moved: usize, cell: usize) -> bool {
    let board = |moment: Moment| boards[moment as usize];
    let shows =
        |symbols: u64, moment, cell: usize| symbols >> board(moment).symbols()[cell] & 1 != 0;
    let within = |set: &CellSet, cell| holds(set, boards, moved, cell);
    match set {
        CellSet::All => true,
        CellSet::Changed => cell == moved,
        CellSet::Showing(symbols, moment) => shows(*symbols, *moment, cell),
        CellSet::Beside(set) => boards[0].neighbours(cell).any(|beside| within(set, beside)),
        CellSet::Groups(symbols, set, moment) => {
            shows(*symbols, *moment, cell)
                && board(*moment).group(cell).into_iter().any(|other| within(set, other))
        }
        CellSet::Not(set) => !within(set, cell),
        CellSet::And(both) => both.iter().all(|set| within(set, cell)),
        CellSet::Or(both) => both.iter().any(|set| within(set, cell)),
        CellSet::AllUnless(set) => !(0..boards[0].symbols().len()).any(|cell| within(set, cell)),
    }
}

fn planes<W: Word>(board: &Board) -> Vec<W> {
    let mut planes = vec![W::ZERO; SYMBOLS as usize];
    for (cell, &symbol) in board.symbols().iter().enumerate() {
        planes[symbol as usize] |= &W::bit(cell);
    }
    planes
}

fn check<W: Word>(seed: u64, sizes: &[(usize, usize)], times: usize) {
    let mut dice = Random::new(seed);
    let mut allowed = 0;
    for round in 0..times {
        let (rows, columns) = sizes[round % sizes.len()];
        let guard = random(&mut dice, 1 + round % 4);
        let symbols: Vec<Symbol> =
            (0..rows * columns).map(|_| dice.below(SYMBOLS) as Symbol).collect();
        let written = dice.below(SYMBOLS) as Symbol;
        let board = Board::new(rows, columns, symbols.into());
        let before = planes::<W>(&board);
        let after = |cell: usize| {
            let mut after = board.clone();
            after.symbols_mut()[cell] = written;
            after
        };
        let compiled = Guard::new(&Arc::new(guard.clone()), (rows, columns));
        let found = compiled.allowed(
            W::lowest(rows * columns),
            &before,
            &mut vec![W::ZERO; SYMBOLS as usize],
            |cell, into: &mut [W]| into.clone_from_slice(&planes(&after(cell))),
        );
        for cell in 0..rows * columns {
            let expected = holds(&guard, [&board, &after(cell)], cell, cell);
            let shown = (found.clone() & &W::bit(cell)) == W::bit(cell);
            assert_eq!(shown, expected, "{guard:?} at {cell} of {board:?}, writing {written}");
            allowed += usize::from(shown);
        }
    }
    assert!(allowed > times, "{allowed} moves");
}

#[test]
fn guards_hold_on_words_as_cell_by_cell() {
    check::<u64>(1, &[(1, 1), (1, 7), (3, 3), (4, 1), (2, 5), (5, 4), (8, 8), (1, 64)], 3000);
    check::<u128>(2, &[(3, 3), (8, 9), (1, 128), (128, 1), (11, 11)], 400);
    check::<Widest>(3, &[(3, 4), (12, 13), (1, 200), (20, 20)], 60);
}
