//! Games that link or distinguish two games in misère play, and the games born by a day.
//!
//! Knows: canonical forms and their mates. Must not know: the genus.
//!
//! Source: On Numbers and Games, chapter 12; Siegel, *Combinatorial Game Theory*, chapter V. The proofs that
//! [`Distinguisher::link`] and [`Distinguisher::between`] follow are given there with each.

use std::cmp::Ordering;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::forms::{MisereForm, MisereStore};
use crate::Error;

/// The last day whose games are listed: on day 5 there are 4,171,780.
const LAST_DAY: u32 = 4;

/// Search for games that link or distinguish others, with a memo.
#[derive(Debug)]
pub struct Distinguisher<'f> {
    forms: &'f MisereStore,
    links: FxHashMap<(MisereForm, MisereForm), Option<MisereForm>>,
    found: FxHashMap<(MisereForm, MisereForm), MisereForm>,
    /// Options in the order of structure.
    ordered: FxHashMap<MisereForm, Arc<[MisereForm]>>,
}

impl<'f> Distinguisher<'f> {
    /// A search among games of a store.
    pub fn new(forms: &'f MisereStore) -> Self {
        Distinguisher {
            forms,
            links: FxHashMap::default(),
            found: FxHashMap::default(),
            ordered: FxHashMap::default(),
        }
    }

    /// The options by birthday, Nim heaps first, then option by option: ids depend on the history of the
    /// store, and no answer may.
    fn in_order(&mut self, form: MisereForm) -> Result<Arc<[MisereForm]>, Error> {
        if let Some(known) = self.ordered.get(&form) {
            return Ok(known.clone());
        }
        let mut sorted: Vec<MisereForm> = Vec::new();
        for option in self.forms.options(form)? {
            let (mut low, mut high) = (0, sorted.len());
            while low < high {
                let middle = (low + high) / 2;
                match self.compare(sorted[middle], option)? {
                    Ordering::Greater => high = middle,
                    _ => low = middle + 1,
                }
            }
            sorted.insert(low, option);
        }
        let sorted: Arc<[MisereForm]> = sorted.into();
        self.ordered.insert(form, sorted.clone());
        Ok(sorted)
    }

    fn compare(&mut self, a: MisereForm, b: MisereForm) -> Result<Ordering, Error> {
        self.forms.budget().step()?;
        let rank = |form: MisereForm| (self.forms.rank(form), form.as_nimber().is_none());
        let order = rank(a).cmp(&rank(b));
        if a == b || order != Ordering::Equal || a.as_nimber().is_some() {
            return Ok(order);
        }
        let (of_a, of_b) = deeper(|| Ok((self.in_order(a)?, self.in_order(b)?)))?;
        match of_a.iter().zip(of_b.iter()).find(|(x, y)| x != y) {
            Some((x, y)) => deeper(|| self.compare(*x, *y)),
            None => Ok(of_a.len().cmp(&of_b.len())),
        }
    }

    /// A game T such that the previous player wins both G + T and H + T; `None` if there is none, which is when
    /// one of the two equals an option of the other.
    ///
    /// If an option G' of G equals H, then from G + T there is a move to G' + T, which is as good as H + T.
    /// Otherwise T has an option for each option G' of G, and for each option H' of H: a game V such that
    /// G' + V is a P-position and H + V is none. So every move from G + T to G' + T is answered there; a
    /// move to G + V is answered by G' + V, and a move to H + V because it is an N-position.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::misere::{Distinguisher, MisereStore};
    /// let games = MisereStore::new(Budget::unlimited());
    /// let [zero, one, two] = [0, 1, 2].map(|n| games.nimber(n).expect("it is small"));
    /// assert_eq!(Distinguisher::new(&games).link(two, one)?, None);
    /// let sum = games.add(two, two)?;
    /// let link = Distinguisher::new(&games).link(sum, zero)?.expect("neither is an option of the other");
    /// assert!(games.previous_wins(link)? && games.previous_wins(games.add(sum, link)?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted, or options are too many to list. Cost: a distinguisher for each option.
    pub fn link(&mut self, g: MisereForm, h: MisereForm) -> Result<Option<MisereForm>, Error> {
        let key = (g.min(h), g.max(h));
        if let Some(known) = self.links.get(&key) {
            return Ok(*known);
        }
        self.forms.budget().step()?;
        let (of_g, of_h) = (self.in_order(g)?, self.in_order(h)?);
        let link = if of_g.contains(&h) || of_h.contains(&g) {
            None
        } else if of_g.is_empty() && of_h.is_empty() {
            // T needs a move, or the next player wins at once.
            Some(self.forms.nimber(1)?)
        } else {
            let mut options = Vec::with_capacity(of_g.len() + of_h.len());
            for option in &*of_g {
                options.push(self.lost_with(*option, h)?);
            }
            for option in &*of_h {
                options.push(self.lost_with(*option, g)?);
            }
            Some(self.forms.form(&options)?)
        };
        self.links.insert(key, link);
        Ok(link)
    }

