//! `upstar check FILES`
//!
//! Knows: the report of checks, exercise by exercise. Must not know: how checks are evaluated.

use std::fmt::Display;
use std::time::Instant;

use indexmap::IndexMap;
use serde_json::json;
use upstar_core::Rational;

use super::context::Context;
use super::exit::Exit;
use super::json::from_fn;
use super::terminal::Terminal;
use super::{json, reply, sheet};
use crate::diagnostic::{Diagnostic, render};
use crate::output::{Block, Document, Line, Role};
use crate::session::{BrokenStatement, CheckResult, CheckVerdict, ExerciseResult, Reply, Session};
use crate::source::Span;
use crate::value::show::counted;

/// Runs the checks of files, reports them, and returns whether all hold.
pub(super) fn check(context: &mut Context, files: &[String]) -> Exit {
    let mut worst = Exit::Success;
    let mut total = Tally::default();
    let mut others = 0;
    for file in files {
        if let Some(exit) = sheet::check(context, file) {
            worst = worst.max(exit);
            continue;
        }
        others += 1;
        // Every file has a new session, so that none depends on another by accident.
        let Context { session, supervisor, terminal, .. } = context.fresh();
        let start = Instant::now();
        let reply = session.check(file, &mut |statement| {
            supervisor.compute(statement);
        });
        let took = start.elapsed();
        let tally = Tally::of_file(&reply);
        if terminal.json {
            terminal.line(as_json(session, file, &reply, &tally));
        } else {
            let mut document = Document::new();
            report(&mut document, session, file, &reply);
            terminal.document(&document);
            explain(terminal, session, &reply);
        }
        terminal.took(took);
        total.add(&tally);
        let exit = reply::exit(&reply);
        worst = worst.max(exit);
        if exit == Exit::Interrupted {
            break;
        }
    }
    if others == 0 {
        // Keys and files of answers have no checks to count.
    } else if context.terminal.json {
        context.terminal.line(total.as_json(others));
    } else {
        context.terminal.line("");
        context.terminal.line(total.in_words());
    }
    worst
}

/// Counts of checks by result.
#[derive(Debug, Clone)]
struct Tally {
    passed: usize,
    failed: usize,
    blank: usize,
    /// Number of checks that failed with an error, and of other statements with errors.
    errors: usize,
    earned: Rational,
    points: u64,
}

impl Default for Tally {
    fn default() -> Self {
        let (passed, failed, blank, errors) = (0, 0, 0, 0);
        Tally { passed, failed, blank, errors, earned: Rational::from(0), points: 0 }
    }
}

impl Tally {
    fn of_file(reply: &Reply) -> Tally {
        let mut tally = Tally::of(&reply.checks);
        tally.errors += reply.diagnostics.len();
        for exercise in &reply.exercises {
            tally.points += u64::from(exercise.points.unwrap_or(0));
            if let Some(earned) = exercise.earned(&reply.checks) {
                tally.earned = &tally.earned + &earned;
            }
        }
        tally
    }

    fn of<'c>(checks: impl IntoIterator<Item = &'c CheckResult>) -> Tally {
        let mut tally = Tally::default();
        for check in checks {
            match check.verdict {
                CheckVerdict::Passed => tally.passed += 1,
                CheckVerdict::Blank { .. } => tally.blank += 1,
                CheckVerdict::Failed { .. } => tally.failed += 1,
                CheckVerdict::Error(_) => tally.errors += 1,
            }
        }
        tally
    }

    fn add(&mut self, other: &Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.blank += other.blank;
        self.errors += other.errors;
        self.earned = &self.earned + &other.earned;
        self.points += other.points;
    }

    /// `{"total": ...}`, the last line.
    fn as_json(&self, files: usize) -> serde_json::Value {
        json!({ "total": {
            "files": files,
            "passed": self.passed,
            "failed": self.failed,
            "blank": self.blank,
            "errors": self.errors,
            "earned": self.earned.to_string(),
            "points": self.points,
        }})
    }

    fn in_words(&self) -> String {
        let mut parts = vec![counted(self.passed, "check holds", "checks hold")];
        let others = [
            (self.failed, "fails", "fail"),
            (self.blank, "blank is open", "blanks are open"),
            (self.errors, "error", "errors"),
        ];
        let others = others.into_iter().filter(|(count, ..)| *count > 0);
        parts.extend(others.map(|(count, one, many)| counted(count, one, many)));
        if self.points > 0 {
            parts.push(format!("{} of {}", self.earned, counted(self.points, "point", "points")));
        }
        parts.join(", ")
    }
}

