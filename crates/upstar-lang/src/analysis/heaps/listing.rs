//! The options of a position of several integers, as keys of a table.
//!
//! Knows: how a rule is run, and what can be settled outside of its innermost loop. Must not know: what is found of positions.

use upstar_core::Budget;

use super::columns::{LANES, Lanes};
use super::pieces::{Along, LinearPiece};
use super::positions::Positions;
use super::program::{HeapGenerator, Source, range};
use super::tuple_rules::{TupleRule, TupleTerm};
use super::tuples::{MORE, Stop};

/// A position that a move leads to, as far as it does not depend on further loops.
struct Pending<'r> {
    /// Key of the integers that are known.
    key: u64,
    /// The others, with their places.
    terms: Vec<(usize, &'r TupleTerm)>,
}

/// Lists the options of a position.
pub(super) struct Lister<'a> {
    pub(super) slots: &'a mut [i64],
    pub(super) positions: &'a Positions,
    pub(super) budget: &'a Budget,
    pub(super) keys: &'a mut Vec<u64>,
    pub(super) pieces: Vec<LinearPiece>,
    /// Whether the innermost loop of the rule is a walk along pieces.
    pub(super) has_pieces: bool,
}

impl Lister<'_> {
    /// Lists the options by a rule.
    pub(super) fn rule(&mut self, rule: &TupleRule) -> Result<(), Stop> {
        if rule.steps.iter().all(|step| matches!(step, HeapGenerator::If(_))) {
            return self.only(rule);
        }
        self.has_pieces = rule.has_pieces;
        let terms = rule
            .parts
            .iter()
            .map(|terms| Pending { key: 0, terms: terms.iter().enumerate().collect() });
        self.steps((&rule.steps, 0), &terms.collect::<Vec<_>>())
    }

    /// Lists the option by a rule without loops, if its conditions hold.
    fn only(&mut self, rule: &TupleRule) -> Result<(), Stop> {
        for step in &rule.steps {
            if let HeapGenerator::If(condition) = step
                && !condition.holds(self.slots)?
            {
                return Ok(());
            }
        }
        self.step()?;
        self.make_room(rule.parts.len())?;
        let mut rest = rule.parts.len();
        for terms in &rule.parts {
            rest -= 1;
            let mut key = if rest > 0 { MORE } else { 0 };
            for (place, term) in terms.iter().enumerate() {
                key += self.positions.digit(place, self.fitting(term.value(self.slots)?)?);
            }
            self.keys.push(key);
        }
        Ok(())
    }

    /// Runs the steps after `depth` loops.
    fn steps<'r>(
        &mut self,
        (steps, depth): (&'r [HeapGenerator], usize),
        parts: &[Pending<'r>],
    ) -> Result<(), Stop> {
        let Some((step, rest)) = steps.split_first() else {
            return self.row(&self.settled(parts, depth), None, &[]);
        };
        match step {
            HeapGenerator::If(condition) => match condition.holds(self.slots)? {
                true => self.steps((rest, depth), parts),
                false => Ok(()),
            },
            HeapGenerator::For(slot, source) => {
                let parts = self.settled(parts, depth);
                let (first, length) = match source {
                    Source::List(items) => {
                        return self.each((*slot, items), (rest, depth + 1), &parts);
                    }
                    Source::Items(_) | Source::Listed(_) => {
                        let items = source.all(self.slots)?;
                        return self.each((*slot, &items), (rest, depth + 1), &parts);
                    }
                    Source::Range(first, last) => match range(first, last, self.slots)? {
                        Some(range) => range,
                        None => return Ok(()),
                    },
                };
                self.slots[*slot] = first;
                if rest.iter().all(|step| matches!(step, HeapGenerator::If(_))) {
                    if !self.has_pieces {
                        return self.columns(&parts, (*slot, first, length), rest);
                    }
                    return self.row(&parts, Some((*slot, length)), rest);
                }
                for value in first..first + length {
                    self.step()?;
                    self.slots[*slot] = value;
                    self.steps((rest, depth + 1), &parts)?;
                }
                Ok(())
            }
        }
    }

    /// Runs the steps after a loop through a list.
    fn each<'r>(
        &mut self,
        (slot, items): (usize, &[i64]),
        steps: (&'r [HeapGenerator], usize),
        parts: &[Pending<'r>],
    ) -> Result<(), Stop> {
        for item in items {
            self.step()?;
            self.slots[slot] = *item;
            self.steps(steps, parts)?;
        }
        Ok(())
    }

    fn step(&self) -> Result<(), Stop> {
        self.budget.step().map_err(|stop| Stop::Core(stop.into()))
    }

    /// The positions with all integers known that depend on `depth` loops at most. Those that have no value or no room
    /// wait: there may be no move with them.
    fn settled<'r>(&self, parts: &[Pending<'r>], depth: usize) -> Vec<Pending<'r>> {
        let settle = |part: &Pending<'r>| {
            let mut settled =
                Pending { key: part.key, terms: Vec::with_capacity(part.terms.len()) };
            for &(place, term) in &part.terms {
                match self.known(term, depth) {
                    Ok(value) => settled.key += self.positions.digit(place, value),
                    Err(term) => settled.terms.push((place, term)),
                }
            }
            settled
        };
        parts.iter().map(settle).collect()
    }

    /// The value of a term that depends on `depth` loops at most, or what is left of the term.
    fn known<'r>(&self, mut term: &'r TupleTerm, depth: usize) -> Result<i64, &'r TupleTerm> {
        loop {
            match term {
                TupleTerm::Choice(of, condition, branches) if *of <= depth => {
                    let holds = condition.holds(self.slots).map_err(|_| term)?;
                    term = &branches[usize::from(!holds)];
                }
                TupleTerm::Plain(of, int) if *of <= depth => {
                    let value = int.value(self.slots).map_err(|_| term)?;
                    return self.fitting(value).map_err(|_| term);
                }
                _ => return Err(term),
            }
        }
    }

    fn fitting(&self, value: i64) -> Result<i64, Stop> {
        fitting(self.positions, value)
    }

    /// Lists the options for the current value of a slot and those after it, `length` in all, where the
    /// conditions hold.
    fn row(
        &mut self,
        parts: &[Pending<'_>],
        along: Option<(usize, i64)>,
        conditions: &[HeapGenerator],
    ) -> Result<(), Stop> {
        let (slot, mut length) = along.unwrap_or((usize::MAX, 1));
        let mut pieces = std::mem::take(&mut self.pieces);
        pieces.clear();
        pieces.resize(parts.iter().map(|part| part.terms.len()).sum(), LinearPiece::OVER);
        while length > 0 {
            self.step()?;
            let along = Along { slots: self.slots, slot, further: length - 1 };
            let (mut holds, mut further) = (true, length - 1);
            for step in conditions {
                if let (HeapGenerator::If(condition), true) = (step, holds) {
                    let (truth, lasts) = along.truth(condition)?;
                    (holds, further) = (truth, further.min(lasts));
                }
            }
            if holds {
                let terms = parts.iter().flat_map(|part| &part.terms);
                for (piece, (_, term)) in pieces.iter_mut().zip(terms) {
                    if piece.further < 0 {
                        *piece = term.piece(&along)?;
                    }
                    further = further.min(piece.further);
                }
                self.list(parts, &pieces, further)?;
            }
            pieces.iter_mut().for_each(|piece| piece.advance(further + 1));
            length -= further + 1;
            if length > 0 {
                self.slots[slot] += further + 1;
            }
        }
        self.pieces = pieces;
        Ok(())
    }

    /// Lists the options for `length` values of a slot from `first` on, where the conditions hold, one by one.
    fn columns(
        &mut self,
        parts: &[Pending<'_>],
        (slot, first, length): (usize, i64, i64),
        conditions: &[HeapGenerator],
    ) -> Result<(), Stop> {
        let end = first + length;
        for start in (first..end).step_by(LANES) {
            self.step()?;
            let values = start..end.min(start.saturating_add(LANES as i64));
            let mut lanes = Lanes::new((&mut *self.slots, slot), values, conditions)?;
            if lanes.is_empty() {
                continue;
            }
            let mut keys: Vec<Vec<u64>> = Vec::with_capacity(parts.len());
            for part in parts {
                let mut of_part = vec![part.key; lanes.len()];
                for &(place, term) in &part.terms {
                    let values = match term {
                        TupleTerm::Plain(_, int) => lanes.values(int)?,
                        choice => lanes.one_by_one(|slots| choice.value(slots))?,
                    };
                    for (key, value) in of_part.iter_mut().zip(values) {
                        *key += self.positions.digit(place, fitting(self.positions, value)?);
                    }
                }
                keys.push(of_part);
            }
            self.make_room(keys.iter().map(Vec::len).sum())?;
            let Some((last, others)) = keys.split_last() else { continue };
            for (i, key) in last.iter().enumerate() {
                self.keys.extend(others.iter().map(|keys| keys[i] | MORE));
                self.keys.push(*key);
            }
        }
        Ok(())
    }

    /// Makes room for more keys.
    fn make_room(&self, more: usize) -> Result<(), Stop> {
        let needed = self.keys.len() + more;
        if needed > self.keys.capacity() {
            let bytes = 8 * needed.max(2 * self.keys.capacity()) as u64;
            self.budget.reserve(bytes).map_err(|stop| Stop::Core(stop.into()))?;
        }
        Ok(())
    }

    /// Lists the options for the current value of a slot and `further` ones, along which all terms are linear.
    fn list(
        &mut self,
        parts: &[Pending<'_>],
        pieces: &[LinearPiece],
        further: i64,
    ) -> Result<(), Stop> {
        let listed = self.keys.len();
        self.make_room(parts.len() * (further as usize + 1))?;
        let (mut pieces, mut rest) = (pieces.iter(), parts.len());
        for (number, part) in parts.iter().enumerate() {
            rest -= 1;
            let (mut key, mut step) = (part.key, 0);
            for ((place, _), piece) in part.terms.iter().zip(&mut pieces) {
                self.fitting(piece.at(further).ok_or(Stop::Unfit)?)?;
                key += self.positions.digit(*place, self.fitting(piece.value)?);
                let by = self.positions.digit(*place, 1) as i64;
                // The slope of a single value may be too large for a key.
                step += if further > 0 { by * piece.slope } else { 0 };
            }
            let more = if rest > 0 { MORE } else { 0 };
            let keys = (0..=further).map(|i| key.wrapping_add_signed(i * step) | more);
            match parts.len() {
                1 => self.keys.extend(keys),
                each => {
                    self.keys.resize(listed + each * (further as usize + 1), 0);
                    let places = self.keys[listed + number..].iter_mut().step_by(each);
                    places.zip(keys).for_each(|(place, key)| *place = key);
                }
            }
        }
        Ok(())
    }
}

/// An integer that is not negative and has room.
fn fitting(positions: &Positions, value: i64) -> Result<i64, Stop> {
    match value {
        ..0 => Err(Stop::Unfit),
        value if value > positions.most() => Err(Stop::Larger),
        value => Ok(value),
    }
}
