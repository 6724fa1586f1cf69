//! Printer of short games, by their names, with limits on length and nesting.

use std::fmt::Write as _;

use super::{Brackets, MAX_DIGITS, Notation, Signs};
use crate::named::{self, Named, Uptimal};
use crate::{Dyadic, Error, Game, Rational, Store};

/// Limit of bars in a row; deeper options get brackets of their own, as in books.
const MOST_BARS: usize = 3;
/// Limit of the text of a game: its length can be exponential in the number of followers.
pub(super) const MAX_TEXT: usize = 1 << 20;
/// Limit of the nesting of brackets: somewhat below that of parsers.
const MAX_LEVELS: usize = 960;
/// Numbers with more bits have more than [`MAX_DIGITS`] digits.
const MAX_NUMBER_BITS: u64 = 332_192;

/// A printer for one notation, at some level of brackets.
///
/// For programs that embed games in texts of their own; others use [`Store::text`].
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct Printer<'s> {
    store: &'s Store,
    notation: Notation,
    level: usize,
}

/// One side of a bracket.
#[doc(hidden)]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BracketSide {
    /// The options, or the inside of a single bracket that is written bare.
    pub text: String,
    /// Number of bars that divide the bare bracket; 0 if there is none.
    pub bars: usize,
}

impl<'s> Printer<'s> {
    /// A printer at level 0.
    pub fn new(store: &'s Store, notation: Notation) -> Self {
        Printer { store, notation, level: 0 }
    }

