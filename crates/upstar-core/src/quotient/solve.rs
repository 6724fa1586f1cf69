//! The misère quotient of a game of heaps, heap by heap.
//!
//! Knows: moves from heaps, which heaps are generators, and the words of the others. Must not know: how
//! quotients are learned or printed.

use rustc_hash::{FxHashMap, FxHashSet};

use super::learn::ObservationTable;
use super::monoid::Monoid;
use super::play::OutcomeSearch;
use super::proof::{Closure, ProofCheck};
use super::{Quotient, Word};
use crate::{Budget, Error};

/// Number of failed words after which a heap becomes a generator.
const TRIES: usize = 3;

/// QuotientSolver for misère quotients, heap by heap.
#[derive(Debug)]
pub struct QuotientSolver {
    budget: Budget,
    /// For each heap, from heap 1 on, its options as lists of smaller heaps.
    moves: Vec<Vec<Vec<usize>>>,
    /// Words to try for heaps after an earlier choice was refuted.
    hints: FxHashMap<usize, Hint>,
    orders: Vec<usize>,
    state: ProvedQuotient,
    /// Why a heap could not be added: then nothing is known of the quotient any more.
    failed: Option<Error>,
}

/// The proved quotient of the first heaps.
#[derive(Debug)]
struct ProvedQuotient {
    /// Word of each heap.
    words: Vec<Word>,
    /// Element of each heap.
    values: Vec<usize>,
    play: OutcomeSearch,
    table: ObservationTable,
    monoid: Monoid,
    closure: Closure,
    /// The heaps that are generators.
    generators: Vec<usize>,
    /// A heap with these elements as options: whatever else has them behaves as the same element, because
    /// the proof looks at elements only.
    alike: FxHashMap<Vec<usize>, usize>,
}

#[derive(Debug, Clone, Default)]
struct Hint {
    /// The word in generators; `None` if the heap is to be a generator.
    word: Option<Word>,
    tried: usize,
}

