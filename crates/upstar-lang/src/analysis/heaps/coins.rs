//! Nimbers of single heads, by their places.
//!
//! Knows: turning coins leaves a sum of heads to the left. Must not know: how turns are written, or rows.
//!
//! The coins turned besides the one at x are given one by one, or as all those from y to x. The
//! nimber of the latter is a difference of sums from the left end, so that both innermost loops
//! are walks along a table. Those besides may also be all subsets of a row (`subsets.rs`).
//!
//! Source: Winning Ways, chapter 14.

use upstar_core::{Budget, Error};

use super::mex::Seen;
use super::program::{Halt, HeapRun, MoveRule, Rows};
use super::subsets::{self, SubsetSums};
use crate::value::Ruleset;

/// Greatest place of a head; those further to the right are left to the evaluator.
const LARGEST: u64 = 1 << 24;

/// Alternative of turning coins.
#[derive(Debug)]
pub(super) struct CoinTurn {
    /// The coins turned besides that at x; the leftmost one when it is a run. For subsets their ends and size come last.
    pub(super) way: MoveRule,
    pub(super) turned: Turned,
}

/// Which coins are turned besides the one at x.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turned {
    /// Some that are given.
    Given,
    /// All from a place to x.
    Run,
    /// Some that are given, and those of a subset.
    Subset,
}

/// The nimbers of single heads.
#[derive(Debug)]
pub struct Heads {
    turns: Vec<CoinTurn>,
    /// The slots; `place` is that of x.
    slots: Vec<i64>,
    place: usize,
    known: KnownHeads,
    /// Whether the evaluator must compute the options of the next head.
    unfit: bool,
}

/// The heads from the left end on.
#[derive(Debug)]
struct KnownHeads {
    budget: Budget,
    nimbers: Vec<u32>,
    /// Nim-sum of all heads to the left of each place, and of all.
    sums: Vec<u32>,
    seen: Seen,
    /// Which coins the next rows turn.
    turned: Turned,
    subsets: SubsetSums,
}

impl Heads {
    /// The table of a ruleset with these turns.
    pub(super) fn new(turns: Vec<CoinTurn>, ruleset: &Ruleset, budget: &Budget) -> Self {
        let (place, slots) = (ruleset.tree.family.len(), vec![0; ruleset.tree.slots]);
        let known = KnownHeads {
            budget: budget.clone(),
            nimbers: Vec::new(),
            sums: vec![0],
            seen: Seen::new(),
            turned: Turned::Given,
            subsets: SubsetSums::default(),
        };
        Heads { turns, slots, place, known, unfit: false }
    }

    /// Nimber of a single head; `None` if the evaluator must find it, or the fault.
    ///
    /// # Errors
    /// When the budget is exhausted; nimbers found before are kept.
    /// Cost: the turns of this and of all places to the left are listed once, a nanosecond or two
    /// for each.
    pub(super) fn nimber(&mut self, place: u64) -> Result<Option<u32>, Error> {
        if place > LARGEST {
            return Ok(None);
        }
        while self.known.nimbers.len() as u64 <= place {
            match self.next() {
                _ if self.unfit => return Ok(None),
                Ok(()) => {}
                Err(Halt::Unfit) => self.unfit = true,
                Err(Halt::Core(error)) => return Err(error),
            }
        }
        Ok(Some(self.known.nimbers[place as usize]))
    }

    /// Finds the nimber of one more head.
    fn next(&mut self) -> Result<(), Halt> {
        if self.unfit {
            return Err(Halt::Unfit);
        }
        self.known.make_room()?;
        self.known.seen.begin();
        self.slots[self.place] = self.known.nimbers.len() as i64;
        for turn in &self.turns {
            self.known.turned = turn.turned;
            turn.way.run(&mut self.slots, &mut self.known)?;
        }
        self.known.add();
        Ok(())
    }
}

impl KnownHeads {
    fn make_room(&self) -> Result<(), Halt> {
        let length = self.nimbers.len();
        if length == self.nimbers.capacity() {
            let bytes = 16 * (length as u64 + 1).next_power_of_two();
            self.budget.reserve(bytes).map_err(|stop| Halt::Core(stop.into()))?;
        }
        Ok(())
    }

