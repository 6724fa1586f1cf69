//! Sums, negatives and multiples.
//!
//! Knows: number translation and the sum of two listed games. Must not know: names.

use std::sync::atomic::Ordering::Relaxed;

use num_bigint::{BigInt, Sign};
use num_traits::ToPrimitive;
use rustc_hash::FxHashSet;

use super::{Game, Rest, Store, StoredOptions};
use crate::{Dyadic, Error};

/// Copies that are not added one by one any more: their sum has so many followers, and each copy costs as many sums.
const MOST_COPIES: u64 = 1 << 16;

impl Store {
    /// The sum `a + b`.
    ///
    /// ```
    /// # use upstar_core::{Budget, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// let sum = store.add(store.parse("{3|1}")?, store.parse("^")?)?;
    /// assert_eq!(store.show(sum).to_string(), "<3↑|1↑>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted, games are nested too deep, a counter would overflow or
    /// options cannot be listed. Cost: O(1) for numbers, ups and nimbers; O(1) to add a
    /// number to any game (number translation, Siegel, II.3); otherwise the canonical form
    /// of each distinct sum of followers, numbers aside, each found once.
    #[doc(hidden)]
    pub fn add(&self, a: Game, b: Game) -> Result<Game, Error> {
        self.check(&[a, b])?;
        let (x, y) = (self.node(a), self.node(b));
        if let (Rest::UpStar { ups, star }, Rest::UpStar { ups: v, star: m }) = (&x.rest, &y.rest) {
            let ups = ups.checked_add(*v).ok_or(Error::UpsTooLarge)?;
            return self.upstar(&x.number + &y.number, ups, star ^ m);
        }
        if x.is_number() {
            return self.translate(&x.number, b);
        }
        if y.is_number() {
            return self.translate(&y.number, a);
        }
        let number = &x.number + &y.number;
        let rest = self.add_rests(self.without_number(a)?, self.without_number(b)?)?;
        self.translate(&number, rest)
    }

    /// The difference `a - b`.
    ///
    /// # Errors
    /// As for [`add`](Store::add).
    #[doc(hidden)]
    pub fn sub(&self, a: Game, b: Game) -> Result<Game, Error> {
        self.add(a, self.neg(b)?)
    }

    /// The negative of `g`: the players are exchanged. Cost: once for each follower.
    ///
    /// ```
    /// # use upstar_core::{Budget, Game, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// let g = store.parse("{3|1*}")?;
    /// assert_eq!(store.neg(g)?, store.parse("{-1*|-3}")?);
    /// assert_eq!(store.add(g, store.neg(g)?)?, Game::ZERO);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted or games are nested too deep.
    #[doc(hidden)]
    pub fn neg(&self, g: Game) -> Result<Game, Error> {
        self.check(&[g])?;
        let node = self.node(g);
        if let Some(known) = node.negative.get(self.tag) {
            return Ok(known);
        }
        let negative = match node.rest {
            Rest::UpStar { ups, star } => {
                self.upstar(-&node.number, ups.checked_neg().ok_or(Error::UpsTooLarge)?, star)?
            }
            Rest::Base(base) if base != g => self.translate(&-&node.number, self.neg(base)?)?,
            Rest::Base(_) => self.deeper(|| {
                let left = self.neg_all(self.right(g)?)?;
                let right = self.neg_all(self.left(g)?)?;
                self.listed(&left, &right)
            })?,
        };
        node.negative.set(negative);
        self.node(negative).negative.set(g);
        Ok(negative)
    }

    fn neg_all(&self, games: &[Game]) -> Result<Vec<Game>, Error> {
        games.iter().map(|g| self.neg(*g)).collect()
    }

    /// The sum of `n` copies of `g`; of `-n` copies of its negative when `n < 0`.
    ///
    /// ```
    /// # use upstar_core::{Budget, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// let hot = store.parse("{3|1}")?;
    /// assert_eq!(store.times(&1_000_001.into(), hot)?, store.parse("2000000 + {3|1}")?);
    /// assert_eq!(store.times(&(-1).into(), hot)?, store.neg(hot)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`add`](Store::add); [`Error::OutOfRange`] when more than 65,535 copies would have to be added one by one. Cost:
    /// O(1) for numbers, ups and nimbers; the followers of the multiple for uptimals. Otherwise it is at most two sums for each
    /// binary digit of `n`, while the multiples have fewer followers than copies, and then a sum for each copy.
    #[doc(hidden)]
    pub fn times(&self, n: &BigInt, g: Game) -> Result<Game, Error> {
        if n.sign() == Sign::Minus {
            return self.times(&-n, self.neg(g)?);
        }
        self.check(&[g])?;
        let node = self.node(g);
        let number = &node.number * &Dyadic::from(n.clone());
        if let Rest::UpStar { ups, star } = node.rest {
            let ups = (n * BigInt::from(ups)).to_i64().ok_or(Error::UpsTooLarge)?;
            return self.upstar(number, ups, if n.bit(0) { star } else { 0 });
        }
        let rest = self.without_number(g)?;
        if n.bits() > 1
            && let Some(sum) = crate::named::multiple(self, n, rest)?
        {
            return self.translate(&number, sum);
        }
        let (mut sum, mut copies) = (Game::ZERO, 0u64);
        for bit in (0..n.bits()).rev() {
            self.budget.step()?;
            sum = self.double(sum, copies, rest)?;
            copies = copies.saturating_mul(2);
            if n.bit(bit) {
                sum = self.add(sum, rest)?;
                copies = copies.saturating_add(1);
            }
        }
        self.translate(&number, sum)
    }