impl QuotientSolver {
    /// A solver without heaps.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn new(budget: Budget) -> Result<Self, Error> {
        let state = ProvedQuotient::new(&budget)?;
        Ok(QuotientSolver {
            budget,
            moves: Vec::new(),
            hints: FxHashMap::default(),
            orders: Vec::new(),
            state,
            failed: None,
        })
    }

    /// Adds the next heap with its options: lists of smaller heaps, the smallest being heap 1; they may
    /// contain heaps of 0. Cost: that of playing sums of few generators, and of proofs: |Q| for each product
    /// of two pairs.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::quotient::QuotientSolver;
    /// // Nim with heaps of 1 and 2.
    /// let mut solver = QuotientSolver::new(Budget::unlimited())?;
    /// solver.push(vec![vec![]])?;
    /// solver.push(vec![vec![], vec![1]])?;
    /// let quotient = solver.quotient()?;
    /// assert_eq!(quotient.order(), 6);
    /// // Two heaps of 2 are a P-position.
    /// let two = quotient.heaps()[1];
    /// assert_eq!(quotient.product(two, two).and_then(|sum| quotient.is_p(sum)), Some(true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When an option has a heap that is not smaller. When the quotient has more than
    /// [`MAX_ORDER`](super::MAX_ORDER) elements, or a limit is reached; then only [`QuotientSolver::orders`] is
    /// valid, and other questions have the same error.
    pub fn push(&mut self, options: Vec<Vec<usize>>) -> Result<(), Error> {
        self.failed.clone().map_or(Ok(()), Err)?;
        let heap = self.moves.len() + 1;
        if let Some(&wrong) = options.iter().flatten().find(|other| **other >= heap) {
            return Err(Error::no_index(wrong, heap));
        }
        self.moves.push(options);
        let added = self.add_last();
        self.failed = added.clone().err();
        added
    }

    fn add_last(&mut self) -> Result<(), Error> {
        while self.state.values.len() < self.moves.len() {
            let heap = self.state.values.len();
            if let Some(wrong) = self.place(heap)? {
                self.replace(wrong)?;
                self.state = ProvedQuotient::new(&self.budget)?;
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
    /// When a limit is reached, or a heap could not be added.
    pub fn quotient(&self) -> Result<Quotient, Error> {
        self.failed.clone().map_or(Ok(()), Err)?;
        Quotient::new(&self.state.monoid, &self.state.values, &self.budget)
    }

    /// Assigns a word to a heap; returns an earlier heap whose word was refuted, if any.
    fn place(&mut self, heap: usize) -> Result<Option<usize>, Error> {
        if self.moves[heap].is_empty() {
            self.state.set(Word::default(), 0);
            return Ok(None);
        }
        let state = &mut self.state;
        let options = state.options(&self.moves[heap]);
        let found = match self.hints.get(&heap) {
            None => match state.alike.get(&options) {
                Some(&other) => Some((state.values[other], state.words[other].clone())),
                None => {
                    state.element_for(heap, &self.moves, state.generators.len(), &self.budget)?
                }
            },
            Some(Hint { word: None, .. }) => None,
            Some(Hint { word: Some(word), .. }) => {
                let element = state.monoid.element(word);
                let holds = state.try_element(heap, element, &self.moves, &self.budget)?;
                holds.then(|| (element, word.clone()))
            }
        };
        if let Some((element, word)) = found {
            state.alike.entry(options).or_insert(heap);
            state.set(word, element);
            return Ok(None);
        }
        state.grow(&self.moves[heap], &self.budget)?;
        state.prove(&self.moves[..=heap], &self.budget)
    }

    /// Chooses another word for a heap.
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

impl ProvedQuotient {
    fn new(budget: &Budget) -> Result<Self, Error> {
        let mut play = OutcomeSearch::new(budget.clone());
        let mut table = ObservationTable::new();
        let monoid = table.learn(&mut play, budget)?;
        let closure = Closure::new(&monoid);
        let (words, values, generators) = (Vec::new(), Vec::new(), Vec::new());
        let alike = FxHashMap::default();
        Ok(ProvedQuotient { words, values, play, table, monoid, closure, generators, alike })
    }

    fn set(&mut self, word: Word, element: usize) {
        self.words.push(word);
        self.values.push(element);
    }

    /// Word of a sum of heaps.
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

    /// Makes the next heap a generator, and learns the quotient of the generators.
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

    /// Proves the words of all heaps; returns the first heap for which that fails.
    ///
    /// Generators are correct by the proof of their quotient, so they are added first, and a failure is in
    /// one of the others.
    fn prove(
        &mut self,
        moves: &[Vec<Vec<usize>>],
        budget: &Budget,
    ) -> Result<Option<usize>, Error> {
        self.closure = Closure::new(&self.monoid);
        self.values = self.words.iter().map(|word| self.monoid.element(word)).collect();
        let others = (0..moves.len()).filter(|heap| !self.generators.contains(heap));
        let heaps: Vec<usize> = self.generators.iter().copied().chain(others).collect();
        self.alike.clear();
        let mut held = FxHashSet::default();
        for heap in heaps.into_iter().filter(|&heap| !moves[heap].is_empty()) {
            budget.step()?;
            let options = self.options(&moves[heap]);
            let new = held.insert((self.values[heap], options.clone()));
            if new && !self.try_element(heap, self.values[heap], moves, budget)? {
                return Ok(Some(heap));
            }
            self.alike.insert(options, heap);
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
        let check = closure.add(&self.monoid, heap, element, &options, budget)?;
        let holds = check == ProofCheck::Holds;
        if holds {
            self.closure = closure;
        }
        Ok(holds)
    }

    /// The element, with a word in the first generators, as which a heap behaves together with all heaps
    /// before it. There is at most one.
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
