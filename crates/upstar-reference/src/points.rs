//! Games about points, by minimax: Left, who is Max, wants many points, and Right, who is Min, few.
//!
//! A move brings its player a gain, and what Min gains Max loses. When the player whose turn it is cannot
//! move, Max gets the score. The players move in turn unless the rules say whose turn it is.
//! Every function fails where the rules fail, and when no step is left.

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;

use crate::steps::deep;
use crate::{Fault, Player};

/// Rules of a game about points.
pub trait Points {
    /// A position.
    type Position: Clone + Ord;

    /// Where a player can move, and what each move brings its player.
    fn moves(
        &self,
        position: &Self::Position,
        player: Player,
    ) -> Result<Vec<(Self::Position, BigRational)>, Fault>;

    /// What Max gets at the end.
    fn score(&self, position: &Self::Position) -> Result<BigRational, Fault>;

    /// Whose turn it is, where the rules say so.
    fn turn(&self, position: &Self::Position) -> Result<Option<Player>, Fault>;

    /// Counts a step.
    fn step(&self) -> Result<(), Fault>;
}

/// The most moves in a row that are followed.
const LONGEST: usize = 10_000;

/// A position, and whose turn it is.
type State<P> = (P, Player);

/// Values of positions by some rules.
pub struct Minimax<'r, R: Points> {
    rules: &'r R,
    values: BTreeMap<State<R::Position>, BigRational>,
}

impl<'r, R: Points> Minimax<'r, R> {
    /// Values by these rules.
    pub fn new(rules: &'r R) -> Minimax<'r, R> {
        Minimax { rules, values: BTreeMap::new() }
    }

    /// What Max gets from a position on. The player is the one to move where the rules do not say whose
    /// turn it is.
    ///
    /// # Errors
    ///
    /// When play can return to a position.
    pub fn value(&mut self, position: &R::Position, player: Player) -> Result<BigRational, Fault> {
        self.value_on(position, player, &mut BTreeSet::new())
    }

    fn value_on(
        &mut self,
        position: &R::Position,
        player: Player,
        way: &mut BTreeSet<State<R::Position>>,
    ) -> Result<BigRational, Fault> {
        self.rules.step()?;
        let player = self.rules.turn(position)?.unwrap_or(player);
        let state = (position.clone(), player);
        if let Some(known) = self.values.get(&state) {
            return Ok(known.clone());
        }
        if way.len() > LONGEST {
            return Err(Fault::TooLarge);
        }
        if !way.insert(state.clone()) {
            return Err(Fault::undefined("points of play that can return to a position"));
        }
        let mut values = Vec::new();
        for (after, gain) in self.rules.moves(position, player)? {
            values.push(deep(|| self.value_after(&after, &gain, player, way))?);
        }
        let best = match player {
            Player::Left => values.into_iter().max(),
            Player::Right => values.into_iter().min(),
        };
        let value = match best {
            Some(value) => value,
            None => self.rules.score(position)?,
        };
        way.remove(&state);
        self.values.insert(state, value.clone());
        Ok(value)
    }

    /// What Max gets when a player makes a move: its gain, or loses by it, and what follows.
    fn value_after(
        &mut self,
        after: &R::Position,
        gain: &BigRational,
        player: Player,
        way: &mut BTreeSet<State<R::Position>>,
    ) -> Result<BigRational, Fault> {
        let rest = self.value_on(after, player.opponent(), way)?;
        Ok(match player {
            Player::Left => rest + gain,
            Player::Right => rest - gain,
        })
    }

    /// The positions that moves which reach the value lead to, each once.
    pub fn best_moves(
        &mut self,
        position: &R::Position,
        player: Player,
    ) -> Result<Vec<R::Position>, Fault> {
        let player = self.rules.turn(position)?.unwrap_or(player);
        let value = self.value(position, player)?;
        let mut best = Vec::new();
        for (after, gain) in self.rules.moves(position, player)? {
            let brings = self.value_after(&after, &gain, player, &mut BTreeSet::new())?;
            if brings == value && !best.contains(&after) {
                best.push(after);
            }
        }
        Ok(best)
    }
}
