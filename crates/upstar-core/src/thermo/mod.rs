//! Temperature theory: thermographs, mean and temperature, cooling and heating.
//!
//! Knows: walls with exact corners, one thermograph for each stored game up to numbers.
//! Must not know: how a thermograph is drawn.
//!
//! Thermographs begin at temperature 0. From there on the thermograph of G + x is that of G moved by x, for every
//! number x. So games that differ by a number share it; below 0 this holds for integers only. A number has no walls
//! but a mast that begins below 0, and so keeps its temperature.

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
