//! The syntax tree of a program, as typed.
//!
//! Knows: the shapes of the language. Every node carries its span.
//! Must not know: what names mean or what anything evaluates to.

mod patterns;

use std::sync::Arc;

use num_bigint::BigInt;

pub use patterns::{REPEATED, Rewrite, Turns};

pub use super::questions::{AnswerKind, Generated, Mark, MarkWord, Question};
pub use crate::shape::{same, shape};
use crate::source::Span;

/// Name with its place.
#[derive(Debug, Clone)]
pub struct Name {
    /// The name itself.
    pub text: Arc<str>,
    /// Place of the name.
    pub span: Span,
}

/// Text literal with its place.
#[derive(Debug, Clone)]
pub struct Text {
    /// Contents, with escapes resolved.
    pub value: Arc<str>,
    /// Place of the literal, quotes included.
    pub span: Span,
}

/// A whole file, or one input at the prompt.
#[derive(Debug, Clone)]
pub struct Program {
    /// Its statements in order.
    pub statements: Vec<Statement>,
}

impl Program {
    /// The expression that the program is, if it is nothing else.
    pub fn only_expr(&self) -> Option<&Expr> {
        match self.statements.as_slice() {
            [Statement { kind: StatementKind::Expr(expr), .. }] => Some(expr),
            _ => None,
        }
    }
}

/// `{ ... }` after `fn`, `for`, `if`, `while`, `exercise`.
#[derive(Debug, Clone)]
pub struct Block {
    /// Its statements in order; the last expression is its value.
    pub statements: Vec<Statement>,
    /// Place from brace to brace.
    pub span: Span,
}

/// Statement.
#[derive(Debug, Clone)]
pub struct Statement {
    /// Kind.
    pub kind: StatementKind,
    /// The `///` lines before it, without the slashes.
    pub doc: Option<Arc<str>>,
    /// Whether a `;` at its end suppresses the printing of its value.
    pub silent: bool,
    /// Place of the statement.
    pub span: Span,
}

/// Kind of a statement.
#[derive(Debug, Clone)]
pub enum StatementKind {
    /// `G := E`, `(a, b) := E`
    Bind {
        /// Names that are bound.
        target: Pattern,
        /// Value.
        value: Expr,
    },
    /// `f(x, y) := E` or `fn f(x, y) { ... }`
    Function(Arc<FunctionDecl>),
    /// `game Name(family)(position) { ... }`
    Ruleset(Arc<RulesetDecl>),
    /// `use "file.game"`
    Use(Text),
    /// `check E`
    Check(Claim),
    /// `exercise "title" (3 points) { ... }`
    Exercise {
        /// Title in reports.
        title: Text,
        /// Points for the exercise.
        points: Option<u32>,
        /// Its statements.
        body: Block,
    },
    /// `hint "text"` in an exercise
    Hint(Text),
    /// `sheet "title" (show verdicts)`
    Sheet {
        /// Title of the sheet.
        title: Text,
        /// Words that say what students may be shown, such as `verdicts`.
        shown: Vec<Name>,
    },
    /// `ask value a (2 points) "question" := E { ... }` in an exercise
    Ask(Arc<Question>),
    /// `generate "topic" (3 points) with 2 questions at level 3`
    Generate(Generated),
    /// `for x in E { ... }`
    For {
        /// Variable, or pattern of variables.
        pattern: Pattern,
        /// Collection of the elements.
        source: Expr,
        /// Statements for each element.
        body: Block,
    },
    /// `while E { ... }`
    While {
        /// Tested before every round.
        condition: Expr,
        /// Statements of each iteration.
        body: Block,
    },
    /// `return E`
    Return(Option<Expr>),
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// An expression whose value is shown, or is the value of its block.
    Expr(Expr),
}

/// Claim of a check.
#[derive(Debug, Clone)]
pub enum Claim {
    /// `check E`: E is true.
    Holds(Expr),
    /// `check A == ?` or `check A is ?`: show A.
    Blank(Expr),
}

/// A pattern: the names that a value is bound to.
#[derive(Debug, Clone)]
pub enum Pattern {
    /// `x`
    Name(Name),
    /// `(x, y)`
    Tuple(Vec<Pattern>, Span),
}

