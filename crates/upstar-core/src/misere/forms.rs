//! Canonical forms of impartial games in misère play.
//!
//! Knows: every such game once, its options, sums. Must not know: positions of rulesets.

use std::collections::hash_map::Entry;
use std::num::NonZeroU32;

use parking_lot::Mutex;

use rustc_hash::FxHashMap;

use super::genus::Genus;
use super::simplest::{MisereGames, reverts_to};
use crate::shared::unused_tag;
use crate::{Budget, Error, Exhausted};

/// An impartial game in simplest form: two are equal exactly if no sum with a third game distinguishes them
/// in misère play.
///
/// It belongs to the store that has made it, and another one answers with [`Error::ForeignGame`]; Nim heaps below 2^31
/// belong to all stores. The order is arbitrary: options come before the games that have them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MisereForm {
    id: u32,
    /// Tag of the store; 0 for heaps.
    store: u32,
}

/// Ids below this are Nim heaps, the others listed games.
const LISTED: u32 = 1 << 31;

/// The largest Nim heap whose options are listed.
const MOST_OPTIONS: u32 = 1 << 20;

#[derive(Debug)]
struct FormNode {
    options: Box<[MisereForm]>,
    previous_wins: bool,
    birthday: u32,
}

#[derive(Debug, Default)]
struct FormTables {
    nodes: Vec<FormNode>,
    by_options: FxHashMap<Box<[MisereForm]>, MisereForm>,
    sums: FxHashMap<(MisereForm, MisereForm), MisereForm>,
    genera: FxHashMap<MisereForm, Genus>,
}

/// The interned games.
#[derive(Debug)]
pub struct MisereStore {
    budget: Budget,
    /// No other store has it; 0 when no tag was left, and then it takes no listed games.
    tag: u32,
    inner: Mutex<FormTables>,
}

/// Stack frame for the options of a sum.
struct SumFrame {
    pair: (MisereForm, MisereForm),
    /// Pairs whose sums are the options.
    options: Vec<(MisereForm, MisereForm)>,
    found: Vec<MisereForm>,
}

impl MisereForm {
    /// The game without moves.
    pub const ZERO: MisereForm = MisereForm::heap(0);

    /// A heap of less than 2^31.
    const fn heap(n: u32) -> MisereForm {
        MisereForm { id: n, store: 0 }
    }

    /// The size of the Nim heap, if the game is one.
    pub fn as_nimber(self) -> Option<u32> {
        (self.id < LISTED).then_some(self.id)
    }
}

impl MisereStore {
    /// A store of Nim heaps only.
    pub fn new(budget: Budget) -> Self {
        MisereStore {
            budget,
            tag: unused_tag().map_or(0, NonZeroU32::get),
            inner: Mutex::default(),
        }
    }

    /// The budget of this store.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The Nim heap of size `n`.
    ///
    /// # Errors
    /// From 2^31 on.
    pub fn nimber(&self, n: u32) -> Result<MisereForm, Error> {
        if n < LISTED { Ok(MisereForm::heap(n)) } else { Err(Error::NimberTooLarge) }
    }

    /// The game with these options, in simplest form.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::misere::MisereStore;
    /// let games = MisereStore::new(Budget::unlimited());
    /// let [zero, two] = [games.nimber(0)?, games.nimber(2)?];
    /// // Two heaps of 2 are no heap of Nim in misère play.
    /// let sum = games.add(two, two)?;
    /// assert_ne!(sum, zero);
    /// assert_eq!(games.form(&games.options(sum)?)?, sum);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted, a heap is too large or the store is full.
    pub fn form(&self, options: &[MisereForm]) -> Result<MisereForm, Error> {
        self.check(options)?;
        let mut options = options.to_vec();
        options.sort_unstable();
        options.dedup();
        let heaps = options.iter().zip(0..).take_while(|(form, n)| form.id == *n).count();
        let mut games = self;
        if let Ok(mex) = u32::try_from(heaps)
            && reverts_to(&mut games, &options, self.nimber(mex)?)?
        {
            return Ok(MisereForm::heap(mex));
        }
        let listed: Vec<MisereForm> =
            options.iter().copied().filter(|form| form.id >= LISTED).collect();
        for reversible in listed {
            for simpler in self.options(reversible)?.into_iter().filter(|form| form.id >= LISTED) {
                if reverts_to(&mut games, &options, simpler)? {
                    return Ok(simpler);
                }
            }
        }
        self.listed(options)
    }

