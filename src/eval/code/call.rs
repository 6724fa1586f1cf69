//! Calls from rules: of functions of the language and of the program.

use std::sync::Arc;

use super::compile::Compiler;
use super::{Body, Placed, Slim, Slots, words};
use crate::builtins;
use crate::eval::{MORE_STACK, Machine, RED_ZONE};
use crate::resolve::tree::{Expr, Function as Tree, StatementKind};
use crate::source::Span;
use crate::value::{At, Function, Result, Value};

/// What is called, with what.
pub(super) struct Call {
    pub(super) args: Vec<Placed>,
    /// The arguments as typed.
    pub(super) places: Arc<[Expr]>,
    pub(super) span: Span,
}

impl Call {
    /// Calls a function of the language, perhaps in a simple way.
    pub(super) fn builtin(
        &self,
        place: u16,
        word: Option<words::Word>,
        machine: &mut Machine<'_>,
        slots: &mut Slots,
    ) -> Result<Slim> {
        // Without a list of arguments where there are few.
        match &self.args[..] {
            [only] => {
                let args = [only.needed(machine, slots)?];
                self.builtin_of(place, word, args, machine)
            }
            [first, second] => {
                let args = [first.needed(machine, slots)?, second.needed(machine, slots)?];
                self.builtin_of(place, word, args, machine)
            }
            _ => self.builtin_of(place, word, self.arguments(machine, slots)?, machine),
        }
    }

    /// Calls a function of the language that gives a list, and `length` with that, perhaps
    /// without the list.
    pub(super) fn length(
        &self,
        length: u16,
        inner: &(Call, u16, words::Word),
        machine: &mut Machine<'_>,
        slots: &mut Slots,
    ) -> Result<Slim> {
        let (call, place, counted) = inner;
        let [whole, at] = &call.args[..] else { return call.builtin(*place, None, machine, slots) };
        let args = [whole.needed(machine, slots)?, at.needed(machine, slots)?];
        if let Some(count) = counted(&args) {
            return Ok(count);
        }
        let list = call.builtin_of(*place, None, args, machine)?;
        self.builtin_of(length, None, [list], machine)
    }

    fn builtin_of(
        &self,
        place: u16,
        word: Option<words::Word>,
        args: impl AsRef<[Slim]> + IntoIterator<Item = Slim>,
        machine: &mut Machine<'_>,
    ) -> Result<Slim> {
        if let Some(simple) = word.and_then(|word| word(args.as_ref())) {
            return Ok(simple);
        }
        let args = args.into_iter().map(Slim::value).collect::<Result<Vec<_>>>()?;
        let name = builtins::row(place).name;
        let result = builtins::call(machine, place, &args).at(self.span);
        result.map(Slim::of).map_err(|fault| match fault.is_outside(self.span) {
            true => fault.called(self.span, name),
            false => fault,
        })
    }

    /// Calls a value.
    pub(super) fn value(
        &self,
        callee: &Value,
        machine: &mut Machine<'_>,
        slots: &mut Slots,
    ) -> Result<Slim> {
        let args = self.arguments(machine, slots)?;
        if let Value::Function(function) = callee
            && let Some(body) = machine.body(function)
            && function.tree.params.len() == args.len()
        {
            let result = machine.run_body(body, args).at(self.span);
            return result.map_err(|fault| machine.in_call(callee, self.span, fault));
        }
        let args = args.into_iter().map(Slim::value).collect::<Result<Vec<_>>>()?;
        let result = machine.apply(callee, args, &self.places).at(self.span);
        result.map(Slim::of).map_err(|fault| machine.in_call(callee, self.span, fault))
    }

    fn arguments(&self, machine: &mut Machine<'_>, slots: &mut Slots) -> Result<Vec<Slim>> {
        self.args.iter().map(|arg| arg.needed(machine, slots)).collect()
    }
}

impl<'m> Machine<'m> {
    /// The compiled body of a function that is one expression.
    fn body(&self, function: &Function) -> Option<&'m Body> {
        let tree = &function.tree;
        self.world.functions.body(tree, || body(tree))
    }

    fn run_body(&mut self, body: &Body, mut args: Vec<Slim>) -> Result<Slim> {
        self.budget.step()?;
        self.one_deeper(|machine| {
            args.resize(body.slots, Slim::Value(Value::Nothing));
            machine.budget.step().at(body.statement)?;
            stacker::maybe_grow(RED_ZONE, MORE_STACK, || (body.expr.code)(machine, &mut args))
        })
    }
}

impl Machine<'_> {
    /// `base[indices]`, when it is not simple.
    pub(super) fn slim_element(
        &mut self,
        base: Slim,
        indices: Vec<Slim>,
        span: Span,
    ) -> Result<Slim> {
        let indices = indices.into_iter().map(Slim::value).collect::<Result<Vec<_>>>()?;
        Ok(Slim::of(self.element(&base.value()?, &indices).at(span)?))
    }
}

fn body(tree: &Arc<Tree>) -> Option<Body> {
    let [statement] = &tree.body[..] else { return None };
    let StatementKind::Expr(expr) = &statement.kind else { return None };
    if !tree.captures.is_empty() {
        return None;
    }
    let expr = Compiler::default().placed(expr)?;
    Some(Body { expr, slots: tree.slots, statement: statement.span })
}
