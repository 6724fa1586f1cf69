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

impl Tabulated {
    /// An empty table; `None` when an integer depends on more slots.
    pub(super) fn new(int: &Int) -> Option<Self> {
        let mut slots = Vec::new();
        add_slots(int, &mut slots);
        slots.sort_unstable();
        slots.dedup();
        let slots = match slots[..] {
            [] => [0, 0],
            [a] => [a, a],
            [a, b] => [a, b],
            _ => return None,
        };
        let values = vec![Cell::new(0); SIDE * SIDE];
        Some(Tabulated { slots, values: values.into() })
    }

    /// The value of the integer whose table this is.
    #[inline]
    pub(super) fn value(&self, int: &Int, slots: &[i64]) -> Result<i64, Halt> {
        let [a, b] = self.slots.map(|slot| slots[slot]);
        // A negative number becomes a large one.
        if (a as u64) >= SIDE as u64 || (b as u64) >= SIDE as u64 {
            return int.value(slots);
        }
        let entry = &self.values[a as usize * SIDE + b as usize];
        if let Some(known) = entry.get().checked_sub(1) {
            return Ok(known.into());
        }
        let value = int.value(slots)?;
        if let Ok(small) = u8::try_from(value)
            && let Some(more) = small.checked_add(1)
        {
            entry.set(more);
        }
        Ok(value)
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
