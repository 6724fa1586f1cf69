//! Rewrite rules as a ruleset whose positions are numbers of boards.
//!
//! Knows: the questions of a solver about boards. Must not know: bits.

use std::cell::RefCell;
use std::sync::Arc;

use parking_lot::Mutex;
use thread_local::ThreadLocal;

use crate::bytes::write_count;
use crate::solve::kept::Archive;
use crate::solve::taking::Takings;
use crate::solve::{Lister, Memos, OptionList, Playable, Prospects, Searches, Sum, Unsolved};
use crate::{Budget, Error, Exhausted, Player, Store};

use super::before_split::BoardsBeforeSplit;
use super::layout::{Common, Layouts, Summary, WordKind, split_id};
use super::reduce::Reduced;
use super::rows::{RowRules, RowTable, SHORT};
use crate::board::rewrite::rule_stencils::RuleStencils;
use crate::board::rewrite::termination;
use crate::board::{BLOCKED, Board, Symbol};

/// The number of a board in normal form.
pub type Id = u32;

/// Options that are listed together at least, so that their numbers are looked up together.
const LISTED_AT_ONCE: usize = 8;

/// The boards of a ruleset in normal form.
#[derive(Debug)]
pub struct Planes {
    common: Common,
    /// Buffers of each thread.
    threads: ThreadLocal<RefCell<Layouts>>,
    /// Whether play provably ends, on every board.
    ends: bool,
    /// The nimbers of long rows, if they are found by their segments.
    rows: Option<Mutex<RowTable>>,
    memos: Memos<Id>,
}

impl Planes {
    /// An empty table of boards under these rules.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(in crate::board) fn new(
        stencils: &RuleStencils,
        budget: &Budget,
    ) -> Result<Self, Exhausted> {
        Ok(Planes::of(Reduced::new(stencils, budget)?, stencils))
    }

    fn of(rules: Reduced, stencils: &RuleStencils) -> Self {
        // Ids of the narrowest words are consecutive numbers.
        let narrow = |id: &Id| match split_id(*id) {
            (u64::LEVEL, number) => Some(number),
            _ => None,
        };
        let memos = Memos::numbered(narrow);
        let ends = termination::provably_ends(stencils.left.iter().chain(&stencils.right));
        let rows = RowRules::of(&rules).map(|rules| Mutex::new(RowTable::new(rules)));
        Planes { common: Common::new(rules), threads: ThreadLocal::new(), ends, rows, memos }
    }

    /// A solver for these boards, which shares its memo with all others of the same store. The memos of a few stores
    /// are kept.
    pub fn searches<'s>(&'s self, store: &'s Store) -> Searches<'s, Planes> {
        Searches::with_memo(self, store, self.memos.of(store))
    }

    /// Keeps answers in an archive from now on, for the ruleset with this number in it, whose rewrite rules these are.
    pub fn keep_in(&self, archive: Arc<dyn Archive>, ruleset: [u8; 8]) {
        self.memos.keep_in(archive, [&ruleset[..], b"b"].concat());
    }

    /// The same for a ruleset that has these rewrite rules on boards of some sizes only; `rules` tells them from others.
    pub fn keep_for_rules(&self, archive: Arc<dyn Archive>, ruleset: [u8; 8], rules: [u8; 32]) {
        self.memos.keep_in(archive, [&ruleset[..], b"g", &rules[..]].concat());
    }

    /// Calls `work` with the buffers of this thread.
    fn with<T>(&self, work: impl FnOnce(&mut Layouts) -> T) -> T {
        let own = self.threads.get_or(|| RefCell::new(Layouts::new(&self.common.rules)));
        work(&mut own.borrow_mut())
    }

    /// Boards without symmetry normalisation.
    #[cfg(test)]
    pub(in crate::board) fn without_symmetries(stencils: &RuleStencils) -> Self {
        let mut rules = Reduced::new(stencils, &Budget::unlimited()).expect("there is no limit");
        rules.symmetries = rules.symmetries.identity();
        Planes::of(rules, stencils)
    }

    /// Number of stencils that boards are split by.
    #[cfg(test)]
    pub(in crate::board) fn basis(&self) -> usize {
        self.common.rules.split.as_ref().map_or(0, |split| split.stencils().len())
    }

    /// Checks that there is a board with this number.
    fn check(&self, id: Id) -> Result<(), Error> {
        match self.common.has(id) {
            true => Ok(()),
            false => Err(Error::no_index(id as usize, self.common.len())),
        }
    }

    /// The cached summary of a board; `None` if there is no such board, or the budget runs out.
    fn summary(&self, id: Id) -> Option<Summary> {
        self.check(id).ok()?;
        let common = &self.common;
        common.summary(id).or_else(|| self.with(|layouts| layouts.summary(common, id)).ok())
    }

    /// Whether play provably ends, on every board.
    pub fn provably_ends(&self) -> bool {
        self.ends
    }

    /// Number of answers in the memos.
    pub fn remembered(&self) -> usize {
        self.memos.len()
    }

    /// The parts in normal form whose sum the board is.
    ///
    /// # Errors
    /// When there are too many boards.
    pub fn parts(&self, board: &Board) -> Result<Sum<Id>, Error> {
        self.with(|layouts| layouts.parts(&self.common, board))
    }

    /// The board with this number; each cell shows a symbol that the rules cannot distinguish from the
    /// original. `None` if there is no such board.
    pub fn board(&self, id: Id) -> Option<Board> {
        self.check(id).ok()?;
        let (rows, columns, planes) = self.planes(id);
        let symbol = |plane: Symbol| match plane {
            BLOCKED => BLOCKED,
            plane => self.common.rules.symbols[plane as usize],
        };
        Some(Board::new(rows, columns, planes.into_iter().map(symbol).collect()))
    }

    /// The rows and columns of a board, and the plane of each cell; [`BLOCKED`] if it has none.
    fn planes(&self, id: Id) -> (usize, usize, Vec<Symbol>) {
        let (rows, columns, planes) = self.common.cells(id);
        let shows = |plane: &Vec<u64>, cell: usize| plane[cell / 64] >> (cell % 64) & 1 != 0;
        let plane_of = |cell| planes.iter().position(|plane| shows(plane, cell));
        let plane = |cell| plane_of(cell).map_or(BLOCKED, |plane| plane as Symbol);
        (rows, columns, (0..rows * columns).map(plane).collect())
    }
}

