//! Closed forms for a number plus a multiple of up plus a nimber.
//!
//! Knows: order, options and birthday of such games. Must not know: the store's tables.

use std::cmp::Ordering;

use super::{Game, Store};
use crate::{Comparison, Dyadic, Error};

/// Limit of the options listed.
const MAX_LISTED: u32 = 1 << 20;

/// The relation of `ups * ^ + *star` to zero. Source: *Winning Ways*, chapter 3.
pub(super) fn sign(ups: i64, star: u32) -> Comparison {
    match (ups, star) {
        (0, 0) => Comparison::Equal,
        (0, _) | (1 | -1, 1) => Comparison::Confused,
        (1.., _) => Comparison::Greater,
        _ => Comparison::Less,
    }
}

/// The birthday of `ups * ^ + *star`, from its canonical options.
pub(super) fn infinitesimal_birthday(ups: i64, star: u32) -> u64 {
    let (ups, star) = (ups.unsigned_abs(), u64::from(star));
    match (ups, star) {
        (0, _) => star,
        (_, 0 | 1) => ups + 1,
        _ => ups + (star ^ (ups & 1)),
    }
}

/// The relation of `x + ups * ^ + *star` to `y + ...`, given the components of both.
pub(super) fn compare(a: (&Dyadic, i64, u32), b: (&Dyadic, i64, u32)) -> Comparison {
    match a.0.cmp(b.0) {
        Ordering::Less => Comparison::Less,
        Ordering::Greater => Comparison::Greater,
        // The difference of the ups may exceed 64 bits, but only its first steps from zero matter.
        Ordering::Equal => sign(a.1.saturating_sub(b.1), a.2 ^ b.2),
    }
}

impl Store {
    /// The canonical options of `number + ups * ^ + *star`, the left ones first, and the number of left ones.
    pub(super) fn list_upstar(
        &self,
        number: &Dyadic,
        ups: i64,
        star: u32,
    ) -> Result<(Vec<Game>, usize), Error> {
        match ups {
            0 if star == 0 => self.list_number(number),
            0 => self.list_nimber(number, star),
            1.. => self.list_ups(number, ups, star),
            _ => {
                let (mut all, lefts) =
                    self.list_ups(&-number, ups.checked_neg().ok_or(Error::UpsTooLarge)?, star)?;
                for option in &mut all {
                    *option = self.neg(*option)?;
                }
                all.rotate_left(lefts);
                let lefts = all.len() - lefts;
                Ok((all, lefts))
            }
        }
    }

    /// The options of a number: an integer has one; others have their two neighbours on the day before.
    fn list_number(&self, x: &Dyadic) -> Result<(Vec<Game>, usize), Error> {
        let gap = match x.exponent() {
            0 => Dyadic::ONE,
            exp => Dyadic::new(1.into(), exp),
        };
        let (below, above) = (x - &gap, x + &gap);
        Ok(match (x.is_integer(), x.sign()) {
            (true, Ordering::Equal) => (Vec::new(), 0),
            (true, Ordering::Greater) => (vec![self.number(&below)?], 1),
            (true, Ordering::Less) => (vec![self.number(&above)?], 0),
            (false, _) => (vec![self.number(&below)?, self.number(&above)?], 1),
        })
    }

    fn list_nimber(&self, number: &Dyadic, star: u32) -> Result<(Vec<Game>, usize), Error> {
        if star > MAX_LISTED {
            return Err(Error::TooManyOptions { count: u64::from(star) });
        }
        self.budget.reserve(u64::from(star) * 128)?;
        let mut all = Vec::with_capacity(2 * star as usize);
        for n in 0..star {
            all.push(self.upstar(number.clone(), 0, n)?);
        }
        Game::sort(&mut all);
        all.extend_from_within(..);
        Ok((all, star as usize))
    }

    fn list_ups(&self, number: &Dyadic, ups: i64, star: u32) -> Result<(Vec<Game>, usize), Error> {
        let zero = self.upstar(number.clone(), 0, 0)?;
        if (ups, star) == (1, 1) {
            let star = self.upstar(number.clone(), 0, 1)?;
            let mut all = vec![zero, star, zero];
            Game::sort(&mut all[..2]);
            return Ok((all, 2));
        }
        Ok((vec![zero, self.upstar(number.clone(), ups - 1, star ^ 1)?], 1))
    }

    /// Recognises canonical options, sorted by id, as those of a number plus ups and a star; returns the ups
    /// and the star. The game must not be a number.
    pub(super) fn recognise(
        &self,
        left: &[Game],
        right: &[Game],
    ) -> Result<Option<(i64, u32)>, Error> {
        let Some((ups, more, star)) = self.recognise_steps(left, right) else { return Ok(None) };
        let ups = ups.checked_add(more).ok_or(Error::UpsTooLarge)?;
        Ok(Some((ups, star)))
    }

    /// The same, with the ups of an option and the difference to them.
    fn recognise_steps(&self, left: &[Game], right: &[Game]) -> Option<(i64, i64, u32)> {
        let number = &self.node(*left.first()?).number;
        let part = |g: Game| {
            let (x, ups, star) = self.packed_parts(g)?;
            (x == number).then_some((ups, star))
        };
        if left == right {
            let all_nimbers = left.iter().all(|l| matches!(part(*l), Some((0, _))));
            return all_nimbers.then_some((0, 0, u32::try_from(left.len()).ok()?));
        }
        match (left, right) {
            ([a, b], [c]) if pure_star(part(*a), part(*b)) && part(*c) == Some((0, 0)) => {
                Some((0, 1, 1))
            }
            ([a], [b, c]) if pure_star(part(*b), part(*c)) && part(*a) == Some((0, 0)) => {
                Some((0, -1, 1))
            }
            ([l], [r]) => match (part(*l)?, part(*r)?) {
                ((0, 0), (ups @ 0.., star)) => Some((ups, 1, star ^ 1)),
                ((ups @ ..=0, star), (0, 0)) => Some((ups, -1, star ^ 1)),
                _ => None,
            },
            _ => None,
        }
    }
}

fn pure_star(a: Option<(i64, u32)>, b: Option<(i64, u32)>) -> bool {
    matches!((a, b), (Some((0, 0)), Some((0, 1))) | (Some((0, 1)), Some((0, 0))))
}
