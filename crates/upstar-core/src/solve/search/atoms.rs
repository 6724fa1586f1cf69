//! The indivisible summands of a search, by number.
//!
//! Knows: positions and games, what is known of their values. Must not know: sums.

use std::hash::Hash;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize};
use std::sync::{Arc, OnceLock};

use super::SumSearch;
use super::bounds::{Proofs, Proved};
use super::choices::Choices;
use crate::budget::effort;
use crate::shared::ConcurrentMap;
use crate::solve::graph::{Lines, lines, surely_ends};
use crate::solve::memo::{Answers, PackedAnswer};
use crate::solve::{Playable, Prospects, values};
use crate::thermo::thermograph;
use crate::{Dyadic, Error, Game, Player, Store};

/// Steps for the first attempt to find the value of a position.
const FIRST_EFFORT: u64 = 300;

/// Choices that are kept; beyond, they are asked for again when needed.
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
pub(super) struct SignedAtom(u32);

impl SignedAtom {
    fn new(atom: usize, negative: bool) -> Result<SignedAtom, Error> {
        let atom = u32::try_from(atom).ok().filter(|&atom| atom < 1 << 31);
        Ok(SignedAtom(atom.ok_or(Error::StoreFull)? << 1 | u32::from(negative)))
    }

    pub(super) fn atom(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The term of the atom that got another number.
    pub(super) fn renumbered(self, numbers: &[u32]) -> SignedAtom {
        SignedAtom(numbers[self.atom()] << 1 | self.0 & 1)
    }

    pub(super) fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// The player who makes Left's moves in the term.
    pub(super) fn mover(self) -> Player {
        if self.is_negative() { Player::Right } else { Player::Left }
    }

    pub(super) fn positive(self) -> SignedAtom {
        SignedAtom(self.0 & !1)
    }

    pub(super) fn negative(self) -> SignedAtom {
        SignedAtom(self.0 ^ 1)
    }
}

/// What an atom stands for.
#[derive(Debug, Clone)]
pub(super) enum AtomKind<P> {
    /// A position.
    Position(P),
    /// A game that is not packed, without its number; its mean and temperature, once they are known.
    Game { game: Game, heat: OnceLock<Box<(Dyadic, Dyadic)>> },
}

/// A summand.
#[derive(Debug)]
struct Atom<P> {
    kind: AtomKind<P>,
    /// When the negative is the atom plus a number: that number.
    turn: Option<Game>,
    /// How many they have, where that is known before.
    mobility: [Option<u32>; 2],
    /// What Left and Right can surely do in a position, where that is counted.
    prospects: Option<[Prospects; 2]>,
    /// The value of a position, packed, once known; the game itself otherwise. Games are 32 bits.
    value: AtomicU32,
    /// How often a value was wanted.
    wanted: AtomicU32,
    /// Number of walks that did not find whether play in it ends.
    asked: AtomicU32,
    /// Whether play in it is known to end.
    ends: AtomicBool,
    /// The bounds of it and of its negative.
    proved: [Proved; 2],
}

impl<P> Atom<P> {
    fn value(&self) -> Option<Game> {
        Game::unpack(u64::from(self.value.load(Relaxed)))
    }
}

/// A game as a packed one plus at most one term.
#[derive(Debug, Clone, Copy)]
struct Split {
    packed: Game,
    term: Option<SignedAtom>,
}

/// All atoms of a table, for all threads that search.
#[derive(Debug)]
pub(super) struct Atoms<P> {
    list: boxcar::Vec<Atom<P>>,
    /// The atoms of positions.
    positions: Answers<P, u32>,
    games: ConcurrentMap<Game, Split>,
    /// The choices of Left in a term.
    choices: ConcurrentMap<SignedAtom, Arc<Choices>>,
    /// How many they are together.
    held: AtomicUsize,
}

impl<P> Atoms<P> {
    /// No atoms yet; most positions have numbers.
    pub(super) fn new(number: fn(&P) -> Option<u32>) -> Self {
        Atoms {
            list: boxcar::Vec::new(),
            positions: Answers::new(number),
            games: ConcurrentMap::default(),
            choices: ConcurrentMap::default(),
            held: AtomicUsize::new(0),
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.list.count()
    }

    /// Forgets all atoms but those that are used, and all choices. Returns the new numbers of the others, in the
    /// same order.
    pub(super) fn keep(&mut self, used: &[bool]) -> Vec<u32>
    where
        P: Clone + Eq + Hash,
    {
        let fewer = Atoms::new(self.positions.numbers());
        let Atoms { list: all, .. } = std::mem::replace(self, fewer);
        let mut numbers = vec![0; used.len()];
        for ((atom, number), _) in
            all.into_iter().zip(&mut numbers).zip(used).filter(|(_, used)| **used)
        {
            let kind = atom.kind.clone();
            // There were more before.
            *number = self.list.push(atom) as u32;
            match kind {
                AtomKind::Position(position) => self.positions.insert(position, *number),
                AtomKind::Game { game, .. } => {
                    let term = Some(SignedAtom(*number << 1));
                    self.games.insert(game, Split { packed: Game::ZERO, term });
                }
            }
        }
        numbers
    }

    fn at(&self, term: SignedAtom) -> &Atom<P> {
        &self.list[term.atom()]
    }

    fn add(
        &self,
        kind: AtomKind<P>,
        turn: Option<Game>,
        (mobility, prospects): ([Option<u32>; 2], Option<[Prospects; 2]>),
        value: Option<Game>,
    ) -> Result<SignedAtom, Error> {
        let atom = Atom {
            kind,
            turn,
            mobility,
            prospects,
            value: AtomicU32::new(value.map_or(0, |value| value.pack() as u32)),
            wanted: AtomicU32::new(0),
            asked: AtomicU32::new(0),
            ends: AtomicBool::new(value.is_some()),
            proved: Default::default(),
        };
        SignedAtom::new(self.list.push(atom), false)
    }

    /// The number that turns an atom into its negative, when there is one.
    pub(super) fn turn(&self, term: SignedAtom) -> Option<Game> {
        self.at(term).turn
    }

    /// The position that an atom stands for, unless it is a game.
    pub(super) fn position_of(&self, term: SignedAtom) -> Option<&P> {
        match self.kind(term) {
            AtomKind::Position(position) => Some(position),
            AtomKind::Game { .. } => None,
        }
    }

    /// The game that a term is, if it is one.
    pub(super) fn game(&self, store: &Store, term: SignedAtom) -> Result<Option<Game>, Error> {
        match *self.kind(term) {
            AtomKind::Game { game, .. } if term.is_negative() => Ok(Some(store.neg(game)?)),
            AtomKind::Game { game, .. } => Ok(Some(game)),
            AtomKind::Position(_) => Ok(None),
        }
    }

    /// What an atom stands for.
    pub(super) fn kind(&self, term: SignedAtom) -> &AtomKind<P> {
        &self.at(term).kind
    }

    /// The number of moves of Left in a term, when it is known without listing them.
    pub(super) fn mobility(&self, term: SignedAtom) -> Option<u32> {
        self.at(term).mobility[usize::from(term.is_negative())]
    }

    /// What Left and Right can surely do in a term that is a position, where that is counted.
    pub(super) fn prospects(&self, term: SignedAtom) -> Option<[Prospects; 2]> {
        let [left, right] = self.at(term).prospects?;
        Some(if term.is_negative() { [right, left] } else { [left, right] })
    }

    /// The bounds of a term that is a position.
    pub(super) fn proofs(&self, term: SignedAtom) -> Option<Proofs<'_>> {
        let Atom { kind: AtomKind::Position(_), proved, .. } = self.at(term) else { return None };
        let [positive, negative] = proved;
        Some(match term.is_negative() {
            false => Proofs { of_term: positive, of_negative: negative },
            true => Proofs { of_term: negative, of_negative: positive },
        })
    }

