//! Nimbers of positions whose integers never increase from place to place, by rank.
//!
//! Knows: which rules keep that order, and how their moves are listed as sums of ranks. Must not know: how rules are compiled.
//!
//! Proof: where the integers of a position do not increase, neither do those of its options, because each term of a
//! rule is at least the next one ([`at_least`]). So ranks, which are sums of what each integer adds, say what positions are.
//! What terms add along the innermost loop is kept in rows, by the value of the one other slot on which they depend.

use upstar_core::{Budget, Error};

use super::arithmetic::Binary;
use super::mex::{Found, Seen};
use super::program::{Halt, HeapCondition, HeapGenerator, Int, Linear, Source, range};
use super::ranked::{NO_RANK, Ranked, RankedNimbers};

/// A rule of a ruleset that keeps the order.
#[derive(Debug)]
struct FallingRule {
    /// The steps before the innermost loop.
    outer: Vec<HeapGenerator>,
    inner: Option<Inner>,
    /// Terms that do not depend on the innermost loop, with their places.
    fixed: Vec<(usize, Int)>,
}

/// The innermost loop, if it runs through a range.
#[derive(Debug)]
struct Inner {
    slot: usize,
    first: Int,
    last: Int,
    conditions: Vec<HeapCondition>,
    terms: Vec<LoopTerm>,
}

/// A term that depends on the innermost loop.
#[derive(Debug)]
struct LoopTerm {
    place: usize,
    int: Int,
    /// The other slot on which it depends, or that of the loop.
    other: usize,
    /// What it adds to the rank, by the other slot and by the loop.
    rows: Vec<Option<Box<[u32]>>>,
}

/// The nimbers of a ruleset that keeps the order.
#[derive(Debug)]
pub(super) struct Falling {
    rules: Vec<FallingRule>,
    /// The slot of each integer of a position.
    places: Vec<usize>,
    slots: Vec<i64>,
    nimbers: RankedNimbers,
    seen: Seen,
    found: Found,
    /// Whether a rule failed somewhere.
    unfit: bool,
}

impl Falling {
    /// The solver of rules with these steps and terms; `None` unless all keep the order and have one part.
    pub(super) fn new<'r>(
        rules: impl Iterator<Item = (&'r [HeapGenerator], &'r [Vec<Int>])>,
        places: &[usize],
        slots: usize,
        found: Found,
    ) -> Option<Self> {
        let rules = rules.map(|(steps, parts)| match parts {
            [terms] => FallingRule::new(steps, terms, places),
            _ => None,
        });
        Some(Falling {
            rules: rules.collect::<Option<_>>()?,
            places: places.to_vec(),
            slots: vec![0; slots],
            nimbers: RankedNimbers::new(places.len()),
            seen: Seen::new(),
            found,
            unfit: false,
        })
    }

    /// The nimber of a position; `None` if it must be found in another way.
    ///
    /// # Errors
    /// When the budget is exhausted; nimbers found before are kept.
    pub(super) fn nimber(
        &mut self,
        integers: &[i64],
        budget: &Budget,
    ) -> Result<Option<u32>, Error> {
        let Some(largest) = largest(integers) else { return Ok(None) };
        let room = self.nimbers.room();
        if self.unfit || !self.nimbers.make_room(largest, budget)? {
            return Ok(None);
        }
        if self.nimbers.room() > room {
            let inner = self.rules.iter_mut().filter_map(|rule| rule.inner.as_mut());
            inner.flat_map(|inner| &mut inner.terms).for_each(|term| term.rows.clear());
        }
        let rank = self.rank(integers);
        let mut search =
            FallingSearch { falling: self, budget, keys: Vec::new(), path: Vec::new() };
        let found = search.run(rank);
        let open: Vec<u32> = search.path.iter().map(|open| open.rank).collect();
        open.into_iter().for_each(|rank| self.nimbers.forget(rank));
        match found {
            Ok(nimber) => Ok(Some(nimber)),
            Err(Halt::Unfit) => {
                self.unfit = true;
                Ok(None)
            }
            Err(Halt::Core(error)) => Err(error),
        }
    }

    /// The number of a position, if it is known.
    pub(super) fn known(&self, integers: &[i64]) -> Option<u32> {
        (largest(integers)? < self.nimbers.room()).then_some(())?;
        match self.nimbers.get(self.rank(integers)) {
            Ranked::Nimber(nimber) => Some(nimber.into()),
            _ => None,
        }
    }

    /// The rank of a position that has room.
    fn rank(&self, integers: &[i64]) -> u32 {
        let addend = |(place, integer): (usize, &i64)| self.nimbers.addend(place, *integer);
        integers.iter().enumerate().map(addend).sum()
    }
}

