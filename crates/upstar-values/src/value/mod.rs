//! Values of expressions.
//!
//! Knows: the kinds of values, their equality, their operations, how they print.
//! Must not know: how programs are evaluated or how rulesets find options.
//!
//! A game that is a number is always a number. [`Value::Number`] holds an exact rational; [`Value::Game`] holds the
//! id of a canonical form that is not a number. [`Value::Surreal`] only holds numbers that are not rational, such
//! as `omega`. So two values are equal exactly when they contain equal things, and `1/3` is a number although no
//! short game equals it.
//!
//! Files use one another in this order: the values, with what they contain; the evaluator that they may ask
//! ([`host::Host`]); how they are written ([`show`]); what a value is where a kind of it is needed ([`expect`],
//! `canonical`, `terms`, [`worth`]); operations, all of them behind [`ops`]; comparisons ([`equality`], [`order`]).

pub mod affine;
pub mod blocking;
mod canonical;
mod cells;
pub mod changes;
mod class;
pub mod code;
mod collection;
mod difference;
mod entailing;
pub mod enumeration;
pub mod equality;
pub mod expect;
pub mod explanation;
mod extent;
mod fault;
mod form;
mod function;
pub mod goals;
pub mod graph;
pub mod heaps;
pub mod host;
pub mod how;
pub mod infinity;
pub mod loopy;
pub mod misere;
pub mod moves;
mod negative;
pub mod nimbers;
pub mod number;
pub mod ops;
pub mod order;
mod picture;
mod places;
pub mod points;
mod position;
mod readers;
pub mod remote;
pub mod scalar;
pub mod show;
mod summands;
mod summed;
pub mod surreal;
pub mod surreal_arithmetic;
mod table;
pub mod terms;
mod transfinite;
pub mod worth;

use std::sync::Arc;

use upstar_core::loopy::Loopy;
use upstar_core::loopy::thermo::LoopyThermograph;
use upstar_core::misere::Genus;
use upstar_core::{Game, Ordinal, Outcome, Player, Rational, Store, Surreal, Thermograph};

pub use cells::Cells;
pub use class::Class;
pub use collection::{
    List, MAX_ITEMS, Map, OF_GRAPH, Range, Set, Tuple, elements, not_listed, too_many,
};
pub use enumeration::Enumeration;
pub use explanation::Explanation;
use extent::Extent;
pub use extent::MAX_DEPTH;
pub use fault::{At, Attempt, Fault, NoAnswer, Result, TextLimits};
pub use form::Form;
pub use function::Function;
pub use graph::Graph;
pub use loopy::LoopyBracket;
pub use misere::Misere;
pub use picture::{Picture, View};
pub use places::alphabet_symbol;
pub use position::{Domain, Position, Ruleset, Sum, Term, TermKind};
pub use readers::Readers;
pub use summands::{Summand, Summands};
pub use table::Grid;
pub use upstar_core::Notation;
pub use upstar_core::text::{Brackets, Signs};

use crate::diagnostic::Code;

/// A value of the language.
///
/// A game that is a number is always a [`Value::Number`], so that equal contents are the same as equal
/// values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// Result of a statement without a value.
    Nothing,
    /// An exact rational.
    Number(Rational),
    /// A surreal number that is not rational, such as `omega`.
    Surreal(Arc<Surreal>),
    /// A short game that is not a number, by its canonical form.
    Game(Game),
    /// A bracket as typed, which counts as its canonical form.
    Form(Arc<Form>),
    /// A bracket as typed, which counts as that form: `form(G)`.
    Typed(Arc<Form>),
    /// A loopy game, never a short one.
    Loopy(Arc<Loopy>),
    /// A loopy bracket as typed, which counts as its value or, for `form(G)`, as that form.
    LoopyBracket(Arc<LoopyBracket>),
    /// A position of a ruleset.
    Position(Arc<Position>),
    /// A sum of positions and games.
    Sum(Arc<Sum>),
    /// `*(omega)`: a nimber of infinite size.
    Transfinite(Arc<Ordinal>),
    /// `∞(a, b)`: an infinite loopy nimber, with the nimbers among its options.
    Infinity(Arc<[u32]>),
    /// `loony`: the value of a position that the player to move wins, whatever else there is.
    Loony,
    /// `L`, `R`, `N`, `P`, `D`.
    Outcome(Outcome),
    /// `Left`, `Right`.
    Player(Player),
    /// `true`, `false`.
    Bool(bool),
    /// `"text"`.
    Text(Arc<str>),
    /// `[a, b]`.
    List(Arc<List>),
    /// `(a, b)`.
    Tuple(Arc<Tuple>),
    /// `{a, b}`.
    Set(Arc<Set>),
    /// `{k: v}`.
    Map(Arc<Map>),
    /// `a..b`.
    Range(Arc<Range>),
    /// `permutations(xs)`, `boards(R, m, n)`, ...: a collection that is not listed.
    Enumeration(Arc<Enumeration>),
    /// A strip or grid of cells.
    Board(Arc<Cells>),
    /// A graph.
    Graph(Arc<Graph>),
    /// A function of the program.
    Function(Arc<Function>),
    /// A function of the language, by its place in the table and its name.
    Builtin(u16, &'static str),
    /// A ruleset, or a family before its parameters are given.
    Ruleset(Arc<Ruleset>),
    /// `thermograph(G)`
    Thermograph(Arc<Thermograph>),
    /// `thermograph(G)` with walls that no short game has.
    LoopyThermograph(Arc<LoopyThermograph>),
    /// `explain(G)`
    Explanation(Arc<Explanation>),
    /// `misere(P)`: games in misère play.
    Misere(Arc<Misere>),
    /// `genus(P)`
    Genus(Arc<Genus>),
    /// `draw(P)`, `plot(G)`, `tree(G)`, `table(rows)`
    Picture(Arc<Picture>),
}

