//! Frames of calls, and entry to the machine from outside.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::MAX_CALLS;
use super::run::Exit;
use crate::diagnostic::Code as ErrorCode;
use crate::eval::Machine;
use crate::value::code::{Block, Code, MoveCode, Op, Register, RewriteCode, Target};
use crate::value::scalar::Scalar;
use crate::value::{At, Cells, Fault, Function, Position, Result, Ruleset, Value, expect};

/// Frame of a caller whose callee is running.
#[derive(Debug)]
pub(super) struct CallFrame {
    pub(in crate::eval) code: Arc<Code>,
    /// Index of the call instruction.
    pub(super) ip: usize,
    pub(in crate::eval) base: usize,
    /// Register for the result.
    pub(in crate::eval) to: Register,
}

/// Callback for each part of a move: its value, its index among the parts, and whether it is written as a
/// game. It says whether there may be more.
pub(super) type Emit<'m, 'e> =
    &'e mut dyn FnMut(&mut Machine<'m>, Scalar, u32, bool) -> Result<ControlFlow<()>>;

impl<'m> Machine<'m> {
    /// Counts one more open call.
    pub(super) fn enter(&mut self) -> Result<()> {
        if self.calls >= MAX_CALLS {
            return Err(Fault::new(
                ErrorCode::CallDepth,
                format!("more than {MAX_CALLS} calls are open at once"),
            )
            .help("does every recursion have a case that ends it?"));
        }
        self.calls += 1;
        Ok(())
    }

