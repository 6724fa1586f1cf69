//! Tables of answers in a folder: the archive of the core in a file of `redb`, with one thread that writes.
//!
//! Knows: the file, its format, what can be wrong with it, and how files are joined and exported. Must not know:
//! how answers are found, or what their bytes mean beyond what a table shows.
//!
//! The file is a database with one table for each kind of answer, one for rulesets and one for its format. Each
//! commit is atomic, so a program that is killed leaves the last one. Every entry has a checksum of its own, because
//! the database checks its pages only after a crash.

use std::cell::Cell;
use std::fmt;
use std::fs;
use std::io::Write;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Once};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex, RwLock};
use redb::{
    Database, DatabaseError, ReadOnlyTable, ReadableTable, ReadableTableMetadata, StorageError,
    TableDefinition,
};
use sha2::{Digest as _, Sha256};
use upstar_core::solve::kept::{Archive, DIGEST, Kind, join_nimbers};

/// Name of the file in its folder.
const FILE: &str = "answers.redb";
/// Number of the format. A file of another one is refused.
const FORMAT: &[u8] = b"upstar answers 1";
const HEADER: Definition = TableDefinition::new("upstar");
const RULESETS: Definition = TableDefinition::new("rulesets");

/// Answers that wait before the writer is woken, and before who finds more must wait.
const LOT: usize = 1 << 15;
const MOST_WAITING: usize = 1 << 19;
/// Longest time that an answer waits.
const PATIENCE: Duration = Duration::from_secs(2);
/// Bytes of the file that are held in memory.
const CACHE: usize = 64 << 20;

type Definition = TableDefinition<'static, &'static [u8], &'static [u8]>;
type Snapshot = Vec<ReadOnlyTable<&'static [u8], &'static [u8]>>;
type Entry = (Kind, Vec<u8>, Vec<u8>);

/// Table of the answers of a kind.
fn table_of(kind: Kind) -> Definition {
    TableDefinition::new(name_of(kind))
}

fn name_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Value => "values",
        Kind::Nimber => "nimbers",
        Kind::Winner => "winners",
        Kind::Game => "games",
    }
}

/// Why tables cannot be used, with what to do.
#[derive(Debug)]
pub struct Unusable {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)
    }
}

/// A ruleset in a file, and how many answers of each kind about it there are.
#[derive(Debug)]
pub struct Row {
    /// Name of the ruleset.
    pub name: String,
    /// Number by which its answers are found.
    pub number: [u8; 8],
    /// Values, nimbers and winners.
    pub counts: [u64; 3],
}

/// Tables of answers in a folder.
pub struct Tables {
    shared: Arc<Shared>,
    writer: Option<JoinHandle<()>>,
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tables({})", self.shared.path.display())
    }
}

struct Shared {
    path: PathBuf,
    database: Database,
    queue: Mutex<Queue>,
    /// Wakes the writer, and those who wait for it.
    wake: Condvar,
    written: Condvar,
    snapshot: RwLock<Option<Snapshot>>,
}

/// What is to be written.
#[derive(Default)]
struct Queue {
    entries: Vec<Entry>,
    rulesets: Vec<([u8; 8], Vec<u8>)>,
    /// When the first of them came.
    since: Option<Instant>,
    is_writing: bool,
    flush: bool,
    close: bool,
    /// What went wrong, until it is reported.
    trouble: Option<String>,
    /// Whether nothing is read or written any more.
    failed: bool,
}

impl Queue {
    fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.rulesets.is_empty()
    }
}

