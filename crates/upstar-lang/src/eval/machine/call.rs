//! Calls of functions, builtins and rulesets.

use std::sync::Arc;

use super::instructions;
use super::run::take;
use crate::builtins;
use crate::diagnostic::Code;
use crate::eval::Machine;
use crate::eval::positions::arguments::{BOUND, fit, position_with};
use crate::eval::positions::checks::{check_family, check_positions};
use crate::eval::positions::usage::with_usage;
use crate::resolve::tree::{Function as Tree, Param, PositionKind};
use crate::value::code::{Argument, Code as Instructions, Site};
use crate::value::scalar::{Scalar, changed};
use crate::value::{Fault, Result, Ruleset, Value, misere};

impl Machine<'_> {
    /// Calls the value in a register, which is not a function of the program; its arguments follow.
    pub(super) fn call_at(
        &mut self,
        code: &Arc<Instructions>,
        site: &Site,
        place: usize,
    ) -> Result<Scalar> {
        let callee = take(&mut self.stack[place]).value()?;
        let args = self.arguments(place + 1, site.args.len());
        let applied = args.and_then(|args| match &callee {
            // Rules make positions of their own ruleset that are not checked.
            Value::Ruleset(ruleset) => {
                let is_checked = !Arc::ptr_eq(code, &ruleset.rules.code);
                self.call_ruleset(ruleset, &args, &site.args, is_checked)
            }
            _ => self.apply(&callee, args, &site.args),
        });
        applied.map(Scalar::of).map_err(|fault| Self::in_call(&callee, site, fault))
    }

    /// Calls a function of the language with arguments in registers from `first` on.
    pub(in crate::eval) fn builtin(&mut self, site: &Site, first: usize) -> Result<Scalar> {
        let count = site.args.len();
        if let Some(value) =
            site.shortcut.and_then(|value| value(&self.stack[first..first + count]))
        {
            return Ok(value);
        }
        self.builtin_of_values(site, first)
    }

    /// The same without a fast path.
    pub(super) fn builtin_of_values(&mut self, site: &Site, first: usize) -> Result<Scalar> {
        let count = site.args.len();
        let called =
            self.arguments(first, count).and_then(|args| builtins::call(self, site.builtin, args));
        called.map(Scalar::of).map_err(|fault| Self::in_builtin(site, fault))
    }

    /// `with(board, {place: symbol})`: the board in `first`, then places and symbols.
    pub(in crate::eval) fn change(&mut self, site: &Site, first: usize) -> Result<Scalar> {
        let registers = &self.stack[first..=first + 2 * site.entries];
        if let Some(changed) = changed(&registers[0], &registers[1..]) {
            return Ok(changed);
        }
        let registers = &mut self.stack[first..=first + 2 * site.entries];
        let mut items: Vec<Scalar> = registers.iter_mut().map(take).collect();
        let board = items.remove(0);
        let map = instructions::map(self.env.world.store(), items)
            .map_err(|fault| fault.or_at(site.map))?;
        let called = board
            .value()
            .and_then(|board| builtins::call(self, site.builtin, vec![board, map.value()?]));
        called.map(Scalar::of).map_err(|fault| Self::in_builtin(site, fault))
    }

    fn arguments(&mut self, first: usize, count: usize) -> Result<Vec<Value>> {
        let registers = &mut self.stack[first..first + count];
        registers.iter_mut().map(|register| take(register).value()).collect()
    }

    fn in_builtin(site: &Site, fault: Fault) -> Fault {
        let fault = placed(fault, site);
        match fault.is_outside(site.span) {
            true => fault.called(site.span, builtins::row(site.builtin).name),
            false => fault,
        }
    }

    /// Adds to a fault the call in which it happened.
    pub(super) fn in_call(callee: &Value, site: &Site, fault: Fault) -> Fault {
        let fault = placed(fault, site);
        match callee {
            Value::Function(function) => fault.called(site.span, name_of(&function.tree)),
            Value::Builtin(_, name) if fault.is_outside(site.span) => fault.called(site.span, name),
            _ => fault,
        }
    }

    /// Calls a value; `places` are the arguments as typed, and empty for calls by builtins.
    pub(in crate::eval) fn apply(
        &mut self,
        callee: &Value,
        args: Vec<Value>,
        places: &[Argument],
    ) -> Result<Value> {
        match callee {
            Value::Function(function) => self.call_function(function, args)?.value(),
            Value::Builtin(place, _) => builtins::call(self, *place, args),
            Value::Ruleset(ruleset) => self.call_ruleset(ruleset, &args, places, true),
            other => Err(not_callable(other)),
        }
    }

    fn call_ruleset(
        &mut self,
        ruleset: &Arc<Ruleset>,
        args: &[Value],
        places: &[Argument],
        is_checked: bool,
    ) -> Result<Value> {
        let called = self.member_or_position(ruleset, args, places, is_checked);
        called.map_err(|fault| with_usage(self, ruleset, args, fault))
    }

    /// Returns a ruleset of a family, or a position of a ruleset.
    fn member_or_position(
        &mut self,
        ruleset: &Arc<Ruleset>,
        args: &[Value],
        places: &[Argument],
        is_checked: bool,
    ) -> Result<Value> {
        if ruleset.family().is_some() {
            let position = position_with(self, ruleset, args, places);
            let position = position.map_err(|fault| match is_checked {
                true => fault,
                false => bounded(ruleset, args, fault),
            })?;
            if is_checked {
                check_positions(self, ruleset, &position)?;
            }
            let is_misere = ruleset.tree.misere && !ruleset.is_blocking();
            return if is_misere { misere::of(self, &position) } else { Ok(position) };
        }
        let tree = &ruleset.tree;
        let needed = needed(&tree.family);
        if args.len() < needed || args.len() > tree.family.len() {
            let name = &tree.name.text;
            return Err(wrong_count(name, needed, tree.family.len(), args.len()).note(format!(
                "`{}` is a family: the first parentheses choose a ruleset, the second a position",
                signature(name, &tree.family)
            )));
        }
        let rules = &ruleset.rules;
        let given = args.iter().map(|arg| Scalar::of(arg.clone()));
        let mut family = self.on_frame(&rules.code, given, |machine, base| {
            for (slot, default) in rules.family.iter().enumerate().skip(args.len()) {
                if let Some(default) = default {
                    let value = machine.block(&rules.code, base, *default)?;
                    machine.stack[base + slot] = Scalar::of(value);
                }
            }
            machine.arguments(base, rules.family.len())
        })?;
        let kinds = self.env.world.rules.compiled(ruleset);
        fit(&kinds.family, &mut family, places)?;
        let member = self.env.world.rules.member(ruleset, family)?;
        if is_checked {
            check_family(self, &member)?;
        }
        Ok(Value::Ruleset(member))
    }
}

