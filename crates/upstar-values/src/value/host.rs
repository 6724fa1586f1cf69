//! Interface to the evaluator, and conversions of values.
//!
//! Builtins and operations do not know the evaluator. They ask [`Host`] to call a function of the program, or for
//! the value of a position. Outcomes, winning moves and comparisons of positions all ask `Host::wins`, which also
//! says how the winner was found.

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use upstar_core::impartial::{LoopyNimber, Replies};
use upstar_core::loopy::{GameValue, Loopy};
use upstar_core::misere::{self, Genus};
use upstar_core::solve::Method;
use upstar_core::solve::goal::Verdict;
use upstar_core::{Game, Outcome, Player, Rational, Store};

use super::affine;
use super::points::{Row, Turn};
use super::{
    Attempt, Fault, Misere, NoAnswer, Position, Result, Ruleset, Sum, Term, TermKind, Value, heaps,
    loopy, surreal, transfinite,
};
use crate::diagnostic::Code;
use upstar_core::board::Goals;
use upstar_core::board::rewrite::Symmetries;

/// The evaluator, as operations and builtins see it.
pub trait Host: Send {
    /// The store of canonical forms.
    fn store(&self) -> Arc<Store>;
    /// Calls a function, builtin or ruleset.
    ///
    /// # Errors
    /// When the call fails.
    fn call(&mut self, callee: &Value, args: Vec<Value>) -> Result<Value>;
    /// The value of a position.
    ///
    /// # Errors
    /// When an option cannot be computed, a position repeats, or a limit is passed.
    fn position_value(&mut self, position: &Arc<Position>) -> Attempt<Game>;
    /// The value of a position, which may be loopy: a number, a game or a loopy game.
    ///
    /// # Errors
    /// When an option cannot be computed, or a limit is passed.
    fn loopy_value(&mut self, position: &Arc<Position>) -> Attempt<Value>;
    /// The values of the independent parts of a game, position or sum.
    ///
    /// # Errors
    /// As for [`Host::position_value`].
    fn part_values(&mut self, value: &Value) -> Result<Vec<Game>>;
    /// Nimber of a position, if the rules make it and all its followers impartial.
    ///
    /// # Errors
    /// As for [`Host::position_value`].
    fn position_nimber(&mut self, position: &Arc<Position>) -> Attempt<Option<BigUint>>;
    /// Options of a heap with this nimber, for heaps with too many options to be listed; `None` for others,
    /// and if they are not known.
    ///
    /// # Errors
    /// As for [`Host::position_nimber`].
    fn options_of_nimber(
        &mut self,
        position: &Arc<Position>,
        nimber: &BigUint,
    ) -> Attempt<Option<Vec<Value>>>;
    /// Nimber of a position with possibly infinite play, if the rules make it and all its followers
    /// impartial.
    ///
    /// # Errors
    /// When an option cannot be computed, a position repeats and something that follows it is not
    /// impartial, or a limit is passed. Cost: each position that follows is looked at once.
    fn loopy_nimber(&mut self, position: &Arc<Position>) -> Attempt<Option<LoopyNimber>>;
    /// Whether both players have the same options by the rules.
    fn is_impartial(&mut self, position: &Position) -> bool;
    /// Winner of a game, position or sum when a player moves first, and the method that found it. `None` if
    /// play is infinite.
    ///
    /// # Errors
    /// For values that are not games; as for [`Host::position_value`].
    fn winner(&mut self, value: &Value, first: Player) -> Attempt<(Option<Player>, Method)>;
    /// Whether a player wins a game, position or sum when moving first, and how that was found.
    ///
    /// # Errors
    /// As for [`Host::winner`].
    fn wins(&mut self, value: &Value, first: Player) -> Attempt<(bool, Method)> {
        let (winner, method) = self.winner(value, first)?;
        Ok((winner == Some(first), method))
    }
    /// Outcome of a game, position or sum, and the method that found it.
    ///
    /// # Errors
    /// As for [`Host::wins`].
    fn outcome(&mut self, value: &Value) -> Attempt<(Outcome, Method)>;
    /// The options of a player, without repetition.
    ///
    /// # Errors
    /// When one cannot be computed, or there are too many to list.
    fn options(&mut self, position: &Arc<Position>, player: Player) -> Result<Vec<Value>>;
    /// The sets of places that a ruleset of coins allows to turn when the rightmost is `place`.
    ///
    /// # Errors
    /// When the rules fail there.
    fn turns(&mut self, ruleset: &Arc<Ruleset>, place: i64) -> Result<Vec<Vec<i64>>>;
    /// The turns and mirrors of boards of the size of a position that are known to keep the rules.
    ///
    /// # Errors
    /// When the position is not on a board, its game is decided by a goal or points, none is known, or a
    /// limit is passed.
    fn symmetries(&mut self, position: &Position) -> Result<Symmetries>;
    /// The version of a ruleset in which each player has the moves of both.
    ///
    /// # Errors
    /// When values are nested too deeply.
    fn impartial(&mut self, ruleset: &Arc<Ruleset>) -> Result<Arc<Ruleset>>;
    /// Answer of `ask` about the heaps of a ruleset; `None` if its moves are neither integer arithmetic nor
    /// those of a code.
    ///
    /// # Errors
    /// Errors of the question.
    fn heaps(&mut self, ruleset: &Arc<Ruleset>, ask: heaps::Ask<'_>) -> Result<Option<Value>>;
    /// The canonical forms of misère play.
    fn misere_store(&self) -> Arc<misere::MisereStore>;
    /// Genus of a sum in misère play; `None` if it is not impartial.
    ///
    /// # Errors
    /// As for [`Host::position_value`].
    fn misere_genus(&mut self, misere: &Misere) -> Result<Option<Genus>>;
    /// Canonical form of a sum in misère play; `None` if it is not impartial.
    ///
    /// # Errors
    /// As for [`Host::position_value`].
    fn misere_form(&mut self, misere: &Misere) -> Result<Option<misere::MisereForm>>;
    /// Whether a player wins games in misère play when moving first.
    ///
    /// # Errors
    /// As for [`Host::position_value`].
    fn misere_wins(&mut self, misere: &Misere, first: Player) -> Result<bool>;
    /// Moves of a position with complimenting and entailing moves, in the order of the rules.
    ///
    /// # Errors
    /// As for [`Host::options`].
    fn affine_moves(&mut self, position: &Arc<Position>) -> Result<Vec<affine::Move>>;
    /// The nimbers beside which a player wins who must move in an impartial position or sum.
    ///
    /// # Errors
    /// When something is not impartial, a position repeats, or a limit is passed. Cost: each position
    /// that follows is looked at once.
    fn affine_replies(&mut self, value: &Value) -> Result<Replies>;
    /// Moves in a position of a game about points. `first` is the player to move; not needed where the
    /// rules state the player.
    ///
    /// # Errors
    /// When the game is not about points, an option cannot be computed, or `first` is missing or
    /// not the player whose turn it is.
    fn points_turn(&mut self, position: &Arc<Position>, first: Option<Player>) -> Result<Turn>;
    /// Points of Max from a position on when both play well.
    ///
    /// # Errors
    /// As for [`Host::points_turn`]; when positions repeat, or a limit is passed.
    fn points_value(&mut self, position: &Arc<Position>, first: Option<Player>)
    -> Result<Rational>;
    /// The same, with the indices of the best moves among those of [`Host::points_turn`].
    ///
    /// # Errors
    /// As for [`Host::points_value`].
    fn points_best(
        &mut self,
        position: &Arc<Position>,
        first: Option<Player>,
    ) -> Result<(Rational, Vec<usize>)>;
    /// All positions that follow, in the order of backward induction.
    ///
    /// # Errors
    /// As for [`Host::points_value`]; when there are more than `limit` positions.
    fn points_induction(
        &mut self,
        position: &Arc<Position>,
        first: Option<Player>,
        limit: usize,
    ) -> Attempt<Vec<Row>>;
    /// Result of a position of a game decided by a goal, if play has ended when `mover` would be to move;
    /// `None` while play goes on. The goal of the player who has just moved is checked first.
    /// [`Host::options`] lists no moves after the end.
    ///
    /// # Errors
    /// When a goal cannot be computed.
    fn goal_end(&mut self, position: &Arc<Position>, mover: Player) -> Result<Option<Verdict>>;
    /// Goals of a position as conditions on its board; `None` if they are about more than lines and
    /// connected sides.
    fn board_goals(&mut self, position: &Position) -> Option<Goals>;
    /// Result of best play of both when `mover` begins. A player who cannot move makes it a draw.
    ///
    /// # Errors
    /// When a goal or a move cannot be computed, or a limit is passed.
    fn goal_winner(&mut self, position: &Arc<Position>, mover: Player) -> Result<Verdict>;
    /// Requests a match, which is played after the whole input has succeeded.
    fn play(&mut self, wanted: Wanted);
    /// Requests a file, which is written after the whole input has succeeded.
    fn save(&mut self, path: &str, text: String);
}

/// A match that is to be played.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Opening position.
    pub start: Value,
    /// The player at the terminal; `Left` by default.
    pub person: Option<Player>,
    /// The player who begins; the person by default.
    pub first: Option<Player>,
}

