//! Thermographs as text, by the corners of their walls.

use std::fmt;

use super::{Notation, Printer, pad};
use crate::loopy::thermo::LoopyThermograph;
use crate::{Error, Player, Rational, Store, Thermograph};

impl Printer<'_> {
    /// Writes a thermograph by the corners `(temperature, stop)` of its walls, the left wall first.
    ///
    /// ```
    /// # use upstar_core::{Notation, Store, thermograph};
    /// # use upstar_core::text::Printer;
    /// let store = Store::global();
    /// let found = thermograph(store, store.parse("{5|1}")?)?;
    /// let text = Printer::new(store, Notation::UNICODE).thermograph(&found)?;
    /// assert_eq!(text, "thermograph([(0, 5), (2, 3)], [(0, 1), (2, 3)])");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NumberTooLong`]; when the budget is exhausted.
    pub fn thermograph(self, graph: &Thermograph) -> Result<String, Error> {
        self.walls(|wall| {
            graph
                .corners(wall)
                .iter()
                .map(|(t, x)| (Rational::from(t), Rational::from(x)))
                .collect()
        })
    }

    /// Writes a thermograph of a loopy game, as [`thermograph`](Printer::thermograph).
    ///
    /// ```
    /// # use upstar_core::{Notation, Rational, Store};
    /// # use upstar_core::loopy::thermo::LoopyThermograph;
    /// # use upstar_core::text::Printer;
    /// let third = Rational::ONE.checked_div(&Rational::from(3)).expect("3 is not 0");
    /// let mast = vec![(Rational::ZERO, third)];
    /// let graph = LoopyThermograph::of_corners(mast.clone(), mast)?;
    /// let text = Printer::new(Store::global(), Notation::UNICODE);
    /// assert_eq!(text.loopy_thermograph(&graph)?, "thermograph([(0, 1/3)], [(0, 1/3)])");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`thermograph`](Printer::thermograph).
    pub fn loopy_thermograph(self, graph: &LoopyThermograph) -> Result<String, Error> {
        self.walls(|wall| graph.corners(wall))
    }

    fn walls(self, corners: impl Fn(Player) -> Vec<(Rational, Rational)>) -> Result<String, Error> {
        let word = if self.latex() { "\\text{thermograph}" } else { "thermograph" };
        let mut text = format!("{word}(");
        for (wall, separator) in [(Player::Left, ", "), (Player::Right, ")")] {
            text.push('[');
            for (n, (t, x)) in corners(wall).iter().enumerate() {
                self.store().budget().step()?;
                text.push_str(if n > 0 { ", (" } else { "(" });
                text.push_str(&self.number(t)?);
                text.push_str(", ");
                text.push_str(&self.number(x)?);
                text.push(')');
            }
            text.push(']');
            text.push_str(separator);
        }
        Ok(text)
    }
}

/// As [`Printer::thermograph`] writes it.
///
/// ```
/// # use upstar_core::Game;
/// assert_eq!(Game::STAR.thermograph()?.to_string(), "thermograph([(0, 0)], [(0, 0)])");
/// # Ok::<(), upstar_core::Error>(())
/// ```
impl fmt::Display for Thermograph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, Printer::new(Store::global(), Notation::UNICODE).thermograph(self))
    }
}

/// As [`Printer::loopy_thermograph`] writes it.
///
/// ```
/// # use upstar_core::Rational;
/// # use upstar_core::loopy::thermo::LoopyThermograph;
/// let mast = vec![(Rational::ZERO, Rational::ONE)];
/// let graph = LoopyThermograph::of_corners(mast.clone(), mast)?;
/// assert_eq!(graph.to_string(), "thermograph([(0, 1)], [(0, 1)])");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl fmt::Display for LoopyThermograph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, Printer::new(Store::global(), Notation::UNICODE).loopy_thermograph(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, thermograph};

    /// Source: *Winning Ways*, chapter 6: the thermograph of a number is a mast, and `{4|1||0}` has a bent wall.
    #[test]
    fn walls_are_written_by_their_corners() {
        let store = Store::new(Budget::unlimited());
        let text =
            |game: &str| thermograph(&store, store.parse(game).unwrap()).unwrap().to_string();
        assert_eq!(text("1/2"), "thermograph([(-1/2, 1/2)], [(-1/2, 1/2)])");
        assert_eq!(text("{4|1||0}"), "thermograph([(0, 1), (1, 1)], [(0, 0), (1, 1)])");
    }
}
