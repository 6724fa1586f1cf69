//! Tables of answers in a folder: the archive of the core in a file of `redb`, with one thread that writes.
//!
//! Knows: the file, its format, what can be wrong with it, and how files are joined and exported. Must not know:
//! how answers are found, or what their bytes mean beyond what a table shows.
//!
//! The file is a database with one table for each kind of answer, one for rulesets and one for its format. Each
//! commit is atomic, so a program that is killed leaves the last one. Every entry has a checksum of its own, because
//! the database checks its pages only after a crash.
//!
//! The thread writes in few large commits. An archive never fails: the program computes again
//! the answers that it cannot read, and prints a warning.

mod checksum;
mod open;
mod read_only;

use std::cell::Cell;
use std::fmt;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Once};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex, RwLock};
use redb::{
    Database, ReadOnlyTable, ReadTransaction, ReadableTable, ReadableTableMetadata,
    TableDefinition, TableError,
};
use sha2::{Digest as _, Sha256};
use upstar_core::bytes::{take_some, write_count};
use upstar_core::solve::kept::{Archive, DIGEST, Kind, RULESET, join_nimbers};

use checksum::{checked, checksum};

/// Name of the file in its folder.
const FILE: &str = "answers.redb";
/// Number of the format. A file of another one is refused.
const FORMAT: &[u8] = b"upstar answers 2";
const HEADER: Definition = TableDefinition::new("upstar");
const RULESETS: Definition = TableDefinition::new("rulesets");

/// Bytes that wait before the writer is woken, and before who finds more must wait. Few large commits cost much less
/// than many small ones: each writes all pages again that it touches.
const LOT: usize = 32 << 20;
const MOST_WAITING: usize = 64 << 20;
/// Longest time that an answer waits before it begins to be written.
const PATIENCE: Duration = Duration::from_secs(5);
/// Time for another program to end that uses the file.
const ENDING: Duration = Duration::from_secs(1);
/// Bytes of the file that are held in memory.
const CACHE: usize = 64 << 20;

type Definition = TableDefinition<'static, &'static [u8], &'static [u8]>;
type ReadTable = ReadOnlyTable<&'static [u8], &'static [u8]>;
/// A table for each kind of answer, and that of the rulesets; none where an earlier version had no such table.
type Snapshot = Vec<Option<ReadTable>>;

/// Answers that wait, one after the other, and where each is.
#[derive(Default)]
struct Waiting {
    bytes: Vec<u8>,
    entries: Vec<AnswerEntry>,
}

/// Kind of an answer, where its key begins, and the lengths of both.
struct AnswerEntry {
    kind: Kind,
    start: usize,
    key: u32,
    answer: u32,
}

impl Waiting {
    fn push(&mut self, kind: Kind, key: &[u8], answer: &[u8]) {
        let length = |bytes: &[u8]| u32::try_from(bytes.len()).ok();
        // What is longer than 4 GB is not kept.
        let Some((key_length, answer_length)) = length(key).zip(length(answer)) else { return };
        let start = self.bytes.len();
        self.entries.push(AnswerEntry { kind, start, key: key_length, answer: answer_length });
        self.bytes.extend_from_slice(key);
        self.bytes.extend_from_slice(answer);
    }

    fn key(&self, entry: &AnswerEntry) -> &[u8] {
        &self.bytes[entry.start..][..entry.key as usize]
    }

    fn answer(&self, entry: &AnswerEntry) -> &[u8] {
        &self.bytes[entry.start + entry.key as usize..][..entry.answer as usize]
    }
}

/// Table of the answers of a kind.
fn table_of(kind: Kind) -> Definition {
    TableDefinition::new(name_of(kind))
}

/// Name of the table of a kind.
pub fn name_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Value => "values",
        Kind::Nimber => "nimbers",
        Kind::Winner => "winners",
        Kind::Game => "games",
        Kind::Certificate => "certificates",
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
pub struct StoredRuleset {
    /// Name of the ruleset.
    pub name: String,
    /// Number by which its answers are found.
    pub number: [u8; RULESET],
    /// Program whose value it is.
    pub program: String,
    /// Values, nimbers and winners.
    pub counts: [u64; 3],
}

