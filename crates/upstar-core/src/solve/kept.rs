//! Answers kept outside of the memo, between runs of a program: what a solver asks of a store of answers, and how
//! answers are written there.
//!
//! Knows: which answers are kept, and bytes for positions, sums and games that mean the same in every run. Must not
//! know: files, or how answers are found.
//!
//! Everything that was found is offered, because an answer that cost little itself may stand on many others. A game
//! is written by the digest of its options, so that equal games are equal bytes in every store and stores can
//! be joined; each game is written once, after its options.

use std::fmt::Debug;
use std::sync::Arc;

use num_bigint::BigInt;

use super::memo::NimberFacts;
use super::{Component, Ruleset, Solver};
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
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 4] = [Kind::Value, Kind::Nimber, Kind::Winner, Kind::Game];
}

/// Length of a digest.
pub const DIGEST: usize = 32;

/// Store of answers that outlives a program. It never fails: what it cannot find is computed, and what it cannot keep
/// is lost, which it reports elsewhere.
pub trait Archive: Debug + Send + Sync {
    /// The answer that was kept under a key.
    fn find(&self, kind: Kind, key: &[u8]) -> Option<Vec<u8>>;

    /// Keeps an answer. It may be written later.
    fn keep(&self, kind: Kind, key: Vec<u8>, answer: Vec<u8>);

    /// A cryptographic digest: different texts have different ones.
    fn digest(&self, text: &[u8]) -> [u8; DIGEST];

    /// The number of a ruleset with this meaning; `None` when its answers cannot be kept.
    fn ruleset(&self, name: &str, meaning: &str) -> Option<[u8; 8]>;

    /// Writes what is not written yet; returns what went wrong since it was asked last.
    fn flush(&self) -> Option<String>;
}

/// What two stores know together of the nimber of a position.
pub fn join_nimbers(one: &[u8], other: &[u8]) -> Vec<u8> {
    match (<[u8; 8]>::try_from(one), <[u8; 8]>::try_from(other)) {
        (Ok(one), Ok(other)) => {
            let both = NimberFacts::joined(u64::from_le_bytes(one), u64::from_le_bytes(other));
            both.word().to_le_bytes().to_vec()
        }
        (Ok(_), Err(_)) => one.to_vec(),
        (Err(_), _) => other.to_vec(),
    }
}

/// Archive of a memo, and the number of its ruleset.
#[derive(Debug)]
pub(super) struct Kept {
    archive: Arc<dyn Archive>,
    /// First bytes of the keys of all positions.
    prefix: Vec<u8>,
    /// Digests of games that are kept.
    games: ConcurrentMap<Game, [u8; DIGEST]>,
    /// Games by digest.
    bases: ConcurrentMap<[u8; DIGEST], Game>,
}

impl Kept {
    pub(super) fn new(archive: Arc<dyn Archive>, prefix: Vec<u8>) -> Self {
        Kept { archive, prefix, games: ConcurrentMap::default(), bases: ConcurrentMap::default() }
    }
}

/// First byte of a game that is a number, ups and a nimber, and of any other.
const PACKED: u8 = 0;
const OPTIONS: u8 = 1;

/// Stack that is left when games nested in each other get a new one.
const RED_ZONE: usize = 64 << 10;
const NEW_STACK: usize = 2 << 20;

