//! Loopy games: values and operations.
//!
//! Knows: how the values of the language become those of the mathematics and back.
//! Must not know: how they are typed or printed.

mod beyond;
mod bracket;
mod reasons;
mod thermograph;
mod typed;

use std::sync::Arc;

use upstar_core::loopy::named::{self as names, Name};
use upstar_core::loopy::{self as core, GameValue, Loopy, LoopySide, Winners};
use upstar_core::{Comparison, Error, Outcome, Player, Store};

use super::host::Host;
use super::{Attempt, Class, Fault, NoAnswer, Result, Value, canonical, number};
use crate::diagnostic::Code;
use crate::syntax::ast::{BinaryOp, LoopyName};

pub use super::worth::worth;
pub(super) use beyond::beside;
pub use beyond::relation;
pub(super) use bracket::as_typed;
pub use bracket::values;
pub use reasons::{NeedsEnd, only_short};
pub use thermograph::{stop, thermograph};
pub use typed::{LoopyBracket, Node};

impl Value {
    /// Value of a graph: a number or short game if it equals one.
    pub fn of_worth(store: &Store, worth: GameValue) -> Value {
        match worth {
            GameValue::Short(game) => Value::of_game(store, game),
            GameValue::Loopy(loopy) => Value::Loopy(Arc::new(loopy)),
        }
    }

    /// One side of a loopy game as a value. A side that is no stopper is the game with that side twice.
    pub fn of_side(store: &Store, side: LoopySide) -> Value {
        Value::of_worth(store, worth_of_side(side))
    }
}

fn worth_of_side(side: LoopySide) -> GameValue {
    match side {
        LoopySide::Short(game) => GameValue::Short(game),
        LoopySide::Stopper(stopper) => GameValue::Loopy(Loopy::Stopper(stopper)),
        LoopySide::Unresolved(_) => GameValue::Loopy(Loopy::Sided(side.clone(), side)),
    }
}

/// Whether a value is loopy, or a sum in which a value is.
pub fn is_loopy(value: &Value) -> bool {
    Class::of(value) == Some(Class::Loopy)
}

/// The value of a bracket with a cycle; everything else as it is.
pub fn plain(value: &Value) -> Value {
    match value {
        Value::LoopyBracket(bracket) => bracket.value().clone(),
        other => other.clone(),
    }
}

/// `left op right`, where one is loopy.
pub(super) fn binary(
    host: &mut dyn Host,
    op: BinaryOp,
    left: &Value,
    right: &Value,
) -> Result<Value> {
    let store = host.store();
    let value = match op {
        BinaryOp::Add => {
            let (a, b) = (worth(host, left)?, worth(host, right)?);
            core::sum(&store, &a, &b)?
        }
        BinaryOp::Sub => {
            let (a, b) = (worth(host, left)?, worth(host, right)?);
            core::difference(&store, &a, &b)?
        }
        BinaryOp::Mul => return product(host, left, right),
        _ => return Err(no_operation(op)),
    };
    Ok(Value::of_worth(&store, value))
}

pub(super) fn product(host: &mut dyn Host, left: &Value, right: &Value) -> Result<Value> {
    let (n, game) = match (left, right) {
        (Value::Number(n), game) | (game, Value::Number(n)) => (n, game),
        _ => {
            return Err(Fault::new(Code::WrongType, "cannot multiply a game by a game")
                .note("only an integer and a game have a product: `3 * G`"));
        }
    };
    let Some(n) = n.to_integer() else {
        return Err(number::not_a_multiple(n));
    };
    let game = worth(host, game)?;
    let store = host.store();
    Ok(Value::of_worth(&store, core::times(&store, &n, &game)?))
}

fn no_operation(op: BinaryOp) -> Fault {
    let sign = match op {
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::By => "by",
        _ => "**",
    };
    Fault::new(Code::WrongType, format!("`{sign}` is for numbers, and one side is a loopy game"))
}

/// `-value`, for a loopy one.
pub(super) fn negative(store: &Store, loopy: &Loopy) -> Result<Value> {
    Ok(Value::of_worth(store, core::negative(store, &GameValue::Loopy(loopy.clone()))?))
}

/// `on & off`: the loopy value with the onside of the first and the offside of the second.
///
/// # Errors
/// When the onside is not at least the offside.
pub(super) fn sides(host: &mut dyn Host, left: &Value, right: &Value) -> Result<Value> {
    let (a, b) = (worth(host, left)?, worth(host, right)?);
    let store = host.store();
    let (onside, offside) = (onside_of(&a), offside_of(&b));
    let (on, off) = (worth_of_side(onside.clone()), worth_of_side(offside.clone()));
    if on == off {
        return Ok(Value::of_worth(&store, on));
    }
    if [&onside, &offside].iter().any(|side| matches!(side, LoopySide::Unresolved(_))) {
        // Left, moving second, survives the onside less the offside.
        let difference = core::difference(&store, &on, &off)?;
        if core::winners_of(&store, &difference)?.right_starts == Some(Player::Right) {
            return Err(Fault::new(Code::OutOfRange, "the onside must be at least the offside"));
        }
        return Ok(Value::of_worth(&store, GameValue::Loopy(Loopy::Sided(onside, offside))));
    }
    if !core::at_least(&store, &on, &off)? {
        let fault = Fault::new(Code::OutOfRange, "the onside must be at least the offside");
        let relation = match core::compare(&store, &on, &off)? {
            Comparison::Less => {
                return Err(fault
                    .note("here the first game is less than the second")
                    .help("the onside comes first: exchange the two"));
            }
            _ => "here the two games are confused with each other",
        };
        return Err(fault.note(relation));
    }
    let equal = core::at_least(&store, &off, &on)?;
    let value = if equal { on } else { GameValue::Loopy(Loopy::Sided(onside, offside)) };
    Ok(Value::of_worth(&store, value))
}

