//! Evaluation of inputs and files, from text to answers.

use super::{
    Answer, CheckResult, CheckVerdict, FileError, NewFile, NotWritten, Reply, Session, library,
};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::eval::{Claimed, Event, Library, Machine};
use crate::outside::Outside;
use crate::source::{SourceId, Span};
use crate::syntax::ast::{CompareOp, Pattern, Statement, StatementKind, Text};
use crate::value::TextLimits;
use crate::value::{At as _, Fault, Value, show};
use crate::{resolve, syntax};

impl Session {
    /// Evaluates one input: all of it or nothing. Its last value becomes `_`.
    pub fn eval(&mut self, name: &str, text: &str) -> Reply {
        let mut reply = self.evaluated(name, text);
        self.add_doubts(&mut reply);
        self.write_answers(&mut reply);
        reply
    }

    /// Writes the answers that are to be kept; a warning says what went wrong.
    fn write_answers(&self, reply: &mut Reply) {
        let Some(trouble) = self.world.archive().and_then(|archive| archive.flush()) else {
            return;
        };
        let mut warning = Diagnostic::error(Code::BadTables, trouble)
            .note("answers are computed without them, and are right")
            .help(
                "make room, or, where the file is damaged, move it away; or give another folder \
                 after `--tables`",
            );
        warning.severity = Severity::Warning;
        reply.warnings.push(warning);
    }

    /// Adds warnings about fast methods that disagreed with the rules.
    pub(super) fn add_doubts(&self, reply: &mut Reply) {
        let doubts = self.world.doubts().into_iter().map(Fault::into_diagnostic);
        reply
            .warnings
            .extend(doubts.map(|doubt| Diagnostic { severity: Severity::Warning, ..doubt }));
    }

    fn evaluated(&mut self, name: &str, text: &str) -> Reply {
        let loaded = self.begin();
        self.budget().restart();
        let source = self.sources.add(name, text.trim_start_matches('\u{feff}'));
        self.inputs += 1;
        match self.input(source) {
            Ok(events) => {
                let mut reply = self.reply(events, Some(self.inputs));
                self.write_files(&mut reply);
                if reply.diagnostics.is_empty() {
                    reply.warnings = self.warnings(source);
                    reply.warnings.extend(self.hidden_names(source));
                    self.remember(&reply);
                    self.commit(loaded);
                    return reply;
                }
                self.undo(loaded);
                reply.diagnostics.iter().for_each(|diagnostic| self.make_room(diagnostic));
                Reply { diagnostics: reply.diagnostics, ..Reply::default() }
            }
            Err(diagnostic) => {
                self.undo(loaded);
                self.make_room(&diagnostic);
                let diagnostic = self.with_lost_names(diagnostic, source);
                let diagnostic = self.with_offer(diagnostic, source);
                Reply { diagnostics: vec![diagnostic], ..Reply::default() }
            }
        }
    }

    /// Evaluates one input and takes it back: no name is bound and no file is written, and `_` and the number of the next
    /// input stay. For a page that shows values while they are typed.
    ///
    /// ```
    /// use upstar_lang::session::Session;
    ///
    /// let mut session = Session::default();
    /// assert_eq!(session.preview("input", "x := 3; x * 2").answers[0].text, "6");
    /// assert!(!session.eval("input", "x").diagnostics.is_empty());
    /// ```
    pub fn preview(&mut self, name: &str, text: &str) -> Reply {
        let (source, done) = self.taken_back(name, text);
        let reply = done.unwrap_or_else(|diagnostic| {
            let diagnostic = self.with_lost_names(diagnostic, source);
            let diagnostic = self.with_offer(diagnostic, source);
            Reply { diagnostics: vec![diagnostic], ..Reply::default() }
        });
        reply.diagnostics.iter().for_each(|diagnostic| self.make_room(diagnostic));
        reply
    }

    /// Evaluates one input and takes it back.
    pub(super) fn taken_back(
        &mut self,
        name: &str,
        text: &str,
    ) -> (SourceId, Result<Reply, Diagnostic>) {
        let loaded = self.begin();
        self.budget().restart();
        let source = self.sources.add(name, text.trim_start_matches('\u{feff}'));
        let done = self.input(source).map(|events| self.reply(events, None));
        self.saved.clear();
        self.undo(loaded);
        (source, done)
    }

    /// Runs a file statement by statement, up to the first error. Passes the reply to each statement to
    /// `answer`.
    pub fn run(&mut self, path: &str, answer: &mut dyn FnMut(&Session, &Answer)) -> Reply {
        self.file(path, |session, source| {
            session.statements(source, &mut |session, part| {
                session.write_files(part);
                part.answers.iter().for_each(|one| answer(session, one));
            })
        })
    }