    /// The store of the games.
    pub fn store(self) -> &'s Store {
        self.store
    }

    /// The notation.
    pub fn notation(self) -> Notation {
        self.notation
    }

    /// A printer `levels` levels deeper.
    ///
    /// # Errors
    /// [`Error::TextTooDeep`], and when the budget is exhausted.
    pub fn deeper(self, levels: usize) -> Result<Self, Error> {
        self.store.budget().step()?;
        // Readers of the language take two levels for a brace, because it may begin a set.
        let each = if self.notation.brackets == Brackets::Braces { 2 } else { 1 };
        let level = self.level.saturating_add(each * levels);
        if level > MAX_LEVELS { Err(Error::TextTooDeep) } else { Ok(Printer { level, ..self }) }
    }

    /// Writes a game by its name.
    ///
    /// # Errors
    /// As for [`Store::text`].
    pub fn game(self, g: Game) -> Result<String, Error> {
        let mut out = String::new();
        self.write(&mut out, g)?;
        Ok(out)
    }

    /// Writes a number, which need not be a game.
    ///
    /// # Errors
    /// [`Error::NumberTooLong`].
    pub fn number(self, number: &Rational) -> Result<String, Error> {
        if number.bits() > MAX_NUMBER_BITS {
            return Err(Error::NumberTooLong { limit: MAX_DIGITS });
        }
        let text = number.to_string();
        Ok(match text.split_once('/') {
            Some((above, below)) if self.latex() => {
                let (sign, above) =
                    above.strip_prefix('-').map_or(("", above), |digits| ("-", digits));
                format!("{sign}\\frac{{{above}}}{{{below}}}")
            }
            _ => text,
        })
    }

    /// Writes `<left|right>` in slash notation: a side that is one bracket is written bare, and the bars
    /// around it are doubled, up to three.
    ///
    /// ```
    /// # use upstar_core::{Budget, Game, Notation, Store};
    /// # use upstar_core::text::Printer;
    /// # let store = Store::new(Budget::unlimited());
    /// let text = Printer::new(&store, Notation::ASCII);
    /// // As typed, not in canonical form.
    /// assert_eq!(text.bracket(&[Game::ZERO, Game::STAR], &[Game::STAR])?, "<0,*|*>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Store::text`].
    pub fn bracket(self, left: &[Game], right: &[Game]) -> Result<String, Error> {
        Ok(self.enclosed(&self.slashes(left, right)?.text))
    }

    /// Writes the options of a side. A single option that is a bracket may be bare.
    ///
    /// # Errors
    /// As for [`Store::text`].
    pub fn side(self, options: &[Game], bare: bool) -> Result<BracketSide, Error> {
        if let ([one], true) = (options, bare)
            && let Named::Options { left, right } = named::name(self.store, *one)?
        {
            return self.slashes(&left, &right);
        }
        let mut text = String::new();
        for (n, option) in options.iter().enumerate() {
            if n > 0 {
                text.push(',');
            }
            self.write(&mut text, *option)?;
            self.check_length(&text)?;
        }
        Ok(BracketSide { text, bars: 0 })
    }

    /// Joins two sides by bars, without brackets around them.
    ///
    /// # Errors
    /// [`Error::TextTooLong`].
    pub fn joined(self, left: BracketSide, right: BracketSide) -> Result<BracketSide, Error> {
        let [left, right] = [left, right].map(|side| match side.bars < MOST_BARS {
            true => side,
            false => BracketSide { text: self.enclosed(&side.text), bars: 0 },
        });
        let bars = 1 + left.bars.max(right.bars);
        let sign = match (self.notation.signs, bars) {
            (Signs::Latex, 1) => "\\mid ",
            (Signs::Latex, 2) => "\\parallel ",
            (Signs::Latex, _) => "\\mathrel{|||}",
            _ => &"|||"[..bars],
        };
        let text = format!("{}{sign}{}", left.text, right.text);
        self.check_length(&text)?;
        Ok(BracketSide { text, bars })
    }

    /// A text in the brackets of the notation.
    pub fn enclosed(self, text: &str) -> String {
        let (open, close) = match self.notation.brackets {
            _ if self.latex() => ("\\left\\{", "\\right\\}"),
            Brackets::Angle => ("<", ">"),
            Brackets::Braces => ("{", "}"),
        };
        format!("{open}{text}{close}")
    }

    /// Checks the length of the text of a game.
    ///
    /// # Errors
    /// [`Error::TextTooLong`].
    pub fn check_length(self, text: &str) -> Result<(), Error> {
        if text.len() > MAX_TEXT { Err(Error::TextTooLong { limit: MAX_TEXT }) } else { Ok(()) }
    }

    pub(super) fn latex(self) -> bool {
        self.notation.is_latex()
    }

    /// Writes something `levels` levels deeper.
    pub(super) fn inside<T>(
        self,
        levels: usize,
        write: impl FnOnce(Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let inner = self.deeper(levels)?;
        self.store.deeper(|| write(inner))
    }

    fn write(self, out: &mut String, g: Game) -> Result<(), Error> {
        self.store.budget().step()?;
        match named::name(self.store, g)? {
            Named::Number(number) => self.dyadic(out, &number)?,
            Named::UpStar { number, ups, star } => self.up_star(out, &number, ups, star)?,
            Named::Uptimal(uptimal) => self.uptimal(out, &uptimal)?,
            Named::Switch(left) => self.switch(out, &left)?,
            Named::Tiny(inner) => self.tiny(out, ("tiny", '+'), inner)?,
            Named::Miny(inner) => self.tiny(out, ("miny", '-'), inner)?,
            Named::Sum { number, rest } => {
                self.dyadic(out, &number)?;
                out.push_str(" + ");
                self.write(out, rest)?;
            }
            Named::Options { left, right } => out.push_str(&self.bracket(&left, &right)?),
        }
        Ok(())
    }

    pub(super) fn dyadic(self, out: &mut String, number: &Dyadic) -> Result<(), Error> {
        out.push_str(&self.number(&Rational::from(number))?);
        Ok(())
    }

    /// Writes the number of a longer literal.
    fn literal_number(self, out: &mut String, number: &Dyadic) -> Result<(), Error> {
        if number.is_zero() { Ok(()) } else { self.dyadic(out, number) }
    }

    fn up_star(self, out: &mut String, number: &Dyadic, ups: i64, star: u32) -> Result<(), Error> {
        self.literal_number(out, number)?;
        let times = ups.unsigned_abs();
        match self.notation.signs {
            Signs::Unicode => arrows(out, if ups > 0 { ["↑", "⇑"] } else { ["↓", "⇓"] }, times),
            Signs::Ascii => arrows(out, if ups > 0 { ["^", "^^"] } else { ["v", "vv"] }, times),
            Signs::Latex => latex_arrows(out, ups, !number.is_zero()),
        }
        nimber_part(out, self.notation, star);
        Ok(())
    }

    /// One literal when the powers are a single one or all up to one; otherwise a literal
    /// with the number, the nimber and the first power, and the other powers as summands.
    fn uptimal(self, out: &mut String, uptimal: &Uptimal) -> Result<(), Error> {
        let Uptimal { number, coefficients, star } = uptimal;
        let powers: Vec<(u32, i64)> =
            (1..).zip(coefficients.iter().copied()).filter(|(_, times)| *times != 0).collect();
        let alone = number.is_zero() && *star == 0;
        let mut summands = &powers[..];
        match (&powers[..], single_literal(uptimal)) {
            (_, true) => {
                self.literal_number(out, number)?;
                let (last, times) = powers[powers.len() - 1];
                if powers.len() == 1 {
                    self.power(out, last, times < 0);
                } else {
                    self.power_sum(out, last, times < 0);
                }
                nimber_part(out, self.notation, *star);
                summands = &[];
            }
            ([(1, ups), others @ ..], _) => {
                self.up_star(out, number, *ups, *star)?;
                summands = others;
            }
            ([(n, times @ (1 | -1)), others @ ..], _) => {
                self.literal_number(out, number)?;
                self.power(out, *n, *times < 0);
                nimber_part(out, self.notation, *star);
                summands = others;
            }
            ([(n, times), others @ ..], _) if alone => {
                self.multiple(out, times.unsigned_abs());
                self.power(out, *n, *times < 0);
                summands = others;
            }
            _ => self.up_star(out, number, 0, *star)?,
        }
        for (n, times) in summands {
            out.push_str(if *times < 0 { " - " } else { " + " });
            self.multiple(out, times.unsigned_abs());
            self.power(out, *n, false);
        }
        Ok(())
    }

    /// Writes the factor of a power.
    fn multiple(self, out: &mut String, times: u64) {
        if times != 1 {
            let sign = if self.latex() { "{\\cdot}" } else { " * " };
            let _ = write!(out, "{times}{sign}");
        }
    }

    fn power(self, out: &mut String, n: u32, down: bool) {
        match self.notation.signs {
            Signs::Unicode => {
                out.push(if down { '↓' } else { '↑' });
                out.extend(n.to_string().chars().map(superscript));
            }
            Signs::Ascii => {
                let _ = write!(out, "{}<{n}>", if down { 'v' } else { '^' });
            }
            Signs::Latex => {
                let arrow = if down { "\\downarrow" } else { "\\uparrow" };
                let _ = write!(out, "{arrow}^{{{n}}}");
            }
        }
    }

    fn power_sum(self, out: &mut String, n: u32, down: bool) {
        let arrow = match (self.notation.signs, down) {
            (Signs::Unicode, false) => "↑",
            (Signs::Unicode, true) => "↓",
            (Signs::Ascii, false) => "^",
            (Signs::Ascii, true) => "v",
            (Signs::Latex, false) => "\\uparrow^",
            (Signs::Latex, true) => "\\downarrow^",
        };
        let (open, close) = if self.latex() { ("{[", "]}") } else { ("[", "]") };
        let _ = write!(out, "{arrow}{open}{n}{close}");
    }

    fn switch(self, out: &mut String, left: &[Game]) -> Result<(), Error> {
        out.push_str(match self.notation.signs {
            Signs::Unicode => "±",
            Signs::Ascii => "+-",
            Signs::Latex => "{\\pm}",
        });
        match left {
            [one]
                if match named::name(self.store, *one)? {
                    Named::Sum { .. } | Named::Switch(_) => false,
                    Named::Uptimal(uptimal) => single_literal(&uptimal),
                    _ => true,
                } =>
            {
                self.inside(1, |inner| inner.write(out, *one))
            }
            several => {
                let side = self.inside(1, |inner| inner.side(several, false))?;
                out.push_str(&self.enclosed(&side.text));
                Ok(())
            }
        }
    }

    fn tiny(self, out: &mut String, (word, sign): (&str, char), g: Game) -> Result<(), Error> {
        let (open, close) = if self.latex() {
            let _ = write!(out, "{{{sign}}}_");
            ('{', '}')
        } else {
            out.push_str(word);
            ('(', ')')
        };
        out.push(open);
        self.inside(2, |inner| inner.write(out, g))?;
        out.push(close);
        Ok(())
    }

    fn slashes(self, left: &[Game], right: &[Game]) -> Result<BracketSide, Error> {
        self.inside(1, |inner| {
            let left = inner.side(left, true)?;
            let right = inner.side(right, true)?;
            inner.joined(left, right)
        })
    }
}

