//! Who wins sums of generators in misère play.
//!
//! Knows: the moves of generators, to words in earlier ones; the quotient of the first of them.
//! Must not know: heaps, or how quotients are found.

use rustc_hash::FxHashMap;

use super::Word;
use super::monoid::Monoid;
use crate::{Budget, Exhausted};

/// A game whose positions are words in generators.
#[derive(Debug)]
pub(super) struct Play {
    /// What each generator can be replaced by; never nothing at all, and only earlier generators.
    moves: Vec<Vec<Word>>,
    /// Whether words are P-positions.
    known: FxHashMap<Word, bool>,
    /// The quotient of the first generators.
    solved: Option<Monoid>,
    budget: Budget,
}

/// A position on the way down, and the move to look at next. Moves of late generators come first,
/// because they lead to positions that are solved, or soon are.
struct Frame {
    word: Word,
    /// One more than the generator that is moved in.
    letter: usize,
    at: usize,
}

impl Frame {
    fn new(word: Word) -> Self {
        let letter = word.exponents().len();
        Frame { word, letter, at: 0 }
    }
}

impl Play {
    pub(super) fn new(budget: Budget) -> Self {
        Play { moves: Vec::new(), known: FxHashMap::default(), solved: None, budget }
    }

    /// Adds a generator with its moves.
    pub(super) fn add(&mut self, mut moves: Vec<Word>) {
        moves.sort_by_key(Word::degree);
        self.moves.push(moves);
    }

    /// Takes note of the quotient of all generators.
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

    /// Whether whoever moves from a position loses, when whoever moves last loses.
    ///
    /// # Errors
    /// When a limit is reached.
    pub(super) fn is_p(&mut self, word: &Word) -> Result<bool, Exhausted> {
        let word = self.reduced(word.clone());
        if let Some(p) = self.known(&word) {
            return Ok(p);
        }
        let (mut p, mut stack) = (false, vec![Frame::new(word)]);
        while let Some(frame) = stack.last_mut() {
            self.budget.step()?;
            p = match self.next(frame) {
                Some((option, None)) => {
                    stack.push(Frame::new(option));
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

    /// The next option that is not known, or one that is a P-position; nothing when all options
    /// are N-positions.
    fn next(&self, frame: &mut Frame) -> Option<(Word, Option<bool>)> {
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

    /// The word without pairs of *1, which change no outcome ("On Numbers and Games", ch. 12).
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
