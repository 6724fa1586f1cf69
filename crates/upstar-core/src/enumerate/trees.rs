//! Trees up to isomorphism, by codes.
//!
//! A rooted tree is a root with a multiset of smaller rooted trees. Multisets are unranked size by size, from
//! the largest; those of trees of one size by the combinatorial number system (Nijenhuis and Wilf,
//! Combinatorial Algorithms, ch. 29, counts them so). A free tree is rooted at its centroid (Jordan 1869):
//! no branch has more than half of the vertices. Where two vertices are centroids, each is a root once, and one
//! of the two codes has no tree.

use crate::{Budget, Error};

/// Most vertices of a tree whose codes fit 128 bits here.
pub const MOST_VERTICES_OF_TREES: usize = 60;

/// The trees with a number of vertices, rooted or free.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_core::enumerate::Trees;
///
/// let trees = Trees::free(4, &Budget::unlimited())?;
/// let all: Vec<_> = (0..trees.codes()).filter_map(|code| trees.at(code)).collect();
/// // The path and the star, by the depths of their vertices.
/// assert_eq!(all, [vec![0, 1, 2, 1], vec![0, 1, 1, 1]]);
/// # Ok::<(), upstar_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Trees {
    n: usize,
    /// Most vertices of a branch at the root.
    branch: usize,
    is_free: bool,
    /// By a number of vertices, then by a bound up to it: the number of forests whose trees have sizes up to
    /// the bound.
    forests: Vec<Vec<u128>>,
}

impl Trees {
    /// The trees with `n` vertices and a root.
    ///
    /// # Errors
    /// When the budget runs out.
    ///
    /// # Panics
    /// When `n` is 0 or more than [`MOST_VERTICES_OF_TREES`].
    pub fn rooted(n: usize, budget: &Budget) -> Result<Self, Error> {
        Trees::new(n, n.saturating_sub(1), false, budget)
    }

    /// The trees with `n` vertices.
    ///
    /// # Errors
    /// As for [`Trees::rooted`].
    pub fn free(n: usize, budget: &Budget) -> Result<Self, Error> {
        Trees::new(n, n / 2, true, budget)
    }

    fn new(n: usize, branch: usize, is_free: bool, budget: &Budget) -> Result<Self, Error> {
        Error::check_range(n, 1, MOST_VERTICES_OF_TREES)?;
        let mut trees = Trees { n, branch, is_free, forests: vec![vec![1]] };
        for total in 1..n {
            let mut counts = vec![0];
            for largest in 1..=total {
                budget.step()?;
                // Forests without such a tree, and with up to so many of them.
                let kinds = trees.rooted_count(largest);
                let mut count = counts[largest - 1];
                for times in 1..=total / largest {
                    let rest = total - times * largest;
                    count += multisets(kinds, times) * trees.forests_of(rest, largest - 1);
                }
                counts.push(count);
            }
            trees.forests.push(counts);
        }
        Ok(trees)
    }

    /// Number of rooted trees with `size` vertices.
    fn rooted_count(&self, size: usize) -> u128 {
        self.forests[size - 1][size - 1]
    }

    fn forests_of(&self, total: usize, bound: usize) -> u128 {
        self.forests[total][bound.min(total)]
    }

    /// Number of trees: OEIS A000081, and A000055 by Otter's formula (The number of trees, 1948).
    pub fn count(&self) -> u128 {
        let n = self.n;
        if !self.is_free {
            return self.rooted_count(n);
        }
        let pairs: u128 = (1..n).map(|i| self.rooted_count(i) * self.rooted_count(n - i)).sum();
        let even = if n.is_multiple_of(2) { self.rooted_count(n / 2) } else { 0 };
        self.rooted_count(n) - (pairs - even) / 2
    }

    /// Number of codes.
    pub fn codes(&self) -> u128 {
        self.forests_of(self.n - 1, self.branch)
    }

    /// The tree with a code by the depths of its vertices: each vertex comes after its parent and after the branches
    /// before its own. `None` for the second root of a tree with two centroids, and from [`Trees::codes`] on.
    pub fn at(&self, code: u128) -> Option<Vec<usize>> {
        if code >= self.codes() {
            return None;
        }
        let mut depths = Vec::with_capacity(self.n);
        depths.push(0);
        self.forest(self.n - 1, self.branch, code, 1, &mut depths);
        (!self.is_free || !self.is_second_root(&depths)).then_some(depths)
    }

    /// Whether the first branch is a half of the tree that comes before the other half.
    fn is_second_root(&self, depths: &[usize]) -> bool {
        let half = self.n / 2;
        let size = 1 + depths[1..].iter().skip(1).take_while(|&&depth| depth > 1).count();
        if !self.n.is_multiple_of(2) || size != half {
            return false;
        }
        let branch = depths[1..=half].iter().map(|depth| depth - 1);
        let rest = depths[..1].iter().chain(&depths[half + 1..]).copied();
        branch.lt(rest)
    }

    /// Appends the trees of a forest, the largest first.
    fn forest(
        &self,
        mut total: usize,
        mut bound: usize,
        mut rank: u128,
        depth: usize,
        depths: &mut Vec<usize>,
    ) {
        while total > 0 {
            let size = bound.min(total);
            bound = size - 1;
            let kinds = self.rooted_count(size);
            for times in (0..=total / size).rev() {
                let others = self.forests_of(total - times * size, bound);
                let count = multisets(kinds, times) * others;
                if rank >= count {
                    rank -= count;
                    continue;
                }
                for tree in multiset(times, rank / others) {
                    depths.push(depth);
                    self.forest(size - 1, size - 1, tree, depth + 1, depths);
                }
                (total, rank) = (total - times * size, rank % others);
                break;
            }
        }
    }
}

