//! Turns and exchanges of symbols that keep moves and goals, on boards of one size.
//!
//! Must not know: what is searched.

use super::Stones;
use crate::Player;
use crate::board::rewrite::planes::Turning;
use crate::board::rewrite::stencil::Stencil;
use crate::board::rewrite::symmetry::{Symmetries, Symmetry, Turn};
use crate::board::{Goals, Symbol};

/// A symmetry.
#[derive(Debug)]
struct Image {
    turn: Turn,
    /// What each symbol becomes.
    exchange: Box<[Symbol]>,
    /// Whether the players change places.
    swaps: bool,
}

/// All symmetries.
#[derive(Debug)]
pub(super) struct Images {
    turning: Turning<u64>,
    images: Vec<Image>,
}

impl Images {
    /// Those of the rules that leave the empty cell as it is and map goals to goals.
    pub(super) fn new(
        [left, right]: [&[Stencil]; 2],
        goals: &Goals,
        symbols: usize,
        size: (usize, usize),
    ) -> Images {
        let symmetries = Symmetries::of(left, right, symbols);
        let alike = symmetries.impartial();
        let mut images: Vec<Image> = Vec::new();
        for Symmetry { turn, exchange, negates } in symmetries.iter() {
            if exchange[0] != 0 || turn.transpose && size.0 != size.1 {
                continue;
            }
            let Some(said) = goals.image(*turn, exchange) else { continue };
            let swaps = if said == *goals && !negates {
                false
            } else if said == goals.exchanged() && (*negates || alike) {
                true
            } else {
                continue;
            };
            images.push(Image { turn: *turn, exchange: exchange.clone(), swaps });
        }
        // Those with the same turn are used one after the other.
        images.sort_by_key(|image| image.turn.index());
        Images { turning: Turning::new(size, true), images }
    }

    /// The least of the boards symmetric to this one, with the player to move.
    pub(super) fn normal(&self, stones: &Stones, mover: Player) -> (Stones, Player) {
        let mut least = (*stones, mover);
        let (mut turned, mut turn) = (*stones, None);
        for image in &self.images {
            if turn != Some(image.turn) {
                turn = Some(image.turn);
                turned = stones.map(|plane| self.turning.turned(plane, image.turn));
            }
            let mut new = [0; 3];
            for (plane, &becomes) in turned.iter().zip(&image.exchange[1..]) {
                new[becomes as usize - 1] = *plane;
            }
            let mover = if image.swaps { mover.opponent() } else { mover };
            least = least.min((new, mover));
        }
        least
    }

    /// How many there are.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.images.len()
    }
}
