//! Rules that are functions of Python, and questions about their positions.
//!
//! Positions are hashable objects of Python. The searches of the core see their numbers alone, and ask a function once for
//! each position and player that they meet. An exception of a function ends the question and is raised again.

use parking_lot::Mutex;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use upstar_core::loopy::GameValue;
use upstar_core::solve::Component;
use upstar_core::{Budget, Error, Hints, Moves, Player, Ruleset, Solver, Store};
use upstar_lang::value::Value;

use crate::ALLOCATOR;
use crate::convert::to_python;
use crate::handle::Handle;
use crate::limits::Limits;
use crate::session::{Engine, RAISED, signalled};
use crate::watchdog::watch;

/// Two functions that list the options of Left and of Right; the same one twice for impartial rules.
struct Functions {
    left: Py<PyAny>,
    right: Py<PyAny>,
    /// Whether tuples are positions. Otherwise they are sums, as lists are always.
    tuples: bool,
    store: Store,
    positions: Positions,
    /// The first exception of a function during a question.
    raised: Mutex<Option<PyErr>>,
}

/// Positions by number.
struct Positions {
    numbers: Py<PyDict>,
    list: Py<PyList>,
}

impl Positions {
    fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = position.py();
        let numbers = self.numbers.bind(py);
        if let Some(known) = numbers.get_item(position)? {
            return known.extract();
        }
        let list = self.list.bind(py);
        let number = u32::try_from(list.len())?;
        numbers.set_item(position, number)?;
        list.append(position)?;
        Ok(number)
    }

    fn get<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        self.list.bind(py).get_item(number as usize)
    }
}

impl Functions {
    /// The components of an option: a position, a game, or a sum of them.
    fn components(&self, option: &Bound<'_, PyAny>) -> PyResult<Vec<Component<u32>>> {
        if let Ok(list) = option.cast::<PyList>() {
            return list.iter().map(|part| self.component(&part)).collect();
        }
        if !self.tuples
            && let Ok(tuple) = option.cast::<PyTuple>()
        {
            return tuple.iter().map(|part| self.component(&part)).collect();
        }
        Ok(vec![self.component(option)?])
    }

    fn component(&self, part: &Bound<'_, PyAny>) -> PyResult<Component<u32>> {
        let Ok(handle) = part.cast::<Handle>() else {
            return Ok(Component::Position(self.positions.number(part)?));
        };
        match &handle.get().value {
            Value::Game(game) => Ok(Component::Value(*game)),
            Value::Form(form) => Ok(Component::Value(form.canonical())),
            Value::Number(number) if let Some(number) = number.to_dyadic() => {
                let number = self.store.number(&number);
                let wrong = |error: upstar_core::Error| PyTypeError::new_err(error.to_string());
                Ok(Component::Value(number.map_err(wrong)?))
            }
            other => {
                let found = other.kind();
                let expected = "an option is a position, a short game, or a sum of these";
                Err(PyTypeError::new_err(format!("{expected}, found {found}")))
            }
        }
    }

    /// The options of a player, as the function lists them.
    fn options(
        &self,
        py: Python<'_>,
        position: u32,
        player: Player,
    ) -> PyResult<Vec<Vec<Component<u32>>>> {
        let function = if player == Player::Left { &self.left } else { &self.right };
        let options = function.bind(py).call1((self.positions.get(py, position)?,))?;
        options.try_iter()?.map(|option| self.components(&option?)).collect()
    }
}

impl Ruleset for Functions {
    type Position = u32;

    fn moves(&self, &position: &u32, player: Player, to: &mut Moves<'_, u32>) {
        match Python::attach(|py| self.options(py, position, player)) {
            Ok(options) => options.into_iter().for_each(|option| to.option(option)),
            Err(raised) => {
                self.raised.lock().get_or_insert(raised);
                to.fail("a function of Python raised an exception");
            }
        }
    }

    fn hints(&self) -> Hints {
        let hints = Hints::default();
        if self.left.is(&self.right) { hints.impartial() } else { hints }
    }
}

