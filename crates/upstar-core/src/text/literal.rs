//! Parser of literals: a number, ups and a star without blanks between them.

use num_bigint::BigInt;

use super::MAX_DIGITS;
use super::parse::{Parser, Read};
use crate::named::{up_power, up_power_sum};
use crate::{Dyadic, Error, Game};

const STARS: [char; 3] = ['*', '∗', '⋆'];
const UPS: [char; 3] = ['^', '↑', '⇑'];
const DOWNS: [char; 2] = ['↓', '⇓'];
const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// Suffix of an arrow.
enum Suffix {
    Count(BigInt),
    Power(u32),
    PowerSum(u32),
}

/// Number of leading digits.
fn digits(text: &str) -> usize {
    text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len()
}

fn is_of_name(c: char) -> bool {
    // Names may contain the dot of a product.
    c.is_alphabetic() || c.is_ascii_digit() || matches!(c, '_' | '·')
}

/// Number of leading `v`, 0 if they begin a longer name.
fn downs(text: &str) -> usize {
    let after = text.trim_start_matches('v');
    if after[digits(after)..].starts_with(is_of_name) { 0 } else { text.len() - after.len() }
}

/// The name at the start of a text.
pub(super) fn name(text: &str) -> Option<&str> {
    let (name, _) = text.split_at(text.len() - text.trim_start_matches(is_of_name).len());
    let begins = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    (begins && downs(text) == 0).then_some(name)
}

/// The star at the start of a text, if it is not that of a power, `**`.
fn star(text: &str) -> Option<char> {
    text.chars().next().filter(|c| STARS.contains(c) && !text.starts_with("**"))
}

/// Whether a star after a number belongs to it, rather than being a multiplication sign.
fn is_star_of_number(text: &str) -> bool {
    let Some(star) = star(text) else { return false };
    let after = &text[star.len_utf8()..];
    let begins_operand = |c: char| is_of_name(c) || "(<[{\"^↑⇑↓⇓±-−*∗⋆".contains(c);
    digits(after) > 0 || !(after.starts_with(begins_operand) || after.starts_with("+-"))
}

/// Whether a text starts with a number followed by ups or a star: `-3/4^*2`.
pub(super) fn is_literal_sum(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '−']).unwrap_or(text);
    let numerator = digits(unsigned);
    let mut after = &unsigned[numerator..];
    if let Some(under) = after.strip_prefix('/').filter(|under| digits(under) > 0) {
        after = &under[digits(under)..];
    }
    let is_ups = after.starts_with(UPS) || after.starts_with(DOWNS) || downs(after) > 0;
    numerator > 0 && (is_ups || is_star_of_number(after))
}

impl Parser<'_, '_> {
    /// `3`, `-3/4^^*2`, `*`
    pub(super) fn literal(&mut self) -> Read<Game> {
        let start = self.at();
        let goes_on = is_literal_sum(self.rest());
        if !goes_on && digits(self.rest()) > 0 {
            let integer = self.integer()?;
            return self.computed(start, self.store.number(&integer.into()));
        }
        let number = if goes_on { Some(self.number()?) } else { None };
        let ups = self.ups()?;
        let star = self.star(ups.is_some() || number.is_none())?;
        if number.is_none() && ups.is_none() && star.is_none() {
            return Err(self.unexpected("a game"));
        }
        let sum = [number, ups, star].into_iter().flatten();
        let sum = sum.into_iter().try_fold(Game::ZERO, |sum, game| self.store.add(sum, game));
        self.computed(start, sum)
    }

    /// `3` and `-3/4`, without blanks.
    pub(super) fn number(&mut self) -> Read<Game> {
        let start = self.at();
        let sign = self.peek().filter(|sign| matches!(sign, '-' | '−'));
        self.take(sign.map_or(0, char::len_utf8));
        let over = self.integer()?;
        let mut under = BigInt::from(1);
        if self.rest().strip_prefix('/').is_some_and(|under| digits(under) > 0) {
            self.take(1);
            under = self.integer()?;
        }
        let over = if sign.is_some() { -over } else { over };
        self.fraction(start, &over, &under)
    }