/// A function with its body.
#[derive(Debug, Clone)]
pub struct FunctionDecl {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Body.
    pub body: Body,
}

/// The body of a function.
#[derive(Debug, Clone)]
pub enum Body {
    /// `:= E`
    Expr(Expr),
    /// `{ ... }`
    Block(Block),
}

/// A parameter: `n`, `n = 3`, `n: heap`, `b: grid of ".#"`.
#[derive(Debug, Clone)]
pub struct Param {
    /// Its name.
    pub name: Name,
    /// Kind, for the position of a ruleset.
    pub kind: Option<ParamKind>,
    /// Default.
    pub default: Option<Expr>,
}

/// Kind of the positions of a ruleset.
#[derive(Debug, Clone)]
pub enum ParamKind {
    /// `heap`
    Heap,
    /// `strip of ".TF"`, `torus of 0..9`
    Board(BoardKind, Symbols),
    /// `graph of "bgr"`, `digraph on ".xo"`
    Graph {
        /// Whether edges have a direction.
        directed: bool,
        /// The labels of edges.
        edges: Option<Symbols>,
        /// The labels of vertices, the usual one first.
        vertices: Option<Symbols>,
    },
    /// `coins`
    Coins,
    /// `code`: of taking and breaking heaps.
    Code,
}

/// Kind of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BoardKind {
    /// `strip of`: one row.
    Strip,
    /// `grid of`: rows.
    Grid,
    /// `ring of`: one row whose ends are beside each other.
    Ring,
    /// `cylinder of`: rows that are rings.
    Cylinder,
    /// `torus of`: rows and columns that are rings.
    Torus,
}

impl BoardKind {
    /// All kinds.
    pub const ALL: [BoardKind; 5] =
        [BoardKind::Strip, BoardKind::Grid, BoardKind::Ring, BoardKind::Cylinder, BoardKind::Torus];

    /// The word before `of`.
    pub fn word(self) -> &'static str {
        match self {
            BoardKind::Strip => "strip",
            BoardKind::Grid => "grid",
            BoardKind::Ring => "ring",
            BoardKind::Cylinder => "cylinder",
            BoardKind::Torus => "torus",
        }
    }

    /// Whether it has one row, whose cells are numbered.
    pub fn is_row(self) -> bool {
        matches!(self, BoardKind::Strip | BoardKind::Ring)
    }
}

/// What cells, vertices or edges show: the signs of a text, or numbers from one to another.
#[derive(Debug, Clone)]
pub struct Symbols {
    /// The signs in order; those of numbers are their digits.
    pub value: Arc<str>,
    /// Whether they are numbers: `0..9`.
    pub numbers: bool,
    /// Where they are written.
    pub span: Span,
}

/// The signs of the numbers from 0 on: digits, then small and large letters.
pub const DIGITS: &str = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

impl Symbols {
    /// The numbers from one to another; `None` if these are no numbers that a sign stands for, or not two.
    pub fn of_numbers(from: usize, to: usize, span: Span) -> Option<Symbols> {
        let value = DIGITS.get(from..=to).filter(|_| from < to)?.into();
        Some(Symbols { value, numbers: true, span })
    }

    /// The first and the last number, if they are numbers.
    pub fn range(&self) -> Option<(usize, usize)> {
        let mut signs = self.value.chars().filter(|_| self.numbers);
        let first = DIGITS.find(signs.next()?)?;
        Some((first, first + self.value.len() - 1))
    }
}

/// A ruleset.
#[derive(Debug, Clone)]
pub struct RulesetDecl {
    /// Its name.
    pub name: Name,
    /// The first of two parameter lists: what makes a family. Empty when there is one list.
    pub family: Vec<Param>,
    /// The position.
    pub position: Vec<Param>,
    /// The moves.
    pub clauses: Vec<Clause>,
    /// Remarks besides the moves.
    pub remarks: Vec<Remark>,
}

/// A remark: what a ruleset says besides its moves.
#[derive(Debug, Clone)]
pub struct Remark {
    /// Kind.
    pub kind: RemarkKind,
    /// Place of the remark.
    pub span: Span,
}

