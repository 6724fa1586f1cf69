//! Work within a number of steps.

use crate::value::Result;
use crate::value::host::Host;

/// Returns the result of `work` within a number of steps of the budget; `None` if they do not suffice.
///
/// # Errors
/// Other faults of `work`, among them those of the limits of the whole computation.
pub(super) fn within<T>(
    host: &mut dyn Host,
    steps: u64,
    work: impl FnOnce(&mut dyn Host) -> Result<T>,
) -> Result<Option<T>> {
    if steps == 0 {
        return Ok(None);
    }
    let store = host.store();
    let budget = store.budget();
    let outer = budget.max_steps();
    let limit = outer.min(budget.steps().saturating_add(steps));
    budget.limit_steps(limit);
    let result = work(host);
    budget.limit_steps(outer);
    match result {
        Err(fault) if fault.is_exhaustion() && budget.steps() > limit => {
            // The limit of time may be passed, too.
            budget.step()?;
            if budget.steps() > outer { Err(fault) } else { Ok(None) }
        }
        result => result.map(Some),
    }
}
