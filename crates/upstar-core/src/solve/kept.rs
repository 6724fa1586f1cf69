//! Answers kept outside of the memo, between runs of a program: what a solver asks of a store of answers, and how
//! answers are written there.
//!
//! Knows: which answers are kept, and bytes for positions, sums and games that mean the same in every run. Must not
//! know: files, or how answers are found.
//!
//! Everything that was found is offered, because an answer that cost little itself may stand on many others. A game
//! is written by the digest of its options, so that equal games are equal bytes in every store and stores can
//! be joined; each game is written once, after its options.
//!
//! A solver offers what it finds to the `Archive` of its memo, and asks it only for what was there before the memo.
//! The ruleset writes the keys (`Playable::key`). An archive never fails: a solver computes again what the archive
//! cannot read.

use std::fmt::Debug;
use std::sync::Arc;

use num_bigint::BigInt;

use super::memo::{FEW, NimberFacts};
use super::{Component, Playable, Searches};
use crate::bytes::{read_count, take, take_some, write_count};
use crate::shared::ConcurrentMap;
use crate::{Dyadic, Error, Game, Store};

/// Kind of an answer, or of what answers are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// The canonical value of a position.
    Value,
    /// The nimber of a position, or nimbers that it does not have.
    Nimber,
    /// Whether Left wins a sum when moving first.
    Winner,
    /// The options of a game, by their digest.
    Game,
    /// The text of a certificate, by the digest of the rules and the question in it.
    Certificate,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 5] =
        [Kind::Value, Kind::Nimber, Kind::Winner, Kind::Game, Kind::Certificate];
}

/// Length of the number of a ruleset.
pub const RULESET: usize = 8;
/// Length of most keys, and of most answers.
const ENTRY: usize = 64;

/// Length of a digest.
pub const DIGEST: usize = 16;

/// Store of answers that outlives a program. It never fails: what it cannot find is computed, and what it cannot keep
/// is lost, which it reports elsewhere.
pub trait Archive: Debug + Send + Sync {
    /// The answer that was kept under a key.
    fn find(&self, kind: Kind, key: &[u8]) -> Option<Vec<u8>>;

    /// Whether answers can be found whose keys begin like this.
    fn has(&self, kind: Kind, prefix: &[u8]) -> bool;

    /// Keeps an answer. It may be written later.
    fn keep(&self, kind: Kind, key: &[u8], answer: &[u8]);

    /// A cryptographic digest: different texts have different ones.
    fn digest(&self, text: &[u8]) -> [u8; DIGEST];

    /// The number of a ruleset with this meaning, and a program whose value it is; `None` when its answers
    /// cannot be kept.
    fn ruleset(&self, name: &str, meaning: &str, program: &str) -> Option<[u8; RULESET]>;

    /// Writes what is not written yet; returns what went wrong since it was asked last.
    fn flush(&self) -> Option<String>;

    /// Writes what is not written yet, and keeps and finds nothing from now on.
    fn close(&self);
}

/// What two stores know together of the nimber of a position.
pub fn join_nimbers(one: &[u8], other: &[u8]) -> Vec<u8> {
    match (nimber_word(one), nimber_word(other)) {
        (Some(one), Some(other)) => NimberFacts::joined(one, other).word().to_le_bytes().to_vec(),
        (Some(_), None) => one.to_vec(),
        (None, _) => other.to_vec(),
    }
}

/// What an answer says of a nimber, as bits.
fn nimber_word(answer: &[u8]) -> Option<u64> {
    Some(u64::from_le_bytes(answer.try_into().ok()?))
}

/// What is kept of the nimber of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NimberAnswer {
    /// The nimber.
    Is(u32),
    /// Nimbers that it does not have.
    IsNot(Vec<u32>),
}

/// An answer about a nimber.
pub fn nimber(answer: &[u8]) -> Option<NimberAnswer> {
    let facts = NimberFacts::joined(nimber_word(answer)?, 0);
    Some(match facts.nimber() {
        Some(nimber) => NimberAnswer::Is(nimber),
        None => NimberAnswer::IsNot((0..FEW).filter(|n| facts.excludes(*n)).collect()),
    })
}

