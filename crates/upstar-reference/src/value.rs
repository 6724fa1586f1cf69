//! Values: what expressions evaluate to.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use upstar_syntax::ast::{Body, Param, RulesetDecl};

use crate::board::Board;
use crate::bracket::Game;
use crate::graph::Graph;
use crate::loopy::Loopy;
use crate::play::Outcome;
use crate::{Fault, Player, Wrong};

/// A value.
#[derive(Debug, Clone)]
pub enum Value {
    /// What a statement without a value leaves.
    Nothing,
    /// A truth value.
    Truth(bool),
    /// A rational number.
    Number(BigRational),
    /// A short game: its value counts. The bracket is kept as typed for `form(G)`.
    Game(Game),
    /// A bracket as typed.
    Form(Game),
    /// An outcome.
    Outcome(Outcome),
    /// A player.
    Player(Player),
    /// The value of a position that must not be left to the other player.
    Loony,
    /// A text.
    Text(Rc<str>),
    /// A list.
    List(Rc<Vec<Value>>),
    /// A tuple.
    Tuple(Rc<Vec<Value>>),
    /// A set: no two elements are equal.
    Set(Rc<Vec<Value>>),
    /// A map: no two keys are equal.
    Map(Rc<Vec<(Value, Value)>>),
    /// From, to and by.
    Range(BigInt, BigInt, BigInt),
    /// A function.
    Function(Rc<Function>),
    /// A function that is always there, by its name.
    Builtin(&'static str),
    /// A ruleset, or a family without its parameters.
    Ruleset(Rc<Ruleset>),
    /// A sum of positions and games.
    Sum(Rc<Vec<Component>>),
    /// A sum in misère play.
    Misere(Rc<Vec<Component>>),
    /// A board.
    Board(Rc<Board>),
    /// A graph.
    Graph(Rc<Graph>),
}

/// A summand.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Component {
    /// A game.
    Game(Game),
    /// A position of a ruleset.
    Position(Position),
    /// The negative of a position: its moves with the players exchanged.
    Negative(Position),
    /// A node of a loopy game.
    Loopy(Loopy),
    /// `*[..]` with options that are positions or sums.
    Kept(Rc<Kept>),
}

/// `*[..]` with options that are positions or sums.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kept {
    /// The options as typed: in misère play they are no others.
    pub options: Vec<Vec<Component>>,
    /// The bracket of the values that they had where it was typed: in normal play it is that.
    pub form: Game,
}

/// A position: a ruleset and the values of its parameters. Positions are the same when the texts of these values are, with
/// sets and maps in any order.
#[derive(Debug, Clone)]
pub struct Position {
    /// The number of its text, among those met so far.
    pub number: usize,
    /// The rules.
    pub ruleset: Rc<Ruleset>,
    /// The values of the parameters.
    pub state: Rc<Vec<Value>>,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.number == other.number
    }
}

impl Eq for Position {}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Position) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Position {
    fn cmp(&self, other: &Position) -> Ordering {
        self.number.cmp(&other.number)
    }
}

/// A ruleset: a declaration with the parameters of its family.
#[derive(Debug, Clone)]
pub struct Ruleset {
    /// A number of its own: rulesets of one name may be declared one after the other.
    pub number: usize,
    /// Its declaration.
    pub decl: Arc<RulesetDecl>,
    /// Where its names are looked up.
    pub home: Home,
    /// The values of the family's parameters; none before they are given.
    pub family: Option<Rc<Vec<Value>>>,
    /// Whether each player has the moves of both.
    pub impartial: bool,
}

/// Where the global names of a piece of program are looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Home {
    /// In the program, then in the library.
    Program,
    /// In the library.
    Library,
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// A number of its own.
    pub number: usize,
    /// Its name; functions without a name are equal when their texts and what they took along are.
    pub name: Option<Arc<str>>,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its body.
    pub body: Body,
    /// The names around it, as they were when it was made.
    pub scope: Scope,
}

/// The names that are visible at a place of the program, from the innermost outwards; behind them the global ones.
#[derive(Debug, Clone)]
pub struct Scope {
    variables: Option<Rc<Variable>>,
    /// Where global names are looked up.
    pub home: Home,
    /// In a goal, the board that `line` and `connects` are about.
    pub about: Option<Value>,
}

/// A variable of a generator, loop or function, and those that are further outside. It has no value before it is bound.
#[derive(Debug)]
struct Variable {
    name: Arc<str>,
    value: RefCell<Option<Value>>,
    outer: Option<Rc<Variable>>,
}

impl Scope {
    /// Outside of all functions.
    pub fn global(home: Home) -> Scope {
        Scope { variables: None, home, about: None }
    }

    /// With one more variable.
    pub fn with(&self, name: &Arc<str>, value: Value) -> Scope {
        self.with_variable(name, Some(value))
    }

