//! Services for editors and prompts: highlighting, completion, commands, limits as they are typed.
//!
//! Knows: tokens, spellings, the entries of a session, the names of commands.
//! Must not know: files, terminals, or which editor asks.

pub mod commands;
pub mod completion;
pub mod describe;
pub mod document;
mod highlight;
pub mod limits;
pub mod names;
pub mod outline;
pub mod problems;
pub mod rename;
pub mod settings;
pub mod slice;

pub use highlight::{bracket_pair, highlight};
