//! Alpha-beta search with an empty window for positions that are rows of bytes.
//!
//! Knows: integer bounds of the values of positions. Must not know: what the bytes mean.
//!
//! The moves of a position are tried in the order of what they promise. When a position is entered, its moves are made
//! in this order, up to one that is known to decide the question. Only bounds are kept, as long as there is memory: a
//! position that is looked at again has its moves listed again.

use crate::solve::bounded::Bounded;
use crate::solve::path::Path;
use crate::{Budget, Error, Exhausted, LONGEST_PLAY, Player};

/// Gains and scores that are larger, with or without a sign, are refused; sums along a line of play have room.
const LARGEST: i64 = 1 << 40;

/// So many bytes of positions after moves are asked for at once.
const MADE_AT_ONCE: usize = 1 << 12;

/// Bounds of a value that is not known.
pub(crate) const UNKNOWN: [i64; 2] = [i64::MIN, i64::MAX];

/// Rules of a game about points whose positions are rows of bytes. Moves are listed first, and made when they are in
/// order.
pub trait PackedRules {
    /// The moves of a position, or its score at the end of play.
    ///
    /// # Errors
    /// When the rules fail or a limit is passed.
    fn turn(&mut self, position: &[u8]) -> Result<PackedTurn, PackedHalt>;

    /// Adds the bytes of the position to which a move leads, by the binding with which it was
    /// [listed](PackedMoves::push).
    ///
    /// # Errors
    /// As for [`turn`](PackedRules::turn).
    fn make(
        &mut self,
        position: &[u8],
        binding: &[i64],
        to: &mut Vec<u8>,
    ) -> Result<(), PackedHalt>;

    /// Bounds of the value of a position that are known without a search.
    fn bounds(&self, _position: &[u8]) -> [i64; 2] {
        UNKNOWN
    }
}

/// Reason why a search stops.
#[derive(Debug, PartialEq, Eq)]
pub enum PackedHalt {
    /// Rules fail, numbers are too large, or play returns: what is wrong must be found out in another way.
    Unfit,
    /// A limit is passed.
    Core(Error),
}

impl From<Error> for PackedHalt {
    fn from(error: Error) -> Self {
        PackedHalt::Core(error)
    }
}

impl From<Exhausted> for PackedHalt {
    fn from(stop: Exhausted) -> Self {
        PackedHalt::Core(stop.into())
    }
}

/// Moves of a position, or its score.
#[derive(Debug)]
pub enum PackedTurn {
    /// End of play, with so many more points for Left.
    Over(i64),
    /// Moves of this player, one at least.
    Of(Player, PackedMoves),
}

/// Moves that are listed.
#[derive(Debug, Default)]
pub struct PackedMoves {
    moves: Vec<PackedMove>,
    /// What the rules need to make the moves, one after the other.
    bindings: Vec<i64>,
}

/// Move that is listed.
#[derive(Debug, Clone, Copy)]
struct PackedMove {
    /// Points that Left gets for it.
    gain: i64,
    /// Gain with an estimate of what follows.
    promise: i64,
    /// Whether the players are exchanged where it leads to: the value there counts with the other sign.
    exchanges: bool,
    /// Range of its binding.
    binding: (u32, u32),
}

impl PackedMoves {
    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Adds a move: the points that Left gets for it, these with an estimate of what follows, whether what it leads to is
    /// written with the players exchanged, and a binding with which the rules [make](PackedRules::make) it.
    ///
    /// # Errors
    /// When there are too many moves, or too little memory.
    pub fn push(
        &mut self,
        (gain, promise, exchanges): (i64, i64, bool),
        binding: impl IntoIterator<Item = i64>,
        budget: &Budget,
    ) -> Result<(), PackedHalt> {
        let place = |bindings: &[i64]| u32::try_from(bindings.len()).map_err(|_| PackedHalt::Unfit);
        let first = place(&self.bindings)?;
        self.bindings.extend(binding);
        let binding = (first, place(&self.bindings)?);
        let count = self.moves.len();
        if count.is_power_of_two() {
            // Both rows double.
            let bytes = count * size_of::<PackedMove>() + self.bindings.len() * size_of::<i64>();
            budget.reserve(2 * bytes as u64)?;
        }
        self.moves.push(PackedMove { gain, promise, exchanges, binding });
        Ok(())
    }
}

/// Search for values of positions, with bounds that were found before.
#[derive(Debug, Default)]
pub struct PackedSearch {
    known: Bounded<Box<[u8]>, [i64; 2]>,
    /// Number of positions whose moves were listed.
    listed: u64,
}