/// Value of a game, short or loopy.
#[derive(Debug)]
pub enum Solved {
    /// A short game.
    Short(Game),
    /// A loopy game.
    Loopy(Loopy, NotShort),
}

/// Reason why a game is not short.
#[derive(Debug)]
pub enum NotShort {
    /// Its value is loopy, or a summand is.
    Value,
    /// Play returns to a position, as the fault says.
    Repeats(Fault),
}

impl Solved {
    /// The short game.
    ///
    /// # Errors
    /// When it is loopy: `value` is what was asked.
    fn short(self, store: &Store, value: &Value) -> Attempt<Game> {
        match self {
            Solved::Short(game) => Ok(game),
            Solved::Loopy(_, NotShort::Repeats(fault)) => {
                Err(NoAnswer::Repeats(fault.help("its value is loopy: ask it of `canonical(P)`")))
            }
            Solved::Loopy(_, NotShort::Value) => Err(NoAnswer::Failed(match value {
                Value::Sum(sum) => loopy_summand(store, sum),
                _ => loopy::only_short(store, value),
            })),
        }
    }

    /// The value.
    pub fn value(self, store: &Store) -> Value {
        match self {
            Solved::Short(game) => Value::of_game(store, game),
            Solved::Loopy(loopy, _) => Value::Loopy(Arc::new(loopy)),
        }
    }
}

