//! Programs for integers, and lists and sets of integers. A set is the list of its elements in ascending order.
//!
//! Knows: slots of machine integers and of lists of them. Must not know: positions, or where programs come from.

use upstar_core::Budget;
use upstar_core::solve::minimax::MinimaxHalt;

use crate::analysis::Test;

/// Longer lists are left to the evaluator.
const LONGEST: usize = 1 << 12;

/// Expression for an integer; a player is 1 for Left and 0 for Right.
#[derive(Debug, Clone)]
pub(super) enum Int {
    Constant(i64),
    Slot(usize),
    Operation(Operation, Box<(Int, Int)>),
    Abs(Box<Int>),
    Length(List),
    Sum(List),
    /// The largest item, or the smallest.
    Most(List),
    Least(List),
    /// Element of the list in a slot; the index counts from 1.
    Element(usize, Box<Int>),
    If(Box<(ListCondition, Int, Int)>),
    /// The body of a function, after its parameters are bound.
    Let(Vec<Bound>, Box<Int>),
}

/// Operation on two integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    Add,
    Sub,
    Mul,
    /// Quotient, rounded down.
    Div,
    /// Remainder of an integer that is not negative by a positive one.
    Rem,
    Max,
    Min,
}

/// A condition.
#[derive(Debug, Clone)]
pub(super) enum ListCondition {
    Constant(bool),
    Compare(Int, Test, Int),
    InRange(Int, Int, Int),
    InList(Int, List),
    And(Box<(ListCondition, ListCondition)>),
    Or(Box<(ListCondition, ListCondition)>),
    Not(Box<ListCondition>),
}

/// Expression for a list of integers.
#[derive(Debug, Clone)]
pub(super) enum List {
    Slot(usize),
    Items(Vec<Int>),
    Comprehension(Vec<ListGenerator>, Box<Int>),
    Concatenation(Box<(List, List)>),
    /// The items in ascending order.
    Sorted(Box<List>),
    /// The same, each once: a set.
    Distinct(Box<List>),
    If(Box<(ListCondition, List, List)>),
    /// The body of a function, after its parameters are bound.
    Let(Vec<Bound>, Box<List>),
}

/// A generator.
#[derive(Debug, Clone)]
pub(super) enum ListGenerator {
    /// A slot runs from one integer to another.
    Range(usize, Int, Int),
    /// A slot runs through a list.
    Each(usize, List),
    /// Slots hold values.
    Let(Vec<Bound>),
    If(ListCondition),
}

/// Parameter of a function with its argument.
#[derive(Debug, Clone)]
pub(super) enum Bound {
    Int(usize, Int),
    List(usize, List),
}

/// Values of slots while programs run.
#[derive(Debug)]
pub(super) struct Slots<'b> {
    pub(super) ints: Vec<i64>,
    pub(super) lists: Vec<Vec<i64>>,
    pub(super) budget: &'b Budget,
    /// Rounds of loops that are not counted in the budget yet.
    rounds: usize,
}

/// So many rounds of loops are one step of the budget.
const ROUNDS: usize = 16;

type Run<T> = Result<T, MinimaxHalt>;

impl ListGenerator {
    /// The slot that runs.
    pub(super) fn slot(&self) -> Option<usize> {
        match self {
            ListGenerator::Range(slot, ..) | ListGenerator::Each(slot, _) => Some(*slot),
            ListGenerator::Let(_) | ListGenerator::If(_) => None,
        }
    }
}

impl Operation {
    #[inline]
    pub(super) fn of(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Operation::Add => a.checked_add(b),
            Operation::Sub => a.checked_sub(b),
            Operation::Mul => a.checked_mul(b),
            Operation::Div if b < 0 => a.checked_neg()?.checked_div_euclid(b.checked_neg()?),
            Operation::Div => a.checked_div_euclid(b),
            Operation::Rem => (a >= 0 && b > 0).then(|| a % b),
            Operation::Max => Some(a.max(b)),
            Operation::Min => Some(a.min(b)),
        }
    }
}

impl<'b> Slots<'b> {
    /// Slots for the programs of a game; all are 0 or empty.
    pub(super) fn new(slots: usize, budget: &'b Budget) -> Self {
        Slots { ints: vec![0; slots], lists: vec![Vec::new(); slots], budget, rounds: 0 }
    }

    // Most integers are constants or in slots: what is neither stays out of line.
    #[inline(always)]
    pub(super) fn int(&mut self, int: &Int) -> Run<i64> {
        match int {
            Int::Constant(value) => Ok(*value),
            Int::Slot(slot) => Ok(self.ints[*slot]),
            _ => self.compound(int),
        }
    }

    #[inline(never)]
    fn compound(&mut self, int: &Int) -> Run<i64> {
        let value = match int {
            Int::Constant(value) => Some(*value),
            Int::Slot(slot) => Some(self.ints[*slot]),
            Int::Operation(operation, pair) => {
                let (a, b) = (self.int(&pair.0)?, self.int(&pair.1)?);
                operation.of(a, b)
            }
            Int::Abs(inner) => self.int(inner)?.checked_abs(),
            Int::Length(List::Slot(slot)) => Some(self.lists[*slot].len() as i64),
            Int::Length(list) => Some(self.listed(list)?.len() as i64),
            Int::Sum(list) => self.listed(list)?.iter().try_fold(0i64, |a, b| a.checked_add(*b)),
            Int::Most(list) => self.listed(list)?.into_iter().max(),
            Int::Least(list) => self.listed(list)?.into_iter().min(),
            Int::Element(slot, index) => {
                let index = self.int(index)?;
                let place = usize::try_from(index).ok().and_then(|index| index.checked_sub(1));
                place.and_then(|place| self.lists[*slot].get(place)).copied()
            }
            Int::If(parts) => {
                let (condition, then, otherwise) = &**parts;
                let holds = self.holds(condition)?;
                return self.int(if holds { then } else { otherwise });
            }
            Int::Let(bound, body) => {
                self.bind(bound)?;
                return self.int(body);
            }
        };
        value.ok_or(MinimaxHalt::Unfit)
    }

