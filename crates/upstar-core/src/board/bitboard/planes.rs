//! Rulesets of rewrite rules, as the core sees them: positions are numbers of boards.
//!
//! Knows: what is done with a board, in which order. Must not know: the bits.

use std::cell::RefCell;
use std::sync::Arc;

use thread_local::ThreadLocal;

use crate::solve::{Memo, Ruleset, Solver, Sum, Unsolved};
use crate::{Budget, Error, Exhausted, Player, Store};

use super::layout::{Common, Kind, Layouts, Note, split_id};
use super::reduce::Reduced;
use crate::board::rewrite::boards::Ways;
use crate::board::rewrite::termination;
use crate::board::{BLOCKED, Board};

/// The number of a board in normal form.
pub type Id = u32;

/// The boards of a ruleset.
#[derive(Debug)]
pub struct Planes {
    common: Common,
    /// What each thread works on boards with.
    threads: ThreadLocal<RefCell<Layouts>>,
    /// Whether play surely ends, on every board.
    ends: bool,
    memo: Arc<Memo<Id>>,
}

impl Planes {
    /// Nothing is known yet of boards under these rules.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(in crate::board) fn new(ways: &Ways, budget: &Budget) -> Result<Self, Exhausted> {
        Ok(Planes::of(Reduced::new(ways, budget)?, ways))
    }

    fn of(rules: Reduced, ways: &Ways) -> Self {
        // Ids of the narrowest words are numbers without gaps.
        let narrow = |id: &Id| match split_id(*id) {
            (u64::LEVEL, number) => Some(number),
            _ => None,
        };
        let memo = Arc::new(Memo::numbered(narrow));
        let ends = termination::ends(ways.left.iter().chain(&ways.right));
        Planes { common: Common::new(rules), threads: ThreadLocal::new(), ends, memo }
    }

    /// Answers questions about these boards, and shares what is known with all who do.
    pub fn solver<'s>(&'s self, store: &'s Store) -> Solver<'s, Planes> {
        Solver::with_memo(self, store, self.memo.clone())
    }

    /// Works with the memory of this thread.
    fn with<T>(&self, work: impl FnOnce(&mut Layouts) -> T) -> T {
        let planes = self.common.rules.symbols.len();
        let own = self.threads.get_or(|| RefCell::new(Layouts::new(planes)));
        work(&mut own.borrow_mut())
    }

    /// The same, but boards keep the way they lie.
    #[cfg(test)]
    pub(in crate::board) fn without_symmetries(ways: &Ways) -> Self {
        let mut rules = Reduced::new(ways, &Budget::unlimited()).expect("there is no limit");
        rules.symmetries = rules.symmetries.identity();
        Planes::of(rules, ways)
    }

    /// How many stencils boards are split by.
    #[cfg(test)]
    pub(in crate::board) fn basis(&self) -> usize {
        self.common.rules.steps.len()
    }

    /// What is noted of a board; nothing when the budget runs out.
    fn note(&self, id: Id) -> Option<Note> {
        let common = &self.common;
        common.note(id).or_else(|| self.with(|layouts| layouts.note(common, id)).ok())
    }

    /// Whether play surely ends, on every board.
    pub fn surely_end(&self) -> bool {
        self.ends
    }

    /// How many answers about boards are remembered.
    pub fn remembered(&self) -> usize {
        self.memo.len()
    }

    /// The parts whose sum the board is, in normal form.
    ///
    /// # Errors
    /// When there are too many boards.
    pub fn parts(&self, board: &Board) -> Result<Sum<Id>, Error> {
        self.with(|layouts| layouts.parts(&self.common, board))
    }

    /// The board with this number; each cell shows a symbol that the rules do not tell from the
    /// one it had.
    pub fn board(&self, id: Id) -> Board {
        let common = &self.common;
        let (rows, columns, planes) = common.cells(id);
        let shows = |plane: &Vec<u64>, cell: usize| plane[cell / 64] >> (cell % 64) & 1 != 0;
        let plane_of = |cell: usize| planes.iter().position(|plane| shows(plane, cell));
        let symbol = |cell| plane_of(cell).map_or(BLOCKED, |plane| common.rules.symbols[plane]);
        Board::new(rows, columns, (0..rows * columns).map(symbol).collect())
    }
}

impl Ruleset for Planes {
    type Position = Id;
    type Error = Unsolved<Board>;

    fn is_impartial(&self, _: &Id) -> bool {
        self.common.rules.impartial
    }

    fn ask_for_nimbers(&self) -> bool {
        true
    }

    fn stays_impartial(&self, _: &Id) -> bool {
        self.common.rules.impartial
    }

    fn surely_ends(&self, _: &Id) -> bool {
        self.ends
    }

    fn never_fails(&self, _: &Id) -> bool {
        true
    }

    fn options(&self, id: &Id, player: Player) -> Result<Vec<Sum<Id>>, Unsolved<Board>> {
        Ok(self.with(|layouts| layouts.options(&self.common, *id, player))?)
    }

    fn mobility(&self, id: &Id, player: Player) -> Option<u32> {
        Some(self.note(*id)?.mobility[player as usize])
    }

    fn is_own_negative(&self, id: &Id) -> bool {
        self.note(*id).is_some_and(|note| note.is_own_negative)
    }

    fn repeats(&self, cycle: Vec<Id>) -> Unsolved<Board> {
        Unsolved::Repeats(cycle.into_iter().map(|id| self.board(id)).collect())
    }
}
