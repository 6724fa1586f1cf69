//! Compounds in which a move may be a move in both parts.
//!
//! Knows: how moves of the parts make moves of the whole. Must not know: what the parts are;
//! they may be games, forms or positions.
//!
//! Source: *Winning Ways*, chapter 9; ONAG, chapter 14.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::{Error, Game, Player, Store};

/// A way of playing two games together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Compound {
    /// A move is a move in both; when one has none for the player, they cannot move.
    Conjunctive,
    /// A move is a move in both until one has ended, and then in the other.
    ContinuedConjunctive,
    /// A move is a move in one or in both.
    Selective,
    /// A move is a move in one or in both; when one has ended, play ends.
    ShortenedSelective,
}

/// The value of a compound of two parts of any kind; `moves` gives the options of a part. A
/// part has ended when neither player can move in it.
///
/// # Errors
/// What `moves` gives; as for [`Store::game`]. Cost: one canonical form for each pair of
/// followers.
pub fn compound<P: Clone + Eq + Hash>(
    store: &Store,
    how: Compound,
    (g, h): (P, P),
    moves: impl FnMut(&P, Player) -> Result<Vec<P>, Error>,
) -> Result<Game, Error> {
    Together { store, how, moves, done: FxHashMap::default() }.value((g, h))
}

struct Together<'s, P, Moves> {
    store: &'s Store,
    how: Compound,
    moves: Moves,
    done: FxHashMap<(P, P), Game>,
}

/// The moves of both players in one part.
struct Part<P> {
    left: Vec<P>,
    right: Vec<P>,
}

impl<P> Part<P> {
    fn ended(&self) -> bool {
        self.left.is_empty() && self.right.is_empty()
    }

    fn of(&self, player: Player) -> &[P] {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }
}

impl<P, Moves> Together<'_, P, Moves>
where
    P: Clone + Eq + Hash,
    Moves: FnMut(&P, Player) -> Result<Vec<P>, Error>,
{
    fn value(&mut self, pair: (P, P)) -> Result<Game, Error> {
        if let Some(known) = self.done.get(&pair) {
            return Ok(*known);
        }
        self.store.budget().step()?;
        let parts = (self.part(&pair.0)?, self.part(&pair.1)?);
        let left = self.options(&pair, &parts, Player::Left)?;
        let right = self.options(&pair, &parts, Player::Right)?;
        let value = self.store.game(&left, &right)?;
        self.done.insert(pair, value);
        Ok(value)
    }

    fn part(&mut self, g: &P) -> Result<Part<P>, Error> {
        Ok(Part { left: (self.moves)(g, Player::Left)?, right: (self.moves)(g, Player::Right)? })
    }

    fn options(
        &mut self,
        (g, h): &(P, P),
        (first, second): &(Part<P>, Part<P>),
        player: Player,
    ) -> Result<Vec<Game>, Error> {
        let (in_one, in_both) = match self.how {
            Compound::Conjunctive => (false, true),
            Compound::ContinuedConjunctive => (first.ended() || second.ended(), true),
            Compound::Selective => (true, true),
            Compound::ShortenedSelective if first.ended() || second.ended() => (false, false),
            Compound::ShortenedSelective => (true, true),
        };
        let (mine, yours) = (first.of(player), second.of(player));
        let mut pairs: Vec<(P, P)> = Vec::new();
        if in_one {
            pairs.extend(mine.iter().map(|a| (a.clone(), h.clone())));
            pairs.extend(yours.iter().map(|b| (g.clone(), b.clone())));
        }
        if in_both {
            let both = mine.iter().flat_map(|a| yours.iter().map(move |b| (a.clone(), b.clone())));
            pairs.extend(both);
        }
        let store = self.store;
        pairs.into_iter().map(|pair| store.deeper(|| self.value(pair))).collect()
    }
}

fn of_games(store: &Store, how: Compound, g: Game, h: Game) -> Result<Game, Error> {
    compound(store, how, (g, h), |g, player| match player {
        Player::Left => store.left_options(*g),
        Player::Right => store.right_options(*g),
    })
}

/// The conjunctive compound of two canonical forms.
///
/// # Errors
/// As for [`compound`].
pub fn conjunctive(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    of_games(store, Compound::Conjunctive, g, h)
}

/// The continued conjunctive compound of two canonical forms.
///
/// # Errors
/// As for [`compound`].
pub fn continued_conjunctive(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    of_games(store, Compound::ContinuedConjunctive, g, h)
}

/// The selective compound of two canonical forms.
///
/// # Errors
/// As for [`compound`].
pub fn selective(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    of_games(store, Compound::Selective, g, h)
}

/// The shortened selective compound of two canonical forms.
///
/// # Errors
/// As for [`compound`].
pub fn shortened_selective(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    of_games(store, Compound::ShortenedSelective, g, h)
}
