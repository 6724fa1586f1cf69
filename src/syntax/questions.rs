//! Questions of keys as trees: what is asked, and what is known of answers.

use super::ast::{Expr, Name, Text};
use crate::source::Span;

/// A question to a class, with its key.
#[derive(Debug, Clone)]
pub struct Question {
    /// What kind of answer is asked for.
    pub kind: AnswerKind,
    /// What the answer is called.
    pub name: Name,
    /// What it is worth.
    pub points: Option<u32>,
    /// What is asked.
    pub text: Text,
    /// The right answer.
    pub answer: Expr,
    /// What else is known of answers.
    pub marks: Vec<Mark>,
}

/// What kind of answer a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnswerKind {
    /// `value`: a game with this value.
    Value,
    /// `form`: a canonical form as it is typed.
    Form,
    /// `outcome`: who wins.
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
    /// `table`: a list of values, each of which counts.
    Table,
    /// `ruleset`: rules that agree with those of the key.
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
    /// What the line says.
    pub word: MarkWord,
    /// Of which values.
    pub values: Vec<Expr>,
    /// What such an answer is worth, as a numerator and a denominator.
    pub share: Option<(u32, u32)>,
    /// What its author is answered.
    pub text: Option<Text>,
    /// Where it stands.
    pub span: Span,
}

/// What a line in the braces of a question says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MarkWord {
    /// `accept`: these answers are right too.
    Accept,
    /// `partial`: these answers are worth something.
    Partial,
    /// `wrong`: these answers are known wrong ones.
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
    /// From which topic.
    pub topic: Text,
    /// What it is worth.
    pub points: Option<u32>,
    /// How many questions it has.
    pub questions: Option<u32>,
    /// How difficult they are.
    pub level: Option<u32>,
}
