//! Nimbers by the size of the heap, computed when needed.
//!
//! Knows: mex over rows of moves. Must not know: how moves are written.
//!
//! Source: Winning Ways, chapter 4.

use upstar_core::{Budget, Error};

use super::mex::Seen;
use super::program::{Halt, HeapRun, MoveRule, Rows};
use crate::value::Ruleset;

/// Larger heaps are left to the evaluator.
const LARGEST: u64 = 1 << 24;

/// A heap whose nimber is not known.
const UNKNOWN: u32 = u32::MAX;

/// The nimbers of a ruleset of heaps.
#[derive(Debug)]
pub struct HeapTable {
    ways: Vec<MoveRule>,
    /// The slots; `heap` is that of the heap.
    slots: Vec<i64>,
    heap: usize,
    moves: MoveNimbers,
    /// Heaps in computation, each below those that it needs.
    stack: Vec<u32>,
}

/// Nimbers known, and nimbers seen among the moves of one heap.
#[derive(Debug)]
struct MoveNimbers {
    budget: Budget,
    nimbers: Vec<u32>,
    /// The nimbers of all smaller heaps are known.
    known: usize,
    seen: Seen,
    /// Heaps that must be known before.
    needed: Vec<u32>,
}

impl HeapTable {
    /// The table of a ruleset with these ways to move.
    pub(super) fn new(ways: Vec<MoveRule>, ruleset: &Ruleset, budget: &Budget) -> Self {
        let tree = &ruleset.tree;
        let moves = MoveNimbers {
            budget: budget.clone(),
            nimbers: Vec::new(),
            known: 0,
            seen: Seen::new(),
            needed: Vec::new(),
        };
        let heap = tree.family.len();
        let ways = ways.into_iter().map(|way| way.prepared(tree.slots)).collect();
        HeapTable { ways, slots: vec![0; tree.slots], heap, moves, stack: Vec::new() }
    }

    /// Nimber of a heap; `None` if the evaluator must find it, or the fault.
    ///
    /// # Errors
    /// When the budget is exhausted; nimbers found before are kept.
    /// Cost: each heap needed has its moves listed twice at most, a nanosecond or two for each.
    pub(super) fn nimber(&mut self, heap: u64) -> Result<Option<u32>, Error> {
        if heap > LARGEST {
            return Ok(None);
        }
        let known = self.moves.nimbers.get(heap as usize).filter(|nimber| **nimber < OPEN);
        if let Some(known) = known {
            return Ok(Some(*known));
        }
        let found = self.find(heap as u32);
        // The open heaps are abandoned.
        for heap in self.stack.drain(..) {
            let nimber = &mut self.moves.nimbers[heap as usize];
            *nimber = if *nimber == OPEN { UNKNOWN } else { *nimber };
        }
        match found {
            Ok(()) => Ok(Some(self.moves.nimbers[heap as usize])),
            Err(Halt::Unfit) => Ok(None),
            Err(Halt::Core(error)) => Err(error),
        }
    }

    fn find(&mut self, heap: u32) -> Result<(), Halt> {
        self.moves.make_room(u64::from(heap))?;
        self.stack.push(heap);
        while let Some(&top) = self.stack.last() {
            if self.moves.nimbers[top as usize] < OPEN {
                self.stack.pop();
                continue;
            }
            self.moves.begin();
            self.slots[self.heap] = i64::from(top);
            for way in &self.ways {
                way.run(&mut self.slots, &mut self.moves)?;
            }
            if self.moves.needed.is_empty() {
                self.moves.finish(top as usize);
                self.stack.pop();
                continue;
            }
            self.moves.nimbers[top as usize] = OPEN;
            let needed = &mut self.moves.needed;
            // Small heaps first: larger ones often need them.
            needed.sort_unstable_by(|a, b| b.cmp(a));
            needed.dedup();
            if needed.iter().any(|&heap| self.moves.nimbers[heap as usize] == OPEN) {
                // A cycle, which the evaluator describes.
                return Err(Halt::Unfit);
            }
            self.stack.append(needed);
        }
        Ok(())
    }
}

/// A heap that is being worked on.
const OPEN: u32 = u32::MAX - 1;

impl MoveNimbers {
    /// Begins to look at the moves of another heap.
    fn begin(&mut self) {
        self.needed.clear();
        self.seen.begin();
    }

