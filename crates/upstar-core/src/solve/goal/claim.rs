//! Games in which the players claim free cells, and just one of them can reach a goal: Hex, Bridg-it.
//!
//! Knows: cells as bits; that more cells never hurt. Must not know: boards.
//!
//! One player makes, the other keeps it from being made. What is proved comes with a *region*:
//! cells such that the winner needs to play there only, whatever happens outside. A player who loses
//! after a move has to meet that proof, so only moves in its region are left to try, and after each
//! of them only those in all regions so far.

use rustc_hash::FxHashMap;

use super::Verdict;
use crate::Budget;
use crate::{Error, Exhausted, Player};

/// Cells of a board.
pub type Cells = u64;

/// A game of claims.
///
/// A player's goal is about that player's cells, and more cells never undo it. The goals of both
/// never hold together.
pub trait Claims {
    /// Whether these cells reach the goal of a player.
    fn made(&self, player: Player, own: Cells) -> bool;

    /// Numbers for the cells in `free`: those with small ones are tried first. `own` are the
    /// cells of `player`, `other` those of the opponent.
    fn ranks(&self, player: Player, own: Cells, other: Cells, free: Cells) -> [u16; 64];
}

/// The cells of the player who makes, the free cells, and who makes and who moves.
type Key = (Cells, Cells, Player, bool);

/// What is known of positions of a game of claims. It outlives questions.
#[derive(Debug, Default)]
pub(crate) struct KnownClaims {
    /// Whether the goal is made, and the region of the proof.
    entries: FxHashMap<Key, (bool, Cells)>,
}

impl KnownClaims {
    /// How many positions something is known of.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }
}

/// A position: the cells of Left and of Right, and those that are free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claimed {
    /// Left's.
    pub left: Cells,
    /// Right's.
    pub right: Cells,
    /// Nobody's yet.
    pub free: Cells,
}

/// Who wins when `mover` begins, in a position in which neither goal is reached.
///
/// # Errors
/// When the budget is exhausted.
pub(crate) fn solve_claims(
    claims: &dyn Claims,
    known: &mut KnownClaims,
    budget: &Budget,
    position: Claimed,
    mover: Player,
) -> Result<Verdict, Error> {
    let Claimed { left, right, free } = position;
    for (maker, own, other) in [(Player::Left, left, right), (Player::Right, right, left)] {
        let mut search = Search { claims, known, budget, maker, stack: Vec::new() };
        if search.forces(own, other, free, maker == mover)? {
            return Ok(Verdict::of(Some(maker)));
        }
    }
    Ok(Verdict::Draw)
}

/// Whether one player can make the goal.
struct Search<'a> {
    claims: &'a dyn Claims,
    known: &'a mut KnownClaims,
    budget: &'a Budget,
    maker: Player,
    stack: Vec<Frame>,
}

/// A position on the line of play that is being searched.
struct Frame {
    own: Cells,
    other: Cells,
    free: Cells,
    makes: bool,
    /// Moves that can still save the player to move.
    left: Cells,
    /// The cells by rank, the next one last.
    order: Vec<u8>,
    /// The move that is being searched.
    tried: Cells,
    /// What all proofs so far need.
    region: Cells,
}

impl Frame {
    /// Makes the next move that can still help: the cells of both afterwards.
    fn next(&mut self) -> Option<(Cells, Cells)> {
        loop {
            let bit = 1 << self.order.pop()?;
            if self.left & bit != 0 {
                self.tried = bit;
                return Some(match self.makes {
                    true => (self.own | bit, self.other),
                    false => (self.own, self.other | bit),
                });
            }
        }
    }
}

impl Search<'_> {
    /// Whether the goal is made when the one who makes, or the other one, begins.
    fn forces(
        &mut self,
        own: Cells,
        other: Cells,
        free: Cells,
        makes: bool,
    ) -> Result<bool, Exhausted> {
        let mut proved = self.reach(own, other, free, makes)?;
        loop {
            let Some(frame) = self.stack.last_mut() else {
                return Ok(proved.is_some_and(|(made, _)| made));
            };
            if let Some((made, region)) = proved.take() {
                if made == frame.makes {
                    let region = region | frame.tried;
                    proved = Some(self.leave(made, region));
                    continue;
                }
                frame.left &= region;
                frame.region |= region;
            }
            let Some((own, other)) = frame.next() else {
                let (made, region) = (!frame.makes, frame.region);
                proved = Some(self.leave(made, region));
                continue;
            };
            let (makes, free) = (frame.makes, frame.free & !frame.tried);
            proved = self.reach(own, other, free, !makes)?;
        }
    }

    /// Remembers what was proved of the last position of the line, and ends it.
    fn leave(&mut self, made: bool, region: Cells) -> (bool, Cells) {
        let Frame { own, free, makes, .. } = self.stack.pop().expect("a position is searched");
        self.known.entries.insert((own, free, self.maker, makes), (made, region));
        (made, region)
    }

    /// What is known of a position; or it is put on the line of play.
    fn reach(
        &mut self,
        own: Cells,
        other: Cells,
        free: Cells,
        makes: bool,
    ) -> Result<Option<(bool, Cells)>, Exhausted> {
        if self.claims.made(self.maker, own) {
            return Ok(Some((true, 0)));
        }
        if !self.claims.made(self.maker, own | free) {
            return Ok(Some((false, 0)));
        }
        if let Some(known) = self.known.entries.get(&(own, free, self.maker, makes)) {
            return Ok(Some(*known));
        }
        self.budget.step()?;
        let ranks = self.claims.ranks(self.maker, own, other, free);
        let mut order: Vec<u8> = (0..64).filter(|cell| free >> cell & 1 != 0).collect();
        order.sort_by_key(|&cell| std::cmp::Reverse(ranks[cell as usize]));
        let frame = Frame { own, other, free, makes, left: free, order, tried: 0, region: 0 };
        self.stack.push(frame);
        Ok(None)
    }
}
