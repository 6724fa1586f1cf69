//! `for` and `if`.

use std::sync::Arc;

use super::compile::truth;
use super::{Code, Placed, Slim, Slots};
use crate::eval::Machine;
use crate::eval::generate::listable;
use crate::eval::statement::misfit;
use crate::resolve::tree::Slot;
use crate::source::Span;
use crate::value::{At, MAX_ITEMS, Result, Value, elements, ops, too_many};

/// A generator.
pub(super) enum Step {
    If(Placed),
    For {
        target: Target,
        source: Source,
        span: Span,
        /// Whether a range must not be longer than a list may be.
        listed: bool,
    },
}

/// Where an element goes.
pub(super) enum Target {
    Slot(Slot),
    Tuple(Vec<Target>, Span),
}

/// What a generator walks through.
pub(super) enum Source {
    /// `a..b`, never made.
    Range(Code, Code),
    /// `[x]`, never made where x is simple or a board.
    Single(Placed),
    /// Any collection.
    Any(Code),
}

/// What is done for each binding.
pub(super) type Each<'m, 'e> = &'e mut dyn FnMut(&mut Machine<'m>, &mut Slots) -> Result<()>;

impl<'m> Machine<'m> {
    /// Calls `emit` for every binding of the generators, in order.
    pub(super) fn each(
        &mut self,
        steps: &[Step],
        slots: &mut Slots,
        emit: Each<'m, '_>,
    ) -> Result<()> {
        let Some((first, rest)) = steps.split_first() else {
            self.budget.step()?;
            return emit(self, slots);
        };
        match first {
            Step::If(condition) => match truth(condition, self, slots)? {
                true => self.each(rest, slots, emit),
                false => Ok(()),
            },
            Step::For { target, source, span, listed } => {
                let mut next = |machine: &mut Self, slots: &mut Slots, item: Slim| {
                    machine.budget.step().at(*span)?;
                    bind(target, item, slots).at(*span)?;
                    machine.each(rest, slots, emit)
                };
                match self.source(source, *span, slots)? {
                    Collection::Range(first, last) => {
                        if *listed && last >= first && last.abs_diff(first) >= MAX_ITEMS.into() {
                            return Err(too_many(&(i128::from(last) - i128::from(first) + 1)))
                                .at(*span);
                        }
                        (first..=last).try_for_each(|n| next(self, slots, Slim::Int(n)))
                    }
                    Collection::Single(item) => next(self, slots, item),
                    Collection::List(items) => {
                        items.iter().try_for_each(|item| next(self, slots, item.clone()))
                    }
                    Collection::Value(collection) => {
                        if *listed {
                            listable(&collection).at(*span)?;
                        }
                        let mut items = elements(&collection).at(*span)?;
                        items.try_for_each(|item| next(self, slots, Slim::of(item)))
                    }
                }
            }
        }
    }

    fn source(&mut self, source: &Source, span: Span, slots: &mut Slots) -> Result<Collection> {
        match source {
            Source::Range(first, last) => {
                let (first, last) = (first(self, slots)?, last(self, slots)?);
                if let (Slim::Int(first), Slim::Int(last)) = (&first, &last) {
                    return Ok(Collection::Range(*first, *last));
                }
                let range = ops::range(self.world.store(), &first.value()?, &last.value()?);
                Ok(Collection::Value(range.at(span)?))
            }
            Source::Single(item) => {
                let item = item.needed(self, slots)?;
                let simple = item.is_simple() || matches!(item, Slim::Value(Value::Board(_)));
                if simple {
                    return Ok(Collection::Single(item));
                }
                Ok(Collection::Value(Value::list(vec![item.value()?]).at(span)?))
            }
            Source::Any(code) => Ok(match code(self, slots)? {
                Slim::List(items) => Collection::List(items),
                other => Collection::Value(other.value()?),
            }),
        }
    }
}

/// What is walked through.
enum Collection {
    Range(i64, i64),
    Single(Slim),
    List(Arc<Vec<Slim>>),
    Value(Value),
}

/// Puts a value, or its parts, into slots.
fn bind(target: &Target, item: Slim, slots: &mut Slots) -> Result<()> {
    match (target, item) {
        (Target::Slot(slot), item) => slots[*slot] = item,
        (Target::Tuple(targets, _), Slim::Pair(a, b)) if targets.len() == 2 => {
            bind(&targets[0], Slim::Int(a.into()), slots)?;
            bind(&targets[1], Slim::Int(b.into()), slots)?;
        }
        (Target::Tuple(targets, span), item) => {
            let items = match item.value()? {
                Value::Tuple(items) | Value::List(items)
                    if items.items().len() == targets.len() =>
                {
                    items
                }
                other => return Err(misfit(&other, targets.len())).at(*span),
            };
            for (target, item) in targets.iter().zip(items.items()) {
                bind(target, Slim::of(item.clone()), slots)?;
            }
        }
    }
    Ok(())
}