/// Number of multisets with so many elements of this many kinds.
fn multisets(kinds: u128, elements: usize) -> u128 {
    match elements {
        0 => 1,
        _ => {
            choose(kinds + elements as u128 - 1, elements).expect("it is at most a number of trees")
        }
    }
}

/// Binomial coefficient; `None` if it does not fit.
fn choose(n: u128, k: usize) -> Option<u128> {
    let k = k as u128;
    if n < k {
        return Some(0);
    }
    (0..k).try_fold(1u128, |product, i| Some(product.checked_mul(n - i)? / (i + 1)))
}

/// The multiset of numbers with a rank, the largest first.
fn multiset(elements: usize, mut rank: u128) -> Vec<u128> {
    let mut chosen = Vec::with_capacity(elements);
    for size in (1..=elements).rev() {
        // The largest number with no more than `rank` sets of this size below it.
        let fits = |number: u128| choose(number, size).is_some_and(|count| count <= rank);
        let (mut low, mut high) = (size as u128 - 1, 1 << 1);
        while fits(high) {
            (low, high) = (high, high * 2);
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if fits(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        rank -= choose(low, size).expect("it fits");
        // Different numbers become a multiset.
        chosen.push(low - (size as u128 - 1));
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn budget() -> Budget {
        Budget::unlimited()
    }

    /// Parent of each vertex.
    fn parents(depths: &[usize]) -> Vec<usize> {
        let parent = |v: usize| (0..v).rev().find(|&u| depths[u] + 1 == depths[v]);
        (1..depths.len()).map(|v| parent(v).unwrap()).collect()
    }

    /// Canonical text of a tree from a root.
    fn text(edges: &[(usize, usize)], root: usize, from: Option<usize>) -> String {
        let next = edges.iter().filter_map(|&(a, b)| match root {
            root if a == root => Some(b),
            root if b == root => Some(a),
            _ => None,
        });
        let mut below: Vec<String> =
            next.filter(|v| Some(*v) != from).map(|v| text(edges, v, Some(root))).collect();
        below.sort();
        format!("({})", below.concat())
    }

    fn edges(parents: &[usize]) -> Vec<(usize, usize)> {
        parents.iter().zip(1..).map(|(&parent, v)| (parent, v)).collect()
    }

    fn free_text(edges: &[(usize, usize)]) -> String {
        (0..=edges.len()).map(|root| text(edges, root, None)).min().unwrap()
    }

    /// All ways to give each vertex an earlier one as its parent.
    fn all_parents(n: usize) -> Vec<Vec<usize>> {
        let more = |lists: Vec<Vec<usize>>, v: usize| {
            let with = |list: Vec<usize>| (0..v).map(move |p| [list.clone(), vec![p]].concat());
            lists.into_iter().flat_map(with).collect()
        };
        (1..n).fold(vec![Vec::new()], more)
    }

    #[test]
    fn trees_come_once_and_all_of_them() {
        for n in 1..=8 {
            let naive: Vec<_> = all_parents(n).iter().map(|parents| edges(parents)).collect();
            let rooted = Trees::rooted(n, &budget()).unwrap();
            let listed: Vec<_> = (0..rooted.codes())
                .map(|code| text(&edges(&parents(&rooted.at(code).unwrap())), 0, None))
                .collect();
            let expected: BTreeSet<_> = naive.iter().map(|edges| text(edges, 0, None)).collect();
            assert_eq!(listed.len() as u128, rooted.count());
            assert_eq!(listed.len(), expected.len());
            assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), expected);

            let free = Trees::free(n, &budget()).unwrap();
            let listed: Vec<_> = (0..free.codes())
                .filter_map(|code| free.at(code))
                .map(|depths| free_text(&edges(&parents(&depths))))
                .collect();
            let expected: BTreeSet<_> = naive.iter().map(|edges| free_text(edges)).collect();
            assert_eq!((listed.len(), free.count()), (expected.len(), expected.len() as u128));
            assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }

    #[test]
    fn their_numbers_are_published() {
        // OEIS A000081 and A000055.
        let rooted = [1, 1, 2, 4, 9, 20, 48, 115, 286, 719, 1842, 4766, 12486, 32973, 87811];
        let free = [1, 1, 1, 2, 3, 6, 11, 23, 47, 106, 235, 551, 1301, 3159, 7741];
        for (n, (rooted, free)) in (1..).zip(rooted.into_iter().zip(free)) {
            assert_eq!(Trees::rooted(n, &budget()).unwrap().count(), rooted);
            let all = Trees::free(n, &budget()).unwrap();
            assert_eq!(all.count(), free);
            let listed = (0..all.codes()).filter(|&code| all.at(code).is_some()).count();
            assert_eq!(listed as u128, free);
        }
        assert_eq!(Trees::free(30, &budget()).unwrap().count(), 14_830_871_802);
        assert_eq!(Trees::rooted(30, &budget()).unwrap().count(), 354_426_847_597);
    }

    #[test]
    fn the_largest_trees_have_codes() {
        let trees = Trees::rooted(MOST_VERTICES_OF_TREES, &budget()).unwrap();
        for code in [0, trees.codes() / 3, trees.codes() - 1] {
            assert_eq!(trees.at(code).unwrap().len(), MOST_VERTICES_OF_TREES);
        }
    }
}