impl<R: Ruleset> Solver<'_, R> {
    /// The archive, and the key of a position in it.
    fn key(&self, position: &R::Position) -> Option<(&Kept, Vec<u8>)> {
        let kept = self.memo.kept()?;
        let mut key = kept.prefix.clone();
        self.rules.key(position, &mut key).then_some((kept, key))
    }

    /// Finds the value of a position in the archive and puts it into the memo.
    pub(super) fn recall_value(&self, position: &R::Position) -> Result<Option<Game>, Error> {
        let Some((kept, key)) = self.key(position) else { return Ok(None) };
        let Some(answer) = kept.archive.find(Kind::Value, &key) else { return Ok(None) };
        let game = kept.read_game(self.store, &mut &*answer)?;
        if let Some(game) = game {
            self.memo.values.insert(position.clone(), game);
        }
        Ok(game)
    }

    /// Keeps the value of a position.
    pub(super) fn keep_value(&self, position: &R::Position, value: Game) -> Result<(), Error> {
        let Some((kept, key)) = self.key(position) else { return Ok(()) };
        let mut answer = Vec::new();
        kept.write_game(self.store, value, &mut answer)?;
        kept.archive.keep(Kind::Value, key, answer);
        Ok(())
    }

    /// Finds what is known of the nimber of a position in the archive and puts it into the memo.
    pub(super) fn recall_nimber(&self, position: &R::Position) -> NimberFacts {
        if let Some((kept, key)) = self.key(position)
            && let Some(answer) = kept.archive.find(Kind::Nimber, &key)
            && let Ok(word) = <[u8; 8]>::try_from(&*answer)
        {
            self.memo.nimbers.learn(position.clone(), u64::from_le_bytes(word));
        }
        self.memo.nimbers.facts(position)
    }

    /// Keeps what is known of the nimber of a position.
    pub(super) fn keep_nimber(&self, position: &R::Position) {
        if let Some((kept, key)) = self.key(position) {
            let word = self.memo.nimbers.facts(position).word();
            kept.archive.keep(Kind::Nimber, key, word.to_le_bytes().to_vec());
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
            key.extend((part.len() as u32).to_le_bytes());
            key.extend(part);
        }
        Ok(Some(key))
    }

    /// Whether Left wins the sum with this key when moving first, if that was kept.
    pub(super) fn recall_winner(&self, key: &[u8]) -> Option<bool> {
        match *self.memo.kept()?.archive.find(Kind::Winner, key)? {
            [0] => Some(false),
            [1] => Some(true),
            _ => None,
        }
    }

    /// Keeps whether Left wins the sum with this key when moving first.
    pub(super) fn keep_winner(&self, key: Vec<u8>, wins: bool) {
        if let Some(kept) = self.memo.kept() {
            kept.archive.keep(Kind::Winner, key, vec![u8::from(wins)]);
        }
    }
}

impl Kept {
    /// Appends a game: a number with ups and a nimber, or a number and the digest of a game that is kept.
    fn write_game(&self, store: &Store, game: Game, to: &mut Vec<u8>) -> Result<(), Error> {
        if let Some((number, ups, star)) = store.as_number_up_star(game) {
            to.push(PACKED);
            write_number(&number, to);
            to.extend(ups.to_le_bytes());
            to.extend(star.to_le_bytes());
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
            text.extend((options.len() as u32).to_le_bytes());
            options.iter().for_each(|option| text.extend(option));
        }
        let digest = self.archive.digest(&text);
        self.archive.keep(Kind::Game, digest.to_vec(), text);
        self.games.insert(base, digest);
        Ok(digest)
    }

    /// Reads a game that [`Kept::write_game`] wrote; `None` when it is not there or means nothing.
    fn read_game(&self, store: &Store, from: &mut &[u8]) -> Result<Option<Game>, Error> {
        let Some([kind]) = take(from) else { return Ok(None) };
        let Some(number) = read_number(from) else { return Ok(None) };
        if kind == PACKED {
            let (Some(ups), Some(star)) = (take(from), take(from)) else { return Ok(None) };
            let (ups, star) = (i64::from_le_bytes(ups), u32::from_le_bytes(star));
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
            let Some(count) = take(&mut rest) else { return Ok(None) };
            for _ in 0..u32::from_le_bytes(count) {
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
    to.extend((numerator.len() as u32).to_le_bytes());
    to.extend(numerator);
    to.extend(number.exponent().to_le_bytes());
}

fn read_number(from: &mut &[u8]) -> Option<Dyadic> {
    let length = u32::from_le_bytes(take(from)?) as usize;
    let (numerator, rest) = from.split_at_checked(length)?;
    *from = rest;
    Some(Dyadic::new(BigInt::from_signed_bytes_le(numerator), u64::from_le_bytes(take(from)?)))
}

/// Takes so many bytes.
fn take<const N: usize>(from: &mut &[u8]) -> Option<[u8; N]> {
    let (bytes, rest) = from.split_first_chunk()?;
    *from = rest;
    Some(*bytes)
}

#[cfg(test)]
mod tests;
