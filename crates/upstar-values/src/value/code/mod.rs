//! Compiled code, as data: instructions on registers.
//!
//! Knows: the instructions, and the place of each in the program.
//! Must not know: how programs are compiled, or how code runs.
//!
//! A frame is a range of registers. The slots of the tree come first, temporaries follow. An
//! instruction names registers of its frame or constants; arguments of a call are consecutive
//! temporaries, which become the first registers of the frame that the call opens.

mod extended;
mod rules;

use std::sync::Arc;

pub use extended::{
    Block, Bracket, Choice, ClaimCode, ClaimSide, Explain, ExtendedOp, QuotedCode, Summing,
    TypedSum,
};
pub use rules::{MoveCode, RewriteCode, Rules};

use super::scalar::Scalar;
use crate::resolve::tree;
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Collection, CompareOp};

/// Place in a frame.
pub type Register = u32;

/// Place in a list of instructions.
pub type Target = u32;

/// Register or constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operand(u32);

/// The bit that constants have.
const CONSTANT: u32 = 1 << 31;

impl Operand {
    /// Operand in a register.
    pub fn register(register: Register) -> Operand {
        Operand(register)
    }

    /// Operand that is a constant of the code.
    pub fn constant(place: usize) -> Operand {
        Operand(place as u32 | CONSTANT)
    }

    /// Returns the operand's value; `registers` are those of the frame.
    #[inline]
    pub fn of<'s>(self, registers: &'s [Scalar], constants: &'s [Scalar]) -> &'s Scalar {
        match self.0 & CONSTANT {
            0 => &registers[self.0 as usize],
            _ => &constants[(self.0 & !CONSTANT) as usize],
        }
    }
}

/// Collection made of consecutive registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gathered {
    /// `[a, b]`
    List,
    /// `(a, b)`
    Tuple,
    /// `{a, b}`
    Set,
    /// `{k: v}`: keys and values alternate.
    Map,
}

/// Instruction. `to` is the register of its result.
#[derive(Debug, Clone, Copy)]
#[expect(missing_docs, reason = "operands mean what the line above them says")]
pub enum Op {
    /// Begins a top-level statement: counts a step, and notes the statement's place.
    Begin,
    /// Counts a step.
    Step,
    /// Reports the value of a statement at the top level, with a label before it.
    Answer { value: Operand, label: Option<Operand>, silent: bool, is_source: bool },
    /// Copies a value.
    Copy { to: Register, from: Operand },
    /// Fails if a slot has no value; `name` is that of the slot.
    Bound { slot: Register, name: u32 },
    /// Refuses an expression without a value.
    Needed(Operand),
    /// Fails if an expression has no value, before a name holds it; see [`Scalar::settle`].
    Settle(Register),
    /// The value of a global.
    Global { to: Register, place: u32 },
    /// Sets a global.
    SetGlobal { place: u32, from: Operand },
    /// Sets a global to a function of the code.
    Define { place: u32, function: u32 },
    /// Sets a global to a ruleset of the code.
    Declare { place: u32, ruleset: u32 },
    /// Makes a function of the code with its captured values.
    Lambda { to: Register, function: u32 },
    /// Unpacks a tuple or list into `count` registers.
    Unpack { from: Operand, first: Register, count: u32 },
    /// `left op right`. Counts a step, at the place in [`Code::steps`].
    Binary { op: BinaryOp, to: Register, left: Operand, right: Operand },
    /// `base ** exponent % divisor` of three registers; the places of power and divisor are in
    /// [`Code::places`]. Counts a step as [`Op::Binary`] does.
    PowerRemainder { to: Register, first: Register, places: u32 },
    /// `-x`
    Negate { to: Register, from: Operand },
    /// `*(n)`
    Nimber { to: Register, from: Operand },
    /// Compares two values.
    Compare { op: CompareOp, to: Register, left: Operand, right: Operand },
    /// Jumps.
    Jump(Target),
    /// Jumps if the condition equals `wanted`.
    JumpIf { condition: Operand, wanted: bool, target: Target },
    /// Jumps if the result of the comparison equals `wanted`.
    JumpCompare { op: CompareOp, wanted: bool, left: Operand, right: Operand, target: Target },
    /// A collection of `count` registers.
    Gather { kind: Gathered, to: Register, first: Register, count: u32 },
    /// `a..b`
    Range { to: Register, first: Operand, last: Operand },
    /// `base[index]`
    Index { to: Register, base: Operand, index: Operand },
    /// Indexes with several indices: `base[i, j]`. Of the `count` registers from `first` on the first is
    /// the base.
    IndexMany { to: Register, first: Register, count: u32 },
    /// Calls the value in `first` with the registers that follow.
    Call { to: Register, first: Register, site: u32 },
    /// Calls a function of the language with registers from `first` on.
    Builtin { to: Register, first: Register, site: u32 },
    /// Counts the list that a function of the language returns, and skips the next instruction. If there is
    /// no fast path, puts the list into `first` and goes on.
    Count { to: Register, first: Register, site: u32 },
    /// Whether an item is in the list that a function of the language returns: its arguments are in registers from `first` on, and
    /// then the item. Writes the truth and skips the next instruction. If there is no fast path, puts the list into `first` and
    /// goes on.
    Member { to: Register, first: Register, site: u32, wanted: bool },
    /// A question about the position that the ruleset in `first` makes of the arguments after it. If a table answers, writes
    /// the answer and skips the two next instructions: the call and the question.
    Ask { asked: TableQuestion, to: Register, first: Register, site: u32 },
    /// `with(board, {place: symbol})`: the board in `first`, then keys and values.
    With { to: Register, first: Register, site: u32 },
    /// Jumps if there is a value: it was kept, and is not computed again.
    Kept { value: Register, after: Target },
    /// Begins an iteration over a collection; its state takes two registers. `listed` says that it must not
    /// be longer than a list.
    Iterate { state: Register, source: Operand, listed: bool },
    /// Begins a walk through `first..last`.
    IterateRange { state: Register, first: Operand, last: Operand, listed: bool },
    /// Moves to the next element and counts a step; jumps to `end` after the last.
    Next { to: Register, state: Register, end: Target },
    /// Begins to collect the values of a comprehension.
    OpenSweep { start: Target, places: u32 },
    /// Adds the current binding to the batch for several machines, if there is one, and jumps to `next`.
    Share { next: Target },
    /// Collects a value.
    Item(Operand),
    /// Ends a binding of a comprehension.
    Swept,
    /// The collection of all values.
    CloseSweep { to: Register, collection: Collection },
    /// Emits a part of a move; `is_game` says whether it is written as a game.
    Emit { value: Operand, part: u32, is_game: Operand },
    /// Begins an exercise, whose title is a constant; `keep` receives the title of the one around it.
    OpenExercise { keep: Register, title: Operand },
    /// Ends an exercise.
    CloseExercise { keep: Register },
    /// Fails because of `return`, `break` or `continue` inside of an expression.
    Leave,
    /// Refuses what follows an arrow directly.
    AfterArrow,
    /// Ends a function or block with its value.
    Return(Operand),
    /// Runs the extended instruction with this index. Its blocks of code follow, up to `after`.
    Extended { to: Register, index: u32, after: Target },
}

