//! Files of answers: from files, folders and archives, with the students they belong to.
//!
//! Knows: paths, archives, what course systems call the folders of students.
//! Must not know: what is in the files.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use indexmap::IndexMap;

/// Largest file of answers that is read.
const MAX_BYTES: u64 = 1 << 20;
/// Largest archive that is read.
const MAX_ARCHIVE: u64 = 256 << 20;
/// Most files of a class.
const MAX_FILES: usize = 20_000;
/// Most bytes of all files together.
const MAX_TOTAL: u64 = 512 << 20;
/// How deeply folders and archives may be nested.
const MAX_LEVELS: usize = 8;

/// A file of answers.
#[derive(Debug)]
pub(super) struct Found {
    /// Whose it is, by the name of the file or of its folder.
    pub(super) student: String,
    /// What is in it.
    pub(super) text: String,
    /// What is wrong with the file as a whole.
    pub(super) damage: Vec<String>,
}

/// How a path on the command line is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Named {
    /// It is the only one.
    Class,
    /// There are others.
    OneOfSeveral,
}

/// Folders and name of a file, with what is in it or why it was not read.
type Placed = (Vec<String>, Result<Vec<u8>, String>);

/// The files as they are found.
#[derive(Debug, Default)]
pub(super) struct Collection {
    files: Vec<Placed>,
    total: u64,
    /// Files that are no files of answers.
    pub(super) ignored: Vec<String>,
}

/// Reads the files of answers at some paths, in the order of the students.
///
/// # Errors
/// When a path cannot be read, or there are too many files.
pub(super) fn collect(paths: &[String]) -> Result<(Vec<Found>, Vec<String>), String> {
    let mut collection = Collection::default();
    // A single archive is the class; in a folder, or among others, one is a student's.
    let role = if paths.len() == 1 { Named::Class } else { Named::OneOfSeveral };
    for path in paths {
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => format!("`{path}` cannot be read: it does not exist"),
            _ => format!("`{path}` cannot be read: {error}"),
        };
        let kind = fs::metadata(path).map_err(failed)?;
        let name = Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned());
        match kind.is_dir() {
            true => collection.folder(Path::new(path), &[]).map_err(failed)?,
            false => collection
                .file(Path::new(path), &[], name.unwrap_or_else(|| path.clone()), Some(role))
                .map_err(failed)?,
        }
    }
    Ok((students(collection.files), collection.ignored))
}

impl Collection {
    fn folder(&mut self, folder: &Path, above: &[String]) -> io::Result<()> {
        let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name().to_string_lossy().into_owned();
            // Links could lead out of the folder.
            let kind = entry.file_type()?;
            if name.starts_with('.') || kind.is_symlink() || above.len() >= MAX_LEVELS {
                continue;
            }
            if kind.is_dir() {
                let inside: Vec<String> = above.iter().cloned().chain([name]).collect();
                self.folder(&entry.path(), &inside)?;
            } else {
                self.file(&entry.path(), above, name, None)?;
            }
        }
        Ok(())
    }

    fn file(
        &mut self,
        path: &Path,
        above: &[String],
        name: String,
        named: Option<Named>,
    ) -> io::Result<()> {
        let is_archive = archive_kind(&name).is_some();
        if !is_archive && named.is_none() && !is_text(&name) {
            self.ignored.push(path.display().to_string());
            return Ok(());
        }
        let most = if is_archive { MAX_ARCHIVE } else { MAX_BYTES };
        let bytes = limited(fs::File::open(path)?, most)?;
        self.add(above, name, bytes, most, named)
    }

    /// Adds a file, or the files of an archive.
    fn add(
        &mut self,
        above: &[String],
        name: String,
        bytes: Vec<u8>,
        most: u64,
        named: Option<Named>,
    ) -> io::Result<()> {
        let is_whole = bytes.len() as u64 <= most;
        self.total += bytes.len() as u64;
        if self.files.len() >= MAX_FILES || self.total > MAX_TOTAL {
            return Err(io::Error::other("there are too many files, or too large ones"));
        }
        match archive_kind(&name) {
            Some(kind) if above.len() < MAX_LEVELS => {
                let inside: Vec<String> = match named {
                    Some(Named::Class) => Vec::new(),
                    _ => above.iter().cloned().chain([stem(&name).to_owned()]).collect(),
                };
                let unpacked = match is_whole {
                    true => kind.unpack(&bytes),
                    false => Err(io::Error::other("it is too large")),
                };
                let before = self.files.len();
                let damage = match unpacked {
                    Ok(entries) => {
                        for (path, bytes) in entries {
                            self.entry(&inside, &path, bytes)?;
                        }
                        "the archive has no file of answers (`.game` or `.txt`) in it".to_owned()
                    }
                    Err(error) => format!("the archive cannot be read: {error}"),
                };
                if self.files.len() == before {
                    let path = above.iter().cloned().chain([name]).collect();
                    self.files.push((path, Err(damage)));
                }
            }
            _ => {
                let path = above.iter().cloned().chain([name]).collect();
                let read = match is_whole {
                    true => Ok(bytes),
                    false => Err(format!(
                        "the file is larger than {} KiB, and was not read",
                        MAX_BYTES >> 10
                    )),
                };
                self.files.push((path, read));
            }
        }
        Ok(())
    }

    /// Adds an entry of an archive. Its path only says whose it is: nothing is written anywhere.
    fn entry(&mut self, above: &[String], path: &str, bytes: Vec<u8>) -> io::Result<()> {
        let parts = path.split(['/', '\\']).filter(|part| !matches!(*part, "" | "." | ".."));
        let mut parts: Vec<String> = parts.map(str::to_owned).collect();
        let Some(name) = parts.pop() else { return Ok(()) };
        let is_hidden = |part: &String| part.starts_with('.') || part == "__MACOSX";
        if parts.iter().any(is_hidden) || is_hidden(&name) {
            return Ok(());
        }
        if archive_kind(&name).is_none() && !is_text(&name) {
            self.ignored.push(path.to_owned());
            return Ok(());
        }
        let inside: Vec<String> = above.iter().cloned().chain(parts).take(MAX_LEVELS).collect();
        self.add(&inside, name, bytes, MAX_BYTES, None)
    }
}

