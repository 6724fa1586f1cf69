//! Compilation of rulesets of heaps to integer programs.
//!
//! Knows: the expressions that are integer arithmetic. Must not know: nimbers.

use std::cell::Cell;

use upstar_core::heap::Code;

use super::coins::CoinTurn;
use super::program::{HeapCondition, HeapGenerator, Int, Linear, MoveRule, Source};
use crate::analysis::normal::exists_of;
use crate::analysis::{MOST_LEVELS, Test, integer, intrinsic_call};
use crate::builtins::Intrinsic;
use crate::resolve::tree::{self, Alternative, Expr, ExprKind, Generator, PositionKind, Target};
use crate::syntax::ast::{BinaryOp, Collection, CompareOp, Mover, UnaryOp};
use crate::value::{Ruleset, Value, elements, heaps};

/// Rules of a ruleset, if it is impartial, of heaps, and all its moves are integer arithmetic.
pub(super) fn ways(ruleset: &Ruleset) -> Option<Vec<MoveRule>> {
    let compiler = Compiler::new(ruleset)?;
    alternatives_of_heaps(&ruleset.tree)?
        .map(|alternative| move_rule(alternative, &compiler))
        .collect()
}

/// Code that a ruleset states itself: `move rest for rest in take_and_break(code, n)`.
pub(super) fn stated_code(ruleset: &Ruleset) -> Option<Code> {
    let mut alternatives = alternatives_of_heaps(&ruleset.tree)?;
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
fn alternatives_of_heaps(tree: &tree::Ruleset) -> Option<impl Iterator<Item = &Alternative>> {
    alternatives(tree).filter(|_| matches!(tree.position, PositionKind::Heap))
}

/// The alternatives of an impartial ruleset.
pub(super) fn alternatives(tree: &tree::Ruleset) -> Option<impl Iterator<Item = &Alternative>> {
    let impartial = tree.clauses.iter().all(|clause| clause.mover == Mover::Either);
    let alternatives = tree.clauses.iter().flat_map(|clause| &clause.alternatives);
    impartial.then_some(alternatives)
}

/// Turns of a ruleset of coins, if all of them are integer arithmetic.
pub(super) fn turns(ruleset: &Ruleset) -> Option<Vec<CoinTurn>> {
    let tree = &ruleset.tree;
    let compiler = Compiler::new(ruleset)?;
    if !matches!(tree.position, PositionKind::Coins) {
        return None;
    }
    let mut turns = Vec::new();
    for alternative in tree.clauses.iter().flat_map(|clause| &clause.alternatives) {
        let Alternative::Options { parts, generators, .. } = alternative else { return None };
        let steps = compiler.steps(generators)?;
        for set in parts {
            let (parts, run) = compiler.others(set, tree.family.len())?;
            turns.push(CoinTurn { way: MoveRule { steps: steps.clone(), parts }, run });
        }
    }
    Some(turns)
}

fn move_rule(alternative: &Alternative, compiler: &Compiler<'_>) -> Option<MoveRule> {
    let Alternative::Options { parts, generators, .. } = alternative else { return None };
    Some(MoveRule {
        steps: compiler.steps(generators)?,
        parts: parts.iter().map(|part| compiler.int(part)).collect::<Option<_>>()?,
    })
}

/// A parameter that is a list of integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ListSlots {
    /// Slot of the parameter.
    pub(super) parameter: usize,
    /// Slot of its first element; the others follow.
    pub(super) first: usize,
    /// Number of elements.
    pub(super) length: usize,
}

/// Compiler of expressions; `None` for those that are not integer arithmetic.
#[derive(Clone)]
pub(super) struct Compiler<'a> {
    /// Values of the first slots.
    family: &'a [Value],
    slots: usize,
    /// The parameters that are lists.
    pub(super) lists: Vec<ListSlots>,
    /// Slots that hold a constant: variables of a comprehension that is unrolled.
    constants: Vec<(usize, i64)>,
    /// Slots that hold a value with a name.
    values: Vec<(usize, Int)>,
    /// Number of expressions around the one that is compiled.
    level: Cell<usize>,
}

