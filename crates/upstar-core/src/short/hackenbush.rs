//! Values of Hackenbush: an edge is cut, and what is no longer connected with the ground falls.
//!
//! Knows: edges, who may cut them, and what a piece is worth. Must not know: how rules are written.
//!
//! *Pieces.* Let x be a vertex of a picture, and H edges that are connected with the ground through x only. A move in H
//! leaves the other edges, and makes of H what it makes where x is the ground. Any other move leaves H as it is, or x
//! falls, and all of H with it.
//!
//! *Colon principle* (Winning Ways, ch. 7; Albert, Nowakowski, Wolfe, *Lessons in Play*, ch. 10; Siegel, *Combinatorial
//! Game Theory*, II.3). Let P(G) be the picture in which a game G is played in the place of H: it falls with x, too. If
//! G <= K, then P(G) <= P(K). Proof: Right moves second in P(G) - P(K). He answers a move outside of G and K by the
//! same move in the other picture; then both are left or both have fallen, and what is left of the pictures is the same.
//! He answers a move in G or K as he does in G - K, which he wins moving second. So he always has an answer. Hence
//! P(G) = P(K) where G = K, and a piece is played as the canonical form of its value, which need be no picture.
//!
//! *Blocks.* So a picture is taken apart at all its cut vertices, those that are farthest away from the ground first. What
//! meets in a vertex is a sum, since no move in one piece changes another one. A block is a single edge, or all its
//! vertices lie on common cycles. An edge with G on its other end is the ordinal sum e : G by the definition of that. A
//! larger block is searched, with games on its vertices, and each picture to which a cut leads is taken apart again.
//!
//! *Fusion* (Winning Ways, ch. 7): the vertices of a cycle of green edges can be made one vertex, where nimbers stand on
//! them. In a green block each two vertices lie on a cycle, so all of them become the ground, each edge a loop, worth *.
//!
//! *Numbers.* Let x be a number. The signs of the ordinal sum 1 : x are a plus and those of x (Berlekamp's rule). So it is
//! x + 1 where x begins by a plus, or is 0. Let n be the least integer with -n <= x < 0. The signs of x are n minuses,
//! then those of a fraction. Then 1 : x is 2^-n (x + n + 1): both are linear between integers.

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use super::ordinal_sum_of_form;
use crate::number::Dyadic;
use crate::{Error, Game, Store};

/// An edge of a picture.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HackenbushEdge {
    /// The vertices that it joins, which may be the same.
    pub ends: [u32; 2],
    /// Whether Left may cut it.
    pub left: bool,
    /// Whether Right may cut it.
    pub right: bool,
}

/// Values of the pieces that stand on the ground and meet there only: the picture is their sum. They are not added here, since
/// who wins a sum is often found without its value.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::{HackenbushEdge, hackenbush};
/// # let store = Store::new(Budget::unlimited());
/// let edge = |ends, left| HackenbushEdge { ends, left, right: !left };
/// let stalk = [edge([0, 1], true), edge([1, 2], true), edge([2, 3], false)];
/// assert_eq!(hackenbush(&store, &stalk, 0)?, [store.parse("3/2")?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Store::game`]. Cost: linear in the edges, apart from arithmetic, for trees and where all edges are green. For each
/// other block at most all sets of its edges, times all followers of what stands on its vertices.
#[doc(hidden)]
pub fn hackenbush(
    store: &Store,
    edges: &[HackenbushEdge],
    ground: u32,
) -> Result<Vec<Game>, Error> {
    let all: Vec<u32> = (0..).take(edges.len()).collect();
    let mut picture = Picture { store, edges, known: FxHashMap::default() };
    picture.pieces(&all, FxHashMap::default(), ground)
}

/// Games on vertices.
type Standing = FxHashMap<u32, Game>;

/// A block: its vertex that is nearest to the ground, its edges by number, and the games on its other vertices.
type Block = (u32, Vec<u32>, Vec<(u32, Game)>);

struct Picture<'p> {
    store: &'p Store,
    edges: &'p [HackenbushEdge],
    known: FxHashMap<Block, Game>,
}