    /// Doubles a sum of `copies` copies of `g`. Adding a sum to itself costs a sum for each pair of its
    /// followers, adding single copies only for each pair of a follower of the copy and one of the sum.
    fn double(&self, sum: Game, copies: u64, g: Game) -> Result<Game, Error> {
        if !self.has_followers(sum, copies)? {
            return self.add(sum, sum);
        }
        if copies >= MOST_COPIES {
            return Err(Error::OutOfRange { least: 0, most: MOST_COPIES - 1 });
        }
        let mut all = sum;
        for _ in 0..copies {
            self.budget.step()?;
            all = self.add(all, g)?;
        }
        Ok(all)
    }

    /// Whether a game has at least `least` listed followers, up to numbers.
    fn has_followers(&self, g: Game, least: u64) -> Result<bool, Error> {
        let mut seen: FxHashSet<Game> = FxHashSet::default();
        let mut open = vec![g];
        while let Some(h) = open.pop() {
            if let Rest::Base(base) = self.node(h).rest
                && seen.insert(base)
            {
                self.budget.step()?;
                open.extend_from_slice(&self.options(base)?.all);
            }
            if seen.len() as u64 >= least {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The sum `number + g`. O(1).
    pub(super) fn translate(&self, number: &Dyadic, g: Game) -> Result<Game, Error> {
        if number.is_zero() {
            return Ok(g);
        }
        let node = self.node(g);
        match node.rest {
            Rest::UpStar { ups, star } => self.upstar(&node.number + number, ups, star),
            Rest::Base(base) => self.shift(&node.number + number, base),
        }
    }

    pub(super) fn translate_all(
        &self,
        number: &Dyadic,
        games: &[Game],
    ) -> Result<Vec<Game>, Error> {
        games.iter().map(|g| self.translate(number, *g)).collect()
    }

    /// The game without its number. O(1).
    pub(super) fn without_number(&self, g: Game) -> Result<Game, Error> {
        match self.node(g).rest {
            Rest::UpStar { ups, star } => self.upstar(Dyadic::ZERO, ups, star),
            Rest::Base(base) => Ok(base),
        }
    }

    /// The sum of two rests that are not numbers, at least one of them listed.
    fn add_rests(&self, a: Game, b: Game) -> Result<Game, Error> {
        if self.node(a).negative.get(self.tag) == Some(b) {
            return Ok(Game::ZERO);
        }
        let key = (a.id().min(b.id()), a.id().max(b.id()));
        if let Some(known) = self.sums.get(&key) {
            return Ok(self.of_id(known));
        }
        if let Some(sum) = crate::named::sum_of_known(self, a, b)? {
            self.sums.insert(key, sum.id());
            return Ok(sum);
        }
        let sum = self.deeper(|| {
            let (al, ar) =
                (self.add_to_all(self.left(a)?, b)?, self.add_to_all(self.right(a)?, b)?);
            let (bl, br) =
                (self.add_to_all(self.left(b)?, a)?, self.add_to_all(self.right(b)?, a)?);
            self.canonical([&al, &bl], [&ar, &br], true)
        })?;
        self.sums.insert(key, sum.id());
        Ok(sum)
    }

    fn add_to_all(&self, games: &[Game], g: Game) -> Result<Vec<Game>, Error> {
        games.iter().map(|h| self.add(*h, g)).collect()
    }

    /// The canonical options of a game, listed on first use.
    fn options(&self, g: Game) -> Result<&StoredOptions, Error> {
        self.check(&[g])?;
        let node = self.node(g);
        if let Some(options) = node.options.get() {
            return Ok(options);
        }
        let options = match node.rest {
            Rest::UpStar { ups, star } => {
                let (all, lefts) = self.list_upstar(&node.number, ups, star)?;
                let count = || Error::TooManyOptions { count: all.len() as u64 };
                let lefts = u32::try_from(lefts).map_err(|_| count())?;
                StoredOptions { all: all.into(), lefts }
            }
            Rest::Base(base) => {
                let origin = self.options(base)?;
                let all = self.translate_all(&node.number, &origin.all)?;
                StoredOptions { all: all.into(), lefts: origin.lefts }
            }
        };
        Ok(node.options.get_or_init(|| {
            self.outside.fetch_add(size_of_val(&*options.all), Relaxed);
            options
        }))
    }

    pub(crate) fn left(&self, g: Game) -> Result<&[Game], Error> {
        let options = self.options(g)?;
        Ok(&options.all[..options.lefts as usize])
    }

    pub(crate) fn right(&self, g: Game) -> Result<&[Game], Error> {
        let options = self.options(g)?;
        Ok(&options.all[options.lefts as usize..])
    }
}