impl Value {
    /// Value of a game: a number if it equals one.
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
        Value::Text(Arc::from(text.as_ref()))
    }

    /// A list.
    ///
    /// # Errors
    /// When there are too many values, or they are nested too deeply.
    pub fn list(items: Vec<Value>) -> Result<Value> {
        Ok(Value::List(Arc::new(List::new(items)?)))
    }

    /// A tuple.
    ///
    /// # Errors
    /// As for [`Value::list`].
    pub fn tuple(items: Vec<Value>) -> Result<Value> {
        Ok(Value::Tuple(Arc::new(Tuple::new(items)?)))
    }

    /// Kind of the value with an article, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Nothing => "nothing",
            Value::Number(_) => "a number",
            Value::Surreal(_) => "a surreal number",
            Value::Game(_) => "a game",
            Value::Form(_) | Value::Typed(_) => "a form",
            Value::Loopy(_) => "a loopy game",
            Value::LoopyBracket(bracket) if bracket.is_as_typed() => "a form",
            Value::LoopyBracket(bracket) => bracket.value().kind(),
            Value::Position(_) => "a position",
            Value::Sum(_) => "a sum of positions",
            Value::Transfinite(_) => "a transfinite nimber",
            Value::Infinity(_) => "an infinite nimber",
            Value::Loony => "a loony value",
            Value::Outcome(_) => "an outcome",
            Value::Player(_) => "a player",
            Value::Bool(_) => "a truth value",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Tuple(_) => "a tuple",
            Value::Set(_) => "a set",
            Value::Map(_) => "a map",
            Value::Range(_) => "a range",
            Value::Enumeration(_) => "an enumeration",
            Value::Board(_) => "a board",
            Value::Graph(_) => "a graph",
            Value::Function(_) | Value::Builtin(..) => "a function",
            Value::Ruleset(_) => "a ruleset",
            Value::Thermograph(_) | Value::LoopyThermograph(_) => "a thermograph",
            Value::Explanation(_) => "an explanation",
            Value::Misere(_) => "a game in misère play",
            Value::Genus(_) => "a genus",
            Value::Picture(picture) if picture.view == View::Table => "a table",
            Value::Picture(_) => "a picture",
        }
    }

    /// Depth and size.
    fn extent(&self) -> Extent {
        match self {
            Value::Surreal(x) => Extent::leaf(x.size()),
            Value::Transfinite(size) => Extent::leaf(size.as_surreal().size()),
            Value::Infinity(set) => Extent::leaf(set.len()),
            Value::Form(form) | Value::Typed(form) => form.extent().of_bracket(),
            Value::Loopy(loopy) => Extent::of_loopy(loopy),
            Value::LoopyBracket(bracket) => bracket.extent().of_bracket(),
            Value::Position(position) => position.extent(),
            Value::Sum(sum) => sum.extent(),
            Value::List(list) => list.extent(),
            Value::Tuple(tuple) => tuple.extent(),
            Value::Set(set) => set.extent(),
            Value::Map(map) => map.extent(),
            Value::Enumeration(all) => all.extent(),
            Value::Function(function) => function.extent(),
            Value::Ruleset(ruleset) => ruleset.extent(),
            Value::Explanation(explanation) => explanation.extent(),
            Value::Misere(misere) => misere.extent(),
            Value::Picture(picture) => picture.extent(),
            _ => Extent::LEAF,
        }
    }

    /// Fault of this value where `wanted` (with an article) is needed.
    pub fn wrong(&self, wanted: &str) -> Fault {
        let fault =
            Fault::new(Code::WrongType, format!("expected {wanted}, found {}", self.kind()));
        match self {
            Value::Ruleset(ruleset)
                if wanted == "a position"
                    || ["a game", "a list,"].iter().any(|kind| wanted.starts_with(kind)) =>
            {
                fault.help(ruleset.how_written())
            }
            Value::Board(_) if wanted.starts_with("a list,") => fault
                .help("of a board, `b.cells` are the cells, `b.columns` and `b.rows` its sides"),
            _ => fault,
        }
    }
}
