//! The parts of positions of games about points, by number: what moves they have, and bounds of what they pay.
//!
//! Knows: when two parts are the same. Must not know: values of positions, or whose turn it is.
//!
//! A part has one number wherever it is: it is looked up after the symmetries of the game, and small parts by their shape
//! (`shape.rs`). The part that was met first stands for all, and its moves are listed once for each player and state of the
//! shared bits.
//!
//! *Terms.* A part has the terms of the score that its own bits decide. A term of the position is one of the part when it is
//! undecided in the part, since bits of other parts are constant there and constant bits that it reads are as they are
//! (`split.rs`). When a move decides it, it is paid.
//!
//! *Bounds.* A move that pays under a cube makes that cube, with the bits that the move changes, true. Of it the bits are
//! looked at that no move of the part takes back. If the move changes one of these, they were not as they are after the
//! move before, and will be for ever. So each such cube is paid for once, by some move, and all of them together bound
//! what the moves of the part pay. Terms that the same few bits decide are bounded by all values of these bits.

use rustc_hash::FxHashMap;

use super::condition::{Can, Cube, Test};
use super::game::Plain;
use super::points::{CellPoints, SharedBits};
use super::{Bits, State, gathered, scattered};
use crate::solve::bounded::Bounded;
use crate::solve::minimax::Bounds;
use crate::{Budget, Error, Player};

/// So many new shapes of parts of one size are found before it matters how many of them were known.
const MOST_NEW: usize = 64;

/// Most bits whose values are all tried for the terms that they decide.
const MOST_TOGETHER: u32 = 6;

/// About how many bytes a move takes, with what is remembered of where it leads.
const BYTES: u64 = 96;

/// A move in a part.
#[derive(Debug, Clone, Copy)]
pub(super) struct PartMove {
    /// What Left gets for it, with the terms that it decides.
    pub(super) gain: i64,
    /// The shared bits after it.
    pub(super) shared: SharedBits,
    /// The player who moves after it, if the rules say so.
    pub(super) next: Option<Player>,
    /// Where the parts that are left begin and end in the list.
    left: (u32, u32),
}

/// The moves of a player in a part.
#[derive(Debug)]
pub(super) struct PartMoves {
    /// The moves, each once.
    pub(super) moves: Box<[PartMove]>,
    /// The parts that are left, of one move after the other.
    left: Box<[u32]>,
}

impl PartMoves {
    /// The parts that are left after a move.
    pub(super) fn left(&self, step: &PartMove) -> &[u32] {
        &self.left[step.left.0 as usize..step.left.1 as usize]
    }
}

/// A part, a player, and shared bits.
type Turn = (u32, Player, SharedBits);

/// A part, as it was met first.
#[derive(Debug)]
struct Part {
    state: State,
    /// The numbers of the terms that it decides, and what they pay if play ends there.
    terms: Box<[u32]>,
    ending: i64,
    /// Bounds of what Left still gets.
    bounds: Bounds<i64>,
}

/// The parts that were met.
#[derive(Debug, Default)]
pub(super) struct PartTable {
    parts: Vec<Part>,
    by_state: FxHashMap<State, u32>,
    by_shape: Bounded<Box<[u64]>, u32>,
    /// By the number of bits: how many shapes were known, and how many were not.
    sizes: Vec<[usize; 2]>,
    /// The moves in parts. They are replaced when memory is scarce, and found again.
    moves: Bounded<Turn, PartMoves>,
}

impl PartTable {
    /// Bounds of what a part still pays to Left.
    pub(super) fn bounds(&self, part: u32) -> Bounds<i64> {
        self.parts[part as usize].bounds
    }

    /// What a part pays to Left if play ends there.
    pub(super) fn ending(&self, part: u32) -> i64 {
        self.parts[part as usize].ending
    }

    /// The number of bits of a part that may change.
    pub(super) fn size(&self, part: u32) -> u32 {
        self.parts[part as usize].state.scope.count_ones()
    }

    /// The moves that were [listed](PartTable::expand) last.
    pub(super) fn moves(&self, turn: Turn) -> &PartMoves {
        self.moves.get(&turn).expect("the moves are listed")
    }

    /// The parts of a position, and what is settled for Left there.
    pub(super) fn divided(
        &mut self,
        rules: &CellPoints,
        bits: Bits,
        budget: &Budget,
    ) -> (Vec<u32>, i64) {
        let game = &rules.game;
        let whole = game.whole(bits);
        let all = 0..game.paid.terms.len() as u32;
        let settled = settled(rules, whole, all);
        (self.numbers(rules, whole, budget), rules.base + settled)
    }

