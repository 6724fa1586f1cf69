//! Outcomes of sums of generators in misère play.
//!
//! Knows: the moves of generators, to words in earlier ones; the quotient of the first of them.
//! Must not know: heaps, or how quotients are computed.

use rustc_hash::FxHashMap;

use super::monoid::Monoid;
use super::{MAX_SUMS, Word};
use crate::{Budget, Error};

/// Outcome search in a game whose positions are words in generators.
#[derive(Debug)]
pub(super) struct OutcomeSearch {
    /// The options of each generator: at least one, in earlier generators only.
    moves: Vec<Vec<Word>>,
    /// Whether words are P-positions.
    known: FxHashMap<Word, bool>,
    /// Most words that are known.
    most: usize,
    /// The quotient of the first generators.
    solved: Option<Monoid>,
    budget: Budget,
}

/// A search node: a position and its next move. Moves of late generators come first, because they lead to
/// positions that are solved, or soon are.
struct PlayFrame {
    word: Word,
    /// One more than the generator to move in.
    letter: usize,
    at: usize,
}

impl PlayFrame {
    fn new(word: Word) -> Self {
        let letter = word.exponents().len();
        PlayFrame { word, letter, at: 0 }
    }
}

impl OutcomeSearch {
    pub(super) fn new(budget: Budget) -> Self {
        let known = FxHashMap::default();
        OutcomeSearch { moves: Vec::new(), known, most: MAX_SUMS, solved: None, budget }
    }

    /// Adds a generator with its moves.
    pub(super) fn add(&mut self, mut moves: Vec<Word>) {
        moves.sort_by_key(Word::degree);
        self.moves.push(moves);
    }

    /// Sets the quotient of all generators.
    pub(super) fn solve(&mut self, monoid: Monoid) {
        self.solved = Some(monoid);
        self.known.clear();
    }

    /// The moves of each generator.
    pub(super) fn moves(&self) -> &[Vec<Word>] {
        &self.moves
    }

    /// All options of a position.
    pub(super) fn options(&self, word: &Word) -> Vec<Word> {
        let from = |letter: usize| {
            let rest = word.without(letter);
            self.moves[letter].iter().map(move |to| rest.times(to))
        };
        word.support().flat_map(from).collect()
    }

    /// Whether a position is a misère P-position.
    ///
    /// # Errors
    /// When more than [`MAX_SUMS`] outcomes would be known, or a limit is reached.
    pub(super) fn is_p(&mut self, word: &Word) -> Result<bool, Error> {
        let word = self.reduced(word.clone());
        if let Some(p) = self.known(&word) {
            return Ok(p);
        }
        let (mut p, mut stack) = (false, vec![PlayFrame::new(word)]);
        while let Some(frame) = stack.last_mut() {
            self.budget.step()?;
            if self.known.len() >= self.most {
                return Err(Error::QuotientNotFound { sums: self.most });
            }
            p = match self.next(frame) {
                Some((option, None)) => {
                    stack.push(PlayFrame::new(option));
                    continue;
                }
                Some((_, Some(_))) => false,
                None => !frame.word.is_one(),
            };
            self.known.extend(stack.pop().map(|frame| (frame.word, p)));
        }
        Ok(p)
    }

    fn known(&self, word: &Word) -> Option<bool> {
        match &self.solved {
            Some(monoid) if word.exponents().len() <= monoid.generators.len() => {
                Some(monoid.is_p(monoid.element(word)))
            }
            _ => self.known.get(word).copied(),
        }
    }

    /// The next option that is unknown or a P-position; `None` if all options are N-positions.
    fn next(&self, frame: &mut PlayFrame) -> Option<(Word, Option<bool>)> {
        while let Some(letter) = frame.letter.checked_sub(1) {
            let moves = &self.moves[letter];
            if frame.at == moves.len() || frame.word.exponents()[letter] == 0 {
                (frame.letter, frame.at) = (letter, 0);
                continue;
            }
            let option = frame.word.without(letter).times(&moves[frame.at]);
            let option = self.reduced(option);
            match self.known(&option) {
                Some(false) => frame.at += 1,
                known => return Some((option, known)),
            }
        }
        None
    }

    /// The word without pairs of *1, which do not change outcomes ("On Numbers and Games", ch. 12).
    fn reduced(&self, word: Word) -> Word {
        let is_star = |moves: &[Word]| moves.len() == 1 && moves[0].is_one();
        let mut exponents = word.exponents().to_vec();
        for (e, moves) in exponents.iter_mut().zip(&self.moves) {
            if *e > 1 && is_star(moves) {
                *e %= 2;
            }
        }
        Word::new(exponents)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_that_are_known_are_limited() {
        let mut play = OutcomeSearch { most: 10, ..OutcomeSearch::new(Budget::unlimited()) };
        play.add(vec![Word::default()]);
        play.add(vec![Word::default(), Word::letter(0)]);
        assert_eq!(play.is_p(&Word::new(vec![0, 2])), Ok(true));
        let not_found = Error::QuotientNotFound { sums: 10 };
        assert_eq!(play.is_p(&Word::new(vec![0, 40])), Err(not_found));
        assert_eq!(play.is_p(&Word::new(vec![0, 2])), Ok(true));
    }
}
