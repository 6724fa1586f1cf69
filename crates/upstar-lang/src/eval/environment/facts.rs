//! Results of the analyses of a ruleset, computed once for each of its meanings and kept with it.
//!
//! All analyses read the rules in normal form.

use std::sync::Arc;

use num_bigint::BigUint;
use parking_lot::Mutex;
use upstar_core::Player;
use upstar_core::board::Goals;
use upstar_core::board::rewrite::Boards;
use upstar_core::short::HackenbushEdge;

use super::Environment;
use crate::analysis::hackenbush::{self, Cuts};
use crate::analysis::heaps::{ClosedRules, Heaps, Tuples, of_elements};
use crate::analysis::invariance::{self, Invariance, PointsInvariance};
use crate::analysis::normal::normal;
use crate::analysis::placements::placements;
use crate::analysis::{integer, with_stack_for_programs};
use crate::value::graph::{Edge, GROUND};
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

    /// The same for a ruleset without rewrite rules: the normal form may leave out those whose conditions never hold, and so
    /// does not count them as the ruleset does.
    pub(in crate::eval) fn normal_without_rewrites(
        &self,
        ruleset: &Ruleset,
    ) -> Option<&'w Ruleset> {
        let has_rewrites = !self.world.rules.compiled(ruleset).rewrites.is_empty();
        (!has_rewrites).then(|| self.normal(ruleset))
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
            // Bit planes do not know ways around.
            let (alphabet, _) = compiled.board.as_ref().filter(|(_, shape)| !shape.is_closed())?;
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

    /// Returns which edges players cut, where the rules are Hackenbush.
    fn cuts(&self, ruleset: &Ruleset) -> Option<&'w Cuts> {
        if !ruleset.is_by_last_move() || self.is_plain(ruleset) {
            return None;
        }
        let find = || {
            let compiled = self.world.rules.compiled(ruleset);
            let normal = self.normal_without_rewrites(ruleset)?;
            let serves = |mover, player| compiled.serves(mover, player);
            hackenbush::cuts(&normal.tree, &compiled.params, &serves)
        };
        self.facts(ruleset).cuts.get_or_init(find).as_ref()
    }

    /// The edges of a position whose rules are Hackenbush on its graph.
    pub(in crate::eval) fn picture(&self, position: &Position) -> Option<Vec<HackenbushEdge>> {
        let [Value::Graph(graph)] = position.arguments() else { return None };
        let cuts = self.cuts(&position.ruleset)?;
        let grounded = graph.component_of(GROUND)?;
        if cuts.whole && grounded.edges().len() < graph.edges().len() {
            return None;
        }
        let edge = |edge: &Edge| HackenbushEdge {
            ends: [edge.from, edge.to],
            left: cuts.allow(Player::Left, edge.label),
            right: cuts.allow(Player::Right, edge.label),
        };
        Some(grounded.edges().iter().map(edge).collect())
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
        let find = || self.closed(rules, |rules| Heaps::new(rules, &self.budget));
        ask_heaps(&self.facts(ruleset).heaps, find, ask)
    }

    /// The nimber of a list that is the sum of its elements, in a ruleset with a table of integers; `None` if it is not, or the
    /// evaluator must find it.
    pub(in crate::eval) fn pile_nimber(
        &self,
        ruleset: &Ruleset,
        arguments: &[Value],
    ) -> Result<Option<BigUint>> {
        let [Value::List(piles)] = arguments else { return Ok(None) };
        self.with_piles(ruleset, |heaps| {
            let mut sum = BigUint::ZERO;
            for pile in piles.items() {
                let size = integer(pile).and_then(|size| BigUint::try_from(size).ok());
                let nimber = size.map_or(Ok(None), |size| heaps.nimber(&size))?;
                let Some(nimber) = nimber else { return Ok(None) };
                sum ^= nimber;
            }
            Ok(Some(sum))
        })
    }

    /// Whether positions of a ruleset are lists that are sums of their elements.
    pub(in crate::eval) fn has_piles(&self, ruleset: &Ruleset) -> bool {
        matches!(self.with_piles(ruleset, |_| Ok(Some(()))), Ok(Some(())))
    }

    /// Asks something about the elements of lists, where lists are sums of them.
    fn with_piles<T>(
        &self,
        ruleset: &Ruleset,
        ask: impl FnOnce(&mut Heaps) -> Result<Option<T>>,
    ) -> Result<Option<T>> {
        let rules = self.normal(ruleset);
        let find = || {
            let (elements, left_out) = of_elements(rules)?;
            let mut heaps = self.closed(&elements, |rules| Heaps::new(rules, &self.budget))?;
            let is_nothing = |size: u32| match heaps.nimber(&BigUint::from(size)) {
                Ok(Some(nimber)) => nimber == BigUint::ZERO,
                _ => false,
            };
            let may_leave_out = left_out.is_none_or(|most| (0..=most).all(is_nothing));
            may_leave_out.then_some(heaps)
        };
        ask_heaps(&self.facts(ruleset).piles, find, ask)
    }

    /// Asks something about positions of several integers, of rules in normal form.
    pub(in crate::eval) fn with_tuples<T>(
        &self,
        ruleset: &Ruleset,
        ask: impl FnOnce(&mut Tuples, ClosedRules<'_>) -> T,
    ) -> T {
        let mut tuples = self.facts(ruleset).tuples.lock();
        self.closed(self.normal(ruleset), |rules| {
            with_stack_for_programs(|| ask(&mut tuples, rules))
        })
    }

    /// Rules in normal form, with the values that globals have now.
    fn closed<T>(&self, ruleset: &Ruleset, ask: impl FnOnce(ClosedRules<'_>) -> T) -> T {
        ask(ClosedRules { ruleset, globals: &|place| self.globals.get(place).clone() })
    }
}

/// Asks heaps something that are found when they are asked first.
fn ask_heaps<T>(
    known: &Mutex<Option<Option<Heaps>>>,
    find: impl FnOnce() -> Option<Heaps>,
    ask: impl FnOnce(&mut Heaps) -> Result<Option<T>>,
) -> Result<Option<T>> {
    let mut known = known.lock();
    with_stack_for_programs(|| known.get_or_insert_with(find).as_mut().map_or(Ok(None), ask))
}