    pub(super) fn holds(&mut self, condition: &ListCondition) -> Run<bool> {
        Ok(match condition {
            ListCondition::Constant(holds) => *holds,
            ListCondition::Compare(left, test, right) => {
                let left = self.int(left)?;
                test.holds(left, self.int(right)?)
            }
            ListCondition::InRange(item, first, last) => {
                let item = self.int(item)?;
                let (first, last) = (self.int(first)?, self.int(last)?);
                (first..=last).contains(&item)
            }
            ListCondition::InList(item, list) => {
                let item = self.int(item)?;
                self.listed(list)?.contains(&item)
            }
            ListCondition::And(pair) => self.holds(&pair.0)? && self.holds(&pair.1)?,
            ListCondition::Or(pair) => self.holds(&pair.0)? || self.holds(&pair.1)?,
            ListCondition::Not(inner) => !self.holds(inner)?,
        })
    }

    /// The items of a list.
    pub(super) fn listed(&mut self, list: &List) -> Run<Vec<i64>> {
        let mut items = Vec::new();
        self.list(list, &mut items)?;
        Ok(items)
    }

    /// Adds the items of a list to others.
    pub(super) fn list(&mut self, whole: &List, items: &mut Vec<i64>) -> Run<()> {
        match whole {
            List::Slot(slot) => items.extend_from_slice(&self.lists[*slot]),
            List::Items(ints) => {
                for int in ints {
                    items.push(self.int(int)?);
                }
            }
            List::Comprehension(steps, element) => self.each(steps, &mut |slots| {
                items.push(slots.int(element)?);
                if items.len() > LONGEST { Err(MinimaxHalt::Unfit) } else { Ok(()) }
            })?,
            List::Concatenation(pair) => {
                self.list(&pair.0, items)?;
                self.list(&pair.1, items)?;
            }
            List::Sorted(list) | List::Distinct(list) => {
                let before = items.len();
                self.list(list, items)?;
                items[before..].sort_unstable();
                if matches!(whole, List::Distinct(_)) {
                    let mut sorted = items.split_off(before);
                    sorted.dedup();
                    items.append(&mut sorted);
                }
            }
            List::If(parts) => {
                let (condition, then, otherwise) = &**parts;
                let holds = self.holds(condition)?;
                self.list(if holds { then } else { otherwise }, items)?;
            }
            List::Let(bound, body) => {
                self.bind(bound)?;
                self.list(body, items)?;
            }
        }
        if items.len() > LONGEST { Err(MinimaxHalt::Unfit) } else { Ok(()) }
    }

    /// Counts rounds of a loop.
    fn spend(&mut self, rounds: usize) -> Run<()> {
        self.rounds += rounds + 1;
        while self.rounds >= ROUNDS {
            self.rounds -= ROUNDS;
            self.budget.step()?;
        }
        Ok(())
    }

    pub(super) fn bind(&mut self, bound: &[Bound]) -> Run<()> {
        for bound in bound {
            match bound {
                Bound::Int(slot, int) => self.ints[*slot] = self.int(int)?,
                Bound::List(slot, list) => {
                    let mut items = std::mem::take(&mut self.lists[*slot]);
                    items.clear();
                    self.list(list, &mut items)?;
                    self.lists[*slot] = items;
                }
            }
        }
        Ok(())
    }

    /// Calls `done` for each binding of generators.
    pub(super) fn each(
        &mut self,
        steps: &[ListGenerator],
        done: &mut impl FnMut(&mut Self) -> Run<()>,
    ) -> Run<()> {
        let Some((step, rest)) = steps.split_first() else { return done(self) };
        match step {
            ListGenerator::If(condition) => {
                if self.holds(condition)? {
                    self.each(rest, done)?;
                }
            }
            ListGenerator::Let(bound) => {
                self.bind(bound)?;
                self.each(rest, done)?;
            }
            ListGenerator::Range(slot, first, last) => {
                let (first, last) = (self.int(first)?, self.int(last)?);
                if last.checked_sub(first).is_none_or(|more| more >= LONGEST as i64)
                    && first <= last
                {
                    return Err(MinimaxHalt::Unfit);
                }
                self.spend(usize::try_from(last.saturating_sub(first)).unwrap_or(0))?;
                for value in first..=last {
                    self.ints[*slot] = value;
                    self.round(rest, done)?;
                }
            }
            ListGenerator::Each(slot, list) => {
                let items = self.listed(list)?;
                self.spend(items.len())?;
                for item in items {
                    self.ints[*slot] = item;
                    self.round(rest, done)?;
                }
            }
        }
        Ok(())
    }

    /// The steps after a loop, for one value of its slot.
    #[inline]
    fn round(
        &mut self,
        rest: &[ListGenerator],
        done: &mut impl FnMut(&mut Self) -> Run<()>,
    ) -> Run<()> {
        match rest {
            [] => done(self),
            [ListGenerator::If(condition)] => {
                if self.holds(condition)? {
                    done(self)
                } else {
                    Ok(())
                }
            }
            rest => self.each(rest, done),
        }
    }
}
