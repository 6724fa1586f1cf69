//! Theorems that prove periods, and the heaps they need.

use super::code::Code;
use super::digit::Digit;

/// Theorem that proves a regularity of nimbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Theorem {
    /// Moves leave at most `heaps` heaps: the period is proved if it holds from heap `n0` up to `heaps*n0 +
    /// (heaps-1)*p + k`, where `k` is the greatest number of counters taken.
    ///
    /// Guy and Smith 1956 for two heaps; Winning Ways, chapter 4. An option of heap `n + p`
    /// beyond has a heap of at least `n0 + p`, which can be made smaller by the period; one of
    /// heap `n` has one of at least `n0`, which can be made larger.
    Bounded {
        /// Greatest number of heaps that a move leaves.
        heaps: u32,
        /// Greatest number of counters that a move takes.
        taken: u64,
    },
    /// The same for moves that leave two unequal heaps: the period is proved if it holds from heap `n0` up to
    /// `heaps*n0 + heaps*p + k`.
    ///
    /// Two unequal heaps may become equal when the larger is reduced by the period. Then their nimber is 0,
    /// and `b + p`, `b - p` instead of `b`, `b` has the same.
    Unequal {
        /// Greatest number of heaps that a move leaves.
        heaps: u32,
        /// Greatest number of counters that a move takes.
        taken: u64,
    },
    /// Moves leave at most one heap, and the numbers that can be taken repeat. The next nimber depends on the
    /// last few, and on the sets of those before them, one for each remainder modulo the repetition; what all
    /// these sets contain does not matter, as every move excludes it. This state recurs after a period, up to
    /// the saltus. If no repeating number leaves a heap, only the last few nimbers matter.
    ///
    /// The finite-state argument of Siegel, Finite excluded subtraction sets and infinite modular Nim (2005),
    /// which shows that all-but games always reach it.
    Repeats {
        /// Number of last nimbers in the state.
        window: u64,
        /// Period of the numbers that can be taken.
        step: u64,
    },
    /// Moves leave at most three heaps, and nimbers grow by a power of two `s` each period. All options of
    /// the last heaps checked are of types that give an option `s` larger one period later, and these decide
    /// the nimber.
    ///
    /// `heap/arithmetic.rs` has the proof. For such periods see Winning Ways, chapter 4, and Howse
    /// and Nowakowski, Periodicity and arithmetic-periodicity in hexadecimal games, Theoret.
    /// Comput. Sci. 313 (2004).
    Arithmetic {
        /// Greatest number of counters that a move takes.
        taken: u64,
    },
    /// Moves leave at most three heaps, and nimbers grow each period. By its sum, no
    /// option has the nimber of its heap, and options with two equal heaps have all that are smaller.
    ///
    /// `heap/sums.rs` has the proof.
    Sums {
        /// Greatest number of counters that a move takes.
        taken: u64,
    },
    /// Any number of counters can be taken, and some moves split the rest in two: nimbers grow by a power of
    /// two per period of the same length. No split of large heaps has the nimber of its heap, and every
    /// smaller nimber is that of a smaller heap, or of a split with a small part.
    ///
    /// `heap/unbounded.rs` has the proof.
    AnyNumber {
        /// Greatest number of counters that a splitting move takes.
        taken: u64,
    },
}

impl Theorem {
    /// The theorem for a code; `None` if none is known.
    ///
    /// ```
    /// # use upstar_core::heap::Theorem;
    /// let theorem = Theorem::of(&"0.77".parse()?);
    /// assert_eq!(theorem, Some(Theorem::Bounded { heaps: 2, taken: 2 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(code: &Code) -> Option<Theorem> {
        let heaps = code.most_heaps()?.max(1);
        if heaps == 2 && takes_any(code) {
            return Some(Theorem::AnyNumber { taken: code.digits().len() as u64 - 1 });
        }
        if !code.repeating().is_empty() {
            let (window, step) = (code.digits().len() as u64, code.repeating().len() as u64);
            return (heaps == 1).then_some(Theorem::Repeats { window, step });
        }
        let digits = code.digits();
        let conditional = |j| digits.iter().any(|d| !d.splits(j).none() && !d.splits(j).any());
        if (3..=heaps).any(conditional) {
            return None;
        }
        let taken = digits.len() as u64 - 1;
        Some(if conditional(2) {
            Theorem::Unequal { heaps, taken }
        } else {
            Theorem::Bounded { heaps, taken }
        })
    }

    /// The first heap size not needed to prove the period `p` from `n0` on.
    pub(super) fn needed(self, n0: u64, p: u64) -> u64 {
        let n0 = n0.max(1);
        match self {
            Theorem::Bounded { heaps, taken } => u64::from(heaps) * (n0 + p) + taken,
            Theorem::Unequal { heaps, taken } => u64::from(heaps) * (n0 + p) + p + taken,
            // These use the nimbers themselves.
            Theorem::Repeats { .. }
            | Theorem::Arithmetic { .. }
            | Theorem::Sums { .. }
            | Theorem::AnyNumber { .. } => u64::MAX,
        }
    }

    /// For how many of the last nimbers at least a period holds that `known` ones prove; 0 where that is not known.
    pub(super) fn least_agreement(self, known: u64) -> u64 {
        match self {
            // The period and what comes before it are at most one of so many parts.
            Theorem::Bounded { heaps, .. } | Theorem::Unequal { heaps, .. } => {
                known - known / u64::from(heaps)
            }
            Theorem::Repeats { .. }
            | Theorem::Arithmetic { .. }
            | Theorem::Sums { .. }
            | Theorem::AnyNumber { .. } => 0,
        }
    }
}

/// Whether any number can be taken leaving one heap, and only nonrepeating digits allow two heaps, without
/// condition.
fn takes_any(code: &Code) -> bool {
    let leaves_one = |digit: &Digit| !digit.splits(0).none() && !digit.splits(1).none();
    let unconditional = |digit: &Digit| digit.splits(2).none() || digit.splits(2).any();
    let (digits, repeating) = (code.digits(), code.repeating());
    !repeating.is_empty()
        && digits[1..].iter().chain(repeating).all(leaves_one)
        && digits.iter().all(unconditional)
        && repeating.iter().all(|digit| digit.splits(2).none())
}