/// Says to bound the move, in a fault of rules that call their own ruleset with fewer than 0 counters.
fn bounded(ruleset: &Ruleset, args: &[Value], fault: Fault) -> Fault {
    let is_negative =
        |arg: &Value| matches!(arg, Value::Number(n) if n.is_integer() && n.sign().is_lt());
    let is_heap = matches!(ruleset.tree.position, PositionKind::Heap);
    if is_heap && args.iter().any(is_negative) { fault.help(BOUND) } else { fault }
}

/// Gives a fault the place of the argument that is wrong, or of the call.
pub(super) fn placed(fault: Fault, site: &Site) -> Fault {
    let fault = site.args.iter().fold(fault, typed);
    fault.or_at_argument(site.args.iter().map(|arg| arg.span)).or_at(site.span)
}

/// Gives a fault in a text its place, if this argument is the text.
fn typed(fault: Fault, arg: &Argument) -> Fault {
    match &arg.text {
        Some(text) => fault.typed(text, arg.span),
        None => fault,
    }
}

/// Name of a function in messages.
fn name_of(tree: &Tree) -> &str {
    tree.name.as_deref().unwrap_or("this function")
}

/// Number of parameters without a default.
fn needed(params: &[Param]) -> usize {
    params.iter().filter(|param| param.default.is_none()).count()
}

/// `f(x, y = ...)`
pub fn signature(name: &str, params: &[Param]) -> String {
    let params: Vec<String> = params
        .iter()
        .map(|param| match param.default {
            Some(_) => format!("{} = ...", param.name.text),
            None => param.name.text.to_string(),
        })
        .collect();
    format!("{name}({})", params.join(", "))
}

/// Fault of calling a function with too few or too many arguments.
pub(super) fn wrong_arguments(tree: &Tree, (least, most): (usize, usize), found: usize) -> Fault {
    let shown = match &tree.name {
        Some(name) => signature(name, &tree.params),
        None => tree.text.to_string(),
    };
    wrong_count(name_of(tree), least, most, found).help(format!("it is `{shown}`"))
}

/// Fault of calling anything with too few or too many arguments.
pub(in crate::eval) fn wrong_count(name: &str, least: usize, most: usize, found: usize) -> Fault {
    let wanted = match (least, most) {
        (a, b) if a == b => format!("{a} argument{}", if a == 1 { "" } else { "s" }),
        (a, b) => format!("{a} to {b} arguments"),
    };
    Fault::new(Code::WrongCount, format!("{name} takes {wanted}, not {found}"))
}

fn not_callable(value: &Value) -> Fault {
    let fault = Fault::new(Code::NotCallable, format!("{} cannot be called", value.kind()));
    match value {
        Value::Number(_) | Value::Game(_) | Value::Form(_) => {
            fault.help("a product is written with `*` and spaces around it")
        }
        Value::List(_) | Value::Tuple(_) | Value::Map(_) | Value::Board(_) => {
            fault.help("an element is taken with `[...]`, counted from 1")
        }
        _ => fault,
    }
}
