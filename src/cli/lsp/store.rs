//! The texts of files: those that are open in the editor, else those on the disk.
//!
//! Knows: versions and edits of open texts, which files each was read with.
//! Must not know: what is asked about them.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;
use lsp_server::Message;
use lsp_types::{TextDocumentContentChangeEvent, Uri};
use upstar_core::Budget;

use super::address;
use super::position::{Encoding, Lines};
use crate::diagnostic::{Code, Diagnostic, TextBudget};
use crate::disk;
use crate::ide::document::{Document, Documents};
use crate::session::{FileError, FileText, Files};

/// Longest time for reading a text, so that the server answers.
const MOST_TIME: Duration = Duration::from_secs(3);

/// Ends the reading of a text after some time, or as soon as the client says something.
pub(super) struct Deadline<'c> {
    until: Instant,
    news: Option<&'c Receiver<Message>>,
    polls: std::cell::Cell<u32>,
}

impl<'c> Deadline<'c> {
    /// For what the client waits for.
    pub(super) fn of_request() -> Deadline<'static> {
        Deadline { until: Instant::now() + MOST_TIME, news: None, polls: 0.into() }
    }

    /// For what can be done when the client has nothing to say.
    pub(super) fn when_idle(news: &'c Receiver<Message>) -> Deadline<'c> {
        Deadline { until: Instant::now() + MOST_TIME, news: Some(news), polls: 0.into() }
    }
}

/// Steps between two looks at the clock.
const EVERY: u32 = 64;

impl TextBudget for Deadline<'_> {
    fn poll(&self) -> Result<(), Diagnostic> {
        let polls = self.polls.get() + 1;
        if polls < EVERY {
            self.polls.set(polls);
            return Ok(());
        }
        // After an error every step looks again, and fails again.
        if self.news.is_some_and(|news| !news.is_empty()) {
            return Err(Diagnostic::error(Code::Interrupted, "a change came in between"));
        }
        if Instant::now() > self.until {
            let seconds = MOST_TIME.as_secs();
            let message = format!("reading this file takes more than {seconds} seconds");
            return Err(Diagnostic::error(Code::TimedOut, message));
        }
        self.polls.set(0);
        Ok(())
    }

    fn room(&self) -> u64 {
        u64::MAX
    }

    fn reserve(&self, _bytes: u64) -> Result<(), Diagnostic> {
        Ok(())
    }
}

/// A text that is open in the editor.
#[derive(Debug)]
pub(super) struct Open {
    /// Its address, as the client writes it.
    pub(super) uri: Uri,
    /// Its version, as the client counts.
    pub(super) version: i32,
    /// The text.
    pub(super) text: Arc<str>,
}

/// All texts, by the names of their files.
#[derive(Debug)]
pub(super) struct Store {
    open: BTreeMap<String, Open>,
    /// What was parsed, with the text.
    parsed: RefCell<BTreeMap<String, Arc<Document>>>,
    /// The files that were asked for since this was emptied, also those that do not exist.
    asked: RefCell<BTreeSet<String>>,
    pub(super) encoding: Encoding,
    /// The folders of the editor.
    pub(super) folders: Vec<PathBuf>,
}

impl Store {
    pub(super) fn new(encoding: Encoding, folders: Vec<PathBuf>) -> Store {
        Store {
            open: BTreeMap::new(),
            parsed: RefCell::default(),
            asked: RefCell::default(),
            encoding,
            folders,
        }
    }

    /// Opens a text; returns its name.
    pub(super) fn open(&mut self, uri: Uri, version: i32, text: String) -> String {
        let name = address::name(&uri);
        self.open.insert(name.clone(), Open { uri, version, text: Arc::from(text) });
        name
    }

    /// Closes a text; returns its name and the address under which it was open.
    pub(super) fn close(&mut self, uri: &Uri) -> Option<(String, Uri)> {
        let name = address::name(uri);
        self.parsed.get_mut().remove(&name);
        self.open.remove(&name).map(|open| (name, open.uri))
    }

