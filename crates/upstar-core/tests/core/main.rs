//! Everything tested from outside the crate, as one program.
#![allow(clippy::unwrap_used)]

mod atomic;
mod bad_arguments;
mod binary;
mod days;
mod derive;
mod entailing;
mod examples;
mod forms;
mod heap_codes;
mod heaps;
mod laws;
#[expect(clippy::disallowed_methods, reason = "tests read the environment")]
mod length;
mod limits;
mod loopy;
mod loopy_forms;
mod loopy_laws;
mod loopy_leaves;
mod loopy_sums;
mod loopy_thermo;
mod misere;
mod names;
mod numbers;
mod oracle;
mod programs;
mod random;
mod short;
mod stopping;
mod store;
mod stores;
mod support;
mod surreal;
mod text;
mod thermo;
mod threads;
mod unary;
mod value;
mod walls;
