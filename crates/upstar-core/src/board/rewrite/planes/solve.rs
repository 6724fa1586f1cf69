//! Rulesets of rewrite rules, as the core sees them: positions are numbers of boards.
//!
//! Knows: what is done with a board, in which order. Must not know: the bits.

use std::sync::Arc;

use crate::position::{Memo, Rules, Sum};
use crate::{Budget, Error, Player};

use super::super::boards::Ways;
use super::super::termination;
use super::layout::{Common, LEVEL_BITS, Layouts};
use super::reduce::Reduced;
use super::word::{Widest, Word};
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
    layouts: Layouts,
}

/// What threads share.
#[derive(Debug)]
struct Shared {
    common: Common,
    /// Whether play surely ends, on every board.
    ends: bool,
    memo: Memo<Id>,
}

impl Planes {
    /// Nothing is known yet of boards under these rules.
    pub(in crate::board::rewrite) fn new(ways: &Ways, budget: &Budget) -> Self {
        Planes::of(Reduced::new(ways, budget), ways)
    }

    fn of(rules: Reduced, ways: &Ways) -> Self {
        let planes = rules.symbols.len();
        // Ids of the narrowest words are numbers without gaps.
        let narrow = |id: &Id| (id & ((1 << LEVEL_BITS) - 1) == 0).then_some(id >> LEVEL_BITS);
        let memo = Memo::numbered(narrow);
        let ends = termination::ends(ways.left.iter().chain(&ways.right));
        let shared = Arc::new(Shared { common: Common::new(rules), ends, memo });
        Planes { shared, layouts: Layouts::new(planes) }
    }

    /// The same boards, with all that is known of them, for another thread.
    pub fn fork(&self) -> Self {
        Planes { shared: self.shared.clone(), layouts: self.layouts.fork() }
    }

    /// The same, but boards keep the way they lie.
    #[cfg(test)]
    pub(in crate::board::rewrite) fn without_symmetries(ways: &Ways) -> Self {
        let mut rules = Reduced::new(ways, &Budget::unlimited());
        rules.symmetries = rules.symmetries.identity();
        Planes::of(rules, ways)
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
        board.symbols().len() <= Widest::CELLS
    }

    /// The parts whose sum the board is, in normal form.
    ///
    /// # Errors
    /// When there are too many boards.
    pub fn parts(&mut self, board: &Board) -> Result<Sum<Id>, Error> {
        self.layouts.parts(&self.shared.common, board)
    }

    /// The board with this number; each cell shows a symbol that the rules do not tell from the
    /// one it had.
    pub fn board(&self, id: Id) -> Board {
        let common = &self.shared.common;
        let (rows, columns, planes) = common.cells(id);
        let shows = |plane: &Vec<u64>, cell: usize| plane[cell / 64] >> (cell % 64) & 1 != 0;
        let plane_of = |cell: usize| planes.iter().position(|plane| shows(plane, cell));
        let symbol = |cell| plane_of(cell).map_or(BLOCKED, |plane| common.rules.symbols[plane]);
        Board::new(rows, columns, (0..rows * columns).map(symbol).collect())
    }
}

impl Rules for Planes {
    type Position = Id;
    type Error = Trouble;

    fn is_impartial(&mut self, _: &Id) -> bool {
        self.shared.common.rules.impartial
    }

    fn ask_for_nimbers(&self) -> bool {
        true
    }

    fn stays_impartial(&mut self, _: &Id) -> bool {
        self.shared.common.rules.impartial
    }

    fn surely_ends(&mut self, _: &Id) -> bool {
        self.shared.ends
    }

    fn options(&mut self, id: &Id, player: Player) -> Result<Vec<Sum<Id>>, Trouble> {
        Ok(self.layouts.options(&self.shared.common, *id, player)?)
    }

    fn size(&self, id: &Id) -> u32 {
        self.shared.common.size(*id)
    }

    fn memo(&self) -> &Memo<Id> {
        &self.shared.memo
    }

    fn repeats(&mut self, cycle: Vec<Id>) -> Trouble {
        Trouble::Repeats(cycle.into_iter().map(|id| self.board(id)).collect())
    }
}
