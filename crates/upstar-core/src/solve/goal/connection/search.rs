//! Depth-first proof-number search for a path, with must-play regions.
//!
//! Knows: proofs and their regions. Must not know: how links are found.
//!
//! A proof comes with a *region* of free cells: the winner wins even if all cells outside of it are given to the
//! opponent. Lemmas, all by "more own cells never hurt" (Hayward, Björnsson, Johanson, Kan, Po and van Rijswijck,
//! Solving 7x7 Hex: virtual connections and game-state reduction, Advances in Computer Games 10, 2003):
//!
//! - A full link between the sides for the player who is not to move, or a half link for the one who is, wins in its
//!   carrier. For the breaker it is one in the web of the breaker.
//! - Where a path of the maker through own and free cells is no longer possible, the breaker wins with the empty region.
//! - A move that wins, wins in the region of what follows and the cell of the move.
//! - A move outside of a half link of the opponent loses, as the opponent replies in it; and where a move lost with a
//!   region, each move outside of the region loses too. So only moves in all these regions can win, the *must-play
//!   region*; and if none of them does, the mover loses, and the region is the union of all regions that were used.
//!
//! Proof numbers: Nagai, Df-pn algorithm for searching AND/OR trees, 2002. Only the most promising seventh of the moves
//! is searched at a time (Henderson, Playing and solving the game of Hex, University of Alberta, 2010, *focused* search).

use super::links::{Links, Strength};
use super::order::ordered;
use super::{Cells, Contest};
use crate::solve::bounded::Bounded;
use crate::solve::proof_numbers::{ProofNumbers, Selection};
use crate::{Budget, Exhausted, Player};

/// A search looks at one in so many moves at a time, and at one more.
const FOCUS: usize = 7;

/// Number of the maker and of the breaker.
const MAKER: usize = 0;

/// Cells of the maker, free cells, who is the maker, and the number of the player to move.
type ConnectionKey = (Cells, Cells, Player, u8);

/// Transposition table of connections.
#[derive(Debug, Default)]
pub(crate) struct ConnectionTable(Bounded<ConnectionKey, Known>);

impl ConnectionTable {
    /// Number of positions in the table.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

/// Facts about a position.
#[derive(Debug, Clone, Copy)]
struct Known {
    /// Proof and disproof number of "the mover loses".
    numbers: ProofNumbers,
    /// Cells in which moves may win.
    must_play: Cells,
    /// Region of the proof; before there is one, the union of the regions that have made the must-play region.
    region: Cells,
}

impl Known {
    /// A position of which nothing is known.
    const NOTHING: Known =
        Known { numbers: ProofNumbers { proof: 1, disproof: 1 }, must_play: 0, region: 0 };

    /// A position in which the mover wins, or loses, by a proof with this region.
    fn decided(mover_wins: bool, region: Cells) -> Known {
        Known { numbers: ProofNumbers::answered(!mover_wins), must_play: 0, region }
    }

    /// Whether the mover wins, where that is known.
    fn mover_wins(&self) -> Option<bool> {
        self.numbers.is_answered().then_some(self.numbers.disproof == 0)
    }
}

/// Cells of maker and breaker, free cells, and the number of the player to move.
#[derive(Debug, Clone, Copy)]
struct Stand {
    own: [Cells; 2],
    free: Cells,
    mover: usize,
}

impl Stand {
    /// After a move.
    fn after(mut self, cell: usize) -> Stand {
        self.own[self.mover] |= 1 << cell;
        self.free &= !(1 << cell);
        self.mover = 1 - self.mover;
        self
    }
}

/// Position on the line of play.
struct Node {
    stand: Stand,
    /// The move that led here.
    cell: usize,
    /// Links of maker and breaker, once they were needed.
    links: Option<[Links; 2]>,
    known: Known,
    thresholds: ProofNumbers,
    /// Moves and what is known of the positions after them, the most promising first.
    children: Vec<(usize, Known)>,
    /// Number of the child that is searched.
    searched: usize,
    /// Number of positions that were looked at before.
    before: u64,
}

/// Search for a proof.
struct ConnectionSearch<'a> {
    contest: &'a Contest,
    table: &'a mut ConnectionTable,
    budget: &'a Budget,
    /// Line of play that is searched.
    line: Vec<Node>,
    /// Number of positions that were looked at.
    looked_at: u64,
}

/// Whether the maker wins, with the cells of maker and breaker and the free ones.
pub(super) fn maker_wins(
    contest: &Contest,
    table: &mut ConnectionTable,
    budget: &Budget,
    (own, free): ([Cells; 2], Cells),
    mover: Player,
) -> Result<bool, Exhausted> {
    let stand = Stand { own, free, mover: usize::from(mover != contest.maker) };
    let mut search = ConnectionSearch { contest, table, budget, line: Vec::new(), looked_at: 0 };
    let mover_wins = search.mover_wins(stand)?;
    Ok(mover_wins == (stand.mover == MAKER))
}