    /// The numbers of the parts of a state.
    fn numbers(&mut self, rules: &CellPoints, state: State, budget: &Budget) -> Vec<u32> {
        let mut parts = Vec::new();
        rules.game.parts_of(state, &mut parts);
        let mut numbers: Vec<u32> =
            parts.into_iter().map(|part| self.number(rules, part, budget)).collect();
        numbers.sort_unstable();
        numbers
    }

    /// The number of a part.
    fn number(&mut self, rules: &CellPoints, part: State, budget: &Budget) -> u32 {
        let state = rules.symmetries.normal(part);
        if let Some(&number) = self.by_state.get(&state) {
            return number;
        }
        let size = state.scope.count_ones() as usize;
        if self.sizes.len() <= size {
            self.sizes.resize(size + 1, [0; 2]);
        }
        let [known, new] = self.sizes[size];
        // To find shapes takes time, which pays if many of them are known.
        let is_found = new < MOST_NEW || known >= new;
        let shape = if is_found { rules.game.shape(state) } else { None };
        let known = shape.as_ref().and_then(|shape| self.by_shape.get(&shape.key).copied());
        let number = known.unwrap_or_else(|| self.new_part(rules, state));
        self.sizes[size][usize::from(known.is_none())] += usize::from(shape.is_some());
        if let Some(shape) = shape.filter(|_| known.is_none()) {
            let cost = shape.key.len() as u64;
            self.by_shape.insert(shape.key, number, cost, budget);
        }
        self.by_state.insert(state, number);
        number
    }

    fn new_part(&mut self, rules: &CellPoints, state: State) -> u32 {
        let game = &rules.game;
        let can = game.can_have(state);
        let undecided = game.paid.terms.iter().map(|(test, ..)| test.look(&can).is_undecided());
        let terms: Box<[u32]> =
            (0..).zip(undecided).filter(|(_, undecided)| *undecided).map(|(n, _)| n).collect();
        let of = |n: &u32| &game.paid.terms[*n as usize];
        let ending = terms.iter().map(of).filter(|(test, ..)| test.holds(state.bits));
        let ending = ending.map(|(_, n, _)| n).sum();
        let bounds = match game.divides {
            true => paid(rules, state, &can).plus(decided(rules, &terms, state.bits, &can)),
            false => Bounds::UNKNOWN,
        };
        self.parts.push(Part { state, terms, ending, bounds });
        self.parts.len() as u32 - 1
    }

    /// Lists the moves of a player in a part, each once.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub(super) fn expand(
        &mut self,
        rules: &CellPoints,
        turn: Turn,
        budget: &Budget,
    ) -> Result<(), Error> {
        if self.moves.get(&turn).is_some() {
            return Ok(());
        }
        let (part, mover, shared) = turn;
        let Part { state, terms, .. } = &self.parts[part as usize];
        let (state, terms) = (*state, terms.clone());
        let sign = if mover == Player::Left { 1 } else { -1 };
        let all = rules.game.paid.shared;
        let bits = state.bits | scattered(shared.into(), all);
        let mut made = Vec::new();
        rules.each_move(mover, (bits, state.scope), |after, gain| made.push((sign * gain, after)));
        budget.reserve(BYTES * made.len() as u64)?;
        let mut found = Vec::with_capacity(made.len());
        for (gain, after) in made {
            let after_state = State { bits: after & !all, ..state };
            let gain = gain + settled(rules, after_state, terms.iter().copied());
            let left = self.numbers(rules, after_state, budget);
            found.push((gain, gathered(after, all) as SharedBits, rules.stated(after), left));
        }
        found.sort_unstable();
        found.dedup();
        let (mut moves, mut all_left) = (Vec::with_capacity(found.len()), Vec::new());
        for (gain, shared, next, left) in found {
            let begin = all_left.len() as u32;
            all_left.extend(left);
            moves.push(PartMove { gain, shared, next, left: (begin, all_left.len() as u32) });
        }
        let cost = moves.len() as u64;
        let moves = PartMoves { moves: moves.into(), left: all_left.into() };
        self.moves.insert(turn, moves, cost, budget);
        Ok(())
    }
}

impl CellPoints {
    /// Calls `found` with the bits after each move of a player in a state, and with what the move pays.
    fn each_move(
        &self,
        mover: Player,
        (bits, scope): (Bits, Bits),
        mut found: impl FnMut(Bits, i64),
    ) {
        let shared = self.game.paid.shared;
        let side = self.game.side(mover);
        let in_scope = scope | shared;
        let mut add = |made: Bits, row: u32| {
            let row = &self.game.paid.rows[row as usize];
            let points = row.points.iter().filter(|(test, _)| test.holds(bits));
            let flips = row.flips.iter().filter(|(test, wanted, _)| test.holds(bits) == *wanted);
            let made = flips.fold(made, |made, (.., bit)| made ^ bit);
            found((made & in_scope) | (bits & !in_scope), points.map(|(_, n)| n).sum());
        };
        for plain in &side.plain {
            if plain.when.holds(bits) && plain.belongs(scope, shared) {
                add(plain.made(bits), plain.pays);
            }
        }
        for mixed in &side.mixed {
            if mixed.belongs(scope, shared) && mixed.when.holds(bits) {
                add(mixed.made(bits), mixed.pays);
            }
        }
    }
}

