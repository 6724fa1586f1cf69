//! Transposition table of games about points.
//!
//! Knows: positions by number, their moves in the order in which they are tried, bounds.
//! Must not know: which questions are asked.

use std::cmp::Ordering;
use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::Turn;
use crate::solve::bounded::Bounded;
use crate::solve::minimax::{self, Bounds, Listed};
use crate::solve::{Playable, Searches};
use crate::{Error, Player, Rational};

/// About how many bytes a position takes beside what it points at.
const BYTES: u64 = 128;

/// A move between numbered positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ScoringMove {
    pub(super) to: u32,
    /// The number of its gain.
    gain: u32,
    /// The number of its gain with the estimate of what follows.
    promise: u32,
    exchanged: bool,
}

/// Whose turn it is in a position, and the moves in the order in which they are tried.
#[derive(Debug)]
struct ScoringMoves {
    mover: Player,
    steps: Box<[ScoringMove]>,
}

/// Bounds of the value of a position, and the number of its moves, once they were listed.
#[derive(Debug)]
struct BoundedPosition {
    size: Option<u32>,
    bounds: Bounds<Rational>,
}

/// Positions by number, with bounds of their values, which stay valid when a search is stopped.
///
/// Moves are most of it: they are replaced when memory is scarce, and listed again. Positions stay, because moves know
/// them by number, and bounds stay with them: they take less memory than the positions.
#[derive(Debug)]
pub(crate) struct ScoreTable<P> {
    positions: Vec<P>,
    numbers: HashTable<u32>,
    nodes: Vec<BoundedPosition>,
    /// Moves that are listed; one that decided a question is at the front.
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
        self.nodes.push(BoundedPosition { size: None, bounds: Bounds::UNKNOWN });
        Ok(number)
    }

    pub(super) fn position(&self, number: u32) -> &P {
        &self.positions[number as usize]
    }

    pub(super) fn bounds(&self, number: u32) -> &Bounds<Rational> {
        &self.nodes[number as usize].bounds
    }

    pub(super) fn remember(&mut self, number: u32, known: Bounds<Rational>) {
        self.nodes[number as usize].bounds = known;
    }

    fn gain_number(&mut self, gain: Rational) -> u32 {
        let gains = &mut self.gains;
        *self.gain_numbers.entry(gain).or_insert_with_key(|gain| {
            gains.push(gain.clone());
            gains.len() as u32 - 1
        })
    }

    /// The moves of a position, or its score.
    pub(super) fn turn<R: Playable<Position = P>>(
        &mut self,
        searches: &Searches<'_, R>,
        number: u32,
    ) -> Result<minimax::Turn<Rational, ScoringMove>, R::Error> {
        if self.moves.get(&number).is_none()
            && let Some(score) = self.list(searches, number)?
        {
            return Ok(minimax::Turn::Over(score));
        }
        let ScoringMoves { mover, steps } = self.moves.get(&number).expect("they are listed");
        let listed = |step: &ScoringMove| Listed {
            gain: self.gains[step.gain as usize].clone(),
            exchanges: step.exchanged,
            how: *step,
        };
        let mut listed: Vec<_> = steps.iter().map(listed).collect();
        if *self.bounds(number) == Bounds::UNKNOWN {
            // Of equal promise come those with few moves where they lead; positions that were never listed come last.
            let size = |step: &ScoringMove| self.nodes[step.to as usize].size.unwrap_or(u32::MAX);
            listed.sort_by(|a, b| {
                let order = self.by_promise(*mover, a.how, b.how);
                order.then_with(|| size(&a.how).cmp(&size(&b.how)))
            });
        }
        Ok(minimax::Turn::Of(*mover, listed))
    }

    /// Lists the moves of a position. Where play is over there are none, and this is the score.
    fn list<R: Playable<Position = P>>(
        &mut self,
        searches: &Searches<'_, R>,
        number: u32,
    ) -> Result<Option<Rational>, R::Error> {
        let budget = searches.store().budget();
        budget.step().map_err(Error::from)?;
        let position = self.position(number).clone();
        let (mover, moves) = match searches.rules().turn(&position)? {
            Turn::Of(mover, moves) => (mover, moves),
            Turn::Over(score) => {
                self.nodes[number as usize].size = Some(0);
                return Ok(Some(score));
            }
        };
        budget.reserve(BYTES * moves.len() as u64).map_err(Error::from)?;
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
        self.nodes[number as usize].size = Some(steps.len() as u32);
        let cost = steps.len() as u64;
        self.moves.insert(number, ScoringMoves { mover, steps: steps.into() }, cost, budget);
        Ok(None)
    }

    /// Moves a move of a position to the front, if the moves are still there.
    pub(super) fn move_first(&mut self, number: u32, step: ScoringMove) {
        if let Some(ScoringMoves { steps, .. }) = self.moves.get_mut(&number)
            && let Some(place) = steps.iter().position(|other| *other == step)
        {
            steps[..=place].rotate_right(1);
        }
    }

    /// Order of two moves of a player by promise, the best first.
    fn by_promise(&self, mover: Player, a: ScoringMove, b: ScoringMove) -> Ordering {
        let order = self.gains[a.promise as usize].cmp(&self.gains[b.promise as usize]);
        if mover == Player::Left { order.reverse() } else { order }
    }

    /// Sorts moves by promise, and drops those that are the same.
    fn put_in_order(&self, mover: Player, steps: &mut Vec<ScoringMove>) {
        steps.sort_by(|a, b| self.by_promise(mover, *a, *b));
        let mut seen = FxHashSet::default();
        steps.retain(|step| seen.insert((step.to, step.gain, step.exchanged)));
    }
}
