//! Who finds the nimbers of a ruleset of heaps or coins: the solver of its code, or a table.
//!
//! Knows: how far to go without a period. Must not know: how nimbers are found.

use upstar_core::Budget;
use upstar_core::heap::{self, FARTHEST, Regularity, Solver, Theorem};

use super::coins::Heads;
use super::later::Later;
use super::table::Table;
use super::{NameOf, compile, recognise};
use crate::diagnostic::Code;
use crate::value::heaps::Heaps as Answers;
use crate::value::{Fault, Result, Ruleset};

/// The nimbers of a ruleset of heaps or coins.
#[derive(Debug)]
pub(in crate::rules) enum Heaps {
    /// It takes and breaks by a code.
    Code(Box<Solver>),
    /// Its moves are integer arithmetic; perhaps large heaps have a code.
    Table(Box<Table>, Option<Later>),
    /// Coins, by single heads.
    Coins(Box<Heads>),
}

impl Heaps {
    /// How a ruleset is solved, when it is of the right kind.
    pub(in crate::rules) fn new(ruleset: &Ruleset, budget: &Budget, names: NameOf) -> Option<Self> {
        let solver = |code| Heaps::Code(Box::new(Solver::new(code, budget.clone())));
        if let Some(code) = compile::stated_code(ruleset, names) {
            return Some(solver(code));
        }
        if let Some(turns) = compile::turns(ruleset, names) {
            return Some(Heaps::Coins(Box::new(Heads::new(turns, ruleset, budget))));
        }
        let ways = compile::ways(ruleset, names)?;
        let (heap, slots) = (ruleset.tree.family.len(), ruleset.tree.slots);
        if let Some(code) = recognise::code(&ways, heap, slots, 0) {
            return Some(solver(code));
        }
        let later = Later::new(&ways, heap, slots);
        Some(Heaps::Table(Box::new(Table::new(ways, ruleset, budget)), later))
    }

    /// The nimber of a heap; nothing when the evaluator must find it, or what is wrong.
    ///
    /// # Errors
    /// When the budget is exhausted, or a heap is too large and no period is proved.
    pub(in crate::rules) fn nimber(&mut self, heap: u64) -> Result<Option<u32>> {
        let solver = match self {
            Heaps::Table(table, later) => {
                let known = later.as_ref().and_then(Later::regularity);
                let heap = known.map_or(heap, |known| known.reduce(heap).0);
                return Ok(table.nimber(heap)?);
            }
            Heaps::Coins(heads) => return Ok(heads.nimber(heap)?),
            Heaps::Code(solver) => solver,
        };
        if heap > FARTHEST && solver.period(reach(solver))?.is_none() {
            return Err(no_period(solver.looked(), heap));
        }
        let nimber = solver.nimber(heap)?;
        u32::try_from(nimber).map(Some).map_err(|_| too_large(nimber))
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
            Heaps::Table(_, later) => later.as_ref().map(Later::theorem),
            Heaps::Coins(_) => None,
        }
    }

    fn period(&mut self, last: Option<u64>) -> Result<(Option<Regularity>, u64)> {
        match self {
            Heaps::Code(solver) => {
                let found = solver.period(last.unwrap_or(reach(solver)))?.cloned();
                Ok((found, solver.looked()))
            }
            Heaps::Table(table, Some(later)) => later.period(table, last),
            Heaps::Table(_, None) | Heaps::Coins(_) => Ok((None, 0)),
        }
    }

    fn exceptions(&mut self) -> Result<Vec<u64>> {
        match self {
            Heaps::Code(solver) => Ok(solver.exceptions()?),
            Heaps::Table(table, Some(later)) => later.exceptions(table),
            Heaps::Table(_, None) | Heaps::Coins(_) => Ok(Vec::new()),
        }
    }
}

/// Up to which heap a period is looked for when nobody says how far: not at all where no theorem
/// would prove one, less far where the proof is dear or moves leave many heaps.
fn reach(solver: &Solver) -> u64 {
    match (solver.theorem(), solver.code().most_heaps()) {
        (None, _) => 0,
        (Some(Theorem::Repeats { .. }), _) => 1 << 14,
        (_, Some(0..=2)) => 1 << 18,
        _ => 1 << 11,
    }
}

fn too_large(nimber: u64) -> Fault {
    Fault::new(Code::TooLarge, format!("the nimber is {nimber}, which is too large"))
}

fn no_period(looked: u64, heap: u64) -> Fault {
    let message = format!("heap {heap} is too large: no period is proved up to heap {looked}");
    Fault::new(Code::TooLarge, message)
        .note(format!("without a period, heaps up to {FARTHEST} are solved one after the other"))
        .help("`period(R, n)` looks for a period of the ruleset R up to heap n, and remembers it")
}
