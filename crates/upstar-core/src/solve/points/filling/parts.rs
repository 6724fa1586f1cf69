//! Parts of positions of filling games, by number.
//!
//! Knows: when two parts are the same, and how parts fall apart. Must not know: values.

use rustc_hash::FxHashMap;

use super::{Bounds, CellTable, Filling, MOST_CELLS, Payee, Position, Shown};
use crate::solve::bounded::Bounded;
use crate::{Budget, Error};

/// Parts of more open cells are distinguished by what their cells show, up to symmetries: comparing what tables
/// say about them takes longer than it saves.
const MOST_COMPARED: u32 = 7;
/// About how many bytes a change takes, with what is remembered of where it leads.
const BYTES: u64 = 96;

/// Way to move in a part.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PartMove {
    /// What the mover gets.
    pub(super) gain: i64,
    /// What Left gets.
    pub(super) for_left: i64,
    /// Whether the mover moves again.
    pub(super) again: bool,
    /// Parts that are left.
    pub(super) left: Position,
}

/// A part, represented by one of the positions in which it is found.
#[derive(Debug)]
struct Part {
    shown: Shown,
    bounds: Bounds,
}

/// The parts that were met.
///
/// Their changes and descriptions are most of it: they are replaced when memory is scarce, and found again. A
/// part whose description was replaced gets another number beside the one that it has where it was met before.
/// Numbers stay, because positions are made of them.
#[derive(Debug)]
pub(super) struct PartTable {
    game: Filling,
    /// Numbers of the tables that pay, by cell.
    pays_at: Vec<Vec<usize>>,
    /// Cells with which each cell has a table in common.
    near: Vec<u64>,
    /// Permutations of the cells that change no table.
    symmetries: Vec<Vec<u8>>,
    parts: Vec<Part>,
    by_cells: FxHashMap<Shown, u32>,
    by_tables: Bounded<Box<[i64]>, u32>,
    /// Ways to move in parts, where they are listed.
    changes: Bounded<u32, Box<[PartMove]>>,
}

/// The cells of a set.
fn cells(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

/// The set of some cells.
fn set<'c>(cells: impl IntoIterator<Item = &'c u8>) -> u64 {
    cells.into_iter().fold(0, |set, cell| set | 1 << cell)
}

/// Calls `each` with all digits of the places `free`, the last counting most; the others stay.
fn each_digits(digits: &mut [usize], free: &[usize], base: usize, each: &mut dyn FnMut(&[usize])) {
    let Some((&last, others)) = free.split_last() else { return each(digits) };
    for digit in 0..base {
        digits[last] = digit;
        each_digits(digits, others, base, each);
    }
}

impl CellTable {
    /// Calls `each` with the digits of all cells and the entry, for all digits of the open cells; the open cells are
    /// numbered in the order of their images.
    fn each_entry(
        &self,
        base: usize,
        shown: &Shown,
        order: Option<&[u8]>,
        each: &mut dyn FnMut(&[usize], i64),
    ) {
        let mut free: Vec<usize> = (0..self.cells.len()).collect();
        free.retain(|&at| shown.open >> self.cells[at] & 1 != 0);
        free.sort_by_key(|&at| image(order, self.cells[at]));
        let mut digits: Vec<usize> = self.cells.iter().map(|&cell| shown.digit(cell)).collect();
        each_digits(&mut digits, &free, base, &mut |digits| {
            let place = digits.iter().fold(0, |place, digit| place * base + digit);
            each(digits, self.entries[place]);
        });
    }

    /// The table with each cell replaced by its image.
    fn permuted(&self, base: usize, order: &[u8]) -> CellTable {
        let mut places: Vec<usize> = (0..self.cells.len()).collect();
        places.sort_by_key(|&at| order[usize::from(self.cells[at])]);
        let cells = places.iter().map(|&at| order[usize::from(self.cells[at])]).collect();
        let mut entries = Vec::with_capacity(self.entries.len());
        let mut digits = vec![0; self.cells.len()];
        let least_first: Vec<usize> = places.into_iter().rev().collect();
        each_digits(&mut digits, &least_first, base, &mut |digits| {
            let place = digits.iter().fold(0, |place, digit| place * base + digit);
            entries.push(self.entries[place]);
        });
        CellTable { cells, entries }
    }
}

/// Image of a cell; without an order it is the cell.
fn image(order: Option<&[u8]>, cell: u8) -> u8 {
    order.map_or(cell, |order| order[usize::from(cell)])
}

