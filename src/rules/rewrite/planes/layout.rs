//! Boards whose cells fit in one kind of word.
//!
//! Knows: plans for sizes, boards by number, splitting and normal form one after the other.
//! Must not know: memos and values.

use rustc_hash::FxHashMap;
use upstar_core::position::{Part, Sum};
use upstar_core::{Error, Player};

use super::plan::Plan;
use super::reduce::Reduced;
use super::split::{Pieces, Splitter, unite};
use super::table::Table;
use super::turn::Turner;
use super::word::Word;
use crate::value::board::Board;

/// Boards by number, and the memory to work on them.
#[derive(Debug)]
pub(super) struct Layout<W> {
    plans: FxHashMap<(usize, usize), Plan<W>>,
    table: Table,
    splitter: Splitter<W>,
    turner: Turner<W>,
    /// The pieces of the boards split last.
    pieces: Pieces<W>,
    /// How many pieces there are after each board.
    ends: Vec<usize>,
    board: Vec<W>,
    unions: Vec<W>,
    moved: Vec<W>,
    words: Vec<u64>,
}

impl<W: Word> Layout<W> {
    pub(super) fn new(planes: usize) -> Self {
        Layout {
            plans: FxHashMap::default(),
            table: Table::new(1 + planes * W::PIECES),
            splitter: Splitter::new(),
            turner: Turner::new(),
            pieces: Pieces::new(),
            ends: Vec::new(),
            board: vec![W::zero(); planes],
            unions: Vec::new(),
            moved: vec![W::zero(); planes],
            words: Vec::new(),
        }
    }

    /// Rows, columns and planes of a board.
    pub(super) fn cells(&self, number: u32) -> (usize, usize, Vec<u128>) {
        let (size, planes) = self.table.get(number).split_at(1);
        let plane = |pieces: &[u64]| {
            let pieces = pieces.iter().enumerate();
            pieces.fold(0, |all, (i, &piece)| all | u128::from(piece) << (64 * i))
        };
        let (rows, columns) = unpack(size[0]);
        (rows, columns, planes.chunks(W::PIECES).map(plane).collect())
    }

    /// Splits a board.
    pub(super) fn split(&mut self, rules: &Reduced, board: &Board) {
        self.pieces.clear();
        self.ends.clear();
        self.board.fill(W::zero());
        for (cell, &symbol) in board.symbols().iter().enumerate() {
            if let Some(plane) = rules.plane(symbol) {
                self.board[plane] = self.board[plane] | W::bit(cell);
            }
        }
        let size = (board.rows(), board.columns());
        let plan = plan(&mut self.plans, rules, size);
        self.splitter.parts(plan, &rules.sets, &self.board, &mut self.pieces);
        self.ends.push(self.pieces.sizes.len());
    }

    /// Splits the boards that a player can move to.
    pub(super) fn move_from(&mut self, rules: &Reduced, number: u32, player: Player) {
        self.pieces.clear();
        self.ends.clear();
        let (size, planes) = self.table.get(number).split_at(1);
        for (plane, pieces) in self.board.iter_mut().zip(planes.chunks(W::PIECES)) {
            *plane = W::from_pieces(pieces);
        }
        let plan = plan(&mut self.plans, rules, unpack(size[0]));
        unite(&self.board, &rules.sets, &mut self.unions);
        for pattern in plan.patterns.iter().filter(|p| p.movers[player as usize]) {
            for corner in pattern.places(&self.unions).places() {
                pattern.apply(&self.board, corner, &mut self.moved);
                self.splitter.parts(plan, &rules.sets, &self.moved, &mut self.pieces);
                self.ends.push(self.pieces.sizes.len());
            }
        }
    }

    /// The number of a board in normal form, and whether its value is the negative.
    fn number(
        &mut self,
        rules: &Reduced,
        size: (usize, usize),
        board: &[W],
    ) -> Result<(u32, bool), Error> {
        let plan = plan(&mut self.plans, rules, size);
        let (size, negated) = self.turner.canonical(&rules.symmetries, plan, board);
        self.words.clear();
        self.words.push(pack(size));
        for plane in &self.turner.least {
            self.words.extend((0..W::PIECES).map(|i| plane.piece(i)));
        }
        if self.table.len() > (u32::MAX >> 1) as usize {
            return Err(Error::StoreFull);
        }
        Ok((self.table.number(&self.words), negated))
    }

    /// The sums that the boards split last are, with numbers that say which layout they are of.
    fn collect(
        &mut self,
        mut number: impl FnMut(&mut Self, (usize, usize), &[W]) -> Result<(u32, bool), Error>,
    ) -> Result<Vec<Sum<u32>>, Error> {
        let pieces = std::mem::replace(&mut self.pieces, Pieces::new());
        let ends = std::mem::take(&mut self.ends);
        let planes = self.board.len();
        let mut sums = Vec::with_capacity(ends.len());
        let mut start = 0;
        for &end in &ends {
            let mut sum: Sum<u32> = Vec::with_capacity(end - start);
            for i in start..end {
                let board = &pieces.planes[i * planes..(i + 1) * planes];
                let (id, negated) = number(self, pieces.sizes[i], board)?;
                sum.push(if negated { Part::Negative(id) } else { Part::Position(id) });
            }
            start = end;
            sums.push(sum);
        }
        (self.pieces, self.ends) = (pieces, ends);
        Ok(sums)
    }
}

impl Layout<u64> {
    /// The sums that the boards split last are.
    pub(super) fn sums(&mut self, rules: &Reduced) -> Result<Vec<Sum<u32>>, Error> {
        self.collect(|layout, size, board| {
            let (number, negated) = layout.number(rules, size, board)?;
            Ok((number << 1, negated))
        })
    }
}

impl Layout<u128> {
    /// The sums that the boards split last are; parts that fit go to the narrow layout.
    pub(super) fn sums_beside(
        &mut self,
        narrow: &mut Layout<u64>,
        rules: &Reduced,
    ) -> Result<Vec<Sum<u32>>, Error> {
        let mut short = Vec::new();
        self.collect(|layout, size, board| {
            if size.0 * size.1 <= u64::CELLS {
                short.clear();
                short.extend(board.iter().map(|plane| plane.piece(0)));
                let (number, negated) = narrow.number(rules, size, &short)?;
                return Ok((number << 1, negated));
            }
            let (number, negated) = layout.number(rules, size, board)?;
            Ok((number << 1 | 1, negated))
        })
    }
}

fn plan<'p, W: Word>(
    plans: &'p mut FxHashMap<(usize, usize), Plan<W>>,
    rules: &Reduced,
    (rows, columns): (usize, usize),
) -> &'p Plan<W> {
    plans.entry((rows, columns)).or_insert_with(|| Plan::new(rules, rows, columns))
}

fn pack((rows, columns): (usize, usize)) -> u64 {
    (rows << 8 | columns) as u64
}

fn unpack(size: u64) -> (usize, usize) {
    (size as usize >> 8, size as usize & 0xff)
}
