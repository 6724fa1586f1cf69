//! Rewrite rules: patterns of cells and their replacements, and boards under such rules.
//!
//! Knows: boards and their alphabet; turns of rules; independent parts, symmetries.
//! Must not know: any language but that of patterns.
//!
//! [`Rules`] says how patterns are written.
//!
//! A rule means a list of stencils for the size of a board: cells, what each requires, what it shows afterwards
//! (`template.rs`). Moves, parts, symmetries and bit planes know stencils only. A ring of cells around the board
//! shows the border, by a symbol of its own (`ring.rs`). So what a rule says about the border is a stencil too, and
//! parts are cut out of the ring as out of other cells. Boards have no ring if their rules do not ask for the
//! border.

pub(super) mod boards;
mod cells;
mod chains;
mod error;
mod laid;
mod pattern;
pub(super) mod ring;
pub(super) mod rule_stencils;
mod ruleset;
mod sought;
pub(super) mod stencil;
pub(super) mod symmetry;
mod template;
pub(super) mod termination;

use parking_lot::Mutex;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::board::{Alphabet, MAX_CELLS, Shape};

pub use super::bitboard::{Id, Planes};
pub use boards::{Boards, Parts};
pub use cells::Results;
pub use error::{Mistake, RuleError, RuleSide};
pub use laid::{Laid, RuleCell};
pub use ruleset::Rules;
pub use sought::{Arrangement, Pattern};
pub use symmetry::{Symmetries, exchanges};

use stencil::Stencil;
use template::{DirectedStep, Template};

/// Directions in which a one-row pattern may be laid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Turns {
    /// As written.
    #[default]
    None,
    /// The four directions along rows and columns.
    Orthogonally,
    /// The four diagonal directions.
    Diagonally,
    /// All eight.
    AnyDirection,
    /// The six directions on a board of hexagons, as in [`Adjacency::Hex`](crate::board::Adjacency::Hex).
    Hexagonally,
}

/// Rows and columns from one cell of a turned pattern to the next.
type Direction = (i32, i32);

/// A rule has too many placements on boards of some size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a rule fits a board of this size in too many ways")]
pub struct TooManyWays;

/// Limit of the work to list the stencils of a rule for one size, in cells.
const MOST_CELLS: usize = 1 << 20;

/// The most cells of the parts of a pattern that lie over the border: 8x8 cells, or 63 in a row.
const MOST_OVER: usize = 1 << 17;

/// Limit of the work to check a rule, in cells.
const MOST_CELLS_OF_SAMPLE: usize = 1 << 16;

/// Limit of the cells of cached stencils of one rule.
const MOST_CACHED: usize = 1 << 20;

/// Stencils by rows and columns of the board, or the finding that they are too many.
type BySize = FxHashMap<(usize, usize), Result<Arc<[Stencil]>, TooManyWays>>;

/// `"pattern" -> "replacement" turns`, one of the rules joined by `then`.
#[derive(Debug, Clone, Copy)]
pub struct Written<'a> {
    /// The pattern.
    pub pattern: &'a str,
    /// The replacement.
    pub replacement: &'a str,
    /// Directions of the pattern.
    pub turns: Turns,
    /// Whether it may be made again and again, as if joined to itself by `then`.
    pub repeats: bool,
    /// Whether cells of the pattern may lie outside of the board, where nothing is asked and nothing is written. At
    /// least one that the replacement writes is on the board.
    pub over_the_border: bool,
}

impl<'a> Written<'a> {
    /// A step that is made once, on the board.
    ///
    /// ```
    /// # use upstar_core::board::{Turns, Written};
    /// let step = Written::once("xo", ".x", Turns::Orthogonally);
    /// let jumps = Written { repeats: true, ..Written::once("xo.", "..x", Turns::None) };
    /// assert!(!step.repeats && jumps.repeats && !jumps.over_the_border);
    /// ```
    pub fn once(pattern: &'a str, replacement: &'a str, turns: Turns) -> Self {
        Written { pattern, replacement, turns, repeats: false, over_the_border: false }
    }
}

/// One alternative of rules joined by `then`, ready to be applied.
#[derive(Debug, Clone)]
pub struct Rule {
    steps: Arc<[DirectedStep]>,
    pub(super) shape: Shape,
    /// Cached stencils by the size for which they are listed.
    known: Arc<Mutex<BySize>>,
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.steps == other.steps && self.shape == other.shape
    }
}

impl Eq for Rule {}

