//! State that outlives an evaluation: the store, the rulesets and the transposition tables.

use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use upstar_core::board::rewrite::Boards;
use upstar_core::board::{self, Alphabet};
use upstar_core::misere::MisereStore;
use upstar_core::solve::Memo;
use upstar_core::solve::kept::{Archive, RULESET};
use upstar_core::{Budget, Store};

use crate::analysis::hackenbush::Cuts;
use crate::analysis::heaps::{Heaps, Tuples};
use crate::analysis::invariance::{Invariance, PointsInvariance};
use crate::eval::environment::cells::{CellTable, Layouts};
use crate::eval::environment::meanings::{Meanings, OfRuleset};
use crate::eval::solve::affine::AffineMemo;
use crate::eval::solve::blocking::BlockingMemo;
use crate::eval::solve::goals::Goals;
use crate::eval::solve::misere::MisereNode;
use crate::eval::solve::nodes::{BoardTable, NodeMemo, Positions, empty_memo};
use crate::eval::solve::points::{self, CellMemo, ListFailures, ListMemo};
use crate::eval::validate::Validation;
use crate::rules::Registry;
use crate::value::Ruleset;

/// Character of a coin that shows tails.
const TAILS: char = 'T';
const HEADS: char = 'H';

/// Fewest bits of positions that are written as cells, at first: smaller ones are few.
const LEAST_BITS: u32 = 10;

/// State shared by evaluations on one thread or several, apart from the names.
pub struct World {
    store: Store,
    pub(super) rules: Registry<OfRuleset>,
    /// What rulesets mean, and what is known of each meaning.
    pub(super) meanings: Meanings,
    /// Numbers of positions, and their transposition table.
    pub(super) positions: Positions,
    pub(super) known: Renewed<NodeMemo>,
    /// Transposition table of games about points.
    pub(super) points: Renewed<points::PointsMemo>,
    /// Games about points as programs for integers and lists.
    pub(super) lists: Mutex<ListMemo>,
    /// What is known of games about points whose positions are written as cells.
    pub(super) cells_in_points: Mutex<CellMemo>,
    /// Alphabet of rows of coins.
    pub(super) coins: Arc<Alphabet>,
    /// Tables of numbered boards.
    pub(super) board_tables: boxcar::Vec<BoardTable>,
    /// Tables of positions that are written as cells.
    pub(super) cell_tables: boxcar::Vec<CellTable>,
    /// Canonical forms of misère play.
    pub(super) misere_store: Arc<MisereStore>,
    /// Transposition table of misère play.
    pub(super) misere: Renewed<Memo<MisereNode>>,
    /// Sets of positions with complimenting and entailing moves.
    pub(super) affine: Mutex<AffineMemo>,
    /// Who wins positions in which options are forbidden.
    pub(super) blocking: Mutex<BlockingMemo>,
    /// Where answers are kept between runs.
    pub(super) archive: Option<Arc<dyn Archive>>,
    /// Fewest bits of positions that are written as cells.
    pub(super) least_bits: u32,
    /// Most nested runs of a machine.
    pub(super) max_loops: usize,
    /// What is known of fast methods.
    pub(super) validation: Validation,
}

/// Something that threads share, and that can be exchanged for another while they go on with the one they have.
#[derive(Debug, Default)]
pub(super) struct Renewed<T>(Mutex<Arc<T>>);

impl<T> Renewed<T> {
    fn new(first: Arc<T>) -> Self {
        Renewed(Mutex::new(first))
    }

    /// The one in use.
    pub(super) fn get(&self) -> Arc<T> {
        self.0.lock().clone()
    }

    fn set(&self, new: Arc<T>) {
        *self.0.lock() = new;
    }
}

/// Bitboards by rows and columns; `None` where no rules were found.
pub(super) type GroundBoards = FxHashMap<(usize, usize), Option<Arc<Boards>>>;

/// Results of the analyses of a ruleset, with one meaning.
#[derive(Default)]
pub(super) struct Facts {
    /// The ruleset with its rules in normal form.
    pub(super) normal: OnceLock<Ruleset>,
    /// How its heaps are solved, once that has been asked.
    pub(super) heaps: Mutex<Option<Option<Heaps>>>,
    /// How the elements of its lists are solved, if lists are sums of them, once that has been asked.
    pub(super) piles: Mutex<Option<Option<Heaps>>>,
    /// Nimbers of positions of several integers.
    pub(super) tuples: Mutex<Tuples>,
    /// Changes of positions that keep the value.
    pub(super) invariance: OnceLock<Option<Invariance>>,
    /// Bitboards for rules that place one stone by expressions.
    pub(super) placements: OnceLock<Option<Arc<Boards>>>,
    /// Bitboards by the rewrite rules that the ruleset has on boards of a size, by rows and columns.
    pub(super) ground: Mutex<GroundBoards>,
    /// How its positions are written as cells.
    pub(super) layouts: Mutex<Layouts>,
    /// Changes of positions that keep the points.
    pub(super) points_invariance: OnceLock<PointsInvariance>,
    /// The edges that players cut, where the rules are Hackenbush.
    pub(super) cuts: OnceLock<Option<Cuts>>,
    /// Kinds of arguments for which the ruleset as programs for integers and lists failed.
    pub(super) lists: Mutex<ListFailures>,
    /// Whether all moves make a graph smaller.
    pub(super) shrinks: OnceLock<bool>,
    /// Its number where answers are kept, if they can be.
    pub(super) number: OnceLock<Option<[u8; RULESET]>>,
    /// Transposition tables of boards decided by a goal.
    pub(super) goals: Mutex<Goals>,
}

