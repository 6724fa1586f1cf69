//! Reply of a session as Python gets it: values, checks, warnings.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use upstar_lang::diagnostic::Diagnostic;
use upstar_lang::session::{CheckVerdict, Reply, Session};
use upstar_lang::value::Value;

use crate::convert::to_python;
use crate::error::Problem;
use crate::session::Engine;

/// Claim, whether it holds (`None` for a blank), the answer to a blank, the error.
type Check = (String, Option<bool>, Option<String>, Option<Problem>);

/// Reply without errors, with nothing that needs the session.
pub(crate) struct Report {
    answers: Vec<(Value, bool)>,
    checks: Vec<Check>,
    warnings: Vec<Problem>,
}

impl Report {
    /// Report of a reply, or its first error.
    pub(crate) fn new(session: &Session, mut reply: Reply) -> Result<Report, Diagnostic> {
        if !reply.diagnostics.is_empty() {
            return Err(reply.diagnostics.swap_remove(0));
        }
        let answers = reply.answers.iter().map(|one| (one.value.clone(), one.silent)).collect();
        let checks = reply.checks.iter().map(|check| {
            let problem = check.failure().map(|failure| Problem::new(session, &failure));
            let (holds, blank) = match &check.verdict {
                CheckVerdict::Passed => (Some(true), None),
                CheckVerdict::Failed { .. } | CheckVerdict::Error(_) => (Some(false), None),
                CheckVerdict::Blank { answer } => (None, Some(answer.clone())),
            };
            (check.claim.clone(), holds, blank, problem)
        });
        let warnings = reply.warnings.iter().map(|warning| Problem::new(session, warning));
        Ok(Report { answers, checks: checks.collect(), warnings: warnings.collect() })
    }

    /// Values with whether they are silent, checks, warnings.
    pub(crate) fn into_python<'py>(
        self,
        engine: &Bound<'py, Engine>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let py = engine.py();
        let (answers, checks, warnings) = (PyList::empty(py), PyList::empty(py), PyList::empty(py));
        for (value, silent) in &self.answers {
            answers.append((to_python(engine, value, false)?, silent))?;
        }
        for (claim, holds, blank, problem) in self.checks {
            let problem = problem.map(|problem| problem.into_exception(py)).transpose()?;
            checks.append((claim, holds, blank, problem))?;
        }
        for warning in self.warnings {
            warnings.append(warning.into_exception(py)?)?;
        }
        (answers, checks, warnings).into_pyobject(py)
    }
}
