//! The `check` clauses of rulesets: conditions on the rulesets of a family, and on positions that are typed.
//!
//! Knows: when a condition is asked, and what is said where it does not hold.
//! Must not know: how positions are made.
//!
//! A position is checked where a program makes it by a call: in an input, in a function, in the rules of another ruleset.
//! Options are not checked, nor are calls that stand in the rules of the same ruleset: what follows from a position by
//! the rules is a position. A function that is written in the rules is a function: its calls are checked.

use std::sync::Arc;

use crate::diagnostic::Code;
use crate::eval::Machine;
use crate::resolve::tree::{Check, PositionKind};
use crate::value::code::Block;
use crate::value::scalar::Scalar;
use crate::value::{At, Fault, Position, Result, Ruleset, TermKind, Value, ops, show};

/// Checks positions that a call has made of a ruleset.
pub(in crate::eval) fn check_positions(
    machine: &mut Machine<'_>,
    ruleset: &Ruleset,
    made: &Value,
) -> Result<()> {
    if !ruleset.tree.checks_positions() {
        return Ok(());
    }
    for term in ops::terms(machine.env.world.store(), made, false)? {
        if let TermKind::Position(position) = &term.kind {
            check_position(machine, position)?;
        }
    }
    Ok(())
}

fn check_position(machine: &mut Machine<'_>, position: &Arc<Position>) -> Result<()> {
    let ruleset = &position.ruleset;
    let is_read = matches!(ruleset.tree.position, PositionKind::Heap | PositionKind::Tuple);
    if is_read && machine.env.surely_passes(position) {
        return Ok(());
    }
    for (check, block) in ruleset.tree.checks.iter().zip(&ruleset.rules.checks) {
        if check.of_family {
            continue;
        }
        let said = machine.evaluate_in(*block, position);
        judge(machine, said, check, *block, |machine| {
            let value = Value::Position(position.clone());
            let shown = show::value(machine.env.world.store(), &value)?;
            Ok(format!("{shown} is no position of {}", ruleset.tree.name.text))
        })?;
    }
    Ok(())
}

/// Checks the parameters of a family, once while all globals stay as they are.
pub(in crate::eval) fn check_family(machine: &mut Machine<'_>, ruleset: &Ruleset) -> Result<()> {
    if machine.env.family_was_checked(ruleset) {
        return Ok(());
    }
    let family = ruleset.family().unwrap_or_default();
    for (check, block) in ruleset.tree.checks.iter().zip(&ruleset.rules.checks) {
        if !check.of_family {
            continue;
        }
        let code = &ruleset.rules.code;
        let slots = family.iter().map(|value| Scalar::of(value.clone()));
        let said = machine.on_frame(code, slots, |machine, base| machine.block(code, base, *block));
        judge(machine, said, check, *block, |machine| {
            let store = machine.env.world.store();
            let shown = family.iter().map(|value| show::value(store, value));
            let shown = shown.collect::<Result<Vec<_>>>()?.join(", ");
            Ok(format!("{}({shown}) is no ruleset", ruleset.tree.name.text))
        })?;
    }
    machine.env.note_checked_family(ruleset);
    Ok(())
}

/// Returns an error if a condition does not hold, or cannot be asked about such values; `what` says of
/// what it does not hold. A limit passed on the way says nothing about the position and is passed on.
fn judge(
    machine: &mut Machine<'_>,
    said: Result<Value>,
    check: &Check,
    block: Block,
    what: impl FnOnce(&mut Machine<'_>) -> Result<String>,
) -> Result<()> {
    let note = match said {
        Ok(Value::Bool(true)) => return Ok(()),
        Ok(Value::Bool(false)) => None,
        Ok(other) => return Err(other.wrong("a truth value")).at(block.span),
        Err(fault) if fault.code().is_limit() => return Err(fault),
        Err(fault) => Some(fault.into_diagnostic().message),
    };
    let condition = format!("`{}` does not hold", check.text);
    let reason = check.message.as_deref().unwrap_or(&condition);
    let fault = Fault::new(Code::WrongPosition, format!("{}: {reason}", what(machine)?));
    Err(match note {
        Some(note) => fault.note(format!("`{}` cannot be asked here: {note}", check.text)),
        None if check.message.is_some() => fault.note(condition),
        None => fault,
    })
}
