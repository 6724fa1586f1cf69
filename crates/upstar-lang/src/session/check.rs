//! Checking of files: runs every statement, exercise by exercise, and continues after errors.
//!
//! Each statement of an exercise runs alone, within limits of its own, so that one that breaks or runs out leaves
//! the others. Games are never taken out of a store. So when memory runs out, the world is made anew, and what the
//! file has bound is run again. In a file that does not parse, blanks replace the broken part (`recover.rs` of
//! `upstar-syntax`).

use upstar_core::Budget;

use super::{BrokenStatement, CheckResult, CheckVerdict, ExerciseResult, Reply, Session};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};
use crate::syntax::Broken;
use crate::syntax::ast::{Block, Statement, StatementKind, Text};
use crate::value::TextLimits;
use crate::{resolve, syntax};

/// Runs a computation under limits of time; the caller has the clock.
pub type StatementRunner<'w> = dyn FnMut(&mut dyn FnMut()) + 'w;

impl Session {
    /// Runs all statements of a file and continues after errors. Statements that do not parse are reported.
    /// `runner` runs each statement, so that each has limits of its own.
    pub fn check(&mut self, path: &str, runner: &mut StatementRunner<'_>) -> Reply {
        self.file(path, |session, source| {
            let text = session.sources().get(source).text.clone();
            let parse =
                |budget: &Budget| syntax::parse_what_parses(source, &text, &TextLimits(budget));
            let (program, broken) = limited(session, runner, |session| parse(session.budget()));
            FileCheck::new(session, runner, &program.statements).run_all(broken)
        })
    }

    /// Runs all statements of a text as those of a file and continues after errors.
    pub fn check_text(&mut self, name: &str, text: &str) -> Reply {
        self.budget().restart();
        let source: SourceId = self.sources.add(name, text);
        match syntax::parse_file(source, text, &TextLimits(self.budget())) {
            Ok(program) => {
                let runner: &mut StatementRunner<'_> = &mut |run| run();
                let mut reply =
                    FileCheck::new(self, runner, &program.statements).run_all(Vec::new());
                self.add_doubts(&mut reply);
                reply
            }
            Err(diagnostic) => Reply { diagnostics: vec![diagnostic], ..Reply::default() },
        }
    }
}

/// Runs a computation with limits of its own.
fn limited<T>(
    session: &mut Session,
    runner: &mut StatementRunner<'_>,
    mut run: impl FnMut(&mut Session) -> T,
) -> T {
    session.budget().restart();
    let mut result = None;
    runner(&mut || result = Some(run(session)));
    result.expect("what is given to `runner` is run")
}

/// Result of one statement: the reply, and the error that ended it.
type Outcome = (Reply, Result<(), Diagnostic>);

/// Check of a file, statement by statement.
struct FileCheck<'s, 'w> {
    session: &'s mut Session,
    runner: &'s mut StatementRunner<'w>,
    statements: &'s [Statement],
    reply: Reply,
    /// Whether the user has interrupted the check; then no more statements are run.
    interrupted: bool,
    /// Statements that were run and may have bound names, for [`FileCheck::renew`].
    past: Vec<Statement>,
    /// Whether all names of the session are bound by `past`.
    renewable: bool,
    /// Whether the session has no results in memory but those of `past`.
    fresh: bool,
}

impl<'s, 'w> FileCheck<'s, 'w> {
    fn new(
        session: &'s mut Session,
        runner: &'s mut StatementRunner<'w>,
        statements: &'s [Statement],
    ) -> Self {
        let renewable = session.globals.iter().next().is_none();
        resolve::declare(statements, &mut session.globals);
        let (reply, past) = (Reply::default(), Vec::new());
        FileCheck {
            session,
            runner,
            statements,
            reply,
            interrupted: false,
            past,
            renewable,
            fresh: renewable,
        }
    }