/// Lister that splits each board once, however many moves lead to it.
struct DeduplicatingLister<'p> {
    planes: &'p Planes,
    known: BoardsBeforeSplit,
}

impl Lister<Id, Unsolved<Board>> for DeduplicatingLister<'_> {
    fn list(
        &mut self,
        id: &Id,
        player: Player,
        numbers: &mut Vec<u32>,
        sums: &mut OptionList<Id>,
    ) -> Result<(), Unsolved<Board>> {
        let DeduplicatingLister { planes, known } = self;
        planes.check(*id)?;
        let listed = (numbers, sums);
        Ok(planes
            .with(|layouts| layouts.options_once(&planes.common, (*id, player), known, listed))?)
    }
}

impl Playable for Planes {
    type Position = Id;
    type Error = Unsolved<Board>;

    fn key(&self, id: &Id, key: &mut Vec<u8>) -> bool {
        let Some(board) = self.board(*id) else { return false };
        for side in [board.rows(), board.columns()] {
            write_count(side as u64, key);
        }
        key.extend_from_slice(board.symbols());
        true
    }

    fn is_impartial(&self, _: &Id) -> bool {
        self.common.rules.impartial
    }

    fn ask_for_nimbers(&self) -> bool {
        true
    }

    fn nimber_by_table(&self, id: &Id, go_on: &mut dyn FnMut() -> bool) -> Option<u32> {
        let table = self.rows.as_ref()?;
        let is_narrow = split_id(*id).0 == u64::LEVEL;
        if is_narrow && SHORT >= u64::BITS as usize || self.check(*id).is_err() {
            return None;
        }
        let (rows, columns) = self.common.size(*id);
        if rows != 1 || columns <= SHORT {
            return None;
        }
        // While one thread fills the table, the others search.
        let mut table = table.try_lock()?;
        let (_, _, row) = self.planes(*id);
        let found = table.nimber(&row, go_on);
        let budget = &self.common.rules.budget;
        if budget.used_bytes() > budget.max_bytes() / 2 {
            table.forget();
        }
        found
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
        let mut options = OptionList::default();
        self.list(id, player, &mut options)?;
        Ok(options.into_sums())
    }

    fn list(
        &self,
        id: &Id,
        player: Player,
        options: &mut OptionList<Id>,
    ) -> Result<(), Unsolved<Board>> {
        self.check(*id)?;
        let all = 0..usize::MAX;
        self.with(|layouts| layouts.options(&self.common, (*id, player), all, options))?;
        Ok(())
    }

    fn list_some(
        &self,
        id: &Id,
        player: Player,
        start: usize,
        options: &mut OptionList<Id>,
    ) -> Result<Option<usize>, Unsolved<Board>> {
        self.check(*id)?;
        let most = match split_id(*id).0 {
            // More and more, so that the moves passed over are few.
            u64::LEVEL | u128::LEVEL => LISTED_AT_ONCE.max(start / 2),
            // Long rows are asked for many nimbers: a row of 700 took a quarter longer piece by piece.
            _ => usize::MAX,
        };
        let some = start..start.saturating_add(most);
        let end = some.end;
        let more =
            self.with(|layouts| layouts.options(&self.common, (*id, player), some, options))?;
        Ok(more.then_some(end))
    }

    fn lister(&self) -> Box<dyn Lister<Id, Unsolved<Board>> + '_> {
        let known = BoardsBeforeSplit::new(self.common.rules.symbols.len());
        Box::new(DeduplicatingLister { planes: self, known })
    }

    fn mobility(&self, id: &Id, player: Player) -> Option<u32> {
        Some(self.summary(*id)?.mobility[player as usize])
    }

    fn prospects(&self, id: &Id) -> Option<[Prospects; 2]> {
        let common = &self.common;
        // Moves with conditions do more than take cells. Without them, boards are split.
        if common.rules.impartial || common.rules.split.is_none() || !common.has(*id) {
            return None;
        }
        self.with(|layouts| layouts.prospects(common, *id)).ok().flatten()
    }

    fn takings(&self, id: &Id) -> Option<Takings> {
        let common = &self.common;
        if common.rules.liberties.is_some() || !common.has(*id) {
            return None;
        }
        self.with(|layouts| layouts.takings(common, *id)).ok().flatten()
    }

    fn is_own_negative(&self, id: &Id) -> bool {
        self.summary(*id).is_some_and(|summary| summary.is_own_negative)
    }

    fn is_zero(&self, id: &Id) -> bool {
        self.ends && self.summary(*id).is_some_and(|summary| summary.is_mirrored)
    }

    fn repeats(&self, cycle: Vec<Id>) -> Unsolved<Board> {
        Unsolved::Repeats(cycle.into_iter().filter_map(|id| self.board(id)).collect())
    }
}
