//! Inputs and files, from text to answers.

use super::{
    Answer, CheckResult, FileError, NewFile, NotWritten, Reply, Session, Verdict, library,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::eval::{Claimed, Event, Library, Machine};
use crate::outside::Outside;
use crate::resolve;
use crate::source::{SourceId, Span};
use crate::syntax::ast::{CompareOp, Statement, StatementKind, Text};
use crate::syntax::{self};
use crate::value::{At as _, Fault, Value, show};

impl Session {
    /// Evaluates one input: all of it or nothing. Its last value becomes `_`.
    pub fn eval(&mut self, name: &str, text: &str) -> Reply {
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
                let diagnostic = self.with_what_is_lost(diagnostic, source);
                Reply { diagnostics: vec![diagnostic], ..Reply::default() }
            }
        }
    }

    /// Runs a file statement by statement, up to the first error. What each answers is given to
    /// `answer` and not kept.
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
                reply
            }
            Err(error) => Reply { diagnostics: vec![unreadable(path, &error)], ..Reply::default() },
        }
    }

    /// Runs the statements of a file up to the first error; `done` is told what came of each.
    fn statements(
        &mut self,
        source: SourceId,
        done: &mut dyn FnMut(&mut Session, &mut Reply),
    ) -> Reply {
        let text = self.sources.get(source).text.clone();
        let program = match syntax::parse_file(source, &text, self.budget()) {
            Ok(program) => program,
            Err(diagnostic) => {
                return Reply { diagnostics: vec![diagnostic], ..Reply::default() };
            }
        };
        resolve::declare(&program.statements, &mut self.globals);
        let mut reply = Reply::default();
        for statement in &program.statements {
            let (events, result) = self.one(statement);
            let mut part = self.reply(events, None);
            if result.is_err() {
                self.asked.clear();
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

    /// After running out of memory: the inputs that follow begin with empty caches.
    pub(super) fn make_room(&mut self, diagnostic: &Diagnostic) {
        if diagnostic.code == Code::OutOfMemory {
            self.world.forget();
        }
    }

    /// Parses, resolves and runs a whole input.
    pub(super) fn input(&mut self, source: SourceId) -> Result<Vec<Event>, Diagnostic> {
        let text = self.sources.get(source).text.clone();
        let program = syntax::parse_input(source, &text, self.budget())?;
        self.prepare(&program.statements)?;
        let budget = self.budget().clone();
        let tree = resolve::resolve(&program.statements, &mut self.globals, &budget)
            .map_err(|diagnostic| *diagnostic)?;
        drop(program);
        let (events, result) = Machine::new(&self.world, &mut self.globals).run(&tree);
        result.map_err(Fault::into_diagnostic)?;
        Ok(events)
    }

    pub(super) fn one(&mut self, statement: &Statement) -> (Vec<Event>, Result<(), Diagnostic>) {
        let statements = std::slice::from_ref(statement);
        if let Err(diagnostic) = self.prepare(statements) {
            return (Vec::new(), Err(diagnostic));
        }
        let budget = self.budget().clone();
        match resolve::resolve(statements, &mut self.globals, &budget) {
            Ok(tree) => {
                let (events, result) = Machine::new(&self.world, &mut self.globals).run(&tree);
                (events, result.map_err(Fault::into_diagnostic))
            }
            Err(diagnostic) => (Vec::new(), Err(*diagnostic)),
        }
    }

    /// Brings in the files and the parts of the library that statements mention.
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

    /// Defines what a file of the library defines, once.
    pub(super) fn load_library(&mut self, file: usize) -> Result<(), Diagnostic> {
        if !self.loaded.library.insert(file) {
            return Ok(());
        }
        let (name, text) = library::FILES[file];
        let source = self.sources.add(format!("stdlib/{name}"), text);
        let program = syntax::parse_file(source, text, self.budget())?;
        self.prepare(&program.statements)?;
        let budget = self.budget().clone();
        let globals = &mut Library(&mut self.globals);
        let tree = resolve::resolve(&program.statements, globals, &budget)
            .map_err(|diagnostic| *diagnostic)?;
        let (_, result) = Machine::new(&self.world, &mut self.globals).run(&tree);
        result.map_err(Fault::into_diagnostic)
    }

    /// `use "file.game"`
    fn bring_in(&mut self, path: &Text) -> Result<(), Diagnostic> {
        let user = self.loaded.open.last().cloned();
        let file = self.files.read(&path.value, user.as_deref()).map_err(|error| {
            unreadable(&path.value, &error)
                .label(path.span, "wanted here")
                .help("a path in `use` is relative to the file that uses it")
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

    /// What came of events. Files that they ask for are still to be written.
    pub(super) fn reply(&mut self, events: Vec<Event>, number: Option<usize>) -> Reply {
        let mut reply = Reply::default();
        for event in events {
            match event {
                Event::Play(wanted) => reply.wanted.push(wanted),
                Event::File { path, text, span } => {
                    self.asked.push((NewFile { path, text }, span));
                }
                Event::Answer { value, span, silent, is_source } => {
                    let written = self.told(&value, is_source).and_then(|text| {
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

    /// Writes the files that were asked for, all of them or none; what fails leaves no files behind.
    pub(super) fn write_files(&mut self, reply: &mut Reply) {
        let (files, places): (Vec<NewFile>, Vec<Option<Span>>) = self.asked.drain(..).unzip();
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

    fn verdict(&self, claimed: Claimed) -> Verdict {
        match claimed {
            Claimed::Holds => Verdict::Passed,
            Claimed::Fails(None, _) => Verdict::Failed { expected: None, got: None, why: None },
            Claimed::Fails(Some((left, op, right)), why) => Verdict::Failed {
                expected: Some(self.claimed(&right, op)),
                got: Some(self.found(&left, op)),
                why: why
                    .and_then(|why| show::sentence(self.world.store(), &why, self.notation).ok()),
            },
            Claimed::Blank(value) => Verdict::Blank { answer: self.show(&value) },
            Claimed::Broken(fault) => Verdict::Error(fault.into_diagnostic()),
        }
    }

    /// The right side of a comparison; for `is` as it was typed.
    fn claimed(&self, value: &Value, op: CompareOp) -> String {
        match (op, value) {
            (CompareOp::Is, Value::Form(form)) => self.show(&Value::Typed(form.clone())),
            _ => self.show(value),
        }
    }

    /// The left side of a comparison; for `is` with the options of its canonical form.
    fn found(&self, value: &Value, op: CompareOp) -> String {
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

fn unreadable(path: &str, error: &FileError) -> Diagnostic {
    match error {
        FileError::NotFound => {
            Diagnostic::error(Code::NoSuchFile, format!("there is no file `{path}`"))
        }
        FileError::Unreadable { .. } => {
            Diagnostic::error(Code::NoSuchFile, format!("`{path}` cannot be read: {error}"))
        }
        FileError::NotUtf8 { .. } => {
            Diagnostic::error(Code::NotUtf8, format!("`{path}` cannot be read: {error}"))
                .help("save the file as UTF-8")
        }
        FileError::Stopped(why) => Fault::from(*why).into_diagnostic(),
    }
}

fn unwritable(path: &str, error: &FileError) -> Diagnostic {
    let why = match error {
        FileError::NotFound => "its folder does not exist".to_owned(),
        other => other.to_string(),
    };
    Diagnostic::error(Code::NotWritten, format!("`{path}` cannot be written: {why}"))
        .help("paths begin in the folder where `upstar` was started")
}

/// How many files may use each other in a chain.
const MAX_OPEN: usize = 100;

fn too_many_open(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::TooDeep,
        format!("more than {MAX_OPEN} files use each other in a chain"),
    )
    .label(span, "one more here")
}

fn circular(file: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::CircularUse,
        format!("`{file}` uses itself, directly or through others"),
    )
    .label(span, "used again here")
    .help("move what both files need into a third one")
}