/// The fault of a sum with a loopy game where a short one is needed.
fn loopy_summand(store: &Store, sum: &Sum) -> Fault {
    let loopy = sum.terms().iter().find_map(Term::loopy).expect("it has a loopy summand");
    loopy::only_short(store, &Value::Loopy(loopy.clone()))
}

/// Value of a game, short or loopy.
///
/// # Errors
/// For values that are not games, among them numbers that are not dyadic; where play returns to a
/// position and the value of the graph is not found, the fault of the return.
pub fn solved(host: &mut dyn Host, value: &Value) -> Attempt<Solved> {
    Ok(Solved::Short(match value {
        Value::Number(number) => number_game(&host.store(), number)?,
        Value::Surreal(x) => return Err(surreal::not_short(&host.store(), x)?.into()),
        Value::Transfinite(_) => return Err(transfinite::no_options().into()),
        Value::Game(game) => *game,
        Value::Form(form) | Value::Typed(form) => form.canonical(),
        Value::Loopy(loopy) => return Ok(Solved::Loopy((**loopy).clone(), NotShort::Value)),
        Value::LoopyBracket(bracket) => return solved(host, &bracket.value().clone()),
        Value::Position(position) => match host.position_value(position) {
            Err(NoAnswer::Repeats(fault)) => return repeating(host, value, fault),
            found => found?,
        },
        Value::Sum(sum) if sum.is_loopy() => {
            return match loopy::worth(host, value) {
                Ok(GameValue::Short(game)) => Ok(Solved::Short(game)),
                Ok(GameValue::Loopy(loopy)) => Ok(Solved::Loopy(loopy, NotShort::Value)),
                Err(other) if other.is_exhaustion() => Err(other),
                Err(_) => Err(loopy_summand(&host.store(), sum).into()),
            };
        }
        Value::Sum(sum) => match sum_game(host, sum) {
            Err(NoAnswer::Repeats(fault)) => return repeating(host, value, fault),
            found => found?,
        },
        Value::Misere(_) => return Err(super::misere::no_value().into()),
        other => return Err(other.wrong("a game").into()),
    }))
}

/// Value of a position or sum in which play can return. It may be short.
fn repeating(host: &mut dyn Host, value: &Value, fault: Fault) -> Attempt<Solved> {
    match loopy::worth(host, value) {
        Ok(GameValue::Short(game)) => Ok(Solved::Short(game)),
        Ok(GameValue::Loopy(loopy)) => Ok(Solved::Loopy(loopy, NotShort::Repeats(fault))),
        Err(other) if other.is_exhaustion() => Err(other),
        Err(_) => Err(NoAnswer::Repeats(fault)),
    }
}

