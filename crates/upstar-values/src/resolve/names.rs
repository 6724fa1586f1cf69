//! Names outside of any function, as the resolver asks for them.
//!
//! Must not know: where they come from.

use super::tree;

/// Names outside of any function.
pub trait Names {
    /// The place of a global that exists.
    fn global(&self, name: &str) -> Option<tree::Global>;
    /// The place of a global, made when there is none.
    fn declare(&mut self, name: &str) -> tree::Global;
    /// The place of a builtin in the table.
    fn builtin(&self, name: &str) -> Option<u16>;
    /// Reading of the arguments of a builtin.
    fn reading(&self, builtin: u16) -> Reading;
    /// All names there are, for suggestions.
    fn all(&self) -> Vec<String>;
}

/// Reading of the arguments of a builtin: which are quoted, kept as typed, or left out in goals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reading {
    /// Its first argument is quoted.
    pub quotes: bool,
    /// Sums in its arguments are kept as typed.
    pub keeps_sums: bool,
    /// Number of arguments with the board, if in a goal the board may be left out.
    pub board_goal: Option<usize>,
    /// Whether in a goal the board is hexagonal.
    pub is_hex: bool,
}
