//! Differences and parts of misère games.
//!
//! Knows: canonical forms and their sums. Must not know: links and distinguishers.
//!
//! Source of the notions: On Numbers and Games, chapter 12; Siegel, *Combinatorial Game Theory*, chapter V.
//! Misère games can be cancelled: if G + T = H + T, then G = H. So there is at most one X with X + H = G.
//! Let X, G and H be in simplest form, and X + H = G.
//!
//! - If an option G' of G is X + H' for an option H' of H, then X is the difference of G' and H'.
//! - Otherwise each G' is X' + H for an option X' of X. Every other option of X + H is reversible through G: it
//!   has an option equal to X + H. Of an option X + H' this is no X + H'', because H'' would be H, so it is
//!   X' + H' with an option X'; the same holds for an option X' + H that is none of G. So the options of X are
//!   the differences of each G' and H, and those of G and each H', as far as they exist: if Y + H' = G, then Y
//!   is the option X' just found.
//!
//! So few games are candidates for X, and each is checked by adding H.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::forms::{MisereForm, MisereStore};
use crate::Error;

/// Search for differences and parts, with a memo.
#[derive(Debug)]
pub struct PartSearch<'f> {
    forms: &'f MisereStore,
    differences: FxHashMap<(MisereForm, MisereForm), Option<MisereForm>>,
    parts: FxHashMap<MisereForm, Arc<[MisereForm]>>,
}

impl<'f> PartSearch<'f> {
    /// A search among games of a store.
    pub fn new(forms: &'f MisereStore) -> Self {
        PartSearch { forms, differences: FxHashMap::default(), parts: FxHashMap::default() }
    }

    /// The game whose sum with `h` is `g`; `None` if there is none.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::misere::{MisereStore, PartSearch};
    /// let games = MisereStore::new(Budget::unlimited());
    /// let [one, two, three] = [1, 2, 3].map(|n| games.nimber(n).expect("it is small"));
    /// let mut parts = PartSearch::new(&games);
    /// assert_eq!(parts.difference(three, one)?, Some(two));
    /// assert_eq!(parts.difference(games.add(two, three)?, three)?, Some(two));
    /// assert_eq!(parts.difference(games.nimber(4)?, two)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted, or options are too many to list. Cost: a few sums for each pair of
    /// followers.
    pub fn difference(
        &mut self,
        g: MisereForm,
        h: MisereForm,
    ) -> Result<Option<MisereForm>, Error> {
        if h == MisereForm::ZERO {
            return Ok(Some(g));
        }
        if let Some(known) = self.differences.get(&(g, h)) {
            return Ok(*known);
        }
        self.forms.budget().step()?;
        let found = stacker::maybe_grow(96 * 1024, 4 << 20, || self.search(g, h))?;
        self.differences.insert((g, h), found);
        Ok(found)
    }

    fn search(&mut self, g: MisereForm, h: MisereForm) -> Result<Option<MisereForm>, Error> {
        let (of_g, of_h) = (self.forms.options(g)?, self.forms.options(h)?);
        let mut options = Vec::new();
        for option in &of_g {
            options.extend(self.difference(*option, h)?);
        }
        for option in &of_h {
            options.extend(self.difference(g, *option)?);
        }
        let candidate = self.forms.form(&options)?;
        if self.forms.add(candidate, h)? == g {
            return Ok(Some(candidate));
        }
        for option in &of_g {
            for other in &of_h {
                if let Some(candidate) = self.difference(*option, *other)?
                    && self.forms.add(candidate, h)? == g
                {
                    return Ok(Some(candidate));
                }
            }
        }
        Ok(None)
    }