/// Adds the table of a file by exercise, and below it the details of what does not hold.
fn report(document: &mut Document, session: &Session, file: &str, reply: &Reply) {
    document.push(Block::Heading(Line::new().with(Role::Heading, file)));
    let groups = groups(reply);
    if groups.is_empty() && reply.diagnostics.is_empty() {
        document.line(Line::new().with(Role::Faint, "  no checks"));
    }
    document.table(groups.iter().map(|group| group.row(&reply.checks)).collect());
    for group in groups.iter().filter(|group| group.has_details()) {
        document.blank();
        document.line(Line::new().text("  ").with(Role::Strong, group.title));
        let mut details: Vec<(usize, Detail<'_>)> = Vec::new();
        let start = |span: Span| span.bytes().start;
        details.extend(group.checks.iter().map(|one| (start(one.span), Detail::Check(one))));
        details.extend(group.errors.iter().map(|one| (start(one.span), Detail::Broken(one))));
        details.sort_by_key(|(at, _)| *at);
        for (_, one) in details {
            match one {
                Detail::Check(check) => detail(document, session, check),
                Detail::Broken(error) => broken(document, session, error),
            }
        }
        for hint in group.hints() {
            let line = Line::new().with(Role::Number, "      hint: ").text(hint);
            document.line(line);
        }
    }
}

/// A detail below the table.
enum Detail<'r> {
    Check(&'r CheckResult),
    Broken(&'r BrokenStatement),
}

/// A row of the report.
struct ReportRow<'r> {
    title: &'r str,
    exercise: Option<&'r ExerciseResult>,
    checks: Vec<&'r CheckResult>,
    /// Errors of statements that are no checks, or do not parse.
    errors: Vec<&'r BrokenStatement>,
}

/// Title of checks and errors outside exercises.
const OUTSIDE: &str = "checks outside exercises";

/// Exercises in order, then the checks outside of exercises.
fn groups(reply: &Reply) -> Vec<ReportRow<'_>> {
    let of_exercise = |exercise: &ExerciseResult, at| exercise.checks.contains(&at);
    let mut groups: Vec<ReportRow<'_>> = Vec::new();
    for exercise in &reply.exercises {
        let checks = reply.checks.get(exercise.checks.clone()).unwrap_or_default().iter();
        let (title, exercise) = (&*exercise.title, Some(exercise));
        let errors = exercise.into_iter().flat_map(|exercise| &exercise.errors).collect();
        groups.push(ReportRow { title, exercise, checks: checks.collect(), errors });
    }
    let mut others: IndexMap<&str, Vec<&CheckResult>> = IndexMap::new();
    for (at, check) in reply.checks.iter().enumerate() {
        if !reply.exercises.iter().any(|exercise| of_exercise(exercise, at)) {
            let title = check.exercise.as_deref().unwrap_or(OUTSIDE);
            others.entry(title).or_default().push(check);
        }
    }
    let mut errors: Vec<&BrokenStatement> = reply.broken.iter().collect();
    if !errors.is_empty() {
        others.entry(OUTSIDE).or_default();
    }
    groups.extend(others.into_iter().map(|(title, checks)| {
        let errors = if title == OUTSIDE { std::mem::take(&mut errors) } else { Vec::new() };
        ReportRow { title, exercise: None, checks, errors }
    }));
    groups
}

impl ReportRow<'_> {
    /// Cells of the row: checks that hold, points, title.
    fn row(&self, checks: &[CheckResult]) -> Vec<Line> {
        let tally = Tally::of(self.checks.iter().copied());
        let own = (tally.passed, self.checks.len() + self.errors.len());
        let (held, all) = self.exercise.map_or(own, |exercise| exercise.score(checks));
        let (sign, role) = match all - held {
            _ if all == 0 => ("·", Role::Faint),
            0 => ("✓", Role::Good),
            open if open == tally.blank => ("?", Role::Number),
            _ => ("✗", Role::Bad),
        };
        let mut count = match all {
            0 => "no checks".to_owned(),
            all => format!("{held} of {}", counted(all, "check", "checks")),
        };
        if tally.blank > 0 {
            count.push_str(&format!(", {}", counted(tally.blank, "blank", "blanks")));
        }
        let errors = tally.errors + self.errors.len();
        if errors > 0 {
            count.push_str(&format!(", {}", counted(errors, "error", "errors")));
        }
        let points = self.exercise.and_then(|exercise| {
            let points = usize::try_from(exercise.points?).ok()?;
            Some(format!("{} of {}", exercise.earned(checks)?, counted(points, "point", "points")))
        });
        vec![
            Line::new().with(role, sign),
            Line::new().text(count),
            Line::new().text(points.unwrap_or_default()),
            Line::new().with(Role::Strong, self.title),
        ]
    }

    /// Whether there is more to show than the row: a check that does not hold, an error, or a hint.
    fn has_details(&self) -> bool {
        let plain = |check: &&CheckResult| matches!(check.verdict, CheckVerdict::Passed);
        !self.checks.iter().all(plain) || !self.errors.is_empty() || !self.hints().is_empty()
    }

    /// Hints of an exercise that is not done.
    fn hints(&self) -> &[String] {
        let bad = |check: &&CheckResult| check.verdict.is_bad();
        match self.exercise {
            Some(exercise) if !self.errors.is_empty() || self.checks.iter().any(bad) => {
                &exercise.hints
            }
            _ => &[],
        }
    }
}

