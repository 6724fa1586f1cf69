//! Solver of rulesets of heaps or coins: by a code, or by a table.
//!
//! Knows: the largest heap without a period. Must not know: how nimbers are computed.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use upstar_core::Budget;
use upstar_core::heap::{self, FARTHEST, HeapSolver, Regularity, Theorem};

use super::coins::Heads;
use super::compile::ClosedRules;
use super::large_heaps::LargeHeapCode;
use super::table::HeapTable;
use super::{compile, recognise};
use crate::diagnostic::Code;
use crate::value::heaps::Heaps as Answers;
use crate::value::{Fault, Result};

/// The nimbers of a ruleset of heaps or coins.
#[derive(Debug)]
pub enum Heaps {
    /// Solver of a code of taking and breaking.
    Code(Box<HeapSolver>),
    /// Table for moves by integer arithmetic, with the code of large heaps if they have one.
    Table(Box<HeapTable>, Option<LargeHeapCode>),
    /// Coins, by single heads.
    Coins(Box<Heads>),
}

impl Heaps {
    /// Solver of a ruleset; `None` if its moves are of another kind.
    pub fn new(rules: ClosedRules<'_>, budget: &Budget) -> Option<Self> {
        let ruleset = rules.ruleset;
        let solver = |code| Heaps::Code(Box::new(HeapSolver::new(code, budget.clone())));
        if let Some(code) = compile::stated_code(ruleset) {
            return Some(solver(code));
        }
        if let Some(turns) = compile::turns(rules) {
            return Some(Heaps::Coins(Box::new(Heads::new(turns, ruleset, budget))));
        }
        let ways = compile::ways(rules)?;
        let (heap, slots) = (ruleset.tree.family.len(), ruleset.tree.slots);
        if let Some(code) = recognise::code(&ways, heap, slots, 0) {
            return Some(solver(code));
        }
        let large = LargeHeapCode::new(&ways, heap, slots);
        Some(Heaps::Table(Box::new(HeapTable::new(ways, ruleset, budget)), large))
    }

    /// Nimber of a heap; `None` if the evaluator must find it, or the fault.
    ///
    /// # Errors
    /// When the budget is exhausted, or a heap is too large and no period is proved.
    pub fn nimber(&mut self, heap: &BigUint) -> Result<Option<BigUint>> {
        let small = heap.to_u64();
        let found = match self {
            Heaps::Table(table, large) => {
                let known = large.as_ref().and_then(LargeHeapCode::regularity);
                let reduced = known.map_or(small, |known| Some(known.reduce_any(heap).0));
                reduced.map_or(Ok(None), |heap| table.nimber(heap))?
            }
            Heaps::Coins(heads) => small.map_or(Ok(None), |place| heads.nimber(place))?,
            Heaps::Code(solver) => return by_code(solver, heap).map(Some),
        };
        Ok(found.map(BigUint::from))
    }

    /// The same where heap and nimber are machine integers; `None` if they are not, too.
    ///
    /// # Errors
    /// As for [`nimber`](Heaps::nimber).
    pub fn small_nimber(&mut self, heap: u64) -> Result<Option<u64>> {
        match self {
            Heaps::Table(table, None) => Ok(table.nimber(heap)?.map(u64::from)),
            Heaps::Code(solver) if heap <= FARTHEST => Ok(Some(solver.nimber(heap)?)),
            _ => Ok(self.nimber(&BigUint::from(heap))?.and_then(|nimber| nimber.to_u64())),
        }
    }

    /// Heaps with a nimber that a move from this heap leaves, the largest first; `None` if they are not
    /// known without listing all moves. They are known where a move leaves at most one heap and the nimbers
    /// increase.
    ///
    /// # Errors
    /// As for [`nimber`](Heaps::nimber).
    pub fn left_with_nimber(
        &mut self,
        heap: &BigUint,
        nimber: &BigUint,
    ) -> Result<Option<Vec<BigUint>>> {
        let Heaps::Code(solver) = self else { return Ok(None) };
        if solver.code().most_heaps().is_none_or(|most| most > 1) {
            return Ok(None);
        }
        let Some(growing) = solver.period(reach(solver))?.filter(|found| found.saltus > 0) else {
            return Ok(None);
        };
        let (first, period, saltus) = (growing.preperiod, growing.period, growing.saltus);
        let mut left = Vec::new();
        for small in 0..first + period {
            let own = BigUint::from(solver.nimber(small)?);
            if own > *nimber {
                continue;
            }
            let more = nimber - own;
            if more.is_zero() {
                left.push(BigUint::from(small));
            } else if small >= first && (&more % saltus).is_zero() {
                left.push(more / saltus * period + small);
            }
        }
        left.retain(|left| left < heap && allows(solver.code(), &(heap - left), left.is_zero()));
        left.sort_by(|a, b| b.cmp(a));
        Ok(Some(left))
    }
}

