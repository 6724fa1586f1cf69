//! The misère quotient of a game with given generators, learned from outcomes and then proved.
//!
//! Knows: words, outcomes, refinement by counterexamples. Must not know: heaps.
//!
//! This is Angluin's "Learning regular sets from queries and counterexamples" (1987) for a language in
//! commuting letters, the P-positions. *States* are words that are distinguished by adding one of the
//! *columns*, also words. When every product of a state and a letter has the row of a state, letters commute,
//! and the implied outcomes agree with play, the states form a monoid, and the proof is tried on it. A failed
//! proof yields a word with a wrong outcome, and reading that word yields a column that distinguishes two
//! more words. So a finite quotient is found after fewer failures than it has elements.

use rustc_hash::FxHashMap;

use super::bits::Bits;
use super::monoid::Monoid;
use super::play::OutcomeSearch;
use super::proof::{Closure, ProofCheck};
use super::{MAX_ORDER, Word};
use crate::{Budget, Error};

/// Observation table of Angluin's algorithm.
#[derive(Debug)]
pub(super) struct ObservationTable {
    states: Vec<WordState>,
    columns: Vec<Word>,
    letters: usize,
    /// State of each row.
    by_row: FxHashMap<Bits, usize>,
}

#[derive(Debug)]
struct WordState {
    word: Word,
    row: Bits,
    /// The state and the letter from which it was reached.
    from: (usize, usize),
    /// For each letter, the row of the product.
    edges: Vec<Bits>,
    /// For each letter, the state of the product.
    next: Vec<usize>,
}

impl ObservationTable {
    /// The table of the empty word, an N-position.
    pub(super) fn new() -> Self {
        let word = Word::default();
        let row = Bits::empty(1);
        let by_row = FxHashMap::from_iter([(row.clone(), 0)]);
        let one = WordState { word, row, from: (0, 0), edges: Vec::new(), next: Vec::new() };
        ObservationTable { states: vec![one], columns: vec![Word::default()], letters: 0, by_row }
    }

    /// The proved quotient of the game.
    ///
    /// # Errors
    /// When it has more than [`MAX_ORDER`] elements, or a limit is reached.
    pub(super) fn learn(
        &mut self,
        play: &mut OutcomeSearch,
        budget: &Budget,
    ) -> Result<Monoid, Error> {
        self.letters = play.moves().len();
        loop {
            self.close(play, budget)?;
            let mut columns = self.not_commuting(play)?;
            if columns.is_empty() {
                let monoid = self.monoid(budget)?;
                columns = self.inconsistent(&monoid, play)?;
                if columns.is_empty() {
                    match refuted(&monoid, play, budget)? {
                        None => {
                            play.solve(monoid.clone());
                            return Ok(monoid);
                        }
                        Some(word) => columns.push(self.column(&monoid, &word, play)?),
                    }
                }
            }
            for column in columns {
                self.add_column(column, play, budget)?;
            }
        }
    }

    /// Closes the table under products of states with letters.
    fn close(&mut self, play: &mut OutcomeSearch, budget: &Budget) -> Result<(), Error> {
        let mut at = 0;
        while at < self.states.len() {
            self.states[at].next.clear();
            for letter in 0..self.letters {
                if self.states[at].edges.len() == letter {
                    let word = self.states[at].word.times(&Word::letter(letter));
                    let row = self.row(&word, play, budget)?;
                    self.states[at].edges.push(row);
                }
                let row = &self.states[at].edges[letter];
                let to = match self.by_row.get(row) {
                    Some(&to) => to,
                    None => self.add_state(at, letter)?,
                };
                self.states[at].next.push(to);
            }
            at += 1;
        }
        Ok(())
    }

    fn row(&self, word: &Word, play: &mut OutcomeSearch, budget: &Budget) -> Result<Bits, Error> {
        let mut row = Bits::empty(self.columns.len());
        for (i, column) in self.columns.iter().enumerate() {
            budget.step()?;
            if play.is_p(&word.times(column))? {
                row.insert(i);
            }
        }
        Ok(row)
    }

    fn add_state(&mut self, from: usize, letter: usize) -> Result<usize, Error> {
        let to = self.states.len();
        if to == MAX_ORDER {
            return Err(Error::QuotientTooLarge { limit: MAX_ORDER });
        }
        let word = self.states[from].word.times(&Word::letter(letter));
        let row = self.states[from].edges[letter].clone();
        self.by_row.insert(row.clone(), to);
        self.states.push(WordState {
            word,
            row,
            from: (from, letter),
            edges: vec![],
            next: vec![],
        });
        Ok(to)
    }