/// Answer that was chosen at random.
#[derive(Debug)]
pub struct Sample {
    /// Its place among all answers.
    place: u64,
    /// Kind of it.
    pub kind: Kind,
    /// Its key.
    pub key: Vec<u8>,
    /// The answer.
    pub answer: Vec<u8>,
}

/// Kinds of answers about positions.
const ABOUT_POSITIONS: [Kind; 3] = [Kind::Value, Kind::Nimber, Kind::Winner];

/// Tables of answers in a folder.
pub struct Tables {
    shared: Arc<Shared>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tables({})", self.shared.path.display())
    }
}

struct Shared {
    path: PathBuf,
    /// The file, until it is closed.
    database: RwLock<Option<Database>>,
    /// Whether the file cannot be written.
    is_read_only: bool,
    queue: Mutex<Queue>,
    /// Wakes the writer, and those who wait for it.
    wake: Condvar,
    written: Condvar,
    snapshot: RwLock<Option<Snapshot>>,
}

/// What is to be written.
#[derive(Default)]
struct Queue {
    answers: Waiting,
    rulesets: Vec<([u8; RULESET], Vec<u8>)>,
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
        self.answers.entries.is_empty() && self.rulesets.is_empty()
    }
}

impl Tables {
    /// Whether answers are read and none is kept, because the file cannot be written.
    pub fn is_read_only(&self) -> bool {
        self.shared.is_read_only
    }

    /// Whether a folder has tables.
    pub fn are_in(folder: &Path) -> bool {
        folder.join(FILE).exists()
    }

