//! Forms as given: properties that depend on more than the value.
//!
//! Knows: forms with shared subforms, each stored once, down to canonical forms. Must not know: how forms are
//! typed.
//!
//! Options precede the forms that have them, so every property is computed in one pass over the list, for
//! forms of any depth.

use num_bigint::BigUint;
use rustc_hash::{FxHashMap, FxHashSet};

use super::features::{Parity, alternate, count_stops, opposite};
use crate::{Error, Game, Player, Store};

/// A form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FormId {
    /// The canonical form of a value.
    Canonical(Game),
    /// A form with its own options, by its index in [`Forms`].
    Given(u32),
}

impl FormId {
    /// A key to sort by: canonical forms first, as [`Game::by_id`] sorts them.
    fn key(&self) -> (bool, u64) {
        match self {
            FormId::Canonical(game) => (false, game.word()),
            FormId::Given(place) => (true, u64::from(*place)),
        }
    }
}

/// The options of each player.
type OptionsOfBoth = [Box<[FormId]>; 2];

/// A table of forms, each stored once: equal sets of options give the same form, and those of a canonical
/// form give that one.
#[derive(Debug, Clone, Default)]
pub struct Forms {
    /// Options in the order given first.
    list: Vec<OptionsOfBoth>,
    /// Index of each form, by its sorted options.
    places: FxHashMap<OptionsOfBoth, u32>,
}

impl Forms {
    /// The form with these options; repeated ones count once.
    ///
    /// ```
    /// # use upstar_core::{Budget, Game, Store};
    /// # use upstar_core::short::{FormId, Forms};
    /// # let store = Store::new(Budget::unlimited());
    /// let mut forms = Forms::default();
    /// let star = FormId::Canonical(Game::STAR);
    /// let zero = forms.form(&store, &[star], &[star])?;
    /// assert_eq!(forms.value(&store, zero)?, Game::ZERO);
    /// assert_eq!(forms.birthday(&store, zero)?, 2u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there are too many forms; as for [`Store::game`] when all options are canonical.
    pub fn form(
        &mut self,
        store: &Store,
        left: &[FormId],
        right: &[FormId],
    ) -> Result<FormId, Error> {
        self.check(left)?;
        self.check(right)?;
        let once = |options: &[FormId]| -> Box<[FormId]> {
            let mut seen = FxHashSet::default();
            options.iter().copied().filter(|option| seen.insert(*option)).collect()
        };
        let given: OptionsOfBoth = [once(left), once(right)];
        let mut sorted = given.clone();
        sorted.iter_mut().for_each(|options| options.sort_unstable_by_key(FormId::key));
        if let Some(place) = self.places.get(&sorted) {
            return Ok(FormId::Given(*place));
        }
        if let Some(game) = as_canonical(store, &sorted)? {
            return Ok(FormId::Canonical(game));
        }
        let next = u32::try_from(self.list.len()).map_err(|_| Error::StoreFull)?;
        self.list.push(given);
        self.places.insert(sorted, next);
        Ok(FormId::Given(next))
    }

    /// Checks that forms are of this table.
    fn check(&self, forms: &[FormId]) -> Result<(), Error> {
        let places = forms.iter().filter_map(|form| match form {
            FormId::Canonical(_) => None,
            FormId::Given(place) => Some(place),
        });
        Error::check_indices(places, self.list.len())
    }

    /// The options of a player in a form of this table.
    ///
    /// ```
    /// # use upstar_core::{Budget, Game, Player, Store};
    /// # use upstar_core::short::{FormId, Forms};
    /// # let store = Store::new(Budget::unlimited());
    /// let mut forms = Forms::default();
    /// let star = FormId::Canonical(Game::STAR);
    /// let zero = forms.form(&store, &[star], &[star])?;
    /// assert_eq!(forms.options(&store, zero, Player::Right)?, [star]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there are too many options to list, or the table has no such form.
    pub fn options(
        &self,
        store: &Store,
        form: FormId,
        player: Player,
    ) -> Result<Vec<FormId>, Error> {
        match form {
            FormId::Given(place) => {
                self.check(&[form])?;
                Ok(self.list[place as usize][side(player)].to_vec())
            }
            FormId::Canonical(game) => {
                let options = match player {
                    Player::Left => store.left_in_order(game)?,
                    Player::Right => store.right_in_order(game)?,
                };
                Ok(options.iter().copied().map(FormId::Canonical).collect())
            }
        }
    }

