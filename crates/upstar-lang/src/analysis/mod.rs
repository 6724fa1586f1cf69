//! Analyses of rulesets: properties that follow from the text of the rules.
//!
//! Knows: the resolved tree, and the meaning of intrinsics. Each analysis proves a fact about all
//! positions, or returns no result.
//! Must not know: how expressions are evaluated, or positions solved.
//!
//! Analyses ask for attributes, not for names. A program may have a function with the name of a builtin, so they
//! ask a resolved call which intrinsic it is; the row of the builtin says that. Each analysis begins with its
//! proof. `tests/analyses.rs` compares random rules with the same rules written so that nothing can be proved. A
//! proved fact is found once for each meaning of a ruleset and kept with it (`eval/environment/facts.rs`).

pub mod goals;
pub mod ground;
pub mod hackenbush;
pub mod heaps;
pub mod invariance;
pub mod lists;
pub mod normal;
pub mod opaque;
pub mod placements;
pub mod termination;
mod written;

#[cfg(test)]
mod tests;

use crate::builtins::{self, Intrinsic};
use crate::resolve::tree::{Expr, ExprKind, Slot};
use crate::syntax::ast::CompareOp;
use crate::value::Value;

/// Stack that must be left before an analysis enters an expression, and size of the segment that is added
/// otherwise.
const RED_ZONE: usize = 128 * 1024;
const MORE_STACK: usize = 4 * 1024 * 1024;

/// Deeper expressions are not compiled: compiled programs run by recursion on a stack that does not grow. Generators
/// count as levels.
const MOST_LEVELS: usize = 200;

/// Stack that is enough to compile and run programs of so many levels.
pub(crate) const STACK_OF_PROGRAMS: usize = 2 * 1024 * 1024;

/// Does `work`, which compiles or runs programs, where there is enough stack for them.
pub fn with_stack_for_programs<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(STACK_OF_PROGRAMS, MORE_STACK, work)
}

/// Reader of expressions in normal form (`normal`), which knows what the variables in scope stand for.
trait ReadsVariables: Sized {
    /// What an expression stands for.
    type Meaning;

    /// What the variable in each slot stands for.
    fn variables(&mut self) -> &mut Vec<Option<Self::Meaning>>;

    /// What a value stands for, if it surely has one.
    fn value_of(&mut self, expr: &Expr) -> Option<Self::Meaning>;

    /// What `read` makes of an expression in which a slot holds a value.
    fn within_let<T>(
        &mut self,
        slot: Slot,
        value: &Expr,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let value = self.value_of(value)?;
        *self.variables().get_mut(slot)? = Some(value);
        read(self)
    }
}

/// The intrinsic that an expression calls, with its arguments.
fn intrinsic_call(expr: &Expr) -> Option<(Intrinsic, &[Expr])> {
    let ExprKind::Call { callee, args } = &expr.kind else { return None };
    Some((intrinsic(callee)?, args))
}

/// The intrinsic that the callee of a call is.
fn intrinsic(callee: &Expr) -> Option<Intrinsic> {
    let ExprKind::Builtin(place) = callee.kind else { return None };
    builtins::row(place).intrinsic
}

/// Comparison of two integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Test {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Test {
    /// The comparison that an operator makes; `None` for others.
    fn of(op: CompareOp) -> Option<Test> {
        match op {
            CompareOp::Equal => Some(Test::Equal),
            CompareOp::NotEqual => Some(Test::NotEqual),
            CompareOp::Less => Some(Test::Less),
            CompareOp::LessOrEqual => Some(Test::LessOrEqual),
            CompareOp::Greater => Some(Test::Greater),
            CompareOp::GreaterOrEqual => Some(Test::GreaterOrEqual),
            _ => None,
        }
    }

    /// The test that holds when this one does not.
    fn opposite(self) -> Test {
        match self {
            Test::Equal => Test::NotEqual,
            Test::NotEqual => Test::Equal,
            Test::Less => Test::GreaterOrEqual,
            Test::LessOrEqual => Test::Greater,
            Test::Greater => Test::LessOrEqual,
            Test::GreaterOrEqual => Test::Less,
        }
    }

    /// The same test with its sides exchanged.
    fn turned(self) -> Test {
        match self {
            Test::Equal | Test::NotEqual => self,
            Test::Less => Test::Greater,
            Test::LessOrEqual => Test::GreaterOrEqual,
            Test::Greater => Test::Less,
            Test::GreaterOrEqual => Test::LessOrEqual,
        }
    }

    fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Test::Equal => left == right,
            Test::NotEqual => left != right,
            Test::Less => left < right,
            Test::LessOrEqual => left <= right,
            Test::Greater => left > right,
            Test::GreaterOrEqual => left >= right,
        }
    }
}

/// The integer that a value is, if it fits into a machine word.
pub(crate) fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.to_i64(),
        _ => None,
    }
}
