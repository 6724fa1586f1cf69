//! Compilation of expressions of rules to integer arithmetic.
//!
//! Knows: the operators and intrinsics that are integer arithmetic, and their meaning. Must not know: moves.
//!
//! Where a program has a value, the expression has the same. What the language evaluates, and may have no value, is evaluated
//! here too: all elements of a collection, and values with names that are not used.

use super::arithmetic::{Binary, Unary};
use super::compile::Compiler;
use super::inner::{Fold, Loops};
use super::program::{HeapCondition, HeapGenerator, Int, LONGEST, Linear, Source};
use super::routines::{RoutineKind, says_yes};
use crate::analysis::normal::exists_of;
use crate::analysis::{Test, integer, intrinsic_call};
use crate::builtins::Intrinsic;
use crate::resolve::tree::{Expr, ExprKind, Generator};
use crate::syntax::ast::{BinaryOp, Collection, CompareOp, UnaryOp};
use crate::value::Value;

/// Conditions with more bindings of loops through constants are left to the evaluator.
const MOST_BINDINGS: usize = 1 << 9;

/// Larger conditions are not repeated.
const LARGEST_REPEATED: usize = 64;

impl Compiler<'_> {
    pub(super) fn int(&self, expr: &Expr) -> Option<Int> {
        self.deeper(|| self.int_of(expr))
    }

    pub(super) fn ints(&self, exprs: &[Expr]) -> Option<Vec<Int>> {
        exprs.iter().map(|expr| self.int(expr)).collect()
    }

    fn int_of(&self, expr: &Expr) -> Option<Int> {
        match &expr.kind {
            ExprKind::Number(number) => Some(constant(number.to_i64()?)),
            ExprKind::Slot(slot, _) => self.slot(*slot),
            ExprKind::Index { base, indices } => match &indices[..] {
                [index] => self.element(base, index).or_else(|| self.looked_up(expr)),
                _ => None,
            },
            ExprKind::If { condition, then, otherwise } => self.choice(condition, then, otherwise),
            ExprKind::Unary(UnaryOp::Neg, operand) => negative(self.int(operand)?),
            ExprKind::Binary { op, left, right, .. } => {
                binary(*op, self.int(left)?, self.int(right)?)
            }
            ExprKind::Let { slot, value, body } => {
                let (inner, before) = self.with_value(*slot, value)?;
                let body = inner.int(body)?;
                Some(match before {
                    Some(value) => Int::If(Box::new((has_value(value), body, constant(0)))),
                    None => body,
                })
            }
            ExprKind::Call { .. } => self.call(expr).or_else(|| {
                let call = self.routine_call(expr, RoutineKind::Integer)?;
                Some(Int::Call(Box::new(call)))
            }),
            ExprKind::Global(place) => Some(constant(integer(&(self.globals)(*place))?)),
            _ => None,
        }
    }

    fn choice(&self, condition: &Expr, then: &Expr, otherwise: &Expr) -> Option<Int> {
        let condition = self.condition(condition)?;
        Some(match condition.constant() {
            Some(true) => self.int(then)?,
            Some(false) => self.int(otherwise)?,
            None => Int::If(Box::new((condition, self.int(then)?, self.int(otherwise)?))),
        })
    }

    /// The call of an intrinsic function of integers.
    fn call(&self, call: &Expr) -> Option<Int> {
        let (function, args) = intrinsic_call(call)?;
        match (function, args) {
            (Intrinsic::Length, [items]) => self.length(items),
            (Intrinsic::Sum, [items]) => self.folded(Fold::Sum, items),
            (Intrinsic::Max, [items]) => self.folded(Fold::Max, items),
            (Intrinsic::Min, [items]) => self.folded(Fold::Min, items),
            (Intrinsic::Gcd, [items]) => match self.int(items) {
                Some(int) => Some(absolute(int)),
                None => Some(joined(Binary::Gcd, constant(0), self.list(items)?)),
            },
            (Intrinsic::Max, all) => self.all(Binary::Max, all),
            (Intrinsic::Min, all) => self.all(Binary::Min, all),
            (Intrinsic::Gcd, all) => self.all(Binary::Gcd, all),
            (Intrinsic::NimSum, all @ [_, _, ..]) => self.all(Binary::NimSum, all),
            (Intrinsic::Abs, [x]) => Some(absolute(self.int(x)?)),
            (Intrinsic::Isqrt, [n]) => Some(single(Unary::Isqrt, self.int(n)?)),
            (Intrinsic::Sign, [x]) => Some(single(Unary::Sign, self.int(x)?)),
            (Intrinsic::Ilog, [n]) => Some(pair(Binary::Ilog, self.int(n)?, constant(2))),
            (Intrinsic::Ilog, [n, base]) => Some(pair(Binary::Ilog, self.int(n)?, self.int(base)?)),
            (Intrinsic::Div, [a, b]) => Some(pair(Binary::Div, self.int(a)?, self.int(b)?)),
            (Intrinsic::Floor, [x]) => {
                let (dividend, divisor) = self.fraction(x)?;
                Some(rounded_down(dividend, divisor))
            }
            (Intrinsic::Ceil, [x]) => {
                let (dividend, divisor) = self.fraction(x)?;
                negative(rounded_down(negative(dividend)?, divisor))
            }
            _ => None,
        }
    }

    fn all(&self, operation: Binary, args: &[Expr]) -> Option<Int> {
        let mut args = self.ints(args)?;
        (!args.is_empty()).then(|| joined(operation, args.remove(0), args))
    }

    fn length(&self, items: &Expr) -> Option<Int> {
        if let Some(Value::List(list) | Value::Tuple(list)) = self.constant_of(items) {
            return Some(constant(list.items().len() as i64));
        }
        match &items.kind {
            ExprKind::Comprehension { .. } => self.folded(Fold::Count, items),
            _ => {
                let items = self.list(items)?;
                (!items.iter().any(Int::may_fail)).then(|| constant(items.len() as i64))
            }
        }
    }

    /// `sum(items)` and others.
    fn folded(&self, fold: Fold, items: &Expr) -> Option<Int> {
        if let (Fold::Sum, ExprKind::Range(first, last)) = (fold, &items.kind) {
            return sum_of_range(self.int(first)?, self.int(last)?);
        }
        let ExprKind::Comprehension { collection: Collection::List, element, generators } =
            &items.kind
        else {
            let mut items = self.list(items)?;
            return match fold {
                Fold::Sum => sum(items),
                Fold::Max if !items.is_empty() => Some(joined(Binary::Max, items.remove(0), items)),
                Fold::Min if !items.is_empty() => Some(joined(Binary::Min, items.remove(0), items)),
                _ => None,
            };
        };
        if matches!(fold, Fold::Max | Fold::Min) {
            let (inner, steps) = self.counting().steps(generators)?;
            return looped(fold, steps, inner.int(element)?);
        }
        let mut terms = Vec::new();
        self.counting().unrolled(generators, MOST_BINDINGS, &mut |compiler, steps| {
            let element = compiler.int(element)?;
            if steps.iter().any(|step| step.slot().is_some()) {
                terms.push(looped(fold, steps, element)?);
                return Some(());
            }
            let term = match fold {
                Fold::Count if element.may_fail() => {
                    Int::If(Box::new((has_value(element), constant(1), constant(0))))
                }
                Fold::Count => constant(1),
                _ => element,
            };
            let all = joint(steps);
            terms.push(match all.constant() {
                Some(true) => term,
                Some(false) => constant(0),
                None => Int::If(Box::new((all, term, constant(0)))),
            });
            Some(())
        })?;
        sum(terms)
    }

    /// A number as a dividend and a positive divisor.
    fn quotient(&self, expr: &Expr) -> Option<(Int, i64)> {
        self.deeper(|| match &expr.kind {
            ExprKind::Number(number) => {
                let divisor = i64::try_from(number.denom()).ok()?;
                Some((constant(i64::try_from(number.numer()).ok()?), divisor))
            }
            ExprKind::Unary(UnaryOp::Neg, inner) => {
                let (dividend, divisor) = self.quotient(inner)?;
                Some((negative(dividend)?, divisor))
            }
            ExprKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), left, right, .. } => {
                let ((a, b), (c, d)) = (self.quotient(left)?, self.quotient(right)?);
                Some((binary(*op, times(a, d)?, times(c, b)?)?, b.checked_mul(d)?))
            }
            ExprKind::Binary { op: BinaryOp::Mul, left, right, .. } => {
                let ((a, b), (c, d)) = (self.quotient(left)?, self.quotient(right)?);
                Some((binary(BinaryOp::Mul, a, c)?, b.checked_mul(d)?))
            }
            ExprKind::Binary { op: BinaryOp::Div, left, right, .. } => {
                let divisor = self.int(right)?.constant().filter(|divisor| *divisor > 0);
                match divisor {
                    Some(divisor) => {
                        let (a, b) = self.quotient(left)?;
                        Some((a, b.checked_mul(divisor)?))
                    }
                    None => Some((self.int(expr)?, 1)),
                }
            }
            _ => Some((self.int(expr)?, 1)),
        })
    }

    /// A number as a dividend and any divisor.
    fn fraction(&self, expr: &Expr) -> Option<(Int, Int)> {
        if let ExprKind::Binary { op: BinaryOp::Div, left, right, .. } = &expr.kind {
            let (dividend, divisor) = self.quotient(left)?;
            return Some((dividend, times(self.int(right)?, divisor)?));
        }
        let (dividend, divisor) = self.quotient(expr)?;
        Some((dividend, constant(divisor)))
    }

    /// `any([true for ...])`. What loops through constants becomes a condition for each of their values.
    fn exists(&self, generators: &[Generator]) -> Option<HeapCondition> {
        let mut conditions = Vec::new();
        self.unrolled(generators, MOST_BINDINGS, &mut |_, steps| {
            let loops = steps.iter().any(|step| step.slot().is_some());
            conditions.push(match loops {
                true => HeapCondition::Exists(Loops::new(steps, None)?),
                false => joint(steps),
            });
            Some(())
        })?;
        Some(any(conditions))
    }

    pub(super) fn condition(&self, expr: &Expr) -> Option<HeapCondition> {
        self.deeper(|| self.condition_of(expr))
    }

    fn condition_of(&self, expr: &Expr) -> Option<HeapCondition> {
        match &expr.kind {
            ExprKind::Compare { first, rest } => match &rest[..] {
                [(CompareOp::In, _, among)] => self.member(first, among),
                [(CompareOp::NotIn, _, among)] => Some(not(self.member(first, among)?)),
                [(op, _, second)] => self.comparison(Test::of(*op)?, first, second),
                _ => {
                    let rest = rest.iter();
                    let rest = rest.map(|(op, _, right)| Some((Test::of(*op)?, self.int(right)?)));
                    Some(HeapCondition::Compare(self.int(first)?, rest.collect::<Option<_>>()?))
                }
            },
            ExprKind::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), left, right, .. } => {
                let (left, right) = (self.condition(left)?, self.condition(right)?);
                let goes_on = *op == BinaryOp::And;
                Some(if goes_on { left.and(right) } else { left.or(right) })
            }
            ExprKind::Unary(UnaryOp::Not, operand) => Some(not(self.condition(operand)?)),
            ExprKind::Bool(truth) => Some(HeapCondition::of(*truth)),
            ExprKind::Index { .. } => Some(says_yes(self.truth_looked_up(expr)?)),
            ExprKind::If { condition, then, otherwise } => {
                let condition = self.condition(condition)?;
                (condition.size() <= LARGEST_REPEATED).then_some(())?;
                let then = condition.clone().and(self.condition(then)?);
                Some(then.or(not(condition).and(self.condition(otherwise)?)))
            }
            ExprKind::Let { slot, value, body } => {
                let (inner, before) = self.with_value(*slot, value)?;
                let body = inner.condition(body)?;
                Some(match before {
                    Some(value) => has_value(value).and(body),
                    None => body,
                })
            }
            ExprKind::Call { .. } => match exists_of(expr) {
                Some(generators) => self.exists(generators),
                None => self.asked(expr).or_else(|| {
                    let call = self.routine_call(expr, RoutineKind::Truth)?;
                    Some(says_yes(Int::Call(Box::new(call))))
                }),
            },
            _ => None,
        }
    }

    /// The call of an intrinsic function that gives a truth.
    fn asked(&self, call: &Expr) -> Option<HeapCondition> {
        let (function, [arg]) = intrinsic_call(call)? else { return None };
        let truths = || match &arg.kind {
            ExprKind::List(items) | ExprKind::Tuple(items) => {
                items.iter().map(|item| self.condition(item)).collect::<Option<Vec<_>>>()
            }
            _ => None,
        };
        let odd = |test| {
            let rest = pair(Binary::Rem, single(Unary::Ones, self.int(arg)?), constant(2));
            Some(HeapCondition::Compare(rest, vec![(test, constant(1))]))
        };
        match function {
            Intrinsic::Any => Some(any(truths()?)),
            Intrinsic::All => Some(not(any(truths()?.into_iter().map(not).collect()))),
            Intrinsic::IsOdious => odd(Test::Equal),
            Intrinsic::IsEvil => odd(Test::NotEqual),
            _ => None,
        }
    }

    /// A comparison of numbers, or of lists or tuples of integers.
    fn comparison(&self, test: Test, first: &Expr, second: &Expr) -> Option<HeapCondition> {
        if let Some((a, b)) = self.quotient(first) {
            let (c, d) = self.quotient(second)?;
            let (left, right) = (times(a, d)?, times(c, b)?);
            return Some(HeapCondition::Compare(left, vec![(test, right)]));
        }
        let (a, b) = match (&first.kind, &second.kind) {
            (ExprKind::Tuple(a), ExprKind::Tuple(b)) => (self.ints(a)?, self.ints(b)?),
            _ => (self.list(first)?, self.list(second)?),
        };
        let differ = |a: Int, b: Int| HeapCondition::Compare(a, vec![(Test::NotEqual, b)]);
        let fits = !a.iter().chain(&b).any(Int::may_fail);
        let differ = match fits && matches!(test, Test::Equal | Test::NotEqual) {
            false => return None,
            true if a.len() != b.len() => HeapCondition::of(true),
            true => a
                .into_iter()
                .zip(b)
                .map(|(a, b)| differ(a, b))
                .reduce(HeapCondition::or)
                .unwrap_or(HeapCondition::of(false)),
        };
        Some(if test == Test::NotEqual { differ } else { not(differ) })
    }

    /// `item in among`
    fn member(&self, item: &Expr, among: &Expr) -> Option<HeapCondition> {
        let Some(item) = self.int(item) else { return self.pair_in(item, among) };
        match &among.kind {
            ExprKind::Binary { op: BinaryOp::By, left, right, .. } => {
                let ExprKind::Range(first, last) = &left.kind else { return None };
                let (first, last) = (self.int(first)?, self.int(last)?);
                let step = self.int(right)?.constant().filter(|step| *step != 0)?;
                let further = binary(BinaryOp::Sub, item.clone(), first.clone())?;
                let rest = pair(Binary::Rem, further, constant(step));
                let (low, high) = if step > 0 { (first, last) } else { (last, first) };
                let within = HeapCondition::In(item, Source::Range(low, high));
                Some(within.and(HeapCondition::Compare(rest, vec![(Test::Equal, constant(0))])))
            }
            ExprKind::Comprehension {
                collection: Collection::List | Collection::Set,
                element,
                generators,
            } => {
                let (inner, mut steps) = self.steps(generators)?;
                (!item.may_fail()).then_some(())?;
                let same = vec![(Test::Equal, item)];
                steps.push(HeapGenerator::If(HeapCondition::Compare(inner.int(element)?, same)));
                Some(HeapCondition::Exists(Loops::new(steps, None)?))
            }
            _ => Some(HeapCondition::In(item, asked_for(self.source(among)?))),
        }
    }
}