    fn add_column(
        &mut self,
        column: Word,
        play: &mut OutcomeSearch,
        budget: &Budget,
    ) -> Result<(), Error> {
        if self.columns.contains(&column) {
            return Ok(());
        }
        let place = self.columns.len();
        self.by_row.clear();
        for (at, state) in self.states.iter_mut().enumerate() {
            budget.step()?;
            let mut extend = |row: &mut Bits, word: &Word| -> Result<(), Error> {
                row.widen(place + 1);
                if play.is_p(&word.times(&column))? {
                    row.insert(place);
                }
                Ok(())
            };
            extend(&mut state.row, &state.word)?;
            for (letter, row) in state.edges.iter_mut().enumerate() {
                extend(row, &state.word.times(&Word::letter(letter)))?;
            }
            self.by_row.insert(state.row.clone(), at);
        }
        self.columns.push(column);
        Ok(())
    }

    /// Missing columns, because two letters do not commute.
    fn not_commuting(&self, play: &mut OutcomeSearch) -> Result<Vec<Word>, Error> {
        let mut columns = Vec::new();
        for state in &self.states {
            for h in 0..self.letters {
                for g in 0..h {
                    let first = self.states[state.next[g]].next[h];
                    let second = self.states[state.next[h]].next[g];
                    if first != second {
                        columns.push(self.commute(state, (g, h), (first, second), play)?);
                    }
                }
            }
            if !columns.is_empty() {
                break;
            }
        }
        Ok(columns)
    }

    /// A column that distinguishes `state * g` or `state * h` from the state of its row.
    fn commute(
        &self,
        state: &WordState,
        (g, h): (usize, usize),
        (first, second): (usize, usize),
        play: &mut OutcomeSearch,
    ) -> Result<Word, Error> {
        let (first, second) = (&self.states[first].row, &self.states[second].row);
        let differs = |c: &usize| first.has(*c) != second.has(*c);
        let c = (0..self.columns.len()).find(differs).expect("states have different rows");
        let both = Word::letter(g).times(&Word::letter(h));
        let found = play.is_p(&state.word.times(&both).times(&self.columns[c]))?;
        let missing = if found == first.has(c) { g } else { h };
        Ok(Word::letter(missing).times(&self.columns[c]))
    }

    fn monoid(&self, budget: &Budget) -> Result<Monoid, Error> {
        let words = self.states.iter().map(|state| state.word.clone()).collect();
        let next: Vec<_> = self.states.iter().map(|state| state.next.clone()).collect();
        let from: Vec<_> = self.states.iter().map(|state| state.from).collect();
        let p = Bits::of(self.states.len(), |x| self.states[x].row.has(0));
        Ok(Monoid::new(words, &next, &from, &p, budget)?)
    }

    /// A missing column, because the monoid does not give the outcomes of the table. If there is none, its
    /// elements are distinguished by the columns.
    fn inconsistent(&self, monoid: &Monoid, play: &mut OutcomeSearch) -> Result<Vec<Word>, Error> {
        for (c, column) in self.columns.iter().enumerate() {
            let added = monoid.element(column);
            for (x, state) in self.states.iter().enumerate() {
                if monoid.is_p(monoid.product(x, added)) != state.row.has(c) {
                    let word = state.word.times(column);
                    return Ok(vec![self.column(monoid, &word, play)?]);
                }
            }
        }
        Ok(Vec::new())
    }

    /// A missing column, because the monoid gives a word the wrong outcome: reading its letters, some state
    /// stops representing the prefix read.
    fn column(
        &self,
        monoid: &Monoid,
        word: &Word,
        play: &mut OutcomeSearch,
    ) -> Result<Word, Error> {
        let (mut x, mut rest) = (0, word.clone());
        let truth = play.is_p(word)?;
        for letter in word.letters() {
            rest = rest.without(letter);
            x = monoid.product(x, monoid.generators[letter]);
            if play.is_p(&monoid.words[x].times(&rest))? != truth {
                break;
            }
        }
        Ok(rest)
    }
}

/// A word for which the monoid gives the wrong outcome; `None` if the monoid is proved correct.
fn refuted(
    monoid: &Monoid,
    play: &mut OutcomeSearch,
    budget: &Budget,
) -> Result<Option<Word>, Error> {
    let mut closure = Closure::new(monoid);
    for letter in 0..play.moves().len() {
        let options: Vec<usize> =
            play.moves()[letter].iter().map(|option| monoid.element(option)).collect();
        let element = monoid.generators[letter];
        let suspects = match closure.add(monoid, letter, element, &options, budget)? {
            ProofCheck::Holds => continue,
            ProofCheck::BothP { option, company } => {
                let company = &monoid.words[company];
                let option = play.moves()[letter][option].times(company);
                vec![Word::letter(letter).times(company), option]
            }
            ProofCheck::NoMove(letters) => {
                let one = Word::default();
                let sum = letters.into_iter().fold(one, |word, l| word.times(&Word::letter(l)));
                let mut suspects = play.options(&sum);
                suspects.push(sum);
                suspects
            }
        };
        for word in suspects {
            if play.is_p(&word)? != monoid.is_p(monoid.element(&word)) {
                return Ok(Some(word));
            }
        }
    }
    Ok(None)
}
