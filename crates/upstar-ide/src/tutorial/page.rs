//! Pages of the book as lessons: what is read, what is typed, and what it answers.
//!
//! Knows: Markdown fences, sessions at the prompt, and expectations in comments.
//! Must not know: how a lesson is run, or where pages come from.
//!
//! Blocks that say `console` or `game` become steps. Other blocks, and exercises, which belong in a file, are read.

use crate::diagnostic::Unlimited;
use crate::document::Document as Program;
use crate::output::{Document, markdown};
use crate::session::expect::{Expected, expectations};
use crate::syntax::ast::{Pattern, Statement, StatementKind};

/// Lesson, which is a page of the book.
#[derive(Debug)]
pub(super) struct Lesson {
    /// Name of the page.
    pub(super) name: String,
    pub(super) title: String,
    pub(super) steps: Vec<Step>,
    /// Text after the last step.
    pub(super) closing: Document,
}

/// Step of a lesson: a text, and an input to type.
#[derive(Debug)]
pub(super) struct Step {
    /// Text before the input; empty where inputs follow each other.
    pub(super) text: Document,
    pub(super) input: String,
    /// What the page expects of the input, in its words.
    pub(super) expected: Option<Expected>,
    pub(super) kind: StepKind,
    /// Whether the input is the first of its block, which needs nothing from the steps before.
    pub(super) begins: bool,
}

/// What an input is for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum StepKind {
    /// It has a value.
    Value,
    /// It makes a claim.
    Claim,
    /// It binds names.
    Binding {
        names: Vec<String>,
        /// The expression whose value a single name gets.
        value: Option<String>,
    },
}

impl Lesson {
    /// Reads a page.
    pub(super) fn new(name: &str, page: &str) -> Lesson {
        let mut lesson = Lesson {
            name: name.to_owned(),
            title: name.to_owned(),
            steps: Vec::new(),
            closing: Document::new(),
        };
        let mut text = String::new();
        let mut lines = page.lines();
        while let Some(line) = lines.next() {
            if let (Some(title), true) = (line.strip_prefix("# "), lesson.steps.is_empty()) {
                lesson.title = title.to_owned();
                continue;
            }
            let Some(language) = line.strip_prefix("```") else {
                text.extend([line, "\n"]);
                continue;
            };
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let mut steps = match language {
                "console" => of_console(&block),
                "game" => of_program(&block.join("\n")),
                _ => Vec::new(),
            };
            match steps.first_mut() {
                Some(first) => {
                    first.text = markdown::parse(text.trim());
                    first.begins = true;
                    text.clear();
                }
                None => text.extend([&*[line, &block.join("\n"), "```"].join("\n"), "\n"]),
            }
            lesson.steps.append(&mut steps);
        }
        lesson.closing = markdown::parse(text.trim());
        lesson
    }

    /// The step at which one can begin in order to do step `at`: the first of its block, if steps between bind names.
    pub(super) fn start_of(&self, at: usize) -> usize {
        let first = self.steps[..=at].iter().rposition(|step| step.begins).unwrap_or(0);
        let binds = |step: &Step| matches!(step.kind, StepKind::Binding { .. });
        if self.steps[first..at].iter().any(binds) { first } else { at }
    }
}

/// Steps of a session at the prompt.
fn of_console(block: &[&str]) -> Vec<Step> {
    let mut inputs: Vec<(String, Vec<&str>)> = Vec::new();
    for line in block {
        if let Some(input) = line.strip_prefix("> ") {
            inputs.push((input.to_owned(), Vec::new()));
        } else if let Some((input, answer)) = inputs.last_mut() {
            match line.strip_prefix(". ") {
                Some(more) => input.extend(["\n", more]),
                None => answer.push(line),
            }
        }
    }
    let step = |(input, answer): (String, Vec<&str>)| {
        step(&input, Some(Expected::Value(answer.join("\n"))))
    };
    inputs.into_iter().map(step).collect()
}

/// Steps of a program: its statements. One with exercises has none.
fn of_program(block: &str) -> Vec<Step> {
    let program = Program::new("lesson", block, &Unlimited);
    let statements = &program.program.statements;
    if statements.iter().any(|one| matches!(one.kind, StatementKind::Exercise { .. })) {
        return Vec::new();
    }
    let all = expectations(block);
    let step = |statement: &Statement| {
        let range = statement.span.bytes();
        let line = block[..range.end].matches('\n').count();
        let here = all.iter().filter(|(at, _)| *at == line).map(|(_, expected)| expected.clone());
        step(block[range].trim_end(), here.reduce(joined))
    };
    statements.iter().map(step).collect()
}

/// Two comments about one statement are lines of one answer.
fn joined(first: Expected, second: Expected) -> Expected {
    match (first, second) {
        (Expected::Value(first), Expected::Value(second)) => {
            Expected::Value(format!("{first}\n{second}"))
        }
        (first, _) => first,
    }
}

fn step(input: &str, expected: Option<Expected>) -> Step {
    let program = Program::new("lesson", input, &Unlimited);
    let kind = match program.program.statements.last().map(|statement| &statement.kind) {
        Some(StatementKind::Expr(_)) => StepKind::Value,
        Some(StatementKind::Check(_)) => StepKind::Claim,
        Some(StatementKind::Bind { target: Pattern::Name(_), value }) => {
            let value = Some(input[value.span.bytes()].to_owned());
            StepKind::Binding { names: bound(&program), value }
        }
        _ => StepKind::Binding { names: bound(&program), value: None },
    };
    Step { text: Document::new(), input: input.to_owned(), expected, kind, begins: false }
}

/// The names that a program binds for what follows.
pub(super) fn bound(program: &Program) -> Vec<String> {
    program.names.definitions.iter().map(|definition| definition.name.to_string()).collect()
}