/// The same members: of a list of consecutive integers its range, which need not be searched.
fn asked_for(members: Source) -> Source {
    let Source::List(items) = &members else { return members };
    let mut items = items.clone();
    items.sort_unstable();
    items.dedup();
    match (items.first(), items.last()) {
        (Some(first), Some(last))
            if items.len() > 1 && last.checked_sub(*first) == Some(items.len() as i64 - 1) =>
        {
            Source::Range(constant(*first), constant(*last))
        }
        _ => members,
    }
}

pub(super) fn constant(n: i64) -> Int {
    Int::Linear(Linear::constant(n))
}

fn rounded_down(dividend: Int, divisor: Int) -> Int {
    if divisor.constant() == Some(1) { dividend } else { pair(Binary::Div, dividend, divisor) }
}

fn single(operation: Unary, operand: Int) -> Int {
    match operand.constant().and_then(|n| operation.value(n)) {
        Some(value) => constant(value),
        None => Int::Unary(operation, Box::new(operand)),
    }
}

/// An operation on two integers.
pub(super) fn pair(operation: Binary, a: Int, b: Int) -> Int {
    let known = a.constant().zip(b.constant());
    match known.and_then(|(a, b)| operation.value(a, b)) {
        Some(value) => constant(value),
        None => Int::Binary(operation, Box::new((a, b))),
    }
}

