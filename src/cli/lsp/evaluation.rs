//! Evaluation of statements beside the conversation with the client, under limits.
//!
//! Knows: one thread that runs jobs one after the other, a clock, how jobs are cancelled.
//! Must not know: the protocol.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{io, thread};

use crossbeam_channel::{Receiver, Sender, unbounded};
use parking_lot::{Condvar, Mutex};
use serde_json::{Value as Json, json};
use upstar_core::Budget;

use super::store::Snapshot;
use crate::diagnostic::{Diagnostic, Severity};
use crate::outside;
use crate::session::{Answer, Reply, Session, Verdict};
use crate::source::Span;
use crate::value::Notation;

/// Time that is as good as none.
const A_YEAR: Duration = Duration::from_secs(365 * 24 * 3600);

/// How often the clock is looked at.
const TICK: Duration = Duration::from_millis(10);

/// Limits of a computation.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The longest time for each statement.
    pub time: Duration,
    /// How values are written.
    pub notation: Notation,
}

/// Number of a job.
pub(super) type JobId = u64;

/// Something to evaluate.
pub(super) struct Job {
    pub(super) id: JobId,
    /// The file that is run.
    pub(super) name: String,
    /// The files as they were when it was asked for.
    pub(super) files: Snapshot,
    /// Set to stop it.
    pub(super) cancelled: Arc<AtomicBool>,
    /// Whether answers come with LaTeX, pictures and data.
    pub(super) with_data: bool,
}

/// What the thread says.
pub(super) enum News {
    /// A job has begun.
    Begun(JobId),
    /// A job has ended.
    Ended(JobId, Box<Outcome>),
}

/// A value, at the bytes of its expression.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) range: Range<usize>,
    pub(super) text: String,
    /// The value as other programs get it.
    pub(super) json: Json,
}

/// A check, at its bytes.
#[derive(Debug, Clone)]
pub(super) struct Checked {
    pub(super) range: Range<usize>,
    pub(super) claim: String,
    pub(super) verdict: &'static str,
    /// What is wrong, or the answer to a blank.
    pub(super) words: Option<String>,
    pub(super) failure: Option<Diagnostic>,
}

/// Result of a job.
#[derive(Debug, Clone, Default)]
pub(super) struct Outcome {
    pub(super) values: Vec<Found>,
    pub(super) checks: Vec<Checked>,
    /// Errors, at bytes of the file.
    pub(super) errors: Vec<(Range<usize>, Diagnostic)>,
    pub(super) seconds: f64,
    pub(super) cancelled: bool,
    /// Whether the program itself has failed, so that nothing else here means anything.
    pub(super) failed: bool,
}

/// The thread that evaluates.
pub(super) struct Evaluator {
    jobs: Sender<Job>,
    pub(super) news: Receiver<News>,
}

impl Evaluator {
    /// Starts the thread. `budget` limits the memory of all computations together.
    pub(super) fn start(budget: Budget, limits: Limits) -> io::Result<Evaluator> {
        let (jobs, received) = unbounded::<Job>();
        let (sender, news) = unbounded();
        let watch = Watch::start(budget.clone())?;
        thread::Builder::new().name("evaluation".to_owned()).stack_size(STACK).spawn(
            move || {
                for job in received {
                    if sender.send(News::Begun(job.id)).is_err() {
                        break;
                    }
                    let id = job.id;
                    let run = AssertUnwindSafe(|| run(&job, &budget, limits, &watch));
                    let outcome = catch_unwind(run)
                        .unwrap_or_else(|_| Outcome { failed: true, ..Outcome::default() });
                    watch.end();
                    if sender.send(News::Ended(id, Box::new(outcome))).is_err() {
                        break;
                    }
                }
                watch.finish();
            },
        )?;
        Ok(Evaluator { jobs, news })
    }

    /// Adds a job.
    pub(super) fn add(&self, job: Job) {
        // The thread ends only with the server.
        let _ = self.jobs.send(job);
    }
}

