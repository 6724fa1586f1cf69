//! Files of answers: from files, folders and archives, with the students they belong to.
//!
//! Knows: paths, archives, and the names that course systems give to the folders of students.
//! Must not know: what answers are.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use indexmap::IndexMap;

use crate::classroom;

/// Largest file of answers that is read.
const MAX_BYTES: u64 = 1 << 20;
/// Largest archive that is read.
const MAX_ARCHIVE: u64 = 256 << 20;
/// Most files of a class.
const MAX_FILES: usize = 20_000;
/// Most bytes of all files together.
const MAX_TOTAL: u64 = 512 << 20;
/// Most files in the archive of a student.
const MAX_FILES_OF_STUDENT: usize = 200;
/// Greatest total size of a student's files.
const MAX_TOTAL_OF_STUDENT: u64 = 16 << 20;
/// Greatest nesting of folders and archives.
const MAX_LEVELS: usize = 8;

/// File of a student.
#[derive(Debug)]
pub(super) struct StudentFile {
    /// Name of its row: the student, and the file too if there are several.
    pub(super) row: String,
    /// Name of the student, from the name of the file or folder.
    pub(super) student: String,
    /// Contents, or the reason why it cannot be graded.
    pub(super) text: Result<String, String>,
    /// Remarks on the file.
    pub(super) remarks: Vec<String>,
}

/// Kind of a text, for the sheet in question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Text {
    /// It has answers.
    Answers,
    /// It is a key.
    Key,
    /// It is anything else.
    Other,
}

/// The files of a class.
#[derive(Debug, Default)]
pub(super) struct ClassFiles {
    /// Files to grade, in the order of the rows.
    pub(super) found: Vec<StudentFile>,
    /// Files that are left out, and why.
    pub(super) left_out: Vec<String>,
}

/// A file in its folders.
#[derive(Debug)]
struct Placed {
    /// Names of the folders and archives around it, from that of the class on.
    folders: Vec<String>,
    name: String,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// Contents that may be a text.
    Bytes(Vec<u8>),
    /// Reason why it cannot be read.
    Damaged(String),
    /// Kind of a file that is no text.
    Foreign,
}

/// Reads the files of a class. A single path is the class; of several paths each is a student's. Files
/// written during grading are not read.
///
/// # Errors
/// When a path cannot be read, or there are too many files.
pub(super) fn collect(
    paths: &[String],
    written: &[&str],
    kind: &dyn Fn(&str) -> Text,
) -> Result<ClassFiles, String> {
    let written = written.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
    let mut collection = Collection { written, ..Collection::default() };
    for path in paths {
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => format!("`{path}` cannot be read: it does not exist"),
            _ => format!("`{path}` cannot be read: {error}"),
        };
        let name = Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_else(|| path.clone());
        let is_folder = fs::metadata(path).map_err(failed)?.is_dir();
        match (is_folder, paths.len()) {
            (true, 1) => collection.folder(Path::new(path), &[]).map_err(failed)?,
            (true, _) => collection.folder(Path::new(path), &[name]).map_err(failed)?,
            (false, 1) => collection.class(Path::new(path), name).map_err(failed)?,
            (false, _) => {
                let folder = folder_of_alike(path, &name, paths);
                collection.file(Path::new(path), folder.as_slice(), name).map_err(failed)?;
            }
        }
    }
    Ok(assign_to_students(collection.files, kind))
}

/// Folder of a file that shares its name with another, as in `answers/ada/sheet.game
/// answers/bob/sheet.txt`: it names the student.
fn folder_of_alike(path: &str, name: &str, paths: &[String]) -> Option<String> {
    let own = |path: &Path| Some(stem(&path.file_name()?.to_string_lossy()).to_owned());
    let is_alike = |other: &&String| own(Path::new(other)).is_some_and(|other| other == stem(name));
    let folder = Path::new(path).parent()?.file_name()?.to_string_lossy().into_owned();
    (paths.iter().filter(is_alike).count() > 1).then_some(folder)
}

