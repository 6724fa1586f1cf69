//! Values of registers: small ones without a pointer, and operations on them that cannot fail.
//!
//! Knows: when such a value equals a value of the language, and conversions of both.
//! Must not know: expressions, or faults of operations.

use std::sync::Arc;

use upstar_core::board::Symbol;

use super::{Cells, MAX_ITEMS, Result, Value};
use crate::syntax::ast::{BinaryOp, CompareOp};

/// Value in a register. Integers, truth values, symbols and cells of a grid have no pointer.
///
/// A value may have several representations, so equality of different kinds is decided by values.
#[derive(Debug, Clone)]
pub enum Scalar {
    /// Integer.
    Int(i64),
    /// Truth value.
    Bool(bool),
    /// Text of one symbol.
    Symbol(char),
    /// Tuple of two integers, such as a cell of a grid.
    Pair(i32, i32),
    /// List of integers, truth values, symbols and pairs. Only temporaries hold one, see
    /// [`Scalar::settle`].
    List(Arc<Vec<Scalar>>),
    /// Any value.
    Value(Value),
}

impl Scalar {
    /// No value: the state of a name before it is bound.
    pub const NOTHING: Scalar = Scalar::Value(Value::Nothing);

    /// Returns a value, without a pointer where that costs nothing.
    pub fn of(value: Value) -> Scalar {
        match &value {
            Value::Number(number) => match number.to_i64() {
                Some(n) => Scalar::Int(n),
                None => Scalar::Value(value),
            },
            Value::Bool(b) => Scalar::Bool(*b),
            Value::Text(text) => match one_symbol(text) {
                Some(symbol) => Scalar::Symbol(symbol),
                None => Scalar::Value(value),
            },
            _ => Scalar::Value(value),
        }
    }

    /// Returns the value.
    ///
    /// # Errors
    /// When it is too large.
    pub fn value(self) -> Result<Value> {
        Ok(match self {
            Scalar::Int(n) => Value::integer(n),
            Scalar::Bool(b) => Value::Bool(b),
            Scalar::Symbol(symbol) => Value::text(symbol.encode_utf8(&mut [0; 4])),
            Scalar::Pair(a, b) => {
                Value::tuple(vec![Value::integer(i64::from(a)), Value::integer(i64::from(b))])?
            }
            Scalar::List(items) => {
                Value::list(items.iter().map(|item| item.clone().value()).collect::<Result<_>>()?)?
            }
            Scalar::Value(value) => value,
        })
    }

    /// Converts a list of small values to an ordinary one, before a name holds it: otherwise each call with
    /// it would convert it again.
    ///
    /// # Errors
    /// When it is too large.
    pub fn settle(&mut self) -> Result<()> {
        if let Scalar::List(_) = self {
            let list = std::mem::replace(self, Scalar::NOTHING).value()?;
            *self = Scalar::Value(list);
        }
        Ok(())
    }

    /// A list, without pointers where all elements are small.
    ///
    /// # Errors
    /// When it is too large.
    pub fn list(items: Vec<Scalar>) -> Result<Scalar> {
        if items.iter().all(Scalar::is_small) {
            return Ok(Scalar::List(items.into()));
        }
        let items = items.into_iter().map(Scalar::value).collect::<Result<_>>()?;
        Ok(Scalar::Value(Value::list(items)?))
    }

    /// Tuple, without a pointer if it is a pair of small integers.
    ///
    /// # Errors
    /// When it is too large.
    pub fn tuple(items: Vec<Scalar>) -> Result<Scalar> {
        if let [Scalar::Int(a), Scalar::Int(b)] = items[..]
            && let (Ok(a), Ok(b)) = (i32::try_from(a), i32::try_from(b))
        {
            return Ok(Scalar::Pair(a, b));
        }
        let items = items.into_iter().map(Scalar::value).collect::<Result<_>>()?;
        Ok(Scalar::Value(Value::tuple(items)?))
    }

    /// Whether it has no parts and no pointer.
    pub fn is_small(&self) -> bool {
        !matches!(self, Scalar::List(_) | Scalar::Value(_))
    }

    /// Whether there is no value.
    #[inline]
    pub fn is_nothing(&self) -> bool {
        matches!(self, Scalar::Value(Value::Nothing))
    }

    /// Whether both are equal, where that can be seen at once.
    fn same(&self, other: &Scalar) -> Option<bool> {
        match (self, other) {
            (Scalar::Int(a), Scalar::Int(b)) => Some(a == b),
            (Scalar::Bool(a), Scalar::Bool(b)) => Some(a == b),
            (Scalar::Symbol(a), Scalar::Symbol(b)) => Some(a == b),
            (Scalar::Pair(a, c), Scalar::Pair(b, d)) => Some(a == b && c == d),
            _ => None,
        }
    }
}

/// The symbol that a text consists of.
fn one_symbol(text: &str) -> Option<char> {
    let mut symbols = text.chars();
    match (symbols.next(), symbols.next()) {
        (Some(symbol), None) => Some(symbol),
        _ => None,
    }
}

