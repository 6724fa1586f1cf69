//! Functions of the language on values without pointers.
//!
//! Knows: the words that rules about boards use most, where they cannot fail.
//! Must not know: what is wrong where they can; the table of builtins does it again and tells.

use super::slim::Slim;
use crate::value::{Cells, Value};
use upstar_core::board::{Board, Shape, Symbol};

/// A function where it is simple; nothing where it is not, or would fail.
pub(super) type Word = fn(&[Slim]) -> Option<Slim>;

/// The simple form of a function, by its name.
pub(super) fn word(name: &str) -> Option<Word> {
    Some(match name {
        "length" => |args| match args {
            [Slim::List(items)] => Some(Slim::Int(items.len() as i64)),
            _ => None,
        },
        "all" => |args| Some(Slim::Bool(truths(args)?.all(|truth| truth))),
        "any" => |args| Some(Slim::Bool(truths(args)?.any(|truth| truth))),
        "max" => |args| match args {
            [Slim::Int(a), Slim::Int(b)] => Some(Slim::Int(*a.max(b))),
            _ => None,
        },
        "min" => |args| match args {
            [Slim::Int(a), Slim::Int(b)] => Some(Slim::Int(*a.min(b))),
            _ => None,
        },
        "floor" => |args| match args {
            [Slim::Int(n)] => Some(Slim::Int(*n)),
            _ => None,
        },
        "opponent" => |args| match args {
            [Slim::Value(Value::Player(player))] => {
                Some(Slim::Value(Value::Player(player.opponent())))
            }
            _ => None,
        },
        "cells" => |args| match args {
            [Slim::Value(Value::Board(cells))] => {
                Some(places(cells, 0..cells.board.symbols().len()))
            }
            _ => None,
        },
        "neighbours" => |args| near(args, |board, at| board.neighbours(at).collect()),
        "group" => |args| near(args, Board::group),
        "liberties" => |args| near(args, Board::liberties),
        _ => return None,
    })
}

/// How many elements a function gives, by its name, where it is simple.
pub(super) fn counted(name: &str) -> Option<Word> {
    Some(match name {
        "neighbours" => |args| count(args, |board, at| board.neighbours(at).count()),
        "group" => |args| count(args, |board, at| board.group(at).len()),
        "liberties" => |args| count(args, Board::count_liberties),
        _ => return None,
    })
}

fn count(args: &[Slim], count: impl Fn(&Board, usize) -> usize) -> Option<Slim> {
    let [Slim::Value(Value::Board(cells)), at] = args else { return None };
    Some(Slim::Int(count(&cells.board, cell(cells, std::slice::from_ref(at))?) as i64))
}

/// The truth values of a list of nothing else.
fn truths(args: &[Slim]) -> Option<impl Iterator<Item = bool> + '_> {
    let [Slim::List(items)] = args else { return None };
    let truth = |item: &Slim| matches!(item, Slim::Bool(true));
    items.iter().all(|item| matches!(item, Slim::Bool(_))).then(|| items.iter().map(truth))
}

fn near(args: &[Slim], near: impl Fn(&Board, usize) -> Vec<usize>) -> Option<Slim> {
    let [Slim::Value(Value::Board(cells)), at] = args else { return None };
    Some(places(cells, near(&cells.board, cell(cells, std::slice::from_ref(at))?)))
}

fn places(cells: &Cells, numbers: impl IntoIterator<Item = usize>) -> Slim {
    let columns = cells.board.columns();
    let place = |cell: usize| match cells.shape {
        Shape::Strip => Slim::Int(cell as i64 + 1),
        // Boards are small enough.
        Shape::Grid => Slim::Pair((cell / columns) as i32 + 1, (cell % columns) as i32 + 1),
    };
    Slim::List(numbers.into_iter().map(place).collect::<Vec<_>>().into())
}

/// The number of a cell on its board.
fn cell(cells: &Cells, indices: &[Slim]) -> Option<usize> {
    let (row, column) = match (cells.shape, indices) {
        (Shape::Strip, [Slim::Int(column)]) => (1, *column),
        (Shape::Grid, [Slim::Pair(row, column)]) => (i64::from(*row), i64::from(*column)),
        (Shape::Grid, [Slim::Int(row), Slim::Int(column)]) => (*row, *column),
        _ => return None,
    };
    cells.board.index(usize::try_from(row).ok()?, usize::try_from(column).ok()?)
}

/// `base[indices]`, where it is simple.
pub(super) fn element(base: &Slim, indices: &[Slim]) -> Option<Slim> {
    match (base, indices) {
        (Slim::Value(Value::Board(cells)), _) => {
            let symbol = cells.board.symbols()[cell(cells, indices)?];
            Some(Slim::Sign(cells.alphabet.character(symbol)))
        }
        (Slim::Value(Value::List(list) | Value::Tuple(list)), [Slim::Int(n)]) => {
            let place = usize::try_from(*n).ok()?.checked_sub(1)?;
            list.items().get(place).map(|item| Slim::of(item.clone()))
        }
        (Slim::List(items), [Slim::Int(n)]) => {
            items.get(usize::try_from(*n).ok()?.checked_sub(1)?).cloned()
        }
        _ => None,
    }
}

/// The board with other symbols at some places, where that is simple: it is copied once.
pub(super) fn changed(board: &Slim, changes: &[(Slim, Slim)]) -> Option<Slim> {
    let Slim::Value(Value::Board(cells)) = board else { return None };
    let change = |(place, sign): &(Slim, Slim)| -> Option<(usize, Symbol)> {
        let Slim::Sign(sign) = sign else { return None };
        Some((cell(cells, std::slice::from_ref(place))?, cells.alphabet.symbol(*sign)?))
    };
    let changes = changes.iter().map(change).collect::<Option<Vec<_>>>()?;
    let mut changed = Cells::clone(cells);
    for (cell, symbol) in changes {
        changed.board.symbols_mut()[cell] = symbol;
    }
    Some(Slim::Value(Value::Board(changed.into())))
}