    /// A game V such that `option` + V is a P-position and `other` + V is none, for unequal games.
    ///
    /// A distinguisher U has this property, or the opposite one. In the second case V has the option U, and for
    /// each option of `option` its mate: then `other` + V has the P-position `other` + U as an option, and each
    /// option of `option` + V is an N-position.
    fn lost_with(&mut self, option: MisereForm, other: MisereForm) -> Result<MisereForm, Error> {
        let unequal = "an option that equals the other game is no case here";
        let distinguisher = deeper(|| self.between(option, other))?;
        let distinguisher = distinguisher.expect(unequal);
        let sum = self.forms.add(option, distinguisher)?;
        if self.forms.previous_wins(sum)? {
            return Ok(distinguisher);
        }
        let mut options = vec![distinguisher];
        for follower in self.forms.options(option)? {
            options.push(self.forms.mate(follower)?);
        }
        self.forms.form(&options)
    }

    /// A game T such that the previous player wins one of G + T and H + T and not the other; `None` if G and H
    /// are equal.
    ///
    /// If their outcomes differ, T is 0; if H is an option of G, the mate of H. Otherwise the simplest forms
    /// differ in an option, say G' of G that is no option of H. If every such G' had H as an option, and all
    /// options of H were options of G, then G would not be in simplest form: it would revert to H, the
    /// proviso being satisfied because the outcomes agree. If H too had options that are none of G, all with G
    /// as an option, each of the two would be born before the other. So there is a G' without H as an
    /// option, or the same with G and H exchanged, and T links G' with H: H + T is a P-position, and G + T has
    /// the P-position G' + T as an option.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::misere::{Distinguisher, MisereStore};
    /// let games = MisereStore::new(Budget::unlimited());
    /// let [zero, two] = [0, 2].map(|n| games.nimber(n).expect("it is small"));
    /// let sum = games.add(two, two)?;
    /// let other = Distinguisher::new(&games).between(sum, zero)?.expect("they are not equal");
    /// let wins = |g| games.add(g, other).map(|sum| games.previous_wins(sum));
    /// assert_ne!(wins(sum)?, wins(zero)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Distinguisher::link`].
    pub fn between(&mut self, g: MisereForm, h: MisereForm) -> Result<Option<MisereForm>, Error> {
        if g == h {
            return Ok(None);
        }
        let key = (g.min(h), g.max(h));
        if let Some(known) = self.found.get(&key) {
            return Ok(Some(*known));
        }
        self.forms.budget().step()?;
        let found = self.search(g, h)?;
        self.found.insert(key, found);
        Ok(Some(found))
    }

    fn search(&mut self, g: MisereForm, h: MisereForm) -> Result<MisereForm, Error> {
        if self.forms.previous_wins(g)? != self.forms.previous_wins(h)? {
            return Ok(MisereForm::ZERO);
        }
        let (of_g, of_h) = (self.in_order(g)?, self.in_order(h)?);
        if of_g.contains(&h) {
            return self.forms.mate(h);
        }
        if of_h.contains(&g) {
            return self.forms.mate(g);
        }
        for (mine, theirs, other) in [(&of_g, &of_h, h), (&of_h, &of_g, g)] {
            for option in mine.iter().filter(|option| !theirs.contains(option)) {
                if let Some(link) = self.link(*option, other)? {
                    return Ok(link);
                }
            }
        }
        unreachable!(
            "different simplest forms with the same outcome have an option linked to the other"
        )
    }
}

/// Recurses one level, growing the stack when little is left.
fn deeper<T>(f: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    stacker::maybe_grow(96 * 1024, 4 << 20, f)
}

