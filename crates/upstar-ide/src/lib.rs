//! Services for editors and prompts: problems, names, completion, pages, outlines, highlighting, commands.
//!
//! Knows: texts, the documents that use each other, the entries of a session, the names of commands.
//! Must not know: the disk, terminals, protocols, or which editor asks; callers pass the documents that a
//! text uses (`document::Documents`).

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
pub mod tutorial;

pub use highlight::{bracket_pair, highlight};
use upstar_lang::{builtins, diagnostic, output, resolve, rules, session, source, syntax, value};
