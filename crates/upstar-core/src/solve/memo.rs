//! Memo: answers about positions, kept between questions.
//!
//! Knows: tables that threads share, rows for positions that have a number. Must not know: how
//! answers are found.

use std::hash::Hash;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};
use std::sync::{Arc, OnceLock, Weak};

use parking_lot::Mutex;

use super::kept::{Archive, Kept};
use super::{Sum, graph, misere, search};
use crate::shared::{ConcurrentMap, Rows};
use crate::solve::goal::{self, connection};
use crate::solve::points;
use crate::store::{StoreTag, StoredGames};
use crate::{Game, Player, Store};

/// Components of options that are kept for several threads.
const MOST_LISTED: usize = 1 << 21;

/// Answers about positions, which several threads may share. They stay valid when an evaluation is stopped.
///
/// Values and nimbers are never forgotten: each is a word beside a position that has a number, and the position
/// takes more memory and stays. The value of a position needs those of all that follow it, so a walk that had
/// to find some again would find most of them again many times. Where they do not fit, the question ends with
/// [`Exhausted::Memory`](crate::Exhausted::Memory). Tables of searches, which need few of the positions that
/// follow one, replace entries when memory is scarce (`bounded.rs`).
///
/// A memo belongs to the store of the first solver that it is given to, since its values are games of that store.
#[derive(Debug)]
pub struct Memo<P> {
    pub(super) values: Answers<P, Game>,
    pub(super) nimbers: Nimbers<P>,
    /// The winners of positions alone: see [`Memo::note_winner`].
    winners: Answers<P, u64>,
    /// Impartial positions from which a position or value that is not impartial can be reached.
    pub(super) mixed: ConcurrentMap<P, ()>,
    /// Tables of searches for the winner that are not under way: one for each thread that searches, and
    /// for each search within a search.
    pub(super) searches: Mutex<Vec<search::SumMemory<P>>>,
    /// Options that several searching threads have listed.
    listed: ConcurrentMap<(P, Player), Arc<[Sum<P>]>>,
    /// How many components these have.
    components: AtomicUsize,
    /// Answers about positions that repeat.
    pub(super) graph: graph::GraphMemory<P>,
    /// Transposition tables of games decided by a goal, of connections, and of games about points.
    goals: Mutex<goal::GoalTable<P>>,
    connections: Mutex<connection::ConnectionTable>,
    points: Mutex<points::ScoreTable<P>>,
    /// Answers in misère play.
    pub(super) misere: OnceLock<Mutex<misere::MisereMemory<P>>>,
    /// Where answers are kept between runs.
    kept: OnceLock<Kept>,
    /// The store of the values.
    owner: OnceLock<Owner>,
}

/// A store, and whether it is still there.
#[derive(Debug)]
struct Owner {
    tag: StoreTag,
    games: Weak<StoredGames>,
}

impl<P> Default for Memo<P> {
    fn default() -> Self {
        Memo::numbered(|_| None)
    }
}

impl<P> Memo<P> {
    /// An empty memo.
    pub fn new() -> Self {
        Memo::default()
    }

    /// An empty memo for positions most of which have small numbers, each its own: answers about these
    /// are kept in a row.
    pub fn numbered(number: fn(&P) -> Option<u32>) -> Self {
        Memo {
            values: Answers::new(number),
            nimbers: Nimbers::new(number),
            winners: Answers::new(number),
            mixed: ConcurrentMap::default(),
            searches: Mutex::default(),
            listed: ConcurrentMap::default(),
            components: AtomicUsize::new(0),
            graph: graph::GraphMemory::default(),
            goals: Mutex::default(),
            connections: Mutex::default(),
            points: Mutex::default(),
            misere: OnceLock::new(),
            kept: OnceLock::new(),
            owner: OnceLock::new(),
        }
    }

