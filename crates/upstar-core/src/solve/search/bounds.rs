//! Bounds of positions that the search has proved, and the sums that they decide.
//!
//! Knows: what a solved sum says of its only position. Must not know: how sums are searched.
//!
//! *From sums to bounds.* Let P be a position and g a packed game, and let P + g be solved with Left to move. If Left loses,
//! P + g <= 0, so P <= -g. If Left wins, P + g |> 0, so P |> -g: P is greater than or confused with -g. The negative of P
//! bounds it from the other side. (ONAG, chapter 7: Left, moving first, loses just where a game is at most 0.)
//!
//! *From bounds to sums.* Let G be the games of a sum and t its positions, with bounds l <= t <= u, Left to move. If G and
//! all u are together at most 0, so is the sum, and Left loses. If G and all l are not at most 0, neither is the sum, and
//! Left wins. Let one of the positions have t |> w. If G, this w and the l of the others are together at least 0, Left wins
//! too: t - w |> 0, and what is added is at least 0.
//!
//! Nothing is assumed of the rules. The winner answers in each summand apart, by its proof. All proofs are finite, so
//! this ends even where play in a position may go on for ever.
//!
//! A sum is looked at when it is met first and when its moves are to be listed: then more may be proved. Of two bounds that
//! are not comparable the first is kept. NoGo 1x28 lists 0.64 times as many sums, and 1x30 0.83 times as many.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use super::SumSearch;
use super::state::LeftSum;
use super::table::SumNode;
use crate::solve::Playable;
use crate::solve::memo::PackedAnswer;
use crate::{Error, Game, Store};

/// A game that bounds a position, if there is one, in 32 bits.
#[derive(Debug, Default)]
struct Bound(AtomicU32);

impl Bound {
    fn get(&self) -> Option<Game> {
        Game::unpack(u64::from(self.0.load(Relaxed)))
    }

    /// Keeps a bound that is better than the one before. Another thread may replace it: both are bounds.
    fn tighten(
        &self,
        new: Game,
        is_better: impl Fn(Game) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        let before = self.get();
        if before != Some(new) && before.map_or(Ok(true), is_better)? {
            self.0.store(new.pack() as u32, Relaxed);
        }
        Ok(())
    }
}

/// The bounds of a position, or of its negative.
#[derive(Debug, Default)]
pub(super) struct Proved {
    /// It is at most this.
    most: Bound,
    /// It is greater than or confused with this.
    beats: Bound,
}

impl Proved {
    /// Takes note of whether the mover wins the sum of the position and a packed game.
    fn note(&self, store: &Store, game: Game, wins: bool) -> Result<(), Error> {
        let bound = store.neg(game)?;
        match wins {
            true => self.beats.tighten(bound, |before| store.le(before, bound)),
            false => self.most.tighten(bound, |before| store.le(bound, before)),
        }
    }
}

/// The bounds of a term that is a position, and of its negative.
#[derive(Debug, Clone, Copy)]
pub(super) struct Proofs<'a> {
    pub(super) of_term: &'a Proved,
    pub(super) of_negative: &'a Proved,
}

impl Proofs<'_> {
    /// The term is at most this.
    pub(super) fn most(self) -> Option<Game> {
        self.of_term.most.get()
    }

    /// The term is at least the negative of this.
    pub(super) fn minus_least(self) -> Option<Game> {
        self.of_negative.most.get()
    }

    /// The term is greater than or confused with this.
    pub(super) fn beats(self) -> Option<Game> {
        self.of_term.beats.get()
    }
}

/// The games of a sum: the packed one and two others at most.
struct FewGames<'s> {
    store: &'s Store,
    packed: Game,
    others: [Game; 2],
}

impl FewGames<'_> {
    /// Whether they and this game are together at most 0.
    fn are_at_most_zero(&self, with: Game) -> Result<bool, Error> {
        let (one, other) = self.compared(with)?;
        self.store.le(one, other)
    }

    /// Whether they and this game are together at least 0.
    fn are_at_least_zero(&self, with: Game) -> Result<bool, Error> {
        let (one, other) = self.compared(with)?;
        self.store.le(other, one)
    }

    /// Two games whose difference they are with this one.
    fn compared(&self, with: Game) -> Result<(Game, Game), Error> {
        let [one, two] = self.others;
        let rest = self.store.add(self.packed, with)?;
        let rest = if two == Game::ZERO { rest } else { self.store.add(two, rest)? };
        Ok((one, self.store.neg(rest)?))
    }
}

/// The sum of bounds; `None` if one of them is not known.
fn total(store: &Store, bounds: impl Iterator<Item = Option<Game>>) -> Result<Option<Game>, Error> {
    let mut total = Game::ZERO;
    for bound in bounds {
        let Some(bound) = bound else { return Ok(None) };
        total = store.add(total, bound)?;
    }
    Ok(Some(total))
}

impl<R: Playable> SumSearch<'_, R> {
    /// Takes note of what a solved sum says of its position, if that is alone with a packed game.
    pub(super) fn note_bound(&self, node: &SumNode, wins: bool) -> Result<(), Error> {
        let (game, &[term]) = node.sum() else { return Ok(()) };
        let (store, atoms) = (self.searches.store, &self.memory.atoms);
        let Some(proofs) = atoms.proofs(term) else { return Ok(()) };
        proofs.of_term.note(store, game, wins)?;
        match atoms.turn(term) {
            Some(Game::ZERO) => proofs.of_negative.note(store, game, wins),
            _ => Ok(()),
        }
    }

    /// Whether Left, moving first, wins, if what is proved of the positions says so.
    pub(super) fn decided_by_bounds(&self, state: &LeftSum) -> Result<Option<bool>, Error> {
        let (store, atoms) = (self.searches.store, &self.memory.atoms);
        let proofs = || state.terms.iter().filter_map(|&term| atoms.proofs(term));
        if proofs().next().is_none() {
            return Ok(None);
        }
        let Some(games) = self.few_games(state)? else { return Ok(None) };
        if let Some(most) = total(store, proofs().map(Proofs::most))?
            && games.are_at_most_zero(most)?
        {
            return Ok(Some(false));
        }
        if let Some(minus_least) = total(store, proofs().map(Proofs::minus_least))?
            && !games.are_at_most_zero(store.neg(minus_least)?)?
        {
            return Ok(Some(true));
        }
        for (place, of_one) in proofs().enumerate() {
            let Some(beats) = of_one.beats() else { continue };
            let others = proofs().enumerate().filter(|(other, _)| *other != place);
            if let Some(minus_least) = total(store, others.map(|(_, of)| of.minus_least()))?
                && games.are_at_least_zero(store.add(store.neg(minus_least)?, beats)?)?
            {
                return Ok(Some(true));
            }
        }
        Ok(None)
    }

    /// The games of a sum, if they are few.
    fn few_games(&self, state: &LeftSum) -> Result<Option<FewGames<'_>>, Error> {
        let store = self.searches.store;
        let (mut others, mut count) = ([Game::ZERO; 2], 0);
        for &term in &state.terms {
            if let Some(game) = self.memory.atoms.game(store, term)? {
                let Some(place) = others.get_mut(count) else { return Ok(None) };
                *place = game;
                count += 1;
            }
        }
        Ok(Some(FewGames { store, packed: state.game, others }))
    }
}
