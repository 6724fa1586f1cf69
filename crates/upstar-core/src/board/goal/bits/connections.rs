//! Connections that are not made yet: how far away they are, and those that cannot be prevented.
//!
//! Knows: chains of stones and the free cells beside them. Must not know: which moves are searched.

use super::condition::Goal;
use crate::board::bitboard::adjacency::Neighbours;
use crate::board::bitboard::word::Word;
use crate::solve::goal::maker_breaker::Cells;

/// Number of cells of a board.
const CELLS: usize = Cells::BITS as usize;
/// Distance of a cell that is not reached.
const FAR: u16 = Cells::BITS as u16;

/// A connection of two sides that a player wants.
#[derive(Debug, Clone, Copy)]
pub(super) struct Connection<'g> {
    neighbours: &'g Neighbours<Cells>,
    sides: [Cells; 2],
}

/// Chain of stones.
struct Chain {
    stones: Cells,
    /// Free cells beside it.
    liberties: Cells,
}

/// Chains that are connected with the first side whatever the opponent does.
#[derive(Clone, Copy)]
struct Connected {
    stones: Cells,
    /// Free cells beside them or on the side.
    liberties: Cells,
    /// Free cells that the connection needs.
    carrier: Cells,
}

/// Two of the cells, if there are so many: when the opponent takes one, the other one is left.
fn pair(cells: Cells) -> Option<Cells> {
    let first = cells & cells.wrapping_neg();
    let others = cells & !first;
    (others != 0).then(|| first | others & others.wrapping_neg())
}

impl<'g> Connection<'g> {
    /// The connection that a goal asks for; `None` for other goals.
    pub(super) fn of(goal: &'g Goal<Cells>) -> Option<Self> {
        match goal {
            Goal::Connects { from, to, neighbours, .. } => {
                Some(Connection { neighbours, sides: [*from, *to] })
            }
            _ => None,
        }
    }

    /// Carrier of a connection by chains of the player's stones `own` that is safe although the opponent
    /// moves first: chains and sides that follow each other have two free cells in common, and no free
    /// cell is needed twice (bridges; van Rijswijck, Computer Hex: are bees better than fruitflies?,
    /// University of Alberta, 2000). `None` where none was found.
    ///
    /// Cost: at most quadratic in the number of chains.
    pub(super) fn carrier(&self, own: Cells, free: Cells) -> Option<Cells> {
        let [from, to] = self.sides;
        let mut chains = self.chains(own, free);
        let mut start = Connected { stones: 0, liberties: from & free, carrier: 0 };
        chains.retain(|chain| {
            let there = chain.stones & from != 0;
            start = if there { start.and(chain, 0) } else { start };
            !there
        });
        let mut reached = vec![start];
        while let Some(connected) = reached.pop() {
            if connected.stones & to != 0 {
                return Some(connected.carrier);
            }
            let common = |cells: Cells| pair(connected.liberties & cells & !connected.carrier);
            if let Some(last) = common(to) {
                return Some(connected.carrier | last);
            }
            chains.retain(|chain| match common(chain.liberties) {
                Some(cells) => {
                    reached.push(connected.and(chain, cells));
                    false
                }
                None => true,
            });
        }
        None
    }

    fn chains(&self, own: Cells, free: Cells) -> Vec<Chain> {
        let (mut rest, mut chains) = (own, Vec::new());
        while let Some(stone) = rest.first() {
            let stones = self.neighbours.flood(&Cells::bit(stone), &own);
            rest &= !stones;
            chains.push(Chain { stones, liberties: self.neighbours.beside(&stones) & free });
        }
        chains
    }

    /// Adds to the rank of each free cell its two-distances from both sides.
    ///
    /// The two-distance of a cell is one more than the second smallest one of its neighbours, because the
    /// opponent takes the best; cells of one chain's liberties are neighbours (van Rijswijck, Search and
    /// evaluation in Hex, University of Alberta, 2002).
    pub(super) fn rank(&self, own: Cells, free: Cells, ranks: &mut [u16; CELLS]) {
        let chains = self.chains(own, free);
        let mut near = [0; CELLS];
        for cell in free.places() {
            let bit = Cells::bit(cell);
            let across = chains.iter().filter(|chain| chain.liberties & bit != 0);
            let through = across.fold(0, |cells, chain| cells | chain.liberties);
            near[cell] = (self.neighbours.beside(&bit) & free | through) & !bit;
        }
        for side in self.sides {
            let at_side = chains.iter().filter(|chain| chain.stones & side != 0);
            let mut next = at_side.fold(side & free, |cells, chain| cells | chain.liberties);
            let (mut reached, mut distance) = (0, 0);
            while next != 0 {
                distance += 1;
                next.places().for_each(|cell| ranks[cell] += distance);
                reached |= next;
                let twice = |&cell: &usize| (near[cell] & reached).count_ones() >= 2;
                let cells = (free & !reached).places().filter(twice);
                next = cells.fold(0, |cells, cell| cells | Cells::bit(cell));
            }
            (free & !reached).places().for_each(|cell| ranks[cell] += FAR);
        }
    }
}

impl Connected {
    /// Connected with one more chain by these free cells.
    fn and(self, chain: &Chain, cells: Cells) -> Connected {
        Connected {
            stones: self.stones | chain.stones,
            liberties: self.liberties | chain.liberties,
            carrier: self.carrier | cells,
        }
    }
}
