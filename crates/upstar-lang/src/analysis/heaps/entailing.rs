//! Positions of integers with complimenting and entailing moves: the nimbers beside which a player who must move wins.
//!
//! Knows: how the sets of positions follow from those of their options. Must not know: rules.
//!
//! The theory is in [`upstar_core::impartial`]. The search lists the moves of each position once, as for nimbers, and finds the
//! set of a position when those of all that its moves lead to are known.

use std::sync::Arc;

use upstar_core::impartial::{AffineNimber, Replies};
use upstar_core::{Budget, Error};

use super::compile::ClosedRules;
use super::mex::Found;
use super::tuples::{MORE, Tuples, summands_of};
use crate::value::Value;

/// The nimbers beside which a player who must move in a sum wins: for each part its value, and its set.
pub fn of_sum(parts: &[(AffineNimber, &dyn Fn() -> Replies)]) -> Replies {
    if let [(_, single)] = parts {
        return single();
    }
    let mut all = Replies::none();
    for (place, (_, set)) in parts.iter().enumerate() {
        let others = parts[..place].iter().chain(&parts[place + 1..]);
        all.in_component(&set(), total(others.map(|(value, _)| *value)));
    }
    all
}

/// The value of a sum of these values.
pub fn total(values: impl Iterator<Item = AffineNimber>) -> AffineNimber {
    values.fold(AffineNimber::Nimber(0), AffineNimber::plus)
}

/// Sets under numbers, with the values of their positions.
#[derive(Debug, Default)]
pub(super) struct Sets {
    all: Vec<(AffineNimber, Arc<Replies>)>,
}

impl Sets {
    pub(super) fn set(&self, number: u32) -> Arc<Replies> {
        self.all[number as usize].1.clone()
    }

    /// The number of the set of a position with these ordinary, complimenting and entailing options: the numbers of the parts
    /// of each, with [`MORE`] if another part follows.
    ///
    /// # Errors
    /// When a limit is passed.
    pub(super) fn number(&mut self, options: [&[u64]; 3], budget: &Budget) -> Result<u32, Error> {
        let part = |key: &u64| &self.all[*key as u32 as usize];
        let parts = |keys: &[u64]| total(keys.iter().map(|key| part(key).0));
        let [ordinary, complimenting, entailing] = options.map(each_option);
        let mut all = Replies::none();
        for option in entailing {
            budget.step()?;
            let sets = option.iter().map(|key| {
                let (value, set) = part(key);
                (*value, move || Replies::clone(set))
            });
            let sets: Vec<_> = sets.collect();
            let sets = sets.iter().map(|(value, set)| (*value, set as &dyn Fn() -> Replies));
            all.entailing(&of_sum(&sets.collect::<Vec<_>>()));
        }
        complimenting.for_each(|option| all.complimenting(parts(option)));
        all.ordinary(ordinary.map(parts));
        budget.reserve((size_of::<Replies>() + 4 * all.size()) as u64 + 32)?;
        self.all.push((all.value(), Arc::new(all)));
        Ok(self.all.len() as u32 - 1)
    }
}

/// The options in a row of keys.
fn each_option(keys: &[u64]) -> impl Iterator<Item = &[u64]> {
    keys.split_inclusive(|key| key & MORE == 0)
}

impl Tuples {
    /// The nimbers beside which a player who must move in the position with these arguments wins, in a ruleset with complimenting
    /// or entailing moves, all of both players; `None` if the evaluator must find them, or a mistake.
    ///
    /// # Errors
    /// When a limit is passed; sets found before are kept.
    pub fn replies(
        &mut self,
        rules: ClosedRules<'_>,
        arguments: &[Value],
        budget: &Budget,
    ) -> Result<Option<Arc<Replies>>, Error> {
        let shapes = &mut self.of_lengths_by_replies;
        let summands = summands_of(shapes, Found::Replies, (rules, arguments));
        summands.map_or(Ok(None), |(summands, integers)| summands.replies(&integers, budget))
    }
}
