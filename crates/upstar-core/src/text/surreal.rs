//! Surreal numbers as text: `3 * omega**2 + omega - 1/2`.

use std::cmp::Ordering;
use std::fmt;

use super::{Notation, Printer, Signs, pad};
use crate::{Error, Ordinal, Rational, Store, Surreal};

impl Printer<'_> {
    /// Writes a surreal number as the sum of the terms of its Conway normal form, the largest first.
    ///
    /// ```
    /// # use upstar_core::{Notation, Store, Surreal};
    /// # use upstar_core::text::Printer;
    /// let text = Printer::new(Store::global(), Notation::ASCII);
    /// assert_eq!(text.surreal(&-&Surreal::omega_power(Surreal::omega())?)?, "-omega**omega");
    /// # Ok::<(), upstar_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NumberTooLong`] and [`Error::TextTooDeep`]; when the budget is exhausted.
    pub fn surreal(self, x: &Surreal) -> Result<String, Error> {
        if x.is_zero() {
            return self.number(&Rational::ZERO);
        }
        let mut text = String::new();
        for (place, (exponent, coefficient)) in x.terms().iter().enumerate() {
            self.store().budget().step()?;
            let negative = coefficient.sign() == Ordering::Less;
            text.push_str(match (place, negative) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            });
            text.push_str(&self.surreal_term(exponent, &coefficient.abs())?);
        }
        Ok(text)
    }

    /// Writes a term, `coefficient * omega**exponent`.
    fn surreal_term(self, exponent: &Surreal, coefficient: &Rational) -> Result<String, Error> {
        if exponent.is_zero() {
            return self.number(coefficient);
        }
        let mut text = String::new();
        if *coefficient != Rational::ONE {
            text.push_str(&self.number(coefficient)?);
            text.push_str(if self.latex() { "" } else { " * " });
        }
        text.push_str(match self.notation().signs {
            Signs::Unicode => "ω",
            Signs::Ascii => "omega",
            Signs::Latex => "\\omega",
        });
        let finite = exponent.to_rational();
        if finite == Some(Rational::ONE) {
            return Ok(text);
        }
        let raised = match &finite {
            Some(number) => self.number(number)?,
            None => self.inside(2, |inner| inner.surreal(exponent))?,
        };
        let bare = finite.is_some_and(|n| n.is_integer()) || exponent.as_omega_power().is_some();
        Ok(match (self.latex(), bare) {
            (true, _) => format!("{text}^{{{raised}}}"),
            (false, true) => format!("{text}**{raised}"),
            (false, false) => format!("{text}**({raised})"),
        })
    }
}

impl Surreal {
    /// Writes the Conway normal form in a notation, the largest term first. `Display` writes Unicode.
    ///
    /// ```
    /// use upstar_core::{Notation, Rational, Surreal};
    ///
    /// let half = Rational::ONE.checked_div(&Rational::from(2)).expect("2 is not 0");
    /// let root = Surreal::omega_power(half.into())?;
    /// assert_eq!(root.text(Notation::ASCII)?, "omega**(1/2)");
    /// assert_eq!(root.text(Notation::LATEX)?, r"\omega^{\frac{1}{2}}");
    /// # Ok::<(), upstar_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NumberTooLong`]; when the budget of [`Store::global`] is exhausted.
    pub fn text(&self, notation: Notation) -> Result<String, Error> {
        Printer::new(Store::global(), notation).surreal(self)
    }
}

/// Writes Unicode. Where [`Surreal::text`] fails, this writes the error in parentheses.
///
/// ```
/// # use upstar_core::{Budget, Rational, Surreal};
/// let less = Surreal::omega().plus(&Rational::from(-1).into(), &Budget::unlimited())?;
/// assert_eq!(less.to_string(), "ω - 1");
/// # Ok::<(), upstar_core::Error>(())
/// ```
impl fmt::Display for Surreal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, self.text(Notation::UNICODE))
    }
}

/// As the [`Surreal`] is written.
///
/// ```
/// # use upstar_core::{Ordinal, Surreal};
/// let omega = Ordinal::new(Surreal::omega()).expect("an ordinal");
/// assert_eq!(omega.plus(&omega)?.to_string(), "2 * ω");
/// # Ok::<(), upstar_core::Error>(())
/// ```
impl fmt::Display for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_surreal().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    fn power(exponent: impl Into<Surreal>) -> Surreal {
        Surreal::omega_power(exponent.into()).unwrap()
    }

    /// Source: ONAG, chapter 3.
    #[test]
    fn normal_forms_are_sums_of_terms() {
        let budget = Budget::unlimited();
        let half = Rational::ONE.checked_div(&Rational::from(2)).unwrap();
        let terms = [
            power(Surreal::omega()).times(&Rational::from(3).into(), &budget).unwrap(),
            -&power(Rational::from(2)),
            power(half.clone()),
            power(Rational::from(-1)),
            -&Surreal::from(half),
        ];
        let sum = terms.iter().fold(Surreal::default(), |a, b| a.plus(b, &budget).unwrap());
        assert_eq!(sum.to_string(), "3 * ω**ω - ω**2 + ω**(1/2) - 1/2 + ω**-1");
        assert_eq!(
            sum.text(Notation::LATEX).unwrap(),
            r"3\omega^{\omega} - \omega^{2} + \omega^{\frac{1}{2}} - \frac{1}{2} + \omega^{-1}"
        );
    }

    #[test]
    fn rational_numbers_are_written_as_such() {
        assert_eq!(Surreal::default().to_string(), "0");
        assert_eq!(Surreal::from(Rational::from(-3)).to_string(), "-3");
        assert_eq!(format!("{:>4}", Ordinal::default()), "   0");
    }
}
