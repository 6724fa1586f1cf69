//! Compiled code, as data: instructions on registers.
//!
//! Knows: what the instructions are and which place of the program each belongs to.
//! Must not know: how code is made of a program, or how it runs.
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
pub use rules::{MoveCode, Rules};

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
    /// Begins a statement at the top level: counts a step, and notes where it stands.
    Begin,
    /// Counts a step.
    Step,
    /// Reports the value of a statement at the top level.
    Answer { value: Operand, silent: bool, is_source: bool },
    /// Copies a value.
    Copy { to: Register, from: Operand },
    /// Refuses a slot without a value; `name` is that of the slot.
    Bound { slot: Register, name: u32 },
    /// Refuses an expression without a value.
    Needed(Operand),
    /// Refuses an expression without a value before a name holds it, see [`Scalar::settle`].
    Settle(Register),
    /// The value of a global.
    Global { to: Register, place: u32 },
    /// Gives a global a value.
    SetGlobal { place: u32, from: Operand },
    /// Gives a global a function of the code.
    Define { place: u32, function: u32 },
    /// Gives a global a ruleset of the code.
    Declare { place: u32, ruleset: u32 },
    /// Makes a function of the code, which takes values along.
    Lambda { to: Register, function: u32 },
    /// Takes a tuple or list apart into `count` registers.
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
    /// One comparison.
    Compare { op: CompareOp, to: Register, left: Operand, right: Operand },
    /// Goes on elsewhere.
    Jump(Target),
    /// Goes on elsewhere when a condition is what is `wanted`.
    JumpIf { condition: Operand, wanted: bool, target: Target },
    /// Goes on elsewhere when whether a comparison holds is what is `wanted`.
    JumpCompare { op: CompareOp, wanted: bool, left: Operand, right: Operand, target: Target },
    /// A collection of `count` registers.
    Gather { kind: Gathered, to: Register, first: Register, count: u32 },
    /// `a..b`
    Range { to: Register, first: Operand, last: Operand },
    /// `base[index]`
    Index { to: Register, base: Operand, index: Operand },
    /// `base[i, j]`: `count` registers, of which the first is the base.
    IndexMany { to: Register, first: Register, count: u32 },
    /// Calls the value in `first` with the registers that follow.
    Call { to: Register, first: Register, site: u32 },
    /// Calls a function of the language with registers from `first` on.
    Builtin { to: Register, first: Register, site: u32 },
    /// The number of elements of the list that a function of the language gives, and the next
    /// instruction is left out; where it is not known at once, that list in `first`.
    Count { to: Register, first: Register, site: u32 },
    /// `with(board, {place: symbol})`: the board in `first`, then keys and values.
    With { to: Register, first: Register, site: u32 },
    /// Begins a walk through a collection; its state takes two registers. `listed` says that it
    /// must not be longer than a list.
    Iterate { state: Register, source: Operand, listed: bool },
    /// Begins a walk through `first..last`.
    IterateRange { state: Register, first: Operand, last: Operand, listed: bool },
    /// The next element, with a step; goes to `end` when there is none.
    Next { to: Register, state: Register, end: Target },
    /// Begins to collect the values of a comprehension.
    OpenSweep { start: Target, places: u32 },
    /// Leaves the binding at hand to several machines, when there are, and goes to `next`.
    Share { next: Target },
    /// Collects a value.
    Item(Operand),
    /// Ends what is done for one binding.
    Swept,
    /// The collection of all values.
    CloseSweep { to: Register, collection: Collection },
    /// Passes on a part of a move; `is_game` says whether it is written as a game.
    Emit { value: Operand, part: u32, is_game: Operand },
    /// Begins an exercise, whose title is a constant; `keep` holds that of the one around it.
    OpenExercise { keep: Register, title: Operand },
    /// Ends an exercise.
    CloseExercise { keep: Register },
    /// Refuses `return`, `break` and `continue` in a value.
    Leave,
    /// Refuses what follows an arrow directly.
    AfterArrow,
    /// Ends a function or block with its value.
    Return(Operand),
    /// Runs the extended instruction with this index. Its blocks of code follow, up to `after`.
    Extended { to: Register, index: u32, after: Target },
}

const _: () = assert!(size_of::<Op>() <= 16, "instructions are small");

/// Argument as typed.
#[derive(Debug, Clone)]
pub struct Argument {
    /// Where it stands.
    pub span: Span,
    /// What it is, when it is a text.
    pub text: Option<Arc<str>>,
}

/// Computes the value of a call at once where that is simple: never wrong, and `None` where it
/// might fail.
pub type Shortcut = fn(&[Scalar]) -> Option<Scalar>;

/// Call of a program.
#[derive(Debug)]
pub struct Site {
    /// Where it stands.
    pub span: Span,
    /// The arguments as typed.
    pub args: Vec<Argument>,
    /// What is called, when that is a function of the language: its place in the table.
    pub builtin: u16,
    /// How that, or for [`Op::Count`] its length, is computed at once.
    pub shortcut: Option<Shortcut>,
    /// Where the map stands that [`Op::With`] does not make.
    pub map: Span,
    /// How many entries that map has.
    pub entries: usize,
}

/// Code of a program, function or ruleset.
#[derive(Debug, Default)]
pub struct Code {
    /// Instructions in order.
    pub ops: Vec<Op>,
    /// Where each stands in the program.
    pub spans: Vec<Span>,
    /// Where the operators stand for which steps are counted: instruction and place, ascending.
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
    /// Where the code of a function begins when no default, one default ... is given, and at last
    /// when all are.
    pub entries: Vec<Target>,
    /// How many slots a frame has.
    pub slots: usize,
    /// How many registers a frame has: slots and temporaries.
    pub registers: usize,
}

impl Code {
    /// Where the operator stands for which an instruction counts a step.
    pub fn step_span(&self, op: usize) -> Span {
        let place = self.steps.binary_search_by_key(&(op as u32), |(op, _)| *op);
        place.map_or(self.spans[op], |place| self.steps[place].1)
    }
}
