//! Sums in misère play of which only the genus is needed.
//!
//! Knows: sums split into heaps of one, heaps of two, and the rest; their genera.
//! Must not know: canonical forms of sums, which are often too large.
//!
//! The canonical form of a heap in Kayles or Dawson's Chess soon has thousands of followers, but positions
//! are sums of few heaps. So a position is stored as the list of its heaps; the genus of a list follows from
//! those of its options. Four reductions keep the number of lists small. Heaps of one cancel in pairs,
//! because * + * is 0. Heaps of two only shift the superscript of the genus. A heap that equals a simpler
//! sum, by the reversible moves of `simplest`, is replaced by it. And sums of tame games are played like Nim
//! (On Numbers and Games, chapter 12).

use std::num::NonZeroU32;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::forms::{MisereForm, MisereStore, listable};
use super::genus::{Genus, mex};
use super::simplest::reverts_to;
use super::simplify::Simplify;
use crate::shared::unused_tag;
use crate::{Budget, Error};

/// A sum of impartial games.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct MisereSum {
    /// Id of the multiset of its other summands; 0 is the empty one.
    bag: u32,
    twos: u32,
    one: bool,
    /// Tag of the store of the multiset; 0 for the empty one.
    store: u32,
}

/// A summand other than heaps of one and two: the id of a class, or from `HEAP` on an even Nim heap.
type LargeSummand = u32;
const HEAP: u32 = 1 << 31;

/// Genus not computed yet.
const UNKNOWN: u32 = u32::MAX;

/// A class of games with the same options.
#[derive(Debug)]
struct OptionClass {
    options: Arc<[MisereSum]>,
    genus: u32,
    tame: bool,
}

/// The interned sums.
#[doc(hidden)]
#[derive(Debug)]
pub struct MisereSums {
    pub(super) budget: Budget,
    /// No other store has it; 0 when no tag was left, and then it takes no multisets.
    tag: u32,
    classes: Vec<OptionClass>,
    by_options: FxHashMap<Arc<[MisereSum]>, u32>,
    bags: Vec<Arc<[LargeSummand]>>,
    by_items: FxHashMap<Arc<[LargeSummand]>, u32>,
    /// The genus of each bag.
    genus: Vec<u32>,
    genera: Vec<Arc<Genus>>,
    by_genus: FxHashMap<Arc<Genus>, u32>,
    of_forms: FxHashMap<MisereForm, MisereSum>,
}

impl MisereSum {
    /// The sum without summands.
    pub const ZERO: MisereSum = MisereSum { bag: 0, twos: 0, one: false, store: 0 };
}

impl MisereSums {
    /// A store of the empty sum and heaps of one and two only.
    pub fn new(budget: Budget) -> Self {
        let mut sums = MisereSums {
            budget,
            tag: unused_tag().map_or(0, NonZeroU32::get),
            classes: Vec::new(),
            by_options: FxHashMap::default(),
            bags: Vec::new(),
            by_items: FxHashMap::default(),
            genus: Vec::new(),
            genera: Vec::new(),
            by_genus: FxHashMap::default(),
            of_forms: FxHashMap::default(),
        };
        sums.bag(&[]);
        sums
    }

    /// Number of sums with a known genus.
    pub fn len(&self) -> usize {
        self.genus.iter().filter(|genus| **genus != UNKNOWN).count()
    }

    /// Whether no genus is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The Nim heap of size `n`.
    ///
    /// # Errors
    /// From 2^31 on.
    pub fn nimber(&mut self, n: u32) -> Result<MisereSum, Error> {
        let one = n % 2 == 1;
        match n & !1 {
            0 => Ok(MisereSum { one, ..MisereSum::ZERO }),
            2 => Ok(MisereSum { one, twos: 1, ..MisereSum::ZERO }),
            even if even < HEAP => {
                let bag = self.bag(&[HEAP | even]);
                Ok(MisereSum { one, ..self.of_bag(bag)? })
            }
            _ => Err(Error::NimberTooLarge),
        }
    }

    /// The sum of the summands of a multiset.
    fn of_bag(&self, bag: u32) -> Result<MisereSum, Error> {
        match (bag, self.tag) {
            (0, _) => Ok(MisereSum::ZERO),
            (_, 0) => Err(Error::StoreFull),
            (_, store) => Ok(MisereSum { bag, store, ..MisereSum::ZERO }),
        }
    }

    /// Whether the sum is one of this store; those of heaps of one and two are of all stores.
    fn has(&self, sum: MisereSum) -> bool {
        sum.store == self.tag || sum.store == 0
    }

    /// Checks that sums are of this store.
    fn check(&self, sums: &[MisereSum]) -> Result<(), Error> {
        match sums.iter().all(|sum| self.has(*sum)) {
            true => Ok(()),
            false => Err(Error::ForeignGame),
        }
    }

