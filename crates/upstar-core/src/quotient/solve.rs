//! The misère quotient of a game of heaps, heap by heap.
//!
//! Knows: moves from heaps, which heaps are generators, and what the others stand for. Must not
//! know: how quotients are learned or printed.

use rustc_hash::FxHashMap;

use super::learn::Table;
use super::monoid::Monoid;
use super::play::Play;
use super::proof::{Closure, Verdict};
use super::{Quotient, Word};
use crate::{Budget, Error};

/// After so many words that did not do, a heap becomes a generator.
const TRIES: usize = 3;

/// Finds misère quotients, heap by heap.
#[derive(Debug)]
pub struct Solver {
    budget: Budget,
    /// For each heap, beginning with heap 1, its options as lists of smaller heaps.
    moves: Vec<Vec<Vec<usize>>>,
    /// What to take heaps for, because something else was refuted.
    hints: FxHashMap<usize, Hint>,
    orders: Vec<usize>,
    state: State,
}

/// What is proved for the first heaps.
#[derive(Debug)]
struct State {
    /// For each heap, what it is replaced by.
    words: Vec<Word>,
    /// For each heap, its element.
    values: Vec<usize>,
    play: Play,
    table: Table,
    monoid: Monoid,
    closure: Closure,
    /// The heaps that are generators.
    generators: Vec<usize>,
}

#[derive(Debug, Clone, Default)]
struct Hint {
    /// The sum of generators; nothing when the heap is to be one itself.
    word: Option<Word>,
    tried: usize,
}

impl Solver {
    /// No heaps yet.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn new(budget: Budget) -> Result<Self, Error> {
        let state = State::new(&budget)?;
        Ok(Solver {
            budget,
            moves: Vec::new(),
            hints: FxHashMap::default(),
            orders: Vec::new(),
            state,
        })
    }

    /// Adds the next heap with its options: lists of smaller heaps, the smallest being heap 1;
    /// heaps of 0 may stand in them. The cost is that of playing sums of few generators, and of
    /// proofs: |Q| for each product of two pairs.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::quotient::Solver;
    /// // Nim with heaps of 1 and 2.
    /// let mut solver = Solver::new(Budget::unlimited())?;
    /// solver.push(vec![vec![]])?;
    /// solver.push(vec![vec![], vec![1]])?;
    /// let quotient = solver.quotient()?;
    /// assert_eq!(quotient.order(), 6);
    /// // Two heaps of 2 are a P-position.
    /// let two = quotient.heaps()[1];
    /// assert!(quotient.is_p(quotient.product(two, two)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the quotient has more than [`MAX_ORDER`](super::MAX_ORDER) elements, or a limit is
    /// reached. Then only [`Solver::orders`] is of use.
    pub fn push(&mut self, options: Vec<Vec<usize>>) -> Result<(), Error> {
        self.moves.push(options);
        while self.state.values.len() < self.moves.len() {
            let heap = self.state.values.len();
            if let Some(wrong) = self.place(heap)? {
                self.replace(wrong)?;
                self.state = State::new(&self.budget)?;
            }
        }
        self.orders.push(self.state.monoid.order());
        Ok(())
    }

    /// For each heap added, the order of the quotient of the heaps up to that one.
    pub fn orders(&self) -> &[usize] {
        &self.orders
    }

    /// The quotient of the heaps added.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn quotient(&self) -> Result<Quotient, Error> {
        Quotient::new(&self.state.monoid, &self.state.values, &self.budget)
    }

    /// Places a heap; gives an earlier one that was taken for something it is not.
    fn place(&mut self, heap: usize) -> Result<Option<usize>, Error> {
        if self.moves[heap].is_empty() {
            self.state.set(Word::default(), 0);
            return Ok(None);
        }
        let state = &mut self.state;
        let found = match self.hints.get(&heap) {
            None => state.element_for(heap, &self.moves, state.generators.len(), &self.budget)?,
            Some(Hint { word: None, .. }) => None,
            Some(Hint { word: Some(word), .. }) => {
                let element = state.monoid.element(word);
                let holds = state.try_element(heap, element, &self.moves, &self.budget)?;
                holds.then(|| (element, word.clone()))
            }
        };
        if let Some((element, word)) = found {
            state.set(word, element);
            return Ok(None);
        }
        state.grow(&self.moves[heap], &self.budget)?;
        state.prove(&self.moves[..=heap], &self.budget)
    }

    /// Decides what a heap is to be taken for instead.
    fn replace(&mut self, heap: usize) -> Result<(), Error> {
        let hint = self.hints.entry(heap).or_default();
        hint.tried += 1;
        hint.word = None;
        if hint.tried <= TRIES {
            let earlier = self.state.generators.partition_point(|&g| g < heap);
            let found = self.state.element_for(heap, &self.moves, earlier, &self.budget)?;
            hint.word = found.map(|(_, word)| word);
        }
        Ok(())
    }
}

