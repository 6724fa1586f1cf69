//! Boards of numbers: options that are lists of numbers, and sums that no move raises.
//!
//! Knows: boards and guards. Must not know: expressions.
//!
//! A row of numbers may be written as a list, with a number for each cell. Let T be the sum of all numbers of a position,
//! none of them negative. If no move raises the sum where no number is above T, no position that follows has a number above
//! T, by induction on the line of play: its sum is at most T. So cells have states up to T, and what a move would
//! write above T is never written: the sum after it would be above T, and that was excluded.
//!
//! The change of the sum is found cell by cell: each change of the sum of the cells so far has a guard. The number of seeds sown
//! depends only on the pot that they are taken from, so these guards are small.

use std::collections::BTreeMap;

use upstar_core::board::{Alphabet, Board, Symbol};

use super::evaluate::Evaluator;
use super::guards::Guard;
use super::items::{Cases, Elements};
use crate::value::Value;

/// The numbers of cells after a move, each under a guard; cells that are left out keep theirs.
pub(super) type Numbers = Vec<(usize, Vec<(Guard, i64)>)>;

/// The sum of the numbers on a board, if it is one of numbers from 0 on.
pub(super) fn sum_of(board: &Board, alphabet: &Alphabet) -> Option<i64> {
    let numbers = board.symbols().iter().map(|symbol| alphabet.number(*symbol));
    let numbers: Vec<i64> = numbers.collect::<Option<_>>()?;
    let is_natural = (0..alphabet.len())
        .all(|symbol| alphabet.number(symbol as Symbol).is_some_and(|number| number >= 0));
    is_natural.then(|| numbers.iter().sum())
}

/// The sum of the numbers of the board among some arguments, if there is one of numbers.
pub(super) fn sum_of_argument(arguments: &[Value]) -> Option<i64> {
    arguments.iter().find_map(|argument| match argument {
        Value::Board(cells) => sum_of(&cells.board, &cells.alphabet),
        _ => None,
    })
}

/// The symbols for numbers up to a bound, as bits.
pub(super) fn up_to(most: i64, alphabet: &Alphabet) -> u64 {
    let symbols = (0..alphabet.len()).map(|symbol| symbol as Symbol);
    let low = symbols.filter(|symbol| alphabet.number(*symbol).is_some_and(|n| n <= most));
    low.fold(0, |all, symbol| all | 1 << symbol)
}

impl Evaluator<'_> {
    /// The numbers that a list gives the cells of a row, by cases; `None` if the list has another length. Lists of texts are no
    /// boards.
    pub(super) fn row_of_list(&mut self, items: &Elements, path: Guard) -> Option<Vec<Cases>> {
        let frame = self.frame.as_ref()?;
        let length = frame.board.symbols().len();
        (frame.shape.is_row() && frame.alphabet.is_of_numbers()).then_some(())?;
        let places = self.by_place(items, (length + 1, path))?;
        let is_whole = places.len() >= length && places.iter().skip(length).all(Vec::is_empty);
        is_whole.then_some(())?;
        let mut cells = places;
        cells.truncate(length);
        for cases in &cells {
            self.are_all(cases, path)?.then_some(())?;
        }
        Some(cells)
    }

    /// Whether a move does not raise the sum of the numbers, where `path` holds.
    pub(super) fn keeps_sum(&mut self, after: &Numbers, path: Guard) -> Option<bool> {
        let mut totals = BTreeMap::from([(0, path)]);
        for (cell, numbers) in after {
            let mut changes: BTreeMap<i64, Guard> = BTreeMap::new();
            for &(guard, number) in numbers {
                let guard = self.guards.and(guard, path)?;
                for symbol in 0..self.frame.as_ref()?.alphabet.len() {
                    let old = self.frame.as_ref()?.alphabet.number(symbol as Symbol)?;
                    let shows = self.guards.shows(*cell, 1 << symbol);
                    let both = self.guards.and(guard, shows)?;
                    self.join(&mut changes, number - old, both)?;
                }
            }
            let mut next = BTreeMap::new();
            for (total, at) in &totals {
                for (change, guard) in &changes {
                    let both = self.guards.and(*at, *guard)?;
                    self.join(&mut next, total + change, both)?;
                }
            }
            totals = next;
        }
        Some(totals.keys().all(|total| *total <= 0))
    }

    fn join(&mut self, to: &mut BTreeMap<i64, Guard>, change: i64, guard: Guard) -> Option<()> {
        self.guards.spend(1)?;
        if guard.is_never() {
            return Some(());
        }
        let known = to.get(&change).copied().unwrap_or(Guard::NEVER);
        to.insert(change, self.guards.or(known, guard)?);
        Some(())
    }
}
