//! A sum of games: its canonical form, who wins, and the moves that win.
//!
//! ```text
//! {0,*|*} equals ↑
//! ±1 equals ±1
//! {2|0} equals <2|0>
//! -{1*|*} equals <*|-1*>
//! sum: <1↑*|↑*>
//! outcome: L, birthday: 4
//! Left wins by moving from ↑ to 0
//! Left wins by moving from ±1 to 1
//! Left wins by moving from <2|0> to 2
//! Left wins by moving from <*|-1*> to *
//! ```
#![allow(clippy::print_stdout)]

use std::error::Error;

use upstar_core::Game;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let mut summands: Vec<Game> = Vec::new();
    for text in ["{0,*|*}", "±1", "{2|0}", "-{1*|*}"] {
        let value = text.parse()?;
        println!("{text} equals {value}");
        summands.push(value);
    }
    let sum: Game = summands.iter().sum();
    println!("sum: {sum}");
    println!("outcome: {:?}, birthday: {}", sum.outcome()?, sum.birthday()?);

    // Left wins by a move to a sum that is not less than zero and not confused with it.
    for summand in summands {
        for option in summand.left_options()? {
            if sum - summand + option >= Game::ZERO {
                println!("Left wins by moving from {summand} to {option}");
            }
        }
        for option in summand.right_options()? {
            if sum - summand + option <= Game::ZERO {
                println!("Right wins by moving from {summand} to {option}");
            }
        }
    }
    Ok(())
}
