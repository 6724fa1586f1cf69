//! Loopy games: finite graphs of positions in which play can return to an earlier position.
//!
//! Knows: outcomes on a graph, the orders of biased play, canonical (simplest) forms of stoppers, onside and offside,
//! sums. Must not know: rulesets, notation, how values are printed.
//!
//! Play that goes on forever is a draw. A game G has an onside, the game in which such play is
//! won by Left, and an offside, in which it is won by Right; two games are equal when their sides
//! are. A *stopper* is a game in which no line of play with players alternating is infinite. Its
//! sides are equal, and it has a unique simplest form.
//!
//! ```
//! use upstar_core::loopy::{Builder, GameValue, value};
//! use upstar_core::{Budget, Game, Store};
//!
//! let store = Store::new(Budget::unlimited());
//! let mut graph = Builder::new(&store);
//! let (over, zero) = (graph.vertex(), graph.game(Game::ZERO)?);
//! graph.set(over, vec![zero], vec![over])?;
//! let over = value(&store, &graph.finish(), over)?;
//! assert_eq!(over, "over".parse::<GameValue>()?);
//! assert_eq!(&over + Game::STAR, over);
//! assert!(over > 0 && over < GameValue::from(store.parse("1/1024")?));
//! # Ok::<(), upstar_core::Error>(())
//! ```
//!
//! Sources: Conway, Loopy games, 1978; *Winning Ways*, chapter 11; Siegel, *Combinatorial Game
//! Theory*, chapter VI; Siegel, Coping with cycles, and Loopy games (both in *Games of No Chance
//! 3*). Simplest forms are not found by sidling (Winning Ways, chapter 11; Siegel,
//! section VI.4) but in our own way; `simplest.rs` has the proof.

mod arena;
mod builder;
mod form;
mod graph;
pub mod named;
mod nodes;
mod operators;
mod order;
mod ordinal;
mod product;
mod reduce;
mod sides;
mod simplest;
mod stops;
mod sum;
pub mod thermo;
mod upons;
mod value;
mod winners;

pub use builder::Builder;
pub use form::{LoopyForm, Node, Stopper};
pub use graph::{Graph, Leaf};
pub use ordinal::{ordinal_sum, ordinal_sum_of_form, power, power_sum};
pub use stops::{is_number_tiny, stop, strong_stop};
pub use sum::{
    at_least, compare, degree, difference, downsum, downsum_variety, negative, offside, onside,
    sum, times, upsum, upsum_variety, variety, winners_of, with_sides,
};
pub use value::{GameValue, Loopy, LoopySide, value, values};
pub(crate) use winners::retrograde_winners;
pub use winners::{Winners, winners};