    fn run_all(mut self, broken: Vec<Broken>) -> Reply {
        for statement in self.statements {
            if let StatementKind::Exercise { title, points, body } = &statement.kind {
                let worth = ExerciseResult {
                    title: title.value.to_string(),
                    span: statement.span,
                    points: *points,
                    hints: hints(body),
                    checks: self.reply.checks.len()..self.reply.checks.len(),
                    errors: errors_in(statement, &broken),
                    skipped: 0,
                };
                self.exercise((title, body), worth);
            } else if !self.interrupted {
                self.statement(statement, None);
            }
        }
        self.add_headless(&broken);
        self.add_outside(&broken);
        let broken = broken.into_iter().filter_map(|one| one.diagnostic);
        self.reply.diagnostics.splice(0..0, broken);
        self.reply
    }

    /// Adds the exercises whose first line does not parse.
    fn add_headless(&mut self, broken: &[Broken]) {
        for one in broken {
            let Some(span) = one.diagnostic.as_ref().and_then(Diagnostic::span) else { continue };
            let text = &self.session.sources.get(span.source).text;
            let first = text.get(one.lines.clone()).and_then(|lines| lines.lines().next());
            let Some(title) = first.and_then(|line| line.strip_prefix("exercise")) else {
                continue;
            };
            let known = |result: &ExerciseResult| {
                result.span.source == span.source && one.lines.contains(&result.span.bytes().start)
            };
            if title.starts_with(|c: char| c.is_alphanumeric() || c == '_')
                || self.reply.exercises.iter().any(known)
            {
                continue;
            }
            let title = title.trim().trim_end_matches('{').trim().trim_matches('"');
            self.reply.exercises.push(ExerciseResult {
                title: if title.is_empty() { "exercise" } else { title }.to_owned(),
                span: Span::new(span.source, one.lines.clone()),
                points: None,
                hints: Vec::new(),
                checks: 0..0,
                errors: broken
                    .iter()
                    .filter(|other| other.lines == one.lines)
                    .filter_map(syntax_error)
                    .collect(),
                skipped: 0,
            });
        }
        self.reply.exercises.sort_by_key(|result| result.span.bytes().start);
    }

    /// Adds the syntax errors outside of exercises.
    fn add_outside(&mut self, broken: &[Broken]) {
        let of_exercise = |error: &BrokenStatement| {
            let own = self.reply.exercises.iter().flat_map(|exercise| &exercise.errors);
            own.map(|own| own.span).any(|span| span == error.span)
        };
        let outside: Vec<BrokenStatement> =
            broken.iter().filter_map(syntax_error).filter(|error| !of_exercise(error)).collect();
        self.reply.broken.splice(0..0, outside);
    }

    /// Runs each statement of an exercise alone, so that an error does not keep the others from being run.
    fn exercise(&mut self, (title, body): (&Text, &Block), mut result: ExerciseResult) {
        let outside = self.reply.broken.len();
        for statement in &body.statements {
            match &statement.kind {
                StatementKind::Hint(_) | StatementKind::Ask(_) => {}
                StatementKind::Check(_) if self.interrupted => result.skipped += 1,
                _ if self.interrupted => {}
                _ => self.statement(statement, Some((title, body))),
            }
        }
        result.checks.end = self.reply.checks.len();
        result.errors.extend(self.reply.broken.drain(outside..));
        self.reply.exercises.push(result);
    }

    /// Runs one statement, and adds its results to the reply.
    fn statement(&mut self, statement: &Statement, exercise: Option<(&Text, &Block)>) {
        let (mut part, result) = match exercise {
            Some((title, body)) => self.run(&exercise_of_one(statement, title, body)),
            None => self.run(statement),
        };
        // A statement that fails writes no file.
        if result.is_err() {
            self.session.saved.clear();
        }
        self.session.write_files(&mut part);
        let reply = &mut self.reply;
        reply.answers.extend(part.answers);
        reply.checks.extend(part.checks);
        part.diagnostics
            .into_iter()
            .for_each(|diagnostic| self.record_error(statement, diagnostic));
        let Err(diagnostic) = result else { return };
        if diagnostic.code == Code::OutOfMemory {
            self.renew();
        }
        self.interrupted |= diagnostic.code == Code::Interrupted;
        if matches!(statement.kind, StatementKind::Check(_)) {
            self.reply.checks.push(CheckResult {
                exercise: exercise.map(|(title, _)| title.value.to_string()),
                span: statement.span,
                claim: self.session.sources.slice(statement.span).to_owned(),
                verdict: CheckVerdict::Error(diagnostic),
            });
        } else {
            self.record_error(statement, diagnostic);
        }
    }

