//! Brackets, explanations and claims: what is done with blocks of code.

use std::sync::Arc;

use super::Machine;
use crate::source::Span;
use crate::value::code::{Code, Rare};
use crate::value::{Result, Value, misere};

impl Machine<'_> {
    /// Does something rare, which stands at `span`. Returns its value, when it has one.
    pub(super) fn rare(
        &mut self,
        code: &Arc<Code>,
        base: usize,
        rare: &Rare,
        span: Span,
    ) -> Result<Option<Value>> {
        Ok(Some(match rare {
            Rare::Literal(literal) => self.literal(literal)?,
            Rare::Genus(normal, superscript) => misere::genus(*normal, superscript)?,
            Rare::Loopy(name, star) => self.named_loopy(*name, star)?,
            Rare::Form(options) => self.form(code, base, options)?,
            Rare::Switch(options) => self.switch(code, base, options)?,
            Rare::Impartial(options) => {
                let options = self.blocks(code, base, options)?;
                self.impartial_form(options)?
            }
            Rare::Loop { brackets, root } => self.looped(code, base, brackets, *root)?,
            Rare::Explain(explain) => self.explain(code, base, explain, span)?,
            Rare::Where { brackets, labels } => {
                self.label(code, base, brackets, labels)?;
                return Ok(None);
            }
            Rare::Claim(claim) => {
                self.check(code, base, claim, span)?;
                return Ok(None);
            }
        }))
    }
}
