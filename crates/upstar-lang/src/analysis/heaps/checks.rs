//! Checks of positions of integers: `check n >= 0, "..."`.
//!
//! Knows: which checks are integer arithmetic. Must not know: the messages of checks that do not hold.
//!
//! A check that is read here and holds need not be evaluated. Where it does not hold, or has no value here, the evaluator finds
//! out, and says why.

use std::sync::Arc;

use super::compile::{ClosedRules, Compiler};
use super::program::HeapCondition;
use super::summands::layout;
use super::tuples::{Tuples, integers};
use crate::analysis::normal::{Argument, of_integers};
use crate::value::Value;

/// The checks of positions of one shape.
#[derive(Debug)]
pub(super) struct Checks {
    conditions: Vec<HeapCondition>,
    /// The slot of each integer of a position.
    places: Vec<usize>,
    slots: Vec<i64>,
}

impl Checks {
    fn new(rules: ClosedRules<'_>, shape: &[Argument]) -> Option<Self> {
        if shape.len() != rules.ruleset.tree.params.len() {
            return None;
        }
        let (spelt, tuples) = of_integers(rules.ruleset, shape, rules.globals)?;
        let ruleset = rules.ruleset.reworded(Arc::new(spelt));
        let mut compiler =
            Compiler::new(ClosedRules { ruleset: &ruleset, globals: rules.globals })?;
        let tree = &ruleset.tree;
        let (places, slots) = layout(&mut compiler, tree, shape, &mut tuples.into_iter())?;
        let checks = tree.checks.iter().filter(|check| !check.of_family);
        let conditions = checks.map(|check| compiler.condition(&check.condition));
        let conditions = conditions.collect::<Option<_>>()?;
        Some(Checks { conditions, places, slots: vec![0; slots] })
    }

    fn hold(&mut self, integers: &[i64]) -> bool {
        for (place, integer) in self.places.iter().zip(integers) {
            self.slots[*place] = *integer;
        }
        self.conditions.iter().all(|condition| matches!(condition.holds(&self.slots), Ok(true)))
    }
}

/// Positions whose checks are evaluated before the checks are read.
const SOME: u32 = 64;

impl Tuples {
    /// Counts a position that is checked; returns whether there have been some.
    pub fn has_checked_some(&mut self) -> bool {
        self.checked = self.checked.saturating_add(1);
        self.checked > SOME
    }

    /// Whether the checks of the ruleset are known to hold for these arguments.
    pub fn passes(&mut self, rules: ClosedRules<'_>, arguments: &[Value]) -> bool {
        if !rules.ruleset.tree.checks_positions() {
            return true;
        }
        let Some((shape, integers)) = integers(arguments) else { return false };
        let checks = self.checks.entry(shape);
        let checks = checks.or_insert_with_key(|shape| Checks::new(rules, shape));
        checks.as_mut().is_some_and(|checks| checks.hold(&integers))
    }
}
