//! The indivisible summands of a search, by number.
//!
//! Knows: positions and games, their options, and what is known of their values.
//! Must not know: sums.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Search;
use crate::solve::graph::{Lines, lines, surely_ends};
use crate::solve::{Part, Ruleset, values};
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

    pub(super) fn negative(self) -> Term {
        Term(self.0 ^ 1)
    }
}

/// What an atom stands for.
#[derive(Debug, Clone)]
enum Kind<P> {
    /// A position.
    Position(P),
    /// A game that is not packed, without its number.
    Game(Game),
}

/// Where a player can move in an atom: what the atom is replaced by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Choice {
    /// The packed games of the option together.
    pub game: Game,
    /// Its other terms.
    pub terms: Box<[Term]>,
}

/// The choices of a player.
pub(super) type Choices = Arc<[Choice]>;

/// A summand.
#[derive(Debug, Clone)]
struct Atom<P> {
    kind: Kind<P>,
    /// When the negative is the atom plus a number: that number.
    turn: Option<Game>,
    /// The choices of Left and Right, once somebody asked.
    choices: [Option<Choices>; 2],
    /// The value of a position, once known; the game itself otherwise.
    value: Option<Game>,
    /// How often a value was wanted.
    wanted: u32,
    /// Whether play in it is known to end.
    ends: bool,
    /// How often that was asked in vain.
    asked: u32,
    /// Mean and temperature of a game.
    heat: Option<Arc<(Dyadic, Dyadic)>>,
}

/// A game as a packed one plus at most one term.
#[derive(Debug, Clone, Copy)]
struct Split {
    packed: Game,
    term: Option<Term>,
}

/// All atoms of a table.
#[derive(Debug, Clone)]
pub(super) struct Atoms<P> {
    list: Vec<Atom<P>>,
    positions: FxHashMap<P, u32>,
    games: FxHashMap<Game, Split>,
    /// Choices kept with the atoms.
    held: usize,
}

impl<P> Default for Atoms<P> {
    fn default() -> Self {
        let (positions, games) = (FxHashMap::default(), FxHashMap::default());
        Atoms { list: Vec::new(), positions, games, held: 0 }
    }
}

impl<P: Clone + Eq + Hash> Atoms<P> {
    fn add(&mut self, kind: Kind<P>, turn: Option<Game>) -> Result<Term, Error> {
        let term = Term::new(self.list.len(), false)?;
        let value = match kind {
            Kind::Position(_) => None,
            Kind::Game(game) => Some(game),
        };
        let (choices, ends) = ([None, None], value.is_some());
        self.list.push(Atom { kind, turn, choices, value, wanted: 0, ends, asked: 0, heat: None });
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

    /// Counts choices to be kept, and forgets the others when they are too many.
    fn make_room(&mut self, more: usize) {
        if self.held + more > MOST_HELD {
            self.list.iter_mut().for_each(|atom| atom.choices = [None, None]);
            self.held = 0;
        }
        self.held += more;
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
    ) -> Result<Option<Arc<(Dyadic, Dyadic)>>, Error> {
        let atom = &mut self.list[term.atom()];
        let Kind::Game(game) = atom.kind else { return Ok(None) };
        if atom.heat.is_none() {
            let graph = thermograph(store, game)?;
            atom.heat = Some(Arc::new((graph.mean.clone(), graph.temperature.clone())));
        }
        Ok(atom.heat.clone())
    }
}

/// The place of a player's choices: those of the opponent when the term is negative.
fn side(term: Term, player: Player) -> usize {
    usize::from((player == Player::Right) != term.is_negative())
}

impl<R: Ruleset> Search<'_, R> {
    /// The atom of a position.
    pub(super) fn position(&mut self, position: &R::Position) -> Result<Term, R::Error> {
        if let Some(&atom) = self.atoms.positions.get(position) {
            return Ok(Term::new(atom as usize, false)?);
        }
        let alike = self.settings.cancel && self.solver.rules.stays_impartial(position);
        let turn = alike.then_some(Game::ZERO);
        let term = self.atoms.add(Kind::Position(position.clone()), turn)?;
        self.atoms.positions.insert(position.clone(), term.0 >> 1);
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
        let term = self.atoms.add(Kind::Game(base), turn)?;
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
        let before = self.solver.store.budget().steps();
        let found = match steps {
            0 if surely_ends(self.solver, &position)? => Lines::End,
            0 => Lines::Unknown,
            _ => lines(self.solver, &position, steps)?,
        };
        if found == Lines::Return {
            return Err(self.solver.rules.repeats(vec![position]));
        }
        let ends = found == Lines::End;
        self.credit = self.credit.saturating_sub(self.solver.store.budget().steps() - before);
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
        let before = self.solver.store.budget().steps();
        let value = values::value_within(self.solver, position, before.saturating_add(steps));
        self.credit = self.credit.saturating_sub(self.solver.store.budget().steps() - before);
        value
    }

