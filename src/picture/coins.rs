//! Rows of coins.

use super::scene::{Ink, Point, Scene};

/// The room that a coin takes.
const SIDE: f64 = 40.0;

pub(super) fn text(coins: &[bool], ascii: bool) -> String {
    let sign = |heads: &bool| match (heads, ascii) {
        (true, false) => "Ⓗ",
        (false, false) => "Ⓣ",
        (true, true) => "H",
        (false, true) => "T",
    };
    coins.iter().map(sign).collect::<Vec<_>>().join(" ")
}

/// The coins, and below each its place, counted from 0.
pub(super) fn scene(coins: &[bool]) -> Scene {
    let mut scene = Scene::new((coins.len() as f64 * SIDE).max(SIDE), SIDE + 18.0);
    for (n, heads) in coins.iter().enumerate() {
        let centre = Point::new((n as f64 + 0.5) * SIDE, SIDE / 2.0);
        let (fill, letter) = if *heads { (Ink::Gold, "H") } else { (Ink::Silver, "T") };
        scene.disc(centre, SIDE * 0.4, fill, Ink::Line);
        scene.words(centre, 16.0, Ink::Black, letter);
        scene.words(centre.moved(0.0, SIDE / 2.0 + 10.0), 12.0, Ink::Line, &n.to_string());
    }
    scene
}
