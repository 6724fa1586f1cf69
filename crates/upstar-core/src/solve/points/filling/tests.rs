//! Random filling games against the definition of minimax.

use proptest::prelude::*;

use super::*;
use crate::length::properties;
use crate::solve::bounded::tests::{replaced, scarce};
use crate::solve::points::{Move, Turn};
use crate::solve::{Ruleset, Sum};
use crate::{Rational, oracle};

/// A filling game, played move by move.
struct Played(Filling);

impl Ruleset for Played {
    type Position = (Shown, Player);
    type Error = Error;

    fn options(&self, _: &(Shown, Player), _: Player) -> Result<Vec<Sum<Self::Position>>, Error> {
        unreachable!("play is for points")
    }

    fn turn(&self, &(shown, mover): &(Shown, Player)) -> Result<Turn<Self::Position>, Error> {
        if shown.open == 0 {
            return Ok(Turn::Over(Rational::ZERO));
        }
        let mut moves = Vec::new();
        for cell in (0..64).filter(|cell| shown.open >> cell & 1 != 0) {
            for &symbol in &self.0.choices[usize::from(cell)] {
                moves.push(self.filled(shown, mover, cell, symbol));
            }
        }
        Ok(Turn::Of(mover, moves))
    }
}

impl Played {
    fn entry(&self, table: &CellTable, shown: Shown) -> i64 {
        let place = |place, &cell: &u8| place * (self.0.symbols + 1) + shown.digit(cell);
        table.entries[table.cells.iter().fold(0, place)]
    }

    fn filled(&self, shown: Shown, mover: Player, cell: u8, symbol: u8) -> Move<(Shown, Player)> {
        let after = shown.filled(cell, symbol);
        let mut gain = 0;
        for (payee, table) in &self.0.pays {
            let full = table.cells.iter().all(|cell| after.open >> cell & 1 == 0);
            if full && table.cells.contains(&cell) {
                let against = *payee == Payee::Mover && mover == Player::Right;
                gain += if against { -1 } else { 1 } * self.entry(table, after);
            }
        }
        let again = self.0.again[usize::from(cell)][usize::from(symbol)].as_ref();
        let again = again.is_some_and(|table| self.entry(table, shown) != 0);
        let next = if again { mover } else { mover.opponent() };
        Move { gain: Rational::from(gain), to: (after, next), exchanged: false }
    }
}

/// A table of some of the cells, with entries from a range.
fn table(
    cells: usize,
    symbols: usize,
    entries: std::ops::Range<i64>,
) -> impl Strategy<Value = CellTable> {
    let some = prop::sample::subsequence((0..cells as u8).collect::<Vec<u8>>(), 1..=3.min(cells));
    let size = (symbols + 1).pow(3);
    (some, prop::collection::vec(entries, size)).prop_map(move |(cells, mut entries)| {
        entries.truncate((symbols + 1).pow(cells.len() as u32));
        CellTable { cells, entries }
    })
}

/// A random game of so many cells.
fn filling(cells: usize, symbols: usize) -> impl Strategy<Value = Filling> {
    let choices = prop::collection::vec(
        prop::sample::subsequence((0..symbols as u8).collect::<Vec<u8>>(), 1..=symbols),
        cells,
    );
    let payee = prop_oneof![Just(Payee::Mover), Just(Payee::Left)];
    let pays = prop::collection::vec((payee, table(cells, symbols, -3..4)), 0..5);
    let again = prop::option::of(table(cells, symbols, 0..2));
    let again = prop::collection::vec(prop::collection::vec(again, symbols), cells);
    let even = any::<bool>();
    (choices, pays, again, even).prop_map(move |(choices, mut pays, mut again, even)| {
        for (cell, table) in again
            .iter_mut()
            .enumerate()
            .flat_map(|(cell, tables)| tables.iter_mut().map(move |table| (cell as u8, table)))
        {
            // What the cell itself shows is known.
            *table = table.take().filter(|table| !table.cells.contains(&cell));
        }
        if even {
            pays.iter_mut().for_each(|(payee, _)| *payee = Payee::Mover);
        }
        let reversed = (0..cells as u8).rev().collect();
        Filling { symbols, choices, pays, again, orders: vec![reversed] }
    })
}

