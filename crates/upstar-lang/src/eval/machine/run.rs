//! The interpreter loop: one loop over instructions, with explicit frames.
//!
//! A call of a function of the program pushes a frame and continues in the same loop, so that the depth of
//! calls does not depend on the stack of the thread. Blocks of code, and functions called by builtins, run
//! in a nested loop.
//!
//! An instruction does at once what is simple on small values (`Scalar`), and leaves everything else to the
//! operation on values. So there is one meaning and one set of errors. A builtin says in its row how it is computed
//! at once (`builtins/fast.rs`).
//!
//! Blocks are options of a bracket, which are checked one by one; what is explained, as typed; and claims, whose
//! errors are data. They use the same registers. `tests/code.rs` compares the machine with a naive interpreter of
//! expressions.

use std::sync::Arc;

use super::call::placed;
use super::frames::CallFrame;
use super::instructions::{self, leaving, next, no_value};
use crate::diagnostic::Code as ErrorCode;
use crate::eval::environment::unset;
use crate::eval::typed::Activation;
use crate::eval::{Event, Machine, with_stack_for_code};
use crate::syntax::ast::BinaryOp;
use crate::value::code::{Code, Gathered, Op, Operand, Target};
use crate::value::scalar::{self, Scalar};
use crate::value::{Fault, Function, Result, Value, expect, ops};

/// Reason why the loop stops.
pub(super) enum Exit {
    /// The code has ended with this value.
    Return(Scalar),
    /// A part of a move is emitted; the code continues at `resume`.
    Emit { value: Scalar, part: u32, is_game: bool, resume: Target },
}

/// Fault of too many nested loops of the machine, where the stack of the thread cannot grow.
fn nested_too_deeply(most: usize) -> Fault {
    let open = format!("more than {most} calls are open at once within builtins, lists and rules");
    Fault::new(ErrorCode::CallDepth, open).help("does every recursion have a case that ends it?")
}

