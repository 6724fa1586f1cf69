//! Fast paths of functions on small values, which cannot fail.
//!
//! Functions that rules about boards use most are computed here without making values. For all other
//! arguments, and where a call would fail, the function of the row computes the value or reports the fault.

use upstar_core::board::Board;

use crate::value::code::{Shortcut, TableQuestion};
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
    /// The value is a list about which some questions are answered without making it.
    Listing {
        /// The list.
        list: Shortcut,
        /// Its length.
        count: Shortcut,
        /// Whether an item is in it; the item follows the arguments of the call.
        has: Shortcut,
    },
    /// The question may be answered by a table, without making the position.
    Table(TableQuestion),
    /// Changes a board at the keys of a map that is not made.
    Change,
}

impl Fast {
    /// Function that computes the value.
    pub fn shortcut(self) -> Option<Shortcut> {
        match self {
            Fast::Value(of) | Fast::Length(of) | Fast::Listing { list: of, .. } => Some(of),
            Fast::Table(_) | Fast::Change => None,
        }
    }
}

pub(super) const LENGTH: Fast = Fast::Length(|args| match args {
    [Scalar::List(items)] => Some(Scalar::Int(items.len() as i64)),
    [Scalar::Value(Value::List(items))] => Some(Scalar::Int(items.items().len() as i64)),
    _ => None,
});

pub(super) const SUM: Fast = Fast::Value(|args| {
    let [Scalar::List(items)] = args else { return None };
    let added = items.iter().try_fold(0_i64, |sum, item| match item {
        Scalar::Int(n) => sum.checked_add(*n),
        _ => None,
    });
    added.map(Scalar::Int)
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

pub(super) const CELLS: Fast = Fast::Listing {
    list: |args| match args {
        [Scalar::Value(Value::Board(cells))] => Some(places(cells, 0..cells.board.symbols().len())),
        _ => None,
    },
    count: |args| match args {
        [Scalar::Value(Value::Board(cells))] => {
            Some(Scalar::Int(cells.board.symbols().len() as i64))
        }
        _ => None,
    },
    has: |args| match args {
        [Scalar::Value(Value::Board(cells)), item] => among(cells, item, |_| true),
        _ => None,
    },
};

pub(super) const NEIGHBOURS: Fast = Fast::Listing {
    list: |args| listed(args, |board, at| board.neighbours(at).collect()),
    count: |args| counted(args, |board, at| board.neighbours(at).count()),
    has: |args| has(args, |board, at, item| board.neighbours(at).any(|cell| cell == item)),
};

pub(super) const GROUP: Fast = Fast::Listing {
    list: |args| listed(args, Board::group),
    count: |args| counted(args, |board, at| board.group(at).len()),
    has: |args| has(args, |board, at, item| board.group(at).contains(&item)),
};

pub(super) const LIBERTIES: Fast = Fast::Listing {
    list: |args| listed(args, Board::liberties),
    count: |args| counted(args, Board::count_liberties),
    has: |args| has(args, |board, at, item| board.liberties(at).contains(&item)),
};

pub(super) const VERTICES: Fast = Fast::Listing {
    list: |_| None,
    count: |args| match args {
        [Scalar::Value(Value::Graph(graph))] => Some(Scalar::Int(graph.vertices().len() as i64)),
        _ => None,
    },
    has: |args| match args {
        [Scalar::Value(Value::Graph(graph)), Scalar::Int(name)] => {
            let is_vertex = u32::try_from(*name).is_ok_and(|name| graph.has_vertex(name));
            Some(Scalar::Bool(is_vertex))
        }
        _ => None,
    },
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

/// Whether an item is one of these cells of a board.
fn among(cells: &Cells, item: &Scalar, is_one: impl Fn(usize) -> bool) -> Option<Scalar> {
    match (cells.shape.is_row(), item) {
        (true, Scalar::Int(_)) | (false, Scalar::Pair(..)) => {
            Some(Scalar::Bool(cell(cells, std::slice::from_ref(item)).is_some_and(is_one)))
        }
        _ => None,
    }
}

fn has(args: &[Scalar], is_one: impl Fn(&Board, usize, usize) -> bool) -> Option<Scalar> {
    let (item, args) = args.split_last()?;
    let (cells, at) = cell_of(args)?;
    among(cells, item, |item| is_one(&cells.board, at, item))
}

fn counted(args: &[Scalar], count: impl Fn(&Board, usize) -> usize) -> Option<Scalar> {
    let (cells, at) = cell_of(args)?;
    Some(Scalar::Int(count(&cells.board, at) as i64))
}
