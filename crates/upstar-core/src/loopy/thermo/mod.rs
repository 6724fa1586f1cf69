//! Thermographs of loopy games, in Berlekamp's enriched environment with the rule of ko.
//!
//! Knows: positions with a ko ban, walls with exact corners. Must not know: rulesets, notation,
//! how a thermograph is drawn.
//!
//! # Definition
//!
//! Beside the game lies a stack of coupons worth `t, t - d, t - 2d, ...`, with `d` small. A turn
//! is a move in the game or the taking of the top coupon. The *rule of ko*: a move that could be
//! taken back at once (from `G` to `K`, where the opponent can move from `K` to `G`) must not be
//! taken back in the next turn; a coupon in between lifts the ban. The left wall at `t` is what
//! Left gets by starting, in the limit of `d` to 0, less what the stack alone is worth; the right
//! wall the same with Right to start. With `b` for the ban in force that is
//!
//! ```text
//! L_t(G, b) = max( R_t(G^L, ban of that move) - t over all G^L that are not banned,
//!                  R_{t-}(G, none) )
//! ```
//!
//! and the mirror image for Right. For short games these are the usual walls, and temperatures
//! at which taking a coupon is best for both are those of the mast.
//!
//! A *komaster* has enough ko threats to win the ko: the rule does not bind the komaster, but
//! after taking a ko and being left alone for a turn the komaster must move on in the game. A ko
//! is *placid* when its mast is the same with no komaster, with Left and with Right; otherwise it
//! is *hyperactive*, and has a mean only for a given komaster.
//!
//! Stoppers need no rule of ko, because play that alternates in them ends. They are taken in
//! simplest form, and their walls begin at their stops.
//!
//! # The class
//!
//! Play must end at a fixed temperature: every line of alternating play without coupons, with the
//! rule of ko, is finite, and also with either player as komaster. Triple kos are not of this kind,
//! and of two kos beside each other it is not settled what a komaster may do. At temperature 0, where coupons are
//! worth nothing and may be taken forever, the stops must not depend on who gains from that: this
//! leaves out cold positions, where neither player wants to move, and `dud`.
//!
//! # Computation
//!
//! `states.rs` lists positions with player and ban, `stops.rs` computes the stops, `slopes.rs` the slopes of
//! the walls above a temperature, and `sweep.rs` the bends.
//!
//! Sources: Berlekamp, The economist's view of combinatorial games, in *Games of No Chance*,
//! 1996; Müller, Berlekamp and Spight, Generalized thermography, ICSI TR-96-030, 1996; Spight,
//! Extended thermography for multiple kos in Go, 1998. The exact walls as mean payoffs are our
//! own.

mod arena;
mod graph;
mod mast;
mod slopes;
mod states;
mod stops;
mod sweep;
mod wall;

pub use graph::{thermograph, thermograph_of, walls, walls_of};
pub use mast::{LoopyCorner, LoopyThermograph};
pub use wall::{Level, Wall};

use crate::{Error, Exhausted, Player, Rational};

/// Error of computing the thermograph of a loopy game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ThermalError {
    /// An error unrelated to the theory.
    #[error(transparent)]
    Core(#[from] Error),
    /// Play in the game alone may be infinite, in spite of the rule of ko.
    #[error("the rule of ko does not end a cycle of {} positions", .cycle.len())]
    Endless {
        /// A cycle of positions, in the order of play.
        cycle: Vec<u32>,
    },
    /// Play in the game alone may be infinite, in spite of the rule of ko.
    #[error("with {komaster:?} as komaster play need not leave a cycle of {} positions", .cycle.len())]
    EndlessThreats {
        /// The komaster.
        komaster: Player,
        /// A cycle of positions, in the order of play.
        cycle: Vec<u32>,
    },
    /// At temperature 0 the result depends on who gains from infinite play.
    #[error("at temperature 0 neither player wants to move, or neither can be made to")]
    Cold {
        /// A vertex where it does.
        vertex: u32,
    },
    /// A value with different sides, which do not determine a thermograph.
    #[error("only the sides of the game are known")]
    OnlySides,
    /// The mean depends on the komaster.
    #[error(
        "the ko is hyperactive: its mean is {} with Left as komaster, {} with Right",
        .left.in_message(), .right.in_message()
    )]
    Hyperactive {
        /// The mean with Left as komaster.
        left: Rational,
        /// The mean with Right as komaster.
        right: Rational,
    },
    /// The walls do not meet in a mast.
    #[error("the walls do not meet in a mast")]
    NoMast {
        /// The winner of an infinite wall, if there is one.
        infinite: Option<Player>,
    },
    /// The given corners are not those of a wall.
    #[error("these are not the corners of walls, nor of those of a ko")]
    NotAWall,
    /// The walls have too many bends, or the slopes do not become periodic soon enough.
    #[error("the walls bend more often than is followed")]
    TooManyBends,
}

impl From<Exhausted> for ThermalError {
    fn from(exhausted: Exhausted) -> Self {
        ThermalError::Core(Error::Exhausted(exhausted))
    }
}
