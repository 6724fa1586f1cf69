//! HeapSolver for the nimbers of a code, heap by heap until a period is proved.

use super::code::Code;
use super::general::General;
use super::pairs::SparseSpace;
use super::period::{Nimbers, Regularity};
use super::single::Single;
use super::theorem::Theorem;
use crate::{Budget, Exhausted};

/// Largest heap whose nimber is computed; larger heaps need a period.
pub const FARTHEST: u64 = 1 << 26;

/// A period is sought whenever the number of known nimbers has grown by this fraction.
const LOOK_EVERY: usize = 16;

/// Error of solving a heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The user asked to stop, or a limit was reached.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// The heap is too large to compute without a period, and no period is known.
    #[error("no period is known up to heap {looked}, and heap {heap} is beyond {FARTHEST}")]
    NoPeriod {
        /// The heap.
        heap: u64,
        /// The largest heap whose nimber is known.
        looked: u64,
    },
    /// The nimber exceeds the largest that can be stored.
    #[error("the nimber is too large")]
    NimberTooLarge,
}

/// HeapSolver for the heaps of a code, with a memo of their nimbers.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_core::heap::{Code, HeapSolver};
///
/// let kayles: Code = "0.77".parse()?;
/// let mut solver = HeapSolver::new(kayles, Budget::unlimited());
/// assert_eq!(solver.values(12)?, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
/// assert_eq!(solver.nimber(1_000_000_000)?, 1);
/// let regularity = solver.regularity().expect("Kayles is solved");
/// assert_eq!((regularity.period, regularity.last_exception()), (12, Some(70)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct HeapSolver {
    code: Code,
    budget: Budget,
    method: Algorithm,
    regularity: Option<Regularity>,
    /// Number of known nimbers at which a period is sought next.
    look: usize,
}

/// Algorithm for the nimbers.
#[derive(Debug)]
enum Algorithm {
    Single(Single),
    SparseSpace(Box<SparseSpace>),
    General(Box<General>),
}

impl HeapSolver {
    /// A solver that knows only heap 0.
    pub fn new(code: Code, budget: Budget) -> HeapSolver {
        let method = match code.most_heaps() {
            Some(0 | 1) => Algorithm::Single(Single::new(&code)),
            Some(2) if SparseSpace::applies_to(&code) => {
                Algorithm::SparseSpace(Box::new(SparseSpace::new(&code)))
            }
            _ => Algorithm::General(Box::new(General::new(&code))),
        };
        HeapSolver { code, budget, method, regularity: None, look: 32 }
    }

    /// The code.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The nimber of a heap. Solves smaller heaps first, until a period is proved.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::heap::{Code, HeapSolver};
    /// let mut nim = HeapSolver::new(Code::all_but(&[])?, Budget::unlimited());
    /// assert_eq!(nim.nimber(1_000_000_000_000)?, 1_000_000_000_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted, or the heap is beyond [`FARTHEST`] and no period is found up to there.
    pub fn nimber(&mut self, heap: u64) -> Result<u64, SolveError> {
        self.look_to(heap.min(FARTHEST))?;
        self.known(heap).ok_or(SolveError::NoPeriod { heap, looked: self.looked() })
    }

    /// The nimbers of heaps 0 to `last`.
    ///
    /// # Errors
    /// As for [`nimber`](HeapSolver::nimber); when there is no memory for the list.
    pub fn values(&mut self, last: u64) -> Result<Vec<u64>, SolveError> {
        self.nimber(last)?;
        self.budget.reserve(last.saturating_mul(8))?;
        let value = |heap| {
            self.budget.step()?;
            self.known(heap).ok_or(SolveError::NoPeriod { heap, looked: last })
        };
        let mut values = Vec::new();
        let count = usize::try_from(last).ok().and_then(|last| last.checked_add(1));
        count
            .and_then(|count| values.try_reserve_exact(count).ok())
            .ok_or(Exhausted::Memory { limit: self.budget.max_bytes() })?;
        for heap in 0..=last {
            values.push(value(heap)?);
        }
        Ok(values)
    }

