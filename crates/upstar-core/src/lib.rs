//! Combinatorial game theory: exact values of games, fast.
//!
#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! | question | answer |
//! |---|---|
//! | a short game, its order, sums, options, thermograph, reduced form, text | [`Game`]; [`Store`] |
//! | how books write it | [`Game::name`], [`Game::text`], [`Notation`] |
//! | cooling and heating, thermographs below zero | [`Game::cool`], [`Game::heat`], [`thermo`] |
//! | compounds, products, incentives, days of birth | [`short`] |
//! | derivations of canonical forms, winning strategies in sums | [`mod@derive`] |
//! | loopy games | [`GameValue`], [`loopy`] |
//! | heaps by their code, nimbers, periods | [`heap`], [`nim_sum`], [`nim_product`] |
//! | impartial games with cycles and their compounds | [`impartial`] |
//! | misère play | [`misere`], [`quotient`] |
//! | boards and rewrite rules on them | [`board`] |
//! | positions of a ruleset of your own | [`Solver`] and the trait [`Ruleset`]; [`Goal`], [`Points`]; [`Hints`] |
//! | exact numbers | [`Dyadic`], [`Rational`], [`Surreal`], [`Ordinal`] |
//! | limits of steps, memory, threads and time; cancellation | [`Budget`] |
//!
//! Modules and functions that are not shown serve the language Upstar, which compiles rules to positions of its own. They may
//! change in any release.
//!
//! # From `cgt`
//!
#![doc = include_str!("../FROM_CGT.md")]

pub mod board;
pub mod budget;
#[doc(hidden)]
pub mod bytes;
#[doc(hidden)]
pub mod cells;
pub mod derive;
#[doc(hidden)]
pub mod enumerate;
mod error;
mod followers;
mod game;
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
pub mod quotient;
#[doc(hidden)]
pub mod shared;
pub mod short;
#[doc(hidden)]
pub mod solve;
mod solver;
pub mod store;
pub mod text;
pub mod thermo;

/// The integers of any size in signatures of this library.
pub use num_bigint;

pub use budget::{Budget, Exhausted};
pub use error::{Error, Invalid};
pub use followers::followers;
pub use loopy::GameValue;
pub use named::{
    Named, Uptimal, miny, name, switch, tiny, up_power, up_power_sum, uptimal_expansion,
};
pub use number::{
    Dyadic, MOST_LEAST_GENERATOR, Ordinal, Rational, Semigroup, SignExpansion, Surreal,
    div_mod_floor, divisors, factors, is_prime, nim_inverse, nim_power, nim_product,
    nim_square_root, nim_sum, power_mod, simplest_between, totient, ugly_product,
};
pub use player::{Comparison, Outcome, Player};
pub use solve::goal::Verdict;
pub use solve::{Component, Sum};
pub use solver::{
    AsPosition, Counts, Given, Goal, Hints, MisereSolver, Moves, Points, Ruleset, Solver, Sweep,
};
pub use store::{Game, Store};
pub use text::{Notation, ParseError, UnknownNotation};
pub use thermo::{
    Corner, Thermograph, Trajectory, WallError, cool, freeze, heat, mean, norton, norton_on_form,
    overheat, scaffolds, subzero_scaffolds, subzero_thermograph, temperature, thermograph,
};

/// Longest line of play without repetition that a search for goals, for points and in misère play follows; a longer one is
/// taken to be infinite.
pub const LONGEST_PLAY: usize = 250_000;
