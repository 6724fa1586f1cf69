//! Maker-breaker games: the players claim free cells, and just one of them can reach a goal (Hex,
//! Bridg-it).
//!
//! Knows: cells as bits; that more cells never hurt. Must not know: boards.
//!
//! The maker wants to reach the goal, the breaker to prevent it. A proof comes with a *region*: the winner
//! needs to play in these cells only, whatever happens outside. A move that loses is refuted by such a
//! proof, so only moves in its region can do better, and after several of them only those in all their
//! regions (must-play regions, as in Hayward and van Rijswijck, Hex and combinatorics, Discrete
//! Mathematics 306, 2006).
//!
//! No position repeats, as each move claims a cell.

use super::Verdict;
use crate::solve::bounded::Bounded;
use crate::{Budget, Error, Exhausted, Player};

/// Cells of a board.
pub type Cells = u64;

/// Goals of a maker-breaker game.
///
/// A player's goal is about that player's cells, and more cells never undo it. The goals of both
/// never hold together.
pub trait MakerBreaker {
    /// Whether these cells reach the goal of a player.
    fn is_made(&self, player: Player, own: Cells) -> bool;

    /// Ranks of the cells in `free`, for the order in which they are tried: the smallest first. `own` are
    /// the cells of `player`, `other` those of the opponent.
    fn ranks(&self, player: Player, own: Cells, other: Cells, free: Cells) -> [u16; 64];

    /// Free cells with which a player surely reaches the goal although the opponent moves first, whatever
    /// happens outside of them; `None` where that is not known.
    fn secured(&self, _player: Player, _own: Cells, _free: Cells) -> Option<Cells> {
        None
    }
}

/// Cells of the maker, free cells, who is the maker, and whether the maker is to move.
type MakerKey = (Cells, Cells, Player, bool);

/// Whether the maker wins, and the region of the proof.
type Proof = (bool, Cells);

/// Transposition table of a maker-breaker game.
#[derive(Debug, Default)]
pub(crate) struct MakerTable(Bounded<MakerKey, Proof>);

impl MakerTable {
    /// Number of positions in the table.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

/// Position of a maker-breaker game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claimed {
    /// Cells of Left.
    pub left: Cells,
    /// Cells of Right.
    pub right: Cells,
    /// Cells that neither has.
    pub free: Cells,
}

/// Result when `mover` begins, in a position in which neither goal is reached.
///
/// # Errors
/// When the budget is exhausted.
pub(crate) fn winner(
    game: &dyn MakerBreaker,
    table: &mut MakerTable,
    budget: &Budget,
    position: Claimed,
    mover: Player,
) -> Result<Verdict, Error> {
    let Claimed { left, right, free } = position;
    for (maker, own, other) in [(Player::Left, left, right), (Player::Right, right, left)] {
        let mut search = MakerSearch { game, table, budget, maker, line: Vec::new(), reached: 0 };
        if search.maker_wins(own, other, free, maker == mover)? {
            return Ok(Verdict::of(Some(maker)));
        }
    }
    Ok(Verdict::Draw)
}

/// Search for a proof that one player, the maker, wins or not.
struct MakerSearch<'a> {
    game: &'a dyn MakerBreaker,
    table: &'a mut MakerTable,
    budget: &'a Budget,
    maker: Player,
    /// Line of play that is searched.
    line: Vec<MakerNode>,
    /// Number of positions that were put on it.
    reached: u64,
}

/// Position on the line of play.
struct MakerNode {
    /// Cells of the maker.
    own: Cells,
    /// Cells of the breaker.
    other: Cells,
    free: Cells,
    maker_moves: bool,
    /// Cells in the regions of all moves refuted so far: only a move there can win.
    must_play: Cells,
    /// Free cells by rank, the next one last.
    order: Vec<u8>,
    /// Cell of the move that is searched.
    tried: Cells,
    /// Union of the regions of all moves refuted so far.
    region: Cells,
    /// Number of positions that were reached before.
    before: u64,
}

impl MakerNode {
    /// Cells of maker and breaker after the next move that can win.
    fn next(&mut self) -> Option<(Cells, Cells)> {
        loop {
            let bit = 1 << self.order.pop()?;
            if self.must_play & bit != 0 {
                self.tried = bit;
                return Some(match self.maker_moves {
                    true => (self.own | bit, self.other),
                    false => (self.own, self.other | bit),
                });
            }
        }
    }
}

impl MakerSearch<'_> {
    /// Whether the maker wins, when the maker moves first or the breaker does.
    fn maker_wins(
        &mut self,
        own: Cells,
        other: Cells,
        free: Cells,
        maker_moves: bool,
    ) -> Result<bool, Exhausted> {
        let mut proof = self.reach(own, other, free, maker_moves)?;
        loop {
            let Some(node) = self.line.last_mut() else {
                return Ok(proof.is_some_and(|(maker_wins, _)| maker_wins));
            };
            if let Some((maker_wins, region)) = proof.take() {
                if maker_wins == node.maker_moves {
                    let region = region | node.tried;
                    proof = Some(self.leave((maker_wins, region)));
                    continue;
                }
                node.must_play &= region;
                node.region |= region;
            }
            let Some((own, other)) = node.next() else {
                let refuted = (!node.maker_moves, node.region);
                proof = Some(self.leave(refuted));
                continue;
            };
            let (maker_moves, free) = (node.maker_moves, node.free & !node.tried);
            proof = self.reach(own, other, free, !maker_moves)?;
        }
    }

    /// Takes the last position off the line of play, and remembers the proof about it.
    fn leave(&mut self, proof: Proof) -> Proof {
        let node = self.line.pop().expect("a position is searched");
        let key = (node.own, node.free, self.maker, node.maker_moves);
        self.table.0.insert(key, proof, self.reached - node.before, self.budget);
        proof
    }

    /// The proof about a position, if there is one; otherwise it is put on the line of play.
    fn reach(
        &mut self,
        own: Cells,
        other: Cells,
        free: Cells,
        maker_moves: bool,
    ) -> Result<Option<Proof>, Exhausted> {
        if self.game.is_made(self.maker, own) {
            return Ok(Some((true, 0)));
        }
        if !self.game.is_made(self.maker, own | free) {
            return Ok(Some((false, 0)));
        }
        if let Some(&proof) = self.table.0.get(&(own, free, self.maker, maker_moves)) {
            return Ok(Some(proof));
        }
        if let Some(region) = self.waiter_secured(own, other, free, maker_moves) {
            return Ok(Some((!maker_moves, region)));
        }
        self.budget.step()?;
        let ranks = self.game.ranks(self.maker, own, other, free);
        let mut order: Vec<u8> = (0..64).filter(|cell| free >> cell & 1 != 0).collect();
        order.sort_by_key(|&cell| std::cmp::Reverse(ranks[cell as usize]));
        let (must_play, tried, region) = (free, 0, 0);
        let before = self.reached;
        self.reached += 1;
        self.line.push(MakerNode {
            own,
            other,
            free,
            maker_moves,
            must_play,
            order,
            tried,
            region,
            before,
        });
        Ok(None)
    }

    /// Region in which the player who is not to move surely wins, where that is known. The breaker wins by
    /// reaching the other goal, as both never hold together.
    fn waiter_secured(
        &self,
        own: Cells,
        other: Cells,
        free: Cells,
        maker_moves: bool,
    ) -> Option<Cells> {
        match maker_moves {
            true => self.game.secured(self.maker.opponent(), other, free),
            false => self.game.secured(self.maker, own, free),
        }
    }
}
