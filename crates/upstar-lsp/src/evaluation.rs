//! Evaluation of statements in the background, under limits.
//!
//! Knows: one thread that runs jobs in order, their cancellation, and their results.
//! Must not know: the protocol.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{io, thread};

use crossbeam_channel::{Receiver, Sender, unbounded};
use serde_json::{Value as Json, json};
use upstar_core::Budget;
use upstar_lang::watchdog::Watchdog;

use crate::diagnostic::{Diagnostic, Severity};
use crate::outside;
use crate::session::{Answer, CheckVerdict, Reply, Session};
use crate::source::Span;
use crate::store::Snapshot;
use crate::value::Notation;

/// Limits of a computation.
#[derive(Debug, Clone, Copy)]
pub struct EvaluationLimits {
    /// The longest time for each statement.
    pub time: Duration,
    /// Notation of values.
    pub notation: Notation,
}

/// Number of a job.
pub(crate) type JobId = u64;

/// Job: statements to evaluate.
pub(crate) struct Job {
    pub(crate) id: JobId,
    /// The file that is run.
    pub(crate) name: String,
    /// Snapshot of the files at the time of the request.
    pub(crate) files: Snapshot,
    /// Set to stop it.
    pub(crate) cancelled: Arc<AtomicBool>,
    /// Whether answers come with LaTeX, pictures and data.
    pub(crate) with_data: bool,
}

/// Event of a job.
pub(crate) enum JobEvent {
    /// The job has started.
    Started(JobId),
    /// The job has ended.
    Ended(JobId, Box<JobResult>),
}

/// A value, at the bytes of its expression.
#[derive(Debug, Clone)]
pub(crate) struct Evaluated {
    pub(crate) range: Range<usize>,
    pub(crate) text: String,
    /// The value as other programs get it.
    pub(crate) json: Json,
}

/// A check, at its bytes.
#[derive(Debug, Clone)]
pub(crate) struct EvaluatedCheck {
    pub(crate) range: Range<usize>,
    pub(crate) claim: String,
    pub(crate) verdict: &'static str,
    /// Error, or the answer to a blank.
    pub(crate) message: Option<String>,
    pub(crate) failure: Option<Diagnostic>,
}

/// Result of a job.
#[derive(Debug, Clone, Default)]
pub(crate) struct JobResult {
    pub(crate) values: Vec<Evaluated>,
    pub(crate) checks: Vec<EvaluatedCheck>,
    /// Errors, at bytes of the file.
    pub(crate) errors: Vec<(Range<usize>, Diagnostic)>,
    pub(crate) seconds: f64,
    pub(crate) cancelled: bool,
    /// Whether the program itself has failed, so that nothing else here means anything.
    pub(crate) failed: bool,
}

/// The thread that evaluates.
pub(crate) struct Evaluator {
    jobs: Sender<Job>,
    pub(crate) events: Receiver<JobEvent>,
}

impl Evaluator {
    /// Starts the thread. `budget` limits the memory of all computations together.
    pub(crate) fn start(budget: Budget, limits: EvaluationLimits) -> io::Result<Evaluator> {
        let (jobs, received) = unbounded::<Job>();
        let (sender, events) = unbounded();
        let watchdog = Watchdog::new(budget.clone());
        watchdog.start();
        thread::Builder::new().name("evaluation".to_owned()).stack_size(STACK).spawn(
            move || {
                for job in received {
                    if sender.send(JobEvent::Started(job.id)).is_err() {
                        break;
                    }
                    let id = job.id;
                    let run = AssertUnwindSafe(|| run(&job, &budget, limits, &watchdog));
                    let outcome = catch_unwind(run)
                        .unwrap_or_else(|_| JobResult { failed: true, ..JobResult::default() });
                    watchdog.end();
                    if sender.send(JobEvent::Ended(id, Box::new(outcome))).is_err() {
                        break;
                    }
                }
                watchdog.finish();
            },
        )?;
        Ok(Evaluator { jobs, events })
    }

    /// Adds a job.
    pub(crate) fn add(&self, job: Job) {
        // The thread ends only with the server.
        let _ = self.jobs.send(job);
    }
}

/// Stack of the thread; deeper computations allocate more.
const STACK: usize = 16 << 20;

fn run(job: &Job, budget: &Budget, limits: EvaluationLimits, watchdog: &Watchdog) -> JobResult {
    let begun = Instant::now();
    if job.cancelled.load(Ordering::Relaxed) {
        return JobResult { cancelled: true, ..JobResult::default() };
    }
    let mut session = Session::new(budget.clone(), Arc::new(job.files.clone()));
    session.set_notation(limits.notation);
    if job.with_data {
        session.answer_with_data();
    }
    let supervisor: &mut crate::session::StatementRunner<'_> = &mut |statement| {
        watchdog.begin(Some(limits.time), Some(&job.cancelled));
        statement();
        watchdog.end();
    };
    let reply = session.check(&job.name, supervisor);
    let mut outcome = outcome(&session, &job.name, reply);
    outcome.seconds = begun.elapsed().as_secs_f64();
    outcome.cancelled = job.cancelled.load(Ordering::Relaxed);
    outcome
}

fn outcome(session: &Session, name: &str, reply: Reply) -> JobResult {
    let mut outcome = JobResult::default();
    for answer in reply.answers {
        outcome.values.push(Evaluated {
            range: answer.span.bytes(),
            json: value(&answer),
            // A session does not write what is silenced, but it may be asked for here.
            text: if answer.silent { session.show(&answer.value) } else { answer.text },
        });
    }
    for check in reply.checks {
        let failure = check.failure();
        let (verdict, message) = match &check.verdict {
            CheckVerdict::Passed => ("passed", None),
            CheckVerdict::Blank { answer } => ("blank", Some(answer.clone())),
            CheckVerdict::Failed { .. } => ("failed", failure.as_ref().map(message_of)),
            CheckVerdict::Error(_) => ("error", failure.as_ref().map(message_of)),
        };
        outcome.checks.push(EvaluatedCheck {
            range: check.span.bytes(),
            claim: check.claim,
            verdict,
            message,
            failure,
        });
    }
    for diagnostic in reply.diagnostics.into_iter().chain(reply.warnings) {
        if diagnostic.severity == Severity::Error {
            outcome.errors.push((place(session, name, &diagnostic), diagnostic));
        }
    }
    outcome
}

/// Bytes of the file that a diagnostic is about: a fault may be in another file that it uses.
fn place(session: &Session, name: &str, diagnostic: &Diagnostic) -> Range<usize> {
    let ours = |span: &Span| session.sources().get(span.source).name == name;
    let mut spans = diagnostic.labels.iter().map(|label| label.span);
    spans.find(ours).map_or(0..0, Span::bytes)
}

/// The message of a diagnostic with its notes.
pub(crate) fn message_of(diagnostic: &Diagnostic) -> String {
    let lines = std::iter::once(&diagnostic.message).chain(&diagnostic.notes);
    lines.cloned().collect::<Vec<_>>().join("\n")
}

/// The shape of a value for other programs.
fn value(answer: &Answer) -> Json {
    let mut value = json!({ "kind": outside::kind(&answer.value), "text": answer.text });
    if let Some(outside) = &answer.outside {
        let fields = [
            ("latex", outside.latex.clone().map(Json::from)),
            ("svg", outside.drawing.clone().map(Json::from)),
            ("data", outside.data.clone()),
        ];
        for (key, field) in fields {
            if let Some(field) = field {
                value[key] = field;
            }
        }
    }
    value
}