    /// Whether this is a memo of the store; one that is of no store yet becomes one of this store.
    pub(super) fn is_of(&self, store: &Store) -> bool {
        let owner = || Owner { tag: store.tag(), games: store.downgraded() };
        self.owner.get_or_init(owner).tag == store.tag()
    }

    /// An empty memo of a store for the same positions.
    pub(super) fn emptied(&self, store: &Store) -> Self {
        let memo = Memo::numbered(self.values.number);
        let is_new = memo.is_of(store);
        debug_assert!(is_new, "a new memo is of no store");
        memo
    }

    /// Whether the store of this memo is gone.
    fn is_orphan(&self) -> bool {
        self.owner.get().is_some_and(|owner| owner.games.strong_count() == 0)
    }

    /// Keeps answers in an archive from now on, under keys that begin with `prefix`.
    pub fn keep_in(&self, archive: Arc<dyn Archive>, prefix: Vec<u8>) {
        // A memo has one archive; the first stays.
        let _ = self.kept.set(Kept::new(archive, prefix));
    }

    /// Where answers are kept.
    #[inline]
    pub(super) fn kept(&self) -> Option<&Kept> {
        self.kept.get()
    }

    /// Number of answers.
    pub fn len(&self) -> usize {
        let of_play =
            self.goals.lock().len() + self.connections.lock().len() + self.points.lock().len();
        self.values.len() + self.nimbers.len() + self.graph.len() + of_play
    }

    /// Whether there are no answers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Most memos of [`Memos`].
const MOST_MEMOS: usize = 4;

/// Memos of one table of positions, one for each store that has asked, the last ones.
#[derive(Debug)]
pub(crate) struct Memos<P> {
    number: fn(&P) -> Option<u32>,
    /// The last one asked for is last.
    memos: Mutex<Vec<Arc<Memo<P>>>>,
    /// Where all of them keep answers.
    kept: OnceLock<(Arc<dyn Archive>, Vec<u8>)>,
}

impl<P> Default for Memos<P> {
    fn default() -> Self {
        Memos::numbered(|_| None)
    }
}

impl<P> Memos<P> {
    /// No memos yet, for positions as in [`Memo::numbered`].
    pub(crate) fn numbered(number: fn(&P) -> Option<u32>) -> Self {
        Memos { number, memos: Mutex::default(), kept: OnceLock::new() }
    }

    /// The memo of a store.
    pub(crate) fn of(&self, store: &Store) -> Arc<Memo<P>> {
        let mut memos = self.memos.lock();
        if let Some(last) = memos.last()
            && last.is_of(store)
        {
            return last.clone();
        }
        memos.retain(|memo| !memo.is_orphan());
        let memo = match memos.iter().position(|memo| memo.is_of(store)) {
            Some(place) => memos.remove(place),
            None => {
                if memos.len() == MOST_MEMOS {
                    memos.remove(0);
                }
                self.create(store)
            }
        };
        memos.push(memo.clone());
        memo
    }

    fn create(&self, store: &Store) -> Arc<Memo<P>> {
        let memo = Memo::numbered(self.number);
        if let Some((archive, prefix)) = self.kept.get() {
            memo.keep_in(archive.clone(), prefix.clone());
        }
        let is_new = memo.is_of(store);
        debug_assert!(is_new, "a new memo is of no store");
        Arc::new(memo)
    }

    /// Keeps answers in an archive from now on, as [`Memo::keep_in`] does.
    pub(crate) fn keep_in(&self, archive: Arc<dyn Archive>, prefix: Vec<u8>) {
        let (archive, prefix) = self.kept.get_or_init(|| (archive, prefix));
        for memo in &*self.memos.lock() {
            memo.keep_in(archive.clone(), prefix.clone());
        }
    }

