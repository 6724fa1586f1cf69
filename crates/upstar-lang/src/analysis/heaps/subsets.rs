//! Turns of all subsets of a row of coins that have a size: `turn [x] + ys for k in 0..x for ys in subsets(0..x-1, k)`.
//!
//! Knows: the nim-sums of the subsets of consecutive heads, by size. Must not know: how turns are written.
//!
//! Proof: a turn leaves the coins of a subset as heads, whose nimber is the nim-sum of the nimbers of these heads. The mex asks
//! only which nim-sums there are. The subsets of `a..b` with k elements are those of `a..b-1` with k elements, and those with
//! k - 1 elements and b besides. So the sets of nim-sums for all sizes grow by one head at a time, and no subset is listed.

use super::compile::Compiler;
use super::program::{Halt, HeapRun, Int, Linear};
use crate::analysis::intrinsic_call;
use crate::builtins::Intrinsic;
use crate::resolve::tree::{Expr, ExprKind, Generator, Target};
use crate::syntax::ast::BinaryOp;
use upstar_core::Budget;

/// Subsets of more coins are left to the evaluator.
const MOST_COINS: usize = 1000;
/// So are more nim-sums.
const MOST_SUMS: usize = 1 << 22;

/// The nim-sums of the subsets of heads in a row.
#[derive(Debug, Default)]
pub(super) struct SubsetSums {
    first: usize,
    /// The place after the last.
    end: usize,
    /// For each size the nim-sums, which ascend.
    by_size: Vec<Vec<u32>>,
}

impl SubsetSums {
    /// The nim-sums of the subsets of the places from `first` up to `end` of a size; the nimbers of these heads are known.
    pub(super) fn of(
        &mut self,
        nimbers: &[u32],
        (first, end): (usize, usize),
        size: usize,
        budget: &Budget,
    ) -> Result<&[u32], Halt> {
        if end - first > MOST_COINS {
            return Err(Halt::Unfit);
        }
        if self.by_size.is_empty() || self.first != first || self.end > end {
            *self = SubsetSums { first, end: first, by_size: vec![vec![0]] };
        }
        while self.end < end {
            self.add(nimbers[self.end], budget)?;
        }
        Ok(self.by_size.get(size).map_or(&[], |sums| sums))
    }

    /// Adds a head.
    fn add(&mut self, nimber: u32, budget: &Budget) -> Result<(), Halt> {
        let mut all = 0;
        self.by_size.push(Vec::new());
        for size in (1..self.by_size.len()).rev() {
            budget.step().map_err(|stop| Halt::Core(stop.into()))?;
            let [smaller, sums] = &mut self.by_size[size - 1..=size] else { break };
            sums.extend(smaller.iter().map(|sum| sum ^ nimber));
            sums.sort_unstable();
            sums.dedup();
            all += sums.len();
            if all > MOST_SUMS {
                self.by_size.clear();
                return Err(Halt::Unfit);
            }
        }
        self.end += 1;
        Ok(())
    }
}

/// The ends and the size of the subsets that a move of a row turns.
pub(super) fn bounds(range: &[HeapRun], i: i64) -> Option<((usize, usize), usize)> {
    let [first, last, size] = range else { return None };
    let at = |run: &HeapRun| run.first.checked_add(run.step.checked_mul(i)?);
    let first = usize::try_from(at(first)?).ok()?;
    let end = usize::try_from(at(last)?.checked_add(1)?).ok()?;
    Some(((first, end.max(first)), usize::try_from(at(size)?).ok()?))
}

impl Compiler<'_> {
    /// Splits a turn of subsets: its set without the subset, its loops without that of the subset, and the bounds of the
    /// subset, which are its first coin, its last coin and its size.
    pub(super) fn subset<'e>(
        generators: &'e [Generator],
        set: &'e Expr,
    ) -> Option<(&'e Expr, &'e [Generator], [&'e Expr; 3])> {
        let (last, outer) = generators.split_last()?;
        let Generator::For { target: Target::Slot(slot), source } = last else { return None };
        let (Intrinsic::Subsets, [items, size]) = intrinsic_call(source)? else { return None };
        let ExprKind::Range(first, last) = &items.kind else { return None };
        let ExprKind::Binary { op: BinaryOp::Add, left, right, .. } = &set.kind else {
            return None;
        };
        let is_subset =
            |side: &Expr| matches!(&side.kind, ExprKind::Slot(other, _) if other == slot);
        let others = match (is_subset(left), is_subset(right)) {
            (true, false) => right,
            (false, true) => left,
            _ => return None,
        };
        // The others are spelt by integers, so the subset is not among them.
        let is_spelt = matches!(others.kind, ExprKind::List(_));
        is_spelt.then_some((&**others, outer, [first, last, size]))
    }

    /// The integers of the ends and the size of subsets.
    pub(super) fn subset_bounds(&self, bounds: [&Expr; 3]) -> Option<Vec<Int>> {
        let ints: Vec<Int> = bounds.into_iter().map(|int| self.int(int)).collect::<Option<_>>()?;
        let is_linear = |int: &Int| matches!(int, Int::Linear(Linear { .. }));
        ints.iter().all(is_linear).then_some(ints)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_subsets_are_those_of_all_subsets() {
        let nimbers = [1_u32, 2, 4, 7, 7, 0, 3];
        let mut sums = SubsetSums::default();
        for (first, end) in [(0, 3), (0, 7), (2, 2), (2, 6), (1, 4), (0, 4)] {
            for size in 0..=8 {
                let found =
                    sums.of(&nimbers, (first, end), size, &Budget::unlimited()).unwrap().to_vec();
                let chosen = |set: &u32| set.count_ones() as usize == size;
                let sum = |set: u32| {
                    (first..end)
                        .filter(|place| set >> (place - first) & 1 == 1)
                        .fold(0, |sum, place| sum ^ nimbers[place])
                };
                let mut all: Vec<u32> =
                    (0..1_u32 << (end - first)).filter(chosen).map(sum).collect();
                all.sort_unstable();
                all.dedup();
                assert_eq!(found, all, "{first}..{end}, {size}");
            }
        }
    }
}
