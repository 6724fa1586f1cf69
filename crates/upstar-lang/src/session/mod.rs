//! Sessions: run inputs and files one after the other in one world.
//!
//! Knows: transactions (a failed input leaves no trace), what is in scope, earlier answers.
//! Must not know: terminals, or where files come from.
//!
//! `use` is hoisted: the files that a statement mentions are brought in before it is resolved. A file is brought in
//! once, however often it is used.

mod check;
mod compute;
pub mod expect;
pub mod find;
pub mod help;
mod how;
mod info;
mod kept;
mod library;
mod offers;
mod report;
mod run;
pub mod transcript;
mod undo;
mod warned;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use upstar_core::solve::kept::Archive;
use upstar_core::{Budget, Exhausted, Player};

use crate::diagnostic::Diagnostic;
use crate::eval::{Event, Globals, Machine, World, with_stack_for_code};
use crate::explain::{Wording, goal_in_words};
use crate::source::{SourceMap, Span};
use crate::syntax::ast::Ending;
use crate::value::host::Host;
use crate::value::{Fault, Notation, Result as Outcome, Ruleset, TermKind, Value, show};

pub use crate::eval::{Definitions, KeptAnswer, Recomputed, Validate};
pub use check::StatementRunner;
pub use help::{Entry, EntryKind, Page};
pub use info::Card;
pub use library::{file_of_name as library_file_of, names as library_names};
pub use report::{Answer, BrokenStatement, CheckResult, CheckVerdict, ExerciseResult, Reply};
pub use run::{USED_FROM, circular, too_many_open, unreadable};
pub use upstar_core::budget::MOST_THREADS;
pub use warned::lints;

/// A file that was read.
#[derive(Debug, Clone)]
pub struct FileText {
    /// Its canonical name.
    pub name: String,
    /// Contents.
    pub text: String,
}

/// A file to be written.
#[derive(Debug, Clone)]
pub struct NewFile {
    /// Its path, as the program gives it.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// Error of writing several files: the one that could not be written, so that none was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotWritten {
    /// Its path, as it was given.
    pub path: String,
    /// Reason.
    pub error: FileError,
}

/// Reason why a file cannot be read or written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileError {
    /// There is no such file.
    NotFound,
    /// The file exists, but cannot be read.
    Unreadable {
        /// Message of the operating system.
        reason: String,
    },
    /// It is not UTF-8 text.
    NotUtf8 {
        /// The first byte that is not.
        offset: usize,
    },
    /// A limit or an interruption ended it.
    Stopped(Exhausted),
}

/// Writes the reason without the name of the file.
impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::NotFound => f.write_str("it does not exist"),
            FileError::Unreadable { reason } => f.write_str(reason),
            FileError::NotUtf8 { offset } => {
                write!(f, "it is not UTF-8 text: byte {} cannot be read", offset + 1)
            }
            FileError::Stopped(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for FileError {}

/// Access to files.
pub trait Files: Send + Sync {
    /// Reads `path`, relative to `user`, the file that says `use`.
    fn read(&self, path: &str, user: Option<&str>) -> Result<FileText, FileError>;

    /// Writes files, in this order, all of them or none. By default, writing is an error.
    ///
    /// # Errors
    /// When the folder of one does not exist, its path leaves the folder of all files, or writing
    /// fails.
    fn write(&self, files: &[NewFile]) -> Result<(), NotWritten> {
        let reason = "no files are written here".to_owned();
        match files.first() {
            Some(NewFile { path, .. }) => {
                let error = FileError::Unreadable { reason };
                Err(NotWritten { path: path.clone(), error })
            }
            None => Ok(()),
        }
    }
}

/// File system without files.
struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str, _: Option<&str>) -> Result<FileText, FileError> {
        Err(FileError::NotFound)
    }
}

/// A session.
pub struct Session {
    world: World,
    globals: Globals,
    sources: SourceMap,
    files: Arc<dyn Files>,
    loaded: Loaded,
    notation: Notation,
    /// Whether answers come with their values for other programs.
    with_data: bool,
    inputs: usize,
    past: undo::Past,
    /// Files that the current input saves, with the places of the calls; written after the whole input has
    /// succeeded.
    saved: Vec<(NewFile, Option<Span>)>,
}

