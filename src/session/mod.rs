//! A conversation: inputs and files one after the other, in one world.
//!
//! Knows: that a failed input leaves no trace, what is in scope, what was answered.
//! Must not know: terminals, or where files come from.

mod compute;
mod entries;
pub mod expect;
pub mod find;
pub mod help;
mod info;
mod judge;
mod kinds;
mod library;
mod matches;
mod remarks;
mod report;
mod run;
mod stats;
pub mod transcript;
mod undo;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use upstar_core::{Budget, Exhausted};

pub use entries::{Entry, EntryKind, Page};
pub use info::Card;
pub use judge::Within;
pub use report::{Answer, BrokenStatement, CheckResult, ExerciseResult, Reply, Verdict};
pub use stats::Stats;

use crate::diagnostic::Diagnostic;
use crate::eval::{Event, Globals, World};
use crate::source::{SourceMap, Span};
use crate::value::{Notation, Value, show};

/// A file that was read.
#[derive(Debug, Clone)]
pub struct FileText {
    /// What it is called, the same however it was found.
    pub name: String,
    /// What it contains.
    pub text: String,
}

/// A file to be written.
#[derive(Debug, Clone)]
pub struct NewFile {
    /// Where, as the program says.
    pub path: String,
    /// What it is to contain.
    pub text: String,
}

/// Which of several files could not be written, so that none was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotWritten {
    /// Its path, as it was given.
    pub path: String,
    /// Why.
    pub error: FileError,
}

/// Why a file could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileError {
    /// There is none of this name.
    NotFound,
    /// It exists and cannot be read.
    Unreadable {
        /// What the system says.
        reason: String,
    },
    /// It is not UTF-8 text.
    NotUtf8 {
        /// The first byte that is not.
        offset: usize,
    },
    /// A limit ended it, or somebody who asked to stop.
    Stopped(Exhausted),
}

/// Why, without the name of the file.
impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::NotFound => f.write_str("it does not exist"),
            FileError::Unreadable { reason } => f.write_str(reason),
            FileError::NotUtf8 { offset } => {
                write!(f, "it is not UTF-8 text: byte {offset} cannot be read")
            }
            FileError::Stopped(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for FileError {}

/// Where files come from.
pub trait Files: Send + Sync {
    /// Reads `path`, as `user` (the file that says `use`) names it.
    ///
    /// # Errors
    /// When it cannot be read as text.
    fn read(&self, path: &str, user: Option<&str>) -> Result<FileText, FileError>;

    /// Writes files, in this order, all of them or none. Where nothing can be written, it is an
    /// error.
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

/// No files.
struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str, _: Option<&str>) -> Result<FileText, FileError> {
        Err(FileError::NotFound)
    }
}

/// A conversation.
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
    /// The files that an input asks for, with the places where it does; written when all of it has
    /// succeeded.
    asked: Vec<(NewFile, Option<Span>)>,
}

/// Sessions may move between threads.
const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<Session>();
};

/// Which files are in scope.
#[derive(Debug, Clone, Default)]
struct Loaded {
    library: BTreeSet<usize>,
    used: BTreeSet<String>,
    /// The files being brought in, outermost first.
    open: Vec<String>,
}

impl Default for Session {
    /// A conversation without limits and without files.
    fn default() -> Self {
        Session::new(Budget::unlimited(), Arc::new(NoFiles))
    }
}

impl Session {
    /// A conversation in which nothing was said yet.
    pub fn new(budget: Budget, files: Arc<dyn Files>) -> Session {
        Session {
            world: World::new(budget),
            globals: Globals::new(library::names),
            sources: SourceMap::default(),
            files,
            loaded: Loaded::default(),
            notation: Notation::Unicode,
            with_data: false,
            inputs: 0,
            past: undo::Past::default(),
            asked: Vec::new(),
        }
    }

