//! Matches, held against the rules.
