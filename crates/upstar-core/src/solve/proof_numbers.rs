//! Proof numbers of questions about nimbers and sums, and the transposition table of those about nimbers.
//!
//! Knows: how the numbers of children determine which is searched next. Must not know: how positions
//! move.

use std::hash::Hash;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use super::bounded::Bounded;
use crate::Budget;
use crate::shared::ConcurrentMap;

/// Questions in a table of several threads that is new; when there are more, they are forgotten and the next table may
/// have twice as many, if there is memory for them.
const MOST_QUESTIONS: usize = 1 << 23;
/// So many have a place in any case.
const FEWEST_QUESTIONS: usize = 1 << 6;
/// About four times as many bytes as a question takes there: a quarter of the memory is for the table.
const BYTES: u64 = 1 << 8;

/// Proof number of what cannot be proved.
pub(super) const INFINITE: u32 = u32::MAX;

/// A proof or disproof number, larger where so many other threads work on the same question: they come to it
/// only when it is much the best (Kaneko, Parallel depth first proof number search, AAAI 2010).
fn with_virtual_loss(number: u32, busy: u32) -> u32 {
    match busy {
        0 => number,
        _ => {
            let loss = (number / 4).saturating_add(1).saturating_mul(busy);
            number.saturating_add(loss).min(INFINITE - 1)
        }
    }
}

/// Proof and disproof number of a question: estimates of the work that is left. The question is whether a position has a
/// certain nimber, or whether the mover of a sum loses. An option for which the answer is yes makes it no.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    /// Work to prove it; 0 when proved.
    pub(super) proof: u32,
    /// Work to disprove it; 0 when disproved.
    pub(super) disproof: u32,
}

impl ProofNumbers {
    /// Thresholds at which a question is not left before it is answered.
    pub(super) const UNLIMITED: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: INFINITE };

    /// Numbers of a question that a thread works on and has not evaluated yet.
    const UNKNOWN: ProofNumbers = ProofNumbers { proof: 0, disproof: 0 };

    /// Numbers of a question that is answered.
    pub(super) fn answered(holds: bool) -> Self {
        match holds {
            true => ProofNumbers { proof: 0, disproof: INFINITE },
            false => ProofNumbers { proof: INFINITE, disproof: 0 },
        }
    }

    fn is_unknown(self) -> bool {
        self == ProofNumbers::UNKNOWN
    }

    /// Whether one of the numbers says that the question is answered.
    pub(super) fn is_answered(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether a search with these thresholds leaves a question with these numbers.
    pub(super) fn reach(self, thresholds: ProofNumbers) -> bool {
        self.proof >= thresholds.proof || self.disproof >= thresholds.disproof
    }
}

