//! Who finds the nimbers of a ruleset of heaps: the solver of its code, or a table.
//!
//! Knows: how far to go without a period. Must not know: how nimbers are found.

use upstar_core::Budget;
use upstar_core::heap::Solver;

use super::table::Table;
use super::{NameOf, compile, recognise};
use crate::diagnostic::Code;
use crate::value::{Fault, Result, Ruleset, heaps};

/// Larger heaps need a period.
const FARTHEST: u64 = 1 << 26;

/// The nimbers of a ruleset of heaps.
#[derive(Debug)]
pub(in crate::rules) enum Heaps {
    /// It takes and breaks by a code.
    Code(Box<Solver>),
    /// Its moves are integer arithmetic.
    Table(Box<Table>),
}

impl Heaps {
    /// How a ruleset is solved, when it is of the right kind.
    pub(in crate::rules) fn new(ruleset: &Ruleset, budget: &Budget, names: NameOf) -> Option<Self> {
        let solver = |code| Heaps::Code(Box::new(Solver::new(code, budget.clone())));
        if let Some(code) = compile::stated_code(ruleset, names) {
            return Some(solver(code));
        }
        let ways = compile::ways(ruleset, names)?;
        let (heap, slots) = (ruleset.tree.family.len(), ruleset.tree.slots);
        Some(match recognise::code(&ways, heap, slots) {
            Some(code) => solver(code),
            None => Heaps::Table(Box::new(Table::new(ways, ruleset, budget))),
        })
    }

    /// The nimber of a heap; nothing when the evaluator must find it, or what is wrong.
    ///
    /// # Errors
    /// When the budget is exhausted, or a heap is too large and no period is proved.
    pub(in crate::rules) fn nimber(&mut self, heap: u64) -> Result<Option<u32>> {
        let solver = match self {
            Heaps::Table(table) => return Ok(table.nimber(heap)?),
            Heaps::Code(solver) => solver,
        };
        if heap > FARTHEST && solver.period(heaps::reach(solver))?.is_none() {
            return Err(no_period(solver.looked(), heap));
        }
        let nimber = solver.nimber(heap)?;
        u32::try_from(nimber).map(Some).map_err(|_| too_large(nimber))
    }

    /// The solver of its code, when it has one.
    pub(in crate::rules) fn solver(&mut self) -> Option<&mut Solver> {
        match self {
            Heaps::Code(solver) => Some(solver),
            Heaps::Table(_) => None,
        }
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
