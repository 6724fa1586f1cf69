//! Combinatorial game theory: exact values of games, fast.

pub mod budget;
mod error;
pub mod named;
pub mod number;
pub mod oracle;
mod player;
pub mod position;
pub mod short;
pub mod store;
pub mod thermo;

pub use budget::{Budget, Exhausted};
pub use error::Error;
pub use named::{Named, miny, name, switch, tiny, up_power, up_power_sum};
pub use number::{Dyadic, Ordinal, Rational, nim_product, nim_sum, simplest_between};
pub use player::{Comparison, Outcome, Player};
pub use store::{Game, Store};
pub use thermo::{
    Thermograph, Trajectory, cool, freeze, heat, mean, norton, overheat, temperature, thermograph,
};