impl State {
    fn new(budget: &Budget) -> Result<Self, Error> {
        let mut play = Play::new(budget.clone());
        let mut table = Table::new();
        let monoid = table.learn(&mut play, budget)?;
        let closure = Closure::new(&monoid);
        let (words, values, generators) = (Vec::new(), Vec::new(), Vec::new());
        Ok(State { words, values, play, table, monoid, closure, generators })
    }

    fn set(&mut self, word: Word, element: usize) {
        self.words.push(word);
        self.values.push(element);
    }

    /// What a sum of heaps is replaced by.
    fn sum(&self, heaps: &[usize]) -> Word {
        let words = heaps.iter().filter(|&&heap| heap > 0).map(|&heap| &self.words[heap - 1]);
        words.fold(Word::default(), |sum, word| sum.times(word))
    }

    /// The elements of the options of a heap, each once.
    fn options(&self, moves: &[Vec<usize>]) -> Vec<usize> {
        let value = |heap: &usize| self.values[heap - 1];
        let product = |heaps: &Vec<usize>| {
            let heaps = heaps.iter().filter(|&&heap| heap > 0);
            heaps.map(value).fold(0, |x, y| self.monoid.product(x, y))
        };
        let mut options: Vec<usize> = moves.iter().map(product).collect();
        options.sort_unstable();
        options.dedup();
        options
    }

    /// Makes the next heap a generator, and finds the quotient of the generators.
    fn grow(&mut self, moves: &[Vec<usize>], budget: &Budget) -> Result<(), Error> {
        let mut options: Vec<Word> = moves.iter().map(|to| self.sum(to)).collect();
        options.sort();
        options.dedup();
        self.play.add(options);
        self.monoid = self.table.learn(&mut self.play, budget)?;
        self.words.push(Word::letter(self.generators.len()));
        self.generators.push(self.words.len() - 1);
        Ok(())
    }

    /// Proves that all heaps are what they are taken for; gives the first that is not.
    ///
    /// Generators are what they are by the proof of their quotient, so they are added first, and
    /// what fails is one of the others.
    fn prove(
        &mut self,
        moves: &[Vec<Vec<usize>>],
        budget: &Budget,
    ) -> Result<Option<usize>, Error> {
        self.closure = Closure::new(&self.monoid);
        self.values = self.words.iter().map(|word| self.monoid.element(word)).collect();
        let others = (0..moves.len()).filter(|heap| !self.generators.contains(heap));
        let heaps: Vec<usize> = self.generators.iter().copied().chain(others).collect();
        for heap in heaps {
            let has_moves = !moves[heap].is_empty();
            if has_moves && !self.try_element(heap, self.values[heap], moves, budget)? {
                return Ok(Some(heap));
            }
        }
        Ok(None)
    }

    /// Whether a heap behaves as an element, together with all heaps before it.
    fn try_element(
        &mut self,
        heap: usize,
        element: usize,
        moves: &[Vec<Vec<usize>>],
        budget: &Budget,
    ) -> Result<bool, Error> {
        let options = self.options(&moves[heap]);
        let mut closure = self.closure.clone();
        let verdict = closure.add(&self.monoid, heap, element, &options, budget)?;
        let holds = verdict == Verdict::Holds;
        if holds {
            self.closure = closure;
        }
        Ok(holds)
    }

    /// The product of the first generators that a heap behaves as, together with all heaps before
    /// it. There is at most one such element.
    fn element_for(
        &mut self,
        heap: usize,
        moves: &[Vec<Vec<usize>>],
        generators: usize,
        budget: &Budget,
    ) -> Result<Option<(usize, Word)>, Error> {
        for (element, word) in self.monoid.generated(generators) {
            if self.try_element(heap, element, moves, budget)? {
                return Ok(Some((element, word)));
            }
        }
        Ok(None)
    }
}