/// Writes the nimber of a literal; nothing for 0.
pub(super) fn nimber_part(out: &mut String, notation: Notation, star: u32) {
    let sign = if notation.is_latex() { "{*}" } else { "*" };
    match star {
        0 => {}
        1 => out.push_str(sign),
        n => {
            let _ = write!(out, "{sign}{n}");
        }
    }
}

fn arrows(out: &mut String, [one, two]: [&str; 2], times: u64) {
    match times {
        0 => {}
        1 => out.push_str(one),
        2 => out.push_str(two),
        n => {
            let _ = write!(out, "{one}{n}");
        }
    }
}

fn latex_arrows(out: &mut String, ups: i64, after_number: bool) {
    let (one, two) =
        if ups > 0 { ("\\uparrow", "\\Uparrow") } else { ("\\downarrow", "\\Downarrow") };
    match ups.unsigned_abs() {
        0 => {}
        1 => out.push_str(one),
        2 => out.push_str(two),
        n => {
            let plus = if after_number { "+" } else { "" };
            let _ = write!(out, "{plus}{n}{{\\cdot}}{one}");
        }
    }
}

/// Whether an uptimal is written without signs between its powers: it has a single power, or one copy of each
/// up to the last.
fn single_literal(uptimal: &Uptimal) -> bool {
    let (sign, before) = uptimal.coefficients.split_last().expect("it has a power of up");
    sign.abs() == 1 && (before.iter().all(|n| *n == 0) || before.iter().all(|n| n == sign))
}

pub(super) fn superscript(digit: char) -> char {
    let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    digit.to_digit(10).map_or(digit, |n| digits[n as usize])
}
