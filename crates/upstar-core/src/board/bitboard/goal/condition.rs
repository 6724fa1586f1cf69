//! Goals on boards of one size, as bits.
//!
//! Knows: lines as masks, connections as floods. Must not know: moves.

use super::{MOST_CELLS, Planes};
use crate::board::{Condition, LINES, Nearness, Side};

/// A condition on boards of one size.
#[derive(Debug)]
pub(super) enum Goal {
    /// All cells of one of the lines show it.
    Line {
        symbol: usize,
        lines: Vec<u64>,
    },
    /// A chain leads from some cells to others.
    Connects {
        symbol: usize,
        from: u64,
        to: u64,
        spread: Spread,
    },
    Not(Box<Goal>),
    And(Box<[Goal; 2]>),
    Or(Box<[Goal; 2]>),
}

/// Steps from cells to their neighbours.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spread {
    columns: usize,
    all: u64,
    first_column: u64,
    last_column: u64,
    hex: bool,
}

/// A cell that cannot be reached.
const FAR: u16 = 64;
/// A side that cannot be reached any more.
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
            Condition::Connects(symbol, [from, to], near) => Goal::Connects {
                symbol: *symbol as usize,
                from: side(*from, (rows, columns)),
                to: side(*to, (rows, columns)),
                spread: Spread::new((rows, columns), *near),
            },
            Condition::Not(inner) => Goal::Not(Box::new(Goal::new(inner, (rows, columns)))),
            Condition::And(pair) => Goal::And(both(pair)),
            Condition::Or(pair) => Goal::Or(both(pair)),
        }
    }

    pub(super) fn holds(&self, planes: &Planes) -> bool {
        match self {
            Goal::Line { symbol, lines } => {
                let shown = planes[*symbol];
                lines.iter().any(|line| shown & line == *line)
            }
            Goal::Connects { symbol, from, to, spread } => {
                spread.flood(planes[*symbol] & from, planes[*symbol]) & to != 0
            }
            Goal::Not(inner) => !inner.holds(planes),
            Goal::And(pair) => pair.iter().all(|goal| goal.holds(planes)),
            Goal::Or(pair) => pair.iter().any(|goal| goal.holds(planes)),
        }
    }

    /// Heuristic for move ordering: larger is nearer to the goal.
    pub(super) fn hope(&self, planes: &Planes) -> i32 {
        let free = planes[0];
        match self {
            Goal::Line { symbol, lines } => {
                let shown = planes[*symbol];
                let open = lines.iter().filter(|&line| line & !(shown | free) == 0);
                open.map(|line| 1 << (2 * (line & shown).count_ones()).min(20)).sum()
            }
            Goal::Connects { symbol, from, to, spread } => {
                -spread.distance(planes[*symbol], free, *from, *to)
            }
            Goal::Or(pair) => pair[0].hope(planes).max(pair[1].hope(planes)),
            Goal::And(pair) => pair[0].hope(planes).min(pair[1].hope(planes)),
            Goal::Not(_) => 0,
        }
    }
}

impl Spread {
    fn new((rows, columns): (usize, usize), near: Nearness) -> Self {
        let size = (rows, columns);
        Spread {
            columns,
            all: u64::MAX >> (MOST_CELLS - rows * columns),
            first_column: side(Side::Left, size),
            last_column: side(Side::Right, size),
            hex: near == Nearness::Hex,
        }
    }

    /// These cells and those beside them.
    #[inline]
    fn grown(&self, cells: u64) -> u64 {
        let columns = self.columns as u32;
        let right = (cells & !self.last_column) << 1;
        let left = (cells & !self.first_column) >> 1;
        let down = |cells: u64| cells.checked_shl(columns).unwrap_or(0);
        let up = |cells: u64| cells.checked_shr(columns).unwrap_or(0);
        let mut grown = cells | right | left | down(cells) | up(cells);
        if self.hex {
            grown |= up(right) | down(left);
        }
        grown & self.all
    }

    /// Connected components within `within` of the cells in `cells`, a subset.
    #[inline]
    fn flood(&self, cells: u64, within: u64) -> u64 {
        let mut flooded = cells;
        loop {
            let grown = self.grown(flooded) & within;
            if grown == flooded {
                return flooded;
            }
            flooded = grown;
        }
    }

    /// How many free cells a chain needs from some cells to each free cell, itself included.
    pub(super) fn distances(&self, shown: u64, free: u64, from: u64) -> [u16; MOST_CELLS] {
        let mut distances = [FAR; MOST_CELLS];
        let mut reached = self.flood(shown & from, shown);
        for steps in 1..FAR {
            let next = (self.grown(reached) | from) & free & !reached;
            if next == 0 {
                break;
            }
            let mut cells = next;
            while cells != 0 {
                distances[cells.trailing_zeros() as usize] = steps;
                cells &= cells - 1;
            }
            reached = self.flood(reached | next, shown | reached | next);
        }
        distances
    }

    /// How many free cells a chain still needs.
    fn distance(&self, shown: u64, free: u64, from: u64, to: u64) -> i32 {
        let mut reached = self.flood(shown & from, shown);
        if reached & to != 0 {
            return 0;
        }
        for steps in 1..UNREACHABLE {
            let next = (self.grown(reached) | from) & free;
            let grown = self.flood(reached | next, shown | reached | next);
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
}

fn side(side: Side, (rows, columns): (usize, usize)) -> u64 {
    let there = |&cell: &usize| side.has((cell / columns, cell % columns), (rows, columns));
    (0..rows * columns).filter(there).fold(0, |all, cell| all | 1 << cell)
}

/// All straight lines of a length.
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
