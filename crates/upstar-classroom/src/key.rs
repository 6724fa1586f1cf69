//! Keys: questions with their right answers and points.
//!
//! A key is a program with exercises that ask. Its definitions outside of exercises belong to the questions
//! and are handed out; those inside are known to the key only.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use upstar_core::{Budget, Rational};

use super::mistakes::Mistake;
use super::{checks, generate};
use crate::builtins;
use crate::diagnostic::{Code, Diagnostic};
use crate::session::Session;
use crate::source::{SourceId, SourceMap, Span};
use crate::syntax::ast::{
    self, AnswerKind, BinaryOp, Expr, ExprKind, MarkWord, Statement, StatementKind, Text,
};
use crate::syntax::{self, Broken};
use crate::value::TextLimits;

/// Part of the text of a key, with its place, so that errors point into the key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Snippet {
    /// The text as it is typed.
    pub text: String,
    /// Lines before it.
    lines: usize,
    /// Characters before it in its line.
    columns: usize,
}

impl Snippet {
    fn new(sources: &SourceMap, span: Span) -> Snippet {
        let source = sources.get(span.source);
        let start = span.bytes().start;
        let before = &source.text[..start];
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        Snippet {
            text: sources.slice(span).to_owned(),
            lines: before.matches('\n').count(),
            columns: before[line..].chars().count(),
        }
    }

    /// The text after empty lines and blanks, at the same line and column as in the key.
    pub fn in_place(&self) -> String {
        format!("{}{}{}", "\n".repeat(self.lines), " ".repeat(self.columns), self.text)
    }

    /// Its line in the key, from 1.
    pub fn line(&self) -> usize {
        self.lines + 1
    }
}

/// A definition of a key.
#[derive(Debug, Clone)]
pub struct Definition {
    /// The names that it binds.
    pub names: Vec<String>,
    /// Its text.
    pub text: Snippet,
    /// Whether it stands outside of exercises, and is handed out.
    pub is_public: bool,
}

/// An exercise of a key.
#[derive(Debug, Clone)]
pub struct Exercise {
    /// Its title.
    pub title: String,
    /// Texts before the questions.
    pub texts: Vec<String>,
    /// Hints for students who are not done.
    pub hints: Vec<String>,
    /// Questions.
    pub questions: Vec<Question>,
}

impl Exercise {
    /// Points of the exercise.
    pub fn points(&self) -> Rational {
        sum(self.questions.iter().map(|question| &question.points))
    }
}

/// Pattern of answers: a value of the key, a function that holds for them, or the name of a usual mistake.
#[derive(Debug, Clone)]
pub struct AnswerPattern {
    /// The expression.
    pub value: Snippet,
    /// Name of the usual mistake, for a mark about one.
    pub mistake: Option<String>,
}

/// Mark: known answers with their points and feedback.
#[derive(Debug, Clone)]
pub struct Marked {
    /// Pattern of the answers.
    pub pattern: AnswerPattern,
    /// Points; `None` for answers that are right, or wrong without points.
    pub points: Option<Rational>,
    /// Feedback.
    pub text: Option<String>,
}

/// A question.
#[derive(Debug, Clone)]
pub struct Question {
    /// Name.
    pub name: String,
    /// Kind of the answer.
    pub kind: AnswerKind,
    /// Text of the question.
    pub text: String,
    /// Points.
    pub points: Rational,
    /// The right answer.
    pub answer: Snippet,
    /// The right answer as a tree.
    pub tree: Arc<ast::Question>,
    /// Answers that are right too.
    pub accept: Vec<Marked>,
    /// Answers that are worth something.
    pub partial: Vec<Marked>,
    /// Known wrong answers.
    pub wrong: Vec<Marked>,
    /// The positions it is about.
    pub given: Vec<Snippet>,
    /// Choices.
    pub from: Vec<String>,
    /// Names that an answer may mention.
    pub allow: Vec<String>,
}

impl Question {
    /// Whether an answer may be any expression.
    pub fn allows_anything(&self) -> bool {
        self.is_program() || self.allow.iter().any(|name| name == ANYTHING)
    }

    /// Whether the key allows answers to mention a name.
    pub fn allows(&self, name: &str) -> bool {
        self.allow.iter().any(|one| one == name || one == ANYTHING)
    }

