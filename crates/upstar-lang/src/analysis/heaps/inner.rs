//! Loops inside of expressions, and what an expression depends on.
//!
//! Knows: which parts an expression has. Must not know: moves.
//!
//! A comprehension evaluates everything in it, so its loops run to the end unless nothing in them can fail. Their slots are
//! bound in the expression only; they run on a copy of the slots.

use std::ops::ControlFlow;

use super::arithmetic::Binary;
use super::program::{Halt, HeapCondition, HeapGenerator, Int, Source, range};

/// What the elements of a comprehension are folded to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fold {
    Count,
    Sum,
    Max,
    Min,
}

/// Loops and conditions inside of an expression.
#[derive(Debug, Clone)]
pub(super) struct Loops {
    steps: Vec<HeapGenerator>,
    /// Whether they may have no value; if not, a search ends where it has found something.
    may_fail: bool,
    /// More rounds are left to the evaluator: programs do not stop in the middle of an expression.
    most: usize,
}

/// Most rounds of loops with no others inside, and with others.
const MOST_ROUNDS: [usize; 2] = [1 << 16, 1 << 8];

/// Slots of programs that are copied without an allocation.
const FEW_SLOTS: usize = 32;

impl Loops {
    /// These loops; `None` if too many stand inside of each other. `element` is evaluated in each round.
    pub(super) fn new(steps: Vec<HeapGenerator>, element: Option<&Int>) -> Option<Self> {
        let parts = steps.iter().flat_map(HeapGenerator::parts).chain(element.map(Part::Int));
        let deepest = parts.map(Part::levels).max().unwrap_or(0);
        let calls = |step: &HeapGenerator| matches!(step, HeapGenerator::For(_, Source::Listed(_)));
        let may_fail = steps.iter().flat_map(HeapGenerator::parts).any(Part::may_fail)
            || steps.iter().any(calls);
        Some(Loops { may_fail, most: *MOST_ROUNDS.get(deepest)?, steps })
    }

