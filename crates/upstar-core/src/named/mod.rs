//! Conventional names of games.
//!
//! Knows: which values have a conventional name, and the order of options.
//! Must not know: text; the caller prints the structure.

mod families;
mod order;
mod uptimal_play;
mod uptimal_sums;
mod uptimals;

use crate::{Dyadic, Error, Game, Store};
pub use families::{miny, switch, tiny, up_power, up_power_sum};
pub(crate) use uptimal_sums::{le_of_known, multiple, sum_of_known};
pub(crate) use uptimals::Expansion;
use uptimals::MOST_POWERS;
pub use uptimals::{Uptimal, uptimal_expansion};

/// The decomposition of a game by which books write it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Named {
    /// A number.
    Number(Dyadic),
    /// A number plus some ups (downs when negative) plus a nimber, not all of it a number.
    UpStar {
        /// The number.
        number: Dyadic,
        /// Number of ups.
        ups: i64,
        /// The `m` of the nimber `*m`.
        star: u32,
    },
    /// `{L | -L}`, written with a plus-minus sign before the left options.
    Switch(Vec<Game>),
    /// `{0 || 0 | -G}` for a positive game.
    Tiny(Game),
    /// `{G | 0 || 0}` for a positive game.
    Miny(Game),
    /// A number plus multiples of the powers of up, at least the second among them, plus a
    /// nimber.
    Uptimal(Uptimal),
    /// A nonzero number plus a named rest.
    Sum {
        /// The number.
        number: Dyadic,
        /// The rest: tiny or miny.
        rest: Game,
    },
    /// Any other game, by its canonical options in the order of books: numbers, nimbers,
    /// ups, the rest.
    Options {
        /// Options of Left.
        left: Vec<Game>,
        /// Options of Right.
        right: Vec<Game>,
    },
}

impl Named {
    /// The game with this name; the inverse of [`name`].
    ///
    /// # Errors
    /// As for [`Store::game`] and [`Store::add`].
    pub fn game(&self, store: &Store) -> Result<Game, Error> {
        match self {
            Named::Number(x) => store.number(x),
            Named::UpStar { number, ups, star } => store.number_up_star(number, *ups, *star),
            Named::Switch(left) => switch(store, left),
            Named::Tiny(g) => tiny(store, *g),
            Named::Miny(g) => miny(store, *g),
            Named::Uptimal(uptimal) => uptimal.game(store),
            Named::Sum { number, rest } => store.add(store.number(number)?, *rest),
            Named::Options { left, right } => store.game(left, right),
        }
    }
}

/// The conventional name of `g`.
///
/// ```
/// # use upstar_core::{Budget, Named, Store, name};
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(name(&store, store.parse("{0,*|*}")?)?, Named::UpStar { number: 0.into(), ups: 1, star: 0 });
/// assert_eq!(name(&store, store.parse("{2|-2}")?)?, Named::Switch(vec![store.integer(2)?]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted or games are nested too deep. Cost: that of sorting the
/// options of followers until an order is found, and of [`uptimal_expansion`], each once.
#[doc(hidden)]
pub fn name(store: &Store, g: Game) -> Result<Named, Error> {
    if let Some((number, ups, star)) = store.as_number_up_star(g) {
        return Ok(match (ups, star) {
            (0, 0) => Named::Number(number),
            _ => Named::UpStar { number, ups, star },
        });
    }
    if let Some(uptimal) = uptimals::short_expansion(store, g)? {
        return Ok(Named::Uptimal(uptimal));
    }
    let (number, rest) = store.split_number(g)?;
    if let Some(named) = families::recognise(store, rest)? {
        return Ok(if number.is_zero() { named } else { Named::Sum { number, rest } });
    }
    if store.neg(g)? == g {
        return Ok(Named::Switch(store.left_in_order(g)?.to_vec()));
    }
    let left = store.left_in_order(g)?.to_vec();
    Ok(Named::Options { left, right: store.right_in_order(g)?.to_vec() })
}
