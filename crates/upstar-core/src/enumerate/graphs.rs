//! Graphs up to isomorphism, by codes: orderly generation.
//!
//! The code of a graph with numbered vertices is its matrix above the diagonal, column by column. The least
//! code of all numberings is canonical (Read, Every one a winner, 1978; Faradzev 1978). The first
//! columns of a canonical code are canonical, because a smaller numbering of these vertices would make the whole
//! code smaller. So each graph arises once, from a canonical graph with a vertex less and a last column.

use std::sync::OnceLock;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::partitions::Partitions;
use crate::{Budget, Error};

/// Most vertices of the graphs that are listed: their codes have 55 bits.
pub const MOST_VERTICES_OF_GRAPHS: usize = 11;

/// The graphs with a number of vertices.
#[derive(Debug)]
pub struct Graphs {
    n: usize,
    /// Canonical codes of the graphs with a vertex less.
    parents: OnceLock<Vec<u64>>,
}

impl Graphs {
    /// The graphs with `n` vertices.
    ///
    /// # Errors
    /// When `n` is more than [`MOST_VERTICES_OF_GRAPHS`].
    pub fn new(n: usize) -> Result<Self, Error> {
        Error::check_range(n, 0, MOST_VERTICES_OF_GRAPHS)?;
        Ok(Graphs { n, parents: OnceLock::new() })
    }

    /// Their number (Pólya 1937; OEIS A000088), without listing them.
    pub fn count(&self) -> BigUint {
        let unlimited = Budget::unlimited();
        let types = Partitions::new(self.n, None, &unlimited).expect("nothing limits it");
        let permutations: BigUint = (2..=self.n).map(BigUint::from).product();
        let mut total = BigUint::zero();
        for rank in 0..types.count() {
            let cycles = types.at(rank).unwrap_or_default();
            // Permutations of this type, and the cycles of pairs under one of them.
            let (mut denominator, mut pairs) = (BigUint::one(), 0);
            for (place, &length) in cycles.iter().enumerate() {
                let same = cycles[..=place].iter().filter(|&&other| other == length).count();
                denominator *= length * same;
                pairs += length / 2;
                pairs += cycles[..place].iter().map(|&other| gcd(other, length)).sum::<usize>();
            }
            total += (&permutations / denominator) << pairs;
        }
        total / permutations
    }

    /// Number of codes: a graph with a vertex less, and a set of neighbours of the last vertex.
    ///
    /// # Errors
    /// When the budget runs out: the graphs with a vertex less are listed.
    pub fn codes(&self, budget: &Budget) -> Result<u64, Error> {
        match self.n {
            0 => Ok(1),
            n => Ok((self.parents(budget)?.len() as u64) << (n - 1)),
        }
    }

    /// The graph with a code as pairs of vertices from 0 on; `None` if it is the graph of another code too, and from
    /// [`Graphs::codes`] on.
    ///
    /// # Errors
    /// As for [`Graphs::codes`].
    pub fn at(&self, code: u64, budget: &Budget) -> Result<Option<Vec<(usize, usize)>>, Error> {
        let Some(last) = self.n.checked_sub(1) else { return Ok((code == 0).then(Vec::new)) };
        let Some(&parent) = self.parents(budget)?.get((code >> last) as usize) else {
            return Ok(None);
        };
        let whole = parent << last | code & ((1 << last) - 1);
        Ok(Matrix::new(self.n, whole).is_canonical().then(|| edges(self.n, whole)))
    }

