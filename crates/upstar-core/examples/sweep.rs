//! A sweep on all cores: the values of all strips of Toads and Frogs with nine cells.
//!
//! Threads share the solver, and what one finds, the others need not look for.
//!
//! ```text
//! 19683 strips have 676 values
//! L: 7749
//! R: 7749
//! N: 1484
//! P: 2701
//! ```
#![allow(clippy::print_stdout)]

use upstar_core::{Error, Moves, Outcome, Player, Ruleset, Solver};

/// Toads `T` move and jump to the right, frogs `F` to the left; `.` is free.
struct ToadsAndFrogs;

impl Ruleset for ToadsAndFrogs {
    type Position = String;

    fn moves(&self, strip: &String, player: Player, to: &mut Moves<'_, String>) {
        let rules = match player {
            Player::Left => [("T.", ".T"), ("TF.", ".FT")],
            Player::Right => [(".F", "F."), (".TF", "FT.")],
        };
        for (from, after) in rules {
            for (at, _) in strip.match_indices(from) {
                let mut next = strip.clone();
                next.replace_range(at..at + from.len(), after);
                to.position(next);
            }
        }
    }
}

pub(crate) fn main() -> Result<(), Error> {
    let mut strips = vec![String::new()];
    for _ in 0..9 {
        strips = strips
            .iter()
            .flat_map(|strip| ["T", "F", "."].map(|cell| strip.clone() + cell))
            .collect();
    }
    let solver = Solver::new(ToadsAndFrogs);
    let counts = solver.sweep(strips.iter().cloned()).counts()?;
    println!("{} strips have {} values", strips.len(), counts.len());
    let outcomes = solver.sweep(strips).each(|solver, strip| solver.outcome(strip))?;
    for outcome in [Outcome::L, Outcome::R, Outcome::N, Outcome::P] {
        println!("{outcome}: {}", outcomes.iter().filter(|found| **found == outcome).count());
    }
    Ok(())
}