    /// All parts of a game: those that another game can be added to so that the sum is `g`.
    ///
    /// If G = X + H and G' is an option of G, then X or H is a part of G', by the argument above. So the
    /// parts are among those of one option and their differences from G. The parts of 0 are 0 and `*`: if
    /// X + H = 0, each option of the sum has an option equal to 0, which is some X' + H'; so by induction X and H
    /// have the same options, 0 or `*` or none, and only for 0 and `*` the sum is 0.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::misere::{MisereStore, PartSearch};
    /// let games = MisereStore::new(Budget::unlimited());
    /// let four = games.nimber(4)?;
    /// // 0, *, *4 and *5.
    /// assert_eq!(PartSearch::new(&games).parts(four)?.len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`PartSearch::difference`]. They are in no order that means something.
    pub fn parts(&mut self, g: MisereForm) -> Result<Arc<[MisereForm]>, Error> {
        if let Some(known) = self.parts.get(&g) {
            return Ok(known.clone());
        }
        self.forms.budget().step()?;
        let mut found: Vec<MisereForm> = Vec::new();
        // The option with the fewest moves has the fewest parts to try.
        let options = self.forms.options(g)?;
        match options.into_iter().min_by_key(|option| self.forms.rank(*option)) {
            None => found.extend([MisereForm::ZERO, self.forms.nimber(1)?]),
            Some(option) => {
                let smaller = stacker::maybe_grow(96 * 1024, 4 << 20, || self.parts(option))?;
                let mut seen: FxHashSet<MisereForm> = FxHashSet::default();
                for part in smaller.iter() {
                    if let Some(other) = self.difference(g, *part)? {
                        found.extend([*part, other].into_iter().filter(|part| seen.insert(*part)));
                    }
                }
            }
        }
        let found: Arc<[MisereForm]> = found.into();
        self.parts.insert(g, found.clone());
        Ok(found)
    }

    /// Whether a game is prime: neither 0 nor `*`, and its only parts are 0, `*`, itself and itself plus `*`.
    ///
    /// # Errors
    /// As for [`PartSearch::difference`].
    pub fn is_prime(&mut self, g: MisereForm) -> Result<bool, Error> {
        let is_unit = g.as_nimber().is_some_and(|n| n < 2);
        Ok(!is_unit && self.parts(g)?.len() == 4)
    }

    /// All sums of primes that are equal to a game. A prime and its sum with `*` count as one, of which the one
    /// that is born first stands here, and a `*` stands at the end where it is needed.
    ///
    /// Each part of a part is a part, so the primes are among the parts of the game. Every game is such a sum: a
    /// part that is neither the game nor 0, `*` or the game plus `*` has fewer parts.
    ///
    /// # Errors
    /// As for [`PartSearch::difference`].
    pub fn partitions(&mut self, g: MisereForm) -> Result<Vec<Vec<MisereForm>>, Error> {
        let star = self.forms.nimber(1)?;
        let mut primes = Vec::new();
        for part in self.parts(g)?.iter() {
            if self.is_prime(*part)? {
                let born = |form: MisereForm| (self.forms.rank(form), form);
                let starred = self.forms.add(*part, star)?;
                primes.push(born(*part).min(born(starred)));
            }
        }
        primes.sort_unstable();
        primes.dedup();
        let primes: Vec<MisereForm> = primes.into_iter().map(|(_, form)| form).collect();
        let mut found = Vec::new();
        self.add_primes(g, &primes, &mut Vec::new(), &mut found)?;
        Ok(found)
    }

