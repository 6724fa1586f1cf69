//! Types of the parameters of builtins.
//!
//! Types that a single topic uses stand in its file.

use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_traits::Signed;
use upstar_core::loopy::GameValue;
use upstar_core::{Game, Player, Rational};

use super::collections;
use super::typed::{FromValue, Slot};
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::{Fault, Map, Position, Result, Ruleset, Value, expect, loopy, worth};

/// Accepts every value.
impl FromValue for Value {
    const EXPECTED: &'static str = "a value";

    fn from_value(_: &mut dyn Host, value: Value, _: Slot) -> Result<Self> {
        Ok(value)
    }
}

/// Converts a value to a short game: a number, a game, a form, a position or a sum.
impl FromValue for Game {
    const EXPECTED: &'static str = "a game";

    fn from_value(host: &mut dyn Host, value: Value, _: Slot) -> Result<Self> {
        Ok(worth::game(host, &value)?)
    }
}

/// Converts a game, which may be loopy, to its value.
impl FromValue for GameValue {
    const EXPECTED: &'static str = "a game";

    fn from_value(host: &mut dyn Host, value: Value, _: Slot) -> Result<Self> {
        Ok(loopy::worth(host, &value)?)
    }
}

/// A rational number.
impl FromValue for Rational {
    const EXPECTED: &'static str = "a number";

    fn from_value(host: &mut dyn Host, value: Value, _: Slot) -> Result<Self> {
        expect::number(&host.store(), &value)
    }
}

/// A count, a size or an index: an integer that is not negative, of at most 63 bits.
impl FromValue for u64 {
    const EXPECTED: &'static str = "a count";

    fn from_value(host: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        expect::count(&host.store(), &value, slot.expected::<Self>())
    }
}

/// An integer of any size.
impl FromValue for BigInt {
    const EXPECTED: &'static str = "an integer";

    fn from_value(host: &mut dyn Host, value: Value, _: Slot) -> Result<Self> {
        let number = expect::number(&host.store(), &value)?;
        number.to_integer().ok_or_else(|| expect::no_integer(&number))
    }
}

/// An integer of any size that is not negative.
impl FromValue for BigUint {
    const EXPECTED: &'static str = "an integer";

    fn from_value(host: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        let n = BigInt::from_value(host, value, slot)?;
        if n.is_negative() {
            return Err(Fault::new(
                Code::OutOfRange,
                format!("this cannot be negative, and it is {n}"),
            ));
        }
        Ok(n.magnitude().clone())
    }
}

/// A player. For a text, the help says that players are written without quotes.
impl FromValue for Player {
    const EXPECTED: &'static str = "a player, `Left` or `Right`";

    fn from_value(_: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        match &value {
            Value::Player(player) => Ok(*player),
            Value::Text(_) => {
                let before = slot.builtin.params.iter().take_while(|p| p.name != slot.param.name);
                let call: String = before.map(|param| format!("{}, ", param.name)).collect();
                let name = slot.builtin.name;
                let fault = slot.wrong::<Self>(&value);
                Err(fault.help(format!("write it without quotes: `{name}({call}Left)`")))
            }
            _ => Err(slot.wrong::<Self>(&value)),
        }
    }
}

/// A text.
impl FromValue for Arc<str> {
    const EXPECTED: &'static str = "a text";

    fn from_value(_: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        match value {
            Value::Text(text) => Ok(text),
            other => Err(slot.wrong::<Self>(&other)),
        }
    }
}

/// The elements of a collection.
impl FromValue for Vec<Value> {
    const EXPECTED: &'static str = "a collection";

    fn from_value(host: &mut dyn Host, value: Value, _: Slot) -> Result<Self> {
        collections::items(host, value)
    }
}

/// The elements of a collection of truth values.
impl FromValue for Vec<bool> {
    const EXPECTED: &'static str = "a collection of truth values";

    fn from_value(host: &mut dyn Host, value: Value, _: Slot) -> Result<Self> {
        collections::items(host, value)?.iter().map(expect::truth).collect()
    }
}

/// A map.
impl FromValue for Arc<Map> {
    const EXPECTED: &'static str = "a map";

    fn from_value(_: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        match value {
            Value::Map(map) => Ok(map),
            other @ Value::Set(_) => Err(slot
                .wrong::<Self>(&other)
                .help("a key that is calculated is written in parentheses: `{(p - 1): x}`")),
            other => Err(slot.wrong::<Self>(&other)),
        }
    }
}

/// A position.
impl FromValue for Arc<Position> {
    const EXPECTED: &'static str = "a position";

    fn from_value(_: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        match value {
            Value::Position(position) => Ok(position),
            other => Err(slot.wrong::<Self>(&other)),
        }
    }
}

/// A ruleset, or a family of them.
impl FromValue for Arc<Ruleset> {
    const EXPECTED: &'static str = "a ruleset";

    fn from_value(_: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        match value {
            Value::Ruleset(ruleset) => Ok(ruleset),
            other => Err(slot.wrong::<Self>(&other)),
        }
    }
}
