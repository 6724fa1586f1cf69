//! A record of a conversation in a file.
//!
//! Knows: the file, and that it is written at once.
//! Must not know: what is said.

use std::cell::RefCell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::PathBuf;

use super::pager::plain;

/// A record of a conversation, if one is wanted.
#[derive(Debug, Default)]
pub(super) struct Log {
    file: RefCell<Option<File>>,
}

impl Log {
    /// Records in this file, after what is there, from now on. Gives the whole path of it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn begin(&self, path: &str) -> io::Result<PathBuf> {
        // A pipe would wait until somebody reads it.
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(io::Error::other("it is not a regular file"));
        }
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let path = fs::canonicalize(path)?;
        *self.file.borrow_mut() = Some(file);
        Ok(path)
    }

    /// Stops, and tells whether there was a record.
    pub(super) fn end(&self) -> bool {
        self.file.take().is_some()
    }

    /// Writes what was said, without colours.
    ///
    /// # Errors
    /// When that fails; nothing is recorded from then on.
    pub(super) fn write(&self, text: &str) -> io::Result<()> {
        let mut file = self.file.borrow_mut();
        let Some(open) = file.as_mut() else { return Ok(()) };
        let written = open.write_all(plain(text).as_bytes());
        if written.is_err() {
            *file = None;
        }
        written
    }
}