    /// Lists the sums of these primes, in this order, that are equal to `rest`, each after the primes already taken.
    fn add_primes(
        &mut self,
        rest: MisereForm,
        primes: &[MisereForm],
        taken: &mut Vec<MisereForm>,
        found: &mut Vec<Vec<MisereForm>>,
    ) -> Result<(), Error> {
        self.forms.budget().step()?;
        if rest.as_nimber().is_some_and(|n| n < 2) {
            let star = (rest != MisereForm::ZERO).then_some(rest);
            found.push(taken.iter().copied().chain(star).collect());
            return Ok(());
        }
        for (n, prime) in primes.iter().enumerate() {
            if let Some(less) = self.difference(rest, *prime)? {
                taken.push(*prime);
                self.add_primes(less, &primes[n..], taken, found)?;
                taken.pop();
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    /// The games born by day 4, and sums of them with the first ones.
    fn games(forms: &MisereStore) -> (Vec<MisereForm>, Vec<MisereForm>) {
        let small = forms.born_by(4).unwrap().unwrap();
        let mut all: Vec<MisereForm> = Vec::new();
        for g in &small[..6] {
            all.extend(small.iter().map(|h| forms.add(*g, *h).unwrap()));
        }
        all.sort();
        all.dedup();
        (small, all)
    }

    #[test]
    fn a_difference_is_the_game_that_was_added() {
        let forms = MisereStore::new(Budget::unlimited());
        let (small, _) = games(&forms);
        let mut search = PartSearch::new(&forms);
        for g in &small {
            for h in &small[..8] {
                let sum = forms.add(*g, *h).unwrap();
                assert_eq!(search.difference(sum, *h), Ok(Some(*g)));
                assert_eq!(search.difference(sum, *g), Ok(Some(*h)));
            }
        }
    }

    /// By adding all small games.
    #[test]
    fn differences_exist_when_some_game_can_be_added() {
        let forms = MisereStore::new(Budget::unlimited());
        let (small, all) = games(&forms);
        let mut search = PartSearch::new(&forms);
        for g in &all {
            for h in &small {
                let found = search.difference(*g, *h).unwrap();
                let by_trying = small.iter().find(|x| forms.add(**x, *h).unwrap() == *g);
                match found {
                    Some(x) => assert_eq!(forms.add(x, *h).unwrap(), *g),
                    None => assert_eq!(by_trying, None),
                }
            }
        }
    }

    #[test]
    fn parts_are_those_found_by_trying_small_games() {
        let forms = MisereStore::new(Budget::unlimited());
        let (small, all) = games(&forms);
        let mut search = PartSearch::new(&forms);
        for g in &all {
            let parts = search.parts(*g).unwrap();
            let distinct: FxHashSet<MisereForm> = parts.iter().copied().collect();
            assert_eq!(distinct.len(), parts.len());
            for part in parts.iter() {
                let other = search.difference(*g, *part).unwrap().unwrap();
                assert!(distinct.contains(&other));
                assert_eq!(forms.add(other, *part).unwrap(), *g);
            }
            for h in &small {
                let is_part = small.iter().any(|x| forms.add(*x, *h).unwrap() == *g);
                assert!(!is_part || distinct.contains(h));
            }
            let trivial = [MisereForm::ZERO, forms.nimber(1).unwrap(), *g];
            assert!(trivial.iter().all(|h| distinct.contains(h)));
        }
    }

    #[test]
    fn partitions_are_the_sums_of_primes() {
        let forms = MisereStore::new(Budget::unlimited());
        let (small, all) = games(&forms);
        let mut search = PartSearch::new(&forms);
        let mut primes = Vec::new();
        for g in &small {
            let is_first =
                forms.rank(*g) < forms.rank(forms.add(*g, forms.nimber(1).unwrap()).unwrap());
            if is_first && search.is_prime(*g).unwrap() {
                primes.push(*g);
            }
        }
        for g in &all {
            let found = search.partitions(*g).unwrap();
            assert!(!found.is_empty());
            for parts in &found {
                let sum = parts.iter().try_fold(MisereForm::ZERO, |a, b| forms.add(a, *b));
                assert_eq!(sum, Ok(*g));
            }
            // Pairs of small primes, with and without a star.
            for (n, p) in primes.iter().enumerate() {
                for q in &primes[n..] {
                    for star in [0, 1] {
                        let sum = forms.add(*p, *q).unwrap();
                        let sum = forms.add(sum, forms.nimber(star).unwrap()).unwrap();
                        let mut pair = vec![*p, *q];
                        pair.extend((star == 1).then(|| forms.nimber(1).unwrap()));
                        let listed = found.iter().any(|parts| {
                            let (mut a, mut b) = (parts.clone(), pair.clone());
                            a.sort_unstable();
                            b.sort_unstable();
                            a == b
                        });
                        assert_eq!(sum == *g, listed);
                    }
                }
            }
        }
    }

    /// Sums of Nim heaps fall into heaps that are powers of two only if one of them is 1.
    #[test]
    fn nim_heaps_are_prime_but_for_the_first_two() {
        let forms = MisereStore::new(Budget::unlimited());
        let mut search = PartSearch::new(&forms);
        for n in 0..9 {
            let heap = forms.nimber(n).unwrap();
            assert_eq!(search.is_prime(heap), Ok(n > 1), "{n}");
        }
        let two = forms.nimber(2).unwrap();
        let double = forms.add(two, two).unwrap();
        assert_eq!(search.is_prime(double), Ok(false));
        assert_eq!(search.parts(double).unwrap().len(), 6);
    }
}
