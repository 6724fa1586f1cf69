//! `for` and `if` in comprehensions and rules.

use super::{Frame, Machine};
use crate::resolve::tree::{Expr, Generator};
use crate::value::{At, MAX_ITEMS, Result, Value, elements, too_many};

/// What is done for each binding of the generators.
pub(super) type Emit<'m, 'e> = &'e mut dyn FnMut(&mut Machine<'m>, &mut Frame) -> Result<()>;

impl<'m> Machine<'m> {
    /// Calls `emit` for every binding of the generators, in order.
    pub(super) fn generate(
        &mut self,
        generators: &[Generator],
        frame: &mut Frame,
        emit: Emit<'m, '_>,
    ) -> Result<()> {
        let Some((first, rest)) = generators.split_first() else {
            self.budget.step()?;
            return emit(self, frame);
        };
        match first {
            Generator::If(condition) => {
                if self.truth(condition, frame)? {
                    self.generate(rest, frame, emit)?;
                }
                Ok(())
            }
            Generator::For { target, source } => {
                let collection = self.expr(source, frame)?;
                if !rest.iter().any(|next| matches!(next, Generator::If(_))) {
                    listable(&collection).at(source.span)?;
                }
                for item in elements(&collection).at(source.span)? {
                    self.budget.step().at(source.span)?;
                    self.bind(target, item, frame).at(source.span)?;
                    self.generate(rest, frame, emit)?;
                }
                Ok(())
            }
        }
    }

    /// The values of an expression for every binding of the generators.
    pub(super) fn collect(
        &mut self,
        element: &Expr,
        generators: &[Generator],
        frame: &mut Frame,
    ) -> Result<Vec<Value>> {
        let mut items = Vec::new();
        self.generate(generators, frame, &mut |machine, frame| {
            items.push(machine.needed(element, frame)?);
            if items.len() > MAX_ITEMS as usize {
                return Err(too_many(&items.len())).at(element.span);
            }
            Ok(())
        })?;
        Ok(items)
    }
}

/// Refuses a range that is longer than any list may be, before anything is computed.
pub(super) fn listable(collection: &Value) -> Result<()> {
    match collection {
        Value::Range(range) => range.listable(),
        _ => Ok(()),
    }
}
