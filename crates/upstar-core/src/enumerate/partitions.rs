//! Partitions of integers by their ranks.

use crate::{Budget, Error};

/// The largest integer for partitions into any number of parts, and for those into a few: 128 bits count them.
const MOST_PARTITIONED: [usize; 2] = [1000, 100_000];

/// So many parts are a few.
const FEW_PARTS: usize = 10;

/// The largest integer whose partitions into `parts` parts [`Partitions`] lists; `None` is any number of parts.
///
/// ```
/// # use upstar_core::enumerate::most_partitioned;
/// assert_eq!((most_partitioned(None), most_partitioned(Some(3))), (1000, 100_000));
/// ```
pub fn most_partitioned(parts: Option<usize>) -> usize {
    MOST_PARTITIONED[usize::from(parts.is_some_and(|parts| parts <= FEW_PARTS))]
}

/// The partitions of an integer, the one with the largest first part first.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_core::enumerate::Partitions;
///
/// let partitions = Partitions::new(4, None, &Budget::unlimited())?;
/// let all: Vec<_> = (0..partitions.count()).filter_map(|rank| partitions.at(rank)).collect();
/// assert_eq!(all, [vec![4], vec![3, 1], vec![2, 2], vec![2, 1, 1], vec![1, 1, 1, 1]]);
/// # Ok::<(), upstar_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Partitions {
    n: usize,
    /// Number of parts, if that is fixed.
    parts: Option<usize>,
    /// By an integer, then by a bound up to it: the number of partitions into parts up to the bound.
    bounded: Vec<Vec<u128>>,
}

impl Partitions {
    /// The partitions of `n`, or those into so many parts.
    ///
    /// # Errors
    /// When `n` is more than [`most_partitioned`] of `parts`, or the budget runs out. Cost: `n` times the number of parts,
    /// or `n * n`.
    pub fn new(n: usize, parts: Option<usize>, budget: &Budget) -> Result<Self, Error> {
        Error::check_range(n, 0, most_partitioned(parts))?;
        let widest = parts.unwrap_or(n).min(n);
        budget.reserve((n * widest * size_of::<u128>()) as u64)?;
        let mut bounded: Vec<Vec<u128>> = Vec::with_capacity(n + 1);
        for m in 0..=n {
            let mut counts = Vec::with_capacity(widest.min(m) + 1);
            counts.push(u128::from(m == 0));
            for largest in 1..=widest.min(m) {
                budget.step()?;
                let rest = m - largest;
                let with_it = match rest {
                    0 => 1,
                    _ => bounded[rest][largest.min(rest)],
                };
                counts.push(counts[largest - 1] + with_it);
            }
            bounded.push(counts);
        }
        Ok(Partitions { n, parts, bounded })
    }

    /// Their number.
    pub fn count(&self) -> u128 {
        match self.parts {
            None => self.bounded[self.n][self.n],
            // Its conjugate begins with this part.
            Some(parts) => match self.n.checked_sub(parts) {
                Some(rest) if parts > 0 => self.bounded[rest][parts.min(rest)],
                rest => u128::from(rest == Some(0)),
            },
        }
    }

    /// The partition with a rank: its parts, none larger than the one before; `None` from
    /// [`Partitions::count`] on.
    pub fn at(&self, rank: u128) -> Option<Vec<usize>> {
        if rank >= self.count() {
            return None;
        }
        Some(match self.parts {
            None => self.within(self.n, self.n, rank),
            Some(0) => Vec::new(),
            Some(parts) => {
                let mut conjugate = vec![parts];
                conjugate.append(&mut self.within(self.n - parts, parts, rank));
                let longer = |row: usize| conjugate.iter().take_while(|&&part| part > row).count();
                (0..parts).map(longer).collect()
            }
        })
    }

    /// The partition of `n` into parts up to a bound with a rank among these.
    fn within(&self, mut n: usize, mut bound: usize, mut rank: u128) -> Vec<usize> {
        let mut parts = Vec::new();
        while n > 0 {
            bound = bound.min(n);
            // Partitions with smaller parts come later.
            let later = self.bounded[n][bound] - rank;
            let part = self.bounded[n].partition_point(|&count| count < later);
            rank = self.bounded[n][part] - later;
            parts.push(part);
            (n, bound) = (n - part, part);
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naive(n: usize, bound: usize) -> Vec<Vec<usize>> {
        if n == 0 {
            return vec![Vec::new()];
        }
        let first = (1..=bound.min(n)).rev();
        let with = |part: usize| {
            naive(n - part, part).into_iter().map(move |rest| [vec![part], rest].concat())
        };
        first.flat_map(with).collect()
    }

    #[test]
    fn partitions_are_those_of_the_definition() {
        for n in 0..=14 {
            let expected = naive(n, n);
            let all = Partitions::new(n, None, &Budget::unlimited()).unwrap();
            let listed: Vec<_> = (0..all.count()).map(|rank| all.at(rank).unwrap()).collect();
            assert_eq!(listed, expected);
            for parts in 0..=n + 1 {
                let some = Partitions::new(n, Some(parts), &Budget::unlimited()).unwrap();
                let mut listed: Vec<_> =
                    (0..some.count()).map(|rank| some.at(rank).unwrap()).collect();
                listed.sort();
                let mut kept = expected.clone();
                kept.retain(|one| one.len() == parts);
                kept.sort();
                assert_eq!(listed, kept, "{n} into {parts}");
            }
        }
    }

    #[test]
    fn large_integers_have_a_few_parts() {
        // n into two parts: n / 2; into three: the integer next to n * n / 12.
        let into = |n, parts| Partitions::new(n, Some(parts), &Budget::unlimited());
        assert_eq!(into(100_000, 2).unwrap().count(), 50_000);
        assert_eq!(into(30_001, 3).unwrap().count(), 75_005_000);
        assert_eq!(into(30_001, 3).unwrap().at(0), Some(vec![10_001, 10_000, 10_000]));
        assert!(into(100_000, FEW_PARTS).unwrap().count() > 1 << 100);
        assert!(into(1001, FEW_PARTS + 1).is_err());
    }

    #[test]
    fn their_numbers_are_published() {
        // OEIS A000041.
        let count = |n| Partitions::new(n, None, &Budget::unlimited()).unwrap().count();
        assert_eq!(count(100), 190_569_292);
        assert_eq!(count(1000), 24_061_467_864_032_622_473_692_149_727_991);
    }
}
