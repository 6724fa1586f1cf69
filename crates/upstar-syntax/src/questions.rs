//! Questions of keys as trees, with the marks of known answers.

use super::ast::{Expr, Name, Text};
use crate::source::Span;

/// A question to a class, with its key.
#[derive(Debug, Clone)]
pub struct Question {
    /// Kind of the answer.
    pub kind: AnswerKind,
    /// Name of the answer.
    pub name: Name,
    /// Points for the answer.
    pub points: Option<u32>,
    /// Text of the question.
    pub text: Text,
    /// The right answer.
    pub answer: Expr,
    /// Marks of known answers.
    pub marks: Vec<Mark>,
}

/// Kind of the answer to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnswerKind {
    /// `value`: a game with this value.
    Value,
    /// `form`: a canonical form as it is typed.
    Form,
    /// `outcome`: the outcome class.
    Outcome,
    /// `move`: one of several positions.
    Move,
    /// `moves`: all of several positions.
    Moves,
    /// `order`: how two games compare.
    Order,
    /// `number`: an exact number.
    Number,
    /// `choice`: one of several texts.
    Choice,
    /// `table`: a list of values with points for each.
    Table,
    /// `ruleset`: rules equivalent to those of the key.
    Ruleset,
    /// `strategy`: a function from positions to moves that wins.
    Strategy,
}

impl AnswerKind {
    /// All kinds, in the order of the book.
    pub const ALL: [AnswerKind; 11] = [
        AnswerKind::Value,
        AnswerKind::Form,
        AnswerKind::Outcome,
        AnswerKind::Move,
        AnswerKind::Moves,
        AnswerKind::Order,
        AnswerKind::Number,
        AnswerKind::Choice,
        AnswerKind::Table,
        AnswerKind::Ruleset,
        AnswerKind::Strategy,
    ];

    /// The word of the language.
    pub fn word(self) -> &'static str {
        match self {
            AnswerKind::Value => "value",
            AnswerKind::Form => "form",
            AnswerKind::Outcome => "outcome",
            AnswerKind::Move => "move",
            AnswerKind::Moves => "moves",
            AnswerKind::Order => "order",
            AnswerKind::Number => "number",
            AnswerKind::Choice => "choice",
            AnswerKind::Table => "table",
            AnswerKind::Ruleset => "ruleset",
            AnswerKind::Strategy => "strategy",
        }
    }
}

/// A line in the braces of a question: `partial v (1 point) "text"`.
#[derive(Debug, Clone)]
pub struct Mark {
    /// Word at the beginning of the line.
    pub word: MarkWord,
    /// Values to which it applies.
    pub values: Vec<Expr>,
    /// Points for these answers, as numerator and denominator.
    pub points: Option<(u32, u32)>,
    /// Feedback for these answers.
    pub text: Option<Text>,
    /// Place of the line.
    pub span: Span,
}

/// Word of a line in the braces of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MarkWord {
    /// `accept`: these answers are right too.
    Accept,
    /// `partial`: these answers are worth something.
    Partial,
    /// `wrong`: answers that are known to be wrong.
    Wrong,
    /// `given`: the positions that the question is about.
    Given,
    /// `from`: what may be chosen.
    From,
    /// `allow`: names that an answer may mention.
    Allow,
}

impl MarkWord {
    /// All words.
    pub const ALL: [MarkWord; 6] = [
        MarkWord::Accept,
        MarkWord::Partial,
        MarkWord::Wrong,
        MarkWord::Given,
        MarkWord::From,
        MarkWord::Allow,
    ];

    /// The word of the language.
    pub fn word(self) -> &'static str {
        match self {
            MarkWord::Accept => "accept",
            MarkWord::Partial => "partial",
            MarkWord::Wrong => "wrong",
            MarkWord::Given => "given",
            MarkWord::From => "from",
            MarkWord::Allow => "allow",
        }
    }
}

/// An exercise that is made anew for each student.
#[derive(Debug, Clone)]
pub struct Generated {
    /// Topic.
    pub topic: Text,
    /// Points for the exercise.
    pub points: Option<u32>,
    /// Number of questions.
    pub questions: Option<u32>,
    /// Level of difficulty.
    pub level: Option<u32>,
}
