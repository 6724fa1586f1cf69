//! Extended instructions: brackets, explanations and claims, whose operands are blocks of code, and large literals.

use num_bigint::BigInt;

use super::{Register, Target};
use crate::resolve::tree::Within;
use crate::source::Span;
use crate::syntax::ast::{CompareOp, GameLiteral, LoopyName};

/// Code that gives one value, on the frame of the code around it.
#[derive(Debug, Clone, Copy)]
pub struct Block {
    /// Index of its first instruction.
    pub entry: Target,
    /// Place of the expression.
    pub span: Span,
}

/// Extended instruction. It stands in [`Code::extended`](super::Code::extended), because it is too large for an [`Op`](super::Op).
#[derive(Debug)]
pub enum ExtendedOp {
    /// Literal without blanks, such as `3^*4`.
    Literal(GameLiteral),
    /// `4¹⁴⁶`
    Genus(u32, Vec<u32>),
    /// Named loopy game, and the nimber added to it.
    Loopy(LoopyName, BigInt),
    /// Bracket: options of Left and of Right.
    Form([Vec<Block>; 2]),
    /// `±<a, b>`
    Switch(Vec<Block>),
    /// `*[a, b]`
    Impartial(Vec<Block>),
    /// Sum that is kept as typed.
    Summed(TypedSum, Within),
    /// Bracket of a group in which brackets refer to each other.
    LoopyBracket {
        /// All brackets of the group.
        brackets: Vec<Bracket>,
        /// The one that is the value.
        root: usize,
    },
    /// `where { a: ... }`: gives slots the values of brackets of a group.
    Where {
        /// All brackets of the group.
        brackets: Vec<Bracket>,
        /// Slots and brackets.
        labels: Vec<(Register, usize)>,
    },
    /// `explain(...)`
    Explain(Explain),
    /// `check ...`
    Claim(ClaimCode),
}

/// Bracket of a group.
#[derive(Debug)]
pub struct Bracket {
    /// Options of Left and of Right.
    pub options: [Vec<Choice>; 2],
    /// Place of the bracket.
    pub span: Span,
}

/// Option of a bracket of a group.
#[derive(Debug, Clone, Copy)]
pub enum Choice {
    /// A bracket of the group, by its place.
    Bracket(usize),
    /// A value.
    Value(Block),
}

/// Call of `explain`.
#[derive(Debug)]
pub struct Explain {
    /// `explain`, by its place in the table.
    pub builtin: u16,
    /// The argument.
    pub asked: QuotedCode,
    /// Place of the argument.
    pub span: Span,
    /// Number of levels of reasons shown.
    pub depth: Option<Block>,
}

/// Quoted argument of `explain`.
#[derive(Debug)]
pub enum QuotedCode {
    /// A value that is no sum.
    Value(Block),
    /// A game.
    Game(TypedSum),
    /// A comparison.
    Comparison(TypedSum, CompareOp, TypedSum),
    /// The call of a function of the language.
    Question(u16, Vec<TypedSum>),
}

/// A sum as it is typed: steps that put together its summands, operands before operators.
#[derive(Debug)]
pub struct TypedSum {
    /// The steps.
    pub steps: Vec<Summing>,
    /// Place of the expression.
    pub span: Span,
}

/// Step that puts summands together.
#[derive(Debug, Clone, Copy)]
pub enum Summing {
    /// A value, as one sum.
    Value(Block),
    /// `±<a, b>`, which keeps its sign.
    Switch(Block),
    /// The sum or difference of the last two sums.
    Join {
        /// Whether it is the difference.
        is_minus: bool,
    },
    /// The negative of the last sum.
    Negate,
    /// The product of the last two sums, at its place.
    Product(Span),
}

/// Claim of a check.
#[derive(Debug)]
pub enum ClaimCode {
    /// A chain of comparisons.
    Comparison(ClaimSide, Vec<(CompareOp, ClaimSide)>),
    /// A condition.
    Truth(Block),
    /// A blank, `?`, with the expression whose value fills it.
    Blank(Block),
}

/// A side of a comparison that is claimed.
#[derive(Debug)]
pub struct ClaimSide {
    /// Its summands.
    pub sum: TypedSum,
    /// Code for the side as written, which finds the place of a fault.
    pub whole: Block,
}
