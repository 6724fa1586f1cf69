//! Files on the disk, for faces that have one: the command line, Python, the kernel of notebooks.
//!
//! Knows: paths, folders, what can go wrong with files. Must not know: what is in them.
//!
//! A thread of its own reads a pipe, and is abandoned when a limit is reached, because a pipe may block forever.

// Only this folder and the faces read and write files.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod drafts;
pub mod tables;

use std::fs;
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use upstar_core::{Budget, Exhausted};

pub use drafts::{Saved, Saves, replace};

use crate::session::{FileError, FileText, Files, NewFile, NotWritten};

/// Largest file that is read.
const MAX_BYTES: u64 = 64 << 20;

/// Interval of asking the budget while waiting for a pipe.
const WAIT: Duration = Duration::from_millis(20);

/// The files on the disk. Paths begin in the current folder, and no file outside of it is written.
///
/// ```no_run
/// use std::sync::Arc;
/// use upstar_lang::{disk::Disk, session::Session};
/// use upstar_core::Budget;
///
/// let budget = Budget::unlimited();
/// let mut session = Session::new(budget.clone(), Arc::new(Disk::new(budget)));
/// let reply = session.run("examples/nim.game", &mut |_, answer| println!("{}", answer.text));
/// assert!(reply.diagnostics.is_empty());
/// ```
#[derive(Debug)]
pub struct Disk {
    budget: Budget,
}

/// Creates a file, or empties one that is there.
///
/// # Errors
/// When it cannot be written.
pub fn create(path: &Path) -> io::Result<fs::File> {
    fs::File::create(path)
}

impl Disk {
    /// Files that are read within the limits of `budget`.
    pub fn new(budget: Budget) -> Disk {
        Disk { budget }
    }
}

impl Files for Disk {
    fn read(&self, path: &str, user: Option<&str>) -> Result<FileText, FileError> {
        let folder = user.and_then(|user| Path::new(user).parent()).unwrap_or(Path::new(""));
        let path = folder.join(path);
        let text = text(&path, &self.budget)?;
        Ok(FileText { name: canonical_name(&path), text })
    }

    fn write(&self, files: &[NewFile]) -> Result<(), NotWritten> {
        let texts: Vec<(&str, &str)> =
            files.iter().map(|file| (&*file.path, &*file.text)).collect();
        let written = match std::env::current_dir() {
            Ok(folder) => drafts::write_inside(&folder, &texts),
            Err(error) => Err((0, error)),
        };
        written.map_err(|(at, error)| NotWritten {
            path: files[at].path.clone(),
            error: file_error(&error),
        })
    }
}

/// The text in a file, or from a pipe, without a byte order mark.
///
/// # Errors
/// When it cannot be read as text, is too long, or a limit ends it.
pub fn text(path: &Path, budget: &Budget) -> Result<String, FileError> {
    // A byte order mark says nothing about UTF-8.
    let text = marked_text(path, budget)?;
    Ok(text.strip_prefix(MARK).map(str::to_owned).unwrap_or(text))
}

/// Byte order mark, which some programs write before a text.
pub const MARK: char = '\u{feff}';

/// The text in a file, or from a pipe, with its byte order mark if it has one.
///
/// # Errors
/// As [`text`].
pub fn marked_text(path: &Path, budget: &Budget) -> Result<String, FileError> {
    String::from_utf8(bytes(path, budget)?)
        .map_err(|error| FileError::NotUtf8 { offset: error.utf8_error().valid_up_to() })
}

/// Contents of a file or a pipe.
///
/// # Errors
/// When it cannot be read, is too long, or a limit ends it.
pub fn bytes(path: &Path, budget: &Budget) -> Result<Vec<u8>, FileError> {
    let kind = fs::metadata(path).map_err(|error| file_error(&error))?;
    let bytes = if kind.is_file() {
        if kind.len() > MAX_BYTES {
            return Err(too_long());
        }
        // The bytes become a text, and both exist for a moment.
        budget.reserve(2 * kind.len()).map_err(FileError::Stopped)?;
        limited(path, MAX_BYTES)
    } else {
        let room = budget.max_bytes().saturating_sub(budget.used_bytes()) / 4;
        read_pipe(path, MAX_BYTES.min(room), budget)?
    };
    let bytes = bytes.map_err(|error| file_error(&error))?;
    match bytes.len() as u64 > MAX_BYTES {
        true => Err(too_long()),
        false => Ok(bytes),
    }
}

