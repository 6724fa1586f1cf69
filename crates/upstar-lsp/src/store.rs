//! Store of texts: those open in the editor, else the files on the disk.
//!
//! Knows: versions and edits of open texts, and the files that each was read with.
//! Must not know: which questions are asked about them.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use crossbeam_channel::Receiver;
use lsp_server::Message;
use lsp_types::{TextDocumentContentChangeEvent, Uri};
use rustc_hash::FxHashMap;
use upstar_core::{Budget, Exhausted};

use crate::address;
use crate::diagnostic::{Code, Diagnostic, TextBudget};
use crate::disk;
use crate::ide::document::{Document, Documents};
use crate::position::{Encoding, Lines};
use crate::session::{FileError, FileText, Files};

/// Longest time for a request, so that the server answers.
const MOST_TIME: Duration = Duration::from_secs(3);

/// Deadline of a request. It also ends when the client sends a message, if `messages` is given.
pub(crate) struct Deadline<'c> {
    until: Instant,
    messages: Option<&'c Receiver<Message>>,
    polls: Cell<u32>,
    is_interrupted: Cell<bool>,
}

impl<'c> Deadline<'c> {
    fn new(messages: Option<&'c Receiver<Message>>) -> Deadline<'c> {
        let until = Instant::now() + MOST_TIME;
        Deadline { until, messages, polls: 0.into(), is_interrupted: false.into() }
    }

    /// Deadline of a request that the client waits for.
    pub(crate) fn of_request() -> Deadline<'static> {
        Deadline::new(None)
    }

    /// Deadline of work in idle time: ends when the client sends a message.
    pub(crate) fn when_idle(messages: &'c Receiver<Message>) -> Deadline<'c> {
        Deadline::new(Some(messages))
    }

    /// Reports whether it has ended something because the client has said something.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.is_interrupted.get()
    }

    /// Checks the clock and the client. After it has failed, each further poll fails too.
    fn look(&self) -> Result<(), Diagnostic> {
        self.polls.set(EVERY);
        if self.messages.is_some_and(|messages| !messages.is_empty()) {
            self.is_interrupted.set(true);
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
        self.look()
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
pub(crate) struct OpenText {
    /// Its address, as the client writes it.
    pub(crate) uri: Uri,
    /// Its version, as the client counts.
    pub(crate) version: i32,
    /// The text.
    pub(crate) text: Arc<str>,
}

/// Document with the stamp of its file on the disk, if it was read from there.
#[derive(Debug)]
struct Parsed {
    document: Arc<Document>,
    stamp: Option<Stamp>,
}

/// Stamp of a file on the disk, which changes when it is written: time and length. A file that was written
/// just before it was read has none, because clocks of file systems are coarse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    modified: SystemTime,
    length: u64,
}

/// Time after which a write is certain to change the time of a file.
const SETTLED: Duration = Duration::from_secs(2);

impl Stamp {
    fn of(file: &Metadata) -> Option<Stamp> {
        let modified = file.modified().ok()?;
        let age = SystemTime::now().duration_since(modified).ok()?;
        (age > SETTLED).then_some(Stamp { modified, length: file.len() })
    }
}

/// All texts, by the names of their files.
#[derive(Debug)]
pub(crate) struct TextStore {
    open: BTreeMap<String, OpenText>,
    /// Parsed documents with their texts.
    parsed: RefCell<BTreeMap<String, Parsed>>,
    pub(crate) encoding: Encoding,
    /// The folders of the editor.
    pub(crate) folders: Vec<PathBuf>,
}

impl TextStore {
    pub(crate) fn new(encoding: Encoding, folders: Vec<PathBuf>) -> TextStore {
        TextStore { open: BTreeMap::new(), parsed: RefCell::default(), encoding, folders }
    }

    /// Opens a text; returns its name.
    pub(crate) fn open(&mut self, uri: Uri, version: i32, text: String) -> String {
        let name = address::name(&uri);
        self.open.insert(name.clone(), OpenText { uri, version, text: Arc::from(text) });
        name
    }

    /// Closes a text; returns its name and the address under which it was open.
    pub(crate) fn close(&mut self, uri: &Uri) -> Option<(String, Uri)> {
        let name = address::name(uri);
        self.parsed.get_mut().remove(&name);
        self.open.remove(&name).map(|open| (name, open.uri))
    }

    /// Changes an open text; returns its name, unless it is not open.
    pub(crate) fn change(
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
    pub(crate) fn opened(&self, name: &str) -> Option<&OpenText> {
        self.open.get(name)
    }

    /// The names of all open texts.
    pub(crate) fn names(&self) -> Vec<String> {
        self.open.keys().cloned().collect()
    }

    /// Address of a file: the one under which it is open, if it is.
    pub(crate) fn uri(&self, name: &str) -> Option<Uri> {
        match self.open.get(name) {
            Some(open) => Some(open.uri.clone()),
            None => address::of_path(name),
        }
    }

    /// Discards the parsed documents of files that may have changed on the disk.
    pub(crate) fn forget(&mut self, name: &str) {
        self.parsed.get_mut().remove(name);
    }

    /// The texts as one request sees them.
    pub(crate) fn view<'s>(&'s self, deadline: &'s Deadline<'s>) -> TextView<'s> {
        TextView { store: self, deadline, names: RefCell::default(), files: RefCell::default() }
    }

    fn parse(&self, name: &str, text: Arc<str>, deadline: &Deadline<'_>) -> Arc<Document> {
        if let Some(known) = self.parsed.borrow().get(name).filter(|one| one.document.text == text)
        {
            return known.document.clone();
        }
        let begun = Instant::now();
        let document = Arc::new(Document::new(name, text, deadline));
        // What would be read to its end another time.
        let is_cut =
            document.broken.iter().filter_map(|broken| broken.diagnostic.as_ref()).any(|one| {
                match one.code {
                    Code::Interrupted => true,
                    Code::TimedOut => begun.elapsed() < MOST_TIME / 2,
                    _ => false,
                }
            });
        if !is_cut {
            let parsed = Parsed { document: document.clone(), stamp: None };
            self.parsed.borrow_mut().insert(name.to_owned(), parsed);
        }
        document
    }

    /// A file by its name, open or not.
    fn file(&self, name: &str, deadline: &Deadline<'_>) -> Result<Arc<Document>, FileError> {
        if let Some(open) = self.open.get(name) {
            return Ok(self.parse(name, open.text.clone(), deadline));
        }
        let stamp = std::fs::metadata(name).ok().as_ref().and_then(Stamp::of);
        if let Some(known) = self.parsed.borrow().get(name)
            && known.stamp.is_some()
            && known.stamp == stamp
        {
            return Ok(known.document.clone());
        }
        let text = Arc::from(text_on_disk(name)?);
        let document = self.parse(name, text, deadline);
        if let Some(parsed) = self.parsed.borrow_mut().get_mut(name) {
            parsed.stamp = stamp;
        }
        Ok(document)
    }

    /// Snapshot of the texts, for a computation in the background.
    pub(crate) fn snapshot(&self) -> Snapshot {
        let texts = self.open.iter().map(|(name, open)| (name.clone(), open.text.clone()));
        Snapshot { texts: texts.collect(), base: self.base() }
    }

    fn base(&self) -> PathBuf {
        self.folders.first().cloned().unwrap_or_default()
    }
}

/// View of the texts for one request: each file is read once, all within one deadline.
pub(crate) struct TextView<'s> {
    store: &'s TextStore,
    pub(crate) deadline: &'s Deadline<'s>,
    /// Names of files, by the folder of the file that uses them and the path in `use`.
    names: RefCell<FxHashMap<(PathBuf, String), String>>,
    /// Files requested so far, including those that do not exist.
    files: RefCell<BTreeMap<String, Result<Arc<Document>, FileError>>>,
}

