//! The files that programs use and save.

use std::fs;
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use upstar::session::{FileError, FileText, Files, NewFile, NotWritten};

/// Larger files are refused.
const MAX_BYTES: u64 = 64 << 20;

/// The files on the disk.
pub(crate) struct Disk;

impl Files for Disk {
    fn read(&self, path: &str, user: Option<&str>) -> Result<FileText, FileError> {
        let folder = user.and_then(|user| Path::new(user).parent()).unwrap_or(Path::new(""));
        let path = folder.join(path);
        let text = text(&path)?;
        Ok(FileText { name: name(&path), text })
    }

    fn write(&self, files: &[NewFile]) -> Result<(), NotWritten> {
        let unwritten = |file: &NewFile, error: &io::Error| NotWritten {
            path: file.path.clone(),
            error: file_error(error),
        };
        // All are written before the first is put in its place.
        let mut drafts = Vec::new();
        for file in files {
            drafts.push(draft(file).map_err(|error| unwritten(file, &error))?);
        }
        for ((draft, target), file) in drafts.into_iter().zip(files) {
            draft.persist(target).map_err(|error| unwritten(file, &error.error))?;
        }
        Ok(())
    }
}

/// A file beside its place, and its place.
fn draft(file: &NewFile) -> io::Result<(NamedTempFile, PathBuf)> {
    let target = std::env::current_dir()?.join(&file.path);
    let folder = target.parent().unwrap_or(Path::new(""));
    let mut draft = NamedTempFile::new_in(folder)?;
    draft.write_all(file.text.as_bytes())?;
    Ok((draft, target))
}

fn text(path: &Path) -> Result<String, FileError> {
    let read = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        fs::File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().map_err(|error| file_error(&error))?;
    if bytes.len() as u64 > MAX_BYTES {
        let reason = format!("it is larger than {} MiB", MAX_BYTES >> 20);
        return Err(FileError::Unreadable { reason });
    }
    let text = String::from_utf8(bytes)
        .map_err(|error| FileError::NotUtf8 { offset: error.utf8_error().valid_up_to() })?;
    // A byte order mark says nothing about UTF-8.
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

fn file_error(error: &io::Error) -> FileError {
    let reason = match error.kind() {
        ErrorKind::NotFound => return FileError::NotFound,
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        ErrorKind::PermissionDenied => "that is not permitted".to_owned(),
        _ => error.to_string(),
    };
    FileError::Unreadable { reason }
}

/// The same name for the same file however it was reached, short inside the current folder.
fn name(path: &Path) -> String {
    let full = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = std::env::current_dir().and_then(fs::canonicalize).unwrap_or_default();
    let short = full.strip_prefix(&folder).map(Path::to_owned).unwrap_or(full);
    short.to_string_lossy().into_owned()
}
