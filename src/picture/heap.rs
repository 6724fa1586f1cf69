//! Heaps of counters.

use super::scene::{Ink, LETTERS, Point, Scene, text_width};

/// Larger heaps are drawn as a number of counters, with a gap.
const MOST: u64 = 12;
/// The counters above and below the gap.
const ABOVE: u64 = 3;
const BELOW: u64 = 6;
/// The height of a counter, and half of its width.
const HIGH: f64 = 15.0;
const HALF: f64 = 20.0;

/// The counters in a line, and how many they are.
pub(super) fn text(size: u64, ascii: bool) -> String {
    let counter = if ascii { "o" } else { "●" };
    match size {
        0 => "0".to_owned(),
        1..=MOST => format!("{} {size}", counter.repeat(size as usize)),
        _ => format!(
            "{}...{} {size}",
            counter.repeat(BELOW as usize),
            counter.repeat(ABOVE as usize)
        ),
    }
}

/// The counters on top of each other, and below them how many they are.
pub(super) fn scene(size: u64) -> Scene {
    let label = size.to_string();
    let width = (2.0 * HALF).max(text_width(&label, LETTERS));
    let (below, above) = if size <= MOST { (size, 0) } else { (BELOW, ABOVE) };
    let gap = if above > 0 { 2.0 * HIGH } else { 0.0 };
    let stack = (below + above) as f64 * HIGH + gap;
    let mut scene = Scene::new(width, stack + 26.0);
    let floor = stack + 2.0;
    let mut counter = |lower: f64| {
        let corner = Point::new(width / 2.0 - HALF, floor - lower - HIGH + 1.0);
        scene.rectangle(corner, 2.0 * HALF, HIGH - 3.0, Ink::Both);
    };
    (0..below).for_each(|n| counter(n as f64 * HIGH));
    (0..above).for_each(|n| counter(gap + (below + n) as f64 * HIGH));
    for dot in 0..3 {
        if above > 0 {
            let up = below as f64 * HIGH + gap * (0.25 + 0.25 * f64::from(dot));
            scene.disc(Point::new(width / 2.0, floor - up), 1.5, Ink::Both, Ink::Both);
        }
    }
    let ends = [0.0, width].map(|x| Point::new(x, floor));
    scene.line(ends[0], ends[1], Ink::Line, 2.0);
    scene.words(Point::new(width / 2.0, floor + 14.0), LETTERS, Ink::Line, &label);
    scene
}