/// Sessions may move between threads.
const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<Session>();
};

/// Files in scope.
#[derive(Debug, Clone, Default)]
struct Loaded {
    library: BTreeSet<usize>,
    used: BTreeSet<String>,
    /// Files being loaded, outermost first.
    open: Vec<String>,
}

impl Default for Session {
    /// Returns a session without limits and without files.
    fn default() -> Self {
        Session::new(Budget::unlimited(), Arc::new(NoFiles))
    }
}

impl Session {
    /// Returns a new session.
    pub fn new(budget: Budget, files: Arc<dyn Files>) -> Session {
        Session {
            world: World::new(budget),
            globals: Globals::new(library::suggested),
            sources: SourceMap::default(),
            files,
            loaded: Loaded::default(),
            notation: Notation::UNICODE,
            with_data: false,
            inputs: 0,
            past: undo::Past::default(),
            saved: Vec::new(),
        }
    }

    /// Returns a new session with the same settings.
    pub fn fresh(&self) -> Session {
        let (notation, with_data) = (self.notation, self.with_data);
        let mut new = Session::new(self.budget().clone(), self.files.clone());
        new.limit_nesting(self.world.max_nesting());
        new.use_bits_from(self.world.least_bits());
        new.keep_like(&self.world);
        Session { notation, with_data, ..new }
    }

    /// Limits the nesting of calls through builtins, comprehensions and rules, for stacks that cannot grow,
    /// such as a browser's. By default only the number of open calls is limited, to 10,000.
    pub fn limit_nesting(&mut self, levels: usize) {
        self.world.limit_nesting(levels);
    }

    /// Keeps answers about positions in an archive from now on, between runs, and takes what is there; with `None` it keeps
    /// nothing. The archive before is closed, for other sessions too.
    pub fn keep_in(&mut self, archive: Option<Arc<dyn Archive>>) {
        let before = self.world.archive().cloned();
        self.world.keep_in(archive);
        if let Some(before) = before {
            before.close();
        }
    }

    fn keep_like(&mut self, other: &World) {
        self.world.validate(other.validates());
        self.world.use_rules_alone(other.uses_rules_alone());
        if let Some(archive) = other.archive() {
            self.world.keep_in(Some(archive.clone()));
        }
    }

    /// Ends the session at the end of the program: writes what is kept, and leaves its memory to the system, which takes
    /// it back at once where a session frees it piece by piece.
    pub fn close(self) {
        if let Some(archive) = self.world.archive() {
            archive.close();
        }
        std::mem::forget(self);
    }

    /// The limits of evaluation.
    pub fn budget(&self) -> &Budget {
        self.world.store().budget()
    }

    /// Which answers are asked of the rules as well.
    pub fn validates(&self) -> Validate {
        self.world.validates()
    }

    /// Chooses which answers are asked of the rules as well, from now on.
    pub fn validate(&self, mode: Validate) {
        self.world.validate(mode);
    }

    /// Plays all rulesets by their rules alone from now on: without parts, symmetries, tables and other fast methods. Answers
    /// are the same, and take longer.
    pub fn use_rules_alone(&mut self) {
        self.world.forget();
        self.world.use_rules_alone(true);
    }

    /// Positions with fewer bits than this are left to the rules, where rules about sets, lists, graphs and boards could be
    /// read as moves on bits: 10 at first, since reading them takes as long as asking about a thousand positions.
    pub fn use_bits_from(&mut self, bits: u32) {
        self.world.use_bits_from(bits);
    }

    /// The world, for tests of what it holds.
    #[cfg(test)]
    pub(crate) fn world(&self) -> &World {
        &self.world
    }