/// Longer lists are left to the evaluator.
const LONGEST_LIST: usize = 64;
/// So are lists with more bindings of loops.
const LIST_BINDINGS: usize = 1 << 9;

impl<'a> Compiler<'a> {
    /// A compiler for the rules of a ruleset; `None` if its family is not given.
    pub(super) fn new(ruleset: &'a Ruleset) -> Option<Self> {
        Some(Compiler {
            family: ruleset.family()?,
            slots: ruleset.tree.slots,
            lists: Vec::new(),
            constants: Vec::new(),
            values: Vec::new(),
            level: Cell::new(0),
        })
    }

    /// What `compile` makes of an expression inside of others; `None` when it stands too deep.
    fn deeper<T>(&self, compile: impl FnOnce() -> Option<T>) -> Option<T> {
        let outside = self.level.get();
        self.level.set(outside + 1);
        let found = if outside < MOST_LEVELS { compile() } else { None };
        self.level.set(outside);
        found
    }

    /// The elements of a list of a length that does not depend on the position.
    pub(super) fn list(&self, expr: &Expr) -> Option<Vec<Int>> {
        match &expr.kind {
            ExprKind::Slot(slot, _) => {
                let list = self.lists.iter().find(|list| list.parameter == *slot)?;
                let element = |i| Int::Linear(Linear::slot(list.first + i));
                Some((0..list.length).map(element).collect())
            }
            ExprKind::List(items) => items.iter().map(|item| self.int(item)).collect(),
            ExprKind::Comprehension { collection: Collection::List, element, generators } => {
                let mut elements = Vec::new();
                self.unrolled(generators, LIST_BINDINGS, &mut |compiler, steps| {
                    elements.push(compiler.int(element)?);
                    (steps.is_empty() && elements.len() <= LONGEST_LIST).then_some(())
                })?;
                Some(elements)
            }
            _ => None,
        }
    }