    /// Whether the answer is a program: rules, or a function.
    pub fn is_program(&self) -> bool {
        matches!(self.kind, AnswerKind::Ruleset | AnswerKind::Strategy)
    }
}

/// The word after `allow` with which an answer may be any expression.
const ANYTHING: &str = "anything";

/// A key.
#[derive(Debug, Clone)]
pub struct Key {
    /// The name of its file.
    pub name: String,
    /// The title of the sheet.
    pub title: String,
    /// Whether students may find out which of their answers are right.
    pub shows_verdicts: bool,
    /// Whether feedback has the right answers in it.
    pub shows_answers: bool,
    /// Whether feedback says why an answer is right.
    pub shows_reasons: bool,
    /// Definitions.
    pub definitions: Vec<Definition>,
    /// Exercises.
    pub exercises: Vec<Exercise>,
    /// Whether some of it is made anew for each student.
    pub is_personal: bool,
}

/// Errors of a key, with the texts that the diagnostics point into.
#[derive(Debug)]
pub struct KeyError {
    /// Errors, at least one.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts.
    pub sources: SourceMap,
    /// The key without the parts that do not parse, where only these are wrong.
    pub rest: Option<Key>,
}

/// Reports whether a program has questions.
pub fn is_key(text: &str) -> bool {
    let starts = |line: &str, word: &str| {
        line.trim_start().strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', '"']))
    };
    let is_question = |line: &str| {
        let mut words = line.split_whitespace();
        words.next() == Some("ask")
            && words.next().is_some_and(|kind| AnswerKind::ALL.iter().any(|one| one.word() == kind))
    };
    text.lines().any(|line| {
        is_question(line)
            || starts(line, "sheet") && line.contains('"')
            || starts(line, "generate") && line.contains('"')
    })
}

impl Key {
    /// Reads a key, for one student if parts of it are generated for each. Also accepts a program with
    /// exercises of checks: they become questions, and verdicts are shown.
    ///
    /// # Errors
    /// All parts that do not parse, names that are asked for twice or mean something already, and points that do not add up.
    pub fn read(
        name: &str,
        text: &str,
        student: Option<&str>,
        budget: &Budget,
    ) -> Result<Key, Box<KeyError>> {
        let mut parsed = ParsedKey::of(name, text, budget);
        let of_checks = if is_key(text) { None } else { checks::as_key(&parsed.program, text) };
        if let Some(text) = of_checks.as_ref().filter(|_| parsed.broken.is_empty()) {
            parsed = ParsedKey::of(name, text, budget);
        }
        let ParsedKey { sources, source, program, broken } = parsed;
        let mut reader = KeyReader::new(name, sources, student.unwrap_or_default(), budget);
        // What the questions are about stands beside the checks.
        reader.hands_all_out = of_checks.is_some();
        reader.statements(&program.statements);
        reader.finish(source, broken)
    }

    /// All questions, in order.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.exercises.iter().flat_map(|exercise| &exercise.questions)
    }

    /// Points of the sheet.
    pub fn points(&self) -> Rational {
        sum(self.questions().map(|question| &question.points))
    }

    /// The names that only the key knows.
    pub fn secrets(&self) -> impl Iterator<Item = &str> {
        let secret = self.definitions.iter().filter(|definition| !definition.is_public);
        secret.flat_map(|definition| &definition.names).map(String::as_str)
    }

    /// Definitions that are handed out, which excludes the files that the key uses.
    pub fn handed_out(&self) -> impl Iterator<Item = &Definition> {
        self.definitions.iter().filter(|one| one.is_public && !one.names.is_empty())
    }

    /// The names that are handed out.
    pub fn given_names(&self) -> impl Iterator<Item = &str> {
        self.handed_out().flat_map(|definition| &definition.names).map(String::as_str)
    }
}

/// The text of a key, with the statements that parse.
struct ParsedKey {
    sources: SourceMap,
    source: SourceId,
    program: ast::Program,
    broken: Vec<Broken>,
}

impl ParsedKey {
    fn of(name: &str, text: &str, budget: &Budget) -> ParsedKey {
        let mut sources = SourceMap::default();
        let source = sources.add(name, text);
        let (program, broken) = syntax::parse_what_parses(source, text, &TextLimits(budget));
        ParsedKey { sources, source, program, broken }
    }
}

