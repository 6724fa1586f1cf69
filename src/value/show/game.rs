//! Games by their names.

use std::fmt::Write as _;

use upstar_core::named::{self, Named, Uptimal};
use upstar_core::{Dyadic, Game};

use super::readable::readable;
use super::{Notation, Side, Writer};
use crate::value::Result;

/// The most bars in a row; deeper options get brackets of their own, as in books.
const MOST_BARS: usize = 3;

impl Writer<'_> {
    pub(super) fn game(&mut self, game: Game) -> Result<()> {
        self.store.budget().step()?;
        match named::name(self.store, game)? {
            Named::Number(number) => self.dyadic(&number)?,
            Named::UpStar { number, ups, star } => self.up_star(&number, ups, star)?,
            Named::Uptimal(uptimal) => self.uptimal(&uptimal)?,
            Named::Switch(left) => self.switch(&left)?,
            Named::Tiny(inner) => self.tiny("tiny", '+', inner)?,
            Named::Miny(inner) => self.tiny("miny", '-', inner)?,
            Named::Sum { number, rest } => {
                self.dyadic(&number)?;
                self.out.push_str(" + ");
                self.game(rest)?;
            }
            Named::Options { left, right } => self.bracket(&left, &right)?,
        }
        Ok(())
    }

    fn up_star(&mut self, number: &Dyadic, ups: i64, star: u32) -> Result<()> {
        self.literal_number(number)?;
        let times = ups.unsigned_abs();
        match self.notation {
            Notation::Unicode => {
                self.arrows(if ups > 0 { ["↑", "⇑"] } else { ["↓", "⇓"] }, times);
            }
            Notation::Ascii => {
                self.arrows(if ups > 0 { ["^", "^^"] } else { ["v", "vv"] }, times);
            }
            Notation::Latex => self.latex_arrows(ups, times, !number.is_zero()),
        }
        self.star(star);
        Ok(())
    }

    fn star(&mut self, star: u32) {
        let sign = if self.latex() { "{*}" } else { "*" };
        match star {
            0 => {}
            1 => self.out.push_str(sign),
            n => {
                let _ = write!(self.out, "{sign}{n}");
            }
        }
    }

    fn arrows(&mut self, [one, two]: [&str; 2], times: u64) {
        match times {
            0 => {}
            1 => self.out.push_str(one),
            2 => self.out.push_str(two),
            n => {
                let _ = write!(self.out, "{one}{n}");
            }
        }
    }

    fn latex_arrows(&mut self, ups: i64, times: u64, after_number: bool) {
        let (one, two) =
            if ups > 0 { ("\\uparrow", "\\Uparrow") } else { ("\\downarrow", "\\Downarrow") };
        match times {
            0 => {}
            1 => self.out.push_str(one),
            2 => self.out.push_str(two),
            n => {
                let plus = if after_number { "+" } else { "" };
                let _ = write!(self.out, "{plus}{n}{{\\cdot}}{one}");
            }
        }
    }

    /// One literal when the powers are a single one or all up to one; otherwise a literal
    /// with the number, the nimber and the first power, and the other powers as summands.
    fn uptimal(&mut self, uptimal: &Uptimal) -> Result<()> {
        let Uptimal { number, coefficients, star } = uptimal;
        let powers: Vec<(u32, i64)> =
            (1..).zip(coefficients.iter().copied()).filter(|(_, times)| *times != 0).collect();
        let alone = number.is_zero() && *star == 0;
        let mut summands = &powers[..];
        match (&powers[..], single_literal(uptimal)) {
            (_, true) => {
                self.literal_number(number)?;
                let (last, times) = powers[powers.len() - 1];
                if powers.len() == 1 {
                    self.power(last, times < 0);
                } else {
                    self.power_sum(last, times < 0);
                }
                self.star(*star);
                summands = &[];
            }
            ([(1, ups), others @ ..], _) => {
                self.up_star(number, *ups, *star)?;
                summands = others;
            }
            ([(n, times @ (1 | -1)), others @ ..], _) => {
                self.literal_number(number)?;
                self.power(*n, *times < 0);
                self.star(*star);
                summands = others;
            }
            ([(n, times), others @ ..], _) if alone => {
                self.multiple(times.unsigned_abs());
                self.power(*n, *times < 0);
                summands = others;
            }
            _ => self.up_star(number, 0, *star)?,
        }
        for (n, times) in summands {
            self.out.push_str(if *times < 0 { " - " } else { " + " });
            self.multiple(times.unsigned_abs());
            self.power(*n, false);
        }
        Ok(())
    }

    fn literal_number(&mut self, number: &Dyadic) -> Result<()> {
        if number.is_zero() { Ok(()) } else { self.dyadic(number) }
    }

    /// The factor before a power.
    fn multiple(&mut self, times: u64) {
        if times != 1 {
            let sign = if self.latex() { "{\\cdot}" } else { " * " };
            let _ = write!(self.out, "{times}{sign}");
        }
    }

    fn power(&mut self, n: u32, down: bool) {
        match self.notation {
            Notation::Unicode => {
                self.out.push(if down { '↓' } else { '↑' });
                self.out.extend(n.to_string().chars().map(superscript));
            }
            Notation::Ascii => {
                let _ = write!(self.out, "{}<{n}>", if down { 'v' } else { '^' });
            }
            Notation::Latex => {
                let arrow = if down { "\\downarrow" } else { "\\uparrow" };
                let _ = write!(self.out, "{arrow}^{{{n}}}");
            }
        }
    }

    fn power_sum(&mut self, n: u32, down: bool) {
        let arrow = match (self.notation, down) {
            (Notation::Unicode, false) => "↑",
            (Notation::Unicode, true) => "↓",
            (Notation::Ascii, false) => "^",
            (Notation::Ascii, true) => "v",
            (Notation::Latex, false) => "\\uparrow^",
            (Notation::Latex, true) => "\\downarrow^",
        };
        let (open, close) = if self.latex() { ("{[", "]}") } else { ("[", "]") };
        let _ = write!(self.out, "{arrow}{open}{n}{close}");
    }

    fn switch(&mut self, left: &[Game]) -> Result<()> {
        self.out.push_str(match self.notation {
            Notation::Unicode => "±",
            Notation::Ascii => "+-",
            Notation::Latex => "{\\pm}",
        });
        match left {
            [one]
                if match named::name(self.store, *one)? {
                    Named::Sum { .. } | Named::Switch(_) => false,
                    Named::Uptimal(uptimal) => single_literal(&uptimal),
                    _ => true,
                } =>
            {
                self.deeper(1, |writer| writer.game(*one))
            }
            several => {
                let (text, _) = self.deeper(1, |writer| writer.side(several, false))?;
                let text = self.enclosed(&text);
                self.out.push_str(&text);
                Ok(())
            }
        }
    }

    fn tiny(&mut self, word: &str, sign: char, inner: Game) -> Result<()> {
        let (open, close) = if self.latex() {
            let _ = write!(self.out, "{{{sign}}}_");
            ('{', '}')
        } else {
            self.out.push_str(word);
            ('(', ')')
        };
        self.out.push(open);
        self.deeper(2, |writer| writer.game(inner))?;
        self.out.push(close);
        Ok(())
    }

    /// `<left|right>` in slash notation: a side that is one bracket is written bare, and the
    /// bars around it are doubled, up to three.
    pub(super) fn bracket(&mut self, left: &[Game], right: &[Game]) -> Result<()> {
        let (text, _) = self.slashes(left, right)?;
        let text = self.enclosed(&text);
        self.out.push_str(&text);
        Ok(())
    }

    fn slashes(&mut self, left: &[Game], right: &[Game]) -> Result<Side> {
        self.deeper(1, |writer| {
            let left = writer.side(left, true)?;
            let right = writer.side(right, true)?;
            writer.joined(left, right)
        })
    }

    pub(super) fn enclosed(&self, text: &str) -> String {
        let (open, close) = if self.latex() { ("\\left\\{", "\\right\\}") } else { ("<", ">") };
        format!("{open}{text}{close}")
    }

    pub(super) fn joined(&self, left: Side, right: Side) -> Result<Side> {
        let [left, right] = [left, right].map(|(text, bars)| match bars < MOST_BARS {
            true => (text, bars),
            false => (self.enclosed(&text), 0),
        });
        let bars = 1 + left.1.max(right.1);
        let sign = match (self.notation, bars) {
            (Notation::Latex, 1) => "\\mid ",
            (Notation::Latex, 2) => "\\parallel ",
            (Notation::Latex, _) => "\\mathrel{|||}",
            _ => &"|||"[..bars],
        };
        let text = format!("{}{sign}{}", left.0, right.0);
        readable(&text)?;
        Ok((text, bars))
    }

    /// The options of a side. A single one that is a bracket may stand bare.
    pub(super) fn side(&mut self, options: &[Game], bare: bool) -> Result<Side> {
        if let ([one], true) = (options, bare)
            && let Named::Options { left, right } = named::name(self.store, *one)?
        {
            return self.slashes(&left, &right);
        }
        let mut inner = self.part();
        for (n, option) in options.iter().enumerate() {
            if n > 0 {
                inner.out.push(',');
            }
            inner.game(*option)?;
            readable(&inner.out)?;
        }
        Ok((inner.out, 0))
    }
}

/// Whether an uptimal is written without signs between its powers: it has one, or one of each
/// up to the last.
fn single_literal(uptimal: &Uptimal) -> bool {
    let coefficients = &uptimal.coefficients;
    let sign = coefficients.last().copied().unwrap_or_default();
    let before = &coefficients[..coefficients.len().saturating_sub(1)];
    sign.abs() == 1 && (before.iter().all(|n| *n == 0) || before.iter().all(|n| *n == sign))
}

fn superscript(digit: char) -> char {
    let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    digit.to_digit(10).map_or(digit, |n| digits[n as usize])
}
