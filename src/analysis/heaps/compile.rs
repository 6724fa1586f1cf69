//! Compilation of rulesets of heaps to integer programs.
//!
//! Knows: the expressions that are integer arithmetic. Must not know: nimbers.

use upstar_core::heap::Code;

use super::coins::Turn;
use super::program::{Condition, Int, Linear, MoveRule, Source, Step, Test};
use crate::analysis::intrinsic_call;
use crate::builtins::Intrinsic;
use crate::resolve::tree::{self, Alternative, Expr, ExprKind, Generator, PositionKind, Target};
use crate::syntax::ast::{BinaryOp, CompareOp, Mover, UnaryOp};
use crate::value::{Ruleset, Value, elements, heaps};

/// Rules of a ruleset, if it is impartial, of heaps, and all its moves are integer arithmetic.
pub(super) fn ways(ruleset: &Ruleset) -> Option<Vec<MoveRule>> {
    let compiler = Compiler { family: ruleset.family()?, slots: ruleset.tree.slots };
    alternatives(&ruleset.tree)?.map(|alternative| move_rule(alternative, &compiler)).collect()
}

/// Code that a ruleset states itself: `move rest for rest in take_and_break(code, n)`.
pub(super) fn stated_code(ruleset: &Ruleset) -> Option<Code> {
    let mut alternatives = alternatives(&ruleset.tree)?;
    let (Some(Alternative::Options { parts, generators, .. }), None) =
        (alternatives.next(), alternatives.next())
    else {
        return None;
    };
    let [Generator::For { target: Target::Slot(rest), source }] = &generators[..] else {
        return None;
    };
    let left = matches!(&parts[..], [Expr { kind: ExprKind::Slot(slot, _), .. }] if slot == rest);
    let (Intrinsic::TakeAndBreak, [code, heap]) = intrinsic_call(source)? else { return None };
    let family = ruleset.family()?;
    let whole = matches!(&heap.kind, ExprKind::Slot(slot, _) if *slot == family.len());
    if !left || !whole {
        return None;
    }
    match &code.kind {
        ExprKind::Text(text) => text.parse().ok(),
        ExprKind::Slot(slot, _) => heaps::code(family.get(*slot)?).ok(),
        _ => None,
    }
}

/// The alternatives of an impartial ruleset of heaps.
fn alternatives(tree: &tree::Ruleset) -> Option<impl Iterator<Item = &Alternative>> {
    let heaps = matches!(tree.position, PositionKind::Heap);
    let impartial = tree.clauses.iter().all(|clause| clause.mover == Mover::Either);
    let alternatives = tree.clauses.iter().flat_map(|clause| &clause.alternatives);
    (heaps && impartial).then_some(alternatives)
}

/// Turns of a ruleset of coins, if all of them are integer arithmetic.
pub(super) fn turns(ruleset: &Ruleset) -> Option<Vec<Turn>> {
    let tree = &ruleset.tree;
    let compiler = Compiler { family: ruleset.family()?, slots: tree.slots };
    if !matches!(tree.position, PositionKind::Coins) {
        return None;
    }
    let mut turns = Vec::new();
    for alternative in tree.clauses.iter().flat_map(|clause| &clause.alternatives) {
        let Alternative::Options { parts, generators, .. } = alternative else { return None };
        let steps = generators.iter().map(|generator| compiler.step(generator));
        let steps: Vec<Step> = steps.collect::<Option<_>>()?;
        for set in parts {
            let (parts, run) = compiler.others(set, tree.family.len())?;
            turns.push(Turn { way: MoveRule { steps: steps.clone(), parts }, run });
        }
    }
    Some(turns)
}

fn move_rule(alternative: &Alternative, compiler: &Compiler<'_>) -> Option<MoveRule> {
    let Alternative::Options { parts, generators, .. } = alternative else { return None };
    Some(MoveRule {
        steps: generators
            .iter()
            .map(|generator| compiler.step(generator))
            .collect::<Option<_>>()?,
        parts: parts.iter().map(|part| compiler.int(part)).collect::<Option<_>>()?,
    })
}

/// Compiler of expressions; `None` for those that are not integer arithmetic.
struct Compiler<'a> {
    /// Values of the first slots.
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

    /// Coins of a set besides the one at a place, or the leftmost of a run up to it.
    fn others(&self, set: &Expr, place: usize) -> Option<(Vec<Int>, bool)> {
        let rightmost = |int: &Int| matches!(int, Int::Linear(at) if *at == Linear::slot(place));
        match &set.kind {
            ExprKind::Range(first, last) if rightmost(&self.int(last)?) => {
                Some((vec![self.int(first)?], true))
            }
            ExprKind::List(coins) | ExprKind::Tuple(coins) | ExprKind::Set(coins) => {
                let coins = coins.iter().map(|coin| self.int(coin));
                let mut coins: Vec<Int> = coins.collect::<Option<_>>()?;
                coins.remove(coins.iter().position(rightmost)?);
                Some((coins, false))
            }
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
            ExprKind::Call { .. } => self.extreme(expr),
            _ => None,
        }
    }

    /// `max(a, b)`, `min(a, b)`
    fn extreme(&self, call: &Expr) -> Option<Int> {
        let (function, [a, b]) = intrinsic_call(call)? else { return None };
        let pair = Box::new((self.int(a)?, self.int(b)?));
        match function {
            Intrinsic::Max => Some(Int::Max(pair)),
            Intrinsic::Min => Some(Int::Min(pair)),
            _ => None,
        }
    }

    fn condition(&self, expr: &Expr) -> Option<Condition> {
        match &expr.kind {
            ExprKind::Compare { first, rest } => {
                if let [(op @ (CompareOp::In | CompareOp::NotIn), _, source)] = &rest[..] {
                    let inside = Condition::In(self.int(first)?, self.source(source)?);
                    return Some(match op {
                        CompareOp::In => inside,
                        _ => Condition::Not(Box::new(inside)),
                    });
                }
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
        CompareOp::Equal => Some(Test::Equal),
        CompareOp::NotEqual => Some(Test::NotEqual),
        CompareOp::Less => Some(Test::Less),
        CompareOp::LessOrEqual => Some(Test::LessOrEqual),
        CompareOp::Greater => Some(Test::Greater),
        CompareOp::GreaterOrEqual => Some(Test::GreaterOrEqual),
        _ => None,
    }
}
