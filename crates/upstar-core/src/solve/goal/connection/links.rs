//! Virtual connections of one player, found by H-search.
//!
//! Knows: chains, free cells, and which cells each connection needs. Must not know: what the opponent wants, or which
//! moves are searched.
//!
//! The *vertices* are the free cells, the chains of the player, and the two sides, which are chains that cannot be
//! taken. A *link* between two vertices is a set of free cells, its carrier, in which the player surely connects them
//! (as if both were the player's): a *full* link although the opponent moves first, a *half* link when the player does.
//!
//! Lemmas (Anshelevich, A hierarchical approach to computer Hex, Artificial Intelligence 134, 2002). They only use that
//! each move fills one free cell, that cells are never given back, and that more own cells never hurt.
//!
//! - Adjacent vertices have a full link that needs no cell.
//! - *And*: full links x-m and m-y with disjoint carriers, none of which has x, m or y: if m is a chain, they are a full
//!   link x-y, as each reply is in the carrier in which the opponent played. If m is a free cell, they are a half link
//!   x-y together with m, where the player begins.
//! - *Or*: half links x-y without a common cell are a full link that needs all their cells, as a move of the opponent
//!   leaves one of them whole.
//! - Where the player takes cell m, each link stays one without m. Where the opponent takes m, the links that do not need
//!   m stay, and there are no new ones.
//!
//! So a move only extends links. The search leaves links out, so that it proves less, but never wrongly: of each pair of
//! vertices only the links with the smallest carriers are kept, *Or* looks at few links at once, and *And* does not lead
//! over the sides: if it does, there are 5 to 50 % fewer positions, each at five to ten times the cost.

use std::collections::VecDeque;

use super::{Cells, Web, places};
use crate::{Budget, Exhausted};

/// Whether the opponent may move first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Strength {
    Full,
    Half,
}
use Strength::{Full, Half};

/// Links kept of a pair of vertices, full and half ones.
const MOST_LINKS: [usize; 2] = [8, 16];
/// So many times as many are kept of the two sides.
const OF_SIDES: usize = 2;
/// Half links that are put together to a full one.
const MOST_HALVES: usize = 4;
/// End of a list of links.
const END: u32 = u32::MAX;

/// A link in the list of its pair.
#[derive(Debug, Clone, Copy)]
struct Link {
    carrier: Cells,
    next: u32,
}

/// The links of one player.
#[derive(Debug)]
pub(super) struct Links {
    /// Number of cells; the vertices of the sides follow.
    cells: usize,
    vertices: Cells,
    /// The vertices that are chains.
    chains: Cells,
    /// The vertex of each cell and side.
    vertex_of: Vec<u8>,
    /// First full and half link of each pair of vertices.
    lists: Vec<[u32; 2]>,
    links: Vec<Link>,
    /// First of the places that removed links have left.
    unused: u32,
    /// Full links that *And* has not looked at.
    fresh: VecDeque<(u8, u8, Cells)>,
    /// Pairs of vertices with half links that *Or* has not looked at.
    changed: VecDeque<(u8, u8)>,
    is_changed: Vec<bool>,
    /// Whether a chain leads from side to side.
    pub(super) connects: bool,
}

/// Number of a pair of different vertices.
fn pair(x: usize, y: usize) -> usize {
    let (low, high) = (x.min(y), x.max(y));
    high * (high - 1) / 2 + low
}