    /// The rulesets, by name, with the number of their answers.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn rows(&self) -> Result<Vec<StoredRuleset>, Unusable> {
        let mut rows = Vec::new();
        self.each_of(RULESETS, |number, entry| {
            let wrong = |reason: &str| self.foreign(&reason);
            let number = number.try_into().map_err(|_| wrong("a ruleset without a number"))?;
            let known =
                RulesetEntry::read(entry).ok_or_else(|| wrong("a ruleset without a name"))?;
            let (name, program) = known.texts();
            rows.push(StoredRuleset { name, number, program, counts: [0; 3] });
            Ok(())
        })?;
        for (place, kind) in ABOUT_POSITIONS.into_iter().enumerate() {
            self.each_of(table_of(kind), |key, _| {
                let of_key = rows.iter_mut().find(|row| key.starts_with(&row.number));
                let row = of_key.ok_or_else(|| self.foreign(&"an answer without its ruleset"))?;
                row.counts[place] += 1;
                Ok(())
            })?;
        }
        rows.sort_by(|a, b| (&a.name, a.number).cmp(&(&b.name, b.number)));
        Ok(rows)
    }

    /// Number of entries of a kind.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn count(&self, kind: Kind) -> Result<u64, Unusable> {
        self.guarded(|| {
            let Some(table) = self.table(table_of(kind))? else { return Ok(0) };
            table.len().map_err(|error| self.foreign(&error))
        })
    }

    /// Passes on each answer of a kind about positions of the ruleset with a number: its key, and the answer.
    ///
    /// # Errors
    /// When the file is damaged, and those of `each`.
    pub fn each_answer(
        &self,
        kind: Kind,
        number: &[u8; RULESET],
        mut each: impl FnMut(&[u8], &[u8]) -> Result<(), Unusable>,
    ) -> Result<(), Unusable> {
        self.guarded(|| {
            let Some(table) = self.table(table_of(kind))? else { return Ok(()) };
            let entries = table.range(&number[..]..).map_err(|error| self.foreign(&error))?;
            for entry in entries {
                let (key, answer) = entry.map_err(|error| self.foreign(&error))?;
                if !key.value().starts_with(number) {
                    break;
                }
                let answer = checked(key.value(), answer.value());
                each(key.value(), answer.ok_or_else(|| self.foreign(&WRONG_SUM))?)?;
            }
            Ok(())
        })
    }

    /// Answers about positions, and certificates, chosen at random, at most `count`, in the order of the file.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn sample(&self, count: usize, seed: u64) -> Result<Vec<Sample>, Unusable> {
        let (mut chosen, mut seen, mut state) = (Vec::new(), 0, seed);
        for kind in ABOUT_POSITIONS.into_iter().chain([Kind::Certificate]) {
            self.each_of(table_of(kind), |key, answer| {
                let sample =
                    || Sample { place: seen, kind, key: key.into(), answer: answer.into() };
                if chosen.len() < count {
                    chosen.push(sample());
                } else {
                    // Of the first n answers, each is chosen with the same probability.
                    let other = random_below(&mut state, seen + 1);
                    if let Some(other) = usize::try_from(other).ok().filter(|at| *at < count) {
                        chosen[other] = sample();
                    }
                }
                seen += 1;
                Ok(())
            })?;
        }
        chosen.sort_by_key(|sample| sample.place);
        Ok(chosen)
    }

    /// Adds all that other tables have, and gives the number of their entries.
    ///
    /// # Errors
    /// When one of the files is damaged, or this one cannot be written.
    pub fn merge(&self, other: &Tables) -> Result<u64, Unusable> {
        if self.is_read_only() {
            return Err(Unusable {
                message: format!("`{}` cannot be written", self.shared.path.display()),
                help: "give a new folder, and join both with it".to_owned(),
            });
        }
        let mut count = 0;
        other.each_of(RULESETS, |number, entry| {
            let number = number.try_into().map_err(|error| other.foreign(&error))?;
            match self.shared.add_ruleset(number, entry) {
                true => Ok(()),
                false => Err(other.foreign(&"two rulesets have one number")),
            }
        })?;
        for kind in Kind::ALL {
            other.each_of(table_of(kind), |key, answer| {
                count += 1;
                let own = (kind == Kind::Nimber).then(|| self.find(kind, key)).flatten();
                match own {
                    Some(own) => self.keep(kind, key, &join_nimbers(&own, answer)),
                    None => self.keep(kind, key, answer),
                }
                Ok(())
            })?;
        }
        match self.flush() {
            Some(message) => Err(Unusable { message, help: "make room and try again".to_owned() }),
            None => Ok(count),
        }
    }

    /// Passes on each entry of a table.
    fn each_of(
        &self,
        table: Definition,
        each: impl FnMut(&[u8], &[u8]) -> Result<(), Unusable>,
    ) -> Result<(), Unusable> {
        self.guarded(|| match self.table(table)? {
            Some(table) => each_entry(&table, |reason| self.foreign(reason), each),
            None => Ok(()),
        })
    }

    /// Opens a table as the file has it now; `None` where the file does not have it.
    fn table(&self, table: Definition) -> Result<Option<ReadTable>, Unusable> {
        let database = self.shared.database.read();
        let database = database.as_ref().ok_or_else(|| self.foreign(&CLOSED))?;
        let read = database.begin_read().map_err(|error| self.foreign(&error))?;
        opened(&read, table).map_err(|error| self.foreign(&error))
    }

    /// Error of this file when it cannot be read.
    fn foreign(&self, reason: &dyn fmt::Display) -> Unusable {
        foreign(&self.shared.path, &reason.to_string())
    }

    /// Calls what reads the file: where pages are damaged, the database may panic.
    fn guarded<T>(&self, read: impl FnOnce() -> Result<T, Unusable>) -> Result<T, Unusable> {
        caught(read).unwrap_or_else(|| Err(self.foreign(&DAMAGED)))
    }
}

impl Drop for Tables {
    fn drop(&mut self) {
        self.close();
    }
}

/// Why a file cannot be read in which the database panics.
const DAMAGED: &str = "its pages are damaged";
/// Why a file cannot be read that ends too early.
const CUT: &str = "its end is missing";
/// Why a file cannot be read that is none of tables.
const OF_OTHERS: &str = "it was made by another program";
/// Why an entry cannot be read.
const WRONG_SUM: &str = "a wrong checksum";
/// Why a file cannot be read any more.
const CLOSED: &str = "it is closed";

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