/// The short game that a value is.
///
/// # Errors
/// As for [`solved`], and for loopy games.
pub fn game(host: &mut dyn Host, value: &Value) -> Attempt<Game> {
    match value {
        Value::Game(game) => Ok(*game),
        Value::Form(form) | Value::Typed(form) => Ok(form.canonical()),
        _ => solved(host, value)?.short(&host.store(), value),
    }
}

/// A game as a number, a game or a loopy game: positions and sums by their value.
///
/// # Errors
/// As for [`loopy::worth`].
pub fn worth(host: &mut dyn Host, value: &Value) -> Attempt<Value> {
    let worth = loopy::worth(host, value)?;
    Ok(Value::of_worth(&host.store(), worth))
}

/// The short game that a number is.
pub(super) fn number_game(store: &Store, number: &Rational) -> Result<Game> {
    let Some(dyadic) = number.to_dyadic() else {
        return Err(Fault::new(
            Code::NotAShortGame,
            format!("{number} is a number, but not a short game", number = number.in_message()),
        )
        .note("only fractions whose denominator is a power of two are born on a finite day"));
    };
    Ok(store.number(&dyadic)?)
}

fn sum_game(host: &mut dyn Host, sum: &Sum) -> Attempt<Game> {
    let store = host.store();
    let mut games = Vec::with_capacity(sum.terms().len());
    for Term { negated, kind } in sum.terms() {
        let value = match kind {
            TermKind::Position(position) => host.position_value(position)?,
            TermKind::Game(game) => *game,
            TermKind::Loopy(_) => unreachable!("sums with loopy games are solved by their worth"),
        };
        games.push(if *negated { store.neg(value)? } else { value });
    }
    Ok(store.total(&games)?)
}

/// The number that a value is.
///
/// # Errors
/// For everything else; a tight `3*4` gets a help on how products are written.
pub fn number(store: &Store, value: &Value) -> Result<Rational> {
    match value {
        Value::Number(number) => Ok(number.clone()),
        Value::Form(form) | Value::Typed(form) => match store.as_number(form.canonical()) {
            Some(number) => Ok(Rational::from(&number)),
            None => Err(value.wrong("a number")),
        },
        Value::LoopyBracket(bracket) => number(store, bracket.value()),
        Value::Game(game) => Err(not_a_number(store, *game)),
        Value::Surreal(x) => Err(surreal::not_rational(store, x)?),
        other => Err(other.wrong("a number")),
    }
}

fn not_a_number(store: &Store, game: Game) -> Fault {
    match store.as_number_up_star(game) {
        Some((number, 0, star)) if !number.is_zero() && star > 0 => {
            let number = Rational::from(&number);
            Fault::new(Code::TightStar, format!("expected a number, found the game {number}*{star}", number = number.in_message()))
                .help(format!(
                    "without spaces `{number}*{star}` is {number} + *{star}; the product is `{number} * {star}`", number = number.in_message()
                ))
        }
        _ => Value::Game(game).wrong("a number"),
    }
}

/// The machine integer that a value is.
///
/// # Errors
/// For values that are not integers, or do not fit 64 bits.
pub fn integer(store: &Store, value: &Value) -> Result<i64> {
    let number = number(store, value)?;
    number.to_i64().ok_or_else(|| match number.to_integer() {
        Some(_) => Fault::new(
            Code::TooLarge,
            format!("{number} is too large here", number = number.in_message()),
        ),
        None => no_integer(&number),
    })
}

/// The fault of another number where an integer is needed.
pub fn no_integer(number: &Rational) -> Fault {
    Fault::new(Code::WrongType, format!("expected an integer, found {}", number.in_message()))
}

/// The size of a heap, an index, a count: an integer that is not negative.
///
/// # Errors
/// As [`integer`], and for negative ones.
pub fn count(store: &Store, value: &Value, what: &str) -> Result<u64> {
    let n = integer(store, value)?;
    n.to_u64().ok_or_else(|| {
        Fault::new(Code::OutOfRange, format!("{what} cannot be negative, and this is {n}"))
    })
}

/// The text that a value is.
///
/// # Errors
/// For everything else.
pub fn text(value: &Value) -> Result<Arc<str>> {
    match value {
        Value::Text(text) => Ok(Arc::clone(text)),
        other => Err(other.wrong("a text")),
    }
}

/// The truth value that a value is.
///
/// # Errors
/// For everything else.
pub fn truth(value: &Value) -> Result<bool> {
    match value {
        Value::Bool(b) => Ok(*b),
        other => Err(other.wrong("a truth value").help("compare with `==`, `<`, ...")),
    }
}
