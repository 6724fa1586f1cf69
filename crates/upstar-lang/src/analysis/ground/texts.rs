//! Texts on a board of which only the size is known: each symbol by cases.
//!
//! Knows: items and their guards. Must not know: layouts.
//!
//! A text of which not all symbols are known is a collection of texts of one symbol, of which each is there under a guard.

use super::evaluate::Evaluator;
use super::guards::Guard;
use super::items::{Cases, Elements, Item, Kind, MOST_ELEMENTS};

/// The symbols of a text; `None` for other items.
pub(super) fn symbols_of(item: &Item) -> Option<Vec<(Guard, Item)>> {
    match item {
        Item::Text(text) => {
            let symbol = |symbol: char| (Guard::ALWAYS, Item::Text(symbol.to_string().into()));
            Some(text.chars().map(symbol).collect())
        }
        Item::Collection(Kind::Text, symbols) => Some(symbols.to_vec()),
        _ => None,
    }
}

impl Evaluator<'_> {
    /// One text after another; the inner `None` where both are known, or one is no text.
    #[expect(clippy::option_option, reason = "what has no result, and what is no such text")]
    pub(super) fn joined_texts(
        &mut self,
        sides: &[Cases; 2],
        path: Guard,
    ) -> Option<Option<Cases>> {
        let is_known = |side: &Cases| matches!(side[..], [(_, Item::Text(_))]);
        let are_texts = |side: &Cases| side.iter().all(|(_, item)| symbols_of(item).is_some());
        if sides.iter().all(is_known) || !sides.iter().all(are_texts) {
            return Some(None);
        }
        let mut symbols = Vec::new();
        for side in sides {
            for (guard, text) in side {
                for (there, symbol) in symbols_of(text)? {
                    let there = match &side[..] {
                        [_] => there,
                        _ => self.guards.and(there, *guard)?,
                    };
                    symbols.push((there, symbol));
                }
            }
        }
        self.guards.spend(symbols.len())?;
        let joined = (symbols.len() <= MOST_ELEMENTS).then(|| symbols.into())?;
        Some(Some(vec![(path, Item::Collection(Kind::Text, joined))]))
    }

    /// Where the elements of a collection that are there are those of another, all of which are there.
    pub(super) fn same_by_place(&mut self, some: &Elements, all: &Elements) -> Option<Guard> {
        let places = self.by_place(some, (all.len() + 1, Guard::ALWAYS))?;
        let mut found = Guard::ALWAYS;
        for (place, (_, wanted)) in all.iter().enumerate() {
            let mut here = Guard::NEVER;
            for (there, item) in places.get(place).map_or(&[][..], |cases| cases) {
                let equal = self.equal(item, wanted)?;
                let equal = self.guards.and(equal, *there)?;
                here = self.guards.or(here, equal)?;
            }
            found = self.guards.and(found, here)?;
        }
        for (there, _) in places.get(all.len()).map_or(&[][..], |cases| cases) {
            found = self.guards.without(found, *there)?;
        }
        Some(found)
    }
}
