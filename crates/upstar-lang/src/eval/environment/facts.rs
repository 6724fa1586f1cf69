//! Results of the analyses of a ruleset, computed once for each of its meanings and kept with it.
//!
//! All analyses read the rules in normal form.

use std::sync::Arc;

use num_bigint::BigUint;
use upstar_core::board::Goals;
use upstar_core::board::rewrite::Boards;

use super::Environment;
use crate::analysis::heaps::{Heaps, Tuples, of_elements};
use crate::analysis::invariance::{self, Invariance, PointsInvariance};
use crate::analysis::normal::normal;
use crate::analysis::placements::placements;
use crate::analysis::{integer, with_stack_for_programs};
use crate::value::{Position, Result, Ruleset, Value};

impl<'w> Environment<'w> {
    /// Returns a ruleset with its rules in normal form.
    pub(in crate::eval) fn normal(&self, ruleset: &Ruleset) -> &'w Ruleset {
        self.facts(ruleset).normal.get_or_init(|| {
            let params = &self.world.rules.compiled(ruleset).params;
            let rules = normal(ruleset, params, &|place| self.globals.get(place).clone());
            ruleset.reworded(Arc::new(rules))
        })
    }

    /// Returns the changes of a position that keep its value.
    pub(in crate::eval) fn invariance(&self, ruleset: &Ruleset) -> Option<&'w Invariance> {
        if self.is_plain(ruleset) {
            return None;
        }
        let find = || {
            let params = &self.world.rules.compiled(ruleset).params;
            invariance::invariance(self.normal(ruleset), params)
        };
        self.facts(ruleset).invariance.get_or_init(find).as_ref()
    }

    /// Returns the bitboards of a ruleset whose moves place one stone by expressions.
    pub(in crate::eval) fn placements(&self, ruleset: &Ruleset) -> Option<&'w Arc<Boards>> {
        let find = || {
            let compiled = self.world.rules.compiled(ruleset);
            let (alphabet, _) = compiled.board.as_ref()?;
            let serves = |mover, player| compiled.serves(mover, player);
            let placements = placements(&self.normal(ruleset).tree, alphabet, &serves)?;
            Some(Arc::new(Boards::of_placements(placements)))
        };
        self.facts(ruleset).placements.get_or_init(find).as_ref()
    }

    /// Returns the changes of a position that keep its points.
    pub(in crate::eval) fn points_invariance(&self, ruleset: &Ruleset) -> &'w PointsInvariance {
        self.facts(ruleset).points_invariance.get_or_init(|| {
            let params = &self.world.rules.compiled(ruleset).params;
            invariance::points_invariance(self.normal(ruleset), params)
        })
    }

    /// Returns the goals of a ruleset as conditions on a board; `None` if they are not of this kind.
    pub(in crate::eval) fn goals(&self, ruleset: &Ruleset) -> Option<Goals> {
        self.world.rules.goals(self.normal(ruleset))
    }

    /// Asks something about the heaps of a ruleset, when its rules are integer arithmetic.
    pub(in crate::eval) fn with_heaps<T>(
        &self,
        ruleset: &Ruleset,
        ask: impl FnOnce(&mut Heaps) -> Result<Option<T>>,
    ) -> Result<Option<T>> {
        let rules = self.normal(ruleset);
        let mut known = self.facts(ruleset).heaps.lock();
        with_stack_for_programs(|| {
            let heaps = known.get_or_insert_with(|| Heaps::new(rules, &self.budget));
            heaps.as_mut().map_or(Ok(None), ask)
        })
    }

    /// The nimber of a list that is the sum of its elements, in a ruleset with a table of integers; `None` if it is not, or the
    /// evaluator must find it.
    pub(in crate::eval) fn pile_nimber(&self, position: &Position) -> Result<Option<BigUint>> {
        let ruleset = &position.ruleset;
        let [Value::List(piles)] = position.arguments() else { return Ok(None) };
        let size = |pile: &Value| BigUint::try_from(integer(pile)?).ok();
        let Some(sizes) = piles.items().iter().map(size).collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        self.with_piles(ruleset, |heaps| {
            let mut sum = BigUint::ZERO;
            for size in &sizes {
                let Some(nimber) = heaps.nimber(size)? else { return Ok(None) };
                sum ^= nimber;
            }
            Ok(Some(sum))
        })
    }

    /// Asks something about the elements of lists, where lists are sums of them.
    pub(in crate::eval) fn with_piles<T>(
        &self,
        ruleset: &Ruleset,
        ask: impl FnOnce(&mut Heaps) -> Result<Option<T>>,
    ) -> Result<Option<T>> {
        let rules = self.normal(ruleset);
        let mut known = self.facts(ruleset).piles.lock();
        with_stack_for_programs(|| {
            let find = || of_elements(rules).and_then(|piles| Heaps::new(&piles, &self.budget));
            known.get_or_insert_with(find).as_mut().map_or(Ok(None), ask)
        })
    }

    /// Asks something about positions of several integers, of rules in normal form.
    pub(in crate::eval) fn with_tuples<T>(
        &self,
        ruleset: &Ruleset,
        ask: impl FnOnce(&mut Tuples, &Ruleset) -> T,
    ) -> T {
        let rules = self.normal(ruleset);
        let mut tuples = self.facts(ruleset).tuples.lock();
        with_stack_for_programs(|| ask(&mut tuples, rules))
    }
}
