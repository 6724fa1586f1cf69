//! Combinatorial game theory: exact values of games, fast.
//!
//! A [`Store`] keeps every short game once, in canonical form, so that two [`Game`]s are the
//! same id exactly when they have the same value.
//!
//! ```
//! use upstar_core::{Budget, Game, Outcome, Store, temperature};
//!
//! let store = Store::new(Budget::unlimited());
//! let up = store.game(&[Game::ZERO], &[Game::STAR])?;
//! assert_eq!(store.parse("{0,*|0} + *")?, up);
//! assert_eq!(store.outcome(up)?, Outcome::L);
//!
//! let hot = store.parse("<3|1>")?;
//! assert_eq!(temperature(&store, hot)?, 1.into());
//! assert_eq!(store.add(hot, hot)?, store.integer(4)?);
//! println!("{} + {} = {}", store.show(hot), store.show(up), store.show(store.add(hot, up)?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod budget;
pub mod derive;
mod error;
mod followers;
pub mod goal;
pub mod graph;
pub mod heap;
pub mod impartial;
#[cfg(test)]
#[path = "../tests/core/length.rs"]
#[expect(clippy::disallowed_methods, reason = "tests read the environment")]
mod length;
pub mod loopy;
pub mod misere;
pub mod named;
pub mod number;
#[cfg(test)]
#[allow(unreachable_pub, reason = "only unit tests have this module")]
mod oracle;
mod player;
pub mod points;
pub mod position;
pub mod quotient;
#[doc(hidden)]
pub mod shared;
pub mod short;
pub mod store;
pub mod text;
pub mod thermo;

pub use budget::{Budget, Exhausted};
pub use error::Error;
pub use followers::followers;
pub use named::{
    Named, Uptimal, miny, name, switch, tiny, up_power, up_power_sum, uptimal_expansion,
};
pub use number::{
    Dyadic, Ordinal, Rational, Surreal, div_mod_floor, nim_product, nim_sum, power_mod,
    simplest_between,
};
pub use player::{Comparison, Outcome, Player};
pub use store::{Game, Store};
pub use text::{Notation, ParseError, UnknownNotation};
pub use thermo::{
    Corner, Thermograph, Trajectory, WallError, cool, freeze, heat, mean, norton, overheat,
    temperature, thermograph,
};

/// The longest line of play that a search follows where no position comes again: a longer one is
/// taken to have no end.
pub const LONGEST_PLAY: usize = 250_000;
