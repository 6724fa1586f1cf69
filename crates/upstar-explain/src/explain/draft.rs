//! Steps whose reasons are computed when they are first shown, so that a page is computed once, however
//! many of its levels are opened.
//!
//! Knows: the depth from which reasons are shown, and the marks before. Must not know: what the steps say.
//!
//! A step holds its reasons, or what finds them. Found reasons are kept, so a further level costs what is new in
//! it. No level is computed that does not fit on the screen.

use crate::value::explanation::{Claim, Sentence, Step};
use crate::value::host::Host;
use crate::value::{Attempt, NoAnswer};

/// Page without levels: its statement in one sentence, and the steps of the reason.
pub(super) type Page = (Sentence, Vec<Step>);

/// Page with levels of reasons: its statement in one sentence, and the steps of the reason.
pub(super) struct Outline {
    pub(super) title: Sentence,
    pub(super) steps: Vec<Draft>,
}

impl Outline {
    pub(super) fn new(title: Sentence, steps: Vec<Draft>) -> Self {
        Outline { title, steps }
    }

    /// Returns the steps with `depth` levels of reasons.
    pub(super) fn cut(&mut self, host: &mut dyn Host, depth: u32) -> Attempt<Vec<Step>> {
        cut(host, &mut self.steps, depth)
    }
}

impl From<Page> for Outline {
    fn from((title, steps): Page) -> Self {
        Outline { title, steps: drafts(steps) }
    }
}

/// Steps without anything left to be opened.
pub(super) fn drafts(steps: Vec<Step>) -> Vec<Draft> {
    steps.into_iter().map(Draft::from).collect()
}

/// A step and its reasons.
pub(super) struct Draft {
    step: Step,
    under: Reasons,
    once: bool,
}

impl Draft {
    /// A statement with its reasons.
    pub(super) fn new(line: Sentence, under: Reasons) -> Self {
        Draft { under, ..Draft::from(Step::says(line)) }
    }

    /// A statement about play in a sum with its reasons.
    pub(super) fn claims(claim: Claim, line: Sentence, under: Reasons) -> Self {
        Draft { under, ..Draft::from(Step::Claims { claim, line, under: Vec::new() }) }
    }

    /// Omits the step where an earlier one reads the same.
    pub(super) fn once(self) -> Self {
        Draft { once: true, ..self }
    }

    /// The statement, when it is one.
    pub(super) fn into_line(self) -> Option<Sentence> {
        match self.step {
            Step::Says { line, .. } | Step::Claims { line, .. } => Some(line),
            Step::Table(_) | Step::Drawing(_) | Step::Folded => None,
        }
    }

    fn cut(&mut self, host: &mut dyn Host, depth: u32) -> Attempt<Step> {
        let mut step = self.step.clone();
        if let Step::Says { under, .. } | Step::Claims { under, .. } = &mut step {
            under.extend(self.under.cut(host, depth)?);
        }
        Ok(step)
    }
}

impl From<Step> for Draft {
    fn from(step: Step) -> Self {
        Draft { step, under: Reasons::none(), once: false }
    }
}

/// Returns steps with `depth` levels of reasons.
pub(super) fn cut(host: &mut dyn Host, drafts: &mut [Draft], depth: u32) -> Attempt<Vec<Step>> {
    let mut steps = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let step = draft.cut(host, depth)?;
        if !draft.once || !steps.contains(&step) {
            steps.push(step);
        }
    }
    Ok(steps)
}

/// Finds reasons.
type Find = Box<dyn FnOnce(&mut dyn Host) -> Attempt<Reasons>>;

/// Reasons of a statement.
pub(super) enum Reasons {
    /// Reasons shown together with the statement.
    Shown(Vec<Draft>),
    /// Reasons shown from a depth on.
    Later {
        /// The least depth at which they are shown.
        from: u32,
        /// Number of levels that the reasons are deeper.
        less: u32,
        /// Whether an ellipsis marks them until they are shown.
        folded: bool,
        /// Finds them, unless they are found.
        find: Option<Find>,
        /// The reasons.
        found: Box<Reasons>,
    },
}

impl Reasons {
    /// No reasons.
    pub(super) fn none() -> Self {
        Reasons::Shown(Vec::new())
    }

    /// Reasons that are computed when the depth `from` is shown; `folded` says whether an ellipsis marks
    /// them before.
    pub(super) fn later(
        from: u32,
        folded: bool,
        find: impl FnOnce(&mut dyn Host) -> Attempt<Reasons> + 'static,
    ) -> Self {
        Reasons::Later {
            from,
            less: 1,
            folded,
            find: Some(Box::new(find)),
            found: Box::new(Reasons::none()),
        }
    }

    /// Reasons of the second level, computed when they are shown; at least one.
    pub(super) fn second(
        find: impl FnOnce(&mut dyn Host) -> Attempt<Vec<Draft>> + 'static,
    ) -> Self {
        Reasons::later(2, true, |host| find(host).map(Reasons::Shown))
    }

    /// Reasons of the second level that are computed already.
    pub(super) fn known(steps: Vec<Step>) -> Self {
        match steps.is_empty() {
            true => Reasons::none(),
            false => Reasons::second(|_| Ok(drafts(steps))),
        }
    }

    /// The same reasons one level deeper.
    pub(super) fn deeper(mut self) -> Self {
        if let Reasons::Later { from, less, .. } = &mut self {
            *from += 1;
            *less += 1;
        }
        self
    }

    fn cut(&mut self, host: &mut dyn Host, depth: u32) -> Attempt<Vec<Step>> {
        let (from, less, folded, find, found) = match self {
            Reasons::Shown(drafts) => return cut(host, drafts, depth),
            Reasons::Later { from, less, folded, find, found } => {
                (*from, *less, *folded, find, found)
            }
        };
        let closed = || if folded { vec![Step::Folded] } else { Vec::new() };
        if depth < from {
            return Ok(closed());
        }
        if let Some(find) = find.take() {
            **found = match find(host) {
                // More than can be listed stays closed.
                Err(NoAnswer::TooLarge(_)) => Reasons::Shown(drafts(closed())),
                reasons => reasons?,
            };
        }
        found.cut(host, depth - less.min(depth))
    }
}
