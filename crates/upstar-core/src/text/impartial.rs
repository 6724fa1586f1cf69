//! Values of impartial games as text: loopy nimbers, genera and forms of misère play.

use std::fmt;

use rustc_hash::FxHashMap;

use super::print::{self, MAX_TEXT};
use super::{Notation, Printer, Signs, pad};
use crate::Error;
use crate::impartial::LoopyNimber;
use crate::misere::{Genus, MisereForm, MisereStore};

impl LoopyNimber {
    /// Writes the nimber in a notation: an integer, or the sign of infinity with the nimbers that can be reached.
    /// `Display` writes Unicode.
    ///
    /// ```
    /// use upstar_core::Notation;
    /// use upstar_core::impartial::LoopyNimber;
    ///
    /// let nimber = LoopyNimber::infinite(vec![0, 2]);
    /// assert_eq!(nimber.text(Notation::ASCII), "infinity(0, 2)");
    /// assert_eq!(nimber.text(Notation::LATEX), r"\infty_{0,2}");
    /// ```
    pub fn text(&self, notation: Notation) -> String {
        let set = match self {
            LoopyNimber::Finite(n) => return n.to_string(),
            LoopyNimber::Infinite(set) => set,
        };
        match notation.signs {
            Signs::Unicode => format!("∞({})", joined(set, ", ")),
            Signs::Ascii => format!("infinity({})", joined(set, ", ")),
            Signs::Latex => format!("\\infty_{{{}}}", joined(set, ",")),
        }
    }
}

/// As [`LoopyNimber::text`] writes it in Unicode.
///
/// ```
/// # use upstar_core::impartial::LoopyNimber;
/// assert_eq!(LoopyNimber::Finite(3).to_string(), "3");
/// assert_eq!(LoopyNimber::infinite(vec![2, 0]).to_string(), "∞(0, 2)");
/// ```
impl fmt::Display for LoopyNimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text(Notation::UNICODE))
    }
}

/// Whether the nimber is finite and this integer.
///
/// ```
/// # use upstar_core::impartial::LoopyNimber;
/// assert!(LoopyNimber::Finite(3) == 3 && LoopyNimber::infinite(vec![3]) != 3);
/// ```
impl PartialEq<u32> for LoopyNimber {
    fn eq(&self, n: &u32) -> bool {
        matches!(self, LoopyNimber::Finite(m) if m == n)
    }
}

impl Genus {
    /// Writes the genus in a notation: the nimber in normal play, and above it the misère Grundy values. `Display`
    /// writes Unicode.
    ///
    /// ```
    /// use upstar_core::Notation;
    /// use upstar_core::misere::Genus;
    ///
    /// let genus = Genus::of_nimber(2);
    /// assert_eq!(genus.text(Notation::ASCII), "genus(2, [2, 0])");
    /// assert_eq!(genus.text(Notation::LATEX), "2^{20}");
    /// ```
    pub fn text(&self, notation: Notation) -> String {
        let (normal, above) = (self.normal(), self.superscript());
        match notation.signs {
            Signs::Unicode => {
                let raised: String = above.iter().map(|n| raised(*n)).collect();
                format!("{normal}{raised}")
            }
            Signs::Ascii => format!("genus({normal}, [{}])", joined(above, ", ")),
            Signs::Latex => {
                let apart = if above.iter().any(|n| *n > 9) { "\\," } else { "" };
                format!("{normal}^{{{}}}", joined(above, apart))
            }
        }
    }
}

/// As [`Genus::text`] writes it in Unicode.
///
/// ```
/// # use upstar_core::misere::Genus;
/// assert_eq!(Genus::of_nimber(1).to_string(), "1⁰³¹");
/// ```
impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text(Notation::UNICODE))
    }
}

impl Printer<'_> {
    /// A text in the brackets of an impartial form.
    ///
    /// ```
    /// # use upstar_core::{Notation, Store};
    /// # use upstar_core::text::Printer;
    /// assert_eq!(Printer::new(Store::global(), Notation::UNICODE).starred("0,*2"), "*[0,*2]");
    /// assert_eq!(Printer::new(Store::global(), Notation::LATEX).starred("0"), "{*}[0]");
    /// ```
    pub fn starred(self, options: &str) -> String {
        starred(self.notation(), options)
    }
}

