//! Many positions at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{fmt, thread};

use indexmap::IndexMap;
use parking_lot::Mutex;

use super::{Ruleset, Solver};
use crate::Error;
use crate::budget::helping;
use crate::loopy::GameValue;

/// Positions that a thread takes at once.
const CHUNK: usize = 64;

/// Positions of a solver, to be asked about together: see [`Solver::sweep`].
///
/// Threads share the solver, and what one finds the others need not look for. There are as many
/// threads as the machine runs at once, whatever the budget of the store says, and each takes a few positions at a time.
#[derive(Debug)]
pub struct Sweep<'s, R: Ruleset, I> {
    solver: &'s Solver<R>,
    positions: I,
}

impl<'s, R: Ruleset, I: Iterator<Item = R::Position> + Send> Sweep<'s, R, I> {
    pub(super) fn new(solver: &'s Solver<R>, positions: I) -> Self {
        Sweep { solver, positions }
    }

    /// The values of the positions, in their order.
    ///
    /// # Errors
    /// As for [`Solver::value`]: the error of one of the positions.
    pub fn values(self) -> Result<Vec<GameValue>, Error> {
        self.each(|solver, position| solver.value(position))
    }

    /// The answers to a question about each position, in their order.
    ///
    /// ```
    /// # use upstar_core::board::{Rules, Turns};
    /// # use upstar_core::{Error, Outcome, Solver};
    /// let cram = Solver::new(Rules::grid(".#")?.both("..", "##", Turns::Orthogonally)?);
    /// let outcomes = cram.boards(2, 3)?.each(|cram, board| cram.outcome(board))?;
    /// assert_eq!(outcomes.iter().filter(|outcome| **outcome == Outcome::P).count(), 26);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// The error of one of the positions.
    pub fn each<T: Send>(
        self,
        ask: impl Fn(&Solver<R>, &R::Position) -> Result<T, Error> + Sync,
    ) -> Result<Vec<T>, Error> {
        let found = self.by_threads(|answers: &mut Vec<(usize, T)>, solver, place, position| {
            answers.push((place, ask(solver, position)?));
            Ok(())
        })?;
        let mut all: Vec<(usize, T)> = found.into_iter().flatten().collect();
        all.sort_unstable_by_key(|(place, _)| *place);
        Ok(all.into_iter().map(|(_, answer)| answer).collect())
    }

    /// What each thread has gathered from the positions that it took, by a function of the solver, the place of a position and
    /// the position.
    fn by_threads<S: Default + Send>(
        self,
        gather: impl Fn(&mut S, &Solver<R>, usize, &R::Position) -> Result<(), Error> + Sync,
    ) -> Result<Vec<S>, Error> {
        let solver = self.solver;
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let positions = Mutex::new(self.positions.enumerate());
        let stop = AtomicBool::new(false);
        let gathered = || {
            let mut gathered = S::default();
            while !stop.load(Relaxed) {
                let chunk: Vec<(usize, R::Position)> =
                    Iterator::take(&mut *positions.lock(), CHUNK).collect();
                if chunk.is_empty() {
                    break;
                }
                for (place, position) in chunk {
                    gather(&mut gathered, solver, place, &position)
                        .inspect_err(|_| stop.store(true, Relaxed))?;
                }
            }
            Ok(gathered)
        };
        thread::scope(|scope| {
            let work = || helping(&Arc::default(), gathered);
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let own = work();
            let join = |other: thread::ScopedJoinHandle<'_, _>| match other.join() {
                Ok(found) => found,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            [own].into_iter().chain(others.into_iter().map(join)).collect()
        })
    }

    /// How often each value occurs.
    ///
    /// ```
    /// # use upstar_core::board::{Rules, Turns};
    /// # use upstar_core::{Error, Solver};
    /// let cram = Solver::new(Rules::grid(".#")?.both("..", "##", Turns::Orthogonally)?);
    /// assert_eq!(cram.boards(1, 3)?.counts()?.to_string(), "0: 5\n*: 3\n");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Solver::value`]: the error of one of the positions.
    pub fn counts(self) -> Result<Counts, Error> {
        // Where each value was met first, and how often it was met.
        type Met = IndexMap<GameValue, (usize, usize)>;
        let found = self.by_threads(|met: &mut Met, solver, place, position| {
            let value = solver.value(position)?;
            met.entry(value).or_insert((place, 0)).1 += 1;
            Ok(())
        })?;
        let mut counts = Met::new();
        for (value, (place, count)) in found.into_iter().flatten() {
            let (first, total) = counts.entry(value).or_insert((place, 0));
            (*first, *total) = (place.min(*first), *total + count);
        }
        counts.sort_unstable_by(|_, (place, count), _, (other, more)| {
            more.cmp(count).then(place.cmp(other))
        });
        Ok(Counts(counts.into_iter().map(|(value, (_, count))| (value, count)).collect()))
    }
}

/// How often each value occurs in a [`Sweep`], the most frequent first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts(Vec<(GameValue, usize)>);

impl Counts {
    /// The values with their number.
    pub fn iter(&self) -> std::slice::Iter<'_, (GameValue, usize)> {
        self.0.iter()
    }

    /// The number of different values.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there were no positions.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'c> IntoIterator for &'c Counts {
    type Item = &'c (GameValue, usize);
    type IntoIter = std::slice::Iter<'c, (GameValue, usize)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Counts {
    type Item = (GameValue, usize);
    type IntoIter = std::vec::IntoIter<(GameValue, usize)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// A line for each value.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|(value, count)| writeln!(f, "{value}: {count}"))
    }
}
