//! Games decided by a goal: naive minimax.
//!
//! Knows: minimax over a finite graph, by depth. Must not know: any shortcut.

use crate::Player;
use crate::solve::goal::Verdict;

/// A finite game: moves and results of positions.
#[derive(Debug, Clone, Default)]
pub struct Finite {
    /// For each position, Left's moves and Right's.
    pub moves: Vec<[Vec<usize>; 2]>,
    /// Result of a terminal position, if Left or Right is to move.
    pub ends: Vec<[Option<Verdict>; 2]>,
}

impl Finite {
    /// The winner with best play; a draw if neither player can force a win.
    pub fn value(&self, position: usize, mover: Player) -> Verdict {
        let size = self.moves.len();
        // Results forced within 0, 1, 2, ... moves.
        let mut decided = vec![[None; 2]; size];
        for _ in 0..=2 * size {
            decided = (0..size).map(|at| [0, 1].map(|who| self.step(at, who, &decided))).collect();
        }
        decided[position][mover as usize].unwrap_or(Verdict::Draw)
    }

    /// The result forced within one more move.
    fn step(&self, at: usize, who: usize, decided: &[[Option<Verdict>; 2]]) -> Option<Verdict> {
        if self.ends[at][who].is_some() {
            return self.ends[at][who];
        }
        let (mine, theirs) = if who == 0 {
            (Verdict::Left, Verdict::Right)
        } else {
            (Verdict::Right, Verdict::Left)
        };
        let after: Vec<_> = self.moves[at][who].iter().map(|&to| decided[to][1 - who]).collect();
        if after.contains(&Some(mine)) {
            return Some(mine);
        }
        let lost = !after.is_empty() && after.iter().all(|end| *end == Some(theirs));
        lost.then_some(theirs)
    }
}