impl MisereStore {
    /// All games born by a day, in simplest form, by birthday and then by their options; `None` from day 5 on, when they are too many.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::misere::MisereStore;
    /// let games = MisereStore::new(Budget::unlimited());
    /// assert_eq!(games.born_by(3)?.map(|all| all.len()), Some(5));
    /// assert!(games.born_by(5)?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted. Cost: a form for each set of games born by the day before.
    pub fn born_by(&self, day: u32) -> Result<Option<Vec<MisereForm>>, Error> {
        if day > LAST_DAY {
            return Ok(None);
        }
        let mut born = vec![MisereForm::ZERO];
        for _ in 0..day {
            let places: FxHashMap<MisereForm, usize> = born.iter().copied().zip(0..).collect();
            let mut new: Vec<(Vec<usize>, MisereForm)> = Vec::new();
            for set in 0u32..1 << born.len() {
                let chosen = born.iter().zip(0..).filter(|(_, bit)| set >> bit & 1 == 1);
                let form = self.form(&chosen.map(|(form, _)| *form).collect::<Vec<_>>())?;
                if !places.contains_key(&form) {
                    let options = self.options(form)?;
                    let mut key: Vec<usize> = options.iter().map(|option| places[option]).collect();
                    key.sort_unstable();
                    new.push((key, form));
                }
            }
            new.sort();
            new.dedup();
            born.extend(new.into_iter().map(|(_, form)| form));
        }
        Ok(Some(born))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    fn games() -> MisereStore {
        MisereStore::new(Budget::unlimited())
    }

    /// Source: On Numbers and Games, chapter 12: 1, 2, 3, 5 and 22 games are born by day 0, 1, 2, 3 and 4.
    #[test]
    fn days_have_the_published_numbers_of_games() {
        let games = games();
        let count = |day| games.born_by(day).unwrap().map(|all| all.len());
        assert_eq!(
            [0, 1, 2, 3, 4, 5].map(count),
            [Some(1), Some(2), Some(3), Some(5), Some(22), None]
        );
    }

    /// All pairs of games born by day 4, with sums of two of them in one place.
    fn pairs(games: &MisereStore) -> Vec<(MisereForm, MisereForm)> {
        let all = games.born_by(4).unwrap().unwrap();
        let mut others = all.clone();
        for g in &all[..6] {
            others.extend(all.iter().map(|h| games.add(*g, *h).unwrap()));
        }
        all.iter().flat_map(|g| others.iter().map(|h| (*g, *h))).collect()
    }

    #[test]
    fn a_distinguisher_gives_different_outcomes() {
        let games = games();
        let mut search = Distinguisher::new(&games);
        for (g, h) in pairs(&games) {
            let found = search.between(g, h).unwrap();
            assert_eq!(found.is_none(), g == h);
            if let Some(other) = found {
                let wins = |g| games.previous_wins(games.add(g, other).unwrap()).unwrap();
                assert_ne!(wins(g), wins(h));
            }
        }
    }

    #[test]
    fn a_link_makes_both_sums_previous_player_wins() {
        let games = games();
        let mut search = Distinguisher::new(&games);
        for (g, h) in pairs(&games) {
            let is_option = |g, h| games.options(g).unwrap().contains(&h);
            let link = search.link(g, h).unwrap();
            assert_eq!(link.is_none(), is_option(g, h) || is_option(h, g));
            if let Some(link) = link {
                assert!(games.previous_wins(games.add(g, link).unwrap()).unwrap());
                assert!(games.previous_wins(games.add(h, link).unwrap()).unwrap());
            }
        }
    }

    /// What the construction finds among all games, trying those of the first days finds too.
    #[test]
    fn games_without_a_link_have_none_among_small_games() {
        let games = games();
        let mut search = Distinguisher::new(&games);
        let all = games.born_by(4).unwrap().unwrap();
        for g in &all {
            for h in &all {
                let links = |t: &&MisereForm| {
                    [*g, *h]
                        .iter()
                        .all(|g| games.previous_wins(games.add(*g, **t).unwrap()).unwrap())
                };
                let linked = search.link(*g, *h).unwrap().is_some();
                assert!(linked || !all.iter().any(|t| links(&t)));
            }
        }
    }
}
