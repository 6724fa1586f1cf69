//! Impartial games in misère play: a player who cannot move wins.
//!
//! Knows: canonical forms, sums, the genus, tame and wild, sums of which only the genus is needed; in
//! `universe`, games in which the players have different moves.
//! Must not know: positions of rulesets.
//!
//! On Numbers and Games, chapter 12; Winning Ways, chapter 13; Siegel, Combinatorial Game Theory,
//! chapter V. Two games are equal when no sum with a third distinguishes them. What can be
//! simplified is very little: see [`MisereStore::form`].

mod distinguish;
mod forms;
mod genus;
mod parts;
mod simplest;
mod simplify;
mod sums;
mod universe;

pub use distinguish::Distinguisher;
pub use forms::{MisereForm, MisereStore};
pub use genus::Genus;
pub use parts::PartSearch;
pub use sums::{MisereSum, MisereSums};
pub use universe::{MisereTree, MisereUniverse, Universe};
