//! Symmetries of moves: permutations that keep which move takes which, and may exchange the players.
//!
//! Knows: which moves meet. Must not know: boards. What turns a board, renumbers a graph or exchanges the players is a
//! permutation of moves like any other, in whatever words the rules are.
//!
//! A move is mapped to each other one in turn. Both sides of the mapping are coloured: moves that meet moves of other colours
//! get other colours, until nothing changes (the refinement of colours, R. Read and D. Corneil, *The graph isomorphism
//! disease*, 1977). Where all moves have colours of their own, these are the mapping, which is then checked. Otherwise
//! another move is mapped, once: a symmetry that needs more is not found. Cost: a few milliseconds for 100 moves.

use rustc_hash::{FxHashMap, FxHashSet};

use super::conflicts::{Conflicts, Set};
use crate::shared::hash_of;

/// Most symmetries that are kept.
const MOST: usize = 15;
/// Most moves of which symmetries are looked for.
const MOST_MOVES: usize = 160;
/// Most moves that are mapped to others one after the other.
const DEPTH: usize = 4;

/// A permutation of the moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Symmetry {
    /// Whether it exchanges the players.
    exchanges: bool,
    /// Where it takes each move of Left and of Right.
    images: [Vec<u8>; 2],
}

impl Symmetry {
    /// The symmetries of these moves, without the identity.
    pub(super) fn all<W: Set>(conflicts: &Conflicts<W>) -> Vec<Symmetry> {
        let graph = Graph::new(conflicts);
        if graph.moves() == 0 || graph.moves() > MOST_MOVES {
            return Vec::new();
        }
        let mut found = Vec::new();
        let plain = graph.refined(graph.start(false));
        for exchanges in [false, true] {
            let image = graph.refined(graph.start(exchanges));
            graph.search((plain.clone(), image), DEPTH, &mut |mapping| {
                let is_identity = mapping.iter().enumerate().all(|(at, to)| at == *to);
                if !is_identity {
                    found.push(graph.symmetry(mapping, exchanges));
                }
                found.len() < MOST
            });
        }
        found
    }

    /// The side that a side becomes.
    pub(super) fn side(&self, side: usize) -> usize {
        side ^ usize::from(self.exchanges)
    }

    /// The image of moves of a side.
    #[inline]
    pub(super) fn image<W: Set>(&self, side: usize, moves: W) -> W {
        let images = &self.images[side];
        moves.members().fold(W::default(), |set, at| set | W::one(images[at] as usize))
    }
}

/// The moves of both players as vertices of a directed graph: first those of Left.
struct Graph {
    left: usize,
    /// The moves that each takes, and those that take it.
    takes: Vec<Vec<u32>>,
    takers: Vec<Vec<u32>>,
    edges: FxHashSet<(u32, u32)>,
}

/// A colour for each vertex.
type Colours = Vec<u64>;

impl Graph {
    fn new<W: Set>(conflicts: &Conflicts<W>) -> Graph {
        let left = conflicts.sides[0].moves.len();
        let mut takes = Vec::new();
        for (side, moves) in conflicts.sides.iter().enumerate() {
            let (own, other) = if side == 0 { (0, left) } else { (left, 0) };
            for each in &moves.moves {
                let own = each.takes.members().map(|at| (at + own) as u32);
                takes
                    .push(own.chain(each.spoils.members().map(|at| (at + other) as u32)).collect());
            }
        }
        let mut takers: Vec<Vec<u32>> = vec![Vec::new(); takes.len()];
        let mut edges = FxHashSet::default();
        for (at, taken) in (0..).zip(&takes) {
            let taken: &Vec<u32> = taken;
            for one in taken {
                takers[*one as usize].push(at);
                edges.insert((at, *one));
            }
        }
        Graph { left, takes, takers, edges }
    }

    fn moves(&self) -> usize {
        self.takes.len()
    }

    /// The colours of the players, perhaps exchanged.
    fn start(&self, exchanged: bool) -> Colours {
        (0..self.moves()).map(|at| u64::from((at < self.left) == exchanged)).collect()
    }

    /// Colours that tell apart as much as their neighbours do.
    fn refined(&self, mut colours: Colours) -> Colours {
        let mut count = distinct(&colours);
        loop {
            let around = |list: &[u32]| {
                let hashes = list.iter().map(|at| hash_of(colours[*at as usize]));
                hashes.fold(0_u64, u64::wrapping_add)
            };
            let next = |at: usize| {
                hash_of((colours[at], around(&self.takes[at]), around(&self.takers[at])))
            };
            colours = (0..self.moves()).map(next).collect();
            let now = distinct(&colours);
            if now == count {
                return colours;
            }
            count = now;
        }
    }

    /// Calls `found` with the mappings that take the first colours to the second ones, as long as it wants more.
    fn search(
        &self,
        (from, to): (Colours, Colours),
        depth: usize,
        found: &mut dyn FnMut(&[usize]) -> bool,
    ) -> bool {
        let mut places: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for (at, colour) in to.iter().enumerate() {
            places.entry(*colour).or_default().push(at);
        }
        let mut sizes: FxHashMap<u64, usize> = FxHashMap::default();
        from.iter().for_each(|colour| *sizes.entry(*colour).or_default() += 1);
        if sizes.iter().any(|(colour, size)| places.get(colour).map_or(0, Vec::len) != *size) {
            return true;
        }
        let several = (0..from.len()).find(|at| sizes[&from[*at]] > 1);
        let Some(at) = several else {
            let mapping: Vec<usize> = from.iter().map(|colour| places[colour][0]).collect();
            return !self.is_kept(&mapping) || found(&mapping);
        };
        if depth == 0 {
            return true;
        }
        let marked = |colours: &Colours, at: usize| {
            let mut colours = colours.clone();
            colours[at] = hash_of((colours[at], "marked"));
            self.refined(colours)
        };
        let first = marked(&from, at);
        places[&from[at]]
            .iter()
            .all(|&image| self.search((first.clone(), marked(&to, image)), depth - 1, found))
    }

    /// Whether a mapping keeps all edges.
    fn is_kept(&self, mapping: &[usize]) -> bool {
        let image = |at: u32| mapping[at as usize] as u32;
        self.edges.iter().all(|(from, to)| self.edges.contains(&(image(*from), image(*to))))
    }

    fn symmetry(&self, mapping: &[usize], exchanges: bool) -> Symmetry {
        let place = |at: &usize| (if *at < self.left { *at } else { at - self.left }) as u8;
        let (left, right) = mapping.split_at(self.left);
        Symmetry { exchanges, images: [left, right].map(|side| side.iter().map(place).collect()) }
    }
}

fn distinct(colours: &Colours) -> usize {
    colours.iter().collect::<FxHashSet<_>>().len()
}
