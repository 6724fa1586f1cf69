//! Loops through the subsets of a size: `for ys in subsets(a..b, 2)` are the loops `for y in a..b for z in y+1..b`, with
//! `[y, z]` for `ys`.

use super::binders::{Summand, only_if};
use super::kinds::Kind;
use super::loops::integer_of;
use super::{Normaliser, at, itself};
use crate::analysis::intrinsic_call;
use crate::builtins::{Intrinsic, SMALL_SUBSET};
use crate::resolve::tree::{Expr, ExprKind, Generator, Target};
use crate::syntax::ast::{BinaryOp, CompareOp};

impl Normaliser<'_> {
    /// The summands of a source in normal form that has the subsets of a range of integers, of a size that is known, or that a
    /// loop among the generators before it runs through; `None` for others.
    pub(super) fn subsets(&mut self, source: &Expr, before: &[Generator]) -> Option<Vec<Summand>> {
        let (Intrinsic::Subsets, [items, size]) = intrinsic_call(source)? else { return None };
        let ExprKind::Range(first, last) = &items.kind else { return None };
        let ends = [&**first, &**last];
        ends.iter()
            .all(|end| self.is_total(end) && self.kind(end) == Kind::Integer)
            .then_some(())?;
        let sizes = match &size.kind {
            ExprKind::Number(_) => {
                let size = integer_of(size)?;
                size..=size
            }
            ExprKind::Slot(slot, _) => before.iter().find_map(|generator| match generator {
                Generator::For { target: Target::Slot(target), source } if target == slot => {
                    let ExprKind::Range(first, last) = &source.kind else { return None };
                    Some(integer_of(first)?..=integer_of(last)?)
                }
                _ => None,
            })?,
            _ => return None,
        };
        (*sizes.start() >= 0 && *sizes.end() <= SMALL_SUBSET as i64).then_some(())?;
        sizes.map(|count| self.subsets_of_size(count, (items, size), ends)).collect()
    }

    fn subsets_of_size(
        &mut self,
        count: i64,
        (items, size): (&Expr, &Expr),
        [first, last]: [&Expr; 2],
    ) -> Option<Summand> {
        let span = items.span;
        let number = |n: i64| at(span, ExprKind::Number(n.into()));
        let mut generators = Vec::new();
        let is_this = self.comparison((CompareOp::Equal, span), size.clone(), number(count), span);
        only_if(is_this, &mut generators);
        let mut elements: Vec<Expr> = Vec::new();
        for _ in 0..count {
            let from = match elements.last() {
                Some(before) => self.binary((BinaryOp::Add, span), before.clone(), number(1), span),
                None => self.renewed(first)?,
            };
            let range = ExprKind::Range(Box::new(from), Box::new(self.renewed(last)?));
            let slot = self.new_slot(Kind::Integer);
            let source = at(span, range);
            generators.push(Generator::For { target: Target::Slot(slot), source });
            elements.push(at(span, itself(slot)));
        }
        let subset = at(span, ExprKind::List(elements));
        Some((generators, at(span, ExprKind::List(vec![subset]))))
    }
}