    /// Interns the game with these options, which cannot be simplified.
    fn listed(&self, options: Vec<MisereForm>) -> Result<MisereForm, Error> {
        let mut birthday = 0;
        let mut previous_wins = true;
        for &option in &options {
            birthday = birthday.max(self.birthday(option)?.saturating_add(1));
            previous_wins = previous_wins && !self.previous_wins(option)?;
        }
        let mut inner = self.inner.lock();
        let FormTables { nodes, by_options, .. } = &mut *inner;
        match by_options.entry(options.into()) {
            Entry::Occupied(known) => Ok(*known.get()),
            Entry::Vacant(place) => {
                let id = u32::try_from(nodes.len()).ok().and_then(|id| id.checked_add(LISTED));
                let id = id.filter(|_| self.tag != 0).ok_or(Error::StoreFull)?;
                let form = MisereForm { id, store: self.tag };
                nodes.push(FormNode { options: place.key().clone(), previous_wins, birthday });
                Ok(*place.insert(form))
            }
        }
    }

    /// The options, sorted.
    ///
    /// # Errors
    /// When there are too many to list.
    pub fn options(&self, form: MisereForm) -> Result<Vec<MisereForm>, Error> {
        self.budget.step()?;
        match form.as_nimber() {
            Some(n) => {
                listable(n)?;
                Ok((0..n).map(MisereForm::heap).collect())
            }
            None => self.node(form, |node| node.options.to_vec()),
        }
    }

    /// Checks that forms are of this store.
    fn check(&self, forms: &[MisereForm]) -> Result<(), Error> {
        match forms.iter().all(|form| form.store == self.tag || form.store == 0) {
            true => Ok(()),
            false => Err(Error::ForeignGame),
        }
    }

    /// What is stored of a listed game.
    fn node<T>(&self, form: MisereForm, ask: impl FnOnce(&FormNode) -> T) -> Result<T, Error> {
        self.check(&[form])?;
        let inner = self.inner.lock();
        let node = form.id.checked_sub(LISTED).and_then(|place| inner.nodes.get(place as usize));
        node.map(ask).ok_or(Error::ForeignGame)
    }

    /// Whether the game is a P-position.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::misere::MisereStore;
    /// let games = MisereStore::new(Budget::unlimited());
    /// assert!(!games.previous_wins(games.nimber(0)?)?);
    /// assert!(games.previous_wins(games.nimber(1)?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the game is not one of this store.
    #[doc(hidden)]
    pub fn previous_wins(&self, form: MisereForm) -> Result<bool, Error> {
        match form.as_nimber() {
            Some(n) => Ok(n == 1),
            None => self.node(form, |node| node.previous_wins),
        }
    }

    /// Greatest number of moves.
    ///
    /// # Errors
    /// When the game is not one of this store.
    pub fn birthday(&self, form: MisereForm) -> Result<u32, Error> {
        form.as_nimber().map_or_else(|| self.node(form, |node| node.birthday), Ok)
    }

    /// The birthday of a game of this store.
    pub(super) fn rank(&self, form: MisereForm) -> u32 {
        self.birthday(form).unwrap_or(u32::MAX)
    }

    /// The sum. Each pair of followers is added once; there may be very many.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::misere::MisereStore;
    /// let games = MisereStore::new(Budget::unlimited());
    /// let [one, three] = [games.nimber(1)?, games.nimber(3)?];
    /// assert_eq!(games.add(one, three)?, games.nimber(2)?);
    /// assert_eq!(games.add(one, one)?, games.nimber(0)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted or the store is full.
    pub fn add(&self, a: MisereForm, b: MisereForm) -> Result<MisereForm, Error> {
        self.check(&[a, b])?;
        let mut stack = Vec::new();
        match self.known_sum(a, b) {
            Some(sum) => return Ok(sum),
            None => stack.push(self.frame(a, b)?),
        }
        while let Some(frame) = stack.last_mut() {
            self.budget.step()?;
            let Some(&(a, b)) = frame.options.get(frame.found.len()) else {
                let sum = self.form(&frame.found)?;
                self.inner.lock().sums.insert(frame.pair, sum);
                stack.pop();
                continue;
            };
            match self.known_sum(a, b) {
                Some(sum) => frame.found.push(sum),
                None => stack.push(self.frame(a, b)?),
            }
        }
        Ok(self.known_sum(a, b).expect("the first frame has found it"))
    }

    fn frame(&self, a: MisereForm, b: MisereForm) -> Result<SumFrame, Error> {
        let mut options = Vec::new();
        options.extend(self.options(a)?.into_iter().map(|option| (option, b)));
        options.extend(self.options(b)?.into_iter().map(|option| (a, option)));
        Ok(SumFrame { pair: sorted(a, b), options, found: Vec::new() })
    }