fn joined(operation: Binary, first: Int, rest: Vec<Int>) -> Int {
    rest.into_iter().fold(first, |joined, next| pair(operation, joined, next))
}

fn sum(terms: Vec<Int>) -> Option<Int> {
    terms.into_iter().try_fold(constant(0), |sum, term| binary(BinaryOp::Add, sum, term))
}

fn looped(fold: Fold, steps: Vec<HeapGenerator>, element: Int) -> Option<Int> {
    let loops = Loops::new(steps, Some(&element))?;
    Some(Int::Fold(fold, Box::new((loops, element))))
}

/// `sum(first..last)`; a range that is longer than programs read has none.
fn sum_of_range(first: Int, last: Int) -> Option<Int> {
    let ends = binary(BinaryOp::Add, first.clone(), last.clone())?;
    let further = binary(BinaryOp::Sub, last, first)?;
    let count = binary(BinaryOp::Add, further.clone(), constant(1))?;
    // The product of the number of integers and both ends is even.
    let sum = pair(Binary::Exact, pair(Binary::Mul, ends, count), constant(2));
    let compared = |test, n| HeapCondition::Compare(further.clone(), vec![(test, constant(n))]);
    let sum = Int::If(Box::new((compared(Test::Less, LONGEST), sum, no_value())));
    Some(Int::If(Box::new((compared(Test::Less, 0), constant(0), sum))))
}

