//! Sums as a search sees them: a packed game and sorted terms, Left to move.
//!
//! Knows: which terms cancel, and when a sum of games is decided. Must not know: the search.

use num_traits::ToPrimitive;

use super::SumSearch;
use super::atoms::{Effort, SignedAtom};
use super::choices::AtomOption;
use crate::solve::{Playable, Prospects, first_win};
use crate::{Dyadic, Error, Game};

/// A sum, with Left to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LeftSum {
    /// The numbers, ups and nimbers together.
    pub game: Game,
    /// The other terms, sorted.
    pub terms: Vec<SignedAtom>,
}

/// The moves that are counted in a sum.
pub(super) struct Counts {
    left: Prospects,
    right: Prospects,
    /// An integer that is not larger than the games of the sum together, and one that is not smaller.
    least: i64,
    most: i64,
}

impl Counts {
    /// Whether Left, moving first, surely has more moves than Right, or Right as many as Left.
    ///
    /// Let a player make contested moves as long as there are any, and then safe ones. The opponent takes away at most
    /// one contested move between two, so the player makes all safe moves and half of the contested ones, rounded up
    /// when moving first. The games are replaced by an integer: its moves are those of one player. Source for
    /// dominoes: Bullock, Domineering: solving large combinatorial search spaces, ICGA Journal 25, 2002.
    fn winner(&self) -> Option<bool> {
        let contested = i64::from(self.left.contested.div_ceil(2));
        if i64::from(self.left.safe) + contested + self.least > i64::from(self.right.most) {
            return Some(true);
        }
        (self.missing() <= 0).then_some(false)
    }

    /// How many moves Right, moving second, is short of surely having as many as Left.
    pub(super) fn missing(&self) -> i64 {
        let sure = i64::from(self.right.safe) + i64::from(self.right.contested / 2);
        i64::from(self.left.most) + self.most - sure
    }
}

