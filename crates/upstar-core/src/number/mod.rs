//! Exact numbers: dyadic rationals, rationals, surreal numbers, ordinals, nimbers, numerical semigroups.
//!
//! Knows: exact arithmetic of any size, with a fast form for small values.
//! Must not know: games.

mod dyadic;
mod long;
mod nim;
mod nim_field;
mod operators;
mod ordinal;
mod primes;
mod rational;
mod semigroup;
mod signs;
mod simplest;
mod surreal;

pub(crate) use dyadic::MOST_EXPONENT;
pub use dyadic::{Dyadic, NotDyadic};
pub use long::{div_mod_floor, power_mod};
pub use nim::{nim_product, nim_sum, ugly_product};
pub use nim_field::{nim_inverse, nim_power, nim_square_root};
pub use ordinal::Ordinal;
pub use primes::{divisors, factors, is_prime, totient};
pub use rational::Rational;
pub use semigroup::{MOST_LEAST_GENERATOR, Semigroup};
pub use signs::SignExpansion;
pub use simplest::simplest_between;
pub use surreal::Surreal;