/// The sum of some points.
pub(super) fn sum(points: impl IntoIterator<Item: Borrow<Rational>>) -> Rational {
    points.into_iter().fold(Rational::from(0), |total, one| &total + one.borrow())
}

/// A key as far as it is read.
struct KeyReader<'r> {
    key: Key,
    student: &'r str,
    budget: &'r Budget,
    sources: SourceMap,
    errors: Vec<Diagnostic>,
    /// Names of questions with their places.
    asked: BTreeMap<String, Span>,
    /// Names of the language.
    taken: Vec<String>,
    has_title: bool,
    generated: usize,
    /// Whether definitions inside of exercises are handed out too.
    hands_all_out: bool,
    /// Definitions with their places.
    defined: BTreeMap<String, Span>,
}

impl<'r> KeyReader<'r> {
    fn new(name: &str, sources: SourceMap, student: &'r str, budget: &'r Budget) -> KeyReader<'r> {
        let key = Key {
            name: name.to_owned(),
            title: name.rsplit('/').next().unwrap_or(name).trim_end_matches(".game").to_owned(),
            shows_verdicts: false,
            shows_answers: false,
            shows_reasons: false,
            definitions: Vec::new(),
            exercises: Vec::new(),
            is_personal: false,
        };
        let taken = Session::default().entries().into_iter().map(|entry| entry.name).collect();
        KeyReader {
            key,
            student,
            budget,
            sources,
            errors: Vec::new(),
            asked: BTreeMap::new(),
            taken,
            has_title: false,
            generated: 0,
            hands_all_out: false,
            defined: BTreeMap::new(),
        }
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Sheet { title, shown } => self.sheet(title, shown, statement.span),
                StatementKind::Exercise { title, points, body } => {
                    self.exercise(title, *points, &body.statements);
                }
                StatementKind::Ask(_) => {
                    let message = "a question belongs in the braces of an exercise";
                    self.wrong(message, statement.span, "outside of one");
                }
                StatementKind::Generate(wanted) => self.generate(wanted, statement.span),
                kind => self.definition(statement, kind, true),
            }
        }
    }

    fn sheet(&mut self, title: &Text, shown: &[ast::Name], span: Span) {
        if self.has_title {
            self.wrong("a key has one title", span, "a second one");
        }
        self.has_title = true;
        self.key.title = title.value.to_string();
        for word in shown {
            match &*word.text {
                "verdicts" => self.key.shows_verdicts = true,
                "answers" => self.key.shows_answers = true,
                "reasons" => self.key.shows_reasons = true,
                _ => {
                    let message = "a sheet shows `verdicts`, `answers` or `reasons`";
                    self.wrong(message, word.span, "none of them");
                }
            }
        }
    }

    fn definition(&mut self, statement: &Statement, kind: &StatementKind, is_public: bool) {
        let names = defined_by(kind);
        // Checks, values that are shown and loops define nothing that an answer could need.
        if names.is_empty() && !matches!(kind, StatementKind::Use(_)) {
            return;
        }
        for name in &names {
            if let Some(first) = self.defined.insert(name.clone(), statement.span) {
                let message = format!(
                    "`{name}` is defined twice: what answers are compared with would be unclear"
                );
                let diagnostic = bad(&message, statement.span, "here again");
                self.errors.push(diagnostic.label(first, "here first"));
            }
        }
        let text = Snippet::new(&self.sources, statement.span);
        self.key.definitions.push(Definition { names, text, is_public });
    }

    fn exercise(&mut self, title: &Text, points: Option<u32>, statements: &[Statement]) {
        let mut exercise = Exercise {
            title: title.value.to_string(),
            texts: Vec::new(),
            hints: Vec::new(),
            questions: Vec::new(),
        };
        let needed = if self.hands_all_out { Some(needed(statements)) } else { None };
        for statement in statements {
            match &statement.kind {
                StatementKind::Hint(hint) => exercise.hints.push(hint.value.to_string()),
                StatementKind::Ask(question) => {
                    let question = self.question(question);
                    exercise.questions.push(question);
                }
                StatementKind::Expr(Expr { kind: ExprKind::Text(text), .. }) => {
                    exercise.texts.push(text.to_string());
                }
                // Statements that only other checks need are for students who check alone.
                kind => {
                    let names = defined_by(kind);
                    let is_needed = |all: &BTreeSet<String>| {
                        names.is_empty() || names.iter().any(|name| all.contains(name))
                    };
                    if needed.as_ref().is_none_or(is_needed) {
                        self.definition(statement, kind, self.hands_all_out);
                    }
                }
            }
        }
        // An exercise without questions is for the students themselves too.
        if exercise.questions.is_empty() {
            return;
        }
        self.distribute_points(&mut exercise, points, title.span);
        self.key.exercises.push(exercise);
    }

    /// Distributes the points that other questions leave equally among the questions without points.
    fn distribute_points(&mut self, exercise: &mut Exercise, points: Option<u32>, span: Span) {
        let own = |question: &&mut Question| question.tree.points.is_none();
        let said = sum(exercise.questions.iter().map(|question| &question.points));
        let open = exercise.questions.iter_mut().filter(own).count();
        let all = points.map(|points| Rational::from(i64::from(points)));
        let remaining = match &all {
            Some(all) => all - &said,
            None => Rational::from(i64::try_from(open).unwrap_or(i64::MAX)),
        };
        let fits = match open {
            0 => all.is_none() || remaining.is_zero(),
            _ => remaining > 0,
        };
        if !fits {
            let worth = all.unwrap_or_default();
            let message = format!("the questions have {said} points, and the exercise {worth}");
            let message =
                if open > 0 { format!("{message}: nothing is left for others") } else { message };
            return self.wrong(&message, span, "its points do not add up");
        }
        let count = Rational::from(i64::try_from(open).unwrap_or(i64::MAX));
        if let Some(part) = remaining.checked_div(&count) {
            for question in exercise.questions.iter_mut().filter(own) {
                question.points = part.clone();
            }
        }
    }

    /// Adds a question, also one with a name that is refused, so that the points of its exercise are right.
    fn question(&mut self, tree: &Arc<ast::Question>) -> Question {
        let name = tree.name.text.to_string();
        let mut question = Question {
            kind: tree.kind,
            text: tree.text.value.to_string(),
            points: Rational::from(i64::from(tree.points.unwrap_or(0))),
            answer: Snippet::new(&self.sources, tree.answer.span),
            tree: tree.clone(),
            accept: Vec::new(),
            partial: Vec::new(),
            wrong: Vec::new(),
            given: Vec::new(),
            from: Vec::new(),
            allow: Vec::new(),
            name,
        };
        for mark in &tree.marks {
            self.mark(&mut question, mark);
        }
        if question.kind == AnswerKind::Choice && question.from.is_empty() {
            self.wrong("a choice needs what is chosen from", tree.name.span, "`from \"a\", \"b\"`");
        }
        if question.kind == AnswerKind::Strategy && question.given.is_empty() {
            let message = "a strategy needs the positions that it is played from";
            self.wrong(message, tree.name.span, "`given P`");
        }
        self.ask_for(&question, tree.name.span);
        question
    }

    /// Registers the name of a question, or reports why it is refused.
    fn ask_for(&mut self, question: &Question, span: Span) {
        let name = &question.name;
        if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.wrong("what is asked for has a name of plain letters", span, "another letter");
        } else if self.taken.contains(name) || builtins::find(name).is_some() {
            let message = format!(
                "no question can be called `{name}`: its answer would hide Upstar's own `{name}`"
            );
            let other = format!("{name}1");
            let error = bad(&message, span, "the name of a question")
                .help(format!("choose another name, such as `{other}`"));
            self.errors.push(error.fix(format!("Call it `{other}`"), span, other));
        } else if let Some(first) = self.asked.get(name) {
            let diagnostic = bad(&format!("`{name}` is asked for twice"), span, "here again");
            self.errors.push(diagnostic.label(*first, "here first"));
        } else {
            self.asked.insert(name.clone(), span);
        }
    }

    fn mark(&mut self, question: &mut Question, mark: &ast::Mark) {
        let points = mark.points.and_then(|(above, below)| {
            Rational::from(i64::from(above)).checked_div(&Rational::from(i64::from(below)))
        });
        let text = mark.text.as_ref().map(|text| text.value.to_string());
        let word = mark.word;
        if points.is_some() != (word == MarkWord::Partial) {
            let what = if points.is_some() { "only `partial` has" } else { "`partial` has" };
            let message = format!("{what} points in parentheses, as in `partial v (1 point)`");
            return self.wrong(&message, mark.span, "here");
        }
        let is_pattern = matches!(word, MarkWord::Accept | MarkWord::Partial | MarkWord::Wrong);
        for value in &mark.values {
            if is_pattern && is_several(question.kind, &value.kind) {
                let error = several(&self.sources, value, word);
                self.errors.push(error);
                continue;
            }
            let snippet = Snippet::new(&self.sources, value.span);
            match (word, &value.kind) {
                (MarkWord::Accept | MarkWord::Partial | MarkWord::Wrong, kind) => {
                    let mistake = match kind {
                        ExprKind::Text(name) if question.kind != AnswerKind::Choice => {
                            Some(name.to_string())
                        }
                        _ => None,
                    };
                    if let Some(name) = &mistake
                        && Mistake::find(name).is_none()
                    {
                        let known: Vec<_> = Mistake::ALL.iter().map(|one| one.name()).collect();
                        let message = format!("no usual mistake is called \"{name}\"");
                        let diagnostic = bad(&message, value.span, "unknown");
                        let help = format!("there are \"{}\"", known.join("\", \""));
                        self.errors.push(diagnostic.help(help));
                        continue;
                    }
                    let pattern = AnswerPattern { value: snippet, mistake };
                    let marked = Marked { pattern, points: points.clone(), text: text.clone() };
                    match word {
                        MarkWord::Accept => question.accept.push(marked),
                        MarkWord::Partial => question.partial.push(marked),
                        _ => question.wrong.push(marked),
                    }
                }
                (MarkWord::Given, _) => question.given.push(snippet),
                (MarkWord::From, ExprKind::Text(text)) => question.from.push(text.to_string()),
                (MarkWord::From, _) => {
                    self.wrong("what is chosen from are texts", value.span, "no text")
                }
                (MarkWord::Allow, ExprKind::Name(name)) => question.allow.push(name.to_string()),
                (MarkWord::Allow, _) => {
                    self.wrong("what is allowed are names", value.span, "no name")
                }
            }
        }
    }

    /// Adds an exercise that is made for the student.
    fn generate(&mut self, wanted: &ast::Generated, span: Span) {
        self.key.is_personal = true;
        self.generated += 1;
        let Some(topic) = generate::find(&wanted.topic.value) else {
            let names: Vec<&str> = generate::TOPICS.iter().map(|topic| topic.name).collect();
            let message = format!("there is no topic \"{}\"", wanted.topic.value);
            let help = format!("there are \"{}\"", names.join("\", \""));
            self.errors.push(bad(&message, wanted.topic.span, "unknown").help(help));
            return;
        };
        let count = wanted.questions.unwrap_or(1);
        let level = wanted.level.unwrap_or(1);
        if !(1..=generate::MOST_QUESTIONS).contains(&count)
            || !(1..=generate::LEVELS).contains(&level)
        {
            let message = format!(
                "an exercise is made with 1 to {} questions, at a level from 1 to {}",
                generate::MOST_QUESTIONS,
                generate::LEVELS
            );
            return self.wrong(&message, span, "out of this range");
        }
        let seed = generate::seed(&[
            &self.key.title,
            self.student,
            topic.name,
            &self.generated.to_string(),
        ]);
        let prefix = format!("{}{}", topic.prefix, self.generated);
        let text = generate::exercise(topic, &prefix, wanted.points, count, level, seed);
        let source = self.sources.add(format!("exercise made of \"{}\"", topic.name), text.clone());
        match syntax::parse_file(source, &text, &TextLimits(self.budget)) {
            Ok(program) => self.statements(&program.statements),
            Err(diagnostic) => self.errors.push(diagnostic),
        }
    }

    fn wrong(&mut self, message: &str, span: Span, label: &str) {
        self.errors.push(bad(message, span, label));
    }

    fn finish(mut self, source: SourceId, broken: Vec<Broken>) -> Result<Key, Box<KeyError>> {
        let defined = self.key.definitions.iter().flat_map(|definition| &definition.names);
        let clash: Vec<(String, Span)> = defined
            .filter_map(|name| self.asked.get(name).map(|span| (name.clone(), *span)))
            .collect();
        for (name, span) in clash {
            let message = format!("`{name}` is defined by the key, and cannot be asked for");
            self.wrong(&message, span, "asked for here");
        }
        // An exercise without the part that does not parse may have other points.
        self.errors.retain(|error| {
            let place = error.labels.first().map(|label| label.span);
            let start = place.filter(|span| span.source == source).map(|span| span.bytes().start);
            !start.is_some_and(|start| broken.iter().any(|one| one.lines.contains(&start)))
        });
        if broken.is_empty() && self.errors.is_empty() && self.key.exercises.is_empty() {
            let diagnostic = bad("this key asks nothing", Span::new(source, 0..0), "begins here");
            self.errors.push(
                diagnostic
                    .help("write questions into exercises: `ask value a \"What is <0|*>?\" := ^`"),
            );
        }
        if broken.is_empty() && self.errors.is_empty() {
            return Ok(self.key);
        }
        let rest = self.errors.is_empty().then_some(self.key);
        let mut diagnostics: Vec<Diagnostic> =
            broken.into_iter().filter_map(|one| one.diagnostic).collect();
        diagnostics.extend(self.errors);
        Err(Box::new(KeyError { diagnostics, sources: self.sources, rest }))
    }
}

