//! What outlives an evaluation: the store, the rulesets and what is known of them.

use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use upstar_core::board::rewrite::Boards;
use upstar_core::board::{self, Alphabet};
use upstar_core::misere::MisereStore;
use upstar_core::solve::Memo;
use upstar_core::{Budget, Store};

use super::goals::Goals;
use super::misere::Spot;
use super::nodes::{Home, Known, Positions, unknown};
use super::points;
use crate::analysis::invariance::{Invariance, PointsInvariance};
use crate::rules::Registry;
use crate::value::Ruleset;

/// What coins show.
const TAILS: char = 'T';
const HEADS: char = 'H';

/// Everything that evaluations share, on one thread or on several, but for the names.
pub struct World {
    store: Arc<Store>,
    pub(super) rules: Registry<Facts>,
    /// The numbers of positions, and what is known of them.
    pub(super) positions: Positions,
    pub(super) known: Arc<Known>,
    /// What is known of games about points.
    pub(super) points: Arc<points::Known>,
    /// How rows of coins are written.
    pub(super) coins: Arc<Alphabet>,
    /// The rulesets whose boards are numbered.
    pub(super) homes: boxcar::Vec<Home>,
    /// The canonical forms of misère play.
    pub(super) misere_store: Arc<MisereStore>,
    /// What is known of positions in misère play.
    pub(super) misere: Arc<Memo<Spot>>,
    /// How many loops of a machine may be open within each other.
    pub(super) max_loops: usize,
}

/// What the evaluator finds out about a ruleset.
#[derive(Default)]
pub(super) struct Facts {
    /// How positions may be changed without a change of value.
    pub(super) invariance: OnceLock<Option<Invariance>>,
    /// Boards whose rules are expressions that change one cell.
    pub(super) placements: OnceLock<Option<Boards>>,
    /// How they may be changed when the game is about points.
    pub(super) points_invariance: OnceLock<PointsInvariance>,
    /// Whether all moves make a graph smaller.
    pub(super) shrinks: OnceLock<bool>,
    /// What is known of positions, when a goal decides.
    pub(super) goals: Mutex<Goals>,
}

impl World {
    /// A world in which nothing is known.
    pub fn new(budget: Budget) -> Self {
        World {
            misere_store: Arc::new(MisereStore::new(budget.clone())),
            misere: Arc::default(),
            store: Arc::new(Store::new(budget)),
            rules: Registry::default(),
            positions: Positions::default(),
            known: unknown(),
            points: Arc::default(),
            coins: Arc::new(Alphabet::of([TAILS, HEADS])),
            homes: boxcar::Vec::new(),
            max_loops: usize::MAX,
        }
    }

    /// Limits how deeply calls may be nested through builtins, comprehensions and rules, for machines whose stack
    /// cannot grow. Calls of functions by functions do not need the stack.
    pub fn limit_nesting(&mut self, levels: usize) {
        self.max_loops = levels;
    }

    /// The limit set by [`World::limit_nesting`].
    pub fn max_nesting(&self) -> usize {
        self.max_loops
    }

    /// The store of canonical forms.
    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// Forgets what can be found again, to make room: sums, comparisons, values of positions.
    pub fn forget(&mut self) {
        self.store.forget_memos();
        self.positions = Positions::default();
        self.known = unknown();
        self.points = Arc::default();
        self.homes = boxcar::Vec::new();
        let budget = self.store.budget().clone();
        self.misere_store = Arc::new(MisereStore::new(budget));
        self.misere = Arc::default();
        for facts in self.rules.all_facts() {
            *facts.goals.lock() = Goals::default();
            if let Some(Some(boards)) = facts.placements.get() {
                boards.forget();
            }
        }
        self.rules.forget();
    }

    /// How many positions have a value or a nimber that is remembered.
    pub fn positions(&self) -> usize {
        let boards = self.homes.iter().map(|(_, home)| home.planes.remembered());
        let goals = self.rules.all_facts().map(|facts| facts.goals.lock().len()).sum::<usize>();
        self.known.len() + self.points.len() + goals + boards.sum::<usize>()
    }

    /// The goals of a ruleset about a board; nothing when they ask something else.
    pub fn goals(&self, ruleset: &Ruleset) -> Option<board::Goals> {
        self.rules.goals(ruleset)
    }
}