/// A check that does not simply hold.
fn detail(document: &mut Document, session: &Session, check: &CheckResult) {
    let source = session.sources().get(check.span.source);
    let (number, _) = source.line_and_column(check.span.bytes().start);
    let claim = check.claim.split_whitespace().collect::<Vec<_>>().join(" ");
    let start = |sign: &str, role| {
        let line = Line::new().with(role, format!("      {sign} "));
        line.with(Role::Faint, format!("line {number}: ")).with(Role::Code, &claim)
    };
    match &check.verdict {
        CheckVerdict::Passed => {}
        CheckVerdict::Blank { answer } => {
            document.line(start("?", Role::Number).text("  →  ").with(Role::Strong, answer));
        }
        CheckVerdict::Error(diagnostic) => {
            document.line(start("✗", Role::Bad));
            document.line(Line::new().text(format!("          {}", render::one_line(diagnostic))));
        }
        CheckVerdict::Failed { expected, got, why } => {
            document.line(start("✗", Role::Bad));
            for (name, side) in [("left", got), ("right", expected)] {
                if let Some(side) = side {
                    document.line(Line::new().text(format!("          {name} side: {side}")));
                }
            }
            if let Some(why) = why {
                document.line(Line::new().text(format!("          {why}")));
            }
        }
    }
}

/// Adds a statement with an error: its first line, and the error.
fn broken(document: &mut Document, session: &Session, broken: &BrokenStatement) {
    let source = session.sources().get(broken.span.source);
    let text = session.sources().slice(broken.span);
    let blank = text.len() - text.trim_start().len();
    let (number, _) = source.line_and_column(broken.span.bytes().start + blank);
    let first = text.trim_start().lines().next().unwrap_or_default();
    let start = Line::new().with(Role::Bad, "      ✗ ");
    let start = start.with(Role::Faint, format!("line {number}: "));
    document.line(start.with(Role::Code, first.trim_end()));
    let why = render::one_line(&broken.diagnostic);
    document.line(Line::new().text(format!("          {why}")));
}

/// The diagnostics with their excerpts: errors of statements and of checks, then warnings.
fn explain(terminal: &Terminal, session: &Session, reply: &Reply) {
    let broken = reply.checks.iter().filter_map(|check| match &check.verdict {
        CheckVerdict::Error(diagnostic) => Some(diagnostic),
        _ => None,
    });
    let all: Vec<&Diagnostic> = broken.chain(&reply.diagnostics).chain(&reply.warnings).collect();
    terminal.errors(session, &all);
}

fn as_json<'r>(
    session: &'r Session,
    file: &'r str,
    reply: &'r Reply,
    tally: &'r Tally,
) -> impl Display + 'r {
    let exercises = reply.exercises.iter().map(|one| json::exercise(session, one, &reply.checks));
    let checks = reply.checks.iter().map(|check| json::check(session, check));
    let errors =
        reply.diagnostics.iter().map(|error| json::error(session.sources(), error)["error"].take());
    let warnings = reply
        .warnings
        .iter()
        .map(|warning| json::error(session.sources(), warning)["warning"].take());
    let earned = tally.earned.to_string();
    from_fn(move |f| {
        write!(f, "{{\"file\":{}", json!(file))?;
        write!(f, ",\"exercises\":{}", json::list(exercises.clone()))?;
        write!(f, ",\"checks\":{}", json::list(checks.clone()))?;
        write!(f, ",\"errors\":{}", json::list(errors.clone()))?;
        write!(f, ",\"warnings\":{}", json::list(warnings.clone()))?;
        write!(f, ",\"passed\":{},\"failed\":{}", tally.passed, tally.failed)?;
        write!(f, ",\"blank\":{},\"earned\":{}", tally.blank, json!(earned))?;
        write!(f, ",\"points\":{}}}", tally.points)
    })
}