impl World {
    /// Creates a world with empty tables.
    pub fn new(budget: Budget) -> Self {
        World {
            misere_store: Arc::new(MisereStore::new(budget.clone())),
            misere: Renewed::default(),
            affine: Mutex::default(),
            blocking: Mutex::default(),
            store: Store::new(budget),
            rules: Registry::default(),
            meanings: Meanings::default(),
            positions: Positions::default(),
            known: Renewed::new(empty_memo()),
            points: Renewed::default(),
            lists: Mutex::default(),
            cells_in_points: Mutex::default(),
            coins: Arc::new(Alphabet::of([TAILS, HEADS])),
            board_tables: boxcar::Vec::new(),
            cell_tables: boxcar::Vec::new(),
            archive: None,
            least_bits: LEAST_BITS,
            max_loops: usize::MAX,
            validation: Validation::default(),
        }
    }

    /// Keeps answers in an archive from now on, or nowhere. What is in memory is forgotten.
    pub fn keep_in(&mut self, archive: Option<Arc<dyn Archive>>) {
        self.archive = archive;
        self.forget();
    }

    /// Where answers are kept between runs.
    pub fn archive(&self) -> Option<&Arc<dyn Archive>> {
        self.archive.as_ref()
    }

    /// Limits the nesting of calls through builtins, comprehensions and rules, for stacks that cannot grow.
    /// Calls of functions by functions do not need the stack.
    pub fn limit_nesting(&mut self, levels: usize) {
        self.max_loops = levels;
    }

    /// The limit set by [`World::limit_nesting`].
    pub fn max_nesting(&self) -> usize {
        self.max_loops
    }

    /// Sets the number of bits below which positions are left to the rules.
    pub fn use_bits_from(&mut self, bits: u32) {
        self.least_bits = bits;
    }

    /// The number of bits set by [`World::use_bits_from`].
    pub fn least_bits(&self) -> u32 {
        self.least_bits
    }

    /// The store of canonical forms.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Clears tables that can be computed again, to free memory: sums, comparisons, values of positions.
    pub fn forget(&mut self) {
        self.store.forget_memos();
        self.positions = Positions::default();
        self.forget_answers();
        self.board_tables = boxcar::Vec::new();
        self.cell_tables = boxcar::Vec::new();
        let budget = self.store.budget().clone();
        self.misere_store = Arc::new(MisereStore::new(budget));
        self.meanings = Meanings::default();
        self.rules.each_facts(|of_ruleset| *of_ruleset = OfRuleset::default());
        self.rules.forget();
    }

    /// Forgets answers about positions, but for those of boards that are only made from other answers of the same
    /// fast method.
    pub(super) fn forget_answers(&self) {
        let known = empty_memo();
        if let Some(archive) = &self.archive {
            known.keep_in(archive.clone(), Vec::new());
        }
        self.known.set(known);
        self.points.set(Arc::default());
        self.misere.set(Arc::default());
        *self.lists.lock() = ListMemo::default();
        *self.cells_in_points.lock() = CellMemo::default();
        self.affine.lock().clear();
        self.blocking.lock().clear();
    }

    /// Neither finds nor keeps answers between runs from now on: wrong ones may be among them.
    pub(super) fn distrust_kept(&self) {
        self.archive.iter().for_each(|archive| archive.close());
    }

    /// Number of positions whose value or nimber is known.
    pub fn positions(&self) -> usize {
        let boards = self.board_tables.iter().map(|(_, table)| table.planes.remembered());
        let goals = self.meanings.all().map(|facts| facts.goals.lock().len()).sum::<usize>();
        self.known.get().len()
            + self.points.get().len()
            + self.lists.lock().known()
            + self.cells_in_points.lock().known()
            + self.affine.lock().len()
            + self.blocking.lock().len()
            + goals
            + boards.sum::<usize>()
    }

    /// Goals of a ruleset as conditions on a board; `None` if they are not of this kind.
    pub fn goals(&self, ruleset: &Ruleset) -> Option<board::Goals> {
        self.rules.goals(ruleset)
    }
}
