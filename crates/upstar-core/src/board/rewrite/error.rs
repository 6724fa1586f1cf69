//! Errors of rules, with their position.
//!
//! Knows: the texts of a rule by step, side and byte.
//! Must not know: how messages are drawn.

use crate::board::MAX_CELLS;

/// Side of a rule that an offset refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleSide {
    /// Left of the arrow.
    Pattern,
    /// Right of the arrow.
    Replacement,
}

/// Error in one of the rules joined by `then`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct Mistake {
    /// The step, counted from 0.
    pub step: usize,
    /// The error.
    pub error: RuleError,
}

/// Error of a rule. Offsets are bytes into the text of the side named.
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
        /// Side of the error.
        side: RuleSide,
        /// The row, counted from 1.
        row: usize,
        /// Start of the row.
        offset: usize,
    },
    /// A character that is neither in the alphabet nor part of the pattern language.
    #[error("`{symbol}` is not in the alphabet")]
    ForeignSymbol {
        /// Side of the error.
        side: RuleSide,
        /// The character.
        symbol: char,
        /// Byte offset.
        offset: usize,
    },
    /// A character of the pattern language in the wrong place.
    #[error("`{symbol}` has no meaning here")]
    BadPattern {
        /// Side of the error.
        side: RuleSide,
        /// The character.
        symbol: char,
        /// Byte offset.
        offset: usize,
    },
    /// `~` or `+` at the beginning of a row or after another one.
    #[error("`{symbol}` repeats the symbol, class or group before it, and there is none")]
    RunOfNothing {
        /// Side of the error.
        side: RuleSide,
        /// `~` or `+`
        symbol: char,
        /// Byte offset.
        offset: usize,
    },
    /// `(..)` without `~` or `+`.
    #[error("a group is repeated: `~` or `+` is missing after the `)`")]
    GroupWithoutRun {
        /// Side of the error.
        side: RuleSide,
        /// Byte offset of the `(`.
        offset: usize,
    },
    /// A `[` without `]`, or a `(` without `)`.
    #[error("`{opening}` is never closed")]
    Unclosed {
        /// Side of the error.
        side: RuleSide,
        /// `[` or `(`
        opening: char,
        /// Byte offset.
        offset: usize,
    },
    /// `[]` or `()`
    #[error("`{opening}{}` names no symbol", closing(*.opening))]
    EmptyBrackets {
        /// Side of the error.
        side: RuleSide,
        /// `[` or `(`
        opening: char,
        /// Byte offset.
        offset: usize,
    },
    /// `^` or `$` between cells.
    #[error("`{symbol}` is the border and stands only at the {} of a row", end_of(*.symbol))]
    AnchorInside {
        /// Side of the error.
        side: RuleSide,
        /// `^` or `$`
        symbol: char,
        /// Byte offset.
        offset: usize,
    },
    /// `^` or `$` in the replacement only.
    #[error("the pattern has no `{symbol}` at this place")]
    AnchorUnmatched {
        /// `^` or `$`
        symbol: char,
        /// Byte offset in the replacement.
        offset: usize,
    },
    /// A blank on one side only.
    #[error("a blank is no cell, and stands at the same places on both sides")]
    HolesDiffer {
        /// Byte offset in the replacement of the blank, or of the cell at its place.
        offset: usize,
    },
    /// A symbol is written where `[^x]` may lie outside the board.
    #[error("this cell may be outside of the board, so nothing can be written there")]
    WritesOutside {
        /// Byte offset in the replacement.
        offset: usize,
    },
    /// `[^x]~`, `[^x]+`, or a blank in a run.
    #[error("a run lies on the board")]
    RunOutside {
        /// Side of the error.
        side: RuleSide,
        /// Byte offset of the class or blank.
        offset: usize,
    },
    /// Every cell may lie outside the board.
    #[error("a pattern needs a cell on the board, and all of these may be outside")]
    Outside {
        /// Side of the error.
        side: RuleSide,
    },
    /// A class in the replacement that is not the class of the pattern.
    #[error("the replacement must name one symbol here, or `?` to leave the cell as it is")]
    Undecided {
        /// Byte offset of the class in the replacement.
        offset: usize,
    },
    /// A row is shorter or longer than the first.
    #[error("row {row} has {length} cells, the first has {expected}")]
    Ragged {
        /// Side of the error.
        side: RuleSide,
        /// The row, counted from 1.
        row: usize,
        /// Its number of cells.
        length: usize,
        /// The number of cells of the first row.
        expected: usize,
        /// Start of the row.
        offset: usize,
        /// Where it ends.
        end: usize,
    },
    /// No cell.
    #[error("a pattern needs at least one cell")]
    Empty {
        /// Side of the error.
        side: RuleSide,
    },
    /// More cells than a board can have.
    #[error("a pattern with more than {MAX_CELLS} cells, which no board has")]
    TooLarge {
        /// Side of the error.
        side: RuleSide,
    },
    /// The rule leaves every board unchanged.
    #[error("the rule changes nothing")]
    NoEffect,
    /// The rule leaves boards unchanged when its runs are empty.
    #[error("the rule changes nothing when its runs are empty")]
    NoEffectWhenEmpty,
    /// The previous step writes no symbol that this step begins with.
    #[error("`then` goes on from a cell that the step before writes, and it writes no such symbol")]
    NeverWritten,
    /// The repeated step can never follow itself.
    #[error(
        "`repeatedly` goes on from a cell that the step has written, and the step never fits there"
    )]
    NeverRepeats,
    /// The step can never follow the previous ones.
    #[error("this step never fits after the step before")]
    NeverFits,
    /// Turns of a pattern with several rows.
    #[error("only a pattern of one row can be turned")]
    MultiRowTurned,
    /// A strip has one row, the pattern several.
    #[error("the board has one row, the pattern {rows}")]
    MultiRowOnStrip {
        /// Number of rows of the pattern.
        rows: usize,
    },
    /// A strip has no diagonals.
    #[error("a strip has no diagonals")]
    DiagonalOnStrip,
    /// A strip has no hexagons.
    #[error("a strip has no hexagons")]
    HexagonsOnStrip,
    /// A border on a board that comes back to its beginning.
    #[error("this board has no border there: it comes back to its beginning")]
    NoBorder,
    /// `over the border` with runs, borders, or a step that repeats.
    #[error("a rule over the border has no runs, no `^` and `$`, and does not repeat")]
    OverWithRuns,
    /// `over the border` with a pattern that can lie over it in too many ways.
    #[error(
        "a rule over the border has at most some 64 cells: this one can lie over it in too many ways"
    )]
    OverTooLarge,
    /// `over the border` in a rule of several steps.
    #[error("a rule over the border is a single step")]
    OverInSteps,
    /// A rule is given to no player.
    #[error("no player makes this move")]
    NoMover,
}