    /// Runs `work` as one more open call.
    pub(in crate::eval) fn one_deeper<T, E: From<Fault>>(
        &mut self,
        work: impl FnOnce(&mut Self) -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E> {
        self.enter()?;
        let result = work(self);
        self.calls -= 1;
        result
    }

    /// Opens the call of a function whose frame begins at `base` with `count` arguments. Returns the entry
    /// of its code.
    pub(in crate::eval) fn open(
        &mut self,
        function: &Function,
        base: usize,
        count: usize,
    ) -> Result<Target> {
        self.env.budget.step()?;
        self.enter()?;
        let entry = self.fill(function, base, count);
        if entry.is_err() {
            self.calls -= 1;
        }
        entry
    }

    fn fill(&mut self, function: &Function, base: usize, count: usize) -> Result<Target> {
        let (tree, code) = (&function.tree, &function.code);
        let (least, most) = function.arity();
        if count < least || count > most {
            return Err(super::call::wrong_arguments(tree, (least, most), count));
        }
        self.reserve(base + code.registers)?;
        let slots = &mut self.stack[base..base + code.slots];
        slots[..count].iter_mut().try_for_each(Scalar::settle)?;
        slots[count..].fill(Scalar::NOTHING);
        for (capture, value) in tree.captures.iter().zip(function.captures()) {
            slots[capture.inside] = Scalar::of(value.clone());
        }
        Ok(code.entries[count - least])
    }

    /// Ensures that the stack has `end` registers.
    fn reserve(&mut self, end: usize) -> Result<()> {
        if self.stack.len() < end {
            if self.stack.capacity() < end {
                self.env.budget.reserve((end * size_of::<Scalar>()) as u64)?;
            }
            self.stack.resize(end, Scalar::NOTHING);
        }
        Ok(())
    }

    /// Calls a function of the program, for builtins.
    pub(super) fn call_function(
        &mut self,
        function: &Function,
        args: Vec<Value>,
    ) -> Result<Scalar> {
        let (base, count) = (self.stack.len(), args.len());
        self.stack.extend(args.into_iter().map(Scalar::of));
        let result = self.open(function, base, count).and_then(|entry| {
            let exit = self.execute(&function.code, entry, base);
            self.calls -= 1;
            exit
        });
        self.stack.truncate(base);
        result.map(returned)
    }

    /// Closes the calls above `depth` after a fault, and notes each call in the fault.
    pub(super) fn unwind(&mut self, mut fault: Fault, depth: usize) -> Fault {
        while self.frames.len() > depth {
            let frame = self.frames.pop().expect("there are more");
            self.calls -= 1;
            let Op::Call { first, site, .. } = frame.code.ops[frame.ip] else {
                unreachable!("a frame is pushed by a call")
            };
            if let Scalar::Value(callee) = &self.stack[frame.base + first as usize] {
                fault = Self::in_call(callee, &frame.code.sites[site as usize], fault);
            }
        }
        fault
    }

    /// Runs `work` on a new frame for `code`, whose first slots hold `slots`.
    pub(in crate::eval) fn on_frame<T>(
        &mut self,
        code: &Code,
        slots: impl IntoIterator<Item = Scalar>,
        work: impl FnOnce(&mut Self, usize) -> Result<T>,
    ) -> Result<T> {
        let base = self.stack.len();
        let reserved = self.reserve(base + code.registers);
        let result = reserved.and_then(|()| {
            for (slot, value) in self.stack[base..].iter_mut().zip(slots) {
                *slot = value;
            }
            work(self, base)
        });
        self.stack.truncate(base);
        result
    }

    /// Value of code, on a frame of its own.
    pub(in crate::eval) fn value_of(&mut self, code: &Arc<Code>) -> Result<Value> {
        let exit = self.on_frame(code, [], |machine, base| machine.execute(code, 0, base))?;
        returned(exit).value()
    }

    /// Value of a block of code on a frame.
    pub(in crate::eval) fn block(
        &mut self,
        code: &Arc<Code>,
        base: usize,
        block: Block,
    ) -> Result<Value> {
        if let Op::Return(value) = code.ops[block.entry as usize] {
            return value.of(&self.stack[base..], &code.constants).clone().value();
        }
        returned(self.execute(code, block.entry, base)?).value()
    }

    /// Sets a register, counted from the bottom of the stack.
    pub(in crate::eval) fn set_slot(&mut self, place: usize, value: Value) {
        self.stack[place] = Scalar::of(value);
    }

    /// Values of blocks, in order.
    pub(in crate::eval) fn blocks(
        &mut self,
        code: &Arc<Code>,
        base: usize,
        blocks: &[Block],
    ) -> Result<Vec<Value>> {
        blocks.iter().map(|block| self.block(code, base, *block)).collect()
    }

    /// Value of an expression of a ruleset for a position.
    pub(in crate::eval) fn evaluate_in(
        &mut self,
        block: Block,
        position: &Position,
    ) -> Result<Value> {
        let code = &position.ruleset.rules.code;
        self.on_frame(code, slots_of(position), |machine, base| machine.block(code, base, block))
    }

    /// Whether the condition of a rewrite rule, if there is one, allows a move.
    pub(in crate::eval) fn allows(
        &mut self,
        rewrite: &RewriteCode,
        position: &Position,
        after: &Arc<Cells>,
    ) -> Result<bool> {
        let Some((slot, condition)) = rewrite.condition else { return Ok(true) };
        let code = &position.ruleset.rules.code;
        let said = self.on_frame(code, slots_of(position), |machine, base| {
            machine.stack[base + slot] = Scalar::of(Value::Board(after.clone()));
            machine.block(code, base, condition)
        })?;
        expect::truth(&said).at(condition.span)
    }

    /// Runs one alternative of a clause in a position, and calls `emit` with each part of each option.
    pub(in crate::eval) fn each_alternative(
        &mut self,
        way: &MoveCode,
        position: &Position,
        emit: Emit<'m, '_>,
    ) -> Result<()> {
        self.each_part(&position.ruleset, way.entry, slots_of(position), emit)
    }

    /// Runs code of a ruleset and calls `emit` with each part that it emits, until `emit` has enough.
    pub(in crate::eval) fn each_part(
        &mut self,
        ruleset: &Ruleset,
        entry: Target,
        slots: impl IntoIterator<Item = Scalar>,
        emit: Emit<'m, '_>,
    ) -> Result<()> {
        let code = &ruleset.rules.code;
        self.on_frame(code, slots, |machine, base| {
            let mut next = entry;
            loop {
                match machine.execute(code, next, base)? {
                    Exit::Return(_) => return Ok(()),
                    Exit::Emit { value, part, is_game, resume } => {
                        if emit(machine, value, part, is_game)?.is_break() {
                            return Ok(());
                        }
                        next = resume;
                    }
                }
            }
        })
    }
}

/// Values of the parameters of family and position, in the order of their slots.
pub(in crate::eval) fn slots_of(position: &Position) -> impl Iterator<Item = Scalar> {
    let family = position.ruleset.family().unwrap_or(&[]);
    family.iter().chain(position.arguments()).map(|value| Scalar::of(value.clone()))
}

/// Value with which code returned.
pub(super) fn returned(exit: Exit) -> Scalar {
    match exit {
        Exit::Return(value) => value,
        Exit::Emit { .. } => unreachable!("only ways to move pass parts on"),
    }
}
