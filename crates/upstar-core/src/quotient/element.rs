//! A misère quotient as papers print it: generators, normal forms, relations.
//!
//! Knows: finite commutative monoids with a P-portion, and the values of heaps. Must not know: how they are
//! computed, or how letters are printed.

use super::Word;
use super::monoid::Monoid;
use crate::{Budget, Error};

/// The misère quotient of the heaps 1, ..., n.
///
/// Elements are numbered in the order of their normal forms, beginning with 1. The generators are
/// the values of those heaps whose values are not products of values of smaller heaps. A normal
/// form is the least of all words for an element when exponents are compared from the last
/// generator to the first, as in the presentations of Plambeck and Siegel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quotient {
    generators: Vec<usize>,
    words: Vec<Word>,
    relations: Vec<(Word, Word)>,
    products: Vec<usize>,
    p: Vec<bool>,
    heaps: Vec<usize>,
}

impl Quotient {
    /// The presentation of a monoid by the values of heaps, which generate it.
    pub(super) fn new(monoid: &Monoid, values: &[usize], budget: &Budget) -> Result<Self, Error> {
        let order = monoid.order();
        let mut place = vec![None; order];
        place[0] = Some(0);
        let (mut elements, mut words, mut generators) = (vec![0], vec![Word::default()], vec![]);
        for (heap, &value) in values.iter().enumerate() {
            if place[value].is_some() {
                continue;
            }
            let (letter, before) = (generators.len(), elements.len());
            generators.push(heap + 1);
            let mut first = 0;
            while first < elements.len() {
                let last = elements.len();
                for at in first..last.min(first + before) {
                    budget.step()?;
                    let next = monoid.product(elements[at], value);
                    if place[next].is_none() {
                        place[next] = Some(elements.len());
                        elements.push(next);
                        words.push(words[at].times(&Word::letter(letter)));
                    }
                }
                first = last;
            }
        }
        let number = |x: usize| place[x].expect("the generators generate it");
        let mut products = Vec::with_capacity(order * order);
        for &x in &elements {
            budget.step()?;
            products.extend(elements.iter().map(|&y| number(monoid.product(x, y))));
        }
        let p = elements.iter().map(|&x| monoid.is_p(x)).collect();
        let heaps = values.iter().map(|&x| number(x)).collect();
        let mut quotient = Quotient { generators, words, relations: vec![], products, p, heaps };
        quotient.relations = quotient.find_relations();
        Ok(quotient)
    }

    /// Number of elements.
    pub fn order(&self) -> usize {
        self.words.len()
    }

    /// Heaps whose values are the generators.
    pub fn generators(&self) -> &[usize] {
        &self.generators
    }

    /// The normal form of an element; `None` if there is no such element.
    pub fn word(&self, element: usize) -> Option<&Word> {
        self.words.get(element)
    }

    /// A complete rewriting system: the minimal words that are not normal forms, and their normal forms.
    pub fn relations(&self) -> &[(Word, Word)] {
        &self.relations
    }

    /// The product of two elements; `None` if there are no such elements.
    pub fn product(&self, x: usize, y: usize) -> Option<usize> {
        (x.max(y) < self.order()).then(|| self.times(x, y))
    }

    /// The product of two elements that there are.
    pub(super) fn times(&self, x: usize, y: usize) -> usize {
        self.products[x * self.order() + y]
    }

    /// Whether the sums with this value are P-positions; `None` if there is no such element.
    pub fn is_p(&self, element: usize) -> Option<bool> {
        self.p.get(element).copied()
    }

    /// The P-portion.
    pub fn p_portion(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.order()).filter(|&x| self.p[x])
    }

    /// The values of the heaps 1, ..., n: the pretending function.
    pub fn heaps(&self) -> &[usize] {
        &self.heaps
    }

    /// The elements x with x² = x.
    pub fn idempotents(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.order()).filter(|&x| self.times(x, x) == x)
    }

    /// The kernel, the intersection of all ideals: the multiples of the product of all
    /// idempotents. It is a group.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::quotient::QuotientSolver;
    /// let mut nim = QuotientSolver::new(Budget::unlimited())?;
    /// nim.push(vec![vec![]])?;
    /// nim.push(vec![vec![], vec![1]])?;
    /// let quotient = nim.quotient()?;
    /// assert_eq!(quotient.kernel().len(), 4);
    /// assert!(quotient.is_tame());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn kernel(&self) -> Vec<usize> {
        let least = self.idempotents().fold(0, |x, y| self.times(x, y));
        let mut kernel: Vec<usize> = (0..self.order()).map(|x| self.times(least, x)).collect();
        kernel.sort_unstable();
        kernel.dedup();
        kernel
    }

    /// Whether it is one of the quotients T₀ (only 1), T₁ (1 and a), T₂, ... of Nim with heaps of
    /// size less than 2ⁿ, whose order is 2ⁿ + 2 from T₂ on.
    ///
    /// It is T₁ or less, or has these properties, which determine its products: outside of the
    /// kernel are only 1 and some a with a² = 1; all squares in the kernel are its identity z; the
    /// P-portion is a and z. (That az is not z holds because za has an option with value z.)
    pub fn is_tame(&self) -> bool {
        let kernel = self.kernel();
        let outside: Vec<usize> =
            (0..self.order()).filter(|x| kernel.binary_search(x).is_err()).collect();
        let p: Vec<usize> = self.p_portion().collect();
        match (&outside[..], &p[..]) {
            ([], _) => self.order() <= 2,
            (&[_, a], &[b, c]) => {
                let z = if a == b { c } else { b };
                let square = |x: usize| self.times(x, x);
                [b, c].contains(&a) && square(a) == 0 && kernel.iter().all(|&x| square(x) == z)
            }
            _ => false,
        }
    }

    /// The element that a word in the generators is.
    fn element(&self, word: &Word) -> usize {
        let letter = |letter: usize| self.heaps[self.generators[letter] - 1];
        word.letters().fold(0, |x, l| self.times(x, letter(l)))
    }

    fn is_normal(&self, word: &Word) -> bool {
        self.words[self.element(word)] == *word
    }

    fn find_relations(&self) -> Vec<(Word, Word)> {
        let mut left: Vec<Word> = Vec::new();
        for word in &self.words {
            for letter in word.exponents().len().max(1) - 1..self.generators.len() {
                let next = word.times(&Word::letter(letter));
                let minimal = |l: usize| self.is_normal(&next.without(l));
                if !self.is_normal(&next) && next.support().all(minimal) {
                    left.push(next);
                }
            }
        }
        left.sort_by(|u, v| u.exponents().iter().rev().cmp(v.exponents().iter().rev()));
        left.sort_by_key(|word| word.exponents().len());
        let normal = |word: Word| {
            let form = self.words[self.element(&word)].clone();
            (word, form)
        };
        left.into_iter().map(normal).collect()
    }
}