impl Links {
    /// The links of a player with these cells.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub(super) fn new(
        web: &Web,
        own: Cells,
        free: Cells,
        budget: &Budget,
    ) -> Result<Links, Exhausted> {
        let cells = web.neighbours.len();
        let mut links = Links::without_links(cells, (free | own | 3 << cells, 3 << cells));
        for cell in places(free | own) {
            for beside in places(web.neighbours[cell] & (free | own) & ((1 << cell) - 1)) {
                links.add(Full, cell, beside, 0);
            }
            for side in web.sides_of(cell) {
                links.add(Full, cell, side, 0);
            }
        }
        for cell in places(own) {
            links = links.merged(web, cell);
        }
        // Each link that is there is new.
        links.fresh.clear();
        for (x, y) in links.pairs() {
            let carriers: Vec<Cells> = links.carriers(Full, pair(x, y)).collect();
            links.fresh.extend(carriers.into_iter().map(|carrier| (x as u8, y as u8, carrier)));
        }
        links.close(budget)?;
        Ok(links)
    }

    fn without_links(cells: usize, (vertices, chains): (Cells, Cells)) -> Links {
        let pairs = (cells + 2) * (cells + 1) / 2;
        Links {
            cells,
            vertices,
            chains,
            vertex_of: (0..=cells as u8 + 1).collect(),
            lists: vec![[END; 2]; pairs],
            links: Vec::new(),
            unused: END,
            fresh: VecDeque::new(),
            changed: VecDeque::new(),
            is_changed: vec![false; pairs],
            connects: false,
        }
    }

    /// Carriers of the links between the two sides.
    pub(super) fn across(&self, strength: Strength) -> impl Iterator<Item = Cells> + '_ {
        self.carriers(strength, pair(self.cells, self.cells + 1))
    }

    /// The links after the player took a free cell.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub(super) fn taken(
        &self,
        web: &Web,
        cell: usize,
        budget: &Budget,
    ) -> Result<Links, Exhausted> {
        let mut links = self.merged(web, cell);
        links.close(budget)?;
        Ok(links)
    }

    /// The links after the opponent took a free cell.
    pub(super) fn lost(&self, cell: usize) -> Links {
        let bit = 1 << cell;
        let mut links = Links::without_links(self.cells, (self.vertices & !bit, self.chains));
        (links.vertex_of, links.connects) = (self.vertex_of.clone(), self.connects);
        links.links.reserve(self.links.len());
        for (x, y) in links.pairs() {
            for strength in [Full, Half] {
                for carrier in self.carriers(strength, pair(x, y)) {
                    if carrier & bit == 0 {
                        links.put(strength, pair(x, y), carrier);
                    }
                }
            }
        }
        links
    }

    /// The links where a cell of the player joins the chains beside it. Those that changed are new, as are all links of
    /// vertices that became part of another.
    fn merged(&self, web: &Web, cell: usize) -> Links {
        let bit = 1 << cell;
        let beside = places(web.neighbours[cell]).map(|beside| self.vertex_of[beside] as usize);
        let chains = beside.chain(web.sides_of(cell)).fold(0, |found, at| found | 1 << at);
        let joined = chains & self.chains | bit;
        // A side stays a vertex.
        let of_chain = joined & !bit;
        let becomes = if of_chain == 0 { cell } else { 127 - of_chain.leading_zeros() as usize };
        let vertices =
            (self.vertices & !joined | 1 << becomes, self.chains & !joined | 1 << becomes);
        let mut links = Links::without_links(self.cells, vertices);
        links.connects = self.connects || joined >> self.cells == 3;
        let is_joined = |at: usize| joined >> at & 1 != 0;
        let now = |at: usize| if is_joined(at) { becomes } else { at };
        links.vertex_of = self.vertex_of.iter().map(|&at| now(at as usize) as u8).collect();
        links.links.reserve(self.links.len());
        let mut new = Vec::new();
        for (x, y) in self.pairs().filter(|&(x, y)| now(x) != now(y)) {
            let moves = |at| is_joined(at) && (at != becomes || at == cell);
            for strength in [Full, Half] {
                for carrier in self.carriers(strength, pair(x, y)) {
                    if moves(x) || moves(y) || carrier & bit != 0 {
                        new.push((strength, now(x), now(y), carrier & !bit));
                    } else {
                        links.put(strength, pair(now(x), now(y)), carrier);
                    }
                }
            }
        }
        new.into_iter().for_each(|(strength, x, y, carrier)| links.add(strength, x, y, carrier));
        links
    }

    /// Pairs of vertices.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let vertices = self.vertices;
        places(vertices).flat_map(move |y| places(vertices & ((1 << y) - 1)).map(move |x| (x, y)))
    }

    fn carriers(&self, strength: Strength, pair: usize) -> impl Iterator<Item = Cells> + '_ {
        let mut at = self.lists[pair][strength as usize];
        std::iter::from_fn(move || {
            let link = self.links.get(at as usize)?;
            at = link.next;
            Some(link.carrier)
        })
    }

    /// Puts a link in front of its list.
    fn put(&mut self, strength: Strength, pair: usize, carrier: Cells) {
        let first = &mut self.lists[pair][strength as usize];
        let link = Link { carrier, next: *first };
        match self.links.get_mut(self.unused as usize) {
            Some(place) => {
                *first = self.unused;
                self.unused = std::mem::replace(place, link).next;
            }
            None => {
                *first = self.links.len() as u32;
                self.links.push(link);
            }
        }
    }

    /// Takes a link out of its list; `before` is the one before, if there is one.
    fn remove(&mut self, strength: Strength, pair: usize, before: u32, at: u32) {
        let next = std::mem::replace(&mut self.links[at as usize].next, self.unused);
        self.unused = at;
        match self.links.get_mut(before as usize) {
            Some(before) => before.next = next,
            None => self.lists[pair][strength as usize] = next,
        }
    }

    /// Adds a link unless one with fewer cells is there, in place of those with more. A full link serves as a half one.
    fn add(&mut self, strength: Strength, x: usize, y: usize, carrier: Cells) {
        let at = pair(x, y);
        let stronger = if strength == Full { &[Full][..] } else { &[Full, Half] };
        let mut known = stronger.iter().flat_map(|&strength| self.carriers(strength, at));
        if known.any(|known| known & !carrier == 0) {
            return;
        }
        drop(known);
        let of_sides = if x.min(y) >= self.cells { OF_SIDES } else { 1 };
        if !self.make_room(strength, at, carrier, MOST_LINKS[strength as usize] * of_sides) {
            return;
        }
        self.put(strength, at, carrier);
        if strength == Full {
            self.make_room(Half, at, carrier, usize::MAX);
            self.fresh.push_back((x as u8, y as u8, carrier));
        } else if !std::mem::replace(&mut self.is_changed[at], true) {
            self.changed.push_back((x as u8, y as u8));
        }
    }

    /// Removes the links of a list that need all cells of `carrier`, and the largest if there are still too many; false
    /// if that has no more cells than `carrier`.
    fn make_room(&mut self, strength: Strength, pair: usize, carrier: Cells, most: usize) -> bool {
        let (mut before, mut at) = (END, self.lists[pair][strength as usize]);
        let (mut count, mut largest) = (0, (0, END, END));
        while let Some(&Link { carrier: there, next }) = self.links.get(at as usize) {
            if carrier & !there == 0 {
                self.remove(strength, pair, before, at);
            } else {
                count += 1;
                if there.count_ones() >= largest.0 {
                    largest = (there.count_ones(), before, at);
                }
                before = at;
            }
            at = next;
        }
        if count < most {
            return true;
        }
        let (size, before, at) = largest;
        let is_smaller = carrier.count_ones() < size;
        if is_smaller {
            self.remove(strength, pair, before, at);
        }
        is_smaller
    }

    /// Finds the links that follow from the new ones, until the sides are linked.
    fn close(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        while !self.connects && self.across(Full).next().is_none() {
            if let Some((x, y, carrier)) = self.fresh.pop_front() {
                budget.step()?;
                let (x, y) = (x as usize, y as usize);
                if self.carriers(Full, pair(x, y)).any(|known| known == carrier) {
                    self.and(x, y, carrier);
                    self.and(y, x, carrier);
                }
            } else if let Some((x, y)) = self.changed.pop_front() {
                budget.step()?;
                let at = pair(x as usize, y as usize);
                self.is_changed[at] = false;
                let halves: Vec<Cells> = self.carriers(Half, at).collect();
                if halves.iter().fold(Cells::MAX, |common, half| common & half) == 0 {
                    self.or((x as usize, y as usize), &halves, (Cells::MAX, 0), MOST_HALVES);
                }
            } else {
                break;
            }
        }
        Ok(())
    }

    /// *And*: links from `x` by a full link to `middle` and on from there.
    fn and(&mut self, x: usize, middle: usize, carrier: Cells) {
        let (from, key) = (1 << x, 1 << middle);
        let is_chain = self.chains & key != 0;
        if middle >= self.cells {
            return;
        }
        let (strength, key) = if is_chain { (Full, 0) } else { (Half, key) };
        for y in places(self.vertices & !(carrier | from | 1 << middle)) {
            let mut at = self.lists[pair(middle, y)][Full as usize];
            while let Some(&Link { carrier: onward, next }) = self.links.get(at as usize) {
                if onward & (carrier | from) == 0 {
                    self.add(strength, x, y, carrier | onward | key);
                }
                at = next;
            }
        }
    }

    /// *Or*: full links by at most so many of the half links, added to those that have the cells of `common` in common
    /// and all cells of `union`.
    fn or(
        &mut self,
        (x, y): (usize, usize),
        halves: &[Cells],
        (common, union): (Cells, Cells),
        most: usize,
    ) {
        for (at, half) in halves.iter().enumerate() {
            let (still, all) = (common & half, union | half);
            if still == common {
                continue;
            }
            if still == 0 {
                self.add(Full, x, y, all);
            } else if most > 1 {
                self.or((x, y), &halves[at + 1..], (still, all), most - 1);
            }
        }
    }
}
