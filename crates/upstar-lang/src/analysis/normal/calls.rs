//! Calls: functions of the program and of the library are written out where they are called.

use std::sync::Arc;

use super::{Frame, Normaliser, at, itself, literal};
use crate::analysis::intrinsic;
use crate::builtins::Intrinsic;
use crate::resolve::tree::{
    Capture, Expr, ExprKind, Function, Slot, Statement, StatementKind, Target,
};
use crate::source::Span;
use crate::syntax::ast::Collection;
use crate::value::{Function as Closure, Value};

/// Deeper calls stay calls.
const MOST_OPEN: usize = 16;

impl Normaliser<'_> {
    /// A call, of whose value only the members are asked for, if `asked`.
    pub(super) fn call(
        &mut self,
        callee: &Expr,
        args: &[Expr],
        asked: bool,
        span: Span,
    ) -> Option<Expr> {
        let callee = self.expr(callee)?;
        let args = self.arguments(&callee, args)?;
        let function = match &callee.kind {
            ExprKind::Global(place) => Some((self.globals)(*place)),
            ExprKind::Slot(slot, _) => self.family.get(*slot).cloned(),
            _ => None,
        };
        if let Some(Value::Function(function)) = function
            && let Some(written_out) = self.function_call(&function, &args, asked, span)
        {
            return Some(written_out);
        }
        if let ExprKind::Lambda(function) = &callee.kind {
            let captured = |capture: &Capture| (capture.inside, at(span, itself(capture.outside)));
            let captured = function.captures.iter().map(captured).collect();
            if let Some(written_out) = self.written_out(function, captured, (&args, asked, span)) {
                return Some(written_out);
            }
        }
        if let Some(function) = intrinsic(&callee) {
            return Some(self.intrinsic(function, args, span));
        }
        self.note_call(&callee);
        Some(at(span, ExprKind::Call { callee: callee.into(), args: args.into() }))
    }

    /// The arguments of a call. Of a collection of truths it does not matter how often each comes.
    fn arguments(&mut self, callee: &Expr, args: &[Expr]) -> Option<Vec<Expr>> {
        if let [Expr { kind: ExprKind::Comprehension { collection, element, generators }, span }] =
            args
            && let Some(Intrinsic::All | Intrinsic::Any) = intrinsic(callee)
            && *collection != Collection::Map
        {
            let list = Collection::List;
            return Some(vec![self.comprehension(list, element, generators, false, *span)?]);
        }
        let asks_members = |function| matches!(function, Intrinsic::Set | Intrinsic::Union);
        if intrinsic(callee).is_some_and(asks_members) {
            return args.iter().map(|arg| self.members(arg)).collect();
        }
        self.all(args)
    }

    fn function_call(
        &mut self,
        function: &Closure,
        args: &[Expr],
        asked: bool,
        span: Span,
    ) -> Option<Expr> {
        let captured = function.tree.captures.iter().zip(function.captures());
        let captured = captured
            .map(|(capture, value)| Some((capture.inside, literal(value, span)?)))
            .collect::<Option<Vec<_>>>()?;
        if asked && let Some(group) = self.grown_by_calls(&function.tree, args, span) {
            return Some(group);
        }
        self.written_out(&function.tree, captured, (args, asked, span))
    }

    /// The body of a function with arguments in the place of its parameters; `None` for a function that may call itself, or
    /// whose body is no expression.
    fn written_out(
        &mut self,
        function: &Arc<Function>,
        captured: Vec<(Slot, Expr)>,
        (args, asked, span): (&[Expr], bool, Span),
    ) -> Option<Expr> {
        let is_open = self.open.iter().any(|open| Arc::ptr_eq(open, function));
        let fits = args.len() <= function.params.len()
            && function.params.iter().all(|param| param.kind.is_none());
        (!is_open && fits && self.open.len() < MOST_OPEN).then_some(())?;
        let mut frame: Frame = vec![None; function.slots];
        for (slot, value) in captured {
            frame[slot] = Some(value);
        }
        self.within(function, frame, asked, |inner| inner.with_arguments(function, 0, args, span))
    }

    /// What `read` makes of a function whose variables stand for what is in a frame.
    pub(super) fn within(
        &mut self,
        function: &Arc<Function>,
        frame: Frame,
        asked: bool,
        read: impl FnOnce(&mut Self) -> Option<Expr>,
    ) -> Option<Expr> {
        let outside = std::mem::replace(&mut self.frame, frame);
        let was_normal = std::mem::replace(&mut self.is_normal, false);
        let asked_outside = std::mem::replace(&mut self.asks_members_of_value, asked);
        self.open.push(function.clone());
        let found = read(self);
        self.open.pop();
        self.asks_members_of_value = asked_outside;
        self.is_normal = was_normal;
        self.frame = outside;
        found
    }

    fn with_arguments(
        &mut self,
        function: &Function,
        place: Slot,
        args: &[Expr],
        span: Span,
    ) -> Option<Expr> {
        let Some(param) = function.params.get(place) else {
            return self.block(&function.body, span);
        };
        let value = match args.get(place) {
            Some(value) => value.clone(),
            None => self.expr(param.default.as_ref()?)?,
        };
        self.with_value(place, value, span, |inner| {
            inner.with_arguments(function, place + 1, args, span)
        })
    }

    /// A function without a name, whose variables from outside are those of the normal form.
    pub(super) fn lambda(&mut self, function: &Arc<Function>) -> Option<Arc<Function>> {
        let captures = function.captures.iter().map(|capture| {
            let outside = self.variable(capture.outside, false, function.span)?;
            match outside.kind {
                ExprKind::Slot(slot, _) => Some(Capture { outside: slot, ..capture.clone() }),
                _ => None,
            }
        });
        let captures = captures.collect::<Option<Vec<_>>>()?;
        Some(Arc::new(Function { captures, ..Function::clone(function) }))
    }

    /// The value of statements, of which the last one gives it.
    pub(super) fn block(&mut self, statements: &[Statement], span: Span) -> Option<Expr> {
        let (first, rest) = statements.split_first()?;
        match &first.kind {
            StatementKind::Return(Some(value)) => self.asked(value, self.asks_members_of_value),
            StatementKind::Expr(Expr {
                kind: ExprKind::IfBlock { condition, then, otherwise },
                span,
            }) => self.branches((condition, then, otherwise), rest, *span),
            StatementKind::Expr(value) if rest.is_empty() => {
                self.asked(value, self.asks_members_of_value)
            }
            StatementKind::Bind { target: Target::Slot(slot), value } => {
                let value = self.expr(value)?;
                self.with_value(*slot, value, span, |inner| inner.block(rest, span))
            }
            StatementKind::Bind { target: Target::Tuple(targets, _), value } => {
                let ExprKind::Tuple(items) = self.expr(value)?.kind else { return None };
                (items.len() == targets.len()).then_some(())?;
                for (target, item) in targets.iter().zip(items) {
                    let Target::Slot(slot) = target else { return None };
                    self.may_move(&item).then(|| self.set(*slot, item))?;
                }
                self.block(rest, span)
            }
            StatementKind::For { target, source, body } => {
                let outside = self.frame.clone();
                let gathered = self.gathered((target, source, body), rest, span);
                gathered.or_else(|| {
                    self.frame = outside;
                    self.unrolled((target, source, body), rest, span)
                })
            }
            StatementKind::While { condition, body } => self.grown(condition, body, rest, span),
            _ => None,
        }
    }

    /// `if C { ... } else { ... }` and the statements after it.
    fn branches(
        &mut self,
        (condition, then, otherwise): (&Expr, &[Statement], &[Statement]),
        rest: &[Statement],
        span: Span,
    ) -> Option<Expr> {
        let condition = self.expr(condition)?;
        let before = self.frame.clone();
        if !rest.is_empty() && !returns(then) && !returns(otherwise) {
            self.assigned(&condition, then, otherwise, span)?;
            return self.block(rest, span);
        }
        let continued = |block: &[Statement]| match returns(block) {
            true => block.to_vec(),
            false => [block, rest].concat(),
        };
        let then = self.block(&continued(then), span)?;
        self.frame = before;
        let otherwise = self.block(&continued(otherwise), span)?;
        Some(self.choice(condition, then, otherwise, span))
    }

    /// `if C { x := a } else { x := b }`, where the values may be moved: each variable gets `if C then a else b`.
    fn assigned(
        &mut self,
        condition: &Expr,
        then: &[Statement],
        otherwise: &[Statement],
        span: Span,
    ) -> Option<()> {
        let before = self.frame.clone();
        self.may_move(condition).then_some(())?;
        let mut slots = Vec::new();
        let mut after = Vec::new();
        for block in [then, otherwise] {
            for statement in block {
                let StatementKind::Bind { target: Target::Slot(slot), value } = &statement.kind
                else {
                    return None;
                };
                let value = self.expr(value)?;
                self.may_move(&value).then_some(())?;
                self.set(*slot, value);
                slots.push(*slot);
            }
            after.push(std::mem::replace(&mut self.frame, before.clone()));
        }
        slots.sort_unstable();
        slots.dedup();
        for slot in slots {
            let [a, b] = [0, 1].map(|branch| after[branch].get(slot).cloned().flatten());
            // A name of one branch is not seen after it.
            if let (Some(a), Some(b)) = (a, b) {
                let condition = self.renewed(condition)?;
                let value = self.choice(condition, a, b, span);
                self.set(slot, value);
            }
        }
        Some(())
    }
}

/// Whether statements surely end with `return`.
fn returns(statements: &[Statement]) -> bool {
    match statements.last().map(|last| &last.kind) {
        Some(StatementKind::Return(_)) => true,
        Some(StatementKind::Expr(Expr {
            kind: ExprKind::IfBlock { then, otherwise, .. }, ..
        })) => returns(then) && returns(otherwise),
        _ => false,
    }
}
