//! Values between Python and the language: numbers, truth values, texts, lists, tuples, maps and ranges
//! are themselves, all else is an instance of a class of `upstar`.

use std::sync::Arc;

use num_bigint::BigInt;
use pyo3::exceptions::{PyRecursionError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{
    PyBool, PyDict, PyFrozenSet, PyInt, PyIterator, PyList, PyRange, PySet, PyString, PyTuple,
    PyType,
};
use upstar_core::{Notation, Outcome, Player, Rational, Store};
use upstar_lang::outside;
use upstar_lang::value::host::Host;
use upstar_lang::value::{self, MAX_ITEMS, Map, Range, Value, ops, show, too_many};

use crate::handle::{Handle, wrap};
use crate::limits::Limits;
use crate::session::Engine;

static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static RATIONAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static PLAYER: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static OUTCOME: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// All outcomes.
const OUTCOMES: [Outcome; 9] = [
    Outcome::L,
    Outcome::R,
    Outcome::N,
    Outcome::P,
    Outcome::D,
    Outcome::NHat,
    Outcome::NCheck,
    Outcome::PHat,
    Outcome::PCheck,
];

/// A value as Python has it; with `games`, numbers stay games.
pub(crate) fn to_python<'py>(
    engine: &Bound<'py, Engine>,
    value: &Value,
    games: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = engine.py();
    let all = |values: &[Value]| -> PyResult<Vec<Bound<'py, PyAny>>> {
        values.iter().map(|value| to_python(engine, value, games)).collect()
    };
    match value {
        Value::Nothing => Ok(py.None().into_bound(py)),
        Value::Bool(b) => Ok(PyBool::new(py, *b).to_owned().into_any()),
        Value::Text(text) => Ok(PyString::new(py, text).into_any()),
        Value::Number(number) if !games => self::number(py, number),
        Value::List(list) => Ok(PyList::new(py, all(list.items())?)?.into_any()),
        Value::Tuple(tuple) => Ok(PyTuple::new(py, all(tuple.items())?)?.into_any()),
        Value::Range(range) => {
            let built = py.import("builtins")?.getattr("range")?;
            let behind = range.last() + range.step();
            built.call1((range.first().clone(), behind, range.step().clone()))
        }
        Value::LoopyBracket(bracket) if !games && matches!(bracket.value(), Value::Number(_)) => {
            to_python(engine, bracket.value(), games)
        }
        Value::Player(player) => {
            let name = if *player == Player::Left { "Left" } else { "Right" };
            PLAYER.import(py, "upstar._values", "Player")?.call1((name,))
        }
        Value::Outcome(outcome) => {
            let symbol = outcome.symbol(Notation::UNICODE);
            OUTCOME.import(py, "upstar._values", "Outcome")?.call1((symbol,))
        }
        Value::Map(map) => match dictionary(engine, map, games)? {
            Some(dictionary) => Ok(dictionary.into_any()),
            None => wrap(engine, value),
        },
        other => wrap(engine, other),
    }
}

/// An integer, or a fraction.
fn number<'py>(py: Python<'py>, number: &Rational) -> PyResult<Bound<'py, PyAny>> {
    if let Some(short) = number.to_i64() {
        return Ok(short.into_pyobject(py)?.into_any());
    }
    if let Some(integer) = number.to_integer() {
        return Ok(integer.into_pyobject(py)?.into_any());
    }
    FRACTION.import(py, "fractions", "Fraction")?.call1((number.numer(), number.denom()))
}

/// A map whose keys are keys in Python too: different ones stay different.
fn dictionary<'py>(
    engine: &Bound<'py, Engine>,
    map: &Map,
    games: bool,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    if !map.entries().keys().all(is_plain) {
        return Ok(None);
    }
    let dictionary = PyDict::new(engine.py());
    for (key, value) in map.entries() {
        dictionary.set_item(to_python(engine, key, false)?, to_python(engine, value, games)?)?;
    }
    // `True` and 1 are the same key in Python, and so are `N` and \"N\".
    Ok((dictionary.len() == map.entries().len()).then_some(dictionary))
}

fn is_plain(key: &Value) -> bool {
    match key {
        Value::Number(_)
        | Value::Text(_)
        | Value::Bool(_)
        | Value::Player(_)
        | Value::Outcome(_) => true,
        Value::Tuple(tuple) => tuple.items().iter().all(is_plain),
        _ => false,
    }
}

/// Greatest nesting of lists of Python. The language has a limit of its own, but a list may contain itself.
const MOST_LEVELS: usize = 500;

/// Converts a value of Python to a value of a session.
pub(crate) fn from_python(engine: &Bound<'_, Engine>, of: &Bound<'_, PyAny>) -> PyResult<Value> {
    within(engine, of, MOST_LEVELS)
}

/// Converts a value of Python of at most `levels` levels.
fn within(engine: &Bound<'_, Engine>, of: &Bound<'_, PyAny>, levels: usize) -> PyResult<Value> {
    let py = engine.py();
    if levels == 0 {
        return Err(PyRecursionError::new_err("this is nested too deeply"));
    }
    if let Ok(handle) = of.cast::<Handle>() {
        let Handle { engine: home, value } = handle.get();
        return brought(engine, home.bind(py), value);
    }
    if of.is_none() {
        return Ok(Value::Nothing);
    }
    if let Ok(b) = of.cast::<PyBool>() {
        return Ok(Value::Bool(b.is_true()));
    }
    if of.is_instance_of::<PyInt>() {
        return Ok(match of.extract::<i64>() {
            Ok(short) => Value::integer(short),
            Err(_) => Value::integer(of.extract::<BigInt>()?),
        });
    }
    if let Ok(text) = of.cast::<PyString>() {
        return word(of, text.to_str()?);
    }
    // Integers of numpy too, and what else is an exact number.
    if of.is_instance(RATIONAL.import(py, "numbers", "Rational")?)? {
        let part = |name: &str| of.getattr(name)?.extract::<BigInt>().map(Rational::from);
        let quotient = part("numerator")?.checked_div(&part("denominator")?);
        return Ok(Value::Number(quotient.expect("no fraction has the denominator 0")));
    }
    collection(engine, of, levels - 1)
}

