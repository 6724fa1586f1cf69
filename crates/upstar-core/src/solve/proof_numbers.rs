//! Proof numbers of questions about nimbers, and the transposition table that keeps them.
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
pub(super) fn with_virtual_loss(number: u32, busy: u32) -> u32 {
    match busy {
        0 => number,
        _ => {
            let loss = (number / 4).saturating_add(1).saturating_mul(busy);
            number.saturating_add(loss).min(INFINITE - 1)
        }
    }
}

/// Proof and disproof number of the question whether a position has a certain nimber: estimates of the
/// work that is left.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProofNumbers {
    /// Work to prove that the position has the nimber.
    pub(super) proof: u32,
    /// Work to prove that it does not.
    pub(super) disproof: u32,
}

impl ProofNumbers {
    /// Thresholds at which a question is not left before it is answered.
    pub(super) const UNLIMITED: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: INFINITE };

    /// Numbers of a question that a thread works on and has not evaluated yet.
    const UNKNOWN: ProofNumbers = ProofNumbers { proof: 0, disproof: 0 };

    fn is_unknown(self) -> bool {
        self.proof == 0 && self.disproof == 0
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

/// Child of a question that is searched next, and what the numbers of all children say of the question: one
/// child that is proved disproves it.
pub(super) struct Selection {
    /// The first child with the least proof number.
    pub(super) best: Option<usize>,
    /// Proof and disproof number of the child.
    numbers: ProofNumbers,
    /// Least proof number of the other children.
    second: u32,
    /// Sum of the disproof numbers of all children.
    disproofs: u32,
}

impl Selection {
    /// Selection among children with these numbers.
    pub(super) fn among(children: impl Iterator<Item = ProofNumbers>) -> Self {
        let numbers = ProofNumbers { proof: INFINITE, disproof: 0 };
        let mut all = Selection { best: None, numbers, second: INFINITE, disproofs: 0 };
        for (at, numbers) in children.enumerate() {
            all.disproofs = all.disproofs.saturating_add(numbers.disproof).min(INFINITE - 1);
            if all.best.is_none() || numbers.proof < all.numbers.proof {
                (all.second, all.numbers, all.best) = (all.numbers.proof, numbers, Some(at));
            } else {
                all.second = all.second.min(numbers.proof);
            }
        }
        all
    }

    /// Numbers of the question.
    pub(super) fn of_parent(&self) -> ProofNumbers {
        ProofNumbers { proof: self.disproofs, disproof: self.numbers.proof }
    }

    /// Thresholds of the child, from those of the question: it is left when its proof number is larger by a quarter
    /// than the least of the others, or when the question would be left. Source: Pawlewicz and Lew, Improving
    /// depth-first PN-search: 1 + ε trick, Computers and Games 2006.
    pub(super) fn of_child(&self, thresholds: ProofNumbers) -> ProofNumbers {
        let others = self.disproofs.saturating_sub(self.numbers.disproof);
        let patience = self.second.saturating_add(self.second / 4).saturating_add(1);
        ProofNumbers {
            proof: thresholds.disproof.min(patience),
            disproof: thresholds.proof - others,
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
