//! Goals on bit planes of boards of one size.
//!
//! Knows: arrangements as masks, connections as floods. Must not know: moves.

use super::MOST_CELLS;
use super::planes::{MOST_SETS, SymbolPlanes};
use crate::board::bitboard::adjacency::Neighbours;
use crate::board::bitboard::word::{Word, union};
use crate::board::rewrite::Arrangement;
use crate::board::{Condition, Side};

/// A condition on boards of one size.
#[derive(Debug)]
pub(super) enum Goal<W> {
    /// One of the arrangements is there.
    Cells {
        /// The sets of symbols that they ask for, as bits.
        sets: Vec<usize>,
        arranged: Vec<Arranged<W>>,
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

/// Cells that show a symbol of a set, for each set of symbols; the first set by itself, for most have one.
#[derive(Debug)]
pub(super) struct Arranged<W> {
    first: (usize, W),
    others: Box<[(usize, W)]>,
}

impl<W: Word> Arranged<W> {
    fn new(arrangement: &Arrangement, sets: &[usize]) -> Arranged<W> {
        let of_set = |&set: &usize| {
            let cells = arrangement.iter().filter(|(_, needs)| *needs as usize == set);
            (set, union(cells.map(|(cell, _)| W::bit(*cell))))
        };
        let mut cells = sets.iter().map(of_set).filter(|(_, cells)| !cells.is_zero());
        let first = cells.next().unwrap_or((0, W::ZERO));
        Arranged { first, others: cells.collect() }
    }

    /// The cells of each set.
    fn cells(&self) -> impl Iterator<Item = &(usize, W)> {
        std::iter::once(&self.first).chain(&self.others)
    }
}

/// The cells that show a symbol of each set.
fn shown<W: Word>(sets: &[usize], planes: &SymbolPlanes<W>) -> [W; MOST_SETS] {
    let mut shown = [W::ZERO; MOST_SETS];
    for &set in sets {
        for (symbol, plane) in planes.iter().enumerate() {
            if set >> symbol & 1 != 0 {
                shown[set] |= plane;
            }
        }
    }
    shown
}

impl<W: Word> Goal<W> {
    /// A condition that has been laid on boards of the size, over at most four symbols; `None` for patterns that have not.
    pub(super) fn new(condition: &Condition, (rows, columns): (usize, usize)) -> Option<Goal<W>> {
        let goal = |condition: &Condition| Goal::new(condition, (rows, columns));
        let both = |pair: &[Condition; 2]| {
            let [a, b] = pair;
            Some(Box::new([goal(a)?, goal(b)?]))
        };
        Some(match condition {
            Condition::Pattern(_) => return None,
            Condition::Cells(arrangements) => {
                let asked = arrangements.iter().flatten().map(|(_, needs)| *needs as usize);
                let mut sets: Vec<usize> = asked.collect();
                sets.sort_unstable();
                sets.dedup();
                sets.iter().all(|set| *set < MOST_SETS).then_some(())?;
                let arranged = arrangements.iter().map(|one| Arranged::new(one, &sets)).collect();
                Goal::Cells { sets, arranged }
            }
            Condition::Connects(symbol, [from, to], adjacency) => Goal::Connects {
                symbol: *symbol as usize,
                from: side(*from, (rows, columns)),
                to: side(*to, (rows, columns)),
                neighbours: Neighbours::new((rows, columns), *adjacency),
            },
            Condition::Not(inner) => Goal::Not(Box::new(goal(inner)?)),
            Condition::And(pair) => Goal::And(both(pair)?),
            Condition::Or(pair) => Goal::Or(both(pair)?),
        })
    }

    pub(super) fn holds(&self, planes: &SymbolPlanes<W>) -> bool {
        match self {
            Goal::Cells { sets, arranged } => {
                let shown = shown(sets, planes);
                let is_shown = |(set, cells): &(usize, W)| cells.clone() & &shown[*set] == *cells;
                arranged.iter().any(|one| is_shown(&one.first) && one.others.iter().all(is_shown))
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
            Goal::Cells { sets, arranged } => {
                let shown = shown(sets, planes);
                let is_open = |(set, cells): &&(usize, W)| {
                    cells.clone().without(&shown[*set]).without(free).is_zero()
                };
                // Cells that may also be free are no progress.
                let made = |(set, cells): &(usize, W)| match set & 1 {
                    0 => (cells.clone() & &shown[*set]).count_ones(),
                    _ => 0,
                };
                let open = arranged.iter().filter(|one| one.cells().all(|of_set| is_open(&of_set)));
                let weight = |one: &Arranged<W>| 2 * one.cells().map(made).sum::<u32>();
                open.map(|one| 1 << weight(one).min(20)).sum()
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