/// An integer without a value: the evaluator answers instead.
fn no_value() -> Int {
    pair(Binary::Exact, constant(1), constant(0))
}

/// The larger of an integer and its opposite, which is linear on pieces.
fn absolute(int: Int) -> Int {
    match (&int, negative(int.clone())) {
        (Int::Linear(_), Some(opposite)) => pair(Binary::Max, int, opposite),
        _ => single(Unary::Abs, int),
    }
}

fn negative(int: Int) -> Option<Int> {
    times(int, -1)
}

fn times(int: Int, factor: i64) -> Option<Int> {
    if factor == 1 { Some(int) } else { binary(BinaryOp::Mul, constant(factor), int) }
}

/// An operator between two integers.
pub(super) fn binary(op: BinaryOp, left: Int, right: Int) -> Option<Int> {
    match (op, left, right) {
        (BinaryOp::Add, Int::Linear(a), Int::Linear(b)) => Some(Int::Linear(a.plus(&b, 1)?)),
        (BinaryOp::Sub, Int::Linear(a), Int::Linear(b)) => Some(Int::Linear(a.plus(&b, -1)?)),
        (BinaryOp::Mul, Int::Linear(a), Int::Linear(b)) if a.terms.is_empty() => {
            Some(Int::Linear(Linear::constant(0).plus(&b, a.constant)?))
        }
        (BinaryOp::Mul, Int::Linear(a), Int::Linear(b)) if b.terms.is_empty() => {
            Some(Int::Linear(Linear::constant(0).plus(&a, b.constant)?))
        }
        (BinaryOp::Add, a, b) => Some(pair(Binary::Add, a, b)),
        (BinaryOp::Sub, a, b) => Some(pair(Binary::Add, a, negative(b)?)),
        (BinaryOp::Mul, a, b) => Some(pair(Binary::Mul, a, b)),
        (BinaryOp::Rem, a, b) => Some(pair(Binary::Rem, a, b)),
        (BinaryOp::Div, a, b) => Some(pair(Binary::Exact, a, b)),
        (BinaryOp::Pow, a, b) => Some(pair(Binary::Pow, a, b)),
        _ => None,
    }
}

