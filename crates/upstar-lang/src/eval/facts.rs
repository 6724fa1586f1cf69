//! Results of the analyses of a ruleset, computed once and kept with it.

use std::sync::Arc;

use super::{Globals, Machine};
use crate::analysis::invariance::{self, Invariance, PointsInvariance};
use crate::analysis::placements::placements;
use crate::resolve::tree::{Function, Global};
use crate::value::{Ruleset, Value};
use upstar_core::board::rewrite::Boards;

impl<'w> Machine<'w> {
    /// Returns the changes of a position that keep its value.
    pub(super) fn invariance(&self, ruleset: &Ruleset) -> Option<&'w Invariance> {
        if self.is_plain(ruleset) {
            return None;
        }
        let (rules, globals) = (&self.world.rules, &*self.globals);
        let known = &self.facts(ruleset).invariance;
        let find = || {
            let params = &rules.compiled(ruleset).params;
            invariance::invariance(ruleset, params, &|place| library(globals, place))
        };
        known.get_or_init(find).as_ref()
    }

    /// Returns the bitboards of a ruleset whose moves place one stone by expressions.
    pub(super) fn placements(&self, ruleset: &Ruleset) -> Option<&'w Arc<Boards>> {
        let (rules, globals) = (&self.world.rules, &*self.globals);
        let find = || {
            let compiled = rules.compiled(ruleset);
            let (alphabet, _) = compiled.board.as_ref()?;
            let serves = |mover, player| compiled.serves(mover, player);
            placements(&ruleset.tree, alphabet, &serves, &|place| library(globals, place))
                .map(|placements| Arc::new(Boards::of_placements(placements)))
        };
        self.facts(ruleset).placements.get_or_init(find).as_ref()
    }

    /// Returns the changes of a position that keep its points.
    pub(super) fn points_invariance(&self, ruleset: &Ruleset) -> &'w PointsInvariance {
        let (rules, globals) = (&self.world.rules, &*self.globals);
        self.facts(ruleset).points_invariance.get_or_init(|| {
            let params = &rules.compiled(ruleset).params;
            invariance::points_invariance(ruleset, params, &|place| library(globals, place))
        })
    }
}

impl Machine<'_> {
    /// Returns a function of the library.
    pub(super) fn library(&self, place: Global) -> Option<Arc<Function>> {
        library(&self.globals, place)
    }
}

/// Returns a function of the library.
fn library(globals: &Globals, place: Global) -> Option<Arc<Function>> {
    match globals.get(place) {
        Value::Function(function) if globals.is_of_library(place) => Some(function.tree.clone()),
        _ => None,
    }
}
