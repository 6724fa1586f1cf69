//! What validation may cost: steps of the budget, never time, so that the same program is validated the same way.
//!
//! Knows: steps that were made and spent. Must not know: what is asked.

use rustc_hash::{FxHashMap, FxHashSet};

/// Of so many steps one is spent: less than 2 %.
const SHARE: u64 = 64;

/// Steps for the first questions about a ruleset.
pub(super) const FIRST: u64 = 1 << 15;

/// Steps for the first questions about all rulesets of an input.
pub(super) const FIRST_OF_INPUT: u64 = 1 << 17;

/// So many questions are remembered, so that none is asked twice.
const MOST_ASKED: usize = 1 << 14;

/// Steps that may be spent.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    /// Steps of the budget when it was looked at last.
    at: u64,
    /// Steps made since then and before, that are not yet a whole [`SHARE`].
    rest: u64,
    /// Steps that have been earned and are not spent; below 0 where more was spent.
    earned: i64,
    /// Steps spent on first questions of this input.
    of_input: u64,
    /// Steps spent on first questions of each ruleset.
    firsts: FxHashMap<u32, u64>,
    asked: FxHashSet<u64>,
}

impl Ledger {
    /// Looks at the steps of the budget, which begins again with each input. Where several threads make steps, their
    /// number may go back a little.
    fn settle(&mut self, now: u64) {
        if now < self.at / 2 {
            (self.at, self.of_input) = (0, 0);
        }
        self.rest += now.saturating_sub(self.at);
        self.at = self.at.max(now);
        self.earned += i64::try_from(self.rest / SHARE).unwrap_or(i64::MAX / 2);
        self.rest %= SHARE;
    }

    /// Steps left for first questions of a ruleset.
    fn first(&self, ruleset: u32) -> u64 {
        let spent = self.firsts.get(&ruleset).copied().unwrap_or(0);
        FIRST.saturating_sub(spent).min(FIRST_OF_INPUT.saturating_sub(self.of_input))
    }

    /// Steps that a question about a ruleset may cost now; without those for first questions, only those earned.
    pub(super) fn allowed(&mut self, now: u64, ruleset: u32, is_first: bool) -> Option<u64> {
        self.settle(now);
        let first = if is_first { self.first(ruleset) } else { 0 };
        Some(first.saturating_add_signed(self.earned)).filter(|&steps| steps >= super::LEAST_STEPS)
    }

    /// Whether a question was not asked before.
    pub(super) fn is_new(&mut self, question: u64) -> bool {
        if self.asked.len() >= MOST_ASKED {
            self.asked.clear();
        }
        self.asked.insert(question)
    }

    /// Takes note of steps spent, up to where the budget is now; they earn nothing.
    pub(super) fn spend(&mut self, now: u64, steps: u64, ruleset: u32) {
        self.at = self.at.saturating_add(steps).min(now.max(self.at));
        let first = self.first(ruleset).min(steps);
        *self.firsts.entry(ruleset).or_default() += first;
        self.of_input += first;
        self.earned = self.earned.saturating_sub_unsigned(steps - first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_questions_are_free_and_others_cost_less_than_two_per_cent() {
        let mut ledger = Ledger::default();
        assert_eq!(ledger.allowed(10, 1, true), Some(FIRST));
        let now = 10 + FIRST + 64;
        ledger.spend(now, FIRST + 64, 1);
        assert_eq!(ledger.allowed(now, 1, true), None);
        assert_eq!(ledger.allowed(now, 2, false), None);
        assert_eq!(ledger.allowed(now, 2, true), Some(FIRST - 64));
        assert_eq!(ledger.allowed(now + 64 * 1064, 1, true), Some(1000));
    }

    #[test]
    fn an_input_has_steps_for_several_rulesets_only() {
        let mut ledger = Ledger::default();
        let rulesets = (0..100).filter(|&ruleset| {
            let allowed = ledger.allowed(10, ruleset, true);
            ledger.spend(10, allowed.unwrap_or(0), ruleset);
            allowed.is_some()
        });
        assert_eq!(rulesets.count() as u64, FIRST_OF_INPUT / FIRST);
        ledger.at = 10;
        assert_eq!(ledger.allowed(0, 200, true), Some(FIRST));
    }

    /// Two threads that validate at once: each sees the steps of both, and the numbers come in another order.
    #[test]
    fn steps_of_other_threads_are_earned_once() {
        let mut ledger = Ledger::default();
        ledger.allowed(1 << 20, 1, false);
        let earned = ledger.earned;
        for round in 0..100 {
            let now = (1 << 20) + 1000 * round;
            ledger.allowed(now, 1, false);
            ledger.allowed(now - 300, 1, false);
            ledger.spend(now + 700, 600, 1);
            ledger.spend(now + 650, 600, 1);
        }
        // 100,000 steps more, and 120,000 spent.
        assert!(
            ledger.earned < earned + 100_000 / 64 - 100_000 + FIRST as i64,
            "{}",
            ledger.earned
        );
    }

    #[test]
    fn no_question_is_asked_twice() {
        let mut ledger = Ledger::default();
        assert!(ledger.is_new(1) && ledger.is_new(2) && !ledger.is_new(1));
    }
}