impl Picture<'_> {
    /// Value of those of some edges that are connected with a ground, where games stand on other vertices.
    fn grounded(&mut self, edges: &[u32], on: Standing, ground: u32) -> Result<Game, Error> {
        let pieces = self.pieces(edges, on, ground)?;
        self.store.total(&pieces)
    }

    /// The same for each piece on the ground.
    fn pieces(&mut self, edges: &[u32], mut on: Standing, ground: u32) -> Result<Vec<Game>, Error> {
        let mut pieces = Vec::new();
        for (root, block) in self.blocks(edges, ground) {
            let value = self.block(root, block, &on)?;
            if root == ground {
                pieces.push(value);
            } else {
                let beside = on.get(&root).copied().unwrap_or(Game::ZERO);
                on.insert(root, self.store.add(beside, value)?);
            }
        }
        Ok(pieces)
    }

    /// The blocks of those edges that are connected with the ground, each with its vertex nearest to the ground, and after
    /// all blocks beyond it. Source: Hopcroft and Tarjan, Algorithm 447, Comm. ACM 16 (1973).
    fn blocks(&self, edges: &[u32], ground: u32) -> Vec<(u32, Vec<u32>)> {
        let mut beside: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for &edge in edges {
            let [a, b] = self.edges[edge as usize].ends;
            beside.entry(a).or_default().push(edge);
            if a != b {
                beside.entry(b).or_default().push(edge);
            }
        }
        let mut blocks = Vec::new();
        // When a vertex was met, and the earliest one that is reached from beyond it.
        let mut met: FxHashMap<u32, (usize, usize)> = FxHashMap::from_iter([(ground, (0, 0))]);
        let mut path: Vec<u32> = Vec::new();
        let mut open: Vec<(u32, Option<u32>, usize)> = vec![(ground, None, 0)];
        while let Some((vertex, by, next)) = open.last_mut() {
            let (vertex, by) = (*vertex, *by);
            let edge = beside.get(&vertex).and_then(|edges| edges.get(*next)).copied();
            *next += 1;
            let (here, low) = met[&vertex];
            let Some(edge) = edge else {
                open.pop();
                if let (Some(edge), Some((root, ..))) = (by, open.last()) {
                    let (before, earliest) = met[root];
                    met.insert(*root, (before, earliest.min(low)));
                    if low >= before {
                        let first = path.iter().rposition(|one| *one == edge).unwrap_or(0);
                        blocks.push((*root, path.split_off(first)));
                    }
                }
                continue;
            };
            let [a, b] = self.edges[edge as usize].ends;
            let other = if a == vertex { b } else { a };
            if other == vertex {
                blocks.push((vertex, vec![edge]));
            } else if Some(edge) != by {
                let count = met.len();
                match met.get(&other) {
                    None => {
                        met.insert(other, (count, count));
                        path.push(edge);
                        open.push((other, Some(edge), 0));
                    }
                    Some((there, _)) if *there < here => {
                        met.insert(vertex, (here, low.min(*there)));
                        path.push(edge);
                    }
                    Some(_) => {}
                }
            }
        }
        blocks
    }

    /// Value of a block with games on its vertices.
    fn block(&mut self, root: u32, mut edges: Vec<u32>, on: &Standing) -> Result<Game, Error> {
        let store = self.store;
        store.budget().step()?;
        edges.sort_unstable();
        let ends = edges.iter().flat_map(|edge| self.edges[*edge as usize].ends);
        let mut vertices: Vec<u32> = ends.filter(|vertex| *vertex != root).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let standing = vertices.into_iter().filter_map(|vertex| Some((vertex, *on.get(&vertex)?)));
        let standing: Vec<(u32, Game)> = standing.filter(|(_, game)| *game != Game::ZERO).collect();
        if let [edge] = edges[..] {
            let above = standing.first().map_or(Game::ZERO, |(_, game)| *game);
            return on_edge(store, self.edges[edge as usize], above);
        }
        if let Some(nimber) = self.fused(&edges, &standing) {
            return store.nimber(nimber);
        }
        let block = (root, edges, standing);
        if let Some(known) = self.known.get(&block) {
            return Ok(*known);
        }
        let value = store.deeper(|| self.searched(&block))?;
        let bytes =
            size_of::<(Block, Game)>() + size_of_val(&block.1[..]) + size_of_val(&block.2[..]);
        store.budget().reserve(bytes as u64)?;
        self.known.insert(block, value);
        Ok(value)
    }

    /// The nimber of a green block, by the fusion principle; `None` where something else is in it.
    fn fused(&self, edges: &[u32], standing: &[(u32, Game)]) -> Option<u32> {
        let is_green =
            |edge: &u32| self.edges[*edge as usize].left && self.edges[*edge as usize].right;
        edges.iter().all(is_green).then_some(())?;
        standing.iter().try_fold(edges.len() as u32 % 2, |sum, (_, game)| {
            Some(sum ^ self.store.as_nimber(*game)?)
        })
    }

    /// Value of a block by its options.
    fn searched(&mut self, (root, edges, standing): &Block) -> Result<Game, Error> {
        let store = self.store;
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (place, number) in edges.iter().enumerate() {
            let edge = self.edges[*number as usize];
            if !edge.left && !edge.right {
                continue;
            }
            let mut rest = edges.clone();
            rest.remove(place);
            let value = self.grounded(&rest, standing.iter().copied().collect(), *root)?;
            left.extend(edge.left.then_some(value));
            right.extend(edge.right.then_some(value));
        }
        for (vertex, game) in standing {
            let sides = [store.left(*game)?.to_vec(), store.right(*game)?.to_vec()];
            for (side, options) in [&mut left, &mut right].into_iter().zip(sides) {
                for option in options {
                    let mut on: Standing = standing.iter().copied().collect();
                    on.insert(*vertex, option);
                    side.push(self.block(*root, edges.clone(), &on)?);
                }
            }
        }
        store.game(&left, &right)
    }
}