/// The bounds of a value from those of its negative.
fn negative([least, most]: [i64; 2]) -> [i64; 2] {
    [
        if most == i64::MAX { i64::MIN } else { -most },
        if least == i64::MIN { i64::MAX } else { -least },
    ]
}

/// Move that is made.
#[derive(Debug, Clone, Copy)]
struct MadeMove {
    /// As for [`PackedMove`].
    gain: i64,
    exchanges: bool,
    /// Twice the middle of the bounds of what Left gets by it, where these are known.
    expected: i64,
    /// Where the position to which it leads is.
    place: (u32, u32),
}

/// Node of the path: a position with its moves, and the question whether its value is more than `than`.
struct AlphaBetaNode {
    mover: Player,
    moves: Vec<MadeMove>,
    /// The positions to which the moves lead.
    made: Vec<u8>,
    than: i64,
    bounds: [i64; 2],
    /// Place of the next move.
    next: usize,
    /// Best value for the mover so far.
    best: Option<i64>,
    /// Number of positions that were listed before.
    before: u64,
}

impl AlphaBetaNode {
    /// The position to which a move leads.
    fn child(&self, place: usize) -> &[u8] {
        let (first, end) = self.moves[place].place;
        &self.made[first as usize..end as usize]
    }

    /// Whether a value decides the question as the mover wants.
    fn cuts(&self, value: i64) -> bool {
        (value > self.than) == (self.mover == Player::Left)
    }

    /// Makes room for one more position after a move. Such positions are about as long as the one before.
    fn make_room(
        &mut self,
        length: usize,
        moves: usize,
        budget: &Budget,
    ) -> Result<(), PackedHalt> {
        let first = self.made.len();
        if self.made.capacity() - first < length {
            let all = length.saturating_mul(moves);
            let more = (2 * first).max(MADE_AT_ONCE).clamp(length, all);
            budget.reserve((first + more) as u64)?;
            self.made.reserve(more);
        }
        Ok(())
    }

    /// Orders the moves by what they are expected to bring the mover, if that is known.
    fn sort(&mut self) {
        let sign = if self.mover == Player::Left { -1 } else { 1 };
        self.moves.sort_by_key(|step| sign * step.expected);
    }

    /// Bytes that it takes, about.
    fn bytes(&self) -> usize {
        self.moves.len() * size_of::<MadeMove>() + self.made.len()
    }
}

impl PackedSearch {
    /// Number of positions of which bounds are known.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// Value of a position for Left: what is still to come.
    ///
    /// Asks first whether it is positive. With bounds that the rules know the next question is about the bound that was
    /// found; without them it goes up or down by steps that double, and between two bounds by halves.
    ///
    /// # Errors
    /// When the rules fail, numbers are too large, play returns, or a limit is passed.
    pub fn value(
        &mut self,
        rules: &mut impl PackedRules,
        position: &[u8],
        budget: &Budget,
    ) -> Result<i64, PackedHalt> {
        let [mut least, mut most] = self.bounds(rules, position);
        let is_bounded = least > i64::MIN && most < i64::MAX;
        let (mut step, mut halve, mut guess) = (0i64, false, 0);
        while least != most {
            let than = match (least > i64::MIN, most < i64::MAX) {
                _ if is_bounded => guess.clamp(least, most - 1),
                (true, true) if halve => least + (most - least) / 2,
                (true, true) => least,
                (true, false) => least.saturating_add(step),
                (false, true) => most.saturating_sub(step).saturating_sub(1),
                (false, false) => 0,
            };
            halve = !halve;
            step = if step == 0 { 1 } else { step.saturating_mul(2) };
            let bound = self.bound(rules, position, than, budget)?;
            if bound > than {
                (least, guess) = (least.max(bound), bound);
            } else {
                (most, guess) = (most.min(bound), bound - 1);
            }
        }
        Ok(least)
    }

    /// Bound of the value of a position for Left: from below if it is more than `than`, and otherwise from above.
    ///
    /// # Errors
    /// As for [`value`](PackedSearch::value).
    pub fn bound(
        &mut self,
        rules: &mut impl PackedRules,
        position: &[u8],
        than: i64,
        budget: &Budget,
    ) -> Result<i64, PackedHalt> {
        let mut path = Path::new();
        let mut found = match self.answer(rules, position, than) {
            None => self.enter(rules, &mut path, (position.into(), than), budget)?,
            known => known,
        };
        while let Some((_, node)) = path.top() {
            budget.step()?;
            if let Some(value) = found.take() {
                let MadeMove { gain, exchanges, .. } = node.moves[node.next - 1];
                let value = gain + if exchanges { -value } else { value };
                let best = node.best.map_or(value, |best| super::better(node.mover, best, value));
                node.best = Some(best);
                if node.cuts(value) || node.next == node.moves.len() {
                    found = Some(best);
                    let (position, node) = path.pop().expect("it is on top");
                    self.remember(position, &node, best, budget);
                    continue;
                }
            }
            let place = node.next;
            node.next += 1;
            let MadeMove { gain, exchanges, .. } = node.moves[place];
            let than = node.than - gain;
            let than = if exchanges { -than - 1 } else { than };
            found = self.answer(rules, node.child(place), than);
            if found.is_none() {
                let child = node.child(place).into();
                found = self.enter(rules, &mut path, (child, than), budget)?;
            }
        }
        found.ok_or(PackedHalt::Unfit)
    }

