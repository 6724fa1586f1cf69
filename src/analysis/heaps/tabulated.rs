//! Tables of integers of a program that depend on two slots with small values.
//!
//! Knows: which slots an integer depends on. Must not know: moves.

use std::cell::Cell;

use super::program::{Condition, Halt, Int, Source};

/// Values of slots from 0 below this are looked up.
const SIDE: usize = 16;

/// Table of an integer that depends on two slots at most, filled in when values are asked for.
#[derive(Debug)]
pub(super) struct Tabulated {
    slots: [usize; 2],
    /// One more than the value; 0 where it is not known or too large.
    values: Box<[Cell<u8>]>,
}

/// Values of a table for one value of the outer slot.
#[derive(Clone, Copy)]
pub(super) struct TabulatedRow<'t>(&'t [Cell<u8>]);

impl Tabulated {
    /// An empty table; `None` when an integer depends on another slot beside the one of the innermost loop, and one
    /// more.
    pub(super) fn new(int: &Int, innermost: Option<usize>) -> Option<Self> {
        let along = innermost?;
        let mut slots = Vec::new();
        add_slots(int, &mut slots);
        slots.retain(|slot| *slot != along);
        slots.dedup();
        let slots = match slots[..] {
            [] => [along, along],
            [other] => [other, along],
            _ => return None,
        };
        let values = vec![Cell::new(0); SIDE * SIDE];
        Some(Tabulated { slots, values: values.into() })
    }

    /// The values along the slot of the innermost loop; `None` for another slot, and where the values of the other one
    /// are too large.
    #[inline]
    pub(super) fn row(&self, slot: usize, slots: &[i64]) -> Option<TabulatedRow<'_>> {
        let [other, along] = self.slots;
        let other = usize::try_from(slots[other]).ok().filter(|value| *value < SIDE)?;
        // A table of one slot is its diagonal.
        (slot == along && self.slots[0] != along)
            .then(|| TabulatedRow(&self.values[other * SIDE..][..SIDE]))
    }

    /// The value of the integer whose table this is.
    pub(super) fn value(&self, int: &Int, slots: &[i64]) -> Result<i64, Halt> {
        let [a, b] = self.slots.map(|slot| slots[slot]);
        let value = int.value(slots)?;
        let side = 0..SIDE as i64;
        if side.contains(&a)
            && side.contains(&b)
            && let Some(more) = u8::try_from(value).ok().and_then(|small| small.checked_add(1))
        {
            self.values[a as usize * SIDE + b as usize].set(more);
        }
        Ok(value)
    }
}

impl TabulatedRow<'_> {
    /// The integer for a value of the slot, if it is known.
    #[inline]
    pub(super) fn known(self, value: i64) -> Option<i64> {
        self.0.get(usize::try_from(value).ok()?)?.get().checked_sub(1).map(i64::from)
    }
}

/// Adds the slots on which an integer depends.
fn add_slots(int: &Int, slots: &mut Vec<usize>) {
    match int {
        Int::Linear(linear) => slots.extend(linear.terms.iter().map(|(slot, _)| *slot)),
        Int::Add(pair) | Int::Mul(pair) | Int::Rem(pair) | Int::Max(pair) | Int::Min(pair) => {
            add_slots(&pair.0, slots);
            add_slots(&pair.1, slots);
        }
        Int::Element { first, length, index } => {
            slots.extend(*first..*first + *length as usize);
            add_slots(index, slots);
        }
        Int::If(parts) => {
            let (condition, then, otherwise) = &**parts;
            add_slots_of(condition, slots);
            add_slots(then, slots);
            add_slots(otherwise, slots);
        }
    }
}

/// Adds the slots on which a condition depends.
fn add_slots_of(condition: &Condition, slots: &mut Vec<usize>) {
    match condition {
        Condition::Compare(first, rest) => {
            add_slots(first, slots);
            rest.iter().for_each(|(_, int)| add_slots(int, slots));
        }
        Condition::In(item, source) => {
            add_slots(item, slots);
            if let Source::Range(first, last) = source {
                add_slots(first, slots);
                add_slots(last, slots);
            }
        }
        Condition::And(pair) | Condition::Or(pair) => {
            add_slots_of(&pair.0, slots);
            add_slots_of(&pair.1, slots);
        }
        Condition::Not(inner) => add_slots_of(inner, slots),
    }
}
