//! Nimbers of impartial positions.
//!
//! Knows: mex and nim-sum. Must not know: options of games.
//!
//! If the rules give both players the same moves, values are nimbers by the theorem of Sprague and Grundy. So the
//! mex rule is applied to integers, and no game is built. Boards are asked by `nimber_search.rs` instead.

use super::nimber_search::by_search;
use super::proof_numbers::ProofTable;
use super::walk::{Additive, Fold, Listed, Reply, Stop, moves_of_both, step, walk};
use super::{Component, Playable, Searches};
use crate::{Game, Player};

/// Nimber of a position (Winning Ways, chapter 4); `None` when the position, or one it can lead to, is
/// not impartial. Such a position can still be worth a nimber: see [`value`](super::values::value).
///
/// # Errors
/// When the rules fail, a position repeats, or the budget of the store is exhausted. Nimbers found
/// before stay in the memo.
pub(super) fn nimber<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
) -> Result<Option<u32>, R::Error> {
    or_none(nimber_within(searches, position, u64::MAX))
}

/// Nimber that was found, if there is one.
pub(super) fn or_none<E>(found: Result<Option<u32>, Stop<E>>) -> Result<Option<u32>, E> {
    match found {
        Ok(nimber) => Ok(nimber),
        Err(Stop::Error(error)) => Err(error),
        Err(Stop::Mixed | Stop::Enough) => Ok(None),
    }
}

/// The nimber, as [`nimber`] finds it, unless the budget counts more than `until` steps before.
pub(super) fn nimber_within<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
    until: u64,
) -> Result<Option<u32>, Stop<R::Error>> {
    if let Some(nimber) = by_table(searches, position, until)? {
        return Ok(Some(nimber));
    }
    match searches.rules.ask_for_nimbers() {
        true => by_search(searches, position, until, ProofTable::own()),
        false => by_mex(searches, position, until),
    }
}

/// The same by a table of the rules, if they have one for the position.
pub(super) fn by_table<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
    until: u64,
) -> Result<Option<u32>, Stop<R::Error>> {
    if let Some(known) = searches.memo.nimbers.get(position) {
        return Ok(Some(known));
    }
    let mut stopped = Ok(());
    let mut go_on = || {
        stopped = step(searches.store, until);
        stopped.is_ok()
    };
    let found = searches.rules.nimber_by_table(position, &mut go_on);
    stopped?;
    if let Some(nimber) = found {
        searches.memo.nimbers.insert(position.clone(), nimber);
        searches.keep_nimber(position);
    }
    Ok(found)
}

/// The same by a walk, from the nimbers of all options.
pub(super) fn by_mex<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
    until: u64,
) -> Result<Option<u32>, Stop<R::Error>> {
    match walk(&Nimbers { searches, until }, position) {
        Ok(nimber) => Ok(Some(nimber)),
        Err(Stop::Mixed) => Ok(None),
        Err(stop) => Err(stop),
    }
}

/// The nim-sum of the components of a sum, found in the same way; [`Stop::Mixed`] when one of them is not impartial.
pub(super) fn nim_sum_within<R: Playable>(
    searches: &Searches<'_, R>,
    sum: &[Component<R::Position>],
    until: u64,
) -> Result<u32, Stop<R::Error>> {
    let nimber = |part: &Component<R::Position>| match part {
        Component::Value(game) => Nimbers { searches, until }.of_game(*game),
        Component::Position(position) | Component::Negative(position) => {
            nimber_within(searches, position, until)?.ok_or(Stop::Mixed)
        }
    };
    sum.iter().try_fold(0, |total, part| Ok(total ^ nimber(part)?))
}

/// Evaluation of positions by nimbers.
struct Nimbers<'a, R: Playable> {
    searches: &'a Searches<'a, R>,
    /// Number of steps in the budget at which the walk ends.
    until: u64,
}

/// Nimbers of options, as bits.
#[derive(Debug, Default)]
pub(crate) struct NimberSet(Vec<u64>);

impl NimberSet {
    pub(crate) fn insert(&mut self, nimber: u32) {
        let word = nimber as usize / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (nimber % 64);
    }

    /// Least nimber that is not among them.
    pub(crate) fn mex(&self) -> u32 {
        let full = self.0.iter().take_while(|&&word| word == u64::MAX).count();
        full as u32 * 64 + self.0.get(full).map_or(0, |word| word.trailing_ones())
    }
}

impl<R: Playable> Fold<R> for Nimbers<'_, R> {
    type Key = R::Position;
    type Answer = u32;
    type Seen = NimberSet;

    fn searches(&self) -> &Searches<'_, R> {
        self.searches
    }

    fn known(&self, position: &R::Position) -> Result<Option<u32>, Stop<R::Error>> {
        let Searches { rules, memo, .. } = self.searches;
        if let Some(nimber) = memo.nimbers.get(position) {
            return Ok(Some(nimber));
        }
        if rules.is_impartial(position) && !memo.mixed.contains(position) {
            return Ok(self.searches.recall_nimber(position).nimber());
        }
        Err(Stop::Mixed)
    }

    fn moves(&self, position: &R::Position, _: usize) -> Listed<R> {
        moves_of_both(self.searches, position)
    }

    fn reply(&self, _: Player, sum: &[Component<R::Position>]) -> Reply<R, Self> {
        self.sum(sum)
    }

    fn see(&self, seen: &mut NimberSet, _: Player, nimber: u32, total: usize) -> bool {
        // The mex of n nimbers is at most n: larger ones do not matter.
        if (nimber as usize) < total {
            seen.insert(nimber);
        }
        false
    }

    fn finish(&self, position: R::Position, seen: NimberSet) -> Result<u32, Stop<R::Error>> {
        let nimber = seen.mex();
        self.searches.memo.nimbers.insert(position.clone(), nimber);
        self.searches.keep_nimber(&position);
        Ok(nimber)
    }

    fn give_up(&self, position: R::Position) {
        self.searches.memo.mixed.insert(position, ());
    }

    fn until(&self) -> u64 {
        self.until
    }
}

impl<R: Playable> Additive<R> for Nimbers<'_, R> {
    fn zero(&self) -> u32 {
        0
    }

    fn add(&self, a: u32, b: u32) -> Result<u32, Stop<R::Error>> {
        Ok(a ^ b)
    }

    fn negative(&self, nimber: u32) -> Result<u32, Stop<R::Error>> {
        Ok(nimber)
    }

    fn of_game(&self, game: Game) -> Result<u32, Stop<R::Error>> {
        self.searches.store.check(&[game])?;
        self.searches.store.as_nimber(game).ok_or(Stop::Mixed)
    }
}
