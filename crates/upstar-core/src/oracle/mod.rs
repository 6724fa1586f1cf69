//! Goals and points by their definitions, without memo and shortcuts, for unit tests.
//!
//! Knows: definitions in books. Must not know: any algorithm. Oracles that need only public items are in
//! `tests/core/oracle`.

pub mod goal;
pub mod points;
