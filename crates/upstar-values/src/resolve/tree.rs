//! The tree of a program after names have become slots.
//!
//! A slot is an index in the frame of a call; a global is an index in the session's table. Later stages
//! look up no names.

#![expect(missing_docs, reason = "fields mean what they mean in `syntax::ast`")]

use std::sync::Arc;

use num_bigint::BigInt;
use upstar_core::Rational;

use crate::source::Span;
use crate::syntax::ast::{
    self, BinaryOp, BoardKind, Collection, CompareOp, Ending, GameLiteral, LoopyName, Mover, Name,
    ParamKind, Rewrite, Symbols, Text, UnaryOp,
};

/// A place in the frame of a call.
pub type Slot = usize;

/// A place in the session's table of globals.
pub type Global = usize;

/// A resolved program: its statements run in one frame.
#[derive(Debug, Clone)]
pub struct Program {
    /// Statements in order.
    pub statements: Vec<Statement>,
    /// Number of slots of the frame.
    pub slots: usize,
}

/// A resolved statement.
#[derive(Debug, Clone)]
pub struct Statement {
    /// Kind.
    pub kind: StatementKind,
    /// Whether its value is not to be shown.
    pub silent: bool,
    /// Place of the statement.
    pub span: Span,
}

/// Kind of a statement.
#[derive(Debug, Clone)]
pub enum StatementKind {
    /// Binds a value, or the parts of a tuple.
    Bind { target: Target, value: Expr },
    /// Sets a global to a function.
    Function { global: Global, function: Arc<Function> },
    /// Sets a global to a ruleset.
    Ruleset { global: Global, ruleset: Arc<Ruleset> },
    /// `use` of a file, which is loaded before the program is resolved.
    Use,
    /// Claims something.
    Check(Claim),
    /// Groups checks.
    Exercise { title: Text, body: Vec<Statement> },
    /// Runs the body for each element.
    For { target: Target, source: Expr, body: Vec<Statement> },
    /// Runs the body while the condition holds.
    While { condition: Expr, body: Vec<Statement> },
    /// Leaves the function.
    Return(Option<Expr>),
    /// Leaves the loop.
    Break,
    /// Continues with the next iteration of the loop.
    Continue,
    /// A value.
    Expr(Expr),
}

/// Claim of a check.
#[derive(Debug, Clone)]
pub enum Claim {
    /// A condition.
    Holds(Expr),
    /// A blank, `?`, with the expression whose value fills it.
    Blank(Expr),
}

/// Target of an assignment.
#[derive(Debug, Clone)]
pub enum Target {
    /// A slot of the frame.
    Slot(Slot),
    /// A global.
    Global(Global),
    /// Its parts go to several places.
    Tuple(Vec<Target>, Span),
}

/// A function.
#[derive(Debug, Clone)]
pub struct Function {
    /// Its name; `None` for `x -> e`.
    pub name: Option<Arc<str>>,
    /// Its parameters; they have the first slots.
    pub params: Vec<Param>,
    /// The values it captures from the surrounding frame.
    pub captures: Vec<Capture>,
    /// Body; the last expression is the result.
    pub body: Vec<Statement>,
    /// Number of slots of a frame.
    pub slots: usize,
    /// Text as it prints: the name, or `x -> ...` as typed.
    pub text: Arc<str>,
    /// Its declaration, if it has a name.
    pub declared: Option<Arc<ast::FunctionDecl>>,
    /// Its `///` lines.
    pub doc: Option<Arc<str>>,
    /// Place of the declaration.
    pub span: Span,
}

/// A capture: a name of the surrounding frame whose value a function keeps.
#[derive(Debug, Clone)]
pub struct Capture {
    /// The name.
    pub name: Arc<str>,
    /// Its slot in the surrounding frame.
    pub outside: Slot,
    /// The slot that the value gets.
    pub inside: Slot,
}

/// A parameter.
#[derive(Debug, Clone)]
pub struct Param {
    /// Its name.
    pub name: Name,
    /// Kind that it accepts; `None` for all values.
    pub kind: Option<ParamKind>,
    /// Default.
    pub default: Option<Expr>,
}

/// A ruleset.
#[derive(Debug, Clone)]
pub struct Ruleset {
    /// Its name.
    pub name: Name,
    /// The parameters of the family; they have the first slots.
    pub family: Vec<Param>,
    /// Kind of the positions.
    pub position: PositionKind,
    /// The parameters of the position; they have the next slots.
    pub params: Vec<Param>,
    /// The moves.
    pub clauses: Vec<Clause>,
    /// Parts of which a position is the sum, if stated: always options.
    pub parts: Option<Alternative>,
    /// Arguments of the opening position.
    pub start: Option<Vec<Expr>>,
    /// Pictures of symbols.
    pub pictures: Option<Vec<(Text, Text)>>,
    /// Whether it states misère play: whoever cannot move wins.
    pub misere: bool,
    /// Goals in the order of the text; none where the last move decides.
    pub goals: Vec<Goal>,
    /// Whether a goal looks at the board as at one of Hex, whose rows are shifted.
    pub slanted: bool,
    /// Points of Max at the end.
    pub score: Option<Expr>,
    /// How many options the opponent forbids before each move.
    pub blocking: Option<Blocking>,
    /// Conditions on the positions that are made by a call.
    pub checks: Vec<Check>,
    /// Player to move, where the players need not alternate.
    pub turn: Option<Expr>,
    /// Number of slots of a frame.
    pub slots: usize,
    /// Its declaration.
    pub declared: Arc<ast::RulesetDecl>,
    /// Its `///` lines.
    pub doc: Option<Arc<str>>,
    /// Place of the declaration.
    pub span: Span,
}