impl RuleError {
    /// The side of the error, and its byte offset if it has one.
    pub fn place(&self) -> (RuleSide, Option<usize>) {
        match self {
            RuleError::ForeignSymbol { side, offset, .. }
            | RuleError::BadPattern { side, offset, .. }
            | RuleError::RunOfNothing { side, offset, .. }
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

    /// Hint for fixing the error, if the message has none.
    pub fn help(&self) -> Option<&'static str> {
        Some(match self {
            RuleError::RunsDiffer | RuleError::RaggedRuns { .. } => {
                "a run stands on both sides and in every row: \"Q.~.\" -> \"..~Q\""
            }
            RuleError::RunOfNothing { .. } => {
                "`.~` is a run of zero or more empty cells, `.+` of one or more, `(o.)~` one of pairs"
            }
            RuleError::AnchorInside { .. } => {
                "\"^x\" is an `x` at the border, \"x$\" one at the other"
            }
            RuleError::WritesOutside { .. } => "write `?` to leave the cell as it is",
            RuleError::RunOutside { .. } => "`[^x]` may be outside of the board: list the symbols",
            RuleError::NoEffectWhenEmpty => {
                "write a cell outside of the run: \".~\" may be no cell"
            }
            RuleError::MultiRowOnStrip { .. } => {
                "write a pattern of one row, or let the board be a grid"
            }
            RuleError::NoBorder => {
                "a strip and a grid have borders; a cylinder has them above and below"
            }
            RuleError::HexagonsOnStrip => {
                "let the board be a grid: each row lies half a cell further"
            }
            RuleError::DiagonalOnStrip => {
                "`orthogonally` means to the right and to the left; a grid has diagonals"
            }
            RuleError::NeverWritten => {
                "the first cell of this pattern lies on a cell whose symbol the replacement before names"
            }
            RuleError::NeverRepeats => {
                "the first cell of the pattern lies on a cell whose symbol the replacement names: \"xo.\" -> \"..x\""
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
