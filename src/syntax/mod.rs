//! From text to tree and back.
//!
//! Knows: the grammar, spellings, how trees are written as text.
//! Must not know: what names mean.

pub mod ast;