fn onside_of(worth: &GameValue) -> LoopySide {
    match worth {
        GameValue::Short(game) => LoopySide::Short(*game),
        GameValue::Loopy(loopy) => loopy.onside(),
    }
}

fn offside_of(worth: &GameValue) -> LoopySide {
    match worth {
        GameValue::Short(game) => LoopySide::Short(*game),
        GameValue::Loopy(loopy) => loopy.offside(),
    }
}

/// Whether two games are equal, where one may be loopy.
///
/// # Errors
/// When a limit is passed.
pub(super) fn equal(host: &mut dyn Host, left: &Value, right: &Value) -> Result<bool> {
    let (a, b) = (worth(host, left)?, worth(host, right)?);
    if a == b {
        return Ok(true);
    }
    let resolved = |worth: &GameValue| match worth {
        GameValue::Loopy(Loopy::Sided(on, off)) => {
            !matches!(on, LoopySide::Unresolved(_)) && !matches!(off, LoopySide::Unresolved(_))
        }
        _ => true,
    };
    if resolved(&a) && resolved(&b) {
        return Ok(false);
    }
    Ok(core::compare(&host.store(), &a, &b)? == Comparison::Equal)
}

/// Winners for both starting players.
///
/// # Errors
/// When a limit is passed.
pub fn winners(host: &mut dyn Host, value: &Value) -> Result<Winners> {
    let worth = worth(host, value)?;
    Ok(core::winners_of(&host.store(), &worth)?)
}

/// Outcome.
///
/// # Errors
/// When a limit is passed.
pub fn outcome(host: &mut dyn Host, value: &Value) -> Result<Outcome> {
    Ok(winners(host, value)?.outcome())
}

/// The canonical options of a loopy game.
///
/// # Errors
/// When it is no stopper, and so has no canonical form.
pub fn options(store: &Store, loopy: &Loopy, player: Player) -> Attempt<Vec<Value>> {
    match GameValue::Loopy(loopy.clone()).options(store, player) {
        Ok(options) => Ok(options.into_iter().map(|worth| Value::of_worth(store, worth)).collect()),
        Err(Error::NotAStopper) => {
            let fault = no_options();
            Err(NoAnswer::NoOptions(
                fault.help("ask `left_options(onside(G))`, `left_options(offside(G))`"),
            ))
        }
        Err(other) => Err(other.into()),
    }
}

/// Fault of asking for options of a game that is no stopper.
pub(super) fn no_options() -> Fault {
    Fault::new(Code::Loopy, "this game has no canonical options, because it is no stopper")
        .note("its value is given by its sides, which have options")
}

/// `left is right`: whether the right side as typed is the canonical form of the left.
pub(super) fn is(host: &mut dyn Host, left: &Value, right: &Value) -> Result<bool> {
    if !equal(host, left, right)? {
        return Ok(false);
    }
    match right {
        Value::LoopyBracket(bracket) => bracket.is_canonical(&host.store()),
        Value::Loopy(_) => Ok(true),
        other => canonical::as_canonical(&host.store(), other),
    }
}

/// Note where a stopper is needed.
pub const WHAT_STOPPERS_ARE: &str = "a stopper has no infinite alternating sequence of play";

/// The fault of a question for stoppers.
pub fn only_stoppers(error: Error) -> Fault {
    match error {
        Error::NotAStopper => {
            Fault::new(Code::Loopy, "this is found for stoppers, and a side here is none")
                .note(WHAT_STOPPERS_ARE)
        }
        other => other.into(),
    }
}

/// The value of a named loopy game.
pub fn named(store: &Store, name: LoopyName) -> Value {
    let worth = match name {
        LoopyName::On => Name::On.worth(),
        LoopyName::Off => Name::Off.worth(),
        LoopyName::Over => Name::Over.worth(),
        LoopyName::Under => Name::Under.worth(),
        LoopyName::Upon => Name::Upon.worth(),
        LoopyName::Dud => GameValue::Loopy(names::dud()),
    };
    Value::of_worth(store, worth)
}

/// `<0||0|-G>` for a game that may be loopy.
///
/// # Errors
/// When it is no game.
pub fn tiny(host: &mut dyn Host, value: &Value) -> Result<Value> {
    let worth = worth(host, value)?;
    let store = host.store();
    Ok(Value::of_worth(&store, names::tiny_of(&store, &worth)?))
}
