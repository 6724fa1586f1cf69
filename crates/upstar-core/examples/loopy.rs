//! Loopy games: a ko, and a positive game that is smaller than all positive numbers.
//!
//! ```text
//! ko: outcome NHat, a stopper: false
//! ko: mean 2/3, temperature 1/3
//! over is, compared with 0: Greater
//! over is, compared with ^: Greater
//! over is, compared with 1/1048576: Less
//! over + over is over: true
//! ```
#![allow(clippy::print_stdout)]

use std::error::Error;

use upstar_core::loopy::named::Name;
use upstar_core::loopy::{Builder, GameValue, thermo, value};
use upstar_core::{Budget, Game, Store};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let store = Store::new(Budget::unlimited());

    // A ko as in Go: Left can fill it for a point, or Right takes it and can fill it for nothing.
    let mut graph = Builder::new(&store);
    let (ko, taken) = (graph.vertex(), graph.vertex());
    let (one, zero) = (graph.game(Game::ONE)?, graph.game(Game::ZERO)?);
    graph.set(ko, vec![one], vec![taken])?;
    graph.set(taken, vec![ko], vec![zero])?;
    let graph = graph.finish();
    let worth = value(&store, &graph, ko)?;
    println!("ko: outcome {:?}, a stopper: {}", worth.outcome()?, worth.is_stopper());
    let walls = thermo::thermograph(&store, &graph, ko, None)?;
    println!("ko: mean {}, temperature {}", walls.mean, walls.temperature);

    // over = {0|over}: Left can end it, Right can only wait.
    let mut graph = Builder::new(&store);
    let (over, zero) = (graph.vertex(), graph.game(Game::ZERO)?);
    graph.set(over, vec![zero], vec![over])?;
    let over = value(&store, &graph.finish(), over)?;
    assert_eq!(over, Name::Over.worth());
    for text in ["0", "^", "1/1048576"] {
        let short = GameValue::Short(store.parse(text)?);
        println!("over is, compared with {text}: {:?}", over.compare(&short)?);
    }
    println!("over + over is over: {}", &over + &over == over);
    Ok(())
}
