//! `for` and `if` in comprehensions and rules.

use super::sweep::Sweep;
use super::{Frame, Machine};
use crate::resolve::tree::{Expr, Generator};
use crate::value::{At, Result, Value, elements};

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
        self.bindings(generators, false, frame, &mut |machine, frame| {
            machine.budget.step()?;
            emit(machine, frame)
        })
    }

    /// The same; `filtered` says whether `emit` may drop bindings.
    fn bindings(
        &mut self,
        generators: &[Generator],
        filtered: bool,
        frame: &mut Frame,
        emit: Emit<'m, '_>,
    ) -> Result<()> {
        let Some((first, rest)) = generators.split_first() else { return emit(self, frame) };
        match first {
            Generator::If(condition) => {
                if self.truth(condition, frame)? {
                    self.bindings(rest, filtered, frame, emit)?;
                }
                Ok(())
            }
            Generator::For { target, source } => {
                let collection = self.expr(source, frame)?;
                if !filtered && !rest.iter().any(|next| matches!(next, Generator::If(_))) {
                    listable(&collection).at(source.span)?;
                }
                for item in elements(&collection).at(source.span)? {
                    self.budget.step().at(source.span)?;
                    self.bind(target, item, frame).at(source.span)?;
                    self.bindings(rest, filtered, frame, emit)?;
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
        let is_for = |generator: &Generator| matches!(generator, Generator::For { .. });
        let last = generators.iter().rposition(is_for).map_or(0, |place| place + 1);
        let (bindings, conditions) = generators.split_at(last);
        let mut sweep = Sweep::new(self, element, conditions);
        self.bindings(bindings, !conditions.is_empty(), frame, &mut |machine, frame| {
            sweep.add(machine, frame)
        })?;
        sweep.finish(self)
    }
}

/// Refuses a range that is longer than any list may be, before anything is computed.
pub(super) fn listable(collection: &Value) -> Result<()> {
    match collection {
        Value::Range(range) => range.listable(),
        _ => Ok(()),
    }
}
