//! A sum of hot games: its mean and its thermograph.

use upstar_core::{Error, Game};

fn main() -> Result<(), Error> {
    let games = [
        "{5|{2|-3}}",
        "{{7|1}|{-2|-6}}",
        "{{4|*}|-5}",
        "{3|{1/2|-4}}",
        "{{8|2}|{0|-7}}",
        "{^|{-1|-9}}",
    ];
    let sum = games.into_iter().map(str::parse::<Game>).sum::<Result<Game, _>>()?;
    println!("mean {}\n{}", sum.mean()?, sum.thermograph()?);
    Ok(())
}
