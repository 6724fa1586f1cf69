//! Positions in misère play: who cannot move wins.
//!
//! Knows: how canonical forms and genera of impartial positions follow from their options; who
//! wins others.
//! Must not know: boards, heaps, or how rules are written.
//!
//! Values of normal play say nothing here, so nothing is replaced by its value but heaps of Nim by
//! themselves. What rules say of parts must be true of the moves, and not only of values: a row
//! of coins, for instance, is not the sum of its heads.

mod search;
#[cfg(test)]
mod tests;

use parking_lot::Mutex;
use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use super::walk::{Goal, Stop, step, walk};
use super::{Part, Rules, Sum};
use crate::misere::{Form, Forms, Genus, Pile, Piles};
use crate::{Budget, Error, Game, Player, Store};

pub use search::wins;

/// What has been found out about positions in misère play. It stays valid when an evaluation is
/// stopped.
#[derive(Debug)]
pub struct Misere<P> {
    piles: Piles,
    heaps: FxHashMap<P, Pile>,
    forms: FxHashMap<P, Form>,
    /// Positions from which one that is not impartial can be reached.
    mixed: FxHashSet<P>,
    search: search::Memory<P>,
}

impl<P> Misere<P> {
    /// Nothing is known yet.
    pub fn new(budget: Budget) -> Self {
        Misere {
            piles: Piles::new(budget),
            heaps: FxHashMap::default(),
            forms: FxHashMap::default(),
            mixed: FxHashSet::default(),
            search: search::Memory::default(),
        }
    }

    /// How many sums have been looked at for their genus.
    pub fn sums(&self) -> usize {
        self.piles.len()
    }
}

/// The genus of a sum; nothing when it, or what it can lead to, is not impartial.
///
/// # Errors
/// When the rules fail, a position repeats, or the budget of the store is exhausted.
pub fn genus<R: Rules>(
    rules: &mut R,
    store: &Store,
    known: &Mutex<Misere<R::Position>>,
    sum: &Sum<R::Position>,
) -> Result<Option<Genus>, R::Error> {
    let Some(pile) = of_sum(rules, store, ByPiles(known), sum)? else { return Ok(None) };
    Ok(Some(known.lock().piles.genus(pile)?))
}

/// The canonical form of a sum; nothing when it, or what it can lead to, is not impartial. It can
/// be very large where the genus is found at once.
///
/// # Errors
/// As for [`genus`].
pub fn canonical<R: Rules>(
    rules: &mut R,
    store: &Store,
    known: &Mutex<Misere<R::Position>>,
    forms: &Forms,
    sum: &Sum<R::Position>,
) -> Result<Option<Form>, R::Error> {
    of_sum(rules, store, ByForms { known, forms }, sum)
}

/// What is computed of impartial positions.
trait Kind<P>: Copy {
    /// What a game is told by.
    type Game: Copy;

    fn zero(self) -> Self::Game;
    fn nimber(self, n: u32) -> Result<Self::Game, Error>;
    fn add(self, a: Self::Game, b: Self::Game) -> Result<Self::Game, Error>;
    fn game(self, options: Vec<Self::Game>) -> Result<Self::Game, Error>;
    fn get(self, position: &P) -> Option<Self::Game>;
    fn remember(self, position: P, game: Self::Game);
    fn known(&self) -> &Mutex<Misere<P>>;
}

/// Sums of which the genus is wanted.
struct ByPiles<'k, P>(&'k Mutex<Misere<P>>);

/// Canonical forms.
struct ByForms<'k, P> {
    known: &'k Mutex<Misere<P>>,
    forms: &'k Forms,
}

impl<P> Clone for ByPiles<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for ByPiles<'_, P> {}

impl<P> Clone for ByForms<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for ByForms<'_, P> {}

impl<P: Eq + Hash> Kind<P> for ByPiles<'_, P> {
    type Game = Pile;

    fn zero(self) -> Pile {
        Pile::ZERO
    }

    fn nimber(self, n: u32) -> Result<Pile, Error> {
        self.0.lock().piles.nimber(n)
    }

    fn add(self, a: Pile, b: Pile) -> Result<Pile, Error> {
        Ok(self.0.lock().piles.add(a, b))
    }

    fn game(self, options: Vec<Pile>) -> Result<Pile, Error> {
        self.0.lock().piles.game(options)
    }

    fn get(self, position: &P) -> Option<Pile> {
        self.0.lock().heaps.get(position).copied()
    }

    fn remember(self, position: P, game: Pile) {
        self.0.lock().heaps.insert(position, game);
    }

    fn known(&self) -> &Mutex<Misere<P>> {
        self.0
    }
}

