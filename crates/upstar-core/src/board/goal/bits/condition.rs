//! Goals on bit planes of boards of one size.
//!
//! Knows: lines as masks, connections as floods. Must not know: moves.

use super::MOST_CELLS;
use super::planes::SymbolPlanes;
use crate::board::bitboard::adjacency::Neighbours;
use crate::board::bitboard::word::{Word, union};
use crate::board::{Condition, LINES, Side};

/// A condition on boards of one size.
#[derive(Debug)]
pub(super) enum Goal<W> {
    /// All cells of one of the lines show the symbol.
    Line {
        symbol: usize,
        lines: Vec<W>,
    },
    /// A chain of the symbol connects some cells with others.
    Connects {
        symbol: usize,
        from: W,
        to: W,
        neighbours: Neighbours<W>,
    },
    Not(Box<Goal<W>>),
    And(Box<[Goal<W>; 2]>),
    Or(Box<[Goal<W>; 2]>),
}

/// Distance of an unreachable side.
const UNREACHABLE: i32 = MOST_CELLS as i32;

impl<W: Word> Goal<W> {
    pub(super) fn new(condition: &Condition, (rows, columns): (usize, usize)) -> Goal<W> {
        let both = |pair: &[Condition; 2]| {
            let [a, b] = pair;
            Box::new([Goal::new(a, (rows, columns)), Goal::new(b, (rows, columns))])
        };
        match condition {
            Condition::Line(symbol, length) => {
                let lines = lines((rows, columns), *length);
                Goal::Line { symbol: *symbol as usize, lines }
            }
            Condition::Connects(symbol, [from, to], adjacency) => Goal::Connects {
                symbol: *symbol as usize,
                from: side(*from, (rows, columns)),
                to: side(*to, (rows, columns)),
                neighbours: Neighbours::new((rows, columns), *adjacency),
            },
            Condition::Not(inner) => Goal::Not(Box::new(Goal::new(inner, (rows, columns)))),
            Condition::And(pair) => Goal::And(both(pair)),
            Condition::Or(pair) => Goal::Or(both(pair)),
        }
    }

    pub(super) fn holds(&self, planes: &SymbolPlanes<W>) -> bool {
        match self {
            Goal::Line { symbol, lines } => {
                let shown = &planes[*symbol];
                lines.iter().any(|line| line.clone() & shown == *line)
            }
            Goal::Connects { symbol, from, to, neighbours } => {
                let shown = &planes[*symbol];
                !(neighbours.flood(&(from.clone() & shown), shown) & to).is_zero()
            }
            Goal::Not(inner) => !inner.holds(planes),
            Goal::And(pair) => pair.iter().all(|goal| goal.holds(planes)),
            Goal::Or(pair) => pair.iter().any(|goal| goal.holds(planes)),
        }
    }

    /// Move-ordering heuristic: larger is closer to the goal.
    pub(super) fn heuristic(&self, planes: &SymbolPlanes<W>) -> i32 {
        let free = &planes[0];
        match self {
            Goal::Line { symbol, lines } => {
                let shown = &planes[*symbol];
                let usable = shown.clone() | free;
                let open = lines.iter().filter(|&line| line.clone().without(&usable).is_zero());
                open.map(|line| 1 << (2 * (line.clone() & shown).count_ones()).min(20)).sum()
            }
            Goal::Connects { symbol, from, to, neighbours } => {
                -distance(neighbours, [&planes[*symbol], free], from, to)
            }
            Goal::Or(pair) => pair[0].heuristic(planes).max(pair[1].heuristic(planes)),
            Goal::And(pair) => pair[0].heuristic(planes).min(pair[1].heuristic(planes)),
            Goal::Not(_) => 0,
        }
    }
}

/// Number of free cells still needed for a chain.
fn distance<W: Word>(neighbours: &Neighbours<W>, [shown, free]: [&W; 2], from: &W, to: &W) -> i32 {
    let reaches = |cells: &W| !(cells.clone() & to).is_zero();
    let mut reached = neighbours.flood(&(from.clone() & shown), shown);
    if reaches(&reached) {
        return 0;
    }
    for steps in 1..UNREACHABLE {
        let next = (neighbours.beside(&reached) | &reached | from) & free;
        let from = reached.clone() | &next;
        let grown = neighbours.flood(&from, &(from.clone() | shown));
        if reaches(&grown) {
            return steps;
        }
        if grown == reached {
            break;
        }
        reached = grown;
    }
    UNREACHABLE
}

/// The cells of a side.
pub(super) fn side<W: Word>(side: Side, (rows, columns): (usize, usize)) -> W {
    let there = |&cell: &usize| side.has((cell / columns, cell % columns), (rows, columns));
    union((0..rows * columns).filter(there).map(W::bit))
}

/// All lines of `length` cells in a row.
fn lines<W: Word>((rows, columns): (usize, usize), length: usize) -> Vec<W> {
    let mut lines = Vec::new();
    for cell in 0..rows * columns {
        for (down, right) in LINES {
            let at = |n: usize| {
                let row = (cell / columns).checked_add_signed(down * n as isize)?;
                let column = (cell % columns).checked_add_signed(right * n as isize)?;
                (row < rows && column < columns).then(|| W::bit(row * columns + column))
            };
            if length == 0 || length > MOST_CELLS {
                continue;
            }
            let line = (0..length).map(at).try_fold(W::ZERO, |all, bit| Some(all | &bit?));
            if let Some(line) = line {
                lines.push(line);
            }
        }
    }
    lines.sort_unstable();
    lines.dedup();
    lines
}