    fn integer(&mut self) -> Read<BigInt> {
        let start = self.at();
        let digits_read = self.take(digits(self.rest()));
        if self.rest().strip_prefix('.').is_some_and(|part| digits(part) > 0) {
            self.take(1);
            self.take(digits(self.rest()));
            return Err(
                self.wrong(start, "numbers are exact: write a fraction, such as 1/4 for 0.25")
            );
        }
        if digits_read.len() > MAX_DIGITS {
            return self.computed(start, Err(Error::NumberTooLong { limit: MAX_DIGITS }));
        }
        digits_read.parse().map_err(|_| self.unexpected("a number"))
    }

    /// `^^`, `v3`, `↑²`, `^[2]`
    fn ups(&mut self) -> Read<Option<Game>> {
        let start = self.at();
        let rest = self.rest();
        let is_down = !rest.starts_with(UPS);
        let after = match rest.chars().next() {
            Some(up) if UPS.contains(&up) => rest.trim_start_matches(UPS),
            Some(down) if DOWNS.contains(&down) => rest.trim_start_matches(DOWNS),
            _ => &rest[downs(rest)..],
        };
        let arrows = self.take(rest.len() - after.len()).chars();
        let count: usize = arrows.map(|arrow| 1 + usize::from(matches!(arrow, '⇑' | '⇓'))).sum();
        if count == 0 {
            return Ok(None);
        }
        let suffix = self.suffix()?;
        if suffix.is_some() && count > 1 {
            return Err(self.wrong(start, "only one arrow can stand before a number"));
        }
        let up = self.computed(start, self.store.number_up_star(&Dyadic::ZERO, 1, 0))?;
        let ups = match suffix.unwrap_or(Suffix::Count(count.into())) {
            Suffix::Count(n) => self.store.times(&n, up),
            Suffix::Power(n) => up_power(self.store, n),
            Suffix::PowerSum(0) => Err(Error::NoSuchPower),
            Suffix::PowerSum(n) => up_power_sum(self.store, n),
        };
        let ups = self.computed(start, ups)?;
        let ups = if is_down { self.computed(start, self.store.neg(ups))? } else { ups };
        Ok(Some(ups))
    }

    fn suffix(&mut self) -> Read<Option<Suffix>> {
        let rest = self.rest();
        let raised = rest.len() - rest.trim_start_matches(SUPERSCRIPTS).len();
        if raised > 0 {
            let plain: String = rest[..raised].chars().filter_map(plain_digit).collect();
            return Ok(Some(Suffix::Power(self.index(raised, &plain)?)));
        }
        for (open, close, make) in
            [('<', '>', Suffix::Power as fn(u32) -> Suffix), ('[', ']', Suffix::PowerSum)]
        {
            let Some(inside) = rest.strip_prefix(open) else { continue };
            let length = digits(inside);
            if length > 0 && inside[length..].starts_with(close) {
                return Ok(Some(make(self.index(length + 2, &inside[..length])?)));
            }
        }
        match digits(rest) {
            0 => Ok(None),
            _ => Ok(Some(Suffix::Count(self.integer()?))),
        }
    }

    /// The index of a power of up, whose text takes `bytes` bytes.
    fn index(&mut self, bytes: usize, digits: &str) -> Read<u32> {
        let start = self.at();
        self.take(bytes);
        digits.parse().map_err(|_| self.wrong(start, "this power of up is too high"))
    }

    /// `*3`
    fn star(&mut self, is_loose: bool) -> Read<Option<Game>> {
        let start = self.at();
        let Some(star) = star(self.rest()) else { return Ok(None) };
        self.take(star.len_utf8());
        let length = digits(self.rest());
        let begins_operand = |c: char| is_of_name(c) || matches!(c, '(' | '[');
        if length == 0 && is_loose && self.rest().starts_with(begins_operand) {
            return Err(self.wrong(start, "only digits can follow a star directly"));
        }
        let nimber = match self.take(length) {
            "" => Ok(1),
            digits => digits.parse().map_err(|_| Error::NimberTooLarge),
        };
        let nimber = nimber.and_then(|n| self.store.nimber(n));
        self.computed(start, nimber).map(Some)
    }
}

fn plain_digit(raised: char) -> Option<char> {
    ('0'..='9').zip(SUPERSCRIPTS).find_map(|(digit, other)| (other == raised).then_some(digit))
}
