//! Positions in misère play: a player who cannot move wins.
//!
//! Knows: how canonical forms and genera of impartial positions follow from their options; how the winner
//! of other positions is found.
//! Must not know: boards, heaps, or how rules are written.
//!
//! Values of normal play say nothing here, so nothing is replaced by its value but heaps of Nim by
//! themselves. What rules say of parts must be true of the moves, and not only of values: a row
//! of coins, for instance, is not the sum of its heads.

mod search;
#[cfg(test)]
mod tests;

use parking_lot::{Mutex, MutexGuard};
use rustc_hash::{FxHashMap, FxHashSet};

use super::walk::{Additive, Fold, Listed, Reply, Stop, moves_of_both, walk};
use super::{Component, Memo, Playable, Searches};
use crate::misere::{Genus, MisereForm, MisereStore, MisereSum, MisereSums};
use crate::{Error, Game, Player};

pub(super) use search::wins;

/// Answers about positions in misère play, which stay valid when an evaluation is stopped.
///
/// Sums and canonical forms of positions are not forgotten, because those of a position need those of all that
/// follow it.
#[derive(Debug)]
pub(super) struct MisereMemory<P> {
    sums: MisereSums,
    sum_of: FxHashMap<P, MisereSum>,
    forms: FxHashMap<P, MisereForm>,
    /// Positions from which one that is not impartial can be reached.
    mixed: FxHashSet<P>,
    search: search::SearchMemory<P>,
}

impl<R: Playable> Searches<'_, R> {
    /// Answers in misère play; the lock is held for a moment only.
    fn misere(&self) -> MutexGuard<'_, MisereMemory<R::Position>> {
        let known = self.memo.misere.get_or_init(|| {
            Mutex::new(MisereMemory {
                sums: MisereSums::new(self.store.budget().clone()),
                sum_of: FxHashMap::default(),
                forms: FxHashMap::default(),
                mixed: FxHashSet::default(),
                search: search::SearchMemory::default(),
            })
        });
        known.lock()
    }
}

impl<P> Memo<P> {
    /// Number of sums that were looked at for their genus.
    pub fn sums_with_genus(&self) -> usize {
        self.misere.get().map_or(0, |known| known.lock().sums.len())
    }
}

/// Genus of a sum.
pub(super) fn genus<R: Playable>(
    searches: &Searches<'_, R>,
    sum: &[Component<R::Position>],
) -> Result<Option<Genus>, R::Error> {
    let Some(sum) = of_sum(&BySums(searches), sum)? else { return Ok(None) };
    Ok(Some(searches.misere().sums.genus(sum)?))
}

/// Canonical form of a sum.
pub(super) fn canonical<R: Playable>(
    searches: &Searches<'_, R>,
    forms: &MisereStore,
    sum: &[Component<R::Position>],
) -> Result<Option<MisereForm>, R::Error> {
    of_sum(&ByForms { searches, forms }, sum)
}

/// Representation of impartial games in misère play: it says which are equal.
trait Representation<R: Playable> {
    /// Game in this representation.
    type Game: Copy;

    fn searches(&self) -> &Searches<'_, R>;
    fn zero(&self) -> Self::Game;
    fn nimber(&self, n: u32) -> Result<Self::Game, Error>;
    fn add(&self, a: Self::Game, b: Self::Game) -> Result<Self::Game, Error>;
    fn game(&self, options: Vec<Self::Game>) -> Result<Self::Game, Error>;
    fn get(&self, position: &R::Position) -> Option<Self::Game>;
    fn remember(&self, position: R::Position, game: Self::Game);
}

/// Representation by sums of heaps, for the genus.
struct BySums<'s, R: Playable>(&'s Searches<'s, R>);

/// Representation by canonical forms.
struct ByForms<'s, R: Playable> {
    searches: &'s Searches<'s, R>,
    forms: &'s MisereStore,
}

impl<R: Playable> Representation<R> for BySums<'_, R> {
    type Game = MisereSum;

    fn searches(&self) -> &Searches<'_, R> {
        self.0
    }

    fn zero(&self) -> MisereSum {
        MisereSum::ZERO
    }

    fn nimber(&self, n: u32) -> Result<MisereSum, Error> {
        self.0.misere().sums.nimber(n)
    }

    fn add(&self, a: MisereSum, b: MisereSum) -> Result<MisereSum, Error> {
        self.0.misere().sums.add(a, b)
    }

    fn game(&self, options: Vec<MisereSum>) -> Result<MisereSum, Error> {
        self.0.misere().sums.game(options)
    }

    fn get(&self, position: &R::Position) -> Option<MisereSum> {
        self.0.misere().sum_of.get(position).copied()
    }

    fn remember(&self, position: R::Position, game: MisereSum) {
        self.0.misere().sum_of.insert(position, game);
    }
}

