//! `upstar check FILES`
//!
//! Knows: how checks are counted and reported, exercise by exercise.
//! Must not know: how they are judged.

use indexmap::IndexMap;
use serde_json::json;

use super::{Context, Exit, Terminal, json, reply};
use crate::diagnostic::{Diagnostic, render};
use crate::output::{Block, Document, Line, Role};
use crate::session::{CheckResult, Reply, Session, Verdict};

/// Runs the checks of files, reports them, and tells whether all hold.
pub(super) fn check(context: &mut Context, files: &[String]) -> Exit {
    let mut worst = Exit::Well;
    let mut total = Tally::default();
    for file in files {
        // Every file begins with nothing: one must not lean on another by accident.
        let Context { session, limits, terminal } = context.fresh();
        let (reply, took) = limits.compute(|| session.check(file));
        let tally = Tally::of(&reply.checks);
        if terminal.json {
            terminal.line(&as_json(session, file, &reply, &tally).to_string());
        } else {
            let mut document = Document::new();
            report(&mut document, session, file, &reply);
            terminal.document(&document);
            explain(terminal, session, &reply);
        }
        terminal.took(took);
        total.add(&tally, reply.diagnostics.len());
        let exit = reply::exit(&reply);
        worst = worst.max(exit);
        if exit == Exit::Interrupted {
            break;
        }
    }
    if !context.terminal.json {
        context.terminal.line("");
        context.terminal.line(&total.in_words());
    }
    worst
}

/// How many checks came out how.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    passed: usize,
    failed: usize,
    blank: usize,
    errors: usize,
}

impl Tally {
    fn of<'c>(checks: impl IntoIterator<Item = &'c CheckResult>) -> Tally {
        let mut tally = Tally::default();
        for check in checks {
            match check.verdict {
                Verdict::Passed => tally.passed += 1,
                Verdict::Blank { .. } => tally.blank += 1,
                Verdict::Failed { .. } | Verdict::Error(_) => tally.failed += 1,
            }
        }
        tally
    }

    fn add(&mut self, other: &Tally, errors: usize) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.blank += other.blank;
        self.errors += errors;
    }

    fn in_words(&self) -> String {
        let checks = match self.passed {
            1 => "1 check holds".to_owned(),
            passed => format!("{passed} checks hold"),
        };
        let mut parts = vec![checks];
        match self.failed {
            0 => {}
            1 => parts.push("1 fails".to_owned()),
            failed => parts.push(format!("{failed} fail")),
        }
        match self.blank {
            0 => {}
            1 => parts.push("1 blank was answered".to_owned()),
            blank => parts.push(format!("{blank} blanks were answered")),
        }
        match self.errors {
            0 => {}
            1 => parts.push("1 error".to_owned()),
            errors => parts.push(format!("{errors} errors")),
        }
        parts.join(", ")
    }
}

fn report(document: &mut Document, session: &Session, file: &str, reply: &Reply) {
    document.push(Block::Heading(Line::new().with(Role::Heading, file)));
    let mut exercises: IndexMap<Option<&str>, Vec<&CheckResult>> = IndexMap::new();
    for check in &reply.checks {
        exercises.entry(check.exercise.as_deref()).or_default().push(check);
    }
    for (title, checks) in &exercises {
        let tally = Tally::of(checks.iter().copied());
        let (sign, role) = if tally.failed == 0 { ("✓", Role::Good) } else { ("✗", Role::Bad) };
        let title = title.unwrap_or("checks outside exercises");
        let line = Line::new().with(role, format!("  {sign} ")).with(Role::Strong, title);
        document.line(line.with(Role::Faint, format!(" ({})", tally.in_words())));
        checks.iter().for_each(|check| detail(document, session, check));
    }
    if reply.diagnostics.is_empty() && reply.checks.is_empty() {
        document.line(Line::new().with(Role::Faint, "  no checks"));
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
        Verdict::Passed => {}
        Verdict::Blank { answer } => {
            document.line(start("?", Role::Number).text("  →  ").with(Role::Strong, answer));
        }
        Verdict::Error(diagnostic) => {
            document.line(start("✗", Role::Bad));
            document.line(Line::new().text(format!("          {}", render::one_line(diagnostic))));
        }
        Verdict::Failed { expected, got, why } => {
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

/// The diagnostics with their excerpts: errors of statements and of checks.
fn explain(terminal: &Terminal, session: &Session, reply: &Reply) {
    let broken = reply.checks.iter().filter_map(|check| match &check.verdict {
        Verdict::Error(diagnostic) => Some(diagnostic),
        _ => None,
    });
    let all: Vec<&Diagnostic> = broken.chain(&reply.diagnostics).collect();
    all.into_iter().for_each(|diagnostic| terminal.error(session, diagnostic));
}

fn as_json(session: &Session, file: &str, reply: &Reply, tally: &Tally) -> serde_json::Value {
    let checks = reply.checks.iter().map(|check| json::check(session, check));
    let errors = reply.diagnostics.iter().map(|error| json::error(session, error)["error"].take());
    json!({
        "file": file,
        "checks": checks.collect::<Vec<_>>(),
        "errors": errors.collect::<Vec<_>>(),
        "passed": tally.passed,
        "failed": tally.failed,
        "blank": tally.blank,
    })
}
