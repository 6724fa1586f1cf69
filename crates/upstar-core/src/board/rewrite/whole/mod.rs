//! Small boards as they are, not taken apart: moves and goals on bits, for games decided by a goal.
//!
//! Knows: at most 64 cells and four symbols; all places where a rule fits, listed once for a size;
//! the turns and exchanges of symbols that keep rules and goals.
//! Must not know: how positions are searched, or how goals are written.

mod claims;
mod goal;
mod image;
mod turned;

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashSet};

use super::{Rule, Stencil};
use crate::board::{Board, EDGE, Goals, Shape, Symbol};
use crate::solve::goal::claim::{Claimed, Claims};
use crate::solve::goal::{Hint, Verdict};
use crate::solve::{Part, Ruleset, Sum};
use crate::{Error, Player};

use goal::Goal;
use image::Images;

/// The cells of each symbol but the first, which is the empty cell.
pub type Stones = [u64; 3];
/// The cells of each symbol.
type Planes = [u64; MOST_SYMBOLS];

/// The most cells of a board.
const MOST_CELLS: usize = 64;
/// The most symbols.
const MOST_SYMBOLS: usize = 4;
/// The most places where rules fit.
const MOST_MOVES: usize = 1 << 12;
/// Moves are told apart by so many bits of what they change.
const LABEL_BITS: u32 = 12;

/// A rule at a place: whoever shows something forbidden there keeps it from being applied.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Move {
    forbidden: [u64; MOST_SYMBOLS],
    cleared: u64,
    written: [u64; MOST_SYMBOLS],
}

/// All boards of one size.
#[derive(Debug)]
pub struct Whole {
    symbols: usize,
    all: u64,
    moves: [Vec<Move>; 2],
    /// Of Left, of Right, and of a draw.
    goals: [Option<Goal>; 3],
    images: Images,
    /// Which symbols the players claim cells with, where that is what they do.
    claimed_by: Option<claims::Symbols>,
}

impl Whole {
    /// Boards of a size under the rules of both players; nothing when they are not small, or
    /// rules fit at too many places.
    pub fn new(
        rules: [&[Rule]; 2],
        goals: &Goals,
        symbols: usize,
        (rows, columns): (usize, usize),
    ) -> Option<Whole> {
        if rows * columns > MOST_CELLS || symbols > MOST_SYMBOLS {
            return None;
        }
        let size = (rows, columns);
        let [left, right] = rules.map(|rules| listed(rules, symbols, size));
        let moves = [left?, right?];
        let images = Images::new(&moves, goals, symbols, size);
        let claimed_by = claims::symbols(&moves, goals, (rows * columns, symbols));
        let goals = goals.each().map(|asked| asked.map(|condition| Goal::new(condition, size)));
        let all = u64::MAX >> (MOST_CELLS - rows * columns);
        Some(Whole { symbols, all, moves, goals, images, claimed_by })
    }

    /// A board as bits.
    pub fn stones(&self, board: &Board) -> Stones {
        let mut stones = [0; 3];
        for (cell, &symbol) in board.symbols().iter().enumerate() {
            if symbol > 0 {
                stones[symbol as usize - 1] |= 1 << cell;
            }
        }
        stones
    }

    /// The cells of each symbol.
    fn planes(&self, stones: &Stones) -> Planes {
        let [a, b, c] = *stones;
        [self.all & !(a | b | c), a, b, c]
    }

    fn goal_of(&self, player: Player) -> Option<&Goal> {
        self.goals[player as usize].as_ref()
    }

    /// How play has ended. The goal of the player who has just moved is asked first.
    fn ended(&self, stones: &Stones, mover: Player) -> Option<Verdict> {
        let planes = self.planes(stones);
        let holds = |goal: Option<&Goal>| goal.is_some_and(|goal| goal.holds(&planes));
        for player in [mover.opponent(), mover] {
            if holds(self.goal_of(player)) {
                return Some(Verdict::of(Some(player)));
            }
        }
        holds(self.goals[2].as_ref()).then_some(Verdict::Draw)
    }

