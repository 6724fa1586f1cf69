//! The conventional order of options.
//!
//! Knows: numbers, then nimbers, then ups, then the rest, each by its structure.
//! Must not know: ids, which depend on the history of the store.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::{Error, Game, Player, Store};

impl Store {
    /// The left options of the canonical form, in the order of books.
    ///
    /// ```
    /// # use upstar_core::{Budget, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// let g = store.parse("{{3|0}, 1|-5}")?;
    /// let texts: Vec<String> = store.left_in_order(g)?.iter().map(|l| store.show(*l).to_string()).collect();
    /// assert_eq!(texts, ["1", "<3|0>"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there are too many to list, or the budget is exhausted.
    #[doc(hidden)]
    pub fn left_in_order(&self, g: Game) -> Result<Arc<[Game]>, Error> {
        self.in_order(g, Player::Left)
    }

    /// The right options of the canonical form, in the order of books.
    ///
    /// # Errors
    /// When there are too many to list, or the budget is exhausted.
    #[doc(hidden)]
    pub fn right_in_order(&self, g: Game) -> Result<Arc<[Game]>, Error> {
        self.in_order(g, Player::Right)
    }

    fn in_order(&self, g: Game, player: Player) -> Result<Arc<[Game]>, Error> {
        if let Some(known) = self.ordered.get(&(g, player)) {
            return Ok(known);
        }
        let options = match player {
            Player::Left => self.left(g)?,
            Player::Right => self.right(g)?,
        };
        let sorted: Arc<[Game]> = self.deeper(|| self.sort_options(options))?.into();
        self.ordered.insert((g, player), sorted.clone());
        Ok(sorted)
    }

    /// Sorts games in the order of books. Cost: `n log n` comparisons of structure.
    ///
    /// # Errors
    /// When the budget is exhausted or games are nested too deep.
    #[doc(hidden)]
    pub fn sort_options(&self, options: &[Game]) -> Result<Vec<Game>, Error> {
        self.check(options)?;
        let mut packed: Vec<Game> = Vec::new();
        let mut listed: Vec<Game> = Vec::new();
        for g in options {
            if self.as_number_up_star(*g).is_some() {
                packed.push(*g);
                continue;
            }
            let (mut low, mut high) = (0, listed.len());
            while low < high {
                let middle = (low + high) / 2;
                match self.book_order(listed[middle], *g)? {
                    Ordering::Greater => high = middle,
                    _ => low = middle + 1,
                }
            }
            listed.insert(low, *g);
        }
        packed.sort_by_cached_key(|g| self.packed_key(*g));
        packed.extend(listed);
        Ok(packed)
    }

    /// Numbers before nimbers before ups.
    fn packed_key(&self, g: Game) -> Option<(u8, crate::Dyadic, i64, u32)> {
        let (number, ups, star) = self.as_number_up_star(g)?;
        let kind = if ups != 0 { 2 } else { u8::from(star != 0) };
        Some((kind, number, ups, star))
    }

    /// Compares by birthday, then by stops, then option by option.
    fn book_order(&self, a: Game, b: Game) -> Result<Ordering, Error> {
        if a == b {
            return Ok(Ordering::Equal);
        }
        let packed = self.packed_key(b).is_some().cmp(&self.packed_key(a).is_some());
        let order = packed
            .then_with(|| self.packed_key(a).cmp(&self.packed_key(b)))
            .then(self.birthday(a)?.cmp(&self.birthday(b)?))
            .then(self.left_stop(a)?.cmp(&self.left_stop(b)?))
            .then(self.right_stop(a)?.cmp(&self.right_stop(b)?));
        if order != Ordering::Equal {
            return Ok(order);
        }
        self.budget().step()?;
        self.deeper(|| {
            for player in [Player::Left, Player::Right] {
                let (these, those) = (self.in_order(a, player)?, self.in_order(b, player)?);
                let order = self.list_order(&these, &those)?;
                if order != Ordering::Equal {
                    return Ok(order);
                }
            }
            Ok(Ordering::Equal)
        })
    }

    fn list_order(&self, these: &[Game], those: &[Game]) -> Result<Ordering, Error> {
        let lengths = these.len().cmp(&those.len());
        if lengths != Ordering::Equal {
            return Ok(lengths);
        }
        match these.iter().zip(those).find(|(a, b)| a != b) {
            Some((a, b)) => self.book_order(*a, *b),
            None => Ok(Ordering::Equal),
        }
    }
}
