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
///
/// ```
/// # use upstar_core::Error;
/// assert_eq!(format!("[{:>18}]", Error::DivisionByZero), "[  division by zero]");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The user asked to stop, or a limit was reached.
    Exhausted(Exhausted),
    /// A game has too many options to list them.
    TooManyOptions {
        /// Number of options.
        count: u64,
    },
    /// A rewrite rule has too many placements on boards of some size.
    TooManyWays(TooManyWays),
    /// The nimber exceeds the largest that can be stored.
    NimberTooLarge,
    /// The multiple of up exceeds the largest that can be stored.
    UpsTooLarge,
    /// The denominator exceeds the largest that can be written out.
    DenominatorTooLarge {
        /// Exponent of the largest denominator.
        limit: u64,
    },
    /// Games are nested too deeply.
    TooDeep {
        /// Limit of the nesting depth.
        limit: u32,
    },
    /// Cooling by -1 or less.
    TemperatureTooLow,
    /// The unit of a Norton product is not positive.
    UnitNotPositive,
    /// The game has no atomic weight.
    NoAtomicWeight,
    /// A power of up below the first.
    NoSuchPower,
    /// The normal form of a surreal number has too many terms.
    TooManyTerms {
        /// Limit of the number of terms.
        limit: usize,
    },
    /// A coefficient of a surreal number has too many digits.
    CoefficientTooLong,
    /// Exponents of omega are nested too deeply in a surreal number.
    ExponentsTooDeep {
        /// Limit of the nesting depth.
        limit: u32,
    },
    /// The quotient of two surreal numbers has infinitely many terms.
    InfiniteQuotient,
    /// The misère quotient has more elements than the search allows; it may be infinite.
    QuotientTooLarge {
        /// Limit of the order.
        limit: usize,
    },
    /// The misère quotient was not found from the outcomes of as many sums as the search allows; it may be infinite.
    QuotientNotFound {
        /// Limit of the number of sums.
        sums: usize,
    },
    /// Play can return to a position it has left.
    Repeats {
        /// Length of the cycle.
        positions: usize,
    },
    /// Score of a game that is not decided by points.
    NotAboutPoints,
    /// A move leads to a sum or a value where a single position is required.
    NotOnePosition,
    /// A line of play is too long and may be infinite.
    PlayTooLong {
        /// Limit of the length of play.
        limit: usize,
    },
    /// Too many followers for a table.
    TableTooLarge {
        /// The most that a table is made of.
        limit: usize,
    },
    /// Too many followers where play can return; there may be infinitely many.
    Endless {
        /// Number of positions visited.
        seen: u64,
    },
    /// Too many sums of positions.
    TooManySums {
        /// The limit.
        limit: usize,
    },
    /// Too many positions in a strongly connected component to find their value.
    WorthTooHard {
        /// Number of positions and sums visited.
        seen: u64,
    },
    /// The comparison of loopy games visited too many pairs of positions.
    TooManyPairs {
        /// The limit.
        limit: usize,
    },
    /// A sum of loopy games has too many positions.
    TooManyPositions {
        /// The limit.
        limit: usize,
    },
    /// A loopy game where a short one is needed.
    NotShort,
    /// An operation for stoppers was applied to a game with a side that is not a stopper.
    NotAStopper,
    /// The variety is defined only for a game with an idempotent degree.
    DegreeNotIdempotent,
    /// The two definitions of the variety give different games.
    NoVariety,
    /// An onside that is not at least the offside.
    OnsideBelowOffside,
    /// The text of a game is too long: its length can be exponential in the number of followers.
    TextTooLong {
        /// Limit in bytes.
        limit: usize,
    },
    /// The text nests brackets too deeply.
    TextTooDeep,
    /// A number has too many digits.
    NumberTooLong {
        /// Limit of the number of digits.
        limit: usize,
    },
    /// A vertex, heap, form or other thing that is named by a number which nothing has.
    NoSuchIndex {
        /// The number.
        index: u64,
        /// How many things are numbered.
        count: u64,
    },
    /// An argument outside of the range of a function.
    OutOfRange {
        /// The least that is allowed.
        least: u64,
        /// The most that is allowed.
        most: u64,
    },
    /// Division by zero.
    DivisionByZero,
    /// A text is not an integer or a quotient of integers.
    NotANumber,
    /// A game was given to another store than its own.
    ForeignGame,
    /// The store of a game has been dropped.
    StoreGone,
    /// The store is full.
    StoreFull,
    /// Both players do not have the same moves everywhere, and the value is no nimber.
    NotImpartial,
    /// Rules have no moves for a position, and say why: see [`Moves::fail`](crate::Moves::fail).
    Rules(&'static str),
    /// A text, a rule or an argument cannot be read or used; the source has its own error type with the details.
    Invalid(Invalid),
}