    /// Records the error of a statement.
    fn record_error(&mut self, statement: &Statement, diagnostic: Diagnostic) {
        self.reply.diagnostics.push(diagnostic.clone());
        self.reply.broken.push(BrokenStatement { span: statement.span, diagnostic });
    }

    /// Runs one statement with limits of its own. If memory that earlier results hold is not enough, runs
    /// it again without them.
    fn run(&mut self, statement: &Statement) -> Outcome {
        let mut outcome = self.attempt(statement);
        let out_of_memory = |outcome: &Outcome| {
            outcome.1.as_ref().is_err_and(|diagnostic| diagnostic.code == Code::OutOfMemory)
        };
        if out_of_memory(&outcome) && self.renewable && !self.fresh {
            // Its values keep memory too.
            outcome.0 = Reply::default();
            self.renew();
            outcome = self.attempt(statement);
        }
        self.fresh = false;
        if !is_claim(statement) && !outcome.1.as_ref().is_err_and(|one| one.code.is_exhaustion()) {
            self.past.push(statement.clone());
        }
        outcome
    }

    fn attempt(&mut self, statement: &Statement) -> Outcome {
        limited(self.session, self.runner, |session| {
            let (events, result) = session.run_statement(statement);
            if result.is_err() {
                // Finished answers are shown even when a limit was passed.
                session.budget().restart();
            }
            (session.reply(events, None), result)
        })
    }

    /// Frees all memory: begins a new world, and runs the statements again that may have bound names.
    fn renew(&mut self) {
        if !self.renewable {
            return self.session.world.forget();
        }
        self.session.renew();
        // Values of the old world are invalid.
        self.reply.answers.clear();
        resolve::declare(self.statements, &mut self.session.globals);
        for statement in &std::mem::take(&mut self.past) {
            let (_, result) =
                limited(self.session, self.runner, |session| session.run_statement(statement));
            self.interrupted |= result.is_err_and(|one| one.code == Code::Interrupted);
            if self.interrupted {
                break;
            }
            self.past.push(statement.clone());
        }
        self.session.saved.clear();
        self.fresh = true;
    }
}

/// Returns the exercise with this statement only.
fn exercise_of_one(statement: &Statement, title: &Text, body: &Block) -> Statement {
    let body = Block { statements: vec![statement.clone()], span: body.span };
    let kind = StatementKind::Exercise { title: title.clone(), points: None, body };
    Statement { kind, doc: None, silent: false, span: statement.span }
}

fn hints(body: &Block) -> Vec<String> {
    let hint = |statement: &Statement| match &statement.kind {
        StatementKind::Hint(hint) => Some(hint.value.to_string()),
        _ => None,
    };
    body.statements.iter().filter_map(hint).collect()
}

/// Returns the syntax errors in the lines of a statement.
fn errors_in(statement: &Statement, broken: &[Broken]) -> Vec<BrokenStatement> {
    let start = statement.span.bytes().start;
    broken.iter().filter(|one| one.lines.contains(&start)).filter_map(syntax_error).collect()
}

/// Returns a statement that does not parse, with its error; `None` if the error only follows from another
/// one.
fn syntax_error(broken: &Broken) -> Option<BrokenStatement> {
    let diagnostic = broken.diagnostic.clone()?;
    let source = diagnostic.span()?.source;
    let span = Span::new(source, broken.taken.clone());
    Some(BrokenStatement { span, diagnostic })
}

/// Reports whether a statement consists of checks, which bind no names.
fn is_claim(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Exercise { body, .. } => body.statements.iter().all(is_claim),
        kind => matches!(kind, StatementKind::Check(_)),
    }
}