impl Ruleset {
    /// Whether a check is about positions, and not about the parameters of the family alone.
    pub fn checks_positions(&self) -> bool {
        self.checks.iter().any(|check| !check.of_family)
    }

    /// Whether all moves are those of both players.
    pub fn moves_are_alike(&self) -> bool {
        self.clauses.iter().all(|clause| clause.mover == Mover::Either)
    }
}

/// `blocking E`
#[derive(Debug, Clone)]
pub struct Blocking {
    /// How many options the opponent may forbid.
    pub most: Expr,
    /// Whether it is the same in all positions.
    pub is_constant: bool,
}

/// A condition on the positions that are made by a call.
#[derive(Debug, Clone)]
pub struct Check {
    /// The condition.
    pub condition: Expr,
    /// Its text.
    pub text: String,
    /// What to say where it does not hold.
    pub message: Option<Arc<str>>,
    /// Whether it is about the parameters of the family alone.
    pub of_family: bool,
}

/// Kind of the positions of a ruleset.
#[derive(Debug, Clone)]
pub enum PositionKind {
    /// One heap of counters.
    Heap,
    /// A board over an alphabet.
    Board(BoardKind, Symbols),
    /// A graph.
    Graph,
    /// A row of coins. In its `turn` clauses the parameter is called `x`, and is the place of the
    /// rightmost coin that is turned.
    Coins,
    /// Any values.
    Tuple,
}

/// `left wins if E`, `right wins if E`, `draw if E`
#[derive(Debug, Clone)]
pub struct Goal {
    /// Result of the goal.
    pub ending: Ending,
    /// When it does.
    pub condition: Expr,
    /// Whether it also does where no condition of a goal holds and the player to move has no move: `no moves`.
    pub no_moves: bool,
}

impl Goal {
    /// Reports whether Left wins by it, and not Right; `None` for a draw.
    pub fn is_for_left(&self) -> Option<bool> {
        match self.ending {
            Ending::Left => Some(true),
            Ending::Right => Some(false),
            Ending::Draw => None,
        }
    }
}

/// Moves of one or both players.
#[derive(Debug, Clone)]
pub struct Clause {
    /// Player or players of the clause.
    pub mover: Mover,
    /// The ways to move.
    pub alternatives: Vec<Alternative>,
    /// Place of the clause.
    pub span: Span,
}

/// Alternative of a clause.
#[derive(Debug, Clone)]
pub enum Alternative {
    /// Rewrite rules applied in sequence.
    Rewrite { steps: Vec<Rewrite>, gain: Option<Expr>, condition: Option<Condition> },
    /// Sums of parts, for each binding of the generators.
    Options { parts: Vec<Expr>, gain: Option<Expr>, generators: Vec<Generator>, span: Span },
}

/// `if E` after rewrite rules.
#[derive(Debug, Clone)]
pub struct Condition {
    /// The board after the move.
    pub after: Slot,
    /// What must hold.
    pub truth: Expr,
}

/// `for x in E` or `if E`.
#[derive(Debug, Clone)]
pub enum Generator {
    /// Iterates over the elements of a collection.
    For { target: Target, source: Expr },
    /// Only when it holds.
    If(Expr),
}

/// A resolved expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// Kind.
    pub kind: ExprKind,
    /// Place of the expression.
    pub span: Span,
}

/// A bracket of a group.
#[derive(Debug, Clone)]
pub struct Bracket {
    /// The options of Left and of Right.
    pub options: [Vec<Choice>; 2],
    /// Place of the bracket.
    pub span: Span,
}

/// An option of a bracket of a group.
#[derive(Debug, Clone)]
pub enum Choice {
    /// A bracket of the group, by its place.
    Bracket(usize),
    /// A value.
    Value(Expr),
}

/// A call of `explain`.
#[derive(Debug, Clone)]
pub struct Explain {
    /// `explain`, by its place in the table.
    pub builtin: u16,
    /// The quoted argument.
    pub asked: Quotation,
    /// Number of levels of reasons shown.
    pub depth: Option<Expr>,
}

/// Quoted argument of `explain`, with its parts as typed.
#[derive(Debug, Clone)]
pub struct Quotation {
    /// Kind.
    pub kind: QuotationKind,
    /// Place of the argument.
    pub span: Span,
}

