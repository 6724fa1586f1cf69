//! Extended instructions: brackets, sums, explanations and claims as typed.
//!
//! Knows: which blocks of the running code an instruction evaluates, and what it makes of their values.
//! Must not know: registers, but for the slots of its own frame.

mod claims;
pub(super) mod literal;
mod loopy_brackets;
mod quotation;
mod summed;

use std::sync::Arc;

use crate::eval::Machine;
use crate::eval::solve::misere::impartial_form;
use crate::eval::typed::literal::game_literal;
use crate::eval::typed::loopy_brackets::named_loopy;
use crate::source::Span;
use crate::value::code::{Block, Code, ExtendedOp, Register};
use crate::value::{Result, Value, misere};

/// Running code with its frame, in which the blocks of an extended instruction are evaluated.
pub(super) struct Activation<'a, 'w> {
    pub(super) machine: &'a mut Machine<'w>,
    code: &'a Arc<Code>,
    /// First register of the frame.
    base: usize,
}

impl<'a, 'w> Activation<'a, 'w> {
    pub(super) fn new(machine: &'a mut Machine<'w>, code: &'a Arc<Code>, base: usize) -> Self {
        Activation { machine, code, base }
    }

    /// Value of a block.
    pub(super) fn block(&mut self, block: Block) -> Result<Value> {
        self.machine.block(self.code, self.base, block)
    }

    /// Sets a slot of the frame.
    pub(super) fn set(&mut self, slot: Register, value: Value) {
        self.machine.set_slot(self.base + slot as usize, value);
    }
}

impl Activation<'_, '_> {
    /// Runs an extended instruction at `span`. Returns its value, if it has one.
    pub(super) fn run(&mut self, op: &ExtendedOp, span: Span) -> Result<Option<Value>> {
        Ok(Some(match op {
            ExtendedOp::Literal(literal) => game_literal(self.machine, literal)?,
            ExtendedOp::Genus(normal, superscript) => misere::genus(*normal, superscript)?,
            ExtendedOp::Loopy(name, star) => named_loopy(self.machine, *name, star)?,
            ExtendedOp::Form(options) => self.form(options)?,
            ExtendedOp::Switch(options) => self.switch(options)?,
            ExtendedOp::Impartial(options) => {
                let mut all = Vec::with_capacity(options.len());
                for option in options {
                    self.spread(*option, &mut all)?;
                }
                impartial_form(self.machine, all)?
            }
            ExtendedOp::Summed(sum, within) => self.summed(sum, *within)?,
            ExtendedOp::LoopyBracket { brackets, root } => self.group_bracket(brackets, *root)?,
            ExtendedOp::Explain(explain) => self.explain(explain, span)?,
            ExtendedOp::Where { brackets, labels } => {
                self.bind_labels(brackets, labels)?;
                return Ok(None);
            }
            ExtendedOp::Claim(claim) => {
                self.check(claim, span)?;
                return Ok(None);
            }
        }))
    }
}