    /// An evaluator, for tests of what it finds about rulesets.
    #[cfg(test)]
    pub(crate) fn machine(&mut self) -> Machine<'_> {
        Machine::new(&self.world, &mut self.globals)
    }

    /// All texts that diagnostics may point into.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Notation in which values are written.
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// Chooses how values are written.
    pub fn set_notation(&mut self, notation: Notation) {
        self.notation = notation;
    }

    /// Adds the values for other programs to all further answers.
    pub fn answer_with_data(&mut self) {
        self.with_data = true;
    }

    /// Returns the number of the next input.
    pub fn next_input(&self) -> usize {
        self.inputs + 1
    }

    /// Chooses the number of the next input, from 1: a notebook counts its cells.
    pub fn set_next_input(&mut self, number: usize) {
        self.inputs = number.saturating_sub(1);
    }

    /// Returns a value as text, in the chosen notation.
    pub fn show(&self, value: &Value) -> String {
        self.shown(value).unwrap_or_else(|fault| format!("({})", fault.into_diagnostic().message))
    }

    fn shown(&self, value: &Value) -> crate::value::Result<String> {
        show::in_notation(self.world.store(), value, self.notation)
    }

    /// Returns a value as an answer: the steps of an explanation, of source for LaTeX what can be
    /// pasted into a paper, of all else its text.
    /// A label stands before it.
    fn written_answer(
        &self,
        value: &Value,
        label: Option<&str>,
        is_source: bool,
    ) -> crate::value::Result<String> {
        let text = self.unlabelled_answer(value, is_source)?;
        Ok(match label {
            Some(label) if text.contains('\n') => format!("{label}:\n{text}"),
            Some(label) => format!("{label}: {text}"),
            None => text,
        })
    }

    fn unlabelled_answer(&self, value: &Value, is_source: bool) -> crate::value::Result<String> {
        match value {
            Value::Text(source) if is_source => {
                self.budget().reserve(source.len() as u64)?;
                Ok(source.trim_end().to_owned())
            }
            Value::Explanation(why) => show::explained(self.world.store(), why, self.notation),
            other => self.shown(other),
        }
    }

    /// Returns the picture of a value that has one, in the chosen notation.
    pub fn drawing(&self, value: &Value) -> Option<String> {
        self.drawing_within(value, usize::MAX)
    }

    /// Returns the picture of a value for a screen with so many columns.
    pub fn drawing_within(&self, value: &Value, columns: usize) -> Option<String> {
        show::drawing(self.world.store(), value, self.notation, columns)
    }

    /// Returns the type of the value of a text. Leaves no trace.
    pub fn type_of(&mut self, text: &str) -> Result<String, Diagnostic> {
        let loaded = self.begin();
        let value = self.value_of("type", text);
        self.undo(loaded);
        Ok(value?.kind().to_owned())
    }

    /// The last value of a text, within an input that has begun.
    fn value_of(&mut self, name: &str, text: &str) -> Result<Value, Diagnostic> {
        self.budget().restart();
        let source = self.sources.add(name, text);
        let answer = self.input(source)?.into_iter().rev().find_map(|event| match event {
            Event::Answer { value, .. } => Some(value),
            _ => None,
        });
        Ok(answer.unwrap_or(Value::Nothing))
    }

    /// Begins an input; the result is for [`Session::undo`].
    fn begin(&mut self) -> Loaded {
        self.globals.begin();
        self.saved.clear();
        self.loaded.clone()
    }

    /// Frees all memory of the world, with all names bound in it. Files and inputs are kept.
    fn renew(&mut self) {
        let (levels, bits) = (self.world.max_nesting(), self.world.least_bits());
        self.loaded.library.clear();
        self.loaded.used.clear();
        let new = World::new(self.budget().clone());
        let world = std::mem::replace(&mut self.world, new);
        self.world.limit_nesting(levels);
        self.world.use_bits_from(bits);
        self.keep_like(&world);
        self.globals = Globals::new(library::suggested);
    }

    /// Restores the state at the beginning of the input.
    fn undo(&mut self, loaded: Loaded) {
        self.globals.undo();
        self.loaded = loaded;
    }
}

