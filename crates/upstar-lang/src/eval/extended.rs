//! Extended instructions: brackets, explanations and claims.

use std::sync::Arc;

use super::Machine;
use crate::source::Span;
use crate::value::code::{Code, ExtendedOp};
use crate::value::{Result, Value, misere};

impl Machine<'_> {
    /// Runs an extended instruction at `span`. Returns its value, if it has one.
    pub(super) fn run_extended(
        &mut self,
        code: &Arc<Code>,
        base: usize,
        op: &ExtendedOp,
        span: Span,
    ) -> Result<Option<Value>> {
        Ok(Some(match op {
            ExtendedOp::Literal(literal) => self.literal(literal)?,
            ExtendedOp::Genus(normal, superscript) => misere::genus(*normal, superscript)?,
            ExtendedOp::Loopy(name, star) => self.named_loopy(*name, star)?,
            ExtendedOp::Form(options) => self.form(code, base, options)?,
            ExtendedOp::Switch(options) => self.switch(code, base, options)?,
            ExtendedOp::Impartial(options) => {
                let mut all = Vec::with_capacity(options.len());
                for option in options {
                    self.spread(code, base, *option, &mut all)?;
                }
                self.impartial_form(all)?
            }
            ExtendedOp::Summed(sum, within) => self.summed(code, base, sum, *within)?,
            ExtendedOp::LoopyBracket { brackets, root } => {
                self.group_bracket(code, base, brackets, *root)?
            }
            ExtendedOp::Explain(explain) => self.explain(code, base, explain, span)?,
            ExtendedOp::Where { brackets, labels } => {
                self.bind_labels(code, base, brackets, labels)?;
                return Ok(None);
            }
            ExtendedOp::Claim(claim) => {
                self.check(code, base, claim, span)?;
                return Ok(None);
            }
        }))
    }
}