/// Reads at most one byte more than `most`.
fn limited(reader: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn is_text(name: &str) -> bool {
    let name = name.to_lowercase();
    name.ends_with(".game") || name.ends_with(".txt")
}

/// A kind of archive.
#[derive(Debug, Clone, Copy)]
enum Archive {
    Zip,
    Tar,
    TarGz,
}

fn archive_kind(name: &str) -> Option<Archive> {
    let name = name.to_lowercase();
    if name.ends_with(".zip") {
        Some(Archive::Zip)
    } else if name.ends_with(".tar.gz") || name.ends_with(".tgz") {
        Some(Archive::TarGz)
    } else {
        name.ends_with(".tar").then_some(Archive::Tar)
    }
}

impl Archive {
    /// The files in an archive, in the order of their paths.
    fn unpack(self, bytes: &[u8]) -> io::Result<Vec<(String, Vec<u8>)>> {
        let mut entries = match self {
            Archive::Zip => unzip(bytes)?,
            Archive::Tar => untar(bytes)?,
            Archive::TarGz => untar(flate2::read::MultiGzDecoder::new(bytes).take(MAX_TOTAL))?,
        };
        entries.sort();
        Ok(entries)
    }
}

fn unzip(bytes: &[u8]) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut archive = zip::ZipArchive::new(io::Cursor::new(bytes)).map_err(io::Error::other)?;
    if archive.len() > MAX_FILES {
        return Err(io::Error::other("it has too many files"));
    }
    let (mut entries, mut total) = (Vec::new(), 0);
    for at in 0..archive.len() {
        let file = archive.by_index(at).map_err(io::Error::other)?;
        if !file.is_file() {
            continue;
        }
        let name = file.name().to_owned();
        keep(&mut entries, &mut total, name, file)?;
    }
    Ok(entries)
}

fn untar(reader: impl Read) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut archive = tar::Archive::new(reader);
    let (mut entries, mut total) = (Vec::new(), 0);
    for entry in archive.entries()? {
        let entry = entry?;
        if !entry.header().entry_type().is_file() {
            continue;
        }
        let name = entry.path()?.to_string_lossy().into_owned();
        keep(&mut entries, &mut total, name, entry)?;
        if entries.len() > MAX_FILES {
            return Err(io::Error::other("it has too many files"));
        }
    }
    Ok(entries)
}

/// Keeps an entry, as far as it is read at all: what is unpacked may be much longer than the archive.
fn keep(
    entries: &mut Vec<(String, Vec<u8>)>,
    total: &mut u64,
    name: String,
    reader: impl Read,
) -> io::Result<()> {
    let wanted = is_text(&name) || archive_kind(&name).is_some();
    let bytes = if wanted { limited(reader, MAX_BYTES)? } else { Vec::new() };
    *total += bytes.len() as u64;
    if *total > MAX_TOTAL {
        return Err(io::Error::other("it is too large when it is unpacked"));
    }
    entries.push((name, bytes));
    Ok(())
}