/// What is known of a sum when it is asked whether it has a certain nimber.
pub(super) enum SumState<'a, P> {
    /// Its nimber.
    Nimber(u32),
    /// It does not have the nimber.
    Excluded,
    /// It has the nimber if and only if the position has this one.
    Ask(&'a P, u32),
    /// The nimber of this position must be found first.
    Find(&'a P),
    /// It is not impartial.
    Mixed,
}

/// How the disproof numbers of children make the proof number of a question, and when a child is left.
#[derive(Clone, Copy)]
pub(super) enum Weighing {
    /// All of them add up. A child is left when its proof number is larger by a quarter than the least of the
    /// others. Source: Pawlewicz and Lew, Improving depth-first PN-search: 1 + ε trick, Computers and Games 2006.
    Sum,
    /// The largest, and half the number of the other children, many of which are answered by what is found on the way. A
    /// child is left when another one is better. Source: Ueda, Hashimoto, Hashimoto and Iida, Weak proof-number search, 2008.
    Largest,
}

/// Child of a question that is searched next, and what the numbers of all children say of the question: one
/// child that is proved disproves it.
pub(super) struct Selection {
    weighing: Weighing,
    /// The last child with the least weight, which is its proof number with virtual loss.
    pub(super) best: Option<u32>,
    numbers: ProofNumbers,
    weight: u32,
    /// Least weight of the other children.
    second: u32,
    /// Least proof number.
    least: u32,
    /// How many children there are.
    count: u32,
    /// Sum of the disproof numbers of all children, or the largest.
    disproofs: u32,
}

impl Selection {
    /// Selection without children.
    pub(super) fn new(weighing: Weighing) -> Self {
        let numbers = ProofNumbers { proof: INFINITE, disproof: 0 };
        let (weight, second, least) = (INFINITE, INFINITE, INFINITE);
        Selection { weighing, best: None, numbers, weight, second, least, count: 0, disproofs: 0 }
    }

    /// Selection among all children with these numbers, by their sum; the first of equals is searched. Virtual loss is in the
    /// numbers already.
    #[inline]
    pub(super) fn among(
        children: impl DoubleEndedIterator<Item = ProofNumbers> + ExactSizeIterator,
    ) -> Self {
        let mut all = Selection::new(Weighing::Sum);
        for (at, numbers) in children.enumerate().rev() {
            all.see(at as u32, numbers, 0);
        }
        all
    }

    /// Looks at a child that is not disproved, on which so many other threads work.
    #[inline]
    pub(super) fn see(&mut self, child: u32, numbers: ProofNumbers, busy: u32) {
        self.count += 1;
        self.least = self.least.min(numbers.proof);
        self.disproofs = match self.weighing {
            Weighing::Sum => self.disproofs.saturating_add(numbers.disproof),
            Weighing::Largest => self.disproofs.max(numbers.disproof),
        };
        let weight = with_virtual_loss(numbers.proof, busy);
        if weight <= self.weight {
            self.second = self.weight;
            (self.weight, self.numbers, self.best) = (weight, numbers, Some(child));
        } else {
            self.second = self.second.min(weight);
        }
    }

    /// What the other children add to the disproof number of the one that is searched.
    fn others(&self) -> u32 {
        match self.weighing {
            Weighing::Sum => self.disproofs.saturating_sub(self.numbers.disproof),
            Weighing::Largest => self.count.saturating_sub(1) / 2,
        }
    }

    /// Numbers of the question.
    pub(super) fn of_parent(&self) -> ProofNumbers {
        let proof = match self.weighing {
            Weighing::Sum => self.disproofs,
            Weighing::Largest => self.disproofs.saturating_add(self.others()),
        };
        ProofNumbers { proof: proof.min(INFINITE - 1), disproof: self.least }
    }

    /// Thresholds of the child, from those of the question, which does not reach them. Where other threads search the better
    /// children, this one is searched all the same.
    pub(super) fn of_child(&self, thresholds: ProofNumbers) -> ProofNumbers {
        let more = match self.weighing {
            Weighing::Sum => self.second / 4,
            Weighing::Largest => 0,
        };
        let patience = self.second.saturating_add(more).saturating_add(1);
        let proof = thresholds.disproof.min(patience);
        ProofNumbers {
            proof: proof.max(self.numbers.proof.saturating_add(1)),
            disproof: thresholds.proof - self.others(),
        }
    }
}

/// Transposition table: the numbers of questions that are not answered.
///
/// A search ends whatever is replaced: a question on the path has the numbers of its children, so each time that a
/// child is searched again its thresholds are larger.
pub(super) enum ProofTable<'a, P> {
    /// The table of one thread.
    Own(Bounded<(P, u32), ProofNumbers>),
    /// A table of several threads, and the number of this one.
    Shared(&'a SharedProofTable<P>, usize),
}

/// Transposition table of several threads. A question that one of them works on seems to need more work.
pub(super) struct SharedProofTable<P> {
    /// Numbers, and how many threads work on the question.
    found: ConcurrentMap<(P, u32), (ProofNumbers, u32)>,
    count: AtomicUsize,
    most: AtomicUsize,
}

impl<P> SharedProofTable<P> {
    /// A table without questions.
    pub(super) fn new(budget: &Budget) -> Self {
        let most = AtomicUsize::new(MOST_QUESTIONS.min(most_questions(budget)));
        SharedProofTable { found: ConcurrentMap::default(), count: AtomicUsize::new(0), most }
    }
}

/// Number of questions for which there is memory.
fn most_questions(budget: &Budget) -> usize {
    usize::try_from(budget.max_bytes() / BYTES).unwrap_or(usize::MAX).max(FEWEST_QUESTIONS)
}

impl<P: Clone + Eq + Hash> SharedProofTable<P> {
    /// Forgets all questions when there are too many.
    fn make_room(&self, budget: &Budget) {
        let (count, most) = (self.count.load(Relaxed), self.most.load(Relaxed));
        if count >= most {
            self.count.store(0, Relaxed);
            self.most.store(most.saturating_mul(2).min(most_questions(budget)), Relaxed);
            self.found.clear();
        }
    }

    fn update(&self, position: &P, n: u32, change: impl FnOnce(&mut (ProofNumbers, u32))) {
        let before = self.found.update((position.clone(), n), |before| {
            let mut next = before.copied().unwrap_or((ProofNumbers::UNKNOWN, 0));
            change(&mut next);
            next
        });
        self.count.fetch_add(usize::from(before.is_none()), Relaxed);
    }
}

impl<P: Clone + Eq + Hash> ProofTable<'_, P> {
    /// Table of one thread, without questions.
    pub(super) fn own() -> Self {
        ProofTable::Own(Bounded::default())
    }

    /// Numbers of a question; when it is not in the table, those that it had `before`, or the `first`.
    #[inline]
    pub(super) fn get(
        &self,
        position: &P,
        n: u32,
        before: Option<ProofNumbers>,
        first: impl FnOnce() -> ProofNumbers,
    ) -> ProofNumbers {
        match self {
            ProofTable::Own(known) => {
                known.get(&(position.clone(), n)).copied().or(before).unwrap_or_else(first)
            }
            ProofTable::Shared(shared, _) => {
                let Some((numbers, busy)) = shared.found.get(&(position.clone(), n)) else {
                    return before.unwrap_or_else(first);
                };
                let numbers = if numbers.is_unknown() { first() } else { numbers };
                ProofNumbers { proof: with_virtual_loss(numbers.proof, busy), ..numbers }
            }
        }
    }

    /// Keeps the numbers of a question.
    pub(super) fn insert(&mut self, position: &P, n: u32, numbers: ProofNumbers, budget: &Budget) {
        match self {
            ProofTable::Own(known) => {
                // Numbers grow with the work on a question.
                let work = u64::from(numbers.proof) + u64::from(numbers.disproof);
                known.insert((position.clone(), n), numbers, work, budget);
            }
            ProofTable::Shared(shared, _) => {
                shared.make_room(budget);
                shared.update(position, n, |known| known.0 = numbers);
            }
        }
    }

    /// Takes note that this thread works on a question.
    pub(super) fn enter(&self, position: &P, n: u32) {
        if let ProofTable::Shared(shared, _) = self {
            shared.update(position, n, |known| known.1 += 1);
        }
    }

    /// Takes note that it has left the question.
    pub(super) fn leave(&self, position: &P, n: u32) {
        if let ProofTable::Shared(shared, _) = self {
            shared.update(position, n, |known| known.1 = known.1.saturating_sub(1));
        }
    }

    /// Whether other threads work on the same questions.
    pub(super) fn is_shared(&self) -> bool {
        matches!(self, ProofTable::Shared(..))
    }

    /// Whether a thread other than the first asks.
    pub(super) fn is_of_helper(&self) -> bool {
        matches!(self, ProofTable::Shared(_, 1..))
    }
}
