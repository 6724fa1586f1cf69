//! Sessions for Python.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use upstar_core::Budget;
use upstar_lang::builtins;
use upstar_lang::builtins::{Builtin, Presence, TOPICS};
use upstar_lang::diagnostic::{Code, Diagnostic};
use upstar_lang::disk::Disk;
use upstar_lang::session::{Definitions, Entry, EntryKind, Page, Session, Validate};
use upstar_lang::value::host::Host;
use upstar_lang::value::{self, Value};

use crate::ALLOCATOR;
use crate::answers::Answers;
use crate::convert::{described, from_python, to_python};
use crate::error::Problem;
use crate::limits::Limits;
use crate::report::Report;
use crate::watchdog::{self, watch};

/// Bytes of stack for a batch of texts. A new one for each text would cost as much as to parse it, and
/// threads would wait for each other in the system.
const BATCH_STACK: usize = 32 << 20;

/// Interval in which a thread that waits for another checks for signals.
const WAIT: Duration = Duration::from_millis(20);

/// A session and its limits. One thread computes in it at a time; others wait.
#[pyclass(frozen, module = "upstar._upstar")]
pub(crate) struct Engine {
    session: Mutex<Session>,
    budget: Budget,
    memory: u64,
    /// The computation that is watched, counted from 1.
    running: AtomicU64,
    /// The inputs that have bound something, in order.
    definitions: Mutex<Vec<String>>,
}

thread_local! {
    /// The engine in which this thread computes, by its address.
    static BUSY: Cell<usize> = const { Cell::new(0) };
    /// Exception that a signal handler has raised during the computation.
    pub(crate) static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Runs the handlers of signals that have arrived; whether one has raised something, which [`RAISED`] has then.
pub(crate) fn signalled() -> bool {
    match Python::try_attach(|py| py.check_signals()) {
        Some(Err(raised)) => {
            RAISED.set(Some(raised));
            true
        }
        _ => false,
    }
}

/// The same on a thread that computes in a session.
fn interrupted() -> bool {
    BUSY.get() != 0 && signalled()
}

/// The time in which this thread computes in an engine.
struct Busy;

impl Busy {
    fn new(engine: &Engine) -> Busy {
        BUSY.set(std::ptr::from_ref(engine) as usize);
        Busy
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        BUSY.set(0);
    }
}

/// Result of a computation in a session.
type Done<T> = Result<T, Diagnostic>;

impl Engine {
    /// Computes something, while other threads of Python go on.
    pub(crate) fn run<T: Send>(
        &self,
        py: Python<'_>,
        limits: Limits,
        work: impl FnOnce(&mut Session) -> Done<T> + Send,
    ) -> PyResult<T> {
        if BUSY.get() != 0 {
            return Err(PyRuntimeError::new_err(
                "this thread computes already: a handler of a signal cannot ask for more",
            ));
        }
        let done = py.detach(|| {
            let mut session = self.lock()?;
            Ok(self.within(&mut session, limits, work))
        });
        if let Some(raised) = RAISED.take() {
            return Err(raised);
        }
        done.and_then(|done: Result<T, Box<Problem>>| {
            done.map_err(|problem| problem.into_error(py))
        })
    }

    /// The session, as soon as no other thread computes in it.
    fn lock(&self) -> PyResult<MutexGuard<'_, Session>> {
        loop {
            if let Some(session) = self.session.try_lock_for(WAIT) {
                return Ok(session);
            }
            Python::try_attach(|py| py.check_signals()).transpose()?;
        }
    }

    /// Computes something within limits.
    fn within<T>(
        &self,
        session: &mut Session,
        limits: Limits,
        work: impl FnOnce(&mut Session) -> Done<T>,
    ) -> Result<T, Box<Problem>> {
        self.limit(&self.budget, &limits);
        let busy = Busy::new(self);
        let watched = watch(&self.budget, limits.deadline);
        self.running.store(watched.id() + 1, Relaxed);
        let done = work(session);
        self.running.store(0, Relaxed);
        drop((watched, busy));
        done.map_err(|diagnostic| Box::new(Problem::new(session, &diagnostic)))
    }

    /// Sets the limits of a computation on its steps and bytes.
    pub(crate) fn limit(&self, budget: &Budget, limits: &Limits) {
        budget.limit_steps(limits.steps.unwrap_or(u64::MAX));
        budget.limit_bytes(limits.memory.unwrap_or(self.memory));
    }

    /// Computes something with values of this session, within the limits around.
    pub(crate) fn compute<T: Send>(
        &self,
        py: Python<'_>,
        limits: Limits,
        work: impl FnOnce(&mut dyn Host) -> value::Result<T> + Send,
    ) -> PyResult<T> {
        self.run(py, limits, |session| session.compute(work))
    }

    /// The value of a text, which does not become `_`.
    pub(crate) fn read(&self, py: Python<'_>, text: &str) -> PyResult<Value> {
        self.run(py, Limits::around(), |session| session.read("value", text))
    }

    /// The value of a text if what it reads has this identity.
    pub(crate) fn read_as(
        &self,
        py: Python<'_>,
        text: &str,
        identity: Option<[u8; 32]>,
    ) -> PyResult<Option<Value>> {
        let value = self.read(py, text)?;
        let found = self.needs(py, &value)?.map(|needs| needs.identity);
        Ok((found == identity).then_some(value))
    }

    /// What a value of this session needs besides its text in another session.
    pub(crate) fn needs(&self, py: Python<'_>, value: &Value) -> PyResult<Option<Definitions>> {
        if !value.reads_names() {
            return Ok(None);
        }
        self.run(py, Limits::around(), |session| session.definitions_of(value))
    }

    /// The rows of a sweep, up to one during which a handler of a signal has raised something.
    fn rows_of(
        &self,
        texts: &[String],
        limits: impl Fn() -> PyResult<Limits>,
    ) -> PyResult<Vec<SweepRow>> {
        let mut session = self.lock()?;
        let mut rows = Vec::with_capacity(texts.len());
        for text in texts {
            let begun = Instant::now();
            let said = self.within(&mut session, limits()?, |session| {
                let value = session.read("sweep", text)?;
                session.compute(|host| described(host, &value))
            });
            if RAISED.with_borrow(Option::is_some) {
                break;
            }
            let (kind, shown, code, message) = match said {
                Ok((kind, shown)) => (kind.to_owned(), shown, String::new(), String::new()),
                Err(why) if why.code == Code::Interrupted.number() => {
                    return Err(Python::try_attach(|py| why.into_error(py))
                        .unwrap_or_else(|| PyRuntimeError::new_err("interrupted")));
                }
                Err(why) => (String::new(), String::new(), why.code.to_owned(), why.message),
            };
            rows.push((kind, shown, code, message, begun.elapsed().as_secs_f64()));
        }
        Ok(rows)
    }

    /// Evaluates something, and remembers its text if it has bound something.
    fn defining<T>(
        &self,
        session: &mut Session,
        text: impl FnOnce() -> String,
        work: impl FnOnce(&mut Session) -> T,
    ) -> T {
        let before = session.depth();
        let done = work(session);
        if session.depth() > before {
            self.definitions.lock().push(text());
        }
        done
    }
}