    /// The nimber of a heap is the least one not seen.
    fn finish(&mut self, heap: usize) {
        self.nimbers[heap] = self.seen.mex();
        while self.nimbers.get(self.known).is_some_and(|nimber| *nimber < OPEN) {
            self.known += 1;
        }
    }

    /// Extends the table for a heap.
    fn make_room(&mut self, heap: u64) -> Result<(), Halt> {
        if heap > LARGEST {
            return Err(Halt::Unfit);
        }
        let length = heap as usize + 1;
        if length > self.nimbers.len() {
            let bytes = 4 * (length.next_power_of_two() as u64);
            self.budget.reserve(bytes).map_err(|stop| Halt::Core(stop.into()))?;
            self.nimbers.resize(length, UNKNOWN);
        }
        Ok(())
    }

    /// Visits moves to heaps whose nimbers may be unknown.
    fn visit_checked(&mut self, parts: &[HeapRun], length: i64) -> Result<(), Halt> {
        for i in 0..length {
            self.step()?;
            let (mut sum, mut known) = (0, true);
            for part in parts {
                let heap = (part.first + i * part.step) as usize;
                match self.nimbers[heap] {
                    nimber if nimber < OPEN => sum ^= nimber,
                    _ => {
                        known = false;
                        self.needed.push(heap as u32);
                    }
                }
            }
            if known {
                self.seen.see(sum);
            }
        }
        Ok(())
    }
}

impl Rows for MoveNimbers {
    fn row(&mut self, parts: &[HeapRun], length: i64) -> Result<(), Halt> {
        self.step()?;
        let mut largest = 0;
        for part in parts {
            let last = part.step.checked_mul(length - 1).and_then(|d| part.first.checked_add(d));
            let last = last.ok_or(Halt::Unfit)?;
            // A heap cannot be negative.
            let low = u64::try_from(part.first.min(last)).map_err(|_| Halt::Unfit)?;
            largest = low.max(part.first.max(last) as u64).max(largest);
        }
        self.make_room(largest)?;
        if largest >= self.known as u64 {
            return self.visit_checked(parts, length);
        }
        let MoveNimbers { nimbers, seen, .. } = self;
        let along = |part: &HeapRun| {
            let (first, length) = (part.first as usize, length as usize);
            (first, first + 1 - length.min(first + 1)..first + length)
        };
        match parts {
            [a, b] if (a.step, b.step) == (1, -1) => {
                let (up, down) = (along(a), along(b));
                let up = &nimbers[up.0..up.1.end];
                let down = &nimbers[down.1.start..=down.0];
                seen.see_all(up.iter().zip(down.iter().rev()).map(|(x, y)| x ^ y));
            }
            _ => seen.see_all((0..length).map(|i| {
                let heaps = parts.iter().map(|part| part.first + i * part.step);
                heaps.fold(0, |sum, heap| sum ^ nimbers[heap as usize])
            })),
        }
        Ok(())
    }

    fn columns(&mut self, parts: &[Vec<i64>]) -> Result<(), Halt> {
        let mut largest = 0;
        for heap in parts.iter().flatten() {
            // A heap cannot be negative.
            largest = u64::try_from(*heap).map_err(|_| Halt::Unfit)?.max(largest);
        }
        self.make_room(largest)?;
        let MoveNimbers { nimbers, seen, needed, .. } = self;
        if largest < self.known as u64 {
            let of = |heap: &i64| nimbers[*heap as usize];
            match parts {
                [heaps] => seen.see_all(heaps.iter().map(of)),
                [a, b] => seen.see_all(a.iter().zip(b).map(|(a, b)| of(a) ^ of(b))),
                _ => {
                    let moves = parts.first().map_or(1, Vec::len);
                    let sum = |i: usize| parts.iter().fold(0, |sum, heaps| sum ^ of(&heaps[i]));
                    seen.see_all((0..moves).map(sum));
                }
            }
            return Ok(());
        }
        for i in 0..parts.first().map_or(1, Vec::len) {
            let (mut sum, mut known) = (0, true);
            for heaps in parts {
                match nimbers[heaps[i] as usize] {
                    nimber if nimber < OPEN => sum ^= nimber,
                    _ => {
                        known = false;
                        needed.push(heaps[i] as u32);
                    }
                }
            }
            if known {
                seen.see(sum);
            }
        }
        Ok(())
    }

    fn step(&mut self) -> Result<(), Halt> {
        self.budget.step().map_err(|stop| Halt::Core(stop.into()))
    }
}