impl Session {
    /// Runs a query of the evaluator, for a match. Leaves no trace.
    pub fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut dyn Host) -> Outcome<T>,
    ) -> Result<T, Diagnostic> {
        let loaded = self.begin();
        self.budget().restart();
        let mut machine = Machine::new(&self.world, &mut self.globals);
        let answer = with_stack_for_code(|| question(&mut machine));
        self.undo(loaded);
        answer.map_err(|fault| {
            let diagnostic = fault.into_diagnostic();
            self.make_room(&diagnostic);
            diagnostic
        })
    }

    /// Returns a value as an answer: the steps of an explanation, the text of all else.
    pub fn answer_text(&self, value: &Value) -> Result<String, Diagnostic> {
        self.unlabelled_answer(value, false).map_err(Fault::into_diagnostic)
    }

    /// Reports whether a game can be typed in a session that has only the library, because none of its
    /// rulesets are of this session.
    pub fn is_of_library(&self, value: &Value) -> bool {
        let of_library = |ruleset: &Ruleset| {
            let source = self.sources.get(ruleset.tree.span.source);
            source.name.starts_with("stdlib/")
        };
        match value {
            Value::Position(position) => of_library(&position.ruleset),
            Value::Sum(sum) => sum.terms().iter().all(|term| match &term.kind {
                TermKind::Position(position) => of_library(&position.ruleset),
                TermKind::Game(_) | TermKind::Loopy(_) => true,
            }),
            Value::Misere(games) => games.terms().iter().all(|term| self.is_of_library(term)),
            _ => true,
        }
    }

    /// Returns how a player wins a position of a ruleset with goals: "connects x from top to bottom".
    pub fn aim(&self, position: &Value, player: Player) -> Option<String> {
        let Value::Position(position) = position else { return None };
        let ruleset = &position.ruleset;
        let goals = self.world.goals(ruleset).unwrap_or_default();
        let (wanted, condition) = match player {
            Player::Left => (Ending::Left, goals.left),
            Player::Right => (Ending::Right, goals.right),
        };
        let goal = ruleset.tree.goals.iter().find(|goal| goal.ending == wanted)?;
        let known = match (position.arguments(), condition) {
            ([Value::Board(cells)], Some(condition)) => {
                goal_in_words(&condition, &cells.alphabet, Wording::Aim)
            }
            _ => None,
        };
        // Any other condition is shown as it is written.
        let written = || format!("wins if `{}`", self.sources.slice(goal.condition.span));
        Some(known.unwrap_or_else(written))
    }
}

/// Statistics of a session: how much it has computed and keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stats {
    /// Number of inputs, including those that failed.
    pub inputs: usize,
    /// Names that the session has bound.
    pub names: usize,
    /// Canonical forms in the store.
    pub games: usize,
    /// Bytes of the store, about.
    pub game_bytes: usize,
    /// Positions whose value or nimber is remembered.
    pub positions: usize,
    /// Steps of the last computation.
    pub steps: u64,
    /// Bytes the program has allocated; 0 when they are not counted.
    pub bytes: u64,
    /// Bytes it may allocate.
    pub max_bytes: u64,
}

impl Session {
    /// Returns how much has been computed and is kept.
    pub fn stats(&self) -> Stats {
        let (store, budget) = (self.world.store(), self.budget());
        let topic = |entry: &Entry| entry.topic == crate::session::help::OWN;
        Stats {
            inputs: self.inputs,
            names: self.entries().iter().filter(|entry| topic(entry)).count(),
            games: store.len(),
            game_bytes: store.bytes(),
            positions: self.world.positions(),
            steps: budget.steps(),
            bytes: budget.used_bytes(),
            max_bytes: budget.max_bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Session;
    use crate::diagnostic::Code;

    #[test]
    fn a_limit_of_nesting_holds_in_a_fresh_session_too_and_not_for_plain_calls() {
        let mut limited = Session::default();
        limited.limit_nesting(50);
        let fresh = limited.fresh();
        for mut session in [limited, fresh] {
            let mut code =
                |text: &str| session.eval("test", text).diagnostics.first().map(|one| one.code);
            let text = |n: usize| format!("nimber(G({n}))");
            assert_eq!(code("f(n) := if n == 0 then 0 else 1 + f(n - 1)"), None);
            assert_eq!(code("f(5000)"), None);
            let game = "game G(n: heap) { move n - 1 if n > 0 and nimber(G(n - 1)) >= 0 }";
            assert_eq!(code(game), None);
            assert_eq!(code(&text(30)), None);
            assert_eq!(code(&text(300)), Some(Code::CallDepth));
            assert_eq!(code(&text(60)), None);
        }
    }
}
