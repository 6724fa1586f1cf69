//! Answers that sessions of this process share, and what of them others have not seen yet.
//!
//! Python carries them to files and back: see `upstar/_tables.py`. Columns of binary values are offsets and data, as
//! in Arrow.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use parking_lot::{Mutex, RwLock};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sha2::{Digest as _, Sha256};
use upstar_core::solve::kept::{Archive, DIGEST, Kind, RULESET, join_nimbers};

/// Number of maps for each kind, so that threads seldom wait for each other.
const SHARDS: usize = 16;
/// The kinds of answers that processes share, by their numbers in files. A sweep keeps its certificates in its own rows.
const SHARED: [Kind; 4] = [Kind::Value, Kind::Nimber, Kind::Winner, Kind::Game];
/// The number of a ruleset in files: its key is its number and its name, its answer a program.
const RULE: u8 = SHARED.len() as u8;

type Map = RwLock<HashMap<Box<[u8]>, Box<[u8]>, BuildHasherDefault<OfKeys>>>;

/// Two numbers without a pattern: the golden ratio, and digits of pi.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
const SEED: u64 = 0x243f_6a88_85a3_08d3;

/// Hashes of keys: eight bytes at once, by a product whose halves are mixed.
#[derive(Debug, Default)]
struct OfKeys(u64);

impl OfKeys {
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ SEED) * u128::from(FACTOR);
        self.0 = (product ^ product >> 64) as u64;
    }
}

impl Hasher for OfKeys {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        words.iter().for_each(|word| self.mix(u64::from_le_bytes(*word)));
        let last = rest.iter().fold(rest.len() as u64, |last, byte| last << 8 | u64::from(*byte));
        self.mix(last);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Answers that sessions share.
#[derive(Debug, Default)]
struct Shared {
    maps: [[Map; SHARDS]; SHARED.len()],
    hasher: BuildHasherDefault<OfKeys>,
    /// Answers that were found here and not carried away yet: kind, key, answer.
    fresh: Mutex<Vec<Entry>>,
    /// The rulesets that have a number, with the digest of their meaning.
    rulesets: Mutex<HashMap<[u8; RULESET], [u8; DIGEST]>>,
}

type Entry = (u8, Box<[u8]>, Box<[u8]>);

impl Shared {
    /// Where an answer of a kind that is shared, by its number, belongs.
    fn map(&self, kind: u8, key: &[u8]) -> &Map {
        &self.maps[usize::from(kind)][(self.hasher.hash_one(key) >> 32) as usize % SHARDS]
    }

    /// Adds an answer; what it has become if anything changed.
    fn add(&self, kind: u8, key: &[u8], answer: &[u8]) -> Option<Box<[u8]>> {
        let map = self.map(kind, key);
        if map.read().get(key).is_some_and(|known| **known == *answer) {
            return None;
        }
        let mut map = map.write();
        let joined: Box<[u8]> = match map.get(key) {
            Some(known) if SHARED[usize::from(kind)] == Kind::Nimber => {
                join_nimbers(known, answer).into_boxed_slice()
            }
            Some(_) => return None,
            None => Box::from(answer),
        };
        map.insert(key.into(), joined.clone());
        Some(joined)
    }
}

/// The number of a kind of answers that is shared.
fn number(kind: Kind) -> Option<u8> {
    Some(SHARED.iter().position(|shared| *shared == kind)? as u8)
}

/// The answers as a session sees them.
#[derive(Debug)]
struct Link {
    shared: Arc<Shared>,
    /// Whether the session neither finds nor keeps anything any more.
    closed: AtomicBool,
}

impl Archive for Link {
    fn find(&self, kind: Kind, key: &[u8]) -> Option<Vec<u8>> {
        if self.closed.load(Relaxed) {
            return None;
        }
        let kind = number(kind)?;
        self.shared.map(kind, key).read().get(key).map(|answer| answer.to_vec())
    }

    fn has(&self, _: Kind, _: &[u8]) -> bool {
        // Others find answers at any time.
        true
    }

    fn keep(&self, kind: Kind, key: &[u8], answer: &[u8]) {
        if self.closed.load(Relaxed) {
            return;
        }
        if let Some(kind) = number(kind)
            && let Some(answer) = self.shared.add(kind, key, answer)
        {
            self.shared.fresh.lock().push((kind, key.into(), answer));
        }
    }

