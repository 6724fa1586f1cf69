//! Exact numbers: dyadic rationals, rationals, and the simplest number in an interval.
//!
//! Knows: exact arithmetic of any size, with a fast form for small values.
//! Must not know: games.

mod dyadic;
mod rational;
mod simplest;

pub use dyadic::Dyadic;
pub use rational::Rational;
pub use simplest::simplest_between;