    /// What is known of the value of a position.
    fn bounds(&self, rules: &impl PackedRules, position: &[u8]) -> [i64; 2] {
        self.known.get(position).copied().unwrap_or_else(|| rules.bounds(position))
    }

    /// Bound of a position that answers whether its value is more than a number, if one is known.
    fn answer(&self, rules: &impl PackedRules, position: &[u8], than: i64) -> Option<i64> {
        let [least, most] = self.bounds(rules, position);
        if least > than { Some(least) } else { Some(most).filter(|most| *most <= than) }
    }

    /// A bound by what is known of where the moves of a position lead; `None` when it is put on the path.
    fn enter(
        &mut self,
        rules: &mut impl PackedRules,
        path: &mut Path<Box<[u8]>, AlphaBetaNode>,
        (position, than): (Box<[u8]>, i64),
        budget: &Budget,
    ) -> Result<Option<i64>, PackedHalt> {
        budget.step()?;
        let bounds = self.bounds(rules, &position);
        let (mover, PackedMoves { mut moves, bindings }) = match rules.turn(&position)? {
            PackedTurn::Over(score) if score.unsigned_abs() > LARGEST.unsigned_abs() => {
                return Err(PackedHalt::Unfit);
            }
            PackedTurn::Over(score) => {
                self.known.insert(position, [score; 2], 1, budget);
                return Ok(Some(score));
            }
            PackedTurn::Of(mover, listed) => (mover, listed),
        };
        let before = self.listed;
        self.listed += 1;
        moves.sort_by_key(|step| match mover {
            Player::Left => std::cmp::Reverse(step.promise),
            Player::Right => std::cmp::Reverse(step.promise.saturating_neg()),
        });
        let (made, all) = (Vec::new(), moves.len());
        let entered = Vec::with_capacity(all);
        let (next, best) = (0, None);
        let mut node =
            AlphaBetaNode { mover, moves: entered, made, than, bounds, next, best, before };
        let mut is_bounded = true;
        for PackedMove { gain, exchanges, binding, .. } in moves {
            if gain.unsigned_abs() > LARGEST.unsigned_abs() {
                return Err(PackedHalt::Unfit);
            }
            budget.step()?;
            let first = node.made.len();
            node.make_room(position.len(), all, budget)?;
            let binding = &bindings[binding.0 as usize..binding.1 as usize];
            rules.make(&position, binding, &mut node.made)?;
            let place = |place: usize| u32::try_from(place).map_err(|_| PackedHalt::Unfit);
            let place = (place(first)?, place(node.made.len())?);
            let bounds = self.bounds(rules, &node.made[first..]);
            let [least, most] = if exchanges { negative(bounds) } else { bounds };
            let (sure, open) = match mover {
                Player::Left => (least, i64::MIN),
                Player::Right => (most, i64::MAX),
            };
            if sure != open && node.cuts(gain + sure) {
                self.remember(position, &node, gain + sure, budget);
                return Ok(Some(gain + sure));
            }
            is_bounded &= least > i64::MIN && most < i64::MAX;
            let expected = if is_bounded { 2 * gain + least + most } else { 0 };
            node.moves.push(MadeMove { gain, exchanges, expected, place });
        }
        if is_bounded {
            node.sort();
        }
        budget.reserve(node.bytes() as u64)?;
        path.push(position, node).map_err(|_| PackedHalt::Unfit)?;
        if path.len() > LONGEST_PLAY {
            return Err(PackedHalt::Unfit);
        }
        Ok(None)
    }

    /// Remembers the bound of a position that answers the question of a node.
    fn remember(&mut self, position: Box<[u8]>, node: &AlphaBetaNode, bound: i64, budget: &Budget) {
        let [least, most] = node.bounds;
        let bounds =
            if bound > node.than { [bound.max(least), most] } else { [least, bound.min(most)] };
        self.known.insert(position, bounds, self.listed - node.before, budget);
    }
}