/// An answer about who wins: whether Left does, moving first.
pub fn winner(answer: &[u8]) -> Option<bool> {
    match answer {
        [0] => Some(false),
        [1] => Some(true),
        _ => None,
    }
}

/// The certificate that begins with these lines, which are its rules and its question.
pub fn certificate(archive: &dyn Archive, begin: &str) -> Option<String> {
    let kept = archive.find(Kind::Certificate, &archive.digest(begin.as_bytes()))?;
    String::from_utf8(kept).ok().filter(|text| text.starts_with(begin))
}

/// Keeps a certificate that begins with these lines.
pub fn keep_certificate(archive: &dyn Archive, begin: &str, text: &str) {
    archive.keep(Kind::Certificate, &archive.digest(begin.as_bytes()), text.as_bytes());
}

/// Reads what is kept.
#[derive(Debug)]
pub struct Reader<'s> {
    kept: Kept,
    store: &'s Store,
}

/// Parts of a sum that is kept: each the key of a position, and whether it is its negative.
pub type KeptParts = Vec<(bool, Vec<u8>)>;

impl<'s> Reader<'s> {
    /// A reader of an archive, which makes games in a store.
    pub fn new(archive: Arc<dyn Archive>, store: &'s Store) -> Self {
        Reader { kept: Kept::new(archive, Vec::new()), store }
    }

    /// A game; `None` when it is not there.
    ///
    /// # Errors
    /// When the budget runs out.
    pub fn game(&self, mut answer: &[u8]) -> Result<Option<Game>, Error> {
        self.kept.read_game(self.store, &mut answer)
    }

    /// The sum with this key: a game, and positions of the same ruleset.
    ///
    /// # Errors
    /// When the budget runs out.
    pub fn sum(&self, key: &[u8]) -> Result<Option<(Game, KeptParts)>, Error> {
        let Some((prefix, mut rest)) = key.split_at_checked(RULESET + 1) else { return Ok(None) };
        let Some(mut game) = self.kept.read_game(self.store, &mut rest)? else { return Ok(None) };
        let mut parts = Vec::new();
        while !rest.is_empty() {
            match take_some(&mut rest).and_then(<[u8]>::split_first) {
                Some((0, mut value)) => {
                    let Some(value) = self.kept.read_game(self.store, &mut value)? else {
                        return Ok(None);
                    };
                    game = self.store.add(game, value)?;
                }
                Some((sign @ (1 | 2), position)) => {
                    parts.push((*sign == 2, [prefix, position].concat()));
                }
                _ => return Ok(None),
            }
        }
        Ok(Some((game, parts)))
    }
}

/// Archive of a memo, and the number of its ruleset.
#[derive(Debug)]
pub(super) struct Kept {
    archive: Arc<dyn Archive>,
    /// First bytes of the keys of all positions.
    prefix: Vec<u8>,
    /// Whether answers of each kind were there before; those of this run are in the memo.
    earlier: [bool; Kind::ALL.len()],
    /// Digests of games that are kept.
    games: ConcurrentMap<Game, [u8; DIGEST]>,
    /// Games by digest.
    bases: ConcurrentMap<[u8; DIGEST], Game>,
}

impl Kept {
    pub(super) fn new(archive: Arc<dyn Archive>, prefix: Vec<u8>) -> Self {
        let earlier = Kind::ALL.map(|kind| archive.has(kind, &prefix));
        let (games, bases) = (ConcurrentMap::default(), ConcurrentMap::default());
        Kept { archive, prefix, earlier, games, bases }
    }

    fn has_earlier(&self, kind: Kind) -> bool {
        self.earlier[kind as usize]
    }
}

/// First byte of a game that is a number, ups and a nimber, and of any other.
const PACKED: u8 = 0;
const OPTIONS: u8 = 1;

/// Stack that is left when games nested in each other get a new one.
const RED_ZONE: usize = 64 << 10;
const NEW_STACK: usize = 2 << 20;

