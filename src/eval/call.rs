//! Calls: of functions, builtins and rulesets.

use std::sync::Arc;

use super::{Frame, Machine};
use crate::builtins;
use crate::diagnostic::Code;
use crate::resolve::tree::{Expr, ExprKind, Function as Tree, Param};
use crate::source::Span;
use crate::value::{At, Fault, Function, Result, Ruleset, Value, misere};

use super::statement::Flow;

impl Machine<'_> {
    pub(super) fn call_expr(
        &mut self,
        callee: &Expr,
        args: &[Expr],
        span: Span,
        frame: &mut Frame,
    ) -> Result<Value> {
        let callee_value = self.expr(callee, frame)?;
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(self.needed(arg, frame)?);
        }
        let applied = self.apply(&callee_value, values, args);
        let located = applied.map_err(|fault| args.iter().fold(fault, typed)).at(span);
        located.map_err(|fault| self.in_call(&callee_value, span, fault))
    }

    /// A fault with the call in which it happened.
    pub(super) fn in_call(&self, callee: &Value, span: Span, fault: Fault) -> Fault {
        match callee {
            Value::Function(function) => fault.called(span, name_of(&function.tree)),
            Value::Builtin(_, name) if fault.is_outside(span) => fault.called(span, name),
            _ => fault,
        }
    }

    /// Calls a value; `places` are the arguments as typed, when they were.
    pub(super) fn apply(
        &mut self,
        callee: &Value,
        args: Vec<Value>,
        places: &[Expr],
    ) -> Result<Value> {
        match callee {
            Value::Function(function) => self.call_function(function, args),
            Value::Builtin(place, _) => builtins::call(self, *place, &args),
            Value::Ruleset(ruleset) => self.call_ruleset(ruleset, &args, places),
            other => Err(not_callable(other)),
        }
    }

    fn call_function(&mut self, function: &Arc<Function>, args: Vec<Value>) -> Result<Value> {
        self.budget.step()?;
        self.enter()?;
        let result = self.run_function(function, args);
        self.calls -= 1;
        result
    }

    fn run_function(&mut self, function: &Arc<Function>, args: Vec<Value>) -> Result<Value> {
        let tree = &function.tree;
        let needed = needed(&tree.params);
        if args.len() < needed || args.len() > tree.params.len() {
            let shown = match &tree.name {
                Some(name) => signature(name, &tree.params),
                None => tree.text.to_string(),
            };
            return Err(wrong_count(name_of(tree), needed, tree.params.len(), args.len())
                .help(format!("it is `{shown}`")));
        }
        let mut frame = vec![Value::Nothing; tree.slots];
        for (capture, value) in tree.captures.iter().zip(function.captures()) {
            frame[capture.inside] = value.clone();
        }
        self.fill(&tree.params, args, &mut frame)?;
        match self.block(&tree.body, &mut frame)? {
            Flow::Next(value) | Flow::Return(value) => Ok(value),
            Flow::Break | Flow::Continue => Ok(Value::Nothing),
        }
    }

    /// Puts arguments, and defaults where there are none, into the first slots.
    pub(super) fn fill(
        &mut self,
        params: &[Param],
        args: Vec<Value>,
        frame: &mut Frame,
    ) -> Result<()> {
        let given = args.len();
        for (slot, value) in args.into_iter().enumerate() {
            frame[slot] = value;
        }
        for (slot, param) in params.iter().enumerate().skip(given) {
            if let Some(default) = &param.default {
                frame[slot] = self.expr(default, frame)?;
            }
        }
        Ok(())
    }

    fn call_ruleset(
        &mut self,
        ruleset: &Arc<Ruleset>,
        args: &[Value],
        places: &[Expr],
    ) -> Result<Value> {
        let called = self.member_or_position(ruleset, args, places);
        called.map_err(|fault| self.with_usage(ruleset, args, fault))
    }

    /// A ruleset of a family, or a position of a ruleset.
    fn member_or_position(
        &mut self,
        ruleset: &Arc<Ruleset>,
        args: &[Value],
        places: &[Expr],
    ) -> Result<Value> {
        if ruleset.family().is_some() {
            let position = self.position(ruleset, args, places)?;
            return if ruleset.tree.misere { misere::of(self, &position) } else { Ok(position) };
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
        let mut frame = vec![Value::Nothing; tree.slots];
        self.fill(&tree.family, args.to_vec(), &mut frame)?;
        frame.truncate(tree.family.len());
        let kinds = self.world.rules.compiled(ruleset);
        self.fit(&kinds.family, &mut frame, places)?;
        Ok(Value::Ruleset(self.world.rules.member(ruleset, frame)?))
    }
}

/// A fault about a text that may be this one.
fn typed(fault: Fault, arg: &Expr) -> Fault {
    match &arg.kind {
        ExprKind::Text(text) => fault.typed(text, arg.span),
        _ => fault,
    }
}

/// What a function is called in messages.
pub(super) fn name_of(tree: &Tree) -> &str {
    tree.name.as_deref().unwrap_or("this function")
}

/// How many arguments must be given.
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

/// The fault of calling something with too few or too many arguments.
pub(super) fn wrong_count(name: &str, least: usize, most: usize, found: usize) -> Fault {
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
