//! The indivisible summands of a search, by number.
//!
//! Knows: positions and games, what is known of their values. Must not know: sums.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Search;
use super::choices::Choices;
use crate::solve::graph::{Lines, lines, surely_ends};
use crate::solve::{Ruleset, values};
use crate::thermo::thermograph;
use crate::{Dyadic, Error, Game, Player, Store};

/// Steps for the first attempt to find the value of a position.
const FIRST_EFFORT: u64 = 300;

/// Choices kept with their atoms; beyond, they are asked for again when needed.
const MOST_HELD: usize = 1 << 21;

/// How hard a value is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    /// Only in memory.
    None,
    /// For a while, now and then.
    Little,
}

/// An atom, or its negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Term(u32);

impl Term {
    fn new(atom: usize, negative: bool) -> Result<Term, Error> {
        let atom = u32::try_from(atom).ok().filter(|&atom| atom < 1 << 31);
        Ok(Term(atom.ok_or(Error::StoreFull)? << 1 | u32::from(negative)))
    }

    pub(super) fn atom(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    pub(super) fn positive(self) -> Term {
        Term(self.0 & !1)
    }

    pub(super) fn negative(self) -> Term {
        Term(self.0 ^ 1)
    }
}

/// What an atom stands for.
#[derive(Debug, Clone)]
pub(super) enum Kind<P> {
    /// A position.
    Position(P),
    /// A game that is not packed, without its number.
    Game(Game),
}

/// A summand.
#[derive(Debug)]
struct Atom<P> {
    kind: Kind<P>,
    /// When the negative is the atom plus a number: that number.
    turn: Option<Game>,
    /// The choices of Left and Right, once they were asked for.
    choices: [Option<Arc<Choices>>; 2],
    /// How many they have, where that is known before.
    mobility: [Option<u32>; 2],
    /// The value of a position, once known; the game itself otherwise.
    value: Option<Game>,
    /// How often a value was wanted.
    wanted: u32,
    /// Number of walks that did not find whether play in it ends.
    asked: u32,
    /// Whether play in it is known to end.
    ends: bool,
    /// Mean and temperature of a game.
    heat: Option<Box<(Dyadic, Dyadic)>>,
}

/// A game as a packed one plus at most one term.
#[derive(Debug, Clone, Copy)]
struct Split {
    packed: Game,
    term: Option<Term>,
}

/// The atoms of positions.
#[derive(Debug)]
struct Places<P> {
    /// The number of a position, where most have small numbers.
    number: fn(&P) -> Option<u32>,
    /// The atoms by number; [`NONE`] where there is none.
    numbered: Vec<u32>,
    others: FxHashMap<P, u32>,
}

const NONE: u32 = u32::MAX;

impl<P: Clone + Eq + Hash> Places<P> {
    fn get(&self, position: &P) -> Option<u32> {
        match (self.number)(position) {
            Some(at) => self.numbered.get(at as usize).copied().filter(|&atom| atom != NONE),
            None => self.others.get(position).copied(),
        }
    }

    fn insert(&mut self, position: &P, atom: u32) {
        let Some(at) = (self.number)(position) else {
            self.others.insert(position.clone(), atom);
            return;
        };
        let at = at as usize;
        if at >= self.numbered.len() {
            self.numbered.resize(at + 1, NONE);
        }
        self.numbered[at] = atom;
    }
}

/// All atoms of a table.
#[derive(Debug)]
pub(super) struct Atoms<P> {
    list: Vec<Atom<P>>,
    places: Places<P>,
    games: FxHashMap<Game, Split>,
    /// Choices kept with the atoms.
    held: usize,
}

impl<P> Atoms<P> {
    /// No atoms yet; most positions have numbers.
    pub(super) fn new(number: fn(&P) -> Option<u32>) -> Self {
        let places = Places { number, numbered: Vec::new(), others: FxHashMap::default() };
        Atoms { list: Vec::new(), places, games: FxHashMap::default(), held: 0 }
    }

