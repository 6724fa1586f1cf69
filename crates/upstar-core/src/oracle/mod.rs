//! The definitions of the theory, transcribed: no sharing, no shortcuts. For tests.
//!
//! Knows: forms as trees, and what books define of them. Must not know: how the store works;
//! it only reads and makes games.
//!
//! Everything here is exponential; use it on small games only.

mod compounds;
mod features;
mod form;
pub mod goal;
pub mod misere;
pub mod points;
mod thermal;
mod weight;

pub use form::Form;
