//! Explanations as data.
//!
//! Knows: sentences that contain values, tables, drawings, and the tree of steps.
//! Must not know: how steps are found, or how they are shown.
//!
//! An explanation prints where it stands alone. Within other values it is written as it was typed. What it says of
//! play in a sum it also holds as a [`Claim`], which tests play out against naive play.

use std::sync::Arc;

use upstar_core::{Player, Rational};

use super::{Extent, Result, Summands, Value, show};
use crate::picture::Walls;
use crate::syntax::ast::CompareOp;

/// Question of the language with an explanation of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is what the function of this name answers")]
pub enum Question {
    AtomicWeight,
    Birthday,
    Canonical,
    Degree,
    GreenValue,
    Grundy,
    IsInfinitesimal,
    IsNumber,
    LeftOptions,
    LeftStop,
    Mean,
    Nimber,
    Outcome,
    Period,
    RightOptions,
    RightStop,
    Stops,
    SubzeroThermograph,
    Temperature,
    Thermograph,
    Value,
    WinningMoves,
}

impl Question {
    /// Name of the function that answers it.
    pub fn name(self) -> &'static str {
        match self {
            Question::AtomicWeight => "atomic_weight",
            Question::Birthday => "birthday",
            Question::Canonical => "canonical",
            Question::Degree => "degree",
            Question::GreenValue => "green_value",
            Question::Grundy => "grundy",
            Question::IsInfinitesimal => "is_infinitesimal",
            Question::IsNumber => "is_number",
            Question::LeftOptions => "left_options",
            Question::LeftStop => "left_stop",
            Question::Mean => "mean",
            Question::Nimber => "nimber",
            Question::Outcome => "outcome",
            Question::Period => "period",
            Question::RightOptions => "right_options",
            Question::RightStop => "right_stop",
            Question::Stops => "stops",
            Question::SubzeroThermograph => "subzero_thermograph",
            Question::Temperature => "temperature",
            Question::Thermograph => "thermograph",
            Question::Value => "value",
            Question::WinningMoves => "winning_moves",
        }
    }
}

/// Subject of an explanation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Asked {
    /// A value.
    Value(Summands),
    /// A comparison.
    Comparison(Summands, CompareOp, Summands),
    /// A question with its arguments.
    Question(Question, Vec<Summands>),
}

/// Claim of a step about play in a sum, as data: tests play it out by the moves that it names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The player wins the sum moving first, by a move to `to`.
    WinsFirst {
        /// The winner moving first.
        player: Player,
        /// The sum.
        sum: Summands,
        /// The sum after the winning move.
        to: Summands,
    },
    /// The player wins the sum moving second.
    WinsSecond {
        /// The winner moving second.
        player: Player,
        /// The sum.
        sum: Summands,
    },
    /// The player, moving second, answers one move.
    Answers {
        /// The player who answers, and wins.
        player: Player,
        /// The sum.
        sum: Summands,
        /// The sum after the move of the other player.
        threat: Summands,
        /// The sum after the answer.
        answer: Summands,
    },
    /// The sum is worth 0: whoever moves second wins.
    IsZero(Summands),
    /// Two sums have the same value.
    Equals(Summands, Summands),
    /// Number avoidance: whoever can win the sum of both moving first can win it by a move in the rest.
    AvoidsNumbers {
        /// Summands that are worth numbers.
        numbers: Summands,
        /// The other summands.
        rest: Summands,
    },
    /// No summand is hotter than the hottest given.
    Hottest {
        /// All summands that are compared.
        sum: Summands,
        /// The hottest ones.
        hottest: Summands,
        /// Their temperature.
        temperature: Rational,
    },
    /// Stops of the sum: its results with best play, where play stops as soon as a number is left.
    Stops {
        /// The sum.
        sum: Summands,
        /// The Left stop: Left begins.
        left: Rational,
        /// The Right stop: Right begins.
        right: Rational,
    },
}

/// Part of a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Words.
    Words(String),
    /// A value, shown as values are.
    Value(Value),
    /// A sum, its summands apart.
    Sum(Summands),
    /// A sign of comparison.
    Sign(CompareOp),
}

/// A sentence.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Sentence {
    /// Parts from left to right.
    pub pieces: Vec<Piece>,
}

impl Sentence {
    /// A sentence that begins with words.
    pub fn new(words: impl Into<String>) -> Self {
        Sentence::default().say(words)
    }

    /// `a op b`
    pub fn relation(a: Value, op: CompareOp, b: Value) -> Self {
        Sentence::default().value(a).say(" ").sign(op).say(" ").value(b)
    }

    /// Appends words.
    #[must_use]
    pub fn say(mut self, words: impl Into<String>) -> Self {
        self.pieces.push(Piece::Words(words.into()));
        self
    }

    /// Appends a value.
    #[must_use]
    pub fn value(mut self, value: Value) -> Self {
        self.pieces.push(Piece::Value(value));
        self
    }