    /// Forgets all atoms.
    pub(super) fn clear(&mut self) {
        *self = Atoms::new(self.places.number);
    }
}

impl<P: Clone + Eq + Hash> Atoms<P> {
    fn add(
        &mut self,
        kind: Kind<P>,
        turn: Option<Game>,
        mobility: [Option<u32>; 2],
    ) -> Result<Term, Error> {
        let term = Term::new(self.list.len(), false)?;
        let value = match kind {
            Kind::Position(_) => None,
            Kind::Game(game) => Some(game),
        };
        let (choices, ends) = ([None, None], value.is_some());
        let (wanted, asked, heat) = (0, 0, None);
        self.list.push(Atom { kind, turn, choices, mobility, value, wanted, ends, asked, heat });
        Ok(term)
    }

    /// The number that turns an atom into its negative, when there is one.
    pub(super) fn turn(&self, term: Term) -> Option<Game> {
        self.list[term.atom()].turn
    }

    /// The position that an atom stands for, unless it is a game.
    pub(super) fn position_of(&self, term: Term) -> Option<&P> {
        match &self.list[term.atom()].kind {
            Kind::Position(position) => Some(position),
            Kind::Game(_) => None,
        }
    }

    /// The game that a term is, if it is one.
    pub(super) fn game(&self, store: &Store, term: Term) -> Result<Option<Game>, Error> {
        match self.list[term.atom()].kind {
            Kind::Game(game) if term.is_negative() => Ok(Some(store.neg(game)?)),
            Kind::Game(game) => Ok(Some(game)),
            Kind::Position(_) => Ok(None),
        }
    }

    /// What an atom stands for.
    pub(super) fn kind(&self, term: Term) -> &Kind<P> {
        &self.list[term.atom()].kind
    }

    /// The number of moves of Left (0) or Right (1) in an atom, when it is known without listing them.
    pub(super) fn mobility(&self, term: Term, side: usize) -> Option<u32> {
        self.list[term.atom()].mobility[side]
    }

    /// Whether the value of an atom is known.
    pub(super) fn has_value(&self, term: Term) -> bool {
        self.list[term.atom()].value.is_some()
    }

    /// The choices of Left (0) or Right (1) in an atom, when they are kept.
    pub(super) fn choices(&self, term: Term, side: usize) -> Option<&Arc<Choices>> {
        self.list[term.atom()].choices[side].as_ref()
    }

    /// Keeps choices, and forgets the others when they are too many.
    pub(super) fn keep_choices(&mut self, term: Term, side: usize, choices: Arc<Choices>) {
        if self.held + choices.len() > MOST_HELD {
            self.list.iter_mut().for_each(|atom| atom.choices = [None, None]);
            self.held = 0;
        }
        self.held += choices.len();
        self.list[term.atom()].choices[side] = Some(choices);
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Mean and temperature of a term that is a game.
    pub(super) fn heat(
        &mut self,
        store: &Store,
        term: Term,
    ) -> Result<Option<&(Dyadic, Dyadic)>, Error> {
        let atom = &mut self.list[term.atom()];
        let Kind::Game(game) = atom.kind else { return Ok(None) };
        if atom.heat.is_none() {
            let graph = thermograph(store, game)?;
            atom.heat = Some(Box::new((graph.mean.clone(), graph.temperature.clone())));
        }
        Ok(atom.heat.as_deref())
    }
}

impl<R: Ruleset> Search<'_, R> {
    /// The atom of a position.
    pub(super) fn position(&mut self, position: &R::Position) -> Result<Term, R::Error> {
        if let Some(atom) = self.atoms.places.get(position) {
            return Ok(Term::new(atom as usize, false)?);
        }
        let alike = self.settings.cancel && self.solver.rules.is_own_negative(position);
        let turn = alike.then_some(Game::ZERO);
        let counted = |player| self.solver.rules.mobility(position, player);
        let mobility = match self.settings.mobility {
            true => [Player::Left, Player::Right].map(counted),
            false => [None, None],
        };
        let term = self.atoms.add(Kind::Position(position.clone()), turn, mobility)?;
        self.atoms.places.insert(position, term.0 >> 1);
        Ok(term)
    }

