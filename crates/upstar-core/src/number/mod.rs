//! Exact numbers: dyadic rationals, rationals, and the simplest number in an interval.
//!
//! Knows: exact arithmetic of any size, with a fast form for small values.
//! Must not know: games.

mod dyadic;
mod nim;
mod ordinal;
mod rational;
mod simplest;

pub use dyadic::{Dyadic, NotDyadic};
pub use nim::{nim_product, nim_sum};
pub use ordinal::Ordinal;
pub use rational::Rational;
pub use simplest::simplest_between;