impl ConnectionSearch<'_> {
    fn mover_wins(&mut self, stand: Stand) -> Result<bool, Exhausted> {
        self.enter(stand, 0, ProofNumbers::UNLIMITED)?;
        loop {
            if let Some((stand, cell, thresholds)) = self.next() {
                self.enter(stand, cell, thresholds)?;
                continue;
            }
            let known = self.leave();
            match self.line.last_mut() {
                Some(parent) => parent.children[parent.searched].1 = known,
                None => return Ok(known.mover_wins() == Some(true)),
            }
        }
    }

    fn key(&self, stand: Stand) -> ConnectionKey {
        (stand.own[MAKER], stand.free, self.contest.maker, stand.mover as u8)
    }

    /// Puts a position on the line of play.
    fn enter(
        &mut self,
        stand: Stand,
        cell: usize,
        thresholds: ProofNumbers,
    ) -> Result<(), Exhausted> {
        self.budget.step()?;
        let before = self.looked_at;
        self.looked_at += 1;
        let known = self.table.0.get(&self.key(stand)).copied();
        let (children, links) = (Vec::new(), None);
        self.line.push(Node {
            stand,
            cell,
            links,
            known: known.unwrap_or(Known::NOTHING),
            thresholds,
            children,
            searched: 0,
            before,
        });
        let known = match known {
            Some(known) => known,
            None => self.first_look(stand)?,
        };
        let tried = ordered(&self.contest.webs, stand.own, stand.free, known.must_play);
        let of_child = |cell| self.table.0.get(&self.key(stand.after(cell))).copied();
        let children = tried.map(|cell| (cell, of_child(cell).unwrap_or(Known::NOTHING))).collect();
        let node = self.line.last_mut().expect("a position was put there");
        (node.known, node.children) = (known, children);
        Ok(())
    }

    /// Decides the last position of the line by its links, or takes its must-play region from them.
    fn first_look(&mut self, stand: Stand) -> Result<Known, Exhausted> {
        if !self.contest.webs[MAKER].connects(stand.own[MAKER] | stand.free) {
            return Ok(Known::decided(stand.mover != MAKER, 0));
        }
        self.find_links()?;
        let links = self.line.last().and_then(|node| node.links.as_ref()).expect("links are found");
        let (of_mover, of_waiter) = (&links[stand.mover], &links[1 - stand.mover]);
        let smallest = |links: &Links, strength| {
            if links.connects {
                Some(0)
            } else {
                links.across(strength).min_by_key(|it| it.count_ones())
            }
        };
        if let Some(region) = smallest(of_waiter, Strength::Full) {
            return Ok(Known::decided(false, region));
        }
        let full = smallest(of_mover, Strength::Full);
        if let Some(region) = full.or_else(|| smallest(of_mover, Strength::Half)) {
            return Ok(Known::decided(true, region));
        }
        let mut known = Known { must_play: stand.free, ..Known::NOTHING };
        let mut halves: Vec<Cells> = of_waiter.across(Strength::Half).collect();
        halves.sort_unstable_by_key(|half| (half.count_ones(), *half));
        for half in halves {
            if known.must_play & !half != 0 {
                known.must_play &= half;
                known.region |= half;
            }
        }
        known.numbers.proof = known.must_play.count_ones().max(1);
        Ok(known)
    }

    /// Finds the links of the last position of the line, from those of the positions before it.
    fn find_links(&mut self) -> Result<(), Exhausted> {
        let last = self.line.len() - 1;
        let known = self.line.iter().rposition(|node| node.links.is_some());
        for at in known.map_or(0, |known| known + 1)..=last {
            let (before, rest) = self.line.split_at_mut(at);
            let Node { stand, cell, links, .. } = &mut rest[0];
            let webs = &self.contest.webs;
            let of = |player: usize| match before.last().and_then(|node| node.links.as_ref()) {
                None => Links::new(&webs[player], stand.own[player], stand.free, self.budget),
                Some(before) if player == stand.mover => Ok(before[player].lost(*cell)),
                Some(before) => before[player].taken(&webs[player], *cell, self.budget),
            };
            *links = Some([of(0)?, of(1)?]);
        }
        Ok(())
    }

    /// The position to search next and the move to it, unless the last position of the line is decided or passes its
    /// thresholds.
    fn next(&mut self) -> Option<(Stand, usize, ProofNumbers)> {
        let node = self.line.last_mut()?;
        if node.known.mover_wins().is_some() {
            return None;
        }
        let must_play = &mut node.known.must_play;
        for (cell, known) in &node.children {
            match known.mover_wins() {
                Some(false) => {
                    node.known = Known::decided(true, known.region | 1 << cell);
                    return None;
                }
                Some(true) if *must_play >> cell & 1 != 0 => {
                    *must_play &= known.region;
                    node.known.region |= known.region;
                }
                _ => {}
            }
        }
        let must_play = *must_play;
        node.children.retain(|(cell, _)| must_play >> cell & 1 != 0);
        let focus = 1 + node.children.len().div_ceil(FOCUS);
        let numbers = node.children.iter().take(focus).map(|(_, known)| known.numbers);
        let selection = Selection::among(numbers);
        let Some(best) = selection.best else {
            node.known = Known::decided(false, node.known.region);
            return None;
        };
        node.known.numbers = selection.of_parent();
        node.searched = best as usize;
        let cell = node.children[node.searched].0;
        let goes_on = !node.known.numbers.reach(node.thresholds);
        goes_on.then(|| (node.stand.after(cell), cell, selection.of_child(node.thresholds)))
    }

    /// Takes the last position off the line of play, and remembers what is known of it.
    fn leave(&mut self) -> Known {
        let node = self.line.pop().expect("a position is searched");
        let steps = self.looked_at - node.before;
        self.table.0.insert(self.key(node.stand), node.known, steps, self.budget);
        node.known
    }
}
