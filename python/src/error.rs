//! Diagnostics as exceptions of Python.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use upstar_lang::diagnostic::render::{self, Style};
use upstar_lang::diagnostic::{Code, Diagnostic};
use upstar_lang::outside::{self, CharacterSpan};
use upstar_lang::session::Session;

/// A diagnostic with all that Python gets of it.
pub(crate) struct Problem {
    pub(crate) code: &'static str,
    pub(crate) message: String,
    span: Option<CharacterSpan>,
    notes: Vec<String>,
    helps: Vec<String>,
    excerpt: String,
}

impl Problem {
    pub(crate) fn new(session: &Session, diagnostic: &Diagnostic) -> Problem {
        let sources = session.sources();
        let mut diagnostic = diagnostic.clone();
        match diagnostic.code {
            Code::TimedOut => diagnostic.helps = vec!["allow more with `seconds=`".to_owned()],
            Code::OutOfMemory => {
                let help = "allow more with `memory=`, for instance `memory=\"8G\"`".to_owned();
                diagnostic.helps = vec![help];
            }
            _ => {}
        }
        let diagnostic = &diagnostic;
        Problem {
            code: diagnostic.code.number(),
            message: diagnostic.message.clone(),
            span: diagnostic.span().map(|span| outside::place(sources, span)),
            notes: diagnostic.notes.clone(),
            helps: diagnostic.helps.clone(),
            excerpt: render::render(diagnostic, sources, Style::default()),
        }
    }

    /// As an instance of the class that `upstar` has for its code.
    pub(crate) fn into_exception(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let make = MAKE.get_or_try_init(py, || {
            PyResult::Ok(py.import("upstar._errors")?.getattr("from_engine")?.unbind())
        })?;
        let span = self.span.map(|CharacterSpan { file, start, end, line, column }| {
            (file, start, end, line, column)
        });
        let Problem { code, message, notes, helps, excerpt, .. } = self;
        make.bind(py).call1((code, message, span, notes, helps, excerpt))
    }

    /// As an error that can be raised.
    pub(crate) fn into_error(self, py: Python<'_>) -> PyErr {
        self.into_exception(py).map_or_else(|error| error, PyErr::from_value)
    }
}
