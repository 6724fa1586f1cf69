//! Rulesets of one's own: Cutcake, where Left cuts one way and Right the other, and Kayles.
//!
//! ```text
//! Cutcake(2, 5) = 1, won by L
//! Cutcake(4, 9) = 1, won by L
//! Cutcake(5, 7) = 0, won by P
//! Kayles: 0 1 2 3 1 4 3 2 1 4 2 6
//! ```
#![allow(clippy::print_stdout)]

use upstar_core::solve::{Component, Playable, Searches, Sum};
use upstar_core::{Error, Player, Store};

/// Left cuts a cake of some rows and columns between columns, Right between rows.
struct Cutcake;

impl Playable for Cutcake {
    type Position = (u32, u32);
    type Error = Error;

    fn options(&self, cake: &(u32, u32), player: Player) -> Result<Vec<Sum<(u32, u32)>>, Error> {
        let &(rows, columns) = cake;
        let two = |a, b| vec![Component::Position(a), Component::Position(b)];
        Ok(match player {
            Player::Left => (1..columns).map(|at| two((rows, at), (rows, columns - at))).collect(),
            Player::Right => (1..rows).map(|at| two((at, columns), (rows - at, columns))).collect(),
        })
    }
}

/// One or two neighbouring pins of a row are knocked down.
struct Kayles;

impl Playable for Kayles {
    type Position = u32;
    type Error = Error;

    fn is_impartial(&self, _: &u32) -> bool {
        true
    }

    fn options(&self, row: &u32, _: Player) -> Result<Vec<Sum<u32>>, Error> {
        let rests = (1..=2).filter_map(|pins| row.checked_sub(pins));
        let split = |rest| (0..=rest / 2).map(move |a| vec![a, rest - a]);
        let rows = |rows: Vec<u32>| rows.into_iter().map(Component::Position).collect();
        Ok(rests.flat_map(split).map(rows).collect())
    }
}

pub(crate) fn main() -> Result<(), Error> {
    let store = Store::default();
    let cakes = Searches::new(&Cutcake, &store);
    for cake in [(2, 5), (4, 9), (5, 7)] {
        let (value, outcome) = (cakes.value(&cake)?, cakes.outcome(&cake)?);
        println!("Cutcake{cake:?} = {}, won by {outcome}", store.show(value));
    }
    let rows = Searches::new(&Kayles, &store);
    let nimbers = (0..12).map(|row| Ok(rows.nimber(&row)?.expect("both have the same moves")));
    let nimbers = nimbers.collect::<Result<Vec<u32>, Error>>()?;
    let nimbers: Vec<String> = nimbers.iter().map(u32::to_string).collect();
    println!("Kayles: {}", nimbers.join(" "));
    Ok(())
}