/// Kind of a remark.
#[derive(Debug, Clone)]
pub enum RemarkKind {
    /// `parts a, b for ...`: the position is the sum of these. Always
    /// [`Alternative::Options`].
    Parts(Alternative),
    /// `start 8, 8`: what the usual opening position is made of.
    Start(Vec<Expr>),
    /// `draw_as {".": "·"}`: pictures of symbols.
    DrawAs(Vec<(Text, Text)>),
    /// `play misere`: whoever cannot move wins.
    Misere,
    /// `left wins if E`, `right wins if E`, `draw if E`
    Goal(Ending, Expr),
    /// `score E`: what Max gets at the end.
    Score(Expr),
    /// `blocking E`: before each move the opponent forbids up to so many options.
    Blocking(Expr),
    /// `check E, "message"`: what holds of the positions that are typed.
    Check(Expr, Option<Text>),
}

/// Result that a goal states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// `left wins`
    Left,
    /// `right wins`
    Right,
    /// `draw`
    Draw,
}

/// `move ...`, `left ...`, `right ...`
#[derive(Debug, Clone)]
pub struct Clause {
    /// Player or players of the clause.
    pub mover: Mover,
    /// The alternatives, separated by `;`.
    pub alternatives: Vec<Alternative>,
    /// Place of the clause.
    pub span: Span,
}

/// The player or players of a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mover {
    /// `move`
    Either,
    /// `left`
    Left,
    /// `right`
    Right,
    /// `turn`: both, in a row of coins; elsewhere it says whose turn it is.
    Turn,
    /// `complimenting move`: both, and the same player moves again.
    Complimenting,
    /// `entailing move`: both, and the answer is made in the same component.
    Entailing,
    /// `complimenting left`
    ComplimentingLeft,
    /// `complimenting right`
    ComplimentingRight,
    /// `entailing left`
    EntailingLeft,
    /// `entailing right`
    EntailingRight,
}

impl Mover {
    /// Whether the same player moves again, or the answer is made in the same component.
    pub fn is_affine(self) -> bool {
        self.kind() != Mover::Either
    }

    /// The kind of its moves, whoever makes them: `Complimenting`, `Entailing`, or `Either` for all others.
    #[must_use]
    pub fn kind(self) -> Mover {
        use Mover::{Complimenting, ComplimentingLeft, ComplimentingRight};
        use Mover::{Entailing, EntailingLeft, EntailingRight};
        match self {
            Complimenting | ComplimentingLeft | ComplimentingRight => Complimenting,
            Entailing | EntailingLeft | EntailingRight => Entailing,
            _ => Mover::Either,
        }
    }

    /// Whether it is for Left alone, or for Right alone; `None` for both players.
    pub fn is_for_left(self) -> Option<bool> {
        match self {
            Mover::Left | Mover::ComplimentingLeft | Mover::EntailingLeft => Some(true),
            Mover::Right | Mover::ComplimentingRight | Mover::EntailingRight => Some(false),
            _ => None,
        }
    }
}

/// Alternative of a clause.
#[derive(Debug, Clone)]
pub enum Alternative {
    /// `"T." -> ".T" orthogonally`, with further rewrites after `then`.
    Rewrite {
        /// Rewrites in sequence.
        steps: Vec<Rewrite>,
        /// Gain of the mover: `gain E`.
        gain: Option<Expr>,
        /// Condition on the boards before and after the move: `if E`.
        condition: Option<Expr>,
    },
    /// `"X" + "." * k -> "." * k + "X" for k in 1..n`: a rewrite rule for each way through the generators.
    Computed {
        /// Rewrites in sequence.
        steps: Vec<Rewrite<Expr>>,
        /// Gain of the mover: `gain E`.
        gain: Option<Expr>,
        /// `for` and `let` in order.
        generators: Vec<Generator>,
        /// Condition on the boards before and after the move: `if E`.
        condition: Option<Expr>,
        /// Place of the alternative.
        span: Span,
    },
    /// `a, n-k-a for k in 1..2 for a in 0..n-k if k <= n`
    Options {
        /// The parts that the position becomes (a sum when there are several).
        parts: Vec<Expr>,
        /// Gain of the mover: `gain E`.
        gain: Option<Expr>,
        /// `for` and `if` in order.
        generators: Vec<Generator>,
        /// Place of the alternative.
        span: Span,
    },
}