impl Tables {
    /// Opens the tables of a folder; makes both if they are missing.
    ///
    /// # Errors
    /// When the folder cannot be written, another program uses it, or its file is damaged or of another program or
    /// format. Then the file is left as it is.
    pub fn open(folder: &Path) -> Result<Tables, Unusable> {
        let unwritable = |error: &dyn fmt::Display| Unusable {
            message: format!("the folder `{}` cannot be used: {error}", folder.display()),
            help: "give a folder that you may write to".to_owned(),
        };
        fs::create_dir_all(folder).map_err(|error| unwritable(&error))?;
        let path = folder.join(FILE);
        let is_new = match fs::metadata(&path) {
            Ok(data) => data.len() == 0,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => true,
            Err(error) => return Err(unwritable(&error)),
        };
        let open = || Database::builder().set_cache_size(CACHE).create(&path);
        let database = match caught(open) {
            Some(Ok(database)) => database,
            Some(Err(DatabaseError::DatabaseAlreadyOpen)) => {
                return Err(Unusable {
                    message: format!("another program uses the tables in `{}`", folder.display()),
                    help: "wait for it, or give another folder and join the two by `upstar tables \
                           FOLDER --merge OTHER`"
                        .to_owned(),
                });
            }
            Some(Err(DatabaseError::Storage(StorageError::Io(error))))
                if error.kind() != std::io::ErrorKind::InvalidData =>
            {
                return Err(unwritable(&error));
            }
            Some(Err(error)) => return Err(foreign(&path, &error.to_string())),
            None => return Err(foreign(&path, DAMAGED)),
        };
        let shared = Shared {
            path,
            database,
            queue: Mutex::default(),
            wake: Condvar::new(),
            written: Condvar::new(),
            snapshot: RwLock::default(),
        };
        let shared = Arc::new(shared);
        let checked = caught(|| shared.check(is_new));
        checked.unwrap_or_else(|| Err(foreign(&shared.path, DAMAGED)))?;
        let own = shared.clone();
        let writer = thread::Builder::new().name("tables".to_owned()).spawn(move || own.write());
        let writer = Some(writer.map_err(|error| unwritable(&error))?);
        Ok(Tables { shared, writer })
    }

    /// Whether a folder has tables.
    pub fn are_in(folder: &Path) -> bool {
        folder.join(FILE).exists()
    }

    /// The rulesets, by name, with the number of their answers.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn rows(&self) -> Result<Vec<Row>, Unusable> {
        let mut rows = Vec::new();
        self.each_of(RULESETS, |number, name| {
            let number = number.try_into().map_err(|_| "a ruleset without a number".to_owned())?;
            rows.push(Row { name: ruleset_name(name).to_owned(), number, counts: [0; 3] });
            Ok(())
        })?;
        for (place, kind) in [Kind::Value, Kind::Nimber, Kind::Winner].into_iter().enumerate() {
            self.each_of(table_of(kind), |key, _| {
                let of_key = rows.iter_mut().find(|row| key.starts_with(&row.number));
                of_key.ok_or("an answer without its ruleset")?.counts[place] += 1;
                Ok(())
            })?;
        }
        rows.sort_by(|a, b| (&a.name, a.number).cmp(&(&b.name, b.number)));
        Ok(rows)
    }

    /// Number of games that values are made of.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn games(&self) -> Result<u64, Unusable> {
        let count = |kind| {
            let read = self.shared.database.begin_read().map_err(|error| error.to_string())?;
            let table = read.open_table(table_of(kind)).map_err(|error| error.to_string())?;
            table.len().map_err(|error| error.to_string())
        };
        self.guarded(|| count(Kind::Game))
    }

    /// Writes all entries as lines of a table: the kind, the ruleset, and key and answer as hexadecimal digits.
    ///
    /// # Errors
    /// When the file is damaged or the lines cannot be written.
    pub fn export(&self, to: &mut dyn Write) -> Result<u64, Unusable> {
        let (names, mut lines) = (self.rows()?, 0);
        let written = |error: std::io::Error| error.to_string();
        self.guarded(|| writeln!(to, "kind,ruleset,key,answer").map_err(written))?;
        for kind in Kind::ALL {
            self.each_of(table_of(kind), |key, answer| {
                let row =
                    names.iter().find(|row| kind != Kind::Game && key.starts_with(&row.number));
                let name = row.map_or("", |row| &row.name);
                let (key, answer) = (Hex(key), Hex(answer));
                writeln!(to, "{},{name},{key},{answer}", name_of(kind)).map_err(written)?;
                lines += 1;
                Ok(())
            })?;
        }
        Ok(lines)
    }

    /// Adds all that other tables have, and gives the number of their entries.
    ///
    /// # Errors
    /// When one of the files is damaged, or this one cannot be written.
    pub fn merge(&self, other: &Tables) -> Result<u64, Unusable> {
        let mut count = 0;
        other.each_of(RULESETS, |number, name| {
            let number = <[u8; 8]>::try_from(number).map_err(|error| error.to_string())?;
            match self.shared.add_ruleset(number, name) {
                true => Ok(()),
                false => Err("two rulesets have one number".to_owned()),
            }
        })?;
        for kind in Kind::ALL {
            other.each_of(table_of(kind), |key, answer| {
                count += 1;
                let own = (kind == Kind::Nimber).then(|| self.find(kind, key)).flatten();
                let answer = own.map_or(answer.to_vec(), |own| join_nimbers(&own, answer));
                self.keep(kind, key.to_vec(), answer);
                Ok(())
            })?;
        }
        match self.flush() {
            Some(message) => Err(Unusable { message, help: "make room and try again".to_owned() }),
            None => Ok(count),
        }
    }

    /// Passes on each entry of a table, after a look at its checksum.
    fn each_of(
        &self,
        table: Definition,
        mut each: impl FnMut(&[u8], &[u8]) -> Result<(), String>,
    ) -> Result<(), Unusable> {
        let text = |error: &dyn fmt::Display| error.to_string();
        self.guarded(|| {
            let read = self.shared.database.begin_read().map_err(|error| text(&error))?;
            let table = read.open_table(table).map_err(|error| text(&error))?;
            for entry in table.iter().map_err(|error| text(&error))? {
                let (key, answer) = entry.map_err(|error| text(&error))?;
                let answer = checked(key.value(), answer.value()).ok_or("a wrong checksum")?;
                each(key.value(), answer)?;
            }
            Ok(())
        })
    }

    /// Calls what reads the file: where pages are damaged, the database may panic.
    fn guarded<T>(&self, read: impl FnOnce() -> Result<T, String>) -> Result<T, Unusable> {
        let read = caught(read).unwrap_or_else(|| Err(DAMAGED.to_owned()));
        read.map_err(|reason| foreign(&self.shared.path, &reason))
    }
}

