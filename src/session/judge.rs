//! Files run to their end, whatever fails on the way, exercise by exercise.

use super::{CheckResult, ExerciseResult, Reply, Session, Verdict};
use crate::diagnostic::Diagnostic;
use crate::resolve;
use crate::source::{SourceId, Span};
use crate::syntax::ast::{Block, Statement, StatementKind, Text};
use crate::syntax::{self, Broken};

impl Session {
    /// Runs a file to its end, whatever fails on the way. Of a file that does not parse, the
    /// statements that do are run.
    pub fn check(&mut self, path: &str) -> Reply {
        self.file(path, |session, source| {
            let text = session.sources().get(source).text.clone();
            let (program, broken) = syntax::parse_what_parses(source, &text, session.budget());
            session.judge(&program.statements, broken)
        })
    }

    /// Runs a text as a file to its end, whatever fails on the way.
    pub fn check_text(&mut self, name: &str, text: &str) -> Reply {
        self.budget().restart();
        let source: SourceId = self.sources.add(name, text);
        match syntax::parse_file(source, text, self.budget()) {
            Ok(program) => self.judge(&program.statements, Vec::new()),
            Err(diagnostic) => Reply { diagnostics: vec![diagnostic], ..Reply::default() },
        }
    }

    fn judge(&mut self, statements: &[Statement], broken: Vec<Broken>) -> Reply {
        resolve::declare(statements, &mut self.world.globals);
        let mut reply = Reply::default();
        let mut stopped = false;
        for statement in statements {
            if let StatementKind::Exercise { title, points, body } = &statement.kind {
                let worth = ExerciseResult {
                    title: title.value.to_string(),
                    span: statement.span,
                    points: *points,
                    hints: hints(body),
                    checks: reply.checks.len()..reply.checks.len(),
                    errors: errors_in(statement, &broken),
                    skipped: 0,
                };
                stopped = self.exercise((title, body), worth, stopped, &mut reply);
            } else if !stopped {
                stopped = self.piece(statement, None, &mut reply);
            }
        }
        self.add_headless(&broken, &mut reply);
        reply.diagnostics.splice(0..0, broken.into_iter().filter_map(|one| one.diagnostic));
        reply
    }

    /// Adds the exercises that are lost because their first line does not parse.
    fn add_headless(&self, broken: &[Broken], reply: &mut Reply) {
        for one in broken {
            let Some(span) = one.diagnostic.as_ref().and_then(Diagnostic::span) else { continue };
            let text = &self.sources.get(span.source).text;
            let first = text.get(one.lines.clone()).and_then(|lines| lines.lines().next());
            let Some(title) = first.and_then(|line| line.strip_prefix("exercise")) else {
                continue;
            };
            let known = |result: &ExerciseResult| {
                result.span.source == span.source && one.lines.contains(&result.span.bytes().start)
            };
            if title.starts_with(|c: char| c.is_alphanumeric() || c == '_')
                || reply.exercises.iter().any(known)
            {
                continue;
            }
            let title = title.trim().trim_end_matches('{').trim().trim_matches('"');
            reply.exercises.push(ExerciseResult {
                title: if title.is_empty() { "exercise" } else { title }.to_owned(),
                span: Span::new(span.source, one.lines.clone()),
                points: None,
                hints: Vec::new(),
                checks: 0..0,
                errors: broken
                    .iter()
                    .filter(|other| other.diagnostic.is_some() && other.lines == one.lines)
                    .count(),
                skipped: 0,
            });
        }
        reply.exercises.sort_by_key(|result| result.span.bytes().start);
    }

    /// Runs each statement of an exercise alone, so that one that breaks does not keep the
    /// others from being judged. Whether a limit of the session ended it.
    fn exercise(
        &mut self,
        (title, body): (&Text, &Block),
        mut result: ExerciseResult,
        mut stopped: bool,
        reply: &mut Reply,
    ) -> bool {
        let errors = reply.diagnostics.len();
        for statement in &body.statements {
            match &statement.kind {
                StatementKind::Hint(_) => {}
                StatementKind::Check(_) if stopped => result.skipped += 1,
                _ if stopped => {}
                _ => stopped = self.piece(statement, Some((title, body)), reply),
            }
        }
        result.checks.end = reply.checks.len();
        result.errors += reply.diagnostics.len() - errors;
        reply.exercises.push(result);
        stopped
    }

    /// Runs one statement. Whether a limit of the session ended it.
    fn piece(
        &mut self,
        statement: &Statement,
        exercise: Option<(&Text, &Block)>,
        reply: &mut Reply,
    ) -> bool {
        let (events, result) = match exercise {
            Some((title, body)) => self.one(&alone(statement, title, body)),
            None => self.one(statement),
        };
        let part = self.reply(events, None);
        reply.answers.extend(part.answers);
        reply.checks.extend(part.checks);
        reply.diagnostics.extend(part.diagnostics);
        let Err(diagnostic) = result else { return false };
        self.make_room(&diagnostic);
        let stopped = diagnostic.code.is_exhaustion();
        if matches!(statement.kind, StatementKind::Check(_)) && !stopped {
            reply.checks.push(CheckResult {
                exercise: exercise.map(|(title, _)| title.value.to_string()),
                span: statement.span,
                claim: self.sources.slice(statement.span).to_owned(),
                verdict: Verdict::Error(diagnostic),
            });
        } else {
            reply.diagnostics.push(diagnostic);
        }
        stopped
    }
}

/// The exercise with this statement only.
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

/// How many errors of the parser lie in the lines of a statement.
fn errors_in(statement: &Statement, broken: &[Broken]) -> usize {
    let start = statement.span.bytes().start;
    broken.iter().filter(|one| one.diagnostic.is_some() && one.lines.contains(&start)).count()
}