impl<P: Eq + Hash> Kind<P> for ByForms<'_, P> {
    type Game = Form;

    fn zero(self) -> Form {
        Form::ZERO
    }

    fn nimber(self, n: u32) -> Result<Form, Error> {
        self.forms.nimber(n)
    }

    fn add(self, a: Form, b: Form) -> Result<Form, Error> {
        self.forms.add(a, b)
    }

    fn game(self, options: Vec<Form>) -> Result<Form, Error> {
        self.forms.form(&options)
    }

    fn get(self, position: &P) -> Option<Form> {
        self.known.lock().forms.get(position).copied()
    }

    fn remember(self, position: P, game: Form) {
        self.known.lock().forms.insert(position, game);
    }

    fn known(&self) -> &Mutex<Misere<P>> {
        self.known
    }
}

/// What a sum is; nothing when it is not impartial.
fn of_sum<R: Rules, K: Kind<R::Position>>(
    rules: &mut R,
    store: &Store,
    kind: K,
    sum: &Sum<R::Position>,
) -> Result<Option<K::Game>, R::Error> {
    let mut goal = Walked { store, kind };
    let mut total = kind.zero();
    for part in sum {
        let found = match part {
            Part::Position(position) | Part::Negative(position) => walk(rules, &mut goal, position),
            Part::Value(game) => Goal::<R>::of_game(&goal, *game),
        };
        total = match found {
            Ok(game) => kind.add(total, game)?,
            Err(Stop::Error(error)) => return Err(error),
            Err(Stop::Mixed | Stop::Enough) => return Ok(None),
        };
    }
    Ok(Some(total))
}

/// The walk over everything that a position can lead to.
struct Walked<'s, K> {
    store: &'s Store,
    kind: K,
}

/// What the options are.
struct Options<G>(Vec<G>);

impl<G> Default for Options<G> {
    fn default() -> Self {
        Options(Vec::new())
    }
}

impl<R: Rules, K: Kind<R::Position>> Goal<R> for Walked<'_, K> {
    type Answer = K::Game;
    type Seen = Options<K::Game>;

    fn zero(&self) -> K::Game {
        self.kind.zero()
    }

    fn add(&self, a: K::Game, b: K::Game) -> Result<K::Game, Stop<R::Error>> {
        Ok(self.kind.add(a, b)?)
    }

    fn negative(&self, game: K::Game) -> Result<K::Game, Stop<R::Error>> {
        Ok(game)
    }

    fn of_game(&self, game: Game) -> Result<K::Game, Stop<R::Error>> {
        let nimber = self.store.as_nimber(game).ok_or(Stop::Mixed)?;
        Ok(self.kind.nimber(nimber)?)
    }

    fn known(
        &mut self,
        rules: &mut R,
        position: &R::Position,
    ) -> Result<Option<K::Game>, Stop<R::Error>> {
        if let Some(game) = self.kind.get(position) {
            return Ok(Some(game));
        }
        let mixed = self.kind.known().lock().mixed.contains(position);
        if rules.is_impartial(position) && !mixed { Ok(None) } else { Err(Stop::Mixed) }
    }

    fn see(&self, seen: &mut Self::Seen, _: Player, game: K::Game, _: usize) {
        seen.0.push(game);
    }

    fn finish(
        &mut self,
        _: &mut R,
        position: R::Position,
        seen: Self::Seen,
    ) -> Result<K::Game, Stop<R::Error>> {
        let game = self.kind.game(seen.0)?;
        self.kind.remember(position, game);
        Ok(game)
    }

    fn give_up(&mut self, _: &mut R, position: R::Position) {
        self.kind.known().lock().mixed.insert(position);
    }

    fn step(&self) -> Result<(), Stop<R::Error>> {
        step(self.store, u64::MAX)
    }
}
