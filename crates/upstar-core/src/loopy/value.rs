//! What a vertex of a graph is worth.

use super::{Ends, Form, Graph, Stopper};
use crate::{Error, Game, Store};

/// One side of a loopy game.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// It is a short game.
    Short(Game),
    /// It is a stopper, never a short game.
    Stopper(Stopper),
    /// It is no stopper: a graph of which it is the side, simplified as far as we know how.
    /// Equal ones may be different graphs.
    Unresolved(Form),
}

/// The value of a game that is loopy, never that of a short game.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Loopy {
    /// It is a stopper.
    Stopper(Stopper),
    /// Its onside and its offside, which are different or no stoppers.
    Sided(Side, Side),
}

/// What a game is worth: a short game wherever it is one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Worth {
    /// A short game.
    Short(Game),
    /// A loopy one.
    Loopy(Loopy),
}

impl Loopy {
    /// The game in which infinite play is won by Left.
    pub fn onside(&self) -> Side {
        match self {
            Loopy::Stopper(stopper) => Side::Stopper(stopper.clone()),
            Loopy::Sided(onside, _) => onside.clone(),
        }
    }

    /// The game in which infinite play is won by Right.
    pub fn offside(&self) -> Side {
        match self {
            Loopy::Stopper(stopper) => Side::Stopper(stopper.clone()),
            Loopy::Sided(_, offside) => offside.clone(),
        }
    }

    /// Who wins, for each player to start.
    ///
    /// # Errors
    /// When the budget is exhausted, or the graph is too large.
    pub fn ends(&self, _store: &Store) -> Result<Ends, Error> {
        Err(Error::NotAStopper)
    }
}

/// What a vertex of a graph is worth.
///
/// # Errors
/// When the budget is exhausted, or the graph is too large.
pub fn value(_store: &Store, _graph: &Graph, _vertex: u32) -> Result<Worth, Error> {
    Err(Error::NotAStopper)
}