    /// The positions among the atoms, with what is proved of them.
    #[cfg(test)]
    pub(super) fn all_proofs(&self) -> impl Iterator<Item = (&P, Proofs<'_>)> {
        let terms = (0..self.len()).map(|atom| SignedAtom((atom as u32) << 1));
        terms.filter_map(|term| Some((self.position_of(term)?, self.proofs(term)?)))
    }

    /// Whether the value of an atom is known.
    pub(super) fn has_value(&self, term: SignedAtom) -> bool {
        self.at(term).value().is_some()
    }

    /// The choices of Left in a term, when they are kept.
    pub(super) fn choices(&self, term: SignedAtom) -> Option<Arc<Choices>> {
        self.choices.get(&term)
    }

    /// Keeps the choices of Left in a term, and forgets the others when they are too many.
    pub(super) fn keep_choices(&self, term: SignedAtom, choices: Arc<Choices>) {
        let more = choices.len();
        if self.held.fetch_add(more, Relaxed) + more > MOST_HELD {
            self.held.store(more, Relaxed);
            self.choices.clear();
        }
        self.choices.insert(term, choices);
    }

    /// Mean and temperature of a term that is a game.
    pub(super) fn heat(
        &self,
        store: &Store,
        term: SignedAtom,
    ) -> Result<Option<&(Dyadic, Dyadic)>, Error> {
        let atom = self.at(term);
        let AtomKind::Game { game, heat } = &atom.kind else { return Ok(None) };
        if let Some(known) = heat.get() {
            return Ok(Some(known));
        }
        let graph = thermograph(store, *game)?;
        let found = Box::new((graph.mean.clone(), graph.temperature.clone()));
        Ok(Some(heat.get_or_init(|| found)))
    }
}

impl<R: Playable> SumSearch<'_, R> {
    /// The atom of a position.
    pub(super) fn position(&mut self, position: &R::Position) -> Result<SignedAtom, R::Error> {
        let atoms = &self.memory.atoms;
        if let Some(atom) = atoms.positions.get(position) {
            return Ok(SignedAtom::new(atom as usize, false)?);
        }
        let alike = self.settings.cancel && self.searches.rules.is_own_negative(position);
        let turn = alike.then_some(Game::ZERO);
        let counted = |player| self.searches.rules.mobility(position, player);
        let zero = self.settings.values && self.searches.rules.is_zero(position);
        let zero = zero.then_some(Game::ZERO);
        let mobility = match self.settings.mobility {
            true => [Player::Left, Player::Right].map(counted),
            false => [None, None],
        };
        let counts = (mobility, self.searches.rules.prospects(position));
        let term = atoms.add(AtomKind::Position(position.clone()), turn, counts, zero)?;
        // Another thread may have been faster: then its atom is taken, and this one is not used.
        let atom = atoms.positions.get_or_insert(position.clone(), term.0 >> 1);
        Ok(SignedAtom::new(atom as usize, false)?)
    }

