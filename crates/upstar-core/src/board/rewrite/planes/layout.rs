//! Boards whose cells fit in one kind of word.
//!
//! Knows: plans for sizes, boards by number, splitting and normal form one after the other.
//! Must not know: memos and values.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use crate::position::{Part, Sum};
use crate::{Error, Player};
use rustc_hash::FxHashMap;

use super::known::KnownSums;
use super::plan::Plan;
use super::reduce::Reduced;
use super::split::{Pieces, Splitter, unite};
use super::table::Table;
use super::turn::Turner;
use super::word::Word;
use crate::board::Board;

/// Boards by number, which threads share, and the memory of one of them to work on boards.
#[derive(Debug)]
pub(super) struct Layout<W> {
    plans: Plans<W>,
    /// Parts in normal form; how many moves each has is noted there, in impartial rules.
    table: Arc<Table>,
    /// What boards were taken apart into.
    sums: KnownSums,
    splitter: Splitter<W>,
    turner: Turner<W>,
    pieces: Pieces<W>,
    /// The board moved from, with the cells of each set of several planes.
    board: Vec<W>,
    moved: Vec<W>,
    words: Vec<u64>,
    /// The words of the board moved to.
    key: Vec<u64>,
}

/// The rules laid out for boards, by rows and columns.
type Plans<W> = FxHashMap<(usize, usize), Arc<Plan<W>>>;

/// Sums of parts that are remembered by board.
const MOST_KNOWN: usize = 1 << 20;

/// With so many patterns a board is looked up faster than it is taken apart.
const MANY_PATTERNS: usize = 12;

/// Where parts with at most 64 cells are kept, if not in the layout itself.
pub(super) type Below<'a> = Option<&'a mut Layout<u64>>;

impl<W: Word> Layout<W> {
    pub(super) fn new(planes: usize) -> Self {
        let table = Arc::new(Table::new(1 + planes * W::PIECES));
        Layout::with(table, FxHashMap::default(), planes)
    }

    /// The same for another thread.
    pub(super) fn shared(&self) -> Self {
        Layout::with(self.table.clone(), self.plans.clone(), self.moved.len())
    }

    fn with(table: Arc<Table>, plans: Plans<W>, planes: usize) -> Self {
        Layout {
            plans,
            table,
            sums: KnownSums::new(1 + planes * W::PIECES, MOST_KNOWN),
            splitter: Splitter::new(),
            turner: Turner::new(),
            pieces: Pieces::default(),
            board: Vec::new(),
            moved: vec![W::zero(); planes],
            words: Vec::new(),
            key: Vec::new(),
        }
    }

    /// Rows, columns and planes of a board.
    pub(super) fn cells(&self, number: u32) -> (usize, usize, Vec<u128>) {
        let (size, pieces) = self.table.get(number);
        let plane = |pieces: &[u64]| {
            let pieces = pieces.iter().enumerate();
            pieces.fold(0, |all, (i, &piece)| all | u128::from(piece) << (64 * i))
        };
        let (rows, columns) = unpack(size);
        (rows, columns, pieces.collect::<Vec<u64>>().chunks(W::PIECES).map(plane).collect())
    }

    /// The parts of a board.
    pub(super) fn parts(
        &mut self,
        rules: &Reduced,
        mut below: Below<'_>,
        board: &Board,
    ) -> Result<Sum<u32>, Error> {
        self.moved.fill(W::zero());
        for (cell, &symbol) in board.symbols().iter().enumerate() {
            if let Some(plane) = rules.plane(symbol) {
                self.moved[plane] = self.moved[plane] | W::bit(cell);
            }
        }
        let plan = self.plan(rules, (board.rows(), board.columns()))?;
        self.split(rules, &mut below, &plan)
    }

    /// The sums that a player can move to.
    pub(super) fn options(
        &mut self,
        rules: &Reduced,
        mut below: Below<'_>,
        number: u32,
        player: Player,
    ) -> Result<Vec<Sum<u32>>, Error> {
        let (size, pieces) = self.table.get(number);
        let size = unpack(size);
        self.words.clear();
        self.words.extend(pieces);
        self.board.clear();
        self.board.extend(self.words.chunks(W::PIECES).map(W::from_pieces));
        self.board.resize(self.moved.len() + rules.sets.len(), W::zero());
        let plan = self.plan(rules, size)?;
        unite(&mut self.board, self.moved.len(), &rules.sets);
        let mut sums = Vec::new();
        for way in plan.moves.iter().filter(|way| way.movers[player as usize]) {
            for corner in way.places(&self.board).places() {
                way.apply(&self.board, corner, &mut self.moved);
                sums.push(self.split(rules, &mut below, &plan)?);
            }
        }
        Ok(sums)
    }