impl Drop for Tables {
    fn drop(&mut self) {
        self.shared.queue.lock().close = true;
        self.shared.wake.notify_all();
        if let Some(writer) = self.writer.take() {
            // It ends by itself, and what it could not write it has said.
            let _ = writer.join();
        }
    }
}

/// Why a file cannot be read in which the database panics.
const DAMAGED: &str = "its pages are damaged";

thread_local! {
    /// Whether this thread asks the database.
    static ASKS: Cell<bool> = const { Cell::new(false) };
}

/// Result of what asks the database, which panics where pages are damaged: then `None`, and nothing is printed.
fn caught<T>(ask: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !ASKS.get() {
                before(panic);
            }
        }));
    });
    let asked = ASKS.replace(true);
    let result = catch_unwind(AssertUnwindSafe(ask));
    ASKS.set(asked);
    result.ok()
}

/// Error of a file that is none of this program, or damaged.
fn foreign(path: &Path, reason: &str) -> Unusable {
    Unusable {
        message: format!("`{}` cannot be used as tables: {reason}", path.display()),
        help: "it is left as it is; move it away, or give another folder".to_owned(),
    }
}

impl Shared {
    /// Makes the tables of a new file, and looks whether an old one is of this program and format.
    fn check(&self, is_new: bool) -> Result<(), Unusable> {
        let fail = |reason: &dyn fmt::Display| foreign(&self.path, &reason.to_string());
        if is_new {
            let write = self.database.begin_write().map_err(|error| fail(&error))?;
            {
                let mut header = write.open_table(HEADER).map_err(|error| fail(&error))?;
                header.insert(&b"format"[..], FORMAT).map_err(|error| fail(&error))?;
                for table in Kind::ALL.map(table_of).into_iter().chain([RULESETS]) {
                    write.open_table(table).map_err(|error| fail(&error))?;
                }
            }
            write.commit().map_err(|error| fail(&error))?;
        } else {
            let read = self.database.begin_read().map_err(|error| fail(&error))?;
            let header = read.open_table(HEADER);
            let header = header.map_err(|_| fail(&"it was made by another program"))?;
            let format = header.get(&b"format"[..]).map_err(|error| fail(&error))?;
            if format.is_none_or(|format| format.value() != FORMAT) {
                return Err(fail(&"it was made by another version of Upstar"));
            }
        }
        *self.snapshot.write() = Some(self.read().map_err(|reason| fail(&reason))?);
        Ok(())
    }

