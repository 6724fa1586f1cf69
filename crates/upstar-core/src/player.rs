//! Players, outcome classes, and the four relations between two games.
//!
//! Knows: the outcome classes. Must not know: how they are computed.

use std::cmp::Ordering;
use std::fmt;

/// One of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Left, for whom positive games are good.
    Left,
    /// Right, for whom negative games are good.
    Right,
}

impl Player {
    /// The other player.
    pub fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

/// `Left` or `Right`.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Player::Left => "Left",
            Player::Right => "Right",
        })
    }
}

/// Outcome class: the winner with best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// Left wins, whoever begins: the game is positive.
    L,
    /// Right wins, whoever begins: the game is negative.
    R,
    /// The next player wins: the game is confused with zero.
    N,
    /// The previous player wins: the game is zero.
    P,
    /// Neither wins, whoever begins: play goes on forever.
    D,
    /// Left wins moving first; when Right moves first, play goes on forever.
    NHat,
    /// Right wins moving first; when Left moves first, play goes on forever.
    NCheck,
    /// Left wins moving second; when Left moves first, play goes on forever.
    PHat,
    /// Right wins moving second; when Right moves first, play goes on forever.
    PCheck,
}

impl Outcome {
    /// The outcome, given whether Left wins moving first and whether Right does.
    pub fn of_winners(left_first: bool, right_first: bool) -> Outcome {
        match (left_first, right_first) {
            (true, true) => Outcome::N,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::P,
        }
    }

    /// The outcome from the winner when Left starts and when Right starts; `None` for a draw.
    pub fn of(left_starts: Option<Player>, right_starts: Option<Player>) -> Outcome {
        use Player::{Left, Right};
        match (left_starts, right_starts) {
            (Some(Left), Some(Left)) => Outcome::L,
            (Some(Right), Some(Right)) => Outcome::R,
            (Some(Left), Some(Right)) => Outcome::N,
            (Some(Right), Some(Left)) => Outcome::P,
            (None, None) => Outcome::D,
            (Some(Left), None) => Outcome::NHat,
            (None, Some(Right)) => Outcome::NCheck,
            (None, Some(Left)) => Outcome::PHat,
            (Some(Right), None) => Outcome::PCheck,
        }
    }

    /// The winner when Left starts and when Right starts; `None` for a draw.
    ///
    /// ```
    /// # use upstar_core::{Outcome, Player};
    /// assert_eq!(Outcome::N.winners(), [Some(Player::Left), Some(Player::Right)]);
    /// assert_eq!(Outcome::D.winners(), [None, None]);
    /// ```
    pub fn winners(self) -> [Option<Player>; 2] {
        use Player::{Left, Right};
        match self {
            Outcome::L => [Some(Left), Some(Left)],
            Outcome::R => [Some(Right), Some(Right)],
            Outcome::N => [Some(Left), Some(Right)],
            Outcome::P => [Some(Right), Some(Left)],
            Outcome::D => [None, None],
            Outcome::NHat => [Some(Left), None],
            Outcome::NCheck => [None, Some(Right)],
            Outcome::PHat => [None, Some(Left)],
            Outcome::PCheck => [Some(Right), None],
        }
    }
}

/// Relation of one game to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Comparison {
    /// The first is better for Right.
    Less,
    /// They have the same value.
    Equal,
    /// The first is better for Left.
    Greater,
    /// Neither is at least the other.
    Confused,
}

/// The sign that books use: `<`, `=`, `>` or `‖`.
///
/// ```
/// # use upstar_core::{Error, Game};
/// assert_eq!(Game::STAR.compare(Game::ZERO)?.to_string(), "‖");
/// # Ok::<(), Error>(())
/// ```
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Comparison::Less => "<",
            Comparison::Equal => "=",
            Comparison::Greater => ">",
            Comparison::Confused => "‖",
        })
    }
}

impl From<Ordering> for Comparison {
    fn from(ordering: Ordering) -> Comparison {
        match ordering {
            Ordering::Less => Comparison::Less,
            Ordering::Equal => Comparison::Equal,
            Ordering::Greater => Comparison::Greater,
        }
    }
}

impl Comparison {
    /// The relation of G to H, given whether G ≤ H and whether G ≥ H.
    pub fn from_bounds(le: bool, ge: bool) -> Comparison {
        match (le, ge) {
            (true, true) => Comparison::Equal,
            (true, false) => Comparison::Less,
            (false, true) => Comparison::Greater,
            (false, false) => Comparison::Confused,
        }
    }

    /// The relation of the second game to the first.
    pub fn reverse(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::Greater => Comparison::Less,
            same => same,
        }
    }

    /// The outcome of the difference of two games with this relation.
    pub fn outcome(self) -> Outcome {
        match self {
            Comparison::Less => Outcome::R,
            Comparison::Equal => Outcome::P,
            Comparison::Greater => Outcome::L,
            Comparison::Confused => Outcome::N,
        }
    }
}
