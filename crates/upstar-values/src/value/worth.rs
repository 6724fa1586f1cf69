//! The game that a value is: short, or loopy.
//!
//! Knows: how the evaluator's answers about positions and sums become games of the mathematics.
//! Must not know: operations on games.

use std::sync::Arc;

use upstar_core::loopy::named::Name;
use upstar_core::loopy::{self as core, Builder, GameValue, Loopy};
use upstar_core::{Game, Store};

use super::host::Host;
use super::{Attempt, Fault, NoAnswer, Result, Sum, Term, TermKind, Value, expect, loopy, surreal};
use crate::diagnostic::Code;

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
        Value::Number(number) => expect::number_game(&host.store(), number)?,
        Value::Surreal(x) => return Err(surreal::not_short(&host.store(), x)?.into()),
        Value::Transfinite(_) => return Err(no_options().into()),
        Value::Game(game) => *game,
        Value::Form(form) | Value::Typed(form) => form.canonical(),
        Value::Loopy(loopy) => return Ok(Solved::Loopy((**loopy).clone(), NotShort::Value)),
        Value::LoopyBracket(bracket) => return solved(host, &bracket.value().clone()),
        Value::Position(position) => match host.position_value(position) {
            Err(NoAnswer::Repeats(fault)) => return repeating(host, value, fault),
            found => found?,
        },
        Value::Sum(sum) if sum.is_loopy() => {
            return match worth(host, value) {
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
        Value::Misere(_) => return Err(no_value().into()),
        other => return Err(other.wrong("a game").into()),
    }))
}

/// Value of a position or sum in which play can return. It may be short.
fn repeating(host: &mut dyn Host, value: &Value, fault: Fault) -> Attempt<Solved> {
    match worth(host, value) {
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

/// A game as a number, a game or a loopy game: positions and sums by their value.
///
/// # Errors
/// As for [`worth`].
pub fn evaluated(host: &mut dyn Host, value: &Value) -> Attempt<Value> {
    let worth = worth(host, value)?;
    Ok(Value::of_worth(&host.store(), worth))
}

/// Value of a game.
///
/// # Errors
/// For values that are no games, and errors of positions.
pub fn worth(host: &mut dyn Host, value: &Value) -> Attempt<GameValue> {
    match value {
        Value::Loopy(loopy) => Ok(GameValue::Loopy((**loopy).clone())),
        Value::LoopyBracket(bracket) => worth(host, &bracket.value().clone()),
        Value::Infinity(nimbers) => Ok(infinite(&host.store(), nimbers)?),
        Value::Position(position) => {
            let value = host.loopy_value(position)?;
            match value {
                Value::Position(_) | Value::Sum(_) => {
                    Err(value.wrong("the value of a position").into())
                }
                value => worth(host, &value),
            }
        }
        Value::Sum(sum) => of_sum(host, sum),
        other => Ok(GameValue::Short(game(host, other)?)),
    }
}

fn of_sum(host: &mut dyn Host, sum: &Sum) -> Attempt<GameValue> {
    let store = host.store();
    let mut games: Vec<Game> = Vec::new();
    let mut total: Option<GameValue> = None;
    let mut too_large: Option<Fault> = None;
    for Term { negated, kind } in sum.terms() {
        let mut one = match kind {
            TermKind::Game(game) => GameValue::Short(*game),
            TermKind::Loopy(loopy) => GameValue::Loopy((**loopy).clone()),
            TermKind::Position(position) => {
                match worth(host, &Value::Position(position.clone())) {
                    // A nimber beyond all that are games here.
                    Err(NoAnswer::TooLarge(fault)) if host.position_nimber(position)?.is_some() => {
                        too_large = Some(fault);
                        continue;
                    }
                    found => found?,
                }
            }
        };
        if *negated {
            one = core::negative(&store, &one)?;
        }
        match (one, total.take()) {
            (GameValue::Short(game), before) => {
                games.push(game);
                total = before;
            }
            (one, Some(before)) => total = Some(core::sum(&store, &before, &one)?),
            (one, None) => total = Some(one),
        }
    }
    let short = GameValue::Short(store.total(&games)?);
    let total = match total {
        Some(loopy) => core::sum(&store, &loopy, &short)?,
        None => short,
    };
    match too_large {
        Some(fault) if !is_absorbing(&total) => Err(NoAnswer::TooLarge(fault)),
        _ => Ok(total),
    }
}

/// Whether adding any loop-free game leaves the game unchanged, as for on, off and dud (*Winning Ways*,
/// chapter 11).
fn is_absorbing(worth: &GameValue) -> bool {
    let name = [Name::On, Name::Off].into_iter().any(|name| *worth == name.worth());
    name || *worth == GameValue::Loopy(core::named::dud())
}

/// `∞(a, b)`: the game in which either player may pass, or move to *a or *b.
fn infinite(store: &Store, nimbers: &[u32]) -> Result<GameValue> {
    let mut builder = Builder::new(store);
    let root = builder.vertex();
    let mut options = vec![root];
    for n in nimbers {
        options.push(builder.game(store.nimber(*n)?)?);
    }
    builder.set(root, options.clone(), options)?;
    Ok(core::value(store, &builder.finish(), root)?)
}

/// The fault of a question that looks at the options of a transfinite nimber.
fn no_options() -> Fault {
    Fault::new(Code::NotAShortGame, "a transfinite nimber has infinitely many options")
        .note("it is added to nimbers, and compared with every game")
}

/// Fault of a question without an answer in misère play.
fn no_value() -> Fault {
    Fault::new(Code::OtherConvention, "games in misère play have no value in normal play")
        .help(
            "ask `outcome`, `moves`, `winning_moves`; of impartial games also `nimber`, `genus`, \
             `canonical`, `birthday`, `is_tame`",
        )
        .note("values, stops, temperatures and the order of games are about normal play")
}