/// A row of a sweep: kind, text, code, message, and the seconds it took. The kind is empty for a failure.
type SweepRow = (String, String, String, String, f64);

#[pymethods]
impl Engine {
    /// A session in which nothing was said yet.
    #[new]
    #[pyo3(signature = (memory, threads, validate = "some"))]
    fn new(memory: u64, threads: usize, validate: &str) -> PyResult<Engine> {
        let wrong = |()| PyValueError::new_err("`validate` is \"all\", \"some\" or \"off\"");
        let mode = validate.parse::<Validate>().map_err(wrong)?;
        let budget = Budget::with_poll(|| ALLOCATOR.allocated(), interrupted);
        budget.limit_threads(Some(threads));
        let session = Session::new(budget.clone(), Arc::new(Disk::new(budget.clone())));
        session.validate(mode);
        Ok(Engine {
            session: Mutex::new(session),
            budget,
            memory,
            running: AtomicU64::new(0),
            definitions: Mutex::default(),
        })
    }

    /// Evaluates one input, all of it or nothing: what [`Report`] says of its reply.
    #[pyo3(signature = (text, seconds = None, memory = None, steps = None))]
    fn eval<'py>(
        slf: &Bound<'py, Self>,
        text: &str,
        seconds: Option<f64>,
        memory: Option<u64>,
        steps: Option<u64>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let limits = Limits::of_call(seconds, memory, steps)?;
        let engine = slf.get();
        let reply = engine.run(slf.py(), limits, |session| {
            let name = format!("input {}", session.next_input());
            let reply =
                engine.defining(session, || text.to_owned(), |session| session.eval(&name, text));
            Report::new(session, reply)
        })?;
        reply.into_python(slf)
    }

    /// Runs a file up to its first error: what [`Report`] says of its reply.
    #[pyo3(signature = (path, seconds = None, memory = None, steps = None))]
    fn run_file<'py>(
        slf: &Bound<'py, Self>,
        path: &str,
        seconds: Option<f64>,
        memory: Option<u64>,
        steps: Option<u64>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let limits = Limits::of_call(seconds, memory, steps)?;
        let engine = slf.get();
        let reply = engine.run(slf.py(), limits, |session| {
            let mut answers = Vec::new();
            let used = || format!("use {path:?}");
            let mut reply = engine.defining(session, used, |session| {
                session.run(path, &mut |_, answer| answers.push(answer.clone()))
            });
            reply.answers = answers;
            Report::new(session, reply)
        })?;
        reply.into_python(slf)
    }

    /// The value of a text, which does not become `_`; with `games`, numbers stay games.
    #[pyo3(name = "read", signature = (text, games = false, seconds = None, memory = None, steps = None))]
    fn read_text<'py>(
        slf: &Bound<'py, Self>,
        text: &str,
        games: bool,
        seconds: Option<f64>,
        memory: Option<u64>,
        steps: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = Limits::of_call(seconds, memory, steps)?;
        let engine = slf.get();
        let value = engine.run(slf.py(), limits, |session| {
            engine.defining(session, || text.to_owned(), |session| session.read("value", text))
        })?;
        to_python(slf, &value, games)
    }

    /// The value of a text if what it reads has this identity; None when it means something else here.
    fn restored<'py>(
        slf: &Bound<'py, Self>,
        text: &str,
        identity: Option<[u8; 32]>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = slf.get().read_as(slf.py(), text, identity)?;
        found.map(|value| to_python(slf, &value, true)).transpose()
    }

    /// Brings a value of Python into the session; with `games`, numbers become games.
    #[pyo3(signature = (of, games = false))]
    fn convert<'py>(
        slf: &Bound<'py, Self>,
        of: &Bound<'py, PyAny>,
        games: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let value = from_python(slf, of)?;
        to_python(slf, &value, games)
    }

    /// Calls a function of the language by its name, or a value; with `games`, numbers stay games.
    #[pyo3(signature = (callee, args, games = false, seconds = None, memory = None, steps = None))]
    fn call<'py>(
        slf: &Bound<'py, Self>,
        callee: &Bound<'py, PyAny>,
        args: &Bound<'py, PyTuple>,
        games: bool,
        seconds: Option<f64>,
        memory: Option<u64>,
        steps: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = Limits::of_call(seconds, memory, steps)?;
        let args = args.iter().map(|arg| from_python(slf, &arg)).collect::<PyResult<Vec<_>>>()?;
        let callee = match callee.extract::<String>() {
            Ok(name) => match builtins::find(&name) {
                Some(place) => builtins::value(place),
                None => slf.get().read(slf.py(), &name)?,
            },
            Err(_) => from_python(slf, callee)?,
        };
        let value = slf.get().compute(slf.py(), limits, |host| host.call(&callee, args))?;
        to_python(slf, &value, games)
    }

    /// The rows of a sweep: the values of texts, each within limits of its own.
    #[pyo3(signature = (texts, seconds = None, memory = None, steps = None))]
    fn rows(
        &self,
        py: Python<'_>,
        texts: Vec<String>,
        seconds: Option<f64>,
        memory: Option<u64>,
        steps: Option<u64>,
    ) -> PyResult<Vec<SweepRow>> {
        let call = || Limits::of_call(seconds, memory, steps);
        let done = py.detach(|| stacker::grow(BATCH_STACK, || self.rows_of(&texts, call)));
        match RAISED.take() {
            Some(raised) => Err(raised),
            None => done,
        }
    }

    /// The definitions that texts need in another session, and what identifies them and the texts. Without texts, or
    /// with one that cannot be read, it is all definitions.
    #[pyo3(signature = (texts))]
    fn definitions_for(
        &self,
        py: Python<'_>,
        texts: Option<Vec<String>>,
    ) -> PyResult<(String, [u8; 32])> {
        self.run(py, Limits::around(), |session| {
            let all_in = |texts: &[String]| format!("() -> [{}]", texts.join(", "));
            let asked = texts.and_then(|texts| session.read("sweep", &all_in(&texts)).ok());
            let needed = match asked {
                Some(reader) => session.definitions_of(&reader)?.expect("functions read names"),
                None => session.all_definitions()?,
            };
            Ok((needed.text, needed.identity))
        })
    }

    /// The kind and the text of a value of Python; a text without quotes.
    fn describe(slf: &Bound<'_, Self>, of: &Bound<'_, PyAny>) -> PyResult<(&'static str, String)> {
        let value = from_python(slf, of)?;
        slf.get().compute(slf.py(), Limits::around(), |host| described(host, &value))
    }

    /// What an explorer asks of the position that a text is: `position`, `compare`, or the `fact` that a builtin says. The
    /// answer is the JSON of `upstar_explorer`.
    #[pyo3(signature = (kind, text, name, seconds = None))]
    fn explore(
        &self,
        py: Python<'_>,
        kind: &str,
        text: &str,
        name: &str,
        seconds: Option<f64>,
    ) -> PyResult<String> {
        let limits = Limits::of_call(seconds, None, None)?;
        let explored = |session: &mut Session| {
            Ok(upstar_explorer::explore(session, kind, text, name).to_string())
        };
        self.run(py, limits, explored)
    }

    /// Keeps answers about positions with others from now on, and takes what is there; with nothing it keeps none.
    fn keep_in(&self, py: Python<'_>, answers: Option<&Answers>) -> PyResult<()> {
        let archive = answers.map(Answers::archive);
        self.run(py, Limits::default(), |session| {
            session.keep_in(archive);
            Ok(())
        })
    }

    /// Stops the computation of another thread in this session, if there is one.
    fn interrupt(&self) {
        if let Some(id) = self.running.load(Relaxed).checked_sub(1) {
            watchdog::cancel(id);
        }
    }

    /// The inputs that have bound something, in order.
    #[getter]
    fn definitions(&self) -> Vec<String> {
        self.definitions.lock().clone()
    }

    /// Everything that has a name: name, kind, signature, one line.
    fn entries(&self, py: Python<'_>) -> PyResult<Vec<(String, &'static str, String, String)>> {
        let kind = |kind| match kind {
            EntryKind::Builtin => "builtin",
            EntryKind::Ruleset => "ruleset",
            EntryKind::Function => "function",
            EntryKind::Variable => "variable",
        };
        self.run(py, Limits::default(), |session| {
            let entries = session.entries().into_iter();
            Ok(entries.map(|one| (one.name, kind(one.kind), one.signature, one.summary)).collect())
        })
    }

    /// The page of a name: signature, summary, details, examples, see also, source.
    fn page(&self, py: Python<'_>, name: &str) -> PyResult<Option<PageOf>> {
        self.run(py, Limits::default(), |session| {
            Ok(session.page(name).map(|page| {
                let Page { signature, summary, details, examples, see_also, source, .. } = page;
                (signature, summary, details, examples, see_also, source)
            }))
        })
    }
}

