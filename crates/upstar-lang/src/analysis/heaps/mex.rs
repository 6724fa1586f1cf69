//! The number that a table finds for a position: the mex of the nimbers of its options, who wins, or which value it has.
//!
//! Knows: stamps, so that emptying the set takes no time. Must not know: games.

use crate::value::blocking::Tally;

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

/// The number that a table has for each position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Nimber,
    /// 1 if the player to move wins, otherwise 0.
    Win,
    /// The same in misère play.
    WinInMisere,
    /// The same where the other player forbids up to so many of the options before each move. They are listed once each.
    Blocked {
        most: u32,
        misere: bool,
    },
    /// The number of its canonical form.
    Value,
    /// The number of its points, where these are counted and the players move in turn.
    Points,
    /// The number of the set of nimbers beside which a player who must move wins: some moves are complimenting or entailing.
    Replies,
}

impl Found {
    /// In how many groups the moves of a position are listed: those of both players, or by who makes them, or by their kind.
    pub(super) fn groups(self) -> usize {
        match self {
            Found::Value => 2,
            Found::Replies => 3,
            _ => 1,
        }
    }

    /// How many options in which the other player loses do not win yet, where it is about who wins: one more decides.
    pub(super) fn most_in_vain(self) -> Option<u32> {
        match self {
            Found::Nimber | Found::Value | Found::Points | Found::Replies => None,
            Found::Win | Found::WinInMisere => Some(0),
            Found::Blocked { most, .. } => Some(most),
        }
    }

    /// Whether it is about who wins.
    pub(super) fn is_win(self) -> bool {
        self.most_in_vain().is_some()
    }

    /// Whether the player to move wins, by whether the other one wins after each move: 1 or 0. `None` where it is not
    /// about who wins.
    pub(super) fn wins(self, mut options: impl Iterator<Item = u32>) -> Option<u32> {
        if let Found::Blocked { most, misere } = self {
            let mut tally = Tally { most: u64::from(most), misere, ..Tally::default() };
            options.for_each(|wins| {
                tally.count += 1;
                tally.winning += u64::from(wins == 0);
            });
            // Play ends here, so the other options lose.
            tally.losing = tally.count - tally.winning;
            return tally.decided().map(u32::from);
        }
        if !self.is_win() {
            return None;
        }
        let first = options.next();
        let some_loses = first == Some(0) || options.any(|wins| wins == 0);
        // In misère play the player who cannot move wins.
        let is_end = self == Found::WinInMisere && first.is_none();
        Some(u32::from(some_loses || is_end))
    }
}