/// Stack of the thread; deeper computations get more by themselves.
const STACK: usize = 16 << 20;

fn run(job: &Job, budget: &Budget, limits: Limits, watch: &Watch) -> Outcome {
    let begun = Instant::now();
    if job.cancelled.load(Ordering::Relaxed) {
        return Outcome { cancelled: true, ..Outcome::default() };
    }
    let mut session = Session::new(budget.clone(), Arc::new(job.files.clone()));
    session.set_notation(limits.notation);
    if job.with_data {
        session.answer_with_data();
    }
    let within: &mut crate::session::Within<'_> = &mut |statement| {
        watch.begin(limits.time, &job.cancelled);
        statement();
        watch.end();
    };
    let reply = session.check(&job.name, within);
    let mut outcome = outcome(&session, &job.name, reply);
    outcome.seconds = begun.elapsed().as_secs_f64();
    outcome.cancelled = job.cancelled.load(Ordering::Relaxed);
    outcome
}

fn outcome(session: &Session, name: &str, reply: Reply) -> Outcome {
    let mut outcome = Outcome::default();
    for answer in reply.answers {
        outcome.values.push(Found {
            range: answer.span.bytes(),
            json: value(&answer),
            text: answer.text,
        });
    }
    for check in reply.checks {
        let failure = check.failure();
        let (verdict, words) = match &check.verdict {
            Verdict::Passed => ("passed", None),
            Verdict::Blank { answer } => ("blank", Some(answer.clone())),
            Verdict::Failed { .. } => ("failed", failure.as_ref().map(words)),
            Verdict::Error(_) => ("error", failure.as_ref().map(words)),
        };
        outcome.checks.push(Checked {
            range: check.span.bytes(),
            claim: check.claim,
            verdict,
            words,
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

/// The bytes of the file that a diagnostic is about: a fault may lie deeper, in another file.
fn place(session: &Session, name: &str, diagnostic: &Diagnostic) -> Range<usize> {
    let ours = |span: &Span| session.sources().get(span.source).name == name;
    let mut spans = diagnostic.labels.iter().map(|label| label.span);
    spans.find(ours).map_or(0..0, Span::bytes)
}

/// The message of a diagnostic with its notes.
pub(super) fn words(diagnostic: &Diagnostic) -> String {
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

/// A clock that stops computations.
struct Watch {
    budget: Budget,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    running: Option<(Instant, Arc<AtomicBool>)>,
    finished: bool,
}

impl Watch {
    fn start(budget: Budget) -> io::Result<Arc<Watch>> {
        let watch = Arc::new(Watch { budget, state: Mutex::default(), changed: Condvar::new() });
        let watching = watch.clone();
        thread::Builder::new().name("clock".to_owned()).spawn(move || watching.guard())?;
        Ok(watch)
    }

    fn begin(&self, time: Duration, cancelled: &Arc<AtomicBool>) {
        if cancelled.load(Ordering::Relaxed) {
            self.budget.interrupt();
        }
        let now = Instant::now();
        let until = now.checked_add(time).unwrap_or(now + A_YEAR);
        self.state.lock().running = Some((until, cancelled.clone()));
        self.changed.notify_one();
    }

    fn end(&self) {
        self.state.lock().running = None;
    }

    fn finish(&self) {
        self.state.lock().finished = true;
        self.changed.notify_one();
    }

    /// Watches over all computations.
    fn guard(&self) {
        let mut state = self.state.lock();
        while !state.finished {
            match &state.running {
                None => self.changed.wait(&mut state),
                Some((until, cancelled)) => {
                    // Said again at each tick: what has just begun may have missed it.
                    if cancelled.load(Ordering::Relaxed) {
                        self.budget.interrupt();
                    } else if *until <= Instant::now() {
                        self.budget.time_out();
                    }
                    self.changed.wait_for(&mut state, TICK);
                }
            }
        }
    }
}