impl<R: Playable> Searches<'_, R> {
    /// Key of a position in the archive.
    fn key(&self, kept: &Kept, position: &R::Position) -> Option<Vec<u8>> {
        let mut key = Vec::with_capacity(ENTRY);
        key.extend_from_slice(&kept.prefix);
        self.rules.key(position, &mut key).then_some(key)
    }

    /// The answer about a position that an earlier run has kept.
    fn find(&self, kind: Kind, position: &R::Position) -> Option<(&Kept, Vec<u8>)> {
        let kept = self.memo.kept().filter(|kept| kept.has_earlier(kind))?;
        Some((kept, kept.archive.find(kind, &self.key(kept, position)?)?))
    }

    /// Finds the value of a position in the archive and puts it into the memo.
    pub(super) fn recall_value(&self, position: &R::Position) -> Result<Option<Game>, Error> {
        let Some((kept, answer)) = self.find(Kind::Value, position) else { return Ok(None) };
        let game = kept.read_game(self.store, &mut &*answer)?;
        if let Some(game) = game {
            self.memo.values.insert(position.clone(), game);
        }
        Ok(game)
    }

    /// Keeps the value of a position.
    pub(super) fn keep_value(&self, position: &R::Position, value: Game) -> Result<(), Error> {
        let Some(kept) = self.memo.kept() else { return Ok(()) };
        let Some(key) = self.key(kept, position) else { return Ok(()) };
        let mut answer = Vec::with_capacity(ENTRY);
        kept.write_game(self.store, value, &mut answer)?;
        kept.archive.keep(Kind::Value, &key, &answer);
        Ok(())
    }

    /// Finds what is known of the nimber of a position in the archive and puts it into the memo.
    pub(super) fn recall_nimber(&self, position: &R::Position) -> NimberFacts {
        if let Some((_, answer)) = self.find(Kind::Nimber, position)
            && let Some(word) = nimber_word(&answer)
        {
            self.memo.nimbers.learn(position.clone(), word);
        }
        self.memo.nimbers.facts(position)
    }

    /// Keeps what is known of the nimber of a position.
    pub(super) fn keep_nimber(&self, position: &R::Position) {
        if let Some(kept) = self.memo.kept()
            && let Some(key) = self.key(kept, position)
        {
            let word = self.memo.nimbers.facts(position).word();
            kept.archive.keep(Kind::Nimber, &key, &word.to_le_bytes());
        }
    }

    /// Whether answers are kept.
    pub(super) fn keeps(&self) -> bool {
        self.memo.kept().is_some()
    }

    /// Bytes of a sum, whatever the order of its components; `None` when it has none that mean the same
    /// in every run.
    pub(super) fn sum_key(
        &self,
        game: Game,
        sum: impl Iterator<Item = Component<R::Position>>,
    ) -> Result<Option<Vec<u8>>, Error> {
        let Some(kept) = self.memo.kept() else { return Ok(None) };
        let mut parts = Vec::new();
        for part in sum {
            let mut bytes = Vec::new();
            let (sign, position) = match &part {
                Component::Value(game) => {
                    bytes.push(0);
                    kept.write_game(self.store, *game, &mut bytes)?;
                    parts.push(bytes);
                    continue;
                }
                Component::Position(position) => (1, position),
                Component::Negative(position) => (2, position),
            };
            bytes.push(sign);
            if !self.rules.key(position, &mut bytes) {
                return Ok(None);
            }
            parts.push(bytes);
        }
        parts.sort_unstable();
        let mut key = kept.prefix.clone();
        kept.write_game(self.store, game, &mut key)?;
        for part in parts {
            write_count(part.len() as u64, &mut key);
            key.extend(part);
        }
        Ok(Some(key))
    }

    /// Whether Left wins the sum with this key when moving first, if that was kept.
    pub(super) fn recall_winner(&self, key: &[u8]) -> Option<bool> {
        winner(&self.memo.kept()?.archive.find(Kind::Winner, key)?)
    }

    /// Whether earlier runs have found winners.
    pub(super) fn has_earlier_winners(&self) -> bool {
        self.memo.kept().is_some_and(|kept| kept.has_earlier(Kind::Winner))
    }

    /// Keeps whether Left wins the sum with this key when moving first.
    pub(super) fn keep_winner(&self, key: Vec<u8>, wins: bool) {
        if let Some(kept) = self.memo.kept() {
            kept.archive.keep(Kind::Winner, &key, &[u8::from(wins)]);
        }
    }
}