impl<R: Playable> SumSearch<'_, R> {
    /// The sum of a packed game and terms; values that are known are put in, and those of
    /// positions in company looked for.
    pub(super) fn sum(
        &mut self,
        game: Game,
        terms: impl ExactSizeIterator<Item = SignedAtom>,
    ) -> Result<LeftSum, R::Error> {
        let mut state = LeftSum { game, terms: Vec::with_capacity(terms.len()) };
        // The value of a position that is alone is more than the question needs.
        let effort = if terms.len() > 1 { Effort::Little } else { Effort::None };
        for term in terms {
            match self.value(term, effort)? {
                Some(value) => self.add_game(&mut state, value)?,
                None => self.add_atom(&mut state, term)?,
            }
        }
        self.settle(&mut state)?;
        Ok(state)
    }

    fn add_atom(&mut self, state: &mut LeftSum, term: SignedAtom) -> Result<(), Error> {
        let mut term = term;
        if term.is_negative()
            && let Some(turn) = self.memory.atoms.turn(term)
        {
            term = term.negative();
            self.add_packed(state, turn)?;
        }
        state.terms.push(term);
        Ok(())
    }

    /// Adds a game.
    fn add_game(&mut self, state: &mut LeftSum, game: Game) -> Result<(), Error> {
        let (packed, term) = self.split(game)?;
        self.add_packed(state, packed)?;
        match term {
            Some(term) => self.add_atom(state, term),
            None => Ok(()),
        }
    }

    /// Adds a packed game.
    fn add_packed(&mut self, state: &mut LeftSum, game: Game) -> Result<(), Error> {
        if game != Game::ZERO {
            state.game = self.searches.store.add(state.game, game)?;
        }
        Ok(())
    }

    /// Sorts the terms and drops those that cancel: play in them ends.
    fn settle(&mut self, state: &mut LeftSum) -> Result<(), R::Error> {
        state.terms.sort_unstable();
        if !self.settings.cancel {
            return Ok(());
        }
        // A stack of terms: equal atoms are neighbours, the positive ones first.
        let mut kept = 0;
        for place in 0..state.terms.len() {
            let term = state.terms[place];
            let last = (kept > 0).then(|| state.terms[kept - 1]);
            let turn = self.memory.atoms.turn(term);
            if last == Some(term)
                && let Some(turn) = turn
                && self.ends(term)?
            {
                // -A = A + turn, so A + A = -turn.
                let minus = self.searches.store.neg(turn)?;
                self.add_packed(state, minus)?;
                kept -= 1;
            } else if last == Some(term.negative()) && self.ends(term)? {
                kept -= 1;
            } else {
                state.terms[kept] = term;
                kept += 1;
            }
        }
        state.terms.truncate(kept);
        Ok(())
    }

    /// The sum after Left's choice in the term at `place`, with the players exchanged: then it
    /// is Left's turn again.
    pub(super) fn after(
        &mut self,
        state: &LeftSum,
        place: usize,
        choice: AtomOption<'_>,
    ) -> Result<LeftSum, R::Error> {
        // Left's choice in a negative is Right's choice turned round; now all is turned round.
        let negated = state.terms[place].is_negative();
        let turned = |term: SignedAtom| if negated { term } else { term.negative() };
        let mut game = self.searches.store.neg(state.game)?;
        if choice.game != Game::ZERO {
            let moved = if negated { choice.game } else { self.searches.store.neg(choice.game)? };
            game = self.searches.store.add(game, moved)?;
        }
        let mut terms: Vec<SignedAtom> = state.terms.iter().map(|term| term.negative()).collect();
        terms.swap_remove(place);
        terms.extend(choice.terms.iter().map(|&term| turned(term)));
        self.sum(game, terms.into_iter())
    }

    /// The sum after Left's move to `game` in the packed game, with the players exchanged.
    pub(super) fn after_packed(
        &mut self,
        state: &LeftSum,
        game: Game,
    ) -> Result<LeftSum, R::Error> {
        let (packed, term) = self.split(self.searches.store.neg(game)?)?;
        let mut terms: Vec<SignedAtom> = state.terms.iter().map(|term| term.negative()).collect();
        terms.extend(term);
        self.sum(packed, terms.into_iter())
    }

    /// Whether Left, moving first, wins, when that is seen without playing.
    pub(super) fn decided(&mut self, state: &LeftSum) -> Result<Option<bool>, R::Error> {
        let game = state.game;
        let store = self.searches.store;
        match state.terms[..] {
            [] => return Ok(Some(!store.le(game, Game::ZERO)?)),
            [one] => {
                if let Some(one) = self.memory.atoms.game(store, one)? {
                    return Ok(Some(!store.le(one, store.neg(game)?)?));
                }
                if game == Game::ZERO
                    && let Some(position) = self.memory.atoms.position_of(one)
                    && let Some(wins) = first_win::known(self.searches, position, one.mover())
                {
                    // Moves of the position were tried.
                    self.expanded = true;
                    return Ok(Some(wins));
                }
            }
            [one, two] => {
                if let (Some(one), Some(two)) =
                    (self.memory.atoms.game(store, one)?, self.memory.atoms.game(store, two)?)
                {
                    let two = store.neg(store.add(two, game)?)?;
                    return Ok(Some(!store.le(one, two)?));
                }
            }
            _ => {}
        }
        if let Some(wins) = self.counts(state)?.and_then(|counts| counts.winner()) {
            // Values alone do not say so.
            self.expanded = true;
            return Ok(Some(wins));
        }
        Ok(self.decided_by_heat(state)?)
    }

    /// The moves that are counted in a sum, if there are any.
    pub(super) fn counts(&self, state: &LeftSum) -> Result<Option<Counts>, Error> {
        let prospects = |term| self.memory.atoms.prospects(term);
        let counted = state.terms.iter().filter_map(|&term| prospects(term));
        let Some([left, right]) =
            counted.reduce(|[left, right], other| [left + other[0], right + other[1]])
        else {
            return Ok(None);
        };
        let others = state.terms.iter().copied().filter(|&term| prospects(term).is_none());
        let Some((mean, hottest)) = self.heat(state.game, others)? else { return Ok(None) };
        let is_number = hottest.is_none() && self.searches.store.is_number(state.game);
        let (zero, more) = (Dyadic::ZERO, i64::from(!is_number));
        let heat = hottest.unwrap_or(&zero);
        // The stops of the games are within the heat of the mean; 1 more makes up for infinitesimals.
        let low = (&mean - heat).floor().to_i64();
        let high = (&(-&mean) - heat).floor().to_i64();
        let small = |bound: &i64| bound.abs() < 1 << 32;
        let both = low.filter(small).zip(high.filter(small));
        Ok(both.map(|(low, high)| Counts { left, right, least: low - more, most: more - high }))
    }

    /// The stops of a sum lie between its mean and that plus or minus its temperature, which is
    /// at most that of the hottest summand (Winning Ways, chapter 6): Left wins moving first
    /// when the mean is positive, and loses when it is below minus the temperature.
    fn decided_by_heat(&mut self, state: &LeftSum) -> Result<Option<bool>, Error> {
        if !self.settings.heat {
            return Ok(None);
        }
        let Some((mean, hottest)) = self.heat(state.game, state.terms.iter().copied())? else {
            return Ok(None);
        };
        if mean > Dyadic::ZERO {
            return Ok(Some(true));
        }
        let zero = Dyadic::ZERO;
        let heat = hottest.unwrap_or(&zero).max(&zero);
        Ok((&mean + heat < zero).then_some(false))
    }

    /// The mean of a packed game and games, and the temperature of the hottest of these; `None` when a term is no game.
    fn heat(
        &self,
        game: Game,
        terms: impl Iterator<Item = SignedAtom>,
    ) -> Result<Option<(Dyadic, Option<&Dyadic>)>, Error> {
        let (mut mean, mut hottest) = (self.searches.store.left_stop(game)?, None);
        for term in terms {
            let Some((of_term, heat)) = self.memory.atoms.heat(self.searches.store, term)? else {
                return Ok(None);
            };
            mean = if term.is_negative() { &mean - of_term } else { &mean + of_term };
            hottest = hottest.max(Some(heat));
        }
        Ok(Some((mean, hottest)))
    }
}
