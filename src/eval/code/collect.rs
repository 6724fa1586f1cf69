//! Lists, tuples, sets, maps, ranges and comprehensions.

use std::sync::Arc;

use super::compile::Compiler;
use super::generate::Step;
use super::{Code, Placed, Slim, Slots};
use crate::eval::Machine;
use crate::resolve::tree::{Expr, ExprKind};
use crate::source::Span;
use crate::syntax::ast::Collection;
use crate::value::{At, MAX_ITEMS, Map, Result, Value, ops, too_many};

impl Compiler {
    /// Collections.
    pub(super) fn collection(self, expr: &Expr) -> Option<Code> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::List(items) => {
                let items = self.all(items)?;
                Some(Box::new(move |machine, slots| {
                    let items = items.iter().map(|item| item.needed(machine, slots));
                    listed(items.collect::<Result<_>>()?).at(span)
                }))
            }
            ExprKind::Tuple(items) => {
                let items = self.all(items)?;
                Some(Box::new(move |machine, slots| tuple(&items, machine, slots, span)))
            }
            ExprKind::Set(items) => {
                let items = self.all(items)?;
                Some(Box::new(move |machine, slots| {
                    let items = items.iter().map(|item| item.needed(machine, slots)?.value());
                    let items = items.collect::<Result<Vec<_>>>()?;
                    Ok(Slim::Value(ops::set(machine.world.store(), &items).at(span)?))
                }))
            }
            ExprKind::Range(first, last) => {
                let (first, last) = (self.expr(first)?, self.expr(last)?);
                Some(Box::new(move |machine, slots| {
                    let (first, last) = (first(machine, slots)?, last(machine, slots)?);
                    let (first, last) = (first.value()?, last.value()?);
                    Ok(Slim::Value(ops::range(machine.world.store(), &first, &last).at(span)?))
                }))
            }
            ExprKind::Map(entries) => {
                let entries = self.entries(entries)?;
                Some(Box::new(move |machine, slots| {
                    let changes = changes(&entries, machine, slots).at(span)?;
                    Ok(Slim::Value(map(changes, machine).at(span)?))
                }))
            }
            ExprKind::Comprehension { collection, element, generators } => {
                let steps = self.generators(generators)?;
                self.comprehension(*collection, self.placed(element)?, steps, span)
            }
            _ => None,
        }
    }

    pub(super) fn entries(self, entries: &[(Expr, Expr)]) -> Option<Vec<(Code, Code)>> {
        entries.iter().map(|(key, value)| Some((self.expr(key)?, self.expr(value)?))).collect()
    }

    fn comprehension(
        self,
        collection: Collection,
        element: Placed,
        steps: Vec<Step>,
        span: Span,
    ) -> Option<Code> {
        Some(Box::new(move |machine, slots| {
            let mut items = Vec::new();
            let all = machine.each(&steps, slots, &mut |machine, slots| {
                items.push(element.needed(machine, slots)?);
                if items.len() > MAX_ITEMS as usize {
                    return Err(too_many(&items.len())).at(element.span);
                }
                Ok(())
            });
            all.at(span)?;
            if collection == Collection::List {
                return listed(items).at(span);
            }
            let items = items.into_iter().map(Slim::value).collect::<Result<Vec<_>>>()?;
            Ok(Slim::Value(machine.collected(collection, items).at(span)?))
        }))
    }
}

/// A list, without pointers where all elements are simple.
fn listed(items: Vec<Slim>) -> Result<Slim> {
    if items.iter().all(Slim::is_simple) {
        return Ok(Slim::List(items.into()));
    }
    let items = items.into_iter().map(Slim::value).collect::<Result<_>>()?;
    Ok(Slim::Value(Value::list(items)?))
}

fn tuple(
    items: &[Placed],
    machine: &mut Machine<'_>,
    slots: &mut Slots,
    span: Span,
) -> Result<Slim> {
    let items = items.iter().map(|item| item.needed(machine, slots)).collect::<Result<Vec<_>>>()?;
    if let [Slim::Int(a), Slim::Int(b)] = items[..]
        && let (Ok(a), Ok(b)) = (i32::try_from(a), i32::try_from(b))
    {
        return Ok(Slim::Pair(a, b));
    }
    let items = items.into_iter().map(Slim::value).collect::<Result<_>>()?;
    Ok(Slim::Value(Value::tuple(items).at(span)?))
}

/// The keys and values of a map as typed.
pub(super) fn changes(
    entries: &[(Code, Code)],
    machine: &mut Machine<'_>,
    slots: &mut Slots,
) -> Result<Vec<(Slim, Slim)>> {
    let entry = |(key, value): &(Code, Code)| Ok((key(machine, slots)?, value(machine, slots)?));
    entries.iter().map(entry).collect()
}

/// The map of keys and values.
pub(super) fn map(entries: Vec<(Slim, Slim)>, machine: &mut Machine<'_>) -> Result<Value> {
    let mut pairs = Vec::with_capacity(entries.len());
    for (key, value) in entries {
        pairs.push((ops::without_forms(machine.world.store(), &key.value()?)?, value.value()?));
    }
    Ok(Value::Map(Arc::new(Map::new(pairs)?)))
}