/// The files as they are found.
#[derive(Debug, Default)]
struct Collection {
    files: Vec<Placed>,
    total: u64,
    /// Folders and files that are written to.
    written: Vec<PathBuf>,
}

impl Collection {
    fn folder(&mut self, folder: &Path, above: &[String]) -> io::Result<()> {
        let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let mut entries = match (entries, above.split_last()) {
            (Ok(entries), _) => entries,
            (Err(error), None) => return Err(error),
            (Err(error), Some((name, above))) => {
                let damage = Content::Damaged(format!("the folder cannot be read: {error}"));
                return self.place(above, name.clone(), damage);
            }
        };
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let (name, path) = (entry.file_name().to_string_lossy().into_owned(), entry.path());
            let is_written =
                || fs::canonicalize(&path).is_ok_and(|own| self.written.contains(&own));
            if name.starts_with('.') || is_written() {
                continue;
            }
            let kind = entry.file_type()?;
            if kind.is_dir() && above.len() < MAX_LEVELS {
                self.folder(&path, &[above, &[name]].concat())?;
            } else if kind.is_file() {
                self.file(&path, above, name)?;
            } else {
                // Links could lead out of the folder, and pipes have no end.
                self.place(above, name, Content::Foreign)?;
            }
        }
        Ok(())
    }

    /// Adds the file of a student, or an archive as a folder.
    fn file(&mut self, path: &Path, above: &[String], name: String) -> io::Result<()> {
        let most = match (archive_kind(&name), is_text(&name)) {
            (Some(_), _) => MAX_ARCHIVE,
            (None, true) => MAX_BYTES,
            (None, false) => return self.place(above, name, Content::Foreign),
        };
        match fs::File::open(path).and_then(|file| limited(file, most)) {
            Ok(bytes) => self.add(above, name, bytes, most),
            Err(error) => {
                self.place(above, name, Content::Damaged(format!("it cannot be read: {error}")))
            }
        }
    }

    /// Adds the only path: an archive is the class, and anything else a file of answers.
    fn class(&mut self, path: &Path, name: String) -> io::Result<()> {
        let Some(kind) = archive_kind(&name) else {
            let bytes = limited(fs::File::open(path)?, MAX_BYTES)?;
            return self.add(&[], name, bytes, MAX_BYTES);
        };
        let bytes = limited(fs::File::open(path)?, MAX_ARCHIVE)?;
        self.archive(kind, &[], &[], name, &bytes, MAX_ARCHIVE)
    }

    /// Adds a file, or the files of an archive.
    fn add(&mut self, above: &[String], name: String, bytes: Vec<u8>, most: u64) -> io::Result<()> {
        if let Some(kind) = archive_kind(&name) {
            let inside = [above, &[stem(&name).to_owned()]].concat();
            return self.archive(kind, above, &inside, name, &bytes, most);
        }
        let content = match bytes.len() as u64 <= most {
            true => Content::Bytes(bytes),
            false => Content::Damaged(format!("the file is larger than {} KiB", MAX_BYTES >> 10)),
        };
        self.place(above, name, content)
    }

    /// Adds the files of an archive, which are `inside`, or the archive itself if it has none.
    fn archive(
        &mut self,
        kind: Archive,
        above: &[String],
        inside: &[String],
        name: String,
        bytes: &[u8],
        most: u64,
    ) -> io::Result<()> {
        let is_whole = bytes.len() as u64 <= most;
        // An archive inside of folders belongs to a student, who has few files.
        let (most_files, most_bytes) = match inside {
            [] => (MAX_FILES, MAX_TOTAL),
            _ => (MAX_FILES_OF_STUDENT, MAX_TOTAL_OF_STUDENT),
        };
        let unpacked = match is_whole && inside.len() <= MAX_LEVELS {
            true => kind.unpack(bytes, most_files, most_bytes),
            false => Err(io::Error::other("it is too large, or too deep in others")),
        };
        let before = self.files.len();
        let damage = match unpacked {
            Ok(entries) => {
                for (path, bytes) in entries {
                    self.entry(inside, &path, bytes)?;
                }
                "there is nothing in the archive".to_owned()
            }
            Err(error) => format!("the archive cannot be read: {error}"),
        };
        match self.files.len() == before {
            true => self.place(above, name, Content::Damaged(damage)),
            false => Ok(()),
        }
    }

    /// Adds an entry of an archive. Its path only names the student: nothing is written to the disk.
    fn entry(&mut self, above: &[String], path: &str, bytes: Vec<u8>) -> io::Result<()> {
        let parts = path.split(['/', '\\']).filter(|part| !matches!(*part, "" | "." | ".."));
        let mut parts: Vec<String> = parts.map(str::to_owned).collect();
        let Some(name) = parts.pop() else { return Ok(()) };
        let is_hidden = |part: &String| part.starts_with('.') || part == "__MACOSX";
        if parts.iter().any(is_hidden) || is_hidden(&name) {
            return Ok(());
        }
        let inside: Vec<String> = above.iter().cloned().chain(parts).take(MAX_LEVELS).collect();
        match archive_kind(&name).is_some() || is_text(&name) {
            true => self.add(&inside, name, bytes, MAX_BYTES),
            false => self.place(&inside, name, Content::Foreign),
        }
    }

    fn place(&mut self, above: &[String], name: String, mut content: Content) -> io::Result<()> {
        if self.files.len() >= MAX_FILES {
            return Err(io::Error::other(format!("there are more than {MAX_FILES} files")));
        }
        if let Content::Bytes(bytes) = &content {
            self.total += bytes.len() as u64;
            if self.total > MAX_TOTAL {
                let why = format!("the files before it are larger than {} MiB", MAX_TOTAL >> 20);
                content = Content::Damaged(why);
            }
        }
        self.files.push(Placed { folders: above.to_vec(), name, content });
        Ok(())
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
    fn unpack(self, bytes: &[u8], most_files: usize, most: u64) -> io::Result<Vec<ArchiveEntry>> {
        let mut unpacked = Unpacked { entries: Vec::new(), total: 0, most_files, most };
        match self {
            Archive::Zip => unzip(bytes, &mut unpacked)?,
            Archive::Tar => untar(bytes, &mut unpacked)?,
            Archive::TarGz => {
                untar(flate2::read::MultiGzDecoder::new(bytes).take(most), &mut unpacked)?;
            }
        }
        unpacked.entries.sort();
        Ok(unpacked.entries)
    }
}

