//! Functions of the language on small values, where nothing can fail.
//!
//! What rules about boards use most is computed here without making values. Wherever an argument is
//! another one, or something would fail, the function of the row computes it, and reports.

use upstar_core::board::Board;

use crate::value::code::Shortcut;
use crate::value::scalar::{Scalar, cell, places};
use crate::value::{Cells, Value};

/// How calls of a function are computed without making values of their arguments.
#[derive(Debug, Clone, Copy)]
pub enum Fast {
    /// By this.
    Value(Shortcut),
    /// By this; it is the length of a list, and of what [`Fast::Listing`] gives no list is made.
    Length(Shortcut),
    /// By this list, whose length is known without it.
    Listing {
        /// The list.
        list: Shortcut,
        /// Its length.
        count: Shortcut,
    },
    /// It changes a board at the keys of a map, which is not made.
    Change,
}

impl Fast {
    /// The function that computes the value.
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

/// `with` on a board, whose map is written in the call.
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

/// The truth values of a list of nothing else.
fn truths(args: &[Scalar]) -> Option<impl Iterator<Item = bool> + '_> {
    let [Scalar::List(items)] = args else { return None };
    let truth = |item: &Scalar| matches!(item, Scalar::Bool(true));
    items.iter().all(|item| matches!(item, Scalar::Bool(_))).then(|| items.iter().map(truth))
}

/// A board and the number of a cell on it.
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
