//! Atomic writing of files: all of several or none, and each completely.
//!
//! Knows: drafts beside their places, links, backups of what is replaced.
//! Must not know: what is in the files.

use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use tempfile::{NamedTempFile, TempPath};

/// A file that cannot be written, by its number, and why.
pub(super) type Unwritten = (usize, io::Error);

/// Writes files inside a folder, all of them or none. Paths are relative to the folder; one that leaves it,
/// even through links, is an error.
pub(super) fn write_inside(folder: &Path, files: &[(&str, &str)]) -> Result<(), Unwritten> {
    let numbered = || files.iter().enumerate();
    let target = |(at, (path, _)): (usize, &(&str, &str))| {
        target_inside(folder, path).map_err(|error| (at, error))
    };
    let targets: Vec<PathBuf> = numbered().map(target).collect::<Result<_, _>>()?;
    let draft = |(at, (_, text)): (usize, &(&str, &str))| {
        draft(&targets[at], text).map_err(|error| (at, error))
    };
    place(numbered().map(draft).collect::<Result<_, _>>()?, &targets)
}

/// Replaces a file atomically; creates its folder if it is missing.
///
/// # Errors
/// When it cannot be written.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(folder_of(path))?;
    let target = target(path)?;
    draft(&target, text)?.persist(&target).map(drop).map_err(|error| error.error)
}

/// Moves drafts to their places; if one cannot be moved, those before it are moved back.
fn place(drafts: Vec<NamedTempFile>, targets: &[PathBuf]) -> Result<(), Unwritten> {
    let mut placed = Vec::new();
    for (at, (draft, target)) in drafts.into_iter().zip(targets).enumerate() {
        match Placed::new(draft, target, targets.len() > 1) {
            Ok(one) => placed.push(one),
            Err(error) => {
                placed.into_iter().rev().for_each(Placed::take_back);
                return Err((at, error));
            }
        }
    }
    Ok(())
}

/// File in its place, with a backup of the file that was there before.
struct Placed {
    target: PathBuf,
    previous: Option<TempPath>,
}

impl Placed {
    /// Moves a draft to its place. If `keeps`, keeps the earlier file for [`Placed::take_back`].
    fn new(draft: NamedTempFile, target: &Path, keeps: bool) -> io::Result<Placed> {
        let folder = folder_of(target);
        // Links that were made since the draft was begun lead nowhere.
        if fs::canonicalize(folder)? != folder {
            return Err(io::Error::other("its folder was exchanged for a link"));
        }
        let previous = match keeps && target.exists() {
            true => Some(second_name(target, folder)?),
            false => None,
        };
        draft.persist(target).map_err(|error| error.error)?;
        Ok(Placed { target: target.to_owned(), previous })
    }

    /// Restores the earlier file. Ignores errors, because the error that leads here is the one to report.
    fn take_back(self) {
        let _ = match self.previous {
            Some(previous) => previous.persist(&self.target).map_err(|error| error.error),
            None => fs::remove_file(&self.target),
        };
    }
}

/// Second name of a file, which is removed when it is dropped.
fn second_name(target: &Path, folder: &Path) -> io::Result<TempPath> {
    let named = tempfile::Builder::new().make_in(folder, |name| link_or_copy(target, name))?;
    Ok(named.into_temp_path())
}

/// Gives a file another name; a copy where files have one name only. Does not replace a file.
fn link_or_copy(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            let mut file = fs::File::open(from)?;
            let mut copy = fs::OpenOptions::new().write(true).create_new(true).open(to)?;
            io::copy(&mut file, &mut copy).map(drop).inspect_err(|_| {
                // The error of copying is the one to report.
                let _ = fs::remove_file(to);
            })
        }
        linked => linked,
    }
}

/// Target of a path inside a folder, with all links resolved.
fn target_inside(folder: &Path, path: &str) -> io::Result<PathBuf> {
    let folder = fs::canonicalize(folder)?;
    let target = target(&folder.join(path))?;
    match target.starts_with(&folder) {
        true => Ok(target),
        false => Err(io::Error::other("it leads out of the folder where `upstar` was started")),
    }
}

