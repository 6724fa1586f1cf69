//! Games decided by a goal, by definition.
//!
//! Knows: minimax over a finite graph, step by step. Must not know: any shortcut.

use crate::Player;
use crate::solve::goal::Verdict;

/// A finite game: where each player can move from each position, and how play has ended there.
#[derive(Debug, Clone, Default)]
pub struct Finite {
    /// For each position: Left's moves and Right's.
    pub moves: Vec<[Vec<usize>; 2]>,
    /// Where play has ended, when Left or Right would be to move.
    pub ends: Vec<[Option<Verdict>; 2]>,
}

impl Finite {
    /// Who can force a win within any number of moves; a draw where neither player can.
    pub fn value(&self, position: usize, mover: Player) -> Verdict {
        let size = self.moves.len();
        // Nothing is decided in no moves; then in one more each time.
        let mut decided = vec![[None; 2]; size];
        for _ in 0..=2 * size {
            decided = (0..size).map(|at| [0, 1].map(|who| self.step(at, who, &decided))).collect();
        }
        decided[position][mover as usize].unwrap_or(Verdict::Draw)
    }

    /// What is decided by one more move.
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
