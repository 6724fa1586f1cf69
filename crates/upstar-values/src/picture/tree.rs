//! Game trees: Left's options slant to the left, Right's to the right, as in *Winning Ways*.

use super::scene::{GameLabel, Ink, LETTERS, Point, Scene, text_width};

/// A game with its options.
#[derive(Debug, Clone)]
pub struct DrawnTree {
    /// Name of the game.
    pub label: GameLabel,
    /// Left's options.
    pub left: Vec<DrawnTree>,
    /// Right's options.
    pub right: Vec<DrawnTree>,
}

/// Distance from a game down to its options.
const STEP: f64 = 66.0;
/// Gap between neighbours.
const GAP: f64 = 14.0;
const HIGH: f64 = 24.0;

impl DrawnTree {
    /// Returns the number of games in it, each as often as it occurs.
    pub fn size(&self) -> usize {
        1 + self.left.iter().chain(&self.right).map(DrawnTree::size).sum::<usize>()
    }

    fn width(&self) -> f64 {
        text_width(&self.label.unicode, LETTERS).max(12.0) + GAP
    }
}

/// Text with the games below each other, and the player of each move.
pub(super) fn text(tree: &DrawnTree, ascii: bool) -> String {
    let mut lines = vec![name(tree, ascii).to_owned()];
    branches(tree, "", ascii, &mut lines);
    lines.join("\n")
}

fn name(tree: &DrawnTree, ascii: bool) -> &str {
    if ascii { &tree.label.ascii } else { &tree.label.unicode }
}

fn branches(tree: &DrawnTree, indent: &str, ascii: bool, lines: &mut Vec<String>) {
    let sides = tree.left.iter().map(|t| ("L", t)).chain(tree.right.iter().map(|t| ("R", t)));
    let count = tree.left.len() + tree.right.len();
    for (n, (player, option)) in sides.enumerate() {
        let is_last = n + 1 == count;
        let (branch, trunk) = match (is_last, ascii) {
            (false, false) => ("├─", "│  "),
            (true, false) => ("└─", "   "),
            (false, true) => ("|-", "|  "),
            (true, true) => ("`-", "   "),
        };
        lines.push(format!("{indent}{branch}{player} {}", name(option, ascii)));
        branches(option, &format!("{indent}{trunk}"), ascii, lines);
    }
}

pub(super) fn scene(tree: &DrawnTree) -> Scene {
    let mut drawing = Drawing { lines: Vec::new(), labels: Vec::new(), lowest: 0.0 };
    let (_, width) = drawing.place(tree, HIGH / 2.0, 0.0);
    let mut scene = Scene::new(width, drawing.lowest + HIGH / 2.0);
    for (from, to, ink) in drawing.lines {
        scene.line(from.moved(0.0, HIGH / 2.0), to.moved(0.0, -HIGH / 2.0), ink, 2.2);
    }
    for (centre, label) in drawing.labels {
        scene.label(centre, label);
    }
    scene
}

struct Drawing<'t> {
    lines: Vec<(Point, Point, Ink)>,
    labels: Vec<(Point, &'t GameLabel)>,
    lowest: f64,
}

impl<'t> Drawing<'t> {
    /// Places a tree to the right of `start`. Returns the place of its root and its right margin. The root
    /// is between the options of Left and those of Right.
    fn place(&mut self, tree: &'t DrawnTree, y: f64, start: f64) -> (Point, f64) {
        let mut ends = Vec::new();
        let mut next = start;
        for option in &tree.left {
            let (root, end) = self.place(option, y + STEP, next);
            ends.push((root, Ink::Left));
            next = end;
        }
        let half = tree.width() / 2.0;
        let middle = match (tree.left.is_empty(), tree.right.is_empty()) {
            (false, false) => next.max(start + half),
            _ => next.max(start) + half,
        };
        // Only one player's options: the game stands beside them, not above.
        next = if tree.right.is_empty() { middle + half } else { middle };
        if tree.left.is_empty() && !tree.right.is_empty() {
            next = middle + half;
        }
        for option in &tree.right {
            let (root, end) = self.place(option, y + STEP, next);
            ends.push((root, Ink::Right));
            next = end;
        }
        let place = Point::new(middle, y);
        self.lowest = self.lowest.max(y);
        self.lines.extend(ends.into_iter().map(|(end, ink)| (place, end, ink)));
        self.labels.push((place, &tree.label));
        (place, next.max(middle + half))
    }
}