/// A player, an outcome, or a text.
fn word(of: &Bound<'_, PyAny>, text: &str) -> PyResult<Value> {
    let py = of.py();
    if of.is_exact_instance_of::<PyString>() {
        return Ok(Value::text(text));
    }
    if of.is_instance(PLAYER.import(py, "upstar._values", "Player")?)? {
        return Ok(Value::Player(if text == "Left" { Player::Left } else { Player::Right }));
    }
    if of.is_instance(OUTCOME.import(py, "upstar._values", "Outcome")?)? {
        let found = OUTCOMES.iter().find(|one| one.symbol(Notation::UNICODE) == text);
        return Ok(Value::Outcome(*found.expect("outcomes are made of their symbols")));
    }
    Ok(Value::text(text))
}

fn collection(engine: &Bound<'_, Engine>, of: &Bound<'_, PyAny>, levels: usize) -> PyResult<Value> {
    let py = engine.py();
    let all = |of: &Bound<'_, PyAny>| -> PyResult<Vec<Value>> {
        of.try_iter()?.map(|item| within(engine, &item?, levels)).collect()
    };
    let made = if of.is_instance_of::<PyList>() {
        Value::list(all(of)?)
    } else if of.is_instance_of::<PyTuple>() {
        Value::tuple(all(of)?)
    } else if of.is_instance_of::<PySet>() || of.is_instance_of::<PyFrozenSet>() {
        let items = all(of)?;
        return engine.get().compute(py, Limits::around(), |host| ops::set(&host.store(), items));
    } else if of.is_instance_of::<PyRange>() {
        let part = |name: &str| of.getattr(name)?.extract::<BigInt>();
        match part("step")? == BigInt::from(1) {
            true => {
                let (first, last) = (part("start")?, part("stop")? - 1);
                Ok(Value::Range(Arc::new(Range::new(first, last))))
            }
            false => Value::list(all(of)?),
        }
    } else if let Ok(dictionary) = of.cast::<PyDict>() {
        let mut entries = Vec::with_capacity(dictionary.len());
        for (key, value) in dictionary {
            entries.push((within(engine, &key, levels)?, within(engine, &value, levels)?));
        }
        Map::new(entries).map(|map| Value::Map(Arc::new(map)))
    } else if let Ok(iterator) = of.cast::<PyIterator>() {
        // One more than fits is enough to say that there are too many.
        let some = iterator.clone().take(MAX_ITEMS as usize + 1);
        let items: Vec<Value> =
            some.map(|item| within(engine, &item?, levels)).collect::<PyResult<_>>()?;
        if items.len() > MAX_ITEMS as usize {
            Err(too_many(&items.len()))
        } else {
            Value::list(items)
        }
    } else {
        let class = of.get_type().name()?;
        let hint = if class == "float" { ": numbers are exact, as in Fraction(1, 2)" } else { "" };
        return Err(PyTypeError::new_err(format!("{class} is no value of the language{hint}")));
    };
    engine.get().compute(py, Limits::around(), |_| made)
}

/// The kind and the text of a value; a text without quotes.
pub(crate) fn described(
    host: &mut dyn Host,
    value: &Value,
) -> value::Result<(&'static str, String)> {
    let text = match value {
        Value::Text(text) => text.to_string(),
        other => show::value(&host.store(), other)?,
    };
    Ok((outside::kind(value), text))
}

/// The text of a value, with forms as they were typed.
pub(crate) fn source(store: &Store, value: &Value) -> value::Result<String> {
    let as_typed = |bracket: &Value| show::value(store, bracket);
    Ok(match value {
        Value::Form(form) => as_typed(&Value::Typed(form.clone()))?,
        Value::LoopyBracket(bracket) if !bracket.is_as_typed() => {
            as_typed(&Value::LoopyBracket(Arc::new(bracket.as_typed())))?
        }
        Value::Typed(_) | Value::LoopyBracket(_) => format!("form({})", as_typed(value)?),
        other => show::value(store, other)?,
    })
}

/// A value of a session in another: what is not the same in all sessions goes as its text.
///
/// # Errors
/// When the text means something else there: its names are bound to other rules.
pub(crate) fn brought(
    engine: &Bound<'_, Engine>,
    home: &Bound<'_, Engine>,
    value: &Value,
) -> PyResult<Value> {
    if home.is(engine) {
        return Ok(value.clone());
    }
    let py = engine.py();
    let text = home.get().compute(py, Limits::around(), |host| source(&host.store(), value))?;
    let needs = home.get().needs(py, value)?.map(|needs| needs.identity);
    let found = engine.get().read_as(py, &text, needs)?;
    found.ok_or_else(|| {
        PyValueError::new_err(format!(
            "{text} means something else in the other session, whose rules are not the same: \
             take its value by canonical()"
        ))
    })
}
