//! The options of atoms, listed once.
//!
//! Knows: the options that rules give, by their atoms. Must not know: sums, or which options win.

use std::sync::Arc;

use hashbrown::HashTable;

use super::Search;
use super::atoms::{Kind, Term};
use crate::shared::hash_of;
use crate::solve::{Part, Ruleset};
use crate::{Error, Game, Player};

/// An option of an atom: what the atom is replaced by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Choice<'a> {
    /// The packed games of the option together.
    pub game: Game,
    /// Its other terms, sorted.
    pub terms: &'a [Term],
}

/// The options of an atom for a player, each once.
#[derive(Debug, Default)]
pub(super) struct Choices {
    /// The packed game of each, and where its terms end.
    games: Vec<(Game, u32)>,
    terms: Vec<Term>,
}

impl Choices {
    pub(super) fn len(&self) -> usize {
        self.games.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Choice<'_>> {
        (0..self.len()).map(|at| self.at(at))
    }

    fn at(&self, at: usize) -> Choice<'_> {
        let start = if at == 0 { 0 } else { self.games[at - 1].1 };
        let (game, end) = self.games[at];
        Choice { game, terms: &self.terms[start as usize..end as usize] }
    }

    /// Adds an option unless it is there; `seen` has the places of all.
    fn add(&mut self, seen: &mut HashTable<u32>, choice: Choice<'_>) -> Result<(), Error> {
        let hash = hash_of(choice);
        if seen.find(hash, |&at| self.at(at as usize) == choice).is_some() {
            return Ok(());
        }
        let number = |length| u32::try_from(length).map_err(|_| Error::StoreFull);
        let (at, end) = (number(self.len())?, number(self.terms.len() + choice.terms.len())?);
        self.terms.extend_from_slice(choice.terms);
        self.games.push((choice.game, end));
        seen.insert_unique(hash, at, |&at| hash_of(self.at(at as usize)));
        Ok(())
    }

    fn shared(mut self) -> Arc<Choices> {
        self.games.shrink_to_fit();
        self.terms.shrink_to_fit();
        Arc::new(self)
    }
}

/// Whose choices in the atom are a player's in the term, by number: the opponent's when the term is
/// negative.
fn side(term: Term, player: Player) -> usize {
    usize::from((player == Player::Right) != term.is_negative())
}

impl<R: Ruleset> Search<'_, R> {
    /// Where a player can move in a term.
    pub(super) fn choices(&mut self, term: Term, player: Player) -> Result<Arc<Choices>, R::Error> {
        let side = side(term, player);
        if let Some(known) = self.atoms.choices(term, side) {
            return Ok(known.clone());
        }
        let mover = if side == 0 { Player::Left } else { Player::Right };
        let choices = match self.atoms.kind(term).clone() {
            Kind::Position(position) => {
                if side == 1 && self.solver.rules.is_impartial(&position) {
                    return self.choices(term.positive(), Player::Left);
                }
                self.position_choices(&position, mover)?
            }
            Kind::Game(game) => self.game_choices(game, mover)?,
        };
        let choices = choices.shared();
        self.atoms.keep_choices(term, side, choices.clone());
        Ok(choices)
    }

    /// The position and the player whose options make Left's choices in a term, if these are needed and not
    /// listed.
    pub(super) fn not_listed(&mut self, term: Term) -> Option<(R::Position, Player)> {
        let Kind::Position(position) = self.atoms.kind(term) else { return None };
        let side = match side(term, Player::Left) {
            1 if self.solver.rules.is_impartial(position) => 0,
            side => side,
        };
        let open = self.atoms.choices(term, side).is_none() && !self.atoms.has_value(term);
        open.then(|| (position.clone(), [Player::Left, Player::Right][side]))
    }

    fn position_choices(
        &mut self,
        position: &R::Position,
        mover: Player,
    ) -> Result<Choices, R::Error> {
        let options = self.solver.options_for_search(position, mover)?;
        let mut seen = HashTable::with_capacity(options.len());
        let mut choices = Choices::default();
        let mut terms = Vec::new();
        for option in options {
            self.step()?;
            let game = self.choice(&option, &mut terms)?;
            choices.add(&mut seen, Choice { game, terms: &terms })?;
        }
        Ok(choices)
    }

    /// An option by its packed game and its terms; values that come later are put in when it is played.
    fn choice(
        &mut self,
        option: &[Part<R::Position>],
        terms: &mut Vec<Term>,
    ) -> Result<Game, R::Error> {
        let mut game = Game::ZERO;
        terms.clear();
        for part in option {
            match part {
                Part::Value(value) => {
                    let (packed, term) = self.split(*value)?;
                    game = self.solver.store.add(game, packed)?;
                    terms.extend(term);
                }
                Part::Position(position) => terms.push(self.position(position)?),
                Part::Negative(position) => terms.push(self.position(position)?.negative()),
            }
        }
        terms.sort_unstable();
        Ok(game)
    }

    fn game_choices(&mut self, game: Game, mover: Player) -> Result<Choices, R::Error> {
        let options = match mover {
            Player::Left => self.solver.store.left_options(game)?,
            Player::Right => self.solver.store.right_options(game)?,
        };
        let mut seen = HashTable::with_capacity(options.len());
        let mut choices = Choices::default();
        for option in options {
            let (game, term) = self.split(option)?;
            choices.add(&mut seen, Choice { game, terms: term.as_slice() })?;
        }
        Ok(choices)
    }
}
