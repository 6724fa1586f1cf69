//! How much effort questions about nimbers still need.
//!
//! Knows: proof numbers and what they say together, what may be known of an option. Must not know:
//! how positions move.

use std::hash::Hash;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use rustc_hash::FxHashMap;

use crate::shared::Found;

/// Questions whose efforts are kept at first; then they are estimated anew.
const MOST_EFFORTS: usize = 1 << 23;

/// No effort shows it.
const INFINITE: u32 = u32::MAX;

/// How much effort a question still needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// To show that the position has not the nimber.
    pub(super) no: u32,
    /// To show that it has.
    pub(super) yes: u32,
}

impl Effort {
    /// A question with these limits is not left before it is answered.
    pub(super) const UNLIMITED: Effort = Effort { no: INFINITE, yes: INFINITE };

    /// Of a question that was never weighed.
    const UNKNOWN: Effort = Effort { no: 0, yes: 0 };

    fn is_unknown(self) -> bool {
        self.no == 0 && self.yes == 0
    }
}

/// What is known of a sum.
pub(super) enum State<'a, P> {
    /// Its nimber.
    Nimber(u32),
    /// It has not the nimber asked for.
    Other,
    /// Whether it has is the same as whether the position has the nimber.
    Ask(&'a P, u32),
    /// The nimber of this position must be found first.
    Find(&'a P),
    /// It is not impartial.
    Mixed,
}

/// What the options of a position, and its smaller nimbers, say of a question.
pub(super) struct Weight<P> {
    /// The question that needs the least effort to be affirmed.
    pub(super) best: Option<(P, u32)>,
    /// Whether more of the position must be known than that.
    pub(super) entire: bool,
    /// The efforts of the best.
    pub(super) effort: Effort,
    /// The effort to affirm the next best.
    pub(super) second: u32,
    /// The effort to deny all.
    pub(super) all: u32,
}

impl<P> Weight<P> {
    /// Without questions.
    pub(super) fn new() -> Self {
        let effort = Effort { no: 0, yes: INFINITE };
        Weight { best: None, entire: false, effort, second: INFINITE, all: 0 }
    }

    /// Adds a question, one that affirms the option or, when `entire`, is the first of several.
    pub(super) fn add(
        &mut self,
        effort: Effort,
        entire: bool,
        question: impl FnOnce() -> (P, u32),
    ) {
        self.all = self.all.saturating_add(effort.no).min(INFINITE - 1);
        if self.best.is_none() || effort.yes < self.effort.yes {
            self.second = self.effort.yes;
            (self.effort, self.entire, self.best) = (effort, entire, Some(question()));
        } else {
            self.second = self.second.min(effort.yes);
        }
    }
}

/// The efforts of questions that are not answered.
pub(super) enum Efforts<'a, P> {
    /// Of one thread, and how many are kept.
    Alone(FxHashMap<(P, u32), Effort>, usize),
    /// Of several; the number of this thread.
    Shared(&'a SharedEfforts<P>, usize),
}

/// Efforts that several threads have found. A question that one of them works on seems to need more,
/// so that the others come to it only when it is much the best (Kaneko, Parallel depth first proof number
/// search, AAAI 2010).
pub(super) struct SharedEfforts<P> {
    /// The efforts, and how many threads work on the question.
    found: Found<(P, u32), (Effort, u32)>,
    count: AtomicUsize,
    most: AtomicUsize,
}

impl<P> Default for SharedEfforts<P> {
    fn default() -> Self {
        let (count, most) = (AtomicUsize::new(0), AtomicUsize::new(MOST_EFFORTS));
        SharedEfforts { found: Found::default(), count, most }
    }
}

impl<P: Clone + Eq + Hash> SharedEfforts<P> {
    fn update(&self, position: &P, n: u32, change: impl FnOnce(&mut (Effort, u32))) {
        if self.count.load(Relaxed) >= self.most.load(Relaxed) {
            self.count.store(0, Relaxed);
            self.most.fetch_add(self.most.load(Relaxed), Relaxed);
            self.found.clear();
        }
        let before = self.found.update((position.clone(), n), |before| {
            let mut next = before.copied().unwrap_or((Effort::UNKNOWN, 0));
            change(&mut next);
            next
        });
        self.count.fetch_add(usize::from(before.is_none()), Relaxed);
    }
}

impl<P: Clone + Eq + Hash> Efforts<'_, P> {
    /// Of one thread, which knows none yet.
    pub(super) fn alone() -> Self {
        Efforts::Alone(FxHashMap::default(), MOST_EFFORTS)
    }

    /// The effort of a question; `first` when it was not asked before.
    #[inline]
    pub(super) fn of(&self, position: &P, n: u32, first: impl FnOnce() -> Effort) -> Effort {
        match self {
            Efforts::Alone(known, _) => {
                known.get(&(position.clone(), n)).copied().unwrap_or_else(first)
            }
            Efforts::Shared(shared, _) => {
                let Some((effort, busy)) = shared.found.get(&(position.clone(), n)) else {
                    return first();
                };
                let effort = if effort.is_unknown() { first() } else { effort };
                let more = (effort.yes / 4).saturating_add(1).saturating_mul(busy);
                Effort { yes: effort.yes.saturating_add(more).min(INFINITE - 1), ..effort }
            }
        }
    }

    pub(super) fn remember(&mut self, position: &P, n: u32, effort: Effort) {
        match self {
            Efforts::Alone(known, most) => {
                if known.len() >= *most {
                    known.clear();
                    // The larger table makes sure that the search ends.
                    *most = most.saturating_mul(2);
                }
                known.insert((position.clone(), n), effort);
            }
            Efforts::Shared(shared, _) => shared.update(position, n, |known| known.0 = effort),
        }
    }

    /// Takes note that this thread works on a question.
    pub(super) fn enter(&self, position: &P, n: u32) {
        if let Efforts::Shared(shared, _) = self {
            shared.update(position, n, |known| known.1 += 1);
        }
    }

    /// Takes note that it has left the question.
    pub(super) fn leave(&self, position: &P, n: u32) {
        if let Efforts::Shared(shared, _) = self {
            shared.update(position, n, |known| known.1 = known.1.saturating_sub(1));
        }
    }

    /// Whether other threads work on the same questions.
    pub(super) fn are_shared(&self) -> bool {
        matches!(self, Efforts::Shared(..))
    }

    /// Whether a thread other than the first asks.
    pub(super) fn are_of_helper(&self) -> bool {
        matches!(self, Efforts::Shared(_, 1..))
    }
}