/// The first of some integers that do not increase.
fn largest(integers: &[i64]) -> Option<usize> {
    let falls = integers.windows(2).all(|pair| pair[0] >= pair[1]);
    usize::try_from(*integers.first()?).ok().filter(|_| falls)
}

impl FallingRule {
    fn new(steps: &[HeapGenerator], terms: &[Int], places: &[usize]) -> Option<Self> {
        let keeps_order = terms.windows(2).all(|pair| at_least(&pair[0], &pair[1], places));
        keeps_order.then_some(())?;
        let innermost = steps.iter().rposition(|step| step.slot().is_some());
        let innermost = innermost.map(|at| (at, &steps[at]));
        let Some((at, HeapGenerator::For(slot, Source::Range(first, last)))) = innermost else {
            let fixed = terms.iter().cloned().enumerate().collect();
            return Some(FallingRule { outer: steps.to_vec(), inner: None, fixed });
        };
        let conditions = steps[at + 1..].iter().filter_map(|step| match step {
            HeapGenerator::If(condition) => Some(condition.clone()),
            HeapGenerator::For(..) => None,
        });
        let (mut fixed, mut moving) = (Vec::new(), Vec::new());
        for (place, int) in terms.iter().cloned().enumerate() {
            let mut slots = Vec::new();
            int.add_slots(&mut slots);
            if !slots.contains(slot) {
                fixed.push((place, int));
                continue;
            }
            slots.retain(|other| other != slot);
            slots.sort_unstable();
            slots.dedup();
            let other = match slots[..] {
                [] => *slot,
                [other] => other,
                _ => return None,
            };
            moving.push(LoopTerm { place, int, other, rows: Vec::new() });
        }
        let inner = Inner {
            slot: *slot,
            first: first.clone(),
            last: last.clone(),
            conditions: conditions.collect(),
            terms: moving,
        };
        Some(FallingRule { outer: steps[..at].to_vec(), inner: Some(inner), fixed })
    }
}

/// Whether an integer is at least another in all positions whose integers, in these slots, are not negative and do not
/// increase; `false` if that is not seen.
fn at_least(a: &Int, b: &Int, places: &[usize]) -> bool {
    match (a, b) {
        (Int::If(parts), b) => at_least(&parts.1, b, places) && at_least(&parts.2, b, places),
        (a, Int::If(parts)) => at_least(a, &parts.1, places) && at_least(a, &parts.2, places),
        (Int::Binary(Binary::Min, pair), b) => {
            at_least(&pair.0, b, places) && at_least(&pair.1, b, places)
        }
        (a, Int::Binary(Binary::Max, pair)) => {
            at_least(a, &pair.0, places) && at_least(a, &pair.1, places)
        }
        (Int::Binary(Binary::Max, pair), b) => {
            at_least(&pair.0, b, places) || at_least(&pair.1, b, places)
        }
        (a, Int::Binary(Binary::Min, pair)) => {
            at_least(a, &pair.0, places) || at_least(a, &pair.1, places)
        }
        (Int::Linear(a), Int::Linear(b)) => {
            a.plus(b, -1).is_some_and(|difference| is_natural(&difference, places))
        }
        _ => false,
    }
}