/// Kind of a quotation.
#[derive(Debug, Clone)]
pub enum QuotationKind {
    /// A game.
    Game(Expr),
    /// One comparison.
    Comparison(Expr, CompareOp, Expr),
    /// The call of a function of the language.
    Question(u16, Arc<[Expr]>),
}

/// Where a sum stands that is kept as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// Option of `<a | b>` or `±<a>`.
    Bracket,
    /// Option of `*[a, b]`.
    Impartial,
    /// Argument of a function about misère play.
    Misere,
}

/// Kind of a resolved expression. As [`crate::syntax::ast::ExprKind`], but for names.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// An exact number.
    Number(Rational),
    /// Literal without blanks, such as `3^*4`.
    Game(GameLiteral),
    /// `*(n)`
    Nimber(Box<Expr>),
    /// A bracket.
    Form { left: Vec<Expr>, right: Vec<Expr> },
    /// `±<a, b>`
    Switch(Vec<Expr>),
    /// `*[a, b]`
    Impartial(Vec<Expr>),
    /// A sum that is kept as typed, and where it stands.
    Summed(Box<Expr>, Within),
    /// `4¹⁴⁶`
    Genus(u32, Vec<u32>),
    /// A named loopy game, and the nimber added to it.
    Loopy(LoopyName, BigInt),
    /// A bracket of a group in which brackets refer to each other.
    LoopyBracket { brackets: Vec<Bracket>, root: usize },
    /// `a where { a: ... }`: slots for the values of labelled brackets of a group, and the body.
    Where { brackets: Vec<Bracket>, labels: Vec<(Slot, usize)>, body: Box<Expr> },
    /// A text.
    Text(Arc<str>),
    /// A truth value.
    Bool(bool),
    /// Value in a slot, and its name.
    Slot(Slot, Arc<str>),
    /// The value of a global.
    Global(Global),
    /// A function or constant of the language, by its place in the table.
    Builtin(u16),
    /// `[a, b]`
    List(Vec<Expr>),
    /// `(a, b)`
    Tuple(Vec<Expr>),
    /// `{a, b}`
    Set(Vec<Expr>),
    /// `{k: v}`
    Map(Vec<(Expr, Expr)>),
    /// `[e for ...]`
    Comprehension { collection: Collection, element: Box<Expr>, generators: Vec<Generator> },
    /// `a..b`
    Range(Box<Expr>, Box<Expr>),
    /// Operation with one operand.
    Unary(UnaryOp, Box<Expr>),
    /// Two operands.
    Binary { op: BinaryOp, op_span: Span, left: Box<Expr>, right: Box<Expr> },
    /// A chain of comparisons.
    Compare { first: Box<Expr>, rest: Vec<(CompareOp, Span, Expr)> },
    /// A call; a method call has its receiver as first argument.
    Call { callee: Box<Expr>, args: Arc<[Expr]> },
    /// `explain(asked, depth)`, whose argument is quoted.
    Explain(Box<Explain>),
    /// `x[i]`
    Index { base: Box<Expr>, indices: Vec<Expr> },
    /// A function that takes values along.
    Lambda(Arc<Function>),
    /// `if c then a else b`
    If { condition: Box<Expr>, then: Box<Expr>, otherwise: Box<Expr> },
    /// The value of the body, in which a slot holds a value. No text resolves to it: rules in normal form have it.
    Let { slot: Slot, value: Box<Expr>, body: Box<Expr> },
    /// `if c { } else { }`
    IfBlock { condition: Box<Expr>, then: Vec<Statement>, otherwise: Vec<Statement> },
}

/// An integer literal as an exact number.
pub(super) fn number(n: &BigInt) -> ExprKind {
    ExprKind::Number(Rational::from(n.clone()))
}

impl Expr {
    /// Whether it is a game in the notation of games, so that its value is a game even when it is a
    /// number, as `*(0)` is 0.
    pub fn is_notation(&self) -> bool {
        matches!(
            self.kind,
            ExprKind::Game(_)
                | ExprKind::Nimber(_)
                | ExprKind::Form { .. }
                | ExprKind::Switch(_)
                | ExprKind::Impartial(_)
                | ExprKind::Loopy(..)
                | ExprKind::LoopyBracket { .. }
                | ExprKind::Where { .. }
        )
    }

    /// Reports whether the value is such a game or is computed from one, on some branch.
    pub fn may_be_notation(&self) -> bool {
        let ends_in_notation = |block: &[Statement]| match block.last().map(|last| &last.kind) {
            Some(StatementKind::Expr(last)) => last.may_be_notation(),
            _ => false,
        };
        match &self.kind {
            ExprKind::Unary(_, operand) => operand.may_be_notation(),
            ExprKind::Binary { left, right, .. } => {
                left.may_be_notation() || right.may_be_notation()
            }
            ExprKind::If { then, otherwise, .. } => {
                then.may_be_notation() || otherwise.may_be_notation()
            }
            ExprKind::IfBlock { then, otherwise, .. } => {
                ends_in_notation(then) || ends_in_notation(otherwise)
            }
            _ => self.is_notation(),
        }
    }
}