    /// Reads a file and runs it.
    pub(super) fn file(
        &mut self,
        path: &str,
        run: impl FnOnce(&mut Session, SourceId) -> Reply,
    ) -> Reply {
        self.budget().restart();
        match self.files.read(path, None) {
            Ok(file) => {
                let loaded = self.begin();
                let source = self.sources.add(file.name.clone(), file.text);
                self.loaded.open.push(file.name.clone());
                let mut reply = run(self, source);
                reply.warnings = self.warnings(source);
                self.loaded.open.pop();
                if reply.diagnostics.is_empty() {
                    self.loaded.used.insert(file.name);
                }
                self.commit(loaded);
                self.add_doubts(&mut reply);
                self.write_answers(&mut reply);
                reply
            }
            Err(error) => Reply { diagnostics: vec![unreadable(path, &error)], ..Reply::default() },
        }
    }

    /// Runs the statements of a file up to the first error; calls `done` with the reply to each.
    fn statements(
        &mut self,
        source: SourceId,
        done: &mut dyn FnMut(&mut Session, &mut Reply),
    ) -> Reply {
        let text = self.sources.get(source).text.clone();
        let program = match syntax::parse_file(source, &text, &TextLimits(self.budget())) {
            Ok(program) => program,
            Err(diagnostic) => {
                return Reply { diagnostics: vec![diagnostic], ..Reply::default() };
            }
        };
        resolve::declare(&program.statements, &mut self.globals);
        let mut reply = Reply::default();
        for statement in &program.statements {
            let (events, result) = self.run_statement(statement);
            let mut part = self.reply(events, None);
            if result.is_err() {
                self.saved.clear();
            }
            done(self, &mut part);
            let failed = !part.diagnostics.is_empty();
            reply.checks.extend(part.checks);
            reply.diagnostics.extend(part.diagnostics);
            if let Err(diagnostic) = result {
                self.make_room(&diagnostic);
                reply.diagnostics.push(diagnostic);
                break;
            }
            if failed {
                break;
            }
        }
        reply
    }

    /// Empties the caches after running out of memory.
    pub(super) fn make_room(&mut self, diagnostic: &Diagnostic) {
        if diagnostic.code == Code::OutOfMemory {
            self.world.forget();
        }
    }

    /// Parses, resolves and runs a whole input.
    pub(super) fn input(&mut self, source: SourceId) -> Result<Vec<Event>, Diagnostic> {
        let text = self.sources.get(source).text.clone();
        let program = syntax::parse_input(source, &text, &TextLimits(self.budget()))?;
        self.prepare(&program.statements)?;
        let budget = self.budget().clone();
        let tree = resolve::resolve(&program.statements, &mut self.globals, &TextLimits(&budget))
            .map_err(|diagnostic| *diagnostic)?;
        drop(program);
        let (events, result) = Machine::new(&self.world, &mut self.globals).run(&tree);
        result.map_err(Fault::into_diagnostic)?;
        Ok(events)
    }

    pub(super) fn run_statement(
        &mut self,
        statement: &Statement,
    ) -> (Vec<Event>, Result<(), Diagnostic>) {
        let statements = std::slice::from_ref(statement);
        if let Err(diagnostic) = self.prepare(statements) {
            return (Vec::new(), Err(diagnostic));
        }
        let budget = self.budget().clone();
        match resolve::resolve(statements, &mut self.globals, &TextLimits(&budget)) {
            Ok(tree) => {
                let (events, result) = Machine::new(&self.world, &mut self.globals).run(&tree);
                (events, result.map_err(Fault::into_diagnostic))
            }
            Err(diagnostic) => (Vec::new(), Err(*diagnostic)),
        }
    }

    /// Loads the files and the parts of the library that statements mention.
    fn prepare(&mut self, statements: &[Statement]) -> Result<(), Diagnostic> {
        for statement in statements {
            if let StatementKind::Use(path) = &statement.kind {
                self.bring_in(path)?;
            }
        }
        let mut wanted: Vec<usize> = Vec::new();
        for name in syntax::names(statements) {
            wanted.extend(library::file_of(&name));
        }
        wanted.into_iter().try_for_each(|file| self.load_library(file))
    }

    /// Runs a file of the library, once.
    pub(super) fn load_library(&mut self, file: usize) -> Result<(), Diagnostic> {
        if !self.loaded.library.insert(file) {
            return Ok(());
        }
        let (name, text) = library::FILES[file];
        let source = self.sources.add(format!("stdlib/{name}"), text);
        let program = syntax::parse_file(source, text, &TextLimits(self.budget()))?;
        self.prepare(&program.statements)?;
        let budget = self.budget().clone();
        let globals = &mut Library(&mut self.globals);
        let tree = resolve::resolve(&program.statements, globals, &TextLimits(&budget))
            .map_err(|diagnostic| *diagnostic)?;
        let (_, result) = Machine::new(&self.world, &mut self.globals).run(&tree);
        result.map_err(Fault::into_diagnostic)
    }

