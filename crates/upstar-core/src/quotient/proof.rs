//! Proof that a map to a monoid solves a game in misère play.
//!
//! Knows: the values of a heap and of its options. Must not know: how they were found.
//!
//! Theorem. Let Φ map the heaps to a commutative monoid with a part P, and with it all sums of
//! heaps. Assume
//!
//! 1. for no sum X and option X' both Φ(X) and Φ(X') are in P, and the empty sum is not;
//! 2. every sum X with moves whose Φ(X) is not in P has an option X' with Φ(X') in P.
//!
//! Then X is a misère P-position exactly when Φ(X) is in P, by induction on the length of play.
//! If moreover Φ is onto, and for all x ≠ y there is z such that one of xz and yz is in P and the
//! other not, then this is the misère quotient with its pretending function, by the definition of
//! indistinguishability. (Plambeck and Siegel 2008: bipartite monoids, and the transition algebra
//! of pairs of an element with the values of the options.)
//!
//! Condition 1 is checked for each heap H, option H' and element y: not both Φ(H)y and Φ(H')y are
//! in P. For condition 2 let D(X) be the set of elements y such that Φ(X)y is not in P, and neither is
//! Φ(X')y for an option X' of X: the company in which no move in X wins though one should. Then
//! D(X + Y) consists of the z with Φ(Y)z in D(X) and Φ(X)z in D(Y), and condition 2 says that 1 is
//! in D(X) for no X with moves. The pairs (Φ(X), D(X)) are products of those of heaps, and there
//! are finitely many. As D(X + Y) grows with D(X), pairs with a smaller D can be left out.

use super::bits::Bits;
use super::monoid::Monoid;
use crate::{Budget, Exhausted};

/// Pairs (Φ(X), D(X)) for all nonempty sums X, without dominated ones.
#[derive(Debug, Clone, Default)]
pub(super) struct Closure {
    pairs: Vec<Pair>,
    /// Pairs of each element.
    by_element: Vec<Vec<usize>>,
    /// Pairs of the heaps, without dominated ones.
    heaps: Vec<usize>,
}

#[derive(Debug, Clone)]
struct Pair {
    element: usize,
    open: Bits,
    /// The factors: a pair, and the heap it was multiplied by.
    from: Option<usize>,
    heap: usize,
    /// Whether a pair with a larger D was added later.
    dominated: bool,
}

/// Result of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ProofCheck {
    /// The conditions hold.
    Holds,
    /// The values of a heap and of an option, times `company`, are both in P.
    BothP {
        /// Index of the option.
        option: usize,
        /// Common factor.
        company: usize,
    },
    /// Neither the sum of these heaps nor any of its options is in P.
    NoMove(Vec<usize>),
}

impl Closure {
    pub(super) fn new(monoid: &Monoid) -> Self {
        Closure { by_element: vec![Vec::new(); monoid.order()], ..Closure::default() }
    }

    /// Adds a heap with its value and those of its options, at least one.
    ///
    /// # Errors
    /// When a limit is reached.
    pub(super) fn add(
        &mut self,
        monoid: &Monoid,
        heap: usize,
        element: usize,
        options: &[usize],
        budget: &Budget,
    ) -> Result<ProofCheck, Exhausted> {
        let own = monoid.wins(element);
        let mut won = own.clone();
        for (option, &to) in options.iter().enumerate() {
            if let Some(company) = own.common(monoid.wins(to)) {
                return Ok(ProofCheck::BothP { option, company });
            }
            won.add(monoid.wins(to));
        }
        let open = Bits::of(monoid.order(), |y| !won.has(y));
        let first = self.pairs.len();
        let pair = Pair { element, open, from: None, heap, dominated: false };
        match self.insert(pair) {
            Some(true) => {}
            Some(false) => return Ok(ProofCheck::Holds),
            None => return Ok(ProofCheck::NoMove(vec![heap])),
        }
        for at in 0..first {
            if let Some(check) = self.multiply(monoid, at, first, budget)? {
                return Ok(check);
            }
        }
        self.heaps.push(first);
        let mut at = first;
        while at < self.pairs.len() {
            for heap in 0..self.heaps.len() {
                if let Some(check) = self.multiply(monoid, at, self.heaps[heap], budget)? {
                    return Ok(check);
                }
            }
            at += 1;
        }
        Ok(ProofCheck::Holds)
    }

    /// Adds the product of a pair and that of a heap; returns a failure of the conditions.
    fn multiply(
        &mut self,
        monoid: &Monoid,
        at: usize,
        by: usize,
        budget: &Budget,
    ) -> Result<Option<ProofCheck>, Exhausted> {
        let (x, y) = (&self.pairs[at], &self.pairs[by]);
        if x.dominated {
            return Ok(None);
        }
        budget.step()?;
        let open = |z: usize| {
            x.open.has(monoid.product(y.element, z)) && y.open.has(monoid.product(x.element, z))
        };
        let pair = Pair {
            element: monoid.product(x.element, y.element),
            open: Bits::of(monoid.order(), open),
            from: Some(at),
            heap: y.heap,
            dominated: false,
        };
        let (from, heap) = (at, pair.heap);
        Ok(match self.insert(pair) {
            Some(_) => None,
            None => Some(ProofCheck::NoMove(self.sum(from, heap))),
        })
    }

    /// Inserts a pair; returns whether it is new, or `None` if 1 is in its D.
    fn insert(&mut self, pair: Pair) -> Option<bool> {
        if pair.open.has(0) {
            return None;
        }
        let same = &mut self.by_element[pair.element];
        if same.iter().any(|&at| pair.open.within(&self.pairs[at].open)) {
            return Some(false);
        }
        for &at in same.iter() {
            self.pairs[at].dominated |= self.pairs[at].open.within(&pair.open);
        }
        let pairs = &self.pairs;
        same.retain(|&at| !pairs[at].dominated);
        same.push(self.pairs.len());
        self.pairs.push(pair);
        Some(true)
    }

    /// The heaps of the sum of a pair and a further heap.
    fn sum(&self, mut at: usize, heap: usize) -> Vec<usize> {
        let mut heaps = vec![heap];
        loop {
            heaps.push(self.pairs[at].heap);
            match self.pairs[at].from {
                Some(from) => at = from,
                None => return heaps,
            }
        }
    }
}
