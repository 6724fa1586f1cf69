//! A sum of hot games: its mean and its thermograph.

use cgt::short::partizan::canonical_form::CanonicalForm;

fn main() {
    let games = [
        "{5|{2|-3}}",
        "{{7|1}|{-2|-6}}",
        "{{4|*}|-5}",
        "{3|{1/2|-4}}",
        "{{8|2}|{0|-7}}",
        "{^|{-1|-9}}",
    ];
    let games = games.map(|game| game.parse::<CanonicalForm>().unwrap());
    let sum: CanonicalForm = games.iter().sum();
    println!("mean {}\n{}", sum.mean(), sum.thermograph());
}