/// Target of a path, with all links resolved: a file that can be replaced, or that does not exist yet.
fn target(path: &Path) -> io::Result<PathBuf> {
    if path.as_os_str().to_string_lossy().ends_with(std::path::is_separator) {
        return Err(ErrorKind::IsADirectory.into());
    }
    let full = match fs::canonicalize(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            if path.is_symlink() {
                return Err(io::Error::other("it is a link to a file that does not exist"));
            }
            let name = path.file_name().ok_or(ErrorKind::IsADirectory)?;
            return Ok(fs::canonicalize(folder_of(path))?.join(name));
        }
        full => full?,
    };
    let metadata = fs::metadata(&full)?;
    match metadata.is_file() {
        _ if metadata.is_dir() => Err(ErrorKind::IsADirectory.into()),
        false => Err(io::Error::other("it is not a regular file")),
        true if metadata.permissions().readonly() => Err(ErrorKind::PermissionDenied.into()),
        true => Ok(full),
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Temporary file next to its place, which is removed when it is dropped. It has the permissions of the
/// file that it replaces.
fn draft(target: &Path, text: &str) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    // The permissions of a new file: all that the user's mask allows.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut draft = builder.tempfile_in(folder_of(target))?;
    draft.write_all(text.as_bytes())?;
    if let Ok(there) = fs::metadata(target) {
        draft.as_file().set_permissions(there.permissions())?;
    }
    Ok(draft)
}

/// Files that the user names and the program has written, with their last contents.
#[derive(Debug, Default)]
pub struct Saves(IndexMap<PathBuf, String>);

/// A file that was written.
#[derive(Debug)]
pub struct Saved {
    /// Path with all links resolved.
    pub path: PathBuf,
    /// Backup of the file that was there before.
    pub backup: Option<PathBuf>,
}

impl Saves {
    /// Writes a file. What others have written there is kept beside it.
    ///
    /// # Errors
    /// When its folder does not exist, it is not a regular file, or the system refuses.
    pub fn save(&mut self, path: &str, text: &str) -> io::Result<Saved> {
        let path = target(Path::new(path))?;
        let draft = draft(&path, text)?;
        let backup = match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Ok(there) if self.is_own(&path, &there) || there == text.as_bytes() => None,
            Ok(_) => Some(back_up(&path)?),
            Err(error) => return Err(error),
        };
        draft.persist(&path).map_err(|error| error.error)?;
        self.0.insert(path.clone(), text.to_owned());
        Ok(Saved { path, backup })
    }

    /// Whether this is what the program has written there.
    fn is_own(&self, path: &Path, there: &[u8]) -> bool {
        self.0.get(path).is_some_and(|own| own.as_bytes() == there)
    }
}

/// `saved in FILE`, and where that is which was there before.
impl std::fmt::Display for Saved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "saved in {}", self.path.display())?;
        match &self.backup {
            Some(backup) => write!(f, "; what was there is in {}", backup.display()),
            None => Ok(()),
        }
    }
}