/// Two copies of a game beside each other, the second one in reverse order.
fn doubled(game: &Filling) -> Filling {
    let cells = game.choices.len() as u8;
    let base = game.symbols + 1;
    let mirrored = |table: &CellTable| {
        let cells_after: Vec<u8> =
            table.cells.iter().rev().map(|cell| 2 * cells - 1 - cell).collect();
        let digits = table.cells.len() as u32;
        let reversed = |place: usize| {
            let digit = |at: u32| place / base.pow(at) % base;
            (0..digits).fold(0, |to, at| to * base + digit(at))
        };
        let entries = (0..table.entries.len()).map(|place| table.entries[reversed(place)]);
        CellTable { cells: cells_after, entries: entries.collect() }
    };
    let mut both = game.clone();
    both.choices.extend(game.choices.iter().rev().cloned());
    both.pays.extend(game.pays.iter().map(|(payee, table)| (*payee, mirrored(table))));
    let again = |tables: &Vec<Option<CellTable>>| {
        tables.iter().map(|table| table.as_ref().map(mirrored)).collect::<Vec<_>>()
    };
    both.again.extend(game.again.iter().rev().map(again));
    both.orders = vec![(0..2 * cells).rev().collect()];
    both
}

fn agree(game: Filling) -> Result<(), TestCaseError> {
    let (budget, cells) = (Budget::unlimited(), game.choices.len());
    let played = Played(game.clone());
    let mut search = FillingSearch::new(game).unwrap();
    for mover in [Player::Left, Player::Right] {
        let shown = Shown::open(cells);
        let found = search.value(shown, mover, &budget).unwrap();
        let expected = oracle::points::minimax(&played, &(shown, mover)).unwrap();
        prop_assert_eq!(Rational::from(found), expected, "for {:?}", mover);
    }
    Ok(())
}

proptest! {
    #![proptest_config(properties(300))]

    #[test]
    fn values_of_filling_games_are_those_of_minimax(
        game in (1usize..5, 1usize..4).prop_flat_map(|(cells, symbols)| filling(cells, symbols)),
    ) {
        agree(game)?;
    }

    #[test]
    fn so_are_values_of_two_games_side_by_side(
        game in (1usize..4, 1usize..3).prop_flat_map(|(cells, symbols)| filling(cells, symbols)),
    ) {
        agree(doubled(&game))?;
    }
}

#[test]
fn a_game_of_64_cells_without_tables_is_worth_nothing() {
    let again = vec![vec![None]; 64];
    let (choices, orders) = (vec![vec![0]; 64], Vec::new());
    let game = Filling { symbols: 1, choices, pays: Vec::new(), again, orders };
    let value = FillingSearch::new(game).unwrap().value(
        Shown::open(64),
        Player::Left,
        &Budget::unlimited(),
    );
    assert_eq!(value, Ok(0));
}

#[test]
fn an_exhausted_budget_stops_the_search() {
    let pair =
        |cell: u8| CellTable { cells: vec![cell, cell + 1], entries: vec![0, 0, 0, cell.into()] };
    let game = Filling {
        symbols: 1,
        choices: vec![vec![0]; 20],
        pays: (0..19).map(|cell| (Payee::Mover, pair(cell))).collect(),
        again: vec![vec![None]; 20],
        orders: Vec::new(),
    };
    let budget = Budget::unlimited();
    budget.limit_steps(100);
    let stopped = FillingSearch::new(game).unwrap().value(Shown::open(20), Player::Left, &budget);
    assert!(matches!(stopped, Err(Error::Exhausted(_))));
}

/// A ring of cells in which each pair and each three in a row have a table.
fn ring(cells: u8, seed: u64) -> Filling {
    let mut state = seed;
    let mut table = |cells: Vec<u8>| {
        let entries = (0..3usize.pow(cells.len() as u32)).map(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as i64 % 5 - 2
        });
        let (entries, mut cells) = (entries.collect(), cells);
        cells.sort_unstable();
        CellTable { cells, entries }
    };
    let row = |first: u8, length: u8| (first..first + length).map(|cell| cell % cells).collect();
    let pairs = (0..cells).map(|first| (Payee::Mover, row(first, 2)));
    let threes = (0..cells).map(|first| (Payee::Left, row(first, 3)));
    Filling {
        symbols: 2,
        choices: vec![vec![0, 1]; cells.into()],
        pays: pairs.chain(threes).map(|(payee, row)| (payee, table(row))).collect(),
        again: vec![vec![None, None]; cells.into()],
        orders: vec![(0..cells).rev().collect()],
    }
}

/// With tables that never grow, and are replaced all the time.
#[test]
fn values_are_the_same_when_entries_are_replaced() {
    for seed in 0..4 {
        let game = ring(7, seed);
        for mover in [Player::Left, Player::Right] {
            let shown = Shown::open(7);
            let mut search = FillingSearch::new(game.clone()).unwrap();
            let expected = search.value(shown, mover, &Budget::unlimited());
            let count = replaced(|| {
                let mut search = FillingSearch::new(game.clone()).unwrap();
                assert_eq!(search.value(shown, mover, &scarce()), expected, "{seed}");
            });
            assert!(count > 0, "{seed}");
        }
    }
}
