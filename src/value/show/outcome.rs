//! Outcomes as text.

use upstar_core::Outcome;

use super::Notation;

/// Outcomes, with hats and checks where a draw depends on who begins.
pub(super) fn name(outcome: Outcome, notation: Notation) -> &'static str {
    use Notation::{Ascii, Latex, Unicode};
    match (outcome, notation) {
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
