//! Variables: what `for x in S`, `if C` and names for values become.

use std::sync::Arc;

use super::kinds::Kind;
use super::{Normaliser, at, is_atom, is_slot, itself};
use crate::analysis::intrinsic_call;
use crate::builtins::Intrinsic;
use crate::resolve::tree::{Expr, ExprKind, Generator, Slot, Target};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Collection, CompareOp, UnaryOp};

/// A summand of a source: the generators before it, and a list.
pub(super) type Summand = (Vec<Generator>, Expr);

impl Normaliser<'_> {
    /// Makes a variable stand for a value where an expression is normalised. A total value takes its place; another one is
    /// evaluated first.
    pub(super) fn with_value(
        &mut self,
        slot: Slot,
        value: Expr,
        span: Span,
        body: impl FnOnce(&mut Self) -> Option<Expr>,
    ) -> Option<Expr> {
        if self.may_move(&value) {
            self.set(slot, value);
            return body(self);
        }
        // The parts of a tuple and the integers of a list get names, so that it can be looked through.
        let (mut names, list) = without_names(value.clone());
        if let ExprKind::Tuple(_) = list.kind {
            let tuple = self.of_named(list, &mut names);
            self.set(slot, tuple);
            let body = body(self)?;
            return Some(with_names(names, body));
        }
        if let Some(items) = self.spelt(list)
            && items.iter().all(|item| self.kind(item) == Kind::Integer)
        {
            let items = items.into_iter().map(|item| self.named(item, &mut names)).collect();
            self.set(slot, at(value.span, ExprKind::List(items)));
            let body = body(self)?;
            return Some(with_names(names, body));
        }
        let new = self.new_slot(self.kind(&value));
        self.set(slot, at(value.span, itself(new)));
        let mut body = body(self)?;
        if self.uses[new] == 1
            && let Some(place) = evaluated(&mut body, new)
        {
            *place = value;
            // The new expression stands for the old one, so variables are not used more often.
            let uses = self.uses.clone();
            let renewed = self.renewed(&body);
            self.uses[..uses.len()].copy_from_slice(&uses);
            return renewed;
        }
        let (value, body) = (Box::new(value), Box::new(body));
        Some(at(span, ExprKind::Let { slot: new, value, body }))
    }

    /// An expression that may stand anywhere, for a value that is evaluated where the names are bound.
    pub(super) fn named(&mut self, value: Expr, names: &mut Vec<(Slot, Expr)>) -> Expr {
        if self.may_move(&value) {
            return value;
        }
        let (new, span) = (self.new_slot(self.kind(&value)), value.span);
        names.push((new, value));
        at(span, itself(new))
    }

    /// A tuple whose parts may stand anywhere.
    fn of_named(&mut self, tuple: Expr, names: &mut Vec<(Slot, Expr)>) -> Expr {
        match tuple.kind {
            ExprKind::Tuple(items) => {
                let items = items.into_iter().map(|item| self.of_named(item, names)).collect();
                at(tuple.span, ExprKind::Tuple(items))
            }
            kind => self.named(at(tuple.span, kind), names),
        }
    }

    pub(super) fn set(&mut self, slot: Slot, value: Expr) {
        if self.frame.len() <= slot {
            self.frame.resize(slot + 1, None);
        }
        self.frame[slot] = Some(value);
    }

    /// Whether an expression may be evaluated more or less often, or elsewhere.
    pub(super) fn may_move(&self, expr: &Expr) -> bool {
        is_atom(expr) || matches!(expr.kind, ExprKind::Lambda(_)) || self.is_total(expr)
    }

    /// Generators in normal form. Unless it `repeats`, it does not matter how often the same binding comes.
    pub(super) fn generators(
        &mut self,
        generators: &[Generator],
        repeats: bool,
    ) -> Option<Vec<Generator>> {
        let mut normal = Vec::new();
        for generator in generators {
            match generator {
                Generator::If(condition) => {
                    let condition = self.expr(condition)?;
                    only_if(condition, &mut normal);
                }
                Generator::For { target, source } => {
                    let source = self.asked(source, !repeats)?;
                    self.each(target, source, repeats, &mut normal)?;
                }
            }
        }
        Some(normal)
    }

    /// Calls `done` with generators in normal form for each way to choose a summand of the lists in them: elements of `A + B` are
    /// those of `A` and those of `B`, in another order.
    pub(super) fn bindings(
        &mut self,
        generators: &[Generator],
        mut normal: Vec<Generator>,
        done: &mut dyn FnMut(&mut Self, Vec<Generator>) -> Option<()>,
    ) -> Option<()> {
        let Some((generator, rest)) = generators.split_first() else { return done(self, normal) };
        match generator {
            Generator::If(condition) => {
                let condition = self.expr(condition)?;
                only_if(condition, &mut normal);
                self.bindings(rest, normal, done)
            }
            Generator::For { target, source } => {
                let source = self.members(source)?;
                let sources = match self.enumerated(&source, &normal) {
                    Some(sources) => sources,
                    None => {
                        let mut sources = Vec::new();
                        self.summands(source, Vec::new(), &mut sources)?;
                        sources
                    }
                };
                for (mut before, source) in sources {
                    let outside = self.frame.clone();
                    let mut normal = normal.clone();
                    normal.append(&mut before);
                    self.each(target, source, false, &mut normal)?;
                    self.bindings(rest, normal, done)?;
                    self.frame = outside;
                }
                Some(())
            }
        }
    }

    /// Splits a source into the lists of which it is the sum, each with the generators before it.
    fn summands(
        &mut self,
        source: Expr,
        before: Vec<Generator>,
        found: &mut Vec<Summand>,
    ) -> Option<()> {
        let span = source.span;
        match source.kind {
            ExprKind::Binary { op: BinaryOp::Add, left, right, .. }
                if self.is_list(&left) && self.is_list(&right) =>
            {
                self.summands(*left, before.clone(), found)?;
                self.summands(*right, before, found)
            }
            ExprKind::List(items) | ExprKind::Set(items)
                if items.len() > 1 && !items.iter().all(is_spelt) =>
            {
                for item in items {
                    let only = at(item.span, ExprKind::List(vec![item]));
                    self.summands(only, before.clone(), found)?;
                }
                Some(())
            }
            // `if C then (a, b) else (c, d)` is one tuple or the other.
            ExprKind::List(mut items) if is_choice_of_tuples(&items) => {
                let ExprKind::If { condition, then, otherwise } = items.remove(0).kind else {
                    return None;
                };
                let lists = [then, otherwise].map(|item| at(span, ExprKind::List(vec![*item])));
                self.summands_of_either(*condition, lists, before, found)
            }
            ExprKind::If { condition, then, otherwise }
                if self.is_list(&then) && self.is_list(&otherwise) =>
            {
                self.summands_of_either(*condition, [*then, *otherwise], before, found)
            }
            ExprKind::Let { slot, value, body } => {
                let mut named = before;
                named.push(named_value(slot, *value));
                self.summands(*body, named, found)
            }
            // The last loop of a list of lists: `[x for ... for x in A + B]`.
            ExprKind::Comprehension { collection: Collection::List, element, mut generators }
                if last_list(&element, &generators).is_some() =>
            {
                let last = generators.pop().and_then(|last| match last {
                    Generator::For { source, .. } => Some(source),
                    Generator::If(_) => None,
                })?;
                let mut all = before;
                all.append(&mut generators);
                self.summands(last, all, found)
            }
            kind => {
                found.push((before, at(span, kind)));
                Some(())
            }
        }
    }

    /// The summands of one list where a condition holds, and of another where it does not.
    fn summands_of_either(
        &mut self,
        condition: Expr,
        [then, otherwise]: [Expr; 2],
        before: Vec<Generator>,
        found: &mut Vec<Summand>,
    ) -> Option<()> {
        let span = condition.span;
        let (mut holds, mut fails) = (before.clone(), before);
        only_if(condition.clone(), &mut holds);
        only_if(self.not(condition, span), &mut fails);
        for (list, before) in [(then, holds), (otherwise, fails)] {
            if !is_empty(&list) {
                self.summands(list, before, found)?;
            }
        }
        Some(())
    }

    fn is_list(&self, expr: &Expr) -> bool {
        matches!(self.kind(expr), Kind::List(_))
    }

    /// `for target in source`, for a source in normal form.
    fn each(
        &mut self,
        target: &Target,
        source: Expr,
        repeats: bool,
        normal: &mut Vec<Generator>,
    ) -> Option<()> {
        let span = source.span;
        match source.kind {
            ExprKind::List(items) | ExprKind::Set(items) if items.len() == 1 => {
                let only = items.into_iter().next()?;
                self.bind(target, only, normal)
            }
            ExprKind::Comprehension { collection, element, generators }
                if collection == Collection::List || collection == Collection::Set && !repeats =>
            {
                normal.extend(generators);
                self.bind(target, *element, normal)
            }
            ExprKind::Text(text) => {
                let symbol = |symbol: char| at(span, ExprKind::Text(Arc::from(symbol.to_string())));
                let symbols = ExprKind::List(text.chars().map(symbol).collect());
                self.loop_over(target, at(span, symbols), normal)
            }
            ExprKind::If { condition, then, otherwise } if is_empty(&otherwise) => {
                only_if(*condition, normal);
                self.each(target, *then, repeats, normal)
            }
            ExprKind::If { condition, then, otherwise } if is_empty(&then) => {
                only_if(self.not(*condition, span), normal);
                self.each(target, *otherwise, repeats, normal)
            }
            ExprKind::Let { slot, value, body } => {
                normal.push(named_value(slot, *value));
                self.each(target, *body, repeats, normal)
            }
            ExprKind::Call { ref args, .. } => {
                let same = match intrinsic_call(&source) {
                    Some((Intrinsic::List, [items])) => match self.kind(items) {
                        Kind::List(_) => true,
                        Kind::Set(_) => !repeats || is_set(items),
                        _ => false,
                    },
                    Some((Intrinsic::Set, [items])) => {
                        !repeats && matches!(self.kind(items), Kind::List(_) | Kind::Set(_))
                    }
                    _ => false,
                };
                let items = if same { args.first().cloned() } else { None };
                match items {
                    Some(items) => self.each(target, items, repeats, normal),
                    None => self.loop_over(target, source, normal),
                }
            }
            _ => self.loop_over(target, source, normal),
        }
    }

    /// Binds the parts of a target to an element in normal form.
    fn bind(&mut self, target: &Target, value: Expr, normal: &mut Vec<Generator>) -> Option<()> {
        match target {
            Target::Slot(slot) if self.may_move(&value) => self.set(*slot, value),
            // The parts of a tuple get names, so that it can be looked through.
            Target::Slot(slot) if matches!(value.kind, ExprKind::Tuple(_)) => {
                let mut names = Vec::new();
                let tuple = self.of_named(value, &mut names);
                self.set(*slot, tuple);
                normal.extend(names.into_iter().map(|(slot, value)| named_value(slot, value)));
            }
            Target::Slot(slot) => {
                let new = self.new_slot(self.kind(&value));
                self.set(*slot, at(value.span, itself(new)));
                let source = at(value.span, ExprKind::List(vec![value]));
                normal.push(Generator::For { target: Target::Slot(new), source });
            }
            Target::Tuple(targets, _) => match value.kind {
                ExprKind::Tuple(items) if items.len() == targets.len() => {
                    for (target, item) in targets.iter().zip(items) {
                        self.bind(target, item, normal)?;
                    }
                }
                _ => {
                    let source = at(value.span, ExprKind::List(vec![value]));
                    return self.loop_over(target, source, normal);
                }
            },
            Target::Global(_) => return None,
        }
        Some(())
    }

    fn loop_over(
        &mut self,
        target: &Target,
        source: Expr,
        normal: &mut Vec<Generator>,
    ) -> Option<()> {
        let kind = self.kind(&source).element();
        let target = self.new_target(target, kind, source.span)?;
        if let Target::Slot(slot) = target {
            self.note_range(slot, &source);
        }
        normal.push(Generator::For { target, source });
        Some(())
    }

    /// A target of new slots.
    fn new_target(&mut self, target: &Target, kind: Kind, at_span: Span) -> Option<Target> {
        match target {
            Target::Slot(slot) => {
                let new = self.new_slot(kind);
                self.set(*slot, at(at_span, itself(new)));
                Some(Target::Slot(new))
            }
            Target::Tuple(parts, span) => {
                let new = |part| self.new_target(part, Kind::Unknown, at_span);
                Some(Target::Tuple(parts.iter().map(new).collect::<Option<_>>()?, *span))
            }
            Target::Global(_) => None,
        }
    }

    /// `[element for ...]`
    pub(super) fn comprehension(
        &mut self,
        collection: Collection,
        element: &Expr,
        generators: &[Generator],
        repeats: bool,
        span: Span,
    ) -> Option<Expr> {
        let generators = self.generators(generators, repeats)?;
        let element = self.boxed(element)?;
        let kind = match (generators.is_empty(), collection) {
            (true, Collection::List) => ExprKind::List(vec![*element]),
            (true, Collection::Set) => ExprKind::Set(vec![*element]),
            _ => ExprKind::Comprehension { collection, element, generators },
        };
        Some(at(span, kind))
    }
}

