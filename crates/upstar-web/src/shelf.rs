//! Files that the page lends to programs, and files that programs write.

use std::sync::Arc;

use indexmap::IndexMap;
use parking_lot::Mutex;
use upstar_lang::session::{FileError, FileText, Files, NewFile, NotWritten};

/// The files of an instance; clones share them.
#[derive(Clone, Default)]
pub(crate) struct Shelf(Arc<Mutex<Contents>>);

#[derive(Default)]
struct Contents {
    /// Files for `use`, by path.
    lent: IndexMap<String, String>,
    /// Files that `save` has written since the last request for them.
    written: Vec<NewFile>,
}

impl Shelf {
    /// Lends a file under this path.
    pub(crate) fn lend(&self, path: &str, text: &str) {
        self.0.lock().lent.insert(path.to_owned(), text.to_owned());
    }

    /// Takes the files written.
    pub(crate) fn written(&self) -> Vec<NewFile> {
        std::mem::take(&mut self.0.lock().written)
    }
}

impl Files for Shelf {
    fn read(&self, path: &str, user: Option<&str>) -> Result<FileText, FileError> {
        let name = beside(user, path);
        match self.0.lock().lent.get(&name) {
            Some(text) => Ok(FileText { text: text.clone(), name }),
            None => Err(FileError::NotFound),
        }
    }

    fn write(&self, files: &[NewFile]) -> Result<(), NotWritten> {
        self.0.lock().written.extend_from_slice(files);
        Ok(())
    }
}

/// A path as a file beside it names it, without `.` and `..`.
fn beside(user: Option<&str>, path: &str) -> String {
    let folder = user.and_then(|user| user.rsplit_once('/')).map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            other => parts.push(other),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_file_that_uses_them() {
        assert_eq!(beside(None, "./a.game"), "a.game");
        assert_eq!(beside(Some("sheets/one.game"), "two.game"), "sheets/two.game");
        assert_eq!(beside(Some("sheets/one.game"), "../two.game"), "two.game");
        assert_eq!(beside(Some("one.game"), "../two.game"), "../two.game");
    }

    #[test]
    fn what_is_lent_is_found_and_what_is_written_is_told_once() {
        let shelf = Shelf::default();
        shelf.lend("a.game", "x := 1");
        assert_eq!(shelf.read("a.game", None).map(|file| file.text), Ok("x := 1".to_owned()));
        assert!(shelf.read("b.game", None).is_err());
        let file = NewFile { path: "a.svg".to_owned(), text: "<svg/>".to_owned() };
        assert!(shelf.write(&[file]).is_ok());
        assert_eq!((shelf.written().len(), shelf.written().len()), (1, 0));
    }
}