    /// A conversation with the same settings in which nothing was said yet.
    pub fn fresh(&self) -> Session {
        let (notation, with_data) = (self.notation, self.with_data);
        let mut world = World::new(self.budget().clone());
        world.limit_calls(self.world.max_calls());
        let new = Session::new(self.budget().clone(), self.files.clone());
        Session { notation, with_data, world, ..new }
    }

    /// Has the expressions of rules walked and not compiled, to compare both.
    pub fn walk_rules(&mut self) {
        self.world.walk_rules();
    }

    /// Allows at most so many calls to be open at once, for machines whose stack cannot grow. At first
    /// it is 10,000.
    pub fn limit_calls(&mut self, calls: usize) {
        self.world.limit_calls(calls);
    }

    /// The limits of evaluation.
    pub fn budget(&self) -> &Budget {
        self.world.store().budget()
    }

    /// All texts that diagnostics may point into.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// How values are written.
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// Chooses how values are written.
    pub fn set_notation(&mut self, notation: Notation) {
        self.notation = notation;
    }

    /// From now on answers come with their values for other programs.
    pub fn answer_with_data(&mut self) {
        self.with_data = true;
    }

    /// The number that the next input will have.
    pub fn next_input(&self) -> usize {
        self.inputs + 1
    }

    /// A value as text, in the notation chosen.
    pub fn show(&self, value: &Value) -> String {
        self.shown(value).unwrap_or_else(|fault| format!("({})", fault.into_diagnostic().message))
    }

    fn shown(&self, value: &Value) -> crate::value::Result<String> {
        show::in_notation(self.world.store(), value, self.notation)
    }

    /// What a value says to whoever asked: an explanation its steps, source for LaTeX what can be
    /// pasted into a paper, all else its text.
    fn told(&self, value: &Value, is_source: bool) -> crate::value::Result<String> {
        match value {
            Value::Text(source) if is_source => {
                self.budget().reserve(source.len() as u64)?;
                Ok(source.trim_end().to_owned())
            }
            Value::Explanation(why) => show::explained(self.world.store(), why, self.notation),
            other => self.shown(other),
        }
    }

    /// The picture of a value that has one, in the notation chosen.
    pub fn drawing(&self, value: &Value) -> Option<String> {
        show::drawing(value, self.notation)
    }

    /// The picture that a value is, in the notation chosen.
    pub fn picture(&self, value: &Value) -> Option<String> {
        matches!(value, Value::Picture(_)).then(|| self.drawing(value)).flatten()
    }

    /// What kind of value a text has. Leaves no trace.
    ///
    /// # Errors
    /// When it has none.
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

    /// Begins an input; what it gives is for [`Session::undo`].
    fn begin(&mut self) -> Loaded {
        self.globals.begin();
        self.asked.clear();
        self.loaded.clone()
    }

    /// Gives back all memory of the world, and forgets all that was bound in it. What is known of
    /// files and inputs stays.
    fn renew(&mut self) {
        let calls = self.world.max_calls();
        self.loaded.library.clear();
        self.loaded.used.clear();
        self.world = World::new(self.budget().clone());
        self.world.limit_calls(calls);
        self.globals = Globals::new(library::names);
    }

    /// Makes everything as it was when the input began.
    fn undo(&mut self, loaded: Loaded) {
        self.globals.undo();
        self.loaded = loaded;
    }
}

#[cfg(test)]
mod tests {
    use super::Session;
    use crate::diagnostic::Code;

    #[test]
    fn a_limit_of_calls_holds_in_a_fresh_session_too() {
        let mut limited = Session::default();
        limited.limit_calls(50);
        let fresh = limited.fresh();
        for mut session in [limited, fresh] {
            let mut code =
                |text: &str| session.eval("test", text).diagnostics.first().map(|one| one.code);
            assert_eq!(code("f(n) := if n == 0 then 0 else 1 + f(n - 1)"), None);
            assert_eq!(code("f(40)"), None);
            assert_eq!(code("f(60)"), Some(Code::CallDepth));
        }
    }
}
