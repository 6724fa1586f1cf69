//! How much may be computed before the machine plays by other means.

use crate::diagnostic::Code;
use crate::value::Result;
use crate::value::host::Host;

/// What `work` gives within so many steps of the budget; nothing when they are not enough.
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
    budget.limit_steps(outer.min(budget.steps().saturating_add(steps)));
    let result = work(host);
    budget.limit_steps(outer);
    match result {
        Err(fault) if fault.code() == Code::TimedOut => {
            // The time that is allowed may be over too.
            budget.step()?;
            if budget.steps() > outer { Err(fault) } else { Ok(None) }
        }
        result => result.map(Some),
    }
}
