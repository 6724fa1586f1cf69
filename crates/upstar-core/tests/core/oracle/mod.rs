//! The definitions of the theory, transcribed: no sharing, no shortcuts.
//!
//! Knows: forms as trees, and what books define of them. Must not know: how the store works;
//! it only reads and makes games.
//!
//! Everything here is exponential; use it on small games only.

mod compounds;
pub(crate) mod coupons;
mod features;
mod form;
mod loopy;
pub(crate) mod misere;
mod thermal;
mod weight;

pub(crate) use form::Form;
pub(crate) use loopy::LoopyForm;