    /// A game as a packed one and at most one term.
    pub(super) fn split(&mut self, game: Game) -> Result<(Game, Option<Term>), Error> {
        if let Some(split) = self.atoms.games.get(&game) {
            return Ok((split.packed, split.term));
        }
        let (number, base) = self.solver.store.split_number(game)?;
        let split = if self.solver.store.as_number_up_star(base).is_some() {
            Split { packed: game, term: None }
        } else {
            let turned = self.solver.store.neg(base)?;
            let (shift, other) = self.solver.store.split_number(turned)?;
            // -base = shift + other, and base = -shift - other.
            if base <= other {
                let term = self.base(base, (base == other).then_some(&shift))?;
                Split { packed: self.solver.store.number(&number)?, term: Some(term) }
            } else {
                let term = self.base(other, None)?.negative();
                Split { packed: self.solver.store.number(&(&number - &shift))?, term: Some(term) }
            }
        };
        self.atoms.games.insert(game, split);
        Ok((split.packed, split.term))
    }

    /// The atom of a game without number.
    fn base(&mut self, base: Game, shift: Option<&Dyadic>) -> Result<Term, Error> {
        if let Some(Split { packed: Game::ZERO, term: Some(term) }) = self.atoms.games.get(&base) {
            return Ok(*term);
        }
        let turn = match shift {
            Some(shift) if self.settings.cancel => Some(self.solver.store.number(shift)?),
            _ => None,
        };
        let term = self.atoms.add(Kind::Game(base), turn, [None, None])?;
        self.atoms.games.insert(base, Split { packed: Game::ZERO, term: Some(term) });
        Ok(term)
    }

    /// The value of a term that is a position, when it is known or found with this effort. It
    /// is looked for when it is wanted for the first, second, fourth, ... time.
    pub(super) fn value(&mut self, term: Term, effort: Effort) -> Result<Option<Game>, R::Error> {
        let atom = &mut self.atoms.list[term.atom()];
        let Kind::Position(position) = &atom.kind else { return Ok(None) };
        if !self.settings.values {
            return Ok(None);
        }
        if atom.value.is_none() {
            let position = position.clone();
            let mut value = values::known(self.solver, &position)?;
            if value.is_none() && effort == Effort::Little {
                atom.wanted = atom.wanted.saturating_add(1);
                let times = u64::from(atom.wanted);
                if times.is_power_of_two() {
                    value = self.try_value(&position, FIRST_EFFORT.saturating_mul(times))?;
                }
            }
            self.atoms.list[term.atom()].value = value;
        }
        match self.atoms.list[term.atom()].value {
            Some(value) if term.is_negative() => Ok(Some(self.solver.store.neg(value)?)),
            value => Ok(value),
        }
    }

    /// Whether play in a term is known to end, or seen to with little effort: then it and its
    /// negative make 0. Asked in vain, it is looked for the first, second, fourth, ... time.
    ///
    /// # Errors
    /// When a line of play is seen to return, and when the rules fail.
    pub(super) fn ends(&mut self, term: Term) -> Result<bool, R::Error> {
        let atom = &mut self.atoms.list[term.atom()];
        let Kind::Position(position) = &atom.kind else { return Ok(true) };
        if atom.ends {
            return Ok(true);
        }
        let position = position.clone();
        atom.asked = atom.asked.saturating_add(1);
        let times = u64::from(atom.asked);
        let steps = match times.is_power_of_two() {
            true => FIRST_EFFORT.saturating_mul(times).min(self.credit),
            false => 0,
        };
        let before = self.solver.store.budget().effort();
        let found = match steps {
            0 if surely_ends(self.solver, &position)? => Lines::End,
            0 => Lines::Unknown,
            _ => lines(self.solver, &position, steps)?,
        };
        if found == Lines::Return {
            return Err(self.solver.rules.repeats(vec![position]));
        }
        let ends = found == Lines::End;
        self.credit = self.credit.saturating_sub(self.solver.store.budget().effort() - before);
        self.atoms.list[term.atom()].ends = ends;
        Ok(ends)
    }

    /// Looks for a value for some steps, as long as there is credit.
    pub(super) fn try_value(
        &mut self,
        position: &R::Position,
        steps: u64,
    ) -> Result<Option<Game>, R::Error> {
        let steps = steps.min(self.credit);
        if steps == 0 {
            return Ok(None);
        }
        let before = self.solver.store.budget().effort();
        let value = values::value_within(self.solver, position, before.saturating_add(steps));
        self.credit = self.credit.saturating_sub(self.solver.store.budget().effort() - before);
        value
    }
}
