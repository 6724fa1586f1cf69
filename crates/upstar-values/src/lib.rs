//! Values of the language Upstar: what names mean, what expressions evaluate to, and pictures.
//!
//! [`value::Value`] is what everything else is about. This crate evaluates nothing: what values need of the evaluator
//! they ask of the trait [`value::host::Host`].

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests read the environment")]
mod length;
pub mod picture;
pub mod resolve;
pub mod value;

use upstar_syntax::{self as syntax, diagnostic, source};
