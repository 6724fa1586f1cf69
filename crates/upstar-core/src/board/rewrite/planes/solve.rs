//! Rulesets of rewrite rules, as the core sees them: positions are numbers of boards.
//!
//! Knows: what is done with a board, in which order. Must not know: the bits.

use std::sync::Arc;

use crate::position::{Memo, Rules, Sum};
use crate::{Budget, Error, Player};

use super::super::boards::Ways;
use super::super::termination;
use super::layout::Layout;
use super::reduce::Reduced;
use super::word::Word;
use crate::board::{BLOCKED, Board};

/// The number of a board in normal form.
pub type Id = u32;

/// Why a position cannot be evaluated.
#[derive(Debug)]
pub enum Trouble {
    /// The engine failed.
    Core(Error),
    /// These boards lead to each other, the last back to the first.
    Repeats(Vec<Board>),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Trouble::Core(error)
    }
}

/// The boards of a ruleset, and the memory of one thread to work on them.
#[derive(Debug)]
pub struct Planes {
    shared: Arc<Shared>,
    narrow: Layout<u64>,
    wide: Layout<u128>,
}

/// What threads share, beside the numbers of boards.
#[derive(Debug)]
struct Shared {
    rules: Reduced,
    /// Whether play surely ends, on every board.
    ends: bool,
    memo: Memo<Id>,
}

impl Planes {
    /// Nothing is known yet of boards under these rules.
    pub(in crate::board::rewrite) fn new(ways: &Ways, budget: &Budget) -> Self {
        let rules = Reduced::new(ways, budget);
        let planes = rules.symbols.len();
        // The even ids, those of the narrow layout, are numbers without gaps.
        let memo = Memo::numbered(|id: &Id| (id & 1 == 0).then_some(id >> 1));
        let ends = termination::ends(ways.left.iter().chain(&ways.right));
        let shared = Arc::new(Shared { rules, ends, memo });
        Planes { shared, narrow: Layout::new(planes), wide: Layout::new(planes) }
    }

    /// The same boards, with all that is known of them, for another thread.
    pub fn fork(&self) -> Self {
        let Planes { shared, narrow, wide } = self;
        Planes { shared: shared.clone(), narrow: narrow.shared(), wide: wide.shared() }
    }

    /// The same, but boards keep the way they lie.
    #[cfg(test)]
    pub(in crate::board::rewrite) fn without_symmetries(ways: &Ways) -> Self {
        let mut planes = Planes::new(ways, &Budget::unlimited());
        let shared = Arc::get_mut(&mut planes.shared).expect("no other thread has it");
        shared.rules.symmetries = shared.rules.symmetries.identity();
        planes
    }

    /// Whether play surely ends, on every board.
    pub fn surely_end(&self) -> bool {
        self.shared.ends
    }

    /// How many answers about boards are remembered.
    pub fn remembered(&self) -> usize {
        self.shared.memo.len()
    }

    /// Whether boards of this size can be handled.
    pub fn fits(board: &Board) -> bool {
        board.symbols().len() <= u128::CELLS
    }

    /// The parts whose sum the board is, in normal form.
    ///
    /// # Errors
    /// When there are too many boards.
    pub fn parts(&mut self, board: &Board) -> Result<Sum<Id>, Error> {
        let Planes { shared, narrow, wide } = self;
        let rules = &shared.rules;
        match board.symbols().len() <= u64::CELLS {
            true => narrow.parts(rules, None, board),
            false => wide.parts(rules, Some(narrow), board),
        }
    }

    /// The board with this number; each cell shows a symbol that the rules do not tell from the
    /// one it had.
    pub fn board(&self, id: Id) -> Board {
        let (index, symbols) = (id >> 1, &self.shared.rules.symbols);
        let (rows, columns, planes) = match id & 1 {
            0 => self.narrow.cells(index),
            _ => self.wide.cells(index),
        };
        let plane_of = |cell: usize| planes.iter().position(|plane| plane >> cell & 1 != 0);
        let symbol = |cell| plane_of(cell).map_or(BLOCKED, |plane| symbols[plane]);
        Board::new(rows, columns, (0..rows * columns).map(symbol).collect())
    }
}

impl Rules for Planes {
    type Position = Id;
    type Error = Trouble;

    fn is_impartial(&mut self, _: &Id) -> bool {
        self.shared.rules.impartial
    }

    fn ask_for_nimbers(&self) -> bool {
        true
    }

    fn stays_impartial(&mut self, _: &Id) -> bool {
        self.shared.rules.impartial
    }

    fn surely_ends(&mut self, _: &Id) -> bool {
        self.shared.ends
    }

    fn options(&mut self, id: &Id, player: Player) -> Result<Vec<Sum<Id>>, Trouble> {
        let Planes { shared, narrow, wide } = self;
        let rules = &shared.rules;
        Ok(match id & 1 {
            0 => narrow.options(rules, None, id >> 1, player)?,
            _ => wide.options(rules, Some(narrow), id >> 1, player)?,
        })
    }

    fn size(&self, id: &Id) -> u32 {
        match id & 1 {
            0 => self.narrow.size(id >> 1),
            _ => self.wide.size(id >> 1),
        }
    }

    fn memo(&self) -> &Memo<Id> {
        &self.shared.memo
    }

    fn repeats(&mut self, cycle: Vec<Id>) -> Trouble {
        Trouble::Repeats(cycle.into_iter().map(|id| self.board(id)).collect())
    }
}