    fn parents(&self, budget: &Budget) -> Result<&[u64], Error> {
        if let Some(known) = self.parents.get() {
            return Ok(known);
        }
        let mut codes = vec![0];
        for vertices in 2..self.n {
            let column = vertices - 1;
            let mut next = Vec::new();
            for parent in codes {
                if next.len() == next.capacity() {
                    budget.reserve((next.len().max(64) * size_of::<u64>()) as u64)?;
                    next.reserve(next.len().max(64));
                }
                for neighbours in 0..1 << column {
                    budget.step()?;
                    let code = parent << column | neighbours;
                    if Matrix::new(vertices, code).is_canonical() {
                        next.push(code);
                    }
                }
            }
            codes = next;
        }
        Ok(self.parents.get_or_init(|| codes))
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Whether the code of a graph has the pair of these vertices; the first pair has the highest bit.
fn has(n: usize, code: u64, (small, large): (usize, usize)) -> bool {
    let bits = n * (n - 1) / 2;
    let place = large * (large - 1) / 2 + small;
    code >> (bits - 1 - place) & 1 != 0
}

fn edges(n: usize, code: u64) -> Vec<(usize, usize)> {
    let pairs = (1..n).flat_map(|large| (0..large).map(move |small| (small, large)));
    pairs.filter(|&pair| has(n, code, pair)).collect()
}

/// A graph with numbered vertices.
struct Matrix {
    n: usize,
    /// Neighbours of each vertex, as bits.
    rows: [u16; MOST_VERTICES_OF_GRAPHS],
    /// Columns above the diagonal; the first row has the highest bit.
    columns: [u16; MOST_VERTICES_OF_GRAPHS],
}

impl Matrix {
    fn new(n: usize, code: u64) -> Self {
        let mut matrix =
            Matrix { n, rows: [0; MOST_VERTICES_OF_GRAPHS], columns: [0; MOST_VERTICES_OF_GRAPHS] };
        let mut rest = code;
        for large in (1..n).rev() {
            let column = rest & ((1 << large) - 1);
            rest >>= large;
            matrix.columns[large] = column as u16;
            for small in 0..large {
                let bit = (column >> (large - 1 - small) & 1) as u16;
                matrix.rows[large] |= bit << small;
                matrix.rows[small] |= bit << large;
            }
        }
        matrix
    }

    /// Whether no other numbering has a smaller code.
    fn is_canonical(&self) -> bool {
        self.is_least_from(&mut [0; MOST_VERTICES_OF_GRAPHS], 0, (1u16 << self.n) - 1)
    }

    /// Whether no numbering that begins with the first `depth` vertices of `order` has a smaller code; their
    /// columns are those of the graph, and `free` are the other vertices.
    fn is_least_from(
        &self,
        order: &mut [usize; MOST_VERTICES_OF_GRAPHS],
        depth: usize,
        free: u16,
    ) -> bool {
        for v in (0..self.n).filter(|v| free >> v & 1 != 0) {
            // A twin before it has numberings with the same codes.
            let is_twin = |u: usize| {
                let others = !(1 << u | 1 << v);
                free >> u & 1 != 0 && self.rows[u] & others == self.rows[v] & others
            };
            if (0..v).any(is_twin) {
                continue;
            }
            let chosen = order[..depth].iter();
            let column = chosen.fold(0, |bits, &u| bits << 1 | self.rows[v] >> u & 1);
            if column < self.columns[depth] {
                return false;
            }
            order[depth] = v;
            if column == self.columns[depth]
                && !self.is_least_from(order, depth + 1, free & !(1 << v))
            {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn list(n: usize) -> Vec<Vec<(usize, usize)>> {
        let (graphs, budget) = (Graphs::new(n).unwrap(), Budget::unlimited());
        let codes = 0..graphs.codes(&budget).unwrap();
        codes.filter_map(|code| graphs.at(code, &budget).unwrap()).collect()
    }

    /// The least list of edges of all numberings.
    fn normal(n: usize, edges: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let count = (1..=n as u32).product::<u32>();
        let renumbered = |rank: u32| {
            let to =
                super::super::permutation(n, &rank.into(), &Budget::unlimited()).unwrap().unwrap();
            let pair = |&(a, b): &(usize, usize)| (to[a].min(to[b]), to[a].max(to[b]));
            let mut edges: Vec<_> = edges.iter().map(pair).collect();
            edges.sort_unstable();
            edges
        };
        (0..count).map(renumbered).min().unwrap()
    }

    #[test]
    fn graphs_come_once_and_all_of_them() {
        for n in 0..=5usize {
            let bits = n * n.saturating_sub(1) / 2;
            let naive: BTreeSet<_> =
                (0..1 << bits).map(|code| normal(n, &edges(n, code))).collect();
            let listed = list(n);
            assert_eq!(listed.len(), naive.len(), "{n} vertices");
            let found: BTreeSet<_> = listed.iter().map(|edges| normal(n, edges)).collect();
            assert_eq!(found, naive);
        }
    }

    #[test]
    fn their_numbers_are_published() {
        // OEIS A000088.
        let counts: [u32; 12] =
            [1, 1, 2, 4, 11, 34, 156, 1044, 12346, 274_668, 12_005_168, 1_018_997_864];
        for (n, count) in counts.into_iter().enumerate() {
            assert_eq!(Graphs::new(n).unwrap().count(), count.into());
            if n <= 7 {
                assert_eq!(list(n).len(), count as usize);
            }
        }
    }

    #[test]
    fn as_many_are_connected_as_is_published() {
        // OEIS A001349.
        let connected = |n: usize, edges: &[(usize, usize)]| {
            let mut seen = BTreeSet::from([0]);
            for _ in 0..n {
                let more = edges.iter().filter(|(a, b)| seen.contains(a) || seen.contains(b));
                let more: Vec<_> = more.flat_map(|&(a, b)| [a, b]).collect();
                seen.extend(more);
            }
            seen.len() == n
        };
        for (n, count) in (1..).zip([1, 1, 2, 6, 21, 112, 853]) {
            let found = list(n).iter().filter(|edges| connected(n, edges)).count();
            assert_eq!(found, count, "{n} vertices");
        }
    }
}
