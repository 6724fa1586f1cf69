//! Surreal numbers as text: `3 * omega**2 + omega - 1/2`.

use std::cmp::Ordering;
use std::fmt::Write as _;

use upstar_core::{Rational, Surreal};

use super::{Notation, Result, Writer};

impl Writer<'_> {
    /// Writes a surreal number as the sum of the terms of its Conway normal form, the largest first.
    pub(super) fn surreal(&mut self, x: &Surreal) -> Result<()> {
        for (place, (exponent, coefficient)) in x.terms().iter().enumerate() {
            self.printer.store().budget().step()?;
            let negative = coefficient.sign() == Ordering::Less;
            self.out.push_str(match (place, negative) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            });
            self.surreal_term(exponent, &coefficient.abs())?;
        }
        Ok(())
    }

    /// Writes a term, `coefficient * omega**exponent`.
    fn surreal_term(&mut self, exponent: &Surreal, coefficient: &Rational) -> Result<()> {
        if exponent.is_zero() {
            return self.number(coefficient);
        }
        if *coefficient != Rational::ONE {
            self.number(coefficient)?;
            self.out.push_str(if self.latex() { "" } else { " * " });
        }
        self.out.push_str(match self.printer.notation() {
            Notation::Unicode => "ω",
            Notation::Ascii => "omega",
            Notation::Latex => "\\omega",
        });
        let finite = exponent.to_rational();
        if finite == Some(Rational::ONE) {
            return Ok(());
        }
        let mut inner = self.part();
        match &finite {
            Some(number) => inner.number(number)?,
            None => inner.deeper(2, |inner| inner.surreal(exponent))?,
        }
        let bare = finite.is_some_and(|n| n.is_integer()) || exponent.as_omega_power().is_some();
        let _ = match (self.latex(), bare) {
            (true, _) => write!(self.out, "^{{{}}}", inner.out),
            (false, true) => write!(self.out, "**{}", inner.out),
            (false, false) => write!(self.out, "**({})", inner.out),
        };
        Ok(())
    }
}