/// Keeps a file under another name: `FILE.bak`, or the first of `FILE.bak2`, `FILE.bak3`, ... that is free.
fn back_up(path: &Path) -> io::Result<PathBuf> {
    for number in 1_u32.. {
        let mut name = path.as_os_str().to_owned();
        name.push(".bak");
        if number > 1 {
            name.push(number.to_string());
        }
        match link_or_copy(path, Path::new(&name)) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(()) => return Ok(PathBuf::from(name)),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// Names and contents of the files in a folder, in order.
    fn contents(folder: &Path) -> Vec<(String, String)> {
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        let mut files: Vec<(String, String)> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| (name(&path), fs::read_to_string(&path).unwrap_or_default()))
            .collect();
        files.sort();
        files
    }

    #[test]
    fn all_files_are_written_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let inside = |files: &[(&str, &str)]| write_inside(folder.path(), files);
        inside(&[("a", "1"), ("b", "2"), ("a", "3")]).unwrap();
        let before = [("a".to_owned(), "3".to_owned()), ("b".to_owned(), "2".to_owned())];
        assert_eq!(contents(folder.path()), before);
        for bad in ["missing/c", ".", "b/c", "/etc/c", "../c", "c/"] {
            let (at, _) = inside(&[("a", "4"), ("new", "5"), (bad, "6")]).unwrap_err();
            assert_eq!(at, 2, "{bad}");
            assert_eq!(contents(folder.path()), before, "{bad}");
        }
    }

    /// If any of the files cannot be moved to its place, all earlier files are restored.
    #[test]
    fn what_was_placed_is_taken_back() {
        let names = ["old", "new", "other", "old"];
        for fails in 0..=names.len() {
            let folder = tempfile::tempdir().unwrap();
            let path = fs::canonicalize(folder.path()).unwrap();
            fs::write(path.join("old"), "old").unwrap();
            fs::create_dir(path.join("blocked")).unwrap();
            let before = contents(&path);
            let mut names = names.to_vec();
            names.insert(fails, "blocked");
            let targets: Vec<PathBuf> = names.iter().map(|name| path.join(name)).collect();
            let drafts = targets.iter().map(|target| draft(target, "next").unwrap()).collect();
            let (at, _) = place(drafts, &targets).unwrap_err();
            assert_eq!(at, fails);
            assert_eq!(contents(&path), before, "{fails}");
        }
    }

    #[test]
    fn no_link_leads_out_of_the_folder() {
        let outside = tempfile::tempdir().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(outside.path().join("secret.svg"), "secret").unwrap();
        fs::create_dir(path("sub")).unwrap();
        symlink(outside.path(), path("folder")).unwrap();
        symlink(outside.path().join("secret.svg"), path("file.svg")).unwrap();
        symlink(outside.path().join("none.svg"), path("dangling.svg")).unwrap();
        symlink(path("folder"), path("sub/chain")).unwrap();
        symlink(path("sub"), path("within")).unwrap();
        for bad in ["folder/a.svg", "file.svg", "dangling.svg", "sub/chain/a.svg", "within/../../a"]
        {
            assert!(write_inside(folder.path(), &[(bad, "x")]).is_err(), "{bad}");
        }
        assert_eq!(contents(outside.path()), [("secret.svg".to_owned(), "secret".to_owned())]);
        write_inside(folder.path(), &[("within/a.svg", "x")]).unwrap();
        assert_eq!(fs::read_to_string(path("sub/a.svg")).unwrap(), "x");
    }

    #[test]
    fn what_others_have_written_is_kept_and_own_files_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.game");
        let name = path.to_str().unwrap();
        let mut saves = Saves::default();
        assert!(saves.save(name, "1").unwrap().backup.is_none());
        assert!(saves.save(name, "2").unwrap().backup.is_none());
        for (number, end) in [".bak", ".bak2", ".bak3"].into_iter().enumerate() {
            let theirs = format!("theirs {number}");
            fs::write(&path, &theirs).unwrap();
            let saved = saves.save(name, "3").unwrap();
            let backup = saved.backup.unwrap();
            assert!(backup.to_string_lossy().ends_with(end));
            assert_eq!(fs::read_to_string(backup).unwrap(), theirs);
            assert_eq!(fs::read_to_string(&path).unwrap(), "3");
        }
    }

    #[test]
    fn only_regular_files_that_may_be_changed_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.game");
        fs::write(&path, "old").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let mut saves = Saves::default();
        for bad in [path.to_str().unwrap(), "/dev/null", "/", "/nonexistent/a.game", ""] {
            assert!(saves.save(bad, "new").is_err(), "{bad}");
        }
        assert_eq!(contents(folder.path()), [("a.game".to_owned(), "old".to_owned())]);
    }
}
