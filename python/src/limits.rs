//! Limits of a computation: those of the call, within those of the block around it.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Limits of a call or a block.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Limits {
    /// When time is over.
    pub(crate) deadline: Option<Instant>,
    /// Number of bytes that all sessions of the process may hold.
    pub(crate) memory: Option<u64>,
    /// Number of steps of a computation.
    pub(crate) steps: Option<u64>,
}

thread_local! {
    /// The limits of the blocks that this thread is in, outermost first.
    static AROUND: RefCell<Vec<Limits>> = const { RefCell::new(Vec::new()) };
}

impl Limits {
    /// The limits of a call, together with those around it: the narrower of both holds.
    pub(crate) fn of_call(
        seconds: Option<f64>,
        memory: Option<u64>,
        steps: Option<u64>,
    ) -> PyResult<Limits> {
        let around = Limits::around();
        Ok(Limits {
            deadline: narrower(around.deadline, deadline(seconds)?),
            memory: narrower(around.memory, memory),
            steps: narrower(around.steps, steps),
        })
    }

    /// The limits around a call.
    pub(crate) fn around() -> Limits {
        AROUND.with_borrow(|around| around.last().copied().unwrap_or_default())
    }
}

fn narrower<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

fn deadline(seconds: Option<f64>) -> PyResult<Option<Instant>> {
    let Some(seconds) = seconds else { return Ok(None) };
    let Ok(time) = Duration::try_from_secs_f64(seconds) else {
        return Err(PyValueError::new_err("seconds must be a number from 0 on"));
    };
    // A time that no clock reaches is no limit.
    Ok(Instant::now().checked_add(time))
}

/// Begins a block with limits, within those around it.
#[pyfunction]
pub(crate) fn push_limits(
    seconds: Option<f64>,
    memory: Option<u64>,
    steps: Option<u64>,
) -> PyResult<()> {
    let limits = Limits::of_call(seconds, memory, steps)?;
    AROUND.with_borrow_mut(|around| around.push(limits));
    Ok(())
}

/// Ends the innermost block with limits.
#[pyfunction]
pub(crate) fn pop_limits() {
    AROUND.with_borrow_mut(Vec::pop);
}
