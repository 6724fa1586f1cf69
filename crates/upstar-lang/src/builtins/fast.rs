//! Fast paths of functions on small values, which cannot fail.
//!
//! Functions that rules about boards use most are computed here without making values. For all other
//! arguments, and where a call would fail, the function of the row computes the value or reports the fault.

use upstar_core::board::Board;

use crate::value::code::Shortcut;
use crate::value::scalar::{Scalar, cell, places};
use crate::value::{Cells, Value};

/// Fast path of a function: how a call is computed without making values of its arguments.
#[derive(Debug, Clone, Copy)]
pub enum Fast {
    /// The value is computed by this function.
    Value(Shortcut),
    /// As `Value`, for the length of a list. Of a [`Fast::Listing`] the length is counted without making
    /// the list.
    Length(Shortcut),
    /// The value is a list whose length can be counted without making it.
    Listing {
        /// The list.
        list: Shortcut,
        /// Its length.
        count: Shortcut,
    },
    /// Changes a board at the keys of a map that is not made.
    Change,
}

impl Fast {
    /// Function that computes the value.
    pub fn shortcut(self) -> Option<Shortcut> {
        match self {
            Fast::Value(of) | Fast::Length(of) | Fast::Listing { list: of, .. } => Some(of),
            Fast::Change => None,
        }
    }
}

pub(super) const LENGTH: Fast = Fast::Length(|args| match args {
    [Scalar::List(items)] => Some(Scalar::Int(items.len() as i64)),
    [Scalar::Value(Value::List(items))] => Some(Scalar::Int(items.items().len() as i64)),
    _ => None,
});

pub(super) const ALL: Fast =
    Fast::Value(|args| Some(Scalar::Bool(truths(args)?.all(|truth| truth))));

pub(super) const ANY: Fast =
    Fast::Value(|args| Some(Scalar::Bool(truths(args)?.any(|truth| truth))));

pub(super) const MAX: Fast = Fast::Value(|args| match args {
    [Scalar::Int(a), Scalar::Int(b)] => Some(Scalar::Int(*a.max(b))),
    _ => None,
});

pub(super) const MIN: Fast = Fast::Value(|args| match args {
    [Scalar::Int(a), Scalar::Int(b)] => Some(Scalar::Int(*a.min(b))),
    _ => None,
});

pub(super) const FLOOR: Fast = Fast::Value(|args| match args {
    [Scalar::Int(n)] => Some(Scalar::Int(*n)),
    _ => None,
});

pub(super) const OPPONENT: Fast = Fast::Value(|args| match args {
    [Scalar::Value(Value::Player(player))] => Some(Scalar::Value(Value::Player(player.opponent()))),
    _ => None,
});

/// Fast path of `with` on a board, for a map written in the call.
pub(super) const CHANGE: Fast = Fast::Change;

pub(super) const CELLS: Fast = Fast::Value(|args| match args {
    [Scalar::Value(Value::Board(cells))] => Some(places(cells, 0..cells.board.symbols().len())),
    _ => None,
});

pub(super) const NEIGHBOURS: Fast = Fast::Listing {
    list: |args| listed(args, |board, at| board.neighbours(at).collect()),
    count: |args| counted(args, |board, at| board.neighbours(at).count()),
};

pub(super) const GROUP: Fast = Fast::Listing {
    list: |args| listed(args, Board::group),
    count: |args| counted(args, |board, at| board.group(at).len()),
};

pub(super) const LIBERTIES: Fast = Fast::Listing {
    list: |args| listed(args, Board::liberties),
    count: |args| counted(args, Board::count_liberties),
};

/// Truth values of a list that has no other elements.
fn truths(args: &[Scalar]) -> Option<impl Iterator<Item = bool> + '_> {
    let [Scalar::List(items)] = args else { return None };
    let truth = |item: &Scalar| matches!(item, Scalar::Bool(true));
    items.iter().all(|item| matches!(item, Scalar::Bool(_))).then(|| items.iter().map(truth))
}

/// Board and the number of a cell on it.
fn cell_of(args: &[Scalar]) -> Option<(&Cells, usize)> {
    let [Scalar::Value(Value::Board(cells)), at] = args else { return None };
    Some((cells, cell(cells, std::slice::from_ref(at))?))
}

fn listed(args: &[Scalar], list: impl Fn(&Board, usize) -> Vec<usize>) -> Option<Scalar> {
    let (cells, at) = cell_of(args)?;
    Some(places(cells, list(&cells.board, at)))
}

fn counted(args: &[Scalar], count: impl Fn(&Board, usize) -> usize) -> Option<Scalar> {
    let (cells, at) = cell_of(args)?;
    Some(Scalar::Int(count(&cells.board, at) as i64))
}
