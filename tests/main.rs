//! All tests that use the program from outside, in one binary.

// A test that cannot go on has failed.
#![allow(clippy::unwrap_used)]

mod cli;
mod docs;
mod golden;
mod house;
mod readback;
mod support;
