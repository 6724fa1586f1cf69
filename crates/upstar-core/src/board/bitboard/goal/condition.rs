//! Goals on bit planes of boards of one size.
//!
//! Knows: lines as masks, connections as floods. Must not know: moves.

use super::{MOST_CELLS, SymbolPlanes};
use crate::board::bitboard::adjacency::Neighbours;
use crate::board::{Condition, LINES, Side};

/// A condition on boards of one size.
#[derive(Debug)]
pub(super) enum Goal {
    /// All cells of one of the lines show the symbol.
    Line {
        symbol: usize,
        lines: Vec<u64>,
    },
    /// A chain of the symbol connects some cells with others.
    Connects {
        symbol: usize,
        from: u64,
        to: u64,
        neighbours: Neighbours<u64>,
    },
    Not(Box<Goal>),
    And(Box<[Goal; 2]>),
    Or(Box<[Goal; 2]>),
}

/// Distance of an unreachable cell.
const FAR: u16 = 64;
/// Distance of an unreachable side.
const UNREACHABLE: i32 = 64;

impl Goal {
    pub(super) fn new(condition: &Condition, (rows, columns): (usize, usize)) -> Goal {
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

    pub(super) fn holds(&self, planes: &SymbolPlanes) -> bool {
        match self {
            Goal::Line { symbol, lines } => {
                let shown = planes[*symbol];
                lines.iter().any(|line| shown & line == *line)
            }
            Goal::Connects { symbol, from, to, neighbours } => {
                let shown = planes[*symbol];
                neighbours.flood(&(shown & from), &shown) & to != 0
            }
            Goal::Not(inner) => !inner.holds(planes),
            Goal::And(pair) => pair.iter().all(|goal| goal.holds(planes)),
            Goal::Or(pair) => pair.iter().any(|goal| goal.holds(planes)),
        }
    }

    /// Move-ordering heuristic: larger is closer to the goal.
    pub(super) fn heuristic(&self, planes: &SymbolPlanes) -> i32 {
        let free = planes[0];
        match self {
            Goal::Line { symbol, lines } => {
                let shown = planes[*symbol];
                let open = lines.iter().filter(|&line| line & !(shown | free) == 0);
                open.map(|line| 1 << (2 * (line & shown).count_ones()).min(20)).sum()
            }
            Goal::Connects { symbol, from, to, neighbours } => {
                -distance(neighbours, [planes[*symbol], free], *from, *to)
            }
            Goal::Or(pair) => pair[0].heuristic(planes).max(pair[1].heuristic(planes)),
            Goal::And(pair) => pair[0].heuristic(planes).min(pair[1].heuristic(planes)),
            Goal::Not(_) => 0,
        }
    }
}

/// Number of free cells on a shortest chain from some cells to each free cell, itself included.
pub(super) fn distances(
    neighbours: &Neighbours<u64>,
    [shown, free]: [u64; 2],
    from: u64,
) -> [u16; MOST_CELLS] {
    let mut distances = [FAR; MOST_CELLS];
    let mut reached = neighbours.flood(&(shown & from), &shown);
    for steps in 1..FAR {
        let next = (neighbours.beside(&reached) | from) & free & !reached;
        if next == 0 {
            break;
        }
        let mut cells = next;
        while cells != 0 {
            distances[cells.trailing_zeros() as usize] = steps;
            cells &= cells - 1;
        }
        reached = neighbours.flood(&(reached | next), &(shown | reached | next));
    }
    distances
}

/// Number of free cells still needed for a chain.
fn distance(neighbours: &Neighbours<u64>, [shown, free]: [u64; 2], from: u64, to: u64) -> i32 {
    let mut reached = neighbours.flood(&(shown & from), &shown);
    if reached & to != 0 {
        return 0;
    }
    for steps in 1..UNREACHABLE {
        let next = (neighbours.beside(&reached) | reached | from) & free;
        let grown = neighbours.flood(&(reached | next), &(shown | reached | next));
        if grown & to != 0 {
            return steps;
        }
        if grown == reached {
            break;
        }
        reached = grown;
    }
    UNREACHABLE
}

fn side(side: Side, (rows, columns): (usize, usize)) -> u64 {
    let there = |&cell: &usize| side.has((cell / columns, cell % columns), (rows, columns));
    (0..rows * columns).filter(there).fold(0, |all, cell| all | 1 << cell)
}

/// All lines of `length` cells in a row.
fn lines((rows, columns): (usize, usize), length: usize) -> Vec<u64> {
    let mut lines = Vec::new();
    for cell in 0..rows * columns {
        for (down, right) in LINES {
            let at = |n: usize| {
                let row = (cell / columns).checked_add_signed(down * n as isize)?;
                let column = (cell % columns).checked_add_signed(right * n as isize)?;
                (row < rows && column < columns).then_some(1u64 << (row * columns + column))
            };
            if length == 0 || length > MOST_CELLS {
                continue;
            }
            if let Some(line) = (0..length).map(at).try_fold(0, |all, bit| Some(all | bit?)) {
                lines.push(line);
            }
        }
    }
    lines.sort_unstable();
    lines.dedup();
    lines
}