/// Signature, summary, details, examples, see also, source.
type PageOf = (String, String, String, Vec<(String, String)>, Vec<String>, Option<String>);

/// A parameter: its name, the type that it takes in words, whether it may be left out, whether it takes all that follow.
type Parameter = (&'static str, &'static str, bool, bool);

/// The builtins: name, parameters, what it gives in words, summary. Constants have no parameters.
#[pyfunction]
pub(crate) fn builtins_with_types()
-> Vec<(&'static str, Option<Vec<Parameter>>, &'static str, &'static str)> {
    let typed = |row: &'static Builtin| {
        let names = row.params.iter().zip(row.run.presences()).zip(row.run.expected());
        let params = names.map(|((param, presence), expected)| {
            let (optional, all) =
                (*presence != Presence::Required, *presence == Presence::Variadic);
            (param.name, *expected, optional, all)
        });
        let is_function = row.run.constant().is_none();
        (row.name, is_function.then(|| params.collect()), row.gives, row.summary)
    };
    TOPICS.iter().flat_map(|topic| topic.rows).map(typed).collect()
}

/// The names of the language: of its builtins and of its library, with what they are.
#[pyfunction]
pub(crate) fn names() -> Vec<(String, &'static str)> {
    let is_constant = |name: &str| {
        let place = builtins::find(name);
        place.is_some_and(|place| builtins::row(place).run.constant().is_some())
    };
    let entries = Session::default().entries().into_iter();
    let kind = |entry: &Entry| match entry.kind {
        EntryKind::Builtin if is_constant(&entry.name) => "constant",
        EntryKind::Ruleset => "ruleset",
        _ => "function",
    };
    entries.map(|entry| (entry.name.clone(), kind(&entry))).collect()
}
