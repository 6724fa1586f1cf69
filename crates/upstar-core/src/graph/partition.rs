//! Union-find.
//!
//! Source: Galler and Fischer, An improved equivalence algorithm, Communications of the ACM 7, 1964.

/// A partition of 0, 1, 2, ... into classes that can be merged (disjoint sets).
///
/// ```
/// use upstar_core::graph::Partition;
///
/// let mut classes = Partition::new(5);
/// classes.union(4, 1);
/// classes.union(1, 3);
/// assert_eq!([0, 1, 2, 3, 4].map(|n| classes.find(n)), [0, 1, 2, 1, 1]);
/// ```
#[doc(hidden)]
#[derive(Debug, Clone, Default)]
pub struct Partition {
    /// A smaller member of the class; the representative is its own parent.
    parent: Vec<u32>,
}

impl Partition {
    /// `count` singletons.
    pub fn new(count: usize) -> Self {
        let mut partition = Partition::default();
        partition.reset(count);
        partition
    }

    /// Resets to `count` singletons, 2^32 at most, reusing memory.
    pub fn reset(&mut self, count: usize) {
        self.parent.clear();
        self.parent.extend((0..=u32::MAX).take(count));
    }

    /// The least member of the class of a number, its representative; a number beyond the partition is alone. Cost:
    /// amortised logarithmic, by path halving.
    pub fn find(&mut self, mut number: usize) -> usize {
        if number >= self.parent.len() {
            return number;
        }
        while self.parent[number] as usize != number {
            self.parent[number] = self.parent[self.parent[number] as usize];
            number = self.parent[number] as usize;
        }
        number
    }

    /// Merges the classes of two numbers, unless one is beyond the partition.
    pub fn union(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        if let Some(parent) = self.parent.get_mut(a.max(b)) {
            *parent = a.min(b) as u32;
        }
    }
}
