//! What is known of the values of positions.
//!
//! Knows: positions by number, their moves in the order in which they are tried, bounds.
//! Must not know: which questions are asked.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::Turn;
use crate::solve::{Ruleset, Solver};
use crate::{Error, Player, Rational};

/// About how many bytes a position takes beside what it points at.
const BYTES: u64 = 128;

/// A move between numbered positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) to: u32,
    /// The number of its gain.
    gain: u32,
    pub(super) exchanged: bool,
}

/// Whose turn it is in a position, and the moves; those come first that were good before.
#[derive(Debug)]
pub(super) struct Moves {
    pub(super) mover: Player,
    pub(super) steps: Box<[Step]>,
}

/// What is known of a position.
#[derive(Debug, Default)]
pub(super) struct Node {
    pub(super) moves: Option<Box<Moves>>,
    pub(super) lower: Option<Rational>,
    pub(super) upper: Option<Rational>,
    /// Whether a search is at work on it.
    pub(super) open: bool,
}

/// Bounds for the values of positions. They stay valid when a search is stopped.
#[derive(Debug)]
pub(crate) struct Table<P> {
    positions: Vec<P>,
    numbers: HashTable<u32>,
    pub(super) nodes: Vec<Node>,
    gains: Vec<Rational>,
    gain_numbers: FxHashMap<Rational, u32>,
}

impl<P> Default for Table<P> {
    fn default() -> Self {
        Table {
            positions: Vec::new(),
            numbers: HashTable::new(),
            nodes: Vec::new(),
            gains: Vec::new(),
            gain_numbers: FxHashMap::default(),
        }
    }
}

impl<P> Table<P> {
    /// How many positions have been met.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }
}

impl<P: Clone + Eq + Hash> Table<P> {
    pub(super) fn number(&mut self, position: P) -> Result<u32, Error> {
        let positions = &mut self.positions;
        let hash = FxBuildHasher.hash_one(&position);
        if let Some(known) = self.numbers.find(hash, |&known| positions[known as usize] == position)
        {
            return Ok(*known);
        }
        let number = u32::try_from(positions.len()).map_err(|_| Error::StoreFull)?;
        positions.push(position);
        let hasher = |&known: &u32| FxBuildHasher.hash_one(&positions[known as usize]);
        self.numbers.insert_unique(hash, number, hasher);
        self.nodes.push(Node::default());
        Ok(number)
    }

    pub(super) fn position(&self, number: u32) -> &P {
        &self.positions[number as usize]
    }

    pub(super) fn node(&mut self, number: u32) -> &mut Node {
        &mut self.nodes[number as usize]
    }

    /// What Left gets for a move at once.
    pub(super) fn gain(&self, step: Step) -> &Rational {
        &self.gains[step.gain as usize]
    }

    fn gain_number(&mut self, gain: Rational) -> u32 {
        let gains = &mut self.gains;
        *self.gain_numbers.entry(gain).or_insert_with_key(|gain| {
            gains.push(gain.clone());
            gains.len() as u32 - 1
        })
    }

    /// Finds out what can be done in a position, unless that is known. An end gets its value.
    pub(super) fn look<R: Ruleset<Position = P>>(
        &mut self,
        solver: &Solver<'_, R>,
        number: u32,
    ) -> Result<(), R::Error> {
        if self.node(number).moves.is_some() {
            return Ok(());
        }
        solver.store().budget().step().map_err(Error::from)?;
        let position = self.position(number).clone();
        let (mover, moves) = match solver.rules().turn(&position)? {
            Turn::Of(mover, moves) => (mover, moves),
            Turn::Over(score) => {
                let node = self.node(number);
                (node.lower, node.upper) = (Some(score.clone()), Some(score));
                return Ok(());
            }
        };
        solver.store().budget().reserve(BYTES * moves.len() as u64).map_err(Error::from)?;
        let mut steps = Vec::with_capacity(moves.len());
        for step in moves {
            let (gain, to) = (self.gain_number(step.gain), self.number(step.to)?);
            steps.push(Step { to, gain, exchanged: step.exchanged });
        }
        self.put_in_order(mover, &mut steps);
        self.node(number).moves = Some(Box::new(Moves { mover, steps: steps.into() }));
        Ok(())
    }

    /// What brings most at once comes first; moves that are the same are tried once.
    fn put_in_order(&self, mover: Player, steps: &mut Vec<Step>) {
        steps.sort_by(|a, b| {
            let order = self.gain(*a).cmp(self.gain(*b));
            if mover == Player::Left { order.reverse() } else { order }
        });
        let mut seen = rustc_hash::FxHashSet::default();
        steps.retain(|step| seen.insert((step.to, step.gain, step.exchanged)));
    }

    /// Among moves that bring the same at once, those come first that lead to positions with few moves
    /// that were looked at before.
    pub(super) fn known_first(&mut self, number: u32) {
        let mut moves = self.node(number).moves.take().expect("it was looked at, and is no end");
        let size = |step: &Step| {
            let node = &self.nodes[step.to as usize];
            let end = if node.lower.is_some() { 0 } else { usize::MAX };
            node.moves.as_ref().map_or(end, |moves| moves.steps.len())
        };
        moves.steps.sort_by(|a, b| {
            let order = self.gain(*a).cmp(self.gain(*b));
            let order = if moves.mover == Player::Left { order.reverse() } else { order };
            order.then_with(|| size(a).cmp(&size(b)))
        });
        self.node(number).moves = Some(moves);
    }

    /// The bounds that a move has by those of where it leads: at least and at most.
    pub(super) fn bounds(&self, step: Step) -> (Option<Rational>, Option<Rational>) {
        let (to, gain) = (&self.nodes[step.to as usize], self.gain(step));
        let plus = |bound: &Option<Rational>| bound.as_ref().map(|bound| gain + bound);
        let minus = |bound: &Option<Rational>| bound.as_ref().map(|bound| gain - bound);
        match step.exchanged {
            false => (plus(&to.lower), plus(&to.upper)),
            true => (minus(&to.upper), minus(&to.lower)),
        }
    }
}

impl Node {
    /// Takes a bound from below, found for Left, or from above, found for Right.
    pub(super) fn tighten(&mut self, by: Player, bound: Rational) {
        let known = match by {
            Player::Left => &mut self.lower,
            Player::Right => &mut self.upper,
        };
        *known = Some(match known.take() {
            Some(before) => super::better(by, before, bound),
            None => bound,
        });
    }
}