    fn read(&self) -> Result<Snapshot, String> {
        let read = self.database.begin_read().map_err(|error| error.to_string())?;
        let tables = Kind::ALL.map(table_of).into_iter().chain([RULESETS]);
        let open = |table| read.open_table(table).map_err(|error| error.to_string());
        tables.map(open).collect()
    }

    /// The answer under a key, from the last commit.
    fn get(&self, place: usize, key: &[u8]) -> Option<Vec<u8>> {
        let find = || {
            let snapshot = self.snapshot.read();
            let Some(tables) = &*snapshot else { return Ok(None) };
            let entry = tables[place].get(key).map_err(|error| error.to_string())?;
            let Some(entry) = entry else { return Ok(None) };
            match checked(key, entry.value()) {
                Some(answer) => Ok(Some(answer.to_vec())),
                None => Err("an entry has a wrong checksum".to_owned()),
            }
        };
        match caught(find) {
            Some(Ok(answer)) => answer,
            Some(Err(reason)) => self.fail(&reason),
            None => self.fail(DAMAGED),
        }
    }

    /// Neither reads nor writes from now on, because something went wrong.
    fn fail<T>(&self, reason: &str) -> Option<T> {
        let mut queue = self.queue.lock();
        if !queue.failed {
            let path = self.path.display();
            queue.trouble = Some(format!("answers are no longer kept in `{path}`: {reason}"));
        }
        queue.failed = true;
        queue.entries = Vec::new();
        queue.rulesets = Vec::new();
        drop(queue);
        self.written.notify_all();
        *self.snapshot.write() = None;
        None
    }

    /// Remembers a ruleset; false when another one has this number.
    fn add_ruleset(&self, number: [u8; 8], name: &[u8]) -> bool {
        if let Some(known) = self.get(Kind::ALL.len(), &number) {
            return known == name;
        }
        let mut queue = self.queue.lock();
        if queue.failed {
            return false;
        }
        match queue.rulesets.iter().find(|(other, _)| *other == number) {
            Some((_, known)) => known == name,
            None => {
                queue.rulesets.push((number, name.to_vec()));
                queue.since.get_or_insert_with(Instant::now);
                true
            }
        }
    }

    /// Writes what comes until the tables are closed.
    fn write(&self) {
        loop {
            let mut queue = self.queue.lock();
            loop {
                let waited = queue.since.map(|since| since.elapsed());
                let is_due = waited.is_some_and(|waited| waited >= PATIENCE);
                if queue.close || queue.flush || is_due || queue.entries.len() >= LOT {
                    break;
                }
                let left = waited.map_or(PATIENCE, |waited| PATIENCE.saturating_sub(waited));
                self.wake.wait_for(&mut queue, left.max(Duration::from_millis(1)));
            }
            let entries = std::mem::take(&mut queue.entries);
            let rulesets = std::mem::take(&mut queue.rulesets);
            (queue.since, queue.flush) = (None, false);
            let ends = queue.close;
            queue.is_writing = true;
            drop(queue);
            if !entries.is_empty() || !rulesets.is_empty() {
                match caught(|| self.commit(entries, rulesets)) {
                    Some(Ok(())) => {}
                    Some(Err(reason)) => _ = self.fail::<()>(&reason),
                    None => _ = self.fail::<()>(DAMAGED),
                }
            }
            self.queue.lock().is_writing = false;
            self.written.notify_all();
            if ends {
                return;
            }
        }
    }