    /// Appends a sum with its summands apart.
    #[must_use]
    pub fn sum(mut self, sum: Summands) -> Self {
        self.pieces.push(Piece::Sum(sum));
        self
    }

    /// Appends a sign of comparison.
    #[must_use]
    pub fn sign(mut self, op: CompareOp) -> Self {
        self.pieces.push(Piece::Sign(op));
        self
    }

    /// Appends another sentence.
    #[must_use]
    pub fn join(mut self, other: Sentence) -> Self {
        self.pieces.extend(other.pieces);
        self
    }

    /// Appends a list of values; of many, only the first are named.
    #[must_use]
    pub fn values(mut self, values: impl ExactSizeIterator<Item = Value>) -> Self {
        let count = values.len();
        let named = if count > MOST_NAMED { MOST_NAMED - 1 } else { count };
        for (n, value) in values.take(named).enumerate() {
            self = match n {
                0 => self,
                _ if n + 1 == count => self.say(" and "),
                _ => self.say(", "),
            };
            self = self.value(value);
        }
        if named < count { self.say(format!(" and {} more", count - named)) } else { self }
    }
}

/// The most values that a sentence names one by one.
const MOST_NAMED: usize = 8;

/// A part of an explanation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Step {
    /// A statement, and what supports it.
    Says {
        /// The statement.
        line: Sentence,
        /// Its reasons.
        under: Vec<Step>,
    },
    /// A statement about play in a sum, as data too.
    Claims {
        /// The claim.
        claim: Claim,
        /// The statement.
        line: Sentence,
        /// Its reasons.
        under: Vec<Step>,
    },
    /// Rows of cells; the first row names the columns.
    Table(Vec<Vec<Sentence>>),
    /// Drawing of walls.
    Drawing(Arc<Walls>),
    /// Mark for reasons that lie deeper than the depth asked for.
    Folded,
}

impl Step {
    /// A statement without further reasons.
    pub fn says(line: Sentence) -> Step {
        Step::Says { line, under: Vec::new() }
    }

    /// Number of lines.
    pub fn lines(&self) -> usize {
        match self {
            Step::Says { under, .. } | Step::Claims { under, .. } => {
                1 + under.iter().map(Step::lines).sum::<usize>()
            }
            Step::Table(rows) => show::table_lines(rows),
            Step::Drawing(walls) => walls.lines(),
            Step::Folded => 1,
        }
    }

    /// Collects all values in a step.
    fn collect<'s>(&'s self, found: &mut Vec<&'s Value>) {
        let rows = match self {
            Step::Says { line, under } | Step::Claims { line, under, .. } => {
                line.collect(found);
                return under.iter().for_each(|step| step.collect(found));
            }
            Step::Table(rows) => rows,
            Step::Drawing(_) | Step::Folded => return,
        };
        rows.iter().flatten().for_each(|cell| cell.collect(found));
    }
}

impl Sentence {
    fn collect<'s>(&'s self, found: &mut Vec<&'s Value>) {
        for piece in &self.pieces {
            match piece {
                Piece::Value(value) => found.push(value),
                Piece::Sum(sum) => found.extend(games(sum)),
                Piece::Words(_) | Piece::Sign(_) => {}
            }
        }
    }
}

/// The games that are summands.
fn games(sum: &Summands) -> impl Iterator<Item = &Value> {
    sum.terms().iter().map(|term| &term.game)
}

/// An explanation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Explanation {
    /// Subject.
    pub asked: Asked,
    /// Number of levels asked for.
    pub depth: Option<u32>,
    /// Number of levels at most.
    pub opened: u32,
    /// Statement that is explained.
    pub title: Sentence,
    /// Reasons.
    pub steps: Vec<Step>,
    extent: Extent,
}

impl Explanation {
    /// An explanation.
    ///
    /// # Errors
    /// When its values are nested too deeply.
    pub fn new(
        asked: Asked,
        depth: Option<u32>,
        opened: u32,
        (title, steps): (Sentence, Vec<Step>),
    ) -> Result<Self> {
        let extent = Extent::LEAF;
        let mut explanation = Explanation { asked, depth, opened, title, steps, extent };
        explanation.extent = Extent::around(explanation.values())?;
        Ok(explanation)
    }

    /// The values in it.
    pub(super) fn values(&self) -> Vec<&Value> {
        let mut values: Vec<&Value> = match &self.asked {
            Asked::Value(sum) => games(sum).collect(),
            Asked::Comparison(a, _, b) => games(a).chain(games(b)).collect(),
            Asked::Question(_, args) => args.iter().flat_map(games).collect(),
        };
        self.title.collect(&mut values);
        self.steps.iter().for_each(|step| step.collect(&mut values));
        values
    }

    /// Whether something is left out.
    pub fn is_folded(&self) -> bool {
        fn folded(step: &Step) -> bool {
            match step {
                Step::Says { under, .. } | Step::Claims { under, .. } => under.iter().any(folded),
                Step::Table(_) | Step::Drawing(_) => false,
                Step::Folded => true,
            }
        }
        self.steps.iter().any(folded)
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }
}
