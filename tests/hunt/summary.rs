//! What a hunt has found, by kinds.

use std::collections::BTreeMap;

use super::histories::{History, Report};
use super::length::number;
use super::shrink::{shrunk, written};

/// Most differences that are shrunk and shown.
const MOST: usize = 12;
/// Most inputs of a hundred about which the reference may say nothing.
const MOST_SKIPPED: u64 = 15;

/// How many histories there are between two lines that say how far a hunt is.
const EACH: u64 = 2000;

/// What was compared of a kind.
#[derive(Default)]
struct Count {
    histories: u64,
    compared: u64,
    refused: u64,
    held: u64,
    skipped: u64,
}

/// The counts and the differences of a hunt.
pub(crate) struct Summary {
    name: &'static str,
    kinds: BTreeMap<&'static str, Count>,
    reasons: BTreeMap<String, u64>,
    differences: Vec<String>,
}

impl Summary {
    pub(crate) fn new(name: &'static str) -> Summary {
        Summary { name, kinds: BTreeMap::new(), reasons: BTreeMap::new(), differences: Vec::new() }
    }

    /// Counts a history, and shrinks its difference.
    pub(crate) fn add(&mut self, at: u64, history: &History, report: Report) {
        if at > 0 && at.is_multiple_of(EACH) {
            println!("{}: number {at}, {} differences", self.name, self.differences.len());
        }
        let count = self.kinds.entry(history.kind).or_default();
        count.histories += 1;
        count.compared += report.compared;
        count.refused += report.refused;
        count.held += report.held;
        count.skipped += report.skipped.len() as u64;
        for reason in report.skipped {
            *self.reasons.entry(reason).or_default() += 1;
        }
        if let Some(difference) = report.difference {
            let (small, difference) = shrunk(history, difference);
            let text = format!(
                "-- {} number {at}, seed {}, {}\n{}\n// asked: {}\n// the engine:    {}\n// the reference: {}\n",
                self.name,
                number("UPSTAR_TEST_SEED", 0),
                history.kind,
                written(&small),
                difference.input,
                difference.engine,
                difference.right
            );
            println!("{text}");
            self.differences.push(text);
        }
    }

    /// Whether there is enough to read.
    pub(crate) fn is_enough(&self) -> bool {
        self.differences.len() as u64 >= number("UPSTAR_TEST_DIFFERENCES", MOST as u64)
    }

    /// Prints the counts, and fails when something differs, or when too little was compared.
    pub(crate) fn finish(self) {
        let [mut all, mut skipped] = [0; 2];
        println!(
            "{}: kind, histories, inputs compared, refused by both, held against a fresh session, skipped",
            self.name
        );
        for (kind, count) in &self.kinds {
            println!(
                "  {kind:<20}{:>7}{:>8}{:>8}{:>8}{:>8}",
                count.histories, count.compared, count.refused, count.held, count.skipped
            );
            all += count.compared + count.refused + count.skipped;
            skipped += count.skipped;
        }
        let mut reasons: Vec<_> = self.reasons.into_iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        for (reason, count) in reasons.iter().take(40) {
            println!("  skipped {count:>6}: {reason}");
        }
        let found = self.differences;
        assert!(found.is_empty(), "{} differences\n\n{}", found.len(), found.join("\n"));
        let is_single = number("UPSTAR_TEST_NUMBER", u64::MAX) < u64::MAX;
        assert!(
            is_single || skipped * 100 <= all * MOST_SKIPPED,
            "{skipped} of {all} inputs were skipped"
        );
    }
}