/// Whether a sum is seen not to be negative in such positions.
fn is_natural(sum: &Linear, places: &[usize]) -> bool {
    let place = |slot: usize| places.iter().position(|place| *place == slot);
    let terms = match sum.terms[..] {
        [] => true,
        [(slot, times)] => times > 0 && place(slot).is_some(),
        [(a, 1), (b, -1)] | [(b, -1), (a, 1)] => match (place(a), place(b)) {
            (Some(a), Some(b)) => a < b,
            _ => false,
        },
        _ => false,
    };
    terms && sum.constant >= 0
}

impl LoopTerm {
    /// What the term adds to the rank, by the loop's slot, for the current value of the other slot.
    fn row(
        &mut self,
        slot: usize,
        slots: &mut [i64],
        nimbers: &RankedNimbers,
    ) -> Result<&[u32], Halt> {
        let room = nimbers.room();
        // A term of the loop alone has one row.
        let value = if self.other == slot { 0 } else { slots[self.other] };
        let value = usize::try_from(value).ok().filter(|value| *value < room).ok_or(Halt::Unfit)?;
        if self.rows.is_empty() {
            self.rows.resize_with(room, || None);
        }
        let LoopTerm { place, int, rows, .. } = self;
        Ok(rows[value].get_or_insert_with(|| {
            let addends = (0..room).map(|here| {
                slots[slot] = here as i64;
                int.value(slots).map_or(NO_RANK, |integer| nimbers.addend(*place, integer))
            });
            addends.collect()
        }))
    }
}

/// Depth-first search for the nimber of a position.
struct FallingSearch<'a> {
    falling: &'a mut Falling,
    budget: &'a Budget,
    /// Ranks of the options of the positions on the path; nimbers in place of those that are known.
    keys: Vec<u32>,
    path: Vec<Open>,
}

/// A position on the path of the search.
struct Open {
    rank: u32,
    /// Where its options begin and where the next one is that has no nimber yet.
    first: usize,
    next: usize,
}

impl FallingSearch<'_> {
    fn run(&mut self, start: u32) -> Result<u32, Halt> {
        if let Ranked::Nimber(nimber) = self.falling.nimbers.get(start) {
            return Ok(nimber.into());
        }
        self.open(start)?;
        loop {
            let open =
                self.path.last_mut().expect("the path ends where its first position is solved");
            let nimbers = &self.falling.nimbers;
            let mut unknown = None;
            let is_win = self.falling.found.is_win();
            while let Some(key) = self.keys.get_mut(open.next) {
                match nimbers.get(*key) {
                    // Moves after one that wins do not matter.
                    Ranked::Nimber(0) if is_win => {
                        self.keys.truncate(open.next);
                        self.keys.push(0);
                        break;
                    }
                    Ranked::Nimber(nimber) => *key = nimber.into(),
                    Ranked::Unknown => {
                        unknown = Some(*key);
                        break;
                    }
                    // Play can return, or an integer has no room.
                    Ranked::Open | Ranked::Nowhere => return Err(Halt::Unfit),
                }
                open.next += 1;
            }
            if let Some(rank) = unknown {
                self.open(rank)?;
                continue;
            }
            let options = self.keys[open.first..].iter().copied();
            let nimber = self.falling.found.wins(options.clone()).unwrap_or_else(|| {
                let seen = &mut self.falling.seen;
                seen.begin();
                seen.see_all(options);
                seen.mex()
            });
            self.falling.nimbers.set(open.rank, nimber).ok_or(Halt::Unfit)?;
            self.keys.truncate(open.first);
            self.path.pop();
            if self.path.is_empty() {
                return Ok(nimber);
            }
        }
    }

    /// Lists the options of a position and puts it on the path.
    fn open(&mut self, rank: u32) -> Result<(), Halt> {
        self.budget.step().map_err(|stop| Halt::Core(stop.into()))?;
        let Falling { rules, places, slots, nimbers, .. } = &mut *self.falling;
        nimbers.open(rank);
        let first = self.keys.len();
        self.path.push(Open { rank, first, next: first });
        nimbers.integers(rank, |place, integer| slots[places[place]] = integer);
        let (budget, keys) = (self.budget, &mut self.keys);
        let mut lister = Lister { slots, nimbers, budget, keys };
        for FallingRule { outer, inner, fixed } in rules {
            lister.steps(outer, (inner, fixed))?;
        }
        Ok(())
    }
}