    /// Changes an open text; returns its name, unless it is not open.
    pub(super) fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) -> Option<String> {
        let name = address::name(uri);
        let open = self.open.get_mut(&name)?;
        let mut text = open.text.to_string();
        for change in changes {
            match change.range {
                None => text = change.text,
                Some(range) => {
                    let bytes = Lines::new(&text, self.encoding).bytes(&text, range);
                    text.replace_range(bytes, &change.text);
                }
            }
        }
        open.text = Arc::from(text);
        open.version = version;
        Some(name)
    }

    /// The open text of a file.
    pub(super) fn opened(&self, name: &str) -> Option<&Open> {
        self.open.get(name)
    }

    /// The names of all open texts.
    pub(super) fn names(&self) -> Vec<String> {
        self.open.keys().cloned().collect()
    }

    /// The address of a file: that under which it is open, if it is.
    pub(super) fn uri(&self, name: &str) -> Option<Uri> {
        match self.open.get(name) {
            Some(open) => Some(open.uri.clone()),
            None => address::of_path(name),
        }
    }

    /// Forgets what was parsed of files that may have changed on the disk.
    pub(super) fn forget(&mut self, name: &str) {
        self.parsed.get_mut().remove(name);
    }

    /// The files that were asked for since the last call.
    pub(super) fn take_asked(&self) -> BTreeSet<String> {
        std::mem::take(&mut self.asked.borrow_mut())
    }

    /// The document at an address, if it is open.
    pub(super) fn document(&self, uri: &Uri, budget: &dyn TextBudget) -> Option<Arc<Document>> {
        let name = address::name(uri);
        let text = self.open.get(&name)?.text.clone();
        Some(self.parse(&name, text, budget))
    }

    /// The document of an open text.
    pub(super) fn of_open(&self, name: &str, budget: &dyn TextBudget) -> Option<Arc<Document>> {
        let text = self.open.get(name)?.text.clone();
        Some(self.parse(name, text, budget))
    }

    fn parse(&self, name: &str, text: Arc<str>, budget: &dyn TextBudget) -> Arc<Document> {
        if let Some(known) = self.parsed.borrow().get(name).filter(|one| one.text == text) {
            return known.clone();
        }
        let document = Arc::new(Document::new(name, text, budget));
        let interrupted = |one: &Diagnostic| one.code == Code::Interrupted;
        let broken = document.broken.iter().filter_map(|broken| broken.diagnostic.as_ref());
        if !broken.into_iter().any(interrupted) {
            self.parsed.borrow_mut().insert(name.to_owned(), document.clone());
        }
        document
    }

    /// A file by its name, open or not.
    fn file(&self, name: &str) -> Result<Arc<Document>, FileError> {
        self.asked.borrow_mut().insert(name.to_owned());
        let text = match self.open.get(name) {
            Some(open) => open.text.clone(),
            None => Arc::from(text_on_disk(name)?),
        };
        Ok(self.parse(name, text, &Deadline::of_request()))
    }

    /// All open documents and the files of the editor's folders.
    pub(super) fn all(&self) -> Vec<Arc<Document>> {
        let mut names: BTreeSet<String> = self.open.keys().cloned().collect();
        for folder in &self.folders {
            collect(folder, 0, &mut names);
        }
        names.iter().filter_map(|name| self.file(name).ok()).collect()
    }

    /// The texts as they are now, for a computation beside.
    pub(super) fn snapshot(&self) -> Snapshot {
        let texts = self.open.iter().map(|(name, open)| (name.clone(), open.text.clone()));
        Snapshot { texts: texts.collect(), base: self.base() }
    }

    fn base(&self) -> PathBuf {
        self.folders.first().cloned().unwrap_or_default()
    }
}

impl Documents for Store {
    fn used(&self, path: &str, user: &str) -> Result<Arc<Document>, FileError> {
        self.file(&resolved(path, user, &self.base()))
    }
}

/// The name of the file that `user` calls `path`.
fn resolved(path: &str, user: &str, base: &Path) -> String {
    let folder = Path::new(user).parent().filter(|folder| folder.is_absolute()).unwrap_or(base);
    address::canonical(&folder.join(path))
}

fn text_on_disk(name: &str) -> Result<String, FileError> {
    // What is no file, such as a pipe, might never end.
    let unreadable = |reason: &str| FileError::Unreadable { reason: reason.to_owned() };
    match std::fs::metadata(name) {
        Ok(kind) if kind.is_dir() => Err(unreadable("it is a folder")),
        Ok(kind) if !kind.is_file() => Err(unreadable("it is no file")),
        _ => disk::text(Path::new(name), &Budget::unlimited()),
    }
}

/// Most files of the editor's folders, and how deep folders are looked through.
const MOST_FILES: usize = 2_000;
const MOST_DEPTH: usize = 12;

/// Adds the `.game` files in a folder.
fn collect(folder: &Path, depth: usize, names: &mut BTreeSet<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        let Some(shown) = name.to_str() else { continue };
        let Ok(kind) = entry.file_type() else { continue };
        if names.len() >= MOST_FILES {
            return;
        }
        if kind.is_dir() && depth < MOST_DEPTH {
            let is_source = !shown.starts_with('.') && !["target", "node_modules"].contains(&shown);
            if is_source {
                collect(&entry.path(), depth + 1, names);
            }
        } else if kind.is_file() && shown.ends_with(".game") {
            names.insert(address::canonical(&entry.path()));
        }
    }
}

/// The open texts at some time, for a session on another thread.
#[derive(Debug, Clone)]
pub(super) struct Snapshot {
    texts: BTreeMap<String, Arc<str>>,
    base: PathBuf,
}

impl Snapshot {
    /// Puts another text in place of that of a file.
    pub(super) fn with(mut self, name: &str, text: String) -> Snapshot {
        self.texts.insert(name.to_owned(), Arc::from(text));
        self
    }
}

impl Files for Snapshot {
    fn read(&self, path: &str, user: Option<&str>) -> Result<FileText, FileError> {
        let name = match user {
            None => path.to_owned(),
            Some(user) => resolved(path, user, &self.base),
        };
        let text = match self.texts.get(&name) {
            Some(text) => text.to_string(),
            None => text_on_disk(&name)?,
        };
        Ok(FileText { name, text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn when_time_is_over_every_step_fails() {
        let deadline = Deadline { until: Instant::now(), news: None, polls: 0.into() };
        std::thread::sleep(Duration::from_millis(1));
        assert!((1..EVERY).all(|_| deadline.poll().is_ok()));
        assert!((0..2 * EVERY).all(|_| deadline.poll().is_err()));
    }
}
