//! Boards of one size for games decided by a goal, with words of one width.
//!
//! Knows: all placements of the rules, the goals as masks and floods, the symmetries of the board and of the
//! symbols that preserve rules and goals. Must not know: how positions are searched, or how goals are written.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::claims::Claims;
use super::condition::Goal;
use super::symmetry::Images;
use crate::board::bitboard::moves::{PlaneMove, Sets};
use crate::board::bitboard::word::Word;
use crate::board::rewrite::Rule;
use crate::board::rewrite::stencil::{Cell, Stencil};
use crate::board::{Board, Condition, Goals};
use crate::solve::goal::connection::{Claimed, Contest};
use crate::solve::goal::{Hint, Verdict};
use crate::solve::{Component, Playable, Sum};
use crate::{Error, Player};

/// The cells of each symbol but the first, which is the empty cell.
pub(super) type Stones<W> = [W; 3];
/// The cells of each symbol.
pub(super) type SymbolPlanes<W> = [W; MOST_SYMBOLS];

/// Limit of the number of symbols.
pub(super) const MOST_SYMBOLS: usize = 4;
/// Limit of the number of sets of symbols.
pub(super) const MOST_SETS: usize = 1 << MOST_SYMBOLS;
/// Limit of the number of placements.
const MOST_MOVES: usize = 1 << 12;
/// Bits of the hash of the changed cells by which the history heuristic distinguishes moves.
const LABEL_BITS: u32 = 12;

/// Boards of one size under the rules and goals of both players.
#[derive(Debug)]
pub(super) struct GoalPlanes<W> {
    all: W,
    sets: Sets,
    moves: [Vec<PlaneMove<W>>; 2],
    /// Goals of Left, of Right, and for a draw.
    goals: [Option<Goal<W>>; 3],
    /// Whether Left, and whether Right, wins if the player to move cannot.
    no_moves: [bool; 2],
    pub(super) images: Images<W>,
    /// The same boards as a game of connections.
    pub(super) claims: Option<Claims>,
}

impl<W: Word> GoalPlanes<W> {
    /// Boards of one size, whose cells have a bit each in `W`; `None` if the symbols, the placements of rules or the ways
    /// in which patterns of goals lie exceed the limits.
    pub(super) fn new(
        rules: [&[Rule]; 2],
        goals: &Goals,
        symbols: usize,
        (rows, columns): (usize, usize),
    ) -> Option<GoalPlanes<W>> {
        if symbols > MOST_SYMBOLS {
            return None;
        }
        let size = (rows, columns);
        let goals = &goals.laid(size)?;
        let [left, right] = rules.map(|rules| LaidRules::new(rules, symbols, size));
        let laid = [left?, right?];
        let images = Images::new(laid.each_ref().map(|laid| &laid.whole[..]), goals, symbols, size);
        let stencils = laid.iter().flat_map(|laid| laid.clipped.iter().map(|(stencil, _)| stencil));
        let sets = Sets::new(symbols, stencils);
        let moves = laid.map(|laid| {
            let one = |(stencil, corners): &(Stencil, W)| {
                PlaneMove::new(stencil, [true; 2], &sets, (corners.clone(), columns))
            };
            laid.clipped.iter().map(one).collect::<Vec<_>>()
        });
        let all = W::lowest(rows * columns);
        let claims = Claims::new(&moves, goals, &all, size);
        let no_moves = goals.no_moves;
        let compiled = |asked: Option<&Condition>| match asked {
            None => Some(None),
            Some(condition) => Goal::new(condition, size).map(Some),
        };
        let [left, right, draw] = goals.each().map(compiled);
        let goals = [left?, right?, draw?];
        Some(GoalPlanes { all, sets, moves, goals, no_moves, images, claims })
    }

    /// The bit planes of a board.
    pub(super) fn stones(&self, board: &Board) -> Stones<W> {
        let mut stones = [W::ZERO; 3];
        for (cell, &symbol) in board.symbols().iter().enumerate() {
            if symbol > 0 {
                stones[symbol as usize - 1] |= &W::bit(cell);
            }
        }
        stones
    }

    /// The cells of each symbol.
    pub(super) fn planes(&self, stones: &Stones<W>) -> SymbolPlanes<W> {
        let [a, b, c] = stones.clone();
        [self.all.clone().without(&(a.clone() | &b | &c)), a, b, c]
    }

    fn goal_of(&self, player: Player) -> Option<&Goal<W>> {
        self.goals[player as usize].as_ref()
    }

    /// Result of a terminal position. The goal of the player who has just moved is checked first.
    pub(super) fn ended(&self, stones: &Stones<W>, mover: Player) -> Option<Verdict> {
        let planes = self.planes(stones);
        let holds = |goal: Option<&Goal<W>>| goal.is_some_and(|goal| goal.holds(&planes));
        for player in [mover.opponent(), mover] {
            if holds(self.goal_of(player)) {
                return Some(Verdict::of(Some(player)));
            }
        }
        if holds(self.goals[2].as_ref()) {
            return Some(Verdict::Draw);
        }
        let winner = [mover.opponent(), mover].into_iter().find(|p| self.no_moves[*p as usize])?;
        let board = self.united(&planes);
        let can_move = |each: &PlaneMove<W>| each.places(&board).places().next().is_some();
        let is_stuck = !self.moves[mover as usize].iter().any(can_move);
        is_stuck.then_some(Verdict::of(Some(winner)))
    }