const _: () = assert!(size_of::<Op>() <= 16, "instructions are small");

/// A question that tables answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableQuestion {
    /// `nimber(P)`.
    Nimber,
    /// `outcome(P)`.
    Outcome,
    /// `canonical(P)`.
    Value,
}

/// Argument as typed.
#[derive(Debug, Clone)]
pub struct Argument {
    /// Place of the argument.
    pub span: Span,
    /// Contents of a text literal.
    pub text: Option<Arc<str>>,
}

/// Fast path of a call on small values; `None` where it might fail or does not apply.
pub type Shortcut = fn(&[Scalar]) -> Option<Scalar>;

/// Call of a program.
#[derive(Debug)]
pub struct Site {
    /// Place of the call.
    pub span: Span,
    /// The arguments as typed.
    pub args: Vec<Argument>,
    /// Place in the table of the builtin that is called.
    pub builtin: u16,
    /// Its fast path; for [`Op::Count`] that of the length of its list, for [`Op::Member`] that of the question for an item.
    pub shortcut: Option<Shortcut>,
    /// Place of the map that [`Op::With`] does not make.
    pub map: Span,
    /// Number of entries of that map.
    pub entries: usize,
}

/// Code of a program, function or ruleset.
#[derive(Debug, Default)]
pub struct Code {
    /// Instructions in order.
    pub ops: Vec<Op>,
    /// Place of each instruction.
    pub spans: Vec<Span>,
    /// Instructions that count a step, ascending, with the places of their operators.
    pub steps: Vec<(u32, Span)>,
    /// Further places.
    pub places: Vec<Span>,
    /// Constants.
    pub constants: Vec<Scalar>,
    /// Names of slots, for messages.
    pub names: Vec<Arc<str>>,
    /// Calls.
    pub sites: Vec<Site>,
    /// Functions that are made here.
    pub functions: Vec<(Arc<tree::Function>, Arc<Code>)>,
    /// Rulesets that are declared here.
    pub rulesets: Vec<(Arc<tree::Ruleset>, Arc<Rules>)>,
    /// Extended instructions, by the index in [`Op::Extended`].
    pub extended: Vec<ExtendedOp>,
    /// Entries of a function by the number of its defaults that are given: first none, last all.
    pub entries: Vec<Target>,
    /// Number of slots of a frame.
    pub slots: usize,
    /// Number of registers of a frame: slots and temporaries.
    pub registers: usize,
}

impl Code {
    /// Place of the operator for which an instruction counts a step.
    pub fn step_span(&self, op: usize) -> Span {
        let place = self.steps.binary_search_by_key(&(op as u32), |(op, _)| *op);
        place.map_or(self.spans[op], |place| self.steps[place].1)
    }
}
