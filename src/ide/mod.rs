//! Services for editors: highlighting and completion.
//!
//! Knows: tokens, spellings, the entries of a session.
//! Must not know: files, terminals, or which editor asks.

pub mod completion;
mod highlight;

pub use highlight::{bracket_pair, highlight};
