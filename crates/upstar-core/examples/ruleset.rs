//! Rulesets of one's own: Cutcake, where Left cuts one way and Right the other, and Kayles.
//!
//! ```text
//! Cutcake(2, 5) = 1, won by L
//! Cutcake(4, 9) = 1, won by L
//! Cutcake(5, 7) = 0, won by P
//! Kayles: 0 1 2 3 1 4 3 2 1 4 2 6
//! ```
#![allow(clippy::print_stdout)]

use upstar_core::{Error, Hints, Moves, Player, Ruleset, Solver};

/// Left cuts a cake of some rows and columns between columns, Right between rows.
struct Cutcake;

impl Ruleset for Cutcake {
    type Position = (u32, u32);

    fn moves(&self, &(rows, columns): &(u32, u32), player: Player, to: &mut Moves<'_, (u32, u32)>) {
        match player {
            Player::Left => (1..columns).for_each(|at| to.sum([(rows, at), (rows, columns - at)])),
            Player::Right => (1..rows).for_each(|at| to.sum([(at, columns), (rows - at, columns)])),
        }
    }
}

/// One or two neighbouring pins of a row are knocked down.
struct Kayles;

impl Ruleset for Kayles {
    type Position = u32;

    fn moves(&self, row: &u32, _: Player, to: &mut Moves<'_, u32>) {
        for rest in (1..=2).filter_map(|pins| row.checked_sub(pins)) {
            (0..=rest / 2).for_each(|a| to.sum([a, rest - a]));
        }
    }

    fn hints(&self) -> Hints {
        Hints::default().impartial().ends()
    }
}

pub(crate) fn main() -> Result<(), Error> {
    let cakes = Solver::new(Cutcake);
    for cake in [(2, 5), (4, 9), (5, 7)] {
        let (value, outcome) = (cakes.value(&cake)?, cakes.outcome(&cake)?);
        println!("Cutcake{cake:?} = {value}, won by {outcome}");
    }
    let rows = Solver::new(Kayles);
    let nimbers = rows.sweep(0..12).each(|rows, row| rows.nimber(row))?;
    let nimbers: Vec<String> = nimbers.iter().map(ToString::to_string).collect();
    println!("Kayles: {}", nimbers.join(" "));
    Ok(())
}