    /// Number of answers.
    pub(crate) fn len(&self) -> usize {
        self.memos.lock().iter().map(|memo| memo.len()).sum()
    }
}

/// The bit for a position that the player who moves first wins or loses.
fn winner_bit(first: Player, wins: bool) -> usize {
    2 * first as usize + usize::from(wins)
}

/// Works on a table while others find an empty one, who may be other threads, or the rules
/// themselves. The larger one is kept.
fn apart<T: Default, A>(
    table: &Mutex<T>,
    len: fn(&T) -> usize,
    work: impl FnOnce(&mut T) -> A,
) -> A {
    let mut own = std::mem::take(&mut *table.lock());
    let answer = work(&mut own);
    let mut kept = table.lock();
    if len(&own) >= len(&kept) {
        *kept = own;
    }
    answer
}

impl<P: Clone + Eq + Hash> Memo<P> {
    /// The options of a position, listed once for all threads that search.
    pub(super) fn listed<E>(
        &self,
        position: &P,
        player: Player,
        list: impl FnOnce() -> Result<Vec<Sum<P>>, E>,
    ) -> Result<Vec<Sum<P>>, E> {
        let key = (position.clone(), player);
        if let Some(options) = self.listed.get(&key) {
            return Ok(options.to_vec());
        }
        let options = list()?;
        let more = options.iter().map(|sum| sum.len() + 1).sum::<usize>();
        if self.components.fetch_add(more, Relaxed) > MOST_LISTED {
            self.listed.clear();
            self.components.store(more, Relaxed);
        }
        self.listed.insert(key, options.clone().into());
        Ok(options)
    }

    /// Remembers whether the player who moves first wins a position alone.
    pub(super) fn note_winner(&self, position: P, first: Player, wins: bool) {
        self.winners.update(position, |word| word | 1 << winner_bit(first, wins));
    }

    /// Whether the player who moves first wins a position alone, if that was remembered.
    pub(super) fn winner(&self, position: &P, first: Player) -> Option<bool> {
        let word = self.winners.get(position)?;
        [true, false].into_iter().find(|&wins| word >> winner_bit(first, wins) & 1 != 0)
    }

    /// Whether a position has a number: then what is remembered of it takes little memory.
    pub(super) fn has_number(&self, position: &P) -> bool {
        (self.winners.number)(position).is_some()
    }

    /// What earlier searches have found, unless other searches are at work with all of it.
    pub(super) fn take_search(&self) -> search::SumMemory<P> {
        let known = self.searches.lock().pop();
        known.unwrap_or_else(|| search::SumMemory::new(self.values.number))
    }
}

impl<P> Memo<P> {
    /// Works on the table of games decided by a goal.
    pub(crate) fn with_goals<A>(&self, work: impl FnOnce(&mut goal::GoalTable<P>) -> A) -> A {
        apart(&self.goals, goal::GoalTable::len, work)
    }

    /// Works on the table of connections.
    pub(crate) fn with_connections<A>(
        &self,
        work: impl FnOnce(&mut connection::ConnectionTable) -> A,
    ) -> A {
        apart(&self.connections, connection::ConnectionTable::len, work)
    }

    /// Works on the table of games about points.
    pub(crate) fn with_points<A>(&self, work: impl FnOnce(&mut points::ScoreTable<P>) -> A) -> A {
        apart(&self.points, points::ScoreTable::len, work)
    }
}

/// Answer that fits in a word together with "not known", which is 0.
pub(super) trait PackedAnswer: Copy {
    fn pack(self) -> u64;
    fn unpack(word: u64) -> Option<Self>;
}

impl PackedAnswer for Game {
    fn pack(self) -> u64 {
        self.word()
    }

    fn unpack(word: u64) -> Option<Self> {
        Game::of_word(word)
    }
}

impl PackedAnswer for u32 {
    fn pack(self) -> u64 {
        u64::from(self) + 1
    }

    fn unpack(word: u64) -> Option<Self> {
        Some(word.checked_sub(1)? as u32)
    }
}

/// A set as bits; where nothing is known it is empty.
impl PackedAnswer for u64 {
    fn pack(self) -> u64 {
        self
    }

