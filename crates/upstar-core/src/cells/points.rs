//! Games about points on cells: gains of moves, whose turn it is, the score at the end, and values by search.
//!
//! Knows: moves as they are tried, and conditions. Must not know: how the search works, or what cells stand for.
//!
//! A position is its bits, with the player to move unless the rules state that player. Positions do not fall apart:
//! what a sum is worth in points does not follow from its parts. Of moves with one result only the largest gain counts.
//! Where both players have the same moves and only gains count, a position with Right to move has the negative of its
//! value with Left to move, so both are one for the search.

use super::condition::Test;
use super::game::{Seen, Side};
use super::{Bits, Condition, Move, Node};
use crate::solve::points::alpha_beta::{
    PackedHalt, PackedMoves, PackedRules, PackedSearch, PackedTurn,
};
use crate::{Budget, Error, Player};

/// What a position is worth where play ends.
#[derive(Debug, Clone, Default)]
pub struct CellScore {
    /// Points that Left has in any case.
    pub base: i64,
    /// More points for Left, each where its condition holds.
    pub terms: Vec<(Condition, i64)>,
}

/// The rules of a game about points.
#[derive(Debug, Clone)]
pub struct CellPoints {
    /// The moves of Left and of Right by what they gain, the largest gain first.
    sides: [Vec<(i64, Side)>; 2],
    /// Where it is Left's turn, if the rules say it.
    turn: Option<Test>,
    base: i64,
    terms: Vec<(Test, i64)>,
    /// Whether the players may be exchanged.
    even: bool,
    /// Bytes of the cells of a position.
    bytes: usize,
}

/// A position with the player to move, as the search knows it.
type Key = Box<[u8]>;

impl CellPoints {
    /// A game with these moves of Left and Right, each with what it gains its player. Of `turn` there is the condition
    /// under which it is Left's turn, if players do not alternate. Positions have so many bits, and diagrams are
    /// numbers of `nodes`.
    ///
    /// # Panics
    /// When a node does not lead to earlier ones, or there is no node of a number.
    pub fn new(
        moves: [Vec<(Move, i64)>; 2],
        turn: Option<&Condition>,
        score: &CellScore,
        (nodes, bits): (&[Node], u32),
    ) -> CellPoints {
        let even =
            turn.is_none() && score.base == 0 && score.terms.is_empty() && moves[0] == moves[1];
        let sides = moves.map(|mut moves| {
            moves.sort_by_key(|(_, gain)| std::cmp::Reverse(*gain));
            let groups = moves.chunk_by(|(_, a), (_, b)| a == b);
            let side = |group: &[(Move, i64)]| {
                let moves: Vec<Move> = group.iter().map(|(each, _)| each.clone()).collect();
                (group[0].1, Side::new(&moves, nodes))
            };
            groups.map(side).collect()
        });
        let term = |(condition, n): &(Condition, i64)| (Test::new(condition, nodes), *n);
        CellPoints {
            sides,
            turn: turn.map(|turn| Test::new(turn, nodes)),
            base: score.base,
            terms: score.terms.iter().map(term).collect(),
            even,
            bytes: bits.div_ceil(8) as usize,
        }
    }

    /// Value of a position for Left: what is still to come. The player to move counts unless the rules state it.
    /// `None` where numbers are too large or lines of play too long.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn value(
        &self,
        search: &mut PackedSearch,
        (bits, mover): (Bits, Option<Player>),
        budget: &Budget,
    ) -> Result<Option<i64>, Error> {
        let (key, exchanged) = self.key(bits, mover);
        let found = found(search.value(&mut Play { rules: self, budget }, &key, budget))?;
        Ok(found.map(|value| if exchanged { -value } else { value }))
    }

    /// Whether the value of a position for Left is more than a number; `None` as for [`value`](CellPoints::value).
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn exceeds(
        &self,
        search: &mut PackedSearch,
        (bits, mover): (Bits, Option<Player>),
        than: i64,
        budget: &Budget,
    ) -> Result<Option<bool>, Error> {
        let (key, exchanged) = self.key(bits, mover);
        let asked = if exchanged { -than - 1 } else { than };
        let bound = found(search.bound(&mut Play { rules: self, budget }, &key, asked, budget))?;
        Ok(bound.map(|bound| (bound > asked) != exchanged))
    }

    /// The bytes of a position, and whether the players are exchanged there.
    fn key(&self, bits: Bits, mover: Option<Player>) -> (Key, bool) {
        let exchanged = self.even && mover == Some(Player::Right);
        let mover = if exchanged { Some(Player::Left) } else { mover };
        let mut key = Vec::with_capacity(self.bytes + 1);
        self.write(bits, mover.unwrap_or(Player::Left), &mut key);
        (key.into(), exchanged)
    }

    fn write(&self, bits: Bits, mover: Player, to: &mut Vec<u8>) {
        to.extend_from_slice(&bits.to_le_bytes()[..self.bytes]);
        if self.turn.is_none() && !self.even {
            to.push(mover as u8);
        }
    }

    fn read(&self, key: &[u8]) -> (Bits, Player) {
        let mut bytes = [0; size_of::<Bits>()];
        bytes[..self.bytes].copy_from_slice(&key[..self.bytes]);
        let bits = Bits::from_le_bytes(bytes);
        let is_left = match &self.turn {
            Some(turn) => turn.holds(bits),
            None => key.get(self.bytes).is_none_or(|mover| *mover == Player::Left as u8),
        };
        (bits, if is_left { Player::Left } else { Player::Right })
    }

    /// What a position is worth if play ends there.
    fn score(&self, bits: Bits) -> i64 {
        let terms = self.terms.iter().filter(|(test, _)| test.holds(bits));
        self.base + terms.map(|(_, n)| n).sum::<i64>()
    }
}

/// What a search found; `None` where it cannot say.
fn found<T>(result: Result<T, PackedHalt>) -> Result<Option<T>, Error> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(PackedHalt::Unfit) => Ok(None),
        Err(PackedHalt::Core(error)) => Err(error),
    }
}

/// The rules during a search.
struct Play<'r> {
    rules: &'r CellPoints,
    budget: &'r Budget,
}

impl PackedRules for Play<'_> {
    fn turn(&mut self, position: &[u8]) -> Result<PackedTurn, PackedHalt> {
        let rules = self.rules;
        let (bits, mover) = rules.read(position);
        let (mut listed, mut seen) = (PackedMoves::default(), Seen::default());
        for (gain, side) in &rules.sides[mover as usize] {
            let gain = if mover == Player::Left { *gain } else { -*gain };
            let mut halt = Ok(());
            side.each(bits, &mut |made| {
                if halt.is_ok() && seen.insert(made) {
                    let promise = gain + rules.score(made);
                    let halves = [made as u64 as i64, (made >> 64) as u64 as i64];
                    halt = listed.push((gain, promise), halves, self.budget);
                }
            });
            halt?;
        }
        if listed.is_empty() {
            return Ok(PackedTurn::Over(rules.score(bits)));
        }
        Ok(PackedTurn::Of(mover, listed))
    }

    fn make(
        &mut self,
        position: &[u8],
        binding: &[i64],
        to: &mut Vec<u8>,
    ) -> Result<(), PackedHalt> {
        let &[low, high] = binding else { return Err(PackedHalt::Unfit) };
        let made = Bits::from(low as u64) | Bits::from(high as u64) << 64;
        let (_, mover) = self.rules.read(position);
        self.rules.write(made, mover.opponent(), to);
        Ok(())
    }

    fn exchanges(&self) -> bool {
        self.rules.even
    }
}