impl Machine<'_> {
    /// Runs code on the frame at `base`, until it returns or emits.
    pub(super) fn execute(&mut self, code: &Arc<Code>, entry: Target, base: usize) -> Result<Exit> {
        let (sweeps, exercise) = (self.sweeps.len(), self.exercise.clone());
        let most = self.env.world.max_loops;
        if self.loops >= most {
            return Err(nested_too_deeply(most));
        }
        self.loops += 1;
        let exit = with_stack_for_code(|| self.instructions(code.clone(), entry as usize, base));
        self.loops -= 1;
        if exit.is_err() {
            self.sweeps.truncate(sweeps);
            self.exercise = exercise;
        }
        exit
    }

    #[expect(clippy::too_many_lines, reason = "one match over all instructions")]
    fn instructions(&mut self, code: Arc<Code>, entry: usize, base: usize) -> Result<Exit> {
        let depth = self.frames.len();
        let (mut code, mut ip, mut base) = (code, entry, base);
        let fault = loop {
            /// Value of a result; a fault gets the place of the instruction.
            macro_rules! at {
                ($result:expr) => {
                    match $result {
                        Ok(value) => value,
                        Err(error) => break Fault::from(error).or_at(code.spans[ip]),
                    }
                };
                ($result:expr, $span:expr) => {
                    match $result {
                        Ok(value) => value,
                        Err(error) => break Fault::from(error).or_at($span),
                    }
                };
            }
            macro_rules! value {
                ($operand:expr) => {
                    $operand.of(&self.stack[base..], &code.constants)
                };
            }
            macro_rules! write {
                ($register:expr, $value:expr) => {{
                    let value = $value;
                    self.stack[base + $register as usize] = value;
                }};
            }
            match code.ops[ip] {
                Op::Step => at!(self.env.budget.step()),
                Op::Copy { to, from } => write!(to, value!(from).clone()),
                Op::Bound { slot, name } => {
                    if self.stack[base + slot as usize].is_nothing() {
                        at!(Err(unset(&code.names[name as usize])));
                    }
                }
                Op::Binary { op, to, left, right } => {
                    at!(self.env.budget.step(), code.step_span(ip));
                    match scalar::binary(op, value!(left), value!(right)) {
                        Some(result) => write!(to, result),
                        None if op == BinaryOp::Add && left == Operand::register(to) => {
                            let right = value!(right).clone();
                            let left = take(&mut self.stack[base + to as usize]);
                            let result = at!(left
                                .value()
                                .and_then(|left| { ops::added_to(self, left, &right.value()?) }));
                            write!(to, Scalar::of(result));
                        }
                        None => {
                            let (left, right) = (value!(left).clone(), value!(right).clone());
                            let result = at!(left.value().and_then(|left| {
                                ops::binary(self, op, &left, &right.value()?)
                            }));
                            write!(to, Scalar::of(result));
                        }
                    }
                }
                Op::Compare { op, to, left, right } => {
                    let holds = match scalar::compare(op, value!(left), value!(right)) {
                        Some(holds) => holds,
                        None => {
                            let sides = (value!(left).clone(), value!(right).clone());
                            at!(instructions::compared(self, op, sides, code.spans[ip]))
                        }
                    };
                    write!(to, Scalar::Bool(holds));
                }
                Op::JumpCompare { op, wanted, left, right, target } => {
                    let holds = match scalar::compare(op, value!(left), value!(right)) {
                        Some(holds) => holds,
                        None => {
                            let sides = (value!(left).clone(), value!(right).clone());
                            at!(instructions::compared(self, op, sides, code.spans[ip]))
                        }
                    };
                    if holds == wanted {
                        ip = target as usize;
                        continue;
                    }
                }
                Op::Jump(target) => {
                    ip = target as usize;
                    continue;
                }
                Op::JumpIf { condition, wanted, target } => {
                    let holds = match value!(condition) {
                        Scalar::Bool(holds) => *holds,
                        other => at!(other.clone().value().and_then(|value| expect::truth(&value))),
                    };
                    if holds == wanted {
                        ip = target as usize;
                        continue;
                    }
                }
                Op::Kept { value, after } => {
                    if !self.stack[base + value as usize].is_nothing() {
                        ip = after as usize;
                        continue;
                    }
                }
                Op::Index { to, base: of, index } => {
                    let (of, index) = (value!(of), value!(index));
                    match scalar::element(of, std::slice::from_ref(index)) {
                        Some(element) => write!(to, element),
                        None => {
                            let (of, index) = (of.clone(), index.clone());
                            write!(
                                to,
                                at!(instructions::element(self.env.world.store(), of, vec![index]))
                            );
                        }
                    }
                }
                Op::Next { to, state, end } => {
                    let Some(item) =
                        at!(next(&mut self.stack[base + state as usize..], &self.env.budget))
                    else {
                        ip = end as usize;
                        continue;
                    };
                    at!(self.env.budget.step());
                    write!(to, item);
                }
                Op::Call { to, first, site } => {
                    let place = base + first as usize;
                    let count = code.sites[site as usize].args.len();
                    if let Scalar::Value(Value::Function(function)) = &self.stack[place] {
                        let function: Arc<Function> = function.clone();
                        match self.open(&function, place + 1, count) {
                            Ok(entry) => {
                                let caller = std::mem::replace(&mut code, function.code.clone());
                                self.frames.push(CallFrame { code: caller, ip, base, to });
                                (base, ip) = (place + 1, entry as usize);
                                continue;
                            }
                            // The call was not entered, so it is not among those that are open.
                            Err(fault) => break placed(fault, &code.sites[site as usize]),
                        }
                    }
                    match self.call_at(&code, &code.sites[site as usize], place) {
                        Ok(result) => write!(to, result),
                        Err(fault) => break fault,
                    }
                }
                Op::Builtin { to, first, site } => {
                    match self.builtin(&code.sites[site as usize], base + first as usize) {
                        Ok(result) => write!(to, result),
                        Err(fault) => break fault,
                    }
                }
                Op::Count { to, first, site } => {
                    let (site, place) = (&code.sites[site as usize], base + first as usize);
                    let args = &self.stack[place..place + site.args.len()];
                    if let Some(count) = site.shortcut.and_then(|count| count(args)) {
                        write!(to, count);
                        ip += 1;
                    } else {
                        match self.builtin(site, place) {
                            Ok(list) => self.stack[place] = list,
                            Err(fault) => break fault,
                        }
                    }
                }
                Op::Member { to, first, site, wanted } => {
                    let (site, place) = (&code.sites[site as usize], base + first as usize);
                    let args = &self.stack[place..=place + site.args.len()];
                    if let Some(Scalar::Bool(is_in)) = site.shortcut.and_then(|has| has(args)) {
                        write!(to, Scalar::Bool(is_in == wanted));
                        ip += 1;
                    } else {
                        match self.builtin_of_values(site, place) {
                            Ok(list) => self.stack[place] = list,
                            Err(fault) => break fault,
                        }
                    }
                }
                Op::Ask { asked, to, first, site } => {
                    let (site, place) = (&code.sites[site as usize], base + first as usize);
                    let call = &self.stack[place..=place + site.args.len()];
                    if let Some(answer) = self.by_table(asked, call) {
                        write!(to, answer);
                        ip += 2;
                    }
                }
                Op::With { to, first, site } => {
                    match self.change(&code.sites[site as usize], base + first as usize) {
                        Ok(result) => write!(to, result),
                        Err(fault) => break fault,
                    }
                }
                Op::Return(value) => {
                    let value = value!(value).clone();
                    if self.frames.len() == depth {
                        return Ok(Exit::Return(value));
                    }
                    let frame = self.frames.pop().expect("there are more than at the beginning");
                    self.calls -= 1;
                    (code, ip, base) = (frame.code, frame.ip, frame.base);
                    // The callee's frame may have ended below that of its caller.
                    self.stack.resize(base + code.registers, Scalar::NOTHING);
                    write!(frame.to, value);
                }
                Op::Emit { value, part, is_game } => {
                    let value = value!(value).clone();
                    let is_game = matches!(value!(is_game), Scalar::Bool(true));
                    return Ok(Exit::Emit { value, part, is_game, resume: ip as Target + 1 });
                }
                Op::Needed(value) => {
                    if value!(value).is_nothing() {
                        break no_value(code.spans[ip]);
                    }
                }
                Op::Settle(register) => {
                    let value = &mut self.stack[base + register as usize];
                    if value.is_nothing() {
                        break no_value(code.spans[ip]);
                    }
                    at!(value.settle());
                }
                Op::Global { to, place } => {
                    write!(to, Scalar::of(at!(self.env.global(place as usize))));
                }
                Op::SetGlobal { place, from } => {
                    let value = at!(value!(from).clone().value());
                    at!(self.env.globals.own()).set(place as usize, value);
                }
                Op::Gather { kind, to, first, count } => {
                    let first = base + first as usize;
                    let items = first..first + count as usize;
                    let items: Vec<Scalar> = self.stack[items].iter_mut().map(take).collect();
                    let result = match kind {
                        Gathered::List => Scalar::list(items),
                        Gathered::Tuple => Scalar::tuple(items),
                        Gathered::Set => instructions::set(self.env.world.store(), items),
                        Gathered::Map => instructions::map(self.env.world.store(), items),
                    };
                    write!(to, at!(result));
                }
                Op::Range { to, first, last } => {
                    let (first, last) = (value!(first).clone(), value!(last).clone());
                    write!(to, at!(instructions::range(self.env.world.store(), first, last)));
                }
                Op::IndexMany { to, first, count } => {
                    let first = base + first as usize;
                    let all = &mut self.stack[first..first + count as usize];
                    let element = scalar::element(&all[0], &all[1..]);
                    match element {
                        Some(element) => write!(to, element),
                        None => {
                            let mut all: Vec<Scalar> = all.iter_mut().map(take).collect();
                            let of = all.remove(0);
                            write!(to, at!(instructions::element(self.env.world.store(), of, all)));
                        }
                    }
                }
                Op::Iterate { state, source, listed } => {
                    let source = value!(source).clone();
                    at!(instructions::iterate(
                        &mut self.stack[base + state as usize..],
                        source,
                        listed
                    ));
                }
                Op::IterateRange { state, first, last, listed } => {
                    let (first, last) = (value!(first).clone(), value!(last).clone());
                    at!(instructions::iterate_range(
                        self.env.world.store(),
                        &mut self.stack[base + state as usize..],
                        (first, last),
                        listed
                    ));
                }
                Op::Unpack { from, first, count } => {
                    let items = value!(from).clone();
                    let first = base + first as usize;
                    let places = &mut self.stack[first..first + count as usize];
                    at!(instructions::unpack(places, items));
                }
                Op::Negate { to, from } => {
                    let value = match value!(from) {
                        Scalar::Int(n) if *n != i64::MIN => Scalar::Int(-n),
                        other => {
                            let value = at!(other.clone().value());
                            Scalar::of(at!(ops::neg(self, &value)))
                        }
                    };
                    write!(to, value);
                }
                Op::Nimber { to, from } => {
                    let n = at!(value!(from).clone().value());
                    write!(to, Scalar::of(at!(ops::nimber(self.env.world.store(), &n))));
                }
                Op::PowerRemainder { to, first, places } => {
                    at!(self.env.budget.step(), code.step_span(ip));
                    let first = base + first as usize;
                    let operands = &mut self.stack[first..first + 3];
                    let operands: Vec<Scalar> = operands.iter_mut().map(take).collect();
                    let places = places as usize;
                    let spans = (code.places[places], code.places[places + 1]);
                    write!(to, at!(instructions::power_remainder(self, operands, spans)));
                }
                Op::Lambda { to, function } => {
                    let (tree, code) = &code.functions[function as usize];
                    let taken = tree.captures.iter().map(|capture| capture.outside);
                    let taken = taken.map(|slot| self.stack[base + slot].clone().value());
                    let made = taken
                        .collect::<Result<_>>()
                        .and_then(|taken| Function::new(tree.clone(), code.clone(), taken));
                    write!(to, Scalar::Value(Value::Function(Arc::new(at!(made)))));
                }
                Op::OpenSweep { start, places } => {
                    self.open_sweep(start, code.places[places as usize]);
                }
                Op::Share { next } => {
                    if self.is_shared() {
                        at!(self.share_later(&code, base));
                        ip = next as usize;
                        continue;
                    }
                }
                Op::Item(value) => {
                    let item = value!(value).clone();
                    at!(self.take_item(item));
                }
                Op::Swept => {
                    if self.end_binding() {
                        return Ok(Exit::Return(Scalar::NOTHING));
                    }
                }
                Op::CloseSweep { to, collection } => {
                    write!(to, at!(self.close_sweep(&code, collection)));
                }
                Op::Extended { to, index, after } => {
                    let op = &code.extended[index as usize];
                    if let Some(value) =
                        at!(Activation::new(self, &code, base).run(op, code.spans[ip]))
                    {
                        write!(to, Scalar::of(value));
                    }
                    ip = after as usize;
                    continue;
                }
                Op::Begin => {
                    self.place = Some(code.spans[ip]);
                    at!(self.env.budget.step());
                }
                Op::Answer { value, label, silent, is_source } => {
                    let label = match label {
                        Some(label) => {
                            let label = at!(value!(label).clone().value());
                            let help = |fault: Fault| fault.help("it is `show(label, x)`");
                            Some(at!(expect::text(&label).map_err(help)))
                        }
                        None => None,
                    };
                    let value = at!(value!(value).clone().value());
                    if value != Value::Nothing {
                        let span = code.spans[ip];
                        self.events.push(Event::Answer { value, span, label, silent, is_source });
                    }
                }
                Op::Define { place, function } => {
                    let (tree, code) = &code.functions[function as usize];
                    let made = at!(Function::new(tree.clone(), code.clone(), Vec::new()));
                    let made = Value::Function(Arc::new(made));
                    at!(self.env.globals.own()).set(place as usize, made);
                }
                Op::Declare { place, ruleset } => {
                    let (tree, rules) = &code.rulesets[ruleset as usize];
                    let ruleset = at!(self.env.world.rules.declare(tree, rules));
                    at!(self.env.globals.own()).set(place as usize, Value::Ruleset(ruleset));
                }
                Op::OpenExercise { keep, title } => {
                    let title = at!(value!(title).clone().value());
                    let outer = std::mem::replace(&mut self.exercise, text(title));
                    write!(keep, Scalar::Value(outer.map_or(Value::Nothing, Value::Text)));
                }
                Op::CloseExercise { keep } => {
                    let outer =
                        std::mem::replace(&mut self.stack[base + keep as usize], Scalar::NOTHING);
                    self.exercise = text(at!(outer.value()));
                }
                Op::Leave => at!(Err(leaving())),
                Op::AfterArrow => at!(Err(crate::eval::typed::literal::after_arrow())),
            }
            ip += 1;
        };
        Err(self.unwind(fault, depth))
    }
}

/// Moves a temporary out of its register.
pub(in crate::eval) fn take(register: &mut Scalar) -> Scalar {
    std::mem::replace(register, Scalar::NOTHING)
}

fn text(value: Value) -> Option<Arc<str>> {
    match value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}