    fn unpack(word: u64) -> Option<Self> {
        (word != 0).then_some(word)
    }
}

/// Answers of one kind.
#[derive(Debug)]
pub(super) struct Answers<P, A> {
    number: fn(&P) -> Option<u32>,
    by_number: Rows,
    numbered: AtomicUsize,
    others: ConcurrentMap<P, A>,
}

impl<P, A> Answers<P, A> {
    pub(super) fn new(number: fn(&P) -> Option<u32>) -> Self {
        Answers {
            number,
            by_number: Rows::new(1),
            numbered: AtomicUsize::new(0),
            others: ConcurrentMap::default(),
        }
    }

    fn len(&self) -> usize {
        self.numbered.load(Relaxed) + self.others.len()
    }

    /// The number of a position that has one.
    pub(super) fn numbers(&self) -> fn(&P) -> Option<u32> {
        self.number
    }
}

impl<P: Eq + Hash, A: PackedAnswer> Answers<P, A> {
    #[inline]
    pub(super) fn get(&self, position: &P) -> Option<A> {
        match (self.number)(position) {
            Some(number) => A::unpack(self.by_number.get(number)?[0].load(Acquire)),
            None => self.others.get(position),
        }
    }

    pub(super) fn insert(&self, position: P, answer: A) {
        match (self.number)(&position) {
            Some(number) => {
                let before = self.by_number.at(number)[0].swap(answer.pack(), AcqRel);
                self.numbered.fetch_add(usize::from(before == 0), Relaxed);
            }
            None => self.others.insert(position, answer),
        }
    }
}

impl<P: Eq + Hash> Answers<P, u32> {
    /// The answer that is there, or this one.
    pub(super) fn get_or_insert(&self, position: P, answer: u32) -> u32 {
        match (self.number)(&position) {
            Some(number) => {
                let word = &self.by_number.at(number)[0];
                match word.compare_exchange(0, answer.pack(), AcqRel, Acquire) {
                    Ok(_) => {
                        self.numbered.fetch_add(1, Relaxed);
                        answer
                    }
                    Err(before) => u32::unpack(before).expect("it is not 0"),
                }
            }
            None => {
                let first = |before: Option<&u32>| before.copied().unwrap_or(answer);
                self.others.update(position, first).unwrap_or(answer)
            }
        }
    }
}

impl<P: Eq + Hash> Answers<P, u64> {
    /// Replaces a word, 0 at first, by what `change` makes of it; gives the word that was there before.
    pub(super) fn update(&self, position: P, change: impl Fn(u64) -> u64) -> u64 {
        match (self.number)(&position) {
            Some(number) => {
                let word = &self.by_number.at(number)[0];
                let next = |before| Some(change(before)).filter(|after| *after != before);
                word.fetch_update(AcqRel, Acquire, next).unwrap_or_else(|before| before)
            }
            None => {
                let next = |before: Option<&u64>| change(before.copied().unwrap_or(0));
                self.others.update(position, next).unwrap_or(0)
            }
        }
    }
}

/// Nimbers below this one can be excluded.
pub(super) const FEW: u32 = 63;
/// Bit of a word that holds a nimber.
const KNOWN: u64 = 1 << FEW;

/// What is known of the nimber of a position: the nimber, or which of the first it does not have.
#[derive(Debug, Clone, Copy)]
pub(super) struct NimberFacts(u64);

impl NimberFacts {
    /// The nimber, if it is known.
    pub(super) fn nimber(self) -> Option<u32> {
        (self.0 & KNOWN != 0).then_some(self.0 as u32)
    }

    /// Whether nothing is known.
    pub(super) fn is_unknown(self) -> bool {
        self.0 == 0
    }

    /// Whether the nimber is not `n`.
    pub(super) fn excludes(self, n: u32) -> bool {
        match self.nimber() {
            Some(nimber) => nimber != n,
            None => n < FEW && self.0 >> n & 1 != 0,
        }
    }