    /// The sum if it is memoised or trivial: *n + * is *(n^1).
    fn known_sum(&self, a: MisereForm, b: MisereForm) -> Option<MisereForm> {
        match sorted(a, b) {
            (MisereForm { id: 0, .. }, b) => Some(b),
            (MisereForm { id: 1, .. }, MisereForm { id: n, .. }) if n < LISTED => {
                Some(MisereForm::heap(n ^ 1))
            }
            pair => self.inner.lock().sums.get(&pair).copied(),
        }
    }

    /// All followers, options before the games that have them, and so the game itself last.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn followers(&self, form: MisereForm) -> Result<Vec<MisereForm>, Error> {
        self.check(&[form])?;
        let mut found = vec![form];
        let mut seen: rustc_hash::FxHashSet<MisereForm> = found.iter().copied().collect();
        let mut next = 0;
        while let Some(&form) = found.get(next) {
            found.extend(self.options(form)?.into_iter().filter(|option| seen.insert(*option)));
            next += 1;
        }
        found.sort_unstable();
        Ok(found)
    }

    /// All followers with their options: by birthday, and on each day the heap first, then the others by their options. The game
    /// itself comes last. The order is the same in all stores.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::misere::MisereStore;
    /// let games = MisereStore::new(Budget::unlimited());
    /// let [one, two] = [games.nimber(1)?, games.nimber(2)?];
    /// let listed = games.followers_in_order(games.form(&[two])?)?;
    /// assert_eq!(listed[2], (two, vec![games.nimber(0)?, one]));
    /// # Ok::<(), upstar_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted, or a heap has too many options to list.
    #[doc(hidden)]
    pub fn followers_in_order(
        &self,
        form: MisereForm,
    ) -> Result<Vec<(MisereForm, Vec<MisereForm>)>, Error> {
        let mut followers = self.followers(form)?;
        followers.sort_by_key(|follower| self.rank(*follower));
        let mut places: FxHashMap<MisereForm, usize> = FxHashMap::default();
        let mut all = Vec::with_capacity(followers.len());
        for same_day in followers.chunk_by(|a, b| self.rank(*a) == self.rank(*b)) {
            let mut listed = Vec::new();
            for follower in same_day {
                let mut options = self.options(*follower)?;
                options.sort_by_key(|option| places[option]);
                let of_options: Vec<usize> = options.iter().map(|option| places[option]).collect();
                listed.push((follower.as_nimber().is_none(), of_options, *follower, options));
            }
            listed.sort();
            for (_, _, follower, options) in listed {
                places.insert(follower, all.len());
                all.push((follower, options));
            }
        }
        Ok(all)
    }

    /// Conway's mate G⁻: that of 0 is *, that of any other form has the mates of the options
    /// (On Numbers and Games, chapter 12). In G + G⁻ the previous player wins.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::misere::MisereStore;
    /// let games = MisereStore::new(Budget::unlimited());
    /// let two = games.nimber(2)?;
    /// assert!(games.previous_wins(games.add(two, games.mate(two)?)?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted or the store is full.
    pub fn mate(&self, form: MisereForm) -> Result<MisereForm, Error> {
        let of_heap = |n: u32| MisereForm::heap(if n < 2 { n ^ 1 } else { n });
        if let Some(n) = form.as_nimber() {
            return Ok(of_heap(n));
        }
        let mut mates: FxHashMap<MisereForm, MisereForm> = FxHashMap::default();
        for follower in self.followers(form)? {
            let mate = match follower.as_nimber() {
                Some(n) => of_heap(n),
                None => {
                    let options = self.options(follower)?;
                    self.form(&options.iter().map(|option| mates[option]).collect::<Vec<_>>())?
                }
            };
            mates.insert(follower, mate);
        }
        Ok(mates[&form])
    }

    /// The genus.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::misere::MisereStore;
    /// let games = MisereStore::new(Budget::unlimited());
    /// let two = games.nimber(2)?;
    /// assert_eq!(games.genus(two)?.superscript(), [2, 0]);
    /// assert_eq!(games.genus(games.add(two, two)?)?.superscript(), [0, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn genus(&self, form: MisereForm) -> Result<Genus, Error> {
        if let Some(n) = form.as_nimber() {
            return Ok(Genus::of_nimber(n));
        }
        for follower in self.followers(form)? {
            if self.inner.lock().genera.contains_key(&follower) {
                continue;
            }
            let genus = match follower.as_nimber() {
                Some(n) => Genus::of_nimber(n),
                None => self.genus_by_options(follower)?,
            };
            self.inner.lock().genera.insert(follower, genus);
        }
        Ok(self.inner.lock().genera[&form].clone())
    }

    fn genus_by_options(&self, form: MisereForm) -> Result<Genus, Error> {
        let options = self.options(form)?;
        let inner = self.inner.lock();
        let seen: Vec<_> = options.iter().map(|option| (&inner.genera[option], 0, false)).collect();
        Ok(Genus::of_options(&seen))
    }

    /// Whether it is tame: it and all its followers have a genus that positions of Nim have too (On Numbers
    /// and Games, chapter 12). A sum of tame games is played like Nim.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::misere::MisereStore;
    /// let games = MisereStore::new(Budget::unlimited());
    /// let two = games.nimber(2)?;
    /// let sum = games.add(two, two)?;
    /// assert!(games.is_tame(sum)?);
    /// // The game from which one can move to that sum or to a heap of 1 is wild.
    /// assert!(!games.is_tame(games.form(&[sum, games.nimber(1)?])?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn is_tame(&self, form: MisereForm) -> Result<bool, Error> {
        if form.as_nimber().is_some() {
            return Ok(true);
        }
        self.genus(form)?;
        let followers = self.followers(form)?;
        let inner = self.inner.lock();
        Ok(followers.iter().all(|follower| inner.genera[follower].is_of_nim()))
    }

    /// Whether a game is restive: not tame, but all its options are, and its nimber in normal play is 0 or 1.
    ///
    /// Two copies of a restive game are tame, with the genus of two heaps of 2.
    /// Source: *Winning Ways*, chapter 13.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::misere::MisereStore;
    /// let games = MisereStore::new(Budget::unlimited());
    /// let only_two = games.form(&[games.nimber(2)?])?;
    /// let restive = games.form(&[games.nimber(0)?, only_two])?;
    /// assert!(games.is_restive(restive)? && !games.is_restless(restive)?);
    /// # Ok::<(), upstar_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted, or options are too many to list.
    pub fn is_restive(&self, form: MisereForm) -> Result<bool, Error> {
        Ok(self.genus(form)?.normal() < 2 && self.is_barely_wild(form)?)
    }

    /// Whether a game is restless: not tame, but all its options are, and its misère Grundy value is 0 or 1.
    ///
    /// Source: *Winning Ways*, chapter 13.
    ///
    /// # Errors
    /// When the budget is exhausted, or options are too many to list.
    pub fn is_restless(&self, form: MisereForm) -> Result<bool, Error> {
        Ok(self.genus(form)?.misere() < 2 && self.is_barely_wild(form)?)
    }

    /// Whether a game is wild and all its options are tame.
    fn is_barely_wild(&self, form: MisereForm) -> Result<bool, Error> {
        if self.is_tame(form)? {
            return Ok(false);
        }
        for option in self.options(form)? {
            if !self.is_tame(option)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Clears the memos of sums and genera.
    #[doc(hidden)]
    pub fn forget_memos(&self) {
        let mut inner = self.inner.lock();
        inner.sums = FxHashMap::default();
        inner.genera = FxHashMap::default();
    }
}

impl MisereGames for &MisereStore {
    type Game = MisereForm;
    type Error = Error;

    fn options(&mut self, game: MisereForm) -> Result<Vec<MisereForm>, Error> {
        MisereStore::options(self, game)
    }

    fn has(&mut self, game: MisereForm, option: MisereForm) -> Result<bool, Error> {
        self.budget.step().map_err(|why: Exhausted| Error::from(why))?;
        Ok(match game.as_nimber() {
            Some(n) => option.id < n,
            None => self.node(game, |node| node.options.binary_search(&option).is_ok())?,
        })
    }

    fn next_wins(&mut self, options: &[MisereForm]) -> Result<bool, Error> {
        for option in options {
            if self.previous_wins(*option)? {
                return Ok(true);
            }
        }
        Ok(options.is_empty())
    }
}

/// Fails if the options of a heap of `n` are too many to list.
pub(super) fn listable(n: u32) -> Result<(), Error> {
    if n <= MOST_OPTIONS { Ok(()) } else { Err(Error::TooManyOptions { count: n.into() }) }
}

fn sorted(a: MisereForm, b: MisereForm) -> (MisereForm, MisereForm) {
    if a <= b { (a, b) } else { (b, a) }
}
