//! What the tests share: the folder of the project, its files, sessions that read them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use upstar::session::{FileError, FileText, Files, NewFile, NotWritten, Session};
use upstar_core::Budget;

use crate::length::number;

/// A small source of numbers that look random (Knuth's MMIX generator), the same everywhere.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number below `sides`.
    pub(crate) fn roll(&mut self, sides: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    /// One of some things.
    pub(crate) fn one_of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.roll(items.len() as u64) as usize]
    }
}

/// The folder of the project.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a file of the project.
pub(crate) fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Writes a file of the project that is made by a program, if the environment has `variable`.
pub(crate) fn rewrite_if_asked(variable: &str, path: &str, text: &str) {
    if std::env::var_os(variable).is_some() {
        fs::write(root().join(path), text).unwrap();
    }
}

/// All files below a folder of the project with this extension, sorted, relative to it.
pub(crate) fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path.strip_prefix(root()).unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

/// Files of one folder; a file that uses another finds it beside itself.
struct Folder(PathBuf);

impl Files for Folder {
    fn read(&self, path: &str, user: Option<&str>) -> Result<FileText, FileError> {
        let beside = user.and_then(|user| Path::new(user).parent()).unwrap_or(&self.0);
        let path = beside.join(path);
        let text = fs::read_to_string(&path).map_err(|_| FileError::NotFound)?;
        Ok(FileText { name: path.display().to_string(), text })
    }

    /// Only looks whether it could be written.
    fn write(&self, files: &[NewFile]) -> Result<(), NotWritten> {
        let can_be_written = |file: &NewFile| {
            let path = self.0.join(&file.path);
            path.parent().is_some_and(|folder| folder.is_dir() || folder.ends_with("pictures"))
        };
        match files.iter().find(|file| !can_be_written(file)) {
            Some(file) => Err(NotWritten { path: file.path.clone(), error: FileError::NotFound }),
            None => Ok(()),
        }
    }
}

/// No limits, and as many threads as the environment says.
pub(crate) fn budget() -> Budget {
    let budget = Budget::unlimited();
    budget.limit_threads(Some(number("UPSTAR_TEST_THREADS", 1) as usize));
    budget
}

/// A session whose files are read from a folder of the project.
pub(crate) fn session(folder: &Path) -> Session {
    Session::new(budget(), Arc::new(Folder(root().join(folder))))
}

/// Fails with a list of everything that is wrong.
pub(crate) fn expect_none(wrong: &[String]) {
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// What an input says: its last answer, or all of its first error.
pub(crate) fn said(session: &mut Session, input: &str) -> String {
    let reply = session.eval("asked", input);
    match reply.diagnostics.first() {
        Some(found) => {
            let words = found.notes.iter().chain(&found.helps).map(String::as_str);
            let words: Vec<&str> = std::iter::once(&*found.message).chain(words).collect();
            format!("{}: {}", found.code.number(), words.join("; "))
        }
        None => reply.answers.last().map_or(String::new(), |answer| answer.text.clone()),
    }
}

/// A session that has had no input, among the pages.
pub(crate) fn fresh() -> Session {
    session(Path::new("docs"))
}

/// Expects the last answer of each input in a session of its own.
pub(crate) fn answers(rows: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (input, expected) in rows {
        let got = said(&mut fresh(), input);
        if got != *expected {
            wrong.push(format!("`{input}` gives `{got}`, expected `{expected}`"));
        }
    }
    expect_none(&wrong);
}

/// Expects of each input an error of this code with these words in it.
pub(crate) fn refused(rows: &[(&str, &str, &str)]) {
    let mut wrong = Vec::new();
    for (input, code, words) in rows {
        let got = said(&mut fresh(), input);
        if !got.starts_with(&format!("{code}: ")) || !got.contains(words) {
            wrong.push(format!("`{input}` gives `{got}`, expected {code} with `{words}`"));
        }
    }
    expect_none(&wrong);
}