/// Passes on each entry of a table, after a look at its checksum; `wrong` makes the error where it cannot be read.
fn each_entry<E>(
    table: &ReadTable,
    wrong: impl Fn(&dyn fmt::Display) -> E,
    mut each: impl FnMut(&[u8], &[u8]) -> Result<(), E>,
) -> Result<(), E> {
    for entry in table.iter().map_err(|error| wrong(&error))? {
        let (key, answer) = entry.map_err(|error| wrong(&error))?;
        let answer = checked(key.value(), answer.value());
        each(key.value(), answer.ok_or_else(|| wrong(&WRONG_SUM))?)?;
    }
    Ok(())
}

/// What is in the file now.
fn read(database: &Database) -> Result<Snapshot, String> {
    let read = database.begin_read().map_err(|error| error.to_string())?;
    let tables = Kind::ALL.map(table_of).into_iter().chain([RULESETS]);
    tables.map(|table| opened(&read, table).map_err(|error| error.to_string())).collect()
}

/// A table, where there is one.
fn opened(read: &ReadTransaction, table: Definition) -> Result<Option<ReadTable>, TableError> {
    match read.open_table(table) {
        Err(TableError::TableDoesNotExist(_)) => Ok(None),
        found => found.map(Some),
    }
}

impl Shared {
    /// Makes the tables of a new file, and looks whether an old one is of this program and format.
    fn check(&self, is_new: bool) -> Result<(), Unusable> {
        let fail = |reason: &dyn fmt::Display| foreign(&self.path, &reason.to_string());
        let database = self.database.read();
        let database = database.as_ref().ok_or_else(|| fail(&CLOSED))?;
        if is_new {
            let write = database.begin_write().map_err(|error| fail(&error))?;
            {
                let mut header = write.open_table(HEADER).map_err(|error| fail(&error))?;
                header.insert(&b"format"[..], FORMAT).map_err(|error| fail(&error))?;
                for table in Kind::ALL.map(table_of).into_iter().chain([RULESETS]) {
                    write.open_table(table).map_err(|error| fail(&error))?;
                }
            }
            write.commit().map_err(|error| fail(&error))?;
        } else {
            let read = database.begin_read().map_err(|error| fail(&error))?;
            let header = read.open_table(HEADER);
            let header = header.map_err(|_| fail(&OF_OTHERS))?;
            let format = header.get(&b"format"[..]).map_err(|_| fail(&DAMAGED))?;
            if format.is_none_or(|format| format.value() != FORMAT) {
                return Err(fail(&"it was made by another version of Upstar"));
            }
        }
        *self.snapshot.write() = Some(read(database).map_err(|_| fail(&DAMAGED))?);
        Ok(())
    }

    /// Reads all entries of a file that has been there before, so that nothing is written where it is damaged: the
    /// database would end the program when it meets such a page.
    fn verify(&self) -> Result<(), String> {
        let damaged = || DAMAGED.to_owned();
        let snapshot = self.snapshot.read();
        for table in snapshot.iter().flatten().flatten() {
            let (mut count, mut last) = (0, Vec::new());
            each_entry(
                table,
                |_| damaged(),
                |key, _| {
                    let is_in_order = count == 0 || *last < *key;
                    last.clear();
                    last.extend_from_slice(key);
                    count += 1;
                    is_in_order.then_some(()).ok_or_else(damaged)
                },
            )?;
            let is_whole = table.len().is_ok_and(|length| length == count);
            is_whole.then_some(()).ok_or_else(damaged)?;
        }
        Ok(())
    }

    /// The answer under a key, from the last commit.
    fn get(&self, place: usize, key: &[u8]) -> Option<Vec<u8>> {
        let find = || {
            let snapshot = self.snapshot.read();
            let Some(tables) = &*snapshot else { return Ok(None) };
            let Some(table) = &tables[place] else { return Ok(None) };
            let entry = table.get(key).map_err(|error| error.to_string())?;
            let Some(entry) = entry else { return Ok(None) };
            match checked(key, entry.value()) {
                Some(answer) => Ok(Some(answer.to_vec())),
                None => Err("an entry has a wrong checksum".to_owned()),
            }
        };
        self.attempt(find).flatten()
    }

