//! Outcomes as text.

use std::fmt;

use super::{Notation, Signs};
use crate::Outcome;

impl Outcome {
    /// The letter of the outcome class, with a hat or a check if only one player can force a draw.
    ///
    /// ```
    /// use upstar_core::{Notation, Outcome};
    ///
    /// assert_eq!(Outcome::N.symbol(Notation::LATEX), "N");
    /// assert_eq!(Outcome::NHat.symbol(Notation::ASCII), "N_hat");
    /// ```
    pub fn symbol(self, notation: Notation) -> &'static str {
        use Signs::{Ascii, Latex, Unicode};
        match (self, notation.signs) {
            (Outcome::L, _) => "L",
            (Outcome::R, _) => "R",
            (Outcome::N, _) => "N",
            (Outcome::P, _) => "P",
            (Outcome::D, _) => "D",
            (Outcome::NHat, Unicode) => "N\u{302}",
            (Outcome::NCheck, Unicode) => "\u{147}",
            (Outcome::PHat, Unicode) => "P\u{302}",
            (Outcome::PCheck, Unicode) => "P\u{30c}",
            (Outcome::NHat, Ascii) => "N_hat",
            (Outcome::NCheck, Ascii) => "N_check",
            (Outcome::PHat, Ascii) => "P_hat",
            (Outcome::PCheck, Ascii) => "P_check",
            (Outcome::NHat, Latex) => "\\hat{N}",
            (Outcome::NCheck, Latex) => "\\check{N}",
            (Outcome::PHat, Latex) => "\\hat{P}",
            (Outcome::PCheck, Latex) => "\\check{P}",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.symbol(Notation::UNICODE))
    }
}
