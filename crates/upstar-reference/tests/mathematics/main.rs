//! The mathematics of the reference, against values that are published.
#![allow(clippy::unwrap_used)]
#![allow(clippy::ptr_arg, reason = "rules are functions of a reference to a position")]

mod brackets;
mod goals;
mod outcomes;
mod points;
mod sums;
mod thermographs;
mod toys;
mod values;
