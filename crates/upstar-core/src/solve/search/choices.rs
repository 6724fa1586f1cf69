//! The options of atoms, listed once.
//!
//! Knows: the options that rules give, by their atoms. Must not know: sums, or which options win.

use std::sync::Arc;

use hashbrown::HashTable;

use super::SumSearch;
use super::atoms::{AtomKind, SignedAtom};
use crate::shared::hash_of;
use crate::solve::{Component, OptionList, Playable};
use crate::{Error, Game, Player};

/// An option of an atom: what the atom is replaced by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct AtomOption<'a> {
    /// The packed games of the option together.
    pub game: Game,
    /// Its other terms, sorted.
    pub terms: &'a [SignedAtom],
}

/// The options of an atom for a player, each once.
#[derive(Debug)]
pub(super) struct Choices {
    /// The packed game of each, and where its terms end.
    games: Box<[(Game, u32)]>,
    terms: Box<[SignedAtom]>,
}

impl Choices {
    pub(super) fn len(&self) -> usize {
        self.games.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = AtomOption<'_>> {
        (0..self.len()).map(|at| choice_at(&self.games, &self.terms, at))
    }
}

/// The choice with this number.
fn choice_at<'a>(games: &[(Game, u32)], terms: &'a [SignedAtom], at: usize) -> AtomOption<'a> {
    let start = if at == 0 { 0 } else { games[at - 1].1 };
    let (game, end) = games[at];
    AtomOption { game, terms: &terms[start as usize..end as usize] }
}

/// Choices being collected. Its memory is used again for the next ones.
#[derive(Debug, Default)]
pub(super) struct Collector {
    games: Vec<(Game, u32)>,
    terms: Vec<SignedAtom>,
    /// The numbers of all choices.
    seen: HashTable<u32>,
    /// The terms of the next choice.
    next: Vec<SignedAtom>,
}

impl Collector {
    /// Forgets all choices, and makes room for so many.
    fn clear(&mut self, count: usize) {
        self.games.clear();
        self.terms.clear();
        self.seen.clear();
        self.seen.reserve(count, |_| unreachable!("the table is empty"));
    }

    /// Adds the choice of a game and the next terms, unless it is there.
    fn add(&mut self, game: Game) -> Result<(), Error> {
        let Collector { games, terms, seen, next } = self;
        let choice = AtomOption { game, terms: next };
        let hash = hash_of(choice);
        let at = |&at: &u32| choice_at(games, terms, at as usize);
        if seen.find(hash, |other| at(other) == choice).is_some() {
            return Ok(());
        }
        let number = |length| u32::try_from(length).map_err(|_| Error::StoreFull);
        let (place, end) = (number(games.len())?, number(terms.len() + next.len())?);
        seen.insert_unique(hash, place, |other| hash_of(at(other)));
        terms.extend_from_slice(next);
        games.push((game, end));
        Ok(())
    }

    /// What was collected.
    fn choices(&self) -> Arc<Choices> {
        Arc::new(Choices { games: self.games[..].into(), terms: self.terms[..].into() })
    }
}

impl<R: Playable> SumSearch<'_, R> {
    /// Where Left can move in a term: in the negative of an atom, where Right can move in the atom.
    pub(super) fn choices(&mut self, term: SignedAtom) -> Result<Arc<Choices>, R::Error> {
        let atoms = &self.memory.atoms;
        if let Some(known) = atoms.choices(term) {
            return Ok(known);
        }
        let (kind, mover) = (atoms.kind(term), term.mover());
        if let (AtomKind::Position(position), Player::Right) = (kind, mover)
            && self.searches.rules.is_impartial(position)
        {
            return self.choices(term.positive());
        }
        let mut collector = std::mem::take(&mut self.collector);
        match kind {
            AtomKind::Position(position) => {
                self.position_choices(position, mover, &mut collector)?
            }
            AtomKind::Game { game, .. } => self.game_choices(*game, mover, &mut collector)?,
        }
        let choices = collector.choices();
        self.collector = collector;
        atoms.keep_choices(term, choices.clone());
        Ok(choices)
    }

    /// About how many choices Left has in a term.
    pub(super) fn mobility(&mut self, term: SignedAtom) -> Result<u32, R::Error> {
        match self.memory.atoms.mobility(term) {
            Some(count) => Ok(count),
            None => Ok(u32::try_from(self.choices(term)?.len()).unwrap_or(u32::MAX)),
        }
    }

    /// The position and the player whose options make Left's choices in a term, if these are needed and not
    /// listed.
    pub(super) fn not_listed(&self, term: SignedAtom) -> Option<(R::Position, Player)> {
        let atoms = &self.memory.atoms;
        let AtomKind::Position(position) = atoms.kind(term) else { return None };
        let is_impartial = term.is_negative() && self.searches.rules.is_impartial(position);
        let term = if is_impartial { term.positive() } else { term };
        let open = atoms.choices(term).is_none()
            && atoms.mobility(term).is_none()
            && !atoms.has_value(term);
        open.then(|| (position.clone(), term.mover()))
    }

    fn position_choices(
        &mut self,
        position: &R::Position,
        mover: Player,
        collector: &mut Collector,
    ) -> Result<(), R::Error> {
        let mut options = OptionList::default();
        match self.settings.in_company {
            true => options.extend(self.searches.options_in_company(position, mover)?),
            false => self.searches.list(position, mover, &mut options)?,
        }
        collector.clear(options.ends.len());
        for range in options.ranges() {
            self.step()?;
            let game = self.choice(&options.parts[range], &mut collector.next)?;
            collector.add(game)?;
        }
        Ok(())
    }

    /// An option by its packed game and its terms; values that come later are put in when it is played.
    fn choice(
        &mut self,
        option: &[Component<R::Position>],
        terms: &mut Vec<SignedAtom>,
    ) -> Result<Game, R::Error> {
        let mut game = Game::ZERO;
        terms.clear();
        for part in option {
            match part {
                Component::Value(value) => {
                    let (packed, term) = self.split(*value)?;
                    game = self.searches.store.add(game, packed)?;
                    terms.extend(term);
                }
                Component::Position(position) => terms.push(self.position(position)?),
                Component::Negative(position) => terms.push(self.position(position)?.negative()),
            }
        }
        terms.sort_unstable();
        Ok(game)
    }

    fn game_choices(
        &mut self,
        game: Game,
        mover: Player,
        collector: &mut Collector,
    ) -> Result<(), R::Error> {
        let options = match mover {
            Player::Left => self.searches.store.left_options(game)?,
            Player::Right => self.searches.store.right_options(game)?,
        };
        collector.clear(options.len());
        for option in options {
            let (game, term) = self.split(option)?;
            collector.next.clear();
            collector.next.extend(term);
            collector.add(game)?;
        }
        Ok(())
    }
}