/// The ordinal sum of an edge and the game on its other end.
fn on_edge(store: &Store, edge: HackenbushEdge, above: Game) -> Result<Game, Error> {
    let zero = [Game::ZERO];
    let side = |may_cut: bool| if may_cut { &zero[..] } else { &[] };
    let found = match (edge.left, edge.right) {
        (false, false) => return Ok(above),
        (true, true) => match store.as_nimber(above).and_then(|nimber| nimber.checked_add(1)) {
            Some(nimber) => return store.nimber(nimber),
            None => None,
        },
        (true, false) => store.as_number(above).and_then(|x| on_one(&x)),
        (false, true) => store.as_number(above).and_then(|x| on_one(&-&x)).map(|x| -&x),
    };
    match found {
        Some(number) => store.number(&number),
        None => ordinal_sum_of_form(store, (side(edge.left), side(edge.right)), above),
    }
}

/// The ordinal sum 1 : x of a number; `None` where it is too long.
fn on_one(x: &Dyadic) -> Option<Dyadic> {
    let (shift, minuses) = match x.is_negative() {
        false => (0, BigInt::ZERO),
        true => ((-x.floor()).to_u64()?, -x.floor()),
    };
    let numerator = x.numer() + ((minuses + 1) << x.exponent());
    Some(Dyadic::new(numerator, x.exponent().checked_add(shift)?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Budget;
    use crate::length::properties;

    /// Value by the definition: all cuts of edges that are connected with the ground.
    fn by_cuts(
        store: &Store,
        edges: &[HackenbushEdge],
        known: &mut FxHashMap<u32, Game>,
        left: u32,
    ) -> Game {
        let mut reached = vec![0];
        let mut grounded = 0;
        while let Some(vertex) = reached.pop() {
            for (n, edge) in edges.iter().enumerate() {
                if left & !grounded & 1 << n != 0 && edge.ends.contains(&vertex) {
                    grounded |= 1 << n;
                    reached.extend(edge.ends);
                }
            }
        }
        if let Some(game) = known.get(&grounded) {
            return *game;
        }
        let (mut lefts, mut rights) = (Vec::new(), Vec::new());
        for (n, edge) in edges.iter().enumerate().filter(|(n, _)| grounded & 1 << n != 0) {
            let after = by_cuts(store, edges, known, grounded & !(1 << n));
            lefts.extend(edge.left.then_some(after));
            rights.extend(edge.right.then_some(after));
        }
        let game = store.game(&lefts, &rights).unwrap();
        known.insert(grounded, game);
        game
    }

    fn whole(store: &Store, edges: &[HackenbushEdge]) -> Game {
        store.total(&hackenbush(store, edges, 0).unwrap()).unwrap()
    }

    fn pictures() -> impl Strategy<Value = Vec<HackenbushEdge>> {
        let edge = (0..6_u32, 0..6_u32, 0..9_u8).prop_map(|(a, b, colour)| HackenbushEdge {
            ends: [a, b],
            left: [0, 1, 2, 6, 7].contains(&colour),
            right: [3, 4, 5, 6, 7].contains(&colour),
        });
        prop::collection::vec(edge, 0..9)
    }

    proptest! {
        #![proptest_config(properties(256))]

        #[test]
        fn taken_apart_a_picture_has_the_value_of_its_cuts(edges in pictures()) {
            let store = Store::new(Budget::unlimited());
            let all = (1 << edges.len()) - 1;
            let expected = by_cuts(&store, &edges, &mut FxHashMap::default(), all);
            prop_assert_eq!(whole(&store, &edges), expected);
        }

        #[test]
        fn green_pictures_are_fused(mut edges in pictures()) {
            let store = Store::new(Budget::unlimited());
            edges.iter_mut().for_each(|edge| (edge.left, edge.right) = (true, true));
            let all = (1 << edges.len()) - 1;
            let expected = by_cuts(&store, &edges, &mut FxHashMap::default(), all);
            prop_assert_eq!(whole(&store, &edges), expected);
        }
    }

    #[test]
    fn large_trees_take_no_search() {
        let budget = Budget::unlimited();
        let store = Store::new(budget.clone());
        let mut edges = Vec::new();
        for n in 0..3000 {
            let (left, right) = (n % 3 != 0, n % 3 == 0);
            edges.push(HackenbushEdge { ends: [n / 2, n + 1], left, right });
        }
        let before = budget.steps();
        let value = whole(&store, &edges);
        assert!(store.as_number(value).is_some());
        assert!(budget.steps() - before < 100_000, "{} steps", budget.steps() - before);
    }

    #[test]
    fn a_long_stalk_has_its_signs() {
        let store = Store::new(Budget::unlimited());
        let edges: Vec<_> = (0..2000)
            .map(|n| HackenbushEdge { ends: [n, n + 1], left: n == 0, right: n > 0 })
            .collect();
        let value = whole(&store, &edges);
        assert_eq!(store.as_number(value), Some(Dyadic::new(BigInt::from(1), 1999)));
    }
}
