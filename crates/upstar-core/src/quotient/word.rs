//! Words in commuting letters.
//!
//! Knows: exponents. Must not know: what the letters represent.

/// The exponent of each letter, without trailing zeros.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Word(Vec<u32>);

impl Word {
    /// The word with these exponents.
    pub(super) fn new(mut exponents: Vec<u32>) -> Self {
        while exponents.last() == Some(&0) {
            exponents.pop();
        }
        Word(exponents)
    }

    /// The word with one letter.
    pub(super) fn letter(letter: usize) -> Self {
        let mut exponents = vec![0; letter];
        exponents.push(1);
        Word(exponents)
    }

    /// The exponents of the letters; further ones are 0.
    pub fn exponents(&self) -> &[u32] {
        &self.0
    }

    /// Whether it is the empty word, 1.
    pub fn is_one(&self) -> bool {
        self.0.is_empty()
    }

    /// The sum of the exponents.
    pub(super) fn degree(&self) -> u64 {
        self.0.iter().map(|&e| u64::from(e)).sum()
    }

    /// The product of two words.
    pub(super) fn times(&self, other: &Word) -> Word {
        let (mut product, shorter) = match self.0.len() < other.0.len() {
            true => (other.0.clone(), &self.0),
            false => (self.0.clone(), &other.0),
        };
        for (e, more) in product.iter_mut().zip(shorter) {
            *e += more;
        }
        Word(product)
    }

    /// The word divided by a letter, which it must contain.
    pub(super) fn without(&self, letter: usize) -> Word {
        let mut exponents = self.0.clone();
        exponents[letter] -= 1;
        Word::new(exponents)
    }

    /// The letters that occur, each once.
    pub(super) fn support(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().filter(|(_, e)| **e > 0).map(|(letter, _)| letter)
    }

    /// All letters, each as often as it occurs.
    pub(super) fn letters(&self) -> impl Iterator<Item = usize> + '_ {
        let several = |(letter, &e): (usize, &u32)| std::iter::repeat_n(letter, e as usize);
        self.0.iter().enumerate().flat_map(several)
    }
}