fn bad(message: &str, span: Span, label: &str) -> Diagnostic {
    Diagnostic::error(Code::BadKey, message).label(span, label)
}

/// Whether an expression is a list or a range, and no answer of a kind equals it.
fn is_several(asked: AnswerKind, kind: &ExprKind) -> bool {
    use AnswerKind::{Choice, Form, Move, Number, Outcome, Value};
    match kind {
        ExprKind::Binary { op: BinaryOp::By, left, .. } => is_several(asked, &left.kind),
        ExprKind::Range(..) => matches!(asked, Value | Form | Number),
        ExprKind::List(_) | ExprKind::Set(_) | ExprKind::Tuple(_) => {
            matches!(asked, Form | Number | Outcome | Move | Choice)
        }
        _ => false,
    }
}

/// The error of a list or a range in place of a single answer, with what is written for it.
fn several(sources: &SourceMap, value: &Expr, word: MarkWord) -> Diagnostic {
    let text = |expr: &Expr| sources.slice(expr.span).to_owned();
    let written = match &value.kind {
        ExprKind::Range(from, to) => format!("x -> {} <= x <= {}", text(from), text(to)),
        ExprKind::List(all) | ExprKind::Set(all) | ExprKind::Tuple(all) if !all.is_empty() => {
            all.iter().map(text).collect::<Vec<_>>().join(", ")
        }
        _ => format!("x -> x in {}", text(value)),
    };
    bad("an answer to this question is a single value", value.span, "several")
        .help(format!("write `{} {written}`", word.word()))
        .fix(format!("Write `{written}`"), value.span, written)
}