    fn digest(&self, text: &[u8]) -> [u8; DIGEST] {
        let digest: [u8; 32] = Sha256::digest(text).into();
        *digest.first_chunk().expect("it is longer")
    }

    fn ruleset(&self, name: &str, meaning: &str, program: &str) -> Option<[u8; RULESET]> {
        let digest = self.digest(meaning.as_bytes());
        let number = *digest.first_chunk()?;
        let mut known = self.shared.rulesets.lock();
        if *known.entry(number).or_insert(digest) != digest {
            return None;
        }
        let key = [&number[..], name.as_bytes()].concat();
        self.shared.fresh.lock().push((RULE, key.into(), program.as_bytes().into()));
        Some(number)
    }

    fn flush(&self) -> Option<String> {
        None
    }

    fn close(&self) {
        self.closed.store(true, Relaxed);
    }
}

/// Answers about positions that sessions of this process share.
#[pyclass(frozen, module = "upstar._upstar")]
pub(crate) struct Answers(Arc<Shared>);

impl Answers {
    /// The answers as an archive for one session.
    pub(crate) fn archive(&self) -> Arc<dyn Archive> {
        Arc::new(Link { shared: self.0.clone(), closed: AtomicBool::new(false) })
    }
}

/// A column of binary values: where each begins, as 32-bit numbers, and their bytes.
type Column<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>);

#[pymethods]
impl Answers {
    #[new]
    fn new() -> Answers {
        Answers(Arc::default())
    }

    /// How many answers there are.
    fn __len__(&self) -> usize {
        self.0.maps.iter().flatten().map(|map| map.read().len()).sum()
    }

    /// Takes what was found here and not taken yet, at most so many: kinds, keys and answers, sorted, each key once.
    fn take<'py>(
        &self,
        py: Python<'py>,
        most: usize,
    ) -> (Bound<'py, PyBytes>, Column<'py>, Column<'py>) {
        let mut entries = {
            let mut fresh = self.0.fresh.lock();
            let from = fresh.len().saturating_sub(most);
            fresh.split_off(from)
        };
        // Of answers about one nimber the last says most.
        entries.reverse();
        entries.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        entries.dedup_by(|later, first| later.0 == first.0 && later.1 == first.1);
        let kinds: Vec<u8> = entries.iter().map(|entry| entry.0).collect();
        let keys = column(py, entries.iter().map(|entry| &*entry.1));
        let answers = column(py, entries.iter().map(|entry| &*entry.2));
        (PyBytes::new(py, &kinds), keys, answers)
    }

    /// Adds what others have found, in the same columns; what is no answer is left out.
    fn add(
        &self,
        py: Python<'_>,
        kinds: &[u8],
        keys: (&[u8], &[u8]),
        answers: (&[u8], &[u8]),
    ) -> PyResult<()> {
        py.detach(|| {
            let (keys, answers) = (values(keys, kinds.len()), values(answers, kinds.len()));
            let (keys, answers) = keys.zip(answers).ok_or("columns do not fit")?;
            for ((kind, key), answer) in kinds.iter().zip(keys).zip(answers) {
                if *kind < RULE {
                    self.0.add(*kind, key, answer);
                }
            }
            Ok(())
        })
        .map_err(|wrong: &str| PyValueError::new_err(wrong))
    }
}

/// Values as a column.
fn column<'py, 'a>(py: Python<'py>, values: impl Iterator<Item = &'a [u8]>) -> Column<'py> {
    let (mut offsets, mut data) = (0_u32.to_le_bytes().to_vec(), Vec::new());
    for value in values {
        data.extend_from_slice(value);
        offsets.extend_from_slice(&(data.len() as u32).to_le_bytes());
    }
    (PyBytes::new(py, &offsets), PyBytes::new(py, &data))
}

/// The values of a column with so many; `None` when it is none.
fn values<'a>((offsets, data): (&'a [u8], &'a [u8]), count: usize) -> Option<Vec<&'a [u8]>> {
    let places: Vec<usize> =
        offsets.as_chunks().0.iter().map(|place| u32::from_le_bytes(*place) as usize).collect();
    if places.len() <= count {
        return if count == 0 { Some(Vec::new()) } else { None };
    }
    (0..count).map(|n| data.get(places[n]..places[n + 1])).collect()
}
