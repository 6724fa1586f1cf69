//! Suggested calls of a ruleset, for calls with the wrong arguments. Each suggestion has been tried: the
//! position exists, and its moves can be listed.

mod examples;

use std::sync::Arc;

use upstar_core::{Player, Store};

use self::examples::{calls_in, choices, numbers_of, parameters};
use crate::diagnostic::Code;
use crate::eval::Machine;
use crate::eval::environment::Environment;
use crate::resolve::tree::PositionKind;
use crate::resolve::{Names as _, resolve};
use crate::syntax::{Token, TokenKind, parse_input, tokens};
use crate::value::moves::moves;
use crate::value::{Fault, Result, Ruleset, TermKind, TextLimits, Value, show};
use crate::{builtins, compile};

/// Most values of the caller in a suggestion.
const MOST_VALUES: usize = 8;

/// Longest suggestion, in bytes.
const LONGEST: usize = 200;

/// Most examples tried.
const MOST_TRIED: usize = 200;

/// Steps for trying one suggestion.
const STEPS: u64 = 5_000;

/// Suggested call, whose position exists.
struct Tried {
    call: String,
    has_moves: bool,
}

/// Adds a suggestion to a fault about the arguments of a ruleset.
pub(in crate::eval) fn with_usage(
    machine: &mut Machine<'_>,
    ruleset: &Arc<Ruleset>,
    args: &[Value],
    fault: Fault,
) -> Fault {
    let about_arguments = matches!(
        fault.code(),
        Code::WrongCount
            | Code::WrongType
            | Code::WrongPosition
            | Code::BadGraph
            | Code::OutOfRange
    );
    if !about_arguments || fault.has_help() || machine.tries_usage {
        return fault;
    }
    let help = while_trying(machine, |machine| usage(machine, ruleset, args));
    fault.help(help)
}

/// The calls of a member of a family, or of a ruleset, with these arguments as typed, if all of them are positions
/// with moves to list.
pub(super) fn samples(
    machine: &mut Machine<'_>,
    ruleset: &Arc<Ruleset>,
    arguments: &[&str],
) -> Option<Vec<String>> {
    if machine.tries_usage {
        return None;
    }
    let head = head(machine.env.world.store(), ruleset)?;
    let calls: Vec<String> = arguments.iter().map(|args| format!("{head}({args})")).collect();
    let work = while_trying(machine, |machine| {
        calls.iter().all(|call| try_call(machine, ruleset, call).is_some())
    });
    work.then_some(calls)
}

/// Result of `work`, in which no suggestion is made, and of which no event is left.
fn while_trying<T>(machine: &mut Machine<'_>, work: impl FnOnce(&mut Machine<'_>) -> T) -> T {
    let events = machine.events.len();
    machine.tries_usage = true;
    let result = work(machine);
    machine.tries_usage = false;
    machine.events.truncate(events);
    result
}

fn usage(machine: &mut Machine<'_>, ruleset: &Arc<Ruleset>, args: &[Value]) -> String {
    let regrouped = regrouped(machine.env.world.store(), ruleset, args);
    if let Some(call) =
        regrouped.into_iter().find(|call| try_call(machine, ruleset, call).is_some())
    {
        return format!("write `{call}`");
    }
    let tree = &ruleset.tree;
    let name = &*tree.name.text;
    let documented = calls_in(tree.doc.as_deref().unwrap_or(""), name);
    let documented = documented.into_iter().filter(|call| is_closed(&machine.env, call)).collect();
    let numbers = numbers_of(tree);
    let made =
        choices(machine.env.world.store(), &[&tree.family, &tree.params], &numbers, MOST_TRIED)
            .into_iter()
            .map(|arguments| format!("{name}{arguments}"))
            .collect();
    match best_call(machine, ruleset, documented).or_else(|| best_call(machine, ruleset, made)) {
        Some(call) => format!("it is called as in `{call}`"),
        None => format!("its parameters are `{name}{}`", parameters(tree)),
    }
}

/// First call whose position has moves, or else the first of any position.
fn best_call(
    machine: &mut Machine<'_>,
    ruleset: &Arc<Ruleset>,
    calls: Vec<String>,
) -> Option<String> {
    let mut without_moves = None;
    for call in calls.into_iter().take(MOST_TRIED) {
        match try_call(machine, ruleset, &call) {
            Some(Tried { call, has_moves: true }) => return Some(call),
            Some(tried) => without_moves = without_moves.or(Some(tried.call)),
            None => {}
        }
    }
    without_moves
}

/// Whether all names in a call are functions, rulesets or parameters of a function `(x, y) -> ...` in it, so that it
/// means the same everywhere.
fn is_closed(env: &Environment<'_>, call: &str) -> bool {
    let all = tokens(call);
    let text = |token: &Token| &call[token.range.clone()];
    let names = || all.iter().filter(|token| token.kind == TokenKind::Name);
    // One parameter, or one of several in parentheses.
    let is_before_arrow = |name: &&Token| {
        let others = |c: char| c.is_alphanumeric() || ['_', ',', ' '].contains(&c);
        let rest = call[name.range.end..].trim_start_matches(others);
        rest.strip_prefix(')').unwrap_or(rest).trim_start().starts_with("->")
    };
    let parameters: Vec<&str> = names().filter(is_before_arrow).map(text).collect();
    names().map(text).all(|name| {
        let global = env.globals.global(name);
        let global = global.map(|place| env.globals.get(place));
        parameters.contains(&name)
            || builtins::find(name).is_some()
            || matches!(global, Some(Value::Ruleset(_)))
    })
}

