//! Proof that a map to a monoid solves a game in misère play.
//!
//! Knows: the value of a heap and those of its options. Must not know: how they were found.
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
//! in P. For condition 2 let D(X) be the elements y such that Φ(X)y is not in P, and neither is
//! Φ(X')y for an option X' of X: the company in which no move in X wins though one should. Then
//! D(X + Y) consists of the z with Φ(Y)z in D(X) and Φ(X)z in D(Y), and condition 2 says that 1 is
//! in D(X) for no X with moves. The pairs (Φ(X), D(X)) are products of those of heaps, and there
//! are finitely many. As D(X + Y) grows with D(X), pairs with a smaller D can be left out.

use super::bits::Bits;
use super::monoid::Monoid;
use crate::{Budget, Exhausted};

/// Pairs (Φ(X), D(X)) for all non-empty sums X, up to smaller ones.
#[derive(Debug, Clone, Default)]
pub(super) struct Closure {
    pairs: Vec<Pair>,
    /// For each element, its pairs.
    by_element: Vec<Vec<usize>>,
    /// The pairs of the heaps that are not left out.
    heaps: Vec<usize>,
}

#[derive(Debug, Clone)]
struct Pair {
    element: usize,
    open: Bits,
    /// The pair this is a product of, and the heap it was multiplied by.
    from: Option<usize>,
    heap: usize,
    /// Whether a larger D was found since.
    dominated: bool,
}

/// What a check says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The conditions hold.
    Holds,
    /// Both a value of a heap and that of an option are in P, in this company.
    BothP {
        /// Which option.
        option: usize,
        /// What both are added to.
        company: usize,
    },
    /// From the sum of these heaps no option is in P, and neither is the sum.
    NoMove(Vec<usize>),
}

impl Closure {
    pub(super) fn new(monoid: &Monoid) -> Self {
        Closure { by_element: vec![Vec::new(); monoid.order()], ..Closure::default() }
    }

    /// Adds a heap with its value and those of its options, of which there is at least one.
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
    ) -> Result<Verdict, Exhausted> {
        let own = monoid.wins(element);
        let mut won = own.clone();
        for (option, &to) in options.iter().enumerate() {
            if let Some(company) = own.common(monoid.wins(to)) {
                return Ok(Verdict::BothP { option, company });
            }
            won.add(monoid.wins(to));
        }
        let open = Bits::of(monoid.order(), |y| !won.has(y));
        let first = self.pairs.len();
        let pair = Pair { element, open, from: None, heap, dominated: false };
        match self.insert(pair) {
            Some(true) => {}
            Some(false) => return Ok(Verdict::Holds),
            None => return Ok(Verdict::NoMove(vec![heap])),
        }
        for at in 0..first {
            if let Some(verdict) = self.multiply(monoid, at, first, budget)? {
                return Ok(verdict);
            }
        }
        self.heaps.push(first);
        let mut at = first;
        while at < self.pairs.len() {
            for heap in 0..self.heaps.len() {
                if let Some(verdict) = self.multiply(monoid, at, self.heaps[heap], budget)? {
                    return Ok(verdict);
                }
            }
            at += 1;
        }
        Ok(Verdict::Holds)
    }

    /// Adds the product of a pair with that of a heap; reports when the conditions fail.
    fn multiply(
        &mut self,
        monoid: &Monoid,
        at: usize,
        by: usize,
        budget: &Budget,
    ) -> Result<Option<Verdict>, Exhausted> {
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
            None => Some(Verdict::NoMove(self.sum(from, heap))),
        })
    }

    /// Whether a pair is new; nothing when 1 is in its D.
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

    /// The heaps that a pair and a further heap are the sum of.
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