fn too_long() -> FileError {
    FileError::Unreadable { reason: format!("it is larger than {} MiB", MAX_BYTES >> 20) }
}

fn file_error(error: &io::Error) -> FileError {
    let reason = match error.kind() {
        // `a.game/` where `a.game` is a file.
        ErrorKind::NotFound | ErrorKind::NotADirectory => return FileError::NotFound,
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        ErrorKind::PermissionDenied => "that is not permitted".to_owned(),
        _ => error.to_string(),
    };
    FileError::Unreadable { reason }
}

/// Reads at most one byte more than `most`.
fn limited(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a pipe or a device, which may block forever: a thread reads it, and is abandoned when a limit
/// is passed.
fn read_pipe(path: &Path, most: u64, budget: &Budget) -> Result<io::Result<Vec<u8>>, FileError> {
    budget.becomes_long();
    let (sender, receiver) = mpsc::channel();
    let path = path.to_owned();
    thread::spawn(move || {
        // The receiver may have been dropped.
        let _ = sender.send(limited(&path, most));
    });
    loop {
        budget.step().map_err(FileError::Stopped)?;
        match receiver.recv_timeout(WAIT) {
            Ok(read) => {
                if read.as_ref().is_ok_and(|bytes| most < MAX_BYTES && bytes.len() as u64 > most) {
                    let limit = budget.max_bytes();
                    return Err(FileError::Stopped(Exhausted::Memory { limit }));
                }
                return Ok(read);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(FileError::Unreadable { reason: "reading it failed".to_owned() });
            }
        }
    }
}

/// The same name for the same file however it was reached, short inside the current folder.
pub fn canonical_name(path: &Path) -> String {
    let full = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = std::env::current_dir().and_then(fs::canonicalize).unwrap_or_default();
    let short = full.strip_prefix(&folder).map(Path::to_owned).unwrap_or(full);
    short.to_string_lossy().into_owned()
}

/// Full path of a file that exists, for scripts in another folder.
pub fn full_path(path: &str) -> String {
    let full = fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path));
    full.to_string_lossy().into_owned()
}

/// The `.game` files and folders whose path begins with `prefix`.
pub fn matching(prefix: &str) -> Vec<String> {
    let (folder, start) = prefix.rfind('/').map_or(("", prefix), |at| prefix.split_at(at + 1));
    let shown = if folder.is_empty() { "." } else { folder };
    let Ok(entries) = fs::read_dir(shown) else { return Vec::new() };
    let mut found: Vec<String> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let is_folder = entry.path().is_dir();
            let wanted = is_folder || name.ends_with(".game");
            let hidden = name.starts_with('.') && !start.starts_with('.');
            let end = if is_folder { "/" } else { "" };
            (wanted && !hidden && name.starts_with(start)).then(|| format!("{folder}{name}{end}"))
        })
        .collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_beside_the_file_that_uses_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        let disk = Disk::new(Budget::unlimited());
        fs::write(path("a.game"), "\u{feff}1").unwrap();
        let file = disk.read("a.game", Some(&path("b.game"))).unwrap();
        assert_eq!(file.text, "1");
        assert_eq!(disk.read("b.game", None).unwrap_err(), FileError::NotFound);
        fs::write(path("c.game"), b"ab\xff").unwrap();
        assert_eq!(disk.read(&path("c.game"), None).unwrap_err(), FileError::NotUtf8 { offset: 2 });
        let reason = "it is a folder".to_owned();
        assert_eq!(disk.read(&path(""), None).unwrap_err(), FileError::Unreadable { reason });
        assert_eq!(matching(&path("")), [path("a.game"), path("c.game")]);
    }
}