    /// Calls `done` for each binding of those loops that run through constants, with the other steps and a compiler
    /// to which the slots of these loops are constants. `None` if there are more than `bindings`, or `done` gives up.
    pub(super) fn unrolled(
        &self,
        generators: &[Generator],
        mut bindings: usize,
        done: &mut impl FnMut(&Compiler<'_>, Vec<HeapGenerator>) -> Option<()>,
    ) -> Option<()> {
        self.unroll(generators, Vec::new(), &mut bindings, done)
    }

    fn unroll(
        &self,
        generators: &[Generator],
        mut steps: Vec<HeapGenerator>,
        bindings: &mut usize,
        done: &mut impl FnMut(&Compiler<'_>, Vec<HeapGenerator>) -> Option<()>,
    ) -> Option<()> {
        if generators.len() > MOST_LEVELS {
            return None;
        }
        let Some((generator, rest)) = generators.split_first() else {
            return done(self, steps);
        };
        let step = self.step(generator)?;
        // A loop without rounds stays behind steps that may fail: their errors come first.
        let constants = step.constants().filter(|(_, items)| !items.is_empty() || steps.is_empty());
        if let Some((slot, items)) = constants {
            for item in items {
                *bindings = bindings.checked_sub(1)?;
                self.with_constant(slot, item).unroll(rest, steps.clone(), bindings, done)?;
            }
            return Some(());
        }
        match step {
            HeapGenerator::If(condition)
                if condition.constant() == Some(false) && steps.is_empty() =>
            {
                return Some(());
            }
            HeapGenerator::If(condition) if condition.constant() == Some(true) => {}
            step => steps.push(step),
        }
        self.unroll(rest, steps, bindings, done)
    }

    /// A compiler for code in which a slot holds a constant.
    pub(super) fn with_constant(&self, slot: usize, constant: i64) -> Self {
        let mut inner = self.clone();
        inner.constants.retain(|(other, _)| *other != slot);
        inner.constants.push((slot, constant));
        inner
    }

    /// `rows[i]`
    fn element(&self, base: &Expr, index: &Expr) -> Option<Int> {
        let ExprKind::Slot(slot, _) = base.kind else { return None };
        let list = self.lists.iter().find(|list| list.parameter == slot)?;
        let index = self.int(index)?;
        if let Some(index) = index.constant() {
            let place = usize::try_from(index).ok()?.checked_sub(1)?;
            return (place < list.length).then(|| Int::Linear(Linear::slot(list.first + place)));
        }
        let (first, length) = (list.first, list.length as i64);
        Some(Int::Element { first, length, index: Box::new(index) })
    }

    fn choice(&self, condition: &Expr, then: &Expr, otherwise: &Expr) -> Option<Int> {
        let condition = self.condition(condition)?;
        Some(match condition.constant() {
            Some(true) => self.int(then)?,
            Some(false) => self.int(otherwise)?,
            None => Int::If(Box::new((condition, self.int(then)?, self.int(otherwise)?))),
        })
    }

    /// Generators, if they are not too many: each runs inside of those before it.
    fn steps(&self, generators: &[Generator]) -> Option<Vec<HeapGenerator>> {
        (generators.len() <= MOST_LEVELS).then_some(())?;
        generators.iter().map(|generator| self.step(generator)).collect()
    }

    pub(super) fn step(&self, generator: &Generator) -> Option<HeapGenerator> {
        match generator {
            Generator::If(condition) => Some(HeapGenerator::If(self.condition(condition)?)),
            Generator::For { target: Target::Slot(slot), source } if *slot < self.slots => {
                Some(HeapGenerator::For(*slot, self.source(source)?))
            }
            Generator::For { .. } => None,
        }
    }

    fn source(&self, source: &Expr) -> Option<Source> {
        match &source.kind {
            ExprKind::Range(first, last) => Some(Source::Range(self.int(first)?, self.int(last)?)),
            ExprKind::List(items) => {
                let items = items.iter().map(|item| self.int(item)?.constant());
                Some(Source::List(items.collect::<Option<_>>()?))
            }
            ExprKind::Slot(slot, _) => match self.family.get(*slot)? {
                Value::Range(range) if !range.has_step() => {
                    let end = |n| Some(Int::Linear(Linear::constant(i64::try_from(n).ok()?)));
                    Some(Source::Range(end(range.first())?, end(range.last())?))
                }
                Value::Range(range) if range.len() > LONGEST_LIST.into() => None,
                items @ (Value::List(_) | Value::Tuple(_) | Value::Set(_) | Value::Range(_)) => {
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

    pub(super) fn int(&self, expr: &Expr) -> Option<Int> {
        self.deeper(|| self.int_of(expr))
    }

    fn int_of(&self, expr: &Expr) -> Option<Int> {
        match &expr.kind {
            ExprKind::Number(number) => Some(Int::Linear(Linear::constant(number.to_i64()?))),
            ExprKind::Slot(slot, _) => match self.family.get(*slot) {
                Some(value) => Some(Int::Linear(Linear::constant(integer(value)?))),
                None => self.slot(*slot),
            },
            ExprKind::Index { base, indices } => match &indices[..] {
                [index] => self.element(base, index),
                _ => None,
            },
            ExprKind::If { condition, then, otherwise } => self.choice(condition, then, otherwise),
            ExprKind::Unary(UnaryOp::Neg, operand) => negative(self.int(operand)?),
            ExprKind::Binary { op, left, right, .. } => {
                binary(*op, self.int(left)?, self.int(right)?)
            }
            ExprKind::Let { slot, value, body } => self.with_value(*slot, value)?.int(body),
            ExprKind::Call { .. } => self.call(expr),
            _ => None,
        }
    }

    fn slot(&self, slot: usize) -> Option<Int> {
        if self.lists.iter().any(|list| list.parameter == slot) {
            return None;
        }
        if let Some((_, value)) = self.values.iter().find(|(other, _)| *other == slot) {
            return Some(value.clone());
        }
        let constant = self.constants.iter().find(|(other, _)| *other == slot);
        Some(Int::Linear(match constant {
            Some((_, constant)) => Linear::constant(*constant),
            None => Linear::slot(slot),
        }))
    }

    /// A compiler for a body in which a slot holds a value. The value takes the place of the slot, so it must not fail.
    fn with_value(&self, slot: usize, value: &Expr) -> Option<Self> {
        let value = self.int(value).filter(|value| !value.may_fail())?;
        let mut inner = self.clone();
        inner.values.push((slot, value));
        Some(inner)
    }

    /// `max(a, b)`, `min(a, b)`, `length(rows)`
    fn call(&self, call: &Expr) -> Option<Int> {
        let (function, args) = intrinsic_call(call)?;
        if let (Intrinsic::Length, [Expr { kind: ExprKind::Slot(slot, _), .. }]) = (function, args)
        {
            let list = self.lists.iter().find(|list| list.parameter == *slot)?;
            return Some(Int::Linear(Linear::constant(list.length as i64)));
        }
        let [a, b] = args else { return None };
        let pair = Box::new((self.int(a)?, self.int(b)?));
        match function {
            Intrinsic::Max => Some(Int::Max(pair)),
            Intrinsic::Min => Some(Int::Min(pair)),
            _ => None,
        }
    }

    /// `any([true for ...])` for loops through constants: some of the conditions for each of their values holds. All are
    /// evaluated, so none of them may fail.
    fn exists(&self, generators: &[Generator]) -> Option<HeapCondition> {
        let mut any = HeapCondition::of(false);
        self.unrolled(generators, LIST_BINDINGS, &mut |_, steps| {
            let mut all = HeapCondition::of(true);
            for step in steps {
                let HeapGenerator::If(condition) = step else { return None };
                (!condition.may_fail()).then_some(())?;
                all = all.and(condition);
            }
            any = std::mem::replace(&mut any, HeapCondition::of(false)).or(all);
            Some(())
        })?;
        Some(any)
    }

    fn condition(&self, expr: &Expr) -> Option<HeapCondition> {
        self.deeper(|| self.condition_of(expr))
    }

    fn condition_of(&self, expr: &Expr) -> Option<HeapCondition> {
        match &expr.kind {
            ExprKind::Compare { first, rest } => {
                if let [(op @ (CompareOp::In | CompareOp::NotIn), _, source)] = &rest[..] {
                    let inside = HeapCondition::In(self.int(first)?, self.source(source)?);
                    return Some(match op {
                        CompareOp::In => inside,
                        _ => HeapCondition::Not(Box::new(inside)),
                    });
                }
                let rest =
                    rest.iter().map(|(op, _, right)| Some((Test::of(*op)?, self.int(right)?)));
                Some(HeapCondition::Compare(self.int(first)?, rest.collect::<Option<_>>()?))
            }
            ExprKind::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), left, right, .. } => {
                let (left, right) = (self.condition(left)?, self.condition(right)?);
                let goes_on = *op == BinaryOp::And;
                Some(if goes_on { left.and(right) } else { left.or(right) })
            }
            ExprKind::Unary(UnaryOp::Not, operand) => {
                Some(HeapCondition::Not(Box::new(self.condition(operand)?)))
            }
            ExprKind::Bool(truth) => Some(HeapCondition::of(*truth)),
            ExprKind::Let { slot, value, body } => self.with_value(*slot, value)?.condition(body),
            ExprKind::Call { .. } => self.exists(exists_of(expr)?),
            _ => None,
        }
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
