//! Classes that are merged.
//!
//! Source: Galler and Fischer, An improved equivalence algorithm, Communications of the ACM 7, 1964.

/// A partition of the numbers 0, 1, 2, ... into classes that can be merged.
///
/// ```
/// use upstar_core::graph::Partition;
///
/// let mut classes = Partition::new(5);
/// classes.join(4, 1);
/// classes.join(1, 3);
/// assert_eq!([0, 1, 2, 3, 4].map(|n| classes.least(n)), [0, 1, 2, 1, 1]);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Partition {
    /// Leads to a smaller number of the class, and from the least to itself.
    parent: Vec<u32>,
}

impl Partition {
    /// So many numbers, each a class of its own.
    pub fn new(count: usize) -> Self {
        let mut partition = Partition::default();
        partition.reset(count);
        partition
    }

    /// The same, in the memory of this one.
    pub fn reset(&mut self, count: usize) {
        self.parent.clear();
        self.parent.extend(0..count as u32);
    }

    /// The least number of the class of a number. Cost: nearly constant; paths are halved on the
    /// way.
    pub fn least(&mut self, mut number: usize) -> usize {
        while self.parent[number] as usize != number {
            self.parent[number] = self.parent[self.parent[number] as usize];
            number = self.parent[number] as usize;
        }
        number
    }

    /// Merges the classes of two numbers.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.least(a), self.least(b));
        self.parent[a.max(b)] = a.min(b) as u32;
    }
}
