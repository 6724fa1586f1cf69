//! Everything tested from outside the crate, as one program.
#![allow(clippy::unwrap_used)]

mod atomic;
mod days;
mod forms;
mod laws;
mod names;
mod numbers;
mod oracle;
mod short;
mod support;
mod thermo;