    /// Folds a property over the followers of a form; `known` gives it for canonical forms. Cost: once for
    /// each form in the list.
    fn fold<T: Clone>(
        &self,
        store: &Store,
        form: FormId,
        known: &mut dyn FnMut(Game) -> Result<T, Error>,
        make: &mut dyn FnMut([Vec<T>; 2]) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.check(&[form])?;
        let place = match form {
            FormId::Canonical(game) => return known(game),
            FormId::Given(place) => place as usize,
        };
        let mut done: Vec<T> = Vec::with_capacity(place + 1);
        for sides in &self.list[..=place] {
            let mut answers = [Vec::new(), Vec::new()];
            for (options, answers) in sides.iter().zip(&mut answers) {
                for option in options {
                    store.budget().step()?;
                    answers.push(match option {
                        FormId::Canonical(game) => known(*game)?,
                        FormId::Given(place) => done[*place as usize].clone(),
                    });
                }
            }
            done.push(make(answers)?);
        }
        Ok(done.swap_remove(place))
    }

    /// The value of a form.
    ///
    /// # Errors
    /// As for [`Store::game`], once for each form.
    pub fn value(&self, store: &Store, form: FormId) -> Result<Game, Error> {
        let known = &mut |game| store.check(&[game]).map(|()| game);
        self.fold(store, form, known, &mut |[left, right]| store.game(&left, &right))
    }

    /// The height of the tree of a form.
    ///
    /// # Errors
    /// As for [`Store::birthday`].
    pub fn birthday(&self, store: &Store, form: FormId) -> Result<BigUint, Error> {
        self.fold(store, form, &mut |game| store.birthday(game), &mut |[left, right]| {
            let last = left.into_iter().chain(right).max();
            Ok(last.map_or(BigUint::ZERO, |days| days + 1u32))
        })
    }

    /// Number of lines of play from a form to one whose value is a number.
    ///
    /// # Errors
    /// As for [`Forms::value`] and [`stop_count`](super::stop_count).
    pub fn stop_count(&self, store: &Store, form: FormId) -> Result<BigUint, Error> {
        let mut done = FxHashMap::default();
        let known = &mut |game| Ok((game, count_stops(store, game, &mut done)?));
        let counted = self.fold(store, form, known, &mut |sides: [Vec<(Game, BigUint)>; 2]| {
            let [left, right] =
                sides.each_ref().map(|side| side.iter().map(|(game, _)| *game).collect::<Vec<_>>());
            let value = store.game(&left, &right)?;
            let count = if store.is_number(value) {
                BigUint::from(1u32)
            } else {
                sides.into_iter().flatten().map(|(_, count)| count).sum()
            };
            Ok((value, count))
        })?;
        Ok(counted.1)
    }

    /// The parity of a form: even without options; otherwise the opposite of that of its options, if all are
    /// equal.
    ///
    /// ```
    /// # use upstar_core::{Budget, Game, Store};
    /// # use upstar_core::short::{FormId, Forms, Parity};
    /// # let store = Store::new(Budget::unlimited());
    /// let mut forms = Forms::default();
    /// let star = FormId::Canonical(Game::STAR);
    /// let zero = forms.form(&store, &[star], &[star])?;
    /// assert_eq!(forms.parity(&store, zero)?, Some(Parity::Even));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`parity`](super::parity).
    pub fn parity(&self, store: &Store, form: FormId) -> Result<Option<Parity>, Error> {
        let mut done = FxHashMap::default();
        let known = &mut |game| alternate(store, game, &|x| x.is_zero(), &mut done);
        self.fold(store, form, known, &mut |[left, right]| {
            Ok(opposite(left.into_iter().chain(right)))
        })
    }

    /// A form and all its followers, each once.
    ///
    /// # Errors
    /// When options are too many to list or the budget is exhausted.
    pub fn followers(&self, store: &Store, form: FormId) -> Result<Vec<FormId>, Error> {
        crate::followers(store.budget(), form, |form, player| self.options(store, *form, player))
    }
}

/// The game whose canonical form has exactly these options, which are sorted.
fn as_canonical(store: &Store, sides: &OptionsOfBoth) -> Result<Option<Game>, Error> {
    let game = |option: &FormId| match option {
        FormId::Canonical(game) => Some(*game),
        FormId::Given(_) => None,
    };
    let all = |options: &[FormId]| options.iter().map(game).collect::<Option<Vec<Game>>>();
    let (Some(left), Some(right)) = (all(&sides[0]), all(&sides[1])) else { return Ok(None) };
    let value = store.game(&left, &right)?;
    for (options, canonical) in [(left, store.left(value)?), (right, store.right(value)?)] {
        let mut canonical = canonical.to_vec();
        Game::sort(&mut canonical);
        if options != canonical {
            return Ok(None);
        }
    }
    Ok(Some(value))
}

fn side(player: Player) -> usize {
    match player {
        Player::Left => 0,
        Player::Right => 1,
    }
}
