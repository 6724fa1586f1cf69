//! The tests of the whole program, as one binary.

// A test that cannot go on has failed.
#![allow(clippy::unwrap_used)]

mod cli;