    /// Whether there is a round.
    pub(super) fn have_round(&self, slots: &[i64]) -> Result<bool, Halt> {
        let mut found = false;
        self.each(slots, &mut |_| {
            found = true;
            Ok(if self.may_fail { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        Ok(found)
    }

    /// Calls `round` for each round, until it breaks off.
    fn each(&self, slots: &[i64], round: &mut Round<'_>) -> Result<(), Halt> {
        let mut rounds = 0;
        let mut few = [0; FEW_SLOTS];
        let mut many = Vec::new();
        let copy = match few.get_mut(..slots.len()) {
            Some(few) => few,
            None => {
                many.resize(slots.len(), 0);
                &mut many[..]
            }
        };
        copy.copy_from_slice(slots);
        self.run(&self.steps, copy, &mut rounds, round).map(drop)
    }

    fn run(
        &self,
        steps: &[HeapGenerator],
        slots: &mut [i64],
        rounds: &mut usize,
        round: &mut Round<'_>,
    ) -> Result<ControlFlow<()>, Halt> {
        let Some((step, rest)) = steps.split_first() else { return round(slots) };
        let (slot, source) = match step {
            HeapGenerator::If(condition) => {
                return match condition.holds(slots)? {
                    true => self.run(rest, slots, rounds, round),
                    false => Ok(ControlFlow::Continue(())),
                };
            }
            HeapGenerator::For(slot, source) => (*slot, source),
        };
        let mut enter = |value, slots: &mut [i64]| {
            *rounds += 1;
            slots[slot] = value;
            if *rounds > self.most {
                Err(Halt::Unfit)
            } else {
                self.run(rest, slots, rounds, round)
            }
        };
        let listed;
        let items = match source {
            Source::Range(first, last) => {
                let Some((first, length)) = range(first, last, slots)? else {
                    return Ok(ControlFlow::Continue(()));
                };
                for value in first..first + length {
                    if enter(value, slots)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                return Ok(ControlFlow::Continue(()));
            }
            Source::List(items) => items,
            Source::Items(_) | Source::Listed(_) => {
                listed = source.all(slots)?;
                &listed
            }
        };
        for value in items {
            if enter(*value, slots)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// What is done in a round, with the slots there.
type Round<'a> = dyn FnMut(&[i64]) -> Result<ControlFlow<()>, Halt> + 'a;

impl Fold {
    /// The elements of a comprehension made one; `None` if it does not fit, or if there is no element and must be one.
    pub(super) fn value(
        self,
        loops: &Loops,
        element: &Int,
        slots: &[i64],
    ) -> Result<Option<i64>, Halt> {
        let mut folded = match self {
            Fold::Count | Fold::Sum => Some(0i64),
            Fold::Max | Fold::Min => None,
        };
        loops.each(slots, &mut |slots| {
            let value = element.value(slots)?;
            folded = Some(match (self, folded) {
                (Fold::Count, Some(count)) => count + 1,
                (Fold::Sum, Some(sum)) => sum.checked_add(value).ok_or(Halt::Unfit)?,
                (Fold::Max, Some(most)) => most.max(value),
                (Fold::Min, Some(least)) => least.min(value),
                (_, None) => value,
            });
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(folded)
    }
}

/// A part of an expression.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part<'e> {
    Int(&'e Int),
    Condition(&'e HeapCondition),
}

impl<'e> Part<'e> {
    /// Calls `see` for each part of the part, but for those in loops.
    fn each(self, see: &mut dyn FnMut(Part<'e>)) {
        match self {
            Part::Int(Int::Linear(_) | Int::Fold(..))
            | Part::Condition(HeapCondition::Exists(_)) => {}
            Part::Int(Int::Unary(_, inner) | Int::Element { index: inner, .. }) => {
                see(Part::Int(inner));
            }
            Part::Int(Int::InOrder(items, _)) => {
                items.iter().for_each(|item| see(Part::Int(item)));
            }
            Part::Int(Int::Call(call)) => call.args.iter().for_each(|arg| see(Part::Int(arg))),
            Part::Int(Int::Binary(_, pair)) => {
                see(Part::Int(&pair.0));
                see(Part::Int(&pair.1));
            }
            Part::Int(Int::If(parts)) => {
                see(Part::Condition(&parts.0));
                see(Part::Int(&parts.1));
                see(Part::Int(&parts.2));
            }
            Part::Condition(HeapCondition::Compare(first, rest)) => {
                see(Part::Int(first));
                rest.iter().for_each(|(_, int)| see(Part::Int(int)));
            }
            Part::Condition(HeapCondition::In(item, source)) => {
                see(Part::Int(item));
                source.each_part(see);
            }
            Part::Condition(HeapCondition::And(pair) | HeapCondition::Or(pair)) => {
                see(Part::Condition(&pair.0));
                see(Part::Condition(&pair.1));
            }
            Part::Condition(HeapCondition::Not(inner)) => see(Part::Condition(inner)),
            Part::Condition(HeapCondition::Sieve(sieve)) => see(Part::Condition(sieve.condition())),
        }
    }

    fn parts(self) -> Vec<Part<'e>> {
        let mut parts = Vec::new();
        self.each(&mut |part| parts.push(part));
        parts
    }

    /// Whether it depends on a slot, or has loops of its own that bind it.
    fn depends_on(self, slot: usize) -> bool {
        let mut depends = match self {
            Part::Int(Int::Linear(linear)) => linear.slope(slot) != 0,
            Part::Int(Int::Element { first, length, .. }) => {
                (*first..*first + *length as usize).contains(&slot)
            }
            _ => false,
        };
        match self.loops() {
            Some(_) => self.all_parts().into_iter().any(|part| part.depends_on(slot)),
            None => {
                self.each(&mut |part| depends = depends || part.depends_on(slot));
                depends
            }
        }
    }

    /// Whether it is linear on long pieces, along a loop with this slot.
    fn has_pieces(self, slot: usize) -> bool {
        let bends = match self {
            Part::Int(Int::Linear(_) | Int::If(_)) => false,
            Part::Int(Int::Binary(Binary::Add | Binary::Max | Binary::Min, _)) => false,
            Part::Int(_) => true,
            Part::Condition(
                HeapCondition::Exists(_)
                | HeapCondition::Sieve(_)
                | HeapCondition::In(_, Source::List(_) | Source::Listed(_)),
            ) => true,
            Part::Condition(_) => false,
        };
        if bends {
            return !self.depends_on(slot);
        }
        let mut pieces = true;
        self.each(&mut |part| pieces = pieces && part.has_pieces(slot));
        pieces
    }

    /// The loops that the part is, and what is evaluated in each round.
    fn loops(self) -> Option<(&'e Loops, Option<&'e Int>)> {
        match self {
            Part::Int(Int::Fold(_, inner)) => Some((&inner.0, Some(&inner.1))),
            Part::Condition(HeapCondition::Exists(loops)) => Some((loops, None)),
            _ => None,
        }
    }

    /// All parts, also those in loops.
    fn all_parts(self) -> Vec<Part<'e>> {
        let mut parts = self.parts();
        if let Some((loops, element)) = self.loops() {
            parts.extend(loops.steps.iter().flat_map(HeapGenerator::parts));
            parts.extend(element.map(Part::Int));
        }
        parts
    }

    /// Whether it may have no value in the language. A program also stops at integers that are too large, at quotients that
    /// are no integers, and at loops that are too long, which have values there.
    fn may_fail(self) -> bool {
        let fails = match self {
            Part::Int(Int::Unary(operation, _)) => operation.may_fail(),
            Part::Int(Int::Binary(operation, pair)) => operation.may_fail(pair.1.constant()),
            // A comprehension may have too many elements.
            Part::Int(Int::Element { .. } | Int::Fold(..) | Int::Call(_))
            | Part::Condition(HeapCondition::Exists(_) | HeapCondition::In(_, Source::Listed(_))) => {
                true
            }
            _ => false,
        };
        fails || self.parts().into_iter().any(Part::may_fail)
    }

    /// Number of loops that stand inside of each other.
    fn levels(self) -> usize {
        let inside = self.all_parts().into_iter().map(Part::levels).max().unwrap_or(0);
        inside + usize::from(self.loops().is_some())
    }

    /// Number of parts.
    fn size(self) -> usize {
        1 + self.all_parts().into_iter().map(Part::size).sum::<usize>()
    }

    /// Adds the slots on which it depends.
    pub(super) fn add_slots(self, slots: &mut Vec<usize>) {
        match self {
            Part::Int(Int::Linear(linear)) => {
                slots.extend(linear.terms.iter().map(|(slot, _)| *slot));
            }
            Part::Int(Int::Element { first, length, .. }) => {
                slots.extend(*first..*first + *length as usize);
            }
            _ => {}
        }
        self.parts().into_iter().for_each(|part| part.add_slots(slots));
        if let Some((loops, element)) = self.loops() {
            let (mut bound, mut inside) = (Vec::new(), Vec::new());
            let mut add = |part: Part<'_>, bound: &[usize]| {
                part.add_slots(&mut inside);
                slots.extend(inside.drain(..).filter(|slot| !bound.contains(slot)));
            };
            for step in &loops.steps {
                step.parts().into_iter().for_each(|part| add(part, &bound));
                bound.extend(step.slot());
            }
            element.into_iter().for_each(|element| add(Part::Int(element), &bound));
        }
    }

    /// Number of the outermost of these loops, by their slots, that it depends on.
    fn depth(self, loops: &[usize]) -> usize {
        let mut slots = Vec::new();
        self.add_slots(&mut slots);
        loops.iter().rposition(|slot| slots.contains(slot)).map_or(0, |last| last + 1)
    }
}

impl Source {
    fn each_part<'e>(&'e self, see: &mut dyn FnMut(Part<'e>)) {
        match self {
            Source::Range(first, last) => {
                see(Part::Int(first));
                see(Part::Int(last));
            }
            Source::List(_) => {}
            Source::Items(items) => items.iter().for_each(|item| see(Part::Int(item))),
            Source::Listed(list) => list.each_part(see),
        }
    }

    /// Adds the slots on which it depends.
    pub(super) fn add_slots(&self, slots: &mut Vec<usize>) {
        self.each_part(&mut |part| part.add_slots(slots));
    }
}

impl HeapGenerator {
    fn parts(&self) -> Vec<Part<'_>> {
        let mut parts = Vec::new();
        match self {
            HeapGenerator::For(_, source) => source.each_part(&mut |part| parts.push(part)),
            HeapGenerator::If(condition) => parts.push(Part::Condition(condition)),
        }
        parts
    }

    /// Adds the slots on which it depends.
    pub(super) fn add_slots(&self, slots: &mut Vec<usize>) {
        self.parts().into_iter().for_each(|part| part.add_slots(slots));
    }
}

impl Int {
    /// Whether it may have no value in the language, other than by integers that are too large.
    pub(super) fn may_fail(&self) -> bool {
        Part::Int(self).may_fail()
    }

    /// Number of its parts.
    pub(super) fn size(&self) -> usize {
        Part::Int(self).size()
    }

    /// Number of the outermost of these loops, by their slots, that it depends on.
    pub(super) fn depth(&self, loops: &[usize]) -> usize {
        Part::Int(self).depth(loops)
    }

    /// Whether it depends on a slot.
    pub(super) fn depends_on(&self, slot: usize) -> bool {
        Part::Int(self).depends_on(slot)
    }

    /// Whether it is linear on long pieces, along a loop with this slot.
    pub(super) fn has_pieces(&self, slot: usize) -> bool {
        Part::Int(self).has_pieces(slot)
    }

    /// Adds the slots on which it depends.
    pub(super) fn add_slots(&self, slots: &mut Vec<usize>) {
        Part::Int(self).add_slots(slots);
    }
}

impl HeapCondition {
    /// Whether it may have no value, other than by integers that are too large.
    pub(super) fn may_fail(&self) -> bool {
        Part::Condition(self).may_fail()
    }

    /// Number of its parts.
    pub(super) fn size(&self) -> usize {
        Part::Condition(self).size()
    }

    /// Number of the outermost of these loops that it depends on.
    pub(super) fn depth(&self, loops: &[usize]) -> usize {
        Part::Condition(self).depth(loops)
    }

    /// Whether it depends on a slot.
    pub(super) fn depends_on(&self, slot: usize) -> bool {
        Part::Condition(self).depends_on(slot)
    }

    /// Adds the slots on which it depends.
    pub(super) fn add_slots(&self, slots: &mut Vec<usize>) {
        Part::Condition(self).add_slots(slots);
    }

    /// Whether it keeps its truth for long, along a loop with this slot.
    pub(super) fn has_pieces(&self, slot: usize) -> bool {
        Part::Condition(self).has_pieces(slot)
    }
}
