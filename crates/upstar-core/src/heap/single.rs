//! Nimbers of games whose moves leave at most one heap: subtraction and all-but sets.
//!
//! A nimber costs one step for each number that can be taken. Repeating numbers cost one step each: the heaps
//! that they reach are collected in a set for each remainder.

use super::code::Code;
use super::digit::Digit;

/// The known nimbers, and data for the next.
#[derive(Debug)]
pub(super) struct Single {
    values: Vec<u32>,
    /// Nonrepeating numbers of counters that can be taken.
    takes: Vec<Take>,
    /// The repeating digits, with the least number of counters of each.
    repeat: Vec<Take>,
    /// The number of counters for the first repeating digit.
    listed: usize,
    /// For each remainder, the nimbers of the heaps that repeating digits reach.
    reached: Vec<NimberSetOfHeap>,
    /// The last heap with an option of each nimber.
    seen: Vec<usize>,
}

#[derive(Debug, Clone, Copy)]
struct Take {
    counters: usize,
    /// Whether a move may take all.
    all: bool,
    /// Whether a move may leave one heap.
    some: bool,
}

impl Take {
    fn of(counters: usize, digit: Digit) -> Option<Take> {
        let [all, some] = [0, 1].map(|j| !digit.splits(j).none());
        (all || some).then_some(Take { counters, all, some })
    }
}

/// A set of nimbers with its mex.
#[derive(Debug, Clone, Default)]
struct NimberSetOfHeap {
    contains: Vec<bool>,
    mex: usize,
}

impl NimberSetOfHeap {
    fn insert(&mut self, nimber: usize) {
        if self.contains.len() <= nimber {
            self.contains.resize(2 * nimber + 1, false);
        }
        self.contains[nimber] = true;
        while self.contains.get(self.mex) == Some(&true) {
            self.mex += 1;
        }
    }

    fn contains(&self, nimber: usize) -> bool {
        self.contains.get(nimber) == Some(&true)
    }
}

impl Single {
    pub(super) fn new(code: &Code) -> Single {
        let listed = code.digits().len();
        let takes = |digits: &[Digit], first: usize| {
            let digits = digits.iter().enumerate();
            digits.filter_map(|(i, digit)| Take::of(first + i, *digit)).collect::<Vec<_>>()
        };
        let repeat = takes(code.repeating(), listed);
        let reached = vec![NimberSetOfHeap::default(); code.repeating().len()];
        let takes = takes(code.digits(), 0);
        Single { values: vec![0], takes, repeat, listed, reached, seen: Vec::new() }
    }

    pub(super) fn values(&self) -> &[u32] {
        &self.values
    }

    /// Computes the nimber of the next heap.
    pub(super) fn advance(&mut self) {
        let n = self.values.len();
        let mut least = 0;
        let mut sets: Vec<&NimberSetOfHeap> = Vec::new();
        let step = self.reached.len();
        if let Some(left) = n.checked_sub(self.listed).filter(|left| *left > 0 && step > 0) {
            self.reached[left % step].insert(self.values[left] as usize);
        }
        for take in self.repeat.iter().take_while(|take| take.counters <= n) {
            let left = n - take.counters;
            if take.all && left.is_multiple_of(step) {
                mark(&mut self.seen, 0, n);
            }
            if take.some {
                let set = &self.reached[left % step];
                least = least.max(set.mex);
                sets.push(set);
            }
        }
        for take in self.takes.iter().take_while(|take| take.counters <= n) {
            match n - take.counters {
                0 if take.all => mark(&mut self.seen, 0, n),
                left if left > 0 && take.some => {
                    mark(&mut self.seen, self.values[left] as usize, n);
                }
                _ => {}
            }
        }
        let taken =
            |v: &usize| self.seen.get(*v) == Some(&n) || sets.iter().any(|s| s.contains(*v));
        let mex = (least..).find(|v| !taken(v)).expect("heaps have finitely many options");
        self.values.push(mex as u32);
    }
}

/// Records that heap `n` has an option with this nimber.
fn mark(seen: &mut Vec<usize>, nimber: usize, n: usize) {
    if seen.len() <= nimber {
        seen.resize(2 * nimber + 1, 0);
    }
    seen[nimber] = n;
}
