//! Means, temperatures and thermographs, and how far they decide play in a sum.
//!
//! ```text
//! <7|5>: mean 6, temperature 1
//! <4||2|0>: mean 5/2, temperature 3/2
//! ±5: mean 0, temperature 5
//! <3||2|-1>: mean 2, temperature 1
//! 1/2: mean 1/2, temperature -1/2
//! ⇑*: mean 0, temperature 0
//! Left wall of <3||2|-1>: 3 at 0, 2 at 1
//! Right wall of <3||2|-1>: 2 at 0, 2 at 1
//! all together: mean 11, temperature 5
//! Left begins: 31/2, Right begins: 13/2
//! ```
#![allow(clippy::print_stdout)]

use std::error::Error;

use upstar_core::{Game, Player};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let mut games: Vec<Game> = Vec::new();
    for text in ["{7|5}", "{4||2|0}", "{5|-5}", "{3||2|-1}", "1/2", "^^*"] {
        games.push(text.parse()?);
    }
    for game in &games {
        println!("{game}: mean {}, temperature {}", game.mean()?, game.temperature()?);
    }

    // A wall as its corners: a temperature, and the stop of the game cooled by it.
    let graph = games[3].thermograph()?;
    for player in [Player::Left, Player::Right] {
        let corners = graph.corners(player);
        let corners: Vec<String> = corners.iter().map(|(t, x)| format!("{x} at {t}")).collect();
        println!("{player:?} wall of {}: {}", games[3], corners.join(", "));
    }

    // The mean of a sum is the sum of the means; its stops are not far from it.
    let sum: Game = games.iter().sum();
    println!("all together: mean {}, temperature {}", sum.mean()?, sum.temperature()?);
    println!("Left begins: {}, Right begins: {}", sum.left_stop()?, sum.right_stop()?);
    Ok(())
}
