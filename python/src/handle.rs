//! Values of the language that Python has no type for, with the session they belong to.

use std::cell::RefCell;

use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList};
use upstar_lang::outside;
use upstar_lang::session::Definitions;
use upstar_lang::syntax::ast::{BinaryOp, CompareOp};
use upstar_lang::value::host::Host;
use upstar_lang::value::{Notation, Result as Valued, Value, ops, order, show, worth};

use crate::convert::{brought, from_python, source, to_python};
use crate::limits::Limits;
use crate::session::Engine;

/// A value and its session. The classes of Python for values are made of it.
#[pyclass(frozen, subclass, module = "upstar._upstar")]
pub(crate) struct Handle {
    pub(crate) engine: Py<Engine>,
    pub(crate) value: Value,
}

thread_local! {
    /// What the next handle holds: only [`wrap`] makes handles.
    static NEXT: RefCell<Option<Handle>> = const { RefCell::new(None) };
}

/// The classes of values by their kinds, and the class of all others.
static CLASSES: PyOnceLock<(Py<PyDict>, Py<PyAny>)> = PyOnceLock::new();

/// Says which class values of each kind have, and which all others have.
#[pyfunction]
pub(crate) fn register(py: Python<'_>, by_kind: Py<PyDict>, others: Py<PyAny>) {
    // What was said first stays, when the package is loaded again.
    let _ = CLASSES.set(py, (by_kind, others));
}

/// A value as an instance of its class.
pub(crate) fn wrap<'py>(engine: &Bound<'py, Engine>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    let py = engine.py();
    let (by_kind, others) = CLASSES
        .get(py)
        .ok_or_else(|| PyTypeError::new_err("import upstar, not its native part"))?;
    let class = by_kind.bind(py).get_item(outside::kind(value))?;
    NEXT.set(Some(Handle { engine: engine.clone().unbind(), value: value.clone() }));
    class.as_ref().unwrap_or(others.bind(py)).call0()
}

impl Handle {
    /// Asks something about the value in its session.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut dyn Host, &Value) -> Valued<T> + Send,
    ) -> PyResult<T> {
        let value = &self.value;
        self.engine.get().compute(py, Limits::around(), |host| ask(host, value))
    }
}

/// The canonical form of a game, and of everything else the value.
fn plain(host: &mut dyn Host, value: &Value) -> Valued<Value> {
    if order::is_gamelike(value) { Ok(worth::evaluated(host, value)?) } else { Ok(value.clone()) }
}

#[pymethods]
impl Handle {
    #[new]
    fn new() -> PyResult<Handle> {
        let refused = || PyTypeError::new_err("values are made by functions such as upstar.game");
        NEXT.take().ok_or_else(refused)
    }

    /// The session that the value belongs to.
    #[getter]
    fn _engine(&self, py: Python<'_>) -> Py<Engine> {
        self.engine.clone_ref(py)
    }

