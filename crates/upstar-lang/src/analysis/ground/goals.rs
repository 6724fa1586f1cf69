//! Goals on boards of one size: however they are worded, they become connections and arrangements of cells.
//!
//! Knows: the conditions that the search for goals knows. Must not know: expressions.
//!
//! Proof: the truth of a condition is a guard, and equal conditions are the same guard (`guards.rs`). So a condition whose
//! guard is that of a connection has the same truth on every board of the size. Which connection it may be, a few
//! boards tell; then the guards are compared. Any other condition is the disjunction of its prime implicants, or it fails
//! where one of those of its opposite holds; they do not depend on the wording. The guard of a connection has a node for each way in which the cells of a
//! row may be connected above, so this serves boards of some five rows or columns. Where it is left open which cells are
//! connected (`boards.rs`), it serves connections by groups on boards of any size.

use upstar_core::board::{Adjacency, Condition, Goals, Pattern, Side, Symbol};

use super::evaluate::Evaluator;
use super::guards::Guard;
use super::items::{Item, KEPT};
use crate::analysis::goals::conditions;
use crate::builtins::Intrinsic;
use crate::resolve::tree::Goal;

/// Most arrangements of cells of which a condition is made.
const MOST_ARRANGEMENTS: usize = 1 << 10;

impl Evaluator<'_> {
    /// The goals as conditions on a board; `None` if one is of another kind.
    pub(super) fn goals(&mut self, goals: &[Goal]) -> Option<Goals> {
        conditions(goals, &mut |expr| {
            let guard = self.truth(expr, Guard::ALWAYS)?;
            self.condition(guard)
        })
    }

    /// The connection whose guard this is, or else the arrangements of cells.
    fn condition(&mut self, guard: Guard) -> Option<Condition> {
        let candidates = match self.leaves_paths_open {
            true => self.connections()?,
            false => self.candidates(guard)?,
        };
        for candidate in candidates {
            if self.guards_of(&candidate)?.contains(&guard) {
                return Some(candidate);
            }
        }
        if self.leaves_paths_open && self.guards.asks_beyond(guard, self.frame_cells()?) {
            return None;
        }
        if let Some(arrangements) = self.guards.primes(guard, MOST_ARRANGEMENTS) {
            return Some(Condition::Cells(arrangements));
        }
        let opposite = self.guards.not(guard)?;
        let arrangements = self.guards.primes(opposite, MOST_ARRANGEMENTS)?;
        Some(Condition::Not(Box::new(Condition::Cells(arrangements))))
    }

    fn frame_cells(&self) -> Option<usize> {
        Some(self.frame.as_ref()?.board.symbols().len())
    }

    /// All connections of opposite sides.
    fn connections(&self) -> Option<Vec<Condition>> {
        let count = u8::try_from(self.frame.as_ref()?.alphabet.len()).ok()?;
        let mut found = Vec::new();
        for symbol in 0..count {
            for sides in [[Side::Top, Side::Bottom], [Side::Left, Side::Right]] {
                let by = [Adjacency::Orthogonal, Adjacency::Hex];
                found.extend(by.map(|by| Condition::connects(symbol, sides, by)));
            }
        }
        Some(found)
    }

    /// Connections that agree with a guard on a few boards.
    fn candidates(&self, guard: Guard) -> Option<Vec<Condition>> {
        let frame = self.frame.as_ref()?;
        let (rows, columns) = (frame.board.rows(), frame.board.columns());
        let count = u8::try_from(frame.alphabet.len()).ok()?;
        let mut found = Vec::new();
        // Where there is one symbol, all cells show it.
        for symbol in (0..count).filter(|_| count > 1) {
            let other = u8::from(symbol == 0);
            // The guard on a board on which just these cells show the symbol.
            let holds = |is_shown: &dyn Fn(usize, usize) -> bool| {
                let shown = (0..rows * columns).map(|cell| (cell / columns, cell % columns));
                let symbols: Vec<Symbol> = shown
                    .map(|(row, column)| if is_shown(row, column) { symbol } else { other })
                    .collect();
                self.guards.holds(guard, &symbols)
            };
            if holds(&|_, _| false) {
                continue;
            }
            let falls = (0..columns).all(|at| holds(&|_, column| column == at));
            let crosses = (0..rows).all(|at| holds(&|row, _| row == at));
            let sides = [(falls, [Side::Top, Side::Bottom]), (crosses, [Side::Left, Side::Right])];
            for (_, sides) in sides.into_iter().filter(|(connects, _)| *connects) {
                let adjacencies = [Adjacency::Hex, Adjacency::Orthogonal];
                found.extend(adjacencies.map(|by| Condition::connects(symbol, sides, by)));
            }
        }
        Some(found)
    }

    /// The guards of a connection. It is found from one side; where paths are left open, the guard from the other side may
    /// be another one.
    fn guards_of(&mut self, condition: &Condition) -> Option<Vec<Guard>> {
        let cells = vec![KEPT; self.frame.as_ref()?.board.symbols().len()];
        match condition {
            Condition::Connects(symbol, [from, to], by) => {
                let both = [[*from, *to], [*to, *from]];
                let ways = if self.leaves_paths_open { &both[..] } else { &both[..1] };
                ways.iter().map(|sides| self.connects(&cells, *symbol, (*sides, *by))).collect()
            }
            _ => None,
        }
    }

    /// Where two sides of a board with these cells are connected.
    fn connects(
        &mut self,
        cells: &[Symbol],
        symbol: Symbol,
        (sides, by): ([Side; 2], Adjacency),
    ) -> Option<Guard> {
        let board = &self.frame.as_ref()?.board;
        let (columns, size) = (board.columns(), (board.rows(), board.columns()));
        let [from, to] = sides.map(|side| {
            let is_on = |cell: &usize| side.has((cell / columns, cell % columns), size);
            (0..cells.len()).filter(is_on).collect::<Vec<usize>>()
        });
        let start = |cell: usize| (cell, self.cell_shows(cells, cell, symbol));
        let starts: Vec<(usize, Guard)> = from.into_iter().map(start).collect();
        let reached = self.reached(cells, &starts, (symbol, by))?;
        to.into_iter().try_fold(Guard::NEVER, |found, cell| self.guards.or(found, reached[cell]))
    }

    /// What `line`, `connects` and `hex_connects` say of a board with these cells.
    pub(super) fn asked_of_board(
        &mut self,
        of: Intrinsic,
        cells: &[Symbol],
        args: &[Item],
    ) -> Option<Guard> {
        let symbol = self.frame.as_ref()?.symbol(args.first()?)?;
        let side = |item: &Item| match item {
            Item::Text(text) => Side::of(text),
            _ => None,
        };
        match (of, args) {
            (Intrinsic::Line, [_, Item::Integer(length)]) => {
                let frame = self.frame.as_ref()?;
                let length = usize::try_from(*length).ok()?;
                let line = Pattern::line(symbol, length, frame.alphabet, frame.shape)?;
                self.arranged(cells, &line)
            }
            (Intrinsic::Connects | Intrinsic::HexConnects, [_, from, to]) => {
                let by = match of {
                    Intrinsic::Connects => Adjacency::Orthogonal,
                    _ => Adjacency::Hex,
                };
                self.connects(cells, symbol, ([side(from)?, side(to)?], by))
            }
            _ => None,
        }
    }
}