impl MisereStore {
    /// Writes a form in a notation: a nimber, or the options in the brackets of an impartial form, by birthday.
    ///
    /// ```
    /// use upstar_core::misere::MisereStore;
    /// use upstar_core::{Budget, Notation};
    ///
    /// let games = MisereStore::new(Budget::unlimited());
    /// let two = games.nimber(2)?;
    /// let form = games.form(&[games.add(two, two)?, two])?;
    /// assert_eq!(games.text(form, Notation::UNICODE)?, "*[*2,*[*2,*3]]");
    /// assert_eq!(games.text(two, Notation::LATEX)?, "{*}2");
    /// # Ok::<(), upstar_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TextTooLong`]; [`Error::ForeignGame`] for a form of another store; when the budget is exhausted.
    pub fn text(&self, form: MisereForm, notation: Notation) -> Result<String, Error> {
        if let Some(n) = form.as_nimber() {
            return Ok(nimber(notation, n));
        }
        let mut texts: FxHashMap<MisereForm, String> = FxHashMap::default();
        for (follower, options) in self.followers_in_order(form)? {
            let mut inside = String::new();
            for (place, option) in options.iter().enumerate() {
                inside.push_str(if place > 0 { "," } else { "" });
                match option.as_nimber() {
                    Some(n) => inside.push_str(&nimber(notation, n)),
                    None => inside.push_str(&texts[option]),
                }
                if inside.len() > MAX_TEXT {
                    return Err(Error::TextTooLong { limit: MAX_TEXT });
                }
            }
            self.budget().reserve(inside.len() as u64)?;
            texts.insert(follower, starred(notation, &inside));
        }
        texts.remove(&form).ok_or(Error::ForeignGame)
    }

    /// Displays a form in Unicode, for use in format strings. Where [`text`](MisereStore::text) fails, this writes
    /// the error in parentheses.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::misere::{MisereForm, MisereStore};
    /// let games = MisereStore::new(Budget::unlimited());
    /// let form = games.form(&[games.nimber(2)?])?;
    /// assert_eq!(format!("{} and {}", games.show(form), games.show(MisereForm::ZERO)), "*[*2] and 0");
    /// # Ok::<(), upstar_core::Error>(())
    /// ```
    pub fn show(&self, form: MisereForm) -> impl fmt::Display {
        Shown { store: self, form }
    }
}

struct Shown<'s> {
    store: &'s MisereStore,
    form: MisereForm,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, self.store.text(self.form, Notation::UNICODE))
    }
}

/// `0`, `*`, `*2`
fn nimber(notation: Notation, n: u32) -> String {
    let mut text = String::new();
    print::nimber_part(&mut text, notation, n);
    if n == 0 { "0".to_owned() } else { text }
}

fn starred(notation: Notation, options: &str) -> String {
    let mut text = String::new();
    print::nimber_part(&mut text, notation, 1);
    format!("{text}[{options}]")
}

fn joined(integers: &[u32], separator: &str) -> String {
    let integers: Vec<String> = integers.iter().map(u32::to_string).collect();
    integers.join(separator)
}

/// An integer above the line; in parentheses if it has several digits.
fn raised(n: u32) -> String {
    let text: String = n.to_string().chars().map(print::superscript).collect();
    if n < 10 { text } else { format!("⁽{text}⁾") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    /// Source: *Winning Ways*, chapter 13.
    #[test]
    fn genera_are_written_as_in_books() {
        assert_eq!(Genus::of_nimber(0).to_string(), "0¹²⁰");
        assert_eq!(Genus::of_nimber(4).to_string(), "4⁴⁶");
        let games = MisereStore::new(Budget::unlimited());
        let two = games.nimber(2).unwrap();
        let form = games.form(&[two]).unwrap();
        assert_eq!(games.genus(form).unwrap().to_string(), "0⁰²");
        let long = Genus::new(12, &[0, 12, 14]).unwrap();
        assert_eq!(long.to_string(), "12⁰⁽¹²⁾⁽¹⁴⁾");
        assert_eq!(long.text(Notation::LATEX), r"12^{0\,12\,14}");
    }

    #[test]
    fn an_infinite_nimber_without_moves_has_empty_parentheses() {
        assert_eq!(LoopyNimber::infinite(vec![]).to_string(), "∞()");
    }

    #[test]
    fn forms_of_misere_play_are_written_by_their_options() {
        let games = MisereStore::new(Budget::unlimited());
        let two = games.nimber(2).unwrap();
        let form = games.form(&[two]).unwrap();
        let other =
            games.form(&[form, games.nimber(0).unwrap(), games.nimber(3).unwrap()]).unwrap();
        assert_eq!(games.show(other).to_string(), "*[0,*3,*[*2]]");
        let foreign = MisereStore::new(Budget::unlimited());
        assert_eq!(foreign.text(form, Notation::ASCII), Err(Error::ForeignGame));
    }

    #[test]
    fn a_text_has_a_longest_length() {
        let games = MisereStore::new(Budget::unlimited());
        let mut form = games.form(&[games.nimber(2).unwrap()]).unwrap();
        let mut before = games.nimber(2).unwrap();
        for _ in 0..40 {
            let next = games.form(&[form, before]).unwrap();
            (before, form) = (form, next);
        }
        assert_eq!(
            games.text(form, Notation::UNICODE),
            Err(Error::TextTooLong { limit: MAX_TEXT })
        );
    }
}
