//! Filling games: the players fill open cells until none is left, and tables of cells that are full pay.
//!
//! Knows: which cells have a table in common; those that have none are independent parts with one shared turn.
//! Must not know: boards, or how rules are written.
//!
//! A position is the multiset of its parts. A part is known by what the tables say about its open cells, when
//! these are numbered in one of several orders, so that the same part at another place is not searched again.
//! The search is alpha-beta with an empty window, repeated until the bounds meet (MTD(f), see [`super`]).

mod parts;
#[cfg(test)]
mod tests;

use super::better;
use crate::solve::bounded::Bounded;
use crate::{Budget, Error, Player};

use parts::PartTable;

/// Greatest number of cells.
pub const MOST_CELLS: usize = 64;
/// Most that all tables pay together.
const MOST_PAID: u64 = 1 << 60;
/// Greatest number of symbols.
pub const MOST_SYMBOLS: usize = 4;

/// Numbers that depend on what some cells show.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellTable {
    /// The cells, in ascending order.
    pub cells: Vec<u8>,
    /// The numbers, by the digits of the cells, the first one counting most. The digit of an open cell is 0,
    /// and that of one with symbol `s` is `1 + s`; the base is one more than the number of symbols.
    pub entries: Vec<i64>,
}

/// Player who gets what a table pays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Payee {
    /// The player who fills its last cell.
    Mover,
    /// Left.
    Left,
}

/// Game in which a move fills an open cell with a symbol. Both players have the same moves, and play ends when no cell
/// is open.
#[derive(Debug, Clone)]
pub struct Filling {
    /// Number of symbols.
    pub symbols: usize,
    /// Symbols with which each cell can be filled, one at least.
    pub choices: Vec<Vec<u8>>,
    /// Tables that pay when their last cell is filled.
    pub pays: Vec<(Payee, CellTable)>,
    /// For each cell and symbol, a table of what other cells show before the move: the mover moves again where
    /// its entry is not 0. Without a table the turn passes to the opponent.
    pub again: Vec<Vec<Option<CellTable>>>,
    /// Permutations of the cells that may be symmetries: image of each cell.
    pub orders: Vec<Vec<u8>>,
}

/// What the cells show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shown {
    /// Open cells.
    pub open: u64,
    /// Binary digits of the symbols of the other cells.
    pub symbols: [u64; 2],
}

/// Position: the numbers of its parts, in ascending order.
type Position = Box<[u32]>;

/// Lower and upper bound of a value for Left.
type Bounds = [i64; 2];

/// Search for values of positions of a filling game.
#[derive(Debug)]
pub struct FillingSearch {
    parts: PartTable,
    /// Whether an exchange of the players exchanges what they get.
    is_even: bool,
    known: Bounded<(Position, Player), Bounds>,
    /// Number of positions whose moves were looked at.
    searched: u64,
}

/// Move that is to be searched.
struct FillingChoice {
    /// What Left gets.
    gain: i64,
    mover: Player,
    position: Position,
    /// Bounds of the value after it.
    bounds: Bounds,
}

impl CellTable {
    /// The entry for what cells show, with this base of digits; 0 where the table has none.
    pub fn entry(&self, base: usize, shown: &Shown) -> i64 {
        let place = |place: usize, &cell| place.wrapping_mul(base).wrapping_add(shown.digit(cell));
        self.entries.get(self.cells.iter().fold(0, place)).copied().unwrap_or(0)
    }

    /// Checks that the table is one of some cells, with an entry for whatever they show.
    fn check(&self, cells: usize, base: usize) -> Result<(), Error> {
        if let Some(&cell) = self.cells.iter().find(|cell| usize::from(**cell) >= cells) {
            return Err(Error::no_index(cell.into(), cells));
        }
        Error::check_range(self.cells.len(), 0, cells)?;
        let entries = base.checked_pow(self.cells.len() as u32).unwrap_or(usize::MAX);
        Error::check_range(self.entries.len(), entries, entries)?;
        match self.cells.is_sorted_by(|one, other| one < other) {
            true => Ok(()),
            false => Err(Error::OutOfRange { least: 0, most: cells as u64 }),
        }
    }
}

impl Filling {
    /// Checks that the lists fit each other; see [`FillingSearch::new`].
    fn check(&self) -> Result<(), Error> {
        let (cells, base) = (self.choices.len(), self.symbols.saturating_add(1));
        Error::check_range(cells, 0, MOST_CELLS)?;
        Error::check_range(self.symbols, 0, MOST_SYMBOLS)?;
        for choices in &self.choices {
            Error::check_range(choices.len(), 1, usize::MAX)?;
            let symbols: Vec<u32> = choices.iter().map(|symbol| u32::from(*symbol)).collect();
            Error::check_indices(&symbols, self.symbols)?;
        }
        Error::check_range(self.again.len(), cells, cells)?;
        for tables in &self.again {
            Error::check_range(tables.len(), self.symbols, self.symbols)?;
        }
        let again = self.again.iter().flatten().flatten();
        for table in self.pays.iter().map(|(_, table)| table).chain(again) {
            table.check(cells, base)?;
        }
        let largest = |table: &CellTable| {
            let entries = table.entries.iter().map(|entry| entry.unsigned_abs());
            entries.max().unwrap_or(0)
        };
        let all = self.pays.iter().map(|(_, table)| largest(table));
        let all = all.fold(0, u64::saturating_add);
        if all > MOST_PAID {
            return Err(Error::OutOfRange { least: 0, most: MOST_PAID });
        }
        for order in &self.orders {
            let mut sorted = order.clone();
            sorted.sort_unstable();
            if !sorted.iter().copied().map(usize::from).eq(0..cells) {
                return Err(Error::OutOfRange { least: 0, most: cells as u64 });
            }
        }
        Ok(())
    }
}