/// Path of a file in an archive, and its contents.
type ArchiveEntry = (String, Vec<u8>);

/// Contents unpacked from an archive, within limits, because it can be much longer than the archive.
struct Unpacked {
    entries: Vec<ArchiveEntry>,
    total: u64,
    most_files: usize,
    most: u64,
}

impl Unpacked {
    /// Keeps an entry, as far as it is read at all.
    fn keep(&mut self, name: String, reader: impl Read) -> io::Result<()> {
        let is_wanted = is_text(&name) || archive_kind(&name).is_some();
        let bytes = if is_wanted { limited(reader, MAX_BYTES)? } else { Vec::new() };
        self.total += bytes.len() as u64;
        if self.total > self.most {
            return Err(io::Error::other("it is too large when it is unpacked"));
        }
        self.entries.push((name, bytes));
        match self.entries.len() > self.most_files {
            true => Err(io::Error::other("it has too many files")),
            false => Ok(()),
        }
    }
}

fn unzip(bytes: &[u8], unpacked: &mut Unpacked) -> io::Result<()> {
    let mut archive = zip::ZipArchive::new(io::Cursor::new(bytes)).map_err(io::Error::other)?;
    for at in 0..archive.len() {
        let file = archive.by_index(at).map_err(io::Error::other)?;
        if file.is_file() {
            unpacked.keep(file.name().to_owned(), file)?;
        }
    }
    Ok(())
}

fn untar(reader: impl Read, unpacked: &mut Unpacked) -> io::Result<()> {
    let mut archive = tar::Archive::new(reader);
    for entry in archive.entries()? {
        let entry = entry?;
        if entry.header().entry_type().is_file() {
            unpacked.keep(entry.path()?.to_string_lossy().into_owned(), entry)?;
        }
    }
    Ok(())
}

