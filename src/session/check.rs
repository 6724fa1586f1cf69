//! Checking of files: every statement is run, whatever fails on the way, exercise by exercise.

use upstar_core::Budget;

use super::{BrokenStatement, CheckResult, CheckVerdict, ExerciseResult, Reply, Session};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};
use crate::syntax::Broken;
use crate::syntax::ast::{Block, Statement, StatementKind, Text};
use crate::{resolve, syntax};

/// Runs a computation within the limits of time of the program.
pub type Within<'w> = dyn FnMut(&mut dyn FnMut()) + 'w;

impl Session {
    /// Runs a file to its end, whatever fails on the way. Of a file that does not parse, the
    /// statements that do are run. `within` runs each statement, so that the limits hold for each alone.
    pub fn check(&mut self, path: &str, within: &mut Within<'_>) -> Reply {
        self.file(path, |session, source| {
            let text = session.sources().get(source).text.clone();
            let parse = |budget: &Budget| syntax::parse_what_parses(source, &text, budget);
            let (program, broken) = limited(session, within, |session| parse(session.budget()));
            Judge::new(session, within, &program.statements).judge(broken)
        })
    }

    /// Runs a text as a file to its end, whatever fails on the way.
    pub fn check_text(&mut self, name: &str, text: &str) -> Reply {
        self.budget().restart();
        let source: SourceId = self.sources.add(name, text);
        match syntax::parse_file(source, text, self.budget()) {
            Ok(program) => {
                let within: &mut Within<'_> = &mut |run| run();
                Judge::new(self, within, &program.statements).judge(Vec::new())
            }
            Err(diagnostic) => Reply { diagnostics: vec![diagnostic], ..Reply::default() },
        }
    }
}

/// Runs something with limits of its own.
fn limited<T>(
    session: &mut Session,
    within: &mut Within<'_>,
    mut run: impl FnMut(&mut Session) -> T,
) -> T {
    session.budget().restart();
    let mut result = None;
    within(&mut || result = Some(run(session)));
    result.expect("what is given to `within` is run")
}

/// Result of one statement: the reply, and the error that ended it.
type Outcome = (Reply, Result<(), Diagnostic>);

/// A file that is checked, statement by statement.
struct Judge<'s, 'w> {
    session: &'s mut Session,
    within: &'s mut Within<'w>,
    statements: &'s [Statement],
    reply: Reply,
    /// Whether the computation was interrupted.
    interrupted: bool,
    /// Statements that were run and may have bound something, for [`Judge::renew`].
    past: Vec<Statement>,
    /// Whether all that is bound comes from these statements.
    renewable: bool,
    /// Whether the session remembers nothing but what these statements have computed.
    fresh: bool,
}

impl<'s, 'w> Judge<'s, 'w> {
    fn new(
        session: &'s mut Session,
        within: &'s mut Within<'w>,
        statements: &'s [Statement],
    ) -> Self {
        let renewable = session.globals.iter().next().is_none();
        resolve::declare(statements, &mut session.globals);
        let (reply, past) = (Reply::default(), Vec::new());
        Judge {
            session,
            within,
            statements,
            reply,
            interrupted: false,
            past,
            renewable,
            fresh: renewable,
        }
    }

