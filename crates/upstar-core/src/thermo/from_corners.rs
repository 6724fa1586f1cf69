//! Thermographs from the corners of their walls.
//!
//! Knows: the conditions on two walls. Must not know: games.
//!
//! Source: *Winning Ways*, chapter 6: left walls are vertical or lean to the right, right walls are vertical
//! or lean to the left, and they meet in the mast.

use super::walls::{granularity, lowest};
use super::{Thermograph, Trajectory};
use crate::{Dyadic, Player};

/// A corner of a wall: a temperature and the stop there.
pub type Corner = (Dyadic, Dyadic);

/// Error of making a thermograph from corners.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WallError {
    /// A list is empty.
    #[error("the {} wall has no corner", name(.wall))]
    Empty {
        /// The wall.
        wall: Player,
    },
    /// A wall begins neither at temperature zero nor at -1.
    #[error("the {} wall begins at temperature {at}, and not at 0 or -1", name(.wall))]
    Begins {
        /// The wall.
        wall: Player,
        /// The temperature at which it begins.
        at: Dyadic,
    },
    /// The temperatures of corners do not increase.
    #[error("the {} wall has a corner at temperature {at} after one that is not below it", name(.wall))]
    Falls {
        /// The wall.
        wall: Player,
        /// The temperature of the later corner.
        at: Dyadic,
    },
    /// A wall with an invalid slope.
    #[error(
        "between temperatures {} and {} the {} wall goes from {} to {}",
        .from.0, .to.0, name(.wall), .from.1, .to.1
    )]
    Slope {
        /// The wall.
        wall: Player,
        /// The corner below.
        from: Corner,
        /// The corner above.
        to: Corner,
    },
    /// The walls do not end in one mast.
    #[error("the walls end at {left} and {right}, and do not meet in a mast")]
    NoMast {
        /// The end of the left wall.
        left: Dyadic,
        /// The end of the right wall.
        right: Dyadic,
    },
    /// One wall begins at temperature zero, the other at -1.
    #[error("the left wall begins at temperature {left}, the right wall at {right}")]
    Unlike {
        /// Where the left wall begins.
        left: Dyadic,
        /// Where the right wall begins.
        right: Dyadic,
    },
    /// A mast that begins below zero is that of a number, and begins at another temperature.
    #[error("the mast of the number {number} begins at temperature {temperature}, not at {at}")]
    Number {
        /// The number.
        number: Dyadic,
        /// The temperature of the number.
        temperature: Dyadic,
        /// The temperature given.
        at: Dyadic,
    },
}

/// Name of a wall in messages.
fn name(wall: &Player) -> &'static str {
    match wall {
        Player::Left => "left",
        Player::Right => "right",
    }
}

impl Thermograph {
    /// The thermograph whose walls have these corners, by rising temperature from zero, or both from -1, and
    /// are vertical above the last. A single corner below zero, the same for both, is the mast of a number.
    ///
    /// ```
    /// # use upstar_core::{Budget, Store, Thermograph, thermograph};
    /// # let store = Store::new(Budget::unlimited());
    /// let corners = [(0, 3), (1, 2)].map(|(t, x)| (t.into(), x.into()));
    /// let right = [(0, 1), (1, 2)].map(|(t, x)| (t.into(), x.into()));
    /// let graph = Thermograph::new(corners.to_vec(), right.to_vec())?;
    /// assert_eq!(graph, *thermograph(&store, store.parse("{3|1}")?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When these are not the walls of a thermograph. Cost: linear in the number of corners.
    pub fn new(left: Vec<Corner>, right: Vec<Corner>) -> Result<Thermograph, WallError> {
        if let ([(at, number)], true) = (&left[..], left == right)
            && at.is_negative()
        {
            let graph = Thermograph::mast(number.clone(), at.clone());
            return graph.with_mast_of_number();
        }
        let (left, left_end) = trajectory(left, Player::Left)?;
        let (right, right_end) = trajectory(right, Player::Right)?;
        if left_end != right_end {
            return Err(WallError::NoMast { left: left_end, right: right_end });
        }
        let [begin, other] = [&left, &right].map(|wall| wall.corners()[0].0.clone());
        if begin != other {
            return Err(WallError::Unlike { left: begin, right: other });
        }
        Thermograph::from_scaffolds(&left, &right).with_mast_of_number()
    }

    /// Checks a mast that begins below zero.
    fn with_mast_of_number(self) -> Result<Thermograph, WallError> {
        let temperature = granularity(&self.mean);
        match self.temperature.is_negative() && self.temperature != temperature {
            true => Err(WallError::Number { number: self.mean, temperature, at: self.temperature }),
            false => Ok(self),
        }
    }

    /// The corners of a wall, by rising temperature: from zero, or from -1 in a subzero thermograph, to the foot
    /// of the mast. For a number from zero only the foot, which is below.
    ///
    /// ```
    /// # use upstar_core::{Budget, Player, Store, thermograph};
    /// # let store = Store::new(Budget::unlimited());
    /// let graph = thermograph(&store, store.parse("{3|1}")?)?;
    /// assert_eq!(graph.corners(Player::Right), [(0.into(), 1.into()), (1.into(), 2.into())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn corners(&self, wall: Player) -> Vec<Corner> {
        if self.temperature.is_negative() && !self.is_subzero() {
            return vec![(self.temperature.clone(), self.mean.clone())];
        }
        self.wall(wall).corners().to_vec()
    }

    /// Whether the walls begin at temperature -1.
    pub fn is_subzero(&self) -> bool {
        self.left.corners()[0].0.is_negative()
    }

    /// A wall.
    pub fn wall(&self, wall: Player) -> &Trajectory {
        match wall {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }
}

/// A wall with these corners, and its end.
fn trajectory(corners: Vec<Corner>, wall: Player) -> Result<(Trajectory, Dyadic), WallError> {
    let (Some((at, _)), Some((_, end))) = (corners.first(), corners.last()) else {
        return Err(WallError::Empty { wall });
    };
    if !at.is_zero() && *at != lowest() {
        return Err(WallError::Begins { wall, at: at.clone() });
    }
    for (from, to) in corners.iter().zip(&corners[1..]) {
        let (rise, run) = (&to.0 - &from.0, &to.1 - &from.1);
        if !rise.is_positive() {
            return Err(WallError::Falls { wall, at: to.0.clone() });
        }
        let leaning = if wall == Player::Left { -rise } else { rise };
        if !run.is_zero() && run != leaning {
            return Err(WallError::Slope { wall, from: from.clone(), to: to.clone() });
        }
    }
    let end = end.clone();
    Ok((Trajectory::vertical_above(corners), end))
}
