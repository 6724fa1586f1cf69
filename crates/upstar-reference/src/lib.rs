//! What programs of the language Upstar mean, as plainly as it can be written.

pub mod blocking;
pub mod board;
pub mod bracket;
pub mod builtins;
mod changes;
pub mod code;
pub mod collections;
pub mod comparison;
pub mod declaration;
pub mod entailing;
pub mod expression;
pub mod goals;
pub mod graph;
pub mod identity;
pub mod kinds;
pub mod loopy;
pub mod numbers;
pub mod operators;
pub mod places;
pub mod play;
pub mod points;
pub mod questions;
pub mod quotient;
pub mod rewrite;
pub mod ruleset;
pub mod sequences;
pub mod session;
pub mod statement;
pub mod steps;
pub mod text;
pub mod thermography;
pub mod universe;
pub mod value;

pub use session::{Answer, Session};

use std::fmt;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The program is wrong: every system must refuse it.
    Wrong {
        /// What kind of mistake it is.
        kind: Wrong,
        /// What is wrong.
        message: String,
    },
    /// The reference does not define this construct.
    Undefined(String),
    /// More steps than allowed: nothing is claimed.
    TooLarge,
}

/// Kinds of mistakes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// The text is no program.
    Syntax,
    /// A name that is not bound, or may not be.
    Name,
    /// A value of a kind that the construct does not take.
    Value,
    /// A place outside of a collection or board, or a number outside of a domain.
    Range,
    /// Rules that do not make a ruleset, or a position that is none of it.
    Rules,
    /// A question that has no answer for this game.
    Question,
    /// A check that does not hold.
    Check,
}

impl Fault {
    /// A mistake of the program.
    pub fn wrong(kind: Wrong, message: impl Into<String>) -> Fault {
        Fault::Wrong { kind, message: message.into() }
    }

    /// Whether it is a mistake of this kind.
    pub fn is_wrong(&self, of_kind: Wrong) -> bool {
        matches!(self, Fault::Wrong { kind, .. } if *kind == of_kind)
    }

    /// A construct without a definition here.
    pub fn undefined(what: impl Into<String>) -> Fault {
        Fault::Undefined(what.into())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Wrong { message, .. } => f.write_str(message),
            Fault::Undefined(what) => write!(f, "the reference does not define {what}"),
            Fault::TooLarge => f.write_str("more steps than allowed"),
        }
    }
}

impl std::error::Error for Fault {}

/// A player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Left, who is Max in games about points.
    Left,
    /// Right, who is Min.
    Right,
}

impl Player {
    /// Both, Left first.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The other one.
    pub fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}
