//! What can be wrong with a rule, and where.
//!
//! Knows: the texts of a rule by step, side and byte.
//! Must not know: how messages are drawn.

use crate::board::MAX_CELLS;

/// Which text of a rule an offset is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleSide {
    /// Left of the arrow.
    Pattern,
    /// Right of the arrow.
    Replacement,
}

/// What is wrong with a rule, and with which of the rules joined by `then`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct Mistake {
    /// The step, counted from 0.
    pub step: usize,
    /// What is wrong with it.
    pub error: RuleError,
}

/// Why a rule means nothing. Offsets are bytes into the text of the side named.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// The sides have different rows or columns.
    #[error("the pattern has {} and the replacement {}", size(*.pattern), size(*.replacement))]
    SidesDiffer {
        /// Rows and columns of the pattern.
        pattern: (usize, usize),
        /// Rows and columns of the replacement.
        replacement: (usize, usize),
    },
    /// The sides do not have their runs at the same places.
    #[error("the sides do not have the same runs at the same places")]
    RunsDiffer,
    /// A row does not have its runs where the first row has them.
    #[error("row {row} does not have its runs where the first row has them")]
    RaggedRuns {
        /// On which side.
        side: RuleSide,
        /// The row, counted from 1.
        row: usize,
        /// Where the row begins.
        offset: usize,
    },
    /// A character that is neither in the alphabet nor part of the pattern language.
    #[error("`{symbol}` is not in the alphabet")]
    ForeignSymbol {
        /// On which side.
        side: RuleSide,
        /// The character.
        symbol: char,
        /// Where it stands.
        offset: usize,
    },
    /// A character with a meaning that does not fit here.
    #[error("`{symbol}` has no meaning here")]
    BadPattern {
        /// On which side.
        side: RuleSide,
        /// The character.
        symbol: char,
        /// Where it stands.
        offset: usize,
    },
    /// `~` at the beginning of a row or after another `~`.
    #[error("`~` repeats the symbol, class or group before it, and there is none")]
    RunOfNothing {
        /// On which side.
        side: RuleSide,
        /// Where it stands.
        offset: usize,
    },
    /// `(..)` without `~`.
    #[error("a group is repeated: `~` is missing after the `)`")]
    GroupWithoutRun {
        /// On which side.
        side: RuleSide,
        /// Where the `(` stands.
        offset: usize,
    },
    /// A `[` without `]`, or a `(` without `)`.
    #[error("`{opening}` is never closed")]
    Unclosed {
        /// On which side.
        side: RuleSide,
        /// `[` or `(`
        opening: char,
        /// Where it stands.
        offset: usize,
    },
    /// `[]` or `()`
    #[error("`{opening}{}` names no symbol", closing(*.opening))]
    EmptyBrackets {
        /// On which side.
        side: RuleSide,
        /// `[` or `(`
        opening: char,
        /// Where it stands.
        offset: usize,
    },
    /// `^` or `$` between cells.
    #[error("`{symbol}` is the border and stands only at the {} of a row", end_of(*.symbol))]
    AnchorInside {
        /// On which side.
        side: RuleSide,
        /// `^` or `$`
        symbol: char,
        /// Where it stands.
        offset: usize,
    },
    /// `^` or `$` in the replacement only.
    #[error("the pattern has no `{symbol}` at this place")]
    AnchorUnmatched {
        /// `^` or `$`
        symbol: char,
        /// Where it stands in the replacement.
        offset: usize,
    },
    /// A blank on one side only.
    #[error("a blank is no cell, and stands at the same places on both sides")]
    HolesDiffer {
        /// Where it, or what stands for it, is in the replacement.
        offset: usize,
    },
    /// A symbol is written where `[^x]` may be outside of the board.
    #[error("this cell may be outside of the board, so nothing can be written there")]
    WritesOutside {
        /// Where it stands in the replacement.
        offset: usize,
    },
    /// `[^x]~`, or a blank in a run.
    #[error("a run lies on the board")]
    RunOutside {
        /// On which side.
        side: RuleSide,
        /// Where the class or blank stands.
        offset: usize,
    },
    /// Every cell may be outside of the board.
    #[error("a pattern needs a cell on the board, and all of these may be outside")]
    Outside {
        /// On which side.
        side: RuleSide,
    },
    /// A replacement shows several symbols where the pattern does not show the same class.
    #[error("the replacement must name one symbol here, or `?` to leave the cell as it is")]
    Undecided {
        /// Where the class stands in the replacement.
        offset: usize,
    },
    /// A row is shorter or longer than the first.
    #[error("row {row} has {length} cells, the first has {expected}")]
    Ragged {
        /// On which side.
        side: RuleSide,
        /// The row, counted from 1.
        row: usize,
        /// Its number of cells.
        length: usize,
        /// The number of cells of the first row.
        expected: usize,
        /// Where the row begins.
        offset: usize,
        /// Where it ends.
        end: usize,
    },
    /// There is no cell.
    #[error("a pattern needs at least one cell")]
    Empty {
        /// On which side.
        side: RuleSide,
    },
    /// More cells than a board can have.
    #[error("a pattern with more than {MAX_CELLS} cells, which no board has")]
    TooLarge {
        /// On which side.
        side: RuleSide,
    },
    /// The board would stay as it is.
    #[error("the rule changes nothing")]
    NoEffect,
    /// The board would stay as it is when the runs are empty.
    #[error("the rule changes nothing when its runs are empty")]
    NoEffectWhenEmpty,
    /// The step before writes nothing that this step begins with.
    #[error("`then` goes on from a cell that the step before writes, and it writes no such symbol")]
    NeverWritten,
    /// The steps never fit together.
    #[error("this step never fits after the step before")]
    NeverFits,
    /// Directions were asked for, but the pattern has several rows.
    #[error("only a pattern of one row can be turned")]
    MultiRowTurned,
    /// A strip has one row, the pattern several.
    #[error("a strip has one row, the pattern {rows}")]
    MultiRowOnStrip {
        /// How many rows the pattern has.
        rows: usize,
    },
    /// A strip has no diagonals.
    #[error("a strip has no diagonals")]
    DiagonalOnStrip,
}