    /// The size of the Nim heap, if the sum is known to be one; `None` for a sum of another store.
    pub fn as_nimber(&self, sum: MisereSum) -> Option<u32> {
        if !self.has(sum) {
            return None;
        }
        let one = u32::from(sum.one);
        match (&*self.bags[sum.bag as usize], sum.twos) {
            ([], 0) => Some(one),
            ([], 1) => Some(2 | one),
            (&[item], 0) if item >= HEAP => Some(item & !HEAP | one),
            _ => None,
        }
    }

    /// The sum of two.
    ///
    /// # Errors
    /// When they are not sums of this store.
    pub fn add(&mut self, a: MisereSum, b: MisereSum) -> Result<MisereSum, Error> {
        self.check(&[a, b])?;
        Ok(self.plus(a, b))
    }

    /// The sum of two sums of this store.
    fn plus(&mut self, a: MisereSum, b: MisereSum) -> MisereSum {
        let bag = match (a.bag, b.bag) {
            (0, bag) | (bag, 0) => bag,
            _ => {
                let mut items = self.bags[a.bag as usize].to_vec();
                items.extend_from_slice(&self.bags[b.bag as usize]);
                items.sort_unstable();
                self.bag(&items)
            }
        };
        let store = a.store | b.store;
        MisereSum { bag, twos: a.twos.saturating_add(b.twos), one: a.one != b.one, store }
    }

