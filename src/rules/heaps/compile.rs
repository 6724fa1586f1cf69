//! From the tree of a ruleset to integer programs.
//!
//! Knows: which expressions are integer arithmetic. Must not know: nimbers.

use super::program::{Condition, Int, Linear, Source, Step, Test, Way};
use crate::resolve::tree::{self, Alternative, Expr, ExprKind, Generator, PositionKind, Target};
use crate::syntax::ast::{BinaryOp, CompareOp, Mover, UnaryOp};
use crate::value::{Ruleset, Value, elements};

/// The ways to move, when the ruleset is impartial, of heaps, and integer arithmetic says all.
pub(super) fn ways(ruleset: &Ruleset) -> Option<Vec<Way>> {
    let tree = &ruleset.tree;
    let heaps = matches!(tree.position, PositionKind::Heap);
    let impartial = tree.clauses.iter().all(|clause| clause.mover == Mover::Either);
    if !heaps || !impartial {
        return None;
    }
    let family = ruleset.family()?;
    let alternatives = tree.clauses.iter().flat_map(|clause| &clause.alternatives);
    alternatives.map(|alternative| way(alternative, tree, family)).collect()
}

fn way(alternative: &Alternative, tree: &tree::Ruleset, family: &[Value]) -> Option<Way> {
    let Alternative::Options { parts, generators, .. } = alternative else { return None };
    let compiler = Compiler { family, slots: tree.slots };
    Some(Way {
        steps: generators
            .iter()
            .map(|generator| compiler.step(generator))
            .collect::<Option<_>>()?,
        parts: parts.iter().map(|part| compiler.int(part)).collect::<Option<_>>()?,
    })
}

/// Compiles expressions; `None` for those that are something else.
struct Compiler<'a> {
    /// What the first slots hold.
    family: &'a [Value],
    slots: usize,
}

impl Compiler<'_> {
    fn step(&self, generator: &Generator) -> Option<Step> {
        match generator {
            Generator::If(condition) => Some(Step::If(self.condition(condition)?)),
            Generator::For { target: Target::Slot(slot), source } if *slot < self.slots => {
                Some(Step::For(*slot, self.source(source)?))
            }
            Generator::For { .. } => None,
        }
    }

    fn source(&self, source: &Expr) -> Option<Source> {
        match &source.kind {
            ExprKind::Range(first, last) => Some(Source::Range(self.int(first)?, self.int(last)?)),
            ExprKind::List(items) => {
                let items = items.iter().map(|item| match self.int(item)? {
                    Int::Linear(linear) if linear.terms.is_empty() => Some(linear.constant),
                    _ => None,
                });
                Some(Source::List(items.collect::<Option<_>>()?))
            }
            ExprKind::Slot(slot, _) => match self.family.get(*slot)? {
                Value::Range(range) => {
                    let end = |n| Some(Int::Linear(Linear::constant(i64::try_from(n).ok()?)));
                    Some(Source::Range(end(&range.first)?, end(&range.last)?))
                }
                items @ (Value::List(_) | Value::Tuple(_) | Value::Set(_)) => {
                    let items = elements(items).ok()?.map(|item| integer(&item));
                    Some(Source::List(items.collect::<Option<_>>()?))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn int(&self, expr: &Expr) -> Option<Int> {
        match &expr.kind {
            ExprKind::Number(number) => Some(Int::Linear(Linear::constant(number.to_i64()?))),
            ExprKind::Slot(slot, _) => match self.family.get(*slot) {
                Some(value) => Some(Int::Linear(Linear::constant(integer(value)?))),
                None => Some(Int::Linear(Linear::slot(*slot))),
            },
            ExprKind::Unary(UnaryOp::Neg, operand) => negative(self.int(operand)?),
            ExprKind::Binary { op, left, right, .. } => {
                binary(*op, self.int(left)?, self.int(right)?)
            }
            _ => None,
        }
    }

    fn condition(&self, expr: &Expr) -> Option<Condition> {
        match &expr.kind {
            ExprKind::Compare { first, rest } => {
                let rest = rest.iter().map(|(op, _, right)| Some((test(*op)?, self.int(right)?)));
                Some(Condition::Compare(self.int(first)?, rest.collect::<Option<_>>()?))
            }
            ExprKind::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), left, right, .. } => {
                let pair = Box::new((self.condition(left)?, self.condition(right)?));
                Some(match op {
                    BinaryOp::And => Condition::And(pair),
                    _ => Condition::Or(pair),
                })
            }
            ExprKind::Unary(UnaryOp::Not, operand) => {
                Some(Condition::Not(Box::new(self.condition(operand)?)))
            }
            _ => None,
        }
    }
}

fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.to_i64(),
        _ => None,
    }
}

fn negative(int: Int) -> Option<Int> {
    binary(BinaryOp::Mul, Int::Linear(Linear::constant(-1)), int)
}

fn binary(op: BinaryOp, left: Int, right: Int) -> Option<Int> {
    match (op, left, right) {
        (BinaryOp::Add, Int::Linear(a), Int::Linear(b)) => Some(Int::Linear(a.plus(&b, 1)?)),
        (BinaryOp::Sub, Int::Linear(a), Int::Linear(b)) => Some(Int::Linear(a.plus(&b, -1)?)),
        (BinaryOp::Mul, Int::Linear(a), Int::Linear(b)) if a.terms.is_empty() => {
            Some(Int::Linear(Linear::constant(0).plus(&b, a.constant)?))
        }
        (BinaryOp::Mul, Int::Linear(a), Int::Linear(b)) if b.terms.is_empty() => {
            Some(Int::Linear(Linear::constant(0).plus(&a, b.constant)?))
        }
        (BinaryOp::Add, a, b) => Some(Int::Add(Box::new((a, b)))),
        (BinaryOp::Sub, a, b) => Some(Int::Add(Box::new((a, negative(b)?)))),
        (BinaryOp::Mul, a, b) => Some(Int::Mul(Box::new((a, b)))),
        (BinaryOp::Rem, a, b) => Some(Int::Rem(Box::new((a, b)))),
        _ => None,
    }
}

fn test(op: CompareOp) -> Option<Test> {
    match op {
        CompareOp::Equal => Some(i64::eq),
        CompareOp::NotEqual => Some(i64::ne),
        CompareOp::Less => Some(i64::lt),
        CompareOp::LessOrEqual => Some(i64::le),
        CompareOp::Greater => Some(i64::gt),
        CompareOp::GreaterOrEqual => Some(i64::ge),
        _ => None,
    }
}