/// Tries a call; `None` if it fails. A call that gives a ruleset of the family is completed to a
/// position.
fn try_call(machine: &mut Machine<'_>, ruleset: &Arc<Ruleset>, call: &str) -> Option<Tried> {
    if call.len() > LONGEST {
        return None;
    }
    match within(machine, |machine| typed_call(machine, ruleset, call))? {
        Value::Ruleset(member) if Arc::ptr_eq(&member.tree, &ruleset.tree) => {
            member.family()?;
            let (store, numbers) = (machine.env.world.store(), numbers_of(&member.tree));
            let positions = choices(store, &[&member.tree.params], &numbers, MOST_TRIED);
            positions.iter().find_map(|position| {
                let call = format!("{call}{position}");
                let value = within(machine, |machine| typed_call(machine, ruleset, &call))?;
                Some(Tried { has_moves: has_moves(machine, ruleset, &value)?, call })
            })
        }
        value => {
            let has_moves = has_moves(machine, ruleset, &value)?;
            Some(Tried { call: call.to_owned(), has_moves })
        }
    }
}

/// Whether a position of the ruleset has moves; `None` if the value is no such position, or its moves
/// cannot be listed.
fn has_moves(machine: &mut Machine<'_>, ruleset: &Arc<Ruleset>, value: &Value) -> Option<bool> {
    let is_own = match value {
        Value::Position(position) => Arc::ptr_eq(&position.ruleset.tree, &ruleset.tree),
        Value::Sum(sum) => sum.terms().iter().all(|term| match &term.kind {
            TermKind::Position(position) => Arc::ptr_eq(&position.ruleset.tree, &ruleset.tree),
            TermKind::Game(_) | TermKind::Loopy(_) => false,
        }),
        Value::Misere(_) => ruleset.tree.misere,
        _ => false,
    };
    is_own.then_some(())?;
    let left = within(machine, |machine| Ok(moves(machine, value, Player::Left)?))?;
    let right = within(machine, |machine| Ok(moves(machine, value, Player::Right)?))?;
    Some(!left.is_empty() || !right.is_empty())
}

/// Value of a call as typed.
fn typed_call(machine: &mut Machine<'_>, ruleset: &Ruleset, call: &str) -> Result<Value> {
    let source = ruleset.tree.span.source;
    let budget = machine.env.budget.clone();
    let program = parse_input(source, call, &TextLimits(&budget)).map_err(Fault::from)?;
    // A copy of the names keeps the program's unchanged.
    let program =
        resolve(&program.statements, &mut (*machine.env.globals).clone(), &TextLimits(&budget))
            .map_err(|diagnostic| Fault::from(*diagnostic))?;
    let Some(code) = compile::expression(&program) else {
        return Err(Fault::new(Code::Misplaced, "a suggestion is one call"));
    };
    machine.value_of(&code)
}

/// Result of `work` within the steps for one suggestion; `None` if it fails.
fn within<T>(
    machine: &mut Machine<'_>,
    work: impl FnOnce(&mut Machine<'_>) -> Result<T>,
) -> Option<T> {
    let outer = machine.env.budget.max_steps();
    machine.env.budget.limit_steps(outer.min(machine.env.budget.steps().saturating_add(STEPS)));
    let result = work(machine);
    machine.env.budget.limit_steps(outer);
    result.ok()
}

/// A ruleset, or a member of a family with its parameters, as typed; `None` where that is long, or chosen by none.
fn head(store: &Store, ruleset: &Ruleset) -> Option<String> {
    let name = &*ruleset.tree.name.text;
    match ruleset.family()? {
        [] => Some(name.to_owned()),
        family => Some(format!("{name}({})", shown(store, family)?)),
    }
}

/// Values as typed, separated by commas; `None` if there are many.
fn shown(store: &Store, values: &[Value]) -> Option<String> {
    (values.len() <= MOST_VALUES).then_some(())?;
    let shown: Option<Vec<String>> =
        values.iter().map(|value| show::value(store, value).ok()).collect();
    Some(shown?.join(", "))
}

/// The same arguments with or without a list around them, or with the first ones as those of the family.
fn regrouped(store: &Store, ruleset: &Ruleset, args: &[Value]) -> Vec<String> {
    let tree = &ruleset.tree;
    let shown = |values: &[Value]| shown(store, values);
    let name = &*tree.name.text;
    let mut calls = Vec::new();
    if ruleset.family().is_none() {
        if args.len() > tree.family.len() {
            let (first, rest) = args.split_at(tree.family.len());
            calls.extend(shown(first).zip(shown(rest)).map(|(a, b)| format!("{name}({a})({b})")));
        }
        calls.extend(shown(args).map(|all| format!("{name}([{all}])")));
        return calls;
    }
    let Some(head) = head(store, ruleset) else { return calls };
    let single = match args {
        [Value::List(list)] => Some(list.items()),
        [Value::Tuple(tuple)] => Some(tuple.items()),
        _ => None,
    };
    match (&tree.position, single) {
        (PositionKind::Heap | PositionKind::Coins | PositionKind::Tuple, Some(items)) => {
            calls.extend(shown(items).map(|items| format!("{head}({items})")));
        }
        (PositionKind::Tuple, None) => {
            calls.extend(shown(args).map(|all| format!("{head}([{all}])")));
        }
        _ => {}
    }
    calls
}
