//! What expressions evaluate to.
//!
//! Knows: the kinds of values, their equality, their operations, how they print.
//! Must not know: how programs are evaluated or how rulesets find options.

pub mod board;
mod cells;
mod collection;
mod fault;
mod form;
mod function;
pub mod host;
pub mod json;
pub mod ops;
pub mod order;
mod position;
pub mod show;

use std::rc::Rc;

use upstar_core::{Game, Outcome, Player, Rational, Store};

pub use cells::Cells;
pub use collection::{List, MAX_ITEMS, Map, Range, Set, Tuple, too_many};
pub use fault::{At, Fault, Result};
pub use form::Form;
pub use function::Function;
pub use position::{Part, Position, Ruleset, Sum, Term};
pub use show::Notation;

use crate::diagnostic::Code;

/// How deeply values may contain each other. Walks over values may recurse, because of this.
pub const MAX_DEPTH: u32 = 1000;

/// A value of the language.
///
/// A game that is a number is always a [`Value::Number`], so that equality of values is
/// equality of what they contain.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// What a statement without a value gives.
    Nothing,
    /// An exact rational.
    Number(Rational),
    /// A short game that is not a number, by its canonical form.
    Game(Game),
    /// A bracket as it was typed, meaning its canonical form.
    Form(Rc<Form>),
    /// A bracket as it was typed, meaning just that: `form(G)`.
    Typed(Rc<Form>),
    /// A position of a ruleset.
    Position(Rc<Position>),
    /// A sum of positions and games.
    Sum(Rc<Sum>),
    /// `L`, `R`, `N`, `P`.
    Outcome(Outcome),
    /// `Left`, `Right`.
    Player(Player),
    /// `true`, `false`.
    Bool(bool),
    /// `"text"`.
    Text(Rc<str>),
    /// `[a, b]`.
    List(Rc<List>),
    /// `(a, b)`.
    Tuple(Rc<Tuple>),
    /// `{a, b}`.
    Set(Rc<Set>),
    /// `{k: v}`.
    Map(Rc<Map>),
    /// `a..b`.
    Range(Rc<Range>),
    /// A strip or grid of cells.
    Board(Rc<Cells>),
    /// A function of the program.
    Function(Rc<Function>),
    /// A function of the language, by its place in the table and its name.
    Builtin(u16, &'static str),
    /// A ruleset, or a family of them that waits for its parameters.
    Ruleset(Rc<Ruleset>),
}

impl Value {
    /// The value of the game `game`: a number when it is one.
    pub fn of_game(store: &Store, game: Game) -> Value {
        match store.as_number(game) {
            Some(number) => Value::Number(Rational::from(&number)),
            None => Value::Game(game),
        }
    }

    /// An integer.
    pub fn integer(n: impl Into<Rational>) -> Value {
        Value::Number(n.into())
    }

    /// A text.
    pub fn text(text: impl AsRef<str>) -> Value {
        Value::Text(Rc::from(text.as_ref()))
    }

    /// What kind of thing it is, with an article, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Nothing => "nothing",
            Value::Number(_) => "a number",
            Value::Game(_) => "a game",
            Value::Form(_) | Value::Typed(_) => "a form",
            Value::Position(_) => "a position",
            Value::Sum(_) => "a sum of positions",
            Value::Outcome(_) => "an outcome",
            Value::Player(_) => "a player",
            Value::Bool(_) => "a truth value",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Tuple(_) => "a tuple",
            Value::Set(_) => "a set",
            Value::Map(_) => "a map",
            Value::Range(_) => "a range",
            Value::Board(_) => "a board",
            Value::Function(_) | Value::Builtin(..) => "a function",
            Value::Ruleset(_) => "a ruleset",
        }
    }

    /// How many levels of values it contains.
    pub fn depth(&self) -> u32 {
        match self {
            Value::Form(form) | Value::Typed(form) => form.depth(),
            Value::Position(position) => position.depth(),
            Value::Sum(sum) => sum.depth(),
            Value::List(list) => list.depth(),
            Value::Tuple(tuple) => tuple.depth(),
            Value::Set(set) => set.depth(),
            Value::Map(map) => map.depth(),
            Value::Function(function) => function.depth(),
            Value::Ruleset(ruleset) => ruleset.depth(),
            _ => 0,
        }
    }

    /// The fault of finding this where `wanted` (with an article) is needed.
    pub fn wrong(&self, wanted: &str) -> Fault {
        Fault::new(Code::WrongType, format!("expected {wanted}, found {}", self.kind()))
    }
}

/// One more than the deepest of `values`.
///
/// # Errors
/// When that is more than [`MAX_DEPTH`].
pub(crate) fn depth_around<'v>(values: impl IntoIterator<Item = &'v Value>) -> Result<u32> {
    let depth = 1 + values.into_iter().map(Value::depth).max().unwrap_or(0);
    if depth > MAX_DEPTH {
        return Err(Fault::new(
            Code::TooLarge,
            format!("values are nested more than {MAX_DEPTH} deep"),
        )
        .help("for games, `canonical(G)` forgets how G was typed"));
    }
    Ok(depth)
}