    /// With one more variable, which may have no value yet.
    pub fn with_variable(&self, name: &Arc<str>, value: Option<Value>) -> Scope {
        let (name, value, outer) = (Arc::clone(name), RefCell::new(value), self.variables.clone());
        Scope { variables: Some(Rc::new(Variable { name, value, outer })), ..self.clone() }
    }

    /// The scope as it is now, for a function to take along: what is bound later does not change it.
    pub fn kept(&self) -> Scope {
        let mut variables = Vec::new();
        let mut next = self.variables.as_ref();
        while let Some(variable) = next {
            variables.push(variable);
            next = variable.outer.as_ref();
        }
        let outside = Scope { variables: None, ..self.clone() };
        let add = |scope: Scope, variable: &Rc<Variable>| {
            scope.with_variable(&variable.name, variable.value.borrow().clone())
        };
        variables.into_iter().rev().fold(outside, add)
    }

    fn variable(&self, name: &str) -> Option<&Variable> {
        let mut next = self.variables.as_deref();
        while let Some(variable) = next.filter(|variable| &*variable.name != name) {
            next = variable.outer.as_deref();
        }
        next
    }

    /// The value of a name, unless it is global; it may have none yet.
    pub fn get(&self, name: &str) -> Option<Option<Value>> {
        self.variable(name).map(|variable| variable.value.borrow().clone())
    }

    /// Binds a variable anew. Whether there is one of this name.
    pub fn bind(&self, name: &str, value: Value) -> Result<(), Value> {
        match self.variable(name) {
            Some(variable) => {
                variable.value.replace(Some(value));
                Ok(())
            }
            None => Err(value),
        }
    }
}

impl Value {
    /// An integer.
    pub fn integer(n: impl Into<BigInt>) -> Value {
        Value::Number(BigRational::from_integer(n.into()))
    }

    /// A list.
    pub fn list(values: Vec<Value>) -> Value {
        Value::List(Rc::new(values))
    }

    /// A tuple.
    pub fn tuple(values: Vec<Value>) -> Value {
        Value::Tuple(Rc::new(values))
    }

    /// A text.
    pub fn text(text: impl AsRef<str>) -> Value {
        Value::Text(Rc::from(text.as_ref()))
    }

    /// A sum.
    pub fn sum(components: Vec<Component>) -> Value {
        Value::Sum(Rc::new(components))
    }

    /// What it is, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Nothing => "nothing",
            Value::Truth(_) => "a truth value",
            Value::Number(_) => "a number",
            Value::Game(_) => "a game",
            Value::Form(_) => "a form",
            Value::Outcome(_) => "an outcome",
            Value::Player(_) => "a player",
            Value::Loony => "loony",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Tuple(_) => "a tuple",
            Value::Set(_) => "a set",
            Value::Map(_) => "a map",
            Value::Range(..) => "a range",
            Value::Function(_) | Value::Builtin(_) => "a function",
            Value::Ruleset(_) => "a ruleset",
            Value::Sum(_) => "a position",
            Value::Misere(_) => "a position in misère play",
            Value::Board(_) => "a board",
            Value::Graph(_) => "a graph",
        }
    }

    /// The mistake that something else is needed here.
    pub fn not(&self, needed: &str) -> Fault {
        Fault::wrong(Wrong::Value, format!("{} is not {needed}", self.kind()))
    }

    /// A truth value.
    ///
    /// # Errors
    /// When it is something else.
    pub fn truth(&self) -> Result<bool, Fault> {
        match self {
            Value::Truth(truth) => Ok(*truth),
            other => Err(other.not("a truth value")),
        }
    }

    /// The contents of a text.
    ///
    /// # Errors
    /// When it is something else.
    pub fn as_text(&self) -> Result<Rc<str>, Fault> {
        match self {
            Value::Text(text) => Ok(Rc::clone(text)),
            Value::Board(board) => Ok(board.to_string().into()),
            other => Err(other.not("a text")),
        }
    }

    /// The one sign of a text.
    ///
    /// # Errors
    /// When it is something else.
    pub fn sign(&self) -> Result<char, Fault> {
        let text = self.as_text()?;
        let mut signs = text.chars();
        match (signs.next(), signs.next()) {
            (Some(sign), None) => Ok(sign),
            _ => Err(Fault::wrong(Wrong::Value, format!("\"{text}\" is not one sign"))),
        }
    }

    /// A player.
    ///
    /// # Errors
    /// When it is something else.
    pub fn player(&self) -> Result<Player, Fault> {
        match self {
            Value::Player(player) => Ok(*player),
            other => Err(other.not("a player")),
        }
    }
}

/// An integer that counts or names a place.
///
/// # Errors
/// When it is too large for that.
pub fn small(n: &BigInt) -> Result<i64, Fault> {
    n.to_i64().ok_or(Fault::TooLarge)
}
