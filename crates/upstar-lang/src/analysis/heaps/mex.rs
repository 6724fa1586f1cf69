//! Set of nimbers, and its mex.
//!
//! Knows: stamps, so that emptying the set takes no time. Must not know: games.

/// Set of the nimbers of one heap's options.
#[derive(Debug)]
pub(super) struct Seen {
    /// Round in which each number was last added.
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

    /// Adds a nimber, which is a sum of results of [`Seen::mex`].
    #[inline]
    pub(super) fn see(&mut self, nimber: u32) {
        if let Some(stamp) = self.stamps.get_mut(nimber as usize) {
            *stamp = self.round;
        }
    }

    /// Adds several nimbers.
    pub(super) fn see_all(&mut self, nimbers: impl Iterator<Item = u32>) {
        let (stamps, round) = (&mut self.stamps[..], self.round);
        nimbers.for_each(|nimber| {
            if let Some(stamp) = stamps.get_mut(nimber as usize) {
                *stamp = round;
            }
        });
    }

    /// Least number that is not in the set.
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