impl Shown {
    /// The position with each cell replaced by its image.
    fn permuted(&self, order: &[u8]) -> Shown {
        let moved =
            |plane: u64| cells(plane).fold(0, |set, cell| set | 1 << order[usize::from(cell)]);
        Shown { open: moved(self.open), symbols: self.symbols.map(moved) }
    }
}

impl Filling {
    fn base(&self) -> usize {
        self.symbols + 1
    }

    /// Whether a permutation of the cells changes nothing.
    fn is_symmetry(&self, order: &[u8]) -> bool {
        let permuted = |table: &CellTable| table.permuted(self.base(), order);
        let mut before = self.pays.clone();
        let mut after: Vec<(Payee, CellTable)> =
            self.pays.iter().map(|(payee, table)| (*payee, permuted(table))).collect();
        before.sort_unstable();
        after.sort_unstable();
        let alike = |cell: usize| {
            let to = usize::from(order[cell]);
            let again = self.again[cell].iter().map(|table| table.as_ref().map(permuted));
            self.choices[cell] == self.choices[to] && again.eq(self.again[to].iter().cloned())
        };
        before == after && (0..self.choices.len()).all(alike)
    }
}

impl PartTable {
    pub(super) fn new(game: Filling) -> Self {
        let (mut pays_at, mut near) = (vec![Vec::new(); game.choices.len()], [0; MOST_CELLS]);
        for (number, (_, table)) in game.pays.iter().enumerate() {
            for &cell in &table.cells {
                pays_at[usize::from(cell)].push(number);
                near[usize::from(cell)] |= set(&table.cells);
            }
        }
        for (cell, tables) in game.again.iter().enumerate() {
            for &other in tables.iter().flatten().flat_map(|table| &table.cells) {
                near[cell] |= 1 << other;
                near[usize::from(other)] |= 1 << cell;
            }
        }
        let symmetries = game.orders.iter().filter(|order| game.is_symmetry(order)).cloned();
        PartTable {
            symmetries: symmetries.collect(),
            game,
            pays_at,
            near: near.into(),
            parts: Vec::new(),
            by_cells: FxHashMap::default(),
            by_tables: Bounded::default(),
            changes: Bounded::default(),
        }
    }

    /// Ways to move in a part that was expanded last.
    pub(super) fn changes(&self, part: u32) -> &[PartMove] {
        self.changes.get(&part).expect("the part is expanded")
    }

    /// Number of cells of the game.
    pub(super) fn cells(&self) -> usize {
        self.game.choices.len()
    }

    /// Bounds of what is still to be paid to Left.
    pub(super) fn bounds(&self, position: &[u32]) -> Bounds {
        position.iter().fold([0; 2], |[least, most], &part| {
            let bounds = self.parts[part as usize].bounds;
            [least + bounds[0], most + bounds[1]]
        })
    }

    /// Number of open cells of the largest part.
    pub(super) fn largest(&self, position: &[u32]) -> u32 {
        let size = |&part: &u32| self.parts[part as usize].shown.open.count_ones();
        position.iter().map(size).max().unwrap_or(0)
    }

    /// Lists the ways to move in a part, each once.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub(super) fn expand(&mut self, part: u32, budget: &Budget) -> Result<(), Error> {
        if self.changes.get(&part).is_some() {
            return Ok(());
        }
        let shown = self.parts[part as usize].shown;
        budget.reserve(BYTES * u64::from(shown.open.count_ones()))?;
        let mut changes = Vec::new();
        for cell in cells(shown.open) {
            for choice in 0..self.game.choices[usize::from(cell)].len() {
                changes.push(self.change(shown, cell, choice, budget));
            }
        }
        changes.sort_unstable();
        changes.dedup();
        let cost = changes.len() as u64;
        self.changes.insert(part, changes.into(), cost, budget);
        Ok(())
    }

    /// The move that fills a cell.
    fn change(&mut self, shown: Shown, cell: u8, choice: usize, budget: &Budget) -> PartMove {
        let (game, at) = (&self.game, usize::from(cell));
        let symbol = game.choices[at][choice];
        let after = shown.filled(cell, symbol);
        let (mut gain, mut for_left) = (0, 0);
        for &number in &self.pays_at[at] {
            let (payee, table) = &game.pays[number];
            if set(&table.cells) & after.open == 0 {
                let paid = table.entry(game.base(), &after);
                match payee {
                    Payee::Mover => gain += paid,
                    Payee::Left => for_left += paid,
                }
            }
        }
        let again = game.again[at][usize::from(symbol)].as_ref();
        let again = again.is_some_and(|table| table.entry(game.base(), &shown) != 0);
        PartMove { gain, for_left, again, left: self.split(after, budget) }
    }

    /// The parts of a position.
    pub(super) fn split(&mut self, shown: Shown, budget: &Budget) -> Position {
        let (mut rest, mut parts) = (shown.open, Vec::new());
        while rest != 0 {
            let (mut open, mut around, mut new) = (0, 0, rest & rest.wrapping_neg());
            while new != 0 {
                open |= new;
                let near = cells(new).fold(0, |set, cell| set | self.near[usize::from(cell)]);
                around |= near;
                new = near & shown.open & !open;
            }
            rest &= !open;
            // The open cells around a part belong to it, and of the others only these matter.
            around &= !open;
            let symbols = shown.symbols.map(|plane| plane & around);
            parts.push(self.part(Shown { open, symbols }, budget));
        }
        parts.sort_unstable();
        parts.into()
    }

    /// Number of a part.
    fn part(&mut self, given: Shown, budget: &Budget) -> u32 {
        let images = self.symmetries.iter().map(|order| given.permuted(order));
        let shown = images.fold(given, Shown::min);
        if let Some(&number) = self.by_cells.get(&shown) {
            return number;
        }
        let new = self.parts.len() as u32;
        let description = (shown.open.count_ones() <= MOST_COMPARED)
            .then(|| self.game.description(&self.pays_at, shown));
        let same = description.as_ref().and_then(|said| self.by_tables.get(said).copied());
        let number = same.unwrap_or(new);
        if number == new {
            let bounds = self.game.bounds(shown);
            self.parts.push(Part { shown, bounds });
            if let Some(description) = description {
                let cost = description.len() as u64;
                self.by_tables.insert(description, new, cost, budget);
            }
        }
        self.by_cells.insert(shown, number);
        number
    }
}