impl RuleError {
    /// The side that is wrong and the byte in its text, when it is one.
    pub fn place(&self) -> (RuleSide, Option<usize>) {
        match self {
            RuleError::ForeignSymbol { side, offset, .. }
            | RuleError::BadPattern { side, offset, .. }
            | RuleError::RunOfNothing { side, offset }
            | RuleError::GroupWithoutRun { side, offset }
            | RuleError::Unclosed { side, offset, .. }
            | RuleError::EmptyBrackets { side, offset, .. }
            | RuleError::AnchorInside { side, offset, .. }
            | RuleError::RunOutside { side, offset }
            | RuleError::RaggedRuns { side, offset, .. }
            | RuleError::Ragged { side, offset, .. } => (*side, Some(*offset)),
            RuleError::Undecided { offset }
            | RuleError::HolesDiffer { offset }
            | RuleError::WritesOutside { offset }
            | RuleError::AnchorUnmatched { offset, .. } => (RuleSide::Replacement, Some(*offset)),
            RuleError::Empty { side }
            | RuleError::TooLarge { side }
            | RuleError::Outside { side } => (*side, None),
            _ => (RuleSide::Pattern, None),
        }
    }

    /// What helps, where it is not said already.
    pub fn help(&self) -> Option<&'static str> {
        Some(match self {
            RuleError::RunsDiffer | RuleError::RaggedRuns { .. } => {
                "a run stands on both sides and in every row: \"Q.~.\" -> \"..~Q\""
            }
            RuleError::RunOfNothing { .. } => {
                "`.~` is a run of zero or more empty cells, `(o.)~` one of pairs"
            }
            RuleError::AnchorInside { .. } => {
                "\"^x\" is an `x` at the border, \"x$\" one at the other"
            }
            RuleError::WritesOutside { .. } => "write `?` to leave the cell as it is",
            RuleError::RunOutside { .. } => "`[^x]` may be outside of the board: list the symbols",
            RuleError::NoEffectWhenEmpty => {
                "write a cell outside of the run: \".~\" may be no cell"
            }
            RuleError::NeverWritten => {
                "the first cell of this pattern lies on a cell whose symbol the replacement before names"
            }
            _ => return None,
        })
    }
}

fn size((rows, columns): (usize, usize)) -> String {
    let plural = |n| if n == 1 { "" } else { "s" };
    format!("{rows} row{} of {columns} cell{}", plural(rows), plural(columns))
}

fn closing(opening: char) -> char {
    if opening == '[' { ']' } else { ')' }
}

fn end_of(anchor: char) -> &'static str {
    if anchor == '^' { "beginning" } else { "end" }
}
