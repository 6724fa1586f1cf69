//! What is known of positions.

use rustc_hash::FxHashMap;

use crate::Player;

/// What the player to move can reach at least and at most: 1 to win, 0 to draw, -1 to lose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) least: i8,
    pub(super) most: i8,
}

impl Bounds {
    pub(super) const UNKNOWN: Bounds = Bounds { least: -1, most: 1 };

    pub(super) fn exactly(value: i8) -> Self {
        Bounds { least: value, most: value }
    }

    /// The same for the other player.
    pub(super) fn reversed(self) -> Self {
        Bounds { least: -self.most, most: -self.least }
    }

    /// Whether the value is at least `wanted`, if that is known.
    pub(super) fn answers(self, wanted: i8) -> Option<bool> {
        match (self.least >= wanted, self.most < wanted) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }
}

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) bounds: Bounds,
    /// Whether it is on the line of play that is being searched.
    pub(super) open: bool,
}

/// What is known of the positions of a contest. It outlives questions.
#[derive(Debug)]
pub(crate) struct Known<P> {
    pub(super) entries: FxHashMap<(P, Player), Entry>,
    /// By label of a move, for Left and Right: how often it decided something.
    merits: Vec<[u32; 2]>,
}

impl<P> Default for Known<P> {
    fn default() -> Self {
        Known { entries: FxHashMap::default(), merits: Vec::new() }
    }
}

/// Labels beyond are not told apart.
const MOST_LABELS: u32 = 1 << 16;

impl<P> Known<P> {
    /// How many positions something is known of.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn merit(&self, label: u32, mover: Player) -> u32 {
        self.merits.get(label as usize).map_or(0, |merits| merits[mover as usize])
    }

    /// A move decided a position; those with more to choose from count more.
    pub(super) fn praise(&mut self, label: u32, mover: Player, choices: usize) {
        let label = label.min(MOST_LABELS) as usize;
        if label >= self.merits.len() {
            self.merits.resize(label + 1, [0; 2]);
        }
        let merit = &mut self.merits[label][mover as usize];
        *merit = merit.saturating_add(1 + (choices * choices) as u32);
    }
}