    fn add(&mut self) {
        let nimber = self.seen.mex();
        self.sums.push(self.sums[self.nimbers.len()] ^ nimber);
        self.nimbers.push(nimber);
    }

    /// Runs that begin at each place of a row.
    fn runs(&mut self, from: HeapRun, length: i64) -> Result<(), Halt> {
        let place = self.nimbers.len();
        // An empty run does not contain x.
        inside(from, length, place + 1)?;
        let sums = &self.sums;
        let of = |i: i64| sums[(from.first + i * from.step) as usize] ^ sums[place];
        self.seen.see_all((0..length).map(of));
        Ok(())
    }

    /// Given coins and a subset, whose ends and size come last.
    fn subsets(&mut self, parts: &[HeapRun], length: i64) -> Result<(), Halt> {
        let (given, range) = parts.split_at(parts.len().checked_sub(3).ok_or(Halt::Unfit)?);
        for i in 0..length {
            self.step()?;
            let ((first, end), size) = subsets::bounds(range, i).ok_or(Halt::Unfit)?;
            if end > self.nimbers.len() {
                return Err(Halt::Unfit);
            }
            let mut sum = 0;
            let mut places = Vec::with_capacity(given.len());
            for part in given {
                let place = HeapRun { first: part.first + i * part.step, step: 0 };
                inside(place, 1, self.nimbers.len())?;
                let place = place.first as usize;
                // A coin is turned once.
                if (first..end).contains(&place) || places.contains(&place) {
                    return Err(Halt::Unfit);
                }
                places.push(place);
                sum ^= self.nimbers[place];
            }
            let sums = self.subsets.of(&self.nimbers, (first, end), size, &self.budget)?;
            self.seen.see_all(sums.iter().map(|of_subset| of_subset ^ sum));
        }
        Ok(())
    }
}

impl Rows for KnownHeads {
    fn row(&mut self, parts: &[HeapRun], length: i64) -> Result<(), Halt> {
        self.step()?;
        match (self.turned, parts) {
            (Turned::Run, [from]) => return self.runs(*from, length),
            (Turned::Subset, _) => return self.subsets(parts, length),
            _ => {}
        }
        for (n, part) in parts.iter().enumerate() {
            inside(*part, length, self.nimbers.len())?;
            // A coin is turned once.
            if parts[..n].iter().any(|other| meet(*part, *other, length)) {
                return Err(Halt::Unfit);
            }
        }
        let nimbers = &self.nimbers;
        let at = |part: &HeapRun, i: i64| nimbers[(part.first + i * part.step) as usize];
        let still = parts.iter().filter(|part| part.step == 0);
        let still = still.fold(0, |sum, part| sum ^ at(part, 0));
        let mut moving = parts.iter().filter(|part| part.step != 0);
        match (moving.next(), moving.next()) {
            (None, _) => self.seen.see(still),
            (Some(part), None) if part.step == 1 => {
                let row = &nimbers[part.first as usize..][..length as usize];
                self.seen.see_all(row.iter().map(|nimber| nimber ^ still));
            }
            _ => self
                .seen
                .see_all((0..length).map(|i| parts.iter().fold(0, |sum, part| sum ^ at(part, i)))),
        }
        Ok(())
    }

    fn step(&mut self) -> Result<(), Halt> {
        self.budget.step().map_err(|stop| Halt::Core(stop.into()))
    }
}

/// All of a row must be places below an end.
fn inside(part: HeapRun, length: i64, end: usize) -> Result<(), Halt> {
    let last = part.step.checked_mul(length - 1).and_then(|d| part.first.checked_add(d));
    let last = last.ok_or(Halt::Unfit)?;
    let below = |place: i64| usize::try_from(place).is_ok_and(|place| place < end);
    if below(part.first) && below(last) { Ok(()) } else { Err(Halt::Unfit) }
}

/// Whether two coins are the same in one of the moves of a row.
fn meet(a: HeapRun, b: HeapRun, length: i64) -> bool {
    let apart = a.first - b.first;
    match b.step.checked_sub(a.step) {
        Some(nearing) if nearing != 0 && length > 1 => {
            apart % nearing == 0 && (0..length).contains(&(apart / nearing))
        }
        _ => apart == 0,
    }
}
