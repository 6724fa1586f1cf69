//! Two walls and their mast.
//!
//! Knows: corners of walls, and which are those of short games. Must not know: games.

use super::{Level, ThermalError, Wall};
use crate::{Corner, Player, Rational, Thermograph};

/// A corner of a wall: a temperature and the value there.
pub type LoopyCorner = (Rational, Rational);

/// Two walls that meet in a mast, with rational corners.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LoopyThermograph {
    /// The result for Left if Left starts, by temperature.
    pub left: Wall,
    /// The result for Left if Right starts.
    pub right: Wall,
    /// The position of the mast.
    pub mean: Rational,
    /// The foot of the mast.
    pub temperature: Rational,
}

impl LoopyThermograph {
    /// The thermograph with these walls.
    ///
    /// # Errors
    /// When they do not meet in a mast.
    pub fn new([left, right]: [Wall; 2]) -> Result<LoopyThermograph, ThermalError> {
        let temperature = match (&left, &right) {
            (Wall::Infinite(player), _) | (_, Wall::Infinite(player)) => {
                return Err(ThermalError::NoMast { infinite: Some(*player) });
            }
            (Wall::Finite { corners: a, .. }, Wall::Finite { corners: b, .. }) => {
                let corners = a.iter().chain(b).map(|(t, _)| t.clone());
                corners.max().expect("a wall begins with a corner")
            }
        };
        let is_vertical = |wall: &Wall| wall.slope_at(&temperature).is_zero();
        match (left.at(&temperature), right.at(&temperature)) {
            (Level::At(mean), Level::At(x))
                if mean == x && is_vertical(&left) && is_vertical(&right) =>
            {
                Ok(LoopyThermograph { left, right, mean, temperature })
            }
            _ => Err(ThermalError::NoMast { infinite: None }),
        }
    }

    /// The thermograph whose walls have these corners, by rising temperature from zero, and are vertical
    /// above the last. Unlike those of short games, walls may have any integer slope; the left wall is never
    /// right of the right wall.
    ///
    /// # Errors
    /// When these are not walls that meet in a mast. Cost: quadratic in the number of corners.
    pub fn of_corners(
        left: Vec<LoopyCorner>,
        right: Vec<LoopyCorner>,
    ) -> Result<LoopyThermograph, ThermalError> {
        let walls = [vertical_above(left)?, vertical_above(right)?];
        let crossed = |(t, _): &LoopyCorner| walls[0].at(t) < walls[1].at(t);
        if walls.iter().flat_map(Wall::corners).any(crossed) {
            return Err(ThermalError::NotAWall);
        }
        LoopyThermograph::new(walls)
    }

    /// The corners of a wall, by rising temperature: from zero to the foot of the mast.
    pub fn corners(&self, wall: Player) -> Vec<LoopyCorner> {
        let mut corners = self.wall(wall).corners().to_vec();
        if corners.last().is_none_or(|(t, _)| *t < self.temperature) {
            corners.push((self.temperature.clone(), self.mean.clone()));
        }
        corners
    }

    /// A wall.
    pub fn wall(&self, wall: Player) -> &Wall {
        match wall {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// Converts to a thermograph of short games, if it is one.
    ///
    /// ```
    /// # use upstar_core::{Budget, Store, thermograph};
    /// # use upstar_core::loopy::{Builder, GameValue, thermo};
    /// # let store = Store::new(Budget::unlimited());
    /// let hot = GameValue::Short(store.parse("{3|1}")?);
    /// let mut graph = Builder::new(&store);
    /// let vertex = graph.worth(&hot)?;
    /// let found = thermo::thermograph(&store, &graph.finish(), vertex, None)?;
    /// assert_eq!(found.as_short().as_ref(), Some(&*thermograph(&store, store.parse("{3|1}")?)?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_short(&self) -> Option<Thermograph> {
        let dyadic = |(t, x): LoopyCorner| Some((t.to_dyadic()?, x.to_dyadic()?));
        let wall = |player| -> Option<Vec<Corner>> {
            self.corners(player).into_iter().map(dyadic).collect()
        };
        Thermograph::new(wall(Player::Left)?, wall(Player::Right)?).ok()
    }
}

/// The wall with these corners.
fn vertical_above(corners: Vec<LoopyCorner>) -> Result<Wall, ThermalError> {
    let rising = corners.iter().zip(corners.iter().skip(1)).all(|(from, to)| from.0 < to.0);
    if !rising || corners.first().is_none_or(|(t, _)| !t.is_zero()) {
        return Err(ThermalError::NotAWall);
    }
    let wall = Wall::through(corners, Rational::ZERO);
    match wall.corners().iter().all(|(t, _)| wall.slope_at(t).is_integer()) {
        true => Ok(wall),
        false => Err(ThermalError::NotAWall),
    }
}
