//! Order of moves: which cells are close to both sides for both players.
//!
//! It changes how long a search takes, not what it finds.

use super::{Cells, Web, places};

/// Distance of a cell that is not reached.
const FAR: u16 = Cells::BITS as u16;

/// Cells to try, the most promising first, in a position with cells of both players and free ones.
pub(super) fn ordered(
    webs: &[Web; 2],
    own: [Cells; 2],
    free: Cells,
    tried: Cells,
) -> impl Iterator<Item = usize> + use<> {
    let mut ranks = [0; Cells::BITS as usize];
    for (web, own) in webs.iter().zip(own) {
        add_distances(web, own, free, &mut ranks);
    }
    let mut order: Vec<usize> = places(tried).collect();
    order.sort_by_key(|&cell| ranks[cell]);
    order.into_iter()
}

/// Adds to the rank of each free cell its two-distances from both sides.
///
/// The two-distance of a cell is one more than the second smallest one of its neighbours, because the opponent takes the
/// best; cells beside one chain are neighbours (van Rijswijck, Search and evaluation in Hex, University of Alberta, 2002).
fn add_distances(web: &Web, own: Cells, free: Cells, ranks: &mut [u16; Cells::BITS as usize]) {
    let (mut rest, mut chains) = (own, Vec::new());
    while rest != 0 {
        let (chain, beside) = web.flood(rest & rest.wrapping_neg(), own);
        rest &= !chain;
        chains.push((chain, beside & free));
    }
    let mut near = [0; Cells::BITS as usize];
    for cell in places(free) {
        let bit = 1 << cell;
        let through = chains.iter().filter(|(_, beside)| beside & bit != 0);
        let around = through.fold(web.neighbours[cell] & free, |cells, (_, beside)| cells | beside);
        near[cell] = around & !bit;
    }
    for side in web.sides {
        let at_side = chains.iter().filter(|(chain, _)| chain & side != 0);
        let mut next = at_side.fold(side & free, |cells, (_, beside)| cells | beside);
        let (mut reached, mut distance) = (0, 0);
        while next != 0 {
            distance += 1;
            places(next).for_each(|cell| ranks[cell] += distance);
            reached |= next;
            let twice = |&cell: &usize| (near[cell] & reached).count_ones() >= 2;
            next = places(free & !reached).filter(twice).fold(0, |cells, cell| cells | 1 << cell);
        }
        places(free & !reached).for_each(|cell| ranks[cell] += FAR);
    }
}