    /// A game as a packed one and at most one term.
    pub(super) fn split(&mut self, game: Game) -> Result<(Game, Option<SignedAtom>), Error> {
        let games = &self.memory.atoms.games;
        if let Some(split) = games.get(&game) {
            return Ok((split.packed, split.term));
        }
        let (number, base) = self.searches.store.split_number(game)?;
        let split = if self.searches.store.as_number_up_star(base).is_some() {
            Split { packed: game, term: None }
        } else {
            let turned = self.searches.store.neg(base)?;
            let (shift, other) = self.searches.store.split_number(turned)?;
            // -base = shift + other, and base = -shift - other.
            if base.by_id(&other).is_le() {
                let term = self.base(base, (base == other).then_some(&shift))?;
                Split { packed: self.searches.store.number(&number)?, term: Some(term) }
            } else {
                let term = self.base(other, None)?.negative();
                Split { packed: self.searches.store.number(&(&number - &shift))?, term: Some(term) }
            }
        };
        games.insert(game, split);
        Ok((split.packed, split.term))
    }

    /// The atom of a game without number.
    fn base(&mut self, base: Game, shift: Option<&Dyadic>) -> Result<SignedAtom, Error> {
        let atoms = &self.memory.atoms;
        if let Some(Split { packed: Game::ZERO, term: Some(term) }) = atoms.games.get(&base) {
            return Ok(term);
        }
        let turn = match shift {
            Some(shift) if self.settings.cancel => Some(self.searches.store.number(shift)?),
            _ => None,
        };
        let kind = AtomKind::Game { game: base, heat: OnceLock::new() };
        let term = atoms.add(kind, turn, ([None, None], None), Some(base))?;
        let new = Split { packed: Game::ZERO, term: Some(term) };
        // Another thread may have been faster.
        let before = atoms.games.update(base, |before| before.copied().unwrap_or(new));
        Ok(before.and_then(|split| split.term).unwrap_or(term))
    }

    /// The value of a term that is a position, when it is known or found with this effort. It
    /// is looked for when it is wanted for the first, second, fourth, ... time.
    pub(super) fn value(
        &mut self,
        term: SignedAtom,
        effort: Effort,
    ) -> Result<Option<Game>, R::Error> {
        let atom = self.memory.atoms.at(term);
        let AtomKind::Position(position) = &atom.kind else { return Ok(None) };
        if !self.settings.values {
            return Ok(None);
        }
        let mut value = atom.value();
        if value.is_none() {
            value = values::known(self.searches, position)?;
            if value.is_none() && effort == Effort::Little {
                let times = u64::from(atom.wanted.fetch_add(1, Relaxed)) + 1;
                if times.is_power_of_two() {
                    value = self.try_value(position, FIRST_EFFORT.saturating_mul(times))?;
                }
            }
            if let Some(value) = value {
                atom.value.store(value.pack() as u32, Relaxed);
            }
        }
        match value {
            Some(value) if term.is_negative() => Ok(Some(self.searches.store.neg(value)?)),
            value => Ok(value),
        }
    }

    /// Whether play in a term is known to end, or seen to with little effort: then it and its
    /// negative make 0. Asked in vain, it is looked for the first, second, fourth, ... time.
    ///
    /// # Errors
    /// When a line of play is seen to return, and when the rules fail.
    pub(super) fn ends(&mut self, term: SignedAtom) -> Result<bool, R::Error> {
        let atom = self.memory.atoms.at(term);
        let AtomKind::Position(position) = &atom.kind else { return Ok(true) };
        if atom.ends.load(Relaxed) {
            return Ok(true);
        }
        let times = u64::from(atom.asked.fetch_add(1, Relaxed)) + 1;
        let steps = match times.is_power_of_two() {
            true => FIRST_EFFORT.saturating_mul(times).min(self.credit),
            false => 0,
        };
        let before = effort();
        let found = match steps {
            0 if surely_ends(self.searches, position)? => Lines::End,
            0 => Lines::Unknown,
            _ => lines(self.searches, position, steps)?,
        };
        if found == Lines::Return {
            return Err(self.searches.rules.repeats(vec![position.clone()]));
        }
        let ends = found == Lines::End;
        self.credit = self.credit.saturating_sub(effort() - before);
        atom.ends.store(ends, Relaxed);
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
        let before = effort();
        let value = values::value_within(self.searches, position, before.saturating_add(steps));
        self.credit = self.credit.saturating_sub(effort() - before);
        value
    }
}
