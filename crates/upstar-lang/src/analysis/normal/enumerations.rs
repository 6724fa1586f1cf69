//! Loops through subsets of a size, products and partitions: `for ys in subsets(a..b, 2)` are the loops `for y in a..b for z in y+1..b`,
//! with `[y, z]` for `ys`; `for t in product(a..b, c..d)` are `for x in a..b for y in c..d`, with `(x, y)` for `t`;
//! `for p in partitions(n, 2)` is `for x in 1..n div 2`, with `[n - x, x]` for `p`.

use super::binders::{Summand, only_if};
use super::kinds::Kind;
use super::loops::integer_of;
use super::{Normaliser, at, call_of, itself};
use crate::analysis::intrinsic_call;
use crate::builtins::{Intrinsic, SMALL_SUBSET};
use crate::resolve::tree::{Expr, ExprKind, Generator, Target};
use crate::syntax::ast::{BinaryOp, CompareOp};

/// Partitions into more parts are evaluated.
const MOST_PARTS: i64 = 6;

impl Normaliser<'_> {
    /// The summands of a source in normal form that is an enumeration which loops can run through; `None` for others.
    pub(super) fn enumerated(
        &mut self,
        source: &Expr,
        before: &[Generator],
    ) -> Option<Vec<Summand>> {
        if let Some(subsets) = self.subsets(source, before) {
            return Some(subsets);
        }
        if let Some(subsets) = self.all_subsets(source) {
            return Some(vec![subsets]);
        }
        self.product(source).or_else(|| self.partitions(source)).map(|summand| vec![summand])
    }

    /// The partitions of an integer into a few parts. The least part comes first in the loops: of m parts with the sum r it
    /// is at most r div m. The last one is what is left.
    fn partitions(&mut self, source: &Expr) -> Option<Summand> {
        let (Intrinsic::Partitions, [whole, count]) = intrinsic_call(source)? else { return None };
        let count = integer_of(count).filter(|count| (1..=MOST_PARTS).contains(count))?;
        (self.is_total(whole) && self.kind(whole) == Kind::Integer).then_some(())?;
        let span = source.span;
        let number = |n: i64| at(span, ExprKind::Number(n.into()));
        let (mut generators, mut parts) = (Vec::new(), Vec::new());
        let (mut least, mut rest) = (number(1), whole.clone());
        for left in (2..=count).rev() {
            let most = call_of(Intrinsic::Div, vec![self.renewed(&rest)?, number(left)], span);
            let range = ExprKind::Range(Box::new(least), Box::new(most));
            let slot = self.new_slot(Kind::Integer);
            generators.push(Generator::For { target: Target::Slot(slot), source: at(span, range) });
            least = at(span, itself(slot));
            rest = self.binary((BinaryOp::Sub, span), rest, least.clone(), span);
            parts.insert(0, least.clone());
        }
        if count == 1 {
            let is_part =
                self.comparison((CompareOp::GreaterOrEqual, span), rest.clone(), least, span);
            only_if(is_part, &mut generators);
        }
        parts.insert(0, rest);
        let partition = at(span, ExprKind::List(parts));
        Some((generators, at(span, ExprKind::List(vec![partition]))))
    }

    /// The tuples with an element of each range or list. Loops evaluate all lists but the first more often, or never.
    fn product(&mut self, source: &Expr) -> Option<Summand> {
        let (Intrinsic::Product, lists) = intrinsic_call(source)? else { return None };
        let (_, others) = lists.split_first()?;
        others.iter().all(|list| self.is_total(list) || self.ends(list).is_some()).then_some(())?;
        let mut generators = Vec::new();
        let mut elements = Vec::new();
        for list in lists {
            let Kind::List(element) = self.kind(list) else { return None };
            let slot = self.new_slot(*element);
            generators.push(Generator::For { target: Target::Slot(slot), source: list.clone() });
            elements.push(at(list.span, itself(slot)));
        }
        let tuple = at(source.span, ExprKind::Tuple(elements));
        Some((generators, at(source.span, ExprKind::List(vec![tuple]))))
    }

    /// The subsets of a range of integers, of a size that is known, or that a loop among the generators before it runs through.
    fn subsets(&mut self, source: &Expr, before: &[Generator]) -> Option<Vec<Summand>> {
        let (Intrinsic::Subsets, [items, size]) = intrinsic_call(source)? else { return None };
        let ends = self.ends(items)?;
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

    /// All subsets of a range of integers: those of each size.
    fn all_subsets(&mut self, source: &Expr) -> Option<Summand> {
        let (Intrinsic::Subsets, [items]) = intrinsic_call(source)? else { return None };
        let [first, last] = self.ends(items)?;
        let span = source.span;
        let number = |n: i64| at(span, ExprKind::Number(n.into()));
        let [first, last] = [self.renewed(first)?, self.renewed(last)?];
        let further = self.binary((BinaryOp::Sub, span), last, first, span);
        let count = self.binary((BinaryOp::Add, span), further, number(1), span);
        let most = call_of(Intrinsic::Max, vec![number(0), count], span);
        let sizes = at(span, ExprKind::Range(Box::new(number(0)), Box::new(most)));
        let size = self.new_slot(Kind::Integer);
        let generator = Generator::For { target: Target::Slot(size), source: sizes };
        let args = vec![items.clone(), at(span, itself(size))];
        Some((vec![generator], call_of(Intrinsic::Subsets, args, span)))
    }

    /// The ends of a range, if both are integers in all positions.
    pub(super) fn ends<'e>(&self, range: &'e Expr) -> Option<[&'e Expr; 2]> {
        let ExprKind::Range(first, last) = &range.kind else { return None };
        let is_sure = |end: &Expr| self.is_total(end) && self.kind(end) == Kind::Integer;
        let ends = [&**first, &**last];
        ends.iter().all(|end| is_sure(end)).then_some(ends)
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