    fn judge(mut self, broken: Vec<Broken>) -> Reply {
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
                self.piece(statement, None);
            }
        }
        self.add_headless(&broken);
        self.add_outside(&broken);
        let broken = broken.into_iter().filter_map(|one| one.diagnostic);
        self.reply.diagnostics.splice(0..0, broken);
        self.reply
    }

    /// Adds the exercises that are lost because their first line does not parse.
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
                    .filter_map(unparsed)
                    .collect(),
                skipped: 0,
            });
        }
        self.reply.exercises.sort_by_key(|result| result.span.bytes().start);
    }

    /// Adds the errors of the parser that no exercise has.
    fn add_outside(&mut self, broken: &[Broken]) {
        let of_exercise = |error: &BrokenStatement| {
            let own = self.reply.exercises.iter().flat_map(|exercise| &exercise.errors);
            own.map(|own| own.span).any(|span| span == error.span)
        };
        let outside: Vec<BrokenStatement> =
            broken.iter().filter_map(unparsed).filter(|error| !of_exercise(error)).collect();
        self.reply.broken.splice(0..0, outside);
    }

    /// Runs each statement of an exercise alone, so that one that breaks does not keep the
    /// others from being judged.
    fn exercise(&mut self, (title, body): (&Text, &Block), mut result: ExerciseResult) {
        let outside = self.reply.broken.len();
        for statement in &body.statements {
            match &statement.kind {
                StatementKind::Hint(_) | StatementKind::Ask(_) => {}
                StatementKind::Check(_) if self.interrupted => result.skipped += 1,
                _ if self.interrupted => {}
                _ => self.piece(statement, Some((title, body))),
            }
        }
        result.checks.end = self.reply.checks.len();
        result.errors.extend(self.reply.broken.drain(outside..));
        self.reply.exercises.push(result);
    }

    /// Runs one statement.
    fn piece(&mut self, statement: &Statement, exercise: Option<(&Text, &Block)>) {
        let (mut part, result) = match exercise {
            Some((title, body)) => self.run(&alone(statement, title, body)),
            None => self.run(statement),
        };
        // A statement that fails writes no file.
        if result.is_err() {
            self.session.asked.clear();
        }
        self.session.write_files(&mut part);
        let reply = &mut self.reply;
        reply.answers.extend(part.answers);
        reply.checks.extend(part.checks);
        part.diagnostics.into_iter().for_each(|diagnostic| self.broke(statement, diagnostic));
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
            self.broke(statement, diagnostic);
        }
    }

    /// Records the error of a statement.
    fn broke(&mut self, statement: &Statement, diagnostic: Diagnostic) {
        self.reply.diagnostics.push(diagnostic.clone());
        self.reply.broken.push(BrokenStatement { span: statement.span, diagnostic });
    }

    /// Runs one statement within limits of its own. When the memory that earlier statements have
    /// left is too little, it is tried again without what they have computed.
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
        limited(self.session, self.within, |session| {
            let (events, result) = session.one(statement);
            if result.is_err() {
                // Finished answers are shown even when a limit was passed.
                session.budget().restart();
            }
            (session.reply(events, None), result)
        })
    }

    /// Frees all memory: begins a new world, and runs the statements again that may have bound something.
    fn renew(&mut self) {
        if !self.renewable {
            return self.session.world.forget();
        }
        self.session.renew();
        // Values of the old world are invalid.
        self.reply.answers.clear();
        resolve::declare(self.statements, &mut self.session.globals);
        for statement in &std::mem::take(&mut self.past) {
            let (_, result) = limited(self.session, self.within, |session| session.one(statement));
            self.interrupted |= result.is_err_and(|one| one.code == Code::Interrupted);
            if self.interrupted {
                break;
            }
            self.past.push(statement.clone());
        }
        self.session.asked.clear();
        self.fresh = true;
    }
}

/// Returns the exercise with this statement only.
fn alone(statement: &Statement, title: &Text, body: &Block) -> Statement {
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

/// Returns the errors of the parser in the lines of a statement.
fn errors_in(statement: &Statement, broken: &[Broken]) -> Vec<BrokenStatement> {
    let start = statement.span.bytes().start;
    broken.iter().filter(|one| one.lines.contains(&start)).filter_map(unparsed).collect()
}

/// Returns what does not parse, and why; `None` when it only follows from another error.
fn unparsed(broken: &Broken) -> Option<BrokenStatement> {
    let diagnostic = broken.diagnostic.clone()?;
    let source = diagnostic.span()?.source;
    let span = Span::new(source, broken.taken.clone());
    Some(BrokenStatement { span, diagnostic })
}

/// Reports whether a statement is a check, alone or in an exercise, which binds nothing.
fn is_claim(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Exercise { body, .. } => body.statements.iter().all(is_claim),
        kind => matches!(kind, StatementKind::Check(_)),
    }
}
