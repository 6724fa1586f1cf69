//! Finite commutative monoids with a P-portion.
//!
//! Knows: products of elements, as a table. Must not know: games.

use super::Word;
use super::bits::Bits;
use crate::{Budget, Exhausted};

/// A finite commutative monoid with generators and a P-portion. Element 0 is the identity.
#[derive(Debug, Clone)]
pub(super) struct Monoid {
    /// A word for each element.
    pub(super) words: Vec<Word>,
    /// For each generator, its element.
    pub(super) generators: Vec<usize>,
    products: Vec<u32>,
    /// For each element x, the elements y with xy in the P-portion.
    wins: Vec<Bits>,
}

impl Monoid {
    /// The monoid with the multiplication table `next` by generators, which must commute. Each element but
    /// the first was reached from an earlier one by a generator, as `from` says.
    ///
    /// # Errors
    /// When a limit is reached.
    pub(super) fn new(
        words: Vec<Word>,
        next: &[Vec<usize>],
        from: &[(usize, usize)],
        p: &Bits,
        budget: &Budget,
    ) -> Result<Self, Exhausted> {
        let order = words.len();
        let mut products = Vec::with_capacity(order * order);
        for x in 0..order {
            budget.step()?;
            let row = products.len();
            products.push(x as u32);
            for &(earlier, letter) in &from[1..] {
                let before: u32 = products[row + earlier];
                products.push(next[before as usize][letter] as u32);
            }
        }
        let generators = next[0].clone();
        let mut monoid = Monoid { words, generators, products, wins: Vec::new() };
        monoid.wins =
            (0..order).map(|x| Bits::of(order, |y| p.has(monoid.product(x, y)))).collect();
        Ok(monoid)
    }

    pub(super) fn order(&self) -> usize {
        self.words.len()
    }

    pub(super) fn product(&self, x: usize, y: usize) -> usize {
        self.products[x * self.order() + y] as usize
    }

    /// The element of a word.
    pub(super) fn element(&self, word: &Word) -> usize {
        word.letters().fold(0, |x, letter| self.product(x, self.generators[letter]))
    }

    pub(super) fn is_p(&self, x: usize) -> bool {
        self.wins[0].has(x)
    }

    /// The elements y with xy in the P-portion.
    pub(super) fn wins(&self, x: usize) -> &Bits {
        &self.wins[x]
    }

    /// The submonoid of the first generators, with a word for each element.
    pub(super) fn generated(&self, count: usize) -> Vec<(usize, Word)> {
        let mut seen = Bits::empty(self.order());
        seen.insert(0);
        let mut found = vec![(0, Word::default())];
        let mut at = 0;
        while at < found.len() {
            let (x, word) = found[at].clone();
            for (letter, &g) in self.generators[..count].iter().enumerate() {
                let y = self.product(x, g);
                if !seen.has(y) {
                    seen.insert(y);
                    found.push((y, word.times(&Word::letter(letter))));
                }
            }
            at += 1;
        }
        found
    }
}
