//! Values that need no room of their own while rules are evaluated.
//!
//! Knows: when such a value is the same as a value of the language, and how one becomes the other.
//! Must not know: expressions.

use std::sync::Arc;

use crate::value::{Result, Value};

/// A value on the way: what rules use most is kept without a pointer.
///
/// The same value may be written in several ways, so that equality is decided by values where two
/// kinds meet.
#[derive(Debug, Clone)]
pub(in crate::eval) enum Slim {
    /// An integer.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// A text of one symbol.
    Sign(char),
    /// A tuple of two integers, such as a cell of a grid.
    Pair(i32, i32),
    /// A list of integers, truth values, symbols and pairs.
    List(Arc<Vec<Slim>>),
    /// Anything.
    Value(Value),
}

impl Slim {
    /// A value, without a pointer where that costs nothing.
    pub(in crate::eval) fn of(value: Value) -> Slim {
        match &value {
            Value::Number(number) => match number.to_i64() {
                Some(n) => Slim::Int(n),
                None => Slim::Value(value),
            },
            Value::Bool(b) => Slim::Bool(*b),
            Value::Text(text) => match one_symbol(text) {
                Some(sign) => Slim::Sign(sign),
                None => Slim::Value(value),
            },
            _ => Slim::Value(value),
        }
    }

    /// The value.
    ///
    /// # Errors
    /// When there is no room for it.
    pub(in crate::eval) fn value(self) -> Result<Value> {
        Ok(match self {
            Slim::Int(n) => Value::integer(n),
            Slim::Bool(b) => Value::Bool(b),
            Slim::Sign(sign) => Value::text(sign.encode_utf8(&mut [0; 4])),
            Slim::Pair(a, b) => {
                Value::tuple(vec![Value::integer(i64::from(a)), Value::integer(i64::from(b))])?
            }
            Slim::List(items) => {
                Value::list(items.iter().map(|item| item.clone().value()).collect::<Result<_>>()?)?
            }
            Slim::Value(value) => value,
        })
    }

    /// Whether it has no parts and no pointer.
    pub(super) fn is_simple(&self) -> bool {
        !matches!(self, Slim::List(_) | Slim::Value(_))
    }

    /// Whether it is there at all.
    pub(super) fn is_nothing(&self) -> bool {
        matches!(self, Slim::Value(Value::Nothing))
    }

    /// Whether both are the same, where that can be seen at once.
    pub(super) fn same(&self, other: &Slim) -> Option<bool> {
        match (self, other) {
            (Slim::Int(a), Slim::Int(b)) => Some(a == b),
            (Slim::Bool(a), Slim::Bool(b)) => Some(a == b),
            (Slim::Sign(a), Slim::Sign(b)) => Some(a == b),
            (Slim::Pair(a, c), Slim::Pair(b, d)) => Some(a == b && c == d),
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