    /// The cells that show a symbol of each set that moves ask for.
    fn united(&self, planes: &SymbolPlanes<W>) -> [W; MOST_SETS] {
        let mut board = [W::ZERO; MOST_SETS];
        board[..MOST_SYMBOLS].clone_from_slice(planes);
        self.sets.unite(&mut board);
        board
    }

    /// Negated heuristic distance of a player to the goal: 0 if nothing is known.
    fn heuristic(&self, planes: &SymbolPlanes<W>, player: Player) -> i32 {
        self.goal_of(player).map_or(0, |goal| goal.heuristic(planes))
    }
}

impl<W: Word> Playable for GoalPlanes<W> {
    type Position = Stones<W>;
    type Error = Error;

    fn options(&self, stones: &Stones<W>, mover: Player) -> Result<Vec<Sum<Stones<W>>>, Error> {
        let planes = self.planes(stones);
        let board = self.united(&planes);
        let mut options = Vec::new();
        for each in &self.moves[mover as usize] {
            for corner in each.places(&board).places() {
                let mut reached = [W::ZERO; MOST_SYMBOLS];
                each.apply(&planes, corner, &mut reached);
                let [_, position @ ..] = reached;
                options.push(vec![Component::Position(position)]);
            }
        }
        Ok(options)
    }

    fn verdict(&self, stones: &Stones<W>, mover: Player) -> Result<Option<Verdict>, Error> {
        Ok(self.ended(stones, mover))
    }

    fn normal(&self, stones: &Stones<W>, mover: Player) -> (Stones<W>, Player) {
        self.images.normal(stones, mover)
    }

    fn hint(&self, from: &Stones<W>, to: &Stones<W>, mover: Player) -> Hint {
        let one = |symbol: usize| {
            let (from, to) = (&from[symbol], &to[symbol]);
            from.clone().without(to) | &to.clone().without(from)
        };
        let changed = [0, 1, 2].map(one);
        let label = (FxBuildHasher.hash_one(changed) >> (64 - LABEL_BITS)) as u32;
        let planes = self.planes(to);
        let promise = self.heuristic(&planes, mover) - self.heuristic(&planes, mover.opponent());
        Hint { label, promise }
    }

    fn connections(&self, stones: &Stones<W>) -> Option<(&[Contest], Claimed)> {
        let claims = self.claims.as_ref()?;
        Some((&claims.contests, claims.claimed(&self.planes(stones))))
    }
}

/// The rules of a player on boards of one size.
struct LaidRules<W> {
    /// Their stencils.
    whole: Vec<Stencil>,
    /// Their intersections with the board, each once, with the corners as bits.
    clipped: Vec<(Stencil, W)>,
}

impl<W: Word> LaidRules<W> {
    fn new(rules: &[Rule], symbols: usize, size: (usize, usize)) -> Option<LaidRules<W>> {
        let (mut whole, mut clipped) = (Vec::new(), Vec::new());
        let mut numbers: FxHashMap<Stencil, usize> = FxHashMap::default();
        let mut places = 0;
        for rule in rules {
            // Bits do not know ways around.
            if rule.shape.is_closed() {
                return None;
            }
            // Width of the ring of outside cells that the rule looks at.
            let (down, right) = rule.shape.margins(rule.reach());
            let (rows, columns) = (size.0 + 2 * down, size.1 + 2 * right);
            for stencil in rule.stencils(rows, columns).ok()?.iter() {
                for base in stencil.bases(rows, columns) {
                    let from = (base / columns, base % columns);
                    let Some((stencil, corner)) =
                        clip(stencil, (from, (down, right)), symbols, size)
                    else {
                        continue;
                    };
                    let number = *numbers.entry(stencil).or_insert_with_key(|stencil| {
                        clipped.push((stencil.clone(), W::ZERO));
                        clipped.len() - 1
                    });
                    let (corners, corner) = (&mut clipped[number].1, W::bit(corner));
                    places += usize::from((corner.clone() & &*corners).is_zero());
                    *corners |= &corner;
                    if places > MOST_MOVES {
                        return None;
                    }
                }
                whole.push(stencil.clone());
            }
        }
        Some(LaidRules { whole, clipped })
    }
}

/// The cells of a stencil on the board, and their corner, if the stencil is laid at cell `from` of the board
/// with its ring; `None` if another cell cannot be outside, or the stencil never fits.
fn clip(
    stencil: &Stencil,
    (from, ring): ((usize, usize), (usize, usize)),
    symbols: usize,
    (rows, columns): (usize, usize),
) -> Option<(Stencil, usize)> {
    let mut cells = Vec::new();
    let (mut top, mut left) = (rows, columns);
    for cell in &stencil.cells {
        let row = (from.0 + cell.row as usize).checked_sub(ring.0).filter(|row| *row < rows);
        let column = (from.1 + cell.column as usize).checked_sub(ring.1).filter(|c| *c < columns);
        let Some((row, column)) = row.zip(column) else {
            if !cell.may_be_outside() {
                return None;
            }
            continue;
        };
        let needs = cell.needs & u64::lowest(symbols);
        if needs == 0 {
            return None;
        }
        (top, left) = (top.min(row), left.min(column));
        cells.push((row as i32, column as i32, Cell { needs, ..*cell }));
    }
    (!cells.is_empty()).then(|| (Stencil::from_cells(cells.into_iter()), top * columns + left))
}