    /// Where a player can move in a term.
    pub(super) fn choices(&mut self, term: Term, player: Player) -> Result<Choices, R::Error> {
        let side = side(term, player);
        let atom = &self.atoms.list[term.atom()];
        if let Some(known) = &atom.choices[side] {
            return Ok(known.clone());
        }
        let mover = if side == 0 { Player::Left } else { Player::Right };
        let choices = match atom.kind.clone() {
            Kind::Position(position) => {
                if side == 1 && self.solver.rules.is_impartial(&position) {
                    return self.choices(Term(term.0 & !1), Player::Left);
                }
                self.position_choices(&position, mover)?
            }
            Kind::Game(game) => self.game_choices(game, mover)?,
        };
        let choices: Choices = choices.into();
        self.atoms.make_room(choices.len());
        self.atoms.list[term.atom()].choices[side] = Some(choices.clone());
        Ok(choices)
    }

    /// Whose options in which position make Left's choices in a term, if these are needed and not listed.
    pub(super) fn not_listed(&mut self, term: Term) -> Option<(R::Position, Player)> {
        let atom = &self.atoms.list[term.atom()];
        let Kind::Position(position) = &atom.kind else { return None };
        let side = match side(term, Player::Left) {
            1 if self.solver.rules.is_impartial(position) => 0,
            side => side,
        };
        let open = atom.choices[side].is_none() && atom.value.is_none();
        open.then(|| (position.clone(), [Player::Left, Player::Right][side]))
    }

    fn position_choices(
        &mut self,
        position: &R::Position,
        mover: Player,
    ) -> Result<Vec<Choice>, R::Error> {
        let options = self.solver.options(position, mover)?;
        let mut seen = FxHashSet::default();
        let mut choices = Vec::with_capacity(options.len());
        for option in options {
            self.solver.store.budget().step().map_err(Error::from)?;
            let choice = self.choice(&option)?;
            if seen.insert(choice.clone()) {
                choices.push(choice);
            }
        }
        Ok(choices)
    }

    /// An option by its atoms; values that come later are put in when it is played.
    fn choice(&mut self, option: &[Part<R::Position>]) -> Result<Choice, R::Error> {
        let mut game = Game::ZERO;
        let mut terms = Vec::with_capacity(option.len());
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
        Ok(Choice { game, terms: terms.into() })
    }

    fn game_choices(&mut self, game: Game, mover: Player) -> Result<Vec<Choice>, R::Error> {
        let options = match mover {
            Player::Left => self.solver.store.left_options(game)?,
            Player::Right => self.solver.store.right_options(game)?,
        };
        let mut choices = Vec::with_capacity(options.len());
        for option in options {
            let (game, term) = self.split(option)?;
            choices.push(Choice { game, terms: term.into_iter().collect() });
        }
        Ok(choices)
    }
}
