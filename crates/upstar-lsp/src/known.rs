//! Problems and results of open files.
//!
//! Must not know: when it is found, or how it is shown.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
use crate::evaluation::{Evaluated, EvaluatedCheck, JobResult, message_of};
use crate::ide::document::Document;
use crate::ide::problems::Problem;
use crate::ide::slice::Unit;

/// Problems of a file, kept until its text or a file that it uses changes.
#[derive(Debug, Clone)]
pub(crate) struct KnownProblems {
    pub(crate) document: Arc<Document>,
    pub(crate) found: Arc<[Problem]>,
}

/// The bytes of a unit or of a result: first and last.
pub(crate) type ByteRange = (usize, usize);

/// The place of a range.
pub(crate) fn place(range: &Range<usize>) -> ByteRange {
    (range.start, range.end)
}

/// Results of running a file, valid while its text is the same.
#[derive(Debug, Default)]
pub(crate) struct Results {
    /// Annotations after units: the value, or the result of the check.
    pub(crate) annotations: BTreeMap<ByteRange, Annotation>,
    /// Errors and checks that do not hold, of commands.
    failures: Vec<(Range<usize>, Diagnostic)>,
}

/// Annotation after a unit.
#[derive(Debug, Clone)]
pub(crate) struct Annotation {
    pub(crate) sign: &'static str,
    pub(crate) text: String,
    /// Whether a command has computed it, so that it is shown without `//=`.
    pub(crate) by_command: bool,
}

impl Results {
    /// Adds the results of a computation for some units, which are in the order of the text.
    pub(crate) fn add(&mut self, wanted: &[Unit], outcome: &JobResult, by_command: bool) {
        let index = ResultIndex::new(outcome);
        for unit in wanted {
            let key = place(&unit.range);
            let known = self.annotations.get(&key).is_some_and(|known| known.by_command);
            let (sign, text) = index.annotation(unit);
            let by_command = by_command || known;
            self.annotations.insert(key, Annotation { sign, text, by_command });
        }
        if by_command {
            let is_in_wanted = |range: &Range<usize>| {
                let after = wanted.partition_point(|unit| unit.range.start <= range.start);
                wanted[..after].last().is_some_and(|unit| range.end <= unit.range.end)
            };
            self.failures.retain(|(range, _)| !is_in_wanted(range));
            let checks = outcome.checks.iter();
            let failed = checks.filter_map(|one| Some((one.range.clone(), one.failure.clone()?)));
            self.failures.extend(failed.chain(outcome.errors.iter().cloned()));
        }
    }

    pub(crate) fn failures(&self) -> &[(Range<usize>, Diagnostic)] {
        &self.failures
    }
}

/// The results of a computation by their places.
struct ResultIndex<'o> {
    outcome: &'o JobResult,
    values: FxHashMap<ByteRange, &'o Evaluated>,
    checks: FxHashMap<ByteRange, &'o EvaluatedCheck>,
    errors: BTreeMap<usize, &'o Diagnostic>,
}

impl<'o> ResultIndex<'o> {
    fn new(outcome: &'o JobResult) -> Self {
        let errors = outcome.errors.iter().rev().map(|(range, error)| (range.start, error));
        ResultIndex {
            outcome,
            values: outcome.values.iter().map(|one| (place(&one.range), one)).collect(),
            checks: outcome.checks.iter().map(|one| (place(&one.range), one)).collect(),
            errors: errors.collect(),
        }
    }

    /// Kind and text of the annotation of a unit.
    fn annotation(&self, unit: &Unit) -> (&'static str, String) {
        let key = place(&unit.range);
        if let Some(value) = self.values.get(&key) {
            return ("=", value.text.clone());
        }
        if let Some(check) = self.checks.get(&key) {
            let sign = match check.verdict {
                "passed" => "✓",
                "blank" => "=",
                _ => "✗",
            };
            return (sign, check.message.clone().unwrap_or_default());
        }
        let own = self.errors.range(unit.range.clone()).next().map(|(_, error)| *error);
        match own.or(self.outcome.errors.first().map(|(_, error)| error)) {
            Some(error) => ("✗", message_of(error)),
            None => ("", String::new()),
        }
    }
}