/// A name without its extension.
fn stem(name: &str) -> &str {
    let name = name.strip_suffix(".tar.gz").unwrap_or(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Part of a name by Moodle, between the student with a number and the name of the file.
const MOODLE: &str = "_assignsubmission_";

/// Name of a student in the names that course systems give to files and folders: `Ada
/// Lovelace_4711_assignsubmission_file_` of Moodle, `lovelaceada_LATE_4711_99887_answers` of Canvas, `Week
/// 3_alovelace_attempt_2026-11-20-10-00-00_answers` of Blackboard.
fn student_name(name: &str) -> String {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let without_number = |name: &'_ str, digits: usize| match name.rsplit_once('_') {
        Some((before, number)) if is_number(number) && number.len() >= digits => before.len(),
        _ => name.len(),
    };
    let parts: Vec<&str> = name.split('_').collect();
    let name = match (name.split_once(MOODLE), name.split_once("_attempt_"), parts.as_slice()) {
        (Some((moodle, _)), ..) => &moodle[..without_number(moodle, 1)],
        (None, Some((blackboard, _)), _) => blackboard.rsplit('_').next().unwrap_or(blackboard),
        (None, None, [who, "LATE", number, other, _, ..] | [who, number, other, _, ..])
            if is_number(number) && is_number(other) =>
        {
            who
        }
        _ => &name[..without_number(name, 3)],
    };
    let name: String = name.chars().filter(|c| !c.is_control()).collect();
    name.trim().to_owned()
}

/// Number of folders that contain all files: those around the class, but not that of its only student.
fn folders_around(files: &[Placed]) -> usize {
    let Some((first, others)) = files.split_first() else { return 0 };
    let is_alike =
        |at: usize| others.iter().all(|one| one.folders.get(at) == first.folders.get(at));
    let is_of_student = |at: usize| first.folders[at].contains(MOODLE);
    let most = match others {
        [] => first.folders.len().saturating_sub(1),
        _ => first.folders.len(),
    };
    (0..most).take_while(|at| is_alike(*at) && !is_of_student(*at)).count()
}

/// Assigns files to students. A file in the folder of the class is a student, and so is a folder there with
/// all its files.
fn assign_to_students(files: Vec<Placed>, kind: &dyn Fn(&str) -> Text) -> ClassFiles {
    let around = folders_around(&files);
    let mut students: IndexMap<String, Vec<Placed>> = IndexMap::new();
    let mut class = ClassFiles::default();
    for file in files {
        let own = file.folders.get(around);
        // Moodle has several folders or files for a student.
        let id = match own.unwrap_or(&file.name).split_once(MOODLE) {
            Some((student, _)) => format!("{student}{MOODLE}/"),
            None => own.map_or(file.name.clone(), |folder| format!("{folder}/")),
        };
        students.entry(id).or_default().push(file);
    }
    let mut names = DistinctNames::default();
    for (id, files) in students {
        let name = match id.strip_suffix('/') {
            Some(folder) => student_name(folder),
            None => student_name(stem(&id)),
        };
        let name = if name.is_empty() { "without a name".to_owned() } else { name };
        let is_folder = id.ends_with('/');
        let numbered = names.numbered(name.clone(), str::to_owned);
        let mut own = student(files, is_folder, kind, &mut class.left_out);
        let is_alone = own.len() == 1;
        for (file, found) in &mut own {
            if numbered != name {
                found.remarks.push(format!("there is another `{name}`"));
            }
            found.student.clone_from(&name);
            found.row = match is_alone {
                true => numbered.clone(),
                false => names.numbered(format!("{numbered}/{}", stem(file)), str::to_owned),
            };
        }
        class.found.extend(own.into_iter().map(|(_, found)| found));
    }
    class.found.sort_by(|a, b| classroom::in_order(&a.row, &b.row));
    class
}

/// Rows of a student: the files of answers, or one with the reason if there is none.
fn student(
    files: Vec<Placed>,
    is_folder: bool,
    kind: &dyn Fn(&str) -> Text,
    left_out: &mut Vec<String>,
) -> Vec<(String, StudentFile)> {
    let (mut answers, mut wrong, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for Placed { folders, name, content } in files {
        let path = [folders, vec![name.clone()]].concat().join("/");
        let read = match content {
            Content::Bytes(bytes) => classroom::decoded(bytes),
            Content::Damaged(why) => Err(why),
            Content::Foreign => {
                others.push(format!("`{path}` is no file of answers (`.game` or `.txt`)"));
                continue;
            }
        };
        match read {
            Ok((text, remark)) => match kind(&text) {
                Text::Answers => answers.push((name, found(Ok(text), remark))),
                Text::Key => others.push(format!("`{path}` is a key")),
                // Notes beside the files of the class.
                Text::Other if !is_folder && name.ends_with(".txt") => {
                    others.push(format!("`{path}` answers no question of this sheet"));
                }
                Text::Other => {
                    let why = "it answers no question of this sheet";
                    wrong.push((path, name, why.to_owned()));
                }
            },
            Err(why) => wrong.push((path, name, why)),
        }
    }
    // Notes beside the answers of the student.
    if !answers.is_empty() {
        others.extend(wrong.drain(..).map(|(path, _, why)| format!("`{path}` (where {why})")));
    }
    let several = answers.len();
    if several > 1 {
        let remark = format!("one of {several} files of answers of the same student");
        answers.iter_mut().for_each(|(_, found)| found.remarks.push(remark.clone()));
    }
    if answers.is_empty() && (is_folder || !wrong.is_empty()) {
        answers.push((String::new(), found(Err(reasons_in_words(&wrong)), None)));
    }
    left_out.extend(others);
    answers
}

/// Reason why nothing of a student can be graded: path, name and fault of each file that should have
/// answers.
fn reasons_in_words(wrong: &[(String, String, String)]) -> String {
    let each = wrong.iter().map(|(_, name, why)| format!("`{name}`: {why}"));
    match wrong {
        [(_, _, why)] => why.clone(),
        [] => "there is no file of answers (`.game` or `.txt`)".to_owned(),
        [_, _] | [_, _, _] => each.collect::<Vec<_>>().join("; "),
        many => format!("none of {} files can be graded", many.len()),
    }
}

fn found(text: Result<String, String>, remark: Option<String>) -> StudentFile {
    let (row, student) = (String::new(), String::new());
    StudentFile { row, student, text, remarks: remark.into_iter().collect() }
}

/// Names that were given, which must differ.
#[derive(Debug, Default)]
pub(super) struct DistinctNames(IndexMap<String, usize>);

impl DistinctNames {
    /// Appends a number to a name, if one that is the same for `alike` occurred before: `Ada (2)`.
    pub(super) fn numbered(&mut self, name: String, alike: fn(&str) -> String) -> String {
        let count = self.0.entry(alike(&name)).or_insert(0);
        *count += 1;
        if *count > 1 { format!("{name} ({count})") } else { name }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_are_found_in_the_names_that_course_systems_give() {
        for (name, student) in [
            ("Ada Lovelace_4711_assignsubmission_file_", "Ada Lovelace"),
            ("Ada Lovelace_4711_assignsubmission_file_answers", "Ada Lovelace"),
            ("Ada_Lovelace_7_assignsubmission_onlinetext_", "Ada_Lovelace"),
            ("lovelaceada_4711_99887_answers", "lovelaceada"),
            ("lovelaceada_LATE_4711_99887_my_answers", "lovelaceada"),
            ("Week 3_alovelace_attempt_2026-11-20-10-00-00_answers", "alovelace"),
            ("Lovelace_Ada_48213", "Lovelace_Ada"),
            ("ada_lovelace", "ada_lovelace"),
            ("ada_2", "ada_2"),
        ] {
            assert_eq!(student_name(name), student, "{name}");
        }
    }

    /// The rows of a class, with what cannot be graded after a sign.
    fn rows(files: &[(&str, &str)]) -> (Vec<String>, usize) {
        let placed = |(path, text): &(&str, &str)| {
            let mut folders: Vec<String> = path.split('/').map(str::to_owned).collect();
            let name = folders.pop().unwrap();
            let content = match is_text(&name) {
                true => Content::Bytes(text.as_bytes().to_vec()),
                false => Content::Foreign,
            };
            Placed { folders, name, content }
        };
        let kind = |text: &str| match text {
            "answers" => Text::Answers,
            "key" => Text::Key,
            _ => Text::Other,
        };
        let class = assign_to_students(files.iter().map(placed).collect(), &kind);
        let row = |one: &StudentFile| match one.text {
            Ok(_) => one.row.clone(),
            Err(_) => format!("{}!", one.row),
        };
        (class.found.iter().map(row).collect(), class.left_out.len())
    }

    /// Files with their contents.
    type Files = &'static [(&'static str, &'static str)];

    /// Files, their rows, and the number of files left out.
    const CLASSES: &[(Files, &[&str], usize)] = &[
        (&[("ada.game", "answers"), ("bob.txt", "answers")], &["ada", "bob"], 0),
        // Notes, keys and other files are left out; a program without answers is not.
        (
            &[("ada.game", "answers"), ("notes.txt", "x"), ("key.game", "key"), ("a.pdf", "")],
            &["ada"],
            3,
        ),
        (&[("ada.game", "answers"), ("bob.game", "x")], &["ada", "bob!"], 0),
        (&[("ada.game", "answers"), ("bob.game", "")], &["ada", "bob!"], 0),
        // All that is in a folder is of one student.
        (&[("ada/x.game", "answers"), ("bob/y.game", "answers")], &["ada", "bob"], 0),
        (
            &[("ada/x.game", "answers"), ("ada/notes.txt", "x"), ("bob/y/z.game", "answers")],
            &["ada", "bob"],
            1,
        ),
        (
            &[("ada/x.game", "answers"), ("ada/y.txt", "answers"), ("bob.game", "answers")],
            &["ada/x", "ada/y", "bob"],
            0,
        ),
        (
            &[("ada/x.game", "answers"), ("ada/b/x.game", "answers"), ("bob.game", "answers")],
            &["ada/x", "ada/x (2)", "bob"],
            0,
        ),
        (
            &[("ada/x.pdf", ""), ("bob/x.game", "x"), ("eve.game", "answers")],
            &["ada!", "bob!", "eve"],
            1,
        ),
        (&[("ada/x.game", "x"), ("ada/y.txt", "x"), ("bob.game", "answers")], &["ada!", "bob"], 0),
        // Folders around the class are none of students, but the only student is one.
        (&[("week/ada.game", "answers"), ("week/bob.game", "answers")], &["ada", "bob"], 0),
        (
            &[("week/all/ada/x.game", "answers"), ("week/all/bob/x.game", "answers")],
            &["ada", "bob"],
            0,
        ),
        (&[("week/ada/x.game", "answers")], &["ada"], 0),
        (
            &[
                ("Ada_123_assignsubmission_file_/x.game", "answers"),
                ("Ada_123_assignsubmission_file_/y.game", "answers"),
            ],
            &["Ada/x", "Ada/y"],
            0,
        ),
        (
            &[
                ("Ada_7_assignsubmission_file_/x.game", "answers"),
                ("Ada_7_assignsubmission_onlinetext_/x.html", ""),
                ("bob.game", "answers"),
            ],
            &["Ada", "bob"],
            1,
        ),
        (
            &[
                ("Ada_7_assignsubmission_file_x.game", "answers"),
                ("Bob_8_assignsubmission_file_x.game", "answers"),
            ],
            &["Ada", "Bob"],
            0,
        ),
        // Of two students with one name the second has a number.
        (&[("Ada_123/x.game", "answers"), ("Ada_124/x.game", "answers")], &["Ada", "Ada (2)"], 0),
        (&[], &[], 0),
    ];

    #[test]
    fn a_student_is_a_file_or_a_folder_of_the_class() {
        for (files, wanted, left_out) in CLASSES {
            let (rows, left) = rows(files);
            assert_eq!(
                (rows, left),
                (wanted.iter().map(|row| (*row).to_owned()).collect(), *left_out),
                "{files:?}"
            );
        }
    }
}