    /// How many moves a part has, in impartial rules.
    #[inline]
    pub(super) fn size(&self, number: u32) -> u32 {
        self.table.note(number)
    }

    /// The parts of the board `moved`.
    fn split(
        &mut self,
        rules: &Reduced,
        below: &mut Below<'_>,
        plan: &Plan<W>,
    ) -> Result<Sum<u32>, Error> {
        let costly = plan.patterns.len() >= MANY_PATTERNS;
        if costly {
            write(&mut self.key, (plan.rows, plan.columns), &self.moved);
            if let Some(sum) = self.sums.find(&self.key) {
                return Ok(sum);
            }
        }
        self.pieces.clear();
        self.splitter.parts(plan, &rules.sets, &self.moved, &mut self.pieces);
        let pieces = std::mem::take(&mut self.pieces);
        let mut sum = Vec::with_capacity(pieces.len());
        for (size, board) in pieces.iter(self.moved.len()) {
            sum.push(self.part(rules, below, size, board)?);
        }
        self.pieces = pieces;
        if costly {
            self.sums.keep(&self.key, &sum);
        }
        Ok(sum)
    }

    /// A piece as a position.
    fn part(
        &mut self,
        rules: &Reduced,
        below: &mut Below<'_>,
        size: (usize, usize),
        board: &[W],
    ) -> Result<Part<u32>, Error> {
        let (id, negated) = match below {
            Some(narrow) if size.0 * size.1 <= u64::CELLS => {
                let board: Vec<u64> = board.iter().map(|plane| plane.piece(0)).collect();
                narrow.id(rules, size, &board)?
            }
            _ => self.id(rules, size, board)?,
        };
        Ok(if negated { Part::Negative(id) } else { Part::Position(id) })
    }

    /// The id of the normal form of a board, and whether its value is the negative.
    fn id(
        &mut self,
        rules: &Reduced,
        size: (usize, usize),
        board: &[W],
    ) -> Result<(u32, bool), Error> {
        let plan = laid_out(&mut self.plans, rules, size)?;
        let (size, negated) = self.turner.canonical(plan, board);
        write(&mut self.words, size, &self.turner.least);
        let Layout { table, plans, turner, words, .. } = self;
        let number = table.number(words, || match rules.impartial {
            true => {
                let flat = laid_out(plans, rules, size)?;
                Ok(u32::from(flat.count_moves(&rules.sets, &mut turner.least)))
            }
            false => Ok(1),
        })?;
        Ok((number << 1 | (W::PIECES as u32 - 1), negated))
    }

    fn plan(&mut self, rules: &Reduced, size: (usize, usize)) -> Result<Arc<Plan<W>>, Error> {
        laid_out(&mut self.plans, rules, size).cloned()
    }
}

/// The rules laid out for boards of one size.
fn laid_out<'p, W: Word>(
    plans: &'p mut Plans<W>,
    rules: &Reduced,
    size: (usize, usize),
) -> Result<&'p Arc<Plan<W>>, Error> {
    match plans.entry(size) {
        Entry::Occupied(known) => Ok(known.into_mut()),
        Entry::Vacant(free) => Ok(free.insert(Arc::new(Plan::new(rules, size, &rules.budget)?))),
    }
}

/// The words of a board in a table.
fn write<W: Word>(words: &mut Vec<u64>, size: (usize, usize), board: &[W]) {
    words.clear();
    words.push(pack(size));
    for plane in board {
        words.extend((0..W::PIECES).map(|i| plane.piece(i)));
    }
}

fn pack((rows, columns): (usize, usize)) -> u64 {
    (rows << 8 | columns) as u64
}

fn unpack(size: u32) -> (usize, usize) {
    (size as usize >> 8, size as usize & 0xff)
}
