//! The least number that is not among those seen.
//!
//! Knows: stamps, so that nothing is cleared between two heaps. Must not know: games.

/// The nimbers of the options of one heap, as they are met.
#[derive(Debug)]
pub(super) struct Seen {
    /// The round in which each number was last seen.
    stamps: Vec<u32>,
    round: u32,
}

impl Seen {
    pub(super) fn new() -> Self {
        Seen { stamps: vec![0], round: 0 }
    }

    /// Empties the set.
    pub(super) fn begin(&mut self) {
        if self.round == u32::MAX {
            self.round = 0;
            self.stamps.fill(0);
        }
        self.round += 1;
    }

    /// Sees a sum of numbers that [`Seen::mex`] has given.
    pub(super) fn see(&mut self, nimber: u32) {
        if let Some(stamp) = self.stamps.get_mut(nimber as usize) {
            *stamp = self.round;
        }
    }

    /// Sees many.
    pub(super) fn see_all(&mut self, nimbers: impl Iterator<Item = u32>) {
        let (stamps, round) = (&mut self.stamps[..], self.round);
        nimbers.for_each(|nimber| {
            if let Some(stamp) = stamps.get_mut(nimber as usize) {
                *stamp = round;
            }
        });
    }

    /// The least number that was not seen.
    pub(super) fn mex(&mut self) -> u32 {
        let unseen = self.stamps.iter().position(|stamp| *stamp != self.round);
        let nimber = unseen.unwrap_or(self.stamps.len());
        // Sums of nimbers up to this have no more binary digits.
        let most = (nimber + 1).next_power_of_two();
        if most > self.stamps.len() {
            self.stamps.resize(most, 0);
        }
        nimber as u32
    }
}
