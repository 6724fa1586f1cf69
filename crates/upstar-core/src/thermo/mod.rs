//! Temperature theory: thermographs, mean and temperature, cooling and heating.
//!
//! Knows: walls with exact corners, one thermograph for each stored game up to numbers.
//! Must not know: how a thermograph is drawn.

mod from_corners;
mod heating;
mod trajectory;
mod walls;

pub use from_corners::{Corner, WallError};
pub use heating::{cool, freeze, heat, norton, norton_on_form, overheat};
pub use trajectory::Trajectory;
pub use walls::{
    Thermograph, mean, scaffolds, subzero_scaffolds, subzero_thermograph, temperature, thermograph,
};
