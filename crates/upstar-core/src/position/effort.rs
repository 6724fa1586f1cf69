//! How much effort questions about nimbers still need.
//!
//! Knows: proof numbers and what they say together, what may be known of an option. Must not know:
//! how positions move.

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