    /// `use "file.game"`
    fn bring_in(&mut self, path: &Text) -> Result<(), Diagnostic> {
        let user = self.loaded.open.last().cloned();
        let file = self.files.read(&path.value, user.as_deref()).map_err(|error| {
            unreadable(&path.value, &error).label(path.span, "wanted here").help(USED_FROM)
        })?;
        if self.loaded.open.contains(&file.name) {
            return Err(circular(&file.name, path.span));
        }
        if self.loaded.used.contains(&file.name) {
            return Ok(());
        }
        if self.loaded.open.len() >= MAX_OPEN {
            return Err(too_many_open(path.span));
        }
        let source = self.sources.add(file.name.clone(), file.text);
        self.loaded.open.push(file.name.clone());
        let reply = self.statements(source, &mut |_, _| {});
        self.loaded.open.pop();
        match reply.diagnostics.into_iter().next() {
            Some(diagnostic) => Err(diagnostic),
            None => {
                self.loaded.used.insert(file.name);
                Ok(())
            }
        }
    }

    /// Returns the reply to events. Files that they save are still to be written.
    pub(super) fn reply(&mut self, events: Vec<Event>, number: Option<usize>) -> Reply {
        let mut reply = Reply::default();
        for event in events {
            match event {
                Event::Play(wanted) => reply.wanted.push(wanted),
                Event::File { path, text, span } => {
                    self.saved.push((NewFile { path, text }, span));
                }
                Event::Answer { value, span, label, silent, is_source } => {
                    // Nobody reads what is silenced, however long it is.
                    let written = match silent {
                        true => Ok(Default::default()),
                        false => self.written_answer(&value, label.as_deref(), is_source),
                    };
                    let written = written.and_then(|text| {
                        let outside =
                            self.with_data.then(|| Outside::new(self.world.store(), &value));
                        Ok((text, outside.transpose()?))
                    });
                    match written.at(span) {
                        Ok((text, outside)) => {
                            reply.answers.push(Answer {
                                value,
                                text,
                                outside,
                                span,
                                number,
                                silent,
                            });
                        }
                        Err(fault) => {
                            let ends = fault.is_exhaustion();
                            reply.diagnostics.push(fault.into_diagnostic());
                            if ends {
                                break;
                            }
                        }
                    }
                }
                Event::Check { exercise, span, claimed } => reply.checks.push(CheckResult {
                    exercise: exercise.map(|title| title.to_string()),
                    span,
                    claim: self.sources.slice(span).to_owned(),
                    verdict: self.verdict(claimed),
                }),
            }
        }
        reply
    }

    /// Writes the saved files, all of them or none; a failure leaves no files behind.
    pub(super) fn write_files(&mut self, reply: &mut Reply) {
        let (files, places): (Vec<NewFile>, Vec<Option<Span>>) = self.saved.drain(..).unzip();
        if files.is_empty() || reply.failed() {
            return;
        }
        if let Err(NotWritten { path, error }) = self.files.write(&files) {
            reply.answers.retain(|answer| !places.contains(&Some(answer.span)));
            let place = files.iter().zip(&places).find(|(file, _)| file.path == path);
            let diagnostic = unwritable(&path, &error);
            reply.diagnostics.push(match place.and_then(|(_, place)| *place) {
                Some(span) => diagnostic.label(span, "wanted here"),
                None => diagnostic,
            });
        }
    }

    fn verdict(&self, claimed: Claimed) -> CheckVerdict {
        match claimed {
            Claimed::Holds => CheckVerdict::Passed,
            Claimed::Fails(None, _) => {
                CheckVerdict::Failed { expected: None, got: None, why: None }
            }
            Claimed::Fails(Some((left, op, right)), why) => CheckVerdict::Failed {
                expected: Some(self.right_side(&right, op)),
                got: Some(self.left_side(&left, op)),
                why: why
                    .and_then(|why| show::sentence(self.world.store(), &why, self.notation).ok()),
            },
            Claimed::Blank(value) => CheckVerdict::Blank { answer: self.show(&value) },
            Claimed::Broken(fault) => CheckVerdict::Error(fault.into_diagnostic()),
        }
    }

    /// The right side of a comparison; for `is` as it was typed.
    fn right_side(&self, value: &Value, op: CompareOp) -> String {
        match (op, value) {
            (CompareOp::Is, Value::Form(form)) => self.show(&Value::Typed(form.clone())),
            _ => self.show(value),
        }
    }