/// `left op right`, where both are integers and the result is one that fits, or both are lists of
/// small values.
#[inline]
pub fn binary(op: BinaryOp, left: &Scalar, right: &Scalar) -> Option<Scalar> {
    match (left, right) {
        (Scalar::Int(a), Scalar::Int(b)) => arithmetic(op, *a, *b).map(Scalar::Int),
        (Scalar::List(a), Scalar::List(b))
            if op == BinaryOp::Add && a.len() + b.len() <= MAX_ITEMS as usize =>
        {
            Some(Scalar::List(a.iter().chain(&**b).cloned().collect::<Vec<_>>().into()))
        }
        _ => None,
    }
}

#[inline]
fn arithmetic(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Rem if a >= 0 && b > 0 => Some(a % b),
        BinaryOp::Div if b > 0 && a % b == 0 => Some(a / b),
        _ => None,
    }
}

/// Whether a comparison of small values holds.
#[inline]
pub fn compare(op: CompareOp, left: &Scalar, right: &Scalar) -> Option<bool> {
    match (op, left, right) {
        (CompareOp::Equal, ..) => left.same(right),
        (CompareOp::NotEqual, ..) => left.same(right).map(|same| !same),
        (_, Scalar::Int(a), Scalar::Int(b)) => match op {
            CompareOp::Less => Some(a < b),
            CompareOp::LessOrEqual => Some(a <= b),
            CompareOp::Greater => Some(a > b),
            CompareOp::GreaterOrEqual => Some(a >= b),
            _ => None,
        },
        (
            CompareOp::In | CompareOp::NotIn,
            Scalar::Symbol(symbol),
            Scalar::Value(Value::Text(text)),
        ) => Some(text.contains(*symbol) == (op == CompareOp::In)),
        (CompareOp::In | CompareOp::NotIn, item, Scalar::List(items)) => {
            let mut found = false;
            for other in items.iter() {
                found = found || item.same(other)?;
            }
            Some(found == (op == CompareOp::In))
        }
        _ => None,
    }
}

/// `base[indices]` of a board, list or tuple; `None` if there is no such element, or the base is something
/// else.
#[inline]
pub fn element(base: &Scalar, indices: &[Scalar]) -> Option<Scalar> {
    match (base, indices) {
        (Scalar::Value(Value::Board(cells)), _) => {
            let symbol = cells.board.symbols()[cell(cells, indices)?];
            Some(match cells.alphabet.number(symbol) {
                Some(number) => Scalar::Int(number),
                None => Scalar::Symbol(cells.alphabet.character(symbol)),
            })
        }
        (Scalar::Value(Value::List(list) | Value::Tuple(list)), [Scalar::Int(n)]) => {
            let items = list.items();
            items.get(place(*n, items.len())?).map(|item| Scalar::of(item.clone()))
        }
        (Scalar::List(items), [Scalar::Int(n)]) => items.get(place(*n, items.len())?).cloned(),
        _ => None,
    }
}

/// The place of an index: 1 is the first, -1 the last.
fn place(n: i64, len: usize) -> Option<usize> {
    match n {
        1.. => usize::try_from(n).ok()?.checked_sub(1),
        _ => len.checked_sub(usize::try_from(n.unsigned_abs()).ok()?),
    }
}

/// The number of a cell on its board.
pub fn cell(cells: &Cells, indices: &[Scalar]) -> Option<usize> {
    let (row, column) = match (cells.shape.is_row(), indices) {
        (true, [Scalar::Int(column)]) => (1, *column),
        (false, [Scalar::Pair(row, column)]) => (i64::from(*row), i64::from(*column)),
        (false, [Scalar::Int(row), Scalar::Int(column)]) => (*row, *column),
        _ => return None,
    };
    cells.board.at(row, column)
}

/// Cells of a board as a list.
pub fn places(cells: &Cells, numbers: impl IntoIterator<Item = usize>) -> Scalar {
    let columns = cells.board.columns();
    let place = |cell: usize| match cells.shape.is_row() {
        true => Scalar::Int(cell as i64 + 1),
        // Boards are small enough.
        false => Scalar::Pair((cell / columns) as i32 + 1, (cell % columns) as i32 + 1),
    };
    Scalar::List(numbers.into_iter().map(place).collect::<Vec<_>>().into())
}

/// The board with changed symbols; `changes` are alternately places and symbols.
pub fn changed(board: &Scalar, changes: &[Scalar]) -> Option<Scalar> {
    let Scalar::Value(Value::Board(cells)) = board else { return None };
    let change = |change: &[Scalar]| -> Option<(usize, Symbol)> {
        let (place, symbol) = match change {
            [place, Scalar::Symbol(symbol)] if !cells.alphabet.is_of_numbers() => {
                (place, cells.alphabet.symbol(*symbol)?)
            }
            [place, Scalar::Int(number)] => (place, cells.alphabet.of_number(*number)?),
            _ => return None,
        };
        Some((cell(cells, std::slice::from_ref(place))?, symbol))
    };
    let changes = changes.chunks(2).map(change).collect::<Option<Vec<_>>>()?;
    let mut changed = Cells::clone(cells);
    for (cell, symbol) in changes {
        changed.board.set(cell, symbol).then_some(())?;
    }
    Some(Scalar::Value(Value::Board(changed.into())))
}