/// The names that an expression binds first, in this order, and the expression in which they are known.
pub(super) fn without_names(mut expr: Expr) -> (Vec<(Slot, Expr)>, Expr) {
    let mut names = Vec::new();
    while let ExprKind::Let { slot, value, body } = expr.kind {
        names.push((slot, *value));
        expr = *body;
    }
    (names, expr)
}

/// An expression in which names are bound, in this order.
pub(super) fn with_names(names: Vec<(Slot, Expr)>, body: Expr) -> Expr {
    names.into_iter().rev().fold(body, |body, (slot, value)| {
        let (span, value, body) = (body.span, Box::new(value), Box::new(body));
        at(span, ExprKind::Let { slot, value, body })
    })
}

/// The place of a variable where an expression surely evaluates it, once.
fn evaluated(expr: &mut Expr, slot: Slot) -> Option<&mut Expr> {
    if is_slot(expr, slot) {
        return Some(expr);
    }
    match &mut expr.kind {
        ExprKind::Unary(_, inner) => evaluated(inner, slot),
        ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, left, .. } => evaluated(left, slot),
        ExprKind::Binary { left, right, .. } => {
            evaluated(left, slot).or_else(|| evaluated(right, slot))
        }
        ExprKind::Compare { first, rest } => match &mut rest[..] {
            [(_, _, second)] => evaluated(first, slot).or_else(|| evaluated(second, slot)),
            _ => evaluated(first, slot),
        },
        ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
            items.iter_mut().find_map(|item| evaluated(item, slot))
        }
        ExprKind::Index { base, indices } => evaluated(base, slot)
            .or_else(|| indices.iter_mut().find_map(|index| evaluated(index, slot))),
        ExprKind::If { condition, .. } => evaluated(condition, slot),
        ExprKind::Let { value, .. } => evaluated(value, slot),
        ExprKind::Call { args, .. } => {
            Arc::get_mut(args)?.iter_mut().find_map(|arg| evaluated(arg, slot))
        }
        ExprKind::Comprehension { generators, .. } => match generators.first_mut()? {
            Generator::For { source, .. } => evaluated(source, slot),
            Generator::If(condition) => evaluated(condition, slot),
        },
        _ => None,
    }
}

