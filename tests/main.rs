//! All tests that use the program from outside, in one binary.

mod cli;
mod docs;
mod golden;
mod house;
mod readback;
mod support;
