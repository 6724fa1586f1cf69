//! Places in lists of which it is not known which elements are there.
//!
//! Knows: elements and their guards. Must not know: layouts.
//!
//! An element has the place k if it is there, and k - 1 of those before it are. So there is a guard for each number of
//! elements that were there so far. Where exactly one of some elements in a row is there, these guards are simple again.

use super::evaluate::Evaluator;
use super::guards::Guard;
use super::items::{Cases, Item};

/// Most elements of a list whose places are looked at.
const MOST_PLACES: usize = 256;

impl Evaluator<'_> {
    /// The element at each of the first `most` places, by cases, where `path` holds.
    pub(super) fn by_place(
        &mut self,
        elements: &[(Guard, Item)],
        (most, path): (usize, Guard),
    ) -> Option<Vec<Cases>> {
        if elements.len() > MOST_PLACES {
            return None;
        }
        let mut places: Vec<Cases> = vec![Cases::new(); most.min(elements.len())];
        // Where exactly so many elements were there.
        let mut counts = vec![Guard::NEVER; places.len() + 1];
        counts[0] = path;
        // So few and so many elements were there; no other number is possible.
        let (mut fewest, mut most) = (0, 0);
        for (there, item) in elements {
            for place in (fewest..places.len().min(most + 1)).rev() {
                self.guards.spend(1)?;
                let here = self.guards.and(counts[place], *there)?;
                if !here.is_never() {
                    self.guards.add_case(&mut places[place], here, item.clone())?;
                    counts[place] = self.guards.without(counts[place], *there)?;
                    counts[place + 1] = self.guards.or(counts[place + 1], here)?;
                }
            }
            most += usize::from(counts.get(most + 1).is_some_and(|more| !more.is_never()));
            while fewest < most && counts[fewest].is_never() {
                fewest += 1;
            }
            if fewest == places.len() {
                break;
            }
        }
        Some(places)
    }

    /// The element at a place, from the end if it is negative; `None` where there may be none.
    pub(super) fn at_place(
        &mut self,
        elements: &[(Guard, Item)],
        (n, path): (i64, Guard),
    ) -> Option<Cases> {
        let most = usize::try_from(n.unsigned_abs()).ok().filter(|most| *most > 0)?;
        let mut places = if n > 0 {
            self.by_place(elements, (most, path))?
        } else {
            let reversed: Vec<_> = elements.iter().rev().cloned().collect();
            self.by_place(&reversed, (most, path))?
        };
        (places.len() == most).then_some(())?;
        let cases = places.pop()?;
        self.are_all(&cases, path)?.then_some(cases)
    }

    /// Whether some case is there wherever `path` holds.
    pub(super) fn are_all(&mut self, cases: &Cases, path: Guard) -> Option<bool> {
        let mut some = Guard::NEVER;
        for (guard, _) in cases {
            some = self.guards.or(some, *guard)?;
        }
        self.guards.implies(path, some)
    }
}
