//! Temperature theory: thermographs, mean and temperature, cooling and heating.
//!
//! Knows: walls with exact corners, one thermograph for each stored game numbers aside.
//! Must not know: how a thermograph is drawn.

mod given;
mod heating;
mod trajectory;
mod walls;

pub use given::{Corner, WallError};
pub use heating::{cool, freeze, heat, norton, overheat};
pub use trajectory::Trajectory;
pub use walls::{Thermograph, mean, temperature, thermograph};