impl Rule {
    /// Compiles rules joined by `then` for boards of this shape over this alphabet.
    ///
    /// # Errors
    /// When there are no rules, a side cannot be read, the sides do not fit together, the rule changes nothing, the
    /// steps do not follow each other, or turns need another kind of pattern or board.
    pub fn compile(
        written: &[Written<'_>],
        alphabet: &Alphabet,
        shape: Shape,
    ) -> Result<Self, Mistake> {
        if written.is_empty() {
            return Err(Mistake { step: 0, error: RuleError::NoEffect });
        }
        let mut steps: Vec<DirectedStep> = Vec::with_capacity(written.len());
        for (step, text) in written.iter().enumerate() {
            let compiled = compile_step(text, steps.last(), alphabet, shape);
            let compiled = compiled.and_then(|step| step.check_repeats().map(|()| step));
            let compiled = compiled.and_then(|step| match written.len() {
                2.. if text.over_the_border => Err(RuleError::OverInSteps),
                _ => Ok(step),
            });
            steps.push(compiled.map_err(|error| Mistake { step, error })?);
        }
        check_sample(&steps)?;
        Ok(Rule { steps: steps.into(), shape, known: Arc::default() })
    }

    /// The rule for boards without blocked cells, and what follows them. A cell that may show anything and lies within
    /// the rectangle of cells that must be on the board is on it as well, so nothing is asked of it.
    #[must_use]
    pub fn on_whole_boards(&self) -> Rule {
        let steps = self.steps.iter().map(|step| DirectedStep {
            template: step.template.without_certain_cells(),
            ..step.clone()
        });
        Rule { steps: steps.collect(), shape: self.shape, known: Arc::default() }
    }

    /// The stencils of the rule on a board of this size, its ring included: as written first, then turned,
    /// short runs before long ones. Those that fit a smaller board are all stencils of that board.
    ///
    /// Cost: computed once for each size.
    ///
    /// # Errors
    /// When they are too many.
    pub(super) fn stencils(
        &self,
        rows: usize,
        columns: usize,
    ) -> Result<Arc<[Stencil]>, TooManyWays> {
        let size = self.listed_for((rows, columns));
        if let Some(known) = self.known.lock().get(&size) {
            return known.clone();
        }
        let stencils = template::stencils(&self.steps, (size, self.shape.wraps()), MOST_CELLS);
        let stencils = stencils.map(Arc::from);
        let mut known = self.known.lock();
        let cells = |stencils: &Result<Arc<[Stencil]>, TooManyWays>| {
            stencils.iter().flat_map(|all| all.iter()).map(|s| s.cells.len()).sum::<usize>()
        };
        if known.values().map(cells).sum::<usize>() + cells(&stencils) > MOST_CACHED {
            known.clear();
        }
        known.insert(size, stencils.clone());
        stencils
    }

    /// The size for which stencils are listed for boards of a size: the same for all of them, unless the rule has
    /// runs or repeats a step.
    fn listed_for(&self, size: (usize, usize)) -> (usize, usize) {
        let depends = self.steps.iter().any(|step| step.repeats || step.template.has_runs());
        if depends || self.shape.is_closed() { size } else { (MAX_CELLS, MAX_CELLS) }
    }

    /// Whether one of its steps may be made again and again.
    pub fn repeats(&self) -> bool {
        self.steps.iter().any(|step| step.repeats)
    }

    /// Greatest distance outside the board that the rule looks at: each step has a cell on the board.
    pub(super) fn reach(&self) -> usize {
        self.steps.iter().map(DirectedStep::reach).max().unwrap_or(0)
    }
}

#[cfg(test)]
impl Rule {
    /// A rule of one step.
    pub(in crate::board) fn single(
        pattern: &str,
        replacement: &str,
        turns: Turns,
        alphabet: &Alphabet,
        shape: Shape,
    ) -> Result<Self, RuleError> {
        let written = [Written::once(pattern, replacement, turns)];
        Rule::compile(&written, alphabet, shape).map_err(|mistake| mistake.error)
    }
}

fn compile_step(
    written: &Written<'_>,
    before: Option<&DirectedStep>,
    alphabet: &Alphabet,
    shape: Shape,
) -> Result<DirectedStep, RuleError> {
    let template = pattern::compile(written.pattern, written.replacement, alphabet)?;
    directed(template, written, before, shape)
}

/// A step with the template and the words of what is written, for boards of this shape.
fn directed(
    template: Template,
    written: &Written<'_>,
    before: Option<&DirectedStep>,
    shape: Shape,
) -> Result<DirectedStep, RuleError> {
    let (turns, rows) = (written.turns, template.height());
    match turns {
        _ if shape.is_row() && rows > 1 => return Err(RuleError::MultiRowOnStrip { rows }),
        Turns::Diagonally if shape.is_row() => return Err(RuleError::DiagonalOnStrip),
        Turns::Hexagonally if shape.is_row() => return Err(RuleError::HexagonsOnStrip),
        Turns::None => {}
        _ if rows > 1 => return Err(RuleError::MultiRowTurned),
        _ => {}
    }
    if before.is_some_and(|step| step.template.written_symbols() & template.first_symbols() == 0) {
        return Err(RuleError::NeverWritten);
    }
    let (repeats, over) = (written.repeats, written.over_the_border);
    let step = DirectedStep { template, directions: directions(turns, shape), repeats, over };
    if over && (repeats || step.template.has_runs() || step.template.borders.contains(&true)) {
        return Err(RuleError::OverWithRuns);
    }
    if over && step.template.cells_over_the_border() > MOST_OVER {
        return Err(RuleError::OverTooLarge);
    }
    step.check_border(shape)?;
    Ok(step)
}

/// Checks the rule on a board large enough for all runs to be empty or of length one, each step made once: that some
/// step changes a cell, and that the steps fit together. How several fit is not known where one of them repeats.
fn check_sample(steps: &[DirectedStep]) -> Result<(), Mistake> {
    let once: Vec<DirectedStep> = steps.iter().map(DirectedStep::once).collect();
    let has_effect = |step: &DirectedStep| {
        let as_written =
            DirectedStep { directions: directions(Turns::None, Shape::Grid), ..step.clone() };
        let Ok(sample) = sample(&[as_written]) else { return Ok(true) };
        let idle = sample.iter().filter(|stencil| stencil.changes_nothing()).count();
        match steps.len() {
            1 if 0 < idle && idle < sample.len() => Err(RuleError::NoEffectWhenEmpty),
            _ => Ok(idle < sample.len() || sample.is_empty()),
        }
    };
    let mistake = |step| move |error| Mistake { step, error };
    let effects = once.iter().map(has_effect).collect::<Result<Vec<_>, _>>().map_err(mistake(0))?;
    if !effects.contains(&true) {
        return Err(Mistake { step: steps.len() - 1, error: RuleError::NoEffect });
    }
    let is_known = |step: usize| step == 0 || !steps[..=step].iter().any(|step| step.repeats);
    for step in (0..steps.len()).take_while(|step| is_known(*step)) {
        let Ok(sample) = sample(&once[..=step]) else { return Ok(()) };
        if sample.is_empty() {
            return Err(Mistake { step, error: RuleError::NeverFits });
        }
    }
    Ok(())
}

/// The stencils of these steps on a board large enough for all runs to be empty or of length one.
fn sample(steps: &[DirectedStep]) -> Result<Vec<Stencil>, TooManyWays> {
    let side = steps.iter().map(|step| step.template.side()).sum();
    template::stencils(steps, ((side, side), [false; 2]), MOST_CELLS_OF_SAMPLE)
}

impl DirectedStep {
    /// Checks that boards of this shape have the borders at which the step looks.
    fn check_border(&self, shape: Shape) -> Result<(), RuleError> {
        let [closed_down, closed_right] = shape.wraps();
        let [left, right, top, bottom] = self.template.borders;
        // A way in both directions meets the border of one of them.
        let never =
            |&(down, right): &Direction| (down == 0 || closed_down) && (right == 0 || closed_right);
        let along = (left || right) && self.directions.iter().all(never);
        let across = (top || bottom) && closed_down;
        let over = self.over && closed_right && (closed_down || shape.is_row());
        if along || across || over { Err(RuleError::NoBorder) } else { Ok(()) }
    }

