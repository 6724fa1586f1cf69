//! The native part of the Python package `upstar`: sessions and values for Python.
//!
//! Knows: Python objects, threads and signals of Python, clocks.
//! Must not know: mathematics. What is said in Python is in `upstar/`.
//!
//! A value of Python holds its session. Values of different sessions meet as text, and pickles are text with the
//! definitions of the session. The native part knows nothing of the classes of Python but their names for the kinds
//! of values. Operators, docstrings and sweeps are written in Python.

// As in the command line: only faces of the library read files and clocks.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod answers;
mod convert;
mod error;
mod handle;
mod lexer;
mod limits;
mod report;
mod rules;
mod session;
mod tally;
mod watchdog;

use mimalloc::MiMalloc;
use pyo3::prelude::*;
use upstar_lang::counting::Counting;

/// Allocator that counts, for limits of memory.
#[global_allocator]
static ALLOCATOR: Counting<MiMalloc> = Counting(MiMalloc);

/// Number of bytes that all sessions of the process hold.
#[pyfunction]
fn allocated() -> u64 {
    ALLOCATOR.allocated()
}

/// The native part of the package `upstar`.
#[pymodule]
fn _upstar(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<answers::Answers>()?;
    module.add_class::<session::Engine>()?;
    module.add_class::<handle::Handle>()?;
    module.add_class::<rules::Rules>()?;
    module.add_class::<tally::Tally>()?;
    module.add_function(wrap_pyfunction!(allocated, module)?)?;
    module.add_function(wrap_pyfunction!(handle::register, module)?)?;
    module.add_function(wrap_pyfunction!(limits::push_limits, module)?)?;
    module.add_function(wrap_pyfunction!(limits::pop_limits, module)?)?;
    module.add_function(wrap_pyfunction!(lexer::highlight, module)?)?;
    module.add_function(wrap_pyfunction!(lexer::declared, module)?)?;
    module.add_function(wrap_pyfunction!(session::names, module)?)?;
    module.add_function(wrap_pyfunction!(session::builtins_with_types, module)?)?;
    module.add_function(wrap_pyfunction!(watchdog::after_fork, module)?)?;
    module.add_function(wrap_pyfunction!(watchdog::computing, module)?)?;
    module.add("OUTSIDE_VERSION", upstar_lang::outside::VERSION)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    Ok(())
}