/// A name without its extension.
fn stem(name: &str) -> &str {
    let name = name.strip_suffix(".tar.gz").unwrap_or(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The name of a student in the name of a folder or file of Moodle: `Ada Lovelace_4711_assignsubmission_file_`.
fn cleaned(name: &str) -> String {
    let name = name.split_once("_assignsubmission_").map_or(name, |(before, _)| before);
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let name = match name.rsplit_once('_') {
        Some((before, number)) if is_number(number) && number.len() > 2 => before,
        _ => name,
    };
    let name: String = name.chars().filter(|c| !c.is_control()).collect();
    name.trim().to_owned()
}

/// Whose each file is: the name of its folder when that has one file, and otherwise its own name.
fn students(files: Vec<Placed>) -> Vec<Found> {
    let mut in_folder: IndexMap<Vec<String>, usize> = IndexMap::new();
    for (path, _) in &files {
        *in_folder.entry(path[..path.len() - 1].to_vec()).or_insert(0) += 1;
    }
    let mut names = Names::default();
    let mut found: Vec<Found> = files
        .into_iter()
        .map(|(path, read)| {
            let (name, folders) = path.split_last().expect("a file has a name");
            let alone = in_folder[folders] == 1;
            let student = match folders.last() {
                Some(folder) if alone => cleaned(folder),
                _ => cleaned(stem(name)),
            };
            let student = if student.is_empty() { "without a name".to_owned() } else { student };
            let mut damage = Vec::new();
            let text = match read {
                Ok(bytes) => text(bytes, &mut damage),
                Err(why) => {
                    damage.push(why);
                    String::new()
                }
            };
            let numbered = names.numbered(student.clone(), str::to_owned);
            if numbered != student {
                damage.push("another file has the same name".to_owned());
            }
            Found { student: numbered, text, damage }
        })
        .collect();
    found.sort_by(|a, b| a.student.cmp(&b.student));
    found
}

/// Names that were given, which must differ.
#[derive(Debug, Default)]
pub(super) struct Names(IndexMap<String, usize>);

impl Names {
    /// A name with a number behind it, when one that is the same for `alike` was given before: `Ada (2)`.
    pub(super) fn numbered(&mut self, name: String, alike: fn(&str) -> String) -> String {
        let count = self.0.entry(alike(&name)).or_insert(0);
        *count += 1;
        if *count > 1 { format!("{name} ({count})") } else { name }
    }
}

/// The text of a file: UTF-8, or what editors on Windows write.
fn text(bytes: Vec<u8>, damage: &mut Vec<String>) -> String {
    let utf16 = |read: fn([u8; 2]) -> u16| {
        let units = bytes[2..].chunks_exact(2).map(|pair| read([pair[0], pair[1]]));
        char::decode_utf16(units).map(|one| one.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    match bytes.as_slice() {
        [0xff, 0xfe, ..] => return utf16(u16::from_le_bytes),
        [0xfe, 0xff, ..] => return utf16(u16::from_be_bytes),
        _ => {}
    }
    String::from_utf8(bytes).unwrap_or_else(|error| {
        damage.push("the file is not UTF-8 text: it was read as Latin-1".to_owned());
        error.as_bytes().iter().copied().map(char::from).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_are_found_in_the_names_that_course_systems_give() {
        assert_eq!(cleaned("Ada Lovelace_4711_assignsubmission_file_"), "Ada Lovelace");
        assert_eq!(cleaned("ada_lovelace"), "ada_lovelace");
        let file = |path: &[&str]| {
            (path.iter().map(|part| (*part).to_owned()).collect(), Ok(b"x".to_vec()))
        };
        let found = students(vec![
            file(&["bob.game"]),
            file(&["Ada_123_assignsubmission_file_", "student.game"]),
            file(&["group", "eve.game"]),
            file(&["group", "joe.game"]),
        ]);
        let names: Vec<&str> = found.iter().map(|one| one.student.as_str()).collect();
        assert_eq!(names, ["Ada", "bob", "eve", "joe"]);
    }

    #[test]
    fn files_of_other_encodings_are_read() {
        let mut damage = Vec::new();
        assert_eq!(text(b"\xff\xfea\0\x91\x21".to_vec(), &mut damage), "a↑");
        assert_eq!(text(b"\xfe\xff\0a".to_vec(), &mut damage), "a");
        assert_eq!(text("J\u{f6}rg ↑".as_bytes().to_vec(), &mut damage), "Jörg ↑");
        assert!(damage.is_empty());
        assert_eq!(text(b"J\xf6rg".to_vec(), &mut damage), "Jörg");
        assert_eq!(damage.len(), 1);
    }
}