    /// What kind of value it is: `game`, `position`, `thermograph`.
    #[getter]
    fn kind(&self) -> &'static str {
        outside::kind(&self.value)
    }

    /// The value as text, in the notation `unicode`, `ascii` or `latex`, with ` {}` behind it in braces.
    fn _text(&self, py: Python<'_>, notation: &str) -> PyResult<String> {
        let notation: Notation = notation.parse().map_err(|_| {
            PyValueError::new_err(
                "a notation is unicode, ascii or latex, and {} behind it asks for braces",
            )
        })?;
        self.ask(py, |host, value| show::in_notation(&host.store(), value, notation))
    }

    /// The value as text, with forms as they were typed.
    fn _source(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |host, value| source(&host.store(), value))
    }

    /// The value as the prompt shows it: an explanation by its steps, a picture in characters.
    fn _shown(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |host, value| match value {
            Value::Explanation(why) => show::explained(&host.store(), why, Notation::UNICODE),
            picture if outside::is_picture(picture) => {
                Ok(show::drawing(&host.store(), value, Notation::UNICODE, usize::MAX)
                    .expect("these have a drawing"))
            }
            other => show::value(&host.store(), other),
        })
    }

    /// Source for LaTeX by which a notebook shows the value, and its picture: at most one of both.
    fn _drawn(&self, py: Python<'_>) -> PyResult<(Option<String>, Option<String>)> {
        self.ask(py, |host, value| {
            let outside = outside::Outside::new(&host.store(), value)?;
            Ok((outside.mathematics(value).map(str::to_owned), outside.drawing))
        })
    }

    /// The picture of a value that has one.
    fn _svg(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.ask(py, |host, value| outside::drawing(&host.store(), value))
    }

    /// The outside shape of the value, as JSON.
    fn _outside(&self, py: Python<'_>) -> PyResult<String> {
        let shape = self.ask(py, |host, value| outside::Outside::new(&host.store(), value))?;
        let text = self._text(py, "unicode")?;
        let mut json = serde_json::json!({
            "version": outside::VERSION, "kind": self.kind(), "text": text,
        });
        let fields = [
            ("latex", shape.latex.map(Into::into)),
            ("svg", shape.drawing.map(Into::into)),
            ("data", shape.data),
        ];
        for (name, field) in fields {
            if let Some(field) = field {
                json[name] = field;
            }
        }
        Ok(json.to_string())
    }

    /// What equal values have in common: a number, or the text of the canonical form.
    fn _key<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let found = slf.get().ask(py, |host, value| {
            Ok(match plain(host, value)? {
                number @ Value::Number(_) => (Some(number), String::new()),
                other => (None, show::value(&host.store(), &other)?),
            })
        })?;
        match found {
            (Some(number), _) => to_python(slf.get().engine.bind(py), &number, false),
            (None, text) => Ok(text.into_pyobject(py)?.into_any()),
        }
    }

    /// The definitions that the value needs besides its text in another session, and what identifies
    /// them; None when the text says all.
    fn _needs(&self, py: Python<'_>) -> PyResult<Option<(String, [u8; 32])>> {
        let needs = self.engine.get().needs(py, &self.value)?;
        Ok(needs.map(|Definitions { text, identity }| (text, identity)))
    }

    /// `value op other`, or `other op value` when it is turned.
    fn _binary<'py>(
        slf: &Bound<'py, Self>,
        op: &str,
        other: &Bound<'py, PyAny>,
        turned: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let op = operator(&OPERATIONS, op)?;
        let (engine, one, other) = together(slf, other)?;
        let (first, second) = if turned { (other, one) } else { (one, other) };
        let compute = |host: &mut dyn Host| ops::binary(host, op, &first, &second);
        let value = engine.get().compute(slf.py(), Limits::around(), compute)?;
        to_python(&engine, &value, true)
    }

    /// The negative of a game.
    fn _negative<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let value = slf.get().ask(slf.py(), |host, value| ops::neg(host, value))?;
        to_python(slf.get().engine.bind(slf.py()), &value, true)
    }

    /// Whether `value op other` holds. Positions whose rules the session of the other does not have are compared by
    /// their values.
    fn _compare(slf: &Bound<'_, Self>, op: &str, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let op = operator(&COMPARISONS, op)?;
        let (engine, one, other) =
            together(slf, other).or_else(|failed| by_value(slf, other, failed))?;
        // A position equals itself, whatever its value is.
        if op == CompareOp::Equal && one == other {
            return Ok(true);
        }
        let (first, second) = if op == CompareOp::In { (other, one) } else { (one, other) };
        let compare = |host: &mut dyn Host| order::compare(host, op, &first, &second);
        engine.get().compute(slf.py(), Limits::around(), compare)
    }

    /// What a set, a map or a board contains; of a map, pairs.
    fn _items<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        let py = slf.py();
        let engine = slf.get().engine.bind(py);
        let list = PyList::empty(py);
        match &slf.get().value {
            Value::Set(set) => {
                for item in set.items() {
                    list.append(to_python(engine, item, false)?)?;
                }
            }
            Value::Map(map) => {
                for (key, item) in map.entries() {
                    list.append((to_python(engine, key, false)?, to_python(engine, item, false)?))?;
                }
            }
            other => {
                let kind = other.kind();
                return Err(PyTypeError::new_err(format!("{kind} has no items")));
            }
        }
        Ok(list)
    }

    /// The value of a key of a map, as a tuple of one; None where there is none.
    fn _get<'py>(
        slf: &Bound<'py, Self>,
        key: &Bound<'py, PyAny>,
    ) -> PyResult<Option<(Bound<'py, PyAny>,)>> {
        let engine = slf.get().engine.bind(slf.py());
        let Value::Map(map) = &slf.get().value else { return Ok(None) };
        let key = from_python(engine, key)?;
        let key = slf.get().ask(slf.py(), |host, _| ops::without_forms(&host.store(), &key))?;
        let found = map.entries().get(&key).map(|value| to_python(engine, value, false));
        Ok(found.transpose()?.map(|value| (value,)))
    }

    /// How many elements a set or a map has.
    fn _length(&self) -> usize {
        match &self.value {
            Value::Set(set) => set.items().len(),
            Value::Map(map) => map.entries().len(),
            _ => 0,
        }
    }

    /// The next elements of an enumeration from a code on, at most `count`, and the code after them.
    fn _elements<'py>(
        slf: &Bound<'py, Self>,
        code: u64,
        count: usize,
    ) -> PyResult<(Bound<'py, PyList>, u64)> {
        let py = slf.py();
        let Value::Enumeration(all) = &slf.get().value else { return Err(no_enumeration(slf)) };
        let (found, code) = slf.get().ask(py, |host, _| {
            let store = host.store();
            let (mut found, mut code) = (Vec::new(), code);
            while found.len() < count
                && let Some(element) = all.next(&mut code, store.budget())?
            {
                found.push(element);
            }
            Ok((found, code))
        })?;
        let engine = slf.get().engine.bind(py);
        let list = PyList::empty(py);
        for element in found {
            list.append(to_python(engine, &element, false)?)?;
        }
        Ok((list, code))
    }

    /// The element of an enumeration with an index, from 0; None behind the last.
    fn _nth<'py>(slf: &Bound<'py, Self>, index: usize) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = slf.py();
        let Value::Enumeration(all) = &slf.get().value else { return Err(no_enumeration(slf)) };
        let found = slf.get().ask(py, |host, _| all.nth(index, host.store().budget()))?;
        let engine = slf.get().engine.bind(py);
        found.map(|element| to_python(engine, &element, false)).transpose()
    }
}