    /// Result of what asks the database; `None` when something goes wrong, and then nothing is read or written any more.
    fn attempt<T>(&self, ask: impl FnOnce() -> Result<T, String>) -> Option<T> {
        let result = caught(ask).unwrap_or_else(|| Err(DAMAGED.to_owned()));
        result.map_err(|reason| self.fail(&reason)).ok()
    }

    /// Neither reads nor writes from now on, because something went wrong.
    fn fail(&self, reason: &str) {
        let mut queue = self.queue.lock();
        if !queue.failed {
            let path = self.path.display();
            queue.trouble = Some(format!("answers are no longer kept in `{path}`: {reason}"));
        }
        queue.failed = true;
        queue.answers = Waiting::default();
        queue.rulesets = Vec::new();
        drop(queue);
        self.written.notify_all();
        *self.snapshot.write() = None;
    }

    /// Whether there is a key that begins like this, in the last commit.
    fn has(&self, place: usize, prefix: &[u8]) -> bool {
        let find = || -> Result<bool, String> {
            let snapshot = self.snapshot.read();
            let Some(tables) = &*snapshot else { return Ok(false) };
            let Some(table) = &tables[place] else { return Ok(false) };
            let mut keys = table.range(prefix..).map_err(|error| error.to_string())?;
            let first = keys.next().transpose().map_err(|error| error.to_string())?;
            Ok(first.is_some_and(|(key, _)| key.value().starts_with(prefix)))
        };
        self.attempt(find).unwrap_or(false)
    }

    /// Remembers a ruleset; false when another one has this number.
    fn add_ruleset(&self, number: [u8; RULESET], entry: &[u8]) -> bool {
        let digest = |entry: &[u8]| entry.first_chunk::<DIGEST>().copied();
        if let Some(known) = self.get(Kind::ALL.len(), &number) {
            return digest(&known) == digest(entry);
        }
        // Of other rulesets there are no answers.
        if self.is_read_only {
            return false;
        }
        let mut queue = self.queue.lock();
        if queue.failed {
            return false;
        }
        match queue.rulesets.iter().find(|(other, _)| *other == number) {
            Some((_, known)) => digest(known) == digest(entry),
            None => {
                queue.rulesets.push((number, entry.to_vec()));
                queue.since.get_or_insert_with(Instant::now);
                true
            }
        }
    }

