//! Loopy games that are typed by a name: `on`, `over`, `tiny(on)`. Names are found by the core.

use upstar_core::Store;
use upstar_core::loopy::Worth;
use upstar_core::loopy::named::{self as core, Name};

use crate::syntax::ast::LoopyName;
use crate::value::host::Host;
use crate::value::{Result, Value};

/// The value of a named loopy game.
pub fn named(store: &Store, name: LoopyName) -> Value {
    let worth = match name {
        LoopyName::On => Name::On.worth(),
        LoopyName::Off => Name::Off.worth(),
        LoopyName::Over => Name::Over.worth(),
        LoopyName::Under => Name::Under.worth(),
        LoopyName::Upon => Name::Upon.worth(),
        LoopyName::Dud => Worth::Loopy(core::dud()),
    };
    Value::of_worth(store, worth)
}

/// `<0||0|-G>` for a game that may be loopy.
///
/// # Errors
/// When it is no game.
pub fn tiny(host: &mut dyn Host, value: &Value) -> Result<Value> {
    let worth = super::worth(host, value)?;
    let store = host.store();
    Ok(Value::of_worth(&store, core::tiny_of(&store, &worth)?))
}
