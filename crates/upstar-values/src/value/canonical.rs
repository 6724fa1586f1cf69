//! Canonical forms of brackets as they were typed.
//!
//! Must not know: positions, or anything else that has to be computed.

use upstar_core::{Game, Store};

use super::{Form, Result, Value, expect};

/// Whether a value is a game, so that its canonical form can be asked for.
pub fn is_gamelike(value: &Value) -> bool {
    matches!(
        value,
        Value::Number(_)
            | Value::Surreal(_)
            | Value::Game(_)
            | Value::Form(_)
            | Value::Typed(_)
            | Value::Loopy(_)
            | Value::LoopyBracket(_)
            | Value::Position(_)
            | Value::Sum(_)
    )
}

/// Whether a value is typed as its canonical form is.
///
/// # Errors
/// When a limit is passed.
pub fn as_canonical(store: &Store, value: &Value) -> Result<bool> {
    match value {
        Value::Form(form) | Value::Typed(form) => form_is_canonical(store, form),
        Value::Number(_) | Value::Surreal(_) | Value::Game(_) => Ok(true),
        _ => Ok(false),
    }
}

fn form_is_canonical(store: &Store, form: &Form) -> Result<bool> {
    let value = form.canonical();
    let left = store.left_options(value)?;
    let right = store.right_options(value)?;
    Ok(typed_exactly(store, form.left(), left)? && typed_exactly(store, form.right(), right)?)
}

fn typed_exactly(store: &Store, typed: &[Value], mut wanted: Vec<Game>) -> Result<bool> {
    for option in typed {
        store.budget().step()?;
        let value = match option {
            Value::Form(form) | Value::Typed(form) => form.canonical(),
            Value::Game(game) => *game,
            Value::Number(number) => expect::number_game(store, number)?,
            _ => return Ok(false),
        };
        let Some(place) = wanted.iter().position(|game| *game == value) else {
            return Ok(false);
        };
        wanted.swap_remove(place);
        if !as_canonical(store, option)? {
            return Ok(false);
        }
    }
    Ok(wanted.is_empty())
}