impl<R: Playable> Representation<R> for ByForms<'_, R> {
    type Game = MisereForm;

    fn searches(&self) -> &Searches<'_, R> {
        self.searches
    }

    fn zero(&self) -> MisereForm {
        MisereForm::ZERO
    }

    fn nimber(&self, n: u32) -> Result<MisereForm, Error> {
        self.forms.nimber(n)
    }

    fn add(&self, a: MisereForm, b: MisereForm) -> Result<MisereForm, Error> {
        self.forms.add(a, b)
    }

    fn game(&self, options: Vec<MisereForm>) -> Result<MisereForm, Error> {
        self.forms.form(&options)
    }

    fn get(&self, position: &R::Position) -> Option<MisereForm> {
        self.searches.misere().forms.get(position).copied()
    }

    fn remember(&self, position: R::Position, game: MisereForm) {
        self.searches.misere().forms.insert(position, game);
    }
}

/// Representation of a sum; `None` when it is not impartial.
fn of_sum<R: Playable, K: Representation<R>>(
    representation: &K,
    sum: &[Component<R::Position>],
) -> Result<Option<K::Game>, R::Error> {
    let mut total = representation.zero();
    for part in sum {
        let found = match part {
            Component::Position(position) | Component::Negative(position) => {
                walk(&Walked(representation), position)
            }
            Component::Value(game) => Additive::<R>::of_game(&Walked(representation), *game),
        };
        total = match found {
            Ok(game) => representation.add(total, game)?,
            Err(Stop::Error(error)) => return Err(error),
            Err(Stop::Mixed | Stop::Enough) => return Ok(None),
        };
    }
    Ok(Some(total))
}

/// Evaluation of positions by a representation.
struct Walked<'k, K>(&'k K);

/// Options of a position.
struct Options<G>(Vec<G>);

impl<G> Default for Options<G> {
    fn default() -> Self {
        Options(Vec::new())
    }
}

impl<R: Playable, K: Representation<R>> Fold<R> for Walked<'_, K> {
    type Key = R::Position;
    type Answer = K::Game;
    type Seen = Options<K::Game>;

    fn searches(&self) -> &Searches<'_, R> {
        self.0.searches()
    }

    fn known(&self, position: &R::Position) -> Result<Option<K::Game>, Stop<R::Error>> {
        if let Some(game) = self.0.get(position) {
            return Ok(Some(game));
        }
        let mixed = self.0.searches().misere().mixed.contains(position);
        let open = self.searches().rules.is_impartial(position) && !mixed;
        if open { Ok(None) } else { Err(Stop::Mixed) }
    }

    fn moves(&self, position: &R::Position, _: usize) -> Listed<R> {
        moves_of_both(self.0.searches(), position)
    }

    fn reply(&self, _: Player, sum: &[Component<R::Position>]) -> Reply<R, Self> {
        self.sum(sum)
    }

    fn see(&self, seen: &mut Self::Seen, _: Player, game: K::Game, _: usize) -> bool {
        seen.0.push(game);
        false
    }

    fn finish(&self, position: R::Position, seen: Self::Seen) -> Result<K::Game, Stop<R::Error>> {
        let game = self.0.game(seen.0)?;
        self.0.remember(position, game);
        Ok(game)
    }

    fn give_up(&self, position: R::Position) {
        self.searches().misere().mixed.insert(position);
    }
}

impl<R: Playable, K: Representation<R>> Additive<R> for Walked<'_, K> {
    fn zero(&self) -> K::Game {
        self.0.zero()
    }

    fn add(&self, a: K::Game, b: K::Game) -> Result<K::Game, Stop<R::Error>> {
        Ok(self.0.add(a, b)?)
    }

    fn negative(&self, game: K::Game) -> Result<K::Game, Stop<R::Error>> {
        Ok(game)
    }

    fn of_game(&self, game: Game) -> Result<K::Game, Stop<R::Error>> {
        self.searches().store.check(&[game])?;
        let nimber = self.searches().store.as_nimber(game).ok_or(Stop::Mixed)?;
        Ok(self.0.nimber(nimber)?)
    }
}
