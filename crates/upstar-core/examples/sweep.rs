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

use std::collections::HashSet;

use rayon::prelude::*;
use upstar_core::solve::{Component, Playable, Searches, Sum};
use upstar_core::{Error, Game, Outcome, Player, Store};

/// Toads `T` move and jump to the right, frogs `F` to the left; `.` is free.
struct ToadsAndFrogs;

impl Playable for ToadsAndFrogs {
    type Position = Vec<u8>;
    type Error = Error;

    fn options(&self, strip: &Vec<u8>, player: Player) -> Result<Vec<Sum<Vec<u8>>>, Error> {
        let rules: [(&[u8], &[u8]); 2] = match player {
            Player::Left => [(b"T.", b".T"), (b"TF.", b".FT")],
            Player::Right => [(b".F", b"F."), (b".TF", b"FT.")],
        };
        let mut options = Vec::new();
        for (from, to) in rules {
            for at in (0..strip.len()).filter(|&at| strip[at..].starts_with(from)) {
                let mut next = strip.clone();
                next[at..at + to.len()].copy_from_slice(to);
                options.push(vec![Component::Position(next)]);
            }
        }
        Ok(options)
    }
}

pub(crate) fn main() -> Result<(), Error> {
    let mut strips = vec![Vec::new()];
    for _ in 0..9 {
        let longer = |strip: &Vec<u8>| b"TF.".map(|cell| [&strip[..], &[cell]].concat());
        strips = strips.iter().flat_map(longer).collect();
    }
    let store = Store::default();
    let solver = Searches::new(&ToadsAndFrogs, &store);
    let values = strips.par_iter().map(|strip| solver.value(strip));
    let values = values.collect::<Result<Vec<Game>, Error>>()?;
    let different: HashSet<Game> = values.iter().copied().collect();
    println!("{} strips have {} values", strips.len(), different.len());
    for outcome in [Outcome::L, Outcome::R, Outcome::N, Outcome::P] {
        let mut count = 0;
        for &value in &values {
            count += usize::from(store.outcome(value)? == outcome);
        }
        println!("{outcome}: {count}");
    }
    Ok(())
}