impl Filling {
    /// Bounds of what tables with an open cell pay to Left.
    fn bounds(&self, shown: Shown) -> Bounds {
        let mut bounds = [0; 2];
        for (payee, table) in &self.pays {
            if set(&table.cells) & shown.open == 0 {
                continue;
            }
            let (mut least, mut most) = (i64::MAX, i64::MIN);
            table.each_entry(self.base(), &shown, None, &mut |digits, paid| {
                if !digits.contains(&0) {
                    (least, most) = (least.min(paid), most.max(paid));
                }
            });
            if *payee == Payee::Mover {
                most = most.max(-least);
                least = -most;
            }
            bounds = [bounds[0] + least, bounds[1] + most];
        }
        bounds
    }

    /// What the tables say about a part: the smallest description for the orders of the cells.
    fn description(&self, pays_at: &[Vec<usize>], shown: Shown) -> Box<[i64]> {
        let orders = self.orders.iter().map(|order| Some(&order[..]));
        let descriptions = orders
            .map(|order| self.description_in(order, pays_at, shown))
            .fold(self.description_in(None, pays_at, shown), Vec::min);
        descriptions.into()
    }

    /// What the tables say about a part whose cells are numbered in the order of their images.
    fn description_in(
        &self,
        order: Option<&[u8]>,
        pays_at: &[Vec<usize>],
        shown: Shown,
    ) -> Vec<i64> {
        let mut open: Vec<u8> = cells(shown.open).collect();
        open.sort_by_key(|&cell| image(order, cell));
        let mut ranks = [0; MOST_CELLS];
        for (rank, &cell) in (0..).zip(&open) {
            ranks[usize::from(cell)] = rank;
        }
        let describe = |table: &CellTable| {
            let mut said: Vec<i64> = table
                .cells
                .iter()
                .filter(|&cell| shown.open >> cell & 1 != 0)
                .map(|&cell| ranks[usize::from(cell)])
                .collect();
            said.sort_unstable();
            said.insert(0, said.len() as i64);
            table.each_entry(self.base(), &shown, order, &mut |_, entry| said.push(entry));
            said
        };
        let mut description = vec![open.len() as i64];
        for &cell in &open {
            let choices = &self.choices[usize::from(cell)];
            description.push(choices.len() as i64);
            for &symbol in choices {
                let again = self.again[usize::from(cell)][usize::from(symbol)].as_ref();
                description.extend([i64::from(symbol), i64::from(again.is_some())]);
                description.extend(again.map(&describe).unwrap_or_default());
            }
        }
        let mut numbers: Vec<usize> =
            open.iter().flat_map(|&cell| &pays_at[usize::from(cell)]).copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        let payments = numbers.into_iter().map(|number| {
            let (payee, table) = &self.pays[number];
            [vec![i64::from(*payee == Payee::Left)], describe(table)].concat()
        });
        let mut payments: Vec<Vec<i64>> = payments.collect();
        payments.sort_unstable();
        description.extend(payments.into_iter().flatten());
        description
    }
}