    /// How near a player is to the goal, where that can be said: larger is nearer.
    fn hope(&self, planes: &Planes, player: Player) -> i32 {
        self.goal_of(player).map_or(0, |goal| goal.hope(planes))
    }
}

impl Ruleset for Whole {
    type Position = Stones;
    type Error = Error;

    fn options(&self, stones: &Stones, mover: Player) -> Result<Vec<Sum<Stones>>, Error> {
        let planes = self.planes(stones);
        let fits = |step: &&Move| {
            (0..self.symbols).all(|symbol| planes[symbol] & step.forbidden[symbol] == 0)
        };
        let after = |step: &Move| {
            let after = |symbol: usize| planes[symbol] & !step.cleared | step.written[symbol];
            vec![Part::Position([after(1), after(2), after(3)])]
        };
        Ok(self.moves[mover as usize].iter().filter(fits).map(after).collect())
    }

    fn verdict(&self, stones: &Stones, mover: Player) -> Result<Option<Verdict>, Error> {
        Ok(self.ended(stones, mover))
    }

    fn normal(&self, stones: &Stones, mover: Player) -> (Stones, Player) {
        self.images.normal(stones, mover)
    }

    fn hint(&self, from: &Stones, to: &Stones, mover: Player) -> Hint {
        let changed = [0, 1, 2].map(|symbol| from[symbol] ^ to[symbol]);
        let label = (FxBuildHasher.hash_one(changed) >> (64 - LABEL_BITS)) as u32;
        let planes = self.planes(to);
        let promise = self.hope(&planes, mover) - self.hope(&planes, mover.opponent());
        Hint { label, promise }
    }

    fn claims(&self, stones: &Stones) -> Option<(&dyn Claims, Claimed)> {
        let planes = self.planes(stones);
        let [left, right] = self.claimed_by?.map(|symbol| planes[symbol]);
        Some((self, Claimed { left, right, free: planes[0] }))
    }
}

/// All places where rules fit on boards of a size.
fn listed(rules: &[Rule], symbols: usize, size: (usize, usize)) -> Option<Vec<Move>> {
    let (mut moves, mut seen) = (Vec::new(), FxHashSet::default());
    for rule in rules {
        // The ring of cells outside that the rule looks at.
        let right = rule.reach();
        let down = if rule.shape == Shape::Grid { right } else { 0 };
        let (rows, columns) = (size.0 + 2 * down, size.1 + 2 * right);
        for stencil in rule.stencils(rows, columns).ok()?.iter() {
            for base in stencil.bases(rows, columns) {
                let inside = |index: usize| {
                    let (row, column) = (index / columns, index % columns);
                    let (row, column) = (row.checked_sub(down)?, column.checked_sub(right)?);
                    (row < size.0 && column < size.1).then_some(row * size.1 + column)
                };
                let Some(step) = placed(stencil, (base, columns), symbols, inside) else {
                    continue;
                };
                if seen.insert(step.clone()) {
                    moves.push(step);
                }
                if moves.len() > MOST_MOVES {
                    return None;
                }
            }
        }
    }
    Some(moves)
}

/// A stencil at a place; nothing when it asks for a cell outside.
fn placed(
    stencil: &Stencil,
    (base, width): (usize, usize),
    symbols: usize,
    inside: impl Fn(usize) -> Option<usize>,
) -> Option<Move> {
    let mut step = Move { forbidden: [0; 4], cleared: 0, written: [0; 4] };
    for (index, cell) in stencil.at(base, width) {
        let Some(at) = inside(index) else {
            if cell.needs >> EDGE & 1 == 0 {
                return None;
            }
            continue;
        };
        let bit = 1u64 << at;
        for symbol in (0..symbols).filter(|symbol| cell.needs >> symbol & 1 == 0) {
            step.forbidden[symbol] |= bit;
        }
        if let Some(symbol) = cell.writes {
            step.cleared |= bit;
            *step.written.get_mut(symbol as Symbol as usize)? |= bit;
        }
    }
    let never = step.forbidden[..symbols].iter().fold(u64::MAX, |all, cells| all & cells) != 0;
    (!never).then_some(step)
}

#[cfg(test)]
mod tests;