    /// Writes what comes until the tables are closed.
    fn write(&self, is_new: bool) {
        let mut is_verified = is_new;
        loop {
            let mut queue = self.queue.lock();
            loop {
                let waited = queue.since.map(|since| since.elapsed());
                let is_due = waited.is_some_and(|waited| waited >= PATIENCE);
                if queue.close || queue.flush || is_due || queue.answers.bytes.len() >= LOT {
                    break;
                }
                let left = waited.map_or(PATIENCE, |waited| PATIENCE.saturating_sub(waited));
                self.wake.wait_for(&mut queue, left.max(Duration::from_millis(1)));
            }
            if !is_verified && !queue.is_empty() {
                drop(queue);
                is_verified = true;
                self.attempt(|| self.verify());
                continue;
            }
            let answers = std::mem::take(&mut queue.answers);
            let rulesets = std::mem::take(&mut queue.rulesets);
            (queue.since, queue.flush) = (None, false);
            let ends = queue.close;
            queue.is_writing = true;
            drop(queue);
            if !answers.entries.is_empty() || !rulesets.is_empty() {
                self.attempt(|| self.commit(answers, rulesets));
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
        mut answers: Waiting,
        rulesets: Vec<([u8; RULESET], Vec<u8>)>,
    ) -> Result<(), String> {
        let text = |error: &dyn fmt::Display| error.to_string();
        // Neighbours in the file are written together; of equal keys the last counts.
        let mut entries = std::mem::take(&mut answers.entries);
        entries.sort_by(|a, b| (a.kind, answers.key(a)).cmp(&(b.kind, answers.key(b))));
        let database = self.database.read();
        let database = database.as_ref().ok_or(CLOSED)?;
        let write = database.begin_write().map_err(|error| text(&error))?;
        let mut with_sum = Vec::new();
        for of_kind in entries.chunk_by(|a, b| a.kind == b.kind) {
            let mut table = write.open_table(table_of(of_kind[0].kind)).map_err(|e| text(&e))?;
            for entry in of_kind {
                let (key, answer) = (answers.key(entry), answers.answer(entry));
                with_sum.clear();
                with_sum.extend_from_slice(answer);
                with_sum.extend_from_slice(&checksum(key, answer));
                table.insert(key, &*with_sum).map_err(|error| text(&error))?;
            }
        }
        if !rulesets.is_empty() {
            let mut table = write.open_table(RULESETS).map_err(|error| text(&error))?;
            for (number, entry) in &rulesets {
                let entry = [&entry[..], &checksum(number, entry)].concat();
                table.insert(&number[..], &*entry).map_err(|error| text(&error))?;
            }
        }
        write.commit().map_err(|error| text(&error))?;
        let snapshot = read(database)?;
        *self.snapshot.write() = Some(snapshot);
        Ok(())
    }
}

impl Archive for Tables {
    fn find(&self, kind: Kind, key: &[u8]) -> Option<Vec<u8>> {
        self.shared.get(kind as usize, key)
    }

    fn has(&self, kind: Kind, prefix: &[u8]) -> bool {
        self.shared.has(kind as usize, prefix)
    }

    fn keep(&self, kind: Kind, key: &[u8], answer: &[u8]) {
        if self.shared.is_read_only {
            return;
        }
        let mut queue = self.shared.queue.lock();
        while queue.answers.bytes.len() >= MOST_WAITING && !queue.failed {
            self.shared.written.wait_for(&mut queue, Duration::from_millis(50));
        }
        if queue.failed {
            return;
        }
        queue.answers.push(kind, key, answer);
        if queue.since.is_none() {
            queue.since = Some(Instant::now());
        }
        if queue.answers.bytes.len() >= LOT && !queue.is_writing {
            self.shared.wake.notify_all();
        }
    }

    fn digest(&self, text: &[u8]) -> [u8; DIGEST] {
        let digest: [u8; 32] = Sha256::digest(text).into();
        *digest.first_chunk().expect("it is longer")
    }

    fn ruleset(&self, name: &str, meaning: &str, program: &str) -> Option<[u8; RULESET]> {
        let known = RulesetEntry { digest: self.digest(meaning.as_bytes()), name, program };
        let number = *known.digest.first_chunk()?;
        self.shared.add_ruleset(number, &known.write()).then_some(number)
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

    fn close(&self) {
        self.shared.queue.lock().close = true;
        self.shared.wake.notify_all();
        if let Some(writer) = self.writer.lock().take() {
            // It ends by itself, and what it could not write it has said.
            let _ = writer.join();
        }
        self.shared.queue.lock().failed = true;
        *self.shared.snapshot.write() = None;
        let database = self.shared.database.write().take();
        // The database may panic where its pages are damaged.
        let _ = caught(|| drop(database));
    }
}

/// Entry of a ruleset.
struct RulesetEntry<'a> {
    /// Digest of its meaning.
    digest: [u8; DIGEST],
    name: &'a str,
    /// Program whose value it is.
    program: &'a str,
}

impl<'a> RulesetEntry<'a> {
    fn write(&self) -> Vec<u8> {
        let mut entry = self.digest.to_vec();
        write_count(self.name.len() as u64, &mut entry);
        entry.extend(self.name.bytes().chain(self.program.bytes()));
        entry
    }

    fn read(entry: &'a [u8]) -> Option<Self> {
        let (digest, mut rest) = entry.split_first_chunk()?;
        let name = std::str::from_utf8(take_some(&mut rest)?).ok()?;
        Some(RulesetEntry { digest: *digest, name, program: std::str::from_utf8(rest).ok()? })
    }

    fn texts(&self) -> (String, String) {
        (self.name.to_owned(), self.program.to_owned())
    }
}

/// A random number below `limit`, from a state (SplitMix64).
fn random_below(state: &mut u64, limit: u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ mixed >> 31) % limit
}

#[cfg(test)]
mod tests;