/// What terms pay to Left that are decided in a state.
fn settled(rules: &CellPoints, state: State, terms: impl Iterator<Item = u32>) -> i64 {
    let mut terms = terms.peekable();
    if terms.peek().is_none() {
        return 0;
    }
    let can = rules.game.can_have(state);
    let term = |n: u32| &rules.game.paid.terms[n as usize];
    let paid = terms.map(term).filter(|(test, ..)| !test.look(&can).may_fail);
    paid.map(|(_, n, _)| n).sum()
}

/// Bounds of what the moves of a part still pay to Left.
fn paid(rules: &CellPoints, state: State, can: &Can) -> Bounds<i64> {
    let game = &rules.game;
    let fires =
        |plain: &&Plain| can.allows(&plain.when) && plain.belongs(state.scope, game.paid.shared);
    let live = |player| game.side(player).plain.iter().filter(fires);
    let players = if game.paid.even { &[Player::Left][..] } else { &[Player::Left, Player::Right] };
    // Other parts change shared bits either way.
    let (mut set, mut clear) = (game.paid.shared, game.paid.shared);
    for plain in players.iter().copied().flat_map(live) {
        set |= plain.set;
        clear |= plain.clear;
    }
    // For each cube after a move the least and the most that Left gets when it becomes true.
    let mut cubes: FxHashMap<Cube, [i64; 2]> = FxHashMap::default();
    for &player in players {
        let sign = if player == Player::Left { 1 } else { -1 };
        for plain in live(player) {
            let row = &game.paid.rows[plain.pays as usize];
            // One move may pay under several cubes of which not all hold.
            let mut of_move: FxHashMap<Cube, [i64; 2]> = FxHashMap::default();
            for (test, n) in &row.points {
                let Some(cube) = test.implied() else { continue };
                if !can.allows(&cube) {
                    continue;
                }
                let Some(after) = after(&cube, plain, (set, clear)) else { return Bounds::UNKNOWN };
                let [least, most] = of_move.entry(after).or_default();
                *least += (sign * n).min(0);
                *most += (sign * n).max(0);
            }
            for (after, of_move) in of_move {
                let [least, most] = cubes.entry(after).or_default();
                *least = of_move[0].min(*least);
                *most = of_move[1].max(*most);
            }
        }
    }
    let both = |[least, most]: [i64; 2]| match game.paid.even {
        true => Bounds::between(least.min(-most), most.max(-least)),
        false => Bounds::between(least, most),
    };
    cubes.values().fold(Bounds::exactly(0), |sum, bounds| sum.plus(both(*bounds)))
}

/// The cube that becomes true by a move that pays under a cube, and stays so; `None` if there is none.
fn after(pays: &Cube, plain: &Plain, (set, clear): (Bits, Bits)) -> Option<Cube> {
    let (kept, changed) = (!plain.written(), plain.changed());
    let ones = (pays.ones & kept) | (plain.set & changed);
    let zeros = (pays.zeros & kept) | (plain.clear & changed);
    let stays = Cube { ones: ones & !clear, zeros: zeros & !set };
    (changed & stays.asked() != 0).then_some(stays)
}

/// Bounds of what terms pay to Left.
fn decided(rules: &CellPoints, terms: &[u32], bits: Bits, can: &Can) -> Bounds<i64> {
    let mut by_bits: FxHashMap<Bits, Vec<(&Test, i64)>> = FxHashMap::default();
    for n in terms {
        let (test, n, _) = &rules.game.paid.terms[*n as usize];
        by_bits.entry(test.look(can).asked).or_default().push((test, *n));
    }
    let mut bounds = Bounds::exactly(0);
    for (asked, terms) in by_bits {
        let (mut least, mut most) = (i64::MAX, i64::MIN);
        if asked.count_ones() <= MOST_TOGETHER {
            let mut values = asked;
            loop {
                let at = (bits & !asked) | values;
                let sum: i64 =
                    terms.iter().filter(|(test, _)| test.holds(at)).map(|(_, n)| n).sum();
                (least, most) = (least.min(sum), most.max(sum));
                if values == 0 {
                    break;
                }
                values = (values - 1) & asked;
            }
        } else {
            least = terms.iter().map(|(_, n)| (*n).min(0)).sum();
            most = terms.iter().map(|(_, n)| (*n).max(0)).sum();
        }
        bounds = bounds.plus(Bounds::between(least, most));
    }
    bounds
}