/// `for x in E`, `if E` or `let x := E` of a comprehension or a way to move.
#[derive(Debug, Clone)]
pub enum Generator {
    /// `for x in E`
    For {
        /// Variable, or pattern of variables.
        pattern: Pattern,
        /// Collection of the elements.
        source: Expr,
    },
    /// `let x := E`
    Let {
        /// Variable, or pattern of variables.
        pattern: Pattern,
        /// Its value.
        value: Expr,
    },
    /// `if E`
    If(Expr),
}

/// An expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// Kind.
    pub kind: ExprKind,
    /// Place of the expression.
    pub span: Span,
}

/// Kind of an expression.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// `42`
    Integer(BigInt),
    /// `*`, `*2`, `^^*3`, `v3`, `^<2>`, `3/4^*2`, `-2v`: at least one of ups and star is there.
    Game(Box<GameLiteral>),
    /// `*(n + 1)`
    Nimber(Box<Expr>),
    /// `<0, * | 1>`; slash notation is already nested.
    Form {
        /// Left's options.
        left: Vec<Expr>,
        /// Right's options.
        right: Vec<Expr>,
    },
    /// `±1` is `±<1>`; the Left options of a switch.
    Switch(Vec<Expr>),
    /// `*[0, *2]`: the impartial form with these options.
    Impartial(Vec<Expr>),
    /// `4¹⁴⁶`: a genus, the nimber and the misère Grundy values.
    Genus(u32, Vec<u32>),
    /// `on`, `over`, `upon*`, `over*2`: a named loopy game and the nimber added to it.
    Loopy(LoopyName, BigInt),
    /// `pass` inside a bracket.
    Pass,
    /// `a: <0 || a | *>`
    Labelled {
        /// The label.
        label: Name,
        /// The bracket it names.
        body: Box<Expr>,
    },
    /// `a where { a: <b|0>, b: <0|a> }`
    Where {
        /// Expression in which the labels are visible.
        body: Box<Expr>,
        /// The labels and the brackets they name: at least one, each a form.
        definitions: Vec<(Name, Expr)>,
    },
    /// `"xo" any direction`: in a goal, a pattern that the board shows in one of several directions.
    Turned {
        /// The pattern, a text.
        pattern: Box<Expr>,
        /// Directions of the pattern; not those of [`Turns::None`].
        turns: Turns,
    },
    /// `no moves`: in a goal, the player to move has none.
    NoMoves,
    /// `"text"`
    Text(Arc<str>),
    /// `true`, `false`
    Bool(bool),
    /// A name: `x`, `Nim`, `_`, `_7`.
    Name(Arc<str>),
    /// `[a, b]`
    List(Vec<Expr>),
    /// `(a, b)`, `()`
    Tuple(Vec<Expr>),
    /// `{a, b}`
    Set(Vec<Expr>),
    /// `{k: v}`; `{:}` is the empty one.
    Map(Vec<(Expr, Expr)>),
    /// `[e for x in xs if c]`, `{e for x in xs}`
    Comprehension {
        /// List or set.
        collection: Collection,
        /// Expression for each element.
        element: Box<Expr>,
        /// `for` and `if` in order; the first is a `for`.
        generators: Vec<Generator>,
    },
    /// `a..b`, both ends included.
    Range(Box<Expr>, Box<Expr>),
    /// `-x`, `not x`
    Unary(UnaryOp, Box<Expr>),
    /// `x + y`
    Binary {
        /// Operator.
        op: BinaryOp,
        /// Place of the operator.
        op_span: Span,
        /// First operand.
        left: Box<Expr>,
        /// Second operand.
        right: Box<Expr>,
    },
    /// `a < b <= c`: at least one comparison.
    Compare {
        /// The leftmost operand.
        first: Box<Expr>,
        /// The others, each with the sign before it.
        rest: Vec<(CompareOp, Span, Expr)>,
    },
    /// `f(x, y)`
    Call {
        /// Function.
        callee: Box<Expr>,
        /// Arguments.
        args: Vec<Expr>,
    },
    /// `x.f(y)` or `x.f`
    Method {
        /// First argument, before the dot.
        receiver: Box<Expr>,
        /// Its argument.
        name: Name,
        /// Arguments in parentheses; empty without parentheses.
        args: Vec<Expr>,
    },
    /// `xs[i]`, `b[r, c]`
    Index {
        /// Collection or board.
        base: Box<Expr>,
        /// The reason.
        indices: Vec<Expr>,
    },
    /// `x -> e`, `(x, y) -> e`
    Lambda {
        /// Its parameters.
        params: Vec<Name>,
        /// Its value.
        body: Box<Expr>,
    },
    /// `if c then a else b`
    If {
        /// Condition.
        condition: Box<Expr>,
        /// The value when it is true.
        then: Box<Expr>,
        /// The value when it is false.
        otherwise: Box<Expr>,
    },
    /// `if c { ... } else { ... }`
    IfBlock {
        /// Condition.
        condition: Box<Expr>,
        /// Statements if it is true.
        then: Block,
        /// `else` branch.
        otherwise: Option<Box<ElseBranch>>,
    },
}