impl Answers for Heaps {
    fn code(&self) -> Option<&heap::Code> {
        match self {
            Heaps::Code(solver) => Some(solver.code()),
            Heaps::Table(..) | Heaps::Coins(_) => None,
        }
    }

    fn theorem(&self) -> Option<(Theorem, u64)> {
        match self {
            Heaps::Code(solver) => Some((solver.theorem()?, 0)),
            Heaps::Table(_, large) => large.as_ref().map(LargeHeapCode::theorem),
            Heaps::Coins(_) => None,
        }
    }

    fn period(&mut self, last: Option<u64>) -> Result<(Option<Regularity>, u64)> {
        match self {
            Heaps::Code(solver) => {
                let found = solver.period(last.unwrap_or(reach(solver)))?.cloned();
                Ok((found, solver.looked()))
            }
            Heaps::Table(table, Some(large)) => large.period(table, last),
            Heaps::Table(_, None) | Heaps::Coins(_) => Ok((None, 0)),
        }
    }

    fn exceptions(&mut self) -> Result<Vec<u64>> {
        match self {
            Heaps::Code(solver) => Ok(solver.exceptions()?),
            Heaps::Table(table, Some(large)) => large.exceptions(table),
            Heaps::Table(_, None) | Heaps::Coins(_) => Ok(Vec::new()),
        }
    }
}

/// Default for the largest heap in the search for a period: 0 where no theorem would prove one, smaller
/// where the proof is expensive or moves leave many heaps.
fn reach(solver: &HeapSolver) -> u64 {
    match (solver.theorem(), solver.code().most_heaps()) {
        (None, _) => 0,
        (Some(Theorem::Repeats { .. }), _) => 1 << 14,
        (Some(Theorem::AnyNumber { .. }), _) => 1 << 11,
        (_, Some(0..=2)) => 1 << 18,
        _ => 1 << 11,
    }
}

/// The nimber of a heap of any size.
fn by_code(solver: &mut HeapSolver, heap: &BigUint) -> Result<BigUint> {
    if let Some(heap) = heap.to_u64().filter(|&heap| heap <= FARTHEST) {
        return Ok(BigUint::from(solver.nimber(heap)?));
    }
    let Some(known) = solver.period(reach(solver))? else {
        return Err(no_period(solver, heap));
    };
    let ((like, times), saltus) = (known.reduce_any(heap), known.saltus);
    Ok(times * saltus + solver.nimber(like)?)
}

/// Whether a move may take this number of counters and leave one heap, or none if `whole`.
fn allows(code: &heap::Code, taken: &BigUint, whole: bool) -> bool {
    let listed = code.digits().len() as u64;
    let digit = match (taken.to_u64(), code.repeating().len()) {
        (Some(taken), _) => code.digit(taken),
        (None, 0) => return false,
        (None, repeat) => {
            let place = (taken - listed) % repeat;
            code.digit(listed + place.to_u64().expect("it is less than a usize"))
        }
    };
    digit.allows(u32::from(!whole))
}

fn no_period(solver: &HeapSolver, heap: &BigUint) -> Fault {
    let to_solve =
        format!("without a period, heaps up to {FARTHEST} are solved one after the other");
    let fault = |why: &str| {
        Fault::new(Code::TooLarge, format!("heap {heap} is too large: {why}")).note(&*to_solve)
    };
    match solver.theorem() {
        None => fault("no theorem that Upstar knows proves a period of such moves")
            .help(format!("ask about heaps up to {FARTHEST}")),
        Some(_) => fault(&format!("no period is proved up to heap {}", solver.looked())).help(
            "`period(R, n)` looks for a period of the ruleset R up to heap n, and remembers it",
        ),
    }
}