/// The message; it fills the width that a format asks for.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.words() {
            Some(words) => f.pad(words),
            None => f.pad(&self.message()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Exhausted(error) => error.source(),
            Error::TooManyWays(error) => error.source(),
            Error::Invalid(error) => error.source(),
            _ => None,
        }
    }
}

impl From<Exhausted> for Error {
    fn from(error: Exhausted) -> Self {
        Error::Exhausted(error)
    }
}

impl From<TooManyWays> for Error {
    fn from(error: TooManyWays) -> Self {
        Error::TooManyWays(error)
    }
}

impl Error {
    /// The message of an error without parameters.
    fn words(&self) -> Option<&'static str> {
        Some(match self {
            Error::NimberTooLarge => "the nimber is too large",
            Error::UpsTooLarge => "the multiple of up is too large",
            Error::TemperatureTooLow => "a game is cooled by more than -1",
            Error::UnitNotPositive => "the unit of a Norton product must be positive",
            Error::NoAtomicWeight => "the game has no atomic weight",
            Error::NoSuchPower => "the powers of up begin with the first",
            Error::CoefficientTooLong => "a coefficient of the number has too many digits",
            Error::InfiniteQuotient => "the normal form of the quotient has infinitely many terms",
            Error::NotAboutPoints => "the game is not about points",
            Error::NotOnePosition => "a move does not lead to one position",
            Error::NotShort => "the game is loopy",
            Error::NotAStopper => "the game is not a stopper",
            Error::DegreeNotIdempotent => "the degree of the game is no idempotent",
            Error::NoVariety => "the game has no variety",
            Error::OnsideBelowOffside => "the onside of a game is at least its offside",
            Error::TextTooDeep => "this value is nested too deeply to be written out",
            Error::DivisionByZero => "division by zero",
            Error::NotANumber => "not a number: numbers are written `-3` or `5/8`",
            Error::ForeignGame => "the game belongs to another store",
            Error::StoreGone => "the store of the game is gone",
            Error::StoreFull => "the store is full",
            Error::NotImpartial => "the position is not impartial, and its value is no nimber",
            Error::Rules(why) => why,
            _ => return None,
        })
    }

    /// The message of an error with parameters.
    fn message(&self) -> String {
        match self {
            Error::Exhausted(error) => error.to_string(),
            Error::TooManyWays(error) => error.to_string(),
            Error::Invalid(error) => error.to_string(),
            Error::TooManyOptions { count } => format!("{count} options are too many to list"),
            Error::DenominatorTooLarge { limit } => {
                format!("the denominator is larger than 2^{limit}")
            }
            Error::TooDeep { limit } => format!("games are nested more than {limit} deep"),
            Error::TooManyTerms { limit } => {
                format!("the number has more than {limit} terms, those of exponents included")
            }
            Error::ExponentsTooDeep { limit } => {
                format!("exponents of omega are nested more than {limit} deep")
            }
            Error::QuotientTooLarge { limit } => {
                format!("the misère quotient has more than {limit} elements")
            }
            Error::QuotientNotFound { sums } => {
                format!("the misère quotient was not found from the outcomes of {sums} sums")
            }
            Error::Repeats { positions } => {
                format!("play can return to a position after {positions} moves")
            }
            Error::PlayTooLong { limit } => {
                format!("play goes on for more than {limit} moves: perhaps there is no end of it")
            }
            Error::TableTooLarge { limit } => format!("there are more than {limit} positions"),
            Error::Endless { seen } => {
                format!("{seen} positions have been looked at, and there are more")
            }
            Error::TooManySums { limit } => format!("more than {limit} sums of positions follow"),
            Error::WorthTooHard { seen } => {
                format!("the value is too hard to find: {seen} positions have been looked at")
            }
            Error::TooManyPairs { limit } => {
                format!("more than {limit} pairs of positions of loopy games")
            }
            Error::TooManyPositions { limit } => {
                format!("more than {limit} positions of a loopy game")
            }
            Error::TextTooLong { limit } => {
                format!("the text of this game has more than {limit} characters")
            }
            Error::NumberTooLong { limit } => format!("this number has more than {limit} digits"),
            Error::NoSuchIndex { index, count } => {
                format!("there is no number {index}: {count} things are numbered")
            }
            Error::OutOfRange { least, most } => {
                format!("the number must be from {least} to {most}")
            }
            _ => self.words().unwrap_or_default().to_owned(),
        }
    }
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
        f.pad(&self.0.to_string())
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
