//! Goals and points by their definitions, without sharing and shortcuts, for unit tests.
//!
//! Knows: what books define. Must not know: how anything is found. What needs public items only is in
//! `tests/core/oracle`.

pub mod goal;
pub mod points;
