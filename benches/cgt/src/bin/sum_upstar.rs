//! A sum of hot games, and its thermograph.

use upstar_core::{Error, Game};

fn main() -> Result<(), Error> {
    let games = ["{5|{2|-3}}", "{{7|1}|{-2|-6}}", "{{4|*}|-5}", "{3|{1/2|-4}}", "{{8|2}|{0|-7}}", "{^|{-1|-9}}"];
    let games = games.into_iter().map(str::parse).collect::<Result<Vec<Game>, _>>()?;
    let sum: Game = games.iter().sum();
    println!("{} characters, mean {}", sum.to_string().len(), sum.mean()?);
    println!("{}", sum.thermograph()?);
    Ok(())
}