fn not(condition: HeapCondition) -> HeapCondition {
    match condition.constant() {
        Some(holds) => HeapCondition::of(!holds),
        None => HeapCondition::Not(Box::new(condition)),
    }
}

/// The condition that holds where an integer has a value, and fails elsewhere.
fn has_value(int: Int) -> HeapCondition {
    HeapCondition::Compare(int.clone(), vec![(Test::Equal, int)])
}

/// All conditions, in order, of which each matters where those before it hold.
fn joint(steps: Vec<HeapGenerator>) -> HeapCondition {
    let conditions = steps.into_iter().filter_map(|step| match step {
        HeapGenerator::If(condition) => Some(condition),
        HeapGenerator::For(..) => None,
    });
    conditions.fold(HeapCondition::of(true), HeapCondition::and)
}

/// Whether some of the conditions hold, of which all are evaluated.
fn any(mut conditions: Vec<HeapCondition>) -> HeapCondition {
    if conditions.len() == 1 {
        return conditions.remove(0);
    }
    if !conditions.iter().any(HeapCondition::may_fail) {
        return conditions.into_iter().fold(HeapCondition::of(false), HeapCondition::or);
    }
    let one = |condition| Int::If(Box::new((condition, constant(1), constant(0))));
    HeapCondition::In(constant(1), Source::Items(conditions.into_iter().map(one).collect()))
}
