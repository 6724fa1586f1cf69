//! Positions by their rules: made of arguments, checked, and their options.
//!
//! Knows: which code of a ruleset is run for what. Must not know: how answers about positions are searched.

pub(super) mod arguments;
pub(super) mod checks;
pub(super) mod options;
pub(super) mod stated;
pub(super) mod usage;
