//! Errors of computations with games.
//!
//! Knows: the reasons and their parameters. Must not know: how they are reported to a user.

use std::fmt;
use std::sync::Arc;

use crate::Exhausted;
use crate::board::rewrite::{Mistake, TooManyWays};
use crate::board::{AlphabetError, BoardError};
use crate::heap::{CodeError, SolveError};
use crate::impartial::NoTheory;
use crate::loopy::thermo::ThermalError;
use crate::number::NotDyadic;
use crate::text::{ParseError, UnknownNotation};
use crate::thermo::WallError;

/// Error of a computation with games.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The user asked to stop, or a limit was reached.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// A game has too many options to list them.
    #[error("{count} options are too many to list")]
    TooManyOptions {
        /// Number of options.
        count: u64,
    },
    /// A rewrite rule has too many placements on boards of some size.
    #[error(transparent)]
    TooManyWays(#[from] TooManyWays),
    /// The nimber exceeds the largest that can be stored.
    #[error("the nimber is too large")]
    NimberTooLarge,
    /// The multiple of up exceeds the largest that can be stored.
    #[error("the multiple of up is too large")]
    UpsTooLarge,
    /// The denominator exceeds the largest that can be written out.
    #[error("the denominator is larger than 2^{limit}")]
    DenominatorTooLarge {
        /// Exponent of the largest denominator.
        limit: u64,
    },
    /// Games are nested too deeply.
    #[error("games are nested more than {limit} deep")]
    TooDeep {
        /// Limit of the nesting depth.
        limit: u32,
    },
    /// Cooling by -1 or less.
    #[error("a game is cooled by more than -1")]
    TemperatureTooLow,
    /// The unit of a Norton product is not positive.
    #[error("the unit of a Norton product must be positive")]
    UnitNotPositive,
    /// The game has no atomic weight.
    #[error("the game has no atomic weight")]
    NoAtomicWeight,
    /// A power of up below the first.
    #[error("the powers of up begin with the first")]
    NoSuchPower,
    /// The normal form of a surreal number has too many terms.
    #[error("the number has more than {limit} terms, those of exponents included")]
    TooManyTerms {
        /// Limit of the number of terms.
        limit: usize,
    },
    /// A coefficient of a surreal number has too many digits.
    #[error("a coefficient of the number has too many digits")]
    CoefficientTooLong,
    /// Exponents of omega are nested too deeply in a surreal number.
    #[error("exponents of omega are nested more than {limit} deep")]
    ExponentsTooDeep {
        /// Limit of the nesting depth.
        limit: u32,
    },
    /// The quotient of two surreal numbers has infinitely many terms.
    #[error("the normal form of the quotient has infinitely many terms")]
    InfiniteQuotient,
    /// The misère quotient has more elements than the search allows; it may be infinite.
    #[error("the misère quotient has more than {limit} elements")]
    QuotientTooLarge {
        /// Limit of the order.
        limit: usize,
    },
    /// Play can return to a position it has left.
    #[error("play can return to a position after {positions} moves")]
    Repeats {
        /// Length of the cycle.
        positions: usize,
    },
    /// Score of a game that is not decided by points.
    #[error("the game is not about points")]
    NotAboutPoints,
    /// A move leads to a sum or a value where a single position is required.
    #[error("a move does not lead to one position")]
    NotOnePosition,
    /// A line of play is too long and may be infinite.
    #[error("play goes on for more than {limit} moves: perhaps there is no end of it")]
    PlayTooLong {
        /// Limit of the length of play.
        limit: usize,
    },
    /// Too many followers for a table.
    #[error("there are more than {limit} positions")]
    TableTooLarge {
        /// The most that a table is made of.
        limit: usize,
    },
    /// Too many followers where play can return; there may be infinitely many.
    #[error("{seen} positions have been looked at, and there are more")]
    Endless {
        /// Number of positions visited.
        seen: u64,
    },
    /// Too many sums of positions.
    #[error("more than {limit} sums of positions follow")]
    TooManySums {
        /// The limit.
        limit: usize,
    },
    /// Too many positions in a strongly connected component to find their value.
    #[error("the value is too hard to find: {seen} positions have been looked at")]
    WorthTooHard {
        /// Number of positions and sums visited.
        seen: u64,
    },
    /// The comparison of loopy games visited too many pairs of positions.
    #[error("more than {limit} pairs of positions of loopy games")]
    TooManyPairs {
        /// The limit.
        limit: usize,
    },
    /// A sum of loopy games has too many positions.
    #[error("more than {limit} positions of a loopy game")]
    TooManyPositions {
        /// The limit.
        limit: usize,
    },
    /// A loopy game where a short one is needed.
    #[error("the game is loopy")]
    NotShort,
    /// An operation for stoppers was applied to a game with a side that is not a stopper.
    #[error("the game is not a stopper")]
    NotAStopper,
    /// The variety is defined only for a game with an idempotent degree.
    #[error("the degree of the game is no idempotent")]
    DegreeNotIdempotent,
    /// The two definitions of the variety give different games.
    #[error("the game has no variety")]
    NoVariety,
    /// An onside that is not at least the offside.
    #[error("the onside of a game is at least its offside")]
    OnsideBelowOffside,
    /// The text of a game is too long: its length can be exponential in the number of followers.
    #[error("the text of this game has more than {limit} characters")]
    TextTooLong {
        /// Limit in bytes.
        limit: usize,
    },
    /// The text nests brackets too deeply.
    #[error("this value is nested too deeply to be written out")]
    TextTooDeep,
    /// A number has too many digits.
    #[error("this number has more than {limit} digits")]
    NumberTooLong {
        /// Limit of the number of digits.
        limit: usize,
    },
    /// A vertex, heap, form or other thing that is named by a number which nothing has.
    #[error("there is no number {index}: {count} things are numbered")]
    NoSuchIndex {
        /// The number.
        index: u64,
        /// How many things are numbered.
        count: u64,
    },
    /// An argument outside of the range of a function.
    #[error("the number must be from {least} to {most}")]
    OutOfRange {
        /// The least that is allowed.
        least: u64,
        /// The most that is allowed.
        most: u64,
    },
    /// Division by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A text is not an integer or a quotient of integers.
    #[error("not a number: numbers are written `-3` or `5/8`")]
    NotANumber,
    /// A game was given to another store than its own.
    #[error("the game belongs to another store")]
    ForeignGame,
    /// The store of a game has been dropped.
    #[error("the store of the game is gone")]
    StoreGone,
    /// The store is full.
    #[error("the store is full")]
    StoreFull,
    /// Both players do not have the same moves everywhere, and the value is no nimber.
    #[error("the position is not impartial, and its value is no nimber")]
    NotImpartial,
    /// Rules have no moves for a position, and say why: see [`Moves::fail`](crate::Moves::fail).
    #[error("{0}")]
    Rules(&'static str),
    /// A text, a rule or an argument cannot be read or used; the source has its own error type with the details.
    #[error(transparent)]
    Invalid(Invalid),
}

/// The error of a reader, kept for [`Error::Invalid`].
///
/// ```
/// use upstar_core::board::Alphabet;
/// use upstar_core::{Error, Game};
///
/// fn read() -> Result<Game, Error> {
///     Alphabet::parse(".#")?;
///     Ok("{0|*".parse()?)
/// }
/// assert_eq!(read().unwrap_err().to_string(), "this bracket is not closed: `}` is missing, at byte 0");
/// ```
#[derive(Debug, Clone)]
pub struct Invalid(Arc<dyn std::error::Error + Send + Sync>);

impl Invalid {
    /// The error, if it is of this type.
    pub fn downcast_ref<E: std::error::Error + 'static>(&self) -> Option<&E> {
        self.0.downcast_ref()
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Invalid {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source()
    }
}

/// Errors are equal when they read the same.
impl PartialEq for Invalid {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_string() == other.0.to_string()
    }
}

