//! Operations on short games beyond sums.
//!
//! Knows: definitions by options. Must not know: how games are stored or named.

mod ordinal;
