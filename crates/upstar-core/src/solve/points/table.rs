//! Transposition table of games about points.
//!
//! Knows: positions by number, their moves in the order in which they are tried, bounds.
//! Must not know: which questions are asked.

use std::cmp::Ordering;
use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::Turn;
use crate::solve::bounded::Bounded;
use crate::solve::{Playable, Searches};
use crate::{Budget, Error, Player, Rational};

/// About how many bytes a position takes beside what it points at.
const BYTES: u64 = 128;

/// A move between numbered positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScoringMove {
    pub(super) to: u32,
    /// The number of its gain.
    gain: u32,
    /// The number of its gain with the estimate of what follows.
    promise: u32,
    pub(super) exchanged: bool,
}

/// Whose turn it is in a position, and the moves; one that cut off is moved to the front.
#[derive(Debug)]
pub(super) struct ScoringMoves {
    pub(super) mover: Player,
    pub(super) steps: Box<[ScoringMove]>,
}

/// Bounds of the value of a position, and the number of its moves, once they were listed.
#[derive(Debug, Default)]
pub(super) struct BoundedPosition {
    size: Option<u32>,
    pub(super) lower: Option<Rational>,
    pub(super) upper: Option<Rational>,
}

/// Positions by number, with bounds of their values, which stay valid when a search is stopped.
///
/// Moves are most of it: they are replaced when memory is scarce, and listed again. Positions stay, because moves know
/// them by number, and bounds stay with them: they take less memory than the positions.
#[derive(Debug)]
pub(crate) struct ScoreTable<P> {
    positions: Vec<P>,
    numbers: HashTable<u32>,
    pub(super) nodes: Vec<BoundedPosition>,
    /// Moves that are listed, except those of the positions on the path of a search.
    moves: Bounded<u32, ScoringMoves>,
    gains: Vec<Rational>,
    gain_numbers: FxHashMap<Rational, u32>,
}

impl<P> Default for ScoreTable<P> {
    fn default() -> Self {
        ScoreTable {
            positions: Vec::new(),
            numbers: HashTable::new(),
            nodes: Vec::new(),
            moves: Bounded::default(),
            gains: Vec::new(),
            gain_numbers: FxHashMap::default(),
        }
    }
}

impl<P> ScoreTable<P> {
    /// Number of positions.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }
}

impl<P: Clone + Eq + Hash> ScoreTable<P> {
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
        self.nodes.push(BoundedPosition::default());
        Ok(number)
    }

    pub(super) fn position(&self, number: u32) -> &P {
        &self.positions[number as usize]
    }

    pub(super) fn node(&mut self, number: u32) -> &mut BoundedPosition {
        &mut self.nodes[number as usize]
    }

    /// Gain of a move, for Left.
    pub(super) fn gain(&self, step: ScoringMove) -> &Rational {
        &self.gains[step.gain as usize]
    }

    fn gain_number(&mut self, gain: Rational) -> u32 {
        let gains = &mut self.gains;
        *self.gain_numbers.entry(gain).or_insert_with_key(|gain| {
            gains.push(gain.clone());
            gains.len() as u32 - 1
        })
    }

    /// Takes the moves of a position out of the table, or lists them. Where play is over there are none, and
    /// the position gets its value.
    pub(super) fn take_moves<R: Playable<Position = P>>(
        &mut self,
        searches: &Searches<'_, R>,
        number: u32,
    ) -> Result<Option<ScoringMoves>, R::Error> {
        if let Some(moves) = self.moves.remove(&number) {
            return Ok(Some(moves));
        }
        searches.store().budget().step().map_err(Error::from)?;
        let position = self.position(number).clone();
        let (mover, moves) = match searches.rules().turn(&position)? {
            Turn::Of(mover, moves) => (mover, moves),
            Turn::Over(score) => {
                let node = self.node(number);
                (node.lower, node.upper) = (Some(score.clone()), Some(score));
                node.size = Some(0);
                return Ok(None);
            }
        };
        searches.store().budget().reserve(BYTES * moves.len() as u64).map_err(Error::from)?;
        let mut steps = Vec::with_capacity(moves.len());
        for step in moves {
            let promise = match (searches.rules().estimate(&step.to), step.exchanged) {
                (None, _) => step.gain.clone(),
                (Some(estimate), false) => &step.gain + &estimate,
                (Some(estimate), true) => &step.gain - &estimate,
            };
            let (gain, promise) = (self.gain_number(step.gain), self.gain_number(promise));
            let to = self.number(step.to)?;
            steps.push(ScoringMove { to, gain, promise, exchanged: step.exchanged });
        }
        self.put_in_order(mover, &mut steps);
        self.node(number).size = Some(steps.len() as u32);
        Ok(Some(ScoringMoves { mover, steps: steps.into() }))
    }

    /// Puts the moves of a position back, which was searched in so many steps.
    pub(super) fn keep_moves(
        &mut self,
        number: u32,
        moves: ScoringMoves,
        steps: u64,
        budget: &Budget,
    ) {
        self.moves.insert(number, moves, steps, budget);
    }

    /// Order of two moves by promise.
    fn by_promise(&self, a: ScoringMove, b: ScoringMove) -> Ordering {
        self.gains[a.promise as usize].cmp(&self.gains[b.promise as usize])
    }

    /// Sorts moves by promise, the best first, and drops those that are the same.
    fn put_in_order(&self, mover: Player, steps: &mut Vec<ScoringMove>) {
        steps.sort_by(|a, b| {
            let order = self.by_promise(*a, *b);
            if mover == Player::Left { order.reverse() } else { order }
        });
        let mut seen = rustc_hash::FxHashSet::default();
        steps.retain(|step| seen.insert((step.to, step.gain, step.exchanged)));
    }

    /// Sorts moves by promise, and those of equal promise by the number of moves where they lead; positions whose
    /// moves were never listed come last.
    pub(super) fn known_first(&self, moves: &mut ScoringMoves) {
        let size = |step: &ScoringMove| self.nodes[step.to as usize].size.unwrap_or(u32::MAX);
        moves.steps.sort_by(|a, b| {
            let order = self.by_promise(*a, *b);
            let order = if moves.mover == Player::Left { order.reverse() } else { order };
            order.then_with(|| size(a).cmp(&size(b)))
        });
    }

    /// Lower and upper bound of a move, by those of where it leads.
    pub(super) fn bounds(&self, step: ScoringMove) -> (Option<Rational>, Option<Rational>) {
        let (to, gain) = (&self.nodes[step.to as usize], self.gain(step));
        let plus = |bound: &Option<Rational>| bound.as_ref().map(|bound| gain + bound);
        let minus = |bound: &Option<Rational>| bound.as_ref().map(|bound| gain - bound);
        match step.exchanged {
            false => (plus(&to.lower), plus(&to.upper)),
            true => (minus(&to.upper), minus(&to.lower)),
        }
    }
}

impl BoundedPosition {
    /// Takes a lower bound, found for Left, or an upper one, found for Right.
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