impl Eq for Invalid {}

/// Errors of readers become [`Error::Invalid`].
macro_rules! invalid {
    ($($of:ty),* $(,)?) => { $(
        impl From<$of> for Error {
            fn from(error: $of) -> Self {
                Error::Invalid(Invalid(Arc::new(error)))
            }
        }
    )* };
}

invalid!(
    AlphabetError,
    BoardError,
    CodeError,
    Mistake,
    NoTheory,
    NotDyadic,
    ParseError,
    SolveError,
    ThermalError,
    UnknownNotation,
    WallError,
);

impl Error {
    /// Checks that numbers are below `count`.
    pub(crate) fn check_indices<'i>(
        indices: impl IntoIterator<Item = &'i u32>,
        count: usize,
    ) -> Result<(), Error> {
        match indices.into_iter().find(|index| **index as usize >= count) {
            Some(index) => Err(Error::no_index(*index as usize, count)),
            None => Ok(()),
        }
    }

    /// Nothing has this number.
    pub(crate) fn no_index(index: usize, count: usize) -> Error {
        Error::NoSuchIndex { index: index as u64, count: count as u64 }
    }

    /// Checks that a number is in a range.
    pub(crate) fn check_range(number: usize, least: usize, most: usize) -> Result<(), Error> {
        match (least..=most).contains(&number) {
            true => Ok(()),
            false => Err(Error::OutOfRange { least: least as u64, most: most as u64 }),
        }
    }
}