impl Shown {
    /// All cells are open, [`MOST_CELLS`] at most.
    pub fn open(cells: usize) -> Shown {
        let filled = MOST_CELLS.saturating_sub(cells) as u32;
        Shown { open: u64::MAX.checked_shr(filled).unwrap_or(0), symbols: [0; 2] }
    }

    /// The position after a cell is filled with a symbol; the same where there is no such cell.
    #[must_use]
    pub fn filled(mut self, cell: u8, symbol: u8) -> Shown {
        if usize::from(cell) >= MOST_CELLS {
            return self;
        }
        self.open &= !(1 << cell);
        for (digit, plane) in self.symbols.iter_mut().enumerate() {
            *plane |= u64::from(symbol >> digit & 1) << cell;
        }
        self
    }

    /// Digit of a cell in the tables.
    fn digit(&self, cell: u8) -> usize {
        let [open, low, high] = [self.open, self.symbols[0], self.symbols[1]]
            .map(|plane| (plane >> (cell % 64) & 1) as usize);
        if open == 1 { 0 } else { 1 + low + 2 * high }
    }
}

/// The value of a position for the other player.
fn reversed([least, most]: Bounds) -> Bounds {
    [-most, -least]
}

impl FillingSearch {
    /// A search that knows nothing yet.
    ///
    /// # Errors
    /// When the game has too many cells or symbols, its lists do not have an entry for each of these, or tables pay too
    /// much to be added.
    pub fn new(game: Filling) -> Result<Self, Error> {
        game.check()?;
        let is_even = game.pays.iter().all(|(payee, _)| *payee == Payee::Mover);
        let (parts, known) = (PartTable::new(game), Bounded::default());
        Ok(FillingSearch { parts, is_even, known, searched: 0 })
    }

    /// Value of a position for Left: what is still to be paid.
    ///
    /// # Errors
    /// When cells are open that the game does not have, and when the budget is exhausted.
    pub fn value(&mut self, shown: Shown, mover: Player, budget: &Budget) -> Result<i64, Error> {
        let cells = self.parts.cells();
        if shown.open & !Shown::open(cells).open != 0 {
            return Err(Error::no_index(MOST_CELLS, cells));
        }
        let position = self.parts.split(shown, budget);
        let [mut least, mut most] = self.parts.bounds(&position);
        let mut guess = 0.clamp(least, most);
        while least < most {
            let than = if guess == least { guess } else { guess - 1 };
            guess = self.search(&position, mover, than, budget)?;
            if guess > than { least = guess } else { most = guess }
        }
        Ok(least)
    }

    /// Bound of the value: from below if it is more than `than`, and otherwise from above. The depth of the
    /// recursion is at most twice the number of cells.
    fn search(
        &mut self,
        position: &[u32],
        mover: Player,
        than: i64,
        budget: &Budget,
    ) -> Result<i64, Error> {
        if self.is_even && mover == Player::Right {
            return Ok(-self.search(position, Player::Left, -than - 1, budget)?);
        }
        let [least, most] = self.bounds(position, mover);
        if least > than || least == most {
            return Ok(least);
        }
        if most <= than {
            return Ok(most);
        }
        budget.step()?;
        let before = self.searched;
        self.searched += 1;
        let mut best = None;
        for choice in self.choices(position, mover, than, budget)? {
            let FillingChoice { gain, mover: next, position, .. } = choice;
            let value = gain + self.search(&position, next, than - gain, budget)?;
            best = Some(best.map_or(value, |best| better(mover, best, value)));
            if (value > than) == (mover == Player::Left) {
                break;
            }
        }
        let value = best.expect("an open cell can be filled");
        let bounds = if value > than { [value.max(least), most] } else { [least, value.min(most)] };
        self.known.insert((position.into(), mover), bounds, self.searched - before, budget);
        Ok(value)
    }

    /// Bounds of the value of a position, by the table and what is left to be paid.
    fn bounds(&self, position: &[u32], mover: Player) -> Bounds {
        if self.is_even && mover == Player::Right {
            return reversed(self.bounds(position, Player::Left));
        }
        let known = self.known.get(&(Box::from(position), mover)).copied();
        known.unwrap_or_else(|| self.parts.bounds(position))
    }

    /// Moves in the order in which they are tried: the one whose bounds decide the question alone, if there is one;
    /// otherwise those with the best bounds first, and of these those that leave small parts.
    fn choices(
        &mut self,
        position: &[u32],
        mover: Player,
        than: i64,
        budget: &Budget,
    ) -> Result<Vec<FillingChoice>, Error> {
        let sign = if mover == Player::Left { 1 } else { -1 };
        let mut choices = Vec::new();
        for (at, &part) in position.iter().enumerate() {
            if at > 0 && position[at - 1] == part {
                continue;
            }
            self.parts.expand(part, budget)?;
            for change in self.parts.changes(part) {
                let gain = change.for_left + sign * change.gain;
                let next = if change.again { mover } else { mover.opponent() };
                let rest = position[..at].iter().chain(&position[at + 1..]).chain(&change.left);
                let mut position: Position = rest.copied().collect();
                position.sort_unstable();
                let bounds = self.bounds(&position, next);
                let sure = gain + bounds[usize::from(mover == Player::Right)];
                let choice = FillingChoice { gain, mover: next, position, bounds };
                if (sure > than) == (mover == Player::Left) {
                    return Ok(vec![choice]);
                }
                choices.push(choice);
            }
        }
        choices.sort_by_cached_key(|choice| {
            let [least, most] = choice.bounds;
            (-sign * (2 * choice.gain + least + most), self.parts.largest(&choice.position))
        });
        Ok(choices)
    }
}