    /// How many nimbers below `n` are excluded, while the nimber is not known.
    pub(super) fn excluded_below(self, n: u32) -> u32 {
        (self.0 & ((1 << n.min(FEW)) - 1)).count_ones()
    }

    /// What two words say together.
    pub(super) fn joined(one: u64, other: u64) -> Self {
        let known = [one, other].into_iter().find(|word| word & KNOWN != 0);
        NimberFacts(known.unwrap_or(one | other))
    }

    /// What is known, as bits.
    pub(super) fn word(self) -> u64 {
        self.0
    }

    /// Least nimber that is not excluded.
    pub(super) fn lowest(self) -> u32 {
        self.nimber().unwrap_or(self.0.trailing_ones())
    }
}

/// Nimbers of impartial positions, and nimbers that they are proved not to have: one word for each position, so that
/// both are read at once.
#[derive(Debug)]
pub(super) struct Nimbers<P> {
    words: Answers<P, u64>,
    /// How many positions have a nimber.
    known: AtomicUsize,
}

impl<P> Nimbers<P> {
    fn new(number: fn(&P) -> Option<u32>) -> Self {
        Nimbers { words: Answers::new(number), known: AtomicUsize::new(0) }
    }

    fn len(&self) -> usize {
        self.known.load(Relaxed)
    }
}

impl<P: Eq + Hash> Nimbers<P> {
    /// What is known of a position.
    #[inline]
    pub(super) fn facts(&self, position: &P) -> NimberFacts {
        NimberFacts(self.words.get(position).unwrap_or(0))
    }

    /// The nimber of a position, if it is known.
    #[inline]
    pub(super) fn get(&self, position: &P) -> Option<u32> {
        self.facts(position).nimber()
    }

    /// Remembers the nimber of a position.
    pub(super) fn insert(&self, position: P, nimber: u32) {
        let before = self.words.update(position, |_| KNOWN | u64::from(nimber));
        self.known.fetch_add(usize::from(before & KNOWN == 0), Relaxed);
    }

    /// Remembers what was known of a position before, as bits.
    pub(super) fn learn(&self, position: P, word: u64) {
        let facts = NimberFacts(word);
        match facts.nimber() {
            Some(nimber) => self.insert(position, nimber),
            None => _ = self.exclude(position, word),
        }
    }

    /// Remembers nimbers below [`FEW`] that a position does not have, as bits; gives those that were excluded
    /// before, and `None` when the nimber is known.
    pub(super) fn exclude(&self, position: P, bits: u64) -> Option<u64> {
        debug_assert!(bits & KNOWN == 0, "larger nimbers are not excluded");
        let before = self.words.update(position, |word| match word & KNOWN {
            0 => word | bits,
            _ => word,
        });
        (before & KNOWN == 0).then_some(before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nimber_takes_the_place_of_those_that_are_excluded() {
        // Even positions are in rows, odd ones in a hash table.
        let nimbers = Nimbers::new(|n: &u32| n.is_multiple_of(2).then_some(*n));
        for position in [6, 7] {
            assert_eq!(nimbers.exclude(position, 0b1011), Some(0));
            assert_eq!(nimbers.exclude(position, 0b0100), Some(0b1011));
            let facts = nimbers.facts(&position);
            assert_eq!((facts.nimber(), facts.lowest()), (None, 4));
            assert!(facts.excludes(3) && !facts.excludes(4) && !facts.excludes(FEW));
            for nimber in [5, 5, FEW, u32::MAX] {
                nimbers.insert(position, nimber);
                let facts = nimbers.facts(&position);
                assert_eq!((facts.nimber(), facts.lowest()), (Some(nimber), nimber));
                assert!(facts.excludes(2) && !facts.excludes(nimber));
                assert_eq!(nimbers.exclude(position, 0b10_0000), None);
                assert_eq!(nimbers.get(&position), Some(nimber));
            }
        }
        assert_eq!(nimbers.len(), 2);
        assert_eq!(nimbers.get(&8), None);
    }
}