    /// The left side of a comparison; for `is` with the options of its canonical form.
    fn left_side(&self, value: &Value, op: CompareOp) -> String {
        let shown = match value {
            Value::Typed(form) => self.show(&Value::Form(form.clone())),
            other => self.show(other),
        };
        let game = match value {
            Value::Form(form) | Value::Typed(form) => form.canonical(),
            Value::Game(game) => *game,
            _ => return shown,
        };
        if op != CompareOp::Is {
            return shown;
        }
        match show::options(self.world.store(), game, self.notation) {
            Ok(options) if options != shown => format!("{shown} = {options}"),
            _ => shown,
        }
    }

    fn remember(&mut self, reply: &Reply) {
        let Some(answer) = reply.answers.last() else { return };
        let globals = &mut self.globals;
        for (older, newer) in [("___", "__"), ("__", "_")] {
            if let Some(value) = globals.value(newer).cloned() {
                globals.bind(older, value);
            }
        }
        globals.bind("_", answer.value.clone());
        globals.bind(&format!("_{}", self.inputs), answer.value.clone());
    }
}

/// The error of a file that cannot be read.
pub fn unreadable(path: &str, error: &FileError) -> Diagnostic {
    match error {
        FileError::NotFound => {
            Diagnostic::error(Code::NoSuchFile, format!("there is no file `{path}`"))
        }
        FileError::Unreadable { .. } => {
            Diagnostic::error(Code::NoSuchFile, format!("`{path}` cannot be read: {error}"))
        }
        FileError::NotUtf8 { offset } => {
            let at = offset + 1;
            let message = format!("`{path}` is not UTF-8 text: byte {at} cannot be read");
            Diagnostic::error(Code::NotUtf8, message).help("save the file as UTF-8")
        }
        FileError::Stopped(why) => Fault::from(*why).into_diagnostic(),
    }
}

/// Help for a path in `use` at which nothing is found.
pub const USED_FROM: &str = "a path in `use` is relative to the file that uses it";

fn unwritable(path: &str, error: &FileError) -> Diagnostic {
    let why = match error {
        FileError::NotFound => "its folder does not exist".to_owned(),
        other => other.to_string(),
    };
    Diagnostic::error(Code::NotWritten, format!("`{path}` cannot be written: {why}"))
        .help("paths begin in the folder where `upstar` was started")
}

/// Longest chain of files that use each other.
const MAX_OPEN: usize = 100;

/// The error of a chain of files that is too long.
pub fn too_many_open(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::TooDeep,
        format!("more than {MAX_OPEN} files use each other in a chain"),
    )
    .label(span, "one more here")
}

/// The error of a file that uses itself.
pub fn circular(file: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::CircularUse,
        format!("`{file}` uses itself, directly or through others"),
    )
    .label(span, "used again here")
    .help("move what both files need into a third one")
}

/// Longest failed input that is parsed again for the names it binds.
const LONGEST: usize = 100_000;
/// Most names that are listed.
const MOST_NAMES: usize = 6;

impl Session {
    /// Adds to the error of an input the names that it does not bind, because a failed input is undone as a
    /// whole.
    fn with_lost_names(&self, error: Diagnostic, source: SourceId) -> Diagnostic {
        let text = &self.sources.get(source).text;
        if text.len() > LONGEST || error.code.is_exhaustion() {
            return error;
        }
        let Ok(program) = syntax::parse_input(source, text, &TextLimits(self.budget())) else {
            return error;
        };
        let names: Vec<String> = match program.statements.as_slice() {
            [] | [_] => Vec::new(),
            several => several.iter().flat_map(bound).map(|name| format!("`{name}`")).collect(),
        };
        let shown = &names[..names.len().min(MOST_NAMES)];
        match shown {
            [] => error,
            _ if names.len() > shown.len() => {
                error.note(format!("{} and others are not bound: {KEPT}", shown.join(", ")))
            }
            [one] => error.note(format!("{one} is not bound: {KEPT}")),
            [first @ .., last] => {
                error.note(format!("{} and {last} are not bound: {KEPT}", first.join(", ")))
            }
        }
    }
}

/// Note on why the names bound before an error are lost.
const KEPT: &str = "lines that are entered together are kept together, or not at all";

/// The names that a statement binds, in order.
fn bound(statement: &Statement) -> Vec<String> {
    match &statement.kind {
        StatementKind::Bind { target, .. } => in_pattern(target),
        StatementKind::Function(function) => vec![function.name.text.to_string()],
        StatementKind::Ruleset(ruleset) => vec![ruleset.name.text.to_string()],
        _ => Vec::new(),
    }
}

fn in_pattern(pattern: &Pattern) -> Vec<String> {
    match pattern {
        Pattern::Name(name) => vec![name.text.to_string()],
        Pattern::Tuple(parts, _) => parts.iter().flat_map(in_pattern).collect(),
    }
}
