//! Compilation of resolved trees to code for the machine.
//!
//! Knows: which instructions an expression or statement becomes, and in which order they run.
//! Must not know: what instructions do.
//!
//! The result of an expression is written into its register by the last instruction that runs for
//! it, so that a name may be read while its new value is computed.
//!
//! Statements, functions and the expressions of rulesets all become instructions on registers, and only analyses
//! read the tree. Arguments are evaluated where the frame of the called function begins, so none is copied. A name
//! is looked at for a value only where the compiler does not know that it has one. Moves of a ruleset are code that
//! passes on one part after the other, so options are listed without a list in between. Whether a number is written
//! as a game is a constant, or a register beside it.

mod call;
mod collect;
mod condition;
mod expr;
mod extended;
mod families;
mod rules;
mod statement;

use std::sync::Arc;

use crate::resolve::tree::{self, Expr, StatementKind};
use crate::source::Span;
use crate::value::Value;
use crate::value::code::{Block, Code, Op, Operand, Register, Target};
use crate::value::scalar::Scalar;

pub use rules::rules;
use statement::Enclosing;

/// Stack that must be left before an expression is compiled, and how much is added when it is not.
const RED_ZONE: usize = 128 * 1024;
const MORE_STACK: usize = 4 * 1024 * 1024;

/// The code of a program.
pub fn program(program: &tree::Program) -> Arc<Code> {
    let mut compiler = Compiler::new(program.slots);
    for statement in &program.statements {
        compiler.top_level(statement);
    }
    let end = program.statements.last().map(|last| last.span);
    compiler.finish_with_nothing(end)
}

/// The code of a program that is one expression; `None` for any other.
pub fn expression(program: &tree::Program) -> Option<Arc<Code>> {
    let [statement] = &program.statements[..] else { return None };
    let StatementKind::Expr(expr) = &statement.kind else { return None };
    let mut compiler = Compiler::new(program.slots);
    let value = compiler.needed(expr);
    compiler.emit(Op::Return(value), expr.span);
    Some(compiler.finish())
}

/// The code of a function.
fn function(function: &tree::Function) -> Arc<Code> {
    let mut compiler = Compiler::new(function.slots);
    for (slot, param) in function.params.iter().enumerate() {
        if let Some(default) = &param.default {
            let entry = compiler.here();
            compiler.code.entries.push(entry);
            compiler.expr(default, slot as Register);
            compiler.forget(0);
        }
    }
    let entry = compiler.here();
    compiler.code.entries.push(entry);
    compiler.body(&function.body, function.span);
    compiler.finish()
}

/// Compiler of the code of one frame.
struct Compiler {
    code: Code,
    /// The next free temporary.
    free: Register,
    /// The slots that have a value here for certain.
    known: Vec<bool>,
    /// Known slots in the order in which they became known.
    learned: Vec<Register>,
    /// Loops, exercises and values around the statement at hand.
    enclosing: Vec<Enclosing>,
    /// Register that says whether a part of a move is written as a game.
    is_game: Option<Register>,
    families: families::KeptFamilies,
}

impl Compiler {
    fn new(slots: usize) -> Compiler {
        let code = Code { slots, registers: slots, ..Code::default() };
        let (learned, enclosing) = (Vec::new(), Vec::new());
        let known = vec![false; slots];
        let free = slots as Register;
        let (is_game, families) = (None, Vec::new());
        Compiler { code, free, known, learned, enclosing, is_game, families }
    }

    fn finish(self) -> Arc<Code> {
        Arc::new(self.code)
    }

    /// Ends code without a value; `span` is the place of its last statement.
    fn finish_with_nothing(mut self, span: Option<Span>) -> Arc<Code> {
        if let Some(span) = span {
            let nothing = self.constant(Scalar::NOTHING);
            self.emit(Op::Return(nothing), span);
        }
        self.finish()
    }

    fn emit(&mut self, op: Op, span: Span) -> usize {
        self.code.ops.push(op);
        self.code.spans.push(span);
        self.code.ops.len() - 1
    }

    fn here(&self) -> Target {
        self.code.ops.len() as Target
    }

    /// Lets jumps that wait for it lead here.
    fn patch_jumps(&mut self, jumps: impl IntoIterator<Item = usize>) {
        let here = self.here();
        jumps.into_iter().for_each(|jump| self.lead(jump, here));
    }

    /// Lets a jump lead somewhere.
    fn lead(&mut self, jump: usize, to: Target) {
        match &mut self.code.ops[jump] {
            Op::Jump(target)
            | Op::JumpIf { target, .. }
            | Op::JumpCompare { target, .. }
            | Op::Next { end: target, .. }
            | Op::Share { next: target }
            | Op::Kept { after: target, .. }
            | Op::Extended { after: target, .. } => *target = to,
            other => unreachable!("{other:?} leads nowhere"),
        }
    }

    fn jump(&mut self, span: Span) -> usize {
        self.emit(Op::Jump(0), span)
    }

    fn constant(&mut self, scalar: Scalar) -> Operand {
        self.code.constants.push(scalar);
        Operand::constant(self.code.constants.len() - 1)
    }

    fn value(&mut self, value: Value) -> Operand {
        self.constant(Scalar::of(value))
    }

    /// Allocates consecutive temporaries.
    fn take(&mut self, count: usize) -> Register {
        let first = self.free;
        self.free += count as Register;
        self.code.registers = self.code.registers.max(self.free as usize);
        first
    }

    /// Notes that a slot has a value from here on.
    fn learn(&mut self, slot: Register) {
        if !std::mem::replace(&mut self.known[slot as usize], true) {
            self.learned.push(slot);
        }
    }

    /// Forgets the slots that became known after the first `mark`: that code may not have run.
    fn forget(&mut self, mark: usize) {
        for slot in self.learned.drain(mark..) {
            self.known[slot as usize] = false;
        }
    }

    /// Compiles something that need not be run, or not at once.
    fn conditionally<T>(&mut self, compile: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.learned.len();
        let compiled = compile(self);
        self.forget(mark);
        compiled
    }

    /// Compiles an expression as a block of its own.
    fn block(&mut self, expr: &Expr) -> Block {
        let (entry, free) = (self.here(), self.free);
        let value = self.conditionally(|compiler| compiler.operand(expr));
        self.emit(Op::Return(value), expr.span);
        self.free = free;
        Block { entry, span: expr.span }
    }

    /// The same where there must be a value.
    fn needed_block(&mut self, expr: &Expr) -> Block {
        let (entry, free) = (self.here(), self.free);
        let value = self.conditionally(|compiler| compiler.needed(expr));
        self.emit(Op::Return(value), expr.span);
        self.free = free;
        Block { entry, span: expr.span }
    }

    fn blocks(&mut self, exprs: &[Expr]) -> Vec<Block> {
        exprs.iter().map(|expr| self.block(expr)).collect()
    }

    fn needed_blocks(&mut self, exprs: &[Expr]) -> Vec<Block> {
        exprs.iter().map(|expr| self.needed_block(expr)).collect()
    }
}