/// Lists the options of a position.
struct Lister<'a> {
    slots: &'a mut [i64],
    nimbers: &'a RankedNimbers,
    budget: &'a Budget,
    keys: &'a mut Vec<u32>,
}

/// What is listed after the steps of a rule.
type Listed<'r> = (&'r mut Option<Inner>, &'r [(usize, Int)]);

impl Lister<'_> {
    fn steps(&mut self, steps: &[HeapGenerator], (inner, fixed): Listed<'_>) -> Result<(), Halt> {
        let Some((step, rest)) = steps.split_first() else { return self.row(inner, fixed) };
        match step {
            HeapGenerator::If(condition) => match condition.holds(self.slots)? {
                true => self.steps(rest, (inner, fixed)),
                false => Ok(()),
            },
            HeapGenerator::For(slot, Source::List(items)) => items.iter().try_for_each(|item| {
                self.step()?;
                self.slots[*slot] = *item;
                self.steps(rest, (inner, fixed))
            }),
            HeapGenerator::For(slot, source @ (Source::Items(_) | Source::Listed(_))) => {
                source.all(self.slots)?.into_iter().try_for_each(|item| {
                    self.step()?;
                    self.slots[*slot] = item;
                    self.steps(rest, (inner, fixed))
                })
            }
            HeapGenerator::For(slot, Source::Range(first, last)) => {
                let Some((first, length)) = range(first, last, self.slots)? else { return Ok(()) };
                (first..first + length).try_for_each(|value| {
                    self.step()?;
                    self.slots[*slot] = value;
                    self.steps(rest, (inner, fixed))
                })
            }
        }
    }

    fn step(&self) -> Result<(), Halt> {
        self.budget.step().map_err(|stop| Halt::Core(stop.into()))
    }

    /// Lists the options along the innermost loop.
    fn row(&mut self, inner: &mut Option<Inner>, fixed: &[(usize, Int)]) -> Result<(), Halt> {
        self.step()?;
        let range = match inner {
            None => Some((0, 1)),
            Some(inner) => range(&inner.first, &inner.last, self.slots)?,
        };
        let Some((first, length)) = range else { return Ok(()) };
        let (first, length) = match (usize::try_from(first), usize::try_from(length)) {
            (Ok(first), Ok(length))
                if inner.is_none()
                    || first.checked_add(length).is_some_and(|end| end <= self.nimbers.room()) =>
            {
                (first, length)
            }
            _ => return Err(Halt::Unfit),
        };
        let mut rank = 0;
        for (place, int) in fixed {
            rank += self.nimbers.addend(*place, int.value(self.slots)?);
        }
        let (listed, needed) = (self.keys.len(), self.keys.len() + length);
        if needed > self.keys.capacity() {
            let bytes = 4 * needed.max(2 * self.keys.capacity()) as u64;
            self.budget.reserve(bytes).map_err(|stop| Halt::Core(stop.into()))?;
        }
        self.keys.resize(needed, rank);
        let Some(inner) = inner else { return Ok(()) };
        for term in &mut inner.terms {
            let row = term.row(inner.slot, self.slots, self.nimbers)?;
            let row = &row[first..first + length];
            self.keys[listed..].iter_mut().zip(row).for_each(|(key, addend)| *key += addend);
        }
        if inner.conditions.is_empty() {
            return Ok(());
        }
        let mut kept = listed;
        for at in 0..length {
            self.slots[inner.slot] = (first + at) as i64;
            let mut holds = true;
            for condition in &inner.conditions {
                holds = holds && condition.holds(self.slots)?;
            }
            self.keys[kept] = self.keys[listed + at];
            kept += usize::from(holds);
        }
        self.keys.truncate(kept);
        Ok(())
    }
}