/// Adds a condition: its parts that are joined by `and` one by one, and none that is always true.
pub(super) fn only_if(condition: Expr, normal: &mut Vec<Generator>) {
    match condition.kind {
        ExprKind::Bool(true) => {}
        ExprKind::Binary { op: BinaryOp::And, left, right, .. } => {
            only_if(*left, normal);
            only_if(*right, normal);
        }
        _ => normal.push(Generator::If(condition)),
    }
}

/// Whether an expression is spelt out, so that analyses can go through a list of such.
fn is_spelt(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Bool(_) | ExprKind::Builtin(_) => true,
        ExprKind::Unary(UnaryOp::Neg, inner) => is_spelt(inner),
        _ => false,
    }
}

/// The source of the last loop, if its elements are those of the comprehension.
fn last_list<'g>(element: &Expr, generators: &'g [Generator]) -> Option<&'g Expr> {
    match (generators.last()?, &element.kind) {
        (Generator::For { target: Target::Slot(target), source }, ExprKind::Slot(slot, _))
            if target == slot =>
        {
            Some(source)
        }
        _ => None,
    }
}

/// `for x in [value]`
pub(super) fn named_value(slot: Slot, value: Expr) -> Generator {
    let source = at(value.span, ExprKind::List(vec![value]));
    Generator::For { target: Target::Slot(slot), source }
}

/// Whether this is one tuple or another.
fn is_choice_of_tuples(items: &[Expr]) -> bool {
    let is_tuple = |expr: &Expr| matches!(expr.kind, ExprKind::Tuple(_));
    matches!(items, [Expr { kind: ExprKind::If { then, otherwise, .. }, .. }]
        if is_tuple(then) && is_tuple(otherwise))
}

/// Whether an expression is a collection without elements.
pub(super) fn is_empty(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::List(items) | ExprKind::Set(items) if items.is_empty())
}

/// Whether an expression is a set, each of whose elements comes once.
fn is_set(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Set(_) | ExprKind::Comprehension { collection: Collection::Set, .. }
    )
}

/// The comparison that holds where another one does not, whatever is compared.
pub(super) fn negated(op: CompareOp) -> Option<CompareOp> {
    match op {
        CompareOp::Equal => Some(CompareOp::NotEqual),
        CompareOp::NotEqual => Some(CompareOp::Equal),
        CompareOp::In => Some(CompareOp::NotIn),
        CompareOp::NotIn => Some(CompareOp::In),
        _ => None,
    }
}
