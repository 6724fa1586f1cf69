//! What can go wrong with a question about games.
//!
//! Knows: the reasons, with their numbers. Must not know: how they are reported to a user.

use crate::Exhausted;
use crate::board::rewrite::TooManyWays;

/// Why a question about games has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The user asked to stop, or a limit was reached.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// A game has too many options to list them.
    #[error("{count} options are too many to list")]
    TooManyOptions {
        /// How many options there are.
        count: u64,
    },
    /// A rewrite rule fits boards of some size in too many ways.
    #[error(transparent)]
    TooManyWays(#[from] TooManyWays),
    /// A nimber is beyond the largest that can be stored.
    #[error("the nimber is too large")]
    NimberTooLarge,
    /// A number of ups is beyond the largest that can be stored.
    #[error("the multiple of up is too large")]
    UpsTooLarge,
    /// A denominator is beyond the largest that can be written out.
    #[error("the denominator is larger than 2^{limit}")]
    DenominatorTooLarge {
        /// The exponent of the largest one.
        limit: u64,
    },
    /// Games are nested deeper than can be followed.
    #[error("games are nested more than {limit} deep")]
    TooDeep {
        /// The deepest nesting that can be followed.
        limit: u32,
    },
    /// Games are cooled by numbers that are not negative.
    #[error("a game is not cooled by a negative number")]
    NegativeTemperature,
    /// The unit of a Norton product is positive.
    #[error("the unit of a Norton product must be positive")]
    UnitNotPositive,
    /// The game has no atomic weight.
    #[error("the game has no atomic weight")]
    NoAtomicWeight,
    /// The powers of up begin with the first.
    #[error("the powers of up begin with the first")]
    NoSuchPower,
    /// The normal form of a surreal number has more terms than are written down.
    #[error("the number has more than {limit} terms, those of exponents included")]
    TooManyTerms {
        /// The most that are written down.
        limit: usize,
    },
    /// A coefficient of a surreal number has more digits than are written down.
    #[error("a coefficient of the number has too many digits")]
    CoefficientTooLong,
    /// In a surreal number, powers of omega stand in exponents of omega too deeply.
    #[error("exponents of omega are nested more than {limit} deep")]
    ExponentsTooDeep {
        /// The deepest nesting that is written down.
        limit: u32,
    },
    /// The quotient of two surreal numbers has infinitely many terms.
    #[error("the normal form of the quotient has infinitely many terms")]
    InfiniteQuotient,
    /// A misère quotient has more elements than are looked for; it may be infinite.
    #[error("the misère quotient has more than {limit} elements")]
    QuotientTooLarge {
        /// The most that are looked for.
        limit: usize,
    },
    /// Play can return to a position it has left.
    #[error("play can return to a position after {positions} moves")]
    Repeats {
        /// How many positions lead to each other.
        positions: usize,
    },
    /// The score is asked for in a game that is decided otherwise.
    #[error("the game is not about points")]
    NotAboutPoints,
    /// A move leads to several positions or to a game, where one position is wanted.
    #[error("a move does not lead to one position")]
    NotOnePosition,
    /// A line of play from a position is longer than is followed; perhaps it has no end.
    #[error("play goes on for more than {limit} moves: perhaps there is no end of it")]
    PlayTooLong {
        /// The longest line of play that is followed.
        limit: usize,
    },
    /// More positions follow than a table is made of.
    #[error("there are more than {limit} positions")]
    TableTooLarge {
        /// The most that a table is made of.
        limit: usize,
    },
    /// More positions follow one than are listed, where play can return; perhaps there is no end
    /// of them.
    #[error("{seen} positions have been looked at, and there are more")]
    Endless {
        /// How many were looked at.
        seen: u64,
    },
    /// Sums of several positions, with moves that lead from one to the next, are too many.
    #[error("more than {limit} sums of positions follow")]
    TooManySums {
        /// The most that are looked at.
        limit: usize,
    },
    /// Positions that lead to each other are too many for their value.
    #[error("the value is too hard to find: {seen} positions have been looked at")]
    WorthTooHard {
        /// How many positions and sums follow.
        seen: u64,
    },
    /// Loopy games are compared by pairs of positions; there were more than are looked at.
    #[error("more than {limit} pairs of positions of loopy games")]
    TooManyPairs {
        /// The most that are looked at.
        limit: usize,
    },
    /// A sum of loopy games has more positions than are looked at.
    #[error("more than {limit} positions of a loopy game")]
    TooManyPositions {
        /// The most that are looked at.
        limit: usize,
    },
    /// The question is for stoppers, and a side of the game is no stopper.
    #[error("the game is not a stopper")]
    NotAStopper,
    /// The variety is defined by a degree that added to itself is itself.
    #[error("the degree of the game is no idempotent")]
    DegreeNotIdempotent,
    /// The two ways to find the variety give different games.
    #[error("the game has no variety")]
    NoVariety,
    /// The onside of a game is at least its offside.
    #[error("the onside of a game is at least its offside")]
    OnsideBelowOffside,
    /// The text of a game is longer than is written out: it can be exponential in the followers.
    #[error("the text of this game has more than {limit} characters")]
    TextTooLong {
        /// The most bytes that are written out.
        limit: usize,
    },
    /// Brackets nest deeper than is written out.
    #[error("this value is nested too deeply to be written out")]
    TextTooDeep,
    /// A number has more digits than are written out.
    #[error("this number has more than {limit} digits")]
    NumberTooLong {
        /// The most that are written out.
        limit: usize,
    },
    /// No more games can be stored.
    #[error("the store is full")]
    StoreFull,
}