/// The names that a statement defines.
fn defined_by(kind: &StatementKind) -> Vec<String> {
    match kind {
        StatementKind::Bind { target, .. } => bound(target),
        StatementKind::Function(function) => vec![function.name.text.to_string()],
        StatementKind::Ruleset(ruleset) => vec![ruleset.name.text.to_string()],
        _ => Vec::new(),
    }
}

/// Names that the questions among some statements need, and those that their definitions need.
fn needed(statements: &[Statement]) -> BTreeSet<String> {
    let mentioned = |statement: &Statement| {
        let names = syntax::names(std::slice::from_ref(statement));
        names.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let is_question = |one: &&Statement| matches!(one.kind, StatementKind::Ask(_));
    let mut needed: BTreeSet<String> =
        statements.iter().filter(is_question).flat_map(mentioned).collect();
    // Definitions precede their uses.
    for statement in statements.iter().rev() {
        if defined_by(&statement.kind).iter().any(|name| needed.contains(name)) {
            needed.extend(mentioned(statement));
        }
    }
    needed
}

fn bound(pattern: &ast::Pattern) -> Vec<String> {
    match pattern {
        ast::Pattern::Name(name) => vec![name.text.to_string()],
        ast::Pattern::Tuple(parts, _) => parts.iter().flat_map(bound).collect(),
    }
}