    /// The game with these options: a simpler sum if one is found to be equal, otherwise a class.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::misere::MisereSums;
    /// let mut sums = MisereSums::new(Budget::unlimited());
    /// let heaps = [sums.nimber(0)?, sums.nimber(1)?];
    /// let two = sums.game(heaps.to_vec())?;
    /// assert_eq!(sums.as_nimber(two), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn game(&mut self, mut options: Vec<MisereSum>) -> Result<MisereSum, Error> {
        self.check(&options)?;
        options.sort_unstable();
        options.dedup();
        let heaps = mex(options.iter().filter_map(|option| self.as_nimber(*option)));
        let heap = self.nimber(heaps)?;
        let mut simplify = Simplify::new(self);
        if reverts_to(&mut simplify, &options, heap)? {
            return Ok(heap);
        }
        if let Some(simpler) = simplify.simpler(&options)? {
            return Ok(simpler);
        }
        self.class(options)
    }

    /// The class of games with these options.
    fn class(&mut self, options: Vec<MisereSum>) -> Result<MisereSum, Error> {
        let options: Arc<[MisereSum]> = options.into();
        if let Some(&class) = self.by_options.get(&options) {
            let bag = self.bag(&[class]);
            return self.of_bag(bag);
        }
        let genus = self.genus_of_options(&options)?;
        let played_as_nim = self.genera[genus as usize].is_of_nim();
        let tame = played_as_nim && options.iter().all(|option| self.is_tame(*option));
        let class = u32::try_from(self.classes.len()).ok().filter(|class| *class < HEAP);
        let class = class.ok_or(Error::StoreFull)?;
        self.classes.push(OptionClass { options: options.clone(), genus, tame });
        self.by_options.insert(options, class);
        let bag = self.bag(&[class]);
        self.genus[bag as usize] = genus;
        self.of_bag(bag)
    }

    /// The sum equal to a canonical form.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn of_form(&mut self, forms: &MisereStore, form: MisereForm) -> Result<MisereSum, Error> {
        if let Some(n) = form.as_nimber() {
            return self.nimber(n);
        }
        for follower in forms.followers(form)? {
            if follower.as_nimber().is_some() || self.of_forms.contains_key(&follower) {
                continue;
            }
            let mut options = Vec::new();
            for option in forms.options(follower)? {
                options.push(match option.as_nimber() {
                    Some(n) => self.nimber(n)?,
                    None => self.of_forms[&option],
                });
            }
            let sum = self.game(options)?;
            self.of_forms.insert(follower, sum);
        }
        Ok(self.of_forms[&form])
    }

    /// The genus of a sum. Cost: each reachable sum, without its heaps of one and two, once.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::misere::MisereSums;
    /// let mut sums = MisereSums::new(Budget::unlimited());
    /// let two = sums.nimber(2)?;
    /// let sum = sums.add(two, two)?;
    /// assert_eq!(sums.genus(sum)?.superscript(), [0, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn genus(&mut self, sum: MisereSum) -> Result<Genus, Error> {
        self.check(&[sum])?;
        let genus = self.genus_of_bag(sum.bag)?;
        Ok(self.genera[genus as usize].plus(sum.twos, sum.one))
    }

    fn genus_of_bag(&mut self, bag: u32) -> Result<u32, Error> {
        if self.genus[bag as usize] != UNKNOWN {
            return Ok(self.genus[bag as usize]);
        }
        let mut stack: Vec<(u32, Arc<[MisereSum]>, usize)> = Vec::new();
        let mut wanted = Some(bag);
        loop {
            self.budget.step()?;
            if let Some(bag) = wanted.take() {
                if let Some(genus) = self.known_genus(bag) {
                    self.genus[bag as usize] = genus;
                } else {
                    let whole = self.of_bag(bag)?;
                    stack.push((bag, self.options_of(whole)?.into(), 0));
                }
            }
            let Some((bag, options, done)) = stack.last_mut() else { break };
            let rest = options[*done..].iter().map(|option| option.bag);
            match rest.enumerate().find(|(_, bag)| self.genus[*bag as usize] == UNKNOWN) {
                Some((more, bag)) => {
                    *done += more;
                    wanted = Some(bag);
                }
                None => {
                    let (bag, options) = (*bag, options.clone());
                    self.genus[bag as usize] = self.genus_of_options(&options)?;
                    stack.pop();
                }
            }
        }
        Ok(self.genus[bag as usize])
    }

    /// The genus of a bag if it is memoised, or follows from tame summands.
    fn known_genus(&mut self, bag: u32) -> Option<u32> {
        let known = self.genus[bag as usize];
        if known != UNKNOWN {
            return Some(known);
        }
        let items = self.bags[bag as usize].clone();
        let (mut sum, mut firm) = (0, false);
        for &item in &*items {
            if item >= HEAP {
                (sum, firm) = (sum ^ (item & !HEAP), true);
                continue;
            }
            let class = &self.classes[item as usize];
            let genus = &self.genera[class.genus as usize];
            if !class.tame {
                return None;
            }
            (sum, firm) = (sum ^ genus.normal(), firm || !genus.is_fickle());
        }
        Some(self.genus_number(Genus::of_nim(sum, firm)))
    }

    fn genus_of_options(&mut self, options: &[MisereSum]) -> Result<u32, Error> {
        let mut seen = Vec::with_capacity(options.len());
        for option in options {
            seen.push((self.genus_of_bag(option.bag)?, option.twos, option.one));
        }
        seen.sort_unstable();
        seen.dedup();
        let seen: Vec<_> = seen
            .iter()
            .map(|&(genus, twos, one)| (&*self.genera[genus as usize], twos, one))
            .collect();
        let genus = Genus::of_options(&seen);
        Ok(self.genus_number(genus))
    }

    fn genus_number(&mut self, genus: Genus) -> u32 {
        if let Some(&known) = self.by_genus.get(&genus) {
            return known;
        }
        let number = self.genera.len() as u32;
        let genus = Arc::new(genus);
        self.genera.push(genus.clone());
        self.by_genus.insert(genus, number);
        number
    }

    fn is_tame(&self, sum: MisereSum) -> bool {
        let tame = |item: &LargeSummand| *item >= HEAP || self.classes[*item as usize].tame;
        self.bags[sum.bag as usize].iter().all(tame)
    }

    /// The nimber in normal play.
    pub(super) fn normal(&self, sum: MisereSum) -> u32 {
        let of_item = |item: &LargeSummand| match item & !HEAP {
            even if *item >= HEAP => even,
            class => self.genera[self.classes[class as usize].genus as usize].normal(),
        };
        let items = self.bags[sum.bag as usize].iter().map(of_item);
        let two = if sum.twos % 2 == 1 { 2 } else { 0 };
        items.fold(two ^ u32::from(sum.one), |sum, n| sum ^ n)
    }

    /// The options of a sum, sorted.
    pub(super) fn options_of(&mut self, sum: MisereSum) -> Result<Vec<MisereSum>, Error> {
        self.budget.step()?;
        let mut options = Vec::new();
        if sum.one {
            options.push(MisereSum { one: false, ..sum });
        }
        if sum.twos > 0 {
            let twos = sum.twos - 1;
            options.extend([false, true].map(|one| MisereSum { twos, one, ..sum }));
            if sum.one {
                options.extend([false, true].map(|one| MisereSum { twos, one: !one, ..sum }));
            }
        }
        let items = self.bags[sum.bag as usize].clone();
        for (place, &item) in items.iter().enumerate() {
            if place > 0 && items[place - 1] == item {
                continue;
            }
            let rest: Vec<LargeSummand> = [&items[..place], &items[place + 1..]].concat();
            let bag = self.bag(&rest);
            let rest = MisereSum { twos: sum.twos, one: sum.one, ..self.of_bag(bag)? };
            for option in self.options_of_item(item)?.iter() {
                self.budget.step()?;
                options.push(self.plus(rest, *option));
            }
        }
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    fn options_of_item(&mut self, item: LargeSummand) -> Result<Arc<[MisereSum]>, Error> {
        if item < HEAP {
            return Ok(self.classes[item as usize].options.clone());
        }
        let heap = item & !HEAP;
        listable(heap)?;
        (0..heap).map(|n| self.nimber(n)).collect()
    }

    fn bag(&mut self, items: &[LargeSummand]) -> u32 {
        if let Some(&known) = self.by_items.get(items) {
            return known;
        }
        let bag = self.bags.len() as u32;
        let items: Arc<[LargeSummand]> = items.into();
        self.bags.push(items.clone());
        self.by_items.insert(items, bag);
        self.genus.push(UNKNOWN);
        bag
    }
}