    /// Computes nimbers up to this heap, or until a period is proved.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn look_to(&mut self, heap: u64) -> Result<(), SolveError> {
        while self.regularity.is_none() && self.looked() < heap {
            self.budget.step()?;
            self.advance()?;
            if self.nimbers().len() >= self.look {
                self.look_for_period()?;
            }
        }
        Ok(())
    }

    /// Searches for a period up to this heap. Unlike [`regularity`](HeapSolver::regularity), it also checks
    /// whether the known heaps prove one.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::heap::HeapSolver;
    /// // It is not known whether Officers, 0.6, is periodic: not before heap 1000.
    /// let mut officers = HeapSolver::new("0.6".parse()?, Budget::unlimited());
    /// assert!(officers.period(1000)?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn period(&mut self, last: u64) -> Result<Option<&Regularity>, SolveError> {
        self.look_to(last)?;
        if self.regularity.is_none() {
            self.look_for_period()?;
        }
        Ok(self.regularity.as_ref())
    }

    /// The period, if it is already proved.
    pub fn regularity(&self) -> Option<&Regularity> {
        self.regularity.as_ref()
    }

    /// The theorem that would prove a period of this code; `None` if none is known.
    pub fn theorem(&self) -> Option<Theorem> {
        Theorem::of(&self.code)
    }

    /// The largest heap whose nimber was computed.
    pub fn looked(&self) -> u64 {
        self.nimbers().len() as u64 - 1
    }

    /// The exceptional heaps, whose nimbers differ from the period continued backwards; empty while no period
    /// is proved.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::heap::HeapSolver;
    /// let mut kayles = HeapSolver::new("0.77".parse()?, Budget::unlimited());
    /// kayles.period(1000)?;
    /// assert_eq!(kayles.exceptions()?.len(), 14);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn exceptions(&self) -> Result<Vec<u64>, SolveError> {
        let Some(regularity) = &self.regularity else { return Ok(Vec::new()) };
        let (period, saltus) = (regularity.period, regularity.saltus);
        let mut exceptions = Vec::new();
        for heap in 0..regularity.preperiod {
            self.budget.step()?;
            let periods = (regularity.preperiod - heap).div_ceil(period);
            let later = self.known(heap + periods * period);
            if later.is_none() || later != self.known(heap).map(|v| v + periods * saltus) {
                exceptions.push(heap);
            }
        }
        Ok(exceptions)
    }

    /// The nimber of a heap, if it is known or follows from the period.
    fn known(&self, heap: u64) -> Option<u64> {
        let nimbers = self.nimbers();
        let (heap, times) = match &self.regularity {
            Some(regularity) if heap >= nimbers.len() as u64 => regularity.reduce(heap),
            _ => (heap, 0),
        };
        let saltus = self.regularity.as_ref().map_or(0, |regularity| regularity.saltus);
        let found = (heap < nimbers.len() as u64).then(|| nimbers.get(heap as usize))?;
        found.checked_add(times.checked_mul(saltus)?)
    }

    fn nimbers(&self) -> Nimbers<'_> {
        match &self.method {
            Algorithm::Single(single) => Nimbers::Wide(single.values()),
            Algorithm::SparseSpace(pairs) => Nimbers::Narrow(pairs.values()),
            Algorithm::General(general) => Nimbers::Wide(general.values()),
        }
    }

    fn advance(&mut self) -> Result<(), SolveError> {
        let known = self.nimbers().len() as u64;
        if known.is_power_of_two() {
            self.budget.reserve(4 * known)?;
        }
        match &mut self.method {
            Algorithm::Single(single) => single.advance(),
            Algorithm::SparseSpace(pairs) => pairs.advance().ok_or(SolveError::NimberTooLarge)?,
            Algorithm::General(general) => general.advance(&self.budget)?,
        }
        Ok(())
    }

    fn look_for_period(&mut self) -> Result<(), SolveError> {
        let known = self.nimbers().len();
        self.budget.reserve(2 * known as u64)?;
        self.regularity = self.nimbers().regularity(&self.code, &self.budget)?;
        self.look = known + known / LOOK_EVERY;
        Ok(())
    }
}
