//! What outlives an evaluation: the store, the globals, the rulesets and what is known of them.

use parking_lot::Mutex;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use upstar_core::misere::Forms;
use upstar_core::position::misere::Misere;
use upstar_core::{Budget, Store};

use super::blind::Blind;
use super::code::Codes;
use super::globals::Globals;
use super::goals::Goals;
use super::misere::Spot;
use super::places::{Home, Known};
use super::points;
use crate::builtins;
use crate::rules::Registry;
use upstar_core::board::Alphabet;

/// What coins show.
const TAILS: char = 'T';
const HEADS: char = 'H';

/// Everything that evaluations share.
pub struct World {
    store: Arc<Store>,
    /// What top-level names stand for.
    pub globals: Globals,
    pub(super) rules: Registry,
    pub(super) known: Known,
    /// What is known of games about points.
    pub(super) points: points::Known,
    /// How positions of games about points are brought into normal form, by their ruleset.
    pub(super) point_forms: FxHashMap<u32, Arc<points::Form>>,
    /// What is known of games decided by a goal, by the number of the ruleset.
    pub(super) goals: FxHashMap<u32, Goals>,
    /// How rows of coins are written.
    pub(super) coins: Arc<Alphabet>,
    /// Which rulesets do not look at the numbers of vertices or the places of cells, by their
    /// number.
    pub(super) blind: FxHashMap<u32, Option<Blind>>,
    /// Whether all moves of a ruleset leave out something of a graph, by its number.
    pub(super) shrinking: FxHashMap<u32, bool>,
    /// The rulesets whose boards are numbered.
    pub(super) homes: Vec<Home>,
    /// The expressions of rules, compiled.
    pub(super) codes: Codes,
    /// The canonical forms of misère play.
    pub(super) misere_forms: Arc<Forms>,
    /// What is known of positions in misère play.
    pub(super) misere: Arc<Mutex<Misere<Spot>>>,
}

impl World {
    /// A world without globals; `library` lists the names that get a value when they are
    /// mentioned.
    pub fn new(budget: Budget, library: fn() -> Vec<&'static str>) -> Self {
        World {
            misere_forms: Arc::new(Forms::new(budget.clone())),
            misere: Arc::new(Mutex::new(Misere::new(budget.clone()))),
            store: Arc::new(Store::new(budget)),
            globals: Globals::new(library),
            rules: Registry::new(|place| builtins::row(place).name),
            known: Known::default(),
            points: points::Known::default(),
            point_forms: FxHashMap::default(),
            goals: FxHashMap::default(),
            coins: Arc::new(Alphabet::of([TAILS, HEADS])),
            blind: FxHashMap::default(),
            shrinking: FxHashMap::default(),
            homes: Vec::new(),
            codes: Codes::default(),
        }
    }

    /// The store of canonical forms.
    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// Forgets what can be found again, to make room: sums, comparisons, values of positions.
    pub fn forget(&mut self) {
        self.store.forget_memos();
        self.known = Known::default();
        self.points = points::Known::default();
        self.goals.clear();
        self.homes.clear();
        let budget = self.store.budget().clone();
        self.misere_forms = Arc::new(Forms::new(budget.clone()));
        self.misere = Arc::new(Mutex::new(Misere::new(budget)));
        self.rules.forget();
    }

    /// How many positions have a value or a nimber that is remembered.
    pub fn positions(&self) -> usize {
        let boards = self.homes.iter().map(|home| home.planes.lock().remembered());
        let goals = self.goals.values().map(Goals::len).sum::<usize>();
        self.known.len() + self.points.len() + goals + boards.sum::<usize>()
    }

    /// Leaves the expressions of rules to the walk over the tree, to compare.
    pub fn walk_rules(&mut self) {
        self.codes.off = true;
    }

    /// The rulesets.
    pub fn rules(&self) -> &Registry {
        &self.rules
    }
}