/// A ruleset whose rules are functions of Python.
///
/// It has games of its own, and computes in no session, so that its functions may ask sessions. Values are brought to the
/// session that it belongs to.
#[pyclass(frozen, module = "upstar._upstar")]
pub(crate) struct Rules {
    solver: Solver<Functions>,
    engine: Py<Engine>,
}

impl Rules {
    /// Asks the solver about a position within the limits around; an exception of a function comes first.
    fn ask<T: Send>(
        &self,
        position: &Bound<'_, PyAny>,
        ask: impl FnOnce(&Solver<Functions>, u32) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let py = position.py();
        let solver = &self.solver;
        let number = solver.rules().positions.number(position)?;
        let limits = Limits::around();
        let budget = solver.store().budget();
        budget.restart();
        self.engine.get().limit(budget, &limits);
        let watched = watch(budget, limits.deadline);
        let asked = py.detach(|| ask(solver, number));
        drop(watched);
        if let Some(raised) = RAISED.take().or_else(|| solver.rules().raised.lock().take()) {
            return Err(raised);
        }
        // The session says what an error means.
        self.engine.get().compute(py, Limits::default(), |_| Ok(asked?))
    }

    /// A value of the session.
    fn brought<'py>(&self, py: Python<'py>, value: GameValue) -> PyResult<Bound<'py, PyAny>> {
        let engine = self.engine.bind(py);
        let value = engine.get().compute(py, Limits::around(), |host| {
            let store = host.store();
            let value = match value {
                GameValue::Short(game) => GameValue::Short(store.copy(game)?),
                loopy => loopy,
            };
            Ok(Value::of_worth(&store, value))
        })?;
        to_python(engine, &value, true)
    }

    /// Options as Python has them: a position, a game, or a list of these.
    fn listed<'py>(
        &self,
        py: Python<'py>,
        options: Vec<Vec<Component<u32>>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let part = |part: &Component<u32>| match part {
            Component::Position(number) => self.solver.rules().positions.get(py, *number),
            Component::Value(game) => self.brought(py, GameValue::Short(*game)),
            Component::Negative(_) => unreachable!("functions give no negatives"),
        };
        let option = |option: Vec<Component<u32>>| match &option[..] {
            [one] => part(one),
            several => {
                let parts = several.iter().map(part).collect::<PyResult<Vec<_>>>()?;
                Ok(PyList::new(py, parts)?.into_any())
            }
        };
        options.into_iter().map(option).collect()
    }
}

#[pymethods]
impl Rules {
    #[new]
    fn new(
        py: Python<'_>,
        engine: Py<Engine>,
        left: Py<PyAny>,
        right: Py<PyAny>,
        tuples: bool,
    ) -> PyResult<Rules> {
        let store = Store::new(Budget::with_poll(|| ALLOCATOR.allocated(), signalled));
        let positions =
            Positions { numbers: PyDict::new(py).unbind(), list: PyList::empty(py).unbind() };
        let raised = Mutex::default();
        let functions = Functions { left, right, tuples, store: store.clone(), positions, raised };
        Ok(Rules { solver: Solver::in_store(functions, &store), engine })
    }

    /// The canonical form of a position.
    fn value<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let value = self.ask(position, |solver, number| solver.value(number))?;
        self.brought(position.py(), value)
    }

    /// Who wins, in normal or in misère play.
    #[pyo3(signature = (position, misere = false))]
    fn outcome<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        misere: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let outcome = self.ask(position, |solver, number| match misere {
            true => solver.misere().outcome(number),
            false => solver.outcome(number),
        })?;
        to_python(self.engine.bind(position.py()), &Value::Outcome(outcome), false)
    }

    /// The nimber of a position.
    fn nimber<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let nimber = self.ask(position, |solver, number| solver.nimber(number))?;
        to_python(self.engine.bind(position.py()), &Value::of_loopy_nimber(nimber), false)
    }

    /// The moves of a player in a position, or those that win.
    #[pyo3(signature = (position, player, winning = false))]
    fn moves<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        player: &str,
        winning: bool,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let player = if player == "Left" { Player::Left } else { Player::Right };
        let moves = self.ask(position, |solver, number| match winning {
            true => solver.winning_moves(number, player),
            false => solver.moves(number, player),
        })?;
        self.listed(position.py(), moves)
    }
}