    /// The step made once.
    fn once(&self) -> DirectedStep {
        DirectedStep { repeats: false, ..self.clone() }
    }

    /// Checks that a step which repeats can follow itself.
    fn check_repeats(&self) -> Result<(), RuleError> {
        let follows = self.template.written_symbols() & self.template.first_symbols() != 0;
        if self.repeats && !(follows && sample(&[self.once(), self.once()]) != Ok(Vec::new())) {
            return Err(RuleError::NeverRepeats);
        }
        Ok(())
    }
}

/// Directions in which a one-row pattern is laid; the first is as written.
fn directions(turns: Turns, shape: Shape) -> &'static [Direction] {
    match turns {
        Turns::None => &[(0, 1)],
        _ if shape.is_row() => &[(0, 1), (0, -1)],
        Turns::Orthogonally => &[(0, 1), (1, 0), (0, -1), (-1, 0)],
        Turns::Diagonally => &[(1, 1), (1, -1), (-1, -1), (-1, 1)],
        Turns::AnyDirection => {
            &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
        }
        Turns::Hexagonally => &[(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)],
    }
}

#[cfg(test)]
mod closed_tests;

#[cfg(test)]
mod loopy_tests;

#[cfg(test)]
mod naive;

#[cfg(test)]
pub(super) mod naive_split;

#[cfg(test)]
mod naive_tests;

#[cfg(test)]
pub(crate) mod random_tests;

#[cfg(test)]
mod step_tests;

#[cfg(test)]
mod tests;

#[cfg(test)]
pub(super) mod value_tests;

#[cfg(test)]
mod undivided_tests;
