//! The tests of the whole program, as one binary.

mod cli;
