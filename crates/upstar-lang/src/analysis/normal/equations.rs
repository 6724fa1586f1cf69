//! Loops whose variable an equation gives: `for b in 1..n if a + b == n` is a name for `n - a`, if `1 <= n - a <= n`.
//!
//! Proof: both sides of the equation are sums and differences of integers, and the variable is in them once. So the equation
//! holds for one integer, and the round of this integer is the only one that is not left out. It comes where the integer lies
//! within the ends of the range. Between the loop and the equation there are total conditions only, so no round fails that is
//! left out; the ends are total integers, so neither does the loop.

use super::binders::only_if;
use super::kinds::Kind;
use super::{Normaliser, is_slot};
use crate::resolve::tree::{
    Alternative, Expr, ExprKind, Generator, Ruleset as Declaration, Slot, Target,
};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, CompareOp, UnaryOp};

/// The value of the variable of a loop.
struct Solution {
    /// The place of the loop among the generators.
    place: usize,
    slot: Slot,
    value: Expr,
    /// The ends of its range.
    ends: [Expr; 2],
}

impl Normaliser<'_> {
    /// Generators in normal form, in which no equation gives the variable of a loop. What takes the place of such a variable
    /// does so in the frame too.
    pub(super) fn solved(&mut self, mut generators: Vec<Generator>) -> Option<Vec<Generator>> {
        let mut equation = 0;
        while equation < generators.len() {
            match self.solution(&generators, equation) {
                Some(solution) => {
                    let place = solution.place;
                    generators = self.with_solution(generators, equation, solution)?;
                    equation = place;
                }
                None => equation += 1,
            }
        }
        Some(generators)
    }

    /// The loop whose variable the condition at this place gives.
    fn solution(&mut self, generators: &[Generator], equation: usize) -> Option<Solution> {
        let Generator::If(condition) = &generators[equation] else { return None };
        let ExprKind::Compare { first, rest } = &condition.kind else { return None };
        let [(CompareOp::Equal, span, second)] = &rest[..] else { return None };
        let is_integer = |expr: &Expr| self.kind(expr) == Kind::Integer && self.is_total(expr);
        (is_integer(first) && is_integer(second)).then_some(())?;
        for place in (0..equation).rev() {
            let (slot, source) = match &generators[place] {
                Generator::If(condition)
                    if self.kind(condition) == Kind::Truth && self.is_total(condition) =>
                {
                    continue;
                }
                Generator::For { target: Target::Slot(slot), source } => (*slot, source),
                _ => return None,
            };
            let ends = self.ends(source)?.map(Expr::clone);
            let value = match [occurrences(first, slot)?, occurrences(second, slot)?] {
                [1, 0] => self.isolated(first, second.clone(), slot, *span)?,
                [0, 1] => self.isolated(second, (**first).clone(), slot, *span)?,
                _ => return None,
            };
            return Some(Solution { place, slot, value, ends });
        }
        None
    }

    /// The value of a variable in a sum that is equal to another integer.
    fn isolated(&mut self, sum: &Expr, other: Expr, slot: Slot, span: Span) -> Option<Expr> {
        match &sum.kind {
            ExprKind::Slot(..) => Some(other),
            ExprKind::Unary(UnaryOp::Neg, inner) => {
                let other = self.unary(UnaryOp::Neg, other, span);
                self.isolated(inner, other, slot, span)
            }
            ExprKind::Binary { op: BinaryOp::Add, left, right, .. } => {
                let (with, without) =
                    if occurrences(left, slot)? == 1 { (left, right) } else { (right, left) };
                let other = self.binary((BinaryOp::Sub, span), other, (**without).clone(), span);
                self.isolated(with, other, slot, span)
            }
            ExprKind::Binary { op: BinaryOp::Sub, left, right, .. } => {
                if occurrences(left, slot)? == 1 {
                    let right = (**right).clone();
                    let other = self.binary((BinaryOp::Add, span), other, right, span);
                    return self.isolated(left, other, slot, span);
                }
                let other = self.binary((BinaryOp::Sub, span), (**left).clone(), other, span);
                self.isolated(right, other, slot, span)
            }
            _ => None,
        }
    }

    /// The generators with a value in the place of the variable of a loop.
    fn with_solution(
        &mut self,
        generators: Vec<Generator>,
        equation: usize,
        Solution { place, slot, value, ends: [first, last] }: Solution,
    ) -> Option<Vec<Generator>> {
        let span = value.span;
        let mut found = Vec::with_capacity(generators.len() + 1);
        for (number, generator) in generators.into_iter().enumerate() {
            let put = |inner: &mut Self, expr: &Expr| {
                inner.renewed_with(expr, Some((slot, value.clone())))
            };
            match generator {
                _ if number == place => {
                    let bounds =
                        [(CompareOp::LessOrEqual, &first), (CompareOp::GreaterOrEqual, &last)];
                    for (op, end) in bounds {
                        let within = self.comparison((op, span), end.clone(), value.clone(), span);
                        only_if(within, &mut found);
                    }
                }
                _ if number == equation => {}
                generator if number < place => found.push(generator),
                Generator::If(condition) => only_if(put(self, &condition)?, &mut found),
                Generator::For { target, source } => {
                    let source = put(self, &source)?;
                    found.push(Generator::For { target, source });
                }
            }
        }
        for place in 0..self.frame.len() {
            if let Some(known) = self.frame[place].take() {
                self.frame[place] = Some(match is_slot(&known, slot) {
                    true => value.clone(),
                    false => self.renewed_with(&known, Some((slot, value.clone())))?,
                });
            }
        }
        Some(found)
    }
}

/// Whether some move has an equation among its conditions, after a loop.
pub(in crate::analysis) fn has_equations(tree: &Declaration) -> bool {
    let is_loop = |generator: &Generator| matches!(generator, Generator::For { source, .. } if matches!(source.kind, ExprKind::Range(..)));
    let is_equation = |generator: &Generator| match generator {
        Generator::If(Expr { kind: ExprKind::Compare { rest, .. }, .. }) => {
            matches!(&rest[..], [(CompareOp::Equal, ..)])
        }
        _ => false,
    };
    let mut ways = tree.clauses.iter().flat_map(|clause| &clause.alternatives);
    ways.any(|way| match way {
        Alternative::Options { generators, .. } => {
            let first = generators.iter().position(is_loop);
            first.is_some_and(|first| generators[first..].iter().any(is_equation))
        }
        Alternative::Rewrite { .. } => false,
    })
}

/// How often a variable is in a sum, difference or product of variables and numbers; `None` for other expressions.
fn occurrences(expr: &Expr, slot: Slot) -> Option<usize> {
    match &expr.kind {
        ExprKind::Slot(other, _) => Some(usize::from(*other == slot)),
        ExprKind::Number(_) => Some(0),
        ExprKind::Unary(UnaryOp::Neg, inner) => occurrences(inner, slot),
        ExprKind::Binary {
            op: BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, left, right, ..
        } => Some(occurrences(left, slot)? + occurrences(right, slot)?),
        _ => None,
    }
}