impl Kept {
    /// Appends a game: a number with ups and a nimber, or a number and the digest of a game that is kept.
    fn write_game(&self, store: &Store, game: Game, to: &mut Vec<u8>) -> Result<(), Error> {
        if let Some((number, ups, star)) = store.as_number_up_star(game) {
            to.push(PACKED);
            write_number(&number, to);
            // Signs last, so that small numbers are short.
            write_count((ups << 1 ^ ups >> 63) as u64, to);
            write_count(u64::from(star), to);
            return Ok(());
        }
        let (number, base) = store.split_number(game)?;
        to.push(OPTIONS);
        write_number(&number, to);
        to.extend(self.digest(store, base)?);
        Ok(())
    }

    /// Digest of the options of a game, which are kept.
    fn digest(&self, store: &Store, base: Game) -> Result<[u8; DIGEST], Error> {
        if let Some(digest) = self.games.get(&base) {
            return Ok(digest);
        }
        store.budget().step()?;
        let mut text = Vec::new();
        for side in [store.left_options(base)?, store.right_options(base)?] {
            let mut options = Vec::with_capacity(side.len());
            for option in side {
                let mut bytes = Vec::new();
                stacker::maybe_grow(RED_ZONE, NEW_STACK, || {
                    self.write_game(store, option, &mut bytes)
                })?;
                options.push(bytes);
            }
            // The numbers of games, and so their order, are those of this run.
            options.sort_unstable();
            write_count(options.len() as u64, &mut text);
            options.iter().for_each(|option| text.extend(option));
        }
        let digest = self.archive.digest(&text);
        self.archive.keep(Kind::Game, &digest, &text);
        self.games.insert(base, digest);
        Ok(digest)
    }

    /// Reads a game that [`Kept::write_game`] wrote; `None` when it is not there or means nothing.
    fn read_game(&self, store: &Store, from: &mut &[u8]) -> Result<Option<Game>, Error> {
        let Some([kind]) = take(from) else { return Ok(None) };
        let Some(number) = read_number(from) else { return Ok(None) };
        if kind == PACKED {
            let (Some(ups), Some(star)) = (read_count(from), read_count(from)) else {
                return Ok(None);
            };
            let Ok(star) = u32::try_from(star) else { return Ok(None) };
            let ups = (ups >> 1) as i64 ^ -((ups & 1) as i64);
            return store.number_up_star(&number, ups, star).map(Some);
        }
        let Some(digest) = take::<DIGEST>(from) else { return Ok(None) };
        let base = stacker::maybe_grow(RED_ZONE, NEW_STACK, || self.read_base(store, &digest))?;
        let Some(base) = base else { return Ok(None) };
        store.add(base, store.number(&number)?).map(Some)
    }

    /// The game whose options have a digest.
    fn read_base(&self, store: &Store, digest: &[u8; DIGEST]) -> Result<Option<Game>, Error> {
        if let Some(base) = self.bases.get(digest) {
            return Ok(Some(base));
        }
        store.budget().step()?;
        let Some(text) = self.archive.find(Kind::Game, digest) else { return Ok(None) };
        if self.archive.digest(&text) != *digest {
            return Ok(None);
        }
        let (mut rest, mut sides) = (&*text, [Vec::new(), Vec::new()]);
        for side in &mut sides {
            let Some(count) = read_count(&mut rest) else { return Ok(None) };
            for _ in 0..count {
                let Some(option) = self.read_game(store, &mut rest)? else { return Ok(None) };
                side.push(option);
            }
        }
        let base = store.game(&sides[0], &sides[1])?;
        self.games.insert(base, *digest);
        self.bases.insert(*digest, base);
        Ok(Some(base))
    }
}

/// Appends a dyadic number.
fn write_number(number: &Dyadic, to: &mut Vec<u8>) {
    let numerator = number.numer().to_signed_bytes_le();
    write_count(numerator.len() as u64, to);
    to.extend(numerator);
    write_count(number.exponent(), to);
}

fn read_number(from: &mut &[u8]) -> Option<Dyadic> {
    let numerator = take_some(from)?;
    Some(Dyadic::new(BigInt::from_signed_bytes_le(numerator), read_count(from)?))
}

#[cfg(test)]
mod tests;
