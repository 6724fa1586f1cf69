//! Moves that a player surely has, and the most that a player can have, where moves only take cells.
//!
//! Knows: the placements that are possible on a board. Must not know: values, or who is to move.
//!
//! Let each move of a ruleset require some cells and take all of them, which nothing gives back. A placement that is
//! possible after some moves was possible before, so one that no possible placement of the opponent meets is safe:
//! it stays possible until its own player takes one of its cells. Of placements of which no two have a cell in
//! common, and no placement of the opponent meets two, each move of the opponent takes away at most one. And of
//! placements that have a cell in common, only one can ever be made.

use super::moves::PlaneMove;
use super::word::{Word, union};
use crate::solve::Prospects;

/// The prospects of Left and Right on a board; `None` when moves do anything else than take the cells that they
/// require, and for words that are [`Word::LONG`].
///
/// Cost: a few operations on planes for each of the placements that are counted.
pub(super) fn prospects<W: Word>(moves: &[PlaneMove<W>], board: &[W]) -> Option<[Prospects; 2]> {
    if W::LONG || !moves.iter().all(PlaneMove::takes_its_cells) {
        return None;
    }
    let placements = |player: usize| Placements {
        all: moves
            .iter()
            .filter(|each| each.movers[player])
            .map(|each| (each, each.places(board)))
            .filter(|(_, places)| !places.is_zero())
            .collect(),
    };
    let both = [placements(0), placements(1)];
    Some([0, 1].map(|player| both[player].prospects(&both[1 - player])))
}

/// The possible placements of a player: those of each move, by their corners.
struct Placements<'m, W> {
    all: Vec<(&'m PlaneMove<W>, W)>,
}

impl<W: Word> Placements<'_, W> {
    fn prospects(&self, opponent: &Self) -> Prospects {
        let covered = union(self.all.iter().map(|(each, places)| each.cover(places)));
        let met = union(opponent.all.iter().map(|(each, places)| each.cover(places)));
        let untouched = covered.clone().without(&met);
        let (mut safe, mut contested) = (0, 0);
        let (mut free, mut rest) = (untouched.clone(), covered);
        while let Some(cells) = self.first_within(&free, None) {
            (free, rest) = (free.without(&cells), rest.without(&cells));
            safe += 1;
        }
        while let Some(cells) = self.first_within(&rest, Some(&untouched)) {
            rest = rest.without(&cells);
            for (each, places) in &opponent.all {
                rest = rest.without(&each.cover(&each.touching(places, &cells)));
            }
            contested += 1;
        }
        Prospects { safe, contested, most: self.most() }
    }

    /// The cells of the first placement that lies in these cells; one that meets `better`, if there is one.
    fn first_within(&self, cells: &W, better: Option<&W>) -> Option<W> {
        let mut first = None;
        for (each, places) in &self.all {
            let places = each.within(places, cells);
            let good = better.and_then(|better| each.touching(&places, better).first());
            if let Some(corner) = good {
                return Some(each.cover(&W::bit(corner)));
            }
            if first.is_none() {
                first = places.first().map(|corner| each.cover(&W::bit(corner)));
            }
            if first.is_some() && better.is_none() {
                break;
            }
        }
        first
    }

    /// A bound on the number of placements without common cells: the last cell of the first placement is in some of
    /// those that are left, of which one can be made; and so on. It is exact for one straight stencil.
    fn most(&self) -> u32 {
        let mut left: Vec<W> = self.all.iter().map(|(_, places)| places.clone()).collect();
        let mut count = 0;
        while let Some((place, corner)) =
            (0..left.len()).find_map(|at| Some((at, left[at].first()?)))
        {
            let cell = self.all[place].0.cover(&W::bit(corner)).last().expect("it has cells");
            for ((each, _), left) in self.all.iter().zip(&mut left) {
                let with_cell = each.touching(left, &W::bit(cell));
                *left = std::mem::replace(left, W::ZERO).without(&with_cell);
            }
            count += 1;
        }
        count
    }
}
