//! How far a sequence must be looked at before a period is proved.

use super::code::Code;
use super::digit::Digit;

/// What proves that the nimbers of heaps go on as they do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Theorem {
    /// Moves leave at most `heaps` heaps: the period is proved when it holds from heap `n0` up to
    /// `heaps*n0 + (heaps-1)*p + k`, with `k` the most counters that can be taken.
    ///
    /// Guy and Smith 1956 for two heaps; Winning Ways, chapter 4. An option of heap `n + p`
    /// beyond has a heap of at least `n0 + p`, which can be made smaller by the period; one of
    /// heap `n` has one of at least `n0`, which can be made larger.
    Bounded {
        /// The most heaps that a move leaves.
        heaps: u32,
        /// The most counters that a move takes.
        taken: u64,
    },
    /// The same for moves that leave two unequal heaps: the period is proved when it holds from
    /// heap `n0` up to `heaps*n0 + heaps*p + k`.
    ///
    /// Two unequal heaps may become equal when the larger is made smaller by the period. Then
    /// their nimber is 0, and `b + p`, `b - p` instead of `b`, `b` has the same.
    Unequal {
        /// The most heaps that a move leaves.
        heaps: u32,
        /// The most counters that a move takes.
        taken: u64,
    },
    /// Moves leave at most one heap, and the numbers that can be taken repeat without end. The
    /// next nimber depends on the last few, and on the sets of those before them, one for each
    /// remainder modulo the repetition; what all these sets contain does not count, as every move
    /// excludes it. All of this is the same after a period, except that the saltus is added. When
    /// no number that repeats leaves a heap, the last few nimbers alone count.
    ///
    /// The finite state of Siegel, Finite excluded subtraction sets and infinite modular Nim
    /// (2005), where it is shown that all-but games always get there.
    Repeats {
        /// How many of the last nimbers count.
        window: u64,
        /// After how many numbers of counters those that can be taken repeat.
        step: u64,
    },
    /// Moves leave at most three heaps, and nimbers grow by a power of two each period. All options
    /// of the last heaps that were looked at are of types that give an option `s` larger one
    /// period later, and these decide the nimber.
    ///
    /// `heap/arithmetic.rs` has the proof. For such periods see Winning Ways, chapter 4, and Howse
    /// and Nowakowski, Periodicity and arithmetic-periodicity in hexadecimal games, Theoret.
    /// Comput. Sci. 313 (2004).
    Arithmetic {
        /// The most counters that a move takes.
        taken: u64,
    },
    /// Any number of counters can be taken, and some moves split the rest in two: nimbers grow by a
    /// power of two in as many heaps. No split of large heaps has the nimber of its heap, and every
    /// smaller nimber is that of a smaller heap, or of a split with a small part.
    ///
    /// `heap/unbounded.rs` has the proof.
    AnyNumber {
        /// The most counters that a move takes which splits the rest.
        taken: u64,
    },
}

impl Theorem {
    /// The theorem for a code; nothing when none is known.
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

    /// The first heap size that need not be looked at when the period `p` holds from `n0` on.
    pub(super) fn needed(self, n0: u64, p: u64) -> u64 {
        let n0 = n0.max(1);
        match self {
            Theorem::Bounded { heaps, taken } => u64::from(heaps) * (n0 + p) + taken,
            Theorem::Unequal { heaps, taken } => u64::from(heaps) * (n0 + p) + p + taken,
            // These look at the nimbers themselves.
            Theorem::Repeats { .. } | Theorem::Arithmetic { .. } | Theorem::AnyNumber { .. } => {
                u64::MAX
            }
        }
    }
}

/// Whether any number can be taken, the rest be left as it is, and only digits that do not repeat
/// allow two heaps, of any kind.
fn takes_any(code: &Code) -> bool {
    let leaves_one = |digit: &Digit| !digit.splits(0).none() && !digit.splits(1).none();
    let unconditional = |digit: &Digit| digit.splits(2).none() || digit.splits(2).any();
    let (digits, repeating) = (code.digits(), code.repeating());
    !repeating.is_empty()
        && digits[1..].iter().chain(repeating).all(leaves_one)
        && digits.iter().all(unconditional)
        && repeating.iter().all(|digit| digit.splits(2).none())
}