    fn commit(
        &self,
        mut entries: Vec<Entry>,
        rulesets: Vec<([u8; 8], Vec<u8>)>,
    ) -> Result<(), String> {
        let text = |error: &dyn fmt::Display| error.to_string();
        // Neighbours in the file are written together; of equal keys the last counts.
        entries.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        let write = self.database.begin_write().map_err(|error| text(&error))?;
        for of_kind in entries.chunk_by(|a, b| a.0 == b.0) {
            let mut table = write.open_table(table_of(of_kind[0].0)).map_err(|e| text(&e))?;
            for (_, key, answer) in of_kind {
                let answer = with_checksum(key, answer);
                table.insert(&**key, &*answer).map_err(|error| text(&error))?;
            }
        }
        if !rulesets.is_empty() {
            let mut table = write.open_table(RULESETS).map_err(|error| text(&error))?;
            for (number, name) in &rulesets {
                let name = with_checksum(number, name);
                table.insert(&number[..], &*name).map_err(|error| text(&error))?;
            }
        }
        write.commit().map_err(|error| text(&error))?;
        let snapshot = self.read()?;
        *self.snapshot.write() = Some(snapshot);
        Ok(())
    }
}

impl Archive for Tables {
    fn find(&self, kind: Kind, key: &[u8]) -> Option<Vec<u8>> {
        self.shared.get(kind as usize, key)
    }

    fn keep(&self, kind: Kind, key: Vec<u8>, answer: Vec<u8>) {
        let mut queue = self.shared.queue.lock();
        while queue.entries.len() >= MOST_WAITING && !queue.failed {
            self.shared.written.wait_for(&mut queue, Duration::from_millis(50));
        }
        if queue.failed {
            return;
        }
        queue.entries.push((kind, key, answer));
        if queue.since.is_none() {
            queue.since = Some(Instant::now());
        }
        if queue.entries.len() == LOT {
            self.shared.wake.notify_all();
        }
    }

    fn digest(&self, text: &[u8]) -> [u8; DIGEST] {
        Sha256::digest(text).into()
    }

    fn ruleset(&self, name: &str, meaning: &str) -> Option<[u8; 8]> {
        let digest = self.digest(meaning.as_bytes());
        let number = *digest.first_chunk()?;
        let known = [&digest[..], name.as_bytes()].concat();
        self.shared.add_ruleset(number, &known).then_some(number)
    }

    fn flush(&self) -> Option<String> {
        let mut queue = self.shared.queue.lock();
        if !queue.is_empty() {
            queue.flush = true;
            self.shared.wake.notify_all();
        }
        while (queue.is_writing || !queue.is_empty()) && !queue.failed {
            self.shared.written.wait_for(&mut queue, Duration::from_millis(50));
        }
        queue.trouble.take()
    }
}

/// Name of a ruleset, after the digest of its meaning.
fn ruleset_name(entry: &[u8]) -> &str {
    entry.get(DIGEST..).and_then(|name| std::str::from_utf8(name).ok()).unwrap_or("?")
}

/// Bytes of a checksum.
const CHECKSUM: usize = 4;

/// Checksum of an entry: FNV-1a.
fn checksum(key: &[u8], answer: &[u8]) -> [u8; CHECKSUM] {
    let length = (key.len() as u32).to_le_bytes();
    let all = length.iter().chain(key).chain(answer);
    let add = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let sum = all.fold(0xcbf2_9ce4_8422_2325, add);
    ((sum ^ sum >> 32) as u32).to_le_bytes()
}

fn with_checksum(key: &[u8], answer: &[u8]) -> Vec<u8> {
    [answer, &checksum(key, answer)].concat()
}

/// The answer of an entry whose checksum is right.
fn checked<'a>(key: &[u8], entry: &'a [u8]) -> Option<&'a [u8]> {
    let (answer, sum) = entry.split_last_chunk::<CHECKSUM>()?;
    (*sum == checksum(key, answer)).then_some(answer)
}

/// Bytes as hexadecimal digits.
struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests;
