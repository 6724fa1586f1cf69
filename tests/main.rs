//! All tests that use the program from outside, in one binary.

mod docs;
mod golden;
mod house;
mod support;