/// Branch after `else`.
#[derive(Debug, Clone)]
pub enum ElseBranch {
    /// `else { ... }`
    Block(Block),
    /// `else if ...`; always an [`ExprKind::IfBlock`].
    If(Expr),
}

/// Kind of the collection that a comprehension makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Collection {
    /// `[...]`
    List,
    /// `{...}`
    Set,
    /// `{key: value ...}`; the element is a pair of both.
    Map,
}

/// A number immediately followed by ups and a star; any part may be missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameLiteral {
    /// Numerator (with its sign) and denominator.
    pub number: Option<(BigInt, BigInt)>,
    /// The ups.
    pub ups: Option<Ups>,
    /// `*` is 1, `*n` is n.
    pub star: Option<BigInt>,
}

/// The ups of a literal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ups {
    /// `^` is 1, `^^` is 2, `^7` is 7, `v3` is -3.
    Multiple(BigInt),
    /// `^<n>`, `v<n>`: the n-th power of up.
    Power {
        /// Exponent.
        n: u32,
        /// Whether it is the negative.
        down: bool,
    },
    /// `^[n]`, `v[n]`: the sum of the powers up to the n-th.
    PowerSum {
        /// The highest power.
        n: u32,
        /// Whether it is the negative.
        down: bool,
    },
}

/// The named loopy games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoopyName {
    /// `on`
    On,
    /// `off`
    Off,
    /// `over`
    Over,
    /// `under`
    Under,
    /// `upon`
    Upon,
    /// `dud`
    Dud,
}

impl LoopyName {
    /// Name as typed.
    pub fn text(self) -> &'static str {
        match self {
            LoopyName::On => "on",
            LoopyName::Off => "off",
            LoopyName::Over => "over",
            LoopyName::Under => "under",
            LoopyName::Upon => "upon",
            LoopyName::Dud => "dud",
        }
    }
}

/// Signs with one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-x`
    Neg,
    /// `not x`
    Not,
}

/// Signs with two operands, comparisons apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `or`
    Or,
    /// `and`
    And,
    /// `over & v`: a loopy value by its sides.
    Sides,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `a..b by k`
    By,
    /// `G : H`, the ordinal sum.
    Ordinal,
    /// `**`
    Pow,
}

/// Signs that compare, and can be chained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `||`
    Confused,
    /// `<|`
    LessOrConfused,
    /// `|>`
    GreaterOrConfused,
    /// `is`: the right side, as typed, is the canonical form of the left.
    Is,
    /// `in`
    In,
    /// `not in`
    NotIn,
}

impl CompareOp {
    /// All comparisons.
    pub const ALL: [CompareOp; 12] = [
        CompareOp::Equal,
        CompareOp::NotEqual,
        CompareOp::Less,
        CompareOp::LessOrEqual,
        CompareOp::Greater,
        CompareOp::GreaterOrEqual,
        CompareOp::Confused,
        CompareOp::LessOrConfused,
        CompareOp::GreaterOrConfused,
        CompareOp::Is,
        CompareOp::In,
        CompareOp::NotIn,
    ];
}