fn no_enumeration(of: &Bound<'_, Handle>) -> PyErr {
    PyTypeError::new_err(format!("{} is no enumeration", of.get().value.kind()))
}

/// The operations of Python that are operations of the language.
const OPERATIONS: [(&str, BinaryOp); 4] =
    [("+", BinaryOp::Add), ("-", BinaryOp::Sub), ("*", BinaryOp::Mul), (":", BinaryOp::Ordinal)];

/// The comparisons.
const COMPARISONS: [(&str, CompareOp); 8] = [
    ("==", CompareOp::Equal),
    ("<", CompareOp::Less),
    ("<=", CompareOp::LessOrEqual),
    (">", CompareOp::Greater),
    (">=", CompareOp::GreaterOrEqual),
    ("||", CompareOp::Confused),
    ("is", CompareOp::Is),
    ("in", CompareOp::In),
];

fn operator<T: Copy>(all: &[(&str, T)], op: &str) -> PyResult<T> {
    let found = all.iter().find(|(sign, _)| *sign == op);
    found.map(|(_, op)| *op).ok_or_else(|| PyValueError::new_err(format!("no operator is {op:?}")))
}

/// A value, and the canonical form of a game of another session, in the session of the first. An exit or an interrupt
/// is no reason to ask for it.
fn by_value<'py>(
    one: &Bound<'py, Handle>,
    other: &Bound<'py, PyAny>,
    failed: PyErr,
) -> PyResult<(Bound<'py, Engine>, Value, Value)> {
    let py = one.py();
    match other.cast::<Handle>() {
        Ok(there)
            if order::is_gamelike(&there.get().value)
                && failed.is_instance_of::<PyException>(py) =>
        {
            let engine = one.get().engine.bind(py).clone();
            let value = there.get().ask(py, plain)?;
            let other = brought(&engine, there.get().engine.bind(py), &value)?;
            Ok((engine, one.get().value.clone(), other))
        }
        _ => Err(failed),
    }
}

/// Two values in the session of the first; in that of the second, when only that knows both.
fn together<'py>(
    one: &Bound<'py, Handle>,
    other: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, Engine>, Value, Value)> {
    let engine = one.get().engine.bind(one.py()).clone();
    let failed = match from_python(&engine, other) {
        Ok(other) => return Ok((engine, one.get().value.clone(), other)),
        Err(failed) => failed,
    };
    let Ok(handle) = other.cast::<Handle>() else { return Err(failed) };
    let home = handle.get().engine.bind(one.py()).clone();
    match from_python(&home, one.as_any()) {
        Ok(brought) => Ok((home, brought, handle.get().value.clone())),
        Err(_) => Err(failed),
    }
}