impl TextView<'_> {
    /// The document at an address, if it is open.
    pub(crate) fn document(&self, uri: &Uri) -> Option<Arc<Document>> {
        self.open(&address::name(uri))
    }

    /// The document of an open text.
    pub(crate) fn open(&self, name: &str) -> Option<Arc<Document>> {
        let text = self.store.open.get(name)?.text.clone();
        Some(self.store.parse(name, text, self.deadline))
    }

    fn file(&self, name: &str) -> Result<Arc<Document>, FileError> {
        if let Some(known) = self.files.borrow().get(name) {
            return known.clone();
        }
        let read = match self.deadline.look() {
            Ok(()) => self.store.file(name, self.deadline),
            Err(_) => Err(FileError::Stopped(Exhausted::TimedOut)),
        };
        self.files.borrow_mut().insert(name.to_owned(), read.clone());
        read
    }

    /// All open documents and the files of the editor's folders.
    ///
    /// # Errors
    /// When that takes too long.
    pub(crate) fn all(&self) -> Result<Vec<Arc<Document>>, Diagnostic> {
        let mut names: BTreeSet<String> = self.store.open.keys().cloned().collect();
        for folder in &self.store.folders {
            collect(folder, 0, &mut names);
        }
        let all = names.iter().filter_map(|name| self.file(name).ok()).collect();
        self.deadline.look()?;
        Ok(all)
    }

    /// Files used, including those that do not exist.
    pub(crate) fn used_files(self) -> BTreeSet<String> {
        self.files.into_inner().into_keys().collect()
    }
}

impl Documents for TextView<'_> {
    fn used(&self, path: &str, user: &str) -> Result<Arc<Document>, FileError> {
        let folder = folder_of(user, &self.store.base());
        let mut names = self.names.borrow_mut();
        let name = names
            .entry((folder, path.to_owned()))
            .or_insert_with_key(|(folder, path)| address::canonical(&folder.join(path)))
            .clone();
        drop(names);
        self.file(&name)
    }
}

/// The name of the file that `user` calls `path`.
fn resolved(path: &str, user: &str, base: &Path) -> String {
    address::canonical(&folder_of(user, base).join(path))
}

/// The folder in which the paths of a file begin.
fn folder_of(user: &str, base: &Path) -> PathBuf {
    let folder = Path::new(user).parent().filter(|folder| folder.is_absolute());
    folder.unwrap_or(base).to_owned()
}

fn text_on_disk(name: &str) -> Result<String, FileError> {
    // Anything but a regular file, such as a pipe, might never end.
    let unreadable = |reason: &str| FileError::Unreadable { reason: reason.to_owned() };
    match std::fs::metadata(name) {
        Ok(kind) if kind.is_dir() => Err(unreadable("it is a folder")),
        Ok(kind) if !kind.is_file() => Err(unreadable("it is no file")),
        _ => disk::text(Path::new(name), &Budget::unlimited()),
    }
}

/// Most files of the editor's folders, and greatest depth of folders searched.
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
pub(crate) struct Snapshot {
    texts: BTreeMap<String, Arc<str>>,
    base: PathBuf,
}

impl Snapshot {
    /// Replaces the text of a file.
    pub(crate) fn with(mut self, name: &str, text: String) -> Snapshot {
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
mod tests;
