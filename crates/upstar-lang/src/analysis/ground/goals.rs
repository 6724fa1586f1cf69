//! Goals on boards of one size: however they are worded, they become connections and lines.
//!
//! Knows: the conditions that the search for goals knows. Must not know: expressions.
//!
//! Proof: the truth of a condition is a guard, and equal conditions are the same guard (`guards.rs`). So a condition whose
//! guard is that of a connection has the same truth on every board of the size. Which connection or line it may be, a few
//! boards tell; then the guards are compared. The guard of a connection has a node for each way in which the cells of a
//! row may be connected above, so this serves boards of some five rows or columns.

use upstar_core::board::{Adjacency, Board, Condition, Goals, Side, Symbol};

use super::evaluate::Evaluator;
use super::guards::Guard;
use crate::resolve::tree::{Expr, ExprKind, Goal};
use crate::syntax::ast::{BinaryOp, Ending, UnaryOp};

/// Deeper conditions are not looked at.
const DEEPEST: usize = 32;

impl Evaluator<'_> {
    /// The goals as conditions on a board; `None` if one is of another kind.
    pub(super) fn goals(&mut self, goals: &[Goal]) -> Option<Goals> {
        let mut found = Goals::default();
        for Goal { ending, condition } in goals {
            let known = Some(self.goal(condition, DEEPEST)?);
            match ending {
                Ending::Left => found.left = known,
                Ending::Right => found.right = known,
                Ending::Draw => found.draw = known,
            }
        }
        Some(found)
    }

    fn goal(&mut self, expr: &Expr, deepest: usize) -> Option<Condition> {
        let deeper = deepest.checked_sub(1)?;
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => {
                Some(Condition::Not(Box::new(self.goal(inner, deeper)?)))
            }
            ExprKind::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), left, right, .. } => {
                let both = Box::new([self.goal(left, deeper)?, self.goal(right, deeper)?]);
                Some(if *op == BinaryOp::And { Condition::And(both) } else { Condition::Or(both) })
            }
            _ => {
                let guard = self.truth(expr, Guard::ALWAYS)?;
                self.condition(guard)
            }
        }
    }

    /// The connection or line whose guard this is.
    fn condition(&mut self, guard: Guard) -> Option<Condition> {
        for candidate in self.candidates(guard)? {
            if self.guard_of(&candidate)? == guard {
                return Some(candidate);
            }
        }
        None
    }

    /// Connections and lines that agree with a guard on a few boards.
    fn candidates(&self, guard: Guard) -> Option<Vec<Condition>> {
        let frame = self.frame.as_ref()?;
        let (rows, columns) = (frame.board.rows(), frame.board.columns());
        let count = u8::try_from(frame.alphabet.len()).ok()?;
        let mut found = Vec::new();
        for symbol in 0..count {
            let other = u8::from(symbol == 0);
            // The guard on a board on which just these cells show the symbol.
            let holds = |is_shown: &dyn Fn(usize, usize) -> bool| {
                let shown = (0..rows * columns).map(|cell| (cell / columns, cell % columns));
                let symbols: Vec<Symbol> = shown
                    .map(|(row, column)| if is_shown(row, column) { symbol } else { other })
                    .collect();
                self.guards.holds(guard, &symbols)
            };
            if count < 2 || holds(&|_, _| false) {
                continue;
            }
            let falls = (0..columns).all(|at| holds(&|_, column| column == at));
            let crosses = (0..rows).all(|at| holds(&|row, _| row == at));
            let sides = [(falls, [Side::Top, Side::Bottom]), (crosses, [Side::Left, Side::Right])];
            for (_, sides) in sides.into_iter().filter(|(connects, _)| *connects) {
                let adjacencies = [Adjacency::Hex, Adjacency::Orthogonal];
                found.extend(adjacencies.map(|by| Condition::connects(symbol, sides, by)));
            }
            let line = (1..=rows.max(columns)).find(|length| match columns >= rows {
                true => holds(&|row, column| row == 0 && column < *length),
                false => holds(&|row, column| column == 0 && row < *length),
            });
            found.extend(line.map(|length| Condition::Line(symbol, length)));
        }
        Some(found)
    }

    /// The guard of a connection or line.
    fn guard_of(&mut self, condition: &Condition) -> Option<Guard> {
        match condition {
            Condition::Connects(symbol, sides, by) => self.connects(*symbol, *sides, *by),
            Condition::Line(symbol, length) => self.line(*symbol, *length),
            _ => None,
        }
    }

    fn connects(&mut self, symbol: Symbol, sides: [Side; 2], by: Adjacency) -> Option<Guard> {
        let board = self.frame.as_ref()?.board.clone();
        let (columns, size) = (board.columns(), (board.rows(), board.columns()));
        let place = |cell: usize| (cell / columns, cell % columns);
        let [from, to] = sides;
        let all = 0..board.symbols().len();
        // From the first side on, the cells that are reached.
        let mut reached = vec![Guard::NEVER; all.len()];
        let mut open: Vec<usize> = Vec::new();
        for cell in all.clone().filter(|cell| from.has(place(*cell), size)) {
            reached[cell] = self.guards.shows(cell, 1 << symbol);
            open.push(cell);
        }
        while let Some(cell) = open.pop() {
            for beside in beside(&board, cell, by) {
                let shows = self.guards.shows(beside, 1 << symbol);
                let joined = self.guards.and(reached[cell], shows)?;
                let either = self.guards.or(reached[beside], joined)?;
                if either != reached[beside] {
                    reached[beside] = either;
                    open.push(beside);
                }
            }
        }
        let mut found = Guard::NEVER;
        for cell in all.filter(|cell| to.has(place(*cell), size)) {
            found = self.guards.or(found, reached[cell])?;
        }
        Some(found)
    }

    fn line(&mut self, symbol: Symbol, length: usize) -> Option<Guard> {
        let frame = self.frame.as_ref()?;
        let (rows, columns) = (frame.board.rows() as isize, frame.board.columns() as isize);
        let last = length as isize - 1;
        let mut found = Guard::NEVER;
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |c| (row, c))) {
                let end = (row + down * last, column + right * last);
                if !(0..rows).contains(&end.0) || !(0..columns).contains(&end.1) {
                    continue;
                }
                let mut all = Guard::ALWAYS;
                for at in 0..=last {
                    let cell = (row + down * at) * columns + column + right * at;
                    let shows = self.guards.shows(cell as usize, 1 << symbol);
                    all = self.guards.and(all, shows)?;
                }
                found = self.guards.or(found, all)?;
            }
        }
        Some(found)
    }
}

/// The cells beside another.
fn beside(board: &Board, cell: usize, by: Adjacency) -> Vec<usize> {
    let (row, column) = (cell / board.columns(), cell % board.columns());
    let near = by.steps().iter().filter_map(|(down, right)| {
        let row = row.checked_add_signed(*down)?;
        let column = column.checked_add_signed(*right)?;
        (row < board.rows() && column < board.columns()).then(|| row * board.columns() + column)
    });
    near.collect()
}
